//! A run that Python drives.

use std::sync::{Mutex, MutexGuard};

use droptail_engine::document;
use droptail_engine::experiment::measures;
use droptail_engine::metrics::recorder::SeriesPattern;
use droptail_engine::run::Run;
use droptail_engine::scenario::{Edit, Problem, Scenario};
use droptail_engine::units::Time;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{argument, busy, json, refused};
use crate::{series, slices, state};

/// Longest run, s, as the schema of documents says.
const LONGEST_S: f64 = 100_000.0;
/// Packet events between two looks at Python's signals while a single event is made.
const PIECE: u64 = 1_000_000;

/// A run of a scenario, given as JSON.
#[pyclass(frozen, module = "droptail._engine")]
#[derive(Debug)]
pub struct Simulation {
    run: Mutex<Run>,
    /// Whether it records series.
    recording: bool,
}

fn time(seconds: f64) -> PyResult<Time> {
    if (0.0..=LONGEST_S).contains(&seconds) {
        return Ok(Time::from_secs(seconds));
    }
    Err(argument(format!(
        "{seconds} is not a simulated time: expected a number of seconds from 0 to {LONGEST_S}"
    )))
}

impl Simulation {
    /// The run. It is not waited for: the thread that has it may be waiting for the interpreter lock, which this one has.
    fn run(&self) -> PyResult<MutexGuard<'_, Run>> {
        self.run.try_lock().map_err(|_| busy())
    }
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (text, seed, all_series, patterns))]
    fn new(
        py: Python<'_>,
        text: &str,
        seed: Option<u32>,
        all_series: bool,
        patterns: Vec<String>,
    ) -> PyResult<Simulation> {
        let recording = all_series || !patterns.is_empty();
        let make = || {
            let mut scenario: Scenario = document::parse(text)?;
            scenario.seed = seed.unwrap_or(scenario.seed);
            if all_series || patterns.is_empty() {
                return Ok(Run::new(&scenario, all_series));
            }
            let wanted = patterns.into_iter().map(|pattern| SeriesPattern { pattern, over: None });
            Ok(Run::recording(&scenario, &wanted.collect::<Vec<_>>()))
        };
        let run = py.detach(make).map_err(|problems: Vec<Problem>| refused(&problems))?;
        Ok(Simulation { run: Mutex::new(run), recording })
    }

    fn now_s(&self) -> PyResult<f64> {
        Ok(self.run()?.now().as_secs())
    }

    fn end_s(&self) -> PyResult<f64> {
        Ok(self.run()?.end().as_secs())
    }

    fn stopped(&self) -> PyResult<Option<&'static str>> {
        Ok(self.run()?.stopped())
    }

    fn events(&self) -> PyResult<u64> {
        Ok(self.run()?.position().events)
    }

    fn hops(&self) -> PyResult<u64> {
        Ok(self.run()?.hops())
    }

    fn digest(&self) -> PyResult<String> {
        Ok(format!("{:016x}", self.run()?.digest()))
    }

    fn ladder(&self) -> PyResult<Vec<String>> {
        Ok(self.run()?.ladder().iter().map(|digest| format!("{digest:016x}")).collect())
    }

    fn scenario(&self) -> PyResult<String> {
        json(self.run()?.scenario())
    }

    fn results(&self) -> PyResult<String> {
        json(&self.run()?.results())
    }

    fn measures(&self) -> PyResult<String> {
        json(&measures::of(&self.run()?.results()))
    }

    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        state::of(py, &*self.run()?)
    }

    fn series<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let run = self.run()?;
        if self.recording { series::all(py, &run) } else { Ok(Vec::new()) }
    }

    fn copy(&self) -> PyResult<Simulation> {
        Ok(Simulation { run: Mutex::new(self.run()?.clone()), recording: self.recording })
    }

    /// Takes over the state of another run.
    fn take(&self, other: &Simulation) -> PyResult<()> {
        // An object may be given itself.
        let state = other.run()?.clone();
        *self.run()? = state;
        Ok(())
    }

    /// Runs what is before a time, or up to the end.
    #[pyo3(signature = (until_s))]
    fn advance(&self, py: Python<'_>, until_s: Option<f64>) -> PyResult<()> {
        let mut run = self.run()?;
        let end = run.end();
        let until = until_s.map(time).transpose()?.map_or(end, |until| until.min(end));
        slices::advance(py, &mut run, until)
    }

    /// Runs the next event. Returns whether there was one.
    fn step(&self, py: Python<'_>) -> PyResult<bool> {
        let mut run = self.run()?;
        if run.now() >= run.end() || run.stopped().is_some() {
            return Ok(false);
        }
        while !run.step_event(PIECE) {
            py.check_signals()?;
        }
        Ok(true)
    }

    /// Adds a timed edit, now or later. Returns its time.
    #[pyo3(signature = (path, value, at_s))]
    fn edit(&self, path: String, value: &str, at_s: Option<f64>) -> PyResult<f64> {
        let mut run = self.run()?;
        let value = serde_json::from_str(value).map_err(|e| argument(e.to_string()))?;
        let at_s = match at_s {
            Some(at_s) => time(at_s)?.as_secs(),
            None => {
                while !run.settle(PIECE) {}
                run.now().as_secs()
            }
        };
        run.edit(Edit { at_s, path, value }).map_err(|problems| refused(&problems))?;
        Ok(at_s)
    }
}
