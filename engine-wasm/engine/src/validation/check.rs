//! Validation: every problem has a JSON pointer, what is wrong, and what was expected.
//!
//! Types and ranges are checked against the generated JSON Schema, so that they are stated once. What a schema cannot express
//! (references, catalogue rows, routes) is checked on the typed document.

use std::sync::Arc;

use serde_json::Value;

use super::limits;
use super::obstacles::obstacles_now;
use crate::catalogue::{Param, Row};
use crate::core::positions::Positions;
use crate::registry::{Follow, Registry};
use crate::scenario::{
    Channel, Choice, Engine, MAX_TEXT, NodeKind, Params, Problem, Scenario, Trace, escape, set, unique,
};
use crate::schema;
use crate::topology::{Edge, Paths};
use crate::traffic::TrafficRow;

/// Maximum number of problems listed.
pub(crate) const MAX_PROBLEMS: usize = 100;

/// Limit on the parts of the document summed over its edits: replay and validation rebuild the network for each edit.
const MAX_EDITED_PARTS: usize = 200_000;

/// Checks a value against the schema and converts it to the typed document.
pub(crate) fn typed(value: Value) -> Result<Scenario, Vec<Problem>> {
    let mut problems = Vec::new();
    schema::check(schema::scenario_schema(), &value, &mut problems);
    problems.truncate(MAX_PROBLEMS);
    if !problems.is_empty() {
        return Err(problems);
    }
    serde_json::from_value(value)
        .map_err(|e| vec![Problem::new("", e.to_string(), "a document that matches the schema")])
}

/// Validates a document that was valid before edit number `added`. The result must also be readable as a document.
pub(crate) fn validate_added(registry: &Arc<Registry>, scenario: &Scenario, added: usize) -> Vec<Problem> {
    let value = match serde_json::to_value(scenario) {
        Ok(value) => value,
        Err(e) => return vec![Problem::new("", e.to_string(), "a document that can be serialised")],
    };
    if value.to_string().len() > MAX_TEXT {
        return vec![too_long()];
    }
    let mut problems = Vec::new();
    schema::check(schema::scenario_schema(), &value, &mut problems);
    if problems.is_empty() {
        limits::over_whole_run(scenario, &mut problems);
    }
    if problems.is_empty() {
        edits(registry, scenario, added, &mut problems);
    }
    problems.truncate(MAX_PROBLEMS);
    problems
}

/// The document exceeds [`MAX_TEXT`].
pub(crate) fn too_long() -> Problem {
    Problem::new("", "the document is too long", format!("at most {MAX_TEXT} bytes"))
}

