//! Mutations of a document's structure: adding, removing, duplicating and renaming flows, links and nodes; combining two documents.

use droptail_engine::core::random::Rng;
use serde_json::{Value, json};

use super::{Mutator, ids, items, pick};

/// Fields that refer to nodes.
const ENDS: [(&str, [&str; 2]); 2] = [("links", ["a", "b"]), ("flows", ["from", "to"])];

/// Documents with more parts are rare: validation alone takes longer than a run.
const MANY: usize = 40;

impl Mutator<'_> {
    pub(super) fn part(&self, document: &mut Value, rng: &mut Rng) {
        let list = ["flows", "links", "nodes"][rng.below(3)];
        let Some(count) = document[list].as_array().map(Vec::len) else { return };
        if count == 0 {
            return;
        }
        let at = rng.below(count);
        match rng.below(10) {
            0..3 => {
                if count > 1 || rng.chance(0.1) {
                    document[list].as_array_mut().map(|things| things.remove(at));
                }
                // Flows without their hosts are rejected, so usually remove them, too.
                if list == "nodes" && rng.chance(0.8) {
                    drop_dangling(document);
                }
            }
            3..7 => {
                let copies = if rng.chance(0.02) { 200 } else { 1 + rng.below(3) };
                for _ in 0..copies {
                    if document[list].as_array().map_or(0, Vec::len) < MANY || rng.chance(0.02) {
                        duplicate(document, list, at, rng);
                    }
                }
            }
            7 => rename(document, list, at, rng),
            _ => {
                // Reverse the direction.
                let nodes = ids(document, "nodes");
                if let Some((_, ends)) = ENDS.iter().find(|(of, _)| *of == list) {
                    let thing = &mut document[list][at];
                    if rng.chance(0.5) {
                        let (first, second) = (thing[ends[0]].clone(), thing[ends[1]].clone());
                        (thing[ends[0]], thing[ends[1]]) = (second, first);
                    } else {
                        thing[ends[rng.below(2)]] = json!(pick(rng, &nodes));
                    }
                } else {
                    let kind = ["host", "router"][rng.below(2)];
                    document[list][at]["kind"] = json!(kind);
                }
            }
        }
    }

    /// Adds another base document: its nodes under new names, with a link between both networks.
    pub(super) fn splice(&self, document: &mut Value, rng: &mut Rng) {
        let Some(other) = pick(rng, self.bases).map(|base| &base.light) else { return };
        if rng.chance(0.5) {
            // Only copy a whole channel, stack or traffic.
            let (from, to) = (other["links"].as_array(), document["links"].as_array_mut());
            if let (Some(from), Some(to)) = (from, to)
                && let Some(link) = pick(rng, from)
                && !to.is_empty()
            {
                let at = rng.below(to.len());
                to[at]["forward"] = link["forward"].clone();
            }
            return;
        }
        let parts =
            |d: &Value| d["nodes"].as_array().map_or(0, Vec::len) + d["links"].as_array().map_or(0, Vec::len);
        if parts(other) + parts(document) > 2 * MANY {
            return;
        }
        let Some(here) = pick(rng, &ids(document, "nodes")).cloned() else { return };
        let mut other = other.clone();
        let prefix = format!("o{}-", rng.below(100));
        for list in ["nodes", "links", "flows"] {
            for at in 0..other[list].as_array().map_or(0, Vec::len) {
                let id = format!("{prefix}{}", other[list][at]["id"].as_str().unwrap_or_default());
                rename_to(&mut other, list, at, &id);
            }
        }
        let there = pick(rng, &ids(&other, "nodes")).cloned();
        let link = other["links"].get(0).cloned();
        for list in ["nodes", "links", "flows"] {
            let more = other[list].as_array().cloned().unwrap_or_default();
            if let Some(things) = document[list].as_array_mut() {
                things.extend(more);
            }
        }
        if let (Some(mut link), Some(there), Some(links)) = (link, there, document["links"].as_array_mut()) {
            link["id"] = json!(format!("{prefix}bridge"));
            link["a"] = json!(here);
            link["b"] = json!(there);
            links.push(link);
        }
    }
}

/// Adds a copy under another id; a copied host gets its own link.
fn duplicate(document: &mut Value, list: &str, at: usize, rng: &mut Rng) {
    let mut copy = document[list][at].clone();
    let old = copy["id"].as_str().unwrap_or_default().to_owned();
    let stem: String = old.chars().take(40).collect();
    let new = format!("{stem}+{}", rng.below(1_000_000));
    copy["id"] = json!(new);
    if let Some(things) = document[list].as_array_mut() {
        things.push(copy);
    }
    if list == "nodes" {
        let links = document["links"].as_array().into_iter().flatten();
        let own = links.clone().find(|link| link["a"] == *old || link["b"] == *old);
        let Some(mut link) = own.cloned() else { return };
        let end = if link["a"] == *old { "a" } else { "b" };
        link[end] = json!(new);
        link["id"] = json!(format!("l-{new}"));
        if let Some(links) = document["links"].as_array_mut() {
            links.push(link);
        }
    }
}

fn rename(document: &mut Value, list: &str, at: usize, rng: &mut Rng) {
    let new = match rng.below(8) {
        0 => "a/b~c".to_owned(),
        1 => "=1+1".to_owned(),
        2 => "é\u{301}\u{200d}🦀".to_owned(),
        3 => "x".repeat(64),
        4 => " ".to_owned(),
        5 => "__proto__".to_owned(),
        _ => format!("r{}", rng.below(100)),
    };
    rename_to(document, list, at, &new);
}

/// Renames a part and its references.
fn rename_to(document: &mut Value, list: &str, at: usize, new: &str) {
    let old = document[list][at]["id"].clone();
    document[list][at]["id"] = json!(new);
    if list == "nodes" {
        for (things, ends) in ENDS {
            for thing in items(document, things) {
                for end in ends {
                    if thing[end] == old {
                        thing[end] = json!(new);
                    }
                }
            }
        }
    }
    // Edits refer to parts by id.
    let Some(old) = old.as_str() else { return };
    let (old, new) = (format!("/{list}/{old}"), format!("/{list}/{new}"));
    for edit in items(document, "edits") {
        let renamed = edit["path"].as_str().and_then(|path| {
            let rest = path.strip_prefix(&old)?;
            (rest.is_empty() || rest.starts_with('/')).then(|| format!("{new}{rest}"))
        });
        if let Some(path) = renamed {
            edit["path"] = json!(path);
        }
    }
}

/// Removes links and flows whose ends do not exist.
pub(crate) fn drop_dangling(document: &mut Value) {
    let nodes = ids(document, "nodes");
    for (things, ends) in ENDS {
        if let Some(list) = document[things].as_array_mut() {
            list.retain(|thing| ends.iter().all(|&end| nodes.iter().any(|id| thing[end] == **id)));
        }
    }
}
