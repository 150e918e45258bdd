//! COBALT: CoDel with a count that decreases gradually, and BLUE against unresponsive flows.
//! Høiland-Jørgensen, Täht & Morton, "Piece of CAKE", 2018; Linux's sch_cake. CAKE uses the same state per
//! sub-queue.

use std::borrow::Cow;

use super::fifo::Fifo;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{EarlyRule, Param, Row, Settings, Text, Variable};
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(EARLY), classes: &[], make };

const VARIABLES: &[Variable] = &[
    Variable::new("count", "count", "signals in a row", "packets"),
    Variable::state("dropping", "state", STATES),
    Variable::new("blue", "P", "probability of a BLUE drop", ""),
];

/// Shared with CAKE.
pub(super) const EARLY: EarlyRule = EarlyRule::new(
    "As in CoDel, packets are dropped or marked as they leave, ever more often, once their sojourn time has been above the target for an interval. In addition, BLUE drops at random with a probability that grows when the buffer overflows.",
    "sojourn time > TARGET: next ← next + INTERVAL/√count",
);

/// Names of the values of the variable `dropping`.
const STATES: &[Text] = &[Cow::Borrowed("Not dropping"), Cow::Borrowed("Ready to drop")];

fn row() -> Row {
    Row {
        id: "cobalt".into(),
        name: "COBALT".into(),
        summary: "CoDel whose drop count decays step by step, plus BLUE, which drops at random if the buffer still overflows."
            .into(),
        source: "Høiland-Jørgensen, Täht & Morton, Piece of CAKE".into(),
        year: 2018,
        params: vec![
            buffer(1000.0).help("Packets that can wait; beyond it the arriving packet is dropped."),
            Param::number("targetMs", "TARGET", "Target", "ms")
                .range(0.01, 10_000.0, 5.0)
                .log()
                .help("Acceptable sojourn time; on slow links at least the transmission time of four full packets."),
            Param::number("intervalMs", "INTERVAL", "Interval", "ms")
                .range(0.1, 100_000.0, 100.0)
                .log()
                .help("Time from the first packet above the target to the first signal: about the largest expected RTT."),
            Param::number("mtuBytes", "MTU", "Full packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("Size of a full packet, whose transmission time bounds the target."),
            Param::switch("ecn", "Mark", true)
                .help("Mark packets of ECN-capable flows instead of dropping them; BLUE drops them in any case."),
        ],
    }
}

/// BLUE's increment at an overflow, and decrement while the queue is empty: 1/256 and 1/4096 of 2³².
const BLUE_UP: u32 = 1 << 24;
const BLUE_DOWN: u32 = 1 << 20;

/// Parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct CobaltLaw {
    pub(super) target: Nanos,
    pub(super) interval: Nanos,
    /// Transmission time of a full packet.
    pub(super) mtu_time: Nanos,
    pub(super) ecn: bool,
}

impl CobaltLaw {
    /// Time to the next signal, which shrinks with the square root of the count; a count of zero is treated
    /// as one.
    fn spacing(&self, count: u32) -> Nanos {
        self.interval.scale(1.0 / libm::sqrt(f64::from(count.max(1))))
    }
}

/// State of one queue, with the names of sch_cake.
#[derive(Clone, Debug, Default)]
pub(super) struct Cobalt {
    count: u32,
    dropping: bool,
    drop_next: Time,
    /// Probability of a BLUE drop, in units of 2⁻³².
    blue: u32,
    blue_changed: Time,
    /// Since when the queue has been empty.
    empty_since: Option<Time>,
}

impl Cobalt {
    /// Whether it is in its initial state.
    fn rests(&self) -> bool {
        self.count == 0 && self.blue == 0
    }

    /// A packet was dropped because the queue is full: BLUE's probability increases, at most once per target
    /// time, and the next signal is due.
    pub(super) fn on_overflow(&mut self, law: &CobaltLaw, now: Time) {
        if now.since(self.blue_changed) > law.target {
            self.blue = self.blue.saturating_add(BLUE_UP);
            self.blue_changed = now;
        }
        self.dropping = true;
        self.drop_next = now;
        self.count = self.count.max(1);
    }

    /// The last packet has left.
    pub(super) fn on_empty(&mut self, now: Time) {
        self.dropping = false;
        self.empty_since.get_or_insert(now);
    }

    /// A packet arrives. If the queue was empty, this catches up on what checking the empty queue once per
    /// target time would have changed.
    pub(super) fn on_arrival(&mut self, law: &CobaltLaw, now: Time) {
        let Some(mut at) = self.empty_since.take() else { return };
        while !self.rests() && at <= now {
            if self.blue == 0 && at < self.drop_next {
                // Nothing changes before then.
                at = self.drop_next;
                continue;
            }
            self.look_at_empty(law, at);
            at += law.target;
        }
    }

