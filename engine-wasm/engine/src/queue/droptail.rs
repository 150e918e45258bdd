//! Drop-tail: first in, first out; a packet that finds no room is dropped.

use std::collections::VecDeque;

use super::{ChannelFacts, Discipline, QueueCx, Registered, Verdict, Waiting};
use crate::catalogue::{Opt, Param, Row, Settings};
use crate::packet_sim::packet::PacketId;

pub(super) const REGISTERED: Registered = Registered { row, make };

fn row() -> Row {
    Row {
        id: "droptail",
        name: "Drop-tail",
        summary: "First in, first out; a packet that finds the buffer full is dropped.",
        source: "RFC 2309, section 2",
        year: 1998,
        params: vec![
            Param::number("limitPackets", "B", "Buffer", "packets")
                .range(1.0, 1_000_000.0, 100.0)
                .integer()
                .log()
                .when("unit", "packets")
                .help("Packets that can wait; the one in transmission is not counted."),
            Param::choice("unit", "Counted in", "packets", UNITS)
                .help("Whether the limit counts packets or bytes (routers do either)."),
            Param::number("limitBytes", "", "Buffer", "bytes")
                .range(1500.0, 2e9, 150_000.0)
                .integer()
                .log()
                .when("unit", "bytes")
                .help("Bytes that can wait."),
        ],
    }
}

const UNITS: &[Opt] = &[Opt { id: "packets", name: "Packets" }, Opt { id: "bytes", name: "Bytes" }];

/// A first-in first-out list with its bytes; the base of every discipline with one queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Fifo {
    packets: VecDeque<Waiting>,
    bytes: u64,
}

impl Fifo {
    #[inline]
    pub(super) fn push(&mut self, packet: Waiting) {
        self.bytes += u64::from(packet.size);
        self.packets.push_back(packet);
    }

    #[inline]
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let packet = self.packets.pop_front()?;
        self.bytes -= u64::from(packet.size);
        Some(packet)
    }

    pub(super) fn len(&self) -> u32 {
        self.packets.len() as u32
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn for_each(&self, show: &mut dyn FnMut(PacketId)) {
        self.packets.iter().for_each(|p| show(p.id));
    }
}

#[derive(Clone, Debug)]
enum Limit {
    Packets(u32),
    Bytes(u64),
}

#[derive(Clone, Debug)]
struct DropTail {
    fifo: Fifo,
    limit: Limit,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let limit = match settings.choice("unit").as_str() {
        "bytes" => Limit::Bytes(settings.number("limitBytes") as u64),
        _ => Limit::Packets(settings.number("limitPackets") as u32),
    };
    Box::new(DropTail { fifo: Fifo::default(), limit })
}

impl Discipline for DropTail {
    #[inline]
    fn enqueue(&mut self, _: &mut QueueCx<'_>, packet: Waiting) -> Verdict {
        let full = match self.limit {
            Limit::Packets(limit) => self.fifo.len() >= limit,
            Limit::Bytes(limit) => self.fifo.bytes() + u64::from(packet.size) > limit,
        };
        if full {
            return Verdict::Overflow;
        }
        self.fifo.push(packet);
        Verdict::Enqueued
    }

    fn pass(&mut self, _: &mut QueueCx<'_>, packet: Waiting) -> Verdict {
        let fits = match self.limit {
            Limit::Packets(limit) => limit > 0,
            Limit::Bytes(limit) => u64::from(packet.size) <= limit,
        };
        if fits { Verdict::Enqueued } else { Verdict::Overflow }
    }

    #[inline]
    fn dequeue(&mut self, _: &mut QueueCx<'_>) -> Option<Waiting> {
        self.fifo.pop()
    }

    fn is_transparent(&self) -> bool {
        matches!(self.limit, Limit::Packets(1..))
    }

    fn len(&self) -> u32 {
        self.fifo.len()
    }

    fn bytes(&self) -> u64 {
        self.fifo.bytes()
    }

    fn limit_packets(&self) -> Option<f64> {
        match self.limit {
            Limit::Packets(limit) => Some(f64::from(limit)),
            Limit::Bytes(_) => None,
        }
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
    use crate::scenario::{Choice, ParamValue};
    use crate::units::{Rate, Time};

    fn queue(params: &[(&str, ParamValue)]) -> Box<dyn Discipline> {
        let params = params.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        let choice = Choice { kind: "droptail".into(), params };
        super::super::make(&choice, ChannelFacts { rate: Rate::from_mbps(1.0) })
    }

    fn offer(queue: &mut dyn Discipline, id: PacketId, size: u32) -> Verdict {
        let mut rng = Rng::new(1, "q", "queue");
        queue.enqueue(&mut QueueCx { now: Time::ZERO, rng: &mut rng }, Waiting { id, size, ect: false })
    }

    #[test]
    fn holds_exactly_its_limit_of_packets() {
        let mut queue = queue(&[("limitPackets", ParamValue::Number(3.0))]);
        let verdicts: Vec<_> = (0..5).map(|id| offer(&mut *queue, id, 1500)).collect();
        use Verdict::{Enqueued, Overflow};
        assert_eq!(verdicts, [Enqueued, Enqueued, Enqueued, Overflow, Overflow]);
        assert_eq!((queue.len(), queue.bytes()), (3, 4500));
    }

    #[test]
    fn a_limit_in_bytes_lets_a_small_packet_in_where_a_large_one_fails() {
        let mut queue =
            queue(&[("unit", ParamValue::Text("bytes".into())), ("limitBytes", ParamValue::Number(2000.0))]);
        assert_eq!(offer(&mut *queue, 0, 1500), Verdict::Enqueued);
        assert_eq!(offer(&mut *queue, 1, 1500), Verdict::Overflow);
        assert_eq!(offer(&mut *queue, 2, 500), Verdict::Enqueued);
        assert_eq!(offer(&mut *queue, 3, 1), Verdict::Overflow);
    }
}
