//! Applies changes of the document to a running network.
//!
//! Packets in flight keep their arrival, the packet in transmission finishes at the old rate, a removed link
//! drops the packets that it carried, a new algorithm on an active flow takes over its window, and a new kind
//! of transport opens a new connection.

use std::sync::Arc;

use super::{Simulation, cost};
use crate::catalogue::TransportKind;
use crate::core::digest::Digest;
use crate::core::positions::Positions;
use crate::core::random::Rng;
use crate::link::{Channel, behaviour_variables};
use crate::metrics::recorder::SeriesKind;
use crate::metrics::transfers::TransferStats;
use crate::model::{self, start_of};
use crate::network::timer_owners::TimerOwner;
use crate::network::{FlowDrops, Network};
use crate::registry::Follow;
use crate::scenario::{self, Scenario};
use crate::traffic::TrafficRow;
use crate::transport::flow::{Flow, FlowSeries, Io, Phase, TimerId};
use crate::transport::{self, FlowRows};
use crate::units::Time;

/// The statistics of a flow whose traffic is transfers or responses.
fn transfer_stats(now: Time, traffic: &TrafficRow) -> Option<Box<TransferStats>> {
    traffic.has_completions().then(|| {
        let mut stats = TransferStats::default();
        stats.restart(now);
        Box::new(stats)
    })
}

impl Simulation {
    /// Applies the edits that are due. Returns their cost in events.
    pub(super) fn apply_due_edits(&mut self) -> u64 {
        let now = self.now;
        let edits = model::apply_due_edits(self, |at| at <= now, Simulation::apply_document);
        if edits == 0 {
            return 0;
        }
        self.mark_edit();
        let parts = self.common.effective.nodes.len()
            + self.common.effective.links.len()
            + self.common.effective.flows.len();
        cost::EDIT * edits as u64 * parts as u64
    }

    /// Changes the network to match `next`.
    pub(super) fn apply_document(&mut self, next: Arc<Scenario>) {
        self.common.registry.follow(&next);
        let nodes = self.common.take_nodes(&next.nodes);
        let rewired = self.update_links(&next, &nodes);
        if rewired {
            self.net.route(self.common.node_ids.len() as u32);
        }
        let ends = self.net.endpoints.len();
        let old = std::mem::replace(&mut self.common.effective, next.clone());
        let flows = &next.flows;
        let wanted = Positions::of(flows.iter().map(|f| &f.id));
        for index in 0..self.flows.len() {
            if wanted.get(&self.flows[index].spec.id).is_none() {
                self.remove_flow(index);
            }
        }
        // Add new flows first, so that routes exist before any of them sends.
        for flow in flows {
            self.net.endpoint(nodes[&flow.from]);
            self.net.endpoint(nodes[&flow.to]);
        }
        if self.net.endpoints.len() != ends {
            self.net.route(self.common.node_ids.len() as u32);
        }
        let mut live = Positions::default();
        for flow in self.flows.iter().filter(|f| !f.removed) {
            live.insert(flow.spec.id.clone(), flow.index);
        }
        let before = Positions::of(old.flows.iter().map(|f| &f.id));
        for flow in flows {
            let ends = [nodes[&flow.from], nodes[&flow.to]];
            let unchanged =
                before.get(&flow.id).is_some_and(|position| old.flows[position as usize] == *flow);
            match live.get(&flow.id) {
                None => self.add_flow(flow, ends),
                Some(index) if unchanged && !self.is_rewritten(index as usize) => {}
                Some(index) => self.change_flow(index as usize, flow, ends),
            }
        }
        let sampling = &self.common.effective.sampling;
        self.observer.rewire(self.now, &self.flows, &mut self.net, sampling);
        for flow in &mut self.flows {
            if let Some(transfers) = &mut flow.transfers {
                transfers.set_path(self.observer.limits_of(
                    flow.index,
                    &flow.rows.plain_stack(&flow.spec),
                    &self.net,
                ));
            }
        }
        self.common.directory_version += 1;
    }

