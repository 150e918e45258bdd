//! Traffic: closed-loop and Poisson transfers, ON/OFF sources, send overhead, start jitter.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, finished, utilisation};
use droptail_engine::document;
use droptail_engine::metrics::results::{FlowResults, Results};
use droptail_engine::metrics::transfers::TransferResults;
use droptail_engine::model::Model;
use droptail_engine::packet_sim::Simulation;
use droptail_engine::scenario::Edit;
use droptail_engine::transport::flow::Phase;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// A flow's traffic with a stack without delayed ACKs.
fn sends(kind: &str, params: Value, stack: Value) -> Value {
    let mut options = json!({"delayedAck": 1});
    for (key, value) in stack.as_object().expect("fields") {
        options[key] = value.clone();
    }
    json!({"traffic": {"kind": kind, "params": params}, "stack": {"kind": "rfc", "params": options}})
}

fn transfers(results: &Results) -> &TransferResults {
    results.flows[0].transfers.as_ref().expect("a flow of transfers")
}

fn active(run: &Simulation) -> u32 {
    run.flows()[0].transfers.as_ref().expect("a flow of transfers").active()
}

fn edit(run: &mut Simulation, path: &str, value: Value) {
    let at_s = run.now().as_secs();
    run.edit(Edit { at_s, path: path.into(), value }).unwrap_or_else(|p| panic!("{path}: {p:?}"));
}

// --- Transfers with replacement ---------------------------------------------------------------------------------------

#[test]
fn an_uncongested_transfer_takes_its_handshake_and_its_slow_start_rounds_every_time() {
    // 63 segments are six rounds of doubling from a window of 1 (1 + 2 + 4 + 8 + 16 + 32, RFC 5681), after SYN and SYN-ACK.
    // Each transfer has its own window, threshold and timer, so all take the same time.
    let traffic = sends("web", json!({"slots": 1, "sizeKb": 63.0 * 1.448}), json!({"initialWindow": 1}));
    let results = Dumbbell::new(100.0, 1000).flow_with("newreno", 100.0, traffic).seconds(0.0, 60.0).run();
    // Transmission over two access links of 1 Gb/s and the core of 100 Mb/s: data of 1500 bytes, ACKs of 52, SYNs of 60.
    let wire = |bytes: f64| bytes * 8.0 * 1.2e-8;
    let handshake = 0.1 + 2.0 * wire(60.0);
    let expected = handshake + 6.0 * (0.1 + wire(1500.0) + wire(52.0)) + 31.0 * 1500.0 * 8.0 / 1e8;
    let t = transfers(&results);
    let mean = t.mean_s.expect("some end");
    assert!((mean - expected).abs() < 0.0005, "{mean} {expected}");
    assert!((t.max_s.unwrap() / mean - 1.0).abs() < 1e-6, "{:?}", t);
    // One after another without a pause; the first does not count, and the last has not ended.
    assert_eq!(t.started, (60.0 / expected).ceil() as u64);
    assert_eq!((t.finished, t.active, t.refused), (t.started - 2, 1, 0));
    assert!((t.mean_active - 1.0).abs() < 1e-9, "{}", t.mean_active);
    assert_eq!(results.flows[0].retransmissions, 0);
}

#[test]
fn without_a_handshake_it_takes_only_the_rounds() {
    let traffic = json!({"traffic": {"kind": "web", "params": {"slots": 1, "sizeKb": 63.0 * 0.96}},
        "stack": {"kind": "ns2-1999"}});
    let results = Dumbbell::new(100.0, 1000).flow_with("reno", 100.0, traffic).seconds(0.0, 60.0).run();
    let expected = 6.0 * (0.1 + 1000.0 * 8.0 * 1.2e-8 + 40.0 * 8.0 * 1.2e-8) + 31.0 * 1000.0 * 8.0 / 1e8;
    let mean = transfers(&results).mean_s.expect("some end");
    assert!((mean - expected).abs() < 0.0005, "{mean} {expected}");
}

/// Section VI-B of "On Randomizing the Sending Times": 4 Mb/s, 0.1 s, a buffer of a quarter of the BDP, 25 concurrent
/// transfers. The axes of its figure 8 imply packets of 500 bytes.
fn web(packets: f64, spacing: &str) -> Dumbbell {
    let flow = json!({
        "traffic": {"kind": "web", "params": {"slots": 25, "sizeKb": 0.46 * packets}}, "startJitterS": 1,
        "stack": {"kind": "ns2-1999", "params": {"mss": 460, "spacing": spacing}},
    });
    Dumbbell::new(4.0, 25).flow_with("reno", 100.0, flow).seconds(10.0, 300.0)
}

