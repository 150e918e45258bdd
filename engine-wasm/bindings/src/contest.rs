//! Contests, one run at a time.

use std::collections::BTreeMap;

use droptail_engine::contest::{self, Contest, Entrant, PathOutcome};
use droptail_engine::metrics::results::Results;
use droptail_engine::run::Run;
use droptail_engine::scenario::{Problem, Scenario};
use droptail_engine::units::Time;
use wasm_bindgen::prelude::*;

use crate::refused;
use crate::text::Json;

/// Scores runs of a contest.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Judge {
    contest: Contest,
    /// Results without an entry, by path and seed.
    baselines: BTreeMap<(u32, u32), Results>,
}

#[wasm_bindgen]
impl Judge {
    /// The judge of a contest. Throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Judge, JsError> {
        let contest = contest::parse(text).map_err(|p| refused(&p))?;
        Ok(Judge { contest, baselines: BTreeMap::new() })
    }

    /// The contest, with defaults filled in.
    #[wasm_bindgen(unchecked_return_type = "Json<Contest>")]
    pub fn contest(&self) -> Json<Contest> {
        Json::of(&self.contest)
    }

    /// The score as a formula.
    pub fn formula(&self) -> String {
        self.contest.score.formula()
    }

    /// The document of a run: a path, by number, with an entrant. Throws what is wrong with the entrant.
    #[wasm_bindgen(unchecked_return_type = "Json<Scenario>")]
    pub fn scenario(
        &self,
        path: u32,
        seed: u32,
        #[wasm_bindgen(unchecked_param_type = "Json<Entrant>")] entrant: &str,
    ) -> Result<Json<Scenario>, JsError> {
        let (of, entrant) = entered(&self.contest, path, entrant).map_err(|p| refused(&p))?;
        let scenario = self.contest.scenario(of, seed, Some(&entrant)).map_err(|p| refused(&p))?;
        Ok(Json::of(&scenario))
    }

    /// Runs a path, by number, with an entrant. Throws what is wrong with the entrant.
    #[wasm_bindgen(unchecked_return_type = "Json<PathOutcome>")]
    pub fn outcome(
        &mut self,
        path: u32,
        seed: u32,
        #[wasm_bindgen(unchecked_param_type = "Json<Entrant>")] entrant: &str,
    ) -> Result<Json<PathOutcome>, JsError> {
        let (of, entrant) = entered(&self.contest, path, entrant).map_err(|p| refused(&p))?;
        let scenario = self.contest.scenario(of, seed, Some(&entrant)).map_err(|p| refused(&p))?;
        if !self.baselines.contains_key(&(path, seed)) {
            let alone = self.contest.scenario(of, seed, None).map_err(|p| refused(&p))?;
            self.baselines.insert((path, seed), results(&alone));
        }
        let baseline = &self.baselines[&(path, seed)];
        Ok(Json::of(&self.contest.score.outcome(of, seed, &results(&scenario), baseline)))
    }
}

/// A path, by number, and an entrant.
fn entered<'a>(
    contest: &'a Contest,
    path: u32,
    entrant: &str,
) -> Result<(&'a contest::Path, Entrant), Vec<Problem>> {
    let malformed = |e: serde_json::Error| vec![Problem::new("", e.to_string(), "an entrant")];
    let missing = || vec![Problem::new("", "no such path", "the number of a path")];
    let of = contest.paths.get(path as usize).ok_or_else(missing)?;
    Ok((of, serde_json::from_str(entrant).map_err(malformed)?))
}

fn results(scenario: &Scenario) -> Results {
    let mut run = Run::new(scenario, false);
    run.step(Time::NEVER, u64::MAX);
    run.results()
}
