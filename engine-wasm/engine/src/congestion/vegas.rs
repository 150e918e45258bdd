//! The Vegas family: Brakmo & Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", JSAC 13(8), 1995,
//! and its descendants. All share the estimate of packets in queues, slow start, fine-grained retransmission and the response to
//! losses; they differ in the thresholds that change the window once per round trip.

mod adaptive;
mod fluid;
mod vegas_a;

use super::rules::{ECN, RECOVERY, rule};
use std::fmt::Debug;

use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, Round,
    RoundRtt, Theory, WindowRule, windowed,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::core::rtt::Rtt;
use crate::units::{Nanos, Segments, Time};

pub use adaptive::{CODE, NEWVEGAS};
pub use vegas_a::VEGAS_A;

/// Registered in `congestion/mod.rs`.
pub const VEGAS: Algorithm = Algorithm {
    id: "vegas",
    name: "Vegas",
    family: "Delay-based",
    summary: "Compares the RTT with the minimum RTT and keeps one to three packets in queues.",
    source: "Brakmo & Peterson, TCP Vegas",
    year: 1995,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "The window doubles every other round trip. In between the flow measures the RTT; slow start ends when more than γ packets are in queues, and the window gives back what it overshot: one eighth, or what is in queues if it doubles every round trip.",
            "D = W(RTT − baseRTT)/RTT > γ",
            "Brakmo & Peterson, TCP Vegas",
        ),
        rule(
            RuleSubject::Avoidance,
            "Once per round trip: add one packet if fewer than α packets are in queues, remove one if more than β are.",
            "D = W(RTT − baseRTT)/RTT; W ← W + 1 if D < α, W − 1 if D > β",
            "Brakmo & Peterson, TCP Vegas",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes one quarter of the window, or half if the retransmission was lost. Losses of packets sent before the last decrease are ignored.",
            "W ← 3W/4",
            "Brakmo & Peterson, TCP Vegas",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: slow start restarts.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Brakmo & Peterson, TCP Vegas",
        ),
    ],
    theory: &[Theory::Backlog(|s| (s.number("alpha"), s.number("beta").max(s.number("alpha"))))],
    fluid: Some(fluid::make),
    controller: ControllerKind::Window(|settings| family(settings, Band::new(settings))),
};

/// Parameters of every scheme of the family.
fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Lower threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("The window grows if fewer packets than this are in queues."),
        Param::number("beta", "β", "Upper threshold", "packets")
            .range(0.1, 1000.0, 3.0)
            .log()
            .help("The window shrinks if more packets than this are in queues."),
        Param::number("gamma", "γ", "Slow-start threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("Slow start ends when more packets than this are in queues."),
        Param::choice("roundRtt", "RTT of a round", "min", RoundRtt::OPTIONS)
            .help("The paper averages the samples of a round. Linux takes the smallest, which delayed ACKs do not inflate."),
        Param::choice("backlog", "Packets in queues", "rtt", BACKLOG)
            .help("W·(RTT − baseRTT) divided by RTT, as in the paper, or by baseRTT, as in Linux, which gives a value that is larger by the factor RTT/baseRTT."),
        Param::choice("slowStart", "Slow start", "alternate", SLOW_START)
            .help("The paper doubles the window every other round, measures in between, and finally removes one eighth. Linux doubles it every round, and finally reduces it to one packet above the bandwidth-delay product."),
        Param::choice("cut", "Decrease on loss", "quarter", CUT)
            .help("The paper removes one quarter, or half if the retransmission was lost. Linux halves the window."),
        Param::number("minSamples", "", "Samples per round", "")
            .range(0.0, 100.0, 0.0)
            .integer()
            .help("After a round with fewer RTT samples the window grows as in Reno. Linux requires 3, the paper none."),
        Param::switch("fineTimer", "Fine-grained retransmission", true).help(
            "Retransmit at the first duplicate ACKs if the oldest packet is older than its own timeout.",
        ),
    ]
}

const BACKLOG: &[ChoiceOption] =
    &[ChoiceOption::new("rtt", "Divided by RTT"), ChoiceOption::new("base", "Divided by base RTT")];

