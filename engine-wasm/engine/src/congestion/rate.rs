//! Rate controllers: schemes that set the rate of datagrams from the feedback of their own receiver.
//!
//! A scheme has two ends, which communicate only through datagrams and feedback. Its transport (`transport/rate`) numbers the
//! datagrams, sends them by the clock that the controller sets, returns feedback, and estimates the RTT as TCP does. All rates are in
//! datagrams per second.

mod app_limited;
mod received;
#[cfg(test)]
pub(super) mod testing;

use std::fmt;

use crate::catalogue::Settings;
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::units::{NANOS_PER_SEC, Nanos, Time};

pub use app_limited::AppLimitedPeriods;
pub use received::ReceivedNumbers;

/// Context of a sending end, valid for one call.
pub struct RateCx<'a> {
    /// Now.
    pub now: Time,
    /// RTT estimate as in TCP, from every feedback packet.
    pub rtt: &'a Rtt,
    /// Payload of a full datagram, bytes.
    pub payload: u32,
    /// When the flow was application-limited.
    pub app_limited: &'a AppLimitedPeriods,
    /// The random stream of the flow's controller.
    pub rng: &'a mut Rng,
}

/// The send clock: `burst` datagrams at a time, at intervals of `every`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SendClock {
    /// Datagrams sent together, at least one.
    pub burst: u32,
    /// Time from the start of one burst to the start of the next.
    pub every: Nanos,
}

impl SendClock {
    /// Datagrams at even intervals, `rate` per second.
    pub fn even(rate: f64) -> SendClock {
        SendClock::bursts(1, Nanos::from_secs(1.0 / rate))
    }

    /// `burst` datagrams, at least one, every `every`.
    pub fn bursts(burst: u32, every: Nanos) -> SendClock {
        SendClock { burst: burst.max(1), every: every.max(Nanos(1)) }
    }

    /// Datagrams per second.
    pub fn rate(self) -> f64 {
        f64::from(self.burst) * NANOS_PER_SEC as f64 / self.every.0 as f64
    }
}

/// A datagram at its receiver.
#[derive(Clone, Copy, Debug)]
pub struct Datagram {
    /// Its number, from 0.
    pub number: u64,
    /// When it was sent.
    pub sent_at: Time,
    /// The RTT that the sender wrote into it; zero if unknown.
    pub rtt: Nanos,
    /// Whether it carries a CE mark (RFC 3168).
    pub marked: bool,
}

/// Feedback from a receiver.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Feedback {
    /// The datagram that it acknowledges.
    pub number: u64,
    /// When that datagram was sent, plus the delay of the feedback at the receiver.
    pub echo: Time,
    /// Three 32-bit words, whose meaning depends on the scheme.
    pub words: [u32; 3],
}

/// A congestion signal at a sending end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RateSignal {
    /// A loss event, reported by feedback.
    Loss,
    /// A timeout without feedback.
    Silence,
}

/// The sending end of a scheme.
pub trait RateSender: Send {
    /// Sets its parameters and keeps its state.
    fn set(&mut self, settings: &Settings<'_>);
    /// A flow starts, or the scheme replaces another that sent at rate `from`.
    fn start(&mut self, cx: &mut RateCx<'_>, from: Option<f64>);
    /// The send clock from now on.
    fn pace(&self) -> SendClock;
    /// The RTT to write into datagrams; zero if unknown.
    fn advertised_rtt(&self) -> Nanos {
        Nanos::ZERO
    }
    /// Datagram `number` is sent now.
    fn on_sent(&mut self, _cx: &mut RateCx<'_>, _number: u64) -> Option<RateSignal> {
        None
    }
    /// Feedback arrived.
    fn on_feedback(&mut self, cx: &mut RateCx<'_>, feedback: &Feedback) -> Option<RateSignal>;
    /// Time of its next timer.
    fn next_timer(&self) -> Time;
    /// The timer has expired.
    fn on_timer(&mut self, cx: &mut RateCx<'_>) -> Option<RateSignal>;
    /// Reports the variables, in the order of the catalogue row.
    fn variables(&self, show: &mut dyn FnMut(f64));
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn RateSender>;
}

// Derived implementations for all controllers would add to the size of the page.
impl fmt::Debug for dyn RateSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RateSender")
    }
}

/// The receiving end of a scheme.
pub trait RateReceiver: Send {
    /// Sets its parameters and keeps its state.
    fn set(&mut self, _settings: &Settings<'_>) {}
    /// A datagram arrived for the first time; `received` already includes it. Returns feedback to send at once.
    fn on_datagram(&mut self, now: Time, datagram: &Datagram, received: &ReceivedNumbers)
    -> Option<Feedback>;
    /// Time of its next timer.
    fn next_timer(&self) -> Time {
        Time::NEVER
    }
    /// The timer has expired. Returns feedback to send.
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
    /// The sending end.
    pub sender: Box<dyn RateSender>,
    /// The receiving end.
    pub receiver: Box<dyn RateReceiver>,
    /// Whether its datagrams are ECN-capable if the flow's stack enables ECN.
    pub ecn: bool,
}

impl RateController {
    /// Sets the parameters of both ends.
    pub fn set(&mut self, settings: &Settings<'_>) {
        self.sender.set(settings);
        self.receiver.set(settings);
    }
}
