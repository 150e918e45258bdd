//! Loss recovery: what counts as a new loss event, when a window may grow, and what is retransmitted. One
//! file each.
//!
//! All of them share the bookkeeping: after a timeout everything that is not SACKed counts as lost and is
//! retransmitted as the window allows, which is go-back-N with a receiver without SACK. They differ in fast
//! recovery.

mod newreno;
mod probe;
mod rack;
mod reno;
mod sack;
mod tahoe;
mod undo;

use super::segments::Acked;
use super::sender::Sender;
use crate::congestion::{Congestion, Control};
use crate::core::packet::SackBlock;
use crate::metrics::recorder::MarkKind;
use crate::transport::flow::Io;
use crate::transport::stack::{RecoveryKind, Stack};
use crate::units::{Segments, Time};

/// State of a sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// No loss is known.
    Open,
    /// Fast recovery, until everything below `recover` is acknowledged.
    Fast {
        /// snd.nxt when the loss was detected.
        recover: u64,
    },
    /// After a timeout or Tahoe's restart: slow start through the lost data.
    Loss {
        /// snd.nxt at that time.
        recover: u64,
    },
}

/// State of loss recovery.
#[derive(Clone, Debug)]
pub struct Recovery {
    /// Kind of recovery.
    pub kind: RecoveryKind,
    /// State of the sender.
    pub state: State,
    /// Consecutive duplicate ACKs.
    pub dup_acks: u32,
    /// Packets by which duplicate ACKs inflate the window; not part of the plotted cwnd.
    pub inflation: Segments,
    /// snd.nxt at the last timeout or restart: duplicate ACKs up to it are caused by retransmissions of data
    /// that had arrived (RFC 6582, section 3.2, step 1). With one fast retransmit per window, also snd.nxt at
    /// that time.
    echoes_to: Option<u64>,
    /// Whether the first partial ACK of this recovery has arrived (RFC 6582, "impatient").
    partial: bool,
    /// ACKs of new data since the last fast retransmission, for Vegas's check.
    acks_since: u32,
    prr: sack::Prr,
    /// Whether losses are detected by time: RACK-TLP.
    pub timed: bool,
    /// Whether each ACK is examined for spurious recoveries (see [`Evidence`]).
    pub assesses_acks: bool,
    /// Evidence in the current ACK.
    pub evidence: Evidence,
    rack: rack::Rack,
    /// When a packet that may be late counts as lost.
    reordering_until: Option<Time>,
    probe: probe::TailLossProbe,
    episode: undo::Episode,
}

impl Recovery {
    /// A recovery state without losses.
    pub fn new(stack: &Stack) -> Recovery {
        Recovery {
            kind: stack.recovery,
            state: State::Open,
            dup_acks: 0,
            inflation: 0.0,
            echoes_to: None,
            partial: false,
            acks_since: u32::MAX,
            prr: sack::Prr::default(),
            timed: stack.finds_losses_by_time(),
            assesses_acks: stack.finds_losses_by_time() || stack.undo,
            evidence: Evidence::default(),
            rack: rack::Rack::default(),
            reordering_until: None,
            probe: probe::TailLossProbe::default(),
            episode: undo::Episode::default(),
        }
    }

    /// Changes loss detection and recovery, with `flight` segments in flight. A recovery in progress ends as
    /// one of the new kind would.
    pub fn change(&mut self, stack: &Stack, flight: u32) {
        let kind = stack.recovery;
        self.timed = stack.finds_losses_by_time();
        self.assesses_acks = self.timed || stack.undo;
        if !stack.undo {
            self.episode = undo::Episode::default();
        }
        if !self.timed {
            self.reordering_until = None;
            self.probe.abandon();
        }
        if kind != self.kind {
            self.kind = kind;
            self.inflation = 0.0;
            // The new kind did not see the start of this recovery: for it, the recovery starts now.
            self.prr = sack::Prr::of(flight);
        }
    }

    /// Whether a window may grow now.
    pub fn may_grow(&self) -> bool {
        !matches!(self.state, State::Fast { .. })
    }

    /// Whether no loss is known or suspected, so that an ACK of new data changes nothing here.
    #[inline(always)]
    pub fn is_quiet(&self) -> bool {
        self.state == State::Open && self.dup_acks == 0 && !self.assesses_acks
    }

    /// The window for sending, computed from the controller's.
    #[inline]
    pub fn window(&self, control: &Control) -> Segments {
        match self.prr.limit {
            Some(limit) if !control.owns_recovery && matches!(self.state, State::Fast { .. }) => {
                f64::from(limit)
            }
            _ => control.cwnd + self.inflation,
        }
    }

