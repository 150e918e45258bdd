//! BBR, version 1: Cardwell, Cheng, Gunn, Yeganeh & Jacobson, "BBR: Congestion-Based Congestion Control", ACM Queue 14(5), 2016, and
//! draft-cardwell-iccrg-bbr-congestion-control-00 (2017), with what Linux added to it: the allowance for aggregated ACKs and the
//! detection of policers.

pub(super) mod aggregation;
pub(super) mod largest;
mod policer;
#[cfg(test)]
mod tests;

use aggregation::Aggregation;
use largest::Largest;
use policer::{AckSignals, Policer};

use super::rules::rule;
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, Lost, NO_THEORY, Sent,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Rate, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const BBR: Algorithm = Algorithm {
    id: "bbr",
    name: "BBR",
    family: "Model-based",
    summary: "Paces at the measured bottleneck rate and keeps at most about two bandwidth-delay products in flight.",
    source: "Cardwell et al., BBR: Congestion-Based Congestion Control",
    year: 2016,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("bandwidth", "BtlBw", "bottleneck rate, maximum over ten rounds", "Mb/s"),
        Variable::new("baseRtt", "RTprop", "minimum RTT over ten seconds", "ms"),
        Variable::new("pacingRate", "r", "pacing rate", "Mb/s"),
        Variable::new("pacingGain", "g", "pacing gain", ""),
        Variable::new("target", "W_target", "target window", "packets"),
        Variable::new("extraAcked", "extra_acked", "extra packets delivered by ACK aggregation", "packets"),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Startup: the pacing rate is 2.89 times the measured delivery rate, so the rate doubles each round trip. Startup ends when the rate has grown by less than 25 % in three rounds.",
            "r ← 2.89·BtlBw",
            "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.2",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window is limited to twice the bandwidth-delay product. The pacing rate cycles: one round trip at 5/4 of the bottleneck rate, one at 3/4, six at the rate itself.",
            "r ← g·BtlBw, W ← min(W + delivered, 2·BtlBw·RTprop + 3·burst)",
            "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.4",
        ),
        rule(
            RuleSubject::Recovery,
            "Recovery: in the first round one packet is sent for each packet delivered; after that the usual rule applies.",
            "W ← max(W, flight + delivered)",
            "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
        ),
        rule(
            RuleSubject::Loss,
            "A loss does not change the rate. The window is limited to the data in flight for one round and restored afterwards.",
            "W ← flight + delivered",
            "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
        ),
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: one packet is sent, and the window is restored after recovery.",
            "W ← 1",
            "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::switch("bursts", "Bursts as Linux sends them", true)
            .help("Send the packets of about one millisecond back to back, at least two above 1.2 Mb/s. Off: send them one at a time."),
        Param::switch("policers", "Detect policers", true)
            .help("Heavy loss at a steady rate indicates a policer; that rate is then used for 48 rounds, as in Linux."),
    ]
}

/// Pacing gain of startup: 2/ln 2, as Linux rounds it.
const HIGH_GAIN: f64 = 739.0 / 256.0;
/// Pacing gain of drain: its inverse.
const DRAIN_GAIN: f64 = 88.0 / 256.0;
/// Pacing gains of the phases in `ProbeBw`.
const CYCLE: [f64; 8] = [1.25, 0.75, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0];
/// Of each pacing rate so much is used: queues do not grow by rounding.
const MARGIN: f64 = 0.99;
/// Window gain but for startup and `ProbeRtt`.
const WINDOW_GAIN: f64 = 2.0;
/// The smallest window, and that of `ProbeRtt`.
const LEAST_WINDOW: Segments = 4.0;
/// How long the smallest RTT counts.
const RTT_WINDOW: Nanos = Nanos(10_000_000_000);
/// `ProbeRtt` lasts so long at least.
const PROBE_RTT: Nanos = Nanos(200_000_000);
/// Growth in a round by which the pipe is not full yet, and rounds without it.
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Packets in the first window whose deliveries always widen the window.
const FIRST_PACKETS: u64 = 10;
/// The allowance for aggregated ACKs is no more than this time brings.
const EXTRA_TIME_S: f64 = 0.1;

