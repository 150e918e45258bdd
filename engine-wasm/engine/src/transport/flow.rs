//! A flow: its ends, timers and counts, and the interface through which its transport uses the network.

use std::sync::Arc;

use super::overhead::Overhead;
use crate::core::digest::{Digest, DigestEvent};
use crate::core::event::{Kind, Seq};
use crate::core::packet::{EcnBytes, Packet, PacketId, PacketKind, SackBlock};
use crate::core::random::Rng;
use crate::metrics::quantile::Histogram;
use crate::metrics::recorder::{MarkKind, NO_SERIES, Recorder};
use crate::metrics::transfers::TransferStats;
use crate::network::{Network, Response};
use crate::scenario;
use crate::transport::{BURST, FlowRows};
use crate::units::{Nanos, Time};

/// Timers of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum TimerId {
    /// The flow starts.
    Start,
    /// The application stops.
    Stop,
    /// Retransmission, SYN included.
    Retransmit,
    /// Pacing.
    Pace,
    /// Delayed ACK.
    DelayedAck,
    /// The application writes more data.
    Application,
    /// Zero-window probe.
    Persist,
    /// The receiving application has read.
    Read,
    /// A packet leaves its sender's processing.
    Overhead,
    /// The congestion controller's timer.
    Controller,
    /// Loss detection: a packet that may only be late, or a tail loss probe (RFC 8985).
    Detection,
}

/// Number of timers of a flow, so that `timer_owner * TIMERS + timer` identifies one.
pub const TIMERS: u32 = 11;

const TIMER_IDS: [TimerId; TIMERS as usize] = [
    TimerId::Start,
    TimerId::Stop,
    TimerId::Retransmit,
    TimerId::Pace,
    TimerId::DelayedAck,
    TimerId::Application,
    TimerId::Persist,
    TimerId::Read,
    TimerId::Overhead,
    TimerId::Controller,
    TimerId::Detection,
];

impl TimerId {
    /// The timer with this number.
    pub fn of(number: u32) -> Option<TimerId> {
        TIMER_IDS.get(number as usize).copied()
    }
}

/// A timer that can be moved later without a change to the event queue: an event that comes too early is
/// rescheduled.
#[derive(Clone, Copy, Debug)]
struct Timer {
    deadline: Time,
    /// Time and sequence number of its pending event.
    due: Option<(Time, Seq)>,
}

/// Phase of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Not started yet.
    Waiting,
    /// Opening its connection.
    Opening,
    /// Sending.
    Running,
    /// All data has arrived, or the flow was removed.
    Finished,
}

/// Counts since the start of the run, or of the measurement if that is later.
#[derive(Clone, Debug, Default)]
pub struct FlowStats {
    /// Packets with payload sent, retransmissions included.
    pub sent_packets: u64,
    /// Packets in flight when the counts started.
    pub in_flight_at_start: u64,
    /// Of those sent, retransmissions.
    pub retransmissions: u64,
    /// Timeouts.
    pub timeouts: u64,
    /// Of these, first timeouts, which did not follow another one of the same packet.
    pub timeout_episodes: u64,
    /// Loss events detected by ACKs.
    pub loss_events: u64,
    /// Spurious recoveries that were undone.
    pub undone: u64,
    /// Tail loss probes.
    pub tail_probes: u64,
    /// Responses to marks.
    pub ecn_reactions: u64,
    /// Bytes on the wire that reached the receiving host, duplicates included.
    pub received_bytes: u64,
    /// Payload delivered to the receiving application.
    pub delivered_bytes: u64,
    /// RTT samples.
    pub rtt: Histogram,
}

/// Numbers of a flow's series.
#[derive(Clone, Debug)]
pub struct FlowSeries {
    /// Congestion window.
    pub cwnd: u32,
    /// Slow-start threshold.
    pub ssthresh: u32,
    /// Data in flight.
    pub flight: u32,
    /// RTT samples.
    pub rtt: u32,
    /// Throughput.
    pub throughput: u32,
    /// The algorithm's variables, in the order of its row.
    pub variables: Vec<u32>,
}

impl Default for FlowSeries {
    /// No series are recorded.
    fn default() -> Self {
        FlowSeries {
            cwnd: NO_SERIES,
            ssthresh: NO_SERIES,
            flight: NO_SERIES,
            rtt: NO_SERIES,
            throughput: NO_SERIES,
            variables: Vec::new(),
        }
    }
}

