//! Thresholds that adapt to competing flows: NewVegas (De Vendictis, Baiocchi & Bonacci, 2003) and CODE (Chan, Lin, Chan & Ho, "CODE
//! TCP: A competitive delay-based TCP", Computer Communications, 2010), both as described in sections 2.4 and 3.2 of the latter.
//! They differ in two constants.

use super::super::rules::{ECN, RECOVERY, rule};
use super::{Band, MIN_WINDOW, Measured, THRESHOLD_VARIABLES, Thresholds, params, rules, with_rules};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings};
use crate::congestion::{Algorithm, Controller, ControllerKind, NO_THEORY, RTT_RESOLUTION, RoundRtt};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const NEWVEGAS: Algorithm = Algorithm {
    id: "newvegas",
    name: "NewVegas",
    family: "Delay-based",
    summary: "Vegas that raises its thresholds while other flows fill the queue, and resets them on loss.",
    source: "De Vendictis, Baiocchi & Bonacci; Chan et al., CODE TCP, section 2.4",
    year: 2003,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params: || adaptive_params(1.0, 0.0),
    variables: THRESHOLD_VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "The window doubles every other round trip. In between the flow measures the RTT; slow start ends when more than γ packets are in queues, and the window gives back what it overshot: one eighth, or what is in queues if it doubles every round trip.",
            "D = W(RTT − baseRTT)/RTT > γ",
            "Brakmo & Peterson, TCP Vegas",
        ),
        rule(
            RuleSubject::Avoidance,
            "As Vegas, but α and β rise by one in a round trip in which the RTT grew although the window did not: other flows are filling the queue.",
            "α, β ← α + 1, β + 1 if RTT > RTT_old and W ≤ W_old",
            "Chan, Lin, Chan & Ho, CODE TCP, section 2.4",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "As Vegas; the thresholds return to their initial values.",
            "W ← 3W/4; α, β ← α₀, β₀",
            "Chan, Lin, Chan & Ho, CODE TCP, section 2.4",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: slow start restarts.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Brakmo & Peterson, TCP Vegas",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// Registered in `congestion/mod.rs`.
pub const CODE: Algorithm = Algorithm {
    id: "code",
    name: "CODE",
    family: "Delay-based",
    summary: "NewVegas that raises its thresholds twice as fast and keeps 68 % of them on loss.",
    source: "Chan, Lin, Chan & Ho, CODE TCP",
    year: 2010,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params: || adaptive_params(2.0, 0.68),
    variables: THRESHOLD_VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "The window doubles every other round trip. In between the flow measures the RTT; slow start ends when more than γ packets are in queues, and the window gives back what it overshot: one eighth, or what is in queues if it doubles every round trip.",
            "D = W(RTT − baseRTT)/RTT > γ",
            "Brakmo & Peterson, TCP Vegas",
        ),
        rule(
            RuleSubject::Avoidance,
            "As Vegas, but α and β rise by δ in a round trip in which the RTT grew although the window did not: other flows are filling the queue.",
            "α, β ← α + δ, β + δ if RTT > RTT_old and W ≤ W_old",
            "Chan, Lin, Chan & Ho, CODE TCP",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "As Vegas; the thresholds are multiplied by η.",
            "W ← 3W/4; α, β ← ηα, ηβ",
            "Chan, Lin, Chan & Ho, CODE TCP",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: slow start restarts.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Brakmo & Peterson, TCP Vegas",
        ),
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn adaptive_params(raise: f64, keep: f64) -> Vec<Param> {
    let mut all = params();
    all.extend([
        Param::number("raise", "", "Rise of the thresholds", "packets")
            .range(0.0, 10.0, raise)
            .help("Added to α and β in a round whose RTT grew although the window did not."),
        Param::number("eta", "η", "Thresholds kept on loss", "")
            .range(0.0, 1.0, keep)
            .help("Factor applied to α and β on loss. 0 resets them to their initial values; 0.68 solves 34η² − 54η + 21 = 0."),
        Param::switch("floor", "Floor", true)
            .help("α and β never fall below their initial values. Without it, losses drive them towards 0."),
        Param::choice("compareRtt", "RTT compared", "min", RoundRtt::OPTIONS).help(
            "Which RTT of a round is compared with that of the previous round. CODE’s paper uses the minimum for CODE (section 4.5), and for NewVegas the RTT of the target packet (section 2.4), which ends the round.",
        ),
        Param::choice("afterTimeout", "After a timeout", "slowStart", AFTER_TIMEOUT).help(
            "Vegas restarts with slow start; according to the paper NewVegas restarts in congestion avoidance.",
        ),
    ]);
    all
}

const AFTER_TIMEOUT: &[ChoiceOption] =
    &[ChoiceOption::new("slowStart", "Slow start"), ChoiceOption::new("avoidance", "Congestion avoidance")];

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let start = Band::new(settings);
    let thresholds = Adaptive {
        start,
        band: start,
        raise: settings.number("raise"),
        keep: settings.number("eta"),
        floor: settings.switch("floor"),
        compare: RoundRtt::new(settings, "compareRtt"),
        before: None,
    };
    let mut rules = rules(settings);
    rules.avoid_after_timeout = settings.choice("afterTimeout") == "avoidance";
    with_rules(thresholds, rules)
}

