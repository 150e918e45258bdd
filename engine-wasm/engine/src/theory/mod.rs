//! Closed forms and small integrals from the literature, used by controllers and compared with measurements.
//!
//! Times are in seconds, rates in packets per second, windows in packets; probabilities have no unit.

pub mod pftk;
pub mod sawtooth;
pub mod sqrt;
