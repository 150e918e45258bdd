//! TCP-Illinois: Liu, Başar & Srikant, "TCP-Illinois: A Loss- and Delay-Based Congestion Control Algorithm for High-Speed Networks",
//! VALUETOOLS 2006; Performance Evaluation 65, 2008.

use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const ILLINOIS: Algorithm = Algorithm {
    id: "illinois",
    name: "TCP-Illinois",
    family: "High-speed",
    summary: "Loss decides when the window shrinks; queueing delay decides how fast it grows and how much a loss removes.",
    source: "Liu, Başar & Srikant, TCP-Illinois",
    year: 2006,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by α packets per round trip: ten while the queue is empty, less as the mean queueing delay approaches its maximum.",
            "W ← W + α·acked/W; α = κ₁/(κ₂ + d_a), α_max if d_a ≤ 0.01·d_m",
            "Liu, Başar & Srikant, TCP-Illinois, section 3",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes the fraction β: one eighth if the queueing delay was small, up to one half if it was near its maximum.",
            "W, ssthresh ← (1 − β)·flight; β from 1/8 at 0.1·d_m to 1/2 at 0.8·d_m",
            "Liu, Başar & Srikant, TCP-Illinois, section 3",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, slow start restarts from one packet, and α and β are Reno’s until the next round.",
            "ssthresh ← (1 − β)·flight, W ← 1, α ← 1, β ← 1/2",
            "Liu, Başar & Srikant, TCP-Illinois, section 3",
        ),
    ],
    theory: NO_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("alphaMax", "α_max", "Largest increase", "packets/RTT")
            .range(1.0, 100.0, 10.0)
            .log()
            .help("Increase per round trip while the queue is empty."),
        Param::number("alphaMin", "α_min", "Smallest increase", "packets/RTT")
            .range(0.01, 1.0, 0.3)
            .log()
            .help("Increase per round trip at the largest queueing delay."),
        Param::number("betaMin", "β_min", "Smallest decrease", "")
            .range(0.01, 0.5, 0.125)
            .help("Fraction that a loss removes at a small queueing delay."),
        Param::number("betaMax", "β_max", "Largest decrease", "")
            .range(0.1, 0.9, 0.5)
            .help("Fraction that a loss removes at a large queueing delay."),
        Param::number("windowThreshold", "W_thresh", "Window threshold", "packets")
            .range(0.0, 1000.0, 15.0)
            .help("Smaller windows follow Reno."),
        Param::number("theta", "θ", "Rounds of low delay", "RTT")
            .range(1.0, 100.0, 5.0)
            .integer()
            .help("After the queue has built up, this many rounds of low delay are needed before the largest increase is used again."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("alpha", "α", "increase per round trip", "packets"),
    Variable::new("beta", "β", "fraction that a loss removes", ""),
    Variable::new("delay", "d_a", "mean queueing delay of the last round", "ms"),
    Variable::new("maxDelay", "d_m", "largest queueing delay seen", "ms"),
];

/// Both are Reno's for small windows and after a timeout.
const ALPHA_BASE: Segments = 1.0;
const BETA_BASE: f64 = 0.5;
/// Delays as fractions of the largest one: α is α_max up to D1; β grows between the other two.
const D1: f64 = 0.01;
const D2: f64 = 0.1;
const D3: f64 = 0.8;

/// The curves of α and β.
#[derive(Clone, Copy, Debug)]
struct Curves {
    alpha_max: Segments,
    alpha_min: Segments,
    beta_min: f64,
    beta_max: f64,
    threshold: Segments,
}

impl Curves {
    fn new(settings: &Settings<'_>) -> Curves {
        let (alpha_max, beta_min) = (settings.number("alphaMax"), settings.number("betaMin"));
        Curves {
            alpha_max,
            alpha_min: settings.number("alphaMin").min(alpha_max),
            beta_min,
            beta_max: settings.number("betaMax").max(beta_min),
            threshold: settings.number("windowThreshold"),
        }
    }

    /// κ₁/(κ₂ + d), which is α_max at 0.01·d_m and α_min at d_m; delays in any unit.
    fn alpha(&self, delay: f64, most: f64) -> Segments {
        let d1 = D1 * most;
        if delay <= d1 || self.alpha_max <= self.alpha_min {
            return self.alpha_max;
        }
        let kappa = (most - d1) * self.alpha_min / (self.alpha_max - self.alpha_min);
        kappa * self.alpha_max / (kappa - d1 + delay)
    }

