//! The interface of a congestion controller: what it hears, what it is lent, and what it answers.
//!
//! The order of work on one ACK is that of RFC 8985 and RFC 9937: what was delivered, then what was lost
//! ([`Controller::on_lost`]), then episodes ([`Controller::on_congestion`], [`Controller::on_recovered`], [`Controller::on_undo`]), then
//! the ACK itself. So an ACK that shows a loss does not first widen the window, and a mark counts for nothing beside a loss.

use std::fmt;

use crate::catalogue::{ChoiceOption, Settings};
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::units::{Nanos, Rate, Segments, Time};

/// A congestion controller. It reads what it is lent and answers with [`Control`].
pub trait Controller: Send {
    /// A connection starts, or the controller replaces another on a live flow.
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>);
    /// What the sender shall obey now.
    fn control(&self) -> Control;
    /// A packet was sent, for the first time or again. What the controller answers then counts from the next ACK on, but at once
    /// where the packet ends an idle time.
    fn on_sent(&mut self, _now: Time, _sent: &Sent) {}
    /// A packet was declared lost: once for each time that it was sent.
    fn on_lost(&mut self, _cx: &mut Cx<'_>, _lost: &Lost) {}
    /// A congestion event.
    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion);
    /// Everything that was in flight at the last congestion event has been acknowledged.
    fn on_recovered(&mut self, _cx: &mut Cx<'_>) {}
    /// A recovery begins that may prove to have been unnecessary: keep what the next congestion event changes.
    fn save(&mut self) {}
    /// It has proved so: take back what was kept, where that is more. [`Controller::on_recovered`] does not follow.
    fn on_undo(&mut self, _cx: &mut Cx<'_>) {}
    /// An ACK moved the cumulative point.
    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack);
    /// An ACK delivered packets by SACK alone. Controllers that count deliveries take it for an ACK like the others.
    fn on_sack(&mut self, _cx: &mut Cx<'_>, _ack: &Ack) {}
    /// The time of [`Control::wake_at`] has come.
    fn on_timer(&mut self, _cx: &mut Cx<'_>) {}
    /// How long after it was sent the oldest packet counts as lost on the first sign: a duplicate ACK, or one of the first two ACKs
    /// after a retransmission. Nothing: the third duplicate ACK decides. This is a time threshold as RACK has one; Vegas is the
    /// only controller that sets its own.
    fn loss_delay(&self, _rtt: &Rtt) -> Option<Nanos> {
        None
    }
    /// The stack sets window and threshold: slow start has ended, or a mark is answered in its own way. A controller without a threshold takes no
    /// notice.
    fn set_window(&mut self, _cwnd: Segments, _ssthresh: Segments) {}
    /// Whether it has its own way out of slow start, which takes the place of the stack's.
    fn leaves_slow_start(&self) -> bool {
        false
    }
    /// Shows the internal variables, in the order of the catalogue row's probes.
    fn variables(&self, _show: &mut dyn FnMut(f64)) {}
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn Controller>;
}

// Not of what is behind it: all that derived code would come along with every run.
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

/// What a controller may read but never owns; lent for one call.
pub struct Cx<'a> {
    /// Now.
    pub now: Time,
    /// What a decrease starts from: data in flight (RFC 5681, equation 4) or the window, as the stack says.
    pub reduce_from: Segments,
    /// Why the window may not grow.
    pub hold: GrowthBlock,
    /// In fast recovery.
    pub in_recovery: bool,
    /// Window at the start of a connection.
    pub initial_window: Segments,
    /// Payload of a full packet, bytes.
    pub mss: u32,
    /// Packets in flight now: sent, and neither delivered nor lost.
    pub in_flight: Segments,
    /// Packets delivered since the connection began.
    pub delivered: u64,
    /// When the next packet may go, as far as spacing is concerned; a time that has passed means now.
    pub next_send: Time,
    /// Round-trip times.
    pub rtt: &'a Rtt,
    /// The flow's own random stream for its controller.
    pub rng: &'a mut Rng,
    /// Factor on additive increase: Randomized TCP's α, else 1.
    pub increase_scale: f64,
    /// A timer spaces the packets: no ACK, however much it acknowledges, lets a burst go.
    pub paced: bool,
}

impl Cx<'_> {
    /// Whether the window may grow.
    pub fn may_grow(&self) -> bool {
        self.hold == GrowthBlock::default()
    }
}

/// Why a window may not grow. More than one reason can hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GrowthBlock {
    /// Losses are being repaired, or were when this ACK came.
    pub recovery: bool,
    /// The application had nothing to send.
    pub application: bool,
    /// The receiver had no room.
    pub receiver: bool,
    /// The ACK tells of a mark.
    pub echo: bool,
}

/// A packet that was sent.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    /// Whether it was sent before.
    pub retransmitted: bool,
    /// Packets in flight, this one included.
    pub in_flight: Segments,
    /// Nothing else is in flight because the application had nothing to send, or the controller held the flow back
    /// ([`Control::limits_itself`]).
    pub after_idle: bool,
}

/// A packet that was declared lost.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// When it was sent last.
    pub sent_at: Time,
    /// How often it was sent.
    pub transmissions: u32,
    /// Packets in flight when it was sent, itself included.
    pub in_flight: Segments,
    /// Packets delivered when it was sent.
    pub prior_delivered: u64,
    /// Packets declared lost between its sending and now, itself included.
    pub lost: u64,
    /// Whether the application limited the flow when it was sent.
    pub app_limited: bool,
}

