//! Runs many cases on several processors. Each worker is a separate process: a case that hangs or exhausts memory ends only its worker,
//! and the search continues with the next case.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::case::Case;
use crate::corpus::CorpusFile;
use crate::mutate::Mutator;
use crate::play::{Counts, Failure};
use crate::{guard, memory};

/// Options of a search.
#[derive(Clone, Debug)]
pub struct Search {
    /// Seed of all cases.
    pub seed: u32,
    /// Number of the first case.
    pub first: u64,
    /// Maximum number of cases.
    pub cases: u64,
    /// Maximum time.
    pub time: Duration,
    /// Number of processes.
    pub jobs: u64,
    /// Whether every document gets a controller with a random script.
    pub scripts: bool,
    /// Folder for failing cases.
    pub out: PathBuf,
}

/// Summary of the cases so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Cases tried.
    pub cases: u64,
    /// Counts of what was done.
    pub counts: Counts,
    /// Failures by name: their number, the first case, and its detail.
    pub failures: BTreeMap<String, (u64, u64, String)>,
}

impl Tally {
    /// Adds a case.
    pub fn add(&mut self, number: u64, played: Result<Counts, Failure>) {
        self.cases += 1;
        match played {
            Ok(counts) => self.counts.add(&counts),
            Err(failure) => {
                let at = failure.action.map_or(String::new(), |action| format!(" (at action {action})"));
                let first = (0, number, format!("{}{at}", failure.detail));
                self.failures.entry(failure.name).or_insert(first).0 += 1;
            }
        }
    }

    /// The summary as text.
    pub fn summary(&self, seconds: f64, jobs: u64) -> String {
        let c = &self.counts;
        let [packet, fluid, both] = c.ran;
        let broken: u64 = self.failures.values().map(|(count, ..)| count).sum();
        format!(
            "{} documents: {} refused, {} run ({packet} packet, {fluid} fluid, {both} both; {} stopped), {} edits, {:.1} million events, \
             {broken} broken in {} ways; {seconds:.0} s, {:.0} documents a second and process",
            self.cases,
            c.refused,
            packet + fluid + both,
            c.stopped,
            c.edits,
            c.events as f64 / 1e6,
            self.failures.len(),
            self.cases as f64 / seconds / jobs as f64,
        )
    }
}

impl Counts {
    fn add(&mut self, more: &Counts) {
        self.refused += more.refused;
        self.edits += more.edits;
        self.events += more.events;
        self.stopped += more.stopped;
        self.ran.iter_mut().zip(more.ran).for_each(|(sum, more)| *sum += more);
    }
}

/// Runs cases in this process. Panics are caught, but nothing stops a case that hangs.
pub fn here(mutator: &Mutator<'_>, seed: u32, numbers: impl Iterator<Item = u64>) -> Tally {
    let mut tally = Tally::default();
    for number in numbers {
        guard::beat();
        tally.add(number, Case::new(mutator, seed, number).play());
    }
    tally
}

/// Time limit of a case: a thousand times the usual time.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// Memory limit of a worker, bytes.
pub const CAP: usize = 1 << 30;

/// A worker: runs its cases and reports in lines of JSON. The file `at` has the number of the current case.
pub fn work(mutator: &Mutator<'_>, search: &Search, at: &Path) -> io::Result<()> {
    guard::keep_panics();
    memory::set_cap(memory::held() + CAP);
    guard::watch(PATIENCE);
    let mut at = fs::File::create(at)?;
    let (start, mut reported) = (Instant::now(), Instant::now());
    let mut tally = Tally::default();
    let tell = |tally: &mut Tally| {
        let c = std::mem::take(tally);
        let counts = [c.counts.refused, c.counts.edits, c.counts.events, c.counts.stopped];
        println!(
            "{}",
            json!({"cases": c.cases, "counts": counts, "ran": c.counts.ran, "failures": c.failures})
        );
    };
    let mut number = search.first;
    while number < search.cases && start.elapsed() < search.time {
        at.rewind()?;
        at.write_all(&number.to_le_bytes())?;
        guard::beat();
        let played = Case::new(mutator, search.seed, number).play();
        let broken = played.is_err();
        tally.add(number, played);
        if broken || reported.elapsed() > Duration::from_secs(1) {
            tell(&mut tally);
            reported = Instant::now();
        }
        number += search.jobs;
    }
    tell(&mut tally);
    Ok(())
}

impl Search {
    /// Runs all cases and returns the summary. Prints failures as they are found.
    pub fn run(&self) -> io::Result<Tally> {
        fs::create_dir_all(&self.out)?;
        let tally = Mutex::new(Tally::default());
        let start = Instant::now();
        std::thread::scope(|scope| -> io::Result<()> {
            let jobs: Vec<_> = (0..self.jobs)
                .map(|job| {
                    scope.spawn({
                        let tally = &tally;
                        move || self.job(job, start, tally)
                    })
                })
                .collect();
            for job in jobs {
                job.join().map_err(|_| io::Error::other("a thread of the search panicked"))??;
            }
            Ok(())
        })?;
        Ok(tally.into_inner().unwrap_or_else(|broken| broken.into_inner()))
    }