    /// β_min up to 0.1·d_m, β_max from 0.8·d_m on, linear in between.
    fn beta(&self, delay: f64, most: f64) -> f64 {
        let (d2, d3) = (D2 * most, D3 * most);
        if delay <= d2 {
            self.beta_min
        } else if delay >= d3 {
            self.beta_max
        } else {
            self.beta_min + (self.beta_max - self.beta_min) * (delay - d2) / (d3 - d2)
        }
    }
}

#[derive(Clone, Debug)]
struct Illinois {
    curves: Curves,
    theta: u32,
    alpha: Segments,
    beta: f64,
    base_rtt: Option<Nanos>,
    max_rtt: Nanos,
    /// Mean queueing delay of the last round.
    delay: Nanos,
    /// Whether the delay has left the low region, and the number of rounds back in it.
    above: bool,
    low_rounds: u32,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let curves = Curves::new(settings);
    windowed(Illinois {
        curves,
        theta: settings.number("theta") as u32,
        alpha: curves.alpha_max,
        beta: BETA_BASE,
        base_rtt: None,
        max_rtt: Nanos::ZERO,
        delay: Nanos::ZERO,
        above: false,
        low_rounds: 0,
    })
}

/// The fluid form between losses. It uses the current delay instead of a round's mean, and omits θ, which
/// needs rounds.
fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Curves::new(settings))
}

/// The state is the window and the largest queueing delay at a loss, s.
impl FluidController for Curves {
    fn size(&self) -> usize {
        2
    }

    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        let delay = path.rtt_s - path.base_rtt_s;
        let alpha = if y[0] < self.threshold { ALPHA_BASE } else { self.alpha(delay, delay.max(y[1])) };
        dy[0] = alpha / path.rtt_s;
        dy[1] = 0.0;
    }

    fn lose(&self, y: &mut [f64], path: &Path) {
        let delay = path.rtt_s - path.base_rtt_s;
        y[1] = y[1].max(delay);
        let beta = if y[0] < self.threshold { BETA_BASE } else { self.beta(delay, y[1]) };
        y[0] = ((1.0 - beta) * y[0]).max(MIN_SSTHRESH);
    }
}

impl Illinois {
    fn measure(&mut self, rtt: Nanos) {
        self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        self.max_rtt = self.max_rtt.max(rtt);
    }

    /// Updates α and β, once per round.
    fn update(&mut self, cwnd: Segments, mean_rtt: Nanos) {
        let Some(base) = self.base_rtt else { return };
        self.delay = Nanos(mean_rtt.0.saturating_sub(base.0));
        if cwnd < self.curves.threshold {
            (self.alpha, self.beta) = (ALPHA_BASE, BETA_BASE);
            return;
        }
        let (delay, most) = (self.delay.as_secs(), (self.max_rtt - base).as_secs());
        self.beta = self.curves.beta(delay, most);
        if delay > D1 * most {
            self.above = true;
            self.low_rounds = 0;
        } else if self.above {
            // A single round with low delay is not enough.
            self.low_rounds += 1;
            if self.low_rounds < self.theta {
                return;
            }
            self.above = false;
        }
        self.alpha = self.curves.alpha(delay, most);
    }
}

