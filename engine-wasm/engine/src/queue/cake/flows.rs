//! CAKE's sub-queues: their flows, their order of service, and fairness between hosts.

use std::collections::{BTreeMap, VecDeque};

use super::super::cobalt::{Cobalt, CobaltLaw};
use super::super::fifo::Fifo;
use super::super::{QueueCx, QueuedPacket, Store};
use crate::core::digest::Digest;
use crate::units::Time;

/// Number of sub-queues of sch_cake, in sets of eight.
const QUEUES: u64 = 1024;
const WAYS: u64 = 8;

/// How flows are assigned to sub-queues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Hashing {
    /// 1024 queues, 8-way set-associative.
    Sets,
    /// A sub-queue for each flow.
    Exact,
}

/// The hosts by whose numbers of bulk flows a quantum is divided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Isolation {
    pub(super) source: bool,
    pub(super) destination: bool,
}

/// The list that a sub-queue is in, and its class (sch_cake.c, CAKE_SET_*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Set {
    #[default]
    Unlisted,
    /// Served before the others.
    Sparse,
    /// In the list of bulk flows because of a deficit, but empty since.
    SparseWait,
    Bulk,
}

/// Deficits are in 65536ths of bytes, so that dividing a quantum is exact.
const FRACTION: u32 = 16;

#[derive(Clone, Debug, Default)]
struct Queue {
    fifo: Fifo,
    cobalt: Cobalt,
    set: Set,
    deficit: i64,
    /// Hash of the flow that the sub-queue is assigned to.
    tag: u64,
    /// Hosts of that flow, sender first.
    hosts: [u32; 2],
}

/// The sub-queues by number; only those that have had packets exist.
#[derive(Clone, Debug)]
pub(super) struct Flows {
    hashing: Hashing,
    isolation: Isolation,
    quantum: u32,
    salt: Option<u64>,
    places: BTreeMap<u64, usize>,
    queues: Vec<Queue>,
    new: VecDeque<usize>,
    old: VecDeque<usize>,
    /// Number of bulk flows by host and side.
    bulk: BTreeMap<(u32, usize), u32>,
    /// Packets that were put into a sub-queue of another flow.
    collisions: u64,
    len: u32,
    bytes: u64,
}

impl Flows {
    pub(super) fn new(hashing: Hashing, isolation: Isolation, quantum: u32) -> Flows {
        Flows {
            hashing,
            isolation,
            quantum,
            salt: None,
            places: BTreeMap::new(),
            queues: Vec::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            bulk: BTreeMap::new(),
            collisions: 0,
            len: 0,
            bytes: 0,
        }
    }

    fn listed(&self) -> impl Iterator<Item = usize> {
        self.new.iter().chain(&self.old).copied()
    }

