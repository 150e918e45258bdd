//! The page's view of a run: a directory that describes the layout, and sections of plain numbers.
//!
//! The records of numbers are those of [`crate::sections`].

use super::Simulation;
use crate::catalogue::TransportKind;
use crate::core::packet::{Ecn, Packet};
use crate::model::directory::{Directory, DirectoryChannel, DirectoryFlow, MAX_SLOTS, window_of};
use crate::model::wire::FULL_AND_ACK;
use crate::queue::Store;
use crate::sections::{
    CE_MARK, FlowState, SceneChannel, SceneClass, SceneDrop, SceneFlow, SceneHead, ScenePacket, SceneSlot,
    number,
};
use crate::transport::flow::{Flow, Phase};
use crate::units::Time;

/// Maximum number of packets in flight that a scene lists; with more, links show their intensity.
const MAX_PACKETS: usize = 2000;
/// Kind of a packet, as a number.
fn code(packet: &Packet) -> f64 {
    packet.kind.code() + if packet.ecn == Ecn::Ce { CE_MARK } else { 0.0 }
}

impl Simulation {
    /// The layout of the sections.
    pub fn directory(&self) -> Directory {
        let flows: Vec<_> = self.flows.iter().map(|f| self.flow_info(f.index as usize)).collect();
        let channels = self.net.channels.iter();
        let mut channels: Vec<_> = channels
            .map(|c| DirectoryChannel {
                id: c.id.clone(),
                link: c.id.rsplit_once('/').map_or("", |(link, _)| link).to_owned(),
                from: self.common.node_ids[c.from as usize].clone(),
                to: self.common.node_ids[c.end.node as usize].clone(),
                rate_mbps: c.sustained_rate().as_mbps(),
                delay_ms: c.delay.as_millis(),
                discipline: c.spec.queue.kind.clone(),
                behaviours: c.spec.behaviours.keys().cloned().collect(),
                limit_packets: c.queue.limit_packets().unwrap_or(0.0),
                bottleneck: false,
                removed: c.removed,
            })
            .collect();
        for flow in flows.iter().filter(|f| !f.removed) {
            let slowest = flow.path.iter().min_by_key(|&&c| self.net.channels[c as usize].sustained_rate());
            if let Some(&slowest) = slowest {
                channels[slowest as usize].bottleneck = true;
            }
        }
        Directory {
            version: self.common.directory_version,
            #[cfg(feature = "script")]
            algorithms: self.common.registry.document().algorithms().map(|a| a.info()).collect(),
            before: self.common.history.list(),
            after: vec![],
            duration_s: self.common.end.as_secs(),
            estimated_hops: self.estimated_hops(&flows),
            series: self.net.recorder.infos().to_vec(),
            channels,
            flows,
        }
    }

    fn flow_info(&self, index: usize) -> DirectoryFlow {
        let flow = &self.flows[index];
        let path = self.net.path(flow.from, flow.to_endpoint).unwrap_or_default();
        let back = self.net.path(flow.to, flow.from_endpoint).unwrap_or_default();
        // The lines of base RTT and BDP are seen beside what the flow measures, so they are those of its own packets.
        let (full, ack) = if flow.rows.algorithm.transport() == TransportKind::Tcp {
            let stack = flow.rows.plain_stack(&flow.spec);
            (stack.mss + stack.overhead(), stack.overhead())
        } else {
            FULL_AND_ACK
        };
        let along = |path: &[u32], size| -> f64 {
            let time = |&c: &u32| {
                let c = &self.net.channels[c as usize];
                (c.delay + c.rate.time_for(size)).as_millis()
            };
            path.iter().map(time).sum()
        };
        let base_rtt_ms = along(&path, full) + along(&back, ack);
        let rates = path.iter().map(|&c| self.net.channels[c as usize].sustained_rate().0);
        let slowest = rates.min().unwrap_or(0);
        DirectoryFlow {
            id: flow.spec.id.clone(),
            algorithm: flow.spec.algorithm.clone(),
            bdp_packets: slowest as f64 * base_rtt_ms / 1e3 / 8.0 / f64::from(full),
            base_rtt_ms,
            window: window_of(&flow.rows),
            path,
            back,
            removed: flow.removed,
        }
    }

    /// Assumes that each flow sends all the time at its fair share of its slowest link, or at its
    /// application's rate if that is less. UDP sends whatever the network can carry.
    fn estimated_hops(&self, flows: &[DirectoryFlow]) -> f64 {
        let mut users = vec![0.0; self.net.channels.len()];
        for flow in flows {
            flow.path.iter().for_each(|&c| users[c as usize] += 1.0);
        }
        let hops = |(flow, state): (&DirectoryFlow, &Flow)| {
            let offered = state.rows.traffic.offered(&state.spec.traffic.params);
            let udp = state.rows.algorithm.transport() == TransportKind::Udp;
            let links = (flow.path.len() + flow.back.len()) as f64;
            if let Some((rate, payload)) = offered.filter(|_| udp) {
                return rate / 8.0 / payload * self.common.end.as_secs() * flow.path.len() as f64;
            }
            let stack = state.rows.plain_stack(&state.spec);
            let (payload, wire) = (f64::from(stack.mss), f64::from(stack.mss + stack.overhead()));
            let most = offered.map_or(f64::INFINITY, |(rate, _)| rate * wire / payload);
            let share = |&c: &u32| self.net.channels[c as usize].rate.0 as f64 / users[c as usize];
            let rate = flow.path.iter().map(share).fold(f64::INFINITY, f64::min);
            let packets = rate.min(most) * self.common.end.as_secs() / 8.0 / wire;
            if rate.is_finite() { packets * links } else { 0.0 }
        };
        flows.iter().zip(&self.flows).map(hops).sum()
    }

