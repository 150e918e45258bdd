//! TCP Hybla: Caini & Firrincieli, "TCP Hybla: A TCP Enhancement for Heterogeneous Networks", International Journal of Satellite
//! Communications and Networking 22(5), 2004.

use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::rules::{ECN, HALVE, RECOVERY, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, Theory,
    WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::Nanos;

/// Registered in `congestion/mod.rs`.
pub const HYBLA: Algorithm = Algorithm {
    id: "hybla",
    name: "Hybla",
    family: "Wireless and satellite",
    summary: "Grows as fast in time as a Reno flow with a short reference RTT, so that long paths are not at a disadvantage.",
    source: "Caini & Firrincieli, TCP Hybla",
    year: 2004,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds 2^ρ − 1 packets, so that the window doubles once per reference RTT.",
            "W ← W + (2^ρ − 1)·acked, ρ = max(RTT/RTT₀, 1)",
            "Caini & Firrincieli, TCP Hybla, section 3",
        ),
        rule(
            RuleSubject::Avoidance,
            "Congestion avoidance: the window grows by ρ² packets per round trip, which is one packet per reference RTT for a window that is ρ times as large.",
            "W ← W + ρ²·acked/W, ρ = max(RTT/RTT₀, 1)",
            "Caini & Firrincieli, TCP Hybla, section 3",
        ),
        RECOVERY,
        HALVE,
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("referenceMs", "RTT₀", "Reference RTT", "ms")
            .range(1.0, 1000.0, 25.0)
            .log()
            .help("Flows with a longer RTT grow as Reno would with this one; others are Reno. 25 ms in the paper and in Linux, 50 ms in ns-3."),
        Param::switch("scaleStart", "Scale the start", true)
            .help("Begin with ρ times the initial window and ssthresh, as in the paper. Needs a handshake, which gives the first RTT sample. With a long RTT and no initial ssthresh, slow start overshoots by far."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("rho", "ρ", "RTT over the reference RTT, at least 1", ""),
    Variable::new("increase", "ρ²", "increase per round trip", "packets"),
];

/// Limit on the exponent in 2^ρ: there an ACK adds a thousand packets.
const MAX_EXPONENT: f64 = 10.0;

#[derive(Clone, Debug)]
struct Hybla {
    reference: Nanos,
    scale_start: bool,
    /// The smallest smoothed RTT, from which ρ is computed.
    rtt: Option<Nanos>,
    rho: f64,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Hybla {
        reference: Nanos::from_millis(settings.number("referenceMs")),
        scale_start: settings.switch("scaleStart"),
        rtt: None,
        rho: 1.0,
    })
}

/// Between losses the window grows by ρ² packets per base RTT.
#[derive(Clone, Copy, Debug)]
struct Smooth {
    reference_s: f64,
}

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Smooth { reference_s: settings.number("referenceMs") / 1e3 })
}

impl FluidController for Smooth {
    fn slope(&self, _: &[f64], path: &Path, dy: &mut [f64]) {
        let rho = (path.base_rtt_s / self.reference_s).max(1.0);
        dy[0] = rho * rho / path.rtt_s;
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        y[0] = (y[0] / 2.0).max(MIN_SSTHRESH);
    }
}

impl Hybla {
    /// As in Linux: whenever the smoothed RTT reaches a new minimum.
    fn measure(&mut self, cx: &Cx<'_>) {
        if cx.rtt.min().is_none() {
            return;
        }
        let rtt = cx.rtt.smoothed();
        if self.rtt.is_none_or(|least| rtt < least) {
            self.rtt = Some(rtt);
            self.rho = (rtt.as_secs() / self.reference.as_secs()).max(1.0);
        }
    }
}

