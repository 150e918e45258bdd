//! Compiles the text of a script.
//!
//! A function of Rhai sees no variables of the text around it, but a handler has to see the state. So each handler is compiled as a program
//! of its own: the text with everything but the handler's body replaced by spaces, which keeps the positions of messages. The functions
//! that are no handlers are its library.

use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::Serialize;

use rhai::{AST, ASTNode, Dynamic, Engine, Expr, Identifier, Position, Scope};

use super::interface::{CONTROLS, Call, Event, FUNCTIONS, HANDLERS};
use super::language::{engine, hosted, is_operator, readable};
use crate::catalogue::Variable;
use crate::scenario::{ScriptLimits, ScriptParam};

/// Maximum number of variables of the state.
const MAX_STATE: usize = 32;

/// What is wrong with a script, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Fault {
    /// What is wrong.
    pub message: String,
    /// Line, from 1; 0 if no place is known.
    pub line: u32,
    /// Column, from 1; 0 if no place is known.
    pub column: u32,
}

impl Fault {
    pub(super) fn new(message: impl Into<String>, at: Position) -> Fault {
        let number = |n: Option<usize>| n.map_or(0, |n| n as u32);
        Fault { message: message.into(), line: number(at.line()), column: number(at.position()) }
    }

    pub(super) fn of(error: &rhai::EvalAltResult) -> Fault {
        // The place inside a function says more than the place of its call.
        let inner = error.unwrap_inner();
        let text = match inner {
            rhai::EvalAltResult::ErrorRuntime(value, _) => value.to_string(),
            other => other.to_string(),
        };
        // The place stands at the end of the text.
        let text = text.rsplit_once(" (line ").map_or(text.as_str(), |(text, _)| text);
        Fault::new(readable(text), inner.position())
    }
}

/// A compiled script.
pub(super) struct Program {
    /// Runs the script.
    pub engine: Engine,
    /// Runs it and records the lines that run. Made when it is needed.
    tracing: OnceLock<Engine>,
    limits: ScriptLimits,
    /// Ids of the parameters.
    pub params: Vec<Identifier>,
    /// Sets the state.
    state: AST,
    /// Handlers, in the order of [`HANDLERS`].
    handlers: Vec<Option<Handler>>,
    /// Variables of the state that are numbers.
    pub variables: Vec<Variable>,
    /// Whether a handler or a function draws random numbers.
    pub draws: bool,
}

/// A compiled handler.
pub(super) struct Handler {
    /// The body, with the functions as its library.
    pub body: AST,
    /// The constants that it reads.
    pub inputs: Vec<(Identifier, Value)>,
    /// The place of its body.
    pub at: Position,
}

/// Reads the value of a constant.
type Value = fn(&Call<'_, '_>) -> Dynamic;

