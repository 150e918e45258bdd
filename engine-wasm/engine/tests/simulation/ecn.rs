//! Marks over the whole stack: DCTCP with a step threshold, and each kind of feedback.

use crate::common::{Dumbbell, queue, utilisation};
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// 20 Mb/s and 40 ms; packets are marked from a backlog of 14 packets on.
const K: f64 = 14.0;

fn step(buffer: u32) -> Value {
    json!({"kind": "step", "params": {"limitPackets": buffer, "thresholdPackets": K}})
}

fn dctcp(flows: usize, stack: Value) -> Dumbbell {
    let mut dumbbell = Dumbbell::new(20.0, 0).core("queue", step(276)).seconds(20.0, 60.0);
    for _ in 0..flows {
        dumbbell =
            dumbbell.flow_with("dctcp", 40.0, json!({"stack": {"kind": "rfc", "params": stack.clone()}}));
    }
    dumbbell
}

/// Mean of α over the last 40 s.
fn mean_alpha(dumbbell: &Dumbbell) -> f64 {
    let mut run = dumbbell.simulation();
    let mut sum = 0.0;
    for i in 0..4000 {
        run.step(Time::from_secs(20.0 + f64::from(i) / 100.0), u64::MAX);
        let mut variables = Vec::new();
        run.transports()[0].variables(&mut |value| variables.push(value));
        sum += variables[0];
    }
    sum / 4000.0
}

/// BDP plus threshold: 20 Mb/s over 40.6 ms, 52 bytes of headers for 1448 of payload.
const WINDOW: f64 = 20e6 * 0.0406 / 8.0 / 1500.0 + K;

/// Alizadeh et al. 2011, "Analysis of DCTCP": without loss the queue rises to K + N and falls by A = √(2N(CR + K))/2; α is
/// about √(2N/(CR + K)).
#[test]
fn dctcp_keeps_the_queue_near_the_threshold() {
    for flows in [1, 2, 4] {
        let n = flows as f64;
        let dumbbell = dctcp(flows, json!({"delayedAck": 1}));
        let results = dumbbell.run();
        let core = queue(&results, "core/forward");
        assert_eq!(core.drops, 0);
        assert!(utilisation(&results) > 0.998, "{}", utilisation(&results));
        let amplitude = (2.0 * n * WINDOW).sqrt() / 2.0;
        let mean = K + n - amplitude / 2.0;
        assert!((core.mean_packets - mean).abs() < 1.5 + n / 2.0, "{flows}: {} of {mean}", core.mean_packets);
        assert!((core.max_packets as f64) < K + 2.0 * n + 2.0, "{flows}: {}", core.max_packets);
        let (alpha, expected) = (mean_alpha(&dumbbell), (2.0 * n / WINDOW).sqrt());
        assert!((0.7..1.3).contains(&(alpha / expected)), "{flows}: {alpha} of {expected}");
    }
}

/// Exact feedback is equivalent by DCTCP's echo and by Accurate ECN, with and without the option, with and without delayed
/// ACKs.
#[test]
fn every_kind_of_exact_feedback_gives_the_same_queue() {
    for acks in [1, 2] {
        let of = |feedback: &str| {
            let results = dctcp(1, json!({"delayedAck": acks, "ecnFeedback": feedback})).run();
            let core = queue(&results, "core/forward");
            assert_eq!(core.drops, 0, "{feedback}");
            (core.mean_packets, results.flows[0].goodput_mbps, core.marks as f64)
        };
        let dctcp = of("dctcp");
        for feedback in ["accurate", "ace"] {
            let other = of(feedback);
            assert!((other.0 - dctcp.0).abs() < 1.0, "{feedback}, {acks}: {other:?} and {dctcp:?}");
            assert!((other.1 / dctcp.1 - 1.0).abs() < 0.005, "{feedback}, {acks}: {other:?} and {dctcp:?}");
            assert!((other.2 / dctcp.2 - 1.0).abs() < 0.15, "{feedback}, {acks}: {other:?} and {dctcp:?}");
        }
    }
}

/// A controller that does not use counters halves once per window with marks, whatever the feedback.
#[test]
fn a_halving_controller_works_with_any_feedback() {
    for feedback in ["classic", "dctcp", "accurate", "ace"] {
        let stack = json!({"ecn": true, "ecnFeedback": feedback});
        let dumbbell = Dumbbell::new(20.0, 0).core("queue", step(276)).flow_with(
            "sack",
            40.0,
            json!({"stack": {"kind": "rfc", "params": stack}}),
        );
        let results = dumbbell.run();
        let core = queue(&results, "core/forward");
        assert_eq!((core.drops, results.flows[0].retransmissions), (0, 0), "{feedback}");
        // A sawtooth that starts from half of CR + K, as in `fluid.rs`: 0.87 for β = K/(CR) = 0.21.
        assert!((0.83..0.9).contains(&utilisation(&results)), "{feedback}: {}", utilisation(&results));
    }
}

/// ACKs that cover as many packets as the field can count, none of them marked.
#[test]
fn rare_acks_without_marks_report_none() {
    for feedback in ["dctcp", "accurate", "ace"] {
        for acks in [7, 8, 16] {
            let stack = json!({"ecn": true, "ecnFeedback": feedback, "delayedAck": acks});
            let dumbbell = Dumbbell::new(20.0, 1000).flow_with(
                "sack",
                40.0,
                json!({"stack": {"kind": "rfc", "params": stack}}),
            );
            let run = crate::common::finished(dumbbell.simulation());
            assert_eq!(run.flows()[0].stats.ecn_reactions, 0, "{feedback}, {acks}");
            let results = run.results();
            assert!(utilisation(&results) > 0.95, "{feedback}, {acks}: {}", utilisation(&results));
        }
    }
}
