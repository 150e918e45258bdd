//! Experiments on the command line: `droptail sweep EXPERIMENT --out DIR`, resumable and in shards, and `droptail merge`.

mod cost;
mod head;
mod lines;
mod progress;
mod store;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use droptail_engine::experiment::{self, Experiment, Job, Outcome, Point, Size};
use droptail_engine::run::Run;
use droptail_engine::scenario::Engine;
use droptail_engine::units::Time;

use crate::out::{print, print_line, say};
use crate::sweep::pool;
use lines::Shape;
use progress::Progress;
use store::Store;

/// What a second of a flow weighs in fluid, in packets over links.
const FLUID_WEIGHT: f64 = 60.0;

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

/// How experiments are run.
pub struct Plan {
    /// Which of their runs.
    pub shard: Shard,
    /// Which size.
    pub size: Size,
    /// Runs at the same time.
    pub threads: usize,
    /// Confidence of the intervals.
    pub confidence: f64,
}

/// An experiment that is under way.
struct RunningExperiment<'a> {
    experiment: &'a Experiment,
    out: Option<PathBuf>,
    points: Vec<Point>,
    /// What a run of each variant costs, about.
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
        let is_its = |kept: &[&Outcome]| are_of(experiment, &points, kept, plan.threads);
        let store = Store::open(out.as_deref(), experiment, plan.size, plan.shard, is_its)?;
        let done = store.runs().count();
        let jobs = experiment.jobs(plan.size).into_iter().enumerate();
        let mine = jobs.filter(|(place, _)| plan.shard.has(*place)).map(|(_, job)| job);
        let left: Vec<Job> = mine.filter(|&job| !store.has(job)).collect();
        if done > 0 {
            say(&format!("{}: {done} runs are done, {} are left", experiment.title, left.len()));
        }
        // Only what is left has to be weighed.
        let needed: BTreeSet<_> = left.iter().map(|job| job.point).collect();
        let weigh = |(number, point)| if needed.contains(&number) { weight(point) } else { 0.0 };
        let weights = points.iter().enumerate().map(weigh).collect();
        Ok(RunningExperiment { experiment, out, points, weights, left, store: Mutex::new(store) })
    }

    fn run(&self, job: Job, told: &mut dyn FnMut(f64, Duration)) -> Result<(), String> {
        let watch = cost::Stopwatch::start();
        let mut run = self.experiment.run(&self.points[job.point], job);
        let (end, mut shown, mut since) = (run.end(), 0.0, Instant::now());
        while run.now() < end && run.stopped().is_none() {
            run.step(Time::NEVER, 1_000_000);
            let done = run.now().as_secs() / end.as_secs().max(f64::MIN_POSITIVE);
            told((done - shown) * self.weights[job.point], since.elapsed());
            (shown, since) = (done, Instant::now());
        }
        told((1.0 - shown) * self.weights[job.point], since.elapsed());
        if let Some(reason) = run.stopped() {
            let Job { point, seed } = job;
            say(&format!("{}: variant {point}, seed {seed} ended early: {reason}", self.experiment.title));
        }
        let outcome = Outcome::of(self.experiment, job, &run);
        // Written at once: a kill loses what is in flight and nothing else.
        self.store.lock().expect("nobody panics with the store").keep(outcome, Some(watch.stop()))
    }
}

/// Whether runs are an experiment's, where its document is lost: one of each variant that has any is made again.
fn are_of(
    experiment: &Experiment,
    points: &[Point],
    kept: &[&Outcome],
    threads: usize,
) -> Result<bool, String> {
    let mut variants = BTreeSet::new();
    let first: Vec<_> = kept.iter().copied().filter(|o| variants.insert(o.point)).collect();
    say(&format!(
        "{}: experiment.json was cut; {} of {} runs that are kept are made again to see whether they are of this experiment",
        experiment.title,
        first.len(),
        kept.len()
    ));
    let again = pool::map(&first, threads, |outcome| {
        let job = Job { point: outcome.point, seed: outcome.seed };
        let mut run = experiment.run(&points[job.point], job);
        while run.now() < run.end() && run.stopped().is_none() {
            run.step(Time::NEVER, 1_000_000);
        }
        lines::agree(outcome, &Outcome::of(experiment, job, &run))
    });
    Ok(again.into_iter().all(|same| same))
}

/// What a run costs, as far as that can be told before: packets over links, and for fluid its flows' time.
fn weight(point: &Point) -> f64 {
    let Point { scenario, .. } = point;
    let fluid = if scenario.engine == Engine::Packet { 0.0 } else { FLUID_WEIGHT };
    Run::new(scenario, false).directory().estimated_hops
        + fluid * scenario.duration_s * scenario.flows.len() as f64
}

