//! The event queue, ordered by (time, sequence number), so that ties are first-in first-out.
//!
//! An entry is one 128-bit number, (time, sequence number, target), so that a single comparison orders two
//! events. The sequence number is taken when the cause happens. A packet in flight takes it at transmission,
//! and its arrival enters the queue with that number once the packet is at the head of its link's pipe.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::units::Time;

/// Kind of an event. Its `index` is that of a channel or a packet, or `timer_owner * TIMERS + timer`.
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
    UnorderedArrival,
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

    /// Number of its slot since time zero.
    #[inline]
    fn slot(self) -> u64 {
        self.time().0 >> SLOT_BITS
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
            _ => Kind::UnorderedArrival,
        };
        (kind, low & MAX_INDEX)
    }
}

/// Logarithm of a slot's duration in ns: 32.8 µs.
const SLOT_BITS: u32 = 15;
/// Slots of the wheel: 33.6 ms.
const SLOTS: usize = 1024;
const WORDS: usize = SLOTS / 64;
const NONE: u32 = u32::MAX;

/// An event in a slot of the wheel.
#[derive(Clone, Copy, Debug)]
struct Pending {
    event: Event,
    /// Index of another event of the same slot.
    next: u32,
}

/// The pending events, as a timing wheel.
///
/// Most events are due within a few milliseconds. They are sorted only when their slot is reached. Events of the
/// current slot are in a sorted list, and those beyond the wheel in a heap.
#[derive(Clone, Debug)]
pub struct EventQueue {
    /// All events up to the end of the current slot, the next one last.
    current: Vec<Event>,
    /// Number of the current slot since time zero.
    slot: u64,
    /// One event of each slot, or [`NONE`]. A slot's index is its number modulo `SLOTS`.
    heads: [u32; SLOTS],
    /// Which slots have events, as bits.
    occupied: [u64; WORDS],
    /// The events of the slots.
    pending: Vec<Pending>,
    /// First unused entry of `pending`; the unused ones form a list.
    free: u32,
    /// Events beyond the wheel.
    far: BinaryHeap<Reverse<Event>>,
    /// Slot of the first of them; `u64::MAX` without any.
    far_slot: u64,
    len: usize,
    next_seq: u64,
}

impl Default for EventQueue {
    fn default() -> Self {
        EventQueue {
            current: Vec::new(),
            slot: 0,
            heads: [NONE; SLOTS],
            occupied: [0; WORDS],
            pending: Vec::new(),
            free: NONE,
            far: BinaryHeap::new(),
            far_slot: u64::MAX,
            len: 0,
            next_seq: 0,
        }
    }
}

impl EventQueue {
    /// Takes the next sequence number.
    #[inline]
    pub fn take_seq(&mut self) -> Seq {
        self.next_seq += 1;
        Seq(self.next_seq)
    }

    /// The next event.
    pub fn peek(&self) -> Option<Event> {
        self.current.last().copied().or_else(|| self.iter().min())
    }

    /// The next event, if it is before `until`.
    #[inline(always)]
    pub fn peek_before(&mut self, until: Time) -> Option<Event> {
        if self.current.is_empty() {
            self.advance();
        }
        self.current.last().copied().filter(|event| event.time() < until)
    }

    /// Adds an event.
    #[inline]
    pub fn push(&mut self, event: Event) {
        self.len += 1;
        let slot = event.slot();
        let ahead = slot.wrapping_sub(self.slot);
        if ahead.wrapping_sub(1) < SLOTS as u64 - 1 {
            self.put(slot as usize % SLOTS, event);
        } else if slot <= self.slot {
            self.insert(event);
        } else {
            self.far.push(Reverse(event));
            self.far_slot = self.far_slot.min(slot);
        }
    }

    /// Reserves the position of an event at `time` for `kind` and `index`, and returns it.
    #[inline]
    pub fn schedule(&mut self, time: Time, kind: Kind, index: u32) -> Seq {
        let seq = self.take_seq();
        self.push(Event::new(time, seq, kind, index));
        seq
    }

    /// Removes the event that [`EventQueue::peek_before`] returned.
    #[inline]
    pub fn pop(&mut self) {
        let event = self.current.pop();
        debug_assert!(event.is_some());
        self.len -= usize::from(event.is_some());
    }

    /// Removes the event that [`EventQueue::peek_before`] returned, and adds another.
    #[inline]
    pub fn replace_top(&mut self, event: Event) {
        self.pop();
        self.push(event);
    }

