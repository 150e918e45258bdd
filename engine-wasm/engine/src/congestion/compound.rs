//! Compound TCP: Tan, Song, Zhang & Sridharan, "A Compound TCP Approach for High-Speed and Long Distance Networks", INFOCOM 2006;
//! draft-sridharan-tcpm-ctcp-02 (2008).

use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    Round, RoundRtt, WindowRule, decrease, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const COMPOUND: Algorithm = Algorithm {
    id: "compound",
    name: "Compound TCP",
    family: "High-speed",
    summary: "Reno’s window plus a delay window, which grows quickly while the queue is short and gives way as it builds up.",
    source: "Tan, Song, Zhang & Sridharan, A Compound TCP Approach; draft-sridharan-tcpm-ctcp-02",
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
            "The loss window grows by one packet per round trip. The delay window grows by αW^k − 1 packets while fewer than γ packets are in queues; otherwise it shrinks by what is there.",
            "W = L + D, N = W(1 − baseRTT/RTT); D ← D + max(αW^k − 1, 0) if N < γ, else max(D − ζN, 0)",
            "Tan et al., A Compound TCP Approach, section III",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss halves the loss window and reduces the delay window so that 1 − β of their sum is left.",
            "W, ssthresh ← (1 − β)·flight, L ← L/2",
            "Tan et al., A Compound TCP Approach, section III",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: the delay window is reset, ssthresh is set to half the data in flight, and slow start restarts from one packet.",
            "D ← 0, ssthresh ← max(flight/2, 2), W ← 1",
            "draft-sridharan-tcpm-ctcp-02",
        ),
    ],
    theory: NO_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Growth factor", "")
            .range(0.01, 1.0, 0.125)
            .log()
            .help("Factor in the growth αW^k − 1 of the delay window."),
        Param::number("k", "k", "Growth exponent", "")
            .range(0.1, 0.95, 0.75)
            .help("Exponent in the growth αW^k − 1 of the delay window."),
        Param::number("beta", "β", "Decrease", "")
            .range(0.1, 0.9, 0.5)
            .help("Fraction of the whole window that a loss removes."),
        Param::number("gamma", "γ", "Backlog threshold", "packets")
            .range(1.0, 10_000.0, 30.0)
            .log()
            .help("The delay window shrinks while at least this many packets are in queues."),
        Param::number("zeta", "ζ", "Delay decrease", "")
            .range(0.01, 10.0, 1.0)
            .log()
            .help("Share of the backlog that the delay window gives up per round trip."),
        Param::number("lowWindow", "", "Low window", "packets")
            .range(2.0, 1000.0, 38.0)
            .help("Smaller windows follow Reno; 38 is where HighSpeed TCP begins."),
        Param::switch("tuneGamma", "Tune γ", false)
            .help("After each loss set γ from the backlog that a Reno flow would have had, within 5 … 30 packets, so that it works with small buffers."),
        Param::number("lambda", "λ", "Weight of a new γ", "")
            .range(0.01, 1.0, 0.8)
            .help("Tuning: weight of the new backlog in γ."),
        Param::choice("roundRtt", "RTT of a round", "min", RoundRtt::OPTIONS)
            .help("Which RTT of a round gives the backlog."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("lossWindow", "L", "loss window", "packets"),
    Variable::new("delayWindow", "D", "delay window", "packets"),
    Variable::new("backlog", "N", "packets in queues", "packets"),
    // Constant unless it is tuned.
    Variable::new("renoBacklog", "N_reno", "backlog of the loss window alone", "packets"),
];

/// Rounds with fewer RTT samples are ignored.
const MIN_SAMPLES: u32 = 3;
/// With tuning, γ is this fraction of the loss window's backlog, within these bounds.
const TUNED_SHARE: f64 = 0.75;
const GAMMA_LOW: Segments = 5.0;
const GAMMA_HIGH: Segments = 30.0;

/// Parameters of the delay window's growth; γ in packets.
#[derive(Clone, Copy, Debug)]
struct Rules {
    alpha: f64,
    k: f64,
    beta: f64,
    gamma: Segments,
    zeta: f64,
    low_window: Segments,
}

impl Rules {
    fn new(settings: &Settings<'_>) -> Rules {
        Rules {
            alpha: settings.number("alpha"),
            k: settings.number("k"),
            beta: settings.number("beta"),
            gamma: settings.number("gamma"),
            zeta: settings.number("zeta"),
            low_window: settings.number("lowWindow"),
        }
    }

