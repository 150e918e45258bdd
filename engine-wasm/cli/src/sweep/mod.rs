//! `droptail sweep`: replications of a scenario and their statistics.

mod seeds;
mod shown;
mod summary;

pub use summary::digits;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use droptail_engine::experiment::measures::{self, Measures};
use droptail_engine::experiment::{Size, Statistic, names, statistics};
use droptail_engine::metrics::results::Results;
use droptail_engine::metrics::statistics::Interval;
use droptail_engine::run::Run;
use droptail_engine::scenario::Scenario;
use droptail_engine::units::Time;
use droptail_sweeps::pool;
use droptail_sweeps::shard::Shard;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use crate::experiment;
use crate::out::{Output, print, print_line, say};
use crate::{Document, csv, read_any, seconds, table};

/// Runs a scenario with many seeds, or an experiment.
#[derive(Args)]
pub struct Sweep {
    /// Scenario or experiment document. Several experiments run together.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seeds: a range 1..10 (both ends included), a list 1,5,9, or a mixture. Experiments have their own seeds.
    #[arg(long, value_name = "SEEDS", default_value = "1..10", value_parser = Seeds::parse)]
    seeds: Seeds,
    /// Number of parallel runs; the number of processors if omitted.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Write all runs with their results, and the statistics, as JSON ("-": to standard output, without the table).
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write one line per run with all its measures as CSV ("-": to standard output, without the table).
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    csv: Option<PathBuf>,
    /// Confidence of the intervals, between 0 and 1.
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = confidence)]
    confidence: f64,
    /// Distribution used for the intervals.
    #[arg(long, value_enum, default_value_t = Distribution::T)]
    interval: Distribution,
    /// Measures to show in the table: parts of their names, or "all".
    #[arg(long, value_name = "PART,…", value_delimiter = ',')]
    metrics: Vec<String>,
    /// Add the ratio of two flows' goodputs, computed run by run.
    #[arg(long, value_name = "A/B")]
    ratio: Vec<String>,
    /// End the runs at this simulated time, in seconds.
    #[arg(long, value_name = "S", value_parser = seconds::parse)]
    until: Option<f64>,
    /// Store an experiment's runs in this folder, with tables as CSV, JSON and Parquet. Finished runs are not repeated.
    /// Several experiments get a subfolder each, named after their files.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["json", "csv"])]
    out: Option<PathBuf>,
    /// Run only a part of an experiment: 2/8 is the second of eight. `droptail merge` merges the parts.
    #[arg(long, value_name = "I/N", value_parser = Shard::parse, requires = "out")]
    shard: Option<Shard>,
    /// Run the quick size of an experiment.
    #[arg(long)]
    quick: bool,
}

#[derive(Clone, Debug)]
struct Seeds(Vec<u32>);