const SLOW_START: &[ChoiceOption] =
    &[ChoiceOption::new("alternate", "Every other round"), ChoiceOption::new("every", "Every round")];

const CUT: &[ChoiceOption] = &[ChoiceOption::new("quarter", "A quarter"), ChoiceOption::new("half", "Half")];

const VARIABLES: &[Variable] = &[DIFF, BASE_RTT, ROUND_RTT];

/// Variables of schemes with adaptive thresholds.
const THRESHOLD_VARIABLES: &[Variable] = &[
    DIFF,
    BASE_RTT,
    Variable::new("alpha", "α", "lower threshold", "packets"),
    Variable::new("beta", "β", "upper threshold", "packets"),
    ROUND_RTT,
];

const DIFF: Variable = Variable::new("diff", "D", "packets in queues", "packets");
const ROUND_RTT: Variable = Variable::new("roundRtt", "RTT", "RTT of the last round", "ms");
const BASE_RTT: Variable = Variable::new("baseRtt", "baseRTT", "minimum RTT", "ms");

/// Smallest window.
const MIN_WINDOW: Segments = 2.0;

/// Measurement of a round in congestion avoidance.
#[derive(Clone, Copy, Debug)]
struct Measured {
    window: Segments,
    /// Packets in queues: the papers' D.
    backlog: Segments,
    /// The RTT used for D.
    rtt: Nanos,
    round: Round,
}

/// The differences between the schemes of the family.
trait Thresholds: Debug + Clone + Send + 'static {
    /// Change of the window once per round in congestion avoidance: −1, 0 or +1 packets.
    fn step(&mut self, measured: &Measured) -> Segments;
    /// A loss has reduced the window.
    fn on_loss(&mut self) {}
    /// The retransmission timer expired.
    fn on_timeout(&mut self) {}
    /// Reports the thresholds.
    fn variables(&self, _show: &mut dyn FnMut(f64)) {}
}

/// α and β in packets. Used directly, they are Vegas's thresholds.
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
    fn change(self, backlog: Segments) -> Segments {
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
        self.change(measured.backlog)
    }
}

/// The parsed parameters.
#[derive(Clone, Copy, Debug)]
struct Rules {
    gamma: Segments,
    round_rtt: RoundRtt,
    /// Whether D is divided by baseRTT.
    over_base: bool,
    /// Whether slow start grows in every round.
    every_round: bool,
    halve: bool,
    min_samples: u32,
    fine_timer: bool,
    /// Whether a timeout leads to congestion avoidance from two packets instead of slow start.
    avoid_after_timeout: bool,
}

/// The controller that all schemes share.
#[derive(Clone, Debug)]
struct Family<T> {
    thresholds: T,
    rules: Rules,
    base_rtt: Option<Nanos>,
    /// The RTT of the last measured round.
    last_rtt: Option<Nanos>,
    /// Whether slow start grows in this round. It grows in every other round and measures in between.
    growing: bool,
    /// Whether congestion avoidance adds one packet in this round, spread over its ACKs.
    raising: bool,
    diff: Segments,
    last_decrease: Option<Time>,
}

/// Makes a controller of the family.
fn family(settings: &Settings<'_>, thresholds: impl Thresholds) -> Box<dyn Controller> {
    with_rules(thresholds, rules(settings))
}

