//! What a sweep runs: every point of its plan under every seed.

use droptail_engine::scenario::Scenario;

/// A scenario of the sweep.
pub struct Point {
    /// What runs, whatever the seed.
    pub scenario: Scenario,
}

/// One run: the coordinates under which its outcome is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// Its place among the points.
    pub point: usize,
    /// Its seed.
    pub seed: u32,
}

/// All runs, point by point, seeds in their order.
pub fn jobs(points: usize, seeds: &[u32]) -> Vec<Job> {
    (0..points).flat_map(|point| seeds.iter().map(move |&seed| Job { point, seed })).collect()
}

/// Most runs of a point.
const MAX_SEEDS: usize = 100_000;

/// Seeds as `1..10`, both ends included, `1,5,9`, or both mixed.
pub fn seeds(text: &str) -> Result<Vec<u32>, String> {
    let number = |text: &str| {
        let text = text.trim();
        text.parse::<u32>()
            .map_err(|_| format!("\"{text}\" is no seed: a whole number from 0 to {}", u32::MAX))
    };
    let mut seeds = Vec::new();
    for part in text.split(',') {
        let (first, last) = match part.split_once("..") {
            Some((first, last)) => (number(first)?, number(last)?),
            None => (number(part)?, number(part)?),
        };
        if first > last {
            return Err(format!("{first}..{last} goes backwards: {last}..{first}"));
        }
        if (last - first) as usize >= MAX_SEEDS - seeds.len() {
            return Err(format!("more than {MAX_SEEDS} seeds"));
        }
        seeds.extend(first..=last);
    }
    let mut sorted = seeds.clone();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("seed {} is there twice: replications have to differ", pair[0])),
        None => Ok(seeds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_ranges_and_lists() {
        assert_eq!(seeds("1..4"), Ok(vec![1, 2, 3, 4]));
        assert_eq!(seeds("1,5,9"), Ok(vec![1, 5, 9]));
        assert_eq!(seeds("7, 1..3,0"), Ok(vec![7, 1, 2, 3, 0]));
        assert_eq!(seeds("4294967295..4294967295"), Ok(vec![u32::MAX]));
        for wrong in ["", "a", "1..", "..3", "3..1", "-1", "1,,2", "1..3,2", "4294967296", "0..4294967295"] {
            assert!(seeds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn jobs_are_every_point_under_every_seed() {
        let job = |point, seed| Job { point, seed };
        assert_eq!(jobs(2, &[5, 3]), [job(0, 5), job(0, 3), job(1, 5), job(1, 3)]);
    }
}
