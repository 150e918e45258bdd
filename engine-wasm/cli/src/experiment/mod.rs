//! Experiments on the command line: `droptail sweep EXPERIMENT --out DIR`, resumable and in shards, and `droptail merge`.

mod progress;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use droptail_engine::experiment::{self, Experiment, Job, Outcome, Point, Size};
use droptail_engine::units::Time;
use droptail_sweeps::check::are_of;
use droptail_sweeps::merge::merge;
use droptail_sweeps::shard::Shard;
use droptail_sweeps::store::Store;
use droptail_sweeps::{cost, pool};

use crate::out::{print, print_line, say};
use progress::Progress;

/// How to run experiments.
pub struct Plan {
    /// Part of the runs.
    pub shard: Shard,
    /// Size of the experiment.
    pub size: Size,
    /// Number of parallel runs.
    pub threads: usize,
    /// Confidence of the intervals.
    pub confidence: f64,
}

/// An experiment in progress.
struct RunningExperiment<'a> {
    experiment: &'a Experiment,
    out: Option<PathBuf>,
    points: Vec<Point>,
    /// Approximate cost of a run of each variant.
    weights: Vec<f64>,
    left: Vec<Job>,
    store: Mutex<Store>,
}

impl<'a> RunningExperiment<'a> {
    fn begin(
        experiment: &'a Experiment,
        out: Option<PathBuf>,
        plan: &Plan,
    ) -> Result<RunningExperiment<'a>, String> {
        let points = experiment.points(plan.size).map_err(|problems| crate::lines("", &problems))?;
        let is_its = |kept: &[&Outcome]| are_of(experiment, plan.size, kept, plan.threads, &mut say);
        let store = Store::open(out.as_deref(), experiment, plan.size, plan.shard, &mut say, is_its)?;
        let done = store.runs().count();
        let jobs = experiment.jobs(plan.size).into_iter().enumerate();
        let mine = jobs.filter(|(place, _)| plan.shard.has(*place)).map(|(_, job)| job);
        let left: Vec<Job> = mine.filter(|&job| !store.has(job)).collect();
        if done > 0 {
            say(&format!("{}: {done} runs are done, {} are left", experiment.title, left.len()));
        }
        // Only the cost of the remaining runs matters.
        let needed: BTreeSet<_> = left.iter().map(|job| job.point).collect();
        let weigh = |(number, point)| if needed.contains(&number) { cost::weight(point) } else { 0.0 };
        let weights = points.iter().enumerate().map(weigh).collect();
        Ok(RunningExperiment { experiment, out, points, weights, left, store: Mutex::new(store) })
    }

    fn run(&self, job: Job, report: &mut dyn FnMut(f64, Duration)) -> Result<(), String> {
        let watch = cost::Stopwatch::start();
        let mut run = self.experiment.run(&self.points[job.point], job);
        let (end, mut shown, mut since) = (run.end(), 0.0, Instant::now());
        while run.now() < end && run.stopped().is_none() {
            run.step(Time::NEVER, 1_000_000);
            let done = run.now().as_secs() / end.as_secs().max(f64::MIN_POSITIVE);
            report((done - shown) * self.weights[job.point], since.elapsed());
            (shown, since) = (done, Instant::now());
        }
        report((1.0 - shown) * self.weights[job.point], since.elapsed());
        if let Some(reason) = run.stopped() {
            let Job { point, seed } = job;
            say(&format!("{}: variant {point}, seed {seed} ended early: {reason}", self.experiment.title));
        }
        let outcome = Outcome::of(self.experiment, job, &run);
        // Written immediately: if the process is killed, only the runs in progress are lost.
        self.store.lock().expect("no thread panics while it holds the lock").keep(outcome, Some(watch.stop()))
    }
}

