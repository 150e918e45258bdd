//! Window laws: how a sender's window answers to ACKs and to congestion. One file each. Laws that set a rate instead of a
//! window have a trait of their own, in `rate.rs`.
//!
//! A law is one of three axes that compose: window law × recovery × spacing. Recovery decides what counts as a loss event
//! and when a window may grow; the transport owns RTT, delivery rate, rounds and spacing. A law reads what it is lent
//! and answers with a value.

pub mod fluid;
mod hystart;
pub mod rate;
mod registry;
mod rules;
#[cfg(test)]
mod testing;

use std::fmt;

use crate::catalogue::{Opt, Settings};
use crate::packet_sim::random::Rng;
use crate::transport::rtt::Rtt;
use crate::units::{Nanos, Rate, Segments, Time};

pub use registry::{Algorithm, Law, NO_PARAMS, NO_THEORY, Theory, find};

/// Declares the algorithms' files and lists their rows, in the order of the picker.
macro_rules! algorithms {
    ($($file:ident: $($row:ident),+;)+) => {
        $(mod $file;)+
        /// Every algorithm, in the order of the picker.
        pub const REGISTRY: &[Algorithm] = &[$($($file::$row),+),+];
    };
}

// To add an algorithm, write its file and add its line here.
algorithms! {
    reno: TAHOE, RENO, NEWRENO, SACK, PACED, RANDOMIZED;
    binomial: RANDOMIZED_IIAD, RANDOMIZED_SQRT, AIMD, BINOMIAL, IIAD, SQRT;
    cubic: CUBIC;
    hstcp: HSTCP;
    scalable: SCALABLE;
    htcp: HTCP;
    bic: BIC;
    fast: FAST;
    tri_s: TRI_S;
    card: CARD;
    dual: DUAL;
    vegas: VEGAS, NEWVEGAS, VEGAS_A, CODE;
    pseudo_rate: PSEUDO_RATE;
    tfrcp: TFRCP;
    tfrc: TFRC;
    rap: RAP;
    udp: UDP;
}

/// What a law may read but never owns; lent per call, never stored.
pub struct Cx<'a> {
    /// Now.
    pub now: Time,
    /// What a decrease starts from: data in flight (RFC 5681, equation 4) or the window, as the stack says.
    pub reduce_from: Segments,
    /// Whether the window may grow: neither in fast recovery, nor limited by the application or the receiver.
    pub may_grow: bool,
    /// In fast recovery.
    pub in_recovery: bool,
    /// Window at the start of a connection.
    pub initial_window: Segments,
    /// Round-trip times.
    pub rtt: &'a Rtt,
    /// The flow's own random stream for its law.
    pub rng: &'a mut Rng,
    /// Factor on additive increase: Randomized TCP's α, else 1.
    pub increase_scale: f64,
    /// A timer spaces the packets: no ACK, however much it acknowledges, lets a burst go.
    pub paced: bool,
}

/// An acknowledgement that brought something new.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ack {
    /// Packets newly acknowledged cumulatively.
    pub acked: Segments,
    /// Packets that count for growth, by the stack's rule (all, at most two, or one an ACK).
    pub credit: Segments,
    /// Whether the ACK carries ECN-Echo.
    pub ece: bool,
    /// RTT sample.
    pub rtt: Option<Nanos>,
    /// Delivery rate over about the last round trip.
    pub rate: Option<RateSample>,
    /// Present on the ACK that closes a round.
    pub round: Option<Round>,
}

/// What was delivered in an interval; the division is left to the laws that need it.
#[derive(Clone, Copy, Debug)]
pub struct RateSample {
    /// Payload delivered.
    pub bytes: u64,
    /// In this time.
    pub interval: Nanos,
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
    pub const OPTIONS: &[Opt] = &[
        Opt { id: "mean", name: "Mean" },
        Opt { id: "min", name: "Minimum" },
        Opt { id: "closing", name: "Closing packet's" },
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
    /// ECN-Echo.
    Ecn,
    /// The retransmission timer fired.
    Timeout {
        /// First expiry for this packet (RFC 5681, section 3.1: ssthresh is set only then).
        first: bool,
    },
}

/// All that a sender obeys.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Control {
    /// Congestion window.
    pub cwnd: Segments,
    /// Slow-start threshold.
    pub ssthresh: Segments,
    /// Pacing rate; nothing: as the flow's spacing says.
    pub pacing: Option<Rate>,
}

