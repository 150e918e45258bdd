//! Controllers in documents.

use droptail_engine::document;
use droptail_engine::metrics::results::Results;
use droptail_engine::packet_sim::trace::{Moment, Subject};
use droptail_engine::run::Run;
use droptail_engine::scenario::{Edit, Problem, Scenario};
use droptail_engine::time_machine::{Memory, TimeMachine};
use droptail_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::Dumbbell;

/// Reno as a script.
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
fn reno_as_a_script_is_reno() {
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

/// A script that uses every kind of state.
const BUSY: &str = include_str!("../scripts/busy.rhai");

fn busy(seed: u32, slack: f64, loss: f64) -> Value {
    let net = Dumbbell::new(6.0, 30).core("lossRate", json!(loss)).seconds(0.0, 8.0).seed(seed);
    let net = net.flow_with("own", 40.0, json!({"params": {"slack": slack}})).flow("cubic", 60.0);
    let mut document = net.value();
    document["controllers"] = json!([controller(BUSY)]);
    document["controllers"][0]["params"] = json!([
        {"id": "slack", "min": 1, "max": 5, "default": 2},
        {"id": "beta", "unit": "share", "min": 0.1, "max": 0.9, "default": 0.7},
    ]);
    document
}

#[test]
fn a_script_can_use_every_kind_of_state() {
    let run = finished(started(busy(3, 1.5, 0.01)));
    assert_eq!(results(&run).flows[0].script_failure, None);
    assert_eq!(finished(started(busy(3, 1.5, 0.01))).digest(), run.digest());
    assert_ne!(finished(started(busy(4, 1.5, 0.01))).digest(), run.digest());
    let series = run.directory().series;
    let variables: Vec<_> =
        series.iter().filter(|s| s.owner == "f0").filter_map(|s| s.variable.as_deref()).collect();
    assert_eq!(variables, ["rounds", "gain"]);
    let packet = run.packet().expect("packets");
    let printed = packet.transports()[0].script().and_then(|s| s.report().printed.clone()).expect("lines");
    assert!(printed[0].text.starts_with("loss 1 at a window of "), "{}", printed[0].text);
    assert!(printed.len() > 3 && printed.iter().is_sorted_by(|a, b| a.at_s <= b.at_s));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_clone_continues_like_its_original(seed in any::<u32>(), slack in 1.0..3.0f64, loss in 0.0..0.05f64, at in 0.0..8.0f64) {
        let mut run = started(busy(seed, slack, loss));
        run.step(Time::from_secs(at), u64::MAX);
        let clone = run.clone();
        prop_assert_eq!(finished(run).digest(), finished(clone).digest());
    }

    #[test]
    fn a_rewound_run_ends_as_before(seed in any::<u32>(), slack in 1.0..3.0f64, times in prop::collection::vec(0.0..8.0f64, 1..5)) {
        let document = scenario(busy(seed, slack, 0.01));
        let memory = Memory { snapshots: 16 << 20, allocated: || 0 };
        let mut machine = TimeMachine::new(&document, memory);
        let forward = |machine: &mut TimeMachine, to: Time| while machine.step(to, 100_000) < to {};
        let end = Time::from_secs(8.0);
        forward(&mut machine, end);
        let digest = machine.run().digest();
        prop_assert_eq!(finished(Run::new(&document, false)).digest(), digest);
        for at in times {
            let at = Time::from_secs(at);
            machine.seek(at);
            forward(&mut machine, at);
            let mut alone = Run::new(&document, false);
            alone.step(at, u64::MAX);
            prop_assert_eq!(machine.run().digest(), alone.digest());
        }
        forward(&mut machine, end);
        prop_assert_eq!(machine.run().digest(), digest);
    }
}

#[test]
fn an_edit_of_a_script_keeps_state_of_the_same_name() {
    let first = "let n = 0; let gone = 1.0; fn on_ack() { n += 1; cwnd = 8; }";
    let next = "let n = 0; let fresh = 5.0; fn on_ack() { n += 1000; cwnd = 8; } fn on_start() { fresh = if replaces { 7.0 } else { 6.0 }; }";
    let mut run = started(single(first));
    run.step(Time::from_secs(5.0), u64::MAX);
    let value = |run: &Run, name: &str| {
        let named = run.series().filter(|(info, _)| info.variable.as_deref() == Some(name));
        named.last().and_then(|(_, series)| series.last()).expect("a sample")
    };
    let before = value(&run, "n");
    assert!(before > 500.0, "{before}");
    run.edit(edit(5.0, "/controllers/own/script", json!(next))).expect("a script that compiles");
    run.step(Time::from_secs(5.05), u64::MAX);
    let after = value(&run, "n");
    assert!(after > before + 1000.0, "{before} to {after}");
    assert_eq!(value(&run, "fresh"), 7.0);
    // The document with the edit gives the same run.
    let run = finished(run);
    assert_eq!(finished(Run::new(run.scenario(), true)).digest(), run.digest());

    let problems = started(single(first))
        .edit(edit(0.0, "/controllers/own/script", json!("fn on_ack() { cwnd = 1 +; }")))
        .unwrap_err();
    assert_eq!(problems[0].pointer, "/edits/0/value");
    assert!(problems[0].problem.contains("line 1, column 25"), "{problems:?}");
}

#[test]
fn a_controller_can_come_and_go_by_edits() {
    let net = Dumbbell::new(10.0, 25).seconds(0.0, 20.0).flow("sack", 40.0);
    let mut run = started(net.value());
    run.step(Time::from_secs(4.0), u64::MAX);
    assert!(run.edit(edit(4.0, "/flows/f0/algorithm", json!("own"))).is_err());
    // The document has no list of controllers yet.
    run.edit(edit(4.0, "/controllers/own", controller("fn on_ack() { cwnd = 3; }"))).expect("a controller");
    run.edit(edit(4.0, "/flows/f0/algorithm", json!("own"))).expect("its flow");
    run.step(Time::from_secs(8.0), u64::MAX);
    assert_eq!(run.packet().expect("packets").transports()[0].summary().cwnd, 3.0);
    assert!(run.edit(edit(8.0, "/controllers", json!([]))).is_err());
    run.edit(edit(8.0, "/flows/f0/algorithm", json!("cubic"))).expect("another algorithm");
    run.edit(edit(8.0, "/controllers/own", Value::Null)).expect("not used any more");
    let run = finished(run);
    assert_eq!(finished(Run::new(run.scenario(), false)).digest(), run.digest());
}

#[test]
fn a_failure_names_its_line_and_the_flow_goes_on_as_reno() {
    let body = |body: &str| format!("let n = 0.0;\nfn on_ack() {{\n    {body}\n}}\n");
    for (wrong, line, message) in [
        ("loop { }", 3, "Too many operations"),
        ("cwnd = 1 / n;", 3, "division by zero"),
        ("cwnd = sqrt(0 - cwnd);", 3, "the result of sqrt is not a finite number"),
        ("cwnd = cwnd * 1e300 * 1e300;", 2, "cwnd is inf"),
        ("cwnd = -1.0;", 2, "cwnd is -1"),
        ("cwnd = \"many\";", 2, "cwnd is many, which is not a number"),
        ("ssthresh = [];", 2, "ssthresh is [], which is not a number"),
        ("owns_recovery = 1;", 2, "owns_recovery is neither true nor false"),
        ("let a = [1, 2]; cwnd = a[2];", 3, "Array index 2 out of bounds: only 2 elements in array"),
        ("let a = []; loop { a.push(a); }", 3, "Size of array/BLOB too large"),
        ("let t = \"x\"; loop { t += t; }", 3, "Length of string too large"),
        ("cwnd = now + \"\";", 2, "which is not a number"),
        ("throw \"enough\";", 3, "enough"),
        ("cwnd = 1 + ();", 3, "Function not found: + (whole number, ())"),
        ("n = 9223372036854775807 + 1;", 3, "Addition overflow"),
        ("acked = 2.0;", 3, "Cannot modify constant acked"),
    ] {
        let run = finished(started(single(&body(wrong))));
        let (handler, at, text) = failure(&run);
        assert_eq!((handler.as_str(), at), ("on_ack", line), "{wrong}: {text}");
        assert!(text.contains(message), "{wrong}: {text}");
        // The first ACK already fails, so the whole run is Reno's.
        let reno = Dumbbell::new(10.0, 25).seconds(0.0, 20.0).flow("sack", 40.0);
        assert_eq!(run.digest(), finished(started(reno.value())).digest(), "{wrong}");
    }
    // A failure in a function is at its line there, and one at the top stops the script before the first call.
    let run = finished(started(single("fn half(x) {\n    x / 0\n}\nfn on_ack() { cwnd = half(cwnd); }")));
    assert_eq!(failure(&run), ("on_ack".to_owned(), 2, "division by zero".to_owned()));
    let deep = "fn deep(x) { deep(x + 1) }\nfn on_ack() { cwnd = deep(1); }";
    assert!(failure(&finished(started(single(deep)))).2.contains("Stack overflow"));
    let mut top = single("let n = 1 / zero;");
    top["controllers"][0]["params"] = json!([{"id": "zero", "min": 0, "max": 1, "default": 1}]);
    top["flows"][0]["params"] = json!({"zero": 0});
    assert_eq!(failure(&finished(started(top))).0, "the variables at the top");
}

#[test]
fn a_handler_of_no_event_is_the_only_problem() {
    let found = problems("fn on_acks() { cwnd = half(cwnd); }\nfn half(x) { x / 2 }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].problem.contains("there is no event \"on_acks\""), "{found:?}");
}

