//! Timed edits: changes of the document by path. List items are named by id.

use serde_json::Value;

use super::{Edit, Problem};
use crate::pattern::fits;

/// Parts of a document that cannot change during a run.
pub const FIXED: &[&str] = &["version", "seed", "engine", "edits", "durationS", "sampling", "lesson"];

/// Applies one edit to a document's value. Missing objects along the path are created; a missing `backward` starts as a copy
/// of `forward`, and missing `controllers` as an empty list. The page has its own implementation (`web/scenario/path.ts`); a test checks that both agree.
pub fn set(document: &mut Value, edit: &Edit) -> Result<(), Problem> {
    let unknown = missing_at;
    let Some(rest) = edit.path.strip_prefix('/') else {
        return Err(unknown(&edit.path));
    };
    let tokens: Vec<String> = rest.split('/').map(|t| t.replace("~1", "/").replace("~0", "~")).collect();
    if FIXED.contains(&tokens[0].as_str()) {
        let problem = format!("\"{}\" cannot change during a run", tokens[0]);
        return Err(Problem::new("/path", problem, "another part of the document"));
    }
    put(document, &tokens, &edit.value)
}

/// Sets the value at all [`places`] that `path` matches, without restrictions.
pub fn set_everywhere(document: &mut Value, path: &str, value: &Value) -> Result<(), Problem> {
    places(document, path)?.iter().try_for_each(|place| put(document, place, value))
}

/// All places in a document that a path matches, in document order. `*` in the id of a list item matches any text.
pub fn places(document: &Value, path: &str) -> Result<Vec<Vec<String>>, Problem> {
    let rest = path.strip_prefix('/').ok_or_else(|| missing_at(path))?;
    let tokens = rest.split('/').map(|t| t.replace("~1", "/").replace("~0", "~"));
    let mut found = vec![Vec::new()];
    for token in tokens {
        if !token.contains('*') {
            found.iter_mut().for_each(|place| place.push(token.clone()));
            continue;
        }
        let mut next = Vec::new();
        for place in &found {
            let items = within(document, place).and_then(Value::as_array).ok_or_else(|| missing_at(path))?;
            let ids = items.iter().filter_map(|item| item["id"].as_str()).filter(|id| fits(&token, id));
            next.extend(ids.map(|id| [place.as_slice(), &[id.to_owned()]].concat()));
        }
        // `*` may match nothing in an empty list, but a pattern with more text has to match something.
        if next.is_empty() && token != "*" {
            return Err(missing_at(path));
        }
        found = next;
    }
    Ok(found)
}

/// The value at a place, if there is one.
fn within<'a>(document: &'a Value, place: &[String]) -> Option<&'a Value> {
    place.iter().try_fold(document, |at, token| match at {
        Value::Array(items) => items.iter().find(|item| item["id"] == **token),
        _ => at.get(token),
    })
}

/// The initial value of a missing part: both directions of a link are equal until one of them is changed.
fn missing_part(of: &serde_json::Map<String, Value>, part: &str) -> Value {
    match (part, of.get("forward")) {
        ("backward", Some(forward)) => forward.clone(),
        ("controllers", _) => Value::Array(Vec::new()),
        _ => Value::Object(Default::default()),
    }
}

fn missing_at(what: &str) -> Problem {
    Problem::new("/path", format!("nothing at \"{what}\""), "a path to a part of the document")
}

/// Sets the value at one place.
pub fn put(document: &mut Value, tokens: &[String], value: &Value) -> Result<(), Problem> {
    let unknown = missing_at;
    let (last, parents) = tokens.split_last().expect("split gives at least one");
    let mut at = document;
    for token in parents {
        at = match at {
            Value::Array(items) => {
                items.iter_mut().find(|i| i["id"] == **token).ok_or_else(|| unknown(token))?
            }
            Value::Object(map) => {
                // Null means absent, as it does for the value of an edit.
                if map.get(token).is_none_or(Value::is_null) {
                    map.insert(token.clone(), missing_part(map, token));
                }
                map.get_mut(token).expect("just made")
            }
            _ => return Err(unknown(token)),
        };
    }
    let removes = value.is_null();
    match at {
        Value::Array(items) => {
            let place = items.iter().position(|i| i["id"] == **last);
            match (place, removes) {
                (Some(i), true) => drop(items.remove(i)),
                (None, true) => return Err(unknown(last)),
                (_, false) if value["id"] != **last => {
                    return Err(Problem::new(
                        "/value/id",
                        "the id differs from the one in the path",
                        format!("\"{last}\""),
                    ));
                }
                (Some(i), false) => items[i] = value.clone(),
                (None, false) => items.push(value.clone()),
            }
        }
        Value::Object(map) if removes => drop(map.remove(last)),
        Value::Object(map) => drop(map.insert(last.clone(), value.clone())),
        _ => return Err(unknown(last)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn edited(document: Value, path: &str, value: Value) -> Result<Value, Problem> {
        let mut document = document;
        set(&mut document, &Edit { at_s: 0.0, path: path.to_owned(), value })?;
        Ok(document)
    }

    #[test]
    fn a_missing_backward_channel_starts_as_a_copy_of_forward() {
        let forward = json!({ "rateMbps": 10, "delayMs": 5 });
        let omitted = json!({ "links": [{ "id": "x", "forward": forward }] });
        let null = json!({ "links": [{ "id": "x", "forward": forward, "backward": null }] });
        let backward = json!({ "rateMbps": 2, "delayMs": 5 });
        let differs = json!({ "links": [{ "id": "x", "forward": forward, "backward": backward }] });
        for document in [omitted, null] {
            assert_eq!(edited(document, "/links/x/backward/rateMbps", json!(2)).ok(), Some(differs.clone()));
        }
    }

    #[test]
    fn null_counts_as_absent() {
        let document = json!({ "flows": [{ "id": "f", "params": null }] });
        let now = json!({ "flows": [{ "id": "f", "params": { "beta": 0.5 } }] });
        assert_eq!(edited(document, "/flows/f/params/beta", json!(0.5)).ok(), Some(now));
    }

    #[test]
    fn edits_of_fixed_parts_are_rejected() {
        for name in FIXED {
            assert!(edited(json!({}), &format!("/{name}"), json!(1)).is_err(), "{name}");
        }
    }
}
