//! Future events in order of time; events at the same time in the order in which they were planned.

use std::collections::BTreeMap;

/// An event at a known time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum FutureEvent {
    /// A flow starts.
    Start(usize),
    /// A flow stops.
    Stop(usize),
    /// A flow learns of a loss.
    Lose(usize),
    /// A flow that lost in a congestion event of a queue loses again if the event is still in progress.
    Again { flow: usize, queue: usize, event: u32 },
    /// All flows that lost in a congestion event have responded. If the queue is still full, the next event starts.
    Persists { queue: usize, event: u32 },
    /// A jump elsewhere takes effect; the solver's step ends here.
    Edge,
}

/// The future events.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    /// By time and number. Times are not negative, so the order of their bits is the order of time.
    due: BTreeMap<(u64, u64), FutureEvent>,
    planned: u64,
}

impl Agenda {
    pub(super) fn plan(&mut self, t: f64, what: FutureEvent) {
        self.due.insert((t.max(0.0).to_bits(), self.planned), what);
        self.planned += 1;
    }

    /// The first event and its time, s.
    pub(super) fn first(&self) -> Option<(f64, FutureEvent)> {
        self.due.first_key_value().map(|(&(t, _), &what)| (f64::from_bits(t), what))
    }

    /// Removes the first event.
    pub(super) fn pop(&mut self) {
        self.due.pop_first();
    }

    /// Number of events.
    pub(super) fn len(&self) -> usize {
        self.due.len()
    }

    pub(super) fn retain(&mut self, keep: impl Fn(FutureEvent) -> bool) {
        self.due.retain(|_, &mut what| keep(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_ordered_by_time_then_by_planning() {
        let mut agenda = Agenda::default();
        for (t, flow) in [(2.0, 0), (1.0, 1), (0.0, 2), (1.0, 3), (1e-9, 4)] {
            agenda.plan(t, FutureEvent::Lose(flow));
        }
        agenda.retain(|what| what != FutureEvent::Lose(4));
        let mut order = vec![];
        while let Some((t, FutureEvent::Lose(flow))) = agenda.first() {
            order.push((t, flow));
            agenda.pop();
        }
        assert_eq!(order, [(0.0, 2), (1.0, 1), (1.0, 3), (2.0, 0)]);
    }
}
