//! Runs with queue disciplines, and with links that have bursty losses or traces, compared with their sources.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, queue};
use droptail_engine::model::Model;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::Time;
use serde_json::{Value, json};

fn discipline(kind: &str, params: Value) -> Value {
    json!({"kind": kind, "params": params})
}

/// The variables of the core's queue.
fn variables(run: &Simulation) -> Vec<f64> {
    let core = run.network().channels.iter().find(|c| c.id == "core/forward").expect("a core");
    let mut values = vec![];
    core.queue.variables(&mut |x| values.push(x));
    values
}

/// The mean of one of the core's variables, in samples 10 ms apart.
fn mean_variable(run: &mut Simulation, which: usize, from_s: f64, to_s: f64) -> f64 {
    run.step(Time::from_secs(from_s), u64::MAX);
    let samples = ((to_s - from_s) * 100.0) as u32;
    let mut sum = 0.0;
    for i in 1..=samples {
        run.step(Time::from_secs(from_s + f64::from(i) / 100.0), u64::MAX);
        sum += variables(run)[which];
    }
    sum / f64::from(samples)
}

/// This number of SACK flows with RTTs of about 60 ms over 20 Mb/s.
fn crowd(flows: u32, queue: Value, stack: Value) -> Dumbbell {
    let mut d = Dumbbell::new(20.0, 1).core("queue", queue).seconds(20.0, 80.0);
    for i in 0..flows {
        let more = json!({"startS": 0.1 * f64::from(i), "stack": stack});
        d = d.flow_with("sack", 60.0 + f64::from(i), more);
    }
    d
}

fn plain() -> Value {
    json!({"kind": "rfc", "params": {"delayedAck": 1}})
}

#[test]
fn adaptive_red_keeps_its_average_at_the_target_under_changing_load() {
    // Floyd, Gummadi & Shenker 2001: whatever the load, the average stays in the middle fifth between the thresholds, min + 0.4
    // … 0.6 of their distance; RED's average depends on the load. At 20 Mb/s the thresholds are 5 and 15 packets: 9 … 11. This
    // holds while max_p is between its bounds, which requires about ten flows here.
    let averages = |kind: &str| {
        let queue = discipline(kind, json!({"limitPackets": 500}));
        let mut d = Dumbbell::new(20.0, 1).core("queue", queue).seconds(0.0, 180.0);
        for i in 0..48 {
            let (start, stop) = if i < 12 { (0.0, 180.0) } else { (60.0, 120.0) };
            let more = json!({"startS": start + 0.1 * f64::from(i), "stopS": stop});
            d = d.flow_with("sack", 40.0 + f64::from(i), more);
        }
        let mut run = d.simulation();
        [(30.0, 60.0), (80.0, 120.0), (150.0, 180.0)].map(|(from, to)| mean_variable(&mut run, 0, from, to))
    };
    let adaptive = averages("ared");
    assert!(adaptive.iter().all(|avg| (9.0..=11.0).contains(avg)), "{adaptive:?}");
    let fixed = averages("red");
    assert!(fixed[1] - fixed[0].max(fixed[2]) > 2.0, "{fixed:?}");
}

#[test]
fn pie_holds_its_target_whatever_the_load() {
    // RFC 8033, section 4.2: QDELAY_REF is 15 ms. Two flows cannot fill the queue that far after each decrease.
    for flows in [5, 20, 50] {
        let results = crowd(flows, discipline("pie", json!({})), plain()).run();
        let core = queue(&results, "core/forward");
        assert!((core.mean_delay_ms - 15.0).abs() < 2.0, "{flows}: {} ms", core.mean_delay_ms);
        assert!(core.utilisation > 0.98, "{flows}: {}", core.utilisation);
    }
    let results = crowd(20, discipline("pie", json!({"targetMs": 40})), plain()).run();
    let delay = queue(&results, "core/forward").mean_delay_ms;
    assert!((delay - 40.0).abs() < 4.0, "{delay} ms");
}

