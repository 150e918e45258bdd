//! Mutations of single fields: a random path from the root of the schema to a value.

use droptail_engine::core::random::Rng;
use serde_json::{Map, Value, json};

use super::{Mutator, ids, pick};
use crate::rows::{self, RowReference};

/// Fields that do not affect a run and are rarely mutated.
const LOOKS: [&str; 8] = ["title", "notes", "lesson", "name", "x", "y", "version", "edits"];

/// A number within, at, near or outside its bounds, or adjacent to the old one, where rounding changes; rarely not a number at all.
pub fn number(rng: &mut Rng, (min, max): (f64, f64), integer: bool, now: f64) -> Value {
    let span = max - min;
    let x = match rng.below(24) {
        0 => min,
        1 => max,
        2 => now.next_up(),
        3 => now.next_down(),
        4 => libm::round(now),
        5 => libm::floor(now) + 0.5,
        // A nanosecond, a microsecond, a millisecond in seconds.
        6 => now + [1e-9, 1e-6, 1e-3][rng.below(3)],
        7 => min + [1e-300, 1e-12, 1e-9, 1e-6, 1e-3, 1.0][rng.below(6)],
        8 => max - [1e-12, 1e-6, 1e-3, 1.0][rng.below(4)],
        9 => now * [0.5, 2.0, 0.1, 10.0, 1000.0, 1e-3][rng.below(6)],
        10 => now + 1.0,
        11 => now - 1.0,
        12 => 1.0 / 3.0,
        13 => {
            [8.0, 9.0, 16.0, 31.0, 32.0, 33.0, 53.0, 63.0, 64.0].map(libm::exp2)[rng.below(9)]
                + [-1.0, 0.0, 1.0][rng.below(3)]
        }
        14 | 15 if span.is_finite() => min + span * rng.uniform(),
        16..19 if max > 0.0 => {
            let low = if min > 0.0 { min } else { 1e-6 };
            let high = max.min(1e18).max(low);
            libm::exp(libm::log(low) + (libm::log(high) - libm::log(low)) * rng.uniform())
        }
        // Out of bounds, less often.
        19 if rng.chance(0.3) => match rng.below(8) {
            0 => min.next_down(),
            1 => max.next_up(),
            2 => min - 1.0,
            3 => max + 1.0,
            4 => -now,
            5 => f64::MAX,
            6 => f64::MIN_POSITIVE,
            _ => {
                return [json!(null), json!("1"), json!(true), json!([]), json!({}), json!(u64::MAX)]
                    [rng.below(6)]
                .clone();
            }
        },
        _ => now * (0.5 + rng.uniform()),
    };
    let kept = if rng.chance(0.98) { x.clamp(min, max.max(min)) } else { x };
    let kept = if integer && rng.chance(0.99) { libm::round(kept) } else { kept };
    // Integers are written without a decimal point.
    if integer && kept.abs() < 9e15 { json!(kept as i64) } else { json!(kept) }
}

fn resolve<'s>(root: &'s Value, mut schema: &'s Value) -> &'s Value {
    loop {
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            schema = root.pointer(reference.trim_start_matches('#')).unwrap_or(&Value::Null);
        } else if let Some(some) = schema.get("anyOf").and_then(Value::as_array).filter(|of| of.len() == 2) {
            // An optional value.
            schema = &some[0];
        } else {
            return schema;
        }
    }
}

fn bounds(schema: &Value) -> (f64, f64) {
    let bound = |name, none| schema.get(name).and_then(Value::as_f64).unwrap_or(none);
    // Integers have the bounds of their type.
    let most = if schema["format"] == "uint32" { f64::from(u32::MAX) } else { f64::INFINITY };
    (bound("minimum", f64::NEG_INFINITY), bound("maximum", most))
}

fn is(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::String(only) => only == kind,
        Value::Array(some) => some.iter().any(|one| one == kind),
        _ => false,
    }
}