/// Carries out all remaining runs, longest first, then prints and writes the tables.
pub fn execute(experiments: Vec<(&Experiment, Option<PathBuf>)>, plan: &Plan) -> Result<(), String> {
    let begin = |(experiment, out)| RunningExperiment::begin(experiment, out, plan);
    let all = experiments.into_iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    let jobs_of = |(i, going): (usize, &RunningExperiment<'_>)| {
        going.left.iter().map(move |&job| (i, job)).collect::<Vec<_>>()
    };
    let mut jobs: Vec<_> = all.iter().enumerate().flat_map(jobs_of).collect();
    // Longest first, so that no processor idles while another one finishes a long run.
    let weight = |&(i, job): &(usize, Job)| all[i].weights[job.point];
    jobs.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let weights: Vec<f64> = all.iter().map(|g| g.left.iter().map(|job| g.weights[job.point]).sum()).collect();
    let progress = Progress::new(&weights, plan.threads);
    // If one run cannot be stored, the others cannot either.
    let failed = AtomicBool::new(false);
    let failures = pool::map(&jobs, plan.threads, |&(i, job)| {
        if failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let outcome = all[i].run(job, &mut |weight, took| progress.ran(i, weight, took));
        failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
        outcome
    });
    progress.finish();
    failures.into_iter().collect::<Result<Vec<()>, String>>()?;
    let several = all.len() > 1;
    for RunningExperiment { experiment, out, store, .. } in all {
        if several {
            print_line(&format!("\n── {}", experiment.title))?;
        }
        let store = store.into_inner().expect("no thread panics while it holds the lock");
        if plan.shard == Shard::WHOLE {
            finish(experiment, out.as_deref(), plan, &store.sorted())?;
        } else {
            let Shard { part, of } = plan.shard;
            print_line(&format!("part {part} of {of}: {} runs are done", store.runs().count()))?;
        }
    }
    Ok(())
}

/// Prints the tables of all runs and writes them to the folder.
fn finish(
    experiment: &Experiment,
    out: Option<&Path>,
    plan: &Plan,
    outcomes: &[Outcome],
) -> Result<(), String> {
    let table = experiment::summarize(experiment, plan.size, outcomes, plan.confidence);
    if let Some(out) = out {
        droptail_sweeps::tables::write(out, experiment, &table, outcomes)?;
    }
    print(&tables::text(experiment, &table))?;
    print_line(&format!(
        "\n{} of {} runs   ± at {} %   digest of all runs {}",
        outcomes.len(),
        experiment.jobs(plan.size).len(),
        100.0 * plan.confidence,
        experiment::fingerprint(outcomes)
    ))
}

/// Merges the folders of shards.
#[derive(Args)]
pub struct Merge {
    /// Folders written by `droptail sweep --shard`.
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Folder for all runs.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Confidence of the intervals, between 0 and 1.
    #[arg(long, value_name = "P", default_value_t = 0.95, value_parser = crate::sweep::confidence)]
    confidence: f64,
}

impl Merge {
    /// Runs the command. If runs are missing, it merges the existing ones and then fails.
    pub fn execute(&self) -> Result<(), String> {
        let (experiment, size, store) = merge(&self.folders, &self.out, &mut say)?;
        let plan = Plan { shard: Shard::WHOLE, size, threads: 1, confidence: self.confidence };
        finish(&experiment, Some(&self.out), &plan, &store.sorted())?;
        missing(&experiment, size, &store).map_or(Ok(()), |what| {
            let todo = "merge the parts that have them, or run them with droptail sweep --out";
            Err(format!("{what}\n{todo} {}", self.out.display()))
        })
    }
}

/// Maximum number of variants listed with their missing runs.
const LISTED: usize = 20;

/// The missing runs as text of several lines; `None` if there are none.
fn missing(experiment: &Experiment, size: Size, store: &Store) -> Option<String> {
    let jobs = experiment.jobs(size);
    let mut seeds: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for job in jobs.iter().filter(|&&job| !store.has(job)) {
        seeds.entry(job.point).or_default().push(job.seed);
    }
    let count: usize = seeds.values().map(Vec::len).sum();
    if count == 0 {
        return None;
    }
    let variants = experiment.variants(size);
    let line = |(&point, seeds): (&usize, &Vec<u32>)| {
        let at: Vec<_> = variants.at(point).iter().map(ToString::to_string).collect();
        let at = if at.is_empty() { String::new() } else { format!(" ({})", at.join(", ")) };
        format!("  variant {point}{at}: seeds {}", ranges(seeds))
    };
    let mut lines = vec![format!("{count} of {} runs are missing:", jobs.len())];
    lines.extend(seeds.iter().take(LISTED).map(line));
    if seeds.len() > LISTED {
        lines.push(format!("  and {} more variants", seeds.len() - LISTED));
    }
    Some(lines.join("\n"))
}

/// Seeds in the syntax of `--seeds`: `1..3,7`.
fn ranges(seeds: &[u32]) -> String {
    let pieces = seeds.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let shown = pieces.map(|piece| match piece {
        [first, .., last] => format!("{first}..{last}"),
        one => one.iter().map(ToString::to_string).collect(),
    });
    shown.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn consecutive_seeds_form_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1..3,7,9..10");
        assert_eq!(ranges(&[u32::MAX, 0]), "4294967295,0");
    }
}
