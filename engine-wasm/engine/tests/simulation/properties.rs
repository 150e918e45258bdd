//! Properties of every document: determinism, conservation, bounds, and rejection instead of panics.

#![allow(clippy::disallowed_methods, reason = "what is drawn needs no bit-identity")]

use droptail_engine::catalogue::{Domain, Param, TransportKind};
use droptail_engine::document;
use droptail_engine::metrics::recorder::{MarkKind, SeriesSelection};
use droptail_engine::model::Model;
use droptail_engine::packet_sim::{FlightStorage, Options, Simulation};
use droptail_engine::published::catalogue;
use droptail_engine::registry::Registry;
use droptail_engine::scenario::{self, Scenario};
use droptail_engine::transport::flow::Phase;
use droptail_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A random stack.
fn stacks() -> impl Strategy<Value = Value> {
    let profile = prop::sample::select(vec!["rfc", "linux", "ns2-1999", "ns2-2006"]);
    let recovery = prop::sample::select(vec!["auto", "tahoe", "reno", "newreno", "sack"]);
    let spacing = prop::sample::select(vec!["auto", "ack", "paced", "random"]);
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), 1..4u32);
    let feedback = prop::sample::select(vec!["auto", "classic", "dctcp", "accurate", "ace"]);
    let codepoint = prop::sample::select(vec!["ect0", "ect1"]);
    let detection = prop::sample::select(vec!["count", "rack"]);
    let doubts = (detection, any::<bool>(), any::<bool>(), any::<bool>());
    (profile, recovery, spacing, feedback, codepoint, switches, doubts).prop_map(
        |(profile, recovery, spacing, feedback, codepoint, (ecn, lt, prr, stamps, b), doubts)| {
            let (detection, dsack, undo, frto) = doubts;
            json!({"kind": profile, "params": {"recovery": recovery, "spacing": spacing, "ecn": ecn,
            "ecnFeedback": feedback, "ectCodepoint": codepoint,
            "lossDetection": detection, "dsack": dsack, "undo": undo, "frto": frto,
            "limitedTransmit": lt, "prr": prr, "timestamps": stamps, "delayedAck": b}})
        },
    )
}

/// Parameters of an algorithm: its switches and choices, selected by `picks`, one byte each.
fn params(algorithm: &str, picks: u32) -> Value {
    let registry = Registry::built_in();
    let row = &registry.algorithm(algorithm).expect("registered").row;
    let values = row.params.iter().zip(0..).filter_map(|(param, i)| {
        let pick = picks.rotate_right(5 * i) as usize & 0xff;
        let value = match &param.domain {
            Domain::Number { .. } | Domain::Numbers { .. } => return None,
            Domain::Switch { .. } => json!(pick & 1 == 1),
            Domain::Choice { options, .. } => json!(options[pick % options.len()].id),
        };
        Some((param.id.to_string(), value))
    });
    Value::Object(values.collect())
}

/// Any traffic of the catalogue that `transport` carries, small enough for a few seconds.
fn traffic(transport: TransportKind) -> impl Strategy<Value = Value> {
    let all = catalogue().traffic.into_iter();
    let kinds = all.filter(|r| r.transports.contains(&transport)).map(|r| r.row.id);
    let sizes = prop::sample::select(vec!["fixed", "uniform", "exponential", "pareto"]);
    let kind = prop::sample::select(kinds.collect::<Vec<_>>());
    (kind, 1.0..300.0f64, sizes, 1..12u32, prop_oneof![Just(0.0), 0.0..0.5f64]).prop_map(
        |(kind, kb, sizes, n, idle)| {
            let params = match &*kind {
                "finite" => json!({"sizeKb": kb}),
                "cbr" => json!({"rateMbps": 1.5}),
                "web" => json!({"slots": n, "sizes": sizes, "sizeKb": kb / 10.0, "idleS": idle}),
                "poisson" => json!({"ratePerS": 5 * n, "sizes": sizes, "sizeKb": kb / 10.0, "limit": n}),
                "onoff" => json!({"sources": n, "rateKbps": kb}),
                "incast" => json!({"senders": n, "sizes": sizes, "sizeKb": kb / 10.0, "pauseS": idle}),
                "requests" => json!({"sizes": sizes, "sizeKb": kb / 10.0, "thinkS": idle}),
                "video" => {
                    let rule = if n % 2 == 0 { "throughput" } else { "buffer" };
                    json!({"rule": rule, "segmentS": 0.5, "bufferS": f64::from(n), "startS": 0.5})
                }
                "stream" => json!({"intervalMs": kb, "deadlineMs": 10 * n}),
                _ => json!({}),
            };
            json!({"kind": kind, "params": params})
        },
    )
}

