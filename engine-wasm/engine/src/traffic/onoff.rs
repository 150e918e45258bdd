//! Many ON/OFF sources with heavy-tailed periods: together they are self-similar (Willinger, Taqqu, Sherman & Wilson,
//! *Self-Similarity Through High-Variability*, 1997).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Datagrams, TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::core::random::Rng;
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

/// Pareto-distributed periods with a given mean: X = x_m·U^(−1/a), x_m = mean·(a − 1)/a.
#[derive(Clone, Copy, Debug)]
struct Pareto {
    shape: f64,
    mean_s: f64,
}

impl Pareto {
    /// The shortest period, x_m.
    fn shortest_s(&self) -> f64 {
        self.mean_s * (self.shape - 1.0) / self.shape
    }

    fn draw(&self, rng: &mut Rng) -> Nanos {
        Nanos::from_secs(self.shortest_s() * libm::pow(1.0 - rng.uniform(), -1.0 / self.shape))
    }

    /// Residual time of a period at a random moment. Its density is P(X > x)/mean, so with s uniform
    /// P(rest > x) = s at x = mean·(1 − s) below x_m and at x_m·(a·s)^(−1/(a − 1)) beyond.
    fn draw_rest(&self, rng: &mut Rng) -> Nanos {
        let s = 1.0 - rng.uniform();
        Nanos::from_secs(if s * self.shape > 1.0 {
            self.mean_s * (1.0 - s)
        } else {
            self.shortest_s() * libm::pow(self.shape * s, -1.0 / (self.shape - 1.0))
        })
    }
}

/// An ON/OFF source with packets at even intervals of its ON time. An interval that is interrupted by an OFF period continues in the
/// next ON period, so the mean rate is exact.
#[derive(Clone, Debug)]
struct Source {
    rng: Rng,
    /// End of the ON period that contains the last packet, or the start.
    off_at: Time,
}

impl Source {
    /// Starts in the stationary state at `now`. Returns when the first packet is due.
    fn begin(&mut self, periods: &Periods, now: Time, gap: Nanos) -> Time {
        let (on, off) = (periods.on, periods.off);
        // The first packet is at a random point of an interval.
        let part = gap.scale(self.rng.uniform());
        let on_at = if self.rng.chance(on.mean_s / (on.mean_s + off.mean_s)) {
            self.off_at = now + on.draw_rest(&mut self.rng);
            now
        } else {
            let on_at = now + off.draw_rest(&mut self.rng);
            self.off_at = on_at + on.draw(&mut self.rng);
            on_at
        };
        self.advance(periods, on_at, part)
    }

    /// When the source, which is ON at `at`, will have been ON for another `wanted`.
    fn advance(&mut self, periods: &Periods, mut at: Time, mut wanted: Nanos) -> Time {
        loop {
            let left = self.off_at.since(at);
            if wanted <= left || self.off_at == Time::NEVER {
                return at + wanted;
            }
            wanted = wanted - left;
            at = self.off_at + periods.off.draw(&mut self.rng);
            self.off_at = at + periods.on.draw(&mut self.rng);
        }
    }
}

/// The periods of all sources.
#[derive(Clone, Copy, Debug)]
struct Periods {
    on: Pareto,
    off: Pareto,
}

/// The superposition of all sources.
#[derive(Clone, Debug)]
pub struct OnOff {
    periods: Periods,
    /// ON time between packets.
    gap: Nanos,
    /// Payload of a packet, bytes.
    packet: u32,
    sources: Vec<Source>,
    /// Time of the next packet of each source.
    next: BinaryHeap<Reverse<(Time, u16)>>,
}

