//! BBRv3's response to losses (section Updating the Model Upon Packet Loss), and how it is undone.

use super::{Bbr3, State};
use crate::congestion::{Ack, Cx, Lost};
use crate::units::Segments;

/// `BBR.LossThresh`.
pub(super) const LOSS_THRESH: f64 = 0.02;
/// `BBR.Beta`.
pub(super) const BETA: f64 = 0.7;
/// `BBR.Headroom`.
const HEADROOM: f64 = 0.15;
/// `BBR.StartupFullLossCnt`: this many ranges of lost packets in a round end Startup.
const STARTUP_RANGES: u32 = 6;

/// State of the response to losses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Losses {
    /// Limits until the next probe: bytes per second, and packets in flight.
    pub(super) bw_short: f64,
    pub(super) inflight_short: Segments,
    /// Amount in flight that probing has found to be safe.
    pub(super) inflight_long: Segments,
    pub(super) in_round: bool,
    /// Losses since the last probe ended.
    pub(super) in_cycle: bool,
    pub(super) in_fast_recovery: bool,
    /// Ranges of lost packets in this round, and the end of the last one.
    ranges: u32,
    range_end: u64,
    /// Whether selective ACKs can show more than one loss per round.
    pub(super) selective: bool,
}

impl Default for Losses {
    fn default() -> Losses {
        Losses {
            bw_short: f64::INFINITY,
            inflight_short: Segments::INFINITY,
            inflight_long: Segments::INFINITY,
            in_round: false,
            in_cycle: false,
            in_fast_recovery: false,
            ranges: 0,
            range_end: u64::MAX,
            selective: true,
        }
    }
}

impl Losses {
    /// `ResetShortTermModel`.
    pub(super) fn forget_limits(&mut self) {
        (self.bw_short, self.inflight_short) = (f64::INFINITY, Segments::INFINITY);
    }

    /// `InflightWithHeadroom`.
    pub(super) fn with_headroom(&self) -> Segments {
        let headroom = (HEADROOM * self.inflight_long).max(1.0);
        if self.inflight_long.is_finite() {
            (self.inflight_long - headroom).max(super::MIN_PIPE)
        } else {
            Segments::INFINITY
        }
    }

    pub(super) fn end_round(&mut self) {
        (self.in_round, self.ranges, self.range_end) = (false, 0, u64::MAX);
    }
}

/// State to restore if a recovery turns out to be spurious.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Undo {
    /// Whether state was saved for the current recovery.
    saved: bool,
    /// The probing state that its losses ended.
    state: Option<State>,
    bw_short: f64,
    inflight_short: Segments,
    inflight_long: Segments,
}

impl Bbr3 {
    /// `HandleLostPacket`.
    pub(super) fn note_lost(&mut self, cx: &mut Cx<'_>, lost: &Lost) {
        if !self.losses.in_round {
            self.model.start_loss_round(cx);
            self.save_state();
        }
        let losses = &mut self.losses;
        (losses.in_round, losses.in_cycle, losses.selective) = (true, true, lost.selective);
        losses.ranges += u32::from(lost.seq != losses.range_end);
        losses.range_end = lost.seq + u64::from(lost.len);
        let (flight, lost_since) = (lost.in_flight, lost.lost as f64);
        if self.probe.is_sample && (lost_since > LOSS_THRESH * flight || !lost.selective) {
            // `InflightAtLoss`; at least what was in flight before the packet.
            let (before, lost_before) = (flight - 1.0, lost_since - 1.0);
            let prefix = (LOSS_THRESH * before - lost_before) / (1.0 - LOSS_THRESH);
            self.reduce_long_limit(cx, before + prefix.max(0.0), lost.app_limited);
        }
    }

