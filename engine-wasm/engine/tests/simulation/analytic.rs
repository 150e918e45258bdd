//! Results that follow from arithmetic or are stated in the literature, with their sources.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::model::Model;
use droptail_engine::units::Time;
use serde_json::json;

/// Options of a stack without delayed ACKs, plus `params`.
fn stack(params: serde_json::Value) -> serde_json::Value {
    let mut all = json!({"delayedAck": 1});
    for (key, value) in params.as_object().expect("fields") {
        all[key] = value.clone();
    }
    json!({"kind": "rfc", "params": all})
}

#[test]
fn a_window_limited_flow_sends_a_window_per_round_trip() {
    // The receive window is 32 segments: 32 · 1448 bytes per round trip, to the byte. Window scaling is off, so that the
    // advertised window is exactly the one configured.
    let buffer = 32.0 * 1448.0 / 1000.0;
    let options = stack(json!({"receiveBufferKb": buffer, "windowScaling": false}));
    let d =
        Dumbbell::new(100.0, 1000).flow_with("newreno", 100.0, json!({"stack": options})).seconds(10.0, 60.0);
    let results = d.run();
    // Transmission times: data of 1500 B over 1 Gb/s, 100 Mb/s, 1 Gb/s; an ACK of 52 B over the same links.
    let serialization = 1500.0 * 8.0 * (2e-9 + 1e-8) + 52.0 * 8.0 * (2e-9 + 1e-8);
    let rtt = 0.1 + serialization;
    let flow = &results.flows[0];
    // The first packet of each window does not queue; the others follow at the rate of the bottleneck.
    assert!((flow.rtt_min_ms.unwrap() / 1e3 / rtt - 1.0).abs() < 1e-6, "{:?} {rtt}", flow.rtt_min_ms);
    let expected = 32.0 * 1448.0 * 8.0 / rtt / 1e6;
    assert!((flow.goodput_mbps / expected - 1.0).abs() < 1e-3, "{} {expected}", flow.goodput_mbps);
    assert_eq!((flow.retransmissions, flow.timeouts, flow.drops), (0, 0, 0));
}

#[test]
fn a_finite_transfer_takes_its_slow_start_rounds() {
    // 63 segments = 1 + 2 + 4 + 8 + 16 + 32: six rounds of doubling from a window of 1. The last byte is acknowledged after six
    // round trips plus transmission times (the 32 packets of the sixth round leave at the bottleneck's rate).
    let options = stack(json!({"initialWindow": 1}));
    let traffic = json!({"kind": "finite", "params": {"sizeKb": 63.0 * 1.448}});
    let d = Dumbbell::new(100.0, 1000)
        .flow_with("newreno", 100.0, json!({"stack": options, "traffic": traffic}))
        .seconds(0.0, 5.0);
    let results = d.run();
    let done = results.flows[0].completion_s.expect("it ends");
    let serialization = 1500.0 * 8.0 * 1.2e-8 + 52.0 * 8.0 * 1.2e-8;
    let expected = 6.0 * (0.1 + serialization) + 31.0 * 1500.0 * 8.0 / 1e8;
    assert!((done - expected).abs() < 0.0005, "{done} {expected}");
    assert_eq!(results.flows[0].sent_packets, 63);
}

