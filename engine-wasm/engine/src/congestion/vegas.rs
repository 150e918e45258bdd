//! Vegas: Brakmo & Peterson, "TCP Vegas: End to End Congestion Avoidance on a Global Internet", JSAC 13(8), 1995.

use super::reno::{FRESH, begin};
use super::{
    Ack, Algorithm, Congestion, Control, Cx, Handover, Law, Retransmit, Round, SentPacket, WindowLaw,
};
use crate::catalogue::{Opt, Param, Probe, Settings};
use crate::units::{Nanos, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const VEGAS: Algorithm = Algorithm {
    id: "vegas",
    name: "Vegas",
    family: "Delay-based",
    summary: "Compares the RTT with the smallest seen and keeps one to three packets in queues.",
    source: "Brakmo & Peterson, TCP Vegas",
    year: 1995,
    recovery: "reno",
    spacing: "ack",
    params,
    probes: PROBES,
    law: Law::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Lower threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("With fewer packets than this in queues, the window grows."),
        Param::number("beta", "β", "Upper threshold", "packets")
            .range(0.1, 1000.0, 3.0)
            .log()
            .help("With more packets than this in queues, the window shrinks."),
        Param::number("gamma", "γ", "Slow-start threshold", "packets")
            .range(0.1, 1000.0, 1.0)
            .log()
            .help("Slow start ends with more packets than this in queues."),
        Param::choice("roundRtt", "RTT of a round", "min", ROUND_RTT)
            .help("The paper averages the samples of a round; Linux takes the smallest, which no delayed ACK inflates."),
        Param::switch("fineTimer", "Fine-grained retransmission", true).help(
            "Retransmit on an early duplicate ACK when the oldest packet is older than its own timeout.",
        ),
    ]
}

const ROUND_RTT: &[Opt] = &[Opt { id: "mean", name: "Mean" }, Opt { id: "min", name: "Minimum" }];

const PROBES: &[Probe] = &[
    Probe { id: "diff", symbol: "D", name: "packets in queues", unit: "packets" },
    Probe { id: "baseRtt", symbol: "baseRTT", name: "smallest RTT seen", unit: "ms" },
];

#[derive(Clone, Debug)]
struct Vegas {
    control: Control,
    alpha: Segments,
    beta: Segments,
    gamma: Segments,
    mean_of_round: bool,
    fine_timer: bool,
    base_rtt: Option<Nanos>,
    /// Slow start grows in every other round and measures in between.
    growing: bool,
    /// Congestion avoidance spreads +1 over the ACKs of the round that follows the decision.
    raising: bool,
    diff: Segments,
    last_decrease: Option<Time>,
}

fn make(settings: &Settings<'_>) -> Box<dyn WindowLaw> {
    let alpha = settings.number("alpha");
    Box::new(Vegas {
        control: FRESH,
        alpha,
        beta: settings.number("beta").max(alpha),
        gamma: settings.number("gamma"),
        mean_of_round: settings.choice("roundRtt") == "mean",
        fine_timer: settings.switch("fineTimer"),
        base_rtt: None,
        growing: true,
        raising: false,
        diff: f64::NAN,
        last_decrease: None,
    })
}

impl Vegas {
    /// The paper's Diff in packets: W (RTT − baseRTT)/RTT.
    fn backlog(&self, base: Nanos, rtt: Nanos) -> Segments {
        self.control.cwnd * (rtt - base).as_secs() / rtt.as_secs()
    }

    fn end_round(&mut self, round: &Round) {
        let Some(base) = self.base_rtt else { return };
        let rtt = if self.mean_of_round { round.mean_rtt } else { round.min_rtt };
        if round.samples == 0 || rtt == Nanos::ZERO {
            return;
        }
        self.diff = self.backlog(base, rtt);
        let c = &mut self.control;
        self.raising = false;
        if c.cwnd < c.ssthresh {
            if !self.growing && self.diff > self.gamma {
                // Leave slow start; the extra eighth is what overshot.
                c.cwnd = (c.cwnd - c.cwnd / 8.0).max(2.0);
                c.ssthresh = 2.0;
            }
            self.growing = !self.growing;
        } else if self.diff > self.beta {
            c.cwnd = (c.cwnd - 1.0).max(2.0);
            // Below its threshold the window would be taken for one in slow start.
            c.ssthresh = c.ssthresh.min(c.cwnd);
        } else if self.diff < self.alpha {
            self.raising = true;
        }
    }
}

