//! One direction of a link: a queue, a transmitter, and a pipe of packets in flight.
//!
//! The pipe is a ring in order of arrival. Only its head is in the event queue, whose size therefore grows
//! with channels and timers, not with packets. While no packet waits, the end of a transmission is not an
//! event either: the next packet compares the time with `busy_until`.

mod behaving;
mod behaviours;
mod impairments;
mod losses;
mod trace;

use std::sync::Arc;

use crate::metrics::quantile::{Classes, Occupancy};
use behaviours::Behaviours;
pub use behaviours::{BUILT_IN as BEHAVIOURS, Registered as Behaviour, variables as behaviour_variables};
use impairments::Impairments;
pub use impairments::{ChannelOutcome, TransmittedPacket};
use trace::Schedule;

use crate::core::digest::Digest;
use crate::core::event::{Event, EventQueue, Kind};
use crate::core::packet::PacketRef;
use crate::core::random::Rng;
use crate::core::ring::Ring;
use crate::queue::{ChannelFacts, Discipline, QueueRow};
use crate::scenario;
use crate::topology::RouteRow;
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

/// Counts since the start of the run, or of the measurement if that is later.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct ChannelStats {
    /// Packets offered to the queue.
    pub arrivals: u64,
    /// Packets whose transmission has started.
    pub sent: u64,
    /// Packets already in the queue when the counts started.
    pub waiting: u64,
    /// Packets dropped by the queue.
    pub drops: u64,
    /// Packets marked.
    pub marks: u64,
    /// Packets lost on the link itself.
    pub lost: u64,
    /// Sum of sojourn times, ns.
    pub waited: u64,
    /// Sum of squared sojourn times, ns².
    pub waited_squares: f64,
    /// What could have been sent at the link's rate over time, bit·ns/s.
    pub capacity: u128,
}

/// How packets in flight are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FlightStorage {
    /// One event per channel, for the head of its pipe.
    #[default]
    Rings,
    /// One event per packet: the plain queue that a property test compares with.
    Plain,
}

/// A packet in the pipe.
#[derive(Clone, Copy, Default, Debug)]
pub struct InFlight {
    /// Its arrival event, with the sequence number taken at transmission.
    pub arrival: Event,
    /// The packet.
    pub packet: PacketRef,
}

/// The end of a channel.
#[derive(Clone, Copy, Debug)]
pub struct ChannelEnd {
    /// The node.
    pub node: u32,
    /// Index of the node among the endpoints; `u32::MAX` if it is not an endpoint.
    pub endpoint: u32,
    /// The node's routes.
    pub row: RouteRow,
}

