//! Which segments count as lost: by SACKs (RFC 6675) or after a timeout; and which of them is sent next.

use super::{DUP_THRESH, Segments};

impl Segments {
    /// Counts the oldest segment as lost once more, when recovery retransmits it without marking it.
    pub fn declare_oldest_lost(&mut self) {
        if !self.ring.is_empty() {
            self.report_loss(0);
        }
    }

    pub(super) fn report_loss(&mut self, index: usize) {
        self.lost += 1;
        self.unreported.push((self.ring[index], self.lost));
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

    pub(super) fn lose(&mut self, index: usize) -> bool {
        let lost = self.mark_lost(index);
        if lost {
            self.report_loss(index);
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
                self.report_loss(index);
            }
        }
        self.waiting_from = 0;
        self.lost_below = self.ring.back().map_or(0, |s| s.seq + u64::from(s.len));
    }

    /// The lost segments turned out not to be lost: all are in flight again.
    pub fn unmark_lost(&mut self) {
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

    /// A segment that may be lost is about to be retransmitted: counts the copy in the pipe. No loss is
    /// reported.
    pub fn count_retransmission(&mut self, index: usize) {
        self.mark_lost(index);
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

    /// Forgets which ranges were lost, at the end of a recovery.
    pub fn end_recovery(&mut self, snd_una: u64) {
        self.waiting_from = u64::MAX;
        if self.waiting > 0 {
            self.waiting_from = snd_una;
        }
    }
}
