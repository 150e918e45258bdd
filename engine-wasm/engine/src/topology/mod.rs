//! Routes over the graph of nodes and channels.

use std::collections::VecDeque;

/// No way to go.
pub const NO_ROUTE: u32 = u32::MAX;

/// A channel as the router sees it.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Node that sends.
    pub from: u32,
    /// Node that receives.
    pub to: u32,
}

/// For one destination: the channel to take at each node, or [`NO_ROUTE`].
///
/// Fewest hops; among those the channel that stands first in `edges`. Hosts forward like routers, so any graph works.
pub fn next_hops(nodes: u32, edges: &[Edge], destination: u32) -> Vec<u32> {
    let mut hops = vec![u32::MAX; nodes as usize];
    hops[destination as usize] = 0;
    // Incoming channels per node, so that the search is linear in the graph.
    let mut incoming = vec![Vec::new(); nodes as usize];
    for (index, edge) in edges.iter().enumerate() {
        incoming[edge.to as usize].push((index as u32, edge.from));
    }
    let mut waiting = VecDeque::from([destination]);
    while let Some(node) = waiting.pop_front() {
        for &(_, from) in &incoming[node as usize] {
            if hops[from as usize] == u32::MAX {
                hops[from as usize] = hops[node as usize] + 1;
                waiting.push_back(from);
            }
        }
    }
    let mut next = vec![NO_ROUTE; nodes as usize];
    for (index, edge) in edges.iter().enumerate() {
        let (here, there) = (hops[edge.from as usize], hops[edge.to as usize]);
        if there != u32::MAX && there + 1 == here && next[edge.from as usize] == NO_ROUTE {
            next[edge.from as usize] = index as u32;
        }
    }
    next
}

/// The channels from `from` to `to`; nothing if there is no way.
pub fn path(nodes: u32, edges: &[Edge], from: u32, to: u32) -> Option<Vec<u32>> {
    let next = next_hops(nodes, edges, to);
    let (mut node, mut path) = (from, Vec::new());
    while node != to {
        let channel = next[node as usize];
        if channel == NO_ROUTE {
            return None;
        }
        path.push(channel);
        node = edges[channel as usize].to;
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edges(pairs: &[(u32, u32)]) -> Vec<Edge> {
        pairs.iter().map(|&(from, to)| Edge { from, to }).collect()
    }

    #[test]
    fn takes_the_fewest_hops_and_the_first_of_equals() {
        // 0 → 1 → 3, 0 → 2 → 3, and 0 → 4 → 5 → 3.
        let edges = edges(&[(0, 4), (4, 5), (5, 3), (0, 2), (2, 3), (0, 1), (1, 3)]);
        assert_eq!(next_hops(6, &edges, 3), [3, 6, 4, NO_ROUTE, 1, 2]);
    }

    #[test]
    fn an_island_has_no_route() {
        assert_eq!(next_hops(3, &edges(&[(0, 1), (1, 0)]), 1), [0, NO_ROUTE, NO_ROUTE]);
    }
}
