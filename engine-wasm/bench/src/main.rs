//! The native side of `npm run bench`.
//!
//! - `droptail-bench documents`: the scenarios as the engine reads them
//! - `droptail-bench measure SCENARIO REPEATS`: times, hops and memory of engine and bare loop
//! - `droptail-bench once engine|bare SCENARIO SECONDS`: one run and its hops, for an external tool that
//!   counts

mod memory;

use std::process::ExitCode;
use std::time::Instant;

use droptail_bench::{FLUID, SCENARIOS, SCRIPTED, bare, find};
use droptail_engine::document;
use droptail_engine::run::Run;
use droptail_engine::units::Time;
use serde_json::{Value, json};

#[global_allocator]
static MEMORY: memory::Peak = memory::Peak::new();

const USAGE: &str =
    "usage: droptail-bench documents | measure SCENARIO REPEATS | once engine|bare SCENARIO SECONDS";

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
                    let bare = || bare::run(dumbbell, dumbbell.duration_s);
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

fn timed(run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_secs_f64()
}

fn engine(document: &str, seconds: f64) -> u64 {
    let scenario = document::parse(document).expect("a valid document");
    let mut run = Run::new(&scenario, true);
    let end = Time::from_secs(seconds);
    while run.now() < end {
        run.step(end, 1_000_000);
    }
    run.hops()
}
