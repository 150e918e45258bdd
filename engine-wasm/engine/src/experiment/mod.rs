//! Experiments: a scenario with axes to vary, replications, and a summary of the results.
//!
//! The runs depend only on the document, not on where they run, in which order, or on how many machines.

mod document;
mod ensemble;
mod harm;
pub mod measures;
mod summary;
mod targets;
mod traces;
mod variants;

pub use document::*;
pub use ensemble::{Statistic, names, statistics};
pub use harm::{Better, Harm};
pub use summary::{Cell, ExperimentTable, Variant, summarize};
pub use traces::TraceLine;
pub use variants::{NamedVariant, NamedVariants, Variants};

use serde_json::Value;

use crate::core::digest::Digest;
use crate::registry::Registry;
use crate::run::Run;
use crate::scenario::{self, Problem, Scenario};
use crate::schema;
use measures::Measures;

/// Maximum number of runs of an experiment.
const MAX_RUNS: usize = 1_000_000;
/// Maximum number of variants of an experiment; each is a scenario.
const MAX_POINTS: usize = 10_000;

/// Limit on the number of variants times the number of parts of the scenario.
const MAX_PARTS: usize = 1_000_000;

/// Size of an experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Full size.
    Full,
    /// With the changes in `quick`, if there are any.
    Quick,
}

/// One variant.
#[derive(Clone, Debug)]
pub struct Point {
    /// The values of the axes.
    pub at: Vec<AxisValue>,
    /// The scenario of its runs, apart from the seed.
    pub scenario: Scenario,
}

/// One run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Number of its variant.
    pub point: usize,
    /// Its seed.
    pub seed: u32,
}

/// The stored outcome of a run.
#[derive(Clone, PartialEq, Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Number of its variant.
    pub point: usize,
    /// Its seed.
    pub seed: u32,
    /// Fingerprint of the run, 16 hexadecimal digits.
    pub digest: String,
    /// The document's measures, in order; `None` if undefined in this run.
    pub values: Vec<Option<f64>>,
    /// The document's time series, of the first seed of each variant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<TraceLine>,
    /// Hops, as a measure of the run's cost.
    #[serde(default)]
    pub hops: u64,
    /// Solver steps of the fluid model, as a measure of the run's cost.
    #[serde(default)]
    pub steps: u64,
}

impl Outcome {
    /// The outcome of a finished run of `job`, made by [`Experiment::run`].
    pub fn of(experiment: &Experiment, job: Job, run: &Run) -> Outcome {
        let results = run.results();
        let all = measures::of(&results);
        Outcome {
            point: job.point,
            seed: job.seed,
            values: experiment.measures.iter().map(|m| m.value(&all)).collect(),
            traces: if experiment.is_traced(job) { traces::of(run, &experiment.traces) } else { vec![] },
            hops: run.hops(),
            steps: results.fluid.as_ref().map_or(0, |f| f.steps),
            digest: results.digest,
        }
    }
}

/// Fingerprint of runs sorted by variant and seed, 16 hexadecimal digits. It does not depend on who made them or in which order.
pub fn fingerprint(sorted: &[Outcome]) -> String {
    let mut digest = Digest::default();
    for outcome in sorted {
        digest.word(outcome.point as u64);
        digest.word(u64::from(outcome.seed));
        digest.text(&outcome.digest);
    }
    format!("{:016x}", digest.finish())
}

impl Measure {
    /// Its value in a run; `None` if undefined.
    pub fn value(&self, all: &Measures) -> Option<f64> {
        let part = measures::matching(all, &self.of, self.over)?;
        let whole = self.per.as_ref().map_or(Some(1.0), |per| measures::matching(all, per, self.over))?;
        Some(self.times * part / whole).filter(|x| x.is_finite())
    }
}

/// Whether a document is an experiment and not a scenario.
pub fn is_experiment(value: &Value) -> bool {
    value.get("base").is_some()
}

/// Parses an experiment. The error lists everything that is wrong with it.
pub fn parse(text: &str) -> Result<Experiment, Vec<Problem>> {
    if text.len() > scenario::MAX_TEXT {
        let expected = format!("at most {} bytes", scenario::MAX_TEXT);
        return Err(vec![Problem::new("", "the document is too long", expected)]);
    }
    let value = serde_json::from_str(text)
        .map_err(|e| vec![Problem::new("", format!("not JSON: {e}"), "a JSON document")])?;
    from_value(value)
}

/// Like [`parse`], from a JSON value.
pub fn from_value(value: Value) -> Result<Experiment, Vec<Problem>> {
    let version = value.get("version").and_then(Value::as_u64);
    if version != Some(u64::from(FORMAT_VERSION)) {
        return Err(vec![Problem::new("/version", "unknown format version", FORMAT_VERSION.to_string())]);
    }
    let mut problems = Vec::new();
    schema::check(schema::experiment_schema(), &value, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let experiment: Experiment = serde_json::from_value(value)
        .map_err(|e| vec![Problem::new("", e.to_string(), "a document that matches the schema")])?;
    let problems = experiment.validate();
    if problems.is_empty() { Ok(experiment) } else { Err(problems) }
}

fn below(at: &str, problems: Vec<Problem>) -> Vec<Problem> {
    problems.into_iter().map(|p| p.below(at)).collect()
}

/// Rounds to twelve digits: 0.3, not 0.30000000000000004.
fn plain(x: f64) -> f64 {
    format!("{x:.11e}").parse().unwrap_or(x)
}

impl AxisValues {
    /// All values.
    pub fn list(&self) -> Vec<AxisValue> {
        match self {
            AxisValues::List(list) => list.clone(),
            AxisValues::Range(r) => {
                let count = libm::floor((r.to - r.from) / r.step + 1e-9).max(0.0) as usize;
                (0..=count.min(MAX_POINTS))
                    .map(|i| AxisValue::Number(plain(r.from + r.step * i as f64)))
                    .collect()
            }
            AxisValues::Log(r) => {
                let ratio = libm::log(r.to / r.from) / f64::from(r.count.max(2) - 1);
                let at = |i: u32| r.from * libm::exp(ratio * f64::from(i));
                (0..r.count).map(|i| AxisValue::Number(plain(at(i)))).collect()
            }
        }
    }

    fn problem(&self) -> Option<&'static str> {
        match self {
            AxisValues::List(_) => None,
            AxisValues::Range(r) if !(r.step > 0.0 && r.to >= r.from) => {
                Some("a positive step, and an end not below the start")
            }
            AxisValues::Log(r) if !(r.from > 0.0 && r.to > r.from) => {
                Some("positive ends, the second above the first")
            }
            _ => None,
        }
    }
}

