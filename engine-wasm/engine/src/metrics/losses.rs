//! Statistics of drops at queues: burst losses and synchronisation. Packets that get through cost nothing.

use super::bursts::{Bursts, at};
use super::synchronization::Synchronization;
use crate::core::packet::Packet;
use crate::units::{Nanos, Time};

/// Statistics of drops.
#[derive(Clone, Debug, Default)]
pub struct Losses {
    /// Burst losses.
    pub bursts: Bursts,
    /// Congestion events.
    pub synchronization: Synchronization,
    /// Drops by channel, then by flow.
    by_flow: Vec<Vec<u64>>,
    /// Base RTT by flow.
    pub base_rtt: Vec<Nanos>,
}

impl Losses {
    /// A queue drops a packet that is not a pure ACK. `arrivals` packets have arrived there so far, and the
    /// backlog takes `wait` to send.
    pub fn dropped(&mut self, now: Time, channel: u32, arrivals: u64, wait: Nanos, packet: &Packet) {
        self.bursts.dropped(channel, arrivals, packet);
        *at(at(&mut self.by_flow, channel), packet.flow) += 1;
        let base = self.base_rtt.get(packet.flow as usize).copied().unwrap_or_default();
        self.synchronization.dropped(now, channel, packet.flow, base + wait);
    }

    /// Restarts the counts for the measurement.
    pub fn restart(&mut self) {
        self.bursts = Bursts::default();
        self.synchronization.restart();
        self.by_flow.clear();
    }

    /// Drops of a flow's packets at a channel's queue, without pure ACKs.
    pub fn of_flow_at(&self, flow: u32, channel: u32) -> u64 {
        let there = self.by_flow.get(channel as usize).and_then(|flows| flows.get(flow as usize));
        there.copied().unwrap_or(0)
    }
}
