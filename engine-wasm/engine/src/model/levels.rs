//! Rates, buffers and paths before each edit, so that plots draw level lines for the time in which they
//! applied.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use super::directory::Directory;
use crate::units::Time;

/// Maximum number of levels kept, the most recent ones: a line with more steps than that looks like a slope.
const MAX_LEVELS: usize = 32;

/// Levels of a directory between two edits. Channels and flows added later are not listed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Levels {
    /// Start of their validity, s.
    pub from_s: f64,
    /// End of their validity, s.
    pub until_s: f64,
    /// Levels of the channels, by number.
    pub channels: Vec<ChannelLevel>,
    /// Levels of the flows, by number.
    pub flows: Vec<FlowLevel>,
}

/// Levels of a channel, as in its directory entry.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChannelLevel {
    /// Rate, Mb/s.
    pub rate_mbps: f64,
    /// Capacity of the queue, packets; 0 if it is not counted in packets.
    pub limit_packets: f64,
    /// Whether it was removed from the document.
    pub removed: bool,
}

/// Levels of a flow's path, as in its directory entry.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FlowLevel {
    /// Base RTT, ms.
    pub base_rtt_ms: f64,
    /// Bandwidth-delay product, packets.
    pub bdp_packets: f64,
}

/// Past levels, oldest first. Snapshots share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct History(Vec<Arc<Levels>>);

impl History {
    /// Stores the levels until now, if they differ from the new ones.
    pub fn keep(&mut self, now: Time, before: &Directory, after: &Directory) {
        let from = self.0.last().map_or(0.0, |last| last.until_s);
        let old = Levels::of(from, now, before);
        let new = Levels::of(from, now, after);
        let same = new.channels.starts_with(&old.channels) && new.flows.starts_with(&old.flows);
        // Levels that applied for no time are never visible.
        if same || from >= old.until_s {
            return;
        }
        if self.0.len() == MAX_LEVELS {
            self.0.remove(0);
        }
        self.0.push(Arc::new(old));
    }

    pub fn list(&self) -> Vec<Levels> {
        self.0.iter().map(|levels| Levels::clone(levels)).collect()
    }
}

impl Levels {
    /// All levels up to `now`, with the present ones last, of a run with this directory.
    pub(crate) fn all(directory: &Directory, now: Time) -> Vec<Levels> {
        let mut levels = directory.before.clone();
        levels.push(Levels::of(levels.last().map_or(0.0, |last| last.until_s), now, directory));
        levels
    }

    fn of(from_s: f64, until: Time, directory: &Directory) -> Levels {
        let channels = directory.channels.iter();
        let flows = directory.flows.iter();
        Levels {
            from_s,
            until_s: until.as_secs(),
            channels: channels
                .map(|c| ChannelLevel {
                    rate_mbps: c.rate_mbps,
                    limit_packets: c.limit_packets,
                    removed: c.removed,
                })
                .collect(),
            flows: flows
                .map(|f| FlowLevel { base_rtt_ms: f.base_rtt_ms, bdp_packets: f.bdp_packets })
                .collect(),
        }
    }
}
