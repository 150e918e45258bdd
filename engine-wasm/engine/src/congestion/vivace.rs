//! PCC Vivace: Dong, Meng, Zarchy, Arslan, Gilad, Godfrey & Schapira, "PCC Vivace: Online-Learning Congestion
//! Control", NSDI 2018, with the constants of the authors' user-space code (`PCC-Uspace`, 2021) where it
//! differs from the paper.

mod interval;

use std::borrow::Cow;

use interval::{IntervalResult, Intervals, Taken, Tolerance};

use super::rules::rule;
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Delivered, Handover, Lost,
    NO_THEORY, Sent,
};
use crate::catalogue::{Param, RuleSubject, Settings, Text, Variable};
use crate::units::{Nanos, Rate, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const VIVACE: Algorithm = Algorithm {
    id: "vivace",
    name: "PCC Vivace",
    family: "Learning",
    summary: "Tries rates around its own in short intervals and prefers higher utility: throughput less penalties for growing RTTs and losses.",
    source: "Dong et al., PCC Vivace: Online-Learning Congestion Control",
    year: 2018,
    recovery: "sack",
    pacing: "own",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("rate", "x", "sending rate", "Mb/s"),
        Variable::state("mode", "mode", STATES),
        Variable::new("utility", "u", "utility of the last interval", ""),
        Variable::new("gradient", "γ", "gradient of the utility", ""),
        Variable::new("loss", "L", "share lost in the last interval", ""),
        Variable::new("rttSlope", "dRTT/dt", "growth of the RTT in the last interval", ""),
        Variable::new("bound", "ω", "largest change of the rate, relative", ""),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Starting: the rate doubles as long as the utility rises. Then it is halved, and probing begins.",
            "x ← 2x",
            "PCC Vivace, section 4.2",
        ),
        rule(
            RuleSubject::Avoidance,
            "Probing: pairs of intervals at 1.05 and 0.95 times the rate show where utility is higher. Then the rate moves in that direction by the gradient of the utility, in growing steps, until the utility no longer rises.",
            "x ← x + θ·γ, γ = Δu/Δx; u = x^0.9 − 900·x·dRTT/dt − 11.35·x·L",
            "PCC Vivace, sections 4.1 and 4.3",
        ),
        rule(
            RuleSubject::Recovery,
            "Recovery: lost packets are sent again at the same rate.",
            "",
            "PCC Vivace, section 4",
        ),
        rule(
            RuleSubject::Loss,
            "A loss lowers the utility of the interval in which the packet was sent, and nothing else.",
            "",
            "PCC Vivace, section 4.1",
        ),
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: the intervals are forgotten, the rate is halved, and probing begins.",
            "x ← x/2",
            "RFC 6298, section 5; the paper does not say",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

const STATES: &[Text] = &[Cow::Borrowed("Starting"), Cow::Borrowed("Probing"), Cow::Borrowed("Moving")];

fn params() -> Vec<Param> {
    vec![
        Param::number("pairs", "", "Pairs of intervals", "")
            .range(1.0, 10.0, 3.0)
            .integer()
            .help("Pairs that probing compares: 3 in the authors’ code, 1 in the paper. A majority of pairs raises the rate; it takes all of them to lower it."),
        Param::number("minStepMbps", "", "Smallest step", "Mb/s")
            .range(0.0, 10.0, 0.5)
            .help("Smallest change of the rate while moving: 0.5 Mb/s in the authors’ code, which is large for slow links."),
        Param::number("minRateMbps", "", "Smallest rate", "Mb/s")
            .range(0.01, 10.0, 0.5)
            .log()
            .help("The rate does not fall below this: 0.5 Mb/s in the authors’ code."),
        Param::number("rttFilter", "", "RTT filter", "")
            .range(0.0, 1.0, 0.01)
            .help("An RTT that grows by less than this, in seconds per second, counts as constant."),
        Param::number("toleratedLoss", "", "Tolerated loss", "")
            .range(0.0, 0.5, 0.03)
            .help("Up to this share lost in an interval, losses weigh 1 instead of 11.35: 3 % in the authors’ code of 2018, none in the paper’s formula and in the code of 2021."),
    ]
}

/// Probing uses rates this fraction above and below.
const EPSILON: f64 = 0.05;
/// Rate change per unit of the gradient, Mb/s.
const THETA: f64 = 1.0;
/// Exponent of the amplifier for consecutive steps in one direction.
const AMPLIFY: f64 = 1.2;
/// Initial bound of a step, as a fraction of the rate, and its increment each time it is reached.
const BOUND: f64 = 0.05;
/// Minimum number of packets in an interval.
const MIN_PACKETS: u32 = 5;
/// Maximum data in flight, in products of rate and RTT (`FLAGS_bytes_in_flight_gain`).
const WINDOW_GAIN: f64 = 2.5;
const MIN_WINDOW: Segments = 10.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Starting = 0,
    Probing = 1,
    Moving = 2,
}

