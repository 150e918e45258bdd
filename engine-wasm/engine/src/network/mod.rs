//! The network between hosts: channels, routes, packets and events. It does not depend on transports.

mod routes;
pub mod timer_owners;

use std::collections::VecDeque;

use crate::core::digest::{Digest, DigestEvent};
use crate::core::event::{EventQueue, Kind};
use crate::core::packet::{Ecn, Packet, PacketId, PacketKind, PacketRef, Slab};
use crate::core::ring::Ring;
pub use crate::link::FlightStorage;
use crate::link::{Channel, ChannelEnd, ChannelOutcome, InFlight, TransmittedPacket};
use crate::metrics::losses::Losses;
use crate::metrics::recorder::{MarkKind, Recorder};
use crate::queue::{QueueCx, QueuedPacket, Shared, Verdict};
use crate::sections::coded;
use crate::topology::{Edge, Graph, NO_ROUTE, RouteRow};
use crate::units::{Nanos, Time};
use routes::Routes;
use timer_owners::TimerOwners;

coded! {
    /// Why a packet was dropped.
    pub enum DropCause {
        /// The packet did not fit into the queue.
        Overflow,
        /// The discipline dropped it although it would have fitted.
        Early,
        /// It was lost on the link, or the link was removed.
        Link,
    }
}

/// A packet that was dropped.
#[derive(Clone, Copy, Debug)]
pub struct Dropped {
    /// Time of the drop.
    pub time: Time,
    /// Number of the channel.
    pub channel: u32,
    /// Number of the flow.
    pub flow: u32,
    /// Its first byte.
    pub seq: u64,
    /// Reason.
    pub cause: DropCause,
    /// Time that it has spent in the queue.
    pub waited: Nanos,
}

/// A packet that a queue discipline marked.
#[derive(Clone, Copy, Debug)]
pub struct Marked {
    /// Number of the channel.
    pub channel: u32,
    /// Number of the flow.
    pub flow: u32,
    /// Its first byte.
    pub seq: u64,
    /// Time that it has spent in the queue.
    pub waited: Nanos,
}

/// What hosts and queues did while a trace was active.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// Packets sent.
    pub sent: Vec<Packet>,
    /// Calls of controllers about congestion.
    pub responses: Vec<Response>,
    /// Packets marked by queue disciplines.
    pub marked: Vec<Marked>,
}

/// A call of a controller about congestion, with the values at that instant. They are not those between two events: by then the ACK has
/// been counted, and packets have been declared lost.
#[derive(Clone, Copy, Debug)]
pub struct Response {
    /// Number of the flow.
    pub flow: u32,
    /// Congestion window before the call, packets.
    pub window: f64,
    /// Packets sent and not acknowledged cumulatively.
    pub flight: u32,
    /// Of these, packets that are neither known to be delivered nor declared lost, and retransmissions in flight.
    pub in_flight: u32,
    /// The amount that a decrease starts from, packets.
    pub decrease_from: f64,
    /// Whether that is the window, by the flow's stack.
    pub from_window: bool,
    /// Whether it is a timeout after another one, without an RTT sample in between.
    pub repeated: bool,
}

/// Minimum time between two samples of a queue's internal variables.
const VARIABLE_INTERVAL: Nanos = Nanos(5_000_000);
/// Number of drops kept for drawing.
const RECENT_DROPS: usize = 32;

/// Counts of a flow's packets in the network.
#[derive(Clone, Copy, Debug, Default)]
pub struct FlowDrops {
    /// Packets dropped anywhere, without pure ACKs.
    pub drops: u64,
    /// Of these, packets with payload.
    pub data: u64,
    /// Packets marked anywhere.
    pub marks: u64,
}

