//! Theory compared with measurement: if the assumptions of a prediction hold, the run comes close to it.

use crate::common::Dumbbell;
use droptail_engine::metrics::results::Prediction;
use droptail_engine::metrics::results::Results;
use serde_json::{Value, json};

/// A single flow over 20 Mb/s and 40 ms with an ACK for every packet, in steady state.
fn alone(algorithm: &str, params: &Value, buffer: u32) -> Results {
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1}});
    let flow = json!({"params": params, "stack": stack});
    Dumbbell::new(20.0, buffer).flow_with(algorithm, 40.0, flow).seconds(60.0, 660.0).run()
}

fn of<'a>(results: &'a Results, id: &str) -> &'a Prediction {
    let theory = &results.flows[0].theory;
    theory.iter().find(|p| p.id == id).unwrap_or_else(|| panic!("{id} among {theory:?}"))
}

#[test]
fn a_lone_flow_has_the_predicted_sawtooth() {
    // Mathis et al. 1997 for the sawtooth, with each controller's own increase and decrease. The prediction does not
    // include that a loss is detected a round trip late and repaired in another one or two, in which the window does not grow,
    // and that windows are whole packets: 2 % of the link, and three round trips and 3 % of a period.
    let cases = [
        ("sack", json!({})),
        ("newreno", json!({})),
        ("aimd", json!({"a": 2.0, "b": 0.3})),
        ("sqrt", json!({})),
        ("scalable", json!({})),
        ("hstcp", json!({})),
        ("cubic", json!({})),
        // Without fast convergence, which a peak one packet below the last one would trigger.
        ("cubic", json!({"renoFriendly": false, "fastConvergence": false})),
        ("htcp", json!({"adaptiveBackoff": false})),
        ("bic", json!({})),
    ];
    for (algorithm, params) in &cases {
        for buffer in [17, 68] {
            let results = alone(algorithm, params, buffer);
            let used = of(&results, "utilisation");
            assert!((used.measured - used.predicted).abs() < 2.0, "{algorithm} {buffer}: {used:?}");
            let period = of(&results, "period");
            let rtt_s = 0.04 + f64::from(buffer) * 1500.0 * 8.0 / 20e6;
            let off = (period.measured - period.predicted).abs();
            assert!(off < 3.0 * rtt_s + 0.03 * period.predicted, "{algorithm} {buffer}: {period:?}");
        }
    }
}

#[test]
fn random_losses_give_the_predicted_rates() {
    // Independent losses: Reno with SACK has 1.30/√p, compared with 1.22/√p for periodic losses; PFTK, which includes timeouts,
    // is lower.
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "initialSsthresh": 20}});
    let lossy = |algorithm| {
        let flow = json!({"stack": stack});
        let d = Dumbbell::new(200.0, 10_000).flow_with(algorithm, 100.0, flow);
        d.core("lossRate", json!(0.001)).seconds(50.0, 1550.0).run()
    };
    let results = lossy("sack");
    let response = of(&results, "response");
    assert!((response.measured / response.predicted - 1.30 / 1.22).abs() < 0.06, "{response:?}");
    let pftk = of(&results, "pftk");
    assert!((pftk.measured / pftk.predicted - 1.0).abs() < 0.25, "{pftk:?}");
    // TFRC follows its equation with the average of eight intervals: a convex function of a random quantity, so the mean is a
    // little higher.
    let results = lossy("tfrc");
    let equation = of(&results, "equation");
    assert!((equation.measured / equation.predicted - 1.0).abs() < 0.2, "{equation:?}");
    // RAP is AIMD without timeouts.
    let results = lossy("rap");
    let equation = of(&results, "equation");
    assert!((equation.measured / equation.predicted - 1.0).abs() < 0.2, "{equation:?}");
}

#[test]
fn delay_based_flows_keep_their_target_in_queues() {
    // Vegas: α … β = 1 … 3 packets; FAST: α = 20; Pseudo-rate: 3.
    for (algorithm, range) in [("vegas", 0.5..=3.5), ("fast", 19.0..=21.0), ("pseudo-rate", 2.0..=4.0)] {
        let results = alone(algorithm, &json!({}), 200);
        let backlog = of(&results, "backlog");
        assert!(range.contains(&backlog.measured), "{algorithm}: {backlog:?}");
        assert!(range.contains(&backlog.predicted), "{algorithm}: {backlog:?}");
    }
}

#[test]
fn nothing_is_predicted_if_assumptions_do_not_hold() {
    // Two flows share a link: no single-flow sawtooth. A receive window that never fills the path: no loss, so no prediction.
    let two = Dumbbell::new(20.0, 68).flow("sack", 40.0).flow("sack", 40.0).seconds(60.0, 200.0).run();
    let ids: Vec<_> = two.flows[0].theory.iter().map(|p| p.id).collect();
    assert_eq!(ids, ["response", "pftk"]);
    let small = json!({"stack": {"kind": "rfc", "params": {"receiveBufferKb": 30}}});
    let held = Dumbbell::new(20.0, 68).flow_with("sack", 40.0, small).seconds(20.0, 80.0).run();
    assert!(held.flows[0].theory.is_empty());
}
