//! Traces of decreases: the values that the rule used, for every controller of the catalogue.

use crate::common::Dumbbell;
use droptail_engine::catalogue::{AlgorithmInfo, Domain, RuleSubject, TransportKind};
use droptail_engine::document;
use droptail_engine::packet_sim::trace::{Effect, Moment, Subject};
use droptail_engine::published::catalogue;
use droptail_engine::time_machine::{Memory, TimeMachine};
use droptail_engine::units::Time;
use serde_json::{Value, json};

const MEMORY: Memory = Memory { snapshots: 64 << 20, allocated: || 0 };

fn moments(value: Value, until: f64) -> Vec<Moment> {
    let document = document::from_value(value).expect("a valid document");
    let mut machine = TimeMachine::new(&document, MEMORY);
    let end = Time::from_secs(until);
    while machine.step(end, 100_000) < end {}
    let mut trace = machine.trace(Subject::Flow(0), (Time(0), end), 1_000_000);
    while !trace.advance(100_000) {}
    trace.moments().to_vec()
}

/// A flow through a small buffer that also has random losses, so that timeouts occur.
fn lossy(algorithm: &str, stack: &Value) -> Value {
    losing(0.004, algorithm, stack)
}

fn losing(rate: f64, algorithm: &str, stack: &Value) -> Value {
    Dumbbell::new(6.0, 20)
        .core("lossRate", json!(rate))
        .flow_with(algorithm, 60.0, json!({"stack": stack}))
        .seconds(1.0, 40.0)
        .value()
}

fn rfc() -> Value {
    json!({"kind": "rfc", "params": {"delayedAck": 1}})
}

fn response(moment: &Moment) -> Option<(f64, f64)> {
    moment.effects.iter().find_map(|e| match e {
        Effect::Response { window, decrease_from, .. } => Some((*window, *decrease_from)),
        _ => None,
    })
}

#[test]
fn every_controller_has_a_rule_for_what_it_did() {
    let rows = catalogue().algorithms;
    assert!(rows.len() > 30);
    for row in rows.iter().filter(|row| row.transport != TransportKind::Udp) {
        for moment in moments(lossy(&row.row.id, &rfc()), 40.0) {
            let moves = moment.before.cwnd != moment.after.cwnd && moment.before.srtt_ms.is_some();
            assert!(!moves || moment.rule.is_some(), "{}: no rule: {moment:#?}", row.row.id);
            let Some(on) = moment.rule else { continue };
            if moment.before.srtt_ms.is_none() {
                // The handshake ends, and the window gets its initial value.
                continue;
            }
            let changed = moment.before.cwnd != moment.after.cwnd || response(&moment).is_some();
            if !changed {
                continue;
            }
            // Without slow start, the rule of congestion avoidance applies from the first ACK on.
            let on = match on {
                RuleSubject::SlowStart if !row.rules.iter().any(|r| r.on == on) => RuleSubject::Avoidance,
                on => on,
            };
            assert!(row.rules.iter().any(|r| r.on == on), "{}: no rule for {on:?}: {moment:#?}", row.row.id);
        }
    }
}

/// RFC 6298, 5.5: the timer doubles with each timeout. RFC 5681, section 3.1: after the first one ssthresh stays.
#[test]
fn a_repeated_timeout_has_the_timer_that_expired_and_is_said_to_be_one() {
    let mut value = losing(0.0, "cubic", &rfc());
    value["edits"] = json!([{"atS": 10.0, "path": "/links/core/forward/lossRate", "value": 1.0}]);
    let all = moments(value, 30.0);
    let timeouts: Vec<_> = all.iter().filter(|m| m.rule == Some(RuleSubject::Timeout)).collect();
    assert!(timeouts.len() > 3);
    let repeated =
        |m: &Moment| m.effects.iter().any(|e| matches!(e, Effect::Response { repeated: true, .. }));
    for (place, pair) in timeouts.windows(2).enumerate() {
        let [first, second] = [pair[0], pair[1]];
        assert_eq!(repeated(first), place > 0);
        assert!(repeated(second) && second.before.ssthresh == second.after.ssthresh);
        let (was, is) = (first.before.rto_ms.expect("a timer"), second.before.rto_ms.expect("a timer"));
        assert_eq!(is, 2.0 * was);
        assert!(
            (second.at_s - first.at_s - is / 1e3).abs() < 1e-6,
            "{} s, {is} ms",
            second.at_s - first.at_s
        );
    }
}

