//! Tests of experiments: their runs, the summary, and validation.

use serde_json::json;

use super::*;

fn document() -> Value {
    let host = |id: &str| json!({"id": id, "kind": "host"});
    let link = |id: &str, a: &str, b: &str| json!({"id": id, "a": a, "b": b, "forward": {"rateMbps": 100, "delayMs": 1}});
    let flow = |id: &str| json!({"id": id, "from": "a", "to": "b", "algorithm": "reno"});
    json!({
        "version": 1,
        "base": {
            "version": 1, "durationS": 30, "nodes": [host("a"), host("b"), {"id": "r", "kind": "router"}],
            "links": [link("in", "a", "r"), link("core", "r", "b")], "flows": [flow("f1"), flow("f2")],
        },
        "axes": [
            {"name": "Rate", "unit": "Mb/s", "values": [2, 4, 8], "sets": [
                {"path": "/links/core/forward/rateMbps"},
                {"path": "/links/core/forward/queue/params/limitPackets", "times": 12.5, "whole": true},
            ]},
            {"name": "Algorithm", "values": ["reno", "cubic"], "sets": [{"path": "/flows/*/algorithm"}]},
        ],
        "replications": {"count": 3, "firstSeed": 7},
        "measures": [{"name": "Fairness", "of": "jain"}, {"name": "Share", "of": "flows/f1/goodputMbps", "per": "goodputMbps"}],
        "quick": {"count": 1, "durationS": 5, "values": [[8]]},
    })
}

fn experiment() -> Experiment {
    from_value(document()).expect("a valid experiment")
}

fn problems_after(change: impl Fn(&mut Value)) -> Vec<(String, String)> {
    let mut value = document();
    change(&mut value);
    let problems = from_value(value).expect_err("an invalid experiment");
    problems.into_iter().map(|p| (p.pointer, p.problem)).collect()
}

#[test]
fn variants_combine_every_value_of_both_axes() {
    let experiment = experiment();
    let points = experiment.points(Size::Full).unwrap();
    assert_eq!(points.len(), 6);
    let at: Vec<_> =
        points.iter().map(|p| p.at.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(at, ["2 reno", "2 cubic", "4 reno", "4 cubic", "8 reno", "8 cubic"]);
    let last = &points[5].scenario;
    assert_eq!(last.links[1].forward.rate_mbps, 8.0);
    assert_eq!(last.links[1].forward.queue.params["limitPackets"], scenario::ParamValue::Number(100.0));
    assert!(last.flows.iter().all(|f| f.algorithm == "cubic"));
    let jobs = experiment.jobs(Size::Full);
    assert_eq!(jobs.len(), 18);
    assert_eq!((jobs[0], jobs[17]), (Job { point: 0, seed: 7 }, Job { point: 5, seed: 9 }));
}

#[test]
fn the_quick_size_has_fewer_values_and_shorter_runs() {
    let experiment = experiment();
    let points = experiment.points(Size::Quick).unwrap();
    assert_eq!((points.len(), experiment.jobs(Size::Quick).len()), (2, 2));
    assert_eq!(points[0].scenario.duration_s, 5.0);
    // Linked targets follow the value.
    assert_eq!(
        points[0].scenario.links[1].forward.queue.params["limitPackets"],
        scenario::ParamValue::Number(100.0)
    );
}

#[test]
fn the_quick_size_overrides_an_axis_that_sets_the_length() {
    let mut value = document();
    let length = json!({"name": "Length", "values": [100, 200], "sets": [{"path": "/durationS"}]});
    value["axes"] = json!([length]);
    value["quick"] = json!({"durationS": 5, "measureFromS": 1});
    let experiment = from_value(value).unwrap();
    let lengths = |size| -> Vec<f64> {
        experiment.points(size).unwrap().iter().map(|p| p.scenario.duration_s).collect()
    };
    assert_eq!((lengths(Size::Full), lengths(Size::Quick)), (vec![100.0, 200.0], vec![5.0, 5.0]));
    assert_eq!(experiment.points(Size::Quick).unwrap()[0].scenario.sampling.measure_from_s, 1.0);
}

#[test]
fn ranges_include_both_ends() {
    let numbers = |values: Value| -> Vec<f64> {
        let values: AxisValues = serde_json::from_value(values).unwrap();
        let number = |v: AxisValue| if let AxisValue::Number(x) = v { x } else { panic!("a number") };
        values.list().into_iter().map(number).collect()
    };
    assert_eq!(numbers(json!({"from": 0.1, "to": 0.3, "step": 0.1})), [0.1, 0.2, 0.3]);
    assert_eq!(numbers(json!({"from": 5, "to": 6, "step": 2})), [5.0]);
    let log = numbers(json!({"from": 1, "to": 1000, "count": 4}));
    assert_eq!(log, [1.0, 10.0, 100.0, 1000.0]);
}

#[test]
fn a_flow_can_be_copied() {
    let mut value = document();
    value["axes"] =
        json!([{"name": "Flows", "values": [0, 3], "sets": [{"path": "/flows/f1", "copies": true}]}]);
    value["quick"] = Value::Null;
    value["measures"] = json!([{"name": "Fairness", "of": "jain"}]);
    let points = from_value(value).unwrap().points(Size::Full).unwrap();
    let ids = |p: &Point| p.scenario.flows.iter().map(|f| f.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&points[0]), ["f2"]);
    assert_eq!(ids(&points[1]), ["f1", "f1-2", "f1-3", "f2"]);
}

