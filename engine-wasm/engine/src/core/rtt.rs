//! Round-trip times and the retransmission timeout: RFC 6298 (2011), or with a coarse clock (Jacobson 1988,
//! appendix A).

use crate::units::{Nanos, Time};

/// Timer settings of a stack.
#[derive(Clone, Copy, Debug)]
pub struct TimerRules {
    /// Clock granularity G.
    pub granularity: Nanos,
    /// Tick of a coarse timer, which times one segment at a time. Zero: the timer is exact, and every ACK
    /// gives a sample.
    pub tick: Nanos,
    /// Smallest timeout.
    pub min: Nanos,
    /// Largest timeout.
    pub max: Nanos,
    /// Timeout before any sample.
    pub initial: Nanos,
}

impl Default for TimerRules {
    fn default() -> Self {
        let (granularity, tick) = (Nanos(1_000_000), Nanos::ZERO);
        let (min, max) = (Nanos::from_secs(1.0), Nanos::from_secs(60.0));
        TimerRules { granularity, tick, min, max, initial: min }
    }
}

/// The estimators of RFC 6298, section 2, and the extremes of all samples.
#[derive(Clone, Debug, Default)]
pub struct Rtt {
    rules: TimerRules,
    smoothed: Nanos,
    variation: Nanos,
    min: Option<Nanos>,
    latest: Nanos,
    backoff: u32,
    coarse: Coarse,
}

/// State of a timer that counts ticks, as in BSD and ns-2: in integers, timing one segment at a time.
#[derive(Clone, Debug, Default)]
struct Coarse {
    /// Fraction of a tick that had passed at time zero.
    phase: f64,
    /// The byte after the segment being timed, and when it was sent.
    timed: Option<(u64, Time)>,
    /// SRTT in eighths of a tick; zero before the first sample.
    srtt: u64,
    /// RTTVAR in quarters of a tick.
    rttvar: u64,
    /// RTO without back-off in ticks.
    timeout: Option<u64>,
}

impl Rtt {
    /// An estimator without samples. `phase` is the fraction of a tick that has passed on a coarse clock at
    /// time zero.
    pub fn new(rules: TimerRules, phase: f64) -> Rtt {
        Rtt { rules, coarse: Coarse { phase, ..Coarse::default() }, ..Rtt::default() }
    }

    /// Changes the settings. Measurements are kept, except those in ticks of another clock.
    pub fn set_rules(&mut self, rules: TimerRules) {
        if rules.tick != self.rules.tick {
            self.coarse = Coarse { phase: self.coarse.phase, ..Coarse::default() };
        }
        self.rules = rules;
    }

    /// Adds a sample from a packet that was sent once (Karn's algorithm) or carries a timestamp.
    #[inline]
    pub fn sample(&mut self, rtt: Nanos) {
        if self.min.is_none() {
            (self.smoothed, self.variation) = (rtt, Nanos(rtt.0 / 2));
        } else {
            smooth(&mut self.smoothed, &mut self.variation, rtt);
        }
        self.min = Some(self.min.map_or(rtt, |m| m.min(rtt)));
        self.latest = rtt;
        if !self.is_coarse() {
            self.backoff = 0;
        }
    }

    /// Whether the timer counts ticks.
    fn is_coarse(&self) -> bool {
        self.rules.tick != Nanos::ZERO
    }

    /// A segment that ends before byte `end` was sent for the first time. A coarse timer times it, unless it
    /// is already timing another.
    #[inline]
    pub fn sent(&mut self, end: u64, now: Time) {
        if self.is_coarse() && self.coarse.timed.is_none() {
            self.coarse.timed = Some((end, now));
        }
    }

    /// The segment that ends before byte `end` was retransmitted: its ACK would be ambiguous (Karn's
    /// algorithm).
    pub fn sent_again(&mut self, end: u64) {
        if self.coarse.timed.is_some_and(|(timed, _)| timed == end) {
            self.coarse.timed = None;
        }
    }

    /// A loss was detected: the ACK of the segment being timed will be delayed by the retransmission.
    pub fn stop_timing(&mut self) {
        self.coarse.timed = None;
    }

    /// All bytes below `snd_una` were acknowledged.
    #[inline]
    pub fn acknowledged(&mut self, snd_una: u64, now: Time) {
        if let Some((end, sent)) = self.coarse.timed
            && snd_una >= end
        {
            self.coarse.timed = None;
            self.coarse.sample(sent, now, self.rules.tick);
            self.backoff = 0;
        }
    }

