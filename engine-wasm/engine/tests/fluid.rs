//! The fluid model against closed forms, against itself at other tolerances, and against what the literature says of it.

mod common;

use common::Dumbbell;
use droptail_engine::fluid_sim::FluidSimulation;
use droptail_engine::metrics::results::Results;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// A dumbbell's document with parameters of the model.
fn fluid(dumbbell: &Dumbbell, params: Value) -> FluidSimulation {
    let mut value = dumbbell.value();
    value["engine"] = json!("fluid");
    value["fluid"] = params;
    let scenario = droptail_engine::scenario::from_value(value).expect("a valid scenario");
    FluidSimulation::new(&scenario, false)
}

fn finished(mut run: FluidSimulation) -> FluidSimulation {
    run.step(Time::NEVER, u64::MAX);
    run
}

fn results(dumbbell: &Dumbbell, params: Value) -> Results {
    finished(fluid(dumbbell, params)).results()
}

fn core(results: &Results) -> &droptail_engine::metrics::results::QueueResults {
    results.queues.iter().find(|q| q.id == "core/forward").expect("a queue")
}

/// 100 Mb/s, 120 ms: 1000 packets of 1500 bytes on the way.
fn lone(algorithm: Value, buffer: f64) -> Dumbbell {
    let flow = json!({"algorithm": algorithm["id"], "params": algorithm["params"],
        "stack": {"kind": "rfc", "params": {"timestamps": false, "mss": 1460, "delayedAck": 1, "receiveBufferKb": 1_000_000}}});
    Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(100.0, (buffer * 1000.0) as u32) }
        .flow_with("aimd", 120.0, flow)
        .seconds(300.0, 1500.0)
}

#[test]
fn a_lone_aimd_uses_what_its_buffer_lets_it() {
    // U = [((1 + β)² − w0²)/2]/[(1 − w0) + ((1 + β)² − 1)/2] with w0 = f(1 + β), β the buffer in bandwidth-delay products.
    let cases = [
        (0.5, [0.757, 0.786, 0.818, 0.871, 0.964]),
        (0.7, [0.858, 0.889, 0.921, 0.966, 1.0]),
        (0.875, [0.947, 0.975, 0.995, 1.0, 1.0]),
    ];
    for (f, expected) in cases {
        for (buffer, expected) in [0.01, 0.05, 0.1, 0.2, 0.5].into_iter().zip(expected) {
            let law = json!({"id": "aimd", "params": {"a": 1.0, "b": 1.0 - f}});
            let results = results(&lone(law, buffer), json!({"start": "drawn"}));
            let q = core(&results);
            println!(
                "{f} {buffer}: {} {expected} {:?} events {} queue {}",
                q.utilisation, results.fluid, q.congestion_events, q.mean_packets
            );
            near(q.utilisation, expected, 0.005);
        }
    }
}

fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() <= within, "{value}, not {expected}");
}
