//! A packet-delivery trace in place of a rate, as in Mahimahi's link emulation: each opportunity sends up to
//! 1504 bytes.
//!
//! An opportunity can serve several small packets, and a packet can take several opportunities. The rest of
//! an opportunity is used by a packet that is waiting at that time; otherwise it is lost, as is an
//! opportunity at which no packet waits.

use std::sync::Arc;

use crate::units::{NANOS_PER_SEC, Rate, Time};

/// Bytes per opportunity: Mahimahi's largest packet.
pub(super) const OPPORTUNITY: u32 = 1504;

const MILLI: u64 = NANOS_PER_SEC / 1000;

/// A trace and the position in it.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// Times in ms, in order; the last one is the length of the trace. Shared with snapshots, since it never
    /// changes.
    times: Arc<[u32]>,
    /// Number of the next opportunity, counted from the start of the run.
    next: u64,
    /// Time of the last opportunity used.
    at: Time,
    /// Bytes left in it.
    left: u32,
}

impl Schedule {
    /// A schedule from the times of a valid trace. The trace starts with the run, even if it is set later.
    pub(super) fn new(times: Vec<u32>) -> Schedule {
        Schedule { times: times.into(), next: 0, at: Time::NEVER, left: 0 }
    }

    fn count(&self) -> u64 {
        self.times.len() as u64
    }

    /// Length of the trace.
    fn period(&self) -> u64 {
        self.times.last().map_or(1, |&last| u64::from(last)) * MILLI
    }

    /// Mean rate, at least one bit per second.
    pub(super) fn mean_rate(&self) -> Rate {
        let bits = u128::from(self.count()) * u128::from(OPPORTUNITY) * 8 * u128::from(NANOS_PER_SEC);
        Rate(((bits / u128::from(self.period())) as u64).max(1))
    }

    fn time(&self, number: u64) -> Time {
        let (repetition, place) = (number / self.count(), number % self.count());
        Time(repetition * self.period() + u64::from(self.times[place as usize]) * MILLI)
    }

    /// Number of the first opportunity later than `now`.
    fn first_after(&self, now: Time) -> u64 {
        let (repetition, within) = (now.0 / self.period(), now.0 % self.period());
        let passed = self.times.partition_point(|&ms| u64::from(ms) * MILLI <= within);
        repetition * self.count() + passed as u64
    }

    /// Bytes that could have been sent after `from`, up to `to`.
    pub(super) fn capacity(&self, from: Time, to: Time) -> u64 {
        (self.first_after(to) - self.first_after(from)) * u64::from(OPPORTUNITY)
    }

    /// When the last of `size` bytes is sent, if the first can be sent now.
    pub(super) fn send(&mut self, now: Time, size: u32) -> Time {
        if now != self.at {
            self.left = 0;
            self.next = self.first_after(now);
        }
        let mut wanted = size;
        while wanted > self.left {
            wanted -= self.left;
            self.left = OPPORTUNITY;
            self.at = self.time(self.next);
            self.next += 1;
        }
        self.left -= wanted;
        self.at
    }
}
