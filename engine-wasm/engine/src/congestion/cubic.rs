//! CUBIC: RFC 9438 (2023); Ha, Rhee & Xu, "CUBIC: A New TCP-Friendly High-Speed TCP Variant", 2008.

use super::rules::{ECN, RECOVERY, SLOW_START, rule};
use std::sync::Arc;

use super::fluid::{FluidController, Path};
use super::hystart::HyStart;
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Theory, WindowRule, decrease,
    slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const CUBIC: Algorithm = Algorithm {
    id: "cubic",
    name: "CUBIC",
    family: "High-speed",
    summary: "Grows as a cubic function of the time since the last loss: quickly towards the old window, slowly near it, then quickly again.",
    source: "Ha, Rhee & Xu, CUBIC; RFC 9438 (2023)",
    year: 2008,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window follows a cubic function of the time since the last loss: flat at the plateau W_max, steep away from it. Where Reno’s window would be larger, it is used instead.",
            "W(t) = max(C(t − K)³ + W_max, W_est)",
            "RFC 9438, equations 1 and 4, section 4.3",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "The window falls to β times the data in flight. Its old value becomes the plateau. If that, in whole packets, is below the last plateau, fast convergence sets the plateau lower.",
            "W_max ← W, or W·(1 + β)/2 if ⌊W⌋ < ⌊W_max⌋; ssthresh ← β·flight; K ← ∛((W_max − ssthresh)/C)",
            "RFC 9438, sections 4.6 and 4.7",
        ),
        ECN,
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: ssthresh is set to β times the data in flight, and slow start restarts from one packet.",
            "ssthresh ← β·flight, W ← 1",
            "RFC 9438, section 4.8",
        ),
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(fluid),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("c", "C", "Cubic scale", "packets/s³")
            .range(0.01, 10.0, 0.4)
            .log()
            .help("How steeply the window rises to its plateau and beyond it."),
        Param::number("beta", "β", "Decrease factor", "")
            .range(0.1, 0.95, 0.7)
            .help("Fraction of the window that is kept after a loss."),
        Param::switch("fastConvergence", "Fast convergence", true)
            .help("A flow that has not regained its previous maximum lowers its plateau, which frees capacity for new flows."),
        Param::switch("renoFriendly", "Reno-friendly region", true)
            .help("Use the estimate of Reno’s window where it is larger."),
        Param::switch("hystart", "HyStart++", false).help(
            "Leave the first slow start when the RTT rises (RFC 9406), before the queue overflows. RFC 9438 recommends it. It is off by default, so that all controllers use the same slow start and published runs keep their results.",
        ),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("wMax", "W_max", "plateau", "packets"),
    Variable::new("k", "K", "time to the plateau", "s"),
    Variable::new("wEst", "W_est", "Reno’s window", "packets"),
];

#[derive(Clone, Debug)]
struct Cubic {
    c: f64,
    beta: f64,
    fast_convergence: bool,
    reno_friendly: bool,
    w_max: Segments,
    cwnd_prior: Segments,
    epoch: Option<Epoch>,
    /// K of the next epoch if it begins at ssthresh, to be shown until then; NaN while it is unknown.
    next_k: f64,
    /// Slow start after a timeout: the next epoch starts on its plateau (RFC 9438, section 4.8).
    flat_start: bool,
    /// HyStart++, while the flow is in its first slow start.
    hystart: Option<HyStart>,
}

/// An epoch of congestion avoidance between two losses.
#[derive(Clone, Copy, Debug)]
struct Epoch {
    start: Time,
    k: f64,
    w_est: Segments,
    /// When the window could last grow: time without growth does not count (RFC 9438, section 5.8).
    last_growth: Time,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Cubic {
        c: settings.number("c"),
        beta: settings.number("beta"),
        fast_convergence: settings.switch("fastConvergence"),
        reno_friendly: settings.switch("renoFriendly"),
        w_max: 0.0,
        cwnd_prior: 0.0,
        epoch: None,
        next_k: f64::NAN,
        flat_start: true,
        hystart: settings.switch("hystart").then(HyStart::default),
    })
}

/// The fluid form of CUBIC: equations 1, 2 and 4.
#[derive(Clone, Copy, Debug)]
struct Curve {
    c: f64,
    beta: f64,
    fast_convergence: bool,
    reno_friendly: bool,
}

