//! Statistics of every measure over the runs of a point.

use std::collections::{BTreeMap, BTreeSet};

use droptail_engine::metrics::statistics::{Interval, Summary, Widths};
use serde_json::{Value, json};

use droptail_engine::experiment::measures::Measures;

/// A measure over the runs that have it.
pub struct Statistic {
    /// Its name.
    pub name: String,
    /// Mean, spread, order.
    pub summary: Summary,
    /// Half the width of the mean's confidence interval; nothing from one run.
    pub half_width: Option<f64>,
}

/// The measures of all runs, in the order in which they came up.
pub fn of(runs: &[Measures], confidence: f64, interval: Interval) -> Vec<Statistic> {
    let mut values = BTreeMap::<&str, Vec<f64>>::new();
    for (name, x) in runs.iter().flatten() {
        values.entry(name).or_default().push(*x);
    }
    let mut widths = Widths::new(confidence, interval);
    let statistic = |name: String| {
        let summary = Summary::of(values.get(name.as_str())?)?;
        let half_width = widths.of(&summary);
        Some(Statistic { name, summary, half_width })
    };
    names(runs).into_iter().filter_map(statistic).collect()
}

/// The names of all measures, in the order in which they came up.
pub fn names(runs: &[Measures]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    runs.iter()
        .flatten()
        .filter(|(name, _)| seen.insert(name.as_str()))
        .map(|(name, _)| name.clone())
        .collect()
}

impl Statistic {
    /// As JSON.
    pub fn json(&self) -> Value {
        let s = &self.summary;
        json!({
            "metric": self.name, "n": s.n, "mean": s.mean, "halfWidth": self.half_width, "sd": s.sd,
            "min": s.min, "max": s.max, "median": s.median, "siqr": s.siqr,
        })
    }

    /// As a line of the table.
    pub fn cells(&self) -> Vec<String> {
        let s = &self.summary;
        let maybe = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), digits);
        let head = [self.name.clone(), s.n.to_string(), digits(s.mean)];
        let rest = [maybe(self.half_width), maybe(s.sd), digits(s.min), digits(s.max), digits(s.median)];
        head.into_iter().chain(rest).chain([digits(s.siqr)]).collect()
    }
}

/// Headings of [`Statistic::cells`].
pub const HEAD: [&str; 9] = ["metric", "n", "mean", "±", "sd", "min", "max", "median", "SIQR"];

/// About five digits that say something.
pub fn digits(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 || (x.fract() == 0.0 && size < 1e15) {
        return format!("{x:.0}");
    }
    let before = if size >= 1.0 { format!("{:.0}", size.trunc()).len() } else { 0 };
    if size < 1e-4 { format!("{x:.3e}") } else { format!("{x:.*}", 5_usize.saturating_sub(before)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(measures: &[(&str, f64)]) -> Measures {
        measures.iter().map(|&(name, x)| (name.to_owned(), x)).collect()
    }

    #[test]
    fn each_measure_over_the_runs_that_have_it() {
        let runs = [run(&[("a", 1.0), ("b", 7.0)]), run(&[("a", 3.0)]), run(&[("a", 5.0), ("c", 0.5)])];
        let all = of(&runs, 0.95, Interval::T);
        let shown: Vec<_> = all.iter().map(|s| (s.name.as_str(), s.summary.n, s.summary.mean)).collect();
        assert_eq!(shown, [("a", 3, 3.0), ("b", 1, 7.0), ("c", 1, 0.5)]);
        // t for two degrees of freedom is 4.303, the standard deviation 2.
        assert!((all[0].half_width.unwrap() - 4.303 * 2.0 / 3.0_f64.sqrt()).abs() < 0.001);
        assert_eq!(all[1].half_width, None);
    }

    #[test]
    fn numbers_to_read() {
        let shown = [0.0, 12.0, 0.123456, 9.87654321, 123.456789, 0.0000123, 1234567.89].map(digits);
        assert_eq!(shown, ["0", "12", "0.12346", "9.8765", "123.46", "1.230e-5", "1234568"]);
    }
}