impl Mutator<'_> {
    /// Changes something below a place; `name` is the field of that place.
    pub(super) fn field(&self, root: &Value, place: &mut Value, name: &str, rng: &mut Rng) {
        // References need the ids of the document, which are collected once.
        let nodes = ids(place, "nodes");
        self.below(root, root, place, name, &nodes, rng);
    }

    /// Changes something in a part of the document, with the schema of that part.
    pub(super) fn below_of(
        &self,
        root: &Value,
        schema: &Value,
        place: &mut Value,
        nodes: &[String],
        rng: &mut Rng,
    ) {
        self.below(root, schema, place, "", nodes, rng);
    }

    fn below(
        &self,
        root: &Value,
        schema: &Value,
        place: &mut Value,
        name: &str,
        nodes: &[String],
        rng: &mut Rng,
    ) {
        let schema = resolve(root, schema);
        if rng.chance(0.004) {
            *place = [json!(null), json!(0), json!(-1), json!(""), json!([]), json!({}), json!("\u{0}🦀")]
                [rng.below(7)]
            .clone();
            return;
        }
        if let Some(rows) = self.rows.of_field(name)
            && place.is_object()
        {
            return self.choice(rows, place, rng);
        }
        match place {
            Value::Object(fields) if name == "behaviours" => self.behaviours(fields, rng),
            Value::Object(fields) if name == "params" || name == "fluid" => {
                // The schema does not describe parameters, which depend on the row: see `row`.
                let Some(key) = pick(rng, &fields.keys().cloned().collect::<Vec<_>>()).cloned() else {
                    return;
                };
                let now = fields[&key].as_f64().unwrap_or(1.0);
                fields.insert(key, number(rng, (0.0, f64::INFINITY), false, now));
            }
            Value::Object(fields) => self.object(root, schema, fields, nodes, rng),
            Value::Array(list) => {
                if list.is_empty() || rng.chance(0.1) {
                    return self.list(root, schema, list, nodes, rng);
                }
                let at = rng.below(list.len());
                self.below(root, &schema["items"], &mut list[at], "", nodes, rng);
            }
            _ => *place = self.leaf(schema, Some(&*place), name, nodes, rng),
        }
    }

    fn object(
        &self,
        root: &Value,
        schema: &Value,
        fields: &mut Map<String, Value>,
        nodes: &[String],
        rng: &mut Rng,
    ) {
        let Some(known) = schema.get("properties").and_then(Value::as_object) else { return };
        if rng.chance(0.003) {
            fields.insert("unknown".into(), json!(1));
            return;
        }
        let names: Vec<_> =
            known.keys().filter(|name| !LOOKS.contains(&name.as_str()) || rng.chance(0.06)).collect();
        let Some(&name) = pick(rng, &names) else { return };
        let required =
            schema["required"].as_array().is_some_and(|list| list.iter().any(|one| one == name.as_str()));
        if fields.contains_key(name) {
            if rng.chance(if required { 0.003 } else { 0.08 }) {
                fields.remove(name);
                return;
            }
            if name == "algorithm" {
                return self.algorithm(fields, rng);
            }
            if let Some(value) = fields.get_mut(name) {
                self.below(root, &known[name], value, name, nodes, rng);
            }
        } else {
            let begin = (name == "backward").then(|| fields.get("forward").cloned()).flatten();
            let mut value = begin.unwrap_or_else(|| self.invent(root, &known[name], name, nodes, rng));
            if value.is_object() {
                self.below(root, &known[name], &mut value, name, nodes, rng);
            }
            fields.insert(name.clone(), value);
        }
    }

    fn list(&self, root: &Value, schema: &Value, list: &mut Vec<Value>, nodes: &[String], rng: &mut Rng) {
        match rng.below(5) {
            0 if !list.is_empty() => {
                let at = rng.below(list.len());
                list.remove(at);
            }
            1 if !list.is_empty() => {
                // A duplicate id, rarely, since it is rejected.
                let at = rng.below(list.len());
                if list[at].get("id").is_none() || rng.chance(0.1) {
                    list.insert(at, list[at].clone());
                }
            }
            2 | 3 if list.len() > 1 => {
                let (a, b) = (rng.below(list.len()), rng.below(list.len()));
                list.swap(a, b);
            }
            _ if rng.chance(0.3) => list.push(self.invent(root, &schema["items"], "", nodes, rng)),
            _ => {}
        }
    }

    /// A random value that the schema allows.
    pub(super) fn invent(
        &self,
        root: &Value,
        schema: &Value,
        name: &str,
        nodes: &[String],
        rng: &mut Rng,
    ) -> Value {
        let schema = resolve(root, schema);
        if let Some(rows) = self.rows.of_field(name) {
            let mut value = json!({});
            self.choice(rows, &mut value, rng);
            return value;
        }
        if name == "behaviours" {
            let mut fields = Map::new();
            self.behaviours(&mut fields, rng);
            return Value::Object(fields);
        }
        if name == "params" || name == "fluid" {
            return Value::Object(if name == "fluid" {
                rows::values(&self.rows.fluid, rng)
            } else {
                Map::new()
            });
        }
        if is(schema, "object") {
            let mut fields = Map::new();
            let required =
                |field: &str| schema["required"].as_array().is_some_and(|l| l.iter().any(|one| one == field));
            for (field, of) in schema["properties"].as_object().into_iter().flatten() {
                if required(field) || rng.chance(0.2) {
                    fields.insert(field.clone(), self.invent(root, of, field, nodes, rng));
                }
            }
            return Value::Object(fields);
        }
        if is(schema, "array") {
            let count = rng.below(4);
            return (0..count).map(|_| self.invent(root, &schema["items"], "", nodes, rng)).collect();
        }
        self.leaf(schema, None, name, nodes, rng)
    }

    fn leaf(
        &self,
        schema: &Value,
        now: Option<&Value>,
        name: &str,
        nodes: &[String],
        rng: &mut Rng,
    ) -> Value {
        if let Some(options) = schema.get("oneOf").and_then(Value::as_array) {
            return pick(rng, options).map_or(Value::Null, |one| one["const"].clone());
        }
        if is(schema, "number") || is(schema, "integer") {
            let (min, max) = bounds(schema);
            let default = schema.get("default").and_then(Value::as_f64);
            let begin = if min.is_finite() { min.max(1.0).min(max) } else { 1.0 };
            let now = now.and_then(Value::as_f64).or(default).unwrap_or(begin);
            return number(rng, (min, max), is(schema, "integer"), now);
        }
        if is(schema, "boolean") {
            return json!(rng.chance(0.5));
        }
        if rng.chance(0.02) {
            return json!("x".repeat(rng.below(500)));
        }
        match name {
            "from" | "to" | "a" | "b" => json!(pick(rng, nodes)),
            "algorithm" | "referenceAlgorithm" => json!(pick(rng, &self.rows.algorithms).map(|row| &row.id)),
            "gapsMs" => {
                let gap = |rng: &mut Rng| match rng.below(20) {
                    0 => 100_000,
                    1..4 => rng.below(500),
                    _ => rng.below(8),
                };
                let count = 1 + rng.below(40);
                json!((0..count).map(|_| gap(rng).to_string()).collect::<Vec<_>>().join(" "))
            }
            _ => json!(format!("{name}{}", rng.below(1000))),
        }
    }

    /// Another row with other parameters, or another value for a parameter of the current row.
    pub(super) fn choice(&self, rows: &[RowReference], place: &mut Value, rng: &mut Rng) {
        let row = place["kind"].as_str().and_then(|kind| rows::find(rows, kind));
        if let Some(row) = row.filter(|_| rng.chance(0.6))
            && let Some(param) = pick(rng, &row.params)
        {
            let value = rows::value(param, place["params"].get(&*param.id), rng);
            if !place["params"].is_object() {
                place["params"] = json!({});
            }
            place["params"][&*param.id] = value;
            return;
        }
        if let Some(row) = pick(rng, rows) {
            *place = json!({"kind": row.id, "params": rows::values(&row.params, rng)});
        }
    }

    /// Adds or removes a behaviour of a link, or changes its parameters.
    fn behaviours(&self, fields: &mut Map<String, Value>, rng: &mut Rng) {
        let Some(row) = pick(rng, &self.rows.behaviours) else { return };
        if rng.chance(0.25) {
            fields.remove(&*row.id);
        } else {
            fields.insert(row.id.to_string(), Value::Object(rows::values(&row.params, rng)));
        }
    }

    fn algorithm(&self, flow: &mut Map<String, Value>, rng: &mut Rng) {
        let now = flow
            .get("algorithm")
            .and_then(Value::as_str)
            .and_then(|id| rows::find(&self.rows.algorithms, id));
        if let Some(row) = now.filter(|row| !row.params.is_empty() && rng.chance(0.5)) {
            let params = flow.entry("params").or_insert_with(|| json!({}));
            if let (Some(param), Some(params)) = (pick(rng, &row.params), params.as_object_mut()) {
                let value = rows::value(param, params.get(&*param.id), rng);
                params.insert(param.id.to_string(), value);
            }
            return;
        }
        let Some(row) = pick(rng, &self.rows.algorithms) else { return };
        flow.insert("algorithm".into(), json!(row.id));
        flow.insert("params".into(), Value::Object(rows::values(&row.params, rng)));
        // Usually traffic that it can carry.
        let carried = |t: &RowReference| row.transports.iter().any(|over| t.transports.contains(over));
        let kind = flow.get("traffic").and_then(|t| t["kind"].as_str()).unwrap_or("bulk");
        let fits = rows::find(&self.rows.traffic, kind).is_some_and(carried);
        let others: Vec<_> = self.rows.traffic.iter().filter(|t| carried(t)).collect();
        if !fits
            && rng.chance(0.95)
            && let Some(other) = pick(rng, &others)
        {
            flow.insert(
                "traffic".into(),
                json!({"kind": other.id, "params": rows::values(&other.params, rng)}),
            );
        }
    }

    /// Changes a row of a flow or a channel, with its parameters.
    pub(super) fn row(&self, document: &mut Value, rng: &mut Rng) {
        let list = if rng.chance(0.6) { "flows" } else { "links" };
        if rng.chance(0.08) {
            document["fluid"] = Value::Object(rows::values(&self.rows.fluid, rng));
            return;
        }
        let count = document[list].as_array().map_or(0, Vec::len);
        if count == 0 {
            return;
        }
        let Some(thing) = document[list][rng.below(count)].as_object_mut() else { return };
        if list == "links" {
            let way = if rng.chance(0.3) && thing.contains_key("backward") { "backward" } else { "forward" };
            if let Some(channel) = thing.get_mut(way).and_then(Value::as_object_mut) {
                self.choice(&self.rows.queues, channel.entry("queue").or_insert_with(|| json!({})), rng);
            }
            return;
        }
        match rng.below(4) {
            0 => self.choice(&self.rows.stacks, thing.entry("stack").or_insert_with(|| json!({})), rng),
            1 => {
                let transports = thing.get("algorithm").and_then(Value::as_str);
                let row = transports.and_then(|id| rows::find(&self.rows.algorithms, id));
                let over = row.map_or(&[][..], |row| &row.transports);
                let carried =
                    |t: &&RowReference| over.iter().any(|one| t.transports.contains(one)) || over.is_empty();
                let fitting: Vec<_> = self.rows.traffic.iter().filter(carried).cloned().collect();
                self.choice(&fitting, thing.entry("traffic").or_insert_with(|| json!({})), rng);
            }
            _ => self.algorithm(thing, rng),
        }
    }
}