impl Program {
    /// Compiles a script. The error lists everything that is wrong with it, unless its syntax is.
    pub fn new(text: &str, params: &[ScriptParam], limits: &ScriptLimits) -> Result<Program, Vec<Fault>> {
        // Rhai takes a carriage return for the end of a line in some places only.
        let text = &text.replace("\r\n", "\n").replace('\r', "\n");
        let mut engine = engine(limits, false);
        let whole = engine.compile(text).map_err(|e| vec![syntax(e)])?;
        let source = Source::new(text);
        let mut faults = Vec::new();
        let functions = functions(&whole, &source, &mut faults);
        let names: Vec<_> = functions.iter().map(|f| f.name.as_str()).collect();
        let mut draws = false;
        whole.walk(&mut |path| {
            if let Some((name, at)) = called(path)
                && !names.contains(&name)
                && !FUNCTIONS.iter().any(|f| f.name == name)
            {
                faults.push(Fault::new(format!("there is no function \"{name}\""), at));
            }
            draws |= matches!(called(path), Some(("random", _)));
            true
        });

        engine.set_strict_variables(true);
        let mut scope = Scope::new();
        for param in params {
            scope.push_constant(param.id.as_str(), param.default);
        }
        let outside = source.without(functions.iter().map(|f| f.whole));
        let state = match engine.compile_with_scope(&scope, &outside) {
            Ok(state) => state,
            Err(error) => {
                faults.push(syntax(error));
                return Err(faults);
            }
        };
        // Handlers of events that do not exist are no helpers: they may read what only handlers can.
        let helpers = functions.iter().filter(|f| !f.name.starts_with("on_")).map(|f| f.whole);
        let library = match engine.compile(source.only(helpers)) {
            Ok(library) => library.clone_functions_only(),
            Err(error) => {
                faults.push(syntax(error));
                return Err(faults);
            }
        };

        let (ran, _) = hosted(None, || engine.run_ast_with_scope(&mut scope, &state));
        if let Err(error) = ran {
            faults.push(Fault::of(&error));
            return Err(faults);
        }
        let state_values = entries(&scope, params.len());
        let names: Vec<_> = state_values.iter().map(|(name, ..)| *name).collect();
        check_names(params, &names, &mut faults);
        let numbers = state_values
            .iter()
            .filter(|(_, constant, value)| !constant && (value.is_float() || value.is_int()));
        let variables = numbers.map(|(name, ..)| variable(name)).collect();
        for control in CONTROLS {
            scope.push(control.name, 0.0);
        }
        let base = scope.len();

        let mut handlers = Vec::new();
        for described in HANDLERS {
            handlers.push(None);
            let Some(function) = functions.iter().find(|f| f.name == described.name) else { continue };
            let inputs = described.inputs.iter().copied().flatten();
            for input in inputs.clone() {
                scope.push_constant(input.name.name, 0.0);
            }
            let body = engine.compile_with_scope(&scope, source.only([function.body]));
            scope.rewind(base);
            match body {
                Ok(body) => {
                    let read = read_names(&body);
                    let inputs = inputs.filter(|i| read.iter().any(|name| name == i.name.name));
                    *handlers.last_mut().expect("just added") = Some(Handler {
                        inputs: inputs.map(|i| (i.name.name.into(), i.value)).collect(),
                        body: library.merge(&body),
                        at: function.at,
                    });
                }
                Err(error) => faults.push(syntax(error)),
            }
        }
        if !faults.is_empty() {
            faults.sort_by_key(|f| (f.line, f.column));
            return Err(faults);
        }
        Ok(Program {
            engine,
            tracing: OnceLock::new(),
            limits: *limits,
            params: params.iter().map(|p| p.id.as_str().into()).collect(),
            state,
            handlers,
            variables,
            draws,
        })
    }

    /// The handler of an event, if the script has it.
    pub fn handler(&self, event: Event) -> Option<&Handler> {
        self.handlers[event as usize].as_ref()
    }

    /// The engine that records the lines that run.
    pub fn tracing(&self) -> &Engine {
        self.tracing.get_or_init(|| engine(&self.limits, true))
    }

    /// A scope with these values of the parameters and the state at the start. If that fails, the state is empty.
    pub fn start(&self, params: &[f64]) -> (Scope<'static>, Option<Fault>) {
        let mut scope = Scope::new();
        for (id, value) in self.params.iter().zip(params) {
            scope.push_constant(id.clone(), *value);
        }
        let (ran, _) = hosted(None, || self.engine.run_ast_with_scope(&mut scope, &self.state));
        (scope, ran.err().map(|error| Fault::of(&error)))
    }
}

/// The variables of a scope after the first `skipped`, in order: name, whether it is a constant, value.
pub(super) fn entries<'a>(scope: &'a Scope<'_>, skipped: usize) -> Vec<(&'a str, bool, &'a Dynamic)> {
    // Rhai gives the last one first.
    let mut entries: Vec<_> = scope.iter_raw().take(scope.len() - skipped).collect();
    entries.reverse();
    entries
}

fn syntax(error: rhai::ParseError) -> Fault {
    let (kind, at) = (error.err_type().to_string(), error.position());
    Fault::new(readable(&kind), at)
}

fn variable(name: &str) -> Variable {
    Variable {
        id: name.to_owned().into(),
        symbol: "".into(),
        name: name.to_owned().into(),
        unit: "".into(),
        states: [].as_slice().into(),
    }
}

/// Names of parameters and of the state must differ from each other and from those of the interface.
fn check_names(params: &[ScriptParam], state: &[&str], faults: &mut Vec<Fault>) {
    let inputs = HANDLERS.iter().flat_map(|h| h.inputs.iter().copied().flatten()).map(|i| i.name.name);
    let taken: Vec<_> = inputs.chain(CONTROLS.iter().map(|c| c.name)).collect();
    let ids = params.iter().map(|p| p.id.as_str());
    let all: Vec<_> = ids.chain(state.iter().copied()).collect();
    for (i, name) in all.iter().enumerate() {
        if taken.contains(name) {
            let message =
                format!("\"{name}\" is a name of the interface and cannot be a variable or a parameter");
            faults.push(Fault::new(message, Position::NONE));
        } else if all[..i].contains(name) {
            faults.push(Fault::new(format!("\"{name}\" is declared twice"), Position::NONE));
        }
    }
    if state.len() > MAX_STATE {
        let message = format!("{} variables; at most {MAX_STATE} are allowed", state.len());
        faults.push(Fault::new(message, Position::NONE));
    }
}

