//! Statistics of measures as rows of a table.

use droptail_engine::experiment::Statistic;

/// Headings of [`cells`].
pub const HEAD: [&str; 9] = ["metric", "n", "mean", "±", "sd", "min", "max", "median", "SIQR"];

/// A statistic as a row of the table.
pub fn cells(statistic: &Statistic) -> Vec<String> {
    let s = &statistic.over;
    let maybe = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), digits);
    let head = [statistic.metric.clone(), s.n.to_string(), digits(s.mean)];
    let rest = [maybe(s.half_width), maybe(s.sd), digits(s.min), digits(s.max), digits(s.median)];
    head.into_iter().chain(rest).chain([digits(s.siqr)]).collect()
}

/// About five significant digits.
pub fn digits(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 || (x.fract() == 0.0 && size < 1e15) {
        return format!("{x:.0}");
    }
    let before = if size >= 1.0 { format!("{:.0}", size.trunc()).len() } else { 0 };
    if size < 1e-4 { format!("{x:.3e}") } else { format!("{x:.*}", 5_usize.saturating_sub(before)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        let shown = [0.0, 12.0, 0.123456, 9.87654321, 123.456789, 0.0000123, 1234567.89].map(digits);
        assert_eq!(shown, ["0", "12", "0.12346", "9.8765", "123.46", "1.230e-5", "1234568"]);
    }
}
