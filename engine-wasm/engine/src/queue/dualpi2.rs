//! DualPI2: two queues with coupled AQMs, RFC 9332, appendix A.

mod control;

use super::fifo::Fifo;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{ChoiceOption, EarlyRule, Param, Row, Settings, Variable};
use crate::core::packet::Ecn;
use crate::units::{Nanos, Time};
use control::{Pi2, Selector};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(EARLY), classes: CLASSES, make };

const VARIABLES: &[Variable] = &[
    Variable::new("p", "p'", "base probability", ""),
    Variable::new("pC", "p_C", "probability in the C queue", ""),
    Variable::new("pCL", "p_CL", "coupled probability in the L queue", ""),
    Variable::new("packetsL", "q_L", "backlog of the L queue", "packets"),
    Variable::new("packetsC", "q_C", "backlog of the C queue", "packets"),
    Variable::new("delayL", "", "sojourn time in the L queue", "ms"),
    Variable::new("delayC", "", "sojourn time in the C queue", "ms"),
];

const CLASSES: &[&str] = &["L", "C"];

const SCHEDULERS: &[ChoiceOption] =
    &[ChoiceOption::new("wrr", "Weighted round robin"), ChoiceOption::new("shifted", "Time-shifted FIFO")];

const OVERLOADS: &[ChoiceOption] =
    &[ChoiceOption::new("drop", "Drop"), ChoiceOption::new("mark", "Only mark")];

const EARLY: EarlyRule = EarlyRule::new(
    "A PI controller adapts the base probability p' to the delay of the C queue. The C queue drops or marks with probability p'². The L queue marks with the larger of k·p' and the probability from its own delay threshold.",
    "p_C ← p'², p_CL ← k·p'",
);

fn row() -> Row {
    Row {
        id: "dualpi2".into(),
        name: "DualPI2".into(),
        summary: "An L queue with a short delay for ECT(1) and CE, a C queue for all others; one PI controller couples both for similar rates."
            .into(),
        source: "RFC 9332".into(),
        year: 2023,
        params: vec![
            buffer(10_000.0).help("Packets that can wait in both queues together; beyond it the arriving packet is dropped."),
            Param::number("targetMs", "target", "Target", "ms")
                .range(0.1, 10_000.0, 15.0)
                .log()
                .help("Target queueing delay of the C queue."),
            Param::number("updateMs", "Tupdate", "Update interval", "ms")
                .range(1.0, 10_000.0, 15.0)
                .log()
                .help("Time between updates of the base probability. Linux: 16 ms."),
            Param::number("alpha", "α", "Integral gain", "1/s")
                .range(0.0, 100.0, 0.15)
                .help("Change of the base probability per second of deviation from the target, at each update. Linux: 0.16."),
            Param::number("beta", "β", "Proportional gain", "1/s")
                .range(0.0, 100.0, 3.0)
                .help("Change of the base probability per second of delay growth since the last update. Linux: 3.2."),
            Param::number("coupling", "k", "Coupling factor", "")
                .range(0.1, 10.0, 2.0)
                .help("The L queue marks with k times the base probability, the C queue with its square."),
            Param::number("thresholdMs", "minTh", "L threshold", "ms")
                .range(0.0, 1000.0, 0.8)
                .help("L packets with a longer sojourn time may be marked, whatever the base probability."),
            Param::number("rampMs", "range", "L ramp", "ms")
                .range(0.0, 1000.0, 0.4)
                .help("Marking rises from no packets at the threshold to all packets this much above it; 0 means a step. Linux: a step at 1 ms."),
            Param::number("leastPackets", "Th_len", "L minimum", "packets")
                .range(0.0, 1000.0, 1.0)
                .integer()
                .help("The threshold does not apply while no more packets than this are in the L queue."),
            Param::choice("scheduler", "Scheduler", "wrr", SCHEDULERS)
                .help("Which queue sends next: by weights, or the one whose packet arrived first, where packets of the L queue have a head start."),
            Param::number("weightC", "w_C", "Weight of C", "")
                .range(0.001, 0.999, 0.0625)
                .when("scheduler", "wrr")
                .help("Minimum share of the capacity for the C queue while both queues are busy. Default 1/16; Linux: 0.1."),
            Param::number("shiftMs", "tshift", "Head start of L", "ms")
                .range(0.0, 10_000.0, 50.0)
                .when("scheduler", "shifted")
                .help("An L packet goes before a C packet that arrived up to this much earlier."),
            Param::choice("overload", "Overload", "drop", OVERLOADS)
                .help("When marking all L packets is not enough: drop in both queues alike, which bounds the delay, or only mark until the buffer is full."),
            Param::switch("evenL", "Even L marks", true)
                .help("Space the marks of the L queue evenly, as in the RFC, instead of drawing each one at random, as in Linux."),
            Param::switch("evenC", "Even C marks", false)
                .help("Space the marks and drops of the C queue evenly, as in the RFC, instead of drawing each one at random."),
            Param::number("mtuBytes", "MTU", "Full packet", "bytes")
                .range(40.0, 65_535.0, 1500.0)
                .integer()
                .help("The base probability does not apply while fewer than two packets of this size wait."),
        ],
    }
}

