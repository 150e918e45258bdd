//! The ranges that the receiver has SACKed (RFC 2018).

use super::{Acked, Segments};
use crate::core::packet::SackBlock;

impl Segments {
    /// Processes SACK blocks (RFC 2018); only `una … nxt` can be SACKed.
    pub fn process_sacks(&mut self, blocks: &[SackBlock], snd_una: u64, snd_nxt: u64, acked: &mut Acked) {
        for &(from, to) in blocks {
            let from = from.max(snd_una);
            if from < to && to <= snd_nxt {
                self.mark_range(from, to, acked);
            }
        }
    }

    fn mark_range(&mut self, from: u64, to: u64, acked: &mut Acked) {
        // Joins the ranges that touch from … to; only segments in the gaps are newly delivered.
        let first = self.sacked.partition_point(|r| r.1 < from);
        // Most blocks repeat what an earlier ACK reported.
        if self.sacked.get(first).is_some_and(|r| r.0 <= from && to <= r.1) {
            return;
        }
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
        if last == first {
            self.sacked.insert(first, joined);
        } else {
            self.sacked[first] = joined;
            self.sacked.drain(first + 1..last);
        }
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
                    deliveries.push((segment.sent_at, segment.transmissions.into()));
                }
            }
        }
    }

    /// End of the highest SACKed range; 0 if there is none.
    pub fn highest_sacked(&self) -> u64 {
        self.sacked.last().map_or(0, |r| r.1)
    }

    /// Number of SACKed segments that are not acknowledged cumulatively.
    pub fn sacked_segments(&self) -> u32 {
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
}
