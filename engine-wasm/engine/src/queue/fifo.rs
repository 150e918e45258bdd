//! First in, first out: the store of every discipline, for all packets or for those of one flow.

use std::collections::VecDeque;

use super::{QueuedPacket, Store};

/// A list of packets with their total size.
#[derive(Clone, Debug, Default)]
pub(super) struct Fifo {
    packets: VecDeque<QueuedPacket>,
    bytes: u64,
}

impl Fifo {
    #[inline]
    pub(super) fn push(&mut self, packet: QueuedPacket) {
        self.bytes += u64::from(packet.size);
        self.packets.push_back(packet);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<QueuedPacket> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.size);
        Some(packet)
    }

    /// The packet at the head.
    pub(super) fn front(&self) -> Option<&QueuedPacket> {
        self.packets.front()
    }

    /// The packet at position `at`.
    pub(super) fn get(&self, at: usize) -> Option<&QueuedPacket> {
        self.packets.get(at)
    }

    /// Removes the packet at position `at`.
    pub(super) fn remove(&mut self, at: usize) -> Option<QueuedPacket> {
        let packet = self.packets.remove(at)?;
        self.bytes -= u64::from(packet.size);
        Some(packet)
    }
}

impl Store for Fifo {
    #[inline]
    fn len(&self) -> u32 {
        self.packets.len() as u32
    }

    #[inline]
    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        self.packets.iter().for_each(show);
    }
}
