//! Completion times of transfers.

use schemars::JsonSchema;
use serde::Serialize;

use super::quantile::Histogram;
use crate::units::{Nanos, Time};

/// A completed transfer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Completion {
    /// Its start.
    pub began: Time,
    /// Time from there to the acknowledgement of its last byte.
    pub took: Nanos,
    /// Payload, bytes.
    pub bytes: u64,
}

/// Maximum number of completions listed; the statistics include all of them.
const MAX_LISTED: usize = 10_000;

/// The transfers of a flow since the start of the run, or of the measurement if that is later.
#[derive(Clone, Debug, Default)]
pub struct TransferStats {
    since: Time,
    started: u64,
    refused: u64,
    durations: Histogram,
    longest: Nanos,
    bytes: u64,
    listed: Vec<Completion>,
    rounds: Rounds,
    path: Option<PathLimits>,
    /// Slowdowns (completion time divided by the least possible), in millionths.
    slowdowns: Histogram,
    /// Number of active transfers, its integral in ns, and its last change.
    active: u32,
    integral: u128,
    changed: Time,
}

impl TransferStats {
    /// Restarts the counts at `now`.
    pub fn restart(&mut self, now: Time) {
        let active = self.active;
        let path = self.path;
        *self = TransferStats { since: now, active, changed: now, path, ..TransferStats::default() };
    }

    fn set_active(&mut self, now: Time, active: u32) {
        self.integral += u128::from(self.active) * u128::from(now.since(self.changed).0);
        (self.active, self.changed) = (active, now);
    }

    /// A transfer starts.
    pub fn begin(&mut self, now: Time) {
        self.started += 1;
        self.set_active(now, self.active + 1);
    }

    /// A transfer was refused because too many were active.
    pub fn refuse(&mut self) {
        self.refused += 1;
    }

    /// A transfer ends. `completion` is `None` if it was aborted or does not count. A transfer that started
    /// before the counts did does not count either.
    pub fn end(&mut self, now: Time, completion: Option<Completion>) {
        self.set_active(now, self.active - 1);
        let Some(completion) = completion.filter(|c| c.began >= self.since) else {
            return;
        };
        self.durations.add(completion.took);
        self.longest = self.longest.max(completion.took);
        self.bytes += completion.bytes;
        if let Some(path) = &self.path {
            let slowdown = completion.took.as_secs() / path.least_s(completion.bytes);
            self.slowdowns.add(Nanos((slowdown * MILLION) as u64));
        }
        if self.listed.len() < MAX_LISTED {
            self.listed.push(completion);
        }
    }

    /// All transfers of a round that started at `began` have ended.
    pub fn end_round(&mut self, now: Time, began: Time) {
        if began >= self.since {
            let took = now.since(began);
            self.rounds.durations.add(took);
            self.rounds.longest = self.rounds.longest.max(took);
        }
    }

    /// Sets the path that slowdowns refer to.
    pub fn set_path(&mut self, path: Option<PathLimits>) {
        self.path = path;
    }

    /// Number of active transfers.
    pub fn active(&self) -> u32 {
        self.active
    }

    /// The first 10,000 counted completions, in the order in which they ended.
    pub fn listed(&self) -> &[Completion] {
        &self.listed
    }

    /// The results at `now`.
    pub fn results(&self, now: Time) -> TransferResults {
        let mut at_now = self.clone();
        at_now.set_active(now, self.active);
        let span = now.since(self.since).0;
        let finished = self.durations.count();
        let secs = |nanos: Option<f64>| nanos.map(|n| n / 1e9);
        TransferResults {
            started: self.started,
            finished,
            active: self.active,
            refused: self.refused,
            mean_active: if span > 0 { at_now.integral as f64 / span as f64 } else { f64::from(self.active) },
            mean_kb: (finished > 0).then(|| self.bytes as f64 / 1000.0 / finished as f64),
            mean_s: secs(self.durations.mean()),
            median_s: secs(self.durations.quantile(0.5)),
            p95_s: secs(self.durations.quantile(0.95)),
            p99_s: secs(self.durations.quantile(0.99)),
            max_s: (finished > 0).then(|| self.longest.as_secs()),
            slowdown_mean: self.slowdowns.mean().map(|x| x / MILLION),
            slowdown_p50: self.slowdowns.quantile(0.5).map(|x| x / MILLION),
            slowdown_p95: self.slowdowns.quantile(0.95).map(|x| x / MILLION),
            slowdown_p99: self.slowdowns.quantile(0.99).map(|x| x / MILLION),
            rounds: self.rounds.results(),
        }
    }
}

const MILLION: f64 = 1e6;

/// Rounds of transfers that start together.
#[derive(Clone, Debug, Default)]
struct Rounds {
    durations: Histogram,
    longest: Nanos,
}

impl Rounds {
    /// `None` if no round has ended, as with most traffic.
    fn results(&self) -> Option<RoundResults> {
        let secs = |nanos: Option<f64>| nanos.map(|n| n / 1e9);
        Some(RoundResults {
            finished: self.durations.count(),
            mean_s: secs(self.durations.mean())?,
            p50_s: secs(self.durations.quantile(0.5))?,
            p95_s: secs(self.durations.quantile(0.95))?,
            p99_s: secs(self.durations.quantile(0.99))?,
            max_s: self.longest.as_secs(),
        })
    }
}

/// Limits of a transfer that has its path to itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PathLimits {
    /// Two-way propagation delay.
    pub propagation: Nanos,
    /// Rate of the slowest channel, Mb/s.
    pub rate_mbps: f64,
    /// Payload of a full segment, and headers of each, bytes.
    pub segment: (u32, u32),
}

