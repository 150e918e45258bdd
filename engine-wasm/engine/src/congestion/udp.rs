//! No congestion control: datagrams at the rate of their traffic.

use super::{Algorithm, ControllerKind, NO_PARAMS, NO_THEORY};

/// Registered in `congestion/mod.rs`.
pub const UDP: Algorithm = Algorithm {
    id: "udp",
    name: "UDP",
    family: "Unresponsive",
    summary: "Sends datagrams when the traffic source produces them, without congestion control.",
    source: "RFC 768",
    year: 1980,
    recovery: "",
    pacing: "",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Unresponsive,
};
