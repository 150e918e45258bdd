//! Experiments for the page: which runs there are, what is kept of one, and the table of all.

use std::collections::BTreeMap;

use droptail_engine::experiment::{self, Job, Outcome, Size};
use droptail_engine::metrics::statistics::Interval;
use droptail_engine::packet_sim::digest::Digest;
use droptail_engine::run::Run;
use droptail_engine::scenario::Problem;
use droptail_engine::time_machine::{Memory, TimeMachine};
use serde::Serialize;
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::{Lab, memory, refused};

/// A validated experiment at one of its sizes, and the outcomes of the runs that are done.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Experiment {
    document: experiment::Experiment,
    size: Size,
    outcomes: BTreeMap<(usize, u32), Outcome>,
}

/// Problems of a text that is none of ours.
fn unread(error: &serde_json::Error) -> JsError {
    refused(&[Problem::new("", error.to_string(), "what this page has written")])
}

/// As the command line writes it: a number of 32 bits with its own digits.
fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("what is kept can be written")
}

impl Lab {
    fn of(run: Run) -> Lab {
        // Nobody goes back in it.
        let memory = Memory { snapshots: 0, allocated: memory::allocated };
        Lab { machine: TimeMachine::of(run, memory), section: Vec::new() }
    }
}

#[wasm_bindgen]
impl Experiment {
    /// Reads a document; throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, quick: bool) -> Result<Experiment, JsError> {
        Ok(Experiment::at(experiment::parse(text).map_err(|p| refused(&p))?, quick))
    }

    /// Reads what [`Experiment::document`] gave, without making every variant of it once more; throws problems.
    pub fn again(text: &str, quick: bool) -> Result<Experiment, JsError> {
        Ok(Experiment::at(serde_json::from_str(text).map_err(|e| unread(&e))?, quick))
    }

    fn at(document: experiment::Experiment, quick: bool) -> Experiment {
        let size = if quick { Size::Quick } else { Size::Full };
        Experiment { document, size, outcomes: BTreeMap::new() }
    }

    /// The document with its defaults filled in.
    pub fn document(&self) -> String {
        json!(self.document).to_string()
    }

    /// The seeds of every variant: JSON list of numbers.
    pub fn seeds(&self) -> String {
        json!(self.document.seeds(self.size)).to_string()
    }

    /// The variants: JSON {digest, list of {at, identity}}; an identity names what a run of the variant with some seed has for an
    /// outcome, the digest all of them.
    pub fn variants(&self) -> Result<String, JsError> {
        let points = self.document.points(self.size).map_err(|p| refused(&p))?;
        let mut digest = Digest::default();
        let one = |point: &experiment::Point| {
            let identity = self.document.identity(point);
            digest.word(identity);
            json!({ "at": point.at, "identity": format!("{identity:016x}") })
        };
        let list: Vec<_> = points.iter().map(one).collect();
        Ok(json!({ "digest": format!("{:016x}", digest.finish()), "list": list }).to_string())
    }

    fn point(&self, number: u32) -> Result<experiment::Point, JsError> {
        let variants = self.document.variants(self.size);
        if number as usize >= variants.count() {
            return Err(refused(&[Problem::new("", "no such variant", "the number of one")]));
        }
        variants.point(number as usize).map_err(|p| refused(&p))
    }

    /// The scenario of a run; throws problems where there is no such variant.
    pub fn scenario(&self, point: u32, seed: u32) -> Result<String, JsError> {
        let mut scenario = self.point(point)?.scenario;
        scenario.seed = seed;
        Ok(json!(scenario).to_string())
    }

    /// What a run of a variant costs, in packets over links, as far as that can be told before; throws as `scenario`.
    pub fn weight(&self, point: u32) -> Result<f64, JsError> {
        Ok(Run::new(&self.point(point)?.scenario, false).directory().estimated_hops)
    }

    /// A run, at its start: it records the time series that are kept of it, and nothing else; throws as `scenario`.
    pub fn start(&self, point: u32, seed: u32) -> Result<Lab, JsError> {
        let job = Job { point: point as usize, seed };
        Ok(Lab::of(self.document.run(&self.point(point)?, job)))
    }

    /// What is kept of a run made by `start` that has ended: JSON Outcome.
    pub fn outcome(&self, lab: &Lab, point: u32, seed: u32) -> String {
        let job = Job { point: point as usize, seed };
        written(&Outcome::of(&self.document, job, lab.run()))
    }

    /// Takes outcomes (JSON list of Outcome) into the table; throws what is wrong with the list.
    pub fn add(&mut self, outcomes: &str) -> Result<(), JsError> {
        let outcomes: Vec<Outcome> = serde_json::from_str(outcomes).map_err(|e| unread(&e))?;
        self.outcomes.extend(outcomes.into_iter().map(|o| ((o.point, o.seed), o)));
        Ok(())
    }

    /// The table of the outcomes so far: JSON ExperimentTable.
    pub fn table(&self, confidence: f64) -> String {
        let outcomes: Vec<_> = self.outcomes.values().cloned().collect();
        written(&experiment::summarize(&self.document, self.size, &outcomes, confidence))
    }

    /// One fingerprint of the outcomes so far, 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let outcomes: Vec<_> = self.outcomes.values().cloned().collect();
        experiment::fingerprint(&outcomes)
    }
}

/// Statistics of everything measured in several runs (JSON list of what `Lab.measures` gave): JSON list of {metric, n, mean,
/// halfWidth, …}; throws what is wrong with the list.
#[wasm_bindgen]
pub fn statistics(runs: &str, confidence: f64) -> Result<String, JsError> {
    let runs: Vec<experiment::measures::Measures> = serde_json::from_str(runs).map_err(|e| unread(&e))?;
    Ok(json!(experiment::statistics(&runs, confidence, Interval::T)).to_string())
}
