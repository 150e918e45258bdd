//! Runs as Parquet parts: the files of a folder's `parts/`, which a sweep on a cluster writes where there are many runs. Columns are variant, seed,
//! digest, time series as JSON, one for each measure, hops, steps, and the cost.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use droptail_engine::experiment::Outcome;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};

use crate::Tell;
use crate::cost::Cost;
use crate::files::in_file;
use crate::lines::{self, Place, Runs, Shape, StoredRun};

/// Name of the folder in a folder of runs.
const FOLDER: &str = "parts";
/// Columns before those of the measures.
const BEFORE: [&str; 4] = ["variant", "seed", "digest", "traces"];
/// Columns after those of the measures.
const AFTER: [&str; 5] = ["hops", "steps", "cpuS", "wallS", "endedMs"];

/// Adds the runs of all parts of a folder; without parts, none. A file that was truncated is told and ignored. Fails at the first run that does not
/// fit the experiment or contradicts another one.
pub fn read(folder: &Path, shape: &Shape, runs: &mut Runs, tell: Tell<'_>) -> Result<(), String> {
    let parts = folder.join(FOLDER);
    if !parts.is_dir() {
        return Ok(());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(&parts).map_err(in_file(&parts))? {
        let path = entry.map_err(in_file(&parts))?.path();
        if path.extension().is_some_and(|e| e == "parquet") {
            files.push(path);
        }
    }
    files.sort();
    for file in files {
        let opened = File::open(&file).map_err(in_file(&file))?;
        // The end of a file says where everything is, so that a truncated one has nothing.
        match SerializedFileReader::new(opened) {
            Ok(reader) => read_file(&file, &reader, shape, runs)?,
            Err(e) => tell(&format!("{}: truncated or damaged, ignored: {e}", file.display())),
        }
    }
    Ok(())
}

fn read_file(
    file: &Path,
    reader: &SerializedFileReader<File>,
    shape: &Shape,
    runs: &mut Runs,
) -> Result<(), String> {
    let columns = reader.metadata().file_metadata().schema_descr();
    let names: Vec<_> = columns.columns().iter().map(|column| column.name()).collect();
    let measures = names.len().saturating_sub(BEFORE.len() + AFTER.len());
    let ours = names.len() == measures + BEFORE.len() + AFTER.len()
        && names.starts_with(&BEFORE)
        && names.ends_with(&AFTER);
    if !ours {
        return Err(in_file(file)("the columns are not those of runs".to_owned()));
    }
    let rows = reader.get_row_iter(None).map_err(in_file(file))?;
    for (number, row) in rows.enumerate() {
        let place = Place::new(PathBuf::from(file), number + 1);
        let kept = run(&row.map_err(in_file(file))?, measures).map_err(|e| format!("{place}: {e}"))?;
        if let Some(what) = shape.problem(&kept.outcome) {
            return Err(format!("{place}: {what}; if the file does not belong here, delete it"));
        }
        lines::add(runs, kept, Some(place))?;
    }
    Ok(())
}

/// The run of a row.
fn run(row: &Row, measures: usize) -> Result<StoredRun, String> {
    let fields: Vec<&Field> = row.get_column_iter().map(|(_, field)| field).collect();
    let odd = |field: &Field| format!("{field} is not what a run has there");
    let whole = |place: usize| match fields[place] {
        Field::Long(number) => u64::try_from(*number).map_err(|_| odd(fields[place])),
        other => Err(odd(other)),
    };
    let real = |place: usize| match fields[place] {
        Field::Double(number) => Ok(Some(*number)),
        Field::Null => Ok(None),
        other => Err(odd(other)),
    };
    let text = |place: usize| match fields[place] {
        Field::Str(text) => Ok(Some(text.as_str())),
        Field::Null => Ok(None),
        other => Err(odd(other)),
    };
    let traces = text(3)?.map_or(Ok(Vec::new()), serde_json::from_str);
    let after = BEFORE.len() + measures;
    let cost = match (real(after + 2)?, real(after + 3)?) {
        (Some(cpu_s), Some(wall_s)) => Some(Cost { cpu_s, wall_s, ended_ms: whole(after + 4)? }),
        _ => None,
    };
    let outcome = Outcome {
        point: whole(0)? as usize,
        seed: u32::try_from(whole(1)?).map_err(|_| odd(fields[1]))?,
        digest: text(2)?.ok_or_else(|| odd(fields[2]))?.to_owned(),
        values: (BEFORE.len()..after).map(real).collect::<Result<_, _>>()?,
        traces: traces.map_err(|e| format!("time series: {e}"))?,
        hops: whole(after)?,
        steps: whole(after + 1)?,
    };
    Ok(StoredRun { outcome, cost })
}
