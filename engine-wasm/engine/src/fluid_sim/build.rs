//! Builds channels and flows from the document, at the start and with every edit.

use std::sync::Arc;

use super::agenda::FutureEvent;
use super::network::FlowDriver;
use super::params::{Model, Start};
use super::{ChannelState, FlowState, FluidSimulation, Phase};
use crate::catalogue::Settings;
use crate::core::positions::Positions;
use crate::core::random::Rng;
use crate::metrics::recorder::SeriesKind;
use crate::model::start_of;
use crate::model::wire::DATAGRAM_HEADER;
use crate::registry::Follow;
use crate::scenario::{self, Scenario};
use crate::topology::{Edge, Paths};
use crate::traffic::Source;
use crate::transport::FlowRows;
use crate::transport::stack::Stack;
use crate::units::Rate;

/// What drives a flow, and its stack.
#[derive(Clone, Debug)]
pub(super) struct DrivenFlow {
    /// The rows that the flow refers to.
    pub(super) rows: FlowRows,
    pub(super) drive: FlowDriver,
    pub(super) stack: Stack,
    /// Size of a packet on the wire and of its payload, bytes.
    pub(super) packet: f64,
    pub(super) payload: f64,
}

impl DrivenFlow {
    pub(super) fn of(spec: &scenario::Flow, rows: FlowRows) -> DrivenFlow {
        let stack = rows.stack(spec);
        let make = rows.algorithm.fluid.as_ref();
        let controller = make.map(|make| make(&Settings::new(&rows.algorithm.row.params, &spec.params)));
        let header = f64::from(DATAGRAM_HEADER);
        let (packet, payload) = match rows.traffic.source(&spec.traffic.params) {
            Some(Source::Constant { chunk, .. }) if controller.is_none() => {
                (f64::from(chunk) + header, f64::from(chunk))
            }
            _ => (f64::from(stack.mss + stack.overhead()), f64::from(stack.mss)),
        };
        DrivenFlow {
            rows,
            drive: controller.map_or(FlowDriver::Constant, FlowDriver::Controlled),
            stack,
            packet,
            payload,
        }
    }
}

impl FluidSimulation {
    /// Changes the model to match `next`. Flows and channels with the same id and path keep their state.
    pub(super) fn apply_document(&mut self, next: Arc<Scenario>) {
        let before = self.totals();
        self.common.registry.follow(&next);
        let nodes = self.common.take_nodes(&next.nodes);
        self.common.effective = next;
        self.net.model = Model::of(&self.common.effective.fluid);
        self.update_channels(&nodes);
        self.update_flows(&nodes);
        self.find_paths();
        self.lay_out();
        self.digest_order = self.digest_parts();
        self.carry(&before);
        self.schedule_flows();
        self.fair = None;
        self.common.directory_version += 1;
        self.fresh = true;
    }

    fn update_channels(&mut self, nodes: &Positions) {
        let key = |id: &str, from: u32, to: u32| format!("{id} {from} {to}");
        let keys: Vec<_> = self.channels.iter().map(|c| key(&c.id, c.from, c.to)).collect();
        let known = Positions::of(&keys);
        for channel in &mut self.channels {
            channel.removed = true;
        }
        for link in &self.common.effective.links {
            let (a, b) = (nodes[&link.a], nodes[&link.b]);
            for (side, from, to, spec) in
                [("forward", a, b, &link.forward), ("backward", b, a, link.backward())]
            {
                let id = format!("{}/{side}", link.id);
                let at =
                    known.get(&key(&id, from, to)).map_or(self.channels.len(), |position| position as usize);
                if at == self.channels.len() {
                    let series = self.recorder.add(&id, SeriesKind::Queue, None);
                    let link = link.id.clone();
                    self.channels.push(ChannelState::new(id, link, from, to, spec, series));
                }
                let channel = &mut self.channels[at];
                channel.removed = false;
                channel.rate = Rate::from_mbps(spec.rate_mbps);
                if *channel.spec != *spec {
                    channel.spec = Arc::new(spec.clone());
                }
            }
        }
    }

