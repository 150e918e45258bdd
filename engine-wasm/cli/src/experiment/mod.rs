//! Experiments on the command line: `droptail sweep EXPERIMENT --out DIR`, resumable and in shards, and `droptail merge`.

mod cost;
mod progress;
mod store;
mod tables;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use droptail_engine::experiment::{self, Experiment, Job, Outcome, Point, Size};
use droptail_engine::run::Run;
use droptail_engine::scenario::Engine;
use droptail_engine::units::Time;

use crate::sweep::pool;
use progress::Progress;
use store::{Kept, Store};

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
struct Going<'a> {
    experiment: &'a Experiment,
    out: Option<PathBuf>,
    points: Vec<Point>,
    /// What a run of each variant costs, about.
    weights: Vec<f64>,
    left: Vec<Job>,
    store: Mutex<Store>,
}

impl<'a> Going<'a> {
    fn begin(experiment: &'a Experiment, out: Option<PathBuf>, plan: &Plan) -> Result<Going<'a>, String> {
        let points = experiment.points(plan.size).map_err(|problems| crate::lines("", &problems))?;
        let store = Store::open(out.as_deref(), experiment, plan.size, plan.shard)?;
        let done: BTreeSet<_> = store.runs().iter().map(|o| (o.point, o.seed)).collect();
        let jobs = experiment.jobs(plan.size).into_iter().enumerate();
        let mine = jobs.filter(|(place, _)| plan.shard.has(*place)).map(|(_, job)| job);
        let left: Vec<Job> = mine.filter(|job| !done.contains(&(job.point, job.seed))).collect();
        if !done.is_empty() {
            eprintln!("{}: {} runs are done, {} are left", experiment.title, done.len(), left.len());
        }
        // Only what is left has to be weighed.
        let needed: BTreeSet<_> = left.iter().map(|job| job.point).collect();
        let weigh = |(number, point)| if needed.contains(&number) { weight(point) } else { 0.0 };
        let weights = points.iter().enumerate().map(weigh).collect();
        Ok(Going { experiment, out, points, weights, left, store: Mutex::new(store) })
    }

    fn run(&self, job: Job, told: &mut dyn FnMut(f64, Duration)) -> Result<(), String> {
        let watch = cost::Watch::start();
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
            eprintln!("{}: variant {point}, seed {seed} ended early: {reason}", self.experiment.title);
        }
        let outcome = Outcome::of(self.experiment, job, &run);
        // Written at once: a kill loses what is in flight and nothing else.
        self.store.lock().expect("nobody panics with the store").keep(outcome, Some(watch.stop()))
    }
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
    let begin = |(experiment, out)| Going::begin(experiment, out, plan);
    let all = experiments.into_iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    let jobs_of =
        |(i, going): (usize, &Going<'_>)| going.left.iter().map(move |&job| (i, job)).collect::<Vec<_>>();
    let mut jobs: Vec<_> = all.iter().enumerate().flat_map(jobs_of).collect();
    // So that no processor waits for a long one at the end.
    let weight = |&(i, job): &(usize, Job)| all[i].weights[job.point];
    jobs.sort_by(|a, b| weight(b).total_cmp(&weight(a)));
    let weights: Vec<f64> = all.iter().map(|g| g.left.iter().map(|job| g.weights[job.point]).sum()).collect();
    let progress = Progress::new(&weights, plan.threads);
    let failures = pool::map(&jobs, plan.threads, |&(i, job)| {
        all[i].run(job, &mut |weight, took| progress.ran(i, weight, took))
    });
    progress.finish();
    failures.into_iter().collect::<Result<Vec<()>, String>>()?;
    let several = all.len() > 1;
    for Going { experiment, out, store, .. } in all {
        if several {
            println!("\n── {}", experiment.title);
        }
        let store = store.into_inner().expect("nobody panics with the store");
        if plan.shard == Shard::WHOLE {
            finish(experiment, out.as_deref(), plan, &store.sorted())?;
        } else {
            println!("part {} of {}: {} runs are done", plan.shard.part, plan.shard.of, store.runs().len());
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
    print!("{}", tables::text(experiment, &table));
    println!(
        "\n{} of {} runs   ± at {} %   digest of all {}",
        outcomes.len(),
        experiment.jobs(plan.size).len(),
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
        let mut known: BTreeSet<_> = store.runs().iter().map(|o| (o.point, o.seed)).collect();
        for folder in &self.folders {
            if store::read_head(folder)? != (experiment.clone(), size) {
                return Err(format!("{}: another experiment, or another size of it", folder.display()));
            }
            for Kept { outcome, cost } in store::read_runs(folder)? {
                if known.insert((outcome.point, outcome.seed)) {
                    store.keep(outcome, cost)?;
                }
            }
        }
        let plan = Plan { shard: Shard::WHOLE, size, threads: 1, confidence: self.confidence };
        finish(&experiment, Some(&self.out), &plan, &store.sorted())
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
