//! Counts of a fluid run: per flow and channel, over the measurement and in the last sampling period.

use std::sync::Arc;

use super::backlog::Backlog;
use super::build::DrivenFlow;
use super::network::{FlowDriver, Mode, Moment};
use super::{FluidSimulation, Piece};
use crate::metrics::recorder::{NO_SERIES, Recorder, SeriesKind};
use crate::scenario;
use crate::units::{Rate, Time};

/// Phase of a flow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Not yet started.
    Waiting,
    /// Sending.
    Running,
    /// Finished or stopped.
    Finished,
}

/// Numbers of a flow's series.
#[derive(Clone, Copy, Debug)]
pub(super) struct FlowSeries {
    pub cwnd: u32,
    pub rtt: u32,
    pub throughput: u32,
}

/// Points of a series that are not in it yet. They are recorded together, because the memory of all series does not fit into the processor's
/// caches.
#[derive(Clone, Debug)]
pub(super) struct NewPoints<const N: usize> {
    points: [(Time, f64); N],
    count: usize,
}

impl<const N: usize> Default for NewPoints<N> {
    fn default() -> Self {
        NewPoints { points: [(Time::ZERO, 0.0); N], count: 0 }
    }
}

impl<const N: usize> NewPoints<N> {
    fn add(&mut self, time: Time, value: f64, series: u32, recorder: &mut Recorder) {
        self.points[self.count] = (time, value);
        self.count += 1;
        if self.count == N {
            self.record(series, recorder);
        }
    }

    fn record(&mut self, series: u32, recorder: &mut Recorder) {
        self.points[..self.count].iter().for_each(|&(time, value)| recorder.record(series, time, value));
        self.count = 0;
    }
}

/// New points of a flow's series.
#[derive(Clone, Debug, Default)]
pub(super) struct NewFlowPoints {
    cwnd: NewPoints<32>,
    rtt: NewPoints<32>,
    throughput: NewPoints<16>,
}

impl NewFlowPoints {
    /// Adds window in packets and RTT in ms.
    fn add(&mut self, time: Time, (window, rtt): (f64, f64), series: FlowSeries, recorder: &mut Recorder) {
        self.cwnd.add(time, window, series.cwnd, recorder);
        self.rtt.add(time, rtt, series.rtt, recorder);
    }

    /// Adds the throughput of a sampling period, Mb/s.
    pub(super) fn add_throughput(
        &mut self,
        time: Time,
        mbps: f64,
        series: FlowSeries,
        recorder: &mut Recorder,
    ) {
        self.throughput.add(time, mbps, series.throughput, recorder);
    }

    /// Records all of them.
    pub(super) fn record(&mut self, series: FlowSeries, recorder: &mut Recorder) {
        self.cwnd.record(series.cwnd, recorder);
        self.rtt.record(series.rtt, recorder);
        self.throughput.record(series.throughput, recorder);
    }
}

/// State of a flow outside the equations.
#[derive(Clone, Debug)]
pub(super) struct FlowState {
    pub spec: Arc<scenario::Flow>,
    pub driven: DrivenFlow,
    pub ends: [u32; 2],
    /// Channels of its data and of its ACKs.
    pub path: Vec<u32>,
    pub back: Vec<u32>,
    /// Configured two-way propagation delay, s.
    pub propagation_s: f64,
    pub phase: Phase,
    pub removed: bool,
    /// Whether the last edit changed its controller.
    pub changed: bool,
    /// When it started, s.
    pub started: f64,
    /// When it finished, s.
    pub finished: Option<f64>,
    /// Earliest time of the next decrease, s.
    pub immune_until: f64,
    /// Payload as a fraction of bytes on the wire.
    pub goodput_part: f64,
    /// Bytes of ACKs per byte of data.
    pub ack_part: f64,
    pub meter: FlowMeter,
    pub delivered_at_sample: f64,
    pub mbps: f64,
    pub series: FlowSeries,
}

/// Counts of a flow since the start of the measurement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FlowMeter {
    /// Sent, delivered and lost before that, bytes.
    pub sent_before: f64,
    pub delivered_before: f64,
    pub lost_before: f64,
    /// Sums over the bytes sent: bytes, bytes × RTT, bytes × RTT².
    pub sent: f64,
    pub rtt: f64,
    pub rtt_squares: f64,
    pub rtt_min: Option<f64>,
    pub rtt_max: f64,
    /// Decreases at located events.
    pub decreases: u64,
    /// Time with a window below four packets, s.
    pub tiny: f64,
    /// Time running, s.
    pub running: f64,
}