/// The share of the data in flight that a formula sets the threshold to, if it is that simple.
fn kept_share(row: &AlgorithmInfo, formula: &str) -> Option<f64> {
    let parameter = |symbol| {
        let param = row.row.params.iter().find(|p| p.symbol == symbol)?;
        match param.domain {
            Domain::Number { default, .. } => Some(default),
            _ => None,
        }
    };
    match formula {
        f if f.contains("slowdown") => None,
        f if f.contains("max(flight/2, 2)") => Some(0.5),
        f if f.contains("ssthresh ← β·flight") => parameter("β"),
        f if f.contains("ssthresh ← (1 − β)·flight") => parameter("β").map(|beta| 1.0 - beta),
        f if f.contains("ssthresh ← 0.8·flight") && !f.contains(" if ") => Some(0.8),
        _ => None,
    }
}

#[test]
fn the_formula_gives_the_threshold_from_the_data_in_flight() {
    let mut checked = vec![];
    for row in catalogue().algorithms.iter().filter(|row| row.transport != TransportKind::Udp) {
        let share = |formula: &str| kept_share(row, formula);
        let found = moments(lossy(&row.row.id, &rfc()), 40.0);
        for on in [RuleSubject::Loss, RuleSubject::Timeout] {
            let Some(share) = row.rules.iter().find(|r| r.on == on).and_then(|r| share(&r.formula)) else {
                continue;
            };
            for moment in found.iter().filter(|m| m.rule == Some(on)) {
                let Some((window, from)) = response(moment) else { continue };
                assert!(from <= window && Some(window) == moment.before.cwnd, "{}: {moment:#?}", row.row.id);
                // 0.8 is 819/1024 in Linux's NV.
                // A repeated timeout of one packet keeps the threshold.
                if on == RuleSubject::Timeout && moment.before.cwnd == Some(1.0) {
                    continue;
                }
                let expected = (share * from).max(2.0);
                let threshold = moment.after.ssthresh.expect("a threshold");
                assert!(
                    (threshold / expected - 1.0).abs() < 1e-3,
                    "{}, {on:?}: {threshold}, not {expected}: {moment:#?}",
                    row.row.id
                );
                checked.push((row.row.id.clone(), on));
            }
        }
    }
    checked.dedup();
    eprintln!("{checked:?}");
    let of = |id: &str, on| checked.iter().any(|(i, o)| i == id && *o == on);
    for id in ["reno", "newreno", "sack", "tahoe", "dctcp"] {
        assert!(of(id, RuleSubject::Loss), "{id}: {checked:?}");
    }
    for id in ["reno", "cubic"] {
        assert!(of(id, RuleSubject::Timeout), "{id}: {checked:?}");
    }
}

/// The page shows the formula for a loss where the rule for a mark has none.
#[test]
fn the_formula_for_a_mark_or_else_for_a_loss_gives_the_window_after_a_mark() {
    let mut checked = vec![];
    for row in catalogue().algorithms.iter().filter(|row| row.transport != TransportKind::Udp) {
        // The same ACK may report a delay that halves the window again.
        if row.row.id == "tcp-lp" {
            continue;
        }
        let rule = |on| row.rules.iter().find(|r| r.on == on);
        let formula = |on| rule(on).map(|r| r.formula.as_ref()).filter(|f| !f.is_empty());
        let formula = formula(RuleSubject::Ecn).or(formula(RuleSubject::Loss)).unwrap_or_default();
        let Some(share) = kept_share(row, formula) else { continue };
        let found = moments(marking(&row.row.id), 20.0);
        let marks: Vec<_> = found.iter().filter(|m| m.rule == Some(RuleSubject::Ecn)).collect();
        for moment in &marks {
            let Some((_, from)) = response(moment) else { continue };
            let threshold = moment.after.ssthresh.expect("a threshold");
            let expected = (share * from).max(2.0);
            assert!((threshold / expected - 1.0).abs() < 1e-3, "{}: {threshold}: {moment:#?}", row.row.id);
            let restarts = formula.contains("W ← 1");
            assert_eq!(restarts, moment.after.cwnd == Some(1.0), "{}: {moment:#?}", row.row.id);
            checked.push(row.row.id.clone());
        }
    }
    checked.dedup();
    for id in ["reno", "cubic", "sack", "tahoe", "dual", "tri-s"] {
        assert!(checked.iter().any(|i| i == id), "{id}: {checked:?}");
    }
}