#[test]
fn there_are_always_as_many_transfers_as_slots() {
    for spacing in ["ack", "paced", "random"] {
        let mut run = web(50.0, spacing).simulation();
        run.step(Time::from_secs(1.01), u64::MAX);
        for tenth in 11..600 {
            run.step(Time::from_secs(f64::from(tenth) / 10.0), u64::MAX);
            assert_eq!(active(&run), 25, "at {} s", run.now().as_secs());
        }
        let results = finished(run).results();
        assert!((transfers(&results).mean_active - 25.0).abs() < 1e-9);
    }
}

#[test]
fn completion_times_follow_the_closed_loop() {
    // With N concurrent transfers at a throughput of X, each takes N/X: 25·S·500 bytes divided by what the link carried.
    // Nothing is lost behind the bottleneck, so goodput equals throughput.
    for packets in [50.0, 200.0] {
        let results = web(packets, "ack").run();
        let t = transfers(&results);
        let per_s = results.flows[0].goodput_mbps * 1e6 / 8.0 / (460.0 * packets);
        let expected = 25.0 / per_s;
        // Transfers that started before the measurement or end after it do not count: two in 290 s.
        let mean = t.mean_s.expect("some end");
        assert!((mean / expected - 1.0).abs() < 0.02, "{packets}: {mean} {expected}");
        // The paper's axis ends at 7 s for 200 packets: 5 s at full utilisation.
        assert!(mean < 7.0 && utilisation(&results) > 0.85, "{packets}: {mean} {}", utilisation(&results));
    }
}

#[test]
fn ack_clocking_beats_pacing_for_short_transfers() {
    // The same section: from 10 to 200 packets Reno has the shortest completion times. The paper's order of the other two,
    // Paced above Randomized, is not reproduced: with losses they are within 4 % of each other, in either order.
    for packets in [10.0, 50.0, 200.0] {
        let [reno, paced, random] = ["ack", "paced", "random"]
            .map(|spacing| transfers(&web(packets, spacing).run()).mean_s.expect("some end"));
        assert!(reno < 0.98 * paced && reno < 0.98 * random, "{packets}: {reno} {paced} {random}");
        if packets > 10.0 {
            assert!((random / paced - 1.0).abs() < 0.05, "{packets}: {paced} {random}");
        } else {
            // Nothing is lost, and windows are so small that randomisation lengthens a round trip considerably: by equation 7
            // to 1.48, 1.29 and 1.18 RTTs with 1, 2 and 4 packets.
            assert!((1.05..1.30).contains(&(random / paced)), "{packets}: {paced} {random}");
        }
    }
}

#[test]
fn idle_time_separates_transfers() {
    // A renewal process: of N slots, N·T/(T + idle) have an active transfer. Ten slots, and each transfer takes T without
    // congestion.
    let params = json!({"slots": 10, "sizeKb": 14.0, "idleS": 0.6});
    let results = Dumbbell::new(1000.0, 10_000)
        .flow_with("sack", 100.0, sends("web", params, json!({})))
        .seconds(10.0, 1000.0)
        .run();
    let t = transfers(&results);
    let took = t.mean_s.expect("some end");
    // Ten segments with a window of ten: the handshake and one round.
    assert!((took - 0.2).abs() < 0.001, "{took}");
    // Ten slots have 1237 cycles each. The standard deviation of an idle time equals its mean, so that of the share is
    // 0.75/√12370.
    assert!((t.mean_active / (10.0 * took / (took + 0.6)) - 1.0).abs() < 0.025, "{}", t.mean_active);
}

#[test]
fn the_first_transfer_of_a_slot_counts_if_the_document_says_so() {
    let run = |discard: bool| {
        let params = json!({"slots": 7, "sizeKb": 20, "discardFirst": discard});
        let d = Dumbbell::new(10.0, 50).flow_with("sack", 40.0, sends("web", params, json!({})));
        d.seconds(0.0, 20.0).run()
    };
    let (with, without) = (run(false), run(true));
    assert_eq!(transfers(&with).finished, transfers(&without).finished + 7);
    assert_eq!(transfers(&with).started, transfers(&without).started);
}

