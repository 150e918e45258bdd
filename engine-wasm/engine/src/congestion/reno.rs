//! Reno and variants with the same window rule: RFC 5681 (2009), first described by Jacobson, "Congestion Avoidance and Control", 1988.

use super::rules::{CONGESTION_AVOIDANCE, ECN, ECN_HALVES, HALVE, RECOVERY, SLOW_START, TIMEOUT, rule};
use std::sync::Arc;

use super::fluid::{FluidController, memoryless};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, NO_PARAMS, NO_THEORY, Theory,
    WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Rule, RuleSubject, Settings};

/// Registered in `congestion/mod.rs`.
pub const TAHOE: Algorithm = Algorithm {
    id: "tahoe",
    name: "Tahoe",
    family: "Loss-based",
    summary: "Slow start and congestion avoidance; every loss restarts slow start from one packet.",
    source: "Jacobson, Congestion Avoidance and Control",
    year: 1988,
    recovery: "tahoe",
    pacing: "ack",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[
        SLOW_START,
        CONGESTION_AVOIDANCE,
        rule(
            RuleSubject::Loss,
            "ACKs indicate a loss: ssthresh is set to half the data in flight, and slow start restarts from one packet.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Jacobson, Congestion Avoidance and Control",
        ),
        ECN_HALVES,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const RENO: Algorithm = Algorithm {
    id: "reno",
    name: "Reno",
    family: "Loss-based",
    summary: "Adds one packet per round trip and halves on loss; fast recovery repairs one loss per window.",
    source: "Jacobson; RFC 5681 (2009)",
    year: 1990,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[SLOW_START, CONGESTION_AVOIDANCE, RECOVERY, HALVE, ECN, TIMEOUT],
    theory: AIMD_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const NEWRENO: Algorithm = Algorithm {
    id: "newreno",
    name: "NewReno",
    family: "Loss-based",
    summary: "Reno that repairs several losses in one window, one per round trip.",
    source: "RFC 2582; RFC 6582 (2012)",
    year: 1999,
    recovery: "newreno",
    pacing: "ack",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[SLOW_START, CONGESTION_AVOIDANCE, RECOVERY, HALVE, ECN, TIMEOUT],
    theory: AIMD_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const SACK: Algorithm = Algorithm {
    id: "sack",
    name: "SACK",
    family: "Loss-based",
    summary: "Reno with selective acknowledgements, so that all losses in a window are repaired within about one round trip.",
    source: "RFC 2018; RFC 6675 (2012), RFC 6937",
    year: 1996,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[SLOW_START, CONGESTION_AVOIDANCE, RECOVERY, HALVE, ECN, TIMEOUT],
    theory: AIMD_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const PACED: Algorithm = Algorithm {
    id: "paced",
    name: "Paced Reno",
    family: "Paced and randomised",
    summary: "Reno that spaces the packets of each window evenly over a round trip.",
    source: "Zhang, Shenker & Clark; Aggarwal, Savage & Anderson (2000)",
    year: 1991,
    recovery: "reno",
    pacing: "paced",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[SLOW_START, CONGESTION_AVOIDANCE, RECOVERY, HALVE, ECN, TIMEOUT],
    theory: AIMD_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const RANDOMIZED: Algorithm = Algorithm {
    id: "randomized",
    name: "Randomized TCP",
    family: "Paced and randomised",
    summary: "Paced Reno with random gaps between packets, to avoid phase effects and synchronised losses.",
    source: "Chandrayana et al., On Randomizing the Sending Times in TCP",
    year: 2001,
    recovery: "reno",
    pacing: "random",
    feedback: "classic",
    params: NO_PARAMS,
    variables: &[],
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Congestion avoidance: the window grows by α packets per round trip; α compensates for the random gaps.",
            "W ← W + α·acked/W",
            "Chandrayana et al., On Randomizing the Sending Times in TCP",
        ),
        RECOVERY,
        HALVE,
        ECN,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

/// One packet per round trip, half on loss, and timeouts.
const AIMD_THEORY: &[Theory] = &[Theory::Sawtooth, Theory::Pftk];

/// One packet per round trip between losses, half after a loss.
fn fluid(_: &Settings<'_>) -> Arc<dyn FluidController> {
    memoryless(|_| 1.0, |w| w / 2.0)
}

/// Reno's window rule, parts of which other controllers use.
#[derive(Clone, Debug)]
pub(super) struct Reno;

fn make(_: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Reno)
}

impl WindowRule for Reno {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        reno_increase(control, cx, ack);
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        reno_decrease(control, cx, event);
    }
}

/// Reno's growth on an ACK.
pub fn reno_increase(control: &mut Control, cx: &Cx<'_>, ack: &Ack) {
    if !cx.may_grow() {
        return;
    }
    let left = slow_start(control, ack.counted);
    if left > 0.0 {
        // RFC 5681, equation 3: about one segment per round trip.
        increase(control, cx.increase_scale, left);
    }
}

/// Reno's response to congestion: RFC 5681, equation 4.
pub fn reno_decrease(control: &mut Control, cx: &Cx<'_>, event: Congestion) {
    decrease(control, event, cx.reduce_from / 2.0);
}

/// Reno's rules.
pub fn reno_rules() -> impl Iterator<Item = &'static Rule> {
    RENO.rules.iter()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;

    fn reno() -> Bench {
        Bench::new(find("reno").unwrap(), &[])
    }

    #[test]
    fn slow_start_doubles_and_stops_at_ssthresh() {
        let mut bench = reno();
        bench.start(1.0, None);
        for expected in [2.0, 4.0, 8.0, 16.0] {
            bench.round(100.0);
            assert_eq!(bench.cwnd(), expected);
        }
    }

    #[test]
    fn congestion_avoidance_adds_one_packet_per_round_trip() {
        let mut bench = reno();
        bench.start_at(50.0, 50.0);
        for _ in 0..10 {
            bench.round(100.0);
        }
        // Slightly less than one per round: W grows while a round's ACKs arrive, and a round has ⌊W⌋ of them.
        assert!((59.6..60.0).contains(&bench.cwnd()), "{}", bench.cwnd());
    }

    #[test]
    fn halves_the_data_in_flight_and_keeps_at_least_two() {
        // RFC 5681, equation 4.
        let mut bench = reno();
        bench.start_at(20.0, 20.0);
        bench.congestion(testing::loss(1), 18.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (9.0, 9.0));
        bench.congestion(Congestion::Timeout { first: true }, 3.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 2.0));
        bench.congestion(Congestion::Timeout { first: false }, 100.0);
        assert_eq!(bench.ssthresh(), 2.0);
    }

    #[test]
    fn periodic_loss_gives_the_square_root_law() {
        // Mathis, Semke, Mahdavi & Ott 1997: with a loss every 1/p packets and an ACK for every b-th packet, W̄ = √(3/2bp) and
        // W_max = √(8/3bp): 12.25 and 16.33 at p = 0.01 with b = 1, and a mean of 0.866/√p with b = 2.
        for (b, tolerance) in [(1, [0.025, 0.005, 0.005]), (2, [0.05, 0.015, 0.005])] {
            for (p, tolerance) in [1e-2, 1e-3, 1e-4].into_iter().zip(tolerance) {
                let mut bench = reno();
                bench.start_at(2.0, 2.0);
                let (mean, max) = bench.periodic_loss_acked(p, 100.0, b);
                let scale = libm::sqrt(p * b as f64);
                assert!((mean * scale / 1.2247 - 1.0).abs() < tolerance, "p {p}, b {b}: mean {mean}");
                assert!((max * scale / 1.6330 - 1.0).abs() < tolerance, "p {p}, b {b}: max {max}");
            }
        }
    }

    #[test]
    fn tahoe_reaches_half_the_window_by_slow_start() {
        // Jacobson 1988: after a loss at W the window is one packet. Slow start to W/2 takes ⌈log₂(W/2)⌉ round trips; then the window
        // grows by one packet in each.
        for (w, rounds) in [(64.0, 5), (50.0, 5), (100.0, 6), (20.0, 4), (16.0, 3)] {
            let mut bench = Bench::new(find("tahoe").unwrap(), &[]);
            bench.start_at(w, w);
            bench.congestion(Congestion::Restart, w);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, w / 2.0));
            for round in 1..=rounds {
                assert!(bench.cwnd() < w / 2.0, "W {w}, round {round}: {}", bench.cwnd());
                bench.round(100.0);
            }
            // The remainder of the last doubling counts as congestion avoidance.
            assert!((w / 2.0..w / 2.0 + 1.0).contains(&bench.cwnd()), "W {w}: {}", bench.cwnd());
            for _ in 0..5 {
                let before = bench.cwnd();
                bench.round(100.0);
                let grown = bench.cwnd() - before;
                // A round has ⌊W⌋ ACKs, and W grows during the round.
                assert!(
                    grown <= 1.0 && grown >= libm::floor(before) / (before + 1.0),
                    "W {w}: {before} + {grown}"
                );
            }
        }
    }
}
