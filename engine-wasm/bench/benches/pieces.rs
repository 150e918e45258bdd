//! Benchmarks of single pieces of frequently executed code: `cargo bench -p droptail-bench`.

// The functions made by criterion's macros have no documentation.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use droptail_bench::{bare, find};
use droptail_engine::core::event::{Event, EventQueue, Kind};
use droptail_engine::document;
use droptail_engine::metrics::quantile::Histogram;
use droptail_engine::metrics::recorder::{Recorder, SeriesKind, SeriesSelection};
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::{Nanos, Time};

/// Pending events in S1: about one for each of 42 channels and 10 timers.
const WAITING: u32 = 50;
const FLOWS_OF_S1: usize = 10;

fn event_queue(c: &mut Criterion) {
    let mut queue = EventQueue::default();
    for i in 0..WAITING {
        queue.schedule(Time(u64::from(i) * 977), Kind::Arrival, i);
    }
    // The next arrival of a channel is a few microseconds to a millisecond away.
    let later = |time: Time, i: u32| time + Nanos(1 + u64::from(i.wrapping_mul(2_654_435_761) >> 12));
    let mut group = c.benchmark_group("event queue");
    let mut i = 0;
    group.bench_function("pop and push", |b| {
        b.iter(|| {
            let time = queue.peek().expect("never empty").time();
            queue.pop();
            i += 1;
            queue.schedule(later(time, i), Kind::Arrival, i % WAITING)
        });
    });
    group.bench_function("replace the top", |b| {
        b.iter(|| {
            let time = queue.peek().expect("never empty").time();
            i += 1;
            let seq = queue.take_seq();
            queue.replace_top(Event::new(later(time, i), seq, Kind::Arrival, i % WAITING));
        });
    });
}

fn metrics(c: &mut Criterion) {
    let mut group = c.benchmark_group("metrics");
    let mut now = Time::ZERO;
    let mut recorder = Recorder::new(FLOWS_OF_S1 * 8, SeriesSelection::All);
    let cwnd = recorder.add("f1", SeriesKind::Cwnd, None);
    group.bench_function("series record", |b| {
        b.iter(|| {
            now += Nanos(120_000);
            recorder.record(cwnd, now, black_box(50.0));
        });
    });
    let mut histogram = Histogram::default();
    let mut rtt = 0;
    group.bench_function("histogram add", |b| {
        b.iter(|| {
            rtt = (rtt + 7919) % 40_000_000;
            histogram.add(Nanos(40_000_000 + rtt));
        });
    });
}

/// One second of S1 after slow start, from a snapshot.
fn one_second(c: &mut Criterion) {
    let dumbbell = find("S1").expect("a scenario");
    let scenario = document::parse(&dumbbell.document().to_string()).expect("a valid document");
    let second = |options: Options| {
        let mut run = Simulation::new(&scenario, options);
        run.step(Time::from_secs(5.0), u64::MAX);
        let before = run.hops();
        let mut after = run.clone();
        after.step(Time::from_secs(6.0), u64::MAX);
        (run, after.hops() - before)
    };
    let mut group = c.benchmark_group("S1");
    group.sample_size(20);
    for (name, keep) in
        [("one second", SeriesSelection::All), ("one second without plots", SeriesSelection::Nothing)]
    {
        let (start, hops) = second(Options { keep, ..Options::default() });
        group.throughput(Throughput::Elements(hops));
        group.bench_function(name, |b| {
            let run = |mut run: Simulation| {
                run.step(Time::from_secs(6.0), u64::MAX);
                run
            };
            b.iter_batched(|| start.clone(), run, BatchSize::LargeInput);
        });
    }
    group.throughput(Throughput::Elements(bare::run(dumbbell, 6.0)));
    group.bench_function("six seconds of the bare loop", |b| b.iter(|| bare::run(black_box(dumbbell), 6.0)));
    group.bench_function("snapshot", |b| {
        let (start, _) = second(Options::default());
        b.iter(|| start.clone());
    });
}

criterion_group!(benches, event_queue, metrics, one_second);
criterion_main!(benches);
