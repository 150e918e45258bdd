//! Demand for transfers: when they arrive and how large they are. The transport carries them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::sizes::Size;
use super::{TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::core::random::Rng;
use crate::units::{Nanos, Time};

/// Maximum number of concurrent transfers of a flow.
pub const MAX_CONCURRENT: u16 = 500;

/// A requested transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Its slot; 0 in an open loop.
    pub slot: u16,
    /// Number of earlier transfers of the slot.
    pub number: u32,
    /// Payload.
    pub bytes: u64,
}

/// The arrival process.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Arrivals {
    /// Closed loop: slots with one transfer at a time each.
    Slots {
        /// Mean idle time between two transfers, s.
        idle_s: f64,
        /// Whether the statistics exclude a slot's first transfer.
        discard_first: bool,
    },
    /// Open loop: a Poisson process.
    Poisson {
        /// Transfers per second.
        rate: f64,
    },
    /// Rounds of transfers that start together.
    Rounds {
        /// Time between a round and the next, s.
        pause_s: f64,
    },
}

/// The demand that a flow's parameters describe.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DemandParams {
    pub(super) arrivals: Arrivals,
    pub(super) size: Size,
    /// Concurrent transfers: number of slots, or the limit of the open loop.
    pub(super) most: u16,
}

/// A slot. It has its own random stream, so its demand does not depend on how the network serves others.
#[derive(Clone, Debug)]
struct Slot {
    rng: Rng,
    /// Transfers so far.
    transfers: u32,
    /// Whether a transfer is active, or the next one is planned.
    busy: bool,
}

/// The transfers of a flow over time.
#[derive(Clone, Debug)]
pub struct Demand {
    arrivals: Arrivals,
    size: Size,
    /// Concurrent transfers: number of slots, or the limit of the open loop.
    most: u16,
    seed: u32,
    id: String,
    slots: Vec<Slot>,
    /// Time of the next transfer of each slot.
    planned: BinaryHeap<Reverse<(Time, u16)>>,
    /// Start of the current round, and start of the last one that is complete.
    round: Time,
    over: Option<Time>,
}

/// The rows of the catalogue.
pub(super) fn rows() -> [TrafficRow; 2] {
    let [sizes, mean, shape, largest] = Size::params("fixed", 20.0);
    let web_params = vec![
        Param::number("slots", "N", "Concurrent transfers", "")
            .range(1.0, f64::from(MAX_CONCURRENT), 25.0)
            .integer()
            .help("A transfer that has ended is replaced, so that this number stays constant."),
        sizes,
        mean,
        shape,
        largest,
        Param::number("idleS", "", "Idle time", "s")
            .range(0.0, 10_000.0, 0.0)
            .help("Mean of the exponentially distributed time between two transfers; 0 means none."),
        Param::switch("discardFirst", "Discard first", true).help(
            "Exclude the first transfer of each slot from completion times, since these all start together.",
        ),
    ];
    let [sizes, mean, shape, largest] = Size::params("uniform", 40.0);
    let poisson_params = vec![
        Param::number("ratePerS", "λ", "Arrivals", "1/s")
            .range(1e-4, 10_000.0, 2.0)
            .log()
            .help("Mean number of transfers started per second. Multiplied by their mean duration it gives the number of concurrent transfers."),
        sizes,
        mean,
        shape,
        largest,
        Param::number("limit", "", "Limit", "")
            .range(1.0, f64::from(MAX_CONCURRENT), 200.0)
            .integer()
            .help("A transfer that arrives while this many are active is refused and counted."),
    ];
    let web = TrafficInfo {
        row: Row {
            id: "web".into(),
            name: "Web-like transfers".into(),
            summary: "A fixed number of concurrent transfers; one that ends is replaced by another on a new connection.".into(),
            source: "On Randomizing the Sending Times in TCP and other Window Based Algorithms, section VI-B".into(),
            year: 0,
            params: web_params,
        },
        transports: &[TransportKind::Tcp],
    };
    let poisson = TrafficInfo {
        row: Row {
            id: "poisson".into(),
            name: "Poisson transfers".into(),
            summary:
                "Transfers that arrive at random, each on a new connection, regardless of how many are active."
                    .into(),
            source: "A Model Based TCP-Friendly Rate Control Protocol, section III-C.3".into(),
            year: 1999,
            params: poisson_params,
        },
        transports: &[TransportKind::Tcp],
    };
    let complaint = Size::complaint;
    [
        TrafficRow { complaint, ..plain(web, TrafficKind::Transfers(closed_loop)) },
        TrafficRow { complaint, ..plain(poisson, TrafficKind::Transfers(open_loop)) },
    ]
}

fn closed_loop(s: &Settings<'_>) -> DemandParams {
    let arrivals = Arrivals::Slots { idle_s: s.number("idleS"), discard_first: s.switch("discardFirst") };
    DemandParams { arrivals, size: Size::new(s), most: s.number("slots") as u16 }
}

fn open_loop(s: &Settings<'_>) -> DemandParams {
    let arrivals = Arrivals::Poisson { rate: s.number("ratePerS") };
    DemandParams { arrivals, size: Size::new(s), most: s.number("limit") as u16 }
}

impl Demand {
    /// The demand of the flow `id`.
    pub(super) fn new(params: DemandParams, seed: u32, id: &str) -> Demand {
        let DemandParams { arrivals, size, most } = params;
        let (slots, planned) = (Vec::new(), BinaryHeap::new());
        let (round, over) = (Time::ZERO, None);
        let mut demand =
            Demand { arrivals, size, most, seed, id: id.to_owned(), slots, planned, round, over };
        demand.make_slots();
        demand
    }

