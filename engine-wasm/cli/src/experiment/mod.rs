//! Experiments on the command line: `droptail sweep EXPERIMENT --out DIR`, resumable and in shards, and `droptail merge`.

mod store;
mod tables;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;

use clap::Args;
use droptail_engine::experiment::{self, Experiment, Job, Outcome, Point, Size};
use droptail_engine::units::Time;

use crate::sweep::{pool, progress};
use store::Store;

/// A part of the runs: every `of`-th, from the `part`-th on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    part: usize,
    of: usize,
}

impl Shard {
    /// Everything.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Reads `2/8`: the second of eight parts.
    pub fn parse(text: &str) -> Result<Shard, String> {
        let wrong = || format!("\"{text}\" is no part: 2/8 is the second of eight");
        let (part, of) = text.split_once('/').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| wrong());
        let (part, of) = (number(part)?, number(of)?);
        if part >= 1 && part <= of { Ok(Shard { part, of }) } else { Err(wrong()) }
    }

    fn has(self, place: usize) -> bool {
        place % self.of == self.part - 1
    }
}

/// How an experiment is run.
pub struct Plan<'a> {
    /// Where its runs are kept.
    pub out: Option<&'a PathBuf>,
    /// Which of them.
    pub shard: Shard,
    /// Which size.
    pub size: Size,
    /// Runs at the same time.
    pub threads: usize,
    /// Confidence of the intervals.
    pub confidence: f64,
}

/// Runs what is not done yet, and prints and writes the tables.
pub fn execute(experiment: &Experiment, plan: &Plan<'_>) -> Result<(), String> {
    let points = experiment.points(plan.size).map_err(|problems| crate::lines("", &problems))?;
    let jobs = experiment.jobs(plan.size);
    let mut store = Store::open(plan.out, experiment, plan.size, plan.shard)?;
    let done: BTreeSet<_> = store.outcomes().iter().map(|o| (o.point, o.seed)).collect();
    let mine = jobs.iter().enumerate().filter(|(place, _)| plan.shard.has(*place)).map(|(_, job)| *job);
    let left: Vec<Job> = mine.filter(|job| !done.contains(&(job.point, job.seed))).collect();
    if !done.is_empty() {
        eprintln!("{} runs are done, {} are left", done.len(), left.len());
    }
    let bar = progress(left.len());
    let kept = Mutex::new(&mut store);
    let failures = pool::map(&left, plan.threads, |job| {
        let outcome = run(experiment, &points[job.point], *job, &bar);
        // Written at once: a kill loses what is in flight and nothing else.
        kept.lock().expect("nobody panics with the store").keep(outcome)
    });
    bar.finish_and_clear();
    failures.into_iter().collect::<Result<Vec<()>, String>>()?;
    let outcomes = store.sorted();
    if plan.shard == Shard::WHOLE {
        finish(experiment, plan, &outcomes, jobs.len())?;
    } else {
        println!("part {} of {}: {} runs are done", plan.shard.part, plan.shard.of, outcomes.len());
    }
    Ok(())
}

fn run(experiment: &Experiment, point: &Point, job: Job, bar: &indicatif::ProgressBar) -> Outcome {
    let mut run = experiment.run(point, job);
    let (end, mut shown) = (run.end(), 0);
    while run.now() < end && run.stopped().is_none() {
        run.step(Time::NEVER, 1_000_000);
        let done = crate::sweep::STEPS * run.now().0 / end.0.max(1);
        bar.inc(done - shown);
        shown = done;
    }
    bar.inc(crate::sweep::STEPS - shown);
    Outcome::of(experiment, job, &run)
}

/// The tables of all runs, on paper and in the folder.
fn finish(experiment: &Experiment, plan: &Plan<'_>, outcomes: &[Outcome], runs: usize) -> Result<(), String> {
    let table = experiment::summarize(experiment, plan.size, outcomes, plan.confidence);
    if let Some(out) = plan.out {
        tables::write(out, experiment, &table, outcomes)?;
    }
    print!("{}", tables::text(experiment, &table));
    println!(
        "\n{} of {runs} runs   ± at {} %   digest of all {}",
        outcomes.len(),
        100.0 * plan.confidence,
        experiment::fingerprint(outcomes)
    );
    Ok(())
}

/// Joins the folders of shards.
#[derive(Args)]
pub struct Merge {
    /// Folders that `droptail sweep --shard` has written to.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Folder for all runs together.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Confidence of the intervals, between 0 and 1.
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = crate::sweep::confidence)]
    confidence: f64,
}

impl Merge {
    /// Does it.
    pub fn execute(&self) -> Result<(), String> {
        let (experiment, size) = store::read_head(&self.folders[0])?;
        let mut store = Store::open(Some(&self.out), &experiment, size, Shard::WHOLE)?;
        let mut known: BTreeSet<_> = store.outcomes().iter().map(|o| (o.point, o.seed)).collect();
        for folder in &self.folders {
            if store::read_head(folder)? != (experiment.clone(), size) {
                return Err(format!("{}: another experiment, or another size of it", folder.display()));
            }
            for outcome in store::read_outcomes(folder)? {
                if known.insert((outcome.point, outcome.seed)) {
                    store.keep(outcome)?;
                }
            }
        }
        let plan =
            Plan { out: Some(&self.out), shard: Shard::WHOLE, size, threads: 1, confidence: self.confidence };
        finish(&experiment, &plan, &store.sorted(), experiment.jobs(size).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_take_every_run_once() {
        let shards: Vec<_> = (1..=3).map(|i| Shard::parse(&format!("{i}/3")).unwrap()).collect();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|s| s.has(place)).count(), 1);
        }
        for wrong in ["", "1", "0/3", "4/3", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }
}
