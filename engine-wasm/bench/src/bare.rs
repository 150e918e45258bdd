//! The bare event loop: what a dumbbell costs when nothing is there but packets, queues, pipes and Reno's arithmetic.
//!
//! The event queue has the engine's shape (a heap of 128-bit keys in which each pipe has only its head), but none of the
//! engine's code. There are no series, digests, statistics, byte sequence numbers, SACK blocks or RTT estimates. Networks
//! here are first-in first-out, so a sender sees a loss in the gap between two ACKs; it halves once a window.

use std::cmp::Reverse;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::collections::VecDeque;

use crate::scenarios::{ACCESS_DELAY_MS, CORE_DELAY_MS, Dumbbell, ROOMY_PACKETS};

const DATA_BITS: u64 = 1500 * 8;
const ACK_BITS: u64 = 52 * 8;
const INITIAL_WINDOW: f64 = 10.0;
const TIMEOUT_NS: u64 = 1_000_000_000;

/// A packet travels to its receiver and comes back as its own ACK: a tour of six channels.
#[derive(Clone, Copy)]
struct Packet {
    flow: u32,
    number: u32,
    /// Channels behind it.
    hop: u8,
}

/// From this hop on a packet is an ACK.
const TURN: u8 = 3;
const TOUR: u8 = 6;

struct InFlight {
    /// Time and order of its arrival.
    key: u128,
    packet: Packet,
}

struct Channel {
    data_ns: u64,
    ack_ns: u64,
    delay_ns: u64,
    limit: usize,
    queue: VecDeque<Packet>,
    pipe: VecDeque<InFlight>,
    busy_until: u64,
    departure_due: bool,
}

struct Sender {
    cwnd: f64,
    ssthresh: f64,
    in_flight: u32,
    /// Number of the next packet.
    next: u32,
    /// Whose ACK comes next if nothing is lost.
    expected: u32,
    /// Losses below this belong to a window that was halved already.
    recover: u32,
    timeout: u64,
}

#[derive(Clone, Copy)]
enum Kind {
    Arrival,
    Departure,
    Timer,
}

const KINDS: [Kind; 3] = [Kind::Arrival, Kind::Departure, Kind::Timer];

/// An event is one number: time (64 bits), sequence number (40), index (22), kind (2).
const TARGET_BITS: u32 = 24;
const TARGET_MASK: u32 = (1 << TARGET_BITS) - 1;

struct Net {
    now: u64,
    seq: u64,
    hops: u64,
    events: BinaryHeap<Reverse<u128>>,
    channels: Vec<Channel>,
    /// The channels of each flow's tour.
    tours: Vec<[u32; TOUR as usize]>,
    senders: Vec<Sender>,
}

/// Runs a scenario for `duration_s`; gives back the hops.
pub fn run(dumbbell: &Dumbbell, duration_s: f64) -> u64 {
    let mut net = Net::new(dumbbell);
    net.run((duration_s * 1e9) as u64);
    net.hops
}

impl Net {
    fn new(dumbbell: &Dumbbell) -> Net {
        let core = |limit| Channel::new(dumbbell.core_mbps, CORE_DELAY_MS, limit);
        let access = || Channel::new(dumbbell.access_mbps, ACCESS_DELAY_MS, ROOMY_PACKETS);
        let mut net = Net {
            now: 0,
            seq: 0,
            hops: 0,
            events: BinaryHeap::new(),
            channels: vec![core(dumbbell.buffer_packets), core(ROOMY_PACKETS)],
            tours: Vec::new(),
            senders: Vec::new(),
        };
        for flow in 0..dumbbell.flows {
            let own = 2 + 4 * flow;
            net.tours.push([own, 0, own + 1, own + 2, 1, own + 3]);
            net.channels.extend((0..4).map(|_| access()));
            // The first timeout of an idle sender is its start.
            let start = (dumbbell.start_s(flow) * 1e9) as u64;
            net.senders.push(Sender::new(start));
            net.schedule(start, Kind::Timer, flow);
        }
        net
    }

    fn run(&mut self, until: u64) {
        while let Some(&Reverse(key)) = self.events.peek() {
            let time = (key >> 64) as u64;
            if time >= until {
                break;
            }
            self.now = time;
            let index = (key as u32 & TARGET_MASK) >> 2;
            match KINDS[(key & 3) as usize] {
                Kind::Arrival => self.arrive(index),
                Kind::Departure => {
                    self.events.pop();
                    self.channels[index as usize].departure_due = false;
                    self.serve(index);
                }
                Kind::Timer => {
                    self.events.pop();
                    self.timer(index);
                }
            }
        }
    }

    fn key(&mut self, time: u64, kind: Kind, index: u32) -> u128 {
        self.seq += 1;
        u128::from(time) << 64 | u128::from(self.seq << TARGET_BITS | u64::from(index) << 2 | kind as u64)
    }

