//! A lesson beside the run: what a reader is told, asked and shown, step by step. Nothing of it is input of the simulation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Problem, Scenario, unique};

/// Steps that a reader takes one after the other.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lesson {
    /// In the order in which they are read.
    #[schemars(length(max = 40))]
    pub steps: Vec<LessonStep>,
}

/// One step: text, the scene that it sets, a question, checks on results, and what is said afterwards.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LessonStep {
    /// Immutable identity; answers are kept under it.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Heading.
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub title: String,
    /// Markdown with formulas, shown first.
    #[serde(default)]
    #[schemars(length(max = 8000))]
    pub text: String,
    /// The scene; absent: the scenario as it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<StepSetup>,
    /// To be answered before the rest of the step is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What the run has to show, tried when the reader asks for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12))]
    pub checks: Vec<Check>,
    /// Markdown with formulas, shown once the question is answered.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 8000))]
    pub reveal: String,
    /// Up to where the run goes when the question is answered, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub reveal_to_s: Option<f64>,
}

/// The scene of a step. It is set from the scenario as it was before the lesson changed anything.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepSetup {
    /// Changes of the scenario, which count from the start of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub set: Vec<Setting>,
    /// The run stands at this time, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub run_to_s: Option<f64>,
    /// Plots that are shown, by the page's names for them, in this order; none: those that the reader chose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(max = 40)))]
    pub plots: Vec<String>,
    /// Panels that stay hidden until the question is answered: plots, `topology`, `results`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(max = 40)))]
    pub hide: Vec<String>,
    /// Flow that is selected, by id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub flow: Option<String>,
    /// Width of the shown span of time, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub span_s: Option<f64>,
}

/// A change of the scenario by path, as a timed edit makes one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setting {
    /// A JSON pointer in which things in a list are named by id, as in `/links/core/forward/rateMbps`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// The new value; null removes what the path names.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// A question of one of three kinds: options to choose from, a number, or a curve to sketch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Markdown with formulas.
    #[schemars(length(min = 1, max = 2000))]
    pub ask: String,
    /// Options to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub options: Vec<Answer>,
    /// A number to guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberAnswer>,
    /// A curve to sketch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
}

/// One of several answers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answer {
    /// Markdown with formulas.
    #[schemars(length(min = 1, max = 400))]
    pub text: String,
    /// Whether it is right.
    #[serde(default)]
    pub right: bool,
    /// Said to who chose it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub feedback: String,
    /// What the run shows if this answer is right, and does not show if it is wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

/// A number with the error that is allowed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NumberAnswer {
    /// The right number.
    pub value: f64,
    /// A guess is right if it is not farther away than this.
    #[schemars(range(min = 0.0))]
    pub tolerance: f64,
    /// Shown behind the number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 20))]
    pub unit: String,
    /// What the run measures of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Quantity>,
}

/// A curve of the run that is sketched before it is seen.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sketch {
    /// Kind of series, as the directory of a run names them: `cwnd`, `queue`, `throughput`, `rtt`, `jain` …
    #[schemars(length(min = 1, max = 40))]
    pub series: String,
    /// Id of its flow, or of its channel (`core/forward`); empty where it belongs to neither.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub owner: String,
    /// Begin of the sketch, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub from_s: f64,
    /// End of the sketch, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub to_s: f64,
    /// Upper end of the axis, in the unit of the series.
    #[schemars(range(min = 0.000_001, max = 1_000_000_000.0))]
    pub max: f64,
    /// Mean distance from the curve, as a part of the axis, up to which the sketch is called close.
    #[serde(default = "close")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub tolerance: f64,
}

/// A number out of the results of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Quantity {
    /// Name of a measure, as experiments use them: `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`.
    #[schemars(length(min = 1, max = 200))]
    pub measure: String,
    /// Name of a measure by which it is divided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub per: Option<String>,
    /// By this it is multiplied, so that it has the unit wanted.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// When the results are looked at, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub at_s: f64,
}

