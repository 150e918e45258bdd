//! What a link does beside sending at a rate: policers, shapers, aggregation, retransmission, handovers. Each has a row of the
//! catalogue and is on where a document names it.
//!
//! All of it stands behind one pointer; a plain channel is not asked.

mod aggregation;
mod handovers;
mod policer;
mod retransmission;
mod shaper;

use std::fmt;

use crate::catalogue::{BehaviourInfo, Row, Settings, Variable};
use crate::queue::{Shaping, TokenBucket};
use crate::scenario::{self, Params};
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};
use aggregation::Aggregation;
use handovers::Handovers;
use retransmission::Retransmission;

/// A behaviour as its file declares it.
pub struct Registered {
    /// What the catalogue shows.
    pub row: fn() -> Row,
    /// What can be plotted of it. Ids differ from those of all queue disciplines and other behaviours.
    pub variables: &'static [Variable],
}

impl Registered {
    /// What the catalogue publishes.
    pub fn info(&self) -> BehaviourInfo {
        BehaviourInfo { row: (self.row)(), variables: self.variables.to_vec() }
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the row of {}", (self.row)().id)
    }
}

/// Every behaviour, in the order in which a packet meets them, and of the page.
pub const BUILT_IN: &[Registered] = &[
    policer::REGISTERED,
    shaper::REGISTERED,
    handovers::REGISTERED,
    aggregation::REGISTERED,
    retransmission::REGISTERED,
];

/// Variables of the behaviours that a channel has, in the order of [`Behaviours::variables`].
pub fn variables(spec: &scenario::Channel) -> impl Iterator<Item = &'static Variable> {
    let on = |row: &&Registered| spec.behaviours.contains_key(&*(row.row)().id);
    BUILT_IN.iter().filter(on).flat_map(|row| row.variables)
}

/// Reads the parameters of a behaviour, if the channel has it.
fn settings<T>(
    spec: &scenario::Channel,
    row: fn() -> Row,
    read: impl FnOnce(&Settings<'_>) -> T,
) -> Option<T> {
    let row = row();
    let given: &Params = spec.behaviours.get(&*row.id)?;
    Some(read(&Settings::new(&row.params, given)))
}

/// Rate and bucket of a policer or shaper.
#[derive(Clone, Copy, Debug)]
pub(super) struct BucketSpec {
    pub(super) rate: Rate,
    pub(super) burst: u64,
}

/// The policer that a document wants in front of the queue.
pub(super) fn policer(spec: &scenario::Channel) -> Option<BucketSpec> {
    settings(spec, policer::REGISTERED.row, shaper::bucket)
}

/// One packet's transmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transmission {
    /// Bytes on the wire.
    pub(super) size: u32,
    /// What waits behind it: packets and bytes.
    pub(super) waiting: (u32, u64),
    /// When the transmitter begins.
    pub(super) start: Time,
    /// When its last bit leaves.
    pub(super) end: Time,
    /// When the transmitter takes the next packet.
    pub(super) free: Time,
    /// Before this nothing is handed over at the other end.
    pub(super) delivery: Time,
    /// Beside the propagation delay.
    pub(super) delay: Nanos,
    /// It never arrives.
    pub(super) lost: bool,
}

impl Transmission {
    /// One that can begin at `start`.
    pub(super) fn new(size: u32, waiting: (u32, u64), start: Time) -> Transmission {
        let (delivery, delay) = (Time::ZERO, Nanos::ZERO);
        Transmission { size, waiting, start, end: start, free: start, delivery, delay, lost: false }
    }
}

/// What a channel has of them.
#[derive(Clone, Debug)]
pub(super) struct Behaviours {
    shaper: Option<TokenBucket>,
    /// A discipline's own shaper: when the next packet may go, and the remainder of a division.
    clock: Option<(Shaping, Time, u64)>,
    handovers: Option<Handovers>,
    aggregation: Option<Aggregation>,
    retransmission: Option<Retransmission>,
}