/// Runs what is not done yet of all of them, the longest first, and prints and writes the tables.
pub fn execute(experiments: Vec<(&Experiment, Option<PathBuf>)>, plan: &Plan) -> Result<(), String> {
    let begin = |(experiment, out)| RunningExperiment::begin(experiment, out, plan);
    let all = experiments.into_iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    let jobs_of = |(i, going): (usize, &RunningExperiment<'_>)| {
        going.left.iter().map(move |&job| (i, job)).collect::<Vec<_>>()
    };
    let mut jobs: Vec<_> = all.iter().enumerate().flat_map(jobs_of).collect();
    // So that no processor waits for a long one at the end.
    let weight = |&(i, job): &(usize, Job)| all[i].weights[job.point];
    jobs.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let weights: Vec<f64> = all.iter().map(|g| g.left.iter().map(|job| g.weights[job.point]).sum()).collect();
    let progress = Progress::new(&weights, plan.threads);
    // Where one run cannot be kept, the others cannot either.
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
        let store = store.into_inner().expect("nobody panics with the store");
        if plan.shard == Shard::WHOLE {
            finish(experiment, out.as_deref(), plan, &store.sorted())?;
        } else {
            let Shard { part, of } = plan.shard;
            print_line(&format!("part {part} of {of}: {} runs are done", store.runs().count()))?;
        }
    }
    Ok(())
}

/// The tables of all runs, on paper and in the folder.
fn finish(
    experiment: &Experiment,
    out: Option<&Path>,
    plan: &Plan,
    outcomes: &[Outcome],
) -> Result<(), String> {
    let table = experiment::summarize(experiment, plan.size, outcomes, plan.confidence);
    if let Some(out) = out {
        tables::write(out, experiment, &table, outcomes)?;
    }
    print(&tables::text(experiment, &table))?;
    print_line(&format!(
        "\n{} of {} runs   ± at {} %   digest of all {}",
        outcomes.len(),
        experiment.jobs(plan.size).len(),
        100.0 * plan.confidence,
        experiment::fingerprint(outcomes)
    ))
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
    /// Does it. Fails when runs are missing, after all that there is has been joined.
    pub fn execute(&self) -> Result<(), String> {
        let (experiment, size) = head::read_whole(&self.folders[0])?;
        let shape = Shape::of(&experiment, size);
        let cut = |_: &[&Outcome]| -> Result<bool, String> {
            let out = self.out.display();
            Err(format!("{out}: experiment.json is cut, and runs are there: {}", head::OTHER_FOLDER))
        };
        let mut store = Store::open(Some(&self.out), &experiment, size, Shard::WHOLE, cut)?;
        for folder in &self.folders {
            if head::read_whole(folder)? != (experiment.clone(), size) {
                return Err(format!("{}: another experiment, or another size of it", folder.display()));
            }
            store.join(lines::read(folder, &shape)?)?;
        }
        let plan = Plan { shard: Shard::WHOLE, size, threads: 1, confidence: self.confidence };
        finish(&experiment, Some(&self.out), &plan, &store.sorted())?;
        missing(&experiment, size, &store).map_or(Ok(()), |what| {
            let todo =
                "merge again with the parts that have them, or let droptail sweep make them with --out";
            Err(format!("{what}\n{todo} {}", self.out.display()))
        })
    }
}

/// Variants with missing runs that are listed one by one.
const LISTED: usize = 20;

/// Which runs are missing, as text of several lines; nothing if none is.
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
        lines.push(format!("  and {} variants more", seeds.len() - LISTED));
    }
    Some(lines.join("\n"))
}

/// Seeds as `--seeds` takes them: `1..3,7`.
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
    fn shards_take_every_run_once() {
        let shards: Vec<_> = (1..=3).map(|i| Shard::parse(&format!("{i}/3")).unwrap()).collect();
        for place in 0..20 {
            assert_eq!(shards.iter().filter(|s| s.has(place)).count(), 1);
        }
        for wrong in ["", "1", "0/3", "4/3", "a/b", "1/0"] {
            assert!(Shard::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn seeds_that_follow_each_other_are_a_range() {
        assert_eq!(ranges(&[1, 2, 3, 7, 9, 10]), "1..3,7,9..10");
        assert_eq!(ranges(&[u32::MAX, 0]), "4294967295,0");
    }
}
