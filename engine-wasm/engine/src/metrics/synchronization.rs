//! Loss synchronisation: the share of a queue's flows that lose at least one packet in a congestion event.
//!
//! Drops less than a round-trip time apart belong to one event. The round-trip time is that of the flow that
//! loses a packet: its base RTT plus the queueing delay at the drop, since its sender cannot have learned of
//! the drop earlier.

use super::bursts::at;
use crate::units::{Nanos, Time};

/// Number of bins for the levels: (0, 0.1], (0.1, 0.2] … (0.9, 1].
pub const BINS: usize = 10;

/// A set of flows by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlowSet(Vec<u64>);

impl FlowSet {
    /// Adds a flow.
    pub fn insert(&mut self, flow: u32) {
        *at(&mut self.0, flow / 64) |= 1 << (flow % 64);
    }

    /// Removes all flows.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Number of flows.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of flows in both sets together.
    fn len_with(&self, other: &FlowSet) -> u32 {
        let word = |set: &FlowSet, i: usize| set.0.get(i).copied().unwrap_or(0);
        (0..self.0.len().max(other.0.len())).map(|i| (word(self, i) | word(other, i)).count_ones()).sum()
    }
}

/// Completed congestion events of a queue.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Levels {
    /// Number of events.
    pub events: u64,
    /// Sum of their levels.
    sum: f64,
    /// Events by level.
    pub bins: [u64; BINS],
}

impl Levels {
    fn add(&mut self, hit: u32, of: u32) {
        self.events += 1;
        self.sum += f64::from(hit) / f64::from(of);
        self.bins[((hit as usize * BINS).div_ceil(of as usize)).clamp(1, BINS) - 1] += 1;
    }

    /// Mean level; `None` without an event.
    pub fn mean(&self) -> Option<f64> {
        (self.events > 0).then(|| self.sum / self.events as f64)
    }
}

/// A queue.
#[derive(Clone, Debug, Default)]
struct ChannelDrops {
    /// Flows whose path includes the queue.
    users: FlowSet,
    /// Flows that have lost a packet in the current event; empty if there is none.
    hit: FlowSet,
    last: Time,
    over: Levels,
}

impl ChannelDrops {
    fn close(&mut self) {
        if !self.hit.is_empty() {
            self.over.add(self.hit.len(), self.hit.len_with(&self.users));
            self.hit.clear();
        }
    }
}

/// Detects congestion events from drops.
#[derive(Clone, Debug, Default)]
pub struct Synchronization {
    channels: Vec<ChannelDrops>,
}

impl Synchronization {
    /// The queue of `channel` drops a packet of `flow`, whose round-trip time is now `rtt`.
    pub fn dropped(&mut self, now: Time, channel: u32, flow: u32, rtt: Nanos) {
        let channel = at(&mut self.channels, channel);
        if now.since(channel.last) >= rtt {
            channel.close();
        }
        channel.last = now;
        channel.hit.insert(flow);
    }

    /// Sets the active flows, each with the channels of its path.
    pub fn set_users<'a>(&mut self, flows: impl Iterator<Item = (u32, &'a [u32])>) {
        self.channels.iter_mut().for_each(|c| c.users.clear());
        for (flow, way) in flows {
            way.iter().for_each(|&channel| at(&mut self.channels, channel).users.insert(flow));
        }
    }

    /// Restarts the counts and keeps the users.
    pub fn restart(&mut self) {
        for channel in &mut self.channels {
            channel.hit.clear();
            channel.over = Levels::default();
        }
    }

    /// The events of a channel, including the current one.
    pub fn of_channel(&self, channel: u32) -> Levels {
        let mut channel = self.channels.get(channel as usize).cloned().unwrap_or_default();
        channel.close();
        channel.over
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RTT: Nanos = Nanos(100);

    /// Drops as (time, flow) at channel 3, which flows 0 … n − 1 use.
    fn levels(n: u32, drops: &[(u64, u32)]) -> Levels {
        let mut synchronization = Synchronization::default();
        synchronization.set_users((0..n).map(|flow| (flow, &[3, 8][..])));
        for &(time, flow) in drops {
            synchronization.dropped(Time(time), 3, flow, RTT);
        }
        assert_eq!(synchronization.of_channel(8), Levels::default());
        synchronization.of_channel(3)
    }

    #[test]
    fn the_share_of_flows_that_lose_in_an_event() {
        // All four within 99 of each other; then one flow, twice; then two flows.
        let l =
            levels(4, &[(10, 0), (50, 1), (149, 2), (200, 3), (1000, 2), (1099, 2), (1199, 0), (1200, 1)]);
        assert_eq!((l.events, l.mean()), (3, Some((1.0 + 0.25 + 0.5) / 3.0)));
        let mut bins = [0; BINS];
        (bins[9], bins[2], bins[4]) = (1, 1, 1);
        assert_eq!(l.bins, bins);
    }

    #[test]
    fn drops_a_round_trip_apart_are_two_events() {
        assert_eq!(levels(2, &[(10, 0), (109, 1)]).mean(), Some(1.0));
        assert_eq!(levels(2, &[(10, 0), (110, 1)]).mean(), Some(0.5));
    }

    #[test]
    fn losing_flows_count_as_users_and_no_flow_means_no_event() {
        assert_eq!(levels(0, &[(10, 70), (20, 5)]).mean(), Some(1.0));
        assert_eq!(levels(3, &[]), Levels::default());
        assert_eq!(levels(3, &[]).mean(), None);
    }

    #[test]
    fn levels_belong_to_the_tenth_whose_upper_end_they_reach() {
        let bin = |hit, of| {
            let mut l = Levels::default();
            l.add(hit, of);
            l.bins.iter().position(|&n| n == 1)
        };
        let expected = [(1, 1000, 0), (1, 10, 0), (2, 10, 1), (3, 20, 1), (9, 10, 8), (10, 10, 9), (1, 3, 3)];
        expected.iter().for_each(|&(hit, of, at)| assert_eq!(bin(hit, of), Some(at), "{hit} of {of}"));
    }
}
