//! The wasm boundary: load a document, step, read sections.
//!
//! Numbers cross as columns in one buffer of `f64` that the caller copies once; text crosses only where a person waits for it.
//! Layouts: [`droptail_engine::sections`]. What text is of: [`text`].

#[cfg(feature = "desk")]
mod capture;
#[cfg(feature = "desk")]
mod experiment;
mod memory;
mod text;

use droptail_engine::document;
use droptail_engine::experiment::measures::{self, Measures};
use droptail_engine::metrics::export;
use droptail_engine::metrics::results::Results;
use droptail_engine::model::directory::Directory;
use droptail_engine::packet_sim::trace::{Moment, Subject};
use droptail_engine::published::{self, Catalogue};
use droptail_engine::run::{Position, Run};
use droptail_engine::scenario::{self, Edit, Problem, Scenario};
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

/// What is wrong with a document; nothing, if it can run.
#[wasm_bindgen(unchecked_return_type = "Json<Problem[]>")]
pub fn validate(text: &str) -> Json<Vec<Problem>> {
    Json::of(&document::parse(text).err().unwrap_or_default())
}

/// A document of any version, brought up to date with its defaults filled in; throws problems.
#[wasm_bindgen(unchecked_return_type = "Json<Scenario>")]
pub fn normalize(text: &str) -> Result<Json<Scenario>, JsError> {
    document::parse(text).map(|s| Json::of(&s)).map_err(|p| refused(&p))
}

/// An edit; by way of a value, as documents are read: the code for both ways would be there twice.
fn edit_of(text: &str) -> Result<Edit, JsError> {
    serde_json::from_str(text)
        .and_then(serde_json::from_value)
        .map_err(|e| refused(&[Problem::new("", e.to_string(), "an edit: atS, path, value")]))
}

/// A document, of which nothing is checked, with what an edit sets; throws problems. The page sets paths by itself while it waits for
/// the engine: tests hold it to this.
#[cfg(feature = "desk")]
#[wasm_bindgen]
pub fn edited(
    text: &str,
    #[wasm_bindgen(unchecked_param_type = "Json<Edit>")] edit: &str,
) -> Result<String, JsError> {
    let mut document: Value =
        serde_json::from_str(text).map_err(|e| refused(&[Problem::new("", e.to_string(), "a document")]))?;
    scenario::set(&mut document, &edit_of(edit)?).map_err(|p| refused(&[p]))?;
    Ok(document.to_string())
}

/// Memory for the snapshots of a run, bytes.
const SNAPSHOTS: usize = 48 << 20;

