//! Measurements of whole runs, compared with calculations, with general laws, and with another way of counting.

use crate::common::{Dumbbell, finished, queue};
use droptail_engine::document;
use droptail_engine::metrics::recorder::{SeriesKind, SeriesSelection};
use droptail_engine::metrics::results::Results;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::Time;
use serde_json::{Value, json};

fn near(got: f64, expected: f64, tolerance: f64) {
    assert!((got - expected).abs() <= tolerance, "{got}, not {expected}");
}

/// Datagrams of 1000 bytes on the wire at this rate on the wire, Mb/s.
fn datagrams(mbps: f64) -> Value {
    let params = json!({"rateMbps": mbps * 972.0 / 1000.0, "packetBytes": 972});
    json!({"traffic": {"kind": "cbr", "params": params}})
}

fn sampling(mut document: Value, field: &str, value: Value) -> Value {
    document["sampling"][field] = value;
    document
}

fn run(document: Value) -> Results {
    let scenario = document::from_value(document).expect("a valid document");
    finished(Simulation::new(&scenario, Options { keep: SeriesSelection::Nothing, ..Options::default() }))
        .results()
}

#[test]
fn three_times_the_rate_drops_two_packets_in_a_row() {
    // 30 Mb/s into 10: one packet in three fits. Every pair of drops is a burst by either definition.
    let d = Dumbbell::new(10.0, 5).flow_with("udp", 40.0, datagrams(30.0)).seconds(2.0, 10.0);
    let results = d.run();
    let (flow, core) = (&results.flows[0], queue(&results, "core/forward"));
    near(core.loss_rate, 2.0 / 3.0, 0.001);
    near(flow.burst_losses as f64, core.drops as f64 / 2.0, 1.0);
    assert_eq!((flow.burst_losses, flow.burst_losses), (flow.burst_losses_own, core.burst_losses));
    assert_eq!(results.burst_losses_per_flow, Some(flow.burst_losses as f64));
    // Drops are never a round trip apart: one event, in which the only flow loses.
    assert_eq!((core.congestion_events, core.synchronization), (1, Some(1.0)));
    assert_eq!(core.synchronization_levels, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    // The queue is always full except between a departure and the next arrival, at most a third of a transmission time. A
    // packet waits for 4 or 5 others, and for the rest of the one in transmission.
    assert_eq!((core.p50_packets, core.p99_packets, core.max_packets), (5, 5, 5));
    assert!(core.sd_packets < 0.5 && core.mean_packets > 4.6, "{} {}", core.mean_packets, core.sd_packets);
    near(core.p50_delay_ms, core.mean_delay_ms, 0.011 * core.mean_delay_ms + core.sd_delay_ms);

    // At twice the rate every second packet is dropped: no burst.
    let d = Dumbbell::new(10.0, 5).flow_with("udp", 40.0, datagrams(20.0)).seconds(2.0, 10.0);
    let results = d.run();
    near(results.flows[0].loss_rate, 0.5, 0.001);
    assert_eq!((results.flows[0].burst_losses, results.flows[0].burst_losses_own), (0, 0));
}

#[test]
fn packets_of_another_flow_end_a_burst_by_one_definition_only() {
    // Two flows of 30 Mb/s, offset by half a packet interval so that their packets alternate; one packet in six fits. By
    // arrivals no two drops of a flow are adjacent; by the flow's own packets each run of drops is a burst.
    let d = Dumbbell { access_mbps: 10_000.0, ..Dumbbell::new(10.0, 5) }
        .flow_with("udp", 40.0, datagrams(30.0))
        .flow_with("udp", 40.0, {
            let mut flow = datagrams(30.0);
            flow["startS"] = json!(0.000_133_333);
            flow
        });
    let results = d.seconds(2.0, 10.0).run();
    let core = queue(&results, "core/forward");
    near(core.loss_rate, 5.0 / 6.0, 0.001);
    assert_eq!(core.burst_losses, 0);
    assert!(core.burst_losses_own > 1000, "{}", core.burst_losses_own);
    // Only this queue drops packets, so it has all drops of each flow.
    let lost: Vec<_> = core.flows.iter().map(|f| (f.id.clone(), f.drops)).collect();
    assert_eq!(lost, results.flows.iter().map(|f| (f.id.clone(), f.drops)).collect::<Vec<_>>());
    near(core.flows[0].share_percent, 100.0 * lost[0].1 as f64 / core.drops as f64, 1e-9);
    assert!(results.queues.iter().filter(|q| q.id != core.id).all(|q| q.flows.is_empty()));
}

#[test]
fn each_halving_of_a_lone_flow_is_one_congestion_event_of_all_flows() {
    let results = Dumbbell::new(10.0, 40).flow("newreno", 60.0).seconds(10.0, 120.0).run();
    let (flow, core) = (&results.flows[0], queue(&results, "core/forward"));
    assert_eq!(flow.timeouts, 0);
    assert!(flow.loss_events > 10);
    assert_eq!((core.congestion_events, core.synchronization), (flow.loss_events, Some(1.0)));
}

#[test]
fn with_many_flows_some_lose_in_an_event() {
    let mut d = Dumbbell::new(10.0, 30).seconds(10.0, 100.0);
    for i in 0..10 {
        d = d.flow_with("newreno", 40.0 + 7.0 * f64::from(i), json!({"startS": 0.1 * f64::from(i)}));
    }
    let results = d.run();
    let core = queue(&results, "core/forward");
    let level = core.synchronization.expect("events");
    assert!(core.congestion_events > 10 && level > 0.1 && level < 1.0, "{} {level}", core.congestion_events);
    assert_eq!(core.synchronization_levels.iter().sum::<u64>(), core.congestion_events);
    // Each flow that loses in an event responds at least once.
    let answers: u64 = results.flows.iter().map(|f| f.loss_events + f.timeouts).sum();
    let hit = level * 10.0 * core.congestion_events as f64;
    assert!(answers as f64 >= 0.9 * hit, "{answers} answers, {hit} hits");
}

#[test]
fn littles_law_holds_for_backlog_and_sojourn_time() {
    // J. D. C. Little 1961: mean number = rate × mean wait. Only packets in the queue at the start or the end cause a
    // difference.
    let results = Dumbbell::new(10.0, 40).flow("sack", 60.0).flow("cubic", 30.0).seconds(10.0, 100.0).run();
    let core = queue(&results, "core/forward");
    let served_per_s = (core.arrivals - core.drops) as f64 / 90.0;
    near(served_per_s * core.mean_delay_ms / 1e3 / core.mean_packets, 1.0, 1e-3);
    assert!(core.p50_packets <= core.p95_packets && core.p95_packets <= core.p99_packets);
    assert!(core.p50_delay_ms <= core.p95_delay_ms && core.p95_delay_ms <= core.p99_delay_ms);
    // 40 packets and the rest of one: 48 ms, and 1.2 ms.
    assert!(core.max_packets == 40 && core.p99_delay_ms < 49.2 * 1.011);
    // A uniform sawtooth between a and b has sd (b − a)/√12; any distribution on [0, 40] has at most 20.
    assert!(core.sd_packets > 1.0 && core.sd_packets < 20.0);
    // RTT = base + wait for packets of the same queue, so the standard deviation is that of the queue.
    for flow in &results.flows {
        let (p50, p95, p99) = (flow.rtt_p50_ms.unwrap(), flow.rtt_p95_ms.unwrap(), flow.rtt_p99_ms.unwrap());
        assert!(flow.rtt_min_ms.unwrap() <= p50 && p50 <= p95 && p95 <= p99);
        near(flow.rtt_sd_ms.unwrap() / core.sd_delay_ms, 1.0, 0.1);
        near(flow.power.unwrap(), flow.throughput_mbps / (flow.rtt_mean_ms.unwrap() / 1e3), 1e-9);
    }
}

/// Two links of 10 Mb/s in a row; flow "long" crosses both, "a" the first, "b" the second.
fn parking_lot(flows: [Value; 3], measure_from_s: f64) -> Value {
    let node = |id: &str, kind: &str| json!({"id": id, "kind": kind});
    let hosts = ["s0", "sa", "sb", "d0", "da", "db"].map(|id| node(id, "host"));
    let nodes: Vec<_> = hosts.into_iter().chain(["r1", "r2", "r3"].map(|id| node(id, "router"))).collect();
    let link = |id: &str, a: &str, b: &str, mbps: u32| {
        let queue = json!({"kind": "droptail", "params": {"limitPackets": 50}});
        json!({"id": id, "a": a, "b": b, "forward": {"rateMbps": mbps, "delayMs": 5, "queue": queue}})
    };
    let links = [
        link("one", "r1", "r2", 10),
        link("two", "r2", "r3", 10),
        link("l1", "s0", "r1", 1000),
        link("l2", "sa", "r1", 1000),
        link("l3", "sb", "r2", 1000),
        link("l4", "r3", "d0", 1000),
        link("l5", "r2", "da", 1000),
        link("l6", "r3", "db", 1000),
    ];
    let flow = |(id, from, to): (&str, &str, &str), more: &Value| {
        let mut flow = json!({"id": id, "from": from, "to": to, "algorithm": "sack"});
        more.as_object().expect("fields").iter().for_each(|(key, value)| flow[key] = value.clone());
        flow
    };
    let ends = [("long", "s0", "d0"), ("a", "sa", "da"), ("b", "sb", "db")];
    let flows: Vec<_> = ends.into_iter().zip(&flows).map(|(ends, more)| flow(ends, more)).collect();
    json!({"version": 1, "durationS": 60, "nodes": nodes, "links": links, "flows": flows,
           "sampling": {"measureFromS": measure_from_s}})
}

#[test]
fn fair_shares_of_a_parking_lot_depend_on_the_active_flows() {
    let bulk = || json!({});
    let shares = |r: &Results| r.flows.iter().map(|f| f.fair_share_mbps.unwrap()).collect::<Vec<_>>();

    let results = run(parking_lot([bulk(), bulk(), bulk()], 0.0));
    for (share, flow) in shares(&results).iter().zip(&results.flows) {
        near(*share, 5.0, 1e-9);
        near(flow.fair_ratio.unwrap(), flow.throughput_mbps / 5.0, 1e-9);
    }
    // Two short flows get more than a long one: Σ|x − m|/Σm from the rows of the table.
    let off: f64 = results.flows.iter().map(|f| (f.throughput_mbps - 5.0).abs()).sum();
    near(results.max_min_distance.unwrap(), off / 15.0, 1e-9);
    assert!(results.flows[0].fair_ratio.unwrap() < 1.0);

    // "a" starts at 40 s of a measurement from 20 to 60 s. Until then the long flow's share is 10 − 5 Mb/s, because "b" is
    // active; "a" has 5 Mb/s for half of the time.
    let late = json!({"startS": 40.0});
    let results = run(parking_lot([bulk(), late, bulk()], 20.0));
    for (share, expected) in shares(&results).into_iter().zip([5.0, 2.5, 5.0]) {
        near(share, expected, 0.02);
    }

    // A constant rate of 2 Mb/s on the wire leaves 8 to "long", and thus 2 to "b".
    let mut cbr = datagrams(2.0);
    cbr["algorithm"] = json!("udp");
    let results = run(parking_lot([bulk(), cbr, bulk()], 20.0));
    for (share, expected) in shares(&results).into_iter().zip([5.0, 2.0, 5.0]) {
        near(share, expected, 1e-9);
    }
    near(results.flows[1].fair_ratio.unwrap(), 1.0, 0.02);

    // After an edit of a link's rate, shares follow the new rate: 5 for half of the time, then 10 on both.
    let mut document = parking_lot([bulk(), bulk(), bulk()], 20.0);
    let edit =
        |link: &str| json!({"atS": 40, "path": format!("/links/{link}/forward/rateMbps"), "value": 20});
    document["edits"] = json!([edit("one"), edit("two")]);
    for share in shares(&run(document)) {
        near(share, 7.5, 1e-9);
    }
}

#[test]
fn jain_by_round_trip_uses_the_configured_propagation() {
    let results = Dumbbell::new(10.0, 40).flow("sack", 30.0).flow("sack", 120.0).seconds(10.0, 100.0).run();
    let weighted: Vec<_> =
        results.flows.iter().zip([30.0, 120.0]).map(|(f, rtt)| f.goodput_mbps * rtt).collect();
    let expected = (weighted[0] + weighted[1]) * (weighted[0] + weighted[1])
        / (2.0 * (weighted[0] * weighted[0] + weighted[1] * weighted[1]));
    near(results.jain_rtt.unwrap(), expected, 1e-9);
    assert_eq!(results.flows.iter().map(|f| f.propagation_ms).collect::<Vec<_>>(), [30.0, 120.0]);
    assert!(results.jain_rtt.unwrap() != results.jain.unwrap());
}

#[test]
fn covariances_are_those_of_windows_sampled_every_tenth_of_a_second() {
    let d = Dumbbell::new(10.0, 40)
        .flow("newreno", 60.0)
        .flow_with("sack", 80.0, json!({"startS": 3.0}))
        .flow_with("udp", 60.0, datagrams(1.0))
        .seconds(10.0, 60.0);
    let mut run = d.simulation();
    let mut windows = Vec::new();
    for tenth in 1..=600_u64 {
        run.step(Time(tenth * 100_000_000), u64::MAX);
        if tenth > 100 {
            windows.push([0, 1].map(|f: usize| run.transports()[f].summary().cwnd));
        }
    }
    let n = windows.len() as f64;
    let mean = [0, 1].map(|f: usize| windows.iter().map(|w| w[f]).sum::<f64>() / n);
    let sum = |i: usize, j: usize| windows.iter().map(|w| (w[i] - mean[i]) * (w[j] - mean[j])).sum::<f64>();
    let expected = sum(0, 1) / libm::sqrt(sum(0, 0) * sum(1, 1));
    let matrix = run.results().covariance;
    assert_eq!(matrix.flows, ["f0", "f1", "f2"]);
    let rho = |i: usize, j: usize| matrix.rho[i][j];
    near(rho(0, 1).unwrap(), expected, 1e-9);
    assert_eq!(rho(0, 1), rho(1, 0));
    near(rho(0, 0).unwrap(), 1.0, 1e-12);
    // A flow without a window has no coefficient, not even with itself.
    assert_eq!([rho(0, 2), rho(2, 1), rho(2, 2)], [None; 3]);
}

#[test]
fn friendliness_compares_algorithms_and_internal_fairness_compares_flows() {
    let d = Dumbbell::new(20.0, 60)
        .flow("cubic", 40.0)
        .flow("reno", 40.0)
        .flow("reno", 80.0)
        // Background traffic of the same algorithm does not count beside bulk transfers.
        .flow_with("reno", 40.0, json!({"traffic": {"kind": "finite", "params": {"sizeKb": 20.0}}}))
        .seconds(10.0, 100.0);
    let results = run(d.value());
    let goodput = |i: usize| results.flows[i].goodput_mbps;
    let (cubic, reno) = (&results.groups[0], &results.groups[1]);
    assert_eq!((cubic.algorithm.as_str(), cubic.flows, cubic.reference), ("cubic", 1, false));
    assert_eq!((reno.algorithm.as_str(), reno.flows, reno.reference), ("reno", 2, true));
    let f = goodput(0) / ((goodput(1) + goodput(2)) / 2.0);
    near(cubic.friendliness.unwrap(), f, 1e-9);
    near(cubic.equivalence.unwrap(), f.max(1.0 / f), 1e-9);
    near(reno.internal_fairness.unwrap(), goodput(1).max(goodput(2)) / goodput(1).min(goodput(2)), 1e-9);
    assert_eq!((reno.friendliness, cubic.internal_fairness), (None, Some(1.0)));
    // 90 s in windows of 1.5, 3 … 48 s, as many as fit.
    let windows: Vec<_> = reno.scales.iter().map(|s| (s.scale_s, s.windows)).collect();
    assert_eq!(windows, [(1.5, 60), (3.0, 30), (6.0, 15), (12.0, 7), (24.0, 3), (48.0, 1)]);

    // The document may name another reference, which does not affect the digest.
    let asked = sampling(d.value(), "referenceAlgorithm", json!("cubic"));
    let other = run(sampling(asked, "timeScalesS", json!([5.0])));
    near(other.groups[1].friendliness.unwrap(), 1.0 / f, 1e-9);
    assert_eq!((other.groups[0].friendliness, &other.digest), (None, &results.digest));
    assert_eq!(other.groups[0].scales.len(), 1);
    let wrong = document::from_value(sampling(d.value(), "referenceAlgorithm", json!("nobody"))).unwrap_err();
    assert_eq!(wrong[0].pointer, "/sampling/referenceAlgorithm");
}

#[test]
fn default_time_scales_are_not_written_into_documents() {
    let d = Dumbbell::new(10.0, 10).flow("reno", 40.0);
    let written = |document| json!(document::from_value(document).expect("valid"))["sampling"].clone();
    let usual = written(d.value());
    assert_eq!((usual.get("timeScalesS"), usual.get("referenceAlgorithm")), (None, None));
    let other = written(sampling(d.value(), "timeScalesS", json!([2.0, 4.0])));
    assert_eq!(other["timeScalesS"], json!([2.0, 4.0]));
}

#[test]
fn a_dead_link_is_one_episode_of_many_timeouts() {
    let mut document = Dumbbell::new(10.0, 40).flow("sack", 40.0).seconds(5.0, 60.0).value();
    let edit = |at: u32, loss: u32| json!({"atS": at, "path": "/links/core/forward/lossRate", "value": loss});
    document["edits"] = json!([edit(20, 1), edit(40, 0)]);
    let results = run(document);
    let flow = &results.flows[0];
    // RTO of 1 s, doubled: timeouts after 1, 3, 7, 15 s, and after 31 s, when the link works again.
    assert_eq!((flow.timeouts, flow.timeout_episodes), (5, 1));
}

#[test]
fn counts_start_with_the_measurement() {
    let bursts = |from: f64| {
        let d = Dumbbell::new(10.0, 5).flow_with("udp", 40.0, datagrams(30.0)).seconds(from, 10.0);
        let results = d.run();
        (results.flows[0].burst_losses as f64, queue(&results, "core/forward").mean_packets)
    };
    let ((all, length), (half, same_length)) = (bursts(0.0), bursts(5.0));
    near(half / all, 0.5, 0.01);
    near(length, same_length, 0.05);
}

#[test]
fn a_measurement_of_no_length_divides_by_nothing() {
    let d = Dumbbell::new(10.0, 40).flow("sack", 40.0).flow("cubic", 40.0).seconds(5.0, 10.0);
    let mut run = d.simulation();
    for at in [0.0, 0.05, 4.99, 5.0] {
        run.step(Time::from_secs(at), u64::MAX);
        let results = run.results();
        let text = serde_json::to_string(&results).expect("numbers");
        assert!(!text.contains("NaN"));
        assert!(results.flows.iter().all(|f| f.fair_ratio.is_none_or(f64::is_finite)));
    }
    assert_eq!((run.results().max_min_distance, run.results().flows[0].fair_share_mbps), (None, None));
}

#[test]
fn fairness_series_refer_to_the_past_window() {
    let d = Dumbbell::new(10.0, 40).flow("cubic", 40.0).flow("reno", 80.0).seconds(0.0, 30.0);
    let run = finished(Simulation::new(&d.scenario(), Options::default()));
    let last = |kind, variable: Option<&str>| {
        let infos = run.recorder().infos();
        let at = infos
            .iter()
            .position(|i| i.kind == kind && i.owner.is_empty() && i.variable.as_deref() == variable);
        run.recorder().get(at.expect("a series") as u32).and_then(|s| s.last()).expect("a value")
    };
    // The same from the bytes that arrived in the two seconds before the last boundary, which is the end.
    let mut again = d.simulation();
    let received = |run: &Simulation| [0, 1].map(|f: usize| run.flows()[f].received_total);
    again.step(Time::from_secs(28.0), u64::MAX);
    let before = received(&again);
    again.step(Time::from_secs(30.0), u64::MAX);
    let after = received(&again);
    // Series store f32.
    let rates = [0, 1].map(|f: usize| (after[f] - before[f]) as f64 * 8.0 / 2.0 / 1e6);
    let recorded = [
        last(SeriesKind::Friendliness, Some("cubic")),
        last(SeriesKind::MaxMin, None),
        last(SeriesKind::JainRtt, None),
    ];
    let (x, y) = (rates[0] * 40.0, rates[1] * 80.0);
    let off = ((rates[0] - 5.0).abs() + (rates[1] - 5.0).abs()) / 10.0;
    let expected = [rates[0] / rates[1], off, (x + y) * (x + y) / (2.0 * (x * x + y * y))];
    for (got, expected) in recorded.into_iter().zip(expected) {
        near(got, expected, 1e-6 * expected);
    }
}

/// Reno with the stack of the 1990s, 500 bytes on the wire, access links with four times the bottleneck's rate, and starts
/// spread over 5 s: the set-up of the Randomized TCP paper, section IV.
fn as_in_randomized_tcp(
    flows: u32,
    mbps: f64,
    rtt_ms: f64,
    spacing: &str,
    more: Value,
    seconds: f64,
) -> Results {
    let mut d = Dumbbell { access_mbps: 4.0 * mbps, ..Dumbbell::new(mbps, 25) }.seconds(0.0, seconds);
    for i in 0..flows {
        let stack = json!({"kind": "ns2-1999", "params": {"mss": 460, "spacing": spacing}});
        let start = 5.0 * f64::from(i) / f64::from(flows);
        let mut flow = json!({"stack": stack, "startS": start});
        flow.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        d = d.flow_with("reno", rtt_ms, flow);
    }
    d.run()
}

#[test]
fn randomized_flows_have_fewer_burst_losses() {
    // Randomized TCP, table VIII, 1 Mb/s: Reno 119 and 141 for 25 and 30 flows, Randomized 18 and 15. The paper does not say
    // how it counts or what it averages over. Here they are adjacent drops per flow (by the flows' own packets the order is
    // reversed: see docs/model.md). Reno's number depends on phase effects; a random delay of up to one transmission time
    // removes them.
    let bursts = |rtt_ms, wait_us, spacing| {
        [25, 30].map(|flows| {
            let more = json!({"sendOverheadUs": wait_us});
            let run = as_in_randomized_tcp(flows, 1.0, rtt_ms, spacing, more, 400.0);
            run.burst_losses_per_flow.expect("flows")
        })
    };
    let in_phase = bursts(200.0, 0, "ack");
    assert!(in_phase[1] > in_phase[0], "{in_phase:?}");
    let (reno, randomized) = (bursts(100.0, 4000, "ack"), bursts(100.0, 4000, "random"));
    for (reno, randomized) in reno.into_iter().zip(randomized) {
        assert!(reno > 5.0 * randomized && randomized > 0.0, "{reno} {randomized}");
    }
}

#[test]
fn reno_windows_are_in_phase_paced_out_of_phase_and_randomized_neither() {
    // Randomized TCP, table VI: two flows, 100 ms, 3, 4 and 5 Mb/s: Reno 0.43, 0.32, 0.67, Paced −0.41, −0.18, −0.33,
    // Randomized 0.17, 0.16, 0.08. At 4 Mb/s Paced is the paper's weakest as well. Here it depends on the start times, from
    // −0.43 to 0.58 in eight draws, so a single run shows nothing. The signs of the others are the same in all draws.
    for mbps in [3.0, 4.0, 5.0] {
        let [reno, paced, randomized] = ["ack", "paced", "random"].map(|spacing| {
            as_in_randomized_tcp(2, mbps, 100.0, spacing, json!({}), 1000.0).covariance.rho[0][1]
                .expect("windows that vary")
        });
        assert!(reno > 0.3, "{mbps} Mb/s, Reno: {reno}");
        assert!(paced < -0.15 || mbps == 4.0, "{mbps} Mb/s, Paced: {paced}");
        assert!(paced < reno - 0.15, "{mbps} Mb/s: {paced} {reno}");
        assert!(randomized.abs() < 0.25, "{mbps} Mb/s, Randomized: {randomized}");
    }
}