/// Where the flow is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Startup,
    Drain,
    ProbeBw,
    ProbeRtt,
}

#[derive(Clone, Debug)]
struct Bbr {
    control: Control,
    bursts: bool,
    looks_for_policers: bool,
    mode: Mode,
    /// Delivery rates, bytes a second.
    bandwidth: Largest,
    rounds: u64,
    round_start: bool,
    /// The round ends with the first delivery of a packet sent after so many had been delivered.
    next_round: u64,
    base_rtt: Option<Nanos>,
    base_rtt_at: Time,
    pacing_gain: f64,
    window_gain: f64,
    phase: usize,
    phase_since: Time,
    full_rate: f64,
    full_rounds: u32,
    full: bool,
    /// The end of `ProbeRtt`, once little enough is in flight.
    probe_ends: Option<Time>,
    probe_round_over: bool,
    /// The last window outside recovery and `ProbeRtt`.
    kept: Segments,
    /// In recovery, or after a timeout; in its first round only what is delivered goes.
    repairing: bool,
    conserving: bool,
    after_idle: bool,
    has_rtt: bool,
    aggregation: Aggregation,
    /// Packets lost in all, and since the last ACK.
    lost: f64,
    news: f64,
    policer: Policer,
    target: Segments,
    /// What the pipe held when startup had filled it.
    drained: Segments,
    /// What was in flight when this ACK began a recovery.
    enters_with: Option<Segments>,
    /// The cycle begins anew with the next ACK.
    redraw: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(Bbr {
        control: Control::window(1.0),
        bursts: settings.switch("bursts"),
        looks_for_policers: settings.switch("policers"),
        mode: Mode::Startup,
        bandwidth: Largest::default(),
        rounds: 0,
        round_start: false,
        next_round: 0,
        base_rtt: None,
        base_rtt_at: Time::ZERO,
        pacing_gain: HIGH_GAIN,
        window_gain: HIGH_GAIN,
        phase: 0,
        phase_since: Time::ZERO,
        full_rate: 0.0,
        full_rounds: 0,
        full: false,
        probe_ends: None,
        probe_round_over: false,
        kept: 0.0,
        repairing: false,
        conserving: false,
        after_idle: false,
        has_rtt: false,
        aggregation: Aggregation::default(),
        lost: 0.0,
        news: 0.0,
        policer: Policer::default(),
        target: f64::NAN,
        drained: Segments::INFINITY,
        enters_with: None,
        redraw: false,
    })
}

impl Bbr {
    /// The rate that is used, bytes a second.
    fn rate(&self) -> f64 {
        self.policer.rate().unwrap_or(self.bandwidth.get())
    }

    /// What a rate and a gain keep in flight, packets.
    fn product(&self, cx: &Cx<'_>, rate: f64, gain: f64) -> Segments {
        match self.base_rtt {
            Some(rtt) => libm::ceil(gain * rate * rtt.as_secs() / f64::from(cx.mss)),
            None => cx.initial_window,
        }
    }

    /// The same with room for what waits in bursts at both ends.
    fn with_bursts(&self, window: Segments) -> Segments {
        let mut window = window;
        if self.bursts {
            window += 3.0 * f64::from(self.control.quantum);
            window = 2.0 * libm::ceil(window / 2.0);
        }
        if self.mode == Mode::ProbeBw && self.phase == 0 { window + 2.0 } else { window }
    }

    /// What the flow will have in flight when the pacer lets the next packet go.
    fn in_flight_at_departure(&self, cx: &Cx<'_>, in_flight: Segments) -> Segments {
        let burst = if self.pacing_gain > 1.0 { f64::from(self.control.quantum) } else { 0.0 };
        let leaves = self.rate() * cx.next_send.since(cx.now).as_secs() / f64::from(cx.mss);
        (in_flight + burst - leaves).max(0.0)
    }

    fn count_rounds(&mut self, cx: &mut Cx<'_>, ack: &Ack, lost: f64) {
        self.round_start = false;
        let Some(sample) = ack.rate else { return };
        if sample.prior_delivered >= self.next_round {
            self.next_round = cx.delivered;
            self.rounds += 1;
            self.round_start = true;
            self.conserving = false;
        }
        self.detect_policer(cx, lost, sample.app_limited);
        let rate = sample.bytes as f64 / sample.interval.as_secs();
        if !sample.app_limited || rate >= self.bandwidth.get() {
            self.bandwidth.add(self.rounds, rate);
        }
    }

