//! Plays a document with actions and checks the results: the digest must equal that of a straight run of the final document.

use droptail_engine::core::random::Rng;
use droptail_engine::document;
use droptail_engine::run::{Position, Run};
use droptail_engine::scenario::{Edit, Engine, Problem, Scenario};
use droptail_engine::time_machine::{Memory, TimeMachine};
use droptail_engine::units::{Nanos, Time};
use serde_json::{Value, json};

use crate::script::Action;
use crate::{memory, views};

/// A failure.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// Name, which should be the same for all cases of one bug.
    pub name: String,
    /// Details of this case.
    pub detail: String,
    /// Number of the action that failed, from 0.
    pub action: Option<usize>,
}

impl Failure {
    /// A failure outside the actions.
    pub fn new(name: &str, detail: String) -> Failure {
        Failure { name: name.to_owned(), detail, action: None }
    }
}

/// Counts of what was done in a case.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Documents that were rejected.
    pub refused: u64,
    /// Documents that ran in the packet model, the fluid model, or both.
    pub ran: [u64; 3],
    /// Accepted edits, in the document and during the run.
    pub edits: u64,
    /// Work of all runs, in packet events.
    pub events: u64,
    /// Runs that ended early because of the memory limit.
    pub stopped: u64,
}

/// The results, for comparison.
#[derive(Clone, Debug)]
pub struct Played {
    /// Counts.
    pub counts: Counts,
    /// The document with the edits made.
    pub document: Scenario,
    /// Time and digest of the run at its end and at each share.
    pub shares: Vec<(Time, u64)>,
    /// One digest per whole second.
    pub ladder: Vec<u64>,
}

/// Memory for snapshots, as in the page.
const SNAPSHOTS: usize = 48 << 20;

/// Checks the problems of a rejected document.
pub fn refusal(problems: &[Problem]) -> Result<(), Failure> {
    let fail = |name: &str, p: &Problem| Err(Failure::new(name, format!("{p:?}")));
    if problems.is_empty() {
        return Err(Failure::new("a rejection that lists no problem", String::new()));
    }
    for p in problems {
        if !(p.pointer.is_empty() || p.pointer.starts_with('/')) {
            return fail("an invalid pointer", p);
        }
        if p.problem.is_empty() || p.expected.is_empty() {
            return fail("a problem with no text", p);
        }
    }
    Ok(())
}

/// Checks that problems point into the document.
fn pointers_lead_somewhere(document: &Value, problems: &[Problem]) -> Result<(), Failure> {
    for p in problems {
        // Missing parts have defaults, so a problem can lie below them, but items of a list must exist.
        let way: Vec<_> = p.pointer.splitn(4, '/').take(3).collect();
        let in_list = way.get(2).is_some_and(|number| number.parse::<usize>().is_ok());
        let thing = if in_list { way.join("/") } else { String::new() };
        let nowhere = p.pointer.is_empty() && document.is_object();
        if nowhere {
            return Err(Failure::new("a rejection without a pointer", format!("{p:?}")));
        }
        if document.pointer(&thing).is_none() {
            return Err(Failure::new("a pointer to nothing", format!("{p:?}")));
        }
    }
    Ok(())
}

/// Plays a document; `None` if it is rejected with valid problems.
pub fn play(document: &Value, actions: &[Action], rng: &mut Rng) -> Result<Option<Played>, Failure> {
    let scenario = match document::from_value(document.clone()) {
        Ok(scenario) => scenario,
        Err(problems) => {
            refusal(&problems)?;
            pointers_lead_somewhere(document, &problems)?;
            return Ok(None);
        }
    };
    let mut player = Player::new(&scenario);
    for (number, action) in actions.iter().enumerate() {
        player.act(action, rng).map_err(|failure| Failure { action: Some(number), ..failure })?;
    }
    player.finish(rng).map(Some)
}

/// A shared link.
struct Sent {
    document: Scenario,
    at: Time,
    digest: u64,
    /// Work up to there.
    work: u64,
}

/// Work limit of a replay of a run that took `work`. A run that went back may now be before its costly part.
fn most_work(work: u64) -> u64 {
    4 * (work + 100_000)
}

