//! FAST: Jin, Wei & Low, "FAST TCP: Motivation, Architecture, Algorithms, Performance", INFOCOM 2004; Wei, Jin, Low &
//! Hegde, the same title, IEEE/ACM Transactions on Networking 14(6), 2006.

use super::rules::{ECN, HALVE, RECOVERY, TIMEOUT, rule};
use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::reno::Reno;
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, Theory,
    WindowRule, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const FAST: Algorithm = Algorithm {
    id: "fast",
    name: "FAST",
    family: "High-speed",
    summary: "Each round trip moves the window towards the size that keeps α packets in queues.",
    source: "Jin, Wei & Low, FAST TCP: Motivation, Architecture, Algorithms, Performance",
    year: 2004,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Multiplicative increase: each acknowledged packet adds one packet, until the queueing delay exceeds the threshold.",
            "W ← W + acked",
            "Jin, Wei & Low, FAST TCP",
        ),
        rule(
            RuleSubject::Avoidance,
            "Each round trip the window covers the fraction γ of the distance to the size that keeps α packets in queues.",
            "W ← min(2W, (1 − γ)W + γ(baseRTT/RTT·W + α))",
            "Jin, Wei & Low, FAST TCP",
        ),
        RECOVERY,
        HALVE,
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Backlog(|s| (s.number("alpha"), s.number("alpha")))],
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Packets in queues", "packets")
            .range(0.1, 100_000.0, 20.0)
            .log()
            .help("Packets that the flow keeps in queues. There is no standard value; it must be large enough for the delay to be measurable. 8, 20 and 200 have been used at 10, 100 and 1000 Mb/s."),
        Param::number("gamma", "γ", "Gain", "")
            .range(0.01, 1.0, 0.5)
            .help("Fraction of the distance to the target covered per round trip."),
        Param::number("miThreshold", "δ_MI", "Threshold of multiplicative increase", "ms")
            .range(0.01, 1000.0, 1.5)
            .log()
            .help("Slow start ends when the queueing delay exceeds this."),
        Param::number("rttGain", "η", "Largest gain of the RTT filter", "")
            .range(0.001, 1.0, 0.25)
            .log()
            .help("Weight of a sample in the mean RTT: min(3/W, this). The default is 1/4; the ns-2 module uses 1/256."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("queued", "D", "packets in queues", "packets"),
    Variable::new("queueing", "q", "queueing delay", "ms"),
    Variable::new("baseRtt", "baseRTT", "minimum RTT", "ms"),
];

/// The 3 in η = min(3/W, 1/4): the time constant of the filter is a third of a round trip.
const FILTER_PACKETS: Segments = 3.0;

#[derive(Clone, Debug)]
struct Fast {
    alpha: Segments,
    gamma: f64,
    mi_threshold_s: f64,
    rtt_gain: f64,
    /// RTTs in seconds.
    path: Option<Measured>,
    /// Increase per acknowledged packet in this round, and the target of the round.
    rise: f64,
    target: Segments,
}

/// Base RTT and mean RTT of the path, s.
#[derive(Clone, Copy, Debug)]
struct Measured {
    base: f64,
    mean: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Fast {
        alpha: settings.number("alpha"),
        gamma: settings.number("gamma"),
        mi_threshold_s: settings.number("miThreshold") / 1e3,
        rtt_gain: settings.number("rttGain"),
        path: None,
        rise: 0.0,
        target: 0.0,
    })
}

/// The paper's equation as a differential equation: the fraction γ of the distance to the target per round trip.
#[derive(Clone, Copy, Debug)]
struct Smooth {
    alpha: Segments,
    gamma: f64,
    mi_threshold_s: f64,
}

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Smooth {
        alpha: settings.number("alpha"),
        gamma: settings.number("gamma"),
        mi_threshold_s: settings.number("miThreshold") / 1e3,
    })
}

impl FluidController for Smooth {
    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        dy[0] = self.gamma * (self.alpha - path.queued(y[0])) / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        y[0] = (y[0] / 2.0).max(MIN_SSTHRESH);
    }

    fn leaves_slow_start(&self, _: f64, path: &Path) -> bool {
        path.rtt_s - path.base_rtt_s > self.mi_threshold_s
    }
}

impl Fast {
    fn measure(&mut self, cwnd: Segments, rtt: Nanos) {
        let rtt = rtt.as_secs();
        let path = self.path.get_or_insert(Measured { base: rtt, mean: rtt });
        let gain = (FILTER_PACKETS / cwnd).min(self.rtt_gain);
        path.mean += gain * (rtt - path.mean);
        path.base = path.base.min(rtt);
    }

