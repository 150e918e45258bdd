//! Fluid forms of controllers: ordinary differential equations between losses, and a jump at each loss.
//!
//! The fluid model integrates them, and theory computes sawtooths from them. A form stores nothing itself: everything is in its
//! state, whose first number is the window in packets. Times are in seconds.

use std::fmt;
use std::sync::Arc;

use crate::catalogue::Settings;

/// Makes a fluid form from a row's parameters.
pub type MakeFluid = fn(&Settings<'_>) -> Arc<dyn FluidController>;

/// The path as observed by the sender.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// RTT, s.
    pub rtt_s: f64,
    /// Base RTT, s.
    pub base_rtt_s: f64,
}

impl Path {
    /// Packets of a window that are in queues.
    pub fn queued(&self, window: f64) -> f64 {
        window * (1.0 - self.base_rtt_s / self.rtt_s)
    }
}

/// A controller as an ordinary differential equation with jumps.
pub trait FluidController: Send + Sync {
    /// Size of its state.
    fn size(&self) -> usize {
        1
    }

    /// The state of a flow that starts with this window.
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
        write!(f, "a fluid controller with a state of {} numbers", self.size())
    }
}

/// A controller whose state is only its window.
#[derive(Clone, Copy, Debug)]
pub struct Memoryless<A, B> {
    /// Increase per round trip, packets.
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

/// A controller with this increase per round trip and this window after a loss.
pub fn memoryless(
    increase: impl Fn(f64) -> f64 + Send + Sync + 'static,
    after_loss: impl Fn(f64) -> f64 + Send + Sync + 'static,
) -> Arc<dyn FluidController> {
    Arc::new(Memoryless { increase, after_loss })
}
