//! A part of an experiment's runs.

/// A part of the runs: every `of`-th, starting with the `part`-th.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Number of the part, from 1.
    pub part: usize,
    /// Number of parts.
    pub of: usize,
}

impl Shard {
    /// All runs.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Parses `2/8`: the second of eight parts.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let wrong = || format!("\"{text}\" is not a part: write 2/8 for the second of eight");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let (part, of) = (number(part)?, number(of)?);
        if part >= 1 && part <= of { Ok(Shard { part, of }) } else { Err(wrong()) }
    }

    /// Whether the run at a place of the document's order belongs to the part.
    pub fn has(self, place: usize) -> bool {
        place % self.of == self.part - 1
    }

    /// Name of the file that stores the part's runs.
    pub fn file_name(self) -> String {
        if self == Shard::WHOLE {
            "runs.jsonl".to_owned()
        } else {
            format!("runs-{}-of-{}.jsonl", self.part, self.of)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_every_run_once() {
        let shards: Vec<_> = (1..=3).map(|i| Shard::parse(&format!("{i}/3")).unwrap()).collect();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|s| s.has(place)).count(), 1);
        }
        for wrong in ["", "1", "0/3", "4/3", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