impl WindowRule for Illinois {
    fn on_start(&mut self, _: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        self.base_rtt = from.and_then(|handover| handover.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.measure(rtt);
        }
        if let Some(round) = ack.round.filter(|round| round.samples > 0 && !cx.in_recovery) {
            self.update(control.cwnd, round.mean_rtt);
        }
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            increase(control, cx.increase_scale * self.alpha, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        decrease(control, event, (1.0 - self.beta) * cx.reduce_from);
        if matches!(event, Congestion::Timeout { .. } | Congestion::Restart) {
            (self.alpha, self.beta) = (ALPHA_BASE, BETA_BASE);
            (self.above, self.low_rounds) = (false, 0);
        }
    }

    fn on_undo(&mut self, before: &Self) {
        (self.alpha, self.beta) = (before.alpha, before.beta);
        (self.above, self.low_rounds) = (before.above, before.low_rounds);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.alpha);
        show(self.beta);
        show(self.delay.as_millis());
        show(self.base_rtt.map_or(f64::NAN, |base| (self.max_rtt - base).as_millis()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;

    const CURVES: Curves =
        Curves { alpha_max: 10.0, alpha_min: 0.3, beta_min: 0.125, beta_max: 0.5, threshold: 15.0 };

    fn illinois(window: f64) -> Bench {
        let mut bench = Bench::new(find("illinois").unwrap(), &[]);
        bench.start_at(window, window / 2.0);
        bench
    }

    #[test]
    fn the_curves_are_those_of_the_paper() {
        // Section 3, with its values: α falls from 10 at 0.01·d_m to 0.3 at d_m, as a hyperbola; β is 0.125 up to 0.1·d_m, 0.5
        // from 0.8·d_m, and 0.3125 half way.
        for (delay, alpha) in [(0.0, 10.0), (0.01, 10.0), (1.0, 0.3)] {
            assert!((CURVES.alpha(delay, 1.0) - alpha).abs() < 1e-12, "{delay}");
        }
        // κ₁ = 0.99·0.3·10/9.7, κ₂ = 0.99·0.3/9.7 − 0.01.
        let (k1, k2) = (0.99 * 0.3 * 10.0 / 9.7, 0.99 * 0.3 / 9.7 - 0.01);
        for delay in [0.02, 0.1, 0.5, 0.9] {
            assert!((CURVES.alpha(delay, 1.0) - k1 / (k2 + delay)).abs() < 1e-12, "{delay}");
        }
        for (delay, beta) in [(0.0, 0.125), (0.1, 0.125), (0.45, 0.3125), (0.8, 0.5), (1.0, 0.5)] {
            assert!((CURVES.beta(delay, 1.0) - beta).abs() < 1e-12, "{delay}");
        }
    }

    #[test]
    fn growth_is_ten_with_an_empty_queue_and_a_third_with_a_nearly_full_one() {
        let mut bench = illinois(1000.0);
        bench.round(100.0);
        let before = bench.cwnd();
        bench.round(100.0);
        assert!((bench.cwnd() - before - 10.0).abs() < 0.2, "{}", bench.cwnd() - before);
        // The largest delay comes from the rounds themselves.
        bench.round(200.0);
        let before = bench.cwnd();
        bench.round(200.0);
        assert!((bench.cwnd() - before - 0.3).abs() < 0.01, "{}", bench.cwnd() - before);
        assert!((bench.variable(3) - 100.0).abs() < 1e-6);
    }

    #[test]
    fn a_loss_removes_an_eighth_to_a_half() {
        for (rtt, left) in [(100.0, 0.875), (145.0, 0.6875), (200.0, 0.5)] {
            let mut bench = illinois(1000.0);
            bench.round(200.0);
            bench.round(100.0);
            bench.round(rtt);
            bench.congestion(testing::loss(1), 1000.0);
            assert!((bench.cwnd() - 1000.0 * left).abs() < 1e-6, "RTT {rtt}: {}", bench.cwnd());
        }
    }

    #[test]
    fn five_rounds_of_low_delay_are_needed_after_a_queue() {
        // θ = 5: a single round with low delay must not make the window jump.
        let mut bench = illinois(1000.0);
        bench.round(100.0);
        bench.round(200.0);
        for round in 1..=5 {
            bench.round(100.0);
            assert_eq!(bench.variable(0) == 10.0, round == 5, "round {round}: {}", bench.variable(0));
        }
    }

    #[test]
    fn small_windows_and_timeouts_follow_reno() {
        // The first round begins with the largest increase, as in Linux.
        let mut bench = illinois(4.0);
        bench.round(100.0);
        assert!(bench.cwnd() < 15.0);
        assert_eq!((bench.variable(0), bench.variable(1)), (1.0, 0.5));
        let mut bench = illinois(100.0);
        bench.round(100.0);
        bench.congestion(Congestion::Timeout { first: true }, 100.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 87.5));
        assert_eq!((bench.variable(0), bench.variable(1)), (1.0, 0.5));
    }

    #[test]
    fn the_fluid_form_is_concave_between_losses() {
        // The paper's figure 1: growth slows down as the queue builds up. The pipe and the buffer hold 100
        // packets each.
        let slope = |window: f64| {
            let path = Path { rtt_s: 0.1 * (window / 100.0f64).max(1.0), base_rtt_s: 0.1 };
            let mut dy = [0.0; 2];
            CURVES.slope(&[window, 0.1], &path, &mut dy);
            dy[0] * path.rtt_s
        };
        assert_eq!(slope(90.0), 10.0);
        let grown: Vec<_> = [102.0, 110.0, 130.0, 160.0, 200.0].map(slope).into();
        assert!(grown.is_sorted_by(|a, b| a > b) && (grown[4] - 0.3).abs() < 1e-9, "{grown:?}");
    }
}
