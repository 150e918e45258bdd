//! Tail loss probes (RFC 8985, section 7): if the last packets of a flight are lost, no ACK shows it, so
//! after two round trips another packet is sent to get an ACK.

use super::{Sender, State};
use crate::congestion::Congestion;
use crate::core::packet::SackBlock;
use crate::metrics::recorder::MarkKind;
use crate::transport::flow::{Io, TimerId};
use crate::units::{NANOS_PER_SEC, Nanos, Time};

/// Time until the probe before there is an RTT sample.
const WITHOUT_SAMPLE: Nanos = Nanos(NANOS_PER_SEC);

/// State of section 7.1.
#[derive(Clone, Copy, Debug)]
pub struct TailLossProbe {
    /// When the probe is due.
    at: Option<Time>,
    /// A probe that has not been acknowledged.
    out: Option<Outstanding>,
    /// snd.una and snd.nxt when the time was set.
    set_for: (u64, u64),
    /// Whether there has been an RTT sample since the last probe; there is at most one probe per sample.
    pub(super) sampled: bool,
}

/// A probe that has not been acknowledged.
#[derive(Clone, Copy, Debug)]
struct Outstanding {
    /// snd.nxt when it was sent.
    end: u64,
    /// Previous transmission of the segment, if it is a retransmission.
    again: Option<Time>,
}

impl Default for TailLossProbe {
    fn default() -> Self {
        // The handshake's sample counts.
        TailLossProbe { at: None, out: None, set_for: (0, 0), sampled: true }
    }
}

impl TailLossProbe {
    /// When a probe is due if no ACK arrives before.
    pub fn due(&self) -> Option<Time> {
        self.at
    }

    /// A recovery starts, which detects the losses that a probe would show.
    pub fn abandon(&mut self) {
        (self.at, self.out) = (None, None);
    }
}

impl Sender {
    /// Section 7.2: new data or progress restarts the wait.
    pub(super) fn schedule_probe(&mut self, io: &Io<'_>) {
        let probe = self.recovery.probe;
        let wanted = self.recovery.state == State::Open
            && probe.sampled
            && probe.out.is_none()
            && self.segments.sacked_segments() == 0
            && !self.segments.is_empty();
        if !wanted {
            self.recovery.probe.at = None;
            return;
        }
        let progress = (self.snd_una(), self.snd_nxt());
        if self.recovery.probe.set_for != progress {
            let srtt = self.rtt().smoothed();
            let mut wait = if srtt == Nanos::ZERO { WITHOUT_SAMPLE } else { Nanos(2 * srtt.0) };
            if self.segments.flight() == 1 {
                // The receiver may delay the ACK of a single segment.
                wait = wait + self.stack.delayed_ack_timer;
            }
            let at = (io.now + wait).min(io.deadline(TimerId::Retransmit));
            (self.recovery.probe.at, self.recovery.probe.set_for) = (Some(at), progress);
        }
    }

    /// Section 7.3: sends new data if there is some, otherwise the last segment again; then restarts the
    /// retransmission timer.
    pub(super) fn probe_tail(&mut self, io: &mut Io<'_>) {
        if self.recovery.probe.at.take().is_none() || self.segments.is_empty() {
            return;
        }
        self.recovery.probe.sampled = false;
        io.flow.stats.tail_probes += 1;
        io.mark(MarkKind::Probe);
        let again = if self.send_new(io) { None } else { self.resend_last(io) };
        self.recovery.probe.out = Some(Outstanding { end: self.snd_nxt(), again });
        self.restart_timer(io);
    }

    /// Section 7.4: interprets the ACK of a probe. If the retransmitted segment was needed, the probe
    /// repaired a loss that must be reported.
    pub(super) fn on_probe_ack(&mut self, io: &mut Io<'_>, duplicate: Option<SackBlock>, quiet: bool) {
        let Some(Outstanding { end, again }) = self.recovery.probe.out else { return };
        if self.snd_una() < end {
            return;
        }
        let repaired = again.filter(|_| duplicate.is_none_or(|(_, to)| to != end));
        match repaired {
            Some(sent_at) if self.snd_una() > end => {
                self.recovery.probe.out = None;
                io.flow.stats.loss_events += 1;
                io.mark(MarkKind::Loss);
                self.report_congestion(io, Congestion::Loss { transmissions: 1, sent_at });
                self.report_recovered(io.now);
            }
            // This may still be the ACK of the segment's original transmission.
            Some(_) if !quiet => {}
            _ => self.recovery.probe.out = None,
        }
    }
}
