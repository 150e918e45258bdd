//! The sending end of a TCP connection: what may be sent and when, and how ACKs are processed. It contains
//! the controller, loss recovery and pacing, and owns RTT, rounds, delivery rate, flow control and the
//! timers.

mod acks;
mod sending;

use super::ecn::MarkCounters;
use super::pacing::Pacer;
use super::recovery::Recovery;
use super::segments::Segments;
use crate::congestion::{
    Congestion, Control, Controller, Cx, Delivered, Equipment, GrowthBlock, Handover, Lost,
};
use crate::core::packet::{Flags, Packet, PacketKind};
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::metrics::recorder::MarkKind;
use crate::network::Response;
use crate::traffic::Source;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::transport::stack::{Feedback, RecoveryKind, Stack};
use crate::units::{NANOS_PER_SEC, Nanos, Segments as Packets, Time};

/// Bounds of the interval between zero-window probes (RFC 9293, section 3.8.6.1).
const LONGEST_PROBE_WAIT: Nanos = Nanos(60 * NANOS_PER_SEC);

/// Minimum time between two samples of a controller's internal variables.
const PROBE_PERIOD: Nanos = Nanos(5_000_000);

/// RTT samples of a round (see `congestion::Round`).
#[derive(Clone, Copy, Debug, Default)]
struct RoundSoFar {
    /// The round ends with the first ACK above this byte.
    mark: u64,
    min: u64,
    sum: u64,
    samples: u32,
}

/// Why sending last stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    /// Window or pacing.
    Network,
    /// No data to send.
    Application,
    /// No space in the receive window.
    Receiver,
}

/// No ACK gives a reason to hold growth back.
const GROWTH_ALLOWED: (bool, bool) = (false, false);

/// The sending end of a connection.
#[derive(Clone, Debug)]
pub struct Sender {
    pub(super) stack: Stack,
    controller: Box<dyn Controller>,
    /// The controller's last output.
    control: Control,
    controller_rng: Rng,
    pub(super) recovery: Recovery,
    pacer: Pacer,
    rtt: Rtt,
    pub(super) segments: Segments,
    source: Source,
    began: Time,
    /// Bytes written by previous sources.
    offset: u64,
    snd_una: u64,
    snd_nxt: u64,
    /// Right edge of the receive window.
    edge: u64,
    last_window: u32,
    /// End of the data, once the application has closed.
    end: Option<u64>,
    /// Whether the application was stopped; no other source adds data then.
    stopped: bool,
    fin_sent: bool,
    syn_lost: bool,
    limit: Limit,
    round: RoundSoFar,
    delivered: u64,
    delivered_at: Time,
    first_sent: Time,
    /// The flow is application-limited until this many packets are delivered; 0 if it is not.
    app_limited_until: u64,
    /// Time that the controller's timer is set to.
    wakes_at: Option<Time>,
    marks: MarkCounters,
    /// ECN: marks of data below this byte have been responded to.
    ecn_recover: u64,
    cwr_due: bool,
    probe_wait: Nanos,
    next_variables: Time,
    last_ssthresh: f64,
    last_cwnd: f64,
    last_pipe: u32,
    /// Buffer for the deliveries that are reported to the controller.
    deliveries: Vec<(Time, u32)>,
}

impl Sender {
    /// A sender that has not started.
    pub fn new(
        stack: Stack,
        controller: Box<dyn Controller>,
        source: Source,
        rng: impl Fn(&str) -> Rng,
    ) -> Sender {
        Sender {
            marks: MarkCounters::new(stack.feedback),
            recovery: Recovery::new(&stack),
            pacer: Pacer::new(stack.pacing, rng("spacing")),
            controller_rng: rng("law"),
            rtt: Rtt::new(stack.timers, rng("clock").uniform()),
            control: controller.control(),
            controller,
            segments: Segments::new(stack.finds_losses_by_time()),
            source,
            began: Time::ZERO,
            offset: 0,
            snd_una: 0,
            snd_nxt: 0,
            edge: 0,
            last_window: 0,
            end: None,
            stopped: false,
            fin_sent: false,
            syn_lost: false,
            limit: Limit::Network,
            round: RoundSoFar::default(),
            delivered: 0,
            delivered_at: Time::ZERO,
            first_sent: Time::ZERO,
            app_limited_until: 0,
            wakes_at: None,
            stack,
            ecn_recover: 0,
            cwr_due: false,
            probe_wait: Nanos::ZERO,
            next_variables: Time::ZERO,
            last_ssthresh: f64::NAN,
            last_cwnd: f64::NAN,
            last_pipe: u32::MAX,
            deliveries: Vec::new(),
        }
    }

