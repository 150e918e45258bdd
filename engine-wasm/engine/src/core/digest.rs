//! Digests of a run: packets sent, delivered, dropped and marked, ACKs, and window changes. What only plots
//! use is not included.

/// A 64-bit accumulator over a sequence of events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

// Odd constants from the fractional bits of the golden ratio and of √2. Any constants with well-mixed bits would serve.
const K1: u64 = 0x9e37_79b9_7f4a_7c15;
const K2: u64 = 0x6a09_e667_f3bc_c909;

impl Default for Digest {
    fn default() -> Self {
        Digest(K2)
    }
}

/// Kind of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DigestEvent {
    /// A sender sent a packet.
    Send,
    /// A packet reached its receiver.
    Deliver,
    /// An acknowledgement reached its sender.
    Ack,
    /// A packet was dropped.
    Drop,
    /// A packet was marked.
    Mark,
    /// A window changed.
    Window,
}

impl Digest {
    /// Adds one word.
    #[inline]
    pub fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(K1).rotate_left(29);
    }

    /// Adds an event at `time` (ns) with sequence number and length in bytes.
    #[inline]
    pub fn add(&mut self, time: u64, what: DigestEvent, seq: u64, len: u32) {
        // Time fills the low bits and the sequence number the high ones; the multiplication mixes them.
        self.word(time ^ seq.rotate_left(37) ^ (u64::from(len) << 3 | what as u64).rotate_left(19));
    }

    /// Adds text.
    pub fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.word(u64::from(byte));
        }
        self.word(text.len() as u64);
    }

    /// The digest of a text.
    pub fn of_text(text: &str) -> u64 {
        let mut digest = Digest::default();
        digest.text(text);
        digest.finish()
    }

    /// The accumulator, mixed once more so that every input bit reaches every output bit.
    pub fn finish(self) -> u64 {
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}
