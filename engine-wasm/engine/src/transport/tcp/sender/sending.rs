//! Sending: what the window, pacing, the data and the receive window allow, and retransmissions.

use super::super::recovery::State;
use super::super::segments::Segment;
use super::{Limit, Sender};
use crate::congestion::Sent;
use crate::core::packet::{Flags, Packet, PacketKind};
use crate::transport::BURST;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::units::{Nanos, Segments as Packets, Time};

impl Sender {
    /// Sends as much as window, pacing, data and receiver allow.
    pub(in crate::transport::tcp) fn send(&mut self, io: &mut Io<'_>) {
        if io.flow.phase != Phase::Running {
            return;
        }
        let mut room = BURST;
        loop {
            if !self.window_is_open() {
                self.limit = Limit::Network;
                break;
            }
            if room == 0 {
                io.set_timer(TimerId::Pace, io.now + Nanos(1));
                break;
            }
            room -= 1;
            if self.pacer.next() > io.now {
                self.limit = self.limit_without_pacing(io.now);
                io.set_timer(TimerId::Pace, self.pacer.next());
                break;
            }
            if self.segments.waiting() > 0 && !self.recovery.holds_retransmissions() {
                self.resend_waiting(io);
            } else if !self.send_new(io) && !self.resend_unconfirmed(io) {
                break;
            }
            self.start_pacing_wait(io.now);
        }
        if self.recovery.timed {
            self.set_detection_timer(io);
        }
    }

    /// Whether fewer packets are in flight than the window allows.
    #[inline]
    fn window_is_open(&self) -> bool {
        // Only whole packets count, and one packet is always allowed.
        let pipe = self.segments.pipe();
        pipe == 0 || f64::from(pipe) + 1.0 <= self.recovery.window(&self.control)
    }

    /// The receiver's window in packets.
    fn receiver_window(&self) -> Packets {
        self.edge.saturating_sub(self.snd_una) as f64 / f64::from(self.stack.mss)
    }

    /// The limit of a flow that waits for its pacer. Paced packets rarely fill the window at any one time, so
    /// the smaller of both windows decides.
    fn limit_without_pacing(&self, now: Time) -> Limit {
        let written = self.written(now);
        if self.segments.waiting() > 0 {
            Limit::Network
        } else if self.end.map_or(written, |end| end.min(written)) <= self.snd_nxt {
            Limit::Application
        } else if self.receiver_window() < self.control.cwnd {
            Limit::Receiver
        } else {
            Limit::Network
        }
    }

    /// Starts the wait after a packet: at the controller's rate if it has one, otherwise by the flow's
    /// pacing.
    #[inline(always)]
    fn start_pacing_wait(&mut self, now: Time) {
        if self.control.pacing.is_some() || self.pacer.timed() {
            self.start_timed_wait(now);
        }
    }

    #[inline(never)]
    fn start_timed_wait(&mut self, now: Time) {
        if let Some(rate) = self.control.pacing {
            self.pacer.sent_at_rate(now, rate.time_for(self.stack.mss), self.control.quantum);
        } else if let Some(window) = self.pacer.spread(self.control) {
            // Whole packets: as many as are sent per round trip. The window's fraction would leave a gap in
            // every round.
            let window = libm::floor(window.min(self.receiver_window()));
            self.pacer.sent(now, self.rtt.smoothed(), window);
        }
    }

    /// An ACK of a randomised flow arrived: if the window alone held a packet back and the ACK opened it, the
    /// packet waits again.
    pub(super) fn wait_again(&mut self, now: Time) {
        let room = self.segments.waiting() > 0 || self.edge >= self.snd_nxt + u64::from(self.stack.mss);
        if self.limit != Limit::Application && room && self.window_is_open() {
            let window = self.control.cwnd.min(self.receiver_window());
            self.pacer.opened(now, self.rtt.smoothed(), window);
        }
    }

