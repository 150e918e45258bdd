//! Tri-S (slow start and search): Wang & Crowcroft, "A New Congestion Control Scheme: Slow Start and Search (Tri-S)", CCR
//! 21(1), 1991. Steps back where one packet more brings less than half a packet's throughput.

use super::reno::Reno;
use super::{Ack, Algorithm, Congestion, Control, Cx, Handover, Law, WindowLaw, slow_start};
use crate::catalogue::{Param, Probe, Settings};
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
    ]
}

#[derive(Clone, Debug)]
struct TriS {
    /// Slow start, and what a loss does.
    tahoe: Reno,
    threshold: f64,
    /// The RTT of one packet alone: the smallest seen.
    base_rtt: Option<Nanos>,
    /// Packets outstanding when the packet was sent whose ACK ends this round.
    outstanding: Option<Segments>,
    /// Window and its throughput, packets a second, of the round before.
    before: Option<(Segments, f64)>,
    ntg: f64,
    /// By what the window turned last.
    step: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
    Box::new(TriS {
        tahoe: Reno::new(),
        threshold: settings.number("threshold"),
        base_rtt: None,
        outstanding: None,
        before: None,
        ntg: f64::NAN,
        step: 1.0,
    })
}

impl TriS {
    /// Once a round, with the RTT of its closing packet: the one packet a round trip that stacks of that time measured. A
    /// packet that was just added makes those behind it wait once, which is no queue; this one goes before it.
    fn search(&mut self, rtt: Nanos, outstanding: Segments) {
        let throughput = outstanding / rtt.as_secs();
        let before = self.before.replace((outstanding, throughput));
        let base = self.base_rtt.map_or(rtt, |base| base.min(rtt));
        // Over the gradient of the first packet: 1/R at W = 1. Without a gradient the search goes on as it did.
        if let Some((w0, t0)) = before
            && outstanding != w0
        {
            self.ntg = (throughput - t0) / (outstanding - w0) * base.as_secs();
            self.step = if self.ntg < self.threshold { -1.0 } else { 1.0 };
        }
        let c = &mut self.tahoe.control;
        if self.step < 0.0 || c.cwnd >= c.ssthresh {
            c.cwnd = (c.cwnd + self.step).max(1.0);
            // Below its threshold the window would be taken for one in the initial search.
            c.ssthresh = c.ssthresh.min(c.cwnd);
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
        let window = self.tahoe.control.cwnd;
        slow_start(&mut self.tahoe.control, ack.credit);
        if let Some(round) = &ack.round {
            if let (Some(rtt), Some(outstanding)) = (round.closing_rtt, self.outstanding) {
                self.search(rtt, outstanding);
            }
            // The next packet goes before one that was added, and waits for one that was taken away.
            self.outstanding = Some(window.min(self.tahoe.control.cwnd));
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.tahoe.on_congestion(cx, event);
        self.outstanding = None;
        self.before = None;
        self.step = 1.0;
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.ntg);
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}
