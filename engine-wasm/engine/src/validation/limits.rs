//! Memory limits: counts that depend on several fields together, so that no range of a single field can bound them.
//! Each problem names the field to change and the limit.

use crate::registry::Registry;
use crate::scenario::{Params, Problem, Scenario};
use crate::traffic::TrafficRow;

/// Limit on simultaneous connections of all flows: about 40 MB.
const MAX_CONNECTIONS: u32 = 10_000;

/// Limit on simultaneous connections whose controller is a script: each has a state of its own, of at most about 0.1 MB with the usual
/// limits.
const MAX_SCRIPTED: u32 = 200;

/// Limit on ON/OFF sources of all flows: about 6 MB.
const MAX_SOURCES: u32 = 100_000;

/// Limit on the numbers that the fairness window stores: 8 MB.
const MAX_FAIRNESS_NUMBERS: f64 = 1e6;

/// Overhead of a sample of the fairness window, in numbers.
const SAMPLE: f64 = 5.0;

/// Limits on nodes, links and flows over a whole run, including removed ones: twice those of a document.
const MAX_PER_RUN: [(&str, usize); 3] = [("nodes", 4000), ("links", 8000), ("flows", 2000)];

/// Checks the limits that hold at each moment.
pub(super) fn at_each_time(registry: &Registry, scenario: &Scenario, problems: &mut Vec<Problem>) {
    let mut count = |what: &str, most: u32, scripted: bool, of: fn(&TrafficRow, &Params) -> u32| {
        let flows = scenario.flows.iter().filter(|f| !scripted || registry.document().defines(&f.algorithm));
        let rows = flows.filter_map(|f| Some((registry.traffic(&f.traffic.kind)?, f)));
        let all: u32 = rows.map(|(row, f)| of(row, &f.traffic.params)).sum();
        if all > most {
            problems.push(Problem::new("/flows", format!("{all} {what}"), format!("at most {most}")));
        }
    };
    count(
        "simultaneous connections, transfers included",
        MAX_CONNECTIONS,
        false,
        TrafficRow::max_connections,
    );
    count("simultaneous connections with a script", MAX_SCRIPTED, true, TrafficRow::max_connections);
    count("ON/OFF sources", MAX_SOURCES, false, TrafficRow::sources);
    fairness_window(scenario, problems);
}

/// The fairness window stores what each flow had received at each sample.
fn fairness_window(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let sampling = &scenario.sampling;
    let (period_s, flows) = (sampling.period_ms / 1e3, scenario.flows.len());
    let samples = libm::floor(sampling.fairness_window_s.min(scenario.duration_s) / period_s) + 1.0;
    let most = libm::floor(MAX_FAIRNESS_NUMBERS / (flows as f64 + SAMPLE));
    if samples > most {
        let problem =
            format!("a fairness window of {samples} samples of {flows} flows exceeds the memory limit");
        let (window_s, period_ms) = ((most - 1.0) * period_s, sampling.period_ms);
        let expected = format!(
            "at most {window_s} s with a sampling period of {period_ms} ms, or a longer sampling period"
        );
        problems.push(Problem::new("/sampling/fairnessWindowS", problem, expected));
    }
}

/// Checks the limits over a whole run: what an edit removes keeps its place.
pub(crate) fn over_whole_run(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let begin = [scenario.nodes.len(), scenario.links.len(), scenario.flows.len()];
    for ((list, most), begin) in MAX_PER_RUN.into_iter().zip(begin) {
        let mut all = begin;
        for (i, edit) in scenario.edits.iter().enumerate() {
            let Some(rest) = edit.path.strip_prefix('/').and_then(|p| p.strip_prefix(list)) else { continue };
            all += match rest.strip_prefix('/') {
                None if rest.is_empty() => edit.value.as_array().map_or(0, Vec::len),
                Some(id) if !id.contains('/') => usize::from(edit.value.is_object()),
                _ => 0,
            };
            if all > most {
                let problem =
                    format!("with this edit the run has {all} {list} in total, including removed ones");
                problems.push(Problem::new(format!("/edits/{i}/value"), problem, format!("at most {most}")));
                break;
            }
        }
    }
}
