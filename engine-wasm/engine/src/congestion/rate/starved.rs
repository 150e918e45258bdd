//! When an application had less to send than its rate allowed.

use std::collections::VecDeque;

use crate::units::Time;

/// Spans kept; beyond it the oldest are forgotten.
const SPANS: usize = 64;

/// The spans of time in which a flow was limited by its data: from a moment when a datagram might have gone and there was
/// none, to the next moment when one had waited for its turn.
#[derive(Clone, Debug, Default)]
pub struct Starved {
    since: Option<Time>,
    over: VecDeque<(Time, Time)>,
}

impl Starved {
    /// A datagram might go, and there is none.
    pub fn begins(&mut self, now: Time) {
        self.since.get_or_insert(now);
    }

    /// A datagram waited for its turn.
    pub fn ends(&mut self, now: Time) {
        if let Some(since) = self.since.take() {
            if self.over.len() == SPANS {
                self.over.pop_front();
            }
            self.over.push_back((since, now));
        }
    }

    /// Whether data were the limit all the time from `from` to `to`.
    pub fn throughout(&self, from: Time, to: Time) -> bool {
        let covers = |&(start, end): &(Time, Time)| start <= from && to <= end;
        self.since.is_some_and(|since| since <= from) || self.over.iter().any(covers)
    }

    /// Forgets what ended before `time`.
    pub fn forget(&mut self, time: Time) {
        while self.over.front().is_some_and(|&(_, end)| end < time) {
            self.over.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_counts_only_as_a_whole() {
        let mut starved = Starved::default();
        starved.begins(Time(10));
        starved.begins(Time(15));
        assert!(starved.throughout(Time(10), Time(99)) && !starved.throughout(Time(9), Time(99)));
        starved.ends(Time(20));
        starved.ends(Time(21));
        assert!(starved.throughout(Time(10), Time(20)) && !starved.throughout(Time(10), Time(21)));
        starved.begins(Time(30));
        assert!(starved.throughout(Time(12), Time(18)) && !starved.throughout(Time(18), Time(31)));
        starved.forget(Time(21));
        assert!(!starved.throughout(Time(12), Time(18)) && starved.throughout(Time(30), Time(31)));
    }
}
