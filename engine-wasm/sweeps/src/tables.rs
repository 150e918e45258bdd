//! Tables of an experiment as CSV and Parquet.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use droptail_engine::experiment::{AxisValue, Cell, Experiment, ExperimentTable, Outcome};
use parquet::basic::{ConvertedType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::{csv, files};

/// A heading with its unit.
fn heading(name: &str, unit: &str) -> String {
    if unit.is_empty() { name.to_owned() } else { format!("{name}, {unit}") }
}

/// The headings of the axes, and those of the measures.
pub fn headings(experiment: &Experiment) -> (Vec<String>, Vec<String>) {
    let axes = experiment.axes.iter().map(|a| heading(&a.name, &a.unit)).collect();
    (axes, experiment.measures.iter().map(|m| heading(&m.name, &m.unit)).collect())
}

/// Writes table.csv (a line per variant), table.json, runs.csv and runs.parquet (a line per run).
pub fn write(
    folder: &Path,
    experiment: &Experiment,
    table: &ExperimentTable,
    outcomes: &[Outcome],
) -> Result<(), String> {
    let put = |name: &str, content: &[u8]| files::write(&folder.join(name), content);
    put("table.csv", table_csv(experiment, table).as_bytes())?;
    put("table.json", serde_json::to_string_pretty(table).map_err(|e| e.to_string())?.as_bytes())?;
    put("runs.csv", runs_csv(experiment, table, outcomes).as_bytes())?;
    let mut parquet = Vec::new();
    runs_parquet(&mut parquet, experiment, table, outcomes).map_err(|e| format!("runs.parquet: {e}"))?;
    put("runs.parquet", &parquet)
}

/// The table as CSV, a line per variant.
pub fn table_csv(experiment: &Experiment, table: &ExperimentTable) -> String {
    let (mut head, measures) = headings(experiment);
    head.push("runs".into());
    for measure in measures {
        head.extend(
            ["mean", "half width", "sd", "min", "max", "median", "SIQR"]
                .map(|what| format!("{measure}: {what}")),
        );
    }
    let mut rows = vec![head];
    let number = |x: Option<f64>| x.map_or_else(String::new, |x| x.to_string());
    for row in &table.rows {
        let mut cells: Vec<_> = row.at.iter().map(ToString::to_string).collect();
        cells.push(row.runs.to_string());
        for cell in &row.cells {
            let of = |f: fn(&Cell) -> Option<f64>| number(cell.as_ref().and_then(f));
            cells.extend([
                of(|c| Some(c.mean)),
                of(|c| c.half_width),
                of(|c| c.sd),
                of(|c| Some(c.min)),
                of(|c| Some(c.max)),
                of(|c| Some(c.median)),
                of(|c| Some(c.siqr)),
            ]);
        }
        rows.push(cells);
    }
    rows.into_iter().map(csv::line).collect()
}

fn runs_csv(experiment: &Experiment, table: &ExperimentTable, outcomes: &[Outcome]) -> String {
    let (mut head, measures) = headings(experiment);
    head.extend(["seed".into(), "digest".into()]);
    head.extend(measures);
    let mut rows = vec![head];
    for outcome in outcomes {
        let mut cells: Vec<_> = table.rows[outcome.point].at.iter().map(ToString::to_string).collect();
        cells.extend([outcome.seed.to_string(), outcome.digest.clone()]);
        cells.extend(outcome.values.iter().map(|x| x.map_or_else(String::new, |x| x.to_string())));
        rows.push(cells);
    }
    rows.into_iter().map(csv::line).collect()
}

/// Columns of a Parquet file.
enum Column {
    Numbers(Vec<Option<f64>>),
    Texts(Vec<String>),
    Whole(Vec<i64>),
}

impl Column {
    fn schema(&self, name: &str) -> Result<TypePtr, ParquetError> {
        let (physical, repetition, converted) = match self {
            Column::Numbers(_) => (Physical::DOUBLE, Repetition::OPTIONAL, ConvertedType::NONE),
            Column::Texts(_) => (Physical::BYTE_ARRAY, Repetition::REQUIRED, ConvertedType::UTF8),
            Column::Whole(_) => (Physical::INT64, Repetition::REQUIRED, ConvertedType::NONE),
        };
        let column = Type::primitive_type_builder(name, physical);
        Ok(Arc::new(column.with_repetition(repetition).with_converted_type(converted).build()?))
    }

    fn write<W: Write + Send>(
        &self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<(), ParquetError> {
        let Some(mut writer) = group.next_column()? else { return Ok(()) };
        match self {
            Column::Numbers(list) => {
                let there: Vec<f64> = list.iter().flatten().copied().collect();
                let levels: Vec<i16> = list.iter().map(|x| i16::from(x.is_some())).collect();
                writer.typed::<DoubleType>().write_batch(&there, Some(&levels), None)?;
            }
            Column::Texts(list) => {
                let texts: Vec<ByteArray> = list.iter().map(|text| text.as_str().into()).collect();
                writer.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
            }
            Column::Whole(list) => {
                writer.typed::<Int64Type>().write_batch(list, None, None)?;
            }
        }
        writer.close()
    }
}

fn runs_parquet(
    file: impl Write + Send,
    experiment: &Experiment,
    table: &ExperimentTable,
    outcomes: &[Outcome],
) -> Result<(), ParquetError> {
    let (axes, measures) = headings(experiment);
    let mut columns = Vec::new();
    for (i, name) in axes.into_iter().enumerate() {
        let values: Vec<_> = outcomes.iter().map(|o| table.rows[o.point].at[i].clone()).collect();
        let numbers: Option<Vec<_>> =
            values.iter().map(|v| if let AxisValue::Number(x) = v { Some(Some(*x)) } else { None }).collect();
        let texts = || Column::Texts(values.iter().map(ToString::to_string).collect());
        columns.push((name, numbers.map_or_else(texts, Column::Numbers)));
    }
    columns.push(("seed".into(), Column::Whole(outcomes.iter().map(|o| i64::from(o.seed)).collect())));
    columns.push(("digest".into(), Column::Texts(outcomes.iter().map(|o| o.digest.clone()).collect())));
    for (i, name) in measures.into_iter().enumerate() {
        columns.push((name, Column::Numbers(outcomes.iter().map(|o| o.values[i]).collect())));
    }
    let fields = columns.iter().map(|(name, column)| column.schema(name)).collect::<Result<_, _>>()?;
    let schema = Arc::new(Type::group_type_builder("runs").with_fields(fields).build()?);
    let mut writer = SerializedFileWriter::new(file, schema, Arc::new(WriterProperties::builder().build()))?;
    let mut group = writer.next_row_group()?;
    for (_, column) in &columns {
        column.write(&mut group)?;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