    fn schedule(&mut self, time: u64, kind: Kind, index: u32) {
        let key = self.key(time, kind, index);
        self.events.push(Reverse(key));
    }

    fn arrive(&mut self, index: u32) {
        self.hops += 1;
        let pipe = &mut self.channels[index as usize].pipe;
        let mut packet = pipe.pop_front().expect("an arrival has a packet").packet;
        let mut top = self.events.peek_mut().expect("the arrival");
        match pipe.front() {
            Some(next) => {
                *top = Reverse(next.key);
                // Sifts down: one pass instead of two.
                drop(top);
            }
            None => drop(PeekMut::pop(top)),
        }
        packet.hop += 1;
        if packet.hop == TOUR { self.on_ack(packet) } else { self.offer(packet) }
    }

    fn offer(&mut self, packet: Packet) {
        let index = self.tours[packet.flow as usize][packet.hop as usize];
        let channel = &mut self.channels[index as usize];
        if channel.queue.len() >= channel.limit {
            return;
        }
        channel.queue.push_back(packet);
        if channel.departure_due {
            return;
        }
        if self.now >= channel.busy_until {
            self.serve(index);
        } else {
            self.await_departure(index);
        }
    }

    fn serve(&mut self, index: u32) {
        let channel = &mut self.channels[index as usize];
        let Some(packet) = channel.queue.pop_front() else { return };
        channel.busy_until = self.now + if packet.hop < TURN { channel.data_ns } else { channel.ack_ns };
        let arrival = channel.busy_until + channel.delay_ns;
        let key = self.key(arrival, Kind::Arrival, index);
        let channel = &mut self.channels[index as usize];
        if channel.pipe.is_empty() {
            self.events.push(Reverse(key));
        }
        channel.pipe.push_back(InFlight { key, packet });
        if !channel.queue.is_empty() {
            self.await_departure(index);
        }
    }

    fn await_departure(&mut self, index: u32) {
        let channel = &mut self.channels[index as usize];
        channel.departure_due = true;
        let time = channel.busy_until;
        self.schedule(time, Kind::Departure, index);
    }

    fn on_ack(&mut self, packet: Packet) {
        let sender = &mut self.senders[packet.flow as usize];
        // ACKs of packets that a timeout gave up.
        let Some(lost) = packet.number.checked_sub(sender.expected) else { return };
        sender.expected = packet.number + 1;
        sender.in_flight -= 1 + lost;
        sender.timeout = self.now + TIMEOUT_NS;
        if lost > 0 && packet.number >= sender.recover {
            sender.ssthresh = (sender.cwnd / 2.0).max(2.0);
            sender.cwnd = sender.ssthresh;
            sender.recover = sender.next;
        } else if sender.cwnd < sender.ssthresh {
            sender.cwnd += 1.0;
        } else {
            sender.cwnd += 1.0 / sender.cwnd;
        }
        self.send(packet.flow);
    }

    fn send(&mut self, flow: u32) {
        loop {
            let sender = &mut self.senders[flow as usize];
            if f64::from(sender.in_flight) + 1.0 > sender.cwnd {
                break;
            }
            let number = sender.next;
            sender.next += 1;
            sender.in_flight += 1;
            self.offer(Packet { flow, number, hop: 0 });
        }
    }

    /// A timer that was moved meanwhile goes back into the queue.
    fn timer(&mut self, flow: u32) {
        let sender = &mut self.senders[flow as usize];
        if self.now >= sender.timeout {
            if sender.next > 0 {
                sender.ssthresh = (sender.cwnd / 2.0).max(2.0);
                sender.cwnd = 1.0;
            }
            sender.in_flight = 0;
            sender.expected = sender.next;
            sender.timeout = self.now + TIMEOUT_NS;
            self.send(flow);
        }
        let timeout = self.senders[flow as usize].timeout;
        self.schedule(timeout, Kind::Timer, flow);
    }
}

impl Channel {
    fn new(rate_mbps: u32, delay_ms: u32, limit_packets: u32) -> Channel {
        let ns = |bits: u64| bits * 1000 / u64::from(rate_mbps);
        Channel {
            data_ns: ns(DATA_BITS),
            ack_ns: ns(ACK_BITS),
            delay_ns: u64::from(delay_ms) * 1_000_000,
            limit: limit_packets as usize,
            queue: VecDeque::new(),
            pipe: VecDeque::new(),
            busy_until: 0,
            departure_due: false,
        }
    }
}

impl Sender {
    fn new(start_ns: u64) -> Sender {
        Sender {
            cwnd: INITIAL_WINDOW,
            ssthresh: f64::INFINITY,
            in_flight: 0,
            next: 0,
            expected: 0,
            recover: 0,
            timeout: start_ns,
        }
    }
}