    /// A copy of a sender that has not started, with another source.
    pub fn again(&self, source: Source, rng: impl Fn(&str) -> Rng) -> Sender {
        let pacer = Pacer::new(self.stack.pacing, rng("spacing"));
        Sender { source, pacer, controller_rng: rng("law"), ..self.clone() }
    }

    /// First byte not acknowledged.
    pub fn snd_una(&self) -> u64 {
        self.snd_una
    }

    /// Next byte to send for the first time.
    pub fn snd_nxt(&self) -> u64 {
        self.snd_nxt
    }

    /// Whether the sender is in loss recovery.
    pub fn recovering(&self) -> bool {
        !self.recovery.may_grow()
    }

    /// The stack's additions to the controller.
    pub fn equipment(&self) -> Equipment {
        self.stack.equipment
    }

    /// The controller.
    pub fn controller(&self) -> &dyn Controller {
        &*self.controller
    }

    /// The controller, mutable, for traces.
    pub fn controller_mut(&mut self) -> &mut dyn Controller {
        &mut *self.controller
    }

    /// The controller's last output.
    pub fn control(&self) -> Control {
        self.control
    }

    /// Packets in flight, as recovery counts them.
    pub fn in_flight(&self) -> Packets {
        f64::from(self.segments.pipe())
    }

    /// Round-trip times.
    pub fn rtt(&self) -> &Rtt {
        &self.rtt
    }

    /// The flow starts. `window` is the receive window if there is no handshake.
    pub fn start(&mut self, io: &mut Io<'_>, window: u64) {
        self.began = io.now;
        self.end = self.source.end();
        if self.stack.handshake {
            io.flow.phase = Phase::Opening;
            self.send_syn(io);
        } else {
            self.edge = window;
            self.establish(io);
        }
    }

    fn send_syn(&mut self, io: &mut Io<'_>) {
        // MSS, window scale and SACK-permitted options in addition to timestamps: 8 bytes more.
        let size = self.stack.overhead() + 8;
        let kind = PacketKind::Control;
        io.send_forward(Packet {
            kind,
            flags: Flags::SYN,
            ecn: self.stack.ect_again,
            size,
            timestamp: self.stack.clock(io.now),
            ..Packet::default()
        });
        io.set_timer(TimerId::Retransmit, io.now + self.rtt.timeout());
    }

