//! Outcomes of an experiment, in memory or in a folder that the command line reads and writes too.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::{DataType, Field, Schema};
use droptail_engine::experiment::{self, AxisValue, Job, Outcome, Size};
use droptail_sweeps::cost::{Stopwatch, weight};
use droptail_sweeps::lines::StoredRun;
use droptail_sweeps::shard::Shard;
use droptail_sweeps::tables::{self, headings};
use droptail_sweeps::{lines, store};
use pyo3::prelude::*;

use crate::errors::{argument, busy, folder, json, refused};
use crate::experiment::Experiment;
use crate::series::failed;
use crate::slices::advance_while;

/// Time between two looks at Python's signals, and between two reports of progress.
const LOOK: Duration = Duration::from_millis(50);

/// The outcomes of an experiment's runs, or of a part of them.
#[pyclass(frozen, module = "droptail._engine")]
#[derive(Debug)]
pub struct Store {
    experiment: Arc<experiment::Experiment>,
    size: Size,
    shard: Shard,
    out: Option<PathBuf>,
    store: Mutex<store::Store>,
    notes: Vec<String>,
}

impl Store {
    fn store(&self) -> PyResult<MutexGuard<'_, store::Store>> {
        self.store.try_lock().map_err(|_| busy())
    }

    fn jobs_left(&self, store: &store::Store) -> Vec<Job> {
        let jobs = self.experiment.jobs(self.size).into_iter().enumerate();
        jobs.filter(|&(place, job)| self.shard.has(place) && !store.has(job)).map(|(_, job)| job).collect()
    }
}

#[pymethods]
impl Store {
    /// Opens a folder, or memory, for the runs of a part.
    #[new]
    #[pyo3(signature = (experiment, out, part, of))]
    fn new(
        py: Python<'_>,
        experiment: &Experiment,
        out: Option<PathBuf>,
        part: usize,
        of: usize,
    ) -> PyResult<Store> {
        if part == 0 || part > of {
            return Err(argument(format!("part {part} of {of}: parts are numbered from 1")));
        }
        let (document, size, shard) = (experiment.document.clone(), experiment.size, Shard { part, of });
        let notes = Mutex::new(Vec::new());
        let note = |text: &str| {
            if let Ok(mut notes) = notes.lock() {
                notes.push(text.to_owned());
            }
        };
        let open = || {
            let its = |kept: &[&Outcome]| {
                let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
                droptail_sweeps::check::are_of(&document, size, kept, threads, &mut |text| note(text))
            };
            store::Store::open(out.as_deref(), &document, size, shard, &mut |text| note(text), its)
        };
        let store = py.detach(open).map_err(folder)?;
        let notes = notes.into_inner().unwrap_or_default();
        Ok(Store { experiment: document, size, shard, out, store: Mutex::new(store), notes })
    }

    /// What was odd about the folder.
    fn notes(&self) -> Vec<String> {
        self.notes.clone()
    }

    /// Number of runs that are stored, those of other parts included.
    fn count(&self) -> PyResult<usize> {
        Ok(self.store()?.runs().count())
    }

    /// Variant and seed of the part's runs that are not stored, in the order of the document.
    fn left(&self) -> PyResult<Vec<(usize, u32)>> {
        let store = self.store()?;
        Ok(self.jobs_left(&store).into_iter().map(|job| (job.point, job.seed)).collect())
    }

