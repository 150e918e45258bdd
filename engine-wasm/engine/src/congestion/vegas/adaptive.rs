//! Thresholds that follow a competitor: NewVegas (De Vendictis, Baiocchi & Bonacci, 2003) and CODE (Chan, Lin, Chan & Ho, "CODE
//! TCP: A competitive delay-based TCP", Computer Communications, 2010), both as the latter states them in sections 2.4
//! and 3.2. They differ in two constants.

use super::{Band, LEAST, MOVING_PROBES, Measured, Thresholds, params, rules, with_rules};
use crate::catalogue::{Opt, Param, Settings};
use crate::congestion::{Algorithm, Law, RoundRtt, WindowLaw};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const NEWVEGAS: Algorithm = Algorithm {
    id: "newvegas",
    name: "NewVegas",
    family: "Delay-based",
    summary: "Vegas that raises its thresholds while others fill the queue, and resets them on loss.",
    source: "De Vendictis, Baiocchi & Bonacci; Chan et al., CODE TCP, section 2.4",
    year: 2003,
    recovery: "reno",
    spacing: "ack",
    params: || adaptive_params(1.0, 0.0),
    probes: MOVING_PROBES,
    law: Law::Window(make),
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
    spacing: "ack",
    params: || adaptive_params(2.0, 0.68),
    probes: MOVING_PROBES,
    law: Law::Window(make),
};

fn adaptive_params(raise: f64, keep: f64) -> Vec<Param> {
    let mut all = params();
    all.extend([
        Param::number("raise", "", "Rise of the thresholds", "packets")
            .range(0.0, 10.0, raise)
            .help("Added to α and β in a round whose RTT grew although the window did not."),
        Param::number("eta", "η", "Thresholds kept on loss", "")
            .range(0.0, 1.0, keep)
            .help("What a loss leaves of α and β. 0 resets them; 0.68 solves 34η² − 54η + 21 = 0."),
        Param::switch("floor", "Floor", true)
            .help("α and β never fall below their initial values; without it, losses take them towards 0."),
        Param::choice("compareRtt", "RTT compared", "min", RoundRtt::OPTIONS).help(
            "Which RTT of a round is compared with that of the round before. CODE's paper says the minimum.",
        ),
        Param::choice("afterTimeout", "After a timeout", "slowStart", AFTER_TIMEOUT).help(
            "Vegas starts slowly; of NewVegas the paper says that it restarts in congestion avoidance.",
        ),
    ]);
    all
}

const AFTER_TIMEOUT: &[Opt] =
    &[Opt { id: "slowStart", name: "Slow start" }, Opt { id: "avoidance", name: "Congestion avoidance" }];

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
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
    /// Window and RTT of the round before: the papers' W_old and RTT_old.
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
        let step = self.band.turn(measured.backlog);
        // The window that this round's decision leads to, though an increase is spread over the next round.
        let window = (measured.window + step).max(LEAST);
        let Some(rtt) = self.compare.of(&measured.round) else { return step };
        if let Some((window_before, rtt_before)) = self.before.replace((window, rtt)) {
            if rtt > rtt_before {
                // Congestion grows, and this flow is not to blame.
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

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        self.band.show(show);
    }
}