/// One direction of a link. The fields that every packet uses come first, so that they share cache lines.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Channel {
    /// Where it leads.
    pub end: ChannelEnd,
    /// Number of its queue series.
    pub series: u32,
    /// Whether a packet that arrives while none is being transmitted is sent without a call of the discipline:
    /// it is transparent, nothing waits, and no Departure event is pending.
    pub bypass: bool,
    /// Whether each packet goes through the pipe: it cannot be lost, reordered or tapped.
    pub piped: bool,
    /// Whether packets may bypass the discipline while the queue is empty.
    pub transparent: bool,
    /// Whether a Departure event is pending.
    pub departure_due: bool,
    /// Whether an edit removed the link: everything offered to it is lost.
    pub removed: bool,
    /// End of the transmission in progress.
    pub busy_until: Time,
    /// Packets in flight.
    pub pipe: Ring<InFlight>,
    /// Arrival of the last packet sent; later packets do not overtake it.
    last_arrival: Time,
    /// Rate, bits per second.
    pub rate: Rate,
    /// Propagation delay.
    pub delay: Nanos,
    /// Remainder of size·8·10⁹ mod rate, carried to the next packet; phase effects depend on it.
    carry: u64,
    /// Size of the last packet with the quotient and remainder of its transmission time, because most packets
    /// have the size of the previous one. Not used with a trace, a behaviour or jitter.
    service: (u32, u64, u64),
    /// Losses and reordering, if there are any.
    impairments: Option<Box<Impairments>>,
    /// Bytes sent since the start of the run.
    pub carried_total: u64,
    /// Statistics.
    pub stats: ChannelStats,
    /// Packets in the queue; a copy of the discipline's own count.
    pub length: u32,
    /// The queue discipline with its packets.
    pub queue: Box<dyn Discipline>,
    /// When its internal variables may be recorded next; never if it has none.
    pub variables_due: Time,
    /// Last change of the queue length, for the integral.
    length_since: Time,
    /// Maximum random delay in addition.
    pub jitter: Nanos,
    /// Of the bytes sent, those before the counts started.
    carried_before: u64,
    /// A trace that replaces the rate; `rate` is then its mean.
    trace: Option<Box<Schedule>>,
    /// Link behaviours. If there are any, `service` is not used.
    behaviours: Option<Box<Behaviours>>,
    /// Time spent at each queue length; restarted with `stats`.
    pub lengths: Occupancy,
    /// Sojourn times of packets that waited; restarted with `stats`.
    pub waits: Classes,
    /// "link/forward" or "link/backward".
    pub id: String,
    /// The node at its start.
    pub from: u32,
    /// The channel's part of the document, to detect what an edit changes.
    pub spec: Arc<scenario::Channel>,
    /// The row of its discipline.
    pub queue_row: Arc<QueueRow>,
    /// Series of the queue's internal variables.
    pub probe_series: Vec<u32>,
    /// Random stream of the queue.
    pub queue_rng: Rng,
    /// Random stream of jitter and loss.
    link_rng: Box<Rng>,
    /// Time up to which `stats.capacity` has been counted.
    pub capacity_since: Time,
    /// Digest of its drops and marks.
    pub digest: Digest,
    /// The run's seed, for the random streams of behaviours.
    seed: u32,
    /// How packets in flight are stored.
    storage: FlightStorage,
}

impl Channel {
    /// The channel `id` of a validated document, whose discipline has this row.
    pub fn new(
        seed: u32,
        id: String,
        from: u32,
        to: u32,
        spec: &scenario::Channel,
        queue_row: Arc<QueueRow>,
        series: u32,
    ) -> Channel {
        let facts = ChannelFacts { rate: Rate::from_mbps(spec.rate_mbps) };
        let mut channel = Channel {
            queue_rng: Rng::new(seed, &id, "queue"),
            link_rng: Box::new(Rng::new(seed, &id, "link")),
            queue: queue_row.make(&spec.queue.params, facts),
            queue_row,
            id,
            from,
            end: ChannelEnd { node: to, endpoint: u32::MAX, row: RouteRow::default() },
            rate: facts.rate,
            delay: Nanos::ZERO,
            jitter: Nanos::ZERO,
            impairments: None,
            trace: None,
            behaviours: None,
            seed,
            spec: Arc::new(spec.clone()),
            pipe: Ring::default(),
            busy_until: Time::ZERO,
            variables_due: Time::NEVER,
            probe_series: Vec::new(),
            departure_due: false,
            bypass: false,
            piped: false,
            storage: FlightStorage::Rings,
            transparent: false,
            length: 0,
            carry: 0,
            service: (0, 0, 0),
            last_arrival: Time::ZERO,
            series,
            stats: ChannelStats::default(),
            lengths: Occupancy::default(),
            waits: Classes::default(),
            carried_total: 0,
            carried_before: 0,
            capacity_since: Time::ZERO,
            length_since: Time::ZERO,
            digest: Digest::default(),
            removed: false,
        };
        channel.set(Time::ZERO, spec);
        channel
    }

