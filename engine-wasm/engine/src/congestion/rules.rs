//! What many laws do alike, in words: the parts from which rows put their rules together.

use std::borrow::Cow;

use crate::catalogue::{Rule, RuleOn};

/// A rule.
pub(super) const fn rule(
    on: RuleOn,
    words: &'static str,
    formula: &'static str,
    source: &'static str,
) -> Rule {
    Rule { on, words: Cow::Borrowed(words), formula: Cow::Borrowed(formula), source: Cow::Borrowed(source) }
}

/// Slow start as everywhere.
pub(super) const SLOW_START: Rule = rule(
    RuleOn::SlowStart,
    "Slow start: each packet that is acknowledged adds one to the window, which doubles in a round trip.",
    "W ← W + acked",
    "RFC 5681, section 3.1",
);

/// Nothing grows while holes are repaired.
pub(super) const RECOVERY: Rule = rule(
    RuleOn::Recovery,
    "Fast recovery: the window holds while what was lost is sent again; each ACK that says a packet has left lets another one go.",
    "",
    "RFC 5681, section 3.2; RFC 6582; RFC 6675",
);

/// A timeout as everywhere.
pub(super) const TIMEOUT: Rule = rule(
    RuleOn::Timeout,
    "No ACK for a whole retransmission timeout: the threshold falls to half of what was in flight, and slow start begins again from one packet.",
    "ssthresh ← max(flight/2, 2), W ← 1",
    "RFC 5681, equation 4; RFC 6298, section 5",
);

/// Reno's answer to a loss.
pub(super) const HALVE: Rule = rule(
    RuleOn::Loss,
    "ACKs show a loss: window and threshold fall to half of what was in flight.",
    "W, ssthresh ← max(flight/2, 2)",
    "RFC 5681, equation 4",
);

/// Reno's growth.
pub(super) const ONE_MORE: Rule = rule(
    RuleOn::Avoidance,
    "Congestion avoidance: the ACKs of a round trip together add one packet.",
    "W ← W + acked/W",
    "RFC 5681, equation 3",
);

/// A mark is answered as a loss is.
pub(super) const ECN: Rule = rule(
    RuleOn::Ecn,
    "The receiver echoes a mark: the window gives way as to a loss, but nothing has to be sent again.",
    "",
    "RFC 3168, section 6.1.2",
);
