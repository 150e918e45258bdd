//! CARD: Jain, "A Delay-Based Approach for Congestion Avoidance in Interconnected Heterogeneous Computer Networks", CCR 19(5),
//! 1989. The sign of the delay's gradient says on which side of the knee the window is.

use super::reno::Reno;
use super::{Ack, Algorithm, Congestion, Control, Cx, Handover, Law, WindowLaw, slow_start};
use crate::catalogue::{Opt, Param, Probe, Settings};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const CARD: Algorithm = Algorithm {
    id: "card",
    name: "CARD",
    family: "Delay-based",
    summary: "Follows the gradient of the delay: one packet more while it does not rise with the window, else an eighth less.",
    source: "Jain, CCR 19(5)",
    year: 1989,
    recovery: "reno",
    spacing: "ack",
    params,
    probes: &[Probe { id: "ndg", symbol: "NDG", name: "normalised delay gradient", unit: "" }],
    law: Law::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("threshold", "NDG*", "Gradient threshold", "")
            .range(-1.0, 2.0, 0.0)
            .help("With a steeper gradient the window shrinks. The paper's optimum for a deterministic network is 1; what is usually built turns at 0."),
        Param::choice("roundRtt", "RTT of a round", "min", &[
            Opt { id: "mean", name: "Mean" },
            Opt { id: "min", name: "Minimum" },
        ])
        .help("The mean sees the packet that was just added wait behind another, and takes it for a gradient."),
        Param::switch("slowStart", "Slow start", true)
            .help("Slow start until the gradient first says stop; without it the window grows one by one from the start."),
    ]
}

#[derive(Clone, Debug)]
struct Card {
    /// Slow start, and what a loss does.
    reno: Reno,
    threshold: f64,
    mean_of_round: bool,
    slow_start: bool,
    /// Window and RTT at the decision before.
    before: Option<(Segments, Nanos)>,
    /// The window in effect since the last decision: what the RTT now measured belongs to.
    window: Segments,
    due: bool,
    ndg: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
    Box::new(Card {
        reno: Reno::new(),
        threshold: settings.number("threshold"),
        mean_of_round: settings.choice("roundRtt") == "mean",
        slow_start: settings.switch("slowStart"),
        before: None,
        window: 0.0,
        due: false,
        ndg: f64::NAN,
    })
}

impl Card {
    /// At the end of every second round: the first one after a decision still shows the packets sent before it.
    fn decide(&mut self, rtt: Nanos) {
        let now = (self.window, rtt);
        let before = self.before.replace(now);
        self.ndg = before.map_or(f64::NAN, |before| gradient(before, now));
        let c = &mut self.reno.control;
        if self.ndg > self.threshold {
            c.cwnd = (c.cwnd * (7.0 / 8.0)).max(1.0);
            // The gradient has spoken: slow start, if there was one, is over.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        } else if c.cwnd >= c.ssthresh {
            // Also where the window was the same, which gives no gradient: it has to change for the next one.
            c.cwnd += 1.0;
        }
    }

    fn skip_slow_start(&mut self) {
        if !self.slow_start {
            self.reno.control.ssthresh = self.reno.control.ssthresh.min(1.0);
        }
    }
}

/// NDG: the relative change of the RTT over that of the window; NaN for equal windows.
fn gradient((w0, r0): (Segments, Nanos), (w1, r1): (Segments, Nanos)) -> f64 {
    let (r0, r1) = (r0.as_secs(), r1.as_secs());
    if w1 == w0 { f64::NAN } else { (r1 - r0) / (r1 + r0) * ((w1 + w0) / (w1 - w0)) }
}

impl WindowLaw for Card {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.reno.start(cx, from);
        self.skip_slow_start();
    }

    fn control(&self) -> Control {
        self.reno.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow {
            return;
        }
        slow_start(&mut self.reno.control, ack.credit);
        let Some(round) = &ack.round else { return };
        if self.due && round.samples > 0 {
            self.decide(if self.mean_of_round { round.mean_rtt } else { round.min_rtt });
        } else {
            self.window = self.reno.control.cwnd;
        }
        self.due = !self.due;
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.reno.on_congestion(cx, event);
        self.skip_slow_start();
        self.before = None;
        self.due = false;
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.ndg);
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}
