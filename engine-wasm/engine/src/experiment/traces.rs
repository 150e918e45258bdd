//! Time series that are kept of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Experiment, Job, Point, TimeSeries};
use crate::metrics::recorder::SeriesPattern;
use crate::run::Run;
use crate::scenario::{Problem, Scenario};

/// Points of a trace: two, the smallest and the largest value, for each of half as many spans of equal length.
const POINTS: usize = 400;

/// A time series, thinned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TraceLine {
    /// Place among the document's `traces`.
    pub series: u32,
    /// Name of the series, as `flows/f1/cwnd`; of several that are made one, their pattern.
    pub name: String,
    /// Times, s. Of each span of equal length there are two: the smallest value and the largest, in the order in which they came.
    pub times: Vec<f32>,
    /// What it was then; nothing where it was undefined.
    pub values: Vec<Option<f32>>,
}

impl TimeSeries {
    pub(super) fn wanted(&self) -> SeriesPattern {
        SeriesPattern { pattern: self.of.clone(), over: self.over }
    }
}

impl Experiment {
    /// Takes those of the document's time series that a variant has out of `unknown`, their places.
    pub(super) fn remove_series_of(&self, point: &Point, unknown: &mut Vec<usize>) {
        if !unknown.is_empty() {
            let run = Run::recording(&point.scenario, &self.wanted());
            unknown.retain(|&place| run.wanted(&self.traces[place].wanted()).is_empty());
        }
    }

    /// Time series that no variant has.
    pub(super) fn unknown_series(&self, unknown: &[usize]) -> Vec<Problem> {
        let expected = "a name as flows/f1/cwnd or queues/core/forward/queue, * for any text";
        let tell = |&place: &usize| {
            let problem = format!("no run has \"{}\"", self.traces[place].of);
            Problem::new(format!("/traces/{place}/of"), problem, expected)
        };
        unknown.iter().map(tell).collect()
    }

    fn wanted(&self) -> Vec<SeriesPattern> {
        self.traces.iter().map(TimeSeries::wanted).collect()
    }

    /// Whether the time series of a run are kept: those of the first seed are.
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

/// What a run that records these series has of them.
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
