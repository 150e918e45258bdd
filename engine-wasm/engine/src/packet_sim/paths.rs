//! Paths of flows: their channels, their delays with empty queues, and the demand of each flow.

use crate::model::wire::{FULL_AND_ACK, demand_mbps};
use crate::network::Network;
use crate::transport::flow::Flow;
use crate::units::Nanos;

/// A flow's path.
#[derive(Clone, Debug, Default)]
pub struct PathFacts {
    /// Channels of its data; empty without a route.
    pub channels: Vec<u32>,
    /// Configured two-way propagation delay.
    pub propagation: Nanos,
    /// The same plus the transmission times of a full packet and its ACK.
    pub base_rtt: Nanos,
    /// Demand of the application on the wire, Mb/s; infinite if it has no limit.
    pub demand_mbps: f64,
}

impl PathFacts {
    /// A flow's current path. Without a route it keeps the previous delays.
    pub fn of(flow: &Flow, net: &Network, before: &PathFacts) -> PathFacts {
        let demand_mbps = demand_mbps(&flow.spec, &flow.rows);
        let paths = net.path(flow.from, flow.to_endpoint).zip(net.path(flow.to, flow.from_endpoint));
        let Some((there, back)) = paths else {
            return PathFacts { channels: Vec::new(), demand_mbps, ..before.clone() };
        };
        let along = |path: &[u32], size: Option<u32>| {
            let channels = path.iter().map(|&c| &net.channels[c as usize]);
            let time =
                |c: &crate::link::Channel| c.delay + size.map_or(Nanos::ZERO, |bytes| c.rate.time_for(bytes));
            channels.map(time).fold(Nanos::ZERO, |a, b| a + b)
        };
        PathFacts {
            propagation: along(&there, None) + along(&back, None),
            base_rtt: along(&there, Some(FULL_AND_ACK.0)) + along(&back, Some(FULL_AND_ACK.1)),
            channels: there,
            demand_mbps,
        }
    }
}