#[test]
fn codel_keeps_a_few_flows_near_its_target_and_the_link_busy() {
    // RFC 8289, section 3: a standing delay of 5 ms is accepted. Drop-tail with the same buffer keeps hundreds of milliseconds.
    for kind in ["codel", "fq-codel"] {
        let results = crowd(5, discipline(kind, json!({})), plain()).run();
        let core = queue(&results, "core/forward");
        assert!((2.0..8.0).contains(&core.mean_delay_ms), "{kind}: {} ms", core.mean_delay_ms);
        assert!(core.utilisation > 0.95, "{kind}: {}", core.utilisation);
    }
    let standing = crowd(5, discipline("droptail", json!({"limitPackets": 1000})), plain()).run();
    assert!(queue(&standing, "core/forward").mean_delay_ms > 100.0);
}

#[test]
fn packets_are_marked_instead_of_dropped_with_ecn() {
    // RFC 8289, section 3, and RFC 8290, section 4: a mark instead of a drop; RFC 8033, section 5.1: below p = 10 %.
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "ecn": true}});
    for kind in ["codel", "fq-codel", "pie", "ared"] {
        let results = crowd(5, discipline(kind, json!({"limitPackets": 1000})), stack.clone()).run();
        let core = queue(&results, "core/forward");
        let (marks, drops): (u64, u64) =
            results.flows.iter().fold((0, 0), |(m, d), f| (m + f.marks, d + f.drops));
        assert_eq!((core.marks, core.drops), (marks, drops), "{kind}");
        // Slow start, which is over, exceeds PIE's 10 % and RED's upper threshold.
        assert!(marks > 100 && drops == 0, "{kind}: {marks} marks, {drops} drops");
        let off = json!({"limitPackets": 1000, "ecn": false});
        let results = crowd(5, discipline(kind, off), stack.clone()).run();
        let core = queue(&results, "core/forward");
        assert!(core.marks == 0 && core.drops > 100, "{kind}");
    }
}

#[test]
fn fair_queues_give_each_flow_its_share() {
    // Shreedhar & Varghese 1995, McKenney 1990: neither a longer RTT nor an unresponsive sender changes the share of a
    // backlogged flow. 20 Mb/s for four flows are 5 Mb/s each on the wire.
    let shares = |kind: &str| {
        let hog = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 15}}});
        let d = Dumbbell::new(20.0, 1).core("queue", discipline(kind, json!({"limitPackets": 200})));
        let d = d.flow("sack", 30.0).flow("sack", 200.0).flow("cubic", 80.0).flow_with("udp", 30.0, hog);
        let results = d.seconds(20.0, 120.0).run();
        results.flows.iter().map(|f| f.throughput_mbps / 5.0).collect::<Vec<_>>()
    };
    for kind in ["drr", "sfq"] {
        let shares = shares(kind);
        assert!(shares.iter().all(|s| (s - 1.0).abs() < 0.04), "{kind}: {shares:?}");
    }
    // FQ-CoDel drops before the long flow's queue can cover a round trip; the others share what this flow cannot use.
    let shares_fq = shares("fq-codel");
    assert!(shares_fq.iter().all(|s| (0.75..1.25).contains(s)), "{shares_fq:?}");
    // The other disciplines protect no flow.
    for kind in ["droptail", "random-drop"] {
        let shares = shares(kind);
        assert!(shares[3] > 2.9 && shares[1] < 0.25, "{kind}: {shares:?}");
    }
}

