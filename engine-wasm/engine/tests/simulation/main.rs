//! Tests of whole simulations, in one program, because each further program would link the engine again.
//! | `allocation.rs` and `time_machine.rs` have their own allocators, so they are separate programs.

#[path = "../common/mod.rs"]
mod common;

mod analytic;
mod applications;
mod bbr;
mod bbr3;
mod behaviours;
mod budgets;
mod catalogue;
mod copa;
mod delay;
mod dualq;
mod ecn;
mod fair_aqm;
mod fluid;
mod fluid_claims;
mod fluid_properties;
mod highspeed;
mod hostile;
mod ledbat;
mod lessons;
mod links;
mod metrics;
mod mixed_signals;
mod pacing;
mod prague;
mod properties;
mod queues;
mod rate;
mod recovery;
mod refusals;
mod registry;
#[cfg(feature = "script")]
mod scripts;
mod slow_start;
mod theory;
mod traffic;
mod transfers;
mod vivace;
mod why;
