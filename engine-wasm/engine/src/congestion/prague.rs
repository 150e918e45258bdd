//! TCP Prague: De Schepper, Tilmans, Briscoe & Goel, "Prague Congestion Control", draft-briscoe-iccrg-prague-congestion-control-04 (2024), which
//! describes Linux's module `tcp_prague`, with the requirements of L4S (RFC 9331).

use std::borrow::Cow;

use super::rules::{RECOVERY, SLOW_START, TIMEOUT, rule, rule_in};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    decrease,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Text, Variable};
use crate::units::{Nanos, Rate, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const PRAGUE: Algorithm = Algorithm {
    id: "prague",
    name: "TCP Prague",
    family: "ECN-based",
    summary: "DCTCP for the Internet: sends ECT(1), paces, and shares equally among RTTs up to 25 ms; requires a queue that marks early.",
    source: "draft-briscoe-iccrg-prague-congestion-control-04",
    year: 2021,
    recovery: "sack",
    pacing: "own",
    feedback: "l4s",
    params,
    variables: &[
        Variable::new("window", "w", "fractional window", "packets"),
        Variable::new("alpha", "α", "estimated fraction of marked packets", ""),
        Variable::new("fraction", "F", "fraction marked in the last virtual round", ""),
        Variable::new("virtualRtt", "R_v", "virtual RTT", "ms"),
        Variable::new("marksPerRound", "v", "marks in the last virtual round", "packets"),
        Variable::new("pacingRate", "r", "pacing rate", "Mb/s"),
        Variable::state("marksSeen", "marks", MARKS_SEEN),
    ],
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Each unmarked packet adds to the window, one packet per round trip in total. At RTTs below the virtual RTT the increase is smaller, so that the rate grows as that of a flow with the virtual RTT. The window in use follows w, rounded up, by at most one packet per ACK, even after a reduction.",
            "w ← w + (acked − marked)/w·(R/R_v)²",
            "draft-briscoe-iccrg-prague-congestion-control-04, section 2.4",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "ACKs indicate a loss: the window is halved, and it grows again after recovery.",
            "w, ssthresh ← max(w/2, 2)",
            "RFC 9331, section 4.3",
        ),
        rule(
            RuleSubject::Ecn,
            "Marks were reported: at most once per virtual round trip the window is reduced by α/2, where α is the estimated fraction of marked packets. With feedback that does not count marks, the window is halved.",
            "α ← α + g·(F − α) a virtual round; w, ssthresh ← w·(1 − α/2)",
            "draft-briscoe-iccrg-prague-congestion-control-04, section 2.4",
        ),
        rule_in(
            "Before the first mark",
            RuleSubject::Ecn,
            "The first mark ends slow start and halves the window, because α is not estimated yet.",
            "w, ssthresh ← w/2",
            "draft-briscoe-iccrg-prague-congestion-control-04, section 2.4; Linux, tcp_prague",
        ),
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// Names of the values of `Prague::marks_seen`.
const MARKS_SEEN: &[Text] = &[Cow::Borrowed("Before the first mark"), Cow::Borrowed("After the first mark")];

const FIRST_MARK: &[ChoiceOption] =
    &[ChoiceOption::new("halve", "Halve, α stays 0"), ChoiceOption::new("alpha", "Set α to 1")];

fn params() -> Vec<Param> {
    vec![
        Param::number("gain", "g", "Estimation gain", "")
            .range(0.001, 1.0, 0.0625)
            .log()
            .help("Weight of a new virtual round in α. 1/16 in Linux."),
        Param::number("virtualRttMs", "R_v", "Virtual RTT", "ms")
            .range(0.0, 1000.0, 25.0)
            .help("Flows with shorter RTTs grow and respond as if theirs were this long. 0 switches it off."),
        Param::choice("firstMark", "First mark", "halve", FIRST_MARK).help(
            "What the first mark does. Linux halves the window and estimates α from 0; DCTCP begins with α = 1.",
        ),
        Param::number("burstUs", "", "Burst", "µs")
            .range(0.0, 10_000.0, 250.0)
            .help("The packets that the pacing rate allows in this time are sent back to back; RFC 9331 allows 250 µs."),
    ]
}

/// Rounds from the end of slow start until RTT independence begins (Linux: `prague_rtt_transition`).
const TRANSITION_ROUNDS: u32 = 4;
/// Smallest window in use.
const MIN_WINDOW: Segments = 2.0;

#[derive(Clone, Debug)]
struct Prague {
    control: Control,
    /// The real-valued window; whole packets of it are used.
    window: Segments,
    gain: f64,
    virtual_rtt: Nanos,
    halves_first: bool,
    burst: Nanos,
    alpha: f64,
    fraction: f64,
    marks_per_round: f64,
    /// Packets delivered and marked since the last estimate of α, the time of that, and whether a round has
    /// passed since.
    delivered: Segments,
    marked: Segments,
    estimated_at: Time,
    round_over: bool,
    /// Whether there has been a mark.
    marks_seen: bool,
    /// Whether a round has passed since the last response to marks, so that another one is allowed.
    may_reduce: bool,
    reduced_at: Option<Time>,
    in_loss: bool,
    /// Rounds since slow start.
    rounds: u32,
    /// Window and threshold before the last loss.
    saved: Option<(Segments, Segments)>,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(Prague {
        control: Control::window(1.0),
        window: 1.0,
        gain: settings.number("gain"),
        virtual_rtt: Nanos::from_millis(settings.number("virtualRttMs")),
        halves_first: settings.choice("firstMark") == "halve",
        burst: Nanos::from_millis(settings.number("burstUs") / 1000.0),
        alpha: 0.0,
        fraction: 0.0,
        marks_per_round: 0.0,
        delivered: 0.0,
        marked: 0.0,
        estimated_at: Time::ZERO,
        round_over: false,
        marks_seen: false,
        may_reduce: false,
        reduced_at: None,
        in_loss: false,
        rounds: 0,
        saved: None,
    })
}

impl Prague {
    /// Whether growth and response follow the virtual RTT.
    fn is_rtt_independent(&self, rtt: Nanos) -> bool {
        rtt < self.virtual_rtt && self.rounds >= TRANSITION_ROUNDS
    }

    fn in_slow_start(&self) -> bool {
        self.window < self.control.ssthresh
    }

    /// Updates α once per round, but at most once per virtual RTT.
    fn estimate(&mut self, cx: &Cx<'_>, ack: &Ack) {
        self.delivered += ack.delivered;
        self.marked += ack.marked;
        if ack.round.is_some() {
            self.round_over = true;
            self.rounds = if self.in_slow_start() { 0 } else { self.rounds.saturating_add(1) };
        }
        let rtt = cx.rtt.smoothed();
        let whole = !self.is_rtt_independent(rtt) || cx.now.since(self.estimated_at) >= self.virtual_rtt;
        if self.round_over && whole && self.delivered > 0.0 {
            self.fraction = (self.marked / self.delivered).min(1.0);
            self.marks_per_round = self.marked;
            if self.marks_seen {
                self.alpha += self.gain * (self.fraction - self.alpha);
            }
            (self.delivered, self.marked, self.round_over) = (0.0, 0.0, false);
            self.estimated_at = cx.now;
        }
    }

    /// Unmarked packets increase the window, even in a round in which it was reduced.
    fn grow(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if self.in_loss || cx.hold.application || cx.hold.receiver {
            return;
        }
        let mut unmarked = (ack.counted - ack.marked).max(0.0);
        if self.in_slow_start() {
            let more = unmarked.min(self.control.ssthresh - self.window);
            self.window += more;
            unmarked -= more;
            self.control.cwnd = self.window.max(MIN_WINDOW);
        }
        let rtt = cx.rtt.smoothed();
        let slower = if self.is_rtt_independent(rtt) {
            let ratio = rtt.as_secs() / self.virtual_rtt.as_secs();
            ratio * ratio
        } else {
            1.0
        };
        self.window += cx.increase_scale * slower * unmarked / self.window;
    }

    /// Responds to a mark, at most once per round and once per virtual RTT.
    fn answer_marks(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if !ack.ece || !self.may_reduce {
            return;
        }
        let early = self.reduced_at.is_some_and(|at| cx.now.since(at) < self.virtual_rtt);
        if early && self.is_rtt_independent(cx.rtt.smoothed()) {
            return;
        }
        let first = !std::mem::replace(&mut self.marks_seen, true);
        let left = if ack.marked == 0.0 || (first && self.halves_first) {
            // Without a count of marks, the response is Reno's (RFC 3168, section 6.1.2).
            0.5
        } else {
            if first {
                self.alpha = 1.0;
            }
            1.0 - self.alpha / 2.0
        };
        self.window = (self.window * left).max(MIN_WINDOW);
        self.control.ssthresh = self.window;
        (self.may_reduce, self.reduced_at) = (false, Some(cx.now));
    }

    /// Whole packets are used, and the window changes by at most one packet per ACK.
    fn set_control(&mut self, cx: &Cx<'_>, step: bool) {
        let target = libm::ceil(self.window).max(MIN_WINDOW);
        if self.in_slow_start() || !step {
            self.control.cwnd = target;
        } else {
            let from = libm::ceil(self.control.cwnd);
            self.control.cwnd = target.clamp(from - 1.0, from + 1.0).max(MIN_WINDOW);
        }
        if cx.rtt.min().is_none() {
            return;
        }
        let rtt = cx.rtt.smoothed().max(Nanos(1)).as_secs();
        let twice = if self.control.cwnd < self.control.ssthresh / 2.0 { 2.0 } else { 1.0 };
        let packets = twice * self.window.max(MIN_WINDOW) / rtt;
        self.control.pacing = Some(Rate(((packets * f64::from(cx.mss) * 8.0) as u64).max(1)));
        self.control.quantum = ((packets * self.burst.as_secs()) as u32).max(1);
    }

    fn update(&mut self, cx: &mut Cx<'_>, ack: &Ack, grows: bool) {
        self.estimate(cx, ack);
        if grows {
            self.grow(cx, ack);
        }
        self.answer_marks(cx, ack);
        self.set_control(cx, true);
    }
}

impl Controller for Prague {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.control = from.map_or(Control::window(cx.initial_window), |h| Control {
            ssthresh: h.control.ssthresh,
            ..Control::window(h.control.cwnd)
        });
        self.window = self.control.cwnd;
        self.in_loss = cx.in_recovery;
        self.estimated_at = cx.now;
        self.set_control(cx, false);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        match event {
            // The ACK that reports this event has the number of marks.
            Congestion::Ecn => {
                self.may_reduce = true;
                return;
            }
            // A loss in the same round trip has already been responded to.
            Congestion::Loss { .. } => {
                self.window = (self.window / 2.0).max(MIN_SSTHRESH);
                self.control.ssthresh = self.window;
            }
            Congestion::Restart | Congestion::Timeout { .. } => {
                decrease(&mut self.control, event, cx.reduce_from / 2.0);
                self.window = self.control.cwnd;
            }
        }
        self.in_loss = matches!(event, Congestion::Loss { .. });
        (self.may_reduce, self.reduced_at) = (false, Some(cx.now));
        self.control.cwnd = libm::ceil(self.window).max(1.0);
    }

    fn on_recovered(&mut self, _: &mut Cx<'_>) {
        self.in_loss = false;
    }

    fn save(&mut self) {
        self.saved = Some((self.window, self.control.ssthresh));
    }

    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        self.in_loss = false;
        if let Some((window, ssthresh)) = self.saved.take() {
            self.window = self.window.max(window);
            self.control.ssthresh = self.control.ssthresh.max(ssthresh);
            self.set_control(cx, false);
        }
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack, true);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack, false);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.window);
        show(self.alpha);
        show(self.fraction);
        show(self.virtual_rtt.as_millis());
        show(self.marks_per_round);
        show(self.control.pacing.map_or(f64::NAN, Rate::as_mbps));
        show(f64::from(u8::from(self.marks_seen)));
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, loss};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    /// Mean window in packets, after many seconds in which every 1/p-th packet is marked.
    fn window_at(p: f64, rtt_ms: f64, params: &[(&str, ParamValue)]) -> f64 {
        let mut bench = Bench::new(find("prague").unwrap(), params);
        bench.start_at(20.0, 10.0);
        let (mut due, mut sum, mut weight) = (0.0, 0.0, 0.0);
        while bench.now() < Time::from_secs(120.0) {
            let packets = bench.cwnd() as u32;
            for i in 1..=packets {
                due += p;
                let marked = due >= 1.0;
                due -= if marked { 1.0 } else { 0.0 };
                bench.marked_ack(rtt_ms, rtt_ms / f64::from(packets), marked, i == packets);
            }
            if bench.now() > Time::from_secs(40.0) {
                sum += bench.variable(0);
                weight += 1.0;
            }
        }
        sum / weight
    }

    /// With marks spread evenly, growth by 1 − p and reductions by p/2 per virtual round balance at w·R_v/R =
    /// 2(1 − p)/p. The response waits for the first mark after a virtual RTT, which is the second or third
    /// one: √(4(1 − p))/p or √(6(1 − p))/p, up to 1.3 times as much.
    #[test]
    fn evenly_spread_marks_give_a_virtual_window_of_two_over_p() {
        for (p, rtt_ms) in [(0.02, 25.0), (0.1, 25.0), (0.02, 10.0), (0.05, 5.0), (0.02, 50.0)] {
            let virtual_window = window_at(p, rtt_ms, &[]) * f64::max(25.0 / rtt_ms, 1.0);
            let expected = 2.0 * (1.0 - p) / p;
            assert!(
                (0.9..1.3).contains(&(virtual_window / expected)),
                "{p}, {rtt_ms} ms: {virtual_window} of {expected}"
            );
        }
    }

    #[test]
    fn rtts_below_the_virtual_one_have_the_same_rate() {
        let rate = |rtt_ms: f64| window_at(0.02, rtt_ms, &[]) / rtt_ms;
        assert!((rate(5.0) / rate(25.0) - 1.0).abs() < 0.1, "{} {}", rate(5.0), rate(25.0));
        // Without the virtual RTT the window is the same, and the rate is five times as high.
        let off = [("virtualRttMs", ParamValue::Number(0.0))];
        let ratio = window_at(0.02, 5.0, &off) * 5.0 / window_at(0.02, 25.0, &off);
        assert!((ratio / 5.0 - 1.0).abs() < 0.15, "{ratio}");
    }

    #[test]
    fn the_first_mark_halves_and_ends_slow_start() {
        for (choice, alpha) in [("halve", 0.0), ("alpha", 1.0)] {
            let params = [("firstMark", ParamValue::Text(choice.to_owned()))];
            let mut bench = Bench::new(find("prague").unwrap(), &params);
            bench.start(40.0, None);
            bench.marked_ack(20.0, 1.0, true, false);
            assert_eq!((bench.variable(0), bench.ssthresh(), bench.variable(1)), (20.0, 20.0, alpha));
            // The window in use follows by one packet per ACK.
            bench.marked_ack(20.0, 1.0, false, false);
            assert!((36.0..40.0).contains(&bench.cwnd()), "{}", bench.cwnd());
        }
    }

    #[test]
    fn feedback_without_a_count_halves() {
        let mut bench = Bench::new(find("prague").unwrap(), &[]);
        bench.start_at(40.0, 20.0);
        for _ in 0..2 {
            let before = bench.variable(0);
            bench.wait(100.0);
            bench.congestion(Congestion::Ecn, before);
            let ack = Ack { acked: 1.0, delivered: 1.0, ece: true, ..Ack::default() };
            bench.call(|controller, cx| controller.on_ack(cx, &ack));
            assert!((bench.variable(0) / before - 0.5).abs() < 1e-9);
        }
    }

    #[test]
    fn a_loss_halves_the_window_which_grows_again_after_recovery() {
        let mut bench = Bench::new(find("prague").unwrap(), &[]);
        bench.start_at(40.0, 20.0);
        bench.call(|controller, _| controller.save());
        bench.congestion(loss(1), 40.0);
        assert_eq!((bench.variable(0), bench.ssthresh()), (20.0, 20.0));
        bench.marked_ack(20.0, 1.0, false, false);
        assert_eq!(bench.variable(0), 20.0);
        bench.call(|controller, cx| controller.on_undo(cx));
        assert_eq!((bench.variable(0), bench.cwnd()), (40.0, 40.0));
    }

    #[test]
    fn packets_of_250_microseconds_are_sent_back_to_back() {
        let mut bench = Bench::new(find("prague").unwrap(), &[]);
        bench.start_at(1000.0, 500.0);
        bench.marked_ack(10.0, 1.0, false, false);
        // 100 packets per millisecond.
        bench.call(|controller, _| assert_eq!(controller.control().quantum, 25));
    }
}
