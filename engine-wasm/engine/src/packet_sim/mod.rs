//! The packet-level simulation of a scenario: clock, events, timed edits, sampling.

mod edits;
mod event_loop;
mod observer;
mod paths;
mod predictions;
mod results;
pub mod tap;
pub mod trace;
pub mod view;

use std::sync::Arc;

use crate::core::event::Event;
use crate::metrics::fairness::jain;
use crate::metrics::recorder::{MarkKind, Recorder, SeriesSelection};
use crate::metrics::results::Results;
use crate::model::directory::Directory;
use crate::model::{Common, Model, Sampling, digest_of};
pub use crate::network::FlightStorage;
use crate::network::Network;
use crate::registry::Registry;
use crate::scenario::Scenario;
use crate::transport::Transport;
use crate::transport::flow::{Flow, FlowStats, Phase};
use crate::units::{Nanos, Time};
use observer::{Observer, RunView, Window};

/// Maximum number of packets in the network, about 300 MB. A run that exceeds it ends.
const MAX_PACKETS: u64 = 2_000_000;

/// Maximum number of flows and of their connections at a time. A run that exceeds it ends. Validation permits
/// only a part of this number, but edits that reduce the limits of busy flows could add up to more. A
/// connection that is over waits for its FIN beside its successor.
const MAX_TIMER_OWNERS: usize = 60_000;

/// Number of events between two checks of the memory limit.
const SLICE: u64 = 1 << 14;

/// Cost of work other than events, in events per flow and channel.
mod cost {
    /// A digest for the ladder.
    pub(super) const DIGEST: u64 = 2;
    /// A sample.
    pub(super) const SAMPLE: u64 = 1;
    /// A sample after which fair shares are recomputed.
    pub(super) const SHARE: u64 = 16;
    /// An edit, per part of the document.
    pub(super) const EDIT: u64 = 64;
    /// An event that a trace records, in total.
    pub(super) const TRACED: u64 = 8;
}

/// Options of a simulation.
#[derive(Clone, Debug)]
pub struct Options {
    /// Which series are recorded; this does not affect metrics or digests.
    pub keep: SeriesSelection,
    /// How packets in flight are stored.
    pub pipes: FlightStorage,
}

impl Default for Options {
    fn default() -> Self {
        Options { keep: SeriesSelection::All, pipes: FlightStorage::Rings }
    }
}

/// A run. Clone it for a snapshot; restore the clone to rewind.
#[derive(Clone, Debug)]
pub struct Simulation {
    common: Common,
    net: Network,
    flows: Vec<Flow>,
    transports: Vec<Box<dyn Transport>>,
    now: Time,
    /// Whether some events of the current time have run and others may be left.
    mid_moment: bool,
    /// Number of events so far, including timers that fired early.
    events: u64,
    /// Cost so far in events, including samples and edits.
    work: u64,
    sampling: Sampling<u64>,
    rates: Rates,
    observer: Observer,
}

/// Rates in the last sampling period, and the counts from which they are computed.
#[derive(Clone, Debug, Default)]
struct Rates {
    /// Bytes received by each flow at the last sample.
    received: Vec<u64>,
    /// Bytes on the wire carried by each channel at the last sample.
    carried: Vec<u64>,
    /// Throughput of each flow and carried rate of each channel in the last period, Mb/s.
    flow_mbps: Vec<f64>,
    channel_mbps: Vec<f64>,
}

impl Simulation {
    /// A run of a validated document.
    pub fn new(scenario: &Scenario, options: Options) -> Simulation {
        Simulation::of(Registry::of(scenario), scenario, options)
    }

    /// A run of a document that is valid with these rows.
    pub fn of(registry: Arc<Registry>, scenario: &Scenario, options: Options) -> Simulation {
        let expected_series = 8 * scenario.flows.len() + 2 * scenario.links.len() + 4;
        let mut net = Network::new(Recorder::new(expected_series, options.keep), options.pipes);
        let sampling = Sampling::new(&scenario.sampling, &mut net.recorder);
        let observer = Observer::new(&scenario.sampling, &mut net.recorder);
        let measure_from = Time::from_secs(scenario.sampling.measure_from_s);
        let mut common = Common::new(registry, scenario);
        common.measured_from = (measure_from == Time::ZERO).then_some(measure_from);
        let start = common.at_start();
        let mut simulation = Simulation {
            common,
            net,
            flows: Vec::new(),
            transports: Vec::new(),
            now: Time::ZERO,
            mid_moment: false,
            events: 0,
            work: 0,
            sampling,
            rates: Rates::default(),
            observer,
        };
        simulation.apply_document(start);
        simulation
    }

    /// Simulated time.
    pub fn now(&self) -> Time {
        self.now
    }

    /// Packets carried over links so far.
    pub fn hops(&self) -> u64 {
        self.net.hops
    }