    /// SRTT from exact samples; zero before the first.
    pub fn smoothed(&self) -> Nanos {
        self.smoothed
    }

    /// SRTT of the timer: in ticks of its clock if that is coarse. Zero before the first sample.
    pub fn smoothed_by_timer(&self) -> Nanos {
        if self.is_coarse() { Nanos(self.coarse.srtt * self.rules.tick.0 / 8) } else { self.smoothed }
    }

    /// RTTVAR from exact samples.
    pub fn variation(&self) -> Nanos {
        self.variation
    }

    /// Smallest sample of the connection.
    pub fn min(&self) -> Option<Nanos> {
        self.min
    }

    /// The most recent sample.
    pub fn latest(&self) -> Option<Nanos> {
        self.min.map(|_| self.latest)
    }

    /// RTO with its back-off (RFC 6298, 2.1–2.5 and 5.5).
    #[inline]
    pub fn timeout(&self) -> Nanos {
        Nanos(self.timeout_base().0 << self.backoff.min(16)).min(self.rules.max)
    }

    /// RTO without back-off.
    pub fn timeout_base(&self) -> Nanos {
        let base = if self.is_coarse() {
            self.coarse.timeout.map(|ticks| Nanos(ticks * self.rules.tick.0))
        } else {
            self.min.map(|_| self.smoothed + Nanos(4 * self.variation.0).max(self.rules.granularity))
        };
        base.unwrap_or(self.rules.initial).max(self.rules.min).min(self.rules.max)
    }

    /// The last timeout was spurious: restores the RTO without back-off.
    pub fn forget_back_off(&mut self) {
        self.backoff = 0;
    }

    /// A timeout: doubles the RTO (5.5). Returns whether this is the first timeout since a sample.
    pub fn back_off(&mut self) -> bool {
        self.backoff += 1;
        self.stop_timing();
        if self.backoff > FORGET_AFTER {
            self.coarse.forget();
        }
        self.backoff == 1
    }
}

/// After this many consecutive timeouts, a coarse timer discards its SRTT (RFC 6298, section 5, permits it).
const FORGET_AFTER: u32 = 3;

impl Coarse {
    /// Counts the ticks between a segment and its ACK and smooths them in integers, with rounding by shifts
    /// (Jacobson 1988, appendix A.2). The RTO is at least two whole ticks: one tick could end at once.
    fn sample(&mut self, sent: Time, now: Time, tick: Nanos) {
        let phase = tick.scale(self.phase).0;
        let ticks = ((now.0 + phase) / tick.0 - (sent.0 + phase) / tick.0).max(1);
        if self.srtt == 0 {
            (self.srtt, self.rttvar) = (ticks << 3, ticks << 1);
        } else {
            let mean = self.srtt >> 3;
            let off = ticks.abs_diff(mean);
            self.srtt = (self.srtt + ticks).saturating_sub(mean).max(1);
            self.rttvar = (self.rttvar + off).saturating_sub(self.rttvar >> 2).max(1);
        }
        self.timeout = Some((((self.rttvar << 3) + self.srtt) >> 3).max(2));
    }

    /// The mean is added to the variation; the next sample starts a new mean.
    fn forget(&mut self) {
        self.rttvar += self.srtt >> 3;
        self.srtt = 0;
    }
}

