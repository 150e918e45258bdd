//! Sizes of transfers.

use crate::catalogue::{ChoiceOption, Param, Settings};
use crate::core::random::Rng;

/// Distribution of the size of a transfer, in bytes of payload.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Size {
    /// All equal.
    Fixed(f64),
    /// Uniform in 0 … twice the mean.
    Uniform {
        /// Mean.
        mean: f64,
    },
    /// Exponential.
    Exponential {
        /// Mean.
        mean: f64,
    },
    /// Bounded Pareto: density proportional to x^(−shape − 1) in `low` … `high`.
    Pareto {
        /// Smallest size.
        low: f64,
        /// Largest size.
        high: f64,
        /// The tail's exponent.
        shape: f64,
    },
}

const DISTRIBUTIONS: &[ChoiceOption] = &[
    ChoiceOption::new("fixed", "All the same"),
    ChoiceOption::new("uniform", "Uniform"),
    ChoiceOption::new("exponential", "Exponential"),
    ChoiceOption::new("pareto", "Bounded Pareto"),
];

impl Size {
    /// The parameters for sizes, with the defaults of a row.
    pub fn params(distribution: &'static str, mean_kb: f64) -> [Param; 4] {
        [
            Param::choice("sizes", "Sizes", distribution, DISTRIBUTIONS).help("Distribution of the sizes."),
            Param::number("sizeKb", "S", "Mean size", "kB")
                .range(0.001, 1e6, mean_kb)
                .log()
                .help("Mean payload of a transfer (1 kB is 1000 bytes); uniform sizes range from 0 to twice the mean."),
            Param::number("sizeShape", "a", "Shape", "")
                .range(1.05, 10.0, 1.2)
                .when("sizes", "pareto")
                .help("Exponent of the Pareto tail: smaller values put more of the bytes into a few large transfers."),
            Param::number("sizeMaxKb", "", "Largest size", "kB")
                .range(0.001, 1e7, 10_000.0)
                .log()
                .when("sizes", "pareto")
                .help("Upper end of the Pareto tail; must exceed the mean."),
        ]
    }

    /// The distribution chosen in a validated document.
    pub fn new(s: &Settings<'_>) -> Size {
        let mean = s.number("sizeKb") * 1000.0;
        match s.choice("sizes").as_str() {
            "uniform" => Size::Uniform { mean },
            "exponential" => Size::Exponential { mean },
            "pareto" => {
                let (high, shape) = (s.number("sizeMaxKb") * 1000.0, s.number("sizeShape"));
                Size::Pareto { low: smallest(mean, high, shape), high, shape }
            }
            _ => Size::Fixed(mean),
        }
    }

    /// Checks parameters that are each in range against each other. Returns the invalid parameter and what was expected.
    pub fn complaint(s: &Settings<'_>) -> Option<(&'static str, String)> {
        let (mean, high) = (s.number("sizeKb"), s.number("sizeMaxKb"));
        (s.choice("sizes") == "pareto" && high <= mean)
            .then(|| ("sizeMaxKb", format!("more than the mean size of {mean} kB")))
    }

    /// Draws a size in bytes, at least one.
    pub fn draw(&self, rng: &mut Rng) -> u64 {
        let bytes = match *self {
            Size::Fixed(bytes) => bytes,
            Size::Uniform { mean } => 2.0 * mean * rng.uniform(),
            Size::Exponential { mean } => mean * rng.exponential(),
            Size::Pareto { low, high, shape } => {
                let beyond = 1.0 - libm::pow(low / high, shape);
                low * libm::pow(1.0 - rng.uniform() * beyond, -1.0 / shape)
            }
        };
        ((bytes + 0.5) as u64).max(1)
    }
}

/// Mean of the bounded Pareto distribution.
fn mean_of(low: f64, high: f64, shape: f64) -> f64 {
    let tail = libm::pow(low / high, shape);
    shape * low / (shape - 1.0) * (1.0 - tail * high / low) / (1.0 - tail)
}