/// Channels, routes, packets and events.
#[derive(Clone, Debug)]
pub struct Network {
    /// Both directions of every link.
    pub channels: Vec<Channel>,
    /// Nodes at which flows end; a packet's `to` is an index in this list.
    pub endpoints: Vec<u32>,
    routes: Routes,
    /// The event queue.
    pub events: EventQueue,
    /// Owners of the timers.
    pub timer_owners: TimerOwners,
    /// Packets in the network.
    pub packets: Slab,
    /// Of these, packets still delayed by their sender's processing time.
    pub held_back: u64,
    /// State that the queues share.
    pub shared: Shared,
    /// Series for plots, and marks of the timeline.
    pub recorder: Recorder,
    /// Packets carried over links so far.
    pub hops: u64,
    /// The last drops.
    pub dropped: VecDeque<Dropped>,
    /// Counts of dropped packets by flow.
    pub flow_drops: Vec<FlowDrops>,
    /// Statistics of drops at queues.
    pub losses: Losses,
    /// How packets in flight are stored.
    pub pipes: FlightStorage,
    /// What hosts do, recorded while a trace is active.
    pub traced: Option<Traced>,
    /// Ids of tapped links, including links that an edit may add.
    pub tapped: Vec<String>,
}

impl Network {
    /// An empty network.
    pub fn new(recorder: Recorder, pipes: FlightStorage) -> Network {
        Network {
            channels: Vec::new(),
            endpoints: Vec::new(),
            routes: Routes::default(),
            events: EventQueue::default(),
            timer_owners: TimerOwners::default(),
            packets: Slab::default(),
            held_back: 0,
            shared: Shared::default(),
            recorder,
            hops: 0,
            dropped: VecDeque::with_capacity(RECENT_DROPS),
            flow_drops: Vec::new(),
            losses: Losses::default(),
            pipes,
            traced: None,
            tapped: Vec::new(),
        }
    }

    /// Index of `node` among the endpoints.
    pub fn endpoint(&mut self, node: u32) -> u32 {
        let at = self.endpoints.iter().position(|&n| n == node).unwrap_or_else(|| {
            self.endpoints.push(node);
            self.endpoints.len() - 1
        });
        at as u32
    }

    /// Recomputes all routes.
    pub fn route(&mut self, nodes: u32) {
        // A removed channel has no edge: it keeps its number but carries nothing.
        let edge = |c: &Channel| Edge { from: if c.removed { c.end.node } else { c.from }, to: c.end.node };
        let edges: Vec<_> = self.channels.iter().map(edge).collect();
        self.routes = Routes::new(&Graph::new(nodes, &edges), nodes, &self.endpoints);
        let mut places = vec![u32::MAX; nodes as usize];
        (0..).zip(&self.endpoints).for_each(|(place, &node)| places[node as usize] = place);
        for ChannelEnd { node, endpoint, row } in self.channels.iter_mut().map(|c| &mut c.end) {
            *endpoint = places[*node as usize];
            *row = self.routes.row(*node);
        }
    }

    /// Channels from `node` to endpoint `to`; `None` without a route.
    pub fn path(&self, mut node: u32, to: u32) -> Option<Vec<u32>> {
        let mut path = Vec::new();
        while node != self.endpoints[to as usize] {
            let channel = self.next_channel(to, node);
            if channel == NO_ROUTE {
                return None;
            }
            path.push(channel);
            node = self.channels[channel as usize].end.node;
        }
        Some(path)
    }

    /// The channel from `node` towards endpoint `to`; `u32::MAX` if there is none.
    pub fn next_channel(&self, to: u32, node: u32) -> u32 {
        self.routes.next(self.routes.row(node), to)
    }

    /// Tells an active trace that a host sends a packet.
    #[inline(always)]
    pub fn trace_sent(&mut self, id: PacketId) {
        if let Some(traced) = &mut self.traced {
            traced.sent.push(self.packets[id]);
        }
    }

    /// Forwards a packet from its sending host. All senders share one copy of this code, so that the code of
    /// a hop stays in the processor's cache. The fields of [`PacketRef`] are passed in registers.
    #[inline(never)]
    pub fn put_on_path(&mut self, now: Time, host: u32, id: PacketId, to: u32, size: u32) {
        self.forward(now, self.routes.row(host), PacketRef { id, to, size });
    }

