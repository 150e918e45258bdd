//! The fluid form of Vegas: the window moves towards the range between the thresholds by one packet per round trip.

use super::super::fluid::{FluidController, Path};
use super::MIN_SSTHRESH;
use crate::catalogue::Settings;
use crate::units::Segments;
use std::sync::Arc;

/// The fluid form of Vegas.
#[derive(Clone, Copy, Debug)]
struct Smooth {
    alpha: Segments,
    beta: Segments,
    gamma: Segments,
    /// Fraction kept after a loss.
    keep: f64,
}

pub(super) fn make(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    let alpha = settings.number("alpha");
    Arc::new(Smooth {
        alpha,
        beta: settings.number("beta").max(alpha),
        gamma: settings.number("gamma"),
        keep: if settings.choice("cut") == "half" { 0.5 } else { 0.75 },
    })
}

impl FluidController for Smooth {
    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        // One packet per round trip, as in the paper, but in proportion to the distance within the last packet: a discontinuous sign
        // at the thresholds would have no smooth solution there.
        let queued = path.queued(y[0]);
        let turn = (self.alpha - queued).clamp(0.0, 1.0) - (queued - self.beta).clamp(0.0, 1.0);
        dy[0] = turn / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        y[0] = (self.keep * y[0]).max(MIN_SSTHRESH);
    }

    fn leaves_slow_start(&self, window: f64, path: &Path) -> bool {
        path.queued(window) > self.gamma
    }
}
