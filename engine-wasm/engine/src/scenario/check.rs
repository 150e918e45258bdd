//! Validation: every error with a JSON pointer, what is wrong, and what would be right.
//!
//! Shapes and limits are checked against the generated JSON Schema, so that they are stated once; what a schema cannot say
//! (references, catalogue rows, routes) follows on the typed document.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::{Channel, Choice, Engine, MAX_TEXT, NodeKind, Params, Scenario, Trace, edit, lesson, limits};
use crate::catalogue::{Param, Row, TrafficInfo};
use crate::schema;
use crate::topology::{Edge, Paths};
use crate::{congestion, queue, traffic, transport};

/// Something wrong with a document.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// JSON pointer to the place.
    pub pointer: String,
    /// What is wrong.
    pub problem: String,
    /// What would be right.
    pub expected: String,
}

/// Problems listed at most.
const MAX_PROBLEMS: usize = 100;

/// Parts of the document, summed over its edits: a replay makes the network anew with each of them, and so does their check.
const MAX_EDITED_PARTS: usize = 200_000;

impl Problem {
    /// A problem at `pointer`.
    pub fn new(
        pointer: impl Into<String>,
        problem: impl Into<String>,
        expected: impl Into<String>,
    ) -> Problem {
        Problem { pointer: pointer.into(), problem: problem.into(), expected: expected.into() }
    }
}

/// The typed document of a value, or what is wrong with its shape.
pub(super) fn typed(value: Value) -> Result<Scenario, Vec<Problem>> {
    let mut problems = Vec::new();
    schema::check(schema::scenario_schema(), &value, &mut problems);
    problems.truncate(MAX_PROBLEMS);
    if !problems.is_empty() {
        return Err(problems);
    }
    serde_json::from_value(value)
        .map_err(|e| vec![Problem::new("", e.to_string(), "the shape that the schema gives")])
}

/// What is wrong with a document of the right shape; nothing if it can run.
pub fn validate(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = consistency(scenario);
    lesson::complaints(scenario, &mut problems);
    if problems.is_empty() {
        routes(scenario, &mut problems);
        limits::ever(scenario, &mut problems);
    }
    if problems.is_empty() && scenario.engine != Engine::Packet {
        limits::fluid_past(scenario, &mut problems);
    }
    if problems.is_empty() {
        edits(scenario, 0, &mut problems);
    }
    problems.truncate(MAX_PROBLEMS);
    problems
}

/// What is wrong with a document that was right before it got the edit number `added`: it must be one that can be read again.
pub(super) fn validate_added(scenario: &Scenario, added: usize) -> Vec<Problem> {
    let value = match serde_json::to_value(scenario) {
        Ok(value) => value,
        Err(e) => return vec![Problem::new("", e.to_string(), "a document that can be written")],
    };
    if value.to_string().len() > MAX_TEXT {
        return vec![too_long()];
    }
    let mut problems = Vec::new();
    schema::check(schema::scenario_schema(), &value, &mut problems);
    if problems.is_empty() {
        limits::ever(scenario, &mut problems);
    }
    if problems.is_empty() {
        edits(scenario, added, &mut problems);
    }
    problems.truncate(MAX_PROBLEMS);
    problems
}

/// The document is beyond [`MAX_TEXT`].
pub(super) fn too_long() -> Problem {
    Problem::new("", "the document is too long", format!("at most {MAX_TEXT} bytes"))
}

