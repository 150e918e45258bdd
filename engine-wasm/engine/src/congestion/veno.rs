//! TCP Veno: Fu & Liew, "TCP Veno: TCP Enhancement for Transmission over Wireless Access Networks", JSAC 21(2), 2003.

use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::rules::{ECN, RECOVERY, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    RoundRtt, WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const VENO: Algorithm = Algorithm {
    id: "veno",
    name: "Veno",
    family: "Wireless and satellite",
    summary: "Reno that assumes a loss without a backlog to be random and then removes only a fifth of the window.",
    source: "Fu & Liew, TCP Veno",
    year: 2003,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by one packet per round trip while fewer than β packets are in queues, and by half as much from then on.",
            "N = W(RTT − baseRTT)/RTT; W ← W + acked/W if N < β, else W + acked/2W",
            "Fu & Liew, TCP Veno, section II.B",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss with fewer than β packets in queues is assumed to be random and removes a fifth of the window; otherwise the window is halved.",
            "W, ssthresh ← 0.8·flight if N < β, else flight/2",
            "Fu & Liew, TCP Veno, section II.C",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("beta", "β", "Backlog threshold", "packets")
            .range(0.1, 1000.0, 3.0)
            .log()
            .help("The path counts as uncongested while fewer packets than this are in queues."),
        Param::number("randomLoss", "", "Kept after a random loss", "")
            .range(0.1, 1.0, 0.8)
            .help("Fraction of the window that is kept after a loss without congestion."),
        Param::number("congestedGrowth", "", "Growth when congested", "packets/RTT")
            .range(0.0, 1.0, 0.5)
            .help("Increase per round trip above the threshold. The paper adds a packet every other round trip; ns-3 does not slow down: 1."),
        Param::choice("roundRtt", "RTT of a round", "min", RoundRtt::OPTIONS)
            .help("Which RTT of a round counts as the current RTT."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("backlog", "N", "packets in queues", "packets"),
    Variable::new("kept", "", "fraction that a loss would leave", ""),
];

#[derive(Clone, Copy, Debug)]
struct Rules {
    beta: Segments,
    random_loss: f64,
    congested_growth: Segments,
}

impl Rules {
    fn new(settings: &Settings<'_>) -> Rules {
        Rules {
            beta: settings.number("beta"),
            random_loss: settings.number("randomLoss"),
            congested_growth: settings.number("congestedGrowth"),
        }
    }

    fn growth(&self, backlog: Segments) -> Segments {
        if backlog < self.beta { 1.0 } else { self.congested_growth }
    }

    /// Fraction of the window kept after a loss.
    fn kept(&self, backlog: Segments) -> f64 {
        if backlog < self.beta { self.random_loss } else { 0.5 }
    }
}

#[derive(Clone, Debug)]
struct Veno {
    rules: Rules,
    round_rtt: RoundRtt,
    base_rtt: Option<Nanos>,
    /// RTT of the last round.
    rtt: Option<Nanos>,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let (rules, round_rtt) = (Rules::new(settings), RoundRtt::new(settings, "roundRtt"));
    windowed(Veno { rules, round_rtt, base_rtt: None, rtt: None })
}

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Rules::new(settings))
}

impl FluidController for Rules {
    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        dy[0] = self.growth(path.queued(y[0])) / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], path: &Path) {
        y[0] = (self.kept(path.queued(y[0])) * y[0]).max(MIN_SSTHRESH);
    }
}

impl Veno {
    /// Packets of the window that are in queues; 0 before there are samples, which counts as no congestion.
    fn backlog(&self, cwnd: Segments) -> Segments {
        match (self.base_rtt, self.rtt) {
            (Some(base), Some(rtt)) => cwnd * (rtt - base).as_secs() / rtt.as_secs(),
            _ => 0.0,
        }
    }
}

impl WindowRule for Veno {
    fn on_start(&mut self, _: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        self.base_rtt = from.and_then(|handover| handover.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if let Some(round) = &ack.round
            && !cx.in_recovery
        {
            self.rtt = self.round_rtt.of(round).or(self.rtt);
        }
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            let growth = self.rules.growth(self.backlog(control.cwnd));
            increase(control, cx.increase_scale * growth, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let kept = match event {
            Congestion::Loss { .. } => self.rules.kept(self.backlog(control.cwnd)),
            // A mark indicates a queue, and a timeout heavy congestion.
            _ => 0.5,
        };
        decrease(control, event, kept * cx.reduce_from);
    }

    fn variables(&self, control: &Control, show: &mut dyn FnMut(f64)) {
        show(self.rtt.map_or(f64::NAN, |_| self.backlog(control.cwnd)));
        show(self.rules.kept(self.backlog(control.cwnd)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::theory::sawtooth;

    fn veno(window: f64) -> Bench {
        let mut bench = Bench::new(find("veno").unwrap(), &[]);
        bench.start_at(window, window / 2.0);
        bench.round(100.0);
        bench
    }

    #[test]
    fn the_backlog_of_vegas_decides_growth() {
        // Section II.A: N = W(RTT − BaseRTT)/RTT; β = 3. Growth of one packet per round trip below β, one
        // packet per two round trips above.
        for (rtt, growth) in [(102.0, 1.0), (110.0, 0.5)] {
            let mut bench = veno(100.0);
            bench.round(rtt);
            let before = bench.cwnd();
            assert!((bench.variable(0) - before * (rtt - 100.0) / rtt).abs() < 1e-9);
            bench.round(rtt);
            assert!((bench.cwnd() - before - growth).abs() < 0.02, "RTT {rtt}: {}", bench.cwnd() - before);
        }
    }

    #[test]
    fn a_random_loss_removes_a_fifth_and_a_congestion_loss_half() {
        // Section II.C.
        for (rtt, kept) in [(102.0, 0.8), (110.0, 0.5)] {
            let mut bench = veno(100.0);
            bench.round(rtt);
            bench.congestion(testing::loss(1), 100.0);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (100.0 * kept, 100.0 * kept), "RTT {rtt}");
            bench.congestion(Congestion::Timeout { first: true }, 60.0);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 30.0));
        }
    }

    #[test]
    fn random_losses_with_an_empty_queue_give_the_window_of_aimd_1_02() {
        // AIMD(1, 0.2): √(a(2 − b)/(2bp)) = 2.12/√p, 1.73 times Reno's.
        for p in [1e-2, 1e-3, 1e-4] {
            let rules = Rules { beta: 3.0, random_loss: 0.8, congested_growth: 0.5 };
            let mean = sawtooth::periodic_losses(&rules, p, 0.1).unwrap().mean_window;
            assert!((mean * libm::sqrt(p) / 2.1213 - 1.0).abs() < 0.01, "p {p}: {mean}");
        }
        let mut bench = veno(20.0);
        let (mean, _) = bench.periodic_loss(1e-3, 100.0);
        assert!((mean * libm::sqrt(1e-3) / 2.1213 - 1.0).abs() < 0.02, "{mean}");
    }
}
