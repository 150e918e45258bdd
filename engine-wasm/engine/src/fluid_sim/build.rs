//! From the document to flows and queues, at the start and with every edit.

use super::aqm::{Aqm, NUMBERS};
use super::events::{Due, What};
use super::history::History;
use super::network::{Drive, Flow, Hop, MAX_LAW, Mode, Queue};
use super::params::{Model, Start};
use super::synchronization::Synchronization;
use super::{ChannelState, FlowState, FluidSimulation};
use crate::catalogue::Settings;
use crate::congestion;
use crate::metrics::recorder::SeriesKind;
use crate::metrics::ways::demand_mbps;
use crate::packet_sim::random::Rng;
use crate::packet_sim::start_of;
use crate::queue;
use crate::scenario::{self, Problem, Scenario};
use crate::topology::{self, Edge};
use crate::transport::stack::Stack;
use crate::units::Rate;

/// What stands in the way of a fluid run: parts of the document, at its start or after an edit, that have no fluid form. Nothing: it
/// can run.
pub fn obstacles(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = obstacles_now(scenario);
    for (edit, after) in scenario.edits.iter().zip(scenario::steps(scenario, 0, scenario.edits.len())) {
        let place = |p: Problem| Problem { problem: format!("{}, from {} s on", p.problem, edit.at_s), ..p };
        let new =
            obstacles_now(&after).into_iter().filter(|p| !problems.iter().any(|q| q.pointer == p.pointer));
        let new: Vec<_> = new.map(place).collect();
        problems.extend(new);
    }
    problems
}

/// The same without edits.
pub(crate) fn obstacles_now(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (i, flow) in scenario.flows.iter().enumerate() {
        let Some(algorithm) = congestion::find(&flow.algorithm) else { continue };
        let constant = matches!(algorithm.law, congestion::Law::Unresponsive);
        if algorithm.fluid.is_none() && !constant {
            problems.push(Problem::new(
                format!("/flows/{i}/algorithm"),
                format!("{} has no fluid form", algorithm.name),
                "an algorithm with one, or the packet model",
            ));
        }
        if !["bulk", "finite", "cbr"].contains(&flow.traffic.kind.as_str()) {
            problems.push(Problem::new(
                format!("/flows/{i}/traffic/kind"),
                format!("\"{}\" has no fluid form", flow.traffic.kind),
                "\"bulk\", \"finite\" or \"cbr\", or the packet model",
            ));
        }
    }
    for (i, link) in scenario.links.iter().enumerate() {
        let backward = link.backward.as_ref().map(|c| ("backward", c));
        for (side, channel) in [Some(("forward", &link.forward)), backward].into_iter().flatten() {
            let at = format!("/links/{i}/{side}");
            let known = queue::REGISTRY.iter().find(|r| (r.row)().id == channel.queue.kind);
            if let Some(row) = known.filter(|r| !r.fluid) {
                problems.push(Problem::new(
                    format!("{at}/queue/kind"),
                    format!("{} has no fluid form", (row.row)().name),
                    "a discipline with one, or the packet model",
                ));
            }
            for (there, what) in
                [(channel.trace.is_some(), "trace"), (channel.burst_loss.is_some(), "burstLoss")]
            {
                if there {
                    problems.push(Problem::new(
                        format!("{at}/{what}"),
                        "has no fluid form",
                        "the packet model",
                    ));
                }
            }
        }
    }
    problems
}

/// Packets on the wire: a flow's own.
fn packet_bytes(spec: &scenario::Flow, stack: &Stack) -> f64 {
    let datagrams =
        congestion::find(&spec.algorithm).is_some_and(|a| matches!(a.law, congestion::Law::Unresponsive));
    if datagrams {
        let source = crate::traffic::Source::new(&spec.traffic);
        if let crate::traffic::Source::Constant { chunk, .. } = source {
            return f64::from(chunk + crate::metrics::ways::DATAGRAM_HEADER);
        }
    }
    f64::from(stack.mss + stack.overhead())
}

/// What fits into a queue, bytes.
fn limit_bytes(channel: &scenario::Channel, packet: f64) -> f64 {
    let row = queue::REGISTRY.iter().map(|r| (r.row)()).find(|r| r.id == channel.queue.kind);
    let Some(row) = row else { return packet };
    let s = Settings::new(&row.params, &channel.queue.params);
    let by_bytes = row.params.iter().any(|p| p.id == "unit") && s.choice("unit") == "bytes";
    if by_bytes { s.number("limitBytes") } else { s.number("limitPackets") * packet }
}