/// The smallest size that gives this mean, found by bisection: the mean increases with the smallest size.
fn smallest(mean: f64, high: f64, shape: f64) -> f64 {
    let (mut below, mut above) = (0.0, mean.min(high));
    for _ in 0..60 {
        let middle = (below + above) / 2.0;
        if mean_of(middle, high, shape) < mean {
            below = middle;
        } else {
            above = middle;
        }
    }
    (below + above) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(size: Size) -> Vec<f64> {
        let mut rng = Rng::new(1, "sizes", "test");
        let mut sizes: Vec<_> = (0..200_000).map(|_| size.draw(&mut rng) as f64).collect();
        sizes.sort_by(f64::total_cmp);
        sizes
    }

    fn mean(sizes: &[f64]) -> f64 {
        sizes.iter().sum::<f64>() / sizes.len() as f64
    }

    /// Largest distance between the sample's distribution and `cdf` (Kolmogorov). The critical value at the 0.1 % level is
    /// 1.95/√n; rounding to whole bytes adds at most the density.
    fn distance(sizes: &[f64], cdf: impl Fn(f64) -> f64) -> f64 {
        let n = sizes.len() as f64;
        let at = |(i, &x): (usize, &f64)| (cdf(x) - i as f64 / n).abs();
        sizes.iter().enumerate().map(at).fold(0.0, f64::max)
    }

    #[test]
    fn medium_transfers_are_uniform_up_to_80_kb() {
        // TFRCP, section III-C.3: sizes uniform in 0 … 80 KB, so 40 KB on average.
        let sizes = sample(Size::Uniform { mean: 40_000.0 });
        assert!((mean(&sizes) / 40_000.0 - 1.0).abs() < 0.01);
        assert!(sizes[0] >= 1.0 && *sizes.last().unwrap() <= 80_000.0);
        assert!(distance(&sizes, |x| x / 80_000.0) < 1.95 / 447.0 + 1e-4);
    }

    #[test]
    fn exponential_sizes_have_their_distribution() {
        let sizes = sample(Size::Exponential { mean: 12_000.0 });
        assert!((mean(&sizes) / 12_000.0 - 1.0).abs() < 0.01);
        assert!(distance(&sizes, |x| 1.0 - libm::exp(-x / 12_000.0)) < 1.95 / 447.0 + 1e-4);
    }

    #[test]
    fn bounded_pareto_sizes_have_their_distribution_and_the_requested_mean() {
        let (mean_size, high, shape) = (12_000.0, 1e6, 1.2);
        let low = smallest(mean_size, high, shape);
        assert!((mean_of(low, high, shape) / mean_size - 1.0).abs() < 1e-9);
        // By definition: mean = ∫ P(X > x) dx.
        let survival = |x: f64| {
            let tail = |x: f64| libm::pow(low / x, shape);
            if x < low { 1.0 } else { (tail(x) - tail(high)) / (1.0 - tail(high)) }
        };
        let steps = 1_000_000;
        let dx = high / f64::from(steps);
        let by_definition = (0..steps).map(|i| survival((f64::from(i) + 0.5) * dx) * dx).sum::<f64>();
        assert!((by_definition / mean_size - 1.0).abs() < 1e-3, "{by_definition}");
        let sizes = sample(Size::Pareto { low, high, shape });
        // The standard deviation of a size is about 40 kB, so that of the mean of 200,000 is about 90 bytes.
        assert!((mean(&sizes) / mean_size - 1.0).abs() < 0.03, "{}", mean(&sizes));
        assert!(distance(&sizes, |x| 1.0 - survival(x)) < 1.95 / 447.0 + 1e-3);
    }

    #[test]
    fn the_smallest_transfer_is_a_byte() {
        let sizes = sample(Size::Uniform { mean: 1.0 });
        assert_eq!(sizes[0], 1.0);
    }
}
