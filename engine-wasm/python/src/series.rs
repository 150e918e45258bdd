//! Series as Arrow record batches. The numbers are written once, into the buffers that Arrow and Python then share.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, RecordBatch};
use arrow_pyarrow::ToPyArrow;
use arrow_schema::{ArrowError, DataType, Field, Metadata, Schema};
use droptail_engine::metrics::export;
use droptail_engine::metrics::recorder::DirectorySeries;
use droptail_engine::metrics::series::Series;
use droptail_engine::run::Run;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// An error of Arrow.
pub fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// All series of a run: for each its name in documents and its rows.
pub fn all<'py>(py: Python<'py>, run: &Run) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let one = |(info, series): (DirectorySeries, &Series)| {
        let path = if info.fluid { format!("fluid/{}", info.path()) } else { info.path() };
        let batch = rows(&info, &path, series).map_err(failed)?;
        Ok((path, batch.to_pyarrow(py)?))
    };
    run.series().map(one).collect()
}

/// The columns of a series: `time_s`, `min`, `max`, `last`.
fn rows(info: &DirectorySeries, path: &str, series: &Series) -> Result<RecordBatch, ArrowError> {
    let (_, unit) = export::name(info);
    let mut columns: [Vec<f64>; 4] = Default::default();
    for (time, min, max, last) in series.rows() {
        for (column, number) in columns.iter_mut().zip([time, min, max, last]) {
            column.push(number);
        }
    }
    let field = |name: &str, unit: &str| {
        Field::new(name, DataType::Float64, false).with_metadata(Metadata::from([("unit", unit)]))
    };
    let fields = vec![field("time_s", "s"), field("min", unit), field("max", unit), field("last", unit)];
    let about = Metadata::from([("series", path), ("unit", unit)]);
    let schema = Schema::new_with_metadata(fields, about);
    let arrays = columns.into_iter().map(|column| Arc::new(Float64Array::from(column)) as ArrayRef);
    RecordBatch::try_new(Arc::new(schema), arrays.collect())
}
