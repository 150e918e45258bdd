//! The directory: the layout of the sections that the page reads.

use schemars::JsonSchema;
use serde::Serialize;

use super::levels::Levels;
use crate::catalogue::TransportKind;
use crate::metrics::recorder::{DirectorySeries, Mark};
use crate::sections::{MarkRecord, number};
use crate::transport::FlowRows;

/// What is where in the sections; read again when its version changes.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Directory {
    /// Changes with every edit.
    pub version: u32,
    /// Length of the run, s.
    pub duration_s: f64,
    /// Packets that the run will carry over links, at most, by the rates of its links.
    pub estimated_hops: f64,
    /// Series by number.
    pub series: Vec<DirectorySeries>,
    /// Channels by number.
    pub channels: Vec<DirectoryChannel>,
    /// Flows by number.
    pub flows: Vec<DirectoryFlow>,
    /// Levels that held before edits, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Levels>,
}

/// A channel.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectoryChannel {
    /// "link/forward" or "link/backward".
    pub id: String,
    /// Id of the link.
    pub link: String,
    /// Id of the node that sends into it.
    pub from: String,
    /// Id of the node that it leads to.
    pub to: String,
    /// Rate, Mb/s.
    pub rate_mbps: f64,
    /// Propagation delay, ms.
    pub delay_ms: f64,
    /// Catalogue id of the queue discipline.
    pub discipline: String,
    /// Catalogue ids of what else the link does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behaviours: Vec<String>,
    /// Capacity of the queue in packets; 0 where it is not counted in packets.
    pub limit_packets: f64,
    /// The slowest channel on the way of some flow's data.
    pub bottleneck: bool,
    /// Taken out of the document.
    pub removed: bool,
}

/// What a flow has for a congestion window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum FlowWindow {
    /// None: a rate law or a plain source sets its pace.
    None,
    /// Its connection's.
    One,
    /// The sum of the windows of the connections that it has at once.
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
    /// Numbers of the channels that its data takes; empty: no route.
    pub path: Vec<u32>,
    /// Numbers of the channels that its ACKs take.
    pub back: Vec<u32>,
    /// Round-trip time with empty queues, ms: propagation and one full packet's and its ACK's transmission.
    pub base_rtt_ms: f64,
    /// Bandwidth-delay product of its path, packets.
    pub bdp_packets: f64,
    /// What its series and number of the window are.
    pub window: FlowWindow,
    /// Taken out of the document.
    pub removed: bool,
}

/// Maximum number of queue slots that a scene lists for a channel.
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