/// A number out of the results, compared with another.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claim {
    /// The number.
    pub of: Quantity,
    /// How it lies to the other one.
    pub is: Comparison,
    /// The other one.
    pub value: f64,
}

/// How a number lies to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Larger.
    Above,
    /// Smaller.
    Below,
}

/// Something that the reader can bring about, or see for themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Check {
    /// Immutable identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What is to be shown, in words.
    #[schemars(length(min = 1, max = 400))]
    pub text: String,
    /// What is to be shown, in numbers.
    pub claim: Claim,
    /// Whether the step's own scene fails it, so that something has to be changed first.
    #[serde(default, skip_serializing_if = "is_false")]
    pub task: bool,
    /// Said where it holds.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub passed: String,
    /// Said where it does not.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub failed: String,
}

/// Text of all steps together, characters: a lesson is read, and travels in links.
const MOST_TEXT: usize = 100_000;

/// What is wrong with a lesson of the right shape.
pub(crate) fn lesson_problems(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let Some(lesson) = &scenario.lesson else {
        return;
    };
    unique("/lesson/steps", lesson.steps.iter().map(|s| &s.id), problems);
    let length: usize = lesson.steps.iter().map(|s| s.text.len() + s.reveal.len()).sum();
    if length > MOST_TEXT {
        let problem = format!("{length} bytes of text");
        problems.push(Problem::new("/lesson/steps", problem, format!("at most {MOST_TEXT}")));
    }
    for (i, step) in lesson.steps.iter().enumerate() {
        let at = format!("/lesson/steps/{i}");
        unique(&format!("{at}/checks"), step.checks.iter().map(|c| &c.id), problems);
        if let Some(stage) = &step.stage {
            settings(stage, &at, problems);
        }
        if let Some(question) = &step.question {
            kinds(question, &format!("{at}/question"), problems);
        }
    }
}

/// Settings change what is simulated, and nothing else.
fn settings(stage: &StepSetup, at: &str, problems: &mut Vec<Problem>) {
    const NOT_TO_SET: &[&str] = &["version", "lesson", "edits", "notes", "title"];
    for (i, Setting { path, .. }) in stage.set.iter().enumerate() {
        let first = path.strip_prefix('/').and_then(|rest| rest.split('/').next());
        if first.is_none_or(|first| first.is_empty() || NOT_TO_SET.contains(&first)) {
            problems.push(Problem::new(
                format!("{at}/stage/set/{i}/path"),
                format!("\"{path}\" is nothing that a stage sets"),
                "a path to a part of the scenario, as in /flows/f1/algorithm",
            ));
        }
    }
}

/// A question is of one kind.
fn kinds(question: &Question, at: &str, problems: &mut Vec<Problem>) {
    let given = [!question.options.is_empty(), question.number.is_some(), question.sketch.is_some()];
    let count = given.iter().filter(|&&g| g).count();
    if count != 1 {
        problems.push(Problem::new(
            at,
            format!("{count} kinds of answers"),
            "one of options, number and sketch",
        ));
    }
    if !question.options.is_empty() {
        if question.options.len() < 2 {
            problems.push(Problem::new(format!("{at}/options"), "one option", "two or more"));
        }
        if !question.options.iter().any(|o| o.right) {
            problems.push(Problem::new(
                format!("{at}/options"),
                "no right answer",
                "at least one with \"right\": true",
            ));
        }
    }
    if let Some(sketch) = &question.sketch
        && sketch.from_s >= sketch.to_s
    {
        problems.push(Problem::new(
            format!("{at}/sketch/toS"),
            "ends before it begins",
            format!("more than {}", sketch.from_s),
        ));
    }
}

fn close() -> f64 {
    0.12
}

fn one() -> f64 {
    1.0
}

fn is_one(number: &f64) -> bool {
    *number == 1.0
}

fn is_false(value: &bool) -> bool {
    !value
}
