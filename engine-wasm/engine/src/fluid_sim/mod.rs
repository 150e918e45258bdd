//! The fluid simulation of a scenario: windows and queues as delay differential equations, losses as located events.
//!
//! After Misra, Gong & Towsley (SIGCOMM 2000) and Kumar and others, "Impact of Loss Synchronization on Reliable High Speed Networks: A
//! Model Based Simulation" (2014). Equations and choices: docs/model.md, "The fluid model".

pub mod aqm;
mod build;
mod events;
pub mod history;
mod meters;
pub mod network;
pub mod params;
mod results;
mod samples;
pub mod solver;
pub mod synchronization;
mod view;

use std::collections::VecDeque;

use crate::metrics::covariance::Covariance;
use crate::metrics::recorder::{Keep, MarkKind, Recorder, SeriesKind};
use crate::packet_sim::digest::Digest;

use crate::scenario::{self, Edit, Problem, Scenario};
use crate::units::{Nanos, Time};
use events::{Crossing, Due, What};
use history::Piece;
use meters::{ChannelState, FlowState, Phase};
use network::{LEAST_WINDOW, Mode, Moment, Network};
use solver::Work;

pub use build::obstacles;
pub(crate) use build::obstacles_now;

/// A step that has been computed and not yet been taken.
#[derive(Clone, Copy, Debug)]
struct Ready {
    t1: f64,
    /// What the solver's next step and effort were before: an edit may put an end to this step.
    before: (f64, Effort),
    crossing: Option<Crossing>,
}

/// Work of the solver so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// Steps taken.
    pub steps: u64,
    /// Steps tried and made smaller.
    pub rejected: u64,
}

/// When an edit applies, s: to the nanosecond, as clocks outside count.
fn edit_time(edit: &Edit) -> f64 {
    Time::from_secs(edit.at_s).as_secs()
}

/// Steps shorter than this are taken whatever their error, s.
const LEAST_STEP: f64 = 1e-9;

/// A run: clone it for a snapshot, put the clone back to rewind.
#[derive(Clone, Debug)]
pub struct FluidSimulation {
    /// The document with every edit so far.
    scenario: Scenario,
    /// What it says now.
    effective: Scenario,
    node_ids: Vec<String>,
    channels: Vec<ChannelState>,
    flows: Vec<FlowState>,
    net: Network,
    /// Up to where the equations are solved, s, and the state there.
    t: f64,
    /// Where the last step began, s.
    last: f64,
    y: Vec<f64>,
    work: Work,
    /// Up to where what is due has been taken for due already, s.
    taken_until: f64,
    /// Slopes at `t` have to be computed anew.
    fresh: bool,
    ready: Option<Ready>,
    /// Next step, s, as far as its error is concerned.
    step: f64,
    /// By time, the next one last.
    due: Vec<Due>,
    effort: Effort,
    now: Time,
    end: Time,
    next_edit: usize,
    next_sample: Time,
    period: Nanos,
    next_second: Time,
    ladder: Vec<u64>,
    recorder: Recorder,
    jain_series: u32,
    jain_rtt_series: u32,
    max_min_series: u32,
    jain: Option<f64>,
    /// Max-min fair rate of each flow, Mb/s, while the same flows run.
    fair: Vec<f64>,
    /// Delivered by flow at the samples that the fairness window spans, oldest first.
    window: VecDeque<Vec<f64>>,
    samples_in_window: usize,
    covariance: Covariance,
    measured_from: Option<Time>,
    first_congestion: Option<f64>,
    directory_version: u32,
}

