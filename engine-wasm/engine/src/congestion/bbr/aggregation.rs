//! ACK aggregation: packets delivered in excess of the estimated rate. The window needs this many more to fill the path (Linux:
//! "extra acked").

use crate::congestion::Cx;
use crate::units::{Segments, Time};

/// Rounds per half of the maximum filter.
const ROUNDS: u32 = 5;
/// Length of an epoch, packets.
const EPOCH_PACKETS: f64 = 1_048_576.0;

/// Maximum filter of the excess.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::congestion) struct Aggregation {
    /// Maximum of the current half and of the previous one.
    largest: [f64; 2],
    place: usize,
    rounds: u32,
    /// Packets since the start of the epoch, and the time of that start.
    packets: f64,
    since: Time,
}

impl Aggregation {
    /// Starts an epoch.
    pub(in crate::congestion) fn begin(&mut self, now: Time) {
        (self.packets, self.since) = (0.0, now);
    }

    /// An ACK delivers packets while `rate` bytes per second are expected. The excess is limited to `window`.
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

    /// Packets that the epoch has delivered in excess of the rate, including those of this ACK.
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

    /// Maximum excess of the last rounds, packets.
    pub(super) fn extra(&self) -> Segments {
        self.largest[0].max(self.largest[1])
    }
}
