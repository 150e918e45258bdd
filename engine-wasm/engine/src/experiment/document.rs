//! The experiment document: a scenario, what is varied in it, how often each variant runs, and what is looked at.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Harm;
pub use crate::metrics::over::Aggregate;
use crate::scenario::Scenario;

/// The format written by this version.
pub const FORMAT_VERSION: u32 = 1;

/// A family of runs of one scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Experiment {
    /// Format version of this document.
    pub version: u32,
    /// What the reader sees first; not input of the runs.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: String,
    /// Markdown for the reader; not input of the runs.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub notes: String,
    /// The scenario that all runs begin from; its own seed counts for nothing.
    pub base: Scenario,
    /// What is varied: every value of the first with every value of the second.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub axes: Vec<Axis>,
    /// How often each variant runs.
    #[serde(default)]
    pub replications: Replications,
    /// What is looked at.
    #[schemars(length(min = 1, max = 32))]
    pub measures: Vec<Measure>,
    /// Time series that are kept of the first seed of each variant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub traces: Vec<TimeSeries>,
    /// How it is drawn.
    #[serde(default)]
    pub chart: Chart,
    /// Values that somebody published, to stand beside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1000))]
    pub published: Vec<Published>,
    /// A smaller size, for a first look: what it does otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick: Option<Quick>,
}

/// Something that is varied.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Axis {
    /// Name for charts and tables.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// Its unit, empty for pure numbers.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub unit: String,
    /// The values that it takes.
    pub values: AxisValues,
    /// What each value sets in the scenario; several are linked.
    #[schemars(length(min = 1, max = 100))]
    pub sets: Vec<Target>,
}

/// The values of an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AxisValues {
    /// One after the other: numbers, or names such as those of algorithms.
    List(#[schemars(length(min = 1, max = 1000))] Vec<AxisValue>),
    /// From one to another in equal steps, both included.
    Range(Range),
    /// From one to another in equal ratios, both included.
    Log(LogRange),
}

/// Equal steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Range {
    /// First value.
    pub from: f64,
    /// Last value.
    pub to: f64,
    /// Distance of two.
    pub step: f64,
}

/// Equal ratios.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogRange {
    /// First value, above zero.
    pub from: f64,
    /// Last value, above zero.
    pub to: f64,
    /// How many there are.
    #[schemars(range(min = 2, max = 1000))]
    pub count: u32,
}

/// A value of an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AxisValue {
    /// A quantity.
    Number(f64),
    /// A name.
    Text(String),
}

/// What a value of an axis sets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Target {
    /// A JSON pointer into the scenario in which things in a list are named by id, as timed edits have it; `*` in an id stands for
    /// any text: `/flows/*/algorithm`, `/links/in-*/forward/delayMs`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// What is set for each value of the axis, in their order, or one thing that is set for every value; absent: the value itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1000))]
    pub values: Option<Vec<serde_json::Value>>,
    /// Numbers in equal steps for what the path fits, in the document's order, whatever the value of the axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// A number is multiplied by this first.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// Then this is added.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plus: f64,
    /// The result is rounded to a whole number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// The path names a flow, of which there shall be so many: copies get the ids "id-2", "id-3" … and share its hosts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copies: bool,
    /// With `copies`: each copy of the flow has copies of its two hosts and of their links, with the same ending of the id.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hosts: bool,
}

/// Numbers in equal steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spread {
    /// The first gets this.
    pub from: f64,
    /// Where the steps lead.
    pub to: f64,
    /// The last one gets `to` itself; else one more would have got it.
    #[serde(default)]
    pub last: bool,
}

/// Replications: seeds that follow each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Replications {
    /// How many.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: u32,
    /// The first seed; the others follow it.
    #[serde(default = "first")]
    pub first_seed: u32,
}

impl Default for Replications {
    fn default() -> Self {
        Replications { count: ten(), first_seed: first() }
    }
}

/// Something that is looked at.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Measure {
    /// Name for charts and tables.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// Its unit, empty for pure numbers.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub unit: String,
    /// A number of the results, as `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`, `groups/reno/meanGoodputMbps`,
    /// `covariance/f1/f2`; `*` stands for any text.
    #[schemars(length(min = 1, max = 400))]
    pub of: String,
    /// What is made of several numbers that the pattern fits.
    #[serde(default)]
    pub over: Aggregate,
    /// Divided by this number or pattern, run by run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub per: Option<String>,
    /// Multiplied by this.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// The table has the harm of each run in place of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Harm>,
}

/// Time series of the first seed of each variant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeSeries {
    /// Name for charts.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// Its unit, empty for pure numbers.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub unit: String,
    /// A series of the run, as `flows/f1/cwnd`, `flows/*/throughput`, `queues/core/forward/queue`, `flows/f1/probes/baseRtt`, `jain`,
    /// `friendliness/cubic`, and after `fluid/` those of the fluid model where both run; `*` stands for any text.
    #[schemars(length(min = 1, max = 400))]
    pub of: String,
    /// What is made of several series that the pattern fits; absent: a line for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Aggregate>,
    /// Where the part of the run begins that is kept, s; absent: at its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub from_s: Option<f64>,
    /// Where it ends, s; absent, or beyond the end: with the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub to_s: Option<f64>,
}

/// How an experiment is drawn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chart {
    /// What kind.
    #[serde(default)]
    pub kind: ChartKind,
    /// Places among `measures`, of kind `trace` among `traces`: what it shows, a panel each; empty: the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub shows: Vec<u32>,
    /// Logarithmic axis of the first parameter.
    #[serde(default)]
    pub log_x: bool,
    /// Logarithmic axis of the measure.
    #[serde(default)]
    pub log_y: bool,
    /// What stands for the runs of a variant.
    #[serde(default)]
    pub centre: Centre,
}

impl Default for Chart {
    fn default() -> Self {
        Chart { kind: ChartKind::Line, shows: vec![], log_x: false, log_y: false, centre: Centre::Mean }
    }
}

/// What stands for the runs of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Centre {
    /// Their mean, with its confidence interval.
    #[default]
    Mean,
    /// Their median, with the semi-interquartile range.
    Median,
}

/// Kinds of charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    /// The first axis along x, a line for each value of the second.
    #[default]
    Line,
    /// The same with bars.
    Bar,
    /// Both axes, the measure as a colour.
    Heat,
    /// Time series of the first seed: time along x, a line for each series.
    Trace,
    /// Only the table.
    Table,
}

/// A published value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Published {
    /// Values of the axes.
    #[schemars(length(max = 2))]
    pub at: Vec<AxisValue>,
    /// Place of the measure among `measures`.
    #[serde(default)]
    pub measure: u32,
    /// The value.
    pub value: f64,
    /// Where it stands.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub source: String,
}

/// What the smaller size does otherwise.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Quick {
    /// Replications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: Option<u32>,
    /// Length of the runs, s, whatever an axis says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub duration_s: Option<f64>,
    /// Start of the measurement, s, whatever an axis says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub measure_from_s: Option<f64>,
    /// Values of the axes, in their order, each with those of the axis among them; an empty list leaves the axis as it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 2))]
    pub values: Vec<Vec<AxisValue>>,
}

fn one() -> f64 {
    1.0
}

fn is_one(number: &f64) -> bool {
    *number == 1.0
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn ten() -> u32 {
    10
}

fn first() -> u32 {
    1
}
