//! Runs with DualPI2, compared with RFC 9332 and its appendix C.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, queue};
use droptail_engine::metrics::results::FlowResults;
use droptail_engine::packet_sim::Simulation;
use droptail_engine::sections::{
    Layout, SceneChannel, SceneClass, SceneFlow, SceneHead, ScenePacket, SceneSlot,
};
use droptail_engine::units::Time;
use serde_json::{Value, json};

fn dual(params: Value) -> Value {
    json!({"kind": "dualpi2", "params": params})
}

/// A flow that sends ECT(1) and responds as DCTCP does; paced, as RFC 9331 requires.
fn scalable(start_s: f64) -> Value {
    let params = json!({"delayedAck": 1, "ectCodepoint": "ect1", "spacing": "paced"});
    json!({"startS": start_s, "stack": {"kind": "rfc", "params": params}})
}

fn classic(start_s: f64) -> Value {
    json!({"startS": start_s, "stack": {"kind": "rfc", "params": {"delayedAck": 1, "ecn": true}}})
}

/// Means and 99th percentiles of the variables of the core's queue, in samples 5 ms apart.
fn variables(run: &mut Simulation, from_s: f64, to_s: f64) -> (Vec<f64>, Vec<f64>) {
    let samples = ((to_s - from_s) * 200.0) as usize;
    let mut columns: Vec<Vec<f64>> = vec![];
    for i in 1..=samples {
        run.step(Time::from_secs(from_s + i as f64 / 200.0), u64::MAX);
        let core = run.network().channels.iter().find(|c| c.id == "core/forward").expect("a core");
        let mut at = 0;
        core.queue.variables(&mut |x| {
            columns.resize_with(columns.len().max(at + 1), Vec::new);
            columns[at].push(x);
            at += 1;
        });
    }
    let mean = |c: &Vec<f64>| c.iter().sum::<f64>() / c.len() as f64;
    let means = columns.iter().map(mean).collect();
    let tails = columns.iter_mut().map(|c| {
        c.sort_by(f64::total_cmp);
        c[c.len() * 99 / 100]
    });
    (means, tails.collect())
}

const P: usize = 0;
const PACKETS_L: usize = 3;
const DELAY_L: usize = 5;
const DELAY_C: usize = 6;

#[test]
fn classic_flows_alone_get_pi2() {
    // RFC 9332, appendix A: the target is 15 ms. Reno's window is 1.22/√p_C = 1.22/p'.
    let mut d = Dumbbell::new(40.0, 1).core("queue", dual(json!({}))).seconds(20.0, 60.0);
    for i in 0..5 {
        d = d.flow_with("sack", 40.0 + f64::from(i), classic(0.1 * f64::from(i)));
    }
    let mut run = d.simulation();
    run.step(Time::from_secs(20.0), u64::MAX);
    let (means, _) = variables(&mut run, 20.0, 60.0);
    println!("classic alone: {means:?}");
    assert!((means[DELAY_C] / 15.0 - 1.0).abs() < 0.3, "{means:?}");
    let core_delay = queue(&run.results(), "core/forward").mean_delay_ms;
    // Packets of five flows in 42 ms plus the queueing delay.
    let window = 40e6 / 8.0 / 1500.0 * (0.042 + core_delay / 1e3) / 5.0;
    assert!((means[P] * window / 1.22 - 1.0).abs() < 0.2, "{} · {window}", means[P]);
}

#[test]
fn scalable_flows_alone_keep_the_queue_near_the_threshold() {
    // RFC 9332, section 2.5: without Classic traffic p' is 0, so only the ramp of 0.8 … 1.2 ms marks.
    let mut d = Dumbbell::new(40.0, 1).core("queue", dual(json!({}))).seconds(20.0, 60.0);
    for i in 0..2 {
        d = d.flow_with("dctcp", 20.0 + f64::from(i), scalable(0.1 * f64::from(i)));
    }
    let mut run = d.simulation();
    run.step(Time::from_secs(20.0), u64::MAX);
    let (means, tails) = variables(&mut run, 20.0, 60.0);
    println!("scalable alone: {means:?} {tails:?}");
    assert!(means[P] < 1e-3, "{}", means[P]);
    assert!(means[DELAY_L] < 1.2 && tails[DELAY_L] < 2.5, "{means:?} {tails:?}");
    let results = run.results();
    assert!(queue(&results, "core/forward").utilisation > 0.95);
    assert_eq!(queue(&results, "core/forward").drops, 0);
}