struct Player {
    machine: TimeMachine,
    /// Shared moments with their digests, in order of time.
    shares: Vec<(Time, u64)>,
    /// Positions of the run after steps, with their digests.
    places: Vec<(Position, u64)>,
    /// The run from which a branch departed, with its digest there.
    left: Option<(TimeMachine, Position, u64)>,
    /// A shared document, to check through its link as well.
    sent: Option<Sent>,
    counts: Counts,
}

impl Player {
    fn new(scenario: &Scenario) -> Player {
        let memory = Memory { snapshots: SNAPSHOTS, allocated: memory::held };
        let machine = TimeMachine::new(scenario, memory);
        let mut counts = Counts { edits: scenario.edits.len() as u64, ..Counts::default() };
        let engine = match scenario.engine {
            Engine::Packet => 0,
            Engine::Fluid => 1,
            Engine::Both => 2,
        };
        counts.ran[engine] = 1;
        Player { machine, shares: vec![], places: vec![], left: None, sent: None, counts }
    }

    fn run(&self) -> &Run {
        self.machine.run()
    }

    fn act(&mut self, action: &Action, rng: &mut Rng) -> Result<(), Failure> {
        match action {
            Action::Step { until_s, events } => {
                self.step(Time::from_secs(*until_s), *events)?;
                // If both models run, one is ahead of the other between steps.
                if self.run().packet().is_some() && self.run().fluid().is_none() {
                    self.places.push((self.run().position(), self.run().digest()));
                }
            }
            Action::StepEvent => {
                let budget = 1 + rng.below(3000) as u64;
                let step = |machine: &mut TimeMachine| {
                    machine.step_event(budget);
                };
                self.bounded(budget, step)?;
            }
            Action::Edit { after_s, path, value } => self.edit(*after_s, path, value)?,
            Action::Seek { to_s } => self.seek(Time::from_secs(*to_s))?,
            Action::GoTo { place } => self.go_to(*place as usize)?,
            Action::Branch => self.branch()?,
            Action::Share => {
                if self.settle()? {
                    let share = (self.run().now(), self.run().digest());
                    self.shares.retain(|other| other.0 != share.0);
                    self.shares.push(share);
                    let (document, work) = (self.run().scenario().clone(), self.run().work());
                    self.sent = Some(Sent { document, at: share.0, digest: share.1, work });
                }
            }
            Action::Look => views::look(&self.machine, rng)?,
        }
        Ok(())
    }

    fn detail(&self) -> String {
        format!("at {:?} of {:?}", self.run().position(), self.run().end())
    }

    fn branch(&mut self) -> Result<(), Failure> {
        let (position, digest) = (self.run().position(), self.run().digest());
        let (now, ahead) = (self.run().now(), self.run().fluid().is_none());
        let branch = self.machine.branch();
        let left = std::mem::replace(&mut self.machine, branch);
        if !self.reach(position)? {
            return Ok(());
        }
        if ahead && self.run().digest() != digest {
            return Err(Failure::new("a branch starts in another state", self.detail()));
        }
        self.left = Some((left, position, digest));
        // Without the edits scheduled for later, the bits of the fluid model's state before them differ, too.
        self.shares.retain(|share| share.0 <= now && ahead);
        self.places.retain(|place| place.0.time <= now);
        Ok(())
    }

    /// Goes to a position with small budgets. Returns whether it got there.
    fn reach(&mut self, position: Position) -> Result<bool, Failure> {
        if self.run().position() > position {
            self.machine.seek(position.time);
        }
        for _ in 0..10_000 {
            let (work, flows) = (self.run().work(), self.run().scenario().flows.len() as u64);
            let there = self.machine.go_to(position, 20_000);
            self.within(work, 20_000, flows)?;
            if there {
                return Ok(true);
            }
            if self.run().stopped().is_some() {
                return Ok(false);
            }
        }
        Err(Failure::new("a position that is never reached", self.detail()))
    }

    /// Checks that a call keeps to its budget and that time does not go back.
    fn bounded(&mut self, events: u64, call: impl FnOnce(&mut TimeMachine)) -> Result<(), Failure> {
        let (before, work) = (self.run().now(), self.run().work());
        let flows = self.run().scenario().flows.len() as u64;
        call(&mut self.machine);
        self.within(work, events, flows)?;
        if self.run().now() < before || self.run().now() > self.run().end() {
            return Err(Failure::new("time runs backwards or beyond the end", self.detail()));
        }
        Ok(())
    }

