//! The language: Rhai without clock, files, modules and closures, with the functions of [`super::interface`].
//!
//! `/` always gives a real number, comparisons are exact, functions of real numbers come from `libm`, and a result that is not a finite
//! number is an error with its position.

use std::cell::RefCell;

use rhai::debugger::DebuggerEvent;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicIteratorPackage, BasicMapPackage, BasicStringPackage,
    LogicPackage, Package,
};
use rhai::{Dynamic, Engine, EvalAltResult, INT, Token};

use crate::core::random::Rng;
use crate::scenario::ScriptLimits;

/// Maximum depth of calls of functions.
const MAX_DEPTH: usize = 16;

/// Maximum number of variables at once.
const MAX_VARIABLES: usize = 128;

/// Maximum depth of expressions, in a handler and in a function.
const MAX_EXPRESSION: usize = 48;

/// Operators under other names, because Rhai has its own meaning for them that cannot be changed: it computes the quotient of two whole
/// numbers without its fraction, and takes real numbers for equal that differ in the last bit. Each with Rhai's precedence.
const OPERATORS: [(Token, &str, &str, u8); 5] = [
    (Token::Divide, "/", "÷", 180),
    (Token::LessThan, "<", "‹", 130),
    (Token::LessThanEqualsTo, "<=", "≤", 130),
    (Token::GreaterThan, ">", "›", 130),
    (Token::GreaterThanEqualsTo, ">=", "≥", 130),
];

/// Maximum number of lines that one call can print, and of bytes of each.
const MAX_PRINTED: usize = 20;
const MAX_LINE: usize = 200;

/// What the functions of a script need from the call that runs it. A call sets and clears it, so that nothing passes from one call to
/// another.
#[derive(Default)]
struct Host {
    rng: Option<Rng>,
    printed: Vec<String>,
    lines: Vec<u32>,
}

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// What a call left behind.
#[derive(Debug, Default)]
pub(super) struct Leftovers {
    /// The random stream, advanced.
    pub rng: Option<Rng>,
    /// Printed lines.
    pub printed: Vec<String>,
    /// Numbers of the lines that ran, if the engine traces.
    pub lines: Vec<u32>,
}

/// Runs a part of a script with this random stream.
pub(super) fn hosted<T>(rng: Option<Rng>, run: impl FnOnce() -> T) -> (T, Leftovers) {
    HOST.with_borrow_mut(|host| *host = Host { rng, ..Host::default() });
    let result = run();
    let Host { rng, printed, lines } = HOST.take();
    (result, Leftovers { rng, printed, lines })
}

type Checked<T> = Result<T, Box<EvalAltResult>>;

/// The engine for scripts with these limits. If it traces, it records the lines that run.
// Rhai marks what observes a script as volatile, not as obsolete.
#[allow(deprecated)]
pub(super) fn engine(limits: &ScriptLimits, traces: bool) -> Engine {
    // A seed drawn at build time would make each build differ. It fails if it is set already, to the same value.
    let _ = rhai::config::hashing::set_hashing_seed(Some([1, 2, 3, 4]));
    let mut engine = Engine::new_raw();
    for package in [
        ArithmeticPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicMapPackage::new().as_shared_module(),
        BasicStringPackage::new().as_shared_module(),
    ] {
        engine.register_global_module(package);
    }
    // Powers differ between targets, and texts that are code are no part of the document's checks.
    for symbol in ["**", "**=", "eval", "Fn", "call", "curry", "debug", "import", "export", "sleep"] {
        engine.disable_symbol(symbol);
    }
    let elements = limits.elements as usize;
    engine
        .set_max_operations(limits.operations.into())
        .set_max_array_size(elements)
        .set_max_map_size(elements)
        .set_max_string_size(elements)
        .set_max_call_levels(MAX_DEPTH)
        .set_max_variables(MAX_VARIABLES)
        .set_max_expr_depths(MAX_EXPRESSION, MAX_EXPRESSION)
        .set_optimization_level(rhai::OptimizationLevel::None);
    operators(&mut engine);
    numbers(&mut engine);
    engine.register_fn("+", |text: &str, x: Dynamic| format!("{text}{x}"));
    engine.register_fn("+", |x: Dynamic, text: &str| format!("{x}{text}"));
    engine.register_fn("random", random);
    engine.on_print(print);
    if traces {
        engine.register_debugger(
            |_, debugger| debugger,
            |_, event, node, _, position| {
                if let (DebuggerEvent::Start | DebuggerEvent::Step, Some(line)) = (event, position.line()) {
                    note_line(line as u32, node.is_stmt());
                }
                Ok(rhai::debugger::DebuggerCommand::StepInto)
            },
        );
    }
    engine
}