    /// A packet was sent.
    #[inline]
    pub fn on_sent(&mut self) {
        self.prr.out += 1;
    }

    /// A segment was retransmitted, with this timestamp.
    #[inline]
    pub fn on_resent(&mut self, clock: u64) {
        self.episode.on_resent(clock);
    }

    /// Whether new data has priority over retransmissions.
    #[inline]
    pub fn holds_retransmissions(&self) -> bool {
        self.episode.holds_retransmissions()
    }

    /// Whether a tail loss probe is due.
    pub fn probes_now(&self, now: Time) -> bool {
        self.reordering_until.is_none() && self.probe.due().is_some_and(|at| at <= now)
    }

    /// Ends loss recovery.
    fn leave(&mut self) {
        self.state = State::Open;
        self.dup_acks = 0;
        self.inflation = 0.0;
        self.prr.limit = None;
        self.rack.on_recovered();
    }
}

/// Evidence in an ACK on whether a recovery was spurious.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence {
    /// snd.una moved.
    pub advanced: bool,
    /// The timestamp echoed.
    pub echo: u64,
    /// First byte of the lowest segment that it delivers of those sent only once.
    pub lowest_once: u64,
    /// A range that the receiver had already received (RFC 2883).
    pub dsack: Option<SackBlock>,
}

impl Sender {
    /// Examines an ACK for evidence that a recovery was spurious, and then undoes it. `sampled`: the ACK gave
    /// an RTT sample.
    #[inline(never)]
    pub(super) fn assess_ack(&mut self, io: &mut Io<'_>, acked: &Acked, sampled: bool) -> bool {
        let evidence = self.recovery.evidence;
        let Evidence { advanced, echo, dsack, .. } = evidence;
        if let Some(block) = dsack {
            self.recovery.rack.on_duplicate(self.snd_una(), self.snd_nxt());
            self.recovery.episode.on_duplicate(block, self.stack.mss);
        }
        if self.recovery.timed {
            self.note_delivered(io.now, acked, &evidence);
            self.recovery.probe.sampled |= sampled;
            self.on_probe_ack(io, dsack, !advanced && acked.delivered == 0);
        }
        let late = advanced && self.fills_hole_late(echo);
        if matches!(self.recovery.state, State::Loss { .. }) {
            self.undo_timeout(io, &evidence, late)
        } else {
            self.undo_fast(io, late)
        }
    }

    /// [`Sender::recover_on_new_ack`] for an ACK after which no loss is known.
    #[inline(always)]
    pub(super) fn go_on(&mut self, io: &mut Io<'_>) -> bool {
        self.recovery.inflation = 0.0;
        self.check_after_retransmission(io);
        true
    }

    /// An ACK advanced snd.una. Returns whether the retransmission timer restarts.
    pub(super) fn recover_on_new_ack(&mut self, io: &mut Io<'_>, acked: &Acked) -> bool {
        self.recovery.dup_acks = 0;
        let restart = match self.recovery.state {
            State::Open => {
                // Window inflation ends with the duplicate ACKs.
                self.recovery.inflation = 0.0;
                if self.recovery.kind == RecoveryKind::Sack {
                    self.detect_by_sack(io, acked);
                }
                true
            }
            State::Loss { recover } => {
                if self.snd_una() >= recover {
                    self.recovery.leave();
                    self.segments.end_recovery(self.snd_una());
                    self.report_recovered(io.now);
                } else if self.recovery.timed {
                    self.lose_overdue(io);
                }
                true
            }
            State::Fast { recover } => match self.recovery.kind {
                RecoveryKind::Tahoe | RecoveryKind::Reno => self.reno_new_ack(io),
                RecoveryKind::NewReno => self.newreno_new_ack(io, acked, recover),
                RecoveryKind::Sack => self.sack_new_ack(io, acked, recover),
            },
        };
        self.check_after_retransmission(io);
        restart
    }

    /// Vegas: the first two ACKs after a retransmission trigger a check of the oldest packet's age.
    #[inline]
    fn check_after_retransmission(&mut self, io: &mut Io<'_>) {
        let r = &mut self.recovery;
        if r.acks_since >= 2 || r.state != State::Open {
            return;
        }
        r.acks_since += 1;
        if self.oldest_is_overdue(io.now) {
            self.enter_by_duplicates(io);
        }
    }

