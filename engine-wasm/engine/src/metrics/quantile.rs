//! Distributions in constant memory: counts in logarithmic bins of 1/64 octave (relative error below 1.1 %),
//! and the time a queue spent at each length.

use crate::units::Nanos;

/// Counts of integers by size. Below 128 the error is up to 2 instead of 1.1 %.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    /// Counts of a range of bins that includes all bins with values.
    counts: Vec<u32>,
    /// The first bin of that range.
    first: usize,
}

/// Bins in an octave.
const OCTAVE: usize = 64;
/// Number of low bits of a float to drop, so that six bits of its fraction remain in the bin.
const SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - 6;
/// Bin of the number 1.
const FIRST: u32 = 1.0_f32.to_bits() >> SHIFT;

/// Bin of a number: the exponent and the leading fraction bits of its float. 0 counts as 1.
#[inline]
fn class(value: u64) -> usize {
    (((value | 1) as i64 as f32).to_bits() >> SHIFT) as usize - FIRST as usize
}

/// Middle of a bin.
fn middle(class: usize) -> f64 {
    let edge = |class: usize| f64::from(f32::from_bits((class as u32 + FIRST) << SHIFT));
    (edge(class) + edge(class + 1)) / 2.0
}

impl Classes {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, value: u64) {
        let class = class(value);
        if class.wrapping_sub(self.first) >= self.counts.len() {
            self.grow(class);
        }
        self.counts[class - self.first] += 1;
    }

    /// Extends the range to `class`, and to the rest of its octave, as values that are near each other come next.
    #[cold]
    fn grow(&mut self, class: usize) {
        let low = class - class % OCTAVE;
        if self.counts.is_empty() {
            self.first = low;
        }
        let before = self.first.saturating_sub(low);
        self.counts.splice(..0, std::iter::repeat_n(0, before));
        self.first -= before;
        let len = low + OCTAVE - self.first;
        self.counts.resize(len.max(self.counts.len()), 0);
    }

    /// Total count.
    pub fn total(&self) -> u64 {
        self.counts.iter().map(|&n| u64::from(n)).sum()
    }

    /// Quantile `q`, with `zeros` zeros in addition; `None` if nothing was counted.
    pub fn quantile(&self, q: f64, zeros: u64) -> Option<f64> {
        let total = zeros + self.total();
        let rank = ((q * total as f64) as u64).min(total.checked_sub(1)?);
        if rank < zeros {
            return Some(0.0);
        }
        let mut seen = zeros;
        let found = self.counts.iter().position(|&n| {
            seen += u64::from(n);
            seen > rank
        });
        found.map(|position| middle(self.first + position))
    }
}

/// Distribution of durations, with exact mean, standard deviation and minimum.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    classes: Classes,
    total: u64,
    /// The sums are of differences from the first value, which are small, so that their squares do not
    /// cancel.
    first: u64,
    sum: f64,
    squares: f64,
    min: u64,
}

impl Histogram {
    /// Counts a duration.
    #[inline]
    pub fn add(&mut self, value: Nanos) {
        self.classes.add(value.0);
        if self.total == 0 {
            (self.first, self.min) = (value.0, value.0);
        }
        if value.0 < self.min {
            self.min = value.0;
        }
        let difference = value.0 as i64 - self.first as i64;
        self.total += 1;
        self.sum += difference as f64;
        self.squares += difference as f64 * difference as f64;
    }

    /// Total count.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Minimum.
    pub fn min(&self) -> Option<Nanos> {
        (self.total > 0).then_some(Nanos(self.min))
    }

    /// Mean, ns.
    pub fn mean(&self) -> Option<f64> {
        (self.total > 0).then(|| self.first as f64 + self.sum / self.total as f64)
    }

    /// Standard deviation, ns.
    pub fn sd(&self) -> Option<f64> {
        let n = self.total as f64;
        let variance = || (self.squares - self.sum * self.sum / n) / n;
        (self.total > 0).then(|| libm::sqrt(variance().max(0.0)))
    }

    /// Quantile `q`, ns, within 1.1 %.
    pub fn quantile(&self, q: f64) -> Option<f64> {
        self.classes.quantile(q, 0)
    }
}

/// Time a queue spent at each length.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    /// ns at each length above 0; the rest of the time the queue is empty.
    at: Vec<u64>,
}

impl Occupancy {
    /// The queue had this length for this time.
    #[inline]
    pub fn add(&mut self, length: u32, span: Nanos) {
        let length = length as usize;
        if length >= self.at.len() {
            self.grow(length);
        }
        self.at[length] += span.0;
    }

    #[cold]
    fn grow(&mut self, length: usize) {
        self.at.resize(length + 1, 0);
    }

    /// Clears the counts and keeps the memory.
    pub fn clear(&mut self) {
        self.at.clear();
    }

