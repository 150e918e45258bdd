//! The transport of rate controllers: datagrams at a rate that responds to feedback.
//!
//! Numbered datagrams are sent by the clock that the controller sets, and the controller's receiver returns feedback. Nothing is
//! retransmitted. Of the flow's timers, `Pace` is the send clock, `Retransmit` is the controller's timer at the sender, `DelayedAck`
//! that at the receiver, and `Persist` ends a flow whose last feedback is missing.

use super::stack::Stack;
use super::{BURST, FlowRows, SenderSummary, Transport};
use crate::catalogue::Settings;
use crate::congestion::rate::{
    AppLimitedPeriods, Datagram, Feedback, RateController, RateCx, RateSender, RateSignal, ReceivedNumbers,
    SendClock,
};
use crate::congestion::{ControllerKind, MakeRateController};
use crate::core::digest::DigestEvent;
use crate::core::packet::{Ecn, Flags, Options, Packet, PacketKind};
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::metrics::recorder::MarkKind;
use crate::scenario;
use crate::traffic::Source;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::units::{Nanos, Time};

/// Minimum time between two samples of a controller's variables, unless its rate changes.
const PROBE_PERIOD: Nanos = Nanos(5_000_000);

/// Both ends of a flow.
#[derive(Clone, Debug)]
pub(super) struct RateFlow {
    stack: Stack,
    controller: RateController,
    /// Counts the schemes that this flow has used: feedback of an older one is ignored.
    scheme: u8,
    rng: Rng,
    rtt: Rtt,
    source: Source,
    began: Time,
    /// Bytes written by previous sources.
    offset: u64,
    /// Bytes sent.
    sent: u64,
    /// End of the data, once it is known.
    end: Option<u64>,
    /// Whether the application has stopped, so that the end will not change.
    stopped: bool,
    /// Number of the next datagram.
    next: u64,
    /// One past the highest number in feedback.
    next_feedback: u64,
    /// Start of the current burst, and the number of its datagrams still to send.
    clock: Time,
    left: u32,
    app_limited: AppLimitedPeriods,
    /// State of the receiver.
    received: ReceivedNumbers,
    last_clock: Option<SendClock>,
    next_variables: Time,
}

fn make_controller(spec: &scenario::Flow, rows: &FlowRows, make: &MakeRateController) -> RateController {
    make(&Settings::new(&rows.algorithm.row.params, &spec.params))
}

impl RateFlow {
    pub(super) fn new(
        spec: &scenario::Flow,
        rows: &FlowRows,
        make: &MakeRateController,
        rng: impl Fn(&str) -> Rng,
    ) -> RateFlow {
        let stack = rows.stack(spec);
        RateFlow {
            rtt: Rtt::new(stack.timers, rng("clock").uniform()),
            stack,
            controller: make_controller(spec, rows, make),
            scheme: 0,
            rng: rng("law"),
            source: rows.source(spec).expect("validated: one connection"),
            began: Time::ZERO,
            offset: 0,
            sent: 0,
            end: None,
            stopped: false,
            next: 0,
            next_feedback: 0,
            clock: Time::ZERO,
            left: 0,
            app_limited: AppLimitedPeriods::default(),
            received: ReceivedNumbers::default(),
            last_clock: None,
            next_variables: Time::ZERO,
        }
    }