fn flows() -> impl Strategy<Value = (Value, f64)> {
    let algorithm = prop::sample::select(Registry::built_in().algorithms().to_vec());
    let choice = algorithm.prop_flat_map(|a| (Just(a.row.id.clone()), any::<u32>(), traffic(a.transport())));
    let delays = (prop_oneof![Just(0.0), 0.0..1.0f64], prop_oneof![Just(0.0), 0.0..3000.0f64]);
    (choice, stacks(), delays, 0.0..2.0f64, 0.0..60.0f64).prop_map(
        |((algorithm, picks, traffic), stack, (jitter, overhead), start, access)| {
            let flow = json!({"algorithm": algorithm, "params": params(&algorithm, picks), "stack": stack,
                "traffic": traffic, "startS": start, "startJitterS": jitter, "sendOverheadUs": overhead,
                "stopS": start + 3.0});
            (flow, access)
        },
    )
}

/// Any discipline of the catalogue with parameters around its defaults, mostly with a small buffer.
fn queues() -> impl Strategy<Value = Value> {
    let rows: Vec<_> = catalogue().queues.into_iter().map(|q| q.row).collect();
    let draws = prop::collection::vec(0.0..1.0f64, 16);
    (prop::sample::select(rows), draws, prop::option::weighted(0.7, 1..40u32)).prop_map(
        |(row, draws, limit)| {
            let value = |(param, &draw): (&Param, &f64)| {
                let value = match &param.domain {
                    Domain::Numbers { default, .. } => json!(default),
                    Domain::Switch { .. } => json!(draw < 0.5),
                    Domain::Choice { options, .. } => {
                        json!(options[(draw * options.len() as f64) as usize].id)
                    }
                    &Domain::Number { min, max, default, integer, .. } => {
                        let x = (default * 100f64.powf(draw - 0.75)).clamp(min, max);
                        json!(if integer { x.round() } else { x })
                    }
                };
                (param.id.to_string(), value)
            };
            let mut params: serde_json::Map<_, _> = row.params.iter().zip(&draws).map(value).collect();
            if let Some(limit) = limit {
                params["limitPackets"] = json!(limit);
            }
            json!({"kind": row.id, "params": params})
        },
    )
}

/// A small network under stress: small buffers, losses, jitter, any discipline, any mixture of flows.
fn scenarios() -> impl Strategy<Value = Scenario> {
    let link = (0.5..20.0f64, prop_oneof![Just(0.0), 0.0..0.05f64], prop_oneof![Just(0.0), 0.0..5.0f64]);
    (link, queues(), crate::links::impairments(), prop::collection::vec(flows(), 1..5), any::<u32>())
        .prop_map(|((rate, loss, jitter), queue, more, flows, seed)| {
            let mut d = crate::common::Dumbbell::new(rate, 1)
                .core("queue", queue)
                .core("lossRate", json!(loss))
                .core("jitterMs", json!(jitter));
            for (field, value) in more.as_object().expect("fields") {
                d = d.core(field, value.clone());
            }
            for (flow, access) in flows {
                let algorithm = flow["algorithm"].as_str().expect("text").to_owned();
                d = d.flow_with(&algorithm, 20.0 + access, flow);
            }
            d.seconds(0.0, 6.0).seed(seed).scenario()
        })
}

fn start(scenario: &Scenario) -> Simulation {
    Simulation::new(scenario, Options { keep: SeriesSelection::Nothing, ..Options::default() })
}

