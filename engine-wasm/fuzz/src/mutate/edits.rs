//! Mutations of timed edits: of any part of the document, at times of other events.

use droptail_engine::core::random::Rng;
use droptail_engine::run::Run;
use droptail_engine::scenario::{Scenario, escape};
use droptail_engine::schema;
use droptail_engine::units::Time;
use serde_json::{Value, json};

use super::{Mutator, early, ids, pick};

/// An arbitrary path and an arbitrary value.
pub fn arbitrary(rng: &mut Rng) -> (String, Value) {
    let tokens = [
        "nodes",
        "links",
        "flows",
        "sampling",
        "seed",
        "core",
        "forward",
        "backward",
        "queue",
        "params",
        "kind",
        "algorithm",
        "",
        "~0",
        "~2",
        "*",
        "0",
        "-",
    ];
    let count = 1 + rng.below(5);
    let path = (0..count).map(|_| format!("/{}", tokens[rng.below(tokens.len())])).collect::<String>();
    let values =
        [json!(null), json!(1), json!("red"), json!({}), json!([]), json!({"id": "core"}), json!(true)];
    (path, values[rng.below(values.len())].clone())
}

/// Moves some edits of a valid document to times of packet events, where ties must always be resolved in the same order.
pub fn at_packets(document: &mut Value, scenario: &Scenario, rng: &mut Rng) {
    let Some(edits) = document["edits"].as_array_mut().filter(|edits| !edits.is_empty()) else { return };
    let before = Scenario { edits: Vec::new(), ..scenario.clone() };
    let mut run = Run::new(&before, false);
    let at = rng.below(edits.len());
    let events = 1 + rng.below(400) as u64;
    // Between its neighbours, so that the edits stay in order.
    let until = edits.get(at + 1).and_then(|edit| edit["atS"].as_f64()).unwrap_or(before.duration_s);
    run.step(Time::from_secs(until), events);
    let time = run.now().as_secs();
    let after = if at > 0 { edits[at - 1]["atS"].as_f64().unwrap_or(0.0) } else { 0.0 };
    if time >= after {
        edits[at]["atS"] = json!(time);
    }
}

impl Mutator<'_> {
    /// Adds an edit, or repeats one.
    pub(super) fn edit(&self, document: &mut Value, rng: &mut Rng) {
        let (path, value) = self.change(document, rng);
        let duration = document["durationS"].as_f64().unwrap_or(1.0);
        let period = document["sampling"]["periodMs"].as_f64().unwrap_or(100.0) / 1e3;
        let Some(edits) = document.as_object_mut().map(|d| d.entry("edits").or_insert_with(|| json!([])))
        else {
            return;
        };
        let Some(edits) = edits.as_array_mut() else { return };
        let at = match rng.below(8) {
            0 => 0.0,
            1 => duration,
            2 => duration * 2.0,
            // At the end of a sampling period, or at a whole second.
            3 => period * (1 + rng.below(20)) as f64,
            4 => rng.below(4) as f64,
            5 => pick(rng, edits).and_then(|edit| edit["atS"].as_f64()).unwrap_or(0.0),
            _ => duration * early(rng),
        };
        let edit = json!({"atS": at.clamp(0.0, 1e5), "path": path, "value": value});
        let place = edits.partition_point(|e| e["atS"].as_f64().is_some_and(|t| t <= at));
        let place = if rng.chance(0.98) { place } else { rng.below(edits.len() + 1) };
        edits.insert(place, edit);
        if rng.chance(0.002) {
            let many: Vec<_> = (0..900).map(|_| edits[place].clone()).collect();
            edits.splice(place..place, many);
        }
    }

    /// A path into a document and a value for it, usually such that the document stays valid.
    pub fn change(&self, document: &Value, rng: &mut Rng) -> (String, Value) {
        if self.scripts && rng.chance(0.4) {
            return super::scripts::rewrite(rng);
        }
        if rng.chance(0.03) {
            return arbitrary(rng);
        }
        let list = ["flows", "links", "links", "flows", "nodes"][rng.below(5)];
        let Some(things) = document[list].as_array() else { return arbitrary(rng) };
        let Some(thing) = pick(rng, things).filter(|thing| thing.is_object()) else { return arbitrary(rng) };
        let id = escape(thing["id"].as_str().unwrap_or_default());
        let whole = format!("/{list}/{id}");
        match rng.below(12) {
            0 => return (whole, Value::Null),
            1 => {
                let mut copy = thing.clone();
                let new = format!("n{}", rng.below(8));
                copy["id"] = json!(new);
                return (format!("/{list}/{new}"), copy);
            }
            _ => {}
        }
        // Change one field by a mutation of the document. The difference is the edit.
        let root = schema::scenario_schema();
        let definition = match list {
            "flows" => "Flow",
            "links" => "Link",
            _ => "Node",
        };
        let nodes = ids(document, "nodes");
        let mut changed = thing.clone();
        self.below_of(root, &root["$defs"][definition], &mut changed, &nodes, rng);
        if rng.chance(0.1) {
            return (whole, changed);
        }
        match difference(thing, &changed, whole.clone(), 1 + rng.below(5)) {
            Some((path, value)) => (path, value),
            None => (whole, changed),
        }
    }
}

/// The first difference of two values, at most `depth` levels deep, and the second value there.
fn difference(before: &Value, after: &Value, path: String, depth: usize) -> Option<(String, Value)> {
    if before == after {
        return None;
    }
    if let (Some(old), Some(new)) = (before.as_object(), after.as_object())
        && depth > 0
    {
        for (key, value) in new {
            let path = format!("{path}/{}", escape(key));
            match old.get(key) {
                Some(was) => {
                    if let Some(found) = difference(was, value, path, depth - 1) {
                        return Some(found);
                    }
                }
                None => return Some((path, value.clone())),
            }
        }
        let gone = old.keys().find(|key| !new.contains_key(*key))?;
        return Some((format!("{path}/{}", escape(gone)), Value::Null));
    }
    Some((path, after.clone()))
}
