//! The fluid simulation of a scenario: windows and queues as delay differential equations, losses as located events.
//!
//! After Misra, Gong & Towsley (SIGCOMM 2000) and Kumar et al., "Impact of Loss Synchronization on Reliable High Speed Networks: A
//! Model Based Simulation" (2014). Equations and choices: docs/model.md, "The fluid model".

mod agenda;
mod backlog;
mod bounds;
mod build;
mod events;
mod fingerprint;
pub mod history;
mod layout;
mod meters;
pub mod network;
pub mod params;
mod results;
mod samples;
mod slopes;
pub mod solver;
mod stepping;
pub mod synchronization;
mod view;

use std::sync::Arc;

use crate::metrics::covariance::Covariance;
use crate::metrics::recorder::{MarkKind, Recorder, SeriesKind, SeriesSelection};
use crate::metrics::results::Results;
use crate::model::directory::Directory;
use crate::model::{self, Common, Model, Sampling};
use crate::registry::Registry;
use crate::scenario::{Edit, Scenario};
use crate::units::Time;
use agenda::Agenda;
use backlog::Backlog;
use fingerprint::DigestPart;
use history::{Histories, Piece};
use meters::{ChannelState, FlowState, NewFlowPoints, Phase};
use network::{MIN_WINDOW, Network};
use solver::Workspace;
use stepping::Ready;

pub(crate) use bounds::past_too_long;

/// Work of the solver so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolverCounts {
    /// Steps taken.
    pub steps: u64,
    /// Steps rejected and repeated with a smaller size.
    pub rejected: u64,
}

/// Packet events that cost about as much as a solver step for one flow.
const EVENTS_PER_FLOW: u64 = 8;

/// A fluid run. Clone it for a snapshot.
#[derive(Clone, Debug)]
pub struct FluidSimulation {
    common: Common,
    channels: Vec<ChannelState>,
    flows: Vec<FlowState>,
    net: Network,
    /// Time up to which the equations are solved, s, and the state there.
    t: f64,
    /// Start of the last step, s.
    last: f64,
    y: Vec<f64>,
    work: Workspace,
    /// When events were last taken from the agenda, and up to which time they counted as due, s.
    taken: (f64, f64),
    /// Whether the slopes at `t` have to be computed again.
    fresh: bool,
    ready: Option<Ready>,
    /// Size of the next step by error control, s.
    step: f64,
    agenda: Agenda,
    effort: SolverCounts,
    now: Time,
    sampling: Sampling<f64>,
    recorder: Recorder,
    jain_rtt_series: u32,
    max_min_series: u32,
    /// Max-min fair rate of each flow, Mb/s, as long as the same flows run; `None` if it has to be computed again.
    fair: Option<Vec<f64>>,
    covariance: Covariance,
    first_congestion: Option<f64>,
    /// The counts of all queues that have been empty since the measurement started.
    idle: Backlog,
    /// The other queues, which have counts of their own.
    used: Vec<usize>,
    /// For each queue, whether it is empty and its series has that value.
    quiet: Vec<bool>,
    /// Queueing delay of each queue at the point that is recorded, s.
    waits: Vec<f64>,
    /// Points of each flow's series that are not recorded yet.
    new_points: Vec<NewFlowPoints>,
    /// The parts of the digest in their order, until the next edit.
    digest_order: Arc<[DigestPart]>,
}

impl FluidSimulation {
    /// A run of a validated document without [`obstacles`](crate::validation::obstacles).
    pub fn new(scenario: &Scenario, keep: SeriesSelection) -> FluidSimulation {
        FluidSimulation::of(Registry::of(scenario), scenario, keep)
    }

    /// A run of a document that is valid with these rows and has no [`obstacles`](crate::validation::obstacles).
    pub fn of(registry: Arc<Registry>, scenario: &Scenario, keep: SeriesSelection) -> FluidSimulation {
        let mut recorder = Recorder::new(4 * scenario.flows.len() + 2 * scenario.links.len() + 4, keep);
        let sampling = Sampling::new(&scenario.sampling, &mut recorder);
        let common = Common::new(registry, scenario);
        let start = common.at_start();
        let mut run = FluidSimulation {
            net: Network {
                model: params::Model::of(&scenario.fluid),
                flows: vec![],
                queues: vec![],
                hops: vec![],
                past: Histories::default(),
            },
            common,
            channels: vec![],
            flows: vec![],
            t: 0.0,
            last: 0.0,
            y: vec![],
            work: Workspace::default(),
            taken: (0.0, 0.0),
            fresh: true,
            ready: None,
            step: 1e-4,
            agenda: Agenda::default(),
            effort: SolverCounts::default(),
            now: Time::ZERO,
            sampling,
            jain_rtt_series: recorder.add("", SeriesKind::JainRtt, None),
            max_min_series: recorder.add("", SeriesKind::MaxMin, None),
            recorder,
            fair: None,
            covariance: Covariance::default(),
            first_congestion: None,
            idle: Backlog::default(),
            used: vec![],
            quiet: vec![],
            waits: vec![],
            new_points: vec![],
            digest_order: Arc::default(),
        };
        run.apply_document(start);
        run.start_measurement_if_due();
        run
    }

