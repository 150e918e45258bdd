//! The positions of the items of a list by their ids.

use std::collections::BTreeMap;
use std::ops::Index;

/// Positions of items by id. Indexing with an unknown id panics.
/// | One type is used for nodes, links and flows, so that the page's module contains the code of only one map.
#[derive(Clone, Debug, Default)]
pub struct Positions(BTreeMap<String, u32>);

impl Positions {
    /// The positions of a list whose ids are these, in its order.
    pub fn of<'a>(ids: impl IntoIterator<Item = &'a String>) -> Positions {
        let mut positions = Positions::default();
        for (position, id) in (0..).zip(ids) {
            positions.insert(id.clone(), position);
        }
        positions
    }

    /// Adds an id, or moves it.
    pub fn insert(&mut self, id: String, position: u32) {
        self.0.insert(id, position);
    }

    /// The position of an id; `None` if it is unknown.
    pub fn get(&self, id: &str) -> Option<u32> {
        self.0.get(id).copied()
    }
}

impl Index<&String> for Positions {
    type Output = u32;

    fn index(&self, id: &String) -> &u32 {
        &self.0[id]
    }
}
