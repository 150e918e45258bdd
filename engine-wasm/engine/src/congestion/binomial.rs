//! Binomial congestion control: Bansal & Balakrishnan, "Binomial Congestion Control Algorithms", INFOCOM 2001. AIMD is the
//! case k = 0, l = 1.

use super::rules::{ECN, RECOVERY, SLOW_START, TIMEOUT, rule};
use std::sync::Arc;

use super::fluid::{FluidController, memoryless};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, MIN_SSTHRESH, NO_THEORY, Theory,
    WindowRule, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::Segments;

/// Registered in `congestion/mod.rs`.
pub const AIMD: Algorithm = Algorithm {
    id: "aimd",
    name: "AIMD",
    family: "AIMD and binomial",
    summary: "Additive increase by a, multiplicative decrease by b; Reno is a = 1, b = 0.5.",
    source: "Chiu & Jain, Analysis of the Increase and Decrease Algorithms",
    year: 1989,
    recovery: "newreno",
    pacing: "ack",
    feedback: "classic",
    params: || {
        vec![
            Param::number("a", "a", "Increase", "packets")
                .range(0.01, 100.0, 1.0)
                .log()
                .help("Packets added per round trip; 3b/(2 − b) gives the mean window of Reno."),
            Param::number("b", "b", "Decrease", "")
                .range(0.01, 0.99, 0.5)
                .help("Fraction of the window removed by a loss."),
        ]
    },
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Additive increase: the window grows by a packets per round trip.",
            "W ← W + a·acked/W",
            "Chiu & Jain, Analysis of the Increase and Decrease Algorithms",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "Multiplicative decrease: a loss removes the fraction b of the data in flight.",
            "W, ssthresh ← (1 − b)·flight",
            "Chiu & Jain, Analysis of the Increase and Decrease Algorithms",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| fluid(0.0, 1.0, s.number("a"), s.number("b"), MIN_SSTHRESH)),
    controller: ControllerKind::Window(|s| make(0.0, 1.0, s.number("a"), s.number("b"), MIN_SSTHRESH)),
};

/// Registered in `congestion/mod.rs`.
pub const BINOMIAL: Algorithm = Algorithm {
    id: "binomial",
    name: "Binomial",
    summary: "Adds α/Wᵏ packets per round trip and removes β·Wˡ on loss; with k + l = 1 it is TCP-friendly.",
    params: || [exponents(), factors()].concat(),
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by α/Wᵏ packets per round trip: larger windows grow more slowly.",
            "W ← W + α/Wᵏ · acked/W",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss reduces the window by β·Wˡ packets.",
            "W, ssthresh ← W − β·Wˡ",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| fluid_with(s.number("k"), s.number("l"), s)),
    controller: ControllerKind::Window(|s| make_with(s.number("k"), s.number("l"), s)),
    ..IIAD
};

/// Registered in `congestion/mod.rs`.
pub const IIAD: Algorithm = Algorithm {
    id: "iiad",
    name: "IIAD",
    family: "AIMD and binomial",
    summary: "Inverse increase, additive decrease: adds α/W packets per round trip and removes β packets on loss.",
    source: "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
    year: 2001,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params: factors,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Inverse increase: the window grows by α/W packets per round trip.",
            "W ← W + α/W · acked/W",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "Additive decrease: a loss reduces the window by β packets, whatever its size.",
            "W, ssthresh ← W − β",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| fluid_with(1.0, 0.0, s)),
    controller: ControllerKind::Window(|s| make_with(1.0, 0.0, s)),
};

/// Registered in `congestion/mod.rs`.
pub const SQRT: Algorithm = Algorithm {
    id: "sqrt",
    name: "SQRT",
    summary: "Adds α/√W packets per round trip and removes β·√W on loss.",
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by α/√W packets per round trip.",
            "W ← W + α/√W · acked/W",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss reduces the window by β·√W packets.",
            "W, ssthresh ← W − β·√W",
            "Bansal & Balakrishnan, Binomial Congestion Control Algorithms",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| fluid_with(0.5, 0.5, s)),
    controller: ControllerKind::Window(|s| make_with(0.5, 0.5, s)),
    ..IIAD
};