    fn detect_policer(&mut self, cx: &mut Cx<'_>, lost: f64, app_limited: bool) {
        if !self.looks_for_policers {
            return;
        }
        if self.policer.rate().is_some() {
            let round = self.mode == Mode::ProbeBw && self.round_start;
            if round && self.policer.expires() {
                self.probe_bandwidth(cx);
            }
            return;
        }
        let (loses, round_start) = (lost > 0.0, self.round_start);
        self.policer.detect(cx, AckSignals { lost: self.lost, loses, round_start, app_limited });
        if self.policer.rate().is_some() {
            self.pacing_gain = 1.0;
        }
    }

    fn measure_aggregation(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if ack.rate.is_some() {
            let (rate, window) = (self.rate(), self.control.cwnd);
            self.aggregation.add(cx, ack.delivered, rate, window, self.round_start);
        }
    }

    fn allowance(&self, cx: &Cx<'_>) -> Segments {
        let most = self.rate() * EXTRA_TIME_S / f64::from(cx.mss);
        if self.full { self.aggregation.extra().min(most) } else { 0.0 }
    }

    /// Begins a phase of the cycle.
    fn begin_cycle(&mut self, cx: &Cx<'_>, phase: usize) {
        self.mode = Mode::ProbeBw;
        (self.phase, self.phase_since) = (phase, cx.now);
    }

    fn next_phase(&mut self, cx: &Cx<'_>, ack: &Ack, lost: f64) {
        if self.mode != Mode::ProbeBw {
            return;
        }
        let whole = self.base_rtt.is_some_and(|rtt| cx.now.since(self.phase_since) > rtt);
        let in_flight = self.in_flight_at_departure(cx, ack.prior_in_flight);
        let product = |gain| self.with_bursts(self.product(cx, self.bandwidth.get(), gain));
        let over = if self.pacing_gain > 1.0 {
            whole && (lost > 0.0 || in_flight >= product(self.pacing_gain))
        } else if self.pacing_gain < 1.0 {
            whole || in_flight <= product(1.0)
        } else {
            whole
        };
        if over {
            self.begin_cycle(cx, (self.phase + 1) % CYCLE.len());
        }
    }

    fn check_full_pipe(&mut self, ack: &Ack) {
        let limited = ack.rate.is_none_or(|sample| sample.app_limited);
        if self.full || !self.round_start || limited {
            return;
        }
        let rate = self.bandwidth.get();
        if rate >= FULL_GROWTH * self.full_rate {
            (self.full_rate, self.full_rounds) = (rate, 0);
        } else {
            self.full_rounds += 1;
            self.full = self.full_rounds >= FULL_ROUNDS;
        }
    }

    fn drain(&mut self, cx: &mut Cx<'_>) {
        if self.mode == Mode::Startup && self.full {
            self.mode = Mode::Drain;
            self.drained = self.with_bursts(self.product(cx, self.bandwidth.get(), 1.0));
        }
        if self.mode == Mode::Drain {
            let product = self.with_bursts(self.product(cx, self.bandwidth.get(), 1.0));
            if self.in_flight_at_departure(cx, cx.in_flight) <= product {
                self.probe_bandwidth(cx);
            }
        }
    }

    /// The cycle begins in any phase but the one at 3/4: flows do not probe together.
    fn probe_bandwidth(&mut self, cx: &mut Cx<'_>) {
        let drawn = cx.rng.below(CYCLE.len() - 1);
        self.begin_cycle(cx, (CYCLE.len() - drawn) % CYCLE.len());
    }

