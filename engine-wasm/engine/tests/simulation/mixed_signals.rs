//! Runs of controllers that use bandwidth or delay besides losses, compared with their sources.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::metrics::results::Results;
use serde_json::{Value, json};

/// Share of the first of two flows.
fn share(results: &Results) -> f64 {
    results.flows[0].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps)
}

#[test]
fn each_fills_a_pipe_alone() {
    // A buffer of one BDP is enough for halving.
    for algorithm in ["illinois", "yeah", "compound", "westwood", "veno", "hybla"] {
        let results = Dumbbell::new(20.0, 68).flow(algorithm, 40.0).seconds(10.0, 60.0).run();
        assert!(utilisation(&results) > 0.98, "{algorithm}: {}", utilisation(&results));
    }
    // These keep a queue of a fixed size, or a part of the buffer.
    for algorithm in ["cdg", "nv", "tcp-lp"] {
        let results = Dumbbell::new(20.0, 272).flow(algorithm, 40.0).seconds(20.0, 80.0).run();
        assert!(utilisation(&results) > 0.85, "{algorithm}: {}", utilisation(&results));
    }
}

#[test]
fn controllers_that_recognise_random_losses_lose_less_by_them() {
    // 0.5 % random loss: a window of 1.3·√(1/p) = 18 packets for Reno, of a BDP of 68.
    let goodput = |algorithm: &str| {
        let d = Dumbbell::new(20.0, 68).core("lossRate", json!(0.005)).flow(algorithm, 40.0);
        d.seconds(10.0, 100.0).run().flows[0].goodput_mbps
    };
    let reno = goodput("sack");
    // BWE·RTTmin is the BDP (Westwood+); AIMD(1, 0.2) has √3 times the window (Veno).
    for (algorithm, times) in [("westwood", 3.0), ("veno", 1.5), ("illinois", 3.0)] {
        let got = goodput(algorithm);
        assert!(got > times * reno, "{algorithm}: {got} Mb/s, Reno {reno}");
    }
}

#[test]
fn yeah_keeps_its_backlog_below_eighty_packets_and_competes_with_reno() {
    // Baiocchi, Castellani & Vacirca 2007: Q_max = 80. 100 Mb/s, 100 ms, a buffer of two BDPs.
    let alone = Dumbbell::new(100.0, 1700).flow("yeah", 100.0).seconds(20.0, 100.0).run();
    let core = queue(&alone, "core/forward");
    assert!(core.mean_packets < 80.0 && core.drops == 0, "{} packets", core.mean_packets);
    assert!(utilisation(&alone) > 0.99);
    let results = Dumbbell::new(20.0, 100).flow("yeah", 40.0).flow("sack", 40.0).seconds(20.0, 200.0).run();
    assert!((0.35..0.65).contains(&share(&results)), "{}", share(&results));
}

#[test]
fn hybla_compensates_for_a_long_path() {
    // Caini & Firrincieli 2004: equal rates whatever the RTT. 25 and 100 ms with RED, so that both flows lose; slow start needs
    // a threshold.
    let of = |algorithm: &str| {
        let stack = json!({"stack": {"kind": "rfc", "params": {"delayedAck": 1, "initialSsthresh": 16}}});
        let red =
            json!({"kind": "red", "params": {"limitPackets": 300, "minTh": 10, "maxTh": 60, "maxP": 0.02}});
        let d = Dumbbell::new(20.0, 1).core("queue", red);
        let d = d.flow_with(algorithm, 100.0, stack.clone()).flow_with(algorithm, 25.0, stack);
        share(&d.seconds(30.0, 230.0).run())
    };
    let (hybla, reno) = (of("hybla"), of("sack"));
    assert!((0.4..0.6).contains(&hybla), "{hybla}");
    assert!(reno < 0.3, "{reno}");
}

#[test]
fn tcp_lp_leaves_reno_nearly_everything() {
    // Kuzmanovic & Knightly 2003: it uses only what others leave.
    let results = Dumbbell::new(20.0, 272).flow("tcp-lp", 40.0).flow("sack", 40.0).seconds(20.0, 120.0).run();
    assert!(share(&results) < 0.1, "{}", share(&results));
    assert!(utilisation(&results) > 0.98);
}

#[test]
fn nv_keeps_ten_packets_until_it_resets_the_minimum_rtt() {
    // Linux: nv_pad = 10. Growth continues for up to ten rounds before a decision stops it.
    let mean = |period_s: f64| {
        let params = json!({"params": {"resetPeriod": period_s}});
        let results = Dumbbell::new(20.0, 300).flow_with("nv", 40.0, params).seconds(60.0, 120.0).run();
        assert!(utilisation(&results) > 0.99, "{}", utilisation(&results));
        queue(&results, "core/forward").mean_packets
    };
    assert!((6.0..16.0).contains(&mean(600.0)), "{}", mean(600.0));
    assert!(mean(5.0) > 25.0, "{}", mean(5.0));
}

#[test]
fn cdg_keeps_the_queue_shorter_than_loss_based_controllers() {
    let mean = |algorithm: &str| {
        let d = Dumbbell::new(20.0, 272).flow(algorithm, 40.0).flow(algorithm, 60.0);
        queue(&d.seconds(20.0, 120.0).run(), "core/forward").mean_packets
    };
    let (cdg, reno) = (mean("cdg"), mean("sack"));
    assert!(cdg < 0.5 * reno, "{cdg} packets, Reno {reno}");
}

#[test]
fn compound_gives_way_as_the_queue_builds_up() {
    // Tan et al. 2006: Compound takes what Reno leaves. At 200 Mb/s, 100 ms and a buffer of a tenth of a BDP, Reno cannot fill
    // the pipe; on a small path both share.
    let busy = |algorithm: &str| {
        let results = Dumbbell::new(200.0, 173).flow(algorithm, 100.0).seconds(20.0, 60.0).run();
        utilisation(&results)
    };
    let (compound, reno) = (busy("compound"), busy("sack"));
    assert!(compound > reno + 0.2, "{compound}, Reno {reno}");
    let beside = |params: Value| {
        let d = Dumbbell::new(20.0, 100).flow_with("compound", 40.0, params).flow("sack", 40.0);
        share(&d.seconds(20.0, 200.0).run())
    };
    assert!((0.35..0.65).contains(&beside(json!({}))), "{}", beside(json!({})));
}