    fn job(&self, job: u64, start: Instant, tally: &Mutex<Tally>) -> io::Result<()> {
        let at = self.out.join(format!("at-{job}"));
        let mut first = self.first + job;
        let mut reported = Instant::now();
        while first < self.cases && start.elapsed() < self.time {
            let left = self.time.saturating_sub(start.elapsed()).as_secs_f64();
            let mut worker = Command::new(std::env::current_exe()?)
                .args([
                    "--seed",
                    &self.seed.to_string(),
                    "--first",
                    &first.to_string(),
                    "--cases",
                    &self.cases.to_string(),
                ])
                .args(["--minutes", &(left / 60.0).to_string(), "--jobs", &self.jobs.to_string()])
                .args(self.scripts.then_some("--scripts"))
                .arg("--work")
                .arg(&at)
                .stdout(Stdio::piped())
                .spawn()?;
            let lines = BufReader::new(worker.stdout.take().ok_or_else(|| io::Error::other("no output"))?);
            for line in lines.lines() {
                let news = read(&serde_json::from_str(&line?)?);
                self.take(news, tally);
                if job == 0 && reported.elapsed() > Duration::from_secs(30) {
                    reported = Instant::now();
                    let tally = tally.lock().unwrap_or_else(|broken| broken.into_inner());
                    eprintln!("{}", tally.summary(start.elapsed().as_secs_f64(), self.jobs));
                }
            }
            let status = worker.wait()?;
            if status.success() {
                break;
            }
            let bytes: [u8; 8] = fs::read(&at)?.try_into().unwrap_or_default();
            let number = u64::from_le_bytes(bytes);
            let name = match status.code() {
                Some(guard::HANG) => "a case that hangs".to_owned(),
                Some(guard::MEMORY) => "a case that exhausts memory".to_owned(),
                _ => format!("the process ended: {status}"),
            };
            let mut news = Tally::default();
            news.add(number, Err(Failure::new(&name, String::new())));
            self.take(news, tally);
            first = number + self.jobs;
        }
        fs::remove_file(at)
    }

    fn take(&self, news: Tally, tally: &Mutex<Tally>) {
        let mut found = Vec::new();
        {
            let mut tally = tally.lock().unwrap_or_else(|broken| broken.into_inner());
            tally.cases += news.cases;
            tally.counts.add(&news.counts);
            for (name, (count, first, detail)) in news.failures {
                let known = tally.failures.entry(name.clone()).or_insert_with(|| {
                    found.push((name, first, detail.clone()));
                    (0, first, detail)
                });
                known.0 += count;
            }
        }
        for (name, number, detail) in found {
            eprintln!("seed {}, case {number}: {name}: {}", self.seed, short(&detail));
            match self.keep(number) {
                Ok(file) => eprintln!("  saved as {}", file.display()),
                Err(e) => eprintln!("  not saved: {e}"),
            }
        }
    }

    /// Saves the case in a file, shrunk as far as possible, in another process in case it hangs.
    fn keep(&self, number: u64) -> io::Result<PathBuf> {
        let file = self.out.join(format!("seed-{}-case-{number}.json", self.seed));
        let (seed, number) = (self.seed.to_string(), number.to_string());
        for shrink in [false, true] {
            Command::new(std::env::current_exe()?)
                .args(self.scripts.then_some("--scripts"))
                .args(["--seed", &seed, "--keep", &number, "--out"])
                .arg(&file)
                .args(shrink.then_some("--shrink"))
                .stdout(Stdio::null())
                .status()?;
        }
        Ok(file)
    }
}

/// Saves a case, shrunk if requested.
pub fn keep(mutator: &Mutator<'_>, (seed, number): (u32, u64), small: bool, file: &Path) -> io::Result<()> {
    let mut case = Case::new(mutator, seed, number);
    let mut note = format!("seed {seed}, case {number}");
    if small {
        guard::keep_panics();
        memory::set_cap(memory::held() + CAP);
        guard::watch(PATIENCE);
        let Err(failure) = case.play() else { return Ok(()) };
        case = crate::shrink::shrink(&case, &failure.name);
        let failure = case.play().err().unwrap_or(failure);
        note = format!("{note}: {}: {}", failure.name, short(&failure.detail));
    }
    let Case { document, actions, text, draws } = case;
    let kept = CorpusFile { note, name: String::new(), document, actions, text, draws };
    fs::write(file, serde_json::to_string_pretty(&kept)? + "\n")
}

fn short(text: &str) -> String {
    text.chars().take(400).collect()
}

fn read(line: &Value) -> Tally {
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let counts: Vec<u64> = line["counts"].as_array().into_iter().flatten().map(number).collect();
    let ran: Vec<u64> = line["ran"].as_array().into_iter().flatten().map(number).collect();
    let at = |list: &[u64], i: usize| list.get(i).copied().unwrap_or(0);
    let failures = line["failures"].as_object().into_iter().flatten();
    Tally {
        cases: number(&line["cases"]),
        counts: Counts {
            refused: at(&counts, 0),
            edits: at(&counts, 1),
            events: at(&counts, 2),
            stopped: at(&counts, 3),
            ran: std::array::from_fn(|i| at(&ran, i)),
        },
        failures: failures
            .map(|(name, f)| {
                (name.clone(), (number(&f[0]), number(&f[1]), f[2].as_str().unwrap_or("").to_owned()))
            })
            .collect(),
    }
}
