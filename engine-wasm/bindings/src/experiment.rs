//! Experiments for the page: which runs there are, what is kept of one, and the table of all.

use droptail_engine::experiment::{self, Job, Outcome, Size};
use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::{Lab, refused};

/// A validated experiment at one of its sizes.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Experiment {
    document: experiment::Experiment,
    size: Size,
    points: Vec<experiment::Point>,
}

#[wasm_bindgen]
impl Experiment {
    /// Reads a document; throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, quick: bool) -> Result<Experiment, JsError> {
        let document = experiment::parse(text).map_err(|p| refused(&p))?;
        let size = if quick { Size::Quick } else { Size::Full };
        let points = document.points(size).map_err(|p| refused(&p))?;
        Ok(Experiment { document, size, points })
    }

    /// The document with its defaults filled in.
    pub fn document(&self) -> String {
        json!(self.document).to_string()
    }

    /// All runs, variant by variant: JSON list of {point, seed}.
    pub fn jobs(&self) -> String {
        let jobs = self.document.jobs(self.size);
        json!(jobs.iter().map(|j| json!({ "point": j.point, "seed": j.seed })).collect::<Vec<_>>())
            .to_string()
    }

    /// The scenario of a run; throws where there is no such variant.
    pub fn scenario(&self, point: u32, seed: u32) -> Result<String, JsError> {
        let found = self.points.get(point as usize).ok_or_else(|| JsError::new("no such variant"))?;
        let mut scenario = found.scenario.clone();
        scenario.seed = seed;
        Ok(json!(scenario).to_string())
    }

    /// What is kept of a run that has ended: JSON Outcome.
    pub fn outcome(&self, lab: &Lab, point: u32, seed: u32) -> String {
        let job = Job { point: point as usize, seed };
        json!(Outcome::of(&self.document, job, &lab.run().results())).to_string()
    }

    /// The table of the runs that are done (JSON list of Outcome): JSON ExperimentTable; throws what is wrong with the list.
    pub fn table(&self, outcomes: &str, confidence: f64) -> Result<String, JsError> {
        let outcomes: Vec<Outcome> =
            serde_json::from_str(outcomes).map_err(|e| JsError::new(&e.to_string()))?;
        Ok(json!(experiment::summarize(&self.document, self.size, &outcomes, confidence)).to_string())
    }
}
