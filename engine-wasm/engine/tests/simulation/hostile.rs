//! Documents that ask for too much: each is rejected with a pointer and a limit, or runs within bounds.

#![allow(missing_docs)]

use crate::common::Dumbbell;
use droptail_engine::document;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::model::Model;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::run::Run;
use droptail_engine::scenario::{self, Problem, Scenario};
use droptail_engine::units::{Nanos, Time};
use serde_json::{Value, json};

/// The problems of a document.
fn problems(value: Value) -> Vec<Problem> {
    document::from_value(value).err().unwrap_or_default()
}

/// The problem of a document that has exactly one.
fn problem(value: Value) -> Problem {
    let mut found = problems(value);
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

/// A run of a document that may be invalid: it must be safe even without validation.
fn unchecked(value: Value) -> Simulation {
    let scenario: Scenario = serde_json::from_value(value).expect("the document's shape");
    Simulation::new(&scenario, Options { keep: SeriesSelection::Nothing, ..Options::default() })
}

fn udp(kind: &str, params: Value) -> Value {
    let traffic = json!({"kind": kind, "params": params});
    Dumbbell::new(10.0, 50).flow_with("udp", 40.0, json!({"traffic": traffic})).seconds(0.0, 1.0).value()
}

#[test]
fn more_than_one_random_packet_per_nanosecond_is_rejected() {
    let flood = problem(udp("noise", json!({"rateMbps": 9000, "packetBytes": 1})));
    assert_eq!(flood.pointer, "/flows/0/traffic/params/rateMbps");
    assert!(flood.expected.contains("at most 8000 Mb/s"), "{}", flood.expected);
    assert_eq!(problems(udp("noise", json!({"rateMbps": 8000, "packetBytes": 1}))), []);
}

#[test]
fn an_edit_for_more_than_one_random_packet_per_nanosecond_is_rejected() {
    let mut value = udp("noise", json!({"packetBytes": 1}));
    value["edits"] = json!([{"atS": 0.5, "path": "/flows/f0/traffic/params/rateMbps", "value": 9000}]);
    let flood = problem(value);
    assert_eq!(flood.pointer, "/edits/0/value");
    assert!(flood.problem.contains("/flows/0/traffic/params/rateMbps"), "{}", flood.problem);
    // The same with a smaller packet instead of a higher rate.
    let mut value = udp("noise", json!({"rateMbps": 9000, "packetBytes": 2}));
    value["edits"] = json!([{"atS": 0.5, "path": "/flows/f0/traffic/params/packetBytes", "value": 1}]);
    assert_eq!(problem(value).pointer, "/edits/0/value");
}

#[test]
fn a_packet_that_takes_thousands_of_on_times_is_rejected() {
    let slow = problem(udp("onoff", json!({"rateKbps": 1, "onS": 0.05, "packetBytes": 9000})));
    assert_eq!(slow.pointer, "/flows/0/traffic/params/rateKbps");
    assert!(slow.expected.contains("at least 14.4 kb/s"), "{}", slow.expected);
    assert_eq!(problems(udp("onoff", json!({"rateKbps": 14.4, "onS": 0.05, "packetBytes": 9000}))), []);
}

#[test]
fn sources_with_more_than_one_packet_per_nanosecond_in_total_are_rejected() {
    let fast = problem(udp("onoff", json!({"sources": 1000, "rateKbps": 8001, "packetBytes": 1})));
    assert_eq!(fast.pointer, "/flows/0/traffic/params/rateKbps");
    assert!(fast.expected.contains("at most 8000 kb/s"), "{}", fast.expected);
    assert_eq!(problems(udp("onoff", json!({"sources": 1000, "rateKbps": 8000, "packetBytes": 1}))), []);
}

#[test]
fn time_advances_with_unvalidated_random_packets() {
    let mut value = udp("noise", json!({"rateMbps": 100_000, "packetBytes": 1}));
    value["flows"][0]["sendOverheadUs"] = json!(1000);
    let mut run = unchecked(value);
    run.step(Time::NEVER, 10_000);
    assert!(run.now() > Time(1000), "{:?} after 10,000 events", run.now());
    assert!(run.network().packets.len() < 20_000, "{} packets", run.network().packets.len());
}

#[test]
fn one_event_sends_a_bounded_number_of_packets() {
    // After eight round trips slow start has 256,000 packets in flight; all their ACKs except the last ones are lost.
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "initialWindow": 1000, "mss": 64, "minRtoMs": 60_000,
        "growBy": "packets", "receiveBufferKb": 1_000_000}});
    let d = Dumbbell::new(1e6, 1_000_000).flow_with("reno", 2000.0, json!({"stack": stack}));
    let mut value = Dumbbell { access_mbps: 1e6, ..d }.seconds(0.0, 22.0).value();
    for link in value["links"].as_array_mut().unwrap() {
        link["forward"]["queue"]["params"]["limitPackets"] = json!(1_000_000);
    }
    let mut run = unchecked(value);
    let loss = |at: Time, rate: f64| {
        let path = "/links/b0/backward/lossRate".to_owned();
        scenario::Edit { at_s: at.as_secs(), path, value: json!(rate) }
    };
    run.step(Time::from_secs(18.9), u64::MAX);
    let sent = run.flows()[0].stats.sent_packets;
    run.edit(loss(run.next_edit_time_after_events(), 1.0)).unwrap();
    while run.flows()[0].stats.delivered_bytes + 64 * 100 < sent * 64 {
        run.step_event(u64::MAX);
    }
    run.edit(loss(run.next_edit_time_after_events(), 0.0)).unwrap();
    let (mut before, mut most) = (sent, 0);
    while run.now() < Time::from_secs(20.5) {
        run.step(Time::NEVER, 1);
        let now = run.flows()[0].stats.sent_packets;
        (before, most) = (now, most.max(now - before));
    }
    assert!(before > sent + 200_000, "{sent}, then {before}");
    assert!((10_000..=65_536).contains(&most), "{most} packets in one event");
}