impl FluidSimulation {
    /// A run of a validated document without [`obstacles`].
    pub fn new(scenario: &Scenario, keep: Keep) -> FluidSimulation {
        let mut recorder = Recorder::new(4 * scenario.flows.len() + 2 * scenario.links.len() + 4, keep);
        let period = Nanos::from_millis(scenario.sampling.period_ms);
        let fairness = Nanos::from_secs(scenario.sampling.fairness_window_s);
        let empty =
            Scenario { nodes: vec![], links: vec![], flows: vec![], edits: vec![], ..scenario.clone() };
        let mut run = FluidSimulation {
            net: Network { model: params::Model::of(&scenario.fluid), flows: vec![], queues: vec![] },
            effective: empty,
            node_ids: vec![],
            channels: vec![],
            flows: vec![],
            t: 0.0,
            last: 0.0,
            y: vec![],
            work: Work::default(),
            taken_until: 0.0,
            fresh: true,
            ready: None,
            step: 1e-4,
            due: vec![],
            effort: Effort::default(),
            now: Time::ZERO,
            end: Time::from_secs(scenario.duration_s),
            next_edit: 0,
            next_sample: Time::ZERO + period,
            period,
            next_second: Time::from_secs(1.0),
            ladder: vec![],
            jain_series: recorder.add("", SeriesKind::Jain, None),
            jain_rtt_series: recorder.add("", SeriesKind::JainRtt, None),
            max_min_series: recorder.add("", SeriesKind::MaxMin, None),
            recorder,
            jain: None,
            fair: vec![],
            window: VecDeque::new(),
            samples_in_window: (fairness.0 / period.0.max(1)).max(1) as usize,
            covariance: Covariance::default(),
            measured_from: None,
            first_congestion: None,
            directory_version: 0,
            scenario: scenario.clone(),
        };
        run.become_document(Scenario { edits: vec![], ..scenario.clone() });
        run.start_measurement_if_due();
        run
    }

    /// Simulated time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// When the run ends.
    pub fn end(&self) -> Time {
        self.end
    }

    /// The document with every edit so far.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What is recorded for the eye.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The same, for a run that goes back.
    pub fn recorder_mut(&mut self) -> &mut Recorder {
        &mut self.recorder
    }

    /// Work of the solver so far.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// One digest for every whole second so far.
    pub fn ladder(&self) -> &[u64] {
        &self.ladder
    }

    /// A flow's window now, packets; nothing if it has none.
    pub fn window(&self, flow: usize) -> Option<f64> {
        let f = &self.net.flows[flow];
        (f.running && f.law_size > 0).then(|| self.now_at(f.at).clamp(LEAST_WINDOW, f.cap.max(LEAST_WINDOW)))
    }

    /// Bytes that wait at a channel now.
    pub fn queued_bytes(&self, channel: &str) -> f64 {
        let found = self.net.queues.iter().find(|q| self.channels[q.channel].id == channel);
        found.map_or(0.0, |q| self.now_at(q.at).max(0.0))
    }

    /// A number of the state now, between the solver's steps by their cubic.
    fn now_at(&self, at: usize) -> f64 {
        let now = self.now.as_secs();
        match self.ready {
            Some(Ready { t1, .. }) if now > self.t => {
                let w = &self.work;
                Piece { t0: self.t, t1, v: (self.y[at], w.y1[at]), m: (w.f0[at], w.f1[at]) }.at(now).0
            }
            _ => self.y[at],
        }
    }

    /// Solves up to `until` in at most `max_steps` steps; gives back the time reached. Any chunking gives the same run.
    pub fn step(&mut self, until: Time, max_steps: u64) -> Time {
        let until = until.min(self.end);
        let mut left = max_steps;
        loop {
            if self.t >= self.next_boundary().min(self.next_edit_time()) {
                self.at_boundary();
                continue;
            }
            if self.t >= until.as_secs() {
                self.now = self.now.max(until);
                break;
            }
            if self.ready.is_none() {
                if left == 0 {
                    break;
                }
                left -= 1;
                self.prepare();
            }
            let Some(ready) = self.ready else { break };
            if ready.t1 > until.as_secs() {
                self.now = until;
                break;
            }
            self.take(ready);
            // Rounded down: now is never after what has been solved.
            self.now = self.now.max(Time((self.t * 1e9) as u64).min(until));
        }
        self.now
    }

    /// Takes one step of the solver; gives back the time reached.
    pub fn step_once(&mut self) -> Time {
        // What is on the way to `now` first: then the step that goes beyond it.
        if let Some(ready) = self.ready {
            return self.step(Time::from_secs(ready.t1), u64::MAX);
        }
        let before = self.now;
        while self.now == before && self.now < self.end {
            self.step(self.end, 1);
        }
        self.now
    }

    /// The next moment that something other than the equations has a say in, s.
    fn next_boundary(&self) -> f64 {
        let measure = match self.measured_from {
            None => self.measurement_due().unwrap_or(f64::INFINITY),
            Some(_) => f64::INFINITY,
        };
        let due = self.due.last().map_or(f64::INFINITY, |due| due.t);
        let clock = self.next_sample.min(self.next_second).as_secs();
        clock.min(measure).min(due)
    }

