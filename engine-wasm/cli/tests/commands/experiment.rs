//! Tests of `droptail sweep` with experiments: no run is repeated, and the order and distribution of runs do not matter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    let output = droptail(args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Two values, two algorithms and three seeds.
fn document() -> Value {
    let host = |id: &str| json!({"id": id, "kind": "host"});
    let flow = |id: &str| json!({"id": id, "from": "a", "to": "b", "algorithm": "reno", "startJitterS": 1});
    json!({
        "version": 1, "title": "Buffers",
        "base": {
            "version": 1, "durationS": 5, "nodes": [host("a"), host("b")], "flows": [flow("f1"), flow("f2")],
            "links": [{"id": "core", "a": "a", "b": "b", "forward": {"rateMbps": 5, "delayMs": 20}}],
        },
        "axes": [
            {"name": "Buffer", "unit": "packets", "values": [5, 50],
             "sets": [{"path": "/links/core/forward/queue/params/limitPackets"}]},
            {"name": "Algorithm", "values": ["reno", "cubic"], "sets": [{"path": "/flows/*/algorithm"}]},
        ],
        "replications": {"count": 3},
        "measures": [{"name": "Used", "unit": "%", "of": "queues/core/forward/utilisation", "times": 100}],
        "quick": {"count": 1, "values": [[50]]},
    })
}

fn write(folder: &Path, document: &Value) -> PathBuf {
    let file = folder.join("document.json");
    fs::write(&file, document.to_string()).expect("written");
    file
}

/// The line with the fingerprint of all runs.
fn last(text: &str) -> String {
    text.lines().last().expect("a line").to_owned()
}

#[test]
fn the_tables_do_not_depend_on_jobs_or_shards() {
    let here = folder("shards");
    let file = write(&here, &document());
    let one = printed(&["sweep", text(&file), "--jobs", "1"]);
    let whole = here.join("whole");
    assert_eq!(printed(&["sweep", text(&file), "--jobs", "4", "--out", text(&whole)]), one);
    let parts: Vec<_> = (1..=3).map(|i| here.join(format!("part{i}"))).collect();
    for (i, part) in parts.iter().enumerate() {
        printed(&["sweep", text(&file), "--out", text(part), "--shard", &format!("{}/3", i + 1)]);
    }
    let merged = here.join("merged");
    // In another order, and one of them twice.
    let args =
        ["merge", text(&parts[2]), text(&parts[0]), text(&parts[1]), text(&parts[0]), "--out", text(&merged)];
    assert_eq!(printed(&args), one);
    for name in ["table.csv", "table.json", "runs.csv", "runs.parquet"] {
        let [a, b] = [&whole, &merged].map(|folder| fs::read(folder.join(name)).expect(name));
        assert!(a == b, "{name}");
    }
    assert!(last(&one).starts_with("12 of 12 runs"), "{one}");
    // A header and a line for each run.
    assert_eq!(fs::read_to_string(whole.join("runs.csv")).expect("CSV").lines().count(), 13);
    let parquet = fs::read(whole.join("runs.parquet")).expect("Parquet");
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}

#[test]
fn finished_runs_are_not_repeated() {
    let here = folder("resume");
    let file = write(&here, &document());
    let out = here.join("out");
    let args = ["sweep", text(&file), "--out", text(&out)];
    let first = printed(&args);
    // The state after the process was killed: some runs are finished, and the line of the next one is incomplete.
    let runs = out.join("runs.jsonl");
    let lines = fs::read_to_string(&runs).expect("runs");
    let lines: Vec<_> = lines.lines().collect();
    let marked = lines[0].replace("\"digest\":\"", "\"digest\":\"x");
    fs::write(&runs, format!("{marked}\n{}\n{}", lines[1..7].join("\n"), &lines[7][..20])).expect("written");
    let output = droptail(&args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("7 runs are done, 5 are left"), "{stderr}");
    // The stored run was used unchanged: its marker is in the fingerprint.
    let second = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_ne!(last(&second), last(&first));
    assert_eq!(second.lines().next(), first.lines().next());
    assert!(last(&second).starts_with("12 of 12 runs"), "{second}");
}

#[test]
fn a_folder_keeps_one_experiment() {
    let here = folder("other");
    let out = here.join("out");
    let file = write(&here, &document());
    printed(&["sweep", text(&file), "--out", text(&out), "--quick"]);
    let refused = |args: &[&str]| {
        let output = droptail(args);
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused(&["sweep", text(&file), "--out", text(&out)]).contains("another size"));
    let mut other = document();
    other["base"]["durationS"] = json!(6);
    let file = write(&here, &other);
    assert!(refused(&["sweep", text(&file), "--out", text(&out), "--quick"]).contains("another experiment"));
    other["axes"][0]["sets"][0]["path"] = json!("/links/none/x");
    let file = write(&here, &other);
    assert!(refused(&["validate", text(&file)]).contains("/axes/0/sets/0/path"));
    assert!(refused(&["run", text(&write(&here, &document()))]).contains("run it with droptail sweep"));
}

#[test]
fn several_experiments_run_together_with_a_folder_each() {
    let here = folder("together");
    let mut other = document();
    other["title"] = json!("Few");
    other["axes"] = json!([]);
    other["quick"] = Value::Null;
    let files = [("buffers", document()), ("few", other)].map(|(name, document)| {
        let file = here.join(format!("{name}.json"));
        fs::write(&file, document.to_string()).expect("written");
        file
    });
    let out = here.join("out");
    let both = printed(&["sweep", text(&files[0]), text(&files[1]), "--out", text(&out)]);
    for (name, file) in ["buffers", "few"].iter().zip(&files) {
        let alone = here.join(format!("{name}-alone"));
        let one = printed(&["sweep", text(file), "--out", text(&alone)]);
        assert!(both.contains(&one), "{both}");
        let [a, b] = [&out.join(name), &alone].map(|folder| fs::read(folder.join("runs.csv")).expect("CSV"));
        assert!(a == b, "{name}");
    }
    let refused = droptail(&["sweep", text(&files[0]), text(&files[0]), "--out", text(&out)]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("two experiments have the same file name"));
}

/// Number of complete lines of a file that may not exist yet.
fn whole_lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.matches('\n').count())
}

#[test]
fn a_kill_loses_only_the_runs_in_progress() {
    let here = folder("killed");
    let mut long = document();
    long["base"]["durationS"] = json!(200);
    let file = write(&here, &long);
    let whole = printed(&["sweep", text(&file), "--jobs", "2"]);
    let out = here.join("out");
    let args = ["sweep", text(&file), "--jobs", "2", "--out", text(&out)];
    let mut sweep = Command::new(env!("CARGO_BIN_EXE_droptail"))
        .args(args)
        .stdout(Stdio::null())
        .spawn()
        .expect("it runs");
    let runs = out.join("runs.jsonl");
    while whole_lines(&runs) < 3 && sweep.try_wait().expect("a process").is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    // SIGKILL: the process cannot clean up.
    sweep.kill().expect("it is there");
    sweep.wait().expect("it ends");
    let done = whole_lines(&runs);
    assert!((3..12).contains(&done), "{done} runs before the kill");
    let output = droptail(&args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&format!("{done} runs are done, {} are left", 12 - done)), "{stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
    // Each run is stored once, with its cost.
    let text = fs::read_to_string(&runs).expect("runs");
    let kept: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert_eq!(kept.len(), 12);
    assert!(kept.iter().all(|run| run["cpuS"].as_f64() > Some(0.0) && run["hops"].as_u64() > Some(0)));
}
