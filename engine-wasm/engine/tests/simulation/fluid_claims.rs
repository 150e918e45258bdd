//! Claims of Kumar et al., "Impact of Loss Synchronization on Reliable High Speed Networks: A Model Based Simulation"
//! (2014), that this model confirms, with few seeds and at the middle of each figure. docs/reproduction.md has all of them,
//! including those that do not hold.

use crate::common::Dumbbell;
use droptail_engine::fluid_sim::FluidSimulation;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::metrics::results::Results;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// 10 Gb/s at 170 ms, in packets of 1500 bytes.
const BDP: f64 = 141_667.0;

/// A run as in the paper: no slow start, random initial windows, measured from the first congestion event on.
fn run(dumbbell: Dumbbell, model: &Value) -> Results {
    let mut value = dumbbell.value();
    value["engine"] = json!("fluid");
    value["fluid"] = json!({"start": "drawn", "fromCongestion": true});
    for (key, given) in model.as_object().expect("parameters") {
        value["fluid"][key] = given.clone();
    }
    let scenario = droptail_engine::document::from_value(value).expect("a valid scenario");
    let mut run = FluidSimulation::new(&scenario, SeriesSelection::Nothing);
    run.solve(Time::NEVER, u64::MAX);
    run.results()
}

fn dumbbell(mbps: f64, buffer: f64, flows: &[(&str, f64)], more: &Value) -> Dumbbell {
    let stack = json!({"stack": {"kind": "rfc", "params":
        {"timestamps": false, "mss": 1460, "delayedAck": 1, "receiveBufferKb": 1_000_000}}});
    let start = Dumbbell { access_mbps: 100_000.0, ..Dumbbell::new(mbps, buffer as u32) };
    flows.iter().enumerate().fold(start, |dumbbell, (i, (algorithm, rtt))| {
        let mut flow = stack.clone();
        if i > 0 {
            more.as_object().expect("fields").iter().for_each(|(k, v)| flow[k] = v.clone());
        }
        dumbbell.flow_with(algorithm, *rtt, flow)
    })
}

fn all() -> Value {
    json!({"level": "all"})
}

/// m flows lose, those with the highest rates.
fn fixed(m: u32) -> Value {
    json!({"level": "fixed", "m": m})
}

/// Two flows at 1 Gb/s with a buffer of 1000 packets for 200 s: Jain's index, and the first flow's share of the goodput.
fn pair(flows: [(&str, f64); 2], more: &Value, model: &Value) -> (f64, f64) {
    let results = run(dumbbell(1000.0, 1000.0, &flows, more).seconds(0.0, 200.0), model);
    (results.jain.expect("flows"), results.flows[0].share_percent / 100.0)
}

#[test]
fn figure_2_scalable_leaves_aimd_nothing_unless_only_the_highest_rate_loses() {
    // "STCP occupies the major bandwidth"; "in the case of dropping only one flow with highest sending rate … the fairness improves".
    let flows = [("scalable", 120.0), ("aimd", 120.0)];
    let (together, share) = pair(flows, &json!({}), &all());
    let (one, _) = pair(flows, &json!({}), &fixed(1));
    assert!(share > 0.95, "{share}");
    assert!(one > together + 0.2, "{together} {one}");
}

#[test]
fn figure_3_a_short_round_trip_takes_most_unless_only_the_highest_rate_loses() {
    let flows = [("scalable", 40.0), ("scalable", 120.0)];
    let (together, share) = pair(flows, &json!({}), &all());
    let (one, _) = pair(flows, &json!({}), &fixed(1));
    assert!(share > 0.9, "{share}");
    assert!(one > 0.95 && together < 0.6, "{together} {one}");
}

#[test]
fn figure_4_a_late_flow_never_catches_up_unless_only_the_highest_rate_loses() {
    let flows = [("scalable", 120.0), ("scalable", 120.0)];
    let (model, late) = (|level: Value| merged(&json!({"start": "initial"}), &level), json!({"startS": 10}));
    let (together, share) = pair(flows, &late, &model(all()));
    let (one, _) = pair(flows, &late, &model(fixed(1)));
    assert!(share > 0.6, "{share}");
    assert!(one > 0.98 && together < 0.95, "{together} {one}");
}

