//! What the engine publishes about itself: the catalogue, the JSON Schemas, and the records of numbers that cross to the page.

mod boundary;
mod catalogue;
mod schemas;

pub use boundary::{Boundary, boundary};
pub use catalogue::{Catalogue, catalogue};
pub use schemas::schemas;
