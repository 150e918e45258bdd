//! The fluid model compared with closed forms, with itself at other tolerances, and with the literature.

use crate::common::Dumbbell;
use droptail_engine::fluid_sim::FluidSimulation;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::metrics::results::Results;
use droptail_engine::model::Model;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// A dumbbell's document with parameters of the model.
fn fluid(dumbbell: &Dumbbell, params: Value) -> FluidSimulation {
    let mut value = dumbbell.value();
    value["engine"] = json!("fluid");
    value["fluid"] = params;
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    FluidSimulation::new(&scenario, SeriesSelection::Nothing)
}

fn finished(mut run: FluidSimulation) -> FluidSimulation {
    run.solve(Time::NEVER, u64::MAX);
    run
}

fn results(dumbbell: &Dumbbell, params: Value) -> Results {
    finished(fluid(dumbbell, params)).results()
}

fn core(results: &Results) -> &droptail_engine::metrics::results::QueueResults {
    results.queues.iter().find(|q| q.id == "core/forward").expect("a queue")
}

/// 100 Mb/s, 120 ms: a BDP of 1000 packets of 1500 bytes.
fn lone(algorithm: Value, buffer: f64) -> Dumbbell {
    let flow = json!({"algorithm": algorithm["id"], "params": algorithm["params"],
        "stack": {"kind": "rfc", "params": {"timestamps": false, "mss": 1460, "delayedAck": 1, "receiveBufferKb": 1_000_000}}});
    Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(100.0, (buffer * 1000.0) as u32) }
        .flow_with("aimd", 120.0, flow)
        .seconds(300.0, 1500.0)
}

#[test]
fn utilisation_of_a_single_aimd_flow_depends_on_the_buffer() {
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

/// 10,000 packets/s, RTT 10 ms: a BDP of 100 packets, a buffer of 50.
fn small(params: Value) -> (Results, Vec<f64>) {
    let flow = json!({"algorithm": "reno", "stack": {"kind": "rfc", "params":
        {"timestamps": false, "mss": 1460, "delayedAck": 1}}});
    let mut dumbbell = Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(120.0, 50) }
        .flow_with("reno", 10.0, flow)
        .seconds(20.0, 120.0);
    dumbbell.core["delayMs"] = json!(2);
    dumbbell.access_ms = vec![3.0];
    let mut run = fluid(&dumbbell, params);
    let mut windows = vec![];
    for ms in 20_000..120_000 {
        run.solve(Time::from_secs(f64::from(ms) / 1e3), u64::MAX);
        windows.push(run.window(0).expect("a window"));
    }
    windows.sort_by(f64::total_cmp);
    (finished(run).results(), windows)
}

#[test]
fn literal_equations_agree_with_events_if_a_round_trip_loses_one_packet() {
    // A single Reno flow on a path with 101 packets of BDP and 50 of buffer. With one halving per event, it halves 151 packets
    // plus the growth in the 1.5 ms until the queue detects congestion and in the 13.5 ms until the response. With the literal
    // equations, Euler's method with steps of 10 µs gives 75.6 … 152.9 packets and U = 0.966. (If the current RTT is used
    // instead of that at the loss, the flow never learns of some of the losses: 81 … 152, U = 0.981 for a path of 100 packets.)
    let (results, windows) = small(json!({"start": "drawn"}));
    near(core(&results).utilisation, 0.969, 0.002);
    near(windows[0], 76.4, 0.1);
    near(windows[windows.len() - 1], 152.9, 0.1);
    let (results, windows) = small(json!({"start": "drawn", "losses": "literal"}));
    near(core(&results).utilisation, 0.966, 0.002);
    near(windows[0], 75.6, 0.5);
    near(windows[windows.len() - 1], 152.9, 0.1);
}

#[test]
fn random_losses_balance_growth() {
    // The fixed point of dW/dt = 1/R − W²p/(2R): W = √(2/p) (Misra, Gong & Towsley 2000), 15.5 % above the sawtooth's √(3/2p).
    for p in [1e-2, 1e-3, 1e-4] {
        let stack = json!({"stack": {"kind": "rfc", "params": {"delayedAck": 1}}});
        let dumbbell = Dumbbell::new(10_000.0, 1000)
            .flow_with("reno", 100.0, stack)
            .core("lossRate", json!(p))
            .seconds(0.0, 400.0);
        let run = finished(fluid(&dumbbell, json!({"losses": "literal"})));
        let expected = libm::sqrt(2.0 / p);
        near(run.window(0).expect("a window") / expected, 1.0, 1e-3);
    }
}

