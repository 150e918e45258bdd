//! State that the packet model and the fluid model share: the document and its edits, digests, and why the
//! run ended.

use std::sync::Arc;

use super::levels::History;
use crate::core::digest::Digest;
use crate::core::positions::Positions;
use crate::registry::Registry;
use crate::scenario::{Edit, Node, Scenario};
use crate::units::{Nanos, Time};

/// State of a run that does not depend on the model.
#[derive(Clone, Debug)]
pub struct Common {
    /// The document with all edits so far.
    pub(crate) scenario: Arc<Scenario>,
    /// The document in effect now.
    pub(crate) effective: Arc<Scenario>,
    /// The rows that the document may name.
    pub(crate) registry: Arc<Registry>,
    /// Ids of all nodes so far; a node keeps its number.
    pub(crate) node_ids: Arc<Vec<String>>,
    /// End of the run.
    pub(crate) end: Time,
    /// Number of the next edit to apply.
    pub(crate) next_edit: usize,
    /// Time of the next entry in the ladder.
    pub(crate) next_second: Time,
    /// One digest per whole second so far.
    pub(crate) ladder: Vec<u64>,
    /// Start of the measurement; `None` before that.
    pub(crate) measured_from: Option<Time>,
    /// Incremented with every edit.
    pub(crate) directory_version: u32,
    pub(crate) history: History,
    /// Why the run ended early, if it did.
    pub(crate) stopped: Option<&'static str>,
}

impl Common {
    /// A run before its start, with an empty network.
    pub(crate) fn new(registry: Arc<Registry>, scenario: &Scenario) -> Common {
        Common {
            scenario: Arc::new(scenario.clone()),
            effective: Arc::new(Scenario {
                nodes: vec![],
                links: vec![],
                flows: vec![],
                edits: vec![],
                ..scenario.clone()
            }),
            registry,
            node_ids: Arc::default(),
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

    /// The document at time zero. Becoming it is the first change of an empty network.
    pub(crate) fn at_start(&self) -> Arc<Scenario> {
        if self.scenario.edits.is_empty() {
            return self.scenario.clone();
        }
        Arc::new(Scenario { edits: vec![], ..(*self.scenario).clone() })
    }

    /// Replaces the document's edits.
    pub(crate) fn set_edits(&mut self, edits: Vec<Edit>) {
        // A copy of the document is made only if it differs.
        if self.scenario.edits != edits {
            Arc::make_mut(&mut self.scenario).edits = edits;
        }
    }

    /// Time of the next edit in whole nanoseconds; `None` if there is none.
    pub(crate) fn next_edit_at(&self) -> Option<Time> {
        self.scenario.edits.get(self.next_edit).map(|edit: &Edit| Time::from_secs(edit.at_s))
    }

    /// Adds the digest of a whole second.
    pub(crate) fn add_ladder_digest(&mut self, digest: u64) {
        self.ladder.push(digest);
        self.next_second += Nanos::from_secs(1.0);
    }

    /// Numbers of all nodes by id, including removed ones and those in `next`.
    pub(crate) fn take_nodes(&mut self, next: &[Node]) -> Positions {
        let mut nodes = Positions::of(self.node_ids.iter());
        for node in next {
            if nodes.get(&node.id).is_none() {
                nodes.insert(node.id.clone(), self.node_ids.len() as u32);
                Arc::make_mut(&mut self.node_ids).push(node.id.clone());
            }
        }
        nodes
    }
}

/// The digest of a model at a time, from all its parts in order of their ids.
pub(crate) fn digest_of<'a, W: IntoIterator<Item = u64>>(
    moment: u64,
    parts: impl Iterator<Item = (&'a String, W)>,
) -> u64 {
    let mut parts: Vec<_> = parts.collect();
    parts.sort_unstable_by_key(|&(id, _)| id);
    digest_in_order(moment, parts.into_iter())
}

/// The same for parts that are already in order of their ids.
pub(crate) fn digest_in_order<'a, W: IntoIterator<Item = u64>>(
    moment: u64,
    parts: impl Iterator<Item = (&'a String, W)>,
) -> u64 {
    let mut digest = Digest::default();
    digest.word(u64::from(crate::MODEL_VERSION));
    digest.word(moment);
    for (id, words) in parts {
        digest.text(id);
        words.into_iter().for_each(|word| digest.word(word));
    }
    digest.finish()
}
