//! A run of a document by the model that it names: packets, fluid, or both side by side.

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

/// Where a run stands: a time, and how many events are over, since several may have the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Simulated time.
    pub time: Time,
    /// Packet events so far.
    pub events: u64,
}

/// A run: clone it for a snapshot, put the clone back to rewind.
#[derive(Clone, Debug)]
pub struct Run {
    packet: Option<Box<Simulation>>,
    fluid: Option<Box<FluidSimulation>>,
    /// Series by number: the place of their model among [`Run::models`], and their number there. Numbers keep their meaning.
    series: Vec<(usize, u32)>,
}

impl Run {
    /// A run of a validated document; with `plots` it records series.
    pub fn new(scenario: &Scenario, plots: bool) -> Run {
        Run::of(Registry::of(scenario), scenario, plots)
    }

    /// A run of a document that is valid with these rows.
    pub fn of(registry: Arc<Registry>, scenario: &Scenario, plots: bool) -> Run {
        let keep = if plots { SeriesSelection::All } else { SeriesSelection::Nothing };
        Run::keeping(registry, scenario, |_| keep.clone())
    }

    /// A run that records only what is wanted. Where both models run, the fluid model's series are called `fluid/…`.
    pub fn recording(scenario: &Scenario, wanted: &[SeriesPattern]) -> Run {
        Run::keeping(Registry::of(scenario), scenario, |model| {
            let here = wanted.iter().map(|w| (w.over, model_part(scenario.engine, &w.pattern)));
            let here = here.filter(|(_, (place, _))| *place == model);
            SeriesSelection::Only(
                here.map(|(over, (_, pattern))| SeriesPattern { pattern: pattern.to_owned(), over })
                    .collect(),
            )
        })
    }

    /// With what each model keeps, by its place.
    fn keeping(registry: Arc<Registry>, scenario: &Scenario, keep: impl Fn(usize) -> SeriesSelection) -> Run {
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
        // What is due at 0 s is done at once: time 0 has one state, with its edits made.
        run.step(Time::ZERO, 1);
        run
    }

    /// The models that run the document, one or both. The first is the one that is shown, and the others follow it.
    fn models(&self) -> impl Iterator<Item = &dyn Model> {
        let packet = self.packet.as_deref().map(|model| model as &dyn Model);
        packet.into_iter().chain(self.fluid.as_deref().map(|model| model as &dyn Model))
    }

    fn models_mut(&mut self) -> impl Iterator<Item = &mut dyn Model> {
        let packet = self.packet.as_deref_mut().map(|model| model as &mut dyn Model);
        packet.into_iter().chain(self.fluid.as_deref_mut().map(|model| model as &mut dyn Model))
    }

    /// The model that is shown.
    fn shown(&self) -> &dyn Model {
        self.models().next().expect("a run has a model")
    }

    /// The packet model, where it takes part: it alone has events, packets and traces.
    pub fn packet(&self) -> Option<&Simulation> {
        self.packet.as_deref()
    }

    /// The same, for somebody who looks on: captures tap it, and it stays the same run.
    pub fn packet_mut(&mut self) -> Option<&mut Simulation> {
        self.packet.as_deref_mut()
    }

    /// The fluid model, where it takes part.
    pub fn fluid(&self) -> Option<&FluidSimulation> {
        self.fluid.as_deref()
    }

    fn recorder(&self, place: usize) -> Option<&Recorder> {
        self.models().nth(place).map(Model::recorder)
    }

    /// What each model has recorded: the packet model's first.
    pub fn recorders(&self) -> impl Iterator<Item = &Recorder> {
        self.models().map(Model::recorder)
    }

    /// The same, to be changed.
    pub fn recorders_mut(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.models_mut().map(Model::recorder_mut)
    }

    /// What time each model has reached.
    pub(crate) fn times(&self) -> impl Iterator<Item = Time> {
        self.models().map(Model::now)
    }

