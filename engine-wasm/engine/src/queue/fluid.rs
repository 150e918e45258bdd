//! Queue disciplines as fluid: how much fits in, and, of active queue management, which part of what comes is dropped or marked before
//! the queue is full.
//!
//! The fluid model integrates the state of a discipline with everything else. A form keeps nothing between calls. Times are in seconds.

use std::fmt;
use std::sync::Arc;

use crate::catalogue::Settings;

/// Makes a fluid form from a row's parameters, before a channel of so many bytes a second.
pub type MakeFluid = Arc<dyn Fn(&Settings<'_>, f64) -> FluidQueue + Send + Sync>;

/// Numbers in the state of active queue management: what one does not need stays zero.
pub const NUMBERS: usize = 2;

/// A discipline as fluid.
#[derive(Clone, Debug)]
pub struct FluidQueue {
    /// What can wait.
    pub limit: FluidLimit,
    /// What drops or marks before that; nothing where only a full queue drops.
    pub aqm: Option<Arc<dyn FluidAqm>>,
}

/// What can wait.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FluidLimit {
    /// Packets, of whatever size.
    Packets(f64),
    /// Bytes.
    Bytes(f64),
}

impl FluidLimit {
    /// In bytes, where packets have `packet` bytes.
    pub fn bytes(self, packet: f64) -> f64 {
        match self {
            FluidLimit::Packets(packets) => packets * packet,
            FluidLimit::Bytes(bytes) => bytes,
        }
    }
}

impl FluidQueue {
    /// One that drops only what does not fit into so many packets, which is [`super::buffer`].
    pub(super) fn of_packets(settings: &Settings<'_>) -> FluidQueue {
        FluidQueue { limit: FluidLimit::Packets(settings.number("limitPackets")), aqm: None }
    }

    /// The same with active queue management.
    pub(super) fn with(self, aqm: impl FluidAqm + 'static) -> FluidQueue {
        FluidQueue { aqm: Some(Arc::new(aqm)), ..self }
    }
}

/// The queue as a discipline sees it.
#[derive(Clone, Copy, Debug)]
pub struct QueueLook {
    /// What waits, packets of the mean size that the discipline counts in.
    pub packets: f64,
    /// How long it waits, s.
    pub delay_s: f64,
    /// Change of that, s per s.
    pub trend: f64,
}

/// Active queue management as an ordinary differential equation.
pub trait FluidAqm: Send + Sync {
    /// Its state at first.
    fn start(&self) -> [f64; NUMBERS] {
        [0.0; NUMBERS]
    }

    /// The part of packets that is dropped or marked.
    fn hits(&self, state: &[f64], look: &QueueLook) -> f64;

    /// Whether packets of flows that understand marks are marked instead of dropped.
    fn marks(&self, state: &[f64]) -> bool;

    /// How fast its state moves, 1/s.
    fn slopes(&self, state: &[f64], look: &QueueLook) -> [f64; NUMBERS];

    /// Brings its state back into what it can be.
    fn project(&self, state: &mut [f64]);

    /// What an error of the first number of its state is compared with, beside the number itself.
    fn grain(&self) -> f64;
}

impl fmt::Debug for dyn FluidAqm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FluidAqm")
    }
}