/// What the module has allocated, bytes.
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
    /// A run of a document; throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str) -> Result<Lab, JsError> {
        let scenario = document::parse(text).map_err(|p| refused(&p))?;
        let memory = Memory { snapshots: SNAPSHOTS, allocated: memory::allocated };
        Ok(Lab { machine: TimeMachine::of(Run::new(&scenario, true), memory), section: Vec::new() })
    }

    /// Runs the events before `until_s`, at most `max_events`; gives back the time reached, s.
    pub fn step(&mut self, until_s: f64, max_events: u32) -> f64 {
        self.machine.step(Time::from_secs(until_s), u64::from(max_events)).as_secs()
    }

    /// Runs the next event, at most about so much of the run as `max_events` cost; whether there was one, or will never be.
    #[wasm_bindgen(js_name = stepEvent)]
    pub fn step_event(&mut self, max_events: u32) -> bool {
        self.machine.step_event(u64::from(max_events))
    }

    /// Finishes the present moment, at most about so much of it as `max_events` cost; whether it is over. Then edits can be stamped with
    /// the time of the run, and its digest is that of the document at that time.
    pub fn settle(&mut self, max_events: u32) -> bool {
        self.machine.settle(u64::from(max_events))
    }

    /// Whether the present moment is finished: see `settle`.
    pub fn settled(&self) -> bool {
        self.run().settled()
    }

    /// Simulated time, s.
    pub fn now(&self) -> f64 {
        self.machine.run().now().as_secs()
    }

    /// Why the run ended before its time; empty if it did not.
    pub fn stopped(&self) -> String {
        self.machine.run().stopped().unwrap_or_default().to_owned()
    }

    /// Up to where it has been run, s: later than now, if it has gone back.
    pub fn known(&self) -> f64 {
        self.machine.known().as_secs()
    }

    /// Whether something is recorded of the future, which an edit forgets.
    #[wasm_bindgen(js_name = knowsLater)]
    pub fn knows_later(&self) -> bool {
        self.machine.knows_later()
    }

    /// Goes back (or forward) to the last snapshot before `time_s`, unless the run stands between the two already; gives back the time
    /// of the run, s, from which it is to be stepped.
    pub fn seek(&mut self, time_s: f64) -> f64 {
        self.machine.seek(Time::from_secs(time_s)).as_secs()
    }

    /// Packet events so far: with the time the exact position.
    pub fn events(&self) -> f64 {
        self.run().position().events as f64
    }

    /// Runs up to a position, at most `max_events`; whether it is reached.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, time_s: f64, events: f64, max_events: u32) -> bool {
        let position = Position { time: Time::from_secs(time_s), events: events as u64 };
        self.machine.go_to(position, u64::from(max_events))
    }

    /// A run of its own with the same past, and no known future: `goTo` with time and events of this one takes it to the present.
    pub fn branch(&self) -> Lab {
        Lab { machine: self.machine.branch(), section: Vec::new() }
    }

    /// Finds out what happened to a flow (or, `channel`, to a channel) by number from … to (s), at most `most` moments.
    pub fn trace(&self, channel: bool, number: u32, from_s: f64, to_s: f64, most: u32) -> Trace {
        let subject = if channel { Subject::Channel(number) } else { Subject::Flow(number) };
        let stretch = (Time::from_secs(from_s), Time::from_secs(to_s));
        Trace(self.machine.trace(subject, stretch, most as usize))
    }

    /// What stands in the way of a run of this document by the fluid model; empty if nothing does.
    #[wasm_bindgen(js_name = fluidObstacles, unchecked_return_type = "Json<Problem[]>")]
    pub fn fluid_obstacles(&self) -> Json<Vec<Problem>> {
        Json::of(&validation::obstacles(self.run().registry(), self.run().scenario()))
    }

    /// Keeps less of each series, so that all of them need about so many bytes.
    #[wasm_bindgen(js_name = limitSeries)]
    pub fn limit_series(&mut self, bytes: u32) {
        self.machine.limit_series(bytes as usize);
    }

    /// Snapshots: how many, and their size in bytes.
    pub fn snapshots(&self) -> Vec<f64> {
        let (count, bytes) = self.machine.snapshots();
        vec![count as f64, bytes as f64]
    }

    /// Adds a timed edit, at the time of a settled run or later; what was known of the future is forgotten. Throws problems.
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

    /// What is where in the sections.
    #[wasm_bindgen(unchecked_return_type = "Json<Directory>")]
    pub fn directory(&self) -> Json<Directory> {
        Json::of(&self.run().directory())
    }

    /// Changes whenever the directory does.
    #[wasm_bindgen(js_name = directoryVersion)]
    pub fn directory_version(&self) -> u32 {
        self.machine.run().directory_version()
    }

    /// Fills the section with thinned columns of some series; gives back its length.
    pub fn plot(&mut self, series: &[u32], t0_s: f64, t1_s: f64, columns: u32) -> u32 {
        let known = self.machine.known();
        self.machine.run().plot(series, (t0_s, t1_s), columns, known, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with minimum, maximum and last value of some equal spans of the whole run, for each series; gives back its
    /// length.
    pub fn extremes(&mut self, series: &[u32], columns: u32) -> u32 {
        self.machine.run().extremes(series, columns, &mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with what the topology draws; gives back its length.
    pub fn scene(&mut self) -> u32 {
        self.machine.run().scene(&mut self.section);
        self.section.len() as u32
    }

    /// Fills the section with the timeline's marks from number `from` on; gives back its length.
    pub fn marks(&mut self, from: u32) -> u32 {
        self.machine.run().marks_section(from, &mut self.section);
        self.section.len() as u32
    }

    /// Place of the section in wasm memory, bytes; take it after each call, since memory may grow.
    #[wasm_bindgen(js_name = sectionPtr)]
    pub fn section_ptr(&self) -> usize {
        self.section.as_ptr() as usize
    }

    /// A series in all the detail that is kept, as CSV: in each row a time, and the smallest, largest and last value from there on; empty
    /// if there is none of that number.
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

    /// Every number of the results under its name.
    #[wasm_bindgen(unchecked_return_type = "Json<[string, number][]>")]
    pub fn measures(&self) -> Json<Measures> {
        Json::of(&measures::of(&self.run().results()))
    }

    /// When the run ends, s.
    pub fn end(&self) -> f64 {
        self.machine.run().end().as_secs()
    }

    /// The fingerprint of the run so far, 16 hexadecimal digits.
    pub fn digest(&self) -> String {
        format!("{:016x}", self.machine.run().digest())
    }

    /// One fingerprint for each whole second so far.
    #[wasm_bindgen(unchecked_return_type = "Json<string[]>")]
    pub fn ladder(&self) -> Json<Vec<String>> {
        Json::of(&self.run().ladder().iter().map(|d| format!("{d:016x}")).collect())
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> f64 {
        self.machine.run().hops() as f64
    }
}

/// What happened to a flow or a channel in a stretch of a run.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Trace(time_machine::Trace);

#[wasm_bindgen]
impl Trace {
    /// Goes on, at most about so much of the run as `max_events` cost; whether all is found out.
    pub fn advance(&mut self, max_events: u32) -> bool {
        self.0.advance(u64::from(max_events))
    }

    /// What has been found.
    #[wasm_bindgen(unchecked_return_type = "Json<Moment[]>")]
    pub fn moments(&self) -> Json<Vec<Moment>> {
        Json::of(&self.0.moments().to_vec())
    }
}
