//! PIE as fluid.

use super::super::fluid::{FluidAqm, FluidQueue, NUMBERS, QueueLook};
use super::{MARK_BELOW, scale};
use crate::catalogue::Settings;

/// As fluid; its state is the probability. The burst allowance is left out.
#[derive(Clone, Copy, Debug)]
struct FluidPie {
    target_s: f64,
    update_s: f64,
    alpha: f64,
    beta: f64,
    ecn: bool,
}

pub(super) fn fluid(settings: &Settings<'_>, _: f64) -> FluidQueue {
    FluidQueue::of_packets(settings).with(FluidPie {
        target_s: settings.number("targetMs") / 1e3,
        update_s: settings.number("updateMs") / 1e3,
        alpha: settings.number("alpha"),
        beta: settings.number("beta"),
        ecn: settings.switch("ecn"),
    })
}

impl FluidPie {
    /// RFC 8033, sections 4.2 and 5.5, as a derivative.
    fn slope(&self, p: f64, look: &QueueLook) -> f64 {
        let step = self.alpha * (look.delay_s - self.target_s) + self.beta * look.trend * self.update_s;
        let mut step = step * scale(p);
        if p >= 0.1 {
            step = step.min(0.02);
        }
        // Two hundredths less each period in which nothing waits. With less than a packet in the queue, that is so for a part of the
        // time. A decay that stopped with the first drop of fluid would make a queue fill and empty without end.
        step -= 0.02 * p * (1.0 - look.packets).max(0.0);
        if p <= 0.0 && step < 0.0 || p >= 1.0 && step > 0.0 { 0.0 } else { step / self.update_s }
    }
}

impl FluidAqm for FluidPie {
    /// RFC 8033, section 4.1: nothing while the delay is below half of the target.
    fn hits(&self, state: &[f64], look: &QueueLook) -> f64 {
        if look.delay_s < self.target_s / 2.0 && state[0] < 0.2 { 0.0 } else { state[0].clamp(0.0, 1.0) }
    }

    fn marks(&self, state: &[f64]) -> bool {
        self.ecn && state[0] < MARK_BELOW
    }

    fn slopes(&self, state: &[f64], look: &QueueLook) -> [f64; NUMBERS] {
        [self.slope(state[0], look), 0.0]
    }

    fn project(&self, state: &mut [f64]) {
        state[0] = state[0].clamp(0.0, 1.0);
    }

    fn grain(&self) -> f64 {
        0.01
    }
}
