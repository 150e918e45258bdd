//! What a document may take of the memory: parts whose number follows from several fields together, which no range of one field
//! can bound. Each limit names the field to change and what would be allowed.

use super::{Problem, Scenario};
use crate::fluid_sim::FluidSimulation;
use crate::metrics::recorder::Keep;
use crate::traffic::{demand, onoff};

/// Connections of all flows at once: about 40 MB.
const MAX_CONNECTIONS: u32 = 10_000;

/// ON/OFF sources of all flows: about 6 MB.
const MAX_SOURCES: u32 = 100_000;

/// Numbers that the fairness window remembers: 8 MB.
const MAX_REMEMBERED: f64 = 1e6;

/// What a sample of the fairness window takes beside its numbers, in numbers.
const SAMPLE: f64 = 5.0;

/// Things that a run may have had in all, those that edits removed included: twice what a document may have.
const MOST_EVER: [(&str, usize); 3] = [("nodes", 4000), ("links", 8000), ("flows", 2000)];

/// Limits on a document as it is at one moment.
pub(super) fn at_once(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut count = |what: &str, most: u32, of: &dyn Fn(&super::Choice) -> u32| {
        let all: u32 = scenario.flows.iter().map(|f| of(&f.traffic)).sum();
        if all > most {
            problems.push(Problem::new("/flows", format!("{all} {what}"), format!("at most {most}")));
        }
    };
    count("connections at once, transfers included", MAX_CONNECTIONS, &demand::most_at_once);
    count("ON/OFF sources", MAX_SOURCES, &onoff::sources);
    fairness_window(scenario, problems);
}

/// The window remembers what each flow had received at each of its samples.
fn fairness_window(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let sampling = &scenario.sampling;
    let (period_s, flows) = (sampling.period_ms / 1e3, scenario.flows.len());
    let samples = libm::floor(sampling.fairness_window_s.min(scenario.duration_s) / period_s) + 1.0;
    let most = libm::floor(MAX_REMEMBERED / (flows as f64 + SAMPLE));
    if samples > most {
        let problem = format!("{samples} samples of {flows} flows in a window are more than memory allows");
        let (window_s, period_ms) = ((most - 1.0) * period_s, sampling.period_ms);
        let expected =
            format!("at most {window_s} s with a sampling period of {period_ms} ms, or a longer period");
        problems.push(Problem::new("/sampling/fairnessWindowS", problem, expected));
    }
}

/// Limits on all that edits bring: what is removed keeps its place in a run.
pub(super) fn ever(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let begin = [scenario.nodes.len(), scenario.links.len(), scenario.flows.len()];
    for ((list, most), begin) in MOST_EVER.into_iter().zip(begin) {
        let mut all = begin;
        for (i, edit) in scenario.edits.iter().enumerate() {
            let Some(rest) = edit.path.strip_prefix('/').and_then(|p| p.strip_prefix(list)) else { continue };
            all += match rest.strip_prefix('/') {
                None if rest.is_empty() => edit.value.as_array().map_or(0, Vec::len),
                Some(id) if !id.contains('/') => usize::from(edit.value.is_object()),
                _ => 0,
            };
            if all > most {
                let problem = format!("with this edit the run has had {all} {list}, those removed included");
                problems.push(Problem::new(format!("/edits/{i}/value"), problem, format!("at most {most}")));
                break;
            }
        }
    }
}

/// The past that the fluid model remembers: as long as twice the longest round trip, with a step for each part of the shortest.
pub(super) fn fluid_past(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let run = FluidSimulation::new(scenario, Keep::Nothing);
    if let Some((flow, longest_s, most_s)) = run.remembers_too_much() {
        let at = scenario.flows.iter().position(|f| f.id == flow).unwrap_or(0);
        let flows = scenario.flows.len();
        let problem = format!(
            "the fluid model remembers round trips of {longest_s:.3} s, full queues included, of {flows} flows: more than memory allows"
        );
        let expected = format!(
            "a way with delays and full queues of at most about {most_s:.3} s in all, fewer flows, a durationS below it, or the packet model"
        );
        problems.push(Problem::new(format!("/flows/{at}"), problem, expected));
    }
}
