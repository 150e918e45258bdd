//! Whether a policer limits the flow: heavy losses at a steady rate. Linux calls that rate the long-term bandwidth; the draft sketches it.

use crate::congestion::Cx;
use crate::units::Time;

/// Rounds of an interval, least and most.
const INTERVAL_ROUNDS: (u32, u32) = (4, 16);
/// Part of the packets delivered that an interval loses at least.
const LOSSES: f64 = 50.0 / 256.0;
/// Two rates are the same within this part of the first, or so many bytes a second.
const LIKENESS: f64 = 1.0 / 8.0;
const DIFFERENCE: f64 = 500.0;
/// Rounds for which a policer's rate is used.
const USE_ROUNDS: u32 = 48;

/// What an ACK, or a timeout, says.
#[derive(Clone, Copy, Debug)]
pub(super) struct AckSignals {
    /// Packets lost since the connection began.
    pub lost: f64,
    /// Whether some were lost just now.
    pub loses: bool,
    /// A round begins.
    pub round_start: bool,
    /// The application limits the flow.
    pub app_limited: bool,
}

/// What is known of a policer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Policer {
    sampling: bool,
    active: bool,
    /// Bytes a second; zero: none yet.
    rate: f64,
    rounds: u32,
    /// Packets delivered and lost, and the time, when the interval began.
    delivered: u64,
    lost: f64,
    since: Time,
}

impl Policer {
    /// The policer's rate, bytes a second, where there is one: nothing faster is tried.
    pub(super) fn rate(&self) -> Option<f64> {
        self.active.then_some(self.rate)
    }

    /// Counts a round in which the rate was used; whether it has been used for long enough, and is forgotten.
    pub(super) fn expires(&mut self) -> bool {
        self.rounds += 1;
        let over = self.rounds >= USE_ROUNDS;
        if over {
            *self = Policer::default();
        }
        over
    }

    /// Two intervals in a row that lose a fifth and more at the same rate mean a policer.
    pub(super) fn detect(&mut self, cx: &Cx<'_>, signals: AckSignals) {
        if !self.sampling {
            if !signals.loses {
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
        if self.rounds < least || !signals.loses {
            return;
        }
        let delivered = (cx.delivered - self.delivered) as f64;
        let took = cx.now.since(self.since).as_secs();
        if delivered == 0.0 || took < 0.001 || signals.lost - self.lost < LOSSES * delivered {
            return;
        }
        let rate = delivered * f64::from(cx.mss) / took;
        let difference = (rate - self.rate).abs();
        if self.rate > 0.0 && (difference <= LIKENESS * self.rate || difference <= DIFFERENCE) {
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
