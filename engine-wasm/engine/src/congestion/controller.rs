//! The interface of a congestion controller: its events, its context, and its output.
//!
//! An ACK is processed in the order of RFC 8985 and RFC 9937: deliveries, then losses ([`Controller::on_lost`]), then loss events
//! ([`Controller::on_congestion`], [`Controller::on_recovered`], [`Controller::on_undo`]), then the ACK itself. So an ACK that shows a
//! loss does not first increase the window, and a mark has no effect beside a loss.

use std::any::Any;
use std::fmt;

use crate::catalogue::{ChoiceOption, Settings};
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::metrics::scripts::{ScriptCall, ScriptReport};
use crate::units::{Nanos, Rate, Segments, Time};

/// A congestion controller. It reads its context and sets a [`Control`].
pub trait Controller: Send {
    /// A connection starts, or the controller replaces another on a live flow.
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>);
    /// The limits that the sender obeys now.
    fn control(&self) -> Control;
    /// A packet was sent or retransmitted. Changes of the control take effect with the next ACK, but at once if the packet ends an idle
    /// period.
    fn on_sent(&mut self, _now: Time, _sent: &Sent) {}
    /// Whether the controller needs [`Controller::on_delivered`].
    fn follows_packets(&self) -> bool {
        false
    }
    /// A packet was delivered. Called before the ACK that reported it, and only if [`Controller::follows_packets`].
    fn on_delivered(&mut self, _cx: &mut Cx<'_>, _delivered: &Delivered) {}
    /// A packet was declared lost. Called once for each transmission that is lost.
    fn on_lost(&mut self, _cx: &mut Cx<'_>, _lost: &Lost) {}
    /// A congestion event.
    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion);
    /// Everything that was in flight at the last congestion event has been acknowledged.
    fn on_recovered(&mut self, _cx: &mut Cx<'_>) {}
    /// A recovery starts that may prove to be spurious: save the state that the next congestion event changes.
    fn save(&mut self) {}
    /// The recovery was spurious: restore the saved state where it is larger. [`Controller::on_recovered`] is not called.
    fn on_undo(&mut self, _cx: &mut Cx<'_>) {}
    /// An ACK advanced the cumulative acknowledgement.
    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack);
    /// An ACK delivered packets by SACK only. Controllers that count deliveries treat it like any other ACK.
    fn on_sack(&mut self, _cx: &mut Cx<'_>, _ack: &Ack) {}
    /// The time of [`Control::wake_at`] has come.
    fn on_timer(&mut self, _cx: &mut Cx<'_>) {}
    /// Age above which the oldest packet counts as lost on a duplicate ACK, or on one of the first two ACKs after a retransmission.
    /// `None`: the third duplicate ACK decides. This is a time threshold like RACK's; Vegas is the only controller that sets its own.
    fn loss_delay(&self, _rtt: &Rtt) -> Option<Nanos> {
        None
    }
    /// Called when the stack sets window and threshold: at a slow-start exit, or after its own response to a
    /// mark. A controller without a threshold ignores it.
    fn set_window(&mut self, _cwnd: Segments, _ssthresh: Segments) {}
    /// Whether it has its own slow-start exit, which replaces the stack's.
    fn leaves_slow_start(&self) -> bool {
        false
    }
    /// The script that it runs, if the document defines the controller.
    fn script(&self) -> Option<&dyn Script> {
        None
    }
    /// The same, mutable.
    fn script_mut(&mut self) -> Option<&mut dyn Script> {
        None
    }
    /// Reports the variables, in the order of the catalogue row.
    fn variables(&self, _show: &mut dyn FnMut(f64)) {}
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn Controller>;
}

/// A script that runs as a controller.
pub trait Script: Any {
    /// What it printed, and why it stopped.
    fn report(&self) -> &ScriptReport;
    /// From now on, records the calls of its handlers.
    fn trace_calls(&mut self);
    /// The calls since the last time.
    fn take_calls(&mut self) -> Vec<ScriptCall>;
    /// Takes over the state of the script that it replaces on a live flow, before [`Controller::start`].
    fn adopt(&mut self, previous: &dyn Script);
}

// Deriving `Debug` for every controller would add to the size of the page.
impl fmt::Debug for dyn Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Controller")
    }
}

impl Clone for Box<dyn Controller> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// Context of a controller, valid for one call.
pub struct Cx<'a> {
    /// Now.
    pub now: Time,
    /// The amount that a decrease starts from: data in flight (RFC 5681, equation 4) or the window, depending on the stack.
    pub reduce_from: Segments,
    /// Why the window may not grow.
    pub hold: GrowthBlock,
    /// In fast recovery.
    pub in_recovery: bool,
    /// Window at the start of a connection.
    pub initial_window: Segments,
    /// Payload of a full packet, bytes.
    pub mss: u32,
    /// Packets in flight now.
    pub in_flight: Segments,
    /// Packets delivered since the connection began.
    pub delivered: u64,
    /// When pacing allows the next packet; a time in the past means now.
    pub next_send: Time,
    /// Round-trip times.
    pub rtt: &'a Rtt,
    /// The random stream of the flow's controller.
    pub rng: &'a mut Rng,
    /// Factor on additive increase: Randomized TCP's α, otherwise 1.
    pub increase_scale: f64,
    /// Whether packets are paced, so that an ACK never releases a burst.
    pub paced: bool,
}