// The state: the window, the plateau, the time to the plateau, the time since the loss, Reno's window, the window at the loss.
const W: usize = 0;
const W_MAX: usize = 1;
const K: usize = 2;
const T: usize = 3;
const W_EST: usize = 4;
const PRIOR: usize = 5;

fn fluid(settings: &Settings<'_>) -> Arc<dyn FluidController> {
    Arc::new(Curve {
        c: settings.number("c"),
        beta: settings.number("beta"),
        fast_convergence: settings.switch("fastConvergence"),
        reno_friendly: settings.switch("renoFriendly"),
    })
}

impl FluidController for Curve {
    fn size(&self) -> usize {
        6
    }

    fn start(&self, window: f64, y: &mut [f64]) {
        // On the plateau, as after slow start.
        y.copy_from_slice(&[window, window, 0.0, 0.0, window, window]);
    }

    fn slope(&self, y: &[f64], path: &Path, dy: &mut [f64]) {
        let alpha = if y[W_EST] < y[PRIOR] { 3.0 * (1.0 - self.beta) / (1.0 + self.beta) } else { 1.0 };
        let d = y[T] - y[K];
        let cubic = self.c * d * d * d + y[W_MAX];
        dy.fill(0.0);
        dy[T] = 1.0;
        dy[W_EST] = alpha / path.rtt_s;
        dy[W] = if self.reno_friendly && cubic < y[W_EST] { dy[W_EST] } else { 3.0 * self.c * d * d };
    }

    fn lose(&self, y: &mut [f64], _: &Path) {
        let window = y[W];
        // Peaks are compared in whole packets.
        let yields = self.fast_convergence && window + 1.0 <= y[W_MAX];
        y[W_MAX] = if yields { window * (1.0 + self.beta) / 2.0 } else { window };
        y[PRIOR] = window;
        y[W] = self.beta * window;
        y[W_EST] = y[W];
        y[K] = libm::cbrt((y[W_MAX] - y[W]).max(0.0) / self.c);
        y[T] = 0.0;
    }
}

impl Cubic {
    /// RFC 9438, section 4.2: the epoch begins with the first ACK of congestion avoidance.
    fn begin_epoch(&mut self, cwnd: Segments, now: Time) -> Epoch {
        if std::mem::take(&mut self.flat_start) || cwnd >= self.w_max {
            self.w_max = cwnd;
            self.cwnd_prior = self.cwnd_prior.max(cwnd);
        }
        // Equation 2.
        let k = libm::cbrt((self.w_max - cwnd) / self.c);
        Epoch { start: now, k, w_est: cwnd, last_growth: now }
    }

    /// Equation 1.
    fn window(&self, epoch: &Epoch, t: f64) -> Segments {
        let d = t - epoch.k;
        self.c * d * d * d + self.w_max
    }

    fn avoid(&mut self, control: &mut Control, cx: &Cx<'_>, counted: Segments) {
        let cwnd = control.cwnd;
        let mut epoch = match self.epoch {
            Some(epoch) => epoch,
            None => self.begin_epoch(cwnd, cx.now),
        };
        epoch.last_growth = cx.now;
        let t = cx.now.since(epoch.start).as_secs();
        let ahead = self.window(&epoch, t + cx.rtt.smoothed().as_secs());
        // Section 4.2: at least the window, at most 1.5 times it.
        let target = ahead.max(cwnd).min(1.5 * cwnd);
        // Equation 4; α is 1 once the old maximum is regained (section 4.3).
        let alpha =
            if epoch.w_est < self.cwnd_prior { 3.0 * (1.0 - self.beta) / (1.0 + self.beta) } else { 1.0 };
        epoch.w_est += alpha * counted / cwnd;
        if self.reno_friendly && self.window(&epoch, t) < epoch.w_est {
            control.cwnd = epoch.w_est.max(cwnd);
        } else {
            control.cwnd += counted * (target - cwnd) / cwnd;
        }
        self.epoch = Some(epoch);
    }
}