    fn within(&mut self, work: u64, events: u64, flows: u64) -> Result<(), Failure> {
        let done = self.run().work().saturating_sub(work);
        self.counts.events += done;
        // Both models may use a budget each. The last unit of work may be a solver step or all edits of a moment, which depend on the size
        // of the network and are bounded by the limits of documents.
        let document = self.run().scenario();
        let parts = 8 + flows + 2 * document.links.len() as u64 + document.nodes.len() as u64;
        if done > 2 * events + 80 * parts * (1 + document.edits.len() as u64) {
            let detail = format!("{done} events of {events}, {}", self.detail());
            return Err(Failure::new("a call exceeds its budget", detail));
        }
        Ok(())
    }

    fn step(&mut self, until: Time, events: u64) -> Result<(), Failure> {
        let mut reached = Time::ZERO;
        self.bounded(events, |machine| reached = machine.step(until, events))?;
        if reached != self.run().now() {
            return Err(Failure::new("a step returns another time than the run", self.detail()));
        }
        Ok(())
    }

    /// Finishes the current moment, unless it takes too long.
    fn settle(&mut self) -> Result<bool, Failure> {
        for _ in 0..64 {
            let mut settled = false;
            self.bounded(4096, |machine| settled = machine.settle(4096))?;
            if settled {
                return Ok(self.run().stopped().is_none());
            }
        }
        Ok(false)
    }

    fn edit(&mut self, after_s: f64, path: &str, value: &Value) -> Result<(), Failure> {
        if !self.settle()? || self.run().now() >= self.run().end() {
            return Ok(());
        }
        let now = self.run().now();
        let at_s = now.as_secs() + after_s;
        let before = (self.run().digest(), self.run().scenario().edits.len());
        let edit = Edit { at_s, path: path.to_owned(), value: value.clone() };
        match self.machine.edit(edit) {
            Ok(()) => {
                self.counts.edits += 1;
                // The fluid model's solver stops at an edit, so the state just before it differs in its last bits.
                let fluid = self.run().fluid().is_some();
                self.shares.retain(|share| share.0 < now && !fluid);
                self.places.retain(|place| place.0.time < now);
                if self.run().now() != now {
                    return Err(Failure::new("an edit moves the time", self.detail()));
                }
            }
            Err(problems) => {
                refusal(&problems)?;
                if (self.run().digest(), self.run().scenario().edits.len()) != before {
                    return Err(Failure::new("a rejected edit changes something", self.detail()));
                }
            }
        }
        Ok(())
    }

    fn seek(&mut self, to: Time) -> Result<(), Failure> {
        let to = to.min(self.machine.known());
        let at = self.machine.seek(to);
        if at > to || at != self.run().now() {
            return Err(Failure::new("a seek ends past its target", format!("{at:?}, {}", self.detail())));
        }
        self.run_to(to)?;
        Ok(())
    }

    /// Runs to a time with small budgets. Returns whether it got there.
    fn run_to(&mut self, to: Time) -> Result<bool, Failure> {
        let to = to.min(self.run().end());
        let mut idle = 0;
        while self.run().now() < to {
            if self.run().stopped().is_some() {
                return Ok(false);
            }
            let before = (self.run().now(), self.run().work());
            self.step(to, 20_000)?;
            idle = if before == (self.run().now(), self.run().work()) { idle + 1 } else { 0 };
            if idle > 1000 {
                return Err(Failure::new("a run that does not advance", self.detail()));
            }
        }
        Ok(true)
    }

    fn go_to(&mut self, place: usize) -> Result<(), Failure> {
        if self.places.is_empty() {
            return Ok(());
        }
        let (position, digest) = self.places[place % self.places.len()];
        if self.reach(position)? {
            let there = (self.run().position(), self.run().digest());
            if there != (position, digest) {
                let detail = format!("{there:?} instead of {:?}", (position, digest));
                return Err(Failure::new("a position that cannot be reached again", detail));
            }
        }
        Ok(())
    }