impl Cx<'_> {
    /// Whether the window may grow.
    pub fn may_grow(&self) -> bool {
        self.hold == GrowthBlock::default()
    }
}

/// Reasons why the window may not grow. Several can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GrowthBlock {
    /// In recovery now, or when this ACK arrived.
    pub recovery: bool,
    /// Application-limited.
    pub application: bool,
    /// Limited by the receive window.
    pub receiver: bool,
    /// The ACK reports a mark.
    pub echo: bool,
}

/// A packet that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    /// Whether it was sent before.
    pub retransmitted: bool,
    /// Packets in flight, this one included.
    pub in_flight: Segments,
    /// Whether nothing else is in flight because the flow was application-limited or limited by its controller
    /// ([`Control::limits_itself`]).
    pub after_idle: bool,
}

/// A packet that was delivered. As with [`Lost`], the time of its last transmission identifies it:
/// controllers that group packets, for instance into monitor intervals, use that time.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    /// Time of its last transmission.
    pub sent_at: Time,
    /// Number of transmissions.
    pub transmissions: u32,
}

/// A packet that was declared lost.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// First byte. If it differs from the end of the previous lost packet, a new range of lost packets
    /// starts.
    pub seq: u64,
    /// Bytes of sequence space.
    pub len: u32,
    /// Whether selective ACKs can show more than one loss in a round trip.
    pub selective: bool,
    /// Time of its last transmission.
    pub sent_at: Time,
    /// Number of transmissions.
    pub transmissions: u32,
    /// Packets in flight when it was sent, itself included.
    pub in_flight: Segments,
    /// Packets delivered when it was sent.
    pub prior_delivered: u64,
    /// Packets declared lost since it was sent, itself included.
    pub lost: u64,
    /// Whether the flow was application-limited when it was sent.
    pub app_limited: bool,
}

/// An ACK with new information.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ack {
    /// Packets newly acknowledged cumulatively.
    pub acked: Segments,
    /// Packets newly delivered, cumulatively or by SACK.
    pub delivered: Segments,
    /// Packets that this ACK showed to be lost.
    pub lost: Segments,
    /// Packets newly reported as marked by DCTCP's feedback or Accurate ECN; 0 with classic feedback.
    pub marked: Segments,
    /// Packets that count for growth by the stack's rule: all, at most two, or one per ACK.
    pub counted: Segments,
    /// Packets in flight before this ACK.
    pub prior_in_flight: Segments,
    /// Whether the ACK reports a mark, by ECN-Echo or by increased counters.
    pub ece: bool,
    /// RTT sample by the stack's rules.
    pub rtt: Option<Nanos>,
    /// Age of the delivered packet that was sent last; `None` if it was retransmitted.
    pub latest_rtt: Option<Nanos>,
    /// One-way delay to the receiver by the timestamps of both ends. It includes the ACK delay and an unknown offset between the clocks.
    /// `None` without timestamps.
    pub one_way: Option<Nanos>,
    /// Delivery rate over about the last round trip.
    pub rate: Option<RateSample>,
    /// Set on the ACK that closes a round.
    pub round: Option<Round>,
}

/// Delivery rate sample: what was delivered between the sending of a packet and its ACK
/// (draft-cheng-iccrg-delivery-rate-estimation).
#[derive(Clone, Copy, Debug, Default)]
pub struct RateSample {
    /// Payload delivered, bytes.
    pub bytes: u64,
    /// Interval: the longer of the send and ACK intervals.
    pub interval: Nanos,
    /// Packets delivered before the packet was sent.
    pub prior_delivered: u64,
    /// Packets declared lost since the packet was sent.
    pub lost: u64,
    /// Packets in flight when it was sent, itself included.
    pub in_flight: Segments,
    /// Whether the flow was application-limited when it was sent, so that the path may be faster.
    pub app_limited: bool,
    /// Whether it was retransmitted.
    pub retransmitted: bool,
}