    /// Reduced columns of some series: x, then y for each series, with two points per column.
    pub fn plot(&self, series: &[u32], t0_s: f64, t1_s: f64, columns: u32, out: &mut Vec<f64>) {
        self.net.recorder.plot(self.now, series, (t0_s, t1_s), columns, out);
    }

    /// The data of the topology view now.
    pub fn scene(&self, out: &mut Vec<f64>) {
        out.clear();
        // The counts are filled in at the end.
        out.resize(SceneHead::SIZE, 0.0);
        let (mut classes, mut slots) = (Vec::new(), Vec::new());
        for (i, c) in self.net.channels.iter().enumerate() {
            let (first_class, first_slot) = (classes.len(), slots.len());
            self.list_queue(c.queue.store(), &mut classes, &mut slots);
            let channel = SceneChannel {
                queued_packets: f64::from(c.queue.len()),
                queued_bytes: c.queue.bytes() as f64,
                busy: if c.busy_until > self.now { 1.0 } else { 0.0 },
                carried_mbps: self.rates.channel_mbps.get(i).copied().unwrap_or(0.0),
                drops: c.stats.drops as f64,
                marks: c.stats.marks as f64,
                first_slot: first_slot as f64,
                slots: (slots.len() - first_slot) as f64,
                first_class: first_class as f64,
                classes: (classes.len() - first_class) as f64,
            };
            channel.push(out);
        }
        for class in &classes {
            class.push(out);
        }
        for (i, f) in self.flows.iter().enumerate() {
            let summary = self.transports[i].summary();
            let flow = SceneFlow {
                state: self.flow_state(i).code(),
                cwnd: summary.cwnd,
                ssthresh: summary.ssthresh,
                flight: summary.flight,
                srtt_ms: summary.srtt_ms,
                throughput_mbps: self.rates.flow_mbps.get(i).copied().unwrap_or(0.0),
                retransmissions: f.stats.retransmissions as f64,
                timeouts: f.stats.timeouts as f64,
            };
            flow.push(out);
        }
        let packets = self.scene_packets(out);
        for slot in &slots {
            slot.push(out);
        }
        for d in &self.net.dropped {
            let drop = SceneDrop {
                time: d.time.as_secs(),
                channel: number(d.channel),
                flow: f64::from(d.flow),
                sequence: d.seq as f64,
                cause: d.cause.code(),
            };
            drop.push(out);
        }
        let head = SceneHead {
            now: self.now.as_secs(),
            channels: self.net.channels.len() as f64,
            classes: classes.len() as f64,
            flows: self.flows.len() as f64,
            packets: packets as f64,
            slots: slots.len() as f64,
            drops: self.net.dropped.len() as f64,
            jain: self.sampling.jain.unwrap_or(f64::NAN),
        };
        out[..SceneHead::SIZE].copy_from_slice(&head.numbers());
    }

    fn flow_state(&self, index: usize) -> FlowState {
        let flow = &self.flows[index];
        let active = matches!(flow.phase, Phase::Opening | Phase::Running);
        if active && self.net.path(flow.from, flow.to_endpoint).is_none() {
            return FlowState::NoRoute;
        }
        match flow.phase {
            Phase::Waiting => FlowState::Waiting,
            Phase::Opening => FlowState::Handshake,
            Phase::Running => FlowState::Running,
            Phase::Finished => FlowState::Finished,
        }
    }

    fn scene_packets(&self, out: &mut Vec<f64>) -> usize {
        let unordered = self.net.unordered_arrivals();
        let count = self.net.channels.iter().map(|c| c.pipe.len()).sum::<usize>() + unordered.len();
        if count > MAX_PACKETS {
            return 0;
        }
        let in_pipes = (0..)
            .zip(&self.net.channels)
            .flat_map(|(channel, c)| c.pipe.iter().map(move |f| (channel, f.arrival.time(), f.packet.id)));
        let unordered =
            unordered.into_iter().map(|(arrival, id)| (self.net.packets[id].channel, arrival, id));
        for (channel, arrival, id) in in_pipes.chain(unordered) {
            let p = &self.net.packets[id];
            let c = &self.net.channels[channel as usize];
            let path = c.delay + c.rate.time_for(p.size);
            let packet = ScenePacket {
                channel: f64::from(channel),
                flow: f64::from(p.flow),
                kind: code(p),
                start: Time(arrival.0.saturating_sub(path.0)).as_secs(),
                arrival: arrival.as_secs(),
                bytes: f64::from(p.size),
            };
            packet.push(out);
        }
        count
    }

    /// Appends the classes of a queue and their packets.
    fn list_queue(&self, store: &dyn Store, classes: &mut Vec<SceneClass>, slots: &mut Vec<SceneSlot>) {
        let mut stores = store.classes();
        if stores.is_empty() {
            stores.push(store);
        }
        for class in stores {
            let first = slots.len();
            class.for_each(&mut |waiting| {
                if slots.len() - first < MAX_SLOTS {
                    let p = &self.net.packets[waiting.id];
                    slots.push(SceneSlot { flow: f64::from(p.flow), kind: code(p) });
                }
            });
            classes.push(SceneClass {
                queued_packets: f64::from(class.len()),
                first_slot: first as f64,
                slots: (slots.len() - first) as f64,
            });
        }
    }
}
