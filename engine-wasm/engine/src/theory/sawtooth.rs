//! The sawtooth of a window: its mean under periodic losses, and the cycle of a single flow at a drop-tail buffer.
//!
//! Cycles are integrated from the fluid form: the same code gives √(3/2p) for Reno, 0.0745/p for Scalable TCP and
//! 1.054·(RTT/p)^0.75 for CUBIC, and also holds where those approximations do not.

use crate::congestion::fluid::{FluidController, Path};

/// The path of a single flow.
#[derive(Clone, Copy, Debug)]
pub struct PathFacts {
    /// Base RTT, s.
    pub base_rtt_s: f64,
    /// Rate of the bottleneck, packets per second; infinite for an RTT that does not depend on the window.
    pub capacity: f64,
    /// Buffer of the bottleneck, packets.
    pub buffer: f64,
}

impl PathFacts {
    /// RTT with `window` packets in flight: those beyond the bandwidth-delay product are queued.
    fn rtt_s(&self, window: f64) -> f64 {
        (window / self.capacity).max(self.base_rtt_s)
    }

    fn path(&self, window: f64) -> Path {
        Path { rtt_s: self.rtt_s(window), base_rtt_s: self.base_rtt_s }
    }

    /// Bandwidth-delay product, packets.
    pub fn bdp(&self) -> f64 {
        self.capacity * self.base_rtt_s
    }
}

/// One cycle from loss to loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Length, s.
    pub period_s: f64,
    /// Packets sent in it.
    pub packets: f64,
    /// Mean window over time, packets.
    pub mean_window: f64,
    /// Window at the loss, packets.
    pub peak: f64,
    /// Mean queue over time, packets.
    pub mean_queue: f64,
}

/// The condition that ends a cycle.
#[derive(Clone, Copy)]
enum End {
    Packets(f64),
    Window(f64),
}

/// Number of cycles after which a controller's state has converged.
const CYCLES: u32 = 60;
/// Maximum step size, as a fraction of the time since the loss and of an RTT.
const STEP: f64 = 0.01;

/// Integrates from `y` to the next loss by Kutta's third-order method, which is exact for CUBIC. `y` ends as the state just before
/// the loss.
fn cycle(controller: &dyn FluidController, path: &PathFacts, end: End, y: &mut [f64]) -> Option<Cycle> {
    let (mut t, mut packets, mut area, mut queue) = (0.0, 0.0, 0.0, 0.0);
    let [mut first, mut second, mut slope] = [y.to_vec(), y.to_vec(), y.to_vec()];
    let [mut stage, mut next] = [y.to_vec(), y.to_vec()];
    let along = |from: &[f64], slope: &[f64], dt: f64, to: &mut [f64]| {
        for ((to, from), slope) in to.iter_mut().zip(from).zip(slope) {
            *to = from + dt * slope;
        }
    };
    // A controller that never gets there has no cycle.
    for _ in 0..1_000_000 {
        let mut dt = STEP * (5.0 * path.rtt_s(y[0]) + t);
        controller.slope(y, &path.path(y[0]), &mut first);
        along(y, &first, dt / 2.0, &mut stage);
        controller.slope(&stage, &path.path(stage[0]), &mut second);
        let middle = stage[0];
        along(y, &second, 2.0 * dt, &mut stage);
        for (stage, first) in stage.iter_mut().zip(&first) {
            *stage -= dt * first;
        }
        controller.slope(&stage, &path.path(stage[0]), &mut slope);
        for ((slope, first), second) in slope.iter_mut().zip(&first).zip(&second) {
            *slope = (first + 4.0 * second + *slope) / 6.0;
        }
        along(y, &slope, dt, &mut next);
        // Limit the last step to the end of the cycle.
        let sent = (y[0] + next[0]) / 2.0 / path.rtt_s(middle) * dt;
        let share = match end {
            End::Packets(n) if packets + sent >= n => Some((n - packets) / sent),
            End::Window(top) if next[0] >= top => Some((top - y[0]) / (next[0] - y[0])),
            _ => None,
        };
        if let Some(share) = share {
            dt *= share.clamp(0.0, 1.0);
            along(y, &slope, dt, &mut next);
        }
        let window = (y[0] + next[0]) / 2.0;
        packets += window / path.rtt_s(window) * dt;
        area += window * dt;
        queue += (window - path.bdp()).max(0.0) * dt;
        t += dt;
        y.copy_from_slice(&next);
        if share.is_some() {
            let (mean_window, mean_queue) = if t > 0.0 { (area / t, queue / t) } else { (y[0], 0.0) };
            return Some(Cycle { period_s: t, packets, mean_window, peak: y[0], mean_queue });
        }
    }
    None
}

/// The cycle with one loss every 1/`p` packets at a constant RTT: it ends at the window at which it started.
///
/// It is found by bisection. Iteration over cycles converges very slowly for controllers with a plateau: CUBIC's distance
/// decreases as 1/√n after n cycles, and is still a tenth after sixty.
pub fn periodic_losses(controller: &dyn FluidController, p: f64, rtt_s: f64) -> Option<Cycle> {
    let path = PathFacts { base_rtt_s: rtt_s, capacity: f64::INFINITY, buffer: 0.0 };
    let from = |peak: f64| {
        let mut y = vec![0.0; controller.size()];
        controller.start(peak, &mut y);
        // Twice, so that the controller also stores this peak as the previous one.
        controller.lose(&mut y, &path.path(peak));
        y[0] = peak;
        controller.lose(&mut y, &path.path(peak));
        y[0] = y[0].max(1.0);
        cycle(controller, &path, End::Packets(1.0 / p), &mut y)
    };
    // Below the fixed point a cycle ends higher, above it lower.
    let (mut low, mut high) = (libm::sqrt(1.0 / p), libm::sqrt(1.0 / p));
    while low > 1.0 && from(low)?.peak < low {
        low /= 2.0;
    }
    while high < 1e12 && from(high)?.peak > high {
        high *= 2.0;
    }
    while high > low * (1.0 + 1e-7) {
        let middle = libm::sqrt(low * high);
        if from(middle)?.peak > middle { low = middle } else { high = middle }
    }
    from(low)
}

