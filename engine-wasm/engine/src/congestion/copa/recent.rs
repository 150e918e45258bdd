//! Minimum of the values in a time window of variable length.

use std::collections::VecDeque;

use crate::units::{Nanos, Time};

/// Maximum number of stored values. When full, the last one also represents later values.
const CAPACITY: usize = 64;

/// Increasing values from the window's minimum to the most recent value. No other value can become the
/// minimum.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    rising: VecDeque<(Time, u64)>,
}

impl Default for Recent {
    fn default() -> Recent {
        Recent { rising: VecDeque::with_capacity(CAPACITY) }
    }
}

impl Recent {
    /// Adds a value and removes those older than `age`, except the last one.
    pub(super) fn add(&mut self, now: Time, value: u64, age: Nanos) {
        while self.rising.back().is_some_and(|last| last.1 >= value) {
            self.rising.pop_back();
        }
        if self.rising.len() == CAPACITY {
            self.rising[CAPACITY - 1].0 = now;
        } else {
            self.rising.push_back((now, value));
        }
        while self.rising.len() > 1 && now.since(self.rising[0].0) > age {
            self.rising.pop_front();
        }
    }

    /// The smallest value.
    pub(super) fn least(&self) -> Option<u64> {
        self.rising.front().map(|least| least.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_value_counts_until_it_expires() {
        let mut recent = Recent::default();
        let mut rng = crate::core::random::Rng::new(5, "f", "recent");
        let mut all: Vec<(Time, u64)> = Vec::new();
        for i in 0..2000_u64 {
            let (now, value) = (Time(i * 1000), rng.below(1000) as u64);
            all.push((now, value));
            recent.add(now, value, Nanos(20_000));
            let within = all.iter().filter(|(at, _)| now.since(*at) <= Nanos(20_000));
            assert_eq!(recent.least(), within.map(|(_, v)| *v).min());
        }
    }

    #[test]
    fn rising_values_take_no_more_memory() {
        let mut recent = Recent::default();
        for i in 0..1000_u64 {
            recent.add(Time(i), i, Nanos(500));
            assert!(recent.rising.len() <= CAPACITY);
            assert!(recent.least().unwrap() <= i.saturating_sub(500).max(CAPACITY as u64));
        }
    }
}
