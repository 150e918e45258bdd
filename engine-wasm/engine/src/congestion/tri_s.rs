//! Tri-S (slow start and search): Wang & Crowcroft, "A New Congestion Control Scheme: Slow Start and Search (Tri-S)", CCR
//! 21(1), 1991. Removes a packet if an additional packet increases throughput by less than half a packet's worth.

use super::reno::Reno;
use super::rules::{ECN_HALVES, SLOW_START, TIMEOUT, rule};
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
    summary: "Adds one packet per round trip while throughput grows with the window, otherwise removes one.",
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
            "Once per round trip: add one packet while throughput grows with the window, otherwise remove one.",
            "NTG = (ΔT/ΔW)/(T₁/1); W ← W ± 1",
            "Wang & Crowcroft, CCR 21(1)",
        ),
        rule(
            RuleSubject::Loss,
            "ACKs indicate a loss: ssthresh is set to half the data in flight, and slow start restarts from one packet.",
            "ssthresh ← max(flight/2, 2), W ← 1",
            "Jacobson, Congestion Avoidance and Control",
        ),
        ECN_HALVES,
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
            .help("The window shrinks if the gradient is smaller."),
    ]
}

#[derive(Clone, Debug)]
struct TriS {
    threshold: f64,
    /// RTT of a single packet: the minimum RTT.
    base_rtt: Option<Nanos>,
    /// Packets in flight when the packet was sent whose ACK ends this round.
    in_flight: Option<Segments>,
    /// Window and throughput of the previous round, packets and packets per second.
    before: Option<(Segments, f64)>,
    ntg: f64,
    /// Last change of the window.
    step: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(TriS {
        threshold: settings.number("threshold"),
        base_rtt: None,
        in_flight: None,
        before: None,
        ntg: f64::NAN,
        step: 1.0,
    })
}

impl TriS {
    /// Decides once per round, with the RTT of its closing packet: the one packet per round trip that stacks of that time measured. A
    /// packet that was just added delays those behind it once, which is not a queue; the closing packet is sent before it.
    fn search(&mut self, c: &mut Control, rtt: Nanos, in_flight: Segments) {
        let throughput = in_flight / rtt.as_secs();
        let before = self.before.replace((in_flight, throughput));
        let base = self.base_rtt.map_or(rtt, |base| base.min(rtt));
        // Relative to the gradient of the first packet: 1/R at W = 1. Without a gradient the search continues in the same direction.
        if let Some((w0, t0)) = before
            && in_flight != w0
        {
            self.ntg = (throughput - t0) / (in_flight - w0) * base.as_secs();
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
        slow_start(control, ack.counted);
        if let Some(round) = &ack.round {
            if let (Some(rtt), Some(in_flight)) = (round.closing_rtt, self.in_flight) {
                self.search(control, rtt, in_flight);
            }
            // The next packet is sent before one that was added, and after one that was removed.
            self.in_flight = Some(window.min(control.cwnd));
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
        self.in_flight = None;
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
    fn the_gradient_equals_that_of_a_single_packet_below_the_knee_and_is_zero_above() {
        // Wang & Crowcroft, CCR 21(1): (T(W1) − T(W0))/(W1 − W0) over (T(1) − T(0))/1 = 1/R.
        let mut bench = tri_s();
        bench.start_at(20.0, 20.0);
        for _ in 0..4 {
            bench.cycle(100.0, 0);
        }
        // One packet more in each round, at the same RTT.
        assert!((bench.variable(0) - 1.0).abs() < 1e-9, "{}", bench.variable(0));
        assert_eq!(bench.cwnd(), 23.0);
        // Packets sent with 21 and 22 in flight: the RTT is proportional, as above the knee.
        bench.cycle(100.0 * 22.0 / 21.0, 0);
        assert!(bench.variable(0).abs() < 1e-6, "{}", bench.variable(0));
        assert_eq!(bench.cwnd(), 22.0);
    }

    #[test]
    fn stays_within_two_packets_of_the_knee() {
        // An ideal path with its knee at 50 packets; the RTT of each closing packet depends on the data in flight when it was sent.
        let mut bench = tri_s();
        bench.start_at(20.0, 20.0);
        let mut in_flight = 20.0;
        let mut windows = Vec::new();
        for _ in 0..200 {
            let before = bench.cwnd();
            bench.cycle(f64::max(100.0, 2.0 * in_flight), 0);
            in_flight = before.min(bench.cwnd());
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
