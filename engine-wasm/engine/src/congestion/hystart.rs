//! HyStart++: RFC 9406 (2023). A slow start that ends when the RTT rises, for any controller that starts like Reno.

use super::{Ack, Control, Cx};
use crate::units::{Nanos, Segments};

// RFC 9406, section 4.3.
const MIN_RTT_THRESH: Nanos = Nanos(4_000_000);
const MAX_RTT_THRESH: Nanos = Nanos(16_000_000);
const MIN_RTT_DIVISOR: u64 = 8;
const N_RTT_SAMPLE: u32 = 8;
const CSS_GROWTH_DIVISOR: f64 = 4.0;
const CSS_ROUNDS: u32 = 5;
/// Maximum number of packets that one ACK may add without pacing.
const L: Segments = 8.0;

/// State of slow start.
#[derive(Clone, Debug, Default)]
pub struct HyStart {
    last_round: Option<Nanos>,
    this_round: Option<Nanos>,
    samples: u32,
    conservative: Option<Conservative>,
}

/// Conservative Slow Start: slower growth until it is clear whether the RTT increase is permanent.
#[derive(Clone, Copy, Debug)]
struct Conservative {
    /// RTT at its start.
    baseline: Nanos,
    /// Rounds ended, including the one in which it started.
    rounds: u32,
}

impl HyStart {
    /// The number of packets for which an ACK counts in slow start. Sets ssthresh to end slow start when it is time; after that the ACK
    /// counts in full. It must be called for every ACK, even if the window may not grow.
    pub fn counted(&mut self, control: &mut Control, cx: &Cx<'_>, ack: &Ack) -> Segments {
        if control.cwnd >= control.ssthresh {
            return ack.counted;
        }
        let most = if cx.paced { ack.counted } else { ack.counted.min(L) };
        let counted = if self.conservative.is_some() { most / CSS_GROWTH_DIVISOR } else { most };
        if let Some(rtt) = ack.rtt {
            self.this_round = Some(self.this_round.map_or(rtt, |least| least.min(rtt)));
            self.samples += 1;
            if self.samples >= N_RTT_SAMPLE {
                self.end_delay_round();
            }
        }
        if ack.round.is_some() {
            self.last_round = self.this_round.take();
            self.samples = 0;
            if let Some(css) = self.conservative.as_mut() {
                css.rounds += 1;
                if css.rounds >= CSS_ROUNDS {
                    control.ssthresh = control.cwnd;
                    return ack.counted;
                }
            }
        }
        counted
    }

    fn end_delay_round(&mut self) {
        let (Some(now), Some(before)) = (self.this_round, self.last_round) else { return };
        match self.conservative {
            None => {
                let rise = Nanos(before.0 / MIN_RTT_DIVISOR).max(MIN_RTT_THRESH).min(MAX_RTT_THRESH);
                if now >= before + rise {
                    self.conservative = Some(Conservative { baseline: now, rounds: 0 });
                }
            }
            // The increase was jitter.
            Some(css) if now < css.baseline => self.conservative = None,
            Some(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn cubic() -> Bench {
        let mut bench = Bench::new(find("cubic").unwrap(), &[("hystart", ParamValue::Bool(true))]);
        bench.start(10.0, None);
        bench
    }

    /// Windows after rounds with these RTTs.
    fn windows(bench: &mut Bench, rtts_ms: &[f64]) -> Vec<f64> {
        let after = |&rtt: &f64| {
            bench.round(rtt);
            bench.cwnd()
        };
        rtts_ms.iter().map(after).collect()
    }

    #[test]
    fn doubles_while_the_rtt_stays_below_the_threshold() {
        // RFC 9406, section 4.2: RttThresh = max(4 ms, min(lastRoundMinRTT/8, 16 ms)), 12.5 ms here.
        let mut bench = cubic();
        assert_eq!(windows(&mut bench, &[100.0, 112.4, 112.4]), [20.0, 40.0, 80.0]);
    }

    #[test]
    fn thresholds_have_a_floor_and_a_ceiling() {
        // RFC 9406, section 4.3: 4 ms for short RTTs, 16 ms for long ones.
        for (rtt, rise) in [(10.0, 4.0), (64.0, 8.0), (400.0, 16.0)] {
            let grown = |next| *windows(&mut cubic(), &[rtt, next]).last().unwrap();
            assert_eq!(grown(rtt + rise - 0.01), 40.0, "RTT {rtt}");
            assert!(grown(rtt + rise) < 40.0, "RTT {rtt}");
        }
    }

    #[test]
    fn grows_by_a_quarter_for_five_rounds_and_then_ends() {
        // RFC 9406, section 4.2: the first round is the one in which Conservative Slow Start starts, at the eighth sample.
        let mut bench = cubic();
        let seen = windows(&mut bench, &[100.0, 120.0]);
        // Eight ACKs count in full, twelve count as a quarter.
        assert_eq!(seen, [20.0, 31.0]);
        for _ in 0..3 {
            let before = bench.cwnd();
            bench.round(130.0);
            let acks = libm::floor(before);
            assert!((bench.cwnd() - before - acks / 4.0).abs() < 1e-9);
            assert!(bench.ssthresh().is_infinite());
        }
        bench.round(130.0);
        assert!(bench.ssthresh().is_finite());
        // RFC 9438, section 4.10: the first epoch starts on its plateau.
        bench.round(130.0);
        assert_eq!(bench.variable(1), 0.0);
    }

    #[test]
    fn resumes_when_the_rtt_falls_below_the_baseline() {
        // RFC 9406, section 4.2: currentRoundMinRTT < cssBaselineMinRtt.
        let mut bench = cubic();
        windows(&mut bench, &[100.0, 120.0]);
        let before = bench.cwnd();
        bench.round(119.0);
        let resumed = bench.cwnd();
        // Until the eighth sample growth is still conservative.
        assert!((resumed - before - (8.0 / 4.0 + (libm::floor(before) - 8.0))).abs() < 1e-9, "{resumed}");
        bench.round(119.0);
        assert!((bench.cwnd() - resumed - libm::floor(resumed)).abs() < 1e-9);
    }

    #[test]
    fn applies_to_the_first_slow_start_only() {
        // RFC 9406, section 4.3: after a timeout slow start is Reno's.
        let mut bench = cubic();
        windows(&mut bench, &[100.0, 100.0, 100.0, 100.0]);
        bench.congestion(testing::loss(1), 160.0);
        assert_eq!(bench.ssthresh(), 112.0);
        bench.congestion(super::super::Congestion::Timeout { first: true }, 112.0);
        let seen = windows(&mut bench, &[100.0, 100.0, 100.0, 100.0, 200.0]);
        assert_eq!(seen, [2.0, 4.0, 8.0, 16.0, 32.0]);
    }
}
