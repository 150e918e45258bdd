//! Burst losses: consecutive drops of one flow at a queue (Randomized TCP, section VII-C).
//!
//! A run of two or more drops counts once. There are two definitions of consecutive drops:
//!
//! - *adjacent*: no other packet, of any flow, arrived at the queue between them;
//! - *own*: no packet of the same flow got through between them.
//!
//! Only drops are examined, so that packets that get through cost nothing. For *own* this means that the
//! second packet starts with the byte after the first one's last, and both are first transmissions or both
//! are retransmissions. So a retransmission that got through between two lost first transmissions is missed.

use crate::core::packet::{Packet, PacketKind};

/// Counts of burst losses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BurstCounts {
    /// Adjacent runs.
    pub adjacent: u64,
    /// Runs of the flow's own packets.
    pub own: u64,
}

/// The last drop at a channel.
#[derive(Clone, Copy, Debug, Default)]
struct ChannelDrops {
    flow: u32,
    /// Packets that had arrived at the channel by then.
    arrivals: u64,
    /// Drops in its run so far.
    run: u32,
}

/// The last drop of a flow.
#[derive(Clone, Copy, Debug, Default)]
struct FlowDrop {
    channel: u32,
    kind: PacketKind,
    /// One past its last byte.
    end: u64,
    run: u32,
}

/// Detects burst losses from drops.
#[derive(Clone, Debug, Default)]
pub struct Bursts {
    channels: Vec<ChannelDrops>,
    flows: Vec<FlowDrop>,
    by_channel: Vec<BurstCounts>,
    by_flow: Vec<BurstCounts>,
}

/// The element `index` of a list that grows as needed.
pub(super) fn at<T: Clone + Default>(list: &mut Vec<T>, index: u32) -> &mut T {
    let index = index as usize;
    if index >= list.len() {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}

impl Bursts {
    /// The queue of `channel` drops a packet after `arrivals` packets have arrived.
    ///
    /// If a queue drops a waiting packet instead of the arriving one, drops without an arrival between them
    /// are also adjacent.
    pub fn dropped(&mut self, channel: u32, arrivals: u64, packet: &Packet) {
        let last = at(&mut self.channels, channel);
        // After a restart of the counts there is no previous drop.
        let since = arrivals.checked_sub(last.arrivals);
        let follows = last.run > 0 && last.flow == packet.flow && since.is_some_and(|since| since <= 1);
        *last = ChannelDrops { flow: packet.flow, arrivals, run: if follows { last.run + 1 } else { 1 } };
        let adjacent = u64::from(last.run == 2);

        let last = at(&mut self.flows, packet.flow);
        let follows = last.run > 0
            && (last.channel, last.kind, last.end) == (channel, packet.kind, packet.seq)
            && packet.len > 0;
        let end = packet.seq.saturating_add(u64::from(packet.len));
        *last = FlowDrop { channel, kind: packet.kind, end, run: if follows { last.run + 1 } else { 1 } };
        let own = u64::from(last.run == 2);

        for counts in [at(&mut self.by_channel, channel), at(&mut self.by_flow, packet.flow)] {
            counts.adjacent += adjacent;
            counts.own += own;
        }
    }

    /// Counts of a channel.
    pub fn of_channel(&self, channel: u32) -> BurstCounts {
        self.by_channel.get(channel as usize).copied().unwrap_or_default()
    }

    /// Counts of a flow.
    pub fn of_flow(&self, flow: u32) -> BurstCounts {
        self.by_flow.get(flow as usize).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Drops at channel 0 as (arrival, flow, number of the packet in its flow), with packets of 1000 bytes.
    fn drops(list: &[(u64, u32, u64)]) -> Bursts {
        let mut bursts = Bursts::default();
        for &(arrival, flow, number) in list {
            let packet = Packet { flow, seq: number * 1000, len: 1000, ..Packet::default() };
            bursts.dropped(0, arrival, &packet);
        }
        bursts
    }

    #[test]
    fn a_run_counts_once_and_a_single_drop_does_not_count() {
        let counts = |adjacent, own| BurstCounts { adjacent, own };
        assert_eq!(drops(&[(7, 0, 3)]).of_flow(0), counts(0, 0));
        assert_eq!(drops(&[(7, 0, 3), (8, 0, 4)]).of_flow(0), counts(1, 1));
        assert_eq!(drops(&[(7, 0, 3), (8, 0, 4), (9, 0, 5)]).of_flow(0), counts(1, 1));
        // Two runs, with one packet between them that got through.
        assert_eq!(drops(&[(7, 0, 3), (8, 0, 4), (10, 0, 6), (11, 0, 7)]).of_flow(0), counts(2, 2));
    }

    #[test]
    fn a_packet_of_another_flow_ends_only_adjacency() {
        // Packet 4 of flow 0 follows a packet of another flow that got through; then one that was dropped.
        let through = drops(&[(7, 0, 3), (9, 0, 4)]);
        assert_eq!(through.of_flow(0), BurstCounts { adjacent: 0, own: 1 });
        let dropped = drops(&[(7, 0, 3), (8, 1, 9), (9, 0, 4)]);
        assert_eq!(dropped.of_flow(0), BurstCounts { adjacent: 0, own: 1 });
        assert_eq!(dropped.of_flow(1), BurstCounts::default());
        assert_eq!(dropped.of_channel(0), BurstCounts { adjacent: 0, own: 1 });
    }

    #[test]
    fn a_packet_of_the_flow_that_got_through_ends_both() {
        let bursts = drops(&[(7, 0, 3), (9, 0, 5)]);
        assert_eq!((bursts.of_flow(0), bursts.of_flow(5)), Default::default());
    }

    #[test]
    fn restarted_counts_and_the_highest_byte_cause_no_overflow() {
        // The channel's counts restarted between two drops, so the second one is not consecutive.
        assert_eq!(drops(&[(7, 0, 3), (2, 0, 5)]).of_flow(0), BurstCounts::default());
        let mut bursts = Bursts::default();
        for seq in [u64::MAX - 10, u64::MAX] {
            bursts.dropped(0, 9, &Packet { seq, len: 1000, ..Packet::default() });
        }
        assert_eq!(bursts.of_flow(0), BurstCounts { adjacent: 1, own: 1 });
    }

    #[test]
    fn drops_at_different_queues_or_of_an_original_and_a_retransmission_are_separate() {
        let mut bursts = Bursts::default();
        let packet = |seq, kind| Packet { seq, len: 1000, kind, ..Packet::default() };
        bursts.dropped(0, 5, &packet(0, PacketKind::Data));
        bursts.dropped(1, 6, &packet(1000, PacketKind::Data));
        bursts.dropped(1, 900, &packet(2000, PacketKind::Retransmission));
        assert_eq!(bursts.of_flow(0), BurstCounts::default());
    }
}
