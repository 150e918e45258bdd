//! Predictions of theory for the flows of a run, with the measured values.

use super::Simulation;
use crate::catalogue::Settings;
use crate::congestion::Theory;
use crate::congestion::fluid::FluidController;
use crate::link::Channel;
use crate::metrics::results::{FlowResults, Prediction, QueueResults};
use crate::model::Model;
use crate::theory::pftk::{self, Connection};
use crate::theory::sawtooth::{self, PathFacts};
use crate::transport::flow::{Flow, Phase};
use crate::transport::stack::{GrowthCounting, Stack};

/// Minimum number of loss events for a meaningful rate.
const ENOUGH_LOSSES: u64 = 10;
/// Minimum number of sawtooth cycles for a meaningful period.
const ENOUGH_CYCLES: u64 = 3;

/// A flow of a run, with what predictions need.
struct Case<'a> {
    run: &'a Simulation,
    flow: &'a Flow,
    stack: Stack,
    measured: &'a FlowResults,
    queues: &'a [QueueResults],
    /// Length of the measurement, s.
    span_s: f64,
}

/// Predictions for a flow; none if their assumptions do not hold.
pub(super) fn predictions(
    run: &Simulation,
    flow: &Flow,
    measured: &FlowResults,
    queues: &[QueueResults],
    span_s: f64,
) -> Vec<Prediction> {
    let algorithm = &flow.rows.algorithm;
    if algorithm.theory.is_empty() || flow.spec.traffic.kind != "bulk" || flow.phase != Phase::Running {
        return vec![];
    }
    let stack = flow.rows.stack(&flow.spec);
    // Formulas assume an ACK per packet, or growth that counts packets.
    if stack.growth_counting == GrowthCounting::Acks && stack.delayed_ack > 1 {
        return vec![];
    }
    let case = Case { run, flow, stack, measured, queues, span_s };
    let settings = Settings::new(&algorithm.row.params, &flow.spec.params);
    let of = |theory: &Theory| match *theory {
        Theory::Sawtooth => {
            let Some(controller) = algorithm.fluid.as_ref().map(|make| make(&settings)) else {
                return vec![];
            };
            [case.response(&*controller), case.alone(&*controller)].into_iter().flatten().collect()
        }
        Theory::Pftk => case.pftk(),
        Theory::Backlog(range) => case.backlog(range(&settings)),
        Theory::Rate { by_packets, rate } => case.rate(by_packets, |p, path| rate(&settings, p, path)),
    };
    algorithm.theory.iter().flat_map(|theory| -> Vec<Prediction> { of(theory) }).collect()
}

