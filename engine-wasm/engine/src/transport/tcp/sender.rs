//! The sending end of a TCP connection: what may be sent, when, and what ACKs say. The window law, loss recovery and spacing
//! are its parts; it owns RTT, rounds, delivery rate, flow control and the timers.

use super::recovery::{Recovery, State};
use super::segments::{Acked, Segment, Segments};
use super::spacing::Spacer;
use crate::congestion::{
    Ack, Congestion, Control, Cx, Handover, RateSample, Retransmit, Round, SentPacket, WindowLaw,
};
use crate::metrics::recorder::MarkKind;
use crate::packet_sim::digest::Happening;
use crate::packet_sim::flow::{Io, Phase, TimerId};
use crate::packet_sim::packet::{Ecn, Flags, Packet, PacketKind, SackBlock};
use crate::packet_sim::random::Rng;
use crate::traffic::Source;
use crate::transport::rtt::Rtt;
use crate::transport::stack::{Credit, RecoveryKind, Stack};
use crate::units::{NANOS_PER_SEC, Nanos, Segments as Packets, Time};

/// Shortest and longest wait between zero-window probes (RFC 9293, section 3.8.6.1).
const LONGEST_PROBE_WAIT: Nanos = Nanos(60 * NANOS_PER_SEC);

/// Smallest time between two samples of a law's internal variables.
const PROBE_PERIOD: Nanos = Nanos(5_000_000);

/// The samples of a round (see `congestion::Round`).
#[derive(Clone, Copy, Debug, Default)]
struct RoundSoFar {
    /// The round ends with the first ACK beyond this byte.
    mark: u64,
    min: u64,
    sum: u64,
    samples: u32,
}

/// Why sending stopped last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Limit {
    /// Window or spacing.
    Network,
    /// No data.
    Application,
    /// No room at the receiver.
    Receiver,
}

/// The sending end of a connection.
#[derive(Clone, Debug)]
pub struct Sender {
    pub(super) stack: Stack,
    law: Box<dyn WindowLaw>,
    /// What the law said last.
    control: Control,
    law_rng: Rng,
    pub(super) recovery: Recovery,
    spacer: Spacer,
    rtt: Rtt,
    pub(super) segments: Segments,
    source: Source,
    began: Time,
    /// Bytes handed over by sources before this one.
    offset: u64,
    una: u64,
    nxt: u64,
    /// Right edge of the receiver's window.
    edge: u64,
    last_window: u32,
    /// Byte after the last one; known once the application has closed.
    end: Option<u64>,
    /// The application was stopped: no other source brings new data.
    stopped: bool,
    fin_sent: bool,
    syn_lost: bool,
    limit: Limit,
    round: RoundSoFar,
    delivered: u64,
    delivered_at: Time,
    first_sent: Time,
    /// ECN: reactions to data below this byte are over.
    ecn_recover: u64,
    cwr_due: bool,
    probe_wait: Nanos,
    next_probe: Time,
    last_ssthresh: f64,
    last_cwnd: f64,
    last_pipe: u32,
}

impl Sender {
    /// A sender that has not begun.
    pub fn new(stack: Stack, law: Box<dyn WindowLaw>, source: Source, rng: impl Fn(&str) -> Rng) -> Sender {
        Sender {
            recovery: Recovery::new(stack.recovery),
            spacer: Spacer::new(stack.spacing, rng("spacing")),
            law_rng: rng("law"),
            rtt: Rtt::new(stack.timers),
            control: law.control(),
            law,
            stack,
            segments: Segments::default(),
            source,
            began: Time::ZERO,
            offset: 0,
            una: 0,
            nxt: 0,
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
            ecn_recover: 0,
            cwr_due: false,
            probe_wait: Nanos::ZERO,
            next_probe: Time::ZERO,
            last_ssthresh: f64::NAN,
            last_cwnd: f64::NAN,
            last_pipe: u32::MAX,
        }
    }

