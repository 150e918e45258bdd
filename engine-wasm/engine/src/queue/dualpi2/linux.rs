//! DualPI2 compared with Linux's: `sch_dualpi2.c` by the authors of RFC 9332, with the same arrivals. tests/oracle/README.md says how it was measured.

use super::super::testing::Bench;
use super::*;
use serde::Deserialize;
use serde_json::json;

/// A packet every so many nanoseconds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stream {
    from_ns: u64,
    to_ns: u64,
    every_ns: u64,
    bytes: u32,
    ecn: String,
}

/// Counts of the L and the C queue in half a second, and the base probability at its end.
#[derive(Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Period {
    out: [f64; 2],
    #[serde(default)]
    marked: [f64; 2],
    #[serde(default)]
    dropped: [f64; 2],
    waited_us: [f64; 2],
    p: f64,
}

/// Mean and standard deviation over runs.
type Spread = [f64; 2];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Spreads {
    out: [Spread; 2],
    marked: [Spread; 2],
    dropped: [Spread; 2],
    waited_us: [Spread; 2],
    p: Spread,
}

#[derive(Deserialize)]
struct Exact {
    streams: Vec<Stream>,
    periods: Vec<Period>,
    marked: Vec<[Spread; 2]>,
}

#[derive(Deserialize)]
struct Drawn {
    streams: Vec<Stream>,
    runs: u32,
    periods: Vec<Spreads>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Measured {
    rate_mbps: u64,
    period_ns: u64,
    exact: Exact,
    drawn: Drawn,
}

fn measured() -> Measured {
    serde_json::from_str(include_str!("../../../../../tests/oracle/dualpi2.json")).expect("figures")
}

/// Linux's defaults. It multiplies nanoseconds by whole numbers, 44 and 879 for gains of 0.16 and 3.2, into units of 2⁻³² / 64. A full packet
/// includes the Ethernet header.
fn linux() -> Bench {
    let gain = |n: f64| n * 1e9 / 64.0 / 4_294_967_296.0;
    Bench::new(
        "dualpi2",
        json!({
            "targetMs": 15, "updateMs": 16, "alpha": gain(44.0), "beta": gain(879.0), "thresholdMs": 1, "rampMs": 0,
            "leastPackets": 0, "weightC": 0.1, "evenL": false, "evenC": false, "mtuBytes": 1514,
        }),
    )
}

/// What the queue does with the arrivals; a link of `rate_mbps` serves it.
fn play(mut bench: Bench, streams: &[Stream], periods: usize, of: &Measured) -> Vec<Period> {
    let end = periods as u64 * of.period_ns;
    let mut next: Vec<u64> = streams.iter().map(|stream| stream.from_ns).collect();
    let mut free_at = None;
    let mut classes = vec![];
    let mut done = vec![];
    let mut now = Period::default();
    while done.len() < periods {
        let arrival = (0..streams.len()).filter(|i| next[*i] < streams[*i].to_ns).min_by_key(|i| next[*i]);
        let arrives_at = arrival.map_or(u64::MAX, |i| next[i]);
        let at = arrives_at.min(free_at.unwrap_or(u64::MAX)).min(end);
        let boundary = (done.len() as u64 + 1) * of.period_ns;
        bench.now = Time(at);
        let class = |ecn: Ecn| usize::from(ecn != Ecn::Ect1);
        match arrival {
            Some(i) if arrives_at == at && at < end => {
                let stream = &streams[i];
                bench.ecn = match stream.ecn.as_str() {
                    "ect1" => Ecn::Ect1,
                    "ect0" => Ecn::Ect0,
                    _ => Ecn::NotEct,
                };
                classes.push(class(bench.ecn));
                bench.offer(0, stream.bytes);
                next[i] += stream.every_ns;
            }
            _ => free_at = None,
        }
        if at < end && free_at.is_none() {
            if let Some(packet) = bench.take() {
                let class = classes[packet.id as usize];
                now.out[class] += 1.0;
                now.waited_us[class] += bench.now.since(packet.queued_at).0 as f64 / 1e3;
                free_at = Some(at + u64::from(packet.size) * 8000 / of.rate_mbps);
            }
            for (id, verdict) in bench.verdicts() {
                let class = classes[id as usize];
                let counts = if verdict == Verdict::Marked { &mut now.marked } else { &mut now.dropped };
                counts[class] += 1.0;
            }
        }
        if at == end {
            // Makes the updates that are due.
            bench.take();
        }
        // The first event of a period counts as the last one of the period before, as in the measurement.
        if at >= boundary {
            now.p = bench.variables()[0];
            for class in 0..2 {
                now.waited_us[class] /= now.out[class].max(1.0);
            }
            done.push(std::mem::take(&mut now));
        }
    }
    done
}

#[test]
fn order_delays_and_base_probability_are_those_of_linux() {
    // All packets can be marked and k·p' stays below 1, so that nothing depends on random numbers.
    let of = measured();
    let ours = play(linux(), &of.exact.streams, of.exact.periods.len(), &of);
    for (i, (ours, theirs)) in ours.iter().zip(&of.exact.periods).enumerate() {
        assert_eq!(ours.out, theirs.out, "period {i}");
        for class in 0..2 {
            let (a, b) = (ours.waited_us[class], theirs.waited_us[class]);
            assert!((a - b).abs() < 0.001, "period {i}, queue {class}: {a} and {b} µs");
        }
        assert!((ours.p - theirs.p).abs() < 1e-6, "period {i}: {} and {}", ours.p, theirs.p);
    }
    // Marks are random.
    for (i, (ours, theirs)) in ours.iter().zip(&of.exact.marked).enumerate() {
        for (count, [mean, sd]) in ours.marked.iter().zip(theirs) {
            assert!((count - mean).abs() <= 4.0 * sd + 0.5, "period {i}: {count}, {mean} ± {sd}");
        }
    }
}

#[test]
fn drops_and_overload_are_those_of_linux() {
    // Packets that cannot be marked, and twice the capacity in the L queue: random numbers decide how long the queues are. Means over as many runs
    // as were measured, within four standard deviations of the difference of two of them.
    let of = measured();
    let runs = of.drawn.runs;
    let mut sums = vec![Period::default(); of.drawn.periods.len()];
    for seed in 1..=runs {
        for (sum, period) in
            sums.iter_mut().zip(play(linux().seed(seed), &of.drawn.streams, of.drawn.periods.len(), &of))
        {
            for class in 0..2 {
                sum.out[class] += period.out[class];
                sum.marked[class] += period.marked[class];
                sum.dropped[class] += period.dropped[class];
                sum.waited_us[class] += period.waited_us[class];
            }
            sum.p += period.p;
        }
    }
    let n = f64::from(runs);
    for (i, (sum, theirs)) in sums.iter().zip(&of.drawn.periods).enumerate() {
        let check = |what: &str, sum: f64, [mean, sd]: Spread, least: f64| {
            let (ours, within) = (sum / n, 4.0 * sd * (2.0 / n).sqrt() + least);
            assert!((ours - mean).abs() <= within, "period {i}, {what}: {ours}, {mean} ± {within}");
        };
        for class in 0..2 {
            check("sent", sum.out[class], theirs.out[class], 0.5);
            check("marked", sum.marked[class], theirs.marked[class], 0.5);
            check("dropped", sum.dropped[class], theirs.dropped[class], 0.5);
            check("waited, µs", sum.waited_us[class], theirs.waited_us[class], 2.0);
        }
        check("p'", sum.p, theirs.p, 1e-4);
    }
}
