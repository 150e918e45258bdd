//! Random link impairments and behaviours.

use droptail_engine::published::catalogue;
use proptest::prelude::*;
use serde_json::{Value, json};

/// No impairment, bursty losses, reordering, or a trace.
pub fn impairments() -> impl Strategy<Value = Value> {
    let burst = (0.0..0.1f64, 0.1..1.0f64, 0.0..1.0f64).prop_map(
        |(to_bad, to_good, loss)| json!({"burstLoss": {"toBad": to_bad, "toGood": to_good, "lossBad": loss}}),
    );
    let trace = prop::collection::vec(0..20u32, 1..40).prop_map(|gaps| {
        let text: Vec<_> = gaps.iter().map(u32::to_string).collect();
        json!({"trace": {"gapsMs": format!("{} 1", text.join(" "))}})
    });
    let reorder = (0.0..0.5f64, 0.0..60.0f64)
        .prop_map(|(rate, delay)| json!({"reorder": {"rate": rate, "delayMs": delay}}));
    prop_oneof![2 => Just(json!({})), 1 => burst, 1 => reorder, 1 => trace, 3 => behaviours()]
}

/// One or two behaviours of the catalogue, slow enough to matter on a link of a few Mb/s. Full packets pass.
fn behaviours() -> impl Strategy<Value = Value> {
    let ids: Vec<_> = catalogue().behaviours.into_iter().map(|b| b.row.id.to_string()).collect();
    let of = |id: &str, x: f64| match id {
        "policer" | "shaper" => {
            json!({"rateMbps": 0.2 + 4.0 * x, "burstBytes": (1600.0 + 20_000.0 * x * x).round()})
        }
        "handovers" => json!({"periodS": 0.1 + x, "firstS": x, "outageMs": 200.0 * x, "rateSpan": x * 0.99}),
        "aggregation" => json!({"accessMs": 4.0 * x, "maxPackets": (1.0 + 20.0 * x).round()}),
        "retransmission" => {
            json!({"errorRate": 0.5 * x, "maxRetries": (1.0 + 5.0 * x).round(), "usesCapacity": x < 0.5})
        }
        _ => json!({}),
    };
    prop::collection::vec((prop::sample::select(ids), 0.0..1.0f64), 1..3).prop_map(move |list| {
        let all: serde_json::Map<_, _> = list.into_iter().map(|(id, x)| (id.clone(), of(&id, x))).collect();
        json!({"behaviours": all})
    })
}
