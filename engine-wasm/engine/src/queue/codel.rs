//! CoDel: RFC 8289. The state of one queue is shared with FQ-CoDel.

use std::borrow::Cow;

use super::fifo::Fifo;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{EarlyRule, Param, Row, Settings, Text, Variable};
use crate::core::packet::Ecn;
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(EARLY), classes: &[], make };

const VARIABLES: &[Variable] = &[
    Variable::new("count", "count", "drops in the current dropping state", "packets"),
    Variable::state("dropping", "state", STATES),
];

/// Shared with FQ-CoDel.
pub(super) const EARLY: EarlyRule = EarlyRule::new(
    "Once the sojourn time has been above the target for a whole interval, packets are dropped or marked as they leave, at shorter and shorter intervals, until the sojourn time is below the target.",
    "sojourn time > TARGET: next ← next + INTERVAL/√count",
);

/// Names of the values of the variable `dropping`.
const STATES: &[Text] = &[Cow::Borrowed("Not dropping"), Cow::Borrowed("Dropping")];

fn row() -> Row {
    let limit =
        buffer(1000.0).help("Packets the buffer can hold; when it is full, arriving packets are dropped.");
    Row {
        id: "codel".into(),
        name: "CoDel".into(),
        summary: "Drops from the head of the queue, at increasing frequency, once the sojourn time has been above the target for an interval."
            .into(),
        source: "RFC 8289".into(),
        year: 2012,
        params: [vec![limit], params()].concat(),
    }
}

/// Parameters of the control law.
pub(super) fn params() -> Vec<Param> {
    vec![
        Param::number("targetMs", "TARGET", "Target", "ms")
            .range(0.01, 10_000.0, 5.0)
            .log()
            .help("Acceptable sojourn time; on slow links at least the transmission time of a full packet."),
        Param::number("intervalMs", "INTERVAL", "Interval", "ms").range(0.1, 100_000.0, 100.0).log().help(
            "How long the sojourn time must exceed the target before a packet is dropped: about the largest expected RTT.",
        ),
        Param::number("mtuBytes", "MTU", "Full packet", "bytes")
            .range(40.0, 65_535.0, 1500.0)
            .integer()
            .help("Nothing is dropped while the backlog does not exceed this."),
        Param::switch("ecn", "Mark", true)
            .help("Mark packets of ECN-capable flows instead of dropping them."),
        Param::number("ceThresholdMs", "ce_threshold", "Marking threshold", "ms")
            .range(0.0, 10_000.0, 0.0)
            .help("ECN-capable packets with a longer sojourn time are marked, whatever the control law says; 0 is off. 1 ms suits DCTCP."),
    ]
}

/// CoDel's parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct ControlLaw {
    target: Nanos,
    interval: Nanos,
    mtu: u64,
    ecn: bool,
    /// Sojourn time above which every ECN-capable packet is marked, as in Linux.
    ce_threshold: Option<Nanos>,
}

impl ControlLaw {
    pub(super) fn new(settings: &Settings<'_>) -> ControlLaw {
        ControlLaw {
            target: Nanos::from_millis(settings.number("targetMs")),
            interval: Nanos::from_millis(settings.number("intervalMs")),
            mtu: settings.number("mtuBytes") as u64,
            ecn: settings.switch("ecn"),
            ce_threshold: Some(Nanos::from_millis(settings.number("ceThresholdMs")))
                .filter(|threshold| *threshold > Nanos::ZERO),
        }
    }

    /// Marks a packet that the control law does not mark or drop, if it waited longer than the threshold.
    fn mark_above(&self, threshold: Nanos, cx: &mut QueueCx<'_>, packet: &QueuedPacket) {
        let marked = packet.ecn == Ecn::Ce || cx.shared.verdicts.iter().any(|(id, ..)| *id == packet.id);
        if packet.ecn.capable() && !marked && cx.now.since(packet.queued_at) > threshold {
            cx.mark(packet);
        }
    }

    /// RFC 8289, section 3.3: the time between drops shrinks with the square root of their number.
    fn next_drop(&self, from: Time, count: u32) -> Time {
        from + self.interval.scale(1.0 / libm::sqrt(f64::from(count)))
    }
}

/// The state of one queue, with the names of RFC 8289, section 5.
#[derive(Clone, Debug, Default)]
pub(super) struct Codel {
    first_above: Option<Time>,
    drop_next: Time,
    pub(super) count: u32,
    last_count: u32,
    pub(super) dropping: bool,
}

