//! The scenario document: everything that a run depends on, and text for its reader.
//!
//! Field names carry the unit of their number. Names, positions, title, notes and lesson are not inputs of the simulation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "script")]
use super::ScriptedController;
use super::{Lesson, Trace};

/// The format written by this version; [`crate::document`] migrates older documents to it.
pub const FORMAT_VERSION: u32 = 1;

/// A network, its flows, and timed edits of both.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// Format version of this document.
    pub version: u32,
    /// Title; not an input of the simulation.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: String,
    /// Notes for the reader, in Markdown; not an input of the simulation.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub notes: String,
    /// Lesson that accompanies the run; not an input of the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// Seed from which every random stream is derived.
    #[serde(default = "one")]
    pub seed: u32,
    /// Length of the run in simulated seconds.
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub duration_s: f64,
    /// Model that runs the document.
    #[serde(default)]
    pub engine: Engine,
    /// Parameters of the fluid model by id; omitted ones take the catalogue’s defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fluid: Params,
    /// Controllers that this document defines.
    #[cfg(feature = "script")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub controllers: Vec<ScriptedController>,
    /// Hosts and routers.
    #[schemars(length(max = 2000))]
    pub nodes: Vec<Node>,
    /// Duplex links between nodes.
    #[schemars(length(max = 4000))]
    pub links: Vec<Link>,
    /// Flows, each from one host to another. Colours follow the order of this list.
    #[schemars(length(max = 1000))]
    pub flows: Vec<Flow>,
    /// Timed edits: changes during the run, in order of time.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub edits: Vec<Edit>,
    /// Sampling and measurement.
    #[serde(default)]
    pub sampling: Sampling,
}

/// The model that runs a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Every packet is simulated.
    #[default]
    Packet,
    /// Rates and queues follow differential equations.
    Fluid,
    /// Both models, side by side.
    Both,
}

/// A host or a router.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// Immutable identity; random streams and digests are keyed by it.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Hosts send and receive; routers only forward.
    pub kind: NodeKind,
    /// Shown instead of the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 80))]
    pub name: Option<String>,
    /// Horizontal position on the canvas, in canvas units; increases to the right.
    #[serde(default)]
    #[schemars(range(min = -100_000.0, max = 100_000.0))]
    pub x: f64,
    /// Vertical position on the canvas; increases downwards.
    #[serde(default)]
    #[schemars(range(min = -100_000.0, max = 100_000.0))]
    pub y: f64,
}

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// Sends, receives and forwards.
    Host,
    /// Forwards only.
    Router,
}

/// A duplex link: two independent channels.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Link {
    /// Immutable identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Node at one end.
    pub a: String,
    /// Node at the other end.
    pub b: String,
    /// The channel from `a` to `b`.
    pub forward: Channel,
    /// The channel from `b` to `a`; if omitted, the same as `forward`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward: Option<Channel>,
}

/// One direction of a link, with its queue.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Channel {
    /// Transmission rate in 10⁶ bit/s; ignored if there is a trace.
    #[schemars(range(min = 0.001, max = 1_000_000.0))]
    pub rate_mbps: f64,
    /// One-way propagation delay.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub delay_ms: f64,
    /// Random delay added to each packet, uniform in 0 … `jitterMs`; packets keep their order.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub jitter_ms: f64,
    /// Probability that the channel loses a packet, independently for each packet.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub loss_rate: f64,
    /// Bursty loss, in addition to independent loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst_loss: Option<BurstLoss>,
    /// Reordering: random packets are delayed and overtaken.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reorder: Option<Reorder>,
    /// Packet-delivery trace, which replaces the constant rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// Behaviours of the link by id, each with its parameters; absent parameters have the catalogue’s defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub behaviours: BTreeMap<String, Params>,
    /// Queue discipline of the channel.
    #[serde(default)]
    pub queue: Choice,
}

/// Bursty loss (Gilbert 1960, Elliott 1963): a two-state Markov chain makes a transition for each packet, then the packet is lost
/// with the probability of the current state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BurstLoss {
    /// Probability of a transition from the good state to the bad state.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub to_bad: f64,
    /// Probability of a transition from the bad state to the good state; the bad state lasts 1 / `toGood` packets on average.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub to_good: f64,
    /// Probability that a packet is lost in the good state.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub loss_good: f64,
    /// Probability that a packet is lost in the bad state.
    #[serde(default = "certain")]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub loss_bad: f64,
}

