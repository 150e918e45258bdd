//! Statistics of all measures over several runs of one scenario.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;

use super::Cell;
use super::measures::Measures;
use crate::metrics::statistics::{Interval, Widths};

/// Statistics of a measure over the runs that have it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Statistic {
    /// Name of the measure.
    pub metric: String,
    /// The statistics.
    #[serde(flatten)]
    pub over: Cell,
}

/// Statistics of the measures of all runs, in order of first appearance.
pub fn statistics(runs: &[Measures], confidence: f64, interval: Interval) -> Vec<Statistic> {
    let mut values = BTreeMap::<&str, Vec<f64>>::new();
    for (name, x) in runs.iter().flatten() {
        values.entry(name).or_default().push(*x);
    }
    let mut widths = Widths::new(confidence, interval);
    let statistic = |metric: String| {
        let over = Cell::of(values.get(metric.as_str())?, &mut widths)?;
        Some(Statistic { metric, over })
    };
    names(runs).into_iter().filter_map(statistic).collect()
}

/// Names of all measures, in order of first appearance.
pub fn names(runs: &[Measures]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    runs.iter()
        .flatten()
        .filter(|(name, _)| seen.insert(name.as_str()))
        .map(|(name, _)| name.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(measures: &[(&str, f64)]) -> Measures {
        measures.iter().map(|&(name, x)| (name.to_owned(), x)).collect()
    }

    #[test]
    fn statistics_cover_the_runs_that_have_a_measure() {
        let runs = [run(&[("a", 1.0), ("b", 7.0)]), run(&[("a", 3.0)]), run(&[("a", 5.0), ("c", 0.5)])];
        let all = statistics(&runs, 0.95, Interval::T);
        let shown: Vec<_> = all.iter().map(|s| (s.metric.as_str(), s.over.n, s.over.mean)).collect();
        assert_eq!(shown, [("a", 3, 3.0), ("b", 1, 7.0), ("c", 1, 0.5)]);
        // t for two degrees of freedom is 4.303; the standard deviation is 2.
        assert!((all[0].over.half_width.unwrap() - 4.303 * 2.0 / 3.0_f64.sqrt()).abs() < 0.001);
        assert_eq!(all[1].over.half_width, None);
    }
}
