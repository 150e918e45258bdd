//! Which of the last datagrams have arrived.

/// Datagrams remembered.
const SPAN: u64 = 1024;
const WORDS: usize = (SPAN / 64) as usize;

/// A memory of the last 1024 numbers. What is older counts as seen, so that no datagram is delivered twice.
#[derive(Clone, Debug)]
pub struct ReceivedNumbers {
    bits: [u64; WORDS],
    /// One past the highest number seen.
    next: u64,
}

impl Default for ReceivedNumbers {
    fn default() -> Self {
        ReceivedNumbers { bits: [0; WORDS], next: 0 }
    }
}

fn place(number: u64) -> (usize, u64) {
    let slot = number % SPAN;
    ((slot / 64) as usize, 1 << (slot % 64))
}

impl ReceivedNumbers {
    /// Takes note of `number`; says whether it is new.
    pub fn add(&mut self, number: u64) -> bool {
        if number >= self.next {
            // The places of the numbers between belonged to numbers long gone.
            if number - self.next >= SPAN {
                self.bits = [0; WORDS];
            } else {
                for skipped in self.next..number {
                    let (word, bit) = place(skipped);
                    self.bits[word] &= !bit;
                }
            }
            self.next = number + 1;
            let (word, bit) = place(number);
            self.bits[word] |= bit;
            return true;
        }
        if self.has(number) {
            return false;
        }
        let (word, bit) = place(number);
        self.bits[word] |= bit;
        true
    }

    /// Whether `number` has arrived, as far as it is remembered.
    pub fn has(&self, number: u64) -> bool {
        if number >= self.next {
            return false;
        }
        let (word, bit) = place(number);
        self.next - number > SPAN || self.bits[word] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_new_once_in_any_order() {
        let mut seen = ReceivedNumbers::default();
        for number in [0, 2, 1, 5, 4, 3, 1000, 999, 1023] {
            assert!(!seen.has(number) && seen.add(number), "{number}");
            assert!(seen.has(number) && !seen.add(number), "{number}");
        }
        assert!(!seen.has(6) && !seen.has(1024));
    }

    #[test]
    fn a_place_is_used_again_for_a_later_number() {
        let mut seen = ReceivedNumbers::default();
        (0..1024).for_each(|n| assert!(seen.add(n)));
        assert!(seen.add(1030));
        // 1024 … 1029 did not arrive, though 0 … 5 did at their places.
        assert!((1024..1030).all(|n| !seen.has(n)));
        assert!(seen.add(1026));
        // A jump over everything that is remembered.
        assert!(seen.add(10_000) && !seen.has(9999) && seen.add(8977));
        // Too old to be known: taken for seen.
        assert!(seen.has(8976) && !seen.add(8976));
    }
}
