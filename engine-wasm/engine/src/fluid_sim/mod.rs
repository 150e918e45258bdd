//! The fluid simulation of a scenario: windows and queues as delay differential equations, losses as located events.
//!
//! After Misra, Gong & Towsley (SIGCOMM 2000) and Kumar and others, "Impact of Loss Synchronization on Reliable High Speed Networks: A
//! Model Based Simulation" (2014). Equations and choices: docs/model.md, "The fluid model".

mod agenda;
pub mod aqm;
mod bounds;
mod build;
mod events;
mod fingerprint;
pub mod history;
mod layout;
mod meters;
pub mod network;
mod obstacles;
pub mod params;
mod results;
mod samples;
mod slopes;
pub mod solver;
mod stepping;
pub mod synchronization;
mod view;

use std::collections::VecDeque;

use crate::metrics::covariance::Covariance;
use crate::metrics::recorder::{Keep, MarkKind, Recorder, SeriesKind};
use crate::packet_sim::levels::History;
use crate::scenario::{self, Edit, Problem, Scenario};
use crate::units::{Nanos, Time};
use agenda::Agenda;
use history::{Past, Piece};
use meters::{ChannelState, FlowState, Phase};
use network::{LEAST_WINDOW, Network};
use solver::Work;
use stepping::Ready;

pub use obstacles::obstacles;
pub(crate) use obstacles::obstacles_now;

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
    /// When something that was due was taken last, and up to where it was taken for due then, s.
    taken: (f64, f64),
    /// Slopes at `t` have to be computed anew.
    fresh: bool,
    ready: Option<Ready>,
    /// Next step, s, as far as its error is concerned.
    step: f64,
    agenda: Agenda,
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
    /// Max-min fair rate of each flow, Mb/s, while the same flows run; nothing where it has to be found anew.
    fair: Option<Vec<f64>>,
    /// Delivered by flow at the samples that the fairness window spans, oldest first.
    window: VecDeque<Vec<f64>>,
    samples_in_window: usize,
    covariance: Covariance,
    measured_from: Option<Time>,
    first_congestion: Option<f64>,
    directory_version: u32,
    history: History,
    stopped: Option<&'static str>,
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
            net: Network {
                model: params::Model::of(&scenario.fluid),
                flows: vec![],
                queues: vec![],
                past: Past::default(),
            },
            effective: empty,
            node_ids: vec![],
            channels: vec![],
            flows: vec![],
            t: 0.0,
            last: 0.0,
            y: vec![],
            work: Work::default(),
            taken: (0.0, 0.0),
            fresh: true,
            ready: None,
            step: 1e-4,
            agenda: Agenda::default(),
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
            fair: None,
            window: VecDeque::new(),
            samples_in_window: (fairness.0 / period.0.max(1)).max(1) as usize,
            covariance: Covariance::default(),
            measured_from: None,
            first_congestion: None,
            directory_version: 0,
            history: History::default(),
            stopped: None,
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

    /// Why the run ended before its time, if it did.
    pub fn stopped(&self) -> Option<&'static str> {
        self.stopped
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
        while self.stopped.is_none() {
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
                self.now = self.now.max(until);
                break;
            }
            self.take(ready);
            self.now = self.now.max(self.solved().min(until));
        }
        self.now
    }

    /// Up to where the equations are solved, rounded down: no time is after it.
    fn solved(&self) -> Time {
        let nearest = Time((self.t * 1e9) as u64);
        // The product may have been rounded up to a whole number.
        if nearest.as_secs() > self.t { Time(nearest.0 - 1) } else { nearest }
    }

    /// Takes a step of the solver, at most `max_steps` of them where they are too short to be seen; whether time has moved, or never will.
    pub fn step_once(&mut self, max_steps: u64) -> bool {
        // What is on the way to `now` first: then the step that goes beyond it.
        let next = Time(self.now.0 + 1);
        let until = self.ready.map_or(self.end, |ready| Time::from_secs(ready.t1).max(next));
        let before = self.now;
        let mut left = max_steps;
        while self.now == before && self.now < self.end && self.stopped.is_none() {
            if left == 0 {
                return false;
            }
            left -= 1;
            self.step(until, 1);
        }
        true
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
        let before = self.directory();
        for next in scenario::steps(&self.scenario, first, self.next_edit) {
            self.become_document(next);
        }
        let after = self.directory();
        self.history.keep(self.now, &before, &after);
        self.mark(u32::MAX, MarkKind::Edit);
    }

    /// The edits of the document, where a run has gone back: those that have been applied are among them.
    pub fn set_edits(&mut self, edits: Vec<Edit>) {
        self.scenario.edits = edits;
        self.prepare_again();
    }

    /// The step that is ready may go beyond an edit that was not there: it is computed again, up to there.
    fn prepare_again(&mut self) {
        if let Some(ready) = self.ready.take() {
            (self.step, self.effort) = ready.before;
        }
        self.step(self.now, u64::MAX);
    }

    /// The earliest time that the equations have not been solved beyond, and at which nothing has happened yet that an edit comes
    /// before: now, or the next nanosecond.
    pub fn next_whole_moment(&self) -> Time {
        let now = self.now.as_secs();
        let happened = self.taken.0 == self.t && self.t >= now;
        if self.t > now || happened { Time(self.now.0 + 1) } else { self.now }
    }

    /// Changes the document at [`FluidSimulation::next_whole_moment`] or later, or says what is wrong with the change.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Vec<Problem>> {
        if Time::from_secs(edit.at_s) < self.next_whole_moment() {
            return Err(vec![scenario::past(self.next_whole_moment())]);
        }
        self.scenario = scenario::apply(&self.scenario, edit)?;
        self.prepare_again();
        Ok(())
    }
}