    /// Growth of the delay window per round trip, in addition to the loss window's one packet.
    fn growth(&self, window: Segments) -> Segments {
        if window < self.low_window { 0.0 } else { (self.alpha * libm::pow(window, self.k) - 1.0).max(0.0) }
    }
}

#[derive(Clone, Debug)]
struct Compound {
    rules: Rules,
    tune: bool,
    lambda: f64,
    round_rtt: RoundRtt,
    delay_window: Segments,
    base_rtt: Option<Nanos>,
    backlog: Segments,
    reno_backlog: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Compound {
        rules: Rules::new(settings),
        tune: settings.switch("tuneGamma"),
        lambda: settings.number("lambda"),
        round_rtt: RoundRtt::new(settings, "roundRtt"),
        delay_window: 0.0,
        base_rtt: None,
        backlog: 0.0,
        reno_backlog: 0.0,
    })
}

/// The fluid form between losses, with constant γ.
fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Rules::new(settings))
}

/// The state is the whole window and the delay window.
impl FluidController for Rules {
    fn size(&self) -> usize {
        2
    }

    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        let backlog = path.queued(y[0]);
        // The last packet below the threshold counts in proportion; with a hard switch the equation would
        // have no smooth solution.
        let full = (backlog - self.gamma + 1.0).clamp(0.0, 1.0);
        let shrinks = full * self.zeta * backlog * y[1].clamp(0.0, 1.0);
        dy[1] = ((1.0 - full) * self.growth(y[0]) - shrinks) / path.rtt_s;
        dy[0] = 1.0 / path.rtt_s + dy[1];
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        let loss_window = (y[0] - y[1]) / 2.0;
        y[0] = ((1.0 - self.beta) * y[0]).max(loss_window).max(MIN_SSTHRESH);
        y[1] = (y[0] - loss_window).max(0.0);
    }
}

impl Compound {
    fn end_round(&mut self, control: &mut Control, round: &Round) {
        let rtt = self.round_rtt.of(round).filter(|_| round.samples >= MIN_SAMPLES);
        let (Some(base), Some(rtt)) = (self.base_rtt, rtt) else { return };
        let queued = (rtt.as_secs() - base.as_secs()).max(0.0) / rtt.as_secs();
        self.backlog = control.cwnd * queued;
        self.reno_backlog = (control.cwnd - self.delay_window) * queued;
        if control.cwnd < control.ssthresh {
            return;
        }
        let before = self.delay_window;
        self.delay_window = if self.backlog < self.rules.gamma {
            before + self.rules.growth(control.cwnd)
        } else {
            (before - self.rules.zeta * self.backlog).max(0.0)
        };
        control.cwnd += self.delay_window - before;
        control.stay_in_avoidance();
    }

    fn tune(&mut self) {
        let wanted = TUNED_SHARE * self.reno_backlog;
        let mean = (1.0 - self.lambda) * self.rules.gamma + self.lambda * wanted;
        self.rules.gamma = mean.clamp(GAMMA_LOW, GAMMA_HIGH);
    }
}

