//! The wasm boundary: load a document, step, read sections.
//!
//! Numbers cross in one buffer of `f64` that the caller copies once; text crosses only on user actions.
//! [`droptail_engine::sections`] has the layouts, [`text`] the types of text.

#[cfg(feature = "desk")]
mod capture;
#[cfg(feature = "script")]
mod contest;
#[cfg(feature = "desk")]
mod experiment;
mod memory;
mod text;

use droptail_engine::document;
#[cfg(feature = "desk")]
use droptail_engine::experiment::measures::{self, Measures};
use droptail_engine::metrics::export;
use droptail_engine::metrics::results::Results;
#[cfg(feature = "script")]
use droptail_engine::metrics::scripts::Printed;
use droptail_engine::model::directory::Directory;
use droptail_engine::packet_sim::trace::{Moment, Subject};
use droptail_engine::published::{self, Catalogue};
use droptail_engine::run::{Position, Run};
use droptail_engine::scenario::{Edit, Problem, Scenario};
#[cfg(feature = "script")]
use droptail_engine::script::Fault;
use droptail_engine::time_machine::{self, Memory, TimeMachine};
use droptail_engine::units::Time;
use droptail_engine::validation;
#[cfg(feature = "desk")]
use serde_json::Value;
use serde_json::json;
use wasm_bindgen::prelude::*;

use text::Json;

/// Problems as the message of an error.
fn refused(problems: &[Problem]) -> JsError {
    JsError::new(&json!(problems).to_string())
}

/// The catalogue.
#[wasm_bindgen(unchecked_return_type = "Json<Catalogue>")]
pub fn catalogue() -> Json<Catalogue> {
    Json::of(&published::catalogue())
}

/// Validates a document. The list is empty if it can run.
#[wasm_bindgen(unchecked_return_type = "Json<Problem[]>")]
pub fn validate(text: &str) -> Json<Vec<Problem>> {
    Json::of(&document::parse(text).err().unwrap_or_default())
}

/// A document of any version, migrated and with defaults filled in. Throws problems.
#[wasm_bindgen(unchecked_return_type = "Json<Scenario>")]
pub fn normalize(text: &str) -> Result<Json<Scenario>, JsError> {
    document::parse(text).map(|s| Json::of(&s)).map_err(|p| refused(&p))
}

/// What is wrong with the script of a controller; empty if it can run. Throws problems if the text is not a controller.
#[cfg(feature = "script")]
#[wasm_bindgen(js_name = scriptFaults, unchecked_return_type = "Json<Fault[]>")]
pub fn script_faults(
    #[wasm_bindgen(unchecked_param_type = "Json<ScriptedController>")] text: &str,
) -> Result<Json<Vec<Fault>>, JsError> {
    let controller = serde_json::from_str(text)
        .map_err(|e| refused(&[Problem::new("", e.to_string(), "a controller")]))?;
    Ok(Json::of(&droptail_engine::script::faults(&controller)))
}

/// Parses an edit through a JSON value, as documents are, so that the deserialisation code exists once.
fn edit_of(text: &str) -> Result<Edit, JsError> {
    serde_json::from_str(text)
        .and_then(serde_json::from_value)
        .map_err(|e| refused(&[Problem::new("", e.to_string(), "an edit with atS, path and value")]))
}

/// Applies an edit to a document without validation. Throws problems. The page has its own implementation, for use before the engine
/// is loaded; tests compare both.
#[cfg(feature = "desk")]
#[wasm_bindgen]
pub fn edited(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Json<Edit>")] edit: &str,
) -> Result<String, JsError> {
    let mut document: Value =
        serde_json::from_str(text).map_err(|e| refused(&[Problem::new("", e.to_string(), "a document")]))?;
    droptail_engine::scenario::set(&mut document, &edit_of(edit)?).map_err(|p| refused(&[p]))?;
    Ok(document.to_string())
}

/// Memory limit for the snapshots of a run, bytes.
const SNAPSHOTS: usize = 48 << 20;

