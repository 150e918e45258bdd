//! The engine for Python: documents and results as JSON text, series as Arrow arrays.
//!
//! The package `droptail` gives this module its Python types; see `python/package/`. The global interpreter lock is released while
//! the engine runs, in slices, so that Ctrl-C ends a run.

mod agents;
mod documents;
mod errors;
mod experiment;
mod series;
mod simulation;
mod slices;
mod state;
mod store;
mod summary;

use pyo3::prelude::*;

/// The engine, without its Python types. Use the package `droptail`.
#[pymodule]
mod _engine {
    #[pymodule_export]
    use crate::agents::Agents;
    #[pymodule_export]
    use crate::documents::{catalogue, normal_experiment, normal_scenario, schemas, with_value};
    #[pymodule_export]
    use crate::experiment::Experiment;
    #[pymodule_export]
    use crate::simulation::Simulation;
    #[pymodule_export]
    use crate::store::{Store, merge};
    #[pymodule_export]
    use crate::summary::Summary;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MODEL_VERSION", droptail_engine::MODEL_VERSION)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
