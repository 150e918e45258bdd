//! Converts the engine's packets to headers, with fields that the engine does not store per packet.
//!
//! The engine sends data in one direction and does not store what is the same in every packet of a connection. This module adds
//! addresses, ports, initial sequence numbers (0 at both ends), the receiver's own sequence number, the sender's window (65,535 bytes:
//! nothing is sent to it), its echo of the receiver's timestamps (0), and what SYNs negotiate. The packet has everything else.

use std::collections::BTreeMap;

use super::headers::{self, Address, Ip, Ports, SynOptions, Tcp, ace, flag};
use crate::congestion::ControllerKind;
use crate::core::packet::{Ecn, Flags, Packet, PacketKind};
use crate::link::TransmittedPacket;
use crate::transport::flow::Flow;
use crate::transport::stack::{Feedback, RecoveryKind, Stack};
use crate::units::Nanos;

/// RFC 863: the discard port.
const SERVER_PORT: u16 = 9;
/// The first of the dynamic ports (RFC 6335, section 6).
const FIRST_PORT: u16 = 49_152;

/// The value of the ACE field in a handshake if the other end's packet arrived as Not-ECT (RFC 9768, section 3.1.2).
const NOT_ECT: u16 = 2;

/// Key of a connection: flow, generation, number.
type Key = (u32, u8, u16);

/// The connections seen so far.
#[derive(Clone, Debug, Default)]
pub struct Connections {
    known: BTreeMap<Key, Connection>,
    /// Number of connections so far.
    count: u16,
}

/// Fields that are constant for a connection.
#[derive(Clone, Debug)]
struct Connection {
    client: Address,
    server: Address,
    port: u16,
    stack: Stack,
    kind: Transport,
    /// Whether the handshake is complete; if so, another SYN opens another connection.
    open: bool,
    /// Sequence number after the sender's FIN, once seen. An ACK of it follows the receiver's own FIN.
    end: Option<u64>,
    /// Last timestamp of the sender.
    value: u32,
    /// Bytes of requests seen from the receiver.
    request_bytes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Transport {
    Tcp,
    Datagrams,
}

/// A packet as written to the file.
#[derive(Debug, Default)]
pub struct CapturedPacket {
    /// Headers, and the requested part of the payload.
    pub bytes: Vec<u8>,
    /// Length of the whole packet.
    pub length: u32,
    /// Whether it is the first packet of its connection.
    pub first: bool,
}

/// Address of a node by its number: 10.0.0.1 to 10.255.255.250.
pub fn address(node: u32) -> Address {
    [10, (node / 62_500) as u8, (node / 250 % 250) as u8, (node % 250 + 1) as u8]
}

impl Connections {
    /// Writes the headers of a packet of `flow`.
    pub fn write(&mut self, out: &mut CapturedPacket, passing: &TransmittedPacket, flow: &Flow) {
        let packet = &passing.packet;
        let key = (packet.flow, packet.generation, packet.connection);
        let begins = packet.flags.has(Flags::SYN) && !packet.back
            || packet.seq == 0 && packet.len > 0 && packet.kind == PacketKind::Data;
        // Connection numbers wrap around.
        let another = self.known.get(&key).is_none_or(|c| begins && c.open && c.kind == Transport::Tcp);
        if another {
            self.known.insert(key, Connection::new(flow, FIRST_PORT + self.count % (u16::MAX - FIRST_PORT)));
            self.count = self.count.wrapping_add(1);
        }
        out.first = another;
        let connection = self.known.get_mut(&key).expect("inserted above");
        connection.write(out, passing);
    }
}

impl Connection {
    fn new(flow: &Flow, port: u16) -> Connection {
        let kind = match flow.rows.algorithm.controller {
            ControllerKind::Window(_) => Transport::Tcp,
            ControllerKind::Rate(_) | ControllerKind::Unresponsive => Transport::Datagrams,
        };
        Connection {
            client: address(flow.from),
            server: address(flow.to),
            port,
            stack: flow.rows.stack(&flow.spec),
            kind,
            open: false,
            end: None,
            value: 0,
            request_bytes: 0,
        }
    }

    fn write(&mut self, out: &mut CapturedPacket, passing: &TransmittedPacket) {
        let packet = &passing.packet;
        let ecn = packet.ecn as u8;
        let (ip, ports) = if packet.back {
            let ports = Ports { from: SERVER_PORT, to: self.port };
            (Ip { from: self.server, to: self.client, ecn }, ports)
        } else {
            let ports = Ports { from: self.port, to: SERVER_PORT };
            (Ip { from: self.client, to: self.server, ecn }, ports)
        };
        out.length = match self.kind {
            Transport::Tcp => {
                let header = if packet.back { self.answer(passing) } else { self.request(packet) };
                if packet.back {
                    self.request_bytes = self.request_bytes.max(packet.seq + u64::from(packet.len));
                }
                headers::tcp(&mut out.bytes, &ip, ports, &header, packet.len)
            }
            // Feedback of a rate controller has no wire format, only a length.
            Transport::Datagrams if packet.back => {
                headers::udp(&mut out.bytes, &ip, ports, packet.size.saturating_sub(28))
            }
            Transport::Datagrams => headers::udp(&mut out.bytes, &ip, ports, packet.len),
        };
    }

