//! Memory limits of a fluid run.

use std::sync::Arc;

use super::FluidSimulation;
use crate::metrics::recorder::SeriesSelection;
use crate::registry::Registry;
use crate::scenario::{Problem, Scenario};

/// Memory for the history and the agenda, bytes.
const MAX_BYTES: usize = 64 << 20;

/// Steps in the time of the longest allowed step, as observed in undisturbed runs.
const STEPS: f64 = 1.6;

/// Size of an event in the agenda, bytes.
const PLANNED: usize = 64;

impl FluidSimulation {
    /// Whether history and agenda exceed the memory limit.
    pub(super) fn is_too_large(&self) -> bool {
        self.net.past.bytes() + PLANNED * self.agenda.len() > MAX_BYTES
    }

    /// If the history would exceed the memory limit: the flow with the longest RTT, that RTT, and the approximate limit on it, s.
    pub fn history_too_long(&self) -> Option<(&str, f64, f64)> {
        let round = |(number, flow)| {
            let longest: f64 = self.net.longest_wait(flow, 0) + flow.base_rtt;
            (number, longest)
        };
        let rounds = self.net.flows.iter().enumerate().map(round);
        let (flow, longest) = rounds.fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
        // Flows that have not started count, too.
        let shortest = self.net.flows.iter().map(|f| f.base_rtt).fold(f64::INFINITY, f64::min);
        let step = shortest.max(1e-5).min(self.sampling.period.as_secs());
        let most = self.net.past.max_steps(MAX_BYTES) as f64 * step / STEPS;
        let span = (2.0 * longest).min(self.common.end.as_secs());
        (span > most).then(|| (&self.flows[flow].spec.id[..], longest, most / 2.0))
    }
}

/// The problem of a document whose history would exceed the memory limit. The fluid model stores twice the longest RTT, with steps
/// that depend on the shortest.
pub(crate) fn past_too_long(registry: &Arc<Registry>, scenario: &Scenario) -> Option<Problem> {
    let run = FluidSimulation::of(registry.clone(), scenario, SeriesSelection::Nothing);
    let (flow, longest_s, most_s) = run.history_too_long()?;
    let at = scenario.flows.iter().position(|f| f.id == flow).unwrap_or(0);
    let flows = scenario.flows.len();
    let problem = format!(
        "the history of {flows} flows with round-trip times up to {longest_s:.3} s, full queues included, exceeds the memory limit of the fluid model"
    );
    let expected = format!(
        "a path with at most about {most_s:.3} s of propagation and queueing delay, fewer flows, a shorter durationS, or the packet model"
    );
    Some(Problem::new(format!("/flows/{at}"), problem, expected))
}
