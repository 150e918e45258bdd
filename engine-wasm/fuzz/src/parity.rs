//! Random documents with what is done with them and what comes of it natively, for other targets to compare with.

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

/// A document, what is done, and what another target has to come to.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Number of the case.
    pub number: u64,
    /// The document before.
    pub document: Value,
    /// What is done with its run, one after the other.
    pub actions: Vec<Action>,
    /// Where the run stands after each of them, and after the last stretch: time in s, and digest.
    pub stands: Vec<(f64, String)>,
    /// One digest a whole second.
    pub ladder: Vec<String>,
    /// The document after, with the edits that were taken.
    pub edited: Value,
}

/// Work of the last stretch: some seconds of most documents.
const LAST: u64 = 40_000;
/// Budget of calls that lead to a goal.
const PIECE: u64 = 20_000;
/// Calls that lead to a goal at most: what takes longer is left where it stands.
const PIECES: usize = 64;

/// The case of a number, played; nothing where its document cannot run.
pub fn record(mutator: &Mutator<'_>, seed: u32, number: u64) -> Option<Record> {
    let mut rng = Rng::new(seed, &number.to_string(), "parity");
    let document = mutator.document(&mut rng);
    let scenario = document::from_value(document.clone()).ok()?;
    let mut actions = script::actions(mutator, &document, 4000, &mut rng);
    // Looks change nothing, and positions are the engine's own.
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

/// As `tests/support/play.ts` does it, call by call.
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
                // What is refused is refused everywhere: the document that comes out says so.
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