fn to_end(mut run: Simulation) -> Simulation {
    run.step(Time::NEVER, u64::MAX);
    run
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn rings_give_the_same_order_as_a_plain_event_queue(scenario in scenarios()) {
        let plain = Simulation::new(&scenario, Options { keep: SeriesSelection::Nothing, pipes: FlightStorage::Plain });
        let (rings, plain) = (to_end(start(&scenario)), to_end(plain));
        prop_assert_eq!(rings.ladder(), plain.ladder());
        prop_assert_eq!((rings.digest(), rings.hops()), (plain.digest(), plain.hops()));
    }

    #[test]
    fn any_chunking_gives_the_same_run(scenario in scenarios(), cuts in prop::collection::vec((0.0..6.0f64, 1..2000u64), 0..20)) {
        let whole = to_end(start(&scenario));
        let mut run = start(&scenario);
        for (until, events) in cuts {
            run.step(Time::from_secs(until), events);
        }
        while run.now() < run.end() {
            run.step_event(u64::MAX);
        }
        let run = to_end(run);
        prop_assert_eq!(run.digest(), whole.digest());
        prop_assert_eq!(run.ladder(), whole.ladder());
    }

    #[test]
    fn a_clone_continues_like_its_original_and_plots_do_not_matter(scenario in scenarios(), at in 0.0..6.0f64) {
        let mut run = Simulation::new(&scenario, Options::default());
        run.step(Time::from_secs(at), u64::MAX);
        let clone = run.clone();
        let (run, clone) = (to_end(run), to_end(clone));
        prop_assert_eq!(run.digest(), clone.digest());
        prop_assert_eq!(run.digest(), to_end(start(&scenario)).digest());
    }

    #[test]
    fn packets_are_conserved_on_every_channel_and_windows_stay_in_bounds(scenario in scenarios(), steps in 1..40u32) {
        let mut run = start(&scenario);
        let mut last_una = vec![0u64; run.flows().len()];
        for i in 1..=steps {
            run.step(Time::from_secs(6.0 * f64::from(i) / f64::from(steps)), u64::MAX);
            for c in &run.network().channels {
                let s = c.stats;
                // Every arrival is queued, dropped, or gone.
                prop_assert_eq!(s.arrivals, s.drops + s.sent + u64::from(c.queue.len()));
            }
            prop_assert_eq!(run.network().in_transit(), run.network().packets.len());
            for (i, transport) in run.transports().iter().enumerate() {
                let summary = transport.summary();
                if summary.cwnd.is_finite() {
                    let algorithm = &run.flows()[i].spec.algorithm;
                    // BBR's threshold is what it drains its queue to, which may be one packet.
                    let least = if algorithm == "bbr" { 1.0 } else { 2.0 };
                    prop_assert!(summary.cwnd >= 1.0 && summary.ssthresh >= least, "{algorithm}: {summary:?}");
                    prop_assert!(summary.flight >= 0.0 && summary.flight < 1e6);
                }
                let delivered = run.flows()[i].stats.delivered_bytes;
                prop_assert!(delivered >= last_una[i]);
                last_una[i] = delivered;
            }
        }
    }

    #[test]
    fn a_queue_can_be_changed_at_any_time(scenario in scenarios(), next in queues(), at_s in 0.5..5.0f64) {
        let mut live = start(&scenario);
        live.step(Time::from_secs(at_s), u64::MAX);
        let edit = scenario::Edit { at_s, path: "/links/core/forward/queue".into(), value: next };
        live.edit(edit).expect("a discipline with valid parameters");
        for c in &live.network().channels {
            prop_assert_eq!(c.stats.arrivals, c.stats.drops + c.stats.sent + u64::from(c.queue.len()));
        }
        let live = to_end(live);
        prop_assert_eq!(live.network().in_transit(), live.network().packets.len());
        prop_assert_eq!(live.digest(), to_end(start(live.scenario())).digest());
    }

    #[test]
    fn a_finite_transfer_delivers_every_byte_once(scenario in scenarios()) {
        // Long enough for any transfer to end. If bursts overflow a buffer of three packets and only timeouts repair the
        // losses, the timer stays at its maximum of a minute, because by Karn's algorithm retransmissions give no RTT sample.
        // Such a transfer can take hours.
        let scenario = Scenario { duration_s: 50_000.0, ..scenario };
        let run = to_end(start(&scenario));
        for flow in run.flows() {
            if flow.spec.traffic.kind == "finite" && flow.completed.is_some() {
                let size = flow.spec.traffic.params["sizeKb"].clone();
                let scenario::ParamValue::Number(kb) = size else { panic!("a number") };
                let bytes = ((kb * 1000.0 + 0.5) as u64).max(1);
                prop_assert!(flow.stats.delivered_bytes <= bytes);
                // If it was stopped before it had written everything, it delivers what it had written.
                if flow.spec.stop_s.is_none() {
                    prop_assert_eq!(flow.stats.delivered_bytes, bytes);
                }
            }
            if let Some(transfers) = &flow.transfers {
                // All of them end, and each one that counts has delivered its size.
                prop_assert!(flow.phase == Phase::Finished && transfers.active() == 0, "{}", flow.spec.id);
                let bytes: u64 = transfers.listed().iter().map(|t| t.bytes).sum();
                prop_assert!(flow.stats.delivered_bytes >= bytes);
                continue;
            }
            // One that was stopped before the end of its handshake had nothing to complete.
            let ended = flow.completed.is_some() || (flow.phase == Phase::Finished && flow.first_sent.is_none());
            prop_assert!(flow.spec.algorithm == "udp" || ended, "{} did not end", flow.spec.id);
        }
    }

    #[test]
    fn another_flow_does_not_change_the_draws_of_the_first(seed in any::<u32>()) {
        // Two flows on separate links: the second does not affect the first, random loss included.
        let network = |flows: Vec<Value>| {
            let mut nodes = vec![];
            let mut links = vec![];
            for i in 0..2 {
                nodes.push(json!({"id": format!("s{i}"), "kind": "host"}));
                nodes.push(json!({"id": format!("d{i}"), "kind": "host"}));
                let forward = json!({"rateMbps": 10, "delayMs": 10, "lossRate": 0.02});
                links.push(json!({"id": format!("l{i}"), "a": format!("s{i}"), "b": format!("d{i}"), "forward": forward}));
            }
            let value = json!({"version": 1, "durationS": 5, "seed": seed, "nodes": nodes, "links": links, "flows": flows});
            to_end(start(&document::from_value(value).expect("valid")))
        };
        let flow = |i: u32| json!({"id": format!("f{i}"), "from": format!("s{i}"), "to": format!("d{i}"), "algorithm": "sack"});
        let (alone, both) = (network(vec![flow(0)]), network(vec![flow(1), flow(0)]));
        let of = |run: &Simulation| run.results().flows.into_iter().find(|f| f.id == "f0").map(|f| (f.goodput_mbps.to_bits(), f.drops));
        prop_assert_eq!(of(&alone), of(&both));
    }
}