    /// Maximum length.
    pub fn max(&self) -> u32 {
        self.at.len().saturating_sub(1) as u32
    }

    /// Mean and standard deviation over a time of `whole`, packets.
    pub fn mean_and_sd(&self, whole: Nanos) -> (f64, f64) {
        if whole == Nanos::ZERO {
            return (0.0, 0.0);
        }
        let share = |ns: u64| ns as f64 / whole.0 as f64;
        let lengths = || self.at.iter().enumerate().skip(1).map(|(n, &ns)| (n as f64, share(ns)));
        // An empty sum of floats is −0.
        let sum = |of: &dyn Fn(f64, f64) -> f64| lengths().fold(0.0, |sum, (n, share)| sum + of(n, share));
        let mean = sum(&|n, share| n * share);
        let busy = sum(&|_, share| share);
        let off = sum(&|n, share| (n - mean) * (n - mean) * share);
        (mean, libm::sqrt(off + mean * mean * (1.0 - busy).max(0.0)))
    }

    /// Quantile `q` of the length over a time of `whole`, packets.
    pub fn quantile(&self, q: f64, whole: Nanos) -> u32 {
        let busy: u64 = self.at.iter().skip(1).sum();
        let mut seen = whole.0.saturating_sub(busy) as f64;
        let wanted = q * whole.0 as f64;
        let mut length = 0;
        while seen < wanted && length < self.max() {
            length += 1;
            seen += self.at[length as usize] as f64;
        }
        length
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
        for (q, expected) in [(0.5, 500e6), (0.95, 950e6), (0.99, 990e6)] {
            let got = histogram.quantile(q).unwrap();
            assert!((got / expected - 1.0).abs() < 0.011, "{q}: {got}");
        }
        assert_eq!(histogram.mean(), Some(500_500_000.0));
        assert_eq!(histogram.min(), Some(Nanos(1_000_000)));
        // Of 1 … n: √((n² − 1)/12).
        let sd = libm::sqrt((1000.0 * 1000.0 - 1.0) / 12.0) * 1e6;
        assert!((histogram.sd().unwrap() / sd - 1.0).abs() < 1e-12);
        assert_eq!((Histogram::default().quantile(0.5), Histogram::default().sd()), (None, None));
    }

    #[test]
    fn a_bin_holds_values_near_its_middle_up_to_the_longest_run() {
        // 100,000 s are 10¹⁴ ns.
        for value in (0..47).flat_map(|octave| [1u64 << octave, (1 << octave) + (1 << octave) / 3]) {
            let error = middle(class(value)) / value as f64 - 1.0;
            assert!(error.abs() < 0.011 || value < 128, "{value}: {error}");
        }
        assert_eq!((class(0), class(1)), (0, 0));
    }

    #[test]
    fn zeros_count_as_the_lowest_values() {
        let mut classes = Classes::default();
        classes.add(1000);
        assert_eq!(classes.quantile(0.5, 2), Some(0.0));
        assert!((classes.quantile(0.5, 1).unwrap() / 1000.0 - 1.0).abs() < 0.011);
        assert_eq!(
            (Classes::default().quantile(0.5, 0), Classes::default().quantile(0.5, 1)),
            (None, Some(0.0))
        );
    }

    #[test]
    fn a_small_deviation_from_a_large_mean_is_exact() {
        // 100 ms ± 1 µs: the bins are 1 ms wide, but the sums are exact.
        let mut histogram = Histogram::default();
        for i in 0..1_000_000 {
            histogram.add(Nanos(if i % 2 == 0 { 99_999_000 } else { 100_001_000 }));
        }
        assert_eq!((histogram.mean(), histogram.sd()), (Some(100_000_000.0), Some(1000.0)));
    }

    #[test]
    fn a_queue_length_is_weighted_by_time() {
        // 8 s empty, 1 s with 2, 1 s with 3: mean 0.5, variance (8·0.25 + 2.25 + 6.25)/10 = 1.05.
        let second = Nanos::from_secs(1.0);
        let mut lengths = Occupancy::default();
        lengths.add(3, second);
        lengths.add(2, second);
        let whole = Nanos::from_secs(10.0);
        let (mean, sd) = lengths.mean_and_sd(whole);
        assert!((mean - 0.5).abs() < 1e-12 && (sd * sd - 1.05).abs() < 1e-12, "{mean} {sd}");
        let quantiles = [0.5, 0.8, 0.85, 0.9, 0.95, 1.0].map(|q| lengths.quantile(q, whole));
        assert_eq!((quantiles, lengths.max()), ([0, 0, 2, 2, 3, 3], 3));
        assert_eq!((Occupancy::default().quantile(0.5, whole), Occupancy::default().max()), (0, 0));
    }
}