#[test]
fn copies_can_have_their_own_hosts_and_be_spread() {
    let mut value = document();
    value["base"]["flows"][0]["from"] = json!("c");
    value["base"]["nodes"].as_array_mut().unwrap().push(json!({"id": "c", "kind": "host"}));
    let own = json!({"id": "own", "a": "r", "b": "c", "forward": {"rateMbps": 100, "delayMs": 1}});
    value["base"]["links"].as_array_mut().unwrap().push(own);
    value["axes"] = json!([{"name": "Flows", "values": [1, 4], "sets": [
        {"path": "/flows/f1", "copies": true, "hosts": true},
        {"path": "/links/own*/forward/delayMs", "spread": {"from": 10, "to": 30}},
        {"path": "/flows/f*/startS", "spread": {"from": 0, "to": 1, "last": true}},
        {"path": "/flows/f1*/algorithm", "values": ["cubic"]},
    ]}]);
    value["quick"] = Value::Null;
    let points = from_value(value).unwrap().points(Size::Full).unwrap();
    let (one, four) = (&points[0].scenario, &points[1].scenario);
    let ids = |list: Vec<&String>| list.into_iter().cloned().collect::<Vec<_>>().join(" ");
    assert_eq!(ids(four.flows.iter().map(|f| &f.id).collect()), "f1 f1-2 f1-3 f1-4 f2");
    // Host b also belongs to the other flow, which keeps it.
    assert_eq!(ids(four.nodes.iter().map(|n| &n.id).collect()), "a b b-2 b-3 b-4 r c c-2 c-3 c-4");
    assert_eq!(
        ids(four.links.iter().map(|l| &l.id).collect()),
        "in core core-2 core-3 core-4 own own-2 own-3 own-4"
    );
    let last = &four.flows[3];
    assert_eq!((last.from.as_str(), last.to.as_str(), last.algorithm.as_str()), ("c-4", "b-4", "cubic"));
    assert_eq!((four.flows[4].to.as_str(), four.flows[4].algorithm.as_str()), ("b", "reno"));
    let link = four.links.iter().find(|l| l.id == "own-3").unwrap();
    assert_eq!((link.a.as_str(), link.b.as_str()), ("r", "c-3"));
    let delays: Vec<_> =
        four.links.iter().filter(|l| l.id.starts_with("own")).map(|l| l.forward.delay_ms).collect();
    assert_eq!(delays, [10.0, 15.0, 20.0, 25.0]);
    assert_eq!(four.flows.iter().map(|f| f.start_s).collect::<Vec<_>>(), [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!((one.flows.len(), one.links[2].forward.delay_ms, one.flows[1].start_s), (2, 10.0, 1.0));
}

#[test]
fn problems_have_a_pointer_and_a_message() {
    assert_eq!(problems_after(|v| v["version"] = json!(2))[0].0, "/version");
    assert_eq!(
        problems_after(|v| v["base"]["flows"][0]["algorithm"] = json!("x"))[0].0,
        "/base/flows/0/algorithm"
    );
    assert_eq!(problems_after(|v| v["base"]["flows"][0]["to"] = json!("x"))[0].0, "/base/flows/0/to");
    assert_eq!(
        problems_after(|v| v["axes"][0]["values"] = json!({"from": 3, "to": 1, "step": 1}))[0].0,
        "/axes/0/values"
    );
    assert_eq!(
        problems_after(|v| v["axes"][0]["sets"][0]["path"] = json!("/links/x/y"))[0].0,
        "/axes/0/sets/0/path"
    );
    assert_eq!(
        problems_after(|v| v["axes"][0]["sets"][0]["values"] = json!([1, 2]))[0].0,
        "/axes/0/sets/0/values"
    );
    let set = |change: Value| problems_after(move |v| v["axes"][0]["sets"][0] = change.clone())[0].0.clone();
    assert_eq!(set(json!({"path": "/links/co*/x/y", "values": [1, 2]})), "/axes/0/sets/0/values");
    assert_eq!(set(json!({"path": "/links/none*/forward/delayMs"})), "/axes/0/sets/0/path");
    let spread = json!({"from": 1, "to": 2});
    assert_eq!(
        set(json!({"path": "/flows/*/startS", "spread": spread, "values": [1]})),
        "/axes/0/sets/0/spread"
    );
    assert_eq!(set(json!({"path": "/flows/f1", "hosts": true})), "/axes/0/sets/0/hosts");
    assert_eq!(set(json!({"path": "/flows/none", "copies": true})), "/axes/0/sets/0");
    assert_eq!(problems_after(|v| v["chart"] = json!({"shows": [0, 2]}))[0].0, "/chart/shows/1");
    assert_eq!(
        problems_after(|v| v["published"] = json!([{"at": [], "measure": 2, "value": 1}]))[0].0,
        "/published/0/measure"
    );
    assert_eq!(problems_after(|v| v["chart"] = json!({"kind": "trace"}))[0].0, "/chart/kind");
    let series = |of: &str| {
        problems_after(|v| v["traces"] = json!([{"name": "x", "of": "jain"}, {"name": "y", "of": of}]))
    };
    assert_eq!(series("flows/f1/window")[0].0, "/traces/1/of");
    assert_eq!(series("flows/f3/cwnd").len(), 1);
    assert_eq!(problems_after(|v| v["replications"]["count"] = json!(0))[0].0, "/replications/count");
    assert_eq!(problems_after(|v| v["measures"] = json!([]))[0], ("/measures".into(), "0 items".into()));
    assert_eq!(problems_after(|v| v["axes"][0]["values"] = json!([]))[0].0, "/axes/0/values");
    assert_eq!(problems_after(|v| v["axes"][0]["sets"] = json!([]))[0].0, "/axes/0/sets");
    let (at, problem) = &problems_after(|v| v["axes"][0]["values"] = json!([2, -1]))[0];
    assert!(at == "/axes" && problem.contains("with -1") && problem.contains("rateMbps"), "{at}: {problem}");
    let many = problems_after(|v| v["axes"][0]["values"] = json!({"from": 1, "to": 9000, "step": 1}));
    assert!(many[0].1.contains("18000 variants"), "{many:?}");
}

#[test]
fn the_table_does_not_depend_on_the_order_of_runs() {
    let experiment = experiment();
    let outcome = |point, seed, x| Outcome { point, seed, values: vec![Some(x), None], ..Outcome::default() };
    let mut outcomes = vec![outcome(1, 7, 0.1), outcome(1, 8, 0.2), outcome(1, 9, 0.3), outcome(4, 7, 5.0)];
    let table = summarize(&experiment, Size::Full, &outcomes, 0.95);
    outcomes.reverse();
    let other = summarize(&experiment, Size::Full, &outcomes, 0.95);
    assert_eq!(json!(table), json!(other));
    let cell = table.rows[1].cells[0].unwrap();
    assert!((cell.mean - 0.2).abs() < 1e-12 && cell.n == 3);
    // t for two degrees of freedom 4.303, standard deviation 0.1.
    assert!((cell.half_width.unwrap() - 4.303 * 0.1 / 3.0_f64.sqrt()).abs() < 1e-4);
    assert_eq!((table.rows[4].cells[0].unwrap().half_width, table.rows[0].runs), (None, 0));
    assert!(table.rows[1].cells[1].is_none());
}

/// The outcome of a complete run.
fn outcome(experiment: &Experiment, size: Size, job: Job) -> (Outcome, Run) {
    let mut run = experiment.run(&experiment.points(size).unwrap()[job.point], job);
    run.step(crate::units::Time::NEVER, u64::MAX);
    (Outcome::of(experiment, job, &run), run)
}

#[test]
fn a_ratio_is_computed_run_by_run() {
    let experiment = experiment();
    let (outcome, run) = outcome(&experiment, Size::Quick, Job { point: 0, seed: 7 });
    let results = run.results();
    assert_eq!(outcome.values[0], results.jain);
    assert_eq!(outcome.values[1], Some(results.flows[0].goodput_mbps / results.goodput_mbps));
    assert!(outcome.hops > 1000 && outcome.hops == run.hops() && outcome.steps == 0);
}

fn traced(engine: &str) -> Experiment {
    let mut value = document();
    value["base"]["engine"] = json!(engine);
    // If both models run, the fluid model's series have a prefix.
    let fluid = if engine == "both" { "fluid/" } else { "" };
    value["traces"] = json!([
        {"name": "Window", "of": "flows/*/cwnd"},
        {"name": "Queue", "of": format!("{fluid}queues/core/forward/queue")},
        {"name": "Together", "unit": "Mb/s", "of": "flows/*/throughput", "over": "sum"},
    ]);
    value["chart"] = json!({"kind": "trace", "shows": [0, 2]});
    from_value(value).expect("a valid experiment")
}

#[test]
fn time_series_of_the_first_seed_are_kept() {
    for engine in ["packet", "fluid", "both"] {
        let experiment = traced(engine);
        let plain = Experiment { traces: vec![], chart: Chart::default(), ..experiment.clone() };
        let (first, other) = (Job { point: 0, seed: 7 }, Job { point: 0, seed: 8 });
        let (with, run) = outcome(&experiment, Size::Quick, first);
        // Recording does not change the run.
        let (without, _) = outcome(&plain, Size::Quick, first);
        assert_eq!((&with.digest, &with.values), (&without.digest, &without.values), "{engine}");
        assert!(without.traces.is_empty() && outcome(&experiment, Size::Quick, other).0.traces.is_empty());
        let fluid = if engine == "both" { "fluid/" } else { "" };
        let names: Vec<_> = with.traces.iter().map(|t| (t.series, t.name.as_str())).collect();
        let queue = format!("{fluid}queues/core/forward/queue");
        let expected =
            [(0, "flows/f1/cwnd"), (0, "flows/f2/cwnd"), (1, queue.as_str()), (2, "flows/*/throughput")];
        assert_eq!(names, expected, "{engine}");
        for trace in &with.traces {
            assert_eq!((trace.times.len(), trace.values.len()), (400, 400));
            assert!(
                trace.times.windows(2).all(|pair| pair[0] < pair[1]) && *trace.times.last().unwrap() < 5.0
            );
        }
        // The mean over time of the sum at each moment is the total throughput; the sum always covers all flows.
        let sum: Vec<f64> = with.traces[3].values.iter().flatten().map(|&y| f64::from(y)).collect();
        let mean = sum.iter().sum::<f64>() / sum.len() as f64;
        let all = run.results().throughput_mbps;
        assert!((mean / all - 1.0).abs() < 0.05, "{engine}: {mean}, not {all}");
        // Stored traces are read back bit for bit.
        let text = json!(with).to_string();
        assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), with);
        let table = summarize(&experiment, Size::Quick, std::slice::from_ref(&with), 0.95);
        assert_eq!(table.rows[0].traces, with.traces);
    }
}