    /// The edits of the document, where a run has gone back: those that have been applied are among them.
    pub fn set_edits(&mut self, edits: Vec<Edit>) {
        self.models_mut().for_each(|model| model.set_edits(edits.clone()));
    }

    /// Goes back to a snapshot of this run; what has been recorded since stays, with `marks` of how much it was then, and so do edits.
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

    /// Where the packet model stands, or the fluid one where it is alone.
    pub fn position(&self) -> Position {
        Position { time: self.shown().now(), events: self.packet().map_or(0, Simulation::events) }
    }

    /// Runs up to a position, at most about so much of it as `max_events` packet events cost; whether it is reached.
    pub fn go_to(&mut self, position: Position, max_events: u64) -> bool {
        if self.step(position.time, max_events) < position.time {
            return false;
        }
        let reached = self.packet_mut().is_none_or(|run| run.step_events(position.events, max_events));
        self.number_series();
        reached
    }

    /// The earliest time at which an edit can be made: now, or the next nanosecond where a part of what happens now is over.
    pub fn next_edit_time_after_events(&self) -> Time {
        let at = self.models().map(Model::next_edit_time_after_events).max().unwrap_or_default();
        // An edit that was rounded down to this time would come after one that is stamped with it.
        let rounded = |edit: &Edit| edit.at_s > at.as_secs() && Time::from_secs(edit.at_s) == at;
        if self.scenario().edits.iter().any(rounded) { Time(at.0 + 1) } else { at }
    }

    /// Whether the run stands at the beginning of a moment, so that the document alone says what it is like at [`Run::now`]: no events of
    /// that time have run, and both models have come so far.
    pub fn settled(&self) -> bool {
        self.next_edit_time_after_events() == self.now()
            || self.now() >= self.end()
            || self.stopped().is_some()
    }

    /// Finishes the present moment, at most about so much of it as `max_events` packet events cost; whether the run is
    /// [settled](Run::settled). An edit can be stamped with [`Run::now`] then, and a digest belongs to that time.
    pub fn settle(&mut self, max_events: u64) -> bool {
        let whole = self.next_edit_time_after_events();
        if !self.settled() {
            self.step(whole, max_events);
        }
        self.settled()
    }

    /// Runs on up to `until` and adds what concerns `subject` to `moments`, until there are `most` of them, at most about so much of the run
    /// as `max_events` packet events cost; whether that was all. Only packets have events: the fluid model adds none.
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

    /// What it has cost so far, in packet events.
    pub fn work(&self) -> u64 {
        self.models().map(Model::work).sum()
    }

    /// The state without what is recorded.
    pub fn snapshot(&mut self) -> Run {
        let records: Vec<_> = self.recorders_mut().map(|r| std::mem::replace(r, r.empty())).collect();
        let snapshot = self.clone();
        self.put(records);
        snapshot
    }

    /// What all models have recorded, with each one's time, is put in place.
    pub fn put(&mut self, records: Vec<Recorder>) {
        self.recorders_mut().zip(records).for_each(|(place, record)| *place = record);
        self.number_series();
    }

    /// Simulated time: what all models have reached.
    pub fn now(&self) -> Time {
        self.times().min().unwrap_or_default()
    }

    /// When the run ends.
    pub fn end(&self) -> Time {
        self.shown().end()
    }

    /// The rows that its documents name.
    pub fn registry(&self) -> &Arc<Registry> {
        self.shown().registry()
    }

    /// The document with every edit so far.
    pub fn scenario(&self) -> &Scenario {
        self.shown().scenario()
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> u64 {
        self.packet().map_or(0, Simulation::hops)
    }

    /// Why the run ended before its time, if it did.
    pub fn stopped(&self) -> Option<&'static str> {
        self.models().find_map(Model::stopped)
    }

    /// Runs what is before `until`, at most about so much of it as `max_events` packet events cost; gives back the time reached.
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

