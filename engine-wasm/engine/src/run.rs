//! A run of a document by the model that it names: packets, fluid, or both side by side.

use crate::fluid_sim::FluidSimulation;
use crate::metrics::recorder::{DirectorySeries, Keep, Recorder, RecorderMark, Wanted};
use crate::metrics::results::{Disagreement, QueueResults, Results};
use crate::metrics::series::Series;
use crate::packet_sim::digest::Digest;
use crate::packet_sim::trace::{Moment, Subject};
use crate::packet_sim::view::{Directory, marks_section};
use crate::packet_sim::{Options, Simulation};
use crate::scenario::{self, Edit, Engine, Problem, Scenario};
use crate::sections::{Extremes, MAX_COLUMNS};
use crate::units::Time;

/// Where a run stands: a time, and how many events are over, since several may have the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Simulated time.
    pub time: Time,
    /// Packet events so far.
    pub events: u64,
}

/// Packet events that cost about as much as a step of the fluid solver for one flow.
const EVENTS_A_FLOW: u64 = 8;

/// A run: clone it for a snapshot, put the clone back to rewind.
#[derive(Clone, Debug)]
pub struct Run {
    models: Models,
    /// Series by number: which model's, and their number there. Numbers keep their meaning.
    series: Vec<(Of, u32)>,
}