    /// The paper's equation: w ← min(2w, (1 − γ)w + γ(baseRTT/RTT·w + α)).
    fn update(&mut self, c: &mut Control, path: Measured) {
        let w = c.cwnd;
        let wanted = (1.0 - self.gamma) * w + self.gamma * (path.base / path.mean * w + self.alpha);
        self.target = wanted.min(2.0 * w).max(MIN_SSTHRESH);
        if self.target > w {
            // The increase is spread over the round, to avoid bursts.
            self.rise = (self.target - w) / w;
        } else {
            self.rise = 0.0;
            c.cwnd = self.target;
            // Lower ssthresh as well, so that the flow does not enter slow start.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        }
    }
}

impl WindowRule for Fast {
    fn on_start(&mut self, _: &mut Control, cx: &mut Cx<'_>, from: Option<Handover>) {
        // The small packets of the handshake do not represent full ones.
        let known = from.and(cx.rtt.min());
        self.path = known.map(|base| Measured { base: base.as_secs(), mean: cx.rtt.smoothed().as_secs() });
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.measure(control.cwnd, rtt);
        }
        let (true, Some(path)) = (cx.may_grow(), self.path) else { return };
        if control.cwnd < control.ssthresh {
            // A window of one packet after a timeout is too small to measure with.
            let small = control.cwnd < MIN_SSTHRESH;
            if small || path.mean - path.base < self.mi_threshold_s {
                slow_start(control, ack.counted);
                return;
            }
            control.ssthresh = control.cwnd;
        }
        if ack.round.is_some() {
            self.update(control, path);
        }
        if self.rise > 0.0 {
            control.cwnd = (control.cwnd + self.rise * ack.counted).min(self.target);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        self.rise = 0.0;
        Reno.on_congestion(control, cx, event);
    }

    fn variables(&self, control: &Control, show: &mut dyn FnMut(f64)) {
        let path = self.path.unwrap_or(Measured { base: f64::NAN, mean: f64::NAN });
        show(control.cwnd * (1.0 - path.base / path.mean));
        show((path.mean - path.base) * 1e3);
        show(path.base * 1e3);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::Congestion;
    use crate::congestion::testing::find;

    fn fast() -> Bench {
        Bench::new(find("fast").unwrap(), &[])
    }

    #[test]
    fn slow_start_ends_with_the_queueing_delay() {
        let mut bench = fast();
        bench.start(4.0, None);
        bench.round(100.0);
        bench.round(101.4);
        assert_eq!(bench.cwnd(), 16.0);
        assert!(bench.ssthresh().is_infinite());
        bench.round(103.0);
        assert!(bench.ssthresh().is_finite());
    }

    #[test]
    fn converges_to_alpha_packets_in_the_queue() {
        // Jin et al. 2004: W(1 − baseRTT/RTT) = α. The bench gives the RTT of a queue of W − 500 packets at 5 packets per millisecond.
        let mut bench = fast();
        bench.start_at(400.0, 400.0);
        bench.round(100.0);
        for _ in 0..60 {
            let queued = (bench.cwnd() - 500.0).max(0.0);
            bench.round(100.0 + queued / 5.0);
        }
        assert!((bench.cwnd() - 520.0).abs() < 0.5, "{}", bench.cwnd());
        assert!((bench.variable(0) - 20.0).abs() < 0.5, "{}", bench.variable(0));
    }

    #[test]
    fn approaches_its_window_exponentially() {
        // By the update at a fixed RTT, W − W* is multiplied by 1 − γ(1 − baseRTT/RTT) every round trip, from above and from below;
        // W* = α/(1 − baseRTT/RTT) = 20/(1 − 100/125) = 100.
        for start in [160.0, 55.0] {
            let mut bench = fast();
            bench.start_at(start, 2.0);
            bench.round(100.0);
            (0..3).for_each(|_| bench.round(125.0));
            for _ in 0..6 {
                let before = bench.cwnd() - 100.0;
                bench.round(125.0);
                let ratio = (bench.cwnd() - 100.0) / before;
                // A round has ⌊W⌋ ACKs, so an increase can fall short by one part in W.
                assert!((ratio - 0.9).abs() < 0.01, "from {start}: {before} times {ratio}");
            }
        }
    }

    #[test]
    fn never_more_than_doubles_and_halves_on_loss() {
        let mut bench = fast();
        bench.start_at(4.0, 2.0);
        bench.round(100.0);
        for _ in 0..3 {
            let before = bench.cwnd();
            bench.round(100.0);
            assert!(bench.cwnd() <= 2.0 * before, "{before} to {}", bench.cwnd());
        }
        bench.start_at(200.0, 2.0);
        bench.congestion(testing::loss(1), 200.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (100.0, 100.0));
        // After a timeout slow start grows to two packets, whatever the delay.
        (0..3).for_each(|_| bench.round(150.0));
        bench.congestion(Congestion::Timeout { first: true }, 50.0);
        bench.round(150.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (2.0, 25.0));
        bench.round(150.0);
        assert!((2.0..=4.0).contains(&bench.ssthresh()), "{}", bench.ssthresh());
    }
}
