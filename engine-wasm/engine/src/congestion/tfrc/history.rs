//! TFRC's loss intervals and their average: RFC 5348, sections 5.3 to 5.5.

use std::collections::VecDeque;

/// Weights of the intervals, newest first (section 5.4, n = 8).
pub const WEIGHTS: [f64; 8] = [1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2];

/// An interval between the starts of two loss events.
#[derive(Clone, Copy, Debug)]
struct Interval {
    packets: f64,
    /// Discount factor DF_i (section 5.5).
    discount: f64,
}

/// The loss intervals of a receiver.
#[derive(Clone, Debug)]
pub struct LossHistory {
    /// I_1 … I_8.
    closed: VecDeque<Interval>,
    /// Number of the packet with which the current loss event started.
    began: u64,
}

impl LossHistory {
    /// The first loss event started with packet `began`; `seed` is the interval before it (section 6.3.1).
    pub fn new(began: u64, seed: f64) -> LossHistory {
        LossHistory { closed: VecDeque::from([Interval { packets: seed, discount: 1.0 }]), began }
    }

    /// I_mean of section 5.5: the average without the open interval.
    fn closed_mean(&self) -> f64 {
        let weighted = self.closed.iter().zip(WEIGHTS);
        let (total, weight) = weighted.fold((0.0, 0.0), |(total, weight), (i, w)| {
            (total + i.packets * w * i.discount, weight + w * i.discount)
        });
        total / weight
    }

    /// The general discount factor DF for an open interval of `open` packets, at least `floor`.
    fn discount(&self, open: f64, floor: f64) -> f64 {
        let twice = 2.0 * self.closed_mean();
        if open > twice { (twice / open).max(floor) } else { 1.0 }
    }

    /// A loss event starts with packet `number`. `floor` is the discount floor; 1 means no discounting.
    pub fn event(&mut self, number: u64, floor: f64) {
        let packets = (number - self.began) as f64;
        let discount = self.discount(packets, floor);
        self.closed.iter_mut().for_each(|i| i.discount *= discount);
        self.closed.truncate(WEIGHTS.len() - 1);
        self.closed.push_front(Interval { packets, discount: 1.0 });
        self.began = number;
    }

    /// Whether a loss event that starts with packet `number` would be later than the current one.
    pub fn precedes(&self, number: u64) -> bool {
        self.began < number
    }

    /// The average loss interval in packets when `highest` is the highest number received.
    pub fn mean(&self, highest: u64, floor: f64) -> f64 {
        let open = (highest + 1).saturating_sub(self.began) as f64;
        let discount = self.discount(open, floor);
        let (mut total, mut weight) = (open * WEIGHTS[0], WEIGHTS[0]);
        // The same number of intervals as in the other average.
        for (i, w) in self.closed.iter().zip(&WEIGHTS[1..]).take(self.closed.len() - 1) {
            total += i.packets * w * i.discount * discount;
            weight += w * i.discount * discount;
        }
        (total / weight).max(self.closed_mean())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Floor of RFC 5348, section 5.5.
    const FLOOR: f64 = 0.25;

    /// Events every `n` packets; the last one with packet `8 n`.
    fn steady(n: u64) -> LossHistory {
        let mut history = LossHistory::new(0, n as f64);
        (1..=8).for_each(|i| history.event(i * n, FLOOR));
        history
    }

    #[test]
    fn weights_sum_to_six() {
        assert!((WEIGHTS.iter().sum::<f64>() - 6.0).abs() < 1e-12);
    }

    #[test]
    fn equal_intervals_average_to_themselves() {
        // Section 5.4: after the event, until the open interval is longer than the others.
        for n in [1, 2, 10, 1000] {
            let history = steady(n);
            for highest in [8 * n, 8 * n + n / 2, 9 * n - 1] {
                assert!((history.mean(highest, FLOOR) / n as f64 - 1.0).abs() < 1e-12, "{n}");
            }
        }
    }

    #[test]
    fn the_open_interval_counts_only_if_it_increases_the_average() {
        // Section 5.4: max(I_tot0, I_tot1)/W_tot.
        let mut history = steady(100);
        history.event(810, 1.0);
        // I_1 = 10, I_2 … = 100: (10 + 3·100 + (0.8 + 0.6 + 0.4 + 0.2)·100)/6.
        let closed = (10.0 + 500.0) / 6.0;
        assert!((history.mean(815, 1.0) - closed).abs() < 1e-9);
        // With I_0 = 400: (400 + 10 + 2·100 + 200)/6, without discounting.
        assert!((history.mean(810 + 399, 1.0) - (400.0 + 10.0 + 400.0) / 6.0).abs() < 1e-9);
    }

    #[test]
    fn a_long_interval_discounts_the_others_down_to_a_floor() {
        // Section 5.5, with I_i = 100: DF = 2·100/I_0, at least 0.25.
        let history = steady(100);
        for (open, discount) in [(200, 1.0), (400, 0.5), (1600, 0.25)] {
            let expected = (f64::from(open) + 500.0 * discount) / (1.0 + 5.0 * discount);
            let mean = history.mean(800 + open as u64 - 1, FLOOR);
            assert!((mean - expected).abs() < 1e-9, "{open}: {mean}, not {expected}");
        }
        // Once closed, the long interval has its full weight and the others keep their discount.
        let mut history = steady(100);
        history.event(800 + 1600, FLOOR);
        let expected = (1600.0 + 0.25 * 500.0) / (1.0 + 0.25 * 5.0);
        assert!((history.mean(2400, FLOOR) - expected).abs() < 1e-9);
    }

    #[test]
    fn eight_intervals_are_kept() {
        let mut history = steady(100);
        for i in 1..=8 {
            history.event(800 + i * 10, 1.0);
        }
        assert!((history.mean(880, 1.0) - 10.0).abs() < 1e-9);
    }

    #[test]
    fn fewer_intervals_use_the_first_weights() {
        // Section 5.4: k = 2 intervals.
        let mut history = LossHistory::new(10, 50.0);
        history.event(40, 1.0);
        assert!((history.mean(41, 1.0) - (30.0 + 50.0) / 2.0).abs() < 1e-9);
        assert!((history.mean(40 + 99, 1.0) - (100.0 + 30.0) / 2.0).abs() < 1e-9);
    }
}
