//! The digest of a run: the bits of its state.

use std::iter::repeat_n;
use std::ops::Range;
use std::sync::Arc;

use super::FluidSimulation;
use crate::core::digest::Digest;
use crate::model::digest_in_order;
use crate::queue::fluid::NUMBERS;
use crate::units::Nanos;

/// A flow or a queue by its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum DigestPart {
    Flow(usize),
    Queue(usize),
}

impl FluidSimulation {
    /// The digest of the run so far: the bits of the state now and at each whole second, and the model version.
    pub fn digest(&self) -> u64 {
        // At a whole second the ladder has it.
        let second = Nanos::from_secs(1.0).0;
        let ladder_digest =
            self.common.ladder.last().filter(|_| self.now.0 == self.common.ladder.len() as u64 * second);
        ladder_digest.copied().unwrap_or_else(|| self.ladder_digest(self.now.as_secs()))
    }

    /// The digest at `t`: that of the last whole second, and the state.
    pub(super) fn ladder_digest(&self, t: f64) -> u64 {
        let mut digest = Digest::default();
        digest.word(self.common.ladder.last().copied().unwrap_or(0));
        digest.word(self.digest_at(t));
        digest.finish()
    }

    fn digest_at(&self, t: f64) -> u64 {
        let state = |at: usize| if t > self.t { self.now_at(at) } else { self.y[at] };
        let words = |some: Range<usize>, others: Range<usize>, zeros: usize| {
            some.chain(others).map(|at| state(at).to_bits()).chain(repeat_n(0.0_f64.to_bits(), zeros))
        };
        let parts = self.digest_order.iter().map(|&part| {
            let words = match part {
                DigestPart::Flow(number) => {
                    let f = &self.net.flows[number];
                    words(f.at..f.at + f.controller_size, f.sent..f.sent + 1, 0)
                }
                DigestPart::Queue(number) => {
                    let q = &self.net.queues[number];
                    // A queue without a discipline's state counts as one whose numbers are zero.
                    let aqm = q.aqm.as_ref().map(|&(_, at)| at..at + NUMBERS);
                    words(
                        q.at..q.at + 1,
                        aqm.clone().unwrap_or(0..0),
                        if aqm.is_none() { NUMBERS } else { 0 },
                    )
                }
            };
            (self.id_of(part), words)
        });
        digest_in_order(t.to_bits(), parts)
    }

    fn id_of(&self, part: DigestPart) -> &String {
        match part {
            DigestPart::Flow(number) => &self.flows[number].spec.id,
            DigestPart::Queue(number) => &self.channels[self.net.queues[number].channel].id,
        }
    }

    /// All flows and queues that belong to the digest, in the order of their ids.
    pub(super) fn digest_parts(&self) -> Arc<[DigestPart]> {
        let flows = (0..self.flows.len()).filter(|&f| !self.flows[f].removed).map(DigestPart::Flow);
        let mut parts: Vec<_> = flows.chain((0..self.net.queues.len()).map(DigestPart::Queue)).collect();
        parts.sort_unstable_by_key(|&part| self.id_of(part));
        parts.into()
    }
}
