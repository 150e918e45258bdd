//! The `ProbeBW` cycle: when BBRv3 probes for bandwidth, how far, and how it interprets the result (section
//! `ProbeBW`).

use super::loss::LOSS_THRESH;
use super::{Bbr3, State};
use crate::congestion::{Ack, Cx};
use crate::units::{Nanos, Segments, Time};

/// Maximum number of rounds between two probes, before the random one (section A Dual-Time-Scale Approach for
/// Coexistence).
const MAX_ROUNDS: f64 = 63.0;
/// Seconds between two probes; up to one second more is added at random.
const WAIT_S: f64 = 2.0;
/// Maximum number of times that the growth of the limit doubles.
const MAX_DOUBLINGS: u32 = 30;

/// Which packets the current ACKs acknowledge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum AckPhase {
    #[default]
    Init,
    Refilling,
    ProbeStarting,
    ProbeFeedback,
    ProbeStopping,
}

/// State of probing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Probe {
    phase: AckPhase,
    /// Whether the packets acknowledged now were sent while probing and have not shown excess loss.
    pub(super) is_sample: bool,
    /// How often the growth of the limit has doubled in this probe.
    doublings: u32,
    /// Packets delivered per packet of growth, and those not yet counted.
    acked_per_increase: f64,
    acked: f64,
    /// Rounds since the last probe, plus the random one.
    pub(super) rounds: u64,
    wait: Nanos,
    since: Time,
    /// Whether the last probe had excess loss, and whether the one before ended early because of it.
    pub(super) prev_too_high: bool,
    prev_precautionary: bool,
}

impl Probe {
    /// The samples of this probe end with the next round.
    pub(super) fn stop(&mut self) {
        self.phase = AckPhase::ProbeStopping;
    }
}

impl Bbr3 {
    /// `StartProbeBW_DOWN`.
    pub(super) fn start_down(&mut self, cx: &mut Cx<'_>) {
        self.losses.end_round();
        self.losses.in_cycle = false;
        self.marks.forget_cycle();
        self.model.forget_latest();
        self.probe.acked_per_increase = f64::INFINITY;
        // `PickProbeWait`.
        self.probe.rounds = cx.rng.below(2) as u64;
        self.probe.wait = Nanos::from_secs(WAIT_S + cx.rng.uniform());
        self.probe.since = cx.now;
        self.probe.stop();
        self.model.start_round(cx);
        self.state = State::Down;
    }

    /// `StartProbeBW_REFILL`.
    pub(super) fn start_refill(&mut self, cx: &Cx<'_>, doublings: u32) {
        self.losses.forget_limits();
        self.probe.doublings = doublings;
        self.probe.acked = 0.0;
        self.probe.prev_precautionary = false;
        self.probe.phase = AckPhase::Refilling;
        self.model.start_round(cx);
        self.state = State::Refill;
    }

    /// `StartProbeBW_UP`.
    fn start_up(&mut self, cx: &Cx<'_>, rate: f64) {
        self.probe.phase = AckPhase::ProbeStarting;
        self.model.start_round(cx);
        self.full.search(rate);
        self.state = State::Up;
        self.raise_slope();
    }

    /// `UpdateProbeBWCyclePhase`.
    pub(super) fn update_cycle(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if !self.full.reached || self.adapt_long_limit(cx, ack) {
            return;
        }
        let rate = ack.rate.map_or(0.0, |sample| super::model::rate_of(&sample));
        let flight = cx.in_flight.max(ack.prior_in_flight);
        let goes_down = self.state == State::Up && self.is_time_to_go_down(flight, rate);
        match self.state {
            State::Down | State::Cruise if self.is_time_to_probe(cx) => {
                let doublings = self.first_doublings();
                self.start_refill(cx, doublings);
            }
            State::Down if self.is_time_to_cruise(cx) => self.state = State::Cruise,
            State::Refill if self.model.round_start => {
                self.probe.is_sample = true;
                self.start_up(cx, rate);
            }
            State::Up if goes_down => {
                self.probe.prev_too_high = false;
                self.start_down(cx);
            }
            _ => {}
        }
    }