/// The cycle of a single flow at a drop-tail bottleneck: a loss whenever the window exceeds the BDP plus the buffer.
pub fn alone(controller: &dyn FluidController, path: &PathFacts) -> Option<Cycle> {
    let top = path.bdp() + path.buffer;
    let mut y = vec![0.0; controller.size()];
    controller.start(0.6 * top, &mut y);
    let mut last: Option<Cycle> = None;
    for _ in 0..CYCLES {
        let cycle = cycle(controller, path, End::Window(top), &mut y)?;
        controller.lose(&mut y, &path.path(cycle.peak));
        y[0] = y[0].max(1.0);
        let settled = last.is_some_and(|l| {
            (l.peak / cycle.peak - 1.0).abs() < 1e-6 && (l.period_s / cycle.period_s - 1.0).abs() < 1e-6
        });
        last = Some(cycle);
        if settled {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congestion::fluid::Memoryless;

    fn aimd(
        a: f64,
        b: f64,
    ) -> Memoryless<impl Fn(f64) -> f64 + Send + Sync, impl Fn(f64) -> f64 + Send + Sync> {
        Memoryless { increase: move |_| a, after_loss: move |w: f64| (1.0 - b) * w }
    }

    #[test]
    fn aimd_follows_the_square_root_law() {
        // W̄ = √(a(2 − b)/(2bp)); Reno: √(3/2p), largest √(8/3p) (Mathis, Semke, Mahdavi & Ott 1997).
        for (a, b) in [(1.0, 0.5), (0.2, 0.125), (2.0, 0.3)] {
            for p in [1e-2, 1e-3, 1e-4] {
                let cycle = periodic_losses(&aimd(a, b), p, 0.1).unwrap();
                let expected = libm::sqrt(a * (2.0 - b) / (2.0 * b * p));
                assert!((cycle.mean_window / expected - 1.0).abs() < 2e-3, "a {a} b {b} p {p}: {cycle:?}");
            }
        }
        let reno = periodic_losses(&aimd(1.0, 0.5), 1e-3, 0.1).unwrap();
        assert!((reno.peak / libm::sqrt(8.0 / 3e-3) - 1.0).abs() < 2e-3, "{reno:?}");
        assert!((reno.packets - 1000.0).abs() < 1.0);
    }

    #[test]
    fn a_multiplicative_increase_has_a_constant_period() {
        // Scalable TCP (Kelly 2003): ln(1/0.875)/ln 1.01 = 13.42 round trips; mean window 0.0745/p.
        let controller =
            Memoryless { increase: |w: f64| w * libm::log(1.01), after_loss: |w: f64| 0.875 * w };
        let cycle = periodic_losses(&controller, 1e-3, 0.1).unwrap();
        assert!((cycle.period_s / 0.1 - 13.42).abs() < 0.05, "{cycle:?}");
        assert!((cycle.mean_window * 1e-3 / 0.0745 - 1.0).abs() < 0.01, "{cycle:?}");
    }

    #[test]
    fn the_utilisation_of_a_single_flow_depends_on_the_buffer() {
        // U = [((1 + β)² − w0²)/2]/[(1 − w0) + ((1 + β)² − 1)/2] with w0 = f·(1 + β), β the buffer in BDPs.
        let cases = [
            (0.5, 0.01, 0.757),
            (0.5, 0.1, 0.818),
            (0.5, 0.5, 0.964),
            (0.5, 1.0, 1.0),
            (0.7, 0.05, 0.889),
            (0.7, 0.2, 0.966),
            (0.875, 0.1, 0.995),
        ];
        for (f, beta, expected) in cases {
            let path = PathFacts { base_rtt_s: 0.1, capacity: 10_000.0, buffer: beta * 1000.0 };
            let cycle = alone(&aimd(1.0, 1.0 - f), &path).unwrap();
            let used = cycle.packets / cycle.period_s / path.capacity;
            assert!((used - expected).abs() < 1e-3, "f {f} β {beta}: {used}");
        }
    }

    #[test]
    fn a_single_reno_flow_with_a_buffer_of_one_bdp() {
        // From W = BDP to 2·BDP the queue is never empty: the RTT is W/C, the period is ∫ W/C dW = 1.5·BDP²/C,
        // and the mean of W over time is (7/3)/(3/2)·BDP.
        let path = PathFacts { base_rtt_s: 0.04, capacity: 1666.67, buffer: 66.67 };
        let cycle = alone(&aimd(1.0, 0.5), &path).unwrap();
        let bdp = path.bdp();
        assert!((cycle.period_s / (1.5 * bdp * bdp / path.capacity) - 1.0).abs() < 1e-3, "{cycle:?}");
        assert!((cycle.mean_window / (14.0 / 9.0 * bdp) - 1.0).abs() < 1e-3, "{cycle:?}");
        assert!((cycle.mean_queue / (5.0 / 9.0 * bdp) - 1.0).abs() < 3e-3, "{cycle:?}");
    }

    #[test]
    fn a_controller_that_does_not_grow_has_no_cycle() {
        let controller = Memoryless { increase: |_| 0.0, after_loss: |w: f64| w / 2.0 };
        assert_eq!(alone(&controller, &PathFacts { base_rtt_s: 0.1, capacity: 100.0, buffer: 10.0 }), None);
    }
}