#[test]
fn sizes_are_those_of_the_document() {
    for (params, mean_kb) in [
        (json!({"slots": 20, "sizes": "uniform", "sizeKb": 10}), 10.0),
        (json!({"slots": 20, "sizes": "exponential", "sizeKb": 10}), 10.0),
        (json!({"slots": 20, "sizes": "pareto", "sizeKb": 10, "sizeShape": 1.5, "sizeMaxKb": 1000}), 10.0),
    ] {
        let d = Dumbbell::new(100.0, 1000).flow_with("sack", 20.0, sends("web", params.clone(), json!({})));
        let run = finished(d.seconds(0.0, 100.0).simulation());
        let t = transfers(&run.results()).clone();
        // More than 20,000 transfers; the standard deviation of the Pareto sizes is three times their mean.
        assert!(t.finished > 20_000 && (t.mean_kb.unwrap() / mean_kb - 1.0).abs() < 0.07, "{params}: {t:?}");
        // The list is limited, the statistics are not.
        let listed = run.flows()[0].transfers.as_ref().unwrap().listed();
        assert_eq!(listed.len(), 10_000);
        assert!(listed.is_sorted_by_key(|c| c.began + c.took));
    }
}

#[test]
fn a_slots_transfers_do_not_depend_on_the_algorithm() {
    // Sizes are drawn per slot, so that algorithms can be compared under the same demand.
    let sizes = |algorithm: &str, rate: f64| {
        let params = json!({"slots": 1, "sizes": "exponential", "sizeKb": 10});
        let d = Dumbbell::new(rate, 10).flow_with(algorithm, 40.0, sends("web", params, json!({})));
        let run = finished(d.seconds(0.0, 30.0).simulation());
        run.flows()[0]
            .transfers
            .as_ref()
            .unwrap()
            .listed()
            .iter()
            .map(|c| c.bytes)
            .take(50)
            .collect::<Vec<_>>()
    };
    assert_eq!(sizes("sack", 10.0), sizes("vegas", 2.0));
}

// --- Poisson arrivals -------------------------------------------------------------------------------------------------

/// Transfers of ten segments over a link that they do not fill: each takes a handshake and one round.
fn poisson(params: Value, seconds: f64) -> (TransferResults, Vec<f64>) {
    let d = Dumbbell::new(1000.0, 10_000).flow_with("sack", 100.0, sends("poisson", params, json!({})));
    let run = finished(d.seconds(0.0, seconds).simulation());
    let began =
        run.flows()[0].transfers.as_ref().unwrap().listed().iter().map(|c| c.began.as_secs()).collect();
    (transfers(&run.results()).clone(), began)
}

#[test]
fn arrivals_are_a_poisson_process() {
    let (t, mut began) = poisson(json!({"ratePerS": 20, "sizes": "fixed", "sizeKb": 14.48}), 400.0);
    // 8000 ± 3·√8000.
    assert!((t.started as f64 - 8000.0).abs() < 270.0, "{}", t.started);
    began.sort_by(f64::total_cmp);
    let mut counts = vec![0.0f64; 399];
    began.iter().filter(|&&at| at < 399.0).for_each(|&at| counts[at as usize] += 1.0);
    let mean = counts.iter().sum::<f64>() / 399.0;
    let variance = counts.iter().map(|c| (c - mean) * (c - mean)).sum::<f64>() / 398.0;
    // The index of dispersion is 1, with a standard error of √(2/398) = 0.07.
    assert!((variance / mean - 1.0).abs() < 0.21, "{mean} {variance}");
    // Gaps are exponential: Kolmogorov's distance at the 0.1 % level is 1.95/√n.
    let mut gaps: Vec<_> = began.windows(2).map(|w| w[1] - w[0]).collect();
    gaps.sort_by(f64::total_cmp);
    let n = gaps.len() as f64;
    let distance = gaps.iter().enumerate().map(|(i, g)| (1.0 - (-20.0 * g).exp() - i as f64 / n).abs());
    assert!(distance.fold(0.0, f64::max) < 1.95 / n.sqrt());
}

#[test]
fn the_number_of_active_transfers_follows_littles_law() {
    let (t, _) = poisson(json!({"ratePerS": 50, "sizes": "fixed", "sizeKb": 14.48}), 300.0);
    assert!((t.mean_s.unwrap() - 0.2).abs() < 0.001, "{:?}", t.mean_s);
    let rate = t.started as f64 / 300.0;
    // Exact except for the few that are still active at the end.
    assert!((t.mean_active / (rate * t.mean_s.unwrap()) - 1.0).abs() < 0.002, "{} {rate}", t.mean_active);
    assert!((t.mean_active / 10.0 - 1.0).abs() < 0.03, "{}", t.mean_active);
}

