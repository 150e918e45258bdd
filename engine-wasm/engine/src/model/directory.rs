//! The directory: the layout of the sections that the page reads.

use schemars::JsonSchema;
use serde::Serialize;

use super::levels::Levels;
#[cfg(feature = "script")]
use crate::catalogue::AlgorithmInfo;
use crate::catalogue::TransportKind;
use crate::metrics::recorder::{DirectorySeries, Mark};
use crate::sections::{MarkRecord, number};
use crate::transport::FlowRows;

/// Layout of the sections. Read it again when its version changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Directory {
    /// Changes with every edit.
    pub version: u32,
    /// Length of the run, s.
    pub duration_s: f64,
    /// Estimated maximum number of hops of the run, from the rates of its links.
    pub estimated_hops: f64,
    /// Series by number.
    pub series: Vec<DirectorySeries>,
    /// Channels by number.
    pub channels: Vec<DirectoryChannel>,
    /// Flows by number.
    pub flows: Vec<DirectoryFlow>,
    /// Rows of the document's controllers.
    #[cfg(feature = "script")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub algorithms: Vec<AlgorithmInfo>,
    /// Levels before each edit, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Levels>,
    /// Levels after each later edit, oldest first: a run that has gone back knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Levels>,
}

/// A channel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryChannel {
    /// "link/forward" or "link/backward".
    pub id: String,
    /// Id of the link.
    pub link: String,
    /// Id of the node at its start.
    pub from: String,
    /// Id of the node at its end.
    pub to: String,
    /// Rate that it can sustain, Mb/s: its own, or that of a policer or shaper if that is less.
    pub rate_mbps: f64,
    /// Propagation delay, ms.
    pub delay_ms: f64,
    /// Catalogue id of the queue discipline.
    pub discipline: String,
    /// Catalogue ids of its behaviours.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behaviours: Vec<String>,
    /// Capacity of the queue in packets; 0 if it is not counted in packets.
    pub limit_packets: f64,
    /// Whether it is the slowest channel on a flow's path.
    pub bottleneck: bool,
    /// Whether it was removed from the document.
    pub removed: bool,
}

/// Kind of congestion window of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FlowWindow {
    /// None: a rate controller or the traffic sets its rate.
    None,
    /// That of its connection.
    One,
    /// The sum over its concurrent connections.
    Sum,
}

/// A flow.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryFlow {
    /// Id of the flow.
    pub id: String,
    /// Catalogue id of its algorithm.
    pub algorithm: String,
    /// Numbers of the channels of its data; empty without a route.
    pub path: Vec<u32>,
    /// Numbers of the channels of its ACKs.
    pub back: Vec<u32>,
    /// Base RTT, ms: propagation delay, and transmission of a full packet of the flow and its ACK.
    pub base_rtt_ms: f64,
    /// Bandwidth-delay product of its path, packets.
    pub bdp_packets: f64,
    /// Kind of its congestion window.
    pub window: FlowWindow,
    /// Whether it was removed from the document.
    pub removed: bool,
}

/// Maximum number of queue slots that a scene lists for a class of a queue.
pub(crate) const MAX_SLOTS: usize = 512;

pub(crate) fn window_of(rows: &FlowRows) -> FlowWindow {
    match rows.algorithm.transport() {
        TransportKind::Tcp if rows.traffic.is_transfers() => FlowWindow::Sum,
        TransportKind::Tcp => FlowWindow::One,
        TransportKind::Rate | TransportKind::Udp => FlowWindow::None,
    }
}

/// Timeline marks from number `from` on.
pub fn marks_section(marks: &[Mark], from: u32, out: &mut Vec<f64>) {
    out.clear();
    for mark in marks.iter().skip(from as usize) {
        MarkRecord { time: mark.time.as_secs(), flow: number(mark.flow), kind: mark.kind.code() }.push(out);
    }
}