/// Nearly valid documents: a valid one with one part replaced by anything.
fn invalid_documents() -> impl Strategy<Value = Value> {
    let anything = prop_oneof![
        Just(json!(null)),
        any::<f64>().prop_map(|x| json!(x)),
        any::<i64>().prop_map(|x| json!(x)),
        any::<bool>().prop_map(|x| json!(x)),
        ".{0,12}".prop_map(|x| json!(x)),
        Just(json!([])),
        Just(json!({})),
        Just(json!({"kind": "droptail", "params": {"limitPackets": -1}})),
    ];
    (0..400usize, anything).prop_map(|(place, value)| {
        let mut document = crate::common::Dumbbell::new(10.0, 20)
            .core("burstLoss", json!({"toBad": 0.1, "toGood": 0.5}))
            .core("trace", json!({"name": "a link", "gapsMs": "1 0 2"}))
            .flow("cubic", 40.0)
            .flow("vegas", 60.0)
            .seconds(0.0, 0.05)
            .value();
        document["edits"] = json!([{"atS": 0.01, "path": "/links/core/forward/rateMbps", "value": 5}]);
        let mut pointers = Vec::new();
        collect("", &document, &mut pointers);
        let pointer = &pointers[place % pointers.len()];
        *document.pointer_mut(pointer).expect("an existing part") = value;
        document
    })
}