#[test]
fn the_coupling_gives_both_kinds_of_flows_similar_rates() {
    // RFC 9332, appendix C: r_C = 1.22/(R_C·√p_C) and r_L = 2/(R_L·p_CL), which k = 2 makes about equal. Here L4S flows get 1.7
    // to 2 times as much, for reasons that these formulas leave out. p' varies with the sawtooth, so the mean of p'² exceeds
    // the square of the mean. R_C is the whole RTT, not ¾ of it, because PI2 holds the mean delay at the target. And DCTCP
    // waits for the next mark after a round trip of reduction, which gives 2 + 1/v = 2.4 marks per round trip instead of 2.
    for (counts, mbps, base_ms) in [
        ((1, 1), 40.0, 25.0),
        ((1, 1), 100.0, 25.0),
        ((3, 3), 120.0, 25.0),
        ((5, 5), 100.0, 25.0),
        ((2, 8), 200.0, 50.0),
    ] {
        let mut d = Dumbbell::new(mbps, 1).core("queue", dual(json!({}))).seconds(30.0, 130.0);
        for i in 0..counts.0 {
            d = d.flow_with("dctcp", base_ms, scalable(0.1 * f64::from(i)));
        }
        for i in 0..counts.1 {
            d = d.flow_with("sack", base_ms, classic(0.05 + 0.1 * f64::from(i)));
        }
        let mut run = d.simulation();
        run.step(Time::from_secs(30.0), u64::MAX);
        let (means, tails) = variables(&mut run, 30.0, 130.0);
        let results = run.results();
        let of = |algorithm: &str| {
            let flows: Vec<_> = results.flows.iter().filter(|f| f.algorithm == algorithm).collect();
            let mean = |value: &dyn Fn(&FlowResults) -> f64| {
                flows.iter().map(|f| value(f)).sum::<f64>() / flows.len() as f64
            };
            let marks = mean(&|f| f.marks as f64 / f.sent_packets as f64);
            (mean(&|f| f.throughput_mbps), marks, mean(&|f| f.rtt_mean_ms.unwrap()))
        };
        let ((l, l_marks, l_rtt), (c, c_marks, c_rtt)) = (of("dctcp"), of("sack"));
        let ratio = l / c;
        let window = |mbps: f64, rtt_ms: f64| mbps * 1e3 * rtt_ms / 8.0 / 1500.0;
        let law_l = window(l, l_rtt) * l_marks;
        let law_c = window(c, c_rtt) * c_marks.sqrt();
        println!(
            "{counts:?} {mbps} Mb/s {base_ms} ms: L/C {ratio:.2}, W·p_CL {law_l:.2}, W·√p_C {law_c:.2}, {means:.4?} {tails:.4?}"
        );
        assert!((1.0..2.2).contains(&ratio), "{counts:?}: {ratio}");
        assert!((2.0..3.3).contains(&law_l), "{counts:?}: {law_l}");
        assert!((law_c / 1.22 - 1.0).abs() < 0.15, "{counts:?}: {law_c}");
        // The coupling itself: p_C is (p_CL/2)², plus what the variation of p' adds.
        assert!((1.0..2.0).contains(&(c_marks / (l_marks * l_marks / 4.0))), "{l_marks} {c_marks}");
        // RFC 9332, section 1.1: the delay of the L4S queue is about the threshold, that of the Classic queue about the target.
        assert!(means[DELAY_L] < 1.2 && tails[DELAY_L] < 3.0, "{means:?} {tails:?}");
        assert!((means[DELAY_C] / 15.0 - 1.0).abs() < 0.4, "{means:?}");
        assert!(queue(&results, "core/forward").utilisation > 0.95);
    }
}

