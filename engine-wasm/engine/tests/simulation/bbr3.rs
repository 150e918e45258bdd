//! BBRv3 over the whole stack: what follows from the rules of draft-ietf-ccwg-bbr-06, and scenarios of its appendix.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// 20 Mb/s and 40 ms, in packets of 1500 bytes.
const BDP: f64 = 20e6 * 0.04 / 8.0 / 1500.0;

const STATE: usize = 0;
const MAX_BW: usize = 1;
const DRAIN: f64 = 1.0;
const DOWN: f64 = 2.0;
const CRUISE: f64 = 3.0;
const UP: f64 = 5.0;
const PROBE_RTT: f64 = 6.0;

/// Payload rate that a link of this rate carries, Mb/s.
fn payload(mbps: f64) -> f64 {
    mbps * 1448.0 / 1500.0
}

/// Losses are detected by time. If they were detected by counting, a lost retransmission would wait for a timeout, which costs
/// more than BBR's own response.
fn flow(params: Value) -> Value {
    json!({"params": params, "stack": {"kind": "rfc", "params": {"delayedAck": 1, "lossDetection": "rack"}}})
}

fn alone(buffer: u32, params: Value) -> Dumbbell {
    Dumbbell::new(20.0, buffer).flow_with("bbr3", 40.0, flow(params))
}

/// Variables of the first flow every `every` seconds, with the time.
fn watch(run: &mut Simulation, until: f64, every: f64) -> Vec<(f64, Vec<f64>)> {
    let from = run.now().as_secs();
    let steps = ((until - from) / every) as u32;
    let see = |i: u32| {
        let at = from + f64::from(i) * every;
        run.step(Time::from_secs(at), u64::MAX);
        let mut variables = Vec::new();
        run.transports()[0].variables(&mut |value| variables.push(value));
        (at, variables)
    };
    (1..=steps).map(see).collect()
}

/// Times at which a state starts, and how long it lasts.
fn durations(seen: &[(f64, Vec<f64>)], state: f64) -> Vec<(f64, f64)> {
    let mut durations: Vec<(f64, f64)> = Vec::new();
    let mut before = f64::NAN;
    for (at, variables) in seen {
        if variables[STATE] == state {
            match durations.last_mut() {
                Some(last) if before == state => last.1 = at - last.0,
                _ => durations.push((*at, 0.0)),
            }
        }
        before = variables[STATE];
    }
    durations
}

#[test]
fn a_lone_flow_fills_the_link_with_a_short_queue_and_without_loss() {
    // ProbeRTT takes (0.2·0.5)/5 of the time, and the margin is 1 %: 0.97 … 0.98.
    let results = alone(276, json!({})).run();
    let core = queue(&results, "core/forward");
    assert!((0.965..0.99).contains(&utilisation(&results)), "{}", utilisation(&results));
    assert_eq!(core.drops, 0);
    // The mean queue is 5.4·R/T BDPs: 0.09 with 40 ms and 2.5 s; bursts add to it.
    assert!(core.mean_packets < 0.25 * BDP, "{}", core.mean_packets);
}

#[test]
fn the_states_last_as_long_as_their_gains_say() {
    let mut run = alone(276, json!({})).simulation();
    let seen = watch(&mut run, 40.0, 0.001);
    // When Startup ends, the rate is known to 2 %.
    let drain = durations(&seen, DRAIN)[0];
    let rate = seen.iter().find(|(at, _)| *at >= drain.0).expect("Drain").1[MAX_BW];
    assert!((rate / payload(20.0) - 1.0).abs() < 0.02, "{rate}");
    // Drain at half the rate: at most one BDP is queued, which takes 1/(1 − 0.495) round trips.
    assert!((0.02..0.1).contains(&drain.1), "{drain:?}");
    // UP: three rounds, each longer because of the queue: 3.77 round trips. DOWN: 0.90 BDPs at 0.109 of the rate, 8.2 round
    // trips.
    let mean = |state: f64| {
        let durations = durations(&seen, state);
        durations[1..durations.len() - 1].iter().map(|s| s.1).sum::<f64>() / (durations.len() - 2) as f64
    };
    assert!((mean(UP) / 0.04 / 3.77 - 1.0).abs() < 0.25, "UP {} RTT", mean(UP) / 0.04);
    assert!((4.0..10.0).contains(&(mean(DOWN) / 0.04)), "DOWN {} RTT", mean(DOWN) / 0.04);
    // From one DOWN to the next: two to three seconds, or 62 to 63 rounds of at least 40 ms.
    let ups: Vec<_> = durations(&seen, UP).iter().map(|s| s.0).collect();
    let probe_rtts: Vec<_> = durations(&seen, PROBE_RTT);
    let between: Vec<_> = ups.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(between.iter().all(|t| (2.0..6.0).contains(t)), "{between:?}");
    // ProbeRTT every five seconds plus its duration: 200 ms and the time for the data in flight to fall.
    let rtt_probes: Vec<_> = probe_rtts.windows(2).map(|w| w[1].0 - w[0].0).collect();
    assert!(rtt_probes.len() >= 5 && rtt_probes.iter().all(|t| (5.0..5.6).contains(t)), "{rtt_probes:?}");
    assert!(probe_rtts[..5].iter().all(|s| (0.2..0.4).contains(&s.1)), "{probe_rtts:?}");
}

#[test]
fn probing_queues_at_most_nine_tenths_of_the_bdp() {
    // The rounds of UP end with 0.24, 0.53 and 0.90 BDPs in the queue.
    let results = alone(276, json!({"bursts": false})).seconds(6.0, 60.0).run();
    let most = queue(&results, "core/forward").max_packets as f64 / BDP;
    assert!((0.7..1.05).contains(&most), "{most}");
}

