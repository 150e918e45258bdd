//! The table of results: exact counts and statistics of flows and queues over the time of measurement.

use schemars::JsonSchema;
use serde::Serialize;

use super::fairness::jain;
use super::transfers::TransferResults;
use crate::packet_sim::Simulation;
use crate::packet_sim::flow::{Flow, Phase};
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
    /// Jain's index of the flows' goodputs; nothing if none had any.
    pub jain: Option<f64>,
    /// One row a flow.
    pub flows: Vec<FlowResults>,
    /// One row a queue that saw packets.
    pub queues: Vec<QueueResults>,
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
    /// Dropped by sent, 0 … 1.
    pub loss_rate: f64,
    /// Packets sent again.
    pub retransmissions: u64,
    /// Expirations of the retransmission timer.
    pub timeouts: u64,
    /// Loss events found by ACKs.
    pub loss_events: u64,
    /// Packets marked anywhere.
    pub marks: u64,
    /// Mean RTT sample, ms.
    pub rtt_mean_ms: Option<f64>,
    /// 95th percentile of RTT samples, ms, within 1.1 %.
    pub rtt_p95_ms: Option<f64>,
    /// Smallest RTT sample, ms.
    pub rtt_min_ms: Option<f64>,
    /// From the first packet with payload to the acknowledgement of the last byte, s.
    pub completion_s: Option<f64>,
    /// Completion times, where the flow's traffic is many transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers: Option<TransferResults>,
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
    /// Most packets that waited.
    pub max_packets: u32,
    /// Mean waiting time, ms.
    pub mean_delay_ms: f64,
    /// Packets that came.
    pub arrivals: u64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets marked by the queue.
    pub marks: u64,
    /// Packets lost on the link behind it.
    pub link_losses: u64,
    /// Dropped by arrived, 0 … 1.
    pub loss_rate: f64,
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

impl Results {
    pub(crate) fn of(run: &Simulation) -> Results {
        let (from, to) = (run.measured_from().unwrap_or(run.now()), run.now());
        let span = to.since(from).as_secs();
        let mbps = |bytes: u64| ratio(bytes as f64 * 8.0 / 1e6, span);
        let live = || run.flows().iter().filter(|f| !f.removed);
        let total: f64 = live().map(|f| mbps(f.stats.delivered_bytes)).sum();
        let seen = live().filter(|f| f.phase != Phase::Waiting);
        Results {
            from_s: from.as_secs(),
            to_s: to.as_secs(),
            digest: format!("{:016x}", run.digest()),
            model_version: crate::MODEL_VERSION,
            jain: jain(seen.map(|f| mbps(f.stats.delivered_bytes))),
            flows: live().map(|f| flow_results(run, f, mbps, total)).collect(),
            queues: queue_results(run, from, to),
        }
    }
}

fn flow_results(run: &Simulation, flow: &Flow, mbps: impl Fn(u64) -> f64, total: f64) -> FlowResults {
    let (s, network) = (&flow.stats, run.network().flow_drops[flow.index as usize]);
    let goodput = mbps(s.delivered_bytes);
    let millis = |value: Option<Nanos>| value.map(Nanos::as_millis);
    FlowResults {
        id: flow.spec.id.clone(),
        algorithm: flow.spec.algorithm.clone(),
        goodput_mbps: goodput,
        throughput_mbps: mbps(s.received_bytes),
        share_percent: 100.0 * ratio(goodput, total),
        sent_packets: s.sent_packets,
        drops: network.drops,
        loss_rate: ratio(network.drops as f64, s.sent_packets as f64),
        retransmissions: s.retransmissions,
        timeouts: s.timeouts,
        loss_events: s.loss_events,
        marks: network.marks,
        rtt_mean_ms: millis(s.rtt.mean()),
        rtt_p95_ms: millis(s.rtt.quantile(0.95)),
        rtt_min_ms: millis(s.rtt.min()),
        completion_s: flow.completed.and_then(|end| Some(end.since(flow.first_sent?).as_secs())),
        transfers: flow.transfers.as_ref().map(|t| t.results(run.now())),
    }
}

fn queue_results(run: &Simulation, from: Time, to: Time) -> Vec<QueueResults> {
    let span = to.since(from);
    let seen = run.network().channels.iter().filter(|c| c.stats.arrivals > 0);
    let row = |c: &crate::link::Channel| {
        // The integral up to now, without touching the run.
        let mut c = c.clone();
        c.integrate(to);
        c.count_capacity(to);
        let s = c.stats;
        QueueResults {
            id: c.id.clone(),
            utilisation: ratio(s.sent_bytes as f64 * 8.0 * NANOS_PER_SEC as f64, s.capacity as f64).min(1.0),
            mean_packets: ratio(s.length_integral, span.0 as f64),
            max_packets: s.longest,
            mean_delay_ms: ratio(s.waited as f64 / 1e6, s.sent as f64),
            arrivals: s.arrivals,
            drops: s.drops,
            marks: s.marks,
            link_losses: s.lost,
            loss_rate: ratio(s.drops as f64, s.arrivals as f64),
        }
    };
    seen.map(row).collect()
}