    /// When the next edit applies, s.
    fn next_edit_time(&self) -> f64 {
        self.scenario.edits.get(self.next_edit).map_or(f64::INFINITY, edit_time)
    }

    fn at_boundary(&mut self) {
        let time = Time::from_secs(self.t);
        if self.next_second <= time {
            self.ladder.push(self.rung(self.t));
            self.next_second += Nanos::from_secs(1.0);
        }
        if self.next_sample <= time {
            self.sample();
        }
        self.start_measurement_if_due();
        self.apply_due_edits();
        // What is due nearly now is due now: many flows hear of one event at many moments, and each would cost a step.
        let soon = self.t + self.tolerated_delay();
        while self.due.last().is_some_and(|due| due.t <= soon) {
            let Some(due) = self.due.pop() else { break };
            if due.t > self.t && matches!(due.what, What::Start(_) | What::Stop(_)) {
                self.due.push(due);
                break;
            }
            self.taken_until = self.taken_until.max(due.t);
            self.happen(due.what);
        }
    }

    /// A step shall not be longer than this, s: what happens in a round trip shall be seen.
    fn longest_step(&self) -> f64 {
        let running = self.net.flows.iter().filter(|f| f.running);
        let shortest = running.map(|f| f.base_rtt).fold(f64::INFINITY, f64::min);
        shortest.max(1e-5).min(self.period.as_secs())
    }

    /// Computes the next step.
    fn prepare(&mut self) {
        let before = (self.step, self.effort);
        let boundary = self.next_boundary().min(self.end.as_secs());
        let edit = self.next_edit_time();
        // Jumps that were taken for now arrive a little later: the slopes that begin the step are those after them.
        let just_after = (self.taken_until - self.t).max(0.0) + 1e-7 * self.step;
        if self.fresh {
            self.work.begin(&self.net, self.t, &self.y, just_after);
            self.fresh = false;
            self.settle_modes();
            if self.fresh {
                self.work.begin(&self.net, self.t, &self.y, just_after);
                self.fresh = false;
            }
        }
        // An edit cuts a step short and has no say in those before: when they were taken, it was perhaps not yet made. So it is
        // looked at after all that is tried on the way to a step's end.
        let (mut t1, mut crossing) = self.step_to(boundary);
        if t1 > edit {
            (self.step, self.effort) = before;
            (t1, crossing) = self.step_to(edit);
        }
        self.ready = Some(Ready { t1, before, crossing });
    }

    /// Computes a step that goes no further than `until`: its end, and what it ends with.
    fn step_to(&mut self, until: f64) -> (f64, Option<Crossing>) {
        let room = until - self.t;
        let mut h = self.step.min(self.longest_step());
        if h >= room {
            h = room;
        } else if 2.0 * h > room {
            // Two steps alike rather than a long and a very short one.
            h = 0.5 * room;
        }
        let mut crossing = None;
        let mut located = 0;
        loop {
            let at_edge = if h >= room { 1e-7 * h } else { 0.0 };
            let error = self.work.step(&self.net, self.t, &self.y, h, at_edge);
            if error > 1.0 && h > LEAST_STEP {
                self.effort.rejected += 1;
                h = (h * (0.9 / libm::cbrt(error)).clamp(0.1, 0.9)).max(LEAST_STEP);
                (crossing, located) = (None, 0);
                continue;
            }
            // A step that was cut short for another reason does not make the next one shorter.
            let suggested = h * (0.9 / libm::cbrt(error.max(1e-6))).clamp(0.2, 5.0);
            let free = crossing.is_none() && h < room;
            self.step = if free || suggested < self.step { suggested } else { self.step };
            if let Some((part, what)) = self.first_crossing(h)
                && located < 4
                && part < 1.0
                && h * part > LEAST_STEP
            {
                h *= part;
                crossing = Some(what);
                located += 1;
                continue;
            } else if let Some((_, what)) = self.first_crossing(h) {
                crossing = Some(what);
            }
            break;
        }
        (if h >= room { until } else { self.t + h }, crossing)
    }