impl Seeds {
    fn parse(text: &str) -> Result<Seeds, String> {
        seeds::parse(text).map(Seeds)
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum Distribution {
    /// Student's t with n − 1 degrees of freedom for n runs.
    T,
    /// The normal distribution.
    Z,
}

impl Distribution {
    fn interval(self) -> Interval {
        match self {
            Distribution::T => Interval::T,
            Distribution::Z => Interval::Z,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Distribution::T => "t",
            Distribution::Z => "z",
        }
    }
}

/// Parses a confidence level.
pub fn confidence(text: &str) -> Result<f64, String> {
    let p: f64 = text.parse().map_err(|_| format!("\"{text}\" is not a number"))?;
    if p > 0.0 && p < 1.0 { Ok(p) } else { Err(format!("{p} is not between 0 and 1")) }
}

/// The outcome of a run.
struct Outcome {
    seed: u32,
    results: Results,
    /// Why it ended early.
    stopped: Option<&'static str>,
    /// Its measures by name.
    measures: Measures,
}

impl Sweep {
    /// Runs the command.
    pub fn execute(&self) -> Result<(), String> {
        let [file] = &self.files[..] else { return self.experiments() };
        let scenario = match read_any(file)? {
            Document::Scenario(scenario) => *scenario,
            Document::Experiment(document) => {
                return experiment::execute(vec![(&document, self.out.clone())], &self.plan());
            }
        };
        if self.out.is_some() || self.quick {
            return Err(format!(
                "{}: this is a scenario; --out, --shard and --quick are for experiments",
                file.display()
            ));
        }
        for pair in &self.ratio {
            shown::flows_of(pair, scenario.flows.iter().map(|f| f.id.as_str()))?;
        }
        let mut out = self.output()?;
        let outcomes = self.run(&scenario);
        for outcome in &outcomes {
            if let Some(reason) = outcome.stopped {
                say(&format!("seed {}: stopped at {} s: {reason}", outcome.seed, outcome.results.to_s));
            }
        }
        match &mut out {
            Some(out) => self.write(out, &scenario, &outcomes).map_err(|e| format!("cannot write: {e}"))?,
            None => self.print(&outcomes)?,
        }
        let to_file = [&self.json, &self.csv].into_iter().flatten().any(|path| path != Path::new("-"));
        if to_file { self.print(&outcomes) } else { Ok(()) }
    }

    fn plan(&self) -> experiment::Plan {
        experiment::Plan {
            shard: self.shard.unwrap_or(Shard::WHOLE),
            size: if self.quick { Size::Quick } else { Size::Full },
            threads: self.threads(),
            confidence: self.confidence,
        }
    }

    /// Runs several experiments together, so that no processor idles during the last run of each.
    fn experiments(&self) -> Result<(), String> {
        let read = |file: &PathBuf| match read_any(file)? {
            Document::Experiment(document) => Ok((document, file.file_stem().unwrap_or_default().to_owned())),
            Document::Scenario(_) => {
                Err(format!("{}: this is a scenario; only experiments can run together", file.display()))
            }
        };
        let documents: Vec<_> = self.files.iter().map(read).collect::<Result<_, String>>()?;
        let names: BTreeSet<_> = documents.iter().map(|(_, name)| name).collect();
        if self.out.is_some() && names.len() < documents.len() {
            return Err("two experiments have the same file name and would share a folder".into());
        }
        let with_folders = documents
            .iter()
            .map(|(document, name)| (&**document, self.out.as_ref().map(|out| out.join(name))));
        experiment::execute(with_folders.collect(), &self.plan())
    }

    /// The output file, opened before the runs so that a wrong path fails early.
    fn output(&self) -> Result<Option<Box<dyn Write>>, String> {
        let Some(path) = self.json.as_ref().or(self.csv.as_ref()) else {
            return Ok(None);
        };
        if path == Path::new("-") {
            return Ok(Some(Box::new(BufWriter::new(Output::new()))));
        }
        let file = File::create(path).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok(Some(Box::new(BufWriter::new(file))))
    }

    /// Runs the scenario with every seed. The outcomes do not depend on the number of parallel runs.
    fn run(&self, scenario: &Scenario) -> Vec<Outcome> {
        let bar = progress(self.seeds.0.len());
        let outcomes = pool::map(&self.seeds.0, self.threads(), |&seed| self.run_one(scenario, seed, &bar));
        bar.finish_and_clear();
        outcomes
    }

    fn threads(&self) -> usize {
        let there = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.jobs.map_or_else(there, usize::from)
    }

    fn run_one(&self, scenario: &Scenario, seed: u32, bar: &ProgressBar) -> Outcome {
        let scenario = Scenario { seed, ..scenario.clone() };
        let mut run = Run::new(&scenario, false);
        let end = self.until.map_or(run.end(), |s| Time::from_secs(s).min(run.end()));
        let mut shown = 0;
        while run.now() < end && run.stopped().is_none() {
            run.step(end, 1_000_000);
            let done = STEPS * run.now().0 / end.0.max(1);
            bar.inc(done - shown);
            shown = done;
        }
        bar.inc(STEPS - shown);
        let results = run.results();
        let mut measures = measures::of(&results);
        measures.extend(self.ratio.iter().filter_map(|pair| shown::ratio(pair, &results)));
        Outcome { seed, results, stopped: run.stopped(), measures }
    }

    fn statistics(&self, outcomes: &[Outcome]) -> Vec<Statistic> {
        statistics(&measures_of(outcomes), self.confidence, self.interval.interval())
    }

    fn print(&self, outcomes: &[Outcome]) -> Result<(), String> {
        let results: Vec<_> = outcomes.iter().map(|o| &o.results).collect();
        let idle = if self.metrics.is_empty() { shown::idle_queues(&results) } else { BTreeSet::new() };
        let is_idle = |name: &str| {
            let queue = name.strip_prefix("queues/").and_then(|name| name.rsplit_once('/'));
            queue.is_some_and(|(id, _)| idle.contains(id))
        };
        let statistics = self.statistics(outcomes);
        let shown =
            statistics.iter().filter(|s| shown::is_shown(&s.metric, &self.metrics) && !is_idle(&s.metric));
        let mut rows = vec![summary::HEAD.map(str::to_owned).to_vec()];
        rows.extend(shown.map(summary::cells));
        print(&table::aligned(&rows))?;
        let (n, percent, name) = (outcomes.len(), 100.0 * self.confidence, self.interval.name());
        print_line(&format!(
            "\n{n} runs; ± is half the width of the {percent} % confidence interval of the mean ({name})"
        ))?;
        if n > 1 && results.iter().all(|r| r.digest == results[0].digest) {
            print_line("all runs are identical: nothing in this scenario draws random numbers")?;
        }
        Ok(())
    }

    fn write(&self, out: &mut dyn Write, scenario: &Scenario, outcomes: &[Outcome]) -> io::Result<()> {
        if self.json.is_some() {
            serde_json::to_writer_pretty(&mut *out, &self.document(scenario, outcomes))?;
            writeln!(out)?;
        } else {
            write_csv(out, outcomes)?;
        }
        out.flush()
    }

    fn document(&self, scenario: &Scenario, outcomes: &[Outcome]) -> serde_json::Value {
        let run = |o: &Outcome| {
            json!({
                "seed": o.seed, "digest": o.results.digest, "stopped": o.stopped, "results": o.results,
                "ratios": o.measures.iter().filter(|(name, _)| name.starts_with("ratio/"))
                    .map(|(name, x)| (name.clone(), json!(x))).collect::<serde_json::Map<_, _>>(),
            })
        };
        json!({
            "title": scenario.title, "modelVersion": droptail_engine::MODEL_VERSION,
            "confidence": self.confidence, "interval": self.interval.name(),
            "points": [{
                "runs": outcomes.iter().map(run).collect::<Vec<_>>(),
                "statistics": self.statistics(outcomes),
            }],
        })
    }
}

fn measures_of(outcomes: &[Outcome]) -> Vec<Measures> {
    outcomes.iter().map(|o| o.measures.clone()).collect()
}

/// One line per run.
fn write_csv(out: &mut dyn Write, outcomes: &[Outcome]) -> io::Result<()> {
    let names = names(&measures_of(outcomes));
    let head = ["seed", "digest"].into_iter().chain(names.iter().map(String::as_str));
    out.write_all(csv::line(head).as_bytes())?;
    for outcome in outcomes {
        let values: BTreeMap<_, _> = outcome.measures.iter().map(|(name, x)| (name, x)).collect();
        let number = |name: &String| values.get(name).map_or_else(String::new, |x| x.to_string());
        let cells = [outcome.seed.to_string(), outcome.results.digest.clone()];
        out.write_all(csv::line(cells.into_iter().chain(names.iter().map(number))).as_bytes())?;
    }
    Ok(())
}

/// Steps of the bar for each run.
const STEPS: u64 = 1000;

/// A progress bar, if standard error is a terminal.
fn progress(runs: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {percent} % of the runs, {eta} left");
    ProgressBar::new(STEPS * runs as u64).with_style(style.expect("a valid template"))
}
