//! Tests of `droptail catalogue`: every row is listed by its id.

use std::process::Command;

use droptail_engine::published::catalogue;
use serde_json::Value;

fn printed(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn ids(catalogue: &Value, part: &str) -> Vec<String> {
    let rows = catalogue[part].as_array().unwrap_or_else(|| panic!("no {part}"));
    rows.iter().map(|row| row["id"].as_str().expect("an id").to_owned()).collect()
}

#[test]
fn json_lists_every_row_by_id() {
    let json: Value = serde_json::from_str(&printed(&["catalogue", "--json"])).expect("JSON");
    let all = catalogue();
    assert_eq!(ids(&json, "algorithms"), all.algorithms.iter().map(|a| &*a.row.id).collect::<Vec<_>>());
    assert_eq!(ids(&json, "queues"), all.queues.iter().map(|q| &*q.row.id).collect::<Vec<_>>());
    assert_eq!(ids(&json, "traffic"), all.traffic.iter().map(|t| &*t.row.id).collect::<Vec<_>>());
    assert_eq!(ids(&json, "behaviours"), all.behaviours.iter().map(|b| &*b.row.id).collect::<Vec<_>>());
    assert_eq!(ids(&json, "stacks"), all.stacks.iter().map(|s| &*s.id).collect::<Vec<_>>());
    // Saved documents contain these ids, so none may disappear.
    let promised = [
        (
            "algorithms",
            "tahoe reno newreno sack paced randomized randomized-iiad randomized-sqrt aimd binomial iiad sqrt cubic hstcp",
        ),
        (
            "algorithms",
            "scalable htcp bic fast tri-s card dual vegas newvegas vegas-a code pseudo-rate tfrcp tfrc rap udp",
        ),
        (
            "queues",
            "droptail random-drop red ared codel fq-codel pie drr sfq step dualpi2 fq-pie cobalt cake",
        ),
        ("behaviours", "policer shaper handovers aggregation retransmission"),
        ("traffic", "bulk finite cbr web poisson onoff noise"),
        ("stacks", "rfc linux ns2-1999 ns2-2006"),
    ];
    for (part, names) in promised {
        let there = ids(&json, part);
        for name in names.split(' ') {
            assert_eq!(there.iter().filter(|id| *id == name).count(), 1, "{part}: {name}");
        }
    }
    // The row has what forms and plots need.
    let code = json["algorithms"].as_array().unwrap().iter().find(|a| a["id"] == "code").unwrap();
    let eta = code["params"].as_array().unwrap().iter().find(|p| p["id"] == "eta").unwrap();
    assert!(eta["help"].as_str().is_some_and(|help| help.contains("0.68")), "{eta}");
    assert_eq!(code["variables"].as_array().map(Vec::len), Some(5));
}

#[test]
fn the_readable_list_has_every_row() {
    let text = printed(&["catalogue"]);
    let json: Value = serde_json::from_str(&printed(&["catalogue", "--json"])).expect("JSON");
    for part in ["algorithms", "queues", "behaviours", "traffic", "stacks"] {
        for id in ids(&json, part) {
            let lines = text.lines().filter(|line| line.split_whitespace().next() == Some(id.as_str()));
            assert_eq!(lines.count(), 1, "{part}: {id}");
        }
    }
}

#[test]
fn the_model_documentation_covers_every_scheme() {
    let document = include_str!("../../../../docs/model.md");
    let all = catalogue();
    let algorithms = all.algorithms.iter().map(|a| &*a.row.name);
    let behaviours = all.behaviours.iter().map(|b| &*b.row.name);
    for name in algorithms.chain(all.queues.iter().map(|q| &*q.row.name)).chain(behaviours) {
        assert!(document.contains(name), "{name}");
    }
}
