//! TCP-NV: Brakmo, "TCP-NV: An Update to TCP-Vegas", 2015; as in Linux, tcp_nv.

use super::rules::{ECN, RECOVERY, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, NO_THEORY, WindowRule,
    decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const NV: Algorithm = Algorithm {
    id: "nv",
    name: "TCP-NV",
    family: "Delay-based",
    summary: "A successor of Vegas for data centres: keeps the window a few packets above the measured rate times the smallest RTT.",
    source: "Brakmo, TCP-NV: An Update to TCP-Vegas; Linux, tcp_nv",
    year: 2010,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds one packet to the window, so the window doubles every round trip. Once per round trip the rule for the rate applies as well: above the window that the rate fills without a queue, growth stops, and the window falls by a part of the difference.",
            "W ← W + acked; W > W_max: W ← W − max(2, 0.3(W − W_max))",
            "Brakmo, TCP-NV: An Update to TCP-Vegas; Linux, tcp_nv",
        ),
        rule(
            RuleSubject::Avoidance,
            "Once per round trip the window is compared with the window that the rate fills without a queue, plus a pad. Below, it grows as Reno’s does; above, it stops and falls by a part of the difference.",
            "W_max = max rate·minRTT + pad; W > W_max: W ← W − max(2, 0.3(W − W_max)); W ≤ W_max − 2: grow",
            "Linux, tcp_nv",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes a fifth of the window, and growth stops until the rate shows that the queue is short.",
            "W, ssthresh ← 0.8·flight",
            "Linux, tcp_nv",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, slow start restarts from one packet, and the window grows more slowly.",
            "ssthresh ← 0.8·flight, W ← 1",
            "Linux, tcp_nv",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("pad", "", "Pad", "packets")
            .range(3.0, 1000.0, 10.0)
            .log()
            .help("Packets that may wait in queues."),
        Param::number("decrease", "", "Decrease", "")
            .range(0.05, 1.0, 0.3)
            .help("Part of the excess that is removed when the window is too large."),
        Param::number("resetPeriod", "", "Reset of minRTT", "s")
            .range(0.1, 600.0, 5.0)
            .log()
            .help("The smallest RTT is forgotten after a random time from 0.75 to 1.25 times this."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("rate", "", "largest rate in this evaluation", "packets/s"),
    Variable::new("maxWindow", "W_max", "largest window without congestion", "packets"),
    Variable::new("minRtt", "minRTT", "smallest recent RTT", "ms"),
    Variable::new("grows", "", "1 while the window may grow", ""),
];

/// Linux's constants: no growth this close to the pad; samples required before a decision to shrink, to grow,
/// and to end the first slow start; round trips before a decision to shrink, and after which growth stops
/// without a decision.
const PAD_MARGIN: Segments = 2.0;
const SAMPLES_TO_SHRINK: u32 = 60;
const SAMPLES_TO_GROW: u32 = 20;
const SAMPLES_IN_SLOW_START: u32 = 30;
const ROUNDS_TO_SHRINK: u32 = 2;
const ROUNDS_TO_STOP: u32 = 10;
/// Factor on the window after a loss, and the minimum reduction of a window that is too large.
const LOSS_KEPT: f64 = 819.0 / 1024.0;
const MIN_DECREASE: Segments = 2.0;
const MIN_WINDOW: Segments = 2.0;
/// Each timeout halves the growth, down to one packet in 2⁸ windows; this many consecutive decisions to grow
/// double it.
const SLOWEST: i32 = -8;
const GOOD_DECISIONS: u32 = 8;
/// Time of the first reset of the minimum RTT.
const FIRST_RESET: Nanos = Nanos(2_000_000_000);
/// Below a window of four packets, growth is a quarter of the window per round trip instead of one packet.
const GROWTH_WINDOW: Segments = 4.0;

#[derive(Clone, Debug)]
struct Nv {
    pad: Segments,
    decrease: f64,
    reset_period: Nanos,
    grows: bool,
    /// Whether to start over once recovery from a congestion event is over.
    fresh: bool,
    /// Moving average of the RTT with weight one half, s.
    mean_rtt: Option<f64>,
    min_rtt: f64,
    next_min_rtt: f64,
    reset_at: Time,
    /// Maximum rate in the current evaluation.
    max_rate: f64,
    samples: u32,
    rounds: u32,
    /// Whether a round has ended, possibly with an ACK that gave no sample.
    due: bool,
    /// Growth is divided by two to the power of this.
    growth: i32,
    good: u32,
    max_window: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Nv {
        pad: settings.number("pad"),
        decrease: settings.number("decrease"),
        reset_period: Nanos::from_secs(settings.number("resetPeriod")),
        grows: true,
        fresh: false,
        mean_rtt: None,
        min_rtt: f64::INFINITY,
        next_min_rtt: f64::INFINITY,
        reset_at: Time::ZERO,
        max_rate: 0.0,
        samples: 0,
        rounds: 0,
        due: false,
        growth: 0,
        good: 0,
        max_window: f64::NAN,
    })
}

impl Nv {
    fn restart(&mut self) {
        self.mean_rtt = None;
        self.good = 0;
        self.end_evaluation();
    }

    fn end_evaluation(&mut self) {
        (self.max_rate, self.samples, self.rounds) = (0.0, 0, 0);
    }

    fn measure(&mut self, cx: &mut Cx<'_>, rtt: Nanos, in_flight: Segments) {
        let rtt = rtt.as_secs();
        let mean = match self.mean_rtt {
            Some(before) => (before + rtt) / 2.0,
            None => {
                self.min_rtt = rtt;
                rtt
            }
        };
        self.mean_rtt = Some(mean);
        self.max_rate = self.max_rate.max(in_flight / mean);
        self.samples += 1;
        self.min_rtt = self.min_rtt.min(mean);
        self.next_min_rtt = self.next_min_rtt.min(mean);
        if cx.now >= self.reset_at {
            self.min_rtt = self.next_min_rtt;
            self.next_min_rtt = f64::INFINITY;
            self.reset_at = cx.now + self.reset_period.scale(0.75 + 0.5 * cx.rng.uniform());
        }
    }

    /// Evaluates the samples, once per round trip.
    fn evaluate(&mut self, control: &mut Control) {
        self.rounds += 1;
        self.max_window = self.max_rate * self.min_rtt + self.pad;
        let excess = control.cwnd - self.max_window;
        if excess > 0.0 {
            let enough =
                if control.ssthresh.is_infinite() { SAMPLES_IN_SLOW_START } else { SAMPLES_TO_SHRINK };
            if self.rounds < ROUNDS_TO_SHRINK {
                return;
            }
            if self.samples < enough {
                // Too few samples to shrink, but too many rounds to keep growing without a decision.
                self.grows &= control.ssthresh.is_infinite() || self.rounds <= ROUNDS_TO_STOP;
                return;
            }
            self.grows = false;
            self.good = 0;
            control.ssthresh = self.max_window;
            control.cwnd = if excess > MIN_DECREASE {
                control.cwnd - (self.decrease * excess).max(MIN_DECREASE)
            } else {
                self.max_window
            };
            control.cwnd = control.cwnd.max(MIN_WINDOW);
        } else if excess <= -PAD_MARGIN {
            if self.samples < SAMPLES_TO_GROW {
                return;
            }
            self.grows = true;
            self.good += 1;
            if self.growth < 0 && self.good > GOOD_DECISIONS {
                self.growth += 1;
                self.good = 0;
            }
        } else {
            return;
        }
        self.end_evaluation();
    }
}

impl WindowRule for Nv {
    fn on_start(&mut self, _: &mut Control, cx: &mut Cx<'_>, _: Option<Handover>) {
        self.reset_at = cx.now + FIRST_RESET;
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if cx.in_recovery {
            return;
        }
        if std::mem::take(&mut self.fresh) {
            self.restart();
        }
        self.due |= ack.round.is_some();
        if let Some((rtt, sample)) = ack.rtt.zip(ack.rate) {
            self.measure(cx, rtt, sample.in_flight);
            if std::mem::take(&mut self.due) {
                self.evaluate(control);
            }
        }
        if !self.grows || !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            let per_round = (control.cwnd / GROWTH_WINDOW).min(1.0) * libm::exp2(f64::from(self.growth));
            increase(control, cx.increase_scale * per_round, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        self.fresh = true;
        self.grows = false;
        if matches!(event, Congestion::Timeout { .. } | Congestion::Restart) {
            self.growth = (self.growth - 1).max(SLOWEST);
        }
        decrease(control, event, LOSS_KEPT * cx.reduce_from);
    }

    fn on_undo(&mut self, before: &Self) {
        (self.grows, self.growth) = (before.grows, before.growth);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.max_rate);
        show(self.max_window);
        show(self.min_rtt * 1e3);
        show(if self.grows { 1.0 } else { 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    /// A pipe of 200 packets and 100 ms; the rest of the window queues.
    fn round(bench: &mut Bench) {
        let rtt = 100.0 * (bench.cwnd() / 200.0).max(1.0);
        bench.round_in_flight(rtt);
    }

    fn nv(window: f64) -> Bench {
        let mut bench = Bench::new(find("nv").unwrap(), &[]);
        bench.start_at(window, window / 2.0);
        bench.round_in_flight(100.0);
        bench
    }

    #[test]
    fn the_largest_window_is_that_of_the_rate_plus_a_pad() {
        // Linux: max rate·minRTT + nv_pad (10).
        let mut bench = nv(200.0);
        round(&mut bench);
        assert!((bench.variable(1) - 210.0).abs() < 3.0, "{}", bench.variable(1));
        assert!((bench.variable(2) - 100.0).abs() < 1e-6);
    }

    #[test]
    fn a_lone_flow_stays_at_the_pad() {
        // As long as the minimum RTT is that of an empty queue.
        let mut bench = Bench::new(find("nv").unwrap(), &[("resetPeriod", ParamValue::Number(600.0))]);
        bench.start_at(150.0, 75.0);
        (0..300).for_each(|_| round(&mut bench));
        let mut least = f64::INFINITY;
        let mut most = 0.0f64;
        for _ in 0..100 {
            round(&mut bench);
            (least, most) = (least.min(bench.cwnd()), most.max(bench.cwnd()));
        }
        // Between the pad minus its margin and a packet or two above it, since evaluations lag.
        assert!(least >= 206.0 && most <= 215.0, "{least} to {most}");
    }

    #[test]
    fn a_queue_that_never_empties_raises_the_smallest_rtt() {
        // Linux resets the minimum RTT about every 5 s without emptying the queue: each time the backlog
        // grows by about one pad.
        let mut bench = nv(150.0);
        (0..400).for_each(|_| round(&mut bench));
        assert!(bench.variable(2) > 110.0 && bench.cwnd() > 230.0, "{} ms", bench.variable(2));
    }

    #[test]
    fn an_excess_is_reduced_by_three_tenths_or_two_packets() {
        let mut bench = nv(300.0);
        let before = loop {
            let before = bench.cwnd();
            round(&mut bench);
            if bench.cwnd() < before {
                break before;
            }
        };
        // The rate is 200 packets per 100 ms, whatever the window.
        let excess = before - bench.variable(1);
        assert!(excess > 50.0);
        let fallen = before - bench.cwnd();
        assert!((fallen / excess - 0.3).abs() < 0.02, "{fallen} of {excess}");
        assert_eq!(bench.variable(3), 0.0);
    }

    #[test]
    fn a_loss_removes_a_fifth_and_stops_growth_until_the_queue_is_short() {
        let mut bench = nv(150.0);
        round(&mut bench);
        let before = bench.cwnd();
        bench.congestion(testing::loss(1), before);
        assert!((bench.cwnd() / before - 819.0 / 1024.0).abs() < 1e-9);
        let reduced = bench.cwnd();
        round(&mut bench);
        assert!((bench.cwnd() - reduced).abs() < 0.1, "{}", bench.cwnd());
        (0..3).for_each(|_| round(&mut bench));
        assert!(bench.cwnd() > reduced + 1.5 && bench.variable(3) == 1.0);
    }

    #[test]
    fn timeouts_slow_growth_down() {
        let grown = |timeouts: u32| {
            let mut bench = nv(100.0);
            for _ in 0..timeouts {
                bench.congestion(Congestion::Timeout { first: true }, 100.0);
            }
            bench.start_at(100.0, 50.0);
            (0..4).for_each(|_| round(&mut bench));
            let before = bench.cwnd();
            round(&mut bench);
            bench.cwnd() - before
        };
        // One packet per round trip, then a half, then a quarter.
        for (timeouts, expected) in [(0, 1.0), (1, 0.5), (2, 0.25)] {
            assert!((grown(timeouts) - expected).abs() < 0.02, "{timeouts}: {}", grown(timeouts));
        }
    }
}
