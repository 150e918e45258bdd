//! What a document may take of the memory: parts whose number follows from several fields together, which no range of one field
//! can bound. Each limit names the field to change and what would be allowed.

use crate::registry::Registry;
use crate::scenario::{Params, Problem, Scenario};
use crate::traffic::TrafficRow;

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
pub(super) fn at_once(registry: &Registry, scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut count = |what: &str, most: u32, of: fn(&TrafficRow, &Params) -> u32| {
        let rows = scenario.flows.iter().filter_map(|f| Some((registry.traffic(&f.traffic.kind)?, f)));
        let all: u32 = rows.map(|(row, f)| of(row, &f.traffic.params)).sum();
        if all > most {
            problems.push(Problem::new("/flows", format!("{all} {what}"), format!("at most {most}")));
        }
    };
    count("connections at once, transfers included", MAX_CONNECTIONS, TrafficRow::max_connections);
    count("ON/OFF sources", MAX_SOURCES, TrafficRow::sources);
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
pub(crate) fn ever(scenario: &Scenario, problems: &mut Vec<Problem>) {
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
