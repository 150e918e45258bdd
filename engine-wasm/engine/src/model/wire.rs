//! Sizes on the wire, headers included: the packets that base RTTs assume, and the demand of applications.

use crate::catalogue::TransportKind;
use crate::scenario;
use crate::traffic::Source;
use crate::transport::FlowRows;

/// Size of a full packet and of its ACK, bytes on the wire. The base RTTs by which results count losses and delays assume these.
pub const FULL_AND_ACK: (u32, u32) = (1500, 52);
/// UDP and IP headers, bytes.
pub(crate) const DATAGRAM_HEADER: u32 = 28;

/// The rate that an application at a constant rate requires, headers included; infinite for all others.
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
