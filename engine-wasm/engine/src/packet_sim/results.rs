//! Results of a packet run: exact counts of flows and queues, and predictions of theory.

use super::Simulation;
use super::predictions::predictions;
use crate::link::Channel;
use crate::metrics::covariance::{CovarianceResults, MAX_FLOWS};
use crate::metrics::datagrams::DatagramResults;
use crate::metrics::fairness::jain;
use crate::metrics::groups::group_results;
use crate::metrics::maxmin::distance;
use crate::metrics::quantile::Histogram;
use crate::metrics::results::{FlowResults, QueueFlow, QueueResults, Results};
use crate::model::wire::DATAGRAM_HEADER;
use crate::transport::flow::{Flow, Phase};
use crate::units::{NANOS_PER_SEC, Nanos, Time};

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The measurement's interval.
#[derive(Clone, Copy)]
struct MeasuredSpan {
    from: Time,
    to: Time,
}

impl MeasuredSpan {
    fn length(self) -> Nanos {
        self.to.since(self.from)
    }

    fn mbps(self, bytes: u64) -> f64 {
        ratio(bytes as f64 * 8.0 / 1e6, self.length().as_secs())
    }
}

impl Simulation {
    /// The results table.
    pub fn results(&self) -> Results {
        let run = self;
        let span = MeasuredSpan { from: run.measured_from().unwrap_or(run.now()), to: run.now() };
        let observer = run.observer();
        let live = || run.flows().iter().filter(|f| !f.removed);
        let seen = || live().filter(|f| f.phase != Phase::Waiting);
        let goodput = |f: &Flow| span.mbps(f.stats.delivered_bytes);
        let throughput = |f: &Flow| span.mbps(f.stats.received_bytes);
        let mut listed: Vec<&Flow> = live().collect();
        // What a removed flow carried stays in the results, unless another flow has its id now.
        for flow in run.flows().iter().filter(|f| f.removed && f.stats.sent_packets > 0) {
            if listed.iter().all(|f| f.spec.id != flow.spec.id) {
                listed.push(flow);
            }
        }
        let total: f64 = listed.iter().map(|f| goodput(f)).sum();
        let share = |f: &Flow| observer.fair_share_mbps(f.index, span.from, span.to);
        let bursts: u64 = seen().map(|f| run.network().losses.bursts.of_flow(f.index).adjacent).sum();
        let has_begun = |index: u32| {
            let flow = &run.flows()[index as usize];
            (flow.phase != Phase::Waiting).then(|| goodput(flow))
        };
        let queues = queue_results(run, span);
        let flows = listed.iter().map(|flow| {
            let measured = flow_results(run, flow, span, total);
            if flow.removed {
                return measured;
            }
            let theory = predictions(run, flow, &measured, &queues, span.to.since(span.from).as_secs());
            FlowResults { theory, ..measured }
        });
        Results {
            from_s: span.from.as_secs(),
            to_s: span.to.as_secs(),
            digest: format!("{:016x}", run.digest()),
            model_version: crate::MODEL_VERSION,
            fluid: None,
            beside: vec![],
            goodput_mbps: total,
            throughput_mbps: listed.iter().map(|f| throughput(f)).sum(),
            jain: jain(seen().map(goodput)),
            jain_rtt: jain(seen().map(|f| goodput(f) * observer.propagation(f.index).as_secs())),
            max_min_distance: distance(seen().filter_map(|f| Some((throughput(f), share(f)?)))),
            power: total_power(seen().map(|f| (throughput(f), &f.stats.rtt))),
            burst_losses_per_flow: (seen().count() > 0).then(|| bursts as f64 / seen().count() as f64),
            flows: flows.collect(),
            queues,
            groups: group_results(&observer.groups, has_begun, |group| observer.scales.results(group)),
            covariance: covariance_results(run),
        }
    }
}

