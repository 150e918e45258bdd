//! The table of results: exact counts and statistics of flows and queues over the measurement.

use schemars::JsonSchema;
use serde::Serialize;

use super::covariance::CovarianceResults;
use super::datagrams::DatagramResults;
use super::groups::GroupResults;
use super::playback::VideoResults;
#[cfg(feature = "script")]
use super::scripts::ScriptFailure;
use super::synchronization::BINS;
use super::transfers::TransferResults;

/// Results of a run so far.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Results {
    /// Start of the measurement, s.
    pub from_s: f64,
    /// End of the measurement, s.
    pub to_s: f64,
    /// Fingerprint of the run, 16 hexadecimal digits.
    pub digest: String,
    /// Version of the simulated model.
    pub model_version: u32,
    /// Solver statistics and cautions of a fluid run. Such a run has no packets: counts in packets are amounts of fluid, and there are
    /// no retransmissions or timeouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fluid: Option<FluidResults>,
    /// Figures of the fluid model and the packet model, if both ran.
    pub beside: Vec<ModelDifference>,
    /// Payload delivered to all receiving applications, Mb/s.
    pub goodput_mbps: f64,
    /// Bytes on the wire that reached all receiving hosts, duplicates included, Mb/s.
    pub throughput_mbps: f64,
    /// Jain’s index of the flows’ goodputs; null if all are zero.
    pub jain: Option<f64>,
    /// Jain’s index of goodput times configured two-way propagation delay: 1 if goodput is inversely proportional to that delay.
    pub jain_rtt: Option<f64>,
    /// Σ|throughput − fair share| / Σ fair share: 0 if all flows have their max-min fair share, 1 if one of two equal flows has
    /// everything. It can exceed 2 if the fair shares add up to less than the links carry.
    pub max_min_distance: Option<f64>,
    /// Throughput of the flows that measure RTTs, divided by the mean of all their RTT samples, Mb/s per s.
    pub power: Option<f64>,
    /// Burst losses (runs of adjacent drops) per flow.
    pub burst_losses_per_flow: Option<f64>,
    /// One row per flow, and after them, in the packet model, one per removed flow that sent something during the measurement.
    pub flows: Vec<FlowResults>,
    /// One row per queue with packets.
    pub queues: Vec<QueueResults>,
    /// One row per algorithm.
    pub groups: Vec<GroupResults>,
    /// Cross-covariance coefficients of the flows' windows.
    pub covariance: CovarianceResults,
}

/// Results specific to a fluid run.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FluidResults {
    /// Steps that the solver took.
    pub steps: u64,
    /// Steps that the solver rejected and repeated with a smaller step size.
    pub rejected: u64,
    /// Error allowed per step, relative to each window and buffer.
    pub tolerance: f64,
    /// Time of the first congestion event, s.
    pub first_congestion_s: Option<f64>,
    /// Cautions: where the model is inaccurate in this run.
    pub cautions: Vec<String>,
}

/// A figure of both models.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelDifference {
    /// Id of the figure.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its unit, empty for pure numbers.
    pub unit: String,
    /// Value of the packet model.
    pub packet: f64,
    /// Value of the fluid model.
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
    /// Whether it was removed during the run. Its rates count over the whole measurement like those of the others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Payload delivered to the receiving application, Mb/s.
    pub goodput_mbps: f64,
    /// Bytes on the wire that reached the receiving host, duplicates included, Mb/s.
    pub throughput_mbps: f64,
    /// Share of the total goodput, %.
    pub share_percent: f64,
    /// Data packets sent, retransmissions included.
    pub sent_packets: u64,
    /// Packets dropped anywhere, not counting pure ACKs.
    pub drops: u64,
    /// Data packets dropped, divided by those sent during the measurement or in flight at its start, 0 … 1.
    pub loss_rate: f64,
    /// Retransmitted packets.
    pub retransmissions: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Timeouts without those after exponential backoff: only the first expiry of each series.
    pub timeout_episodes: u64,
    /// Spurious recoveries that were undone.
    pub undone_recoveries: u64,
    /// Tail loss probes (RFC 8985).
    pub tail_probes: u64,
    /// Loss events detected by ACKs.
    pub loss_events: u64,
    /// Packets marked anywhere.
    pub marks: u64,
    /// Burst losses: runs of two or more drops at a queue without another arrival in between.
    pub burst_losses: u64,
    /// Burst losses in which packets of other flows may have arrived in between, but no packet of this flow was queued.
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
    /// Mean delay in excess of the delay with empty queues, ms: of round trips, or of datagrams one way.
    pub queueing_ms: Option<f64>,
    /// Configured two-way propagation delay, ms.
    pub propagation_ms: f64,
    /// Mean max-min fair rate over the measurement, on the wire, Mb/s.
    pub fair_share_mbps: Option<f64>,
    /// Throughput divided by fair share.
    pub fair_ratio: Option<f64>,
    /// From the first packet with payload to the start of the first fairness window over which the flow had at least 90 % of its fair
    /// share, s.
    pub time_to_fair_share_s: Option<f64>,
    /// Throughput divided by mean RTT, Mb/s per s.
    pub power: Option<f64>,
    /// Completion time: from the first data packet to the acknowledgement of the last byte, s.
    pub completion_s: Option<f64>,
    /// Completion times, if the flow consists of many transfers or responses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers: Option<TransferResults>,
    /// Arrival statistics of datagrams, if the flow sends them over UDP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datagrams: Option<DatagramResults>,
    /// Playback statistics, if the flow is an adaptive video.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<VideoResults>,
    /// Why the flow's script stopped, if it did. Since then the flow follows Reno.
    #[cfg(feature = "script")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub script_failure: Option<ScriptFailure>,
    /// Predictions of theory, with the measured values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub theory: Vec<Prediction>,
}

