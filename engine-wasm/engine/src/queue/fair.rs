//! Fair queueing by turns, with a buffer in common: what DRR, SFQ and FQ-CoDel share.

use super::fifo::Fifo;
use super::rounds::Rounds;
use super::{Discipline, QueueCx, QueuedPacket, Store, Verdict, buffer_limit};
use crate::catalogue::{Param, Settings, Variable};

pub(super) const VARIABLES: &[Variable] = &[Variable::new("active", "", "sub-queues in use", "queues")];

pub(super) fn quantum(default: f64) -> Param {
    Param::number("quantumBytes", "Q", "Quantum", "bytes").range(64.0, 1_000_000.0, default).integer().log()
}

pub(super) fn buckets(default: f64) -> Param {
    Param::number("queues", "", "Queues", "")
        .range(1.0, 65_536.0, default)
        .integer()
        .log()
        .help("Number of sub-queues that flows are hashed into; two flows in one sub-queue share its turns.")
}

/// What sets one fair queue apart from another. What it leaves open is as in DRR.
pub(super) trait Policy: Clone + Send + 'static {
    /// What it keeps for each sub-queue.
    type State: Clone + Default + Send;

    /// Whether a sub-queue in which nothing waited goes before the others once. It then leaves when its turn finds it empty;
    /// else it leaves with its last packet.
    const NEW_FIRST: bool = false;

    /// A packet comes or the channel is free: what is due by the clock.
    fn catch_up(&mut self, _cx: &mut QueueCx<'_>, _rounds: &mut Rounds<Self::State>) {}

    /// Whether [`Policy::admit`] decides on arrivals, in the place of a full buffer's drops.
    const ADMITS: bool = false;

    /// What becomes of a packet that comes to its sub-queue. `is_full`: nothing more fits.
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

    /// What a packet takes of its sub-queue's turn.
    fn cost(&self, packet: &QueuedPacket) -> i64;

    /// What has to be left of the turn for the packet at the head to go.
    fn needs(&self, head: &QueuedPacket) -> i64 {
        self.cost(head)
    }

    /// Takes the packet to send out of the sub-queue whose turn it is; there may be none left after all.
    fn send(&self, _cx: &mut QueueCx<'_>, fifo: &mut Fifo, _state: &mut Self::State) -> Option<QueuedPacket> {
        fifo.pop()
    }

    /// By what a full buffer looks for the longest sub-queue.
    fn length(&self, fifo: &Fifo) -> u64 {
        fifo.bytes()
    }

    /// Takes out of the longest sub-queue what a full buffer drops: the last packet.
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
    /// One whose turns are worth `quantum`.
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
        let at = longest.expect("a full buffer has a longest queue");
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

    /// An empty queue has nobody in its lists.
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