    fn establish(&mut self, io: &mut Io<'_>) {
        io.flow.phase = Phase::Running;
        io.stop_timer(TimerId::Retransmit);
        self.delivered_at = io.now;
        self.first_sent = io.now;
        self.segments.keep_deliveries(self.controller.follows_packets());
        self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| controller.start(cx, None));
        self.set_initial_ssthresh(io);
        self.send(io);
        self.observe(io);
    }

    /// Passes a threshold from the document to the controller, as if it had taken over a window.
    fn set_initial_ssthresh(&mut self, io: &mut Io<'_>) {
        if self.stack.initial_ssthresh.is_finite() {
            let mut control = self.control;
            control.ssthresh = self.stack.initial_ssthresh;
            self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| {
                controller.start(cx, Some(Handover { control, min_rtt: None }))
            });
        }
    }

    /// Changes stack, controller or source of an active connection. A new controller takes over the window.
    pub fn change(
        &mut self,
        io: &mut Io<'_>,
        stack: Stack,
        controller: Option<Box<dyn Controller>>,
        source: Source,
    ) {
        let options_only = controller.is_none();
        self.recovery.change(&stack, self.segments.flight());
        self.segments.keep_order(stack.finds_losses_by_time());
        self.pacer.set_rule(stack.pacing);
        self.rtt.set_rules(stack.timers);
        self.marks.change(stack.feedback);
        self.stack = stack;
        self.cwr_due &= self.announces_cwr();
        if source != self.source {
            if matches!(source, Source::Constant { .. }) {
                // Data already written stays; the new rate starts now.
                self.offset = self.written(io.now);
                self.began = io.now;
            }
            self.source = source;
            if !self.stopped {
                self.end = self.source.end().map(|e| e.max(self.snd_nxt));
            }
        }
        if !options_only && io.flow.phase == Phase::Running {
            let handover = Handover { control: self.control, min_rtt: self.rtt.min() };
            let previous = std::mem::replace(&mut self.controller, controller.expect("a controller"));
            if let (Some(script), Some(previous)) = (self.controller.script_mut(), previous.script()) {
                script.adopt(previous);
            }
            self.segments.keep_deliveries(self.controller.follows_packets());
            self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| {
                controller.start(cx, Some(handover))
            });
        } else if let Some(controller) = controller {
            self.controller = controller;
        }
        if io.flow.phase == Phase::Running {
            self.send(io);
            self.observe(io);
        }
    }

    /// The application has written `bytes` since the start.
    pub fn hand_over(&mut self, io: &mut Io<'_>, bytes: u64) {
        self.source = Source::Handed { bytes };
        if io.flow.phase == Phase::Running {
            self.on_timer(io, TimerId::Application);
        }
    }

    /// No new data from now on.
    pub fn stop(&mut self, io: &mut Io<'_>) {
        let end = self.end.map_or(self.snd_nxt, |end| end.min(self.snd_nxt));
        self.end = Some(end);
        self.stopped = true;
        io.stop_timer(TimerId::Application);
        if io.flow.phase != Phase::Running {
            io.flow.phase = Phase::Finished;
        } else if self.snd_una >= end && !self.stack.handshake {
            // Nothing is in flight whose ACK could end the flow.
            io.flow.completed.get_or_insert(io.now);
            io.flow.phase = Phase::Finished;
        } else {
            self.send(io);
        }
    }

    /// Bytes written by the application.
    #[inline]
    fn written(&self, now: Time) -> u64 {
        self.offset + self.source.written(now.since(self.began))
    }

    /// Calls the controller with its context. `repairing` and `echo` are reasons for this ACK not to increase
    /// the window.
    fn with_controller<R>(
        &mut self,
        now: Time,
        (repairing, echo): (bool, bool),
        act: impl FnOnce(&mut dyn Controller, &mut Cx<'_>) -> R,
    ) -> R {
        let cwnd = self.control.cwnd;
        let mut cx = Cx {
            now,
            reduce_from: self.decrease_from(),
            hold: GrowthBlock {
                recovery: repairing || !self.recovery.may_grow(),
                application: self.limit == Limit::Application,
                receiver: self.limit == Limit::Receiver,
                echo,
            },
            in_recovery: !self.recovery.may_grow(),
            // RFC 5681, section 3.1: one segment after a lost SYN.
            initial_window: if self.syn_lost { 1.0 } else { self.stack.initial_window },
            mss: self.stack.mss,
            in_flight: f64::from(self.segments.pipe()),
            delivered: self.delivered,
            next_send: self.pacer.next(),
            rtt: &self.rtt,
            rng: &mut self.controller_rng,
            increase_scale: self.pacer.increase_scale(cwnd),
            paced: self.pacer.timed(),
        };
        let answer = act(&mut *self.controller, &mut cx);
        self.control = self.controller.control();
        answer
    }

    /// The amount that a decrease starts from, packets.
    #[inline]
    fn decrease_from(&self) -> Packets {
        let cwnd = self.control.cwnd;
        if self.stack.reduce_from_window {
            return cwnd;
        }
        // RFC 5681 does not count packets sent by Limited Transmit beyond the window.
        f64::from(self.segments.flight().min((cwnd as u32).max(1)))
    }

    pub(super) fn report_congestion(&mut self, io: &mut Io<'_>, event: Congestion) {
        io.trace_response(|flow| Response {
            flow,
            window: self.control.cwnd,
            flight: self.segments.flight(),
            in_flight: self.segments.pipe(),
            decrease_from: self.decrease_from(),
            from_window: self.stack.reduce_from_window,
            repeated: event == (Congestion::Timeout { first: false }),
        });
        self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| controller.on_congestion(cx, event));
        self.cwr_due = self.announces_cwr();
        self.ecn_recover = self.snd_nxt;
    }

    /// Whether a packet announces each reduction (RFC 3168, section 6.1.2). With Accurate ECN that bit
    /// belongs to a counter.
    fn announces_cwr(&self) -> bool {
        self.stack.ecn && !matches!(self.stack.feedback, Feedback::Accurate { .. })
    }

    /// Stops timing a segment whose ACK would include the time of a retransmission.
    pub(super) fn stop_timing(&mut self) {
        self.rtt.stop_timing();
    }

    /// Reports each packet that was declared lost since the last call to the controller.
    #[inline]
    pub(super) fn report_losses(&mut self, now: Time) {
        if self.segments.has_unreported_losses() {
            self.report_new_losses(now);
        }
    }

    /// Reports each packet that was delivered since the last call to a controller that follows its packets.
    #[inline]
    pub(super) fn report_deliveries(&mut self, now: Time) {
        if self.segments.keeps_deliveries() {
            self.report_new_deliveries(now);
        }
    }

    #[cold]
    fn report_new_deliveries(&mut self, now: Time) {
        let mut deliveries = std::mem::take(&mut self.deliveries);
        self.segments.swap_deliveries(&mut deliveries);
        for &(sent_at, transmissions) in &deliveries {
            let delivered = Delivered { sent_at, transmissions };
            self.with_controller(now, GROWTH_ALLOWED, |controller, cx| {
                controller.on_delivered(cx, &delivered)
            });
        }
        self.deliveries = deliveries;
    }

    #[cold]
    fn report_new_losses(&mut self, now: Time) {
        let losses = self.segments.take_unreported_losses();
        for &(segment, lost) in &losses {
            let lost = Lost {
                seq: segment.seq,
                len: segment.len,
                selective: self.recovery.kind == RecoveryKind::Sack,
                sent_at: segment.sent_at,
                transmissions: segment.transmissions.into(),
                in_flight: f64::from(segment.in_flight),
                prior_delivered: segment.delivered,
                lost: lost - segment.lost_before,
                app_limited: segment.app_limited,
            };
            self.with_controller(now, GROWTH_ALLOWED, |controller, cx| controller.on_lost(cx, &lost));
        }
        self.segments.reuse(losses);
    }

    /// Everything that was in flight at the last congestion event is acknowledged.
    pub(super) fn report_recovered(&mut self, now: Time) {
        self.with_controller(now, GROWTH_ALLOWED, |controller, cx| controller.on_recovered(cx));
    }

    /// Lets the controller save the state that a congestion event will change.
    pub(super) fn save_controller(&mut self) {
        self.controller.save();
    }

    /// The last recovery was spurious: restores the controller's window and the timer's back-off.
    pub(super) fn undo_congestion_response(&mut self, io: &mut Io<'_>) {
        self.rtt.forget_back_off();
        self.ecn_recover = self.ecn_recover.min(self.snd_una);
        self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| controller.on_undo(cx));
    }

    /// Whether the oldest packet has been in flight for longer than the controller's loss delay.
    pub(super) fn oldest_is_overdue(&self, now: Time) -> bool {
        let delay = self.controller.loss_delay(&self.rtt);
        let oldest = self.segments.oldest();
        delay.zip(oldest).is_some_and(|(delay, oldest)| now.since(oldest.sent_at) > delay)
    }

    /// Whether the controller has its own time threshold for losses.
    pub(super) fn has_loss_delay(&self) -> bool {
        self.controller.loss_delay(&self.rtt).is_some()
    }

    /// RFC 6298, 5.3: restarts the timer for the oldest segment.
    #[inline]
    pub(super) fn restart_timer(&mut self, io: &mut Io<'_>) {
        io.set_timer(TimerId::Retransmit, io.now + self.rtt.timeout());
    }

    /// The retransmission timer expired.
    pub fn on_timeout(&mut self, io: &mut Io<'_>) {
        if io.flow.phase == Phase::Opening {
            let first = self.rtt.back_off();
            self.syn_lost = true;
            io.flow.stats.timeouts += 1;
            io.flow.stats.timeout_episodes += u64::from(first);
            io.mark(MarkKind::Timeout);
            return self.send_syn(io);
        }
        if self.segments.is_empty() {
            return;
        }
        if self.recovery.probes_now(io.now) {
            // Both timers are due: the probe comes first and restarts the other timer.
            return self.on_timer(io, TimerId::Detection);
        }
        let first = self.rtt.back_off();
        self.recover_on_timeout(io, first);
        self.resend_at_once(io);
        self.restart_timer(io);
        self.send(io);
        self.observe(io);
    }

    /// Another timer expired.
    pub fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        match timer {
            TimerId::Persist => self.probe_window(io),
            TimerId::Detection => {
                self.on_detection_timer(io);
                self.send(io);
            }
            TimerId::Controller => {
                self.wakes_at = None;
                self.with_controller(io.now, GROWTH_ALLOWED, |controller, cx| controller.on_timer(cx));
                self.send(io);
            }
            _ => self.send(io),
        }
        self.observe(io);
    }

    /// RFC 9293, section 3.8.6.1: asks for the window with a segment below it, which the receiver must answer.
    fn probe_window(&mut self, io: &mut Io<'_>) {
        let kind = PacketKind::Control;
        let seq = self.snd_una.saturating_sub(1);
        io.send_forward(Packet {
            kind,
            seq,
            size: self.stack.overhead(),
            timestamp: self.stack.clock(io.now),
            ..Packet::default()
        });
        self.probe_wait = Nanos(self.probe_wait.0 * 2).min(LONGEST_PROBE_WAIT);
        io.set_timer(TimerId::Persist, io.now + self.probe_wait);
    }

    /// Sets the controller's timer, records windows for plots, and adds changes of cwnd to the digest.
    fn observe(&mut self, io: &mut Io<'_>) {
        let control = self.control;
        if control.wake_at != self.wakes_at {
            self.wakes_at = control.wake_at;
            match control.wake_at {
                Some(at) if at > io.now => io.set_timer(TimerId::Controller, at),
                _ => io.stop_timer(TimerId::Controller),
            }
        }
        let now = io.now;
        let (recorder, flow) = io.recording();
        let series = &flow.series;
        if control.cwnd != self.last_cwnd {
            self.last_cwnd = control.cwnd;
            recorder.record(series.cwnd, now, control.cwnd);
            flow.digest.word(control.cwnd.to_bits());
        }
        if control.ssthresh != self.last_ssthresh {
            self.last_ssthresh = control.ssthresh;
            let drawn = if control.ssthresh.is_finite() { control.ssthresh } else { f64::NAN };
            recorder.record(series.ssthresh, now, drawn);
        }
        if self.segments.pipe() != self.last_pipe {
            self.last_pipe = self.segments.pipe();
            recorder.record(series.flight, now, f64::from(self.last_pipe));
        }
        if now >= self.next_variables && !series.variables.is_empty() {
            self.next_variables = now + PROBE_PERIOD;
            let mut numbers = series.variables.iter();
            self.variables(&mut |value| {
                if let Some(&number) = numbers.next() {
                    recorder.record(number, now, value);
                }
            });
        }
    }

    /// Reports the controller's variables, then those of pacing.
    pub fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.controller.variables(show);
        show(self.pacer.gap().map_or(f64::NAN, Nanos::as_millis));
        show(self.pacer.increase_scale(self.control.cwnd));
    }
}
