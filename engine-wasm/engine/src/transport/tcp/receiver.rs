//! The receiving end: reassembly, acknowledgements (RFC 5681, 2018, 7323, 3168), and flow control with a read
//! rate.

use super::ecn::{Echo, OPTION_BYTES};
use crate::core::digest::DigestEvent;
use crate::core::packet::{Ecn, Flags, MAX_SACKS, Packet, PacketKind, SackBlock};
use crate::transport::flow::{Io, TimerId};
use crate::transport::stack::Stack;
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

/// State of the connection at the receiver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Listening,
    Established,
    /// Its FIN was sent.
    Closing,
    Closed,
}

/// The receiving end of a connection.
#[derive(Clone, Debug)]
pub struct Receiver {
    stack: Stack,
    sack: bool,
    state: State,
    /// Next byte expected.
    next: u64,
    /// Ranges received out of order, the most recent first.
    blocks: Vec<SackBlock>,
    /// First byte of the lowest range; `u64::MAX` if there is none.
    lowest: u64,
    /// End of the data, once the FIN has arrived.
    fin: Option<u64>,
    /// Full segments that wait for a delayed ACK.
    unacked: u32,
    /// RFC 7323, TS.Recent and Last.ACK.sent.
    ts_recent: u64,
    last_ack: u64,
    echo: Echo,
    /// Bytes that the application has read.
    read: u64,
    read_since: Time,
    /// Right edge of the advertised window.
    edge: u64,
    /// The window when the application has read everything.
    full_window: u64,
}

/// Rounds a window as the header field does (RFC 7323, section 2).
fn scaled(stack: &Stack, window: u64) -> u64 {
    let shift = stack.window_shift();
    (window >> shift << shift).min(65_535 << shift)
}

impl Receiver {
    /// A receiver that waits for a connection.
    pub fn new(stack: Stack, sack: bool) -> Receiver {
        Receiver {
            echo: Echo::new(stack.feedback),
            sack,
            full_window: scaled(&stack, stack.receive_buffer),
            state: if stack.handshake { State::Listening } else { State::Established },
            stack,
            next: 0,
            blocks: Vec::new(),
            lowest: u64::MAX,
            fin: None,
            unacked: 0,
            ts_recent: 0,
            last_ack: 0,
            read: 0,
            read_since: Time::ZERO,
            edge: 0,
        }
    }

    /// Changes the options that concern the receiver.
    pub fn change(&mut self, stack: Stack, sack: bool) {
        self.full_window = scaled(&stack, stack.receive_buffer);
        self.echo.change(stack.feedback);
        self.stack = stack;
        self.sack = sack;
    }

    /// The window before the first ACK, with or without a handshake.
    pub fn initial_window(&self) -> u64 {
        self.full_window
    }

    /// Next byte expected.
    pub fn delivered(&self) -> u64 {
        self.next
    }

    /// A packet with `len` bytes of the application's own data from byte `seq` of it. It also carries an
    /// acknowledgement.
    pub fn request(&self, now: Time, seq: u64, len: u32) -> Packet {
        Packet {
            kind: PacketKind::Control,
            flags: Flags::ACK,
            seq,
            len,
            size: len + self.stack.overhead(),
            ack: self.next,
            window: self.edge.saturating_sub(self.next) as u32,
            timestamp: self.ts_recent,
            clock: self.stack.clock(now),
            ..Packet::default()
        }
    }