#[derive(Clone, Debug)]
struct Vivace {
    control: Control,
    pairs: usize,
    min_step: f64,
    min_rate: f64,
    tolerance: Tolerance,
    mode: Mode,
    /// The rate, Mb/s.
    rate: f64,
    /// The previous interval, with which the next one is compared.
    last: IntervalResult,
    shown: IntervalResult,
    gradient: f64,
    /// Whether the direction is up.
    up: bool,
    /// Consecutive steps in this direction.
    steps: u32,
    /// How often the bound of a step was raised.
    raised: u32,
    intervals: Intervals,
    result: Vec<IntervalResult>,
    /// Number of probing intervals started, and whether the first one of this pair has the higher rate.
    probes: usize,
    fast_first: bool,
    mss: u32,
    has_rtt: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let pairs = settings.number("pairs") as usize;
    Box::new(Vivace {
        control: Control::window(1.0),
        pairs,
        min_step: settings.number("minStepMbps"),
        min_rate: settings.number("minRateMbps"),
        tolerance: Tolerance { slope: settings.number("rttFilter"), loss: settings.number("toleratedLoss") },
        mode: Mode::Starting,
        rate: 0.0,
        last: IntervalResult::default(),
        shown: IntervalResult::default(),
        gradient: 0.0,
        up: true,
        steps: 0,
        raised: 0,
        intervals: Intervals::new(),
        result: Vec::with_capacity(2 * pairs),
        probes: 0,
        fast_first: true,
        mss: 0,
        has_rtt: false,
    })
}

impl Vivace {
    /// Starts with the initial window per first RTT.
    fn begin(&mut self, cx: &mut Cx<'_>) {
        self.mss = cx.mss;
        self.has_rtt = cx.rtt.min().is_some();
        if self.has_rtt {
            let rtt = cx.rtt.smoothed().max(Nanos(1)).as_secs();
            self.rate = self.control.cwnd * f64::from(cx.mss) * 8.0 / 1e6 / rtt;
            self.rate = self.rate.max(self.min_rate);
            self.next_interval(cx);
        }
    }

    /// Starts an interval and sends at its rate.
    fn next_interval(&mut self, cx: &mut Cx<'_>) {
        let awaited = if self.mode == Mode::Probing { 2 * self.pairs } else { 1 };
        let needed = self.intervals.needed() < awaited;
        let mut rate = self.rate;
        if needed && self.mode == Mode::Probing {
            if self.probes.is_multiple_of(2) {
                self.fast_first = cx.rng.chance(0.5);
            }
            let fast = self.probes.is_multiple_of(2) == self.fast_first;
            rate *= if fast { 1.0 + EPSILON } else { 1.0 - EPSILON };
            self.probes += 1;
        }
        self.intervals.begin(cx.now, needed);
        self.control.pacing = Some(Rate::from_mbps(rate.max(1e-6)));
        self.control.wake_at = Some(cx.now + self.length(cx));
        self.set_window(cx);
    }

    /// Length of an interval: the base RTT.
    fn length(&self, cx: &Cx<'_>) -> Nanos {
        cx.rtt.min().unwrap_or(Nanos::from_millis(100.0)).max(Nanos(1))
    }

    fn set_window(&mut self, cx: &Cx<'_>) {
        let rtt = cx.rtt.smoothed().as_secs();
        let packets = WINDOW_GAIN * self.rate * 1e6 / 8.0 * rtt / f64::from(cx.mss);
        self.control.cwnd = packets.max(MIN_WINDOW);
        // The flow counts as being in slow start while it doubles its rate.
        let starting = self.mode == Mode::Starting;
        self.control.ssthresh = if starting { Segments::INFINITY } else { MIN_WINDOW };
    }

    fn probe(&mut self) {
        (self.mode, self.probes, self.steps) = (Mode::Probing, 0, 0);
    }

    /// A step by the gradient, limited by its bound.
    fn step(&mut self, gradient: f64) -> f64 {
        self.gradient = gradient;
        let mut step = THETA * gradient.abs();
        if self.mode == Mode::Moving {
            step *= libm::pow(f64::from(self.steps.div_ceil(2).max(1)), AMPLIFY);
        } else {
            self.raised = 0;
        }
        let most = self.rate * self.bound();
        if step > most {
            step = most;
            self.raised += 1;
        } else {
            self.raised = self.raised.saturating_sub(1);
        }
        step.max(self.min_step)
    }

    fn bound(&self) -> f64 {
        BOUND * f64::from(1 + self.raised)
    }

    fn change(&mut self, by: f64) {
        self.rate = (self.rate + if self.up { by } else { -by }).max(self.min_rate);
    }

    /// Moves the rate in the chosen direction.
    fn advance(&mut self, gradient: f64) {
        if self.mode == Mode::Probing {
            self.rate *= if self.up { 1.0 + EPSILON } else { 1.0 - EPSILON };
            self.steps = 0;
        }
        self.steps += 1;
        let step = self.step(gradient);
        self.change(step);
        if self.rate <= self.min_rate && !self.up {
            self.raised = 0;
            self.probe();
        } else {
            self.mode = Mode::Moving;
        }
    }

