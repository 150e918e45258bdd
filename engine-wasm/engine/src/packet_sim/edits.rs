//! What a change of the document does to a running network: the network becomes what the document says.
//!
//! Packets in flight keep their arrival, the packet in service finishes at the old rate, a removed link drops what it
//! carried, a new algorithm on a live flow takes over its window, a new transport kind opens a new connection.

use super::Simulation;
use super::flow::{Flow, FlowSeries, Io, Phase, TimerId};
use super::network::FlowDrops;
use crate::congestion;
use crate::link::Channel;
use crate::metrics::recorder::SeriesKind;
use crate::scenario::{self, Scenario};
use crate::transport;
use crate::units::Time;

impl Simulation {
    /// Applies the edits that are due.
    pub(super) fn apply_due_edits(&mut self) {
        let due = |s: &Simulation| {
            s.scenario.edits.get(s.next_edit).is_some_and(|e| Time::from_secs(e.at_s) <= s.now)
        };
        if !due(self) {
            return;
        }
        while due(self) {
            self.next_edit += 1;
        }
        // The last one's own number: `now` in seconds may round to just before it.
        let at_s = self.scenario.edits[self.next_edit - 1].at_s;
        self.become_document(scenario::at_time(&self.scenario, at_s));
        self.mark_edit();
    }

    /// Makes the network what `next` says.
    pub(super) fn become_document(&mut self, next: Scenario) {
        for node in &next.nodes {
            if !self.node_ids.contains(&node.id) {
                self.node_ids.push(node.id.clone());
            }
        }
        let rewired = self.take_links(&next);
        if rewired {
            self.net.route(self.node_ids.len() as u32);
        }
        let ends = self.net.endpoints.len();
        let old = std::mem::replace(&mut self.effective, next);
        for index in 0..self.flows.len() {
            let id = &self.flows[index].spec.id;
            if !self.effective.flows.iter().any(|f| f.id == *id) {
                self.remove_flow(index);
            }
        }
        let flows = self.effective.flows.clone();
        // New flows first get their places, so that routes exist before anybody sends.
        for flow in &flows {
            let (from, to) = (self.node(&flow.from), self.node(&flow.to));
            self.net.endpoint(from);
            self.net.endpoint(to);
        }
        if self.net.endpoints.len() != ends {
            self.net.route(self.node_ids.len() as u32);
        }
        for flow in &flows {
            let live = self.flows.iter().position(|f| f.spec.id == flow.id && !f.removed);
            match live {
                None => self.add_flow(flow),
                Some(index) if old.flows.contains(flow) => debug_assert!(!self.flows[index].removed),
                Some(index) => self.change_flow(index, flow),
            }
        }
        let sampling = &self.effective.sampling;
        self.observer.rewire(self.now, &self.flows, &mut self.net, sampling);
        self.directory_version += 1;
    }

    fn node(&self, id: &str) -> u32 {
        self.node_ids.iter().position(|n| n == id).expect("validated") as u32
    }

    /// Brings the channels up to date; says whether routes change.
    fn take_links(&mut self, next: &Scenario) -> bool {
        let mut rewired = false;
        let mut wanted = Vec::new();
        for link in &next.links {
            let (a, b) = (self.node(&link.a), self.node(&link.b));
            wanted.push((format!("{}/forward", link.id), a, b, &link.forward));
            wanted.push((format!("{}/backward", link.id), b, a, link.backward()));
        }
        for index in 0..self.net.channels.len() {
            let c = &self.net.channels[index];
            let kept = wanted.iter().any(|(id, from, to, _)| *id == c.id && *from == c.from && *to == c.to);
            if !c.removed && !kept {
                self.net.remove_channel(self.now, index as u32);
                rewired = true;
            }
        }
        for (id, from, to, spec) in wanted {
            match self.net.channels.iter().position(|c| c.id == id && !c.removed) {
                Some(index) => self.change_channel(index as u32, spec),
                None => {
                    let series = self.net.recorder.add(&id, SeriesKind::Queue, None);
                    self.net.recorder.record(series, self.now, 0.0);
                    let seed = self.scenario.seed;
                    self.net.channels.push(Channel::new(seed, id, from, to, spec, series));
                    rewired = true;
                }
            }
        }
        rewired
    }

