//! Deficit round robin: Shreedhar & Varghese, "Efficient Fair Queueing Using Deficit Round Robin", SIGCOMM 1995.

use super::fair::{Fair, Policy, VARIABLES, buckets, quantum};
use super::{ChannelFacts, Discipline, QueuedPacket, Registered, buffer};
use crate::catalogue::{Row, Settings};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: None, classes: &[], make };

fn row() -> Row {
    Row {
        id: "drr".into(),
        name: "DRR".into(),
        summary: "One sub-queue per flow; each sends up to a quantum of bytes per round and carries the remainder over to the next.".into(),
        source: "Shreedhar & Varghese, Deficit Round Robin".into(),
        year: 1995,
        params: vec![
            buffer(100.0)
                .help("Packets that all sub-queues can hold together; when the limit is exceeded, the one with the most bytes drops its last packet."),
            quantum(1500.0)
                .help("Bytes that a sub-queue may send per round; at least a full packet."),
            buckets(1024.0),
        ],
    }
}

/// Costs are in bytes. A full buffer drops from the tail of the longest sub-queue (McKenney's buffer stealing, which the paper
/// adopts).
#[derive(Clone, Debug)]
struct Drr;

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    Box::new(Fair::new(settings, settings.number("quantumBytes") as i64, Drr))
}

impl Policy for Drr {
    type State = ();

    fn cost(&self, packet: &QueuedPacket) -> i64 {
        i64::from(packet.size)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Verdict;
    use super::super::testing::Bench;
    use serde_json::json;

    /// Keeps flows with packets of these sizes backlogged. Returns the largest difference between the bytes of two flows during
    /// `packets` departures.
    pub fn largest_difference(mut bench: Bench, sizes: &[u32], packets: u32) -> u64 {
        for _ in 0..20 {
            for (flow, &size) in sizes.iter().enumerate() {
                bench.offer(flow as u32, size);
            }
        }
        let mut sent = vec![0u64; sizes.len()];
        let mut worst = 0;
        for _ in 0..packets {
            let packet = bench.take().expect("backlogged");
            sent[packet.flow as usize >> 1] += u64::from(packet.size);
            bench.offer(packet.flow >> 1, packet.size);
            bench.wait(1000);
            worst = worst.max(sent.iter().max().unwrap() - sent.iter().min().unwrap());
        }
        assert!(bench.verdicts().is_empty());
        worst
    }

    #[test]
    fn backlogged_flows_get_equal_bytes_whatever_their_packets() {
        // Shreedhar & Varghese 1995: after K rounds a backlogged flow has sent at most K·Q bytes, and less by at most a packet; so two
        // flows never differ by more than a quantum and a packet.
        let sizes = [1500, 600, 52, 1000, 1499];
        for quantum in [1500, 500, 4000] {
            let bench = Bench::new("drr", json!({"quantumBytes": quantum, "limitPackets": 1000}));
            let worst = largest_difference(bench, &sizes, 20_000);
            assert!(worst < quantum + 1500, "{worst}");
            assert!(worst >= 500, "{worst}: one packet per round does not give equal bytes");
        }
    }

    #[test]
    fn a_sparse_flow_waits_for_at_most_one_packet_of_each_other_flow() {
        let mut bench = Bench::new("drr", json!({"limitPackets": 1000}));
        for _ in 0..50 {
            (0..4).for_each(|flow| bench.fill(1, flow, 1500));
        }
        bench.take();
        bench.offer(9, 100);
        let place = (0..).find(|_| bench.take().unwrap().flow == 18).unwrap();
        assert!(place <= 4, "{place} packets were sent before");
    }

    #[test]
    fn a_backlogged_queue_keeps_its_deficit_for_the_next_round() {
        // Shreedhar & Varghese 1995, figure 2: with Q = 500, a queue with packets of 200 and 750 bytes sends 200 in the first round
        // and keeps a deficit of 300; in the next round it has 800 and sends 750.
        let mut bench = Bench::new("drr", json!({"quantumBytes": 500}));
        for (flow, size) in [(0, 200), (0, 750), (0, 20), (1, 500), (1, 500)] {
            bench.offer(flow, size);
        }
        let sizes: Vec<_> = std::iter::from_fn(|| bench.take()).map(|p| p.size).collect();
        assert_eq!(sizes, [200, 500, 750, 20, 500]);
    }

    #[test]
    fn a_full_buffer_drops_from_the_longest_queue() {
        let mut bench = Bench::new("drr", json!({"limitPackets": 10}));
        bench.fill(10, 0, 1500);
        assert_eq!((bench.offer(0, 1500), bench.verdicts()), (Verdict::Overflow, vec![]));
        assert_eq!(
            (bench.offer(1, 1500), bench.verdicts()),
            (Verdict::Enqueued, vec![(9, Verdict::Overflow)])
        );
        assert_eq!((bench.queue.len(), bench.queue.bytes(), bench.variables()), (10, 15_000, vec![2.0]));
    }
}
