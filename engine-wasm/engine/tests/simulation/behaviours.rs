//! Runs over links with behaviours, compared with calculations.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, queue};
use droptail_engine::metrics::results::FlowResults;
use droptail_engine::model::Model;
use droptail_engine::scenario::Edit;
use droptail_engine::units::Time;
use serde_json::{Value, json};

fn cbr(mbps: f64) -> Value {
    json!({"traffic": {"kind": "cbr", "params": {"rateMbps": mbps}}})
}

/// Rate on the wire of such a source of 10 Mb/s: each packet has 28 bytes of headers.
fn on_the_wire(flow: &FlowResults, mbps: f64) -> f64 {
    mbps * flow.throughput_mbps / flow.goodput_mbps
}

fn over(behaviours: Value, rate: f64, buffer: u32) -> Dumbbell {
    Dumbbell::new(rate, buffer).core("behaviours", behaviours)
}

#[test]
fn a_policer_passes_its_token_rate_and_one_bucket() {
    // r = 4 Mb/s: the fraction 1 − r/x is lost, and the first loss occurs after b/(x − r) seconds.
    for burst in [15_000.0, 75_000.0] {
        let d = || {
            over(json!({"policer": {"rateMbps": 4, "burstBytes": burst}}), 100.0, 1000).flow_with(
                "udp",
                40.0,
                cbr(10.0),
            )
        };
        let results = d().seconds(5.0, 125.0).run();
        let core = queue(&results, "core/forward");
        println!("policer: {} Mb/s of 4, lost {}", results.flows[0].throughput_mbps, core.loss_rate);
        assert!((results.flows[0].throughput_mbps / 4.0 - 1.0).abs() < 0.002);
        let x = on_the_wire(&results.flows[0], 10.0);
        assert!((core.loss_rate - (1.0 - 4.0 / x)).abs() < 0.001, "{} {x}", core.loss_rate);
        // A policer adds no delay.
        assert_eq!(core.max_packets, 0);
        let mut run = d().seconds(0.0, 5.0).simulation();
        let mut first = None;
        for ms in 1..1000 {
            run.step(Time::from_secs(f64::from(ms) / 1e3), u64::MAX);
            let drops = run.results().queues.iter().map(|q| q.drops).sum::<u64>();
            first = first.or((drops > 0).then_some(f64::from(ms)));
        }
        // The first packet arrives after 5 ms on the access link.
        let expected = burst * 8.0 / (x - 4.0) / 1e3 + 5.0;
        println!("first drop after {first:?} ms of {expected}");
        assert!((first.unwrap() - expected).abs() < 8.0, "{first:?} {expected}");
    }
}

#[test]
fn a_policer_does_not_change_the_rtt() {
    // Paced Reno at a constant RTT: beyond the BDP its window grows by √(2b) packets until the bucket is empty, so its mean is
    // ¾·(BDP + √(2b)): three quarters of the rate with a bucket of a few packets, and the whole rate from b = BDP²/18 on, which
    // is 62 packets here. The multiple losses of the last round trip cost a little more.
    let bdp: f64 = 10e6 * 0.040 / 8.0 / 1500.0;
    let stack = json!({"stack": {"kind": "rfc", "params": {"delayedAck": 1, "spacing": "paced"}}});
    let mut found = vec![];
    for packets in [4.0f64, 33.0, 100.0] {
        let expected = (0.75 * (1.0 + (2.0 * packets).sqrt() / bdp)).min(1.0);
        let policer = json!({"policer": {"rateMbps": 10, "burstBytes": packets * 1500.0}});
        let d = over(policer, 100.0, 1000).flow_with("sack", 40.0, stack.clone());
        let flow = d.seconds(30.0, 230.0).run().flows.remove(0);
        let (share, p95) = (flow.throughput_mbps / 10.0, flow.rtt_p95_ms.unwrap());
        println!(
            "bucket of {packets} packets: {share:.3} of the rate, at most {expected:.3}; RTT p95 {p95} ms"
        );
        found.push((packets, share, expected, p95 - flow.propagation_ms));
    }
    for (packets, share, expected, queueing_ms) in found {
        assert!(share < expected + 0.02 && share > expected - 0.2, "{packets}: {share} of {expected}");
        assert!(queueing_ms < 1.0, "{queueing_ms}");
    }
}

#[test]
fn a_shaper_delays_what_a_policer_drops() {
    let shaper = json!({"shaper": {"rateMbps": 10, "burstBytes": 15_000}});
    let results = over(shaper, 100.0, 50).flow("sack", 40.0).seconds(10.0, 70.0).run();
    let core = queue(&results, "core/forward");
    println!("shaper: {} Mb/s of 10, {} ms", results.flows[0].throughput_mbps, core.mean_delay_ms);
    assert!((results.flows[0].throughput_mbps / 10.0 - 1.0).abs() < 0.01);
    // A buffer of 50 packets at 1.2 ms each varies between half a BDP below full and full.
    assert!((25.0..60.0).contains(&core.mean_delay_ms), "{}", core.mean_delay_ms);
}

