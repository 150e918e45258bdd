//! FQ-PIE: the sub-queues and scheduling of FQ-CoDel (RFC 8290) with PIE (RFC 8033) in each, as in Linux's
//! sch_fq_pie.

use super::fair::{Fair, Policy, VARIABLES, buckets, quantum};
use super::fifo::Fifo;
use super::pie::{self, Pie};
use super::{ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, Verdict, buffer};
use crate::catalogue::{Row, Settings};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(pie::EARLY), classes: &[], make };

fn row() -> Row {
    let own = vec![
        buffer(10_240.0).help("Packets that can wait in all sub-queues together; beyond it the arriving packet is dropped."),
        quantum(1514.0).help(
            "Bytes added to the credit of a sub-queue in each turn; what it sends beyond that is deducted from the next.",
        ),
        buckets(1024.0),
    ];
    Row {
        id: "fq-pie".into(),
        name: "FQ-PIE".into(),
        summary: "One sub-queue per flow, served in turn, new flows first; PIE runs in each.".into(),
        source: "Ramakrishnan et al., FQ-PIE Queue Discipline in the Linux Kernel; RFC 8033, RFC 8290".into(),
        year: 2019,
        params: [own, pie::params()].concat(),
    }
}

/// PIE in each sub-queue, from its first packet on. It uses the backlog of the sub-queue, not of the whole
/// queue.
#[derive(Clone, Debug)]
struct FqPie {
    fresh: Pie,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let policy = FqPie { fresh: pie::pie(settings) };
    Box::new(Fair::new(settings, settings.number("quantumBytes") as i64, policy))
}

impl Policy for FqPie {
    type State = Option<Box<Pie>>;

    const NEW_FIRST: bool = true;
    const ADMITS: bool = true;

    fn admit(
        &self,
        cx: &mut QueueCx<'_>,
        packet: &QueuedPacket,
        fifo: &Fifo,
        pie: &mut Self::State,
        is_full: bool,
    ) -> Verdict {
        let pie = pie.get_or_insert_with(|| Box::new(self.fresh.clone()));
        pie.admit(cx, packet, fifo.bytes(), is_full)
    }

    fn cost(&self, packet: &QueuedPacket) -> i64 {
        i64::from(packet.size)
    }

    /// RFC 8290, section 4.2: a sub-queue with credit left may send a whole packet.
    fn needs(&self, _: &QueuedPacket) -> i64 {
        1
    }

    fn send(&self, cx: &mut QueueCx<'_>, fifo: &mut Fifo, pie: &mut Self::State) -> Option<QueuedPacket> {
        let packet = fifo.pop();
        if let Some(pie) = pie {
            pie.catch_up(cx.now);
            pie.on_departure(cx.now, packet.as_ref(), fifo.is_empty());
        }
        packet
    }
}

#[cfg(test)]
mod tests {
    use super::super::drr::tests::largest_difference;
    use super::super::testing::Bench;
    use super::*;
    use crate::core::packet::Ecn;
    use serde_json::json;

    #[test]
    fn backlogged_flows_get_equal_bytes() {
        // RFC 8290, section 4.2: two backlogged queues differ by less than a quantum and a packet. PIE does not interfere.
        let params = json!({"targetMs": 10_000, "quantumBytes": 1514});
        let worst = largest_difference(Bench::new("fq-pie", params), &[1500, 600, 52, 1000, 1499], 20_000);
        assert!(worst < 1514 + 1500, "{worst}");
    }

    #[test]
    fn each_queue_has_a_pie_of_its_own() {
        // A flow that sends at twice its fair share loses half of its packets, or has them marked; a flow
        // below its share loses none.
        for ecn in [Ecn::NotEct, Ecn::Ect0] {
            let mut bench = Bench::new("fq-pie", json!({}));
            bench.ecn = ecn;
            let (mut hits, mut sparse, mut sparse_hits) = (0, 0, 0);
            for ms in 0..4000u32 {
                for _ in 0..2 {
                    hits += u32::from(bench.offer(0, 1500) != Verdict::Enqueued);
                }
                if ms % 3 == 0 {
                    sparse += 1;
                    sparse_hits += u32::from(bench.offer(1, 1500) != Verdict::Enqueued);
                }
                bench.take();
                bench.wait(1_000_000);
            }
            assert!(hits > 500 && sparse > 1000 && sparse_hits == 0, "{ecn:?}: {hits} {sparse_hits}");
        }
    }

    #[test]
    fn the_burst_allowance_is_each_flow_s_own() {
        // RFC 8033, section 4.4: 150 ms from the first packet of a flow on, whatever the others do.
        let mut bench = Bench::new("fq-pie", json!({}));
        let mut first = None;
        for ms in 0..5000u32 {
            bench.fill(2, 0, 1500);
            if ms >= 3000 {
                for _ in 0..2 {
                    let hit = bench.offer(1, 1500) != Verdict::Enqueued;
                    first = first.or(hit.then_some(ms));
                }
            }
            bench.take();
            bench.wait(1_000_000);
        }
        assert!(first.is_some_and(|ms| ms >= 3000 + 135), "{first:?}");
    }

    #[test]
    fn a_full_buffer_drops_what_comes() {
        // Linux, sch_fq_pie.c: the arriving packet is dropped, whichever flow has the longest sub-queue.
        let mut bench = Bench::new("fq-pie", json!({"limitPackets": 3}));
        bench.fill(3, 0, 1500);
        assert_eq!((bench.offer(1, 1500), bench.verdicts()), (Verdict::Overflow, vec![]));
    }
}
