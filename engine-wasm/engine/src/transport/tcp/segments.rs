//! The sender's record of data in flight: a ring of segments with their states, and the SACKed ranges.

mod losses;
mod order;
mod sacked;

use std::collections::VecDeque;

use crate::core::packet::SackBlock;
use crate::units::Time;
use order::Order;

/// Number of duplicate ACKs, or of segments' worth of SACKed data above, that indicate a loss (RFC 5681, RFC
/// 6675).
pub const DUP_THRESH: u32 = 3;

/// A segment that has not been acknowledged cumulatively.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    /// First byte.
    pub seq: u64,
    /// Bytes of sequence space; a FIN has one.
    pub len: u32,
    /// Number of transmissions; its maximum stands for all above.
    pub transmissions: u16,
    /// Time of the last transmission.
    pub sent_at: Time,
    /// Delivery-rate state at that time: packets delivered, when the last one was delivered, and when the
    /// first packet of that flight was sent.
    pub delivered: u64,
    /// See `delivered`.
    pub delivered_at: Time,
    /// See `delivered`.
    pub first_sent: Time,
    /// Packets declared lost before it was sent.
    pub lost_before: u64,
    /// Packets in flight when it was sent, itself included.
    pub in_flight: u32,
    /// Whether the application limited the flow when it was sent.
    pub app_limited: bool,
    /// Whether it has been SACKed.
    pub sacked: bool,
    /// Whether it counts as lost.
    pub lost: bool,
    /// Whether it has been retransmitted since.
    pub resent: bool,
    /// Whether it is a FIN without payload.
    pub fin: bool,
}

const _: () = assert!(size_of::<Segment>() == 64);

/// Result of processing an acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub struct Acked {
    /// Segments acknowledged cumulatively.
    pub cumulative: u32,
    /// Segments newly delivered.
    pub delivered: u32,
    /// Of those, the one sent last.
    pub newest: Option<Segment>,
}

impl Acked {
    fn count(&mut self, segment: &Segment) {
        self.delivered += 1;
        // Of segments sent at the same time, the highest one counts.
        if self.newest.is_none_or(|n| segment.sent_at >= n.sent_at) {
            self.newest = Some(*segment);
        }
    }
}

/// All segments between snd.una and snd.nxt.
#[derive(Clone, Debug, Default)]
pub struct Segments {
    ring: VecDeque<Segment>,
    /// SACKed ranges above snd.una, in order.
    sacked: Vec<SackBlock>,
    /// Segments neither SACKed nor lost, plus retransmissions of lost ones (RFC 6675, pipe).
    pipe: u32,
    /// Segments lost and not yet retransmitted.
    waiting: u32,
    /// No such segment starts below this.
    waiting_from: u64,
    /// Every segment below this that is not SACKed already counts as lost.
    lost_below: u64,
    /// Total number of losses; a retransmission that is lost counts again.
    lost: u64,
    /// Losses not yet reported, each with the total number of losses at that time.
    unreported: Vec<(Segment, u64)>,
    /// The order of transmissions, for loss detection by time.
    order: Option<Order>,
    /// Deliveries not yet reported: last transmission time and number of transmissions of each. Recorded only
    /// for controllers that need them.
    deliveries: Option<Vec<(Time, u32)>>,
}

impl Segments {
    /// An empty record. `ordered` for loss detection by time.
    pub fn new(ordered: bool) -> Segments {
        Segments { order: ordered.then(Order::default), ..Segments::default() }
    }

    /// Segments neither SACKed nor lost, plus retransmissions of lost ones.
    #[inline]
    pub fn pipe(&self) -> u32 {
        self.pipe
    }

    /// Segments lost and not yet retransmitted.
    #[inline]
    pub fn waiting(&self) -> u32 {
        self.waiting
    }

    /// Total number of losses.
    #[inline]
    pub fn lost(&self) -> u64 {
        self.lost
    }