    /// Runs the events before `until`, up to a cost of about `max_events` events. Returns the time reached.
    ///
    /// Any chunking gives the same run. Samples and edits that are due at `until` itself are done as well. If
    /// the budget runs out, the run may stop between two events of the same time: see
    /// [`Simulation::next_edit_time_after_events`].
    pub fn step(&mut self, until: Time, max_events: u64) -> Time {
        let until = until.min(self.common.end);
        let mut left = max_events;
        while self.common.stopped.is_none() {
            let boundary = self.next_boundary();
            let stop = until.min(boundary);
            let slice = left.min(SLICE);
            let unused = slice - self.run_counted(stop, slice);
            left -= slice - unused;
            if unused > 0 {
                if stop > self.now {
                    self.now = stop;
                    self.mid_moment = false;
                }
                if boundary > until {
                    break;
                }
                left = left.saturating_sub(self.at_boundary(boundary));
            }
            if left == 0 {
                break;
            }
        }
        self.now
    }

    /// Runs the next event, whatever its time, up to a cost of about `max_events` events. Returns false if
    /// the budget ran out first; true also if no event is left.
    pub fn step_event(&mut self, max_events: u64) -> bool {
        let seen = |net: &Network| (net.hops, net.recorder.passed_marks());
        let before = seen(&self.net);
        let mut left = max_events;
        // A timer that fires early has no visible effect, so it does not count as a step. A timeout has, also without a route for its
        // packet.
        while self.now < self.common.end && self.common.stopped.is_none() {
            if left == 0 {
                return false;
            }
            let next = self.net.events.peek().map_or(self.common.end, Event::time).min(self.common.end);
            let boundary = self.next_boundary();
            if boundary <= next {
                if boundary > self.now {
                    self.now = boundary;
                    self.mid_moment = false;
                }
                left = left.saturating_sub(self.at_boundary(boundary));
                continue;
            }
            if next >= self.common.end {
                self.now = self.common.end;
                self.mid_moment = false;
                break;
            }
            left -= self.run_counted(Time::NEVER, 1);
            if seen(&self.net) != before {
                break;
            }
        }
        true
    }

    /// Number of events so far. Together with the time it identifies a position among events of the same
    /// time.
    pub fn events(&self) -> u64 {
        self.events
    }

    /// Cost of the run so far in events, including samples and edits.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Runs to the `events`-th event among those of the current time, which `step` leaves for later, at most
    /// `max_events` of them. Returns whether it was reached.
    pub fn step_events(&mut self, events: u64, max_events: u64) -> bool {
        let mut left = max_events;
        while self.events < events && left > 0 && self.common.stopped.is_none() && !self.net.events.is_empty()
        {
            left -= self.run_counted(Time::NEVER, (events - self.events).min(left).min(SLICE));
        }
        self.events >= events
    }

    /// The earliest time at which no event has run: now, or the next nanosecond if events of the current time
    /// have run.
    ///
    /// An edit takes effect before the events of its time, so it can be given this time. A digest is valid
    /// for this time.
    pub fn next_edit_time_after_events(&self) -> Time {
        if self.mid_moment { Time(self.now.0 + 1) } else { self.now }
    }

    /// Runs at most `most` events before `until`, counts them and checks the memory limit. Returns their
    /// number.
    fn run_counted(&mut self, until: Time, most: u64) -> u64 {
        let ran = most - self.run_events(until, most);
        self.events += ran;
        self.work += ran;
        self.mid_moment |= ran > 0;
        if self.net.packets.len() > MAX_PACKETS {
            self.common.stopped = Some("more packets in the network than memory allows");
        } else if self.net.timer_owners.len() > MAX_TIMER_OWNERS {
            self.common.stopped = Some("more connections at once than memory allows");
        }
        ran
    }

    fn next_boundary(&self) -> Time {
        let edit = self.common.next_edit_at().unwrap_or(Time::NEVER);
        let measure = match self.common.measured_from {
            None => Time::from_secs(self.common.scenario.sampling.measure_from_s),
            Some(_) => Time::NEVER,
        };
        self.sampling.next.min(self.common.next_second).min(edit).min(measure)
    }

    /// Does what is due besides events. Returns its cost in events.
    ///
    /// Not inlined, because rare work must not take registers from the hot loop.
    #[cold]
    #[inline(never)]
    fn at_boundary(&mut self, time: Time) -> u64 {
        let parts = (self.flows.len() + self.net.channels.len()) as u64;
        let mut cost = 1;
        if self.common.next_second == time {
            let digest = self.digest();
            self.common.add_ladder_digest(digest);
            cost += parts * cost::DIGEST;
        }
        if self.sampling.next == time {
            let shared = self.sample();
            cost += parts * if shared { cost::SHARE } else { cost::SAMPLE };
        }
        if self.common.measured_from.is_none()
            && Time::from_secs(self.common.scenario.sampling.measure_from_s) <= time
        {
            self.start_measurement();
            cost += parts;
        }
        cost += self.apply_due_edits();
        self.work += cost;
        cost
    }