impl FlowState {
    pub(super) fn new(spec: &scenario::Flow, driven: DrivenFlow, recorder: &mut Recorder) -> FlowState {
        let tcp = driven.rows.algorithm.transport() == crate::catalogue::TransportKind::Tcp;
        let mut add = |kind, there: bool| if there { recorder.add(&spec.id, kind, None) } else { NO_SERIES };
        let series = FlowSeries {
            throughput: add(SeriesKind::Throughput, true),
            cwnd: add(SeriesKind::Cwnd, tcp),
            rtt: add(SeriesKind::Rtt, tcp),
        };
        FlowState {
            spec: Arc::new(spec.clone()),
            driven,
            ends: [0; 2],
            path: vec![],
            back: vec![],
            propagation_s: 0.0,
            phase: Phase::Waiting,
            removed: false,
            changed: false,
            started: 0.0,
            finished: None,
            immune_until: 0.0,
            goodput_part: 1.0,
            ack_part: 0.0,
            meter: FlowMeter::default(),
            delivered_at_sample: 0.0,
            mbps: 0.0,
            series,
        }
    }
}

/// State of a channel outside the equations.
#[derive(Clone, Debug)]
pub(super) struct ChannelState {
    pub id: String,
    pub link: String,
    pub from: u32,
    pub to: u32,
    pub spec: Arc<scenario::Channel>,
    pub rate: Rate,
    pub removed: bool,
    pub series: u32,
    pub mbps: f64,
    pub meter: QueueMeter,
}

/// Number of bins for synchronisation levels, in tenths.
pub(super) const BINS: usize = crate::metrics::synchronization::BINS;
/// Counts of a queue since the start of the measurement.
#[derive(Clone, Debug, Default)]
pub(super) struct QueueMeter {
    /// Arrived, departed and lost before that, bytes.
    pub came_before: f64,
    pub left_before: f64,
    pub lost_before: f64,
    /// Its backlog; `None` if it has always been empty, so that [`FluidSimulation::idle`] counts for it.
    pub backlog: Option<Backlog>,
    pub events: u64,
    pub share: f64,
    pub bins: [u64; BINS],
}

impl QueueMeter {
    /// Counts a congestion event in which this share of the flows loses.
    pub(super) fn congestion(&mut self, share: f64) {
        self.events += 1;
        if share.is_finite() {
            self.share += share;
            let bin = libm::ceil(share * BINS as f64 - 1e-9) as usize;
            self.bins[bin.clamp(1, BINS) - 1] += 1;
        }
    }
}

impl ChannelState {
    pub(super) fn new(
        id: String,
        link: String,
        from: u32,
        to: u32,
        spec: &scenario::Channel,
        series: u32,
    ) -> ChannelState {
        ChannelState {
            id,
            link,
            from,
            to,
            spec: Arc::new(spec.clone()),
            rate: Rate::from_mbps(spec.rate_mbps),
            removed: false,
            series,
            mbps: 0.0,
            meter: QueueMeter::default(),
        }
    }
}

/// Totals of flows and queues.
pub(super) struct Totals {
    flows: Vec<(f64, f64)>,
    channels: Vec<(usize, (f64, f64, f64))>,
}

/// Windows below this make timeouts likely: three duplicate ACKs require four packets.
const TINY: f64 = 4.0;

impl FluidSimulation {
    /// Counts the step that ends at `t1`.
    pub(super) fn meter_step(&mut self, t1: f64) {
        let h = t1 - self.t;
        let w = &self.work;
        let piece = |at: usize| Piece { t0: self.t, t1, v: (self.y[at], w.y1[at]), m: (w.f0[at], w.f1[at]) };
        self.idle.count_empty(h);
        for &number in &self.used {
            let queue = &self.net.queues[number];
            let Some(backlog) = &mut self.channels[queue.channel].meter.backlog else { continue };
            if queue.mode == Mode::Empty {
                backlog.count_empty(h);
                continue;
            }
            let middle = piece(queue.at).at(self.t + 0.5 * h).0.clamp(0.0, queue.limit);
            let (a, b) = (self.y[queue.at], w.y1[queue.at].clamp(0.0, queue.limit));
            backlog.count(h, (a, middle, b), queue.limit);
        }
        for (number, (flow, state)) in self.net.flows.iter().zip(&mut self.flows).enumerate() {
            if !flow.running {
                continue;
            }
            let meter = &mut state.meter;
            meter.running += h;
            if !matches!(flow.drive, FlowDriver::Controlled(_)) {
                continue;
            }
            let (rtt0, rtt1) = (w.rates0.rtt[number], w.rates1.rtt[number]);
            let sent = w.y1[flow.sent] - self.y[flow.sent];
            let mean = 0.5 * (rtt0 + rtt1);
            meter.sent += sent;
            meter.rtt += sent * mean;
            meter.rtt_squares += sent * mean * mean;
            meter.rtt_min = Some(meter.rtt_min.map_or(rtt0.min(rtt1), |least| least.min(rtt0).min(rtt1)));
            meter.rtt_max = meter.rtt_max.max(rtt0).max(rtt1);
            if w.y1[flow.at] < TINY {
                meter.tiny += h;
            }
        }
    }

