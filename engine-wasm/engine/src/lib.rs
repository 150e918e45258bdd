//! Droptail's engine: congestion control simulated packet by packet, and as fluid.
//!
//! A run is a pure function of one document (see [`scenario::Scenario`]): the engine reads no clock, no thread, no global and
//! no environment, and the same document gives the same bits on every target.

pub mod capture;
pub mod catalogue;
pub mod congestion;
pub mod experiment;
pub mod fluid_sim;
pub mod link;
pub mod metrics;
pub mod packet_sim;
pub mod pattern;
pub mod queue;
pub mod run;
pub mod scenario;
pub mod schema;
pub mod sections;
pub mod theory;
pub mod time_machine;
pub mod topology;
pub mod traffic;
pub mod transport;
pub mod units;

/// Version of the simulated model. It enters every digest; raise it with every change of behaviour.
pub const MODEL_VERSION: u32 = 4;