    /// Changes rate or trace, delay, jitter and loss. Packets in flight keep their arrival, and the
    /// transmission in progress its end.
    pub fn set(&mut self, now: Time, spec: &scenario::Channel) {
        self.count_capacity(now);
        // The name of a trace does not affect the run.
        let gaps = |spec: &scenario::Channel| spec.trace.as_ref().map(|t| t.gaps_ms.clone());
        if self.trace.is_none() || gaps(&self.spec) != gaps(spec) {
            let times = spec.trace.as_ref().map(|t| t.times_ms().expect("validated"));
            self.trace = times.map(|times| Box::new(Schedule::new(times)));
        }
        let constant = Rate::from_mbps(spec.rate_mbps);
        self.rate = self.trace.as_ref().map_or(constant, |t| t.mean_rate());
        self.service = (0, 0, 0);
        self.carry %= self.rate.0;
        self.delay = Nanos::from_millis(spec.delay_ms);
        self.jitter = Nanos::from_millis(spec.jitter_ms);
        let impairments = self.impairments.take().map(|impairments| *impairments).unwrap_or_default();
        self.impairments = Impairments::new(spec, impairments);
        self.renew_piped();
        self.spec = Arc::new(spec.clone());
        self.queue.set_facts(ChannelFacts { rate: self.rate });
        self.set_policer(now);
        self.renew_behaviours(now);
    }

    /// Sets how packets in flight are stored. Call this before the first packet.
    pub fn set_storage(&mut self, storage: FlightStorage) {
        self.storage = storage;
        self.renew_piped();
    }

    fn renew_piped(&mut self) {
        self.piped = self.impairments.is_none() && self.storage == FlightStorage::Rings;
    }

    /// Counts the capacity up to now. Call this before the rate changes.
    pub fn count_capacity(&mut self, now: Time) {
        self.stats.capacity = self.capacity_until(now);
        self.capacity_since = now;
    }

    /// What could have been sent during the measurement up to now, bit·ns/s.
    pub fn capacity_until(&self, now: Time) -> u128 {
        self.stats.capacity
            + match &self.trace {
                None => match &self.behaviours {
                    None => u128::from(self.rate.0) * u128::from(now.since(self.capacity_since).0),
                    Some(behaviours) => behaviours.capacity(self.capacity_since, now, self.nominal_rate()),
                },
                Some(trace) => {
                    u128::from(trace.capacity(self.capacity_since, now)) * 8 * u128::from(NANOS_PER_SEC)
                }
            }
    }

    /// Whether packets only take time: no loss, jitter, reordering, trace or behaviour.
    pub fn is_plain(&self) -> bool {
        self.impairments.as_ref().is_none_or(|impairments| impairments.is_plain())
            && self.trace.is_none()
            && self.behaviours.is_none()
            && self.jitter == Nanos::ZERO
    }

    /// Replaces its queue by an empty one, as configured.
    pub fn make_queue(&mut self) {
        let facts = ChannelFacts { rate: self.rate };
        let fresh = self.queue_row.make(&self.spec.queue.params, facts);
        match self.queue.as_policed() {
            Some(policed) => policed.inner = fresh,
            None => self.queue = fresh,
        }
    }

    /// Whether a packet that arrives now finds the queue empty and the transmitter free.
    #[inline]
    pub fn is_idle(&self, now: Time) -> bool {
        self.length == 0 && now >= self.busy_until && !self.departure_due
    }

    /// Whether a packet that arrives now is sent without a call of the discipline.
    #[inline(always)]
    pub fn can_bypass(&self, now: Time) -> bool {
        let can = self.bypass && now >= self.busy_until;
        debug_assert_eq!(can, self.transparent && self.is_idle(now));
        can
    }

    /// Recomputes `bypass`.
    pub fn renew_bypass(&mut self) {
        self.bypass = self.transparent && self.length == 0 && !self.departure_due;
    }

    /// Starts to send `size` bytes now. Returns the arrival at the other end.
    #[inline(always)]
    pub fn transmit(&mut self, now: Time, size: u32) -> Time {
        if self.service.0 != size {
            return self.transmit_another_size(now, size);
        }
        let end = now.after(self.service_time());
        self.sent(end, size);
        self.in_order(end.after(self.delay))
    }

