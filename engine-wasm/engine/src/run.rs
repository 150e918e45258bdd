//! A run of a document by the model that it selects: packets, fluid, or both side by side.

use std::sync::Arc;

use crate::core::digest::Digest;
use crate::fluid_sim::FluidSimulation;
use crate::metrics::recorder::{DirectorySeries, Recorder, RecorderMark, SeriesPattern, SeriesSelection};
use crate::metrics::results::{ModelDifference, QueueResults, Results};
use crate::metrics::series::Series;
use crate::model::Model;
use crate::model::directory::{Directory, marks_section};
use crate::packet_sim::trace::{Moment, Subject};
use crate::packet_sim::{Options, Simulation};
use crate::registry::Registry;
use crate::scenario::{Edit, Engine, Problem, Scenario};
use crate::sections::{Extremes, MAX_COLUMNS};
use crate::units::Time;
use crate::validation;

/// A position in a run: a time, and the number of past events, because several events can have the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Simulated time.
    pub time: Time,
    /// Packet events so far.
    pub events: u64,
}

/// A run. Clone it for a snapshot; restore the clone to rewind.
#[derive(Clone, Debug)]
pub struct Run {
    packet: Option<Box<Simulation>>,
    fluid: Option<Box<FluidSimulation>>,
    /// For each series, the index of its model in [`Run::models`] and its number there. Numbers never change
    /// their meaning.
    series: Vec<(usize, u32)>,
}

impl Run {
    /// A run of a validated document. Records series if `plots` is set.
    pub fn new(scenario: &Scenario, plots: bool) -> Run {
        Run::of(Registry::of(scenario), scenario, plots)
    }

    /// A run of a document that is valid with these rows.
    pub fn of(registry: Arc<Registry>, scenario: &Scenario, plots: bool) -> Run {
        let keep = if plots { SeriesSelection::All } else { SeriesSelection::Nothing };
        Run::with_selection(registry, scenario, |_| keep.clone())
    }

    /// A run that records only the requested series. If both models run, names of the fluid model's series start with `fluid/`.
    pub fn recording(scenario: &Scenario, wanted: &[SeriesPattern]) -> Run {
        Run::with_selection(Registry::of(scenario), scenario, |model| {
            let here = wanted.iter().map(|w| (w.over, model_part(scenario.engine, &w.pattern)));
            let here = here.filter(|(_, (place, _))| *place == model);
            SeriesSelection::Only(
                here.map(|(over, (_, pattern))| SeriesPattern { pattern: pattern.to_owned(), over })
                    .collect(),
            )
        })
    }

    /// A run that records, for each model by its index, what `keep` selects.
    fn with_selection(
        registry: Arc<Registry>,
        scenario: &Scenario,
        keep: impl Fn(usize) -> SeriesSelection,
    ) -> Run {
        let options = || Options { keep: keep(0), ..Options::default() };
        let packet = || Simulation::of(registry.clone(), scenario, options());
        let fluid = |place| FluidSimulation::of(registry.clone(), scenario, keep(place));
        let (packet, fluid) = match scenario.engine {
            Engine::Packet => (Some(packet()), None),
            Engine::Fluid => (None, Some(fluid(0))),
            Engine::Both => (Some(packet()), Some(fluid(1))),
        };
        let mut run = Run { packet: packet.map(Box::new), fluid: fluid.map(Box::new), series: Vec::new() };
        run.number_series();
        // Time 0 has one state: that after the edits at 0 s.
        run.step(Time::ZERO, 1);
        run
    }

    /// The models that run the document, one or both. The page shows the first one; the others follow it.
    fn models(&self) -> impl Iterator<Item = &dyn Model> {
        let packet = self.packet.as_deref().map(|model| model as &dyn Model);
        packet.into_iter().chain(self.fluid.as_deref().map(|model| model as &dyn Model))
    }

    fn models_mut(&mut self) -> impl Iterator<Item = &mut dyn Model> {
        let packet = self.packet.as_deref_mut().map(|model| model as &mut dyn Model);
        packet.into_iter().chain(self.fluid.as_deref_mut().map(|model| model as &mut dyn Model))
    }

    /// The first model.
    fn shown(&self) -> &dyn Model {
        self.models().next().expect("a run has a model")
    }

    /// The packet model, if it runs. Only this model has events, packets and traces.
    pub fn packet(&self) -> Option<&Simulation> {
        self.packet.as_deref()
    }

    /// The packet model, mutable, for captures, which do not affect the run.
    pub fn packet_mut(&mut self) -> Option<&mut Simulation> {
        self.packet.as_deref_mut()
    }

    /// The fluid model, if it runs.
    pub fn fluid(&self) -> Option<&FluidSimulation> {
        self.fluid.as_deref()
    }

