//! Tri-S (slow start and search): Wang & Crowcroft, "A New Congestion Control Scheme: Slow Start and Search (Tri-S)", CCR
//! 21(1), 1991. Steps back where one packet more brings less than half a packet's throughput.

use super::reno::Reno;
use super::{Ack, Algorithm, Congestion, Control, Cx, Handover, Law, WindowLaw, slow_start};
use crate::catalogue::{Opt, Param, Probe, Settings};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const TRI_S: Algorithm = Algorithm {
    id: "tri-s",
    name: "Tri-S",
    family: "Delay-based",
    summary: "Adds a packet a round trip as long as throughput grows with it, and takes one off when it does not.",
    source: "Wang & Crowcroft, CCR 21(1)",
    year: 1991,
    recovery: "tahoe",
    spacing: "ack",
    params,
    probes: &[Probe { id: "ntg", symbol: "NTG", name: "normalised throughput gradient", unit: "" }],
    law: Law::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("threshold", "NTGd", "Gradient threshold", "")
            .range(-1.0, 1.0, 0.5)
            .help("With a smaller gradient the window shrinks."),
        Param::choice(
            "roundRtt",
            "RTT of a round",
            "min",
            &[Opt { id: "mean", name: "Mean" }, Opt { id: "min", name: "Minimum" }],
        )
        .help("The mean sees the packet that was just added wait behind another, and takes it for a queue."),
    ]
}

#[derive(Clone, Debug)]
struct TriS {
    /// Slow start, and what a loss does.
    tahoe: Reno,
    threshold: f64,
    mean_of_round: bool,
    /// The RTT of one packet alone: the smallest seen.
    base_rtt: Option<Nanos>,
    /// The window of the round that sent what this round acknowledges.
    window: Option<Segments>,
    /// Window and its throughput, packets a second, of the round before.
    before: Option<(Segments, f64)>,
    ntg: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
    Box::new(TriS {
        tahoe: Reno::new(),
        threshold: settings.number("threshold"),
        mean_of_round: settings.choice("roundRtt") == "mean",
        base_rtt: None,
        window: None,
        before: None,
        ntg: f64::NAN,
    })
}

impl TriS {
    fn end_round(&mut self, rtt: Nanos) {
        // What was acknowledged now had been sent in the round before, under the window of that time.
        let sent_under = self.window.replace(self.tahoe.control.cwnd);
        let (Some(w), Some(base)) = (sent_under, self.base_rtt) else { return };
        let throughput = w / rtt.as_secs();
        let before = self.before.replace((w, throughput));
        // Over the gradient of the first packet: 1/R at W = 1.
        self.ntg = match before {
            Some((w0, t0)) if w != w0 => (throughput - t0) / (w - w0) * base.as_secs(),
            _ => f64::NAN,
        };
        let c = &mut self.tahoe.control;
        if self.ntg < self.threshold {
            c.cwnd = (c.cwnd - 1.0).max(1.0);
            // The search is over, or goes on from below.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        } else if c.cwnd >= c.ssthresh {
            // Also where the window was the same, which gives no gradient.
            c.cwnd += 1.0;
        }
    }
}

impl WindowLaw for TriS {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.tahoe.start(cx, from);
        self.base_rtt = from.and_then(|h| h.min_rtt);
    }

    fn control(&self) -> Control {
        self.tahoe.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow {
            return;
        }
        slow_start(&mut self.tahoe.control, ack.credit);
        if let Some(round) = &ack.round
            && round.samples > 0
        {
            self.end_round(if self.mean_of_round { round.mean_rtt } else { round.min_rtt });
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.tahoe.on_congestion(cx, event);
        self.window = None;
        self.before = None;
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.ntg);
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}
