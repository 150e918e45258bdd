//! Random Early Detection: Floyd & Jacobson, "Random Early Detection Gateways for Congestion Avoidance", 1993;
//! gentle form 2000; marking by RFC 3168. `ared.rs` has adaptive RED, which adapts max_p.

use super::ared::Adaptation;
use super::fifo::Fifo;
use super::fluid::{FluidAqm, FluidQueue, NUMBERS, ObservedQueue};
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{EarlyRule, Param, Row, Settings, Variable};
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: Some(fluid), early: Some(EARLY), classes: &[], make };

const VARIABLES: &[Variable] = &[AVERAGE, PROBABILITY];

pub(super) const AVERAGE: Variable = Variable::new("avg", "avg", "average queue", "packets");
pub(super) const PROBABILITY: Variable = Variable::new("p", "p_b", "drop probability", "");

const EARLY: EarlyRule = EarlyRule::new(
    "The average queue sets the probability p_b: 0 below the lower threshold, the maximum at the upper one. Each packet that arrives is dropped or marked with a probability that grows with the number of packets since the last drop or mark, which spreads them evenly.",
    "p_b ← max_p·(avg − min)/(max − min)",
);

fn row() -> Row {
    Row {
        id: "red".into(),
        name: "RED".into(),
        summary: "Drops or marks early, with a probability that grows with the average queue.".into(),
        source: "Floyd & Jacobson, Random Early Detection".into(),
        year: 1993,
        params: vec![
            buffer(100.0)
                .help("Packets the buffer can hold; when it is full, arriving packets are dropped."),
            Param::number("minTh", "min", "Lower threshold", "packets")
                .range(0.0, 1_000_000.0, 5.0)
                .log()
                .help("Below this average queue nothing is dropped."),
            Param::number("maxTh", "max", "Upper threshold", "packets")
                .range(0.1, 1_000_000.0, 15.0)
                .log()
                .help("At this average queue the probability reaches its maximum."),
            Param::number("maxP", "max_p", "Maximum probability", "")
                .range(0.0001, 1.0, 0.1)
                .log()
                .help("Drop probability at the upper threshold."),
            Param::number("weight", "w", "Averaging weight", "")
                .range(1e-7, 1.0, 0.002)
                .log()
                .help("Weight of each sample of the backlog in the average."),
            Param::number("meanPacketBytes", "", "Mean packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("Packet size used to decay the average while the queue is idle."),
            Param::switch("gentle", "Gentle", true).help(
                "Between the upper threshold and twice its value the probability rises to 1 instead of jumping to 1.",
            ),
            Param::switch("wait", "Wait", false).help(
                "After a drop or mark the next 1/p packets pass: the gap between drops is 1/p to 2/p packets instead of 1 to 1/p, as in ns-2 and ns-3.",
            ),
            Param::switch("byteMode", "Byte mode", false)
                .help("The probability is proportional to the size of the packet, relative to the mean packet."),
            Param::switch("ecn", "Mark", true)
                .help("Mark packets of ECN-capable flows instead of dropping them."),
        ],
    }
}

#[derive(Clone, Debug)]
pub(super) struct Red {
    pub(super) fifo: Fifo,
    pub(super) limit: u32,
    pub(super) min_th: f64,
    pub(super) max_th: f64,
    pub(super) max_p: f64,
    pub(super) weight: f64,
    pub(super) gentle: bool,
    pub(super) wait: bool,
    pub(super) byte_mode: bool,
    pub(super) ecn: bool,
    pub(super) mean_bytes: u32,
    /// Transmission time of a typical packet, used to decay the average of an idle queue.
    pub(super) typical: Nanos,
    pub(super) avg: f64,
    /// Packets since the last drop or mark; -1 below the lower threshold.
    pub(super) count: i64,
    /// Start of the current idle period.
    pub(super) idle_since: Option<Time>,
    /// Additional state of adaptive RED.
    pub(super) adaptation: Option<Adaptation>,
}

fn make(settings: &Settings<'_>, facts: ChannelFacts) -> Box<dyn Discipline> {
    let min_th = settings.number("minTh");
    Box::new(Red {
        min_th,
        max_th: settings.number("maxTh").max(min_th),
        weight: settings.number("weight"),
        gentle: settings.switch("gentle"),
        wait: settings.switch("wait"),
        byte_mode: settings.switch("byteMode"),
        ..Red::new(settings, facts)
    })
}

impl Red {
    /// Sets what RED and adaptive RED have in common. The thresholds and the weight still have to be set.
    pub(super) fn new(settings: &Settings<'_>, facts: ChannelFacts) -> Red {
        let mean_bytes = settings.number("meanPacketBytes") as u32;
        Red {
            fifo: Fifo::default(),
            limit: buffer_limit(settings),
            min_th: 0.0,
            max_th: 0.0,
            max_p: settings.number("maxP"),
            weight: 0.0,
            gentle: true,
            wait: false,
            byte_mode: false,
            ecn: settings.switch("ecn"),
            mean_bytes,
            typical: facts.transmission_time(mean_bytes),
            avg: 0.0,
            count: -1,
            idle_since: Some(Time::ZERO),
            adaptation: None,
        }
    }

    /// Floyd & Jacobson 1993: an idle queue's average decays as if packets had arrived at an empty queue at the link rate.
    fn average(&mut self, now: Time) {
        match self.idle_since {
            Some(_) => {
                self.age(now);
                self.idle_since = None;
            }
            None => self.avg += self.weight * (f64::from(self.fifo.len()) - self.avg),
        }
    }

    /// Decays the average of an idle queue up to now.
    pub(super) fn age(&mut self, now: Time) {
        if let Some(since) = &mut self.idle_since {
            let missed = now.since(*since).0 as f64 / self.typical.0.max(1) as f64;
            self.avg *= libm::pow(1.0 - self.weight, missed);
            *since = now;
        }
    }

    /// Probability p_b; `None` means a forced drop.
    fn base_probability(&self) -> Option<f64> {
        let ramp = |low: f64, high: f64, avg: f64| {
            if high > low { (avg - low) / (high - low) } else { 1.0 }
        };
        if self.avg < self.max_th {
            Some(self.max_p * ramp(self.min_th, self.max_th, self.avg))
        } else if self.gentle && self.avg < 2.0 * self.max_th {
            Some(self.max_p + (1.0 - self.max_p) * ramp(self.max_th, 2.0 * self.max_th, self.avg))
        } else {
            None
        }
    }

    /// Whether to drop or mark this arrival. Floyd & Jacobson 1993: p_a = p_b/(1 − count·p_b) gives uniform gaps.
    fn drop_early(&mut self, cx: &mut QueueCx<'_>, p_b: f64) -> bool {
        self.count += 1;
        let spread = self.count as f64 * p_b;
        // Remainder of the 1/p_b arrivals within which the next drop occurs.
        let left = if self.wait { 2.0 - spread } else { 1.0 - spread };
        let p_a = match left {
            _ if self.wait && spread < 1.0 => 0.0,
            _ if left > 0.0 => p_b / left,
            _ => 1.0,
        };
        cx.rng.chance(p_a)
    }
}

impl Discipline for Red {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.adapt(cx.now);
        self.average(cx.now);
        let mut verdict = Verdict::Enqueued;
        if self.avg < self.min_th {
            self.count = -1;
        } else if let Some(mut p_b) = self.base_probability() {
            if self.byte_mode {
                p_b *= f64::from(packet.size) / f64::from(self.mean_bytes);
            }
            if self.drop_early(cx, p_b) {
                self.count = 0;
                verdict = if self.ecn && packet.ecn.capable() { Verdict::Marked } else { Verdict::EarlyDrop };
            }
        } else {
            self.count = 0;
            verdict = Verdict::EarlyDrop;
        }
        if verdict != Verdict::EarlyDrop && self.fifo.len() >= self.limit {
            self.count = 0;
            verdict = Verdict::Overflow;
        }
        match verdict {
            Verdict::Enqueued | Verdict::Marked => self.fifo.push(packet),
            Verdict::Overflow | Verdict::EarlyDrop if self.fifo.is_empty() => self.idle_since = Some(cx.now),
            Verdict::Overflow | Verdict::EarlyDrop => {}
        }
        verdict
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        let packet = self.fifo.pop();
        if self.fifo.is_empty() && self.idle_since.is_none() {
            self.idle_since = Some(cx.now);
        }
        packet
    }

    fn store(&self) -> &dyn Store {
        &self.fifo
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn set_facts(&mut self, facts: ChannelFacts) {
        self.typical = facts.transmission_time(self.mean_bytes);
        self.tune(facts);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.avg);
        let below = self.avg < self.min_th;
        show(if below { 0.0 } else { self.base_probability().unwrap_or(1.0) });
        if self.adaptation.is_some() {
            show(self.max_p);
        }
    }
}