impl WindowRule for Cubic {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        let counted = match self.hystart.as_mut() {
            Some(hystart) => hystart.counted(control, cx, ack),
            None => ack.counted,
        };
        if !cx.may_grow() {
            if let Some(epoch) = self.epoch.as_mut()
                && !cx.in_recovery
            {
                // Section 5.8: t does not include time in which the application limited the flow.
                epoch.start += cx.now.since(epoch.last_growth);
                epoch.last_growth = cx.now;
            }
            return;
        }
        let left = slow_start(control, counted);
        if left > 0.0 {
            self.avoid(control, cx, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        self.epoch = None;
        // RFC 9406, section 4.3: only the first slow start.
        self.hystart = None;
        if event != (Congestion::Timeout { first: false }) {
            let cwnd = control.cwnd;
            // Section 4.7, in whole packets as senders count them: a peak that is a fraction of a packet below the last one does not
            // indicate another flow.
            self.w_max = if self.fast_convergence && (cwnd as u64) < (self.w_max as u64) {
                cwnd * (1.0 + self.beta) / 2.0
            } else {
                cwnd
            };
            self.cwnd_prior = cwnd;
            // Section 4.8: if slow start follows, it ends on the plateau.
            self.flat_start = matches!(event, Congestion::Restart | Congestion::Timeout { .. });
        }
        decrease(control, event, self.beta * cx.reduce_from);
        self.next_k = if self.flat_start {
            f64::NAN
        } else {
            libm::cbrt((self.w_max - control.ssthresh).max(0.0) / self.c)
        };
    }

    /// RFC 9438, section 4.9.2: restores the plateau, the epoch and Reno's window.
    fn on_undo(&mut self, before: &Self) {
        self.clone_from(before);
    }

    fn leaves_slow_start(&self) -> bool {
        self.hystart.is_some()
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.w_max);
        show(self.epoch.map_or(self.next_k, |e| e.k));
        show(self.epoch.map_or(f64::NAN, |e| e.w_est));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;
    use crate::theory::sawtooth;

    #[test]
    fn follows_the_cubic_of_the_rfc() {
        // RFC 9438, section 4.2: W(0) = β W_max, W(K) = W_max, K = ∛(0.75 W_max) for C = 0.4, β = 0.7.
        for (w_max, k) in [(100.0, 4.217), (1000.0, 9.086), (10_000.0, 19.574)] {
            let off = ParamValue::Bool(false);
            let mut bench = Bench::new(find("cubic").unwrap(), &[("renoFriendly", off)]);
            bench.start_at(w_max, w_max);
            bench.congestion(testing::loss(1), w_max);
            assert!((bench.cwnd() - 0.7 * w_max).abs() < 1e-9);
            // It is shown as soon as the window has fallen.
            assert!((bench.variable(1) - k).abs() < 5e-4, "K = {}", bench.variable(1));
            let start = bench.now();
            let rtt_ms = 10.0;
            let mut largest = 0.0f64;
            while bench.now().since(start).as_secs() < 2.0 * k {
                bench.round(rtt_ms);
                let t = bench.now().since(start).as_secs();
                let d = t - k;
                let expected = 0.4 * d * d * d + w_max;
                largest = largest.max((bench.cwnd() / expected - 1.0).abs());
            }
            assert!((bench.variable(1) - k).abs() < 5e-4, "K = {}", bench.variable(1));
            assert!(largest < 0.01, "W_max {w_max}: off by {largest}");
        }
    }

    #[test]
    fn the_reno_friendly_region_applies_at_small_windows() {
        let mut bench = Bench::new(find("cubic").unwrap(), &[]);
        bench.start_at(20.0, 20.0);
        bench.congestion(testing::loss(1), 20.0);
        for _ in 0..10 {
            bench.round(10.0);
        }
        // Ten round trips with α = 0.529 each; the cubic function would have grown by less than a third of a packet.
        assert!((bench.cwnd() - (14.0 + 10.0 * 0.5294)).abs() < 0.2, "{}", bench.cwnd());
    }

    #[test]
    fn fast_convergence_lowers_the_plateau() {
        let mut bench = Bench::new(find("cubic").unwrap(), &[]);
        bench.start_at(100.0, 100.0);
        bench.congestion(testing::loss(1), 100.0);
        bench.congestion(testing::loss(1), 70.0);
        assert!((bench.variable(0) - 70.0 * 1.7 / 2.0).abs() < 1e-9);
    }

    #[test]
    fn mean_windows_of_the_rfcs_tables() {
        // RFC 9438, section 5.1, tables 1 (RTT 0.1 s) and 2 (0.01 s), for C = 0.04, 0.4 and 4, where CUBIC's window exceeds Reno's.
        let table = [
            (0.1, 1e-4, [None, Some(187.0), Some(333.0)]),
            (0.1, 1e-5, [Some(593.0), Some(1054.0), Some(1874.0)]),
            (0.1, 1e-6, [Some(3332.0), Some(5926.0), Some(10_538.0)]),
            (0.1, 1e-7, [Some(18_740.0), Some(33_325.0), Some(59_261.0)]),
            (0.1, 1e-8, [Some(105_383.0), Some(187_400.0), Some(333_250.0)]),
            (0.01, 1e-6, [None, None, Some(1874.0)]),
            (0.01, 1e-7, [None, Some(5926.0), Some(10_538.0)]),
            (0.01, 1e-8, [Some(18_740.0), Some(33_325.0), Some(59_261.0)]),
        ];
        let mean = |c: f64, reno_friendly: bool, p: f64, rtt_s: f64| {
            let given = [("c", ParamValue::Number(c)), ("renoFriendly", ParamValue::Bool(reno_friendly))];
            let given = given.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
            let controller = fluid(&Settings::new(&params(), &given));
            sawtooth::periodic_losses(&*controller, p, rtt_s).unwrap().mean_window
        };
        for (rtt_s, p, means) in table {
            for (c, expected) in [0.04, 0.4, 4.0].into_iter().zip(means) {
                let Some(expected) = expected else { continue };
                let got = mean(c, false, p, rtt_s);
                assert!(
                    (got / expected - 1.0).abs() < 0.01,
                    "C {c}, RTT {rtt_s}, p {p}: {got} for {expected}"
                );
            }
        }
        // In table 2 at 10⁻⁶ Reno's window is larger than with C = 0.4, which alone gives 1054: the table has 1200 (1225 by √(3/2p)).
        // The larger of both at each moment gives a little more, as the cubic function exceeds Reno's window early in a cycle.
        let both = mean(0.4, true, 1e-6, 0.01);
        assert!((1225.0..1.05 * 1225.0).contains(&both), "{both}");
    }

    #[test]
    fn flows_that_lose_together_have_equal_windows_whatever_their_rtts() {
        // RFC 9438, sections 3.3 and 5.6: growth does not depend on the RTT outside the Reno-friendly region, so throughput is
        // proportional to 1/RTT; Reno's windows with common losses are proportional to 1/RTT themselves. One loss every 20 s, for
        // RTTs of 20 and 200 ms.
        let windows = |id: &str, params: &[(&str, ParamValue)]| {
            [20.0, 200.0].map(|rtt_ms: f64| {
                let mut bench = Bench::new(find(id).unwrap(), params);
                bench.start_at(1000.0, 1000.0);
                let (mut sum, mut rounds) = (0.0, 0.0);
                for epoch in 0..40 {
                    bench.congestion(testing::loss(1), bench.cwnd());
                    let end = f64::from(epoch + 1) * 20.0;
                    while bench.now().as_secs() < end {
                        bench.round(rtt_ms);
                        if epoch >= 30 {
                            sum += bench.cwnd();
                            rounds += 1.0;
                        }
                    }
                }
                sum / rounds
            })
        };
        let cubic = windows("cubic", &[("renoFriendly", ParamValue::Bool(false))]);
        assert!((cubic[0] / cubic[1] - 1.0).abs() < 0.03, "{cubic:?}");
        let reno = windows("reno", &[]);
        assert!((reno[0] / reno[1] / 10.0 - 1.0).abs() < 0.03, "{reno:?}");
    }

    #[test]
    fn periodic_loss_gives_the_mean_window_of_the_rfc() {
        // RFC 9438, equation 7: W̄ = 1.054 (RTT/p)^0.75: 187 and 1054 packets at RTT 0.1 s, p = 1e-4 and 1e-5.
        let off = ParamValue::Bool(false);
        let params = [("renoFriendly", off.clone()), ("fastConvergence", off)];
        for (p, expected) in [(1e-4, 187.4), (1e-5, 1054.0)] {
            let mut bench = Bench::new(find("cubic").unwrap(), &params);
            // Start from the fixed point, W̄ = (1 − 0.3/4)·W_max, because convergence to it is very slow.
            let peak = expected / 0.925;
            bench.start_at(peak, peak);
            bench.congestion(testing::loss(1), peak);
            let (mean, _) = bench.periodic_loss(p, 100.0);
            assert!((mean / expected - 1.0).abs() < 0.03, "{p}: {mean}");
        }
    }
}