    /// The same for a packet of another size than the last one, or if `service` is not used.
    #[inline(never)]
    fn transmit_another_size(&mut self, now: Time, size: u32) -> Time {
        if self.behaviours.is_some() {
            return self.transmit_by_behaviours(now, size);
        }
        if self.trace.is_some() {
            return self.transmit_by_trace(now, size);
        }
        let work = u64::from(size) * 8 * NANOS_PER_SEC;
        self.service = (size, work / self.rate.0, work % self.rate.0);
        let end = now.after(self.service_time());
        self.sent(end, size);
        if self.jitter > Nanos::ZERO {
            self.service.0 = 0;
        }
        self.arrival_of(end)
    }

    /// The transmission time of a packet, with what the packets before it carried over.
    #[inline(always)]
    fn service_time(&mut self) -> Nanos {
        let (_, nanos, remainder) = self.service;
        self.carry += remainder;
        let full = self.carry >= self.rate.0;
        self.carry -= if full { self.rate.0 } else { 0 };
        Nanos(nanos + u64::from(full))
    }

    #[cold]
    fn transmit_by_trace(&mut self, now: Time, size: u32) -> Time {
        let end = self.trace.as_mut().map_or(now, |trace| trace.send(now, size));
        self.sent(end, size);
        self.arrival_of(end)
    }

    /// A packet is being sent, and the transmitter is free at `free`.
    #[inline(always)]
    fn sent(&mut self, free: Time, size: u32) {
        self.busy_until = free;
        self.stats.sent += 1;
        self.carried_total += u64::from(size);
    }

    /// Arrival at the other end of a packet whose transmission ends at `sent`.
    fn arrival_of(&mut self, sent: Time) -> Time {
        let mut arrival = sent + self.delay;
        if self.jitter > Nanos::ZERO {
            arrival += self.jitter.scale(self.link_rng.uniform());
        }
        self.in_order(arrival)
    }

    /// The arrival of a packet that would arrive at `arrival` without those before it.
    #[inline(always)]
    fn in_order(&mut self, arrival: Time) -> Time {
        self.last_arrival = self.last_arrival.max(arrival);
        self.last_arrival
    }

    /// The arrival of a packet being sent over this channel, whose number is `index`, in order.
    #[inline(always)]
    pub fn add_in_flight(&mut self, events: &mut EventQueue, index: u32, packet: PacketRef, arrival: Time) {
        let arrival = Event::new(arrival, events.take_seq(), Kind::Arrival, index);
        if self.pipe.is_empty() {
            events.push(arrival);
        }
        self.pipe.push_back(InFlight { arrival, packet });
    }

    /// Decides whether the packet being sent, due at `arrival`, is lost or reordered. A tap records the packet from `passing`.
    pub fn outcome(&mut self, arrival: Time, passing: impl FnOnce() -> TransmittedPacket) -> ChannelOutcome {
        match &mut self.impairments {
            None => ChannelOutcome::Arrives,
            Some(impairments) => impairments.outcome(&mut self.link_rng, passing, arrival),
        }
    }

    /// Starts to record passing packets for [`Channel::take_tapped`].
    pub fn tap(&mut self) {
        self.impairments.get_or_insert_default().tap.get_or_insert_default();
        self.renew_piped();
    }