/// A drive, and the stack around it.
fn drive(spec: &scenario::Flow) -> (Drive, Stack) {
    let Some(algorithm) = congestion::find(&spec.algorithm) else {
        return (Drive::Constant, Stack::new(&spec.stack, "", ""));
    };
    let stack = Stack::new(&spec.stack, algorithm.recovery, algorithm.spacing);
    let params = (algorithm.params)();
    let law = algorithm.fluid.map(|make| make(&Settings::new(&params, &spec.params)));
    (law.map_or(Drive::Constant, Drive::Law), stack)
}

impl FluidSimulation {
    fn node(&mut self, id: &str) -> u32 {
        let at = self.node_ids.iter().position(|n| n == id).unwrap_or_else(|| {
            self.node_ids.push(id.to_owned());
            self.node_ids.len() - 1
        });
        at as u32
    }

    /// Makes the model what `next` says. What has the same id and the same way keeps its state.
    pub(super) fn become_document(&mut self, next: Scenario) {
        let before = self.totals();
        self.effective = next;
        self.net.model = Model::of(&self.effective.fluid);
        self.take_channels();
        self.take_flows();
        self.lay_out();
        self.carry(&before);
        self.schedule_flows();
        self.fair = self.fair_rates();
        self.directory_version += 1;
        self.fresh = true;
    }

    fn take_channels(&mut self) {
        for channel in &mut self.channels {
            channel.removed = true;
        }
        for link in self.effective.links.clone() {
            let (a, b) = (self.node(&link.a), self.node(&link.b));
            for (side, from, to, spec) in
                [("forward", a, b, link.forward.clone()), ("backward", b, a, link.backward().clone())]
            {
                let id = format!("{}/{side}", link.id);
                let found = self.channels.iter().position(|c| c.id == id && c.from == from && c.to == to);
                let at = found.unwrap_or_else(|| {
                    let series = self.recorder.add(&id, SeriesKind::Queue, None);
                    self.channels.push(ChannelState::new(
                        id.clone(),
                        link.id.clone(),
                        from,
                        to,
                        &spec,
                        series,
                    ));
                    self.channels.len() - 1
                });
                let channel = &mut self.channels[at];
                channel.removed = false;
                channel.rate = Rate::from_mbps(spec.rate_mbps);
                channel.spec = spec;
            }
        }
    }

    fn take_flows(&mut self) {
        for flow in &mut self.flows {
            flow.removed = true;
        }
        for spec in self.effective.flows.clone() {
            let found = self.flows.iter().position(|f| f.spec.id == spec.id);
            let at = found.unwrap_or_else(|| {
                let state = FlowState::new(&spec, &mut self.recorder);
                self.flows.push(state);
                self.flows.len() - 1
            });
            let ends = [self.node(&spec.from), self.node(&spec.to)];
            let flow = &mut self.flows[at];
            flow.removed = false;
            flow.changed = flow.spec.algorithm != spec.algorithm || flow.spec.params != spec.params;
            flow.spec = spec;
            flow.ends = ends;
        }
    }

