//! Rules that many algorithms share.

use std::borrow::Cow;

use crate::catalogue::{Rule, RuleSubject};

/// Makes a rule.
pub(super) const fn rule(
    on: RuleSubject,
    words: &'static str,
    formula: &'static str,
    source: &'static str,
) -> Rule {
    Rule { on, words: Cow::Borrowed(words), formula: Cow::Borrowed(formula), source: Cow::Borrowed(source) }
}

/// Standard slow start.
pub(super) const SLOW_START: Rule = rule(
    RuleSubject::SlowStart,
    "Slow start: each acknowledged packet adds one packet to the window, so the window doubles every round trip.",
    "W ← W + acked",
    "RFC 5681, section 3.1",
);

/// Standard fast recovery.
pub(super) const RECOVERY: Rule = rule(
    RuleSubject::Recovery,
    "Fast recovery: the window stays constant while lost packets are retransmitted; each duplicate ACK releases another packet.",
    "",
    "RFC 5681, section 3.2; RFC 6582; RFC 6675",
);

/// Standard response to a timeout.
pub(super) const TIMEOUT: Rule = rule(
    RuleSubject::Timeout,
    "The retransmission timer expires: ssthresh is set to half the data in flight, and slow start restarts from one packet.",
    "ssthresh ← max(flight/2, 2), W ← 1",
    "RFC 5681, equation 4; RFC 6298, section 5",
);

/// Reno's response to a loss.
pub(super) const HALVE: Rule = rule(
    RuleSubject::Loss,
    "ACKs indicate a loss: cwnd and ssthresh are set to half the data in flight.",
    "W, ssthresh ← max(flight/2, 2)",
    "RFC 5681, equation 4",
);

/// Reno's congestion avoidance.
pub(super) const CONGESTION_AVOIDANCE: Rule = rule(
    RuleSubject::Avoidance,
    "Congestion avoidance: the window grows by one packet per round trip.",
    "W ← W + acked/W",
    "RFC 5681, equation 3",
);

/// Classic response to a mark.
pub(super) const ECN: Rule = rule(
    RuleSubject::Ecn,
    "The receiver echoes a CE mark: the window is reduced as for a loss, but nothing is retransmitted.",
    "",
    "RFC 3168, section 6.1.2",
);