#[test]
fn refusals_follow_erlangs_formula() {
    // With at most c active transfers and λ·T = a on average, the fraction B(c, a) = (aᶜ/c!)/Σ aᵏ/k! is refused, whatever the
    // distribution of durations (Erlang 1917).
    for (limit, rate) in [(1, 5.0), (4, 20.0), (10, 50.0)] {
        let params = json!({"ratePerS": rate, "sizes": "fixed", "sizeKb": 14.48, "limit": limit});
        let (t, _) = poisson(params, 1000.0);
        let load = rate * t.mean_s.unwrap();
        let (mut term, mut sum) = (1.0, 1.0);
        for k in 1..=limit {
            term *= load / f64::from(k);
            sum += term;
        }
        let share = t.refused as f64 / (t.refused + t.started) as f64;
        // Binomial errors are below 0.01; refusals are correlated, which doubles them.
        assert!((share - term / sum).abs() < 0.02, "{limit}: {share} {}", term / sum);
        assert!(t.mean_active <= f64::from(limit));
    }
}

#[test]
fn medium_transfers_of_the_tfrcp_paper_follow_littles_law_under_congestion() {
    // TFRCP, section III-C.3: 1.5 Mb/s, 50 ms, sizes uniform in 0 … 80 KB, beside a bulk flow. 2.5 transfers per second of 40
    // KB each are 0.8 Mb/s.
    let background = json!({
        "traffic": {"kind": "poisson", "params": {"ratePerS": 2.5, "sizeKb": 40}}, "stack": {"kind": "ns2-1999"},
        "startJitterS": 0, "sendOverheadUs": 5333,
    });
    let monitored = json!({"stack": {"kind": "ns2-1999"}, "startJitterS": 1, "sendOverheadUs": 5333});
    let results = Dumbbell::new(1.5, 25)
        .flow_with("reno", 104.0, background)
        .flow_with("reno", 104.0, monitored)
        .seconds(0.0, 1000.0)
        .run();
    let t = transfers(&results);
    assert!((t.mean_kb.unwrap() - 40.0).abs() < 2.0, "{:?}", t.mean_kb);
    let expected = t.started as f64 / 1000.0 * t.mean_s.unwrap();
    assert!((t.mean_active / expected - 1.0).abs() < 0.02, "{} {expected}", t.mean_active);
    assert!((results.flows[0].goodput_mbps / 0.8 - 1.0).abs() < 0.05, "{}", results.flows[0].goodput_mbps);
}

// --- ON/OFF sources ---------------------------------------------------------------------------------------------------

#[test]
fn onoff_sources_send_four_kb_per_second_each_over_a_network() {
    // TFRCP, section III-C.4: 20 … 80 sources of 4 kb/s on average are 5 to 21 % of 1.5 Mb/s. With heavy tails the error of a
    // mean over 5000 s of 80 sources is about 1.4·5000^(−0.1)/√80 = 7 %; the bound is three times that.
    let traffic = json!({"traffic": {"kind": "onoff", "params": {"sources": 80}}});
    let results = Dumbbell::new(1.5, 25).flow_with("udp", 104.0, traffic).seconds(0.0, 5000.0).run();
    let flow = &results.flows[0];
    assert!((flow.goodput_mbps / 0.320 - 1.0).abs() < 0.2, "{}", flow.goodput_mbps);
    // Packets of 1000 bytes on the wire.
    assert!((flow.throughput_mbps / flow.goodput_mbps - 1000.0 / 972.0).abs() < 1e-6);
    assert_eq!(flow.drops, 0);
}

// --- Send overhead and start jitter -----------------------------------------------------------------------------------

#[test]
fn zero_overhead_changes_nothing() {
    let digest = |more: Value| {
        let d = Dumbbell::new(10.0, 20).flow_with("sack", 40.0, more).flow("cubic", 60.0);
        finished(d.seconds(0.0, 10.0).simulation()).digest()
    };
    assert_eq!(digest(json!({})), digest(json!({"sendOverheadUs": 0, "startJitterS": 0})));
    assert_ne!(digest(json!({})), digest(json!({"sendOverheadUs": 100})));
    assert_ne!(digest(json!({})), digest(json!({"startJitterS": 0.1})));
}

