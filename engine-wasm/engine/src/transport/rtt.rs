//! Round-trip times and the retransmission timeout: RFC 6298 (2011).

use crate::units::Nanos;

/// What a stack says about timers.
#[derive(Clone, Copy, Debug)]
pub struct TimerRules {
    /// Clock granularity G.
    pub granularity: Nanos,
    /// Samples for the timer are rounded to whole ticks of this clock; zero: exact.
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
    srtt: Nanos,
    rttvar: Nanos,
    smoothed: Nanos,
    variation: Nanos,
    min: Option<Nanos>,
    latest: Nanos,
    backoff: u32,
}

impl Rtt {
    /// No sample yet.
    pub fn new(rules: TimerRules) -> Rtt {
        Rtt { rules, ..Rtt::default() }
    }

    /// Takes over other rules; what was measured stays.
    pub fn set_rules(&mut self, rules: TimerRules) {
        self.rules = rules;
    }

    /// Takes a sample of a packet that was sent once (Karn) or carries a timestamp.
    #[inline]
    pub fn sample(&mut self, rtt: Nanos) {
        let ticked = match self.rules.tick.0 {
            0 => rtt,
            tick => Nanos(((rtt.0 + tick / 2) / tick).max(1) * tick),
        };
        if self.min.is_none() {
            (self.srtt, self.rttvar) = (ticked, Nanos(ticked.0 / 2));
            (self.smoothed, self.variation) = (rtt, Nanos(rtt.0 / 2));
        } else {
            smooth(&mut self.smoothed, &mut self.variation, rtt);
            if self.rules.tick == Nanos::ZERO {
                (self.srtt, self.rttvar) = (self.smoothed, self.variation);
            } else {
                smooth(&mut self.srtt, &mut self.rttvar, ticked);
            }
        }
        self.min = Some(self.min.map_or(rtt, |m| m.min(rtt)));
        self.latest = rtt;
        self.backoff = 0;
    }

    /// SRTT from exact samples; zero before the first.
    pub fn smoothed(&self) -> Nanos {
        self.smoothed
    }

    /// RTTVAR from exact samples.
    pub fn variation(&self) -> Nanos {
        self.variation
    }

    /// Smallest sample of the connection.
    pub fn min(&self) -> Option<Nanos> {
        self.min
    }

    /// The last sample.
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
        let base = match self.min {
            None => self.rules.initial,
            Some(_) => self.srtt + Nanos(4 * self.rttvar.0).max(self.rules.granularity),
        };
        base.max(self.rules.min).min(self.rules.max)
    }

    /// The timer fired: the timeout doubles (5.5). Says whether this is the first expiry since a sample.
    pub fn back_off(&mut self) -> bool {
        self.backoff += 1;
        self.backoff == 1
    }
}

/// RFC 6298, 2.3: the variation first, with the old mean.
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

    #[test]
    fn samples_of_100_and_200_ms() {
        // RFC 6298, section 2, by hand: RTTVAR 62.5 ms, SRTT 112.5 ms, RTO 362.5 ms without a floor.
        let mut rtt =
            Rtt::new(TimerRules { min: Nanos::ZERO, granularity: Nanos::ZERO, ..TimerRules::default() });
        rtt.sample(ms(100));
        rtt.sample(ms(200));
        assert_eq!((rtt.variation().0, rtt.smoothed().0), (62_500_000, 112_500_000));
        assert_eq!(rtt.timeout().0, 362_500_000);
    }

    #[test]
    fn a_constant_rtt_leads_to_the_floor() {
        let mut rtt = Rtt::new(TimerRules::default());
        assert_eq!(rtt.timeout(), ms(1000));
        (0..100).for_each(|_| rtt.sample(ms(100)));
        assert_eq!(rtt.timeout(), ms(1000));
        assert!(rtt.variation() < Nanos(10));
    }

    #[test]
    fn backs_off_to_the_ceiling_and_a_sample_ends_it() {
        let mut rtt = Rtt::new(TimerRules::default());
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

    #[test]
    fn a_coarse_clock_rounds_for_the_timer_only() {
        let rules = TimerRules { tick: ms(100), min: ms(200), ..TimerRules::default() };
        let mut rtt = Rtt::new(rules);
        rtt.sample(ms(40));
        assert_eq!(rtt.smoothed(), ms(40));
        assert_eq!(rtt.timeout(), ms(300));
    }
}