#[test]
fn utilisation_of_a_single_reno_flow_depends_on_the_buffer() {
    // Increase by one packet per round trip and halving, with a buffer of β bandwidth-delay products. With w0 = (1 + β)/2 < 1
    // the window needs 1 − w0 (in round trips) to fill the path, and ((1 + β)² − 1)/2 to fill the buffer: U = [((1 + β)² −
    // w0²)/2] / [(1 − w0) + ((1 + β)² − 1)/2]. That is 0.75 without a buffer, and 0.818, 0.964 and 1 with 0.1, 0.5 and 1 BDP.
    // At 50 Mb/s and 40 ms the BDP is 169 packets, including the time of the 52-byte ACKs.
    let bdp = 50e6 / 8.0 / 1500.0 * (0.04 + (1500.0 + 52.0) * 8.0 * (1.0 / 50e6 + 2.0 / 1e9));
    for (buffer, known) in [(1, 0.75), (17, 0.818), (84, 0.964), (169, 1.0)] {
        // The packet in transmission has left the queue, but it is part of the BDP.
        let beta = f64::from(buffer) / bdp;
        let (top, w0) = (1.0 + beta, ((1.0 + beta) / 2.0).min(1.0));
        let expected = ((top * top - w0 * w0) / 2.0) / ((1.0 - w0) + (top * top - 1.0) / 2.0);
        assert!((expected - known).abs() < 0.005, "{buffer}: {expected} {known}");
        for algorithm in ["newreno", "sack"] {
            // A buffer of one packet requires packets to be paced.
            let spacing = if buffer == 1 { "paced" } else { "ack" };
            let options = json!({"stack": stack(json!({"spacing": spacing}))});
            let d = Dumbbell::new(50.0, buffer).flow_with(algorithm, 40.0, options).seconds(20.0, 220.0);
            let results = d.run();
            let u = utilisation(&results);
            // The formula assumes instant responses and real-valued windows. Here a loss is detected and repaired up to two
            // round trips later, and windows are whole packets.
            assert!((u - expected).abs() < 0.015, "{algorithm}, {buffer} packets: {u}, theory {expected}");
        }
    }
}

#[test]
fn tahoe_uses_less_of_the_link_than_reno() {
    // Jacobson 1988: Tahoe falls to one packet where Reno halves, so even a buffer of one BDP runs empty.
    let busy =
        |algorithm| utilisation(&Dumbbell::new(20.0, 68).flow(algorithm, 40.0).seconds(10.0, 120.0).run());
    let (tahoe, reno) = (busy("tahoe"), busy("reno"));
    assert!(tahoe < reno - 0.01, "{tahoe} {reno}");
}

/// Packets delivered per second, times RTT, times √p; mean over seeds.
fn square_root_constant(p: f64, duration_s: f64) -> f64 {
    let runs = [1, 2, 3, 4].map(|seed| {
        let options = stack(json!({"initialSsthresh": 20}));
        let d = Dumbbell::new(2000.0, 100_000)
            .flow_with("sack", 100.0, json!({"stack": options}))
            .core("lossRate", json!(p))
            .seconds(50.0, duration_s)
            .seed(seed);
        let results = Dumbbell { access_mbps: 10_000.0, ..d }.run();
        let flow = &results.flows[0];
        let packets_per_s = flow.goodput_mbps * 1e6 / 8.0 / 1448.0;
        packets_per_s * flow.rtt_mean_ms.unwrap() / 1e3 * p.sqrt()
    });
    runs.iter().sum::<f64>() / runs.len() as f64
}

#[test]
fn random_loss_gives_the_square_root_law() {
    // With independent losses at rate p, AIMD reaches about 1.30/√p: between 1.22, which holds for periodic losses (Mathis and
    // others 1997), and 1.41, where growth and mean decrease balance. Recovery is assumed to be instant; the tolerance is 5 %.
    for (p, duration_s) in [(1e-3, 1500.0), (1e-4, 4000.0)] {
        let constant = square_root_constant(p, duration_s);
        assert!((constant / 1.30 - 1.0).abs() < 0.05, "p {p}: {constant}");
    }
}

