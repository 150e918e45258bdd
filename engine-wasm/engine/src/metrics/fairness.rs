//! Fairness indices.

/// Jain's index: Jain, Chiu & Hawe, "A Quantitative Measure of Fairness", DEC-TR-301, 1984: f = (Σx)² / (n
/// Σx²), from 1/n (one flow has everything) to 1 (all are equal). `None` if there are no shares or all are
/// zero.
///
/// With x·RTT in place of x it is equation 8 of the Randomized TCP paper: 1 if rates are proportional to
/// 1/RTT.
pub fn jain(shares: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for x in shares {
        n += 1.0;
        sum += x;
        squares += x * x;
    }
    (squares > 0.0).then(|| sum * sum / (n * squares))
}

/// F = T_C/T_T (TFRCP, section III.B): the mean rate of the flows divided by that of the reference flows.
/// Infinite if only the latter is zero, `None` if both are.
pub fn friendliness(mean: f64, reference: f64) -> Option<f64> {
    (mean > 0.0 || reference > 0.0).then(|| mean / reference)
}

/// E = max(F, 1/F) ≥ 1 (TFRCP, section III.B).
pub fn equivalence(friendliness: f64) -> f64 {
    if friendliness < 1.0 { 1.0 / friendliness } else { friendliness }
}

/// F_C = max/min ≥ 1 (TFRCP, section III.B). Infinite if a flow has nothing; `None` if no flow has anything
/// or there are no flows.
pub fn internal_fairness(rates: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut most, mut least) = (0.0, f64::INFINITY);
    for rate in rates {
        most = f64::max(most, rate);
        least = f64::min(least, rate);
    }
    (most > 0.0).then(|| most / least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jain_by_its_definition() {
        assert_eq!(jain([1.0; 4].into_iter()), Some(1.0));
        assert_eq!(jain([1.0, 0.0, 0.0, 0.0].into_iter()), Some(0.25));
        assert_eq!(jain([0.0, 0.0].into_iter()), None);
        assert_eq!(jain(std::iter::empty()), None);
    }

    #[test]
    fn weighted_by_rtts_it_is_one_if_rates_are_inversely_proportional() {
        // Randomized TCP, equation 8: RTTs 80 to 120 ms, rates 1/RTT.
        let rtts = [0.08, 0.09, 0.1, 0.11, 0.12];
        let index = jain(rtts.iter().map(|rtt| (1.0 / rtt) * rtt)).unwrap();
        assert!((index - 1.0).abs() < 1e-12);
        // Equal rates at RTTs of 1 and 3: (1+3)²/(2·(1+9)).
        assert_eq!(jain([1.0, 3.0].into_iter()), Some(0.8));
    }

    #[test]
    fn friendliness_equivalence_and_internal_fairness() {
        assert_eq!(friendliness(3.0, 2.0), Some(1.5));
        assert_eq!(friendliness(0.0, 2.0), Some(0.0));
        assert_eq!(friendliness(1.0, 0.0), Some(f64::INFINITY));
        assert_eq!(friendliness(0.0, 0.0), None);
        assert_eq!((equivalence(1.5), equivalence(0.5), equivalence(0.0)), (1.5, 2.0, f64::INFINITY));
        assert_eq!(internal_fairness([2.0, 4.0, 3.0].into_iter()), Some(2.0));
        assert_eq!(internal_fairness([0.0, 4.0].into_iter()), Some(f64::INFINITY));
        assert_eq!(internal_fairness([0.0].into_iter()), None);
        assert_eq!(internal_fairness(std::iter::empty()), None);
    }
}
