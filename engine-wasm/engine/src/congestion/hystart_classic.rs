//! HyStart: Ha & Rhee, "Taming the Elephants: New TCP Slow Start", Computer Networks 55(9), 2011; as in
//! Linux's tcp_cubic. HyStart++ (`hystart.rs`) has only its delay test and does not leave slow start at once.

use super::{Ack, Control, Cx};
use crate::units::{Nanos, Segments, Time};

/// Linux: no exit below this window.
const LOW_WINDOW: Segments = 16.0;
/// ACKs closer together than this belong to one train.
const ACK_SPACING: Nanos = Nanos(2_000_000);
/// Number of samples before a round's delay is used.
const MIN_SAMPLES: u32 = 8;
/// The delay may rise by an eighth of the smallest RTT, within these bounds.
const DELAY_DIVISOR: u64 = 8;
const DELAY_MIN: Nanos = Nanos(4_000_000);
const DELAY_MAX: Nanos = Nanos(16_000_000);

/// State of slow start.
#[derive(Clone, Debug, Default)]
pub struct HyStart {
    min_rtt: Option<Nanos>,
    /// Start of this round, and the last ACK of the train that began with it.
    round_start: Option<(Time, Time)>,
    /// Smallest RTT of this round.
    round_rtt: Option<Nanos>,
    samples: u32,
}

impl HyStart {
    /// Processes an ACK. Sets ssthresh to the window to end slow start.
    pub fn watch(&mut self, control: &mut Control, cx: &Cx<'_>, ack: &Ack) {
        let Some(rtt) = ack.rtt else { return };
        let min_rtt = self.min_rtt.map_or(rtt, |least| least.min(rtt));
        self.min_rtt = Some(min_rtt);
        if ack.round.is_some() || self.round_start.is_none() {
            self.round_start = Some((cx.now, cx.now));
            (self.round_rtt, self.samples) = (None, 0);
        }
        if control.cwnd >= control.ssthresh || control.cwnd < LOW_WINDOW {
            return;
        }
        if self.train_is_long(cx, min_rtt) || self.delay_has_risen(rtt, min_rtt) {
            control.ssthresh = control.cwnd;
        }
    }

    /// Whether ACKs have followed each other closely for half a round trip. A pacing timer creates trains of
    /// that length itself, so paced flows need a whole one.
    fn train_is_long(&mut self, cx: &Cx<'_>, min_rtt: Nanos) -> bool {
        let Some((start, last)) = &mut self.round_start else { return false };
        if cx.now.since(*last) > ACK_SPACING {
            return false;
        }
        *last = cx.now;
        let enough = if cx.paced { min_rtt } else { min_rtt.scale(0.5) };
        cx.now.since(*start) > enough
    }

    fn delay_has_risen(&mut self, rtt: Nanos, min_rtt: Nanos) -> bool {
        let round_rtt = self.round_rtt.map_or(rtt, |least| least.min(rtt));
        self.round_rtt = Some(round_rtt);
        if self.samples < MIN_SAMPLES {
            self.samples += 1;
            return false;
        }
        round_rtt > min_rtt + Nanos(min_rtt.0 / DELAY_DIVISOR).max(DELAY_MIN).min(DELAY_MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::super::equipped::{Equipment, SlowStartExit};
    use super::super::testing::Bench;
    use crate::congestion::testing::find;

    fn bench() -> Bench {
        let equipment = Equipment { exit: SlowStartExit::HyStart, ..Equipment::default() };
        let mut bench = Bench::equipped(find("sack").unwrap(), &[], equipment);
        bench.start(10.0, None);
        bench
    }

    #[test]
    fn exits_when_the_delay_rises_by_an_eighth_within_bounds() {
        // tcp_cubic: delay_min + clamp(delay_min/8, 4 ms, 16 ms), from the ninth sample on. ACKs are at least
        // 5 ms apart, so that there is no train.
        for (rtt, rise) in [(160.0, 16.0), (400.0, 16.0), (100.0, 12.5)] {
            for (above, leaves) in [(-0.01, false), (0.01, true)] {
                let mut bench = bench();
                bench.round(rtt);
                // The ACK that closes a round is the first of the next one.
                (0..2).for_each(|_| bench.round(rtt + rise + above));
                assert_eq!(bench.ssthresh().is_finite(), leaves, "RTT {rtt}, {above}");
            }
        }
    }

    #[test]
    fn exits_after_a_train_of_acks_of_half_a_round_trip() {
        // 2 ms: 50 packets in 100 ms are too far apart, 80 are not; the train is long enough after half of
        // them.
        let mut bench = bench();
        for window in [20.0, 40.0] {
            bench.round(100.0);
            assert_eq!((bench.cwnd(), bench.ssthresh().is_finite()), (window, false));
        }
        bench.round(100.0);
        assert!(bench.ssthresh().is_infinite(), "2.5 ms apart");
        bench.round(100.0);
        assert!((120.0..=122.0).contains(&bench.ssthresh()), "{}", bench.ssthresh());
    }

    #[test]
    fn small_windows_do_not_exit() {
        // tcp_cubic: hystart_low_window = 16. A window of 2 doubles three times.
        let mut bench = bench();
        bench.start(2.0, None);
        bench.round(10.0);
        bench.round(60.0);
        bench.round(60.0);
        assert!(bench.ssthresh().is_infinite() && bench.cwnd() == 16.0);
    }
}