/// Memory allocated by the module, bytes.
#[wasm_bindgen]
pub fn allocated() -> f64 {
    memory::allocated() as f64
}

/// A run.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Lab {
    machine: TimeMachine,
    section: Vec<f64>,
}

impl Lab {
    fn run(&self) -> &Run {
        self.machine.run()
    }
}

#[wasm_bindgen]
impl Lab {
    /// Creates a run of a document. Throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Lab, JsError> {
        let scenario = document::parse(text).map_err(|p| refused(&p))?;
        let memory = Memory { snapshots: SNAPSHOTS, allocated: memory::allocated };
        Ok(Lab { machine: TimeMachine::of(Run::new(&scenario, true), memory), section: Vec::new() })
    }

    /// Runs the events before `until_s`, at most `max_events`. Returns the time reached, s.
    pub fn step(&mut self, until_s: f64, max_events: u32) -> f64 {
        self.machine.step(Time::from_secs(until_s), u64::from(max_events)).as_secs()
    }

    /// Runs the next event, with a budget of about `max_events`. Returns whether it ran one or the run has ended.
    #[wasm_bindgen(js_name = stepEvent)]
    pub fn step_event(&mut self, max_events: u32) -> bool {
        self.machine.step_event(u64::from(max_events))
    }

    /// Finishes the current moment, with a budget of about `max_events`. Returns whether it is finished; then edits can have the current
    /// time, and the digest is that of the document at this time.
    pub fn settle(&mut self, max_events: u32) -> bool {
        self.machine.settle(u64::from(max_events))
    }

    /// Whether the current moment is finished: see `settle`.
    pub fn settled(&self) -> bool {
        self.run().settled()
    }

    /// Simulated time, s.
    pub fn now(&self) -> f64 {
        self.machine.run().now().as_secs()
    }

    /// Why the run ended early; empty if it did not.
    pub fn stopped(&self) -> String {
        self.machine.run().stopped().unwrap_or_default().to_owned()
    }

    /// Latest time that has been simulated, s. It is later than now if the run has gone back.
    pub fn known(&self) -> f64 {
        self.machine.known().as_secs()
    }

    /// Whether data after the current time is recorded, which an edit discards.
    #[wasm_bindgen(js_name = knowsLater)]
    pub fn knows_later(&self) -> bool {
        self.machine.knows_later()
    }

    /// Goes back (or forward) to the last snapshot before `time_s`, unless the run is already between the two. Returns the time of the
    /// run, s, from which to step.
    pub fn seek(&mut self, time_s: f64) -> f64 {
        self.machine.seek(Time::from_secs(time_s)).as_secs()
    }

    /// Packet events so far. Together with the time they give the exact position.
    pub fn events(&self) -> f64 {
        self.run().position().events as f64
    }

    /// Runs up to a position, at most `max_events`. Returns whether it is reached.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, time_s: f64, events: f64, max_events: u32) -> bool {
        let position = Position { time: Time::from_secs(time_s), events: events as u64 };
        self.machine.go_to(position, u64::from(max_events))
    }

    /// Creates a branch: a run with the same past and no recorded future. `goTo` with time and events of this run brings it to the
    /// present.
    pub fn branch(&self) -> Lab {
        Lab { machine: self.machine.branch(), section: Vec::new() }
    }

    /// Traces a flow (or a channel, if `channel`) by number between two times (s), up to `most` moments.
    pub fn trace(&self, channel: bool, number: u32, from_s: f64, to_s: f64, most: u32) -> Trace {
        let subject = if channel { Subject::Channel(number) } else { Subject::Flow(number) };
        let stretch = (Time::from_secs(from_s), Time::from_secs(to_s));
        Trace(self.machine.trace(subject, stretch, most as usize))
    }

    /// The state at a known time (s), which `Reconstruction.advance` completes. Takes an earlier one of this run, to continue it if that is
    /// shorter.
    pub fn reconstruct(&self, time_s: f64, last: Option<Reconstruction>) -> Reconstruction {
        let last = last.map(|last| last.state);
        Reconstruction { state: self.machine.reconstruct(Time::from_secs(time_s), last), section: Vec::new() }
    }

    /// The state at a known time (s) whose results count from an earlier one. Takes an earlier state with the same start, to continue it.
    pub fn measure(&self, from_s: f64, to_s: f64, last: Option<Reconstruction>) -> Reconstruction {
        let span = (Time::from_secs(from_s), Time::from_secs(to_s));
        let last = last.map(|last| last.state);
        Reconstruction { state: self.machine.measure(span, last), section: Vec::new() }
    }

    /// The directory at a reconstructed time.
    #[wasm_bindgen(js_name = directoryAt, unchecked_return_type = "Json<Directory>")]
    pub fn directory_at(&self, state: &Reconstruction) -> Json<Directory> {
        Json::of(&self.machine.directory_at(&state.state))
    }

    /// Parts of this document that have no fluid form; empty if the fluid model can run it.
    #[wasm_bindgen(js_name = fluidObstacles, unchecked_return_type = "Json<Problem[]>")]
    pub fn fluid_obstacles(&self) -> Json<Vec<Problem>> {
        Json::of(&validation::obstacles(self.run().registry(), self.run().scenario()))
    }

    /// Reduces the resolution of the series so that all of them need about `bytes`.
    #[wasm_bindgen(js_name = limitSeries)]
    pub fn limit_series(&mut self, bytes: u32) {
        self.machine.limit_series(bytes as usize);
    }

    /// Number of snapshots and their size in bytes.
    pub fn snapshots(&self) -> Vec<f64> {
        let (count, bytes) = self.machine.snapshots();
        vec![count as f64, bytes as f64]
    }

    /// Adds a timed edit at the time of a settled run or later, and discards the recorded future. Throws problems.
    pub fn edit(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Json<Edit>")] text: &str,
    ) -> Result<(), JsError> {
        self.machine.edit(edit_of(text)?).map_err(|p| refused(&p))
    }

    /// The document with all edits so far.
    #[wasm_bindgen(unchecked_return_type = "Json<Scenario>")]
    pub fn document(&self) -> Json<Scenario> {
        Json::of(self.run().scenario())
    }

    /// Directory of flows, channels and series in the sections.
    #[wasm_bindgen(unchecked_return_type = "Json<Directory>")]
    pub fn directory(&self) -> Json<Directory> {
        Json::of(&self.machine.directory())
    }

    /// Version of the directory, which changes with its content.
    #[wasm_bindgen(js_name = directoryVersion)]
    pub fn directory_version(&self) -> u32 {
        self.machine.run().directory_version()
    }

    /// Fills the section with reduced columns of some series. Returns its length.
    pub fn plot(&mut self, series: &[u32], t0_s: f64, t1_s: f64, columns: u32) -> u32 {
        let known = self.machine.known();
        self.machine.run().plot(series, (t0_s, t1_s), columns, known, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with the present values of some series. Returns its length.
    pub fn values(&mut self, series: &[u32]) -> u32 {
        self.machine.run().values(series, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with minimum, maximum and last value of equal spans of the whole run for each series. Returns its length.
    #[cfg(feature = "desk")]
    pub fn extremes(&mut self, series: &[u32], columns: u32) -> u32 {
        self.machine.run().extremes(series, columns, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with the data of the topology view. Returns its length.
    pub fn scene(&mut self) -> u32 {
        self.machine.run().scene(&mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with the timeline's marks, starting at number `from`. Returns its length.
    pub fn marks(&mut self, from: u32) -> u32 {
        self.machine.run().marks_section(from, &mut self.section);
        self.section.len() as u32
    }

    /// Address of the section in wasm memory. Read it after each call, since memory may grow.
    #[wasm_bindgen(js_name = sectionPtr)]
    pub fn section_ptr(&self) -> usize {
        self.section.as_ptr() as usize
    }

    /// A series in full resolution as CSV: each row has a time and the minimum, maximum and last value from then on. Empty if the number
    /// is unknown.
    pub fn csv(&self, number: u32) -> String {
        self.machine.run().series().nth(number as usize).map_or_else(String::new, |(info, series)| {
            let (_, unit) = export::name(&info);
            export::csv(unit, series)
        })
    }

    /// The results table.
    #[wasm_bindgen(unchecked_return_type = "Json<Results>")]
    pub fn results(&self) -> Json<Results> {
        Json::of(&self.run().results())
    }

    /// All measures of the results by name.
    #[cfg(feature = "desk")]
    #[wasm_bindgen(unchecked_return_type = "Json<[string, number][]>")]
    pub fn measures(&self) -> Json<Measures> {
        Json::of(&measures::of(&self.run().results()))
    }

    /// End of the run, s.
    pub fn end(&self) -> f64 {
        self.machine.run().end().as_secs()
    }

    /// The fingerprint of the run so far, 16 hexadecimal digits.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.machine.run().digest())
    }

    /// The ladder: one digest for each whole second so far.
    #[wasm_bindgen(unchecked_return_type = "Json<string[]>")]
    pub fn ladder(&self) -> Json<Vec<String>> {
        Json::of(&self.run().ladder().iter().map(|d| format!("{d:016x}")).collect())
    }

    /// The last lines that the script of a flow, by number, printed.
    #[cfg(feature = "script")]
    #[wasm_bindgen(unchecked_return_type = "Json<Printed[]>")]
    pub fn printed(&self, flow: u32) -> Json<Vec<Printed>> {
        let transports = self.run().packet().map(|run| run.transports()).unwrap_or_default();
        let script = transports.get(flow as usize).and_then(|t| t.script());
        let printed = script.and_then(|s| s.report().printed.as_deref());
        Json::of(&printed.into_iter().flatten().cloned().collect())
    }

    /// Hops so far.
    pub fn hops(&self) -> f64 {
        self.machine.run().hops() as f64
    }
}

/// A trace of what happened to a flow or a channel in part of a run.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Trace(time_machine::Trace);

#[wasm_bindgen]
impl Trace {
    /// Continues with a budget of about `max_events`. Returns whether the trace is complete.
    pub fn advance(&mut self, max_events: u32) -> bool {
        self.0.advance(u64::from(max_events))
    }

    /// The moments found so far.
    #[wasm_bindgen(unchecked_return_type = "Json<Moment[]>")]
    pub fn moments(&self) -> Json<Vec<Moment>> {
        Json::of(&self.0.moments().to_vec())
    }
}

/// The state of a run at another time, on a copy.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Reconstruction {
    state: time_machine::Reconstruction,
    section: Vec<f64>,
}

#[wasm_bindgen]
impl Reconstruction {
    /// Continues with a budget of about `max_events`. Returns whether the state is complete.
    pub fn advance(&mut self, max_events: u32) -> bool {
        self.state.advance(u64::from(max_events))
    }

    /// Time of the state, s.
    pub fn now(&self) -> f64 {
        self.state.run().now().as_secs()
    }

    /// Fills the section with the data of the topology view. Returns its length.
    pub fn scene(&mut self) -> u32 {
        self.state.run().scene(&mut self.section);
        self.section.len() as u32
    }

    /// Address of the section in wasm memory. Read it after each call, since memory may grow.
    #[wasm_bindgen(js_name = sectionPtr)]
    pub fn section_ptr(&self) -> usize {
        self.section.as_ptr() as usize
    }

    /// Version of the directory. At the same version it is the same as that of the run.
    #[wasm_bindgen(js_name = directoryVersion)]
    pub fn directory_version(&self) -> u32 {
        self.state.run().directory_version()
    }

    /// The results table up to this time.
    #[wasm_bindgen(unchecked_return_type = "Json<Results>")]
    pub fn results(&self) -> Json<Results> {
        Json::of(&self.state.run().results())
    }
}
