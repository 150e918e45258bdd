//! Packets, and the slab that holds them while they are in the network.

use crate::sections::coded;

/// Index of a packet in the slab.
pub type PacketId = u32;

/// A range of bytes that the receiver holds out of order: the first byte, and one past the last.
pub type SackBlock = (u64, u64);

coded! {
    /// Kind of a packet, for drawing and for the digest.
    pub enum PacketKind {
        /// Payload sent for the first time.
        Data,
        /// An ACK without payload.
        Ack,
        /// Retransmitted payload.
        Retransmission,
        /// SYN, FIN and window probes.
        Control,
    }
}

/// The two bits of the ECN field (RFC 3168, section 5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(u8)]
pub enum Ecn {
    /// Not-ECT: the packet is dropped where ECN-capable ones are marked.
    #[default]
    NotEct = 0,
    /// ECT(1): ECN-capable, from a scalable controller (RFC 9331).
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

/// Counters of the Accurate ECN option, modulo 2²⁴ (RFC 9768, section 3.2.3): payload bytes that arrived with
/// the sender's codepoint, and with CE.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EcnBytes {
    /// EE0B or EE1B: bytes that arrived with ECT(0) or ECT(1), whichever the sender uses.
    pub ect: u32,
    /// ECEB: bytes that arrived with CE.
    pub ce: u32,
}

/// TCP options of ACKs, which few packets have.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Ranges that the receiver holds out of order, the most recent first (RFC 2018, section 4). The packet
    /// has their number.
    pub sacks: [SackBlock; MAX_SACKS],
    /// Byte counters of Accurate ECN, valid if the packet's flags have [`Flags::ECN_BYTES`].
    pub ecn: EcnBytes,
}

/// The options of a packet without any.
pub const NO_OPTIONS: Options = Options { sacks: [(0, 0); MAX_SACKS], ecn: EcnBytes { ect: 0, ce: 0 } };

/// TCP flags.
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
    /// The acknowledgement number is valid.
    pub const ACK: Flags = Flags(2);
    /// The sender has no more data.
    pub const FIN: Flags = Flags(4);
    /// ECN-Echo.
    pub const ECE: Flags = Flags(8);
    /// Congestion window reduced.
    pub const CWR: Flags = Flags(16);
    /// Accurate ECN (RFC 9768).
    pub const AE: Flags = Flags(32);
    /// The packet's options include the byte counters of Accurate ECN.
    pub const ECN_BYTES: Flags = Flags(64);
    /// AE, CWR and ECE are a counter instead of three flags.
    pub const ACE: Flags = Flags(128);

    /// The ACE field of RFC 9768: the three bits AE, CWR and ECE as a number.
    pub const fn ace(self) -> u8 {
        (self.0 >> 3 & 1) | (self.0 >> 4 & 1) << 1 | (self.0 >> 5 & 1) << 2
    }

    /// The flags that encode `ace` in that field.
    pub const fn of_ace(ace: u8) -> Flags {
        Flags((ace & 1) << 3 | (ace >> 1 & 1) << 4 | (ace >> 2 & 1) << 5).with(Flags::ACE)
    }

    /// Whether it is an ECN-Echo and not a bit of the ACE counter.
    pub const fn echoes(self) -> bool {
        self.0 & (Flags::ECE.0 | Flags::ACE.0) == Flags::ECE.0
    }

    /// Whether all flags of `other` are set.
    pub fn has(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    /// The union of both sets.
    pub const fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

/// A packet in the network. It fills one cache line; the fields that every hop uses come first. Its
/// [`Options`] are stored next to it in the slab.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub struct Packet {
    /// Index of the endpoint to which it is addressed.
    pub to: u32,
    /// Bytes on the wire, headers included.
    pub size: u32,
    /// Index of its flow.
    pub flow: u32,
    /// The channel that carries it, if it arrives out of the order of that channel's pipe.
    pub channel: u32,
    /// What it is.
    pub kind: PacketKind,
    /// ECN field.
    pub ecn: Ecn,
    /// TCP flags.
    pub flags: Flags,
    /// Whether it goes from the flow's receiver to its sender.
    pub back: bool,
    /// Which of the flow's successive connections it belongs to.
    pub generation: u8,
    /// Number of SACK blocks.
    pub sacks: u8,
    /// Which of the flow's simultaneous connections it belongs to.
    pub connection: u16,
    /// Bytes of payload.
    pub len: u32,
    /// Advertised window in bytes.
    pub window: u32,
    /// Sequence number of the first byte of payload.
    pub seq: u64,
    /// Next byte that the sender of this packet expects.
    pub ack: u64,
    /// Timestamp of RFC 7323: in data the sender's clock (TSval), in ACKs its echo (TSecr).
    pub timestamp: u64,
    /// In ACKs the receiver's clock (TSval), ns; its difference from the echo is the one-way delay. 0 in
    /// data, because it is not echoed.
    pub clock: u64,
}

