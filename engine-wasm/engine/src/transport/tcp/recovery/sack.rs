//! SACK recovery: RFC 6675, with the proportional rate reduction of RFC 6937.

use super::State;
use crate::transport::flow::Io;
use crate::transport::tcp::segments::{Acked, DUP_THRESH};
use crate::transport::tcp::sender::Sender;

/// State of RFC 6937, in packets.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prr {
    recover_fs: u32,
    delivered: u32,
    pub(super) out: u32,
    /// The window at this time: pipe plus what may be sent.
    pub(super) limit: Option<u32>,
}

impl Prr {
    /// State at the start of a recovery with `flight` segments in flight.
    pub(super) fn of(flight: u32) -> Prr {
        Prr { recover_fs: flight.max(1), ..Prr::default() }
    }
}

impl Sender {
    /// Outside recovery: detects losses by SACKs or three duplicate ACKs.
    pub(super) fn detect_by_sack(&mut self, io: &mut Io<'_>, acked: &Acked) {
        self.detect(io);
        let counted =
            || self.recovery.dup_acks >= DUP_THRESH && !self.recovery.timed && !self.duplicates_may_be_own();
        if self.segments.waiting() > 0 || counted() {
            self.sack_enter(io, acked);
        } else if !self.stack.limited_transmit && self.recovery.dup_acks > 0 {
            // SACKed packets have left the pipe; without Limited Transmit no new packets replace them yet.
            self.recovery.inflation = -f64::from(self.recovery.dup_acks);
        }
    }

    /// Marks segments as lost by SACKs, by count or by time. Returns how many there were.
    #[inline]
    fn detect(&mut self, io: &mut Io<'_>) -> u32 {
        if self.recovery.timed { self.lose_overdue(io) } else { self.segments.detect_lost(self.stack.mss) }
    }

    pub(super) fn sack_enter(&mut self, io: &mut Io<'_>, acked: &Acked) {
        self.recovery.inflation = 0.0;
        self.recovery.prr = Prr::of(self.segments.flight());
        self.recovery.probe.abandon();
        if !self.recovery.timed {
            self.segments.lose_oldest();
        }
        self.loss_event(io, false);
        self.recovery.state = State::Fast { recover: self.snd_nxt() };
        // Section 5, step 4.3: the first retransmission is sent at once.
        self.resend_at_once(io);
        self.sack_step(io, acked, false);
    }

    /// Processes an ACK in recovery.
    pub(super) fn sack_step(&mut self, io: &mut Io<'_>, acked: &Acked, advanced: bool) {
        let new_losses = self.detect(io) > 0;
        if !self.stack.prr {
            self.recovery.prr.limit = None;
            return;
        }
        let target = self.control().cwnd;
        let pipe = self.segments.pipe();
        let prr = &mut self.recovery.prr;
        prr.delivered += acked.delivered;
        let may_send = if f64::from(pipe) > target {
            let share = f64::from(prr.delivered) * target / f64::from(prr.recover_fs);
            libm::ceil(share) - f64::from(prr.out)
        } else {
            let mut limit = f64::from(prr.delivered.saturating_sub(prr.out).max(acked.delivered));
            // The slow-start bound applies only while no new losses appear (safe ACK in RFC 9937).
            if advanced && !new_losses {
                limit += 1.0;
            }
            (libm::floor(target) - f64::from(pipe)).min(limit)
        };
        // The first retransmission is always sent.
        let least = if prr.out == 0 { 1.0 } else { 0.0 };
        // A controller may request more than the counter can hold.
        prr.limit = Some(pipe.saturating_add(may_send.max(least) as u32));
    }

    pub(super) fn sack_new_ack(&mut self, io: &mut Io<'_>, acked: &Acked, recover: u64) -> bool {
        if self.snd_una() >= recover {
            self.recovery.leave();
            self.segments.end_recovery(self.snd_una());
            self.report_recovered(io.now);
        } else {
            self.sack_step(io, acked, true);
        }
        true
    }
}
