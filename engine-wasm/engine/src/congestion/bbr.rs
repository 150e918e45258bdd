//! BBR, version 1: Cardwell, Cheng, Gunn, Yeganeh & Jacobson, "BBR: Congestion-Based Congestion Control", ACM Queue 14(5), 2016, and
//! draft-cardwell-iccrg-bbr-congestion-control-00 (2017), with Linux's additions: the allowance for aggregated ACKs and the detection
//! of policers.

use std::borrow::Cow;

pub(super) mod aggregation;
pub(super) mod max_filter;
mod policer;
mod rules;
#[cfg(test)]
mod tests;

use aggregation::Aggregation;
use max_filter::MaxFilter;
use policer::{AckSignals, Policer};

use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, Lost, NO_THEORY, Sent,
};
use crate::catalogue::{Param, Settings, Text, Variable};
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
    pacing: "own",
    feedback: "classic",
    params,
    variables: &[
        Variable::state("state", "state", STATES),
        Variable::new("bandwidth", "BtlBw", "bottleneck rate, maximum over ten rounds", "Mb/s"),
        Variable::new("baseRtt", "RTprop", "minimum RTT over ten seconds", "ms"),
        Variable::new("pacingRate", "r", "pacing rate", "Mb/s"),
        Variable::new("pacingGain", "g", "pacing gain", ""),
        Variable::new("bdp", "BDP", "estimated bandwidth-delay product", "packets"),
        Variable::new("burst", "burst", "packets sent back to back", "packets"),
        Variable::new("target", "W_target", "target window", "packets"),
        Variable::new("extraAcked", "extra_acked", "extra packets delivered by ACK aggregation", "packets"),
    ],
    rules: rules::RULES,
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// Names of the values of `Mode`.
const STATES: &[Text] =
    &[Cow::Borrowed("Startup"), Cow::Borrowed("Drain"), Cow::Borrowed("ProbeBW"), Cow::Borrowed("ProbeRTT")];

