//! The table of an experiment, made from some variants at a time, so that its runs are never in memory together.

use std::sync::{Arc, Mutex, MutexGuard};

use arrow_array::{Array, Float64Array, Int64Array, RecordBatch, StringArray};
use arrow_pyarrow::FromPyArrow;
use droptail_engine::core::digest::Digest;
use droptail_engine::experiment::{self, ExperimentTable, Outcome, Size, TraceLine, Variant};
use droptail_sweeps::tables;
use pyo3::prelude::*;

use crate::errors::{argument, busy, folder, json};
use crate::experiment::Experiment;

/// Rows and digest so far.
#[derive(Debug, Default)]
struct Rows {
    digest: Digest,
    rows: Vec<Variant>,
}

/// The table of an experiment's runs, in the order of the variants.
#[pyclass(frozen, module = "droptail._engine")]
#[derive(Debug)]
pub struct Summary {
    experiment: Arc<experiment::Experiment>,
    size: Size,
    confidence: f64,
    rows: Mutex<Rows>,
}

impl Summary {
    fn rows(&self) -> PyResult<MutexGuard<'_, Rows>> {
        self.rows.try_lock().map_err(|_| busy())
    }
}

#[pymethods]
impl Summary {
    #[new]
    fn new(experiment: &Experiment, confidence: f64) -> PyResult<Summary> {
        if !(confidence > 0.0 && confidence < 1.0) {
            return Err(argument(format!("a confidence of {confidence} is not between 0 and 1")));
        }
        let (document, size) = (experiment.document.clone(), experiment.size);
        Ok(Summary { experiment: document, size, confidence, rows: Mutex::default() })
    }

    /// Adds all runs of the next variants, up to variant `to`, which is not among them. The columns of the record batch are variant,
    /// seed, digest, time series as JSON or null, and the measures; the rows are in order of variant and seed.
    fn add(&self, py: Python<'_>, batch: &Bound<'_, PyAny>, to: usize) -> PyResult<()> {
        let batch = RecordBatch::from_pyarrow_bound(batch)?;
        let mut rows = self.rows()?;
        let rows = &mut *rows;
        py.detach(|| {
            let outcomes = outcomes(&batch)?;
            for outcome in &outcomes {
                rows.digest.word(outcome.point as u64);
                rows.digest.word(u64::from(outcome.seed));
                rows.digest.text(&outcome.digest);
            }
            let from = rows.rows.len();
            let table = experiment::summarize(&self.experiment, self.size, &outcomes, self.confidence);
            rows.rows.extend(table.rows.into_iter().take(to).skip(from));
            Ok(())
        })
        .map_err(folder)
    }

    /// The table as JSON and as CSV, and the digest of all runs.
    fn finish(&self) -> PyResult<(String, String, String)> {
        let rows = self.rows()?;
        let table = ExperimentTable { confidence: self.confidence, rows: rows.rows.clone() };
        let text = serde_json::to_string_pretty(&table).map_err(|e| argument(e.to_string()))?;
        Ok((text, tables::table_csv(&self.experiment, &table), format!("{:016x}", rows.digest.finish())))
    }

    /// The headings of the axes, and those of the measures, as JSON.
    fn headings(&self) -> PyResult<String> {
        json(&tables::headings(&self.experiment))
    }
}

/// The runs of a record batch.
fn outcomes(batch: &RecordBatch) -> Result<Vec<Outcome>, String> {
    fn column<T: Array + 'static>(batch: &RecordBatch, place: usize) -> Result<&T, String> {
        let column = batch.columns().get(place).and_then(|column| column.as_any().downcast_ref::<T>());
        column.ok_or_else(|| format!("column {place} is not what runs have there"))
    }
    let (points, seeds) = (column::<Int64Array>(batch, 0)?, column::<Int64Array>(batch, 1)?);
    let (digests, traces) = (column::<StringArray>(batch, 2)?, column::<StringArray>(batch, 3)?);
    let measures: Vec<_> = (4..batch.num_columns())
        .map(|place| column::<Float64Array>(batch, place))
        .collect::<Result<_, _>>()?;
    let traces_of = |row: usize| -> Result<Vec<TraceLine>, String> {
        if traces.is_null(row) {
            return Ok(Vec::new());
        }
        serde_json::from_str(traces.value(row)).map_err(|e| format!("time series of a run: {e}"))
    };
    let one = |row: usize| {
        Ok(Outcome {
            point: points.value(row) as usize,
            seed: seeds.value(row) as u32,
            digest: digests.value(row).to_owned(),
            values: measures.iter().map(|m| Some(m.value(row)).filter(|_| m.is_valid(row))).collect(),
            traces: traces_of(row)?,
            ..Outcome::default()
        })
    };
    (0..batch.num_rows()).map(one).collect()
}
