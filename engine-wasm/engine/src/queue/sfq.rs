//! Stochastic fair queueing: McKenney, "Stochastic Fairness Queueing", 1990.

use super::fair::{Fair, Policy, VARIABLES, buckets};
use super::fifo::Fifo;
use super::rounds::Rounds;
use super::{ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Store, buffer};
use crate::catalogue::{Param, Row, Settings};
use crate::units::{Nanos, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: None, classes: &[], make };

fn row() -> Row {
    Row {
        id: "sfq".into(),
        name: "SFQ".into(),
        summary: "Flows are hashed into sub-queues, which each send one packet in turn.".into(),
        source: "McKenney, Stochastic Fairness Queueing".into(),
        year: 1990,
        params: vec![
            buffer(127.0)
                .help("Packets that all sub-queues can hold together; when the limit is exceeded, the longest one drops its last packet."),
            buckets(1024.0),
            Param::number("perturbS", "", "Rehash interval", "s")
                .range(0.0, 86_400.0, 10.0)
                .integer()
                .help("Rehashing separates flows that share a sub-queue; 0 means never."),
        ],
    }
}

/// Costs and lengths are in packets.
#[derive(Clone, Debug)]
struct Sfq {
    perturbation: Option<Perturbation>,
}

/// Periodic change of the salt.
#[derive(Clone, Debug)]
struct Perturbation {
    period: Nanos,
    next: Time,
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let period = Nanos::from_secs(settings.number("perturbS"));
    let perturbation = (period > Nanos::ZERO).then_some(Perturbation { period, next: Time::ZERO + period });
    Box::new(Fair::new(settings, 1, Sfq { perturbation }))
}

impl Policy for Sfq {
    type State = ();

    /// Makes the changes of the salt that are due. It does not matter that this happens only on arrivals and departures.
    fn catch_up(&mut self, cx: &mut QueueCx<'_>, rounds: &mut Rounds<()>) {
        while let Some(perturbation) = self.perturbation.as_mut().filter(|p| p.next <= cx.now) {
            perturbation.next += perturbation.period;
            let salt = cx.rng.bits();
            rounds.rehash(cx, salt);
        }
    }

    fn cost(&self, _: &QueuedPacket) -> i64 {
        1
    }

    fn length(&self, fifo: &Fifo) -> u64 {
        u64::from(fifo.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Verdict;
    use super::super::testing::Bench;
    use serde_json::json;

    #[test]
    fn backlogged_flows_send_packet_by_packet() {
        // McKenney 1990: each queue sends one packet per round, so counts never differ by more than one.
        let mut bench = Bench::new("sfq", json!({"limitPackets": 300, "perturbS": 0}));
        for _ in 0..60 {
            [1500, 52, 600].iter().enumerate().for_each(|(flow, &size)| bench.fill(1, flow as u32, size));
        }
        let mut sent = [0u32; 3];
        for _ in 0..150 {
            sent[bench.take().unwrap().flow as usize >> 1] += 1;
            assert!(sent.iter().max().unwrap() - sent.iter().min().unwrap() <= 1, "{sent:?}");
        }
    }

    #[test]
    fn a_full_buffer_drops_from_the_longest_queue() {
        let mut bench = Bench::new("sfq", json!({"limitPackets": 6}));
        bench.fill(4, 0, 52);
        bench.fill(2, 1, 1500);
        // Length in packets, not in bytes.
        assert_eq!((bench.offer(2, 52), bench.verdicts()), (Verdict::Enqueued, vec![(3, Verdict::Overflow)]));
        assert_eq!(bench.queue.len(), 6);
    }

    #[test]
    fn rehashing_separates_flows_and_keeps_their_order() {
        let shares = |bench: &mut Bench| {
            (0..20).for_each(|i| bench.fill(1, i % 2, 1500));
            bench.variables()[0] == 1.0
        };
        // With two queues, half of all salts put two flows together.
        let (mut together, mut separated) = (0, 0);
        for seed in 0..64 {
            let mut bench = Bench::new("sfq", json!({"queues": 2, "perturbS": 10})).seed(seed);
            if !shares(&mut bench) {
                continue;
            }
            together += 1;
            bench.wait(9_999_999_999);
            assert_eq!(bench.take().map(|p| p.id), Some(0));
            assert_eq!(bench.variables(), [1.0]);
            bench.wait(1);
            let mut ids = [vec![], vec![]];
            let first = bench.take().unwrap();
            separated += u32::from(bench.variables() == [2.0]);
            ids[first.flow as usize >> 1].push(first.id);
            while let Some(packet) = bench.take() {
                ids[packet.flow as usize >> 1].push(packet.id);
            }
            assert!(ids.iter().all(|ids| ids.is_sorted()), "{ids:?}");
            assert_eq!(ids[0].len() + ids[1].len(), 19);
        }
        // A binomial count of 64 draws, then one of the successes: five standard deviations.
        assert!((12..=52).contains(&together), "{together}");
        assert!(separated > 0 && separated < together, "{separated} of {together}");
    }
}
