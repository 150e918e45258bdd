//! What becomes of packets on their way, beside the time that it takes: losses, reordering, and somebody who looks on.
//!
//! All of it is rare and stands behind one pointer, so that a plain channel asks one question a packet.

use super::behaviours::Behaviours;
use super::losses::Losses;
use crate::core::packet::{Options, Packet};
use crate::core::random::Rng;
use crate::scenario;
use crate::units::{Nanos, Time};

/// A packet whose transmission began, as a tap sees it.
#[derive(Clone, Copy, Debug)]
pub struct TransmittedPacket {
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

/// What becomes of a packet on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelOutcome {
    /// It arrives in its order.
    Arrives,
    /// It never arrives.
    Lost,
    /// It arrives at this time, whatever was sent behind it.
    Late(Time),
}

/// Packets that are held back while others overtake them.
#[derive(Clone, Copy, Debug)]
struct Reordering {
    rate: f64,
    delay: Nanos,
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Impairments {
    losses: Option<Losses>,
    reordering: Option<Reordering>,
    /// The link gives up packets after some retries.
    gives_up: bool,
    /// It does so with the packet being sent.
    pub(super) doomed: bool,
    /// What has passed since somebody took it, while a tap is on.
    pub(super) tap: Option<Vec<TransmittedPacket>>,
}

impl Impairments {
    /// As a document says, after what was there before; nothing, where nothing becomes of packets.
    pub(super) fn new(spec: &scenario::Channel, before: Impairments) -> Option<Box<Impairments>> {
        let reordering = spec.reorder.filter(|r| r.rate > 0.0 && r.delay_ms > 0.0);
        let impairments = Impairments {
            losses: Losses::new(spec, before.losses),
            reordering: reordering
                .map(|r| Reordering { rate: r.rate, delay: Nanos::from_millis(r.delay_ms) }),
            gives_up: Behaviours::loses(spec),
            doomed: false,
            tap: before.tap,
        };
        (!impairments.is_plain() || impairments.tap.is_some()).then(|| Box::new(impairments))
    }

    /// Whether every packet arrives in its order.
    pub(super) fn is_plain(&self) -> bool {
        self.losses.is_none() && self.reordering.is_none() && !self.gives_up
    }

    /// What becomes of the packet being sent; a tap gets it from `passing`.
    pub(super) fn fate(
        &mut self,
        rng: &mut Rng,
        passing: impl FnOnce() -> TransmittedPacket,
        arrival: Time,
    ) -> ChannelOutcome {
        let drawn = self.losses.as_mut().is_some_and(|losses| losses.draw(rng));
        let lost = std::mem::take(&mut self.doomed) || drawn;
        let late = self.reordering.filter(|r| !lost && rng.chance(r.rate)).map(|r| arrival + r.delay);
        if let Some(tap) = &mut self.tap {
            tap.push(TransmittedPacket { lost, arrival: late.unwrap_or(arrival), ..passing() });
        }
        match late {
            _ if lost => ChannelOutcome::Lost,
            Some(arrival) => ChannelOutcome::Late(arrival),
            None => ChannelOutcome::Arrives,
        }
    }
}
