//! Several numbers made one.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is made of several numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Over {
    /// Their mean.
    #[default]
    Mean,
    /// Their sum.
    Sum,
    /// The smallest.
    Min,
    /// The largest.
    Max,
}

impl Over {
    /// One of several; nothing of none.
    pub fn join(self, numbers: impl Iterator<Item = f64>) -> Option<f64> {
        let (mut count, mut sum, mut min, mut max) = (0.0, 0.0, f64::INFINITY, f64::NEG_INFINITY);
        for x in numbers {
            (count, sum, min, max) = (count + 1.0, sum + x, x.min(min), x.max(max));
        }
        (count > 0.0).then_some(match self {
            Over::Mean => sum / count,
            Over::Sum => sum,
            Over::Min => min,
            Over::Max => max,
        })
    }
}