    /// A duplicate ACK arrived while data is in flight.
    pub(super) fn recover_on_dup_ack(&mut self, io: &mut Io<'_>, acked: &Acked) {
        self.recovery.dup_acks += 1;
        let count = self.recovery.dup_acks;
        match (self.recovery.kind, self.recovery.state) {
            (RecoveryKind::Sack, State::Fast { .. }) => self.sack_step(io, acked, false),
            (RecoveryKind::Sack, State::Open) => self.detect_by_sack(io, acked),
            (_, State::Fast { .. }) => {
                self.recovery.inflation += 1.0;
                // The retransmission may have been lost as well.
                if self.oldest_is_overdue(io.now) {
                    self.segments.declare_oldest_lost();
                    self.loss_event(io, false);
                    self.retransmit_oldest(io);
                }
            }
            (_, State::Open) => {
                let third = count == super::segments::DUP_THRESH;
                if third || (count < super::segments::DUP_THRESH && self.oldest_is_overdue(io.now)) {
                    self.enter_by_duplicates(io);
                } else if self.stack.limited_transmit && count < super::segments::DUP_THRESH {
                    // RFC 3042: a new packet for each of the first two duplicate ACKs; cwnd does not change.
                    self.recovery.inflation = f64::from(count);
                }
            }
            (_, State::Loss { .. }) => {
                if self.recovery.timed {
                    self.lose_overdue(io);
                }
            }
        }
    }

    /// The third duplicate ACK, or an earlier one that the controller accepts.
    fn enter_by_duplicates(&mut self, io: &mut Io<'_>) {
        self.recovery.inflation = 0.0;
        if self.duplicates_may_be_own() {
            return;
        }
        match self.recovery.kind {
            RecoveryKind::Tahoe => self.tahoe_enter(io),
            RecoveryKind::Reno => {
                self.reno_enter(io);
                // A controller with its own time threshold detects the next loss itself.
                if self.stack.fast_retransmit_once && !self.has_loss_delay() {
                    self.recovery.echoes_to = Some(self.snd_nxt());
                }
            }
            RecoveryKind::NewReno => self.newreno_enter(io),
            RecoveryKind::Sack => self.sack_enter(io, &Acked::default()),
        }
    }

    /// Reports a loss to the controller and records the end of this loss event. The retransmission timer
    /// restarts, as in BSD, Linux and ns-2, because the duplicate ACKs may have taken most of a round trip to
    /// arrive.
    fn loss_event(&mut self, io: &mut Io<'_>, restart: bool) {
        let transmissions = self.segments.oldest().map_or(1, |s| s.transmissions);
        let sent_at = self.segments.oldest().map_or(io.now, |s| s.sent_at);
        io.flow.stats.loss_events += 1;
        io.mark(MarkKind::Loss);
        self.recovery.acks_since = 0;
        self.stop_timing();
        self.restart_timer(io);
        self.report_losses(io.now);
        self.begin_episode();
        let event = if restart {
            Congestion::Restart
        } else {
            Congestion::Loss { transmissions: transmissions.into(), sent_at }
        };
        self.report_congestion(io, event);
    }

    /// The retransmission timer expired (RFC 5681, section 3.1; RFC 6298, section 5).
    pub(super) fn recover_on_timeout(&mut self, io: &mut Io<'_>, first: bool) {
        io.flow.stats.timeouts += 1;
        io.flow.stats.timeout_episodes += u64::from(first);
        io.mark(MarkKind::Timeout);
        let r = &mut self.recovery;
        r.dup_acks = 0;
        r.inflation = 0.0;
        r.prr.limit = None;
        r.partial = false;
        r.acks_since = u32::MAX;
        self.test_timeout();
        self.start_over(io.now);
        self.report_losses(io.now);
        self.report_congestion(io, Congestion::Timeout { first });
    }

    /// Everything that is not SACKed counts as lost, or with detection by time everything overdue. Slow start
    /// retransmits it.
    fn start_over(&mut self, now: Time) {
        self.recovery.echoes_to = Some(self.snd_nxt());
        self.recovery.state = State::Loss { recover: self.snd_nxt() };
        self.recovery.probe.abandon();
        if self.recovery.timed {
            self.lose_after_timeout(now);
        } else {
            self.segments.lose_all();
        }
    }

    /// Whether duplicate ACKs may now be caused by our own retransmissions of data that had arrived.
    fn duplicates_may_be_own(&self) -> bool {
        self.recovery.echoes_to.is_some_and(|to| self.snd_una() <= to)
    }
}
