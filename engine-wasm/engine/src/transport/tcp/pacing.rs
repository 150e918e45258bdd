//! Pacing: ACK-clocked, paced (Zhang, Shenker & Clark 1991; Aggarwal, Savage & Anderson 2000), randomised
//! ("On Randomizing the Sending Times in TCP and other Window Based Algorithms", sections III and IV).

use crate::congestion::Control;
use crate::core::random::Rng;
use crate::transport::stack;
use crate::units::{Nanos, Segments, Time};

/// Decides when pacing allows the next packet.
#[derive(Clone, Debug)]
pub struct Pacer {
    rule: stack::Pacing,
    rng: Rng,
    /// When the timer allows the next packet.
    next: Time,
    /// When the last packet was sent.
    last: Option<Time>,
    /// Time between the last two packets.
    gap: Option<Nanos>,
    /// Packets sent back to back since the timer last started.
    burst: u32,
    /// When the first of them could have been sent.
    burst_since: Time,
}

impl Pacer {
    /// A pacer before the first packet.
    pub fn new(rule: stack::Pacing, rng: Rng) -> Pacer {
        Pacer { rule, rng, next: Time::ZERO, last: None, gap: None, burst: 0, burst_since: Time::ZERO }
    }

    /// Changes the rule.
    pub fn set_rule(&mut self, rule: stack::Pacing) {
        *self = Pacer::new(rule, self.rng.clone());
    }

    /// Whether a timer paces packets.
    #[inline]
    pub fn timed(&self) -> bool {
        matches!(self.rule, stack::Pacing::Timed { .. })
    }

    /// When a packet may be sent; a time in the past means now.
    pub fn next(&self) -> Time {
        self.next
    }

    /// Maximum part of the window that is spread over a round trip; `None` without a timer.
    pub fn spread(&self, control: Control) -> Option<Segments> {
        match self.rule {
            stack::Pacing::Timed { slow_start, .. } if control.cwnd < control.ssthresh => {
                Some(control.cwnd * slow_start)
            }
            stack::Pacing::Timed { .. } => Some(control.cwnd),
            stack::Pacing::AckClocked => None,
        }
    }

    /// Whether an ACK that arrives after the timer has expired starts another wait.
    pub fn randomized(&self) -> bool {
        matches!(self.rule, stack::Pacing::Timed { interval, .. } if interval > 0.0)
    }

    /// Starts the timer after a packet: SRTT/w·(1 + x), x uniform in ±I. Without an RTT sample (`srtt` is
    /// zero) there is no wait.
    pub fn sent(&mut self, now: Time, srtt: Nanos, window: Segments) {
        let stack::Pacing::Timed { interval, .. } = self.rule else {
            return;
        };
        let x = if interval > 0.0 { interval * (2.0 * self.rng.uniform() - 1.0) } else { 0.0 };
        self.next = now + srtt.scale((1.0 + x) / window.max(1.0));
        self.gap = self.last.replace(now).map(|last| now.since(last));
    }

    /// Starts the timer after a packet, at the controller's rate. After the last of `quantum` packets it runs
    /// for all of them, counted from the first one.
    pub fn sent_at_rate(&mut self, now: Time, gap: Nanos, quantum: u32) {
        if self.burst == 0 {
            self.burst_since = self.next.max(now);
        }
        self.burst += 1;
        if self.burst >= quantum {
            self.next = now.max(self.burst_since + Nanos(gap.0 * u64::from(self.burst)));
            self.burst = 0;
        }
    }

    /// An ACK opened the window. If a randomised timer has expired before, another wait starts, SRTT/w·y with
    /// y uniform in 0 … I (section III). A running timer is left unchanged: one packet is pending at a time.
    pub fn opened(&mut self, now: Time, srtt: Nanos, window: Segments) {
        let stack::Pacing::Timed { interval, .. } = self.rule else {
            return;
        };
        if self.next < now {
            self.next = now + srtt.scale(interval * self.rng.uniform() / window.max(1.0));
        }
    }

    /// Time between the last two packets.
    pub fn gap(&self) -> Option<Nanos> {
        self.gap
    }

