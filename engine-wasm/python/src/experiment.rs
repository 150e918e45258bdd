//! Experiments: their runs, one by one.

use std::sync::{Arc, Mutex};

use droptail_engine::experiment::{self, Job, Outcome, Point, Size};
use droptail_engine::run::Run;
use droptail_engine::scenario::Problem;
use droptail_sweeps::cost::{self, Stopwatch};
use droptail_sweeps::head;
use droptail_sweeps::lines::StoredRun;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors::{folder, json, refused};
use crate::slices;

/// An experiment of one size.
#[pyclass(frozen, module = "droptail._engine")]
#[derive(Debug)]
pub struct Experiment {
    pub(crate) document: Arc<experiment::Experiment>,
    pub(crate) size: Size,
    /// The variant of the last run: runs mostly follow in their order.
    last: Mutex<Option<(usize, Arc<Point>)>>,
}

impl Experiment {
    fn unknown(&self) -> PyErr {
        PyIndexError::new_err("the experiment has no such variant")
    }

    fn point(&self, number: usize) -> PyResult<Arc<Point>> {
        let known = self.last.lock().ok().and_then(|last| last.clone());
        if let Some((_, point)) = known.filter(|(of, _)| *of == number) {
            return Ok(point);
        }
        let variants = self.document.variants(self.size);
        if number >= variants.count() {
            return Err(self.unknown());
        }
        let point = Arc::new(variants.point(number).map_err(|p| refused(&p))?);
        if let Ok(mut last) = self.last.lock() {
            *last = Some((number, point.clone()));
        }
        Ok(point)
    }
}

#[pymethods]
impl Experiment {
    /// Parses a document and validates it, unless it is the output of [`Experiment::document`].
    #[new]
    fn new(py: Python<'_>, text: &str, quick: bool, checked: bool) -> PyResult<Experiment> {
        let parse = || {
            if !checked {
                return experiment::parse(text);
            }
            serde_json::from_str(text)
                .map_err(|e| vec![Problem::new("", e.to_string(), "a checked document")])
        };
        let document = Arc::new(py.detach(parse).map_err(|p| refused(&p))?);
        let size = if quick { Size::Quick } else { Size::Full };
        Ok(Experiment { document, size, last: Mutex::new(None) })
    }

    fn document(&self) -> PyResult<String> {
        json(&*self.document)
    }

    /// The text of `experiment.json` in a folder of its runs.
    fn head(&self) -> PyResult<String> {
        head::text(&self.document, self.size).map_err(folder)
    }

    /// Variant and seed of each run, in the order of the document.
    fn jobs(&self) -> Vec<(usize, u32)> {
        self.document.jobs(self.size).into_iter().map(|job| (job.point, job.seed)).collect()
    }

    /// The variants with their identities, as JSON.
    fn variants(&self, py: Python<'_>) -> PyResult<String> {
        let named = py.detach(|| self.document.named(self.size));
        json(&named.map_err(|p| refused(&p))?)
    }

    /// The scenario of a run, as JSON.
    fn scenario(&self, point: usize, seed: u32) -> PyResult<String> {
        let mut scenario = self.point(point)?.scenario.clone();
        scenario.seed = seed;
        json(&scenario)
    }

    /// Estimated cost of a run of each variant, in hops.
    fn weights(&self, py: Python<'_>) -> PyResult<Vec<f64>> {
        let variants = self.document.variants(self.size);
        let mut weights = Vec::with_capacity(variants.count());
        for number in 0..variants.count() {
            let point = variants.point(number).map_err(|p| refused(&p))?;
            weights.push(py.detach(|| cost::weight(&point)));
            py.check_signals()?;
        }
        Ok(weights)
    }

    /// Makes a run. Returns its outcome and cost as the line that a folder stores, and why it ended early.
    fn outcome(&self, py: Python<'_>, point: usize, seed: u32) -> PyResult<(String, Option<&'static str>)> {
        let job = Job { point, seed };
        let variant = self.point(point)?;
        let watch = Stopwatch::start();
        let mut run = py.detach(|| self.document.run(&variant, job));
        let end = run.end();
        slices::advance(py, &mut run, end)?;
        let outcome = py.detach(|| {
            // A run can move to another thread, but two cannot share it.
            let run: &mut Run = &mut run;
            Outcome::of(&self.document, job, run)
        });
        Ok((json(&StoredRun { outcome, cost: Some(watch.stop()) })?, run.stopped()))
    }
}
