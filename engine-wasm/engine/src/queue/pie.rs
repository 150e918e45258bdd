//! PIE: RFC 8033. The control law of one queue is shared with FQ-PIE.

mod fluid;

use super::fifo::Fifo;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{EarlyRule, Param, Row, Settings, Variable};
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered = Registered {
    row,
    variables: VARIABLES,
    fluid: Some(fluid::fluid),
    early: Some(EARLY),
    classes: &[],
    make,
};

const VARIABLES: &[Variable] = &[
    Variable::new("p", "p", "drop probability", ""),
    Variable::new("qdelay", "qdelay", "estimated queueing delay", "ms"),
    Variable::new("burst", "burst", "burst allowance", "ms"),
];

/// Shared with FQ-PIE.
pub(super) const EARLY: EarlyRule = EarlyRule::new(
    "At each update, p changes in proportion to the distance of the queueing delay from the target and to the change of the delay since the last update. Arriving packets are dropped or marked with this probability, except during the burst allowance and while the queue is short.",
    "p ← p + α·(qdelay − QDELAY_REF) + β·(qdelay − qdelay_old)",
);

fn row() -> Row {
    Row {
        id: "pie".into(),
        name: "PIE".into(),
        summary: "Drops at random, with a probability that a PI controller adapts to keep the queueing delay at the target.".into(),
        source: "RFC 8033".into(),
        year: 2013,
        params: [
            vec![
                buffer(1000.0)
                    .help("Packets the buffer can hold; when it is full, arriving packets are dropped."),
            ],
            params(),
        ]
        .concat(),
    }
}