/// Registered in `congestion/mod.rs`.
pub const RANDOMIZED_IIAD: Algorithm = Algorithm {
    id: "randomized-iiad",
    name: "Randomized IIAD",
    family: "Paced and randomised",
    summary: "IIAD with the random gaps of Randomized TCP.",
    source: RANDOMIZED_SOURCE,
    rules: IIAD.rules,
    theory: NO_THEORY,
    pacing: "random",
    ..IIAD
};

/// Registered in `congestion/mod.rs`.
pub const RANDOMIZED_SQRT: Algorithm = Algorithm {
    id: "randomized-sqrt",
    name: "Randomized SQRT",
    family: "Paced and randomised",
    summary: "SQRT with the random gaps of Randomized TCP.",
    source: RANDOMIZED_SOURCE,
    rules: SQRT.rules,
    theory: NO_THEORY,
    pacing: "random",
    ..SQRT
};

const RANDOMIZED_SOURCE: &str = "Chandrayana et al., On Randomizing the Sending Times in TCP, section VIII";

const VARIABLES: &[Variable] = &[
    Variable::new("increase", "α/Wᵏ", "increase per round trip", "packets"),
    Variable::new("decrease", "β·Wˡ", "decrease on loss", "packets"),
];

fn exponents() -> Vec<Param> {
    vec![
        Param::number("k", "k", "Increase exponent", "").range(-1.0, 3.0, 0.5).help(
            "A larger k slows the growth of large windows; 0 is additive increase, −1 is exponential growth.",
        ),
        Param::number("l", "l", "Decrease exponent", "")
            .range(0.0, 1.0, 0.5)
            .help("0 removes a fixed number of packets, 1 a fixed fraction of the window."),
    ]
}

/// The papers do not specify α and β. In equilibrium W̄ = √(α/(β·p)) to first order for k + l = 1, and Reno's is √(1.5/p), so
/// α/β = 1.5 gives an equal share beside Reno.
fn factors() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Increase factor", "").range(0.01, 100.0, 1.0).log().help(
            "The window grows by α/Wᵏ packets per round trip; α/β = 1.5 gives about the mean window of Reno.",
        ),
        Param::number("beta", "β", "Decrease factor", "")
            .range(0.01, 10.0, 2.0 / 3.0)
            .log()
            .help("A loss reduces the window by β·Wˡ packets."),
        Param::number("floor", "", "Smallest window", "packets")
            .range(1.0, 2.0, MIN_SSTHRESH)
            .integer()
            .help("A loss detected by ACKs never reduces the window below this; Reno uses 2."),
    ]
}

fn make_with(k: f64, l: f64, s: &Settings<'_>) -> Box<dyn Controller> {
    make(k, l, s.number("alpha"), s.number("beta"), s.number("floor"))
}

fn make(k: f64, l: f64, alpha: f64, beta: f64, floor: Segments) -> Box<dyn Controller> {
    windowed(Binomial { k, l, alpha, beta, floor })
}

fn fluid_with(k: f64, l: f64, s: &Settings<'_>) -> Arc<dyn FluidController> {
    fluid(k, l, s.number("alpha"), s.number("beta"), s.number("floor"))
}

fn fluid(k: f64, l: f64, alpha: f64, beta: f64, floor: Segments) -> Arc<dyn FluidController> {
    let controller = Binomial { k, l, alpha, beta, floor };
    let after = controller.clone();
    memoryless(move |w| controller.increase(w), move |w| (w - after.decrease(w)).max(floor))
}

#[derive(Clone, Debug)]
struct Binomial {
    k: f64,
    l: f64,
    alpha: f64,
    beta: f64,
    floor: Segments,
}

impl Binomial {
    /// Increase per round trip (equation 9 of the paper on Randomized TCP).
    fn increase(&self, w: Segments) -> Segments {
        self.alpha / libm::pow(w, self.k)
    }