#[test]
fn heavy_random_loss_gives_the_pftk_throughput() {
    // Padhye, Firoiu, Towsley & Kurose 1998: throughput at the receiver, b = 1, within 20 % where timeouts dominate, with Reno.
    // PFTK assumes that the first loss of a round is followed by losses up to its end; independent losses are not. So at p =
    // 0.02 only 7 % of loss events are timeouts, where the formula has 40 %, and Reno is 25 % faster. From 0.05 on, timeouts
    // dominate both.
    let pftk = |p: f64, r: f64, t0: f64| {
        let w = 1.0 + (8.0 * (1.0 - p) / (3.0 * p) + 1.0).sqrt();
        let q = |w: f64| {
            let l = 1.0 - p;
            let fail = (1.0 - l.powi(3)) * (1.0 + l.powi(3) * (1.0 - l.powf(w - 3.0))) / (1.0 - l.powf(w));
            if w <= 3.0 { 1.0 } else { fail.min(1.0) }
        };
        let g = 1.0
            + p
            + 2.0 * p.powi(2)
            + 4.0 * p.powi(3)
            + 8.0 * p.powi(4)
            + 16.0 * p.powi(5)
            + 32.0 * p.powi(6);
        ((1.0 - p) / p + w / 2.0 + q(w)) / (r * (w / 2.0 + 1.0) + q(w) * g * t0 / (1.0 - p))
    };
    // As in theory/pftk.rs, b = 1: 32.264 at p = 0.05, 17.007 at p = 0.1 (R = 0.1 s, T0 = 0.4 s).
    assert!((pftk(0.05, 0.1, 0.4) / 32.264 - 1.0).abs() < 1e-3);
    assert!((pftk(0.1, 0.1, 0.4) / 17.007 - 1.0).abs() < 1e-3);
    for p in [0.05, 0.1] {
        let options = stack(json!({"minRtoMs": 400, "limitedTransmit": false}));
        let d = Dumbbell::new(1000.0, 100_000)
            .flow_with("reno", 100.0, json!({"stack": options}))
            .core("lossRate", json!(p))
            .seconds(50.0, 4000.0);
        let results = d.run();
        let flow = &results.flows[0];
        let got = flow.goodput_mbps * 1e6 / 8.0 / 1448.0;
        // PFTK's p counts loss indications, and its losses extend to the end of the round; these are independent.
        let events = (flow.loss_events + flow.timeouts) as f64 / flow.sent_packets as f64;
        let expected = pftk(events, flow.rtt_mean_ms.unwrap() / 1e3, 0.4);
        assert!((got / expected - 1.0).abs() < 0.2, "p {p}, events {events}: {got}, PFTK {expected}");
    }
}

#[test]
fn vegas_keeps_between_alpha_and_beta_packets_queued() {
    // Brakmo & Peterson 1995: a single flow keeps 1 … 3 packets in the queue, N flows keep N … 3N.
    let one = Dumbbell::new(20.0, 100).flow("vegas", 40.0).seconds(20.0, 60.0).run();
    let mean = queue(&one, "core/forward").mean_packets;
    // Vegas counts the packet in transmission; the queue does not.
    assert!((0.0..=3.0).contains(&mean) && utilisation(&one) > 0.98, "{mean}");
    assert_eq!(one.flows[0].drops, 0);
    let mut d = Dumbbell::new(50.0, 500).seconds(60.0, 160.0);
    for _ in 0..5 {
        d = d.flow("vegas", 40.0);
    }
    let five = d.run();
    let mean = queue(&five, "core/forward").mean_packets;
    assert!((4.0..=16.0).contains(&mean), "{mean}");
    assert!(utilisation(&five) > 0.98);
}

#[test]
fn cubic_returns_to_its_plateau_after_k_seconds() {
    // RFC 9438, equation 2, over the whole stack, on a long path where the cubic function exceeds Reno's window. Reducing the
    // buffer forces one loss; K seconds later cwnd is back at W_max.
    let d = Dumbbell::new(200.0, 10_000)
        .flow_with("cubic", 100.0, json!({"stack": stack(json!({"initialSsthresh": 1000}))}))
        .seconds(0.0, 60.0);
    let mut run = d.simulation();
    run.step(Time::from_secs(5.0), u64::MAX);
    let edit = |value: u32| {
        let path = "/links/core/forward/queue/params/limitPackets".to_owned();
        droptail_engine::scenario::Edit { at_s: 0.0, path, value: json!(value) }
    };
    let mut variables = Vec::new();
    run.edit(droptail_engine::scenario::Edit { at_s: 5.0, ..edit(1) }).unwrap();
    // Run until the sender has detected the loss.
    while run.flows()[0].stats.loss_events == 0 {
        run.step_event(u64::MAX);
    }
    let restore = run.next_edit_time_after_events().as_secs();
    run.edit(droptail_engine::scenario::Edit { at_s: restore, ..edit(10_000) }).unwrap();
    run.step(Time::from_secs(restore + 1.5), u64::MAX);
    run.transports()[0].variables(&mut |v| variables.push(v));
    let (w_max, k) = (variables[0], variables[1]);
    assert_eq!(run.flows()[0].stats.timeouts, 0, "the loss was repaired without a timeout");
    let summary = run.transports()[0].summary();
    assert!((k - (w_max * 0.3 / 0.4).cbrt()).abs() < 0.05 * k, "K {k}, W_max {w_max}");
    assert!(summary.cwnd < w_max);
    run.step(Time::from_secs(restore + k + 0.3), u64::MAX);
    let cwnd = run.transports()[0].summary().cwnd;
    assert!((cwnd / w_max - 1.0).abs() < 0.02, "cwnd {cwnd}, W_max {w_max}");
}

