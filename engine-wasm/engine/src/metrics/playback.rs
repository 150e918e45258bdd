//! A playback buffer: the video in it, how often it ran empty, and for how long.

use schemars::JsonSchema;
use serde::Serialize;

use crate::units::{Nanos, Time};

/// State of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Not started.
    Idle,
    /// Waiting for playback to start, since this time.
    Starting(Time),
    /// Playing.
    Playing,
    /// Stalled: the buffer ran empty.
    Stalled,
}

/// A player's buffer, and counts since the start of the run, or of the measurement if that is later.
#[derive(Clone, Debug)]
pub struct Playback {
    state: State,
    /// Amount of video in the buffer at which playback starts and resumes.
    threshold: Nanos,
    /// Video in the buffer at `at`.
    level: Nanos,
    at: Time,
    startup: Option<Nanos>,
    stalls: u64,
    stalled: Nanos,
    played: Nanos,
    segments: u64,
    kbps_sum: f64,
    switches: u64,
    last_kbps: Option<f64>,
}

impl Playback {
    /// An empty buffer. Playback starts and resumes with `threshold` of video.
    pub fn new(threshold: Nanos) -> Playback {
        Playback {
            state: State::Idle,
            threshold,
            level: Nanos::ZERO,
            at: Time::ZERO,
            startup: None,
            stalls: 0,
            stalled: Nanos::ZERO,
            played: Nanos::ZERO,
            segments: 0,
            kbps_sum: 0.0,
            switches: 0,
            last_kbps: None,
        }
    }

    /// The viewer starts waiting at `now`.
    pub fn start(&mut self, now: Time) {
        (self.state, self.at) = (State::Starting(now), now);
    }

    /// Advances playback to `now`.
    fn advance(&mut self, now: Time) {
        let span = now.since(self.at);
        self.at = now;
        match self.state {
            State::Idle | State::Starting(_) => {}
            State::Stalled => self.stalled = self.stalled + span,
            State::Playing if span > self.level => {
                self.played = self.played + self.level;
                self.stalled = self.stalled + (span - self.level);
                self.stalls += 1;
                (self.state, self.level) = (State::Stalled, Nanos::ZERO);
            }
            State::Playing => {
                self.played = self.played + span;
                self.level = self.level - span;
            }
        }
    }

    /// Video in the buffer at `now`.
    pub fn level(&self, now: Time) -> Nanos {
        let mut then = self.clone();
        then.advance(now);
        then.level
    }

    /// When the buffer will contain at most `level` if nothing is added; the time of the last change if it
    /// already does.
    pub fn falls_to(&self, level: Nanos) -> Time {
        if self.level > level { self.at + (self.level - level) } else { self.at }
    }

    /// A segment of `duration` at a bitrate of `kbps` has arrived.
    pub fn add(&mut self, now: Time, duration: Nanos, kbps: f64) {
        self.advance(now);
        self.level = self.level + duration;
        self.segments += 1;
        self.kbps_sum += kbps;
        self.switches += u64::from(self.last_kbps.is_some_and(|last| last != kbps));
        self.last_kbps = Some(kbps);
        self.resume(now);
    }

    fn resume(&mut self, now: Time) {
        if self.level < self.threshold {
            return;
        }
        match self.state {
            State::Starting(since) => {
                self.startup = Some(now.since(since));
                self.state = State::Playing;
            }
            State::Stalled => self.state = State::Playing,
            State::Idle | State::Playing => {}
        }
    }

    /// Changes the threshold from `now` on.
    pub fn set_threshold(&mut self, now: Time, threshold: Nanos) {
        self.advance(now);
        self.threshold = threshold;
        self.resume(now);
    }

    /// Restarts the counts at `now`. A stall in progress counts as one, with the time from now on.
    pub fn restart_counts(&mut self, now: Time) {
        self.advance(now);
        self.stalls = u64::from(self.state == State::Stalled);
        (self.stalled, self.played) = (Nanos::ZERO, Nanos::ZERO);
        (self.segments, self.kbps_sum, self.switches) = (0, 0.0, 0);
    }

