//! JSON Schemas of everything that crosses a boundary, and a checker of documents against them.
//!
//! The checker knows the part of JSON Schema that our generated schemas use, and lists every error instead of the first.

mod derived;

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use crate::congestion;
use crate::scenario::Problem;

pub use derived::all;

/// Schema of the scenario document; the algorithms on offer are listed in it.
pub fn scenario_schema() -> &'static Value {
    // Derived from the types alone, so sharing it keeps a run a function of its document.
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| written(include_str!("scenario.json")))
}

/// Schema of the experiment document.
pub fn experiment_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| written(include_str!("experiment.json")))
}

/// A schema that was derived from the types before and written down: the code that derives is large, and a page would carry it along.
fn written(text: &str) -> Value {
    with_algorithms(serde_json::from_str(text).expect("JSON that `npm run types` has written"))
}

fn with_algorithms(mut schema: Value) -> Value {
    let ids: Vec<_> = congestion::REGISTRY.iter().map(|a| a.id).collect();
    if let Some(algorithm) = schema.pointer_mut("/$defs/Flow/properties/algorithm") {
        algorithm["enum"] = json!(ids);
    }
    schema
}

/// Adds every way in which `value` departs from `schema`.
pub fn check(schema: &Value, value: &Value, problems: &mut Vec<Problem>) {
    Checker { root: schema }.check(schema, value, "", problems);
}

struct Checker<'a> {
    root: &'a Value,
}

impl<'a> Checker<'a> {
    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            schema = self.root.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Bool(true));
        }
        schema
    }

    fn check(&self, schema: &'a Value, value: &Value, at: &str, problems: &mut Vec<Problem>) {
        let schema = self.resolve(schema);
        let mut wrong =
            |problem: String, expected: String| problems.push(Problem::new(at, problem, expected));
        if let Some(options) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
            let fits = |option: &&Value| {
                let mut found = Vec::new();
                self.check(option, value, at, &mut found);
                found.is_empty()
            };
            if !options.iter().any(|o| fits(&o)) {
                // The one that is not null says what is wrong.
                let main = options.iter().find(|o| o.get("type") != Some(&json!("null")));
                match main {
                    Some(option) if options.len() <= 2 => self.check(option, value, at, problems),
                    _ => wrong(format!("{} is not allowed here", brief(value)), names(options, self)),
                }
            }
            return;
        }
        if let Some(constant) = schema.get("const")
            && constant != value
        {
            return wrong(format!("{} is not allowed here", brief(value)), constant.to_string());
        }
        if let Some(list) = schema.get("enum").and_then(Value::as_array)
            && !list.contains(value)
        {
            let list: Vec<_> = list.iter().map(Value::to_string).collect();
            return wrong(format!("{} is unknown", brief(value)), format!("one of {}", list.join(", ")));
        }
        if let Some(kind) = schema.get("type")
            && !has_type(kind, value)
        {
            return wrong(format!("{} is not allowed here", brief(value)), type_name(kind));
        }
        match value {
            Value::Number(number) => {
                let x = number.as_f64().unwrap_or(f64::NAN);
                let low = schema.get("minimum").and_then(Value::as_f64).unwrap_or(f64::NEG_INFINITY);
                let high = schema.get("maximum").and_then(Value::as_f64).unwrap_or(f64::INFINITY);
                if !(low..=high).contains(&x) {
                    wrong(format!("{x} is out of range"), format!("from {low} to {high}"));
                }
            }
            Value::String(text) => {
                let length = text.chars().count() as u64;
                let low = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
                let high = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
                if !(low..=high).contains(&length) {
                    wrong(format!("a text of {length} characters"), format!("{low} to {high} characters"));
                }
            }
            Value::Array(items) => {
                let low = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
                let high = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
                let count = items.len() as u64;
                if count < low {
                    return wrong(format!("{count} of them"), format!("at least {low}"));
                }
                if count > high {
                    // The items themselves are not worth a list of problems then.
                    return wrong(format!("{count} of them"), format!("at most {high}"));
                }
                if let Some(each) = schema.get("items") {
                    for (i, item) in items.iter().enumerate() {
                        self.check(each, item, &format!("{at}/{i}"), problems);
                    }
                }
            }
            Value::Object(map) => self.check_object(schema, map, at, problems),
            _ => {}
        }
    }

    fn check_object(
        &self,
        schema: &'a Value,
        map: &Map<String, Value>,
        at: &str,
        problems: &mut Vec<Problem>,
    ) {
        let none = Map::new();
        let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        for name in
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            if !map.contains_key(name) {
                let expected =
                    schema["properties"][name]["description"].as_str().unwrap_or("a value").to_owned();
                problems.push(Problem::new(format!("{at}/{name}"), "missing", expected));
            }
        }
        let others = schema.get("additionalProperties");
        for (name, value) in map {
            let at = format!("{at}/{}", crate::scenario::escape(name));
            match (schema.get("properties").and_then(|p| p.get(name)), others) {
                (Some(property), _) => self.check(property, value, &at, problems),
                (None, Some(Value::Bool(false))) => {
                    let names: Vec<_> = known.keys().map(String::as_str).collect();
                    problems.push(Problem::new(at, "unknown field", format!("one of {}", names.join(", "))));
                }
                (None, Some(each)) => self.check(each, value, &at, problems),
                (None, None) => {}
            }
        }
    }
}

fn names(options: &[Value], checker: &Checker<'_>) -> String {
    let name = |option: &Value| match option.get("const") {
        Some(constant) => constant.to_string(),
        None => option.get("type").map_or_else(|| "an object".to_owned(), type_name),
    };
    let list: Vec<_> =
        options.iter().map(|o| name(&Checker { root: checker.root }.resolve(o).clone())).collect();
    format!("one of {}", list.join(", "))
}

fn has_type(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Array(kinds) => kinds.iter().any(|k| has_type(k, value)),
        Value::String(kind) => match kind.as_str() {
            "null" => value.is_null(),
            "boolean" => value.is_boolean(),
            "number" => value.is_number(),
            "integer" => value.is_u64() || value.is_i64(),
            "string" => value.is_string(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            _ => true,
        },
        _ => true,
    }
}

fn type_name(kind: &Value) -> String {
    match kind {
        Value::Array(kinds) => {
            let kinds: Vec<_> = kinds.iter().map(type_name).collect();
            kinds.join(" or ")
        }
        Value::String(kind) => match kind.as_str() {
            "null" => "nothing".into(),
            "boolean" => "true or false".into(),
            "integer" => "a whole number".into(),
            "array" => "a list".into(),
            "object" => "an object".into(),
            "string" => "a text".into(),
            other => format!("a {other}"),
        },
        _ => "a value".into(),
    }
}

/// A value, short enough for a message.
fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        format!("{}…", text.chars().take(40).collect::<String>())
    }
}