#[test]
fn a_flow_too_small_to_end_congestion_does_not_shield_the_others() {
    // If the flow that loses is drawn at random, it may be AIMD with one or two packets. Then another event has to draw again,
    // or Scalable would never lose.
    let flows = [("scalable", 120.0), ("aimd", 120.0)];
    for selection in ["random", "proportional", "highest"] {
        for start in ["slowStart", "drawn", "initial"] {
            let model = merged(&fixed(1), &json!({"selection": selection, "start": start}));
            let results = run(dumbbell(1000.0, 1000.0, &flows, &json!({})).seconds(0.0, 200.0), &model);
            // The period of its sawtooth is 1.6 s.
            assert!(
                results.flows[0].loss_events > 50,
                "{selection} {start}: {}",
                results.flows[0].loss_events
            );
        }
    }
}

fn merged(one: &Value, other: &Value) -> Value {
    let mut sum = one.clone();
    other.as_object().expect("fields").iter().for_each(|(k, v)| sum[k] = v.clone());
    sum
}

/// Ten flows at 10 Gb/s, 80 … 260 ms: utilisation and Jain's index, averaged over three seeds.
fn ten(algorithm: &str, buffer: f64, seconds: f64, model: &Value) -> (f64, f64) {
    let flows: Vec<_> = (0..10).map(|i| (algorithm, 80.0 + 20.0 * f64::from(i))).collect();
    let (mut used, mut jain) = (0.0, 0.0);
    for seed in 1..=3 {
        let dumbbell = dumbbell(10_000.0, buffer * BDP, &flows, &json!({})).seconds(0.0, seconds).seed(seed);
        let results = run(dumbbell, model);
        used += crate::common::utilisation(&results) / 3.0;
        jain += results.jain.expect("flows") / 3.0;
    }
    (used, jain)
}

/// At least a share x of the flows loses.
fn share(x: f64) -> Value {
    json!({"level": "share", "x": x})
}

#[test]
fn figure_9_utilisation_rises_with_the_buffer() {
    for algorithm in ["hstcp", "cubic", "htcp"] {
        let used = [0.01, 0.05, 0.2].map(|buffer| ten(algorithm, buffer, 300.0, &all()).0);
        assert!(used[0] < used[1] && used[1] < used[2], "{algorithm}: {used:?}");
    }
}

#[test]
fn figure_9b_and_d_cubic_and_htcp_are_poor_with_a_small_buffer_and_better_if_fewer_flows_lose() {
    // "We observe less than 90 % link utilization": with a buffer of 0.01 BDP, if all lose. "Desynchronized flows are able to
    // show better performance": with 0.05 BDP.
    for algorithm in ["cubic", "htcp"] {
        let (used, _) = ten(algorithm, 0.01, 600.0, &all());
        assert!(used < 0.9, "{algorithm}: {used}");
        let [together, apart] = [all(), share(0.3)].map(|model| ten(algorithm, 0.05, 600.0, &model).0);
        assert!(apart > together + 0.02, "{algorithm}: {together} {apart}");
    }
}

#[test]
fn figure_9_hstcp_uses_ninety_percent_with_a_buffer_of_a_twentieth_of_the_bdp() {
    // "Buffer size of less than 10 % of BDP is sufficient to achieve more than 90 % link utilization."
    for model in [all(), share(0.6), share(0.3)] {
        let (used, _) = ten("hstcp", 0.05, 300.0, &model);
        assert!(used > 0.9, "{used}");
        // "HSTCP performs better than CUBIC."
        let (cubic, _) = ten("cubic", 0.05, 300.0, &model);
        assert!(used > cubic, "{used} {cubic}");
    }
}

#[test]
fn figure_10a_cubic_uses_more_and_is_fairer_the_fewer_flows_lose() {
    let points = [1, 4, 10].map(|m| ten("cubic", 10_000.0 / BDP, 600.0, &fixed(m)));
    assert!(points[0].0 > points[1].0 && points[1].0 > points[2].0, "{points:?}");
    assert!(points[0].1 > 0.97 && points[1].1 > 0.97, "{points:?}");
}

#[test]
fn figure_10c_htcp_uses_less_the_more_flows_lose() {
    let used = [1, 4, 7, 10].map(|m| ten("htcp", 10_000.0 / BDP, 600.0, &fixed(m)).0);
    assert!(used.windows(2).all(|pair| pair[0] > pair[1]), "{used:?}");
}

#[test]
fn figure_11_aimd_uses_more_and_is_fairer_if_one_flow_loses() {
    let [(used, jain), (used_all, jain_all)] =
        [1, 10].map(|m| ten("aimd", 10_000.0 / BDP, 3000.0, &fixed(m)));
    assert!(used > used_all + 0.05 && jain > jain_all + 0.05, "{used} {used_all} {jain} {jain_all}");
}
