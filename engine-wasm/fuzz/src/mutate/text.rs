//! Damage to text, as by truncated links, disks or manual editing.

use droptail_engine::core::random::Rng;

/// The text with a few bytes, tokens or ranges changed; the result is valid UTF-8.
pub fn damage(text: &str, rng: &mut Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..super::few(rng) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        let length = (1 + rng.below(40)).min(bytes.len() - at);
        match rng.below(9) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let piece = bytes[at..at + length].to_vec();
                bytes.splice(at..at, piece);
            }
            3 => bytes[at] = rng.bits() as u8,
            4 => bytes[at] ^= 1 << rng.below(8),
            5 => {
                let tokens: [&[u8]; 14] = [
                    b"{",
                    b"}",
                    b"[",
                    b"]",
                    b",",
                    b":",
                    b"\"",
                    b"null",
                    b"1e999",
                    b"-0",
                    b"\\u0000",
                    b"\\ud800",
                    b"NaN",
                    b"99999999999999999999",
                ];
                bytes.splice(at..at, tokens[rng.below(tokens.len())].iter().copied());
            }
            6 => {
                let depth = 1 + rng.below(300);
                bytes.splice(at..at, std::iter::repeat_n(b'[', depth));
            }
            7 => {
                // Duplicate a key, or lengthen a number.
                if let Some(digit) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let more = 1 + rng.below(400);
                    bytes.splice(at + digit..at + digit, std::iter::repeat_n(b'9', more));
                }
            }
            _ => {
                let to = rng.below(bytes.len());
                bytes.swap(at, to);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
