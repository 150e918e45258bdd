//! What BBRv3 measures of the path: bandwidth, RTT, rounds, ACK aggregation (section Updating Network Path
//! Model Parameters).

use crate::congestion::bbr::aggregation::Aggregation;
use crate::congestion::bbr::max_filter::MaxFilter;
use crate::congestion::{Ack, Cx, RateSample};
use crate::units::{Nanos, Segments, Time};

/// `BBR.ProbeRTTInterval` and `BBR.MinRTTFilterLen`.
const PROBE_RTT_INTERVAL: Nanos = Nanos(5_000_000_000);
const MIN_RTT_WINDOW: Nanos = Nanos(10_000_000_000);
/// `BBR.ExtraAckedFilterLen`, and the same in Startup.
const EXTRA_ROUNDS: u64 = 10;
const STARTUP_EXTRA_ROUNDS: u64 = 1;

/// Delivery rate of a sample, bytes per second.
pub(super) fn rate_of(sample: &RateSample) -> f64 {
    sample.bytes as f64 / sample.interval.as_secs()
}

/// Packets delivered.
fn volume_of(cx: &Cx<'_>, sample: &RateSample) -> Segments {
    sample.bytes as f64 / f64::from(cx.mss)
}

/// A minimum, and when it was measured.
#[derive(Clone, Copy, Debug, Default)]
struct Least {
    rtt: Option<Nanos>,
    at: Time,
}

/// All measurements.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Model {
    /// Maximum delivery rate of this `ProbeBW` cycle and of the previous one, bytes per second.
    slots: [f64; 2],
    max_bw: f64,
    /// The rate in use, bytes per second.
    pub(super) bw: f64,
    pub(super) rounds: u64,
    pub(super) round_start: bool,
    /// The round ends when a packet is delivered that was sent after this many deliveries. The same for loss
    /// rounds.
    next_round: u64,
    loss_round: u64,
    /// Maximum delivery rate, bytes per second, and maximum volume delivered in this loss round.
    pub(super) bw_latest: f64,
    pub(super) inflight_latest: Segments,
    min_rtt: Least,
    /// The minimum RTT whose age decides when to enter `ProbeRTT`.
    probe_rtt: Least,
    epoch: Aggregation,
    extra: MaxFilter,
    /// Whether this ACK ends a loss round.
    pub(super) loss_round_start: bool,
}

impl Model {
    pub(super) fn begin(&mut self, cx: &Cx<'_>) {
        (self.next_round, self.loss_round) = (cx.delivered, cx.delivered + 1);
        self.min_rtt = Least { rtt: cx.rtt.min(), at: cx.now };
        self.probe_rtt = self.min_rtt;
        self.epoch.begin(cx.now);
    }

    pub(super) fn max_bw(&self) -> f64 {
        self.max_bw
    }

    pub(super) fn min_rtt(&self) -> Option<Nanos> {
        self.min_rtt.rtt
    }

    pub(super) fn extra(&self) -> Segments {
        self.extra.get()
    }

    pub(super) fn start_round(&mut self, cx: &Cx<'_>) {
        self.next_round = cx.delivered;
    }

    /// Starts a loss round.
    pub(super) fn start_loss_round(&mut self, cx: &Cx<'_>) {
        self.loss_round = cx.delivered;
    }

    /// `BDPMultiple`; the rate is in bytes per second.
    pub(super) fn bdp(&self, cx: &Cx<'_>, rate: f64, gain: f64) -> Segments {
        match self.min_rtt.rtt {
            Some(rtt) if rate > 0.0 => gain * rate * rtt.as_secs() / f64::from(cx.mss),
            _ => cx.initial_window,
        }
    }

    /// `UpdateLatestDeliverySignals`.
    pub(super) fn update_latest(&mut self, cx: &Cx<'_>, ack: &Ack) {
        self.loss_round_start = false;
        let Some(sample) = ack.rate else { return };
        self.bw_latest = self.bw_latest.max(rate_of(&sample));
        self.inflight_latest = self.inflight_latest.max(volume_of(cx, &sample));
        if sample.prior_delivered >= self.loss_round {
            self.loss_round = cx.delivered;
            self.loss_round_start = true;
        }
    }

    /// `AdvanceLatestDeliverySignals`.
    pub(super) fn advance_latest(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if let Some(sample) = ack.rate {
            (self.bw_latest, self.inflight_latest) = (rate_of(&sample), volume_of(cx, &sample));
        }
    }

    /// The measured part of `ResetCongestionSignals`.
    pub(super) fn forget_latest(&mut self) {
        (self.bw_latest, self.inflight_latest) = (0.0, 0.0);
    }

    /// `UpdateMaxBw` and `UpdateRound`.
    pub(super) fn update_max_bw(&mut self, cx: &Cx<'_>, ack: &Ack) {
        self.round_start = false;
        let Some(sample) = ack.rate else { return };
        if sample.prior_delivered >= self.next_round {
            self.start_round(cx);
            self.rounds += 1;
            self.round_start = true;
        }
        let rate = rate_of(&sample);
        if rate > 0.0 && (rate >= self.max_bw || !sample.app_limited) {
            self.slots[1] = self.slots[1].max(rate);
            self.max_bw = self.slots[0].max(self.slots[1]);
        }
    }

    /// `AdvanceMaxBwFilter`.
    pub(super) fn advance_max_bw(&mut self) {
        self.slots = [self.slots[1], 0.0];
    }

    /// `UpdateACKAggregation`.
    pub(super) fn update_aggregation(&mut self, cx: &Cx<'_>, ack: &Ack, window: Segments, full: bool) {
        if ack.rate.is_some() {
            let extra = self.epoch.excess(cx, ack.delivered, self.bw, window);
            let rounds = if full { EXTRA_ROUNDS } else { STARTUP_EXTRA_ROUNDS };
            self.extra.add_within(rounds, self.rounds, extra);
        }
    }

    pub(super) fn restart_aggregation(&mut self, now: Time) {
        self.epoch.begin(now);
    }

    /// `UpdateMinRTT`. Returns whether `ProbeRTT` is due.
    pub(super) fn update_min_rtt(&mut self, cx: &Cx<'_>, ack: &Ack) -> bool {
        let expired = cx.now > self.probe_rtt.at + PROBE_RTT_INTERVAL;
        if let Some(rtt) = ack.latest_rtt
            && (expired || self.probe_rtt.rtt.is_none_or(|least| rtt < least))
        {
            self.probe_rtt = Least { rtt: Some(rtt), at: cx.now };
        }
        let old = cx.now > self.min_rtt.at + MIN_RTT_WINDOW;
        if let Some(rtt) = self.probe_rtt.rtt
            && (old || self.min_rtt.rtt.is_none_or(|least| rtt < least))
        {
            self.min_rtt = self.probe_rtt;
        }
        expired
    }

    /// Postpones the next `ProbeRTT` by a whole interval from now.
    pub(super) fn renew_probe_rtt(&mut self, now: Time) {
        self.probe_rtt.at = now;
    }
}
