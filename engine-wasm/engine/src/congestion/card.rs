//! CARD: Jain, "A Delay-Based Approach for Congestion Avoidance in Interconnected Heterogeneous Computer Networks", CCR 19(5),
//! 1989. The sign of the delay gradient shows on which side of the knee the window is.

use super::reno::Reno;
use super::rules::{ECN, HALVE, RECOVERY, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    RTT_RESOLUTION, RoundRtt, WindowRule, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const CARD: Algorithm = Algorithm {
    id: "card",
    name: "CARD",
    family: "Delay-based",
    summary: "Follows the delay gradient: adds one packet while the delay does not rise with the window, otherwise removes one eighth.",
    source: "Jain, CCR 19(5)",
    year: 1989,
    recovery: "reno",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[Variable::new("ndg", "NDG", "normalised delay gradient", "")],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds one packet to the window, so the window doubles every round trip. Every other round trip the rule for delay applies as well: the window is reduced by one eighth if the delay rises with it, and slow start ends.",
            "W ← W + acked; W ← 7W/8 if NDG is above the threshold",
            "Jain, CCR 19(5)",
        ),
        rule(
            RuleSubject::Avoidance,
            "Every other round trip: add one packet while the delay does not rise with the window, otherwise remove one eighth.",
            "NDG = (ΔR/R)/(ΔW/W); W ← W + 1 or 7W/8",
            "Jain, CCR 19(5)",
        ),
        RECOVERY,
        HALVE,
        ECN,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("threshold", "NDG*", "Gradient threshold", "")
            .range(-1.0, 2.0, 0.0)
            .help("The window shrinks if the gradient is steeper. The paper’s optimum for a deterministic network is 1; implementations usually use 0."),
        Param::choice("roundRtt", "RTT of a window", "closing", RoundRtt::OPTIONS)
            .help("A packet sent one round trip after a change measures the settled window. The mean also includes packets sent during the change, whose rising delay looks like a gradient."),
        Param::switch("slowStart", "Slow start", true)
            .help("Use slow start until the gradient first exceeds the threshold. Off: the window grows by one packet at a time from the start."),
    ]
}

#[derive(Clone, Debug)]
struct Card {
    threshold: f64,
    round_rtt: RoundRtt,
    slow_start: bool,
    /// Window and RTT at the previous decision.
    before: Option<(Segments, Nanos)>,
    /// The window since the last decision, to which the RTT measured now belongs.
    window: Segments,
    due: bool,
    ndg: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Card {
        threshold: settings.number("threshold"),
        round_rtt: RoundRtt::new(settings, "roundRtt"),
        slow_start: settings.switch("slowStart"),
        before: None,
        window: 0.0,
        due: false,
        ndg: f64::NAN,
    })
}

impl Card {
    /// Decides at the end of every second round: the first round after a decision still measures packets sent before it.
    fn decide(&mut self, c: &mut Control, rtt: Nanos) {
        let now = (self.window, rtt);
        let before = self.before.replace(now);
        self.ndg = before.map_or(f64::NAN, |before| gradient(before, now));
        if self.ndg > self.threshold {
            c.cwnd = (c.cwnd * (7.0 / 8.0)).max(1.0);
            // The gradient has exceeded the threshold, which ends slow start.
            c.stay_in_avoidance();
        } else if c.cwnd >= c.ssthresh {
            // Also if the window was constant, which gives no gradient: it has to change for the next one.
            c.cwnd += 1.0;
        }
    }

    fn skip_slow_start(&self, control: &mut Control) {
        if !self.slow_start {
            control.ssthresh = MIN_SSTHRESH;
        }
    }
}

/// NDG: the relative change of the RTT divided by that of the window; NaN for equal windows.
fn gradient((w0, r0): (Segments, Nanos), (w1, r1): (Segments, Nanos)) -> f64 {
    if w1 == w0 {
        f64::NAN
    } else if r0.0.abs_diff(r1.0) < RTT_RESOLUTION.0 {
        0.0
    } else {
        let (r0, r1) = (r0.as_secs(), r1.as_secs());
        (r1 - r0) / (r1 + r0) * ((w1 + w0) / (w1 - w0))
    }
}

