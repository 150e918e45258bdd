//! The table of results of a fluid run: that of a packet run, as far as the fluid model has the numbers.

use super::meters::{FlowMeter, Phase};
use super::{FlowState, FluidSimulation};
use crate::metrics::covariance::{CovarianceResults, MAX_FLOWS};
use crate::metrics::fairness::jain;
use crate::metrics::groups::{Groups, group_results};
use crate::metrics::maxmin::distance;
use crate::metrics::results::{FlowResults, FluidResults, QueueResults, Results};

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Fraction of the running time below four packets above which a caution is given.
const OFTEN: f64 = 0.05;

impl FluidSimulation {
    /// The results table.
    pub fn results(&self) -> Results {
        let from_s = self.common.measured_from.map_or(self.now.as_secs(), |from| from.as_secs());
        // The solver is a fraction of a nanosecond ahead of the run; before the measurement starts, that does not count as a span.
        let span = self.common.measured_from.map_or(0.0, |from| self.t - from.as_secs());
        let mbps = |bytes: f64| ratio(bytes * 8.0 / 1e6, span);
        let seen: Vec<usize> = (0..self.flows.len())
            .filter(|&f| !self.flows[f].removed && self.flows[f].phase != Phase::Waiting)
            .collect();
        let throughput =
            |f: usize| mbps((self.delivered(f, &mut None) - self.flows[f].meter.delivered_before).max(0.0));
        let goodput = |f: usize| throughput(f) * self.flows[f].goodput_part;
        let live = (0..self.flows.len()).filter(|&f| !self.flows[f].removed);
        let total: f64 = live.clone().map(goodput).sum();
        let fair = self.fair.clone().unwrap_or_else(|| self.fair_rates());
        let propagation = |f: usize| self.flows[f].propagation_s;
        let power = |mbps: f64, rtt_s: Option<f64>| rtt_s.filter(|&r| r > 0.0).map(|r| mbps / r);
        let flow_row = |f: usize| {
            let (state, flow) = (&self.flows[f], &self.net.flows[f]);
            let meter = &state.meter;
            // Before the measurement nothing counts.
            let counts = if self.common.measured_from.is_some() { 1.0 } else { 0.0 };
            let sent = counts * (self.y[flow.sent] - meter.sent_before);
            let lost = (counts * (self.lost(f) - meter.lost_before)).clamp(0.0, sent.max(0.0));
            let (mean, sd) = rtt(meter);
            let share = (state.phase != Phase::Waiting).then(|| fair[f]).filter(|&x| x > 0.0);
            FlowResults {
                id: state.spec.id.clone(),
                algorithm: state.spec.algorithm.clone(),
                removed: false,
                goodput_mbps: goodput(f),
                throughput_mbps: throughput(f),
                share_percent: 100.0 * ratio(goodput(f), total),
                sent_packets: libm::round(sent / flow.packet) as u64,
                drops: libm::round(lost / flow.packet) as u64,
                loss_rate: ratio(lost, sent),
                retransmissions: 0,
                timeouts: 0,
                timeout_episodes: 0,
                undone_recoveries: 0,
                tail_probes: 0,
                loss_events: meter.decreases,
                marks: 0,
                burst_losses: 0,
                burst_losses_own: 0,
                rtt_mean_ms: mean.map(|s| s * 1e3),
                rtt_sd_ms: sd.map(|s| s * 1e3),
                rtt_p50_ms: None,
                rtt_p95_ms: None,
                rtt_p99_ms: None,
                rtt_min_ms: meter.rtt_min.map(|s| s * 1e3),
                queueing_ms: mean.map(|s| (s - flow.base_rtt).max(0.0) * 1e3),
                propagation_ms: propagation(f) * 1e3,
                fair_share_mbps: share,
                fair_ratio: share.map(|share| throughput(f) / share),
                time_to_fair_share_s: None,
                power: power(throughput(f), mean),
                completion_s: state.finished.map(|end| end - state.started),
                transfers: None,
                datagrams: None,
                video: None,
                #[cfg(feature = "script")]
                script_failure: None,
                theory: vec![],
            }
        };
        let flows: Vec<_> = live.map(flow_row).collect();
        let mut groups = Groups::default();
        let specs = self.flows.iter().enumerate().filter(|(_, f)| !f.removed);
        let specs = specs.map(|(number, f)| (number as u32, &*f.spec, &f.driven.rows.algorithm.family));
        groups.update(specs, self.common.effective.sampling.reference_algorithm.as_deref());
        let begun = |f: u32| seen.contains(&(f as usize)).then(|| goodput(f as usize));
        let sums = seen.iter().filter_map(|&f| {
            let meter = &self.flows[f].meter;
            rtt(meter).0.map(|_| (throughput(f), meter.sent, meter.rtt))
        });
        let (mbps_all, weight, delay) =
            sums.fold((0.0, 0.0, 0.0), |(a, b, c), (mbps, sent, rtt)| (a + mbps, b + sent, c + rtt));
        Results {
            from_s,
            to_s: self.now.as_secs(),
            digest: format!("{:016x}", self.digest()),
            model_version: crate::MODEL_VERSION,
            fluid: Some(FluidResults {
                steps: self.effort.steps,
                rejected: self.effort.rejected,
                tolerance: self.net.model.tolerance,
                first_congestion_s: self.first_congestion,
                cautions: self.cautions(),
            }),
            beside: vec![],
            goodput_mbps: total,
            throughput_mbps: flows.iter().map(|f| f.throughput_mbps).sum(),
            jain: jain(seen.iter().map(|&f| goodput(f))),
            jain_rtt: jain(seen.iter().map(|&f| goodput(f) * propagation(f))),
            max_min_distance: distance(seen.iter().map(|&f| (throughput(f), fair[f]))),
            power: power(mbps_all, (weight > 0.0).then(|| delay / weight)),
            burst_losses_per_flow: None,
            flows,
            queues: self.queue_results(span),
            groups: group_results(&groups, begun, |_| vec![]),
            covariance: self.covariance_results(),
        }
    }

