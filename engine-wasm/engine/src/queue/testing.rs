//! A test bench for disciplines: one queue, operated step by step.

use super::{ChannelFacts, Discipline, QueueCx, QueuedPacket, Shared, Verdict};
use crate::core::digest::Digest;
use crate::core::packet::{Ecn, PacketId};
use crate::core::random::Rng;
use crate::units::{Nanos, Rate, Time};

/// One queue at a channel of 12 Mb/s, which sends 1500 bytes per millisecond.
pub(super) struct Bench {
    pub queue: Box<dyn Discipline>,
    pub now: Time,
    /// The ECN field of packets offered.
    pub ecn: Ecn,
    rng: Rng,
    shared: Shared,
    next: PacketId,
}

impl Bench {
    pub fn new(kind: &str, params: serde_json::Value) -> Bench {
        let params = serde_json::from_value(params).expect("parameters");
        let declared = super::BUILT_IN.iter().map(super::Registered::to_row);
        let row = declared.into_iter().find(|r| r.row.id == kind).expect("a discipline");
        let keys = (0..1000).map(|i| {
            let mut key = Digest::default();
            key.word(i);
            key.finish()
        });
        Bench {
            queue: row.make(&params, ChannelFacts { rate: Rate::from_mbps(12.0) }),
            now: Time::ZERO,
            ecn: Ecn::NotEct,
            rng: Rng::new(1, "q", "queue"),
            shared: Shared { flow_keys: keys.collect(), ..Shared::default() },
            next: 0,
        }
    }

    /// Sets the seed of the random stream.
    pub fn seed(mut self, seed: u32) -> Bench {
        self.rng = Rng::new(seed, "q", "queue");
        self
    }

    /// Sender and receiver of each flow.
    pub fn set_hosts(&mut self, hosts: &[[u32; 2]]) {
        self.shared.flow_hosts = hosts.to_vec();
    }

    pub fn wait(&mut self, nanos: u64) {
        self.now += Nanos(nanos);
    }

    /// A packet of flow number `flow` arrives; packets are numbered from 0.
    pub fn offer(&mut self, flow: u32, size: u32) -> Verdict {
        let packet = QueuedPacket {
            id: self.next,
            size,
            flow: flow << 1,
            ecn: self.ecn,
            queued_at: self.now,
            ..Default::default()
        };
        self.next += 1;
        let mut cx = QueueCx { now: self.now, rng: &mut self.rng, shared: &mut self.shared };
        self.queue.enqueue(&mut cx, packet)
    }

    /// Offers `count` packets.
    pub fn fill(&mut self, count: u32, flow: u32, size: u32) {
        for _ in 0..count {
            self.offer(flow, size);
        }
    }

    /// Packets offered so far: the number of the next one.
    pub fn offered(&self) -> PacketId {
        self.next
    }

    pub fn take(&mut self) -> Option<QueuedPacket> {
        let mut cx = QueueCx { now: self.now, rng: &mut self.rng, shared: &mut self.shared };
        self.queue.dequeue(&mut cx)
    }

    /// Takes and discards `count` packets.
    pub fn skip(&mut self, count: u32) {
        for _ in 0..count {
            self.take();
        }
    }

    /// Verdicts on packets other than the arriving one since the last call.
    pub fn verdicts(&mut self) -> Vec<(PacketId, Verdict)> {
        self.shared.verdicts.drain(..).map(|(id, verdict, _)| (id, verdict)).collect()
    }

    pub fn variables(&self) -> Vec<f64> {
        let mut values = vec![];
        self.queue.variables(&mut |x| values.push(x));
        values
    }

    /// Calls `act` with the context of a discipline.
    pub fn with_cx<T>(&mut self, act: impl FnOnce(&mut QueueCx<'_>) -> T) -> T {
        act(&mut QueueCx { now: self.now, rng: &mut self.rng, shared: &mut self.shared })
    }
}
