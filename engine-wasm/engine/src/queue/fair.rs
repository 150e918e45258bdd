//! Round-robin fair queueing with a shared buffer, common to DRR, SFQ and FQ-CoDel.

use super::fifo::Fifo;
use super::rounds::Rounds;
use super::{Discipline, QueueCx, QueuedPacket, Store, Verdict, buffer_limit};
use crate::catalogue::{Param, Settings, Variable};

pub(super) const VARIABLES: &[Variable] = &[Variable::new("active", "", "sub-queues in use", "queues")];

pub(super) fn quantum(default: f64) -> Param {
    Param::number("quantumBytes", "Q", "Quantum", "bytes").range(64.0, 1_000_000.0, default).integer().log()
}

pub(super) fn buckets(default: f64) -> Param {
    Param::number("queues", "", "Queues", "").range(1.0, 65_536.0, default).integer().log().help(
        "Number of sub-queues that flows are hashed into; flows in the same sub-queue share its capacity.",
    )
}

/// The differences between fair queues. The default methods are those of DRR.
pub(super) trait Policy: Clone + Send + 'static {
    /// State of each sub-queue.
    type State: Clone + Default + Send;

    /// Whether a sub-queue that becomes active is served before the old ones. Such a sub-queue leaves the lists when it is empty at its
    /// turn; otherwise a sub-queue leaves with its last packet.
    const NEW_FIRST: bool = false;

    /// Called on arrivals and departures: makes the changes that are due by now.
    fn catch_up(&mut self, _cx: &mut QueueCx<'_>, _rounds: &mut Rounds<Self::State>) {}

    /// Whether [`Policy::admit`] decides on arrivals, in place of a full buffer's drops.
    const ADMITS: bool = false;

    /// Decides on a packet that arrives at its sub-queue. `is_full`: no more packets fit.
    fn admit(
        &self,
        _cx: &mut QueueCx<'_>,
        _packet: &QueuedPacket,
        _fifo: &Fifo,
        _state: &mut Self::State,
        _is_full: bool,
    ) -> Verdict {
        Verdict::Enqueued
    }

    /// Cost of a packet, deducted from the deficit of its sub-queue.
    fn cost(&self, packet: &QueuedPacket) -> i64;

    /// Deficit that the packet at the head needs to be sent.
    fn needs(&self, head: &QueuedPacket) -> i64 {
        self.cost(head)
    }

    /// Takes the next packet out of a sub-queue; there may be none left.
    fn send(&self, _cx: &mut QueueCx<'_>, fifo: &mut Fifo, _state: &mut Self::State) -> Option<QueuedPacket> {
        fifo.pop()
    }

    /// Length by which a full buffer compares sub-queues.
    fn length(&self, fifo: &Fifo) -> u64 {
        fifo.bytes()
    }

    /// Drops from the longest sub-queue when the buffer is full: the last packet.
    fn make_room(&self, fifo: &mut Fifo, drop: &mut dyn FnMut(QueuedPacket)) {
        fifo.remove(fifo.len() as usize - 1).into_iter().for_each(drop);
    }
}

/// A fair queue.
#[derive(Clone, Debug)]
pub(super) struct Fair<P: Policy> {
    rounds: Rounds<P::State>,
    limit: u32,
    policy: P,
}

impl<P: Policy> Fair<P> {
    /// A fair queue with this quantum.
    pub(super) fn new(settings: &Settings<'_>, quantum: i64, policy: P) -> Fair<P> {
        Fair {
            rounds: Rounds::new(settings.number("queues") as u32, quantum),
            limit: buffer_limit(settings),
            policy,
        }
    }
}

impl<P: Policy> Discipline for Fair<P> {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.policy.catch_up(cx, &mut self.rounds);
        if P::ADMITS {
            let is_full = self.rounds.len() >= self.limit;
            let (fifo, state) = self.rounds.sub_queue(cx, &packet);
            let verdict = self.policy.admit(cx, &packet, fifo, state, is_full);
            if matches!(verdict, Verdict::Enqueued | Verdict::Marked) {
                self.rounds.push(cx, packet, P::NEW_FIRST);
            }
            return verdict;
        }
        self.rounds.push(cx, packet, P::NEW_FIRST);
        if self.rounds.len() <= self.limit {
            return Verdict::Enqueued;
        }
        let longest = self.rounds.longest(|fifo| self.policy.length(fifo));
        let at = longest.expect("a full buffer is not empty");
        let mut verdict = Verdict::Enqueued;
        self.rounds.take(at, |fifo, _| {
            self.policy.make_room(fifo, &mut |victim| {
                if victim.id == packet.id {
                    verdict = Verdict::Overflow;
                } else {
                    cx.drop(&victim, Verdict::Overflow);
                }
            });
        });
        verdict
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.policy.catch_up(cx, &mut self.rounds);
        loop {
            let at = self.rounds.turn(|head| self.policy.needs(head))?;
            let packet = self.rounds.take(at, |fifo, state| self.policy.send(cx, fifo, state));
            if !P::NEW_FIRST {
                self.rounds.leave_if_empty(at);
            }
            if let Some(packet) = packet {
                self.rounds.charge(at, self.policy.cost(&packet));
                return Some(packet);
            }
        }
    }

    /// The lists of an empty queue are empty.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.rounds
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(f64::from(self.rounds.active()));
    }
}
