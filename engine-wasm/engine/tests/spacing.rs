//! Paced and randomized spacing, and the window laws that go with it, through the whole stack.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

mod common;

use common::Dumbbell;
use droptail_engine::packet_sim::Simulation;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// A path of 100 ms whose links are so fast that nothing ever queues.
const FAST: f64 = 100_000.0;

fn fast(algorithm: &str, stack: Value) -> Dumbbell {
    let d = Dumbbell::new(FAST, 10_000).flow_with(algorithm, 100.0, json!({"stack": stack}));
    Dumbbell { access_mbps: FAST, ..d }
}

/// A stack whose window is `window` packets from the first on, and stays: neither congestion nor the receiver allow more.
fn fixed(window: u32, more: Value) -> Value {
    let mut params = json!({"delayedAck": 1, "initialWindow": window, "initialSsthresh": window, "windowScaling": false, "mss": 1000,
        "receiveBufferKb": f64::from(window) });
    for (key, value) in more.as_object().expect("fields") {
        params[key] = value.clone();
    }
    json!({"kind": "rfc", "params": params})
}

/// When the flow sent its packets, s, until it has sent `count`.
fn departures(run: &mut Simulation, count: usize) -> Vec<f64> {
    let mut times = Vec::with_capacity(count);
    while times.len() < count {
        assert!(run.now() < run.end(), "{} of {count} packets", times.len());
        run.step(Time::NEVER, 1);
        let sent = run.flows()[0].stats.sent_packets as usize;
        while times.len() < sent {
            times.push(run.now().as_secs());
        }
    }
    times
}

fn gaps(times: &[f64]) -> Vec<f64> {
    times.windows(2).map(|t| t[1] - t[0]).collect()
}

/// RTT_eff/RTT by equation 7 of the paper on Randomized TCP.
fn formula(w: f64, interval: f64) -> f64 {
    let excess = (2.0 * w * interval * interval / (3.0 * std::f64::consts::PI)).sqrt() + interval / 2.0;
    1.0 + excess / (2.0 * w)
}

#[test]
fn the_first_window_takes_what_the_paper_says() {
    // Section III of the paper on Randomized TCP: from packet 1 to packet w + 1, with w and RTT fixed, averaged over seeds.
    for w in [10_u32, 20, 50] {
        let seeds = 4000 / (w / 10);
        let mut sum = 0.0;
        for seed in 0..seeds {
            let mut run = fast("randomized", fixed(w, json!({}))).seconds(0.0, 10.0).seed(seed).simulation();
            let times = departures(&mut run, w as usize + 1);
            sum += times[w as usize] - times[0];
        }
        let (measured, expected) = (sum / f64::from(seeds) / 0.1, formula(f64::from(w), 1.0));
        println!("{w}: {measured} {expected}");
    }
}

#[test]
fn in_the_long_run_randomized_spacing_is_slower_than_the_formula() {
    for (w, expected) in [(5, 1.210), (10, 1.147), (20, 1.103), (50, 1.066)] {
        let d = fast("randomized", fixed(w, json!({}))).seconds(10.0, 410.0);
        let results = d.run();
        let rate = results.flows[0].goodput_mbps * 1e6 / 8.0 / 1000.0;
        let measured = f64::from(w) / rate / 0.1;
        println!("{w}: {measured} {expected}");
    }
}