fn collect(at: &str, value: &Value, pointers: &mut Vec<String>) {
    pointers.push(at.to_owned());
    match value {
        Value::Object(map) => map.iter().for_each(|(k, v)| collect(&format!("{at}/{k}"), v, pointers)),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, v)| collect(&format!("{at}/{i}"), v, pointers))
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_document_runs_or_is_rejected_with_pointers(document in invalid_documents()) {
        match document::from_value(document.clone()) {
            Ok(scenario) => {
                let mut run = start(&scenario);
                // Not to the end: a rate of 10⁶ Mb/s for 10⁵ s is valid but takes long.
                run.step(Time::from_secs(0.05), 200_000);
            }
            Err(problems) => {
                prop_assert!(!problems.is_empty());
                for p in problems {
                    prop_assert!(p.pointer.is_empty() || p.pointer.starts_with('/'), "{:?}", p);
                    prop_assert!(!p.problem.is_empty() && !p.expected.is_empty(), "{:?}", p);
                }
            }
        }
    }

    #[test]
    fn any_text_is_rejected_without_a_panic(text in ".{0,200}") {
        prop_assert!(document::parse(&text).is_err());
    }

    #[test]
    fn any_edit_applies_or_is_rejected(path in "(/[a-z0-9]{0,6}){0,4}|/(nodes|links|flows|sampling)/(core|f0|s0|r1)?(/(forward|queue|params|stack|algorithm|from|kind|rateMbps)){0,3}", value in prop_oneof![
        Just(json!(null)), Just(json!("tahoe")), Just(json!(3)), Just(json!({"id": "core"})), Just(json!({})), Just(json!([]))
    ]) {
        let mut run = crate::common::Dumbbell::new(10.0, 20).flow("cubic", 40.0).seconds(0.0, 1.0).simulation();
        run.step(Time::from_secs(0.2), u64::MAX);
        let at_s = run.now().as_secs();
        match run.edit(scenario::Edit { at_s, path, value }) {
            Ok(()) => { run.step(Time::from_secs(1.0), u64::MAX); }
            Err(problems) => prop_assert!(!problems.is_empty()),
        }
    }
}

#[test]
fn every_single_edit_replays_to_the_same_digest() {
    let edits = [
        ("/links/core/forward/rateMbps", json!(4)),
        ("/links/core/forward/delayMs", json!(1)),
        ("/links/core/forward/queue/params/limitPackets", json!(3)),
        ("/links/core/forward/queue", json!({"kind": "red"})),
        ("/links/core/forward/queue", json!({"kind": "fq-codel", "params": {"limitPackets": 5}})),
        (
            "/links/core/forward/queue",
            json!({"kind": "droptail", "params": {"limitPackets": 5, "dropFrom": "head"}}),
        ),
        ("/links/core/forward/burstLoss", json!({"toBad": 0.01, "toGood": 0.3})),
        ("/links/core/forward/reorder", json!({"rate": 0.1, "delayMs": 20})),
        ("/links/core/forward/trace", json!({"gapsMs": "1 0 5 2"})),
        ("/links/core/forward/behaviours/policer", json!({"rateMbps": 3, "burstBytes": 6000})),
        ("/links/core/forward/behaviours/shaper", json!({"rateMbps": 3, "burstBytes": 6000})),
        ("/links/core/forward/behaviours/aggregation", json!({})),
        ("/links/core/forward/behaviours/retransmission", json!({})),
        ("/links/core/forward/behaviours/handovers/firstS", json!(4)),
        ("/links/core/forward/queue", json!({"kind": "cake", "params": {"bandwidthMbps": 3}})),
        ("/links/core/forward/queue", json!({"kind": "dualpi2"})),
        ("/flows/f0/algorithm", json!("vegas")),
        ("/flows/f0/stack", json!({"kind": "linux", "params": {"spacing": "paced"}})),
        ("/flows/f0/algorithm", json!("udp")),
        ("/flows/f0/algorithm", json!("tfrcp")),
        ("/flows/f1", json!(null)),
        ("/flows/f0/to", json!("d1")),
        ("/flows/f0/stopS", json!(3.5)),
        ("/links/core", json!(null)),
    ];
    for (path, value) in edits {
        let d =
            crate::common::Dumbbell::new(10.0, 20).flow("cubic", 40.0).flow("sack", 60.0).seconds(0.0, 8.0);
        let mut live = d.simulation();
        live.step(Time::from_secs(3.0), u64::MAX);
        // Two edits at one time, so that a new transport has suitable traffic.
        let at_s = live.now().as_secs();
        if value == json!("udp") {
            let traffic = json!({"kind": "cbr", "params": {"rateMbps": 2}});
            live.edit(scenario::Edit { at_s, path: "/flows/f0/traffic".into(), value: traffic }).unwrap();
        }
        live.edit(scenario::Edit { at_s, path: path.into(), value })
            .unwrap_or_else(|p| panic!("{path}: {p:?}"));
        let document = live.scenario().clone();
        let live = to_end(live);
        let replayed = to_end(start(&document));
        assert_eq!(live.digest(), replayed.digest(), "{path}");
        assert_ne!(live.digest(), to_end(d.simulation()).digest(), "{path} changes nothing");
        assert!(live.recorder().marks().iter().any(|m| m.kind == MarkKind::Edit));
    }
}