    /// Chooses a direction once all pairs are complete.
    fn decide(&mut self) {
        let rises =
            |pair: &[IntervalResult]| (pair[0].utility > pair[1].utility) == (pair[0].rate > pair[1].rate);
        let (pairs, result) = (self.pairs, std::mem::take(&mut self.result));
        let up = result.chunks_exact(2).filter(|pair| rises(pair)).count();
        let decided = up > pairs / 2 || up == 0;
        if decided {
            self.up = up > pairs / 2;
            let (mut utility, mut rates) = (0.0, 0.0);
            for pair in result.chunks_exact(2) {
                rates += (pair[0].rate - pair[1].rate).abs() / pairs as f64;
                if rises(pair) == self.up {
                    utility += (pair[0].utility - pair[1].utility).abs() / pairs as f64;
                    self.last = if pair[0].utility > pair[1].utility { pair[0] } else { pair[1] };
                }
            }
            let sign = if self.up { 1.0 } else { -1.0 };
            self.advance(if rates > 0.0 { sign * utility / rates } else { 0.0 });
        } else {
            self.probe();
        }
        self.result = result;
    }

    /// Evaluates a complete interval of a move.
    fn judge(&mut self, now: IntervalResult) {
        let (more, faster) = (now.utility - self.last.utility, now.rate - self.last.rate);
        let gradient = if faster == 0.0 { 0.0 } else { more / faster };
        if gradient != 0.0 && (gradient > 0.0) == self.up {
            self.advance(gradient);
            self.last = now;
        } else {
            self.steps = 1;
            let back = self.step(gradient);
            self.up = !self.up;
            self.change(back);
            self.probe();
        }
    }

    fn learn(&mut self, cx: &mut Cx<'_>) {
        let awaited = if self.mode == Mode::Probing { 2 * self.pairs } else { 1 };
        let mut result = std::mem::take(&mut self.result);
        let taken = self.intervals.take(awaited, cx.mss, self.tolerance, &mut result);
        self.result = result;
        let Some(&now) = self.result.last().filter(|_| taken != Taken::Nothing) else { return };
        self.shown = now;
        if taken == Taken::Limited {
            // While the application limits the flow, its rate does not represent the path.
            if self.mode != Mode::Starting {
                self.probe();
            }
            return;
        }
        match self.mode {
            Mode::Starting if now.utility > self.last.utility => {
                self.rate *= 2.0;
                self.last = now;
            }
            Mode::Starting => {
                self.rate = (self.rate / 2.0).max(self.min_rate);
                self.probe();
            }
            Mode::Probing => self.decide(),
            Mode::Moving => self.judge(now),
        }
        // The new rate applies at once, not only after the current interval, whose result is not used.
        self.next_interval(cx);
    }

    fn update(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if !self.has_rtt {
            self.begin(cx);
        }
        if let (Some(rate), Some(rtt)) = (ack.rate, ack.latest_rtt)
            && rate.app_limited
        {
            self.intervals.limit(Time(cx.now.0 - rtt.0));
        }
        self.learn(cx);
    }
}

impl Controller for Vivace {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        let cwnd = from.map_or(cx.initial_window, |h| h.control.cwnd);
        self.control = Control { owns_recovery: true, ..Control::window(cwnd) };
        self.begin(cx);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn follows_packets(&self) -> bool {
        true
    }

    fn on_sent(&mut self, _: Time, _: &Sent) {
        if let Some(interval) = self.intervals.current() {
            interval.sent += 1;
        }
    }

    fn on_delivered(&mut self, cx: &mut Cx<'_>, delivered: &Delivered) {
        let rtt = (delivered.transmissions == 1).then(|| cx.now.since(delivered.sent_at));
        self.intervals.deliver(delivered.sent_at, rtt);
    }

    fn on_lost(&mut self, _: &mut Cx<'_>, lost: &Lost) {
        self.intervals.lose(lost.sent_at, lost.app_limited);
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        if matches!(event, Congestion::Timeout { .. }) && self.has_rtt {
            self.intervals.clear();
            self.rate = (self.rate / 2.0).max(self.min_rate);
            self.probe();
            self.next_interval(cx);
        }
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn on_timer(&mut self, cx: &mut Cx<'_>) {
        let sent = self.intervals.current().map_or(MIN_PACKETS, |interval| interval.sent);
        if sent >= MIN_PACKETS {
            self.next_interval(cx);
        } else {
            let gap = self.control.pacing.map_or(Nanos(1), |rate| rate.time_for(cx.mss));
            self.control.wake_at = Some(cx.now + Nanos(gap.0.max(1) * u64::from(MIN_PACKETS - sent)));
        }
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.rate);
        show(f64::from(self.mode as u8));
        show(self.shown.utility);
        show(self.gradient);
        show(self.shown.loss);
        show(self.shown.rtt_slope);
        show(self.bound());
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}
