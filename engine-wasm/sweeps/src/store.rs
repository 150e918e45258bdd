//! The folder of an experiment: its document, and one line for each finished run.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use droptail_engine::experiment::{Experiment, Job, Outcome, Size};

use crate::Tell;
use crate::cost::Cost;
use crate::files::in_file;
use crate::head::{self, Head};
use crate::lines::{self, Runs, Shape, StoredRun};
use crate::shard::Shard;

/// Outcomes, in memory and, if there is a folder, in a file.
#[derive(Debug)]
pub struct Store {
    runs: Runs,
    file: Option<File>,
    /// The file ends with an incomplete line.
    torn: bool,
}

impl Store {
    /// Opens a folder for a part of an experiment's runs; without a folder they are only kept in memory. If the folder's document was
    /// truncated, `is_its` decides whether the stored runs belong to the experiment; if so, the document is written again.
    pub fn open(
        out: Option<&Path>,
        experiment: &Experiment,
        size: Size,
        shard: Shard,
        tell: Tell<'_>,
        is_its: impl FnOnce(&[&Outcome]) -> Result<bool, String>,
    ) -> Result<Store, String> {
        let Some(folder) = out else { return Ok(Store { runs: Runs::new(), file: None, torn: false }) };
        fs::create_dir_all(folder).map_err(in_file(folder))?;
        let shape = Shape::of(experiment, size);
        let another = || {
            let what = "the folder contains another experiment, or another size of this one";
            format!("{}: {what}: {}", folder.display(), head::OTHER_FOLDER)
        };
        let there = head::read(folder)?;
        let ours = match &there {
            Head::Absent => true,
            Head::Cut(text) => head::begins(text, experiment, size)?,
            Head::Whole(whole, its) => **whole == *experiment && *its == size,
        };
        if !ours {
            return Err(another());
        }
        let runs = lines::read(folder, &shape, tell)?;
        let whole = matches!(there, Head::Whole(..));
        if !whole {
            let kept: Vec<_> = runs.values().map(|(kept, _)| &kept.outcome).collect();
            if !kept.is_empty() && !is_its(&kept)? {
                return Err(another());
            }
            head::write(folder, experiment, size)?;
        }
        let path = folder.join(shard.file_name());
        let mut file =
            OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(in_file(&path))?;
        let torn = !ends_with_a_line(&mut file).map_err(in_file(&path))?;
        Ok(Store { runs, file: Some(file), torn })
    }

    /// The finished runs, by variant and seed.
    pub fn runs(&self) -> impl Iterator<Item = &Outcome> {
        self.runs.values().map(|(kept, _)| &kept.outcome)
    }

    /// Copies of the finished runs.
    pub fn sorted(&self) -> Vec<Outcome> {
        self.runs().cloned().collect()
    }

    /// Whether a run is finished.
    pub fn has(&self, job: Job) -> bool {
        self.runs.contains_key(&(job.point, job.seed))
    }

    /// Stores a finished run.
    pub fn keep(&mut self, outcome: Outcome, cost: Option<Cost>) -> Result<(), String> {
        self.take(StoredRun { outcome, cost }, None)
    }

    /// Stores the runs of another folder. Fails if one of them has a different outcome here.
    pub fn join(&mut self, other: Runs) -> Result<(), String> {
        other.into_values().try_for_each(|(kept, place)| self.take(kept, place))
    }

    fn take(&mut self, kept: StoredRun, place: Option<lines::Place>) -> Result<(), String> {
        let line = serde_json::to_string(&kept).map_err(|e| e.to_string())?;
        if lines::add(&mut self.runs, kept, place)? {
            self.write_line(&line).map_err(|e| format!("cannot store a run: {e}"))?;
        }
        Ok(())
    }

    /// Writes a line in one call, so that lines stay complete if other processes write too or this one is killed. After an incomplete line it starts a new one.
    fn write_line(&mut self, line: &str) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let begin = if self.torn { "\n" } else { "" };
        self.torn = true;
        file.write_all(format!("{begin}{line}\n").as_bytes())?;
        self.torn = false;
        Ok(())
    }
}

fn ends_with_a_line(file: &mut File) -> std::io::Result<bool> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(true);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(last == *b"\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_line_starts_after_an_incomplete_one() {
        let file = std::env::temp_dir().join(format!("droptail-store-{}", std::process::id()));
        fs::write(&file, "{\"cut").expect("written");
        let mut store =
            Store { runs: Runs::new(), file: Some(File::open(&file).expect("a file")), torn: false };
        let run = |seed| Outcome { seed, ..Outcome::default() };
        // The file is open for reading only.
        assert!(store.keep(run(1), None).is_err());
        store.file = Some(OpenOptions::new().append(true).open(&file).expect("a file"));
        store.keep(run(2), None).expect("kept");
        store.keep(run(3), None).expect("kept");
        let text = fs::read_to_string(&file).expect("a file");
        let lines: Vec<_> = text.lines().map(|line| serde_json::from_str::<StoredRun>(line).ok()).collect();
        assert_eq!(lines.iter().flatten().map(|kept| kept.outcome.seed).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(lines.len(), 3);
        fs::remove_file(file).expect("removed");
    }
}
