//! Experiments for the page: their runs, outcomes and table.

use std::collections::BTreeMap;

use droptail_engine::experiment::measures::Measures;
use droptail_engine::experiment::{self, ExperimentTable, Job, NamedVariants, Outcome, Size, Statistic};
use droptail_engine::metrics::statistics::Interval;
use droptail_engine::run::Run;
use droptail_engine::scenario::{Problem, Scenario};
use droptail_engine::time_machine::{Memory, TimeMachine};
use wasm_bindgen::prelude::*;

use crate::text::Json;
use crate::{Lab, memory, refused};

/// A validated experiment of one size, with the outcomes of its finished runs.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Experiment {
    document: experiment::Experiment,
    size: Size,
    outcomes: BTreeMap<(usize, u32), Outcome>,
}

/// The problem of a text that is not valid JSON.
fn unread(error: &serde_json::Error) -> JsError {
    refused(&[Problem::new("", error.to_string(), "data written by this page")])
}

impl Lab {
    fn of(run: Run) -> Lab {
        // Experiments need no snapshots.
        let memory = Memory { snapshots: 0, allocated: memory::allocated };
        Lab { machine: TimeMachine::of(run, memory), section: Vec::new() }
    }
}

#[wasm_bindgen]
impl Experiment {
    /// Parses and validates a document. Throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, quick: bool) -> Result<Experiment, JsError> {
        Ok(Experiment::at(experiment::parse(text).map_err(|p| refused(&p))?, quick))
    }

    /// Parses the output of [`Experiment::document`] without validating every variant again. Throws problems.
    pub fn again(text: &str, quick: bool) -> Result<Experiment, JsError> {
        Ok(Experiment::at(serde_json::from_str(text).map_err(|e| unread(&e))?, quick))
    }

    fn at(document: experiment::Experiment, quick: bool) -> Experiment {
        let size = if quick { Size::Quick } else { Size::Full };
        Experiment { document, size, outcomes: BTreeMap::new() }
    }

    /// The document with its defaults filled in.
    #[wasm_bindgen(unchecked_return_type = "Json<ExperimentDocument>")]
    pub fn document(&self) -> Json<experiment::Experiment> {
        Json::of(&self.document)
    }

    /// The seeds of each variant.
    #[wasm_bindgen(unchecked_return_type = "Json<number[]>")]
    pub fn seeds(&self) -> Json<Vec<u32>> {
        Json::of(&self.document.seeds(self.size))
    }

    /// The variants with their identities. Throws problems.
    #[wasm_bindgen(unchecked_return_type = "Json<NamedVariants>")]
    pub fn variants(&self) -> Result<Json<NamedVariants>, JsError> {
        self.document.named(self.size).map(|v| Json::of(&v)).map_err(|p| refused(&p))
    }

    fn point(&self, number: u32) -> Result<experiment::Point, JsError> {
        let variants = self.document.variants(self.size);
        if number as usize >= variants.count() {
            return Err(refused(&[Problem::new("", "unknown variant", "the number of a variant")]));
        }
        variants.point(number as usize).map_err(|p| refused(&p))
    }

    /// The scenario of a run. Throws problems if the variant does not exist.
    #[wasm_bindgen(unchecked_return_type = "Json<Scenario>")]
    pub fn scenario(&self, point: u32, seed: u32) -> Result<Json<Scenario>, JsError> {
        let mut scenario = self.point(point)?.scenario;
        scenario.seed = seed;
        Ok(Json::of(&scenario))
    }

    /// Estimated cost of a run of a variant, in hops. Throws like `scenario`.
    pub fn weight(&self, point: u32) -> Result<f64, JsError> {
        Ok(Run::new(&self.point(point)?.scenario, false).directory().estimated_hops)
    }

    /// Creates a run that records only the time series of its outcome. Throws like `scenario`.
    pub fn start(&self, point: u32, seed: u32) -> Result<Lab, JsError> {
        let job = Job { point: point as usize, seed };
        Ok(Lab::of(self.document.run(&self.point(point)?, job)))
    }

    /// The outcome of a finished run made by `start`.
    #[wasm_bindgen(unchecked_return_type = "Json<Outcome>")]
    pub fn outcome(&self, lab: &Lab, point: u32, seed: u32) -> Json<Outcome> {
        let job = Job { point: point as usize, seed };
        Json::written(&Outcome::of(&self.document, job, lab.run()))
    }

    /// Adds outcomes to the table. Throws problems with the list.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<Outcome[]>")] outcomes: &str,
    ) -> Result<(), JsError> {
        let outcomes: Vec<Outcome> = serde_json::from_str(outcomes).map_err(|e| unread(&e))?;
        self.outcomes.extend(outcomes.into_iter().map(|o| ((o.point, o.seed), o)));
        Ok(())
    }

    /// The table of the outcomes so far.
    #[wasm_bindgen(unchecked_return_type = "Json<ExperimentTable>")]
    pub fn table(&self, confidence: f64) -> Json<ExperimentTable> {
        let outcomes: Vec<_> = self.outcomes.values().cloned().collect();
        Json::written(&experiment::summarize(&self.document, self.size, &outcomes, confidence))
    }

    /// Fingerprint of the outcomes so far, 16 hexadecimal digits.
    pub fn fingerprint(&self) -> String {
        let outcomes: Vec<_> = self.outcomes.values().cloned().collect();
        experiment::fingerprint(&outcomes)
    }
}

/// Statistics of all measures of several runs, given as a list of the outputs of [`Lab::measures`]. Throws problems with the list.
#[wasm_bindgen(unchecked_return_type = "Json<Statistic[]>")]
pub fn statistics(
    #[wasm_bindgen(unchecked_param_type = "Json<[string, number][][]>")] runs: &str,
    confidence: f64,
) -> Result<Json<Vec<Statistic>>, JsError> {
    let runs: Vec<Measures> = serde_json::from_str(runs).map_err(|e| unread(&e))?;
    Ok(Json::of(&experiment::statistics(&runs, confidence, Interval::T)))
}