    fn queue_results(&self, span: f64) -> Vec<QueueResults> {
        let row = |number: usize| {
            let queue = &self.net.queues[number];
            let channel = &self.channels[queue.channel];
            let meter = &channel.meter;
            let (came, left, lost) = self.passed(number);
            let counts = if self.common.measured_from.is_some() { 1.0 } else { 0.0 };
            let (came, left) = (counts * (came - meter.came_before), counts * (left - meter.left_before));
            let lost = (counts * (lost - meter.lost_before)).clamp(0.0, came.max(0.0));
            let backlog = meter.backlog.as_ref().unwrap_or(&self.idle);
            let mean = ratio(backlog.area, backlog.time);
            let sd = libm::sqrt((ratio(backlog.squares, backlog.time) - mean * mean).max(0.0));
            let (packets, ms) = (1.0 / queue.packet, 1e3 / queue.capacity);
            let quantile = |q| backlog.quantile(q, queue.limit);
            let count = |q| libm::round(quantile(q) * packets) as u32;
            QueueResults {
                id: channel.id.clone(),
                utilisation: ratio(left, queue.capacity * span).clamp(0.0, 1.0),
                mean_packets: mean * packets,
                sd_packets: sd * packets,
                p50_packets: count(0.5),
                p95_packets: count(0.95),
                p99_packets: count(0.99),
                max_packets: libm::round(backlog.most * packets) as u32,
                mean_delay_ms: mean * ms,
                sd_delay_ms: sd * ms,
                p50_delay_ms: quantile(0.5) * ms,
                p95_delay_ms: quantile(0.95) * ms,
                p99_delay_ms: quantile(0.99) * ms,
                arrivals: libm::round(came * packets).max(0.0) as u64,
                drops: libm::round(lost * packets) as u64,
                marks: 0,
                link_losses: 0,
                loss_rate: ratio(lost, came),
                burst_losses: 0,
                burst_losses_own: 0,
                congestion_events: meter.events,
                synchronization: (meter.events > 0).then(|| meter.share / meter.events as f64),
                synchronization_levels: meter.bins,
                flows: vec![],
            }
        };
        let mut by_channel: Vec<usize> = (0..self.net.queues.len()).collect();
        by_channel.sort_unstable_by_key(|&number| self.net.queues[number].channel);
        by_channel.into_iter().map(row).filter(|row| row.arrivals > 0).collect()
    }

    fn covariance_results(&self) -> CovarianceResults {
        let live = |f: &usize| !self.flows[*f].removed;
        let flows: Vec<usize> = (0..self.flows.len().min(MAX_FLOWS)).filter(live).collect();
        let rho = |a: &usize| flows.iter().map(|b| self.covariance.coefficient(*a, *b)).collect();
        CovarianceResults {
            flows: flows.iter().map(|&f| self.flows[f].spec.id.clone()).collect(),
            rho: flows.iter().map(rho).collect(),
        }
    }

    /// Conditions in which the model is inaccurate.
    fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        let name = |f: &FlowState| f.spec.name.clone().unwrap_or_else(|| f.spec.id.clone());
        let tiny = |f: &&FlowState| f.meter.tiny > OFTEN * f.meter.running && f.meter.running > 0.0;
        let small: Vec<_> = self.flows.iter().filter(|f| !f.removed).filter(tiny).map(name).collect();
        if !small.is_empty() {
            cautions.push(format!(
                "Windows below four packets ({}): real senders would wait for timeouts, the fluid model does not.",
                some_of(&small)
            ));
        }
        let shallow = |q: &&super::network::Queue| {
            q.limit < 4.0 * q.packet && self.channels[q.channel].meter.events > 0
        };
        for queue in self.net.queues.iter().filter(shallow) {
            cautions.push(format!(
                "A buffer of {:.1} packets at {}: bursts would overflow it long before the fluid does.",
                queue.limit / queue.packet,
                self.channels[queue.channel].id
            ));
        }
        let short = |f: &&FlowState| f.finished.is_some_and(|end| end - f.started < 2.0);
        if self.flows.iter().any(|f| short(&f)) {
            cautions.push(
                "Transfers that end in slow start: the fluid model has no handshake and no discrete rounds."
                    .into(),
            );
        }
        if !self.net.model.literal && self.net.flows.iter().any(|f| f.slow_start && f.running) {
            cautions.push("Some flows are still in slow start, which the fluid model treats as smooth doubling every round trip.".into());
        }
        cautions
    }
}

/// Mean and standard deviation of the RTT, weighted by bytes sent, s.
fn rtt(meter: &FlowMeter) -> (Option<f64>, Option<f64>) {
    if meter.sent <= 0.0 {
        return (None, None);
    }
    let mean = meter.rtt / meter.sent;
    (Some(mean), Some(libm::sqrt((meter.rtt_squares / meter.sent - mean * mean).max(0.0))))
}

/// The first few of many names.
fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let more = names.len().saturating_sub(SHOWN);
    let shown = names[..names.len() - more].join(", ");
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}
