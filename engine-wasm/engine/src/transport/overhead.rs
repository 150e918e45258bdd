//! A small random processing delay of each packet at the sender, as on a busy host. It breaks the phase
//! effects of deterministic simulations (Floyd & Jacobson, *On Traffic Phase Effects in Packet-Switched
//! Gateways*, 1992; ns-2's `overhead_`).

use std::collections::VecDeque;

use crate::core::packet::PacketId;
use crate::core::random::Rng;
use crate::network::Network;
use crate::units::{Nanos, Time};

/// Packets that a sender has handed over but that are not in the network yet.
#[derive(Clone, Debug)]
pub struct Overhead {
    most: Nanos,
    rng: Rng,
    /// Departure times, in order; packets do not overtake each other.
    waiting: VecDeque<(Time, PacketId)>,
}

impl Overhead {
    /// Delays are uniform in 0 … `most`.
    pub fn new(most: Nanos, rng: Rng) -> Overhead {
        Overhead { most, rng, waiting: VecDeque::new() }
    }

    /// Changes the maximum delay of packets from now on.
    pub fn set_bound(&mut self, most: Nanos) {
        self.most = most;
    }

    /// Adds a packet in the slab. Returns when it leaves.
    pub fn delay(&mut self, now: Time, net: &mut Network, packet: PacketId) -> Time {
        let own = now + self.most.scale(self.rng.uniform());
        let at = self.waiting.back().map_or(own, |&(last, _)| last.max(own));
        self.waiting.push_back((at, packet));
        net.held_back += 1;
        at
    }

    /// When the next packet leaves.
    pub fn next(&self) -> Option<Time> {
        self.waiting.front().map(|&(at, _)| at)
    }

    /// Removes the next packet.
    pub fn take(&mut self, net: &mut Network) -> Option<PacketId> {
        let (_, id) = self.waiting.pop_front()?;
        net.held_back -= 1;
        Some(id)
    }

    /// Whether no packet is inside.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// The sender was removed: discards the packets that it has not sent.
    pub fn abandon(&mut self, net: &mut Network) {
        while let Some(id) = self.take(net) {
            net.packets.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::packet::Packet;
    use crate::metrics::recorder::{Recorder, SeriesSelection};
    use crate::network::FlightStorage;

    /// Delays in ms of packets handed over every `every_ms`.
    fn delays(every_ms: f64, count: u32) -> Vec<f64> {
        let mut net = Network::new(Recorder::new(1, SeriesSelection::Nothing), FlightStorage::Rings);
        let mut overhead = Overhead::new(Nanos::from_millis(10.0), Rng::new(1, "f", "overhead"));
        let mut last = Time::ZERO;
        (0..count)
            .map(|i| {
                let now = Time::ZERO + Nanos::from_millis(every_ms * f64::from(i));
                let packet = net.packets.insert(Packet::default());
                let at = overhead.delay(now, &mut net, packet);
                assert!(at >= last && at >= now);
                last = at;
                at.since(now).as_millis()
            })
            .collect()
    }

    #[test]
    fn packets_far_apart_have_uniform_delays() {
        let delays = delays(10.0, 100_000);
        for bound in [1.0, 2.5, 5.0, 9.0] {
            let share = delays.iter().filter(|&&d| d < bound).count() as f64 / 1e5;
            // Three standard errors are at most 0.005.
            assert!((share - bound / 10.0).abs() < 0.005, "{bound}: {share}");
        }
        assert!(delays.iter().all(|&d| d <= 10.0));
    }

    #[test]
    fn a_burst_keeps_its_order_and_leaves_within_the_bound() {
        // Packets handed over at the same time: the n-th leaves at the largest of n draws, on average n/(n +
        // 1) of the maximum.
        let mean = (0..2000)
            .map(|seed| {
                let mut net = Network::new(Recorder::new(1, SeriesSelection::Nothing), FlightStorage::Rings);
                let mut overhead = Overhead::new(Nanos::from_millis(10.0), Rng::new(seed, "f", "overhead"));
                let packets: Vec<_> = (0..9).map(|_| net.packets.insert(Packet::default())).collect();
                let at: Vec<_> =
                    packets.iter().map(|&packet| overhead.delay(Time::ZERO, &mut net, packet)).collect();
                assert!(at.is_sorted());
                let ids: Vec<_> = std::iter::from_fn(|| overhead.take(&mut net)).collect();
                assert!(ids.is_sorted() && ids.len() == 9 && net.held_back == 0);
                at[8].since(Time::ZERO).as_millis()
            })
            .sum::<f64>()
            / 2000.0;
        assert!((mean - 9.0).abs() < 0.1, "{mean}");
    }
}