    fn look_at_empty(&mut self, law: &CobaltLaw, now: Time) {
        if self.blue > 0 && now.since(self.blue_changed) >= law.target {
            self.blue = self.blue.saturating_sub(BLUE_DOWN);
            self.blue_changed = now;
        }
        if self.count > 0 && now >= self.drop_next {
            self.step_back(law);
        }
    }

    fn step_back(&mut self, law: &CobaltLaw) {
        self.count -= 1;
        self.drop_next += law.spacing(self.count);
    }

    /// Decides on a departing packet: sent, marked or dropped.
    fn judge(&mut self, law: &CobaltLaw, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> Verdict {
        let now = cx.now;
        let sojourn = now.since(packet.queued_at);
        let is_over = sojourn > law.target && sojourn > Nanos(4 * law.mtu_time.0);
        let mut is_late = now > self.drop_next;
        let mut is_due = self.count > 0 && now >= self.drop_next;
        let mut verdict = Verdict::Enqueued;
        if is_over {
            if !self.dropping {
                self.dropping = true;
                self.drop_next = now + law.spacing(self.count);
            }
            self.count = self.count.max(1);
        } else {
            self.dropping = false;
        }
        if is_due && self.dropping {
            let marks = law.ecn && packet.ecn.capable();
            verdict = if marks { Verdict::Marked } else { Verdict::EarlyDrop };
            self.count = self.count.saturating_add(1);
            self.drop_next += law.spacing(self.count);
            is_late = now > self.drop_next;
        } else {
            while is_due {
                self.step_back(law);
                is_late = now > self.drop_next;
                is_due = self.count > 0 && now >= self.drop_next;
            }
        }
        if self.blue > 0 && verdict != Verdict::EarlyDrop && cx.rng.chance(self.blue_probability()) {
            verdict = Verdict::EarlyDrop;
        }
        // The time of the next signal also tells when the queue was last checked: after a pause no signal is
        // due at once.
        if self.count == 0 {
            self.drop_next = now + law.interval;
        } else if is_late && verdict != Verdict::EarlyDrop {
            self.drop_next = now;
        }
        verdict
    }

    /// The packet to send. The last packet of a queue is never dropped.
    pub(super) fn dequeue(
        &mut self,
        law: &CobaltLaw,
        cx: &mut QueueCx<'_>,
        fifo: &mut Fifo,
    ) -> Option<QueuedPacket> {
        loop {
            let packet = fifo.pop()?;
            let verdict = self.judge(law, cx, &packet);
            if verdict == Verdict::EarlyDrop && !fifo.is_empty() {
                cx.drop(&packet, verdict);
                continue;
            }
            if verdict == Verdict::Marked {
                cx.mark(&packet);
            }
            if fifo.is_empty() {
                self.on_empty(cx.now);
            }
            return Some(packet);
        }
    }

    pub(super) fn count(&self) -> u32 {
        self.count
    }

    fn blue_probability(&self) -> f64 {
        f64::from(self.blue) / 4_294_967_296.0
    }
}

#[derive(Clone, Debug)]
struct CobaltQueue {
    fifo: Fifo,
    limit: u32,
    mtu: u32,
    law: CobaltLaw,
    cobalt: Cobalt,
}

fn make(settings: &Settings<'_>, facts: ChannelFacts) -> Box<dyn Discipline> {
    let millis = |id| Nanos::from_millis(settings.number(id));
    let mtu = settings.number("mtuBytes") as u32;
    let law = CobaltLaw {
        target: millis("targetMs"),
        interval: millis("intervalMs"),
        mtu_time: facts.transmission_time(mtu),
        ecn: settings.switch("ecn"),
    };
    let limit = buffer_limit(settings);
    Box::new(CobaltQueue { fifo: Fifo::default(), limit, mtu, law, cobalt: Cobalt::default() })
}

impl Discipline for CobaltQueue {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.cobalt.on_arrival(&self.law, cx.now);
        if self.fifo.len() >= self.limit {
            self.cobalt.on_overflow(&self.law, cx.now);
            return Verdict::Overflow;
        }
        self.fifo.push(packet);
        Verdict::Enqueued
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.cobalt.dequeue(&self.law, cx, &mut self.fifo)
    }

