//! Progress of a sweep and the remaining time.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::out::say;

/// Interval between lines of progress if there is no bar.
const LINES: Duration = Duration::from_secs(60);
/// Steps of the bar.
const STEPS: u64 = 10_000;

/// Runs with roughly the same time per unit of weight.
#[derive(Clone, Copy, Default)]
struct Group {
    left: f64,
    done: f64,
    /// Time that `done` took, s.
    took: f64,
}

struct State {
    groups: Vec<Group>,
    last: Instant,
}

/// The progress of several experiments that run together.
pub struct Progress {
    bar: Option<ProgressBar>,
    state: Mutex<State>,
    threads: f64,
}

impl Progress {
    /// Starts at zero; `weights` is the total weight of each experiment.
    pub fn new(weights: &[f64], threads: usize) -> Progress {
        let groups = weights.iter().map(|&left| Group { left, ..Group::default() }).collect();
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:40} {percent} % of the runs{msg}");
            ProgressBar::new(STEPS).with_style(style.expect("a valid template"))
        });
        Progress { bar, state: Mutex::new(State { groups, last: Instant::now() }), threads: threads as f64 }
    }

    /// Records a finished part of an experiment.
    pub fn ran(&self, experiment: usize, weight: f64, took: Duration) {
        let mut state = self.state.lock().expect("no thread panics while it holds the lock");
        let group = &mut state.groups[experiment];
        (group.left, group.done) = ((group.left - weight).max(0.0), group.done + weight);
        group.took += took.as_secs_f64();
        let share = share(&state.groups);
        let left =
            seconds_left(&state.groups, self.threads).map_or_else(String::new, |s| format!(", {}", words(s)));
        if let Some(bar) = &self.bar {
            bar.set_message(left);
            bar.set_position((share * STEPS as f64) as u64);
        } else if state.last.elapsed() >= LINES {
            state.last = Instant::now();
            say(&format!("{:.0} % of the runs{left}", 100.0 * share));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.iter().for_each(ProgressBar::finish_and_clear);
    }
}

fn share(groups: &[Group]) -> f64 {
    let (done, left) = groups.iter().fold((0.0, 0.0), |(d, l), g| (d + g.done, l + g.left));
    if done + left > 0.0 { done / (done + left) } else { 1.0 }
}

/// Remaining time, with each experiment at its own speed so far, or at the average speed if it has none; `None` before the first run.
fn seconds_left(groups: &[Group], threads: f64) -> Option<f64> {
    let (done, took) = groups.iter().fold((0.0, 0.0), |(d, t), g| (d + g.done, t + g.took));
    let pace = |g: &Group| if g.done > 0.0 { g.took / g.done } else { took / done };
    (done > 0.0).then(|| groups.iter().map(|g| g.left * pace(g)).sum::<f64>() / threads)
}

/// "about 5 min left", with no more digits than are known.
fn words(seconds: f64) -> String {
    match seconds {
        s if s < 1.5 => "nearly done".into(),
        s if s < 90.0 => format!("about {s:.0} s left"),
        s if s < 5400.0 => format!("about {:.0} min left", s / 60.0),
        s => format!("about {:.1} h left", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remaining_time_uses_the_speed_so_far() {
        let groups = [
            Group { left: 30.0, done: 10.0, took: 5.0 },
            Group { left: 8.0, done: 10.0, took: 20.0 },
            // This experiment has no runs yet: the others took 25 s for 20 units.
            Group { left: 4.0, ..Group::default() },
        ];
        assert_eq!(seconds_left(&groups, 2.0), Some((15.0 + 16.0 + 5.0) / 2.0));
        assert_eq!(seconds_left(&groups[2..], 2.0), None);
        assert!((share(&groups) - 20.0 / 62.0).abs() < 1e-12);
        assert_eq!(share(&[]), 1.0);
    }

    #[test]
    fn times_have_few_digits() {
        let texts = [0.2, 45.3, 100.0, 3599.0, 7200.0].map(words);
        assert_eq!(
            texts,
            ["nearly done", "about 45 s left", "about 2 min left", "about 60 min left", "about 2.0 h left"]
        );
    }
}
