//! The Vegas family: Brakmo & Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", JSAC 13(8), 1995,
//! and its descendants. All estimate how many packets they keep in queues, start slowly, look at the age of the oldest
//! packet and cut the window in the same way; they differ in the thresholds that turn the window, once a round trip.

mod adaptive;
mod vegas_a;

use std::fmt::Debug;

use super::reno::{FRESH, begin};
use super::{
    Ack, Algorithm, Congestion, Control, Cx, Handover, Law, Retransmit, Round, RoundRtt, SentPacket,
    WindowLaw,
};
use crate::catalogue::{Opt, Param, Probe, Settings};
use crate::units::{Nanos, Segments, Time};

pub use adaptive::{CODE, NEWVEGAS};
pub use vegas_a::VEGAS_A;

/// Registered in `congestion/mod.rs`.
pub const VEGAS: Algorithm = Algorithm {
    id: "vegas",
    name: "Vegas",
    family: "Delay-based",
    summary: "Compares the RTT with the smallest seen and keeps one to three packets in queues.",
    source: "Brakmo & Peterson, TCP Vegas",
    year: 1995,
    recovery: "reno",
    spacing: "ack",
    params,
    probes: PROBES,
    law: Law::Window(|settings| family(settings, Band::new(settings))),
};

/// What every scheme of the family can be told.
fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Lower threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("With fewer packets than this in queues, the window grows."),
        Param::number("beta", "β", "Upper threshold", "packets")
            .range(0.1, 1000.0, 3.0)
            .log()
            .help("With more packets than this in queues, the window shrinks."),
        Param::number("gamma", "γ", "Slow-start threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("Slow start ends with more packets than this in queues."),
        Param::choice("roundRtt", "RTT of a round", "min", RoundRtt::OPTIONS)
            .help("The paper averages the samples of a round; Linux takes the smallest, which no delayed ACK inflates."),
        Param::choice("backlog", "Packets in queues", "rtt", BACKLOG)
            .help("W·(RTT − baseRTT) over RTT, as the paper has it, or over baseRTT, as Linux has it: more by RTT/baseRTT."),
        Param::choice("slowStart", "Slow start", "alternate", SLOW_START)
            .help("The paper doubles every other round and measures in between, then takes an eighth off; Linux doubles every round, then falls to one packet more than fits."),
        Param::choice("cut", "Decrease on loss", "quarter", CUT)
            .help("The paper takes a quarter off, and half if the retransmission was lost; Linux halves."),
        Param::number("minSamples", "", "Samples a round", "")
            .range(0.0, 100.0, 0.0)
            .integer()
            .help("A round with fewer RTT samples grows as Reno's; Linux wants 3, the paper none."),
        Param::switch("fineTimer", "Fine-grained retransmission", true).help(
            "Retransmit on an early duplicate ACK when the oldest packet is older than its own timeout.",
        ),
    ]
}

const BACKLOG: &[Opt] = &[Opt { id: "rtt", name: "Over RTT" }, Opt { id: "base", name: "Over base RTT" }];

const SLOW_START: &[Opt] =
    &[Opt { id: "alternate", name: "Every other round" }, Opt { id: "every", name: "Every round" }];

const CUT: &[Opt] = &[Opt { id: "quarter", name: "A quarter" }, Opt { id: "half", name: "Half" }];

const PROBES: &[Probe] = &[DIFF, BASE_RTT];

/// Probes of schemes whose thresholds move.
const MOVING_PROBES: &[Probe] = &[
    DIFF,
    BASE_RTT,
    Probe { id: "alpha", symbol: "α", name: "lower threshold", unit: "packets" },
    Probe { id: "beta", symbol: "β", name: "upper threshold", unit: "packets" },
];

const DIFF: Probe = Probe { id: "diff", symbol: "D", name: "packets in queues", unit: "packets" };
const BASE_RTT: Probe = Probe { id: "baseRtt", symbol: "baseRTT", name: "smallest RTT seen", unit: "ms" };

/// The smallest window of the family.
const LEAST: Segments = 2.0;

/// What a round in congestion avoidance showed.
#[derive(Clone, Copy, Debug)]
struct Measured {
    window: Segments,
    /// Packets in queues: the papers' D.
    backlog: Segments,
    /// The RTT that D was computed from.
    rtt: Nanos,
    round: Round,
}

/// What the schemes of the family differ in.
trait Thresholds: Debug + Clone + Send + 'static {
    /// Once a round in congestion avoidance: by how much the window turns, −1, 0 or +1 packets.
    fn step(&mut self, measured: &Measured) -> Segments;
    /// A loss reduced the window.
    fn on_loss(&mut self) {}
    /// The retransmission timer fired.
    fn on_timeout(&mut self) {}
    /// Shows what moves.
    fn probes(&self, _show: &mut dyn FnMut(f64)) {}
}

