//! H-TCP: Leith & Shorten, "H-TCP: TCP for High-Speed and Long-Distance Networks", PFLDnet 2004; draft-leith-tcp-htcp.

use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, RateSample, Theory,
    WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const HTCP: Algorithm = Algorithm {
    id: "htcp",
    name: "H-TCP",
    family: "High-speed",
    summary: "Grows faster the longer ago the last loss was, and backs off just enough to empty the queue.",
    source: "Leith & Shorten, H-TCP: TCP for High-Speed and Long-Distance Networks",
    year: 2004,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The increase per round trip is one packet at first, then grows quadratically with the time Δ since the last loss.",
            "W ← W + α·acked/W, α = 2(1 − β)(1 + 10(Δ − Δ_L) + ((Δ − Δ_L)/2)²)",
            "Shorten & Leith, H-TCP",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "The window is multiplied by RTTmin/RTTmax, limited to 0.5 … 0.8, which empties the queue; it is halved if the throughput has changed.",
            "W, ssthresh ← β·flight",
            "Shorten & Leith, H-TCP",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, and slow start restarts from one packet.",
            "ssthresh ← β·flight, W ← 1",
            "Shorten & Leith, H-TCP",
        ),
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("deltaL", "Δ_L", "Low-speed period", "s")
            .range(0.0, 60.0, 1.0)
            .help("For this long after a loss the window grows as in Reno."),
        Param::switch("adaptiveBackoff", "Adaptive back-off", true).help(
            "After a loss the window is multiplied by RTTmin/RTTmax, which empties the queue. Off: it is halved.",
        ),
        Param::number("deltaB", "Δ_B", "Throughput change", "")
            .range(0.01, 1.0, 0.2)
            .help("Adaptive back-off: if the throughput before this loss differs from that before the previous one by more than this fraction, the window is halved."),
        Param::switch("rttScaling", "RTT scaling", false).help(
            "Scale the increase with RTTmin (100 ms counts as 1; limited to 0.1 … 2), so that flows with different RTTs grow equally fast. Off by default, since it is an option of the algorithm; Linux has it on.",
        ),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("alpha", "α", "increase per round trip", "packets"),
    Variable::new("beta", "β", "fraction kept after a loss", ""),
    Variable::new("delta", "Δ", "time since the last loss", "s"),
];

/// Minimum and maximum decrease factor.
const BETA_MIN: f64 = 0.5;
const BETA_MAX: f64 = 0.8;
/// RTT at which the scaling factor is 1.
const REFERENCE_RTT_S: f64 = 0.1;
/// Decay of the maximum RTT per loss.
const RTT_MAX_KEPT: f64 = 0.95;

#[derive(Clone, Debug)]
struct Htcp {
    delta_l: f64,
    delta_b: f64,
    adaptive: bool,
    scaling: bool,
    beta: f64,
    alpha: Segments,
    /// Time of the last congestion event, or of the start.
    since: Time,
    latest: Time,
    rtt_min: Option<Nanos>,
    rtt_max: Nanos,
    rate: Option<RateSample>,
    /// Throughput before the last congestion event, bytes per second.
    rate_then: Option<f64>,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Htcp {
        delta_l: settings.number("deltaL"),
        delta_b: settings.number("deltaB"),
        adaptive: settings.switch("adaptiveBackoff"),
        scaling: settings.switch("rttScaling"),
        beta: BETA_MIN,
        alpha: 1.0,
        since: Time::ZERO,
        latest: Time::ZERO,
        rtt_min: None,
        rtt_max: Nanos::ZERO,
        rate: None,
        rate_then: None,
    })
}

/// Increase per round trip `delta` seconds after a loss, for a decrease factor of one half.
fn alpha_0(delta: f64, delta_l: f64) -> Segments {
    let d = delta - delta_l;
    if d <= 0.0 { 1.0 } else { 1.0 + 10.0 * d + 0.25 * d * d }
}

/// The fluid form of H-TCP. It assumes steady throughput, so the adaptive back-off always applies.
#[derive(Clone, Copy, Debug)]
struct Curve {
    delta_l: f64,
    adaptive: bool,
    scaling: bool,
}

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Curve {
        delta_l: settings.number("deltaL"),
        adaptive: settings.switch("adaptiveBackoff"),
        scaling: settings.switch("rttScaling"),
    })
}

/// The state is the window, the time since the loss in seconds, and the fraction kept after a loss.
impl FluidController for Curve {
    fn size(&self) -> usize {
        3
    }