#[test]
fn a_document_with_a_wrong_script_is_rejected() {
    for (script, at) in [
        ("fn on_ack() {\n  cwnd = unknown;\n}", "line 2, column 10: Undefined variable: unknown"),
        ("fn on_ack() { cwnd = 1 +; }", "line 1, column 25: "),
        ("fn on_ack() { cwnd = half(cwnd); }", "line 1, column 22: there is no function \"half\""),
        ("fn on_ack() { eval(\"1\"); }", "line 1, column 15"),
        ("fn on_acks() { }", "there is no event \"on_acks\"; the events are on_start, on_ack"),
        ("fn on_ack(x) { }", "on_ack takes no parameters"),
        ("fn on_loss() { cwnd = rtt; }", "line 1, column 23: Undefined variable: rtt"),
        ("fn half(x) { cwnd / x }", "Undefined variable: cwnd"),
        ("fn min(a, b) { a }", "there is already a function \"min\""),
        ("let cwnd = 1;", "\"cwnd\" is a name of the interface"),
        ("let a = 1; let rtt = 1;", "\"rtt\" is a name of the interface"),
        ("let x = 2 ** 3;", "line 1, column 11"),
        ("import \"x\" as y;", "line 1"),
        ("let f = |x| x;\nlet g = Fn(\"h\");", "line 2"),
        ("let t = timestamp();", "there is no function \"timestamp\""),
        ("loop { }", "Too many operations"),
        ("let n = 1 / 0;", "line 1, column 11: division by zero"),
    ] {
        let found = problems(script);
        assert_eq!(found[0].pointer, "/controllers/0/script", "{script}: {found:?}");
        assert!(found[0].problem.contains(at), "{script}: {found:?}");
    }
    let with = |more: Value| {
        let mut document = single("");
        for (key, value) in more.as_object().expect("fields") {
            document["controllers"][0][key] = value.clone();
        }
        document::from_value(document).err().unwrap_or_default()
    };
    let pointer = |more: Value| with(more).first().map(|p| p.pointer.clone()).unwrap_or_default();
    assert_eq!(pointer(json!({"id": "reno"})), "/controllers/0/id");
    assert_eq!(
        pointer(json!({"params": [{"id": "cwnd", "min": 0, "max": 1, "default": 0}]})),
        "/controllers/0/script"
    );
    assert_eq!(
        pointer(json!({"params": [{"id": "two words", "min": 0, "max": 1, "default": 0}]})),
        "/controllers/0/params/0/id"
    );
    assert_eq!(
        pointer(json!({"params": [{"id": "a", "min": 0, "max": 1, "default": 2}]})),
        "/controllers/0/params/0/default"
    );
    assert_eq!(pointer(json!({"limits": {"operations": 1_000_000}})), "/controllers/0/limits/operations");
    assert_eq!(pointer(json!({"script": " ".repeat(20_001)})), "/controllers/0/script");
    let mut twice = single("");
    twice["controllers"] = json!([controller(""), controller("")]);
    assert!(document::from_value(twice).is_err());
    let many: Vec<_> = (0..33).map(|i| format!("let v{i} = 0;")).collect();
    assert!(problems(&many.join("\n"))[0].problem.contains("33 variables; at most 32"));
}