    fn measure_base_rtt(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        let expired = cx.now.since(self.base_rtt_at) > RTT_WINDOW;
        if let Some(rtt) = ack.latest_rtt
            && (expired || self.base_rtt.is_none_or(|base| rtt <= base))
        {
            (self.base_rtt, self.base_rtt_at) = (Some(rtt), cx.now);
        }
        if expired && !self.after_idle && self.mode != Mode::ProbeRtt {
            self.save_window();
            self.mode = Mode::ProbeRtt;
            self.probe_ends = None;
        }
        if self.mode == Mode::ProbeRtt {
            match self.probe_ends {
                None if cx.in_flight <= LEAST_WINDOW => {
                    self.probe_ends = Some(cx.now + PROBE_RTT);
                    self.probe_round_over = false;
                    self.next_round = cx.delivered;
                }
                Some(_) => {
                    self.probe_round_over |= self.round_start;
                    if self.probe_round_over {
                        self.end_rtt_probe_if_due(cx.now);
                        if self.mode == Mode::ProbeBw {
                            self.probe_bandwidth(cx);
                        }
                    }
                }
                None => {}
            }
        }
        self.after_idle = false;
    }

    /// Leaves `ProbeRtt` where its time is over, for startup or for the cycle.
    fn end_rtt_probe_if_due(&mut self, now: Time) {
        if self.probe_ends.is_none_or(|end| now <= end) {
            return;
        }
        self.base_rtt_at = now;
        self.control.cwnd = self.control.cwnd.max(self.kept);
        self.mode = if self.full { Mode::ProbeBw } else { Mode::Startup };
        self.probe_ends = None;
    }

    fn save_window(&mut self) {
        let now = self.control.cwnd;
        let usual = !self.repairing && self.mode != Mode::ProbeRtt;
        self.kept = if usual { now } else { self.kept.max(now) };
    }

    fn set_gains(&mut self) {
        (self.pacing_gain, self.window_gain) = match self.mode {
            Mode::Startup => (HIGH_GAIN, HIGH_GAIN),
            Mode::Drain => (DRAIN_GAIN, HIGH_GAIN),
            Mode::ProbeBw if self.policer.rate().is_some() => (1.0, WINDOW_GAIN),
            Mode::ProbeBw => (CYCLE[self.phase], WINDOW_GAIN),
            Mode::ProbeRtt => (1.0, 1.0),
        };
    }

    /// Paces at so many bytes a second times a gain.
    fn pace(&mut self, mss: u32, rate: f64, gain: f64) {
        let bits = MARGIN * gain * rate * 8.0;
        if self.full || self.control.pacing.is_none_or(|pacing| bits > pacing.0 as f64) {
            self.control.pacing = Some(Rate((bits as u64).max(1)));
        }
        self.control.quantum = match self.control.pacing {
            Some(Rate(bits)) if self.bursts => {
                let least = if bits < 1_200_000 { 1 } else { 2 };
                ((bits / 8 / 1024 / u64::from(mss)) as u32).clamp(least, 127)
            }
            _ => 1,
        };
    }

    /// Before anything is measured: the first window over the first RTT, or over a millisecond.
    fn pace_first_window(&mut self, cx: &Cx<'_>) {
        let rtt = match cx.rtt.min() {
            Some(_) => cx.rtt.smoothed(),
            None => Nanos(1_000_000),
        };
        self.has_rtt = cx.rtt.min().is_some();
        let rate = self.control.cwnd * f64::from(cx.mss) / rtt.max(Nanos(1)).as_secs();
        self.control.pacing = None;
        self.pace(cx.mss, rate, HIGH_GAIN);
    }

    fn set_window(&mut self, cx: &Cx<'_>, ack: &Ack, lost: f64) {
        let cwnd = (self.control.cwnd - lost).max(1.0);
        if let Some(in_flight) = self.enters_with.take() {
            // The first retransmission has gone already: it is one of those that this window lets go.
            self.control.cwnd = in_flight + ack.delivered;
        } else if self.conserving {
            self.control.cwnd = cwnd.max(cx.in_flight + ack.delivered);
        } else {
            let product = self.product(cx, self.rate(), self.window_gain) + self.allowance(cx);
            self.target = self.with_bursts(product);
            let more = cwnd + ack.delivered;
            let cwnd = if self.full {
                more.min(self.target)
            } else if cwnd < self.target || cx.delivered < FIRST_PACKETS {
                more
            } else {
                cwnd
            };
            self.control.cwnd = cwnd.max(LEAST_WINDOW);
        }
        if self.mode == Mode::ProbeRtt {
            self.control.cwnd = self.control.cwnd.min(LEAST_WINDOW);
        }
    }

