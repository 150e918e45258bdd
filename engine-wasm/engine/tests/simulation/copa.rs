//! Copa over the whole stack: the equilibrium of section 3 of the paper.

use crate::common::{Dumbbell, queue, utilisation};
use serde_json::json;

fn flows(n: usize, rtts: &[f64]) -> Dumbbell {
    let mut dumbbell = Dumbbell::new(20.0, 500).seconds(20.0, 80.0);
    for i in 0..n {
        let start = json!({"startS": 0.1 * i as f64});
        dumbbell = dumbbell.flow_with("copa", rtts[i % rtts.len()], start);
    }
    dumbbell
}

/// A mean of 1.25/δ packets per flow, with δ = 0.5. The authors' code (genericCC), run in a loop around the same path, keeps
/// 3.6, 3.4, 3.1 and 2.5, and uses 0.94 to 0.998 of the rate.
#[test]
fn each_flow_keeps_a_few_packets_queued() {
    for n in [1, 2, 3, 5] {
        let results = flows(n, &[40.0]).run();
        let core = queue(&results, "core/forward");
        let each = core.mean_packets / n as f64;
        assert!(utilisation(&results) > 0.9, "{n}: {}", utilisation(&results));
        assert!((1.0..4.0).contains(&each), "{n}: {each}");
        assert_eq!(core.drops, 0);
    }
}

/// If the velocity doubles only after three round trips (section 2.2), three flows empty the queue too rarely: they mistake
/// each other for flows that fill it, and compete. With this change the authors' code does the same (48 to 70 packets each).
#[test]
fn flows_compete_with_each_other_if_the_velocity_doubles_later() {
    let mut dumbbell = flows(3, &[40.0]);
    for flow in &mut dumbbell.flows {
        flow["params"] = json!({"steadyRtts": 3});
    }
    let results = dumbbell.run();
    assert!(queue(&results, "core/forward").mean_packets > 3.0 * 20.0);
}

#[test]
fn rates_are_equal_for_equal_and_for_different_rtts() {
    for rtts in [[40.0, 40.0], [40.0, 80.0]] {
        let results = flows(2, &rtts).seconds(40.0, 160.0).run();
        let rates: Vec<_> = results.flows.iter().map(|f| f.goodput_mbps).collect();
        let jain = (rates[0] + rates[1]) * (rates[0] + rates[1])
            / (2.0 * (rates[0] * rates[0] + rates[1] * rates[1]));
        assert!(jain > 0.9, "{rtts:?}: {rates:?}");
    }
}

/// Section 2.3: beside a flow that fills the buffer it competes; without mode switching it gets almost nothing.
#[test]
fn it_competes_with_a_flow_that_fills_the_buffer() {
    let share = |switching: bool| {
        let results = Dumbbell::new(20.0, 200)
            .flow_with("copa", 40.0, json!({"params": {"modeSwitching": switching}}))
            .flow_with("sack", 40.0, json!({"startS": 5}))
            .seconds(40.0, 160.0)
            .run();
        results.flows[0].goodput_mbps / (results.flows[0].goodput_mbps + results.flows[1].goodput_mbps)
    };
    let (on, off) = (share(true), share(false));
    assert!((0.2..0.8).contains(&on), "{on}");
    assert!(off < 0.2 && off < on, "{off}");
}

#[test]
fn random_losses_do_not_lower_the_rate() {
    let results = flows(1, &[40.0]).core("lossRate", json!(0.01)).run();
    assert!(results.flows[0].goodput_mbps > 0.85 * 20.0, "{}", results.flows[0].goodput_mbps);
}