    /// Forwards a packet from the node with this row of routes.
    #[inline(always)]
    pub fn forward(&mut self, now: Time, row: RouteRow, packet: PacketRef) {
        let index = self.routes.next(row, packet.to);
        let Some(channel) = self.channels.get_mut(index as usize) else {
            return self.lose(now, u32::MAX, packet.id, DropCause::Link, Nanos::ZERO);
        };
        channel.stats.arrivals += 1;
        if !channel.can_bypass(now) {
            return self.offer(now, index, packet.id);
        }
        let arrival = channel.transmit(now, packet.size);
        if !channel.piped {
            return self.pass(now, index, packet.id, arrival);
        }
        channel.add_in_flight(&mut self.events, index, packet, arrival);
    }

    /// A packet arrives at a channel's queue.
    #[inline(never)]
    fn offer(&mut self, now: Time, index: u32, id: PacketId) {
        let channel = &mut self.channels[index as usize];
        // If it is accepted, it is sent at once.
        let passes = channel.is_idle(now);
        let waiting = QueuedPacket::new(id, &self.packets[id], now);
        let mut cx = QueueCx { now, rng: &mut channel.queue_rng, shared: &mut self.shared };
        let verdict = if passes {
            channel.queue.pass(&mut cx, waiting)
        } else {
            channel.queue.enqueue(&mut cx, waiting)
        };
        if now >= channel.variables_due {
            self.record_variables(now, index);
        }
        if verdict != Verdict::Enqueued {
            self.judge(now, index, id, verdict, Nanos::ZERO);
            let dropped = verdict != Verdict::Marked;
            if dropped && self.shared.verdicts.is_empty() {
                return;
            }
        }
        if passes {
            let packet = PacketRef::new(id, &self.packets[id]);
            return self.transmit(now, index, packet);
        }
        self.settle(now, index);
        let channel = &mut self.channels[index as usize];
        channel.integrate(now);
        channel.length = channel.queue.len();
        if !channel.departure_due {
            channel.departure_due = true;
            channel.bypass = false;
            self.events.schedule(channel.busy_until, Kind::Departure, index);
        }
        self.recorder.record(channel.series, now, f64::from(channel.length));
    }

    /// Handles a discipline's verdict on a packet that has spent `waited` in the queue.
    #[cold]
    fn judge(&mut self, now: Time, index: u32, id: PacketId, verdict: Verdict, waited: Nanos) {
        let channel = &mut self.channels[index as usize];
        let packet = &mut self.packets[id];
        let cause = match verdict {
            Verdict::Enqueued => return,
            Verdict::Marked => {
                packet.ecn = Ecn::Ce;
                channel.stats.marks += 1;
                channel.digest.add(now.0, DigestEvent::Mark, packet.seq, packet.size);
                self.flow_drops[packet.flow as usize].marks += 1;
                if let Some(traced) = &mut self.traced {
                    let (flow, seq) = (packet.flow, packet.seq);
                    traced.marked.push(Marked { channel: index, flow, seq, waited });
                }
                return;
            }
            Verdict::Overflow => DropCause::Overflow,
            Verdict::EarlyDrop => DropCause::Early,
        };
        channel.stats.drops += 1;
        self.lose(now, index, id, cause, waited);
    }

    /// Handles the discipline's verdicts on packets that were already in the queue.
    #[inline]
    fn settle(&mut self, now: Time, index: u32) {
        if !self.shared.verdicts.is_empty() {
            self.apply_verdicts(now, index);
        }
    }

    #[cold]
    fn apply_verdicts(&mut self, now: Time, index: u32) {
        // Reuse the list, so that it is allocated once.
        let mut verdicts = std::mem::take(&mut self.shared.verdicts);
        for (id, verdict, queued_at) in verdicts.drain(..) {
            self.judge(now, index, id, verdict, now.since(queued_at));
        }
        self.shared.verdicts = verdicts;
    }

