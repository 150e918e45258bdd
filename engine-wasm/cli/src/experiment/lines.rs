//! Runs that are kept: the lines of the `.jsonl` files of a folder, held to the experiment that they are of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use droptail_engine::experiment::{Experiment, Outcome, Size};
use serde::{Deserialize, Serialize};

use super::cost::Cost;
use crate::files::told;
use crate::out::say;

/// Longest line, bytes: many times what the time series of hundreds of flows take.
const MAX_LINE: u64 = 1 << 28;

/// A run that is done, and a line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    /// What is kept of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// What it took.
    #[serde(flatten)]
    pub cost: Option<Cost>,
}

/// A line of a file.
#[derive(Clone, Debug)]
pub struct Place {
    file: PathBuf,
    /// From 1.
    line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// Runs by variant and seed, each with the line that it was read from; nothing for those that this process has made.
pub type Runs = BTreeMap<(usize, u32), (StoredRun, Option<Place>)>;

/// What the runs of an experiment look like.
pub struct Shape {
    variants: usize,
    seeds: BTreeSet<u32>,
    measures: usize,
    series: usize,
}

impl Shape {
    /// That of an experiment at a size.
    pub fn of(experiment: &Experiment, size: Size) -> Shape {
        Shape {
            variants: experiment.variants(size).count(),
            seeds: experiment.seeds(size).into_iter().collect(),
            measures: experiment.measures.len(),
            series: experiment.traces.len(),
        }
    }

    /// Why a run cannot be one of the experiment's; nothing if it can.
    fn problem(&self, outcome: &Outcome) -> Option<String> {
        let Outcome { point, seed, values, traces, .. } = outcome;
        if *point >= self.variants {
            return Some(format!("variant {point}, of which there are {} (from 0)", self.variants));
        }
        if !self.seeds.contains(seed) {
            return Some(format!("seed {seed}, which is none of the experiment's"));
        }
        if values.len() != self.measures {
            return Some(format!("{} values for {} measures", values.len(), self.measures));
        }
        let fits =
            |series: u32, times: usize, values: usize| (series as usize) < self.series && times == values;
        let odd = traces.iter().find(|t| !fits(t.series, t.times.len(), t.values.len()))?;
        Some(format!("a time series \"{}\" that the experiment does not have", odd.name))
    }
}

/// Whether two lines say the same of a run. What a run took of the machine is another each time.
pub fn agree(a: &Outcome, b: &Outcome) -> bool {
    (&a.digest, &a.values, &a.traces) == (&b.digest, &b.values, &b.traces)
}

/// What is wrong with a line, and what to do about it.
fn refused(place: &Place, what: &str) -> String {
    format!("{place}: {what}; delete the line if it does not belong here: its run is made again")
}

/// Adds a run to others. Whether it was new; fails where another outcome of the same run is there.
pub fn add(runs: &mut Runs, kept: StoredRun, place: Option<Place>) -> Result<bool, String> {
    let key = (kept.outcome.point, kept.outcome.seed);
    let Some((there, from)) = runs.get(&key) else {
        runs.insert(key, (kept, place));
        return Ok(true);
    };
    if agree(&there.outcome, &kept.outcome) {
        return Ok(false);
    }
    let shown =
        |place: &Option<Place>| place.as_ref().map_or_else(|| "this process".into(), Place::to_string);
    let (point, seed) = key;
    Err(format!(
        "{}: another outcome of variant {point}, seed {seed} than {} has, though a run has only one; delete both lines: the run \
         is made again",
        shown(&place),
        shown(from)
    ))
}

/// All runs of a folder that are done. A line that was cut, by a kill or a full disk, is reported and does not count. Fails at the
/// first line that is whole and does not fit the experiment, or says something else of a run than another one.
pub fn read(folder: &Path, shape: &Shape) -> Result<Runs, String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(told(folder))? {
        let path = entry.map_err(told(folder))?.path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    let mut runs = Runs::new();
    for file in files {
        read_file(&file, shape, &mut runs)?;
    }
    Ok(runs)
}

fn read_file(file: &Path, shape: &Shape, runs: &mut Runs) -> Result<(), String> {
    let mut reader = BufReader::new(File::open(file).map_err(told(file))?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(told(file))?;
        let place = Place { file: file.to_owned(), line };
        if read == 0 {
            return Ok(());
        }
        if read as u64 == MAX_LINE {
            return Err(refused(&place, &format!("longer than {MAX_LINE} bytes, so no run")));
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<StoredRun>(&bytes) {
            Ok(kept) => match shape.problem(&kept.outcome) {
                None => add(runs, kept, Some(place)).map(|_| ())?,
                Some(what) => return Err(refused(&place, &what)),
            },
            // Whole JSON that says something else was not cut: somebody wrote it.
            Err(e) if e.is_data() => return Err(refused(&place, &format!("no outcome of a run: {e}"))),
            Err(_) => say(&format!("{place}: cut or damaged, so it does not count")),
        }
    }
    Ok(())
}
