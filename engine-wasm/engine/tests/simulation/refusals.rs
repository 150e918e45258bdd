//! Every rejection of a document has a pointer, the problem and what was expected, whatever the value and the field.

#![allow(missing_docs)]

use std::collections::BTreeSet;

use droptail_engine::document;
use droptail_engine::experiment;
use droptail_engine::scenario::{self, Problem};
use serde_json::{Value, json};

/// Values that are invalid almost everywhere, and some that are valid only in a few places.
fn unusual_values() -> Vec<Value> {
    let text = r#"[null, true, false, 0, -1, 1, 2, 255, 256, 65536, 2147483648, 4294967295, 4294967296, 9007199254740993, -9007199254740993,
        9223372036854775807, 9223372036854775808, 18446744073709551615, 18446744073709551616, -9223372036854775809, 1e30, -1e30,
        1e308, -1e308, 1e-308, 5e-324, 0.5, -0.0, 1.0, 1.5, "", "NaN", "Infinity", "-1", "1e400", "null", "\u0000", "a/b~c", "💥", [], [[]],
        [null], [[[[[]]]]], [1, "a", {}], {}, {"kind": null}, {"kind": "droptail", "params": []}, {"id": "x"}, {"": {}}, {"a": {"b": []}}]"#;
    serde_json::from_str(text).expect("JSON")
}

/// Pointers to all parts of a document; of long lists only the first two items.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(list) => {
            list.iter().take(2).enumerate().for_each(|(i, item)| pointers(item, &format!("{at}/{i}"), all));
        }
        Value::Object(map) => {
            map.iter()
                .for_each(|(key, item)| pointers(item, &format!("{at}/{}", scenario::escape(key)), all));
        }
        _ => {}
    }
}

/// Whether a pointer refers to a part of the document, or to a missing one, possibly within a missing part.
fn is_in_document(document: &Value, pointer: &str) -> bool {
    let up = |pointer: &str| pointer.rsplit_once('/').map_or(String::new(), |(way, _)| way.to_owned());
    [pointer, &up(pointer), &up(&up(pointer))].iter().any(|way| document.pointer(way).is_some())
}

/// Reports problems that are of no help.
fn check_problems(
    document: &Value,
    what: &str,
    problems: &[Problem],
    lesson_problems: &mut BTreeSet<String>,
) {
    assert!(!problems.is_empty() && problems.len() <= 100);
    for p in problems {
        // Only a document that is not an object has nothing to point at.
        let pointed =
            is_in_document(document, &p.pointer) && (p.pointer.starts_with('/') || !document.is_object());
        let in_serdes_words = [
            "invalid type",
            "invalid value",
            "expected u",
            "data did not match",
            "missing field",
            "unknown variant",
            "unknown field `",
            "a document that matches the schema",
        ];
        let said = format!("{} {}", p.problem, p.expected);
        let clear = !in_serdes_words.iter().any(|words| said.contains(words));
        let bounded = p.problem.chars().count() <= 400 && !p.expected.is_empty();
        // Bounds are those of the document, not infinity.
        let finite = !p.expected.contains(" inf") && !p.expected.contains("18446744073709551615");
        if !(pointed && clear && bounded && finite) {
            lesson_problems.insert(format!("{what}: {p:?}"));
        }
    }
}

fn all_of(base: &Value, parse: &dyn Fn(Value) -> Option<Vec<Problem>>) -> BTreeSet<String> {
    let mut lesson_problems = BTreeSet::new();
    let mut places = Vec::new();
    pointers(base, "", &mut places);
    assert!(parse(base.clone()).is_none(), "the base is valid: {:?}", parse(base.clone()));
    let mut refused = 0;
    let mut attempt = |document: Value, what: String| {
        if let Some(problems) = parse(document.clone()) {
            refused += 1;
            check_problems(&document, &what, &problems, &mut lesson_problems);
        }
    };
    for place in &places {
        for value in unusual_values() {
            let mut document = base.clone();
            let what = format!("{place} = {value}");
            *document.pointer_mut(place).expect("a place") = value.clone();
            attempt(document, what);
            // The same for a field that does not exist, and without a field that does.
            let mut document = base.clone();
            let map = document.pointer_mut(place).and_then(Value::as_object_mut);
            if let Some(map) = map.filter(|_| value.is_null() || value == 1 || value.is_object()) {
                map.insert("unusual_values".to_owned(), value.clone());
                attempt(document, format!("{place}/unusual_values = {value}"));
            }
        }
        let mut document = base.clone();
        if let Some((way, last)) = place.rsplit_once('/')
            && let Some(map) = document.pointer_mut(way).and_then(Value::as_object_mut)
        {
            map.remove(&last.replace("~1", "/").replace("~0", "~"));
            attempt(document, format!("without {place}"));
        }
    }
    assert!(refused > 20 * places.len(), "{refused} refusals at {} places", places.len());
    lesson_problems
}

