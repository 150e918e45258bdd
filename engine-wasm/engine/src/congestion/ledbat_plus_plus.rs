//! LEDBAT++: Balasubramanian, Ertugay & Havey, "LEDBAT++: Congestion Control for Background Traffic",
//! draft-irtf-iccrg-ledbat-plus-plus-01 (2020). Apple's variant is that of XNU's `tcp_ledbat`.

use std::borrow::Cow;
use std::collections::VecDeque;

use super::reno::Reno;
use super::rules::{ECN, RECOVERY, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, NO_THEORY, Segments,
    WindowRule, increase, windowed,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Text, Variable};
use crate::units::{Nanos, Time};

/// Registered in `congestion/mod.rs`.
pub const LEDBAT_PLUS_PLUS: Algorithm = Algorithm {
    id: "ledbat-plus-plus",
    name: "LEDBAT++",
    family: "Less than best effort",
    summary: "LEDBAT on round-trip times: slower growth, multiplicative decrease, and periodic slowdowns in which flows see the empty queue.",
    source: "draft-irtf-iccrg-ledbat-plus-plus-01",
    year: 2018,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("queueing", "T_q", "queueing delay by the RTT", "ms"),
        Variable::new("baseRtt", "T_base", "base delay: minimum RTT over the base history", "ms"),
        Variable::new("gain", "G", "gain", ""),
        Variable::state("phase", "phase", STATES),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds G packets to the window. The first slow start ends when the queueing delay exceeds three quarters of the target.",
            "W ← W + G·acked",
            "draft-irtf-iccrg-ledbat-plus-plus-01, section 4.3",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window grows by G packets per round trip while the queueing delay is below the target. Above it, it shrinks in proportion to the window and to the distance from the target, to half at most. At intervals it is set to two packets for two round trips.",
            "W ← W + max(G − W·(T_q/T − 1), −W/2)·acked/W",
            "draft-irtf-iccrg-ledbat-plus-plus-01, sections 4.2 and 4.4",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "ACKs indicate a loss: cwnd and ssthresh are set to half the data in flight. In a slowdown the window stays at two packets, and the window to return to, ssthresh, is halved.",
            "W, ssthresh ← max(flight/2, 2); in a slowdown ssthresh ← max(ssthresh/2, 2)",
            "RFC 5681, equation 4; draft-irtf-iccrg-ledbat-plus-plus-01, section 4.4",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh is set to half the data in flight, and slow start restarts from one packet. In a slowdown the window stays at two packets, and ssthresh is halved.",
            "ssthresh ← max(flight/2, 2), W ← 1; in a slowdown ssthresh ← max(ssthresh/2, 2)",
            "RFC 5681, equation 4; RFC 6298, section 5",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

const INCREASES: &[ChoiceOption] =
    &[ChoiceOption::new("gain", "G packets (draft)"), ChoiceOption::new("packet", "One packet (Apple)")];

const STATES: &[Text] = &[
    Cow::Borrowed("First slow start"),
    Cow::Borrowed("Avoidance"),
    Cow::Borrowed("Slowdown"),
    Cow::Borrowed("Slow start after it"),
];

fn params() -> Vec<Param> {
    vec![
        Param::number("targetMs", "T", "Target", "ms")
            .range(1.0, 100.0, 60.0)
            .help("Target queueing delay; 60 ms in the draft."),
        Param::choice("increase", "Increase per round trip", "gain", INCREASES).help(
            "Increase while the delay is below the target. Apple’s variant adds one packet, applies G in slow start only, and decreases once per round trip.",
        ),
        Param::number("filter", "", "Samples", "")
            .range(1.0, 64.0, 4.0)
            .integer()
            .help("The current delay is the minimum of this many RTT samples."),
        Param::number("baseHistory", "", "Base history", "min")
            .range(1.0, 60.0, 10.0)
            .integer()
            .help("The base delay is the minimum over this many minutes."),
        Param::switch("slowdowns", "Periodic slowdowns", true)
            .help("The window is two packets for two round trips: first after the initial slow start, then after nine times the duration of the last slowdown."),
    ]
}

/// Smallest window, and the window during a slowdown.
const MIN_WINDOW: Segments = 2.0;
/// Length of a slot of the base history.
const SLOT: Nanos = Nanos(60_000_000_000);
/// The first slow start ends at this fraction of the target.
const EXIT: f64 = 0.75;
/// Upper limit of 1/G (section 4.2).
const MAX_DIVISOR: f64 = 16.0;
/// A slowdown holds the window for this many round trips; the first one starts this many after slow start.
const HOLD_RTTS: f64 = 2.0;
/// Time between slowdowns, in durations of the last one, so that they cost at most a tenth.
const SPACING: f64 = 9.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The first slow start.
    Start = 0,
    Avoidance = 1,
    /// The window is held.
    Slowdown = 2,
    /// Slow start back to the window at which the slowdown began.
    Return = 3,
}