impl Control {
    /// After a decrease in congestion avoidance: below its threshold the window would be taken for one in slow start, so the
    /// threshold follows it down, as far as thresholds go.
    fn stay_in_avoidance(&mut self) {
        self.ssthresh = self.ssthresh.min(self.cwnd.max(MIN_SSTHRESH));
    }
}

/// What a law takes over when it replaces another on a live flow.
#[derive(Clone, Copy, Debug)]
pub struct Handover {
    /// The window and threshold of the law before.
    pub control: Control,
    /// Smallest RTT sample of the live connection. None where the connection only begins, with a threshold that the
    /// document gives: the handshake's small packets are no measure for full ones.
    pub min_rtt: Option<Nanos>,
}

/// What to do about such a sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retransmit {
    /// Wait.
    No,
    /// Send the oldest packet again now (Vegas).
    Oldest,
}

/// The oldest packet that is not acknowledged, as the sender remembers it.
#[derive(Clone, Copy, Debug)]
pub struct SentPacket {
    /// When it was sent last.
    pub sent_at: Time,
    /// How often it was sent.
    pub transmissions: u32,
}

/// A window law.
pub trait WindowLaw: Send {
    /// A connection starts, or the law replaces another on a live flow.
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>);
    /// What the sender shall obey now.
    fn control(&self) -> Control;
    /// An acknowledgement brought something new.
    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack);
    /// A congestion event.
    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion);
    /// Whether it looks for losses by early signs.
    fn finds_losses(&self) -> bool {
        false
    }
    /// A duplicate ACK other than the third, or one of the first two ACKs after a retransmission.
    fn on_early_sign(&mut self, _cx: &mut Cx<'_>, _oldest: &SentPacket) -> Retransmit {
        Retransmit::No
    }
    /// Shows the internal variables, in the order of the catalogue row's probes.
    fn probes(&self, _show: &mut dyn FnMut(f64)) {}
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn WindowLaw>;
}

// Not of what is behind it: all that derived code would come along with every run.
impl fmt::Debug for dyn WindowLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WindowLaw")
    }
}

impl Clone for Box<dyn WindowLaw> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// The smallest window after a loss (RFC 5681, equation 4).
pub const MIN_SSTHRESH: Segments = 2.0;

/// Reno's slow start: one packet for each that counts, not beyond ssthresh; gives back what is left over for
/// congestion avoidance.
pub fn slow_start(control: &mut Control, credit: Segments) -> Segments {
    if control.cwnd >= control.ssthresh {
        return credit;
    }
    let target = (control.cwnd + credit).min(control.ssthresh);
    let left = credit - (target - control.cwnd);
    control.cwnd = target;
    left
}

/// Additive increase: `per_round` packets a round trip, spread over the ACKs of a window (RFC 5681, equation 3, for one).
#[inline]
pub fn increase(control: &mut Control, per_round: Segments, credit: Segments) {
    control.cwnd += per_round * credit / control.cwnd;
}

/// Multiplicative decrease: ssthresh becomes `left` packets, two at least, and the window with it, or one packet where
/// slow start follows.
pub fn decrease(control: &mut Control, event: Congestion, left: Segments) {
    if event != (Congestion::Timeout { first: false }) {
        control.ssthresh = left.max(MIN_SSTHRESH);
    }
    control.cwnd = match event {
        Congestion::Loss { .. } => control.ssthresh,
        // RFC 3168, section 6.1.2: a window of one stays.
        Congestion::Ecn => control.ssthresh.min(control.cwnd),
        Congestion::Restart | Congestion::Timeout { .. } => 1.0,
    };
}