impl Case<'_> {
    /// Loss events per packet, and the mean RTT in seconds, if there were enough losses.
    fn losses(&self) -> Option<(f64, f64)> {
        let events = self.measured.loss_events + self.measured.timeouts;
        let rtt = self.measured.rtt_mean_ms? / 1e3;
        (events >= ENOUGH_LOSSES && self.measured.sent_packets > 0)
            .then(|| (events as f64 / self.measured.sent_packets as f64, rtt))
    }

    /// Payload rate of this many packets per second, Mb/s.
    fn mbps(&self, packets_per_s: f64) -> f64 {
        packets_per_s * f64::from(self.stack.mss) * 8.0 / 1e6
    }

    fn response(&self, controller: &dyn FluidController) -> Vec<Prediction> {
        let predict = || {
            let (p, rtt) = self.losses()?;
            let cycle = sawtooth::periodic_losses(controller, p, rtt)?;
            Some(Prediction {
                id: "response",
                name: "Goodput from losses",
                unit: "Mb/s",
                measured: self.measured.goodput_mbps,
                predicted: self.mbps(cycle.mean_window / rtt),
                predicted_to: None,
                from: "the controller’s sawtooth under evenly spaced losses, at the measured loss event rate and mean RTT",
                source: "Mathis, Semke, Mahdavi & Ott 1997, for any controller",
            })
        };
        predict().into_iter().collect()
    }

    fn pftk(&self) -> Vec<Prediction> {
        let predict = || {
            let (p, rtt_s) = self.losses()?;
            let path = Connection { packets_per_ack: 1.0, ..self.path(rtt_s) };
            Some(Prediction {
                id: "pftk",
                name: "Goodput with timeouts",
                unit: "Mb/s",
                measured: self.measured.goodput_mbps,
                predicted: self.mbps(pftk::throughput(p, &path)),
                predicted_to: None,
                from: "the PFTK formula at the measured loss event rate, mean RTT and timeout",
                source: "Padhye, Firoiu, Towsley & Kurose 1998",
            })
        };
        predict().into_iter().collect()
    }

    /// The path as observed by the flow.
    fn path(&self, rtt_s: f64) -> Connection {
        Connection {
            rtt_s,
            timeout_s: self.run.transports()[self.flow.index as usize].summary().rto_ms / 1e3,
            packets_per_ack: f64::from(self.stack.delayed_ack),
            max_window: (self.stack.receive_buffer / u64::from(self.stack.mss)) as f64,
        }
    }

    fn rate(&self, by_packets: bool, rate: impl Fn(f64, &Connection) -> f64) -> Vec<Prediction> {
        let predict = || {
            let (events, rtt_s) = self.losses()?;
            let p = if by_packets { self.measured.loss_rate } else { events };
            Some(Prediction {
                id: "equation",
                name: "Goodput by its equation",
                unit: "Mb/s",
                measured: self.measured.goodput_mbps,
                predicted: self.mbps(rate(p, &self.path(rtt_s))),
                predicted_to: None,
                from: "the equation that the scheme follows, at the losses and the mean RTT of the whole measurement",
                source: "the scheme’s own",
            })
        };
        predict().into_iter().collect()
    }

    /// Packets that the flow keeps in queues: rate times queueing delay (Little's law).
    fn backlog(&self, (from, to): (f64, f64)) -> Vec<Prediction> {
        let Some(rtt) = self.measured.rtt_mean_ms.filter(|_| self.measured.loss_events == 0) else {
            return vec![];
        };
        let waiting_s = (rtt / 1e3 - self.base_rtt_s()).max(0.0);
        let packets_per_s = self.measured.goodput_mbps * 1e6 / 8.0 / f64::from(self.stack.mss);
        vec![Prediction {
            id: "backlog",
            name: "Packets in queues",
            unit: "packets",
            measured: packets_per_s * waiting_s,
            predicted: from,
            predicted_to: (to > from).then_some(to),
            from: "the controller’s equilibrium; measured as rate times queueing delay, which includes delay caused by other flows’ packets",
            source: "Little’s law",
        }]
    }

    /// Propagation delay and transmission of a full packet and its ACK, s.
    fn base_rtt_s(&self) -> f64 {
        let net = self.run.network();
        let (packet, ack) = (self.stack.mss + self.stack.overhead(), self.stack.overhead());
        let along = |from, to, size| -> f64 {
            let path = net.path(from, to).unwrap_or_default();
            let time = |&c: &u32| {
                let c = &net.channels[c as usize];
                (c.delay + c.rate.time_for(size)).as_secs()
            };
            path.iter().map(time).sum()
        };
        along(self.flow.from, self.flow.to_endpoint, packet)
            + along(self.flow.to, self.flow.from_endpoint, ack)
    }

    /// The flow's bottleneck, if it is a drop-tail queue that only this flow uses and nothing else affects
    /// it.
    fn own_bottleneck(&self) -> Option<&Channel> {
        let net = self.run.network();
        let path = net.path(self.flow.from, self.flow.to_endpoint)?;
        let clean = |c: &&Channel| c.is_plain();
        let channels: Vec<_> = path.iter().map(|&c| &net.channels[c as usize]).filter(clean).collect();
        let slowest = channels.iter().min_by_key(|c| c.rate)?;
        let others = self.run.flows().iter().filter(|f| f.index != self.flow.index && !f.removed);
        let crosses = |f: &Flow| {
            let path = net.path(f.from, f.to_endpoint).unwrap_or_default();
            path.iter().any(|&c| std::ptr::eq(&raw const net.channels[c as usize], &raw const **slowest))
        };
        let edited = self.run.scenario().edits.iter().any(|e| e.at_s <= self.run.now().as_secs());
        (channels.len() == path.len() && !others.into_iter().any(crosses) && !edited).then_some(*slowest)
    }

    fn alone(&self, controller: &dyn FluidController) -> Vec<Prediction> {
        let predict = || {
            let channel = self.own_bottleneck().filter(|c| c.spec.queue.kind == "droptail")?;
            let path = PathFacts {
                base_rtt_s: self.base_rtt_s(),
                capacity: channel.rate.0 as f64 / 8.0 / f64::from(self.stack.mss + self.stack.overhead()),
                // Plus one: the packet that does not fit is the one that is lost.
                buffer: channel.queue.limit_packets()? + 1.0,
            };
            let top = path.bdp() + path.buffer;
            let receiver = (self.stack.receive_buffer / u64::from(self.stack.mss)) as f64;
            if receiver < top || self.measured.timeouts > 0 || self.measured.loss_events < ENOUGH_CYCLES {
                return None;
            }
            let cycle = sawtooth::alone(controller, &path)?;
            let queue = self.queues.iter().find(|q| q.id == channel.id)?;
            Some((cycle, path, queue))
        };
        let Some((cycle, path, queue)) = predict() else { return vec![] };
        let row = |id, name, unit, measured, predicted| Prediction {
            id,
            name,
            unit,
            measured,
            predicted,
            predicted_to: None,
            from: "a lone flow’s sawtooth, from the window after a loss to the window that fills path and buffer",
            source: "the controller, integrated over a drop-tail buffer",
        };
        let used = cycle.packets / cycle.period_s / path.capacity;
        vec![
            row("utilisation", "Utilisation", "%", 100.0 * queue.utilisation, 100.0 * used.min(1.0)),
            row(
                "period",
                "Sawtooth period",
                "s",
                self.span_s / self.measured.loss_events as f64,
                cycle.period_s,
            ),
            row("queue", "Mean queue", "packets", queue.mean_packets, cycle.mean_queue),
        ]
    }
}