/// References and catalogue rows.
pub(super) fn consistency(scenario: &Scenario) -> Vec<Problem> {
    let mut problems = Vec::new();
    let p = &mut problems;
    unique("/nodes", scenario.nodes.iter().map(|n| &n.id), p);
    unique("/links", scenario.links.iter().map(|l| &l.id), p);
    unique("/flows", scenario.flows.iter().map(|f| &f.id), p);
    let kinds: BTreeMap<&str, NodeKind> = scenario.nodes.iter().map(|n| (&*n.id, n.kind)).collect();
    let kind = |id: &str| kinds.get(id).copied();
    let queues: Vec<_> = queue::REGISTRY.iter().map(|r| (r.row)()).collect();
    let (sources, stacks) = (traffic::rows(), transport::stack::rows());
    let rows: Vec<_> = sources.iter().map(|s| s.row.clone()).collect();
    for (i, link) in scenario.links.iter().enumerate() {
        for (end, id) in [("a", &link.a), ("b", &link.b)] {
            if kind(id).is_none() {
                p.push(Problem::new(
                    format!("/links/{i}/{end}"),
                    format!("no node \"{id}\""),
                    "the id of a node",
                ));
            }
        }
        if link.a == link.b {
            p.push(Problem::new(format!("/links/{i}/b"), "a link from a node to itself", "another node"));
        }
        channel(&queues, &format!("/links/{i}/forward"), &link.forward, p);
        if let Some(backward) = &link.backward {
            channel(&queues, &format!("/links/{i}/backward"), backward, p);
        }
    }
    if let Some(id) = scenario.sampling.reference_algorithm.as_deref()
        && congestion::find(id).is_none()
    {
        let problem = format!("no algorithm \"{id}\"");
        p.push(Problem::new("/sampling/referenceAlgorithm", problem, "the id of an algorithm"));
    }
    for (i, flow) in scenario.flows.iter().enumerate() {
        let at = format!("/flows/{i}");
        for (end, id) in [("from", &flow.from), ("to", &flow.to)] {
            if kind(id) != Some(NodeKind::Host) {
                let problem = format!("no host \"{id}\"");
                p.push(Problem::new(format!("{at}/{end}"), problem, "the id of a node of kind \"host\""));
            }
        }
        if flow.from == flow.to {
            p.push(Problem::new(format!("{at}/to"), "a flow from a host to itself", "another host"));
        }
        let latest_start = flow.start_s + flow.start_jitter_s;
        if flow.stop_s.is_some_and(|stop| stop < latest_start) {
            p.push(Problem::new(
                format!("{at}/stopS"),
                "stops before it starts",
                format!("at least {latest_start}"),
            ));
        }
        choice(&rows, &format!("{at}/traffic"), &flow.traffic, p);
        if let Some((param, expected)) = traffic::complaint(&flow.traffic) {
            p.push(Problem::new(format!("{at}/traffic/params/{param}"), "does not fit the others", expected));
        }
        choice(&stacks, &format!("{at}/stack"), &flow.stack, p);
        // The schema lists the algorithms, so that an unknown one was found there.
        let Some(algorithm) = congestion::find(&flow.algorithm) else {
            continue;
        };
        params(&(algorithm.params)(), &format!("{at}/params"), &flow.params, p);
        let carried = |s: &&TrafficInfo| s.transports.contains(&algorithm.transport());
        if sources.iter().filter(|s| s.row.id == flow.traffic.kind).any(|s| !carried(&s)) {
            let problem = format!("{} cannot carry \"{}\"", algorithm.name, flow.traffic.kind);
            let fitting: Vec<_> =
                sources.iter().filter(carried).map(|s| format!("\"{}\"", s.row.id)).collect();
            p.push(Problem::new(
                format!("{at}/traffic/kind"),
                problem,
                format!("one of {}", fitting.join(", ")),
            ));
        }
    }
    params(&crate::fluid_sim::params::params(), "/fluid", &scenario.fluid, p);
    if p.is_empty() && scenario.engine != Engine::Packet {
        p.extend(crate::fluid_sim::obstacles_now(scenario));
    }
    limits::at_once(scenario, p);
    problems
}

pub(super) fn unique<'a>(list: &str, ids: impl Iterator<Item = &'a String>, problems: &mut Vec<Problem>) {
    let mut seen = BTreeSet::new();
    for (i, id) in ids.enumerate() {
        if !seen.insert(id) {
            problems.push(Problem::new(
                format!("{list}/{i}/id"),
                format!("a second \"{id}\""),
                "an id of its own",
            ));
        }
    }
}

fn channel(queues: &[Row], at: &str, channel: &Channel, problems: &mut Vec<Problem>) {
    choice(queues, &format!("{at}/queue"), &channel.queue, problems);
    if let Some(Err(expected)) = channel.trace.as_ref().map(Trace::times_ms) {
        problems.push(Problem::new(format!("{at}/trace/gapsMs"), "not a trace", expected));
    }
}

fn choice(rows: &[Row], at: &str, choice: &Choice, problems: &mut Vec<Problem>) {
    match rows.iter().find(|r| r.id == choice.kind) {
        Some(row) => params(&row.params, &format!("{at}/params"), &choice.params, problems),
        None => {
            let known: Vec<_> = rows.iter().map(|r| format!("\"{}\"", r.id)).collect();
            let problem = format!("unknown kind \"{}\"", choice.kind);
            problems.push(Problem::new(
                format!("{at}/kind"),
                problem,
                format!("one of {}", known.join(", ")),
            ));
        }
    }
}

