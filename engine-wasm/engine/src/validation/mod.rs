//! Validation of documents and edits against the rows of the catalogue and the memory limits.
//!
//! This module is below the models because a run validates edits. Checks that need a model are in [`crate::document`], where text
//! becomes a scenario.

pub(crate) mod check;
mod edits;
pub(crate) mod limits;
mod obstacles;

pub use edits::{apply, past, steps};
pub use obstacles::obstacles;
