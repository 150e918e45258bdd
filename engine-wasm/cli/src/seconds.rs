//! Simulated times as command-line arguments.

/// Maximum length of a run, s.
const LONGEST: f64 = 100_000.0;

/// Parses a time in seconds from the start of a run.
pub fn parse(text: &str) -> Result<f64, String> {
    // NaN fails the comparison.
    let time = text.trim().parse().ok().filter(|s| (0.0..=LONGEST).contains(s));
    time.ok_or_else(|| {
        format!("\"{text}\" is not a simulated time: expected a number of seconds from 0 to {LONGEST}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_must_lie_within_a_run() {
        assert_eq!(["0", "7.5", "1e5"].map(parse), [Ok(0.0), Ok(7.5), Ok(100_000.0)]);
        for wrong in ["", "a", "NaN", "nan", "inf", "-inf", "-1", "1e300", "100001"] {
            assert!(parse(wrong).unwrap_err().contains("from 0 to 100000"), "{wrong}");
        }
    }
}
