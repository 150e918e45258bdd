//! What is wrong with a document: where, what, and what would be right.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

/// Something wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// JSON pointer to the place.
    pub pointer: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub expected: String,
}

impl Problem {
    /// A problem at `pointer`.
    pub fn new(
        pointer: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem {
        Problem { pointer: pointer.into(), problem: problem.into(), expected: expected.into() }
    }
}

/// A token of a JSON pointer (RFC 6901, section 3).
pub fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Ids of a list are used once.
pub(crate) fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for (i, id) in ids.enumerate() {
        if !seen.insert(id) {
            problems.push(Problem::new(
                format!("{list}/{i}/id"),
                format!("a second \"{id}\""),
                "an id of its own",
            ));
        }
    }
}
