//! Droptail's engine: congestion control simulated packet by packet, and as fluid.
//!
//! A run is a pure function of one document (see [`scenario::Scenario`]): the engine reads no clock, no
//! thread, no global and no environment, and the same document gives the same bits on every target.
//!
//! ## Layers
//!
//! A module imports only from rows below its own: neither from rows above nor from other modules of its row.
//! A submodule with its own row, such as `congestion::fluid`, counts separately. `tests/layers.rs` reads this
//! table and checks every file against it; docs/architecture/engine.md explains the layers.
//!
//! | layer | modules |
//! |---|---|
//! | published | `published` |
//! | studies | `capture`, `contest`, `experiment`, `time_machine` |
//! | runs | `run` |
//! | | `document` |
//! | models | `fluid_sim`, `packet_sim` |
//! | | `model` |
//! | checks | `validation` |
//! | | `fluid_sim::params`, `schema` |
//! | rows | `registry` |
//! | | `document_rows` |
//! | transport | `transport` |
//! | | `script` |
//! | control | `congestion` |
//! | | `theory` |
//! | | `congestion::fluid`, `traffic` |
//! | network | `network` |
//! | | `link` |
//! | | `queue`, `topology` |
//! | metrics | `metrics` |
//! | core | `catalogue` |
//! | | `core`, `scenario` |
//! | | `pattern`, `sections`, `units` |

pub mod capture;
pub mod catalogue;
pub mod congestion;
#[cfg(feature = "script")]
pub mod contest;
pub mod core;
pub mod document;
pub mod document_rows;
pub mod experiment;
pub mod fluid_sim;
pub mod link;
pub mod metrics;
pub mod model;
pub mod network;
pub mod packet_sim;
pub mod pattern;
pub mod published;
pub mod queue;
pub mod registry;
pub mod run;
pub mod scenario;
pub mod schema;
#[cfg(feature = "script")]
pub mod script;
pub mod sections;
pub mod theory;
pub mod time_machine;
pub mod topology;
pub mod traffic;
pub mod transport;
pub mod units;
pub mod validation;

/// Version of the simulated model, part of every digest. Raise it with every change of behaviour.
pub const MODEL_VERSION: u32 = 6;
