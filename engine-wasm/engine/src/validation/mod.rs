//! Validation: what a document may say, by the rows of the catalogue and by what memory allows, and the edits that it may get.
//!
//! It stands below the models, since a run applies edits while it goes on. What only a model can tell of a document is asked in
//! [`crate::document`], where text becomes a scenario.

pub(crate) mod check;
mod edits;
pub(crate) mod limits;
mod obstacles;

pub use edits::{apply, past, steps};
pub use obstacles::obstacles;