    /// Records the queue's internal variables, at most once per [`VARIABLE_INTERVAL`].
    #[cold]
    fn record_variables(&mut self, now: Time, index: u32) {
        let channel = &mut self.channels[index as usize];
        channel.variables_due = now + VARIABLE_INTERVAL;
        let mut series = channel.probe_series.iter();
        let mut show = |value| {
            if let Some(&series) = series.next() {
                self.recorder.record(series, now, value);
            }
        };
        channel.queue.variables(&mut show);
        channel.show_behaviours(now, &mut show);
    }

    /// Starts to send a packet over a channel.
    #[inline]
    fn transmit(&mut self, now: Time, index: u32, packet: PacketRef) {
        let channel = &mut self.channels[index as usize];
        let arrival = channel.transmit(now, packet.size);
        if !channel.piped {
            return self.pass(now, index, packet.id, arrival);
        }
        channel.add_in_flight(&mut self.events, index, packet, arrival);
    }

    /// Sends a packet over a channel with impairments or without a pipe.
    #[cold]
    fn pass(&mut self, now: Time, index: u32, id: PacketId, arrival: Time) {
        let channel = &mut self.channels[index as usize];
        self.packets[id].channel = index;
        let in_flight = PacketRef::new(id, &self.packets[id]);
        let (packet, options) = (self.packets[id], *self.packets.options(id));
        let passing = || TransmittedPacket { departure: now, arrival, packet, options, lost: false };
        match channel.outcome(arrival, passing) {
            ChannelOutcome::Arrives if self.pipes == FlightStorage::Plain => {
                self.events.schedule(arrival, Kind::UnorderedArrival, id);
            }
            ChannelOutcome::Arrives => channel.add_in_flight(&mut self.events, index, in_flight, arrival),
            ChannelOutcome::Lost => {
                channel.stats.lost += 1;
                self.lose(now, index, id, DropCause::Link, Nanos::ZERO);
            }
            // The packet is out of order, so it has an event of its own.
            ChannelOutcome::Late(arrival) => {
                self.events.schedule(arrival, Kind::UnorderedArrival, id);
            }
        }
    }

    /// A channel has finished a transmission while packets were waiting, and takes the next one.
    #[inline]
    pub fn depart(&mut self, now: Time, index: u32) {
        let channel = &mut self.channels[index as usize];
        channel.departure_due = false;
        channel.integrate(now);
        let mut cx = QueueCx { now, rng: &mut channel.queue_rng, shared: &mut self.shared };
        let next = channel.queue.dequeue(&mut cx);
        channel.length = channel.queue.len();
        channel.bypass = channel.transparent && channel.length == 0;
        self.recorder.record(channel.series, now, f64::from(channel.length));
        if now >= channel.variables_due {
            self.record_variables(now, index);
        }
        self.settle(now, index);
        let Some(next) = next else { return };
        let channel = &mut self.channels[index as usize];
        channel.count_wait(now.since(next.queued_at));
        let arrival = channel.transmit(now, next.size);
        if channel.piped {
            // The packet itself may no longer be in the processor's cache.
            let packet = PacketRef { id: next.id, to: next.to, size: next.size };
            channel.add_in_flight(&mut self.events, index, packet, arrival);
        } else {
            self.pass(now, index, next.id, arrival);
        }
        let channel = &mut self.channels[index as usize];
        if channel.length > 0 {
            channel.departure_due = true;
            self.events.schedule(channel.busy_until, Kind::Departure, index);
        }
    }

    /// Removes the packet at the head of a channel's pipe, and its event. Returns it with the end of the channel.
    #[inline]
    pub fn arrive(&mut self, index: u32) -> (PacketRef, ChannelEnd) {
        let channel = &mut self.channels[index as usize];
        let (InFlight { packet, .. }, next) = channel.pipe.take_front();
        match next {
            Some(next) => self.events.replace_top(next.arrival),
            None => self.events.pop(),
        }
        (packet, channel.end)
    }