/// References and catalogue rows.
pub(crate) fn consistency(registry: &Registry, scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    let p = &mut problems;
    unique("/nodes", scenario.nodes.iter().map(|n| &n.id), p);
    unique("/links", scenario.links.iter().map(|l| &l.id), p);
    unique("/flows", scenario.flows.iter().map(|f| &f.id), p);
    p.extend(registry.document_problems());
    let nodes = Positions::of(scenario.nodes.iter().map(|n| &n.id));
    let kind = |id: &str| nodes.get(id).map(|position| scenario.nodes[position as usize].kind);
    for (i, link) in scenario.links.iter().enumerate() {
        for (end, id) in [("a", &link.a), ("b", &link.b)] {
            if kind(id).is_none() {
                p.push(Problem::new(
                    format!("/links/{i}/{end}"),
                    format!("unknown node \"{id}\""),
                    "the id of a node",
                ));
            }
        }
        if link.a == link.b {
            p.push(Problem::new(
                format!("/links/{i}/b"),
                "both ends of the link are the same node",
                "a different node",
            ));
        }
        channel(registry, &format!("/links/{i}/forward"), &link.forward, p);
        if let Some(backward) = &link.backward {
            channel(registry, &format!("/links/{i}/backward"), backward, p);
        }
    }
    if let Some(id) = scenario.sampling.reference_algorithm.as_deref()
        && registry.algorithm(id).is_none()
    {
        let problem = format!("unknown algorithm \"{id}\"");
        p.push(Problem::new("/sampling/referenceAlgorithm", problem, "the id of an algorithm"));
    }
    for (i, flow) in scenario.flows.iter().enumerate() {
        let at = format!("/flows/{i}");
        for (end, id) in [("from", &flow.from), ("to", &flow.to)] {
            if kind(id) != Some(NodeKind::Host) {
                let problem = format!("unknown host \"{id}\"");
                p.push(Problem::new(format!("{at}/{end}"), problem, "the id of a node of kind \"host\""));
            }
        }
        if flow.from == flow.to {
            p.push(Problem::new(
                format!("{at}/to"),
                "sender and receiver are the same host",
                "a different host",
            ));
        }
        let latest_start = flow.start_s + flow.start_jitter_s;
        if flow.stop_s.is_some_and(|stop| stop < latest_start) {
            p.push(Problem::new(
                format!("{at}/stopS"),
                "stops before it starts",
                format!("at least {latest_start}"),
            ));
        }
        let sources = || registry.traffics().iter();
        let traffic = registry.traffic(&flow.traffic.kind);
        let ids = sources().map(|t| &*t.info.row.id);
        choice(traffic.map(|t| &t.info.row), ids, &format!("{at}/traffic"), &flow.traffic, p);
        if let Some((param, expected)) = traffic.and_then(|t| t.complaint(&flow.traffic.params)) {
            p.push(Problem::new(
                format!("{at}/traffic/params/{param}"),
                "conflicts with the other parameters",
                expected,
            ));
        }
        let profiles = registry.profiles().iter().map(|p| &*p.id);
        let profile = registry.profile(&flow.stack.kind);
        choice(profile.map(|p| &**p), profiles, &format!("{at}/stack"), &flow.stack, p);
        let Some(algorithm) = registry.algorithm(&flow.algorithm) else {
            // A controller that does not compile has been named already.
            if registry.document().defines(&flow.algorithm) {
                continue;
            }
            let problem = format!("{} is unknown", schema::brief(&Value::from(&*flow.algorithm)));
            let known = one_of(registry.algorithms().iter().map(|a| &*a.row.id));
            p.push(Problem::new(format!("{at}/algorithm"), problem, known));
            continue;
        };
        params(&algorithm.row.params, &format!("{at}/params"), &flow.params, p);
        let carried = |t: &TrafficRow| t.info.transports.contains(&algorithm.transport());
        if traffic.is_some_and(|t| !carried(t)) {
            let problem = format!("{} cannot carry \"{}\"", algorithm.row.name, flow.traffic.kind);
            let fitting = one_of(sources().filter(|t| carried(t)).map(|t| &*t.info.row.id));
            p.push(Problem::new(format!("{at}/traffic/kind"), problem, fitting));
        }
    }
    params(&crate::fluid_sim::params::params(), "/fluid", &scenario.fluid, p);
    if p.is_empty() && scenario.engine != Engine::Packet {
        p.extend(obstacles_now(registry, scenario));
    }
    limits::at_each_time(registry, scenario, p);
    problems
}

fn channel(registry: &Registry, at: &str, channel: &Channel, problems: &mut Vec<Problem>) {
    let row = registry.queue(&channel.queue.kind).map(|q| &q.row);
    let ids = registry.queues().iter().map(|q| &*q.row.id);
    choice(row, ids, &format!("{at}/queue"), &channel.queue, problems);
    for (id, given) in &channel.behaviours {
        let at = format!("{at}/behaviours/{}", escape(id));
        let rows = crate::link::BEHAVIOURS.iter().map(|known| (known.row)());
        match rows.clone().find(|row| row.id == *id) {
            Some(row) => params(&row.params, &at, given, problems),
            None => {
                let ids: Vec<_> = rows.map(|row| row.id).collect();
                problems.push(Problem::new(at, "unknown behaviour", one_of(ids.iter().map(|id| &**id))));
            }
        }
    }
    if let Some(Err(expected)) = channel.trace.as_ref().map(Trace::times_ms) {
        problems.push(Problem::new(format!("{at}/trace/gapsMs"), "not a valid trace", expected));
    }
}

/// Checks a choice. `row` is the row that it names, if there is one, and `known` are the ids of all rows.
fn choice<'a>(
    row: Option<&Row>,
    known: impl Iterator<Item = &'a str>,
    at: &str,
    choice: &Choice,
    problems: &mut Vec<Problem>,
) {
    match row {
        Some(row) => params(&row.params, &format!("{at}/params"), &choice.params, problems),
        None => {
            let problem = format!("unknown kind \"{}\"", choice.kind);
            problems.push(Problem::new(format!("{at}/kind"), problem, one_of(known)));
        }
    }
}

/// A list of ids for a message.
fn one_of<'a>(ids: impl Iterator<Item = &'a str>) -> String {
    let ids: Vec<_> = ids.map(|id| format!("\"{id}\"")).collect();
    format!("one of {}", ids.join(", "))
}