    /// Whether there are unreported losses.
    #[inline]
    pub fn has_unreported_losses(&self) -> bool {
        !self.unreported.is_empty()
    }

    /// Returns the unreported losses, each with the total number of losses at that time. Pass the list to
    /// [`Segments::reuse`] to avoid allocations.
    pub fn take_unreported_losses(&mut self) -> Vec<(Segment, u64)> {
        std::mem::take(&mut self.unreported)
    }

    /// Takes back the list of [`Segments::take_unreported_losses`].
    pub fn reuse(&mut self, mut unreported: Vec<(Segment, u64)>) {
        unreported.clear();
        self.unreported = unreported;
    }

    /// Starts or stops recording deliveries.
    pub fn keep_deliveries(&mut self, on: bool) {
        self.deliveries = on.then(Vec::new);
    }

    /// Exchanges `list` with the deliveries since the last call. Pass the same list again to avoid
    /// allocations.
    pub fn swap_deliveries(&mut self, list: &mut Vec<(Time, u32)>) {
        list.clear();
        if let Some(deliveries) = &mut self.deliveries {
            std::mem::swap(deliveries, list);
        }
    }

    /// Whether deliveries are recorded.
    #[inline]
    pub fn keeps_deliveries(&self) -> bool {
        self.deliveries.is_some()
    }

    /// All segments not acknowledged cumulatively.
    #[inline]
    pub fn flight(&self) -> u32 {
        self.ring.len() as u32
    }