/// α and β in packets. By themselves they are Vegas's thresholds.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Band {
    alpha: Segments,
    beta: Segments,
}

impl Band {
    fn new(settings: &Settings<'_>) -> Band {
        let alpha = settings.number("alpha");
        Band { alpha, beta: settings.number("beta").max(alpha) }
    }

    fn moved(self, by: Segments) -> Band {
        Band { alpha: self.alpha + by, beta: self.beta + by }
    }

    fn show(self, show: &mut dyn FnMut(f64)) {
        show(self.alpha);
        show(self.beta);
    }

    /// Equation 2 of the CODE paper, which restates Vegas.
    fn turn(self, backlog: Segments) -> Segments {
        if backlog > self.beta {
            -1.0
        } else if backlog < self.alpha {
            1.0
        } else {
            0.0
        }
    }
}

impl Thresholds for Band {
    fn step(&mut self, measured: &Measured) -> Segments {
        self.turn(measured.backlog)
    }
}

/// How the parameters read.
#[derive(Clone, Copy, Debug)]
struct Rules {
    gamma: Segments,
    round_rtt: RoundRtt,
    /// D is divided by baseRTT.
    over_base: bool,
    /// Slow start grows in every round.
    every_round: bool,
    halve: bool,
    min_samples: u32,
    fine_timer: bool,
    /// A timeout leads to congestion avoidance from two packets, not to slow start.
    avoid_after_timeout: bool,
}

/// The machinery that all of them share.
#[derive(Clone, Debug)]
struct Family<T> {
    control: Control,
    thresholds: T,
    rules: Rules,
    base_rtt: Option<Nanos>,
    /// Slow start grows in every other round and measures in between.
    growing: bool,
    /// Congestion avoidance spreads +1 over the ACKs of the round that follows the decision.
    raising: bool,
    diff: Segments,
    last_decrease: Option<Time>,
}

/// A law of the family.
fn family(settings: &Settings<'_>, thresholds: impl Thresholds) -> Box<dyn WindowLaw> {
    with_rules(thresholds, rules(settings))
}

fn with_rules(thresholds: impl Thresholds, rules: Rules) -> Box<dyn WindowLaw> {
    Box::new(Family {
        control: FRESH,
        thresholds,
        rules,
        base_rtt: None,
        growing: true,
        raising: false,
        diff: f64::NAN,
        last_decrease: None,
    })
}

fn rules(settings: &Settings<'_>) -> Rules {
    Rules {
        gamma: settings.number("gamma"),
        round_rtt: RoundRtt::new(settings, "roundRtt"),
        over_base: settings.choice("backlog") == "base",
        every_round: settings.choice("slowStart") == "every",
        halve: settings.choice("cut") == "half",
        min_samples: settings.number("minSamples") as u32,
        fine_timer: settings.switch("fineTimer"),
        avoid_after_timeout: false,
    }
}

impl<T: Thresholds> Family<T> {
    /// Diff in packets: what the window holds beyond what the empty path would.
    fn backlog(&self, base: Nanos, rtt: Nanos) -> Segments {
        let over = if self.rules.over_base { base } else { rtt };
        self.control.cwnd * (rtt - base).as_secs() / over.as_secs()
    }

    fn end_round(&mut self, round: &Round) {
        let Some(base) = self.base_rtt else { return };
        let slow = self.control.cwnd < self.control.ssthresh;
        if round.samples < self.rules.min_samples {
            self.growing = true;
            self.raising = !slow;
            return;
        }
        let Some(rtt) = self.rules.round_rtt.of(round) else { return };
        self.diff = self.backlog(base, rtt);
        self.raising = false;
        if slow { self.end_slow_round(base, rtt) } else { self.turn(rtt, round) }
    }

    /// Leaves slow start with more than γ packets in queues.
    fn end_slow_round(&mut self, base: Nanos, rtt: Nanos) {
        let c = &mut self.control;
        let measured = self.rules.every_round || !self.growing;
        if measured && self.diff > self.rules.gamma {
            c.cwnd = if self.rules.every_round {
                (c.cwnd * (base.as_secs() / rtt.as_secs()) + 1.0).min(c.cwnd)
            } else {
                // The extra eighth is what overshot.
                c.cwnd - c.cwnd / 8.0
            }
            .max(LEAST);
            c.ssthresh = LEAST;
        }
        self.growing = self.rules.every_round || !self.growing;
    }