    /// Stores lines that `Experiment.outcome` made. Returns how many were new. Fails if a run has a different outcome here.
    fn keep(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<usize> {
        let mut store = self.store()?;
        let store = &mut *store;
        py.detach(|| {
            let shape = lines::Shape::of(&self.experiment, self.size);
            let mut new = 0;
            for line in lines {
                let StoredRun { outcome, cost } =
                    serde_json::from_str(&line).map_err(|e| format!("not the outcome of a run: {e}"))?;
                if let Some(problem) = shape.problem(&outcome) {
                    return Err(problem);
                }
                let job = Job { point: outcome.point, seed: outcome.seed };
                new += usize::from(!store.has(job));
                store.keep(outcome, cost)?;
            }
            Ok(new)
        })
        .map_err(folder)
    }

    /// Makes the runs that are left on some threads, longest first. Calls `progress` with the share of the estimated cost that is done
    /// and the number of runs that are done. Returns the runs that ended early: variant, seed and why.
    #[pyo3(signature = (threads, progress))]
    fn run(
        &self,
        py: Python<'_>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<(usize, u32, &'static str)>> {
        let mut store = self.store()?;
        let store = &mut *store;
        py.detach(|| self.run_left(store, threads, progress.as_ref()))
    }

    /// Writes the tables to the folder, if there is one. Returns the table as JSON, and the digest of all runs.
    fn finish(&self, py: Python<'_>, confidence: f64) -> PyResult<(String, String)> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(argument(format!("a confidence of {confidence} is not between 0 and 1")));
        }
        let store = &*self.store()?;
        let made = py.detach(|| {
            let outcomes = store.sorted();
            let table = experiment::summarize(&self.experiment, self.size, &outcomes, confidence);
            if let Some(out) = self.out.as_ref().filter(|_| self.shard == Shard::WHOLE) {
                tables::write(out, &self.experiment, &table, &outcomes)?;
            }
            Ok((table, experiment::fingerprint(&outcomes)))
        });
        let (table, fingerprint) = made.map_err(folder)?;
        Ok((json(&table)?, fingerprint))
    }

    /// The stored outcomes as a record batch: variant, axes, seed, digest, measures.
    fn runs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let store = &*self.store()?;
        let batch = py.detach(|| {
            let outcomes: Vec<_> = store.runs().collect();
            self.batch(&outcomes)
        });
        batch.map_err(failed)?.to_pyarrow(py)
    }
}

