//! Cross-covariance coefficients of the flows' windows, which show whether windows rise and fall together.
//!
//! ρ = Σ(w_i − w̄_i)(w_j − w̄_j) / √(Σ(w_i − w̄_i)²·Σ(w_j − w̄_j)²) at lag 0, as in section VII-B of the
//! Randomized TCP paper. Sums are updated per sample (Welford 1962); each pair uses the samples at which both
//! flows have a window.

use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of flows; the first ones are used. The number of pairs is quadratic.
pub const MAX_FLOWS: usize = 64;

/// Statistics of two flows' windows.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    samples: f64,
    /// Means of the windows, in the order of the flows.
    means: (f64, f64),
    /// Sums of squared deviations.
    squares: (f64, f64),
    /// Sum of products of deviations.
    products: f64,
}

impl Pair {
    fn add(&mut self, x: f64, y: f64) {
        self.samples += 1.0;
        let (dx, dy) = (x - self.means.0, y - self.means.1);
        self.means.0 += dx / self.samples;
        self.means.1 += dy / self.samples;
        self.squares.0 += dx * (x - self.means.0);
        self.squares.1 += dy * (y - self.means.1);
        self.products += dx * (y - self.means.1);
    }

    fn coefficient(&self) -> Option<f64> {
        let both = self.squares.0 * self.squares.1;
        (both > 0.0).then(|| (self.products / libm::sqrt(both)).clamp(-1.0, 1.0))
    }
}

/// The sums of all pairs.
#[derive(Clone, Debug, Default)]
pub struct Covariance {
    /// Pair (i, j), i ≤ j, is at j(j + 1)/2 + i, so that more flows only append pairs.
    pairs: Vec<Pair>,
}

impl Covariance {
    /// Adds a sample of the windows of the first flows; NaN for flows without one.
    pub fn sample(&mut self, windows: &[f64]) {
        let windows = &windows[..windows.len().min(MAX_FLOWS)];
        let pairs = windows.len() * (windows.len() + 1) / 2;
        if self.pairs.len() < pairs {
            self.pairs.resize(pairs, Pair::default());
        }
        for (j, &y) in windows.iter().enumerate().filter(|(_, y)| y.is_finite()) {
            let row = &mut self.pairs[j * (j + 1) / 2..];
            for (pair, &x) in row.iter_mut().zip(&windows[..=j]) {
                if x.is_finite() {
                    pair.add(x, y);
                }
            }
        }
    }

    /// ρ of two flows; `None` if a window is constant or they never had one at the same time.
    pub fn coefficient(&self, i: usize, j: usize) -> Option<f64> {
        let (i, j) = (i.min(j), i.max(j));
        self.pairs.get(j * (j + 1) / 2 + i)?.coefficient()
    }
}

/// The matrix of results.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CovarianceResults {
    /// Ids of its flows, at most 64, in the order of its rows and columns.
    pub flows: Vec<String>,
    /// Coefficients, −1 … 1; null if a window is constant or missing.
    pub rho: Vec<Vec<Option<f64>>>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(samples: &[&[f64]]) -> Covariance {
        let mut covariance = Covariance::default();
        samples.iter().for_each(|windows| covariance.sample(windows));
        covariance
    }

    #[test]
    fn in_phase_out_of_phase_and_a_constant() {
        let c = of(&[&[1.0, 10.0, 9.0, 5.0], &[2.0, 20.0, 8.0, 5.0], &[4.0, 40.0, 6.0, 5.0]]);
        assert!((c.coefficient(0, 1).unwrap() - 1.0).abs() < 1e-12);
        assert!((c.coefficient(0, 2).unwrap() + 1.0).abs() < 1e-12);
        assert_eq!(c.coefficient(2, 0), c.coefficient(0, 2));
        assert_eq!((c.coefficient(0, 3), c.coefficient(3, 3)), (None, None));
        assert!((c.coefficient(0, 0).unwrap() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_value_computed_by_hand() {
        // x = 1, 2, 3, 4 (deviations −1.5, −0.5, 0.5, 1.5) and y = 2, 1, 4, 3 (−0.5, −1.5, 1.5, 0.5):
        // Σ products 0.75 + 0.75 + 0.75 + 0.75 = 3, both Σ squares 5, so ρ = 3/5.
        let c = of(&[&[1.0, 2.0], &[2.0, 1.0], &[3.0, 4.0], &[4.0, 3.0]]);
        assert!((c.coefficient(0, 1).unwrap() - 0.6).abs() < 1e-12);
    }

    #[test]
    fn only_samples_in_which_both_have_a_window_count() {
        let none = f64::NAN;
        // The second flow starts late, and the third has no window.
        let c =
            of(&[&[100.0], &[1.0, 1.0, none], &[2.0, 2.0, none], &[3.0, 3.0, none], &[100.0, none, none]]);
        assert!((c.coefficient(0, 1).unwrap() - 1.0).abs() < 1e-12);
        assert_eq!((c.coefficient(0, 2), c.coefficient(2, 2), c.coefficient(0, 9)), (None, None, None));
    }

    #[test]
    fn memory_is_bounded() {
        let c = of(&[&[1.0; 1000], &[2.0; 1000]]);
        assert_eq!(c.pairs.len(), MAX_FLOWS * (MAX_FLOWS + 1) / 2);
    }
}
