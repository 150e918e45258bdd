//! The table of results: exact counts and statistics of flows and queues over the time of measurement.

use schemars::JsonSchema;
use serde::Serialize;

use super::covariance::{CovarianceResults, MAX_FLOWS};
use super::fairness::jain;
use super::groups::{GroupResults, group_results};
use super::maxmin::distance;
use super::quantile::Histogram;
use super::synchronization::BINS;
use super::transfers::TransferResults;
use crate::link::Channel;
use crate::packet_sim::Simulation;
use crate::packet_sim::flow::{Flow, Phase};
use crate::theory::beside::{Prediction, predictions};
use crate::units::{NANOS_PER_SEC, Nanos, Time};

/// Results of a run so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// Start of the measurement, s.
    pub from_s: f64,
    /// Its end, s.
    pub to_s: f64,
    /// Fingerprint of the run, 16 hexadecimal digits.
    pub digest: String,
    /// Version of the simulated model.
    pub model_version: u32,
    /// The solver's work and what to beware of, where the run is a fluid one. Such a run knows no packets: what is counted in packets
    /// is an amount of fluid, and nothing is sent again or times out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fluid: Option<FluidResults>,
    /// The fluid model's figures beside the packet model's, where both ran.
    pub beside: Vec<Disagreement>,
    /// Payload that became available to all receiving applications, Mb/s.
    pub goodput_mbps: f64,
    /// Bytes on the wire that reached all receiving hosts, duplicates included, Mb/s.
    pub throughput_mbps: f64,
    /// Jain's index of the flows' goodputs; nothing if none had any.
    pub jain: Option<f64>,
    /// The same of goodputs times configured propagation there and back: 1 where goodputs go as the inverse of it.
    pub jain_rtt: Option<f64>,
    /// Σ|throughput − fair share| / Σ fair share: 0 where all flows have their max-min fair share, 1 where
    /// one of two equals has all. Where what is fair in all is less than what the links carry, it can be more than 2.
    pub max_min_distance: Option<f64>,
    /// Throughput of the flows that measure round-trip times over the mean of all their samples, Mb/s per s.
    pub power: Option<f64>,
    /// Burst losses (adjacent drops) by the number of flows.
    pub burst_losses_per_flow: Option<f64>,
    /// One row a flow.
    pub flows: Vec<FlowResults>,
    /// One row a queue that saw packets.
    pub queues: Vec<QueueResults>,
    /// One row an algorithm.
    pub groups: Vec<GroupResults>,
    /// Cross-covariance coefficients of the flows' windows.
    pub covariance: CovarianceResults,
}

/// A fluid run's own.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FluidResults {
    /// Steps that the solver took.
    pub steps: u64,
    /// Steps that it had to try again, shorter.
    pub rejected: u64,
    /// Error allowed in a step, as a part of each window and buffer.
    pub tolerance: f64,
    /// First congestion event, s.
    pub first_congestion_s: Option<f64>,
    /// Where the model is out of its depth in this run, in words.
    pub cautions: Vec<String>,
}

/// One figure by both models.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Disagreement {
    /// Which figure.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its unit, empty for pure numbers.
    pub unit: String,
    /// By packets.
    pub packet: f64,
    /// By fluid.
    pub fluid: f64,
}

