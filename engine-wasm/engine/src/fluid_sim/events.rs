//! Events between steps: flows start, stop and learn of losses; queues become empty or full; congestion events.

use super::agenda::FutureEvent;
use super::history::Piece;
use super::meters::Phase;
use super::network::{FlowDriver, MIN_WINDOW, Mode, Moment};
use super::{FluidSimulation, solver};
use crate::metrics::recorder::MarkKind;
use crate::units::Time;

/// Kind of a located event.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Crossing {
    /// A queue becomes empty or full, starts to fill, or has no more excess.
    Queue(usize, Mode),
    /// A flow has sent all its data.
    Sent(usize),
}

/// Number of flows above which more of their jumps are taken together.
const MANY: f64 = 100.0;
/// A flow's jump gets its own step at a queue where the flow has more than this fraction of the capacity.
const EDGE: f64 = 0.005;

impl FluidSimulation {
    /// Events closer together than this are simultaneous: a fiftieth of the shortest RTT at the default tolerance, s.
    pub(super) fn coalescing_interval(&self) -> f64 {
        let shortest = self.net.flows.iter().map(|f| f.base_rtt).fold(f64::INFINITY, f64::min);
        // The jump of one flow among many matters in proportion to its share, so with more flows more jumps are taken together.
        let many = (self.net.flows.len() as f64 / MANY).max(1.0);
        let part = (solver::JUMP * self.net.model.tolerance * many).min(0.1);
        if shortest.is_finite() { part * shortest } else { 0.0 }
    }

    pub(super) fn process(&mut self, what: FutureEvent) {
        match what {
            FutureEvent::Start(flow) => {
                self.start_flow(flow);
                self.fair = None;
                self.on_rate_jump(flow);
            }
            FutureEvent::Stop(flow) => self.stop_flow(flow),
            FutureEvent::Lose(flow) => self.lose(flow),
            FutureEvent::Again { flow, queue, event } => {
                let q = self.net.queues.get(queue);
                if q.is_some_and(|q| q.mode == Mode::Full && q.events == event) {
                    self.schedule_loss(flow, queue);
                }
            }
            FutureEvent::Persists { queue, event } => {
                let q = self.net.queues.get(queue);
                if q.is_some_and(|q| q.mode == Mode::Full && q.events == event) {
                    self.start_congestion(queue);
                }
            }
            FutureEvent::Edge => self.fresh = true,
        }
    }

    pub(super) fn stop_flow(&mut self, flow: usize) {
        if self.flows[flow].phase != Phase::Finished {
            self.flows[flow].phase = Phase::Finished;
            self.net.flows[flow].running = false;
            self.fair = None;
            self.on_rate_jump(flow);
        }
    }

    /// A flow's rate has jumped. The jump arrives at its queues later.
    pub(super) fn on_rate_jump(&mut self, flow: usize) {
        self.fresh = true;
        // After a jump the slopes do not indicate a good step size.
        self.step = self.step.min(0.1 * self.longest_step());
        let f = &self.net.flows[flow];
        let window = if f.controller_size > 0 { self.y[f.at] } else { 0.0 };
        let rate = self.net.sends(f, window, self.net.path(f, &self.y).rtt_s);
        let mut t = self.t;
        let mut edges = Vec::new();
        for &hop in &f.hops {
            let hop = &self.net.hops[hop];
            t += hop.before;
            let queue = &self.net.queues[hop.queue];
            // For one flow of many, error control is sufficient.
            if t > self.t && (rate > EDGE * queue.capacity || !f.running) {
                edges.push(t);
            }
            t += queue.wait(self.y[queue.at]);
        }
        for t in edges {
            self.agenda.plan(t, FutureEvent::Edge);
        }
    }

    /// A flow decreases its window.
    pub(super) fn lose(&mut self, number: usize) {
        let flow = &self.net.flows[number];
        let FlowDriver::Controlled(controller) = flow.drive.clone() else { return };
        if !flow.running {
            return;
        }
        let path = self.net.path(flow, &self.y);
        let (at, cap) = (flow.at, flow.cap);
        let state = &mut self.y[at..at + flow.controller_size];
        state[0] = state[0].min(cap);
        controller.lose(state, &path);
        state[0] = state[0].max(MIN_WINDOW);
        self.net.flows[number].slow_start = false;
        self.flows[number].meter.decreases += 1;
        self.mark(number as u32, MarkKind::Loss);
        self.record_window(number);
        self.on_rate_jump(number);
    }

    pub(super) fn mark(&mut self, flow: u32, kind: MarkKind) {
        self.recorder.mark(Time::from_secs(self.t), flow, kind);
    }

