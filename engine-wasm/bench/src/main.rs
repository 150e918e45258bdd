//! The native side of `npm run bench`.
//!
//! - `droptail-bench documents`: the scenarios as the engine reads them
//! - `droptail-bench scale`: names and numbers of flows of the scenarios for which only `measure` has documents
//! - `droptail-bench measure SCENARIO REPEATS`: times, hops and memory of engine and bare loop
//! - `droptail-bench once engine|bare SCENARIO SECONDS`: one run and its hops, for an external tool that
//!   counts
//! - `droptail-bench delivered SCENARIO`: packets that receivers got in one run, and its processor time, to compare with other simulators
//!
//! Times are processor times where the system tells them (Linux), so that other programs count little.

mod memory;

use std::process::ExitCode;
use std::time::Instant;

use droptail_bench::{FLUID, MSS, SCALE, SCENARIOS, SCRIPTED, bare, find};
use droptail_engine::document;
use droptail_engine::run::Run;
use droptail_engine::units::Time;
use serde_json::{Value, json};

#[global_allocator]
static MEMORY: memory::Peak = memory::Peak::new();

const USAGE: &str = "usage: droptail-bench documents | scale | measure SCENARIO REPEATS | once engine|bare SCENARIO SECONDS | delivered SCENARIO";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match answer(&args.iter().map(String::as_str).collect::<Vec<_>>()) {
        Some(answer) => {
            println!("{answer}");
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("{USAGE}");
            ExitCode::FAILURE
        }
    }
}

fn answer(args: &[&str]) -> Option<Value> {
    match args {
        ["documents"] => {
            let packets = SCENARIOS.iter().map(|s| json!({ "id": s.id, "document": s.document() }));
            Some(
                packets
                    .chain(FLUID.iter().map(|s| json!({ "id": s.id, "document": s.document() })))
                    .chain([json!({ "id": SCRIPTED, "document": SCENARIOS[0].scripted() })])
                    .collect(),
            )
        }
        ["scale"] => Some(SCALE.iter().map(|s| json!({ "id": s.id, "flows": s.flows })).collect()),
        ["measure", SCRIPTED, repeats] => {
            let (dumbbell, repeats) = (&SCENARIOS[0], repeats.parse().ok()?);
            let built_in = dumbbell.document().to_string();
            let built_in = || engine(&built_in, dumbbell.duration_s);
            Some(measure(&dumbbell.scripted(), dumbbell.duration_s, built_in, repeats))
        }
        ["measure", id, repeats] => {
            let repeats = repeats.parse().ok()?;
            match FLUID.iter().find(|s| s.id == *id) {
                Some(fluid) => Some(measure(&fluid.document(), fluid.duration_s, || 0, repeats)),
                None => {
                    let dumbbell = find(id)?;
                    // The bare loop's table of routes grows with the square of the flows.
                    let is_scale = SCALE.iter().any(|s| s.id == dumbbell.id);
                    let bare = || if is_scale { 0 } else { bare::run(dumbbell, dumbbell.duration_s) };
                    Some(measure(&dumbbell.document(), dumbbell.duration_s, bare, repeats))
                }
            }
        }
        ["once", what, id, seconds] => {
            let (dumbbell, seconds) = (find(id)?, seconds.parse().ok()?);
            let hops = match *what {
                "engine" => engine(&dumbbell.document().to_string(), seconds),
                "bare" => bare::run(dumbbell, seconds),
                _ => return None,
            };
            Some(json!(hops))
        }
        ["delivered", id] => {
            let dumbbell = find(id)?;
            let document = dumbbell.document().to_string();
            let mut packets = 0.0;
            let seconds = timed(|| packets = delivered(&document, dumbbell.duration_s));
            Some(json!({ "packets": packets, "seconds": seconds }))
        }
        _ => None,
    }
}

/// Alternates between the bare loop and the engine, so that a slowdown of the machine affects both.
fn measure(document: &Value, duration_s: f64, bare: impl Fn() -> u64, repeats: u32) -> Value {
    let document = document.to_string();
    let (mut hops, mut bare_hops) = (0, 0);
    let (mut seconds, mut bare_seconds) = (Vec::new(), Vec::new());
    let mut peak_bytes = 0;
    for _ in 0..repeats {
        bare_seconds.push(timed(|| bare_hops = bare()));
        MEMORY.restart();
        seconds.push(timed(|| hops = engine(&document, duration_s)));
        peak_bytes = MEMORY.peak_bytes();
    }
    json!({
        "hops": hops, "seconds": seconds, "bareHops": bare_hops, "bareSeconds": bare_seconds, "peakBytes": peak_bytes,
    })
}

/// Processor time of `run`, s; elapsed time where the system does not tell it.
fn timed(run: impl FnOnce()) -> f64 {
    let (start, processor) = (Instant::now(), processor_s());
    run();
    match (processor, processor_s()) {
        (Some(before), Some(after)) => after - before,
        _ => start.elapsed().as_secs_f64(),
    }
}

/// Processor time of this thread so far, s: the first number of this file, in ns (Linux, Documentation/scheduler/sched-stats.rst).
fn processor_s() -> Option<f64> {
    let numbers = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(numbers.split_whitespace().next()?.parse::<f64>().ok()? / 1e9)
}

fn engine(document: &str, seconds: f64) -> u64 {
    run(document, seconds).hops()
}

/// Full packets whose data reached applications.
fn delivered(document: &str, seconds: f64) -> f64 {
    let results = run(document, seconds).results();
    let span_s = results.to_s - results.from_s;
    (results.goodput_mbps * 1e6 / 8.0 * span_s / f64::from(MSS)).round()
}

fn run(document: &str, seconds: f64) -> Run {
    // The largest document exceeds the limits of documents, so only those within them are checked.
    let scenario = document::parse(document)
        .unwrap_or_else(|_| serde_json::from_str(document).expect("a document of the right shape"));
    let mut run = Run::new(&scenario, true);
    let end = Time::from_secs(seconds);
    while run.now() < end {
        run.step(end, 1_000_000);
    }
    run
}