    /// Runs the next event, whatever its time (of fluid, a step of its solver), at most about so much of it as `max_events` packet events
    /// cost; whether there was one, or will never be.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let done = self.lead(max_events, |model| model.step_event(max_events));
        self.number_series();
        done
    }

    /// Lets the model that is shown go on once the others are where it is, and these follow: what is shown is what all have reached. Whether
    /// they have reached it, and whether `go_on` says yes, where it was asked.
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

    /// Changes the document at [`Run::next_edit_time_after_events`] or later, or says what is wrong with the change.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        // Of both models the one that is ahead would refuse what the other one still takes.
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
        // All take the same edits: their versions go together.
        self.shown().directory_version()
    }

    /// What is where in the sections.
    pub fn directory(&self) -> Directory {
        let info = |&(place, number): &(usize, u32)| {
            let info = &self.recorder(place)?.infos()[number as usize];
            // The second model's stand beside the first one's.
            Some(DirectorySeries { fluid: place > 0, ..info.clone() })
        };
        Directory { series: self.series.iter().filter_map(info).collect(), ..self.shown().directory() }
    }

    /// Every series with its owner, in the order of their numbers.
    pub fn series(&self) -> impl Iterator<Item = (DirectorySeries, &Series)> {
        let infos = self.directory().series;
        let lines = self.series.iter().filter_map(|&(place, number)| self.recorder(place)?.get(number));
        infos.into_iter().zip(lines)
    }

    /// The lines of what was wanted of a run that records it, with their names.
    pub fn wanted(&self, wanted: &SeriesPattern) -> Vec<(String, Series)> {
        let (place, pattern) = model_part(self.scenario().engine, &wanted.pattern);
        let there = SeriesPattern { pattern: pattern.to_owned(), over: wanted.over };
        let lines = self.recorder(place).map(|r| r.wanted(&there)).unwrap_or_default();
        let prefix = &wanted.pattern[..wanted.pattern.len() - pattern.len()];
        lines.into_iter().map(|(name, line)| (format!("{prefix}{name}"), line)).collect()
    }

    /// Thinned columns of some series: x, then y for each series; two points a column. What is recorded beyond the present is shown up to
    /// `known`.
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

    /// Minimum, maximum and last value of each of some equal spans from the start to the end of the run, for each series.
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

    /// What the topology draws now.
    pub fn scene(&self, out: &mut Vec<f64>) {
        self.shown().scene(out);
    }

    /// Marks of the timeline from number `from` on; of packets, where both models run.
    pub fn marks_section(&self, from: u32, out: &mut Vec<f64>) {
        marks_section(self.shown().recorder().marks(), from, out);
    }

    /// The fingerprint of the run so far.
    pub fn digest(&self) -> u64 {
        of_all(self.models().map(Model::digest))
    }

    /// One digest for every whole second so far: the first that differs tells where two runs part.
    pub fn ladder(&self) -> Vec<u64> {
        let rungs = self.models().map(|model| model.ladder().len()).min().unwrap_or(0);
        (0..rungs).map(|at| of_all(self.models().map(|model| model.ladder()[at]))).collect()
    }

    /// The results table: of packets, where both models run, with the fluid model's figures beside.
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

/// The place of the model whose series a pattern names, and the pattern there.
fn model_part(engine: Engine, pattern: &str) -> (usize, &str) {
    let fluid = pattern.strip_prefix("fluid/").filter(|_| engine == Engine::Both);
    fluid.map_or((0, pattern), |pattern| (1, pattern))
}

/// The fingerprint of all models together: of one that is alone, its own.
fn of_all(mut digests: impl Iterator<Item = u64>) -> u64 {
    let first = digests.next().unwrap_or(0);
    let Some(second) = digests.next() else { return first };
    let mut digest = Digest::default();
    [first, second].into_iter().chain(digests).for_each(|one| digest.word(one));
    digest.finish()
}

/// Both models' figures: of each bottleneck how far it is used and how much waits there, and how goodputs share.
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
        rows.push(row("jain".into(), "Jain's index".into(), "", p, f));
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
