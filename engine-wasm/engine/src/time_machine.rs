//! A run that can go back: it takes snapshots within a memory limit, from which any time can be recomputed
//! exactly.

use std::rc::Rc;

use crate::document;
use crate::metrics::recorder::RecorderMark;
use crate::model::directory::Directory;
use crate::model::levels::Levels;
use crate::packet_sim::trace::{Moment, Subject};
use crate::run::{Position, Run};
use crate::scenario::{Edit, Problem, Scenario};
use crate::units::Time;

/// Initial amount of work between two snapshots, in packet events: about a tenth of a second in a browser.
const SPACING: u64 = 400_000;

/// Memory for snapshots.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// Limit for all snapshots, bytes; 0 keeps only the one at the start.
    pub snapshots: usize,
    /// Returns the bytes that the program has allocated. The difference before and after a snapshot is its
    /// size.
    pub allocated: fn() -> usize,
}

/// A run with its snapshots.
#[derive(Clone, Debug)]
pub struct TimeMachine {
    run: Run,
    /// Time up to which the run is known.
    known: Time,
    /// In order of time; the first one is at the start. Branches share the snapshots of their common past.
    snapshots: Vec<Rc<Snapshot>>,
    /// Work at which the next snapshot is taken.
    next: u64,
    memory: Memory,
    /// Levels between edits up to the time up to which the run is known, if it has gone back.
    levels: Vec<Levels>,
}

#[derive(Debug)]
struct Snapshot {
    at: Position,
    work: u64,
    run: Run,
    marks: Vec<RecorderMark>,
    bytes: usize,
}

/// The trace of a flow or a channel in an interval of a run, as far as it has been computed.
#[derive(Debug)]
pub struct Trace {
    run: Run,
    subject: Subject,
    from: Time,
    to: Time,
    most: usize,
    moments: Vec<Moment>,
}

impl Trace {
    /// Continues the trace, up to a cost of about `max_events` packet events. Returns whether it is complete.
    pub fn advance(&mut self, max_events: u64) -> bool {
        if self.run.now() < self.from && self.run.stopped().is_none() {
            self.run.step(self.from, max_events);
            return false;
        }
        self.run.trace(self.subject, self.to, self.most, max_events, &mut self.moments)
    }

    /// The moments recorded so far.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }
}

/// The state of a run at another time, as far as it has been computed. It is a run of its own, so nothing that
/// is done with it affects the other one.
#[derive(Debug)]
pub struct Reconstruction {
    run: Run,
    at: Time,
    /// Start of its results, if that is not the document's.
    measure: Option<Measure>,
}

#[derive(Clone, Copy, Debug)]
struct Measure {
    from: Time,
    begun: bool,
}

impl Reconstruction {
    /// Continues, up to a cost of about `max_events` packet events. Returns whether the state is complete.
    pub fn advance(&mut self, max_events: u64) -> bool {
        if let Some(Measure { from, begun: false }) = self.measure {
            if self.run.step(from, max_events) < from {
                return self.run.stopped().is_some();
            }
            self.run.restart_measurement();
            self.measure = Some(Measure { from, begun: true });
        }
        self.run.step(self.at, max_events) >= self.at || self.run.stopped().is_some()
    }

    /// The run, without recordings: complete at the time that was asked for.
    pub fn run(&self) -> &Run {
        &self.run
    }
}

impl TimeMachine {
    /// A run of a validated document that records series.
    pub fn new(scenario: &Scenario, memory: Memory) -> TimeMachine {
        TimeMachine::of(Run::new(scenario, true), memory)
    }

    /// A time machine for a run at its start.
    pub fn of(run: Run, memory: Memory) -> TimeMachine {
        let mut machine =
            TimeMachine { run, known: Time::ZERO, snapshots: vec![], next: 0, memory, levels: vec![] };
        machine.take_snapshot();
        machine
    }

    /// The run at its current time.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Time up to which the run is known: later than now if it has gone back.
    pub fn known(&self) -> Time {
        self.known.max(self.run.now())
    }

    /// Runs what is before `until`, up to a cost of about `max_events` packet events. Returns the time
    /// reached.
    pub fn step(&mut self, until: Time, max_events: u64) -> Time {
        let mut left = max_events;
        loop {
            let piece = left.min(SPACING);
            let before = self.run.work();
            let now = self.run.step(until, piece);
            self.after_step();
            left -= piece;
            if left == 0 || now >= until || self.run.work() == before {
                return now;
            }
        }
    }

