//! Random actions on a run, as a page makes them.

use droptail_engine::core::random::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::mutate::{Mutator, early};

/// An action on a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Action {
    /// Steps with a budget that may end in the middle of a moment.
    Step {
        /// Time limit, s.
        until_s: f64,
        /// Work limit, packet events.
        events: u64,
    },
    /// Runs the next event.
    StepEvent,
    /// Finishes the moment, then edits the document.
    Edit {
        /// Delay from now, s.
        after_s: f64,
        /// Path.
        path: String,
        /// The new value.
        value: Value,
    },
    /// Goes back or forward to a time, as the timeline does.
    Seek {
        /// Target, s.
        to_s: f64,
    },
    /// Goes to the position after one of the steps so far, modulo their number.
    GoTo {
        /// Number of the step.
        place: u32,
    },
    /// Continues in a branch.
    Branch,
    /// Finishes the moment and shares its digest, as a link does.
    Share,
    /// Reads everything that a page shows.
    Look,
}

/// Random actions for a document, with a total work of about `events`.
pub fn actions(mutator: &Mutator<'_>, document: &Value, events: u64, rng: &mut Rng) -> Vec<Action> {
    let duration = document["durationS"].as_f64().unwrap_or(1.0);
    let count = 1 + rng.below(8);
    let mut list = Vec::new();
    let moment = |rng: &mut Rng| duration * early(rng);
    for _ in 0..count {
        let budget = 1 + (events as f64 * rng.uniform() * 2.0 / count as f64) as u64;
        let until_s = if rng.chance(0.7) { duration } else { moment(rng) };
        list.push(Action::Step { until_s, events: budget });
        match rng.below(20) {
            0..6 => {
                let edits = if rng.chance(0.2) { 2 } else { 1 };
                for _ in 0..edits {
                    let (path, value) = mutator.change(document, rng);
                    let after_s = if rng.chance(0.8) { 0.0 } else { moment(rng) * 0.1 };
                    list.push(Action::Edit { after_s, path, value });
                }
            }
            6..9 => list.push(Action::Seek { to_s: moment(rng) }),
            9 | 10 => list.push(Action::StepEvent),
            11 | 12 => list.push(Action::GoTo { place: rng.below(16) as u32 }),
            13 | 14 => list.push(Action::Branch),
            15 | 16 => list.push(Action::Share),
            17 => list.push(Action::Look),
            _ => {}
        }
    }
    list
}
