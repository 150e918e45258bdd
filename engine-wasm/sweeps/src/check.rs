//! Whether stored runs belong to an experiment.

use std::collections::BTreeSet;

use droptail_engine::experiment::{Experiment, Job, Outcome, Size};
use droptail_engine::units::Time;

use crate::{Tell, lines, pool, problem_lines};

/// Checks whether stored runs belong to an experiment whose document was lost: repeats one run of each variant that has any.
pub fn are_of(
    experiment: &Experiment,
    size: Size,
    kept: &[&Outcome],
    threads: usize,
    tell: Tell<'_>,
) -> Result<bool, String> {
    let points = experiment.points(size).map_err(|problems| problem_lines("", &problems))?;
    let mut variants = BTreeSet::new();
    let first: Vec<_> = kept.iter().copied().filter(|o| variants.insert(o.point)).collect();
    tell(&format!(
        "{}: experiment.json was truncated; {} of {} stored runs are repeated to check that they belong to this experiment",
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
