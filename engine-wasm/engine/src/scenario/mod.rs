//! The scenario document: its types, edits by path, and validation problems.
//!
//! [`crate::validation`] checks documents; [`crate::document`] parses text into a [`Scenario`].

#[cfg(feature = "script")]
mod controllers;
mod document;
mod edit;
mod lesson;
mod problem;
mod trace;

#[cfg(feature = "script")]
pub use controllers::*;
pub use document::*;
pub use edit::{FIXED, places, put, set, set_everywhere};
pub(crate) use lesson::lesson_problems;
pub use lesson::*;
pub(crate) use problem::unique;
pub use problem::{Problem, escape};
pub use trace::Trace;

/// Maximum length of a document, bytes.
pub const MAX_TEXT: usize = 4 << 20;
