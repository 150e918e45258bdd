//! The table of results: exact counts and statistics of flows and queues over the time of measurement.

use schemars::JsonSchema;
use serde::Serialize;

use super::covariance::CovarianceResults;
use super::datagrams::DatagramResults;
use super::groups::GroupResults;
use super::playback::VideoResults;
use super::synchronization::BINS;
use super::transfers::TransferResults;

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
    pub beside: Vec<ModelDifference>,
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
pub struct ModelDifference {
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
    /// Recoveries that proved to have been unnecessary and were undone.
    pub undone_recoveries: u64,
    /// Tail loss probes (RFC 8985).
    pub tail_probes: u64,
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
    /// Mean delay beyond that with empty queues, ms: of round trips, or of datagrams one way.
    pub queueing_ms: Option<f64>,
    /// Configured propagation there and back, ms.
    pub propagation_ms: f64,
    /// Mean max-min fair rate over the measurement, on the wire, Mb/s.
    pub fair_share_mbps: Option<f64>,
    /// Throughput over fair share.
    pub fair_ratio: Option<f64>,
    /// From the first packet with payload to the start of the first fairness window over which the flow had at least 90 % of its fair
    /// share, s.
    pub time_to_fair_share_s: Option<f64>,
    /// Throughput over mean RTT, Mb/s per s.
    pub power: Option<f64>,
    /// From the first packet with payload to the acknowledgement of the last byte, s.
    pub completion_s: Option<f64>,
    /// Completion times, where the flow's traffic is many transfers or responses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfers: Option<TransferResults>,
    /// How datagrams arrive, where the flow sends some over UDP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub datagrams: Option<DatagramResults>,
    /// What the viewer has seen, where the flow's traffic is an adaptive video.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<VideoResults>,
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

/// A prediction beside the measurement that it is about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prediction {
    /// Which prediction.
    pub id: &'static str,
    /// What is predicted.
    pub name: &'static str,
    /// Its unit, empty for pure numbers.
    pub unit: &'static str,
    /// What the run measured.
    pub measured: f64,
    /// What theory says; where it names a range, the range's lower end.
    pub predicted: f64,
    /// Upper end of the range, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predicted_to: Option<f64>,
    /// From what, and on which assumptions, in words.
    pub from: &'static str,
    /// Paper or RFC.
    pub source: &'static str,
}
