//! What of a document has no fluid form.

use crate::congestion;
use crate::queue;
use crate::scenario::{self, Problem, Scenario};

/// What stands in the way of a fluid run: parts of the document, at its start or after an edit, that have no fluid form. Nothing: it
/// can run.
pub fn obstacles(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = obstacles_now(scenario);
    for (edit, after) in scenario.edits.iter().zip(scenario::steps(scenario, 0, scenario.edits.len())) {
        let place = |p: Problem| Problem { problem: format!("{}, from {} s on", p.problem, edit.at_s), ..p };
        let new =
            obstacles_now(&after).into_iter().filter(|p| !problems.iter().any(|q| q.pointer == p.pointer));
        let new: Vec<_> = new.map(place).collect();
        problems.extend(new);
    }
    problems
}

/// The same without edits.
pub(crate) fn obstacles_now(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (i, flow) in scenario.flows.iter().enumerate() {
        let Some(algorithm) = congestion::find(&flow.algorithm) else { continue };
        let constant = matches!(algorithm.law, congestion::Law::Unresponsive);
        if algorithm.fluid.is_none() && !constant {
            problems.push(Problem::new(
                format!("/flows/{i}/algorithm"),
                format!("{} has no fluid form", algorithm.name),
                "an algorithm with one, or the packet model",
            ));
        }
        if !["bulk", "finite", "cbr"].contains(&flow.traffic.kind.as_str()) {
            problems.push(Problem::new(
                format!("/flows/{i}/traffic/kind"),
                format!("\"{}\" has no fluid form", flow.traffic.kind),
                "\"bulk\", \"finite\" or \"cbr\", or the packet model",
            ));
        }
    }
    for (i, link) in scenario.links.iter().enumerate() {
        let backward = link.backward.as_ref().map(|c| ("backward", c));
        for (side, channel) in [Some(("forward", &link.forward)), backward].into_iter().flatten() {
            let at = format!("/links/{i}/{side}");
            let known = queue::REGISTRY.iter().find(|r| (r.row)().id == channel.queue.kind);
            if let Some(row) = known.filter(|r| !r.fluid) {
                problems.push(Problem::new(
                    format!("{at}/queue/kind"),
                    format!("{} has no fluid form", (row.row)().name),
                    "a discipline with one, or the packet model",
                ));
            }
            for (there, what) in
                [(channel.trace.is_some(), "trace"), (channel.burst_loss.is_some(), "burstLoss")]
            {
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