impl Behaviours {
    /// As a document and the discipline say, after what was there before; nothing, where a channel is plain.
    pub(super) fn new(
        now: Time,
        (seed, id): (u32, &str),
        spec: &scenario::Channel,
        shaping: Option<Shaping>,
        before: Option<Box<Behaviours>>,
    ) -> Option<Box<Behaviours>> {
        if spec.behaviours.is_empty() && shaping.is_none() {
            return None;
        }
        let before = before.map(|before| *before);
        let (shaper, clock, handovers, aggregation, retransmission) = before
            .map_or_else(Default::default, |b| {
                (b.shaper, b.clock, b.handovers, b.aggregation, b.retransmission)
            });
        let next = clock.map_or(Time::ZERO, |(_, next, _)| next);
        Some(Box::new(Behaviours {
            shaper: settings(spec, shaper::REGISTERED.row, shaper::bucket).map(|wanted| match shaper {
                None => TokenBucket::new(wanted.rate, wanted.burst),
                Some(mut bucket) => {
                    bucket.set(now, wanted.rate, wanted.burst);
                    bucket
                }
            }),
            clock: shaping.map(|shaping| (shaping, next, 0)),
            handovers: settings(spec, handovers::REGISTERED.row, |s| Handovers::new(s, seed, id, handovers)),
            aggregation: settings(spec, aggregation::REGISTERED.row, |s| {
                Aggregation::new(s, seed, id, aggregation)
            }),
            retransmission: settings(spec, retransmission::REGISTERED.row, |s| {
                Retransmission::new(s, seed, id, retransmission)
            }),
        }))
    }

    /// Whether packets can be lost.
    pub(super) fn loses(spec: &scenario::Channel) -> bool {
        spec.behaviours.contains_key(&*(retransmission::REGISTERED.row)().id)
    }

    /// When a packet of `size` that comes to the transmitter now can begin, and the rate that holds then.
    pub(super) fn begin(&mut self, now: Time, size: u32, rate: Rate) -> (Time, Rate) {
        let mut start = now;
        if let Some(bucket) = &mut self.shaper {
            start = bucket.ready(now, size);
            bucket.take(start, size);
        }
        match &mut self.handovers {
            None => (start, rate),
            Some(handovers) => handovers.begin(start, rate),
        }
    }

    /// The medium is won, where that takes time: after [`Behaviours::begin`] and before the transmitter.
    pub(super) fn access(&mut self, sending: &mut Transmission, rate: Rate) {
        if let Some(aggregation) = &mut self.aggregation {
            aggregation.access(sending, rate);
        }
    }

    /// The transmitter is done with it.
    pub(super) fn complete(&mut self, sending: &mut Transmission) {
        if let Some(handovers) = &self.handovers {
            sending.delay = handovers.delay();
        }
        if let Some(retransmission) = &mut self.retransmission {
            retransmission.complete(sending);
        }
        if let Some(aggregation) = &mut self.aggregation {
            aggregation.complete(sending);
        }
        if let Some((shaping, next, carry)) = &mut self.clock {
            let work = u64::from(shaping.counted(sending.size)) * 8 * NANOS_PER_SEC + *carry;
            *next = (*next).max(sending.start) + Nanos(work / shaping.rate.0);
            *carry = work % shaping.rate.0;
            sending.free = sending.free.max(*next);
        }
    }

    /// What could be sent between two times at a rate of `rate` without handovers, bit·ns/s.
    pub(super) fn capacity(&self, from: Time, to: Time, rate: Rate) -> u128 {
        match &self.handovers {
            None => u128::from(rate.0) * u128::from(to.since(from).0),
            Some(handovers) => handovers.capacity(from, to, rate),
        }
    }

    /// Shows what [`variables`] lists, but for the policer's, which come before.
    pub(super) fn variables(&self, now: Time, show: &mut dyn FnMut(f64)) {
        if let Some(bucket) = &self.shaper {
            show(bucket.tokens(now));
        }
        if let Some(handovers) = &self.handovers {
            handovers.variables(show);
        }
        if let Some(aggregation) = &self.aggregation {
            aggregation.variables(show);
        }
        if let Some(retransmission) = &self.retransmission {
            retransmission.variables(show);
        }
    }
}

#[cfg(test)]
mod tests;
