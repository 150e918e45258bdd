//! Queue disciplines: which packet waits, is marked, is dropped, goes next. One file each.
//!
//! The packet in transmission has left the queue: it does not count against a limit.

mod droptail;
mod red;

use std::fmt::Debug;

use crate::catalogue::{Row, Settings};
use crate::packet_sim::packet::PacketId;
use crate::packet_sim::random::Rng;
use crate::scenario::Choice;
use crate::units::{Nanos, Rate, Time};

/// What a discipline knows of a packet.
#[derive(Clone, Copy, Debug)]
pub struct Waiting {
    /// Its place in the slab.
    pub id: PacketId,
    /// Bytes on the wire.
    pub size: u32,
    /// Whether it may be marked instead of dropped.
    pub ect: bool,
}

/// What a discipline did with an arriving packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It waits.
    Enqueued,
    /// It waits, marked.
    Marked,
    /// No room for it.
    Overflow,
    /// Dropped before the room ran out.
    EarlyDrop,
}

/// What a discipline may read but does not own.
pub struct QueueCx<'a> {
    /// Now.
    pub now: Time,
    /// The queue's own random stream.
    pub rng: &'a mut Rng,
}

/// A queue discipline.
pub trait Discipline: Debug + Send {
    /// A packet arrives.
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: Waiting) -> Verdict;
    /// A packet arrives at an empty queue while the channel is free: if accepted, it is sent at once.
    fn pass(&mut self, cx: &mut QueueCx<'_>, packet: Waiting) -> Verdict {
        let verdict = self.enqueue(cx, packet);
        if matches!(verdict, Verdict::Enqueued | Verdict::Marked) {
            self.dequeue(cx);
        }
        verdict
    }
    /// Whether every packet passes an empty queue before a free channel, and leaves no trace in it. It then need not be asked.
    fn is_transparent(&self) -> bool {
        false
    }
    /// The channel is free: the packet to send.
    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<Waiting>;
    /// Packets that wait.
    fn len(&self) -> u32;
    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes that wait.
    fn bytes(&self) -> u64;
    /// Limit to draw, in packets; nothing if there is none.
    fn limit_packets(&self) -> Option<f64>;
    /// The channel behind the queue changed.
    fn set_facts(&mut self, _facts: ChannelFacts) {}
    /// Shows the packets that wait, next first.
    fn for_each(&self, show: &mut dyn FnMut(PacketId));
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn Discipline>;
}

impl Clone for Box<dyn Discipline> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// What a discipline is told of its channel when it is made.
#[derive(Clone, Copy, Debug)]
pub struct ChannelFacts {
    /// Rate of the channel behind the queue.
    pub rate: Rate,
}

impl ChannelFacts {
    /// Time to send a packet of `bytes`.
    pub fn service_time(&self, bytes: u32) -> Nanos {
        self.rate.time_for(bytes)
    }
}

/// A registered discipline: its row and how it is made.
pub struct Registered {
    /// What the catalogue shows.
    pub row: fn() -> Row,
    /// Makes one with the settings of a document.
    pub make: fn(&Settings<'_>, ChannelFacts) -> Box<dyn Discipline>,
}

/// Every discipline, in the order of the picker.
pub const REGISTRY: &[Registered] = &[droptail::REGISTERED, red::REGISTERED];

/// Makes the discipline that a validated document chose.
pub fn make(choice: &Choice, facts: ChannelFacts) -> Box<dyn Discipline> {
    let found = REGISTRY.iter().find(|r| (r.row)().id == choice.kind).unwrap_or(&REGISTRY[0]);
    let row = (found.row)();
    (found.make)(&Settings::new(&row.params, &choice.params), facts)
}
