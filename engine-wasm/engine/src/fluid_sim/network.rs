//! Flows and queues as fluid, and the layout of the state.
//!
//! The state is one vector. First come the numbers with history: for each queue its backlog; for each flow what it has sent, and for
//! each queue on its path what the queue has accepted and the losses that the flow will learn of. Then come each flow's controller
//! state, the window first, and each queue's discipline state. Amounts are in bytes on the wire, windows in the flow's own packets,
//! times in seconds.

use std::ops::Range;
use std::sync::Arc;

use super::history::{Histories, HistoryCursor};
use super::params::Model;
use super::synchronization::Synchronization;
use crate::congestion::fluid::{FluidController, Path};
use crate::queue::fluid::FluidAqm;

/// Maximum size of a controller's state.
pub const MAX_STATE: usize = 8;
/// Smallest window: one packet.
pub const MIN_WINDOW: f64 = 1.0;

/// A flow at a queue on its path.
#[derive(Clone, Debug)]
pub struct Hop {
    /// Number of the flow.
    pub flow: usize,
    /// Number of the queue.
    pub queue: usize,
    /// Number of the previous queue on the path; `None` if the fluid comes from the sender.
    pub feeder: Option<usize>,
    /// Index of the amount that the sender has sent or the previous queue has accepted.
    pub source: usize,
    /// Propagation delay from the sender or the previous queue, s.
    pub before: f64,
    /// Delay from here to the receiver and back to the sender, without queueing, s.
    pub after: f64,
    /// Index in the state of the amount that the queue has accepted.
    pub accepted: usize,
    /// Index of the losses that the flow learns of continuously, with literal equations.
    pub losses: Option<usize>,
    /// Cursors into the history for arrivals, departures and loss feedback.
    pub arrives: HistoryCursor,
    /// See `arrives`.
    pub leaves: HistoryCursor,
    /// See `arrives`.
    pub feedback: HistoryCursor,
}

/// What drives a flow.
#[derive(Clone, Debug)]
pub enum FlowDriver {
    /// A window controller.
    Controlled(Arc<dyn FluidController>),
    /// Unresponsive: it sends what its application writes.
    Constant,
}

/// A flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// What drives it.
    pub drive: FlowDriver,
    /// Whether it is sending.
    pub running: bool,
    /// Whether it is in slow start.
    pub slow_start: bool,
    /// Slow-start threshold, packets.
    pub ssthresh: f64,
    /// Size of a packet on the wire, bytes.
    pub packet: f64,
    /// Largest window, packets: the paper's M_i.
    pub cap: f64,
    /// Rate at which its application writes, bytes per second.
    pub demand: f64,
    /// Total amount to send, bytes.
    pub size: f64,
    /// Base RTT, s.
    pub base_rtt: f64,
    /// Whether it is ECN-capable.
    pub ecn: bool,
    /// Lost packets that it has learned of in slow start; the first one ends slow start.
    pub losses_known: f64,
    /// Fraction of its packets lost on links.
    pub link_loss: f64,
    /// Whether it learns of losses continuously, from a queue or a link.
    pub learns_continuously: bool,
    /// The queues on its path, in order: indices of [`Network::hops`].
    pub hops: Vec<usize>,
    /// Index of the amount sent.
    pub sent: usize,
    /// Index and size of its controller state.
    pub at: usize,
    /// See `at`.
    pub controller_size: usize,
    /// Cursor into the history for losses on links.
    pub lost: HistoryCursor,
}

/// Mode of a queue, which determines its equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Empty: departures equal arrivals.
    Empty,
    /// Neither empty nor full.
    Busy,
    /// Full: the excess is lost.
    Full,
}

