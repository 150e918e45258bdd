//! Adaptive RED: Floyd, Gummadi & Shenker, "Adaptive RED: An Algorithm for Increasing the Robustness of RED's Active Queue
//! Management", 2001.

use super::fluid::FluidQueue;
use super::red::{AVERAGE, FluidRed, PROBABILITY, Red, gain};
use super::{ChannelFacts, Discipline, Registered, buffer};
use crate::catalogue::{ChoiceOption, EarlyRule, Param, Row, Settings, Variable};
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: Some(fluid), early: Some(EARLY), classes: &[], make };

const VARIABLES: &[Variable] =
    &[AVERAGE, PROBABILITY, Variable::new("maxP", "max_p", "maximum probability", "")];

const TUNING: &[ChoiceOption] =
    &[ChoiceOption::new("auto", "From rate and delay"), ChoiceOption::new("given", "Set by hand")];

const EARLY: EarlyRule = EarlyRule::new(
    "As in RED, the probability p_b grows with the average queue between two thresholds. Every half second the maximum probability is adapted to keep the average half-way between them.",
    "p_b ← max_p·(avg − min)/(max − min)",
);

fn row() -> Row {
    Row {
        id: "ared".into(),
        name: "Adaptive RED".into(),
        summary: "RED that adapts its maximum probability to keep the average queue half-way between the thresholds.".into(),
        source: "Floyd, Gummadi & Shenker, Adaptive RED".into(),
        year: 2001,
        params: vec![
            buffer(100.0)
                .help("Packets the buffer can hold; when it is full, arriving packets are dropped."),
            Param::choice("tuning", "Thresholds and weight", "auto", TUNING)
                .help("Computed from the link rate and the target delay, or set by hand."),
            Param::number("targetDelayMs", "", "Target delay", "ms")
                .range(0.1, 10_000.0, 5.0)
                .log()
                .when("tuning", "auto")
                .help("Queueing delay at the target average queue; on slow links at least the time of five packets."),
            Param::number("minTh", "min", "Lower threshold", "packets")
                .range(0.0, 1_000_000.0, 5.0)
                .log()
                .when("tuning", "given")
                .help("Below this average queue nothing is dropped."),
            Param::number("maxTh", "max", "Upper threshold", "packets")
                .range(0.1, 1_000_000.0, 15.0)
                .log()
                .when("tuning", "given")
                .help("At this average queue the probability reaches its maximum; at twice that it is 1."),
            Param::number("weight", "w", "Averaging weight", "")
                .range(0.00001, 1.0, 0.002)
                .log()
                .when("tuning", "given")
                .help("Weight of each sample of the backlog in the average."),
            Param::number("maxP", "max_p", "Initial maximum probability", "")
                .range(0.01, 0.5, 0.1)
                .log()
                .help("Initial drop probability at the upper threshold, before adaptation."),
            Param::number("meanPacketBytes", "", "Mean packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("Packet size used to convert the link rate into packets per second."),
            Param::switch("ecn", "Mark", true)
                .help("Mark packets of ECN-capable flows instead of dropping them."),
        ],
    }
}

/// Interval between adaptations of max_p.
const INTERVAL: Nanos = Nanos(500_000_000);

/// State of adaptive RED in addition to RED's.
#[derive(Clone, Debug)]
pub(super) struct Adaptation {
    /// Target delay in seconds, if thresholds and weight are derived from it.
    target_s: Option<f64>,
    /// Time of the next adaptation, a multiple of the interval.
    next: Time,
}

fn make(settings: &Settings<'_>, facts: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(adaptive(settings, facts))
}

fn adaptive(settings: &Settings<'_>, facts: ChannelFacts) -> Red {
    let auto = settings.choice("tuning") == "auto";
    let target_s = auto.then(|| settings.number("targetDelayMs") / 1e3);
    let min_th = settings.number("minTh");
    let mut red = Red {
        min_th,
        max_th: settings.number("maxTh").max(min_th),
        weight: settings.number("weight"),
        adaptation: Some(Adaptation { target_s, next: Time::ZERO + INTERVAL }),
        ..Red::new(settings, facts)
    };
    red.tune(facts);
    red
}

impl Red {
    /// Derives thresholds and weight from the link rate C, in packets per second, and the target delay: w = 1 − exp(−1/C),
    /// min = max(5, delay·C/2), max = 3·min.
    pub(super) fn tune(&mut self, facts: ChannelFacts) {
        if let Some(Adaptation { target_s: Some(target_s), .. }) = self.adaptation {
            let rate = facts.rate.0 as f64 / 8.0 / f64::from(self.mean_bytes);
            self.weight = -libm::expm1(-1.0 / rate);
            self.min_th = (target_s * rate / 2.0).max(5.0);
            self.max_th = 3.0 * self.min_th;
        }
    }

    /// Adapts max_p for every interval that has passed, by the average at that time: adds min(0.01, max_p/4) above the target range,
    /// multiplies by 9/10 below it. Between arrivals the average only decays, so late adaptation gives the same result.
    pub(super) fn adapt(&mut self, now: Time) {
        while let Some(adaptation) = self.adaptation.as_mut().filter(|a| a.next <= now) {
            let due = adaptation.next;
            adaptation.next += INTERVAL;
            self.age(due);
            let width = self.max_th - self.min_th;
            if self.avg > self.min_th + 0.6 * width && self.max_p <= 0.5 {
                self.max_p += (self.max_p / 4.0).min(0.01);
            } else if self.avg < self.min_th + 0.4 * width && self.max_p >= 0.01 {
                self.max_p *= 0.9;
            }
        }
    }
}

fn fluid(settings: &Settings<'_>, capacity: f64) -> FluidQueue {
    let rate = capacity / settings.number("meanPacketBytes");
    let auto = settings.choice("tuning") == "auto";
    // As in `tune`.
    let min = if auto {
        (settings.number("targetDelayMs") / 1e3 * rate / 2.0).max(5.0)
    } else {
        settings.number("minTh")
    };
    let max = if auto { 3.0 * min } else { settings.number("maxTh") };
    FluidQueue::of_packets(settings).with(FluidRed {
        min,
        max: max.max(min + 1e-9),
        max_p: settings.number("maxP"),
        gentle: true,
        wait: false,
        gain: if auto { 1.0 } else { gain(settings.number("weight"), rate) },
        adaptive: true,
        ecn: settings.switch("ecn"),
    })
}

impl FluidRed {
    /// dmax_p/dt, 1/s: the step of `adapt`, spread over its interval.
    pub(super) fn adaptation(&self, state: &[f64]) -> f64 {
        let (x, max_p, width) = (state[0], state[1], self.max - self.min);
        if !self.adaptive {
            0.0
        } else if x > self.min + 0.6 * width && max_p <= 0.5 {
            (max_p / 4.0).min(0.01) / 0.5
        } else if x < self.min + 0.4 * width && max_p >= 0.01 {
            libm::log(0.9) * max_p / 0.5
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::super::{QueuedPacket, Verdict};
    use super::*;
    use crate::units::Rate;
    use serde_json::json;

    /// At a channel of 1000 packets of 1500 bytes per second.
    fn ared(params: serde_json::Value) -> Red {
        let given = serde_json::from_value(params).unwrap();
        let facts = ChannelFacts { rate: Rate::from_mbps(12.0) };
        adaptive(&Settings::new(&row().params, &given), facts)
    }

    #[test]
    fn thresholds_and_weight_follow_from_rate_and_delay() {
        // Floyd, Gummadi & Shenker 2001: w = 1 − exp(−1/C), min = max(5, delay·C/2), max = 3·min.
        let mut red = ared(json!({"targetDelayMs": 40}));
        assert_eq!((red.min_th, red.max_th), (20.0, 60.0));
        assert!((red.weight - (1.0 - libm::exp(-1e-3))).abs() < 1e-15);
        red.set_facts(ChannelFacts { rate: Rate::from_mbps(1.2) });
        assert_eq!((red.min_th, red.max_th), (5.0, 15.0));
        assert!((red.weight - (1.0 - libm::exp(-1e-2))).abs() < 1e-15);
    }

    #[test]
    fn max_p_increases_additively_and_decreases_multiplicatively() {
        // Floyd, Gummadi & Shenker 2001: every 0.5 s, by min(0.01, max_p/4) above the target range, by a factor 0.9 below it;
        // the middle fifth between the thresholds (40 % to 60 %) is the range; not beyond 0.5 and 0.01.
        let after = |avg: f64, max_p: f64, intervals: u64| {
            let params = json!({"tuning": "given", "minTh": 10, "maxTh": 20, "maxP": max_p});
            // While a packet waits the average does not decay.
            let mut red = Red { avg, ..ared(params) };
            let mut bench = Bench::new("ared", json!({}));
            let packet = QueuedPacket { id: 0, size: 1500, ..Default::default() };
            red.weight = 0.0;
            assert_eq!(bench.with_cx(|cx| red.enqueue(cx, packet)), Verdict::Enqueued);
            red.avg = avg;
            red.adapt(Time(500_000_000 * intervals));
            red.max_p
        };
        assert_eq!(after(16.1, 0.2, 1), 0.2 + 0.01);
        assert_eq!(after(16.1, 0.02, 1), 0.02 + 0.005);
        assert_eq!(after(13.9, 0.2, 1), 0.2 * 0.9);
        assert_eq!([after(14.1, 0.2, 9), after(15.9, 0.2, 9)], [0.2; 2]);
        assert!((0.5..0.511).contains(&(after(16.1, 0.405, 1000))));
        assert!((0.009..0.01).contains(&after(13.9, 0.4, 1000)));
    }

    #[test]
    fn late_adaptation_gives_the_same_result() {
        // One queue adapts at every interval, the other only on arrivals; they behave identically, bit for bit.
        let params = json!({"tuning": "given", "minTh": 2, "maxTh": 4, "weight": 0.05, "maxP": 0.3});
        let (mut late, mut timed) = (ared(params.clone()), ared(params));
        let mut benches = [(); 2].map(|()| Bench::new("ared", json!({})));
        let (mut now, mut tick, mut moved) = (0, 0, 0);
        for id in 0..4000 {
            // Bursts of one second fill the queue, and pauses of up to 20 s empty it.
            now += if id % 200 < 190 { 5_000_000 } else { 2_017_000_000 };
            while tick + INTERVAL.0 <= now {
                tick += INTERVAL.0;
                timed.adapt(Time(tick));
            }
            let packet = QueuedPacket { id, size: 1500, queued_at: Time(now), ..Default::default() };
            for (red, bench) in [&mut late, &mut timed].into_iter().zip(&mut benches) {
                bench.now = Time(now);
                bench.with_cx(|cx| {
                    red.enqueue(cx, packet);
                    let sent = if id % 200 < 190 { u32::from(red.len() > 5) } else { 3 };
                    for _ in 0..sent {
                        red.dequeue(cx);
                    }
                });
            }
            assert_eq!(
                (late.max_p.to_bits(), late.avg.to_bits()),
                (timed.max_p.to_bits(), timed.avg.to_bits())
            );
            moved += u32::from(late.max_p > 0.3);
        }
        // max_p increased and decreased.
        assert!(moved > 0 && late.max_p < 0.3, "{moved} {}", late.max_p);
    }
}
