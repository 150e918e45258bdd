//! What a fluid run may take of the memory.

use std::sync::Arc;

use super::FluidSimulation;
use crate::metrics::recorder::SeriesSelection;
use crate::registry::Registry;
use crate::scenario::{Problem, Scenario};

/// Memory for what is remembered and for what is planned, bytes.
const MOST: usize = 64 << 20;

/// Steps in the time that one may take at most, as they come in runs that nothing disturbs.
const STEPS: f64 = 1.6;

/// Something planned, in bytes.
const PLANNED: usize = 64;

impl FluidSimulation {
    /// Whether what is remembered and planned is more than memory allows.
    pub(super) fn is_too_large(&self) -> bool {
        self.net.past.bytes() + PLANNED * self.agenda.len() > MOST
    }

    /// Whether more would have to be remembered than memory allows: the flow with the longest round trip, that round trip, and about
    /// the longest that would be allowed, s.
    pub fn history_too_long(&self) -> Option<(&str, f64, f64)> {
        let round = |(number, flow)| {
            let longest: f64 = self.net.longest_wait(flow, 0) + flow.base_rtt;
            (number, longest)
        };
        let rounds = self.net.flows.iter().enumerate().map(round);
        let (flow, longest) = rounds.fold((0, 0.0), |a, b| if b.1 > a.1 { b } else { a });
        // Flows that have not begun count, too.
        let shortest = self.net.flows.iter().map(|f| f.base_rtt).fold(f64::INFINITY, f64::min);
        let step = shortest.max(1e-5).min(self.sampling.period.as_secs());
        let most = self.net.past.max_steps(MOST) as f64 * step / STEPS;
        let span = (2.0 * longest).min(self.common.end.as_secs());
        (span > most).then(|| (&self.flows[flow].spec.id[..], longest, most / 2.0))
    }
}

/// A past that is longer than memory allows, if the document has one. The fluid model remembers as long as twice the longest round trip, with a step for each part of the shortest.
pub(crate) fn past_too_long(registry: &Arc<Registry>, scenario: &Scenario) -> Option<Problem> {
    let run = FluidSimulation::of(registry.clone(), scenario, SeriesSelection::Nothing);
    let (flow, longest_s, most_s) = run.history_too_long()?;
    let at = scenario.flows.iter().position(|f| f.id == flow).unwrap_or(0);
    let flows = scenario.flows.len();
    let problem = format!(
        "the fluid model remembers round trips of {longest_s:.3} s, full queues included, of {flows} flows: more than memory allows"
    );
    let expected = format!(
        "a way with delays and full queues of at most about {most_s:.3} s in all, fewer flows, a durationS below it, or the packet model"
    );
    Some(Problem::new(format!("/flows/{at}"), problem, expected))
}