impl Codel {
    /// The packet at the head, and whether it may be dropped. RFC 8289, section 5.6.
    fn head(&mut self, control_law: &ControlLaw, now: Time, fifo: &mut Fifo) -> (Option<QueuedPacket>, bool) {
        let packet = fifo.pop();
        let stood = packet.as_ref().is_some_and(|p| now.since(p.queued_at) >= control_law.target);
        if !stood || fifo.bytes() <= control_law.mtu {
            self.first_above = None;
            return (packet, false);
        }
        let first_above = *self.first_above.get_or_insert(now + control_law.interval);
        (packet, now >= first_above)
    }

    /// The packet to send. RFC 8289, section 5.5. A mark replaces a drop if the packet is ECN-capable; the packet is then sent.
    pub(super) fn dequeue(
        &mut self,
        control_law: &ControlLaw,
        cx: &mut QueueCx<'_>,
        fifo: &mut Fifo,
    ) -> Option<QueuedPacket> {
        let now = cx.now;
        let (mut packet, mut may_drop) = self.head(control_law, now, fifo);
        if self.dropping {
            self.dropping = may_drop;
            while self.dropping && now >= self.drop_next {
                self.count += 1;
                if self.mark_or_drop(control_law, cx, packet?) {
                    self.drop_next = control_law.next_drop(self.drop_next, self.count);
                    break;
                }
                (packet, may_drop) = self.head(control_law, now, fifo);
                self.dropping = may_drop;
                if may_drop {
                    self.drop_next = control_law.next_drop(self.drop_next, self.count);
                }
            }
        } else if may_drop {
            if !self.mark_or_drop(control_law, cx, packet?) {
                packet = self.head(control_law, now, fifo).0;
            }
            self.dropping = true;
            // Soon after the last dropping state, start from the drop rate that controlled the queue then.
            let recent = now.since(self.drop_next) < Nanos(16 * control_law.interval.0);
            let delta = self.count - self.last_count;
            self.count = if recent && delta > 1 { delta } else { 1 };
            self.last_count = self.count;
            self.drop_next = control_law.next_drop(now, self.count);
        }
        if let (Some(threshold), Some(packet)) = (control_law.ce_threshold, &packet) {
            control_law.mark_above(threshold, cx, packet);
        }
        packet
    }

    /// Marks or drops the packet. Returns whether it was marked.
    fn mark_or_drop(&self, control_law: &ControlLaw, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> bool {
        let marks = control_law.ecn && packet.ecn.capable();
        if marks {
            cx.mark(&packet);
        } else {
            cx.drop(&packet, Verdict::EarlyDrop);
        }
        marks
    }
}

#[derive(Clone, Debug)]
struct CodelQueue {
    fifo: Fifo,
    limit: u32,
    control_law: ControlLaw,
    codel: Codel,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(CodelQueue {
        fifo: Fifo::default(),
        limit: buffer_limit(settings),
        control_law: ControlLaw::new(settings),
        codel: Codel::default(),
    })
}

impl Discipline for CodelQueue {
    fn enqueue(&mut self, _: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if self.fifo.len() >= self.limit {
            return Verdict::Overflow;
        }
        self.fifo.push(packet);
        Verdict::Enqueued
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.codel.dequeue(&self.control_law, cx, &mut self.fifo)
    }

    /// The dequeue that emptied the queue has reset the time above target. If it left the dropping state set, the first dequeue of the
    /// next backlog leaves that state, whether or not a packet passes before.
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
        show(f64::from(self.codel.count));
        show(f64::from(u8::from(self.codel.dropping)));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;
    use serde_json::json;

    /// Serves a queue every `gap` ns for `seconds`, with `offered` arrivals. Returns the times of drops and marks in ms.
    fn overload(bench: &mut Bench, gap: u64, seconds: f64, offered: impl Fn(f64) -> u32) -> Vec<f64> {
        let mut times = vec![];
        let end = bench.now + Nanos::from_secs(seconds);
        while bench.now < end {
            for _ in 0..offered(bench.now.as_secs()) {
                bench.offer(0, 1500);
            }
            bench.take();
            let now = bench.now.as_secs() * 1e3;
            times.extend(bench.verdicts().iter().map(|_| now));
            bench.wait(gap);
        }
        times
    }