#[test]
fn aggregation_costs_one_medium_access_per_frame() {
    // Frames of n packets: n·t/(overhead + access + n·t) of 50 Mb/s, where t is a packet's transmission time.
    for n in [1, 16] {
        let wifi =
            json!({"aggregation": {"overheadMs": 0.2, "accessMs": 0.8, "maxPackets": n, "maxMs": 100}});
        let results = over(wifi, 50.0, 200).flow_with("udp", 40.0, cbr(60.0)).seconds(2.0, 62.0).run();
        let got = results.flows[0].throughput_mbps;
        let bytes = 28.0 / (1.0 - results.flows[0].goodput_mbps / got);
        let t = f64::from(n) * bytes * 8.0 / 50e3;
        let expected = 50.0 * t / (1.0 + t);
        println!("frames of {n}: {got} Mb/s of {expected}");
        assert!((got / expected - 1.0).abs() < 0.01, "{got} {expected}");
    }
    // Frames grow with the load: TCP fills the link, although single packets would get only a fifth of it.
    let wifi = json!({"aggregation": {"overheadMs": 0.2, "accessMs": 0.8}});
    let results = over(wifi, 50.0, 400).flow("cubic", 20.0).seconds(5.0, 35.0).run();
    assert!(results.flows[0].throughput_mbps > 35.0, "{}", results.flows[0].throughput_mbps);
}

#[test]
fn retransmission_by_the_link_turns_losses_into_delay() {
    // One attempt in ten fails: 1/(1 − p) attempts per packet, and p⁴ are lost after three retries, so TCP sees almost no loss.
    let arq = json!({"retransmission": {"errorRate": 0.1, "retryMs": 8}});
    let results = over(arq, 20.0, 100).flow("sack", 40.0).seconds(10.0, 70.0).run();
    let core = queue(&results, "core/forward");
    let (share, lost) =
        (results.flows[0].throughput_mbps / 20.0, core.link_losses as f64 / core.arrivals as f64);
    println!("ARQ: {share} of {}, lost {lost} of 1e-4", 1.0 / 1.1111);
    assert!((0.82..0.905).contains(&share), "{share}");
    assert!(lost < 4e-4, "{lost}");
    // The same errors without retransmission.
    let bare =
        Dumbbell::new(20.0, 100).core("lossRate", json!(0.1)).flow("sack", 40.0).seconds(10.0, 70.0).run();
    assert!(bare.flows[0].throughput_mbps < 2.0, "{}", bare.flows[0].throughput_mbps);
}

#[test]
fn handovers_change_the_rtt_and_lose_nothing() {
    let leo = json!({"handovers": {"delaySpanMs": 30, "rateSpan": 0.5}});
    let results = over(leo, 20.0, 100).flow_with("udp", 40.0, cbr(5.0)).seconds(0.0, 60.0).run();
    assert_eq!((results.flows[0].drops, results.flows[0].loss_rate), (0, 0.0));
    // TCP uses the capacity of the paths.
    let leo = json!({"handovers": {"delaySpanMs": 30, "rateSpan": 0.5, "outageMs": 100}});
    let results = over(leo, 20.0, 100).flow("cubic", 40.0).seconds(5.0, 120.0).run();
    let core = queue(&results, "core/forward");
    let flow = &results.flows[0];
    println!("LEO: utilisation {}, RTT {:?} … {:?} ms", core.utilisation, flow.rtt_min_ms, flow.rtt_p95_ms);
    assert!((0.85..=1.0).contains(&core.utilisation), "{}", core.utilisation);
    assert!(flow.rtt_p95_ms.unwrap() > flow.rtt_min_ms.unwrap() + 10.0);
}

#[test]
fn behaviours_can_be_added_and_removed_during_a_run() {
    let d = Dumbbell::new(20.0, 100).flow_with("udp", 40.0, cbr(10.0)).seconds(0.0, 40.0);
    let mut run = d.simulation();
    let edits = [
        (10.0, "/links/core/forward/behaviours/policer", json!({"rateMbps": 5})),
        (20.0, "/links/core/forward/behaviours/policer/rateMbps", json!(8)),
        (30.0, "/links/core/forward/behaviours/policer", json!(null)),
    ];
    for (at_s, path, value) in edits {
        run.step(Time::from_secs(at_s), u64::MAX);
        run.edit(Edit { at_s, path: path.into(), value }).unwrap();
    }
    run.step(Time::NEVER, u64::MAX);
    let results = run.results();
    let (sent, drops) = (results.flows[0].sent_packets as f64, results.flows[0].drops as f64);
    // 5 Mb/s for ten seconds, 8 Mb/s for ten more, and a bucket of 62,500 bytes.
    let x = 10.0 * 1488.0 / 1460.0;
    let expected = 0.25 * ((1.0 - 5.0 / x) + (1.0 - 8.0 / x)) - 62_500.0 * 8.0 / (x * 40e6);
    println!("dropped {} of {expected}", drops / sent);
    assert!((drops / sent - expected).abs() < 0.003, "{} {expected}", drops / sent);
}

