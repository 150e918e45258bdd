//! Vegas-A: Srijith, Jacob & Ananda, 2005, as described in section 2.5 of Chan et al., "CODE TCP", 2010.

use super::super::rules::{ECN, RECOVERY, rule};
use super::{Band, Measured, THRESHOLD_VARIABLES, Thresholds, family, params};
use crate::catalogue::{ChoiceOption, Param, RuleSubject};
use crate::congestion::{Algorithm, ControllerKind, NO_THEORY, RTT_RESOLUTION};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const VEGAS_A: Algorithm = Algorithm {
    id: "vegas-a",
    name: "Vegas-A",
    family: "Delay-based",
    summary: "Vegas whose thresholds rise while its throughput rises.",
    source: "Srijith, Jacob & Ananda; Chan et al., CODE TCP, section 2.5",
    year: 2005,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params: || {
        let mut all = params();
        all.push(Param::choice("shrink", "Decrease above β", "always", SHRINK).help(
            "The paper’s listing has lost its indentation. With more than β packets in queues the window shrinks by one, either always, or only while the thresholds are above their initial values.",
        ));
        all
    },
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
            "As Vegas, but α and β rise by one if the throughput grows while enough packets are in queues, and fall if it does not.",
            "D = W(RTT − baseRTT)/RTT, between α and β",
            "Chan, Lin, Chan & Ho, CODE TCP, section 2.5",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes one quarter of the window, or half if the retransmission was lost. Losses of packets sent before the last decrease are ignored.",
            "W ← 3W/4",
            "Brakmo & Peterson, TCP Vegas",
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
    controller: ControllerKind::Window(|settings| {
        let start = Band::new(settings);
        let always = settings.choice("shrink") == "always";
        family(settings, Probing { start, band: start, always, throughput: None })
    }),
};

const SHRINK: &[ChoiceOption] =
    &[ChoiceOption::new("always", "Always"), ChoiceOption::new("raised", "With raised thresholds")];

#[derive(Clone, Debug)]
struct Probing {
    /// Initial thresholds, which are also their minimum.
    start: Band,
    band: Band,
    /// Whether the window shrinks above β even at the initial thresholds.
    always: bool,
    /// Throughput of the previous round, packets per second.
    throughput: Option<f64>,
}

impl Probing {
    /// Whether the thresholds exceed their initial values: the paper's α > 1.
    fn raised(&self) -> bool {
        self.band.alpha > self.start.alpha
    }

    fn lower(&mut self) {
        let band = self.band.moved(-1.0);
        self.band = if band.alpha < self.start.alpha { self.start } else { band };
    }
}

impl Thresholds for Probing {
    fn step(&mut self, measured: &Measured) -> Segments {
        let d = measured.backlog;
        let throughput = |rtt: Nanos| measured.window / rtt.as_secs();
        let now = throughput(measured.rtt);
        // Without a previous round, neither higher nor lower.
        let before = self.throughput.replace(now).unwrap_or(now);
        let rises = throughput(measured.rtt + RTT_RESOLUTION) > before;
        let falls = throughput(measured.rtt - RTT_RESOLUTION) < before;
        let Band { alpha, beta } = self.band;
        if alpha < d && d < beta {
            if rises {
                self.band = self.band.moved(1.0);
                return 1.0;
            }
        } else if d < alpha {
            if !self.raised() || rises {
                return 1.0;
            } else if falls {
                self.lower();
                return -1.0;
            }
        } else if d > beta {
            // The paper's listing has lost its indentation. By default W − 1 is outside the condition; otherwise the window could never
            // shrink at the initial thresholds.
            if self.raised() {
                self.lower();
                return -1.0;
            } else if self.always {
                return -1.0;
            }
        }
        // D equals a threshold, or the throughput is unchanged.
        0.0
    }

    fn on_timeout(&mut self) {
        self.throughput = None;
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.band.show(show);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::measured;
    use super::*;

    /// The step after a round with this backlog and a previous throughput of 200 packets per second, and the new α.
    fn after(alpha: f64, backlog: f64, window: f64) -> (f64, f64) {
        step_of(true, alpha, backlog, window)
    }

    fn step_of(always: bool, alpha: f64, backlog: f64, window: f64) -> (f64, f64) {
        let start = Band { alpha: 1.0, beta: 3.0 };
        let band = Band { alpha, beta: alpha + 2.0 };
        let mut vegas_a = Probing { start, band, always, throughput: Some(200.0) };
        let step = vegas_a.step(&measured(window, backlog, 100.0));
        assert_eq!(vegas_a.band.beta, vegas_a.band.alpha + 2.0);
        (step, vegas_a.band.alpha)
    }

    #[test]
    fn rules_of_the_listing() {
        // Chan et al., CODE TCP, section 2.5; the RTT is 100 ms, so windows of 21, 20 and 19 give higher, equal and lower throughput.
        let (more, same, less) = (21.0, 20.0, 19.0);
        // Between the thresholds.
        assert_eq!(after(4.0, 5.0, more), (1.0, 5.0));
        assert_eq!(after(4.0, 5.0, same), (0.0, 4.0));
        assert_eq!(after(4.0, 5.0, less), (0.0, 4.0));
        // Below the lower threshold.
        assert_eq!(after(4.0, 2.0, more), (1.0, 4.0));
        assert_eq!(after(4.0, 2.0, less), (-1.0, 3.0));
        assert_eq!(after(4.0, 2.0, same), (0.0, 4.0));
        assert_eq!(after(1.0, 0.5, less), (1.0, 1.0));
        // Above the upper threshold.
        assert_eq!(after(4.0, 9.0, more), (-1.0, 3.0));
        assert_eq!(after(1.0, 9.0, less), (-1.0, 1.0));
        // At a threshold.
        assert_eq!(after(4.0, 4.0, more), (0.0, 4.0));
        assert_eq!(after(4.0, 6.0, less), (0.0, 4.0));
    }

    #[test]
    fn with_the_other_nesting_the_window_stays_at_the_initial_thresholds() {
        // The same listing with W − 1 and the last "else W = W" inside "if (α > 1)".
        assert_eq!(step_of(false, 1.0, 9.0, 19.0), (0.0, 1.0));
        assert_eq!(step_of(false, 4.0, 9.0, 21.0), (-1.0, 3.0));
        assert_eq!(step_of(false, 1.0, 0.5, 19.0), (1.0, 1.0));
    }

    #[test]
    fn a_loss_does_not_change_the_thresholds() {
        let band = Band { alpha: 4.0, beta: 6.0 };
        let mut vegas_a = Probing { start: band, band, always: true, throughput: None };
        vegas_a.on_loss();
        assert_eq!(vegas_a.band, band);
    }
}