impl PathLimits {
    /// The least possible time for `bytes` of payload, s: two-way propagation delay, and transmission at the
    /// slowest channel's rate.
    fn least_s(&self, bytes: u64) -> f64 {
        let (payload, header) = self.segment;
        let wire = bytes + bytes.div_ceil(u64::from(payload.max(1))) * u64::from(header);
        self.propagation.as_secs() + wire as f64 * 8.0 / (self.rate_mbps * 1e6)
    }
}

/// Results of a flow with many transfers. A completion time runs from the opening of the connection to the ACK of the last byte; that of
/// a response, from the request to the arrival of the last byte. It counts if the transfer both started and ended during the
/// measurement; transfers active at its end are left out.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferResults {
    /// Transfers started.
    pub started: u64,
    /// Transfers whose completion time is counted.
    pub finished: u64,
    /// Active transfers.
    pub active: u32,
    /// Transfers refused because too many were active.
    pub refused: u64,
    /// Mean number of concurrent transfers over time.
    pub mean_active: f64,
    /// Mean payload of finished transfers, kB.
    pub mean_kb: Option<f64>,
    /// Mean completion time, s.
    pub mean_s: Option<f64>,
    /// Median completion time, s, within 1.1 %.
    pub median_s: Option<f64>,
    /// 95th percentile of completion times, s, within 1.1 %.
    pub p95_s: Option<f64>,
    /// 99th percentile of completion times, s, within 1.1 %.
    pub p99_s: Option<f64>,
    /// Longest completion time, s.
    pub max_s: Option<f64>,
    /// Mean slowdown: completion time divided by the least possible, which is propagation there and back plus transmission at the rate of the
    /// slowest link.
    pub slowdown_mean: Option<f64>,
    /// Median slowdown, within 1.1 %.
    pub slowdown_p50: Option<f64>,
    /// 95th percentile of slowdowns, within 1.1 %.
    pub slowdown_p95: Option<f64>,
    /// 99th percentile of slowdowns, within 1.1 %.
    pub slowdown_p99: Option<f64>,
    /// Rounds, if transfers start together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<RoundResults>,
}

/// Rounds of transfers that start together. The time of a round is from its start to the end of its last
/// transfer. It counts if the round both started and ended during the measurement.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundResults {
    /// Rounds that are counted.
    pub finished: u64,
    /// Mean duration of a round, s.
    pub mean_s: f64,
    /// Median duration of a round, s, within 1.1 %.
    pub p50_s: f64,
    /// 95th percentile of the durations of rounds, s, within 1.1 %.
    pub p95_s: f64,
    /// 99th percentile of the durations of rounds, s, within 1.1 %.
    pub p99_s: f64,
    /// Longest duration of a round, s.
    pub max_s: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn completion(began_s: f64, took_s: f64) -> Completion {
        Completion { began: Time::from_secs(began_s), took: Nanos::from_secs(took_s), bytes: 2000 }
    }

    #[test]
    fn only_transfers_within_the_measurement_count() {
        let mut stats = TransferStats::default();
        stats.begin(Time::from_secs(1.0));
        stats.begin(Time::from_secs(2.0));
        stats.restart(Time::from_secs(3.0));
        stats.begin(Time::from_secs(4.0));
        stats.end(Time::from_secs(6.0), Some(completion(1.0, 5.0)));
        stats.end(Time::from_secs(8.0), Some(completion(4.0, 4.0)));
        stats.refuse();
        let results = stats.results(Time::from_secs(13.0));
        assert_eq!((results.started, results.finished, results.active, results.refused), (1, 1, 1, 1));
        assert_eq!((results.mean_s, results.max_s, results.mean_kb), (Some(4.0), Some(4.0), Some(2.0)));
        // Two at once for a second, three for two, two for two, one for five: 2 + 6 + 4 + 5 in ten seconds.
        assert!((results.mean_active - 1.7).abs() < 1e-12, "{}", results.mean_active);
        assert_eq!(stats.listed(), [completion(4.0, 4.0)]);
    }

    #[test]
    fn slowdown_is_completion_time_over_the_least_possible() {
        // 2000 bytes in segments of 1000 with 40 bytes of headers: 16,640 bits at 1.664 Mb/s are 10 ms, and 40 ms of propagation.
        let mut stats = TransferStats::default();
        let propagation = Nanos::from_millis(40.0);
        stats.set_path(Some(PathLimits { propagation, rate_mbps: 1.664, segment: (1000, 40) }));
        for took_s in [0.05, 0.1, 0.3] {
            stats.begin(Time::ZERO);
            stats.end(Time::from_secs(took_s), Some(completion(0.0, took_s)));
        }
        let results = stats.results(Time::from_secs(1.0));
        assert!((results.slowdown_mean.unwrap() - 3.0).abs() < 1e-5, "{results:?}");
        assert!((results.slowdown_p50.unwrap() / 2.0 - 1.0).abs() < 0.011, "{results:?}");
    }

    #[test]
    fn only_rounds_within_the_measurement_count() {
        let mut stats = TransferStats::default();
        assert_eq!(stats.results(Time::ZERO).rounds, None);
        stats.restart(Time::from_secs(1.0));
        stats.end_round(Time::from_secs(2.0), Time::from_secs(0.5));
        stats.end_round(Time::from_secs(4.0), Time::from_secs(2.0));
        let rounds = stats.results(Time::from_secs(5.0)).rounds.unwrap();
        assert_eq!((rounds.finished, rounds.mean_s, rounds.max_s), (1, 2.0, 2.0));
    }

    #[test]
    fn aborted_transfers_have_no_completion_time() {
        let mut stats = TransferStats::default();
        stats.begin(Time::ZERO);
        let results = stats.results(Time::from_secs(1.0));
        assert_eq!(
            (results.finished, results.mean_s, results.median_s, results.p95_s),
            (0, None, None, None)
        );
    }
}