#[test]
fn overhead_delays_uniformly_and_keeps_the_order() {
    // A window of one packet: each packet is alone, and its RTT is longer by a draw from 0 … 20 ms.
    let lone = |overhead_us: u32| {
        let stack = json!({"receiveBufferKb": 2, "windowScaling": false, "mss": 1500});
        let mut flow = sends("bulk", json!({}), stack);
        flow["sendOverheadUs"] = json!(overhead_us);
        Dumbbell::new(100.0, 100).flow_with("newreno", 60.0, flow).seconds(1.0, 400.0).run().flows.remove(0)
    };
    let (without, with) = (lone(0), lone(20_000));
    let base = without.rtt_min_ms.unwrap();
    assert!((with.rtt_min_ms.unwrap() - base) < 0.05 && with.rtt_min_ms.unwrap() >= base);
    // 5000 round trips: the mean of 10 ms has a standard error of 0.08 ms. The maximum is within the histogram's 1.1 %.
    assert!((with.rtt_mean_ms.unwrap() - base - 10.0).abs() < 0.3, "{:?} {base}", with.rtt_mean_ms);
    assert!((with.rtt_p95_ms.unwrap() - base - 19.0).abs() < 1.2, "{:?} {base}", with.rtt_p95_ms);

    // Many packets at the same time, each delayed by up to four times its transmission time: reordering would cause duplicate
    // ACKs.
    for algorithm in ["reno", "sack", "vegas"] {
        let mut flow = sends("finite", json!({"sizeKb": 2000}), json!({"initialSsthresh": 40}));
        flow["sendOverheadUs"] = json!(4800);
        let results = Dumbbell::new(10.0, 1000)
            .flow_with(algorithm, 40.0, flow)
            .seconds(0.0, 30.0)
            .run()
            .flows
            .remove(0);
        assert!(results.completion_s.is_some());
        assert_eq!(
            (results.retransmissions, results.loss_events, results.timeouts),
            (0, 0, 0),
            "{algorithm}"
        );
    }
    // The same for datagrams, whose rate does not change.
    let udp = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 5}}, "sendOverheadUs": 20_000});
    let results = Dumbbell::new(10.0, 100).flow_with("udp", 40.0, udp).seconds(1.0, 100.0).run();
    assert!((results.flows[0].goodput_mbps - 5.0).abs() < 0.01 && results.flows[0].drops == 0);
}

#[test]
fn an_overhead_of_one_transmission_time_removes_the_phase_effect() {
    // Floyd & Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992: 0.8 Mb/s, a buffer of 15 packets, two
    // flows, one with an RTT of 130 ms and one with slightly more. Which packets find the buffer full depends on that
    // difference, to a fraction of the transmission time of 10 ms, and shares vary sharply with it. A random delay of up to one
    // transmission time per packet makes them smooth.
    let shares = |overhead_us: u32| {
        let share = |more_ms: u32| {
            let flow = json!({"stack": {"kind": "ns2-1999"}, "sendOverheadUs": overhead_us});
            let d = Dumbbell::new(0.8, 15)
                .core("delayMs", json!(50))
                .flow_with("reno", 50.0, flow.clone())
                .flow_with("reno", 50.0 + f64::from(more_ms), flow);
            let d = Dumbbell { access_mbps: 8.0, ..d };
            d.seconds(50.0, 300.0).run().flows[0].share_percent
        };
        (0..=20).step_by(2).map(share).collect::<Vec<_>>()
    };
    let (without, with) = (shares(0), shares(10_000));
    let jump = |shares: &[f64]| shares.windows(2).map(|w| (w[1] - w[0]).abs()).fold(0.0, f64::max);
    let least = |shares: &[f64]| shares.iter().copied().fold(100.0, f64::min);
    assert!(jump(&without) > 30.0 && least(&without) < 15.0, "{without:?}");
    assert!(jump(&with) < 15.0 && least(&with) > 25.0, "{with:?}");
}

#[test]
fn jitter_spreads_the_starts_of_flows_and_of_slots() {
    // TFRCP, section III-A: connections start at slightly different times.
    let started = |seed: u32| {
        let mut d = Dumbbell::new(100.0, 1000).seed(seed).seconds(0.0, 3.0);
        for _ in 0..5 {
            let traffic = json!({"kind": "finite", "params": {"sizeKb": 1}});
            d = d.flow_with("sack", 40.0, json!({"startS": 0.5, "startJitterS": 2, "traffic": traffic}));
        }
        let run = finished(d.simulation());
        // A flow's first data packet follows the handshake, whose duration depends on the load of the network.
        run.flows().iter().map(|f| f.first_sent.expect("it started").as_secs() - 0.54).collect::<Vec<_>>()
    };
    let starts: Vec<_> = (0..60).flat_map(started).collect();
    assert!(starts.iter().all(|&s| (-0.001..2.001).contains(&s)));
    let mean = starts.iter().sum::<f64>() / 300.0;
    // Standard error 0.577/√300 = 0.033.
    assert!((mean - 1.0).abs() < 0.1, "{mean}");

    let mut flow = sends("web", json!({"slots": 200, "sizeKb": 1000}), json!({}));
    flow["startJitterS"] = json!(10);
    let mut run = Dumbbell::new(1000.0, 1000).flow_with("sack", 40.0, flow).seconds(0.0, 20.0).simulation();
    run.step(Time::from_secs(5.0), u64::MAX);
    // Binomial: 100 ± 7 slots have started; transfers that have ended have been replaced.
    assert!((70..=130).contains(&active(&run)), "{}", active(&run));
    run.step(Time::from_secs(10.0), u64::MAX);
    assert_eq!(active(&run), 200);
}

