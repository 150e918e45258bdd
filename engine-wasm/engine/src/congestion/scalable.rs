//! Scalable TCP: Kelly, "Scalable TCP: Improving Performance in Highspeed Wide Area Networks", CCR 33(2), 2003.

use super::fluid::memoryless;
use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Theory, WindowRule, decrease,
    increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings};
use crate::units::Segments;

/// Registered in `congestion/mod.rs`.
pub const SCALABLE: Algorithm = Algorithm {
    id: "scalable",
    name: "Scalable",
    family: "High-speed",
    summary: "Grows by 0.01 packets per acknowledged packet, so that recovery takes the same number of round trips at any rate.",
    source: "Kelly, Scalable TCP: Improving Performance in Highspeed Wide Area Networks",
    year: 2003,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[],
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "Each acknowledged packet adds a packets, so a round trip multiplies the window by 1 + a. Up to the legacy window it grows as in Reno.",
            "W ← W + a·acked",
            "Kelly, Scalable TCP",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes the fraction b of the data in flight; up to the legacy window, one half.",
            "W, ssthresh ← (1 − b)·flight",
            "Kelly, Scalable TCP",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh falls as it does after a loss, and slow start restarts from one packet.",
            "ssthresh ← (1 − b)·flight, W ← 1",
            "Kelly, Scalable TCP",
        ),
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| {
        let (growth, kept, low) = (libm::log1p(s.number("a")), 1.0 - s.number("b"), s.number("lowWindow"));
        memoryless(
            // Adding `a` packets per acknowledged packet multiplies the window by 1 + a per round trip.
            move |w| if w <= low { 1.0 } else { growth * w },
            move |w| if w <= low { w / 2.0 } else { kept * w },
        )
    }),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("a", "a", "Increase", "packets")
            .range(0.001, 0.5, 0.01)
            .log()
            .help("Packets added per acknowledged packet. The paper uses 0.01; ns-3 and older Linux kernels use 0.02 to compensate for delayed ACKs."),
        Param::number("b", "b", "Decrease", "")
            .range(0.01, 0.9, 0.125)
            .help("Fraction of the window removed by a loss."),
        Param::number("lowWindow", "lwnd", "Legacy window", "packets")
            .range(1.0, 1000.0, 16.0)
            .log()
            .help("Up to this window the controller behaves like Reno."),
    ]
}

#[derive(Clone, Debug)]
struct Scalable {
    a: Segments,
    b: f64,
    low_window: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Scalable {
        a: settings.number("a"),
        b: settings.number("b"),
        low_window: settings.number("lowWindow"),
    })
}

impl WindowRule for Scalable {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 && control.cwnd <= self.low_window {
            increase(control, cx.increase_scale, left);
        } else {
            // Zero if slow start has used the whole ACK.
            control.cwnd += self.a * left;
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let b = if control.cwnd <= self.low_window { 0.5 } else { self.b };
        decrease(control, event, (1.0 - b) * cx.reduce_from);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::testing::find;

    fn scalable() -> Bench {
        Bench::new(find("scalable").unwrap(), &[])
    }

    #[test]
    fn recovers_in_the_same_number_of_round_trips_at_any_window() {
        // Kelly 2003: ln(1 − b)/ln(1 + a), 13.42 round trips for a = 0.01, b = 1/8.
        let expected = -libm::log(0.875) / libm::log(1.01);
        assert!((expected - 13.42).abs() < 0.005);
        for w in [40.0, 1000.0, 40_000.0] {
            let mut bench = scalable();
            bench.start_at(w, w);
            bench.congestion(testing::loss(1), w);
            assert_eq!(bench.cwnd(), 0.875 * w);
            let rounds = (0..).find(|_| {
                bench.round(100.0);
                bench.cwnd() >= w
            });
            let rounds = f64::from(rounds.unwrap() + 1);
            assert!((rounds - expected).abs() <= 1.0, "W {w}: {rounds} round trips");
        }
    }

    #[test]
    fn the_window_is_inversely_proportional_to_the_loss_rate() {
        // A period of 1/p packets adds what a loss removes, a/p = b·W_max, so W_max = 0.08/p. It lasts 13.42 round trips, so
        // W̄ = 0.0745/p; with growth within the round trip these are 13.35 and 0.0749/p.
        for p in [1e-3, 1e-4, 1e-5] {
            let mut bench = scalable();
            // Start from the fixed point: each loss reduces the distance to it by only an eighth.
            bench.start_at(0.07 / p, 0.07 / p);
            let (mean, max) = bench.periodic_loss(p, 100.0);
            assert!((mean * p / 0.0745 - 1.0).abs() < 0.01, "p {p}: mean·p = {}", mean * p);
            assert!((max * p / 0.08 - 1.0).abs() < 0.01, "p {p}: max·p = {}", max * p);
        }
    }

    #[test]
    fn two_synchronised_flows_keep_their_ratio() {
        // Multiplicative increase, multiplicative decrease (Chiu & Jain 1989): common losses do not change the ratio.
        let mut flows = [200.0, 800.0].map(|w| {
            let mut bench = scalable();
            bench.start_at(w, w);
            bench
        });
        for _ in 0..30 {
            for _ in 0..13 {
                flows.iter_mut().for_each(|f| f.round(100.0));
            }
            for flow in &mut flows {
                let w = flow.cwnd();
                flow.congestion(testing::loss(1), w);
            }
        }
        let ratio = flows[1].cwnd() / flows[0].cwnd();
        // Rounds consist of whole packets, which costs the smaller window up to half a packet's growth per round.
        assert!((ratio / 4.0 - 1.0).abs() < 0.01 * 30.0 * 13.0 / 200.0, "{ratio}");
    }

    #[test]
    fn a_small_window_behaves_like_reno() {
        let mut bench = scalable();
        bench.start_at(10.0, 10.0);
        bench.round(100.0);
        assert!((bench.cwnd() - 10.96).abs() < 0.01, "{}", bench.cwnd());
        bench.congestion(testing::loss(1), 10.0);
        assert_eq!(bench.cwnd(), 5.0);
    }
}