#[test]
fn sack_takes_over_a_recovery_with_rate_reduction() {
    // Reno detects a loss. SACK takes over during its recovery, after 0 to 39 events.
    let d = Dumbbell::new(10.0, 20).flow("reno", 60.0).seconds(0.0, 6.0);
    let mut reno = unchecked(d.value());
    while reno.flows()[0].stats.loss_events == 0 {
        reno.step(Time::NEVER, 1);
    }
    for event in 0..40 {
        let mut run = reno.clone();
        run.step(Time::NEVER, event);
        let path = "/flows/f0/stack/params/recovery".to_owned();
        run.edit(scenario::Edit {
            at_s: run.next_edit_time_after_events().as_secs(),
            path,
            value: json!("sack"),
        })
        .unwrap();
        let before = run.flows()[0].stats.sent_packets;
        run.step(run.now() + Nanos::from_millis(60.0), u64::MAX);
        // A round trip of recovery sends fewer packets than the window that was in flight, about 60.
        let sent = run.flows()[0].stats.sent_packets - before;
        assert!(sent < 100, "{sent} packets in a round trip after event {event}");
    }
}

/// A dumbbell with this number of flows and RTTs of 40 ms.
fn many(flows: usize, algorithm: &str, engine: &str) -> Value {
    let mut d = Dumbbell::new(100.0, 50).seconds(0.0, 60.0);
    for _ in 0..flows {
        d = d.flow(algorithm, 40.0);
    }
    let mut value = d.value();
    value["engine"] = json!(engine);
    value
}

#[test]
fn a_fairness_window_beyond_the_memory_limit_is_rejected() {
    for engine in ["packet", "fluid", "both"] {
        let mut value = many(100, "reno", engine);
        value["durationS"] = json!(1000);
        value["sampling"] = json!({"periodMs": 1, "fairnessWindowS": 300});
        let problem = problem(value.clone());
        assert_eq!(problem.pointer, "/sampling/fairnessWindowS");
        assert!(problem.expected.contains("at most 9.522 s"), "{}", problem.expected);
        value["sampling"]["fairnessWindowS"] = json!(9.522);
        assert_eq!(problems(value.clone()), []);
        // A window longer than the run does not store more.
        value["sampling"]["fairnessWindowS"] = json!(300);
        value["durationS"] = json!(9);
        assert_eq!(problems(value), []);
    }
}

