//! The budgets of calls, and where a call may stop: edits at full speed replay to the same digest, and no call exceeds its
//! budget by much.

use crate::common::Dumbbell;
use droptail_engine::document;
use droptail_engine::packet_sim::trace::Subject;
use droptail_engine::run::Run;
use droptail_engine::scenario::{Edit, Scenario};
use droptail_engine::time_machine::{Memory, TimeMachine};
use droptail_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

const MEMORY: Memory = Memory { snapshots: 0, allocated: || 0 };

fn valid(value: Value) -> Scenario {
    document::from_value(value).expect("a valid document")
}

/// Three flows with equal delays, so that many events have the same time.
fn in_step(engine: &str, seed: u32) -> Scenario {
    let mut dumbbell = Dumbbell::new(20.0, 30).seconds(0.0, 8.0).seed(seed);
    for algorithm in ["cubic", "reno", "reno"] {
        dumbbell = dumbbell.flow(algorithm, 40.0);
    }
    let mut value = dumbbell.value();
    value["engine"] = json!(engine);
    valid(value)
}

fn to_end(run: &mut Run) -> u64 {
    while run.now() < run.end() {
        run.step(run.end(), 1_000_000);
    }
    run.digest()
}

/// A change of a running network.
fn changes() -> impl Strategy<Value = (&'static str, Value)> {
    prop_oneof![
        (5.0..40.0f64).prop_map(|mbps| ("/links/core/forward/rateMbps", json!(mbps))),
        (5..60u32).prop_map(|n| ("/links/core/forward/queue/params/limitPackets", json!(n))),
        (1.0..60.0f64).prop_map(|ms| ("/links/core/forward/delayMs", json!(ms))),
        prop::sample::select(vec!["reno", "cubic", "vegas"])
            .prop_map(|id| ("/flows/f1/algorithm", json!(id))),
        (1.0..7.0f64).prop_map(|s| ("/flows/f2/stopS", json!(s))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn an_edit_at_full_speed_replays_to_the_same_digest(
        engine in prop::sample::select(vec!["packet", "fluid", "both"]),
        seed in 0..1000u32,
        stretches in prop::collection::vec((1u64..60, 1u64..700, changes()), 1..6),
    ) {
        let mut machine = TimeMachine::new(&in_step(engine, seed), MEMORY);
        for (calls, budget, (path, value)) in stretches {
            for _ in 0..calls {
                machine.step(Time::from_secs(7.0), budget);
            }
            while !machine.settle(7) {}
            // What is shared at a moment is the document's run up to that moment.
            let now = machine.run().now();
            let mut shared = Run::new(machine.run().scenario(), false);
            while shared.step(now, 1_000_000) < now {}
            prop_assert_eq!(machine.run().digest(), shared.digest(), "shared at {:?}", now);
            machine.edit(Edit { at_s: now.as_secs(), path: path.into(), value }).expect("a valid edit");
        }
        let mut replay = Run::new(&valid(serde_json::to_value(machine.run().scenario()).expect("a document")), false);
        let replayed = to_end(&mut replay);
        while machine.step(Time::NEVER, 5000) < machine.run().end() {}
        prop_assert_eq!(machine.run().digest(), replayed);
    }
}

#[test]
fn an_edit_is_rejected_once_events_of_its_time_have_run() {
    let mut run = Run::new(&in_step("packet", 1), false);
    run.step(Time::from_secs(2.0), u64::MAX);
    assert!(run.settled(), "a step that reaches its time completes it");
    run.step_event(u64::MAX);
    assert!(!run.settled());
    let edit = |run: &Run| Edit {
        at_s: run.now().as_secs(),
        path: "/links/core/forward/rateMbps".into(),
        value: json!(3.0),
    };
    let refused = run.edit(edit(&run)).expect_err("some events of this time have run");
    assert_eq!(refused[0].pointer, "/atS");
    let before = run.now();
    while !run.settle(1) {}
    assert_eq!(run.now().0, before.0 + 1);
    run.edit(edit(&run)).expect("the next time");
}

/// One flow over a link that loses every packet.
fn lossy(duration_s: f64) -> Scenario {
    let dumbbell = Dumbbell::new(10.0, 20).flow("reno", 40.0).core("lossRate", json!(1.0));
    valid(dumbbell.seconds(0.0, duration_s).value())
}

#[test]
fn a_step_to_the_next_event_keeps_its_budget() {
    // For hours the only events are samples every millisecond.
    let mut value = serde_json::to_value(lossy(100_000.0)).expect("a document");
    value["sampling"]["periodMs"] = json!(1);
    value["sampling"]["fairnessWindowS"] = json!(1);
    value["flows"][0]["stopS"] = json!(1.0);
    let mut run = Run::new(&valid(value), false);
    run.step(Time::from_secs(3.0), u64::MAX);
    for _ in 0..20 {
        let before = run.work();
        assert!(!run.step_event(1000), "nothing arrives after that");
        let spent = run.work() - before;
        assert!((1000..1100).contains(&spent), "{spent} of 1000");
    }
}

/// A timeout is an event that a step stops at, although its packet finds no route.
#[test]
fn a_step_to_the_next_event_stops_at_each_timeout_without_a_route() {
    let mut value = Dumbbell::new(10.0, 20).flow("reno", 40.0).seconds(0.0, 60.0).value();
    value["edits"] = json!([{"atS": 5.0, "path": "/links/core", "value": null}]);
    let mut run = Run::new(&valid(value), false);
    run.step(Time::from_secs(5.5), u64::MAX);
    let mut last = run.now().as_secs();
    for _ in 0..3 {
        run.step_event(1_000_000);
        let now = run.now().as_secs();
        assert!(now > last && now < 2.5 * last, "{now} s after {last} s");
        last = now;
    }
}

#[test]
fn samples_count_towards_the_budget() {
    let mut value = Dumbbell::new(10.0, 20).seconds(0.0, 1000.0).value();
    let flow = Dumbbell::new(10.0, 20).flow("reno", 40.0).value()["flows"][0].clone();
    let flows = (0..500).map(|i| {
        let mut flow = flow.clone();
        flow["id"] = json!(format!("f{i}"));
        flow["startS"] = json!(900.0);
        flow
    });
    let hosts = Dumbbell::new(10.0, 20).flow("reno", 40.0).value();
    (value["nodes"], value["links"]) = (hosts["nodes"].clone(), hosts["links"].clone());
    value["flows"] = flows.collect();
    value["sampling"] = json!({"periodMs": 1, "fairnessWindowS": 0.01});
    let mut run = Run::new(&valid(value), false);
    for _ in 0..10 {
        let (from, before) = (run.now(), run.work());
        let reached = run.step(Time::from_secs(800.0), 10_000);
        // 500 flows: 10,000 events allow about twenty samples, not 800,000.
        let samples = reached.since(from).0 / 1_000_000;
        assert!((1..=40).contains(&samples), "{samples} samples");
        assert!(run.work() - before <= 12_000);
    }
}

#[test]
fn the_packet_limit_also_holds_when_stepping_by_event() {
    // A link with a delay of a minute: nothing arrives while millions of packets enter it.
    let mut value = Dumbbell::new(10_000.0, 1000)
        .flow_with(
            "udp",
            0.0,
            json!({
                "traffic": {"kind": "cbr", "params": {"rateMbps": 8000.0, "packetBytes": 100}},
            }),
        )
        .seconds(0.0, 100.0)
        .value();
    for link in value["links"].as_array_mut().expect("links") {
        link["forward"]["delayMs"] = json!(10_000);
        link["forward"]["rateMbps"] = json!(100_000);
    }
    let mut run = Run::new(&valid(value), false);
    while !run.step_event(1_000_000) {}
    assert_eq!(run.stopped(), Some("more packets in the network than memory allows"));
}

#[test]
fn edits_count_with_the_size_of_the_resulting_document() {
    let mut value = Dumbbell::new(10.0, 20).flow("reno", 40.0).seconds(0.0, 60.0).value();
    let link = value["links"][0].clone();
    // One edit adds 3000 links; without it the other edits would be harmless.
    let many: Vec<_> = (0..3000)
        .map(|i| {
            let mut link = link.clone();
            link["id"] = json!(format!("more{i}"));
            link
        })
        .collect();
    let all = [value["links"].as_array().expect("links").clone(), many].concat();
    let mut edits = vec![json!({"atS": 1.0, "path": "/links", "value": all})];
    edits.extend((0..99).map(|i| json!({"atS": 2.0 + 0.1 * f64::from(i), "path": "/links/core/forward/rateMbps", "value": 5 + i % 7})));
    value["edits"] = json!(edits);
    let problems = document::from_value(value).expect_err("300,000 parts to rebuild");
    assert!(problems[0].pointer.starts_with("/edits/"), "{problems:?}");
    assert!(problems[0].problem.contains("too many edits"), "{problems:?}");
}

#[test]
fn a_live_edit_leaves_a_document_that_can_be_parsed() {
    let mut run = Run::new(&in_step("packet", 1), false);
    let rate = |at_s: f64, value: Value| Edit { at_s, path: "/links/core/forward/rateMbps".into(), value };
    let long = Edit { path: format!("/notes{}", "x".repeat(500)), ..rate(1.0, json!(1)) };
    assert_eq!(run.edit(long).expect_err("a path that is too long")[0].pointer, "/edits/0/path");
    assert_eq!(
        run.edit(rate(1e6, json!(9))).expect_err("a time beyond the limit")[0].pointer,
        "/edits/0/atS"
    );
    for i in 0..1000 {
        run.edit(rate(f64::from(i) * 1e-3, json!(5 + i % 3))).expect("a thousand edits are allowed");
    }
    assert_eq!(run.edit(rate(2.0, json!(9))).expect_err("one too many")[0].pointer, "/edits");
    valid(serde_json::to_value(run.scenario()).expect("a document"));
}

#[test]
fn an_edit_is_ordered_after_one_less_than_a_nanosecond_later() {
    for engine in ["packet", "fluid", "both"] {
        let mut scenario = in_step(engine, 1);
        let rate = |at_s: f64, mbps: f64| Edit {
            at_s,
            path: "/links/core/forward/rateMbps".into(),
            value: json!(mbps),
        };
        // Rounded to 1 s, and applied there.
        scenario.edits = vec![rate(1.000_000_000_4, 5.0)];
        let mut live = Run::new(&scenario, false);
        while live.step(Time::from_secs(1.0), 1000) < Time::from_secs(1.0) {}
        assert!(live.edit(rate(1.0, 7.0)).is_err(), "{engine}: it would precede the other edit");
        while !live.settle(1000) {}
        live.edit(rate(live.now().as_secs(), 7.0)).expect("an edit of a settled run");
        let core = live.directory().channels.iter().find(|c| c.id == "core/forward").map(|c| c.rate_mbps);
        assert_eq!(core, Some(7.0), "{engine}");
        let mut replayed = Run::new(&valid(json!(live.scenario())), false);
        assert_eq!(to_end(&mut live), to_end(&mut replayed), "{engine}");
    }
}

#[test]
fn a_trace_keeps_its_budget() {
    let mut machine = TimeMachine::new(&in_step("packet", 1), MEMORY);
    machine.step(Time::from_secs(8.0), u64::MAX);
    let mut trace = machine.trace(Subject::Flow(0), (Time::from_secs(4.0), Time::from_secs(8.0)), usize::MAX);
    let mut calls = 0;
    while !trace.advance(1000) {
        calls += 1;
    }
    assert!(calls > 50, "{calls} calls");
    let mut at_once =
        machine.trace(Subject::Flow(0), (Time::from_secs(4.0), Time::from_secs(8.0)), usize::MAX);
    while !at_once.advance(u64::MAX) {}
    let at = |moments: &[droptail_engine::packet_sim::trace::Moment]| -> Vec<_> {
        moments.iter().map(|m| (m.at_s.to_bits(), m.events)).collect()
    };
    assert_eq!(at(trace.moments()), at(at_once.moments()));
}