/// Power (Kleinrock 1979): throughput divided by delay; `None` without either.
fn power(throughput_mbps: f64, delay_ns: Option<f64>) -> Option<f64> {
    delay_ns.filter(|&delay| delay > 0.0).map(|delay| throughput_mbps / (delay / 1e9))
}

/// Power of all flows together, from all their RTT samples.
fn total_power<'a>(flows: impl Iterator<Item = (f64, &'a Histogram)>) -> Option<f64> {
    let (mut throughput, mut samples, mut delay) = (0.0, 0.0, 0.0);
    for (mbps, rtt) in flows {
        let Some(mean) = rtt.mean() else { continue };
        throughput += mbps;
        samples += rtt.count() as f64;
        delay += mean * rtt.count() as f64;
    }
    power(throughput, (samples > 0.0).then(|| delay / samples))
}

fn flow_results(run: &Simulation, flow: &Flow, span: MeasuredSpan, total: f64) -> FlowResults {
    let (s, network) = (&flow.stats, run.network().flow_drops[flow.index as usize]);
    let (goodput, throughput) = (span.mbps(s.delivered_bytes), span.mbps(s.received_bytes));
    let bursts = run.network().losses.bursts.of_flow(flow.index);
    let fair_share = run.observer().fair_share_mbps(flow.index, span.from, span.to);
    #[cfg(feature = "script")]
    let report = run.transports()[flow.index as usize].script().map(|s| s.report());
    let user = run.transports()[flow.index as usize].user_results(run.now());
    let millis = |nanos: Option<f64>| nanos.map(|ns| ns / 1e6);
    FlowResults {
        id: flow.spec.id.clone(),
        algorithm: flow.spec.algorithm.clone(),
        removed: flow.removed,
        goodput_mbps: goodput,
        throughput_mbps: throughput,
        share_percent: 100.0 * ratio(goodput, total),
        sent_packets: s.sent_packets,
        drops: network.drops,
        loss_rate: ratio(network.data as f64, (s.sent_packets + s.in_flight_at_start) as f64),
        retransmissions: s.retransmissions,
        timeouts: s.timeouts,
        timeout_episodes: s.timeout_episodes,
        undone_recoveries: s.undone,
        tail_probes: s.tail_probes,
        loss_events: s.loss_events,
        marks: network.marks,
        burst_losses: bursts.adjacent,
        burst_losses_own: bursts.own,
        rtt_mean_ms: millis(s.rtt.mean()),
        rtt_sd_ms: millis(s.rtt.sd()),
        rtt_p50_ms: millis(s.rtt.quantile(0.5)),
        rtt_p95_ms: millis(s.rtt.quantile(0.95)),
        rtt_p99_ms: millis(s.rtt.quantile(0.99)),
        rtt_min_ms: s.rtt.min().map(Nanos::as_millis),
        queueing_ms: queueing_ms(run, flow, user.datagrams.as_ref()),
        propagation_ms: run.observer().propagation(flow.index).as_millis(),
        fair_share_mbps: fair_share,
        fair_ratio: fair_share.filter(|&share| share > 0.0).map(|share| throughput / share),
        time_to_fair_share_s: run.observer().time_to_fair_share(flow.index).map(Nanos::as_secs),
        power: power(throughput, s.rtt.mean()),
        completion_s: flow.completed.and_then(|end| Some(end.since(flow.first_sent?).as_secs())),
        transfers: flow.transfers.as_ref().map(|t| t.results(run.now())),
        datagrams: user.datagrams,
        video: user.video,
        #[cfg(feature = "script")]
        script_failure: report.and_then(|r| r.failure.as_deref().cloned()),
        theory: vec![],
    }
}

