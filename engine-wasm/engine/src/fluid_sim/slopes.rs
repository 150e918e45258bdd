//! The right-hand side of the delay differential equations.

use super::history::{Histories, HistoryCursor, Piece};
use super::network::{Flow, FlowDriver, Hop, MAX_STATE, MIN_WINDOW, Mode, Moment, Network, Queue, Rates};
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

/// When the fluid arrived that departs from a queue at a time. The last answer is kept, because flows that take the same way ask the same.
#[derive(Clone, Copy, Debug)]
pub struct Departure {
    queue: usize,
    t: f64,
    arrived: f64,
    /// 1 + wait′ when it arrived.
    pace: f64,
}

impl Network {
    /// The slopes of the state, and the derived rates.
    pub fn slopes(&self, now: Moment<'_>, dy: &mut [f64], rates: &mut Rates) {
        for (queue, wait) in self.queues.iter().zip(&mut rates.waits) {
            *wait = queue.wait(now.y[queue.at]);
        }
        for (flow, rtt) in self.flows.iter().zip(&mut rates.rtt) {
            *rtt =
                flow.base_rtt + flow.hops.iter().map(|&hop| rates.waits[self.hops[hop].queue]).sum::<f64>();
            let window = if flow.controller_size > 0 { now.y[flow.at] } else { 0.0 };
            dy[flow.sent] = self.sends(flow, window, *rtt);
        }
        let mut known = None;
        for (number, queue) in self.queues.iter().enumerate() {
            self.queue(number, queue, now, dy, rates, &mut known);
        }
        for (flow, &rtt) in self.flows.iter().zip(&rates.rtt) {
            self.controller_slopes(flow, rtt, now, dy);
        }
    }

    /// Amount of a flow's fluid that has arrived at one of its queues, and its arrival rate, bytes per second.
    #[inline]
    pub fn arrival(
        &self,
        hop: &Hop,
        now: &Moment<'_>,
        dy: &[f64],
        known: &mut Option<Departure>,
    ) -> (f64, f64) {
        let t = now.t - hop.before;
        match hop.feeder {
            None => now.read(&self.past, hop.source, t, &hop.arrives, dy),
            Some(queue) => self.departure((queue, hop.source), t, now, dy, &hop.arrives, known),
        }
    }

    /// Amount of a flow's fluid that has departed from one of its queues by `t`, and its rate.
    pub fn departed(
        &self,
        hop: &Hop,
        t: f64,
        now: &Moment<'_>,
        dy: &[f64],
        known: &mut Option<Departure>,
    ) -> (f64, f64) {
        self.departure((hop.queue, hop.accepted), t, now, dy, &hop.leaves, known)
    }

    /// The same for a queue and the index of the amount that it has accepted. With first in, first out, what departs at t arrived at the
    /// s that solves s + q(s)/C = t.
    #[inline]
    fn departure(
        &self,
        (number, accepted): (usize, usize),
        t: f64,
        now: &Moment<'_>,
        dy: &[f64],
        near: &HistoryCursor,
        known: &mut Option<Departure>,
    ) -> (f64, f64) {
        if t >= self.queues[number].empty_since {
            return now.read(&self.past, accepted, t, near, dy);
        }
        let Departure { arrived, pace, .. } = match *known {
            Some(known) if known.queue == number && known.t == t => known,
            _ => *known.insert(self.solve_departure(number, t, now, dy, near)),
        };
        let (amount, rate) = now.read(&self.past, accepted, arrived, near, dy);
        (amount, rate / pace)
    }

    fn solve_departure(
        &self,
        number: usize,
        t: f64,
        now: &Moment<'_>,
        dy: &[f64],
        near: &HistoryCursor,
    ) -> Departure {
        let queue = &self.queues[number];
        let wait = |s: f64| {
            let (q, slope) = now.read(&self.past, queue.at, s, near, dy);
            (queue.wait(q), if q > 0.0 { slope / queue.capacity } else { 0.0 })
        };
        let first = wait(t).0;
        let earliest = t - first.max(queue.longest_wait());
        let (arrived, pace) = departure_time(t, (earliest, t), t - first, wait);
        Departure { queue: number, t, arrived, pace }
    }

