//! The interface of a model, and what the packet model and the fluid model have in common.

mod common;
pub mod directory;
pub mod levels;
mod sampling;
pub mod wire;

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
pub(crate) use common::{digest_in_order, digest_of};
pub(crate) use sampling::Sampling;

/// A model of a document: packets, or fluid. Costs and budgets are in packet events.
pub trait Model {
    /// State that does not depend on the model.
    fn common(&self) -> &Common;

    /// The same, mutable.
    fn common_mut(&mut self) -> &mut Common;

    /// Simulated time.
    fn now(&self) -> Time;

    /// Runs what is before `until`, up to a cost of about `max_events` events. Returns the time reached. Any
    /// chunking gives the same run.
    fn step(&mut self, until: Time, max_events: u64) -> Time;

    /// Runs the smallest step, an event or a solver step, up to a cost of about `max_events` events. Returns
    /// false if the budget ran out first; true also if no step is left.
    fn step_event(&mut self, max_events: u64) -> bool;

    /// Cost of the run so far.
    fn work(&self) -> u64;

    /// The earliest time at which an edit can still take effect, because nothing has happened yet at that
    /// time.
    fn next_edit_time_after_events(&self) -> Time;

    /// Starts the measurement again: from now on results count from here. The run itself stays the same.
    fn restart_measurement(&mut self);

    /// Called after an edit was added to the document.
    fn edited(&mut self);

    /// The recorder.
    fn recorder(&self) -> &Recorder;

    /// The recorder, mutable, for a run that goes back.
    fn recorder_mut(&mut self) -> &mut Recorder;

    /// The layout of the sections.
    fn directory(&self) -> Directory;

    /// The data of the topology view now.
    fn scene(&self, out: &mut Vec<f64>);

    /// The digest of the run so far.
    fn digest(&self) -> u64;

    /// The results table.
    fn results(&self) -> Results;

    /// End of the run.
    fn end(&self) -> Time {
        self.common().end
    }

    /// The rows that the document may name.
    fn registry(&self) -> &Arc<Registry> {
        &self.common().registry
    }

    /// The document with all edits so far.
    fn scenario(&self) -> &Scenario {
        &self.common().scenario
    }

    /// Why the run ended early, if it did.
    fn stopped(&self) -> Option<&'static str> {
        self.common().stopped
    }

    /// One digest per whole second so far; the first one that differs shows where two runs diverge.
    fn ladder(&self) -> &[u64] {
        &self.common().ladder
    }

    /// Changes whenever [`Model::directory`] does.
    fn directory_version(&self) -> u32 {
        self.common().directory_version
    }

    /// Replaces the document's edits when a run has gone back. They must include those already applied.
    fn set_edits(&mut self, edits: Vec<Edit>) {
        self.common_mut().set_edits(edits);
    }

    /// Changes the document at [`Model::next_edit_time_after_events`] or later. Fails with the problems of
    /// the change.
    fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        let earliest = self.next_edit_time_after_events();
        if Time::from_secs(edit.at_s) < earliest {
            return Err(vec![validation::past(earliest)]);
        }
        let changed = validation::apply(self.registry(), self.scenario(), edit)?;
        self.common_mut().scenario = Arc::new(changed);
        self.edited();
        Ok(())
    }
}

/// Applies the edits that are due. Returns their number.
pub(crate) fn apply_due_edits<M: Model>(
    model: &mut M,
    is_due: impl Fn(Time) -> bool,
    apply_document: impl Fn(&mut M, Arc<Scenario>),
) -> usize {
    let first = model.common().next_edit;
    while model.common().next_edit_at().is_some_and(&is_due) {
        model.common_mut().next_edit += 1;
    }
    let next = model.common().next_edit;
    if next > first {
        let before = model.directory();
        for document in validation::steps(model.registry(), model.scenario(), first, next) {
            apply_document(model, Arc::new(document));
        }
        let (now, after) = (model.now(), model.directory());
        model.common_mut().history.keep(now, &before, &after);
    }
    next - first
}

/// When a flow starts. Its jitter is the only draw of a separate stream, so that it is the same whenever it
/// is computed. If the traffic has several slots, each of them has its own jitter instead.
pub(crate) fn start_of(seed: u32, spec: &scenario::Flow, traffic: &TrafficRow) -> Time {
    let jitter = if spec.start_jitter_s > 0.0 && !traffic.is_transfers() {
        spec.start_jitter_s * Rng::new(seed, &spec.id, "start").uniform()
    } else {
        0.0
    };
    Time::from_secs(spec.start_s + jitter)
}