#[test]
fn a_flow_added_by_an_edit_counts_for_the_fairness_window() {
    let mut value = many(99, "reno", "packet");
    value["sampling"] = json!({"periodMs": 1, "fairnessWindowS": 9.6});
    assert_eq!(problems(value.clone()), []);
    let flow = json!({"id": "more", "from": "s0", "to": "d0", "algorithm": "reno"});
    value["edits"] = json!([{"atS": 1, "path": "/flows/more", "value": flow}]);
    let problem = problem(value);
    assert_eq!(problem.pointer, "/edits/0/value");
    assert!(problem.problem.contains("/sampling/fairnessWindowS"), "{}", problem.problem);
}

#[test]
fn a_fluid_history_beyond_the_memory_limit_is_rejected() {
    let mut value = many(100, "reno", "fluid");
    value["sampling"] = json!({"periodMs": 1});
    assert_eq!(problems(value.clone()), []);
    value["links"][0]["forward"]["delayMs"] = json!(100_000);
    value["durationS"] = json!(1000);
    let found = problem(value.clone());
    assert_eq!(found.pointer, "/flows/0");
    assert!(found.problem.contains("round-trip times up to 101.2"), "{}", found.problem);
    assert!(found.expected.contains("at most about"), "{}", found.expected);
    value["engine"] = json!("packet");
    assert_eq!(problems(value), []);
    assert_eq!(problems(many(100, "reno", "fluid")), []);
}

#[test]
fn an_edit_that_makes_the_fluid_history_too_long_ends_the_run() {
    let mut value = many(40, "reno", "fluid");
    value["sampling"] = json!({"periodMs": 1});
    value["edits"] = json!([{"atS": 1, "path": "/links/core/forward/delayMs", "value": 100_000}]);
    let mut run = Run::new(&document::from_value(value).unwrap(), false);
    while run.now() < run.end() && run.stopped().is_none() {
        run.step(Time::NEVER, 100_000);
    }
    assert!(run.stopped().is_some_and(|why| why.contains("fluid model")), "{:?}", run.stopped());
    assert!(run.now() < run.end());
    // The results up to that time are available.
    assert!(run.results().flows[0].goodput_mbps > 0.0);
}

#[test]
fn limits_on_sources_and_parts_hold_over_the_whole_run() {
    let mut value = udp("onoff", json!({"sources": 1000}));
    let flow = value["flows"][0].clone();
    let again = |i: usize| {
        let mut flow = flow.clone();
        flow["id"] = json!(format!("f{i}"));
        flow
    };
    value["flows"] = (0..101).map(again).collect();
    assert_eq!(problem(value.clone()).pointer, "/flows");
    value["flows"] = (0..100).map(again).collect();
    assert_eq!(problems(value), []);
    // A document may replace its flows repeatedly; removed ones keep their numbers.
    let mut value = many(1, "reno", "packet");
    let host = |i: usize| json!({"id": format!("n{i}"), "kind": "router"});
    let edit = |k: usize| {
        let mut nodes = value["nodes"].as_array().unwrap().clone();
        nodes.extend((0..1000).map(|i| host(1000 * k + i)));
        json!({"atS": k, "path": "/nodes", "value": nodes})
    };
    let edits: Vec<_> = (1..5).map(edit).collect();
    value["edits"] = json!(edits);
    let found = problem(value);
    assert_eq!(found.pointer, "/edits/3/value");
    assert!(found.problem.contains("nodes") && found.expected.contains("4000"), "{found:?}");
}

