//! The page's view of a fluid run: directory and scene as for the packet model, without packets.

use super::FluidSimulation;
use super::meters::Phase;
use super::network::{Hop, Moment};
use crate::core::packet::PacketKind;
use crate::model::directory::{Directory, DirectoryChannel, DirectoryFlow, FlowWindow, MAX_SLOTS, window_of};
use crate::sections::{FlowState, SceneChannel, SceneClass, SceneFlow, SceneHead, SceneSlot};

impl FluidSimulation {
    /// The directory of the sections.
    pub fn directory(&self) -> Directory {
        let queue_of = |channel: usize| self.net.queues.iter().find(|q| q.channel == channel);
        let slowest = |path: &[u32]| path.iter().copied().min_by_key(|&c| self.channels[c as usize].rate);
        let bottlenecks: Vec<_> =
            self.flows.iter().filter(|f| !f.removed).filter_map(|f| slowest(&f.path)).collect();
        let channel = |(number, c): (usize, &super::ChannelState)| DirectoryChannel {
            id: c.id.clone(),
            link: c.link.clone(),
            from: self.common.node_ids[c.from as usize].clone(),
            to: self.common.node_ids[c.to as usize].clone(),
            rate_mbps: c.rate.as_mbps(),
            delay_ms: c.spec.delay_ms,
            discipline: c.spec.queue.kind.clone(),
            behaviours: Vec::new(),
            limit_packets: queue_of(number).map_or(0.0, |q| q.limit / q.packet),
            bottleneck: bottlenecks.contains(&(number as u32)),
            removed: c.removed,
        };
        let flow = |(state, flow): (&super::FlowState, &super::network::Flow)| {
            let rate = slowest(&state.path).map_or(0.0, |c| self.channels[c as usize].rate.0 as f64);
            DirectoryFlow {
                id: state.spec.id.clone(),
                algorithm: state.spec.algorithm.clone(),
                path: state.path.clone(),
                back: state.back.clone(),
                base_rtt_ms: flow.base_rtt * 1e3,
                bdp_packets: rate / 8.0 * flow.base_rtt / flow.packet,
                window: match window_of(&state.driven.rows) {
                    FlowWindow::Sum => FlowWindow::One,
                    window => window,
                },
                removed: state.removed,
            }
        };
        Directory {
            version: self.common.directory_version,
            #[cfg(feature = "script")]
            algorithms: self.common.registry.document().algorithms().map(|a| a.info()).collect(),
            before: self.common.history.list(),
            after: vec![],
            duration_s: self.common.end.as_secs(),
            // There are no packets, so the run costs the same at any rate.
            estimated_hops: 0.0,
            series: self.recorder.infos().to_vec(),
            channels: self.channels.iter().enumerate().map(channel).collect(),
            flows: self.flows.iter().zip(&self.net.flows).map(flow).collect(),
        }
    }

    /// Reduced columns of some series: x, then y for each series, with two points per column.
    pub fn plot(&self, series: &[u32], t0_s: f64, t1_s: f64, columns: u32, out: &mut Vec<f64>) {
        self.recorder.plot(self.now, series, (t0_s, t1_s), columns, out);
    }

    /// The data of the topology view now: queues with the shares of the flows, and rates on the links.
    pub fn scene(&self, out: &mut Vec<f64>) {
        out.clear();
        // The counts are filled in at the end.
        out.resize(SceneHead::SIZE, 0.0);
        let (mut classes, mut slots) = (Vec::new(), Vec::new());
        for (number, channel) in self.channels.iter().enumerate() {
            let first = slots.len();
            let found = self.net.queues.iter().position(|q| q.channel == number);
            let (mut packets, mut bytes, mut drops) = (0.0, 0.0, 0.0);
            if let Some(queue) = found {
                let q = &self.net.queues[queue];
                bytes = self.now_at(q.at).clamp(0.0, q.limit);
                packets = libm::round(bytes / q.packet);
                drops = (self.passed(queue).2 - channel.meter.lost_before) / q.packet;
                self.fill_slots(queue, packets as usize, &mut slots);
            }
            let class = SceneClass {
                queued_packets: packets,
                first_slot: first as f64,
                slots: (slots.len() - first) as f64,
            };
            classes.push(class);
            let channel = SceneChannel {
                queued_packets: packets,
                queued_bytes: bytes,
                busy: if channel.mbps > 0.0 { 1.0 } else { 0.0 },
                carried_mbps: channel.mbps,
                drops: libm::round(drops),
                marks: 0.0,
                first_slot: class.first_slot,
                slots: class.slots,
                first_class: number as f64,
                classes: 1.0,
            };
            channel.push(out);
        }
        for class in &classes {
            class.push(out);
        }
        for (number, (state, flow)) in self.flows.iter().zip(&self.net.flows).enumerate() {
            let phase = match state.phase {
                _ if !state.removed && state.path.is_empty() => FlowState::NoRoute,
                Phase::Waiting => FlowState::Waiting,
                Phase::Running => FlowState::Running,
                Phase::Finished => FlowState::Finished,
            };
            let window = self.window(number).unwrap_or(f64::NAN);
            let wait = |&hop: &usize| {
                let queue = &self.net.queues[self.net.hops[hop].queue];
                self.now_at(queue.at).clamp(0.0, queue.limit) / queue.capacity
            };
            let rtt = (flow.base_rtt + flow.hops.iter().map(wait).sum::<f64>()) * 1e3;
            let tcp = state.driven.rows.algorithm.fluid.is_some();
            let flow = SceneFlow {
                state: phase.code(),
                cwnd: window,
                ssthresh: f64::NAN,
                flight: window,
                srtt_ms: if tcp { rtt } else { f64::NAN },
                throughput_mbps: state.mbps,
                retransmissions: 0.0,
                timeouts: 0.0,
            };
            flow.push(out);
        }
        for &flow in &slots {
            SceneSlot { flow: flow as f64, kind: PacketKind::Data.code() }.push(out);
        }
        let head = SceneHead {
            now: self.now.as_secs(),
            channels: self.channels.len() as f64,
            classes: classes.len() as f64,
            flows: self.flows.len() as f64,
            packets: 0.0,
            slots: slots.len() as f64,
            drops: 0.0,
            jain: self.sampling.jain.unwrap_or(f64::NAN),
        };
        out[..SceneHead::SIZE].copy_from_slice(&head.numbers());
    }

    /// A queue's slots, by the flows' shares of the backlog.
    fn fill_slots(&self, queue: usize, packets: usize, slots: &mut Vec<usize>) {
        let shown = packets.min(MAX_SLOTS);
        if shown == 0 {
            return;
        }
        let now = Moment { t: self.t, known: self.t, y: &self.y, step: None };
        let mut last = None;
        let waits = |hop: &Hop| {
            let left = self.net.departed(hop, self.t, &now, &self.work.f0, &mut last).0;
            (hop.flow, (self.y[hop.accepted] - left).max(0.0))
        };
        let shares: Vec<_> = self.net.hops[self.net.queues[queue].users.clone()].iter().map(waits).collect();
        let total: f64 = shares.iter().map(|(_, share)| share).sum();
        if total <= 0.0 {
            return;
        }
        // Each slot goes to the flow that is furthest behind its share.
        let mut behind: Vec<f64> = vec![0.0; shares.len()];
        for _ in 0..shown {
            let mut most = 0;
            for (i, (_, share)) in shares.iter().enumerate() {
                behind[i] += share / total;
                if behind[i] > behind[most] {
                    most = i;
                }
            }
            behind[most] -= 1.0;
            slots.push(shares[most].0);
        }
    }
}
