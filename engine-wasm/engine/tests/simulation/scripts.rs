//! Controllers in documents.

use droptail_engine::document;
use droptail_engine::metrics::results::Results;
use droptail_engine::packet_sim::trace::{Moment, Subject};
use droptail_engine::run::Run;
use droptail_engine::scenario::{Edit, Problem, Scenario};
use droptail_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::Dumbbell;

/// Reno's law as a script.
const RENO: &str = include_str!("../scripts/reno.rhai");

/// A controller with this script.
fn controller(script: &str) -> Value {
    json!({"id": "own", "name": "Own", "script": script})
}

fn with_script(net: &Dumbbell, script: &str) -> Value {
    let mut document = net.value();
    document["controllers"] = json!([controller(script)]);
    document
}

fn scenario(document: Value) -> Scenario {
    document::from_value(document).expect("a valid document")
}

/// A network with one flow of the script.
fn single(script: &str) -> Value {
    with_script(&Dumbbell::new(10.0, 25).seconds(0.0, 20.0).flow("own", 40.0), script)
}

fn started(document: Value) -> Run {
    Run::new(&scenario(document), true)
}

fn finished(mut run: Run) -> Run {
    run.step(Time::NEVER, u64::MAX);
    run
}

fn results(run: &Run) -> Results {
    run.results()
}

fn problems(script: &str) -> Vec<Problem> {
    document::from_value(single(script)).expect_err("an invalid script")
}

fn edit(at_s: f64, path: &str, value: Value) -> Edit {
    Edit { at_s, path: path.to_owned(), value }
}

fn failure(run: &Run) -> (String, u32, String) {
    let failure = results(run).flows[0].script_failure.clone().expect("a failure");
    (failure.handler, failure.line, failure.message)
}

#[test]
fn renos_law_as_a_script_is_renos_law() {
    // One flow with drops at a buffer; two flows with random losses and timeouts; marks by RED and a short path.
    let deep = Dumbbell::new(10.0, 40).seconds(0.0, 60.0).flow("sack", 40.0);
    let lossy = Dumbbell::new(8.0, 10).core("lossRate", json!(0.02)).seconds(0.0, 60.0);
    let lossy = lossy.flow("sack", 60.0).flow_with("sack", 120.0, json!({"startS": 3}));
    let marks = json!({"kind": "red", "params": {"ecn": true}});
    let stack = json!({"stack": {"kind": "rfc", "params": {"ecn": true}}});
    let marked = Dumbbell::new(20.0, 100).core("queue", marks).seconds(0.0, 60.0);
    let marked = marked.flow_with("sack", 30.0, stack.clone()).flow_with("cubic", 30.0, stack);
    for (name, net) in [("deep", deep), ("lossy", lossy), ("marked", marked)] {
        let built_in = finished(started(net.value()));
        let mut document = with_script(&net, RENO);
        for flow in
            document["flows"].as_array_mut().expect("flows").iter_mut().filter(|f| f["algorithm"] == "sack")
        {
            flow["algorithm"] = json!("own");
        }
        let scripted = finished(started(document));
        assert_eq!(scripted.digest(), built_in.digest(), "{name}");
        assert!(results(&built_in).flows[0].loss_events + results(&built_in).flows[0].marks > 5, "{name}");
        assert_eq!(results(&scripted).flows[0].script_failure, None);
    }
}

#[test]
fn a_script_without_handlers_is_reno() {
    let net = Dumbbell::new(10.0, 25).seconds(0.0, 20.0).flow("sack", 40.0);
    assert_eq!(finished(started(single(""))).digest(), finished(started(net.value())).digest());
}
