//! Parses a text into a [`Scenario`]. Only [`parse`] does this: it migrates old documents, then lists all
//! errors. Nothing else in the project interprets an unchecked document.

use std::sync::Arc;

use serde_json::Value;

use crate::fluid_sim;
use crate::registry::Registry;
use crate::scenario::{Engine, FORMAT_VERSION, MAX_TEXT, Problem, Scenario, lesson_problems};
use crate::validation::check::{self, MAX_PROBLEMS};
use crate::validation::limits;

/// Parses a document of any version. The error lists everything that is wrong with it.
pub fn parse(text: &str) -> Result<Scenario, Vec<Problem>> {
    if text.len() > MAX_TEXT {
        return Err(vec![check::too_long()]);
    }
    let value = serde_json::from_str(text)
        .map_err(|e| vec![Problem::new("", format!("not JSON: {e}"), "a JSON document".to_owned())])?;
    from_value(value)
}

/// Like [`parse`], from a JSON value.
pub fn from_value(value: Value) -> Result<Scenario, Vec<Problem>> {
    let scenario = shaped(value)?;
    let problems = validate(&Registry::of(&scenario), &scenario);
    if problems.is_empty() { Ok(scenario) } else { Err(problems) }
}

/// A document that matches the schema. [`validate`] checks whether it can run.
pub fn shaped(value: Value) -> Result<Scenario, Vec<Problem>> {
    check::typed(migrate(value)?)
}

/// Migrates a document to [`FORMAT_VERSION`]. There is one version so far; each later one adds a step here.
fn migrate(value: Value) -> Result<Value, Vec<Problem>> {
    let expected = || format!("{FORMAT_VERSION}");
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(FORMAT_VERSION) => Ok(value),
        Some(version) if version > u64::from(FORMAT_VERSION) => Err(vec![Problem::new(
            "/version",
            format!("format {version} is newer than this Droptail"),
            expected(),
        )]),
        _ => Err(vec![Problem::new("/version", "unknown format version", expected())]),
    }
}

/// Validates a document that matches the schema. An empty list means that it can run with these rows.
pub fn validate(registry: &Arc<Registry>, scenario: &Scenario) -> Vec<Problem> {
    let mut problems = check::consistency(registry, scenario);
    lesson_problems(scenario, &mut problems);
    if problems.is_empty() {
        check::routes(scenario, &mut problems);
        limits::over_whole_run(scenario, &mut problems);
    }
    if problems.is_empty() && scenario.engine != Engine::Packet {
        problems.extend(fluid_sim::past_too_long(registry, scenario));
    }
    if problems.is_empty() {
        check::edits(registry, scenario, 0, &mut problems);
    }
    problems.truncate(MAX_PROBLEMS);
    problems
}