/// Parameters of the control law.
pub(super) fn params() -> Vec<Param> {
    vec![
            Param::number("targetMs", "QDELAY_REF", "Target", "ms")
                .range(0.1, 10_000.0, 15.0)
                .log()
                .help("Target queueing delay."),
            Param::number("updateMs", "T_UPDATE", "Update interval", "ms")
                .range(1.0, 10_000.0, 15.0)
                .log()
                .help("Time between updates of the probability."),
            Param::number("alpha", "α", "Integral gain", "1/s")
                .range(0.0, 100.0, 0.125)
                .help("Change of the probability per second of deviation from the target delay."),
            Param::number("beta", "β", "Proportional gain", "1/s")
                .range(0.0, 100.0, 1.25)
                .help("Change of the probability per second of delay growth since the last update."),
            Param::number("maxBurstMs", "MAX_BURST", "Burst allowance", "ms")
                .range(0.0, 100_000.0, 150.0)
                .help("Nothing is dropped for this long after an uncongested period."),
            Param::number("meanPacketBytes", "", "Mean packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("Nothing is dropped while the backlog is at most two packets of this size."),
            Param::switch("derandomize", "De-randomise", false)
                .help("Avoid drops in quick succession and long gaps between drops (section 5.4)."),
            Param::switch("ecn", "Mark", true)
                .help("Mark packets of ECN-capable flows instead of dropping them, while the probability is below 10 %."),
    ]
}

/// Above this probability ECN-capable packets are dropped like others (RFC 8033, section 5.1).
const MARK_BELOW: f64 = 0.1;

#[derive(Clone, Debug)]
pub(super) struct Pie {
    fifo: Fifo,
    limit: u32,
    target: Nanos,
    update: Nanos,
    alpha: f64,
    beta: f64,
    max_burst: Nanos,
    /// Two mean packets, bytes.
    min_bytes: u64,
    derandomize: bool,
    ecn: bool,
    /// Drop probability.
    p: f64,
    /// Sum of the probabilities since the last drop.
    accumulated: f64,
    /// Sojourn time of the last departing packet; zero once the queue is empty.
    qdelay: Nanos,
    qdelay_old: Nanos,
    burst: Nanos,
    /// Time of the next update, a multiple of the period.
    next: Time,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(pie(settings))
}

pub(super) fn pie(settings: &Settings<'_>) -> Pie {
    let millis = |id| Nanos::from_millis(settings.number(id));
    Pie {
        fifo: Fifo::default(),
        limit: buffer_limit(settings),
        target: millis("targetMs"),
        update: millis("updateMs"),
        alpha: settings.number("alpha"),
        beta: settings.number("beta"),
        max_burst: millis("maxBurstMs"),
        min_bytes: 2 * settings.number("meanPacketBytes") as u64,
        derandomize: settings.switch("derandomize"),
        ecn: settings.switch("ecn"),
        p: 0.0,
        accumulated: 0.0,
        qdelay: Nanos::ZERO,
        qdelay_old: Nanos::ZERO,
        burst: millis("maxBurstMs"),
        next: Time::ZERO + millis("updateMs"),
    }
}

/// RFC 8033, section 4.2: small probabilities change in small steps.
fn scale(p: f64) -> f64 {
    match p {
        _ if p < 0.000_001 => 1.0 / 2048.0,
        _ if p < 0.000_01 => 1.0 / 512.0,
        _ if p < 0.000_1 => 1.0 / 128.0,
        _ if p < 0.001 => 1.0 / 32.0,
        _ if p < 0.01 => 1.0 / 8.0,
        _ if p < 0.1 => 1.0 / 2.0,
        _ => 1.0,
    }
}

impl Pie {
    /// Makes the updates due up to now. Between two updates only packets change their input, and this is called first for every
    /// packet, so late updates give the same result.
    pub(super) fn catch_up(&mut self, now: Time) {
        while self.next <= now {
            let before = (self.p, self.qdelay_old, self.burst);
            self.update();
            self.next += self.update;
            if before == (self.p, self.qdelay_old, self.burst) && self.next <= now {
                // Steady state: nothing changes until a packet arrives.
                let missed = now.since(self.next).0 / self.update.0 + 1;
                self.next += Nanos(missed * self.update.0);
            }
        }
    }

    /// RFC 8033, sections 4.2 and 4.4; section 5.5 caps steps at 2 %.
    fn update(&mut self) {
        let (now, old) = (self.qdelay.as_secs(), self.qdelay_old.as_secs());
        let step = self.alpha * (now - self.target.as_secs()) + self.beta * (now - old);
        let mut step = step * scale(self.p);
        if self.p >= 0.1 && step > 0.02 {
            step = 0.02;
        }
        self.p += step;
        if self.qdelay == Nanos::ZERO && self.qdelay_old == Nanos::ZERO {
            self.p *= 0.98;
        }
        self.p = self.p.clamp(0.0, 1.0);
        self.burst = self.burst - self.update;
        if self.p == 0.0 && self.is_low(self.qdelay) && self.is_low(self.qdelay_old) {
            self.burst = self.max_burst;
        }
        self.qdelay_old = self.qdelay;
    }

    fn is_low(&self, qdelay: Nanos) -> bool {
        2 * qdelay.0 < self.target.0
    }

    /// Whether to drop or mark the arriving packet. RFC 8033, sections 4.1 and 5.4.
    fn drop_early(&mut self, cx: &mut QueueCx<'_>, waiting_bytes: u64) -> bool {
        if self.burst > Nanos::ZERO
            || self.is_low(self.qdelay_old) && self.p < 0.2
            || waiting_bytes <= self.min_bytes
        {
            return false;
        }
        if self.derandomize {
            self.accumulated = if self.p == 0.0 { 0.0 } else { self.accumulated + self.p };
            if self.accumulated < 0.85 {
                return false;
            }
            if self.accumulated >= 8.5 {
                return true;
            }
        }
        cx.rng.chance(self.p)
    }

    /// Decides on a packet that arrives at a queue with this backlog, or at a full one.
    pub(super) fn admit(
        &mut self,
        cx: &mut QueueCx<'_>,
        packet: &QueuedPacket,
        waiting_bytes: u64,
        is_full: bool,
    ) -> Verdict {
        self.catch_up(cx.now);
        let mut verdict = Verdict::Enqueued;
        if is_full {
            verdict = Verdict::Overflow;
        } else if self.drop_early(cx, waiting_bytes) {
            verdict = if self.ecn && packet.ecn.capable() && self.p < MARK_BELOW {
                Verdict::Marked
            } else {
                Verdict::EarlyDrop
            };
        }
        if verdict != Verdict::Enqueued {
            self.accumulated = 0.0;
        }
        verdict
    }

    /// A packet may have left the queue, which may now be empty.
    pub(super) fn on_departure(&mut self, now: Time, packet: Option<&QueuedPacket>, leaves_none: bool) {
        self.qdelay = match packet {
            Some(packet) if !leaves_none => now.since(packet.queued_at),
            _ => Nanos::ZERO,
        };
    }
}

impl Discipline for Pie {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        let verdict = self.admit(cx, &packet, self.fifo.bytes(), self.fifo.len() >= self.limit);
        if matches!(verdict, Verdict::Enqueued | Verdict::Marked) {
            self.fifo.push(packet);
        }
        verdict
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.catch_up(cx.now);
        let packet = self.fifo.pop();
        self.on_departure(cx.now, packet.as_ref(), self.fifo.is_empty());
        packet
    }

    /// An empty queue drops nothing, and its sojourn time is already zero.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.fifo
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.p);
        show(self.qdelay.as_millis());
        show(self.burst.as_millis());
    }
}

#[cfg(test)]
mod tests {
    use super::super::fluid::ObservedQueue;
    use super::super::testing::Bench;
    use super::fluid::fluid;
    use super::*;
    use crate::core::packet::Ecn;
    use serde_json::json;

