//! Layout of the state, at the start and with every edit. Numbers of the same flow or queue are kept.

use super::FluidSimulation;
use super::Phase;
use super::history::{Histories, HistoryCursor};
use super::meters::FlowState;
use super::network::{Flow, FlowDriver, Hop, MAX_STATE, Mode, Network, Queue};
use super::synchronization::Synchronization;
use crate::model::wire::demand_mbps;
use crate::queue::fluid::NUMBERS;
use crate::traffic::Source;

/// The new layout in construction. Old numbers move with the flow or queue that they belong to.
struct Layout {
    old: Network,
    old_y: Vec<f64>,
    /// Old queue of each channel, if it had one.
    old_queue: Vec<Option<usize>>,
    /// Numbers with history, which come first in the state, and the old curve of each.
    with_history: Vec<f64>,
    curves: Vec<Option<usize>>,
    /// The other numbers.
    rest: Vec<f64>,
}

impl Layout {
    /// Adds a number with history: its old curve, if any, and a value. Returns its index.
    fn add_with_history(&mut self, was: Option<usize>, value: f64) -> usize {
        self.curves.push(was);
        self.with_history.push(value);
        self.with_history.len() - 1
    }

    /// The same with the old value.
    fn keep(&mut self, was: Option<usize>) -> usize {
        let value = was.map_or(0.0, |at| self.old_y[at]);
        self.add_with_history(was, value)
    }
}

impl FluidSimulation {
    /// Lays out paths, queues and state. Old numbers move with the flow or queue that they belong to.
    pub(super) fn lay_out(&mut self) {
        let past = Histories::default();
        let empty =
            Network { model: self.net.model.clone(), flows: vec![], queues: vec![], hops: vec![], past };
        let old = std::mem::replace(&mut self.net, empty);
        let mut old_queue = vec![None; self.channels.len()];
        for (number, queue) in old.queues.iter().enumerate() {
            old_queue[queue.channel] = Some(number);
        }
        let mut to = Layout {
            old,
            old_y: std::mem::take(&mut self.y),
            old_queue,
            with_history: vec![],
            curves: vec![],
            rest: vec![],
        };
        self.net.queues = self.find_queues();
        let mut queue_of = vec![None; self.channels.len()];
        for number in 0..self.net.queues.len() {
            self.place_queue(number, &mut to);
            queue_of[self.net.queues[number].channel] = Some(number);
        }
        for number in 0..self.flows.len() {
            let flow = self.place_flow(number, &queue_of, &mut to);
            self.net.flows.push(flow);
        }
        self.sort_hops();
        // The numbers without history come last.
        let first = to.with_history.len();
        self.net.flows.iter_mut().for_each(|flow| flow.at += first);
        for queue in &mut self.net.queues {
            if let Some((_, at)) = &mut queue.aqm {
                *at += first;
            }
            queue.chosen = vec![true; queue.users.len()];
        }
        self.net.past = to.old.past.rearranged(&to.curves);
        self.y = to.with_history;
        self.y.append(&mut to.rest);
        let had_queue: Vec<bool> = to.old_queue.iter().map(Option::is_some).collect();
        self.lay_out_meters(&had_queue);
        self.work.resize(self.y.len(), self.net.hops.len(), self.net.queues.len(), self.flows.len());
    }

