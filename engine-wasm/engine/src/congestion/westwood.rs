//! Westwood+: Mascolo, Casetti, Gerla, Sanadidi & Wang, "TCP Westwood", MobiCom 2001; Grieco & Mascolo, "Performance Evaluation and
//! Comparison of Westwood+, New Reno, and Vegas TCP Congestion Control", CCR 34(2), 2004.

use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::rules::{CONGESTION_AVOIDANCE, RECOVERY, SLOW_START, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, NO_THEORY,
    WindowRule, increase, slow_start, windowed,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const WESTWOOD: Algorithm = Algorithm {
    id: "westwood",
    name: "Westwood+",
    family: "Wireless and satellite",
    summary: "Reno that estimates the available bandwidth and falls back to the estimated bandwidth-delay product after a loss.",
    source: "Mascolo et al., TCP Westwood; Grieco & Mascolo, Westwood+ (2004)",
    year: 2001,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        CONGESTION_AVOIDANCE,
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss sets ssthresh to the estimated bandwidth times the smallest RTT, which empties the queue; a larger window falls to it.",
            "ssthresh ← max(BWE·RTTmin, 2), W ← min(W, ssthresh)",
            "Grieco & Mascolo, Westwood+",
        ),
        rule(
            RuleSubject::Ecn,
            "The receiver echoes a mark: the window falls to the estimated bandwidth-delay product, as after a loss.",
            "ssthresh ← max(BWE·RTTmin, 2), W ← min(W, ssthresh)",
            "Grieco & Mascolo, Westwood+; RFC 3168, section 6.1.2",
        ),
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh is set to the estimated bandwidth-delay product, and slow start restarts from one packet.",
            "ssthresh ← max(BWE·RTTmin, 2), W ← 1",
            "Grieco & Mascolo, Westwood+",
        ),
    ],
    theory: NO_THEORY,
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

const FILTERS: &[ChoiceOption] =
    &[ChoiceOption::new("pole", "One pole"), ChoiceOption::new("cascade", "Two filters in series")];

fn params() -> Vec<Param> {
    vec![
        Param::choice("filter", "Bandwidth filter", "pole", FILTERS)
            .help("How samples are smoothed: 0.9 of the old estimate and 0.1 of the mean of the last two samples, or, as in Linux, two filters of 7/8 and 1/8 in series."),
        Param::number("minInterval", "", "Shortest sample", "ms")
            .range(0.0, 1000.0, 50.0)
            .help("A bandwidth sample spans one RTT, and at least this long. Linux uses 50 ms."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("sample", "b_k", "bandwidth sample", "packets/s"),
    Variable::new("bandwidth", "BWE", "estimated bandwidth", "packets/s"),
    Variable::new("product", "BWE·RTTmin", "estimated bandwidth-delay product", "packets"),
];

/// Weight of the old estimate in the single-pole filter.
const POLE: f64 = 0.9;
/// Weight of the old value in each of Linux's two filters.
const CASCADE: f64 = 7.0 / 8.0;

#[derive(Clone, Debug)]
struct Westwood {
    cascade: bool,
    min_interval: Nanos,
    /// Start of the current sample, and packets delivered since.
    since: Time,
    delivered: Segments,
    estimate: Option<Estimate>,
    rtt_min: Option<Nanos>,
}

/// Bandwidth estimates, packets per second.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    sample: f64,
    /// Output of the first of two filters in series.
    first: f64,
    smoothed: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Westwood {
        cascade: settings.choice("filter") == "cascade",
        min_interval: Nanos::from_millis(settings.number("minInterval")),
        since: Time::ZERO,
        delivered: 0.0,
        estimate: None,
        rtt_min: None,
    })
}

/// Reno between losses; a loss reduces the window to the BDP. The estimate is assumed to be exact.
#[derive(Clone, Copy, Debug)]
struct Smooth;

fn fluid(_: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Smooth)
}