    /// A packet from the sender.
    pub fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet) {
        io.receive(packet);
        if packet.flags.has(Flags::SYN) {
            self.state = State::Established;
            self.note_timestamp(packet);
            return self.answer(io, Flags::SYN.with(Flags::ACK));
        }
        if self.state == State::Closing && packet.ack > 0 && packet.len == 0 && !packet.flags.has(Flags::FIN)
        {
            self.state = State::Closed;
            return;
        }
        self.note_timestamp(packet);
        if self.unacked > 0 && self.echo.differs(packet) {
            self.acknowledge(io);
        }
        let at_once = self.echo.note(packet);
        if packet.flags.has(Flags::FIN) {
            self.fin = Some(packet.seq + u64::from(packet.len));
        }
        let (from, to) = (packet.seq, packet.seq + u64::from(packet.len));
        let before = self.next;
        let in_window = to <= self.edge.max(self.initial_window());
        if packet.len > 0 && in_window && from <= self.next && to > self.next {
            self.next = to;
            if self.lowest <= self.next {
                self.take_reassembled();
            }
            io.deliver(before, self.next - before);
            // RFC 5681, section 4.2: a segment that fills a gap is acknowledged at once.
            let gap = !self.blocks.is_empty() || self.next != to;
            if self.close_if_complete(io) {
                return;
            }
            if gap || at_once {
                self.acknowledge(io);
            } else {
                self.delay(io);
            }
            return;
        }
        if packet.len > 0 && in_window {
            if self.stack.dsack && self.sack && self.holds(from, to) {
                return self.report((from, to), io);
            }
            if from > self.next {
                self.keep(from, to);
            }
        }
        if !self.close_if_complete(io) {
            self.acknowledge(io);
        }
    }

    /// The FIN is in order: answers with the receiver's own FIN. Returns whether it was in order.
    #[inline]
    fn close_if_complete(&mut self, io: &mut Io<'_>) -> bool {
        let complete = self.fin == Some(self.next) && self.state == State::Established;
        if complete {
            self.next += 1;
            self.fin = None;
            self.state = State::Closing;
            self.answer(io, Flags::FIN.with(Flags::ACK));
        }
        complete
    }

    /// RFC 7323, section 4.3: the timestamp to echo is that of the segment that the last ACK ended at.
    fn note_timestamp(&mut self, packet: &Packet) {
        if packet.seq <= self.last_ack && packet.timestamp >= self.ts_recent {
            self.ts_recent = packet.timestamp;
        }
    }

    /// Whether a range has arrived already.
    fn holds(&self, from: u64, to: u64) -> bool {
        to <= self.next || self.blocks.iter().any(|&(l, r)| l <= from && to <= r)
    }

    /// Reports a range that arrived again: it comes first, followed by the block that contains it, if there
    /// is one (RFC 2883, section 4).
    fn report(&mut self, duplicate: SackBlock, io: &mut Io<'_>) {
        let holder = self.blocks.iter().position(|&(l, r)| l <= duplicate.0 && duplicate.1 <= r);
        if let Some(holder) = holder {
            self.blocks[..=holder].rotate_right(1);
        }
        self.blocks.insert(0, duplicate);
        self.acknowledge(io);
        self.blocks.remove(0);
    }

    /// Stores a range that arrived out of order; the block that contains it comes first (RFC 2018, section
    /// 4).
    fn keep(&mut self, mut from: u64, mut to: u64) {
        self.blocks.retain(|&(l, r)| {
            let apart = r < from || l > to;
            if !apart {
                (from, to) = (from.min(l), to.max(r));
            }
            apart
        });
        self.blocks.insert(0, (from, to));
        self.lowest = self.lowest.min(from);
    }

    /// Removes ranges that are now in order.
    fn take_reassembled(&mut self) {
        while let Some(at) = self.blocks.iter().position(|&(l, _)| l <= self.next) {
            self.next = self.next.max(self.blocks[at].1);
            self.blocks.remove(at);
        }
        self.lowest = self.blocks.iter().map(|&(from, _)| from).min().unwrap_or(u64::MAX);
    }

    /// RFC 5681, section 4.2: an ACK for every b-th segment, or when the timer fires.
    #[inline]
    fn delay(&mut self, io: &mut Io<'_>) {
        self.unacked += 1;
        if self.unacked >= self.stack.delayed_ack {
            self.acknowledge(io);
        } else if self.unacked == 1 {
            io.set_timer(TimerId::DelayedAck, io.now + self.stack.delayed_ack_timer);
        }
    }

    /// The delayed-ACK timer expired.
    pub fn on_delayed_ack(&mut self, io: &mut Io<'_>) {
        if self.unacked > 0 {
            self.acknowledge(io);
        }
    }

    fn acknowledge(&mut self, io: &mut Io<'_>) {
        self.answer(io, Flags::ACK);
    }

    fn answer(&mut self, io: &mut Io<'_>, flags: Flags) {
        if self.unacked > 0 {
            self.unacked = 0;
            io.stop_timer(TimerId::DelayedAck);
        }
        let window = self.window(io.now);
        self.edge = self.edge.max(self.next + window);
        self.last_ack = self.next;
        let syn = flags.has(Flags::SYN);
        let pure = !syn && !flags.has(Flags::FIN);
        // The ECN flags of a SYN negotiate; they do not report marks.
        let (marks, counters) = if syn { (Flags::default(), None) } else { self.echo.answer() };
        let mut packet = Packet {
            kind: if pure { PacketKind::Ack } else { PacketKind::Control },
            flags: flags.with(marks),
            ecn: if syn { self.stack.ect_again } else { Ecn::NotEct },
            ack: self.next,
            window: window as u32,
            timestamp: self.ts_recent,
            clock: self.stack.clock(io.now),
            size: self.stack.overhead() + if syn { 8 } else { 0 },
            ..Packet::default()
        };
        let mut sacks: &[SackBlock] = &[];
        if self.sack && !self.blocks.is_empty() {
            // RFC 2018, section 3: other options take the space of blocks.
            let others = usize::from(self.stack.timestamps) + usize::from(counters.is_some());
            sacks = &self.blocks[..self.blocks.len().min(MAX_SACKS - others)];
            packet.size += 4 + 8 * sacks.len() as u32;
        }
        if counters.is_some() {
            packet.size += OPTION_BYTES;
        }
        io.flow.digest.add(io.now.0, DigestEvent::Ack, packet.ack, window as u32);
        io.send_back(packet, sacks, counters);
        if let Some(rate) = self.stack.read_rate {
            self.wait_for_reading(io, window, rate);
        }
    }

    /// The window to advertise: the free buffer, but never moving the right edge back.
    #[inline]
    fn window(&mut self, now: Time) -> u64 {
        let window = match self.stack.read_rate {
            None => self.full_window,
            Some(rate) => self.unread_window(now, rate),
        };
        window.max(self.edge.saturating_sub(self.next))
    }

    /// The free buffer with an application that reads at `rate`.
    fn unread_window(&mut self, now: Time, rate: Rate) -> u64 {
        let span = now.since(self.read_since).0;
        let bytes = u128::from(rate.0) * u128::from(span) / (8 * u128::from(NANOS_PER_SEC));
        self.read = (self.read + bytes as u64).min(self.next);
        self.read_since = now;
        let free = self.stack.receive_buffer.saturating_sub(self.next - self.read);
        // Silly windows are not advertised (RFC 9293, section 3.8.6.2.2).
        let useful = u64::from(self.stack.mss).min(self.stack.receive_buffer / 2);
        if free < useful { 0 } else { scaled(&self.stack, free) }
    }

    /// Only reading opens a closed window: set a timer for when two segments are free.
    #[inline(never)]
    fn wait_for_reading(&mut self, io: &mut Io<'_>, window: u64, rate: Rate) {
        let wanted = (2 * u64::from(self.stack.mss)).min(self.stack.receive_buffer / 2);
        if window < wanted {
            let missing = wanted - window;
            let wait = u128::from(missing) * 8 * u128::from(NANOS_PER_SEC) / u128::from(rate.0);
            io.set_timer(TimerId::Read, io.now + Nanos(wait as u64 + 1));
        }
    }

    /// The application has read data: tells the sender if that opened the window.
    pub fn on_read(&mut self, io: &mut Io<'_>) {
        let before = self.edge;
        let window = self.window(io.now);
        if self.next + window > before {
            self.acknowledge(io);
        } else if let Some(rate) = self.stack.read_rate {
            self.wait_for_reading(io, window, rate);
        }
    }
}
