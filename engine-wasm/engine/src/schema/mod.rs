//! The JSON Schemas of documents, and a validator for them.
//!
//! The validator supports the subset of JSON Schema that the generated schemas use. It lists every problem, not only the first.

use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use crate::scenario::Problem;

/// Schema of the scenario document. It does not list the algorithms: the registry does.
pub fn scenario_schema() -> &'static Value {
    // Derived from the types alone, so sharing it keeps a run a function of its document.
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| parse_schema(include_str!("scenario.json")))
}

/// Schema of the experiment document.
pub fn experiment_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| parse_schema(include_str!("experiment.json")))
}

/// Schema of the contest document.
#[cfg(feature = "script")]
pub fn contest_schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| parse_schema(include_str!("contest.json")))
}

/// Parses a schema that was generated from the types at build time. The code that generates schemas is large and would add to the
/// size of the page.
fn parse_schema(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON written by `npm run types`")
}

/// Lists every violation of `schema` by `value`.
pub fn check(schema: &Value, value: &Value, problems: &mut Vec<Problem>) {
    Checker { root: schema }.check(
        schema,
        value,
        &DocumentPlace::Root,
        &mut Found { problems: Some(problems), any: false },
    );
}

/// A position in a document, linked up to the root. The pointer is formatted only for problems.
enum DocumentPlace<'a> {
    Root,
    Item(&'a DocumentPlace<'a>, usize),
    Field(&'a DocumentPlace<'a>, &'a str),
}

impl DocumentPlace<'_> {
    fn pointer(&self) -> String {
        match self {
            DocumentPlace::Root => String::new(),
            DocumentPlace::Item(above, number) => format!("{}/{number}", above.pointer()),
            DocumentPlace::Field(above, name) => {
                format!("{}/{}", above.pointer(), crate::scenario::escape(name))
            }
        }
    }
}

/// Problems found: as text, or only whether there are any.
struct Found<'p> {
    problems: Option<&'p mut Vec<Problem>>,
    any: bool,
}

impl Found<'_> {
    fn wrong(&mut self, at: &DocumentPlace<'_>, words: impl FnOnce() -> (String, String)) {
        self.any = true;
        if let Some(problems) = &mut self.problems {
            let (problem, expected) = words();
            problems.push(Problem::new(at.pointer(), problem, expected));
        }
    }
}

struct Checker<'a> {
    root: &'a Value,
}

impl<'a> Checker<'a> {
    fn resolve(&self, mut schema: &'a Value) -> &'a Value {
        while let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let definition =
                reference.strip_prefix("#/$defs/").and_then(|name| self.root.get("$defs")?.get(name));
            schema = definition.unwrap_or(&Value::Bool(true));
        }
        schema
    }

