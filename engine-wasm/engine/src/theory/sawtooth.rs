//! What a window that saws comes to: its mean under periodic losses, and a lone flow's cycle over a drop-tail buffer.
//!
//! A cycle is integrated, not guessed: the same few lines give √(3/2p) for Reno, 0.0745/p for Scalable TCP and
//! 1.054·(RTT/p)^0.75 for CUBIC, and they hold where those approximations do not.

/// A window law between two losses, as a smooth curve. Windows in packets, times in seconds.
pub trait Sawtooth {
    /// A loss while the window is `window`, at a round trip of `rtt_s`: what is left of it.
    fn lose(&mut self, window: f64, rtt_s: f64) -> f64;
    /// The window a time `dt_s` after it was `window`, at a round trip of `rtt_s`.
    fn grow(&mut self, window: f64, dt_s: f64, rtt_s: f64) -> f64;
}

/// A law without memory: `increase(W)` packets a round trip, `keep(W)` of the window left after a loss.
#[derive(Clone, Copy, Debug)]
pub struct Memoryless<A, B> {
    /// Packets that a round trip adds to a window.
    pub increase: A,
    /// The window after a loss.
    pub after_loss: B,
}

impl<A: Fn(f64) -> f64, B: Fn(f64) -> f64> Sawtooth for Memoryless<A, B> {
    fn lose(&mut self, window: f64, _: f64) -> f64 {
        (self.after_loss)(window)
    }

    fn grow(&mut self, window: f64, dt_s: f64, rtt_s: f64) -> f64 {
        let rounds = dt_s / rtt_s;
        let middle = window + (self.increase)(window) * rounds / 2.0;
        window + (self.increase)(middle) * rounds
    }
}

/// The way of a lone flow.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// Round trip with empty queues, s.
    pub base_rtt_s: f64,
    /// Rate of the bottleneck, packets a second; infinite where the round trip shall not depend on the window.
    pub capacity: f64,
    /// Packets that its buffer holds.
    pub buffer: f64,
}

impl Way {
    /// Round trip with `window` packets on the way: beyond the bandwidth-delay product they wait.
    fn rtt_s(&self, window: f64) -> f64 {
        (window / self.capacity).max(self.base_rtt_s)
    }

    /// Bandwidth-delay product, packets.
    pub fn bdp(&self) -> f64 {
        self.capacity * self.base_rtt_s
    }
}

/// One cycle from loss to loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cycle {
    /// Its length, s.
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

/// When a cycle ends.
#[derive(Clone, Copy)]
enum End {
    Packets(f64),
    Window(f64),
}

/// Cycles after which a law's memory has settled.
const CYCLES: u32 = 60;
/// Share of the time since the loss, of a round trip and of the window by which a step moves on at most.
const STEP: f64 = 0.01;

fn cycle(law: &mut dyn Sawtooth, way: &Way, end: End, first_window: f64) -> Option<Cycle> {
    let (mut t, mut window, mut slope) = (0.0, first_window, 0.0);
    let (mut packets, mut area, mut queue) = (0.0, 0.0, 0.0);
    // A law that never gets there has no cycle.
    for _ in 0..1_000_000 {
        let mut dt = STEP * (5.0 * way.rtt_s(window) + t);
        // The round trip in the middle of the step, as far as the step before lets us guess.
        let rtt = way.rtt_s(window + slope * dt / 2.0);
        let mut next = law.grow(window, dt, rtt);
        slope = (next - window) / dt;
        // Not beyond the end: what is left of it.
        let done = match end {
            End::Packets(n) => packets + (window + next) / 2.0 / rtt * dt >= n,
            End::Window(top) => next >= top,
        };
        if done {
            let share = match end {
                End::Packets(n) => (n - packets) / ((window + next) / 2.0 / rtt * dt),
                End::Window(top) => (top - window) / (next - window),
            };
            let share = share.clamp(0.0, 1.0);
            dt *= share;
            next = window + share * (next - window);
        }
        let middle = (window + next) / 2.0;
        packets += middle / way.rtt_s(middle) * dt;
        area += middle * dt;
        queue += (middle - way.bdp()).max(0.0) * dt;
        t += dt;
        window = next;
        if done {
            let (mean_window, mean_queue) = if t > 0.0 { (area / t, queue / t) } else { (window, 0.0) };
            return Some(Cycle { period_s: t, packets, mean_window, peak: window, mean_queue });
        }
    }
    None
}

