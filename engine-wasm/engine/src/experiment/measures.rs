//! Names for every number of a run's results, so that experiments can summarise all of them.

use serde_json::Value;

use super::Aggregate;
use crate::metrics::results::Results;
use crate::pattern::fits;

/// The numbers of a run by name.
pub type Measures = Vec<(String, f64)>;

/// Fields that identify something and are not quantities.
const NAMES: [&str; 3] = ["id", "algorithm", "scaleS"];
/// Fields that are the same in every run, have no meaningful mean, or get other names, as the covariance matrix does.
const NO_MEASURES: [&str; 5] = ["digest", "modelVersion", "fromS", "toS", "covariance"];

/// The numbers of a run by name, such as `jain`, `flows/f1/goodputMbps`, `groups/reno/scales/6/friendliness`,
/// `covariance/f1/f2`. Undefined numbers are left out.
pub fn of(results: &Results) -> Measures {
    let value = serde_json::to_value(results).expect("results can be serialised");
    let mut found = Vec::new();
    collect(&value, "", &mut found);
    let ids = &results.covariance.flows;
    for (i, (a, row)) in ids.iter().zip(&results.covariance.rho).enumerate() {
        for (b, rho) in ids.iter().zip(row).skip(i + 1) {
            found.extend(rho.map(|rho| (format!("covariance/{a}/{b}"), rho)));
        }
    }
    found
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

/// Combines the numbers whose names match `pattern`; `None` if there are none. `*` matches any text.
pub fn matching(all: &Measures, pattern: &str, over: Aggregate) -> Option<f64> {
    over.join(all.iter().filter(|(name, _)| fits(pattern, name)).map(|(_, x)| *x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn patterns_select_and_combine() {
        let all = [
            ("flows/a/goodputMbps", 1.0),
            ("flows/b/c/goodputMbps", 5.0),
            ("flows/a/drops", 7.0),
            ("jain", 0.5),
        ];
        let all: Measures = all.map(|(name, x)| (name.to_owned(), x)).into();
        let of = |pattern, over| matching(&all, pattern, over);
        assert_eq!(of("jain", Aggregate::Mean), Some(0.5));
        assert_eq!(of("flows/*/goodputMbps", Aggregate::Mean), Some(3.0));
        assert_eq!(of("flows/*/goodputMbps", Aggregate::Sum), Some(6.0));
        assert_eq!((of("f*b*Mbps", Aggregate::Min), of("flows/*", Aggregate::Max)), (Some(5.0), Some(7.0)));
        // (1 + 5)²/(2·(1 + 25)).
        assert_eq!(of("flows/*/goodputMbps", Aggregate::Jain), Some(36.0 / 52.0));
        assert_eq!((of("flows", Aggregate::Mean), of("*x*", Aggregate::Mean)), (None, None));
    }

    #[test]
    fn names_use_ids_and_undefined_numbers_are_left_out() {
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
}