    /// Whether nothing is in flight.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.ring.is_empty()
    }

    /// Whether nothing is SACKed, no lost segment waits, and deliveries are not recorded.
    #[inline(always)]
    pub fn is_quiet(&self) -> bool {
        self.sacked.is_empty() && self.waiting == 0 && self.deliveries.is_none()
    }

    /// The oldest segment.
    #[inline]
    pub fn oldest(&self) -> Option<&Segment> {
        self.ring.front()
    }

    /// Whether a retransmission of a lost segment is in flight.
    pub fn awaits_retransmission(&self) -> bool {
        self.ring.iter().any(|s| s.lost && s.resent && !s.sacked)
    }

    /// The last segment that a SACK can report, and its send time. A FIN without payload is never in a block;
    /// if it is alone, it stands for itself.
    pub fn last_sackable(&self) -> Option<(usize, Time)> {
        let last = self.ring.len().checked_sub(1)?;
        let at = if self.ring[last].fin { last.saturating_sub(1) } else { last };
        Some((at, self.ring[at].sent_at))
    }

    /// Adds a segment sent for the first time.
    #[inline]
    pub fn push(&mut self, segment: Segment) {
        self.ring.push_back(segment);
        self.pipe += 1;
    }

    /// Index of the segment that contains byte `seq`, or of the first one above it.
    fn index_of(&self, seq: u64) -> usize {
        // Most segments have the same size.
        if let Some(oldest) = self.ring.front()
            && seq >= oldest.seq
            && let guess = ((seq - oldest.seq) / u64::from(oldest.len).max(1)) as usize
            && let Some(segment) = self.ring.get(guess)
            && (segment.seq..segment.seq + u64::from(segment.len)).contains(&seq)
        {
            return guess;
        }
        self.ring.partition_point(|s| s.seq + u64::from(s.len) <= seq)
    }

    /// Processes a cumulative ACK up to `ack`.
    #[inline]
    pub fn acknowledge(&mut self, ack: u64, acked: &mut Acked) {
        while let Some(segment) = self.ring.front()
            && segment.seq + u64::from(segment.len) <= ack
        {
            acked.cumulative += 1;
            if !segment.sacked {
                acked.count(segment);
                if let Some(deliveries) = &mut self.deliveries {
                    deliveries.push((segment.sent_at, segment.transmissions.into()));
                }
                if segment.lost && !segment.resent {
                    self.waiting -= 1;
                } else {
                    self.pipe -= 1;
                }
            }
            self.ring.pop_front();
        }
        if !self.sacked.is_empty() {
            self.drop_sacked(ack);
        }
    }

    /// Removes SACKed ranges below `ack`.
    #[inline(never)]
    fn drop_sacked(&mut self, ack: u64) {
        // Ranges are in order, so only the first ones can be below the ACK.
        let acknowledged = self.sacked.iter().take_while(|range| range.1 <= ack).count();
        if acknowledged > 0 {
            self.sacked.drain(..acknowledged);
        }
        if let Some(range) = self.sacked.first_mut() {
            range.0 = range.0.max(ack);
        }
    }

    /// Retransmits a segment: updates its state and returns it. `stamp` also gets the pipe.
    pub fn resend(&mut self, index: usize, stamp: impl FnOnce(&mut Segment, u32)) -> Segment {
        let segment = &mut self.ring[index];
        if segment.lost && !segment.resent {
            segment.resent = true;
            self.waiting -= 1;
            self.pipe += 1;
        }
        segment.transmissions = segment.transmissions.saturating_add(1);
        stamp(segment, self.pipe);
        *segment
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segments(n: u64) -> Segments {
        let mut segments = Segments { waiting_from: u64::MAX, ..Segments::default() };
        for i in 0..n {
            segments.push(Segment {
                seq: i * 1000,
                len: 1000,
                transmissions: 1,
                sent_at: Time(i),
                delivered: 0,
                delivered_at: Time::ZERO,
                first_sent: Time::ZERO,
                lost_before: 0,
                in_flight: 1,
                app_limited: false,
                sacked: false,
                lost: false,
                resent: false,
                fin: false,
            });
        }
        segments
    }

    #[test]
    fn three_sacked_segments_above_indicate_a_loss() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.process_sacks(&[(1000, 3000)], 0, 10_000, &mut acked);
        assert_eq!((acked.delivered, s.pipe(), s.detect_lost(1000)), (2, 8, 0));
        s.process_sacks(&[(1000, 4000)], 0, 10_000, &mut acked);
        assert_eq!((acked.delivered, s.detect_lost(1000), s.pipe(), s.waiting()), (3, 1, 6, 1));
        assert_eq!(s.next_waiting(), Some(0));
        s.resend(0, |_, _| {});
        assert_eq!((s.pipe(), s.waiting(), s.next_waiting()), (7, 0, None));
    }

    #[test]
    fn three_sacked_ranges_above_indicate_a_loss() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.process_sacks(&[(7000, 7500), (5000, 5500), (3000, 3500)], 0, 10_000, &mut acked);
        assert_eq!(s.detect_lost(1000), 3);
    }

    #[test]
    fn overlapping_blocks_count_once_and_a_cumulative_ack_removes_all() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.process_sacks(&[(2000, 4000), (1000, 5000), (7000, 8000), (4000, 8000)], 0, 10_000, &mut acked);
        assert_eq!(acked.delivered, 7);
        assert_eq!(s.sacked, [(1000, 8000)]);
        s.detect_lost(1000);
        let mut rest = Acked::default();
        s.acknowledge(10_000, &mut rest);
        assert_eq!((rest.cumulative, rest.delivered), (10, 3));
        assert_eq!((s.pipe(), s.waiting(), s.flight()), (0, 0, 0));
    }

    #[test]
    fn a_timeout_marks_everything_lost_that_is_not_sacked() {
        let mut s = segments(5);
        let mut acked = Acked::default();
        s.process_sacks(&[(2000, 3000)], 0, 5000, &mut acked);
        s.lose_all();
        assert_eq!((s.pipe(), s.waiting()), (0, 4));
        let order: Vec<_> = std::iter::from_fn(|| {
            let at = s.next_waiting()?;
            Some(s.resend(at, |_, _| {}).seq)
        })
        .collect();
        assert_eq!(order, [0, 1000, 3000, 4000]);
        assert_eq!(s.pipe(), 4);
    }
}