    fn state(params: serde_json::Value) -> Pie {
        let given = serde_json::from_value(params).unwrap();
        pie(&Settings::new(&row().params, &given))
    }

    /// Offers twice the rate of departures, which is one packet per millisecond. Returns the times of drops and marks, in ms.
    fn overload(bench: &mut Bench, ms: u32) -> Vec<u32> {
        let mut drops = vec![];
        for at in 0..ms {
            for _ in 0..2 {
                let verdict = bench.offer(0, 1500);
                drops.extend((verdict == Verdict::EarlyDrop || verdict == Verdict::Marked).then_some(at));
            }
            bench.take();
            bench.wait(1_000_000);
        }
        drops
    }

    #[test]
    fn small_probabilities_change_in_small_steps() {
        // RFC 8033, section 4.2, the table of divisors: a constant sojourn time 100 ms above target changes p by α·0.1.
        let table = [
            (0.0, 2048.0),
            (0.000_000_9, 2048.0),
            (0.000_001, 512.0),
            (0.000_01, 128.0),
            (0.000_1, 32.0),
            (0.001, 8.0),
            (0.01, 2.0),
            (0.099, 2.0),
            (0.1, 1.0),
            (0.9, 1.0),
        ];
        for (p, divisor) in table {
            let delay = Nanos::from_millis(115.0);
            let mut pie = Pie { p, qdelay: delay, qdelay_old: delay, ..state(json!({})) };
            pie.update();
            assert!((pie.p - p - 0.0125 / divisor).abs() < 1e-12, "{p}: {}", pie.p - p);
        }
        // β for a sojourn time that has grown by 10 ms to the target; and the cap of 2 % (section 5.5).
        let (target, less) = (Nanos::from_millis(15.0), Nanos::from_millis(5.0));
        let mut pie = Pie { p: 0.2, qdelay: target, qdelay_old: less, ..state(json!({})) };
        pie.update();
        assert!((pie.p - 0.2125).abs() < 1e-12);
        let mut pie = Pie { p: 0.2, qdelay: Nanos::from_millis(500.0), ..state(json!({})) };
        pie.update();
        assert!((pie.p - 0.22).abs() < 1e-12);
        // It decays while the queue is empty: 0.98·(p − α·0.015).
        let mut pie = Pie { p: 0.2, ..state(json!({})) };
        pie.update();
        assert!((pie.p - 0.98 * (0.2 - 0.125 * 0.015)).abs() < 1e-12);
    }

    #[test]
    fn a_burst_passes_and_the_allowance_is_restored_after_a_quiet_period() {
        // RFC 8033, section 4.4: nothing is dropped for 150 ms; the allowance is restored when p and both samples are low.
        let mut bench = Bench::new("pie", json!({"limitPackets": 100_000}));
        let drops = overload(&mut bench, 1000);
        assert!(drops[0] >= 150, "{}", drops[0]);
        // Ten updates of 15 ms use it up; p has grown meanwhile, and the delay is far above target.
        assert!(drops.len() > 20 && bench.variables()[2] == 0.0, "{drops:?}");
        while bench.take().is_some() {}
        bench.wait(60_000_000_000);
        bench.offer(0, 1500);
        assert_eq!((bench.variables()[0], bench.variables()[2]), (0.0, 150.0));
        let again = overload(&mut bench, 400);
        assert!(again.first().is_none_or(|&first| first >= 135), "{again:?}");
    }

    #[test]
    fn nothing_is_dropped_below_half_the_target() {
        // RFC 8033, section 4.1: qdelay_old < target/2 and p < 20 %; a queue of two packets drops nothing, whatever p.
        let mut bench = Bench::new("pie", json!({}));
        let sample = |qdelay_ms, p, waiting| {
            let qdelay_old = Nanos::from_millis(qdelay_ms);
            let mut pie = Pie { p, qdelay_old, burst: Nanos::ZERO, ..state(json!({})) };
            for id in 0..waiting {
                pie.fifo.push(QueuedPacket { id, size: 1500, ..Default::default() });
            }
            let drops =
                (0..20_000).filter(|_| bench.with_cx(|cx| pie.drop_early(cx, pie.fifo.bytes()))).count();
            drops as f64 / 20_000.0
        };
        let mut sample = sample;
        assert_eq!(sample(7.49, 0.19, 10), 0.0);
        assert_eq!(sample(30.0, 0.9, 2), 0.0);
        for (qdelay_ms, p, waiting) in [(7.49, 0.2, 10), (7.5, 0.1, 10), (30.0, 0.5, 3)] {
            // Four standard deviations of a binomial count.
            let bound = 4.0 * (p * (1.0 - p) / 20_000.0_f64).sqrt();
            let share = sample(qdelay_ms, p, waiting);
            assert!((share - p).abs() < bound, "{share} for {p}");
        }
    }