    /// The results at `now`.
    pub fn results(&self, now: Time) -> VideoResults {
        let mut then = self.clone();
        then.advance(now);
        let watched = (then.played + then.stalled).as_secs();
        VideoResults {
            segments: then.segments,
            bitrate_mbps: (then.segments > 0).then(|| then.kbps_sum / then.segments as f64 / 1000.0),
            switches: then.switches,
            stalls: then.stalls,
            stall_s: then.stalled.as_secs(),
            stall_percent: (watched > 0.0).then(|| 100.0 * then.stalled.as_secs() / watched),
            startup_s: then.startup.map(Nanos::as_secs),
            played_s: then.played.as_secs(),
            buffer_s: then.level.as_secs(),
        }
    }
}

/// Playback statistics of an adaptive video.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VideoResults {
    /// Segments received.
    pub segments: u64,
    /// Mean bitrate of the segments received, Mb/s.
    pub bitrate_mbps: Option<f64>,
    /// Changes of bitrate from one segment to the next.
    pub switches: u64,
    /// Number of stalls: playback stopped because the buffer was empty. The start-up delay does not count.
    pub stalls: u64,
    /// Total duration of stalls, s.
    pub stall_s: f64,
    /// Duration of stalls divided by that of playback and stalls, %.
    pub stall_percent: Option<f64>,
    /// From the first request to the start of playback, s.
    pub startup_s: Option<f64>,
    /// Video played, s.
    pub played_s: f64,
    /// Video in the buffer now, s.
    pub buffer_s: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(s: f64) -> Time {
        Time::from_secs(s)
    }

    fn playing() -> Playback {
        let mut playback = Playback::new(Nanos::from_secs(4.0));
        playback.start(secs(1.0));
        playback.add(secs(3.0), Nanos::from_secs(2.0), 1000.0);
        playback.add(secs(5.0), Nanos::from_secs(2.0), 3000.0);
        playback
    }

    #[test]
    fn playback_starts_at_the_threshold_and_stalls_when_the_buffer_is_empty() {
        // The viewer starts at 1 s; 4 s of video arrive at 5 s and end at 9 s.
        let mut playback = playing();
        let before = playback.results(secs(9.0));
        assert_eq!((before.startup_s, before.played_s, before.stalls), (Some(4.0), 4.0, 0));
        assert_eq!((before.bitrate_mbps, before.switches), (Some(2.0), 1));
        // Two seconds of stall, a segment too short to resume, another second, then enough.
        playback.add(secs(11.0), Nanos::from_secs(2.0), 3000.0);
        assert_eq!(playback.results(secs(11.5)).stall_s, 2.5);
        playback.add(secs(12.0), Nanos::from_secs(2.0), 3000.0);
        let after = playback.results(secs(13.0));
        assert_eq!((after.stalls, after.stall_s, after.played_s, after.buffer_s), (1, 3.0, 5.0, 3.0));
        assert_eq!(after.stall_percent, Some(37.5));
    }

    #[test]
    fn the_level_falls_with_time_while_video_plays() {
        let playback = playing();
        assert_eq!(
            (playback.level(secs(6.0)), playback.level(secs(30.0))),
            (Nanos::from_secs(3.0), Nanos::ZERO)
        );
        assert_eq!(playback.falls_to(Nanos::from_secs(1.5)), secs(7.5));
        assert_eq!(playback.falls_to(Nanos::from_secs(5.0)), secs(5.0));
    }

    #[test]
    fn counts_start_with_the_measurement() {
        let mut playback = playing();
        playback.restart_counts(secs(10.0));
        // One second of the stall is before the restart.
        let results = playback.results(secs(12.0));
        assert_eq!((results.stalls, results.stall_s, results.played_s, results.segments), (1, 2.0, 0.0, 0));
        assert_eq!(results.startup_s, Some(4.0));
    }
}