    /// Updates the channels. Returns whether routes change.
    fn update_links(&mut self, next: &Scenario, nodes: &Positions) -> bool {
        let mut rewired = false;
        let mut wanted = Vec::new();
        for link in &next.links {
            let (a, b) = (nodes[&link.a], nodes[&link.b]);
            wanted.push((format!("{}/forward", link.id), a, b, &link.forward));
            wanted.push((format!("{}/backward", link.id), b, a, link.backward()));
        }
        let positions = Positions::of(wanted.iter().map(|(id, ..)| id));
        let ends = |id: &str| {
            positions.get(id).map(|position| &wanted[position as usize]).map(|(_, a, b, _)| (*a, *b))
        };
        let mut live = Positions::default();
        for index in 0..self.net.channels.len() {
            let c = &self.net.channels[index];
            if c.removed {
                continue;
            }
            if ends(&c.id) == Some((c.from, c.end.node)) {
                live.insert(c.id.clone(), index as u32);
            } else {
                self.net.remove_channel(self.now, index as u32);
                rewired = true;
            }
        }
        for (id, from, to, spec) in wanted {
            match live.get(&id) {
                Some(index) => self.change_channel(index, spec),
                None => {
                    let series = self.net.recorder.add(&id, SeriesKind::Queue, None);
                    self.net.recorder.record(series, self.now, 0.0);
                    let seed = self.common.scenario.seed;
                    let row = self.common.registry.queue(&spec.queue.kind).expect("validated").clone();
                    let mut channel = Channel::new(seed, id, from, to, spec, row, series);
                    channel.set_storage(self.net.pipes);
                    if self.is_tapped(&channel) {
                        channel.tap();
                    }
                    self.net.channels.push(channel);
                    self.add_variables(self.net.channels.len() - 1);
                    rewired = true;
                }
            }
        }
        rewired
    }

    fn change_channel(&mut self, index: u32, spec: &scenario::Channel) {
        let channel = &mut self.net.channels[index as usize];
        if *channel.spec == *spec {
            return;
        }
        let queue_changed = channel.spec.queue != spec.queue;
        let behaves_otherwise = !channel.spec.behaviours.keys().eq(spec.behaviours.keys());
        channel.set(self.now, spec);
        if queue_changed {
            channel.queue_row = self.common.registry.queue(&spec.queue.kind).expect("validated").clone();
            self.net.change_queue(self.now, index);
        }
        if queue_changed || behaves_otherwise {
            self.add_variables(index as usize);
        }
    }

    /// Series for the internal variables of a channel's queue.
    fn add_variables(&mut self, index: usize) {
        let Network { channels, recorder, .. } = &mut self.net;
        let channel = &mut channels[index];
        let of_queue = channel.queue_row.variables.iter().map(|p| &p.id);
        let ids = of_queue.chain(behaviour_variables(&channel.spec).map(|p| &p.id));
        let series = ids.map(|id| recorder.add(&channel.id, SeriesKind::Variable, Some(id)));
        channel.probe_series = series.collect();
        channel.variables_due = if channel.probe_series.is_empty() { Time::NEVER } else { self.now };
    }

    fn series_of(&mut self, flow: &scenario::Flow, rows: &FlowRows) -> FlowSeries {
        let r = &mut self.net.recorder;
        let mut series =
            FlowSeries { throughput: r.add(&flow.id, SeriesKind::Throughput, None), ..Default::default() };
        let transfers = rows.traffic.is_transfers();
        let transport = rows.algorithm.transport();
        if transport == TransportKind::Tcp {
            series.cwnd = r.add(&flow.id, SeriesKind::Cwnd, None);
        }
        if transport != TransportKind::Udp {
            series.flight = r.add(&flow.id, SeriesKind::Flight, None);
            series.rtt = r.add(&flow.id, SeriesKind::Rtt, None);
            if transport == TransportKind::Tcp && !transfers {
                series.ssthresh = r.add(&flow.id, SeriesKind::Ssthresh, None);
            }
        }
        if transfers {
            // Thresholds and the algorithm's variables belong to a single connection.
            return series;
        }
        let variables = rows.algorithm.all_variables();
        series.variables = variables.map(|p| r.add(&flow.id, SeriesKind::Variable, Some(&p.id))).collect();
        series
    }

