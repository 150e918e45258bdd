//! The registry: the rows of algorithms, queue disciplines, traffic sources and stack profiles.
//!
//! A registry is a value. A run owns the registry that its document was validated with and shares it with its snapshots. Functions
//! that need a row get the registry or the row as an argument. The engine's own rows are one way to fill it.

use std::sync::{Arc, OnceLock};

use crate::catalogue::Row;
use crate::congestion::{self, Algorithm, AlgorithmRow};
use crate::queue::{self, QueueRow, Registered};
use crate::scenario::{Flow, Problem, Scenario, ScriptedController};
use crate::traffic::{self, TrafficRow};
use crate::transport::{FlowRows, stack};

/// Rows by kind, in the order of the pickers.
#[derive(Clone, Debug)]
pub struct Registry {
    algorithms: Vec<Arc<AlgorithmRow>>,
    queues: Vec<Arc<QueueRow>>,
    traffic: Vec<Arc<TrafficRow>>,
    profiles: Vec<Arc<Row>>,
    /// The document's controllers. Their rows are the last ones of `algorithms`.
    scripted: Vec<Scripted>,
}

/// A controller of the document, compiled.
#[derive(Clone, Debug)]
struct Scripted {
    spec: ScriptedController,
    row: Result<Arc<AlgorithmRow>, Vec<Problem>>,
}

/// The id of a row is already taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DuplicateId;

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
                scripted: Vec::new(),
            })
        };
        BUILT_IN.get_or_init(make).clone()
    }

    /// The rows for a document: the engine's own, and the document's.
    pub fn of(scenario: &Scenario) -> Arc<Registry> {
        Registry::built_in().for_document(scenario)
    }

    /// The same registry with the rows of this document's controllers. Controllers that it has already are not compiled again.
    pub fn for_document(self: &Arc<Registry>, scenario: &Scenario) -> Arc<Registry> {
        if self.scripted.iter().map(|s| &s.spec).eq(&scenario.controllers) {
            return self.clone();
        }
        let mut next = Registry::clone(self);
        next.algorithms.truncate(self.own_algorithms());
        next.scripted.clear();
        for spec in &scenario.controllers {
            let known = self.scripted.iter().find(|s| s.spec == *spec);
            let row = match known {
                Some(known) => known.row.clone(),
                None => compiled(spec).map(Arc::new),
            };
            if let Ok(row) = &row
                && next.algorithm(&spec.id).is_none()
            {
                next.algorithms.push(row.clone());
            }
            next.scripted.push(Scripted { spec: spec.clone(), row });
        }
        Arc::new(next)
    }

    /// What is wrong with the document's controllers.
    pub fn script_problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (i, Scripted { spec, row }) in self.scripted.iter().enumerate() {
            let at = format!("/controllers/{i}");
            if self.algorithms[..self.own_algorithms()].iter().any(|a| a.row.id == *spec.id) {
                let problem = format!("\"{}\" is the id of an algorithm of the catalogue", spec.id);
                problems.push(Problem::new(format!("{at}/id"), problem, "another id"));
            }
            problems.extend(row.as_ref().err().into_iter().flatten().map(|p| p.clone().below(&at)));
        }
        problems
    }

    /// Whether this is the id of one of the document's controllers.
    pub fn is_scripted(&self, id: &str) -> bool {
        self.scripted.iter().any(|s| s.spec.id == id)
    }

    fn own_algorithms(&self) -> usize {
        let rows = &self.algorithms;
        rows.iter().rposition(|a| !self.is_scripted_row(a)).map_or(0, |last| last + 1)
    }

    fn is_scripted_row(&self, row: &Arc<AlgorithmRow>) -> bool {
        self.scripted.iter().any(|s| s.row.as_ref().is_ok_and(|r| Arc::ptr_eq(r, row)))
    }

    /// Adds an algorithm, unless its id is taken.
    pub fn add_algorithm(&mut self, row: AlgorithmRow) -> Result<(), DuplicateId> {
        if self.algorithm(&row.row.id).is_some() {
            return Err(DuplicateId);
        }
        let own = self.own_algorithms();
        self.algorithms.insert(own, Arc::new(row));
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

    /// Congestion-control algorithms.
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
        self.algorithms.iter().find(|a| a.row.id == id)
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

#[cfg(feature = "script")]
fn compiled(spec: &ScriptedController) -> Result<AlgorithmRow, Vec<Problem>> {
    crate::script::row(spec)
}

#[cfg(not(feature = "script"))]
fn compiled(_: &ScriptedController) -> Result<AlgorithmRow, Vec<Problem>> {
    Err(vec![Problem::new(
        "/script",
        "this program cannot run scripts",
        "a program that was built with them",
    )])
}