    /// Index of the sub-queue with this number, which is created if needed.
    fn at(&mut self, number: u64) -> usize {
        let next = self.queues.len();
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.queues.push(Queue::default());
        }
        place
    }

    /// sch_cake.c, cake_hash(): the sub-queue of the packet's flow, or else a free one in its set, or else
    /// the first choice.
    fn place(&mut self, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> usize {
        let flow = packet.flow as usize >> 1;
        let mut hash = Digest::default();
        hash.word(*self.salt.get_or_insert_with(|| cx.rng.bits()));
        hash.word(cx.shared.flow_keys[flow]);
        hash.word(u64::from(packet.flow & 1));
        let tag = hash.finish();
        let mut hosts = cx.shared.flow_hosts.get(flow).copied().unwrap_or_default();
        if packet.flow & 1 == 1 {
            hosts.reverse();
        }
        let at = match self.hashing {
            Hashing::Exact => self.at(tag),
            Hashing::Sets => self.in_set(tag),
        };
        let queue = &mut self.queues[at];
        if queue.tag != tag || queue.set == Set::Unlisted {
            if queue.set == Set::Bulk && queue.hosts != hosts {
                self.count_bulk(at, false);
                self.queues[at].hosts = hosts;
                self.count_bulk(at, true);
            }
            let queue = &mut self.queues[at];
            (queue.tag, queue.hosts) = (tag, hosts);
        }
        at
    }

    fn in_set(&mut self, tag: u64) -> usize {
        let direct = tag % QUEUES;
        let (way, set) = (direct % WAYS, direct - direct % WAYS);
        let numbers = (0..WAYS).map(|i| set + (way + i) % WAYS);
        let used = |number| self.places.get(&number).map(|&at: &usize| &self.queues[at]);
        let mine = numbers.clone().find(|&n| used(n).is_some_and(|queue| queue.tag == tag));
        let free = || numbers.clone().find(|&n| used(n).is_none_or(|queue| queue.set == Set::Unlisted));
        let number = mine.or_else(free);
        self.collisions += u64::from(number.is_none());
        self.at(number.unwrap_or(direct))
    }

    /// Number of bulk flows of the host that has more of them, considering the hosts that count; at least
    /// one.
    fn load(&self, at: usize) -> i64 {
        let hosts = self.queues[at].hosts;
        let of = |side: usize| self.bulk.get(&(hosts[side], side)).copied().unwrap_or(0);
        let source = if self.isolation.source { of(0) } else { 0 };
        let destination = if self.isolation.destination { of(1) } else { 0 };
        i64::from(source.max(destination).max(1))
    }

    fn count_bulk(&mut self, at: usize, comes: bool) {
        let hosts = self.queues[at].hosts;
        for (side, host) in hosts.into_iter().enumerate() {
            let count = self.bulk.entry((host, side)).or_default();
            *count = if comes { *count + 1 } else { count.saturating_sub(1) };
        }
    }

    /// Quantum of a sub-queue.
    fn turn(&self, at: usize) -> i64 {
        (i64::from(self.quantum) << FRACTION) / self.load(at)
    }

    /// A packet arrives.
    pub(super) fn push(&mut self, cx: &mut QueueCx<'_>, law: &CobaltLaw, packet: QueuedPacket) {
        let at = self.place(cx, &packet);
        let queue = &mut self.queues[at];
        queue.cobalt.on_arrival(law, cx.now);
        queue.fifo.push(packet);
        self.len += 1;
        self.bytes += u64::from(packet.size);
        match queue.set {
            Set::Unlisted => {
                queue.set = Set::Sparse;
                let turn = self.turn(at);
                self.queues[at].deficit = turn;
                self.new.push_back(at);
            }
            Set::SparseWait => {
                queue.set = Set::Bulk;
                self.count_bulk(at, true);
            }
            Set::Sparse | Set::Bulk => {}
        }
    }

    /// The packet to send, and its sub-queue: new sub-queues first, then the others by DRR++.
    pub(super) fn next(&mut self, cx: &mut QueueCx<'_>, law: &CobaltLaw) -> Option<(usize, QueuedPacket)> {
        loop {
            let fresh = !self.new.is_empty();
            let at = *self.new.front().or(self.old.front())?;
            let queue = &mut self.queues[at];
            if queue.deficit <= 0 {
                if queue.set == Set::Sparse && queue.fifo.is_empty() {
                    queue.set = Set::SparseWait;
                } else if queue.set == Set::Sparse {
                    queue.set = Set::Bulk;
                    self.count_bulk(at, true);
                }
                let turn = self.turn(at);
                self.queues[at].deficit += turn;
                if fresh { &mut self.new } else { &mut self.old }.pop_front();
                self.old.push_back(at);
                continue;
            }
            let (len, bytes) = (queue.fifo.len(), queue.fifo.bytes());
            let packet = queue.cobalt.dequeue(law, cx, &mut queue.fifo);
            self.len -= len - queue.fifo.len();
            self.bytes -= bytes - queue.fifo.bytes();
            match packet {
                Some(packet) => return Some((at, packet)),
                None => {
                    queue.cobalt.on_empty(cx.now);
                    if fresh { &mut self.new } else { &mut self.old }.pop_front();
                    self.leave(at);
                }
            }
        }
    }

    /// Removes a sub-queue from the lists.
    fn leave(&mut self, at: usize) {
        if std::mem::take(&mut self.queues[at].set) == Set::Bulk {
            self.count_bulk(at, false);
        }
    }

    /// Deducts sent bytes from the deficit. If the whole queue is empty, all lists are cleared, as the next
    /// check of each empty sub-queue would do.
    pub(super) fn charge(&mut self, at: usize, bytes: u32) {
        self.queues[at].deficit -= i64::from(bytes) << FRACTION;
        if self.len == 0 {
            for at in std::mem::take(&mut self.new).into_iter().chain(std::mem::take(&mut self.old)) {
                self.leave(at);
            }
        }
    }

    /// Drops the head of the longest sub-queue by bytes; of equal ones, the first in the order of service.
    pub(super) fn drop_from_longest(&mut self, law: &CobaltLaw, now: Time) -> Option<QueuedPacket> {
        let mut longest: Option<(usize, u64)> = None;
        for at in self.listed() {
            let bytes = self.queues[at].fifo.bytes();
            if longest.is_none_or(|(_, most)| bytes > most) {
                longest = Some((at, bytes));
            }
        }
        let queue = &mut self.queues[longest?.0];
        let packet = queue.fifo.pop()?;
        queue.cobalt.on_overflow(law, now);
        self.len -= 1;
        self.bytes -= u64::from(packet.size);
        Some(packet)
    }

    pub(super) fn variables(&self, show: &mut dyn FnMut(f64)) {
        let count = |set: Set| self.listed().filter(|&at| self.queues[at].set == set).count() as f64;
        show(count(Set::Bulk));
        show(count(Set::Sparse) + count(Set::SparseWait));
        show(f64::from(self.queues.iter().map(|queue| queue.cobalt.count()).max().unwrap_or(0)));
    }
}