/// RED's fluid form by Misra, Gong & Towsley (SIGCOMM 2000). Its state is the average, and the probability at the upper threshold,
/// which adaptive RED adapts.
#[derive(Clone, Copy, Debug)]
pub(super) struct FluidRed {
    /// Thresholds, packets.
    pub(super) min: f64,
    pub(super) max: f64,
    /// Initial probability at the upper threshold.
    pub(super) max_p: f64,
    pub(super) gentle: bool,
    pub(super) wait: bool,
    /// Gain of the average, 1/s: −ln(1 − w)·C.
    pub(super) gain: f64,
    pub(super) adaptive: bool,
    pub(super) ecn: bool,
}

fn fluid(settings: &Settings<'_>, capacity: f64) -> FluidQueue {
    let min = settings.number("minTh");
    FluidQueue::of_packets(settings).with(FluidRed {
        min,
        max: settings.number("maxTh").max(min + 1e-9),
        max_p: settings.number("maxP"),
        gentle: settings.switch("gentle"),
        wait: settings.switch("wait"),
        gain: gain(settings.number("weight"), capacity / settings.number("meanPacketBytes")),
        adaptive: false,
        ecn: settings.switch("ecn"),
    })
}

/// Gain of an average with this weight, 1/s.
pub(super) fn gain(weight: f64, packets_per_s: f64) -> f64 {
    -libm::log1p(-weight.min(0.999_999)) * packets_per_s
}

