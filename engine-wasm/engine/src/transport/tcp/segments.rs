//! The sender's record of data in flight: a ring of segments with their states, and the SACKed ranges.

use std::collections::VecDeque;

use crate::core::packet::SackBlock;
use crate::units::{Nanos, Time};

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
    /// Number of transmissions.
    pub transmissions: u32,
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
    news: Vec<(Segment, u64)>,
    /// The order of transmissions, for loss detection by time.
    order: Option<Order>,
    /// Deliveries not yet reported: last transmission time and number of transmissions of each. Recorded only
    /// for controllers that need them.
    deliveries: Option<Vec<(Time, u32)>>,
}

/// Every transmission in order; those that are no longer pending are skipped.
#[derive(Clone, Debug, Default)]
struct Order {
    sent: VecDeque<Transmission>,
    /// First transmissions below this byte are in the list.
    noted: u64,
}

/// A transmission of a segment.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Transmission {
    at: Time,
    seq: u64,
    /// Number of the transmission; it refers only to this one.
    number: u32,
}

impl Transmission {
    fn of(segment: &Segment) -> Transmission {
        Transmission { at: segment.sent_at, seq: segment.seq, number: segment.transmissions }
    }
}

/// Result of [`Segments::lose_overdue`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Overdue {
    /// Number of segments newly marked as lost.
    pub lost: u32,
    /// When the next segment will be overdue unless it is delivered.
    pub next: Option<Time>,
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
        !self.news.is_empty()
    }

    /// Returns the unreported losses, each with the total number of losses at that time. Pass the list to
    /// [`Segments::reuse`] to avoid allocations.
    pub fn take_unreported_losses(&mut self) -> Vec<(Segment, u64)> {
        std::mem::take(&mut self.news)
    }

    /// Takes back the list of [`Segments::take_unreported_losses`].
    pub fn reuse(&mut self, mut news: Vec<(Segment, u64)>) {
        news.clear();
        self.news = news;
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

    /// Counts the oldest segment as lost once more, when recovery retransmits it without marking it.
    pub fn declare_oldest_lost(&mut self) {
        if !self.ring.is_empty() {
            self.tell(0);
        }
    }

    fn tell(&mut self, index: usize) {
        self.lost += 1;
        self.news.push((self.ring[index], self.lost));
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

    /// The oldest segment.
    #[inline]
    pub fn oldest(&self) -> Option<&Segment> {
        self.ring.front()
    }

    /// Number of SACKed segments that are not acknowledged cumulatively.
    pub fn selected(&self) -> u32 {
        self.sacked.iter().map(|&(from, to)| self.index_of(to) - self.index_of(from)).sum::<usize>() as u32
    }

    /// First byte of the lowest segment sent only once that an ACK up to `ack` with these blocks delivers;
    /// `u64::MAX` if there is none. Call this before the ACK is processed.
    pub fn lowest_once(&self, ack: u64, blocks: &[SackBlock]) -> u64 {
        let originals = |from: u64, to: u64| {
            let first = self.index_of(from);
            let below = self.ring.range(first..).take_while(move |s| s.seq < to);
            below.filter(|s| !s.sacked && s.transmissions == 1).map(|s| s.seq).next()
        };
        let found = blocks.iter().filter_map(|&(from, to)| originals(from.max(ack), to));
        originals(0, ack).into_iter().chain(found).min().unwrap_or(u64::MAX)
    }

    /// Whether a retransmission of a lost segment is in flight.
    pub fn awaits_retransmission(&self) -> bool {
        self.ring.iter().any(|s| s.lost && s.resent && !s.sacked)
    }

    /// Starts or stops recording the order of transmissions.
    pub fn keep_order(&mut self, on: bool) {
        if on && self.order.is_none() {
            let mut sent: Vec<_> = self.ring.iter().map(Transmission::of).collect();
            sent.sort_unstable();
            let noted = self.ring.back().map_or(0, |s| s.seq + u64::from(s.len));
            self.order = Some(Order { sent: sent.into(), noted });
        } else if !on {
            self.order = None;
        }
    }

    /// The last segment that a SACK can report, and its send time. A FIN without payload is never in a block;
    /// if it is alone, it stands for itself.
    pub fn last_to_select(&self) -> Option<(usize, Time)> {
        let last = self.ring.len().checked_sub(1)?;
        let at = if self.ring[last].fin { last.saturating_sub(1) } else { last };
        Some((at, self.ring[at].sent_at))
    }

    /// A segment was retransmitted.
    pub fn note_resending(&mut self, segment: &Segment) {
        if let Some(order) = &mut self.order {
            order.sent.push_back(Transmission::of(segment));
        }
    }

    /// Segments may have been sent for the first time since the last call.
    pub fn note_sending(&mut self) {
        if let Some(order) = &mut self.order {
            let first = self.ring.partition_point(|s| s.seq < order.noted);
            order.sent.extend(self.ring.range(first..).map(Transmission::of));
            order.noted = self.ring.back().map_or(order.noted, |s| s.seq + u64::from(s.len));
        }
    }

    /// Adds a segment sent for the first time.
    #[inline]
    pub fn push(&mut self, segment: Segment) {
        self.ring.push_back(segment);
        self.pipe += 1;
    }

    /// Index of the segment that contains byte `seq`.
    fn index_of(&self, seq: u64) -> usize {
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
                    deliveries.push((segment.sent_at, segment.transmissions));
                }
                if segment.lost && !segment.resent {
                    self.waiting -= 1;
                } else {
                    self.pipe -= 1;
                }
            }
            self.ring.pop_front();
        }
        // Ranges are in order, so only the first ones can be below the ACK.
        let acknowledged = self.sacked.iter().take_while(|range| range.1 <= ack).count();
        if acknowledged > 0 {
            self.sacked.drain(..acknowledged);
        }
        if let Some(range) = self.sacked.first_mut() {
            range.0 = range.0.max(ack);
        }
    }

    /// Processes SACK blocks (RFC 2018); only `una … nxt` can be SACKed.
    pub fn select(&mut self, blocks: &[SackBlock], snd_una: u64, snd_nxt: u64, acked: &mut Acked) {
        for &(from, to) in blocks {
            let from = from.max(snd_una);
            if from < to && to <= snd_nxt {
                self.select_one(from, to, acked);
            }
        }
    }

    fn select_one(&mut self, from: u64, to: u64, acked: &mut Acked) {
        // Joins the ranges that touch from … to; only segments in the gaps are newly delivered.
        let first = self.sacked.partition_point(|r| r.1 < from);
        let mut last = first;
        let mut at = from;
        let mut joined = (from, to);
        while let Some(&(l, r)) = self.sacked.get(last)
            && l <= to
        {
            if at < l {
                self.mark_sacked(at, l, acked);
            }
            at = at.max(r);
            joined = (joined.0.min(l), joined.1.max(r));
            last += 1;
        }
        if at < to {
            self.mark_sacked(at, to, acked);
        }
        self.sacked.splice(first..last, [joined]);
    }

    fn mark_sacked(&mut self, from: u64, to: u64, acked: &mut Acked) {
        let first = self.index_of(from);
        for segment in self.ring.range_mut(first..) {
            if segment.seq >= to {
                break;
            }
            if !segment.sacked {
                segment.sacked = true;
                if segment.lost && !segment.resent {
                    self.waiting -= 1;
                } else {
                    self.pipe -= 1;
                }
                acked.count(segment);
                if let Some(deliveries) = &mut self.deliveries {
                    deliveries.push((segment.sent_at, segment.transmissions));
                }
            }
        }
    }

    /// End of the highest SACKed range; 0 if there is none.
    pub fn highest_selected(&self) -> u64 {
        self.sacked.last().map_or(0, |r| r.1)
    }

    /// Index of a transmission's segment while that transmission can still be lost.
    fn pending(&self, t: Transmission) -> Option<usize> {
        let index = self.index_of(t.seq);
        let segment = self.ring.get(index)?;
        let same = segment.seq == t.seq && segment.transmissions == t.number;
        (same && !segment.sacked && (!segment.lost || segment.resent)).then_some(index)
    }

    /// RFC 8985, section 6.2, step 5: deems lost what was sent before the last delivered segment of those sent latest, given by when it
    /// was sent and its first byte, and is out for `wait` or longer. A retransmission can be lost as well.
    pub fn lose_overdue(&mut self, now: Time, (sent_at, seq): (Time, u64), wait: Nanos) -> Overdue {
        let mut found = Overdue::default();
        while let Some(&first) = self.order.as_ref().and_then(|order| order.sent.front()) {
            let pending = self.pending(first);
            if pending.is_some() {
                if (first.at, first.seq) >= (sent_at, seq) {
                    break;
                }
                if first.at + wait > now {
                    found.next = Some(first.at + wait);
                    break;
                }
            }
            self.order.as_mut().map(|order| order.sent.pop_front());
            if let Some(index) = pending {
                self.lose_sending(index);
                found.lost += 1;
            }
        }
        found
    }

    /// Marks a segment's last transmission as lost, whether it is the first or not.
    fn lose_sending(&mut self, index: usize) {
        let segment = &mut self.ring[index];
        if segment.lost && segment.resent {
            segment.resent = false;
            self.pipe -= 1;
            self.waiting += 1;
            self.waiting_from = self.waiting_from.min(segment.seq);
            self.tell(index);
        } else {
            self.lose(index);
        }
    }

    /// RFC 8985, section 6.3: after a timeout the oldest segment is lost, and of the others those that are out for `wait` or longer.
    pub fn lose_oldest_and_overdue(&mut self, now: Time, wait: Nanos) {
        if self.ring.front().is_some_and(|s| !s.sacked && (!s.lost || s.resent)) {
            self.lose_sending(0);
        }
        self.lose_overdue(now, (Time::NEVER, u64::MAX), wait);
    }

    /// The lost segments turned out not to be lost: all are in flight again.
    pub fn find_again(&mut self) {
        for segment in &mut self.ring {
            if segment.lost && !segment.sacked && !segment.resent {
                self.pipe += 1;
            }
            (segment.lost, segment.resent) = (false, false);
        }
        self.waiting = 0;
        self.waiting_from = u64::MAX;
        self.lost_below = 0;
        let timed = self.order.take().is_some();
        self.keep_order(timed);
    }

    /// RFC 6675, IsLost: below this, every segment that is not SACKed has at least DupThresh SACKed ranges
    /// above it, or more than DupThresh − 1 segments' worth of SACKed bytes.
    fn lost_frontier(&self, mss: u32) -> u64 {
        let enough = u64::from(DUP_THRESH - 1) * u64::from(mss);
        let mut bytes = 0;
        for (ranges, &(from, to)) in (1..).zip(self.sacked.iter().rev()) {
            bytes += to - from;
            if ranges >= DUP_THRESH || bytes > enough {
                return from;
            }
        }
        0
    }

    /// Marks segments as lost by SACKs. Returns how many there were.
    #[inline]
    pub fn detect_lost(&mut self, mss: u32) -> u32 {
        if self.sacked.is_empty() {
            return 0;
        }
        let frontier = self.lost_frontier(mss);
        if frontier <= self.lost_below {
            return 0;
        }
        let first = self.index_of(self.lost_below);
        self.lost_below = frontier;
        let mut found = 0;
        for index in first..self.ring.len() {
            if self.ring[index].seq >= frontier {
                break;
            }
            found += u32::from(self.lose(index));
        }
        found
    }

    fn lose(&mut self, index: usize) -> bool {
        let lost = self.mark_lost(index);
        if lost {
            self.tell(index);
        }
        lost
    }

    fn mark_lost(&mut self, index: usize) -> bool {
        let segment = &mut self.ring[index];
        if segment.sacked || segment.lost {
            return false;
        }
        segment.lost = true;
        segment.resent = false;
        self.pipe -= 1;
        self.waiting += 1;
        self.waiting_from = self.waiting_from.min(segment.seq);
        true
    }

    /// Marks the oldest segment as lost.
    pub fn lose_oldest(&mut self) {
        if !self.ring.is_empty() {
            self.lose(0);
        }
    }

    /// Marks everything that is not SACKed as lost, retransmissions included: after a timeout, or for Tahoe's
    /// go-back-N.
    pub fn lose_all(&mut self) {
        self.pipe = 0;
        self.waiting = 0;
        for index in 0..self.ring.len() {
            let segment = &mut self.ring[index];
            if segment.sacked {
                continue;
            }
            // A lost segment that was not retransmitted does not count as lost again.
            let again = !segment.lost || segment.resent;
            segment.lost = true;
            segment.resent = false;
            self.waiting += 1;
            if again {
                self.tell(index);
            }
        }
        self.waiting_from = 0;
        self.lost_below = self.ring.back().map_or(0, |s| s.seq + u64::from(s.len));
    }

    /// Index of the first segment that is lost and not yet retransmitted.
    pub fn next_waiting(&mut self) -> Option<usize> {
        if self.waiting == 0 {
            return None;
        }
        let first = self.index_of(self.waiting_from);
        let at = (first..self.ring.len()).find(|&i| {
            let s = &self.ring[i];
            s.lost && !s.resent && !s.sacked
        })?;
        self.waiting_from = self.ring[at].seq;
        Some(at)
    }

    /// RFC 6675, NextSeg rule 3: index of the first segment below the highest SACKed one that was sent once
    /// and is not SACKed.
    pub fn next_unconfirmed(&self) -> Option<usize> {
        let highest = self.sacked.last()?.0;
        self.ring
            .iter()
            .take_while(|s| s.seq < highest)
            .position(|s| !s.sacked && !s.lost && s.transmissions == 1)
    }

    /// Retransmits a segment: updates its state and returns it. `stamp` also gets the pipe.
    pub fn resend(&mut self, index: usize, stamp: impl FnOnce(&mut Segment, u32)) -> Segment {
        let segment = &mut self.ring[index];
        if segment.lost && !segment.resent {
            segment.resent = true;
            self.waiting -= 1;
            self.pipe += 1;
        }
        segment.transmissions += 1;
        stamp(segment, self.pipe);
        *segment
    }

    /// A segment that may be lost is about to be retransmitted: counts the copy in the pipe. No loss is
    /// reported.
    pub fn resend_counts(&mut self, index: usize) {
        self.mark_lost(index);
    }

    /// Forgets which ranges were lost, at the end of a recovery.
    pub fn settle(&mut self, snd_una: u64) {
        self.waiting_from = u64::MAX;
        if self.waiting > 0 {
            self.waiting_from = snd_una;
        }
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
    fn three_segments_above_mean_loss() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.select(&[(1000, 3000)], 0, 10_000, &mut acked);
        assert_eq!((acked.delivered, s.pipe(), s.detect_lost(1000)), (2, 8, 0));
        s.select(&[(1000, 4000)], 0, 10_000, &mut acked);
        assert_eq!((acked.delivered, s.detect_lost(1000), s.pipe(), s.waiting()), (3, 1, 6, 1));
        assert_eq!(s.next_waiting(), Some(0));
        s.resend(0, |_, _| {});
        assert_eq!((s.pipe(), s.waiting(), s.next_waiting()), (7, 0, None));
    }

    #[test]
    fn three_ranges_above_mean_loss() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.select(&[(7000, 7500), (5000, 5500), (3000, 3500)], 0, 10_000, &mut acked);
        assert_eq!(s.detect_lost(1000), 3);
    }

    #[test]
    fn overlapping_reports_count_once_and_cumulative_ack_settles_all() {
        let mut s = segments(10);
        let mut acked = Acked::default();
        s.select(&[(2000, 4000), (1000, 5000), (7000, 8000), (4000, 8000)], 0, 10_000, &mut acked);
        assert_eq!(acked.delivered, 7);
        assert_eq!(s.sacked, [(1000, 8000)]);
        s.detect_lost(1000);
        let mut rest = Acked::default();
        s.acknowledge(10_000, &mut rest);
        assert_eq!((rest.cumulative, rest.delivered), (10, 3));
        assert_eq!((s.pipe(), s.waiting(), s.flight()), (0, 0, 0));
    }

    #[test]
    fn a_timeout_loses_all_but_what_was_sacked() {
        let mut s = segments(5);
        let mut acked = Acked::default();
        s.select(&[(2000, 3000)], 0, 5000, &mut acked);
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