    /// Plans that a flow at a full queue learns of a loss, and may lose again a round trip later.
    pub(super) fn schedule_loss(&mut self, flow: usize, queue: usize) {
        let f = &self.net.flows[flow];
        let Some(place) = f.hops.iter().position(|&hop| self.net.hops[hop].queue == queue) else { return };
        let event = self.net.queues[queue].events;
        let again = FutureEvent::Again { flow, queue, event };
        let immune_until = self.flows[flow].immune_until;
        // Events that are nearly due count as due, so an interval that is nearly over counts as over.
        if self.t + self.coalescing_interval() < immune_until {
            return self.agenda.plan(immune_until, again);
        }
        let rtt = self.net.path(f, &self.y).rtt_s;
        let known_at = self.t + self.net.feedback(f, place, &self.y);
        // Its response arrives here after a round trip. It must take effect before the queue is checked again.
        let next = self.t + rtt + 2.0 * self.coalescing_interval();
        self.flows[flow].immune_until = next;
        self.agenda.plan(known_at, FutureEvent::Lose(flow));
        self.agenda.plan(next, again);
    }

    /// A queue is full, and more arrives than it can send.
    pub(super) fn start_congestion(&mut self, number: usize) {
        let model = self.net.model.clone();
        let queue = &mut self.net.queues[number];
        if self.t < queue.first_response_at {
            // It became full again before any flow could respond: this is the same event.
            return;
        }
        queue.events += 1;
        let hops = &self.net.hops[queue.users.clone()];
        let arrivals = &self.work.rates0.arrivals[queue.users.clone()];
        let users: Vec<usize> = (0..hops.len())
            .filter(|&u| {
                let flow = &self.net.flows[hops[u].flow];
                flow.running && matches!(flow.drive, FlowDriver::Controlled(_))
            })
            .collect();
        let rates: Vec<f64> = users.iter().map(|&u| arrivals[u]).collect();
        let chosen = queue.synchronization.select(&model.level, model.selection, &rates);
        // Unresponsive flows lose in every event, as at a buffer without a policy.
        for (chosen, hop) in queue.chosen.iter_mut().zip(hops) {
            *chosen = !matches!(self.net.flows[hop.flow].drive, FlowDriver::Controlled(_));
        }
        let mut flows = Vec::new();
        for place in chosen {
            queue.chosen[users[place]] = true;
            flows.push(hops[users[place]].flow);
        }
        let rtt = |&f: &usize| self.net.path(&self.net.flows[f], &self.y).rtt_s;
        let shortest = flows.iter().map(rtt).fold(f64::INFINITY, f64::min);
        let latest = flows.iter().map(rtt).fold(0.0, f64::max);
        self.net.queues[number].first_response_at =
            if shortest.is_finite() { self.t + shortest } else { self.t };
        let queue = &self.net.queues[number];
        let share = if users.is_empty() { f64::NAN } else { flows.len() as f64 / users.len() as f64 };
        self.channels[queue.channel].meter.congestion(share);
        for &flow in &flows {
            self.mark(flow as u32, MarkKind::Drop);
        }
        if self.first_congestion.is_none() {
            self.first_congestion = Some(self.t);
        }
        if !model.literal && !flows.is_empty() {
            // The flows that lose may be too small to end the overload. The others would grow without limit if the selection were not repeated.
            let what = FutureEvent::Persists { queue: number, event: self.net.queues[number].events };
            self.agenda.plan(self.t + latest + 3.0 * self.coalescing_interval(), what);
            for flow in flows {
                self.schedule_loss(flow, number);
            }
        }
    }

    /// Updates the modes of queues whose rates have jumped.
    pub(super) fn update_modes(&mut self) {
        for number in 0..self.net.queues.len() {
            let queue = &self.net.queues[number];
            let (inflow, waiting) = (self.work.rates0.inflow[number], self.y[queue.at]);
            let right = match queue.mode {
                Mode::Empty if inflow > queue.capacity => Mode::Busy,
                Mode::Full if inflow < queue.capacity => Mode::Busy,
                Mode::Busy if waiting <= 0.0 && inflow <= queue.capacity => Mode::Empty,
                Mode::Busy if waiting >= queue.limit && inflow > queue.capacity => Mode::Full,
                mode => mode,
            };
            if right != queue.mode {
                self.cross(Crossing::Queue(number, right));
            }
        }
    }