impl WindowRule for Compound {
    fn on_start(&mut self, _: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        self.base_rtt = from.and_then(|handover| handover.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            // The loss window grows by one packet per total window.
            control.cwnd += cx.increase_scale * left / control.cwnd;
        }
        if let Some(round) = &ack.round {
            self.end_round(control, round);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        if self.tune && event != (Congestion::Timeout { first: false }) {
            self.tune();
        }
        let loss_window = (control.cwnd - self.delay_window) / 2.0;
        match event {
            Congestion::Loss { .. } | Congestion::Ecn => {
                decrease(control, event, (1.0 - self.rules.beta) * cx.reduce_from);
                self.delay_window = (control.cwnd - loss_window).max(0.0);
            }
            Congestion::Restart | Congestion::Timeout { .. } => {
                decrease(control, event, 0.5 * cx.reduce_from);
                self.delay_window = 0.0;
                if self.tune {
                    self.rules.gamma = GAMMA_HIGH;
                }
            }
        }
    }

    fn on_undo(&mut self, before: &Self) {
        (self.delay_window, self.rules.gamma) = (before.delay_window, before.rules.gamma);
    }

    fn variables(&self, control: &Control, show: &mut dyn FnMut(f64)) {
        show(control.cwnd - self.delay_window);
        show(self.delay_window);
        show(self.backlog);
        show(self.reno_backlog);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;
    use crate::theory::sawtooth;

    const RULES: Rules = Rules { alpha: 0.125, k: 0.75, beta: 0.5, gamma: 30.0, zeta: 1.0, low_window: 38.0 };

    fn compound(window: f64, params: &[(&str, ParamValue)]) -> Bench {
        let mut bench = Bench::new(find("compound").unwrap(), params);
        bench.start_at(window, window / 2.0);
        bench.round(100.0);
        bench
    }

    #[test]
    fn both_windows_together_grow_by_a_power_of_the_window() {
        // Section III: W ← W + αW^k per round trip with α = 1/8, k = 3/4, if that is more than a packet;
        // below 38, Reno.
        for (window, growth) in [(1000.0, 22.2), (256.0, 8.0), (30.0, 1.0)] {
            let mut bench = compound(window, &[]);
            let before = bench.cwnd();
            bench.round(100.0);
            let exponent = if window < 38.0 { 0.0 } else { 0.75 };
            let expected = growth * libm::pow(before / window, exponent);
            // A round has ⌊W⌋ ACKs, and the window grows during it.
            assert!((bench.cwnd() - before - expected).abs() < 0.05 * expected, "{}", bench.cwnd() - before);
        }
    }

    #[test]
    fn the_delay_window_shrinks_as_a_queue_builds_up() {
        // N ≥ γ = 30: D ← D − ζN. The loss window remains.
        let mut bench = compound(1000.0, &[]);
        (0..20).for_each(|_| bench.round(100.0));
        let (total, delay) = (bench.cwnd(), bench.variable(1));
        bench.round(105.0);
        let backlog = (total + 1.0) * 5.0 / 105.0;
        assert!((bench.variable(1) - (delay - backlog)).abs() < 0.05, "{delay} to {}", bench.variable(1));
        (0..30).for_each(|_| bench.round(105.0));
        assert_eq!(bench.variable(1), 0.0);
        let before = bench.cwnd();
        bench.round(105.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.01);
    }

    #[test]
    fn a_loss_halves_the_sum_and_a_timeout_resets_the_delay_window() {
        let mut bench = compound(1000.0, &[]);
        (0..20).for_each(|_| bench.round(100.0));
        let (total, loss_window) = (bench.cwnd(), bench.variable(0));
        bench.congestion(testing::loss(1), total);
        assert!((bench.cwnd() - total / 2.0).abs() < 1e-9);
        assert!((bench.variable(0) - loss_window / 2.0).abs() < 1e-9);
        assert!((bench.variable(1) - (total - loss_window) / 2.0).abs() < 1e-9);
        bench.congestion(Congestion::Timeout { first: true }, 500.0);
        assert_eq!((bench.cwnd(), bench.ssthresh(), bench.variable(1)), (1.0, 250.0, 0.0));
    }

    #[test]
    fn tuning_sets_gamma_by_the_backlog_of_reno() {
        // Three quarters of the loss window's backlog, within 5 … 30; the queue never exceeds 20 packets.
        let params = [("tuneGamma", ParamValue::Bool(true))];
        let mut bench = compound(200.0, &params);
        for _ in 0..12 {
            (0..10).for_each(|_| bench.round(110.0));
            let window = bench.cwnd();
            bench.congestion(testing::loss(1), 200.0f64.min(window));
        }
        // The backlog of at most 20 packets is now above γ, so the delay window is gone.
        (0..20).for_each(|_| bench.round(110.0));
        assert!(bench.variable(1) < 1.0, "{}", bench.variable(1));
        let mut fixed = compound(200.0, &[]);
        (0..20).for_each(|_| fixed.round(110.0));
        assert!(fixed.variable(1) > 50.0, "{}", fixed.variable(1));
    }

    #[test]
    fn the_response_function_has_the_exponent_of_highspeed_tcp() {
        // Section III.C: with dW/dt = αW^k/R and halving, 1/p = W_max^(2−k)·(1 − (1−β)^(2−k))/(α(2 − k)), so
        // W_max = (0.2696/p)^0.8. The exponent equals HighSpeed TCP's.
        let free = Rules { low_window: 0.0, ..RULES };
        for p in [1e-5, 1e-6, 1e-7] {
            let cycle = sawtooth::periodic_losses(&free, p, 0.1).unwrap();
            let expected = libm::pow(0.2696 / p, 0.8);
            assert!((cycle.peak / expected - 1.0).abs() < 0.01, "p {p}: {} for {expected}", cycle.peak);
        }
    }
}