impl FluidController for Smooth {
    fn slope(&self, _: &[f64], path: &Path, dy: &mut [f64]) {
        dy[0] = 1.0 / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], path: &Path) {
        y[0] = (y[0] - path.queued(y[0])).max(MIN_SSTHRESH);
    }
}

impl Westwood {
    /// Counts deliveries. A sample spans a round trip, so that ACKs that arrive in a cluster do not inflate it.
    fn measure(&mut self, cx: &Cx<'_>, ack: &Ack) {
        if let Some(rtt) = ack.rtt {
            self.rtt_min = Some(self.rtt_min.map_or(rtt, |min| min.min(rtt)));
        }
        let interval = cx.now.since(self.since);
        if self.rtt_min.is_some() && interval > cx.rtt.smoothed().max(self.min_interval) {
            self.filter(self.delivered / interval.as_secs());
            (self.since, self.delivered) = (cx.now, 0.0);
        }
        self.delivered += ack.delivered;
    }

    fn filter(&mut self, sample: f64) {
        // As in Linux, the first sample initialises the filter.
        let before = self.estimate.unwrap_or(Estimate { sample, first: sample, smoothed: sample });
        let first = CASCADE * before.first + (1.0 - CASCADE) * sample;
        let smoothed = if self.cascade {
            CASCADE * before.smoothed + (1.0 - CASCADE) * first
        } else {
            POLE * before.smoothed + (1.0 - POLE) * (sample + before.sample) / 2.0
        };
        self.estimate = Some(Estimate { sample, first, smoothed });
    }

    /// Estimated bandwidth-delay product, packets.
    fn product(&self) -> Option<Segments> {
        Some(self.estimate?.smoothed * self.rtt_min?.as_secs())
    }
}

