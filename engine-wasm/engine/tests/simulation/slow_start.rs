//! Slow-start exits and ABE as stack options, over the whole stack.

use crate::common::{Dumbbell, finished, queue, utilisation};
use droptail_engine::metrics::results::Results;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// BDP of 20 Mb/s and 40 ms in packets of 1500 bytes.
const BDP: f64 = 20e6 / 8.0 / 1500.0 * 0.04;

fn with(options: &Value) -> Value {
    let mut params = json!({"delayedAck": 1});
    for (key, value) in options.as_object().expect("options") {
        params[key] = value.clone();
    }
    json!({"stack": {"kind": "rfc", "params": params}})
}

/// Threshold of a single flow after slow start with a buffer of this many packets, in BDPs, and the number of drops.
fn after_slow_start(algorithm: &str, buffer: u32, options: &Value) -> (f64, u64) {
    let dumbbell = Dumbbell::new(20.0, buffer).flow_with(algorithm, 40.0, with(options)).seconds(0.0, 5.0);
    let mut run = dumbbell.simulation();
    // Slow start is over by then, with or without a loss.
    run.step(Time::from_secs(1.5), u64::MAX);
    let seen = run.transports()[0].summary();
    let results = finished(run).results();
    (seen.ssthresh / BDP, queue(&results, "core/forward").drops)
}

#[test]
fn slow_start_overshoots_a_large_buffer_unless_it_ends_in_time() {
    for algorithm in ["sack", "cubic", "westwood", "illinois"] {
        let (_, drops) = after_slow_start(algorithm, 600, &json!({}));
        assert!(drops > 50, "{algorithm}: {drops}");
        // HyStart exits when the train of ACKs reaches half of the BDP. HyStart++ exits two round trips after the queue shows;
        // then it grows by a quarter in each of five.
        for (exit, from, to) in [("hystart", 0.5, 1.3), ("hystartpp", 3.0, 8.0)] {
            let (threshold, drops) = after_slow_start(algorithm, 600, &json!({"slowStartExit": exit}));
            assert!((from..to).contains(&threshold), "{algorithm}, {exit}: {threshold}");
            assert_eq!(drops, 0, "{algorithm}, {exit}");
        }
    }
}

#[test]
fn search_leaves_five_round_trips_after_the_pipe_is_full() {
    // Doubling with an unlimited queue: 4.9 base RTTs after saturation, with 5.3 BDPs in flight.
    for (threshold, product) in [(0.26, 5.3), (0.35, 6.2)] {
        let options = json!({"slowStartExit": "search", "searchThreshold": threshold});
        let (left, drops) = after_slow_start("sack", 2000, &options);
        assert!((left - product).abs() < 1.0, "{threshold}: {left}");
        assert_eq!(drops, 0);
    }
    // A buffer of four BDPs has overflowed before that.
    let (_, drops) = after_slow_start("sack", 200, &json!({"slowStartExit": "search"}));
    assert!(drops > 0);
}

#[test]
fn algorithms_without_a_threshold_ignore_these_options() {
    for algorithm in ["bbr", "pseudo-rate"] {
        let run = |options: Value| {
            let dumbbell = Dumbbell::new(20.0, 100).flow_with(algorithm, 40.0, with(&options));
            finished(dumbbell.seconds(0.0, 10.0).simulation()).digest()
        };
        assert_eq!(run(json!({})), run(json!({"slowStartExit": "hystart", "ecnBeta": 0.8})), "{algorithm}");
    }
}

fn over_codel(algorithm: &str, options: &Value) -> Results {
    Dumbbell::new(20.0, 1000)
        .core("queue", json!({"kind": "codel", "params": {"ecn": true}}))
        .flow_with(algorithm, 40.0, with(options))
        .seconds(10.0, 60.0)
        .run()
}

#[test]
fn abe_uses_more_of_a_link_with_a_short_queue() {
    // RFC 8511, section 1: if the queue is shorter than a BDP, halving the window leaves the pipe empty. The queue stays short.
    for (algorithm, kept) in [("sack", 0.8), ("cubic", 0.85)] {
        let plain = over_codel(algorithm, &json!({"ecn": true}));
        let abe = over_codel(algorithm, &json!({"ecn": true, "ecnBeta": kept}));
        let gained = utilisation(&abe) - utilisation(&plain);
        assert!(gained > 0.01 && utilisation(&abe) > 0.97, "{algorithm}: {gained}, {}", utilisation(&abe));
        let longer = |results: &Results| queue(results, "core/forward").mean_packets;
        assert!(longer(&abe) < longer(&plain) + 8.0, "{algorithm}: {} packets", longer(&abe));
    }
}

#[test]
fn dctcp_keeps_its_own_response_to_marks() {
    let run = |options: Value| {
        let dumbbell = Dumbbell::new(20.0, 100)
            .core("queue", json!({"kind": "step"}))
            .flow_with("dctcp", 40.0, with(&options))
            .seconds(0.0, 10.0);
        finished(dumbbell.simulation()).digest()
    };
    assert_eq!(run(json!({})), run(json!({"ecnBeta": 0.5})));
}