/// A flow over a queue that marks packets.
fn marking(algorithm: &str) -> Value {
    Dumbbell::new(6.0, 60)
        .core("queue", json!({"kind": "codel", "params": {"ecn": true, "limitPackets": 60}}))
        .flow_with(algorithm, 60.0, json!({"stack": {"kind": "rfc", "params": {"ecn": true}}}))
        .seconds(1.0, 20.0)
        .value()
}

#[test]
fn bbr_limits_its_window_to_what_is_in_flight_after_a_loss() {
    let in_flight = |moment: &Moment| {
        moment.effects.iter().find_map(|e| match *e {
            Effect::Response { in_flight, .. } => Some(f64::from(in_flight)),
            _ => None,
        })
    };
    for (algorithm, on, rate) in [("bbr", RuleSubject::Loss, 0.004), ("bbr3", RuleSubject::Timeout, 0.3)] {
        let found = moments(losing(rate, algorithm, &rfc()), 40.0);
        let mut responses = 0;
        for moment in found.iter().filter(|m| m.rule == Some(on)) {
            // ProbeRTT keeps the window at four packets.
            let (Some(in_flight), false) = (in_flight(moment), moment.before.cwnd == Some(4.0)) else {
                continue;
            };
            let window = moment.after.cwnd.expect("a window");
            // An ACK delivers at most the packets of two delayed ACKs here; after a timeout one is sent.
            assert!((in_flight..=in_flight + 4.0).contains(&window), "{algorithm}: {moment:#?}");
            responses += 1;
        }
        assert!(responses > 0, "{algorithm} did not respond to {on:?}");
    }
}

#[test]
fn a_stack_that_reduces_from_the_window_reports_it() {
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "reduceFrom": "window"}});
    let found = moments(lossy("reno", &stack), 20.0);
    let responses: Vec<_> =
        found.iter().filter(|m| m.rule == Some(RuleSubject::Loss)).filter_map(response).collect();
    assert!(!responses.is_empty());
    assert!(responses.iter().all(|(window, from)| window == from));
}

#[test]
fn the_ack_that_ends_recovery_grows_the_window_only_if_the_stack_says_so() {
    let growth = |grow_on_exit: bool| {
        let params = json!({"delayedAck": 1, "recovery": "reno", "initialSsthresh": 8, "growBy": "acks", "growOnExit": grow_on_exit});
        let found = moments(lossy("reno", &json!({"kind": "rfc", "params": params})), 20.0);
        let (lost, after) =
            found.iter().enumerate().find(|(_, m)| m.rule == Some(RuleSubject::Loss)).expect("a loss");
        let grown = found[lost..].iter().find(|m| m.after.cwnd > after.after.cwnd).expect("growth");
        (grown.at_s, after.after.cwnd, grown.after.cwnd)
    };
    let (with, without) = (growth(true), growth(false));
    // The same loss, and the same step of 1/W, one ACK earlier.
    assert_eq!((with.1, with.2), (without.1, without.2));
    assert!(with.0 < without.0, "{with:?} {without:?}");
}

