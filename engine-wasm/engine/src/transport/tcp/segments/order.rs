//! The order of transmissions, for loss detection by time (RFC 8985).

use std::collections::VecDeque;

use super::{Segment, Segments};
use crate::units::{Nanos, Time};

/// Every transmission in order. Those that are no longer pending are skipped.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
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
    number: u16,
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

    /// A segment was retransmitted.
    pub fn note_retransmission(&mut self, segment: &Segment) {
        if let Some(order) = &mut self.order {
            order.sent.push_back(Transmission::of(segment));
        }
    }

    /// Segments may have been sent for the first time since the last call.
    pub fn note_transmissions(&mut self) {
        if let Some(order) = &mut self.order {
            let first = self.ring.partition_point(|s| s.seq < order.noted);
            order.sent.extend(self.ring.range(first..).map(Transmission::of));
            order.noted = self.ring.back().map_or(order.noted, |s| s.seq + u64::from(s.len));
        }
    }

    /// Index of a transmission's segment while that transmission can still be lost.
    fn pending(&self, t: Transmission) -> Option<usize> {
        let index = self.index_of(t.seq);
        let segment = self.ring.get(index)?;
        let same = segment.seq == t.seq && segment.transmissions == t.number;
        (same && !segment.sacked && (!segment.lost || segment.resent)).then_some(index)
    }

    /// RFC 8985, section 6.2, step 5. Of the delivered segments, `(sent_at, seq)` is the one sent last: its send time and first
    /// byte. Marks as lost what was sent before it and has been in flight for `wait` or longer. A retransmission can be lost as
    /// well.
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
                self.lose_transmission(index);
                found.lost += 1;
            }
        }
        found
    }

    /// Marks a segment's last transmission as lost, whether it is the first or not.
    fn lose_transmission(&mut self, index: usize) {
        let segment = &mut self.ring[index];
        if segment.lost && segment.resent {
            segment.resent = false;
            self.pipe -= 1;
            self.waiting += 1;
            self.waiting_from = self.waiting_from.min(segment.seq);
            self.report_loss(index);
        } else {
            self.lose(index);
        }
    }

    /// RFC 8985, section 6.3: after a timeout the oldest segment is lost, and so is any other that has been in flight for
    /// `wait` or longer.
    pub fn lose_oldest_and_overdue(&mut self, now: Time, wait: Nanos) {
        if self.ring.front().is_some_and(|s| !s.sacked && (!s.lost || s.resent)) {
            self.lose_transmission(0);
        }
        self.lose_overdue(now, (Time::NEVER, u64::MAX), wait);
    }
}
