//! The event queue, ordered by (time, sequence number), so that ties are first-in first-out.
//!
//! An entry is one 128-bit number, (time, sequence number, target), so that a single comparison orders two
//! events. The sequence number is taken when the cause happens. A packet in flight takes it at transmission,
//! and its arrival enters the queue with that number once the packet is at the head of its link's pipe.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::RangeInclusive;

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
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
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

    /// The index of an arrival; `None` for other kinds.
    #[inline]
    pub fn arrival(self) -> Option<u32> {
        let low = self.0 as u32;
        // The kind of an arrival is zero.
        (low & (3 << INDEX_BITS) == 0).then_some(low & MAX_INDEX)
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

/// Bounds of the logarithm of a slot's duration in ns: 128 ns and 32.8 µs.
const SLOT_BITS: RangeInclusive<u32> = 7..=15;
/// Slots of the wheel: 33.6 ms with the longest ones.
const SLOTS: usize = 1024;
/// Slots in a group, so that a word has a bit for each group.
const GROUP: usize = SLOTS / u64::BITS as usize;
const NONE: u32 = u32::MAX;
/// Number of events after which the duration of slots is reviewed.
const REVIEW: u64 = 16_384;

/// An event with its place in a list.
#[derive(Clone, Copy, Debug)]
struct Pending {
    event: Event,
    /// Index of the next one of the list, or [`NONE`].
    next: u32,
}

/// The pending events, as a timing wheel.
///
/// Most events are due within a few milliseconds. They are sorted only when their slot is opened: until then
/// a slot is a list in no order. Events beyond the wheel are in a heap. The duration of a slot follows the
/// density of events, so that an opened slot has few.
#[derive(Clone, Debug)]
pub struct EventQueue {
    /// The next event: head of the sorted list of all events before slot `first`.
    current: u32,
    /// First unused entry of `pending`; the unused ones form a list.
    free: u32,
    /// Number since time zero of the first slot that has not been opened.
    first: u64,
    /// Slots before this one are opened without a look at the events beyond the wheel or at the duration of slots.
    checked_before: u64,
    /// Slot of the first event beyond the wheel; `u64::MAX` without any.
    far_slot: u64,
    /// The events of all lists.
    pending: Vec<Pending>,
    /// Logarithm of a slot's duration in ns.
    slot_bits: u32,
    next_seq: u64,
    /// `next_seq` at the next review of the duration of slots.
    review_at: u64,
    /// Slots opened since the last one.
    opened: u64,
    /// Which groups of slots may have events, as bits. A bit is cleared when its group is found empty.
    occupied: u64,
    /// The list of each slot, or [`NONE`]. A slot's index is its number modulo `SLOTS`.
    heads: [u32; SLOTS],
    /// Events beyond the wheel.
    far: BinaryHeap<Reverse<Event>>,
}

impl Default for EventQueue {
    fn default() -> Self {
        EventQueue {
            current: NONE,
            free: NONE,
            first: 0,
            checked_before: 0,
            far_slot: u64::MAX,
            pending: Vec::new(),
            slot_bits: *SLOT_BITS.end(),
            next_seq: 0,
            review_at: REVIEW,
            opened: 0,
            occupied: 0,
            heads: [NONE; SLOTS],
            far: BinaryHeap::new(),
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
        let next = self.pending.get(self.current as usize).map(|next| next.event);
        next.or_else(|| self.all().into_iter().min())
    }

    /// The next event, if it is before `until`.
    #[inline(always)]
    pub fn peek_before(&mut self, until: Time) -> Option<Event> {
        if self.current == NONE {
            self.advance();
        }
        let next = self.pending.get(self.current as usize)?.event;
        (next.time() < until).then_some(next)
    }

    /// Adds an event. Not inlined, because most events come from [`EventQueue::replace_top`].
    #[inline(never)]
    pub fn push(&mut self, event: Event) {
        let place = self.take_place();
        self.put(place, event);
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
        let place = self.current;
        self.current = self.pending[place as usize].next;
        self.release(place);
    }

    /// Removes the event that [`EventQueue::peek_before`] returned, and adds another.
    #[inline]
    pub fn replace_top(&mut self, event: Event) {
        let place = self.current;
        self.current = self.pending[place as usize].next;
        self.put(place, event);
    }

    /// All pending events, in no order.
    pub fn all(&self) -> Vec<Event> {
        let mut all: Vec<_> = self.far.iter().map(|event| event.0).collect();
        for &head in std::iter::once(&self.current).chain(&self.heads) {
            let mut next = head;
            while let Some(pending) = self.pending.get(next as usize) {
                all.push(pending.event);
                next = pending.next;
            }
        }
        all
    }

    /// Number of pending events.
    pub fn len(&self) -> usize {
        self.all().len()
    }

    /// Whether no event is pending.
    pub fn is_empty(&self) -> bool {
        self.peek().is_none()
    }

    /// Keeps only the events for which `keep` returns true, in the same order.
    pub fn retain(&mut self, keep: impl FnMut(&Event) -> bool) {
        let mut events = self.all();
        events.retain(keep);
        self.restart(events);
    }

    /// Replaces the pending events.
    fn restart(&mut self, events: Vec<Event>) {
        let EventQueue { first, slot_bits, next_seq, review_at, opened, .. } = *self;
        *self = EventQueue { first, slot_bits, next_seq, review_at, opened, ..EventQueue::default() };
        events.into_iter().for_each(|event| self.push(event));
    }

    #[inline]
    fn slot_of(&self, event: Event) -> u64 {
        event.time().0 >> self.slot_bits
    }

    /// Takes an unused entry.
    #[inline]
    fn take_place(&mut self) -> u32 {
        let place = self.free;
        match self.pending.get(place as usize) {
            Some(unused) => self.free = unused.next,
            None => return self.add_place(),
        }
        place
    }

    #[cold]
    #[inline(never)]
    fn add_place(&mut self) -> u32 {
        self.pending.push(Pending { event: Event(0), next: NONE });
        self.pending.len() as u32 - 1
    }

    /// Makes an entry unused.
    #[inline]
    fn release(&mut self, place: u32) {
        self.pending[place as usize].next = self.free;
        self.free = place;
    }

    /// Puts an event into an entry, and the entry into the list of its slot.
    #[inline]
    fn put(&mut self, place: u32, event: Event) {
        let slot = self.slot_of(event);
        if slot.wrapping_sub(self.first) >= SLOTS as u64 {
            return self.put_outside(place, event);
        }
        let index = slot as usize % SLOTS;
        self.pending[place as usize] = Pending { event, next: self.heads[index] };
        self.heads[index] = place;
        self.occupied |= 1 << (index / GROUP);
    }

    /// The same for an event before or beyond the slots of the wheel.
    #[inline(never)]
    fn put_outside(&mut self, place: u32, event: Event) {
        let slot = self.slot_of(event);
        if slot < self.first {
            self.pending[place as usize] = Pending { event, next: NONE };
            self.insert(place);
        } else {
            self.release(place);
            self.far.push(Reverse(event));
            self.far_slot = self.far_slot.min(slot);
            self.checked_before = self.checked_before.min(slot);
        }
    }

    /// Adds the entries of the list that begins with `next` to the sorted list.
    fn insert(&mut self, mut next: u32) {
        let pending = &mut self.pending[..];
        let mut first = self.current;
        while next != NONE {
            let place = next;
            let event = pending[place as usize].event;
            next = pending[place as usize].next;
            if first == NONE || event < pending[first as usize].event {
                pending[place as usize].next = first;
                first = place;
                continue;
            }
            let mut before = first;
            let mut after = pending[before as usize].next;
            while after != NONE && pending[after as usize].event < event {
                before = after;
                after = pending[before as usize].next;
            }
            pending[place as usize].next = after;
            pending[before as usize].next = place;
        }
        self.current = first;
    }

    /// Opens the next slot with an event. Mostly that is slot `first`.
    #[inline(always)]
    fn advance(&mut self) {
        let head = self.heads[self.first as usize % SLOTS];
        if head == NONE || self.first >= self.checked_before {
            return self.advance_further();
        }
        self.open(head);
    }

    /// The same if it may be another slot.
    #[inline(never)]
    fn advance_further(&mut self) {
        if self.next_seq >= self.review_at {
            self.review();
        }
        let slot = self.next_slot();
        if self.far_slot <= slot {
            self.open_far(slot);
        } else {
            self.first = slot;
            self.open(self.heads[slot as usize % SLOTS]);
        }
        self.checked_before = self.far_slot.min(self.first + GROUP as u64);
    }

    /// Number of the next slot of the wheel that has events; `u64::MAX` if none has.
    fn next_slot(&mut self) -> u64 {
        let index = self.first as usize % SLOTS;
        let start = self.first - self.first % GROUP as u64;
        let group = index / GROUP;
        let rest = &self.heads[index..(group + 1) * GROUP];
        if let Some(found) = rest.iter().position(|&head| head != NONE) {
            return self.first + found as u64;
        }
        // The other groups, and last the slots before `first` in its own.
        let mut groups = self.occupied.rotate_right(group as u32 + 1);
        while groups != 0 {
            let distance = groups.trailing_zeros() as usize + 1;
            let group = (group + distance) % (SLOTS / GROUP);
            let heads = &self.heads[group * GROUP..(group + 1) * GROUP];
            if let Some(found) = heads.iter().position(|&head| head != NONE) {
                return start + (distance * GROUP + found) as u64;
            }
            self.occupied &= !(1 << group);
            groups &= groups - 1;
        }
        u64::MAX
    }

    /// Makes the list of slot `first`, which begins with `head`, the sorted list, which is empty.
    #[inline(always)]
    fn open(&mut self, head: u32) {
        self.heads[self.first as usize % SLOTS] = NONE;
        self.first += 1;
        self.opened += 1;
        self.current = head;
        let rest = self.pending[head as usize].next;
        if rest != NONE {
            self.sort(head, rest);
        }
    }

    /// Sorts the list that begins with `head` and `rest`.
    #[inline(never)]
    fn sort(&mut self, head: u32, rest: u32) {
        let (first, second) = (self.pending[head as usize], self.pending[rest as usize]);
        if second.next != NONE {
            self.pending[head as usize].next = NONE;
            return self.insert(rest);
        }
        if second.event < first.event {
            self.current = rest;
            self.pending[rest as usize].next = head;
            self.pending[head as usize].next = NONE;
        }
    }

    /// Opens the slot of the first event beyond the wheel. `wheel` is the next slot of the wheel with events.
    #[cold]
    #[inline(never)]
    fn open_far(&mut self, wheel: u64) {
        let slot = self.far_slot;
        if slot == u64::MAX {
            return;
        }
        self.first = slot;
        if wheel == slot {
            self.open(self.heads[slot as usize % SLOTS]);
        }
        self.first = slot + 1;
        while self.far_slot == slot
            && let Some(Reverse(event)) = self.far.pop()
        {
            let place = self.take_place();
            self.put_outside(place, event);
            self.far_slot = self.far.peek().map_or(u64::MAX, |next| self.slot_of(next.0));
        }
    }

    /// Adapts the duration of slots: below 4 events per opened slot, and above 1.25 unless they are the longest.
    /// Halving the duration at most halves that number, so a slot does not become shorter and longer in turn.
    #[cold]
    #[inline(never)]
    fn review(&mut self) {
        let (start, opened) = (self.first << self.slot_bits, std::mem::take(&mut self.opened));
        self.review_at = self.next_seq + REVIEW;
        if 4 * opened < REVIEW && self.slot_bits > *SLOT_BITS.start() {
            self.slot_bits -= 1;
        } else if 5 * opened > 4 * REVIEW && self.slot_bits < *SLOT_BITS.end() {
            self.slot_bits += 1;
        } else {
            return;
        }
        self.first = start >> self.slot_bits;
        self.restart(self.all());
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
        let slot = 1u64 << SLOT_BITS.end();
        prop_oneof![0u64..50, 0u64..slot, 0u64..slot * SLOTS as u64, 0u64..10_000_000_000]
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
            prop_assert_eq!(queue.all().into_iter().collect::<BTreeSet<_>>(), reference.clone());
            prop_assert_eq!(drained(&mut queue), reference.into_iter().collect::<Vec<_>>());
            prop_assert!(queue.is_empty());
        }
    }

    /// Times at which slots become shorter, then longer again.
    #[test]
    fn order_is_the_same_while_the_duration_of_slots_changes() {
        let mut queue = EventQueue::default();
        let mut reference = BTreeSet::new();
        let mut now = Time::ZERO;
        let mut durations = BTreeSet::new();
        for i in 0..300_000_u32 {
            // Dense at first: 64 events, 0.3 to 20 µs apart; then one at a time, 101 to 164 µs apart.
            let dense = i < 150_000;
            let step = u64::from(i * 7919 % 64 + 1);
            let delay = Nanos(if dense { 313 * step } else { 100_000 + 1000 * step });
            while reference.len() >= if dense { 64 } else { 1 } {
                let next = queue.peek_before(Time::NEVER);
                assert_eq!(next, reference.pop_first());
                queue.pop();
                now = next.map_or(now, Event::time);
            }
            let event = Event::new(now + delay, queue.take_seq(), Kind::Timer, 0);
            queue.push(event);
            reference.insert(event);
            durations.insert(queue.slot_bits);
        }
        assert!(durations.len() > 3, "{durations:?}");
        assert_eq!(queue.slot_bits, *SLOT_BITS.end());
        assert_eq!(drained(&mut queue), reference.into_iter().collect::<Vec<_>>());
    }
}