    /// A round of congestion avoidance.
    fn turn(&mut self, rtt: Nanos, round: &Round) {
        let c = &mut self.control;
        let measured = Measured { window: c.cwnd, backlog: self.diff, rtt, round: *round };
        let step = self.thresholds.step(&measured);
        if step < 0.0 {
            c.cwnd = (c.cwnd + step).max(LEAST);
            // Below its threshold the window would be taken for one in slow start.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        }
        self.raising = step > 0.0;
    }

    /// What a loss leaves of the window: 3/4 for a first loss, 1/2 where the retransmission was lost again.
    fn after_loss(&self, transmissions: u32) -> Segments {
        let w = self.control.cwnd;
        let left = if self.rules.halve || transmissions > 1 { w / 2.0 } else { 0.75 * w };
        if w <= 3.0 { LEAST } else { left.max(LEAST) }
    }
}

impl<T: Thresholds> WindowLaw for Family<T> {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.control = begin(cx, from);
        // The handshake's small packets are no measure for full ones.
        self.base_rtt = from.and_then(|h| h.min_rtt);
        if from.is_none() {
            // Two packets, so that the first round has a sample beside its own start.
            self.control.cwnd = self.control.cwnd.max(LEAST);
        }
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow {
            return;
        }
        if let Some(round) = &ack.round {
            self.end_round(round);
        }
        let c = &mut self.control;
        if c.cwnd < c.ssthresh {
            if self.growing {
                c.cwnd = (c.cwnd + ack.credit).min(c.ssthresh);
            }
        } else if self.raising {
            c.cwnd += cx.increase_scale * ack.credit / c.cwnd;
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        let w = self.control.cwnd;
        self.raising = false;
        match event {
            // A packet sent before the last decrease says nothing new.
            Congestion::Loss { sent_at, .. } if self.last_decrease.is_some_and(|t| sent_at < t) => return,
            Congestion::Loss { transmissions, .. } => {
                self.control.cwnd = self.after_loss(transmissions);
                self.control.ssthresh = LEAST;
                self.thresholds.on_loss();
            }
            Congestion::Ecn => {
                self.control.cwnd = self.after_loss(1).min(w);
                self.control.ssthresh = LEAST;
                self.thresholds.on_loss();
            }
            Congestion::Restart | Congestion::Timeout { first: true } => {
                let restart = event == Congestion::Restart;
                let avoid = !restart && self.rules.avoid_after_timeout;
                self.control.ssthresh = if avoid { LEAST } else { (cx.reduce_from / 2.0).max(LEAST) };
                self.control.cwnd = if restart { 1.0 } else { LEAST };
                self.growing = true;
                if restart { self.thresholds.on_loss() } else { self.thresholds.on_timeout() }
            }
            Congestion::Timeout { first: false } => self.control.cwnd = LEAST,
        }
        self.last_decrease = Some(cx.now);
    }

    fn on_early_sign(&mut self, cx: &mut Cx<'_>, oldest: &SentPacket) -> Retransmit {
        // srtt + 2 mdev, a sixteenth more, as ns-2 reads section 3.1 of the paper.
        let timeout = (cx.rtt.smoothed() + cx.rtt.variation() + cx.rtt.variation()).scale(17.0 / 16.0);
        let known = cx.rtt.min().is_some();
        if self.rules.fine_timer && known && cx.now.since(oldest.sent_at) > timeout {
            Retransmit::Oldest
        } else {
            Retransmit::No
        }
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.diff);
        show(self.base_rtt.map_or(f64::NAN, Nanos::as_millis));
        self.thresholds.probes(show);
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::find;

    fn vegas() -> Bench {
        Bench::new(find("vegas").unwrap(), &[])
    }

    #[test]
    fn slow_start_grows_every_other_round() {
        let mut bench = vegas();
        bench.start(2.0, None);
        let windows: Vec<_> = (0..6)
            .map(|_| {
                bench.round(100.0);
                bench.cwnd()
            })
            .collect();
        assert!(windows[5] >= 8.0 && windows[5] <= 16.0, "{windows:?}");
    }

    #[test]
    fn keeps_between_alpha_and_beta_packets_in_the_queue() {
        // Base 100 ms, so D = W·q/(100 + q): the bench answers with the RTT that a queue of W − 50 packets gives.
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.round(100.0);
        for _ in 0..100 {
            let queued = (bench.cwnd() - 50.0).max(0.0);
            bench.round(100.0 + 2.0 * queued);
        }
        let queued = bench.cwnd() - 50.0;
        assert!((1.0..=3.0).contains(&queued), "{queued}");
    }

    #[test]
    fn shrinks_from_a_window_taken_over_at_its_threshold() {
        let mut bench = vegas();
        bench.start_at(72.0, 72.0);
        bench.round(50.0);
        for _ in 0..40 {
            bench.round(100.0);
        }
        assert!(bench.cwnd() < 40.0, "{}", bench.cwnd());
    }

    #[test]
    fn takes_a_quarter_off_on_loss_and_half_when_the_retransmission_is_lost() {
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.congestion(testing::loss(1), 40.0);
        assert_eq!(bench.cwnd(), 30.0);
        bench.congestion(testing::loss(2), 30.0);
        assert_eq!(bench.cwnd(), 15.0);
    }
}
