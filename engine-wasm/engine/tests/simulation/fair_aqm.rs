//! Runs with FQ-PIE, COBALT and CAKE, and with CoDel and a marking threshold.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, queue};
use serde_json::{Value, json};

fn discipline(kind: &str, params: Value) -> Value {
    json!({"kind": kind, "params": params})
}

fn cbr(mbps: f64) -> Value {
    json!({"traffic": {"kind": "cbr", "params": {"rateMbps": mbps}}})
}

/// Shares of flows between hosts with these numbers, either TCP flows or senders that each fill the link.
fn shares(queue: Value, algorithm: &str, hosts: &[(usize, usize)]) -> Vec<f64> {
    let mut d = Dumbbell::new(20.0, 1).core("queue", queue).seconds(10.0, 70.0);
    for (i, (from, to)) in hosts.iter().enumerate() {
        let mut flow = json!({"from": format!("s{from}"), "to": format!("d{to}"), "startS": 0.1 * i as f64});
        if algorithm == "udp" {
            flow["traffic"] = cbr(20.0)["traffic"].clone();
        }
        d = d.flow_with(algorithm, 40.0, flow);
    }
    let flows = d.run().flows;
    let all: f64 = flows.iter().map(|f| f.throughput_mbps).sum();
    flows.iter().map(|f| f.throughput_mbps / all).collect()
}

#[test]
fn cake_shares_between_hosts_and_then_between_flows() {
    // Host s0 has eight flows, each to its own host, s8 has one. With host isolation each host gets half; without it, 8/9 and
    // 1/9.
    let hosts: Vec<_> = (0..8).map(|i| (0, i)).chain([(8, 8)]).collect();
    for (isolation, expected) in [("triple", 0.5), ("source", 0.5), ("flows", 1.0 / 9.0)] {
        let shares = shares(discipline("cake", json!({"isolation": isolation})), "udp", &hosts);
        println!("{isolation}: the single flow gets {:.3} of {expected:.3}", shares[8]);
        assert!((shares[8] - expected).abs() < 0.05, "{isolation}: {shares:?}");
    }
    // The same by receiving hosts.
    let hosts: Vec<_> = (0..8).map(|i| (i, 0)).chain([(8, 8)]).collect();
    let shares = shares(discipline("cake", json!({"isolation": "destination"})), "udp", &hosts);
    assert!((shares[8] - 0.5).abs() < 0.05, "{shares:?}");
}

#[test]
fn cake_shapes_and_keeps_sparse_flows_fast() {
    // A link of 100 Mb/s, shaped to 20: a packet of 1500 bytes takes 0.6 ms. Beside four bulk flows, a voice call of 100 kb/s
    // never waits for more than one or two packets.
    let voice = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 0.1}}});
    let queued = discipline("cake", json!({"bandwidthMbps": 20}));
    let mut d = Dumbbell::new(100.0, 1).core("queue", queued).seconds(10.0, 70.0);
    for i in 0..4 {
        d = d.flow_with("cubic", 40.0, json!({"startS": 0.1 * f64::from(i)}));
    }
    let results = d.flow_with("udp", 40.0, voice).run();
    let all: f64 = results.flows.iter().map(|f| f.throughput_mbps).sum();
    let core = queue(&results, "core/forward");
    println!("shaped to {all} Mb/s; mean delay {} ms", core.mean_delay_ms);
    assert!((all / 20.0 - 1.0).abs() < 0.02, "{all}");
    assert_eq!(results.flows[4].drops, 0);
    assert!(core.mean_delay_ms < 15.0, "{}", core.mean_delay_ms);
}

#[test]
fn fq_pie_keeps_each_bulk_flow_near_the_target() {
    // RFC 8033's target of 15 ms applies to the delay of each flow's own queue; shares are those of DRR.
    let hosts = [(0, 0), (1, 1), (2, 2), (3, 3)];
    let shares = shares(discipline("fq-pie", json!({})), "sack", &hosts);
    println!("FQ-PIE: shares {shares:?}");
    assert!(shares.iter().all(|s| (s / 0.25 - 1.0).abs() < 0.1), "{shares:?}");
    let mut d = Dumbbell::new(20.0, 1).core("queue", discipline("fq-pie", json!({}))).seconds(10.0, 70.0);
    for _ in 0..4 {
        d = d.flow("sack", 40.0);
    }
    let results = d.run();
    let core = queue(&results, "core/forward");
    println!("FQ-PIE: mean delay {} ms, utilisation {}", core.mean_delay_ms, core.utilisation);
    assert!((8.0..22.0).contains(&core.mean_delay_ms), "{}", core.mean_delay_ms);
    assert!(core.utilisation > 0.95, "{}", core.utilisation);
}

#[test]
fn cobalt_limits_a_flood_that_overflows_codel() {
    // UDP at twice the capacity: CoDel's buffer stays full. BLUE drops half of the arrivals, which keeps the buffer from being
    // full.
    let run = |kind: &str| {
        let d = Dumbbell::new(20.0, 1).core("queue", discipline(kind, json!({"limitPackets": 200})));
        let results = d.flow_with("udp", 40.0, cbr(40.0)).seconds(20.0, 60.0).run();
        queue(&results, "core/forward").mean_packets
    };
    let (codel, cobalt) = (run("codel"), run("cobalt"));
    println!("flood: CoDel keeps {codel} packets, COBALT {cobalt}");
    assert!(codel > 190.0 && cobalt < 0.97 * codel, "{codel} {cobalt}");
}

#[test]
fn cobalt_keeps_a_few_flows_near_its_target_and_the_link_busy() {
    let mut d = Dumbbell::new(20.0, 1).core("queue", discipline("cobalt", json!({}))).seconds(20.0, 80.0);
    for i in 0..5 {
        d = d.flow_with("sack", 60.0 + f64::from(i), json!({"startS": 0.1 * f64::from(i)}));
    }
    let results = d.run();
    let core = queue(&results, "core/forward");
    println!("COBALT: {} ms, {}", core.mean_delay_ms, core.utilisation);
    assert!((2.0..8.0).contains(&core.mean_delay_ms), "{}", core.mean_delay_ms);
    assert!(core.utilisation > 0.95, "{}", core.utilisation);
}

#[test]
fn a_marking_threshold_gives_dctcp_a_short_queue() {
    // Linux's ce_threshold of 1 ms: a single DCTCP flow has a p95 below 2 ms and fills the link.
    let queued = discipline("codel", json!({"ceThresholdMs": 1}));
    let results = Dumbbell::new(100.0, 1).core("queue", queued).flow("dctcp", 24.0).seconds(10.0, 40.0).run();
    let core = queue(&results, "core/forward");
    println!("DCTCP: p95 {} ms, utilisation {}", core.p95_delay_ms, core.utilisation);
    assert!(core.p95_delay_ms < 2.0 && core.utilisation > 0.9, "{} {}", core.p95_delay_ms, core.utilisation);
    assert_eq!(core.drops, 0);
    // Beside CUBIC without ECN, each in its own queue: equal shares.
    let queued = discipline("fq-codel", json!({"ceThresholdMs": 1}));
    let d = Dumbbell::new(100.0, 1).core("queue", queued).flow("dctcp", 24.0).flow("cubic", 24.0);
    let results = d.seconds(10.0, 70.0).run();
    let ratio = results.flows[0].throughput_mbps / results.flows[1].throughput_mbps;
    println!("DCTCP to CUBIC: {ratio}");
    assert!((ratio - 1.0).abs() < 0.1, "{ratio}");
}
