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
    rule_in("", on, words, formula, source)
}

/// Makes a rule that applies in one state of the controller, which is among the names of its variable of states.
pub(super) const fn rule_in(
    state: &'static str,
    on: RuleSubject,
    words: &'static str,
    formula: &'static str,
    source: &'static str,
) -> Rule {
    Rule {
        on,
        state: Cow::Borrowed(state),
        words: Cow::Borrowed(words),
        formula: Cow::Borrowed(formula),
        source: Cow::Borrowed(source),
    }
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

/// Response to a mark of controllers whose window restarts from one packet only after a loss.
pub(super) const ECN_HALVES: Rule = rule(
    RuleSubject::Ecn,
    "The receiver echoes a CE mark: cwnd and ssthresh are set to half the data in flight. Nothing is lost, so slow start does not restart.",
    "W, ssthresh ← max(flight/2, 2)",
    "RFC 3168, section 6.1.2",
);

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, loss};
    use super::super::{Congestion, ControllerKind};
    use crate::catalogue::RuleSubject;
    use crate::congestion::BUILT_IN;

    #[test]
    fn the_state_of_a_rule_is_one_of_its_controller() {
        let mut found = 0;
        for row in BUILT_IN {
            let states: Vec<_> = row.variables.iter().flat_map(|v| v.states.iter()).collect();
            for rule in row.rules.iter().filter(|r| !r.state.is_empty()) {
                assert!(states.contains(&&rule.state), "{}: {}", row.id, rule.state);
                found += 1;
            }
        }
        assert!(found > 0);
    }

    /// The page explains a mark by the formula for a loss where the rule for a mark has none.
    #[test]
    fn a_mark_without_a_formula_reduces_as_a_loss_does() {
        let mut compared = 0;
        for row in BUILT_IN {
            let unwritten = |r: &&super::Rule| r.on == RuleSubject::Ecn && r.formula.is_empty();
            let window = matches!(row.controller, ControllerKind::Window(_));
            if !window || row.rules.iter().find(unwritten).is_none() {
                continue;
            }
            let after = |event: Congestion| {
                let mut bench = Bench::new(row, &[]);
                bench.handshake(40.0);
                bench.start_at(40.0, 30.0);
                for _ in 0..5 {
                    bench.round(50.0);
                }
                bench.congestion(event, 42.0);
                (bench.cwnd(), bench.ssthresh())
            };
            assert_eq!(after(Congestion::Ecn), after(loss(1)), "{}", row.id);
            compared += 1;
        }
        assert!(compared > 15, "{compared}");
    }
}
