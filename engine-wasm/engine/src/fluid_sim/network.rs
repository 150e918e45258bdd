//! Flows and queues as fluid: the state, and the right-hand side of its delay differential equations.
//!
//! State, one vector of numbers: of each flow its law's (the window first), what it has sent, and at each queue on its way what the
//! queue has accepted and what the flow will be told of; of each queue what waits there, and what its
//! discipline keeps. Amounts are in bytes
//! on the wire, windows in the flow's own packets, times in seconds.

use std::sync::Arc;

use super::aqm::{Aqm, Look, NUMBERS};
use super::history::{History, Piece};
use super::params::Model;
use super::synchronization::Synchronization;
use crate::congestion::fluid::{FluidLaw, Path};

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
    pub at: usize,
    /// The same, remembered.
    pub accepted: History,
    /// What the flow has been told, or will be, to decrease for, without a break: place in the state, and remembered.
    pub told: Option<(usize, History)>,
}

/// What drives a flow.
#[derive(Clone, Debug)]
pub enum Drive {
    /// A window law.
    Law(Arc<dyn FluidLaw>),
    /// Nothing: it sends what its application hands over.
    Constant,
}

/// A flow.
#[derive(Clone, Debug)]
pub struct Flow {
    /// What drives it.
    pub drive: Drive,
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
    /// Place of its law's numbers in the state, and how many they are.
    pub at: usize,
    /// See `at`.
    pub law_size: usize,
    /// What it has sent, remembered.
    pub sent: History,
}

impl Flow {
    /// Place of what it has sent.
    pub fn sent_at(&self) -> usize {
        self.at + self.law_size
    }
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
    /// Place of what waits; the numbers of its discipline stand behind it.
    pub at: usize,
    /// Flows and which of their queues it is.
    pub users: Vec<(usize, usize)>,
    /// What hits before the queue is full.
    pub aqm: Option<Aqm>,
    /// Which equation holds.
    pub mode: Mode,
    /// Nothing waits and nothing has since then, s; infinite where something does.
    pub empty_since: f64,
    /// What waits, remembered.
    pub waiting: History,
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

/// Rates that belong to a moment but are not in the state.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Bytes a second that come to each queue from each of its users.
    pub arrivals: Vec<f64>,
    /// Bytes a second that come to each queue and are not dropped early.
    pub inflow: Vec<f64>,
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
}

/// A remembered curve at `u`: the past, or this step, as far as it is known.
#[inline]
fn past(history: &History, place: usize, u: f64, now: &Moment<'_>, dy: &[f64]) -> (f64, f64) {
    match now.step {
        Some((t0, y0, f0)) if u > t0 => {
            Piece { t0, t1: now.t, v: (y0[place], now.y[place]), m: (f0[place], dy[place]) }.at(u)
        }
        None if u >= now.known => (now.y[place] + (u - now.t) * dy[place], dy[place]),
        _ => history.at(u),
    }
}

/// When what arrives at `t` set out: the s of s + wait(s) = t, and how much faster time passes at the arrival, 1 + wait′(s). Where a
/// queue fills at once that has a kink, and Newton alone may go to and fro over it; s + wait(s) never falls, since a queue loses at
/// most C, so that it can be kept between two bounds.
#[inline]
fn set_out(t: f64, (mut lo, mut hi): (f64, f64), first: f64, wait: impl Fn(f64) -> (f64, f64)) -> (f64, f64) {
    let mut s = first.clamp(lo, hi);
    let mut pace = 1.0;
    for _ in 0..60 {
        let (w, slope) = wait(s);
        pace = (1.0 + slope).max(1e-3);
        let late = s + w - t;
        let next = s - late / pace;
        if (next - s).abs() < 1e-10 {
            s = next.clamp(lo, hi);
            break;
        }
        if late > 0.0 {
            hi = s
        } else {
            lo = s
        }
        s = if next > lo && next < hi { next } else { 0.5 * (lo + hi) };
    }
    (s, pace)
}