    /// `HandleInflightTooHigh`: lowers the long-term limit because `flight` was too much.
    pub(super) fn reduce_long_limit(&mut self, cx: &mut Cx<'_>, flight: Segments, app_limited: bool) {
        self.probe.prev_too_high = true;
        self.probe.is_sample = false;
        if !app_limited {
            // Whole packets; otherwise the data in flight could never reach the limit.
            self.losses.inflight_long = libm::floor(flight.max(BETA * self.target_inflight(cx)));
        }
        if self.state == State::Up {
            self.undo.state = Some(State::Up);
            self.start_down(cx);
        }
    }

    /// `CheckStartupHighLoss`: the criteria of section Exiting Startup Based on Packet Loss, checked at the
    /// end of a loss round.
    pub(super) fn check_startup_losses(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if self.state != State::Startup || !self.losses.in_fast_recovery {
            return;
        }
        let too_many = if self.losses.selective {
            let high = ack.rate.is_some_and(|sample| sample.lost as f64 > LOSS_THRESH * sample.in_flight);
            self.model.loss_round_start && high && self.losses.ranges >= STARTUP_RANGES
        } else {
            self.losses.in_round
        };
        if too_many {
            self.undo.state = Some(State::Startup);
            self.fill_pipe(cx);
        }
    }

    /// Startup has found the limit of the data in flight.
    pub(super) fn fill_pipe(&mut self, cx: &Cx<'_>) {
        (self.full.now, self.full.reached) = (true, true);
        let bdp = self.model.bdp(cx, self.model.bw, 1.0);
        self.losses.inflight_long = libm::floor(bdp.max(self.model.inflight_latest));
    }

    /// `AdaptLowerBoundsFromCongestion`, with Linux's response to marks.
    pub(super) fn adapt_short_limits(&mut self) {
        let marked = self.marks.in_round;
        if self.state.is_probing() || !(self.losses.in_round || marked) {
            return;
        }
        let (cwnd, losses) = (self.control.cwnd, &mut self.losses);
        let inflight = if losses.inflight_short.is_finite() { losses.inflight_short } else { cwnd };
        let mut limit = inflight;
        if losses.in_round {
            let bw = if losses.bw_short.is_finite() { losses.bw_short } else { self.model.max_bw() };
            losses.bw_short = self.model.bw_latest.max(BETA * bw);
            limit = self.model.inflight_latest.max(BETA * inflight);
        }
        if marked {
            limit = limit.min(inflight * self.marks.left());
        }
        losses.inflight_short = limit;
    }

    /// `SaveStateUponLoss`, once per recovery; a later loss would overwrite the oldest values.
    pub(super) fn save_state(&mut self) {
        self.save_cwnd();
        if !std::mem::replace(&mut self.undo.saved, true) {
            let Losses { bw_short, inflight_short, inflight_long, .. } = self.losses;
            self.undo = Undo { saved: true, state: None, bw_short, inflight_short, inflight_long };
        }
    }

    pub(super) fn end_recovery(&mut self) {
        self.repairing = false;
        self.losses.in_fast_recovery = false;
        self.undo.saved = false;
        self.restore_cwnd();
    }

    /// `HandleSpuriousLossDetection`.
    pub(super) fn undo_losses(&mut self, cx: &mut Cx<'_>) {
        let Undo { state, bw_short, inflight_short, inflight_long, .. } = self.undo;
        self.losses.in_round = false;
        self.full.search(0.0);
        self.losses.bw_short = self.losses.bw_short.max(bw_short);
        self.losses.inflight_short = self.losses.inflight_short.max(inflight_short);
        self.losses.inflight_long = self.losses.inflight_long.max(inflight_long);
        match state {
            Some(State::Startup) if self.state != State::Startup => {
                self.full.reached = false;
                if self.state != State::ProbeRtt {
                    self.enter_startup();
                }
            }
            Some(State::Up) if !matches!(self.state, State::Up | State::ProbeRtt) => {
                self.start_refill(cx, 0);
            }
            _ => {}
        }
        self.undo.state = None;
    }
}
