//! Taps on links, which record passing packets. They do not affect the run, and cost nothing for other links.

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

/// Whether a channel belongs to a link, by their ids.
fn is_of(channel: &Channel, link: &str) -> bool {
    channel.id.rsplit_once('/').is_some_and(|(of, _)| of == link)
}

impl Simulation {
    /// Records packets in both directions of a link from now on, for [`Simulation::take_tapped`]. The link
    /// may be added by a later edit.
    pub fn tap(&mut self, link: &str) {
        self.net.channels.iter_mut().filter(|c| is_of(c, link)).for_each(Channel::tap);
        self.net.tapped.push(link.to_owned());
    }

    /// Packets recorded on a link since the last call, by channel and then by departure.
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

    /// Ids of all nodes so far; a node keeps its number.
    pub fn node_ids(&self) -> &[String] {
        &self.common.node_ids
    }
}
