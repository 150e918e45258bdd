//! The scenario document: types, migration, validation, timed edits.
//!
//! Text becomes a [`Scenario`] in one place, [`parse`]: old documents are brought up to date, then everything that is wrong is
//! listed. Nothing else in the project interprets an unchecked document.

mod check;
mod document;
mod edit;
mod lesson;
mod limits;
mod trace;

pub use check::{Problem, escape, validate};
pub use document::*;
pub use edit::{FIXED, apply, past, places, put, set, set_everywhere, steps};
pub use lesson::*;
pub use trace::Trace;

use serde_json::Value;

/// Longest document that is read, bytes.
pub const MAX_TEXT: usize = 4 << 20;

/// Reads a document of any version; on failure everything that is wrong with it.
pub fn parse(text: &str) -> Result<Scenario, Vec<Problem>> {
    if text.len() > MAX_TEXT {
        return Err(vec![check::too_long()]);
    }
    let value = serde_json::from_str(text)
        .map_err(|e| vec![Problem::new("", format!("not JSON: {e}"), "a JSON document".to_owned())])?;
    from_value(value)
}

/// The same from a JSON value.
pub fn from_value(value: Value) -> Result<Scenario, Vec<Problem>> {
    let value = migrate(value)?;
    let scenario = check::typed(value)?;
    let problems = validate(&scenario);
    if problems.is_empty() { Ok(scenario) } else { Err(problems) }
}

/// Brings a document up to [`FORMAT_VERSION`]. There is one version so far; each later one adds a step here.
fn migrate(value: Value) -> Result<Value, Vec<Problem>> {
    let expected = || format!("{FORMAT_VERSION}");
    match value.get("version").and_then(Value::as_u64) {
        Some(version) if version == u64::from(FORMAT_VERSION) => Ok(value),
        Some(version) if version > u64::from(FORMAT_VERSION) => Err(vec![Problem::new(
            "/version",
            format!("format {version} is newer than this Droptail"),
            expected(),
        )]),
        _ => Err(vec![Problem::new("/version", "no known format version", expected())]),
    }
}