    /// Ways, queues, places in the state. Numbers of the state before go with what they belong to.
    fn lay_out(&mut self) {
        let old_y = std::mem::take(&mut self.y);
        let old_flows = std::mem::take(&mut self.net.flows);
        let old_queues = std::mem::take(&mut self.net.queues);
        let edges: Vec<_> = self
            .channels
            .iter()
            .map(|c| if c.removed { Edge { from: c.to, to: c.to } } else { Edge { from: c.from, to: c.to } })
            .collect();
        let nodes = self.node_ids.len() as u32;
        for flow in &mut self.flows {
            let [from, to] = flow.ends;
            let way = |from, to| if flow.removed { None } else { topology::path(nodes, &edges, from, to) };
            flow.way = way(from, to).unwrap_or_default();
            flow.back = way(to, from).unwrap_or_default();
        }
        self.find_queues();
        let mut y = Vec::new();
        let mut queues = std::mem::take(&mut self.net.queues);
        for queue in &mut queues {
            queue.at = y.len();
            let old = old_queues.iter().find(|q| q.channel == queue.channel);
            let q = old.map_or(0.0, |old| old_y[old.at].min(queue.limit));
            y.push(q);
            // A discipline goes on if it is still the same kind; else it begins.
            let numbers = queue.aqm.map_or([0.0; NUMBERS], |aqm| aqm.start());
            match old.filter(|old| old.kind == queue.kind) {
                Some(old) => y.extend_from_slice(&old_y[old.at + 1..=old.at + NUMBERS]),
                None => y.extend(numbers),
            }
            if let Some(old) = old {
                queue.waiting = old.waiting.clone();
                queue.events = old.events;
                queue.answered = old.answered;
                queue.synchronization = old.synchronization.clone();
                queue.mode = if q > 0.0 { Mode::Busy } else { Mode::Empty };
                queue.empty_since = if q > 0.0 { f64::INFINITY } else { old.empty_since };
            }
        }
        for (number, state) in self.flows.iter_mut().enumerate() {
            let (drive, stack) = drive(&state.spec);
            let packet = packet_bytes(&state.spec, &stack);
            let seconds = |c: &usize, bytes: f64| {
                let channel = &self.channels[*c];
                let transmission = bytes * 8.0 / (channel.rate.0 as f64).max(1.0);
                (channel.spec.delay_ms + channel.spec.jitter_ms / 2.0) / 1e3 + transmission
            };
            let way: Vec<usize> = state.way.iter().map(|&c| c as usize).collect();
            let there: f64 = way.iter().map(|c| seconds(c, packet)).sum();
            let ack = f64::from(stack.overhead());
            let back: f64 = state.back.iter().map(|&c| seconds(&(c as usize), ack)).sum();
            let law_size = if let Drive::Law(law) = &drive { law.size() } else { 0 };
            debug_assert!(law_size <= MAX_LAW);
            let old = old_flows.get(number);
            let at = y.len();
            // The law keeps its numbers, or takes over the window.
            match (old, &drive) {
                (Some(old), Drive::Law(_)) if !state.changed && old.law_size == law_size => {
                    y.extend_from_slice(&old_y[old.at..old.at + law_size]);
                }
                (Some(old), Drive::Law(law)) if old.law_size > 0 => {
                    y.resize(at + law_size, 0.0);
                    law.start(old_y[old.at], &mut y[at..]);
                }
                (_, Drive::Law(law)) => {
                    y.resize(at + law_size, 0.0);
                    law.start(stack.initial_window, &mut y[at..]);
                }
                _ => {}
            }
            y.push(old.map_or(0.0, |old| old_y[old.sent_at()]));
            let (mut hops, mut passed, mut since) = (Vec::new(), 0.0, 0.0);
            for channel in &way {
                let found = queues.iter().position(|q| q.channel == *channel);
                if let Some(queue) = found {
                    let kept = old.and_then(|old| {
                        old.hops.iter().find(|h| old_queues[h.queue].channel == *channel).cloned()
                    });
                    let marks = queues[queue].aqm.is_some() || self.net.model.literal;
                    let at = y.len();
                    y.push(kept.as_ref().map_or(0.0, |hop| old_y[hop.at]));
                    let told = marks.then(|| {
                        let before = kept.as_ref().and_then(|hop| hop.told.clone());
                        y.push(before.as_ref().map_or(0.0, |(at, _)| old_y[*at]));
                        (y.len() - 1, before.map_or_else(History::default, |(_, history)| history))
                    });
                    hops.push(Hop {
                        queue,
                        before: since,
                        after: there - passed + back,
                        at,
                        accepted: kept.map_or_else(History::default, |hop| hop.accepted),
                        told,
                    });
                    since = 0.0;
                }
                since += seconds(channel, packet);
                passed += seconds(channel, packet);
            }
            let losses = way.iter().map(|&c| 1.0 - self.channels[c].spec.loss_rate);
            let payload = if matches!(drive, Drive::Constant) {
                packet - f64::from(crate::metrics::ways::DATAGRAM_HEADER)
            } else {
                f64::from(stack.mss)
            };
            state.goodput_part = payload / packet;
            state.ack_part = if law_size > 0 { ack / packet / f64::from(stack.delayed_ack) } else { 0.0 };
            let source = crate::traffic::Source::new(&state.spec.traffic);
            let size = match source {
                crate::traffic::Source::Finite { bytes } => bytes as f64 / state.goodput_part,
                _ => f64::INFINITY,
            };
            self.net.flows.push(Flow {
                running: state.phase == super::Phase::Running && !way.is_empty() && !state.removed,
                slow_start: old.is_some_and(|old| old.slow_start),
                ssthresh: if stack.initial_ssthresh > 0.0 { stack.initial_ssthresh } else { f64::INFINITY },
                packet,
                cap: ((stack.receive_buffer / u64::from(stack.mss)) as f64).max(1.0),
                demand: demand_mbps(&state.spec) * 1e6 / 8.0,
                size,
                base_rtt: there + back,
                ecn: stack.ecn,
                heard: old.map_or(0.0, |old| old.heard),
                link_loss: 1.0 - losses.product::<f64>(),
                hops,
                at,
                law_size,
                sent: old.map_or_else(History::default, |old| old.sent.clone()),
                drive,
            });
        }
        for (f, flow) in self.net.flows.iter().enumerate() {
            for (h, hop) in flow.hops.iter().enumerate() {
                queues[hop.queue].users.push((f, h));
            }
        }
        let mut first_user = 0;
        for queue in &mut queues {
            queue.first_user = first_user;
            first_user += queue.users.len();
            queue.chosen = vec![true; queue.users.len()];
        }
        self.net.queues = queues;
        self.y = y;
        let size = self.y.len();
        self.work.resize(size, first_user, self.net.queues.len());
    }