    fn change_channel(&mut self, index: u32, spec: &scenario::Channel) {
        let channel = &mut self.net.channels[index as usize];
        if channel.spec == *spec {
            return;
        }
        let queue_changed = channel.spec.queue != spec.queue;
        channel.set(self.now, spec);
        if queue_changed {
            self.net.change_queue(self.now, index);
        }
    }

    fn series_of(&mut self, flow: &scenario::Flow) -> FlowSeries {
        let r = &mut self.net.recorder;
        let mut series =
            FlowSeries { throughput: r.add(&flow.id, SeriesKind::Throughput, None), ..Default::default() };
        let Some(algorithm) = congestion::find(&flow.algorithm) else {
            return series;
        };
        if algorithm.transport() == crate::catalogue::TransportKind::Tcp {
            series.cwnd = r.add(&flow.id, SeriesKind::Cwnd, None);
            series.ssthresh = r.add(&flow.id, SeriesKind::Ssthresh, None);
            series.flight = r.add(&flow.id, SeriesKind::Flight, None);
            series.rtt = r.add(&flow.id, SeriesKind::Rtt, None);
        }
        series.probes =
            algorithm.probes.iter().map(|p| r.add(&flow.id, SeriesKind::Probe, Some(p.id))).collect();
        series
    }

    fn add_flow(&mut self, spec: &scenario::Flow) {
        let (from, to) = (self.node(&spec.from), self.node(&spec.to));
        let ends = [from, to, self.net.endpoint(from), self.net.endpoint(to)];
        let series = self.series_of(spec);
        let index = self.flows.len() as u32;
        self.flows.push(Flow::new(index, spec, ends, series));
        self.net.flow_drops.push(FlowDrops::default());
        self.transports.push(transport::make(self.scenario.seed, spec));
        self.schedule(index as usize);
    }

    /// Sets the timers of start and stop.
    fn schedule(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        let (start, stop) = (Time::from_secs(flow.spec.start_s), flow.spec.stop_s.map(Time::from_secs));
        let mut io = Io { now: self.now, net: &mut self.net, flow };
        if io.flow.phase == Phase::Waiting {
            io.set_timer(TimerId::Start, start.max(io.now));
        }
        match stop {
            Some(stop) if io.flow.phase != Phase::Finished => io.set_timer(TimerId::Stop, stop.max(io.now)),
            _ => io.stop_timer(TimerId::Stop),
        }
    }

    fn remove_flow(&mut self, index: usize) {
        let flow = &mut self.flows[index];
        if !flow.removed {
            flow.removed = true;
            flow.end_connection();
        }
    }

    fn change_flow(&mut self, index: usize, spec: &scenario::Flow) {
        let (from, to) = (self.node(&spec.from), self.node(&spec.to));
        let ends = [from, to, self.net.endpoint(from), self.net.endpoint(to)];
        let series = self.series_of(spec);
        let transport_of = |id: &str| congestion::find(id).map(congestion::Algorithm::transport);
        let flow = &mut self.flows[index];
        let reopens = (flow.from, flow.to) != (from, to)
            || transport_of(&flow.spec.algorithm) != transport_of(&spec.algorithm)
            || flow.spec.traffic.kind != spec.traffic.kind;
        flow.series = series;
        if reopens {
            let running = flow.phase != Phase::Waiting;
            flow.end_connection();
            flow.move_to(ends);
            flow.spec = spec.clone();
            flow.phase = Phase::Waiting;
            flow.completed = None;
            flow.first_sent = None;
            self.transports[index] = transport::make(self.scenario.seed, spec);
            if running {
                flow.spec.start_s = flow.spec.start_s.min(self.now.as_secs());
            }
        } else {
            let mut io = Io { now: self.now, net: &mut self.net, flow };
            self.transports[index].change(&mut io, spec);
            self.flows[index].spec = spec.clone();
        }
        self.schedule(index);
    }
}