    /// Runs the next event, up to a cost of about `max_events` packet events. Returns false if the budget ran
    /// out first; true also if no event is left.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let done = self.run.step_event(max_events);
        self.after_step();
        done
    }

    /// Completes the current time, so that an edit can be given it: see [`Run::settle`].
    pub fn settle(&mut self, max_events: u64) -> bool {
        let settled = self.run.settle(max_events);
        self.after_step();
        settled
    }

    /// Runs to a position, up to a cost of about `max_events` packet events. Returns whether it was reached.
    pub fn go_to(&mut self, position: Position, max_events: u64) -> bool {
        if self.run.position() > position {
            self.restore(&self.before(position.time));
        }
        let reached = self.run.go_to(position, max_events);
        self.after_step();
        reached
    }

    /// Goes to the last snapshot at or before `time`, unless the run is already between the two. Returns the
    /// time of the run, which must then be stepped to `time`.
    pub fn seek(&mut self, time: Time) -> Time {
        let nearest = self.before(time);
        let now = self.run.now();
        if !(nearest.at.time <= now && now <= time) {
            self.restore(&nearest);
        }
        self.run.now()
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        if self.run.now() >= self.known {
            self.levels = Levels::all(&self.run.directory(), self.run.now());
        }
        self.known = self.known();
        self.run.back_to(&snapshot.run, &snapshot.marks);
    }

    /// Changes the document at [`Run::next_edit_time_after_events`] or later. The known future is discarded.
    ///
    /// If there is a known future, the run from the last snapshot to now is repeated. Callers that must not
    /// block do this in parts: see [`TimeMachine::branch`].
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        if self.knows_later() {
            // A rejected change has no effect.
            let mut branch = self.branch();
            let at = self.run.position();
            while !branch.go_to(at, SPACING) {
                if let Some(why) = branch.run.stopped() {
                    return Err(vec![Problem::new("/atS", why, "a run that can continue")]);
                }
            }
            branch.run.edit(edit)?;
            *self = branch;
            return Ok(());
        }
        self.run.edit(edit)
    }

    /// Whether something is recorded after now. If both models run, one of them may be beyond
    /// [`TimeMachine::known`].
    pub fn knows_later(&self) -> bool {
        let recorded = self.run.recorders().zip(self.run.times()).any(|(r, now)| r.has_records_after(now));
        recorded || self.known() > self.run.now()
    }

    /// A separate run with the same past and no known future. It starts at the last snapshot before now;
    /// [`TimeMachine::go_to`] this run's [position](Run::position) brings it to the present.
    ///
    /// Future edits that were made after the current time of the run belong to the discarded future. Those
    /// that the document already had are kept, as far as they are valid without the others.
    pub fn branch(&self) -> TimeMachine {
        let at = self.run.position();
        let nearest = self.before(at.time);
        let mut run = nearest.run.clone();
        let past = |edit: &&Edit| Time::from_secs(edit.at_s) <= at.time;
        let edits = &self.run.scenario().edits;
        let known: Vec<Edit> = edits.iter().filter(past).cloned().collect();
        let future = nearest.run.scenario().edits.iter().filter(|edit| !past(edit)).cloned();
        let mut kept =
            Scenario { edits: known.iter().cloned().chain(future).collect(), ..self.run.scenario().clone() };
        // An edit for a later time may be required by an edit of the document.
        while kept.edits.len() > known.len()
            && kept.edits != *edits
            && !document::validate(run.registry(), &kept).is_empty()
        {
            kept.edits.pop();
        }
        run.set_edits(kept.edits);
        run.put(self.run.recorders().zip(&nearest.marks).map(|(r, mark)| r.until(mark)).collect());
        let past = |s: &&Rc<Snapshot>| s.at <= nearest.at;
        let snapshots = self.snapshots.iter().filter(past).cloned().collect();
        let (known, next) = (nearest.at.time, nearest.work + SPACING);
        TimeMachine { run, known, snapshots, next, levels: vec![], ..*self }
    }

    /// Traces a flow or a channel in an interval of the known run, at most `most` moments. The interval is
    /// run again on a copy of the nearest snapshot.
    pub fn trace(&self, subject: Subject, (from, to): (Time, Time), most: usize) -> Trace {
        let mut run = self.before(from).run.clone();
        run.set_edits(self.run.scenario().edits.clone());
        // Events at `from` itself belong to the interval.
        let from = Time(from.0.saturating_sub(1));
        Trace { run, subject, from, to: to.min(self.known()), most, moments: Vec::new() }
    }

    /// The state at a known time, computed on a copy of the nearest snapshot. `last`, an earlier
    /// reconstruction of this run, is continued if it is nearer: then successive times cost only what lies
    /// between them.
    pub fn reconstruct(&self, time: Time, last: Option<Reconstruction>) -> Reconstruction {
        let at = time.min(self.known());
        let nearest = self.before(at);
        let edits = &self.run.scenario().edits;
        let continues = |last: &Reconstruction| {
            if last.measure.is_some() {
                return false;
            }
            // A run with other edits has another state.
            (nearest.at.time..=at).contains(&last.run.now()) && last.run.scenario().edits == *edits
        };
        let run = last.filter(continues).map_or_else(
            || {
                let mut run = nearest.run.clone();
                run.set_edits(edits.clone());
                run
            },
            |last| last.run,
        );
        Reconstruction { run, at, measure: None }
    }

    /// The state at a known time whose results count from an earlier one. `last`, an earlier one of this
    /// run with the same start, is continued: to look at one time after another costs only what lies between.
    pub fn measure(&self, (from, to): (Time, Time), last: Option<Reconstruction>) -> Reconstruction {
        let to = to.min(self.known());
        let edits = &self.run.scenario().edits;
        let continues = |last: &Reconstruction| {
            let same = last.measure.is_some_and(|measure| measure.from == from);
            same && last.run.now() <= to && last.run.scenario().edits == *edits
        };
        let start = || {
            let measure = Some(Measure { from: from.min(to), begun: false });
            Reconstruction { measure, ..self.reconstruct(from, None) }
        };
        Reconstruction { at: to, ..last.filter(continues).unwrap_or_else(start) }
    }

    /// The directory now, with the levels after later edits.
    pub fn directory(&self) -> Directory {
        let mut directory = self.run.directory();
        if self.run.now() < self.known {
            let now = self.run.now().as_secs();
            directory.after = self.levels.iter().filter(|levels| levels.from_s > now).cloned().collect();
        }
        directory
    }

    /// The directory at a reconstructed time. Series keep their numbers for the whole run.
    pub fn directory_at(&self, state: &Reconstruction) -> Directory {
        Directory { series: self.run.directory().series, ..state.run.directory() }
    }

    /// Reduces the resolution of all series so that they need about this many bytes.
    pub fn limit_series(&mut self, bytes: usize) {
        let models = self.run.recorders().count().max(1);
        self.run.recorders_mut().for_each(|r| r.limit(bytes / models));
    }

    /// Number of snapshots, and their size in bytes.
    pub fn snapshots(&self) -> (usize, usize) {
        (self.snapshots.len(), self.bytes())
    }

    fn bytes(&self) -> usize {
        self.snapshots.iter().map(|s| s.bytes).sum()
    }

    fn before(&self, time: Time) -> Rc<Snapshot> {
        // A snapshot at exactly this time may be between two of its events.
        let after = self.snapshots.partition_point(|s| s.at.time < time);
        self.snapshots[after.saturating_sub(1)].clone()
    }

    fn after_step(&mut self) {
        if self.memory.snapshots > 0
            && self.run.work() >= self.next
            && self.run.position() > self.snapshots[self.snapshots.len() - 1].at
        {
            self.take_snapshot();
        }
    }

    fn take_snapshot(&mut self) {
        let before = (self.memory.allocated)();
        let run = self.run.snapshot();
        let marks: Vec<_> = self.run.recorders().map(|r| r.now()).collect();
        let bytes = (self.memory.allocated)().saturating_sub(before);
        let (at, work) = (run.position(), run.work());
        self.next = work + SPACING;
        self.snapshots.push(Rc::new(Snapshot { at, work, run, marks, bytes }));
        while self.bytes() > self.memory.snapshots && self.snapshots.len() > 2 {
            self.thin();
        }
    }

    /// Removes the least useful snapshot: the older snapshots are, the further apart they may be. The first
    /// and the last one are kept.
    fn thin(&mut self) {
        let end = self.run.work() + SPACING;
        let loss = |i: usize| {
            let gap = self.snapshots[i + 1].work - self.snapshots[i - 1].work;
            gap as f64 / (end - self.snapshots[i].work.min(end - 1)) as f64
        };
        let least = (1..self.snapshots.len() - 1).min_by(|&a, &b| loss(a).total_cmp(&loss(b)));
        if let Some(least) = least {
            self.snapshots.remove(least);
        }
    }
}