/// State of a flow or connection outside its transport.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Number of the flow.
    pub index: u32,
    /// Number of its timer owner (see [`crate::network::timer_owners`]).
    pub timer_owner: u32,
    /// Which of the flow's concurrent connections this is; 0 if there is only one.
    pub connection: u16,
    /// The flow's part of the document.
    pub spec: Arc<scenario::Flow>,
    /// The rows that it refers to.
    pub rows: FlowRows,
    /// Sending host.
    pub from: u32,
    /// Receiving host.
    pub to: u32,
    /// The sending host's index among the endpoints.
    pub from_endpoint: u32,
    /// The receiving host's index among the endpoints.
    pub to_endpoint: u32,
    /// Its phase.
    pub phase: Phase,
    /// Whether it was removed from the document.
    pub removed: bool,
    /// Number of its connection; packets of older ones are ignored.
    pub generation: u8,
    /// Counts.
    pub stats: FlowStats,
    /// Bytes on the wire that reached the receiving host since the start of the run.
    pub received_total: u64,
    /// When the first packet with payload was sent.
    pub first_sent: Option<Time>,
    /// When the last byte was acknowledged.
    pub completed: Option<Time>,
    /// Digest of its packets sent, delivered and acknowledged.
    pub digest: Digest,
    /// Its series.
    pub series: FlowSeries,
    /// Completion times, if the traffic is transfers.
    pub transfers: Option<Box<TransferStats>>,
    /// Random processing delay of each packet, if configured.
    pub overhead: Option<Box<Overhead>>,
    timers: [Timer; TIMERS as usize],
}

impl Flow {
    /// A flow that has not started.
    pub fn new(
        index: u32,
        timer_owner: u32,
        spec: Arc<scenario::Flow>,
        rows: FlowRows,
        ends: [u32; 4],
        series: FlowSeries,
    ) -> Flow {
        let [from, to, from_endpoint, to_endpoint] = ends;
        Flow {
            index,
            timer_owner,
            connection: 0,
            spec,
            rows,
            from,
            to,
            from_endpoint,
            to_endpoint,
            phase: Phase::Waiting,
            removed: false,
            generation: 0,
            stats: FlowStats::default(),
            received_total: 0,
            first_sent: None,
            completed: None,
            digest: Digest::default(),
            series,
            transfers: None,
            overhead: None,
            timers: [Timer { deadline: Time::NEVER, due: None }; TIMERS as usize],
        }
    }

    /// One of several connections of `flow`. It has its own timers and phase, but counts in the flow's
    /// statistics (see [`Flow::swap_statistics`]).
    fn new_connection(flow: &Flow, timer_owner: u32) -> Flow {
        let ends = [flow.from, flow.to, flow.from_endpoint, flow.to_endpoint];
        let series = FlowSeries { rtt: flow.series.rtt, ..FlowSeries::default() };
        let generation = flow.generation;
        Flow {
            generation,
            ..Flow::new(flow.index, timer_owner, flow.spec.clone(), flow.rows.clone(), ends, series)
        }
    }

    /// Exchanges the statistics of the whole flow with `other`: a flow of many connections lends them to the
    /// connection that acts, so that the flow always has the total.
    pub fn swap_statistics(&mut self, other: &mut Flow) {
        std::mem::swap(&mut self.stats, &mut other.stats);
        std::mem::swap(&mut self.received_total, &mut other.received_total);
        std::mem::swap(&mut self.first_sent, &mut other.first_sent);
        std::mem::swap(&mut self.digest, &mut other.digest);
    }

    /// Sets the processing delay as configured; `rng` makes its random stream.
    pub fn set_overhead(&mut self, spec: &scenario::Flow, rng: impl FnOnce() -> Rng) {
        let most = Nanos::from_millis(spec.send_overhead_us / 1000.0);
        match &mut self.overhead {
            // Packets already inside still leave in order.
            Some(overhead) if most > Nanos::ZERO || !overhead.is_empty() => overhead.set_bound(most),
            _ if most == Nanos::ZERO => self.overhead = None,
            _ => self.overhead = Some(Box::new(Overhead::new(most, rng()))),
        }
    }

    /// Ends the connection at once: its timers do not fire and its packets are ignored from now on.
    pub fn end_connection(&mut self, net: &mut Network) {
        if let Some(overhead) = &mut self.overhead {
            overhead.abandon(net);
        }
        self.phase = Phase::Finished;
        self.generation = self.generation.wrapping_add(1);
        self.timers.iter_mut().for_each(|t| t.deadline = Time::NEVER);
    }