impl RateSample {
    /// Bytes divided by interval.
    pub fn rate(&self) -> Rate {
        Rate((self.bytes as f64 * 8.0 / self.interval.as_secs()) as u64)
    }
}

/// A round: from a moment until the first packet sent after it is acknowledged.
#[derive(Clone, Copy, Debug, Default)]
pub struct Round {
    /// Smallest RTT sample.
    pub min_rtt: Nanos,
    /// Mean RTT sample.
    pub mean_rtt: Nanos,
    /// Number of RTT samples.
    pub samples: u32,
    /// RTT of the packet whose ACK closes the round; `None` if it was retransmitted (Karn's algorithm).
    pub closing_rtt: Option<Nanos>,
    /// Packets delivered between the sending of that packet and its ACK, itself included.
    pub delivered: u64,
}

/// RTTs that differ by less count as equal for controllers that use the sign of the difference. It is finer than the clock of any TCP
/// and coarser than the rounding of simulated times to nanoseconds, which would otherwise decide.
pub const RTT_RESOLUTION: Nanos = Nanos(1000);

/// Which RTT represents a round, where the source does not specify it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundRtt {
    /// Mean of the samples.
    Mean,
    /// Smallest sample.
    Least,
    /// RTT of the packet whose ACK closes the round.
    Closing,
}

impl RoundRtt {
    /// Options of a parameter of this kind.
    pub const OPTIONS: &[ChoiceOption] = &[
        ChoiceOption::new("mean", "Mean"),
        ChoiceOption::new("min", "Minimum"),
        ChoiceOption::new("closing", "Closing packet’s"),
    ];

    /// Reads the parameter `id`.
    pub fn new(settings: &Settings<'_>, id: &str) -> RoundRtt {
        match settings.choice(id).as_str() {
            "mean" => RoundRtt::Mean,
            "min" => RoundRtt::Least,
            _ => RoundRtt::Closing,
        }
    }

    /// The RTT of this round; `None` without a sample.
    pub fn of(self, round: &Round) -> Option<Nanos> {
        match self {
            RoundRtt::Closing => round.closing_rtt,
            _ if round.samples == 0 => None,
            RoundRtt::Mean => Some(round.mean_rtt),
            RoundRtt::Least => Some(round.min_rtt),
        }
    }
}

/// A congestion event, at most one per window of data unless the recovery differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Congestion {
    /// A loss detected by duplicate ACKs or SACK.
    Loss {
        /// Number of transmissions of the lost packet.
        transmissions: u32,
        /// Time of its last transmission.
        sent_at: Time,
    },
    /// The same with Tahoe's recovery: slow start follows.
    Restart,
    /// The receiver reports a mark.
    Ecn,
    /// The retransmission timer expired.
    Timeout {
        /// Whether this is the first expiry for this packet (RFC 5681, section 3.1: ssthresh is set only then).
        first: bool,
    },
}

/// The output of a controller, which the sender obeys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Congestion window.
    pub cwnd: Segments,
    /// Slow-start threshold.
    pub ssthresh: Segments,
    /// Pacing rate; `None`: as configured in the flow's stack.
    pub pacing: Option<Rate>,
    /// Packets sent back to back at this rate; at least one.
    pub quantum: u32,
    /// Whether the window also applies in recovery; otherwise proportional rate reduction decides there.
    pub owns_recovery: bool,
    /// Whether the controller keeps the flow below the capacity of the path, so that samples count as application-limited.
    pub limits_itself: bool,
    /// When to call [`Controller::on_timer`]; a time in the past means never.
    pub wake_at: Option<Time>,
}

impl Control {
    /// A window without rate, threshold or timer.
    pub const fn window(cwnd: Segments) -> Control {
        Control {
            cwnd,
            ssthresh: Segments::INFINITY,
            pacing: None,
            quantum: 1,
            owns_recovery: false,
            limits_itself: false,
            wake_at: None,
        }
    }

    /// Lowers ssthresh to the window after a decrease in congestion avoidance, so that the flow does not enter slow start. ssthresh stays
    /// at or above its minimum.
    pub(super) fn stay_in_avoidance(&mut self) {
        self.ssthresh = self.ssthresh.min(self.cwnd.max(super::MIN_SSTHRESH));
    }
}

/// What a controller takes over when it replaces another on an active flow.
#[derive(Clone, Copy, Debug)]
pub struct Handover {
    /// Window and threshold of the previous controller.
    pub control: Control,
    /// Smallest RTT sample of the active connection. `None` if the connection only starts, with a threshold from the document: the small
    /// packets of the handshake do not represent full ones.
    pub min_rtt: Option<Nanos>,
}