    /// The fraction of the step after which a queue first changes its mode, and the event.
    pub(super) fn first_crossing(&self, h: f64) -> Option<(f64, Crossing)> {
        let w = &self.work;
        let piece = |at: usize| Piece { t0: 0.0, t1: h, v: (self.y[at], w.y1[at]), m: (w.f0[at], w.f1[at]) };
        let mut first: Option<(f64, Crossing)> = None;
        let mut found = |part: f64, what: Crossing| {
            if first.is_none_or(|(earlier, _)| part < earlier) {
                first = Some((part, what));
            }
        };
        for (number, queue) in self.net.queues.iter().enumerate() {
            let (q0, q1) = (self.y[queue.at], w.y1[queue.at]);
            // Where the inflow crosses the capacity. Linear interpolation is enough, since the step is repeated up to that point.
            let balance = || {
                let (before, after) =
                    (w.rates0.inflow[number] - queue.capacity, w.rates1.inflow[number] - queue.capacity);
                (before / (before - after)).clamp(0.0, 1.0)
            };
            match queue.mode {
                Mode::Busy if q1 < 0.0 => {
                    let part = if q0 <= 0.0 { 0.0 } else { piece(queue.at).crossing(0.0) / h };
                    found(part, Crossing::Queue(number, Mode::Empty));
                }
                Mode::Busy if q1 > queue.limit => {
                    let part =
                        if q0 >= queue.limit { 0.0 } else { piece(queue.at).crossing(queue.limit) / h };
                    found(part, Crossing::Queue(number, Mode::Full));
                }
                Mode::Empty if w.rates1.inflow[number] > queue.capacity * (1.0 + 1e-12) => {
                    found(balance(), Crossing::Queue(number, Mode::Busy));
                }
                Mode::Full if w.rates1.inflow[number] < queue.capacity * (1.0 - 1e-12) => {
                    found(balance(), Crossing::Queue(number, Mode::Busy));
                }
                _ => {}
            }
        }
        for (number, flow) in self.net.flows.iter().enumerate() {
            if flow.running && w.y1[flow.sent] > flow.size {
                found(piece(flow.sent).crossing(flow.size) / h, Crossing::Sent(number));
            }
        }
        first
    }

    pub(super) fn cross(&mut self, crossing: Crossing) {
        self.fresh = true;
        match crossing {
            Crossing::Queue(number, mode) => {
                let queue = &mut self.net.queues[number];
                let was = queue.mode;
                queue.mode = mode;
                if queue.aqm.is_none() && was == Mode::Full {
                    queue.lossless_since = self.t;
                }
                if mode == Mode::Full {
                    queue.lossless_since = f64::INFINITY;
                }
                queue.empty_since = if mode == Mode::Empty { self.t } else { f64::INFINITY };
                if mode != Mode::Empty {
                    self.on_use(number);
                }
                let queue = &self.net.queues[number];
                match mode {
                    Mode::Empty => self.y[queue.at] = 0.0,
                    Mode::Full => {
                        self.y[queue.at] = queue.limit;
                        self.start_congestion(number);
                    }
                    Mode::Busy => {}
                }
                if self.net.model.literal && (mode == Mode::Full || was == Mode::Full) {
                    self.plan_edges_of_losses(number);
                }
            }
            Crossing::Sent(flow) => {
                // The acknowledgement of the last byte takes a round trip.
                let rtt = self.net.path(&self.net.flows[flow], &self.y).rtt_s;
                self.flows[flow].finished = Some(self.t + rtt);
                self.stop_flow(flow);
            }
        }
    }

    /// With literal equations flows learn of losses continuously. The start and end of the losses take effect later.
    pub(super) fn plan_edges_of_losses(&mut self, number: usize) {
        let known_at = |at: usize| {
            let f = &self.net.flows[self.net.hops[at].flow];
            let place = f.hops.iter().position(|&hop| hop == at);
            place.map(|place| self.t + self.net.feedback(f, place, &self.y))
        };
        let times: Vec<_> = self.net.queues[number].users.clone().filter_map(known_at).collect();
        for t in times {
            self.agenda.plan(t, FutureEvent::Edge);
        }
    }

    pub(super) fn leave_slow_start(&mut self) {
        self.end_slow_starts_by_loss();
        for number in 0..self.net.flows.len() {
            let flow = &self.net.flows[number];
            let FlowDriver::Controlled(controller) = &flow.drive else { continue };
            if !flow.slow_start || !flow.running {
                continue;
            }
            let path = self.net.path(flow, &self.y);
            let window = self.y[flow.at];
            if window >= flow.ssthresh || controller.leaves_slow_start(window, &path) {
                // Congestion avoidance starts here; the last step of slow start may have overshot.
                controller
                    .start(window.min(flow.ssthresh), &mut self.y[flow.at..flow.at + flow.controller_size]);
                self.net.flows[number].slow_start = false;
                self.fresh = true;
            }
        }
    }

    /// Losses outside congestion events end slow start when the flow learns of the first lost packet.
    pub(super) fn end_slow_starts_by_loss(&mut self) {
        let now = Moment { t: self.t, known: self.t, y: &self.y, step: None };
        let mut rates = Vec::new();
        for (number, flow) in self.net.flows.iter().enumerate() {
            if flow.slow_start && flow.running && flow.learns_continuously {
                rates.push((number, self.net.loss_feedback(flow, now, &self.work.f0)));
            }
        }
        for (number, rate) in rates {
            let flow = &mut self.net.flows[number];
            flow.losses_known += rate * (self.t - self.last);
            if flow.losses_known >= 1.0 {
                self.lose(number);
            }
        }
    }
}
