//! Routes: the channel that a packet takes next.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::topology::{Graph, NO_ROUTE, RouteRow};

/// The channel from each node towards each endpoint. Copies of a run share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    rows: Arc<[RouteRow]>,
    /// The channels of all rows.
    channels: Arc<[u32]>,
}

impl Routes {
    /// Routes through a graph of `nodes` nodes, to these endpoints.
    pub(super) fn new(graph: &Graph<'_>, nodes: u32, endpoints: &[u32]) -> Routes {
        // All paths to a node with a single neighbour pass that neighbour, so they are searched once for all of its neighbours.
        let mut next_hops = BTreeMap::new();
        let lasts: Vec<_> = endpoints.iter().map(|&endpoint| graph.last_hop(endpoint)).collect();
        for &(goal, _) in &lasts {
            next_hops.entry(goal).or_insert_with(|| graph.next_hops(goal));
        }
        let (mut rows, mut channels) = (Vec::with_capacity(nodes as usize), Vec::new());
        for node in 0..nodes {
            let start = channels.len() as u32;
            let mut different = next_hops.values().map(|next| next[node as usize]);
            let first = different.next().unwrap_or(NO_ROUTE);
            if !next_hops.contains_key(&node) && different.all(|channel| channel == first) {
                channels.push(first);
                rows.push(RouteRow { start, mask: 0 });
                continue;
            }
            channels.extend(lasts.iter().map(|(goal, last)| match last {
                Some(channel) if *goal == node => *channel,
                _ => next_hops[goal][node as usize],
            }));
            rows.push(RouteRow { start, mask: u32::MAX });
        }
        Routes { rows: rows.into(), channels: channels.into() }
    }

    /// The routes from a node.
    #[inline]
    pub(super) fn row(&self, node: u32) -> RouteRow {
        self.rows[node as usize]
    }

    /// The channel from the node with this row towards endpoint `to`, another node; [`NO_ROUTE`] if there is none.
    #[inline]
    pub(super) fn next(&self, RouteRow { start, mask }: RouteRow, to: u32) -> u32 {
        self.channels[(start + (to & mask)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Routes;
    use crate::topology::{Edge, Graph};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn takes_the_next_hops_of_each_endpoint(
            pairs in prop::collection::vec((0..8u32, 0..8u32), 0..24),
            endpoints in prop::collection::vec(0..8u32, 0..6),
        ) {
            let edges: Vec<_> = pairs.into_iter().map(|(from, to)| Edge { from, to }).collect();
            let graph = Graph::new(8, &edges);
            let routes = Routes::new(&graph, 8, &endpoints);
            for (to, &endpoint) in endpoints.iter().enumerate() {
                let next = graph.next_hops(endpoint);
                for node in (0..8).filter(|&node| node != endpoint) {
                    prop_assert_eq!(routes.next(routes.row(node), to as u32), next[node as usize]);
                }
            }
        }

        #[test]
        fn hosts_with_one_link_need_one_channel(hosts in 2..40u32) {
            let edges: Vec<_> =
                (1..=hosts).flat_map(|host| [Edge { from: host, to: 0 }, Edge { from: 0, to: host }]).collect();
            let endpoints: Vec<_> = (1..=hosts).collect();
            let routes = Routes::new(&Graph::new(hosts + 1, &edges), hosts + 1, &endpoints);
            prop_assert_eq!(routes.channels.len() as u32, 2 * hosts);
        }
    }
}
