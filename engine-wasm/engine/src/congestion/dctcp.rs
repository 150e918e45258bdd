//! DCTCP: Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010; RFC 8257 (2017).

use super::reno::Reno;
use super::rules::{CONGESTION_AVOIDANCE, HALVE, RECOVERY, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, NO_THEORY, Segments, WindowRule,
    decrease, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};

/// Registered in `congestion/mod.rs`.
pub const DCTCP: Algorithm = Algorithm {
    id: "dctcp",
    name: "DCTCP",
    family: "ECN-based",
    summary: "Reduces its window in proportion to the fraction of marked packets; requires a queue that marks early.",
    source: "Alizadeh et al., Data Center TCP (DCTCP); RFC 8257 (2017)",
    year: 2010,
    recovery: "sack",
    pacing: "ack",
    feedback: "dctcp",
    params,
    variables: &[
        Variable::new("alpha", "α", "estimated fraction of marked packets", ""),
        Variable::new("fraction", "M", "fraction marked in the last round", ""),
    ],
    rules: &[
        SLOW_START,
        CONGESTION_AVOIDANCE,
        RECOVERY,
        HALVE,
        rule(
            RuleSubject::Ecn,
            "The receiver echoes CE marks: once per window of data, the window is reduced by the fraction α/2, where α is the estimated fraction of marked packets. Slow start ends.",
            "α ← (1 − g)α + g·marked/acked per round; W, ssthresh ← W(1 − α/2)",
            "RFC 8257, section 3.3",
        ),
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("gain", "g", "Estimation gain", "")
            .range(0.001, 1.0, 0.0625)
            .log()
            .help("Weight of the latest round in α; 1/16 in RFC 8257."),
        Param::number("initialAlpha", "α₀", "Initial α", "")
            .range(0.0, 1.0, 1.0)
            .help("With 1 the first mark halves the window, as RFC 8257 recommends."),
    ]
}

#[derive(Clone, Debug)]
struct Dctcp {
    gain: f64,
    alpha: f64,
    /// Packets delivered and marked in this round.
    delivered: Segments,
    marked: Segments,
    /// Fraction marked in the previous round.
    fraction: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Dctcp {
        gain: settings.number("gain"),
        alpha: settings.number("initialAlpha"),
        delivered: 0.0,
        marked: 0.0,
        fraction: 0.0,
    })
}

impl Dctcp {
    /// RFC 8257, section 3.3: updates the estimate once per window of data.
    fn estimate(&mut self, ack: &Ack) {
        self.delivered += ack.delivered;
        // Classic feedback has no counts, so everything that an ACK with ECE delivers counts as marked.
        self.marked += if ack.ece && ack.marked == 0.0 { ack.delivered } else { ack.marked };
        if ack.round.is_some() && self.delivered > 0.0 {
            self.fraction = (self.marked / self.delivered).min(1.0);
            self.alpha += self.gain * (self.fraction - self.alpha);
            (self.delivered, self.marked) = (0.0, 0.0);
        }
    }
}

impl WindowRule for Dctcp {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        self.estimate(ack);
        Reno.on_ack(control, cx, ack);
    }

    fn on_sack(&mut self, _: &mut Control, _: &mut Cx<'_>, ack: &Ack) {
        self.estimate(ack);
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        match event {
            Congestion::Ecn => decrease(control, event, control.cwnd * (1.0 - self.alpha / 2.0)),
            _ => Reno.on_congestion(control, cx, event),
        }
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.alpha);
        show(self.fraction);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use crate::congestion::Congestion;
    use crate::congestion::testing::find;

    /// RFC 8257, section 3.3: α approaches the marked fraction by a sixteenth of the difference per round.
    #[test]
    fn alpha_follows_the_marked_fraction_and_the_window_decreases_by_half_of_it() {
        let mut bench = Bench::new(find("dctcp").unwrap(), &[]);
        bench.start_at(100.0, 50.0);
        bench.marked_round(10.0, 0.0);
        assert!((bench.variable(0) - 15.0 / 16.0).abs() < 1e-12);
        for _ in 0..300 {
            bench.marked_round(10.0, 0.25);
        }
        assert!((bench.variable(0) - 0.25).abs() < 0.01, "{}", bench.variable(0));
        let before = bench.cwnd();
        bench.congestion(Congestion::Ecn, before);
        assert!((bench.cwnd() / before - (1.0 - bench.variable(0) / 2.0)).abs() < 1e-12);
        assert_eq!(bench.ssthresh(), bench.cwnd());
    }

    /// RFC 9332, appendix C: marks spread evenly over the packets give W = 2/p, or 2(1 − p)/p if the window does not grow on marked ACKs.
    #[test]
    fn evenly_spread_marks_give_a_window_of_two_over_p() {
        for p in [0.01, 0.05, 0.1] {
            let mut bench = Bench::new(find("dctcp").unwrap(), &[]);
            bench.start_at(10.0, 5.0);
            let (mut due, mut sum) = (0.0, 0.0);
            for round in 0..4000 {
                let window = bench.cwnd();
                bench.spread_round(p, &mut due);
                sum += if round >= 2000 { window } else { 0.0 };
            }
            let (window, expected) = (sum / 2000.0, 2.0 * (1.0 - p) / p);
            assert!((window / expected - 1.0).abs() < 0.1, "{p}: {window} of {expected}");
        }
    }
}
