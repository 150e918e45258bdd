//! Arrival statistics of datagrams: one-way delays, jitter, and missed deadlines.

use std::collections::VecDeque;

use schemars::JsonSchema;
use serde::Serialize;

use super::quantile::Histogram;
use crate::units::{Nanos, Time};

/// A datagram whose deadline has not passed.
#[derive(Clone, Copy, Debug)]
struct Awaited {
    sent: Time,
    due: Time,
    arrived: bool,
}

/// Deadlines of datagrams.
#[derive(Clone, Debug, Default)]
struct Deadlines {
    /// Deadline, relative to the send time.
    deadline: Nanos,
    /// In order of sending.
    awaited: VecDeque<Awaited>,
    due: u64,
    missed: u64,
    late: u64,
}

impl Deadlines {
    /// Counts the datagrams whose deadline has passed at `now`.
    fn settle(&mut self, now: Time) {
        while let Some(first) = self.awaited.front().copied().filter(|a| a.due < now) {
            self.awaited.pop_front();
            self.due += 1;
            self.missed += u64::from(!first.arrived);
        }
    }
}

/// Statistics of a flow's datagrams since the start of the run, or of the measurement if that is later.
#[derive(Clone, Debug, Default)]
pub struct DatagramStats {
    delays: Histogram,
    /// Delay of the last datagram that arrived.
    last: Option<Nanos>,
    /// RFC 3550, section 6.4.1, ns.
    jitter: f64,
    deadlines: Option<Box<Deadlines>>,
}

impl DatagramStats {
    /// Sets the deadline of datagrams sent from now on, if any.
    pub fn set_deadline(&mut self, deadline: Option<Nanos>) {
        match (deadline, &mut self.deadlines) {
            (Some(deadline), Some(deadlines)) => deadlines.deadline = deadline,
            (Some(deadline), none) => *none = Some(Box::new(Deadlines { deadline, ..Deadlines::default() })),
            (None, deadlines) => *deadlines = None,
        }
    }

    /// A datagram is sent at `now`.
    pub fn sent(&mut self, now: Time) {
        if let Some(deadlines) = &mut self.deadlines {
            deadlines.settle(now);
            let due = now + deadlines.deadline;
            deadlines.awaited.push_back(Awaited { sent: now, due, arrived: false });
        }
    }

    /// A datagram that was sent at `sent` arrives at `now`.
    pub fn arrived(&mut self, now: Time, sent: Time) {
        let delay = now.since(sent);
        self.delays.add(delay);
        if let Some(last) = self.last.replace(delay) {
            // J := J + (|D| − J)/16.
            self.jitter += (delay.0.abs_diff(last.0) as f64 - self.jitter) / 16.0;
        }
        let Some(deadlines) = &mut self.deadlines else { return };
        deadlines.settle(now);
        let first = deadlines.awaited.partition_point(|a| a.sent < sent);
        let same = deadlines.awaited.range_mut(first..).take_while(|a| a.sent == sent);
        match same.into_iter().find(|a| !a.arrived) {
            Some(awaited) => awaited.arrived = true,
            None => deadlines.late += 1,
        }
    }

    /// Restarts the counts. A datagram in flight counts once its deadline passes.
    pub fn restart(&mut self, now: Time) {
        (self.delays, self.last, self.jitter) = (Histogram::default(), None, 0.0);
        if let Some(deadlines) = &mut self.deadlines {
            deadlines.settle(now);
            (deadlines.due, deadlines.missed, deadlines.late) = (0, 0, 0);
        }
    }

    /// The results at `now`.
    pub fn results(&self, now: Time) -> DatagramResults {
        let millis = |nanos: Option<f64>| nanos.map(|ns| ns / 1e6);
        let deadlines = self.deadlines.clone().map(|mut deadlines| {
            deadlines.settle(now);
            let Deadlines { due, missed, late, .. } = *deadlines;
            let missed_percent = (due > 0).then(|| 100.0 * missed as f64 / due as f64);
            DeadlineResults { due, missed, late, missed_percent }
        });
        DatagramResults {
            delay_mean_ms: millis(self.delays.mean()),
            delay_p50_ms: millis(self.delays.quantile(0.5)),
            delay_p95_ms: millis(self.delays.quantile(0.95)),
            delay_p99_ms: millis(self.delays.quantile(0.99)),
            jitter_ms: (self.delays.count() > 1).then(|| self.jitter / 1e6),
            deadlines,
        }
    }
}