    fn recorder(&self, place: usize) -> Option<&Recorder> {
        self.models().nth(place).map(Model::recorder)
    }

    /// The recorder of each model, the packet model's first.
    pub fn recorders(&self) -> impl Iterator<Item = &Recorder> {
        self.models().map(Model::recorder)
    }

    /// The recorders, mutable.
    pub fn recorders_mut(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.models_mut().map(Model::recorder_mut)
    }

    /// Starts the measurement of all models again: from now on results count from here.
    pub(crate) fn restart_measurement(&mut self) {
        self.models_mut().for_each(Model::restart_measurement);
    }

    /// The time that each model has reached.
    pub(crate) fn times(&self) -> impl Iterator<Item = Time> {
        self.models().map(Model::now)
    }

    /// Replaces the document's edits when a run has gone back. They must include those already applied.
    pub fn set_edits(&mut self, edits: Vec<Edit>) {
        self.models_mut().for_each(|model| model.set_edits(edits.clone()));
    }

    /// Goes back to a snapshot of this run. Later recordings and edits are kept; `marks` are the recorders'
    /// states at the snapshot.
    pub fn back_to(&mut self, snapshot: &Run, marks: &[RecorderMark]) {
        let edits = self.scenario().edits.clone();
        let until: Vec<_> = self.times().collect();
        let mut records: Vec<_> = self.recorders_mut().map(|r| std::mem::replace(r, r.empty())).collect();
        for ((record, mark), until) in records.iter_mut().zip(marks).zip(until) {
            record.back_to(mark, until);
        }
        *self = snapshot.clone();
        self.set_edits(edits);
        self.put(records);
    }

    fn number_series(&mut self) {
        let there: Vec<_> = self.recorders().map(|r| r.infos().len() as u32).collect();
        for (place, there) in there.into_iter().enumerate() {
            let known = self.series.iter().filter(|(of, _)| *of == place).count() as u32;
            self.series.extend((known..there).map(|number| (place, number)));
        }
    }

    /// Position of the packet model, or of the fluid model if it runs alone.
    pub fn position(&self) -> Position {
        Position { time: self.shown().now(), events: self.packet().map_or(0, Simulation::events) }
    }

    /// Runs to a position, up to a cost of about `max_events` packet events. Returns whether it was reached.
    pub fn go_to(&mut self, position: Position, max_events: u64) -> bool {
        if self.step(position.time, max_events) < position.time {
            return false;
        }
        let reached = self.packet_mut().is_none_or(|run| run.step_events(position.events, max_events));
        self.number_series();
        reached
    }

    /// The earliest time at which an edit can be made: now, or the next nanosecond if events of the current
    /// time have run.
    pub fn next_edit_time_after_events(&self) -> Time {
        let at = self.models().map(Model::next_edit_time_after_events).max().unwrap_or_default();
        // An edit that was rounded down to this time must not precede one that is given this time.
        let rounded = |edit: &Edit| edit.at_s > at.as_secs() && Time::from_secs(edit.at_s) == at;
        if self.scenario().edits.iter().any(rounded) { Time(at.0 + 1) } else { at }
    }

    /// Whether the run is at the start of a time, so that the document alone determines the state at
    /// [`Run::now`]: no event of that time has run, and both models have reached it.
    pub fn settled(&self) -> bool {
        self.next_edit_time_after_events() == self.now()
            || self.now() >= self.end()
            || self.stopped().is_some()
    }

    /// Completes the current time, up to a cost of about `max_events` packet events. Returns whether the run
    /// is [settled](Run::settled); then an edit can be given the time [`Run::now`], and the digest is valid
    /// for it.
    pub fn settle(&mut self, max_events: u64) -> bool {
        let whole = self.next_edit_time_after_events();
        if !self.settled() {
            self.step(whole, max_events);
        }
        self.settled()
    }

    /// Runs to `until` and adds what concerns `subject` to `moments`, at most `most` of them, up to a cost of
    /// about `max_events` packet events. Returns whether the trace is complete. The fluid model adds none,
    /// because it has no events.
    pub fn trace(
        &mut self,
        subject: Subject,
        until: Time,
        most: usize,
        max_events: u64,
        moments: &mut Vec<Moment>,
    ) -> bool {
        self.packet_mut().is_none_or(|run| run.trace(subject, until, most, max_events, moments))
    }

    /// Cost of the run so far, in packet events.
    pub fn work(&self) -> u64 {
        self.models().map(Model::work).sum()
    }

    /// The state without recordings.
    pub fn snapshot(&mut self) -> Run {
        let records: Vec<_> = self.recorders_mut().map(|r| std::mem::replace(r, r.empty())).collect();
        let snapshot = self.clone();
        self.put(records);
        snapshot
    }