    /// Whether the script of a flow's controller has changed.
    fn is_rewritten(&self, index: usize) -> bool {
        let flow = &self.flows[index];
        let row = self.common.registry.algorithm(&flow.spec.algorithm);
        row.is_none_or(|row| !Arc::ptr_eq(row, &flow.rows.algorithm))
    }

    fn rows_of(&self, flow: &scenario::Flow) -> FlowRows {
        self.common.registry.flow(flow).expect("validated")
    }

    fn add_flow(&mut self, spec: &scenario::Flow, [from, to]: [u32; 2]) {
        let ends = [from, to, self.net.endpoint(from), self.net.endpoint(to)];
        let rows = self.rows_of(spec);
        let series = self.series_of(spec, &rows);
        let index = self.flows.len() as u32;
        let timer_owner = self.net.timer_owners.take(index, TimerOwner::WHOLE);
        self.transports.push(transport::make(self.common.scenario.seed, spec, &rows));
        let transfers = transfer_stats(self.now, &rows.traffic);
        let mut flow = Flow::new(index, timer_owner, Arc::new(spec.clone()), rows, ends, series);
        flow.set_overhead(spec, || Rng::new(self.common.scenario.seed, &spec.id, "overhead"));
        flow.transfers = transfers;
        self.flows.push(flow);
        self.net.flow_drops.push(FlowDrops::default());
        self.net.shared.flow_keys.push(Digest::of_text(&spec.id));
        self.net.shared.flow_hosts.push([from, to]);
        self.schedule(index as usize);
    }

    /// Sets the timers for start and stop.
    fn schedule(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        let start = start_of(self.common.scenario.seed, &flow.spec, &flow.rows.traffic);
        let stop = flow.spec.stop_s.map(Time::from_secs);
        let mut io = Io::new(self.now, &mut self.net, flow);
        if io.flow.phase == Phase::Waiting {
            io.set_timer(TimerId::Start, start.max(io.now));
        }
        match stop {
            Some(stop) if io.flow.phase != Phase::Finished => io.set_timer(TimerId::Stop, stop.max(io.now)),
            _ => io.stop_timer(TimerId::Stop),
        }
    }

    fn remove_flow(&mut self, index: usize) {
        if !self.flows[index].removed {
            self.flows[index].removed = true;
            self.end_flow(index);
        }
    }

    /// Ends all connections of a flow.
    fn end_flow(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        self.transports[index].end(&mut Io::new(self.now, &mut self.net, flow));
        flow.end_connection(&mut self.net);
    }

    fn change_flow(&mut self, index: usize, spec: &scenario::Flow, [from, to]: [u32; 2]) {
        let ends = [from, to, self.net.endpoint(from), self.net.endpoint(to)];
        let rows = self.rows_of(spec);
        let series = self.series_of(spec, &rows);
        let flow = &mut self.flows[index];
        let reopens = (flow.from, flow.to) != (from, to)
            || flow.rows.algorithm.transport() != rows.algorithm.transport()
            || flow.spec.traffic.kind != spec.traffic.kind;
        flow.series = series;
        self.net.shared.flow_hosts[index] = [from, to];
        flow.set_overhead(spec, || Rng::new(self.common.scenario.seed, &spec.id, "overhead"));
        if reopens {
            let running = flow.phase != Phase::Waiting;
            self.end_flow(index);
            let flow = &mut self.flows[index];
            flow.move_to(ends);
            flow.spec = Arc::new(spec.clone());
            flow.phase = Phase::Waiting;
            flow.completed = None;
            flow.first_sent = None;
            flow.transfers = transfer_stats(self.now, &rows.traffic);
            self.transports[index] = transport::make(self.common.scenario.seed, spec, &rows);
            flow.rows = rows;
            if running {
                let spec = Arc::make_mut(&mut flow.spec);
                spec.start_s = spec.start_s.min(self.now.as_secs());
                spec.start_jitter_s = 0.0;
            }
        } else {
            let mut io = Io::new(self.now, &mut self.net, flow);
            self.transports[index].change(&mut io, spec, &rows);
            (self.flows[index].spec, self.flows[index].rows) = (Arc::new(spec.clone()), rows);
        }
        self.schedule(index);
    }
}