    fn update_flows(&mut self, nodes: &Positions) {
        let known = Positions::of(self.flows.iter().map(|f| &f.spec.id));
        for flow in &mut self.flows {
            flow.removed = true;
        }
        // Many flows differ only in their ends.
        let mut last: Option<(&scenario::Flow, DrivenFlow)> = None;
        let same_driver = |a: &scenario::Flow, b: &scenario::Flow| {
            (&a.algorithm, &a.params, &a.stack, &a.traffic) == (&b.algorithm, &b.params, &b.stack, &b.traffic)
        };
        for spec in &self.common.effective.flows {
            let driven = match &last {
                Some((like, driven)) if same_driver(like, spec) => driven.clone(),
                _ => DrivenFlow::of(spec, self.common.registry.flow(spec).expect("validated")),
            };
            last = Some((spec, driven.clone()));
            let at = known.get(&spec.id).map_or(self.flows.len(), |position| position as usize);
            if at == self.flows.len() {
                self.flows.push(FlowState::new(spec, driven.clone(), &mut self.recorder));
            }
            let flow = &mut self.flows[at];
            flow.removed = false;
            flow.changed = flow.spec.algorithm != spec.algorithm || flow.spec.params != spec.params;
            if *flow.spec != *spec {
                flow.spec = Arc::new(spec.clone());
            }
            flow.driven = driven;
            flow.ends = [nodes[&spec.from], nodes[&spec.to]];
        }
    }

    /// Finds the channels of each flow's path, in both directions.
    fn find_paths(&mut self) {
        // A channel from a node to itself keeps its number but carries nothing.
        let edge = |c: &ChannelState| Edge { from: if c.removed { c.to } else { c.from }, to: c.to };
        let edges: Vec<_> = self.channels.iter().map(edge).collect();
        let mut paths = Paths::new(self.common.node_ids.len() as u32, &edges);
        for flow in &mut self.flows {
            let [from, to] = flow.ends;
            let mut path = |from, to| if flow.removed { None } else { paths.find(from, to) };
            (flow.path, flow.back) = (path(from, to).unwrap_or_default(), path(to, from).unwrap_or_default());
            let delay_s = |&c: &u32| self.channels[c as usize].spec.delay_ms / 1e3;
            flow.propagation_s = flow.path.iter().chain(&flow.back).map(delay_s).sum();
        }
    }

    /// Plans when flows start and stop.
    fn schedule_flows(&mut self) {
        self.agenda.retain(|what| !matches!(what, FutureEvent::Start(_) | FutureEvent::Stop(_)));
        for (number, flow) in self.flows.iter().enumerate() {
            if flow.removed {
                self.net.flows[number].running = false;
                continue;
            }
            let start = start_of(self.common.scenario.seed, &flow.spec, &flow.driven.rows.traffic).as_secs();
            if flow.phase == Phase::Waiting {
                self.agenda.plan(start.max(self.t), FutureEvent::Start(number));
            }
            if let Some(stop) = flow.spec.stop_s
                && flow.phase != Phase::Finished
            {
                self.agenda.plan(stop.max(self.t), FutureEvent::Stop(number));
            }
        }
    }

    /// Starts a flow.
    pub(super) fn start_flow(&mut self, number: usize) {
        let state = &mut self.flows[number];
        if state.phase != Phase::Waiting {
            return;
        }
        state.phase = Phase::Running;
        let flow = &mut self.net.flows[number];
        flow.running = !flow.hops.is_empty() || !state.path.is_empty();
        state.started = self.t;
        let FlowDriver::Controlled(controller) = flow.drive.clone() else { return };
        let mut window = state.driven.stack.initial_window;
        match self.net.model.start {
            Start::SlowStart => flow.slow_start = true,
            Start::Initial => {}
            Start::Drawn(least, most) => {
                let slowest = state.path.iter().map(|&c| self.channels[c as usize].rate.0).min().unwrap_or(0);
                let bdp = slowest as f64 / 8.0 * flow.base_rtt / flow.packet;
                let sharing = self.common.effective.flows.len().max(1) as f64;
                let draw = Rng::new(self.common.scenario.seed, &state.spec.id, "window").uniform();
                window = (bdp / sharing * (least + (most - least) * draw)).max(super::network::MIN_WINDOW);
            }
        }
        let at = flow.at;
        controller.start(window, &mut self.y[at..at + flow.controller_size]);
    }
}
