//! Channels with behaviours.

use super::Channel;
use super::behaviours::{self, Behaviours, Transmission};
use crate::queue::{ChannelFacts, Policed, TokenBucket};
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

impl Channel {
    /// Adds or removes the policer in front of the queue, as configured.
    pub(super) fn set_policer(&mut self, now: Time) {
        match (self.queue.as_policed(), behaviours::policer(&self.spec)) {
            (None, None) => {}
            (Some(policed), None) => self.queue = policed.inner.clone(),
            (Some(policed), Some(wanted)) => policed.bucket.set(now, wanted.rate, wanted.burst),
            (None, Some(wanted)) => {
                let bucket = TokenBucket::new(wanted.rate, wanted.burst);
                self.queue = Box::new(Policed { inner: self.queue.clone(), bucket });
            }
        }
    }

    /// Applies the document's behaviours and the discipline's shaper. Call this after either has changed.
    pub fn renew_behaviours(&mut self, now: Time) {
        let before = self.behaviours.take();
        let shaping = self.queue.shaping();
        self.behaviours = Behaviours::new(now, (self.seed, &self.id), &self.spec, shaping, before);
        self.service = (0, 0, 0);
        self.transparent = self.queue.is_transparent() && self.behaviours.is_none();
        self.renew_bypass();
    }

    /// Its configured rate, before behaviours change it.
    pub(super) fn nominal_rate(&self) -> Rate {
        self.trace.as_ref().map_or_else(|| Rate::from_mbps(self.spec.rate_mbps), |trace| trace.mean_rate())
    }

    /// The rate that it can sustain: its own, or that of a policer or shaper if that is less.
    pub fn sustained_rate(&self) -> Rate {
        let policed = self.queue.policer().map(TokenBucket::rate);
        let shaped = self.behaviours.as_ref().and_then(|behaviours| behaviours.shaped_rate());
        let by_discipline = self.queue.shaping().map(|shaping| shaping.rate);
        [policed, shaped, by_discipline].into_iter().flatten().fold(self.rate, Rate::min)
    }

    /// Reports the variables of its behaviours, in the order of [`super::behaviour_variables`].
    pub fn show_behaviours(&self, now: Time, show: &mut dyn FnMut(f64)) {
        if let Some(bucket) = self.queue.policer() {
            show(bucket.tokens(now));
        }
        if let Some(behaviours) = &self.behaviours {
            behaviours.variables(now, show);
        }
    }

    /// [`Channel::transmit`] for channels with behaviours.
    #[cold]
    pub(super) fn transmit_by_behaviours(&mut self, now: Time, size: u32) -> Time {
        let nominal = self.nominal_rate();
        let waiting = (self.length, self.queue.bytes());
        let Some(behaviours) = &mut self.behaviours else { return now };
        let (start, rate) = behaviours.begin(now, size, nominal);
        let mut sending = Transmission::new(size, waiting, start);
        behaviours.access(&mut sending, rate);
        sending.end = match &mut self.trace {
            Some(trace) => trace.send(sending.start, size),
            None => {
                let work = u64::from(size) * 8 * NANOS_PER_SEC + self.carry % rate.0;
                self.carry = work % rate.0;
                sending.start + Nanos(work / rate.0)
            }
        };
        sending.free = sending.end;
        behaviours.complete(&mut sending);
        if rate != self.rate && self.trace.is_none() {
            self.rate = rate;
            self.queue.set_facts(ChannelFacts { rate });
        }
        if let Some(impairments) = &mut self.impairments {
            impairments.lost_by_link = sending.lost;
        }
        self.sent(sending.free, size);
        self.arrival_of(sending.end.max(sending.delivery) + sending.delay)
    }
}