    fn start(&self, window: f64, y: &mut [f64]) {
        y.copy_from_slice(&[window, 0.0, BETA_MIN]);
    }

    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        let mut alpha = alpha_0(y[1], self.delta_l);
        if self.scaling {
            alpha *= (path.base_rtt_s / REFERENCE_RTT_S).clamp(0.1, 2.0);
        }
        dy[0] = 2.0 * (1.0 - y[2]) * alpha / path.rtt_s;
        dy[1] = 1.0;
        dy[2] = 0.0;
    }

    fn lose(&self, y: &mut [f64], path: &Path) {
        if self.adaptive {
            y[2] = (path.base_rtt_s / path.rtt_s).clamp(BETA_MIN, BETA_MAX);
        }
        y[0] *= y[2];
        y[1] = 0.0;
    }
}

impl Htcp {
    fn alpha(&self, now: Time) -> Segments {
        let mut alpha = alpha_0(now.since(self.since).as_secs(), self.delta_l);
        if self.scaling
            && let Some(rtt) = self.rtt_min
        {
            alpha *= (rtt.as_secs() / REFERENCE_RTT_S).clamp(0.1, 2.0);
        }
        2.0 * (1.0 - self.beta) * alpha
    }

    /// Decrease factor: one half while the throughput changes, otherwise the factor that empties the queue.
    fn back_off(&mut self) -> f64 {
        let rate = self.rate.map(|r| r.bytes as f64 / r.interval.as_secs());
        let then = std::mem::replace(&mut self.rate_then, rate);
        let steady = match (then, rate) {
            (Some(then), Some(rate)) => (rate - then).abs() <= self.delta_b * then,
            _ => false,
        };
        match self.rtt_min {
            Some(min) if self.adaptive && steady => {
                (min.as_secs() / self.rtt_max.as_secs()).clamp(BETA_MIN, BETA_MAX)
            }
            _ => BETA_MIN,
        }
    }
}

