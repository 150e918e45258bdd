//! Random documents and what a page does with them: run, in any pieces, edited, taken back, branched, shared. Whatever the way, a run
//! must come to the digest of its document, within its bounds of work and memory, and nothing may panic.
//!
//! A case is made from a seed and a number alone (see [`case`]), so that a failure is found again by naming both.

pub mod bases;
pub mod campaign;
pub mod case;
pub mod corpus;
pub mod guard;
pub mod memory;
pub mod mutate;
pub mod parity;
pub mod play;
pub mod rows;
pub mod script;
pub mod shrink;
pub mod views;
