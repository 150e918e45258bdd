//! Queue disciplines decide which packets wait, are marked or dropped, and which one is sent next. One file each.
//!
//! The packet in transmission has left the queue and does not count against the limit.

mod ared;
mod cake;
mod cobalt;
mod codel;
mod droptail;
mod drr;
mod dualpi2;
mod fair;
mod fifo;
pub mod fluid;
mod fq_codel;
mod fq_pie;
mod pie;
mod policed;
mod random_drop;
mod red;
mod rounds;
mod sfq;
mod step;
#[cfg(test)]
mod testing;

use std::fmt;
use std::sync::Arc;

use crate::catalogue::{EarlyRule, Param, QueueInfo, Row, Settings, Variable};
use crate::core::packet::{Ecn, Packet, PacketId};
use crate::core::random::Rng;
use crate::scenario::Params;
use crate::units::{Nanos, Rate, Time};
use fluid::{FluidQueue, MakeFluid};
pub use policed::{Policed, TokenBucket};

/// What a discipline knows about a packet.
#[derive(Clone, Copy, Debug, Default)]
pub struct QueuedPacket {
    /// Its index in the slab.
    pub id: PacketId,
    /// Bytes on the wire.
    pub size: u32,
    /// Index of the endpoint to which it is addressed.
    pub to: u32,
    /// Twice the number of its flow, plus one on the return path.
    pub flow: u32,
    /// Its ECN field on arrival.
    pub ecn: Ecn,
    /// Time of arrival.
    pub queued_at: Time,
}

impl QueuedPacket {
    /// A packet that arrives at a queue now.
    #[inline]
    pub fn new(id: PacketId, packet: &Packet, now: Time) -> QueuedPacket {
        let flow = packet.flow << 1 | u32::from(packet.back);
        QueuedPacket { id, size: packet.size, to: packet.to, flow, ecn: packet.ecn, queued_at: now }
    }
}

/// What a discipline did with a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Queued.
    Enqueued,
    /// Marked, and queued or sent.
    Marked,
    /// Dropped because the buffer is full.
    Overflow,
    /// Dropped before the buffer is full.
    EarlyDrop,
}

/// Context that a discipline can use but does not own.
pub struct QueueCx<'a> {
    /// Now.
    pub now: Time,
    /// The queue's own random stream.
    pub rng: &'a mut Rng,
    /// State shared with the other queues.
    pub shared: &'a mut Shared,
}

/// State shared by all queues of a network.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Verdicts on packets other than the arriving one, each with the time of its arrival at the queue. The network empties the list after
    /// each call. Packets reported as dropped have left the queue.
    pub verdicts: Vec<(PacketId, Verdict, Time)>,
    /// A fingerprint of each flow's id for hashing, because the order of flows in the document is not an input.
    pub flow_keys: Vec<u64>,
    /// The nodes of each flow, sender first. Only whether two are equal may affect a discipline.
    pub flow_hosts: Vec<[u32; 2]>,
}

impl QueueCx<'_> {
    /// Drops a packet that has been taken out of the queue.
    pub fn drop(&mut self, packet: &QueuedPacket, cause: Verdict) {
        self.shared.verdicts.push((packet.id, cause, packet.queued_at));
    }

    /// Marks a packet that is queued or being sent.
    pub fn mark(&mut self, packet: &QueuedPacket) {
        self.shared.verdicts.push((packet.id, Verdict::Marked, packet.queued_at));
    }
}

/// A store of queued packets.
pub trait Store {
    /// Backlog, packets.
    fn len(&self) -> u32;
    /// Whether the queue is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Backlog, bytes.
    fn bytes(&self) -> u64;
    /// Visits the queued packets, starting with the next one to send.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket));
    /// The stores of the classes that the catalogue row names, in that order.
    fn classes(&self) -> Vec<&dyn Store> {
        Vec::new()
    }
}

/// A queue discipline.
pub trait Discipline: CloneBox + Send {
    /// A packet arrives.
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict;
    /// A packet arrives at an empty queue while the transmitter is idle. If accepted, it is sent at once.
    fn pass(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        let verdict = self.enqueue(cx, packet);
        if matches!(verdict, Verdict::Enqueued | Verdict::Marked) {
            self.dequeue(cx);
        }
        verdict
    }
    /// Whether an empty queue at an idle transmitter passes every packet without a change of state, so that it
    /// need not be called.
    fn is_transparent(&self) -> bool {
        false
    }
    /// The transmitter is idle: returns the packet to send.
    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket>;
    /// The store of its packets.
    fn store(&self) -> &dyn Store;
    /// Backlog, packets.
    fn len(&self) -> u32 {
        self.store().len()
    }
    /// Whether the queue is empty.
    fn is_empty(&self) -> bool {
        self.store().is_empty()
    }
    /// Backlog, bytes.
    fn bytes(&self) -> u64 {
        self.store().bytes()
    }
    /// Visits the queued packets, starting with the next one to send.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        self.store().for_each(show);
    }
    /// The limit to plot, in packets; `None` if there is none.
    fn limit_packets(&self) -> Option<f64>;
    /// The channel has changed.
    fn set_facts(&mut self, _facts: ChannelFacts) {}
    /// Takes over a packet that waited in a discipline with other settings.
    fn restore(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.enqueue(cx, packet)
    }
    /// The policer in front of the discipline, if there is one.
    fn as_policed(&mut self) -> Option<&mut Policed> {
        None
    }
    /// The token bucket of that policer.
    fn policer(&self) -> Option<&TokenBucket> {
        None
    }
    /// The shaper that the channel applies for the discipline, if it has one.
    fn shaping(&self) -> Option<Shaping> {
        None
    }
    /// Reports the variables that its row lists, in that order.
    fn variables(&self, _show: &mut dyn FnMut(f64)) {}
}

