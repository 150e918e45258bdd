//! A first-in first-out queue of small values.

/// Values in a ring whose size is a power of two, so that a place in it needs no comparison.
#[derive(Clone, Debug)]
pub struct Ring<T> {
    items: Vec<T>,
    /// Number of values removed so far; the place of the first one, modulo the size of the ring.
    removed: usize,
    len: usize,
}

impl<T> Default for Ring<T> {
    fn default() -> Self {
        Ring { items: Vec::new(), removed: 0, len: 0 }
    }
}

impl<T: Copy> Ring<T> {
    /// Place of the value at position `at`, if the ring is not empty.
    #[inline]
    fn place(&self, at: usize) -> usize {
        self.removed.wrapping_add(at) & self.items.len().wrapping_sub(1)
    }

    /// Number of values.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value that was added first.
    #[inline]
    pub fn front(&self) -> Option<&T> {
        if self.len == 0 { None } else { self.items.get(self.place(0)) }
    }

    /// Removes the value that was added first, if there is one.
    #[inline]
    pub fn remove_front(&mut self) {
        let there = usize::from(self.len > 0);
        self.len -= there;
        self.removed = self.removed.wrapping_add(there);
    }

    /// Adds a value.
    #[inline]
    pub fn push_back(&mut self, item: T) {
        if self.len == self.items.len() {
            self.grow(item);
        }
        let place = self.place(self.len);
        self.items[place] = item;
        self.len += 1;
    }

    /// Doubles the ring. `filler` is put into the new places.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, filler: T) {
        let size = (2 * self.len).max(4);
        let mut items = Vec::with_capacity(size);
        items.extend(self.iter());
        items.resize(size, filler);
        (self.items, self.removed) = (items, 0);
    }

    /// The values in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.len).map(|at| &self.items[self.place(at)])
    }
}

#[cfg(test)]
mod tests {
    use super::Ring;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn behaves_like_a_queue(adds in prop::collection::vec(0u8..3, 1..400)) {
            let (mut ring, mut queue) = (Ring::default(), VecDeque::new());
            for (i, add) in adds.into_iter().enumerate() {
                if add > 0 {
                    ring.push_back(i);
                    queue.push_back(i);
                } else {
                    ring.remove_front();
                    queue.pop_front();
                }
                prop_assert_eq!((ring.len(), ring.front()), (queue.len(), queue.front()));
            }
            prop_assert!(ring.iter().eq(&queue));
        }
    }
}
