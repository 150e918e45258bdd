//! What flows are on the wire, headers included: sizes that base RTTs are stated for, and rates that applications ask for.

use crate::catalogue::TransportKind;
use crate::scenario;
use crate::traffic::Source;
use crate::transport::FlowRows;

/// A full packet and its acknowledgement, bytes on the wire: what base RTTs are stated for.
pub const FULL_AND_ACK: (u32, u32) = (1500, 52);
/// UDP and IP headers, bytes.
pub(crate) const DATAGRAM_HEADER: u32 = 28;

/// What an application at a constant rate asks for with its headers; all others take what they get.
pub(crate) fn demand_mbps(spec: &scenario::Flow, rows: &FlowRows) -> f64 {
    let Some(Source::Constant { rate, chunk }) = rows.traffic.source(&spec.traffic.params) else {
        return f64::INFINITY;
    };
    let (payload, header) = if rows.algorithm.transport() == TransportKind::Tcp {
        let stack = rows.plain_stack(spec);
        (stack.mss, stack.overhead())
    } else {
        (chunk, DATAGRAM_HEADER)
    };
    rate.as_mbps() * f64::from(payload + header) / f64::from(payload)
}
