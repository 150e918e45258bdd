//! Random scripts: generated from a grammar, or made from known ones by exchanging pieces and damaging text.

use droptail_engine::core::random::Rng;
use droptail_engine::script::{CONTROLS, FUNCTIONS, HANDLERS};
use serde_json::{Value, json};

use super::{Mutator, damage, few, pick};

/// Scripts to start from.
const KNOWN: &[&str] = &[
    include_str!("../../../engine/tests/scripts/reno.rhai"),
    include_str!("../../../engine/tests/scripts/busy.rhai"),
];

/// Id of the controller that a mutation adds.
const OWN: &str = "own";

impl Mutator<'_> {
    /// A base document with a controller that has a random script, and with some flows that use it.
    pub fn scripted(&self, rng: &mut Rng) -> Value {
        let mut document = pick(rng, self.bases).map_or(Value::Null, |base| base.light.clone());
        document["engine"] = json!("packet");
        document["controllers"] = json!([{
            "id": OWN, "name": "Own", "script": script(rng),
            "params": params(),
        }]);
        if rng.chance(0.3) {
            let (operations, elements) = ([100, 1000, 100_000][rng.below(3)], [16, 256, 1024][rng.below(3)]);
            document["controllers"][0]["limits"] = json!({"operations": operations, "elements": elements});
        }
        let flows = document["flows"].as_array_mut().into_iter().flatten().filter(|flow| flow.is_object());
        for (i, flow) in flows.enumerate() {
            if i == 0 || rng.chance(0.3) {
                flow["algorithm"] = json!(OWN);
                flow["params"] =
                    if rng.chance(0.3) { json!({"slack": 10.0 * rng.uniform()}) } else { json!({}) };
            }
        }
        document
    }
}

/// An edit that replaces the script.
pub(super) fn rewrite(rng: &mut Rng) -> (String, Value) {
    (format!("/controllers/{OWN}/script"), json!(script(rng)))
}

/// A random script, usually one that compiles.
pub fn script(rng: &mut Rng) -> String {
    let mut text = any_script(rng);
    for _ in 0..6 {
        if rng.chance(0.1) || compiles(&text) {
            break;
        }
        text = any_script(rng);
    }
    text
}

fn params() -> Value {
    json!([{"id": "slack", "min": 0, "max": 10, "default": 2}, {"id": "beta", "min": 0, "max": 1, "default": 0.5}])
}

fn compiles(text: &str) -> bool {
    let spec = json!({"id": OWN, "name": "Own", "script": text, "params": params()});
    serde_json::from_value(spec).is_ok_and(|spec| droptail_engine::script::row(&spec).is_ok())
}

fn any_script(rng: &mut Rng) -> String {
    let mut text = match rng.below(3) {
        0 => KNOWN[rng.below(KNOWN.len())].to_owned(),
        1 => mixed(rng),
        _ => Writer { names: Vec::new(), depth: 0 }.program(rng),
    };
    if rng.chance(0.35) {
        text = damage(&text, rng);
    }
    let most = text.floor_char_boundary(19_000);
    text.truncate(most);
    text
}

/// Lines of known and generated scripts, mixed.
fn mixed(rng: &mut Rng) -> String {
    let other = Writer { names: Vec::new(), depth: 0 }.program(rng);
    let known = KNOWN[rng.below(KNOWN.len())];
    let lines: Vec<_> = known.lines().chain(other.lines()).collect();
    let mut text: Vec<_> = known.lines().collect();
    for _ in 0..few(rng) {
        let at = rng.below(text.len());
        match rng.below(3) {
            0 => drop(text.remove(at)),
            1 => text[at] = lines[rng.below(lines.len())],
            _ => text.insert(at, lines[rng.below(lines.len())]),
        }
        if text.is_empty() {
            break;
        }
    }
    text.join("\n")
}

/// Writes a script from the grammar. Most names are known where they stand, most values have a fitting type.
struct Writer {
    names: Vec<String>,
    depth: u32,
}

