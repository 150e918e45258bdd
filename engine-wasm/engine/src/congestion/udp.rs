//! No control at all: datagrams at the rate of their traffic, whatever happens to them.

use super::{Algorithm, Law, NO_PARAMS, NO_THEORY};

/// Registered in `congestion/mod.rs`.
pub const UDP: Algorithm = Algorithm {
    id: "udp",
    name: "UDP",
    family: "Unresponsive",
    summary: "Datagrams at the times of their traffic, whatever happens to them.",
    source: "RFC 768",
    year: 1980,
    recovery: "",
    spacing: "",
    feedback: "classic",
    params: NO_PARAMS,
    probes: &[],
    rules: &[],
    theory: NO_THEORY,
    fluid: None,
    law: Law::Unresponsive,
};