impl WindowRule for Westwood {
    fn on_start(&mut self, _: &mut Control, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.since = cx.now;
        self.rtt_min = from.and_then(|handover| handover.min_rtt);
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        self.measure(cx, ack);
        if !cx.may_grow() {
            return;
        }
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            increase(control, cx.increase_scale, left);
        }
    }

    fn on_sack(&mut self, _: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        self.measure(cx, ack);
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        if event != (Congestion::Timeout { first: false }) {
            // Before the first sample it can only halve the window.
            let left = self.product().unwrap_or(0.5 * cx.reduce_from);
            control.ssthresh = left.max(MIN_SSTHRESH);
        }
        control.cwnd = match event {
            // The window never increases here: if the estimate is larger, slow start fills the pipe.
            Congestion::Loss { .. } | Congestion::Ecn => control.cwnd.min(control.ssthresh),
            Congestion::Restart | Congestion::Timeout { .. } => 1.0,
        };
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.estimate.map_or(f64::NAN, |e| e.sample));
        show(self.estimate.map_or(f64::NAN, |e| e.smoothed));
        show(self.product().unwrap_or(f64::NAN));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bench(filter: &str) -> Bench {
        let filter = ParamValue::Text(filter.to_owned());
        Bench::new(find("westwood").unwrap(), &[("filter", filter)])
    }

    fn controller(cascade: bool) -> Westwood {
        Westwood {
            cascade,
            min_interval: Nanos::from_millis(50.0),
            since: Time::ZERO,
            delivered: 0.0,
            estimate: None,
            rtt_min: None,
        }
    }

    #[test]
    fn the_estimate_follows_a_step_of_the_bandwidth_in_22_or_29_samples() {
        // 0.9ⁿ for the single pole, whose first sample counts half: 0.95·0.9ⁿ⁻¹ < 0.1 at n = 23. (7/8)ⁿ(1 + n/8) for two filters
        // in series: below 0.1 at n = 29.
        for (cascade, samples) in [(false, 23), (true, 29)] {
            let mut controller = controller(cascade);
            controller.filter(1000.0);
            let steps = (1..100).find(|_| {
                controller.filter(500.0);
                controller.estimate.unwrap().smoothed < 550.0
            });
            assert_eq!(steps, Some(samples), "cascade: {cascade}");
        }
    }

    #[test]
    fn a_steady_rate_is_estimated_within_a_percent() {
        // 100 packets per round trip of 100 ms, whichever filter is used.
        for filter in ["pole", "cascade"] {
            let mut bench = bench(filter);
            bench.start_at(100.0, 50.0);
            (0..20).for_each(|_| bench.deliver(100.0, 100, 0));
            assert!((bench.variable(1) / 1000.0 - 1.0).abs() < 0.011, "{filter}: {}", bench.variable(1));
        }
    }

    #[test]
    fn clusters_of_acks_do_not_inflate_the_estimate() {
        // Ten ACKs at once, then none for a tenth of a round trip: samples span a round trip.
        let mut controller = controller(false);
        let mut rtt = crate::core::rtt::Rtt::default();
        rtt.sample(Nanos::from_millis(100.0));
        controller.rtt_min = rtt.min();
        let mut rng = crate::core::random::Rng::new(1, "bench", "controller");
        for i in 1..2000_u64 {
            let mut cx = testing::context(Time(i / 10 * 10_000_000), &rtt, &mut rng);
            cx.reduce_from = 100.0;
            controller.measure(&cx, &Ack { delivered: 1.0, ..Ack::default() });
        }
        let estimate = controller.estimate.unwrap().smoothed;
        assert!((0.9..=1.1).contains(&(estimate / 1000.0)), "{estimate}");
    }

    #[test]
    fn samples_span_at_least_fifty_milliseconds() {
        // Linux: TCP_WESTWOOD_RTT_MIN. 10 packets every 10 ms: one sample in six rounds, not six.
        let mut bench = bench("pole");
        bench.start_at(10.0, 5.0);
        (0..5).for_each(|_| bench.deliver(10.0, 10, 0));
        assert!(bench.variable(0).is_nan());
        bench.deliver(10.0, 10, 0);
        assert!((bench.variable(0) / 1000.0 - 1.0).abs() < 0.03, "{}", bench.variable(0));
    }

    #[test]
    fn a_loss_with_a_full_buffer_of_one_bdp_halves_and_one_with_an_empty_queue_keeps_the_window() {
        // Grieco & Mascolo 2004: ssthresh = BWE·RTTmin. 100 packets per round trip of 100 ms without a queue,
        // or 200 ms with one of 100 packets: 2·BDP to BDP.
        for (rtt, window) in [(200.0, 200.0), (100.0, 100.0)] {
            let mut bench = bench("pole");
            bench.start_at(window, window);
            bench.deliver(100.0, 100, 0);
            (0..60).for_each(|_| bench.deliver(rtt, (rtt / 1.0) as u32, 0));
            let before = bench.cwnd();
            bench.congestion(testing::loss(1), before);
            assert!((bench.ssthresh() / 100.0 - 1.0).abs() < 0.02, "RTT {rtt}: {}", bench.ssthresh());
            assert_eq!(bench.cwnd(), before.min(bench.ssthresh()));
        }
    }

    #[test]
    fn losses_without_a_queue_leave_the_bandwidth_delay_product() {
        // The purpose of the scheme: random losses of 1 % do not reduce the window below BWE·RTTmin.
        let mut bench = bench("pole");
        bench.start_at(100.0, 50.0);
        (0..5).for_each(|_| bench.deliver(100.0, 100, 0));
        for _ in 0..20 {
            bench.congestion(testing::loss(1), bench.cwnd());
            assert!(bench.cwnd() > 97.0, "{}", bench.cwnd());
            bench.deliver(100.0, 100, 0);
        }
        bench.congestion(Congestion::Timeout { first: true }, 100.0);
        assert_eq!(bench.cwnd(), 1.0);
        assert!(bench.ssthresh() > 97.0, "{}", bench.ssthresh());
    }

    #[test]
    fn the_fluid_form_removes_the_backlog() {
        let mut y = [200.0];
        Smooth.lose(&mut y, &Path { rtt_s: 0.2, base_rtt_s: 0.1 });
        assert!((y[0] - 100.0).abs() < 1e-9);
    }
}
