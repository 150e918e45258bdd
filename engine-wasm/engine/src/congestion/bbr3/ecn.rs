//! Response to marks of Linux's version 3 (google/bbr, branch v3), for queues that mark early.

use super::Bbr3;
use crate::congestion::{Ack, Cx};
use crate::units::{Nanos, Segments};

/// Weight of the latest round in α.
const GAIN: f64 = 1.0 / 16.0;
/// The limit on data in flight is reduced by this fraction of α.
const FACTOR: f64 = 1.0 / 3.0;
/// A round with a larger share of marks counts as too many while probing; several such rounds end Startup.
const THRESHOLD: f64 = 0.5;
const STARTUP_ROUNDS: u32 = 2;
/// Marks are used only if the minimum RTT is at most this.
const MAX_RTT: Nanos = Nanos(5_000_000);

/// State of the response to marks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    on: bool,
    alpha: f64,
    delivered: Segments,
    marked: Segments,
    /// Share marked in the last round.
    fraction: f64,
    /// Consecutive rounds of Startup with too many marks.
    startup_rounds: u32,
    pub(super) in_round: bool,
    in_cycle: bool,
    /// Whether this ACK ends a round in which more than half of the packets were marked.
    pub(super) too_many: bool,
}

impl Marks {
    pub(super) fn new(on: bool) -> Marks {
        Marks {
            on,
            alpha: 1.0,
            delivered: 0.0,
            marked: 0.0,
            fraction: 0.0,
            startup_rounds: 0,
            in_round: false,
            in_cycle: false,
            too_many: false,
        }
    }

    /// Estimated share of marked packets, α; NaN if marks are not used.
    pub(super) fn alpha(&self) -> f64 {
        if self.on { self.alpha } else { f64::NAN }
    }

    /// Factor by which a round with marks multiplies the limit on data in flight.
    pub(super) fn left(&self) -> f64 {
        1.0 - self.alpha * FACTOR
    }

    pub(super) fn end_round(&mut self) {
        self.in_round = false;
    }

    pub(super) fn forget_cycle(&mut self) {
        (self.in_round, self.in_cycle) = (false, false);
    }

    /// Whether there have been marks since the last probe, but none in the last round.
    pub(super) fn have_stopped(&self) -> bool {
        self.in_cycle && self.fraction == 0.0 && self.marked == 0.0
    }
}

impl Bbr3 {
    pub(super) fn count_marks(&mut self, cx: &Cx<'_>, ack: &Ack) {
        let marks = &mut self.marks;
        marks.too_many = false;
        if !marks.on || self.model.min_rtt().is_none_or(|rtt| rtt > MAX_RTT) {
            return;
        }
        marks.delivered += ack.delivered;
        marks.marked += ack.marked;
        if ack.marked > 0.0 {
            (marks.in_round, marks.in_cycle) = (true, true);
        }
        if !self.model.round_start {
            return;
        }
        marks.fraction = (marks.marked / marks.delivered).min(1.0);
        marks.alpha += GAIN * (marks.fraction - marks.alpha);
        marks.too_many = marks.fraction > THRESHOLD;
        (marks.delivered, marks.marked) = (0.0, 0.0);
        if !self.full.reached {
            let many = self.marks.fraction >= THRESHOLD;
            self.marks.startup_rounds = if many { self.marks.startup_rounds + 1 } else { 0 };
            if self.marks.startup_rounds >= STARTUP_ROUNDS {
                self.fill_pipe(cx);
            }
        }
    }
}
