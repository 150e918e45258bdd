use super::super::testing::Bench;
use super::*;
use serde_json::{Value, json};

/// Keeps flows backlogged with full packets. Returns how many of `packets` each has sent.
fn sent(params: Value, hosts: &[[u32; 2]], packets: u32) -> Vec<f64> {
    let mut bench = Bench::new("cake", params);
    bench.set_hosts(hosts);
    for _ in 0..5 {
        (0..hosts.len() as u32).for_each(|flow| bench.fill(1, flow, 1500));
    }
    let mut sent = vec![0.0; hosts.len()];
    for _ in 0..packets {
        let packet = bench.take().expect("backlogged");
        sent[packet.flow as usize >> 1] += 1.0 / f64::from(packets);
        bench.offer(packet.flow >> 1, 1500);
        bench.wait(1000);
    }
    assert!(bench.verdicts().is_empty());
    sent
}

#[test]
fn hosts_share_first_and_then_their_flows() {
    // Host 1 has eight flows and host 2 one, all to different hosts: 0.5/0.5 by sending hosts, 8/9 to 1/9 by
    // flows.
    let hosts: Vec<_> = (0..8).map(|i| [1, 10 + i]).chain([[2, 18]]).collect();
    for (isolation, expected) in
        [("flows", 1.0 / 9.0), ("source", 0.5), ("destination", 1.0 / 9.0), ("triple", 0.5)]
    {
        let sent = sent(json!({"isolation": isolation}), &hosts, 20_000);
        println!("{isolation}: host 2 gets {:.4}", sent[8]);
        assert!((sent[8] / expected - 1.0).abs() < 0.05, "{isolation}: {sent:?}");
        assert!((sent[0] / sent[7] - 1.0).abs() < 0.02, "{isolation}: {sent:?}");
    }
}

#[test]
fn a_sparse_flow_goes_before_the_others() {
    let mut bench = Bench::new("cake", json!({}));
    (0..4).for_each(|flow| bench.fill(200, flow, 1500));
    bench.skip(12);
    for _ in 0..20 {
        bench.offer(9, 200);
        assert_eq!(bench.take().unwrap().flow, 18);
        (0..8).for_each(|_| assert!(bench.take().unwrap().flow < 18));
        bench.wait(1_000_000);
    }
}

#[test]
fn an_emptied_queue_is_free_for_others() {
    let mut bench = Bench::new("cake", json!({}));
    for flow in 0..1000 {
        bench.fill(1, flow, 1500);
        bench.skip(1);
    }
    assert_eq!((bench.variables(), bench.queue.len()), (vec![0.0; 3], 0));
}

#[test]
fn a_full_buffer_drops_from_the_head_of_the_longest() {
    let mut bench = Bench::new("cake", json!({"limitPackets": 10}));
    bench.fill(4, 1, 100);
    bench.fill(6, 0, 1500);
    assert_eq!(bench.offer(1, 100), Verdict::Enqueued);
    assert_eq!(bench.verdicts(), [(4, Verdict::Overflow)]);
    // A packet that is alone in the queue may itself be dropped.
    let mut bench = Bench::new("cake", json!({"limitPackets": 1}));
    bench.fill(1, 0, 100);
    assert_eq!((bench.offer(1, 1500), bench.verdicts()), (Verdict::Overflow, vec![]));
}

#[test]
fn the_constants_follow_the_shaped_rate() {
    // sch_cake.c, cake_set_rate(): 1/4096 s within 300 … 1514 bytes; the target is at least the transmission time of 1.5 full packets,
    // and the interval grows with it.
    assert_eq!([1.0, 12.0, 100.0].map(|mbps| quantum(Some(Rate::from_mbps(mbps)), 1514)), [300, 366, 1514]);
    assert_eq!(quantum(None, 1514), 1514);
    let rtt = Nanos::from_millis(100.0);
    let fast = law(rtt, Some(Rate::from_mbps(100.0)), 1500);
    assert_eq!((fast.target, fast.interval), (Nanos::from_millis(5.0), rtt));
    // 12 ms per packet at 1 Mb/s: 18 ms, and 113 ms.
    let slow = law(rtt, Some(Rate::from_mbps(1.0)), 1500);
    assert_eq!((slow.target, slow.interval), (Nanos::from_millis(18.0), Nanos::from_millis(113.0)));
    let slower = law(rtt, Some(Rate::from_mbps(0.1)), 1500);
    assert_eq!((slower.target, slower.interval), (Nanos::from_millis(180.0), Nanos::from_millis(360.0)));
}

#[test]
fn framing_counts_for_the_shaper() {
    let shaping = Shaping { rate: Rate::from_mbps(1.0), overhead: 18, least: 64 };
    assert_eq!([1500, 40, 50].map(|size| shaping.counted(size)), [1518, 64, 68]);
    assert_eq!(Shaping { overhead: -60, least: 0, ..shaping }.counted(40), 0);
}
