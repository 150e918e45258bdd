//! Timed edits of a document that is valid: what it is after each of them, and whether it may get another one.

use super::check;
use crate::registry::Registry;
use crate::scenario::{Edit, Problem, Scenario, set};
use crate::units::Time;

/// The documents, without edits, that the edits `from` … `to` − 1 make in turn. The document must be valid.
///
/// Edits of one moment act one after another, as they do when a person makes them while the run is held; those that only
/// together leave a valid document act together.
pub fn steps(registry: &Registry, scenario: &Scenario, from: usize, to: usize) -> Vec<Scenario> {
    let mut value =
        serde_json::to_value(Scenario { edits: Vec::new(), ..scenario.clone() }).expect("a valid document");
    let mut documents = Vec::new();
    for (i, edit) in scenario.edits[..to].iter().enumerate() {
        set(&mut value, edit).expect("edits of a valid document");
        if i < from {
            continue;
        }
        let document = check::typed(value.clone());
        if i + 1 == to {
            documents.push(document.expect("a valid document"));
        } else if let Ok(document) = document
            && check::consistency(registry, &document).is_empty()
        {
            documents.push(document);
        }
    }
    documents
}

/// What is wrong with an edit that comes too late for a run.
pub fn past(earliest: Time) -> Problem {
    Problem::new("/atS", "in the past of this run", format!("at least {}", earliest.as_secs()))
}

/// The document with one more edit, or what is wrong with it.
pub fn apply(registry: &Registry, scenario: &Scenario, edit: Edit) -> Result<Scenario, Vec<Problem>> {
    let mut changed = scenario.clone();
    let place = changed.edits.partition_point(|e| e.at_s <= edit.at_s);
    changed.edits.insert(place, edit);
    let problems = check::validate_added(registry, &changed, place);
    if problems.is_empty() { Ok(changed) } else { Err(problems) }
}
