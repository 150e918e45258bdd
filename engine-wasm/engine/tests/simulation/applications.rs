//! Applications that wait for data: requests, video, incast, and datagrams with deadlines.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, finished};
use droptail_engine::metrics::results::FlowResults;
use droptail_engine::model::Model;
use droptail_engine::scenario::Edit;
use droptail_engine::transport::flow::Phase;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// Transmission time of `bytes` over two access links of 1 Gb/s and a core of 100 Mb/s, s.
fn transmission_s(bytes: f64) -> f64 {
    bytes * 8.0 * 1.2e-8
}

fn flow(dumbbell: &Dumbbell) -> FlowResults {
    dumbbell.run().flows.swap_remove(0)
}

fn over_tcp(kind: &str, params: Value) -> Value {
    json!({"traffic": {"kind": kind, "params": params}})
}

// --- Requests and responses ------------------------------------------------------------------------------------------

fn requests(params: Value) -> Dumbbell {
    Dumbbell::new(100.0, 1000).flow_with("newreno", 100.0, over_tcp("requests", params))
}

#[test]
fn a_response_of_one_segment_takes_a_round_trip() {
    // The request: 300 bytes and 52 of headers. The response: 1000 and 52.
    let params = json!({"sizeKb": 1, "thinkS": 0, "requestBytes": 300});
    let t = flow(&requests(params).seconds(1.0, 31.0)).transfers.expect("responses");
    let expected = 0.1 + transmission_s(352.0) + transmission_s(1052.0);
    // While the core transmits the ACK of the response, the next request waits: 4 µs.
    assert!((t.mean_s.unwrap() - expected).abs() < 5e-6, "{t:?} {expected}");
    assert!((t.finished as f64 - 30.0 / expected).abs() < 2.0, "{t:?}");
    // Propagation in both directions, and 1052 bytes at 100 Mb/s.
    assert!((t.slowdown_mean.unwrap() - expected / (0.1 + 1052.0 * 8.0 / 1e8)).abs() < 1e-4, "{t:?}");
}

#[test]
fn a_short_last_segment_does_not_wait_for_acks() {
    // Three segments, the last one short: all fit into the initial window, so one round trip.
    let params = json!({"sizeKb": 3, "thinkS": 0});
    let t = flow(&requests(params).seconds(1.0, 31.0)).transfers.expect("responses");
    assert!(t.max_s.unwrap() < 0.101, "{t:?}");
}

#[test]
fn think_times_come_between_responses() {
    // A closed loop: response time and think time are 0.1 and 0.4 s on average.
    let t = flow(&requests(json!({"sizeKb": 1, "thinkS": 0.4})).seconds(0.0, 1000.0))
        .transfers
        .expect("responses");
    // 2000 exponential times: the standard error of their mean is 2.2 %.
    assert!((t.finished as f64 / 2000.0 - 1.0).abs() < 0.07, "{t:?}");
}

#[test]
fn losses_lengthen_the_tail_more_than_the_median() {
    let d = requests(json!({"sizeKb": 20, "thinkS": 0.05})).core("lossRate", json!(0.02)).seconds(0.0, 600.0);
    let t = flow(&d).transfers.expect("responses");
    let (p50, p95, p99) = (t.median_s.unwrap(), t.p95_s.unwrap(), t.p99_s.unwrap());
    assert!(p50 < 0.6 && p95 > 1.3 * p50 && p99 >= p95 && t.max_s.unwrap() >= 0.98 * p99, "{t:?}");
}

#[test]
fn a_lost_request_is_sent_again() {
    // The reverse path, where every tenth packet is lost, carries only requests and ACKs.
    let mut value = requests(json!({"sizeKb": 1, "thinkS": 0})).seconds(0.0, 120.0).value();
    value["links"][0]["backward"]["lossRate"] = json!(0.1);
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let run = finished(droptail_engine::packet_sim::Simulation::new(&scenario, Default::default()));
    let t = run.results().flows[0].transfers.clone().expect("responses");
    // A response takes 0.1 s with probability 0.9, a second more with 0.09, three more with 0.009: 0.23 s on average.
    let mean = t.mean_s.unwrap();
    assert!(mean > 0.17 && mean < 0.3 && t.max_s.unwrap() > 1.0, "{t:?}");
}

