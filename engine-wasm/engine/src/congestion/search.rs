//! SEARCH: Kachooei, Chung, Li, Peters, Chung & Claypool, "Improving TCP Slow Start Performance in Wireless
//! Networks with SEARCH", WoWMoM 2024; draft-chung-ccwg-search. Slow start ends when considerably less is
//! delivered than was sent a round trip earlier.

use super::{Ack, Control, Cx, MIN_SSTHRESH};
use crate::units::{Nanos, Segments, Time};

/// A window of 3.5 initial RTTs in ten bins. The windows compared are one round trip apart, at most this many
/// bins.
const WINDOW_RTTS: f64 = 3.5;
const WINDOW_BINS: u64 = 10;
const MAX_RTT_BINS: u64 = 40;
/// Number of bins kept: a window, a round trip before it, and one for interpolation.
const KEPT: usize = 64;

/// State of slow start.
#[derive(Clone, Debug)]
pub struct Search {
    threshold: f64,
    sent: Segments,
    bins: Option<Bins>,
}

/// Packets delivered and sent by the end of each bin, as ring buffers.
#[derive(Clone, Debug)]
struct Bins {
    length: Nanos,
    /// End of the current bin, and the number of the last complete one.
    end: Time,
    last: u64,
    delivered: [Segments; KEPT],
    sent: [Segments; KEPT],
}

impl Search {
    /// A detector that ends slow start once this share of the sent data is missing.
    pub fn new(threshold: f64) -> Search {
        Search { threshold, sent: 0.0, bins: None }
    }

    /// A packet was sent.
    pub fn on_sent(&mut self) {
        self.sent += 1.0;
    }

    /// Processes an ACK. Sets ssthresh to the window to end slow start.
    pub fn watch(&mut self, control: &mut Control, cx: &Cx<'_>, ack: &Ack) {
        if cx.hold.application || cx.hold.receiver {
            // While the application limits the flow, the sent data does not represent the path.
            self.bins = None;
            return;
        }
        let Some(rtt) = ack.rtt.filter(|_| control.cwnd < control.ssthresh) else { return };
        let delivered = cx.delivered as f64;
        let Some(bins) = &mut self.bins else {
            self.bins = Some(Bins::new(cx.now, rtt, delivered, self.sent));
            return;
        };
        if cx.now < bins.end {
            return;
        }
        if !bins.advance(cx.now, delivered, self.sent) {
            self.bins = None;
        } else if bins.missing(rtt).is_some_and(|share| share >= self.threshold) {
            control.ssthresh = control.cwnd.max(MIN_SSTHRESH);
        }
    }
}

impl Bins {
    fn new(now: Time, rtt: Nanos, delivered: Segments, sent: Segments) -> Bins {
        let length = rtt.scale(WINDOW_RTTS / WINDOW_BINS as f64).max(Nanos(1));
        let mut bins = Bins { length, end: now + length, last: 0, delivered: [0.0; KEPT], sent: [0.0; KEPT] };
        (bins.delivered[0], bins.sent[0]) = (delivered, sent);
        bins
    }

    /// Completes one or more bins. Returns false if there were too many to continue.
    fn advance(&mut self, now: Time, delivered: Segments, sent: Segments) -> bool {
        let passed = now.since(self.end).0 / self.length.0 + 1;
        if passed > WINDOW_BINS {
            return false;
        }
        let before = self.last as usize % KEPT;
        let (was_delivered, was_sent) = (self.delivered[before], self.sent[before]);
        for skipped in 1..passed {
            let at = (self.last + skipped) as usize % KEPT;
            (self.delivered[at], self.sent[at]) = (was_delivered, was_sent);
        }
        self.last += passed;
        self.end += Nanos(passed * self.length.0);
        let at = self.last as usize % KEPT;
        (self.delivered[at], self.sent[at]) = (delivered, sent);
        true
    }

    /// Share of the data sent in the window that ended a round trip ago that was not delivered in the window
    /// that ends now; `None` if there are too few bins.
    fn missing(&self, rtt: Nanos) -> Option<f64> {
        let shift = rtt.0 / self.length.0;
        let fraction = (rtt.0 % self.length.0) as f64 / self.length.0 as f64;
        let right = self.last.checked_sub(shift).filter(|&bin| bin >= WINDOW_BINS)?;
        if shift >= MAX_RTT_BINS {
            return None;
        }
        let delivered = self.delivered[self.last as usize % KEPT]
            - self.delivered[(self.last - WINDOW_BINS) as usize % KEPT];
        let sent = self.sent_by(right, fraction) - self.sent_by(right - WINDOW_BINS, fraction);
        (sent > 0.0).then(|| (sent - delivered) / sent)
    }

