//! Random drop: Mankin, "Random Drop Congestion Control", SIGCOMM 1990; Floyd & Jacobson, "On Traffic Phase Effects in
//! Packet-Switched Gateways", 1992.

use super::fifo::Fifo;
use super::fluid::FluidQueue;
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer, buffer_limit,
};
use crate::catalogue::{Row, Settings};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[], fluid: Some(fluid), early: None, classes: &[], make };

fn row() -> Row {
    Row {
        id: "random-drop".into(),
        name: "Random drop".into(),
        summary: "A full queue drops one of its packets or the arriving one, each with the same probability."
            .into(),
        source: "Mankin, Random Drop Congestion Control".into(),
        year: 1990,
        params: vec![
            buffer(100.0).help("Packets the buffer can hold; the one in transmission does not count."),
        ],
    }
}

#[derive(Clone, Debug)]
struct RandomDrop {
    fifo: Fifo,
    limit: u32,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(RandomDrop { fifo: Fifo::default(), limit: buffer_limit(settings) })
}

/// The choice of the dropped packet makes no difference to the fluid model.
fn fluid(settings: &Settings<'_>, _: f64) -> FluidQueue {
    FluidQueue::of_packets(settings)
}

impl Discipline for RandomDrop {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if self.fifo.len() >= self.limit {
            // The arriving packet is the last candidate.
            let victim = cx.rng.below(self.fifo.len() as usize + 1);
            match self.fifo.remove(victim) {
                Some(victim) => cx.drop(&victim, Verdict::Overflow),
                None => return Verdict::Overflow,
            }
        }
        self.fifo.push(packet);
        Verdict::Enqueued
    }

    fn dequeue(&mut self, _: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.fifo.pop()
    }

    fn is_transparent(&self) -> bool {
        true
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
    use serde_json::json;

    #[test]
    fn every_position_is_dropped_with_equal_probability() {
        // Floyd & Jacobson 1992: the dropped packet is chosen at random among the packets in the queue and the arriving one. With
        // 9 queued packets there are ten positions; the sum of (observed − n)²/n over them is chi-squared with 9 degrees of freedom
        // and exceeds 27.9 once in a thousand samples.
        let mut bench = Bench::new("random-drop", json!({"limitPackets": 9}));
        bench.fill(9, 0, 1500);
        let rounds = 20_000;
        let mut drops = [0u32; 10];
        for _ in 0..rounds {
            let mut before = vec![];
            bench.queue.for_each(&mut |p| before.push(p.id));
            let verdict = bench.offer(0, 1500);
            let place = match bench.verdicts()[..] {
                [(victim, Verdict::Overflow)] => before.iter().position(|&id| id == victim).unwrap(),
                [] if verdict == Verdict::Overflow => 9,
                _ => panic!("one packet is dropped"),
            };
            drops[place] += 1;
            assert_eq!(bench.queue.len(), 9);
        }
        let expected = f64::from(rounds) / 10.0;
        let chi: f64 =
            drops.iter().map(|&h| (f64::from(h) - expected) * (f64::from(h) - expected) / expected).sum();
        assert!(chi < 27.9, "{chi}: {drops:?}");
    }

    #[test]
    fn the_remaining_packets_keep_their_order() {
        let mut bench = Bench::new("random-drop", json!({"limitPackets": 5}));
        bench.fill(50, 0, 1500);
        let ids: Vec<_> = std::iter::from_fn(|| bench.take()).map(|p| p.id).collect();
        assert_eq!(ids.len(), 5);
        assert!(ids.is_sorted(), "{ids:?}");
    }
}
