//! Traces for *Why?*: runs a part of a run again, one event at a time, and records what each event changed
//! for a flow or a channel.
//!
//! A trace runs on a copy of a snapshot, so that ordinary runs pay nothing for it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Simulation, cost};
use crate::catalogue::RuleSubject;
use crate::congestion::Script;
use crate::core::event::Kind;
use crate::core::packet::{Ecn, Packet, PacketKind};
use crate::metrics::recorder::MarkKind;
use crate::metrics::scripts::ScriptCall;
use crate::network::timer_owners::TimerOwner;
use crate::network::{DropCause, Dropped, Marked, Response, Traced};
use crate::transport::flow::{TIMERS, TimerId};
use crate::units::{Nanos, Time};

/// Subject of a trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A flow, by number.
    Flow(u32),
    /// A channel, by number.
    Channel(u32),
}

/// An event in a trace.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Moment {
    /// Time, s.
    pub at_s: f64,
    /// Number of events of the run before it; with the time, this is its exact position.
    pub events: u64,
    /// Its cause.
    pub cause: Cause,
    /// Its effects, in order.
    pub effects: Vec<Effect>,
    /// State before it.
    pub before: State,
    /// State after it.
    pub after: State,
    /// Kind of rule that the flow's controller followed, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleSubject>,
    /// Calls of the handlers of the flow's script.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ScriptCall>,
}

/// Cause of an event.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Cause {
    /// A packet reached the receiver.
    Data(Shown),
    /// A packet reached the sender.
    Ack(Shown),
    /// A packet arrived at a queue or left it.
    Passing(Shown),
    /// A timer expired.
    Timer {
        /// Which.
        timer: TimerId,
    },
    /// The document changed.
    Edit,
    /// An event elsewhere, or of other flows.
    Other,
}

/// Effect of an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Effect {
    /// A packet was sent.
    Sent(Shown),
    /// A packet was dropped.
    Dropped {
        /// Number of the channel; absent without a route.
        channel: Option<u32>,
        /// Number of the flow.
        flow: u32,
        /// Its first byte.
        seq: u64,
        /// Why.
        cause: DropCause,
        /// The channel's queue; absent without a route.
        queue: Option<AtQueue>,
    },
    /// A queue discipline marked a packet.
    Marked {
        /// Number of the channel.
        channel: u32,
        /// Number of the flow.
        flow: u32,
        /// Its first byte.
        seq: u64,
        /// The channel's queue; absent if the channel is gone.
        queue: Option<AtQueue>,
    },
    /// The controller was called about congestion. The values are those at that instant, which the rule used.
    Response {
        /// Congestion window, packets.
        window: f64,
        /// Packets sent and not acknowledged cumulatively: FlightSize of RFC 5681.
        flight: u32,
        /// Packets in flight: without those that are known to be delivered or declared lost, with retransmissions. `pipe` of RFC 6675.
        in_flight: u32,
        /// The amount that a decrease starts from, packets: `flight`, at most the window, or the window
        /// itself.
        decrease_from: f64,
        /// Whether it is the window, by the flow's stack.
        from_window: bool,
        /// Whether it is a timeout after another one, without an RTT sample in between.
        repeated: bool,
    },
    /// A mark was added to the timeline.
    Mark {
        /// What.
        mark: MarkKind,
    },
}

/// A queue after it has dropped or marked a packet.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AtQueue {
    /// Backlog, packets.
    pub packets: u32,
    /// Time that the packet had spent in the queue, ms.
    pub waited_ms: f64,
    /// The discipline's variables, in the order of its row.
    pub variables: Vec<Option<f64>>,
}

/// A packet.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// Number of its flow.
    pub flow: u32,
    /// What it is.
    pub packet: PacketKind,
    /// First byte of its payload.
    pub seq: u64,
    /// Bytes of payload.
    pub len: u32,
    /// Next byte that its sender expects.
    pub ack: u64,
    /// Number of SACK blocks.
    pub sacks: u8,
    /// The first SACK block: first byte, and one past the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sack: Option<(u64, u64)>,
    /// Whether it carries a CE mark.
    pub marked: bool,
    /// ECN-Echo.
    pub echo: bool,
    /// Advertised window, bytes.
    pub window: u32,
    /// Bytes on the wire.
    pub size: u32,
}

