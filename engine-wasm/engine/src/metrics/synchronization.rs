//! How many flows a congestion event hits: the share of a queue's flows that lose at least one packet in it.
//!
//! Drops less than a round-trip time apart belong to one event. The round trip is that of the flow that loses: its base RTT and
//! the wait that the queue has at the drop, since before that its sender cannot have heard of the drop before.

use super::bursts::at;
use crate::units::{Nanos, Time};

/// Levels are counted in tenths: (0, 0.1], (0.1, 0.2] … (0.9, 1].
pub const BINS: usize = 10;

/// Flows by number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FlowSet(Vec<u64>);

impl FlowSet {
    /// Adds one.
    pub fn insert(&mut self, flow: u32) {
        *at(&mut self.0, flow / 64) |= 1 << (flow % 64);
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many are in it or in `other`.
    fn len_with(&self, other: &FlowSet) -> u32 {
        let word = |set: &FlowSet, i: usize| set.0.get(i).copied().unwrap_or(0);
        (0..self.0.len().max(other.0.len())).map(|i| (word(self, i) | word(other, i)).count_ones()).sum()
    }
}

/// Congestion events of a queue that are over.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Levels {
    /// How many there were.
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

    /// Mean level; nothing without an event.
    pub fn mean(&self) -> Option<f64> {
        (self.events > 0).then(|| self.sum / self.events as f64)
    }
}

/// A queue.
#[derive(Clone, Debug, Default)]
struct ChannelDrops {
    /// Flows that take this way now.
    users: FlowSet,
    /// Those that have lost a packet in the event that goes on; empty: there is none.
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

/// Finds congestion events, drop by drop.
#[derive(Clone, Debug, Default)]
pub struct Synchronization {
    channels: Vec<ChannelDrops>,
}

impl Synchronization {
    /// The queue of `channel` drops a packet of `flow`, whose round trip now takes `rtt`.
    pub fn dropped(&mut self, now: Time, channel: u32, flow: u32, rtt: Nanos) {
        let channel = at(&mut self.channels, channel);
        if now.since(channel.last) >= rtt {
            channel.close();
        }
        channel.last = now;
        channel.hit.insert(flow);
    }

    /// The flows that are active, each with the channels of its way.
    pub fn set_users<'a>(&mut self, flows: impl Iterator<Item = (u32, &'a [u32])>) {
        self.channels.iter_mut().for_each(|c| c.users.clear());
        for (flow, way) in flows {
            way.iter().for_each(|&channel| at(&mut self.channels, channel).users.insert(flow));
        }
    }

    /// Counts begin anew; who uses what stays.
    pub fn restart(&mut self) {
        for channel in &mut self.channels {
            channel.hit.clear();
            channel.over = Levels::default();
        }
    }

    /// The events of a channel, with the one that goes on.
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
        // All four within 99 of each other; then one, twice; then two.
        let l =
            levels(4, &[(10, 0), (50, 1), (149, 2), (200, 3), (1000, 2), (1099, 2), (1199, 0), (1200, 1)]);
        assert_eq!((l.events, l.mean()), (3, Some((1.0 + 0.25 + 0.5) / 3.0)));
        let mut bins = [0; BINS];
        (bins[9], bins[2], bins[4]) = (1, 1, 1);
        assert_eq!(l.bins, bins);
    }

    #[test]
    fn a_round_trip_apart_are_two_events() {
        assert_eq!(levels(2, &[(10, 0), (109, 1)]).mean(), Some(1.0));
        assert_eq!(levels(2, &[(10, 0), (110, 1)]).mean(), Some(0.5));
    }

    #[test]
    fn who_loses_is_one_of_the_flows_and_nobody_means_nothing() {
        assert_eq!(levels(0, &[(10, 70), (20, 5)]).mean(), Some(1.0));
        assert_eq!(levels(3, &[]), Levels::default());
        assert_eq!(levels(3, &[]).mean(), None);
    }

    #[test]
    fn levels_fall_into_the_tenth_that_they_close() {
        let bin = |hit, of| {
            let mut l = Levels::default();
            l.add(hit, of);
            l.bins.iter().position(|&n| n == 1)
        };
        let expected = [(1, 1000, 0), (1, 10, 0), (2, 10, 1), (3, 20, 1), (9, 10, 8), (10, 10, 9), (1, 3, 3)];
        expected.iter().for_each(|&(hit, of, at)| assert_eq!(bin(hit, of), Some(at), "{hit} of {of}"));
    }
}