impl WindowLaw for Vegas {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.control = begin(cx, from);
        // The handshake's small packets are no measure for full ones.
        self.base_rtt = from.and(cx.rtt.min());
        if from.is_none() {
            // Two packets, so that the first round has a sample beside its own start.
            self.control.cwnd = self.control.cwnd.max(2.0);
        }
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.base_rtt = Some(self.base_rtt.map_or(rtt, |base| base.min(rtt)));
        }
        if !cx.may_grow {
            return;
        }
        if let Some(round) = &ack.round {
            self.end_round(round);
        }
        let c = &mut self.control;
        if c.cwnd < c.ssthresh {
            if self.growing {
                c.cwnd = (c.cwnd + ack.credit).min(c.ssthresh);
            }
        } else if self.raising {
            c.cwnd += cx.increase_scale * ack.credit / c.cwnd;
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        let c = &mut self.control;
        let w = c.cwnd;
        match event {
            // A packet sent before the last decrease says nothing new.
            Congestion::Loss { sent_at, .. } if self.last_decrease.is_some_and(|t| sent_at < t) => {}
            Congestion::Loss { transmissions, .. } => {
                // 3/4 for a first loss, 1/2 where the retransmission was lost again.
                let left = if transmissions > 1 { w / 2.0 } else { 0.75 * w };
                c.cwnd = left.max(2.0);
                c.ssthresh = 2.0;
            }
            Congestion::Ecn => {
                c.cwnd = (0.75 * w).max(2.0).min(w);
                c.ssthresh = 2.0;
            }
            Congestion::Restart | Congestion::Timeout { first: true } => {
                c.ssthresh = (cx.reduce_from / 2.0).max(2.0);
                c.cwnd = if event == Congestion::Restart { 1.0 } else { 2.0 };
                self.growing = true;
            }
            Congestion::Timeout { first: false } => c.cwnd = 2.0,
        }
        self.raising = false;
        self.last_decrease = Some(cx.now);
    }

    fn on_early_sign(&mut self, cx: &mut Cx<'_>, oldest: &SentPacket) -> Retransmit {
        // srtt + 2 mdev, a sixteenth more, as in the reference's reading of section 3.1 of the paper.
        let timeout = (cx.rtt.smoothed() + cx.rtt.variation() + cx.rtt.variation()).scale(17.0 / 16.0);
        let known = cx.rtt.min().is_some();
        if self.fine_timer && known && cx.now.since(oldest.sent_at) > timeout {
            Retransmit::Oldest
        } else {
            Retransmit::No
        }
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(self.diff);
        show(self.base_rtt.map_or(f64::NAN, Nanos::as_millis));
    }

    fn clone_box(&self) -> Box<dyn WindowLaw> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::find;

    fn vegas() -> Bench {
        Bench::new(find("vegas").unwrap(), &[])
    }

    #[test]
    fn slow_start_grows_every_other_round() {
        let mut bench = vegas();
        bench.start(2.0, None);
        let windows: Vec<_> = (0..6)
            .map(|_| {
                bench.round(100.0);
                bench.cwnd()
            })
            .collect();
        assert!(windows[5] >= 8.0 && windows[5] <= 16.0, "{windows:?}");
    }

    #[test]
    fn keeps_between_alpha_and_beta_packets_in_the_queue() {
        // Base 100 ms, so D = W·q/(100 + q): the bench answers with the RTT that a queue of W − 50 packets gives.
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.round(100.0);
        for _ in 0..100 {
            let queued = (bench.cwnd() - 50.0).max(0.0);
            bench.round(100.0 + 2.0 * queued);
        }
        let queued = bench.cwnd() - 50.0;
        assert!((1.0..=3.0).contains(&queued), "{queued}");
    }

    #[test]
    fn shrinks_from_a_window_taken_over_at_its_threshold() {
        let mut bench = vegas();
        bench.start_at(72.0, 72.0);
        bench.round(50.0);
        for _ in 0..40 {
            bench.round(100.0);
        }
        assert!(bench.cwnd() < 40.0, "{}", bench.cwnd());
    }

    #[test]
    fn takes_a_quarter_off_on_loss_and_half_when_the_retransmission_is_lost() {
        let mut bench = vegas();
        bench.start_at(40.0, 2.0);
        bench.congestion(testing::loss(1), 40.0);
        assert_eq!(bench.cwnd(), 30.0);
        bench.congestion(testing::loss(2), 30.0);
        assert_eq!(bench.cwnd(), 15.0);
    }
}
