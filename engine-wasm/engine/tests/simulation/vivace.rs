//! PCC Vivace over the whole stack: the effects of its utility function.

use crate::common::{Dumbbell, queue, utilisation};
use serde_json::json;

#[test]
fn a_lone_flow_finds_the_capacity_and_keeps_the_queue_short() {
    let results = Dumbbell::new(50.0, 500).flow("vivace", 40.0).seconds(20.0, 100.0).run();
    let core = queue(&results, "core/forward");
    // Within a step of 5 % of the capacity; the utility penalises growth of the RTT.
    assert!(utilisation(&results) > 0.9, "{}", utilisation(&results));
    assert!(core.mean_packets < 0.3 * 50e6 * 0.04 / 12000.0, "{}", core.mean_packets);
    assert_eq!(core.drops, 0);
}

/// Utility increases with the rate while 0.9·x^−0.1 > 11.35·L: at 50 Mb/s for L < 5.4 %. But an interval of 170 packets
/// measures 1 % only to within 0.8 %, which outweighs a step of the rate. So with the paper's formula alone the rate wanders,
/// here around half the capacity. The authors' code of 2018 tolerates up to 3 % per interval: 0.76 here. Reno has a fourteenth.
#[test]
fn random_losses_below_the_bound_do_not_lower_the_rate() {
    let share = |p: f64, tolerated: f64| {
        let results = Dumbbell::new(50.0, 500)
            .flow_with("vivace", 40.0, json!({"params": {"toleratedLoss": tolerated}}))
            .core("lossRate", json!(p))
            .seconds(30.0, 150.0)
            .run();
        results.flows[0].goodput_mbps / 50.0
    };
    let (low, high, untold) = (share(0.01, 0.03), share(0.1, 0.03), share(0.01, 0.0));
    assert!(low > 0.7, "{low}");
    assert!((0.3..0.7).contains(&untold), "{untold}");
    // x* = (0.9/(11.35·L))^10 Mb/s: 0.1 Mb/s, below the minimum rate.
    assert!(high < 0.25, "{high}");
}

#[test]
fn two_flows_converge_to_equal_rates() {
    let results = Dumbbell::new(50.0, 500)
        .flow("vivace", 40.0)
        .flow_with("vivace", 40.0, json!({"startS": 5}))
        .seconds(100.0, 300.0)
        .run();
    let rates: Vec<_> = results.flows.iter().map(|f| f.goodput_mbps).collect();
    let jain =
        (rates[0] + rates[1]) * (rates[0] + rates[1]) / (2.0 * (rates[0] * rates[0] + rates[1] * rates[1]));
    assert!(jain > 0.9 && rates[0] + rates[1] > 40.0, "{rates:?}");
}

/// An application that sends less than the path can carry: nothing is learned, and nothing breaks.
#[test]
fn an_application_limited_flow_gets_its_rate() {
    let traffic = json!({"traffic": {"kind": "cbr", "params": {"rateMbps": 5}}});
    let results = Dumbbell::new(50.0, 500).flow_with("vivace", 40.0, traffic).run();
    assert!((results.flows[0].goodput_mbps - 5.0).abs() < 0.3, "{}", results.flows[0].goodput_mbps);
}
