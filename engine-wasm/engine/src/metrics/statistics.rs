//! Statistics of small samples, such as replications.

use std::collections::BTreeMap;

/// Statistics of a list of numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// Number of values.
    pub n: usize,
    /// Mean.
    pub mean: f64,
    /// Standard deviation of the sample, with n − 1; `None` for a single value.
    pub sd: Option<f64>,
    /// Smallest.
    pub min: f64,
    /// Largest.
    pub max: f64,
    /// Median.
    pub median: f64,
    /// Semi-interquartile range, (Q₃ − Q₁)/2.
    pub siqr: f64,
}

/// Distribution used for confidence intervals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interval {
    /// Student's t with n − 1 degrees of freedom, for few and nearly normal values.
    T,
    /// The normal distribution, as in table 3 of the CODE TCP paper.
    Z,
}

impl Summary {
    /// Statistics of finite numbers; `None` if there are none.
    pub fn of(values: &[f64]) -> Option<Summary> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let n = sorted.len();
        let mean = sorted.iter().sum::<f64>() / n as f64;
        let squares = sorted.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
        Some(Summary {
            n,
            mean,
            sd: (n > 1).then(|| libm::sqrt(squares / (n - 1) as f64)),
            min,
            max,
            median: quantile(&sorted, 0.5),
            siqr: (quantile(&sorted, 0.75) - quantile(&sorted, 0.25)) / 2.0,
        })
    }

    /// Half the width of the confidence interval of the mean, at `confidence` in (0, 1); `None` for a single
    /// value.
    pub fn half_width(&self, confidence: f64, interval: Interval) -> Option<f64> {
        Widths::new(confidence, interval).of(self)
    }
}

/// Confidence intervals of many means. Quantiles, which are slow to compute, are computed once for each
/// number of values.
#[derive(Clone, Debug)]
pub struct Widths {
    confidence: f64,
    interval: Interval,
    factors: BTreeMap<usize, f64>,
}

impl Widths {
    /// At `confidence` in (0, 1).
    pub fn new(confidence: f64, interval: Interval) -> Widths {
        Widths { confidence, interval, factors: BTreeMap::new() }
    }

    /// Half the width of the confidence interval of the mean; `None` for a single value.
    pub fn of(&mut self, summary: &Summary) -> Option<f64> {
        let sd = summary.sd?;
        let (n, confidence, interval) = (summary.n, self.confidence, self.interval);
        let factor = *self.factors.entry(n).or_insert_with(|| match interval {
            Interval::T => t_quantile((n - 1) as f64, confidence),
            Interval::Z => z_quantile(confidence),
        });
        Some(factor * sd / libm::sqrt(n as f64))
    }
}

/// Quantile of sorted numbers by linear interpolation at (n − 1)q: type 7 of Hyndman & Fan 1996, the default of R.
pub fn quantile(sorted: &[f64], q: f64) -> f64 {
    let at = (sorted.len() - 1) as f64 * q;
    let below = libm::floor(at) as usize;
    let share = at - below as f64;
    // Ignore the next value if its weight is zero: it may be infinite or missing.
    if share > 0.0 { sorted[below] + share * (sorted[below + 1] - sorted[below]) } else { sorted[below] }
}

/// The t for which Student's distribution with ν degrees of freedom is within ±t with probability
/// `confidence`.
pub fn t_quantile(degrees: f64, confidence: f64) -> f64 {
    // P(|T| > t) = I_x(ν/2, 1/2), x = ν/(ν + t²): Abramowitz & Stegun 26.7.1.
    solve(1.0 - confidence, |t| incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t)))
}

/// The same of the standard normal distribution.
pub fn z_quantile(confidence: f64) -> f64 {
    solve(1.0 - confidence, |z| libm::erfc(z * std::f64::consts::FRAC_1_SQRT_2))
}