    fn update_model(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if ack.delivered == 0.0 {
            return;
        }
        let lost = std::mem::take(&mut self.news);
        if std::mem::take(&mut self.redraw) {
            self.probe_bandwidth(cx);
        }
        self.count_rounds(cx, ack, lost);
        if self.enters_with.is_some() {
            self.conserving = true;
            self.next_round = cx.delivered;
        }
        self.measure_aggregation(cx, ack);
        self.next_phase(cx, ack, lost);
        self.check_full_pipe(ack);
        self.drain(cx);
        self.measure_base_rtt(cx, ack);
        self.set_gains();
        if !self.has_rtt && cx.rtt.min().is_some() {
            self.pace_first_window(cx);
        }
        if self.rate() > 0.0 {
            self.pace(cx.mss, self.rate(), self.pacing_gain);
        }
        self.set_window(cx, ack, lost);
        // Above its threshold the flow is no longer in slow start, as everybody reads it.
        self.control.ssthresh = self.drained;
        if self.mode != Mode::Startup {
            self.control.stay_in_avoidance();
        }
        self.control.limits_itself = self.mode == Mode::ProbeRtt;
    }
}

impl Controller for Bbr {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        let cwnd = from.map_or(cx.initial_window, |h| h.control.cwnd);
        self.control = Control { owns_recovery: true, ..Control::window(cwnd) };
        self.kept = cwnd;
        self.repairing = cx.in_recovery;
        self.next_round = cx.delivered;
        (self.base_rtt, self.base_rtt_at) = (cx.rtt.min(), cx.now);
        self.aggregation.begin(cx.now);
        self.pace_first_window(cx);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_sent(&mut self, now: Time, sent: &Sent) {
        if !sent.after_idle {
            return;
        }
        self.after_idle = true;
        self.aggregation.begin(now);
        // After an idle time, a burst would only fill the queue.
        match (self.mode, self.control.pacing) {
            (Mode::ProbeBw, Some(_)) if self.rate() > 0.0 => {
                self.control.pacing = Some(Rate((MARGIN * self.rate() * 8.0) as u64));
            }
            (Mode::ProbeRtt, _) => {
                self.end_rtt_probe_if_due(now);
                self.redraw = self.mode == Mode::ProbeBw;
            }
            _ => {}
        }
    }

    fn on_lost(&mut self, _: &mut Cx<'_>, _: &Lost) {
        self.lost += 1.0;
        self.news += 1.0;
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        match event {
            // Marks say nothing to this version.
            Congestion::Ecn => return,
            Congestion::Loss { .. } | Congestion::Restart => {
                self.save_window();
                self.enters_with = Some(cx.in_flight);
                self.control.cwnd = cx.in_flight.max(1.0);
            }
            Congestion::Timeout { .. } => {
                self.save_window();
                (self.conserving, self.enters_with) = (false, None);
                // It counts as the end of a round.
                (self.full_rate, self.round_start) = (0.0, true);
                let lost = std::mem::take(&mut self.news);
                self.detect_policer(cx, lost, false);
                self.control.cwnd = 1.0;
            }
        }
        self.repairing = true;
    }

    fn on_recovered(&mut self, _: &mut Cx<'_>) {
        self.repairing = false;
        (self.conserving, self.enters_with) = (false, None);
        self.control.cwnd = self.control.cwnd.max(self.kept);
    }

    /// As Linux: what looked like a full pipe, or a policer, may have been the spurious recovery.
    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        (self.full_rate, self.full_rounds) = (0.0, 0);
        self.policer = Policer::default();
        self.on_recovered(cx);
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update_model(cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update_model(cx, ack);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.rate() * 8.0 / 1e6);
        show(self.base_rtt.map_or(f64::NAN, Nanos::as_millis));
        show(self.control.pacing.map_or(f64::NAN, Rate::as_mbps));
        show(self.pacing_gain);
        show(self.target);
        show(self.aggregation.extra());
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}
