//! Hostile input and output of the command line: closed pipes, files that are too long, invalid times, and names that look like
//! formulas or collide as file names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::json;

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hostile").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A document with flows of these names, two seconds long.
fn document(here: &Path, flows: &[&str]) -> PathBuf {
    let host = |id: &str| json!({"id": id, "kind": "host"});
    let flow = |id: &&str| json!({"id": id, "from": "a", "to": "b", "algorithm": "reno"});
    let scenario = json!({
        "version": 1, "durationS": 2, "nodes": [host("a"), host("b")],
        "links": [{"id": "core", "a": "a", "b": "b", "forward": {"rateMbps": 5, "delayMs": 10}}],
        "flows": flows.iter().map(flow).collect::<Vec<_>>(),
    });
    let file = here.join("scenario.json");
    fs::write(&file, scenario.to_string()).expect("written");
    file
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let here = folder("pipe");
    let scenario = document(&here, &["f1"]);
    let commands: [&[&str]; 8] = [
        &["catalogue", "--json"],
        &["catalogue"],
        &["schema"],
        &["validate", text(&scenario)],
        &["run", text(&scenario)],
        &["run", text(&scenario), "--json"],
        &["sweep", text(&scenario), "--seeds", "1,2", "--json", "-"],
        &["sweep", text(&scenario), "--seeds", "1,2"],
    ];
    for args in commands {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = Command::new(env!("CARGO_BIN_EXE_droptail"))
            .args(args)
            .stdout(writer)
            .stderr(Stdio::piped())
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{args:?}: {:?} {}", output.status, stderr(&output));
        assert_eq!(stderr(&output), "", "{args:?}");
    }
    // The same holds for error messages.
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_droptail"))
        .args(["validate", "nowhere.json"])
        .stderr(writer)
        .status()
        .expect("it runs");
    assert_eq!(status.code(), Some(1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_output_device_is_reported() {
    let full = fs::File::options().write(true).open("/dev/full").expect("a full device");
    let output = Command::new(env!("CARGO_BIN_EXE_droptail"))
        .args(["catalogue", "--json"])
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot write to standard output"), "{}", stderr(&output));
}

/// An endless file is rejected at the size limit; otherwise it would exhaust memory.
#[test]
#[cfg(target_os = "linux")]
fn files_are_not_read_beyond_the_limit() {
    for command in ["run", "validate", "sweep", "trace"] {
        let line = format!("ulimit -v 1000000; exec \"$0\" {command} /dev/zero");
        let output = Command::new("sh").args(["-c", &line, env!("CARGO_BIN_EXE_droptail")]).output();
        let output = output.expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{command}: {}", stderr(&output));
        assert!(
            stderr(&output).contains("/dev/zero: the file is too long"),
            "{command}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn invalid_times_are_rejected() {
    let here = folder("times");
    let scenario = document(&here, &["f1"]);
    for time in ["NaN", "inf", "-inf", "-1", "1e300"] {
        for command in ["run", "sweep"] {
            let output = droptail(&[command, text(&scenario), &format!("--until={time}")]);
            assert!(!output.status.success(), "{command} --until={time} was accepted");
            assert!(stderr(&output).contains("is not a simulated time"), "{}", stderr(&output));
        }
        let pcap = format!("core={}", here.join("x.pcapng").display());
        let window = format!("--pcap-window=0..{time}");
        let output = droptail(&["run", text(&scenario), "--pcap", &pcap, &window]);
        assert!(stderr(&output).contains("is not a simulated time"), "{window}: {}", stderr(&output));
    }
    let run = droptail(&["run", text(&scenario), "--until", "0.5", "--json"]);
    let results: serde_json::Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(results["toS"], 0.5);
}

#[test]
fn every_series_has_its_own_file() {
    let here = folder("names");
    let scenario = document(&here, &["a/b", "a-b", "A-B"]);
    let out = here.join("csv");
    let output = droptail(&["run", text(&scenario), "--csv", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    let one = document(&here, &["x"]);
    let alone = here.join("alone");
    assert!(droptail(&["run", text(&one), "--csv", text(&alone)]).status.success());
    let windows = |folder: &Path| {
        let names = fs::read_dir(folder).expect("a folder");
        let names = names.map(|e| e.expect("a file").file_name().to_string_lossy().to_lowercase());
        names.filter(|name| name.contains("cwnd")).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert_eq!((windows(&alone), windows(&out)), (1, 3));
    // A message says which file is of which flow.
    let said = stderr(&output);
    assert!(
        said.contains("a-b-cwnd-2.csv holds \"a-b\"") && said.contains("A-B-cwnd-3.csv holds \"A-B\""),
        "{said}"
    );
}

#[test]
fn names_are_not_formulas_in_csv() {
    let here = folder("formulas");
    let scenario = document(&here, &["f1"]);
    let scenario: serde_json::Value =
        serde_json::from_slice(&fs::read(scenario).expect("a file")).expect("JSON");
    let experiment = json!({
        "version": 1, "base": scenario,
        "axes": [
            {"name": "=HYPERLINK(\"http://x\")", "values": ["+1+1", "-0.5"],
             "sets": [{"path": "/title"}]},
            {"name": "Delay", "values": [5], "sets": [{"path": "/links/core/forward/delayMs"}]},
        ],
        "replications": {"count": 1}, "measures": [{"name": "@SUM(1)", "of": "goodputMbps", "times": -1}],
    });
    let file = here.join("experiment.json");
    fs::write(&file, experiment.to_string()).expect("written");
    let out = here.join("out");
    let output = droptail(&["sweep", text(&file), "--out", text(&out)]);
    assert!(output.status.success(), "{}", stderr(&output));
    for name in ["table.csv", "runs.csv"] {
        let csv = fs::read_to_string(out.join(name)).expect("CSV");
        let lines: Vec<_> = csv.lines().collect();
        assert!(lines[0].starts_with("\"'=HYPERLINK(\"\"http://x\"\")\",Delay,"), "{name}: {}", lines[0]);
        assert!(lines[0].contains(",'@SUM(1)"), "{name}: {}", lines[0]);
        assert!(lines[1].starts_with("'+1+1,5,"), "{name}: {}", lines[1]);
        // Negative numbers stay numbers, both axis values and measures.
        assert!(lines[2].starts_with("-0.5,5,"), "{name}: {}", lines[2]);
        assert!(
            lines[1].split(',').any(|cell| cell.parse().is_ok_and(|x: f64| x < 0.0)),
            "{name}: {}",
            lines[1]
        );
    }
}