    /// Finishes the moment, and compares the results with those of other sequences of calls.
    fn finish(mut self, rng: &mut Rng) -> Result<Played, Failure> {
        let settled = self.settle()?;
        if rng.chance(0.3) {
            views::look(&self.machine, rng)?;
        }
        let results = views::results(self.run())?;
        let document = self.run().scenario().clone();
        let ladder = self.run().ladder();
        if self.run().stopped().is_some() {
            self.counts.stopped = 1;
        }
        if !settled || self.counts.stopped > 0 {
            return Ok(Played { counts: self.counts, document, shares: self.shares, ladder });
        }
        let end = (self.run().now(), self.run().digest());
        self.shares.retain(|share| share.0 < end.0);
        self.shares.push(end);
        self.shares.sort_unstable();
        let written = json!(document).to_string();
        let read = document::parse(&written).map_err(|problems| {
            Failure::new("the document of a run is rejected", format!("{:?}", problems[0]))
        })?;
        if read != document {
            return Err(Failure::new("a document changes when it is written and read", written));
        }
        let most = most_work(self.run().work());
        let (straight, events) = replay(&read, &[end], most, None, "straight")?;
        self.counts.events += events;
        let again = views::results(&straight)?;
        if again != results {
            let detail = first_difference(&results, &again, String::new());
            return Err(Failure::new("results depend on the sequence of calls", detail));
        }
        if straight.ladder() != ladder {
            return Err(Failure::new("a ladder depends on the sequence of calls", self.detail()));
        }
        let (_, events) = replay(&read, &self.shares, most, Some(rng), "in pieces")?;
        self.counts.events += events;
        if let Some(Sent { document, at, digest, work }) = self.sent.take() {
            self.counts.events += replay(&document, &[(at, digest)], most_work(work), None, "shared")?.1;
        }
        if let Some((mut left, position, digest)) = self.left.take()
            && left.run().fluid().is_none()
        {
            left.seek(Time::ZERO);
            while !left.go_to(position, 100_000) {}
            if left.run().digest() != digest {
                return Err(Failure::new("a run changes when a branch departs from it", self.detail()));
            }
        }
        if rng.chance(0.3) {
            self.machine.seek(Time::from_secs(end.0.as_secs() * rng.uniform()));
            self.run_to(end.0)?;
            if self.run().digest() != end.1 {
                return Err(Failure::new("going back and forward ends in another state", self.detail()));
            }
        }
        Ok(Played { counts: self.counts, document, shares: self.shares, ladder })
    }
}

/// Runs the document separately and checks the digests at given moments. `pieces` sets the chunks. Returns the run and its work.
fn replay(
    document: &Scenario,
    moments: &[(Time, u64)],
    allowed: u64,
    mut pieces: Option<&mut Rng>,
    way: &str,
) -> Result<(Run, u64), Failure> {
    let mut run = Run::new(document, pieces.is_some());
    for (at, digest) in moments {
        while run.now() < *at {
            let (mut until, mut events) = (*at, 1 << 20);
            if let Some(rng) = pieces.as_deref_mut() {
                let span = at.since(run.now()).0 as f64;
                until = run.now() + Nanos(1 + (span * rng.uniform() * 1.5) as u64);
                until = until.min(*at);
                events = if rng.chance(0.3) { 1 + rng.below(50) as u64 } else { 5000 };
                match rng.below(12) {
                    0 => run = run.clone(),
                    1 => run = run.snapshot(),
                    _ => {}
                }
            }
            run.step(until, events);
            if run.work() > allowed || run.stopped().is_some() {
                let detail =
                    format!("{:?} of {at:?}, {} events, {:?}", run.position(), run.work(), run.stopped());
                return Err(Failure::new(&format!("{way}: a replay takes much longer"), detail));
            }
        }
        if run.digest() != *digest {
            let detail = format!("at {} s: {:016x} instead of {digest:016x}", at.as_secs(), run.digest());
            return Err(Failure::new(&format!("{way}: a different digest"), detail));
        }
    }
    let work = run.work();
    Ok((run, work))
}

fn first_difference(a: &Value, b: &Value, path: String) -> String {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) => {
            let differs = x.iter().find(|(key, value)| y.get(*key) != Some(value));
            match differs {
                Some((key, value)) => {
                    first_difference(value, y.get(key).unwrap_or(&Value::Null), format!("{path}/{key}"))
                }
                None => format!("{path}: additional fields"),
            }
        }
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => {
            let at = x.iter().zip(y).position(|(x, y)| x != y).unwrap_or(0);
            first_difference(&x[at], &y[at], format!("{path}/{at}"))
        }
        _ => format!("{path}: {a} and {b}"),
    }
}
