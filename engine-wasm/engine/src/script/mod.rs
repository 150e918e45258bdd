//! Controllers in documents: compiles a [`ScriptedController`] into a row of the registry.
//!
//! `interface.rs` lists what a script sees, `language.rs` limits the language, `program.rs` compiles a text, `controller.rs` runs it.
//! docs/script-language.md explains the choice of the language.

mod controller;
mod interface;
mod language;
mod program;

use std::sync::Arc;

pub use interface::{CONTROLS, FUNCTIONS, Function, HANDLERS, Handler, INTERFACE, Input, Interface, Name};
pub use program::Fault;

use controller::Scripted;
use interface::Event;
use program::Program;

use crate::catalogue::{Param, Row, Rule, RuleSubject, Settings};
use crate::congestion::{AlgorithmRow, Controller, ControllerKind, reno_rules};
use crate::scenario::{Problem, ScriptedController};

/// Compiles a controller of a document. Pointers of problems start at the controller.
pub fn row(spec: &ScriptedController) -> Result<AlgorithmRow, Vec<Problem>> {
    let mut problems = Vec::new();
    for (i, param) in spec.params.iter().enumerate() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !param.id.chars().all(word) || param.id.starts_with(|c: char| c.is_ascii_digit()) {
            let problem = format!("\"{}\" cannot be a name in a script", param.id);
            problems.push(Problem::new(format!("/params/{i}/id"), problem, "letters, digits and _"));
        }
        if !(param.min <= param.default && param.default <= param.max) {
            let problem = format!("the default {} is outside the range", param.default);
            problems.push(Problem::new(
                format!("/params/{i}/default"),
                problem,
                format!("{} to {}", param.min, param.max),
            ));
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let program = Program::new(&spec.script, &spec.params, &spec.limits);
    let program = Arc::new(program.map_err(|faults| faults.into_iter().map(problem).collect::<Vec<_>>())?);
    let id: Arc<str> = spec.id.as_str().into();
    Ok(AlgorithmRow {
        row: Row {
            id: spec.id.clone().into(),
            name: spec.name.clone().into(),
            summary: spec.summary.clone().into(),
            source: "This document".into(),
            year: 0,
            params: spec.params.iter().map(param).collect(),
        },
        family: "This document".into(),
        recovery: "sack".into(),
        pacing: "ack".into(),
        feedback: "classic".into(),
        variables: program.variables.clone(),
        rules: rules(&program),
        theory: Vec::new(),
        fluid: None,
        controller: ControllerKind::Window(Arc::new(move |settings: &Settings<'_>| {
            Box::new(Scripted::new(id.clone(), program.clone(), settings)) as Box<dyn Controller>
        })),
    })
}

/// What is wrong with the script of a controller, by place; empty if it can run.
pub fn faults(spec: &ScriptedController) -> Vec<Fault> {
    Program::new(&spec.script, &spec.params, &spec.limits).err().unwrap_or_default()
}

/// A fault as a problem of the document. The text names the place, because a pointer cannot.
fn problem(fault: Fault) -> Problem {
    let Fault { message, line, column } = fault;
    let place = if line > 0 { format!("line {line}, column {column}: ") } else { String::new() };
    Problem::new("/script", format!("{place}{message}"), "a script that compiles")
}

fn param(spec: &crate::scenario::ScriptParam) -> Param {
    let name = if spec.name.is_empty() { &spec.id } else { &spec.name };
    Param::number(spec.id.clone(), "", name.clone(), spec.unit.clone())
        .range(spec.min, spec.max, spec.default)
        .help(spec.help.clone())
}

/// For each kind of situation, the handler that runs, or Reno's rule if the script has none.
fn rules(program: &Program) -> Vec<Rule> {
    let handlers = [
        (RuleSubject::SlowStart, Event::Ack),
        (RuleSubject::Avoidance, Event::Ack),
        (RuleSubject::Recovery, Event::Ack),
        (RuleSubject::Loss, Event::Loss),
        (RuleSubject::Ecn, Event::Ecn),
        (RuleSubject::Timeout, Event::Timeout),
    ];
    let rules = handlers.into_iter().filter_map(|(on, event)| {
        if program.handler(event).is_none() {
            return reno_rules().find(|rule| rule.on == on).cloned();
        }
        let words = format!("The script’s {} runs.", HANDLERS[event as usize].name);
        Some(Rule {
            on,
            state: "".into(),
            words: words.into(),
            formula: "".into(),
            source: "This document".into(),
        })
    });
    rules.collect()
}
