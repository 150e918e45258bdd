//! The fluid form of PIE.

use super::super::fluid::{FluidAqm, FluidQueue, NUMBERS, ObservedQueue};
use super::{MARK_BELOW, scale};
use crate::catalogue::Settings;

/// PIE's fluid form. Its state is the probability; the burst allowance is left out.
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
    fn slope(&self, p: f64, observed: &ObservedQueue) -> f64 {
        let step =
            self.alpha * (observed.delay_s - self.target_s) + self.beta * observed.trend * self.update_s;
        let mut step = step * scale(p);
        if p >= 0.1 {
            step = step.min(0.02);
        }
        // The probability decays by 2 % per period while the queue is empty. With less than a packet in the queue, that holds for a
        // fraction of the time. A decay that stopped with the first drop of fluid would make the queue fill and empty endlessly.
        step -= 0.02 * p * (1.0 - observed.packets).max(0.0);
        if p <= 0.0 && step < 0.0 || p >= 1.0 && step > 0.0 { 0.0 } else { step / self.update_s }
    }
}

impl FluidAqm for FluidPie {
    /// RFC 8033, section 4.1: no drops while the delay is below half the target.
    fn drop_fraction(&self, state: &[f64], observed: &ObservedQueue) -> f64 {
        if observed.delay_s < self.target_s / 2.0 && state[0] < 0.2 { 0.0 } else { state[0].clamp(0.0, 1.0) }
    }

    fn marks(&self, state: &[f64]) -> bool {
        self.ecn && state[0] < MARK_BELOW
    }

    fn slopes(&self, state: &[f64], observed: &ObservedQueue) -> [f64; NUMBERS] {
        [self.slope(state[0], observed), 0.0]
    }

    fn project(&self, state: &mut [f64]) {
        state[0] = state[0].clamp(0.0, 1.0);
    }

    fn grain(&self) -> f64 {
        0.01
    }
}
