//! The distribution of a queue's backlog over time.

/// Number of bins for the backlog.
const LEVELS: usize = 200;

/// Distribution of a queue's backlog over time.
#[derive(Clone, Debug)]
pub(super) struct Backlog {
    /// Integrals of the backlog in bytes, and of its square, over time.
    pub area: f64,
    pub squares: f64,
    pub most: f64,
    /// Time in each bin of the backlog, s, from empty to the limit.
    pub levels: Vec<f64>,
    pub time: f64,
}

impl Default for Backlog {
    fn default() -> Self {
        Backlog { area: 0.0, squares: 0.0, most: 0.0, levels: vec![0.0; LEVELS + 1], time: 0.0 }
    }
}

impl Backlog {
    /// Counts a step of `h` with these backlogs at its start, middle and end, by Simpson's rule, which is exact for cubics.
    pub(super) fn count(&mut self, h: f64, (a, middle, b): (f64, f64, f64), limit: f64) {
        self.area += h * (a + 4.0 * middle + b) / 6.0;
        self.squares += h * (a * a + 4.0 * middle * middle + b * b) / 6.0;
        self.most = self.most.max(a).max(middle).max(b);
        self.time += h;
        for (part, q) in [(0.25, a), (0.5, middle), (0.25, b)] {
            let level = libm::ceil(q / limit * LEVELS as f64) as usize;
            self.levels[level.min(LEVELS)] += part * h;
        }
    }

    /// The same for an empty queue.
    pub(super) fn count_empty(&mut self, h: f64) {
        self.time += h;
        for part in [0.25, 0.5, 0.25] {
            self.levels[0] += part * h;
        }
    }

    /// Quantile `q` of the backlog over time, bytes.
    pub(super) fn quantile(&self, q: f64, limit: f64) -> f64 {
        let mut left = q * self.time;
        for (level, time) in self.levels.iter().enumerate() {
            left -= time;
            if left <= 0.0 {
                return limit * level as f64 / LEVELS as f64;
            }
        }
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_queue_counts_like_a_backlog_of_zero() {
        let (mut short, mut whole) = (Backlog::default(), Backlog::default());
        for step in 1..100 {
            let h = 0.01 / f64::from(step);
            short.count_empty(h);
            whole.count(h, (0.0, 0.0, 0.0), 1500.0);
        }
        let numbers = |b: &Backlog| [b.area, b.squares, b.most, b.time, b.quantile(0.99, 1500.0)];
        assert_eq!(numbers(&short), numbers(&whole));
        assert_eq!(short.levels, whole.levels);
    }

    #[test]
    fn a_cubic_has_its_exact_mean() {
        // 10 + t³ on 0 … 2, whose mean is 12.
        let mut backlog = Backlog::default();
        backlog.count(2.0, (10.0, 11.0, 18.0), 100.0);
        assert!((backlog.area / backlog.time - 12.0).abs() < 1e-12);
        assert_eq!(backlog.most, 18.0);
    }
}
