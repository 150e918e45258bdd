//! The largest delivery rate of the last rounds.

/// Rounds over which the largest rate counts.
const ROUNDS: u64 = 10;

/// The largest of the values of a number of rounds: the best ones of the whole time and of its later parts, so that there is another
/// when the first grows old.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::congestion) struct Largest {
    /// Round and value, the value falling.
    best: [(u64, f64); 3],
}

impl Largest {
    pub(in crate::congestion) fn get(&self) -> f64 {
        self.best[0].1
    }

    pub(super) fn add(&mut self, round: u64, value: f64) {
        self.add_within(ROUNDS, round, value);
    }

    /// The same where the largest of so many rounds counts.
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
            // The first has grown old, and the second perhaps, too.
            self.best = [*second, *third, now];
            if round - self.best[0].0 > rounds {
                self.best = [self.best[1], self.best[2], now];
            }
        } else if second.0 == first.0 && round - first.0 > rounds / 4 {
            // A quarter of the time has gone by without a second choice: take one from the second quarter.
            (*second, *third) = (now, now);
        } else if third.0 == second.0 && round - first.0 > rounds / 2 {
            *third = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Largest;

    #[test]
    fn the_largest_rate_counts_for_ten_rounds() {
        let mut largest = Largest::default();
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
    fn the_largest_rate_is_never_above_the_true_one_and_is_there_when_it_is_new() {
        let mut rng = crate::core::random::Rng::new(3, "f", "rates");
        let mut all: Vec<(u64, f64)> = Vec::new();
        let mut largest = Largest::default();
        for round in 1..5000_u64 {
            let value = rng.uniform();
            all.push((round, value));
            largest.add(round, value);
            let within = all.iter().filter(|(at, _)| round - at <= super::ROUNDS);
            let truth = within.map(|(_, v)| *v).fold(0.0, f64::max);
            assert!(largest.get() <= truth && largest.get() >= value, "{} {truth}", largest.get());
        }
    }
}
