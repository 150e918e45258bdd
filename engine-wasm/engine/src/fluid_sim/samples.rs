//! Measurements once per sampling period: throughput, fairness, covariance.

use super::FluidSimulation;
use super::meters::Phase;
use super::network::Moment;
use super::slopes::Departure;
use crate::metrics::fairness::jain;
use crate::metrics::maxmin::{distance, max_min};
use crate::units::Time;

impl FluidSimulation {
    /// Computes throughput and fairness at the end of a period.
    pub(super) fn sample(&mut self) {
        let mut last = None;
        let delivered: Vec<f64> = (0..self.flows.len()).map(|f| self.delivered(f, &mut last)).collect();
        let seconds = self.sampling.period.as_secs();
        let now = Time::from_secs(self.t);
        let exhaustive = self.recorder.combines();
        for ((state, new), &total) in self.flows.iter_mut().zip(&mut self.new_points).zip(&delivered) {
            state.mbps = (total - state.delivered_at_sample) * 8.0 / seconds / 1e6;
            state.delivered_at_sample = total;
            if state.phase != Phase::Waiting {
                new.add_throughput(now, state.mbps, state.series, &mut self.recorder);
                if exhaustive {
                    new.record(state.series, &mut self.recorder);
                }
            }
        }
        self.sample_channels();
        self.sampling.take(delivered);
        let span = seconds * self.sampling.periods() as f64;
        if span > 0.0 {
            if self.fair.is_none() {
                self.fair = Some(self.fair_rates());
            }
            self.record_fairness(now, span);
        }
        if self.common.measured_from.is_some() {
            let windows: Vec<f64> =
                (0..self.flows.len()).map(|f| self.window(f).unwrap_or(f64::NAN)).collect();
            self.covariance.sample(&windows);
        }
    }

    pub(super) fn record_fairness(&mut self, now: Time, span: f64) {
        let (oldest, latest) = (self.sampling.oldest(), self.sampling.latest());
        let active: Vec<usize> =
            (0..self.flows.len()).filter(|&f| self.flows[f].phase == Phase::Running).collect();
        let rate = |&f: &usize| (latest[f] - oldest.get(f).copied().unwrap_or(0.0)) * 8.0 / span / 1e6;
        let fair = self.fair.as_deref().unwrap_or_default();
        let fairness = jain(active.iter().map(rate));
        let value = |v: Option<f64>| v.unwrap_or(f64::NAN);
        let weighted = jain(active.iter().map(|f| rate(f) * self.flows[*f].propagation_s));
        let off = distance(active.iter().map(|f| (rate(f), fair[*f])));
        self.sampling.jain = fairness;
        self.recorder.record(self.sampling.jain_series, now, value(fairness));
        self.recorder.record(self.jain_rtt_series, now, value(weighted));
        self.recorder.record(self.max_min_series, now, value(off));
    }

    /// Max-min fair rate of each running flow, Mb/s.
    pub(super) fn fair_rates(&self) -> Vec<f64> {
        let capacities: Vec<_> = self.channels.iter().map(|c| c.rate.as_mbps()).collect();
        let routes: Vec<&[u32]> = self
            .flows
            .iter()
            .map(|f| if f.phase == Phase::Running { &f.path[..] } else { &[][..] })
            .collect();
        let demands: Vec<_> = self.net.flows.iter().map(|f| f.demand * 8.0 / 1e6).collect();
        max_min(&capacities, &routes, &demands)
    }

    /// Bytes of a flow that have passed its last queue, including those still on the links behind it.
    pub(super) fn delivered(&self, number: usize, known: &mut Option<Departure>) -> f64 {
        let flow = &self.net.flows[number];
        let now = Moment { t: self.t, known: self.t, y: &self.y, step: None };
        let left = match flow.hops.last() {
            Some(&last) => self.net.departed(&self.net.hops[last], self.t, &now, &self.work.f0, known).0,
            None => self.y[flow.sent],
        };
        left * (1.0 - flow.link_loss)
    }
}
