//! What every model keeps of its run, whatever it computes with: the document and its edits, digests, and why it ended.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::levels::History;
use crate::core::digest::Digest;
use crate::registry::Registry;
use crate::scenario::{Edit, Node, Scenario};
use crate::units::{Nanos, Time};

/// See the module.
#[derive(Clone, Debug)]
pub struct Common {
    /// The document with every edit so far.
    pub(crate) scenario: Scenario,
    /// What it says now.
    pub(crate) effective: Scenario,
    /// The rows that its documents name.
    pub(crate) registry: Arc<Registry>,
    /// Ids of the nodes so far; a node keeps its place.
    pub(crate) node_ids: Vec<String>,
    /// When the run ends.
    pub(crate) end: Time,
    /// Number of the edit that is applied next.
    pub(crate) next_edit: usize,
    /// When the next rung of the ladder is due.
    pub(crate) next_second: Time,
    /// One digest for every whole second so far.
    pub(crate) ladder: Vec<u64>,
    /// When the counts of the results began.
    pub(crate) measured_from: Option<Time>,
    /// Changes with every edit.
    pub(crate) directory_version: u32,
    pub(crate) history: History,
    /// Why the run ended before its time, if it did.
    pub(crate) stopped: Option<&'static str>,
}

impl Common {
    /// Of a run before its start: nothing is there yet.
    pub(crate) fn new(registry: Arc<Registry>, scenario: &Scenario) -> Common {
        Common {
            scenario: scenario.clone(),
            effective: Scenario {
                nodes: vec![],
                links: vec![],
                flows: vec![],
                edits: vec![],
                ..scenario.clone()
            },
            registry,
            node_ids: vec![],
            end: Time::from_secs(scenario.duration_s),
            next_edit: 0,
            next_second: Time::from_secs(1.0),
            ladder: vec![],
            measured_from: None,
            directory_version: 0,
            history: History::default(),
            stopped: None,
        }
    }

    /// The document at time zero: the first edit of an empty network.
    pub(crate) fn at_start(&self) -> Scenario {
        Scenario { edits: vec![], ..self.scenario.clone() }
    }

    /// When the next edit applies, to the nanosecond; nothing if there is none.
    pub(crate) fn next_edit_at(&self) -> Option<Time> {
        self.scenario.edits.get(self.next_edit).map(|edit: &Edit| Time::from_secs(edit.at_s))
    }

    /// The digest at a whole second.
    pub(crate) fn add_ladder_digest(&mut self, digest: u64) {
        self.ladder.push(digest);
        self.next_second += Nanos::from_secs(1.0);
    }

    /// Numbers of nodes by id, those that are gone included, with these among them.
    pub(crate) fn take_nodes(&mut self, next: &[Node]) -> BTreeMap<String, u32> {
        let mut nodes: BTreeMap<_, _> = self.node_ids.iter().cloned().zip(0..).collect();
        for node in next {
            nodes.entry(node.id.clone()).or_insert_with(|| {
                self.node_ids.push(node.id.clone());
                self.node_ids.len() as u32 - 1
            });
        }
        nodes
    }
}

/// The fingerprint of a model at a moment: of all its parts, by id.
pub(crate) fn digest_of<'a, W: IntoIterator<Item = u64>>(
    moment: u64,
    parts: impl Iterator<Item = (&'a String, W)>,
) -> u64 {
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|&(id, _)| id);
    let mut digest = Digest::default();
    digest.word(u64::from(crate::MODEL_VERSION));
    digest.word(moment);
    for (id, words) in parts {
        digest.text(id);
        words.into_iter().for_each(|word| digest.word(word));
    }
    digest.finish()
}
