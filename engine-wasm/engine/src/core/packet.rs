//! Packets, and the slab that they live in while they are in the network.

use crate::sections::coded;

/// Place of a packet in the slab.
pub type PacketId = u32;

/// A range of bytes that the receiver holds out of order: first byte, one past the last.
pub type SackBlock = (u64, u64);

coded! {
    /// What a packet is, as the drawing and the digest tell packets apart.
    pub enum PacketKind {
        /// Payload sent for the first time.
        Data,
        /// A pure acknowledgement.
        Ack,
        /// Payload sent again.
        Retransmission,
        /// SYN, FIN and window probes.
        Control,
    }
}

/// The two bits of the ECN field (RFC 3168, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Ecn {
    /// Not-ECT: the packet is dropped where others are marked.
    #[default]
    NotEct = 0,
    /// ECT(1): ECN-capable, of a scalable controller (RFC 9331).
    Ect1 = 1,
    /// ECT(0): ECN-capable.
    Ect0 = 2,
    /// Congestion experienced: a queue has marked it.
    Ce = 3,
}

impl Ecn {
    /// Whether a queue may mark the packet instead of dropping it.
    #[inline]
    pub fn capable(self) -> bool {
        self != Ecn::NotEct
    }
}

/// What the option of Accurate ECN counts, modulo 2²⁴ (RFC 9768, section 3.2.3): payload that came with the sender's codepoint, and
/// with CE.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EcnBytes {
    /// EE0B or EE1B: bytes that came with ECT(0) or ECT(1), whichever the sender sets.
    pub ect: u32,
    /// ECEB: bytes that came with CE.
    pub ce: u32,
}

/// What few packets have beside their header: TCP options of ACKs.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Ranges that the receiver holds out of order, the most recent first (RFC 2018, section 4); as many as the packet says.
    pub sacks: [SackBlock; MAX_SACKS],
    /// Byte counters of Accurate ECN, where the packet's flags say that it has them.
    pub ecn: EcnBytes,
}

/// The options of a packet without any.
pub const NO_OPTIONS: Options = Options { sacks: [(0, 0); MAX_SACKS], ecn: EcnBytes { ect: 0, ce: 0 } };

/// The TCP flags in use here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags(pub u8);

impl PacketKind {
    /// Whether it carries payload.
    pub fn is_data(self) -> bool {
        matches!(self, PacketKind::Data | PacketKind::Retransmission)
    }
}

impl Flags {
    /// Opens a connection.
    pub const SYN: Flags = Flags(1);
    /// The acknowledgement number counts.
    pub const ACK: Flags = Flags(2);
    /// The sender has no more data.
    pub const FIN: Flags = Flags(4);
    /// ECN echo.
    pub const ECE: Flags = Flags(8);
    /// Congestion window reduced.
    pub const CWR: Flags = Flags(16);
    /// Accurate ECN (RFC 9768).
    pub const AE: Flags = Flags(32);
    /// The byte counters of Accurate ECN are among the packet's options.
    pub const ECN_BYTES: Flags = Flags(64);
    /// AE, CWR and ECE are a counter, not three flags.
    pub const ACE: Flags = Flags(128);

    /// The ACE field of RFC 9768: the three bits AE, CWR and ECE as a number.
    pub const fn ace(self) -> u8 {
        (self.0 >> 3 & 1) | (self.0 >> 4 & 1) << 1 | (self.0 >> 5 & 1) << 2
    }

    /// The flags that say `ace` in that field.
    pub const fn of_ace(ace: u8) -> Flags {
        Flags((ace & 1) << 3 | (ace >> 1 & 1) << 4 | (ace >> 2 & 1) << 5).with(Flags::ACE)
    }

    /// Whether it is an ECN-Echo, and not a bit of a counter.
    pub const fn echoes(self) -> bool {
        self.0 & (Flags::ECE.0 | Flags::ACE.0) == Flags::ECE.0
    }

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Both sets together.
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// A packet on its way: one cache line, with what every hop reads or writes at its start. [`Options`] lie beside it in the slab.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Packet {
    /// Index of the endpoint that it goes to.
    pub to: u32,
    /// Bytes on the wire, headers included.
    pub size: u32,
    /// Index of its flow.
    pub flow: u32,
    /// Channel that carries it, where it arrives out of the order of that channel's pipe.
    pub channel: u32,
    /// What it is.
    pub kind: PacketKind,
    /// ECN field.
    pub ecn: Ecn,
    /// TCP flags.
    pub flags: Flags,
    /// Whether it goes from the flow's receiver to its sender.
    pub back: bool,
    /// Which of the flow's connections, one after the other, it belongs to.
    pub generation: u8,
    /// Number of SACK blocks.
    pub sacks: u8,
    /// Which of those that the flow has at once.
    pub connection: u16,
    /// Bytes of payload.
    pub len: u32,
    /// Advertised window in bytes.
    pub window: u32,
    /// Sequence number of the first byte of payload.
    pub seq: u64,
    /// Next byte that the sender of this packet expects.
    pub ack: u64,
    /// Timestamp of RFC 7323: the sender's clock in data (TSval), its echo in ACKs (TSecr).
    pub timestamp: u64,
    /// The receiver's clock in ACKs (TSval), ns: beside the echo it says how long the way there took. 0 in data: nobody echoes it.
    pub clock: u64,
}