// --- The document -----------------------------------------------------------------------------------------------------

#[test]
fn another_flow_does_not_change_what_transfers_draw() {
    let network = |flows: Vec<Value>| {
        let (mut nodes, mut links) = (vec![], vec![]);
        for i in 0..2 {
            nodes.push(json!({"id": format!("s{i}"), "kind": "host"}));
            nodes.push(json!({"id": format!("d{i}"), "kind": "host"}));
            let forward = json!({"rateMbps": 10, "delayMs": 10, "lossRate": 0.01});
            links.push(json!({"id": format!("l{i}"), "a": format!("s{i}"), "b": format!("d{i}"), "forward": forward}));
        }
        let value = json!({"version": 1, "durationS": 20, "nodes": nodes, "links": links, "flows": flows});
        finished(Simulation::new(&document::from_value(value).expect("valid"), Default::default())).results()
    };
    let flow = |i: u32, kind: &str, algorithm: &str| {
        json!({"id": format!("f{i}"), "from": format!("s{i}"), "to": format!("d{i}"), "algorithm": algorithm,
            "traffic": {"kind": kind}, "startJitterS": 1, "sendOverheadUs": 500})
    };
    let of = |results: &Results| -> FlowResults {
        results.flows.iter().find(|f| f.id == "f0").expect("the flow").clone()
    };
    for (kind, algorithm) in [("web", "sack"), ("poisson", "cubic"), ("onoff", "udp")] {
        let alone = network(vec![flow(0, kind, algorithm)]);
        let both = network(vec![flow(1, "web", "reno"), flow(0, kind, algorithm)]);
        let (a, b) = (of(&alone), of(&both));
        assert_eq!(
            (a.sent_packets, a.drops, &a.transfers),
            (b.sent_packets, b.drops, &b.transfers),
            "{kind}"
        );
        assert!(a.sent_packets > 100);
    }
}

fn lab(kind: &str, params: Value) -> Simulation {
    Dumbbell::new(5.0, 20)
        .flow_with("sack", 40.0, sends(kind, params, json!({})))
        .flow("cubic", 60.0)
        .seconds(0.0, 20.0)
        .simulation()
}

#[test]
fn transfers_can_be_edited_during_a_run_and_replay() {
    let web = json!({"slots": 10, "sizeKb": 30});
    let arrivals = json!({"ratePerS": 10, "sizeKb": 30});
    for (kind, params, path, value) in [
        ("web", &web, "/flows/f0/traffic/params/slots", json!(20)),
        ("web", &web, "/flows/f0/traffic/params/slots", json!(3)),
        ("web", &web, "/flows/f0/traffic/params/sizeKb", json!(3)),
        ("web", &web, "/flows/f0/traffic/params/idleS", json!(1)),
        ("web", &web, "/flows/f0/algorithm", json!("vegas")),
        ("web", &web, "/flows/f0/algorithm", json!("tahoe")),
        ("web", &web, "/flows/f0/stack/params/spacing", json!("random")),
        ("web", &web, "/flows/f0/stack", json!({"kind": "ns2-1999"})),
        ("web", &web, "/flows/f0/sendOverheadUs", json!(2000)),
        ("web", &web, "/flows/f0/traffic", json!({"kind": "bulk"})),
        ("web", &web, "/flows/f0/traffic", json!({"kind": "poisson"})),
        ("web", &web, "/flows/f0/to", json!("d1")),
        ("web", &web, "/flows/f0/stopS", json!(8)),
        ("web", &web, "/flows/f0", json!(null)),
        ("web", &web, "/flows/f1/traffic", json!({"kind": "web"})),
        ("web", &web, "/links/core/forward/rateMbps", json!(1)),
        ("web", &web, "/links/core", json!(null)),
        ("poisson", &arrivals, "/flows/f0/traffic/params/ratePerS", json!(30)),
        ("poisson", &arrivals, "/flows/f0/traffic/params/limit", json!(2)),
        ("poisson", &arrivals, "/flows/f0/stopS", json!(8)),
    ] {
        let untouched = finished(lab(kind, params.clone())).digest();
        let mut live = lab(kind, params.clone());
        live.step(Time::from_secs(6.0), u64::MAX);
        let mut clone = live.clone();
        edit(&mut live, path, value.clone());
        edit(&mut clone, path, value.clone());
        let document = live.scenario().clone();
        let live = finished(live);
        assert_eq!(live.digest(), finished(clone).digest(), "{path} {value}: a clone");
        let replayed = finished(Simulation::new(&document, Default::default()));
        assert_eq!(live.digest(), replayed.digest(), "{path} {value}: a replay");
        assert_ne!(live.digest(), untouched, "{path} {value} changes nothing");
    }
}