impl Experiment {
    /// Validates a document that matches the schema. An empty list means that it can run.
    pub fn validate(&self) -> Vec<Problem> {
        let mut problems = below("/base", crate::document::validate(&Registry::of(&self.base), &self.base));
        if self.base.version != scenario::FORMAT_VERSION {
            let expected = scenario::FORMAT_VERSION.to_string();
            problems.push(Problem::new("/base/version", "unknown format version", expected));
        }
        for (i, axis) in self.axes.iter().enumerate() {
            if let Some(expected) = axis.values.problem() {
                problems.push(Problem::new(format!("/axes/{i}/values"), "no range", expected));
                continue;
            }
            let count = axis.values.list().len();
            for (k, set) in axis.sets.iter().enumerate() {
                problems.extend(below(&format!("/axes/{i}/sets/{k}"), set.problems(count)));
            }
        }
        problems.extend(self.invalid_indices());
        problems.extend(harm::problems(self));
        if !problems.is_empty() {
            return problems;
        }
        let points: usize = self.axes.iter().map(|a| a.values.list().len()).product();
        let runs = points * self.replications.count as usize;
        if points > MAX_POINTS || runs > MAX_RUNS {
            let expected = format!("at most {MAX_POINTS} variants and {MAX_RUNS} runs");
            return vec![Problem::new("/axes", format!("{points} variants, {runs} runs"), expected)];
        }
        // Each variant is validated as a whole.
        let base = &self.base;
        let parts = base.nodes.len() + base.links.len() + base.flows.len() + base.edits.len();
        if points * parts > MAX_PARTS {
            let problem =
                format!("{points} variants of a scenario with {parts} nodes, links, flows and edits");
            return vec![Problem::new("/axes", problem, format!("at most {} variants", MAX_PARTS / parts))];
        }
        self.variant_problems()
    }

    /// Validates the variants. They are built one after another: together they could exhaust memory.
    fn variant_problems(&self) -> Vec<Problem> {
        let quick = self.quick.as_ref().map(|_| Size::Quick);
        let mut unknown: Vec<_> = (0..self.traces.len()).collect();
        for size in quick.into_iter().chain([Size::Full]) {
            let variants = self.variants(size);
            for number in 0..variants.count() {
                match variants.point(number) {
                    Err(found) => return found,
                    Ok(point) if size == Size::Full => self.remove_series_of(&point, &mut unknown),
                    Ok(_) => {}
                }
            }
        }
        self.unknown_series(&unknown)
    }

    /// References to measures and series that do not exist.
    fn invalid_indices(&self) -> Vec<Problem> {
        let trace = self.chart.kind == ChartKind::Trace;
        let (list, there) =
            if trace { ("traces", self.traces.len()) } else { ("measures", self.measures.len()) };
        let mut problems = Vec::new();
        let mut look = |pointer: String, place: u32, (list, there): (&str, usize)| {
            if place as usize >= there {
                let expected = format!("an index below {there}, the number of {list}");
                problems.push(Problem::new(pointer, format!("{place} is out of range"), expected));
            }
        };
        for (i, &place) in self.chart.shows.iter().enumerate() {
            look(format!("/chart/shows/{i}"), place, (list, there));
        }
        for (i, published) in self.published.iter().enumerate() {
            look(format!("/published/{i}/measure"), published.measure, ("measures", self.measures.len()));
        }
        if trace && there == 0 {
            problems.push(Problem::new("/chart/kind", "no time series to draw", "at least one in traces"));
        }
        problems
    }

    /// Values of the axes for a size.
    pub fn values(&self, size: Size) -> Vec<Vec<AxisValue>> {
        let list = |(i, axis): (usize, &Axis)| {
            let quick = self.quick.as_ref().filter(|_| size == Size::Quick);
            let fewer = quick.and_then(|q| q.values.get(i)).filter(|v| !v.is_empty());
            fewer.cloned().unwrap_or_else(|| axis.values.list())
        };
        self.axes.iter().enumerate().map(list).collect()
    }

    /// Seeds for a size.
    pub fn seeds(&self, size: Size) -> Vec<u32> {
        let quick = self.quick.as_ref().filter(|_| size == Size::Quick).and_then(|q| q.count);
        let count = quick.unwrap_or(self.replications.count);
        (0..count).map(|i| self.replications.first_seed.wrapping_add(i)).collect()
    }

    /// All runs, variant by variant, seeds in order.
    pub fn jobs(&self, size: Size) -> Vec<Job> {
        let points = self.variants(size).count();
        let seeds = self.seeds(size);
        (0..points).flat_map(|point| seeds.iter().map(move |&seed| Job { point, seed })).collect()
    }
}

impl std::fmt::Display for AxisValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            AxisValue::Number(x) => write!(f, "{x}"),
            AxisValue::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests;
