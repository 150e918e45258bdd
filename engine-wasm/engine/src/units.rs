//! Units as types: a bare number never crosses a function boundary without one.
//!
//! Time is an integer number of nanoseconds, so that two events are either simultaneous or not; rates are
//! integers in bit/s, so that a link can carry the remainder of a division to the next packet. Windows are
//! real-valued segments.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

/// Nanoseconds in a second.
pub const NANOS_PER_SEC: u64 = 1_000_000_000;

/// A window or an amount of data in segments of the flow's own size. It is real-valued, because integer
/// windows change growth by 1/W.
pub type Segments = f64;

/// A simulated time: nanoseconds since the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Time(pub u64);

/// A span of simulated time in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Nanos(pub u64);

/// A rate in bit/s.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Rate(pub u64);

impl Time {
    /// Start of the run.
    pub const ZERO: Time = Time(0);
    /// Later than any time.
    pub const NEVER: Time = Time(u64::MAX);

    /// The time `seconds` after the start, to the nearest nanosecond; negative values and NaN give the start.
    pub fn from_secs(seconds: f64) -> Time {
        Time(Nanos::from_secs(seconds).0)
    }

    /// Seconds since the start.
    pub fn as_secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SEC as f64
    }

    /// The time `span` later. Unlike `+` it does not stop at the largest time, so it is for times and spans of
    /// packets, which are far below that.
    #[inline]
    pub fn after(self, span: Nanos) -> Time {
        Time(self.0 + span.0)
    }

    /// Time passed since `earlier`; zero if that is later.
    pub fn since(self, earlier: Time) -> Nanos {
        Nanos(self.0.saturating_sub(earlier.0))
    }
}

impl Nanos {
    /// Zero.
    pub const ZERO: Nanos = Nanos(0);
    /// Longer than any run.
    pub const MAX: Nanos = Nanos(u64::MAX);

    /// `seconds` to the nearest nanosecond; negative values and NaN give zero (the cast saturates).
    pub fn from_secs(seconds: f64) -> Nanos {
        Nanos((seconds * NANOS_PER_SEC as f64 + 0.5) as u64)
    }

    /// `millis` milliseconds to the nearest nanosecond.
    pub fn from_millis(millis: f64) -> Nanos {
        Nanos((millis * 1e6 + 0.5) as u64)
    }

    /// The duration in seconds.
    pub fn as_secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SEC as f64
    }

    /// The duration in milliseconds.
    pub fn as_millis(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// The duration times `factor`, to the nearest nanosecond.
    pub fn scale(self, factor: f64) -> Nanos {
        Nanos((self.0 as f64 * factor + 0.5) as u64)
    }
}

impl Rate {
    /// `mbps` megabits (10⁶ bits) per second, to the nearest bit per second.
    pub fn from_mbps(mbps: f64) -> Rate {
        Rate((mbps * 1e6 + 0.5) as u64)
    }

    /// The rate in megabits per second.
    pub fn as_mbps(self) -> f64 {
        self.0 as f64 / 1e6
    }

    /// Time to send `bytes`, rounded down.
    pub fn time_for(self, bytes: u32) -> Nanos {
        Nanos(u64::from(bytes) * 8 * NANOS_PER_SEC / self.0.max(1))
    }
}

impl Add<Nanos> for Time {
    type Output = Time;
    fn add(self, span: Nanos) -> Time {
        Time(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Nanos> for Time {
    fn add_assign(&mut self, span: Nanos) {
        *self = *self + span;
    }
}

impl Add for Nanos {
    type Output = Nanos;
    fn add(self, other: Nanos) -> Nanos {
        Nanos(self.0.saturating_add(other.0))
    }
}

impl Sub for Nanos {
    type Output = Nanos;
    fn sub(self, other: Nanos) -> Nanos {
        Nanos(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6} s", self.as_secs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_round_trip_to_the_nanosecond() {
        for nanos in [0, 1, 999_999_999, 24_123_456_789, 86_400_000_000_001] {
            assert_eq!(Time::from_secs(Time(nanos).as_secs()), Time(nanos));
        }
        assert_eq!(Time::from_secs(-1.0), Time::ZERO);
        assert_eq!(Time::from_secs(f64::NAN), Time::ZERO);
    }

    #[test]
    fn transmission_time_of_a_full_packet() {
        assert_eq!(Rate::from_mbps(100.0).time_for(1500), Nanos(120_000));
    }
}
