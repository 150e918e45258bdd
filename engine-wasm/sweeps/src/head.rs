//! `experiment.json` in a folder: the experiment whose runs are stored there.

use std::path::Path;

use droptail_engine::experiment::{self, Experiment, Size};
use serde_json::json;

use crate::files::{self, in_file};

/// Name of the file.
const NAME: &str = "experiment.json";
/// Maximum size, bytes: that of the largest document, with defaults filled in and indented.
const MAX_TEXT: usize = 32 * droptail_engine::scenario::MAX_TEXT;

/// The state of `experiment.json` in a folder.
#[derive(Debug)]
pub enum Head {
    /// There is none: no runs have been stored.
    Absent,
    /// The file is truncated: the disk was full, or the machine crashed.
    Cut(String),
    /// The file is complete.
    Whole(Box<Experiment>, Size),
}

/// The content of the file for an experiment.
pub fn text(experiment: &Experiment, size: Size) -> Result<String, String> {
    let head = json!({
        "modelVersion": droptail_engine::MODEL_VERSION, "size": if size == Size::Quick { "quick" } else { "full" },
        "experiment": experiment,
    });
    serde_json::to_string_pretty(&head).map_err(|e| e.to_string())
}

/// Writes the file atomically.
pub fn write(folder: &Path, experiment: &Experiment, size: Size) -> Result<(), String> {
    files::write(&folder.join(NAME), text(experiment, size)?.as_bytes())
}

/// Reads the file. Fails if it is complete but invalid, or from another model version.
pub fn read(folder: &Path) -> Result<Head, String> {
    let path = folder.join(NAME);
    let error = in_file(&path);
    if !path.exists() {
        return Ok(Head::Absent);
    }
    let text = files::read_text(&path, MAX_TEXT)?;
    let value: serde_json::Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(e) if e.is_eof() => return Ok(Head::Cut(text)),
        Err(e) => return Err(error(format!("{e}; the file is damaged: {OTHER_FOLDER}"))),
    };
    if value["modelVersion"] != droptail_engine::MODEL_VERSION {
        let (there, here) = (&value["modelVersion"], droptail_engine::MODEL_VERSION);
        return Err(error(format!(
            "the runs are of model version {there}, this is version {here}: {OTHER_FOLDER}"
        )));
    }
    let size = match value["size"].as_str() {
        Some("quick") => Size::Quick,
        Some("full") => Size::Full,
        _ => return Err(error(format!("the size is neither \"quick\" nor \"full\": {OTHER_FOLDER}"))),
    };
    let experiment = experiment::from_value(value["experiment"].clone())
        .map_err(|problems| crate::problem_lines(&path.display().to_string(), &problems))?;
    Ok(Head::Whole(Box::new(experiment), size))
}

/// The experiment of a folder to merge, whose file has to be complete.
pub fn read_whole(folder: &Path) -> Result<(Experiment, Size), String> {
    let path = folder.join(NAME);
    let error = in_file(&path);
    match read(folder)? {
        Head::Whole(experiment, size) => Ok((*experiment, size)),
        Head::Absent => {
            Err(error("the file does not exist: droptail sweep --out has not written to this folder".to_owned()))
        }
        Head::Cut(_) => {
            Err(error("the file is empty or truncated: run droptail sweep with the same document and --out to repair it".to_owned()))
        }
    }
}

/// Whether a truncated file can be the start of this experiment's file.
pub fn begins(cut: &str, experiment: &Experiment, size: Size) -> Result<bool, String> {
    Ok(text(experiment, size)?.starts_with(cut))
}

/// What to do if the folder belongs to something else.
pub const OTHER_FOLDER: &str = "choose an empty folder";
