//! Detection of policers: heavy loss at a steady rate. Linux calls that rate the long-term bandwidth; the draft outlines it.

use crate::congestion::Cx;
use crate::units::Time;

/// Minimum and maximum length of an interval, rounds.
const INTERVAL_ROUNDS: (u32, u32) = (4, 16);
/// Minimum loss in an interval, relative to the packets delivered.
const LOSSES: f64 = 50.0 / 256.0;
/// Two rates are equal if they differ by at most this fraction of the first, or by this many bytes per second.
const RELATIVE_DIFFERENCE: f64 = 1.0 / 8.0;
const ABSOLUTE_DIFFERENCE: f64 = 500.0;
/// Number of rounds for which a policer's rate is used.
const USE_ROUNDS: u32 = 48;

/// Signals from an ACK or a timeout.
#[derive(Clone, Copy, Debug)]
pub(super) struct AckSignals {
    /// Packets lost since the start of the connection.
    pub lost: f64,
    /// Whether some were lost now.
    pub new_losses: bool,
    /// Whether a round starts.
    pub round_start: bool,
    /// Whether the flow is application-limited.
    pub app_limited: bool,
}

/// The detector.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Policer {
    sampling: bool,
    active: bool,
    /// Bytes per second; zero if there is none yet.
    rate: f64,
    rounds: u32,
    /// Packets delivered and lost before the interval, and its start.
    delivered: u64,
    lost: f64,
    since: Time,
}

impl Policer {
    /// The policer's rate, bytes per second, if one was detected. It limits the flow.
    pub(super) fn rate(&self) -> Option<f64> {
        self.active.then_some(self.rate)
    }

    /// Counts a round in which the rate was used. Returns whether it has expired.
    pub(super) fn expires(&mut self) -> bool {
        self.rounds += 1;
        let over = self.rounds >= USE_ROUNDS;
        if over {
            *self = Policer::default();
        }
        over
    }

    /// Two consecutive intervals with a loss of a fifth or more at the same rate indicate a policer.
    pub(super) fn detect(&mut self, cx: &Cx<'_>, signals: AckSignals) {
        if !self.sampling {
            if !signals.new_losses {
                return;
            }
            self.begin_interval(cx, signals);
            self.sampling = true;
        }
        self.rounds += u32::from(signals.round_start);
        let (least, most) = INTERVAL_ROUNDS;
        if signals.app_limited || self.rounds > most {
            *self = Policer::default();
            return;
        }
        if self.rounds < least || !signals.new_losses {
            return;
        }
        let delivered = (cx.delivered - self.delivered) as f64;
        let took = cx.now.since(self.since).as_secs();
        if delivered == 0.0 || took < 0.001 || signals.lost - self.lost < LOSSES * delivered {
            return;
        }
        let rate = delivered * f64::from(cx.mss) / took;
        let difference = (rate - self.rate).abs();
        if self.rate > 0.0
            && (difference <= RELATIVE_DIFFERENCE * self.rate || difference <= ABSOLUTE_DIFFERENCE)
        {
            *self = Policer { active: true, rate: (rate + self.rate) / 2.0, ..Policer::default() };
        } else {
            self.rate = rate;
            self.begin_interval(cx, signals);
        }
    }

    fn begin_interval(&mut self, cx: &Cx<'_>, signals: AckSignals) {
        (self.rounds, self.delivered, self.lost, self.since) = (0, cx.delivered, signals.lost, cx.now);
    }
}