    /// Channels at which fluid can wait, those nearer to senders first. Where all that can come is what other channels let through,
    /// and that is not too much, nothing ever waits.
    fn find_queues(&mut self) {
        let mut depth = vec![None::<usize>; self.channels.len()];
        let mut feeders = vec![Vec::new(); self.channels.len()];
        let mut packets = vec![0.0_f64; self.channels.len()];
        for flow in self.flows.iter().filter(|f| !f.removed) {
            let (_, stack) = drive(&flow.spec);
            for (hop, &channel) in flow.way.iter().enumerate() {
                let c = channel as usize;
                depth[c] = Some(depth[c].map_or(hop, |d| d.max(hop)));
                packets[c] = packets[c].max(packet_bytes(&flow.spec, &stack));
                let feeder = hop.checked_sub(1).map(|before| flow.way[before]);
                if !feeders[c].contains(&feeder) {
                    feeders[c].push(feeder);
                }
            }
        }
        let can_wait = |c: &usize| {
            let comes = feeders[*c]
                .iter()
                .map(|f| f.map_or(f64::INFINITY, |f| self.channels[f as usize].rate.0 as f64));
            comes.sum::<f64>() > self.channels[*c].rate.0 as f64
        };
        let mut numbers: Vec<usize> =
            (0..self.channels.len()).filter(|&c| depth[c].is_some()).filter(can_wait).collect();
        numbers.sort_by_key(|&c| depth[c]);
        let seed = self.scenario.seed;
        let queue = |channel: usize| {
            let state = &self.channels[channel];
            let capacity = (state.rate.0 as f64 / 8.0).max(1e-3);
            let packet = packets[channel].max(1.0);
            Queue {
                channel,
                capacity,
                limit: self.net.model.threshold * limit_bytes(&state.spec, packet),
                packet,
                at: 0,
                users: Vec::new(),
                aqm: Aqm::of(&state.spec.queue, capacity),
                mode: Mode::Empty,
                empty_since: f64::NEG_INFINITY,
                waiting: History::default(),
                synchronization: Synchronization::new(seed, &state.id),
                kind: state.spec.queue.kind.clone(),
                chosen: Vec::new(),
                events: 0,
                answered: 0.0,
                first_user: 0,
            }
        };
        self.net.queues = numbers.into_iter().map(queue).collect();
    }

    /// When flows start and stop.
    fn schedule_flows(&mut self) {
        self.due.retain(|due| !matches!(due.what, What::Start(_) | What::Stop(_)));
        for number in 0..self.flows.len() {
            let flow = &self.flows[number];
            if flow.removed {
                self.net.flows[number].running = false;
                continue;
            }
            let start = start_of(self.scenario.seed, &flow.spec).as_secs();
            let (stop, phase) = (flow.spec.stop_s, flow.phase);
            if phase == super::Phase::Waiting {
                self.plan(Due { t: start.max(self.t), what: What::Start(number) });
            }
            if let Some(stop) = stop
                && phase != super::Phase::Finished
            {
                self.plan(Due { t: stop.max(self.t), what: What::Stop(number) });
            }
        }
    }

    /// A flow begins.
    pub(super) fn start_flow(&mut self, number: usize) {
        let state = &mut self.flows[number];
        if state.phase != super::Phase::Waiting {
            return;
        }
        state.phase = super::Phase::Running;
        let flow = &mut self.net.flows[number];
        flow.running = !flow.hops.is_empty() || !state.way.is_empty();
        state.started = self.t;
        let Drive::Law(law) = flow.drive.clone() else { return };
        let (_, stack) = drive(&state.spec);
        let mut window = stack.initial_window;
        match self.net.model.start {
            Start::SlowStart => flow.slow_start = true,
            Start::Initial => {}
            Start::Drawn(least, most) => {
                let slowest = state.way.iter().map(|&c| self.channels[c as usize].rate.0).min().unwrap_or(0);
                let bdp = slowest as f64 / 8.0 * flow.base_rtt / flow.packet;
                let sharing = self.effective.flows.len().max(1) as f64;
                let draw = Rng::new(self.scenario.seed, &state.spec.id, "window").uniform();
                window = (bdp / sharing * (least + (most - least) * draw)).max(super::network::LEAST_WINDOW);
            }
        }
        let at = flow.at;
        law.start(window, &mut self.y[at..at + flow.law_size]);
    }
}
