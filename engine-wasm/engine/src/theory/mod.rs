//! Closed forms and small integrals of the literature, to stand beside what a run measures.

pub mod sawtooth;