    /// Another sender that has not begun, from one that has not.
    pub fn again(&self, source: Source, rng: impl Fn(&str) -> Rng) -> Sender {
        let spacer = Spacer::new(self.stack.spacing, rng("spacing"));
        Sender { source, spacer, law_rng: rng("law"), ..self.clone() }
    }

    /// First byte that is not acknowledged.
    pub fn una(&self) -> u64 {
        self.una
    }

    /// Next byte to send for the first time.
    pub fn nxt(&self) -> u64 {
        self.nxt
    }

    /// Whether losses are being repaired: the window may not grow.
    pub fn recovering(&self) -> bool {
        !self.recovery.may_grow()
    }

    /// What the window law said last.
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

    /// The flow's time has come; `window` is the receiver's where there is no handshake to tell it.
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
        // MSS, window scale and SACK-permitted options beside the timestamps: 8 bytes more.
        let size = self.stack.overhead() + 8;
        let kind = PacketKind::Control;
        io.send_forward(Packet {
            kind,
            flags: Flags::SYN,
            size,
            timestamp: self.clock(io.now),
            ..Packet::default()
        });
        io.set_timer(TimerId::Retransmit, io.now + self.rtt.timeout());
    }

    fn establish(&mut self, io: &mut Io<'_>) {
        io.flow.phase = Phase::Running;
        io.stop_timer(TimerId::Retransmit);
        self.delivered_at = io.now;
        self.first_sent = io.now;
        self.with_law(io.now, false, |law, cx| law.start(cx, None));
        self.set_initial_ssthresh(io);
        self.send(io);
        self.observe(io);
    }

    /// A threshold that the document gives: the law learns of it as of a window taken over.
    fn set_initial_ssthresh(&mut self, io: &mut Io<'_>) {
        if self.stack.initial_ssthresh.is_finite() {
            let mut control = self.control;
            control.ssthresh = self.stack.initial_ssthresh;
            self.with_law(io.now, false, |law, cx| law.start(cx, Some(Handover { control, min_rtt: None })));
        }
    }

    /// Another stack, law or source on a live connection: the law takes over the window.
    pub fn change(&mut self, io: &mut Io<'_>, stack: Stack, law: Option<Box<dyn WindowLaw>>, source: Source) {
        let options_only = law.is_none();
        self.recovery.set_kind(stack.recovery);
        self.spacer.set_rule(stack.spacing);
        self.rtt.set_rules(stack.timers);
        self.stack = stack;
        if source != self.source {
            if matches!(source, Source::Constant { .. }) {
                // What was handed over stays; the new rate begins now.
                self.offset = self.written(io.now);
                self.began = io.now;
            }
            self.source = source;
            if !self.stopped {
                self.end = self.source.end().map(|e| e.max(self.nxt));
            }
        }
        if !options_only && io.flow.phase == Phase::Running {
            let handover = Handover { control: self.control, min_rtt: self.rtt.min() };
            self.law = law.expect("a law");
            self.with_law(io.now, false, |law, cx| law.start(cx, Some(handover)));
        } else if let Some(law) = law {
            self.law = law;
        }
        if io.flow.phase == Phase::Running {
            self.send(io);
            self.observe(io);
        }
    }

    /// No new data from now on.
    pub fn stop(&mut self, io: &mut Io<'_>) {
        let end = self.end.map_or(self.nxt, |end| end.min(self.nxt));
        self.end = Some(end);
        self.stopped = true;
        io.stop_timer(TimerId::Application);
        if io.flow.phase != Phase::Running {
            io.flow.phase = Phase::Finished;
        } else if self.una >= end && !self.stack.handshake {
            // Nothing is in flight whose ACK could end it.
            io.flow.completed.get_or_insert(io.now);
            io.flow.phase = Phase::Finished;
        } else {
            self.send(io);
        }
    }

    /// Bytes that the application has handed over.
    fn written(&self, now: Time) -> u64 {
        self.offset + self.source.written(now.since(self.began))
    }

    /// The timestamp clock.
    fn clock(&self, now: Time) -> u64 {
        match self.stack.timestamp_tick.0 {
            0 => now.0,
            tick => now.0 / tick * tick,
        }
    }

    /// Lets the law act on what it is lent; with `hold` it may not grow.
    fn with_law<R>(
        &mut self,
        now: Time,
        hold: bool,
        act: impl FnOnce(&mut dyn WindowLaw, &mut Cx<'_>) -> R,
    ) -> R {
        let cwnd = self.control.cwnd;
        let mut cx = Cx {
            now,
            // RFC 5681 does not count what Limited Transmit sent beyond the window.
            reduce_from: if self.stack.reduce_from_window {
                cwnd
            } else {
                f64::from(self.segments.flight().min((cwnd as u32).max(1)))
            },
            may_grow: self.limit == Limit::Network && !hold && self.recovery.may_grow(),
            in_recovery: !self.recovery.may_grow(),
            // RFC 5681, section 3.1: one segment after a lost SYN.
            initial_window: if self.syn_lost { 1.0 } else { self.stack.initial_window },
            rtt: &self.rtt,
            rng: &mut self.law_rng,
            increase_scale: self.spacer.increase_scale(cwnd),
            paced: self.spacer.timed(),
        };
        let answer = act(&mut *self.law, &mut cx);
        self.control = self.law.control();
        answer
    }

    pub(super) fn tell_congestion(&mut self, io: &mut Io<'_>, event: Congestion) {
        self.with_law(io.now, false, |law, cx| law.on_congestion(cx, event));
        self.cwr_due = true;
        self.ecn_recover = self.nxt;
    }

    pub(super) fn law_wants_early_retransmission(&mut self, io: &mut Io<'_>) -> bool {
        let Some(oldest) = self.segments.oldest() else {
            return false;
        };
        let oldest = SentPacket { sent_at: oldest.sent_at, transmissions: oldest.transmissions };
        self.with_law(io.now, false, |law, cx| law.on_early_sign(cx, &oldest)) == Retransmit::Oldest
    }

    /// A packet from the receiver.
    pub fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, sacks: &[SackBlock]) {
        if io.flow.phase == Phase::Opening {
            if packet.flags.has(Flags::SYN) {
                self.on_syn_ack(io, packet);
            }
            return;
        }
        if io.flow.phase == Phase::Finished || packet.flags.has(Flags::SYN) {
            if packet.flags.has(Flags::FIN) {
                self.acknowledge_fin(io);
            }
            return;
        }
        self.on_ack(io, packet, sacks);
    }

    fn on_syn_ack(&mut self, io: &mut Io<'_>, packet: &Packet) {
        self.edge = u64::from(packet.window);
        self.last_window = packet.window;
        self.take_rtt(io, packet.timestamp);
        self.establish(io);
    }

    fn take_rtt(&mut self, io: &mut Io<'_>, sent: u64) -> Nanos {
        let rtt = Nanos(self.clock(io.now).saturating_sub(sent)).max(Nanos(1));
        self.rtt.sample(rtt);
        io.flow.stats.rtt.add(rtt);
        io.net.recorder.record(io.flow.series.rtt, io.now, rtt.as_millis());
        rtt
    }

    fn on_ack(&mut self, io: &mut Io<'_>, packet: &Packet, sacks: &[SackBlock]) {
        let ack = packet.ack;
        if ack > self.nxt {
            return;
        }
        io.flow.digest.add(io.now.0, Happening::Ack, ack, packet.window);
        // RFC 5681, section 2: data outstanding, no payload, same number, same window.
        let same_window = packet.window == self.last_window;
        let repeats = ack == self.una && !self.segments.is_empty() && packet.kind == PacketKind::Ack;

        self.last_window = packet.window;
        self.edge = self.edge.max(ack + u64::from(packet.window));
        if self.edge > self.nxt {
            io.stop_timer(TimerId::Persist);
            self.probe_wait = Nanos::ZERO;
        }
        let mut acked = Acked::default();
        let advanced = ack > self.una;
        if advanced {
            self.una = ack;
            self.segments.acknowledge(ack, &mut acked);
        }
        if !sacks.is_empty() {
            self.segments.select(sacks, self.una, self.nxt, &mut acked);
        }
        // RFC 6675, section 2: with SACK, a duplicate is what brings SACK information.
        let sack = self.recovery.kind == RecoveryKind::Sack;
        let duplicate = repeats && if sack { acked.delivered > 0 } else { same_window };
        let rtt = self.rtt_of(io, packet, advanced, &acked);
        let rate = self.rate_of(io.now, &acked);
        let ece = self.stack.ecn && packet.flags.has(Flags::ECE);
        if ece && self.una > self.ecn_recover {
            io.flow.stats.ecn_reactions += 1;
            io.mark(MarkKind::Ecn);
            self.tell_congestion(io, Congestion::Ecn);
        }
        let mut restart = false;
        // The ACK that ends fast recovery sets the window (RFC 5681, section 3.2, step 6); growth begins with the next.
        let repairing = !self.recovery.may_grow();
        if advanced {
            let round = self.end_round(io.now, &acked);
            restart = self.recover_on_new_ack(io, &acked);
            self.grow(io.now, &acked, repairing, Ack { ece, rtt, rate, round, ..Ack::default() });
        } else if duplicate {
            self.recover_on_dup_ack(io, &acked);
        }
        if self.end.is_some_and(|end| self.una >= end) {
            io.flow.completed.get_or_insert(io.now);
        }
        if self.segments.is_empty() {
            io.stop_timer(TimerId::Retransmit);
            self.close(io, packet);
        } else if restart {
            self.restart_timer(io);
        }
        if self.spacer.randomized() {
            self.wait_once_more(io.now);
        }
        self.send(io);
        self.observe(io);
    }

    /// Tells the law of progress.
    fn grow(&mut self, now: Time, acked: &Acked, repairing: bool, mut ack: Ack) {
        let control = self.control;
        ack.acked = f64::from(acked.cumulative);
        ack.credit = match self.stack.credit {
            Credit::Packets => ack.acked,
            Credit::Acks => 1.0,
            Credit::Limited if control.cwnd < control.ssthresh => ack.acked.min(2.0),
            Credit::Limited => ack.acked,
        };
        self.with_law(now, ack.ece || repairing, |law, cx| law.on_ack(cx, &ack));
    }

    /// RFC 6298, section 3, and RFC 7323, section 4.
    #[inline]
    fn rtt_of(&mut self, io: &mut Io<'_>, packet: &Packet, advanced: bool, acked: &Acked) -> Option<Nanos> {
        let rtt = if self.stack.timestamps {
            advanced.then(|| self.take_rtt(io, packet.timestamp))
        } else {
            let once = acked.newest.filter(|n| n.transmissions == 1);
            once.map(|n| self.take_rtt(io, n.sent_at.0))
        }?;
        let round = &mut self.round;
        round.min = if round.samples == 0 { rtt.0 } else { round.min.min(rtt.0) };
        round.sum += rtt.0;
        round.samples += 1;
        Some(rtt)
    }

    /// A round ends at the first ACK beyond the byte that was next when it began.
    fn end_round(&mut self, now: Time, acked: &Acked) -> Option<Round> {
        if self.una <= self.round.mark {
            return None;
        }
        let so_far =
            std::mem::replace(&mut self.round, RoundSoFar { mark: self.nxt, ..RoundSoFar::default() });
        let mean_rtt = Nanos(so_far.sum.checked_div(u64::from(so_far.samples)).unwrap_or(0));
        let closing = acked.newest.filter(|n| n.transmissions == 1);
        Some(Round {
            min_rtt: Nanos(so_far.min),
            mean_rtt,
            samples: so_far.samples,
            closing_rtt: closing.map(|n| now.since(n.sent_at)),
            delivered: closing.map_or(0, |n| self.delivered - n.delivered),
        })
    }

    /// Delivery rate: draft-cheng-iccrg-delivery-rate-estimation.
    #[inline]
    fn rate_of(&mut self, now: Time, acked: &Acked) -> Option<RateSample> {
        let newest = acked.newest?;
        self.delivered += u64::from(acked.delivered);
        self.delivered_at = now;
        self.first_sent = newest.sent_at;
        let sending = newest.sent_at.since(newest.first_sent);
        let acking = now.since(newest.delivered_at);
        let interval = sending.max(acking);
        if interval == Nanos::ZERO || self.rtt.min().is_some_and(|min| interval < min) {
            return None;
        }
        let packets = self.delivered - newest.delivered;
        Some(RateSample { bytes: packets * u64::from(self.stack.mss), interval })
    }

    /// Everything is acknowledged; with a FIN that was all.
    fn close(&mut self, io: &mut Io<'_>, packet: &Packet) {
        let Some(end) = self.end else { return };
        if self.una > end || (self.una == end && !self.stack.handshake) {
            io.flow.phase = Phase::Finished;
            io.stop_timer(TimerId::Pace);
        }
        if packet.flags.has(Flags::FIN) {
            self.acknowledge_fin(io);
        }
    }

    fn acknowledge_fin(&mut self, io: &mut Io<'_>) {
        let size = self.stack.overhead();
        let kind = PacketKind::Control;
        io.send_forward(Packet { kind, flags: Flags::ACK, size, seq: self.nxt, ack: 1, ..Packet::default() });
    }

    /// RFC 6298, 5.3: the timer runs for the oldest segment, from now.
    pub(super) fn restart_timer(&mut self, io: &mut Io<'_>) {
        io.set_timer(TimerId::Retransmit, io.now + self.rtt.timeout());
    }

    /// The retransmission timer fired.
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
        let first = self.rtt.back_off();
        self.recover_on_timeout(io, first);
        self.resend_at_once(io);
        self.restart_timer(io);
        self.send(io);
        self.observe(io);
    }

    /// Another timer fired.
    pub fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        match timer {
            TimerId::Persist => self.probe_window(io),
            _ => self.send(io),
        }
        self.observe(io);
    }

    /// RFC 9293, section 3.8.6.1: asks for the window with a segment below it, which the receiver must answer.
    fn probe_window(&mut self, io: &mut Io<'_>) {
        let kind = PacketKind::Control;
        let seq = self.una.saturating_sub(1);
        io.send_forward(Packet {
            kind,
            seq,
            size: self.stack.overhead(),
            timestamp: self.clock(io.now),
            ..Packet::default()
        });
        self.probe_wait = Nanos(self.probe_wait.0 * 2).min(LONGEST_PROBE_WAIT);
        io.set_timer(TimerId::Persist, io.now + self.probe_wait);
    }

    /// Sends as much as window, spacing, data and receiver allow.
    pub(super) fn send(&mut self, io: &mut Io<'_>) {
        if io.flow.phase != Phase::Running {
            return;
        }
        loop {
            if !self.window_is_open() {
                self.limit = Limit::Network;
                break;
            }
            if self.spacer.next() > io.now {
                self.limit = self.limit_but_for_spacing(io.now);
                io.set_timer(TimerId::Pace, self.spacer.next());
                break;
            }
            if self.segments.waiting() > 0 {
                self.resend_waiting(io);
            } else if !self.send_new(io) && !self.resend_unsure(io) {
                break;
            }
            self.space(io.now);
        }
    }

    /// Whether fewer packets are in flight than the window allows.
    #[inline]
    fn window_is_open(&self) -> bool {
        // The cast rounds down, and stops at the largest number there is.
        let window = self.recovery.window(self.control.cwnd) as u32;
        self.segments.pipe() < window.max(1)
    }

    /// The receiver's window in packets.
    fn receiver_window(&self) -> Packets {
        self.edge.saturating_sub(self.una) as f64 / f64::from(self.stack.mss)
    }

    /// What would limit a flow that waits for its spacing. Spaced packets hardly ever fill the window at one moment, so the
    /// smaller of both windows decides.
    fn limit_but_for_spacing(&self, now: Time) -> Limit {
        let written = self.written(now);
        if self.segments.waiting() > 0 {
            Limit::Network
        } else if self.end.map_or(written, |end| end.min(written)) <= self.nxt {
            Limit::Application
        } else if self.receiver_window() < self.control.cwnd {
            Limit::Receiver
        } else {
            Limit::Network
        }
    }

    /// Starts the wait behind a packet: by the law's rate if it gives one, else by the flow's spacing.
    #[inline]
    fn space(&mut self, now: Time) {
        if let Some(rate) = self.control.pacing {
            self.spacer.sent_at_rate(now, rate.time_for(self.stack.mss));
        } else if let Some(window) = self.spacer.spread(self.control) {
            // Whole packets: as many as a round trip brings. The window's fraction would leave a hole in every round.
            let window = libm::floor(window.min(self.receiver_window()));
            self.spacer.sent(now, self.rtt.smoothed(), window);
        }
    }

    /// An ACK came in a randomized flow: if it opened the window, and that alone kept a packet back, the packet waits again.
    fn wait_once_more(&mut self, now: Time) {
        let room = self.segments.waiting() > 0 || self.edge >= self.nxt + u64::from(self.stack.mss);
        if self.limit != Limit::Application && room && self.window_is_open() {
            let window = self.control.cwnd.min(self.receiver_window());
            self.spacer.opened(now, self.rtt.smoothed(), window);
        }
    }

    /// Sends the next new segment; says whether there was one that may go.
    fn send_new(&mut self, io: &mut Io<'_>) -> bool {
        let written = self.written(io.now);
        let limit = self.end.map_or(written, |end| end.min(written));
        let available = limit.saturating_sub(self.nxt);
        let closing = self.end == Some(limit);
        let mss = u64::from(self.stack.mss);
        // Small segments wait for more, unless it is the last (RFC 1122, 4.2.3.4).
        let len = available.min(mss);
        if len == 0 || (len < mss && !closing && !self.segments.is_empty()) {
            if closing && len == 0 && !self.fin_sent && self.stack.handshake {
                self.fin_sent = true;
                self.send_segment(io, 1, true);
                return true;
            }
            self.limit = Limit::Application;
            if !closing && let Some(next) = self.source.next_write(self.began, written - self.offset) {
                io.set_timer(TimerId::Application, next.max(io.now));
            }
            return false;
        }
        // A receiver with less room than a segment gets what fits, if nothing else is on its way.
        let room = self.edge.saturating_sub(self.nxt);
        let len = if self.segments.is_empty() && room > 0 { len.min(room) } else { len };
        if len > room {
            self.limit = Limit::Receiver;
            if self.segments.is_empty() && !io.timer_runs(TimerId::Persist) {
                self.probe_wait = self.rtt.timeout();
                io.set_timer(TimerId::Persist, io.now + self.probe_wait);
            }
            return false;
        }
        self.send_segment(io, len as u32, false);
        true
    }

    fn send_segment(&mut self, io: &mut Io<'_>, len: u32, fin: bool) {
        if self.segments.is_empty() {
            self.first_sent = io.now;
            self.delivered_at = io.now;
        }
        let segment = Segment {
            seq: self.nxt,
            len,
            transmissions: 1,
            sent_at: io.now,
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent: self.first_sent,
            sacked: false,
            lost: false,
            resent: false,
            fin,
        };
        self.segments.push(segment);
        self.nxt += u64::from(len);
        let kind = if fin { PacketKind::Control } else { PacketKind::Data };
        self.put(io, &segment, kind);
    }

    /// Puts a segment on its way.
    fn put(&mut self, io: &mut Io<'_>, segment: &Segment, kind: PacketKind) {
        let len = if segment.fin { 0 } else { segment.len };
        let fresh = kind == PacketKind::Data;
        let mut flags = if segment.fin { Flags::FIN } else { Flags::default() };
        if fresh && self.stack.ecn && std::mem::take(&mut self.cwr_due) {
            flags = flags.with(Flags::CWR);
        }
        io.send_forward(Packet {
            kind,
            flags,
            len,
            size: len + self.stack.overhead(),
            seq: segment.seq,
            timestamp: self.clock(io.now),
            // RFC 3168, section 6.1.5: retransmissions are not ECN-capable.
            ecn: if fresh && self.stack.ecn { Ecn::Ect } else { Ecn::NotEct },
            ..Packet::default()
        });
        self.recovery.on_sent();
        if !io.timer_runs(TimerId::Retransmit) {
            self.restart_timer(io);
        }
    }

    fn resend(&mut self, io: &mut Io<'_>, index: usize) {
        let (delivered, delivered_at, first_sent) = (self.delivered, self.delivered_at, self.first_sent);
        let segment = self.segments.resend(index, |s| {
            (s.sent_at, s.delivered, s.delivered_at, s.first_sent) =
                (io.now, delivered, delivered_at, first_sent);
        });
        let kind = if segment.fin { PacketKind::Control } else { PacketKind::Retransmission };
        self.put(io, &segment, kind);
    }

    fn resend_waiting(&mut self, io: &mut Io<'_>) {
        if let Some(index) = self.segments.next_waiting() {
            self.resend(io, index);
        }
    }

    /// The first retransmission after a loss goes at once, whatever window and spacing say; the next packet waits.
    pub(super) fn resend_at_once(&mut self, io: &mut Io<'_>) {
        self.resend_waiting(io);
        self.space(io.now);
    }

    /// Sends the oldest segment again at once, whatever window and spacing say (RFC 5681, section 3.2, step 3).
    pub(super) fn retransmit_oldest(&mut self, io: &mut Io<'_>) {
        if self.segments.is_empty() {
            return;
        }
        self.resend(io, 0);
        self.space(io.now);
    }

    /// RFC 6675, NextSeg rule 3: without new data, what might be lost is sent again.
    fn resend_unsure(&mut self, io: &mut Io<'_>) -> bool {
        if !matches!(self.recovery.state, State::Fast { .. }) {
            return false;
        }
        let Some(index) = self.segments.next_unsure() else {
            return false;
        };
        self.segments.resend_counts(index);
        self.resend(io, index);
        true
    }

    /// Shows windows to the plots, and changes of cwnd to the digest.
    fn observe(&mut self, io: &mut Io<'_>) {
        let control = self.control;
        let (now, series) = (io.now, &io.flow.series);
        let recorder = &mut io.net.recorder;
        if control.cwnd != self.last_cwnd {
            self.last_cwnd = control.cwnd;
            recorder.record(series.cwnd, now, control.cwnd);
            io.flow.digest.word(control.cwnd.to_bits());
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
        if now >= self.next_probe && !series.probes.is_empty() {
            self.next_probe = now + PROBE_PERIOD;
            let mut numbers = series.probes.iter();
            self.probes(&mut |value| {
                if let Some(&number) = numbers.next() {
                    recorder.record(number, now, value);
                }
            });
        }
    }

    /// Shows the variables of the law, then those of the spacing.
    pub fn probes(&self, show: &mut dyn FnMut(f64)) {
        self.law.probes(show);
        show(self.spacer.gap().map_or(f64::NAN, Nanos::as_millis));
        show(self.spacer.increase_scale(self.control.cwnd));
    }
}