/// An acknowledgement that brought something new.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ack {
    /// Packets newly acknowledged cumulatively.
    pub acked: Segments,
    /// Packets newly delivered, by the cumulative point or by SACK.
    pub delivered: Segments,
    /// Packets that this ACK showed to be lost.
    pub lost: Segments,
    /// Packets newly reported as marked, where the receiver's feedback is exact (DCTCP's or Accurate ECN): with classic feedback 0.
    pub marked: Segments,
    /// Packets that count for growth, by the stack's rule (all, at most two, or one an ACK).
    pub credit: Segments,
    /// Packets in flight before this ACK.
    pub prior_in_flight: Segments,
    /// Whether the ACK tells of a mark: by ECN-Echo, or by counters that moved.
    pub ece: bool,
    /// RTT sample, as the stack takes it.
    pub rtt: Option<Nanos>,
    /// Time since the packet was sent that was sent last among those delivered; none if it was sent more than once.
    pub latest_rtt: Option<Nanos>,
    /// Time on the way to the receiver by the timestamps of both ends, with the delay of the ACK and an offset between the clocks that
    /// nobody knows; none without timestamps.
    pub one_way: Option<Nanos>,
    /// Delivery rate over about the last round trip.
    pub rate: Option<RateSample>,
    /// Present on the ACK that closes a round.
    pub round: Option<Round>,
}

/// What was delivered between the sending of a packet and its ACK (draft-cheng-iccrg-delivery-rate-estimation).
#[derive(Clone, Copy, Debug, Default)]
pub struct RateSample {
    /// Payload delivered, bytes.
    pub bytes: u64,
    /// In this time: the longer one of sending and acknowledging it.
    pub interval: Nanos,
    /// Packets delivered before the packet was sent.
    pub prior_delivered: u64,
    /// Packets declared lost since the packet was sent.
    pub lost: u64,
    /// Packets in flight when it was sent, itself included.
    pub in_flight: Segments,
    /// Whether the application limited the flow when it was sent: the path can carry more.
    pub app_limited: bool,
    /// Whether it was sent more than once.
    pub retransmitted: bool,
}

impl RateSample {
    /// Bytes by time.
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
    /// RTT of the packet whose ACK closes the round; none if it was sent more than once (Karn).
    pub closing_rtt: Option<Nanos>,
    /// Packets delivered between the sending of that packet and its ACK, itself included.
    pub delivered: u64,
}

/// RTTs that differ by less are the same to a law that goes by the sign of their difference: less than a clock of TCP can
/// tell apart, more than the nanosecond to which simulated times are rounded, which would otherwise decide.
pub const RTT_RESOLUTION: Nanos = Nanos(1000);

/// Which RTT stands for a round, where the texts leave it open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundRtt {
    /// Mean of the samples.
    Mean,
    /// Smallest sample.
    Least,
    /// That of the packet whose ACK closes the round.
    Closing,
}

impl RoundRtt {
    /// What a parameter of this kind can be.
    pub const OPTIONS: &[ChoiceOption] = &[
        ChoiceOption::new("mean", "Mean"),
        ChoiceOption::new("min", "Minimum"),
        ChoiceOption::new("closing", "Closing packet's"),
    ];

    /// As the parameter `id` says.
    pub fn new(settings: &Settings<'_>, id: &str) -> RoundRtt {
        match settings.choice(id).as_str() {
            "mean" => RoundRtt::Mean,
            "min" => RoundRtt::Least,
            _ => RoundRtt::Closing,
        }
    }

    /// The RTT of this round; none without a sample.
    pub fn of(self, round: &Round) -> Option<Nanos> {
        match self {
            RoundRtt::Closing => round.closing_rtt,
            _ if round.samples == 0 => None,
            RoundRtt::Mean => Some(round.mean_rtt),
            RoundRtt::Least => Some(round.min_rtt),
        }
    }
}

/// A congestion event: at most one a window of data, unless the recovery says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Congestion {
    /// A loss found by duplicate or selective ACKs.
    Loss {
        /// How often the lost packet had been sent.
        transmissions: u32,
        /// When it had been sent last.
        sent_at: Time,
    },
    /// The same under Tahoe's recovery: slow start follows.
    Restart,
    /// The receiver tells of a mark.
    Ecn,
    /// The retransmission timer fired.
    Timeout {
        /// First expiry for this packet (RFC 5681, section 3.1: ssthresh is set only then).
        first: bool,
    },
}

/// What a sender obeys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Congestion window.
    pub cwnd: Segments,
    /// Slow-start threshold.
    pub ssthresh: Segments,
    /// Pacing rate; nothing: as the flow's spacing says.
    pub pacing: Option<Rate>,
    /// Packets that go back to back at this rate; at least one.
    pub quantum: u32,
    /// The window holds in recovery, too; else proportional rate reduction decides there.
    pub owns_recovery: bool,
    /// The controller holds the flow below what the path can carry: samples of what is sent now count as limited by the application.
    pub limits_itself: bool,
    /// When [`Controller::on_timer`] shall be called; a time that has passed means never.
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

    /// After a decrease in congestion avoidance: below its threshold the window would be taken for one in slow start, so the
    /// threshold follows it down, as far as thresholds go.
    pub(super) fn stay_in_avoidance(&mut self) {
        self.ssthresh = self.ssthresh.min(self.cwnd.max(super::MIN_SSTHRESH));
    }
}

/// What a controller takes over when it replaces another on a live flow.
#[derive(Clone, Copy, Debug)]
pub struct Handover {
    /// The window and threshold of the controller before.
    pub control: Control,
    /// Smallest RTT sample of the live connection. None where the connection only begins, with a threshold that the
    /// document gives: the handshake's small packets are no measure for full ones.
    pub min_rtt: Option<Nanos>,
}