impl Writer {
    fn program(mut self, rng: &mut Rng) -> String {
        let mut text = String::new();
        for i in 0..rng.below(6) {
            let value = self.value(rng);
            text += &format!("let s{i} = {value};\n");
            self.names.push(format!("s{i}"));
        }
        if rng.chance(0.3) {
            let names = std::mem::replace(&mut self.names, vec!["x".to_owned()]);
            let body = self.value(rng);
            text += &format!("fn helper(x) {{\n    {body}\n}}\n");
            self.names = names;
        }
        self.names.extend(["slack".to_owned(), "beta".to_owned()]);
        let own = self.names.len();
        for handler in HANDLERS {
            let often = ["on_ack", "on_loss"].contains(&handler.name);
            if !rng.chance(if often { 0.8 } else { 0.2 }) {
                continue;
            }
            self.names
                .extend(handler.inputs.iter().copied().flatten().map(|input| input.name.name.to_owned()));
            self.names.extend(CONTROLS.iter().map(|control| control.name.to_owned()));
            let body: String = (0..few(rng)).map(|_| self.statement(rng)).collect();
            text += &format!("fn {}() {{\n{body}}}\n", handler.name);
            self.names.truncate(own);
        }
        text
    }

    fn statement(&mut self, rng: &mut Rng) -> String {
        self.depth += 1;
        let value = self.value(rng);
        let inner = if self.depth < 4 { self.statement(rng) } else { String::new() };
        let text = match rng.below(14) {
            0..5 => format!("{} = {value};\n", pick(rng, CONTROLS).map_or("cwnd", |c| c.name)),
            5 => format!("{} {}= {value};\n", self.name(rng), ["+", "-", "*", "/", "%", "**"][rng.below(6)]),
            6 => format!("if {value} > {} {{\n{inner}}} else {{\n{inner}}}\n", self.value(rng)),
            7 => format!("for i in 0..{} {{\n{inner}}}\n", self.value(rng)),
            8 => format!("while {value} < {} {{\n{inner}}}\n", self.value(rng)),
            9 => ["loop { }\n", "return;\n", "throw 1;\n", "break;\n", "loop { break; }\n"][rng.below(5)]
                .to_owned(),
            10 => format!("print({value});\n"),
            11 => format!("{}.push({value});\n", self.name(rng)),
            12 => {
                let name = format!("v{}", self.names.len());
                let text = format!("let {name} = {value};\n");
                self.names.push(name);
                text
            }
            _ => format!("{} = {value};\n", self.name(rng)),
        };
        self.depth -= 1;
        text
    }

    fn name(&self, rng: &mut Rng) -> String {
        match rng.below(30) {
            0 => "unknown".to_owned(),
            _ => pick(rng, &self.names).cloned().unwrap_or_else(|| "1".to_owned()),
        }
    }

    fn value(&mut self, rng: &mut Rng) -> String {
        self.depth += 1;
        let kind = if self.depth > 5 { rng.below(8) } else { rng.below(20) };
        let text = match kind {
            0..4 => self.name(rng),
            4 => format!("{}", rng.below(100)),
            5 => format!("{:?}", 10.0 * rng.uniform() - 2.0),
            6 => {
                ["0", "0.0", "-1", "1e308", "9223372036854775807", "true", "()", "\"text\"", "0x7f", "1e-320"]
                    [rng.below(10)]
                .to_owned()
            }
            7 => "[]".to_owned(),
            8..13 => {
                let operators = ["+", "-", "*", "/", "%", "<", "==", "&&", "??", "<<"];
                format!("({} {} {})", self.value(rng), operators[rng.below(operators.len())], self.value(rng))
            }
            13..16 => {
                let name = pick(rng, FUNCTIONS).map_or("abs", |f| f.name);
                match rng.below(4) {
                    0 => format!("{name}({}, {})", self.value(rng), self.value(rng)),
                    1 => format!("{}.{name}()", self.name(rng)),
                    2 => format!("{name}()"),
                    _ => format!("{name}({})", self.value(rng)),
                }
            }
            16 => format!("[{}, {}]", self.value(rng), self.value(rng)),
            17 => format!("#{{ a: {}, b: {} }}", self.value(rng), self.value(rng)),
            18 => format!(
                "if {} < {} {{ {} }} else {{ {} }}",
                self.value(rng),
                self.value(rng),
                self.value(rng),
                self.value(rng)
            ),
            _ => format!("{}[{}]", self.name(rng), self.value(rng)),
        };
        self.depth -= 1;
        text
    }
}
