//! Link behaviours beyond a rate and a delay: policers, shapers, aggregation, retransmission, handovers. Each
//! has a row in the catalogue and is active if a document names it.
//!
//! All state is behind one pointer, so that a channel without behaviours pays for one check.

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

/// A behaviour as declared in its file.
pub struct Registered {
    /// What the catalogue shows.
    pub row: fn() -> Row,
    /// Its variables that can be plotted. Ids must differ from those of all queue disciplines and other
    /// behaviours.
    pub variables: &'static [Variable],
}

impl Registered {
    /// Its row in the catalogue.
    pub fn info(&self) -> BehaviourInfo {
        BehaviourInfo { row: (self.row)(), variables: self.variables.to_vec() }
    }
}

impl fmt::Debug for Registered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the row of {}", (self.row)().id)
    }
}

/// All behaviours, in the order in which a packet passes them, which is also that of the page.
pub const BUILT_IN: &[Registered] = &[
    policer::REGISTERED,
    shaper::REGISTERED,
    handovers::REGISTERED,
    aggregation::REGISTERED,
    retransmission::REGISTERED,
];

/// Variables of a channel's behaviours, in the order of [`Behaviours::variables`].
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

/// The policer in front of the queue, if the document has one.
pub(super) fn policer(spec: &scenario::Channel) -> Option<BucketSpec> {
    settings(spec, policer::REGISTERED.row, shaper::bucket)
}

/// One packet's transmission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transmission {
    /// Bytes on the wire.
    pub(super) size: u32,
    /// Packets and bytes that wait behind it.
    pub(super) waiting: (u32, u64),
    /// When its transmission starts.
    pub(super) start: Time,
    /// When its last bit is sent.
    pub(super) end: Time,
    /// When the transmitter can take the next packet.
    pub(super) free: Time,
    /// Earliest delivery at the other end.
    pub(super) delivery: Time,
    /// Delay in addition to the propagation delay.
    pub(super) delay: Nanos,
    /// Whether it is lost.
    pub(super) lost: bool,
}

impl Transmission {
    /// A transmission that can start at `start`.
    pub(super) fn new(size: u32, waiting: (u32, u64), start: Time) -> Transmission {
        let (delivery, delay) = (Time::ZERO, Nanos::ZERO);
        Transmission { size, waiting, start, end: start, free: start, delivery, delay, lost: false }
    }
}

/// The behaviours of a channel.
#[derive(Clone, Debug)]
pub(super) struct Behaviours {
    shaper: Option<TokenBucket>,
    /// The discipline's own shaper: when the next packet may be sent, and the remainder of a division.
    clock: Option<(Shaping, Time, u64)>,
    handovers: Option<Handovers>,
    aggregation: Option<Aggregation>,
    retransmission: Option<Retransmission>,
}

impl Behaviours {
    /// Behaviours as the document and the discipline require, taking over state; `None` for a plain channel.
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

    /// When a packet of `size` that reaches the transmitter now can start, and the rate at that time.
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

    /// Medium access, if it takes time. Call this after [`Behaviours::begin`] and before the transmission.
    pub(super) fn access(&mut self, sending: &mut Transmission, rate: Rate) {
        if let Some(aggregation) = &mut self.aggregation {
            aggregation.access(sending, rate);
        }
    }

    /// Applies behaviours to a complete transmission.
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

    /// What could be sent between two times, at a rate of `rate` without handovers, bit·ns/s.
    pub(super) fn capacity(&self, from: Time, to: Time, rate: Rate) -> u128 {
        match &self.handovers {
            None => u128::from(rate.0) * u128::from(to.since(from).0),
            Some(handovers) => handovers.capacity(from, to, rate),
        }
    }

    /// Rate of the shaper, if there is one.
    pub(super) fn shaped_rate(&self) -> Option<Rate> {
        self.shaper.as_ref().map(TokenBucket::rate)
    }

    /// Reports the variables listed by [`variables`], except the policer's, which come first.
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