    /// Restores the recorders of all models.
    pub fn put(&mut self, records: Vec<Recorder>) {
        self.recorders_mut().zip(records).for_each(|(place, record)| *place = record);
        self.number_series();
    }

    /// Simulated time that all models have reached.
    pub fn now(&self) -> Time {
        self.times().min().unwrap_or_default()
    }

    /// End of the run.
    pub fn end(&self) -> Time {
        self.shown().end()
    }

    /// The rows that its document may name.
    pub fn registry(&self) -> &Arc<Registry> {
        self.shown().registry()
    }

    /// The document with all edits so far.
    pub fn scenario(&self) -> &Scenario {
        self.shown().scenario()
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> u64 {
        self.packet().map_or(0, Simulation::hops)
    }

    /// Why the run ended early, if it did.
    pub fn stopped(&self) -> Option<&'static str> {
        self.models().find_map(Model::stopped)
    }

    /// Runs what is before `until`, up to a cost of about `max_events` packet events. Returns the time
    /// reached.
    pub fn step(&mut self, until: Time, max_events: u64) -> Time {
        let before = self.directory_version();
        self.lead(max_events, |model| {
            model.step(until, max_events);
            true
        });
        if self.directory_version() != before {
            self.number_series();
        }
        self.now()
    }

    /// Runs the next event, whatever its time (or the next solver step of the fluid model), up to a cost of
    /// about `max_events` packet events. Returns false if the budget ran out first; true also if no event is
    /// left.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let done = self.lead(max_events, |model| model.step_event(max_events));
        self.number_series();
        done
    }

    /// Advances the first model once the others have caught up with it, and then the others. Returns false if
    /// a model did not get there within the budget, or if `go_on` was called and returned false.
    fn lead(&mut self, max_events: u64, go_on: impl FnOnce(&mut dyn Model) -> bool) -> bool {
        let shown = self.shown().now();
        let behind = self.now() < shown;
        let mut models = self.models_mut();
        let Some(first) = models.next() else { return true };
        let mut done = behind || go_on(first);
        let now = first.now();
        for model in models {
            done &= model.step(now, max_events) >= now;
        }
        done
    }

    /// Changes the document at [`Run::next_edit_time_after_events`] or later. Fails with the problems of the
    /// change.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        // The model that is ahead would reject a time that the other one still accepts.
        let earliest = self.next_edit_time_after_events();
        if Time::from_secs(edit.at_s) < earliest {
            return Err(vec![validation::past(earliest)]);
        }
        self.models_mut().try_for_each(|model| model.edit(edit.clone()))?;
        self.number_series();
        Ok(())
    }

    /// Changes whenever [`Run::directory`] does.
    pub fn directory_version(&self) -> u32 {
        // All models apply the same edits, so their versions are equal.
        self.shown().directory_version()
    }

    /// The layout of the sections. A snapshot lists no series.
    pub fn directory(&self) -> Directory {
        let info = |&(place, number): &(usize, u32)| {
            let info = self.recorder(place)?.infos().get(number as usize)?;
            // The second model's series follow those of the first.
            Some(DirectorySeries { fluid: place > 0, ..info.clone() })
        };
        Directory { series: self.series.iter().filter_map(info).collect(), ..self.shown().directory() }
    }

    /// Every series with its owner, by number.
    pub fn series(&self) -> impl Iterator<Item = (DirectorySeries, &Series)> {
        let infos = self.directory().series;
        let lines = self.series.iter().filter_map(|&(place, number)| self.recorder(place)?.get(number));
        infos.into_iter().zip(lines)
    }

    /// The requested series with their names, of a run that records them.
    pub fn wanted(&self, wanted: &SeriesPattern) -> Vec<(String, Series)> {
        let (place, pattern) = model_part(self.scenario().engine, &wanted.pattern);
        let there = SeriesPattern { pattern: pattern.to_owned(), over: wanted.over };
        let lines = self.recorder(place).map(|r| r.wanted(&there)).unwrap_or_default();
        let prefix = &wanted.pattern[..wanted.pattern.len() - pattern.len()];
        lines.into_iter().map(|(name, line)| (format!("{prefix}{name}"), line)).collect()
    }

    /// Reduced columns of some series: x, then y for each series, with two points per column. Recorded data
    /// after the current time is shown up to `known`.
    pub fn plot(
        &self,
        series: &[u32],
        (t0_s, t1_s): (f64, f64),
        columns: u32,
        known: Time,
        out: &mut Vec<f64>,
    ) {
        let lines = series.iter().map(|&number| {
            let (place, number) = *self.series.get(number as usize)?;
            self.recorder(place)?.get(number)
        });
        crate::metrics::recorder::plot((self.now(), known), lines, (t0_s, t1_s), columns, out);
    }

    /// The present value of each series, in its unit; NaN: none.
    pub fn values(&self, series: &[u32], out: &mut Vec<f64>) {
        let value = |number: &u32| {
            let (place, number) = *self.series.get(*number as usize)?;
            Some(self.recorder(place)?.get(number)?.value(self.now()))
        };
        out.clear();
        out.extend(series.iter().map(|number| value(number).unwrap_or(f64::NAN)));
    }

    /// Minimum, maximum and last value of each series in equal spans from the start to the end of the run.
    pub fn extremes(&self, series: &[u32], columns: u32, out: &mut Vec<f64>) {
        out.clear();
        let columns = columns.clamp(1, MAX_COLUMNS) as usize;
        for &number in series {
            let at = out.len();
            out.resize(at + Extremes::SIZE * columns, f64::NAN);
            let line = self.series.get(number as usize);
            if let Some(line) = line.and_then(|&(place, number)| self.recorder(place)?.get(number)) {
                line.extremes(self.now(), 0.0, self.end().0 as f64, &mut out[at..]);
            }
        }
    }

    /// The data of the topology view now.
    pub fn scene(&self, out: &mut Vec<f64>) {
        self.shown().scene(out);
    }

    /// Timeline marks from number `from` on; the packet model's, if both models run.
    pub fn marks_section(&self, from: u32, out: &mut Vec<f64>) {
        marks_section(self.shown().recorder().marks(), from, out);
    }

    /// The digest of the run so far.
    pub fn digest(&self) -> u64 {
        of_all(self.models().map(Model::digest))
    }

    /// One digest per whole second so far; the first one that differs shows where two runs diverge.
    pub fn ladder(&self) -> Vec<u64> {
        let rungs = self.models().map(|model| model.ladder().len()).min().unwrap_or(0);
        (0..rungs).map(|at| of_all(self.models().map(|model| model.ladder()[at]))).collect()
    }

    /// The results; if both models run, those of the packet model with the fluid model's figures for
    /// comparison.
    pub fn results(&self) -> Results {
        let shown = self.shown().results();
        let (Some(_), Some(fluid)) = (&self.packet, &self.fluid) else { return shown };
        let fluid = fluid.results();
        let bottlenecks = self.directory().channels.into_iter().filter(|c| c.bottleneck);
        let bottlenecks: Vec<_> = bottlenecks.map(|c| c.id).collect();
        Results {
            digest: format!("{:016x}", self.digest()),
            beside: disagreements(&shown, &fluid, &bottlenecks),
            fluid: fluid.fluid,
            ..shown
        }
    }
}

