//! Quantiles of positive durations in a fixed memory: counts in logarithmic classes of 1/64 octave (relative error
//! below 1.1 %).

use crate::units::Nanos;

const PER_OCTAVE: u32 = 64;

/// Counts of durations by size.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    counts: Vec<u32>,
    total: u64,
    sum: u128,
    min: u64,
}

/// Class of a duration: the octave from the leading bit, then the next six bits.
fn class(nanos: u64) -> usize {
    let nanos = nanos.max(PER_OCTAVE as u64);
    let octave = 63 - nanos.leading_zeros();
    let fraction = (nanos >> (octave - 6)) as u32 & (PER_OCTAVE - 1);
    ((octave - 6) * PER_OCTAVE + fraction) as usize
}

/// Middle of a class.
fn middle(class: usize) -> u64 {
    let (octave, fraction) = (class as u32 / PER_OCTAVE, class as u64 % u64::from(PER_OCTAVE));
    ((u64::from(PER_OCTAVE) + fraction) << octave) + (1u64 << octave) / 2
}

impl Histogram {
    /// Counts one.
    #[inline]
    pub fn add(&mut self, value: Nanos) {
        let class = class(value.0);
        if class >= self.counts.len() {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] += 1;
        self.min = if self.total == 0 { value.0 } else { self.min.min(value.0) };
        self.total += 1;
        self.sum += u128::from(value.0);
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Smallest of all.
    pub fn min(&self) -> Option<Nanos> {
        (self.total > 0).then_some(Nanos(self.min))
    }

    /// Mean of all, exactly.
    pub fn mean(&self) -> Option<Nanos> {
        (self.total > 0).then(|| Nanos((self.sum / u128::from(self.total)) as u64))
    }

    /// The value that a share `q` of all does not exceed.
    pub fn quantile(&self, q: f64) -> Option<Nanos> {
        let rank = (q * self.total as f64) as u64;
        let mut seen = 0;
        for (class, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen > rank || (seen == self.total && count > 0) {
                return Some(Nanos(middle(class)));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_the_stated_error() {
        let mut histogram = Histogram::default();
        for ms in 1..=1000 {
            histogram.add(Nanos(ms * 1_000_000));
        }
        for (q, expected) in [(0.5, 500.0), (0.95, 950.0), (0.99, 990.0)] {
            let got = histogram.quantile(q).unwrap().as_millis();
            assert!((got / expected - 1.0).abs() < 0.011, "{q}: {got}");
        }
        assert_eq!(histogram.mean(), Some(Nanos(500_500_000)));
        assert_eq!(histogram.min(), Some(Nanos(1_000_000)));
        assert_eq!(Histogram::default().quantile(0.5), None);
    }
}
