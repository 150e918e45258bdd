//! First in, first out: where every discipline keeps its packets, all of them or those of one flow.

use std::collections::VecDeque;

use super::{Store, Waiting};

/// A list with its bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Fifo {
    packets: VecDeque<Waiting>,
    bytes: u64,
}

impl Fifo {
    #[inline]
    pub(super) fn push(&mut self, packet: Waiting) {
        self.bytes += u64::from(packet.size);
        self.packets.push_back(packet);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.size);
        Some(packet)
    }

    /// The packet that goes next.
    pub(super) fn front(&self) -> Option<&Waiting> {
        self.packets.front()
    }

    /// The packet that `at` others precede.
    pub(super) fn get(&self, at: usize) -> Option<&Waiting> {
        self.packets.get(at)
    }

    /// Takes out the packet that `at` others precede.
    pub(super) fn remove(&mut self, at: usize) -> Option<Waiting> {
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

    fn for_each(&self, show: &mut dyn FnMut(&Waiting)) {
        self.packets.iter().for_each(show);
    }
}
