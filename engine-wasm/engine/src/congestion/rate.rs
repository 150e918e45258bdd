//! Rate laws: schemes that say how often a datagram may go, from what their own receiver tells them.
//!
//! A scheme has two ends, which know of each other only what datagrams and feedback carry. Its transport
//! (`transport/rate`) numbers the datagrams, sends them by the clock that the law sets, carries feedback back, and owns
//! the round-trip time as TCP estimates it. All rates are in datagrams a second.

mod seen;
mod starved;
#[cfg(test)]
pub(super) mod testing;

use std::fmt;

use crate::catalogue::Settings;
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::units::{NANOS_PER_SEC, Nanos, Time};

pub use seen::ReceivedNumbers;
pub use starved::Starved;

/// What a sending end may read but never owns; lent per call, never stored.
pub struct RateCx<'a> {
    /// Now.
    pub now: Time,
    /// Round-trip times as TCP estimates them, from every feedback packet.
    pub rtt: &'a Rtt,
    /// Payload of a full datagram, bytes.
    pub payload: u32,
    /// When the application had too little to send.
    pub starved: &'a Starved,
    /// The flow's own random stream for its law.
    pub rng: &'a mut Rng,
}

/// The clock by which datagrams go: `burst` of them together, once in `every`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SendClock {
    /// Datagrams sent together, at least one.
    pub burst: u32,
    /// From the start of one burst to the start of the next.
    pub every: Nanos,
}

impl SendClock {
    /// Datagrams at even intervals, `rate` a second.
    pub fn even(rate: f64) -> SendClock {
        SendClock::bursts(1, Nanos::from_secs(1.0 / rate))
    }

    /// `burst` datagrams, at least one, in each `every`.
    pub fn bursts(burst: u32, every: Nanos) -> SendClock {
        SendClock { burst: burst.max(1), every: every.max(Nanos(1)) }
    }

    /// Datagrams a second.
    pub fn rate(self) -> f64 {
        f64::from(self.burst) * NANOS_PER_SEC as f64 / self.every.0 as f64
    }
}

/// A datagram as its receiver sees it.
#[derive(Clone, Copy, Debug)]
pub struct Datagram {
    /// Its number, from 0.
    pub number: u64,
    /// When it was sent.
    pub sent_at: Time,
    /// The round-trip time that the sender wrote into it; zero: it knew none.
    pub rtt: Nanos,
    /// Marked on its way (RFC 3168).
    pub marked: bool,
}

/// What a receiver sends back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feedback {
    /// The datagram that it answers to.
    pub number: u64,
    /// When that datagram was sent, moved by the time for which the receiver held the answer back.
    pub echo: Time,
    /// Three words of 32 bits, whose meaning is the scheme's own.
    pub words: [u32; 3],
}

/// What a sending end found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateSignal {
    /// A loss event, by feedback.
    Loss,
    /// Feedback stayed away for too long.
    Silence,
}

/// The sending end of a scheme.
pub trait RateSender: Send {
    /// Takes its parameters; what it has learnt stays.
    fn set(&mut self, settings: &Settings<'_>);
    /// A flow starts, or the scheme replaces another that sent at rate `from`.
    fn start(&mut self, cx: &mut RateCx<'_>, from: Option<f64>);
    /// How datagrams shall go from now on.
    fn pace(&self) -> SendClock;
    /// The round-trip time that datagrams tell the receiver; zero: none.
    fn advertised_rtt(&self) -> Nanos {
        Nanos::ZERO
    }
    /// Datagram `number` goes now.
    fn on_sent(&mut self, _cx: &mut RateCx<'_>, _number: u64) -> Option<RateSignal> {
        None
    }
    /// Feedback arrived.
    fn on_feedback(&mut self, cx: &mut RateCx<'_>, feedback: &Feedback) -> Option<RateSignal>;
    /// When it wants to be called next, whatever arrives.
    fn next_timer(&self) -> Time;
    /// That time has come.
    fn on_timer(&mut self, cx: &mut RateCx<'_>) -> Option<RateSignal>;
    /// Shows the internal variables, in the order of the catalogue row's probes.
    fn variables(&self, show: &mut dyn FnMut(f64));
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn RateSender>;
}

// Not of what is behind it: all that derived code would come along with every run.
impl fmt::Debug for dyn RateSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RateSender")
    }
}

/// The receiving end of a scheme.
pub trait RateReceiver: Send {
    /// Takes its parameters; what it has learnt stays.
    fn set(&mut self, _settings: &Settings<'_>) {}
    /// A datagram arrived for the first time; `seen` knows it already. Gives what to answer at once.
    fn on_datagram(&mut self, now: Time, datagram: &Datagram, seen: &ReceivedNumbers) -> Option<Feedback>;
    /// When it wants to be called next, whatever arrives.
    fn next_timer(&self) -> Time {
        Time::NEVER
    }
    /// That time has come. Gives what to send.
    fn on_timer(&mut self, _now: Time) -> Option<Feedback> {
        None
    }
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn RateReceiver>;
}

impl fmt::Debug for dyn RateReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RateReceiver")
    }
}

impl Clone for Box<dyn RateSender> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

impl Clone for Box<dyn RateReceiver> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// Both ends of a scheme.
#[derive(Clone, Debug)]
pub struct RateController {
    /// The end that sends data.
    pub sender: Box<dyn RateSender>,
    /// The end that receives them.
    pub receiver: Box<dyn RateReceiver>,
    /// Whether its datagrams may be marked instead of dropped, where the flow's stack has ECN.
    pub ecn: bool,
}

impl RateController {
    /// Hands parameters to both ends.
    pub fn set(&mut self, settings: &Settings<'_>) {
        self.sender.set(settings);
        self.receiver.set(settings);
    }
}
