//! Harm: what a flow loses to its competitors, relative to what it has without them (Ware, Mukerjee, Seshan &
//! Sherry, *Beyond Jain's Fairness Index: Setting the Bar For The Deployment of Congestion Control
//! Algorithms*, HotNets 2019).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AxisValue, Experiment, Outcome, Size};
use crate::scenario::Problem;

/// Harm of a measure: each run is compared with the run of the same seed at another value of an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Harm {
    /// Index of the axis in `axes`.
    #[serde(default)]
    pub axis: u32,
    /// Its value in the baseline runs, which have no competitor.
    pub baseline: AxisValue,
    /// Which values of the measure are better.
    #[serde(default)]
    pub better: Better,
}

/// Which values of a measure are better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Larger values, as with goodput.
    #[default]
    More,
    /// Smaller values, as with delays, completion times and losses.
    Less,
}

/// Harm, from a value without the competitor and one with it: 0 if nothing was lost, 1 if everything was,
/// negative if the competitor helped. Section 4.1: (x − y)/x if more is better, (y − x)/y if less is better.
pub fn harm(without: f64, with: f64, better: Better) -> Option<f64> {
    let harm = match better {
        Better::More => (without - with) / without,
        Better::Less => (with - without) / with,
    };
    harm.is_finite().then_some(harm)
}

/// Values of the baseline runs.
pub(super) struct Baselines<'a> {
    experiment: &'a Experiment,
    lists: Vec<Vec<AxisValue>>,
    values: BTreeMap<(usize, u32), &'a [Option<f64>]>,
}

impl<'a> Baselines<'a> {
    pub(super) fn new(experiment: &'a Experiment, size: Size, outcomes: &'a [Outcome]) -> Baselines<'a> {
        let wanted = experiment.measures.iter().any(|m| m.harm.is_some());
        let of = |o: &'a Outcome| ((o.point, o.seed), &o.values[..]);
        let values = if wanted { outcomes.iter().map(of).collect() } else { BTreeMap::new() };
        Baselines { experiment, lists: experiment.values(size), values }
    }

    /// Number of the variant that differs from `point` only in the value of this axis. The first axis varies
    /// slowest.
    fn place(&self, point: usize, harm: &Harm) -> Option<usize> {
        let axis = harm.axis as usize;
        let list = self.lists.get(axis)?;
        let baseline = list.iter().position(|value| *value == harm.baseline)?;
        let stride: usize = self.lists[axis + 1..].iter().map(Vec::len).product();
        let own = point / stride % list.len();
        Some(point - own * stride + baseline * stride)
    }

    /// A run's value of a measure for the table: the value itself, or the harm if the measure asks for it.
    pub(super) fn value(&self, outcome: &Outcome, measure: usize) -> Option<f64> {
        let value = outcome.values.get(measure).copied().flatten()?;
        let Some(wanted) = &self.experiment.measures[measure].harm else { return Some(value) };
        let baseline = self.values.get(&(self.place(outcome.point, wanted)?, outcome.seed))?;
        harm(baseline.get(measure).copied().flatten()?, value, wanted.better)
    }
}

/// Errors about axes and values that do not exist.
pub(super) fn problems(experiment: &Experiment) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (i, measure) in experiment.measures.iter().enumerate() {
        let Some(harm) = &measure.harm else { continue };
        match experiment.axes.get(harm.axis as usize) {
            None => {
                let expected = format!("an index below {}, the number of axes", experiment.axes.len());
                let problem = format!("there is no axis {}", harm.axis);
                problems.push(Problem::new(format!("/measures/{i}/harm/axis"), problem, expected));
            }
            Some(axis) if !axis.values.list().contains(&harm.baseline) => {
                let problem = format!("{} is not a value of the axis", harm.baseline);
                let expected = format!("one of the values of {}", axis.name);
                problems.push(Problem::new(format!("/measures/{i}/harm/baseline"), problem, expected));
            }
            Some(_) => {}
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_is_the_part_that_is_lost() {
        // Ware et al., section 4.1: 15 Mb/s alone and 5 Mb/s beside another are a harm of 0.67; a delay of 20 ms that becomes 80 ms, 0.75.
        assert!((harm(15.0, 5.0, Better::More).unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(harm(20.0, 80.0, Better::Less), Some(0.75));
        assert_eq!((harm(10.0, 10.0, Better::More), harm(10.0, 12.0, Better::More)), (Some(0.0), Some(-0.2)));
        assert_eq!((harm(0.0, 1.0, Better::More), harm(0.0, 0.0, Better::Less)), (None, None));
    }
}
