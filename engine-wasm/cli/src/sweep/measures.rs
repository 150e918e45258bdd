//! Every number of a run's results under a name, so that whatever the engine measures can be summed up over runs.

use std::collections::BTreeSet;

use droptail_engine::metrics::results::{QueueResults, Results};
use serde_json::Value;

/// The numbers of a run by name.
pub type Measures = Vec<(String, f64)>;

/// Fields that say what something is and not how much.
const NAMES: [&str; 3] = ["id", "algorithm", "scaleS"];
/// Fields that are the same in every run, nothing to take means of, or named otherwise: the matrix.
const NO_MEASURES: [&str; 5] = ["digest", "modelVersion", "fromS", "toS", "covariance"];

/// The numbers of a run by name, as `jain`, `flows/f1/goodputMbps`, `groups/reno/scales/6/friendliness`,
/// `covariance/f1/f2`. What is undefined is left out.
pub fn of(results: &Results) -> Result<Measures, String> {
    let value = serde_json::to_value(results).map_err(|e| e.to_string())?;
    let mut found = Vec::new();
    collect(&value, "", &mut found);
    let ids = &results.covariance.flows;
    for (i, (a, row)) in ids.iter().zip(&results.covariance.rho).enumerate() {
        for (b, rho) in ids.iter().zip(row).skip(i + 1) {
            found.extend(rho.map(|rho| (format!("covariance/{a}/{b}"), rho)));
        }
    }
    Ok(found)
}

fn collect(value: &Value, name: &str, found: &mut Measures) {
    let below = |part: &str| if name.is_empty() { part.to_owned() } else { format!("{name}/{part}") };
    match value {
        Value::Number(number) => found.extend(number.as_f64().map(|x| (name.to_owned(), x))),
        Value::Object(fields) => {
            let measures = fields
                .iter()
                .filter(|(key, _)| !NAMES.contains(&key.as_str()) && !NO_MEASURES.contains(&key.as_str()));
            measures.for_each(|(key, value)| collect(value, &below(key), found));
        }
        Value::Array(items) => {
            for (i, item) in items.iter().enumerate() {
                let own = NAMES.iter().find_map(|&key| item.get(key));
                let own = own.map_or_else(|| i.to_string(), plain);
                collect(item, &below(&own), found);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |x| x.to_string()),
        other => other.to_string(),
    }
}

/// Measures that the table shows unless others are asked for: those of the run, a flow, a queue, an algorithm.
const SHORT: [&str; 20] = [
    "goodputMbps",
    "jain",
    "jainRtt",
    "maxMinDistance",
    "power",
    "flows/*/goodputMbps",
    "flows/*/lossRate",
    "flows/*/retransmissions",
    "flows/*/timeouts",
    "flows/*/rttMeanMs",
    "flows/*/completionS",
    "queues/*/utilisation",
    "queues/*/meanPackets",
    "queues/*/meanDelayMs",
    "queues/*/lossRate",
    "queues/*/synchronization",
    "groups/*/friendliness",
    "groups/*/equivalence",
    "groups/*/internalFairness",
    "ratio/*",
];

/// Whether the table shows a measure: `wanted` has parts of names, or `all`; empty: the usual ones.
pub fn is_shown(name: &str, wanted: &[String]) -> bool {
    if wanted.is_empty() {
        // Ids are any text, slashes included: what is between the first and the last is the id.
        return SHORT.iter().any(|short| match short.split_once('*') {
            Some((kind, measure)) => name
                .strip_prefix(kind)
                .and_then(|rest| rest.strip_suffix(measure))
                .is_some_and(|id| measure.is_empty() || !id.contains("/scales/")),
            None => name == *short,
        });
    }
    wanted.iter().any(|w| w == "all" || name.to_lowercase().contains(&w.to_lowercase()))
}

/// Ids of queues that nobody has to look at: in no run anything was dropped, and hardly anything waited.
pub fn idle_queues(outcomes: &[&Results]) -> BTreeSet<String> {
    let busy = |q: &&QueueResults| q.mean_packets > 0.5 || q.drops > 0;
    let all = || outcomes.iter().flat_map(|r| &r.queues);
    let busy: BTreeSet<_> = all().filter(busy).map(|q| &q.id).collect();
    all().map(|q| &q.id).filter(|id| !busy.contains(id)).cloned().collect()
}

/// The two flows of `A/B`. Ids are any text, slashes included.
pub fn flows_of<'a>(pair: &'a str, ids: impl Iterator<Item = &'a str>) -> Result<(&'a str, &'a str), String> {
    let ids: Vec<_> = ids.collect();
    let cuts = pair.match_indices('/').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
    cuts.into_iter()
        .find(|(a, b)| ids.contains(a) && ids.contains(b))
        .ok_or_else(|| format!("\"{pair}\" is no ratio of two flows: A/B with two of {}", ids.join(", ")))
}

/// The ratio of two flows' goodputs, taken run by run, so that its interval is one of ratios; nothing where it is not
/// finite.
pub fn ratio(pair: &str, results: &Results) -> Option<(String, f64)> {
    let (a, b) = flows_of(pair, results.flows.iter().map(|f| f.id.as_str())).ok()?;
    let goodput = |id: &str| results.flows.iter().find(|f| f.id == id).map(|f| f.goodput_mbps);
    let ratio = goodput(a)? / goodput(b)?;
    ratio.is_finite().then(|| (format!("ratio/{pair}"), ratio))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_follow_ids_and_leave_out_what_is_undefined() {
        let value = json!({
            "jain": 0.5, "digest": "00", "toS": 3.0, "jainRtt": null,
            "flows": [{"id": "a/1", "algorithm": "reno", "drops": 4}],
            "queues": [{"id": "core/forward", "levels": [7, 8]}],
            "groups": [{"algorithm": "reno", "reference": true, "scales": [{"scaleS": 1.5, "windows": 2}]}],
        });
        let mut found = Vec::new();
        collect(&value, "", &mut found);
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [
            ("flows/a/1/drops", 4.0),
            ("groups/reno/scales/1.5/windows", 2.0),
            ("jain", 0.5),
            ("queues/core/forward/levels/0", 7.0),
            ("queues/core/forward/levels/1", 8.0),
        ];
        assert_eq!(found, expected.map(|(name, x)| (name.to_owned(), x)));
    }

    #[test]
    fn a_ratio_names_two_flows() {
        let flows = |pair| flows_of(pair, ["a", "b/c", "b"].into_iter());
        assert_eq!((flows("a/b/c"), flows("b/a")), (Ok(("a", "b/c")), Ok(("b", "a"))));
        assert!(flows("a").is_err() && flows("a/x").unwrap_err().contains("a, b/c, b"));
    }

    #[test]
    fn the_table_shows_the_usual_measures_or_those_asked_for() {
        let usual = |name: &str| is_shown(name, &[]);
        assert!(usual("jain") && usual("flows/a/b/goodputMbps") && usual("ratio/a/b"));
        assert!(!usual("flows/a/drops") && !usual("groups/reno/scales/6/friendliness"));
        let asked = |name: &str, w: &str| is_shown(name, &[w.to_owned()]);
        assert!(asked("flows/a/rttSdMs", "rtt") && asked("x", "all") && !asked("jain", "rtt"));
    }
}