#[test]
fn slots_follow_the_document() {
    let mut run = lab("web", json!({"slots": 10, "sizeKb": 30}));
    let at = |run: &mut Simulation, seconds: f64| {
        run.step(Time::from_secs(seconds), u64::MAX);
        active(run)
    };
    assert_eq!(at(&mut run, 2.0), 10);
    edit(&mut run, "/flows/f0/traffic/params/slots", json!(30));
    assert_eq!(at(&mut run, 2.1), 30);
    edit(&mut run, "/flows/f0/traffic/params/slots", json!(2));
    // Surplus slots end with their transfer.
    assert_eq!(at(&mut run, 2.101), 30);
    assert_eq!(at(&mut run, 12.0), 2);
    edit(&mut run, "/flows/f0/traffic/params/slots", json!(4));
    assert_eq!(at(&mut run, 12.001), 4);
    // No new transfers; active ones end with what they have sent.
    edit(&mut run, "/flows/f0/stopS", json!(13));
    run.step(Time::from_secs(20.0), u64::MAX);
    assert_eq!((active(&run), run.flows()[0].phase), (0, Phase::Finished));
}

#[test]
fn the_page_gets_one_flow_with_the_sum_of_its_windows() {
    let d = Dumbbell::new(5.0, 20).flow_with("vegas", 40.0, sends("web", json!({"slots": 5}), json!({})));
    let mut run = Simulation::new(&d.seconds(0.0, 20.0).scenario(), Default::default());
    run.step(Time::from_secs(15.0), u64::MAX);
    let kinds: Vec<_> = run.recorder().infos().iter().filter(|i| i.owner == "f0").map(|i| i.kind).collect();
    use droptail_engine::metrics::recorder::SeriesKind::{Cwnd, Flight, Rtt, Throughput};
    // Thresholds and the algorithm's variables belong to single connections.
    assert_eq!(kinds, [Throughput, Cwnd, Flight, Rtt]);
    let summary = run.transports()[0].summary();
    // At least one packet for each of the five open connections.
    assert!(summary.cwnd >= 2.0 && summary.flight <= summary.cwnd + 5.0, "{summary:?}");
    let series = run.flows()[0].series.clone();
    for (number, expected) in [(series.cwnd, summary.cwnd), (series.flight, summary.flight)] {
        let (_, _, _, last) = run.recorder().get(number).unwrap().rows().last().unwrap();
        assert!((f64::from(last as f32) - expected).abs() < 1e-3, "{last} {expected}");
    }
    let (mut scene, directory) = (Vec::new(), run.directory());
    run.scene(&mut scene);
    assert_eq!((scene[3], directory.flows.len()), (1.0, 1));
}

#[test]
fn a_waiting_slot_gets_a_connection_after_a_reduction() {
    // All slots have active transfers when an edit reduces the document to one, and a waiting slot is due.
    let mut flow = sends("web", json!({"slots": 60, "sizeKb": 100_000}), json!({}));
    flow["startJitterS"] = json!(5);
    let mut run = Dumbbell::new(5.0, 20).flow_with("sack", 40.0, flow).seconds(0.0, 30.0).simulation();
    run.step(Time::from_secs(2.5), u64::MAX);
    edit(&mut run, "/flows/f0/traffic/params/slots", json!(1));
    run.step(Time::from_secs(6.0), u64::MAX);
    assert!(active(&run) > 18);
    edit(&mut run, "/flows/f0/traffic/params/slots", json!(60));
    run.step(Time::from_secs(7.0), u64::MAX);
    assert_eq!(active(&run), 60);
}

