//! What pickers, forms and plots require of each row of the catalogue.

use std::collections::BTreeSet;

use crate::common::Dumbbell;
use droptail_engine::catalogue::{Domain, Param, Row, TransportKind, Variable};
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::published::catalogue;
use droptail_engine::queue::ChannelFacts;
use droptail_engine::registry::Registry;
use droptail_engine::scenario::ParamValue;
use droptail_engine::units::{Rate, Time};
use serde_json::{Value, json};

/// Units of parameters and variables; an empty unit means a pure number.
const UNITS: &[&str] = &[
    "",
    "packets",
    "packets/RTT",
    "packets/s",
    "packets/s³",
    "transfers",
    "sources",
    "min",
    "bytes",
    "kB",
    "ms",
    "s",
    "µs",
    "1/s",
    "RTT",
    "Mb/s",
    "kb/s",
    "queues",
];

fn rows() -> Vec<(Row, Vec<Variable>)> {
    let all = catalogue();
    let algorithms = all.algorithms.into_iter().map(|a| (a.row, a.variables));
    let queues = all.queues.into_iter().map(|q| (q.row, q.variables.to_vec()));
    let others = all.traffic.into_iter().map(|t| t.row).chain(all.stacks).map(|row| (row, vec![]));
    let behaviours = all.behaviours.into_iter().map(|b| (b.row, b.variables));
    algorithms.chain(queues).chain(behaviours).chain(others).collect()
}

/// Whether a text consists of one or a few short sentences.
fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && text.chars().count() <= 260 && text.trim() == text
}

#[test]
fn rows_have_a_summary_and_a_source() {
    let all = catalogue();
    let parts = [
        all.algorithms.iter().map(|a| &*a.row.id).collect::<Vec<_>>(),
        all.queues.iter().map(|q| &*q.row.id).collect(),
        all.behaviours.iter().map(|b| &*b.row.id).collect(),
        all.traffic.iter().map(|t| &*t.row.id).collect(),
        all.stacks.iter().map(|s| &*s.id).collect(),
    ];
    for ids in parts {
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "{ids:?}");
    }
    for (row, _) in rows() {
        let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(!row.id.is_empty() && row.id.chars().all(letters), "{}", row.id);
        assert!(!row.name.is_empty(), "{}", row.id);
        assert!(
            is_sentence(&row.summary) && row.summary.chars().count() <= 130,
            "{}: {}",
            row.id,
            row.summary
        );
    }
    for algorithm in &all.algorithms {
        assert!(!algorithm.row.source.is_empty() && !algorithm.family.is_empty(), "{}", algorithm.row.id);
        assert!((1968..2027).contains(&algorithm.row.year), "{}: {}", algorithm.row.id, algorithm.row.year);
    }
    for queue in &all.queues {
        assert!(!queue.row.source.is_empty() && queue.row.year > 0, "{}", queue.row.id);
    }
    for behaviour in &all.behaviours {
        assert!(!behaviour.row.source.is_empty() && behaviour.row.year > 0, "{}", behaviour.row.id);
    }
}

#[test]
fn parameters_have_unit_range_default_and_help() {
    for (row, _) in rows() {
        let ids: BTreeSet<_> = row.params.iter().map(|p| &*p.id).collect();
        assert_eq!(ids.len(), row.params.len(), "{}: two parameters have the same id", row.id);
        for p in &row.params {
            let place = format!("{}/{}", row.id, p.id);
            assert!(!p.name.is_empty() && is_sentence(&p.help), "{place}: {:?}", p.help);
            assert!(UNITS.contains(&&*p.unit), "{place}: unit {:?}", p.unit);
            assert_eq!(p.complaint(&p.default_value()), None, "{place}: the default is not valid");
            rejects_values_out_of_range(p, &place);
            if let Some(when) = &p.when {
                let other = row.params.iter().find(|o| o.id == when.param);
                let other = other
                    .unwrap_or_else(|| panic!("{place} depends on {}, which does not exist", when.param));
                assert_eq!(
                    other.complaint(&ParamValue::Text(when.is.to_string())),
                    None,
                    "{place}: {}",
                    when.is
                );
            }
        }
    }
}