/// Mean delay in excess of that with empty queues: of round trips, or of datagrams one way.
fn queueing_ms(run: &Simulation, flow: &Flow, datagrams: Option<&DatagramResults>) -> Option<f64> {
    let (mean_ms, empty) = match datagrams {
        None => (flow.stats.rtt.mean()? / 1e6, run.observer().base_rtt(flow.index)),
        Some(datagrams) => {
            let (_, payload) = flow.rows.traffic.offered(&flow.spec.traffic.params)?;
            let bytes = payload as u32 + DATAGRAM_HEADER;
            (datagrams.delay_mean_ms?, run.observer().one_way(flow.index, bytes, run.network())?)
        }
    };
    Some((mean_ms - empty.as_millis()).max(0.0))
}

fn queue_results(run: &Simulation, span: MeasuredSpan) -> Vec<QueueResults> {
    let losses = &run.network().losses;
    let seen = (0..).zip(&run.network().channels).filter(|(_, c)| c.stats.arrivals > 0);
    let row = |(index, c): (u32, &Channel)| {
        let s = c.stats;
        let lengths = c.lengths_until(span.to);
        let (mean_packets, sd_packets) = lengths.mean_and_sd(span.length());
        let packets = |q| lengths.quantile(q, span.length());
        // Packets that did not wait are not in the bins.
        let at_once = s.sent.saturating_sub(c.waits.total());
        let delay = |q| c.waits.quantile(q, at_once).unwrap_or(0.0) / 1e6;
        let mean_delay = ratio(s.waited as f64, s.sent as f64);
        let variance = ratio(s.waited_squares, s.sent as f64) - mean_delay * mean_delay;
        let (bursts, levels) = (losses.bursts.of_channel(index), losses.synchronization.of_channel(index));
        QueueResults {
            id: c.id.clone(),
            utilisation: ratio(
                c.sent_bytes() as f64 * 8.0 * NANOS_PER_SEC as f64,
                c.capacity_until(span.to) as f64,
            )
            .min(1.0),
            mean_packets,
            sd_packets,
            p50_packets: packets(0.5),
            p95_packets: packets(0.95),
            p99_packets: packets(0.99),
            max_packets: lengths.max(),
            mean_delay_ms: mean_delay / 1e6,
            sd_delay_ms: libm::sqrt(variance.max(0.0)) / 1e6,
            p50_delay_ms: delay(0.5),
            p95_delay_ms: delay(0.95),
            p99_delay_ms: delay(0.99),
            arrivals: s.arrivals,
            drops: s.drops,
            marks: s.marks,
            link_losses: s.lost,
            loss_rate: ratio(s.drops as f64, (s.arrivals + s.waiting) as f64),
            burst_losses: bursts.adjacent,
            burst_losses_own: bursts.own,
            congestion_events: levels.events,
            synchronization: levels.mean(),
            synchronization_levels: levels.bins,
            flows: losers(run, index),
        }
    };
    seen.map(row).collect()
}

/// Flows that lose packets at a channel's queue.
fn losers(run: &Simulation, channel: u32) -> Vec<QueueFlow> {
    let drops = |flow: &Flow| run.network().losses.of_flow_at(flow.index, channel);
    let there = |f: &&Flow| !f.removed && (run.observer().goes_through(f.index, channel) || drops(f) > 0);
    let flows: Vec<_> = run.flows().iter().filter(there).collect();
    let all: u64 = flows.iter().map(|f| drops(f)).sum();
    let row = |flow: &&Flow| QueueFlow {
        id: flow.spec.id.clone(),
        drops: drops(flow),
        share_percent: 100.0 * ratio(drops(flow) as f64, all as f64),
    };
    if all > 0 { flows.iter().map(row).collect() } else { vec![] }
}

fn covariance_results(run: &Simulation) -> CovarianceResults {
    let flows: Vec<_> = run.flows().iter().take(MAX_FLOWS).filter(|f| !f.removed).collect();
    let rho =
        |a: &&Flow, b: &&Flow| run.observer().covariance.coefficient(a.index as usize, b.index as usize);
    CovarianceResults {
        flows: flows.iter().map(|f| f.spec.id.clone()).collect(),
        rho: flows.iter().map(|a| flows.iter().map(|b| rho(a, b)).collect()).collect(),
    }
}
