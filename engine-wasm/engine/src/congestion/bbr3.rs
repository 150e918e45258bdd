//! BBR, version 3: Cardwell, Swett & Beshay, "BBR Congestion Control", draft-ietf-ccwg-bbr-06 (2026).
//! Comments cite the draft's sections by name. The draft leaves the response to ECN open; it is that of
//! Linux's version 3.
//!
//! `model.rs` measures the path, `probe.rs` has the `ProbeBW` cycle, `probe_rtt.rs` the measurement of the
//! RTT, `loss.rs` the response to losses, and `ecn.rs` the response to marks.

mod ecn;
mod loss;
mod model;
mod probe;
mod probe_rtt;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ecn::Marks;
use loss::{Losses, Undo};
use model::Model;
use probe::Probe;

use super::rules::{rule, rule_in};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, Lost, NO_THEORY, Sent,
};
use crate::catalogue::{ChoiceOption, Param, Rule, RuleSubject, Settings, Text, Variable};
use crate::units::{Nanos, Rate, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const BBR3: Algorithm = Algorithm {
    id: "bbr3",
    name: "BBRv3",
    family: "Model-based",
    summary: "BBR that also limits the data in flight after losses: probes for bandwidth every few seconds and leaves headroom.",
    source: "draft-ietf-ccwg-bbr-06",
    year: 2023,
    recovery: "sack",
    pacing: "own",
    feedback: "classic",
    params,
    variables: &[
        Variable::state("state", "state", STATES),
        Variable::new("maxBw", "max_bw", "largest delivery rate of two probing cycles", "Mb/s"),
        Variable::new("bwShort", "bw_shortterm", "rate limit after losses", "Mb/s"),
        Variable::new("pacingRate", "r", "pacing rate", "Mb/s"),
        Variable::new("minRtt", "min_rtt", "minimum RTT over ten seconds", "ms"),
        Variable::new("bdp", "bdp", "estimated bandwidth-delay product", "packets"),
        Variable::new("inflightLong", "inflight_longterm", "limit found by probing", "packets"),
        Variable::new("inflightShort", "inflight_shortterm", "limit after losses", "packets"),
        Variable::new("maxInflight", "max_inflight", "target window", "packets"),
        Variable::new("extraAcked", "extra_acked", "extra packets delivered by ACK aggregation", "packets"),
        Variable::new("rounds", "", "rounds since the last probe", ""),
        Variable::new("alpha", "α", "estimated fraction of marked packets", ""),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Startup: the pacing rate is 2.77 times the measured delivery rate, so the rate doubles each round trip. Startup ends when the rate has grown by less than 25 % in three rounds, or when more than 2 % of a round is lost in at least six places.",
            "r ← 2.77·0.99·bw",
            "draft-ietf-ccwg-bbr-06, Startup",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window is twice the estimated bandwidth-delay product, within the limits that losses set. The pacing rate is 0.9 times the estimated rate until the queue is empty, then the rate itself, and 1.25 times the rate while probing for more.",
            "r ← g·0.99·min(max_bw, bw_shortterm), W ← min(W + delivered, 2·bdp + extra_acked, inflight limits)",
            "draft-ietf-ccwg-bbr-06, ProbeBW and Congestion Window",
        ),
        rule_in(
            "Drain",
            RuleSubject::Avoidance,
            "The pacing rate is half the estimated rate until the data in flight has fallen to the bandwidth-delay product or three rounds have passed. This empties the queue that Startup has built.",
            "r ← 0.5·0.99·bw",
            "draft-ietf-ccwg-bbr-06, Drain",
        ),
        probe_rtt(RuleSubject::Avoidance),
        probe_rtt(RuleSubject::Recovery),
        rule(
            RuleSubject::Recovery,
            "Recovery: the usual rules apply. At the end of each round with losses, unless BBR is probing, rate and data in flight are limited to what was delivered in the round, or to 0.7 times the previous limit if that is more.",
            "bw_shortterm ← max(bw_latest, 0.7·bw_shortterm)",
            "draft-ietf-ccwg-bbr-06, When not Probing for Bandwidth",
        ),
        rule(
            RuleSubject::Loss,
            "More than 2 % of the data in flight is lost while BBR probes: the probe ends, and the data in flight is limited to what was in flight when the loss rate reached 2 %. Other losses count at the end of the round.",
            "inflight_longterm ← max(inflight_loss, 0.7·min(bdp, W))",
            "draft-ietf-ccwg-bbr-06, Probing for Bandwidth In ProbeBW",
        ),
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: one packet is sent, and the window is restored after recovery.",
            "W ← inflight + 1",
            "draft-ietf-ccwg-bbr-06, Modulating cwnd in Loss Recovery",
        ),
        rule(
            RuleSubject::Ecn,
            "Marks count only with the response for low thresholds and at a minimum RTT of at most 5 ms: the data in flight is reduced by a third of the estimated fraction of marked packets, once a round.",
            "inflight_shortterm ← inflight_shortterm·(1 − α/3)",
            "Linux, google/bbr, branch v3",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// The rule of `ProbeRtt`, which applies in recovery as well.
const fn probe_rtt(on: RuleSubject) -> Rule {
    rule_in(
        "ProbeRTT",
        on,
        "No RTT has been as low as the minimum for five seconds. The window is limited to half the bandwidth-delay product, but at least four packets, for at least 200 ms and one round trip, so that the queue empties and the base RTT can be measured. Then the window is restored.",
        "W ← min(W, max(bdp/2, 4))",
        "draft-ietf-ccwg-bbr-06, ProbeRTT",
    )
}

/// Names of the values of `Bbr3::state`.
const STATES: &[Text] = &[
    Cow::Borrowed("Startup"),
    Cow::Borrowed("Drain"),
    Cow::Borrowed("Down"),
    Cow::Borrowed("Cruise"),
    Cow::Borrowed("Refill"),
    Cow::Borrowed("Up"),
    Cow::Borrowed("ProbeRTT"),
];

const ECN: &[ChoiceOption] =
    &[ChoiceOption::new("off", "Ignore"), ChoiceOption::new("low-threshold", "Low threshold (Linux)")];

fn params() -> Vec<Param> {
    vec![
        Param::switch("bursts", "Bursts as in the draft", true)
            .help("Send the packets of one millisecond back to back, at least two. Off: send them one at a time."),
        Param::choice("ecn", "Response to marks", "off", ECN).help(
            "The draft specifies none. Low threshold: Linux’s response, for queues that mark early; it requires exact ECN feedback in the stack and a minimum RTT of at most 5 ms.",
        ),
    ]
}

/// `BBR.StartupPacingGain`: 4·ln 2.
const STARTUP_GAIN: f64 = 2.77;
/// `BBR.DrainPacingGain`.
const DRAIN_GAIN: f64 = 0.5;
/// `BBR.DefaultCwndGain`.
const CWND_GAIN: f64 = 2.0;
/// `BBR.PacingMarginPercent`: 1.
const MARGIN: f64 = 0.99;
/// `BBR.MinPipeCwnd`.
const MIN_PIPE: Segments = 4.0;
/// `BBR.ProbeRTTCwndGain`.
const PROBE_RTT_GAIN: f64 = 0.5;
/// Drain ends after this many rounds (section Drain).
const DRAIN_ROUNDS: u64 = 3;
/// The pipe is full if the rate grows by less than this factor per round, for this many rounds.
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Maximum send quantum, bytes.
const MAX_QUANTUM: u32 = 65_536;

/// State of the state machine. The numbers are the values of the plotted variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Startup = 0,
    Drain = 1,
    Down = 2,
    Cruise = 3,
    Refill = 4,
    Up = 5,
    ProbeRtt = 6,
}

impl State {
    /// Pacing gain and window gain, section Summary of Control Behavior in the State Machine.
    fn gains(self) -> (f64, f64) {
        match self {
            State::Startup => (STARTUP_GAIN, CWND_GAIN),
            State::Drain => (DRAIN_GAIN, CWND_GAIN),
            State::Down => (0.90, CWND_GAIN),
            State::Cruise | State::Refill => (1.0, CWND_GAIN),
            State::Up => (1.25, 2.25),
            State::ProbeRtt => (1.0, PROBE_RTT_GAIN),
        }
    }

    fn is_probe_bw(self) -> bool {
        matches!(self, State::Down | State::Cruise | State::Refill | State::Up)
    }

    /// `IsProbingBW`.
    fn is_probing(self) -> bool {
        matches!(self, State::Startup | State::Refill | State::Up)
    }
}

/// Detection of a plateau of the delivery rate (section Exiting Acceleration Based on Bandwidth Plateau).
#[derive(Clone, Copy, Debug, Default)]
struct FullPipe {
    rate: f64,
    rounds: u32,
    /// Whether a plateau was found in this search.
    now: bool,
    /// Whether one was ever found.
    reached: bool,
}

impl FullPipe {
    /// Starts another search from this rate.
    fn search(&mut self, rate: f64) {
        *self = FullPipe { rate, reached: self.reached, ..FullPipe::default() };
    }
}

#[derive(Clone, Debug)]
struct Bbr3 {
    control: Control,
    bursts: bool,
    state: State,
    model: Model,
    full: FullPipe,
    drain_round: u64,
    probe: Probe,
    losses: Losses,
    undo: Undo,
    marks: Marks,
    /// When `ProbeRTT` ends; set once the data in flight has fallen far enough.
    probe_rtt_done: Option<Time>,
    probe_rtt_round_done: bool,
    /// The last window outside recovery and `ProbeRTT`.
    prior_cwnd: Segments,
    /// Whether the flow is in recovery or has timed out.
    repairing: bool,
    idle_restart: bool,
    has_rtt: bool,
    max_inflight: Segments,
    bdp: Segments,
    /// Packets in flight when Startup had filled the pipe.
    filled: Segments,
    /// Whether the window was fully used in this round, and in the previous one.
    cwnd_filled: (bool, bool),
    /// Whether the flow resumes after idle time; its first ACK then ends `ProbeRTT`.
    resumes: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(Bbr3 {
        control: Control::window(1.0),
        bursts: settings.switch("bursts"),
        state: State::Startup,
        model: Model::default(),
        full: FullPipe::default(),
        drain_round: 0,
        probe: Probe::default(),
        losses: Losses::default(),
        undo: Undo::default(),
        marks: Marks::new(settings.choice("ecn") == "low-threshold"),
        probe_rtt_done: None,
        probe_rtt_round_done: false,
        prior_cwnd: 0.0,
        repairing: false,
        idle_restart: false,
        has_rtt: false,
        max_inflight: f64::NAN,
        bdp: f64::NAN,
        filled: Segments::INFINITY,
        cwnd_filled: (false, false),
        resumes: false,
    })
}

impl Bbr3 {
    /// `QuantizationBudget`: adds room for bursts held at both ends and for pipelining.
    fn with_budget(&self, cap: Segments) -> Segments {
        // Budget for TCP segmentation offload.
        let cap = cap.max(3.0 * f64::from(self.control.quantum)).max(MIN_PIPE);
        if self.state == State::Up { cap + 2.0 } else { cap }
    }

    /// `Inflight`: the data in flight that a rate needs, packets.
    fn inflight(&self, cx: &Cx<'_>, rate: f64) -> Segments {
        self.with_budget(self.model.bdp(cx, rate, 1.0))
    }

    /// `C.is_cwnd_limited`.
    fn is_cwnd_limited(&self) -> bool {
        self.cwnd_filled.0 || self.cwnd_filled.1
    }

    fn enter_startup(&mut self) {
        self.state = State::Startup;
        self.control.ssthresh = Segments::INFINITY;
    }

    fn check_full_pipe(&mut self, ack: &Ack) {
        let Some(sample) = ack.rate.filter(|sample| !sample.app_limited) else { return };
        if self.full.now || !self.model.round_start {
            return;
        }
        let rate = model::rate_of(&sample);
        if rate >= FULL_GROWTH * self.full.rate {
            return self.full.search(rate);
        }
        self.full.rounds += 1;
        self.full.now = self.full.rounds >= FULL_ROUNDS;
        self.full.reached |= self.full.now;
    }

    fn check_startup_and_drain(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.check_startup_losses(cx, ack);
        if self.state == State::Startup && self.full.reached {
            self.state = State::Drain;
            self.drain_round = self.model.rounds;
            self.filled = self.inflight(cx, self.model.bw);
        }
        let drained = cx.in_flight <= self.inflight(cx, self.model.bw);
        if self.state == State::Drain && (drained || self.model.rounds > self.drain_round + DRAIN_ROUNDS) {
            self.start_down(cx);
        }
    }

    fn save_cwnd(&mut self) {
        let usual = !self.repairing && self.state != State::ProbeRtt;
        let cwnd = self.control.cwnd;
        self.prior_cwnd = if usual { cwnd } else { self.prior_cwnd.max(cwnd) };
    }

    fn restore_cwnd(&mut self) {
        self.control.cwnd = self.control.cwnd.max(self.prior_cwnd);
    }

    /// `SetPacingRateWithGain` and `SetSendQuantum`; the rate is in bytes per second.
    fn pace(&mut self, mss: u32, rate: f64, gain: f64) {
        let bits = MARGIN * gain * rate * 8.0;
        if self.full.reached || self.control.pacing.is_none_or(|pacing| bits > pacing.0 as f64) {
            self.control.pacing = Some(Rate((bits as u64).max(1)));
        }
        self.control.quantum = match self.control.pacing {
            Some(Rate(bits)) if self.bursts => {
                let most = MAX_QUANTUM / mss;
                (bits / 8 / 1000 / u64::from(mss)).min(u64::from(most)).max(2) as u32
            }
            _ => 1,
        };
    }

    /// `InitPacingRate`: the initial window per RTT, or per millisecond without an RTT sample.
    fn pace_first_window(&mut self, cx: &Cx<'_>) {
        self.has_rtt = cx.rtt.min().is_some();
        let rtt = if self.has_rtt { cx.rtt.smoothed().max(Nanos(1)) } else { Nanos(1_000_000) };
        let rate = self.control.cwnd * f64::from(cx.mss) / rtt.as_secs();
        self.control.pacing = None;
        // The margin applies to measured rates only.
        self.pace(cx.mss, rate / MARGIN, STARTUP_GAIN);
    }

    /// `SetCwnd`.
    fn set_cwnd(&mut self, cx: &Cx<'_>, ack: &Ack) {
        let (_, gain) = self.state.gains();
        self.bdp = self.model.bdp(cx, self.model.bw, 1.0);
        self.max_inflight = self.with_budget(self.model.bdp(cx, self.model.bw, gain) + self.model.extra());
        let more = self.control.cwnd + ack.delivered;
        let mut cwnd = if self.full.reached {
            more.min(self.max_inflight)
        } else if self.control.cwnd < self.max_inflight || (cx.delivered as f64) < cx.initial_window {
            more
        } else {
            self.control.cwnd
        };
        cwnd = cwnd.max(MIN_PIPE);
        if self.state == State::ProbeRtt {
            cwnd = cwnd.min(self.probe_rtt_cwnd(cx));
        }
        self.control.cwnd = cwnd.min(self.volume_cap());
    }

    /// `BoundCwndForModel`.
    fn volume_cap(&self) -> Segments {
        let cap = match self.state {
            State::Down | State::Refill | State::Up => self.losses.inflight_long,
            State::Cruise | State::ProbeRtt => self.losses.with_headroom(),
            State::Startup | State::Drain => Segments::INFINITY,
        };
        cap.min(self.losses.inflight_short).max(MIN_PIPE)
    }

    /// `UpdateOnACK`, in the draft's order.
    fn update(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if ack.delivered == 0.0 {
            return;
        }
        self.model.update_latest(cx, ack);
        self.model.update_max_bw(cx, ack);
        if self.model.round_start {
            self.probe.rounds += 1;
            self.cwnd_filled = (false, self.cwnd_filled.0);
        }
        self.count_marks(cx, ack);
        if self.model.loss_round_start {
            self.adapt_short_limits();
        }
        self.model.update_aggregation(cx, ack, self.control.cwnd, self.full.reached);
        self.check_full_pipe(ack);
        self.check_startup_and_drain(cx, ack);
        self.update_cycle(cx, ack);
        let expired = self.model.update_min_rtt(cx, ack);
        self.check_probe_rtt(cx, expired);
        if self.model.loss_round_start {
            self.model.advance_latest(cx, ack);
            self.losses.end_round();
            self.marks.end_round();
        }
        self.model.bw = self.model.max_bw().min(self.losses.bw_short);
        if !self.has_rtt && cx.rtt.min().is_some() {
            self.pace_first_window(cx);
        }
        if self.model.bw > 0.0 {
            self.pace(cx.mss, self.model.bw, self.state.gains().0);
        }
        self.set_cwnd(cx, ack);
        // Keep ssthresh at most at the window, so that the flow does not appear to be in slow start.
        if self.state != State::Startup {
            self.control.ssthresh = self.filled;
            self.control.stay_in_avoidance();
        }
        self.control.limits_itself = self.state == State::ProbeRtt;
    }
}

impl Controller for Bbr3 {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        let cwnd = from.map_or(cx.initial_window, |h| h.control.cwnd);
        self.control = Control { owns_recovery: true, ..Control::window(cwnd) };
        self.prior_cwnd = cwnd;
        self.repairing = cx.in_recovery;
        self.model.begin(cx);
        self.pace_first_window(cx);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_sent(&mut self, now: Time, sent: &Sent) {
        self.cwnd_filled.0 |= sent.in_flight + 1.0 > self.control.cwnd;
        if !sent.after_idle {
            return;
        }
        // `HandleRestartFromIdle`.
        self.idle_restart = true;
        self.model.restart_aggregation(now);
        if self.state.is_probe_bw() && self.model.bw > 0.0 {
            self.control.pacing = Some(Rate(((MARGIN * self.model.bw * 8.0) as u64).max(1)));
        } else if self.state == State::ProbeRtt && self.probe_rtt_done.is_some_and(|done| now > done) {
            self.restore_cwnd();
            self.resumes = true;
        }
    }

    fn on_lost(&mut self, cx: &mut Cx<'_>, lost: &Lost) {
        self.note_lost(cx, lost);
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        if event == Congestion::Ecn {
            return;
        }
        self.save_state();
        self.repairing = true;
        if matches!(event, Congestion::Timeout { .. }) {
            self.losses.in_fast_recovery = false;
            self.control.cwnd = cx.in_flight + 1.0;
        } else {
            self.losses.in_fast_recovery = true;
        }
    }

    fn on_recovered(&mut self, _: &mut Cx<'_>) {
        self.end_recovery();
    }

    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        self.undo_losses(cx);
        self.end_recovery();
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        let finite = |x: f64| if x.is_finite() { x } else { f64::NAN };
        show(f64::from(self.state as u8));
        show(self.model.max_bw() * 8.0 / 1e6);
        show(finite(self.losses.bw_short * 8.0 / 1e6));
        show(self.control.pacing.map_or(f64::NAN, Rate::as_mbps));
        show(self.model.min_rtt().map_or(f64::NAN, Nanos::as_millis));
        show(self.bdp);
        show(finite(self.losses.inflight_long));
        show(finite(self.losses.inflight_short));
        show(self.max_inflight);
        show(self.model.extra());
        show(self.probe.rounds as f64);
        show(self.marks.alpha());
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}