/// The index of the model that a pattern refers to, and the pattern within it.
fn model_part(engine: Engine, pattern: &str) -> (usize, &str) {
    let fluid = pattern.strip_prefix("fluid/").filter(|_| engine == Engine::Both);
    fluid.map_or((0, pattern), |pattern| (1, pattern))
}

/// The combined digest of all models; that of a single model is its own.
fn of_all(mut digests: impl Iterator<Item = u64>) -> u64 {
    let first = digests.next().unwrap_or(0);
    let Some(second) = digests.next() else { return first };
    let mut digest = Digest::default();
    [first, second].into_iter().chain(digests).for_each(|one| digest.word(one));
    digest.finish()
}

/// Figures of both models: utilisation and backlog of each bottleneck, and the distribution of goodput.
fn disagreements(packet: &Results, fluid: &Results, bottlenecks: &[String]) -> Vec<ModelDifference> {
    let row = |id: String, name: String, unit: &str, packet: f64, fluid: f64| ModelDifference {
        id,
        name,
        unit: unit.to_owned(),
        packet,
        fluid,
    };
    let mut rows = Vec::new();
    for channel in bottlenecks {
        let find = |r: &Results| r.queues.iter().find(|q| q.id == *channel).cloned();
        let (Some(p), Some(f)) = (find(packet), find(fluid)) else { continue };
        let percent = |q: &QueueResults| 100.0 * q.utilisation;
        rows.push(row(
            format!("utilisation/{channel}"),
            format!("Utilisation, {channel}"),
            "%",
            percent(&p),
            percent(&f),
        ));
        rows.push(row(
            format!("queue/{channel}"),
            format!("Mean queue, {channel}"),
            "packets",
            p.mean_packets,
            f.mean_packets,
        ));
    }
    if let (Some(p), Some(f)) = (packet.jain, fluid.jain) {
        rows.push(row("jain".into(), "Jain’s index".into(), "", p, f));
    }
    rows.push(row(
        "goodput".into(),
        "Goodput of all".into(),
        "Mb/s",
        packet.goodput_mbps,
        fluid.goodput_mbps,
    ));
    rows
}
