//! Order, and numbers by name, for what is seldom asked for: each type that is sorted or looked up brings code of its own along, and a
//! page would load all of it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The numbers below `count` in the order of what they stand for; of equals the lower one first.
pub fn ordered(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    numbers.sort_by(|&a, &b| compare(a, b));
    numbers
}

/// Values in their order.
pub fn sorted(values: &[f64]) -> Vec<f64> {
    ordered(values.len(), &|a, b| values[a].total_cmp(&values[b])).into_iter().map(|i| values[i]).collect()
}

/// Numbers by name.
pub type Numbers = BTreeMap<String, u32>;

/// Which number each name has, counted from zero; of a name that comes again the last.
pub fn numbered(names: impl Iterator<Item = String>) -> Numbers {
    let mut numbers = Numbers::new();
    // One by one: `collect` would sort them first.
    names.zip(0..).for_each(|(name, number)| {
        numbers.insert(name, number);
    });
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        let keys = [2, 1, 2, 0, 1];
        assert_eq!(ordered(keys.len(), &|a, b| keys[a].cmp(&keys[b])), [3, 1, 4, 0, 2]);
        assert_eq!(sorted(&[2.0, f64::INFINITY, -1.0]), [-1.0, 2.0, f64::INFINITY]);
    }

    #[test]
    fn a_name_s_last_number_counts() {
        let numbers = numbered(["a", "b", "a"].into_iter().map(str::to_owned));
        assert_eq!((numbers.len(), numbers["a"], numbers["b"]), (2, 2, 1));
    }
}
