//! A record of which recent datagrams have arrived.

/// Number of datagrams recorded.
const SPAN: u64 = 1024;
const WORDS: usize = (SPAN / 64) as usize;

/// The last 1024 numbers. Older ones count as received, so that no datagram is delivered twice.
#[derive(Clone, Debug)]
pub struct ReceivedNumbers {
    bits: [u64; WORDS],
    /// One past the highest number received.
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
    /// Records `number`. Returns whether it is new.
    pub fn add(&mut self, number: u64) -> bool {
        if number >= self.next {
            // The bits of the numbers in between belonged to old numbers.
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

    /// Whether `number` has arrived, as far as it is recorded.
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
        let mut received = ReceivedNumbers::default();
        for number in [0, 2, 1, 5, 4, 3, 1000, 999, 1023] {
            assert!(!received.has(number) && received.add(number), "{number}");
            assert!(received.has(number) && !received.add(number), "{number}");
        }
        assert!(!received.has(6) && !received.has(1024));
    }

    #[test]
    fn bits_are_reused_for_later_numbers() {
        let mut received = ReceivedNumbers::default();
        (0..1024).for_each(|n| assert!(received.add(n)));
        assert!(received.add(1030));
        // 1024 … 1029 did not arrive, but 0 … 5 did, which use the same bits.
        assert!((1024..1030).all(|n| !received.has(n)));
        assert!(received.add(1026));
        // A jump beyond everything recorded.
        assert!(received.add(10_000) && !received.has(9999) && received.add(8977));
        // Too old to be recorded: counts as received.
        assert!(received.has(8976) && !received.add(8976));
    }
}
