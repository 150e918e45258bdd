//! A validation problem: where it is, what is wrong, and what was expected.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

/// A problem with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// JSON pointer to the invalid value.
    pub pointer: String,
    /// What is wrong.
    pub problem: String,
    /// What was expected instead.
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

    /// The problem of a document that stands at `at` in another one.
    pub fn below(self, at: &str) -> Problem {
        Problem { pointer: format!("{at}{}", self.pointer), ..self }
    }
}

/// Escapes a token of a JSON pointer (RFC 6901, section 3).
pub fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Checks that the ids of a list are unique.
pub(crate) fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for (i, id) in ids.enumerate() {
        if !seen.insert(id) {
            problems.push(Problem::new(
                format!("{list}/{i}/id"),
                format!("duplicate id \"{id}\""),
                "a unique id",
            ));
        }
    }
}
