//! Spacing of packets: ACK-clocked, paced (Zhang, Shenker & Clark 1991; Aggarwal, Savage & Anderson 2000), randomized
//! ("On Randomizing the Sending Times in TCP and other Window Based Algorithms", sections III and IV).

use crate::packet_sim::random::Rng;
use crate::transport::stack;
use crate::units::{Nanos, Segments, Time};

/// Decides when the next packet may go, as far as spacing is concerned.
#[derive(Clone, Debug)]
pub struct Spacer {
    rule: stack::Spacing,
    rng: Rng,
    /// The next packet may go from then on.
    next: Time,
    /// The timer fired while the window was closed: the next ACK decides.
    ready: bool,
}

impl Spacer {
    /// Nothing sent yet.
    pub fn new(rule: stack::Spacing, rng: Rng) -> Spacer {
        Spacer { rule, rng, next: Time::ZERO, ready: false }
    }

    /// Takes over another rule.
    pub fn set_rule(&mut self, rule: stack::Spacing) {
        self.rule = rule;
        self.next = Time::ZERO;
        self.ready = false;
    }

    /// Whether a timer decides at all.
    pub fn timed(&self) -> bool {
        matches!(self.rule, stack::Spacing::Timed { .. })
    }

    /// When a packet may go; a time that has passed means now.
    pub fn next(&self) -> Time {
        self.next
    }

    /// Sets the gap after a packet. Without an RTT sample (`srtt` zero) there is none.
    pub fn sent(&mut self, now: Time, srtt: Nanos, window: Segments) {
        let stack::Spacing::Timed { interval } = self.rule else {
            return;
        };
        self.ready = false;
        let x = if interval > 0.0 { interval * (2.0 * self.rng.uniform() - 1.0) } else { 0.0 };
        self.next = now + srtt.scale((1.0 + x) / window.max(1.0));
    }

    /// Sets the gap after a packet to a rate that the law gave.
    pub fn sent_at_rate(&mut self, now: Time, gap: Nanos) {
        self.next = self.next.max(now) + gap;
    }

    /// The timer fired and the window was closed.
    pub fn blocked(&mut self) {
        self.ready = self.timed();
    }

    /// An ACK opened the window: a randomized sender that was ready draws another delay, y uniform in 0 … I.
    pub fn opened(&mut self, now: Time, srtt: Nanos, window: Segments) {
        let stack::Spacing::Timed { interval } = self.rule else {
            return;
        };
        if std::mem::take(&mut self.ready) && interval > 0.0 {
            self.next = now + srtt.scale(interval * self.rng.uniform() / window.max(1.0));
        }
    }

    /// α(w) = (RTT_eff/RTT)² of the paper's equations 1–7: what randomization slows down, additive increase gives back.
    pub fn increase_scale(&self, window: Segments) -> f64 {
        let stack::Spacing::Timed { interval } = self.rule else {
            return 1.0;
        };
        if interval == 0.0 {
            return 1.0;
        }
        let w = window.max(1.0);
        let excess =
            libm::sqrt(2.0 * w * interval * interval / (3.0 * std::f64::consts::PI)) + interval / 2.0;
        let ratio = 1.0 + excess / (2.0 * w);
        ratio * ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spacer(interval: f64) -> Spacer {
        Spacer::new(stack::Spacing::Timed { interval }, Rng::new(1, "f", "spacing"))
    }

    #[test]
    fn alpha_of_the_paper() {
        // Reference section 3.2, table for I = 1.
        for (w, alpha) in [(1.0, 2.1914), (5.0, 1.3294), (10.0, 1.2053), (20.0, 1.1321), (100.0, 1.0517)] {
            assert!((spacer(1.0).increase_scale(w) - alpha).abs() < 1e-4, "w {w}");
        }
        assert_eq!(spacer(0.0).increase_scale(10.0), 1.0);
    }

    #[test]
    fn randomized_gaps_are_uniform_with_the_mean_of_pacing() {
        let mut spacer = spacer(1.0);
        let (srtt, w) = (Nanos::from_millis(100.0), 10.0);
        let gaps: Vec<_> = (0..100_000)
            .map(|_| {
                spacer.sent(Time::ZERO, srtt, w);
                spacer.next().as_secs()
            })
            .collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        assert!((mean - 0.01).abs() < 1e-4, "{mean}");
        let quarter = gaps.iter().filter(|&&g| g < 0.005).count() as f64 / gaps.len() as f64;
        assert!((quarter - 0.25).abs() < 0.01, "{quarter}");
        assert!(gaps.iter().all(|&g| (0.0..=0.02).contains(&g)));
    }

    #[test]
    fn without_randomization_gaps_are_even() {
        let mut spacer = spacer(0.0);
        spacer.sent(Time::ZERO, Nanos::from_millis(100.0), 10.0);
        assert_eq!(spacer.next(), Time(10_000_000));
    }
}