/// The name of the function that a node calls, unless it is an operator.
fn called<'a>(path: &[ASTNode<'a>]) -> Option<(&'a str, Position)> {
    match path.last()? {
        ASTNode::Expr(Expr::FnCall(call, at) | Expr::MethodCall(call, at)) if !call.is_operator_call() => {
            let name = call.name.as_str();
            (!is_operator(name)).then_some((name, *at))
        }
        _ => None,
    }
}

/// Names of the variables that a program reads or sets.
fn read_names(body: &AST) -> Vec<String> {
    let mut names = Vec::new();
    body.walk(&mut |path| {
        if let Some(ASTNode::Expr(Expr::Variable(variable, ..))) = path.last() {
            names.push(variable.1.to_string());
        }
        true
    });
    names
}

/// A function of a script, with places in bytes.
struct Function {
    name: String,
    /// From `fn` to `}`.
    whole: (usize, usize),
    /// Between the braces.
    body: (usize, usize),
    at: Position,
}

/// The functions of a script.
fn functions(whole: &AST, source: &Source<'_>, faults: &mut Vec<Fault>) -> Vec<Function> {
    let mut found: Vec<Function> = Vec::new();
    for def in whole.iter_fn_def() {
        let (open, close) = (def.body.start_position(), def.body.end_position());
        let (start, end) = (source.offset(open), source.offset(close));
        let name = def.name.to_string();
        // The header has no comments between `fn` and the name.
        let header = source.text[..start]
            .rfind("fn")
            .filter(|&at| source.text[at + 2..start].trim_start().starts_with(name.as_str()));
        let Some(header) = header else {
            faults.push(Fault::new(format!("write \"fn {name}\" without a comment in between"), open));
            continue;
        };
        if name.starts_with("on_") && !HANDLERS.iter().any(|h| h.name == name) {
            let known: Vec<_> = HANDLERS.iter().map(|h| h.name).collect();
            faults.push(Fault::new(
                format!("there is no event \"{name}\"; the events are {}", known.join(", ")),
                open,
            ));
        }
        if HANDLERS.iter().any(|h| h.name == name) && !def.params.is_empty() {
            faults.push(Fault::new(format!("{name} takes no parameters: it reads its values by name"), open));
        }
        if FUNCTIONS.iter().any(|f| f.name == name) || found.iter().any(|f| f.name == name) {
            faults.push(Fault::new(format!("there is already a function \"{name}\""), open));
        }
        found.push(Function { name, whole: (header, end + 1), body: (start + 1, end), at: open });
    }
    found
}

/// The text of a script.
struct Source<'a> {
    text: &'a str,
    /// Where each line starts, in bytes.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Source<'a> {
        let breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Source { text, lines: [0].into_iter().chain(breaks).collect() }
    }

    /// The place of a position in bytes.
    fn offset(&self, at: Position) -> usize {
        let Some(&line) = self.lines.get(at.line().unwrap_or(1) - 1) else { return self.text.len() };
        let column = at.position().unwrap_or(1) - 1;
        self.text[line..].char_indices().nth(column).map_or(self.text.len(), |(i, _)| line + i)
    }

    /// The text with everything outside these parts replaced by spaces.
    fn only(&self, parts: impl IntoIterator<Item = (usize, usize)>) -> String {
        let parts: Vec<_> = parts.into_iter().collect();
        self.blanked(|at| !parts.iter().any(|&(from, to)| (from..to).contains(&at)))
    }

    /// The text with these parts replaced by spaces.
    fn without(&self, parts: impl IntoIterator<Item = (usize, usize)>) -> String {
        let parts: Vec<_> = parts.into_iter().collect();
        self.blanked(|at| parts.iter().any(|&(from, to)| (from..to).contains(&at)))
    }

    fn blanked(&self, blank: impl Fn(usize) -> bool) -> String {
        let character = |(at, c): (usize, char)| if c != '\n' && blank(at) { ' ' } else { c };
        self.text.char_indices().map(character).collect()
    }
}
