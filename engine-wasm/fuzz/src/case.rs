//! A case: what a seed and a number generate.

use std::panic::{AssertUnwindSafe, catch_unwind};

use droptail_engine::core::random::Rng;
use droptail_engine::document;
use serde_json::Value;

use crate::mutate::{Mutator, at_packets, damage};
use crate::play::{Counts, Failure, play, refusal};
use crate::script::{Action, actions};
use crate::{guard, memory};

/// Memory limit of a run, bytes.
pub const MAX_MEMORY: usize = 300 << 20;
/// The same if a script controls a flow: it can fill a queue of 100,000 packets at once, and a case holds several copies of its run.
pub const MAX_MEMORY_SCRIPTED: usize = 600 << 20;

/// A document, actions on it, and a seed for the rest.
#[derive(Clone, Debug)]
pub struct Case {
    /// The document, usually a valid one.
    pub document: Value,
    /// Actions on its run.
    pub actions: Vec<Action>,
    /// Text to parse as well, if any.
    pub text: Option<String>,
    /// Seed of the random numbers while it is played.
    pub draws: u32,
}

impl Case {
    /// The case of a number.
    pub fn new(mutator: &Mutator<'_>, seed: u32, number: u64) -> Case {
        let mut rng = Rng::new(seed, &number.to_string(), "fuzz");
        let rng = &mut rng;
        let mut document = if mutator.scripts { mutator.scripted(rng) } else { mutator.document(rng) };
        // About one in a thousand is long enough for intermediate snapshots.
        let most = match rng.below(2000) {
            0 => 1_500_000.0,
            1..10 => 40_000.0,
            _ => 3000.0,
        };
        let events = libm::exp(libm::log(30.0) + (libm::log(most) - libm::log(30.0)) * rng.uniform());
        if rng.chance(0.25)
            && let Ok(scenario) = document::from_value(document.clone())
        {
            at_packets(&mut document, &scenario, rng);
        }
        let actions = actions(mutator, &document, events as u64, rng);
        let text = rng.chance(0.1).then(|| damage(&document.to_string(), rng));
        Case { document, actions, text, draws: rng.bits() as u32 }
    }

    /// Plays the case; panics are failures, too.
    pub fn play(&self) -> Result<Counts, Failure> {
        let before = memory::held();
        memory::reset_peak();
        guard::beat();
        let played = catch_unwind(AssertUnwindSafe(|| self.unguarded())).unwrap_or_else(|_| {
            let (place, said) = guard::caught();
            Err(Failure::new(&format!("panic at {place}"), said))
        });
        let most = memory::peak().saturating_sub(before);
        let limit = if self.document["controllers"].is_array() { MAX_MEMORY_SCRIPTED } else { MAX_MEMORY };
        if most > limit && played.is_ok() {
            return Err(Failure::new("a run exceeds the memory limit", format!("{} MB", most >> 20)));
        }
        played
    }

    fn unguarded(&self) -> Result<Counts, Failure> {
        let mut rng = Rng::new(self.draws, "", "play");
        if let Some(text) = &self.text
            && let Err(problems) = document::parse(text)
        {
            refusal(&problems)?;
        }
        let played = play(&self.document, &self.actions, &mut rng)?;
        Ok(played.map_or(Counts { refused: 1, ..Counts::default() }, |played| played.counts))
    }
}