/// Drops the last `k` packets in the core's queue, once there are more than that.
fn drop_tail_packets(run: &mut droptail_engine::packet_sim::Simulation, k: u64) {
    let limit = |run: &mut droptail_engine::packet_sim::Simulation, packets: u32| {
        let path = "/links/core/forward/queue/params/limitPackets".to_owned();
        let at_s = run.now().as_secs();
        run.edit(droptail_engine::scenario::Edit { at_s, path, value: json!(packets) }).unwrap();
    };
    // Reducing the limit drops the excess packets.
    while run.network().flow_drops[0].drops < k {
        let waiting = run.network().channels.iter().find(|c| c.id == "core/forward").unwrap().queue.len();
        if u64::from(waiting) > k {
            limit(run, waiting - k as u32);
        } else {
            run.step_event(u64::MAX);
        }
    }
    limit(run, 1000);
}

/// A flow in congestion avoidance loses `k` packets of one window. Returns loss events, timeouts, and the number of round trips
/// until everything sent before is acknowledged.
fn lose_some(algorithm: &str, k: u64) -> (u64, u64, f64) {
    let options = stack(json!({"initialSsthresh": 60, "minRtoMs": 1000}));
    let d =
        Dumbbell::new(10.0, 1000).flow_with(algorithm, 100.0, json!({"stack": options})).seconds(0.0, 60.0);
    let mut run = d.simulation();
    run.step(Time::from_secs(5.0), u64::MAX);
    drop_tail_packets(&mut run, k);
    assert_eq!(run.network().flow_drops[0].drops, k);
    let start = run.now();
    let repaired = |run: &droptail_engine::packet_sim::Simulation| run.flows()[0].stats.retransmissions >= k;
    while !repaired(&run) && run.now() < run.end() {
        run.step_event(u64::MAX);
    }
    // No queueing delay: after the decrease the queue is empty.
    let rtt = 0.1 + (1500.0 + 52.0) * 8.0 * (1.0 / 10e6 + 2.0 / 1e9);
    let trips = run.now().since(start).as_secs() / rtt;
    run.step(run.now() + droptail_engine::units::Nanos::from_secs(2.0), u64::MAX);
    let stats = &run.flows()[0].stats;
    (stats.loss_events, stats.timeouts, trips)
}

#[test]
fn newreno_and_sack_decrease_once_for_all_losses_of_a_window() {
    // RFC 6582, section 3.2: k losses in one window cause one decrease. One hole is repaired per round trip, without a timeout
    // (the timer restarts with the first partial ACK and is longer than k round trips); the first repair arrives one round trip
    // after the loss. RFC 6675, section 5: SACK repairs all holes in one round trip.
    for k in [1, 2, 4, 7] {
        let (events, timeouts, trips) = lose_some("newreno", k);
        assert_eq!((events, timeouts), (1, 0), "{k} losses");
        assert!((k as f64..k as f64 + 1.0).contains(&trips), "{k} losses: {trips} round trips");
        let (events, timeouts, trips) = lose_some("sack", k);
        assert_eq!((events, timeouts), (1, 0), "{k} losses");
        assert!((1.0..2.0).contains(&trips), "{k} losses: {trips} round trips");
    }
}

#[test]
fn reno_decreases_more_than_once() {
    // RFC 5681, section 3.2, step 6: the next ACK of new data ends fast recovery, so each further loss is another loss event.
    let (events, timeouts, _) = lose_some("reno", 4);
    assert!(events + timeouts >= 2, "{events} {timeouts}");
}

