//! The scenarios of the benchmark, and the bare event loop to which the engine is compared.
//!
//! Compiled to wasm, this crate is the bare loop only; the engine is then the module that the page loads.

pub mod bare;
mod fluid;
mod scenarios;

pub use fluid::{FLUID, FluidDumbbell};
pub use scenarios::{Dumbbell, MSS, SCALE, SCENARIOS, SCRIPTED, find};

/// Runs the bare loop over `SCENARIOS[scenario]`. Returns the hops. For JavaScript.
#[unsafe(no_mangle)]
pub extern "C" fn bare_run(scenario: u32) -> f64 {
    let dumbbell = &SCENARIOS[scenario as usize];
    bare::run(dumbbell, dumbbell.duration_s) as f64
}