#[derive(Clone, Debug)]
enum Models {
    Packet(Box<Simulation>),
    Fluid(Box<FluidSimulation>),
    Both(Box<(Simulation, FluidSimulation)>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Of {
    Packet,
    Fluid,
}

impl Run {
    /// A run of a validated document; with `plots` it records series.
    pub fn new(scenario: &Scenario, plots: bool) -> Run {
        let keep = if plots { Keep::All } else { Keep::Nothing };
        Run::keeping(scenario, &[keep.clone(), keep])
    }

    /// A run that records only what is wanted. Where both models run, the fluid model's series are called `fluid/…`.
    pub fn recording(scenario: &Scenario, wanted: &[Wanted]) -> Run {
        let only = |model| {
            let here = wanted.iter().map(|w| (w.over, part_of(scenario.engine, &w.pattern)));
            let here = here.filter(|(_, (of, _))| *of == model);
            Keep::Only(
                here.map(|(over, (_, pattern))| Wanted { pattern: pattern.to_owned(), over }).collect(),
            )
        };
        Run::keeping(scenario, &[only(Of::Packet), only(Of::Fluid)])
    }

    /// With what the packet model keeps and what the fluid model does.
    fn keeping(scenario: &Scenario, [packets, fluids]: &[Keep; 2]) -> Run {
        let packet = || Simulation::new(scenario, Options { keep: packets.clone(), ..Options::default() });
        let fluid = || FluidSimulation::new(scenario, fluids.clone());
        let models = match scenario.engine {
            Engine::Packet => Models::Packet(Box::new(packet())),
            Engine::Fluid => Models::Fluid(Box::new(fluid())),
            Engine::Both => Models::Both(Box::new((packet(), fluid()))),
        };
        let mut run = Run { models, series: Vec::new() };
        run.number_series();
        // What is due at 0 s is done at once: time 0 has one state, with its edits made.
        run.step(Time::ZERO, 1);
        run
    }

    /// The packet model, where it takes part.
    pub fn packet(&self) -> Option<&Simulation> {
        match &self.models {
            Models::Packet(run) => Some(run),
            Models::Fluid(_) => None,
            Models::Both(both) => Some(&both.0),
        }
    }

    /// The same, for somebody who looks on: captures tap it, and it stays the same run.
    pub fn packet_mut(&mut self) -> Option<&mut Simulation> {
        match &mut self.models {
            Models::Packet(run) => Some(run),
            Models::Fluid(_) => None,
            Models::Both(both) => Some(&mut both.0),
        }
    }

    /// The fluid model, where it takes part.
    pub fn fluid(&self) -> Option<&FluidSimulation> {
        match &self.models {
            Models::Packet(_) => None,
            Models::Fluid(run) => Some(run),
            Models::Both(both) => Some(&both.1),
        }
    }

    fn recorder(&self, of: Of) -> Option<&Recorder> {
        match of {
            Of::Packet => self.packet().map(Simulation::recorder),
            Of::Fluid => self.fluid().map(FluidSimulation::recorder),
        }
    }

    /// What each model has recorded: the packet model's first.
    pub fn recorders(&self) -> impl Iterator<Item = &Recorder> {
        [Of::Packet, Of::Fluid].into_iter().filter_map(|of| self.recorder(of))
    }

    /// The same, to be changed.
    pub fn recorders_mut(&mut self) -> impl Iterator<Item = &mut Recorder> {
        let (packet, fluid) = match &mut self.models {
            Models::Packet(run) => (Some(run.recorder_mut()), None),
            Models::Fluid(run) => (None, Some(run.recorder_mut())),
            Models::Both(both) => (Some(both.0.recorder_mut()), Some(both.1.recorder_mut())),
        };
        packet.into_iter().chain(fluid)
    }

    /// What time each model has reached.
    pub(crate) fn times(&self) -> impl Iterator<Item = Time> {
        self.packet().map(Simulation::now).into_iter().chain(self.fluid().map(FluidSimulation::now))
    }

    /// The edits of the document, where a run has gone back: those that have been applied are among them.
    pub fn set_edits(&mut self, edits: Vec<Edit>) {
        match &mut self.models {
            Models::Packet(run) => run.set_edits(edits),
            Models::Fluid(run) => run.set_edits(edits),
            Models::Both(both) => {
                both.0.set_edits(edits.clone());
                both.1.set_edits(edits);
            }
        }
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
        for of in [Of::Packet, Of::Fluid] {
            let there = self.recorder(of).map_or(0, |r| r.infos().len() as u32);
            let known = self.series.iter().filter(|(o, _)| *o == of).count() as u32;
            self.series.extend((known..there).map(|number| (of, number)));
        }
    }

    /// Where the packet model stands, or the fluid one where it is alone.
    pub fn position(&self) -> Position {
        let packet = self.packet().map(|run| Position { time: run.now(), events: run.events() });
        packet.unwrap_or(Position { time: self.now(), events: 0 })
    }

    /// Runs up to a position, at most about so much of it as `max_events` packet events cost; whether it is reached.
    pub fn go_to(&mut self, position: Position, max_events: u64) -> bool {
        if self.step(position.time, max_events) < position.time {
            return false;
        }
        let reached = match &mut self.models {
            Models::Packet(run) => run.step_events(position.events, max_events),
            Models::Fluid(_) => true,
            Models::Both(both) => both.0.step_events(position.events, max_events),
        };
        self.number_series();
        reached
    }

    /// The earliest time at which an edit can be made: now, or the next nanosecond where a part of what happens now is over.
    pub fn next_whole_moment(&self) -> Time {
        let packet = self.packet().map(Simulation::next_whole_moment);
        let fluid = self.fluid().map(FluidSimulation::next_whole_moment);
        let at = packet.max(fluid).unwrap_or_default();
        // An edit that was rounded down to this time would come after one that is stamped with it.
        let rounded = |edit: &Edit| edit.at_s > at.as_secs() && Time::from_secs(edit.at_s) == at;
        if self.scenario().edits.iter().any(rounded) { Time(at.0 + 1) } else { at }
    }

    /// Whether the run stands at the beginning of a moment, so that the document alone says what it is like at [`Run::now`]: no events of
    /// that time have run, and both models have come so far.
    pub fn settled(&self) -> bool {
        self.next_whole_moment() == self.now() || self.now() >= self.end() || self.stopped().is_some()
    }

    /// Finishes the present moment, at most about so much of it as `max_events` packet events cost; whether the run is
    /// [settled](Run::settled). An edit can be stamped with [`Run::now`] then, and a digest belongs to that time.
    pub fn settle(&mut self, max_events: u64) -> bool {
        let whole = self.next_whole_moment();
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
        match &mut self.models {
            Models::Packet(run) => run.trace(subject, until, most, max_events, moments),
            Models::Fluid(_) => true,
            Models::Both(both) => both.0.trace(subject, until, most, max_events, moments),
        }
    }

    /// What it has cost so far, in packet events.
    pub fn work(&self) -> u64 {
        let steps = self.fluid().map_or(0, |run| run.effort().steps * run.scenario().flows.len() as u64);
        self.packet().map_or(0, Simulation::work) + EVENTS_A_FLOW * steps
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
        match &self.models {
            Models::Packet(run) => run.now(),
            Models::Fluid(run) => run.now(),
            Models::Both(both) => both.0.now().min(both.1.now()),
        }
    }

    /// When the run ends.
    pub fn end(&self) -> Time {
        match &self.models {
            Models::Packet(run) => run.end(),
            Models::Fluid(run) => run.end(),
            Models::Both(both) => both.0.end(),
        }
    }

    /// The document with every edit so far.
    pub fn scenario(&self) -> &Scenario {
        match &self.models {
            Models::Packet(run) => run.scenario(),
            Models::Fluid(run) => run.scenario(),
            Models::Both(both) => both.0.scenario(),
        }
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> u64 {
        self.packet().map_or(0, Simulation::hops)
    }

    /// Why the run ended before its time, if it did.
    pub fn stopped(&self) -> Option<&'static str> {
        let packet = self.packet().and_then(Simulation::stopped);
        packet.or_else(|| self.fluid().and_then(FluidSimulation::stopped))
    }

    /// Runs what is before `until`, at most about so much of it as `max_events` packet events cost; gives back the time reached.
    pub fn step(&mut self, until: Time, max_events: u64) -> Time {
        let steps = self.solver_steps(max_events);
        let before = self.directory_version();
        match &mut self.models {
            Models::Packet(run) => {
                run.step(until, max_events);
            }
            Models::Fluid(run) => {
                run.step(until, steps);
            }
            Models::Both(both) => {
                // One waits for the other: what is shown is what both have reached.
                let (packet, fluid) = (&mut both.0, &mut both.1);
                if fluid.now() >= packet.now() {
                    packet.step(until, max_events);
                }
                fluid.step(packet.now(), steps);
            }
        }
        if self.directory_version() != before {
            self.number_series();
        }
        self.now()
    }

    /// Runs the next event, whatever its time (of fluid, a step of its solver), at most about so much of it as `max_events` packet events
    /// cost; whether there was one, or will never be.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let steps = self.solver_steps(max_events);
        let done = match &mut self.models {
            Models::Packet(run) => run.step_event(max_events),
            Models::Fluid(run) => run.step_once(steps),
            Models::Both(both) => {
                let (packet, fluid) = (&mut both.0, &mut both.1);
                // An event is shown once the fluid model is there, too.
                let event = fluid.now() < packet.now() || packet.step_event(max_events);
                fluid.step(packet.now(), steps);
                event && fluid.now() >= packet.now()
            }
        };
        self.number_series();
        done
    }

    /// Steps of the fluid solver that cost about as much as so many packet events.
    fn solver_steps(&self, events: u64) -> u64 {
        (events / (EVENTS_A_FLOW * self.scenario().flows.len().max(1) as u64)).max(1)
    }

    /// Changes the document at [`Run::next_whole_moment`] or later, or says what is wrong with the change.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        // Of both models the one that is ahead would refuse what the other one still takes.
        let earliest = self.next_whole_moment();
        if Time::from_secs(edit.at_s) < earliest {
            return Err(vec![scenario::past(earliest)]);
        }
        match &mut self.models {
            Models::Packet(run) => run.edit(edit)?,
            Models::Fluid(run) => run.edit(edit)?,
            Models::Both(both) => {
                both.0.edit(edit.clone())?;
                both.1.edit(edit)?;
            }
        }
        self.number_series();
        Ok(())
    }