    /// Packets sent up to a fraction of a bin before its end.
    fn sent_by(&self, bin: u64, fraction: f64) -> Segments {
        let at = self.sent[bin as usize % KEPT];
        let before = bin.checked_sub(1).map_or(0.0, |bin| self.sent[bin as usize % KEPT]);
        at - fraction * (at - before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::congestion::testing;
    use crate::core::random::Rng;
    use crate::core::rtt::Rtt;

    /// A flow that doubles by ACKs, on a path of `per_rtt` packets per round trip of 100 ms with an unlimited
    /// queue. Returns the time from the first queueing to the exit in round trips, and the packets in flight
    /// at the exit relative to the path's BDP.
    fn exit(threshold: f64, per_rtt: f64) -> (f64, f64) {
        let base = 0.1;
        let gap = base / per_rtt;
        let mut search = Search::new(threshold);
        let mut control = Control::window(10.0);
        let (rtt, mut rng) = (Rtt::default(), Rng::new(1, "bench", "law"));
        // Times at which each packet was sent and its ACK arrives; the bottleneck is free from `free` on.
        let mut in_flight = std::collections::VecDeque::new();
        let mut free = 0.0f64;
        let mut send = |now: f64| {
            free = free.max(now) + gap;
            (now, free + base)
        };
        for _ in 0..10 {
            search.on_sent();
            in_flight.push_back(send(0.0));
        }
        for delivered in 1.. {
            let (sent_at, now) = in_flight.pop_front().unwrap();
            let mut cx = testing::context(Time::from_secs(now), &rtt, &mut rng);
            cx.delivered = delivered;
            let ack = Ack { rtt: Some(Nanos::from_secs(now - sent_at)), counted: 1.0, ..Ack::default() };
            search.watch(&mut control, &cx, &ack);
            if control.ssthresh.is_finite() {
                // The pipe is full after this many doublings.
                let full = base * libm::log2(per_rtt / 10.0);
                return ((now - full) / base, control.cwnd / per_rtt);
            }
            control.cwnd += 1.0;
            for _ in 0..2 {
                search.on_sent();
                in_flight.push_back(send(now));
            }
        }
        unreachable!()
    }

    #[test]
    fn exits_after_the_path_is_full_and_later_with_a_higher_threshold() {
        // A doubling fluid: 4.9 base RTTs after saturation with 5.3 BDPs in flight for 0.26, 5.7 and 6.2 for
        // 0.35.
        for (threshold, rtts, flight) in [(0.26, 4.9, 5.3), (0.35, 5.7, 6.2)] {
            let (after, in_flight) = exit(threshold, 640.0);
            assert!((after - rtts).abs() < 1.0, "{threshold}: {after} RTTs");
            assert!((in_flight - flight).abs() < 0.8, "{threshold}: {in_flight} products");
        }
    }

    #[test]
    fn bins_are_a_tenth_of_three_and_a_half_round_trips() {
        let bins = Bins::new(Time::ZERO, Nanos::from_millis(100.0), 0.0, 0.0);
        assert_eq!(bins.length, Nanos::from_millis(35.0));
    }

    #[test]
    fn a_long_silence_restarts_the_bins() {
        let mut bins = Bins::new(Time::ZERO, Nanos::from_millis(100.0), 0.0, 10.0);
        assert!(bins.advance(Time::from_secs(0.36), 10.0, 20.0));
        assert_eq!((bins.last, bins.delivered[9], bins.delivered[10]), (10, 0.0, 10.0));
        assert!(!bins.advance(Time::from_secs(0.8), 10.0, 20.0));
    }

    #[test]
    fn the_amount_sent_a_round_trip_ago_is_interpolated() {
        // Ten packets per bin, nothing lost: the packets delivered now were sent two and a half bins ago.
        let mut bins = Bins::new(Time::ZERO, Nanos::from_millis(100.0), 0.0, 25.0);
        for bin in 1..=20u32 {
            let (now, n) = (f64::from(bin) * 0.035, f64::from(bin) * 10.0);
            assert!(bins.advance(Time::from_secs(now), n, n + 25.0));
        }
        let missing = bins.missing(Nanos::from_millis(2.5 * 35.0)).unwrap();
        assert!(missing.abs() < 1e-9, "{missing}");
        // Too little history: the window of a round trip ago would begin before the first bin.
        assert_eq!(bins.missing(Nanos::from_millis(11.0 * 35.0)), None);
    }
}
