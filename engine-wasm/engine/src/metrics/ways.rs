//! Where a flow's packets go, how long that takes with empty queues, and what the flow asks for.

use crate::packet_sim::flow::Flow;
use crate::packet_sim::network::Network;
use crate::scenario;
use crate::traffic::Source;
use crate::transport::stack::{Defaults, Stack};
use crate::units::Nanos;
use crate::{catalogue::TransportKind, congestion};

/// A flow's way.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Channels of its data; empty: no route now.
    pub channels: Vec<u32>,
    /// Propagation there and back, as configured.
    pub propagation: Nanos,
    /// The same with the transmission of a full packet and its ACK.
    pub base_rtt: Nanos,
    /// What the application asks for on the wire, Mb/s; infinite: as much as there is.
    pub demand_mbps: f64,
}

/// A full packet and its acknowledgement, bytes on the wire: what base RTTs are stated for.
pub const FULL_AND_ACK: (u32, u32) = (1500, 52);
/// UDP and IP headers, bytes.
pub(crate) const DATAGRAM_HEADER: u32 = 28;

impl Way {
    /// A flow's way now. Without a route the delays stay those of the way before.
    pub fn of(flow: &Flow, net: &Network, before: &Way) -> Way {
        let demand_mbps = demand_mbps(&flow.spec);
        let ways = net.path(flow.from, flow.to_endpoint).zip(net.path(flow.to, flow.from_endpoint));
        let Some((there, back)) = ways else {
            return Way { channels: Vec::new(), demand_mbps, ..before.clone() };
        };
        let along = |way: &[u32], size: Option<u32>| {
            let channels = way.iter().map(|&c| &net.channels[c as usize]);
            let time =
                |c: &crate::link::Channel| c.delay + size.map_or(Nanos::ZERO, |bytes| c.rate.time_for(bytes));
            channels.map(time).fold(Nanos::ZERO, |a, b| a + b)
        };
        Way {
            propagation: along(&there, None) + along(&back, None),
            base_rtt: along(&there, Some(FULL_AND_ACK.0)) + along(&back, Some(FULL_AND_ACK.1)),
            channels: there,
            demand_mbps,
        }
    }
}

/// What an application at a constant rate asks for with its headers; all others take what they get.
pub(crate) fn demand_mbps(spec: &scenario::Flow) -> f64 {
    let Source::Constant { rate, chunk } = Source::new(&spec.traffic) else {
        return f64::INFINITY;
    };
    let tcp = congestion::find(&spec.algorithm).is_some_and(|a| a.transport() == TransportKind::Tcp);
    let (payload, header) = if tcp {
        let stack = Stack::new(&spec.stack, Defaults::default());
        (stack.mss, stack.overhead())
    } else {
        (chunk, DATAGRAM_HEADER)
    };
    rate.as_mbps() * f64::from(payload + header) / f64::from(payload)
}
