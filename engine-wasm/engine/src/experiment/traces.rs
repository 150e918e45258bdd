//! Time series stored with the outcome of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Experiment, Job, Point, TimeSeries};
use crate::metrics::recorder::SeriesPattern;
use crate::run::Run;
use crate::scenario::{Problem, Scenario};

/// Number of points of a trace: the minimum and maximum of each of half as many equal spans.
const POINTS: usize = 400;

/// A time series, reduced to minima and maxima.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceLine {
    /// Index in the document's `traces`.
    pub series: u32,
    /// Name of the series, such as `flows/f1/cwnd`; for combined series, their pattern.
    pub name: String,
    /// Times, s. Each of several equal spans has two: those of its minimum and its maximum, in order of time.
    pub times: Vec<f32>,
    /// Values at these times; `None` if undefined.
    pub values: Vec<Option<f32>>,
}

impl TimeSeries {
    pub(super) fn wanted(&self) -> SeriesPattern {
        SeriesPattern { pattern: self.of.clone(), over: self.over }
    }
}

impl Experiment {
    /// Removes from `unknown` the indices of the document's time series that a variant has.
    pub(super) fn remove_series_of(&self, point: &Point, unknown: &mut Vec<usize>) {
        if !unknown.is_empty() {
            let run = Run::recording(&point.scenario, &self.wanted());
            unknown.retain(|&place| run.wanted(&self.traces[place].wanted()).is_empty());
        }
    }

    /// Problems for the time series that no variant has.
    pub(super) fn unknown_series(&self, unknown: &[usize]) -> Vec<Problem> {
        let expected = "a name such as flows/f1/cwnd or queues/core/forward/queue, where * matches any text";
        let tell = |&place: &usize| {
            let problem = format!("no run has a series \"{}\"", self.traces[place].of);
            Problem::new(format!("/traces/{place}/of"), problem, expected)
        };
        unknown.iter().map(tell).collect()
    }

    fn wanted(&self) -> Vec<SeriesPattern> {
        self.traces.iter().map(TimeSeries::wanted).collect()
    }

    /// Whether the time series of a run are stored: only those of the first seed are.
    pub(super) fn is_traced(&self, job: Job) -> bool {
        job.seed == self.replications.first_seed
    }

    /// A run, at its start.
    pub fn run(&self, point: &Point, job: Job) -> Run {
        let scenario = Scenario { seed: job.seed, ..point.scenario.clone() };
        if self.is_traced(job) && !self.traces.is_empty() {
            Run::recording(&scenario, &self.wanted())
        } else {
            Run::new(&scenario, false)
        }
    }
}

/// The traces of a run that records these series.
pub fn of(run: &Run, wanted: &[TimeSeries]) -> Vec<TraceLine> {
    let end = run.end().as_secs();
    let mut traces = Vec::new();
    for (series, one) in (0..).zip(wanted) {
        let to = one.to_s.map_or(end, |to| to.min(end));
        let from = one.from_s.unwrap_or(0.0);
        if from >= to {
            continue;
        }
        let step = (to - from) / POINTS as f64;
        let times: Vec<_> = (0..POINTS).map(|i| (from + step * (i as f64 + 0.5)) as f32).collect();
        for (name, line) in run.wanted(&one.wanted()) {
            let mut thinned = vec![f64::NAN; POINTS];
            line.thin((run.now(), run.now()), from * 1e9, to * 1e9, &mut thinned);
            let values = thinned.iter().map(|&y| Some(y as f32).filter(|y| y.is_finite())).collect();
            traces.push(TraceLine { series, name, times: times.clone(), values });
        }
    }
    traces
}
