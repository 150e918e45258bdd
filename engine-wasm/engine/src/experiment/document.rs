//! The experiment document: a scenario, axes to vary, replications, and measures.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Harm;
pub use crate::metrics::over::Aggregate;
use crate::scenario::Scenario;

/// The format written by this version.
pub const FORMAT_VERSION: u32 = 1;

/// An experiment: many runs of one scenario.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Experiment {
    /// Format version of this document.
    pub version: u32,
    /// Title; not an input of the runs.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: String,
    /// Notes for the reader, in Markdown; not an input of the runs.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub notes: String,
    /// The base scenario of all runs; its seed is ignored.
    pub base: Scenario,
    /// Axes to vary. Every value of the first is combined with every value of the second.
    #[serde(default)]
    #[schemars(length(max = 2))]
    pub axes: Vec<Axis>,
    /// Replications of each variant.
    #[serde(default)]
    pub replications: Replications,
    /// Measures to keep of each run.
    #[schemars(length(min = 1, max = 32))]
    pub measures: Vec<Measure>,
    /// Time series to keep of the first seed of each variant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub traces: Vec<TimeSeries>,
    /// Chart of the results.
    #[serde(default)]
    pub chart: Chart,
    /// Published values for comparison.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 1000))]
    pub published: Vec<Published>,
    /// Changes that make a smaller, quicker version of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick: Option<Quick>,
}

/// An axis: a parameter that is varied.
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
    /// Values of the axis.
    pub values: AxisValues,
    /// What each value sets in the scenario; several targets vary together.
    #[schemars(length(min = 1, max = 100))]
    pub sets: Vec<Target>,
}

/// The values of an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AxisValues {
    /// A list of numbers, or of names such as ids of algorithms.
    List(#[schemars(length(min = 1, max = 1000))] Vec<AxisValue>),
    /// A range in equal steps, both ends included.
    Range(Range),
    /// A range in equal ratios, both ends included.
    Log(LogRange),
}

/// A range in equal steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Range {
    /// First value.
    pub from: f64,
    /// Last value.
    pub to: f64,
    /// Step between values.
    pub step: f64,
}

/// A range in equal ratios.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LogRange {
    /// First value, above zero.
    pub from: f64,
    /// Last value, above zero.
    pub to: f64,
    /// Number of values.
    #[schemars(range(min = 2, max = 1000))]
    pub count: u32,
}

/// A value of an axis.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AxisValue {
    /// A number.
    Number(f64),
    /// A name.
    Text(String),
}

/// What the values of an axis set.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Target {
    /// JSON pointer into the scenario in which list items are named by id, as in timed edits. `*` in an id matches any text:
    /// `/flows/*/algorithm`, `/links/in-*/forward/delayMs`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// What to set for each value of the axis, in order, or a single value for all of them; if omitted, the value of the axis itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1000))]
    pub values: Option<Vec<serde_json::Value>>,
    /// Sets numbers in equal steps across the matches of the path, in document order, whatever the value of the axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// Factor applied to a number before `plus`.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// Added to a number after `times`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub plus: f64,
    /// Whether the result is rounded to a whole number.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub whole: bool,
    /// Whether the value is the number of copies of the flow that the path names. Copies get the ids "id-2", "id-3" … and share its
    /// hosts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub copies: bool,
    /// With `copies`: whether each copy also gets copies of the two hosts and their links, with the same suffix.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hosts: bool,
}

/// Numbers in equal steps.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Spread {
    /// Number for the first match.
    pub from: f64,
    /// End of the range.
    pub to: f64,
    /// Whether the last match gets `to` itself. Otherwise the range excludes its end.
    #[serde(default)]
    pub last: bool,
}

/// Replications: consecutive seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Replications {
    /// Number of replications.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: u32,
    /// First seed.
    #[serde(default = "first")]
    pub first_seed: u32,
}

impl Default for Replications {
    fn default() -> Self {
        Replications { count: ten(), first_seed: first() }
    }
}

/// A measure: a number of the results.
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
    /// Number of the results, such as `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`,
    /// `groups/reno/meanGoodputMbps`, `covariance/f1/f2`; `*` matches any text.
    #[schemars(length(min = 1, max = 400))]
    pub of: String,
    /// How several matching numbers are combined.
    #[serde(default)]
    pub over: Aggregate,
    /// Number or pattern to divide by, run by run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 400))]
    pub per: Option<String>,
    /// Factor.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// Reports the harm of each run in place of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub harm: Option<Harm>,
}

/// A time series of the first seed of each variant.
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
    /// Series of the run, such as `flows/f1/cwnd`, `flows/*/throughput`, `queues/core/forward/queue`, `flows/f1/probes/baseRtt`,
    /// `jain`, `friendliness/cubic`; if both models run, the fluid model's start with `fluid/`. `*` matches any text.
    #[schemars(length(min = 1, max = 400))]
    pub of: String,
    /// How several matching series are combined; if omitted, each has its own line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Aggregate>,
    /// Start of the part to keep, s; if omitted, the start of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub from_s: Option<f64>,
    /// End of the part to keep, s; if omitted or later, the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub to_s: Option<f64>,
}

/// Chart of an experiment.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Chart {
    /// Kind of chart.
    #[serde(default)]
    pub kind: ChartKind,
    /// Indices of the `measures` to show (of the `traces` for kind `trace`), one panel each; if empty, the first one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub shows: Vec<u32>,
    /// Logarithmic x axis.
    #[serde(default)]
    pub log_x: bool,
    /// Logarithmic axis of the measure.
    #[serde(default)]
    pub log_y: bool,
    /// Statistic that summarises the runs of a variant.
    #[serde(default)]
    pub centre: Centre,
}

impl Default for Chart {
    fn default() -> Self {
        Chart { kind: ChartKind::Line, shows: vec![], log_x: false, log_y: false, centre: Centre::Mean }
    }
}

/// Statistic that summarises the runs of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Centre {
    /// Mean, with confidence interval.
    #[default]
    Mean,
    /// Median, with semi-interquartile range.
    Median,
}

/// Kinds of charts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChartKind {
    /// Lines: the first axis along x, a line for each value of the second.
    #[default]
    Line,
    /// The same as bars.
    Bar,
    /// Heat map: both axes, the measure as colour.
    Heat,
    /// Time series of the first seed: time along x, a line for each series.
    Trace,
    /// The table only.
    Table,
}

/// A published value.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Published {
    /// Values of the axes.
    #[schemars(length(max = 2))]
    pub at: Vec<AxisValue>,
    /// Index of the measure in `measures`.
    #[serde(default)]
    pub measure: u32,
    /// The value.
    pub value: f64,
    /// Where it was published.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub source: String,
}

/// Changes for the quick size.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Quick {
    /// Number of replications.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 10_000))]
    pub count: Option<u32>,
    /// Length of the runs, s; overrides any axis that sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub duration_s: Option<f64>,
    /// Start of the measurement, s; overrides any axis that sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub measure_from_s: Option<f64>,
    /// Values of each axis, in order, which must be a subset of the axis's own; an empty list leaves the axis unchanged.
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
