//! Shrinks a failing case: removes parts one after another as long as it fails in the same way.

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::case::Case;

/// Time limit, because a search finds more than one failure.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns the smallest case found that still fails with this name.
pub fn shrink(case: &Case, name: &str) -> Case {
    let until = Instant::now() + PATIENCE;
    let mut best = case.clone();
    let fails =
        |case: &Case| Instant::now() < until && case.play().is_err_and(|failure| failure.name == name);
    if best.text.is_some() {
        let without = Case { text: None, ..best.clone() };
        if fails(&without) {
            best = without;
        }
    }
    loop {
        let before = size(&best);
        for at in (0..best.actions.len()).rev() {
            let mut fewer = best.clone();
            fewer.actions.remove(at);
            if fails(&fewer) {
                best = fewer;
            }
        }
        for pointer in pointers(&best.document) {
            let Some(document) = without(&best.document, &pointer) else { continue };
            let fewer = Case { document, ..best.clone() };
            if fails(&fewer) {
                best = fewer;
            }
        }
        for pointer in pointers(&best.document) {
            let Some(x) = best.document.pointer(&pointer).and_then(Value::as_f64) else { continue };
            for simple in [0.0, 1.0, libm::round(x), libm::round(x * 1000.0) / 1000.0] {
                let mut document = best.document.clone();
                if simple.to_string().len() >= x.to_string().len() {
                    continue;
                }
                if let Some(place) = document.pointer_mut(&pointer) {
                    *place = if libm::floor(simple) == simple && simple.abs() < 9e15 {
                        Value::from(simple as i64)
                    } else {
                        Value::from(simple)
                    };
                }
                let simpler = Case { document, ..best.clone() };
                if fails(&simpler) {
                    best = simpler;
                    break;
                }
            }
        }
        if size(&best) >= before || Instant::now() >= until {
            return best;
        }
    }
}

fn size(case: &Case) -> usize {
    case.document.to_string().len() + 40 * case.actions.len() + case.text.as_ref().map_or(0, String::len)
}

/// All places in a document, largest first.
fn pointers(document: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(document, String::new(), &mut found);
    found.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    found.into_iter().map(|(_, pointer)| pointer).collect()
}

fn collect(value: &Value, at: String, found: &mut Vec<(usize, String)>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(fields) => {
            fields.iter().map(|(k, v)| (droptail_engine::scenario::escape(k), v)).collect()
        }
        Value::Array(list) => list.iter().enumerate().rev().map(|(i, v)| (i.to_string(), v)).collect(),
        _ => vec![],
    };
    for (key, child) in children {
        collect(child, format!("{at}/{key}"), found);
    }
    if !at.is_empty() {
        found.push((value.to_string().len(), at));
    }
}

fn without(document: &Value, pointer: &str) -> Option<Value> {
    let (parent, key) = pointer.rsplit_once('/')?;
    let mut document = document.clone();
    match document.pointer_mut(parent)? {
        Value::Object(fields) => fields.remove(&key.replace("~1", "/").replace("~0", "~"))?,
        Value::Array(list) => {
            let at = key.parse::<usize>().ok().filter(|&at| at < list.len())?;
            list.remove(at)
        }
        _ => return None,
    };
    Some(document)
}
