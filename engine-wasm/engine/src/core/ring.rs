//! A first-in first-out queue of small values.

/// Values in a ring whose size is a power of two, so that a place in it needs no comparison.
#[derive(Debug)]
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

/// A copy has no more room than its values need, because most copies are snapshots.
impl<T: Copy + Default> Clone for Ring<T> {
    fn clone(&self) -> Self {
        if self.len == 0 { Ring::default() } else { self.with_room_for(self.len.next_power_of_two()) }
    }
}

impl<T: Copy + Default> Ring<T> {
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

    /// Removes the value that was added first, and returns it with the one that is first then. Panics if the
    /// ring is empty.
    #[inline(always)]
    pub fn take_front(&mut self) -> (T, Option<&T>) {
        self.len = self.len.checked_sub(1).expect("a value");
        let first = self.items[self.place(0)];
        self.removed = self.removed.wrapping_add(1);
        (first, self.front())
    }

    /// Adds a value.
    #[inline]
    pub fn push_back(&mut self, item: T) {
        if self.len == self.items.len() {
            self.grow();
        }
        let place = self.place(self.len);
        self.items[place] = item;
        self.len += 1;
    }

    /// Doubles the ring.
    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        *self = self.with_room_for((2 * self.len).max(4));
    }

    /// A copy with places for `size` values, a power of two.
    fn with_room_for(&self, size: usize) -> Ring<T> {
        let mut items = Vec::with_capacity(size);
        items.extend(self.iter());
        items.resize(size, T::default());
        Ring { items, removed: 0, len: self.len }
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
                } else if let Some(first) = queue.pop_front() {
                    prop_assert_eq!(ring.take_front(), (first, queue.front()));
                }
                prop_assert_eq!((ring.len(), ring.front()), (queue.len(), queue.front()));
                prop_assert!(ring.clone().iter().eq(&queue));
            }
            prop_assert!(ring.iter().eq(&queue));
        }
    }
}
