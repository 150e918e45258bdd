//! Random streams keyed by (seed, immutable id, purpose), so that adding a flow does not change the draws of
//! another.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::digest::Digest;

/// A stream of random numbers with the same values on every target.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of `id` for `purpose` under `seed`.
    pub fn new(seed: u32, id: &str, purpose: &str) -> Rng {
        let mut key = Digest::default();
        key.word(u64::from(seed));
        key.text(id);
        key.text(purpose);
        Rng(Xoshiro256PlusPlus::seed_from_u64(key.finish()))
    }

    /// Uniform in [0, 1), with 53 random bits.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Uniform among 0 … `n` − 1.
    pub fn below(&mut self, n: usize) -> usize {
        (self.uniform() * n as f64) as usize
    }

    /// Exponential with mean 1.
    #[inline]
    pub fn exponential(&mut self) -> f64 {
        // 1 − u is never zero.
        -libm::log(1.0 - self.uniform())
    }

    /// True with probability `p`.
    #[inline]
    pub fn chance(&mut self, p: f64) -> bool {
        self.uniform() < p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_by_seed_id_and_purpose_and_repeat() {
        let draw = |seed, id, purpose| Rng::new(seed, id, purpose).uniform();
        assert_eq!(draw(1, "a", "loss"), draw(1, "a", "loss"));
        assert_ne!(draw(1, "a", "loss"), draw(2, "a", "loss"));
        assert_ne!(draw(1, "a", "loss"), draw(1, "b", "loss"));
        assert_ne!(draw(1, "a", "loss"), draw(1, "a", "jitter"));
        // "ab"+"c" must not be "a"+"bc".
        assert_ne!(draw(1, "ab", "c"), draw(1, "a", "bc"));
    }

    #[test]
    fn exponential_has_mean_and_variance_one() {
        let mut rng = Rng::new(1, "x", "exponential");
        let draws: Vec<_> = (0..100_000).map(|_| rng.exponential()).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let variance = draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 1e5;
        // Standard errors: 0.003 and 0.009.
        assert!((mean - 1.0).abs() < 0.015 && (variance - 1.0).abs() < 0.045, "{mean} {variance}");
    }

    #[test]
    fn uniform_has_mean_one_half() {
        let mut rng = Rng::new(1, "x", "mean");
        let mean = (0..100_000).map(|_| rng.uniform()).sum::<f64>() / 1e5;
        assert!((mean - 0.5).abs() < 0.005, "{mean}");
    }
}
