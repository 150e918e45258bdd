//! The digest of a run: the bits of its state.

use super::FluidSimulation;
use super::network::Queue;
use crate::core::digest::Digest;
use crate::model::digest_of;
use crate::queue::fluid::NUMBERS;
use crate::units::Nanos;

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
        let flows = self.flows.iter().zip(&self.net.flows).filter(|(s, _)| !s.removed);
        let flows = flows.map(|(s, f)| {
            (&s.spec.id, (f.at..f.at + f.controller_size).chain([f.sent]).map(state).collect())
        });
        let queue = |q: &Queue| {
            let numbers =
                q.aqm.as_ref().map_or([0.0; NUMBERS], |(_, at)| std::array::from_fn(|i| state(at + i)));
            (&self.channels[q.channel].id, [state(q.at)].into_iter().chain(numbers).collect())
        };
        let parts = flows.chain(self.net.queues.iter().map(queue));
        digest_of(
            t.to_bits(),
            parts.map(|(id, numbers): (_, Vec<f64>)| (id, numbers.into_iter().map(f64::to_bits))),
        )
    }
}