/// The row of the catalogue.
pub(super) fn row() -> TrafficRow {
    let seconds =
        |id, symbol, name, default| Param::number(id, symbol, name, "s").range(0.05, 10_000.0, default).log();
    let info = TrafficInfo {
        row: Row {
            id: "onoff".into(),
            name: "ON/OFF sources".into(),
            summary: "Many sources with Pareto-distributed ON and OFF times: self-similar background traffic.".into(),
            source: "A Model Based TCP-Friendly Rate Control Protocol, section III-C.4".into(),
            year: 1999,
            params: vec![
                Param::number("sources", "N", "Sources", "")
                    .range(1.0, 1000.0, 20.0)
                    .integer()
                    .help("Independent sources whose packets this flow carries."),
                Param::number("rateKbps", "", "Rate while ON", "kb/s")
                    .range(1.0, 1_000_000.0, 12.0)
                    .log()
                    .help("Payload rate of one source while it is ON; its mean is rate·ON/(ON + OFF)."),
                seconds("onS", "", "Mean ON time", 1.0).help("Mean of the Pareto-distributed time for which a source sends."),
                seconds("offS", "", "Mean OFF time", 2.0).help("Mean of the Pareto-distributed time for which a source is silent."),
                Param::number("shape", "a", "Shape", "")
                    .range(1.1, 10.0, 1.2)
                    .help("Exponent of both Pareto tails. Below 2 the variance is infinite and the sum is long-range dependent, H = (3 − a)/2."),
                Param::number("packetBytes", "", "Packet", "bytes")
                    .range(1.0, 9000.0, 972.0)
                    .integer()
                    .help("Payload of a datagram; with 28 bytes of headers the default gives packets of 1000 bytes."),
            ],
        },
        transports: &[TransportKind::Udp],
    };
    let kind = TrafficKind::Datagrams {
        make: |s, seed, id, now| Datagrams::OnOff(OnOff::new(s, seed, id, now)),
        sources: |s| s.number("sources") as u32,
    };
    TrafficRow { complaint, offered, ..plain(info, kind) }
}

/// See [`TrafficRow`].
fn offered(s: &Settings<'_>) -> Option<(f64, f64)> {
    let on = s.number("onS") / (s.number("onS") + s.number("offS"));
    Some((s.number("sources") * s.number("rateKbps") * 1e3 * on, s.number("packetBytes")))
}

/// Maximum number of ON periods between two packets: each of them costs a random draw.
const MAX_PERIODS: f64 = 100.0;

/// See [`TrafficRow`].
fn complaint(s: &Settings<'_>) -> Option<(&'static str, String)> {
    let (packet, on_s, sources) = (s.number("packetBytes"), s.number("onS"), s.number("sources"));
    let least = packet * 8.0 / 1000.0 / (MAX_PERIODS * on_s);
    // Time is counted in nanoseconds, so gaps must not be shorter.
    let most = packet * 8e6 / sources;
    match s.number("rateKbps") {
        rate if rate < least => {
            let periods = MAX_PERIODS;
            let why =
                format!("a packet of {packet} bytes must not take more than {periods} ON times of {on_s} s");
            Some(("rateKbps", format!("at least {least} kb/s: {why}")))
        }
        rate if rate > most => {
            let why = format!(
                "{sources} sources that are ON must not send more than one packet of {packet} bytes per nanosecond"
            );
            Some(("rateKbps", format!("at most {most} kb/s: {why}")))
        }
        _ => None,
    }
}

impl OnOff {
    /// The sources of the flow `id` from `now` on, in the stationary state.
    fn new(s: &Settings<'_>, seed: u32, id: &str, now: Time) -> OnOff {
        let shape = s.number("shape");
        let packet = s.number("packetBytes") as u32;
        let rate = Rate::from_mbps(s.number("rateKbps") / 1000.0);
        let on = Pareto { shape, mean_s: s.number("onS") };
        let off = Pareto { shape, mean_s: s.number("offS") };
        let mut all = OnOff {
            periods: Periods { on, off },
            gap: Nanos((u64::from(packet) * 8 * NANOS_PER_SEC / rate.0).max(1)),
            packet,
            sources: Vec::new(),
            next: BinaryHeap::new(),
        };
        for number in 0..s.number("sources") as u16 {
            let rng = Rng::new(seed, id, &format!("traffic/{number}"));
            let mut source = Source { rng, off_at: now };
            let first = source.begin(&all.periods, now, all.gap);
            all.sources.push(source);
            all.next.push(Reverse((first, number)));
        }
        all
    }

    /// Payload of each packet, bytes.
    pub fn packet(&self) -> u32 {
        self.packet
    }

    /// When the next packet is due.
    pub fn next(&self) -> Option<Time> {
        self.next.peek().map(|Reverse((at, _))| *at)
    }

