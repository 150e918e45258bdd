//! Random documents with actions and native results, for comparison with other targets.

use droptail_engine::core::random::Rng;
use droptail_engine::document;
use droptail_engine::run::Run;
use droptail_engine::scenario::Edit;
use droptail_engine::time_machine::{Memory, TimeMachine};
use droptail_engine::units::Time;
use serde::Serialize;
use serde_json::Value;

use crate::memory;
use crate::mutate::Mutator;
use crate::script::{self, Action};

/// A document, actions on its run, and the results that another target must reach.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Number of the case.
    pub number: u64,
    /// The original document.
    pub document: Value,
    /// Actions on its run, in order.
    pub actions: Vec<Action>,
    /// Time in s and digest of the run after each action, and after the final part.
    pub stands: Vec<(f64, String)>,
    /// One digest per whole second.
    pub ladder: Vec<String>,
    /// The final document, with the accepted edits.
    pub edited: Value,
}

/// Work of the final part: some seconds for most documents.
const LAST: u64 = 40_000;
/// Budget per call.
const PIECE: u64 = 20_000;
/// Maximum number of calls to reach a position; slower runs are left where they are.
const PIECES: usize = 64;

/// Plays the case of a number; `None` if its document cannot run.
pub fn record(mutator: &Mutator<'_>, seed: u32, number: u64) -> Option<Record> {
    let mut rng = Rng::new(seed, &number.to_string(), "parity");
    let document = mutator.document(&mut rng);
    let scenario = document::from_value(document.clone()).ok()?;
    let mut actions = script::actions(mutator, &document, 4000, &mut rng);
    // Reading changes nothing, and positions are internal to the engine.
    actions.retain(|action| !matches!(action, Action::Look | Action::GoTo { .. }));
    let last = Action::Step { until_s: scenario.duration_s, events: LAST };
    actions.extend([last, Action::Share]);
    let memory = Memory { snapshots: 0, allocated: memory::held };
    let mut machine = TimeMachine::of(Run::new(&scenario, true), memory);
    let mut stands = Vec::new();
    for action in &actions {
        act(&mut machine, action);
        stands.push((machine.run().now().as_secs(), text(machine.run().digest())));
    }
    let run = machine.run();
    let ladder = run.ladder().into_iter().map(text).collect();
    let edited = serde_json::to_value(run.scenario()).ok()?;
    Some(Record { number, document, actions, stands, ladder, edited })
}

fn text(digest: u64) -> String {
    format!("{digest:016x}")
}

/// The same calls as in `tests/support/play.ts`.
fn act(machine: &mut TimeMachine, action: &Action) {
    match action {
        Action::Step { until_s, events } => {
            machine.step(Time::from_secs(*until_s), *events);
        }
        Action::StepEvent => {
            machine.step_event(PIECE);
        }
        Action::Edit { after_s, path, value } => {
            if settle(machine) && machine.run().now() < machine.run().end() {
                let at_s = machine.run().now().as_secs() + after_s;
                // Rejected edits are rejected on every target, as the final document shows.
                let _ = machine.edit(Edit { at_s, path: path.clone(), value: value.clone() });
            }
        }
        Action::Seek { to_s } => {
            let to = Time::from_secs(*to_s).min(machine.known());
            machine.seek(to);
            for _ in 0..PIECES {
                if machine.run().now() >= to || machine.run().stopped().is_some() {
                    break;
                }
                machine.step(to, PIECE);
            }
        }
        Action::Branch => {
            if settle(machine) {
                let position = machine.run().position();
                let mut branch = machine.branch();
                for _ in 0..PIECES {
                    if branch.go_to(position, PIECE) {
                        break;
                    }
                }
                *machine = branch;
            }
        }
        Action::Share => {
            settle(machine);
        }
        Action::GoTo { .. } | Action::Look => {}
    }
}

fn settle(machine: &mut TimeMachine) -> bool {
    (0..PIECES).any(|_| machine.settle(PIECE)) && machine.run().stopped().is_none()
}
