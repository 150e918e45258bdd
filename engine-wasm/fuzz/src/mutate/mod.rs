//! Mutations of documents, guided by the JSON schema and the catalogue.

mod edits;
mod fields;
pub(crate) mod parts;
mod scripts;
mod text;

use droptail_engine::core::random::Rng;
use droptail_engine::schema;
use serde_json::{Value, json};

use crate::bases::Base;
use crate::rows::Rows;

pub use edits::{arbitrary, at_packets};
pub use fields::number;
pub(crate) use parts::drop_dangling;
pub use scripts::script;
pub use text::damage;

/// Changes documents.
#[derive(Debug)]
pub struct Mutator<'a> {
    /// Rows of the engine.
    pub rows: &'a Rows,
    /// Documents to start from and to copy parts of.
    pub bases: &'a [Base],
    /// Whether every document gets a controller with a random script.
    pub scripts: bool,
}

/// A random item of a list.
pub fn pick<'a, T>(rng: &mut Rng, list: &'a [T]) -> Option<&'a T> {
    (!list.is_empty()).then(|| &list[rng.below(list.len())])
}

/// A random fraction, more often small than large, because most runs have few events.
pub fn early(rng: &mut Rng) -> f64 {
    let part = rng.uniform();
    if rng.chance(0.4) { part } else { part * part * part }
}

/// A small random number of repetitions.
pub fn few(rng: &mut Rng) -> usize {
    let mut count = 1;
    while count < 12 && rng.chance(0.55) {
        count += 1;
    }
    count
}

impl Mutator<'_> {
    /// Mutates a base document; the result is usually valid.
    pub fn document(&self, rng: &mut Rng) -> Value {
        // Smaller documents more often, because they take less time.
        let draw = |rng: &mut Rng| &self.bases[rng.below(self.bases.len())];
        let (one, other, third) = (draw(rng), draw(rng), draw(rng));
        let smallest = [one, other, third].into_iter().min_by_key(|base| base.parts).unwrap_or(one);
        let base = if rng.chance(0.8) { smallest } else { one };
        // Most cases should take about a millisecond, but some have many flows.
        let mut document = if rng.chance(0.97) { base.light.clone() } else { base.whole.clone() };
        calm(&mut document, rng);
        if rng.chance(0.35) {
            document["engine"] = json!(["packet", "fluid", "both"][rng.below(3)]);
        }
        for _ in 0..few(rng) {
            // A value that is not an object will be rejected in any case.
            if !has_parts(&document) {
                return document;
            }
            self.mutate(&mut document, rng);
        }
        if !has_parts(&document) {
            return document;
        }
        if document["engine"] == "fluid" || document["engine"] == "both" {
            self.suit_fluid(&mut document, rng);
        }
        document
    }

    /// Makes one random change.
    pub fn mutate(&self, document: &mut Value, rng: &mut Rng) {
        match rng.below(20) {
            0..11 => self.field(schema::scenario_schema(), document, "", rng),
            11..14 => self.part(document, rng),
            14..16 => self.row(document, rng),
            16..19 => self.edit(document, rng),
            _ => self.splice(document, rng),
        }
    }

    /// Usually replaces algorithms and queues without a fluid form.
    fn suit_fluid(&self, document: &mut Value, rng: &mut Rng) {
        if rng.chance(0.05) {
            return;
        }
        let algorithms: Vec<_> = self.rows.algorithms.iter().filter(|row| row.fluid).collect();
        let known = |id: &str| algorithms.iter().any(|row| row.id == id);
        for flow in items(document, "flows") {
            if !flow["algorithm"].as_str().is_some_and(known)
                && let Some(row) = pick(rng, &algorithms)
            {
                flow["algorithm"] = json!(row.id);
                remove(flow, "params");
                flow["traffic"] = json!({"kind": "bulk"});
            }
        }
        let queues: Vec<_> = self.rows.queues.iter().filter(|row| row.fluid).collect();
        for link in items(document, "links") {
            for way in ["forward", "backward"] {
                let Some(channel) = link.get_mut(way).and_then(Value::as_object_mut) else { continue };
                let kind = channel.get("queue").and_then(|q| q["kind"].as_str()).unwrap_or("droptail");
                if !queues.iter().any(|row| row.id == kind)
                    && let Some(row) = pick(rng, &queues)
                {
                    channel.insert("queue".into(), json!({"kind": row.id}));
                }
                if rng.chance(0.9) {
                    for part in ["trace", "burstLoss", "reorder", "behaviours"] {
                        channel.remove(part);
                    }
                }
            }
        }
    }
}

/// Shortens the run and removes text, for thousands of cases per second.
fn calm(document: &mut Value, rng: &mut Rng) {
    if rng.chance(0.95) {
        for part in ["lesson", "notes", "title"] {
            remove(document, part);
        }
    }
    if rng.chance(0.9) {
        let duration = document["durationS"].as_f64().unwrap_or(1.0);
        let length = [0.01, 0.1, 0.5, 1.0, 2.5, 6.0][rng.below(6)];
        document["durationS"] = json!(duration.min(length));
        // Flows that start late would never run.
        for flow in items(document, "flows") {
            for part in ["startS", "startJitterS"] {
                let late = |value: &&mut Value| value.as_f64().is_some_and(|at| at > 0.1 * length);
                if let Some(value) = flow.get_mut(part).filter(late) {
                    *value = json!(early(rng) * length);
                }
            }
        }
        let from = if rng.chance(0.3) { early(rng) * length } else { 0.0 };
        if document["sampling"].is_object() || from > 0.0 {
            document["sampling"]["measureFromS"] = json!(from);
        }
        let edits: Vec<_> = items(document, "edits").collect();
        let last = edits.iter().filter_map(|edit| edit["atS"].as_f64()).fold(0.0, f64::max);
        if last > length {
            for edit in edits {
                edit["atS"] = json!(edit["atS"].as_f64().unwrap_or(0.0) * length / last);
            }
        }
    }
}

/// Whether a document has the lists that mutations rely on.
fn has_parts(document: &Value) -> bool {
    let list =
        |name: &&str| document[*name].as_array().is_some_and(|things| things.iter().all(Value::is_object));
    let edits = document.get("edits").is_none() || list(&"edits");
    document.is_object() && ["nodes", "links", "flows"].iter().all(list) && edits
}

/// The items of a list in a document.
pub(crate) fn items<'v>(document: &'v mut Value, list: &str) -> impl Iterator<Item = &'v mut Value> {
    document.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten()
}

/// Removes a field.
pub(crate) fn remove(thing: &mut Value, field: &str) {
    thing.as_object_mut().map(|fields| fields.remove(field));
}

/// The ids of the items in a list.
pub(crate) fn ids(document: &Value, list: &str) -> Vec<String> {
    let list = document[list].as_array().into_iter().flatten();
    list.filter_map(|thing| Some(thing["id"].as_str()?.to_owned())).collect()
}