#[test]
fn requests_can_be_changed_and_stopped() {
    let mut run = requests(json!({"sizeKb": 10})).seconds(0.0, 30.0).simulation();
    run.step(Time::from_secs(5.0), u64::MAX);
    let edit = |run: &mut droptail_engine::packet_sim::Simulation, path: &str, value: Value| {
        let at_s = run.now().as_secs();
        run.edit(Edit { at_s, path: path.into(), value }).unwrap_or_else(|p| panic!("{path}: {p:?}"));
    };
    edit(&mut run, "/flows/f0/traffic/params/sizeKb", json!(400));
    edit(&mut run, "/flows/f0/algorithm", json!("cubic"));
    run.step(Time::from_secs(10.0), u64::MAX);
    edit(&mut run, "/flows/f0/stopS", json!(12));
    run.step(Time::from_secs(20.0), u64::MAX);
    let stats = run.flows()[0].transfers.as_ref().expect("responses");
    let sizes: Vec<u64> = stats.listed().iter().map(|c| c.bytes).collect();
    assert!(sizes.contains(&10_000) && sizes.contains(&400_000));
    assert_eq!((stats.active(), run.flows()[0].phase), (0, Phase::Finished));
}

// --- Video -------------------------------------------------------------------------------------------------------------

fn video(rate_mbps: f64, params: Value) -> Dumbbell {
    Dumbbell::new(rate_mbps, 100).flow_with("cubic", 40.0, over_tcp("video", params))
}

#[test]
fn a_fast_path_plays_the_highest_rate_without_stalls() {
    for rule in ["throughput", "buffer"] {
        let params = json!({"rule": rule, "ladderKbps": [500, 1000, 4000]});
        let v = flow(&video(50.0, params).seconds(20.0, 140.0)).video.expect("a video");
        assert_eq!((v.bitrate_mbps, v.switches, v.stalls), (Some(4.0), 0, 0), "{rule}: {v:?}");
        assert!((v.played_s - 120.0).abs() < 1e-9, "{rule}: {v:?}");
        // A segment is requested when the buffer of 30 s has room for its 4 s.
        assert!(v.buffer_s > 25.0 && v.buffer_s <= 30.0, "{rule}: {v:?}");
    }
}

#[test]
fn the_throughput_rule_stays_below_its_share_of_the_link() {
    // 4 Mb/s carry 1448 bytes in 1500: 3.86 Mb/s, of which 85 % are 3.28. Requests, and slow start after each pause, take some
    // more.
    let params = json!({"ladderKbps": [500, 1000, 2000, 3000, 3500]});
    let v = flow(&video(4.0, params).seconds(120.0, 420.0)).video.expect("a video");
    assert_eq!((v.bitrate_mbps, v.stalls), (Some(3.0), 0), "{v:?}");
}

#[test]
fn a_link_below_the_lowest_rate_stalls_in_proportion() {
    // Video of 2 Mb/s over a link of 1 Mb/s, 0.965 of which is payload: playback takes 0.4827 of the time. The buffer has room
    // for a segment of 691 packets, so nothing is lost.
    let traffic = over_tcp("video", json!({"ladderKbps": [2000]}));
    let d = Dumbbell::new(1.0, 1000).flow_with("cubic", 40.0, traffic).seconds(30.0, 630.0);
    let v = flow(&d).video.expect("a video");
    assert!(v.stalls > 50, "{v:?}");
    assert!((v.played_s + v.stall_s - 600.0).abs() < 1e-6, "{v:?}");
    let played = 1448.0 / 1500.0 / 2.0;
    assert!((v.played_s / 600.0 / played - 1.0).abs() < 0.02, "{v:?}");
    assert!((v.stall_percent.unwrap() - 100.0 * v.stall_s / 600.0).abs() < 1e-9);
}

// --- Incast ------------------------------------------------------------------------------------------------------------

#[test]
fn a_round_without_losses_ends_with_its_last_byte() {
    // Ten transfers of one segment each: the handshake, ten segments one after another, and the last ACK.
    let params = json!({"senders": 10, "sizeKb": 1.448, "pauseS": 1});
    let d =
        Dumbbell::new(100.0, 1000).flow_with("newreno", 100.0, over_tcp("incast", params)).seconds(0.0, 60.0);
    let t = flow(&d).transfers.expect("transfers");
    let rounds = t.rounds.clone().expect("rounds");
    let expected = 0.1
        + 2.0 * transmission_s(60.0)
        + 0.1
        + transmission_s(1500.0)
        + transmission_s(52.0)
        + 9.0 * 1500.0 * 8.0 / 1e8;
    assert!((rounds.mean_s - expected).abs() < 2e-4, "{rounds:?} {expected}");
    assert_eq!(rounds.finished, ((60.0 - expected) / (1.0 + expected)) as u64 + 1);
    assert!(t.finished >= 10 * rounds.finished, "{t:?}");
}