fn rejects_values_out_of_range(p: &Param, place: &str) {
    match &p.domain {
        &Domain::Number { min, max, log, .. } => {
            assert!(min < max && min.is_finite() && max.is_finite(), "{place}: {min} … {max}");
            assert!(
                !log || min > 0.0 || p.complaint(&ParamValue::Number(0.0)).is_none(),
                "{place}: no logarithm"
            );
            for outside in [min - 1.0, max * 1.01 + 1.0, f64::NAN] {
                assert!(p.complaint(&ParamValue::Number(outside)).is_some(), "{place}: {outside}");
            }
        }
        &Domain::Numbers { min, max, .. } => {
            assert!(min < max, "{place}");
            for outside in [vec![], vec![min - 1.0], vec![max + 1.0], vec![min + 0.5]] {
                assert!(p.complaint(&ParamValue::Numbers(outside.clone())).is_some(), "{place}: {outside:?}");
            }
        }
        Domain::Switch { .. } => assert!(p.complaint(&ParamValue::Number(1.0)).is_some(), "{place}"),
        Domain::Choice { options, .. } => {
            let ids: BTreeSet<_> = options.iter().map(|o| &*o.id).collect();
            assert!(ids.len() == options.len() && ids.len() > 1, "{place}: {ids:?}");
            assert!(options.iter().all(|o| !o.name.is_empty()), "{place}");
        }
    }
}

#[test]
fn variables_have_a_name_and_a_unit() {
    for (row, variables) in rows() {
        let ids: BTreeSet<_> = variables.iter().map(|p| &*p.id).collect();
        assert_eq!(ids.len(), variables.len(), "{}: two variables have the same id", row.id);
        for probe in variables {
            assert!(
                !probe.name.is_empty() && UNITS.contains(&&*probe.unit),
                "{}/{}: {probe:?}",
                row.id,
                probe.id
            );
        }
    }
    // Controllers whose only state is window and threshold, which every flow shows, have no variables.
    let all = catalogue();
    let without = all.algorithms.iter().filter(|a| a.variables.is_empty()).map(|a| &*a.row.id);
    assert_eq!(without.collect::<Vec<_>>(), ["tahoe", "reno", "newreno", "sack", "scalable", "udp"]);
    let without = all.queues.iter().filter(|q| q.variables.is_empty()).map(|q| &*q.row.id);
    assert_eq!(without.collect::<Vec<_>>(), ["droptail", "random-drop", "step"]);
}

/// Runs 60 s and returns the ids of the owner's variables with their values every 60 ms.
fn variables(d: &Dumbbell, owner: &str) -> Vec<(String, Vec<f64>)> {
    let mut run = Simulation::new(&d.scenario(), Options::default());
    run.step(Time::NEVER, u64::MAX);
    let infos: Vec<_> = run.directory().series.iter().cloned().enumerate().collect();
    let shown = infos.into_iter().filter(|(_, info)| info.owner == owner && info.variable.is_some());
    shown
        .map(|(place, info)| {
            let mut columns = vec![];
            run.plot(&[place as u32], 0.0, 60.0, 1000, &mut columns);
            // The first column is time.
            columns.retain(|x| x.is_finite());
            (info.variable.expect("a variable"), columns)
        })
        .collect()
}

fn varies(values: &[f64]) -> bool {
    values.iter().any(|x| *x != values[0])
}

#[test]
fn variables_of_algorithms_vary() {
    // 1 % loss, a queue, and a competitor: everything that a controller observes varies.
    for algorithm in catalogue().algorithms {
        let id = &*algorithm.row.id;
        let traffic = if id == "udp" { "cbr" } else { "bulk" };
        let stack = json!({"kind": "rfc", "params": {"delayedAck": 1}});
        let flow = json!({"traffic": {"kind": traffic}, "stack": stack});
        let other = json!({"traffic": {"kind": "noise", "params": {"rateMbps": 2}}});
        // Compound TCP's delay window is used from a window of 38 packets on.
        let rate = if id == "compound" { 50.0 } else { 5.0 };
        let d = Dumbbell::new(rate, 40)
            .core("lossRate", json!(0.002))
            .flow_with(id, 60.0, flow)
            .flow_with("udp", 60.0, other)
            .seconds(0.0, 60.0);
        let seen = variables(&d, "f0");
        let wanted: Vec<_> = algorithm.variables.iter().map(|p| &*p.id).collect();
        assert_eq!(seen.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), wanted, "{id}");
        for (probe, values) in seen {
            assert!(values.len() > 100 && varies(&values), "{id}/{probe}: {:?}", values.first());
        }
    }
}