    /// Sends the next new segment. Returns whether one could be sent.
    #[inline(always)]
    pub(in crate::transport::tcp) fn send_new(&mut self, io: &mut Io<'_>) -> bool {
        let written = self.written(io.now);
        let limit = self.end.map_or(written, |end| end.min(written));
        let available = limit.saturating_sub(self.snd_nxt);
        let closing = self.end == Some(limit);
        let mss = u64::from(self.stack.mss);
        // Small segments wait for more data, except the last one (RFC 1122, 4.2.3.4).
        let len = available.min(mss);
        if len == 0 || (len < mss && !closing && !self.segments.is_empty() && !self.source.pushes()) {
            if closing && len == 0 && !self.fin_sent && self.stack.handshake {
                self.send_fin(io);
                return true;
            }
            self.limit = Limit::Application;
            self.mark_app_limited();
            if !closing && let Some(next) = self.source.next_write(self.began, written - self.offset) {
                io.set_timer(TimerId::Application, next.max(io.now));
            }
            return false;
        }
        // If the receive window is smaller than a segment, a part is sent, but only if nothing else is in
        // flight.
        let room = self.edge.saturating_sub(self.snd_nxt);
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

    #[inline(never)]
    fn send_fin(&mut self, io: &mut Io<'_>) {
        self.fin_sent = true;
        self.send_segment(io, 1, true);
    }

    #[inline(always)]
    fn send_segment(&mut self, io: &mut Io<'_>, len: u32, fin: bool) {
        let idle = self.segments.is_empty();
        if idle {
            self.first_sent = io.now;
            self.delivered_at = io.now;
        }
        let segment = Segment {
            seq: self.snd_nxt,
            len,
            transmissions: 1,
            sent_at: io.now,
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent: self.first_sent,
            lost_before: self.segments.lost(),
            in_flight: self.segments.pipe() + 1,
            app_limited: self.app_limited_until > 0,
            sacked: false,
            lost: false,
            resent: false,
            fin,
        };
        self.segments.push(segment);
        self.snd_nxt += u64::from(len);
        self.rtt.sent(self.snd_nxt, io.now);
        let kind = if fin { PacketKind::Control } else { PacketKind::Data };
        self.send_packet(io, &segment, kind);
        self.report_sent(io.now, &segment, idle && segment.app_limited);
    }

    /// Until the data in flight now is delivered, rate samples reflect what the flow sent, not what the path
    /// can carry.
    pub(super) fn mark_app_limited(&mut self) {
        self.app_limited_until = (self.delivered + u64::from(self.segments.pipe())).max(1);
    }

    /// Reports a sent packet to the controller.
    #[inline]
    fn report_sent(&mut self, now: Time, segment: &Segment, after_idle: bool) {
        let sent = Sent {
            retransmitted: segment.transmissions > 1,
            in_flight: f64::from(segment.in_flight),
            after_idle,
        };
        self.controller.on_sent(now, &sent);
        if after_idle {
            self.control = self.controller.control();
        }
    }

    /// Sends a segment.
    #[inline(always)]
    fn send_packet(&mut self, io: &mut Io<'_>, segment: &Segment, kind: PacketKind) {
        let len = if segment.fin { 0 } else { segment.len };
        let fresh = kind == PacketKind::Data;
        let mut flags = if segment.fin { Flags::FIN } else { Flags::default() };
        if fresh && std::mem::take(&mut self.cwr_due) {
            flags = flags.with(Flags::CWR);
        }
        io.send_forward(Packet {
            kind,
            flags,
            len,
            size: len + self.stack.overhead(),
            seq: segment.seq,
            timestamp: self.stack.clock(io.now),
            ecn: if fresh { self.stack.ect } else { self.stack.ect_again },
            ..Packet::default()
        });
        self.recovery.on_sent();
        if !io.timer_runs(TimerId::Retransmit) {
            self.restart_timer(io);
        }
    }

    fn resend(&mut self, io: &mut Io<'_>, index: usize) {
        let (delivered, delivered_at, first_sent) = (self.delivered, self.delivered_at, self.first_sent);
        let (lost_before, app_limited) = (self.segments.lost(), self.app_limited_until > 0);
        let segment = self.segments.resend(index, |s, pipe| {
            (s.sent_at, s.delivered, s.delivered_at, s.first_sent) =
                (io.now, delivered, delivered_at, first_sent);
            (s.lost_before, s.in_flight, s.app_limited) = (lost_before, pipe, app_limited);
        });
        self.rtt.sent_again(segment.seq + u64::from(segment.len));
        self.recovery.on_resent(self.stack.clock(io.now));
        self.segments.note_retransmission(&segment);
        let kind = if segment.fin { PacketKind::Control } else { PacketKind::Retransmission };
        self.send_packet(io, &segment, kind);
        self.report_sent(io.now, &segment, false);
    }

    fn resend_waiting(&mut self, io: &mut Io<'_>) {
        if let Some(index) = self.segments.next_waiting() {
            self.resend(io, index);
        }
    }

    /// Sends the first retransmission after a loss at once, regardless of window and pacing; the next packet
    /// waits.
    pub(in crate::transport::tcp) fn resend_at_once(&mut self, io: &mut Io<'_>) {
        self.resend_waiting(io);
        self.start_pacing_wait(io.now);
    }

    /// Retransmits the oldest segment at once, regardless of window and pacing (RFC 5681, section 3.2, step
    /// 3).
    pub(in crate::transport::tcp) fn retransmit_oldest(&mut self, io: &mut Io<'_>) {
        if self.segments.is_empty() {
            return;
        }
        self.resend(io, 0);
        self.start_pacing_wait(io.now);
    }

    /// Sends the last segment again to get an ACK. Returns the time of its previous transmission.
    pub(in crate::transport::tcp) fn resend_last(&mut self, io: &mut Io<'_>) -> Option<Time> {
        let (last, before) = self.segments.last_sackable()?;
        self.resend(io, last);
        Some(before)
    }

    /// Whether there is unsent data and space for it in the receive window.
    pub(in crate::transport::tcp) fn has_new_data(&self, now: Time) -> bool {
        let written = self.written(now);
        let limit = self.end.map_or(written, |end| end.min(written)).min(self.edge);
        limit > self.snd_nxt
    }

    /// RFC 6675, NextSeg rule 3: without new data, a segment that may be lost is retransmitted.
    fn resend_unconfirmed(&mut self, io: &mut Io<'_>) -> bool {
        if self.recovery.timed || !matches!(self.recovery.state, State::Fast { .. }) {
            return false;
        }
        let Some(index) = self.segments.next_unconfirmed() else {
            return false;
        };
        self.segments.count_retransmission(index);
        self.resend(io, index);
        true
    }
}