/// Solves falling(x) = value for x ≥ 0, by bisection to the last bit.
fn solve(value: f64, falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while falling(high) > value && high < 1e300 {
        high *= 2.0;
    }
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if falling(middle) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// I_x(a, b) by its continued fraction (DLMF 8.17.22), on the side where it converges quickly.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    if x <= 0.0 {
        return 0.0;
    }
    // About √max(a, b) terms are needed: this is enough for millions of runs.
    let fraction = (1..=2000).rev().fold(0.0, |rest, k| {
        let m = f64::from(k / 2);
        let term = if k % 2 == 0 {
            m * (b - m) / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        term * x / (1.0 + rest)
    });
    let log_beta = libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
    libm::exp(a * libm::log(x) + b * libm::log1p(-x) - log_beta) / (a * (1.0 + fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_of_type_7_by_hand() {
        // 1, 2, 4, 8, 16, 32: (n − 1)q = 1.25, 2.5, 3.75, so Q₁ = 2.5, median 6, Q₃ = 14.
        let s = Summary::of(&[16.0, 1.0, 8.0, 2.0, 32.0, 4.0]).unwrap();
        assert_eq!((s.median, s.siqr, s.min, s.max), (6.0, 5.75, 1.0, 32.0));
        let one = Summary::of(&[3.0]).unwrap();
        assert_eq!((one.n, one.mean, one.median, one.siqr, one.sd), (1, 3.0, 3.0, 0.0, None));
        assert_eq!((one.half_width(0.95, Interval::T), one.half_width(0.95, Interval::Z)), (None, None));
        assert_eq!(Summary::of(&[]), None);
    }

    #[test]
    fn quantiles_of_students_t_as_published() {
        // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, two-sided 95 % and 99 %.
        let published = [
            (1.0, 0.95, 12.706),
            (2.0, 0.95, 4.303),
            (4.0, 0.95, 2.776),
            (9.0, 0.95, 2.262),
            (19.0, 0.95, 2.093),
            (29.0, 0.95, 2.045),
            (100.0, 0.95, 1.984),
            (1.0, 0.99, 63.657),
            (9.0, 0.99, 3.250),
            (9.0, 0.90, 1.833),
        ];
        for (degrees, confidence, t) in published {
            let got = t_quantile(degrees, confidence);
            assert!((got - t).abs() < 0.0005, "t of {degrees} at {confidence}: {got}, not {t}");
        }
        // With one degree of freedom it is the Cauchy distribution: tan(π·c/2).
        assert!((t_quantile(1.0, 0.5) - 1.0).abs() < 1e-12);
        // In the limit it is the normal distribution.
        assert!((t_quantile(1e6, 0.95) / z_quantile(0.95) - 1.0).abs() < 3e-6);
    }

    #[test]
    fn quantiles_of_the_normal_distribution_as_published() {
        // NIST/SEMATECH e-Handbook, 1.3.6.7.1.
        for (confidence, z) in [(0.90, 1.644854), (0.95, 1.959964), (0.99, 2.575829)] {
            assert!((z_quantile(confidence) - z).abs() < 5e-7, "{}", z_quantile(confidence));
        }
    }

    #[test]
    fn the_intervals_of_the_code_tcp_papers_table_3() {
        // CODE TCP, table 3: ten transfers each, KB/s; the intervals at 99, 95 and 90 % use the normal
        // distribution. Values are printed with two decimals.
        let columns = [
            (
                [547.23, 553.59, 552.21, 552.14, 555.34, 552.82, 553.80, 552.98, 551.96, 552.39],
                552.45,
                [1.71, 1.30, 1.09],
            ),
            (
                [315.69, 339.91, 381.16, 358.31, 275.88, 368.05, 343.03, 315.91, 390.85, 380.89],
                346.97,
                [29.59, 22.52, 18.90],
            ),
            (
                [546.66, 548.96, 535.13, 544.94, 546.05, 546.25, 545.71, 546.04, 546.92, 546.41],
                545.31,
                [3.03, 2.31, 1.94],
            ),
            (
                [542.51, 551.91, 540.28, 548.57, 551.51, 542.45, 548.23, 549.97, 543.66, 540.12],
                545.92,
                [3.74, 2.85, 2.39],
            ),
        ];
        for (rounds, mean, widths) in columns {
            let s = Summary::of(&rounds).unwrap();
            assert!((s.mean - mean).abs() < 0.0051, "{} {mean}", s.mean);
            for (confidence, printed) in [0.99, 0.95, 0.90].into_iter().zip(widths) {
                let z = s.half_width(confidence, Interval::Z).unwrap();
                assert!((z - printed).abs() < 0.0101, "{mean} at {confidence}: {z}, not {printed}");
                // Student's t would be wider by t/z, 15 % at 95 %, and does not match the printed values.
                let t = s.half_width(confidence, Interval::T).unwrap();
                assert!(t > 1.1 * printed, "{mean} at {confidence}: {t}");
            }
        }
    }
}
