//! The scenario document: everything that a run depends on, and what its reader wants to know about it.
//!
//! Numbers carry their unit in the field's name. Names, positions, title, notes and lesson are not input of the simulation.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Lesson, Trace};

/// The format written by this version; [`crate::document`] brings older documents up to it.
pub const FORMAT_VERSION: u32 = 1;

/// A network, the flows in it, and what happens to both while the run goes on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// Format version of this document.
    pub version: u32,
    /// What the reader sees first; not input of the simulation.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: String,
    /// Markdown for the reader; not input of the simulation.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub notes: String,
    /// What a reader is told, asked and shown, step by step; not input of the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// Every random stream is derived from this number.
    #[serde(default = "one")]
    pub seed: u32,
    /// Length of the run in simulated seconds.
    #[schemars(range(min = 0.001, max = 100_000.0))]
    pub duration_s: f64,
    /// Which model runs the document.
    #[serde(default)]
    pub engine: Engine,
    /// Parameters of the fluid model by id; absent ones have the catalogue's defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub fluid: Params,
    /// Hosts and routers.
    #[schemars(length(max = 2000))]
    pub nodes: Vec<Node>,
    /// Duplex links between nodes.
    #[schemars(length(max = 4000))]
    pub links: Vec<Link>,
    /// Flows, each from one host to another. A flow's colour follows its place in this list.
    #[schemars(length(max = 1000))]
    pub flows: Vec<Flow>,
    /// Changes that happen while the run goes on, in order of time.
    #[serde(default)]
    #[schemars(length(max = 1000))]
    pub edits: Vec<Edit>,
    /// How the run is measured.
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
    /// Both, side by side.
    Both,
}

/// A host or a router.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Node {
    /// Immutable identity; random streams and digests are keyed by it.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Hosts end flows, routers only forward.
    pub kind: NodeKind,
    /// Shown instead of the id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 80))]
    pub name: Option<String>,
    /// Horizontal place on the canvas, in its own units; grows to the right.
    #[serde(default)]
    #[schemars(range(min = -100_000.0, max = 100_000.0))]
    pub x: f64,
    /// Vertical place on the canvas; grows downwards.
    #[serde(default)]
    #[schemars(range(min = -100_000.0, max = 100_000.0))]
    pub y: f64,
}

/// What a node does with packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum NodeKind {
    /// Sends, receives and forwards.
    Host,
    /// Forwards only.
    Router,
}

/// A duplex link: two channels that share nothing.
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
    /// The channel from `b` to `a`; the same as `forward` where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub backward: Option<Channel>,
}

/// One direction of a link, with the queue before it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Channel {
    /// Bits sent a second, in 10⁶ bit/s; without effect where a trace says when to send.
    #[schemars(range(min = 0.001, max = 1_000_000.0))]
    pub rate_mbps: f64,
    /// Propagation delay one way.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub delay_ms: f64,
    /// Added to each packet's delay: uniform in 0 … `jitterMs`; packets keep their order.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub jitter_ms: f64,
    /// Probability that a packet is lost on the way, independently of all others.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    pub loss_rate: f64,
    /// Loss that comes in bursts, besides the independent one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub burst_loss: Option<BurstLoss>,
    /// Packets that lose their place: those behind overtake them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reorder: Option<Reorder>,
    /// When packets can be delivered, in place of a constant rate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// What else the link does: behaviours by id, each with its parameters; absent ones have the catalogue's defaults.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub behaviours: BTreeMap<String, Params>,
    /// The queue of packets that wait for the channel.
    #[serde(default)]
    pub queue: Choice,
}

/// Loss in bursts (Gilbert 1960, Elliott 1963): a chain of two states takes a step with each packet, then the packet is lost
/// with the probability of the state.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BurstLoss {
    /// Probability of a step from the good state to the bad one.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub to_bad: f64,
    /// Probability of a step from the bad state to the good one: bad times last 1 / `toGood` packets on average.
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

/// Packets out of order: some take longer than others, as where a path has two lanes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reorder {
    /// Probability that a packet is held back, independently of all others.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub rate: f64,
    /// How much later it arrives; what was sent behind it overtakes it.
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub delay_ms: f64,
}

/// One row of the catalogue and the parameters in which it departs from that row's defaults.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Choice {
    /// Id of a row of the catalogue.
    pub kind: String,
    /// Parameters by id; absent ones have the row's default.
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
    /// A quantity in the unit that the catalogue states.
    Number(f64),
    /// One of the choices that the catalogue lists.
    Text(String),
    /// A list of quantities in the unit that the catalogue states.
    Numbers(#[schemars(length(max = 1000))] Vec<f64>),
}

/// Data from one host to another under one algorithm.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Flow {
    /// Immutable identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Shown instead of the algorithm's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 80))]
    pub name: Option<String>,
    /// Host that sends.
    pub from: String,
    /// Host that receives.
    pub to: String,
    /// Catalogue id of the algorithm; its row says which transport it needs.
    pub algorithm: String,
    /// The algorithm's parameters by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: Params,
    /// The protocol stack around the algorithm: a profile, and the options that depart from it.
    #[serde(default = "rfc_profile")]
    pub stack: Choice,
    /// What the application sends.
    #[serde(default = "bulk_traffic")]
    pub traffic: Choice,
    /// When the flow starts, in seconds.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub start_s: f64,
    /// Added to `startS`: uniform in 0 … this, drawn once; of several slots each draws its own.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0.0, max = 10_000.0))]
    pub start_jitter_s: f64,
    /// Delays each packet that the sender puts on its way: uniform in 0 … this; packets keep their order.
    #[serde(default, skip_serializing_if = "is_zero")]
    #[schemars(range(min = 0.0, max = 1_000_000.0))]
    pub send_overhead_us: f64,
    /// When the application stops handing over new data; retransmissions go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub stop_s: Option<f64>,
}

/// A change of the document at a simulated time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Edit {
    /// When: the change applies before the events at this time.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub at_s: f64,
    /// What: a JSON pointer into this document in which things in a list are named by id,
    /// as in `/links/core/forward/queue/params/limitPackets`.
    #[schemars(length(min = 1, max = 400))]
    pub path: String,
    /// The new value; null removes what the path names; a new id in a list adds to it.
    #[serde(default)]
    pub value: serde_json::Value,
}

/// How a run is measured.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Sampling {
    /// Throughput and fairness are computed once in each such period.
    #[schemars(range(min = 1.0, max = 100_000.0))]
    pub period_ms: f64,
    /// Jain's index looks back this far.
    #[schemars(range(min = 0.001, max = 10_000.0))]
    pub fairness_window_s: f64,
    /// The results count from here on.
    #[schemars(range(min = 0.0, max = 100_000.0))]
    pub measure_from_s: f64,
    /// Friendliness and internal fairness are also computed over windows of these lengths.
    #[serde(skip_serializing_if = "are_usual_scales")]
    #[schemars(length(max = 16), inner(range(min = 0.001, max = 100_000.0)))]
    pub time_scales_s: Vec<f64>,
    /// Algorithm that friendliness compares the others with; absent: the first flow's of the loss-based family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_algorithm: Option<String>,
}

/// Doublings, among them the 6, 12, 24 and 48 s of the TFRCP paper's figure 8.
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
