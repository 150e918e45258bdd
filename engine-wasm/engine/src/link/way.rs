//! What becomes of packets on their way, beside the time that it takes: losses, and somebody who looks on.
//!
//! Both are rare and stand behind one pointer, so that a plain channel asks one question a packet.

use super::losses::Losses;
use crate::packet_sim::packet::{Options, Packet};
use crate::packet_sim::random::Rng;
use crate::units::Time;

/// A packet whose transmission began, as a tap sees it.
#[derive(Clone, Copy, Debug)]
pub struct Passing {
    /// When its first bit left.
    pub departure: Time,
    /// When its last bit is at the other end.
    pub arrival: Time,
    /// The packet as it left the queue.
    pub packet: Packet,
    /// Its options, where it has some.
    pub options: Options,
    /// It never arrives.
    pub lost: bool,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    pub(super) losses: Option<Losses>,
    /// What has passed since somebody took it, while a tap is on.
    pub(super) tap: Option<Vec<Passing>>,
}

impl Way {
    /// Nothing, where nothing becomes of packets.
    pub(super) fn new(losses: Option<Losses>, tap: Option<Vec<Passing>>) -> Option<Box<Way>> {
        (losses.is_some() || tap.is_some()).then(|| Box::new(Way { losses, tap }))
    }

    /// Whether the packet being sent is lost; a tap gets it from `passing`.
    pub(super) fn loses(&mut self, rng: &mut Rng, passing: impl FnOnce() -> Passing) -> bool {
        let lost = self.losses.as_mut().is_some_and(|losses| losses.draw(rng));
        if let Some(tap) = &mut self.tap {
            tap.push(Passing { lost, ..passing() });
        }
        lost
    }
}
