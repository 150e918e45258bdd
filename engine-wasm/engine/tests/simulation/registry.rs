//! A registry is a value: a run uses rows that were made at run time, with owned texts and closures.

use std::sync::Arc;

use crate::common::Dumbbell;
use droptail_engine::catalogue::{Param, Row, Settings, Variable};
use droptail_engine::congestion::fluid::memoryless;
use droptail_engine::congestion::{
    Ack, AlgorithmRow, Congestion, Control, ControllerKind, Cx, Theory, WindowRule, decrease, increase,
    slow_start, windowed,
};
use droptail_engine::document;
use droptail_engine::model::Model;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::registry::{DuplicateId, Registry};
use droptail_engine::run::Run;
use droptail_engine::scenario::{Edit, Problem, Scenario};
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// Adds a number of packets per round trip, and keeps a share of the data in flight on a loss.
#[derive(Clone)]
struct TestController {
    kept: f64,
    per_round: f64,
    /// The window after the last loss.
    last: f64,
}

impl WindowRule for TestController {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if cx.may_grow() {
            let left = slow_start(control, ack.counted);
            if left > 0.0 {
                increase(control, self.per_round * cx.increase_scale, left);
            }
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        decrease(control, event, self.kept * cx.reduce_from);
        self.last = control.ssthresh / cx.reduce_from;
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.last);
    }
}

/// A row as a document could define it: its name is computed, and its functions capture `kept`.
fn own(id: &str, kept: f64) -> AlgorithmRow {
    let make = move |settings: &Settings<'_>| {
        windowed(TestController { kept, per_round: settings.number("perRound"), last: f64::NAN })
    };
    let number = Param::number("perRound", "a", format!("Increase of {id}"), "packets/RTT");
    AlgorithmRow {
        row: Row {
            id: id.to_owned().into(),
            name: format!("AIMD that keeps {kept}").into(),
            summary: "A row of a test.".into(),
            source: String::new().into(),
            year: 0,
            params: vec![number.range(0.1, 10.0, 1.0).help("Packets a round trip.")],
        },
        family: "TestController".into(),
        recovery: "sack".into(),
        pacing: "ack".into(),
        feedback: "classic".into(),
        variables: vec![Variable {
            id: format!("{id}-left").into(),
            symbol: "".into(),
            name: "what a loss left".into(),
            unit: "".into(),
            states: [].as_slice().into(),
        }],
        rules: vec![],
        theory: vec![Theory::Sawtooth],
        fluid: Some(Arc::new(move |_| memoryless(|_| 1.0, move |w| kept * w))),
        controller: ControllerKind::Window(Arc::new(make)),
    }
}

fn registry(rows: impl IntoIterator<Item = AlgorithmRow>) -> Arc<Registry> {
    let mut registry = Registry::clone(&Registry::built_in());
    rows.into_iter().for_each(|row| registry.add_algorithm(row).expect("a unique id"));
    Arc::new(registry)
}

/// A flow of `algorithm` on a link with a small buffer.
fn document(algorithm: &str) -> Value {
    Dumbbell::new(5.0, 10).flow(algorithm, 60.0).seconds(0.0, 60.0).value()
}

fn checked(registry: &Arc<Registry>, document: Value) -> Result<Scenario, Vec<Problem>> {
    let scenario = document::shaped(document)?;
    let problems = document::validate(registry, &scenario);
    if problems.is_empty() { Ok(scenario) } else { Err(problems) }
}

fn start(registry: &Arc<Registry>, document: Value) -> Simulation {
    let scenario = checked(registry, document).expect("valid with these rows");
    Simulation::of(registry.clone(), &scenario, Options::default())
}

fn ended(registry: &Arc<Registry>, document: Value) -> Simulation {
    crate::common::finished(start(registry, document))
}

/// Values of a flow's variable over the run.
fn values(run: &Simulation, probe: &str) -> Vec<f64> {
    let place = run.directory().series.iter().position(|s| s.variable.as_deref() == Some(probe));
    let mut columns = vec![];
    run.plot(&[place.expect("a series of the variable") as u32], 0.0, 60.0, 500, &mut columns);
    // The first column is time.
    columns.split_off(columns.len() / 2).into_iter().filter(|x| x.is_finite()).collect()
}

fn edit(at_s: f64, path: &str, value: Value) -> Edit {
    Edit { at_s, path: path.to_owned(), value }
}

#[test]
fn a_row_made_at_run_time_runs_by_its_closure() {
    let rows = registry([own("half", 0.5), own("most", 0.8)]);
    // With Reno's numbers it equals Reno to the bit: the texts of a row do not affect the run.
    let digest = |rows: &Arc<Registry>, algorithm| ended(rows, document(algorithm)).digest();
    assert_eq!(digest(&rows, "half"), digest(&Registry::built_in(), "sack"));
    assert_ne!(digest(&rows, "most"), digest(&rows, "half"));

    let run = ended(&rows, document("most"));
    let left = values(&run, "most-left");
    // Series have single precision.
    let off = left.iter().map(|x| (x - 0.8).abs()).fold(0.0, f64::max);
    assert!(left.len() > 100 && off < 1e-6, "{off}");
    // The queue holds a quarter of the BDP: a controller that keeps 4/5 does not let the link idle.
    let busy = |run: &Simulation| crate::common::utilisation(&run.results());
    assert!(busy(&run) > busy(&ended(&rows, document("half"))) + 0.03);
    // Theory uses the row's own controller.
    let results = run.results();
    assert!(results.flows[0].theory.iter().any(|p| p.id == "response"), "{:?}", results.flows[0].theory);
}