#[test]
fn an_unresponsive_overload_does_not_raise_the_delay_without_limit() {
    // De Schepper et al. 2016: PI2 holds its target against UDP above the capacity, by drops alone.
    let hog = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 24}}});
    let d = Dumbbell::new(20.0, 1).core("queue", dual(json!({}))).flow_with("udp", 40.0, hog);
    let mut run = d.seconds(20.0, 60.0).simulation();
    run.step(Time::from_secs(20.0), u64::MAX);
    let (means, tails) = variables(&mut run, 20.0, 60.0);
    let results = run.results();
    let core = queue(&results, "core/forward");
    let offered_mbps = results.flows[0].sent_packets as f64 * 1500.0 * 8.0 / 40.0 / 1e6;
    println!("C overload: dropped {} at {offered_mbps} Mb/s; {means:?}", core.loss_rate);
    assert!((means[DELAY_C] / 15.0 - 1.0).abs() < 0.15 && tails[DELAY_C] < 30.0, "{means:?} {tails:?}");
    assert!(core.loss_rate > 0.15 && core.loss_rate < 0.21, "{}", core.loss_rate);
}

/// The records of one kind in a scene, as numbers.
fn records(scene: &[f64], layout: Layout) -> Vec<Vec<f64>> {
    let parts = [
        (SceneChannel::LAYOUT, field(scene, SceneHead::LAYOUT, "channels")),
        (SceneClass::LAYOUT, field(scene, SceneHead::LAYOUT, "classes")),
        (SceneFlow::LAYOUT, field(scene, SceneHead::LAYOUT, "flows")),
        (ScenePacket::LAYOUT, field(scene, SceneHead::LAYOUT, "packets")),
        (SceneSlot::LAYOUT, field(scene, SceneHead::LAYOUT, "slots")),
    ];
    let mut rest = &scene[SceneHead::SIZE..];
    for (part, count) in parts {
        let (own, behind) = rest.split_at(part.fields.len() * count as usize);
        if part.name == layout.name {
            return own.chunks(part.fields.len()).map(<[f64]>::to_vec).collect();
        }
        rest = behind;
    }
    panic!("no {}", layout.name);
}

fn field(record: &[f64], layout: Layout, name: &str) -> f64 {
    record[layout.fields.iter().position(|f| f.name == name).expect(name)]
}

#[test]
fn a_scene_lists_the_packets_of_each_class() {
    // Without AQM both queues grow until the buffer is full.
    let params = json!({"alpha": 0, "beta": 0, "thresholdMs": 1000, "limitPackets": 3000});
    let d = Dumbbell::new(40.0, 1).core("queue", dual(params)).seconds(0.0, 30.0);
    let mut run =
        d.flow_with("sack", 40.0, classic(0.0)).flow_with("dctcp", 40.0, scalable(0.0)).simulation();
    let mut long = 0;
    for i in 1..=600 {
        run.step(Time::from_secs(0.05 * f64::from(i)), u64::MAX);
        let core = run.network().channels.iter().position(|c| c.id == "core/forward").expect("a core");
        let mut shown = vec![];
        run.network().channels[core].queue.variables(&mut |x| shown.push(x));
        let mut scene = vec![];
        run.scene(&mut scene);
        let channel = &records(&scene, SceneChannel::LAYOUT)[core];
        let of_channel = |name| field(channel, SceneChannel::LAYOUT, name);
        assert_eq!(of_channel("classes"), 2.0);
        let mut next = of_channel("first_slot");
        for class in 0..2 {
            let record = &records(&scene, SceneClass::LAYOUT)[of_channel("first_class") as usize + class];
            let of_class = |name| field(record, SceneClass::LAYOUT, name);
            assert_eq!(of_class("queued_packets"), shown[PACKETS_L + class]);
            assert_eq!(
                (of_class("first_slot"), of_class("slots")),
                (next, shown[PACKETS_L + class].min(512.0))
            );
            // SYNs and retransmissions of the scalable flow, which is the second one, are not ECN-capable.
            let slots = &records(&scene, SceneSlot::LAYOUT)[next as usize..][..of_class("slots") as usize];
            let mut flows = slots.iter().map(|s| field(s, SceneSlot::LAYOUT, "flow"));
            assert!(class == 1 || flows.all(|f| f == 1.0));
            assert!(class == 0 || flows.len() < 100 || flows.any(|f| f == 0.0));
            next += of_class("slots");
        }
        assert_eq!(of_channel("slots"), next - of_channel("first_slot"));
        long += usize::from(shown[PACKETS_L] > 600.0 && shown[PACKETS_L + 1] > 0.0);
    }
    // Longer than what is listed, and the other class is not left out.
    assert!(long > 100, "{long}");
}