    /// Records the series of the step that ends at `t1`, with some intermediate points.
    pub(super) fn record_step(&mut self, t1: f64) {
        let h = t1 - self.t;
        // The resolution of a plot of the whole run.
        let finest = (self.common.end.as_secs() / 5000.0).max(1e-3);
        let points = libm::ceil(h / finest).clamp(1.0, 64.0) as usize;
        let exhaustive = self.recorder.combines();
        let w = &self.work;
        for point in 1..=points {
            let t = if point == points { t1 } else { self.t + h * point as f64 / points as f64 };
            let time = Time::from_secs(t);
            let value = |at: usize| {
                Piece { t0: self.t, t1, v: (self.y[at], w.y1[at]), m: (w.f0[at], w.f1[at]) }.at(t).0
            };
            for (number, queue) in self.net.queues.iter().enumerate() {
                // The series of an empty queue already says so.
                if self.quiet[number] && !exhaustive {
                    continue;
                }
                let bytes = value(queue.at).clamp(0.0, queue.limit);
                self.waits[number] = bytes / queue.capacity;
                self.recorder.record(self.channels[queue.channel].series, time, bytes / queue.packet);
            }
            for ((flow, state), new) in self.net.flows.iter().zip(&self.flows).zip(&mut self.new_points) {
                if !flow.running || flow.controller_size == 0 {
                    continue;
                }
                let window = value(flow.at).clamp(1.0, flow.cap.max(1.0));
                let wait = |&hop: &usize| self.waits[self.net.hops[hop].queue];
                let rtt = flow.base_rtt + flow.hops.iter().map(wait).sum::<f64>();
                new.add(time, (window, rtt * 1e3), state.series, &mut self.recorder);
                if exhaustive {
                    new.record(state.series, &mut self.recorder);
                }
            }
        }
        for (quiet, queue) in self.quiet.iter_mut().zip(&self.net.queues) {
            *quiet = queue.mode == Mode::Empty;
        }
    }

    /// Records a window that has jumped.
    pub(super) fn record_window(&mut self, number: usize) {
        let window = self.y[self.net.flows[number].at];
        self.new_points[number].record(self.flows[number].series, &mut self.recorder);
        self.recorder.record(self.flows[number].series.cwnd, Time::from_secs(self.t), window);
    }

    /// Bytes of a flow dropped by queues so far.
    pub(super) fn lost(&self, number: usize) -> f64 {
        let flow = &self.net.flows[number];
        let now = Moment { t: self.t, known: self.t, y: &self.y, step: None };
        let at = |&hop: &usize| {
            let hop = &self.net.hops[hop];
            let came = self.net.arrival(hop, &now, &self.work.f0, &mut None).0;
            (came - self.y[hop.accepted]).max(0.0)
        };
        flow.hops.iter().map(at).sum()
    }

    /// Bytes that arrived at a queue, departed, and were lost so far.
    pub(super) fn passed(&self, number: usize) -> (f64, f64, f64) {
        let queue = &self.net.queues[number];
        let now = Moment { t: self.t, known: self.t, y: &self.y, step: None };
        let (mut came, mut accepted) = (0.0, 0.0);
        let mut known = None;
        for hop in &self.net.hops[queue.users.clone()] {
            came += self.net.arrival(hop, &now, &self.work.f0, &mut known).0;
            accepted += self.y[hop.accepted];
        }
        (came, accepted - self.y[queue.at], (came - accepted).max(0.0))
    }

    /// Mb/s carried by each channel in the last sampling period.
    pub(super) fn sample_channels(&mut self) {
        let mut mbps = vec![0.0; self.channels.len()];
        for state in &self.flows {
            for &channel in &state.path {
                mbps[channel as usize] += state.mbps;
            }
            for &channel in &state.back {
                mbps[channel as usize] += state.ack_part * state.mbps;
            }
        }
        for (channel, mbps) in self.channels.iter_mut().zip(mbps) {
            channel.mbps = mbps;
        }
    }

    /// Totals so far: delivered and lost for each flow; arrived, departed and lost for each channel with a queue.
    pub(super) fn totals(&self) -> Totals {
        let flows = 0..self.net.flows.len();
        let queues = 0..self.net.queues.len();
        Totals {
            flows: flows.map(|f| (self.delivered(f, &mut None), self.lost(f))).collect(),
            channels: queues.map(|q| (self.net.queues[q].channel, self.passed(q))).collect(),
        }
    }