    fn check(&self, schema: &'a Value, value: &Value, at: &DocumentPlace<'_>, found: &mut Found<'_>) {
        let schema = self.resolve(schema);
        if let Some(options) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
            let fits = |option: &Value| {
                let mut found = Found { problems: None, any: false };
                self.check(option, value, at, &mut found);
                !found.any
            };
            if !options.iter().any(fits) {
                // Report the problem of the option that is not null.
                let main = options.iter().find(|o| o.get("type") != Some(&json!("null")));
                match main {
                    Some(option) if options.len() <= 2 => self.check(option, value, at, found),
                    _ => {
                        found.wrong(at, || (format!("{} is not allowed", brief(value)), names(options, self)))
                    }
                }
            }
            return;
        }
        if let Some(constant) = schema.get("const")
            && constant != value
        {
            let words = || (format!("{} is not allowed", brief(value)), constant.to_string());
            return found.wrong(at, words);
        }
        if let Some(list) = schema.get("enum").and_then(Value::as_array)
            && !list.contains(value)
        {
            return found.wrong(at, || {
                let list: Vec<_> = list.iter().map(Value::to_string).collect();
                (format!("{} is unknown", brief(value)), format!("one of {}", list.join(", ")))
            });
        }
        if let Some(kind) = schema.get("type")
            && !has_type(kind, value)
        {
            return found.wrong(at, || (format!("{} has the wrong type", brief(value)), type_name(kind)));
        }
        match value {
            Value::Number(number) => {
                let x = number.as_f64().unwrap_or(f64::NAN);
                let bound = |name| schema.get(name).and_then(Value::as_f64);
                let (low, high) = (bound("minimum"), bound("maximum"));
                if low.is_some_and(|low| x < low) || high.is_some_and(|high| x > high) {
                    let expected = match (low, high) {
                        (Some(low), Some(high)) => format!("from {low} to {high}"),
                        (Some(low), None) => format!("at least {low}"),
                        (_, high) => format!("at most {}", high.unwrap_or(f64::MAX)),
                    };
                    found.wrong(at, || (format!("{} is out of range", brief(value)), expected));
                }
            }
            Value::String(text) => {
                let length = text.chars().count() as u64;
                let low = schema.get("minLength").and_then(Value::as_u64).unwrap_or(0);
                let high = schema.get("maxLength").and_then(Value::as_u64).unwrap_or(u64::MAX);
                if !(low..=high).contains(&length) {
                    let words = || {
                        (format!("a string of {length} characters"), format!("{low} to {high} characters"))
                    };
                    found.wrong(at, words);
                }
            }
            Value::Array(items) => {
                let low = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
                let high = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
                let count = items.len() as u64;
                if count < low {
                    return found.wrong(at, || (format!("{count} items"), format!("at least {low}")));
                }
                if count > high {
                    // Do not list the problems of the items as well.
                    return found.wrong(at, || (format!("{count} items"), format!("at most {high}")));
                }
                if let Some(each) = schema.get("items") {
                    for (i, item) in items.iter().enumerate() {
                        self.check(each, item, &DocumentPlace::Item(at, i), found);
                    }
                }
            }
            Value::Object(map) => self.check_object(schema, map, at, found),
            _ => {}
        }
    }

    fn check_object(
        &self,
        schema: &'a Value,
        map: &Map<String, Value>,
        at: &DocumentPlace<'_>,
        found: &mut Found<'_>,
    ) {
        let known = schema.get("properties").and_then(Value::as_object);
        let known = |name: &str| known.and_then(|fields| fields.get(name));
        for name in
            schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
        {
            if !map.contains_key(name) {
                found.wrong(&DocumentPlace::Field(at, name), || {
                    let expected = schema["properties"][name]["description"].as_str().unwrap_or("a value");
                    ("missing".to_owned(), expected.to_owned())
                });
            }
        }
        let others = schema.get("additionalProperties");
        for (name, value) in map {
            let at = DocumentPlace::Field(at, name);
            match (known(name), others) {
                (Some(property), _) => self.check(property, value, &at, found),
                (None, Some(Value::Bool(false))) => found.wrong(&at, || {
                    let fields = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
                    let names: Vec<_> = fields.map(|(name, _)| name.as_str()).collect();
                    ("unknown field".to_owned(), format!("one of {}", names.join(", ")))
                }),
                (None, Some(each)) => self.check(each, value, &at, found),
                (None, None) => {}
            }
        }
    }
}

fn names(options: &[Value], checker: &Checker<'_>) -> String {
    let name = |option: &Value| match option.get("const") {
        Some(constant) => constant.to_string(),
        None => match option.get("required").and_then(Value::as_array) {
            Some(required) => {
                let fields: Vec<_> = required.iter().filter_map(Value::as_str).collect();
                format!("an object with {}", fields.join(", "))
            }
            None => option.get("type").map_or_else(|| "an object".to_owned(), type_name),
        },
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
            "null" => "null".into(),
            "boolean" => "true or false".into(),
            "integer" => "a whole number".into(),
            "array" => "a list".into(),
            "object" => "an object".into(),
            "string" => "a string".into(),
            other => format!("a {other}"),
        },
        _ => "a value".into(),
    }
}

/// A value, shortened for a message.
pub(crate) fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 40 {
        text
    } else {
        format!("{}…", text.chars().take(40).collect::<String>())
    }
}
