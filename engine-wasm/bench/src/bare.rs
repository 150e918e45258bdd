//! The bare event loop: the cost of a network with nothing but packets, queues, pipes and Reno's arithmetic.
//!
//! It has the engine's structure (packets in a slab, routes over any graph, a ring for each link's pipe, only
//! the ring's head in the event queue) but none of its code. There are no series, digests, statistics,
//! options, SACK blocks or RTT estimates; windows, sequence numbers and losses are in packets. Recovery is
//! NewReno's, with go-back-N after a timeout.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::collections::binary_heap::{BinaryHeap, PeekMut};

use crate::scenarios::{ACCESS_DELAY_MS, CORE_DELAY_MS, Dumbbell, ROOMY_PACKETS};

const DATA_BYTES: u32 = 1500;
const ACK_BYTES: u32 = 52;
const INITIAL_WINDOW: f64 = 10.0;
const DUP_THRESH: u32 = 3;
const TIMEOUT_NS: u64 = 1_000_000_000;

struct Packet {
    flow: u32,
    /// Number of a data packet, or for an ACK the next packet that the receiver expects.
    number: u32,
    to: u32,
    bytes: u32,
}

struct InFlight {
    /// Time and order of its arrival.
    key: u128,
    packet: u32,
}

struct Channel {
    to: u32,
    bits_per_s: u64,
    delay_ns: u64,
    limit: usize,
    queue: VecDeque<u32>,
    pipe: VecDeque<InFlight>,
    busy_until: u64,
    departure_due: bool,
}

