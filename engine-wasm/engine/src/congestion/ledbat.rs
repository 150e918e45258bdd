//! LEDBAT: Shalunov, Hazel, Iyengar & Kühlewind, "Low Extra Delay Background Transport (LEDBAT)", RFC 6817 (2012).

use std::collections::VecDeque;

use super::reno::Reno;
use super::rules::{ECN, HALVE, RECOVERY, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, NO_THEORY, Segments,
    WindowRule, increase, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Time};

/// Registered in `congestion/mod.rs`.
pub const LEDBAT: Algorithm = Algorithm {
    id: "ledbat",
    name: "LEDBAT",
    family: "Less than best effort",
    summary: "Keeps the one-way queueing delay at a target, so that it yields to flows that fill the queue beyond it.",
    source: "RFC 6817",
    year: 2012,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("queueing", "T_q", "one-way queueing delay", "ms"),
        Variable::new("baseDelay", "T_base", "base delay: minimum one-way delay over the base history", "ms"),
        Variable::new("offTarget", "off", "relative deviation from the target", ""),
    ],
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by up to one packet per round trip while the queueing delay is below the target, and shrinks in the same way above it.",
            "W ← W + G·(T − T_q)/T·acked/W, W ≤ flight + 1",
            "RFC 6817, section 2.4.2",
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
        Param::number("targetMs", "T", "Target", "ms")
            .range(1.0, 100.0, 100.0)
            .help("Target queueing delay; RFC 6817 allows at most 100 ms."),
        Param::number("gain", "G", "Gain", "")
            .range(0.01, 1.0, 1.0)
            .help("Largest window increase per round trip, in packets."),
        Param::number("filter", "", "Samples", "")
            .range(1.0, 64.0, 4.0)
            .integer()
            .help("The current delay is the minimum of this many samples."),
        Param::number("baseHistory", "", "Base history", "min")
            .range(1.0, 60.0, 10.0)
            .integer()
            .help("The base delay is the minimum over this many minutes; RFC 6817 uses ten."),
        Param::switch("slowStart", "Slow start", true)
            .help("Off: the window grows by one packet per round trip from the start."),
    ]
}

/// Smallest window, and how far the window may exceed the data in flight, packets.
const MIN_WINDOW: Segments = 2.0;
const ALLOWED_INCREASE: Segments = 1.0;
/// Length of a slot of the base history.
const SLOT: Nanos = Nanos(60_000_000_000);

#[derive(Clone, Debug)]
struct Ledbat {
    target: Nanos,
    gain: f64,
    slow_start: bool,
    /// The last samples of the one-way delay, and their maximum number.
    current: VecDeque<Nanos>,
    filter: usize,
    /// The minimum delay of each minute, the maximum number of minutes, and the start of the last one.
    base: VecDeque<Nanos>,
    slots: usize,
    slot_since: Time,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let (filter, slots) = (settings.number("filter") as usize, settings.number("baseHistory") as usize);
    windowed(Ledbat {
        target: Nanos::from_millis(settings.number("targetMs")),
        gain: settings.number("gain"),
        slow_start: settings.switch("slowStart"),
        current: VecDeque::with_capacity(filter + 1),
        filter,
        base: VecDeque::with_capacity(slots + 1),
        slots,
        slot_since: Time::ZERO,
    })
}

impl Ledbat {
    fn measure(&mut self, now: Time, delay: Nanos) {
        self.current.push_back(delay);
        if self.current.len() > self.filter {
            self.current.pop_front();
        }
        match self.base.back_mut() {
            Some(slot) if now.since(self.slot_since) < SLOT => *slot = (*slot).min(delay),
            _ => {
                self.slot_since = now;
                self.base.push_back(delay);
                if self.base.len() > self.slots {
                    self.base.pop_front();
                }
            }
        }
    }

    fn base_delay(&self) -> Option<Nanos> {
        self.base.iter().min().copied()
    }

    /// The current delay minus the base delay; `None` before the first sample.
    fn queueing(&self) -> Option<Nanos> {
        let (current, base) = (self.current.iter().min()?, self.base_delay()?);
        Some(Nanos(current.0.saturating_sub(base.0)))
    }

    /// 1 without a queue, 0 at the target, negative above it.
    fn off_target(&self) -> Option<f64> {
        self.queueing().map(|queueing| 1.0 - queueing.0 as f64 / self.target.0 as f64)
    }
}

impl WindowRule for Ledbat {
    fn on_start(&mut self, control: &mut Control, _: &mut Cx<'_>, _: Option<Handover>) {
        if !self.slow_start {
            control.stay_in_avoidance();
        }
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if let Some(delay) = ack.one_way {
            self.measure(cx.now, delay);
        }
        // It behaves like Reno in slow start, and without timestamps, because it cannot measure a queue.
        let off = ack.one_way.and_then(|_| self.off_target());
        let Some(off) = off.filter(|_| control.cwnd >= control.ssthresh) else {
            return Reno.on_ack(control, cx, ack);
        };
        // If the application or the receiver limits the flow, the data in flight limits the window below.
        if cx.hold.recovery || cx.hold.echo {
            return;
        }
        increase(control, self.gain * off, ack.acked);
        // Section 2.4.2: other limits of the flow also limit the window.
        let most = ack.prior_in_flight + ALLOWED_INCREASE;
        control.cwnd = control.cwnd.min(most).max(MIN_WINDOW);
        control.stay_in_avoidance();
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.queueing().map_or(f64::NAN, Nanos::as_millis));
        show(self.base_delay().map_or(f64::NAN, Nanos::as_millis));
        show(self.off_target().unwrap_or(f64::NAN));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bench(params: &[(&str, ParamValue)]) -> Bench {
        let mut bench = Bench::new(find("ledbat").unwrap(), params);
        bench.start_at(20.0, 10.0);
        bench
    }

    /// RFC 6817, section 2.4.2: one packet per round trip is added without a queue, none at the target, and one is removed at twice the
    /// target.
    #[test]
    fn the_window_changes_with_the_distance_from_the_target() {
        let mut bench = bench(&[("filter", ParamValue::Number(1.0))]);
        bench.one_way_round(40.0, 30.0);
        assert!((bench.cwnd() - 21.0).abs() < 0.05, "{}", bench.cwnd());
        for (delay, change) in [(130.0, 0.0), (230.0, -1.0), (80.0, 0.5)] {
            let before = bench.cwnd();
            bench.one_way_round(40.0, delay);
            assert!((bench.cwnd() - before - change).abs() < 0.06, "{delay}: {before} to {}", bench.cwnd());
        }
    }

    #[test]
    fn an_offset_between_the_clocks_cancels() {
        let run = |offset: f64| {
            let mut bench = bench(&[]);
            for delay in [30.0, 60.0, 170.0, 90.0] {
                bench.one_way_round(40.0, delay + offset);
            }
            bench.cwnd()
        };
        assert!((run(0.0) - run(5000.0)).abs() < 1e-9);
    }

    #[test]
    fn the_base_delay_expires_after_ten_minutes() {
        let mut bench = bench(&[]);
        bench.one_way_round(40.0, 30.0);
        bench.one_way_round(599_000.0, 50.0);
        assert_eq!(bench.variable(1), 30.0);
        for _ in 0..11 {
            bench.one_way_round(61_000.0, 50.0);
        }
        assert_eq!(bench.variable(1), 50.0);
    }
}
