//! Window laws as differential equations with jumps: the same law between losses, smooth, and what a loss does to it.
//!
//! The fluid model integrates them, and theory takes its sawtooth from them. A law keeps nothing between calls: what it remembers
//! is in its state, of which the first number is the window in packets. Times are in seconds.

use std::fmt;
use std::sync::Arc;

use crate::catalogue::Settings;

/// Makes a law from a row's parameters.
pub type MakeFluid = fn(&Settings<'_>) -> Arc<dyn FluidController>;

/// The path as the sender sees it now.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// Round trip, s.
    pub rtt_s: f64,
    /// Round trip with empty queues, s.
    pub base_rtt_s: f64,
}

impl Path {
    /// Packets of a window that wait in queues.
    pub fn queued(&self, window: f64) -> f64 {
        window * (1.0 - self.base_rtt_s / self.rtt_s)
    }
}

/// A window law as an ordinary differential equation with jumps.
pub trait FluidController: Send + Sync {
    /// Numbers in its state.
    fn size(&self) -> usize {
        1
    }

    /// The state of a flow that begins with this window.
    fn start(&self, window: f64, y: &mut [f64]) {
        y.fill(0.0);
        y[0] = window;
    }

    /// dy/dt between losses, per second.
    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]);

    /// The state after a loss.
    fn lose(&self, y: &mut [f64], path: &Path);

    /// Whether slow start ends here without a loss.
    fn leaves_slow_start(&self, _window: f64, _path: &Path) -> bool {
        false
    }
}

impl fmt::Debug for dyn FluidController {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a law of {} numbers", self.size())
    }
}

/// A law that remembers nothing but its window: so many packets more a round trip, so much left after a loss.
#[derive(Clone, Copy, Debug)]
pub struct Memoryless<A, B> {
    /// Packets that a round trip adds to a window.
    pub increase: A,
    /// The window after a loss.
    pub after_loss: B,
}

impl<A: Fn(f64) -> f64 + Send + Sync, B: Fn(f64) -> f64 + Send + Sync> FluidController for Memoryless<A, B> {
    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        dy[0] = (self.increase)(y[0]) / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        y[0] = (self.after_loss)(y[0]);
    }
}

/// A law with this increase per round trip and this window after a loss.
pub fn memoryless(
    increase: impl Fn(f64) -> f64 + Send + Sync + 'static,
    after_loss: impl Fn(f64) -> f64 + Send + Sync + 'static,
) -> Arc<dyn FluidController> {
    Arc::new(Memoryless { increase, after_loss })
}
