//! The engine's errors as Python exceptions, which `droptail._errors` defines.

use droptail_engine::scenario::Problem;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

fn exception(name: &str, argument: impl for<'py> IntoPyObject<'py>) -> PyErr {
    Python::attach(|py| {
        let argument = argument.into_py_any(py)?;
        let made = py.import("droptail._errors")?.getattr(name)?.call1((argument,))?;
        Ok::<_, PyErr>(PyErr::from_value(made))
    })
    .unwrap_or_else(|error| error)
}

/// A `DocumentError` with its problems.
pub fn refused(problems: &[Problem]) -> PyErr {
    let texts = |p: &Problem| (p.pointer.clone(), p.problem.clone(), p.expected.clone());
    exception("DocumentError", problems.iter().map(texts).collect::<Vec<_>>())
}

/// A `FolderError`.
pub fn folder(message: String) -> PyErr {
    exception("FolderError", message)
}

/// An argument that is wrong.
pub fn argument(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// An object that another thread uses.
pub fn busy() -> PyErr {
    PyRuntimeError::new_err("another thread is using this object; give each thread its own")
}

/// JSON text of a value.
pub fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|e| PyRuntimeError::new_err(e.to_string()))
}