    /// Starts another connection after the previous one ended; `connection` identifies its packets. Packets
    /// of the previous one that are still delayed by processing are sent.
    pub fn begin_connection(&mut self, connection: u16) {
        self.phase = Phase::Waiting;
        self.completed = None;
        self.connection = connection;
        let overhead = TimerId::Overhead as usize;
        let others = self.timers.iter_mut().enumerate().filter(|(i, _)| *i != overhead);
        others.for_each(|(_, t)| t.deadline = Time::NEVER);
    }

    /// Changes the hosts: node and endpoint of the sender and of the receiver, as in [`Flow::new`].
    pub fn move_to(&mut self, ends: [u32; 4]) {
        [self.from, self.to, self.from_endpoint, self.to_endpoint] = ends;
    }

    /// Handles an event of one of its timers. Returns whether the timer fires now.
    pub fn timer_fires(&mut self, net: &mut Network, now: Time, seq: Seq, timer: u32) -> Option<TimerId> {
        let t = &mut self.timers[timer as usize];
        if t.due != Some((now, seq)) {
            return None;
        }
        t.due = None;
        if t.deadline > now {
            if t.deadline != Time::NEVER {
                let index = self.timer_owner * TIMERS + timer;
                t.due = Some((t.deadline, net.events.schedule(t.deadline, Kind::Timer, index)));
            }
            return None;
        }
        t.deadline = Time::NEVER;
        let timer = TIMER_IDS[timer as usize];
        if timer == TimerId::Overhead {
            Io { now, net, flow: self }.send_delayed();
            return None;
        }
        Some(timer)
    }
}

/// The interface of a transport to the network, valid for one call.
pub struct Io<'a> {
    /// Now.
    pub now: Time,
    /// Not a trait object, so that sending is inlined.
    net: &'a mut Network,
    /// The transport's flow.
    pub flow: &'a mut Flow,
}

impl<'a> Io<'a> {
    /// An interface for a flow's transport.
    #[inline]
    pub fn new(now: Time, net: &'a mut Network, flow: &'a mut Flow) -> Io<'a> {
        Io { now, net, flow }
    }
}

