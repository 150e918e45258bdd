//! Measurements once per sampling period: fair shares, covariance of windows, ratios of groups, and their
//! series.
//!
//! The observer never changes the run, and does nothing per packet.

use super::paths::PathFacts;
use crate::metrics::covariance::{Covariance, MAX_FLOWS};
use crate::metrics::fairness::jain;
use crate::metrics::groups::{Group, Groups};
use crate::metrics::maxmin::{distance, max_min};
use crate::metrics::recorder::{Recorder, SeriesKind};
use crate::metrics::timescales::TimeScales;
use crate::metrics::transfers::PathLimits;
use crate::network::Network;
use crate::scenario::Sampling;
use crate::transport::Transport;
use crate::transport::flow::{Flow, Phase};
use crate::transport::stack::Stack;
use crate::units::{Nanos, Time};

/// The run as seen by the observer.
pub struct RunView<'a> {
    /// Now.
    pub now: Time,
    /// The flows.
    pub flows: &'a [Flow],
    /// Their transports.
    pub transports: &'a [Box<dyn Transport>],
}

/// The fairness window.
pub struct Window<'a> {
    /// Bytes received by each flow at its start; 0 for flows not in the list.
    pub oldest: &'a [u64],
    /// Its length.
    pub span: Nanos,
}

/// Measurements at the end of each sampling period.
#[derive(Clone, Debug)]
pub struct Observer {
    /// Paths by flow.
    paths: Vec<PathFacts>,
    /// Flows by algorithm.
    pub groups: Groups,
    /// Whether each flow was active when fair shares were last computed.
    active: Vec<bool>,
    /// Max-min fair rate of each flow now, Mb/s; 0 if it is not active.
    fair: Vec<f64>,
    /// Time up to which `fair_sum` has been counted.
    fair_since: Time,
    /// Time integral of `fair` over the measurement, Mb.
    fair_sum: Vec<f64>,
    /// Time from each flow's first packet to its first fair share.
    at_fair_share: Vec<Option<Nanos>>,
    /// Covariance of the windows during the measurement.
    pub covariance: Covariance,
    /// Ratios of groups during the measurement.
    pub scales: TimeScales,
    measuring: bool,
    jain_rtt: u32,
    max_min: u32,
    /// Series by group; `None` for groups that are not compared.
    friendliness: Vec<Option<u32>>,
}

/// Fraction of its fair share at which a flow counts as having it: δ = 0.1 of Bansal, Balakrishnan, Floyd &
/// Shenker, *Dynamic Behavior of Slowly-Responsive Congestion Control Algorithms*, 2001.
const NEARLY_FAIR: f64 = 0.9;

/// Whether a flow takes part in fair sharing now.
pub fn is_active(flow: &Flow) -> bool {
    matches!(flow.phase, Phase::Opening | Phase::Running)
}

impl Observer {
    /// An observer at the start of a run.
    pub fn new(sampling: &Sampling, recorder: &mut Recorder) -> Observer {
        let period = Nanos::from_millis(sampling.period_ms);
        Observer {
            paths: Vec::new(),
            groups: Groups::default(),
            active: Vec::new(),
            fair: Vec::new(),
            fair_since: Time::ZERO,
            fair_sum: Vec::new(),
            at_fair_share: Vec::new(),
            covariance: Covariance::default(),
            scales: TimeScales::new(&sampling.time_scales_s, period),
            measuring: sampling.measure_from_s == 0.0,
            jain_rtt: recorder.add("", SeriesKind::JainRtt, None),
            max_min: recorder.add("", SeriesKind::MaxMin, None),
            friendliness: Vec::new(),
        }
    }