fn params() -> Vec<Param> {
    vec![
        Param::switch("bursts", "Bursts as Linux sends them", true)
            .help("Send the packets of about one millisecond back to back, at least two above 1.2 Mb/s. Off: packets are sent one at a time."),
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
/// Fraction of the pacing rate that is used, so that rounding does not build queues.
const PACING_MARGIN: f64 = 0.99;
/// Window gain except in startup and `ProbeRtt`.
const WINDOW_GAIN: f64 = 2.0;
/// The smallest window, and that of `ProbeRtt`.
const MIN_WINDOW: Segments = 4.0;
/// Length of the minimum filter of the RTT.
const RTT_WINDOW: Nanos = Nanos(10_000_000_000);
/// Minimum duration of `ProbeRtt`.
const PROBE_RTT: Nanos = Nanos(200_000_000);
/// If the rate grows by less than this factor per round for this many rounds, the pipe counts as full.
const FULL_GROWTH: f64 = 1.25;
const FULL_ROUNDS: u32 = 3;
/// Up to this many delivered packets, every delivery increases the window.
const FIRST_PACKETS: u64 = 10;
/// Limit on the allowance for aggregated ACKs, as a time at the bottleneck rate.
const EXTRA_TIME_S: f64 = 0.1;

/// State of the state machine. The numbers are the values of the plotted variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Startup = 0,
    Drain = 1,
    ProbeBw = 2,
    ProbeRtt = 3,
}

#[derive(Clone, Debug)]
struct Bbr {
    control: Control,
    bursts: bool,
    policer_detection: bool,
    mode: Mode,
    /// Maximum filter of delivery rates, bytes per second.
    bandwidth: MaxFilter,
    rounds: u64,
    round_start: bool,
    /// The round ends with the delivery of a packet that was sent after this many deliveries.
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
    /// End of `ProbeRtt`, set once the data in flight has fallen to its window.
    probe_ends: Option<Time>,
    probe_round_over: bool,
    /// The last window outside recovery and `ProbeRtt`.
    saved_window: Segments,
    /// In recovery, or after a timeout, and in its first round of packet conservation.
    recovering: bool,
    packet_conservation: bool,
    after_idle: bool,
    has_rtt: bool,
    aggregation: Aggregation,
    /// Packets lost in total, and since the last ACK.
    lost: f64,
    new_losses: f64,
    policer: Policer,
    target: Segments,
    /// Rate times RTprop.
    bdp: Segments,
    /// Target of drain: the BDP at the end of startup.
    drained: Segments,
    /// Data in flight when this ACK started a recovery.
    recovery_flight: Option<Segments>,
    /// Whether the cycle restarts with the next ACK.
    restart_cycle: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(Bbr {
        control: Control::window(1.0),
        bursts: settings.switch("bursts"),
        policer_detection: settings.switch("policers"),
        mode: Mode::Startup,
        bandwidth: MaxFilter::default(),
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
        saved_window: 0.0,
        recovering: false,
        packet_conservation: false,
        after_idle: false,
        has_rtt: false,
        aggregation: Aggregation::default(),
        lost: 0.0,
        new_losses: 0.0,
        policer: Policer::default(),
        target: f64::NAN,
        bdp: f64::NAN,
        drained: Segments::INFINITY,
        recovery_flight: None,
        restart_cycle: false,
    })
}

impl Bbr {
    /// The rate in use, bytes per second.
    fn rate(&self) -> f64 {
        self.policer.rate().unwrap_or(self.bandwidth.get())
    }

    /// Rate times RTprop times gain, packets.
    fn product(&self, cx: &Cx<'_>, rate: f64, gain: f64) -> Segments {
        match self.base_rtt {
            Some(rtt) => libm::ceil(gain * rate * rtt.as_secs() / f64::from(cx.mss)),
            None => cx.initial_window,
        }
    }

    /// Adds the packets that are held in bursts at both ends.
    fn with_bursts(&self, window: Segments) -> Segments {
        let mut window = window;
        if self.bursts {
            window += 3.0 * f64::from(self.control.quantum);
            window = 2.0 * libm::ceil(window / 2.0);
        }
        if self.mode == Mode::ProbeBw && self.phase == 0 { window + 2.0 } else { window }
    }

    /// Data in flight when the pacer releases the next packet.
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
            self.packet_conservation = false;
        }
        self.detect_policer(cx, lost, sample.app_limited);
        let rate = sample.bytes as f64 / sample.interval.as_secs();
        if !sample.app_limited || rate >= self.bandwidth.get() {
            self.bandwidth.add(self.rounds, rate);
        }
    }

    fn detect_policer(&mut self, cx: &mut Cx<'_>, lost: f64, app_limited: bool) {
        if !self.policer_detection {
            return;
        }
        if self.policer.rate().is_some() {
            let round = self.mode == Mode::ProbeBw && self.round_start;
            if round && self.policer.expires() {
                self.probe_bandwidth(cx);
            }
            return;
        }
        let (new_losses, round_start) = (lost > 0.0, self.round_start);
        self.policer.detect(cx, AckSignals { lost: self.lost, new_losses, round_start, app_limited });
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

    /// Starts a phase of the cycle.
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

    /// The cycle starts in a random phase, except the one at 3/4, so that flows do not probe at the same time.
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
                None if cx.in_flight <= MIN_WINDOW => {
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

    /// Leaves `ProbeRtt` for startup or the cycle when its time is over.
    fn end_rtt_probe_if_due(&mut self, now: Time) {
        if self.probe_ends.is_none_or(|end| now <= end) {
            return;
        }
        self.base_rtt_at = now;
        self.control.cwnd = self.control.cwnd.max(self.saved_window);
        self.mode = if self.full { Mode::ProbeBw } else { Mode::Startup };
        self.probe_ends = None;
    }

    fn save_window(&mut self) {
        let now = self.control.cwnd;
        let usual = !self.recovering && self.mode != Mode::ProbeRtt;
        self.saved_window = if usual { now } else { self.saved_window.max(now) };
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

    /// Sets the pacing rate to a rate in bytes per second times a gain.
    fn pace(&mut self, mss: u32, rate: f64, gain: f64) {
        let bits = PACING_MARGIN * gain * rate * 8.0;
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

    /// Initial pacing rate: the initial window per RTT, or per millisecond without an RTT sample.
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
        if let Some(in_flight) = self.recovery_flight.take() {
            // The first retransmission has already been sent; it is one of the packets that this window allows.
            self.control.cwnd = in_flight + ack.delivered;
        } else if self.packet_conservation {
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
            self.control.cwnd = cwnd.max(MIN_WINDOW);
        }
        if self.mode == Mode::ProbeRtt {
            self.control.cwnd = self.control.cwnd.min(MIN_WINDOW);
        }
    }

    fn update_model(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if ack.delivered == 0.0 {
            return;
        }
        let lost = std::mem::take(&mut self.new_losses);
        if std::mem::take(&mut self.restart_cycle) {
            self.probe_bandwidth(cx);
        }
        self.count_rounds(cx, ack, lost);
        if self.recovery_flight.is_some() {
            self.packet_conservation = true;
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
        let rtt = self.base_rtt.map_or(f64::NAN, Nanos::as_secs);
        self.bdp = self.rate() * rtt / f64::from(cx.mss);
        // Keep ssthresh at most at the window, so that the flow does not appear to be in slow start.
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
        self.saved_window = cwnd;
        self.recovering = cx.in_recovery;
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
        // After idle time a burst would only fill the queue.
        match (self.mode, self.control.pacing) {
            (Mode::ProbeBw, Some(_)) if self.rate() > 0.0 => {
                self.control.pacing = Some(Rate((PACING_MARGIN * self.rate() * 8.0) as u64));
            }
            (Mode::ProbeRtt, _) => {
                self.end_rtt_probe_if_due(now);
                self.restart_cycle = self.mode == Mode::ProbeBw;
            }
            _ => {}
        }
    }

    fn on_lost(&mut self, _: &mut Cx<'_>, _: &Lost) {
        self.lost += 1.0;
        self.new_losses += 1.0;
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        match event {
            // This version ignores marks.
            Congestion::Ecn => return,
            Congestion::Loss { .. } | Congestion::Restart => {
                self.save_window();
                self.recovery_flight = Some(cx.in_flight);
                self.control.cwnd = cx.in_flight.max(1.0);
            }
            Congestion::Timeout { .. } => {
                self.save_window();
                (self.packet_conservation, self.recovery_flight) = (false, None);
                // A timeout counts as the end of a round.
                (self.full_rate, self.round_start) = (0.0, true);
                let lost = std::mem::take(&mut self.new_losses);
                self.detect_policer(cx, lost, false);
                self.control.cwnd = 1.0;
            }
        }
        self.recovering = true;
    }

    fn on_recovered(&mut self, _: &mut Cx<'_>) {
        self.recovering = false;
        (self.packet_conservation, self.recovery_flight) = (false, None);
        self.control.cwnd = self.control.cwnd.max(self.saved_window);
    }

    /// As in Linux: reset the detection of a full pipe and of policers, which the spurious recovery may have triggered.
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
        show(f64::from(self.mode as u8));
        show(self.rate() * 8.0 / 1e6);
        show(self.base_rtt.map_or(f64::NAN, Nanos::as_millis));
        show(self.control.pacing.map_or(f64::NAN, Rate::as_mbps));
        show(self.pacing_gain);
        show(self.bdp);
        show(f64::from(self.control.quantum));
        show(self.target);
        show(self.aggregation.extra());
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}
