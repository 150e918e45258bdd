//! Sub-queues served by deficit round robin (Shreedhar & Varghese 1995).

use std::collections::{BTreeMap, VecDeque};

use super::fifo::Fifo;
use super::{QueueCx, QueuedPacket, Store};
use crate::core::digest::Digest;

/// One sub-queue.
#[derive(Clone, Debug, Default)]
struct SubQueue<S> {
    fifo: Fifo,
    /// Deficit counter: what the sub-queue may still send in this round.
    deficit: i64,
    /// Whether it is in one of the lists.
    listed: bool,
    state: S,
}

/// Sub-queues by hash, in the order in which they are served. `S` is the discipline's state for each.
#[derive(Clone, Debug)]
pub(super) struct Rounds<S> {
    /// Quantum per round, in the unit of costs.
    quantum: i64,
    buckets: u64,
    /// Salt of the hash, drawn from the queue's own stream when the first packet arrives.
    salt: Option<u64>,
    /// Index in `subs` by bucket. Sub-queues are created with their first packet.
    places: BTreeMap<u64, usize>,
    subs: Vec<SubQueue<S>>,
    /// New sub-queues, served before the old ones; only FQ-CoDel uses this list.
    new: VecDeque<usize>,
    old: VecDeque<usize>,
    len: u32,
    bytes: u64,
}

impl<S: Clone + Default> Rounds<S> {
    pub(super) fn new(buckets: u32, quantum: i64) -> Rounds<S> {
        Rounds {
            quantum,
            buckets: u64::from(buckets),
            salt: None,
            places: BTreeMap::new(),
            subs: Vec::new(),
            new: VecDeque::new(),
            old: VecDeque::new(),
            len: 0,
            bytes: 0,
        }
    }

    /// Number of sub-queues with packets.
    pub(super) fn active(&self) -> u32 {
        self.listed().filter(|&at| !self.subs[at].fifo.is_empty()).count() as u32
    }

    fn listed(&self) -> impl Iterator<Item = usize> {
        self.new.iter().chain(&self.old).copied()
    }

    /// Index of the sub-queue for a packet, by the hash of flow and direction.
    fn place(&mut self, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> usize {
        let mut hash = Digest::default();
        hash.word(*self.salt.get_or_insert_with(|| cx.rng.bits()));
        hash.word(cx.shared.flow_keys[packet.flow as usize >> 1]);
        hash.word(u64::from(packet.flow & 1));
        let next = self.places.len();
        let place = *self.places.entry(hash.finish() % self.buckets).or_insert(next);
        if place == next {
            self.subs.push(SubQueue::default());
        }
        place
    }

    /// The sub-queue of a packet.
    pub(super) fn sub_queue(&mut self, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> (&Fifo, &mut S) {
        let at = self.place(cx, packet);
        let SubQueue { fifo, state, .. } = &mut self.subs[at];
        (fifo, state)
    }

    /// Appends a packet to its sub-queue. A sub-queue that was in no list gets a quantum and joins the end of the new list or the old
    /// one.
    pub(super) fn push(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket, as_new: bool) {
        let at = self.place(cx, &packet);
        let sub = &mut self.subs[at];
        self.len += 1;
        self.bytes += u64::from(packet.size);
        sub.fifo.push(packet);
        if !sub.listed {
            sub.listed = true;
            sub.deficit = self.quantum;
            if as_new { &mut self.new } else { &mut self.old }.push_back(at);
        }
    }

    /// The sub-queue to serve: the first whose deficit covers what its head `needs`. The others get a quantum for the next round. Empty
    /// sub-queues leave; a new one first becomes old (RFC 8290, section 4.2: otherwise a flow could stay new by never having two packets
    /// queued).
    pub(super) fn turn(&mut self, needs: impl Fn(&QueuedPacket) -> i64) -> Option<usize> {
        loop {
            let fresh = !self.new.is_empty();
            let at = *self.new.front().or(self.old.front())?;
            let sub = &mut self.subs[at];
            let leaves = match sub.fifo.front() {
                Some(head) if sub.deficit >= needs(head) => return Some(at),
                Some(_) => {
                    sub.deficit += self.quantum;
                    false
                }
                None => !fresh,
            };
            if fresh { &mut self.new } else { &mut self.old }.pop_front();
            if leaves {
                sub.listed = false;
            } else {
                self.old.push_back(at);
            }
        }
    }

    /// Lets `act` take packets out of a sub-queue.
    pub(super) fn take<T>(&mut self, at: usize, act: impl FnOnce(&mut Fifo, &mut S) -> T) -> T {
        let SubQueue { fifo, state, .. } = &mut self.subs[at];
        let (len, bytes) = (fifo.len(), fifo.bytes());
        let taken = act(fifo, state);
        self.len -= len - fifo.len();
        self.bytes -= bytes - fifo.bytes();
        taken
    }

    /// Deducts the cost of a packet from the deficit of its sub-queue. Once the queue is empty, clears the lists, as another call on an
    /// empty queue would.
    pub(super) fn charge(&mut self, at: usize, cost: i64) {
        self.subs[at].deficit -= cost;
        if self.len == 0 {
            self.clear_lists();
        }
    }

    /// Removes the sub-queue at the head of the lists if it is empty.
    pub(super) fn leave_if_empty(&mut self, at: usize) {
        if self.subs[at].fifo.is_empty() && self.old.front() == Some(&at) {
            self.old.pop_front();
            self.subs[at].listed = false;
        }
    }

    fn clear_lists(&mut self) {
        for at in self.new.drain(..).chain(self.old.drain(..)) {
            self.subs[at].listed = false;
        }
    }

    /// The longest sub-queue; of equal ones, the first in the order of service.
    pub(super) fn longest(&self, length: impl Fn(&Fifo) -> u64) -> Option<usize> {
        let mut longest: Option<(usize, u64)> = None;
        for at in self.listed() {
            let length = length(&self.subs[at].fifo);
            if longest.is_none_or(|(_, most)| length > most) {
                longest = Some((at, length));
            }
        }
        longest.map(|(at, _)| at)
    }

    /// Changes the salt and rehashes the queued packets in order.
    pub(super) fn rehash(&mut self, cx: &mut QueueCx<'_>, salt: u64) {
        let mut waiting = Vec::with_capacity(self.len as usize);
        self.for_each(&mut |p| waiting.push(*p));
        *self = Rounds { salt: Some(salt), ..Rounds::new(self.buckets as u32, self.quantum) };
        for packet in waiting {
            self.push(cx, packet, false);
        }
    }
}

impl<S: Clone + Default> Store for Rounds<S> {
    fn len(&self) -> u32 {
        self.len
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Visits the queued packets in the approximate order of service: the heads of all sub-queues, then the second packets, and so on.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        let mut rank = 0;
        let mut left = self.len;
        while left > 0 {
            for packet in self.listed().filter_map(|at| self.subs[at].fifo.get(rank)) {
                show(packet);
                left -= 1;
            }
            rank += 1;
        }
    }
}