#[test]
fn a_shallow_buffer_leaves_headroom() {
    // CRUISE keeps 0.85·(BDP + B) in flight: utilisation is min(0.99, 0.85·(1 + B/BDP)), less 2 % for ProbeRTT.
    for (share, cruise) in [(0.05, 0.89), (0.1, 0.935), (0.17, 0.99), (0.25, 0.99), (0.5, 0.99)] {
        let results = alone((share * BDP) as u32, json!({"bursts": false})).run();
        let used = utilisation(&results);
        assert!((cruise - 0.05..cruise).contains(&used), "{share}: {used} of {cruise}");
        let core = queue(&results, "core/forward");
        let lost = core.drops as f64 / (core.drops as f64 + 60.0 * 20e6 / 12000.0);
        assert!(lost < 0.002, "{share}: {lost}");
    }
}

#[test]
fn one_percent_of_random_loss_leaves_most_of_the_rate() {
    // Between (1 − (1 − p)^62)/(62·p) and 1 − p of the capacity.
    for (p, least) in [(0.001, 0.94), (0.01, 0.73)] {
        let lossy = alone(276, json!({})).core("lossRate", json!(p)).seconds(6.0, 120.0).run();
        let share = lossy.flows[0].goodput_mbps / payload(20.0);
        assert!((least..0.995).contains(&share), "{p}: {share}");
    }
}

/// The link's rate changes at 20 s. Returns the largest known rate 20 s later, and the link's utilisation then.
fn after_change(from: f64, to: f64, buffer: u32) -> (f64, f64) {
    let mut value =
        Dumbbell::new(from, buffer).flow_with("bbr3", 40.0, flow(json!({}))).seconds(40.0, 50.0).value();
    value["edits"] = json!([{"atS": 20, "path": "/links/core/forward/rateMbps", "value": to}]);
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let mut run = Simulation::new(&scenario, Options::default());
    let seen = watch(&mut run, 40.0, 0.1);
    let rate = seen.last().expect("seen").1[MAX_BW];
    (rate, utilisation(&crate::common::finished(run).results()))
}

#[test]
fn finds_ten_times_the_bandwidth_and_adapts_to_a_tenth() {
    let (rate, used) = after_change(10.0, 100.0, 100);
    assert!(rate > 0.9 * payload(100.0) && used > 0.9, "{rate} {used}");
    let (rate, used) = after_change(100.0, 10.0, 100);
    assert!(rate < 1.1 * payload(10.0) && used > 0.9, "{rate} {used}");
}

#[test]
fn a_bdp_below_a_packet_keeps_four_in_flight() {
    // 64 kb/s and 40 ms: a BDP of a fifth of a packet.
    let results = Dumbbell::new(0.064, 50)
        .flow_with("bbr3", 40.0, json!({"params": {"bursts": false}}))
        .seconds(60.0, 300.0)
        .run();
    assert!(utilisation(&results) > 0.9, "{}", utilisation(&results));
    // Four packets, two more while probing, and the allowance for aggregated ACKs.
    let most = queue(&results, "core/forward").max_packets;
    assert!(most <= 8, "{most}");
}

#[test]
fn an_idle_period_does_not_trigger_probe_rtt() {
    let mut value = alone(276, json!({})).value();
    value["flows"][0]["traffic"] = json!({"kind": "cbr", "params": {"rateMbps": 15}});
    let path = "/flows/f0/traffic/params/rateMbps";
    value["edits"] =
        json!([{"atS": 8, "path": path, "value": 0.001}, {"atS": 16, "path": path, "value": 15}]);
    value["durationS"] = json!(18);
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let mut run = Simulation::new(&scenario, Options::default());
    watch(&mut run, 15.9, 0.1);
    let seen = watch(&mut run, 17.0, 0.005);
    assert!(durations(&seen, PROBE_RTT).is_empty(), "{:?}", durations(&seen, PROBE_RTT));
    assert!(seen.iter().any(|(_, v)| v[STATE] >= CRUISE || v[STATE] == 0.0));
}

#[test]
fn two_flows_share_the_link() {
    let results = Dumbbell::new(20.0, 200).flow("bbr3", 40.0).flow("bbr3", 40.0).seconds(30.0, 120.0).run();
    let shares: Vec<_> = results.flows.iter().map(|f| f.goodput_mbps).collect();
    assert!((shares[0] / shares[1]).max(shares[1] / shares[0]) < 1.6, "{shares:?}");
    assert!(queue(&results, "core/forward").mean_packets < 1.5 * BDP);
}

/// Linux's response to marks, with a step at 20 packets on a path of 4 ms.
#[test]
fn the_response_to_marks_keeps_the_queue_short() {
    let used = |ecn: &str| {
        let step = json!({"kind": "step", "params": {"limitPackets": 500, "thresholdPackets": 20}});
        let results = Dumbbell::new(100.0, 0)
            .core("queue", step)
            .core("delayMs", json!(1))
            .flow_with(
                "bbr3",
                22.0,
                json!({"params": {"ecn": ecn}, "stack": {"kind": "rfc", "params": {"delayedAck": 1, "ecn": true, "ecnFeedback": "accurate"}}}),
            )
            .flow_with(
                "bbr3",
                22.0,
                json!({"params": {"ecn": ecn}, "stack": {"kind": "rfc", "params": {"delayedAck": 1, "ecn": true, "ecnFeedback": "accurate"}}}),
            )
            .run();
        let core = queue(&results, "core/forward");
        (core.mean_packets, utilisation(&results), core.marks as f64)
    };
    let (off, on) = (used("off"), used("low-threshold"));
    assert!(on.0 < off.0 && on.2 < off.2 && on.1 > 0.85, "{on:?} {off:?}");
}
