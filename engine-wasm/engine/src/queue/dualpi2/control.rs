//! PI2: De Schepper et al., "PI2: A Linearized AQM for both Classic and Scalable TCP", CoNEXT 2016; RFC 9332, appendix A.

use crate::core::random::Rng;
use crate::units::{Nanos, Time};

/// The controller of the base probability p'.
#[derive(Clone, Debug)]
pub(super) struct Pi2 {
    target: Nanos,
    update: Nanos,
    alpha: f64,
    beta: f64,
    most: f64,
    /// The base probability.
    pub(super) p: f64,
    before: Nanos,
    /// Time of the next update, a multiple of the period.
    next: Time,
}

impl Pi2 {
    pub(super) fn new(target: Nanos, update: Nanos, alpha: f64, beta: f64, most: f64) -> Pi2 {
        Pi2 { target, update, alpha, beta, most, p: 0.0, before: Nanos::ZERO, next: Time::ZERO + update }
    }

    /// Makes the updates that were due up to now, with the delay at each of them. Only packets change the
    /// state from which the delay is read, and every packet calls this first, so late updates give the same
    /// result.
    pub(super) fn catch_up(&mut self, now: Time, delay: impl Fn(Time) -> Nanos) {
        while self.next <= now {
            let rests = self.step(delay(self.next)) && delay(now) == Nanos::ZERO;
            self.next += self.update;
            if rests && self.next <= now {
                let missed = now.since(self.next).0 / self.update.0 + 1;
                self.next += Nanos(missed * self.update.0);
            }
        }
    }

    /// RFC 9332, appendix A.1: p' += α·(delay − target) + β·(delay − previous delay). Returns whether nothing
    /// changed.
    pub(super) fn step(&mut self, delay: Nanos) -> bool {
        let (p, before) = (self.p, self.before);
        let (now, old) = (delay.as_secs(), before.as_secs());
        let change = self.alpha * (now - self.target.as_secs()) + self.beta * (now - old);
        self.p = (self.p + change).clamp(0.0, self.most);
        self.before = delay;
        self.p == p && before == delay
    }
}

/// Selects packets with a probability.
#[derive(Clone, Debug)]
pub(super) struct Selector {
    even: bool,
    sum: f64,
}

impl Selector {
    pub(super) fn new(even: bool) -> Selector {
        Selector { even, sum: 0.0 }
    }

    /// RFC 9332, appendix A.1, function recur(): probabilities are added up, and a packet is selected each time
    /// that the sum reaches 1.
    fn even(&mut self, p: f64) -> bool {
        self.sum += p;
        let hit = self.sum > 1.0;
        if hit {
            self.sum -= 1.0;
        }
        hit
    }

    /// Selects with probability `p`.
    pub(super) fn scalable(&mut self, rng: &mut Rng, p: f64) -> bool {
        p > 0.0 && (p >= 1.0 || if self.even { self.even(p) } else { rng.chance(p) })
    }

    /// Selects with the square of `p`: at random, if two draws both succeed.
    pub(super) fn classic(&mut self, rng: &mut Rng, p: f64) -> bool {
        p > 0.0 && if self.even { self.even(p * p) } else { rng.chance(p) && rng.chance(p) }
    }
}
