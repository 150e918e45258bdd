//! YeAH-TCP: Baiocchi, Castellani & Vacirca, "YeAH-TCP: Yet Another Highspeed TCP", PFLDnet 2007.

use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    Round, WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const YEAH: Algorithm = Algorithm {
    id: "yeah",
    name: "YeAH-TCP",
    family: "High-speed",
    summary: "Scalable TCP while the queue is short; Reno, and a removal of the excess, once it grows.",
    source: "Baiocchi, Castellani & Vacirca, YeAH-TCP",
    year: 2007,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "While the queue is short the window grows as Scalable TCP’s does. Otherwise it grows as Reno’s does, and if more than Q_max packets wait, it falls by that backlog once a round trip.",
            "Q = W(RTT − baseRTT)/RTT, L = (RTT − baseRTT)/baseRTT; slow if Q > Q_max or L > 1/φ; W ← W − min(Q/γ, W·ε)",
            "Baiocchi, Castellani & Vacirca, YeAH-TCP, section 3",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes the backlog, but one eighth at least and one half at most; or half, if other flows that fill the queue have kept this one slow for ρ rounds.",
            "W, ssthresh ← flight − min(max(Q, flight·δ), flight/2)",
            "Baiocchi, Castellani & Vacirca, YeAH-TCP, section 3",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, and slow start restarts from one packet.",
            "ssthresh as after a loss, W ← 1",
            "Linux, tcp_yeah",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("maxQueue", "Q_max", "Largest backlog", "packets")
            .range(1.0, 10_000.0, 80.0)
            .log()
            .help("A larger backlog is removed once a round trip, unless other flows fill the queue."),
        Param::number("delayThreshold", "1/φ", "Delay threshold", "")
            .range(0.0, 10.0, 0.125)
            .help("The flow is slow once the queueing delay exceeds this fraction of the smallest RTT. ns-3 rounds its value to 0."),
        Param::number("gamma", "γ", "Decongestion", "RTT")
            .range(1.0, 100.0, 1.0)
            .help("Round trips in which an excessive backlog is removed."),
        Param::number("delta", "δ", "Smallest decrease", "")
            .range(0.01, 0.5, 0.125)
            .help("Smallest fraction of the window that a loss removes."),
        Param::number("epsilon", "ε", "Largest decongestion", "")
            .range(0.05, 0.9, 0.5)
            .help("Largest fraction of the window that decongestion removes in a round trip."),
        Param::number("rho", "ρ", "Slow rounds", "RTT")
            .range(1.0, 1000.0, 16.0)
            .integer()
            .help("After this many slow rounds in a row the flow assumes that it competes with Reno, and halves its window on a loss."),
        Param::number("zeta", "ζ", "Fast rounds", "RTT")
            .range(1.0, 1000.0, 50.0)
            .integer()
            .help("After more fast rounds than this the estimate of Reno’s window is reset."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("backlog", "Q", "packets in queues", "packets"),
    Variable::new("slowRounds", "", "slow rounds in a row", "RTT"),
    Variable::new("renoWindow", "W_reno", "estimate of a competing Reno flow’s window", "packets"),
];

/// In fast mode one packet is added per this many acknowledged packets: Scalable TCP's 0.01.
const SCALABLE_ACKS: Segments = 100.0;
/// Rounds with fewer RTT samples are ignored: all of them may include the delay of a delayed ACK.
const MIN_SAMPLES: u32 = 3;

#[derive(Clone, Copy, Debug)]
struct Rules {
    max_queue: Segments,
    delay_threshold: f64,
    gamma: f64,
    delta: f64,
    epsilon: f64,
    rho: u32,
    zeta: u32,
}

#[derive(Clone, Debug)]
struct Yeah {
    rules: Rules,
    base_rtt: Option<Nanos>,
    /// Backlog of the last round.
    backlog: Segments,
    slow_rounds: u32,
    fast_rounds: u32,
    reno_window: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Yeah {
        rules: Rules {
            max_queue: settings.number("maxQueue"),
            delay_threshold: settings.number("delayThreshold"),
            gamma: settings.number("gamma"),
            delta: settings.number("delta"),
            epsilon: settings.number("epsilon"),
            rho: settings.number("rho") as u32,
            zeta: settings.number("zeta") as u32,
        },
        base_rtt: None,
        backlog: 0.0,
        slow_rounds: 0,
        fast_rounds: 0,
        reno_window: MIN_SSTHRESH,
    })
}

impl Yeah {
    fn end_round(&mut self, control: &mut Control, round: &Round) {
        let Some(base) = self.base_rtt.filter(|_| round.samples >= MIN_SAMPLES) else { return };
        let (base, queueing) = (base.as_secs(), (round.min_rtt - base).as_secs());
        let rules = self.rules;
        self.backlog = control.cwnd * queueing / (base + queueing);
        let excess = self.backlog > rules.max_queue;
        if excess || queueing > rules.delay_threshold * base {
            if excess && control.cwnd > self.reno_window {
                let removed = (self.backlog / rules.gamma).min(rules.epsilon * control.cwnd);
                // At least the window of a competing Reno flow.
                control.cwnd = (control.cwnd - removed).max(self.reno_window);
                control.ssthresh = control.cwnd.max(MIN_SSTHRESH);
            }
            self.reno_window = if self.reno_window <= MIN_SSTHRESH {
                (control.cwnd / 2.0).max(MIN_SSTHRESH)
            } else {
                self.reno_window + 1.0
            };
            self.slow_rounds = self.slow_rounds.saturating_add(1);
        } else {
            self.fast_rounds += 1;
            if self.fast_rounds > rules.zeta {
                (self.reno_window, self.fast_rounds) = (MIN_SSTHRESH, 0);
            }
            self.slow_rounds = 0;
        }
    }