    #[test]
    fn the_drop_rate_increases_under_persistent_overload() {
        // RFC 8289, section 3.3 and 5.5: a first drop at t0, then after 100/√1, 100/√2, 100/√3 … ms.
        for (ecn, hit) in [(Ecn::NotEct, Verdict::EarlyDrop), (Ecn::Ect0, Verdict::Marked)] {
            let mut bench = Bench::new("codel", json!({"limitPackets": 100_000}));
            bench.ecn = ecn;
            bench.fill(5000, 0, 1500);
            // Nothing more arrives; at one packet per 0.1 ms the queue lasts for half a second.
            let times = overload(&mut bench, 100_000, 0.45, |_| 0);
            // The first packet above 5 ms leaves at 5 ms; the first drop is an interval later.
            assert!((times[0] - 105.0).abs() < 0.11, "{times:?}");
            let spacing: Vec<_> = times.windows(2).map(|w| w[1] - w[0]).collect();
            for (k, spacing) in spacing.iter().enumerate() {
                let expected = 100.0 / f64::from(k as u32 + 1).sqrt();
                // Each drop happens at the first departure after its time.
                assert!((spacing - expected).abs() < 0.11, "{k}: {spacing} {expected}");
            }
            assert!(spacing.len() >= 5, "{spacing:?}");
            bench.offer(0, 1500);
            bench.wait(1_000_000_000);
            bench.take();
            assert!(bench.verdicts().iter().all(|&(_, what)| what == hit));
        }
    }

    #[test]
    fn below_the_target_nothing_is_dropped() {
        // RFC 8289, section 3: with four packets of one millisecond each, the sojourn time stays below 5 ms.
        let mut bench = Bench::new("codel", json!({}));
        bench.fill(4, 0, 1500);
        assert_eq!(overload(&mut bench, 1_000_000, 20.0, |_| 1), [0.0; 0]);
        // Section 5.6: nothing is dropped while the backlog is at most a full packet, whatever the sojourn time.
        let mut bench = Bench::new("codel", json!({}));
        bench.offer(0, 1500);
        assert_eq!(overload(&mut bench, 50_000_000, 20.0, |_| 1), [0.0; 0]);
    }

    #[test]
    fn dropping_soon_resumes_at_the_old_rate() {
        // RFC 8289, section 5.5: within 16 intervals of the last drop the count continues from where it was; later it restarts at 1.
        for (pause_s, resumes) in [(0.5, true), (5.0, false)] {
            let mut bench = Bench::new("codel", json!({"limitPackets": 100_000}));
            bench.fill(5000, 0, 1500);
            overload(&mut bench, 100_000, 0.4, |_| 0);
            let grown = bench.variables()[0];
            assert!(grown >= 5.0);
            while bench.take().is_some() {}
            bench.verdicts();
            assert_eq!(bench.variables()[1], 0.0);
            bench.wait((pause_s * 1e9) as u64);
            bench.fill(5000, 0, 1500);
            let again = overload(&mut bench, 100_000, 0.11, |_| 0);
            assert_eq!(again.len(), 1);
            let expected = if resumes { grown - 1.0 } else { 1.0 };
            assert_eq!(bench.variables(), [expected, 1.0], "after {pause_s} s");
        }
    }

    #[test]
    fn above_the_marking_threshold_every_ecn_capable_packet_is_marked() {
        // Linux, codel_impl.h: ce_threshold marks by the sojourn time alone, beside the control law, which keeps its own state.
        for kind in ["codel", "fq-codel"] {
            for (ecn, wait_us, expected) in [
                (Ecn::Ect0, 1000, vec![]),
                (Ecn::Ect0, 1001, vec![(0, Verdict::Marked)]),
                (Ecn::Ect1, 1001, vec![(0, Verdict::Marked)]),
                (Ecn::Ce, 4000, vec![]),
                (Ecn::NotEct, 4000, vec![]),
            ] {
                let mut bench = Bench::new(kind, json!({"ceThresholdMs": 1}));
                bench.ecn = ecn;
                bench.offer(0, 1500);
                bench.wait(wait_us * 1000);
                bench.take();
                assert_eq!(bench.verdicts(), expected, "{kind} {ecn:?} {wait_us}");
            }
            // A packet that the control law marks is marked once.
            let mut bench = Bench::new(kind, json!({"ceThresholdMs": 1, "limitPackets": 100_000}));
            bench.ecn = Ecn::Ect0;
            bench.fill(5000, 0, 1500);
            bench.wait(200_000_000);
            bench.take();
            bench.wait(200_000_000);
            bench.take();
            assert_eq!(bench.verdicts().len(), 2);
        }
    }

    #[test]
    fn a_full_buffer_drops_arrivals() {
        let mut bench = Bench::new("codel", json!({"limitPackets": 2}));
        let verdicts = [(); 3].map(|()| bench.offer(0, 1500));
        assert_eq!(verdicts, [Verdict::Enqueued, Verdict::Enqueued, Verdict::Overflow]);
    }
}