#[test]
fn the_limits_of_the_document_apply() {
    let mut document = single("fn on_ack() { let n = 0; while n < 500 { n += 1; } cwnd = 4; }");
    document["controllers"][0]["limits"] = json!({"operations": 1000});
    assert!(failure(&finished(started(document.clone()))).2.contains("Too many operations"));
    document["controllers"][0]["limits"] = json!({"operations": 100_000});
    assert_eq!(results(&finished(started(document.clone()))).flows[0].script_failure, None);

    document["flows"][0]["traffic"] = json!({"kind": "web", "params": {"slots": 201}});
    let many = document::from_value(document).expect_err("too many connections");
    assert!(many[0].problem.contains("simultaneous connections with a script"), "{many:?}");
}

#[test]
fn a_timer_cannot_stop_the_time() {
    let run = finished(started(single(
        "let n = 0; fn on_start() { wake_at = now + 1e-9; } fn on_timer() { n += 1; wake_at = now + 1e-9; }",
    )));
    assert_eq!(results(&run).flows[0].script_failure, None);
    // 200,000 steps of 0.1 ms in 20 s, and some ten events for each of 16,000 packets.
    let events = run.packet().expect("packets").events();
    assert!((200_000..500_000).contains(&events), "{events}");
}

fn traced(document: Value, until: f64) -> Vec<Moment> {
    let mut machine = TimeMachine::new(&scenario(document), Memory { snapshots: 64 << 20, allocated: || 0 });
    let end = Time::from_secs(until);
    while machine.step(end, 100_000) < end {}
    let digest = machine.run().digest();
    let mut trace = machine.trace(Subject::Flow(0), (Time(0), end), 1_000_000);
    while !trace.advance(100_000) {}
    assert_eq!(machine.run().digest(), digest);
    trace.moments().to_vec()
}

