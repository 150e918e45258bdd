//! A lesson that accompanies a run: text, questions and checks, step by step. None of it is an input of the simulation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Problem, Scenario, unique};

/// A lesson: a sequence of steps.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lesson {
    /// Steps in reading order.
    #[schemars(length(max = 40))]
    pub steps: Vec<LessonStep>,
}

/// One step: text, the setup of the run, a question, checks on results, and an explanation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LessonStep {
    /// Immutable identity; answers are stored under it.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Heading.
    #[serde(default)]
    #[schemars(length(max = 120))]
    pub title: String,
    /// Text shown first, in Markdown with formulas.
    #[serde(default)]
    #[schemars(length(max = 8000))]
    pub text: String,
    /// Setup of the step; if omitted, the scenario stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<StepSetup>,
    /// Question that must be answered before the rest of the step is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Checks on the results, run when the reader asks for them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 12))]
    pub checks: Vec<Check>,
    /// Text shown once the question is answered, in Markdown with formulas.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 8000))]
    pub reveal: String,
    /// Time to which the run continues once the question is answered, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub reveal_to_s: Option<f64>,
}

/// Setup of a step. It starts from the original scenario, without the changes of earlier steps.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepSetup {
    /// Changes to the scenario, in effect from the start of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 60))]
    pub set: Vec<Setting>,
    /// Time to which the run is advanced, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub run_to_s: Option<f64>,
    /// Plots to show, in this order, by the page’s names for them; if empty, those that the reader chose.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(max = 40)))]
    pub plots: Vec<String>,
    /// Panels hidden until the question is answered: plots, `topology`, `results`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 20), inner(length(max = 40)))]
    pub hide: Vec<String>,
    /// Id of the flow to select.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 64))]
    pub flow: Option<String>,
    /// Length of the time span shown, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub span_s: Option<f64>,
}

/// A change to the scenario by path, as in a timed edit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Setting {
    /// JSON pointer in which list items are named by id, as in `/links/core/forward/rateMbps`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// The new value; null removes what the path names.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// A question of one of three kinds: multiple choice, a number, or a curve to sketch.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Question {
    /// Text, in Markdown with formulas.
    #[schemars(length(min = 1, max = 2000))]
    pub ask: String,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 8))]
    pub options: Vec<Answer>,
    /// Number to estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<NumberAnswer>,
    /// Curve to sketch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
}

/// One answer of a multiple-choice question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Answer {
    /// Text, in Markdown with formulas.
    #[schemars(length(min = 1, max = 400))]
    pub text: String,
    /// Whether the answer is correct.
    #[serde(default)]
    pub right: bool,
    /// Feedback to a reader who chose this answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub feedback: String,
    /// Claim about the run that holds if and only if this answer is correct.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
}

/// A number with a tolerance.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NumberAnswer {
    /// The correct value.
    pub value: f64,
    /// Largest error at which an answer counts as correct.
    #[schemars(range(min = 0.0))]
    pub tolerance: f64,
    /// Unit, shown after the number.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 20))]
    pub unit: String,
    /// The quantity in the results of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<Quantity>,
}

/// A curve of the run that the reader sketches before seeing it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Sketch {
    /// Kind of the series, as in the directory of a run: `cwnd`, `queue`, `throughput`, `rtt`, `jain` …
    #[schemars(length(min = 1, max = 40))]
    pub series: String,
    /// Id of its flow or channel (`core/forward`); empty if it belongs to neither.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub owner: String,
    /// Start of the sketch, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub from_s: f64,
    /// End of the sketch, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub to_s: f64,
    /// Upper end of the axis, in the unit of the series.
    #[schemars(range(min = 0.000_001, max = 1_000_000_000.0))]
    pub max: f64,
    /// Largest mean distance from the curve, as a fraction of the axis, at which the sketch counts as close.
    #[serde(default = "close")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub tolerance: f64,
}

/// A number from the results of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Quantity {
    /// Name of a measure, as in experiments: `jain`, `flows/f1/goodputMbps`, `queues/core/forward/utilisation`.
    #[schemars(length(min = 1, max = 200))]
    pub measure: String,
    /// Name of a measure to divide by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 200))]
    pub per: Option<String>,
    /// Factor for conversion of the unit.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub times: f64,
    /// Time at which the results are read, in seconds.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub at_s: f64,
}

/// A comparison of a number from the results with a constant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claim {
    /// The number from the results.
    pub of: Quantity,
    /// How it compares with the constant.
    pub is: Comparison,
    /// The constant.
    pub value: f64,
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Larger.
    Above,
    /// Smaller.
    Below,
}

/// A check on the results: a task for the reader, or an observation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Check {
    /// Immutable identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// What has to hold, as text.
    #[schemars(length(min = 1, max = 400))]
    pub text: String,
    /// What has to hold, as a claim.
    pub claim: Claim,
    /// Whether the check is a task: the setup of the step fails it, so the reader has to change something.
    #[serde(default, skip_serializing_if = "is_false")]
    pub task: bool,
    /// Text shown if the check passes.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub passed: String,
    /// Text shown if the check fails.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 1000))]
    pub failed: String,
}

/// Limit on the text of all steps together, bytes. Lessons are shared in links.
const MAX_LESSON_TEXT: usize = 100_000;

/// Validates a lesson that matches the schema.
pub(crate) fn lesson_problems(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let Some(lesson) = &scenario.lesson else {
        return;
    };
    unique("/lesson/steps", lesson.steps.iter().map(|s| &s.id), problems);
    let length: usize = lesson.steps.iter().map(|s| s.text.len() + s.reveal.len()).sum();
    if length > MAX_LESSON_TEXT {
        let problem = format!("{length} bytes of text");
        problems.push(Problem::new("/lesson/steps", problem, format!("at most {MAX_LESSON_TEXT}")));
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

/// Settings may change only what is simulated.
fn settings(stage: &StepSetup, at: &str, problems: &mut Vec<Problem>) {
    const NOT_TO_SET: &[&str] = &["version", "lesson", "edits", "notes", "title"];
    for (i, Setting { path, .. }) in stage.set.iter().enumerate() {
        let first = path.strip_prefix('/').and_then(|rest| rest.split('/').next());
        if first.is_none_or(|first| first.is_empty() || NOT_TO_SET.contains(&first)) {
            problems.push(Problem::new(
                format!("{at}/stage/set/{i}/path"),
                format!("\"{path}\" cannot be set by a step"),
                "a path to a part of the scenario, as in /flows/f1/algorithm",
            ));
        }
    }
}

/// A question must have exactly one kind of answer.
fn kinds(question: &Question, at: &str, problems: &mut Vec<Problem>) {
    let given = [!question.options.is_empty(), question.number.is_some(), question.sketch.is_some()];
    let count = given.iter().filter(|&&g| g).count();
    if count != 1 {
        problems.push(Problem::new(
            at,
            format!("{count} kinds of answer"),
            "exactly one of options, number and sketch",
        ));
    }
    if !question.options.is_empty() {
        if question.options.len() < 2 {
            problems.push(Problem::new(format!("{at}/options"), "a single option", "at least two"));
        }
        if !question.options.iter().any(|o| o.right) {
            problems.push(Problem::new(
                format!("{at}/options"),
                "no correct answer",
                "at least one with \"right\": true",
            ));
        }
    }
    if let Some(sketch) = &question.sketch
        && sketch.from_s >= sketch.to_s
    {
        problems.push(Problem::new(
            format!("{at}/sketch/toS"),
            "ends before it starts",
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
