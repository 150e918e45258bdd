//! What a run takes of the machine. Nothing that is simulated, summed up or compared depends on it.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// What a run took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Cost {
    /// Time of a processor, s; where the system does not tell, real time.
    pub cpu_s: f64,
    /// Real time, s.
    pub wall_s: f64,
    /// When it ended, ms since 1970.
    pub ended_ms: u64,
}

/// Measures this thread.
pub struct Stopwatch {
    begun: Instant,
    cpu: Option<u64>,
}

impl Stopwatch {
    /// From now on.
    pub fn start() -> Stopwatch {
        Stopwatch { begun: Instant::now(), cpu: thread_nanos() }
    }

    /// Until now.
    pub fn stop(&self) -> Cost {
        let wall_s = self.begun.elapsed().as_secs_f64();
        let used = self.cpu.zip(thread_nanos()).map(|(from, to)| to.saturating_sub(from) as f64 / 1e9);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Cost { cpu_s: used.unwrap_or(wall_s), wall_s, ended_ms: now.as_millis() as u64 }
    }
}

/// Time that this thread has had a processor, ns, where Linux counts it.
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