fn params(specs: &[Param], at: &str, given: &Params, problems: &mut Vec<Problem>) {
    for (id, value) in given {
        let at = format!("{at}/{}", escape(id));
        match specs.iter().find(|s| s.id == id) {
            None => {
                let known: Vec<_> = specs.iter().map(|s| s.id).collect();
                let expected = if known.is_empty() {
                    "no parameters here".into()
                } else {
                    format!("one of {}", known.join(", "))
                };
                problems.push(Problem::new(at, "unknown parameter", expected));
            }
            Some(spec) => {
                if let Some(expected) = spec.complaint(value) {
                    problems.push(Problem::new(at, "not allowed here", expected));
                }
            }
        }
    }
}

/// A token of a JSON pointer (RFC 6901, section 3).
pub fn escape(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// Every flow has a way to its receiver and back.
fn routes(scenario: &Scenario, problems: &mut Vec<Problem>) {
    let numbers: BTreeMap<&str, u32> = scenario.nodes.iter().map(|n| &*n.id).zip(0..).collect();
    let index = |id: &str| numbers.get(id).copied().unwrap_or(0);
    let mut edges = Vec::new();
    for link in &scenario.links {
        let (a, b) = (index(&link.a), index(&link.b));
        edges.push(Edge { from: a, to: b });
        edges.push(Edge { from: b, to: a });
    }
    // Links are duplex: a way there is one back.
    let mut paths = Paths::new(scenario.nodes.len() as u32, &edges);
    for (i, flow) in scenario.flows.iter().enumerate() {
        if paths.find(index(&flow.from), index(&flow.to)).is_none() {
            let problem = format!("no route from \"{}\" to \"{}\"", flow.from, flow.to);
            problems.push(Problem::new(format!("/flows/{i}/to"), problem, "a host that links lead to"));
        }
    }
}

/// Edits are in order, and the document is right after each moment of them. Moments before the edit number `checked` are known to be.
fn edits(scenario: &Scenario, checked: usize, problems: &mut Vec<Problem>) {
    let mut value =
        match serde_json::to_value(Scenario { edits: Vec::new(), lesson: None, ..scenario.clone() }) {
            Ok(value) => value,
            Err(e) => {
                return problems.push(Problem::new("", e.to_string(), "a document that can be written"));
            }
        };
    let mut all_parts = 0;
    for (i, edit) in scenario.edits.iter().enumerate() {
        let at = format!("/edits/{i}");
        if i > 0 && edit.at_s < scenario.edits[i - 1].at_s {
            problems.push(Problem::new(
                format!("{at}/atS"),
                "earlier than the edit before",
                "edits in order of time",
            ));
        }
        if let Err(problem) = edit::set(&mut value, edit) {
            problems.push(Problem { pointer: format!("{at}{}", problem.pointer), ..problem });
            return;
        }
        // Each edit changes the whole network, which an edit may have made larger: the sum bounds the work of a replay.
        let parts = parts(&value);
        all_parts += parts;
        if all_parts > MAX_EDITED_PARTS {
            let problem = format!("too many edits of a document that has {parts} parts by then");
            let expected = format!("at most {MAX_EDITED_PARTS} parts, summed over all edits");
            return problems.push(Problem::new(at, problem, expected));
        }
        let last_of_its_time = scenario.edits.get(i + 1).is_none_or(|next| next.at_s > edit.at_s);
        if i < checked || !last_of_its_time {
            continue;
        }
        let after = typed(value.clone()).and_then(|after| {
            let problems = consistency(&after);
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

/// Nodes, links and flows of a document's value; a thousand characters of a trace take about as long as one of them.
fn parts(document: &Value) -> usize {
    let list = |name: &str| document[name].as_array().map_or(&[][..], Vec::as_slice);
    let trace = |channel: &Value| channel["trace"]["gapsMs"].as_str().map_or(0, |text| text.len() / 1000);
    let links = list("links").iter().map(|link| 1 + trace(&link["forward"]) + trace(&link["backward"]));
    list("nodes").len() + list("flows").len() + links.sum::<usize>()
}
