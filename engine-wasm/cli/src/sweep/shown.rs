//! Measures shown in the table of a sweep, and ratios of flows.

use std::collections::BTreeSet;

use droptail_engine::metrics::results::{QueueResults, Results};

/// Measures shown by default: those of the run, of flows, queues and algorithms.
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

/// Whether the table shows a measure. `wanted` has parts of names, or `all`; if empty, the default measures are shown.
pub fn is_shown(name: &str, wanted: &[String]) -> bool {
    if wanted.is_empty() {
        // Ids can contain slashes: the id is everything between the first and the last one.
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

/// Ids of queues without drops and with almost no backlog in all runs.
pub fn idle_queues(outcomes: &[&Results]) -> BTreeSet<String> {
    let busy = |q: &&QueueResults| q.mean_packets > 0.5 || q.drops > 0;
    let all = || outcomes.iter().flat_map(|r| &r.queues);
    let busy: BTreeSet<_> = all().filter(busy).map(|q| &q.id).collect();
    all().map(|q| &q.id).filter(|id| !busy.contains(id)).cloned().collect()
}

/// The two flows of `A/B`. Ids can contain slashes.
pub fn flows_of<'a>(pair: &'a str, ids: impl Iterator<Item = &'a str>) -> Result<(&'a str, &'a str), String> {
    let ids: Vec<_> = ids.collect();
    let cuts = pair.match_indices('/').map(|(at, _)| (&pair[..at], &pair[at + 1..]));
    cuts.into_iter().find(|(a, b)| ids.contains(a) && ids.contains(b)).ok_or_else(|| {
        format!("\"{pair}\" is not a ratio of two flows: expected A/B with two of {}", ids.join(", "))
    })
}

/// The ratio of two flows' goodputs in one run, so that the statistics are those of ratios; `None` if it is not finite.
pub fn ratio(pair: &str, results: &Results) -> Option<(String, f64)> {
    let (a, b) = flows_of(pair, results.flows.iter().map(|f| f.id.as_str())).ok()?;
    let goodput = |id: &str| results.flows.iter().find(|f| f.id == id).map(|f| f.goodput_mbps);
    let ratio = goodput(a)? / goodput(b)?;
    ratio.is_finite().then(|| (format!("ratio/{pair}"), ratio))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_names_two_flows() {
        let flows = |pair| flows_of(pair, ["a", "b/c", "b"].into_iter());
        assert_eq!((flows("a/b/c"), flows("b/a")), (Ok(("a", "b/c")), Ok(("b", "a"))));
        assert!(flows("a").is_err() && flows("a/x").unwrap_err().contains("a, b/c, b"));
    }

    #[test]
    fn the_table_shows_the_default_measures_or_the_requested_ones() {
        let usual = |name: &str| is_shown(name, &[]);
        assert!(usual("jain") && usual("flows/a/b/goodputMbps") && usual("ratio/a/b"));
        assert!(!usual("flows/a/drops") && !usual("groups/reno/scales/6/friendliness"));
        let asked = |name: &str, w: &str| is_shown(name, &[w.to_owned()]);
        assert!(asked("flows/a/rttSdMs", "rtt") && asked("x", "all") && !asked("jain", "rtt"));
    }
}