/// Results of a flow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowResults {
    /// Id of the flow.
    pub id: String,
    /// Id of its algorithm.
    pub algorithm: String,
    /// Payload that became available to the receiving application, Mb/s.
    pub goodput_mbps: f64,
    /// Bytes on the wire that reached the receiving host, duplicates included, Mb/s.
    pub throughput_mbps: f64,
    /// Share of all goodput, %.
    pub share_percent: f64,
    /// Packets with payload sent, retransmissions included.
    pub sent_packets: u64,
    /// Packets dropped anywhere, pure ACKs not counted.
    pub drops: u64,
    /// Packets with payload dropped, by those on their way in the time of measurement: sent in it, or on the way when it began. 0 … 1.
    pub loss_rate: f64,
    /// Packets sent again.
    pub retransmissions: u64,
    /// Expirations of the retransmission timer.
    pub timeouts: u64,
    /// Of these, the first ones: a timer that is backed off goes on with the same episode.
    pub timeout_episodes: u64,
    /// Loss events found by ACKs.
    pub loss_events: u64,
    /// Packets marked anywhere.
    pub marks: u64,
    /// Runs of two or more drops at a queue to which no other packet came in between.
    pub burst_losses: u64,
    /// The same where packets of other flows may have come in between, but none of its own came through.
    pub burst_losses_own: u64,
    /// Mean RTT sample, ms.
    pub rtt_mean_ms: Option<f64>,
    /// Standard deviation of RTT samples, ms.
    pub rtt_sd_ms: Option<f64>,
    /// Median of RTT samples, ms, within 1.1 %.
    pub rtt_p50_ms: Option<f64>,
    /// 95th percentile of RTT samples, ms, within 1.1 %.
    pub rtt_p95_ms: Option<f64>,
    /// 99th percentile of RTT samples, ms, within 1.1 %.
    pub rtt_p99_ms: Option<f64>,
    /// Smallest RTT sample, ms.
    pub rtt_min_ms: Option<f64>,
    /// Configured propagation there and back, ms.
    pub propagation_ms: f64,
    /// Mean max-min fair rate over the measurement, on the wire, Mb/s.
    pub fair_share_mbps: Option<f64>,
    /// Throughput over fair share.
    pub fair_ratio: Option<f64>,
    /// Throughput over mean RTT, Mb/s per s.
    pub power: Option<f64>,
    /// From the first packet with payload to the acknowledgement of the last byte, s.
    pub completion_s: Option<f64>,
    /// Completion times, where the flow's traffic is many transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers: Option<TransferResults>,
    /// What theory predicts, beside what was measured.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub theory: Vec<Prediction>,
}

/// Results of a queue and its channel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueResults {
    /// Id of the channel.
    pub id: String,
    /// Bits sent by what the rate allows, 0 … 1.
    pub utilisation: f64,
    /// Time average of packets that wait.
    pub mean_packets: f64,
    /// Standard deviation of it over time.
    pub sd_packets: f64,
    /// Packets that wait, not exceeded half of the time.
    pub p50_packets: u32,
    /// The same for 95 % of the time.
    pub p95_packets: u32,
    /// The same for 99 % of the time.
    pub p99_packets: u32,
    /// Most packets that waited.
    pub max_packets: u32,
    /// Mean waiting time, ms.
    pub mean_delay_ms: f64,
    /// Standard deviation of waiting times, ms.
    pub sd_delay_ms: f64,
    /// Median waiting time, ms, within 1.1 %, as the next two.
    pub p50_delay_ms: f64,
    /// 95th percentile of waiting times, ms.
    pub p95_delay_ms: f64,
    /// 99th percentile of waiting times, ms.
    pub p99_delay_ms: f64,
    /// Packets that came.
    pub arrivals: u64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets marked by the queue.
    pub marks: u64,
    /// Packets lost on the link behind it.
    pub link_losses: u64,
    /// Dropped, by those that came or waited when the measurement began, 0 … 1.
    pub loss_rate: f64,
    /// Burst losses here, as of flows.
    pub burst_losses: u64,
    /// The same with packets of other flows in between.
    pub burst_losses_own: u64,
    /// Congestion events: drops less than a round-trip time apart.
    pub congestion_events: u64,
    /// Mean share of the queue's active flows that lost a packet in an event.
    pub synchronization: Option<f64>,
    /// Events by that share: up to 0.1, up to 0.2 … up to 1.
    pub synchronization_levels: [u64; BINS],
    /// Who loses here, of those whose data go through; empty where nobody does, and in fluid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<QueueFlow>,
}

/// A flow's part of what a queue drops.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueFlow {
    /// Id of the flow.
    pub id: String,
    /// Its packets dropped by the queue, pure ACKs not counted.
    pub drops: u64,
    /// Share of all such drops, %.
    pub share_percent: f64,
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// The time of measurement.
#[derive(Clone, Copy)]
struct Span {
    from: Time,
    to: Time,
}

impl Span {
    fn length(self) -> Nanos {
        self.to.since(self.from)
    }

    fn mbps(self, bytes: u64) -> f64 {
        ratio(bytes as f64 * 8.0 / 1e6, self.length().as_secs())
    }
}

