//! Random Early Detection: Floyd & Jacobson, "Random Early Detection Gateways for Congestion Avoidance", 1993;
//! gentle form 2000; marking by RFC 3168.

use super::droptail::Fifo;
use super::{ChannelFacts, Discipline, QueueCx, Registered, Verdict, Waiting};
use crate::catalogue::{Param, Row, Settings};
use crate::packet_sim::packet::PacketId;
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered = Registered { row, make };

fn row() -> Row {
    Row {
        id: "red",
        name: "RED",
        summary: "Drops or marks early, with a probability that grows with the average queue.",
        source: "Floyd & Jacobson, Random Early Detection",
        year: 1993,
        params: vec![
            Param::number("limitPackets", "B", "Buffer", "packets")
                .range(1.0, 1_000_000.0, 100.0)
                .integer()
                .log()
                .help("Packets that can wait; beyond it every packet is dropped."),
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
                .help("Dropping probability at the upper threshold."),
            Param::number("weight", "w", "Averaging weight", "")
                .range(0.00001, 1.0, 0.002)
                .log()
                .help("Weight of a new queue length in the average."),
            Param::number("meanPacketBytes", "", "Mean packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("Packet size that ages the average while the queue is idle."),
            Param::switch("gentle", "Gentle", true).help(
                "From the upper threshold to twice it, the probability rises to 1 instead of jumping there.",
            ),
            Param::switch("ecn", "Mark", true)
                .help("Mark packets of ECN-capable flows instead of dropping them."),
        ],
    }
}

#[derive(Clone, Debug)]
struct Red {
    fifo: Fifo,
    limit: u32,
    min_th: f64,
    max_th: f64,
    max_p: f64,
    weight: f64,
    gentle: bool,
    ecn: bool,
    mean_bytes: u32,
    /// Transmission time of a typical packet, by which an idle queue ages.
    typical: Nanos,
    avg: f64,
    /// Packets since the last drop or mark; -1 below the lower threshold.
    count: i64,
    /// Since when the queue has been empty.
    idle_since: Option<Time>,
}

fn make(settings: &Settings<'_>, facts: ChannelFacts) -> Box<dyn Discipline> {
    let min_th = settings.number("minTh");
    Box::new(Red {
        fifo: Fifo::default(),
        limit: settings.number("limitPackets") as u32,
        min_th,
        max_th: settings.number("maxTh").max(min_th),
        max_p: settings.number("maxP"),
        weight: settings.number("weight"),
        gentle: settings.switch("gentle"),
        ecn: settings.switch("ecn"),
        mean_bytes: settings.number("meanPacketBytes") as u32,
        typical: facts.service_time(settings.number("meanPacketBytes") as u32),
        avg: 0.0,
        count: -1,
        idle_since: Some(Time::ZERO),
    })
}

impl Red {
    /// Floyd & Jacobson 1993, section 4: the average ages by one empty packet for each that could have been sent.
    fn average(&mut self, now: Time) {
        match self.idle_since.take() {
            Some(since) => {
                let missed = now.since(since).0 as f64 / self.typical.0.max(1) as f64;
                self.avg *= libm::pow(1.0 - self.weight, missed);
            }
            None => self.avg += self.weight * (f64::from(self.fifo.len()) - self.avg),
        }
    }

    /// Probability before spreading; nothing means a forced drop.
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

    /// Whether this arrival is hit. Floyd & Jacobson 1993, section 8: p_a = p_b/(1 − count·p_b) spaces hits uniformly.
    fn hit(&mut self, cx: &mut QueueCx<'_>, p_b: f64) -> bool {
        self.count += 1;
        let left = 1.0 - self.count as f64 * p_b;
        let p_a = if left > 0.0 { (p_b / left).min(1.0) } else { 1.0 };
        cx.rng.chance(p_a)
    }
}

impl Discipline for Red {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: Waiting) -> Verdict {
        self.average(cx.now);
        let mut verdict = Verdict::Enqueued;
        if self.avg < self.min_th {
            self.count = -1;
        } else if let Some(p_b) = self.base_probability() {
            if self.hit(cx, p_b) {
                self.count = 0;
                verdict = if self.ecn && packet.ect { Verdict::Marked } else { Verdict::EarlyDrop };
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
            Verdict::Overflow | Verdict::EarlyDrop if self.fifo.len() == 0 => self.idle_since = Some(cx.now),
            Verdict::Overflow | Verdict::EarlyDrop => {}
        }
        verdict
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<Waiting> {
        let packet = self.fifo.pop();
        if self.fifo.len() == 0 && self.idle_since.is_none() {
            self.idle_since = Some(cx.now);
        }
        packet
    }

    fn len(&self) -> u32 {
        self.fifo.len()
    }

    fn bytes(&self) -> u64 {
        self.fifo.bytes()
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn set_facts(&mut self, facts: ChannelFacts) {
        self.typical = facts.service_time(self.mean_bytes);
    }

    fn for_each(&self, show: &mut dyn FnMut(PacketId)) {
        self.fifo.for_each(show);
    }

    fn clone_box(&self) -> Box<dyn Discipline> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet_sim::random::Rng;

    fn red() -> Red {
        Red {
            fifo: Fifo::default(),
            limit: 1000,
            min_th: 5.0,
            max_th: 15.0,
            max_p: 0.1,
            weight: 0.002,
            gentle: true,
            ecn: true,
            mean_bytes: 1500,
            typical: Nanos(1_000_000),
            avg: 0.0,
            count: -1,
            idle_since: None,
        }
    }

    #[test]
    fn gaps_between_drops_are_uniform() {
        // Floyd & Jacobson 1993, section 8: with constant p_b the gap is uniform. Their algorithm counts the arrival before
        // it computes p_a, so the last gap is 1/p_b − 1 and the mean 1/(2 p_b).
        let (mut red, mut rng) = (red(), Rng::new(1, "q", "red"));
        red.count = 0;
        let mut cx = QueueCx { now: Time::ZERO, rng: &mut rng };
        let mut gaps = Vec::new();
        let mut gap = 0;
        while gaps.len() < 20_000 {
            gap += 1;
            if red.hit(&mut cx, 0.05) {
                red.count = 0;
                gaps.push(gap);
                gap = 0;
            }
        }
        let mean = gaps.iter().sum::<u32>() as f64 / gaps.len() as f64;
        assert!((mean - 10.0).abs() < 0.15, "{mean}");
        assert_eq!((gaps.iter().min(), gaps.iter().max()), (Some(&1), Some(&19)));
        let low = gaps.iter().filter(|&&g| g <= 9).count() as f64 / gaps.len() as f64;
        assert!((low - 9.0 / 19.0).abs() < 0.02, "{low}");
    }

    #[test]
    fn average_answers_a_step_as_an_ewma() {
        // Reference section 11.3: 1 − (1 − w)ⁿ.
        let mut red = red();
        for id in 0..100 {
            red.fifo.push(Waiting { id, size: 1500, ect: false });
        }
        for _ in 0..700 {
            red.average(Time::ZERO);
        }
        let expected = 100.0 * (1.0 - libm::pow(1.0 - 0.002, 700.0));
        assert!((red.avg - expected).abs() < 1e-9, "{} {expected}", red.avg);
    }

    #[test]
    fn gentle_curve_is_continuous_and_ends_at_one() {
        let mut red = red();
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
    fn idle_time_ages_the_average() {
        let mut red = red();
        red.avg = 10.0;
        red.idle_since = Some(Time::ZERO);
        red.average(Time(500_000_000));
        assert!((red.avg - 10.0 * libm::pow(0.998, 500.0)).abs() < 1e-9);
    }
}