    #[inline]
    fn queue(
        &self,
        number: usize,
        queue: &Queue,
        now: Moment<'_>,
        dy: &mut [f64],
        rates: &mut Rates,
        known: &mut Option<Departure>,
    ) {
        let hops = &self.hops[queue.users.clone()];
        let arrivals = &mut rates.arrivals[queue.users.clone()];
        let waiting = now.y[queue.at].max(0.0);
        let aqm = queue.aqm.as_ref().map(|(aqm, at)| {
            let observed = ObservedQueue {
                packets: waiting / queue.packet,
                delay_s: waiting / queue.capacity,
                trend: 0.0,
            };
            (aqm, *at, &now.y[*at..at + NUMBERS], observed)
        });
        let dropped_early = aqm.map_or(0.0, |(aqm, _, state, observed)| aqm.drop_fraction(state, &observed));
        // Marks remove nothing, if discipline and flow support ECN.
        let marks = aqm.is_some_and(|(aqm, _, state, _)| aqm.marks(state));
        let kept = |hop: &Hop| if marks && self.flows[hop.flow].ecn { 1.0 } else { 1.0 - dropped_early };
        let mut inflow = 0.0;
        for (hop, arrival) in hops.iter().zip(arrivals.iter_mut()) {
            let rate = self.arrival(hop, &now, dy, known).1;
            *arrival = rate;
            inflow += rate * kept(hop);
        }
        rates.inflow[number] = inflow;
        let excess = if queue.mode == Mode::Full { (inflow - queue.capacity).max(0.0) } else { 0.0 };
        let users = hops.iter().zip(arrivals.iter());
        if aqm.is_none() && excess == 0.0 {
            // Nothing is lost.
            for (hop, &rate) in users {
                dy[hop.accepted] = rate;
                if let Some(losses) = hop.losses {
                    dy[losses] = 0.0;
                }
            }
        } else {
            // The fraction of the chosen flows' fluid that is lost, and of the others' if that is not enough.
            let share = |of_chosen: bool| -> f64 {
                let of = users.clone().zip(&queue.chosen).filter(|(_, chosen)| **chosen == of_chosen);
                of.map(|((hop, rate), _)| rate * kept(hop)).sum()
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
            for ((hop, &rate), &chosen) in users.zip(&queue.chosen) {
                let lost = if chosen { lost_chosen } else { lost_others };
                let (kept, overflow) = (rate * kept(hop), rate * kept(hop) * lost);
                dy[hop.accepted] = kept - overflow;
                if let Some(losses) = hop.losses {
                    dy[losses] = rate * dropped_early + if self.model.literal { overflow } else { 0.0 };
                }
            }
        }
        dy[queue.at] = if queue.mode == Mode::Busy { inflow - queue.capacity } else { 0.0 };
        if known.is_some_and(|known| known.queue == number) {
            // Its slope within the step has changed.
            *known = None;
        }
        if let Some((aqm, at, state, mut observed)) = aqm {
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
        if flow.slow_start || !flow.learns_continuously {
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
        for (place, &hop) in flow.hops.iter().enumerate() {
            let hop = &self.hops[hop];
            let Some(losses) = hop.losses else { continue };
            // Feedback arrives at z + feedback(z) = t.
            let delay = |z: f64| {
                let mut wait = (hop.after, 0.0);
                for &behind in &flow.hops[place..] {
                    let behind = &self.hops[behind];
                    let queue = &self.queues[behind.queue];
                    if z >= queue.empty_since {
                        continue;
                    }
                    let (q, slope) = now.read(&self.past, queue.at, z, &behind.feedback, dy);
                    wait.0 += queue.wait(q);
                    wait.1 += if q > 0.0 { slope / queue.capacity } else { 0.0 };
                }
                wait
            };
            let (latest, first) = (now.t - hop.after, now.t - self.feedback(flow, place, now.y));
            let earliest = first.min(latest - self.longest_wait(flow, place));
            if earliest >= self.queues[hop.queue].lossless_since {
                continue;
            }
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