impl Packet {
    /// Whether the packet has [`Options`] in the slab.
    #[inline]
    pub fn has_options(&self) -> bool {
        self.sacks > 0 || self.flags.has(Flags::ECN_BYTES)
    }
}

const _: () = assert!(size_of::<Packet>() <= 64);

/// The fields that a hop needs. They are passed along with the packet, so that the slab is accessed only at
/// both ends and where the packet is queued.
#[derive(Clone, Copy, Default, Debug)]
pub struct PacketRef {
    /// Its index in the slab.
    pub id: PacketId,
    /// Index of the endpoint to which it is addressed.
    pub to: u32,
    /// Bytes on the wire, headers included.
    pub size: u32,
}

impl PacketRef {
    /// A reference to a packet in the slab.
    #[inline]
    pub fn new(id: PacketId, packet: &Packet) -> PacketRef {
        PacketRef { id, to: packet.to, size: packet.size }
    }
}

/// Maximum number of SACK blocks in a packet. Timestamps and the Accurate ECN option each take the space of
/// one (RFC 2018, section 3).
pub const MAX_SACKS: usize = 4;

/// All packets in the network. Entries are reused, so that a steady state does not allocate.
#[derive(Clone, Debug, Default)]
pub struct Slab {
    packets: Vec<Packet>,
    free: Vec<PacketId>,
    /// Place of each packet's options in `options`; meaningful only for packets that have some.
    places: Vec<u32>,
    options: Vec<Options>,
    /// Unused places.
    free_places: Vec<u32>,
}

impl Slab {
    /// Stores `packet`.
    #[inline(always)]
    pub fn insert(&mut self, packet: Packet) -> PacketId {
        let id = match self.free.pop() {
            Some(id) => id,
            None => self.grow(),
        };
        self.packets[id as usize] = packet;
        id
    }

    /// Adds an entry.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> PacketId {
        self.packets.push(Packet::default());
        self.places.push(0);
        // Reserves room for all entries to be free at once, so that removing a packet never allocates.
        self.free.reserve(self.packets.capacity() - self.free.len());
        self.packets.len() as PacketId - 1
    }

    /// Stores as many SACK blocks as fit in a packet.
    pub fn set_sacks(&mut self, id: PacketId, blocks: &[SackBlock]) {
        let n = blocks.len().min(MAX_SACKS);
        self.options_mut(id).sacks[..n].copy_from_slice(&blocks[..n]);
        self.packets[id as usize].sacks = n as u8;
    }

    /// Stores the byte counters of Accurate ECN of a packet.
    pub fn set_ecn_bytes(&mut self, id: PacketId, bytes: EcnBytes) {
        self.options_mut(id).ecn = bytes;
        let flags = &mut self.packets[id as usize].flags;
        *flags = flags.with(Flags::ECN_BYTES);
    }

    /// The options of a packet, with a place if it has none yet. The caller makes it have some.
    fn options_mut(&mut self, id: PacketId) -> &mut Options {
        let place = &mut self.places[id as usize];
        if !self.packets[id as usize].has_options() {
            *place = self.free_places.pop().unwrap_or_else(|| {
                self.options.push(NO_OPTIONS);
                self.options.len() as u32 - 1
            });
        }
        &mut self.options[*place as usize]
    }

    /// The options of a packet.
    #[inline]
    pub fn options(&self, id: PacketId) -> &Options {
        if self.packets[id as usize].has_options() {
            &self.options[self.places[id as usize] as usize]
        } else {
            &NO_OPTIONS
        }
    }

    /// Removes a packet.
    pub fn remove(&mut self, id: PacketId) {
        if self.packets[id as usize].has_options() {
            self.take_options(id);
        }
        self.release(id);
    }

    /// Removes the options of a packet that has some, before [`Slab::release`].
    #[inline(never)]
    pub fn take_options(&mut self, id: PacketId) -> Options {
        let place = self.places[id as usize];
        self.free_places.push(place);
        self.options[place as usize]
    }

    /// Removes a packet without options.
    #[inline(always)]
    pub fn release(&mut self, id: PacketId) {
        self.free.push(id);
    }

    /// Visits all packets in the network.
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