impl WindowRule for Card {
    fn on_start(&mut self, control: &mut Control, _: &mut Cx<'_>, _: Option<Handover>) {
        self.skip_slow_start(control);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow() {
            return;
        }
        slow_start(control, ack.counted);
        let Some(round) = &ack.round else { return };
        match self.round_rtt.of(round) {
            Some(rtt) if self.due => self.decide(control, rtt),
            _ => self.window = control.cwnd,
        }
        self.due = !self.due;
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
        self.skip_slow_start(control);
        self.before = None;
        self.due = false;
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.ndg);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn card(params: &[(&str, ParamValue)]) -> Bench {
        Bench::new(find("card").unwrap(), params)
    }

    fn at(window: f64, rtt_ms: f64) -> (f64, Nanos) {
        (window, Nanos::from_millis(rtt_ms))
    }

    #[test]
    fn the_gradient_is_one_above_the_knee_and_zero_below() {
        // Jain, CCR 19(5): [(R1 − R0)/(R1 + R0)]·[(W1 + W0)/(W1 − W0)]; beyond the knee R = W/C.
        assert!((gradient(at(60.0, 120.0), at(61.0, 122.0)) - 1.0).abs() < 1e-9);
        assert!((gradient(at(80.0, 160.0), at(70.0, 140.0)) - 1.0).abs() < 1e-9);
        assert_eq!(gradient(at(20.0, 100.0), at(21.0, 100.0)), 0.0);
        // If the RTT rises while the window falls, another flow is the cause: negative.
        assert!(gradient(at(21.0, 100.0), at(20.0, 110.0)) < 0.0);
        assert!(gradient(at(20.0, 100.0), at(20.0, 110.0)).is_nan());
    }

    #[test]
    fn decides_every_second_round() {
        let mut bench = card(&[]);
        bench.start_at(20.0, 20.0);
        let windows = [100.0, 100.0, 100.0, 100.0, 100.0, 110.0, 100.0, 100.0].map(|rtt| {
            bench.round(rtt);
            bench.cwnd()
        });
        // 20 and 21 have the same RTT: 22. The RTT of 22 is longer: 7/8. That of 19.25 is shorter again, so the gradient is
        // positive: 7/8.
        assert_eq!(windows, [20.0, 21.0, 21.0, 22.0, 22.0, 19.25, 19.25, 19.25 * 0.875]);
    }

    #[test]
    fn oscillates_around_the_knee() {
        // An ideal path with its knee at 50 packets: RTT = max(100 ms, W·2 ms) for the packets sent with window W.
        for threshold in [0.0, 0.5] {
            let mut bench = card(&[("threshold", ParamValue::Number(threshold))]);
            bench.start_at(20.0, 20.0);
            let (mut windows, mut sent_under) = (Vec::new(), 20.0);
            for round in 0..400 {
                let rtt = f64::max(100.0, 2.0 * sent_under);
                sent_under = bench.cwnd();
                bench.round(rtt);
                if round >= 200 {
                    windows.push(bench.cwnd());
                }
            }
            let most = windows.iter().copied().fold(0.0, f64::max);
            let least = windows.iter().copied().fold(f64::INFINITY, f64::min);
            assert!((50.0..=53.0).contains(&most), "{most}");
            // One decrease, or two if the effect of the first one looks like a gradient.
            assert!(least > 50.0 * 0.875 * 0.875 - 1.0, "{least}");
        }
    }

    #[test]
    fn a_gradient_ends_slow_start_and_a_loss_halves() {
        let mut bench = card(&[]);
        bench.start(4.0, None);
        bench.round(100.0);
        bench.round(100.0);
        assert_eq!(bench.cwnd(), 16.0);
        bench.round(100.0);
        bench.round(150.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (56.0, 56.0));
        bench.congestion(testing::loss(1), 50.0);
        assert_eq!(bench.cwnd(), 25.0);
        let mut linear = card(&[("slowStart", ParamValue::Bool(false))]);
        linear.start(4.0, None);
        for _ in 0..10 {
            linear.round(100.0);
        }
        assert_eq!(linear.cwnd(), 9.0);
    }
}
