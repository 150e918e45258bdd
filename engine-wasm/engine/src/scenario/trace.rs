//! Packet-delivery traces in Mahimahi's format: the times at which a link could deliver a packet.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Maximum number of delivery opportunities in a trace.
const MAX_OPPORTUNITIES: usize = 200_000;
/// Maximum length of a trace: that of the longest run.
const MAX_MS: u32 = 100_000_000;

/// A packet-delivery trace: delivery opportunities of 1504 bytes each, repeated in a loop.
///
/// The text holds the gaps between opportunities because gaps are short numbers and times are long ones. It is a third of the
/// size of the trace file, fits into a compressed link, and cannot hold times out of order.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Trace {
    /// Origin of the trace; not an input of the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 80))]
    pub name: Option<String>,
    /// Gaps between opportunities in whole milliseconds, separated by spaces; the first gap counts from the start. After the last
    /// opportunity the trace repeats.
    #[schemars(length(min = 1, max = 1_000_000))]
    pub gaps_ms: String,
}

impl Trace {
    /// Maximum size of a Mahimahi trace file, bytes: twice what the largest allowed trace needs.
    pub const MAX_FILE: usize = 4_000_000;

    /// Times of the opportunities in ms, in order; the last one is the length of the trace. The error is what was expected.
    pub fn times_ms(&self) -> Result<Vec<u32>, String> {
        let mut times = Vec::new();
        let mut at = 0u32;
        for gap in self.gaps_ms.split_ascii_whitespace() {
            let gap = millis(gap).ok_or("whole numbers of milliseconds")?;
            let next = at.checked_add(gap).filter(|&at| at <= MAX_MS);
            at = next.ok_or_else(|| format!("at most {MAX_MS} ms"))?;
            times.push(at);
            if times.len() > MAX_OPPORTUNITIES {
                return Err(format!("at most {MAX_OPPORTUNITIES} opportunities"));
            }
        }
        if at == 0 {
            return Err("at least one opportunity after the start".to_owned());
        }
        Ok(times)
    }

    /// Parses a Mahimahi trace file: one time in ms per line, in non-decreasing order. The error is what is wrong.
    pub fn from_mahimahi(text: &str, name: Option<String>) -> Result<Trace, String> {
        let mut before = 0u32;
        let mut gaps = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {}: {what}", i + 1);
            let at = millis(line.trim()).ok_or_else(|| wrong("not a whole number of milliseconds"))?;
            let gap = at.checked_sub(before).ok_or_else(|| wrong("earlier than the previous time"))?;
            gaps.push(gap.to_string());
            before = at;
        }
        let trace = Trace { name, gaps_ms: gaps.join(" ") };
        trace.times_ms().map(|_| trace).map_err(|expected| format!("expected {expected}"))
    }
}

fn millis(text: &str) -> Option<u32> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(gaps: &str) -> Result<Vec<u32>, String> {
        Trace { name: None, gaps_ms: gaps.to_owned() }.times_ms()
    }

    #[test]
    fn a_file_is_converted_to_gaps_and_back() {
        let trace = Trace::from_mahimahi("0\n3\n3\n10\n", None).unwrap();
        assert_eq!(trace.gaps_ms, "0 3 0 7");
        assert_eq!(trace.times_ms(), Ok(vec![0, 3, 3, 10]));
    }

    #[test]
    fn invalid_traces_are_rejected() {
        // Mahimahi rejects empty files and lines, decreasing times, and traces of zero length.
        for text in ["", "\n", "1\n\n2", "5\n4", "0\n0", "x", "-1", "+1", "1.5", "4294967296"] {
            assert!(Trace::from_mahimahi(text, None).is_err(), "{text:?}");
        }
        for gaps in ["", " ", "0", "0 0", "1 x", "-1", "+1", "1,2", "100000001", "4294967295 1"] {
            assert!(times(gaps).is_err(), "{gaps:?}");
        }
        assert!(times(&"1 ".repeat(200_000)).is_ok());
        assert!(times(&"1 ".repeat(200_001)).is_err());
    }
}
