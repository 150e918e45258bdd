//! Runs of high-speed controllers and of HyStart++, compared with their sources.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::metrics::results::Results;
use serde_json::{Value, json};

/// 20 Mb/s, 40 ms, a buffer of `buffer` packets; the bandwidth-delay product is 68.
fn alone(buffer: u32, algorithm: &str, params: &Value) -> Dumbbell {
    Dumbbell::new(20.0, buffer).flow_with(algorithm, 40.0, json!({"params": params}))
}

#[test]
fn each_controller_fills_a_pipe_alone() {
    // A buffer of one BDP is enough even for halving, and none of these decreases more than Reno.
    for (algorithm, params) in [
        ("hstcp", json!({})),
        ("hstcp", json!({"limitedSlowStart": true})),
        ("scalable", json!({})),
        ("scalable", json!({"a": 0.02})),
        ("htcp", json!({})),
        ("htcp", json!({"adaptiveBackoff": false, "rttScaling": true})),
        ("bic", json!({})),
        ("bic", json!({"values": "linux"})),
        ("cubic", json!({"hystart": true})),
        ("fast", json!({})),
    ] {
        let results = alone(68, algorithm, &params).seconds(10.0, 60.0).run();
        assert!(utilisation(&results) > 0.98, "{algorithm} {params}: {}", utilisation(&results));
        assert_eq!(results.flows[0].timeouts, 0, "{algorithm} {params}");
    }
}

#[test]
fn a_small_buffer_on_a_long_path_costs_reno_more() {
    // 200 Mb/s, 100 ms, a tenth of a BDP: the purpose of these controllers (RFC 3649, section 1). Slow start loses early; from
    // there Reno needs one round trip for each packet on the way to 1726.
    let busy =
        |algorithm| utilisation(&Dumbbell::new(200.0, 173).flow(algorithm, 100.0).seconds(20.0, 60.0).run());
    let reno = busy("sack");
    for algorithm in ["hstcp", "scalable", "htcp", "bic"] {
        let u = busy(algorithm);
        assert!(u > 0.85 && u > reno + 0.2, "{algorithm}: {u}, Reno {reno}");
    }
}

/// Two flows at 100 Mb/s and 100 ms, the second 20 s after the first.
fn newcomer(algorithm: &str) -> Results {
    Dumbbell::new(100.0, 170)
        .flow(algorithm, 100.0)
        .flow_with(algorithm, 100.0, json!({"startS": 20}))
        .seconds(60.0, 150.0)
        .run()
}

#[test]
fn a_newcomer_gets_its_share_from_htcp_but_not_from_scalable() {
    // With H-TCP the difference shrinks by the factor β with each common loss (Leith & Shorten 2004). Scalable TCP increases
    // and decreases by factors, so common losses keep the ratio (Chiu & Jain 1989).
    let (htcp, scalable) = (newcomer("htcp").jain.unwrap(), newcomer("scalable").jain.unwrap());
    assert!(htcp > 0.98, "H-TCP {htcp}");
    assert!(scalable < 0.8, "Scalable {scalable}");
}

#[test]
fn fast_keeps_alpha_packets_per_flow_at_equal_rates_whatever_the_rtts() {
    // Jin, Wei & Low 2004: in equilibrium W(1 − baseRTT/RTT) = α, so the queue is N·α and x = α/q for all.
    for n in 1..=4 {
        let mut d = Dumbbell::new(100.0, 1000).seconds(40.0, 60.0);
        for i in 1..=n {
            d = d.flow("fast", 40.0 * f64::from(i));
        }
        let results = d.run();
        let core = queue(&results, "core/forward");
        let expected = 20.0 * f64::from(n);
        // The packet in transmission is not in the queue.
        assert!((core.mean_packets - expected).abs() < 1.5, "{n} flows keep {} queued", core.mean_packets);
        assert!(core.utilisation > 0.999 && core.drops == 0, "{n}: {core:?}");
        assert!(results.jain.unwrap() > 0.999, "{n}: {:?}", results.jain);
    }
}

#[test]
fn a_newcomer_to_fast_gets_the_golden_ratio() {
    // The newcomer measures the first flow's queue of α packets as part of the base RTT. With u = queue/α, the first flow gets
    // 1/u of the rate and the newcomer 1/(u − 1); 1/u + 1/(u − 1) = 1 gives u = φ² = 2.618, shares of 0.382 and 0.618.
    let results = newcomer("fast");
    let share = results.flows[1].share_percent / 100.0;
    assert!((share - 0.618).abs() < 0.01, "{share}");
    let queued = queue(&results, "core/forward").mean_packets;
    assert!((queued / 20.0 - 2.618).abs() < 0.05, "{queued}");
}

#[test]
fn hystart_leaves_slow_start_before_it_overshoots() {
    // RFC 9406, section 1. The RTT increase is detected when the first queued packets are acknowledged, a round trip after the
    // pipe is full, and Conservative Slow Start continues for five rounds. With a buffer of one BDP or more, drops become few;
    // with eight BDPs there are none. Below one BDP losses occur first, and nothing changes.
    let start = |buffer: u32, hystart: bool| {
        let results = alone(buffer, "cubic", &json!({"hystart": hystart})).seconds(0.0, 4.0).run();
        (queue(&results, "core/forward").drops, results.digest)
    };
    for buffer in [68, 136, 272] {
        let (with, without) = (start(buffer, true).0, start(buffer, false).0);
        assert!(3 * with < without, "{buffer} packets: {with} with, {without} without");
    }
    assert_eq!(start(544, true).0, 0);
    assert!(start(544, false).0 > 544);
    assert_eq!(start(17, true), start(17, false));
}
