//! A run that can go back: snapshots on its way, within a bounded memory, from which any moment is computed again to the event.

use std::rc::Rc;

use crate::document;
use crate::metrics::recorder::RecorderMark;
use crate::packet_sim::trace::{Moment, Subject};
use crate::run::{Position, Run};
use crate::scenario::{Edit, Problem, Scenario};
use crate::units::Time;

/// Work between two snapshots at first, in packet events: about a tenth of a second in a browser.
const SPACING: u64 = 400_000;

/// Memory for snapshots.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    /// What all snapshots may take, bytes; 0: there is only the one of the start.
    pub snapshots: usize,
    /// What the program has allocated, bytes: the difference over a snapshot is its size.
    pub allocated: fn() -> usize,
}

/// A run with its snapshots.
#[derive(Clone, Debug)]
pub struct TimeMachine {
    run: Run,
    /// Up to where it has been run.
    known: Time,
    /// In order of time; the first is the start. Branches share those of their common past.
    snapshots: Vec<Rc<Snapshot>>,
    /// Work at which the next one is taken.
    next: u64,
    memory: Memory,
}

#[derive(Debug)]
struct Snapshot {
    at: Position,
    work: u64,
    run: Run,
    marks: Vec<RecorderMark>,
    bytes: usize,
}

/// What happened to a flow or a channel in a stretch of a run, as far as it has been found out.
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
    /// Goes on, at most about so much of the run as `max_events` packet events cost; whether all is found out.
    pub fn advance(&mut self, max_events: u64) -> bool {
        if self.run.now() < self.from && self.run.stopped().is_none() {
            self.run.step(self.from, max_events);
            return false;
        }
        self.run.trace(self.subject, self.to, self.most, max_events, &mut self.moments)
    }

    /// The moments found so far.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }
}

impl TimeMachine {
    /// A run of a validated document that records series.
    pub fn new(scenario: &Scenario, memory: Memory) -> TimeMachine {
        TimeMachine::of(Run::new(scenario, true), memory)
    }

    /// The same of a run at its start.
    pub fn of(run: Run, memory: Memory) -> TimeMachine {
        let mut machine = TimeMachine { run, known: Time::ZERO, snapshots: vec![], next: 0, memory };
        machine.take_snapshot();
        machine
    }

    /// The run as it stands.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Up to where it has been run: later than now, if it has gone back.
    pub fn known(&self) -> Time {
        self.known.max(self.run.now())
    }

    /// Runs what is before `until`, at most about so much of it as `max_events` packet events cost; gives back the time reached.
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

    /// Runs the next event, at most about so much of the run as `max_events` packet events cost; whether there was one, or will never be.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let done = self.run.step_event(max_events);
        self.after_step();
        done
    }

    /// Finishes the present moment, so that an edit can be stamped with it: see [`Run::settle`].
    pub fn settle(&mut self, max_events: u64) -> bool {
        let settled = self.run.settle(max_events);
        self.after_step();
        settled
    }

    /// Runs up to a position, at most about so much of it as `max_events` packet events cost; whether it is reached.
    pub fn go_to(&mut self, position: Position, max_events: u64) -> bool {
        if self.run.position() > position {
            self.restore(&self.before(position.time));
        }
        let reached = self.run.go_to(position, max_events);
        self.after_step();
        reached
    }

    /// Goes to the last snapshot that is not after `time`, unless the run stands between the two already; gives back the time of the run,
    /// which is to be stepped from there.
    pub fn seek(&mut self, time: Time) -> Time {
        let nearest = self.before(time);
        let now = self.run.now();
        if !(nearest.at.time <= now && now <= time) {
            self.restore(&nearest);
        }
        self.run.now()
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        self.known = self.known();
        self.run.back_to(&snapshot.run, &snapshot.marks);
    }

    /// A change of the document at [`Run::next_edit_time_after_events`] or later. What was known of the future is forgotten.
    ///
    /// Where something is known of it, the way from the last snapshot to now is run once more; who cannot wait for that goes it in
    /// pieces: see [`TimeMachine::branch`].
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        if self.knows_later() {
            // A change that is refused leaves everything as it is.
            let mut branch = self.branch();
            let at = self.run.position();
            while !branch.go_to(at, SPACING) {
                if let Some(why) = branch.run.stopped() {
                    return Err(vec![Problem::new("/atS", why, "a run that goes on")]);
                }
            }
            branch.run.edit(edit)?;
            *self = branch;
            return Ok(());
        }
        self.run.edit(edit)
    }

    /// Whether something is recorded of the future. Where both models run, one of them can have been further than [`TimeMachine::known`].
    pub fn knows_later(&self) -> bool {
        let recorded = self.run.recorders().zip(self.run.times()).any(|(r, now)| r.has_records_after(now));
        recorded || self.known() > self.run.now()
    }

    /// A run of its own with the same past, and no known future. It stands at the last snapshot before the present: [`TimeMachine::go_to`]
    /// this one's [position](Run::position) takes it to the present.
    ///
    /// Edits to come that were made later than the present are part of the future that is left; those that the document had before are not,
    /// as far as they can be made without the others.
    pub fn branch(&self) -> TimeMachine {
        let at = self.run.position();
        let nearest = self.before(at.time);
        let mut run = nearest.run.clone();
        let past = |edit: &&Edit| Time::from_secs(edit.at_s) <= at.time;
        let edits = &self.run.scenario().edits;
        let known: Vec<Edit> = edits.iter().filter(past).cloned().collect();
        let to_come = nearest.run.scenario().edits.iter().filter(|edit| !past(edit)).cloned();
        let mut kept =
            Scenario { edits: known.iter().cloned().chain(to_come).collect(), ..self.run.scenario().clone() };
        // One that was made for later can be what an edit of the document relies on.
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
        TimeMachine { run, known: nearest.at.time, snapshots, next: nearest.work + SPACING, ..*self }
    }

    /// Finds out what happened to a flow or a channel in a stretch of the known run, at most `most` moments: it is run once more from the
    /// nearest snapshot, on a copy.
    pub fn trace(&self, subject: Subject, (from, to): (Time, Time), most: usize) -> Trace {
        let mut run = self.before(from).run.clone();
        run.set_edits(self.run.scenario().edits.clone());
        // What lies at `from` itself belongs to the stretch.
        let from = Time(from.0.saturating_sub(1));
        Trace { run, subject, from, to: to.min(self.known()), most, moments: Vec::new() }
    }

    /// Keeps less of each series, so that all of them need about so many bytes.
    pub fn limit_series(&mut self, bytes: usize) {
        let models = self.run.recorders().count().max(1);
        self.run.recorders_mut().for_each(|r| r.limit(bytes / models));
    }

    /// How many snapshots there are, and their size in bytes.
    pub fn snapshots(&self) -> (usize, usize) {
        (self.snapshots.len(), self.bytes())
    }

    fn bytes(&self) -> usize {
        self.snapshots.iter().map(|s| s.bytes).sum()
    }

    fn before(&self, time: Time) -> Rc<Snapshot> {
        // One at that very time may be between two events of it.
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

    /// Removes the snapshot that is missed least: the longer ago, the wider the gaps may be. The first and the last stay.
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
