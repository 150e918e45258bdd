//! What will happen at known times, in the order of these; at the same time, in the order in which it was planned.

use std::collections::BTreeMap;

/// Something that will happen at a known time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum What {
    /// A flow starts.
    Start(usize),
    /// A flow stops.
    Stop(usize),
    /// A flow hears of a loss.
    Lose(usize),
    /// A flow that has lost at a queue in one of its congestion events loses again if that still goes on.
    Again { flow: usize, queue: usize, event: u32 },
    /// All who lost in a congestion event have answered: if the queue is full still, that is the next event.
    Persists { queue: usize, event: u32 },
    /// A jump somewhere else arrives: a step shall end here.
    Edge,
}

/// What is due.
#[derive(Clone, Debug, Default)]
pub(super) struct Agenda {
    /// By time, which is not negative, so that its bits are in its order, and by number.
    due: BTreeMap<(u64, u64), What>,
    planned: u64,
}

impl Agenda {
    pub(super) fn plan(&mut self, t: f64, what: What) {
        self.due.insert((t.max(0.0).to_bits(), self.planned), what);
        self.planned += 1;
    }

    /// What is due first, and when, s.
    pub(super) fn first(&self) -> Option<(f64, What)> {
        self.due.first_key_value().map(|(&(t, _), &what)| (f64::from_bits(t), what))
    }

    /// Takes what is due first off.
    pub(super) fn pop(&mut self) {
        self.due.pop_first();
    }

    /// How much there is to come.
    pub(super) fn len(&self) -> usize {
        self.due.len()
    }

    pub(super) fn retain(&mut self, keep: impl Fn(What) -> bool) {
        self.due.retain(|_, &mut what| keep(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comes_by_time_and_then_in_the_order_of_planning() {
        let mut agenda = Agenda::default();
        for (t, flow) in [(2.0, 0), (1.0, 1), (0.0, 2), (1.0, 3), (1e-9, 4)] {
            agenda.plan(t, What::Lose(flow));
        }
        agenda.retain(|what| what != What::Lose(4));
        let mut order = vec![];
        while let Some((t, What::Lose(flow))) = agenda.first() {
            order.push((t, flow));
            agenda.pop();
        }
        assert_eq!(order, [(0.0, 2), (1.0, 1), (1.0, 3), (2.0, 0)]);
    }
}
