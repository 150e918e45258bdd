//! Fluid forms of queue disciplines: the buffer and, with active queue management, the fraction of arrivals that is dropped or marked
//! before the buffer is full.
//!
//! The fluid model integrates the state of a discipline with everything else. A form stores nothing itself. Times are in seconds.

use std::fmt;
use std::sync::Arc;

use crate::catalogue::Settings;

/// Makes a fluid form from a row's parameters, for a channel with this capacity in bytes per second.
pub type MakeFluid = Arc<dyn Fn(&Settings<'_>, f64) -> FluidQueue + Send + Sync>;

/// Size of the state of active queue management; unused numbers stay zero.
pub const NUMBERS: usize = 2;

/// The fluid form of a discipline.
#[derive(Clone, Debug)]
pub struct FluidQueue {
    /// Size of the buffer.
    pub limit: FluidLimit,
    /// Active queue management; `None` if only a full buffer drops.
    pub aqm: Option<Arc<dyn FluidAqm>>,
}

/// Size of the buffer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FluidLimit {
    /// Packets of any size.
    Packets(f64),
    /// Bytes.
    Bytes(f64),
}

impl FluidLimit {
    /// In bytes, for packets of `packet` bytes.
    pub fn bytes(self, packet: f64) -> f64 {
        match self {
            FluidLimit::Packets(packets) => packets * packet,
            FluidLimit::Bytes(bytes) => bytes,
        }
    }
}

impl FluidQueue {
    /// A form that drops only when [`super::buffer`] is full.
    pub(super) fn of_packets(settings: &Settings<'_>) -> FluidQueue {
        FluidQueue { limit: FluidLimit::Packets(settings.number("limitPackets")), aqm: None }
    }

    /// Adds active queue management.
    pub(super) fn with(self, aqm: impl FluidAqm + 'static) -> FluidQueue {
        FluidQueue { aqm: Some(Arc::new(aqm)), ..self }
    }
}

/// The queue as observed by a discipline.
#[derive(Clone, Copy, Debug)]
pub struct ObservedQueue {
    /// Backlog in packets of the discipline's mean size.
    pub packets: f64,
    /// Queueing delay, s.
    pub delay_s: f64,
    /// Change of the queueing delay, s per s.
    pub trend: f64,
}

/// Active queue management as an ordinary differential equation.
pub trait FluidAqm: Send + Sync {
    /// Initial state.
    fn start(&self) -> [f64; NUMBERS] {
        [0.0; NUMBERS]
    }

    /// Fraction of packets that is dropped or marked.
    fn drop_fraction(&self, state: &[f64], observed: &ObservedQueue) -> f64;

    /// Whether packets of ECN-capable flows are marked instead of dropped.
    fn marks(&self, state: &[f64]) -> bool;

    /// Derivative of the state, 1/s.
    fn slopes(&self, state: &[f64], observed: &ObservedQueue) -> [f64; NUMBERS];

    /// Clamps the state to its range.
    fn project(&self, state: &mut [f64]);

    /// Absolute scale for the error of the first number of the state.
    fn grain(&self) -> f64;
}

impl fmt::Debug for dyn FluidAqm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FluidAqm")
    }
}