/// The two queues.
#[derive(Clone, Debug, Default)]
struct Queues {
    l: Fifo,
    c: Fifo,
}

impl Store for Queues {
    fn len(&self) -> u32 {
        self.l.len() + self.c.len()
    }

    fn bytes(&self) -> u64 {
        self.l.bytes() + self.c.bytes()
    }

    fn for_each(&self, show: &mut dyn FnMut(&QueuedPacket)) {
        self.l.for_each(show);
        self.c.for_each(show);
    }

    fn classes(&self) -> Vec<&dyn Store> {
        vec![&self.l, &self.c]
    }
}

/// How the next queue is chosen.
#[derive(Clone, Copy, Debug)]
enum Scheduler {
    /// By the sign of a credit, in ten-thousandths of a byte: if positive, the C queue is next. While both queues
    /// are busy, bytes sent from one are weighted by the other's weight.
    Weighted { c: i64, credit: i64 },
    /// The L packet is next if it arrived less than this much after the C packet.
    Shifted(Nanos),
}

/// Weights are in ten-thousandths.
const WHOLE: i64 = 10_000;

/// Initial credit while both queues are idle: the L queue is next if it has the larger weight.
fn first_credit(c: i64, mtu: u64) -> i64 {
    (2 * c - WHOLE) * mtu as i64
}

#[derive(Clone, Debug)]
struct DualPi2 {
    queues: Queues,
    limit: u32,
    control: Pi2,
    coupling: f64,
    threshold: Nanos,
    ramp: Nanos,
    least: u32,
    scheduler: Scheduler,
    drops: bool,
    mtu: u64,
    marks_l: Selector,
    marks_c: Selector,
    /// Sojourn times of the last departures.
    delays: [Nanos; 2],
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(dualpi2(settings))
}

fn dualpi2(settings: &Settings<'_>) -> DualPi2 {
    let millis = |id| Nanos::from_millis(settings.number(id));
    let drops = settings.choice("overload") == "drop";
    let coupling = settings.number("coupling");
    let mtu = settings.number("mtuBytes") as u64;
    let scheduler = match settings.choice("scheduler").as_str() {
        "shifted" => Scheduler::Shifted(millis("shiftMs")),
        _ => {
            let c = libm::round(settings.number("weightC") * WHOLE as f64) as i64;
            Scheduler::Weighted { c, credit: first_credit(c, mtu) }
        }
    };
    DualPi2 {
        queues: Queues::default(),
        limit: buffer_limit(settings),
        control: Pi2::new(
            millis("targetMs"),
            millis("updateMs"),
            settings.number("alpha"),
            settings.number("beta"),
            // If overload does not lead to drops, the base probability is limited to the value at which all L
            // packets are marked.
            if drops { 1.0 } else { (1.0 / coupling).min(1.0) },
        ),
        coupling,
        threshold: millis("thresholdMs"),
        ramp: millis("rampMs"),
        least: settings.number("leastPackets") as u32,
        scheduler,
        drops,
        mtu,
        marks_l: Selector::new(settings.switch("evenL")),
        marks_c: Selector::new(settings.switch("evenC")),
        delays: [Nanos::ZERO; 2],
    }
}

/// RFC 9332, section 2.4: ECT(1) and CE go to the L queue.
fn is_scalable(packet: &QueuedPacket) -> bool {
    matches!(packet.ecn, Ecn::Ect1 | Ecn::Ce)
}

fn waited(fifo: &Fifo, now: Time) -> Nanos {
    fifo.front().map_or(Nanos::ZERO, |head| now.since(head.queued_at))
}

impl DualPi2 {
    fn coupled(&self) -> f64 {
        self.coupling * self.control.p
    }

    /// Whether all L packets are marked and that is not enough: k·p' ≥ 1, which is the same as p_C ≥ 1/k².
    fn is_overloaded(&self) -> bool {
        self.drops && self.coupled() >= 1.0
    }

