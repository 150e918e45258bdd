//! Aggregation of several numbers into one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How several numbers are combined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Aggregate {
    /// Their mean.
    #[default]
    Mean,
    /// Their sum.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// Jain's index of fairness, (Σx)²/(n·Σx²).
    Jain,
}

impl Aggregate {
    /// Combines the numbers. `None` if there are none or the result is undefined, as Jain's index of zeros.
    pub fn join(self, numbers: impl Iterator<Item = f64>) -> Option<f64> {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        let (mut min, mut max) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in numbers {
            (count, sum, squares) = (count + 1.0, sum + x, squares + x * x);
            (min, max) = (x.min(min), x.max(max));
        }
        let one = (count > 0.0).then_some(match self {
            Aggregate::Mean => sum / count,
            Aggregate::Sum => sum,
            Aggregate::Min => min,
            Aggregate::Max => max,
            Aggregate::Jain => sum * sum / (count * squares),
        });
        one.filter(|x| !x.is_nan())
    }
}
