//! FQ-CoDel: RFC 8290.

use super::codel::{self, Codel, ControlLaw};
use super::fair::{Fair, Policy, VARIABLES, buckets, quantum};
use super::fifo::Fifo;
use super::{ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, buffer};
use crate::catalogue::{Row, Settings};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(codel::EARLY), classes: &[], make };

fn row() -> Row {
    let own = vec![
        buffer(10_240.0).help(
            "Packets that all sub-queues can hold together; when the limit is exceeded, the one with the most bytes drops from its head.",
        ),
        quantum(1514.0).help(
            "Bytes that a sub-queue may send per round; any excess is deducted from the next round.",
        ),
        buckets(1024.0),
    ];
    Row {
        id: "fq-codel".into(),
        name: "FQ-CoDel".into(),
        summary: "One sub-queue per flow, served in turn, new flows first; CoDel runs in each.".into(),
        source: "RFC 8290".into(),
        year: 2018,
        params: [own, codel::params()].concat(),
    }
}

/// Maximum number of packets dropped at once when the buffer is full (RFC 8290, section 4.1).
const BATCH: u32 = 64;

/// CoDel in each sub-queue. An empty sub-queue is idle, like an empty CoDel queue.
#[derive(Clone, Debug)]
struct FqCodel {
    control_law: ControlLaw,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let policy = FqCodel { control_law: ControlLaw::new(settings) };
    Box::new(Fair::new(settings, settings.number("quantumBytes") as i64, policy))
}

impl Policy for FqCodel {
    type State = Codel;

    const NEW_FIRST: bool = true;

    fn cost(&self, packet: &QueuedPacket) -> i64 {
        i64::from(packet.size)
    }

    /// RFC 8290, section 4.2: a sub-queue with a positive deficit may send a whole packet.
    fn needs(&self, _: &QueuedPacket) -> i64 {
        1
    }

    fn send(&self, cx: &mut QueueCx<'_>, fifo: &mut Fifo, codel: &mut Codel) -> Option<QueuedPacket> {
        codel.dequeue(&self.control_law, cx, fifo)
    }

    /// RFC 8290, section 4.1: above the limit the sub-queue with the most bytes drops packets from its head: half of them, at most 64.
    /// Half by bytes, as in Linux.
    fn make_room(&self, fifo: &mut Fifo, drop: &mut dyn FnMut(QueuedPacket)) {
        let half = fifo.bytes() / 2;
        for _ in 0..BATCH {
            let Some(victim) = fifo.pop() else { break };
            drop(victim);
            if fifo.bytes() <= half {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::super::drr::tests::largest_difference;
    use super::super::testing::Bench;
    use crate::core::packet::Ecn;
    use serde_json::json;

    #[test]
    fn backlogged_flows_get_equal_bytes() {
        // RFC 8290, section 4.2: a queue sends while its deficit is positive, so it exceeds its rounds by at most a packet, and two
        // queues differ by less than a quantum and a packet. CoDel does not interfere: no sojourn time reaches its target.
        let params = json!({"targetMs": 10_000, "quantumBytes": 1514});
        let worst = largest_difference(Bench::new("fq-codel", params), &[1500, 600, 52, 1000, 1499], 20_000);
        assert!(worst < 1514 + 1500, "{worst}");
    }

    #[test]
    fn a_sparse_flow_is_served_first() {
        // RFC 8290, section 4.2: a queue that was empty is new, and new queues are served first; a queue that sends less than a
        // quantum per round waits only for the packet in transmission.
        let mut bench = Bench::new("fq-codel", json!({}));
        (0..20).for_each(|flow| bench.fill(30, flow, 1500));
        // A quantum of 1514 bytes allows two packets of 1500, the second with a negative deficit; then all queues are old.
        bench.skip(40);
        for round in 0..10 {
            bench.offer(50, 100);
            assert_eq!(bench.take().unwrap().flow, 100, "round {round}");
            (0..30).for_each(|_| assert!(bench.take().unwrap().flow < 100));
        }
        // But three packets exceed the quantum: the last one waits for the others.
        bench.offer(50, 1500);
        bench.offer(50, 1500);
        bench.offer(50, 1500);
        assert_eq!([(); 2].map(|()| bench.take().unwrap().flow), [100, 100]);
        assert_ne!(bench.take().unwrap().flow, 100);
    }

    #[test]
    fn an_emptied_new_queue_becomes_old() {
        // RFC 8290, section 4.2: an emptied new queue passes through the list of old queues before it can be new again. Otherwise a
        // flow that always has one packet queued would get every second turn, however many other flows there are.
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
        // Its share among four flows, within one round.
        assert!((49..=52).contains(&sent), "{sent}");
    }

    #[test]
    fn each_queue_has_its_own_codel() {
        // CoDel drops or marks packets of a flow with a standing queue, and none of the other flow.
        for (ecn, dropped) in [(Ecn::NotEct, Verdict::EarlyDrop), (Ecn::Ect0, Verdict::Marked)] {
            let mut bench = Bench::new("fq-codel", json!({}));
            bench.ecn = ecn;
            let (mut drops, mut sparse) = (vec![], vec![]);
            for ms in 0..1000u32 {
                bench.offer(0, 1500);
                bench.offer(0, 1500);
                if ms % 20 == 0 {
                    sparse.push(bench.offered());
                    bench.offer(1, 1500);
                }
                bench.take();
                drops.extend(bench.verdicts());
                bench.wait(1_000_000);
            }
            assert!(drops.len() > 10);
            assert!(drops.iter().all(|(id, what)| *what == dropped && !sparse.contains(id)));
        }
    }

    #[test]
    fn a_full_buffer_drops_half_of_the_largest_queue_from_its_head() {
        // RFC 8290, section 4.1, with the batch size that it allows.
        let mut bench = Bench::new("fq-codel", json!({"limitPackets": 20}));
        bench.fill(8, 1, 100);
        bench.fill(12, 0, 1500);
        assert_eq!(bench.offer(2, 100), Verdict::Enqueued);
        let expected: Vec<_> = (8..14).map(|id| (id, Verdict::Overflow)).collect();
        assert_eq!(bench.verdicts(), expected);
        assert_eq!((bench.queue.len(), bench.queue.bytes()), (15, 900 + 6 * 1500));
        let mut bench = Bench::new("fq-codel", json!({"limitPackets": 1000}));
        bench.fill(1001, 0, 1500);
        assert_eq!((bench.verdicts().len(), bench.queue.len()), (64, 937));
    }
}