struct Flow {
    from: u32,
    to: u32,
    // The sender.
    cwnd: f64,
    ssthresh: f64,
    snd_una: u32,
    next: u32,
    dup_acks: u32,
    /// End of fast recovery, if the sender is in it.
    recover: Option<u32>,
    timeout: u64,
    // The receiver.
    expected: u32,
    /// Which of the packets from `expected` on have arrived.
    held: VecDeque<bool>,
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

#[derive(Default)]
struct Net {
    now: u64,
    seq: u64,
    hops: u64,
    events: BinaryHeap<Reverse<u128>>,
    packets: Vec<Packet>,
    free: Vec<u32>,
    channels: Vec<Channel>,
    /// The channel to take, by destination and node.
    routes: Vec<Vec<u32>>,
    flows: Vec<Flow>,
}

/// Runs a scenario for `duration_s`. Returns the hops.
pub fn run(dumbbell: &Dumbbell, duration_s: f64) -> u64 {
    let mut net = Net::new(dumbbell);
    net.run((duration_s * 1e9) as u64);
    net.hops
}

impl Net {
    /// Nodes 0 and 1 are the routers; flow i goes from node 2 + 2i to node 3 + 2i.
    fn new(dumbbell: &Dumbbell) -> Net {
        let mut net = Net::default();
        let (near, far) = (0, 1);
        let nodes = 2 + 2 * dumbbell.flows as usize;
        let core = |to, limit| Channel::new(to, dumbbell.core_mbps, CORE_DELAY_MS, limit);
        let access = |to| Channel::new(to, dumbbell.access_mbps, ACCESS_DELAY_MS, ROOMY_PACKETS);
        net.channels = vec![core(far, dumbbell.buffer_packets), core(near, ROOMY_PACKETS)];
        // Every node except the routers has a single link.
        net.routes = vec![vec![u32::MAX; nodes]; nodes];
        for i in 0..dumbbell.flows {
            let (from, to, first) = (2 + 2 * i, 3 + 2 * i, net.channels.len() as u32);
            net.channels.extend([access(near), access(to), access(far), access(from)]);
            for (destination, way) in [
                (to, [(from, first), (near, 0), (far, first + 1)]),
                (from, [(to, first + 2), (far, 1), (near, first + 3)]),
            ] {
                way.into_iter().for_each(|(node, c)| net.routes[destination as usize][node as usize] = c);
            }
            // The first timeout of a sender that has nothing in flight is its start.
            let start = (dumbbell.start_s(i) * 1e9) as u64;
            net.flows.push(Flow::new(from, to, start));
            net.schedule(start, Kind::Timer, i);
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
        let channel = &mut self.channels[index as usize];
        let (node, id) = (channel.to, channel.pipe.pop_front().expect("an arrival has a packet").packet);
        let mut top = self.events.peek_mut().expect("the arrival");
        match channel.pipe.front() {
            Some(next) => {
                *top = Reverse(next.key);
                // Sifts down: one pass instead of two.
                drop(top);
            }
            None => drop(PeekMut::pop(top)),
        }
        let packet = &self.packets[id as usize];
        if packet.to != node {
            return self.forward(node, id);
        }
        let (flow, number) = (packet.flow, packet.number);
        self.free.push(id);
        if self.flows[flow as usize].to == node {
            self.on_data(flow, number)
        } else {
            self.on_ack(flow, number)
        }
    }

    fn send(&mut self, node: u32, packet: Packet) {
        let id = match self.free.pop() {
            Some(id) => {
                self.packets[id as usize] = packet;
                id
            }
            None => {
                self.packets.push(packet);
                self.packets.len() as u32 - 1
            }
        };
        self.forward(node, id);
    }

    fn forward(&mut self, node: u32, id: u32) {
        let index = self.routes[self.packets[id as usize].to as usize][node as usize];
        let channel = &mut self.channels[index as usize];
        if channel.queue.len() >= channel.limit {
            return self.free.push(id);
        }
        channel.queue.push_back(id);
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
        let Some(packet) = channel.queue.pop_front() else {
            return;
        };
        let bits = u64::from(self.packets[packet as usize].bytes) * 8;
        channel.busy_until = self.now + bits * 1_000_000_000 / channel.bits_per_s;
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

    fn on_data(&mut self, index: u32, number: u32) {
        let flow = &mut self.flows[index as usize];
        if let Some(beyond) = number.checked_sub(flow.expected) {
            flow.hold(beyond as usize);
        }
        let (node, ack) =
            (flow.to, Packet { flow: index, number: flow.expected, to: flow.from, bytes: ACK_BYTES });
        self.send(node, ack);
    }

    fn on_ack(&mut self, index: u32, number: u32) {
        let flow = &mut self.flows[index as usize];
        let resend = if number > flow.snd_una { flow.advance(number, self.now) } else { flow.repeat() };
        if resend {
            let snd_una = flow.snd_una;
            self.send_data(index, snd_una);
        }
        self.send_window(index);
    }

    fn send_window(&mut self, index: u32) {
        loop {
            let flow = &mut self.flows[index as usize];
            let number = flow.next;
            if f64::from(number - flow.snd_una) + 1.0 > flow.cwnd {
                break;
            }
            flow.next += 1;
            self.send_data(index, number);
        }
    }

    fn send_data(&mut self, index: u32, number: u32) {
        let flow = &self.flows[index as usize];
        let (node, packet) = (flow.from, Packet { flow: index, number, to: flow.to, bytes: DATA_BYTES });
        self.send(node, packet);
    }

    /// A timer that was moved in the meantime goes back into the queue.
    fn timer(&mut self, index: u32) {
        let flow = &mut self.flows[index as usize];
        if self.now >= flow.timeout {
            flow.time_out(self.now);
            self.send_window(index);
        }
        let timeout = self.flows[index as usize].timeout;
        self.schedule(timeout, Kind::Timer, index);
    }
}

impl Flow {
    fn new(from: u32, to: u32, start_ns: u64) -> Flow {
        Flow {
            from,
            to,
            cwnd: INITIAL_WINDOW,
            ssthresh: f64::INFINITY,
            snd_una: 0,
            next: 0,
            dup_acks: 0,
            recover: None,
            timeout: start_ns,
            expected: 0,
            held: VecDeque::new(),
        }
    }

    /// The receiver has received the packet that is `beyond` the expected one.
    fn hold(&mut self, beyond: usize) {
        if beyond == 0 && self.held.is_empty() {
            self.expected += 1;
            return;
        }
        if self.held.len() <= beyond {
            self.held.resize(beyond + 1, false);
        }
        self.held[beyond] = true;
        while self.held.front() == Some(&true) {
            self.held.pop_front();
            self.expected += 1;
        }
    }

    /// An ACK of new packets. Returns whether the next packet is missing as well.
    fn advance(&mut self, number: u32, now: u64) -> bool {
        let acked = f64::from(number - self.snd_una);
        self.snd_una = number;
        self.next = self.next.max(number);
        self.dup_acks = 0;
        self.timeout = now + TIMEOUT_NS;
        match self.recover {
            Some(recover) if number < recover => {
                self.cwnd = (self.cwnd - acked + 1.0).max(1.0);
                return true;
            }
            Some(_) => {
                self.recover = None;
                self.cwnd = self.ssthresh;
            }
            None if self.cwnd < self.ssthresh => self.cwnd += 1.0,
            None => self.cwnd += 1.0 / self.cwnd,
        }
        false
    }

    /// A duplicate ACK. Returns whether it is the one that indicates a loss.
    fn repeat(&mut self) -> bool {
        self.dup_acks += 1;
        if self.recover.is_some() {
            self.cwnd += 1.0;
        } else if self.dup_acks == DUP_THRESH {
            self.halve();
            self.cwnd = self.ssthresh + f64::from(DUP_THRESH);
            self.recover = Some(self.next);
            return true;
        }
        false
    }

    fn time_out(&mut self, now: u64) {
        if self.next > 0 {
            self.halve();
            self.cwnd = 1.0;
            self.next = self.snd_una;
        }
        self.recover = None;
        self.timeout = now + TIMEOUT_NS;
    }

    fn halve(&mut self) {
        self.ssthresh = (f64::from(self.next - self.snd_una) / 2.0).max(2.0);
    }
}

impl Channel {
    fn new(to: u32, rate_mbps: u32, delay_ms: u32, limit_packets: u32) -> Channel {
        Channel {
            to,
            bits_per_s: u64::from(rate_mbps) * 1_000_000,
            delay_ns: u64::from(delay_ms) * 1_000_000,
            limit: limit_packets as usize,
            queue: VecDeque::new(),
            pipe: VecDeque::new(),
            busy_until: 0,
            departure_due: false,
        }
    }
}