/// The cycle under one loss every 1/`p` packets at a constant round trip: the one that ends at the window at which it began.
///
/// Found by bisection. Cycle by cycle a law with a plateau comes to it very slowly: CUBIC's distance shrinks as 1/√n after n
/// cycles, and is still a tenth after sixty.
pub fn periodic_losses(law: &mut dyn Sawtooth, p: f64, rtt_s: f64) -> Option<Cycle> {
    let way = Way { base_rtt_s: rtt_s, capacity: f64::INFINITY, buffer: 0.0 };
    let mut from = |peak: f64| {
        // Twice, so that the law remembers this peak as the one before, too.
        law.lose(peak, rtt_s);
        let window = law.lose(peak, rtt_s).max(1.0);
        cycle(law, &way, End::Packets(1.0 / p), window)
    };
    // Below the peak that returns a cycle ends higher, above it lower.
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

/// The cycle of a flow that has a drop-tail bottleneck to itself: a loss whenever the window passes what path and buffer hold.
pub fn alone(law: &mut dyn Sawtooth, way: &Way) -> Option<Cycle> {
    let top = way.bdp() + way.buffer;
    let mut window = 0.6 * top;
    let mut last: Option<Cycle> = None;
    for _ in 0..CYCLES {
        let cycle = cycle(law, way, End::Window(top), window)?;
        window = law.lose(cycle.peak, way.rtt_s(cycle.peak)).max(1.0);
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

    fn aimd(a: f64, b: f64) -> Memoryless<impl Fn(f64) -> f64, impl Fn(f64) -> f64> {
        Memoryless { increase: move |_| a, after_loss: move |w: f64| (1.0 - b) * w }
    }

    #[test]
    fn aimd_has_the_square_root_law() {
        // W̄ = √(a(2 − b)/(2bp)); Reno: √(3/2p), largest √(8/3p) (Mathis, Semke, Mahdavi & Ott 1997).
        for (a, b) in [(1.0, 0.5), (0.2, 0.125), (2.0, 0.3)] {
            for p in [1e-2, 1e-3, 1e-4] {
                let cycle = periodic_losses(&mut aimd(a, b), p, 0.1).unwrap();
                let expected = libm::sqrt(a * (2.0 - b) / (2.0 * b * p));
                assert!((cycle.mean_window / expected - 1.0).abs() < 2e-3, "a {a} b {b} p {p}: {cycle:?}");
            }
        }
        let reno = periodic_losses(&mut aimd(1.0, 0.5), 1e-3, 0.1).unwrap();
        assert!((reno.peak / libm::sqrt(8.0 / 3e-3) - 1.0).abs() < 2e-3, "{reno:?}");
        assert!((reno.packets - 1000.0).abs() < 1.0);
    }

    #[test]
    fn a_multiplicative_increase_has_a_period_of_its_own() {
        // Scalable TCP (Kelly 2003): ln(1/0.875)/ln 1.01 = 13.42 round trips; mean window 0.0745/p.
        let mut law = Memoryless { increase: |w: f64| w * libm::log(1.01), after_loss: |w: f64| 0.875 * w };
        let cycle = periodic_losses(&mut law, 1e-3, 0.1).unwrap();
        assert!((cycle.period_s / 0.1 - 13.42).abs() < 0.05, "{cycle:?}");
        assert!((cycle.mean_window * 1e-3 / 0.0745 - 1.0).abs() < 0.01, "{cycle:?}");
    }

    #[test]
    fn a_lone_flow_uses_what_its_buffer_lets_it() {
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
            let way = Way { base_rtt_s: 0.1, capacity: 10_000.0, buffer: beta * 1000.0 };
            let cycle = alone(&mut aimd(1.0, 1.0 - f), &way).unwrap();
            let used = cycle.packets / cycle.period_s / way.capacity;
            assert!((used - expected).abs() < 1e-3, "f {f} β {beta}: {used}");
        }
    }

    #[test]
    fn a_lone_reno_over_one_bdp_of_buffer() {
        // From W = BDP to 2·BDP the queue is never empty: the round trip is W/C, the period ∫ W/C dW = 1.5·BDP²/C,
        // and the mean of W over time (7/3)/(3/2)·BDP.
        let way = Way { base_rtt_s: 0.04, capacity: 1666.67, buffer: 66.67 };
        let cycle = alone(&mut aimd(1.0, 0.5), &way).unwrap();
        let bdp = way.bdp();
        assert!((cycle.period_s / (1.5 * bdp * bdp / way.capacity) - 1.0).abs() < 1e-3, "{cycle:?}");
        assert!((cycle.mean_window / (14.0 / 9.0 * bdp) - 1.0).abs() < 1e-3, "{cycle:?}");
        assert!((cycle.mean_queue / (5.0 / 9.0 * bdp) - 1.0).abs() < 3e-3, "{cycle:?}");
    }

    #[test]
    fn a_law_that_does_not_grow_has_no_cycle() {
        let mut law = Memoryless { increase: |_| 0.0, after_loss: |w: f64| w / 2.0 };
        assert_eq!(alone(&mut law, &Way { base_rtt_s: 0.1, capacity: 100.0, buffer: 10.0 }), None);
    }
}
