//! Which channel a packet takes next.

use crate::topology::{Graph, NO_ROUTE};

/// The channel to take from each node to each endpoint. What a router knows lies together.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    channels: Vec<u32>,
    endpoints: usize,
}

impl Routes {
    /// Through a graph of so many nodes, to these of them.
    pub(super) fn new(graph: &Graph<'_>, nodes: u32, endpoints: &[u32]) -> Routes {
        let mut channels = vec![NO_ROUTE; nodes as usize * endpoints.len()];
        for (to, &endpoint) in endpoints.iter().enumerate() {
            for (node, channel) in graph.next_hops(endpoint).into_iter().enumerate() {
                channels[node * endpoints.len() + to] = channel;
            }
        }
        Routes { channels, endpoints: endpoints.len() }
    }

    /// The channel that leads from `node` to endpoint `to`; [`NO_ROUTE`] if none does.
    #[inline]
    pub(super) fn next(&self, node: u32, to: u32) -> u32 {
        self.channels[node as usize * self.endpoints + to as usize]
    }
}