#[derive(Clone, Debug)]
struct LedbatPlusPlus {
    target: Nanos,
    by_packet: bool,
    slows_down: bool,
    /// The last RTTs, and their maximum number.
    current: VecDeque<Nanos>,
    filter: usize,
    /// The smallest RTT of each minute, the maximum number of minutes, and the start of the last one.
    base: VecDeque<Nanos>,
    slots: usize,
    slot_since: Time,
    phase: Phase,
    /// Start of the next slowdown, start of the last one, and when its window is no longer held.
    next: Option<Time>,
    began: Time,
    held_until: Time,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let (filter, slots) = (settings.number("filter") as usize, settings.number("baseHistory") as usize);
    windowed(LedbatPlusPlus {
        target: Nanos::from_millis(settings.number("targetMs")),
        by_packet: settings.choice("increase") == "packet",
        slows_down: settings.switch("slowdowns"),
        current: VecDeque::with_capacity(filter + 1),
        filter,
        base: VecDeque::with_capacity(slots + 1),
        slots,
        slot_since: Time::ZERO,
        phase: Phase::Start,
        next: None,
        began: Time::ZERO,
        held_until: Time::ZERO,
    })
}

impl LedbatPlusPlus {
    fn measure(&mut self, now: Time, rtt: Nanos) {
        self.current.push_back(rtt);
        if self.current.len() > self.filter {
            self.current.pop_front();
        }
        match self.base.back_mut() {
            Some(slot) if now.since(self.slot_since) < SLOT => *slot = (*slot).min(rtt),
            _ => {
                self.slot_since = now;
                self.base.push_back(rtt);
                if self.base.len() > self.slots {
                    self.base.pop_front();
                }
            }
        }
    }

    fn base_rtt(&self) -> Option<Nanos> {
        self.base.iter().min().copied()
    }

    fn queueing(&self) -> Option<Nanos> {
        let (current, base) = (self.current.iter().min()?, self.base_rtt()?);
        Some(Nanos(current.0.saturating_sub(base.0)))
    }

    /// Section 4.2: GAIN = 1/min(16, ⌈2·TARGET/base⌉).
    fn gain(&self) -> f64 {
        let Some(base) = self.base_rtt() else { return 1.0 };
        let divisor = libm::ceil(2.0 * self.target.as_secs() / base.max(Nanos(1)).as_secs());
        1.0 / divisor.clamp(1.0, MAX_DIVISOR)
    }

    /// Slow start is over. If it was the first one, a slowdown follows soon; otherwise after nine times its
    /// duration.
    fn leave_slow_start(&mut self, control: &mut Control, cx: &Cx<'_>) {
        let wait = match self.phase {
            Phase::Start => cx.rtt.smoothed().scale(HOLD_RTTS),
            Phase::Return => cx.now.since(self.began).scale(SPACING),
            _ => return,
        };
        control.ssthresh = control.ssthresh.min(control.cwnd.max(MIN_WINDOW));
        self.phase = Phase::Avoidance;
        self.next = self.slows_down.then_some(cx.now + wait);
    }

    fn slow_down(&mut self, control: &mut Control, cx: &Cx<'_>) {
        control.ssthresh = control.cwnd.max(MIN_WINDOW);
        control.cwnd = MIN_WINDOW;
        (self.phase, self.next) = (Phase::Slowdown, None);
        self.began = cx.now;
        self.held_until = cx.now + cx.rtt.smoothed().scale(HOLD_RTTS);
    }

    fn avoid(&self, control: &mut Control, ack: &Ack) {
        let above = self.queueing().map_or(0.0, |q| q.0 as f64 / self.target.0 as f64 - 1.0);
        let cwnd = control.cwnd;
        if self.by_packet {
            if above <= 0.0 {
                increase(control, 1.0, ack.acked);
            } else if ack.round.is_some() {
                control.cwnd -= cwnd * above.min(0.5);
            }
        } else {
            let gain = self.gain();
            let change = if above < 0.0 { gain } else { (gain - cwnd * above).max(-cwnd / 2.0) };
            increase(control, change, ack.acked);
        }
        control.cwnd = control.cwnd.max(MIN_WINDOW);
        control.stay_in_avoidance();
    }
}

