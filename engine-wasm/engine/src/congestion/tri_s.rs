//! Tri-S (slow start and search): Wang & Crowcroft, "A New Congestion Control Scheme: Slow Start and Search (Tri-S)", CCR
//! 21(1), 1991. Steps back where one packet more brings less than half a packet's throughput.

use super::reno::Reno;
use super::rules::{ECN, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, NO_THEORY, WindowRule,
    slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
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
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[Variable::new("ntg", "NTG", "normalised throughput gradient", "")],
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Once a round trip: one packet more as long as the throughput grows with the window, else one packet less.",
            "NTG = (ΔT/ΔW)/(T₁/1); W ← W ± 1",
            "Wang & Crowcroft, CCR 21(1)",
        ),
        rule(
            RuleSubject::Loss,
            "ACKs indicate a loss: ssthresh is set to half the data in flight, and slow start restarts from one packet.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Jacobson, Congestion Avoidance and Control",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("threshold", "NTG_d", "Gradient threshold", "")
            .range(-1.0, 1.0, 0.5)
            .help("With a smaller gradient the window shrinks."),
    ]
}

#[derive(Clone, Debug)]
struct TriS {
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

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(TriS {
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
    fn search(&mut self, c: &mut Control, rtt: Nanos, outstanding: Segments) {
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
        if self.step < 0.0 || c.cwnd >= c.ssthresh {
            c.cwnd = (c.cwnd + self.step).max(1.0);
            c.stay_in_avoidance();
        }
    }
}

impl WindowRule for TriS {
    fn on_start(&mut self, _: &mut Control, _: &mut Cx<'_>, from: Option<Handover>) {
        self.base_rtt = from.and_then(|h| h.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow() {
            return;
        }
        let window = control.cwnd;
        slow_start(control, ack.credit);
        if let Some(round) = &ack.round {
            if let (Some(rtt), Some(outstanding)) = (round.closing_rtt, self.outstanding) {
                self.search(control, rtt, outstanding);
            }
            // The next packet goes before one that was added, and waits for one that was taken away.
            self.outstanding = Some(window.min(control.cwnd));
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
        self.outstanding = None;
        self.before = None;
        self.step = 1.0;
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.ntg);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use crate::congestion::Congestion;
    use crate::congestion::testing::find;

    fn tri_s() -> Bench {
        Bench::new(find("tri-s").unwrap(), &[])
    }

    #[test]
    fn the_gradient_is_that_of_one_packet_alone_before_the_knee_and_zero_beyond() {
        // Wang & Crowcroft, CCR 21(1): (T(W1) − T(W0))/(W1 − W0) over (T(1) − T(0))/1 = 1/R.
        let mut bench = tri_s();
        bench.start_at(20.0, 20.0);
        for _ in 0..4 {
            bench.cycle(100.0, 0);
        }
        // A packet more each round, at the same RTT.
        assert!((bench.variable(0) - 1.0).abs() < 1e-9, "{}", bench.variable(0));
        assert_eq!(bench.cwnd(), 23.0);
        // Packets sent with 21 and 22 outstanding: RTT in proportion, as beyond the knee.
        bench.cycle(100.0 * 22.0 / 21.0, 0);
        assert!(bench.variable(0).abs() < 1e-6, "{}", bench.variable(0));
        assert_eq!(bench.cwnd(), 22.0);
    }

    #[test]
    fn rests_within_two_packets_of_the_knee() {
        // An ideal path with its knee at 50 packets; each closing packet sees what was outstanding when it went.
        let mut bench = tri_s();
        bench.start_at(20.0, 20.0);
        let mut outstanding = 20.0;
        let mut windows = Vec::new();
        for _ in 0..200 {
            let before = bench.cwnd();
            bench.cycle(f64::max(100.0, 2.0 * outstanding), 0);
            outstanding = before.min(bench.cwnd());
            windows.push(bench.cwnd());
        }
        assert!(windows[100..].iter().all(|w| (48.0..=52.0).contains(w)), "{:?}", &windows[100..]);
    }

    #[test]
    fn a_loss_restarts_from_one_packet() {
        let mut bench = tri_s();
        bench.start_at(40.0, 40.0);
        bench.cycle(100.0, 0);
        bench.congestion(Congestion::Restart, 40.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 20.0));
        bench.cycle(100.0, 0);
        assert_eq!(bench.cwnd(), 2.0, "the initial search adds a packet for each ACK");
    }
}