    /// `TargetInflight`.
    pub(super) fn target_inflight(&self, cx: &Cx<'_>) -> Segments {
        self.model.bdp(cx, self.model.bw, 1.0).min(self.control.cwnd)
    }

    /// `IsTimeToProbeBW`, with Linux's early probe once marks have stopped.
    fn is_time_to_probe(&self, cx: &Cx<'_>) -> bool {
        let rounds = self.target_inflight(cx).min(MAX_ROUNDS);
        cx.now > self.probe.since + self.probe.wait
            || self.probe.rounds as f64 >= rounds
            || self.marks_have_stopped()
    }

    fn marks_have_stopped(&self) -> bool {
        self.marks.have_stopped() && !self.losses.in_cycle && !self.repairing
    }

    /// After marks the limit grows by half in the first round.
    fn first_doublings(&self) -> u32 {
        let step = self.losses.inflight_long / 2.0;
        if self.marks_have_stopped() && step.is_finite() {
            libm::floor(libm::log2(step.max(1.0))) as u32
        } else {
            0
        }
    }

    /// `IsTimeToCruise`.
    fn is_time_to_cruise(&self, cx: &Cx<'_>) -> bool {
        let drained = self.inflight(cx, self.model.max_bw());
        cx.in_flight <= self.losses.with_headroom() && cx.in_flight <= drained
    }

    /// `IsTimeToGoDown`. `flight` is the larger value of before and after the ACK; the value after it alone
    /// would never reach the limit.
    fn is_time_to_go_down(&mut self, flight: Segments, rate: f64) -> bool {
        let limit = self.losses.inflight_long;
        if self.probe.prev_too_high && flight >= limit {
            self.probe.prev_precautionary = true;
            return true;
        }
        if self.is_cwnd_limited() && self.control.cwnd >= limit {
            // The rate was limited by the limit on data in flight, not by the path.
            self.full.search(rate);
            return false;
        }
        self.full.now
    }

    /// `RaiseInflightLongtermSlope`.
    fn raise_slope(&mut self) {
        let growth = f64::from(1_u32 << self.probe.doublings);
        self.probe.doublings = (self.probe.doublings + 1).min(MAX_DOUBLINGS);
        self.probe.acked_per_increase = (self.control.cwnd / growth).max(1.0);
    }

    /// `ProbeInflightLongtermUpward`.
    fn raise_long_limit(&mut self, ack: &Ack) {
        if !self.is_cwnd_limited() || self.control.cwnd < self.losses.inflight_long {
            return;
        }
        self.probe.acked += ack.delivered;
        let steps = libm::floor(self.probe.acked / self.probe.acked_per_increase);
        if steps >= 1.0 {
            self.probe.acked -= steps * self.probe.acked_per_increase;
            self.losses.inflight_long += steps;
        }
        if self.model.round_start {
            self.raise_slope();
        }
    }

    /// `AdaptLongTermModel`. Returns whether the state changed.
    fn adapt_long_limit(&mut self, cx: &mut Cx<'_>, ack: &Ack) -> bool {
        let Some(sample) = ack.rate else { return false };
        if self.model.round_start {
            match self.probe.phase {
                AckPhase::ProbeStarting => self.probe.phase = AckPhase::ProbeFeedback,
                AckPhase::ProbeStopping => {
                    self.probe.is_sample = false;
                    self.probe.phase = AckPhase::Init;
                    if self.state.is_probe_bw() && !sample.app_limited {
                        self.model.advance_max_bw();
                    }
                    if self.state.is_probe_bw() && self.probe.prev_precautionary && !self.probe.prev_too_high
                    {
                        self.start_refill(cx, 0);
                        return true;
                    }
                }
                _ => {}
            }
        }
        if self.marks.too_many {
            if self.probe.is_sample {
                self.reduce_long_limit(cx, sample.in_flight, sample.app_limited);
            }
            return false;
        }
        let lost = sample.lost as f64;
        let too_high = lost > LOSS_THRESH * sample.in_flight || (lost > 0.0 && !self.losses.selective);
        if too_high || self.losses.inflight_long.is_infinite() {
            return false;
        }
        self.losses.inflight_long = self.losses.inflight_long.max(sample.in_flight);
        if self.state == State::Up {
            self.raise_long_limit(ack);
        }
        false
    }
}