impl Store {
    fn run_left(
        &self,
        store: &mut store::Store,
        threads: usize,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Vec<(usize, u32, &'static str)>> {
        let points = self.experiment.points(self.size).map_err(|p| refused(&p))?;
        let left = self.jobs_left(store);
        let mut weights: Vec<Option<f64>> = vec![None; points.len()];
        let mut jobs = Vec::with_capacity(left.len());
        for job in left {
            let weight = *weights[job.point].get_or_insert_with(|| weight(&points[job.point]));
            jobs.push((job, weight));
        }
        // Longest first, so that no processor idles while another one finishes a long run.
        jobs.sort_by(|a, b| b.1.total_cmp(&a.1));
        let total: f64 = jobs.iter().map(|(_, weight)| weight).sum();
        let count = jobs.len();
        let queue = Mutex::new(VecDeque::from(jobs));
        let stop = AtomicBool::new(false);
        // In millionths of the cost, since atomics hold whole numbers.
        let part_done = AtomicU64::new(0);
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, count.max(1)) {
                let sender = sender.clone();
                let (points, queue, stop, part_done) = (&points, &queue, &stop, &part_done);
                scope.spawn(move || {
                    let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
                    while let Some((job, weight)) = next() {
                        let watch = Stopwatch::start();
                        let mut run = self.experiment.run(&points[job.point], job);
                        if !advance_while(&mut run, || !stop.load(Ordering::Relaxed)) {
                            return;
                        }
                        let outcome = Outcome::of(&self.experiment, job, &run);
                        part_done.fetch_add((1e6 * weight / total.max(1.0)) as u64, Ordering::Relaxed);
                        if sender.send((job, outcome, watch.stop(), run.stopped())).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let mut early = Vec::new();
            let mut done = 0;
            // Takes what comes for a while. Returns whether there is more to come.
            let mut take = |early: &mut Vec<_>, done: &mut usize| -> PyResult<bool> {
                let begun = Instant::now();
                while let Some(left) = LOOK.checked_sub(begun.elapsed()) {
                    match receiver.recv_timeout(left) {
                        Ok((job, outcome, cost, stopped)) => {
                            store.keep(outcome, Some(cost)).map_err(folder)?;
                            *done += 1;
                            early.extend(stopped.map(|why| (job.point, job.seed, why)));
                        }
                        Err(RecvTimeoutError::Timeout) => break,
                        Err(RecvTimeoutError::Disconnected) => return Ok(false),
                    }
                }
                Ok(true)
            };
            let mut go_on = || -> PyResult<bool> {
                let more = take(&mut early, &mut done)?;
                let share = if more { part_done.load(Ordering::Relaxed) as f64 / 1e6 } else { 1.0 };
                Python::attach(|py| {
                    py.check_signals()?;
                    progress.map_or(Ok(()), |call| call.call1(py, (share, done)).map(|_| ()))
                })?;
                Ok(more)
            };
            let ended = loop {
                match go_on() {
                    Ok(true) => {}
                    Ok(false) => break Ok(()),
                    Err(error) => break Err(error),
                }
            };
            stop.store(true, Ordering::Relaxed);
            ended?;
            Ok(early)
        })
    }

    fn batch(&self, outcomes: &[&Outcome]) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let (axes, measures) = headings(&self.experiment);
        let variants = self.experiment.variants(self.size);
        let at: Vec<Vec<AxisValue>> = (0..variants.count()).map(|number| variants.at(number)).collect();
        let mut fields = vec![Field::new("variant", DataType::Int64, false)];
        let mut columns: Vec<ArrayRef> =
            vec![Arc::new(outcomes.iter().map(|o| o.point as i64).collect::<Int64Array>())];
        for (axis, name) in axes.iter().enumerate() {
            let value = |o: &&Outcome| at[o.point][axis].clone();
            let number = |value| if let AxisValue::Number(x) = value { Some(x) } else { None };
            let (column, kind): (ArrayRef, _) =
                if at.iter().all(|at| matches!(at[axis], AxisValue::Number(_))) {
                    let numbers: Float64Array = outcomes.iter().map(|o| number(value(o))).collect();
                    (Arc::new(numbers), DataType::Float64)
                } else {
                    let texts: StringArray = outcomes.iter().map(|o| Some(value(o).to_string())).collect();
                    (Arc::new(texts), DataType::Utf8)
                };
            fields.push(Field::new(name, kind, true));
            columns.push(column);
        }
        fields.push(Field::new("seed", DataType::Int64, false));
        columns.push(Arc::new(outcomes.iter().map(|o| i64::from(o.seed)).collect::<Int64Array>()));
        fields.push(Field::new("digest", DataType::Utf8, false));
        columns.push(Arc::new(outcomes.iter().map(|o| Some(o.digest.as_str())).collect::<StringArray>()));
        for (measure, name) in measures.iter().enumerate() {
            fields.push(Field::new(name, DataType::Float64, true));
            let values = outcomes.iter().map(|o| o.values.get(measure).copied().flatten());
            columns.push(Arc::new(values.collect::<Float64Array>()));
        }
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)
    }
}

/// Joins folders of parts in another folder and returns its runs. Runs may be missing.
#[pyfunction]
pub fn merge(py: Python<'_>, folders: Vec<PathBuf>, out: PathBuf) -> PyResult<(Store, String, bool)> {
    let mut notes = Vec::new();
    let joined = py.detach(|| {
        droptail_sweeps::merge::merge(&folders, Path::new(&out), &mut |text| notes.push(text.to_owned()))
    });
    let (experiment, size, store) = joined.map_err(folder)?;
    let text = json(&experiment)?;
    let experiment = Arc::new(experiment);
    let store =
        Store { experiment, size, shard: Shard::WHOLE, out: Some(out), store: Mutex::new(store), notes };
    Ok((store, text, size == Size::Quick))
}