fn params(specs: &[Param], at: &str, given: &Params, problems: &mut Vec<Problem>) {
    for (id, value) in given {
        let at = format!("{at}/{}", escape(id));
        match specs.iter().find(|s| s.id == *id) {
            None => {
                let known: Vec<_> = specs.iter().map(|s| &*s.id).collect();
                let expected = if known.is_empty() {
                    "no parameters".into()
                } else {
                    format!("one of {}", known.join(", "))
                };
                problems.push(Problem::new(at, "unknown parameter", expected));
            }
            Some(spec) => {
                if let Some(expected) = spec.complaint(value) {
                    problems.push(Problem::new(at, "not a valid value", expected));
                }
            }
        }
    }
}

/// Every flow needs a path to its receiver and back.
pub(crate) fn routes(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let nodes = Positions::of(scenario.nodes.iter().map(|n| &n.id));
    let index = |id: &str| nodes.get(id).unwrap_or(0);
    let mut edges = Vec::new();
    for link in &scenario.links {
        let (a, b) = (index(&link.a), index(&link.b));
        edges.push(Edge { from: a, to: b });
        edges.push(Edge { from: b, to: a });
    }
    // Links are duplex: a path there implies a path back.
    let mut paths = Paths::new(scenario.nodes.len() as u32, &edges);
    for (i, flow) in scenario.flows.iter().enumerate() {
        if paths.find(index(&flow.from), index(&flow.to)).is_none() {
            let problem = format!("no route from \"{}\" to \"{}\"", flow.from, flow.to);
            problems.push(Problem::new(
                format!("/flows/{i}/to"),
                problem,
                "a host that is reachable over links",
            ));
        }
    }
}

/// Edits must be in order, and the document must be valid after the edits of each moment. Moments before edit number `checked`
/// are known to be valid.
pub(crate) fn edits(
    registry: &Arc<Registry>,
    scenario: &Scenario,
    checked: usize,
    problems: &mut Vec<Problem>,
) {
    let mut registry = registry.clone();
    let mut value =
        match serde_json::to_value(Scenario { edits: Vec::new(), lesson: None, ..scenario.clone() }) {
            Ok(value) => value,
            Err(e) => {
                return problems.push(Problem::new("", e.to_string(), "a document that can be serialised"));
            }
        };
    let mut all_parts = 0;
    for (i, edit) in scenario.edits.iter().enumerate() {
        let at = format!("/edits/{i}");
        if i > 0 && edit.at_s < scenario.edits[i - 1].at_s {
            problems.push(Problem::new(
                format!("{at}/atS"),
                "earlier than the previous edit",
                "edits in order of time",
            ));
        }
        if let Err(problem) = set(&mut value, edit) {
            problems.push(Problem { pointer: format!("{at}{}", problem.pointer), ..problem });
            return;
        }
        // Each edit rebuilds the whole network, which edits can enlarge. The limit on the sum bounds the work
        // of a replay.
        let parts = parts(&value);
        all_parts += parts;
        if all_parts > MAX_EDITED_PARTS {
            let problem = format!("too many edits of a document with {parts} parts");
            let expected = format!("at most {MAX_EDITED_PARTS} parts, summed over all edits");
            return problems.push(Problem::new(at, problem, expected));
        }
        let last_of_its_time = scenario.edits.get(i + 1).is_none_or(|next| next.at_s > edit.at_s);
        if i < checked || !last_of_its_time {
            continue;
        }
        let after = typed(value.clone()).and_then(|after| {
            registry.follow(&after);
            let problems = consistency(&registry, &after);
            if problems.is_empty() { Ok(()) } else { Err(problems) }
        });
        if let Err(found) = after {
            let because = |p: Problem| {
                Problem::new(format!("{at}/value"), format!("{} at {}", p.problem, p.pointer), p.expected)
            };
            problems.extend(found.into_iter().map(because));
            return;
        }
    }
}

/// Number of nodes, links and flows of a document. A thousand characters of a trace, or a hundred of a script, count as one: they take
/// about as long.
fn parts(document: &Value) -> usize {
    let list = |name: &str| document[name].as_array().map_or(&[][..], Vec::as_slice);
    let trace = |channel: &Value| channel["trace"]["gapsMs"].as_str().map_or(0, |text| text.len() / 1000);
    let links = list("links").iter().map(|link| 1 + trace(&link["forward"]) + trace(&link["backward"]));
    let script = |controller: &Value| controller["script"].as_str().map_or(0, |text| 1 + text.len() / 100);
    let scripts = list("controllers").iter().map(script);
    list("nodes").len() + list("flows").len() + links.sum::<usize>() + scripts.sum::<usize>()
}