    /// α(w) = (RTT_eff/RTT)² of the paper's equations 1–7: additive increase compensates for the slowdown by
    /// randomisation.
    pub fn increase_scale(&self, window: Segments) -> f64 {
        let stack::Pacing::Timed { interval, corrected: true, .. } = self.rule else {
            return 1.0;
        };
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

    fn pacer(interval: f64) -> Pacer {
        Pacer::new(
            stack::Pacing::Timed { interval, corrected: true, slow_start: 1.0 },
            Rng::new(1, "f", "spacing"),
        )
    }

    #[test]
    fn alpha_of_the_paper() {
        // Equation 7 with I = 1, squared; computed by hand.
        for (w, alpha) in [
            (1.0, 2.1914),
            (2.0, 1.6586),
            (4.0, 1.3869),
            (5.0, 1.3294),
            (8.0, 1.2381),
            (10.0, 1.2053),
            (16.0, 1.1518),
            (20.0, 1.1321),
            (25.0, 1.1153),
            (50.0, 1.0766),
            (100.0, 1.0517),
        ] {
            assert!((pacer(1.0).increase_scale(w) - alpha).abs() < 1e-4, "w {w}");
        }
        assert_eq!(pacer(0.0).increase_scale(10.0), 1.0);
    }

    #[test]
    fn alpha_undoes_the_mean_of_the_two_branches() {
        // Equations 2 and 3 by random draws: the first window takes R(1 + Σx/w) if Σx is positive, otherwise
        // R(1 + y/w). Equation 7 assumes that Σx is normal, so a window of one is left out.
        for interval in [0.5, 1.0] {
            for w in [2_u32, 5, 10, 20, 50] {
                let mut rng = Rng::new(7, "f", "branches");
                let (n, window) = (100_000, f64::from(w));
                let mut sum = 0.0;
                for _ in 0..n {
                    let x = (0..w).map(|_| interval * (2.0 * rng.uniform() - 1.0)).sum::<f64>();
                    sum += 1.0 + if x >= 0.0 { x } else { interval * rng.uniform() } / window;
                }
                let (drawn, formula) =
                    (sum / f64::from(n), libm::sqrt(pacer(interval).increase_scale(window)));
                assert!((drawn / formula - 1.0).abs() < 0.005, "I {interval}, w {w}: {drawn} {formula}");
            }
        }
    }

    #[test]
    fn randomized_gaps_are_uniform_with_the_mean_of_pacing() {
        let mut pacer = pacer(1.0);
        let (srtt, w) = (Nanos::from_millis(100.0), 10.0);
        let gaps: Vec<_> = (0..100_000)
            .map(|_| {
                pacer.sent(Time::ZERO, srtt, w);
                pacer.next().as_secs()
            })
            .collect();
        let mean = gaps.iter().sum::<f64>() / gaps.len() as f64;
        assert!((mean - 0.01).abs() < 1e-4, "{mean}");
        let quarter = gaps.iter().filter(|&&g| g < 0.005).count() as f64 / gaps.len() as f64;
        assert!((quarter - 0.25).abs() < 0.01, "{quarter}");
        assert!(gaps.iter().all(|&g| (0.0..=0.02).contains(&g)));
    }

    #[test]
    fn an_ack_that_opens_the_window_starts_another_wait_once() {
        let (srtt, w) = (Nanos::from_millis(100.0), 10.0);
        let waits: Vec<_> = (0..10_000)
            .map(|_| {
                let mut pacer = pacer(0.5);
                pacer.rng = Rng::new(1, "f", "waits");
                pacer.sent(Time::ZERO, srtt, w);
                let timer = pacer.next();
                pacer.opened(timer, srtt, w);
                assert_eq!(pacer.next(), timer, "the timer has not expired before the ACK arrived");
                let ack = timer + Nanos(1);
                pacer.opened(ack, srtt, w);
                let pending = pacer.next();
                assert!(pending >= ack && pending <= ack + Nanos::from_millis(5.0));
                pacer.opened(ack, srtt, w);
                assert!(pacer.next() == pending || pending == ack);
                pending
            })
            .collect();
        assert!(waits.iter().all(|&w| w == waits[0]), "the same stream gives the same draws");
    }

    #[test]
    fn without_randomization_gaps_are_even() {
        let mut pacer = pacer(0.0);
        pacer.sent(Time::ZERO, Nanos::from_millis(100.0), 10.0);
        assert_eq!(pacer.next(), Time(10_000_000));
    }
}
