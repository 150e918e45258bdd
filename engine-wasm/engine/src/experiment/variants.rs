//! The variants of an experiment, built one at a time, and the identity under which their outcomes are stored.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{AxisValue, Experiment, Point, Quick, Size, below};
use crate::core::digest::Digest;
use crate::scenario::{Problem, Scenario};

/// All variants of a size, built on demand. The first axis varies slowest.
#[derive(Clone, Debug)]
pub struct Variants<'a> {
    experiment: &'a Experiment,
    lists: Vec<Vec<AxisValue>>,
    base: Value,
    quick: Option<&'a Quick>,
}

/// A variant with its identity.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NamedVariant {
    /// The values of the axes.
    pub at: Vec<AxisValue>,
    /// Identity of the variant, 16 hexadecimal digits: equal identities and seeds have equal outcomes.
    pub identity: String,
}

/// All variants of a size with their identities.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct NamedVariants {
    /// Digest of all identities, 16 hexadecimal digits.
    pub digest: String,
    /// The variants, by number.
    pub list: Vec<NamedVariant>,
}

impl Experiment {
    /// The identities of all variants of a size. Fails if a value is invalid for the scenario.
    pub fn named(&self, size: Size) -> Result<NamedVariants, Vec<Problem>> {
        let mut digest = Digest::default();
        let one = |point: Point| {
            let identity = self.identity(&point);
            digest.word(identity);
            NamedVariant { at: point.at, identity: format!("{identity:016x}") }
        };
        let list = self.points(size)?.into_iter().map(one).collect();
        Ok(NamedVariants { digest: format!("{:016x}", digest.finish()), list })
    }

    /// The variants of a size.
    pub fn variants(&self, size: Size) -> Variants<'_> {
        let base = serde_json::to_value(&self.base).expect("a scenario can be serialised");
        let quick = self.quick.as_ref().filter(|_| size == Size::Quick);
        Variants { experiment: self, lists: self.values(size), base, quick }
    }

    /// Builds all variants. Fails if a value is invalid for the scenario.
    pub fn points(&self, size: Size) -> Result<Vec<Point>, Vec<Problem>> {
        let variants = self.variants(size);
        (0..variants.count()).map(|number| variants.point(number)).collect()
    }

    /// Identity of a variant. It covers the simulation, measures, traces and the model version, and nothing else of the document.
    pub fn identity(&self, point: &Point) -> u64 {
        let mut digest = Digest::default();
        digest.word(u64::from(crate::MODEL_VERSION));
        digest.text(&simulated(&point.scenario).to_string());
        for m in &self.measures {
            digest.text(&json!([m.of, m.over, m.per, m.times]).to_string());
        }
        // It includes the seed whose time series are stored, if there are any.
        for t in &self.traces {
            let what = json!([t.of, t.over, t.from_s, t.to_s, self.replications.first_seed]);
            digest.text(&what.to_string());
        }
        digest.finish()
    }
}

impl Variants<'_> {
    /// Number of variants.
    pub fn count(&self) -> usize {
        self.lists.iter().map(Vec::len).product()
    }

    /// Values of the axes of variant `number`, which is below [`Variants::count`].
    pub fn at(&self, number: usize) -> Vec<AxisValue> {
        let mut rest = number;
        let mut at: Vec<_> = self
            .lists
            .iter()
            .rev()
            .map(|list| {
                let value = list[rest % list.len()].clone();
                rest /= list.len();
                value
            })
            .collect();
        at.reverse();
        at
    }

    /// Builds variant `number`, which is below [`Variants::count`]. Fails if a value is invalid for the scenario.
    pub fn point(&self, number: usize) -> Result<Point, Vec<Problem>> {
        let at = self.at(number);
        let mut document = self.base.clone();
        for (i, (axis, value)) in self.experiment.axes.iter().zip(&at).enumerate() {
            axis.apply(&mut document, value).map_err(|p| below(&format!("/axes/{i}"), vec![p]))?;
        }
        // After the axes, because an axis may set the length of the full size.
        self.quick.inspect(|quick| quick.shorten(&mut document));
        let scenario = crate::document::from_value(document).map_err(|found| {
            let values: Vec<_> = at.iter().map(AxisValue::to_string).collect();
            let tell = |p: Problem| {
                let problem = format!("with {}: {} at {}", values.join(", "), p.problem, p.pointer);
                Problem::new("/axes", problem, p.expected)
            };
            found.into_iter().map(tell).collect::<Vec<_>>()
        })?;
        Ok(Point { at, scenario })
    }
}

impl Quick {
    fn shorten(&self, document: &mut Value) {
        if let Some(duration) = self.duration_s {
            document["durationS"] = duration.into();
        }
        if let Some(from) = self.measure_from_s {
            document["sampling"]["measureFromS"] = from.into();
        }
    }
}

/// A scenario without the parts that do not affect a run, and without its seed.
fn simulated(scenario: &Scenario) -> Value {
    let mut value = serde_json::to_value(scenario).expect("a scenario can be serialised");
    let remove = |thing: &mut Value, keys: &[&str]| {
        for key in keys {
            thing.as_object_mut().map(|fields| fields.remove(*key));
        }
    };
    remove(&mut value, &["title", "notes", "lesson", "seed"]);
    for (list, looks) in [("nodes", &["name", "x", "y"][..]), ("flows", &["name"])] {
        value[list].as_array_mut().into_iter().flatten().for_each(|thing| remove(thing, looks));
    }
    value
}
