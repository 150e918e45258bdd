//! Losses on a link: independent, or in bursts (Gilbert, "Capacity of a Burst-Noise Channel", 1960; Elliott,
//! "Estimates of Error Rates for Codes on Burst-Noise Channels", 1963).

use crate::core::random::Rng;
use crate::scenario::{BurstLoss, Channel};

/// How packets of a channel are lost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Losses {
    /// Probability of an independent loss per packet.
    alone: f64,
    burst: Option<Burst>,
}

impl Losses {
    /// Losses as configured; `None` if no packet can be lost.
    pub(super) fn new(spec: &Channel, before: Option<Losses>) -> Option<Losses> {
        let before = before.and_then(|losses| losses.burst);
        let losses = Losses { alone: spec.loss_rate, burst: spec.burst_loss.map(|b| Burst::new(b, before)) };
        (losses.alone > 0.0 || losses.burst.is_some()).then_some(losses)
    }

    /// Whether the next packet is lost.
    #[inline(never)]
    pub(super) fn draw(&mut self, rng: &mut Rng) -> bool {
        let alone = self.alone > 0.0 && rng.chance(self.alone);
        let in_burst = self.burst.as_mut().is_some_and(|b| b.loses(rng));
        alone || in_burst
    }
}

/// A Markov chain of two states that takes a step with each packet.
#[derive(Clone, Copy, Debug)]
struct Burst {
    spec: BurstLoss,
    bad: bool,
}

impl Burst {
    /// A change of probabilities keeps the state; the initial state is good.
    fn new(spec: BurstLoss, before: Option<Burst>) -> Burst {
        Burst { spec, bad: before.is_some_and(|b| b.bad) }
    }

    /// Takes a step. Returns whether the packet is lost.
    fn loses(&mut self, rng: &mut Rng) -> bool {
        let BurstLoss { to_bad, to_good, loss_good, loss_bad } = self.spec;
        self.bad ^= rng.chance(if self.bad { to_good } else { to_bad });
        rng.chance(if self.bad { loss_bad } else { loss_good })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over a million packets: the share lost, and the mean length of loss runs.
    fn statistics(spec: BurstLoss) -> (f64, f64) {
        let mut rng = Rng::new(1, "l", "link");
        let mut burst = Burst::new(spec, None);
        let (mut lost, mut runs, mut last) = (0u32, 0u32, false);
        for _ in 0..1_000_000 {
            let now = burst.loses(&mut rng);
            lost += u32::from(now);
            runs += u32::from(now && !last);
            last = now;
        }
        (f64::from(lost) / 1e6, f64::from(lost) / f64::from(runs))
    }

    #[test]
    fn losses_have_the_rate_and_run_length_of_the_chain() {
        // Gilbert 1960: the chain is in the bad state for p/(p + r) of the time, for 1/r packets on average.
        let spec = BurstLoss { to_bad: 0.01, to_good: 0.2, loss_good: 0.0, loss_bad: 1.0 };
        let (share, length) = statistics(spec);
        assert!((share / (0.01 / 0.21) - 1.0).abs() < 0.05, "{share}");
        assert!((length / 5.0 - 1.0).abs() < 0.05, "{length}");
        // Elliott 1963: with losses in both states, the loss rates are weighted by the time in each state.
        let spec = BurstLoss { to_bad: 0.02, to_good: 0.08, loss_good: 0.01, loss_bad: 0.5 };
        let (share, _) = statistics(spec);
        assert!((share / (0.8 * 0.01 + 0.2 * 0.5) - 1.0).abs() < 0.05, "{share}");
    }

    #[test]
    fn equal_losses_in_both_states_are_independent() {
        let spec = BurstLoss { to_bad: 0.3, to_good: 0.3, loss_good: 0.1, loss_bad: 0.1 };
        let (share, length) = statistics(spec);
        // Runs of independent losses are geometric: 1/(1 − 0.1).
        assert!((share - 0.1).abs() < 0.002 && (length - 1.0 / 0.9).abs() < 0.01, "{share} {length}");
    }

    #[test]
    fn new_probabilities_keep_the_state() {
        let stuck = BurstLoss { to_bad: 1.0, to_good: 0.0, loss_good: 0.0, loss_bad: 1.0 };
        let mut rng = Rng::new(1, "l", "link");
        let mut burst = Burst::new(stuck, None);
        assert!(burst.loses(&mut rng));
        let next = BurstLoss { to_bad: 0.0, ..stuck };
        assert!(Burst::new(next, Some(burst)).loses(&mut rng) && !Burst::new(next, None).loses(&mut rng));
    }
}
