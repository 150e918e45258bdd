//! Whole runs of controllers that look at bandwidth or delay besides losses, against what their sources claim.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::metrics::results::Results;
use serde_json::{Value, json};

/// Share of the first of two flows.
fn share(results: &Results) -> f64 {
    results.flows[0].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps)
}

#[test]
fn each_fills_a_pipe_alone() {
    // A buffer of one product bridges a halving.
    for algorithm in ["illinois", "yeah", "compound", "westwood", "veno", "hybla"] {
        let results = Dumbbell::new(20.0, 68).flow(algorithm, 40.0).seconds(10.0, 60.0).run();
        assert!(utilisation(&results) > 0.98, "{algorithm}: {}", utilisation(&results));
    }
    // These leave a queue of their own size, or of a part of the buffer.
    for algorithm in ["cdg", "nv", "tcp-lp"] {
        let results = Dumbbell::new(20.0, 272).flow(algorithm, 40.0).seconds(20.0, 80.0).run();
        assert!(utilisation(&results) > 0.85, "{algorithm}: {}", utilisation(&results));
    }
}

#[test]
fn random_losses_cost_those_that_tell_them_from_congestion_less() {
    // Half a percent of random loss, which is 1.3·√(1/p) = 18 packets of window for Reno, of a product of 68.
    let goodput = |algorithm: &str| {
        let d = Dumbbell::new(20.0, 68).core("lossRate", json!(0.005)).flow(algorithm, 40.0);
        d.seconds(10.0, 100.0).run().flows[0].goodput_mbps
    };
    let reno = goodput("sack");
    // BWE·RTTmin is what the pipe holds (Westwood+); AIMD(1, 0.2) has √3 times the window (Veno).
    for (algorithm, times) in [("westwood", 3.0), ("veno", 1.5), ("illinois", 3.0)] {
        let got = goodput(algorithm);
        assert!(got > times * reno, "{algorithm}: {got} Mb/s, Reno {reno}");
    }
}

#[test]
fn yeah_keeps_its_backlog_below_eighty_packets_and_competes_with_reno() {
    // Baiocchi, Castellani & Vacirca 2007: Q_max = 80. 100 Mb/s, 100 ms, a buffer of two products.
    let alone = Dumbbell::new(100.0, 1700).flow("yeah", 100.0).seconds(20.0, 100.0).run();
    let core = queue(&alone, "core/forward");
    assert!(core.mean_packets < 80.0 && core.drops == 0, "{} packets", core.mean_packets);
    assert!(utilisation(&alone) > 0.99);
    let results = Dumbbell::new(20.0, 100).flow("yeah", 40.0).flow("sack", 40.0).seconds(20.0, 200.0).run();
    assert!((0.35..0.65).contains(&share(&results)), "{}", share(&results));
}

#[test]
fn hybla_takes_the_disadvantage_from_a_long_path() {
    // Caini & Firrincieli 2004: equal rates whatever the RTT. 25 and 100 ms over RED, which spares no one; slow start needs a
    // threshold.
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
    // Kuzmanovic & Knightly 2003: only what others leave.
    let results = Dumbbell::new(20.0, 272).flow("tcp-lp", 40.0).flow("sack", 40.0).seconds(20.0, 120.0).run();
    assert!(share(&results) < 0.1, "{}", share(&results));
    assert!(utilisation(&results) > 0.98);
}

#[test]
fn nv_keeps_ten_packets_until_it_forgets_the_smallest_rtt() {
    // Linux: nv_pad = 10. Growth goes on for up to ten rounds before a decision stops it.
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
fn cdg_keeps_the_queue_shorter_than_losses_do() {
    let mean = |algorithm: &str| {
        let d = Dumbbell::new(20.0, 272).flow(algorithm, 40.0).flow(algorithm, 60.0);
        queue(&d.seconds(20.0, 120.0).run(), "core/forward").mean_packets
    };
    let (cdg, reno) = (mean("cdg"), mean("sack"));
    assert!(cdg < 0.5 * reno, "{cdg} packets, Reno {reno}");
}

#[test]
fn compound_gives_way_as_the_queue_builds_up() {
    // Tan et al. 2006: beside Reno it takes what Reno leaves: at 200 Mb/s, 100 ms and a tenth of a product of buffer Reno cannot
    // fill the pipe; beside it on a small path the two share.
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
