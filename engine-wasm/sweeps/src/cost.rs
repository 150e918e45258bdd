//! The cost of a run: an estimate before it, and what it took in processor and real time. No result depends on it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use droptail_engine::experiment::Point;
use droptail_engine::run::Run;
use droptail_engine::scenario::Engine;
use serde::{Deserialize, Serialize};

/// Cost of a second of a fluid flow, in hops.
const FLUID_WEIGHT: f64 = 60.0;

/// Estimated cost of a run of a variant: hops, and for the fluid model flow time.
pub fn weight(point: &Point) -> f64 {
    let Point { scenario, .. } = point;
    let fluid = if scenario.engine == Engine::Packet { 0.0 } else { FLUID_WEIGHT };
    Run::new(scenario, false).directory().estimated_hops
        + fluid * scenario.duration_s * scenario.flows.len() as f64
}

/// The cost of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    /// Processor time, s; real time if the system does not report it.
    pub cpu_s: f64,
    /// Real time, s.
    pub wall_s: f64,
    /// When it ended, ms since 1970.
    pub ended_ms: u64,
}

/// Measures the cost of work in this thread.
#[derive(Debug)]
pub struct Stopwatch {
    begun: Instant,
    cpu: Option<u64>,
}

impl Stopwatch {
    /// Starts the stopwatch.
    pub fn start() -> Stopwatch {
        Stopwatch { begun: Instant::now(), cpu: thread_nanos() }
    }

    /// The cost so far.
    pub fn stop(&self) -> Cost {
        let wall_s = self.begun.elapsed().as_secs_f64();
        let used = self.cpu.zip(thread_nanos()).map(|(from, to)| to.saturating_sub(from) as f64 / 1e9);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Cost { cpu_s: used.unwrap_or(wall_s), wall_s, ended_ms: now.as_millis() as u64 }
    }
}

/// Processor time of this thread, ns, as reported by Linux.
fn thread_nanos() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time() {
        let watch = Stopwatch::start();
        let sum = (0..20_000_000_u64).map(std::hint::black_box).sum::<u64>();
        let cost = watch.stop();
        assert!(sum > 0 && cost.cpu_s > 0.0 && cost.cpu_s <= cost.wall_s * 1.01 + 0.01, "{cost:?}");
    }
}