#[test]
fn an_unknown_behaviour_or_parameter_is_rejected_with_its_pointer() {
    let refused = |behaviours: Value| {
        let document = over(behaviours, 10.0, 20).flow("sack", 40.0).value();
        let problems = droptail_engine::document::from_value(document).expect_err("not valid");
        problems.iter().map(|p| p.pointer.clone()).collect::<Vec<_>>()
    };
    let at = |rest: &str| vec![format!("/links/0/forward/behaviours/{rest}")];
    assert_eq!(refused(json!({"teleport": {}})), at("teleport"));
    assert_eq!(refused(json!({"policer": {"rate": 1}})), at("policer/rate"));
    assert_eq!(refused(json!({"policer": {"rateMbps": 0}})), at("policer/rateMbps"));
    assert_eq!(refused(json!({"policer": 5})), at("policer"));
    let mut fluid = over(json!({"shaper": {}}), 10.0, 20).flow("sack", 40.0).value();
    fluid["engine"] = json!("fluid");
    let problems = droptail_engine::document::from_value(fluid).expect_err("no fluid form");
    assert_eq!(problems[0].pointer, "/links/0/forward/behaviours");
}

/// Plots draw the link's rate and the BDP from these levels. A policer or shaper of 4 Mb/s limits both to 4 Mb/s.
#[test]
fn levels_use_the_rate_of_a_policer_or_shaper() {
    let directory = |behaviours: Value, queue: Value| {
        let d = over(behaviours, 20.0, 100).core("queue", queue).flow("sack", 40.0);
        d.simulation().directory()
    };
    let plain = json!({"kind": "droptail", "params": {"limitPackets": 100}});
    let of = |behaviours: Value, queue: &Value| {
        let d = directory(behaviours, queue.clone());
        let core = d.channels.iter().find(|c| c.id == "core/forward").expect("the core");
        (core.rate_mbps, core.bottleneck, d.flows[0].bdp_packets / d.flows[0].base_rtt_ms)
    };
    let bucket = |rate: f64| json!({"rateMbps": rate, "burstBytes": 15_000});
    let per_ms = |mbps: f64| mbps * 1e3 / 8.0 / 1500.0;
    let cake = json!({"kind": "cake", "params": {"bandwidthMbps": 3}});
    for (behaviours, queue, rate) in [
        (json!({}), &plain, 20.0),
        (json!({"policer": bucket(4.0)}), &plain, 4.0),
        (json!({"shaper": bucket(5.0)}), &plain, 5.0),
        (json!({"policer": bucket(4.0), "shaper": bucket(5.0)}), &plain, 4.0),
        (json!({"shaper": bucket(50.0)}), &plain, 20.0),
        (json!({}), &cake, 3.0),
    ] {
        let (mbps, bottleneck, bdp) = of(behaviours.clone(), queue);
        assert!(bottleneck && (mbps - rate).abs() < 1e-9, "{behaviours}: {mbps}");
        assert!((bdp / per_ms(rate) - 1.0).abs() < 1e-3, "{behaviours}: {bdp}");
    }
}

/// Plots draw the base RTT and the BDP. Both are those of the flow's own packets: over links of 1000, 2 and 1000 Mb/s.
#[test]
fn base_rtt_and_bdp_are_those_of_the_packets_of_a_flow() {
    for mss in [460, 1000, 1448] {
        let stack = json!({"stack": {"kind": "rfc", "params": {"mss": mss}}});
        let simulation = Dumbbell::new(2.0, 100).flow_with("sack", 60.0, stack).simulation();
        let flow = simulation.directory().flows[0].clone();
        let (full, ack) = (f64::from(mss + 52), 52.0);
        let base_rtt_ms = 60.0 + (full + ack) * 8.0 / 1e3 * (1.0 / 2.0 + 2.0 / 1000.0);
        assert!(
            (flow.base_rtt_ms - base_rtt_ms).abs() < 1e-3,
            "{mss}: {}, not {base_rtt_ms}",
            flow.base_rtt_ms
        );
        let packets = 2e6 * flow.base_rtt_ms / 1e3 / 8.0 / full;
        assert!((flow.bdp_packets - packets).abs() < 1e-9, "{mss}: {}, not {packets}", flow.bdp_packets);
    }
}