    /// The document changed: updates paths, capacities, flows and algorithms.
    pub fn rewire(&mut self, now: Time, flows: &[Flow], net: &mut Network, sampling: &Sampling) {
        self.count_fair(now);
        self.paths.resize(flows.len(), PathFacts::default());
        for (path, flow) in self.paths.iter_mut().zip(flows).filter(|(_, flow)| !flow.removed) {
            *path = PathFacts::of(flow, net, path);
        }
        net.losses.base_rtt = self.paths.iter().map(|w| w.base_rtt).collect();
        let live = flows.iter().filter(|f| !f.removed);
        let live = live.map(|f| (f.index, &*f.spec, &f.rows.algorithm.family));
        self.groups.update(live, sampling.reference_algorithm.as_deref());
        let reference = self.groups.reference;
        let compared = |(at, group): (usize, &Group)| {
            let id = Some(group.algorithm.as_str());
            let shown = reference.is_some_and(|r| r != at) && !group.members.is_empty();
            shown.then(|| net.recorder.add("", SeriesKind::Friendliness, id))
        };
        self.friendliness = self.groups.list.iter().enumerate().map(compared).collect();
        self.active.clear();
        self.share(flows, net);
    }

    /// A sampling period is over. Returns whether fair shares were recomputed.
    pub fn sample(&mut self, view: &RunView<'_>, net: &mut Network, window: &Window<'_>) -> bool {
        let changed = self.active.len() != view.flows.len()
            || self.active.iter().zip(view.flows).any(|(&was, f)| was != is_active(f));
        if changed {
            self.share(view.flows, net);
        }
        // Only now, because the flows that were active in the period count for it.
        self.count_fair(view.now);
        if self.measuring {
            self.scales.sample(view.now, &self.groups, &|f| received(&view.flows[f]), view.flows.len());
            let mut windows = [f64::NAN; MAX_FLOWS];
            let ends = view.flows.iter().zip(view.transports);
            for (place, (flow, transport)) in windows.iter_mut().zip(ends) {
                if flow.phase == Phase::Running {
                    *place = transport.summary().cwnd;
                }
            }
            self.covariance.sample(&windows[..view.flows.len().min(MAX_FLOWS)]);
        }
        self.note_fair_shares(view, window);
        self.record(view, &mut net.recorder, window);
        changed
    }

    /// Records which flows have reached their fair share in the fairness window for the first time.
    fn note_fair_shares(&mut self, view: &RunView<'_>, window: &Window<'_>) {
        self.at_fair_share.resize(view.flows.len(), None);
        let reached = self.at_fair_share.iter_mut().zip(view.flows).zip(&self.fair);
        for ((reached, flow), &fair) in
            reached.filter(|((reached, flow), _)| reached.is_none() && is_active(flow))
        {
            let Some(began) = flow.first_sent.filter(|_| fair > 0.0) else { continue };
            let oldest = window.oldest.get(flow.index as usize).copied().unwrap_or(0);
            let bits = (flow.received_total - oldest) as f64 * 8.0;
            if bits >= NEARLY_FAIR * fair * 1e6 * window.span.as_secs() {
                *reached = Some(view.now.since(began) - window.span);
            }
        }
    }

    fn record(&self, view: &RunView<'_>, recorder: &mut Recorder, window: &Window<'_>) {
        if window.span == Nanos::ZERO {
            return;
        }
        let mbps = |flow: &Flow| {
            let oldest = window.oldest.get(flow.index as usize).copied().unwrap_or(0);
            (flow.received_total - oldest) as f64 * 8e3 / window.span.0 as f64
        };
        let active = || view.flows.iter().filter(|f| is_active(f)).map(|f| (f.index as usize, mbps(f)));
        let value = |v: Option<f64>| v.unwrap_or(f64::NAN);
        let weighted = active().map(|(i, rate)| rate * self.paths[i].propagation.as_secs());
        recorder.record(self.jain_rtt, view.now, value(jain(weighted)));
        let off = distance(active().map(|(i, rate)| (rate, self.fair[i])));
        recorder.record(self.max_min, view.now, value(off));
        let rate = |f: u32| {
            let flow = &view.flows[f as usize];
            is_active(flow).then(|| mbps(flow))
        };
        self.groups.compare(rate, |at, friendliness, _| {
            if let Some(&Some(series)) = self.friendliness.get(at) {
                recorder.record(series, view.now, value(friendliness.filter(|f| f.is_finite())));
            }
        });
    }

