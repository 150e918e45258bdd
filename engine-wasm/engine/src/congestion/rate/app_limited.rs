//! Application-limited periods of a rate-controlled flow.

use std::collections::VecDeque;

use crate::units::Time;

/// Maximum number of periods kept; the oldest are discarded.
const SPANS: usize = 64;

/// The application-limited periods of a flow: from when a datagram could have been sent but there was none, until a datagram next
/// waits for the send clock.
#[derive(Clone, Debug, Default)]
pub struct AppLimitedPeriods {
    since: Option<Time>,
    over: VecDeque<(Time, Time)>,
}

impl AppLimitedPeriods {
    /// A datagram could be sent, but there is none.
    pub fn begins(&mut self, now: Time) {
        self.since.get_or_insert(now);
    }

    /// A datagram waited for the send clock.
    pub fn ends(&mut self, now: Time) {
        if let Some(since) = self.since.take() {
            if self.over.len() == SPANS {
                self.over.pop_front();
            }
            self.over.push_back((since, now));
        }
    }

    /// Whether the flow was application-limited throughout `from` … `to`.
    pub fn throughout(&self, from: Time, to: Time) -> bool {
        let covers = |&(start, end): &(Time, Time)| start <= from && to <= end;
        self.since.is_some_and(|since| since <= from) || self.over.iter().any(covers)
    }

    /// Discards periods that ended before `time`.
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
    fn an_interval_must_be_limited_throughout() {
        let mut app_limited = AppLimitedPeriods::default();
        app_limited.begins(Time(10));
        app_limited.begins(Time(15));
        assert!(app_limited.throughout(Time(10), Time(99)) && !app_limited.throughout(Time(9), Time(99)));
        app_limited.ends(Time(20));
        app_limited.ends(Time(21));
        assert!(app_limited.throughout(Time(10), Time(20)) && !app_limited.throughout(Time(10), Time(21)));
        app_limited.begins(Time(30));
        assert!(app_limited.throughout(Time(12), Time(18)) && !app_limited.throughout(Time(18), Time(31)));
        app_limited.forget(Time(21));
        assert!(!app_limited.throughout(Time(12), Time(18)) && app_limited.throughout(Time(30), Time(31)));
    }
}
