//! Drop-tail: first in, first out; packets that do not fit are dropped.

use super::fifo::Fifo;
use super::fluid::{FluidLimit, FluidQueue};
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{ChoiceOption, Param, Row, Settings};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[], fluid: Some(fluid), early: None, classes: &[], make };

fn row() -> Row {
    Row {
        id: "droptail".into(),
        name: "Drop-tail".into(),
        summary: "First in, first out; a packet that arrives at a full buffer is dropped.".into(),
        source: "RFC 2309, section 2".into(),
        year: 1998,
        params: vec![
            buffer(100.0)
                .when("unit", "packets")
                .help("Packets the buffer can hold; the one in transmission does not count."),
            Param::choice("unit", "Limit in", "packets", UNITS)
                .help("Whether the limit counts packets or bytes; routers do either."),
            Param::number("limitBytes", "", "Buffer", "bytes")
                .range(1500.0, 2e9, 150_000.0)
                .integer()
                .log()
                .when("unit", "bytes")
                .help("Bytes the buffer can hold."),
            Param::choice("dropFrom", "Drops", "tail", ENDS)
                .help("Which packet a full queue drops: the arriving one, or the oldest ones."),
        ],
    }
}

const UNITS: &[ChoiceOption] =
    &[ChoiceOption::new("packets", "Packets"), ChoiceOption::new("bytes", "Bytes")];

const ENDS: &[ChoiceOption] =
    &[ChoiceOption::new("tail", "The arriving packet"), ChoiceOption::new("head", "The oldest packet")];

#[derive(Clone, Debug)]
enum Limit {
    Packets(u32),
    Bytes(u64),
}

#[derive(Clone, Debug)]
struct DropTail {
    fifo: Fifo,
    limit: Limit,
    drop_head: bool,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let limit = match settings.choice("unit").as_str() {
        "bytes" => Limit::Bytes(settings.number("limitBytes") as u64),
        _ => Limit::Packets(buffer_limit(settings)),
    };
    Box::new(DropTail { fifo: Fifo::default(), limit, drop_head: settings.choice("dropFrom") == "head" })
}

/// Whether the newest or the oldest packets are dropped makes no difference to the fluid model.
fn fluid(settings: &Settings<'_>, _: f64) -> FluidQueue {
    match settings.choice("unit").as_str() {
        "bytes" => FluidQueue { limit: FluidLimit::Bytes(settings.number("limitBytes")), aqm: None },
        _ => FluidQueue::of_packets(settings),
    }
}

impl DropTail {
    #[inline]
    fn full(&self, packet: &QueuedPacket) -> bool {
        match self.limit {
            Limit::Packets(limit) => self.fifo.len() >= limit,
            Limit::Bytes(limit) => self.fifo.bytes() + u64::from(packet.size) > limit,
        }
    }

    /// Whether the packet fits into an empty queue.
    fn fits(&self, packet: &QueuedPacket) -> bool {
        match self.limit {
            Limit::Packets(limit) => limit > 0,
            Limit::Bytes(limit) => u64::from(packet.size) <= limit,
        }
    }

    /// Drops the oldest packets until the packet fits, if it can fit at all. Returns whether it fits.
    #[cold]
    fn make_room(&mut self, cx: &mut QueueCx<'_>, packet: &QueuedPacket) -> bool {
        if !self.fits(packet) {
            return false;
        }
        while self.full(packet) {
            let oldest = self.fifo.pop().expect("the packet fits into an empty queue");
            cx.drop(&oldest, Verdict::Overflow);
        }
        true
    }
}

impl Discipline for DropTail {
    #[inline]
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if self.full(&packet) && !(self.drop_head && self.make_room(cx, &packet)) {
            return Verdict::Overflow;
        }
        self.fifo.push(packet);
        Verdict::Enqueued
    }

    fn pass(&mut self, _: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if self.fits(&packet) { Verdict::Enqueued } else { Verdict::Overflow }
    }

    #[inline]
    fn dequeue(&mut self, _: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.fifo.pop()
    }

    fn is_transparent(&self) -> bool {
        matches!(self.limit, Limit::Packets(1..))
    }

    fn store(&self) -> &dyn Store {
        &self.fifo
    }

    fn limit_packets(&self) -> Option<f64> {
        match self.limit {
            Limit::Packets(limit) => Some(f64::from(limit)),
            Limit::Bytes(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::Bench;
    use super::Verdict::{Enqueued, Overflow};
    use serde_json::json;

    #[test]
    fn holds_exactly_its_limit_of_packets() {
        let mut bench = Bench::new("droptail", json!({"limitPackets": 3}));
        let verdicts: Vec<_> = (0..5).map(|_| bench.offer(0, 1500)).collect();
        assert_eq!(verdicts, [Enqueued, Enqueued, Enqueued, Overflow, Overflow]);
        assert_eq!((bench.queue.len(), bench.queue.bytes()), (3, 4500));
    }

    #[test]
    fn a_limit_in_bytes_accepts_a_small_packet_when_a_large_one_does_not_fit() {
        let mut bench = Bench::new("droptail", json!({"unit": "bytes", "limitBytes": 2000}));
        assert_eq!(bench.offer(0, 1500), Enqueued);
        assert_eq!(bench.offer(0, 1500), Overflow);
        assert_eq!(bench.offer(0, 500), Enqueued);
        assert_eq!(bench.offer(0, 1), Overflow);
    }

    #[test]
    fn drop_from_head_drops_the_oldest_until_the_newest_fits() {
        let mut bench = Bench::new("droptail", json!({"limitPackets": 3, "dropFrom": "head"}));
        assert!((0..5).all(|_| bench.offer(0, 1500) == Enqueued));
        assert_eq!(bench.verdicts(), [(0, Overflow), (1, Overflow)]);
        assert_eq!(std::iter::from_fn(|| bench.take()).map(|p| p.id).collect::<Vec<_>>(), [2, 3, 4]);

        let bytes = json!({"unit": "bytes", "limitBytes": 2000, "dropFrom": "head"});
        let mut bench = Bench::new("droptail", bytes);
        assert!([600, 600, 600, 1000].into_iter().all(|size| bench.offer(0, size) == Enqueued));
        assert_eq!(bench.verdicts(), [(0, Overflow), (1, Overflow)]);
        // A packet that can never fit is dropped itself.
        assert_eq!((bench.offer(0, 2001), bench.verdicts(), bench.queue.bytes()), (Overflow, vec![], 1600));
    }
}