#[derive(Clone, Debug)]
struct Adaptive {
    /// α0 and β0.
    start: Band,
    band: Band,
    raise: Segments,
    /// CODE's η.
    keep: f64,
    floor: bool,
    compare: RoundRtt,
    /// Window and RTT of the previous round: the papers' W_old and RTT_old.
    before: Option<(Segments, Nanos)>,
}

impl Adaptive {
    fn lower(&mut self, band: Band) {
        self.band = if self.floor {
            Band { alpha: band.alpha.max(self.start.alpha), beta: band.beta.max(self.start.beta) }
        } else {
            band
        };
    }
}

impl Thresholds for Adaptive {
    fn step(&mut self, measured: &Measured) -> Segments {
        let step = self.band.change(measured.backlog);
        // The window that results from this round's decision, although an increase is spread over the next round.
        let window = (measured.window + step).max(MIN_WINDOW);
        let Some(rtt) = self.compare.of(&measured.round) else { return step };
        if let Some((window_before, rtt_before)) = self.before.replace((window, rtt)) {
            if rtt >= rtt_before + RTT_RESOLUTION {
                // Congestion increases, and this flow is not the cause.
                if window <= window_before {
                    self.band = self.band.moved(self.raise);
                }
            } else if self.band.alpha > self.start.alpha {
                self.lower(self.band.moved(-1.0));
            }
        }
        step
    }

    fn on_loss(&mut self) {
        let Band { alpha, beta } = self.band;
        self.lower(Band { alpha: self.keep * alpha, beta: self.keep * beta });
    }