fn report(lesson_problems: BTreeSet<String>) {
    let few: Vec<_> = lesson_problems.iter().take(40).cloned().collect();
    assert!(lesson_problems.is_empty(), "{} complaints:\n{}", lesson_problems.len(), few.join("\n"));
}

/// A scenario with all optional parts.
fn scenario() -> Value {
    let answer = json!({"text": "a", "right": true, "feedback": "b", "claim": {"of": {"measure": "jain", "per": "power", "times": 2, "atS": 1}, "is": "above", "value": 0.5}});
    json!({
        "version": 1, "title": "t", "notes": "n", "seed": 7, "durationS": 5, "engine": "packet", "fluid": {"level": "list", "list": [1, 2]},
        "nodes": [{"id": "a", "kind": "host", "name": "A", "x": 1, "y": 2}, {"id": "r", "kind": "router"}, {"id": "b", "kind": "host"}],
        "links": [
            {"id": "l", "a": "a", "b": "r", "forward": {"rateMbps": 10, "delayMs": 5, "jitterMs": 1, "lossRate": 0.1,
                "burstLoss": {"toBad": 0.1, "toGood": 0.5, "lossGood": 0, "lossBad": 1}, "trace": {"name": "t", "gapsMs": "1 2 3"},
                "queue": {"kind": "red", "params": {"limitPackets": 50, "ecn": true}}},
             "backward": {"rateMbps": 10, "delayMs": 5}},
            {"id": "m", "a": "r", "b": "b", "forward": {"rateMbps": 10, "delayMs": 5}}],
        "flows": [{"id": "f", "name": "F", "from": "a", "to": "b", "algorithm": "reno", "params": {},
            "stack": {"kind": "rfc", "params": {"mss": 1000, "recovery": "sack"}}, "traffic": {"kind": "web", "params": {"slots": 3}},
            "startS": 0.5, "startJitterS": 0.1, "sendOverheadUs": 10, "stopS": 4},
            {"id": "u", "from": "a", "to": "b", "algorithm": "udp", "traffic": {"kind": "noise", "params": {"rateMbps": 1}}}],
        "edits": [{"atS": 1, "path": "/links/l/forward/rateMbps", "value": 5}, {"atS": 2, "path": "/flows/f/stopS", "value": null}],
        "sampling": {"periodMs": 100, "fairnessWindowS": 2, "measureFromS": 1, "timeScalesS": [1, 2], "referenceAlgorithm": "reno"},
        "lesson": {"steps": [{"id": "s", "title": "t", "text": "x",
            "stage": {"set": [{"path": "/links/l/forward/rateMbps", "value": 3}], "runToS": 1, "plots": ["cwnd"], "hide": ["results"],
                "flow": "f", "spanS": 2},
            "question": {"ask": "?", "options": [answer, {"text": "no"}]},
            "checks": [], "reveal": "r", "revealToS": 3},
            {"id": "n", "question": {"ask": "?", "number": {"value": 1, "tolerance": 0.1, "unit": "s", "of": {"measure": "jain", "atS": 1}}}}]}
    })
}

fn experiment_document() -> Value {
    let mut base = scenario();
    base.as_object_mut().unwrap().remove("lesson");
    json!({
        "version": 1, "title": "t", "notes": "n", "base": base,
        "axes": [
            {"name": "rate", "unit": "Mb/s", "values": {"from": 1, "to": 4, "step": 1},
             "sets": [{"path": "/links/l/forward/rateMbps", "times": 2, "plus": 1, "whole": true}]},
            {"name": "delay", "values": [1, 2], "sets": [
                {"path": "/links/*/forward/delayMs", "values": [3, 4]},
                {"path": "/flows/*/startS", "spread": {"from": 0, "to": 1, "last": true}},
                {"path": "/flows/u", "copies": true, "hosts": false}]}],
        "replications": {"count": 3, "firstSeed": 5},
        "measures": [{"name": "m", "unit": "u", "of": "jain", "over": "mean", "per": "power", "times": 2}],
        "traces": [{"name": "t", "unit": "u", "of": "flows/*/cwnd", "over": "mean", "fromS": 1, "toS": 2}],
        "chart": {"kind": "line", "shows": [0], "logX": true, "logY": false, "centre": "median"},
        "published": [{"at": [1, "a"], "measure": 0, "value": 3, "source": "s"}],
        "quick": {"count": 1, "durationS": 1, "measureFromS": 0, "values": [[1], []]}
    })
}

#[test]
fn every_rejection_of_a_scenario_points_at_the_problem() {
    report(all_of(&scenario(), &|value| document::from_value(value).err()));
}

#[test]
fn every_rejection_of_an_experiment_points_at_the_problem() {
    report(all_of(&experiment_document(), &|value| experiment::from_value(value).err()));
}

#[test]
fn a_seed_out_of_range_is_reported() {
    let mut value = scenario();
    value["seed"] = json!(4_294_967_296_u64);
    let problems = document::from_value(value).unwrap_err();
    let expected = Problem::new("/seed", "4294967296 is out of range", "from 0 to 4294967295");
    assert_eq!(problems, [expected]);
}