impl WindowRule for LedbatPlusPlus {
    fn on_start(&mut self, control: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        // In the middle of a connection the first slow start is over.
        if from.is_some() && control.cwnd >= control.ssthresh {
            self.phase = Phase::Avoidance;
        } else if from.is_none() {
            control.cwnd = MIN_WINDOW.min(control.cwnd);
        }
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.measure(cx.now, rtt);
        }
        if cx.hold.recovery || cx.hold.echo {
            return;
        }
        match self.phase {
            Phase::Slowdown if cx.now < self.held_until => return,
            Phase::Slowdown => self.phase = Phase::Return,
            Phase::Avoidance if self.next.is_some_and(|at| cx.now >= at) => {
                return self.slow_down(control, cx);
            }
            _ => {}
        }
        if !cx.may_grow() {
            return;
        }
        if control.cwnd >= control.ssthresh {
            self.leave_slow_start(control, cx);
            return self.avoid(control, ack);
        }
        let counted = ack.counted * self.gain();
        control.cwnd = (control.cwnd + counted).min(control.ssthresh);
        let late = self.queueing().is_some_and(|q| q.0 as f64 > EXIT * self.target.0 as f64);
        if self.phase == Phase::Start && late {
            control.ssthresh = control.cwnd.max(MIN_WINDOW);
            self.leave_slow_start(control, cx);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        if self.phase == Phase::Slowdown {
            // The window is at its minimum; the window to return to is halved.
            control.ssthresh = (control.ssthresh / 2.0).max(MIN_WINDOW);
        } else {
            Reno.on_congestion(control, cx, event);
        }
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.queueing().map_or(f64::NAN, Nanos::as_millis));
        show(self.base_rtt().map_or(f64::NAN, Nanos::as_millis));
        show(self.gain());
        show(f64::from(self.phase as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bench(params: &[(&str, ParamValue)]) -> Bench {
        let mut all = vec![("filter", ParamValue::Number(1.0))];
        all.extend_from_slice(params);
        Bench::new(find("ledbat-plus-plus").unwrap(), &all)
    }

    fn avoiding(rtt_ms: f64, cwnd: f64, params: &[(&str, ParamValue)]) -> Bench {
        let mut bench = bench(params);
        bench.start_at(cwnd, cwnd);
        bench.round(rtt_ms);
        bench
    }

    /// Section 4.2: 1/min(16, ⌈2·TARGET/base⌉) with a target of 60 ms.
    #[test]
    fn the_gain_depends_on_the_base_delay() {
        for (base_ms, divisor) in [(5.0, 16.0), (20.0, 6.0), (60.0, 2.0), (120.0, 1.0), (300.0, 1.0)] {
            let bench = avoiding(base_ms, 20.0, &[]);
            assert!((bench.variable(2) - 1.0 / divisor).abs() < 1e-12, "{base_ms}: {}", bench.variable(2));
        }
    }

    /// Section 4.2: G packets per round trip below the target; above it W(T_q/T − 1) less, at most half the
    /// window.
    #[test]
    fn the_window_grows_by_the_gain_and_shrinks_in_proportion() {
        let mut bench = avoiding(60.0, 40.0, &[]);
        let before = bench.cwnd();
        bench.round(60.0);
        assert!((bench.cwnd() - before - 0.5).abs() < 0.02, "{}", bench.cwnd() - before);
        // A queueing delay of 66 ms: 10 % above the target, spread over the ACKs of a round.
        let before = bench.cwnd();
        bench.round(126.0);
        let left = bench.cwnd() / before;
        assert!((left - 0.9).abs() < 0.02, "{left}");
        // Far above the target: half a window per round.
        let before = bench.cwnd();
        bench.round(600.0);
        let left = bench.cwnd() / before;
        assert!((left - 0.5).abs() < 0.02, "{left}");
    }

    #[test]
    fn apples_variant_adds_a_packet_and_decreases_once_a_round() {
        let mut bench = avoiding(60.0, 40.0, &[("increase", ParamValue::Text("packet".to_owned()))]);
        let before = bench.cwnd();
        bench.round(60.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.05, "{}", bench.cwnd() - before);
        let before = bench.cwnd();
        bench.round(126.0);
        assert!((bench.cwnd() / before - 0.9).abs() < 1e-9, "{}", bench.cwnd() / before);
        let before = bench.cwnd();
        bench.round(600.0);
        assert!((bench.cwnd() / before - 0.5).abs() < 1e-9);
    }

    /// Sections 4.3 and 4.4: slow start ends at three quarters of the target; two round trips later a
    /// slowdown of two round trips follows, and the next one after nine times the duration of the first.
    #[test]
    fn slowdowns_follow_slow_start_and_cost_a_tenth() {
        let mut bench = bench(&[]);
        bench.start(10.0, None);
        assert_eq!(bench.cwnd(), 2.0);
        while bench.cwnd() < 60.0 {
            bench.round(60.0);
        }
        assert_eq!(bench.variable(3), 0.0);
        bench.round(106.0);
        assert_eq!(bench.variable(3), 1.0);
        let mut slow = Vec::new();
        for _ in 0..2000 {
            let before = bench.variable(3);
            bench.round(60.0);
            if before == 1.0 && bench.variable(3) == 2.0 {
                slow.push((bench.now().as_secs(), 0.0));
                assert_eq!(bench.cwnd(), 2.0);
            }
            if before >= 2.0 && bench.variable(3) == 1.0 {
                slow.last_mut().unwrap().1 = bench.now().as_secs();
            }
        }
        let between: Vec<f64> = slow.windows(2).map(|s| (s[1].0 - s[0].1) / (s[0].1 - s[0].0)).collect();
        assert!(between.len() > 3 && between.iter().all(|x| (7.5..10.5).contains(x)), "{between:?}");
    }
}
