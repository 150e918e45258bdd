//! Transfers: when they are asked for, and how large they are. What carries them is the transport's business.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::sizes::Size;
use super::{TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::core::random::Rng;
use crate::units::{Nanos, Time};

/// Most transfers of a flow at once.
pub const MOST_AT_ONCE: u16 = 500;

/// A transfer that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Which slot it belongs to; 0 where there are none.
    pub slot: u16,
    /// How many the slot had before.
    pub number: u32,
    /// Payload.
    pub bytes: u64,
}

/// What asks for transfers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Arrivals {
    /// Slots, each with one transfer at a time: a closed loop.
    Slots {
        /// Mean time between a transfer and the next, s.
        idle_s: f64,
        /// Whether a slot's first transfer stays out of the statistics.
        discard_first: bool,
    },
    /// A Poisson process: an open loop.
    Poisson {
        /// Transfers a second.
        rate: f64,
    },
    /// Rounds of transfers that begin together.
    Rounds {
        /// Time between a round and the next, s.
        pause_s: f64,
    },
}

/// What the parameters of a flow ask for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DemandParams {
    pub(super) arrivals: Arrivals,
    pub(super) size: Size,
    /// Transfers at once: slots, or the bound of the open loop.
    pub(super) most: u16,
}

/// A source of requests with draws of its own, so that what it asks for does not depend on how the network serves others.
#[derive(Clone, Debug)]
struct Slot {
    rng: Rng,
    /// Transfers so far.
    transfers: u32,
    /// A transfer of it runs, or the next one is planned.
    busy: bool,
}

/// The transfers of a flow over time.
#[derive(Clone, Debug)]
pub struct Demand {
    arrivals: Arrivals,
    size: Size,
    /// Transfers at once: slots, or the bound of the open loop.
    most: u16,
    seed: u32,
    id: String,
    slots: Vec<Slot>,
    /// When which slot wants its next transfer.
    planned: BinaryHeap<Reverse<(Time, u16)>>,
    /// When the round that runs began, and the last one that is over.
    round: Time,
    over: Option<Time>,
}

/// The rows of the catalogue.
pub(super) fn rows() -> [TrafficRow; 2] {
    let [sizes, mean, shape, largest] = Size::params("fixed", 20.0);
    let web_params = vec![
        Param::number("slots", "N", "Concurrent transfers", "")
            .range(1.0, f64::from(MOST_AT_ONCE), 25.0)
            .integer()
            .help("A transfer that has ended is replaced, so that this number stays constant."),
        sizes,
        mean,
        shape,
        largest,
        Param::number("idleS", "", "Idle time", "s")
            .range(0.0, 10_000.0, 0.0)
            .help("Mean of the exponentially distributed time between two transfers; 0: none."),
        Param::switch("discardFirst", "Discard first", true)
            .help("Leave the first transfer of each slot out of completion times, since all of them start together."),
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
            .range(1.0, f64::from(MOST_AT_ONCE), 200.0)
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
                "Transfers that arrive at random, each on a new connection, independent of how many are active."
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

    /// Slots that the document wants; the open loop has one, which never waits for its transfers.
    fn wanted(&self) -> u16 {
        if matches!(self.arrivals, Arrivals::Poisson { .. }) { 1 } else { self.most }
    }

    fn make_slots(&mut self) {
        for slot in self.slots.len()..usize::from(self.wanted()) {
            let rng = Rng::new(self.seed, &self.id, &format!("traffic/{slot}"));
            self.slots.push(Slot { rng, transfers: 0, busy: false });
        }
    }

    /// Most transfers at once, as the document says now; those that began before it said so may still run.
    pub fn max_connections(&self) -> u16 {
        self.most
    }

    /// Whether a transfer that comes while `open` run is turned away.
    pub fn refuses(&self, open: u16) -> bool {
        matches!(self.arrivals, Arrivals::Poisson { .. }) && open >= self.most
    }

    /// Whether a transfer's completion time counts.
    pub fn counts(&self, transfer: &Transfer) -> bool {
        !matches!(self.arrivals, Arrivals::Slots { discard_first: true, .. } if transfer.number == 0)
    }

    /// Begins at `now`; each slot waits for a time uniform in 0 … `jitter` first.
    pub fn start(&mut self, now: Time, jitter: Nanos) {
        match self.arrivals {
            Arrivals::Slots { .. } => {
                for slot in 0..self.wanted() {
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
        (0..self.wanted()).for_each(|slot| self.plan(at, slot));
    }

    /// When the round began whose last transfer has just ended; says so once.
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

    /// When the next transfer is asked for, as far as that is known.
    pub fn next(&self) -> Option<Time> {
        self.planned.peek().map(|Reverse((at, _))| *at)
    }

    /// A transfer that is asked for by `now`.
    pub fn take_due(&mut self, now: Time) -> Option<Transfer> {
        while let Some(&Reverse((at, slot))) = self.planned.peek()
            && at <= now
        {
            self.planned.pop();
            let wanted = slot < self.wanted();
            let source = &mut self.slots[usize::from(slot)];
            if !wanted {
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

    /// A transfer has ended: in a closed loop its slot goes on, and after the last one of a round the next.
    pub fn ended(&mut self, now: Time, transfer: &Transfer) {
        if let Arrivals::Rounds { pause_s } = self.arrivals {
            self.slots[usize::from(transfer.slot)].busy = false;
            if self.slots.iter().all(|slot| !slot.busy) {
                self.over = Some(self.round);
                self.plan_round(now + Nanos::from_secs(pause_s));
            }
        }
        if let Arrivals::Slots { idle_s, .. } = self.arrivals {
            let wanted = transfer.slot < self.wanted();
            let slot = &mut self.slots[usize::from(transfer.slot)];
            slot.busy = wanted;
            if wanted {
                let idle = if idle_s > 0.0 { idle_s * slot.rng.exponential() } else { 0.0 };
                self.plan(now + Nanos::from_secs(idle), transfer.slot);
            }
        }
    }

    /// Takes over another document's numbers; new slots begin at once, superfluous ones end with their transfer.
    pub fn change(&mut self, now: Time, other: Demand, running: bool) {
        let rate_changed =
            matches!(self.arrivals, Arrivals::Poisson { .. }) && self.arrivals != other.arrivals;
        (self.arrivals, self.size, self.most) = (other.arrivals, other.size, other.most);
        self.make_slots();
        if !running {
            return;
        }
        if rate_changed {
            // Without memory: the wait may begin anew.
            self.planned.clear();
            self.plan_arrival(now);
        }
        if matches!(self.arrivals, Arrivals::Slots { .. }) {
            for slot in 0..self.wanted() {
                if !self.slots[usize::from(slot)].busy {
                    self.plan(now, slot);
                }
            }
        }
    }
}