    /// Headers of a packet from the sender.
    fn request(&mut self, packet: &Packet) -> Tcp {
        let syn = packet.flags.has(Flags::SYN);
        let first = !syn && !self.open;
        self.open |= !syn;
        let has = |ours: Flags, theirs: u16| if packet.flags.has(ours) { theirs } else { 0 };
        let mut flags = has(Flags::FIN, flag::FIN) | has(Flags::CWR, flag::CWR);
        flags |= match self.stack.feedback {
            _ if !self.stack.ecn => 0,
            Feedback::Accurate { .. } if syn => ace(7),
            // The ECN field of the SYN/ACK; later the number of marked ACKs, which is always zero.
            Feedback::Accurate { .. } => ace(if first && self.stack.handshake { NOT_ECT } else { 5 }),
            _ if syn => flag::ECE | flag::CWR,
            _ => 0,
        };
        flags |= if syn { flag::SYN } else { flag::ACK };
        // The last ACK has no timestamp; timestamps must not decrease.
        self.value = self.value.max(self.ticks(packet.timestamp));
        if packet.flags.has(Flags::FIN) {
            self.end = Some(packet.seq + 1);
        }
        Tcp {
            seq: if syn { 0 } else { after_syn(packet.seq) },
            ack: if syn { 0 } else { after_syn(packet.ack) },
            flags,
            window: u16::MAX,
            opening: syn.then(|| self.opening(0)),
            timestamps: self.stack.timestamps.then_some((self.value, 0)),
            ecn_bytes: None,
            sacks: Vec::new(),
        }
    }

    /// Headers of a packet from the receiver.
    fn answer(&self, passing: &TransmittedPacket) -> Tcp {
        let packet = &passing.packet;
        let (syn, fin) = (packet.flags.has(Flags::SYN), packet.flags.has(Flags::FIN));
        let has = |ours: Flags, theirs: u16| if packet.flags.has(ours) { theirs } else { 0 };
        let mut flags = flag::ACK | has(Flags::FIN, flag::FIN) | has(Flags::ECE, flag::ECE);
        flags |= has(Flags::AE, flag::AE) | has(Flags::CWR, flag::CWR);
        if syn {
            flags |= flag::SYN;
            flags |= match self.stack.feedback {
                _ if !self.stack.ecn => 0,
                Feedback::Accurate { .. } => ace(NOT_ECT),
                _ => flag::ECE,
            };
        }
        let shift = self.stack.window_shift();
        // The window of a SYN is not scaled (RFC 7323, section 2.2). Other windows are rounded up, so that they do not shrink.
        let window =
            if syn { u64::from(packet.window) } else { u64::from(packet.window).div_ceil(1 << shift) };
        let fin_acknowledged = !fin && self.end.is_some_and(|end| packet.ack >= end);
        let seq = match packet.len {
            0 if syn => 0,
            0 => after_syn(self.request_bytes) + u32::from(fin_acknowledged),
            _ => after_syn(packet.seq),
        };
        let bytes = packet.flags.has(Flags::ECN_BYTES).then_some(passing.options.ecn);
        let blocks = &passing.options.sacks[..usize::from(packet.sacks)];
        Tcp {
            seq,
            ack: after_syn(packet.ack),
            flags,
            window: window.min(u64::from(u16::MAX)) as u16,
            opening: syn.then(|| self.opening(shift as u8)),
            timestamps: self
                .stack
                .timestamps
                .then(|| (self.ticks(packet.clock), self.ticks(packet.timestamp))),
            ecn_bytes: bytes.map(|bytes| (bytes, self.stack.ect == Ecn::Ect1)),
            sacks: blocks.iter().map(|&(from, to)| (after_syn(from), after_syn(to))).collect(),
        }
    }

    fn opening(&self, shift: u8) -> SynOptions {
        SynOptions {
            mss: self.stack.mss as u16,
            sack_permitted: self.stack.recovery == RecoveryKind::Sack,
            window_scale: self.stack.window_scaling.then_some(shift),
        }
    }

    /// An engine timestamp in ticks of the timestamp clock; in µs if the clock is exact.
    fn ticks(&self, timestamp: u64) -> u32 {
        let Nanos(tick) = self.stack.timestamp_tick;
        (timestamp / if tick == 0 { 1000 } else { tick }) as u32
    }
}

/// The sequence number on the wire: the SYN takes the first number, and 32-bit numbers wrap around.
fn after_syn(number: u64) -> u32 {
    number.wrapping_add(1) as u32
}
