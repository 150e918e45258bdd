//! The loss-synchronisation module: how many flows lose in a congestion event, and which.
//!
//! Kumar et al., "Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation", 2014, section 4.3:
//! one controller chooses m_k, another one selects the first m_k flows of a priority matrix.

use super::params::{Level, Selection};
use crate::core::random::Rng;

/// Both controllers of a queue.
#[derive(Clone, Debug)]
pub struct Synchronization {
    rng: Rng,
    /// Congestion events so far.
    events: usize,
}

impl Synchronization {
    /// The controllers of a channel.
    pub fn new(seed: u32, channel: &str) -> Synchronization {
        Synchronization { rng: Rng::new(seed, channel, "synchronization"), events: 0 }
    }

    /// Selects the flows that lose in the next event, as indices in `rates`. Flows without a rate do not lose.
    pub fn select(&mut self, level: &Level, selection: Selection, rates: &[f64]) -> Vec<usize> {
        if rates.is_empty() {
            return Vec::new();
        }
        let m = self.draw(level, rates.len());
        self.events += 1;
        let mut left: Vec<usize> = (0..rates.len()).collect();
        // Ties are broken at random; if rates do not count, the whole order is random.
        for i in (1..left.len()).rev() {
            left.swap(i, self.rng.below(i + 1));
        }
        match selection {
            Selection::Random => left.truncate(m),
            Selection::Highest => {
                left.sort_by(|&a, &b| rates[b].total_cmp(&rates[a]));
                left.truncate(m);
            }
            Selection::Proportional => {
                for place in 0..m {
                    let total: f64 = left[place..].iter().map(|&i| rates[i]).sum();
                    let mut point = self.rng.uniform() * total;
                    let chosen = (place..left.len()).find(|&at| {
                        point -= rates[left[at]];
                        point < 0.0
                    });
                    let last = left.len() - 1;
                    left.swap(place, chosen.unwrap_or(last));
                }
                left.truncate(m);
            }
        }
        left
    }

    /// m_k of `n` flows.
    fn draw(&mut self, level: &Level, n: usize) -> usize {
        let flows = n as f64;
        let m = match level {
            Level::All => flows,
            Level::Fixed(m) => *m,
            Level::List(list) if list.is_empty() => flows,
            Level::List(list) => list[self.events % list.len()],
            Level::Share { x, centre, spread } => {
                // 0.6 of ten flows are six, whatever the last bit of the product.
                let least = libm::ceil(x * flows - 1e-9).max(1.0);
                let range = flows - x * flows;
                let (mean, sd) = (x * flows + centre * range, spread * range);
                self.truncated(mean, sd, least, flows)
            }
        };
        (libm::round(m).max(1.0) as usize).min(n)
    }

    /// Draws from a normal distribution truncated to `least` … `most`, by rejection.
    fn truncated(&mut self, mean: f64, sd: f64, least: f64, most: f64) -> f64 {
        for _ in 0..1000 {
            // Box & Muller 1958.
            let radius = libm::sqrt(2.0 * self.rng.exponential());
            let angle = 2.0 * std::f64::consts::PI * self.rng.uniform();
            let m = libm::round(mean + sd * radius * libm::cos(angle));
            if (least..=most).contains(&m) {
                return m;
            }
        }
        mean.clamp(least, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATES: [f64; 5] = [10.0, 50.0, 30.0, 20.0, 40.0];

    fn select(level: &Level, selection: Selection, times: u32) -> Vec<Vec<usize>> {
        let mut module = Synchronization::new(1, "core/forward");
        (0..times).map(|_| module.select(level, selection, &RATES)).collect()
    }

    #[test]
    fn the_highest_rates_lose_first() {
        assert_eq!(select(&Level::Fixed(2.0), Selection::Highest, 1), [[1, 4]]);
        assert_eq!(select(&Level::Fixed(9.0), Selection::Highest, 1), [[1, 4, 2, 3, 0]]);
    }

    #[test]
    fn a_list_is_used_in_order() {
        let sizes: Vec<_> =
            select(&Level::List(vec![1.0, 3.0]), Selection::Random, 4).iter().map(Vec::len).collect();
        assert_eq!(sizes, [1, 3, 1, 3]);
    }

    #[test]
    fn a_share_stays_within_its_bounds_and_near_its_mean() {
        // N = 5, X = 0.4: 2 … 5, mean 3.5, standard deviation 0.5; 95 of 100 draws round to 3 or 4.
        let level = Level::Share { x: 0.4, centre: 0.5, spread: 1.0 / 6.0 };
        let sizes: Vec<_> = select(&level, Selection::Highest, 4000).iter().map(Vec::len).collect();
        assert!(sizes.iter().all(|m| (2..=5).contains(m)));
        let mean = sizes.iter().sum::<usize>() as f64 / 4000.0;
        assert!((mean - 3.5).abs() < 0.03, "{mean}");
    }

    #[test]
    fn weighted_by_rate_a_flow_is_chosen_in_proportion() {
        let firsts = select(&Level::Fixed(1.0), Selection::Proportional, 15_000);
        for (flow, rate) in RATES.iter().enumerate() {
            let share = firsts.iter().filter(|f| f[0] == flow).count() as f64 / 15_000.0;
            // The standard error is at most 0.004.
            assert!((share - rate / 150.0).abs() < 0.016, "{flow}: {share}");
        }
    }

    #[test]
    fn no_flows_means_no_selection() {
        let share = Level::Share { x: 0.6, centre: 0.5, spread: 0.2 };
        for level in [Level::All, share, Level::Fixed(1.0), Level::List(vec![2.0])] {
            let mut module = Synchronization::new(1, "core/forward");
            assert_eq!(module.select(&level, Selection::Highest, &[]), [0_usize; 0]);
        }
    }

    #[test]
    fn no_flow_is_selected_twice() {
        for selection in [Selection::Highest, Selection::Proportional, Selection::Random] {
            for mut flows in select(&Level::Fixed(4.0), selection, 50) {
                flows.sort_unstable();
                flows.dedup();
                assert_eq!(flows.len(), 4);
            }
        }
    }
}