/// A queue and its transmitter.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Number of its channel.
    pub channel: usize,
    /// Catalogue id of its discipline.
    pub kind: String,
    /// Capacity, bytes per second.
    pub capacity: f64,
    /// Buffer up to the drop threshold, bytes.
    pub limit: f64,
    /// Packet size for disciplines that count packets, bytes.
    pub packet: f64,
    /// Index of the backlog.
    pub at: usize,
    /// Its flows: indices of [`Network::hops`].
    pub users: Range<usize>,
    /// Active queue management, and the index of its state.
    pub aqm: Option<(Arc<dyn FluidAqm>, usize)>,
    /// Current mode.
    pub mode: Mode,
    /// Start of the current idle period, s; infinite if there is a backlog.
    pub empty_since: f64,
    /// Since when nothing has been lost here, s; infinite while something may be, negative infinity if nothing ever was.
    pub lossless_since: f64,
    /// Selects the flows that lose.
    pub synchronization: Synchronization,
    /// For each user, whether it loses in this congestion event.
    pub chosen: Vec<bool>,
    /// Congestion events so far.
    pub events: u32,
    /// Earliest time at which a response to the last event can arrive here, s.
    pub first_response_at: f64,
}

impl Queue {
    /// Queueing delay with this backlog, s.
    #[inline]
    pub fn wait(&self, waiting: f64) -> f64 {
        waiting.max(0.0) / self.capacity
    }

    /// Maximum queueing delay, s.
    pub fn longest_wait(&self) -> f64 {
        self.limit / self.capacity
    }
}

/// Quantities derived from the state at a time.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Arrival rate of each of [`Network::hops`], bytes per second.
    pub arrivals: Vec<f64>,
    /// Arrival rate at each queue without early drops, bytes per second.
    pub inflow: Vec<f64>,
    /// Queueing delay of each queue, s.
    pub waits: Vec<f64>,
    /// RTT of each flow, s.
    pub rtt: Vec<f64>,
}

/// The time at which slopes are computed.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// Time, s; at a step's start possibly a little later, after the jumps there.
    pub t: f64,
    /// Time up to which the history is complete, s.
    pub known: f64,
    /// The state at that time.
    pub y: &'a [f64],
    /// Start, state and slopes of the current step; `None` at a step's start.
    pub step: Option<(f64, &'a [f64], &'a [f64])>,
}

/// All flows and queues.
#[derive(Clone, Debug)]
pub struct Network {
    /// The model's parameters.
    pub model: Model,
    /// Flows by number.
    pub flows: Vec<Flow>,
    /// Queues, those nearer to senders first.
    pub queues: Vec<Queue>,
    /// Flows at queues, in the order of queues.
    pub hops: Vec<Hop>,
    /// History of amounts and backlogs.
    pub past: Histories,
}

impl Network {
    /// Total queueing delay on a flow's path now, from queue `from` on, s.
    #[inline]
    fn waiting(&self, flow: &Flow, y: &[f64], from: usize) -> f64 {
        let wait = |&hop: &usize| {
            let queue = &self.queues[self.hops[hop].queue];
            queue.wait(y[queue.at])
        };
        flow.hops[from..].iter().map(wait).sum()
    }

    /// The path as observed by a flow.
    #[inline]
    pub fn path(&self, flow: &Flow, y: &[f64]) -> Path {
        Path { rtt_s: flow.base_rtt + self.waiting(flow, y, 0), base_rtt_s: flow.base_rtt }
    }

    /// Delay from a loss at a queue now to the sender's response, s. `place` is the queue's position on the path.
    pub fn feedback(&self, flow: &Flow, place: usize, y: &[f64]) -> f64 {
        self.waiting(flow, y, place) + self.hops[flow.hops[place]].after
    }

    /// Maximum total queueing delay on a flow's path from queue `from` on, s.
    pub fn longest_wait(&self, flow: &Flow, from: usize) -> f64 {
        flow.hops[from..].iter().map(|&hop| self.queues[self.hops[hop].queue].longest_wait()).sum()
    }

    /// Send rate of a flow with this window, bytes per second.
    #[inline]
    pub fn sends(&self, flow: &Flow, window: f64, rtt_s: f64) -> f64 {
        if !flow.running {
            return 0.0;
        }
        match flow.drive {
            FlowDriver::Controlled(_) => {
                let window = window.min(flow.cap).max(MIN_WINDOW);
                (window * flow.packet / rtt_s).min(flow.demand)
            }
            FlowDriver::Constant => flow.demand,
        }
    }

    /// Discards the history that no delay reaches.
    pub fn discard_before(&mut self, t: f64) {
        let round = |flow: &Flow| flow.base_rtt + self.longest_wait(flow, 0);
        let longest = self.flows.iter().map(round).fold(0.0, f64::max);
        self.past.discard_before(t - 2.0 * longest);
    }
}