/// Makes `/` a division of real numbers that fails if the divisor is zero, and comparisons exact.
// Rhai marks `on_parse_token` as volatile, not as obsolete.
#[allow(deprecated)]
fn operators(engine: &mut Engine) {
    for (_, _, own, precedence) in OPERATORS {
        engine.register_custom_operator(own, precedence).expect("an operator of our own");
    }
    engine.on_parse_token(|token, _, _| match OPERATORS.iter().find(|(original, ..)| *original == token) {
        Some((_, _, own, _)) => Token::Custom(Box::new((*own).into())),
        None => token,
    });
    fn divide(a: f64, b: f64) -> Checked<f64> {
        if b == 0.0 { Err("division by zero".into()) } else { Ok(a / b) }
    }
    engine.register_fn("÷", |a: f64, b: f64| divide(a, b));
    engine.register_fn("÷", |a: f64, b: INT| divide(a, b as f64));
    engine.register_fn("÷", |a: INT, b: f64| divide(a as f64, b));
    engine.register_fn("÷", |a: INT, b: INT| divide(a as f64, b as f64));
    macro_rules! comparison {
        ($name: literal, $op: tt) => {
            engine.register_fn($name, |a: f64, b: f64| a $op b);
            engine.register_fn($name, |a: f64, b: INT| a $op (b as f64));
            engine.register_fn($name, |a: INT, b: f64| (a as f64) $op b);
            engine.register_fn($name, |a: INT, b: INT| a $op b);
        };
    }
    comparison!("‹", <);
    comparison!("≤", <=);
    comparison!("›", >);
    comparison!("≥", >=);
}

/// Whether a name is that of an operator of our own.
pub(super) fn is_operator(name: &str) -> bool {
    OPERATORS.iter().any(|(_, _, own, _)| *own == name)
}

/// A message with the names that the script has.
pub(super) fn readable(message: &str) -> String {
    let message = message.replace("i64", "whole number").replace("f64", "number");
    OPERATORS.iter().fold(message, |text, (_, original, own, _)| text.replace(own, original))
}

fn numbers(engine: &mut Engine) {
    let mut one = |name: &'static str, of: fn(f64) -> f64| {
        engine.register_fn(name, move |x: f64| finite(name, of(x)));
        engine.register_fn(name, move |x: INT| finite(name, of(x as f64)));
    };
    one("sqrt", libm::sqrt);
    one("cbrt", libm::cbrt);
    one("exp", libm::exp);
    one("log", libm::log);
    one("log2", libm::log2);
    one("log10", libm::log10);
    one("floor", libm::floor);
    one("ceil", libm::ceil);
    one("round", libm::round);
    one("float", |x| x);
    let mut two = |name: &'static str, of: fn(f64, f64) -> f64| {
        engine.register_fn(name, move |x: f64, y: f64| finite(name, of(x, y)));
        engine.register_fn(name, move |x: f64, y: INT| finite(name, of(x, y as f64)));
        engine.register_fn(name, move |x: INT, y: f64| finite(name, of(x as f64, y)));
        engine.register_fn(name, move |x: INT, y: INT| finite(name, of(x as f64, y as f64)));
    };
    two("pow", libm::pow);
    // ssthresh is infinite at first, so both accept what is not finite.
    let mut choice = |name: &'static str, of: fn(f64, f64) -> f64| {
        engine.register_fn(name, move |x: f64, y: f64| of(x, y));
        engine.register_fn(name, move |x: f64, y: INT| of(x, y as f64));
        engine.register_fn(name, move |x: INT, y: f64| of(x as f64, y));
        engine.register_fn(name, move |x: INT, y: INT| of(x as f64, y as f64) as INT);
    };
    choice("min", |x, y| if y < x { y } else { x });
    choice("max", |x, y| if y > x { y } else { x });
    engine.register_fn("clamp", |x: Dynamic, low: Dynamic, high: Dynamic| -> Checked<f64> {
        let number = |value: &Dynamic| {
            let whole = || value.as_int().map(|x| x as f64);
            value
                .as_float()
                .or_else(|_| whole())
                .map_err(|of| format!("clamp of a value that is not a number: {of}"))
        };
        let (x, low, high) = (number(&x)?, number(&low)?, number(&high)?);
        Ok(if x < low {
            low
        } else if x > high {
            high
        } else {
            x
        })
    });
    engine.register_fn("int", |x: f64| -> Checked<INT> {
        // Beyond 2^53 neighbouring whole numbers are the same real number.
        if libm::fabs(x) < 9e15 { Ok(x as INT) } else { Err(format!("{x} is too large for int").into()) }
    });
    engine.register_fn("int", |x: INT| x);
}

/// The result of a function, if it is a number that one can calculate with.
fn finite(name: &str, x: f64) -> Checked<f64> {
    if x.is_finite() { Ok(x) } else { Err(format!("the result of {name} is not a finite number").into()) }
}

fn random() -> Checked<f64> {
    HOST.with_borrow_mut(|host| match &mut host.rng {
        Some(rng) => Ok(rng.uniform()),
        None => Err("random() cannot be used here".into()),
    })
}

fn print(text: &str) {
    HOST.with_borrow_mut(|host| {
        if host.printed.len() < MAX_PRINTED {
            host.printed.push(text[..text.floor_char_boundary(MAX_LINE)].to_owned());
        }
    });
}

/// Notes a line that runs. An expression, such as a call of a function, may be part of a statement that is noted already.
fn note_line(line: u32, is_statement: bool) {
    HOST.with_borrow_mut(|host| {
        let again = if is_statement { host.lines.last() == Some(&line) } else { host.lines.contains(&line) };
        if !again && host.lines.len() < 1000 {
            host.lines.push(line);
        }
    });
}
