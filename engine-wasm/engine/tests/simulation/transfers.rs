//! Transfers: in a closed loop, and by Poisson arrivals.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, finished, utilisation};
use crate::traffic::{active, sends, transfers};
use droptail_engine::metrics::transfers::TransferResults;
use droptail_engine::units::Time;
use serde_json::{Value, json};

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