impl Store for Flows {
    fn len(&self) -> u32 {
        self.len
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Visits the waiting packets approximately in the order of departure: all heads, then the packets behind
    /// them, and so on.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        let (mut rank, mut left) = (0, self.len);
        while left > 0 {
            for packet in self.listed().filter_map(|at| self.queues[at].fifo.get(rank)) {
                show(packet);
                left -= 1;
            }
            rank += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::Bench;
    use super::*;
    use crate::core::packet::Ecn;
    use crate::units::Nanos;

    /// One packet from each of `flows` flows. Returns how many share a sub-queue, and the number of
    /// sub-queues.
    fn collisions(hashing: Hashing, flows: u32) -> (u64, usize) {
        let isolation = Isolation { source: true, destination: true };
        let law = CobaltLaw {
            target: Nanos(5_000_000),
            interval: Nanos(100_000_000),
            mtu_time: Nanos::ZERO,
            ecn: true,
        };
        let mut all = Flows::new(hashing, isolation, 1514);
        let mut bench = Bench::new("droptail", serde_json::json!({}));
        for id in 0..flows {
            let (ecn, queued_at) = (Ecn::NotEct, Time::ZERO);
            let packet = QueuedPacket { id, size: 1500, flow: id << 1, ecn, queued_at, ..Default::default() };
            bench.with_cx(|cx| all.push(cx, &law, packet));
        }
        (all.collisions, all.queues.len())
    }

    #[test]
    fn eight_ways_keep_flows_apart_where_one_would_not() {
        // With 300 active flows and 1024 queues, a plain hash puts 1 − (1 − 1/1024)^299 = 25 % into another
        // flow's queue; with eight ways it is 0.3 %.
        let (shared, queues) = collisions(Hashing::Sets, 300);
        println!("300 flows: {shared} collisions, {queues} queues");
        assert!(shared <= 6 && queues as u64 == 300 - shared, "{shared} {queues}");
        let (shared, queues) = collisions(Hashing::Sets, 1000);
        assert!(shared > 60 && queues < 940, "{shared} {queues}");
        assert_eq!(collisions(Hashing::Exact, 1000), (0, 1000));
    }
}
