//! Timed edits of a valid document: the document after each edit, and validation of a further edit.

use std::sync::Arc;

use super::check;
use crate::registry::Registry;
use crate::scenario::{Edit, Problem, Scenario, set};
use crate::units::Time;

/// The documents, without edits, that result from edits `from` … `to` − 1 in turn. The document must be valid.
///
/// Edits of one moment apply one after another, as when a user makes them while the run is paused. Edits that leave a valid
/// document only together apply together.
pub fn steps(registry: &Arc<Registry>, scenario: &Scenario, from: usize, to: usize) -> Vec<Scenario> {
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
            && check::consistency(&registry.for_document(&document), &document).is_empty()
        {
            documents.push(document);
        }
    }
    documents
}

/// The problem of an edit at a time that the run has already passed.
pub fn past(earliest: Time) -> Problem {
    Problem::new("/atS", "earlier than the run’s current time", format!("at least {}", earliest.as_secs()))
}

/// Adds an edit to the document, or lists what is wrong with it.
pub fn apply(registry: &Arc<Registry>, scenario: &Scenario, edit: Edit) -> Result<Scenario, Vec<Problem>> {
    let mut changed = scenario.clone();
    let place = changed.edits.partition_point(|e| e.at_s <= edit.at_s);
    changed.edits.insert(place, edit);
    let problems = check::validate_added(registry, &changed, place);
    if problems.is_empty() { Ok(changed) } else { Err(problems) }
}