/// Arrival statistics of a flow's datagrams.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DatagramResults {
    /// Mean one-way delay, ms.
    pub delay_mean_ms: Option<f64>,
    /// Median of one-way delays, ms, within 1.1 %.
    pub delay_p50_ms: Option<f64>,
    /// 95th percentile of one-way delays, ms, within 1.1 %.
    pub delay_p95_ms: Option<f64>,
    /// 99th percentile of one-way delays, ms, within 1.1 %.
    pub delay_p99_ms: Option<f64>,
    /// Interarrival jitter at the end (RFC 3550, section 6.4.1), ms.
    pub jitter_ms: Option<f64>,
    /// Deadlines, if the traffic has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadlines: Option<DeadlineResults>,
}

/// Datagrams by their deadlines.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeadlineResults {
    /// Datagrams whose deadline has passed.
    pub due: u64,
    /// Datagrams that missed their deadline: late or lost.
    pub missed: u64,
    /// Datagrams that arrived after their deadline.
    pub late: u64,
    /// Missed deadlines divided by deadlines, %.
    pub missed_percent: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: f64) -> Time {
        Time::from_secs(ms / 1000.0)
    }

    fn stats() -> DatagramStats {
        let mut stats = DatagramStats::default();
        stats.set_deadline(Some(Nanos::from_millis(100.0)));
        stats
    }

    #[test]
    fn late_and_lost_datagrams_have_missed_their_deadline() {
        // Sent every 20 ms: in time, exactly in time, a nanosecond late, lost.
        let mut stats = stats();
        for sent in [0.0, 20.0, 40.0, 60.0] {
            stats.sent(ms(sent));
        }
        stats.arrived(ms(50.0), ms(0.0));
        stats.arrived(ms(120.0), ms(20.0));
        stats.arrived(ms(140.0) + Nanos(1), ms(40.0));
        let at = |now: f64| stats.results(ms(now)).deadlines.unwrap();
        assert_eq!((at(150.0).due, at(150.0).missed), (3, 1));
        let end = at(1000.0);
        assert_eq!((end.due, end.missed, end.late, end.missed_percent), (4, 2, 1, Some(50.0)));
    }

    #[test]
    fn a_datagram_does_not_count_before_its_deadline() {
        let mut stats = stats();
        stats.sent(ms(0.0));
        let at = |now: f64| stats.results(ms(now)).deadlines.unwrap();
        assert_eq!((at(100.0).due, at(100.0).missed_percent), (0, None));
        assert_eq!((at(101.0).due, at(101.0).missed), (1, 1));
    }

    #[test]
    fn counts_start_with_the_measurement() {
        let mut stats = stats();
        stats.sent(ms(0.0));
        stats.sent(ms(150.0));
        stats.restart(ms(200.0));
        let deadlines = stats.results(ms(300.0)).deadlines.unwrap();
        assert_eq!((deadlines.due, deadlines.missed), (1, 1));
    }

    #[test]
    fn jitter_is_that_of_rfc_3550() {
        // Delays 10, 18, 10 ms: J = 8/16, then 8/16 + (8 − 0.5)/16 = 0.96875 ms.
        let mut stats = DatagramStats::default();
        for (now, sent) in [(10.0, 0.0), (38.0, 20.0), (50.0, 40.0)] {
            stats.sent(ms(sent));
            stats.arrived(ms(now), ms(sent));
        }
        let results = stats.results(ms(60.0));
        assert!((results.jitter_ms.unwrap() - 0.96875).abs() < 1e-6, "{results:?}");
        assert!((results.delay_mean_ms.unwrap() - 38.0 / 3.0).abs() < 1e-6);
        assert_eq!(results.deadlines, None);
    }
}
