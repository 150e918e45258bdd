//! Token buckets, and the policer, which drops packets that exceed one before they reach the queue.

use super::{ChannelFacts, Discipline, QueueCx, QueuedPacket, Shaping, Store, Verdict};
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

/// A token bucket, represented by the time at which it will be full, so that nothing has to be updated
/// between packets. The remainder of a division is carried, as in a transmitter, so that the rate is exact.
#[derive(Clone, Debug)]
pub struct TokenBucket {
    rate: Rate,
    burst: u64,
    full_at: Time,
    carry: u64,
}

impl TokenBucket {
    /// A full bucket.
    pub fn new(rate: Rate, burst_bytes: u64) -> TokenBucket {
        TokenBucket { rate: Rate(rate.0.max(1)), burst: burst_bytes, full_at: Time::ZERO, carry: 0 }
    }

    /// Rate at which tokens arrive.
    pub fn rate(&self) -> Rate {
        self.rate
    }

    /// Changes the parameters and keeps the tokens, as far as they fit.
    pub fn set(&mut self, now: Time, rate: Rate, burst_bytes: u64) {
        let tokens = self.tokens(now);
        *self = TokenBucket::new(rate, burst_bytes);
        let missing = (burst_bytes as f64 - tokens).max(0.0);
        self.full_at = now + Nanos::from_secs(missing * 8.0 / self.rate.0 as f64);
    }

    /// Tokens in bytes; negative after a packet larger than the bucket.
    pub fn tokens(&self, now: Time) -> f64 {
        self.burst as f64 - self.full_at.since(now).as_secs() * self.rate.0 as f64 / 8.0
    }

    fn time_for(&self, bytes: u64) -> Nanos {
        Nanos((u128::from(bytes) * 8 * u128::from(NANOS_PER_SEC) / u128::from(self.rate.0)) as u64)
    }

    /// When there are enough tokens for a packet. A packet larger than the bucket needs a full one.
    pub fn ready(&self, now: Time, size: u32) -> Time {
        let rest = self.time_for(self.burst.saturating_sub(u64::from(size)));
        now.max(Time(self.full_at.0.saturating_sub(rest.0)))
    }

    /// Takes the tokens of a packet.
    pub fn take(&mut self, now: Time, size: u32) {
        let work = u128::from(size) * 8 * u128::from(NANOS_PER_SEC) + u128::from(self.carry);
        let rate = u128::from(self.rate.0);
        if self.full_at < now {
            self.full_at = now;
        }
        self.full_at += Nanos((work / rate) as u64);
        self.carry = (work % rate) as u64;
    }
}

/// A discipline behind a policer.
#[derive(Clone, Debug)]
pub struct Policed {
    /// The discipline itself.
    pub inner: Box<dyn Discipline>,
    /// The token bucket.
    pub bucket: TokenBucket,
}

impl Policed {
    /// Whether a packet conforms; if so, takes its tokens. A packet larger than the bucket never does.
    fn admits(&mut self, now: Time, size: u32) -> bool {
        let fits = u64::from(size) <= self.bucket.burst && self.bucket.ready(now, size) <= now;
        if fits {
            self.bucket.take(now, size);
        }
        fits
    }
}

impl Discipline for Policed {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if self.admits(cx.now, packet.size) { self.inner.enqueue(cx, packet) } else { Verdict::EarlyDrop }
    }

    fn pass(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        if !self.admits(cx.now, packet.size) {
            return Verdict::EarlyDrop;
        }
        if self.inner.is_transparent() { Verdict::Enqueued } else { self.inner.pass(cx, packet) }
    }

    /// Waiting packets have already passed the policer.
    fn restore(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.inner.enqueue(cx, packet)
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        self.inner.dequeue(cx)
    }

    fn store(&self) -> &dyn Store {
        self.inner.store()
    }

    fn limit_packets(&self) -> Option<f64> {
        self.inner.limit_packets()
    }

    fn set_facts(&mut self, facts: ChannelFacts) {
        self.inner.set_facts(facts);
    }

    fn shaping(&self) -> Option<Shaping> {
        self.inner.shaping()
    }

    fn as_policed(&mut self) -> Option<&mut Policed> {
        Some(self)
    }

    fn policer(&self) -> Option<&TokenBucket> {
        Some(&self.bucket)
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.inner.variables(show);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_input_gets_a_burst_and_then_the_rate() {
        // 1 Mb/s with 12.5 kB, and arrivals at 2 Mb/s: the first loss after b/(x − r) = 12 500/125 000 = 0.1
        // s, then every second packet.
        let mut bucket = TokenBucket::new(Rate::from_mbps(1.0), 12_500);
        let (mut passed, mut first) = (0u64, None);
        for i in 0..100_000u64 {
            let now = Time(i * 1_000_000);
            if bucket.ready(now, 250) <= now {
                bucket.take(now, 250);
                passed += 1;
            } else {
                first = first.or(Some(i));
            }
        }
        println!("first loss after {first:?} ms, passed {passed} of 100 000");
        assert!((99..=101).contains(&first.unwrap()), "{first:?}");
        // 100 s at 1 Mb/s plus the bucket are 50 050 packets.
        assert!((50_049..=50_051).contains(&passed), "{passed}");
    }

    #[test]
    fn the_rate_is_exact_in_the_long_run() {
        // 1500 bytes at 7 Mb/s take 1 714 285.714… ns; seven packets take 12 ms.
        let mut bucket = TokenBucket::new(Rate::from_mbps(7.0), 1500);
        let mut now = Time::ZERO;
        for _ in 0..7_000 {
            now = bucket.ready(now, 1500);
            bucket.take(now, 1500);
        }
        assert_eq!(bucket.full_at, Time(12_000_000_000));
    }

    #[test]
    fn other_parameters_keep_the_tokens() {
        let mut bucket = TokenBucket::new(Rate::from_mbps(8.0), 10_000);
        bucket.take(Time::ZERO, 6000);
        assert!((bucket.tokens(Time::ZERO) - 4000.0).abs() < 1e-6);
        bucket.set(Time(1_000_000), Rate::from_mbps(1.0), 20_000);
        assert!((bucket.tokens(Time(1_000_000)) - 5000.0).abs() < 1e-6, "{}", bucket.tokens(Time(1_000_000)));
        bucket.set(Time(1_000_000), Rate::from_mbps(1.0), 3000);
        assert!((bucket.tokens(Time(1_000_000)) - 3000.0).abs() < 1e-6);
    }

    #[test]
    fn a_packet_larger_than_the_bucket_needs_a_full_one() {
        let mut bucket = TokenBucket::new(Rate::from_mbps(8.0), 1000);
        assert_eq!(bucket.ready(Time::ZERO, 1500), Time::ZERO);
        bucket.take(Time::ZERO, 1500);
        assert!((bucket.tokens(Time::ZERO) + 500.0).abs() < 1e-6);
        assert_eq!(bucket.ready(Time::ZERO, 1500), Time(1_500_000));
    }
}
