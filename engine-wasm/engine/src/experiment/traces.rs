//! Time series that are kept of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::TimeSeries;
use crate::metrics::recorder::Wanted;
use crate::run::Run;

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
    pub(super) fn wanted(&self) -> Wanted {
        Wanted { pattern: self.of.clone(), over: self.over }
    }
}

/// What a run that records these series has of them.
pub fn of(run: &Run, wanted: &[TimeSeries]) -> Vec<TraceLine> {
    let end = run.end().as_secs();
    let step = end / POINTS as f64;
    let times: Vec<_> = (0..POINTS).map(|i| (step * (i as f64 + 0.5)) as f32).collect();
    let mut traces = Vec::new();
    for (series, one) in (0..).zip(wanted) {
        for (name, line) in run.wanted(&one.wanted()) {
            let mut thinned = vec![f64::NAN; POINTS];
            line.thin((run.now(), run.now()), 0.0, end * 1e9, &mut thinned);
            let values = thinned.iter().map(|&y| Some(y as f32).filter(|y| y.is_finite())).collect();
            traces.push(TraceLine { series, name, times: times.clone(), values });
        }
    }
    traces
}