    /// A packet that finds the queue empty is never dropped. Changes that were due in the meantime are made
    /// when a packet has to wait.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.fifo
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn set_facts(&mut self, facts: ChannelFacts) {
        self.law.mtu_time = facts.transmission_time(self.mtu);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(f64::from(self.cobalt.count));
        show(f64::from(u8::from(self.cobalt.dropping)));
        show(self.cobalt.blue_probability());
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;
    use crate::core::packet::Ecn;
    use serde_json::json;

    /// Times of drops and marks, ms, of a queue served every 0.1 ms for `ms`.
    fn hits(bench: &mut Bench, ms: u64) -> Vec<f64> {
        let mut times = vec![];
        for _ in 0..ms * 10 {
            bench.take();
            let now = bench.now.as_secs() * 1e3;
            times.extend(bench.verdicts().iter().map(|_| now));
            bench.wait(100_000);
        }
        times
    }

    #[test]
    fn the_first_signal_comes_an_interval_after_the_target_and_then_as_codel_s() {
        // Sojourn times exceed 5 ms after 5 ms; then INTERVAL, and INTERVAL/√count with the count after the
        // signal.
        for (ecn, hit) in [(Ecn::NotEct, Verdict::EarlyDrop), (Ecn::Ect0, Verdict::Marked)] {
            let mut bench = Bench::new("cobalt", json!({"limitPackets": 100_000}));
            bench.ecn = ecn;
            bench.fill(9000, 0, 1500);
            let times = hits(&mut bench, 600);
            assert!((times[0] - 105.1).abs() < 0.25, "{times:?}");
            for (k, w) in times.windows(2).enumerate() {
                let expected = 100.0 / f64::from(k as u32 + 2).sqrt();
                assert!((w[1] - w[0] - expected).abs() < 0.25, "{k}: {times:?}");
            }
            assert!(times.len() >= 7, "{times:?}");
            bench.wait(1_000_000_000);
            bench.take();
            assert!(bench.verdicts().iter().all(|&(_, what)| what == hit));
        }
    }

    #[test]
    fn below_the_target_or_four_packets_nothing_is_dropped() {
        // sch_cake.c: above target means above 5 ms and above the time of four packets, here 4 ms; at 1.2
        // Mb/s that is 40 ms.
        let mut bench = Bench::new("cobalt", json!({}));
        bench.fill(5, 0, 1500);
        for _ in 0..5000 {
            bench.offer(0, 1500);
            bench.take();
            bench.wait(1_000_000);
        }
        assert_eq!(bench.verdicts(), []);
        let rate = crate::units::Rate::from_mbps(1.2);
        let mut bench = Bench::new("cobalt", json!({}));
        bench.queue.set_facts(ChannelFacts { rate });
        bench.fill(4, 0, 1500);
        for _ in 0..500 {
            bench.offer(0, 1500);
            bench.take();
            bench.wait(10_000_000);
        }
        assert_eq!(bench.verdicts(), []);
    }

    #[test]
    fn it_forgets_one_signal_at_a_time() {
        // Below the target the count decreases by one at each time at which a signal would have been due.
        let mut bench = Bench::new("cobalt", json!({"limitPackets": 100_000}));
        bench.fill(4000, 0, 1500);
        hits(&mut bench, 380);
        let grown = bench.variables()[0];
        assert!(grown >= 5.0, "{grown}");
        while bench.queue.len() > 1 {
            bench.take();
        }
        bench.verdicts();
        let mut counts = vec![];
        for _ in 0..1000 {
            bench.offer(0, 1500);
            bench.take();
            bench.wait(1_000_000);
            counts.push(bench.variables()[0]);
        }
        assert!(counts.windows(2).all(|w| w[0] - w[1] <= 1.0 && w[0] >= w[1]), "{counts:?}");
        assert_eq!((counts[0] >= grown - 1.0, counts[999]), (true, 0.0));
    }

    #[test]
    fn blue_rises_by_a_256th_in_a_target_time_and_falls_sixteen_times_slower() {
        // sch_cake.c: 1/256 at an overflow, at most once per 5 ms, so one half after 0.64 s; 1/4096 while
        // empty.
        let mut bench = Bench::new("cobalt", json!({"limitPackets": 50, "ecn": true}));
        bench.ecn = Ecn::Ect0;
        for _ in 0..700 {
            // Arrivals at twice the departure rate; marks change nothing.
            bench.offer(0, 1500);
            bench.offer(0, 1500);
            bench.take();
            bench.wait(1_000_000);
        }
        let blue = bench.variables()[2];
        println!("BLUE after 0.7 s of twice the capacity: {blue}");
        assert!((0.35..0.56).contains(&blue), "{blue}");
        assert!(bench.verdicts().iter().any(|(_, what)| *what == Verdict::EarlyDrop));
        // Empty for a second: 200 steps of 1/4096.
        while bench.take().is_some() {}
        bench.wait(1_000_000_000);
        bench.offer(0, 1500);
        assert!(
            (blue - bench.variables()[2] - 200.0 / 4096.0).abs() < 3.0 / 4096.0,
            "{:?}",
            bench.variables()
        );
        while bench.take().is_some() {}
        bench.wait(60_000_000_000);
        bench.offer(0, 1500);
        assert_eq!(bench.variables(), [0.0, 0.0, 0.0]);
    }
}