    /// Computes throughput and fairness, once per period. Returns whether fair shares were recomputed.
    fn sample(&mut self) -> bool {
        let s = &mut self.rates;
        let to_mbps = 8.0 / self.sampling.period.as_secs() / 1e6;
        s.received.resize(self.flows.len(), 0);
        s.flow_mbps.resize(self.flows.len(), 0.0);
        for (i, flow) in self.flows.iter().enumerate() {
            let news = flow.received_total - s.received[i];
            s.received[i] = flow.received_total;
            s.flow_mbps[i] = news as f64 * to_mbps;
            if flow.phase != Phase::Waiting {
                self.net.recorder.record(flow.series.throughput, self.now, s.flow_mbps[i]);
            }
        }
        s.carried.resize(self.net.channels.len(), 0);
        s.channel_mbps.resize(self.net.channels.len(), 0.0);
        for (i, channel) in self.net.channels.iter().enumerate() {
            let news = channel.carried_total - s.carried[i];
            s.carried[i] = channel.carried_total;
            s.channel_mbps[i] = news as f64 * to_mbps;
        }
        self.sampling.take(s.received.clone());
        let oldest = self.sampling.oldest();
        let active = self.flows.iter().filter(|f| matches!(f.phase, Phase::Opening | Phase::Running));
        let share = |f: &Flow| {
            let i = f.index as usize;
            (s.received[i] - oldest.get(i).copied().unwrap_or(0)) as f64
        };
        self.sampling.jain = jain(active.map(share));
        let drawn = self.sampling.jain.unwrap_or(f64::NAN);
        self.net.recorder.record(self.sampling.jain_series, self.now, drawn);
        let view = RunView { now: self.now, flows: &self.flows, transports: &self.transports };
        let span = Nanos(self.sampling.period.0 * self.sampling.periods() as u64);
        let window = Window { oldest: self.sampling.oldest(), span };
        self.observer.sample(&view, &mut self.net, &window)
    }

    /// Starts the measurement.
    fn start_measurement(&mut self) {
        self.common.measured_from = Some(self.now);
        for flow in &mut self.flows {
            flow.stats = FlowStats::default();
            if let Some(transfers) = &mut flow.transfers {
                transfers.restart(self.now);
            }
        }
        self.transports.iter_mut().for_each(|transport| transport.restart_counts(self.now));
        let flows = &mut self.flows;
        self.net.packets.for_each(&mut |packet| {
            flows[packet.flow as usize].stats.in_flight_at_start += u64::from(packet.kind.is_data());
        });
        for channel in &mut self.net.channels {
            channel.restart_counts(self.now);
        }
        self.net.flow_drops.fill(Default::default());
        self.net.losses.restart();
        self.observer.restart(self.now, &self.flows);
    }

    /// The digest of the run so far: flows and channels by id, model version and time.
    pub fn digest(&self) -> u64 {
        let flows = self.flows.iter().map(|f| (&f.spec.id, f.digest));
        let channels = self.net.channels.iter().map(|c| (&c.id, c.digest));
        digest_of(self.now.0, flows.chain(channels).map(|(id, part)| (id, [part.finish()])))
    }

    /// The recorder.
    pub fn recorder(&self) -> &Recorder {
        &self.net.recorder
    }

    /// The recorder, mutable, for a run that goes back.
    pub fn recorder_mut(&mut self) -> &mut Recorder {
        &mut self.net.recorder
    }

    /// The network, for tests and results.
    pub fn network(&self) -> &Network {
        &self.net
    }

    /// The flows, for tests and results.
    pub fn flows(&self) -> &[Flow] {
        &self.flows
    }

    /// The transports, for tests and results.
    pub fn transports(&self) -> &[Box<dyn Transport>] {
        &self.transports
    }

    /// The measurements of sampling periods, for results.
    pub fn observer(&self) -> &Observer {
        &self.observer
    }

    /// Start of the measurement; `None` before that.
    pub fn measured_from(&self) -> Option<Time> {
        self.common.measured_from
    }

    /// Adds a mark to the timeline if a change was an edit.
    fn mark_edit(&mut self) {
        self.net.recorder.mark(self.now, u32::MAX, MarkKind::Edit);
    }
}

impl Model for Simulation {
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
        self.step(until, max_events)
    }

    fn step_event(&mut self, max_events: u64) -> bool {
        self.step_event(max_events)
    }

    fn work(&self) -> u64 {
        self.work()
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
        self.work += self.apply_due_edits();
    }
}
