//! Base documents of mutations: the gallery, the papers' experiments, documents in links, and the corpus of documents that once broke
//! something.

use std::path::Path;
use std::{fs, io};

use droptail_engine::document;
use droptail_engine::experiment::{Experiment, Size};
use serde_json::{Value, json};

use crate::corpus;
use crate::mutate::{drop_dangling, ids};

/// A valid document.
#[derive(Clone, Debug)]
pub struct Base {
    /// Origin.
    pub name: String,
    /// The whole document.
    pub whole: Value,
    /// The document with at most a few flows, and only the network that these need.
    pub light: Value,
    /// Number of nodes, links and flows of the light document.
    pub parts: usize,
}

/// Maximum number of flows of a light document.
const FEW: usize = 4;

/// All base documents of a checkout of the project, in an order that does not depend on the machine.
pub fn all(project: &Path) -> io::Result<Vec<Base>> {
    let mut bases = Vec::new();
    let mut add = |name: String, document: Value| {
        if document::from_value(document.clone()).is_ok() {
            let light = light(document.clone());
            let parts = ["nodes", "links", "flows"].iter().map(|list| ids(&light, list).len()).sum();
            bases.push(Base { name, whole: document, light, parts });
        }
    };
    for (name, value) in files(&project.join("public/gallery"))? {
        add(name, value);
    }
    for (name, value) in files(&project.join("public/papers"))? {
        // Not validated with all their variants, which would take longer than many cases.
        let Ok(experiment) = serde_json::from_value::<Experiment>(value) else { continue };
        let variants = experiment.variants(Size::Full);
        let last = variants.count().saturating_sub(1);
        let mut numbers = vec![0, last / 2, last];
        numbers.dedup();
        for number in numbers {
            if let Ok(point) = variants.point(number) {
                add(format!("{name} {number}"), json!(point.scenario));
            }
        }
    }
    let links = fs::read_to_string(project.join("tests/links/published.json"))?;
    let links: Value = serde_json::from_str(&links)?;
    for link in links.as_array().into_iter().flatten() {
        add(link["name"].to_string(), link["document"].clone());
    }
    for case in corpus::all()? {
        add(case.name, case.document);
    }
    Ok(bases)
}

/// The JSON files of a folder in the order of their names.
pub fn files(folder: &Path) -> io::Result<Vec<(String, Value)>> {
    let mut paths: Vec<_> = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "json"));
    paths.sort();
    let read = |path: &Path| {
        let value = serde_json::from_str(&fs::read_to_string(path)?)?;
        Ok((path.file_stem().unwrap_or_default().to_string_lossy().into_owned(), value))
    };
    paths.iter().map(|path| read(path)).collect()
}

/// Keeps the first few flows, their hosts, the routers, and the remaining links.
fn light(mut document: Value) -> Value {
    if let Some(flows) = document["flows"].as_array_mut() {
        flows.truncate(FEW);
    }
    let ends: Vec<_> = document["flows"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|f| [f["from"].clone(), f["to"].clone()])
        .collect();
    if let Some(nodes) = document["nodes"].as_array_mut() {
        nodes.retain(|node| node["kind"] == "router" || ends.contains(&node["id"]));
    }
    drop_dangling(&mut document);
    let there: Vec<String> = ["nodes", "links", "flows"]
        .iter()
        .flat_map(|list| ids(&document, list).into_iter().map(move |id| format!("/{list}/{id}")))
        .collect();
    if let Some(edits) = document["edits"].as_array_mut() {
        edits.retain(|edit| {
            edit["path"].as_str().is_some_and(|path| {
                there
                    .iter()
                    .any(|thing| path.strip_prefix(&**thing).is_some_and(|rest| rest.starts_with('/')))
            })
        });
    }
    document
}