impl Io<'_> {
    /// An interface for one of the flow's connections.
    #[inline]
    pub fn for_connection<'b>(&'b mut self, flow: &'b mut Flow) -> Io<'b> {
        Io { now: self.now, net: self.net, flow }
    }

    /// Opens a connection beside the flow's others, with its own timers.
    pub fn open_connection(&mut self, slot: u16) -> Flow {
        let timer_owner = self.net.timer_owners.take(self.flow.index, slot);
        Flow::new_connection(self.flow, timer_owner)
    }

    /// Closes it and stops its timers.
    pub fn close_connection(&mut self, connection: &mut Flow) {
        connection.end_connection(self.net);
        self.net.timer_owners.release(connection.timer_owner);
    }

    /// Handles an event of one of its timers. Returns whether the timer fires now.
    pub fn connection_timer_fires(&mut self, connection: &mut Flow, seq: Seq, timer: u32) -> Option<TimerId> {
        connection.timer_fires(self.net, self.now, seq, timer)
    }

    /// Records the value of a series from now on.
    #[inline]
    pub fn record(&mut self, series: u32, value: f64) {
        self.net.recorder.record(series, self.now, value);
    }

    /// The recorder, and the flow with the numbers of its series, to record several at once.
    #[inline(always)]
    pub fn recording(&mut self) -> (&mut Recorder, &mut Flow) {
        (&mut self.net.recorder, self.flow)
    }

    /// Records the algorithm's variables from now on, in the order of its row, as `values` reports them.
    pub fn record_variables(&mut self, values: impl FnOnce(&mut dyn FnMut(f64))) {
        let mut series = self.flow.series.variables.iter();
        values(&mut |value| {
            if let Some(&series) = series.next() {
                self.net.recorder.record(series, self.now, value);
            }
        });
    }

    /// Sets `timer` to fire at `at`, whatever it was set to before.
    #[inline]
    pub fn set_timer(&mut self, timer: TimerId, at: Time) {
        let t = &mut self.flow.timers[timer as usize];
        t.deadline = at;
        if t.due.is_none_or(|(due, _)| at < due) && at != Time::NEVER {
            let index = self.flow.timer_owner * TIMERS + timer as u32;
            t.due = Some((at, self.net.events.schedule(at, Kind::Timer, index)));
        }
    }

    /// Stops `timer`.
    #[inline]
    pub fn stop_timer(&mut self, timer: TimerId) {
        self.flow.timers[timer as usize].deadline = Time::NEVER;
    }

    /// Whether `timer` is running.
    #[inline]
    pub fn timer_runs(&self, timer: TimerId) -> bool {
        self.flow.timers[timer as usize].deadline != Time::NEVER
    }

    /// When `timer` fires; [`Time::NEVER`] if it is not running.
    pub fn deadline(&self, timer: TimerId) -> Time {
        self.flow.timers[timer as usize].deadline
    }

    /// Sends a packet from the flow's sending host to its receiving host.
    #[inline(always)]
    pub fn send_forward(&mut self, mut packet: Packet) {
        packet.flow = self.flow.index;
        packet.generation = self.flow.generation;
        packet.connection = self.flow.connection;
        packet.to = self.flow.to_endpoint;
        self.flow.digest.add(self.now.0, DigestEvent::Send, packet.seq, packet.len);
        if packet.kind.is_data() {
            self.flow.stats.sent_packets += 1;
            self.flow.stats.retransmissions += u64::from(packet.kind == PacketKind::Retransmission);
            self.flow.first_sent.get_or_insert(self.now);
        }
        let (to, size) = (packet.to, packet.size);
        let id = self.net.packets.insert(packet);
        if self.flow.overhead.is_some() {
            return self.delay(id);
        }
        self.net.trace_sent(id);
        self.net.put_on_path(self.now, self.flow.from, id, to, size);
    }

    /// Delays a packet by the sender's processing.
    #[cold]
    fn delay(&mut self, packet: PacketId) {
        let Some(overhead) = &mut self.flow.overhead else { return };
        let at = overhead.delay(self.now, self.net, packet);
        // The timer is set for the packet that leaves first.
        if !self.timer_runs(TimerId::Overhead) {
            self.set_timer(TimerId::Overhead, at);
        }
    }

    /// Sends the packets whose processing is complete.
    fn send_delayed(&mut self) {
        let mut room = BURST;
        while let Some(overhead) = &mut self.flow.overhead {
            match overhead.next() {
                Some(at) if at > self.now => return self.set_timer(TimerId::Overhead, at),
                Some(_) if room == 0 => return self.set_timer(TimerId::Overhead, self.now + Nanos(1)),
                None => return,
                Some(_) => {
                    room -= 1;
                    if let Some(id) = overhead.take(self.net) {
                        self.net.trace_sent(id);
                        let Packet { to, size, .. } = self.net.packets[id];
                        self.net.put_on_path(self.now, self.flow.from, id, to, size);
                    }
                }
            }
        }
    }

    /// Sends a packet from the receiving host to the sending one, with its options if it has any.
    #[inline(always)]
    pub fn send_back(&mut self, mut packet: Packet, sacks: &[SackBlock], ecn: Option<EcnBytes>) {
        packet.flow = self.flow.index;
        packet.generation = self.flow.generation;
        packet.connection = self.flow.connection;
        packet.to = self.flow.from_endpoint;
        packet.back = true;
        let (to, size) = (packet.to, packet.size);
        let id = self.net.packets.insert(packet);
        self.net.trace_sent(id);
        if !sacks.is_empty() {
            self.net.packets.set_sacks(id, sacks);
        }
        if let Some(bytes) = ecn {
            self.net.packets.set_ecn_bytes(id, bytes);
        }
        self.net.put_on_path(self.now, self.flow.to, id, to, size);
    }

    /// A packet reached the receiving host.
    #[inline]
    pub fn receive(&mut self, packet: &Packet) {
        self.flow.stats.received_bytes += u64::from(packet.size);
        self.flow.received_total += u64::from(packet.size);
    }

    /// The receiver has `payload` new bytes in order for its application.
    #[inline]
    pub fn deliver(&mut self, seq: u64, payload: u64) {
        self.flow.stats.delivered_bytes += payload;
        self.flow.digest.add(self.now.0, DigestEvent::Deliver, seq, payload as u32);
    }

    /// Adds a mark to the timeline.
    pub fn mark(&mut self, kind: MarkKind) {
        self.net.recorder.mark(self.now, self.flow.index, kind);
    }

    /// Tells an active trace that the controller is called about congestion.
    pub fn trace_response(&mut self, response: impl FnOnce(u32) -> Response) {
        if let Some(traced) = &mut self.net.traced {
            traced.responses.push(response(self.flow.index));
        }
    }
}