    /// Packets that passed the tap since the last call.
    pub fn take_tapped(&mut self) -> Vec<TransmittedPacket> {
        self.impairments
            .as_mut()
            .and_then(|impairments| impairments.tap.as_mut())
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// The channel is removed now: tapped packets still in flight never arrive.
    pub fn cut(&mut self, now: Time) {
        let tap = self.impairments.as_mut().and_then(|impairments| impairments.tap.as_mut());
        tap.into_iter().flatten().filter(|p| p.arrival > now).for_each(|p| p.lost = true);
    }

    /// Counts the time at the current queue length up to now. Call this before the length changes.
    #[inline]
    pub fn integrate(&mut self, now: Time) {
        if self.length > 0 {
            self.lengths.add(self.length, now.since(self.length_since));
        }
        self.length_since = now;
    }

    /// The transmitter takes a packet from the queue.
    #[inline]
    pub fn count_wait(&mut self, wait: Nanos) {
        self.stats.waited += wait.0;
        self.stats.waited_squares += wait.0 as i64 as f64 * wait.0 as i64 as f64;
        self.waits.add(wait.0);
    }

    /// Time spent at each queue length up to now, without changing the channel.
    pub fn lengths_until(&self, now: Time) -> Occupancy {
        let mut lengths = self.lengths.clone();
        if self.length > 0 {
            lengths.add(self.length, now.since(self.length_since));
        }
        lengths
    }

    /// Bytes sent since the start of the counts.
    pub fn sent_bytes(&self) -> u64 {
        self.carried_total - self.carried_before
    }

    /// Time to send the backlog at the current rate.
    pub fn backlog(&self) -> Nanos {
        Nanos::from_secs(self.queue.bytes() as f64 * 8.0 / self.rate.0.max(1) as f64)
    }

    /// Restarts the counts for the measurement.
    pub fn restart_counts(&mut self, now: Time) {
        self.integrate(now);
        self.stats = ChannelStats { waiting: u64::from(self.queue.len()), ..ChannelStats::default() };
        self.carried_before = self.carried_total;
        self.lengths.clear();
        self.waits = Classes::default();
        self.capacity_since = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue;

    fn channel(spec: &scenario::Channel) -> Channel {
        let mut rows = queue::BUILT_IN.iter().map(queue::Registered::to_row);
        let row = rows.find(|q| q.row.id == spec.queue.kind).expect("a discipline");
        Channel::new(1, "l/forward".into(), 0, 1, spec, row.into(), 0)
    }

    #[test]
    fn the_remainder_of_a_division_is_carried() {
        // 1500 B at 7 Mb/s take 1714285.714… ns: seven packets take exactly 12 ms.
        let spec: scenario::Channel = serde_json::from_str(r#"{"rateMbps":7,"delayMs":1}"#).unwrap();
        let mut channel = channel(&spec);
        let mut now = Time::ZERO;
        for _ in 0..7 {
            channel.transmit(now, 1500);
            now = channel.busy_until;
        }
        assert_eq!(now, Time(12_000_000));
    }

    /// Times at which packets of these sizes, offered one after another from `now`, have left.
    fn ends(channel: &mut Channel, mut now: Time, sizes: &[u32]) -> Vec<f64> {
        let end = |&size: &u32| {
            channel.transmit(now, size);
            now = channel.busy_until;
            now.as_secs() * 1e3
        };
        sizes.iter().map(end).collect()
    }

    fn traced(gaps: &str) -> Channel {
        let text = format!(r#"{{"rateMbps":1,"delayMs":1,"trace":{{"gapsMs":"{gaps}"}}}}"#);
        let spec: scenario::Channel = serde_json::from_str(&text).unwrap();
        channel(&spec)
    }

    #[test]
    fn a_constant_trace_is_a_constant_rate() {
        // 1504 bytes in each millisecond are 12.032 Mb/s.
        let mut trace = traced("1");
        assert_eq!(trace.rate, Rate::from_mbps(12.032));
        let spec = scenario::Channel { trace: None, rate_mbps: 12.032, ..(*trace.spec).clone() };
        let mut rate = channel(&spec);
        let sizes = [1504; 1000];
        assert_eq!(ends(&mut trace, Time::ZERO, &sizes), ends(&mut rate, Time::ZERO, &sizes));
        // Also for other sizes, except for rounding up to whole opportunities.
        let sizes: Vec<_> = (0..5000).map(|i| 40 + i * 37 % 1400).collect();
        let (a, b) = (ends(&mut trace, Time(2e9 as u64), &sizes), ends(&mut rate, Time(2e9 as u64), &sizes));
        assert!(a.iter().zip(&b).all(|(a, b)| (a - b).abs() <= 1.0), "{a:?} {b:?}");
        let end = Time(10_000_000_000);
        trace.count_capacity(end);
        rate.count_capacity(end);
        assert_eq!(trace.stats.capacity, rate.stats.capacity);
    }

    #[test]
    fn opportunities_are_shared_by_bytes() {
        // Mahimahi, link_queue.cc: an opportunity serves the packet in transmission, then the next ones, up
        // to 1504 bytes; after its last time the trace repeats. Opportunities at 2, 5, 5 and 9 ms, then at
        // 11, 14, 14, 18, 20 …
        let gaps = "2 3 0 4";
        // 1500 bytes leave 4 of the first opportunity. The next 1500 take these and 1496 of the second, whose
        // other 8 go to the 1000, with 992 of the third. Of its remaining 512, packets of 500 and 1 take
        // their sizes; 3008 take the other 11, all of the one at 9 ms and 1493 of the one at 11 ms; 1503 take
        // the last 11 and 1492 at 14 ms.
        let sizes = [1500, 1500, 1000, 500, 1, 3008, 1503];
        assert_eq!(ends(&mut traced(gaps), Time::ZERO, &sizes), [2.0, 5.0, 5.0, 5.0, 5.0, 11.0, 14.0]);
        // A packet that arrives after an opportunity cannot use the rest of it.
        let mut channel = traced(gaps);
        assert_eq!(ends(&mut channel, Time::ZERO, &[4]), [2.0]);
        assert_eq!(ends(&mut channel, Time(2_000_001), &[4]), [5.0]);
        assert_eq!(ends(&mut channel, Time(9_000_000), &[4]), [11.0]);
        assert_eq!(ends(&mut channel, Time(1_000_000_000_000), &[1504]), [1_000_001.0]);
    }

    #[test]
    fn the_capacity_of_a_trace_is_that_of_its_opportunities() {
        let mut channel = traced("2 3 0 4");
        for (at_ms, opportunities) in [(1, 0), (2, 1), (5, 3), (8, 3), (9, 4), (10, 4), (20, 9), (900, 400)] {
            channel.count_capacity(Time(at_ms * 1_000_000));
            let bits = opportunities * 1504 * 8 * 1_000_000_000;
            assert_eq!(channel.stats.capacity, bits, "{at_ms} ms");
        }
    }

    #[test]
    fn edits_add_and_remove_a_trace_and_its_name_has_no_effect() {
        let mut channel = traced("2 3 0 4");
        assert_eq!(ends(&mut channel, Time::ZERO, &[1000]), [2.0]);
        let mut spec = (*channel.spec).clone();
        spec.trace.as_mut().unwrap().name = Some("a name".to_owned());
        channel.set(Time(1_500_000), &spec);
        assert_eq!(ends(&mut channel, Time(2_000_000), &[504, 1]), [2.0, 5.0]);
        // At 1 Mb/s 125 bytes take a millisecond.
        channel.set(Time(6_000_000), &scenario::Channel { trace: None, ..spec.clone() });
        assert_eq!(ends(&mut channel, Time(6_000_000), &[125]), [7.0]);
        channel.set(Time(6_500_000), &spec);
        assert_eq!(ends(&mut channel, Time(7_000_000), &[125]), [9.0]);
    }

    #[test]
    fn jitter_keeps_the_order() {
        let spec: scenario::Channel =
            serde_json::from_str(r#"{"rateMbps":1000,"delayMs":1,"jitterMs":5}"#).unwrap();
        let mut channel = channel(&spec);
        let mut last = Time::ZERO;
        for i in 0..1000 {
            let arrival = channel.transmit(Time(i * 12_000), 1500);
            assert!(arrival >= last);
            last = arrival;
        }
    }
}
