//! TCP Prague over the whole stack, with a queue that marks at a step threshold.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::core::packet::Ecn;
use serde_json::{Value, json};

/// A queue that marks packets with a sojourn time above a millisecond.
fn step() -> Value {
    json!({"kind": "step", "params": {"limitPackets": 500, "unit": "time", "thresholdMs": 1}})
}

/// Flows over 50 Mb/s with these RTTs, ms; the core's delay is 1 ms.
fn flows(rtts: &[f64], params: &Value, queue: Value) -> Dumbbell {
    let mut dumbbell =
        Dumbbell::new(50.0, 0).core("queue", queue).core("delayMs", json!(1)).seconds(20.0, 80.0);
    for rtt in rtts {
        // `Dumbbell` assumes a delay of 10 ms for the core.
        dumbbell = dumbbell.flow_with("prague", rtt + 18.0, json!({"params": params.clone()}));
    }
    dumbbell
}

#[test]
fn a_lone_flow_keeps_the_queue_at_the_step_and_the_link_busy() {
    for rtt in [5.0, 25.0] {
        let results = flows(&[rtt], &json!({}), step()).run();
        let core = queue(&results, "core/forward");
        assert!(utilisation(&results) > 0.95, "{rtt}: {}", utilisation(&results));
        assert!(core.mean_packets / (50e6 / 12000.0) < 0.002, "{rtt}: {}", core.mean_packets);
        assert_eq!(core.drops, 0);
    }
}

/// Below the virtual RTT flows share equally, whatever their RTTs. Without it the flow with the shorter RTT gets more.
#[test]
fn rtts_up_to_25_ms_share_equally() {
    let ratio = |params: Value| {
        let results = flows(&[5.0, 24.0], &params, step()).run();
        results.flows[0].goodput_mbps / results.flows[1].goodput_mbps
    };
    let (on, off) = (ratio(json!({})), ratio(json!({"virtualRttMs": 0})));
    assert!((0.7..1.4).contains(&on), "{on}");
    assert!(off > 2.0, "{off}");
}

/// ECT(1) on all packets with payload, retransmissions, SYN and FIN; counters in the ACKs.
#[test]
fn its_packets_follow_l4s() {
    let run = crate::common::finished(flows(&[10.0], &json!({}), step()).simulation());
    let results = run.results();
    assert_eq!(results.flows[0].retransmissions, 0);
    assert!(queue(&results, "core/forward").marks > 100);
    let capable = |choice: Value| {
        let mut flow = flows(&[10.0], &json!({}), step());
        flow.flows[0]["stack"]["params"]["ectCodepoint"] = choice;
        queue(&flow.run(), "core/forward").marks
    };
    // The stack may choose another codepoint; the step marks both.
    assert_eq!(capable(json!("ect1")), queue(&results, "core/forward").marks);
    assert!(capable(json!("ect0")) > 100 && Ecn::Ect1.capable());
}

/// Without Accurate ECN it halves once per round trip with marks, as Reno does; with a low threshold that costs capacity.
#[test]
fn with_classic_feedback_it_behaves_like_reno() {
    let used = |algorithm: &str, feedback: &str| {
        let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "ecn": true, "ecnFeedback": feedback}});
        let step = json!({"kind": "step", "params": {"limitPackets": 276, "thresholdPackets": 14}});
        let flow = json!({"stack": stack});
        let results = Dumbbell::new(20.0, 0).core("queue", step).flow_with(algorithm, 40.0, flow).run();
        utilisation(&results)
    };
    let (classic, reno, exact) = (used("prague", "classic"), used("sack", "classic"), used("prague", "auto"));
    assert!((classic - reno).abs() < 0.04 && exact > 0.98, "{classic} {reno} {exact}");
}

/// In a single queue with classic marking Prague gets many times Reno's share, a known hazard.
#[test]
fn a_single_queue_with_classic_marks_favours_prague() {
    let red = json!({"kind": "red", "params": {"limitPackets": 400, "minTh": 20, "maxTh": 200, "ecn": true}});
    let results = Dumbbell::new(50.0, 0)
        .core("queue", red)
        .flow_with("prague", 40.0, json!({}))
        .flow_with("sack", 40.0, json!({"stack": {"kind": "rfc", "params": {"delayedAck": 1, "ecn": true}}}))
        .seconds(20.0, 80.0)
        .run();
    let ratio = results.flows[0].goodput_mbps / results.flows[1].goodput_mbps;
    assert!(ratio > 3.0, "{ratio}");
}

#[test]
fn without_marks_it_responds_to_losses_like_reno() {
    let results =
        flows(&[20.0], &json!({}), json!({"kind": "droptail", "params": {"limitPackets": 80}})).run();
    let core = queue(&results, "core/forward");
    assert!(core.drops > 0 && utilisation(&results) > 0.9, "{} {}", core.drops, utilisation(&results));
}