    /// Takes a packet that is due by `now`, if there is one.
    pub fn take_due(&mut self, now: Time) -> bool {
        let Some(&Reverse((at, number))) = self.next.peek() else {
            return false;
        };
        if at > now {
            return false;
        }
        self.next.pop();
        let then = self.sources[usize::from(number)].advance(&self.periods, at, self.gap);
        self.next.push(Reverse((then, number)));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::ParamValue;

    fn sources(seed: u32, params: &[(&str, f64)]) -> OnOff {
        let given = params.iter().map(|(id, value)| ((*id).to_owned(), ParamValue::Number(*value))).collect();
        OnOff::new(&Settings::new(&row().info.row.params, &given), seed, "f", Time::ZERO)
    }

    /// Times of packets before `end_s`.
    fn packets(mut all: OnOff, end_s: f64) -> Vec<Time> {
        let end = Time::from_secs(end_s);
        let mut times = Vec::new();
        while let Some(at) = all.next()
            && at < end
        {
            assert!(all.take_due(at));
            times.push(at);
        }
        times
    }

    #[test]
    fn periods_have_the_minimum_of_a_pareto_with_the_requested_mean() {
        // X = x_m·U^(−1/a) has mean a·x_m/(a − 1): with shape 1.2 and means of 1 s and 2 s x_m is 1/6 s and 1/3 s.
        let on = Pareto { shape: 1.2, mean_s: 1.0 };
        let off = Pareto { shape: 1.2, mean_s: 2.0 };
        assert!((on.shortest_s() - 1.0 / 6.0).abs() < 1e-12 && (off.shortest_s() - 1.0 / 3.0).abs() < 1e-12);
        let mut rng = Rng::new(1, "periods", "test");
        let mut draws: Vec<_> = (0..100_000).map(|_| on.draw(&mut rng).as_secs()).collect();
        draws.sort_by(f64::total_cmp);
        assert!(draws[0] >= 1.0 / 6.0 - 1e-9 && draws[0] < 0.1668);
        // P(X > x) = (x_m/x)^1.2: median x_m·2^(1/1.2) = 0.29697 s; 99th percentile x_m·100^(1/1.2) = 7.7360 s. The standard
        // errors of the ranks are 158 and 31, so those of the values are 0.3 % and 2.7 %.
        assert!((draws[50_000] / 0.29697 - 1.0).abs() < 0.01, "{}", draws[50_000]);
        assert!((draws[99_000] / 7.7360 - 1.0).abs() < 0.1, "{}", draws[99_000]);
    }

    #[test]
    fn the_residual_time_has_the_equilibrium_distribution() {
        // P(rest > x) = ∫ₓ P(X > t) dt/mean, with shape 3 and mean 3 s (x_m = 2 s): 1 − x/3 up to 2 s, then (2/x)²/3.
        let period = Pareto { shape: 3.0, mean_s: 3.0 };
        let mut rng = Rng::new(1, "rest", "test");
        let draws: Vec<_> = (0..100_000).map(|_| period.draw_rest(&mut rng).as_secs()).collect();
        for (x, expected) in
            [(0.6, 0.8), (1.5, 0.5), (2.0, 1.0 / 3.0), (4.0, 1.0 / 12.0), (20.0, 1.0 / 300.0)]
        {
            let share = draws.iter().filter(|&&d| d > x).count() as f64 / 1e5;
            // Three standard errors.
            assert!(
                (share - expected).abs() < 3.0 * libm::sqrt(expected * (1.0 - expected) / 1e5),
                "{x}: {share}"
            );
        }
    }

    #[test]
    fn the_mean_rate_follows_from_the_periods() {
        // With a light tail the mean converges: 50 sources of 12 kb/s that are ON for 1 s of 3 send 200 kb/s. Means over
        // 20,000 s: the variance of a source's ON share over time T is about 2·0.22·τ/T with τ of the order of a second.
        let all = sources(1, &[("sources", 50.0), ("shape", 5.0)]);
        let times = packets(all, 20_000.0);
        let rate = times.len() as f64 * 972.0 * 8.0 / 20_000.0;
        assert!((rate / 200_000.0 - 1.0).abs() < 0.01, "{rate}");
    }

    #[test]
    fn the_papers_sources_send_four_kb_per_second_each() {
        // TFRCP, section III-C.4: shape 1.2, 12 kb/s for 1 s of 3. The variance is infinite: the error of a mean over T is about
        // σ·T^(H − 1). With H = 0.9 that is a tenth of σ even over 25,000 s, and σ is 1.4 times the mean. The error of the mean over
        // 100 sources is about 5 %; the bound is three times that.
        let all = sources(7, &[("sources", 100.0)]);
        let rate = packets(all, 25_000.0).len() as f64 * 972.0 * 8.0 / 25_000.0;
        assert!((rate / 400_000.0 - 1.0).abs() < 0.15, "{rate}");
    }

    #[test]
    fn it_is_stationary_from_the_start() {
        // A third of the sources is ON at any time, so the first seconds have equal numbers of packets: 500 sources of 4 kb/s
        // and 20 seeds give 5144 packets per second in total.
        let mut counts = [0.0f64; 10];
        for seed in 0..20 {
            for at in packets(sources(seed, &[("sources", 500.0)]), 10.0) {
                counts[at.as_secs() as usize] += 1.0;
            }
        }
        let expected = 20.0 * 500.0 * 4000.0 / (972.0 * 8.0);
        for (second, count) in counts.iter().enumerate() {
            // Packets of a source per second: mean 0.51, variance about 0.6; 10,000 of them, four standard errors.
            assert!(
                (count - expected).abs() < 4.0 * libm::sqrt(0.6 * 1e4),
                "second {second}: {count} {expected}"
            );
        }
    }

    /// Hurst parameter by the variance-time plot: the variance of means over m seconds falls as m^(2H − 2).
    fn hurst(times: &[Time], end_s: f64) -> f64 {
        let mut bins = vec![0.0; end_s as usize];
        for t in times {
            bins[t.as_secs() as usize] += 1.0;
        }
        let sizes = [10usize, 20, 40, 80, 160, 320];
        let points: Vec<(f64, f64)> = sizes
            .iter()
            .map(|&m| {
                let means: Vec<f64> =
                    bins.chunks_exact(m).map(|c| c.iter().sum::<f64>() / m as f64).collect();
                let mean = means.iter().sum::<f64>() / means.len() as f64;
                let variance =
                    means.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / means.len() as f64;
                (libm::log(m as f64), libm::log(variance))
            })
            .collect();
        let n = points.len() as f64;
        let (sx, sy) = points.iter().fold((0.0, 0.0), |a, p| (a.0 + p.0, a.1 + p.1));
        let cov: f64 = points.iter().map(|p| (p.0 - sx / n) * (p.1 - sy / n)).sum();
        let var: f64 = points.iter().map(|p| (p.0 - sx / n) * (p.0 - sx / n)).sum();
        1.0 + cov / var / 2.0
    }

    #[test]
    fn the_sum_is_self_similar_and_a_poisson_process_is_not() {
        // H = (3 − a)/2 = 0.9 in theory (Willinger et al. 1997); a Poisson process has 1/2. The estimator is biased downwards for H
        // near 1, since the mean of the whole series is subtracted.
        let end_s = 25_000.0;
        let heavy = hurst(&packets(sources(3, &[("sources", 80.0)]), end_s), end_s);
        assert!(heavy > 0.75 && heavy < 1.0, "{heavy}");
        // The same sources with periods of finite variance have no long-range dependence.
        let light = hurst(&packets(sources(3, &[("sources", 80.0), ("shape", 3.0)]), end_s), end_s);
        assert!((light - 0.5).abs() < 0.1, "{light}");
        let mut rng = Rng::new(1, "poisson", "test");
        let mut at = 0.0;
        let mut times = Vec::new();
        while at < end_s {
            times.push(Time::from_secs(at));
            at += rng.exponential() / 40.0;
        }
        let poisson = hurst(&times, end_s);
        assert!((poisson - 0.5).abs() < 0.1, "{poisson}");
    }

    #[test]
    fn a_source_sends_at_even_intervals_while_it_is_on() {
        // One source at 8 kb/s with packets of 100 bytes: 0.1 s apart, unless an OFF time of x_m or more lies in between.
        let params = [("sources", 1.0), ("rateKbps", 8.0), ("packetBytes", 100.0)];
        let times = packets(sources(1, &params), 500.0);
        let gaps: Vec<_> = times.windows(2).map(|w| w[1].since(w[0]).as_secs()).collect();
        let even = gaps.iter().filter(|g| (*g - 0.1).abs() < 1e-8).count();
        assert!(gaps.iter().all(|&g| (g - 0.1).abs() < 1e-8 || g >= 0.1 + 1.0 / 3.0 - 1e-8));
        assert!(even > gaps.len() / 2 && even < gaps.len());
    }
}
