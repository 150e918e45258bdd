//! The event queue, ordered by (time, sequence number), so that ties are first-in first-out.
//!
//! An entry is one 128-bit number, (time, sequence number, target), so that a single comparison orders two
//! events. The sequence number is taken when the cause happens. A packet in flight takes it at transmission,
//! and its arrival enters the queue with that number once the packet is at the head of its link's pipe.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::units::Time;

/// Kind of an event. Its `index` is that of a channel or a packet, or `flow * TIMERS + timer`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The packet at the head of a channel's pipe arrives.
    Arrival,
    /// A channel finished a transmission while packets were waiting.
    Departure,
    /// A timer of a flow fires.
    Timer,
    /// A packet arrives that is not in a pipe: it was reordered, or a test uses the plain queue of all
    /// events.
    LoneArrival,
}

const INDEX_BITS: u32 = 22;
const TARGET_BITS: u32 = INDEX_BITS + 2;
/// Largest index of a target, which limits the number of channels, packets and timers.
pub const MAX_INDEX: u32 = (1 << INDEX_BITS) - 1;

/// An event with its position in the order of events.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event(u128);

/// A position among the events of the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seq(u64);

impl Event {
    /// The event of `kind` for `index` at `time`, with sequence number `seq`.
    #[inline]
    pub fn new(time: Time, seq: Seq, kind: Kind, index: u32) -> Event {
        debug_assert!(index <= MAX_INDEX);
        let low = (seq.0 << TARGET_BITS) | (kind as u64) << INDEX_BITS | u64::from(index);
        Event(u128::from(time.0) << 64 | u128::from(low))
    }

    /// Time of the event.
    #[inline]
    pub fn time(self) -> Time {
        Time((self.0 >> 64) as u64)
    }

    /// Its position among the events of the same time.
    #[inline]
    pub fn seq(self) -> Seq {
        Seq(self.0 as u64 >> TARGET_BITS)
    }

    /// Its kind and index.
    #[inline]
    pub fn target(self) -> (Kind, u32) {
        let low = self.0 as u32;
        let kind = match low >> INDEX_BITS & 3 {
            0 => Kind::Arrival,
            1 => Kind::Departure,
            2 => Kind::Timer,
            _ => Kind::LoneArrival,
        };
        (kind, low & MAX_INDEX)
    }
}

/// The events as a binary heap. The standard library's heap sifts to the bottom first, which suits events
/// that are mostly late.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<Event>>,
    next_seq: u64,
}

impl EventQueue {
    /// Takes the next sequence number.
    #[inline]
    pub fn take_seq(&mut self) -> Seq {
        self.next_seq += 1;
        Seq(self.next_seq)
    }

    /// The next event.
    #[inline]
    pub fn peek(&self) -> Option<Event> {
        self.heap.peek().map(|e| e.0)
    }

    /// The next event, if it is before `until`.
    #[inline(always)]
    pub fn peek_before(&self, until: Time) -> Option<Event> {
        self.peek().filter(|event| event.time() < until)
    }

    /// Adds an event.
    #[inline]
    pub fn push(&mut self, event: Event) {
        self.heap.push(Reverse(event));
    }

    /// Reserves the position of an event at `time` for `kind` and `index`, and returns it.
    #[inline]
    pub fn schedule(&mut self, time: Time, kind: Kind, index: u32) -> Seq {
        let seq = self.take_seq();
        self.push(Event::new(time, seq, kind, index));
        seq
    }

    /// Removes the next event.
    #[inline]
    pub fn pop(&mut self) {
        self.heap.pop();
    }

    /// Removes the next event and adds another, in one pass instead of two.
    #[inline]
    pub fn replace_top(&mut self, event: Event) {
        if let Some(mut top) = self.heap.peek_mut() {
            *top = Reverse(event);
        }
    }

    /// All pending events, in no order.
    pub fn iter(&self) -> impl Iterator<Item = Event> {
        self.heap.iter().map(|e| e.0)
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether no event is pending.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Keeps only the events for which `keep` returns true, in the same order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Event) -> bool) {
        self.heap.retain(|e| keep(&e.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn order_is_by_time_then_first_in_first_out(times in prop::collection::vec(0u64..50, 1..300)) {
            let mut queue = EventQueue::default();
            for (i, &t) in times.iter().enumerate() {
                queue.schedule(Time(t), Kind::Timer, i as u32);
            }
            let mut expected: Vec<_> = times.iter().copied().zip(0u32..).collect();
            expected.sort();
            let mut got = Vec::new();
            while let Some(event) = queue.peek() {
                got.push((event.time().0, event.target().1));
                queue.pop();
            }
            prop_assert_eq!(got, expected);
        }

        #[test]
        fn replacing_the_top_equals_popping_and_pushing(times in prop::collection::vec(0u64..50, 2..100), new in 0u64..50) {
            let mut a = EventQueue::default();
            for (i, &t) in times.iter().enumerate() {
                a.schedule(Time(t), Kind::Arrival, i as u32);
            }
            let mut b = a.clone();
            let event = Event::new(Time(new), a.take_seq(), Kind::Departure, 7);
            a.replace_top(event);
            b.pop();
            b.push(event);
            while let Some(event) = a.peek() {
                prop_assert_eq!(Some(event), b.peek());
                a.pop();
                b.pop();
            }
            prop_assert!(b.is_empty());
        }
    }
}
