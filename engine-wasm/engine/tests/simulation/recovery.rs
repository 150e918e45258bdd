//! Loss detection by time (RFC 8985), tail loss probes, and undone recoveries.

use crate::common::Dumbbell;
use droptail_engine::document;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::metrics::results::FlowResults;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::{Nanos, Time};
use serde_json::{Value, json};

const RTT_MS: f64 = 40.0;

/// One flow over 20 Mb/s with a buffer of one bandwidth-delay product. `stack` has options of the RFC profile with SACK.
fn path(stack: Value) -> Dumbbell {
    let mut params = json!({"recovery": "sack", "delayedAck": 1});
    for (key, value) in stack.as_object().expect("options") {
        params[key] = value.clone();
    }
    let stack = json!({"stack": {"kind": "rfc", "params": params}});
    Dumbbell::new(20.0, 70).flow_with("newreno", RTT_MS, stack).seconds(5.0, 65.0)
}

fn simulation(value: &Value) -> Simulation {
    let scenario = document::from_value(value.clone()).expect("a valid scenario");
    Simulation::new(&scenario, Options { keep: SeriesSelection::Nothing, ..Options::default() })
}

fn rack() -> Value {
    json!({"lossDetection": "rack", "dsack": true, "undo": true, "frto": true})
}

fn reordered(stack: Value, delay_ms: f64) -> FlowResults {
    let dumbbell = path(stack).core("reorder", json!({"rate": 0.03, "delayMs": delay_ms}));
    dumbbell.run().flows.remove(0)
}

/// Packets arrive ten positions late: more than three, and less than a quarter of an RTT. Counting duplicate ACKs takes each
/// for lost.
#[test]
fn reordering_costs_rack_nothing_and_halves_what_counting_achieves() {
    let ordered = path(rack()).run().flows.remove(0);
    let by_time = reordered(rack(), 6.0);
    let by_count = reordered(json!({}), 6.0);
    let of = |flow: &FlowResults| flow.goodput_mbps / ordered.goodput_mbps;
    assert!(of(&by_time) > 0.95, "{}", of(&by_time));
    assert!(of(&by_count) < 0.5, "{}", of(&by_count));
}

/// Reordering by more than a quarter of the RTT: reported duplicates widen the reordering window once per round, so that almost
/// nothing is sent twice (RFC 8985, section 6.2, step 4).
#[test]
fn rack_learns_how_late_packets_can_be() {
    for delay_ms in [12.0, 24.0, 38.0] {
        let flow = reordered(rack(), delay_ms);
        // About 3000 packets were late.
        assert!(flow.sent_packets > 90_000 && flow.retransmissions < 50, "{delay_ms}: {flow:?}");
        let blind = reordered(json!({"lossDetection": "rack"}), delay_ms);
        assert!(blind.goodput_mbps < 0.2 * flow.goodput_mbps, "{delay_ms}: {}", blind.goodput_mbps);
    }
}

/// If spurious recoveries are undone, counting duplicate ACKs keeps its window, although it sends late packets twice: at once
/// with timestamps, a round trip later with reported duplicates.
#[test]
fn undone_recoveries_cost_packets_but_not_the_window() {
    let none = reordered(json!({}), 6.0);
    let reported = reordered(json!({"undo": true, "dsack": true, "timestamps": false}), 6.0);
    let at_once = reordered(json!({"undo": true}), 6.0);
    assert!(
        reported.goodput_mbps > 2.0 * none.goodput_mbps,
        "{} {}",
        reported.goodput_mbps,
        none.goodput_mbps
    );
    assert!(at_once.goodput_mbps > 0.93 * 19.3, "{}", at_once.goodput_mbps);
    for flow in [reported, at_once] {
        let undone = flow.undone_recoveries as f64;
        assert!(
            undone > 0.9 * flow.loss_events as f64 && flow.retransmissions >= flow.undone_recoveries,
            "{flow:?}"
        );
    }
}

/// A window of ten packets, of which the last `tail` are lost before the router. Returns the flow's results, and the time from
/// sending to the last ACK, s.
fn lost_tail(tail: u32, stack: Value) -> (FlowResults, f64) {
    let mut dumbbell = path(stack).seconds(0.0, 5.0);
    dumbbell.flows[0]["traffic"] = json!({"kind": "finite", "params": {"sizeKb": 14.48}});
    let mut dry = dumbbell.simulation();
    let mut sent = Time::ZERO;
    while dry.flows()[0].stats.sent_packets == 0 {
        sent += Nanos(10_000);
        dry.step(sent, u64::MAX);
    }
    // 1500 bytes take 12 µs at 1 Gb/s; the first packet has left within the last 10 µs.
    let from = sent.as_secs() - 5e-6 + 12e-6 * (f64::from(10 - tail) - 0.5);
    let mut value = dumbbell.value();
    let at = "/links/a0/forward/lossRate";
    value["edits"] =
        json!([{"atS": from, "path": at, "value": 1}, {"atS": from + 1e-3, "path": at, "value": 0}]);
    let mut run = simulation(&value);
    run.step(Time::NEVER, u64::MAX);
    let end = run.flows()[0].completed.expect("done");
    (run.results().flows.remove(0), end.as_secs() - sent.as_secs())
}

