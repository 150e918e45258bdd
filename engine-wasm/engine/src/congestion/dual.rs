//! DUAL: Wang & Crowcroft, "Eliminating Periodic Packet Losses in the 4.3-Tahoe BSD TCP Congestion Control Algorithm", CCR
//! 22(2), 1992. Tahoe that also decreases when the queueing delay exceeds half its maximum.

use super::reno::Reno;
use super::rules::{ECN_HALVES, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, NO_THEORY, WindowRule, windowed,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::units::Nanos;

/// Registered in `congestion/mod.rs`.
pub const DUAL: Algorithm = Algorithm {
    id: "dual",
    name: "DUAL",
    family: "Delay-based",
    summary: "Tahoe that removes one eighth of the window whenever the RTT exceeds the middle of its range.",
    source: "Wang & Crowcroft, CCR 22(2)",
    year: 1992,
    recovery: "tahoe",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("rttMin", "RTT_min", "smallest RTT", "ms"),
        Variable::new("rttMax", "RTT_max", "largest RTT", "ms"),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds one packet to the window, so the window doubles every round trip. The rule for delay applies as well: every other round trip the window is reduced by one eighth if the RTT is above the middle of its range.",
            "W ← W + acked; W ← 7W/8 if RTT > (RTTmin + RTTmax)/2",
            "Wang & Crowcroft, CCR 22(2)",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window grows by one packet per round trip, as in Tahoe. Every other round trip it is reduced by one eighth if the RTT is above the middle of its range.",
            "W ← 7W/8 if RTT > (RTTmin + RTTmax)/2",
            "Wang & Crowcroft, CCR 22(2)",
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
        Param::choice("compareRtt", "RTT compared", "smoothed", vec![
            ChoiceOption::new("smoothed", "Smoothed"),
            ChoiceOption::new("mean", "Mean of the round"),
        ])
        .help("Which RTT is compared with the middle of the range. The mean of a round does not lag when samples are few."),
    ]
}

#[derive(Clone, Debug)]
struct Dual {
    mean_of_round: bool,
    /// Smallest and largest sample since the last loss.
    range: Option<(Nanos, Nanos)>,
    /// Whether it may decrease at the end of this round, which is every second one.
    due: bool,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let mean_of_round = settings.choice("compareRtt") == "mean";
    windowed(Dual { mean_of_round, range: None, due: false })
}

fn reduce(c: &mut Control) {
    // The first slow start continues, so that it observes the full queue.
    let avoiding = c.cwnd >= c.ssthresh;
    c.cwnd = (c.cwnd * (7.0 / 8.0)).max(1.0);
    if avoiding {
        c.stay_in_avoidance();
    }
}

impl WindowRule for Dual {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            let (least, largest) = self.range.unwrap_or((rtt, rtt));
            self.range = Some((least.min(rtt), largest.max(rtt)));
        }
        Reno.on_ack(control, cx, ack);
        if let (Some(round), Some((least, largest))) = (&ack.round, self.range) {
            self.due = !self.due;
            let rtt = if self.mean_of_round { round.mean_rtt } else { cx.rtt.smoothed() };
            if self.due && cx.may_grow() && rtt.0 > (least.0 + largest.0) / 2 {
                reduce(control);
            }
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
        self.range = None;
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.range.map_or(f64::NAN, |r| r.0.as_millis()));
        show(self.range.map_or(f64::NAN, |r| r.1.as_millis()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::Congestion;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn dual() -> Bench {
        Bench::new(find("dual").unwrap(), &[("compareRtt", ParamValue::Text("mean".to_owned()))])
    }

    #[test]
    fn removes_an_eighth_every_second_round_above_the_middle() {
        // Wang & Crowcroft, CCR 22(2): every second round trip, W ← 7/8·W if RTT > (RTTmin + RTTmax)/2.
        let mut bench = dual();
        bench.start_at(80.0, 40.0);
        bench.round(100.0);
        bench.round(200.0);
        assert!((81.9..82.0).contains(&bench.cwnd()), "{}", bench.cwnd());
        let before = bench.cwnd();
        bench.round(151.0);
        // One packet of Tahoe's growth, then an eighth is removed at the end of the round.
        assert!((bench.cwnd() - (before + 1.0) * 0.875).abs() < 0.1, "{}", bench.cwnd());
        let before = bench.cwnd();
        bench.round(151.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.1, "it only grows in between");
        let before = bench.cwnd();
        bench.round(149.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.1, "it keeps growing below the middle");
    }

    #[test]
    fn stays_in_congestion_avoidance_below_the_old_threshold() {
        let mut bench = dual();
        bench.start_at(41.0, 40.0);
        bench.round(100.0);
        bench.round(200.0);
        bench.round(200.0);
        assert!(bench.cwnd() < 40.0 && bench.ssthresh() <= bench.cwnd());
    }

    #[test]
    fn a_loss_restarts_slow_start_and_resets_the_range() {
        let mut bench = dual();
        bench.start_at(40.0, 40.0);
        bench.round(100.0);
        bench.round(200.0);
        assert_eq!((bench.variable(0), bench.variable(1)), (100.0, 200.0));
        bench.congestion(Congestion::Restart, 42.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 21.0));
        assert!(bench.variable(0).is_nan() && bench.variable(1).is_nan());
        bench.congestion(testing::loss(1), 20.0);
        assert_eq!(bench.cwnd(), 10.0, "with fast recovery it halves like Reno");
    }
}