#[test]
fn incast_collapses_if_the_initial_windows_overflow_the_buffer() {
    // Phanishayee et al. 2008: if the initial windows of all senders overflow the buffer, whole windows are lost and timeouts
    // dominate the round. The links before the bottleneck are ten times as fast.
    let round = |senders: u32| {
        let params = json!({"senders": senders, "sizeKb": 256, "pauseS": 0.01});
        let mut d = Dumbbell::new(1000.0, 64).flow_with("newreno", 21.0, over_tcp("incast", params));
        d.access_mbps = 10_000.0;
        let results = d.seconds(0.0, 20.0).run();
        (results.flows[0].transfers.clone().unwrap().rounds.unwrap().mean_s, results.flows[0].timeouts)
    };
    let ((few, few_timeouts), (many, many_timeouts)) = (round(1), round(64));
    assert_eq!(few_timeouts, 0, "{few}");
    // 64 · 256 kB with headers take 0.136 s at 1 Gb/s; a single timeout in a round adds a second (RFC 6298, section 2.4).
    assert!(many_timeouts >= 10 && many > 0.136 + 1.0, "{many} {many_timeouts}");
}

// --- Datagrams with deadlines ------------------------------------------------------------------------------------------

fn stream(rate_mbps: f64, buffer: u32, params: Value) -> Dumbbell {
    Dumbbell::new(rate_mbps, buffer).flow_with("udp", 40.0, over_tcp("stream", params))
}

#[test]
fn every_datagram_meets_its_deadline_on_an_empty_path() {
    let f = flow(&stream(10.0, 100, json!({})).seconds(5.0, 65.0));
    let d = f.datagrams.expect("datagrams");
    let deadlines = d.deadlines.clone().expect("deadlines");
    // 50 datagrams per second, of 200 bytes with headers.
    assert_eq!((deadlines.due, deadlines.missed, deadlines.late), (3000, 0, 0));
    let one_way = 0.02 + 2.0 * 200.0 * 8.0 / 1e9 + 200.0 * 8.0 / 1e7;
    assert!((d.delay_mean_ms.unwrap() - 1000.0 * one_way).abs() < 1e-3, "{d:?}");
    assert!(d.jitter_ms.unwrap() < 1e-3 && f.queueing_ms.unwrap() < 1e-3, "{d:?} {:?}", f.queueing_ms);
}

#[test]
fn a_deadline_below_the_delay_is_always_missed() {
    let f = flow(&stream(10.0, 100, json!({"deadlineMs": 20})).seconds(5.0, 65.0));
    let deadlines = f.datagrams.and_then(|d| d.deadlines).expect("deadlines");
    assert_eq!((deadlines.due, deadlines.missed, deadlines.late), (3000, 3000, 3000));
    assert_eq!(deadlines.missed_percent, Some(100.0));
}

#[test]
fn random_loss_misses_as_many_deadlines() {
    let d = stream(10.0, 100, json!({})).core("lossRate", json!(0.05)).seconds(0.0, 400.0);
    let deadlines = flow(&d).datagrams.and_then(|d| d.deadlines).expect("deadlines");
    // 20,000 datagrams: the standard error is 0.15 %.
    assert!((deadlines.missed_percent.unwrap() - 5.0).abs() < 0.5 && deadlines.late == 0, "{deadlines:?}");
}

#[test]
fn a_full_queue_ahead_makes_datagrams_late() {
    // Reno keeps a buffer of 200 packets at 10 Mb/s between half full and full: 120 to 240 ms, around the deadline of 150 ms.
    let d = stream(10.0, 200, json!({})).flow("reno", 40.0).seconds(30.0, 330.0);
    let results = d.run();
    let deadlines = results.flows[0].datagrams.as_ref().and_then(|d| d.deadlines.clone()).expect("deadlines");
    assert!(deadlines.late > 1000 && deadlines.missed >= deadlines.late, "{deadlines:?}");
    // Both flows share the queue.
    let (udp, tcp) = (results.flows[0].queueing_ms.unwrap(), results.flows[1].queueing_ms.unwrap());
    assert!((udp / tcp - 1.0).abs() < 0.1, "{udp} {tcp}");
}

// --- Time to fair share --------------------------------------------------------------------------------------------------

#[test]
fn a_lone_flow_has_its_fair_share_after_slow_start_and_a_latecomer_later() {
    let d = Dumbbell::new(10.0, 40)
        .flow("reno", 40.0)
        .flow_with("reno", 40.0, json!({"startS": 20}))
        .seconds(0.0, 120.0);
    let results = d.run();
    let time = |i: usize| results.flows[i].time_to_fair_share_s;
    // Slow start takes a few round trips, and recovery from its losses a few more.
    assert!(time(0).is_some_and(|s| s < 5.0), "{:?}", time(0));
    assert!(time(1).is_some_and(|s| s > 0.0 && s < 100.0), "{:?}", time(1));
    // A flow that never reaches its fair share has no such time: here a latecomer to a flow that keeps the buffer full, on a
    // link without losses.
    let vegas = Dumbbell::new(10.0, 400).flow("cubic", 40.0).flow_with("vegas", 40.0, json!({"startS": 20}));
    assert_eq!(vegas.seconds(0.0, 60.0).run().flows[1].time_to_fair_share_s, None);
}
