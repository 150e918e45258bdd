//! Parts of a document that have no fluid form.

use std::sync::Arc;

use super::edits::steps;
use crate::registry::Registry;
use crate::scenario::{Problem, Scenario};

/// Obstacles to a fluid run: parts of the document, at its start or after an edit, that have no fluid form. If the list is empty,
/// the document can run.
pub fn obstacles(registry: &Arc<Registry>, scenario: &Scenario) -> Vec<Problem> {
    let mut problems = obstacles_now(registry, scenario);
    let steps = steps(registry, scenario, 0, scenario.edits.len());
    for (edit, after) in scenario.edits.iter().zip(steps) {
        let place = |p: Problem| Problem { problem: format!("{} from {} s on", p.problem, edit.at_s), ..p };
        let new = obstacles_now(&registry.for_document(&after), &after)
            .into_iter()
            .filter(|p| !problems.iter().any(|q| q.pointer == p.pointer));
        let new: Vec<_> = new.map(place).collect();
        problems.extend(new);
    }
    problems
}

/// The obstacles of the document without its edits.
pub(super) fn obstacles_now(registry: &Registry, scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (i, flow) in scenario.flows.iter().enumerate() {
        let Some(rows) = registry.flow(flow) else { continue };
        if !rows.algorithm.has_fluid() {
            problems.push(Problem::new(
                format!("/flows/{i}/algorithm"),
                format!("{} has no fluid form", rows.algorithm.row.name),
                "an algorithm with a fluid form, or the packet model",
            ));
        }
        if !rows.traffic.has_fluid() {
            let fitting = registry.traffics().iter().filter(|t| t.has_fluid());
            let fitting: Vec<_> = fitting.map(|t| format!("\"{}\"", t.info.row.id)).collect();
            problems.push(Problem::new(
                format!("/flows/{i}/traffic/kind"),
                format!("\"{}\" has no fluid form", flow.traffic.kind),
                format!("{}, or the packet model", fitting.join(", ")),
            ));
        }
    }
    for (i, link) in scenario.links.iter().enumerate() {
        let backward = link.backward.as_ref().map(|c| ("backward", c));
        for (side, channel) in [Some(("forward", &link.forward)), backward].into_iter().flatten() {
            let at = format!("/links/{i}/{side}");
            let known = registry.queue(&channel.queue.kind);
            if let Some(row) = known.filter(|r| r.fluid.is_none()) {
                problems.push(Problem::new(
                    format!("{at}/queue/kind"),
                    format!("{} has no fluid form", row.row.name),
                    "a queue discipline with a fluid form, or the packet model",
                ));
            }
            for (there, what) in [
                (!channel.behaviours.is_empty(), "behaviours"),
                (channel.trace.is_some(), "trace"),
                (channel.burst_loss.is_some(), "burstLoss"),
                (channel.reorder.is_some(), "reorder"),
            ] {
                if there {
                    problems.push(Problem::new(
                        format!("{at}/{what}"),
                        "has no fluid form",
                        "the packet model",
                    ));
                }
            }
        }
    }
    problems
}
