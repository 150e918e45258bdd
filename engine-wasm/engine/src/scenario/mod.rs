//! The scenario document: its types, changes of it by path, and the problems that one can have.
//!
//! What is in a document is checked in [`crate::validation`]; text becomes a [`Scenario`] in [`crate::document`].

mod document;
mod edit;
mod lesson;
mod problem;
mod trace;

pub use document::*;
pub use edit::{FIXED, places, put, set, set_everywhere};
pub(crate) use lesson::lesson_problems;
pub use lesson::*;
pub(crate) use problem::unique;
pub use problem::{Problem, escape};
pub use trace::Trace;

/// Longest document that is read, bytes.
pub const MAX_TEXT: usize = 4 << 20;