fn with_rules(thresholds: impl Thresholds, rules: Rules) -> Box<dyn Controller> {
    windowed(Family {
        thresholds,
        rules,
        base_rtt: None,
        last_rtt: None,
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
    /// Diff in packets: the part of the window that exceeds the empty path.
    fn backlog(&self, cwnd: Segments, base: Nanos, rtt: Nanos) -> Segments {
        let over = if self.rules.over_base { base } else { rtt };
        cwnd * (rtt - base).as_secs() / over.as_secs()
    }

    fn end_round(&mut self, control: &mut Control, round: &Round) {
        let Some(base) = self.base_rtt else { return };
        let slow = control.cwnd < control.ssthresh;
        if round.samples < self.rules.min_samples {
            self.growing = true;
            self.raising = !slow;
            return;
        }
        let Some(rtt) = self.rules.round_rtt.of(round) else { return };
        self.last_rtt = Some(rtt);
        self.diff = self.backlog(control.cwnd, base, rtt);
        self.raising = false;
        if slow { self.end_slow_round(control, base, rtt) } else { self.adjust(control, rtt, round) }
    }

    /// Leaves slow start if more than γ packets are in queues.
    fn end_slow_round(&mut self, c: &mut Control, base: Nanos, rtt: Nanos) {
        let measured = self.rules.every_round || !self.growing;
        if measured && self.diff > self.rules.gamma {
            c.cwnd = if self.rules.every_round {
                (c.cwnd * (base.as_secs() / rtt.as_secs()) + 1.0).min(c.cwnd)
            } else {
                // Slow start has overshot by an eighth.
                c.cwnd - c.cwnd / 8.0
            }
            .max(MIN_WINDOW);
            c.ssthresh = MIN_WINDOW;
        }
        self.growing = self.rules.every_round || !self.growing;
    }

    /// Adjusts the window after a round of congestion avoidance.
    fn adjust(&mut self, c: &mut Control, rtt: Nanos, round: &Round) {
        let measured = Measured { window: c.cwnd, backlog: self.diff, rtt, round: *round };
        let step = self.thresholds.step(&measured);
        if step < 0.0 {
            c.cwnd = (c.cwnd + step).max(MIN_WINDOW);
            c.stay_in_avoidance();
        }
        self.raising = step > 0.0;
    }

    /// The window after a loss: 3/4 for a first loss, 1/2 if the retransmission was lost.
    fn after_loss(&self, w: Segments, transmissions: u32) -> Segments {
        let left = if self.rules.halve || transmissions > 1 { w / 2.0 } else { 0.75 * w };
        if w <= 3.0 { MIN_WINDOW } else { left.max(MIN_WINDOW) }
    }
}

impl<T: Thresholds> WindowRule for Family<T> {
    fn on_start(&mut self, control: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        // The small packets of the handshake do not represent full ones.
        self.base_rtt = from.and_then(|h| h.min_rtt);
        if from.is_none() {
            // Two packets, so that the first round has a sample besides its first packet.
            control.cwnd = control.cwnd.max(MIN_WINDOW);
        }
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow() {
            return;
        }
        if let Some(round) = &ack.round {
            self.end_round(control, round);
        }
        if control.cwnd < control.ssthresh {
            if self.growing {
                control.cwnd = (control.cwnd + ack.counted).min(control.ssthresh);
            }
        } else if self.raising {
            control.cwnd += cx.increase_scale * ack.counted / control.cwnd;
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let w = control.cwnd;
        self.raising = false;
        match event {
            // The loss of a packet sent before the last decrease is not a new event.
            Congestion::Loss { sent_at, .. } if self.last_decrease.is_some_and(|t| sent_at < t) => return,
            Congestion::Loss { transmissions, .. } => {
                control.cwnd = self.after_loss(w, transmissions);
                control.ssthresh = MIN_WINDOW;
                self.thresholds.on_loss();
            }
            Congestion::Ecn => {
                control.cwnd = self.after_loss(w, 1).min(w);
                control.ssthresh = MIN_WINDOW;
                self.thresholds.on_loss();
            }
            Congestion::Restart | Congestion::Timeout { first: true } => {
                let restart = event == Congestion::Restart;
                let avoid = !restart && self.rules.avoid_after_timeout;
                control.ssthresh = if avoid { MIN_WINDOW } else { (cx.reduce_from / 2.0).max(MIN_WINDOW) };
                control.cwnd = if restart { 1.0 } else { MIN_WINDOW };
                self.growing = true;
                if restart { self.thresholds.on_loss() } else { self.thresholds.on_timeout() }
            }
            Congestion::Timeout { first: false } => control.cwnd = MIN_WINDOW,
        }
        self.last_decrease = Some(cx.now);
    }

    fn on_undo(&mut self, before: &Self) {
        self.thresholds = before.thresholds.clone();
        (self.growing, self.raising, self.last_decrease) =
            (before.growing, before.raising, before.last_decrease);
    }

    fn loss_delay(&self, rtt: &Rtt) -> Option<Nanos> {
        if !self.rules.fine_timer {
            return None;
        }
        // (srtt + 2 mdev)·17/16, as ns-2 interprets the paper.
        let timeout = (rtt.smoothed() + rtt.variation() + rtt.variation()).scale(17.0 / 16.0);
        Some(if rtt.min().is_some() { timeout } else { Nanos::MAX })
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.diff);
        show(self.base_rtt.map_or(f64::NAN, Nanos::as_millis));
        self.thresholds.variables(show);
        show(self.last_rtt.map_or(f64::NAN, Nanos::as_millis));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn vegas() -> Bench {
        vegas_with(&[])
    }

    fn vegas_with(params: &[(&str, ParamValue)]) -> Bench {
        Bench::new(find("vegas").unwrap(), params)
    }

    fn text(value: &str) -> ParamValue {
        ParamValue::Text(value.to_owned())
    }

    /// A measurement for tests of thresholds.
    pub(super) fn measured(window: Segments, backlog: Segments, rtt_ms: f64) -> Measured {
        let rtt = Nanos::from_millis(rtt_ms);
        let round =
            Round { min_rtt: rtt, mean_rtt: rtt, samples: 10, closing_rtt: Some(rtt), ..Round::default() };
        Measured { window, backlog, rtt, round }
    }

    #[test]
    fn slow_start_takes_twice_as_long_as_in_reno() {
        // Brakmo & Peterson 1995: it doubles only every other RTT. Reno takes 5 rounds from 2 to 64.
        let mut bench = vegas();
        bench.start(2.0, None);
        let windows = [(); 10].map(|()| {
            bench.cycle(100.0, 0);
            bench.cwnd()
        });
        assert_eq!(windows, [2.0, 4.0, 4.0, 8.0, 8.0, 16.0, 16.0, 32.0, 32.0, 64.0]);
    }

    #[test]
    fn leaves_slow_start_with_more_than_gamma_packets_in_queues() {
        let mut bench = vegas();
        bench.start(32.0, None);
        bench.cycle(100.0, 0);
        bench.cycle(100.0, 0);
        assert_eq!(bench.cwnd(), 64.0);
        // D = 64·2/102 > 1, but the round that grew does not count.
        bench.cycle(102.0, 0);
        assert_eq!(bench.cwnd(), 64.0);
        // The next one counts: an eighth is removed, and slow start ends.
        bench.cycle(102.0, 0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (56.0, 2.0));
        // Below γ slow start continues: D = 64/101.
        let mut bench = vegas();
        bench.start(32.0, None);
        for rtt in [100.0, 100.0, 101.0, 101.0] {
            bench.cycle(rtt, 0);
        }
        assert_eq!(bench.cwnd(), 128.0);
    }

    #[test]
    fn linux_doubles_every_round_and_falls_to_the_bdp() {
        // Linux, tcp_vegas.c: W = min(W, W·baseRTT/RTT + 1) at the end of slow start.
        let mut bench = vegas_with(&[("slowStart", text("every"))]);
        bench.start(16.0, None);
        bench.cycle(100.0, 0);
        bench.cycle(100.0, 0);
        assert_eq!(bench.cwnd(), 64.0);
        bench.cycle(128.0, 0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (64.0 / 1.28 + 1.0, 2.0));
    }

    #[test]
    fn linux_divides_the_backlog_by_the_smallest_rtt() {
        for (form, expected) in [("rtt", 60.0 * 20.0 / 120.0), ("base", 60.0 * 20.0 / 100.0)] {
            let mut bench = vegas_with(&[("backlog", text(form))]);
            bench.start_at(60.0, 2.0);
            bench.round(100.0);
            let window = bench.cwnd();
            bench.round(120.0);
            assert!(
                (bench.variable(0) / window * 60.0 - expected).abs() < 0.3,
                "{form} {}",
                bench.variable(0)
            );
        }
    }

    #[test]
    fn changes_by_one_packet_per_round_and_never_below_two() {
        // Equation 2 of the CODE paper restates the rule.
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.round(100.0);
        bench.round(100.0);
        assert!((bench.cwnd() - 41.0).abs() < 0.05, "D = 0 < α: {}", bench.cwnd());
        let stays = bench.cwnd();
        bench.round(105.0);
        bench.round(105.0);
        // The first of these rounds still includes the +1 decided before.
        assert!(bench.cwnd() - stays < 1.0, "α < D < β: {}", bench.cwnd());
        let falls = bench.cwnd();
        bench.round(110.0);
        assert_eq!(bench.cwnd(), falls - 1.0, "D > β");
        let mut bench = vegas_with(&[("beta", ParamValue::Number(1.0))]);
        bench.start_at(10.0, 2.0);
        bench.round(1.0);
        for _ in 0..20 {
            bench.round(10_000.0);
        }
        assert_eq!(bench.cwnd(), 2.0);
    }

    #[test]
    fn keeps_between_alpha_and_beta_packets_in_the_queue() {
        // The base RTT is 100 ms, so D = W·q/(100 + q). The bench gives the RTT of a queue of W − 50 packets.
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
    fn removes_a_quarter_on_loss_and_half_if_the_retransmission_is_lost() {
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.congestion(testing::loss(1), 40.0);
        assert_eq!(bench.cwnd(), 30.0);
        bench.congestion(testing::loss(2), 30.0);
        assert_eq!(bench.cwnd(), 15.0);
        bench.start_at(3.0, 2.0);
        bench.congestion(testing::loss(1), 3.0);
        assert_eq!(bench.cwnd(), 2.0);
        let mut linux = vegas_with(&[("cut", text("half"))]);
        linux.start_at(40.0, 2.0);
        linux.congestion(testing::loss(1), 40.0);
        assert_eq!(linux.cwnd(), 20.0);
    }

    #[test]
    fn losses_of_packets_sent_before_the_last_decrease_are_ignored() {
        // CODE paper, section 2.2.3: of several losses in one round trip only the first one reduces the window. An ignored loss does
        // not count as a decrease: losses of packets sent after the decrease reduce the window again.
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        let sent = |bench: &Bench| Congestion::Loss { transmissions: 1, sent_at: bench.now() };
        let before = sent(&bench);
        bench.round(100.0);
        bench.congestion(before, 40.0);
        let cut = bench.cwnd();
        bench.round(100.0);
        let after = sent(&bench);
        bench.round(100.0);
        let window = bench.cwnd();
        assert!(window > cut);
        bench.congestion(before, 40.0);
        assert_eq!(bench.cwnd(), window, "sent before the decrease");
        bench.congestion(after, 40.0);
        assert_eq!(bench.cwnd(), 0.75 * window, "sent after it");
    }

    #[test]
    fn a_timeout_restarts_slow_start_from_two_packets() {
        // CODE paper, section 2.2.3: ssthresh is half the window, and the window is two packets.
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.congestion(Congestion::Timeout { first: true }, 40.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (2.0, 20.0));
        // Section 2.4: NewVegas "restarts from the congestion avoidance phase".
        let mut newvegas = Bench::new(find("newvegas").unwrap(), &[("afterTimeout", text("avoidance"))]);
        newvegas.start_at(40.0, 2.0);
        newvegas.congestion(Congestion::Timeout { first: true }, 40.0);
        assert_eq!((newvegas.cwnd(), newvegas.ssthresh()), (2.0, 2.0));
    }

    #[test]
    fn rounds_with_few_samples_grow_as_in_reno() {
        // Linux requires more than two samples per round.
        let mut bench = vegas_with(&[("minSamples", ParamValue::Number(3.0))]);
        bench.start_at(2.0, 2.0);
        bench.round(100.0);
        bench.round(200.0);
        assert!(bench.cwnd() > 2.5, "{}", bench.cwnd());
    }
}
