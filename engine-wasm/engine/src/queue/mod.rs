//! Queue disciplines: which packet waits, is marked, is dropped, goes next. One file each.
//!
//! The packet in transmission has left the queue: it does not count against a limit.

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

use crate::catalogue::{Param, QueueInfo, Row, Settings, Variable};
use crate::core::packet::{Ecn, Packet, PacketId};
use crate::core::random::Rng;
use crate::scenario::Params;
use crate::units::{Nanos, Rate, Time};
use fluid::{FluidQueue, MakeFluid};
pub use policed::{Policed, TokenBucket};

/// What a discipline knows of a packet.
#[derive(Clone, Copy, Debug)]
pub struct QueuedPacket {
    /// Its place in the slab.
    pub id: PacketId,
    /// Bytes on the wire.
    pub size: u32,
    /// Its flow's place among the flows, twice, and one more on the way back.
    pub flow: u32,
    /// Its ECN field when it came.
    pub ecn: Ecn,
    /// When it came.
    pub queued_at: Time,
}

impl QueuedPacket {
    /// A packet that comes to a queue now.
    #[inline]
    pub fn new(id: PacketId, packet: &Packet, now: Time) -> QueuedPacket {
        let flow = packet.flow << 1 | u32::from(packet.back);
        QueuedPacket { id, size: packet.size, flow, ecn: packet.ecn, queued_at: now }
    }
}

/// What a discipline did with a packet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It waits.
    Enqueued,
    /// It waits, or goes on, marked.
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
    /// What it has in common with the other queues.
    pub shared: &'a mut Shared,
}

/// What all queues of a network have in common.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// Fates of packets other than the arriving one: the network empties the list after each call. Who is named here as dropped
    /// has left the queue.
    pub verdicts: Vec<(PacketId, Verdict)>,
    /// A fingerprint of each flow's id, to hash by: a flow's place in the document is no input.
    pub flow_keys: Vec<u64>,
    /// The nodes of each flow, sender first: only whether two are the same is input.
    pub flow_hosts: Vec<[u32; 2]>,
}

impl QueueCx<'_> {
    /// Drops a packet that has been taken out of the queue.
    pub fn drop(&mut self, packet: &QueuedPacket, cause: Verdict) {
        self.shared.verdicts.push((packet.id, cause));
    }

    /// Marks a packet that waits or goes on.
    pub fn mark(&mut self, packet: &QueuedPacket) {
        self.shared.verdicts.push((packet.id, Verdict::Marked));
    }
}

/// Where packets wait.
pub trait Store {
    /// Packets that wait.
    fn len(&self) -> u32;
    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Bytes that wait.
    fn bytes(&self) -> u64;
    /// Shows the packets that wait, next first.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket));
}

/// A queue discipline.
pub trait Discipline: CloneBox + Send {
    /// A packet arrives.
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict;
    /// A packet arrives at an empty queue while the channel is free: if accepted, it is sent at once.
    fn pass(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
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
    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket>;
    /// Where its packets wait.
    fn store(&self) -> &dyn Store;
    /// Packets that wait.
    fn len(&self) -> u32 {
        self.store().len()
    }
    /// Whether none waits.
    fn is_empty(&self) -> bool {
        self.store().is_empty()
    }
    /// Bytes that wait.
    fn bytes(&self) -> u64 {
        self.store().bytes()
    }
    /// Shows the packets that wait, next first.
    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        self.store().for_each(show);
    }
    /// Limit to draw, in packets; nothing if there is none.
    fn limit_packets(&self) -> Option<f64>;
    /// The channel behind the queue changed.
    fn set_facts(&mut self, _facts: ChannelFacts) {}
    /// A packet that waited in a discipline with other settings comes into this one.
    fn restore(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.enqueue(cx, packet)
    }
    /// The policer in front of it, if there is one.
    fn as_policed(&mut self) -> Option<&mut Policed> {
        None
    }
    /// The tokens of that policer.
    fn policer(&self) -> Option<&TokenBucket> {
        None
    }
    /// A shaper that the channel runs for it.
    fn shaping(&self) -> Option<Shaping> {
        None
    }
    /// Shows the internal variables that its row lists, in that order.
    fn variables(&self, _show: &mut dyn FnMut(f64)) {}
}

/// How a snapshot copies a discipline whose type it does not know.
pub trait CloneBox {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Discipline>;
}

impl<T: Discipline + Clone + 'static> CloneBox for T {
    fn clone_box(&self) -> Box<dyn Discipline> {
        Box::new(self.clone())
    }
}

// Not of what is behind it: all that derived code would come along with every run.
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

/// A shaper of a discipline: packets go at a rate of its own, without bursts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Shaping {
    /// Rate at which packets go.
    pub rate: Rate,
    /// Bytes that are added to each packet.
    pub overhead: i32,
    /// Bytes that a packet counts as at least.
    pub least: u32,
}

impl Shaping {
    /// What a packet of `size` bytes counts as.
    pub fn counted(&self, size: u32) -> u32 {
        size.saturating_add_signed(self.overhead).max(self.least)
    }
}

/// A discipline of the engine as its file declares it.
pub struct Registered {
    /// What the catalogue shows.
    pub row: fn() -> Row,
    /// Internal variables that can be plotted.
    pub variables: &'static [Variable],
    /// Its form in the fluid model; nothing where it has none.
    pub fluid: Option<fn(&Settings<'_>, f64) -> FluidQueue>,
    /// Makes one with the settings of a document.
    pub make: fn(&Settings<'_>, ChannelFacts) -> Box<dyn Discipline>,
}

/// Makes a discipline from a row's settings.
pub type MakeDiscipline = Arc<dyn Fn(&Settings<'_>, ChannelFacts) -> Box<dyn Discipline> + Send + Sync>;

/// A discipline's row of a registry. It owns its texts and makers.
#[derive(Clone)]
pub struct QueueRow {
    /// What every row says of itself.
    pub row: Row,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Its form in the fluid model; nothing where it has none.
    pub fluid: Option<MakeFluid>,
    /// Makes one with the settings of a document.
    pub make: MakeDiscipline,
}

impl Registered {
    /// Its row of the registry.
    pub fn to_row(&self) -> QueueRow {
        QueueRow {
            row: (self.row)(),
            variables: self.variables.to_vec(),
            fluid: self.fluid.map(|make| Arc::new(make) as MakeFluid),
            make: Arc::new(self.make),
        }
    }
}

impl QueueRow {
    /// What the catalogue publishes.
    pub fn info(&self) -> QueueInfo {
        QueueInfo { row: self.row.clone(), variables: self.variables.clone(), fluid: self.fluid.is_some() }
    }

    /// Makes the discipline with the parameters of a validated document.
    pub fn make(&self, given: &Params, facts: ChannelFacts) -> Box<dyn Discipline> {
        (self.make)(&Settings::new(&self.row.params, given), facts)
    }

    /// Its fluid form before a channel of so many bytes a second, if it has one.
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

/// The parameter that says how many packets can wait; what becomes of the others is each discipline's own help.
fn buffer(default: f64) -> Param {
    Param::number("limitPackets", "B", "Buffer", "packets").range(1.0, 1_000_000.0, default).integer().log()
}

/// What a document says for it.
fn buffer_limit(settings: &Settings<'_>) -> u32 {
    settings.number("limitPackets") as u32
}
