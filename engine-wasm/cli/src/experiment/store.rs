//! The folder of an experiment: what is run, and one line for each run that is done.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use droptail_engine::experiment::{Experiment, Job, Outcome, Size};

use super::Shard;
use super::cost::Cost;
use super::head::{self, Head};
use super::lines::{self, Runs, Shape, StoredRun};
use crate::files::told;

/// Outcomes, in memory and, where there is a folder, in a file of it.
pub struct Store {
    runs: Runs,
    file: Option<File>,
    /// The file ends within a line, which could not be written whole.
    torn: bool,
}

impl Store {
    /// Opens a folder for a part of an experiment's runs; without a folder they are only remembered. Where the folder's document was
    /// cut, `is_its` has to say whether the runs that are there are the experiment's: then the document is written again.
    pub fn open(
        out: Option<&Path>,
        experiment: &Experiment,
        size: Size,
        shard: Shard,
        is_its: impl FnOnce(&[&Outcome]) -> Result<bool, String>,
    ) -> Result<Store, String> {
        let Some(folder) = out else { return Ok(Store { runs: Runs::new(), file: None, torn: false }) };
        fs::create_dir_all(folder).map_err(told(folder))?;
        let shape = Shape::of(experiment, size);
        let another = || {
            let what = "another experiment, or another size of it, is here";
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
        let runs = lines::read(folder, &shape)?;
        let whole = matches!(there, Head::Whole(..));
        if !whole {
            let kept: Vec<_> = runs.values().map(|(kept, _)| &kept.outcome).collect();
            if !kept.is_empty() && !is_its(&kept)? {
                return Err(another());
            }
            head::write(folder, experiment, size)?;
        }
        let name = if shard == Shard::WHOLE {
            "runs.jsonl".to_owned()
        } else {
            format!("runs-{}-of-{}.jsonl", shard.part, shard.of)
        };
        let path = folder.join(name);
        let mut file =
            OpenOptions::new().create(true).read(true).append(true).open(&path).map_err(told(&path))?;
        let torn = !ends_with_a_line(&mut file).map_err(told(&path))?;
        Ok(Store { runs, file: Some(file), torn })
    }

    /// What is done so far, by variant and seed.
    pub fn runs(&self) -> impl Iterator<Item = &Outcome> {
        self.runs.values().map(|(kept, _)| &kept.outcome)
    }

    /// The same, copied.
    pub fn sorted(&self) -> Vec<Outcome> {
        self.runs().cloned().collect()
    }

    /// Whether a run is done.
    pub fn has(&self, job: Job) -> bool {
        self.runs.contains_key(&(job.point, job.seed))
    }

    /// Keeps a run that is done.
    pub fn keep(&mut self, outcome: Outcome, cost: Option<Cost>) -> Result<(), String> {
        self.take(StoredRun { outcome, cost }, None)
    }

    /// Keeps the runs of another folder. Fails where one of them has another outcome here.
    pub fn join(&mut self, other: Runs) -> Result<(), String> {
        other.into_values().try_for_each(|(kept, place)| self.take(kept, place))
    }

    fn take(&mut self, kept: StoredRun, place: Option<lines::Place>) -> Result<(), String> {
        let line = serde_json::to_string(&kept).map_err(|e| e.to_string())?;
        if lines::add(&mut self.runs, kept, place)? {
            self.write_line(&line).map_err(|e| format!("cannot keep a run: {e}"))?;
        }
        Ok(())
    }

    /// One write a line: another process, or a kill, finds whole lines. After a line that was cut, a new one begins.
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
    fn after_a_line_that_could_not_be_written_another_one_begins() {
        let file = std::env::temp_dir().join(format!("droptail-store-{}", std::process::id()));
        fs::write(&file, "{\"cut").expect("written");
        let mut store =
            Store { runs: Runs::new(), file: Some(File::open(&file).expect("a file")), torn: false };
        let run = |seed| Outcome { seed, ..Outcome::default() };
        // It is open to be read.
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
