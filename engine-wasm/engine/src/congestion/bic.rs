//! BIC: Xu, Harfoush & Rhee, "Binary Increase Congestion Control (BIC) for Fast Long-Distance Networks", INFOCOM 2004.

use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Theory, WindowRule, decrease,
    increase, slow_start, windowed,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::units::Segments;

/// Registered in `congestion/mod.rs`.
pub const BIC: Algorithm = Algorithm {
    id: "bic",
    name: "BIC",
    family: "High-speed",
    summary: "Binary search between the window of the last loss and the window after it, then probing beyond.",
    source: "Xu, Harfoush & Rhee, Binary Increase Congestion Control",
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
            "Binary search: each round trip covers half the distance to the window of the last loss, at most S_max packets; beyond it the steps grow again.",
            "W ← W + S·acked/W, S = min((W_max − W)/B, S_max)",
            "Xu, Harfoush & Rhee, Binary Increase Congestion Control",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "The window falls to β times the data in flight. Its old value becomes the maximum of the search; fast convergence lowers this maximum if the window had not reached the previous one.",
            "W, ssthresh ← β·flight",
            "Xu, Harfoush & Rhee, Binary Increase Congestion Control",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, and slow start restarts from one packet.",
            "ssthresh ← β·flight, W ← 1",
            "Xu, Harfoush & Rhee, Binary Increase Congestion Control",
        ),
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::choice("values", "Constants", "paper", VALUES).help(
            "The paper: β 0.875, S_max 32, B 2, S_min 0.01. Linux: β 0.8, S_max 16, B 4 and a step of 0.2 around the old maximum. The default is the paper’s.",
        ),
        Param::number("beta", "β", "Decrease factor", "")
            .range(0.1, 0.99, 0.875)
            .help("Fraction of the window that is kept after a loss.")
            .when("values", "own"),
        Param::number("sMax", "S_max", "Largest step", "packets")
            .range(0.1, 10_000.0, 32.0)
            .log()
            .help("Largest increase per round trip.")
            .when("values", "own"),
        Param::number("sMin", "S_min", "Smallest step", "packets")
            .range(1e-4, 10.0, 0.01)
            .log()
            .help("Smallest increase per round trip.")
            .when("values", "own"),
        Param::number("b", "B", "Divisor of the search", "")
            .range(1.5, 16.0, 2.0)
            .help("Each step covers 1/B of the distance to the old maximum.")
            .when("values", "own"),
        Param::number("lowWindow", "W_low", "Low window", "packets")
            .range(1.0, 1000.0, 14.0)
            .log()
            .help("Up to this window the controller behaves like Reno."),
        Param::switch("fastConvergence", "Fast convergence", true)
            .help("A flow that has not regained its previous maximum lowers its plateau, which frees capacity for new flows."),
    ]
}

const VALUES: &[ChoiceOption] = &[
    ChoiceOption::new("paper", "Paper"),
    ChoiceOption::new("linux", "Linux"),
    ChoiceOption::new("own", "Custom"),
];

const VARIABLES: &[Variable] = &[
    Variable::new("wMax", "W_max", "target maximum", "packets"),
    Variable::new("step", "S", "increase per round trip", "packets"),
];

/// The constants of the search.
#[derive(Clone, Copy, Debug)]
struct Search {
    beta: f64,
    s_max: Segments,
    s_min: Segments,
    /// A step covers 1/B of the distance; beyond the maximum it is 1/(B − 1) of the distance from the maximum.
    b: f64,
    /// Distance up to which the step is s_min.
    knee: Segments,
    /// Before the first loss, a step is at least this fraction of the window.
    blind: f64,
}

impl Search {
    const PAPER: Search = Search { beta: 0.875, s_max: 32.0, s_min: 0.01, b: 2.0, knee: 0.01, blind: 0.0 };
    /// Linux's tcp_bic: BICTCP_B 4, smooth_part 20, max_increment 16, beta 819/1024, at most 20 ACKs per packet before the first loss.
    const LINUX: Search =
        Search { beta: 819.0 / 1024.0, s_max: 16.0, s_min: 4.0 / 20.0, b: 4.0, knee: 1.0, blind: 0.05 };

    fn of(settings: &Settings<'_>) -> Search {
        let s_min = settings.number("sMin");
        match settings.choice("values").as_str() {
            "paper" => Search::PAPER,
            "linux" => Search::LINUX,
            _ => Search {
                beta: settings.number("beta"),
                s_max: settings.number("sMax").max(s_min),
                s_min,
                b: settings.number("b"),
                knee: s_min,
                blind: 0.0,
            },
        }
    }

    /// The increase per round trip at window `w`, if the last loss was at `w_max`.
    fn step(&self, w: Segments, w_max: Option<Segments>) -> Segments {
        let Some(w_max) = w_max else { return self.s_max.max(self.blind * w) };
        let near = self.knee * self.b;
        let distance = if w < w_max { (w_max - w) / self.b } else { (w - w_max) / (self.b - 1.0) };
        if (w_max - w).abs() <= near { self.s_min } else { distance.min(self.s_max) }
    }
}

/// BIC between losses, with continuous steps.
#[derive(Clone, Copy, Debug)]
struct Curve {
    search: Search,
    low_window: Segments,
    fast_convergence: bool,
}

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Curve {
        search: Search::of(settings),
        low_window: settings.number("lowWindow"),
        fast_convergence: settings.switch("fastConvergence"),
    })
}