/// The example of Hollot, Misra, Towsley & Gong (INFOCOM 2001): 3750 packets/s, 60 Reno flows, 0.2 s of propagation, and RED
/// with marks, a gain of 1.86e-4 per packet and a slow average.
fn hollot(min_th: f64, weight: f64, params: Value) -> FluidSimulation {
    // 500 bytes on the wire. The gaps between marks are uniform in 1 … 1/p, so the fraction 2p/(1 + p) is marked; p is set so
    // that this is p0 = 0.00841 at 175 packets.
    let max_p = 0.008_41 / (2.0 - 0.008_41) / ((175.0 - min_th) / (700.0 - min_th));
    let red = json!({"kind": "red", "params": {"limitPackets": 800, "minTh": min_th, "maxTh": 700.0, "maxP": max_p,
        "weight": weight, "gentle": false, "meanPacketBytes": 500, "ecn": true}});
    let mut dumbbell = Dumbbell { access_mbps: 1e6, ..Dumbbell::new(15.0, 800) }.core("queue", red);
    // 0.2 s in total, including transmission of a packet and its ACK on all links.
    let rtt_ms = 200.0 - (500.0 + 40.0) * 8.0 / 15e3;
    for _ in 0..60 {
        let stack = json!({"stack": {"kind": "rfc", "params":
            {"timestamps": false, "mss": 460, "delayedAck": 1, "ecn": true}}});
        dumbbell = dumbbell.flow_with("reno", rtt_ms, stack);
    }
    fluid(&dumbbell.seconds(0.0, 600.0), params)
}

#[test]
fn red_settles_at_the_operating_point_of_its_equations() {
    // R0 = 0.2 + 175/3750 = 0.2467 s, W0 = R0·C/N = 15.42, p0 = 2/W0² = 0.00841.
    let run = finished(hollot(100.0, 1.33e-6, json!({"losses": "literal", "start": "drawn"})));
    near(run.window(0).expect("a window"), 15.42, 0.01);
    near(run.queued_bytes("core/forward") / 500.0, 175.0, 0.5);
}

#[test]
fn the_method_is_of_third_order_without_discontinuities() {
    // Windows start above their equilibrium. By 2 s the queue has formed and only oscillates, in a range where RED has no kink.
    // From that state, exact to 10⁻⁹, the number of steps grows as the inverse cube root of the tolerance.
    let params = json!({"losses": "literal", "start": "drawn", "startLeast": 1.3, "startMost": 1.3, "tolerance": 1e-9});
    let mut start = hollot(0.0, 1e-3, params);
    start.solve(Time::from_secs(2.0), u64::MAX);
    let run = |tolerance: f64| {
        let mut run = start.clone();
        let edit = droptail_engine::scenario::Edit {
            at_s: 2.0,
            path: "/fluid/tolerance".into(),
            value: json!(tolerance),
        };
        run.edit(edit).expect("a tolerance");
        let before = run.effort().steps;
        let queue = |tenth: u32| {
            run.solve(Time::from_secs(2.0 + f64::from(tenth) / 10.0), u64::MAX);
            run.queued_bytes("core/forward")
        };
        let queues: Vec<f64> = (1..=40).map(queue).collect();
        (queues, (run.effort().steps - before) as f64)
    };
    let (exact, _) = run(1e-10);
    // Errors at all these moments together: at a single one they might cancel.
    let error = |queues: &[f64]| {
        libm::sqrt(queues.iter().zip(&exact).map(|(q, e)| (q - e) * (q - e)).sum::<f64>() / 40.0)
    };
    for (one, other) in [(1e-6, 1e-8), (1e-7, 1e-9)] {
        let [(coarse, few), (fine, many)] = [one, other].map(run);
        let (coarse, fine) = (error(&coarse), error(&fine));
        let order = libm::log(coarse / fine) / libm::log(many / few);
        assert!(order > 2.5, "{coarse} {fine} {few} {many}: {order}");
    }
}

#[test]
fn steps_per_second_do_not_grow_with_hundreds_of_flows() {
    // With this seed the queue becomes full during jumps that are taken together. That once cost 14,000 steps in 2 ms.
    let stack = json!({"kind": "rfc", "params":
        {"timestamps": false, "mss": 1460, "delayedAck": 1, "receiveBufferKb": 1_000_000}});
    let flows = 600;
    let mut dumbbell = Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(10_000.0, 14_167).seed(3) };
    for i in 0..flows {
        let rtt_ms = 80.0 + 180.0 * f64::from(i) / f64::from(flows - 1);
        dumbbell = dumbbell.flow_with("hstcp", rtt_ms, json!({"stack": stack}));
    }
    let mut value = dumbbell.seconds(0.0, 50.0).value();
    value["engine"] = json!("fluid");
    value["fluid"] = json!({"start": "drawn", "level": "share", "x": 0.6});
    value["links"][0].as_object_mut().expect("the core").remove("backward");
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let run = finished(FluidSimulation::new(&scenario, SeriesSelection::Nothing));
    // About thirty: those that end with a sample, and one for each tenth of the shortest RTT while flows lose.
    let steps = run.effort().steps as f64 / 50.0;
    assert!((10.0..60.0).contains(&steps), "{steps} steps a second");
}

