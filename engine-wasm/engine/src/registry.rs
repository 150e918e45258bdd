//! The registry: the rows of algorithms, queue disciplines, traffic sources and stack profiles.
//!
//! A registry is a value. A run owns the registry that its document was validated with and shares it with its snapshots. Functions
//! that need a row get the registry or the row as an argument. The engine's own rows are one way to fill it.

use std::sync::{Arc, OnceLock};

use crate::catalogue::Row;
use crate::congestion::{self, Algorithm, AlgorithmRow};
use crate::document_rows::DocumentRows;
use crate::queue::{self, QueueRow, Registered};
use crate::scenario::{Flow, Problem, Scenario};
use crate::traffic::{self, TrafficRow};
use crate::transport::{FlowRows, stack};

/// Rows by kind, in the order of the pickers.
#[derive(Clone, Debug)]
pub struct Registry {
    algorithms: Vec<Arc<AlgorithmRow>>,
    queues: Vec<Arc<QueueRow>>,
    traffic: Vec<Arc<TrafficRow>>,
    profiles: Vec<Arc<Row>>,
    /// The document's own rows.
    document: DocumentRows,
}

/// The id of a row is already taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuplicateId;

/// The registry of a run, which changes with its document.
pub trait Follow {
    /// Takes the rows of this document in place of those of the document before.
    fn follow(&mut self, scenario: &Scenario);
}

impl Follow for Arc<Registry> {
    fn follow(&mut self, scenario: &Scenario) {
        if let Some(document) = self.document.changed(scenario) {
            *self = Arc::new(Registry { document, ..Registry::clone(self) });
        }
    }
}

impl Registry {
    /// The engine's own rows, built once.
    pub fn built_in() -> Arc<Registry> {
        // It is the same in every run, so a run remains a function of its document.
        static BUILT_IN: OnceLock<Arc<Registry>> = OnceLock::new();
        let make = || {
            Arc::new(Registry {
                algorithms: congestion::BUILT_IN.iter().map(Algorithm::to_row).map(Arc::new).collect(),
                queues: queue::BUILT_IN.iter().map(Registered::to_row).map(Arc::new).collect(),
                traffic: traffic::built_in().into_iter().map(Arc::new).collect(),
                profiles: stack::built_in().into_iter().map(Arc::new).collect(),
                document: DocumentRows::default(),
            })
        };
        BUILT_IN.get_or_init(make).clone()
    }

    /// The rows for a document: the engine's own, and the document's.
    pub fn of(scenario: &Scenario) -> Arc<Registry> {
        Registry::built_in().for_document(scenario)
    }

    /// The same registry with the rows of this document. Rows that it has already are not made again.
    pub fn for_document(self: &Arc<Registry>, scenario: &Scenario) -> Arc<Registry> {
        let mut registry = self.clone();
        registry.follow(scenario);
        registry
    }

    /// The document's own rows.
    pub fn document(&self) -> &DocumentRows {
        &self.document
    }

    /// What is wrong with the document's own rows.
    pub fn document_problems(&self) -> Vec<Problem> {
        self.document.problems(&|id| self.algorithms.iter().any(|a| a.row.id == id))
    }

    /// Adds an algorithm, unless its id is taken.
    pub fn add_algorithm(&mut self, row: AlgorithmRow) -> Result<(), DuplicateId> {
        if self.algorithm(&row.row.id).is_some() {
            return Err(DuplicateId);
        }
        self.algorithms.push(Arc::new(row));
        Ok(())
    }

    /// Adds a queue discipline, unless its id is taken.
    pub fn add_queue(&mut self, row: QueueRow) -> Result<(), DuplicateId> {
        if self.queue(&row.row.id).is_some() {
            return Err(DuplicateId);
        }
        self.queues.push(Arc::new(row));
        Ok(())
    }

    /// Congestion-control algorithms, without those of the document.
    pub fn algorithms(&self) -> &[Arc<AlgorithmRow>] {
        &self.algorithms
    }

    /// Queue disciplines.
    pub fn queues(&self) -> &[Arc<QueueRow>] {
        &self.queues
    }

    /// Traffic sources.
    pub fn traffics(&self) -> &[Arc<TrafficRow>] {
        &self.traffic
    }

    /// Stack profiles.
    pub fn profiles(&self) -> &[Arc<Row>] {
        &self.profiles
    }

    /// The algorithm with this id.
    pub fn algorithm(&self, id: &str) -> Option<&Arc<AlgorithmRow>> {
        self.algorithms.iter().find(|a| a.row.id == id).or_else(|| self.document.algorithm(id))
    }

    /// The queue discipline with this id.
    pub fn queue(&self, id: &str) -> Option<&Arc<QueueRow>> {
        self.queues.iter().find(|q| q.row.id == id)
    }

    /// The traffic source with this id.
    pub fn traffic(&self, id: &str) -> Option<&Arc<TrafficRow>> {
        self.traffic.iter().find(|t| t.info.row.id == id)
    }

    /// The stack profile with this id.
    pub fn profile(&self, id: &str) -> Option<&Arc<Row>> {
        self.profiles.iter().find(|p| p.id == id)
    }

    /// The rows that a flow refers to; `None` if one of them is missing.
    pub fn flow(&self, spec: &Flow) -> Option<FlowRows> {
        Some(FlowRows {
            algorithm: self.algorithm(&spec.algorithm)?.clone(),
            traffic: self.traffic(&spec.traffic.kind)?.clone(),
            profile: self.profile(&spec.stack.kind)?.clone(),
        })
    }
}
