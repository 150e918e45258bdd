//! Routes over the graph of nodes and channels.

use std::collections::{BTreeMap, VecDeque};

/// There is no route.
pub const NO_ROUTE: u32 = u32::MAX;

/// A node's part of the table of routes: a channel for each endpoint, or a single one for all, as at hosts with one link.
#[derive(Clone, Copy, Default, Debug)]
pub struct RouteRow {
    /// Place of the first channel.
    pub start: u32,
    /// All ones with a channel for each endpoint; zero with a single one.
    pub mask: u32,
}

/// A channel as the router sees it.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Sending node.
    pub from: u32,
    /// Receiving node.
    pub to: u32,
}

/// A graph of nodes and channels with an index, so that a search takes time proportional to its size.
#[derive(Clone, Debug)]
pub struct Graph<'a> {
    edges: &'a [Edge],
    /// Channels sorted by their receiving node, and the index of each node's first one.
    incoming: Vec<u32>,
    begins: Vec<u32>,
}

impl<'a> Graph<'a> {
    /// A graph of `nodes` nodes. A channel from a node to itself is ignored.
    pub fn new(nodes: u32, edges: &'a [Edge]) -> Graph<'a> {
        let mut begins = vec![0; nodes as usize + 1];
        for edge in edges {
            begins[edge.to as usize + 1] += 1;
        }
        for node in 0..nodes as usize {
            begins[node + 1] += begins[node];
        }
        let mut next = begins.clone();
        let mut incoming = vec![0; edges.len()];
        for (index, edge) in edges.iter().enumerate() {
            let place = &mut next[edge.to as usize];
            incoming[*place as usize] = index as u32;
            *place += 1;
        }
        Graph { edges, incoming, begins }
    }

    /// Channels to a node, in order.
    fn to(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.incoming[self.begins[node] as usize..self.begins[node + 1] as usize]
    }

    /// For one destination: the channel to take at each node, or [`NO_ROUTE`].
    ///
    /// Routes have the fewest hops; of several, the first channel in the document is taken. Hosts forward
    /// like routers, so any graph works.
    pub fn next_hops(&self, destination: u32) -> Vec<u32> {
        let mut hops = vec![u32::MAX; self.begins.len() - 1];
        hops[destination as usize] = 0;
        let mut waiting = VecDeque::from([destination]);
        while let Some(node) = waiting.pop_front() {
            for &channel in self.to(node) {
                let from = self.edges[channel as usize].from as usize;
                if hops[from] == u32::MAX {
                    hops[from] = hops[node as usize] + 1;
                    waiting.push_back(from as u32);
                }
            }
        }
        let mut next = vec![NO_ROUTE; hops.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            let (here, there) = (hops[edge.from as usize], hops[edge.to as usize]);
            if there != u32::MAX && there + 1 == here && next[edge.from as usize] == NO_ROUTE {
                next[edge.from as usize] = index as u32;
            }
        }
        next
    }

    /// Where the paths to `node` can be searched: its only neighbour, with the first channel from there, or else the
    /// node itself. All paths to a node with a single neighbour pass that neighbour.
    pub fn last_hop(&self, node: u32) -> (u32, Option<u32>) {
        let mut channels = self.to(node).iter().map(|&c| (self.edges[c as usize].from, c));
        let mut channels = channels.by_ref().filter(|&(from, _)| from != node);
        match channels.next() {
            Some((only, first)) if channels.all(|(from, _)| from == only) => (only, Some(first)),
            _ => (node, None),
        }
    }
}

/// Paths through a graph, searched once for all hosts behind the same router.
#[derive(Clone, Debug)]
pub struct Paths<'a> {
    graph: Graph<'a>,
    /// Channels to take, by destination.
    known: BTreeMap<u32, Vec<u32>>,
}

impl<'a> Paths<'a> {
    /// Paths in a graph of `nodes` nodes.
    pub fn new(nodes: u32, edges: &'a [Edge]) -> Paths<'a> {
        Paths { graph: Graph::new(nodes, edges), known: BTreeMap::new() }
    }

    /// The channels from `from` to `to`, by [`Graph::next_hops`]; `None` without a path.
    pub fn find(&mut self, from: u32, to: u32) -> Option<Vec<u32>> {
        if from == to {
            return Some(Vec::new());
        }
        let (goal, last) = self.graph.last_hop(to);
        let next = self.known.entry(goal).or_insert_with(|| self.graph.next_hops(goal));
        let (mut node, mut path) = (from, Vec::new());
        while node != goal {
            let channel = next[node as usize];
            if channel == NO_ROUTE {
                return None;
            }
            path.push(channel);
            node = self.graph.edges[channel as usize].to;
        }
        path.extend(last);
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn edges(pairs: &[(u32, u32)]) -> Vec<Edge> {
        pairs.iter().map(|&(from, to)| Edge { from, to }).collect()
    }

    #[test]
    fn takes_the_fewest_hops_and_the_first_of_equals() {
        // 0 → 1 → 3, 0 → 2 → 3, and 0 → 4 → 5 → 3.
        let edges = edges(&[(0, 4), (4, 5), (5, 3), (0, 2), (2, 3), (0, 1), (1, 3)]);
        assert_eq!(Graph::new(6, &edges).next_hops(3), [3, 6, 4, NO_ROUTE, 1, 2]);
    }

    #[test]
    fn an_island_has_no_route() {
        let edges = edges(&[(0, 1), (1, 0)]);
        assert_eq!(Graph::new(3, &edges).next_hops(1), [0, NO_ROUTE, NO_ROUTE]);
        assert_eq!(Paths::new(3, &edges).find(2, 1), None);
    }

    proptest! {
        #[test]
        fn a_path_follows_the_next_hops(pairs in prop::collection::vec((0..8u32, 0..8u32), 0..24), from in 0..8u32, to in 0..8u32) {
            let edges = edges(&pairs);
            let next = Graph::new(8, &edges).next_hops(to);
            let (mut node, mut path) = (from, Some(vec![]));
            while node != to {
                let channel = next[node as usize];
                if channel == NO_ROUTE {
                    path = None;
                    break;
                }
                path.as_mut().expect("so far").push(channel);
                node = edges[channel as usize].to;
            }
            prop_assert_eq!(Paths::new(8, &edges).find(from, to), path);
        }
    }
}
