//! Stored runs: the lines of the `.jsonl` files of a folder and its Parquet parts, validated against their experiment.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use droptail_engine::experiment::{Experiment, Outcome, Size};
use serde::{Deserialize, Serialize};

use crate::cost::Cost;
use crate::files::in_file;
use crate::{Tell, parts};

/// Maximum length of a line, bytes: many times what the time series of hundreds of flows need.
const MAX_LINE: u64 = 1 << 28;

/// A finished run, one line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    /// The outcome of the run.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The cost of the run.
    #[serde(flatten)]
    pub cost: Option<Cost>,
}

/// A line of a file, or a row of a part.
#[derive(Clone, Debug)]
pub struct Place {
    file: PathBuf,
    /// From 1.
    line: usize,
}

impl Place {
    /// A line or a row, numbered from 1.
    pub fn new(file: PathBuf, line: usize) -> Place {
        Place { file, line }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file.display(), self.line)
    }
}

/// Runs by variant and seed, each with the line that it was read from; `None` for runs made by this process.
pub type Runs = BTreeMap<(usize, u32), (StoredRun, Option<Place>)>;

/// The shape of an experiment's runs.
#[derive(Debug)]
pub struct Shape {
    variants: usize,
    seeds: BTreeSet<u32>,
    measures: usize,
    series: usize,
}

impl Shape {
    /// The shape of an experiment's runs for a size.
    pub fn of(experiment: &Experiment, size: Size) -> Shape {
        Shape {
            variants: experiment.variants(size).count(),
            seeds: experiment.seeds(size).into_iter().collect(),
            measures: experiment.measures.len(),
            series: experiment.traces.len(),
        }
    }

    /// Why a run cannot belong to the experiment; `None` if it can.
    pub fn problem(&self, outcome: &Outcome) -> Option<String> {
        let Outcome { point, seed, values, traces, .. } = outcome;
        if *point >= self.variants {
            return Some(format!(
                "variant {point}, but the experiment has {} (numbered from 0)",
                self.variants
            ));
        }
        if !self.seeds.contains(seed) {
            return Some(format!("seed {seed}, which the experiment does not have"));
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

/// Whether two lines agree about a run, apart from its cost, which differs each time.
pub fn agree(a: &Outcome, b: &Outcome) -> bool {
    (&a.digest, &a.values, &a.traces) == (&b.digest, &b.values, &b.traces)
}

/// A message about an invalid line, with what to do about it.
fn refused(place: &Place, what: &str) -> String {
    format!("{place}: {what}; if the line does not belong here, delete it: the run is then repeated")
}

/// Adds a run. Returns whether it was new; fails if there is a different outcome of the same run.
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
        "{}: the outcome of variant {point}, seed {seed} differs from the one in {}, but a run has only one outcome; delete both lines: the run \
         is then repeated",
        shown(&place),
        shown(from)
    ))
}

/// All finished runs of a folder, of lines and of parts. A line truncated by a killed process or a full disk is told and ignored. Fails at the first
/// complete line that does not fit the experiment or contradicts another line.
pub fn read(folder: &Path, shape: &Shape, tell: Tell<'_>) -> Result<Runs, String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(in_file(folder))? {
        let path = entry.map_err(in_file(folder))?.path();
        if path.extension().is_some_and(|e| e == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    let mut runs = Runs::new();
    for file in files {
        read_file(&file, shape, &mut runs, tell)?;
    }
    parts::read(folder, shape, &mut runs, tell)?;
    Ok(runs)
}

fn read_file(file: &Path, shape: &Shape, runs: &mut Runs, tell: Tell<'_>) -> Result<(), String> {
    let mut reader = BufReader::new(File::open(file).map_err(in_file(file))?);
    let mut bytes = Vec::new();
    for line in 1.. {
        bytes.clear();
        let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(in_file(file))?;
        let place = Place::new(file.to_owned(), line);
        if read == 0 {
            return Ok(());
        }
        if read as u64 == MAX_LINE {
            return Err(refused(&place, &format!("longer than {MAX_LINE} bytes, so it cannot be a run")));
        }
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<StoredRun>(&bytes) {
            Ok(kept) => match shape.problem(&kept.outcome) {
                None => add(runs, kept, Some(place)).map(|_| ())?,
                Some(what) => return Err(refused(&place, &what)),
            },
            // Complete JSON of another type was not truncated: it was written like this.
            Err(e) if e.is_data() => return Err(refused(&place, &format!("not the outcome of a run: {e}"))),
            Err(_) => tell(&format!("{place}: truncated or damaged, ignored")),
        }
    }
    Ok(())
}
