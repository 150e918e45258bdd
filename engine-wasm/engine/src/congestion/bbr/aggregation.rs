//! What is delivered beyond the rate, since ACKs come in lumps: so much more has to be in flight to fill the path (Linux: "extra acked").

use crate::congestion::Cx;
use crate::units::{Segments, Time};

/// The largest of so many rounds twice over counts.
const ROUNDS: u32 = 5;
/// An epoch ends after so many packets.
const EPOCH_PACKETS: f64 = 1_048_576.0;

/// Packets delivered beyond the rate.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::congestion) struct Aggregation {
    /// The largest of this stretch of rounds and of the one before.
    largest: [f64; 2],
    place: usize,
    rounds: u32,
    /// Packets since the epoch began, and when that was.
    packets: f64,
    since: Time,
}

impl Aggregation {
    /// Begins an epoch.
    pub(in crate::congestion) fn begin(&mut self, now: Time) {
        (self.packets, self.since) = (0.0, now);
    }

    /// An ACK delivers so many packets, where `rate` bytes a second were to be expected. No more than `window` counts.
    pub(super) fn add(
        &mut self,
        cx: &Cx<'_>,
        delivered: Segments,
        rate: f64,
        window: Segments,
        round_start: bool,
    ) {
        if round_start {
            self.rounds += 1;
            if self.rounds >= ROUNDS {
                self.rounds = 0;
                self.place ^= 1;
                self.largest[self.place] = 0.0;
            }
        }
        let extra = self.excess(cx, delivered, rate, window);
        self.largest[self.place] = self.largest[self.place].max(extra);
    }

    /// What this ACK and those before it in the epoch delivered beyond the rate.
    pub(in crate::congestion) fn excess(
        &mut self,
        cx: &Cx<'_>,
        delivered: Segments,
        rate: f64,
        window: Segments,
    ) -> Segments {
        let mut expected = rate * cx.now.since(self.since).as_secs() / f64::from(cx.mss);
        if self.packets <= expected || self.packets + delivered >= EPOCH_PACKETS {
            self.begin(cx.now);
            expected = 0.0;
        }
        self.packets += delivered;
        (self.packets - expected).min(window)
    }

    /// The largest of the last rounds, packets.
    pub(super) fn extra(&self) -> Segments {
        self.largest[0].max(self.largest[1])
    }
}