    /// Calls the sending end with its context.
    fn with_sender<R>(
        &mut self,
        now: Time,
        act: impl FnOnce(&mut dyn RateSender, &mut RateCx<'_>) -> R,
    ) -> R {
        let mut cx = RateCx {
            now,
            rtt: &self.rtt,
            payload: self.stack.mss,
            app_limited: &self.app_limited,
            rng: &mut self.rng,
        };
        act(&mut *self.controller.sender, &mut cx)
    }

    /// Counts the signals of the sending end.
    fn count(io: &mut Io<'_>, sign: Option<RateSignal>) {
        match sign {
            Some(RateSignal::Loss) => {
                io.flow.stats.loss_events += 1;
                io.mark(MarkKind::Loss);
            }
            Some(RateSignal::Silence) => {
                io.flow.stats.timeouts += 1;
                io.mark(MarkKind::Timeout);
            }
            None => {}
        }
    }

    /// Updates timer, clock and variables after a call of the sending end.
    fn apply_sender_state(&mut self, io: &mut Io<'_>) {
        if io.flow.phase != Phase::Running {
            return;
        }
        io.set_timer(TimerId::Retransmit, self.controller.sender.next_timer());
        self.send(io);
        self.observe(io);
    }

    /// Bytes written by the application.
    fn written(&self, now: Time) -> u64 {
        self.offset + self.source.written(now.since(self.began))
    }

    /// Payload of the next datagram; `None` while there is not enough for a full one, unless it is the last.
    fn payload(&self, now: Time) -> Option<u32> {
        let written = self.written(now);
        let limit = self.end.map_or(written, |end| end.min(written));
        let left = limit.saturating_sub(self.sent);
        let full = u64::from(self.stack.mss);
        if left >= full {
            Some(self.stack.mss)
        } else if left > 0 && self.end == Some(limit) {
            Some(left as u32)
        } else {
            None
        }
    }

    /// Sends what the clock and the data allow, and sets the timer for whichever is the limit.
    fn send(&mut self, io: &mut Io<'_>) {
        let mut room = BURST;
        loop {
            if room == 0 {
                return io.set_timer(TimerId::Pace, io.now + Nanos(1));
            }
            room -= 1;
            let payload = self.payload(io.now);
            if payload.is_none() && self.end.is_some_and(|end| self.sent >= end) {
                return self.await_last_feedback(io);
            }
            if self.left == 0 {
                let pace = self.controller.sender.pace();
                let turn = self.clock + pace.every;
                if turn > io.now {
                    return io.set_timer(TimerId::Pace, turn);
                }
                (self.clock, self.left) = (io.now, pace.burst);
                if payload.is_some() {
                    self.app_limited.ends(io.now);
                }
            }
            let Some(payload) = payload else {
                self.app_limited.begins(io.now);
                let enough = (self.sent + u64::from(self.stack.mss) - 1).saturating_sub(self.offset);
                if let Some(at) = self.source.next_write(self.began, enough) {
                    io.set_timer(TimerId::Application, at.max(io.now));
                }
                return;
            };
            self.send_one(io, payload);
        }
    }

    fn send_one(&mut self, io: &mut Io<'_>, len: u32) {
        let number = self.next;
        let sign = self.with_sender(io.now, |sender, cx| sender.on_sent(cx, number));
        Self::count(io, sign);
        io.set_timer(TimerId::Retransmit, self.controller.sender.next_timer());
        let ecn = if self.controller.ecn { self.stack.ect } else { Ecn::NotEct };
        io.send_forward(Packet {
            kind: PacketKind::Data,
            ecn,
            len,
            size: len + self.stack.overhead(),
            seq: number,
            ack: self.controller.sender.advertised_rtt().0,
            timestamp: io.now.0,
            ..Packet::default()
        });
        self.next += 1;
        self.rtt.sent(self.next, io.now);
        self.sent += u64::from(len);
        self.left -= 1;
    }

    /// Everything has been sent. Feedback for the last datagram or a timeout ends the flow.
    fn await_last_feedback(&mut self, io: &mut Io<'_>) {
        io.stop_timer(TimerId::Pace);
        io.stop_timer(TimerId::Application);
        if self.next_feedback >= self.next {
            self.finish(io);
        } else if !io.timer_runs(TimerId::Persist) {
            io.set_timer(TimerId::Persist, io.now + self.rtt.timeout());
        }
    }

    fn finish(&mut self, io: &mut Io<'_>) {
        self.next_feedback = self.next;
        io.flow.phase = Phase::Finished;
        io.flow.completed.get_or_insert(io.now);
        io.stop_timer(TimerId::Retransmit);
        io.stop_timer(TimerId::Persist);
        self.record_flight(io);
    }

    /// A datagram reached the receiver.
    fn on_datagram(&mut self, io: &mut Io<'_>, packet: &Packet) {
        io.receive(packet);
        if !self.received.add(packet.seq) {
            return;
        }
        io.deliver(packet.seq, u64::from(packet.len));
        let datagram = Datagram {
            number: packet.seq,
            sent_at: Time(packet.timestamp),
            rtt: Nanos(packet.ack),
            marked: packet.ecn == Ecn::Ce,
        };
        let answer = self.controller.receiver.on_datagram(io.now, &datagram, &self.received);
        self.answer(io, answer);
    }

    fn answer(&mut self, io: &mut Io<'_>, feedback: Option<Feedback>) {
        io.set_timer(TimerId::DelayedAck, self.controller.receiver.next_timer());
        let Some(f) = feedback else { return };
        let packet = Packet {
            kind: PacketKind::Ack,
            size: self.stack.overhead(),
            flags: Flags(self.scheme),
            seq: f.number,
            timestamp: f.echo.0,
            ack: u64::from(f.words[0]) << 32 | u64::from(f.words[1]),
            window: f.words[2],
            ..Packet::default()
        };
        io.flow.digest.add(io.now.0, DigestEvent::Ack, f.number, f.words[0]);
        io.send_back(packet, &[], None);
    }

    /// Feedback reached the sender.
    fn on_feedback(&mut self, io: &mut Io<'_>, packet: &Packet) {
        if io.flow.phase != Phase::Running {
            return;
        }
        let feedback = Feedback {
            number: packet.seq,
            echo: Time(packet.timestamp),
            words: [(packet.ack >> 32) as u32, packet.ack as u32, packet.window],
        };
        io.flow.digest.add(io.now.0, DigestEvent::Ack, feedback.number, feedback.words[0]);
        let rtt = io.now.since(feedback.echo).max(Nanos(1));
        self.rtt.sample(rtt);
        self.rtt.acknowledged(feedback.number + 1, io.now);
        io.flow.stats.rtt.add(rtt);
        io.record(io.flow.series.rtt, rtt.as_millis());
        self.next_feedback = self.next_feedback.max(feedback.number + 1);
        if packet.flags == Flags(self.scheme) {
            let sign = self.with_sender(io.now, |sender, cx| sender.on_feedback(cx, &feedback));
            Self::count(io, sign);
        }
        self.app_limited.forget(feedback.echo);
        self.apply_sender_state(io);
    }

    /// Datagrams without feedback so far.
    fn in_flight(&self) -> f64 {
        (self.next - self.next_feedback) as f64
    }

    fn record_flight(&self, io: &mut Io<'_>) {
        io.record(io.flow.series.flight, self.in_flight());
    }

    /// Records the data in flight and the variables, and adds changes of the clock to the digest.
    fn observe(&mut self, io: &mut Io<'_>) {
        self.record_flight(io);
        let pace = Some(self.controller.sender.pace());
        let changed = pace != self.last_clock;
        if let Some(pace) = pace.filter(|_| changed) {
            self.last_clock = Some(pace);
            io.flow.digest.word(pace.every.0);
            io.flow.digest.word(u64::from(pace.burst));
        }
        if changed || io.now >= self.next_variables {
            self.next_variables = io.now + PROBE_PERIOD;
            io.record_variables(|show| self.controller.sender.variables(show));
        }
    }

    /// Replaces the source of an active flow.
    fn set_source(&mut self, now: Time, source: Source) {
        if source == self.source {
            return;
        }
        if matches!(source, Source::Constant { .. }) {
            // Data already written stays; the new rate starts now.
            self.offset = self.written(now);
            self.began = now;
        }
        self.source = source;
        if !self.stopped {
            self.end = self.source.end().map(|end| end.max(self.sent));
        }
    }
}

impl Transport for RateFlow {
    fn start(&mut self, io: &mut Io<'_>) {
        io.flow.phase = Phase::Running;
        self.began = io.now;
        self.end = self.source.end();
        self.with_sender(io.now, |sender, cx| sender.start(cx, None));
        // The first burst is sent at once.
        (self.clock, self.left) = (io.now, self.controller.sender.pace().burst);
        self.apply_sender_state(io);
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        if io.flow.phase != Phase::Running {
            io.flow.phase = Phase::Finished;
            return;
        }
        (self.end, self.stopped) = (Some(self.sent), true);
        self.await_last_feedback(io);
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, _: &Options) {
        if packet.back {
            self.on_feedback(io, packet);
        } else {
            self.on_datagram(io, packet);
        }
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        match timer {
            TimerId::DelayedAck => {
                let feedback = self.controller.receiver.on_timer(io.now);
                self.answer(io, feedback);
            }
            _ if io.flow.phase != Phase::Running => {}
            TimerId::Persist => self.finish(io),
            TimerId::Retransmit => {
                let sign = self.with_sender(io.now, |sender, cx| sender.on_timer(cx));
                Self::count(io, sign);
                self.apply_sender_state(io);
            }
            _ => {
                self.send(io);
                self.observe(io);
            }
        }
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        let ControllerKind::Rate(make) = &rows.algorithm.controller else { return };
        self.stack = rows.stack(spec);
        self.rtt.set_rules(self.stack.timers);
        self.set_source(io.now, rows.source(spec).expect("validated: one connection"));
        // There may be more to send after the edit.
        io.stop_timer(TimerId::Persist);
        let running = io.flow.phase == Phase::Running;
        if spec.algorithm == io.flow.spec.algorithm {
            if spec.params != io.flow.spec.params {
                self.controller.set(&Settings::new(&rows.algorithm.row.params, &spec.params));
            }
        } else {
            let rate = self.controller.sender.pace().rate();
            self.controller = make_controller(spec, rows, make);
            self.scheme = self.scheme.wrapping_add(1);
            if running {
                self.with_sender(io.now, |sender, cx| sender.start(cx, Some(rate)));
            }
            io.set_timer(TimerId::DelayedAck, self.controller.receiver.next_timer());
        }
        self.apply_sender_state(io);
    }

    fn summary(&self) -> SenderSummary {
        SenderSummary {
            // There is no window; the rate is one of the controller's variables.
            cwnd: f64::NAN,
            ssthresh: f64::NAN,
            flight: self.in_flight(),
            srtt_ms: self.rtt.min().map_or(f64::NAN, |_| self.rtt.smoothed().as_millis()),
            rto_ms: self.rtt.timeout_base().as_millis(),
            timeout_ms: self.rtt.timeout().as_millis(),
            recovering: false,
        }
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.controller.sender.variables(show);
    }

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