#[test]
fn random_drop_spreads_losses_by_arrivals() {
    // Mankin 1990; Floyd & Jacobson 1992: a flow's share of the drops is its share of the packets in the buffer, so flows at
    // constant rates have equal loss rates. With drop-tail it depends on which packets arrive when there is space: at a fixed
    // phase, those that follow a departure.
    let rates = |kind: &str, quiet: f64| {
        let cbr = |mbps: f64| json!({"traffic": {"kind": "cbr", "params": {"rateMbps": mbps}}});
        let d = Dumbbell::new(20.0, 1).core("queue", discipline(kind, json!({"limitPackets": 20})));
        let d = d.flow_with("udp", 30.0, cbr(quiet)).flow_with("udp", 31.0, cbr(20.0));
        d.seconds(5.0, 125.0).run().flows.iter().map(|f| f.loss_rate).collect::<Vec<_>>()
    };
    for quiet in [2.0, 5.0, 10.0] {
        let random = rates("random-drop", quiet);
        // The flow whose packets find the buffer full takes part with one more packet in 21, so the phase still has this
        // effect.
        assert!((random[0] - random[1]).abs() < 1.0 / 21.0, "{random:?}");
        let tail = rates("droptail", quiet);
        assert!((tail[0] - tail[1]).abs() > 0.1, "{tail:?}");
    }
}

#[test]
fn a_constant_trace_carries_as_much_as_a_constant_rate() {
    // An opportunity of 1504 bytes every millisecond: 12.032 Mb/s.
    let d = || Dumbbell::new(12.032, 50).flow("sack", 60.0).flow("cubic", 60.0).seconds(10.0, 70.0);
    let (rate, trace) =
        (d().run(), d().core("trace", json!({"gapsMs": "1"})).core("rateMbps", json!(1)).run());
    for (a, b) in rate.flows.iter().zip(&trace.flows) {
        // Times are rounded up to whole milliseconds. That changes which flow loses: shares, but not their sum.
        assert!((a.goodput_mbps / b.goodput_mbps - 1.0).abs() < 0.15, "{a:?} {b:?}");
    }
    let (a, b) = (queue(&rate, "core/forward"), queue(&trace, "core/forward"));
    assert!((a.utilisation - b.utilisation).abs() < 0.005, "{} {}", a.utilisation, b.utilisation);
    assert!((a.mean_packets / b.mean_packets - 1.0).abs() < 0.05, "{} {}", a.mean_packets, b.mean_packets);
}

#[test]
fn a_trace_with_outages_uses_every_opportunity() {
    // A second with 1504 bytes per millisecond and a second of nothing, repeatedly; the queue of a sender of 20 Mb/s is never
    // empty.
    let gaps = format!("{}1001", "1 ".repeat(999));
    let hog = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 20}}});
    let d = Dumbbell::new(20.0, 30).core("trace", json!({"gapsMs": gaps})).flow_with("udp", 40.0, hog);
    let mut run = d.seconds(2.0, 42.0).simulation();
    assert_eq!(run.directory().channels.iter().find(|c| c.id == "core/forward").unwrap().rate_mbps, 6.016);
    run.step(Time::NEVER, u64::MAX);
    let results = run.results();
    let core = queue(&results, "core/forward");
    assert!(core.utilisation > 0.999, "{}", core.utilisation);
    let mbps = results.flows[0].throughput_mbps;
    assert!((mbps / 6.016 - 1.0).abs() < 0.001, "{mbps}");
    // A full buffer of 30 packets waits for a second.
    assert!(core.mean_packets > 28.0 && core.max_packets == 30);
}

#[test]
fn bursty_losses_have_the_rate_of_their_chain() {
    // Gilbert 1960: p/(p + r) = 0.02/0.27 of the packets; with additional independent losses, 1 − (1 − a)(1 − b).
    let burst = json!({"toBad": 0.02, "toGood": 0.25});
    let udp = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 9}}});
    for alone in [0.0, 0.05] {
        let d = Dumbbell::new(10.0, 50).core("burstLoss", burst.clone()).core("lossRate", json!(alone));
        let results = d.flow_with("udp", 40.0, udp.clone()).seconds(0.0, 120.0).run();
        let core = queue(&results, "core/forward");
        let share = core.link_losses as f64 / core.arrivals as f64;
        let expected = 1.0 - (1.0 - 0.02 / 0.27) * (1.0 - alone);
        assert!((share / expected - 1.0).abs() < 0.05, "{share} {expected}");
    }
}