#[test]
fn edits_at_one_time_replay_one_after_another() {
    // To another controller and back: the second one does not have the first one's state, although the document is the same.
    let d = crate::common::Dumbbell::new(10.0, 20).flow("cubic", 40.0).flow("sack", 60.0).seconds(0.0, 8.0);
    let mut live = d.simulation();
    live.step(Time::from_secs(3.0), u64::MAX);
    let at_s = live.now().as_secs();
    for algorithm in ["vegas", "cubic"] {
        let edit = scenario::Edit { at_s, path: "/flows/f0/algorithm".into(), value: json!(algorithm) };
        live.edit(edit).unwrap();
    }
    let document = live.scenario().clone();
    assert_eq!(to_end(live).digest(), to_end(start(&document)).digest());
}

#[test]
fn a_stopped_flow_does_not_resume_with_other_traffic() {
    let traffic = |mbps: f64| json!({"kind": "cbr", "params": {"rateMbps": mbps}});
    let flow = json!({"traffic": traffic(1.0), "stopS": 2.0});
    let d = crate::common::Dumbbell::new(10.0, 20).flow_with("sack", 40.0, flow).seconds(0.0, 8.0);
    let mut run = d.simulation();
    run.step(Time::from_secs(4.0), u64::MAX);
    let sent = run.results().flows[0].sent_packets;
    run.edit(scenario::Edit { at_s: 4.0, path: "/flows/f0/traffic".into(), value: traffic(2.0) }).unwrap();
    assert_eq!(to_end(run).results().flows[0].sent_packets, sent);
}

#[test]
fn names_positions_notes_and_lessons_do_not_affect_a_run() {
    let mut value = crate::common::Dumbbell::new(10.0, 20).flow("cubic", 40.0).seconds(0.0, 3.0).value();
    let plain = to_end(start(&document::from_value(value.clone()).unwrap())).digest();
    value["title"] = json!("Title");
    value["notes"] = json!("Notes");
    value["lesson"] = json!({"steps": [{"id": "a", "text": "Text"}]});
    value["nodes"][0]["x"] = json!(17.5);
    value["nodes"][0]["name"] = json!("Router");
    value["flows"][0]["name"] = json!("A flow");
    assert_eq!(to_end(start(&document::from_value(value).unwrap())).digest(), plain);
}

#[test]
fn a_removed_link_stops_a_flow_and_reports_it() {
    let mut run = crate::common::Dumbbell::new(10.0, 20).flow("sack", 40.0).seconds(0.0, 20.0).simulation();
    run.step(Time::from_secs(2.0), u64::MAX);
    run.edit(scenario::Edit { at_s: 2.0, path: "/links/core".into(), value: Value::Null }).unwrap();
    run.step(Time::from_secs(4.0), u64::MAX);
    let directory = run.directory();
    assert!(directory.flows[0].path.is_empty());
    let before = run.flows()[0].stats.delivered_bytes;
    run.step(Time::from_secs(6.0), u64::MAX);
    assert_eq!(run.flows()[0].stats.delivered_bytes, before);
    // When the link is added again, the flow resumes.
    let mut link = run.scenario().links[0].clone();
    link.forward.rate_mbps = 10.0;
    let value = serde_json::to_value(link).unwrap();
    run.edit(scenario::Edit { at_s: 6.0, path: "/links/core".into(), value }).unwrap();
    run.step(Time::from_secs(20.0), u64::MAX);
    assert!(run.flows()[0].stats.delivered_bytes > before);
}

#[test]
fn a_flood_ends_the_run_before_memory_is_exhausted() {
    // 100,000 Mb/s of one-byte datagrams into a link with the highest rate and a long delay.
    let traffic = json!({"kind": "cbr", "params": {"rateMbps": 100_000, "packetBytes": 1}});
    let d = crate::common::Dumbbell::new(1e6, 1_000_000).flow_with("udp", 40.0, json!({"traffic": traffic}));
    let d =
        crate::common::Dumbbell { access_mbps: 1e6, ..d }.core("delayMs", json!(100_000)).seconds(0.0, 100.0);
    let run = to_end(d.simulation());
    assert!(run.stopped().is_some());
    assert!(run.network().packets.len() < 2_500_000);
}