#[test]
fn the_identity_covers_what_is_simulated_and_measured() {
    let identities = |change: fn(&mut Value)| -> Vec<u64> {
        let mut value = document();
        change(&mut value);
        let experiment = from_value(value).expect("a valid experiment");
        let points = experiment.points(Size::Full).expect("variants");
        points.iter().map(|point| experiment.identity(point)).collect()
    };
    let before = identities(|_| ());
    let mut distinct = before.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), before.len());
    // Names, appearance, seeds and the number of replications do not matter.
    let same = identities(|v| {
        v["title"] = "Another".into();
        v["base"]["title"] = "Another".into();
        v["base"]["seed"] = 99.into();
        v["base"]["nodes"][0]["x"] = 5.into();
        v["base"]["flows"][0]["name"] = "Bulk".into();
        v["axes"][0]["name"] = "Speed".into();
        v["measures"][0]["name"] = "Jain".into();
        v["replications"] = json!({"count": 50, "firstSeed": 1});
    });
    assert_eq!(same, before);
    // Finished runs stay valid when the axis gets another value.
    let more = identities(|v| v["axes"][0]["values"] = json!([1, 2, 4, 8]));
    assert_eq!((more.len(), &more[2..]), (8, &before[..]));
    for other in [
        identities(|v| v["base"]["durationS"] = 31.into()),
        identities(|v| v["measures"][0]["times"] = 2.into()),
        identities(|v| v["base"]["flows"][0]["startS"] = 1.into()),
    ] {
        assert!(other.iter().all(|identity| !before.contains(identity)));
    }
}