fn highspeed(algorithm: &str, params: Value) -> FluidSimulation {
    let mut dumbbell = Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(1000.0, 1000) };
    let stack = json!({"kind": "rfc", "params":
        {"timestamps": false, "mss": 1460, "delayedAck": 1, "receiveBufferKb": 1_000_000}});
    for i in 0..4 {
        dumbbell = dumbbell.flow_with(algorithm, 80.0 + 40.0 * f64::from(i), json!({"stack": stack}));
    }
    fluid(&dumbbell.seconds(50.0, 400.0), params)
}

#[test]
fn halving_the_tolerance_changes_utilisation_by_less_than_one_percent() {
    for algorithm in ["hstcp", "cubic", "htcp", "scalable", "reno", "bic"] {
        for losses in ["event", "literal"] {
            let [coarse, fine] = [1e-3, 5e-4].map(|tolerance| {
                let params = json!({"start": "drawn", "losses": losses, "tolerance": tolerance});
                core(&finished(highspeed(algorithm, params)).results()).utilisation
            });
            assert!((coarse / fine - 1.0).abs() < 0.01, "{algorithm} {losses}: {coarse} {fine}");
        }
    }
}

#[test]
fn equal_flows_that_lose_together_stay_equal() {
    let mut dumbbell = Dumbbell::new(100.0, 100);
    for _ in 0..5 {
        dumbbell = dumbbell.flow("cubic", 50.0);
    }
    let mut run = fluid(&dumbbell.seconds(0.0, 60.0), json!({}));
    for second in 1..=60 {
        run.solve(Time::from_secs(f64::from(second)), u64::MAX);
        let first = run.window(0).expect("a window");
        for flow in 1..5 {
            near(run.window(flow).expect("a window") / first, 1.0, 1e-9);
        }
    }
    near(run.results().jain.expect("flows"), 1.0, 1e-9);
}

#[test]
fn fluid_is_conserved() {
    // At every queue, what arrived is what departed, what is queued, and what was lost. What was delivered is what was sent
    // minus what was lost and what is in flight.
    for losses in ["event", "literal"] {
        let results = finished(highspeed("reno", json!({"losses": losses}))).results();
        let q = core(&results);
        let wire = 1500.0 * 8.0 / 1e6;
        let carried: f64 = results.flows.iter().map(|f| f.throughput_mbps).sum();
        near(carried / (q.utilisation * 1000.0), 1.0, 1e-6);
        for flow in &results.flows {
            let span = results.to_s - results.from_s;
            let delivered = flow.throughput_mbps * span / wire;
            let way = flow.sent_packets as f64 - flow.drops as f64 - delivered;
            // At most a window of 1000 Mb/s and 200 ms.
            assert!(way.abs() < 17_000.0 + 2.0, "{way}");
        }
        let came = q.arrivals as f64;
        let left = q.utilisation * 1000.0 * (results.to_s - results.from_s) / wire;
        assert!((came - left - q.drops as f64).abs() < 1001.0 + 2.0, "{came} {left} {}", q.drops);
    }
}

#[test]
fn chunks_snapshots_and_edits_give_the_same_run() {
    let whole = finished(highspeed("cubic", json!({"level": "share"})));
    let mut run = highspeed("cubic", json!({"level": "share"}));
    let mut at = 0.0;
    while run.now() < run.end() {
        at += 0.0137;
        run.solve(Time::from_secs(at), 7);
    }
    assert_eq!((run.digest(), run.ladder()), (whole.digest(), whole.ladder()));

    let mut live = highspeed("cubic", json!({"level": "share"}));
    live.solve(Time::from_secs(123.456_789), u64::MAX);
    let copy = live.clone();
    for (path, value) in [
        ("/links/core/forward/rateMbps", json!(500)),
        ("/flows/f1/algorithm", json!("reno")),
        ("/fluid/level", json!("fixed")),
        ("/links/core/forward/delayMs", json!(25)),
    ] {
        let at_s = live.now().as_secs();
        let edit = droptail_engine::scenario::Edit { at_s, path: path.into(), value };
        live.edit(edit).expect("a valid edit");
        live.solve(Time::from_secs(at_s + 10.1), u64::MAX);
    }
    let live = finished(live);
    let replayed = finished(FluidSimulation::new(live.scenario(), SeriesSelection::All));
    assert_eq!((live.digest(), live.ladder()), (replayed.digest(), replayed.ladder()));
    assert_eq!(finished(copy).digest(), whole.digest());
    assert_ne!(live.digest(), whole.digest());
}

