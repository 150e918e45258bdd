//! A packet-delivery trace in place of a rate, as Mahimahi's link emulation uses it: at each opportunity 1504 bytes may leave.
//!
//! An opportunity serves several small packets, and a packet may take several of them. What is left of one serves a packet that
//! waits at that moment; else it is gone, as is an opportunity at which nobody waits.

use std::sync::Arc;

use crate::units::{NANOS_PER_SEC, Rate, Time};

/// Bytes that an opportunity serves: Mahimahi's largest packet.
pub(super) const OPPORTUNITY: u32 = 1504;

const MILLI: u64 = NANOS_PER_SEC / 1000;

/// A trace and how far it has been used.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    /// In ms, in order; the last is the length of the trace. Shared by snapshots: it never changes.
    times: Arc<[u32]>,
    /// Number of the next opportunity, counted from the start of the run.
    next: u64,
    /// Time of the one used last.
    at: Time,
    /// Bytes left of it.
    left: u32,
}

impl Schedule {
    /// A valid trace's times. The trace begins with the run, whenever it is put in.
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

    /// Mean rate; not zero.
    pub(super) fn mean_rate(&self) -> Rate {
        let bits = u128::from(self.count()) * u128::from(OPPORTUNITY) * 8 * u128::from(NANOS_PER_SEC);
        Rate(((bits / u128::from(self.period())) as u64).max(1))
    }

    fn time(&self, number: u64) -> Time {
        let (lap, place) = (number / self.count(), number % self.count());
        Time(lap * self.period() + u64::from(self.times[place as usize]) * MILLI)
    }

    /// Number of the first opportunity later than `now`.
    fn first_after(&self, now: Time) -> u64 {
        let (lap, within) = (now.0 / self.period(), now.0 % self.period());
        let passed = self.times.partition_point(|&ms| u64::from(ms) * MILLI <= within);
        lap * self.count() + passed as u64
    }

    /// Bytes that could have been sent after `from`, up to `to`.
    pub(super) fn capacity(&self, from: Time, to: Time) -> u64 {
        (self.first_after(to) - self.first_after(from)) * u64::from(OPPORTUNITY)
    }

    /// When the last of `size` bytes leaves, if the first may leave now.
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