/// RFC 8985, section 7: the rest of the flight is acknowledged one round trip after it was sent, the tail is probed two round
/// trips later, and its loss is known one later. Rate reduction then sends one packet in the first round of the repair, then
/// two, then four. Without the probe, the timeout of one second passes.
#[test]
fn a_lost_tail_is_probed_and_repaired_without_a_timeout() {
    let rtt = RTT_MS / 1000.0;
    for (tail, rounds) in [(1, 4.0), (2, 5.0), (4, 6.2), (9, 7.2)] {
        let stack = |more: Value| {
            let mut stack = json!({"delayedAckMs": 1});
            stack.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            stack
        };
        let (probed, took) = lost_tail(tail, stack(rack()));
        assert_eq!((probed.timeouts, probed.tail_probes, probed.drops), (0, 1, u64::from(tail)), "{tail}");
        assert_eq!(probed.retransmissions, u64::from(tail), "{tail}");
        // The probe repairs the loss of a single packet, which the sender learns only when more data is acknowledged.
        assert_eq!(probed.loss_events, u64::from(tail > 1), "{tail}");
        assert!((took - rounds * rtt).abs() < 0.6 * rtt, "{tail}: {took}");
        let (timed, took) = lost_tail(tail, stack(json!({})));
        assert_eq!((timed.timeouts, timed.tail_probes), (1, 0), "{tail}");
        assert!(took > 1.0, "{tail}: {took}");
    }
}

/// A flow that its receiver limits to 60 packets, without losses. At 10 s the path is blocked for 400 ms. Returns the number of
/// retransmissions, the number of undone recoveries, and the window before and half a second after.
fn spike(stack: Value) -> (FlowResults, f64, f64) {
    let mut dumbbell =
        path(json!({"minRtoMs": 200, "receiveBufferKb": 87, "initialSsthresh": 60})).seconds(0.0, 20.0);
    for (key, value) in stack.as_object().expect("options") {
        dumbbell.flows[0]["stack"]["params"][key] = value.clone();
    }
    let mut value = dumbbell.value();
    let at = "/links/core/forward/delayMs";
    value["edits"] = json!([{"atS": 10, "path": at, "value": 410}, {"atS": 10.01, "path": at, "value": 10}]);
    let mut run = simulation(&value);
    run.step(Time::from_secs(10.0), u64::MAX);
    let before = run.transports()[0].summary().cwnd;
    run.step(Time::from_secs(11.0), u64::MAX);
    let after = run.transports()[0].summary().cwnd;
    run.step(Time::NEVER, u64::MAX);
    (run.results().flows.remove(0), before, after)
}

/// A spurious timeout costs one retransmission, and the window is restored: by timestamps (RFC 3522), or without them by new
/// data (RFC 5682). Without both, the whole window is sent again.
#[test]
fn a_spurious_timeout_is_undone() {
    for stack in [
        json!({"undo": true}),
        json!({"undo": true, "recovery": "newreno"}),
        json!({"undo": true, "frto": true, "timestamps": false}),
        json!({"undo": true, "frto": true, "timestamps": false, "recovery": "newreno"}),
        json!({"undo": true, "frto": true, "timestamps": false, "lossDetection": "rack"}),
        rack(),
    ] {
        let (flow, before, after) = spike(stack.clone());
        assert_eq!((flow.timeouts, flow.undone_recoveries, flow.drops), (1, 1, 0), "{stack}");
        // With RACK-TLP the tail was probed first.
        assert_eq!(flow.retransmissions, 1 + flow.tail_probes, "{stack}");
        assert_eq!(flow.tail_probes, u64::from(stack.get("lossDetection").is_some()), "{stack}");
        assert!(after >= before, "{stack}: {before} {after}");
    }
    for stack in [json!({}), json!({"lossDetection": "rack"})] {
        let (flow, before, after) = spike(stack.clone());
        assert_eq!(flow.undone_recoveries, 0, "{stack}");
        assert!(flow.retransmissions > 50 && after < 0.5 * before, "{stack}: {flow:?} {before} {after}");
    }
}

/// Duplicates are reported a round trip later, when everything has been sent again; the window is restored then.
#[test]
fn reported_duplicates_alone_undo_a_timeout_late() {
    let (flow, ..) = spike(json!({"undo": true, "dsack": true, "timestamps": false}));
    assert_eq!((flow.timeouts, flow.undone_recoveries), (1, 1));
    assert!(flow.retransmissions > 50, "{flow:?}");
}

/// A timeout after real losses is not taken for spurious: every packet of a period is lost.
#[test]
fn a_timeout_after_real_losses_is_not_undone() {
    for stack in [rack(), json!({"undo": true, "frto": true, "timestamps": false})] {
        let mut dumbbell =
            path(json!({"minRtoMs": 200, "receiveBufferKb": 87, "initialSsthresh": 60})).seconds(0.0, 20.0);
        for (key, value) in stack.as_object().expect("options") {
            dumbbell.flows[0]["stack"]["params"][key] = value.clone();
        }
        let mut value = dumbbell.value();
        let at = "/links/core/forward/lossRate";
        value["edits"] = json!([{"atS": 10, "path": at, "value": 1}, {"atS": 10.3, "path": at, "value": 0}]);
        let mut run = simulation(&value);
        run.step(Time::NEVER, u64::MAX);
        let flow = run.results().flows.remove(0);
        assert!(flow.timeouts >= 1 && flow.undone_recoveries == 0, "{stack}: {flow:?}");
        assert!(flow.goodput_mbps > 15.0, "{stack}: {flow:?}");
    }
}

/// A lost retransmission is detected by time like any other packet; by counting, only the timeout detects it.
#[test]
fn a_lost_retransmission_is_detected_by_time() {
    let run = |stack: Value| {
        let dumbbell = path(stack).core("lossRate", json!(0.05)).seconds(0.0, 60.0);
        dumbbell.run().flows.remove(0)
    };
    let (by_time, by_count) = (run(rack()), run(json!({})));
    assert!(4 * by_time.timeouts < by_count.timeouts, "{} {}", by_time.timeouts, by_count.timeouts);
    assert!(
        by_time.goodput_mbps > 1.1 * by_count.goodput_mbps,
        "{} {}",
        by_time.goodput_mbps,
        by_count.goodput_mbps
    );
}
