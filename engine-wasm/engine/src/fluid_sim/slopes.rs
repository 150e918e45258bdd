//! The right-hand side of the delay differential equations.

use super::history::{Histories, HistoryCursor, Piece};
use super::network::{Flow, FlowDriver, MAX_STATE, MIN_WINDOW, Mode, Moment, Network, Queue, Rates};
use crate::congestion::fluid::Path;
use crate::queue::fluid::{NUMBERS, ObservedQueue};

impl Moment<'_> {
    /// Value and slope of a curve with history at `u`, from the history or from the current step as far as it is known.
    #[inline]
    fn read(&self, past: &Histories, curve: usize, u: f64, near: &HistoryCursor, dy: &[f64]) -> (f64, f64) {
        match self.step {
            Some((t0, y0, f0)) if u > t0 => {
                Piece { t0, t1: self.t, v: (y0[curve], self.y[curve]), m: (f0[curve], dy[curve]) }.at(u)
            }
            None if u >= self.known => (self.y[curve] + (u - self.t) * dy[curve], dy[curve]),
            _ => past.at(curve, u, near),
        }
    }
}

/// When fluid that arrives at `t` departed: solves s + wait(s) = t for s, and returns 1 + wait′(s) as well. The function has a kink
/// where a queue suddenly fills, and Newton's method alone may oscillate around it. s + wait(s) never decreases, since a queue drains
/// at most at rate C, so the solution can be bracketed.
#[inline]
fn departure_time(
    t: f64,
    (mut lo, mut hi): (f64, f64),
    first: f64,
    wait: impl Fn(f64) -> (f64, f64),
) -> (f64, f64) {
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
    /// The slopes of the state, and the derived rates.
    pub fn slopes(&self, now: Moment<'_>, dy: &mut [f64], rates: &mut Rates) {
        for (flow, rtt) in self.flows.iter().zip(&mut rates.rtt) {
            *rtt = self.path(flow, now.y).rtt_s;
            let window = if flow.controller_size > 0 { now.y[flow.at] } else { 0.0 };
            dy[flow.sent] = self.sends(flow, window, *rtt);
        }
        for (number, queue) in self.queues.iter().enumerate() {
            self.queue(number, queue, now, dy, rates);
        }
        for (flow, &rtt) in self.flows.iter().zip(&rates.rtt) {
            self.controller_slopes(flow, rtt, now, dy);
        }
    }

    /// Amount of a flow's fluid that has arrived at one of its queues, and its arrival rate, bytes per second.
    #[inline]
    pub fn arrival(&self, flow: &Flow, hop: usize, now: &Moment<'_>, dy: &[f64]) -> (f64, f64) {
        let here = &flow.hops[hop];
        let t = now.t - here.before;
        if hop == 0 {
            return now.read(&self.past, flow.sent, t, &here.arrives, dy);
        }
        self.departure(flow, hop - 1, t, now, dy)
    }

    /// Amount of a flow that has departed from one of its queues by `t`, and its rate. With first in, first out, what departs at t
    /// arrived at the s that solves s + q(s)/C = t.
    #[inline]
    pub fn departure(&self, flow: &Flow, hop: usize, t: f64, now: &Moment<'_>, dy: &[f64]) -> (f64, f64) {
        let hop = &flow.hops[hop];
        let queue = &self.queues[hop.queue];
        if t >= queue.empty_since {
            return now.read(&self.past, hop.accepted, t, &hop.leaves, dy);
        }
        let wait = |s: f64| {
            let (q, slope) = now.read(&self.past, queue.at, s, &hop.leaves, dy);
            (queue.wait(q), if q > 0.0 { slope / queue.capacity } else { 0.0 })
        };
        let first = wait(t).0;
        let earliest = t - first.max(queue.longest_wait());
        let (s, pace) = departure_time(t, (earliest, t), t - first, wait);
        let (amount, rate) = now.read(&self.past, hop.accepted, s, &hop.leaves, dy);
        (amount, rate / pace)
    }

    #[inline]
    fn queue(&self, number: usize, queue: &Queue, now: Moment<'_>, dy: &mut [f64], rates: &mut Rates) {
        let waiting = now.y[queue.at].max(0.0);
        let mut observed =
            ObservedQueue { packets: waiting / queue.packet, delay_s: waiting / queue.capacity, trend: 0.0 };
        let aqm = queue.aqm.as_ref().map(|(aqm, at)| (aqm, *at, &now.y[*at..at + NUMBERS]));
        let dropped_early = aqm.map_or(0.0, |(aqm, _, state)| aqm.drop_fraction(state, &observed));
        // Marks remove nothing, if discipline and flow support ECN.
        let marks = aqm.is_some_and(|(aqm, _, state)| aqm.marks(state));
        let kept = |flow: usize| if marks && self.flows[flow].ecn { 1.0 } else { 1.0 - dropped_early };
        let mut inflow = 0.0;
        for (place, &(flow, hop)) in queue.users.iter().enumerate() {
            let rate = self.arrival(&self.flows[flow], hop, &now, dy).1;
            rates.arrivals[queue.first_user + place] = rate;
            inflow += rate * kept(flow);
        }
        rates.inflow[number] = inflow;
        let excess = if queue.mode == Mode::Full { (inflow - queue.capacity).max(0.0) } else { 0.0 };
        let arrivals = &rates.arrivals[queue.first_user..];
        // The fraction of the chosen flows' fluid that is lost, and of the others' if that is not enough.
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
            dy[hop.accepted] = kept - overflow;
            if let Some(losses) = hop.losses {
                dy[losses] = rate * dropped_early + if self.model.literal { overflow } else { 0.0 };
            }
        }
        dy[queue.at] = if queue.mode == Mode::Busy { inflow - queue.capacity } else { 0.0 };
        if let Some((aqm, at, state)) = aqm {
            observed.trend = dy[queue.at] / queue.capacity;
            dy[at..at + NUMBERS].copy_from_slice(&aqm.slopes(state, &observed));
        }
    }

    #[inline]
    fn controller_slopes(&self, flow: &Flow, rtt_s: f64, now: Moment<'_>, dy: &mut [f64]) {
        let FlowDriver::Controlled(controller) = &flow.drive else { return };
        let place = flow.at..flow.at + flow.controller_size;
        // Fluid forms require windows of at least one packet; stages of a step that is then rejected may go below.
        let mut state = [0.0; MAX_STATE];
        let y = &mut state[..flow.controller_size];
        y.copy_from_slice(&now.y[place.clone()]);
        y[0] = y[0].max(MIN_WINDOW);
        let y = &*y;
        if !flow.running {
            return dy[place].fill(0.0);
        }
        let path = Path { rtt_s, base_rtt_s: flow.base_rtt };
        let slopes = &mut dy[place];
        if flow.slow_start {
            slopes.fill(0.0);
            // Doubles every round trip.
            slopes[0] = std::f64::consts::LN_2 * y[0] / path.rtt_s;
        } else {
            controller.slope(y, &path, slopes);
        }
        // The window grows only if it limits the sender.
        let limited = y[0] * flow.packet / path.rtt_s >= flow.demand;
        if slopes[0] > 0.0 && (limited || y[0] >= flow.cap) {
            slopes[0] = 0.0;
        }
        if flow.slow_start {
            return;
        }
        let rate = self.loss_feedback(flow, now, dy);
        if rate <= 0.0 {
            return;
        }
        // Each lost packet causes a decrease, or all losses of a round trip together cause one.
        let rate = if self.model.literal { rate } else { -libm::expm1(-rate * path.rtt_s) / path.rtt_s };
        let mut after = [0.0; MAX_STATE];
        let after = &mut after[..flow.controller_size];
        after.copy_from_slice(y);
        controller.lose(after, &path);
        after[0] = after[0].max(MIN_WINDOW);
        for (i, value) in after.iter().enumerate() {
            dy[flow.at + i] += rate * (value - y[i]);
        }
    }

    /// Rate at which a flow learns of lost or marked packets, packets per second.
    pub fn loss_feedback(&self, flow: &Flow, now: Moment<'_>, dy: &[f64]) -> f64 {
        let mut bytes = 0.0;
        for (number, hop) in flow.hops.iter().enumerate() {
            let Some(losses) = hop.losses else { continue };
            // Feedback arrives at z + feedback(z) = t.
            let delay = |z: f64| {
                let mut wait = (hop.after, 0.0);
                for hop in &flow.hops[number..] {
                    let queue = &self.queues[hop.queue];
                    let (q, slope) = now.read(&self.past, queue.at, z, &hop.feedback, dy);
                    wait.0 += queue.wait(q);
                    wait.1 += if q > 0.0 { slope / queue.capacity } else { 0.0 };
                }
                wait
            };
            let (latest, first) = (now.t - hop.after, now.t - self.feedback(flow, number, now.y));
            let earliest = first.min(latest - self.longest_wait(flow, number));
            let (z, pace) = departure_time(now.t, (earliest, latest), first, delay);
            bytes += now.read(&self.past, losses, z, &hop.feedback, dy).1 / pace;
        }
        if flow.link_loss > 0.0 {
            let then = now.t - self.path(flow, now.y).rtt_s;
            bytes += flow.link_loss * now.read(&self.past, flow.sent, then, &flow.lost, dy).1;
        }
        bytes / flow.packet
    }
}