    /// Makes the updates that are due. The longer of the two delays counts (RFC 9332, appendix A.2, as in
    /// Linux), so that an overload of L packets is detected.
    fn catch_up(&mut self, now: Time) {
        let Queues { l, c } = &self.queues;
        self.control.catch_up(now, |at| waited(l, at).max(waited(c, at)));
    }

    /// Whether the L queue is next.
    fn l_is_next(&self, now: Time) -> bool {
        let Queues { l, c } = &self.queues;
        match self.scheduler {
            _ if l.is_empty() || c.is_empty() => !l.is_empty(),
            Scheduler::Weighted { credit, .. } => credit <= 0,
            Scheduler::Shifted(shift) => waited(l, now) + shift >= waited(c, now),
        }
    }

    /// Updates the credit for a packet of `size` sent from one queue; `other_waits` tells whether the other
    /// queue is busy.
    fn charge(&mut self, from_l: bool, size: u32, other_waits: bool) {
        let empty = self.queues.is_empty();
        if let Scheduler::Weighted { c, credit } = &mut self.scheduler {
            if empty {
                *credit = first_credit(*c, self.mtu);
            } else if other_waits {
                *credit += i64::from(size) * if from_l { *c } else { *c - WHOLE };
            }
        }
    }

    /// The L queue's own marking: a ramp over the sojourn time.
    fn native(&self, sojourn: Nanos) -> f64 {
        let above = sojourn - self.threshold;
        if sojourn <= self.threshold {
            0.0
        } else if above >= self.ramp {
            1.0
        } else {
            above.0 as f64 / self.ramp.0 as f64
        }
    }

    /// Decides on an L packet: sent, marked or dropped. `behind` packets were in its queue with it.
    fn judge_l(&mut self, cx: &mut QueueCx<'_>, sojourn: Nanos, behind: u32) -> Verdict {
        let coupled = self.applies(self.coupled());
        if coupled > 0.0 && self.is_overloaded() {
            let p = self.control.p;
            let hit = self.marks_c.classic(cx.rng, p);
            return if hit { Verdict::EarlyDrop } else { Verdict::Marked };
        }
        let native = if behind < self.least { 0.0 } else { self.native(sojourn) };
        let hit = self.marks_l.scalable(cx.rng, native.max(coupled).min(1.0));
        if hit { Verdict::Marked } else { Verdict::Enqueued }
    }

    /// Decides on a C packet.
    fn judge_c(&mut self, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> Verdict {
        let p = self.applies(self.control.p);
        if !self.marks_c.classic(cx.rng, p) {
            Verdict::Enqueued
        } else if packet.ecn.capable() && !self.is_overloaded() {
            Verdict::Marked
        } else {
            Verdict::EarlyDrop
        }
    }

    /// The probability, or zero while less than two full packets wait, as in Linux.
    fn applies(&self, p: f64) -> f64 {
        if self.queues.bytes() < 2 * self.mtu { 0.0 } else { p }
    }
}

impl Discipline for DualPi2 {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.catch_up(cx.now);
        if self.queues.len() >= self.limit {
            return Verdict::Overflow;
        }
        if is_scalable(&packet) { &mut self.queues.l } else { &mut self.queues.c }.push(packet);
        Verdict::Enqueued
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.catch_up(cx.now);
        loop {
            let from_l = self.l_is_next(cx.now);
            let Queues { l, c } = &mut self.queues;
            let (own, other) = if from_l { (l, c) } else { (c, l) };
            let packet = own.pop()?;
            let (behind, other_waits) = (own.len(), !other.is_empty());
            let sojourn = cx.now.since(packet.queued_at);
            self.delays[usize::from(!from_l)] = sojourn;
            let verdict = if from_l { self.judge_l(cx, sojourn, behind) } else { self.judge_c(cx, &packet) };
            match verdict {
                Verdict::EarlyDrop => {
                    cx.drop(&packet, verdict);
                    continue;
                }
                Verdict::Marked if packet.ecn != Ecn::Ce => cx.mark(&packet),
                _ => {}
            }
            self.charge(from_l, packet.size, other_waits);
            return Some(packet);
        }
    }

    /// A packet that finds the queue empty has not waited: no probability applies to it, and it changes no
    /// state.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.queues
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        let p = self.control.p;
        show(p);
        show(p * p);
        show(self.coupled().min(1.0));
        show(f64::from(self.queues.l.len()));
        show(f64::from(self.queues.c.len()));
        show(self.delays[0].as_millis());
        show(self.delays[1].as_millis());
    }
}

#[cfg(test)]
mod linux;
#[cfg(test)]
mod tests;