#[test]
fn why_names_the_lines_that_ran_and_what_they_changed() {
    let script = "let n = 0;\nfn on_ack() {\n    n += 1;\n    if n > 3 {\n        cwnd = 4.0;\n    } else {\n        cwnd = 5.0;\n    }\n}";
    let moments = traced(single(script), 1.0);
    let calls: Vec<_> = moments.iter().flat_map(|m| &m.calls).filter(|c| c.handler == "on_ack").collect();
    assert!(calls.len() > 10);
    assert_eq!(calls[0].lines, [3, 4, 7]);
    assert_eq!(calls[5].lines, [3, 4, 5]);
    let n = |name: &str, before: &str, after: &str| (name.to_owned(), before.to_owned(), after.to_owned());
    assert!(calls[0].variables.contains(&n("n", "0", "1")), "{:?}", calls[0]);
    assert!(calls[0].variables.contains(&n("cwnd", "10.0", "5.0")), "{:?}", calls[0]);
    assert!(calls[0].inputs.is_empty(), "{:?}", calls[0]);
    let moments = traced(single("fn on_ack() { if may_grow { cwnd += acked / cwnd; } }"), 1.0);
    let call = moments.iter().flat_map(|m| &m.calls).next().expect("a call");
    let inputs =
        [("may_grow", "true"), ("acked", "1.0")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(call.inputs, inputs);
    // Calls of functions and the later lines of a statement as well.
    let script = "fn on_ack() {\n    print(cwnd);\n    cwnd = max(\n        cwnd,\n        twice(5.0)\n    );\n}\nfn twice(x) {\n    2.0 * x\n}";
    let moments = traced(single(script), 1.0);
    let call = moments.iter().flat_map(|m| &m.calls).next().expect("a call");
    assert_eq!(call.lines, [2, 3, 4, 5, 8, 9]);
    // Other controllers have no calls.
    let net = Dumbbell::new(10.0, 25).seconds(0.0, 20.0).flow("sack", 40.0);
    assert!(traced(net.value(), 1.0).iter().all(|m| m.calls.is_empty()));
}

#[test]
fn a_traced_run_is_the_run_itself() {
    let moments = traced(busy(9, 1.5, 0.02), 6.0);
    let mut run = started(busy(9, 1.5, 0.02));
    run.step(Time::from_secs(6.0), u64::MAX);
    let last = moments.last().and_then(|m| m.after.cwnd).expect("a window");
    assert_eq!(last, run.packet().expect("packets").transports()[0].summary().cwnd);
}

#[test]
fn the_fluid_model_rejects_a_script_by_its_name() {
    let mut document = single("");
    document["engine"] = json!("fluid");
    let found = document::from_value(document).expect_err("no fluid form");
    assert_eq!(found[0].problem, "Own has no fluid form");
}