#[test]
fn packets_of_limited_transmit_do_not_count() {
    let value = Dumbbell::new(6.0, 20).flow("reno", 60.0).seconds(1.0, 20.0).value();
    let found = moments(value, 20.0);
    let beyond = found.iter().filter(|m| m.rule == Some(RuleSubject::Loss)).flat_map(|m| &m.effects);
    let beyond = beyond.filter_map(|e| match *e {
        Effect::Response { window, flight, decrease_from, .. } => {
            Some((window, f64::from(flight), decrease_from))
        }
        _ => None,
    });
    let beyond: Vec<_> = beyond.collect();
    assert!(
        beyond.iter().any(|&(window, flight, from)| flight > window && from == window.floor()),
        "{beyond:?}"
    );
}

#[test]
fn a_drop_reports_the_backlog() {
    let value = Dumbbell::new(6.0, 20).flow("reno", 60.0).seconds(1.0, 20.0).value();
    let full = moments(value, 20.0).into_iter().flat_map(|m| m.effects).filter_map(|e| match e {
        Effect::Dropped { queue, .. } => Some(queue),
        _ => None,
    });
    let full: Vec<_> = full.collect();
    assert!(!full.is_empty());
    assert!(full.iter().flatten().all(|q| q.packets == 20 && q.waited_ms == 0.0), "{full:?}");
}

/// The queue's effects on a flow through a discipline at the bottleneck.
fn at_queue(queue: Value, ecn: bool) -> Vec<Effect> {
    let value = Dumbbell::new(6.0, 200)
        .core("queue", queue)
        .flow_with("cubic", 60.0, json!({"stack": {"kind": "rfc", "params": {"ecn": ecn}}}))
        .seconds(1.0, 30.0)
        .value();
    let effects = moments(value, 30.0).into_iter().flat_map(|m| m.effects);
    effects.filter(|e| matches!(e, Effect::Dropped { .. } | Effect::Marked { .. })).collect()
}

#[test]
fn an_early_drop_and_a_mark_report_the_sojourn_time_and_the_variables_of_the_discipline() {
    // CoDel acts on packets that leave, once their sojourn times have been above the target of 5 ms.
    let dropped = at_queue(json!({"kind": "codel"}), false);
    assert!(dropped.len() > 3);
    for effect in &dropped {
        let Effect::Dropped { queue: Some(queue), .. } = effect else { panic!("{effect:?}") };
        assert!(queue.waited_ms > 5.0 && queue.variables.len() == 2, "{queue:?}");
    }
    let marked = at_queue(json!({"kind": "codel"}), true);
    assert!(marked.len() > 3);
    for effect in &marked {
        let Effect::Marked { queue: Some(queue), .. } = effect else { panic!("{effect:?}") };
        assert!(queue.waited_ms > 5.0, "{queue:?}");
    }
    // PIE drops packets that arrive, with the probability that is its first variable.
    let dropped = at_queue(json!({"kind": "pie"}), false);
    assert!(dropped.len() > 3);
    for effect in &dropped {
        let Effect::Dropped { queue: Some(queue), .. } = effect else { panic!("{effect:?}") };
        assert!(queue.waited_ms == 0.0 && queue.variables[0].is_some_and(|p| p > 0.0), "{queue:?}");
    }
}

#[test]
fn a_trace_of_a_queue_lists_its_marks() {
    let value = Dumbbell::new(6.0, 200)
        .core("queue", json!({"kind": "step"}))
        .flow_with("dctcp", 60.0, json!({"stack": {"kind": "rfc", "params": {"ecn": true}}}))
        .seconds(1.0, 10.0)
        .value();
    let document = document::from_value(value).expect("a valid document");
    let mut machine = TimeMachine::new(&document, MEMORY);
    let end = Time::from_secs(10.0);
    while machine.step(end, 100_000) < end {}
    let mut trace = machine.trace(Subject::Channel(0), (Time(0), end), 1_000_000);
    while !trace.advance(100_000) {}
    let results = machine.run().results();
    let measured = trace.moments().iter().filter(|m| m.at_s >= results.from_s).flat_map(|m| &m.effects);
    let marks = measured.filter(|e| matches!(e, Effect::Marked { channel: 0, flow: 0, .. })).count() as u64;
    assert!(marks > 100);
    assert_eq!(Some(marks), results.queues.first().map(|q| q.marks));
}
