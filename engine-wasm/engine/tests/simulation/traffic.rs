//! Traffic: ON/OFF sources, send overhead, start jitter, and the document of all kinds.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, finished};
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
pub(crate) fn sends(kind: &str, params: Value, stack: Value) -> Value {
    let mut options = json!({"delayedAck": 1});
    for (key, value) in stack.as_object().expect("fields") {
        options[key] = value.clone();
    }
    json!({"traffic": {"kind": kind, "params": params}, "stack": {"kind": "rfc", "params": options}})
}

pub(crate) fn transfers(results: &Results) -> &TransferResults {
    results.flows[0].transfers.as_ref().expect("a flow of transfers")
}

pub(crate) fn active(run: &Simulation) -> u32 {
    run.flows()[0].transfers.as_ref().expect("a flow of transfers").active()
}

fn edit(run: &mut Simulation, path: &str, value: Value) {
    let at_s = run.now().as_secs();
    run.edit(Edit { at_s, path: path.into(), value }).unwrap_or_else(|p| panic!("{path}: {p:?}"));
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