    /// Decrease on loss (equation 10).
    fn decrease(&self, w: Segments) -> Segments {
        self.beta * libm::pow(w, self.l)
    }

    /// The window after a loss.
    fn reduced(&self, w: Segments, cx: &Cx<'_>) -> Segments {
        // The data in flight is a whole number of packets. For a decrease by a fraction of the window (l = 1,
        // as in Reno) the missing fraction of a packet is negligible, but it could double a decrease of less
        // than a packet. So a window that is full except for its fraction counts as full.
        let from = if self.l < 1.0 && cx.reduce_from + 1.0 > w { w } else { cx.reduce_from };
        (from - self.decrease(from)).max(self.floor)
    }
}

impl WindowRule for Binomial {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            let w = control.cwnd;
            control.cwnd += cx.increase_scale * left * self.increase(w) / w;
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let reduced = self.reduced(control.cwnd, cx);
        match event {
            Congestion::Loss { .. } => (control.ssthresh, control.cwnd) = (reduced, reduced),
            Congestion::Ecn => (control.ssthresh, control.cwnd) = (reduced, reduced.min(control.cwnd)),
            Congestion::Restart => (control.ssthresh, control.cwnd) = (reduced, 1.0),
            // As in Reno: a timeout indicates heavier congestion than the decrease on loss is meant for.
            Congestion::Timeout { first } => {
                if first {
                    control.ssthresh = (cx.reduce_from / 2.0).max(MIN_SSTHRESH);
                }
                control.cwnd = 1.0;
            }
        }
    }

    fn variables(&self, control: &Control, show: &mut dyn FnMut(f64)) {
        show(self.increase(control.cwnd));
        show(self.decrease(control.cwnd));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bench(id: &str, params: &[(&str, f64)]) -> Bench {
        let params: Vec<_> = params.iter().map(|&(id, x)| (id, ParamValue::Number(x))).collect();
        Bench::new(find(id).unwrap(), &params)
    }

    /// Mean window with a loss every 1/p packets in steady state, which small steps reach only after many losses.
    fn mean(id: &str, params: &[(&str, f64)], p: f64) -> f64 {
        let mut bench = bench(id, params);
        bench.start_at(2.0, 2.0);
        for _ in 0..7 {
            bench.periodic_loss(p, 100.0);
        }
        bench.periodic_loss(p, 100.0).0
    }

    #[test]
    fn aimd_has_the_mean_window_of_its_sawtooth() {
        // A sawtooth between (1 − b)W and W with increase a per round trip: W̄ = √(a(2 − b)/(2bp)).
        for (a, b) in [(1.0, 0.5), (2.0, 0.5), (0.2, 0.125), (1.0, 0.125), (0.31, 0.875)] {
            for p in [1e-3, 1e-4] {
                let expected = libm::sqrt(a * (2.0 - b) / (2.0 * b * p));
                let got = mean("aimd", &[("a", a), ("b", b)], p);
                assert!(
                    (got / expected - 1.0).abs() < 0.015,
                    "a {a}, b {b}, p {p}: {got}, theory {expected}"
                );
            }
        }
    }

    #[test]
    fn tcp_friendly_aimd_has_the_window_of_reno() {
        // a = 3b/(2 − b): Floyd, Handley & Padhye, "A Comparison of Equation-Based and AIMD Congestion Control", 2000; RFC 9438,
        // equation 4, uses b = 0.3 (a = 0.5294).
        let reno = mean("reno", &[], 1e-4);
        assert!((reno / 122.47 - 1.0).abs() < 0.015, "{reno}");
        for (b, a) in [(0.5_f64, 1.0_f64), (0.125, 0.2), (0.3, 0.5294)] {
            assert!((3.0 * b / (2.0 - b) - a).abs() < 1e-4);
            let got = mean("aimd", &[("a", a), ("b", b)], 1e-4);
            assert!((got / reno - 1.0).abs() < 0.01, "b {b}: {got} {reno}");
        }
    }

    #[test]
    fn aimd_with_one_and_a_half_is_reno() {
        let (mut reno, mut aimd) = (bench("reno", &[]), bench("aimd", &[]));
        for bench in [&mut reno, &mut aimd] {
            bench.start(2.0, None);
            for _ in 0..5 {
                bench.round(100.0);
            }
            bench.congestion(testing::loss(1), bench.cwnd());
            for _ in 0..20 {
                bench.round(100.0);
            }
            bench.congestion(Congestion::Timeout { first: true }, bench.cwnd());
        }
        assert_eq!((reno.cwnd(), reno.ssthresh()), (aimd.cwnd(), aimd.ssthresh()));
    }

    #[test]
    fn binomial_mean_windows() {
        // One cycle from W0 = Wm − β·Wm^l to Wm has (Wm^(k+2) − W0^(k+2))/((k + 2)α) = 1/p packets and
        // (Wm^(k+1) − W0^(k+1))/((k + 1)α) round trips, by integrating equation 9; solved for Wm numerically.
        let table = [
            ("iiad", 1.0, 2.0 / 3.0, [12.249, 38.730, 122.47]),
            ("sqrt", 1.0, 2.0 / 3.0, [11.969, 38.223, 121.56]),
            ("iiad", 1.0, 1.0, [10.004, 31.624, 100.00]),
            ("iiad", 1.0, 0.5, [14.143, 44.722, 141.42]),
            ("sqrt", 1.0, 0.5, [13.914, 44.310, 140.68]),
        ];
        for (id, alpha, beta, means) in table {
            for (p, expected) in [1e-2, 1e-3, 1e-4].into_iter().zip(means) {
                let got = mean(id, &[("alpha", alpha), ("beta", beta)], p);
                assert!((got / expected - 1.0).abs() < 0.015, "{id} {beta} at {p}: {got}, theory {expected}");
            }
        }
    }

    #[test]
    fn the_mean_window_scales_with_its_exponent() {
        // W̄ ∝ p^(−1/(k + l + 1)): Bansal & Balakrishnan 2001.
        for (k, l) in [(0.0, 1.0), (1.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.0, 0.5), (2.0, 0.0)] {
            let params = [("k", k), ("l", l)];
            let (often, rarely) = (mean("binomial", &params, 1e-2), mean("binomial", &params, 1e-3));
            let exponent = libm::log(rarely / often) / libm::log(1e-1);
            let expected = -1.0 / (k + l + 1.0);
            assert!((exponent / expected - 1.0).abs() < 0.02, "k {k}, l {l}: {exponent}, theory {expected}");
        }
    }

    #[test]
    fn responds_to_each_kind_of_congestion() {
        let mut iiad = bench("iiad", &[("beta", 1.5)]);
        iiad.start_at(20.0, 20.0);
        iiad.congestion(testing::loss(1), 20.0);
        assert_eq!((iiad.cwnd(), iiad.ssthresh()), (18.5, 18.5));
        // 18 packets fill a window of 18.5; 10 do not.
        iiad.congestion(testing::loss(1), 18.0);
        assert_eq!(iiad.cwnd(), 17.0);
        iiad.congestion(Congestion::Ecn, 10.0);
        assert_eq!(iiad.cwnd(), 8.5);
        iiad.congestion(Congestion::Timeout { first: true }, 8.0);
        assert_eq!((iiad.cwnd(), iiad.ssthresh()), (1.0, 4.0));
        // Reno's response to a timeout, and the floor.
        iiad.round(100.0);
        assert_eq!(iiad.cwnd(), 2.0);
        iiad.congestion(testing::loss(1), 2.0);
        assert_eq!(iiad.cwnd(), 2.0);
        let mut low = bench("iiad", &[("floor", 1.0)]);
        low.start_at(2.0, 2.0);
        low.congestion(testing::loss(1), 2.0);
        assert!((low.cwnd() - 4.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn reports_increase_and_decrease() {
        let mut sqrt = bench("sqrt", &[]);
        sqrt.start_at(16.0, 16.0);
        assert!((sqrt.variable(0) - 0.25).abs() < 1e-12 && (sqrt.variable(1) - 8.0 / 3.0).abs() < 1e-12);
    }
}
