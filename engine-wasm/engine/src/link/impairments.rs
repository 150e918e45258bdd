//! Impairments of packets on a link: losses and reordering; and taps, which record passing packets.
//!
//! All of them are rare and behind one pointer, so that a plain channel pays for one check per packet.

use super::behaviours::Behaviours;
use super::losses::Losses;
use crate::core::packet::{Options, Packet};
use crate::core::random::Rng;
use crate::scenario;
use crate::units::{Nanos, Time};

/// A packet whose transmission started, as recorded by a tap.
#[derive(Clone, Copy, Debug)]
pub struct TransmittedPacket {
    /// When its first bit was sent.
    pub departure: Time,
    /// When its last bit arrives at the other end.
    pub arrival: Time,
    /// The packet as it left the queue.
    pub packet: Packet,
    /// Its options, if it has any.
    pub options: Options,
    /// Whether it is lost.
    pub lost: bool,
}

/// Outcome of a packet's transmission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChannelOutcome {
    /// It arrives in its order.
    Arrives,
    /// It is lost.
    Lost,
    /// It arrives at this time, out of order.
    Late(Time),
}

/// Reordering: packets that are delayed while others overtake them.
#[derive(Clone, Copy, Debug)]
struct Reordering {
    rate: f64,
    delay: Nanos,
}

/// The impairments of a channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Impairments {
    losses: Option<Losses>,
    reordering: Option<Reordering>,
    /// Whether the link drops packets after its last retry.
    gives_up: bool,
    /// Whether it does so with the current packet.
    pub(super) lost_by_link: bool,
    /// Packets recorded since the last read, while a tap is active.
    pub(super) tap: Option<Vec<TransmittedPacket>>,
}

impl Impairments {
    /// Impairments as configured, taking over state; `None` if there are none.
    pub(super) fn new(spec: &scenario::Channel, before: Impairments) -> Option<Box<Impairments>> {
        let reordering = spec.reorder.filter(|r| r.rate > 0.0 && r.delay_ms > 0.0);
        let impairments = Impairments {
            losses: Losses::new(spec, before.losses),
            reordering: reordering
                .map(|r| Reordering { rate: r.rate, delay: Nanos::from_millis(r.delay_ms) }),
            gives_up: Behaviours::loses(spec),
            lost_by_link: false,
            tap: before.tap,
        };
        (!impairments.is_plain() || impairments.tap.is_some()).then(|| Box::new(impairments))
    }

    /// Whether every packet arrives in order.
    pub(super) fn is_plain(&self) -> bool {
        self.losses.is_none() && self.reordering.is_none() && !self.gives_up
    }

    /// Decides the outcome of the packet being sent. A tap gets it from `passing`.
    pub(super) fn outcome(
        &mut self,
        rng: &mut Rng,
        passing: impl FnOnce() -> TransmittedPacket,
        arrival: Time,
    ) -> ChannelOutcome {
        let drawn = self.losses.as_mut().is_some_and(|losses| losses.draw(rng));
        let lost = std::mem::take(&mut self.lost_by_link) || drawn;
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