#[test]
fn a_part_of_a_run_is_kept_with_the_same_accuracy() {
    let mut value = document();
    let part = json!({"name": "Start", "of": "flows/f1/cwnd", "fromS": 0.5, "toS": 1.0});
    let beyond = json!({"name": "None", "of": "flows/f1/cwnd", "fromS": 1000});
    value["traces"] = json!([{"name": "All", "of": "flows/f1/cwnd"}, part, beyond]);
    let experiment = from_value(value).expect("a valid experiment");
    let (outcome, _) = outcome(&experiment, Size::Quick, Job { point: 0, seed: 7 });
    let [all, part] = outcome.traces.as_slice() else { panic!("{} traces", outcome.traces.len()) };
    assert_eq!((part.series, part.times.len()), (1, 400));
    assert!(part.times[0] > 0.5 && part.times[399] < 1.0);
    // Each span of the whole trace within the part has the minimum and maximum of the part there.
    for (times, values) in all.times.chunks(2).zip(all.values.chunks(2)) {
        let length = 2.0 * (times[1] - times[0]);
        let (from, to) = (times[0] - length / 4.0, times[0] + 3.0 * length / 4.0);
        let inside = part.times.iter().zip(&part.values).filter(|(t, _)| (from..to).contains(*t));
        let [a, b] = [values[0].unwrap(), values[1].unwrap()];
        let (low, high) = (a.min(b), a.max(b));
        if from >= 0.5 && to <= 1.0 {
            assert!(inside.clone().count() > 1);
            assert!(inside.flat_map(|(_, y)| *y).all(|y| low <= y && y <= high), "{from} to {to}");
        }
    }
}

