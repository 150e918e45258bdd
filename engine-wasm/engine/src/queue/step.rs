//! Marking above a threshold, as DCTCP requires: Alizadeh et al., "Data Center TCP (DCTCP)", SIGCOMM 2010; RFC 8257, section 3.1.
//!
//! A full buffer drops every arrival; the threshold only marks.

use super::fifo::Fifo;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{ChoiceOption, EarlyRule, Param, Row, Settings};
use crate::units::Nanos;

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[], fluid: None, early: Some(EARLY), classes: &[], make };

const UNITS: &[ChoiceOption] = &[
    ChoiceOption::new("packets", "Packets, on arrival"),
    ChoiceOption::new("time", "Sojourn time, on departure"),
];

const EARLY: EarlyRule = EarlyRule::new(
    "An ECN-capable packet is marked if the backlog is at the threshold or above when it arrives, or, by the other setting, if its sojourn time is above the threshold. Nothing is dropped before the buffer is full.",
    "",
);

fn row() -> Row {
    Row {
        id: "step".into(),
        name: "Step marking".into(),
        summary: "Marks every ECN-capable packet above a threshold; drops only when the buffer is full.".into(),
        source: "Alizadeh et al., Data Center TCP (DCTCP); RFC 8257".into(),
        year: 2010,
        params: vec![
            buffer(250.0).help("Packets the buffer can hold; the one in transmission does not count."),
            Param::choice("unit", "Threshold in", "packets", UNITS)
                .help("Whether marking depends on the backlog when a packet arrives or on the packet’s own sojourn time."),
            Param::number("thresholdPackets", "K", "Threshold", "packets")
                .range(0.0, 1_000_000.0, 20.0)
                .integer()
                .when("unit", "packets")
                .help("A packet is marked if it arrives when the backlog is this many packets or more. More than one seventh of the bandwidth-delay product keeps the link busy."),
            Param::number("thresholdMs", "T", "Threshold", "ms")
                .range(0.001, 10_000.0, 1.0)
                .log()
                .when("unit", "time")
                .help("A packet with a longer sojourn time is marked as it leaves."),
        ],
    }
}

#[derive(Clone, Copy, Debug)]
enum Threshold {
    /// Backlog on arrival, packets.
    Packets(u32),
    /// Sojourn time on departure.
    Time(Nanos),
}

#[derive(Clone, Debug)]
struct Step {
    fifo: Fifo,
    limit: u32,
    threshold: Threshold,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let threshold = match settings.choice("unit").as_str() {
        "time" => Threshold::Time(Nanos::from_millis(settings.number("thresholdMs"))),
        _ => Threshold::Packets(settings.number("thresholdPackets") as u32),
    };
    Box::new(Step { fifo: Fifo::default(), limit: buffer_limit(settings), threshold })
}

impl Discipline for Step {
    fn enqueue(&mut self, _: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        let waiting = self.fifo.len();
        if waiting >= self.limit {
            return Verdict::Overflow;
        }
        self.fifo.push(packet);
        match self.threshold {
            Threshold::Packets(least) if waiting >= least && packet.ecn.capable() => Verdict::Marked,
            _ => Verdict::Enqueued,
        }
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        let packet = self.fifo.pop()?;
        if let Threshold::Time(most) = self.threshold
            && packet.ecn.capable()
            && cx.now.since(packet.queued_at) > most
        {
            cx.mark(&packet);
        }
        Some(packet)
    }

    fn store(&self) -> &dyn Store {
        &self.fifo
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::*;
    use crate::core::packet::Ecn;
    use serde_json::json;

    #[test]
    fn packets_are_marked_at_the_threshold_and_dropped_at_a_full_buffer() {
        let mut bench = Bench::new("step", json!({"limitPackets": 4, "thresholdPackets": 2}));
        bench.ecn = Ecn::Ect0;
        let verdicts: Vec<_> = (0..6).map(|_| bench.offer(0, 1500)).collect();
        let (queued, marked) = (Verdict::Enqueued, Verdict::Marked);
        assert_eq!(verdicts, [queued, queued, marked, marked, Verdict::Overflow, Verdict::Overflow]);
        // Packets without ECN are queued unmarked.
        bench.take();
        bench.ecn = Ecn::NotEct;
        assert_eq!(bench.offer(0, 1500), queued);
    }

    #[test]
    fn packets_with_a_long_sojourn_time_are_marked_on_departure() {
        let mut bench = Bench::new("step", json!({"unit": "time", "thresholdMs": 2}));
        bench.ecn = Ecn::Ect1;
        bench.offer(0, 1500);
        bench.wait(3_000_000);
        bench.offer(0, 1500);
        bench.skip(2);
        assert_eq!(bench.verdicts(), [(0, Verdict::Marked)]);
    }
}