#[test]
fn prr_sends_one_packet_for_every_two_delivered() {
    // RFC 6937, sections 3 and 4: while the round trip of recovery delivers RecoverFS packets, ssthresh packets are sent: one
    // for every two delivered if the controller halves. Without PRR nothing is sent until half of the window has been
    // delivered, then one packet for each delivered (RFC 6675, section 5, step C).
    let sent_in_halves = |prr: bool| {
        let options = stack(json!({"initialSsthresh": 60, "minRtoMs": 1000, "prr": prr}));
        let d = Dumbbell::new(10.0, 1000).flow_with("sack", 100.0, json!({"stack": options}));
        let mut run = d.seconds(0.0, 60.0).simulation();
        run.step(Time::from_secs(5.0), u64::MAX);
        drop_tail_packets(&mut run, 1);
        while run.flows()[0].stats.loss_events == 0 {
            run.step_event(u64::MAX);
        }
        let ssthresh = run.transports()[0].summary().ssthresh;
        let (start, rtt) = (run.now(), run.transports()[0].summary().srtt_ms / 1e3);
        let sent = |run: &droptail_engine::packet_sim::Simulation| run.flows()[0].stats.sent_packets as f64;
        let at_start = sent(&run);
        let halves = [0.5, 1.0].map(|part| {
            run.step(start + droptail_engine::units::Nanos::from_secs(part * rtt), u64::MAX);
            (sent(&run) - at_start) / ssthresh
        });
        assert_eq!(run.flows()[0].stats.timeouts, 0);
        halves
    };
    let [half, whole] = sent_in_halves(true);
    assert!((half - 0.5).abs() < 0.06 && (whole - 1.0).abs() < 0.06, "{half} {whole}");
    let [half, whole] = sent_in_halves(false);
    assert!(half < 0.1 && (whole - 1.0).abs() < 0.1, "{half} {whole}");
}

#[test]
fn tahoe_restarts_from_one_packet() {
    let (events, timeouts, _) = lose_some("tahoe", 4);
    assert_eq!((events, timeouts), (1, 0));
}

#[test]
fn ecn_replaces_losses_by_marks() {
    let red = json!({"kind": "red", "params": {"limitPackets": 400, "minTh": 40, "maxTh": 120}});
    let options = |ecn: bool| json!({"stack": stack(json!({"ecn": ecn}))});
    let run = |ecn| {
        let d = Dumbbell::new(20.0, 100).core("queue", red.clone());
        d.flow_with("sack", 40.0, options(ecn))
            .flow_with("sack", 40.0, options(ecn))
            .seconds(10.0, 60.0)
            .run()
    };
    let (with, without) = (run(true), run(false));
    assert!(with.flows.iter().all(|f| f.drops == 0 && f.retransmissions == 0 && f.marks > 0));
    assert!(without.flows.iter().all(|f| f.drops > 0 && f.marks == 0));
    assert!(utilisation(&with) > 0.95, "{}", utilisation(&with));
}

#[test]
fn a_zero_window_stops_the_sender_until_the_application_reads() {
    // The application reads 2 Mb/s from a buffer of 64 kB: that is the goodput, whatever the path could carry.
    let options = stack(json!({"receiveBufferKb": 64, "readRateMbps": 2}));
    let results = Dumbbell::new(100.0, 1000)
        .flow_with("sack", 40.0, json!({"stack": options}))
        .seconds(5.0, 30.0)
        .run();
    assert!((results.flows[0].goodput_mbps / 2.0 - 1.0).abs() < 0.05, "{}", results.flows[0].goodput_mbps);
    assert_eq!(results.flows[0].timeouts, 0);
}

#[test]
fn udp_keeps_its_rate_and_tcp_gets_the_rest() {
    let traffic = json!({"kind": "cbr", "params": {"rateMbps": 8, "packetBytes": 1472}});
    let results = Dumbbell::new(20.0, 60)
        .flow_with("udp", 40.0, json!({"traffic": traffic}))
        .flow("sack", 40.0)
        .seconds(10.0, 60.0)
        .run();
    assert!(results.flows[0].goodput_mbps > 7.5, "{}", results.flows[0].goodput_mbps);
    let rest = results.flows[1].goodput_mbps;
    assert!((10.0..=12.0).contains(&rest), "{rest}");
}