#[test]
fn harm_compares_runs_of_the_same_seed() {
    let mut value = document();
    value["measures"][1]["harm"] = json!({"axis": 0, "baseline": 8});
    let experiment = from_value(value).expect("a valid experiment");
    // Six variants: 2, 4 and 8 Mb/s, each with Reno and CUBIC. CUBIC has numbers 1, 3 and 5.
    let outcome = |point: usize, seed: u32, share: Option<f64>| Outcome {
        point,
        seed,
        values: vec![Some(0.9), share],
        ..Outcome::default()
    };
    let outcomes = [
        outcome(5, 7, Some(10.0)),
        outcome(5, 8, Some(20.0)),
        outcome(3, 7, Some(5.0)),
        outcome(3, 8, Some(5.0)),
        outcome(1, 7, None),
        // Its baseline has not run.
        outcome(2, 7, Some(1.0)),
    ];
    let table = summarize(&experiment, Size::Full, &outcomes, 0.95);
    let cell = |row: usize| table.rows[row].cells[1];
    // (10 − 5)/10 and (20 − 5)/20.
    assert_eq!(cell(3).map(|c| (c.n, c.mean)), Some((2, 0.625)));
    assert_eq!(cell(5).map(|c| (c.n, c.mean)), Some((2, 0.0)));
    assert_eq!((cell(1), cell(2)), (None, None));
    assert_eq!(table.rows[3].cells[0].map(|c| c.mean), Some(0.9));
}

#[test]
fn harm_needs_a_value_of_an_axis() {
    let harm = |axis: u32, baseline: serde_json::Value| {
        problems_after(|v| v["measures"][0]["harm"] = json!({"axis": axis, "baseline": baseline}))
    };
    assert_eq!(harm(2, json!(8))[0].0, "/measures/0/harm/axis");
    assert_eq!(
        harm(0, json!(16))[0],
        ("/measures/0/harm/baseline".into(), "16 is not a value of the axis".into())
    );
}