#[test]
fn variables_of_a_queue_become_series_of_its_channel() {
    let scenario = crowd(3, discipline("pie", json!({})), plain()).seconds(0.0, 5.0).scenario();
    let mut run = Simulation::new(&scenario, Options::default());
    run.step(Time::from_secs(2.0), u64::MAX);
    let of = |run: &Simulation, probe: &str| {
        let series = &run.directory().series;
        series.iter().position(|s| s.owner == "core/forward" && s.variable.as_deref() == Some(probe))
    };
    let (p, delay) = (of(&run, "p").expect("p"), of(&run, "qdelay").expect("qdelay"));
    assert_eq!(of(&run, "count"), None);
    let mut columns = vec![];
    run.plot(&[p as u32, delay as u32], 0.0, 2.0, 100, &mut columns);
    let delays = &columns[400..];
    assert!(
        delays.iter().any(|&d| d > 5.0) && delays.iter().all(|d| d.is_nan() || *d < 1000.0),
        "{delays:?}"
    );
    // Another discipline has its own variables.
    let path = "/links/core/forward/queue".to_owned();
    let edit = droptail_engine::scenario::Edit { at_s: 2.0, path, value: discipline("codel", json!({})) };
    run.edit(edit).unwrap();
    assert!(of(&run, "count").is_some());
}

#[test]
fn a_flows_queue_does_not_depend_on_its_position_in_the_document() {
    // Two of three flows share one of two sub-queues, and the third has one alone. The ids decide which.
    let alone = |order: [u32; 3]| {
        let mut d = Dumbbell::new(9.0, 1);
        let params = json!({"queues": 2, "limitPackets": 90});
        d = d.core("queue", discipline("drr", params)).seconds(5.0, 35.0);
        for (place, id) in order.into_iter().enumerate() {
            let traffic = json!({"kind": "cbr", "params": {"rateMbps": 9}});
            let start = 0.001 * place as f64;
            d = d.flow_with(
                "udp",
                40.0,
                json!({"id": format!("u{id}"), "traffic": traffic, "startS": start}),
            );
        }
        let flows = d.run().flows;
        let most = flows.iter().max_by(|a, b| a.goodput_mbps.total_cmp(&b.goodput_mbps)).unwrap();
        (most.id.clone(), most.share_percent > 40.0)
    };
    let first = alone([0, 1, 2]);
    assert!(first.1, "all in one queue: choose other ids");
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(alone(order), first, "{order:?}");
    }
}

#[test]
fn problems_of_links_have_the_pointer_of_the_invalid_part() {
    let refused = |field: &str, value: Value| {
        let document = Dumbbell::new(10.0, 20).core(field, value).flow("sack", 40.0).value();
        let problems = droptail_engine::document::from_value(document).expect_err("not valid");
        problems.iter().map(|p| p.pointer.clone()).collect::<Vec<_>>()
    };
    let at = |rest: &str| vec![format!("/links/0/forward/{rest}")];
    assert_eq!(refused("trace", json!({"gapsMs": "1 x"})), at("trace/gapsMs"));
    assert_eq!(refused("trace", json!({"gapsMs": "0 0"})), at("trace/gapsMs"));
    assert_eq!(refused("trace", json!({"gapsMs": ""})), at("trace/gapsMs"));
    assert_eq!(refused("trace", json!({"name": "x"})), at("trace/gapsMs"));
    assert_eq!(refused("burstLoss", json!({"toBad": 0.1})), at("burstLoss/toGood"));
    assert_eq!(refused("burstLoss", json!({"toBad": 1.1, "toGood": 0.1})), at("burstLoss/toBad"));
    assert_eq!(refused("queue", discipline("pie", json!({"minTh": 1}))), at("queue/params/minTh"));
}
