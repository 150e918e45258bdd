//! What a model of a document is, and what the models of packets and of fluid have in common.

mod common;
pub mod directory;
pub mod levels;
mod sampling;
pub mod wire;

use std::fmt;
use std::sync::Arc;

use crate::core::random::Rng;
use crate::metrics::recorder::Recorder;
use crate::metrics::results::Results;
use crate::registry::Registry;
use crate::scenario::{Edit, Problem, Scenario};
use crate::traffic::TrafficRow;
use crate::units::Time;
use crate::{scenario, validation};
use directory::Directory;

pub use common::Common;
pub(crate) use common::digest_of;
pub(crate) use sampling::Sampling;

/// A model of a document: packets, or fluid. Costs and budgets are in packet events.
pub trait Model: fmt::Debug {
    /// What it keeps of its run as every model does.
    fn common(&self) -> &Common;

    /// The same, to be changed.
    fn common_mut(&mut self) -> &mut Common;

    /// Simulated time.
    fn now(&self) -> Time;

    /// Runs what is before `until`, at most about so much of it as `max_events` events cost; gives back the time reached. Any chunking
    /// gives the same run.
    fn step(&mut self, until: Time, max_events: u64) -> Time;

    /// Runs the least that can be seen, an event or a step of a solver, at most about so much of it as `max_events` events cost; whether
    /// there was one, or will never be.
    fn step_event(&mut self, max_events: u64) -> bool;

    /// What the run has cost so far.
    fn work(&self) -> u64;

    /// The earliest time of which nothing has happened yet, so that an edit can be stamped with it.
    fn next_edit_time_after_events(&self) -> Time;

    /// The document has got another edit.
    fn edited(&mut self);

    /// What is recorded for the eye.
    fn recorder(&self) -> &Recorder;

    /// The same, for a run that goes back.
    fn recorder_mut(&mut self) -> &mut Recorder;

    /// What is where in the sections.
    fn directory(&self) -> Directory;

    /// What the topology draws now.
    fn scene(&self, out: &mut Vec<f64>);

    /// The fingerprint of the run so far.
    fn digest(&self) -> u64;

    /// The results table.
    fn results(&self) -> Results;

    /// When the run ends.
    fn end(&self) -> Time {
        self.common().end
    }

    /// The rows that its documents name.
    fn registry(&self) -> &Arc<Registry> {
        &self.common().registry
    }

    /// The document with every edit so far.
    fn scenario(&self) -> &Scenario {
        &self.common().scenario
    }

    /// Why the run ended before its time, if it did.
    fn stopped(&self) -> Option<&'static str> {
        self.common().stopped
    }

    /// One digest for every whole second so far: the first that differs tells where two runs part.
    fn ladder(&self) -> &[u64] {
        &self.common().ladder
    }

    /// Changes whenever [`Model::directory`] does.
    fn directory_version(&self) -> u32 {
        self.common().directory_version
    }

    /// The edits of the document, where a run has gone back: those that have been applied are among them.
    fn set_edits(&mut self, edits: Vec<Edit>) {
        self.common_mut().scenario.edits = edits;
    }

    /// Changes the document at [`Model::next_edit_time_after_events`] or later, or says what is wrong with the change.
    fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        let earliest = self.next_edit_time_after_events();
        if Time::from_secs(edit.at_s) < earliest {
            return Err(vec![validation::past(earliest)]);
        }
        self.common_mut().scenario = validation::apply(self.registry(), self.scenario(), edit)?;
        self.edited();
        Ok(())
    }
}

/// Applies the edits that are due; gives back how many there were.
pub(crate) fn apply_due_edits<M: Model>(
    model: &mut M,
    is_due: impl Fn(Time) -> bool,
    become_document: impl Fn(&mut M, Scenario),
) -> usize {
    let first = model.common().next_edit;
    while model.common().next_edit_at().is_some_and(&is_due) {
        model.common_mut().next_edit += 1;
    }
    let next = model.common().next_edit;
    if next > first {
        let before = model.directory();
        for document in validation::steps(model.registry(), model.scenario(), first, next) {
            become_document(model, document);
        }
        let (now, after) = (model.now(), model.directory());
        model.common_mut().history.keep(now, &before, &after);
    }
    next - first
}

/// When a flow starts: its jitter is the one draw of a stream of its own, so that it is the same whenever it is asked for.
/// Where there are several slots, each of them has its own instead.
pub(crate) fn start_of(seed: u32, spec: &scenario::Flow, traffic: &TrafficRow) -> Time {
    let jitter = if spec.start_jitter_s > 0.0 && !traffic.is_transfers() {
        spec.start_jitter_s * Rng::new(seed, &spec.id, "start").uniform()
    } else {
        0.0
    };
    Time::from_secs(spec.start_s + jitter)
}