/// Reordering: some packets take longer than others, as on a path with parallel links.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reorder {
    /// Probability that a packet is delayed, independently for each packet.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub rate: f64,
    /// Extra delay of such a packet; packets sent after it overtake it.
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub delay_ms: f64,
}

/// A row of the catalogue, and the parameters that differ from its defaults.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    /// Id of a row of the catalogue.
    pub kind: String,
    /// Parameters by id; omitted ones take the row’s defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: Params,
}

/// Parameters by id.
pub type Params = BTreeMap<String, ParamValue>;

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ParamValue {
    /// On or off.
    Bool(bool),
    /// A number in the unit that the catalogue states.
    Number(f64),
    /// Id of one of the options that the catalogue lists.
    Text(String),
    /// A list of numbers in the unit that the catalogue states.
    Numbers(#[schemars(length(max = 1000))] Vec<f64>),
}

/// Data from one host to another under one algorithm.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Flow {
    /// Immutable identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Shown instead of the algorithm’s name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 80))]
    pub name: Option<String>,
    /// Sending host.
    pub from: String,
    /// Receiving host.
    pub to: String,
    /// Catalogue id of the algorithm, which determines the transport.
    pub algorithm: String,
    /// The algorithm’s parameters by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: Params,
    /// Protocol stack: a profile, and the options that differ from it.
    #[serde(default = "rfc_profile")]
    pub stack: Choice,
    /// What the application sends.
    #[serde(default = "bulk_traffic")]
    pub traffic: Choice,
    /// When the flow starts, in seconds.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub start_s: f64,
    /// Random delay added to `startS`, uniform from 0 to this value and drawn once; each slot of a transfer source draws its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub start_jitter_s: f64,
    /// Random processing delay of each packet at the sender, uniform from 0 to this value; packets keep their order.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0.0, max = 1_000_000.0))]
    pub send_overhead_us: f64,
    /// When the application stops writing new data, in seconds; retransmissions continue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub stop_s: Option<f64>,
}

/// A change of the document at a simulated time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Edit {
    /// Time of the edit, in seconds; it takes effect before the events at that time.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub at_s: f64,
    /// JSON pointer into this document in which list items are named by id,
    /// as in `/links/core/forward/queue/params/limitPackets`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// The new value. Null removes what the path names; a new id in a list adds an item.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// Sampling and measurement of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Sampling {
    /// Sampling period of throughput and fairness.
    #[schemars(range(min = 1.0, max = 100_000.0))]
    pub period_ms: f64,
    /// Window over which Jain’s index is computed.
    #[schemars(range(min = 0.001, max = 10_000.0))]
    pub fairness_window_s: f64,
    /// Start of the measurement; results exclude everything before it.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub measure_from_s: f64,
    /// Friendliness and internal fairness are also computed over windows of these lengths.
    #[serde(skip_serializing_if = "are_usual_scales")]
    #[schemars(length(max = 16), inner(range(min = 0.001, max = 100_000.0)))]
    pub time_scales_s: Vec<f64>,
    /// Reference algorithm for friendliness; if omitted, the algorithm of the first loss-based flow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_algorithm: Option<String>,
}

/// Each twice the previous one; they include the 6, 12, 24 and 48 s of figure 8 of the TFRCP paper.
const USUAL_SCALES_S: [f64; 6] = [1.5, 3.0, 6.0, 12.0, 24.0, 48.0];

fn are_usual_scales(scales: &[f64]) -> bool {
    scales == USUAL_SCALES_S
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling {
            period_ms: 100.0,
            fairness_window_s: 2.0,
            measure_from_s: 0.0,
            time_scales_s: USUAL_SCALES_S.to_vec(),
            reference_algorithm: None,
        }
    }
}

impl Default for Choice {
    /// The drop-tail queue with its default limit.
    fn default() -> Self {
        Choice::of("droptail")
    }
}

impl Choice {
    /// The row `kind` with all its defaults.
    pub fn of(kind: &str) -> Choice {
        Choice { kind: kind.to_owned(), params: Params::new() }
    }
}

impl Link {
    /// The channel from `b` to `a`.
    pub fn backward(&self) -> &Channel {
        self.backward.as_ref().unwrap_or(&self.forward)
    }
}

fn is_zero(number: &f64) -> bool {
    *number == 0.0
}

fn one() -> u32 {
    1
}

fn certain() -> f64 {
    1.0
}

fn rfc_profile() -> Choice {
    Choice::of("rfc")
}

fn bulk_traffic() -> Choice {
    Choice::of("bulk")
}
