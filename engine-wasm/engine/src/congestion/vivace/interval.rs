//! Monitor intervals: the deliveries and losses of packets sent in an interval of time, and their utility.

use std::collections::VecDeque;

use crate::units::{Nanos, Time};

/// Exponent of the rate, and weights of RTT growth and losses (section 4.1, with rates in Mb/s).
const EXPONENT: f64 = 0.9;
const RTT_WEIGHT: f64 = 900.0;
const LOSS_WEIGHT: f64 = 11.35;
/// Weight of a share of losses that is tolerated.
const TOLERATED_WEIGHT: f64 = 1.0;
/// Maximum number of intervals kept.
const CAPACITY: usize = 64;

/// Deviations of an interval that are tolerated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tolerance {
    /// A smaller slope of the RTT counts as zero.
    pub(super) slope: f64,
    /// Up to this share, losses weigh 1.
    pub(super) loss: f64,
}

/// An interval of sending at one rate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interval {
    pub(super) since: Time,
    /// When it ended; `None` while it is open.
    until: Option<Time>,
    /// Whether its utility is needed.
    pub(super) needed: bool,
    /// Whether the application limited it.
    pub(super) limited: bool,
    pub(super) sent: u32,
    acked: u32,
    lost: u32,
    /// Sums for the regression of RTTs on sending times, in seconds: number, times, RTTs, squared times,
    /// products.
    sums: [f64; 5],
}

/// The result of an interval.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct IntervalResult {
    /// Sending rate, Mb/s.
    pub(super) rate: f64,
    pub(super) utility: f64,
    pub(super) loss: f64,
    pub(super) rtt_slope: f64,
}

impl Interval {
    /// Whether all its packets have been delivered or lost.
    fn is_complete(&self) -> bool {
        self.until.is_some() && self.acked + self.lost >= self.sent
    }

    fn add_rtt(&mut self, sent_at: Time, rtt: Nanos) {
        let (t, r) = (sent_at.since(self.since).as_secs(), rtt.as_secs());
        for (sum, x) in self.sums.iter_mut().zip([1.0, t, r, t * t, t * r]) {
            *sum += x;
        }
    }

    /// Slope of the RTT by least squares.
    fn rtt_slope(&self) -> f64 {
        let [n, t, r, tt, tr] = self.sums;
        let spread = n * tt - t * t;
        if spread > 0.0 { (n * tr - t * r) / spread } else { 0.0 }
    }

    /// Section 4.1: u(x) = x^0.9 − 900·x·dRTT/dt − 11.35·x·L.
    fn result(&self, mss: u32, tolerance: Tolerance) -> IntervalResult {
        let took = self.until.map_or(0.0, |until| until.since(self.since).as_secs());
        let rate = if took > 0.0 { f64::from(self.sent) * f64::from(mss) * 8.0 / 1e6 / took } else { 0.0 };
        let known = f64::from((self.acked + self.lost).max(1));
        let loss = f64::from(self.lost) / known;
        let slope = self.rtt_slope();
        let rtt_slope = if slope < tolerance.slope { 0.0 } else { slope };
        let weight = if loss <= tolerance.loss { TOLERATED_WEIGHT } else { LOSS_WEIGHT };
        let utility = libm::pow(rate, EXPONENT) - RTT_WEIGHT * rate * rtt_slope - weight * rate * loss;
        IntervalResult { rate, utility, loss, rtt_slope }
    }
}

/// Intervals with packets in flight, and those whose utility is still needed.
#[derive(Clone, Debug, Default)]
pub(super) struct Intervals {
    all: VecDeque<Interval>,
}

impl Intervals {
    pub(super) fn new() -> Intervals {
        Intervals { all: VecDeque::with_capacity(CAPACITY + 1) }
    }

    pub(super) fn clear(&mut self) {
        self.all.clear();
    }

    /// The open interval.
    pub(super) fn current(&mut self) -> Option<&mut Interval> {
        self.all.back_mut().filter(|last| last.until.is_none())
    }