/// The state is the window and the target maximum, which is 0 before the first loss.
impl FluidController for Curve {
    fn size(&self) -> usize {
        2
    }

    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        let (w, w_max) = (y[0], Some(y[1]).filter(|&w_max| w_max > 0.0));
        let step = if w <= self.low_window { 1.0 } else { self.search.step(w, w_max) };
        dy[0] = step / path.rtt_s;
        dy[1] = 0.0;
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        let window = y[0];
        let yields = self.fast_convergence && window + 1.0 <= y[1];
        y[1] = if yields { window * (1.0 + self.search.beta) / 2.0 } else { window };
        y[0] = window * if window <= self.low_window { 0.5 } else { self.search.beta };
    }
}

#[derive(Clone, Debug)]
struct Bic {
    search: Search,
    low_window: Segments,
    fast_convergence: bool,
    w_max: Option<Segments>,
    /// The increase in this round; `None` if not yet known.
    step: Option<Segments>,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Bic {
        search: Search::of(settings),
        low_window: settings.number("lowWindow"),
        fast_convergence: settings.switch("fastConvergence"),
        w_max: None,
        step: None,
    })
}

impl WindowRule for Bic {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            let w = control.cwnd;
            let step = match self.step {
                _ if w <= self.low_window => 1.0,
                Some(step) => step,
                None => *self.step.insert(self.search.step(w, self.w_max)),
            };
            increase(control, cx.increase_scale * step, left);
        }
        if ack.round.is_some() {
            // The search takes one step per round trip.
            self.step = None;
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let w = control.cwnd;
        let beta = if w <= self.low_window { 0.5 } else { self.search.beta };
        if event != (Congestion::Timeout { first: false }) {
            let yields = self.fast_convergence && self.w_max.is_some_and(|w_max| (w as u64) < (w_max as u64));
            // Half-way between the window before the loss and the window after it.
            self.w_max = Some(if yields { w * (1.0 + self.search.beta) / 2.0 } else { w });
        }
        self.step = None;
        decrease(control, event, beta * cx.reduce_from);
    }

    fn on_undo(&mut self, before: &Self) {
        (self.w_max, self.step) = (before.w_max, before.step);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.w_max.unwrap_or(f64::NAN));
        show(self.step.unwrap_or(f64::NAN));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bic(values: &str) -> Bench {
        Bench::new(find("bic").unwrap(), &[("values", ParamValue::Text(values.to_owned()))])
    }

    #[test]
    fn grows_linearly_and_then_approaches_the_maximum_geometrically() {
        // Xu et al. 2004: additive increase by S_max while 1/B of the distance is more, then binary search, which leaves 1 − 1/B of the
        // distance after each round trip, down to the smallest step.
        for (values, beta, s_max, ratio, knee) in
            [("paper", 0.875, 32.0, 0.5, 0.01), ("linux", 819.0 / 1024.0, 16.0, 0.75, 1.0)]
        {
            let w_max = 4000.0;
            let mut bench = bic(values);
            bench.start_at(w_max, w_max);
            bench.congestion(testing::loss(1), w_max);
            assert_eq!(bench.cwnd(), beta * w_max);
            let (mut linear, mut geometric) = (0, 0);
            loop {
                let before = w_max - bench.cwnd();
                bench.round(100.0);
                let after = w_max - bench.cwnd();
                if before * (1.0 - ratio) > s_max {
                    linear += 1;
                    // A round has ⌊W⌋ ACKs, and W grows during the round: a little less than S_max.
                    assert!((before - after - s_max).abs() < 0.01 * s_max, "{values}: {before} to {after}");
                } else if before * (1.0 - ratio) > 2.0 * knee {
                    geometric += 1;
                    assert!((after / before - ratio).abs() < 0.01, "{values}: {before} to {after}");
                } else {
                    break;
                }
            }
            assert!(linear > 10 && geometric > 4, "{values}: {linear} linear, {geometric} geometric");
        }
    }

    #[test]
    fn probes_slowly_around_the_maximum_and_faster_beyond() {
        // Xu et al. 2004: beyond the maximum steps double (slow start) from S_min to S_max; Linux uses 0.2 within B packets.
        let paper = |w| Search::PAPER.step(w, Some(1000.0));
        assert_eq!([1000.0, 1000.04, 1001.0, 1020.0, 1500.0].map(paper)[0], 0.01);
        assert!((paper(1000.04) - 0.04).abs() < 1e-9);
        assert_eq!([1001.0, 1020.0, 1500.0].map(paper), [1.0, 20.0, 32.0]);
        let linux = |w| Search::LINUX.step(w, Some(1000.0));
        assert_eq!([997.0, 1003.0, 1030.0, 1048.0, 1500.0].map(linux), [0.2, 0.2, 10.0, 16.0, 16.0]);
    }

    #[test]
    fn fast_convergence_sets_the_maximum_half_way() {
        let mut bench = bic("paper");
        bench.start_at(1000.0, 1000.0);
        bench.congestion(testing::loss(1), 1000.0);
        assert_eq!((bench.variable(0), bench.cwnd()), (1000.0, 875.0));
        bench.congestion(testing::loss(1), 875.0);
        assert_eq!(bench.variable(0), 875.0 * 1.875 / 2.0);
    }

    #[test]
    fn a_small_window_behaves_like_reno() {
        let mut bench = bic("paper");
        bench.start_at(12.0, 12.0);
        bench.round(100.0);
        assert!((bench.cwnd() - 12.96).abs() < 0.01, "{}", bench.cwnd());
        bench.congestion(testing::loss(1), 12.0);
        assert_eq!(bench.cwnd(), 6.0);
    }
}
