//! The folder of an experiment: what is run, and one line for each run that is done.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use droptail_engine::experiment::{self, Experiment, Outcome, Size};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Shard;
use super::cost::Cost;

const HEAD: &str = "experiment.json";

/// A run that is done, and a line of the file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// What is kept of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What it took.
    #[serde(flatten)]
    pub cost: Option<Cost>,
}

/// Outcomes, in memory and, where there is a folder, in a file of it.
pub struct Store {
    outcomes: Vec<Outcome>,
    file: Option<File>,
}

fn told(path: &Path) -> impl Fn(std::io::Error) -> String + '_ {
    move |e| format!("{}: {e}", path.display())
}

fn head(experiment: &Experiment, size: Size) -> Value {
    json!({
        "modelVersion": droptail_engine::MODEL_VERSION, "size": if size == Size::Quick { "quick" } else { "full" },
        "experiment": experiment,
    })
}

/// The experiment whose runs a folder has.
pub fn read_head(folder: &Path) -> Result<(Experiment, Size), String> {
    let path = folder.join(HEAD);
    let text = fs::read_to_string(&path).map_err(told(&path))?;
    let value: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    if value["modelVersion"] != droptail_engine::MODEL_VERSION {
        return Err(format!(
            "{}: runs of model {}, this is model {}",
            path.display(),
            value["modelVersion"],
            droptail_engine::MODEL_VERSION
        ));
    }
    let size = if value["size"] == "quick" { Size::Quick } else { Size::Full };
    let experiment = experiment::from_value(value["experiment"].clone())
        .map_err(|problems| crate::lines(&path.display().to_string(), &problems))?;
    Ok((experiment, size))
}

/// All runs in a folder that are done. The last line of a file may have been cut by a kill: it does not count.
pub fn read_runs(folder: &Path) -> Result<Vec<Kept>, String> {
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).map_err(told(folder))? {
        let path = entry.map_err(told(folder))?.path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            let text = fs::read_to_string(&path).map_err(told(&path))?;
            let lines = text.lines().filter_map(|line| serde_json::from_str::<Kept>(line).ok());
            runs.extend(lines);
        }
    }
    Ok(runs)
}

impl Store {
    /// Opens a folder for a part of an experiment's runs; without a folder they are only remembered.
    pub fn open(
        out: Option<&Path>,
        experiment: &Experiment,
        size: Size,
        shard: Shard,
    ) -> Result<Store, String> {
        let Some(folder) = out else { return Ok(Store { outcomes: vec![], file: None }) };
        fs::create_dir_all(folder).map_err(told(folder))?;
        let path = folder.join(HEAD);
        if path.exists() {
            if read_head(folder)? != (experiment.clone(), size) {
                let what = "another experiment, or another size of it, is here: choose an empty folder";
                return Err(format!("{}: {what}", folder.display()));
            }
        } else {
            let text = serde_json::to_string_pretty(&head(experiment, size)).map_err(|e| e.to_string())?;
            fs::write(&path, text).map_err(told(&path))?;
        }
        let outcomes = read_runs(folder)?.into_iter().map(|kept| kept.outcome).collect();
        let name = if shard == Shard::WHOLE {
            "runs.jsonl".to_owned()
        } else {
            format!("runs-{}-of-{}.jsonl", shard.part, shard.of)
        };
        let path = folder.join(name);
        let mut file = OpenOptions::new().create(true).append(true).open(&path).map_err(told(&path))?;
        // After a line that was cut, a new one begins.
        let whole = fs::read(&path).map_err(told(&path))?.last().is_none_or(|&byte| byte == b'\n');
        if !whole {
            writeln!(file).map_err(told(&path))?;
        }
        Ok(Store { outcomes, file: Some(file) })
    }

    /// What is done so far.
    pub fn runs(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The same by variant and seed.
    pub fn sorted(&self) -> Vec<Outcome> {
        let mut sorted = self.outcomes.clone();
        sorted.sort_by_key(|o| (o.point, o.seed));
        sorted.dedup_by_key(|o| (o.point, o.seed));
        sorted
    }

    /// Keeps a run that is done.
    pub fn keep(&mut self, outcome: Outcome, cost: Option<Cost>) -> Result<(), String> {
        let kept = Kept { outcome, cost };
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&kept).map_err(|e| e.to_string())?;
            // One write a line: another process, or a kill, finds whole lines.
            file.write_all(format!("{line}\n").as_bytes()).map_err(|e| format!("cannot keep a run: {e}"))?;
        }
        self.outcomes.push(kept.outcome);
        Ok(())
    }
}
