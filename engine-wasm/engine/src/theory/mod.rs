//! Closed forms and small integrals of the literature: what a law follows, and what a measurement is compared with.
//!
//! Times are in seconds, rates in packets a second, windows in packets, probabilities without a unit.

pub mod pftk;
pub mod sawtooth;
pub mod sqrt;