impl WindowRule for Hybla {
    fn on_start(&mut self, control: &mut Control, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.measure(cx);
        // The handshake's small packets set only the initial value.
        self.rtt = None;
        if !self.scale_start {
            return;
        }
        match from {
            None => control.cwnd *= self.rho,
            // A new connection with a threshold from the document.
            Some(Handover { min_rtt: None, .. }) => control.ssthresh *= self.rho,
            Some(_) => {}
        }
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if ack.rtt.is_some() {
            self.measure(cx);
        }
        if !cx.may_grow() {
            return;
        }
        let faster = libm::exp2(self.rho.min(MAX_EXPONENT)) - 1.0;
        let left = slow_start(control, faster * ack.counted) / faster;
        if left > 0.0 {
            increase(control, cx.increase_scale * self.rho * self.rho, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        decrease(control, event, 0.5 * cx.reduce_from);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.rho);
        show(self.rho * self.rho);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;
    use crate::theory::sawtooth;

    fn hybla() -> Bench {
        Bench::new(find("hybla").unwrap(), &[])
    }

    #[test]
    fn grows_by_rho_squared_packets_per_round_trip() {
        // Caini & Firrincieli 2004: RTT₀ = 25 ms. 100 ms: ρ = 4, 16 packets; 25 ms and less: Reno.
        for (rtt, growth) in [(100.0, 16.0), (50.0, 4.0), (25.0, 1.0), (10.0, 1.0)] {
            let mut bench = hybla();
            bench.start_at(2000.0, 1000.0);
            bench.round(rtt);
            let before = bench.cwnd();
            bench.round(rtt);
            assert!(
                (bench.cwnd() - before - growth).abs() < 0.02 * growth,
                "{rtt}: {}",
                bench.cwnd() - before
            );
        }
    }

    #[test]
    fn slow_start_doubles_once_per_reference_rtt() {
        // Each ACK adds 2^ρ − 1: a round trip multiplies the window by 2^ρ.
        for (rtt, factor) in [(25.0, 2.0), (50.0, 4.0), (100.0, 16.0)] {
            let mut bench = hybla();
            bench.start(10.0, None);
            // Nothing has been measured before the first ACK.
            bench.round(rtt);
            let before = libm::floor(bench.cwnd());
            bench.round(rtt);
            assert!(
                (bench.cwnd() / before - factor).abs() < 0.01 * factor,
                "{rtt}: {before} to {}",
                bench.cwnd()
            );
        }
    }

    #[test]
    fn slow_start_stops_at_its_threshold() {
        let mut bench = hybla();
        bench.start_at(10.0, 64.0);
        bench.round(100.0);
        // The part of the last ACK that slow start does not use counts as congestion avoidance.
        assert!((64.0..70.0).contains(&bench.cwnd()), "{}", bench.cwnd());
        bench.congestion(testing::loss(1), 64.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (32.0, 32.0));
    }

    #[test]
    fn the_start_is_scaled_where_the_rtt_is_known() {
        for (scale, first, threshold) in [(true, 40.0, 128.0), (false, 10.0, 32.0)] {
            let params = [("scaleStart", ParamValue::Bool(scale))];
            let mut bench = Bench::new(find("hybla").unwrap(), &params);
            bench.handshake(100.0);
            bench.start(10.0, None);
            assert_eq!(bench.cwnd(), first);
            let control = Control { ssthresh: 32.0, ..Control::window(first) };
            bench.start(10.0, Some(Handover { control, min_rtt: None }));
            assert_eq!((bench.cwnd(), bench.ssthresh()), (first, threshold));
        }
    }

    #[test]
    fn the_queue_does_not_raise_rho() {
        let mut bench = hybla();
        bench.start_at(100.0, 50.0);
        bench.round(50.0);
        (0..20).for_each(|_| bench.round(200.0));
        assert!((bench.variable(0) - 2.0).abs() < 1e-9, "{}", bench.variable(0));
    }

    #[test]
    fn throughput_does_not_depend_on_the_rtt() {
        // The paper's aim: W = ρ·√(3/2p), so that W/RTT is that of Reno at RTT₀.
        for rtt_s in [0.025, 0.1, 0.25, 0.6] {
            let mean =
                sawtooth::periodic_losses(&Smooth { reference_s: 0.025 }, 1e-4, rtt_s).unwrap().mean_window;
            let expected = libm::sqrt(1.5 / 1e-4) / 0.025;
            assert!((mean / rtt_s / expected - 1.0).abs() < 0.01, "{rtt_s}: {}", mean / rtt_s);
        }
    }
}
