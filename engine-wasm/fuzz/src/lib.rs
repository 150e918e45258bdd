//! Random documents and what a page does with them: run in any chunks, edit, rewind, branch, share. In every case a run must reach the
//! digest of its document, within its limits on work and memory, and nothing may panic.
//!
//! A case follows from a seed and a number alone (see [`case`]), so both are enough to reproduce a failure.

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