#[test]
fn loss_rates_include_packets_in_flight_at_the_start() {
    // The flow sends twice the rate of the core from half a second away, and stops when the measurement starts.
    let traffic = json!({"kind": "cbr", "params": {"rateMbps": 20}});
    let mut value = Dumbbell::new(10.0, 50)
        .flow_with("udp", 1020.0, json!({"traffic": traffic, "stopS": 2.005}))
        .seconds(2.0, 4.0)
        .value();
    // The queued packets are dropped with the buffer after the last arrival.
    value["edits"] =
        json!([{"atS": 2.26, "path": "/links/core/forward/queue/params/limitPackets", "value": 1}]);
    let run =
        crate::common::finished(Simulation::new(&document::from_value(value).unwrap(), Options::default()));
    let results = run.results();
    let flow = &results.flows[0];
    assert!(flow.drops > 3 * flow.sent_packets && flow.sent_packets > 5, "{flow:?}");
    // Half of the packets in flight before the core are lost, and none of those behind it.
    assert!((0.25..0.5).contains(&flow.loss_rate), "{}", flow.loss_rate);
    let core = crate::common::queue(&results, "core/forward");
    assert!((0.0..=1.0).contains(&core.loss_rate), "{core:?}");
}

#[test]
fn a_queue_cannot_lose_more_packets_than_it_had() {
    let traffic = json!({"kind": "cbr", "params": {"rateMbps": 20}});
    let mut value = Dumbbell::new(10.0, 1000)
        .flow_with("udp", 40.0, json!({"traffic": traffic, "stopS": 1.001}))
        .seconds(1.0, 4.0)
        .value();
    value["edits"] =
        json!([{"atS": 1.1, "path": "/links/core/forward/queue/params/limitPackets", "value": 1}]);
    let run =
        crate::common::finished(Simulation::new(&document::from_value(value).unwrap(), Options::default()));
    let results = run.results();
    let core = crate::common::queue(&results, "core/forward");
    assert!(core.drops > 5 * core.arrivals, "{core:?}");
    assert!(core.loss_rate > 0.5 && core.loss_rate <= 1.0, "{}", core.loss_rate);
}

#[test]
fn estimated_hops_follow_packet_sizes_and_source_rates() {
    let estimate = |value: Value| unchecked(value).directory().estimated_hops;
    let tcp = |mss: u32| {
        let stack = json!({"kind": "rfc", "params": {"mss": mss}});
        estimate(
            Dumbbell::new(12.0, 50)
                .flow_with("reno", 40.0, json!({"stack": stack}))
                .seconds(0.0, 10.0)
                .value(),
        )
    };
    // 12 Mb/s are 1000 packets of 1500 bytes per second, over three links in each direction.
    assert_eq!(tcp(1448), 60_000.0);
    assert_eq!(tcp(448), 180_000.0);
    // For UDP the rate of the network does not limit the number of packets over three links.
    let rate = |kind, params| estimate(udp(kind, params));
    assert_eq!(rate("cbr", json!({"rateMbps": 8000, "packetBytes": 1})), 3e9);
    assert_eq!(rate("noise", json!({"rateMbps": 8, "packetBytes": 1000})), 3000.0);
    assert_eq!(rate("onoff", json!({"sources": 30, "rateKbps": 80, "packetBytes": 100})), 3000.0);
}

#[test]
fn an_experiment_with_too_many_large_variants_is_rejected() {
    let document = |variants: usize| {
        json!({"version": 1, "base": many(100, "reno", "packet"), "measures": [{"name": "m", "of": "jain"}],
            "axes": [{"name": "seed", "values": (0..100).collect::<Vec<_>>(), "sets": [{"path": "/durationS", "plus": 1}]},
                {"name": "s", "values": (0..variants).collect::<Vec<_>>(), "sets": [{"path": "/sampling/measureFromS", "times": 0}]}]})
    };
    // 202 nodes, 201 links and 100 flows: 503 parts.
    let problems = droptail_engine::experiment::from_value(document(20)).unwrap_err();
    assert_eq!((problems.len(), &problems[0].pointer[..]), (1, "/axes"));
    assert!(problems[0].expected.contains("at most 1988 variants"), "{problems:?}");
}