impl WindowRule for Htcp {
    fn on_start(&mut self, _: &mut Control, cx: &mut Cx<'_>, _: Option<Handover>) {
        (self.since, self.latest) = (cx.now, cx.now);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        self.latest = cx.now;
        if let Some(rtt) = ack.rtt {
            self.rtt_min = Some(self.rtt_min.map_or(rtt, |min| min.min(rtt)));
            // The smoothed RTT, as in Linux: a single sample may include the delay of an ACK.
            if !cx.in_recovery {
                self.rtt_max = self.rtt_max.max(cx.rtt.smoothed());
            }
        }
        self.rate = ack.rate.or(self.rate);
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            self.alpha = self.alpha(cx.now);
            increase(control, cx.increase_scale * self.alpha, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        if event != (Congestion::Timeout { first: false }) {
            self.beta = self.back_off();
            if let Some(min) = self.rtt_min {
                self.rtt_max = min + (self.rtt_max - min).scale(RTT_MAX_KEPT);
            }
        }
        (self.since, self.latest) = (cx.now, cx.now);
        decrease(control, event, self.beta * cx.reduce_from);
    }

    fn on_undo(&mut self, before: &Self) {
        (self.since, self.beta, self.rate_then) = (before.since, before.beta, before.rate_then);
        self.rtt_max = self.rtt_max.max(before.rtt_max);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.alpha);
        show(self.beta);
        show(self.latest.since(self.since).as_secs());
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn htcp(switches: &[(&str, bool)]) -> Bench {
        let params: Vec<_> = switches.iter().map(|&(id, on)| (id, ParamValue::Bool(on))).collect();
        Bench::new(find("htcp").unwrap(), &params)
    }

    #[test]
    fn increase_follows_the_polynomial_of_the_paper() {
        // Leith & Shorten 2004: α(Δ) = 1 + 10(Δ − Δ_L) + ((Δ − Δ_L)/2)² beyond Δ_L = 1 s.
        for (delta, alpha) in [(0.5, 1.0), (1.0, 1.0), (2.0, 11.25), (3.0, 22.0), (11.0, 126.0)] {
            assert_eq!(alpha_0(delta, 1.0), alpha);
        }
        let mut bench = htcp(&[]);
        bench.start_at(1000.0, 1000.0);
        bench.congestion(testing::loss(1), 1000.0);
        let start = bench.now();
        for _ in 0..80 {
            let before = bench.cwnd();
            bench.round(100.0);
            // β = 0.5 after the first loss, so α = α0. A round adds the α of that round.
            let t = bench.now().since(start).as_secs();
            let grown = bench.cwnd() - before;
            assert!(grown <= alpha_0(t, 1.0) && grown >= 0.98 * alpha_0(t - 0.1, 1.0) - 0.01, "{t}: {grown}");
        }
    }

    #[test]
    fn backs_off_to_empty_the_queue_and_by_half_while_the_path_changes() {
        // The paper: β = RTTmin/RTTmax in [0.5, 0.8]; 0.5 if throughput changed by more than a fifth.
        for (rtt_max, expected) in [(150.0, 100.0 / 150.0), (105.0, 0.8), (300.0, 0.5)] {
            let mut bench = htcp(&[]);
            bench.start_at(500.0, 500.0);
            bench.round(100.0);
            (0..3).for_each(|_| bench.round_at(rtt_max, 100e6));
            bench.congestion(testing::loss(1), 500.0);
            assert_eq!(
                (bench.cwnd(), bench.variable(1)),
                (250.0, 0.5),
                "there is nothing to compare the first loss with"
            );
            (0..3).for_each(|_| bench.round_at(rtt_max, 110e6));
            bench.congestion(testing::loss(1), 500.0);
            assert!((bench.variable(1) - expected).abs() < 0.002, "RTTmax {rtt_max}: {}", bench.variable(1));
            assert!((bench.cwnd() - 500.0 * bench.variable(1)).abs() < 1e-9);
            (0..3).for_each(|_| bench.round_at(rtt_max, 80e6));
            bench.congestion(testing::loss(1), 500.0);
            assert_eq!(bench.variable(1), 0.5, "throughput fell by more than a fifth");
        }
    }

    #[test]
    fn a_fixed_back_off_halves_the_window() {
        let mut bench = htcp(&[("adaptiveBackoff", false)]);
        bench.start_at(500.0, 500.0);
        for _ in 0..4 {
            bench.round_at(100.0, 100e6);
            bench.congestion(testing::loss(1), 500.0);
            assert_eq!((bench.cwnd(), bench.variable(1)), (250.0, 0.5));
        }
    }

    #[test]
    fn the_maximum_rtt_decays() {
        // RTTmax ← RTTmin + 0.95 (RTTmax − RTTmin) on each loss: 100 + 50·0.95² = 145.1 ms at the third.
        let mut bench = htcp(&[]);
        bench.start_at(500.0, 500.0);
        bench.round_at(100.0, 100e6);
        (0..5).for_each(|_| bench.round_at(150.0, 100e6));
        (0..5).for_each(|_| bench.round_at(100.0, 100e6));
        for _ in 0..3 {
            bench.congestion(testing::loss(1), 500.0);
        }
        assert!((bench.variable(1) - 100.0 / 145.125).abs() < 1e-3, "{}", bench.variable(1));
    }

    #[test]
    fn rtt_scaling_makes_growth_independent_of_the_rtt() {
        // α ∝ RTT, so the growth of the window per second, α/RTT, does not depend on the RTT.
        let grown = |rtt: f64| {
            let mut bench = htcp(&[("rttScaling", true)]);
            bench.start_at(1000.0, 1000.0);
            bench.congestion(testing::loss(1), 1000.0);
            let start = bench.now();
            while bench.now().since(start).as_secs() < 5.0 {
                bench.round(rtt);
            }
            bench.cwnd() - 500.0
        };
        let (short, long) = (grown(50.0), grown(200.0));
        // The window is read up to a round trip late: 50 and 200 ms of 5 s.
        assert!((short / long - 1.0).abs() < 0.06, "{short} {long}");
    }

    #[test]
    fn the_difference_of_synchronised_flows_halves_on_each_loss() {
        // The paper: with the same α and common losses the difference is multiplied by β on each loss.
        let mut flows = [200.0, 800.0].map(|w| {
            let mut bench = htcp(&[("adaptiveBackoff", false)]);
            bench.start_at(w, w);
            bench
        });
        let difference = |flows: &[Bench; 2]| flows[1].cwnd() - flows[0].cwnd();
        let mut before = difference(&flows);
        for _ in 0..5 {
            for flow in &mut flows {
                let w = flow.cwnd();
                flow.congestion(testing::loss(1), w);
                (0..30).for_each(|_| flow.round(100.0));
            }
            let after = difference(&flows);
            assert!((after / before - 0.5).abs() < 0.02, "{before} to {after}");
            before = after;
        }
    }
}
