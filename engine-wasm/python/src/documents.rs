//! Documents as JSON text.

use droptail_engine::scenario::Problem;
use droptail_engine::{document, experiment, published, scenario};
use pyo3::prelude::*;
use serde_json::Value;

use crate::errors::{json, refused};

/// The catalogue as JSON.
#[pyfunction]
pub fn catalogue() -> PyResult<String> {
    json(&published::catalogue())
}

/// The JSON Schemas of documents and results, by name, as JSON.
#[pyfunction]
pub fn schemas() -> PyResult<String> {
    json(&published::schemas())
}

/// A valid scenario with its defaults filled in.
#[pyfunction]
pub fn normal_scenario(py: Python<'_>, text: &str) -> PyResult<String> {
    let parsed = py.detach(|| document::parse(text));
    json(&parsed.map_err(|p| refused(&p))?)
}

/// A valid experiment with its defaults filled in.
#[pyfunction]
pub fn normal_experiment(py: Python<'_>, text: &str) -> PyResult<String> {
    let parsed = py.detach(|| experiment::parse(text));
    json(&parsed.map_err(|p| refused(&p))?)
}

/// A document with a value, given as JSON, at all places that a path matches. It is not validated.
#[pyfunction]
pub fn with_value(text: &str, path: &str, value: &str) -> PyResult<String> {
    let parse = |text: &str| {
        serde_json::from_str::<Value>(text)
            .map_err(|e| refused(&[Problem::new("", format!("not JSON: {e}"), "a JSON document")]))
    };
    let (mut document, value) = (parse(text)?, parse(value)?);
    scenario::set_everywhere(&mut document, path, &value).map_err(|p| refused(&[p]))?;
    json(&document)
}