#[test]
fn the_built_in_registry_rejects_it() {
    let problems = document::from_value(document("most")).expect_err("no such algorithm");
    assert_eq!(problems.len(), 1, "{problems:?}");
    let Problem { pointer, problem, expected } = &problems[0];
    assert_eq!((pointer.as_str(), problem.as_str()), ("/flows/0/algorithm", "\"most\" is unknown"));
    assert!(expected.starts_with("one of \"tahoe\", \"reno\"") && !expected.contains("most"), "{expected}");

    // With the row it is one of the algorithms offered, and its parameters are checked.
    let rows = registry([own("most", 0.8)]);
    let problems = checked(&rows, document("least")).unwrap_err();
    assert!(problems[0].expected.ends_with("\"most\""), "{problems:?}");
    let mut wrong = document("most");
    wrong["flows"][0]["params"] = json!({"perRound": 11});
    let problems = checked(&rows, wrong).unwrap_err();
    assert_eq!(problems[0].pointer, "/flows/0/params/perRound");
    let mut compared = document("sack");
    compared["sampling"]["referenceAlgorithm"] = json!("most");
    assert_eq!(
        document::from_value(compared.clone()).unwrap_err()[0].pointer,
        "/sampling/referenceAlgorithm"
    );
    assert!(checked(&rows, compared).is_ok());
}

#[test]
fn a_snapshot_shares_the_rows_and_continues_alike() {
    let rows = registry([own("most", 0.8)]);
    let mut run = start(&rows, document("most"));
    run.step(Time::from_secs(20.0), u64::MAX);
    let snapshot = run.clone();
    assert!(Arc::ptr_eq(run.registry(), snapshot.registry()));
    drop(rows);
    assert_eq!(crate::common::finished(run).digest(), crate::common::finished(snapshot).digest());
}

#[test]
fn edits_during_a_run_know_the_row() {
    let rows = registry([own("most", 0.8)]);
    let mut run = Run::of(rows.clone(), &checked(&rows, document("most")).unwrap(), true);
    let step = |run: &mut Run, seconds| run.step(Time::from_secs(seconds), u64::MAX);
    let digest = |run: &mut Run| {
        step(run, 60.0);
        run.digest()
    };
    step(&mut run, 10.0);
    let unchanged = digest(&mut run.clone());
    run.edit(edit(10.0, "/flows/f0/params/perRound", json!(3))).expect("an edit of its parameter");
    let problems = run.edit(edit(10.0, "/flows/f0/params/perRound", json!(11))).unwrap_err();
    assert_eq!(problems[0].pointer, "/edits/1/value");
    let problems = run.edit(edit(10.0, "/flows/f0/algorithm", json!("least"))).unwrap_err();
    assert!(problems[0].problem.contains("\"least\" is unknown"), "{problems:?}");
    step(&mut run, 30.0);
    // To one of the built-in algorithms and back.
    run.edit(edit(30.0, "/flows/f0", flow_of(&run, "sack"))).expect("one of the engine's");
    step(&mut run, 40.0);
    run.edit(edit(40.0, "/flows/f0/algorithm", json!("most"))).expect("its own again");
    let edited = digest(&mut run);
    assert_ne!(edited, unchanged);
    // The document with its edits gives the same run, and only with the row.
    let mut again = Run::of(rows, run.scenario(), true);
    assert_eq!(digest(&mut again), edited);
    assert!(!document::validate(&Registry::built_in(), run.scenario()).is_empty());
}

/// The flow of a run with another algorithm and without parameters.
fn flow_of(run: &Run, algorithm: &str) -> Value {
    let mut flow = json!(run.scenario().flows[0]);
    (flow["algorithm"], flow["params"]) = (json!(algorithm), json!({}));
    flow
}

#[test]
fn the_fluid_model_uses_the_rows_fluid_form() {
    let rows = registry([own("half", 0.5), own("most", 0.8)]);
    let digest = |rows: &Arc<Registry>, algorithm: &str| {
        let mut document = document(algorithm);
        document["engine"] = json!("both");
        let mut run = Run::of(rows.clone(), &checked(rows, document).expect("a fluid form"), false);
        run.step(Time::from_secs(60.0), u64::MAX);
        run.fluid().expect("both").digest()
    };
    assert_eq!(digest(&rows, "half"), digest(&rows, "sack"));
    assert_ne!(digest(&rows, "half"), digest(&rows, "most"));
    // A row without a fluid form is rejected by its name.
    let without = registry([AlgorithmRow { fluid: None, ..own("most", 0.8) }]);
    let mut document = document("most");
    document["engine"] = json!("fluid");
    let problems = checked(&without, document).unwrap_err();
    assert_eq!(problems[0].problem, "AIMD that keeps 0.8 has no fluid form");
}

#[test]
fn the_catalogue_has_the_rows_of_the_registry() {
    let rows = registry([own("most", 0.8)]);
    let offered = rows.catalogue();
    let last = offered.algorithms.last().expect("algorithms");
    assert_eq!((&*last.row.id, &*last.row.params[0].name), ("most", "Increase of most"));
    assert!(last.fluid);
    assert!(Registry::built_in().algorithm("most").is_none());
    let mut rows = Registry::clone(&rows);
    assert_eq!(rows.add_algorithm(own("most", 0.5)), Err(DuplicateId));
    assert_eq!(rows.add_algorithm(own("reno", 0.5)), Err(DuplicateId));
}
