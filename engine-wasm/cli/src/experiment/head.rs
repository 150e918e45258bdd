//! `experiment.json` in a folder: whose runs are kept there.

use std::path::Path;

use droptail_engine::experiment::{self, Experiment, Size};
use serde_json::json;

use crate::files::{self, told};

/// Its name.
const NAME: &str = "experiment.json";
/// Its longest text, bytes: a document as large as one may be, with all that it leaves out and with indents.
const MAX_TEXT: usize = 32 * droptail_engine::scenario::MAX_TEXT;

/// What a folder says of the experiment whose runs it has.
pub enum Head {
    /// Nothing: no runs have been kept there.
    Absent,
    /// The beginning of something: the disk was full, or the machine went down.
    Cut(String),
    /// All of it.
    Whole(Box<Experiment>, Size),
}

/// The text of the file for an experiment.
fn text(experiment: &Experiment, size: Size) -> Result<String, String> {
    let head = json!({
        "modelVersion": droptail_engine::MODEL_VERSION, "size": if size == Size::Quick { "quick" } else { "full" },
        "experiment": experiment,
    });
    serde_json::to_string_pretty(&head).map_err(|e| e.to_string())
}

/// Writes it, all or nothing.
pub fn write(folder: &Path, experiment: &Experiment, size: Size) -> Result<(), String> {
    files::write(&folder.join(NAME), text(experiment, size)?.as_bytes())
}

/// Reads it. Fails where it is whole and of another model, or no experiment.
pub fn read(folder: &Path) -> Result<Head, String> {
    let path = folder.join(NAME);
    let told = told(&path);
    if !path.exists() {
        return Ok(Head::Absent);
    }
    let text = files::read_text(&path, MAX_TEXT)?;
    let value: serde_json::Value = match serde_json::from_str(&text) {
        Ok(value) => value,
        Err(e) if e.is_eof() => return Ok(Head::Cut(text)),
        Err(e) => return Err(told(format!("{e}; the file is damaged: {OTHER_FOLDER}"))),
    };
    if value["modelVersion"] != droptail_engine::MODEL_VERSION {
        let (there, here) = (&value["modelVersion"], droptail_engine::MODEL_VERSION);
        return Err(told(format!("runs of model {there}, this is model {here}: {OTHER_FOLDER}")));
    }
    let size = match value["size"].as_str() {
        Some("quick") => Size::Quick,
        Some("full") => Size::Full,
        _ => return Err(told(format!("neither of size \"quick\" nor of size \"full\": {OTHER_FOLDER}"))),
    };
    let experiment = experiment::from_value(value["experiment"].clone())
        .map_err(|problems| crate::lines(&path.display().to_string(), &problems))?;
    Ok(Head::Whole(Box::new(experiment), size))
}

/// The experiment of a folder to merge, which has to say all of it.
pub fn read_whole(folder: &Path) -> Result<(Experiment, Size), String> {
    let path = folder.join(NAME);
    let tell = told(&path);
    match read(folder)? {
        Head::Whole(experiment, size) => Ok((*experiment, size)),
        Head::Absent => {
            Err(tell("there is none: droptail sweep --out has not written to this folder".to_owned()))
        }
        Head::Cut(_) => {
            Err(tell("empty or cut: droptail sweep with the same document and --out mends it".to_owned()))
        }
    }
}

/// Whether what is left of a file can be the beginning of an experiment's.
pub fn begins(cut: &str, experiment: &Experiment, size: Size) -> Result<bool, String> {
    Ok(text(experiment, size)?.starts_with(cut))
}

/// What to do about a folder that is of something else.
pub const OTHER_FOLDER: &str = "choose an empty folder";
