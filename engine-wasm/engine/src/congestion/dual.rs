//! DUAL: Wang & Crowcroft, "Eliminating Periodic Packet Losses in the 4.3-Tahoe BSD TCP Congestion Control Algorithm", CCR
//! 22(2), 1992. Tahoe that also gives way when the queue is half as full as it has ever been.

use super::reno::Reno;
use super::{Ack, Algorithm, Congestion, Control, Cx, Handover, Law, WindowLaw};
use crate::catalogue::{Opt, Param, Probe, Settings};
use crate::units::Nanos;

/// Registered in `congestion/mod.rs`.
pub const DUAL: Algorithm = Algorithm {
    id: "dual",
    name: "DUAL",
    family: "Delay-based",
    summary: "Tahoe that takes an eighth off whenever the RTT passes the middle of its range.",
    source: "Wang & Crowcroft, CCR 22(2)",
    year: 1992,
    recovery: "tahoe",
    spacing: "ack",
    params,
    probes: &[
        Probe { id: "rttMin", symbol: "RTTmin", name: "smallest RTT", unit: "ms" },
        Probe { id: "rttMax", symbol: "RTTmax", name: "largest RTT", unit: "ms" },
    ],
    law: Law::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::choice("compareRtt", "RTT compared", "smoothed", &[
            Opt { id: "smoothed", name: "Smoothed" },
            Opt { id: "mean", name: "Mean of the round" },
        ])
        .help("Which RTT is held against the middle of the range. The mean of a round does not lag where samples are few."),
    ]
}

#[derive(Clone, Debug)]
struct Dual {
    tahoe: Reno,
    mean_of_round: bool,
    /// Smallest and largest sample since the last loss.
    range: Option<(Nanos, Nanos)>,
    /// It acts at the end of every second round.
    due: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
    let mean_of_round = settings.choice("compareRtt") == "mean";
    Box::new(Dual { tahoe: Reno::new(), mean_of_round, range: None, due: false })
}

impl Dual {
    fn give_way(&mut self) {
        let c = &mut self.tahoe.control;
        let avoiding = c.cwnd >= c.ssthresh;
        c.cwnd = (c.cwnd * (7.0 / 8.0)).max(1.0);
        if avoiding {
            // Below its threshold the window would be taken for one in slow start. The first slow start goes on, so
            // that it sees the full queue.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        }
    }
}

impl WindowLaw for Dual {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.tahoe.start(cx, from);
    }

    fn control(&self) -> Control {
        self.tahoe.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            let (least, largest) = self.range.unwrap_or((rtt, rtt));
            self.range = Some((least.min(rtt), largest.max(rtt)));
        }
        self.tahoe.on_ack(cx, ack);
        if let (Some(round), Some((least, largest))) = (&ack.round, self.range) {
            self.due = !self.due;
            let rtt = if self.mean_of_round { round.mean_rtt } else { cx.rtt.smoothed() };
            if self.due && cx.may_grow && rtt.0 > (least.0 + largest.0) / 2 {
                self.give_way();
            }
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.tahoe.on_congestion(cx, event);
        self.range = None;
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.range.map_or(f64::NAN, |r| r.0.as_millis()));
        show(self.range.map_or(f64::NAN, |r| r.1.as_millis()));
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}