    /// Simulated time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// The recorder.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The recorder, mutable.
    pub fn recorder_mut(&mut self) -> &mut Recorder {
        &mut self.recorder
    }

    /// Work of the solver so far.
    pub fn effort(&self) -> SolverCounts {
        self.effort
    }

    /// A flow's window now, packets; `None` if it has none.
    pub fn window(&self, flow: usize) -> Option<f64> {
        let f = &self.net.flows[flow];
        (f.running && f.controller_size > 0)
            .then(|| self.now_at(f.at).clamp(MIN_WINDOW, f.cap.max(MIN_WINDOW)))
    }

    /// Backlog of a channel now, bytes.
    pub fn queued_bytes(&self, channel: &str) -> f64 {
        let found = self.net.queues.iter().find(|q| self.channels[q.channel].id == channel);
        found.map_or(0.0, |q| self.now_at(q.at).max(0.0))
    }

    /// A number of the state now, interpolated by a cubic between solver steps.
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

    /// Solves up to `until` in at most `max_steps` steps. Returns the time reached. Any chunking gives the same run.
    pub fn solve(&mut self, until: Time, max_steps: u64) -> Time {
        let until = until.min(self.common.end);
        let mut left = max_steps;
        while self.common.stopped.is_none() {
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
        self.complete_series();
        self.now
    }

    /// The time up to which the equations are solved, rounded down.
    fn solved(&self) -> Time {
        let nearest = Time((self.t * 1e9) as u64);
        // The product may have been rounded up to a whole number.
        if nearest.as_secs() > self.t { Time(nearest.0 - 1) } else { nearest }
    }

    /// Takes a solver step, or up to `max_steps` if they are shorter than a nanosecond. Returns whether time has advanced or the run has
    /// ended.
    pub fn step_once(&mut self, max_steps: u64) -> bool {
        // First the events up to `now`, then the step beyond it.
        let next = Time(self.now.0 + 1);
        let until = self.ready.map_or(self.common.end, |ready| Time::from_secs(ready.t1).max(next));
        let before = self.now;
        let mut left = max_steps;
        while self.now == before && self.now < self.common.end && self.common.stopped.is_none() {
            if left == 0 {
                return false;
            }
            left -= 1;
            self.solve(until, 1);
        }
        true
    }

    /// Applies the edits that are due.
    fn apply_due_edits(&mut self) {
        let t = self.t;
        if model::apply_due_edits(self, |at| at.as_secs() <= t, FluidSimulation::apply_document) > 0 {
            self.mark(u32::MAX, MarkKind::Edit);
        }
    }

    /// Solver steps that cost about as much as `events` packet events.
    fn steps_for(&self, events: u64) -> u64 {
        (events / (EVENTS_PER_FLOW * self.common.scenario.flows.len().max(1) as u64)).max(1)
    }

    /// Computes the prepared step again, because it may go beyond a new edit.
    fn prepare_again(&mut self) {
        if let Some(ready) = self.ready.take() {
            (self.step, self.effort) = ready.before;
        }
        self.solve(self.now, u64::MAX);
    }

    /// The earliest time for an edit: now, or the next nanosecond if something has already happened now that an edit would precede.
    pub fn next_edit_time_after_events(&self) -> Time {
        let now = self.now.as_secs();
        let happened = self.taken.0 == self.t && self.t >= now;
        if self.t > now || happened { Time(self.now.0 + 1) } else { self.now }
    }
}

impl Model for FluidSimulation {
    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn now(&self) -> Time {
        self.now
    }

    fn step(&mut self, until: Time, max_events: u64) -> Time {
        self.solve(until, self.steps_for(max_events))
    }

    fn step_event(&mut self, max_events: u64) -> bool {
        self.step_once(self.steps_for(max_events))
    }

    fn work(&self) -> u64 {
        EVENTS_PER_FLOW * self.effort.steps * self.common.scenario.flows.len() as u64
    }

    fn next_edit_time_after_events(&self) -> Time {
        self.next_edit_time_after_events()
    }

    fn recorder(&self) -> &Recorder {
        self.recorder()
    }

    fn recorder_mut(&mut self) -> &mut Recorder {
        self.recorder_mut()
    }

    fn directory(&self) -> Directory {
        self.directory()
    }

    fn scene(&self, out: &mut Vec<f64>) {
        self.scene(out);
    }

    fn digest(&self) -> u64 {
        self.digest()
    }

    fn results(&self) -> Results {
        self.results()
    }

    fn restart_measurement(&mut self) {
        self.start_measurement();
    }

    fn edited(&mut self) {
        self.prepare_again();
    }

    fn set_edits(&mut self, edits: Vec<Edit>) {
        self.common.set_edits(edits);
        self.prepare_again();
    }
}
