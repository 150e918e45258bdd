//! Taps on links: who looks on while packets pass. The run stays the same, and a link without a tap pays nothing.

use super::Simulation;
use crate::link::{Channel, TransmittedPacket};

/// A packet that passed a tapped link.
#[derive(Clone, Copy, Debug)]
pub struct TappedPacket {
    /// Number of the channel.
    pub channel: usize,
    /// The packet.
    pub passing: TransmittedPacket,
}

/// Whether a channel is a direction of a link, by their ids.
fn is_of(channel: &Channel, link: &str) -> bool {
    channel.id.rsplit_once('/').is_some_and(|(of, _)| of == link)
}

impl Simulation {
    /// From now on keeps what passes both directions of a link, also of one that an edit adds, for [`Simulation::take_tapped`].
    pub fn tap(&mut self, link: &str) {
        self.net.channels.iter_mut().filter(|c| is_of(c, link)).for_each(Channel::tap);
        self.net.tapped.push(link.to_owned());
    }

    /// What has passed the taps on a link since this was asked last, in the order of channels and then of departures.
    pub fn take_tapped(&mut self, link: &str) -> Vec<TappedPacket> {
        let channels = self.net.channels.iter_mut().enumerate().filter(|(_, c)| is_of(c, link));
        let passed = |(channel, c): (usize, &mut Channel)| {
            c.take_tapped().into_iter().map(move |passing| TappedPacket { channel, passing })
        };
        channels.flat_map(passed).collect()
    }

    pub(super) fn is_tapped(&self, channel: &Channel) -> bool {
        self.net.tapped.iter().any(|link| is_of(channel, link))
    }

    /// Ids of the nodes so far; a node keeps its place.
    pub fn node_ids(&self) -> &[String] {
        &self.common.node_ids
    }
}