/// Results of a queue and its channel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueResults {
    /// Id of the channel.
    pub id: String,
    /// Utilisation: bits sent divided by capacity, 0 … 1.
    pub utilisation: f64,
    /// Mean backlog over time, packets.
    pub mean_packets: f64,
    /// Standard deviation of the backlog over time, packets.
    pub sd_packets: f64,
    /// Median backlog over time, packets.
    pub p50_packets: u32,
    /// 95th percentile of the backlog over time, packets.
    pub p95_packets: u32,
    /// 99th percentile of the backlog over time, packets.
    pub p99_packets: u32,
    /// Maximum backlog, packets.
    pub max_packets: u32,
    /// Mean sojourn time, ms.
    pub mean_delay_ms: f64,
    /// Standard deviation of sojourn times, ms.
    pub sd_delay_ms: f64,
    /// Median sojourn time, ms, within 1.1 %.
    pub p50_delay_ms: f64,
    /// 95th percentile of sojourn times, ms, within 1.1 %.
    pub p95_delay_ms: f64,
    /// 99th percentile of sojourn times, ms, within 1.1 %.
    pub p99_delay_ms: f64,
    /// Packets that arrived.
    pub arrivals: u64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets marked by the queue.
    pub marks: u64,
    /// Packets lost on the link.
    pub link_losses: u64,
    /// Drops divided by arrivals, including packets queued at the start of the measurement, 0 … 1.
    pub loss_rate: f64,
    /// Burst losses at this queue, as for flows.
    pub burst_losses: u64,
    /// Burst losses with packets of other flows in between.
    pub burst_losses_own: u64,
    /// Congestion events: drops less than a round-trip time apart.
    pub congestion_events: u64,
    /// Mean synchronisation level: the share of the queue’s active flows that lose a packet in a congestion event.
    pub synchronization: Option<f64>,
    /// Congestion events by synchronisation level: up to 0.1, up to 0.2 … up to 1.
    pub synchronization_levels: [u64; BINS],
    /// Drops of each flow whose data passes the queue; empty without drops, and in a fluid run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub flows: Vec<QueueFlow>,
}

/// A flow's share of a queue's drops.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueFlow {
    /// Id of the flow.
    pub id: String,
    /// Packets of the flow that the queue dropped, not counting pure ACKs.
    pub drops: u64,
    /// Share of all such drops, %.
    pub share_percent: f64,
}

/// A prediction and the corresponding measurement.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Id of the prediction.
    pub id: &'static str,
    /// Quantity predicted.
    pub name: &'static str,
    /// Its unit, empty for pure numbers.
    pub unit: &'static str,
    /// Measured value.
    pub measured: f64,
    /// Predicted value, or the lower end of a predicted range.
    pub predicted: f64,
    /// Upper end of the range, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted_to: Option<f64>,
    /// Basis and assumptions of the prediction.
    pub from: &'static str,
    /// Paper or RFC.
    pub source: &'static str,
}