    /// Ends the open interval and starts another.
    pub(super) fn begin(&mut self, now: Time, needed: bool) {
        if let Some(last) = self.current() {
            last.until = Some(now);
        }
        while self.all.len() >= CAPACITY || self.all.front().is_some_and(|i| !i.needed && i.is_complete()) {
            self.all.pop_front();
        }
        self.all.push_back(Interval { since: now, needed, ..Interval::default() });
    }

    /// Number of intervals whose utility is needed.
    pub(super) fn needed(&self) -> usize {
        self.all.iter().filter(|i| i.needed).count()
    }

    fn of(&mut self, sent_at: Time) -> Option<&mut Interval> {
        self.all.iter_mut().rev().find(|i| i.since <= sent_at)
    }

    /// A packet was delivered.
    pub(super) fn deliver(&mut self, sent_at: Time, rtt: Option<Nanos>) {
        if let Some(interval) = self.of(sent_at) {
            interval.acked += 1;
            if let Some(rtt) = rtt {
                interval.add_rtt(sent_at, rtt);
            }
        }
    }

    /// A packet was lost.
    pub(super) fn lose(&mut self, sent_at: Time, app_limited: bool) {
        if let Some(interval) = self.of(sent_at) {
            interval.lost += 1;
            interval.limited |= app_limited;
        }
    }

    /// The application limited the flow when the packet sent then was sent.
    pub(super) fn limit(&mut self, sent_at: Time) {
        if let Some(interval) = self.of(sent_at) {
            interval.limited = true;
        }
    }

    /// Returns and removes the results of all needed intervals up to the `number`-th, once that one is complete. Packets of
    /// earlier intervals whose status is still unknown are ignored.
    pub(super) fn take(
        &mut self,
        number: usize,
        mss: u32,
        tolerance: Tolerance,
        results: &mut Vec<IntervalResult>,
    ) -> Taken {
        let mut needed = self.all.iter().filter(|i| i.needed);
        let last = match needed.nth(number - 1) {
            Some(last) if last.is_complete() => last.since,
            _ => return Taken::Nothing,
        };
        results.clear();
        let mut limited = false;
        for interval in self.all.iter_mut().filter(|i| i.needed && i.since <= last) {
            limited |= interval.limited;
            results.push(interval.result(mss, tolerance));
            interval.needed = false;
        }
        if limited { Taken::Limited } else { Taken::All }
    }
}

/// Result of [`Intervals::take`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taken {
    Nothing,
    /// The application limited one of them, so they do not represent the path.
    Limited,
    All,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Section 4.1, worked out by hand: 100 packets of 1250 bytes in 100 ms are 10 Mb/s.
    #[test]
    fn utility_is_that_of_the_paper() {
        let result = |lost: u32, slope: f64, loss: f64| {
            let mut intervals = Intervals::new();
            intervals.begin(Time::ZERO, true);
            intervals.current().unwrap().sent = 100;
            for i in 0..100_u64 {
                let sent_at = Time(i * 1_000_000);
                if i < u64::from(lost) {
                    intervals.lose(sent_at, false);
                } else {
                    let rtt = Nanos::from_secs(0.04 + slope * sent_at.since(Time::ZERO).as_secs());
                    intervals.deliver(sent_at, Some(rtt));
                }
            }
            intervals.begin(Time(100_000_000), false);
            let mut all = Vec::new();
            assert_eq!(intervals.take(1, 1250, Tolerance { slope: 0.01, loss }, &mut all), Taken::All);
            all[0]
        };
        let clean = result(0, 0.0, 0.0);
        assert!((clean.rate - 10.0).abs() < 1e-9 && (clean.utility - 7.9433).abs() < 1e-4);
        // A tenth lost: 11.35·10·0.1 less; RTT growth of 5 %: 900·10·0.05 less.
        assert!((clean.utility - result(10, 0.0, 0.0).utility - 11.35).abs() < 1e-6);
        assert!((clean.utility - result(0, 0.05, 0.0).utility - 450.0).abs() < 0.01);
        // Tolerated: 1·10·0.1 less.
        assert!((clean.utility - result(10, 0.0, 0.1).utility - 1.0).abs() < 1e-6);
        assert_eq!(result(0, 0.005, 0.0).rtt_slope, 0.0);
        assert_eq!(result(0, -0.05, 0.0).rtt_slope, 0.0);
    }
}