/// Lets snapshots copy a discipline of unknown type.
pub trait CloneBox {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Discipline>;
}

impl<T: Discipline + Clone + 'static> CloneBox for T {
    fn clone_box(&self) -> Box<dyn Discipline> {
        Box::new(self.clone())
    }
}

// Deriving `Debug` for every discipline would add to the size of the page.
impl fmt::Debug for dyn Discipline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Discipline")
    }
}

impl Clone for Box<dyn Discipline> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// Properties of the channel that a discipline gets when it is made.
#[derive(Clone, Copy, Debug)]
pub struct ChannelFacts {
    /// Rate of the channel.
    pub rate: Rate,
}

impl ChannelFacts {
    /// Transmission time of a packet of `bytes`.
    pub fn transmission_time(&self, bytes: u32) -> Nanos {
        self.rate.time_for(bytes)
    }
}

/// A shaper of a discipline: packets leave at its own rate, without bursts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shaping {
    /// Rate at which packets leave.
    pub rate: Rate,
    /// Bytes added to each packet.
    pub overhead: i32,
    /// Minimum number of bytes that a packet counts for.
    pub least: u32,
}

impl Shaping {
    /// Number of bytes that a packet of `size` bytes counts for.
    pub fn counted(&self, size: u32) -> u32 {
        size.saturating_add_signed(self.overhead).max(self.least)
    }
}

/// The declaration of a discipline in its file.
pub struct Registered {
    /// The catalogue row.
    pub row: fn() -> Row,
    /// Variables that can be plotted.
    pub variables: &'static [Variable],
    /// Its fluid form, if it has one.
    pub fluid: Option<fn(&Settings<'_>, f64) -> FluidQueue>,
    /// How it decides to drop or mark before its buffer is full, if it does.
    pub early: Option<EarlyRule>,
    /// Names of the classes of packets that wait in queues of their own; none if there is one queue, or one for each flow.
    pub classes: &'static [&'static str],
    /// Makes the discipline from its settings.
    pub make: fn(&Settings<'_>, ChannelFacts) -> Box<dyn Discipline>,
}

/// Makes a discipline from a row's settings.
pub type MakeDiscipline = Arc<dyn Fn(&Settings<'_>, ChannelFacts) -> Box<dyn Discipline> + Send + Sync>;

/// A discipline's row in a registry. It owns its texts and functions.
#[derive(Clone)]
pub struct QueueRow {
    /// What all rows have in common.
    pub row: Row,
    /// Variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Its fluid form, if it has one.
    pub fluid: Option<MakeFluid>,
    /// How it decides to drop or mark before its buffer is full, if it does.
    pub early: Option<EarlyRule>,
    /// Names of the classes of packets that wait in queues of their own.
    pub classes: Vec<String>,
    /// Makes the discipline from its settings.
    pub make: MakeDiscipline,
}

impl Registered {
    /// Its row in the registry.
    pub fn to_row(&self) -> QueueRow {
        QueueRow {
            row: (self.row)(),
            variables: self.variables.to_vec(),
            fluid: self.fluid.map(|make| Arc::new(make) as MakeFluid),
            early: self.early.clone(),
            classes: self.classes.iter().map(|&name| name.into()).collect(),
            make: Arc::new(self.make),
        }
    }
}

impl QueueRow {
    /// Its entry in the published catalogue.
    pub fn info(&self) -> QueueInfo {
        QueueInfo {
            row: self.row.clone(),
            variables: self.variables.clone(),
            fluid: self.fluid.is_some(),
            early: self.early.clone(),
            classes: self.classes.clone(),
        }
    }

    /// Makes the discipline with the parameters of a validated document.
    pub fn make(&self, given: &Params, facts: ChannelFacts) -> Box<dyn Discipline> {
        (self.make)(&Settings::new(&self.row.params, given), facts)
    }

    /// Its fluid form for a channel with this capacity in bytes per second, if it has one.
    pub fn fluid(&self, given: &Params, capacity: f64) -> Option<FluidQueue> {
        self.fluid.as_ref().map(|make| make(&Settings::new(&self.row.params, given), capacity))
    }
}

impl fmt::Debug for QueueRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the row of {}", self.row.id)
    }
}

/// Every discipline of the engine, in the order of the picker: the rows of [`crate::registry::Registry::built_in`].
pub(crate) const BUILT_IN: &[Registered] = &[
    droptail::REGISTERED,
    random_drop::REGISTERED,
    red::REGISTERED,
    ared::REGISTERED,
    codel::REGISTERED,
    cobalt::REGISTERED,
    pie::REGISTERED,
    step::REGISTERED,
    dualpi2::REGISTERED,
    sfq::REGISTERED,
    drr::REGISTERED,
    fq_codel::REGISTERED,
    fq_pie::REGISTERED,
    cake::REGISTERED,
];

/// The parameter for the size of the buffer in packets. Each discipline adds its own help.
fn buffer(default: f64) -> Param {
    Param::number("limitPackets", "B", "Buffer", "packets").range(1.0, 1_000_000.0, default).integer().log()
}

/// The value of that parameter.
fn buffer_limit(settings: &Settings<'_>) -> u32 {
    settings.number("limitPackets") as u32
}