    /// All pending events, in no order.
    pub fn iter(&self) -> impl Iterator<Item = Event> {
        let slots = self.heads.iter().flat_map(|&head| {
            let first = self.pending.get(head as usize);
            std::iter::successors(first, |pending| self.pending.get(pending.next as usize))
        });
        let far = self.far.iter().map(|event| event.0);
        self.current.iter().copied().chain(slots.map(|pending| pending.event)).chain(far)
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no event is pending.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Keeps only the events for which `keep` returns true, in the same order.
    pub fn retain(&mut self, mut keep: impl FnMut(&Event) -> bool) {
        let kept: Vec<_> = self.iter().filter(|event| keep(event)).collect();
        *self = EventQueue { slot: self.slot, next_seq: self.next_seq, ..EventQueue::default() };
        kept.into_iter().for_each(|event| self.push(event));
    }

    /// Adds an event to a slot of the wheel.
    #[inline]
    fn put(&mut self, index: usize, event: Event) {
        let pending = Pending { event, next: self.heads[index] };
        let place = self.free;
        if let Some(unused) = self.pending.get_mut(place as usize) {
            self.free = unused.next;
            *unused = pending;
            self.heads[index] = place;
        } else {
            self.heads[index] = self.pending.len() as u32;
            self.pending.push(pending);
        }
        self.occupied[index / 64] |= 1 << (index % 64);
    }

    /// Adds an event to the sorted list.
    #[inline]
    fn insert(&mut self, event: Event) {
        let mut place = self.current.len();
        self.current.push(event);
        while place > 0 && self.current[place - 1] < event {
            self.current[place] = self.current[place - 1];
            place -= 1;
        }
        self.current[place] = event;
    }

    /// Makes the next slot with an event the current one.
    #[inline(never)]
    fn advance(&mut self) {
        let wheel = self.next_slot();
        let slot = wheel.min(self.far_slot);
        if slot == u64::MAX {
            return;
        }
        self.slot = slot;
        if wheel == slot {
            self.open(slot as usize % SLOTS);
        }
        if self.far_slot == slot {
            self.take_far();
        }
    }

    /// Number of the next slot of the wheel that has events; `u64::MAX` if none has.
    #[inline]
    fn next_slot(&self) -> u64 {
        let start = self.slot + 1;
        let index = start as usize % SLOTS;
        let bits = self.occupied[index / 64] >> (index % 64);
        if bits != 0 { start + u64::from(bits.trailing_zeros()) } else { self.later_slot(start) }
    }

    /// The same, if it is not in the word of slot `start`, or before `start` in that word.
    fn later_slot(&self, start: u64) -> u64 {
        let (word, bit) = (start as usize % SLOTS / 64, start % 64);
        let found = (1..=WORDS).find(|distance| self.occupied[(word + distance) % WORDS] != 0);
        found.map_or(u64::MAX, |distance| {
            let bits = self.occupied[(word + distance) % WORDS];
            start + 64 * distance as u64 - bit + u64::from(bits.trailing_zeros())
        })
    }

    /// Moves the events of a slot into the sorted list.
    #[inline]
    fn open(&mut self, index: usize) {
        let first = self.heads[index];
        self.heads[index] = NONE;
        self.occupied[index / 64] &= !(1 << (index % 64));
        let mut place = first as usize;
        loop {
            let Pending { event, next } = self.pending[place];
            self.insert(event);
            if next == NONE {
                break;
            }
            place = next as usize;
        }
        self.pending[place].next = self.free;
        self.free = first;
    }

    /// Moves the events of the current slot from the heap into the sorted list.
    #[cold]
    fn take_far(&mut self) {
        while self.far_slot == self.slot
            && let Some(Reverse(event)) = self.far.pop()
        {
            self.insert(event);
            self.far_slot = self.far.peek().map_or(u64::MAX, |next| next.0.slot());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::Nanos;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// A time within a slot, the wheel, or beyond it.
    fn time() -> impl Strategy<Value = u64> {
        prop_oneof![0u64..50, 0u64..1 << SLOT_BITS, 0u64..(SLOTS as u64) << SLOT_BITS, 0u64..10_000_000_000]
    }

    /// All events, as they are removed.
    fn drained(queue: &mut EventQueue) -> Vec<Event> {
        std::iter::from_fn(|| queue.peek_before(Time::NEVER).inspect(|_| queue.pop())).collect()
    }

    proptest! {
        #[test]
        fn order_is_by_time_then_first_in_first_out(times in prop::collection::vec(time(), 1..300)) {
            let mut queue = EventQueue::default();
            for (i, &t) in times.iter().enumerate() {
                queue.schedule(Time(t), Kind::Timer, i as u32);
            }
            let mut expected: Vec<_> = times.iter().copied().zip(0u32..).collect();
            expected.sort();
            let got: Vec<_> = drained(&mut queue).iter().map(|e| (e.time().0, e.target().1)).collect();
            prop_assert_eq!(got, expected);
        }

        /// A run: each event schedules others after it, some of which replace it, and only some events are due.
        #[test]
        fn a_run_processes_events_in_order(delays in prop::collection::vec((time(), 0u8..4), 1..600), end in time()) {
            let mut queue = EventQueue::default();
            let mut reference = BTreeSet::new();
            let mut now = Time::ZERO;
            for (i, &(delay, action)) in (0..).zip(&delays) {
                let next = queue.peek_before(now + Nanos(end));
                prop_assert_eq!(next, reference.first().copied().filter(|e: &Event| e.time() < now + Nanos(end)));
                prop_assert_eq!(queue.peek(), reference.first().copied());
                if let Some(event) = next.filter(|_| action > 0) {
                    now = event.time();
                    reference.remove(&event);
                }
                let new = Event::new(now + Nanos(delay), queue.take_seq(), Kind::Timer, i);
                reference.insert(new);
                match next {
                    Some(_) if action == 1 => queue.replace_top(new),
                    Some(_) if action > 1 => {
                        queue.pop();
                        queue.push(new);
                    }
                    _ => queue.push(new),
                }
                prop_assert_eq!(queue.len(), reference.len());
                if i % 50 == 49 {
                    queue.retain(|event| event.target().1 % 5 > 0);
                    reference.retain(|event| event.target().1 % 5 > 0);
                }
            }
            prop_assert_eq!(queue.iter().collect::<BTreeSet<_>>(), reference.clone());
            prop_assert_eq!(drained(&mut queue), reference.into_iter().collect::<Vec<_>>());
            prop_assert!(queue.is_empty());
        }
    }
}