#[test]
fn closed_connections_release_their_resources() {
    // Small transfers over a link that loses packets, including FINs: old connections wait for timers while new ones start.
    let params = json!({"slots": 50, "sizeKb": 0.5});
    let d = Dumbbell::new(100.0, 1000)
        .flow_with("sack", 20.0, sends("web", params, json!({})))
        .core("lossRate", json!(0.05))
        .seconds(0.0, 100.0);
    let mut run = d.simulation();
    for second in 1..100 {
        run.step(Time::from_secs(f64::from(second)), u64::MAX);
        // The flow's own timer entry and those of its slots: at most two per slot, and a few.
        assert!(run.network().timer_owners.len() <= 1 + 2 * 50 + 16, "{}", run.network().timer_owners.len());
        assert!(run.network().events.len() < 10 * 120, "{}", run.network().events.len());
        assert_eq!(active(&run), 50);
    }
    // Two round trips of 20 ms, and for each lost SYN or data packet a timeout of one second with doubling: p/(1 − 2p) = 0.056
    // s each on average.
    let expected = 50.0 * 99.0 / (0.04 + 2.0 * 0.05 / 0.9);
    let finished = transfers(&run.results()).finished as f64;
    assert!((finished / expected - 1.0).abs() < 0.1, "{finished} {expected}");
    edit(&mut run, "/flows/f0", json!(null));
    assert_eq!(run.network().timer_owners.len(), 1);
    run.step(Time::from_secs(100.0), u64::MAX);
    assert_eq!(run.network().packets.len(), 0);
}

#[test]
fn traffic_beyond_the_memory_limits_is_rejected() {
    let flows = |count: usize| {
        let mut d = Dumbbell::new(10.0, 20);
        for _ in 0..count {
            d = d.flow_with("sack", 40.0, sends("web", json!({"slots": 500}), json!({})));
        }
        document::from_value(d.value())
    };
    assert!(flows(20).is_ok());
    let problems = flows(21).expect_err("10,500 connections");
    assert_eq!(problems[0].pointer, "/flows");

    let sizes = sends("web", json!({"sizes": "pareto", "sizeKb": 100, "sizeMaxKb": 50}), json!({}));
    let problems = document::from_value(Dumbbell::new(10.0, 20).flow_with("sack", 40.0, sizes).value());
    assert_eq!(
        problems.expect_err("a mean above the maximum")[0].pointer,
        "/flows/0/traffic/params/sizeMaxKb"
    );
    // TCP cannot carry ON/OFF sources, UDP cannot carry transfers.
    for (algorithm, kind) in [("sack", "onoff"), ("udp", "web"), ("udp", "poisson")] {
        let d = Dumbbell::new(10.0, 20).flow_with(algorithm, 40.0, json!({"traffic": {"kind": kind}}));
        let problems = document::from_value(d.value()).expect_err("another transport");
        assert_eq!(problems[0].pointer, "/flows/0/traffic/kind");
    }
    let d = Dumbbell::new(10.0, 20).flow_with("sack", 40.0, json!({"startJitterS": 3, "stopS": 2}));
    assert_eq!(document::from_value(d.value()).expect_err("stops first")[0].pointer, "/flows/0/stopS");
}

#[test]
fn a_removed_flow_stays_in_the_results_with_what_it_carried() {
    let d = Dumbbell::new(10.0, 20)
        .flow_with("sack", 40.0, json!({}))
        .flow_with("sack", 40.0, json!({}))
        .seconds(0.0, 20.0);
    let mut run = d.simulation();
    run.step(Time::from_secs(10.0), u64::MAX);
    let before = run.results();
    let carried = before.flows[1].goodput_mbps * 10.0;
    edit(&mut run, "/flows/f1", json!(null));
    run.step(Time::from_secs(20.0), u64::MAX);
    let results = run.results();
    let [stays, gone] = &results.flows[..] else { panic!("{:?}", results.flows) };
    assert!(!stays.removed && gone.removed && gone.id == "f1", "{gone:?}");
    // The same payload over a span twice as long.
    assert_eq!(gone.goodput_mbps, carried / 20.0);
    assert_eq!(gone.sent_packets, before.flows[1].sent_packets);
    assert!((stays.share_percent + gone.share_percent - 100.0).abs() < 1e-9);
    assert_eq!(results.goodput_mbps, stays.goodput_mbps + gone.goodput_mbps);
    // Fairness is that of the flows that are there.
    assert_eq!(results.jain, Some(1.0));

    // A flow with its id replaces it.
    edit(&mut run, "/flows/f1", d.value()["flows"][1].clone());
    run.step(Time::from_secs(20.0), u64::MAX);
    let ids: Vec<_> = run.results().flows.into_iter().map(|f| (f.id, f.removed)).collect();
    assert_eq!(ids, [("f0".to_owned(), false), ("f1".to_owned(), false)]);
}
