//! Tests of `droptail sweep` and `droptail run`: replications, statistics and tables.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn complaint(args: &[&str]) -> String {
    let output = droptail(args);
    assert!(!output.status.success(), "{args:?} was accepted");
    String::from_utf8(output.stderr).expect("UTF-8")
}

/// A file for this test.
fn file(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("sweep");
    fs::create_dir_all(&dir).expect("a directory");
    dir.join(name)
}

/// Two flows over a link with or without random loss, so that seeds matter or not.
fn document(name: &str, loss_rate: f64) -> String {
    let host = |id: &str| json!({"id": id, "kind": "host"});
    let flow = |id: &str, algorithm: &str| json!({"id": id, "from": "a", "to": "b", "algorithm": algorithm, "startS": if id == "x" { 0.0 } else { 0.3 }});
    let document = json!({
        "version": 1, "title": "Two flows", "durationS": 8, "nodes": [host("a"), host("b")],
        "links": [{"id": "core", "a": "a", "b": "b",
                   "forward": {"rateMbps": 5, "delayMs": 10, "lossRate": loss_rate,
                               "queue": {"kind": "droptail", "params": {"limitPackets": 20}}}}],
        "flows": [flow("x", "reno"), flow("y", "cubic")], "sampling": {"measureFromS": 2},
    });
    let path = file(name);
    fs::write(&path, document.to_string()).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&text(&droptail(args))).expect("JSON")
}

#[test]
fn a_sweep_does_not_depend_on_the_number_of_jobs_and_each_run_has_its_seed() {
    let document = document("jobs.json", 0.005);
    let one = text(&droptail(&["sweep", &document, "--seeds", "1..6", "--jobs", "1", "--json", "-"]));
    let many = text(&droptail(&["sweep", &document, "--seeds", "1..6", "--jobs", "5", "--json", "-"]));
    assert_eq!(one, many);

    let sweep: Value = serde_json::from_str(&one).expect("JSON");
    let runs = sweep["points"][0]["runs"].as_array().expect("runs");
    assert_eq!(runs.iter().map(|r| r["seed"].as_u64().unwrap()).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let alone = json_of(&["run", &document, "--seed", "4", "--json"]);
    assert_eq!((&runs[3]["results"], &runs[3]["digest"]), (&alone, &alone["digest"]));
    assert_ne!(runs[3]["digest"], runs[4]["digest"]);
}

#[test]
fn statistics_are_those_of_the_runs() {
    let document = document("statistics.json", 0.005);
    let args = ["sweep", &document, "--seeds", "3,9,4", "--ratio", "y/x", "--json", "-"];
    let t = json_of(&args);
    let z = json_of(&[&args[..], &["--interval", "z", "--confidence", "0.9"]].concat());
    let statistic = |sweep: &Value, metric: &str| {
        let all = sweep["points"][0]["statistics"].as_array().expect("a list").clone();
        all.into_iter().find(|s| s["metric"] == metric).unwrap_or_else(|| panic!("no {metric}"))
    };
    let runs = t["points"][0]["runs"].as_array().expect("runs");
    let goodput = |run: &Value, flow: usize| run["results"]["flows"][flow]["goodputMbps"].as_f64().unwrap();
    let check = |metric: &str, values: Vec<f64>| {
        let mean = values.iter().sum::<f64>() / 3.0;
        let sd = (values.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 2.0).sqrt();
        // Student's t with two degrees of freedom and the normal distribution, as tabulated.
        for (sweep, factor) in [(&t, 4.302_653), (&z, 1.644_854)] {
            let s = statistic(sweep, metric);
            let near = |field: &str, expected: f64| {
                let got = s[field].as_f64().unwrap();
                assert!(
                    (got - expected).abs() < 1e-6 * expected.abs(),
                    "{metric} {field}: {got}, {expected}"
                );
            };
            near("mean", mean);
            near("sd", sd);
            near("halfWidth", factor * sd / 3.0_f64.sqrt());
            near("max", values.iter().copied().fold(0.0, f64::max));
            assert_eq!(s["n"], 3);
        }
    };
    check("flows/y/goodputMbps", runs.iter().map(|r| goodput(r, 1)).collect());
    // The mean of ratios differs from the ratio of means.
    check("ratio/y/x", runs.iter().map(|r| goodput(r, 1) / goodput(r, 0)).collect());
    let f: Vec<_> =
        runs.iter().map(|r| r["results"]["groups"][1]["friendliness"].as_f64().unwrap()).collect();
    check("groups/cubic/friendliness", f);
}

#[test]
fn csv_has_a_line_for_each_run_and_the_table_is_printed_with_files() {
    let document = document("csv.json", 0.005);
    let path = file("runs.csv");
    let table = text(&droptail(&["sweep", &document, "--seeds", "1..3", "--csv", path.to_str().unwrap()]));
    assert!(table.contains("flows/x/goodputMbps") && table.contains("3 runs; ±"), "{table}");
    let csv = fs::read_to_string(path).expect("a file");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), &lines[0][..2]), (4, &["seed", "digest"][..]));
    let at = lines[0].iter().position(|name| *name == "flows/x/goodputMbps").expect("a column");
    let first = json_of(&["run", &document, "--seed", "1", "--json"]);
    assert_eq!(lines[1][at].parse().ok(), first["flows"][0]["goodputMbps"].as_f64());
}

#[test]
fn seeds_without_effect_are_reported() {
    let note = "nothing in this scenario draws random numbers";
    let table = |name, loss| text(&droptail(&["sweep", &document(name, loss), "--seeds", "1,2"]));
    assert!(table("still.json", 0.0).contains(note));
    assert!(!table("random.json", 0.005).contains(note));
}

#[test]
fn the_table_shows_the_requested_measures() {
    let document = document("asked.json", 0.005);
    let table = text(&droptail(&["sweep", &document, "--seeds", "1..2", "--metrics", "rtt,burst"]));
    assert!(table.contains("flows/x/rttSdMs") && table.contains("burstLossesPerFlow"), "{table}");
    assert!(!table.contains("goodputMbps"), "{table}");

    let short = text(&droptail(&["run", &document]));
    assert!(short.contains("goodput Mb/s") && !short.contains("covariance"), "{short}");
    let one = text(&droptail(&["run", &document, "--metrics", "covariance"]));
    assert!(one.contains("covariance of windows") && !one.contains("goodput Mb/s"), "{one}");
    let all = text(&droptail(&["run", &document, "--metrics", "all"]));
    for heading in
        ["RTT, ms", "without backoff", "fair share Mb/s", "F_C", "sojourn time, ms", "synchronisation"]
    {
        assert!(all.contains(heading), "no \"{heading}\" in\n{all}");
    }
}

#[test]
fn invalid_arguments_are_reported_before_anything_runs() {
    let document = document("wrong.json", 0.0);
    let sweep = |more: &[&str]| complaint(&[&["sweep", &document][..], more].concat());
    assert!(sweep(&["--seeds", "5..1"]).contains("in descending order"));
    assert!(sweep(&["--seeds", "1,1"]).contains("twice"));
    assert!(sweep(&["--confidence", "1"]).contains("not between 0 and 1"));
    assert!(sweep(&["--jobs", "0"]).contains("0"));
    assert!(sweep(&["--ratio", "x/nobody"]).contains("not a ratio of two flows"));
    assert!(sweep(&["--json", "/nowhere/at/all.json"]).contains("/nowhere/at/all.json"));
}
