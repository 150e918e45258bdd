//! The seeds of a sweep.

/// Maximum number of runs of a sweep.
const MAX_SEEDS: usize = 100_000;

/// Parses seeds: a range `1..10`, both ends included, a list `1,5,9`, or a mixture.
pub fn parse(text: &str) -> Result<Vec<u32>, String> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<u32>()
            .map_err(|_| format!("\"{text}\" is not a seed: expected a whole number from 0 to {}", u32::MAX))
    };
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if first > last {
            return Err(format!("{first}..{last} is in descending order: write {last}..{first}"));
        }
        if (last - first) as usize >= MAX_SEEDS - seeds.len() {
            return Err(format!("more than {MAX_SEEDS} seeds"));
        }
        seeds.extend(first..=last);
    }
    let mut sorted = seeds.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("seed {} occurs twice: replications must differ", pair[0])),
        None => Ok(seeds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        assert_eq!(parse("1..4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(parse("1,5,9"), Ok(vec![1, 5, 9]));
        assert_eq!(parse("7, 1..3,0"), Ok(vec![7, 1, 2, 3, 0]));
        assert_eq!(parse("4294967295..4294967295"), Ok(vec![u32::MAX]));
        for wrong in ["", "a", "1..", "..3", "3..1", "-1", "1,,2", "1..3,2", "4294967296", "0..4294967295"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