    /// Restarts the counts for the measurement.
    pub fn restart(&mut self, now: Time, flows: &[Flow]) {
        self.measuring = true;
        self.covariance = Covariance::default();
        self.scales.restart(now, &|f| received(&flows[f]), flows.len());
        self.fair_sum.fill(0.0);
        self.fair_since = now;
    }

    /// Updates the integral of fair shares up to now.
    fn count_fair(&mut self, now: Time) {
        let span = now.since(self.fair_since).as_secs();
        self.fair_sum.resize(self.fair.len(), 0.0);
        self.fair_sum.iter_mut().zip(&self.fair).for_each(|(sum, fair)| *sum += fair * span);
        self.fair_since = now;
    }

    /// Computes the fair shares of active flows, and the users of each queue.
    fn share(&mut self, flows: &[Flow], net: &mut Network) {
        self.active.clear();
        self.active.extend(flows.iter().map(is_active));
        let capacities: Vec<_> = net.channels.iter().map(|c| c.rate.as_mbps()).collect();
        let path = |flow: usize| if self.active[flow] { &self.paths[flow].channels[..] } else { &[] };
        let routes: Vec<_> = (0..flows.len()).map(path).collect();
        let demands: Vec<_> = self.paths.iter().map(|w| w.demand_mbps).collect();
        self.fair = max_min(&capacities, &routes, &demands);
        net.losses.synchronization.set_users((0..).zip(routes));
    }

    /// Mean max-min fair rate of a flow from the start of the measurement until `to`, Mb/s; `None` if no time
    /// has passed.
    pub fn fair_share_mbps(&self, flow: u32, from: Time, to: Time) -> Option<f64> {
        let flow = flow as usize;
        // A flow that has just been added has no sum yet.
        let before = self.fair_sum.get(flow).copied().unwrap_or(0.0);
        let sum = before + self.fair.get(flow)? * to.since(self.fair_since).as_secs();
        let span = to.since(from).as_secs();
        (span > 0.0).then(|| sum / span)
    }

    /// Time from a flow's first packet to the start of the first fairness window in which it had nearly its
    /// fair share.
    pub fn time_to_fair_share(&self, flow: u32) -> Option<Nanos> {
        self.at_fair_share.get(flow as usize).copied().flatten()
    }

    /// Limits of a transfer that has a flow's path to itself.
    pub fn limits_of(&self, flow: u32, stack: &Stack, net: &Network) -> Option<PathLimits> {
        let path = self.paths.get(flow as usize)?;
        let rates = path.channels.iter().map(|&c| net.channels[c as usize].rate.as_mbps());
        let rate_mbps = rates.fold(f64::INFINITY, f64::min);
        let segment = (stack.mss, stack.overhead());
        rate_mbps.is_finite().then_some(PathLimits { propagation: path.propagation, rate_mbps, segment })
    }

    /// Time that a packet of `bytes` on the wire needs for a flow's path with empty queues.
    pub fn one_way(&self, flow: u32, bytes: u32, net: &Network) -> Option<Nanos> {
        let path = self.paths.get(flow as usize).filter(|p| !p.channels.is_empty())?;
        let channels = path.channels.iter().map(|&c| &net.channels[c as usize]);
        Some(channels.fold(Nanos::ZERO, |sum, c| sum + c.delay + c.rate.time_for(bytes)))
    }

    /// A flow's base RTT.
    pub fn base_rtt(&self, flow: u32) -> Nanos {
        self.paths.get(flow as usize).map_or(Nanos::ZERO, |w| w.base_rtt)
    }

    /// Whether a flow's data passes a channel now.
    pub fn goes_through(&self, flow: u32, channel: u32) -> bool {
        self.paths.get(flow as usize).is_some_and(|w| w.channels.contains(&channel))
    }

    /// A flow's configured two-way propagation delay.
    pub fn propagation(&self, flow: u32) -> Nanos {
        self.paths.get(flow as usize).map_or(Nanos::ZERO, |w| w.propagation)
    }
}

/// Bytes received by an active flow.
fn received(flow: &Flow) -> Option<u64> {
    is_active(flow).then_some(flow.received_total)
}
