//! Whole runs over links with behaviours, against arithmetic.

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

/// What such a source of 10 Mb/s puts on the wire: each packet has 28 bytes of headers.
fn on_the_wire(flow: &FlowResults, mbps: f64) -> f64 {
    mbps * flow.throughput_mbps / flow.goodput_mbps
}

fn over(behaviours: Value, rate: f64, buffer: u32) -> Dumbbell {
    Dumbbell::new(rate, buffer).core("behaviours", behaviours)
}

#[test]
fn a_policer_passes_its_token_rate_and_one_bucket() {
    // r = 4 Mb/s: 1 − r/x are lost; before the first loss b/(x − r) seconds pass.
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
        // Nothing waits for it.
        assert_eq!(core.max_packets, 0);
        let mut run = d().seconds(0.0, 5.0).simulation();
        let mut first = None;
        for ms in 1..1000 {
            run.step(Time::from_secs(f64::from(ms) / 1e3), u64::MAX);
            let drops = run.results().queues.iter().map(|q| q.drops).sum::<u64>();
            first = first.or((drops > 0).then_some(f64::from(ms)));
        }
        // The first packet is there after 5 ms of access link.
        let expected = burst * 8.0 / (x - 4.0) / 1e3 + 5.0;
        println!("first drop after {first:?} ms of {expected}");
        assert!((first.unwrap() - expected).abs() < 8.0, "{first:?} {expected}");
    }
}

#[test]
fn a_policer_leaves_the_round_trip_alone() {
    // Paced Reno at a constant RTT: above the BDP its window takes √(2b) packets until the bucket is empty, so the mean is
    // ¾·(BDP + √(2b)): three quarters of the rate with a bucket of a few packets, all of it from b = BDP²/18 on, which is 62
    // packets here. The several losses of the last round trip cost a bit more.
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
    // A buffer of 50 packets at 1.2 ms each, filled between half a BDP less and all of it.
    assert!((25.0..60.0).contains(&core.mean_delay_ms), "{}", core.mean_delay_ms);
}

#[test]
fn aggregation_costs_an_access_a_frame() {
    // Frames of n packets: n·t/(overhead + access + n·t) of 50 Mb/s, with t from the size of a packet.
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
    // Frames grow with the load: TCP fills the link though a lone packet would get a fifth of it.
    let wifi = json!({"aggregation": {"overheadMs": 0.2, "accessMs": 0.8}});
    let results = over(wifi, 50.0, 400).flow("cubic", 20.0).seconds(5.0, 35.0).run();
    assert!(results.flows[0].throughput_mbps > 35.0, "{}", results.flows[0].throughput_mbps);
}

#[test]
fn retransmission_by_the_link_turns_losses_into_delay() {
    // One attempt in ten fails: 1/(1 − p) attempts a packet, p⁴ lost with three retries, and TCP sees hardly anything of it.
    let arq = json!({"retransmission": {"errorRate": 0.1, "retryMs": 8}});
    let results = over(arq, 20.0, 100).flow("sack", 40.0).seconds(10.0, 70.0).run();
    let core = queue(&results, "core/forward");
    let (share, lost) =
        (results.flows[0].throughput_mbps / 20.0, core.link_losses as f64 / core.arrivals as f64);
    println!("ARQ: {share} of {}, lost {lost} of 1e-4", 1.0 / 1.1111);
    assert!((0.82..0.905).contains(&share), "{share}");
    assert!(lost < 4e-4, "{lost}");
    // The same errors without it.
    let bare =
        Dumbbell::new(20.0, 100).core("lossRate", json!(0.1)).flow("sack", 40.0).seconds(10.0, 70.0).run();
    assert!(bare.flows[0].throughput_mbps < 2.0, "{}", bare.flows[0].throughput_mbps);
}

#[test]
fn handovers_change_the_round_trip_and_not_what_is_delivered() {
    let leo = json!({"handovers": {"delaySpanMs": 30, "rateSpan": 0.5}});
    let results = over(leo, 20.0, 100).flow_with("udp", 40.0, cbr(5.0)).seconds(0.0, 60.0).run();
    assert_eq!((results.flows[0].drops, results.flows[0].loss_rate), (0, 0.0));
    // TCP uses the paths that there are.
    let leo = json!({"handovers": {"delaySpanMs": 30, "rateSpan": 0.5, "outageMs": 100}});
    let results = over(leo, 20.0, 100).flow("cubic", 40.0).seconds(5.0, 120.0).run();
    let core = queue(&results, "core/forward");
    let flow = &results.flows[0];
    println!("LEO: utilisation {}, RTT {:?} … {:?} ms", core.utilisation, flow.rtt_min_ms, flow.rtt_p95_ms);
    assert!((0.85..=1.0).contains(&core.utilisation), "{}", core.utilisation);
    assert!(flow.rtt_p95_ms.unwrap() > flow.rtt_min_ms.unwrap() + 10.0);
}

#[test]
fn behaviours_come_and_go_while_a_run_goes_on() {
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
    // 5 Mb/s of what came in ten seconds, 8 Mb/s in ten more, and a bucket of 62 500 bytes.
    let x = 10.0 * 1488.0 / 1460.0;
    let expected = 0.25 * ((1.0 - 5.0 / x) + (1.0 - 8.0 / x)) - 62_500.0 * 8.0 / (x * 40e6);
    println!("dropped {} of {expected}", drops / sent);
    assert!((drops / sent - expected).abs() < 0.003, "{} {expected}", drops / sent);
}

#[test]
fn an_unknown_behaviour_or_parameter_is_refused_where_it_is() {
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