    /// Number of slots by the document. The open loop has one slot, which does not wait for its transfers.
    fn slots_in_document(&self) -> u16 {
        if matches!(self.arrivals, Arrivals::Poisson { .. }) { 1 } else { self.most }
    }

    fn make_slots(&mut self) {
        for slot in self.slots.len()..usize::from(self.slots_in_document()) {
            let rng = Rng::new(self.seed, &self.id, &format!("traffic/{slot}"));
            self.slots.push(Slot { rng, transfers: 0, busy: false });
        }
    }

    /// Maximum number of concurrent transfers by the current document; transfers from before an edit may exceed it.
    pub fn max_connections(&self) -> u16 {
        self.most
    }

    /// Whether a transfer that arrives while `open` are active is refused.
    pub fn refuses(&self, open: u16) -> bool {
        matches!(self.arrivals, Arrivals::Poisson { .. }) && open >= self.most
    }

    /// Whether a transfer's completion time counts.
    pub fn counts(&self, transfer: &Transfer) -> bool {
        !matches!(self.arrivals, Arrivals::Slots { discard_first: true, .. } if transfer.number == 0)
    }

    /// Starts at `now`. Each slot first waits for a time uniform in 0 … `jitter`.
    pub fn start(&mut self, now: Time, jitter: Nanos) {
        match self.arrivals {
            Arrivals::Slots { .. } => {
                for slot in 0..self.slots_in_document() {
                    let wait = match jitter {
                        Nanos::ZERO => Nanos::ZERO,
                        most => most.scale(self.slots[usize::from(slot)].rng.uniform()),
                    };
                    self.plan(now + wait, slot);
                }
            }
            Arrivals::Poisson { .. } => self.plan_arrival(now),
            Arrivals::Rounds { .. } => {
                let part = if jitter > Nanos::ZERO { self.slots[0].rng.uniform() } else { 0.0 };
                self.plan_round(now + jitter.scale(part));
            }
        }
    }

    fn plan_round(&mut self, at: Time) {
        self.round = at;
        (0..self.slots_in_document()).for_each(|slot| self.plan(at, slot));
    }

    /// Start of the round whose last transfer has just ended; returned once.
    pub fn take_round(&mut self) -> Option<Time> {
        self.over.take()
    }

    fn plan(&mut self, at: Time, slot: u16) {
        self.slots[usize::from(slot)].busy = true;
        self.planned.push(Reverse((at, slot)));
    }

    /// The next arrival of the open loop after `now`.
    fn plan_arrival(&mut self, now: Time) {
        if let Arrivals::Poisson { rate } = self.arrivals {
            let gap = Nanos::from_secs(self.slots[0].rng.exponential() / rate);
            self.plan(now + gap, 0);
        }
    }

    /// Time of the next transfer, as far as it is known.
    pub fn next(&self) -> Option<Time> {
        self.planned.peek().map(|Reverse((at, _))| *at)
    }

    /// Takes a transfer that is due by `now`.
    pub fn take_due(&mut self, now: Time) -> Option<Transfer> {
        while let Some(&Reverse((at, slot))) = self.planned.peek()
            && at <= now
        {
            self.planned.pop();
            let slots_in_document = slot < self.slots_in_document();
            let source = &mut self.slots[usize::from(slot)];
            if !slots_in_document {
                source.busy = false;
                continue;
            }
            let transfer =
                Transfer { slot, number: source.transfers, bytes: self.size.draw(&mut source.rng) };
            source.transfers += 1;
            self.plan_arrival(at);
            return Some(transfer);
        }
        None
    }

    /// A transfer has ended. In a closed loop its slot plans the next one; after the last transfer of a round, the next round.
    pub fn ended(&mut self, now: Time, transfer: &Transfer) {
        if let Arrivals::Rounds { pause_s } = self.arrivals {
            self.slots[usize::from(transfer.slot)].busy = false;
            if self.slots.iter().all(|slot| !slot.busy) {
                self.over = Some(self.round);
                self.plan_round(now + Nanos::from_secs(pause_s));
            }
        }
        if let Arrivals::Slots { idle_s, .. } = self.arrivals {
            let slots_in_document = transfer.slot < self.slots_in_document();
            let slot = &mut self.slots[usize::from(transfer.slot)];
            slot.busy = slots_in_document;
            if slots_in_document {
                let idle = if idle_s > 0.0 { idle_s * slot.rng.exponential() } else { 0.0 };
                self.plan(now + Nanos::from_secs(idle), transfer.slot);
            }
        }
    }

    /// Takes over the parameters of an edited document. New slots start at once; surplus slots end with their transfer.
    pub fn change(&mut self, now: Time, other: Demand, running: bool) {
        let rate_changed =
            matches!(self.arrivals, Arrivals::Poisson { .. }) && self.arrivals != other.arrivals;
        (self.arrivals, self.size, self.most) = (other.arrivals, other.size, other.most);
        self.make_slots();
        if !running {
            return;
        }
        if rate_changed {
            // The Poisson process is memoryless, so the wait may start again.
            self.planned.clear();
            self.plan_arrival(now);
        }
        if matches!(self.arrivals, Arrivals::Slots { .. }) {
            for slot in 0..self.slots_in_document() {
                if !self.slots[usize::from(slot)].busy {
                    self.plan(now, slot);
                }
            }
        }
    }
}