    /// Packets that a loss removes from `window`.
    fn removed(&self, window: Segments) -> Segments {
        let half = (window / 2.0).max(MIN_SSTHRESH);
        if self.slow_rounds < self.rules.rho {
            self.backlog.min(half).max(self.rules.delta * window)
        } else {
            half
        }
    }
}

impl WindowRule for Yeah {
    fn on_start(&mut self, _: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        self.base_rtt = from.and_then(|handover| handover.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            let per_round = if self.slow_rounds == 0 { (control.cwnd / SCALABLE_ACKS).max(1.0) } else { 1.0 };
            increase(control, cx.increase_scale * per_round, left);
        }
        if let Some(round) = &ack.round {
            self.end_round(control, round);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        decrease(control, event, cx.reduce_from - self.removed(cx.reduce_from));
        if event != (Congestion::Timeout { first: false }) {
            self.fast_rounds = 0;
            self.reno_window = (self.reno_window / 2.0).max(MIN_SSTHRESH);
        }
    }

    fn on_undo(&mut self, before: &Self) {
        (self.fast_rounds, self.reno_window) = (before.fast_rounds, before.reno_window);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.backlog);
        show(f64::from(self.slow_rounds));
        show(self.reno_window);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::testing::find;

    fn yeah(window: f64) -> Bench {
        let mut bench = Bench::new(find("yeah").unwrap(), &[]);
        bench.start_at(window, window / 2.0);
        bench.round(100.0);
        bench
    }

    #[test]
    fn grows_like_scalable_tcp_without_a_queue_and_like_reno_with_one() {
        // Section 3: fast mode is Scalable TCP: one packet per 100, or per window if that is smaller.
        for (window, growth) in [(1000.0, 10.0), (50.0, 1.0)] {
            let mut bench = yeah(window);
            let before = bench.cwnd();
            bench.round(100.0);
            assert!((bench.cwnd() - before - growth).abs() < 0.2, "{window}: {}", bench.cwnd() - before);
        }
        // L = 0.13 > 1/8, Q = 58 < 80 packets.
        let mut bench = yeah(500.0);
        bench.round(113.0);
        let before = bench.cwnd();
        bench.round(113.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.01, "{}", bench.cwnd() - before);
        assert_eq!(bench.variable(1), 2.0);
    }

    #[test]
    fn an_excessive_backlog_is_removed_in_a_round_trip() {
        // Q = W(RTT − baseRTT)/RTT = 1000·(1 − 100/112): 107 packets > 80, all of which are removed (γ = 1).
        let mut bench = yeah(1000.0);
        let before = bench.cwnd();
        bench.round(112.0);
        let grown = before + before / 100.0;
        let left = grown * 100.0 / 112.0;
        assert!((bench.cwnd() / left - 1.0).abs() < 1e-3, "{} of {left}", bench.cwnd());
        assert_eq!(bench.ssthresh(), bench.cwnd());
        // The window of a competing Reno flow is half of the remaining window, and grows by one packet per
        // round trip.
        assert!((bench.variable(2) - bench.cwnd() / 2.0).abs() < 1e-9);
    }

    #[test]
    fn a_loss_removes_the_backlog_within_an_eighth_and_a_half() {
        for (rtt, left) in [(101.0, 0.875), (130.0, 100.0 / 130.0), (300.0, 0.5)] {
            let mut bench = yeah(200.0);
            bench.round(rtt);
            // The backlog was measured in the last round.
            let window = bench.cwnd();
            bench.congestion(testing::loss(1), window);
            assert!((bench.cwnd() / window - left).abs() < 0.003, "RTT {rtt}: {}", bench.cwnd() / window);
        }
    }

    #[test]
    fn a_loss_after_sixteen_slow_rounds_halves_the_window() {
        // ρ = 16: a queue that remains whatever the flow does belongs to another flow. Q = 23 of 100 packets.
        for (rounds, left) in [(15, 100.0 / 130.0), (16, 0.5)] {
            let mut bench = yeah(100.0);
            (0..rounds).for_each(|_| bench.round(130.0));
            let window = bench.cwnd();
            bench.congestion(testing::loss(1), window);
            assert!((bench.cwnd() / window - left).abs() < 0.003, "{rounds}: {}", bench.cwnd() / window);
        }
    }

    #[test]
    fn decongestion_stops_at_renos_window() {
        // Beside Reno the backlog remains, so the window settles near that of a Reno flow.
        let mut bench = yeah(400.0);
        for _ in 0..60 {
            bench.round(200.0);
            assert!(bench.cwnd() >= bench.variable(2) - 1.0, "{} {}", bench.cwnd(), bench.variable(2));
        }
        let before = bench.cwnd();
        bench.round(200.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.05, "{}", bench.cwnd() - before);
    }
}