    /// A queue that may have been empty so far is no longer empty.
    pub(super) fn on_use(&mut self, number: usize) {
        self.quiet[number] = false;
        let meter = &mut self.channels[self.net.queues[number].channel].meter;
        if meter.backlog.is_none() {
            meter.backlog = Some(self.idle.clone());
            self.used.push(number);
        }
    }

    /// Finds the queues with counts of their own, and forgets what was recorded of the others, after an edit. Queues that appear or disappear have been empty for another time than those
    /// that stay. `had_queue` is about channels before the edit.
    pub(super) fn lay_out_meters(&mut self, had_queue: &[bool]) {
        let mut has_queue = vec![false; self.channels.len()];
        self.net.queues.iter().for_each(|queue| has_queue[queue.channel] = true);
        let changes = had_queue.iter().zip(&has_queue).zip(&mut self.channels);
        for ((&had, _), channel) in changes.filter(|((had, has), _)| had != has) {
            let empty = || if had { self.idle.clone() } else { Backlog::default() };
            channel.meter.backlog.get_or_insert_with(empty);
        }
        let own = |&number: &usize| self.channels[self.net.queues[number].channel].meter.backlog.is_some();
        let queues = self.net.queues.len();
        self.used = (0..queues).filter(own).collect();
        (self.quiet, self.waits) = (vec![false; queues], vec![0.0; queues]);
        self.new_points.resize_with(self.flows.len(), NewFlowPoints::default);
        for number in 0..queues {
            if self.net.queues[number].mode != Mode::Empty {
                self.on_use(number);
            }
        }
    }

    /// Completes the series up to now.
    pub(super) fn complete_series(&mut self) {
        for (state, new) in self.flows.iter().zip(&mut self.new_points) {
            new.record(state.series, &mut self.recorder);
        }
        let now = Time::from_secs(self.t);
        for (queue, quiet) in self.net.queues.iter().zip(&self.quiet) {
            if *quiet {
                self.recorder.hold(self.channels[queue.channel].series, now);
            }
        }
    }

    /// Corrects the counts after an edit: other paths and queues have other totals, but what was counted stays counted.
    pub(super) fn carry(&mut self, before: &Totals) {
        let after = self.totals();
        let pairs = before.flows.iter().zip(&after.flows).zip(&mut self.flows);
        for ((&(delivered, lost), &(delivered_now, lost_now)), state) in pairs {
            let jump = delivered_now - delivered;
            state.meter.delivered_before += jump;
            state.meter.lost_before += lost_now - lost;
            state.delivered_at_sample += jump;
        }
        for totals in self.sampling.samples_mut() {
            for (total, (now, then)) in totals.iter_mut().zip(after.flows.iter().zip(&before.flows)) {
                *total += now.0 - then.0;
            }
        }
        for (channel, now) in after.channels {
            let then = before.channels.iter().find(|(c, _)| *c == channel).map_or(now, |(_, then)| *then);
            let meter = &mut self.channels[channel].meter;
            meter.came_before += now.0 - then.0;
            meter.left_before += now.1 - then.1;
            meter.lost_before += now.2 - then.2;
        }
    }

    /// Starts the measurement if it is due.
    pub(super) fn start_measurement_if_due(&mut self) {
        let Some(from) = self.measurement_due() else { return };
        if self.common.measured_from.is_some() || from > self.t {
            return;
        }
        self.start_measurement();
    }

    /// Starts the measurement.
    pub(super) fn start_measurement(&mut self) {
        self.common.measured_from = Some(Time::from_secs(self.t));
        for number in 0..self.flows.len() {
            let meter = FlowMeter {
                sent_before: self.y[self.net.flows[number].sent],
                delivered_before: self.delivered(number, &mut None),
                lost_before: self.lost(number),
                ..FlowMeter::default()
            };
            self.flows[number].meter = meter;
        }
        self.idle = Backlog::default();
        self.used.clear();
        for number in 0..self.net.queues.len() {
            let (came_before, left_before, lost_before) = self.passed(number);
            let meter = QueueMeter { came_before, left_before, lost_before, ..QueueMeter::default() };
            self.channels[self.net.queues[number].channel].meter = meter;
            if self.net.queues[number].mode != Mode::Empty {
                self.on_use(number);
            }
        }
        self.covariance = Default::default();
    }

    /// Start of the measurement, s; `None` while it is unknown.
    pub(super) fn measurement_due(&self) -> Option<f64> {
        let from = self.common.scenario.sampling.measure_from_s;
        if !self.net.model.from_congestion {
            return Some(from);
        }
        self.first_congestion.map(|first| first.max(from))
    }
}