impl Network {
    /// Waiting times on a flow's way now, from queue `from` on, s.
    #[inline]
    fn waiting(&self, flow: &Flow, y: &[f64], from: usize) -> f64 {
        let wait = |hop: &Hop| {
            let queue = &self.queues[hop.queue];
            y[queue.at].max(0.0) / queue.capacity
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

    /// Bytes a second that a flow sends.
    #[inline]
    pub fn sends(&self, flow: &Flow, y: &[f64], path: &Path) -> f64 {
        if !flow.running {
            return 0.0;
        }
        match flow.drive {
            Drive::Law(_) => {
                let window = y[flow.at].min(flow.cap).max(LEAST_WINDOW);
                (window * flow.packet / path.rtt_s).min(flow.demand)
            }
            Drive::Constant => flow.demand,
        }
    }

    /// The slopes of the state, and the rates of the moment.
    pub fn slopes(&self, now: Moment<'_>, dy: &mut [f64], rates: &mut Rates) {
        for flow in &self.flows {
            let path = self.path(flow, now.y);
            dy[flow.sent_at()] = self.sends(flow, now.y, &path);
        }
        for (number, queue) in self.queues.iter().enumerate() {
            self.queue(number, queue, now, dy, rates);
        }
        for flow in &self.flows {
            self.law(flow, now, dy);
        }
    }

    /// Rate of a flow's fluid as it comes to one of its queues, bytes a second, and the amount that has come.
    #[inline]
    pub fn arrival(&self, flow: &Flow, hop: usize, now: &Moment<'_>, dy: &[f64]) -> (f64, f64) {
        let t = now.t - flow.hops[hop].before;
        if hop == 0 {
            return past(&flow.sent, flow.sent_at(), t, now, dy);
        }
        self.departure(flow, hop - 1, t, now, dy)
    }

    /// The amount of a flow that has left one of its queues by `t`, and its rate: first in, first out, what leaves came in at the
    /// s that solves s + q(s)/C = t.
    pub fn departure(&self, flow: &Flow, hop: usize, t: f64, now: &Moment<'_>, dy: &[f64]) -> (f64, f64) {
        let hop = &flow.hops[hop];
        let queue = &self.queues[hop.queue];
        if t >= queue.empty_since {
            return past(&hop.accepted, hop.at, t, now, dy);
        }
        let wait = |s: f64| {
            let (q, slope) = past(&queue.waiting, queue.at, s, now, dy);
            (q.max(0.0) / queue.capacity, if q > 0.0 { slope / queue.capacity } else { 0.0 })
        };
        let first = wait(t).0;
        let earliest = t - first.max(queue.limit / queue.capacity);
        let (s, pace) = set_out(t, (earliest, t), t - first, wait);
        let (amount, rate) = past(&hop.accepted, hop.at, s, now, dy);
        (amount, rate / pace)
    }

    fn queue(&self, number: usize, queue: &Queue, now: Moment<'_>, dy: &mut [f64], rates: &mut Rates) {
        let delay_s = now.y[queue.at].max(0.0) / queue.capacity;
        let mut look = Look { packets: now.y[queue.at].max(0.0) / queue.packet, delay_s, trend: 0.0 };
        let numbers = &now.y[queue.at + 1..=queue.at + NUMBERS];
        let hits = queue.aqm.map_or(0.0, |aqm| aqm.hits(numbers, &look));
        // Marks, where both sides understand them, take nothing away.
        let marks = queue.aqm.is_some_and(|aqm| aqm.marks(numbers));
        let kept = |flow: usize| if marks && self.flows[flow].ecn { 1.0 } else { 1.0 - hits };
        let mut inflow = 0.0;
        for (place, &(flow, hop)) in queue.users.iter().enumerate() {
            let rate = self.arrival(&self.flows[flow], hop, &now, dy).1;
            rates.arrivals[queue.first_user + place] = rate;
            inflow += rate * kept(flow);
        }
        rates.inflow[number] = inflow;
        let excess = if queue.mode == Mode::Full { (inflow - queue.capacity).max(0.0) } else { 0.0 };
        let arrivals = &rates.arrivals[queue.first_user..];
        // The part of the chosen ones' fluid that is lost; of the others', where that is not enough.
        let share = |of_chosen: bool| -> f64 {
            let of = queue.chosen.iter().zip(arrivals).zip(&queue.users);
            let of = of.filter(|((chosen, _), _)| **chosen == of_chosen);
            of.map(|((_, rate), user)| rate * kept(user.0)).sum()
        };
        let (mut lost_chosen, mut lost_others) = (0.0, 0.0);
        if excess > 0.0 {
            let chosen = share(true);
            lost_chosen = if chosen > 0.0 { (excess / chosen).min(1.0) } else { 0.0 };
            let rest = excess - lost_chosen * chosen;
            if rest > 1e-9 * excess {
                lost_others = (rest / share(false)).min(1.0);
            }
        }
        for (place, &(flow, hop)) in queue.users.iter().enumerate() {
            let rate = arrivals[place];
            let lost = if queue.chosen[place] { lost_chosen } else { lost_others };
            let (kept, overflow) = (rate * kept(flow), rate * kept(flow) * lost);
            let hop = &self.flows[flow].hops[hop];
            dy[hop.at] = kept - overflow;
            if let Some((told, _)) = hop.told {
                dy[told] = rate * hits + if self.model.literal { overflow } else { 0.0 };
            }
        }
        dy[queue.at] = if queue.mode == Mode::Busy { inflow - queue.capacity } else { 0.0 };
        if let Some(aqm) = queue.aqm {
            look.trend = dy[queue.at] / queue.capacity;
            dy[queue.at + 1..=queue.at + NUMBERS].copy_from_slice(&aqm.slopes(numbers, &look));
        }
    }

    fn law(&self, flow: &Flow, now: Moment<'_>, dy: &mut [f64]) {
        let Drive::Law(law) = &flow.drive else { return };
        let place = flow.at..flow.at + flow.law_size;
        // Laws know windows of one packet and more; the stages of a step, before it is found too long, may go below.
        let mut state = [0.0; MAX_LAW];
        let y = &mut state[..flow.law_size];
        y.copy_from_slice(&now.y[place.clone()]);
        y[0] = y[0].max(LEAST_WINDOW);
        let y = &*y;
        if !flow.running {
            return dy[place].fill(0.0);
        }
        let path = self.path(flow, now.y);
        let slopes = &mut dy[place];
        if flow.slow_start {
            slopes.fill(0.0);
            // Twice as much each round trip.
            slopes[0] = std::f64::consts::LN_2 * y[0] / path.rtt_s;
        } else {
            law.slope(y, &path, slopes);
        }
        // A sender whose window does not limit it does not grow.
        let limited = y[0] * flow.packet / path.rtt_s >= flow.demand;
        if slopes[0] > 0.0 && (limited || y[0] >= flow.cap) {
            slopes[0] = 0.0;
        }
        if flow.slow_start {
            return;
        }
        let rate = self.told(flow, now, dy);
        if rate <= 0.0 {
            return;
        }
        // Each of the packets takes its decrease, or a round trip's all together one.
        let rate = if self.model.literal { rate } else { -libm::expm1(-rate * path.rtt_s) / path.rtt_s };
        let mut after = [0.0; MAX_LAW];
        let after = &mut after[..flow.law_size];
        after.copy_from_slice(y);
        law.lose(after, &path);
        after[0] = after[0].max(LEAST_WINDOW);
        for (i, value) in after.iter().enumerate() {
            dy[flow.at + i] += rate * (value - y[i]);
        }
    }

    /// Packets a second of which a flow hears now that they were lost or marked.
    pub fn told(&self, flow: &Flow, now: Moment<'_>, dy: &[f64]) -> f64 {
        let mut bytes = 0.0;
        for (number, hop) in flow.hops.iter().enumerate() {
            let Some((place, told)) = &hop.told else { continue };
            // Told at z + feedback(z) = t.
            let delay = |z: f64| {
                let mut wait = (hop.after, 0.0);
                for hop in &flow.hops[number..] {
                    let queue = &self.queues[hop.queue];
                    let (q, slope) = past(&queue.waiting, queue.at, z, &now, dy);
                    wait.0 += q.max(0.0) / queue.capacity;
                    wait.1 += if q > 0.0 { slope / queue.capacity } else { 0.0 };
                }
                wait
            };
            let longest = |hop: &Hop| self.queues[hop.queue].limit / self.queues[hop.queue].capacity;
            let (latest, first) = (now.t - hop.after, now.t - self.feedback(flow, number, now.y));
            let earliest = first.min(latest - flow.hops[number..].iter().map(longest).sum::<f64>());
            let (z, pace) = set_out(now.t, (earliest, latest), first, delay);
            bytes += past(told, *place, z, &now, dy).1 / pace;
        }
        if flow.link_loss > 0.0 {
            let then = now.t - self.path(flow, now.y).rtt_s;
            bytes += flow.link_loss * past(&flow.sent, flow.sent_at(), then, &now, dy).1;
        }
        bytes / flow.packet
    }

    /// Remembers a step.
    pub fn remember(&mut self, (t0, y0, f0): (f64, &[f64], &[f64]), (t1, y1, f1): (f64, &[f64], &[f64])) {
        let piece = |at: usize| Piece { t0, t1, v: (y0[at], y1[at]), m: (f0[at], f1[at]) };
        for flow in &mut self.flows {
            flow.sent.push(piece(flow.sent_at()));
            for hop in &mut flow.hops {
                hop.accepted.push(piece(hop.at));
                if let Some((at, told)) = &mut hop.told {
                    told.push(piece(*at));
                }
            }
        }
        for queue in &mut self.queues {
            queue.waiting.push(piece(queue.at));
        }
    }

    /// Lets go of what no delay reaches back to.
    pub fn forget(&mut self, t: f64) {
        let longest = |hop: &Hop| self.queues[hop.queue].limit / self.queues[hop.queue].capacity;
        let round = |flow: &Flow| flow.base_rtt + flow.hops.iter().map(longest).sum::<f64>();
        let before = t - 2.0 * self.flows.iter().map(round).fold(0.0, f64::max);
        for flow in &mut self.flows {
            flow.sent.forget(before);
            for hop in &mut flow.hops {
                hop.accepted.forget(before);
                if let Some((_, told)) = &mut hop.told {
                    told.forget(before);
                }
            }
        }
        self.queues.iter_mut().for_each(|q| q.waiting.forget(before));
    }
}
