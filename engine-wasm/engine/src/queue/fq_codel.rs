//! FQ-CoDel: RFC 8290.

use super::codel::{self, Codel, Law};
use super::drr::{PROBES, buckets};
use super::rounds::Rounds;
use super::{ChannelFacts, Discipline, QueueCx, Registered, Store, Verdict, Waiting, buffer, buffer_limit};
use crate::catalogue::{Param, Row, Settings};

pub(super) const REGISTERED: Registered = Registered { row, probes: PROBES, fluid: false, make };

fn row() -> Row {
    let own = vec![
        buffer(10_240.0)
            .help("Packets that can wait in all queues; beyond it the one with most bytes loses from its head."),
        Param::number("quantumBytes", "Q", "Quantum", "bytes")
            .range(64.0, 1_000_000.0, 1514.0)
            .integer()
            .log()
            .help("What a queue may send more in each turn; what it sends beyond that, it has less in the next."),
        buckets(1024.0),
    ];
    Row {
        id: "fq-codel",
        name: "FQ-CoDel",
        summary: "One queue a flow, served in turns, new flows first; CoDel in each of them.",
        source: "RFC 8290",
        year: 2018,
        params: [own, codel::params()].concat(),
    }
}

/// Packets dropped at once when the buffer is full, at most (RFC 8290, section 4.1).
const BATCH: u32 = 64;

#[derive(Clone, Debug)]
struct FqCodel {
    rounds: Rounds<Codel>,
    limit: u32,
    law: Law,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let quantum = settings.number("quantumBytes") as i64;
    Box::new(FqCodel {
        rounds: Rounds::new(settings.number("queues") as u32, quantum),
        limit: buffer_limit(settings),
        law: Law::new(settings),
    })
}

impl Discipline for FqCodel {
    /// RFC 8290, section 4.1: beyond the limit the queue with most bytes loses packets from its head: half of them, at most 64.
    /// Half by bytes, as in Linux.
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: Waiting) -> Verdict {
        self.rounds.push(cx, packet, true);
        if self.rounds.len() <= self.limit {
            return Verdict::Enqueued;
        }
        let at = self.rounds.longest(|fifo| fifo.bytes()).expect("a full buffer has a longest queue");
        let mut verdict = Verdict::Enqueued;
        self.rounds.take(at, |sub| {
            let half = sub.fifo.bytes() / 2;
            for _ in 0..BATCH {
                match sub.fifo.pop() {
                    Some(victim) if victim.id != packet.id => cx.drop(&victim, Verdict::Overflow),
                    Some(_) => verdict = Verdict::Overflow,
                    None => break,
                }
                if sub.fifo.bytes() <= half {
                    break;
                }
            }
        });
        verdict
    }

    /// RFC 8290, section 4.2.
    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<Waiting> {
        loop {
            // Who has anything left of its turn may send a whole packet.
            let at = self.rounds.turn(|_| 1)?;
            let packet = self.rounds.take(at, |sub| sub.state.dequeue(&self.law, cx, &mut sub.fifo));
            if let Some(packet) = packet {
                self.rounds.charge(at, i64::from(packet.size));
                return Some(packet);
            }
        }
    }

    /// An empty queue has nobody in its lists, and CoDel in one that is empty is as it is in CoDel.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.rounds
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn probes(&self, show: &mut dyn FnMut(f64)) {
        show(f64::from(self.rounds.active()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::drr::tests::largest_difference;
    use super::super::testing::Bench;
    use super::*;
    use serde_json::json;

    #[test]
    fn backlogged_flows_get_equal_bytes() {
        // RFC 8290, section 4.2: a queue sends while its deficit is positive, so it is at most a packet beyond its turns, and two
        // queues differ by less than a quantum and a packet. CoDel is out of the way: nothing waits for its target.
        let params = json!({"targetMs": 10_000, "quantumBytes": 1514});
        let worst = largest_difference(Bench::new("fq-codel", params), &[1500, 600, 52, 1000, 1499], 20_000);
        assert!(worst < 1514 + 1500, "{worst}");
    }

    #[test]
    fn a_sparse_flow_goes_before_all_others() {
        // RFC 8290, section 4.2: a queue that was empty is new, and new ones are served first; one that sends less than a quantum
        // in the time of a round never waits for more than the packet in transmission.
        let mut bench = Bench::new("fq-codel", json!({}));
        (0..20).for_each(|flow| bench.fill(30, flow, 1500));
        // A turn of 1514 bytes is two packets of 1500, the second on credit; then all are old.
        bench.skip(40);
        for round in 0..10 {
            bench.offer(50, 100);
            assert_eq!(bench.take().unwrap().flow, 100, "round {round}");
            (0..30).for_each(|_| assert!(bench.take().unwrap().flow < 100));
        }
        // But three packets are more than a turn: the last one waits for the others.
        bench.offer(50, 1500);
        bench.offer(50, 1500);
        bench.offer(50, 1500);
        assert_eq!([(); 2].map(|()| bench.take().unwrap().flow), [100, 100]);
        assert_ne!(bench.take().unwrap().flow, 100);
    }

    #[test]
    fn a_queue_does_not_stay_new_by_being_empty_in_between() {
        // RFC 8290, section 4.2: an emptied new queue goes through the old ones once before it can be new again; else a flow
        // with always one packet at hand would have every second turn beside any number of others.
        let mut bench = Bench::new("fq-codel", json!({"quantumBytes": 1500}));
        (0..3).for_each(|flow| bench.fill(100, flow, 1500));
        bench.skip(6);
        bench.offer(50, 1500);
        let mut sent = 0;
        for _ in 0..200 {
            if bench.take().unwrap().flow == 100 {
                sent += 1;
                bench.offer(50, 1500);
            }
        }
        // Its share among four, give or take a round.
        assert!((49..=52).contains(&sent), "{sent}");
    }

    #[test]
    fn each_queue_has_a_codel_of_its_own() {
        // A flow that stands for long is dropped from, or marked; one that does not is left alone.
        for (ect, hit) in [(false, Verdict::EarlyDrop), (true, Verdict::Marked)] {
            let mut bench = Bench::new("fq-codel", json!({}));
            bench.ect = ect;
            let (mut hits, mut sparse) = (vec![], vec![]);
            for ms in 0..1000u32 {
                bench.offer(0, 1500);
                bench.offer(0, 1500);
                if ms % 20 == 0 {
                    sparse.push(bench.offered());
                    bench.offer(1, 1500);
                }
                bench.take();
                hits.extend(bench.fates());
                bench.wait(1_000_000);
            }
            assert!(hits.len() > 10);
            assert!(hits.iter().all(|(id, what)| *what == hit && !sparse.contains(id)));
        }
    }

    #[test]
    fn a_full_buffer_takes_half_of_the_fattest_from_its_head() {
        // RFC 8290, section 4.1, with the batch that it allows.
        let mut bench = Bench::new("fq-codel", json!({"limitPackets": 20}));
        bench.fill(8, 1, 100);
        bench.fill(12, 0, 1500);
        assert_eq!(bench.offer(2, 100), Verdict::Enqueued);
        let expected: Vec<_> = (8..14).map(|id| (id, Verdict::Overflow)).collect();
        assert_eq!(bench.fates(), expected);
        assert_eq!((bench.queue.len(), bench.queue.bytes()), (15, 900 + 6 * 1500));
        let mut bench = Bench::new("fq-codel", json!({"limitPackets": 1000}));
        bench.fill(1001, 0, 1500);
        assert_eq!((bench.fates().len(), bench.queue.len()), (64, 937));
    }
}
