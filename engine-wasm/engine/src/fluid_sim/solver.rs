//! One step of the method: Bogacki & Shampine's pair of orders 3 and 2 (1989) with cubic Hermite interpolation, as used by Shampine
//! & Thompson (2001) for delay differential equations. Delays shorter than a step read the step itself, as far as its
//! stages are computed.

use super::network::{FlowDriver, Moment, Network, Rates};

/// Events closer together than this many tolerances times the RTT are simultaneous.
pub const JUMP: f64 = 20.0;

/// State and slopes at the start of a step, and the results of the stages.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Slopes at the start.
    pub f0: Vec<f64>,
    /// Rates at the start.
    pub rates0: Rates,
    /// State at the end.
    pub y1: Vec<f64>,
    /// Slopes at the end.
    pub f1: Vec<f64>,
    /// Rates at the end.
    pub rates1: Rates,
    k2: Vec<f64>,
    k3: Vec<f64>,
    stage: Vec<f64>,
}

impl Workspace {
    /// Allocates memory for a state of `size` numbers.
    pub fn resize(&mut self, size: usize, hops: usize, queues: usize, flows: usize) {
        for vector in [&mut self.f0, &mut self.y1, &mut self.f1, &mut self.k2, &mut self.k3, &mut self.stage]
        {
            vector.clear();
            vector.resize(size, 0.0);
        }
        for rates in [&mut self.rates0, &mut self.rates1] {
            let vectors = [
                (&mut rates.arrivals, hops),
                (&mut rates.inflow, queues),
                (&mut rates.waits, queues),
                (&mut rates.rtt, flows),
            ];
            for (vector, size) in vectors {
                vector.clear();
                vector.resize(size, 0.0);
            }
        }
    }

    /// Slopes at the start of a step. A delayed jump may lie exactly here; the slopes after it count.
    pub fn begin(&mut self, net: &Network, t: f64, y: &[f64], just_after: f64) {
        net.slopes(Moment { t: t + just_after, known: t, y, step: None }, &mut self.f0, &mut self.rates0);
    }

    /// Takes a step of `h` from `y` at `t`. Returns its error relative to the tolerance: at most 1 is acceptable.
    ///
    /// `f0` must be set. Sets `y1`, `f1` and `rates1`. `just_before` keeps the last stage before a jump at the end. Computing a step
    /// twice gives the same result: a stage that reads a slope before computing it uses that of the last stage.
    pub fn step(&mut self, net: &Network, t: f64, y: &[f64], h: f64, just_before: f64) -> f64 {
        let Workspace { f0, y1, f1, rates1, k2, k3, stage, .. } = self;
        let step = Some((t, y, &f0[..]));
        let to = |part: f64, from: &[f64], slopes: &[f64], out: &mut [f64]| {
            for ((out, y), k) in out.iter_mut().zip(from).zip(slopes) {
                *out = y + part * h * k;
            }
        };
        to(0.5, y, f0, stage);
        k2.copy_from_slice(f0);
        net.slopes(Moment { t: t + 0.5 * h, known: t, y: stage, step }, k2, rates1);
        to(0.75, y, k2, stage);
        k3.copy_from_slice(k2);
        net.slopes(Moment { t: t + 0.75 * h, known: t, y: stage, step }, k3, rates1);
        for i in 0..y.len() {
            y1[i] = y[i] + h * (2.0 / 9.0 * f0[i] + 1.0 / 3.0 * k2[i] + 4.0 / 9.0 * k3[i]);
        }
        f1.copy_from_slice(k3);
        net.slopes(Moment { t: t + h - just_before, known: t, y: y1, step }, f1, rates1);
        let error = |i: usize| {
            h * (-5.0 / 72.0 * f0[i] + 1.0 / 12.0 * k2[i] + 1.0 / 9.0 * k3[i] - 1.0 / 8.0 * f1[i]).abs()
        };
        let tolerance = net.model.tolerance;
        let mut worst: f64 = 0.0;
        for flow in &net.flows {
            if let FlowDriver::Controlled(_) = flow.drive
                && flow.running
            {
                // Plus a thousandth of a packet, so that a window near zero does not force tiny steps.
                let allowed = tolerance * (y[flow.at].abs() + 1.0);
                worst = worst.max(error(flow.at) / allowed);
            }
        }
        for flow in &net.flows {
            // For the amount accepted by its last queue: a jump of its rate within a step, or still on the path after its end, must not
            // count for more of a window than jumps that are taken together.
            let Some(&last) = flow.hops.last() else { continue };
            let window = match flow.drive {
                FlowDriver::Controlled(_) => y[flow.at] * flow.packet,
                FlowDriver::Constant => flow.demand.min(1e15) * flow.base_rtt,
            };
            worst = worst
                .max(error(net.hops[last].accepted) / (0.25 * JUMP * tolerance * (window + flow.packet)));
        }
        for queue in &net.queues {
            // Relative to the buffer and to the path.
            let allowed = tolerance * (queue.limit.min(queue.capacity) + queue.packet);
            worst = worst.max(error(queue.at) / allowed);
            if let Some((aqm, at)) = &queue.aqm {
                let allowed = tolerance * (y[*at].abs() + aqm.grain());
                worst = worst.max(error(*at) / allowed);
            }
        }
        worst
    }
}
