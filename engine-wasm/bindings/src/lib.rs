//! The wasm boundary: load a document, step, read sections.
//!
//! Numbers cross as columns in one buffer of `f64` that the caller copies once; text crosses only where a person waits for it.
//! Layouts: docs/architecture.md, "The boundary".

mod experiment;

use droptail_engine::catalogue;
use droptail_engine::experiment::measures;
use droptail_engine::fluid_sim;
use droptail_engine::run::Run;
use droptail_engine::scenario::{self, Edit, Problem};
use droptail_engine::units::Time;
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Problems as the message of an error.
fn refused(problems: &[Problem]) -> JsError {
    JsError::new(&json!(problems).to_string())
}

/// The catalogue as JSON.
#[wasm_bindgen]
pub fn catalogue() -> String {
    json!(catalogue::catalogue()).to_string()
}

/// What is wrong with a document: a JSON list of problems, empty if it can run.
#[wasm_bindgen]
pub fn validate(text: &str) -> String {
    json!(scenario::parse(text).err().unwrap_or_default()).to_string()
}

/// A document of any version, brought up to date with its defaults filled in; throws problems.
#[wasm_bindgen]
pub fn normalize(text: &str) -> Result<String, JsError> {
    scenario::parse(text).map(|s| json!(s).to_string()).map_err(|p| refused(&p))
}

/// What stands in the way of a run of a valid document by the fluid model: a JSON list of problems, empty if nothing does;
/// throws problems of the document itself.
#[wasm_bindgen(js_name = fluidObstacles)]
pub fn fluid_obstacles(text: &str) -> Result<String, JsError> {
    scenario::parse(text).map(|s| json!(fluid_sim::obstacles(&s)).to_string()).map_err(|p| refused(&p))
}

/// A run.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lab {
    run: Run,
    section: Vec<f64>,
}

impl Lab {
    fn of(run: Run) -> Lab {
        Lab { run, section: Vec::new() }
    }
}

#[wasm_bindgen]
impl Lab {
    /// A run of a document; throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Lab, JsError> {
        let scenario = scenario::parse(text).map_err(|p| refused(&p))?;
        Ok(Lab::of(Run::new(&scenario, true)))
    }

    /// Runs the events before `until_s`, at most `max_events`; gives back the time reached, s.
    pub fn step(&mut self, until_s: f64, max_events: u32) -> f64 {
        self.run.step(Time::from_secs(until_s), u64::from(max_events)).as_secs()
    }

    /// Runs the next event; gives back its time, s.
    #[wasm_bindgen(js_name = stepEvent)]
    pub fn step_event(&mut self) -> f64 {
        self.run.step_event().as_secs()
    }

    /// Simulated time, s.
    pub fn now(&self) -> f64 {
        self.run.now().as_secs()
    }

    /// Why the run ended before its time; empty if it did not.
    pub fn stopped(&self) -> String {
        self.run.stopped().unwrap_or_default().to_owned()
    }

    /// Adds a timed edit, now or later; throws problems.
    pub fn edit(&mut self, text: &str) -> Result<(), JsError> {
        let edit: Edit = serde_json::from_str(text)
            .map_err(|e| refused(&[Problem::new("", e.to_string(), "an edit: atS, path, value")]))?;
        self.run.edit(edit).map_err(|p| refused(&p))
    }

    /// The document with all edits so far.
    pub fn document(&self) -> String {
        json!(self.run.scenario()).to_string()
    }

    /// What is where in the sections, as JSON.
    pub fn directory(&self) -> String {
        json!(self.run.directory()).to_string()
    }

    /// Changes whenever the directory does.
    #[wasm_bindgen(js_name = directoryVersion)]
    pub fn directory_version(&self) -> u32 {
        self.run.directory_version()
    }

    /// Fills the section with thinned columns of some series; gives back its length.
    pub fn plot(&mut self, series: &[u32], t0_s: f64, t1_s: f64, columns: u32) -> u32 {
        self.run.plot(series, t0_s, t1_s, columns, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with minimum, maximum and last value of some equal spans of the whole run, for each series; gives back its
    /// length.
    pub fn extremes(&mut self, series: &[u32], columns: u32) -> u32 {
        self.run.extremes(series, columns, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with what the topology draws; gives back its length.
    pub fn scene(&mut self) -> u32 {
        self.run.scene(&mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with the timeline's marks from number `from` on; gives back its length.
    pub fn marks(&mut self, from: u32) -> u32 {
        self.run.marks_section(from, &mut self.section);
        self.section.len() as u32
    }

    /// Place of the section in wasm memory, bytes; take it after each call, since memory may grow.
    #[wasm_bindgen(js_name = sectionPtr)]
    pub fn section_ptr(&self) -> usize {
        self.section.as_ptr() as usize
    }

    /// The results table as JSON.
    pub fn results(&self) -> String {
        json!(self.run.results()).to_string()
    }

    /// Every number of the results under its name: JSON list of [name, number].
    pub fn measures(&self) -> String {
        json!(measures::of(&self.run.results())).to_string()
    }

    /// When the run ends, s.
    pub fn end(&self) -> f64 {
        self.run.end().as_secs()
    }

    /// The fingerprint of the run so far, 16 hexadecimal digits.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.run.digest())
    }

    /// One fingerprint for each whole second so far, as a JSON list.
    pub fn ladder(&self) -> String {
        let rungs: Vec<_> = self.run.ladder().iter().map(|d| Value::from(format!("{d:016x}"))).collect();
        Value::from(rungs).to_string()
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> f64 {
        self.run.hops() as f64
    }
}