    #[test]
    fn derandomised_drops_are_spread_evenly() {
        // RFC 8033, section 5.4: no drop before the probabilities add up to 0.85, and one at 8.5.
        let mut bench = Bench::new("pie", json!({}));
        let delay = Nanos::from_millis(20.0);
        let mut pie =
            Pie { p: 0.01, qdelay_old: delay, burst: Nanos::ZERO, ..state(json!({"derandomize": true})) };
        for id in 0..10 {
            pie.fifo.push(QueuedPacket { id, size: 1500, ..Default::default() });
        }
        let (mut gap, mut gaps) = (0, vec![]);
        while gaps.len() < 2000 {
            gap += 1;
            if bench.with_cx(|cx| pie.drop_early(cx, pie.fifo.bytes())) {
                pie.accumulated = 0.0;
                gaps.push(gap);
                gap = 0;
            }
        }
        let (least, most) = (gaps.iter().min().unwrap(), gaps.iter().max().unwrap());
        assert!((85..=87).contains(least) && *most <= 851, "{least} {most}");
        // 85 packets pass, then each is dropped with 1 %: 85 + 99 on average, within four standard errors of 100/√2000.
        let mean = f64::from(gaps.iter().sum::<i32>()) / 2000.0;
        assert!((mean - 184.5).abs() < 9.0, "{mean}");
    }

    #[test]
    fn packets_are_dropped_instead_of_marked_above_ten_percent() {
        // RFC 8033, section 5.1.
        for (p, expected) in [(0.099, Verdict::Marked), (0.1, Verdict::EarlyDrop)] {
            let mut bench = Bench::new("pie", json!({}));
            let delay = Nanos::from_millis(20.0);
            let mut pie = Pie { p, qdelay_old: delay, burst: Nanos::ZERO, ..state(json!({})) };
            let mut seen = vec![];
            for id in 0..200 {
                let packet = QueuedPacket { id, size: 1500, ecn: Ecn::Ect0, ..Default::default() };
                seen.push(bench.with_cx(|cx| pie.enqueue(cx, packet)));
            }
            seen.retain(|v| *v != Verdict::Enqueued);
            assert!(!seen.is_empty() && seen.iter().all(|v| *v == expected), "{seen:?}");
        }
    }

    #[test]
    fn the_fluid_form_is_steady_at_its_target() {
        let given = Default::default();
        let pie = fluid(&Settings::new(&row().params, &given), 1e6).aqm.unwrap();
        let at =
            |delay_s, trend| pie.slopes(&[0.05, 0.0], &ObservedQueue { packets: 10.0, delay_s, trend })[0];
        assert!(at(0.015, 0.0).abs() < 1e-15);
        // α·5 ms per period of 15 ms, halved below p = 0.1.
        assert!((at(0.020, 0.0) - 0.125 * 0.005 / 2.0 / 0.015).abs() < 1e-12);
        assert!((at(0.015, 0.1) - 1.25 * 0.1 / 2.0).abs() < 1e-12);
    }

    #[test]
    fn late_updates_give_the_same_result() {
        // One queue updates at every period, the other only on arrivals and departures. They are identical, bit for bit, also after
        // pauses in which the state becomes steady.
        let (mut late, mut timed) = (state(json!({})), state(json!({})));
        let mut benches = [(); 2].map(|()| Bench::new("pie", json!({})));
        let (mut now, mut tick, mut grown) = (0, 0, 0.0);
        let update = 15_000_000;
        for id in 0..60_000 {
            let busy = id % 6000 < 5999;
            now += if busy { 613_000 } else { 7_300_000_000 + u64::from(id) * 1000 };
            while tick + update <= now {
                tick += update;
                timed.catch_up(Time(tick));
            }
            let packet = QueuedPacket { id, size: 1500, queued_at: Time(now), ..Default::default() };
            for (pie, bench) in [&mut late, &mut timed].into_iter().zip(&mut benches) {
                bench.now = Time(now);
                bench.with_cx(|cx| {
                    pie.enqueue(cx, packet);
                    let sent = if !busy { u32::MAX } else { u32::from(id % 3 > 0) };
                    for _ in 0..sent {
                        if pie.dequeue(cx).is_none() {
                            break;
                        }
                    }
                });
            }
            let state = |pie: &Pie| (pie.p.to_bits(), pie.qdelay_old, pie.burst, pie.next, pie.fifo.len());
            assert_eq!(state(&late), state(&timed));
            grown = late.p.max(grown);
        }
        assert!(grown > 0.05, "{grown}");
    }
}
