//! Flows and queues as fluid, and the state that they have their places in.
//!
//! State, one vector of numbers: first what is remembered (of each queue what waits there; of each flow what it has sent, and at each
//! queue on its way what the queue has accepted and what the flow will be told of), then of each flow its law's numbers, the window
//! first, and of each queue what its discipline keeps. Amounts are in bytes on the wire, windows in the flow's own packets, times in
//! seconds.

use std::sync::Arc;

use super::history::{Histories, HistoryCursor};
use super::params::Model;
use super::synchronization::Synchronization;
use crate::congestion::fluid::{FluidController, Path};
use crate::queue::fluid::FluidAqm;

/// Most numbers that a law keeps.
pub const MAX_LAW: usize = 8;
/// A window never falls below one packet.
pub const LEAST_WINDOW: f64 = 1.0;

/// A queue on a flow's way.
#[derive(Clone, Debug)]
pub struct Hop {
    /// Its number.
    pub queue: usize,
    /// Delay from the sender, or from the queue before, s.
    pub before: f64,
    /// Delay from here to the receiver and back to the sender, waiting left out, s.
    pub after: f64,
    /// Place in the state of what the queue has accepted.
    pub accepted: usize,
    /// Place of what the flow has been told, or will be, to decrease for, without a break.
    pub told: Option<usize>,
    /// Where in the past is read what arrives here, what leaves, and what is heard.
    pub arrives: HistoryCursor,
    /// See `arrives`.
    pub leaves: HistoryCursor,
    /// See `arrives`.
    pub heard: HistoryCursor,
}

/// What drives a flow.
#[derive(Clone, Debug)]
pub enum FlowDriver {
    /// A window law.
    Controlled(Arc<dyn FluidController>),
    /// Nothing: it sends what its application hands over.
    Constant,
}

/// A flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// What drives it.
    pub drive: FlowDriver,
    /// Whether it sends now.
    pub running: bool,
    /// Whether its window still doubles each round trip.
    pub slow_start: bool,
    /// Where slow start ends without a loss, packets.
    pub ssthresh: f64,
    /// A packet on the wire, bytes.
    pub packet: f64,
    /// Largest window, packets: the paper's M_i.
    pub cap: f64,
    /// What its application hands over, bytes a second.
    pub demand: f64,
    /// All that it will send, bytes.
    pub size: f64,
    /// Round trip with empty queues, s.
    pub base_rtt: f64,
    /// Whether it understands marks.
    pub ecn: bool,
    /// Packets of losses that it has heard of in slow start: the first one ends it.
    pub heard: f64,
    /// Part of its packets that links lose.
    pub link_loss: f64,
    /// Queues on its way, in order.
    pub hops: Vec<Hop>,
    /// Place of what it has sent.
    pub sent: usize,
    /// Place of its law's numbers in the state, and how many they are.
    pub at: usize,
    /// See `at`.
    pub controller_size: usize,
    /// Where in the past is read what links have lost.
    pub lost: HistoryCursor,
}

/// Which equation of a queue holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Nothing waits: what comes goes.
    Empty,
    /// Between empty and full.
    Busy,
    /// What is too much is lost.
    Full,
}

/// A queue and its transmitter.
#[derive(Clone, Debug)]
pub struct Queue {
    /// Number of its channel.
    pub channel: usize,
    /// Catalogue id of its discipline.
    pub kind: String,
    /// Bytes a second.
    pub capacity: f64,
    /// What fits in, up to the drop threshold, bytes.
    pub limit: f64,
    /// A packet, for those who count them, bytes.
    pub packet: f64,
    /// Place of what waits.
    pub at: usize,
    /// Flows and which of their queues it is.
    pub users: Vec<(usize, usize)>,
    /// What drops or marks before the queue is full, and the place of its state.
    pub aqm: Option<(Arc<dyn FluidAqm>, usize)>,
    /// Which equation holds.
    pub mode: Mode,
    /// Nothing waits and nothing has since then, s; infinite where something does.
    pub empty_since: f64,
    /// Who loses.
    pub synchronization: Synchronization,
    /// By user: among those who lose in this congestion event.
    pub chosen: Vec<bool>,
    /// Congestion events so far.
    pub events: u32,
    /// Before this nobody's answer to the last event can have arrived here, s.
    pub answered: f64,
    /// Where its users' rates begin in [`Rates::arrivals`].
    pub first_user: usize,
}

impl Queue {
    /// How long what arrives waits where so much does, s.
    #[inline]
    pub fn wait(&self, waiting: f64) -> f64 {
        waiting.max(0.0) / self.capacity
    }

    /// How long it can be at most, s.
    pub fn longest_wait(&self) -> f64 {
        self.limit / self.capacity
    }
}

/// What belongs to a moment but is not in the state.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Bytes a second that come to each queue from each of its users.
    pub arrivals: Vec<f64>,
    /// Bytes a second that come to each queue and are not dropped early.
    pub inflow: Vec<f64>,
    /// Each flow's round trip, s.
    pub rtt: Vec<f64>,
}

/// The moment at which slopes are wanted.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// When, s; at a step's start perhaps a little later, beyond what jumps there.
    pub t: f64,
    /// Up to where everything is remembered, s.
    pub known: f64,
    /// The state then.
    pub y: &'a [f64],
    /// Start, state and slopes of the step that it is in; nothing at a step's start.
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
    /// What was sent, accepted and told, and what waited.
    pub past: Histories,
}

impl Network {
    /// Waiting times on a flow's way now, from queue `from` on, s.
    #[inline]
    fn waiting(&self, flow: &Flow, y: &[f64], from: usize) -> f64 {
        let wait = |hop: &Hop| {
            let queue = &self.queues[hop.queue];
            queue.wait(y[queue.at])
        };
        flow.hops[from..].iter().map(wait).sum()
    }

    /// The path as a flow sees it.
    #[inline]
    pub fn path(&self, flow: &Flow, y: &[f64]) -> Path {
        Path { rtt_s: flow.base_rtt + self.waiting(flow, y, 0), base_rtt_s: flow.base_rtt }
    }

    /// From a loss at a queue now to its sender's answer, s.
    pub fn feedback(&self, flow: &Flow, hop: usize, y: &[f64]) -> f64 {
        self.waiting(flow, y, hop) + flow.hops[hop].after
    }

    /// Longest waiting times on a flow's way from queue `from` on, s.
    pub fn longest_wait(&self, flow: &Flow, from: usize) -> f64 {
        flow.hops[from..].iter().map(|hop| self.queues[hop.queue].longest_wait()).sum()
    }

    /// Bytes a second that a flow sends with this window.
    #[inline]
    pub fn sends(&self, flow: &Flow, window: f64, rtt_s: f64) -> f64 {
        if !flow.running {
            return 0.0;
        }
        match flow.drive {
            FlowDriver::Controlled(_) => {
                let window = window.min(flow.cap).max(LEAST_WINDOW);
                (window * flow.packet / rtt_s).min(flow.demand)
            }
            FlowDriver::Constant => flow.demand,
        }
    }

    /// Lets go of what no delay reaches back to.
    pub fn forget(&mut self, t: f64) {
        let round = |flow: &Flow| flow.base_rtt + self.longest_wait(flow, 0);
        let longest = self.flows.iter().map(round).fold(0.0, f64::max);
        self.past.forget(t - 2.0 * longest);
    }
}
