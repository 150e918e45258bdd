//! Windowed maximum filter for the delivery rate.

/// Length of the window in rounds.
const ROUNDS: u64 = 10;

/// The maximum over the last rounds. It keeps the best values of the whole window and of its later parts, as replacements for when
/// the first one expires.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::congestion) struct MaxFilter {
    /// Rounds and values, in descending order of value.
    best: [(u64, f64); 3],
}

impl MaxFilter {
    pub(in crate::congestion) fn get(&self) -> f64 {
        self.best[0].1
    }

    pub(super) fn add(&mut self, round: u64, value: f64) {
        self.add_within(ROUNDS, round, value);
    }

    /// Adds a value; the window has `rounds` rounds.
    pub(in crate::congestion) fn add_within(&mut self, rounds: u64, round: u64, value: f64) {
        let now = (round, value);
        let [first, second, third] = &mut self.best;
        if value >= first.1 || round - third.0 > rounds {
            self.best = [now; 3];
            return;
        }
        if value >= second.1 {
            (*second, *third) = (now, now);
        } else if value >= third.1 {
            *third = now;
        }
        if round - first.0 > rounds {
            // The first has expired, and possibly the second as well.
            self.best = [*second, *third, now];
            if round - self.best[0].0 > rounds {
                self.best = [self.best[1], self.best[2], now];
            }
        } else if second.0 == first.0 && round - first.0 > rounds / 4 {
            // A quarter of the window has passed without a second choice: take one from the second quarter.
            (*second, *third) = (now, now);
        } else if third.0 == second.0 && round - first.0 > rounds / 2 {
            *third = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::MaxFilter;

    #[test]
    fn the_maximum_is_kept_for_ten_rounds() {
        let mut largest = MaxFilter::default();
        largest.add(1, 100.0);
        for round in 2..=11 {
            largest.add(round, 50.0 + f64::from(round as u32 % 3));
            assert_eq!(largest.get(), 100.0, "round {round}");
        }
        largest.add(12, 50.0);
        assert!(largest.get() < 60.0, "{}", largest.get());
        largest.add(13, 200.0);
        assert_eq!(largest.get(), 200.0);
    }

    #[test]
    fn the_estimate_never_exceeds_the_maximum_and_follows_a_new_one_at_once() {
        let mut rng = crate::core::random::Rng::new(3, "f", "rates");
        let mut all: Vec<(u64, f64)> = Vec::new();
        let mut largest = MaxFilter::default();
        for round in 1..5000_u64 {
            let value = rng.uniform();
            all.push((round, value));
            largest.add(round, value);
            let within = all.iter().filter(|(at, _)| round - at <= super::ROUNDS);
            let maximum = within.map(|(_, v)| *v).fold(0.0, f64::max);
            assert!(largest.get() <= maximum && largest.get() >= value, "{} {maximum}", largest.get());
        }
    }
}
