//! LEDBAT over the whole stack: RFC 6817, and what follows from its controller.

use crate::common::{Dumbbell, queue};
use serde_json::json;

/// Packets of 1500 bytes per second at 20 Mb/s.
const RATE: f64 = 20e6 / 8.0 / 1500.0;
/// τ = target·rate·RTT/gain with the RTT at the target: 100 ms × 1667 packets/s × 0.14 s.
const TAU_S: f64 = 0.1 * RATE * 0.14;

#[test]
fn a_lone_flow_converges_to_the_target() {
    let at = |target: f64| {
        let dumbbell = Dumbbell::new(20.0, 400)
            .flow_with("ledbat", 40.0, json!({"params": {"targetMs": target}}))
            .seconds(5.0 * TAU_S, 7.0 * TAU_S);
        let results = dumbbell.run();
        assert!(results.flows[0].goodput_mbps > 19.0);
        queue(&results, "core/forward").mean_packets / RATE * 1000.0
    };
    for target in [25.0, 50.0, 100.0] {
        assert!((at(target) / target - 1.0).abs() < 0.1, "{target}: {}", at(target));
    }
}

/// The target is a delay beyond the base delay: if the buffer holds more, a flow that fills the buffer gets almost everything.
#[test]
fn it_yields_to_a_flow_that_fills_the_queue() {
    let shares = |algorithm: &str| {
        let results = Dumbbell::new(20.0, 500)
            .flow("ledbat", 40.0)
            .flow_with(algorithm, 40.0, json!({"startS": 10}))
            .seconds(120.0, 300.0)
            .run();
        results.flows[0].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps)
    };
    assert!(shares("cubic") < 0.05, "{}", shares("cubic"));
}

/// RFC 6817, section 4.4, the latecomer's advantage: a flow that starts later measures the first one's queue as part of the
/// base delay.
#[test]
fn a_latecomer_starves_the_first() {
    let no_slow_start = json!({"params": {"slowStart": false}});
    let mut late = no_slow_start.clone();
    late["startS"] = json!(4.0 * TAU_S);
    let results = Dumbbell::new(20.0, 700)
        .flow_with("ledbat", 40.0, no_slow_start)
        .flow_with("ledbat", 40.0, late)
        .seconds(8.0 * TAU_S, 9.0 * TAU_S)
        .run();
    let share =
        results.flows[1].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps);
    assert!(share > 0.9, "{share}");
    let waits_ms = queue(&results, "core/forward").mean_packets / RATE * 1000.0;
    assert!((150.0..210.0).contains(&waits_ms), "{waits_ms}");
}

/// Timestamps are switched off during the run. From then on the flow is Reno: it fills the buffer and does not use the last
/// delay.
#[test]
fn without_timestamps_it_is_reno() {
    let mut value = Dumbbell::new(20.0, 400)
        .flow_with("ledbat", 40.0, json!({"params": {"targetMs": 20}}))
        .seconds(80.0, 160.0)
        .value();
    value["edits"] = json!([{"atS": 40, "path": "/flows/f0/stack/params/timestamps", "value": false}]);
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let run = droptail_engine::packet_sim::Simulation::new(
        &scenario,
        droptail_engine::packet_sim::Options::default(),
    );
    let results = crate::common::finished(run).results();
    let core = queue(&results, "core/forward");
    assert!(core.drops > 0 && core.mean_packets > 200.0, "{} drops, {}", core.drops, core.mean_packets);
}

/// LEDBAT++ above the target: T_q = T(1 + G/W) where growth and decrease balance. Slowdowns take at most a tenth of the time.
#[test]
fn ledbat_plus_plus_converges_to_its_target() {
    let results = Dumbbell::new(20.0, 400).flow("ledbat-plus-plus", 40.0).seconds(100.0, 400.0).run();
    let waits_ms = queue(&results, "core/forward").mean_packets / RATE * 1000.0;
    assert!(results.flows[0].goodput_mbps > 0.88 * 19.3, "{}", results.flows[0].goodput_mbps);
    assert!((30.0..66.0).contains(&waits_ms), "{waits_ms}");
}

/// Slowdowns show a latecomer the empty queue: both flows get half. With LEDBAT the latecomer takes almost everything.
#[test]
fn a_latecomer_of_ledbat_plus_plus_gets_half() {
    let results = Dumbbell::new(20.0, 700)
        .flow("ledbat-plus-plus", 40.0)
        .flow_with("ledbat-plus-plus", 40.0, json!({"startS": 60}))
        .seconds(300.0, 600.0)
        .run();
    let share =
        results.flows[1].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps);
    assert!((0.35..0.65).contains(&share), "{share}");
}

#[test]
fn ledbat_plus_plus_yields_to_a_flow_that_fills_the_queue() {
    let results = Dumbbell::new(20.0, 500)
        .flow("ledbat-plus-plus", 40.0)
        .flow_with("cubic", 40.0, json!({"startS": 10}))
        .seconds(60.0, 200.0)
        .run();
    let share =
        results.flows[0].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps);
    assert!(share < 0.1, "{share}");
}