    /// Drops a packet.
    #[cold]
    fn lose(&mut self, now: Time, index: u32, id: PacketId, cause: DropCause, waited: Nanos) {
        let packet = self.packets[id];
        if let Some(channel) = self.channels.get_mut(index as usize) {
            channel.digest.add(now.0, DigestEvent::Drop, packet.seq, packet.size);
        }
        let counts = packet.kind != PacketKind::Ack;
        if counts
            && cause != DropCause::Link
            && let Some(channel) = self.channels.get(index as usize)
        {
            self.losses.dropped(now, index, channel.stats.arrivals, channel.backlog(), &packet);
        }
        let drops = &mut self.flow_drops[packet.flow as usize];
        drops.drops += u64::from(counts);
        drops.data += u64::from(packet.kind.is_data());
        // A trace lists all drops of an event.
        if self.dropped.len() >= RECENT_DROPS && self.traced.is_none() {
            self.dropped.pop_front();
        }
        self.dropped.push_back(Dropped {
            time: now,
            channel: index,
            flow: packet.flow,
            seq: packet.seq,
            cause,
            waited,
        });
        if counts {
            self.recorder.mark(now, packet.flow, MarkKind::Drop);
        }
        self.packets.remove(id);
    }

    /// A channel's document changed: if the discipline changed, the queue is replaced, and waiting packets
    /// are offered to the new one in order.
    pub fn change_queue(&mut self, now: Time, index: u32) {
        let mut waiting = Vec::new();
        let channel = &mut self.channels[index as usize];
        channel.integrate(now);
        channel.queue.for_each(&mut |packet| waiting.push(*packet));
        channel.make_queue();
        for packet in waiting {
            let channel = &mut self.channels[index as usize];
            let mut cx = QueueCx { now, rng: &mut channel.queue_rng, shared: &mut self.shared };
            // A packet that does not fit is an overflow of the smaller buffer, whatever the discipline calls
            // it. Only arriving packets are marked.
            let verdict = channel.queue.restore(&mut cx, packet);
            if matches!(verdict, Verdict::Overflow | Verdict::EarlyDrop) {
                self.judge(now, index, packet.id, Verdict::Overflow, now.since(packet.queued_at));
            }
            self.settle(now, index);
        }
        let channel = &mut self.channels[index as usize];
        channel.length = channel.queue.len();
        channel.renew_behaviours(now);
        self.recorder.record(channel.series, now, f64::from(channel.length));
    }

    /// Removes a channel: packets in its queue and in flight are lost.
    pub fn remove_channel(&mut self, now: Time, index: u32) {
        let channel = &mut self.channels[index as usize];
        channel.integrate(now);
        channel.removed = true;
        channel.cut(now);
        channel.departure_due = false;
        channel.length = 0;
        channel.renew_bypass();
        let mut lost: Vec<_> = channel.pipe.iter().map(|f| f.packet.id).collect();
        channel.pipe = Ring::default();
        channel.queue.for_each(&mut |packet| lost.push(packet.id));
        channel.make_queue();
        let packets = &self.packets;
        self.events.retain(|e| match e.target() {
            (Kind::Arrival | Kind::Departure, i) => i != index,
            (Kind::UnorderedArrival, id) if packets[id].channel == index => {
                lost.push(id);
                false
            }
            (Kind::UnorderedArrival | Kind::Timer, _) => true,
        });
        for id in lost {
            self.lose(now, index, id, DropCause::Link, Nanos::ZERO);
        }
        self.recorder.record(self.channels[index as usize].series, now, 0.0);
    }

    /// Packets in queues, in flight, or delayed by their sender's processing time.
    pub fn in_transit(&self) -> u64 {
        let inside = |c: &Channel| u64::from(c.queue.len()) + c.pipe.len() as u64;
        let in_channels: u64 = self.channels.iter().map(inside).sum();
        in_channels + self.unordered_arrivals().len() as u64 + self.held_back
    }

    /// Times and ids of packets that arrive out of the order of their channel's pipe.
    pub fn unordered_arrivals(&self) -> Vec<(Time, PacketId)> {
        let unordered = self.events.all().into_iter().filter_map(|event| match event.target() {
            (Kind::UnorderedArrival, id) => Some((event.time(), id)),
            _ => None,
        });
        unordered.collect()
    }

    /// Digest of a channel.
    pub fn channel_digest(&self, index: usize) -> Digest {
        self.channels[index].digest
    }
}