/// State of a flow or a channel between two events. Fields that do not apply are absent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// Congestion window, packets.
    pub cwnd: Option<f64>,
    /// Slow-start threshold, packets; absent if there is none.
    pub ssthresh: Option<f64>,
    /// Data in flight, packets.
    pub flight: Option<f64>,
    /// Smoothed RTT, ms.
    pub srtt_ms: Option<f64>,
    /// Retransmission timeout with its back-off, ms.
    pub rto_ms: Option<f64>,
    /// Whether the flow is in loss recovery.
    pub recovering: bool,
    /// The controller's variables, in the order of its row.
    pub variables: Vec<Option<f64>>,
    /// Packets in the queue.
    pub queue: Option<u32>,
}

fn number(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

impl Shown {
    fn of(packet: &Packet, sack: Option<(u64, u64)>) -> Shown {
        Shown {
            flow: packet.flow,
            packet: packet.kind,
            seq: packet.seq,
            len: packet.len,
            ack: packet.ack,
            sacks: packet.sacks,
            sack,
            marked: packet.ecn == Ecn::Ce,
            echo: packet.flags.echoes(),
            window: packet.window,
            size: packet.size,
        }
    }
}

impl Simulation {
    /// Runs up to `until` and adds what concerns `subject` to `moments`, at most `most` of them, up to a cost
    /// of about `max_events` events. Returns whether the trace is complete.
    pub fn trace(
        &mut self,
        subject: Subject,
        until: Time,
        most: usize,
        max_events: u64,
        moments: &mut Vec<Moment>,
    ) -> bool {
        let mut left = max_events;
        self.net.traced = Some(Traced::default());
        while moments.len() < most && self.common.stopped.is_none() && left > 0 {
            let next = self.net.events.peek().map_or(Time::NEVER, |e| e.time());
            let boundary = self.next_boundary();
            let at = next.min(boundary);
            if at > until || at >= self.common.end {
                self.net.traced = None;
                return true;
            }
            left = left.saturating_sub(cost::TRACED);
            let events = self.events;
            let before = self.state(subject);
            if let Some(script) = self.script_of(subject) {
                script.trace_calls();
            }
            let marks = self.net.recorder.marks().len();
            // The copy is never drawn, so earlier drops are not needed.
            self.net.dropped.clear();
            let cause = if boundary <= next {
                let edits = self.common.next_edit;
                self.now = boundary;
                left = left.saturating_sub(self.at_boundary(boundary));
                if self.common.next_edit > edits { Cause::Edit } else { Cause::Other }
            } else {
                let cause = self.cause_of_next(subject);
                self.run_counted(Time::NEVER, 1);
                cause
            };
            let effects = self.effects(subject, marks);
            let after = self.state(subject);
            let calls = self.script_of(subject).map(|s| s.take_calls()).unwrap_or_default();
            if !matches!(cause, Cause::Other) || after != before || !effects.is_empty() || !calls.is_empty() {
                let rule = self.rule(&cause, &effects, &before);
                moments.push(Moment {
                    at_s: self.now.as_secs(),
                    events,
                    cause,
                    effects,
                    before,
                    after,
                    rule,
                    calls,
                });
            }
        }
        self.net.traced = None;
        moments.len() >= most || self.common.stopped.is_some()
    }

    /// The script of the subject.
    fn script_of(&mut self, subject: Subject) -> Option<&mut dyn Script> {
        match subject {
            Subject::Flow(flow) => self.transports.get_mut(flow as usize)?.script_mut(),
            Subject::Channel(_) => None,
        }
    }

    /// How the next event concerns the subject.
    fn cause_of_next(&self, subject: Subject) -> Cause {
        let Some(event) = self.net.events.peek() else { return Cause::Other };
        let (kind, index) = event.target();
        let packet = match kind {
            Kind::Arrival => self.net.channels[index as usize].pipe.front().map(|head| head.packet.id),
            Kind::UnorderedArrival => Some(index),
            Kind::Departure => None,
            Kind::Timer => {
                let TimerOwner { flow, .. } = self.net.timer_owners.get(index / TIMERS);
                return match TimerId::of(index % TIMERS) {
                    Some(timer) if subject == Subject::Flow(flow) => Cause::Timer { timer },
                    _ => Cause::Other,
                };
            }
        };
        let Some(id) = packet else { return Cause::Other };
        let packet = &self.net.packets[id];
        let sack = (packet.sacks > 0).then(|| self.net.packets.options(id).sacks[0]);
        let shown = Shown::of(packet, sack);
        let channel = if kind == Kind::Arrival { index } else { packet.channel };
        let node = self.net.channels[channel as usize].end.node;
        let ends = self.net.endpoints[packet.to as usize] == node;
        match subject {
            Subject::Flow(flow) if flow == packet.flow && ends && packet.back => Cause::Ack(shown),
            Subject::Flow(flow) if flow == packet.flow && ends => Cause::Data(shown),
            Subject::Channel(channel) if !ends && self.net.next_channel(packet.to, node) == channel => {
                Cause::Passing(shown)
            }
            _ => Cause::Other,
        }
    }

    /// Effects of the event that has just run.
    fn effects(&mut self, subject: Subject, marks: usize) -> Vec<Effect> {
        let of_flow = |flow: u32| subject == Subject::Flow(flow);
        let Traced { sent, responses, marked } =
            self.net.traced.as_mut().map(std::mem::take).unwrap_or_default();
        let responses = responses.iter().filter(|r| of_flow(r.flow));
        let responses = responses.map(
            |&Response { window, flight, in_flight, decrease_from, from_window, repeated, .. }| {
                Effect::Response { window, flight, in_flight, decrease_from, from_window, repeated }
            },
        );
        let sent = sent.iter().filter(|p| of_flow(p.flow)).map(|p| Effect::Sent(Shown::of(p, None)));
        let concerns = |flow: u32, channel: u32| match subject {
            Subject::Flow(own) => flow == own,
            Subject::Channel(own) => channel == own,
        };
        let dropped = self.net.dropped.iter().filter(|d| concerns(d.flow, d.channel));
        let dropped = dropped.map(|&Dropped { channel, flow, seq, cause, waited, .. }| Effect::Dropped {
            channel: (channel != u32::MAX).then_some(channel),
            flow,
            seq,
            cause,
            queue: self.at_queue(channel, waited),
        });
        let marked = marked.iter().filter(|m| concerns(m.flow, m.channel));
        let marked = marked.map(|&Marked { channel, flow, seq, waited }| Effect::Marked {
            channel,
            flow,
            seq,
            queue: self.at_queue(channel, waited),
        });
        let marks = self.net.recorder.marks()[marks..].iter();
        let marks = marks.filter(|m| m.kind != MarkKind::Drop && (of_flow(m.flow) || m.flow == u32::MAX));
        marks
            .map(|m| Effect::Mark { mark: m.kind })
            .chain(responses)
            .chain(sent)
            .chain(marked)
            .chain(dropped)
            .collect()
    }

    /// The queue of a channel, from which a packet that had spent `waited` in it was dropped, or in which it was marked.
    fn at_queue(&self, channel: u32, waited: Nanos) -> Option<AtQueue> {
        let channel = self.net.channels.get(channel as usize)?;
        let mut variables = Vec::new();
        channel.queue.variables(&mut |value| variables.push(number(value)));
        Some(AtQueue { packets: channel.length, waited_ms: waited.as_millis(), variables })
    }

    fn state(&self, subject: Subject) -> State {
        match subject {
            Subject::Flow(flow) => {
                let Some(transport) = self.transports.get(flow as usize) else { return State::default() };
                let summary = transport.summary();
                let mut variables = Vec::new();
                transport.variables(&mut |value| variables.push(number(value)));
                State {
                    cwnd: number(summary.cwnd),
                    ssthresh: number(summary.ssthresh),
                    flight: number(summary.flight),
                    srtt_ms: number(summary.srtt_ms),
                    rto_ms: number(summary.timeout_ms),
                    recovering: summary.recovering,
                    variables,
                    queue: None,
                }
            }
            Subject::Channel(channel) => {
                let length = self.net.channels.get(channel as usize).map(|c| c.length);
                State { queue: length, ..State::default() }
            }
        }
    }

    /// Kind of rule that the controller followed: from the mark on the timeline, or else from the window when
    /// the ACK arrived.
    fn rule(&self, cause: &Cause, effects: &[Effect], before: &State) -> Option<RuleSubject> {
        let marked = |kind| effects.iter().any(|e| matches!(e, Effect::Mark { mark } if *mark == kind));
        if marked(MarkKind::Timeout) {
            return Some(RuleSubject::Timeout);
        } else if marked(MarkKind::Loss) {
            return Some(RuleSubject::Loss);
        } else if marked(MarkKind::Ecn) {
            return Some(RuleSubject::Ecn);
        }
        // A controller's own timer acts as an ACK does: it ends a measurement, for instance.
        let (Cause::Ack(_) | Cause::Timer { timer: TimerId::Controller }) = cause else { return None };
        let Some(cwnd) = before.cwnd else { return Some(RuleSubject::Report) };
        Some(match (before.recovering, cwnd, before.ssthresh) {
            (true, ..) => RuleSubject::Recovery,
            (_, cwnd, ssthresh) if ssthresh.is_none_or(|s| cwnd < s) => RuleSubject::SlowStart,
            _ => RuleSubject::Avoidance,
        })
    }
}