    /// Takes the step that is ready.
    fn take(&mut self, ready: Ready) {
        self.ready = None;
        self.effort.steps += 1;
        self.meter_step(ready.t1);
        let w = &mut self.work;
        self.net.remember((self.t, &self.y, &w.f0), (ready.t1, &w.y1, &w.f1));
        self.record_step(ready.t1);
        let w = &mut self.work;
        self.last = self.t;
        self.t = ready.t1;
        std::mem::swap(&mut self.y, &mut w.y1);
        std::mem::swap(&mut w.f0, &mut w.f1);
        std::mem::swap(&mut w.rates0, &mut w.rates1);
        self.project();
        if let Some(crossing) = ready.crossing {
            self.cross(crossing);
        }
        self.leave_slow_start();
        if self.effort.steps.is_multiple_of(64) {
            self.net.forget(self.t);
        }
    }

    /// Back into what the state can be: rounding and the last step of a located event leave a little.
    fn project(&mut self) {
        for flow in &self.net.flows {
            if flow.law_size > 0 {
                self.y[flow.at] = self.y[flow.at].clamp(LEAST_WINDOW, flow.cap.max(LEAST_WINDOW));
            }
        }
        for queue in &self.net.queues {
            self.y[queue.at] = match queue.mode {
                Mode::Empty => 0.0,
                Mode::Full => queue.limit,
                Mode::Busy => self.y[queue.at].clamp(0.0, queue.limit),
            };
            if let Some(aqm) = queue.aqm {
                aqm.project(&mut self.y[queue.at + 1..=queue.at + aqm::NUMBERS]);
            }
        }
    }

    /// Applies the edits that are due.
    fn apply_due_edits(&mut self) {
        let due =
            |s: &FluidSimulation| s.scenario.edits.get(s.next_edit).is_some_and(|e| edit_time(e) <= s.t);
        if !due(self) {
            return;
        }
        let first = self.next_edit;
        while due(self) {
            self.next_edit += 1;
        }
        for next in scenario::steps(&self.scenario, first, self.next_edit) {
            self.become_document(next);
        }
        self.mark(u32::MAX, MarkKind::Edit);
    }

    /// The edits of the document, where a run has gone back: those that have been applied are among them.
    pub fn set_edits(&mut self, edits: Vec<Edit>) {
        self.scenario.edits = edits;
    }

    /// Changes the document now or at a later time of the run, or says what is wrong with the change.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        if Time::from_secs(edit.at_s) < self.now {
            let expected = format!("at least {}", self.now.as_secs());
            return Err(vec![Problem::new("/atS", "in the past of this run", expected)]);
        }
        self.scenario = scenario::apply(&self.scenario, edit)?;
        // The step that is ready may go beyond it: it is computed again, up to there.
        if let Some(ready) = self.ready.take() {
            (self.step, self.effort) = ready.before;
        }
        self.step(self.now, u64::MAX);
        Ok(())
    }

    /// The fingerprint of the run so far: the state's bits now and at each whole second, and the model's version.
    pub fn digest(&self) -> u64 {
        // At a whole second the rung says it.
        let second = Nanos::from_secs(1.0).0;
        let rung = self.ladder.last().filter(|_| self.now.0 == self.ladder.len() as u64 * second);
        rung.copied().unwrap_or_else(|| self.rung(self.now.as_secs()))
    }

    /// The fingerprint at `t`: that of the last rung, and the state's.
    fn rung(&self, t: f64) -> u64 {
        let mut digest = Digest::default();
        digest.word(self.ladder.last().copied().unwrap_or(0));
        digest.word(self.digest_at(t));
        digest.finish()
    }

    fn digest_at(&self, t: f64) -> u64 {
        let state = |at: usize| if t > self.t { self.now_at(at) } else { self.y[at] };
        let flows = self.flows.iter().zip(&self.net.flows).filter(|(s, _)| !s.removed);
        let flows = flows.map(|(s, f)| (&s.spec.id, f.at, f.law_size + 1));
        let queues = self.net.queues.iter().map(|q| (&self.channels[q.channel].id, q.at, 1 + aqm::NUMBERS));
        let mut parts: Vec<_> = flows.chain(queues).collect();
        parts.sort_by(|a, b| a.0.cmp(b.0));
        let mut digest = Digest::default();
        digest.word(u64::from(crate::MODEL_VERSION));
        digest.word(t.to_bits());
        for (id, at, size) in parts {
            digest.text(id);
            (at..at + size).for_each(|i| digest.word(state(i).to_bits()));
        }
        digest.finish()
    }
}