/// RFC 6298, 2.3: the variation is updated first, with the old mean.
#[inline]
fn smooth(mean: &mut Nanos, variation: &mut Nanos, sample: Nanos) {
    *variation = Nanos((3 * variation.0 + mean.0.abs_diff(sample.0)) / 4);
    *mean = Nanos((7 * mean.0 + sample.0) / 8);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Nanos {
        Nanos(millis * 1_000_000)
    }

    fn new(rules: TimerRules) -> Rtt {
        Rtt::new(rules, 0.0)
    }

    #[test]
    fn samples_of_100_and_200_ms() {
        // RFC 6298, section 2, computed by hand: RTTVAR 62.5 ms, SRTT 112.5 ms, RTO 362.5 ms without a
        // minimum.
        let mut rtt = new(TimerRules { min: Nanos::ZERO, granularity: Nanos::ZERO, ..TimerRules::default() });
        rtt.sample(ms(100));
        rtt.sample(ms(200));
        assert_eq!((rtt.variation().0, rtt.smoothed().0), (62_500_000, 112_500_000));
        assert_eq!(rtt.timeout().0, 362_500_000);
    }

    #[test]
    fn a_constant_rtt_leads_to_the_minimum() {
        let mut rtt = new(TimerRules::default());
        assert_eq!(rtt.timeout(), ms(1000));
        (0..100).for_each(|_| rtt.sample(ms(100)));
        assert_eq!(rtt.timeout(), ms(1000));
        assert!(rtt.variation() < Nanos(10));
    }

    #[test]
    fn backs_off_to_the_maximum_until_the_next_sample() {
        let mut rtt = new(TimerRules::default());
        rtt.sample(ms(100));
        let mut timeouts = Vec::new();
        for _ in 0..8 {
            rtt.back_off();
            timeouts.push(rtt.timeout().as_secs());
        }
        assert_eq!(timeouts, [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]);
        rtt.sample(ms(100));
        assert_eq!(rtt.timeout(), ms(1000));
    }

    /// Computed by hand from the appendix: phase 0, a tick of 100 ms.
    #[test]
    fn a_coarse_clock_counts_its_ticks() {
        let rules = TimerRules { tick: ms(100), min: ms(200), initial: ms(6000), ..TimerRules::default() };
        let mut rtt = new(rules);
        let at = |millis: u64| Time(millis * 1_000_000);
        assert_eq!(rtt.timeout(), ms(6000));
        // 40 ms with one tick: SRTT 1, RTTVAR 1/2 tick, RTO 3.
        rtt.sent(1, at(80));
        rtt.sample(ms(40));
        rtt.acknowledged(1, at(120));
        assert_eq!((rtt.smoothed(), rtt.timeout()), (ms(40), ms(300)));
        // 120 ms with two ticks: SRTT 1 1/8, RTTVAR 3/4 (shifted: 2 + 1 − 0 quarters), RTO 4 1/8, truncated
        // to 4.
        rtt.sent(2, at(190));
        rtt.acknowledged(2, at(310));
        assert_eq!(rtt.timeout(), ms(400));
        // SRTT 1 1/8 ticks; the exact sample stays what it was.
        assert_eq!((rtt.smoothed_by_timer(), rtt.smoothed()), (Nanos(112_500_000), ms(40)));
    }

    #[test]
    fn one_segment_is_timed_at_a_time_and_no_retransmitted_one() {
        let rules = TimerRules { tick: ms(100), min: ms(200), initial: ms(6000), ..TimerRules::default() };
        let mut rtt = new(rules);
        let at = |millis: u64| Time(millis * 1_000_000);
        rtt.sent(1, at(0));
        rtt.sent(2, at(900));
        rtt.acknowledged(0, at(950));
        assert_eq!(rtt.coarse.timed, Some((1, at(0))));
        rtt.sent_again(1);
        rtt.acknowledged(2, at(1000));
        assert_eq!(rtt.timeout(), ms(6000));
        rtt.sent(3, at(1000));
        rtt.stop_timing();
        rtt.acknowledged(3, at(1100));
        assert_eq!(rtt.timeout(), ms(6000));
        rtt.back_off();
        assert_eq!(rtt.timeout(), ms(12_000));
        // An exact sample does not end the back-off of a coarse timer; a timed segment does.
        rtt.sample(ms(100));
        assert_eq!(rtt.timeout(), ms(12_000));
        rtt.sent(4, at(1100));
        rtt.sent_again(3);
        rtt.acknowledged(4, at(1200));
        assert_eq!(rtt.timeout(), ms(300));
    }

    #[test]
    fn ticks_equal_the_rtt_on_average_whatever_the_phase() {
        let rules = TimerRules { tick: ms(100), ..TimerRules::default() };
        let n = 10_000;
        let mut sum = 0;
        for i in 0..n {
            let mut rtt = Rtt::new(rules, f64::from(i) / f64::from(n));
            rtt.sent(1, Time::ZERO);
            rtt.acknowledged(1, Time(120_000_000));
            sum += rtt.coarse.srtt >> 3;
        }
        let mean = sum as f64 / f64::from(n);
        assert!((mean - 1.2).abs() < 0.001, "{mean}");
    }
}