impl Packet {
    /// Whether the slab has [`Options`] for it.
    #[inline]
    pub fn has_options(&self) -> bool {
        self.sacks > 0 || self.flags.has(Flags::ECN_BYTES)
    }
}

const _: () = assert!(size_of::<Packet>() <= 64);

/// What a hop needs of a packet. It travels with the packet, whose place in the slab then is touched at its ends and where it waits.
#[derive(Clone, Copy, Debug)]
pub struct PacketRef {
    /// Its place in the slab.
    pub id: PacketId,
    /// Index of the endpoint that it goes to.
    pub to: u32,
    /// Bytes on the wire, headers included.
    pub size: u32,
}

impl PacketRef {
    /// To a packet in the slab.
    #[inline]
    pub fn new(id: PacketId, packet: &Packet) -> PacketRef {
        PacketRef { id, to: packet.to, size: packet.size }
    }
}

/// Most SACK blocks in a packet; timestamps and the option of Accurate ECN take the place of one each (RFC 2018, section 3).
pub const MAX_SACKS: usize = 4;

/// All packets in the network. Places are used again, so that a steady state allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Slab {
    packets: Vec<Packet>,
    /// Of the packets that have some.
    options: Vec<Options>,
    free: Vec<PacketId>,
}

impl Slab {
    /// Gives `packet` a place.
    #[inline(always)]
    pub fn insert(&mut self, packet: Packet) -> PacketId {
        if let Some(id) = self.free.pop() {
            self.packets[id as usize] = packet;
            id
        } else {
            self.packets.push(packet);
            self.options.push(NO_OPTIONS);
            // Room for every place to be free at once: giving one back never allocates.
            self.free.reserve(self.packets.capacity() - self.free.len());
            self.packets.len() as PacketId - 1
        }
    }

    /// Gives a packet as many SACK blocks as fit.
    pub fn set_sacks(&mut self, id: PacketId, blocks: &[SackBlock]) {
        let n = blocks.len().min(MAX_SACKS);
        self.options[id as usize].sacks[..n].copy_from_slice(&blocks[..n]);
        self.packets[id as usize].sacks = n as u8;
    }

    /// Gives a packet the byte counters of Accurate ECN.
    pub fn set_ecn_bytes(&mut self, id: PacketId, bytes: EcnBytes) {
        self.options[id as usize].ecn = bytes;
        let flags = &mut self.packets[id as usize].flags;
        *flags = flags.with(Flags::ECN_BYTES);
    }

    /// The options of a packet that has some; those of another are of no meaning.
    #[inline]
    pub fn options(&self, id: PacketId) -> &Options {
        &self.options[id as usize]
    }

    /// Gives a place back.
    #[inline]
    pub fn remove(&mut self, id: PacketId) {
        self.free.push(id);
    }

    /// Shows all packets in the network.
    pub fn for_each(&self, see: &mut dyn FnMut(&Packet)) {
        let mut there = vec![true; self.packets.len()];
        self.free.iter().for_each(|&id| there[id as usize] = false);
        self.packets.iter().zip(there).filter(|(_, there)| *there).for_each(|(packet, _)| see(packet));
    }

    /// Packets in the network now.
    pub fn len(&self) -> u64 {
        (self.packets.len() - self.free.len()) as u64
    }

    /// Whether the network is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl std::ops::Index<PacketId> for Slab {
    type Output = Packet;
    #[inline]
    fn index(&self, id: PacketId) -> &Packet {
        &self.packets[id as usize]
    }
}

impl std::ops::IndexMut<PacketId> for Slab {
    #[inline]
    fn index_mut(&mut self, id: PacketId) -> &mut Packet {
        &mut self.packets[id as usize]
    }
}