    /// Changes whenever [`Run::directory`] does.
    pub fn directory_version(&self) -> u32 {
        // Both take the same edits: their versions go together.
        let fluid = || self.fluid().map(FluidSimulation::directory_version);
        self.packet().map(Simulation::directory_version).or_else(fluid).unwrap_or(0)
    }

    /// What is where in the sections.
    pub fn directory(&self) -> Directory {
        let directory = match &self.models {
            Models::Packet(run) => run.directory(),
            Models::Fluid(run) => run.directory(),
            Models::Both(both) => both.0.directory(),
        };
        let beside = matches!(self.models, Models::Both(_));
        let info = |&(of, number): &(Of, u32)| {
            let info = &self.recorder(of)?.infos()[number as usize];
            Some(DirectorySeries { fluid: beside && of == Of::Fluid, ..info.clone() })
        };
        Directory { series: self.series.iter().filter_map(info).collect(), ..directory }
    }

    /// Every series with its owner, in the order of their numbers.
    pub fn series(&self) -> impl Iterator<Item = (DirectorySeries, &Series)> {
        let infos = self.directory().series;
        let lines = self.series.iter().filter_map(|&(of, number)| self.recorder(of)?.get(number));
        infos.into_iter().zip(lines)
    }

    /// The lines of what was wanted of a run that records it, with their names.
    pub fn wanted(&self, wanted: &Wanted) -> Vec<(String, Series)> {
        let (of, pattern) = part_of(self.scenario().engine, &wanted.pattern);
        let there = Wanted { pattern: pattern.to_owned(), over: wanted.over };
        let lines = self.recorder(of).map(|r| r.wanted(&there)).unwrap_or_default();
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
            let (of, number) = *self.series.get(number as usize)?;
            self.recorder(of)?.get(number)
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
            if let Some(line) = line.and_then(|&(of, number)| self.recorder(of)?.get(number)) {
                line.extremes(self.now(), 0.0, self.end().0 as f64, &mut out[at..]);
            }
        }
    }

    /// What the topology draws now.
    pub fn scene(&self, out: &mut Vec<f64>) {
        match &self.models {
            Models::Packet(run) => run.scene(out),
            Models::Fluid(run) => run.scene(out),
            Models::Both(both) => both.0.scene(out),
        }
    }

    /// Marks of the timeline from number `from` on; of packets, where both models run.
    pub fn marks_section(&self, from: u32, out: &mut Vec<f64>) {
        let shown = self.recorder(Of::Packet).or_else(|| self.recorder(Of::Fluid));
        marks_section(shown.map_or(&[], Recorder::marks), from, out);
    }

    /// The fingerprint of the run so far.
    pub fn digest(&self) -> u64 {
        match &self.models {
            Models::Packet(run) => run.digest(),
            Models::Fluid(run) => run.digest(),
            Models::Both(both) => of_both(both.0.digest(), both.1.digest()),
        }
    }

    /// One digest for every whole second so far: the first that differs tells where two runs part.
    pub fn ladder(&self) -> Vec<u64> {
        match &self.models {
            Models::Packet(run) => run.ladder().to_vec(),
            Models::Fluid(run) => run.ladder().to_vec(),
            Models::Both(both) => {
                let rungs = both.0.ladder().iter().zip(both.1.ladder());
                rungs.map(|(&packet, &fluid)| of_both(packet, fluid)).collect()
            }
        }
    }

    /// The results table: of packets, where both models run, with the fluid model's figures beside.
    pub fn results(&self) -> Results {
        match &self.models {
            Models::Packet(run) => run.results(),
            Models::Fluid(run) => run.results(),
            Models::Both(both) => {
                let (packet, fluid) = (both.0.results(), both.1.results());
                let bottlenecks = self.directory().channels.into_iter().filter(|c| c.bottleneck);
                let bottlenecks: Vec<_> = bottlenecks.map(|c| c.id).collect();
                Results {
                    digest: format!("{:016x}", self.digest()),
                    beside: disagreements(&packet, &fluid, &bottlenecks),
                    fluid: fluid.fluid,
                    ..packet
                }
            }
        }
    }
}

/// The model whose series a pattern names, and the pattern there.
fn part_of(engine: Engine, pattern: &str) -> (Of, &str) {
    match engine {
        Engine::Packet => (Of::Packet, pattern),
        Engine::Fluid => (Of::Fluid, pattern),
        Engine::Both => pattern.strip_prefix("fluid/").map_or((Of::Packet, pattern), |p| (Of::Fluid, p)),
    }
}

fn of_both(packet: u64, fluid: u64) -> u64 {
    let mut digest = Digest::default();
    digest.word(packet);
    digest.word(fluid);
    digest.finish()
}

/// Both models' figures: of each bottleneck how far it is used and how much waits there, and how goodputs share.
fn disagreements(packet: &Results, fluid: &Results, bottlenecks: &[String]) -> Vec<Disagreement> {
    let row = |id: String, name: String, unit: &str, packet: f64, fluid: f64| Disagreement {
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