#[test]
fn documents_without_a_fluid_form_are_rejected() {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = Dumbbell::new(10.0, 50).flow("reno", 50.0).value();
        value["engine"] = json!("fluid");
        change(&mut value);
        let problems = droptail_engine::document::from_value(value).expect_err("no fluid form");
        problems.into_iter().map(|p| p.pointer).collect::<Vec<_>>()
    };
    assert_eq!(with(&|v| v["flows"][0]["algorithm"] = json!("tahoe")), ["/flows/0/algorithm"]);
    assert_eq!(with(&|v| v["flows"][0]["traffic"] = json!({"kind": "web"})), ["/flows/0/traffic/kind"]);
    assert_eq!(
        with(&|v| v["links"][0]["forward"]["queue"] = json!({"kind": "codel"})),
        ["/links/0/forward/queue/kind"]
    );
    assert_eq!(with(&|v| v["fluid"] = json!({"m": 0.5})), ["/fluid/m"]);
}

#[test]
fn pie_and_adaptive_red_hold_their_targets_as_in_the_packet_model() {
    let dumbbell = |queue: Value| {
        let mut dumbbell = Dumbbell::new(50.0, 1000).core("queue", queue);
        for i in 0..10 {
            dumbbell = dumbbell.flow("reno", 40.0 + 4.0 * f64::from(i));
        }
        dumbbell.seconds(60.0, 200.0)
    };
    // RFC 8033: the equations have their equilibrium at QDELAY_REF, 15 ms.
    let pie = results(&dumbbell(json!({"kind": "pie"})), json!({}));
    near(core(&pie).mean_delay_ms, 15.0, 0.1);
    // Adaptive RED oscillates, so its queue is empty for part of the time, as in the packet model.
    let ared = dumbbell(json!({"kind": "ared", "params": {"limitPackets": 1000}}));
    let (fluid, packets) = (results(&ared, json!({})), ared.run());
    near(core(&fluid).utilisation / core(&packets).utilisation, 1.0, 0.03);
    near(core(&fluid).mean_packets / core(&packets).mean_packets, 1.0, 0.2);
}

#[test]
fn delay_based_controllers_keep_their_target_backlog() {
    // FAST keeps α packets of each flow in queues (Jin, Wei & Low 2004), Vegas between α and β (Brakmo & Peterson 1995).
    let queue = |algorithm: &str, params: Value| {
        let mut dumbbell = Dumbbell::new(50.0, 1000);
        for rtt in [40.0, 60.0, 80.0] {
            dumbbell = dumbbell.flow_with(algorithm, rtt, json!({"params": params}));
        }
        let results = results(&dumbbell.seconds(60.0, 120.0), json!({}));
        (core(&results).mean_packets, core(&results).sd_packets, core(&results).utilisation)
    };
    let (mean, sd, used) = queue("fast", json!({"alpha": 20.0}));
    near(mean, 60.0, 0.1);
    assert!(sd < 0.1 && used > 0.999, "{sd} {used}");
    let (mean, sd, used) = queue("vegas", json!({}));
    assert!((3.0..=9.0).contains(&mean) && sd < 0.1 && used > 0.999, "{mean} {sd} {used}");
}

#[test]
fn a_pie_queue_that_is_nearly_empty_takes_ordinary_steps() {
    // While the queue is empty, the probability falls by 2 % per period. When the first drop of fluid ended that, this queue
    // changed between empty and busy 262,208 times before the run gave up.
    let queue =
        json!({"kind": "pie", "params": {"targetMs": 3, "alpha": 0.5, "beta": 6.7, "meanPacketBytes": 2000}});
    let dumbbell = Dumbbell::new(0.07, 1000).core("queue", queue).flow("sack", 240.0).seconds(0.0, 10.0);
    let run = finished(fluid(&dumbbell, json!({"fromCongestion": false})));
    assert_eq!((run.now(), run.stopped()), (run.end(), None));
    assert!(run.effort().steps < 1000, "{:?}", run.effort());
}

#[test]
fn nothing_is_measured_before_the_measurement_starts() {
    // Without congestion the measurement does not start. The solver is slightly ahead of the run's time; that is not a span to
    // divide by.
    let run = finished(fluid(
        &lone(json!({"id": "newreno", "params": {}}), 10.0).seconds(0.0, 0.37),
        json!({"fromCongestion": true}),
    ));
    let results = run.results();
    assert_eq!((results.from_s, results.goodput_mbps), (results.to_s, 0.0));
    assert!(results.max_min_distance.is_none_or(|off| off <= 1.0), "{:?}", results.max_min_distance);
}
