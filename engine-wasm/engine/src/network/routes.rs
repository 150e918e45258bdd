//! Routes: the channel that a packet takes next.

use crate::topology::{Graph, NO_ROUTE};

/// The channel from each node towards each endpoint. The routes of a node are adjacent in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    channels: Vec<u32>,
    endpoints: usize,
}

impl Routes {
    /// Routes through a graph of `nodes` nodes, to these endpoints.
    pub(super) fn new(graph: &Graph<'_>, nodes: u32, endpoints: &[u32]) -> Routes {
        let mut channels = vec![NO_ROUTE; nodes as usize * endpoints.len()];
        for (to, &endpoint) in endpoints.iter().enumerate() {
            for (node, channel) in graph.next_hops(endpoint).into_iter().enumerate() {
                channels[node * endpoints.len() + to] = channel;
            }
        }
        Routes { channels, endpoints: endpoints.len() }
    }

    /// The channel from `node` towards endpoint `to`; [`NO_ROUTE`] if there is none.
    #[inline]
    pub(super) fn next(&self, node: u32, to: u32) -> u32 {
        self.channels[node as usize * self.endpoints + to as usize]
    }
}
