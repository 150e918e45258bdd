//! Jain's fairness index: Jain, Chiu & Hawe, "A Quantitative Measure of Fairness", DEC-TR-301, 1984.

/// f = (Σx)² / (n Σx²), from 1/n (one has all) to 1 (all equal). Nothing if all are zero or there is none.
pub fn jain(shares: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for x in shares {
        n += 1.0;
        sum += x;
        squares += x * x;
    }
    (squares > 0.0).then(|| sum * sum / (n * squares))
}

#[cfg(test)]
mod tests {
    use super::jain;

    #[test]
    fn values_of_the_definition() {
        // Reference section 15, check 24.
        assert_eq!(jain([1.0; 4].into_iter()), Some(1.0));
        assert_eq!(jain([1.0, 0.0, 0.0, 0.0].into_iter()), Some(0.25));
        assert_eq!(jain([0.0, 0.0].into_iter()), None);
        assert_eq!(jain(std::iter::empty()), None);
    }
}