impl FluidAqm for FluidRed {
    fn start(&self) -> [f64; NUMBERS] {
        [0.0, self.max_p]
    }

    fn drop_fraction(&self, state: &[f64], _: &ObservedQueue) -> f64 {
        let (x, max_p) = (state[0], state[1]);
        let p = if x <= self.min {
            0.0
        } else if x < self.max {
            max_p * (x - self.min) / (self.max - self.min)
        } else if self.gentle && x < 2.0 * self.max {
            max_p + (1.0 - max_p) * (x - self.max) / self.max
        } else {
            1.0
        };
        // Gaps are uniform between 1 and 1/p, or 1/p and 2/p: their mean is (1 + 1/p)/2, or 1.5/p.
        if self.wait { (2.0 * p / 3.0).min(1.0) } else { 2.0 * p / (1.0 + p) }
    }

    fn marks(&self, _: &[f64]) -> bool {
        self.ecn
    }

    fn slopes(&self, state: &[f64], observed: &ObservedQueue) -> [f64; NUMBERS] {
        [self.gain * (observed.packets - state[0]), self.adaptation(state)]
    }

    fn project(&self, state: &mut [f64]) {
        state[0] = state[0].max(0.0);
    }

    fn grain(&self) -> f64 {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;
    use serde_json::json;

    /// RED at a channel that sends one packet per millisecond, with a bench.
    fn red() -> (Red, Bench) {
        let params = row().params;
        let given = Default::default();
        let facts = ChannelFacts { rate: crate::units::Rate::from_mbps(12.0) };
        let red = Red {
            min_th: 5.0,
            max_th: 15.0,
            weight: 0.002,
            idle_since: None,
            ..Red::new(&Settings::new(&params, &given), facts)
        };
        (red, Bench::new("red", json!({})))
    }

    /// Gaps between drops at a constant probability.
    fn gaps(mut red: Red, mut bench: Bench, p_b: f64) -> Vec<u32> {
        red.count = 0;
        let mut gaps = Vec::new();
        let mut gap = 0;
        while gaps.len() < 20_000 {
            gap += 1;
            if bench.with_cx(|cx| red.drop_early(cx, p_b)) {
                red.count = 0;
                gaps.push(gap);
                gap = 0;
            }
        }
        gaps
    }

    fn mean(gaps: &[u32]) -> f64 {
        f64::from(gaps.iter().sum::<u32>()) / gaps.len() as f64
    }

    #[test]
    fn gaps_between_drops_are_uniform() {
        // Floyd & Jacobson 1993, on calculating the packet-marking probability: with constant p_b the gap is uniform. Their algorithm counts the arrival before
        // it computes p_a, so the last gap is 1/p_b − 1 and the mean 1/(2 p_b).
        let (red, bench) = red();
        let gaps = gaps(red, bench, 0.05);
        assert!((mean(&gaps) - 10.0).abs() < 0.15, "{}", mean(&gaps));
        assert_eq!((gaps.iter().min(), gaps.iter().max()), (Some(&1), Some(&19)));
        let low = gaps.iter().filter(|&&g| g <= 9).count() as f64 / gaps.len() as f64;
        assert!((low - 9.0 / 19.0).abs() < 0.02, "{low}");
    }

    #[test]
    fn with_wait_gaps_are_uniform_above_their_minimum() {
        // ns-2 and ns-3, "wait": no drop before 1/p_b arrivals, then uniform up to 2/p_b. The arrival is counted first here, too, so
        // gaps are 20 … 39 and their mean is 1.5/p_b − 1/2.
        let (mut red, bench) = red();
        red.wait = true;
        let gaps = gaps(red, bench, 0.05);
        assert!((mean(&gaps) - 29.5).abs() < 0.15, "{}", mean(&gaps));
        assert_eq!((gaps.iter().min(), gaps.iter().max()), (Some(&20), Some(&39)));
        // Twenty equal classes: chi-squared with 19 degrees of freedom exceeds 43.8 once in a thousand samples.
        let chi: f64 = (20..40)
            .map(|g| gaps.iter().filter(|&&x| x == g).count() as f64 - 1000.0)
            .map(|d| d * d / 1000.0)
            .sum();
        assert!(chi < 43.8, "{chi}");
    }

    #[test]
    fn in_byte_mode_the_drop_probability_is_proportional_to_the_size() {
        // Floyd & Jacobson 1993: p_b ← p_b·size/mean. A constant average of ten packets gives p_b = 0.05 for the mean packet. With
        // uniform gaps one packet in 1/(2 p_b) is dropped: one in 10, and one in 100 for a packet of a tenth of the size.
        let share = |size: u32| {
            let (red, mut bench) = red();
            let mut red = Red { byte_mode: true, weight: 0.0, avg: 10.0, ..red };
            let offers = 200_000;
            let mut drops = 0;
            for id in 0..offers {
                let packet = QueuedPacket { id, size, ..Default::default() };
                let verdict = bench.with_cx(|cx| {
                    let verdict = red.enqueue(cx, packet);
                    red.fifo.pop();
                    verdict
                });
                drops += u32::from(verdict == Verdict::EarlyDrop);
                red.idle_since = None;
            }
            f64::from(drops) / f64::from(offers)
        };
        let (full, small) = (share(1500), share(150));
        assert!((full * 10.0 - 1.0).abs() < 0.02, "{full}");
        assert!((small * 100.0 - 1.0).abs() < 0.05, "{small}");
    }

    #[test]
    fn the_average_responds_to_a_step_as_an_ewma() {
        // Floyd & Jacobson 1993: 1 − (1 − w)ⁿ after n arrivals.
        let (mut red, _) = red();
        for id in 0..100 {
            red.fifo.push(QueuedPacket { id, size: 1500, ..Default::default() });
        }
        for _ in 0..700 {
            red.average(Time::ZERO);
        }
        let expected = 100.0 * (1.0 - libm::pow(1.0 - 0.002, 700.0));
        assert!((red.avg - expected).abs() < 1e-9, "{} {expected}", red.avg);
    }

    #[test]
    fn gentle_curve_is_continuous_and_ends_at_one() {
        let (mut red, _) = red();
        for (avg, expected) in
            [(5.0, 0.0), (10.0, 0.05), (15.0 - 1e-9, 0.1), (15.0, 0.1), (22.5, 0.55), (30.0 - 1e-9, 1.0)]
        {
            red.avg = avg;
            let p = red.base_probability().unwrap();
            assert!((p - expected).abs() < 1e-6, "{avg}: {p}");
        }
        red.avg = 30.0;
        assert_eq!(red.base_probability(), None);
    }

    #[test]
    fn the_fluid_drop_fraction_matches_the_mean_gap() {
        let given = serde_json::from_value(json!({"minTh": 10, "maxTh": 30, "maxP": 0.1})).unwrap();
        let red = fluid(&Settings::new(&row().params, &given), 1e6).aqm.unwrap();
        let observed = ObservedQueue { packets: 0.0, delay_s: 0.0, trend: 0.0 };
        // 0, half of max_p, max_p, half-way from max_p to 1, 1.
        for (x, p) in [(10.0, 0.0), (20.0, 0.05), (30.0, 0.1), (45.0, 0.55), (60.0, 1.0)] {
            let fraction = red.drop_fraction(&[x, 0.1], &observed);
            assert!((fraction - 2.0 * p / (1.0 + p)).abs() < 1e-12, "{x}: {fraction}");
        }
    }

    #[test]
    fn idle_time_decays_the_average() {
        let (mut red, _) = red();
        red.avg = 10.0;
        red.idle_since = Some(Time::ZERO);
        red.average(Time(500_000_000));
        assert!((red.avg - 10.0 * libm::pow(0.998, 500.0)).abs() < 1e-9);
    }
}
