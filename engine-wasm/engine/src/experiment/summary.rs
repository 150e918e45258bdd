//! Summary of an experiment's runs: mean and confidence interval for each variant and measure.

use schemars::JsonSchema;
use serde::Serialize;

use super::harm::Baselines;
use super::{AxisValue, Experiment, Outcome, Size, TraceLine};
use crate::metrics::statistics::{Interval, Summary, Widths};

/// A table with one row per variant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExperimentTable {
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Variants.
    pub rows: Vec<Variant>,
}

/// A variant.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variant {
    /// Values of the axes.
    pub at: Vec<AxisValue>,
    /// Finished runs.
    pub runs: usize,
    /// The document's measures, in order; `None` if no run has the measure.
    pub cells: Vec<Option<Cell>>,
    /// The document's time series, of the first seed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<TraceLine>,
}

/// Statistics of a measure over the runs of a variant that have it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cell {
    /// Number of runs.
    pub n: usize,
    /// Mean.
    pub mean: f64,
    /// Half the width of the mean's confidence interval (Student's t); `None` for a single run.
    pub half_width: Option<f64>,
    /// Standard deviation; `None` for a single run.
    pub sd: Option<f64>,
    /// Smallest.
    pub min: f64,
    /// Largest.
    pub max: f64,
    /// Median.
    pub median: f64,
    /// Semi-interquartile range.
    pub siqr: f64,
}

impl Cell {
    /// Statistics of the finite numbers; `None` if there are none.
    pub fn of(values: &[f64], widths: &mut Widths) -> Option<Cell> {
        let s = Summary::of(values)?;
        Some(Cell {
            n: s.n,
            mean: s.mean,
            half_width: widths.of(&s),
            sd: s.sd,
            min: s.min,
            max: s.max,
            median: s.median,
            siqr: s.siqr,
        })
    }
}

/// The table of the finished runs. It does not depend on their order.
pub fn summarize(
    experiment: &Experiment,
    size: Size,
    outcomes: &[Outcome],
    confidence: f64,
) -> ExperimentTable {
    let variants = experiment.variants(size);
    let mut by_variant: Vec<Vec<&Outcome>> = vec![Vec::new(); variants.count()];
    for outcome in outcomes {
        if let Some(runs) = by_variant.get_mut(outcome.point) {
            runs.push(outcome);
        }
    }
    let baselines = Baselines::new(experiment, size, outcomes);
    let mut widths = Widths::new(confidence, Interval::T);
    let row = |(number, mut runs): (usize, Vec<&Outcome>)| {
        // Floating-point sums depend on the order.
        runs.sort_by_key(|o| o.seed);
        let cell = |m: usize| {
            let values: Vec<f64> = runs.iter().filter_map(|o| baselines.value(o, m)).collect();
            Cell::of(&values, &mut widths)
        };
        let cells = (0..experiment.measures.len()).map(cell).collect();
        let traces = runs.iter().find(|o| !o.traces.is_empty()).map(|o| o.traces.clone()).unwrap_or_default();
        Variant { at: variants.at(number), runs: runs.len(), cells, traces }
    };
    ExperimentTable { confidence, rows: by_variant.into_iter().enumerate().map(row).collect() }
}