#[test]
fn variables_of_queues_vary() {
    for queue in catalogue().queues {
        let id = &*queue.row.id;
        let mut d = Dumbbell::new(5.0, 1).core("queue", json!({"kind": id})).seconds(0.0, 60.0);
        for i in 0..8 {
            d = d.flow_with("sack", 60.0 + f64::from(i), json!({"startS": f64::from(i)}));
        }
        // Disciplines with a low-latency queue get packets for it.
        let scalable = json!({"kind": "rfc", "params": {"delayedAck": 1, "ectCodepoint": "ect1"}});
        d = d.flow_with("dctcp", 60.0, json!({"stack": scalable}));
        let seen = variables(&d, "core/forward");
        let wanted: Vec<_> = queue.variables.iter().map(|p| &*p.id).collect();
        assert_eq!(seen.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), wanted, "{id}");
        for (probe, values) in seen {
            assert!(values.len() > 100 && varies(&values), "{id}/{probe}: {:?}", values.first());
        }
    }
}

#[test]
fn variables_of_behaviours_vary() {
    for behaviour in catalogue().behaviours {
        let id = &*behaviour.row.id;
        let mut d = Dumbbell::new(10.0, 100).core("behaviours", json!({id: {}})).seconds(0.0, 60.0);
        for i in 0..3 {
            d = d.flow_with("sack", 60.0 + f64::from(i), json!({"startS": f64::from(i)}));
        }
        let seen = variables(&d, "core/forward");
        let wanted: Vec<_> = behaviour.variables.iter().map(|p| &*p.id).collect();
        assert_eq!(seen.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>(), wanted, "{id}");
        for (probe, values) in seen {
            assert!(values.len() > 100 && varies(&values), "{id}/{probe}: {:?}", values.first());
        }
    }
}

#[test]
fn every_row_runs_with_its_defaults() {
    let goodput = |flow: Value, algorithm: &str| {
        let d = Dumbbell::new(5.0, 40).flow_with(algorithm, 60.0, flow).seconds(0.0, 20.0);
        d.run().flows[0].goodput_mbps
    };
    let all = catalogue();
    for algorithm in all.algorithms.iter().filter(|a| a.row.id != "udp") {
        for stack in &all.stacks {
            let got = goodput(json!({"stack": {"kind": stack.id}}), &algorithm.row.id);
            // TFRCP starts with 40 packets per second and doubles its rate every 3 s.
            assert!(got > 1.0 && got < 5.0, "{} over {}: {got} Mb/s", algorithm.row.id, stack.id);
        }
    }
    for traffic in &all.traffic {
        let id = &*traffic.row.id;
        let algorithm = if traffic.transports.contains(&TransportKind::Tcp) { "sack" } else { "udp" };
        let got = goodput(json!({"traffic": {"kind": id}}), algorithm);
        assert!(got > 0.0, "{id}: {got} Mb/s");
    }
}

#[test]
fn every_algorithm_has_rules() {
    use droptail_engine::catalogue::RuleSubject;
    use droptail_engine::congestion::ControllerKind;
    for algorithm in Registry::built_in().algorithms() {
        let on = |kind| algorithm.rules.iter().filter(|r| r.on == kind && r.state.is_empty()).count();
        let needed: &[RuleSubject] = match algorithm.controller {
            ControllerKind::Window(_) => &[RuleSubject::Avoidance, RuleSubject::Loss, RuleSubject::Timeout],
            ControllerKind::Rate(_) => &[RuleSubject::Report, RuleSubject::Timeout],
            ControllerKind::Unresponsive => &[],
        };
        for &kind in needed {
            assert_eq!(on(kind), 1, "{}: {kind:?}", algorithm.row.id);
        }
        for rule in &algorithm.rules {
            assert!(
                (on(rule.on) == 1 || !rule.state.is_empty())
                    && rule.words.ends_with('.')
                    && !rule.source.is_empty(),
                "{}: {rule:?}",
                algorithm.row.id
            );
        }
    }
}

#[test]
fn a_queue_stores_each_class_that_its_row_names() {
    let mut classes = 0;
    for row in Registry::built_in().queues() {
        let queue = row.make(&Default::default(), ChannelFacts { rate: Rate::from_mbps(10.0) });
        assert_eq!(queue.store().classes().len(), row.classes.len(), "{}", row.row.id);
        classes += row.classes.len();
    }
    assert!(classes > 0);
}