impl Results {
    pub(crate) fn of(run: &Simulation) -> Results {
        let span = Span { from: run.measured_from().unwrap_or(run.now()), to: run.now() };
        let observer = run.observer();
        let live = || run.flows().iter().filter(|f| !f.removed);
        let seen = || live().filter(|f| f.phase != Phase::Waiting);
        let goodput = |f: &Flow| span.mbps(f.stats.delivered_bytes);
        let throughput = |f: &Flow| span.mbps(f.stats.received_bytes);
        let total: f64 = live().map(goodput).sum();
        let share = |f: &Flow| observer.fair_share_mbps(f.index, span.from, span.to);
        let bursts: u64 = seen().map(|f| run.network().losses.bursts.of_flow(f.index).adjacent).sum();
        let has_begun = |index: u32| {
            let flow = &run.flows()[index as usize];
            (flow.phase != Phase::Waiting).then(|| goodput(flow))
        };
        let queues = queue_results(run, span);
        let flows = live().map(|flow| {
            let measured = flow_results(run, flow, span, total);
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
            throughput_mbps: live().map(throughput).sum(),
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

/// Power by Kleinrock 1979: throughput over delay; nothing without either.
fn power(throughput_mbps: f64, delay_ns: Option<f64>) -> Option<f64> {
    delay_ns.filter(|&delay| delay > 0.0).map(|delay| throughput_mbps / (delay / 1e9))
}

/// The same of all flows together, by all their samples.
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

fn flow_results(run: &Simulation, flow: &Flow, span: Span, total: f64) -> FlowResults {
    let (s, network) = (&flow.stats, run.network().flow_drops[flow.index as usize]);
    let (goodput, throughput) = (span.mbps(s.delivered_bytes), span.mbps(s.received_bytes));
    let bursts = run.network().losses.bursts.of_flow(flow.index);
    let fair_share = run.observer().fair_share_mbps(flow.index, span.from, span.to);
    let millis = |nanos: Option<f64>| nanos.map(|ns| ns / 1e6);
    FlowResults {
        id: flow.spec.id.clone(),
        algorithm: flow.spec.algorithm.clone(),
        goodput_mbps: goodput,
        throughput_mbps: throughput,
        share_percent: 100.0 * ratio(goodput, total),
        sent_packets: s.sent_packets,
        drops: network.drops,
        loss_rate: ratio(network.data as f64, (s.sent_packets + s.on_the_way) as f64),
        retransmissions: s.retransmissions,
        timeouts: s.timeouts,
        timeout_episodes: s.timeout_episodes,
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
        propagation_ms: run.observer().propagation(flow.index).as_millis(),
        fair_share_mbps: fair_share,
        fair_ratio: fair_share.filter(|&share| share > 0.0).map(|share| throughput / share),
        power: power(throughput, s.rtt.mean()),
        completion_s: flow.completed.and_then(|end| Some(end.since(flow.first_sent?).as_secs())),
        transfers: flow.transfers.as_ref().map(|t| t.results(run.now())),
        theory: vec![],
    }
}

fn queue_results(run: &Simulation, span: Span) -> Vec<QueueResults> {
    let losses = &run.network().losses;
    let seen = (0..).zip(&run.network().channels).filter(|(_, c)| c.stats.arrivals > 0);
    let row = |(index, c): (u32, &Channel)| {
        let s = c.stats;
        let lengths = c.lengths_until(span.to);
        let (mean_packets, sd_packets) = lengths.mean_and_sd(span.length());
        let packets = |q| lengths.quantile(q, span.length());
        // Those that did not wait are none of the classes.
        let at_once = s.sent.saturating_sub(c.waits.total());
        let delay = |q| c.waits.quantile(q, at_once).unwrap_or(0.0) / 1e6;
        let mean_delay = ratio(s.waited as f64, s.sent as f64);
        let variance = ratio(s.waited_squares, s.sent as f64) - mean_delay * mean_delay;
        let (bursts, levels) = (losses.bursts.of_channel(index), losses.synchronization.of_channel(index));
        QueueResults {
            id: c.id.clone(),
            utilisation: ratio(
                s.sent_bytes as f64 * 8.0 * NANOS_PER_SEC as f64,
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

/// Who loses at a channel's queue.
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