    fn on_timeout(&mut self) {
        self.band = self.start;
        self.before = None;
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.band.show(show);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::measured;
    use super::*;

    fn adaptive(raise: f64, keep: f64, alpha: f64, beta: f64) -> Adaptive {
        let start = Band { alpha: 1.0, beta: 3.0 };
        let band = Band { alpha, beta };
        Adaptive { start, band, raise, keep, floor: true, compare: RoundRtt::Least, before: None }
    }

    /// Windows and lower thresholds by round, beside a competing flow that increases the RTT in every round. D equals the window, as the
    /// paper assumes.
    fn beside_a_growing_competitor(mut thresholds: Adaptive, rounds: usize) -> Vec<(f64, f64)> {
        let mut window = 20.0;
        thresholds.before = Some((20.0, Nanos::from_millis(99.0)));
        (0..rounds)
            .map(|i| {
                window += thresholds.step(&measured(window, window - 15.0, 100.0 + i as f64));
                (window, thresholds.band.alpha)
            })
            .collect()
    }

    #[test]
    fn newvegas_gains_a_packet_in_two_round_trips() {
        // Chan et al., CODE TCP, table 1: RTT j to j + 5. α is shown after the update.
        let table = [(20.0, 6.0), (21.0, 6.0), (21.0, 7.0), (22.0, 7.0), (22.0, 8.0), (23.0, 8.0)];
        assert_eq!(beside_a_growing_competitor(adaptive(1.0, 0.0, 5.0, 7.0), 6), table);
    }

    #[test]
    fn code_gains_two_packets_in_three_round_trips() {
        // Section 3.2: "CODE may increase 2 packets every three RTTs".
        let windows: Vec<_> = beside_a_growing_competitor(adaptive(2.0, 0.68, 5.0, 7.0), 7)
            .iter()
            .map(|&(window, _)| window)
            .collect();
        assert_eq!(windows, [20.0, 21.0, 22.0, 22.0, 23.0, 24.0, 24.0]);
    }

    #[test]
    fn eta_gives_code_and_reno_equal_numbers_of_packets() {
        // Equations 5 to 19: rounds WR/2 = (3/4 − η)WV + (3/2)(1 − η)WV; packets of CODE in a cycle = 3/8·WR².
        let packets = |eta: f64| {
            let t = 0.75 - eta;
            let wr = 2.0 * (t + 1.5 * (1.0 - eta));
            let code = (3.0 + 4.0 * eta) / 8.0 * t + (eta + 1.0) / 2.0 * 1.5 * (1.0 - eta);
            code - 0.375 * wr * wr
        };
        let quadratic = |eta: f64| 34.0 * eta * eta - 54.0 * eta + 21.0;
        let roots = [-1.0, 1.0].map(|sign| (27.0 + sign * libm::sqrt(27.0 * 27.0 - 34.0 * 21.0)) / 34.0);
        assert!((roots[0] - 0.6802).abs() < 1e-4 && (roots[1] - 0.9080).abs() < 1e-4, "{roots:?}");
        for eta in roots {
            assert!(quadratic(eta).abs() < 1e-12 && packets(eta).abs() < 1e-12, "{eta}");
        }
        // The other root gives a negative number of rounds; the default is the first root with two digits.
        assert!(0.75 - roots[1] < 0.0);
        let default = CODE.to_row().row.params.iter().find(|p| p.id == "eta").unwrap().default_value();
        assert_eq!(default, crate::scenario::ParamValue::Number(libm::round(roots[0] * 100.0) / 100.0));
    }

    #[test]
    fn a_loss_resets_newvegas_and_keeps_two_thirds_in_code() {
        let mut newvegas = adaptive(1.0, 0.0, 15.0, 17.0);
        newvegas.on_loss();
        assert_eq!(newvegas.band, Band { alpha: 1.0, beta: 3.0 });
        // The literal rule narrows the gap.
        let mut code = adaptive(2.0, 0.68, 15.0, 17.0);
        code.on_loss();
        assert!((code.band.alpha - 10.2).abs() < 1e-12 && (code.band.beta - 11.56).abs() < 1e-12);
        for _ in 0..20 {
            code.on_loss();
        }
        assert_eq!(code.band, code.start);
        code.floor = false;
        code.on_loss();
        assert!((code.band.alpha - 0.68).abs() < 1e-12);
        code.on_timeout();
        assert_eq!(code.band, code.start);
    }

    #[test]
    fn compares_the_selected_rtt() {
        // Two rounds with the same minimum RTT. The second has a longer mean and a shorter closing sample, so only the mean shows that
        // others have filled the queue.
        for (compare, raised) in [(RoundRtt::Least, -1.0), (RoundRtt::Mean, 2.0), (RoundRtt::Closing, -1.0)] {
            let mut code = Adaptive { compare, ..adaptive(2.0, 0.68, 6.0, 8.0) };
            let ms = Nanos::from_millis;
            for (mean, closing) in [(110.0, 120.0), (130.0, 119.0)] {
                let mut round = measured(20.0, 7.0, 100.0);
                (round.round.mean_rtt, round.round.closing_rtt) = (ms(mean), Some(ms(closing)));
                code.step(&round);
            }
            assert_eq!(code.band.alpha, 6.0 + raised, "{compare:?}");
        }
    }

    #[test]
    fn thresholds_fall_while_the_rtt_does_not_rise() {
        let mut code = adaptive(2.0, 0.68, 6.0, 8.0);
        for _ in 0..20 {
            code.step(&measured(20.0, 2.0, 100.0));
        }
        assert_eq!(code.band, code.start);
    }

    #[test]
    fn an_increase_by_the_flow_itself_does_not_raise_the_thresholds() {
        // Section 2.4: the RTT grew, but W > W_old.
        let mut newvegas = adaptive(1.0, 0.0, 6.0, 8.0);
        newvegas.step(&measured(20.0, 7.0, 100.0));
        assert_eq!(newvegas.step(&measured(20.0, 5.0, 101.0)), 1.0);
        assert_eq!(newvegas.band.alpha, 6.0);
    }
}