    /// Sorts the flows at queues by queue. Those of one queue stay in the order of flows.
    fn sort_hops(&mut self) {
        let hops = &mut self.net.hops;
        let mut order: Vec<usize> = (0..hops.len()).collect();
        order.sort_by_key(|&hop| hops[hop].queue);
        *hops = order.iter().map(|&hop| hops[hop].clone()).collect();
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(now, &was)| place[was] = now);
        self.net.flows.iter_mut().flat_map(|flow| &mut flow.hops).for_each(|hop| *hop = place[*hop]);
        let mut first = 0;
        for (number, queue) in self.net.queues.iter_mut().enumerate() {
            let users = hops[first..].iter().take_while(|hop| hop.queue == number).count();
            queue.users = first..first + users;
            first += users;
        }
    }

    fn place_queue(&mut self, number: usize, to: &mut Layout) {
        let queue = &mut self.net.queues[number];
        let was = to.old_queue[queue.channel];
        let waiting = was.map_or(0.0, |was| to.old_y[to.old.queues[was].at].min(queue.limit));
        queue.at = to.add_with_history(was.map(|was| to.old.queues[was].at), waiting);
        let old = was.map(|was| &to.old.queues[was]);
        if let Some((aqm, at)) = &mut queue.aqm {
            *at = to.rest.len();
            // A discipline keeps its state if it is still of the same kind; otherwise it starts.
            let same = old.filter(|old| old.kind == queue.kind).and_then(|old| old.aqm.as_ref());
            match same {
                Some(&(_, old)) => to.rest.extend_from_slice(&to.old_y[old..old + NUMBERS]),
                None => to.rest.extend(aqm.start()),
            }
        }
        if queue.aqm.is_some() {
            queue.lossless_since = f64::INFINITY;
        } else if let Some(old) = old {
            queue.lossless_since = old.lossless_since.min(self.t);
        }
        if let Some(old) = old {
            queue.events = old.events;
            queue.first_response_at = old.first_response_at;
            queue.synchronization = old.synchronization.clone();
            queue.mode = if waiting > 0.0 { Mode::Busy } else { Mode::Empty };
            queue.empty_since = if waiting > 0.0 { f64::INFINITY } else { old.empty_since };
        }
    }

    fn place_flow(&mut self, number: usize, queue_of: &[Option<usize>], to: &mut Layout) -> Flow {
        let state = &mut self.flows[number];
        let (drive, packet) = (state.driven.drive.clone(), state.driven.packet);
        let stack = &state.driven.stack;
        let controller_size =
            if let FlowDriver::Controlled(controller) = &drive { controller.size() } else { 0 };
        debug_assert!(controller_size <= MAX_STATE);
        let old = to.old.flows.get(number);
        let at = to.rest.len();
        // The controller keeps its numbers, or takes over the window.
        if let FlowDriver::Controlled(controller) = &drive {
            match old {
                Some(old) if !state.changed && old.controller_size == controller_size => {
                    to.rest.extend_from_slice(&to.old_y[old.at..old.at + controller_size]);
                }
                _ => {
                    let window = old.filter(|old| old.controller_size > 0).map(|old| to.old_y[old.at]);
                    to.rest.resize(at + controller_size, 0.0);
                    controller.start(window.unwrap_or(stack.initial_window), &mut to.rest[at..]);
                }
            }
        }
        let ack = f64::from(stack.overhead());
        let seconds = |channel: u32, bytes: f64| {
            let channel = &self.channels[channel as usize];
            let transmission = bytes * 8.0 / (channel.rate.0 as f64).max(1.0);
            (channel.spec.delay_ms + channel.spec.jitter_ms / 2.0) / 1e3 + transmission
        };
        let there: f64 = state.path.iter().map(|&c| seconds(c, packet)).sum();
        let back: f64 = state.back.iter().map(|&c| seconds(c, ack)).sum();
        let losses = state.path.iter().map(|&c| 1.0 - self.channels[c as usize].spec.loss_rate);
        state.goodput_part = state.driven.payload / packet;
        state.ack_part = if controller_size > 0 { ack / packet / f64::from(stack.delayed_ack) } else { 0.0 };
        let mut flow = Flow {
            running: state.phase == Phase::Running && !state.path.is_empty() && !state.removed,
            slow_start: old.is_some_and(|old| old.slow_start),
            ssthresh: if stack.initial_ssthresh > 0.0 { stack.initial_ssthresh } else { f64::INFINITY },
            packet,
            cap: ((stack.receive_buffer / u64::from(stack.mss)) as f64).max(1.0),
            demand: demand_mbps(&state.spec, &state.driven.rows) * 1e6 / 8.0,
            size: size_bytes(state),
            base_rtt: there + back,
            ecn: stack.ecn,
            losses_known: old.map_or(0.0, |old| old.losses_known),
            link_loss: 1.0 - losses.product::<f64>(),
            learns_continuously: false,
            hops: vec![],
            sent: 0,
            at,
            controller_size,
            drive,
            lost: HistoryCursor::default(),
        };
        flow.learns_continuously = flow.link_loss > 0.0;
        let was = old.map(|old| old.sent);
        flow.sent = to.keep(was);
        let (mut passed, mut since) = (0.0, 0.0);
        let (mut feeder, mut source) = (None, flow.sent);
        for &channel in &state.path {
            if let Some(queue) = queue_of[channel as usize] {
                let was = to.old_queue[channel as usize].and_then(|q| {
                    let mut hops = to.old.flows.get(number)?.hops.iter().map(|&hop| &to.old.hops[hop]);
                    hops.find(|hop| hop.queue == q).map(|hop| (hop.accepted, hop.losses))
                });
                let literal = self.net.queues[queue].aqm.is_some() || self.net.model.literal;
                flow.learns_continuously |= literal;
                let accepted = to.keep(was.map(|was| was.0));
                flow.hops.push(self.net.hops.len());
                self.net.hops.push(Hop {
                    flow: number,
                    queue,
                    feeder,
                    source,
                    before: since,
                    after: there - passed + back,
                    accepted,
                    losses: literal.then(|| to.keep(was.and_then(|was| was.1))),
                    arrives: HistoryCursor::default(),
                    leaves: HistoryCursor::default(),
                    feedback: HistoryCursor::default(),
                });
                (feeder, source) = (Some(queue), accepted);
                since = 0.0;
            }
            since += seconds(channel, packet);
            passed += seconds(channel, packet);
        }
        flow
    }

    /// Channels at which queues can form, those nearer to senders first. No queue can form if everything comes from other channels
    /// whose total rate does not exceed the capacity.
    fn find_queues(&self) -> Vec<Queue> {
        let channels = self.channels.len();
        let mut depth = vec![None::<usize>; channels];
        let mut packets = vec![0.0_f64; channels];
        // The sources of a channel's fluid: other channels, or senders, whose rate has no limit.
        let mut feeders: Vec<Vec<Option<u32>>> = vec![Vec::new(); channels];
        for flow in self.flows.iter().filter(|f| !f.removed) {
            for (hop, &channel) in flow.path.iter().enumerate() {
                let c = channel as usize;
                depth[c] = depth[c].max(Some(hop));
                packets[c] = packets[c].max(flow.driven.packet);
                let feeder = hop.checked_sub(1).map(|before| flow.path[before]);
                if !feeders[c].contains(&feeder) {
                    feeders[c].push(feeder);
                }
            }
        }
        // Rates are whole bits per second, so their sum does not depend on the order.
        let rate =
            |feeder: &Option<u32>| feeder.map_or(f64::INFINITY, |f| self.channels[f as usize].rate.0 as f64);
        let comes: Vec<f64> = feeders.iter().map(|feeders| feeders.iter().map(rate).sum()).collect();
        let can_wait = |&c: &usize| depth[c].is_some() && comes[c] > self.channels[c].rate.0 as f64;
        let mut numbers: Vec<usize> = (0..channels).filter(can_wait).collect();
        numbers.sort_unstable_by_key(|&c| (depth[c], c));
        let queue = |channel: usize| {
            let state = &self.channels[channel];
            let capacity = (state.rate.0 as f64 / 8.0).max(1e-3);
            let packet = packets[channel].max(1.0);
            let row = self.common.registry.queue(&state.spec.queue.kind);
            let form = row.and_then(|row| row.fluid(&state.spec.queue.params, capacity)).expect("validated");
            Queue {
                channel,
                capacity,
                limit: self.net.model.threshold * form.limit.bytes(packet),
                packet,
                at: 0,
                users: 0..0,
                aqm: form.aqm.map(|aqm| (aqm, 0)),
                mode: Mode::Empty,
                empty_since: f64::NEG_INFINITY,
                lossless_since: f64::NEG_INFINITY,
                synchronization: Synchronization::new(self.common.scenario.seed, &state.id),
                kind: state.spec.queue.kind.clone(),
                chosen: Vec::new(),
                events: 0,
                first_response_at: 0.0,
            }
        };
        numbers.into_iter().map(queue).collect()
    }
}

/// Total amount that a flow will send, bytes on the wire.
fn size_bytes(state: &FlowState) -> f64 {
    match state.driven.rows.traffic.source(&state.spec.traffic.params) {
        Some(Source::Finite { bytes }) => bytes as f64 / state.goodput_part,
        _ => f64::INFINITY,
    }
}
