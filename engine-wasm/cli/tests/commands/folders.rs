//! Damaged folders of `droptail sweep --out`: stored runs belong to the experiment or are rejected.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    let output = droptail(args);
    assert!(output.status.success(), "{}", stderr(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The error message of a rejected command. A panic does not count.
fn refusal(args: &[&str]) -> String {
    let output = droptail(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {}", stderr(&output));
    stderr(&output)
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Two variants with two seeds each.
fn document(rates: [u32; 2]) -> Value {
    let host = |id: &str| json!({"id": id, "kind": "host"});
    json!({
        "version": 1, "title": "Rates",
        "base": {
            "version": 1, "durationS": 2, "nodes": [host("a"), host("b")],
            "links": [{"id": "core", "a": "a", "b": "b", "forward": {"rateMbps": 5, "delayMs": 10, "lossRate": 0.001}}],
            "flows": [{"id": "f1", "from": "a", "to": "b", "algorithm": "reno"}],
        },
        "axes": [{"name": "Rate", "unit": "Mb/s", "values": rates, "sets": [{"path": "/links/core/forward/rateMbps"}]}],
        "replications": {"count": 2, "firstSeed": 5},
        "measures": [{"name": "Goodput", "unit": "Mb/s", "of": "goodputMbps"}],
    })
}

/// A folder with an experiment's document and all its runs, and the output of the sweep.
struct Swept {
    document: PathBuf,
    out: PathBuf,
    printed: String,
}

impl Swept {
    fn new(name: &str) -> Swept {
        let here = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("folders").join(name);
        let _ = fs::remove_dir_all(&here);
        fs::create_dir_all(&here).expect("a folder");
        let (file, out) = (here.join("document.json"), here.join("out"));
        fs::write(&file, document([4, 8]).to_string()).expect("written");
        let printed = printed(&["sweep", text(&file), "--out", text(&out)]);
        Swept { document: file, out, printed }
    }

    fn again(&self) -> [&str; 4] {
        ["sweep", text(&self.document), "--out", text(&self.out)]
    }

    fn head(&self) -> PathBuf {
        self.out.join("experiment.json")
    }

    fn runs(&self) -> PathBuf {
        self.out.join("runs.jsonl")
    }

    fn lines(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.runs()).expect("runs");
        text.lines().map(|line| serde_json::from_str(line).expect("a run")).collect()
    }

    /// Adds a line and returns the error message.
    fn with_line(name: &str, change: impl FnOnce(&mut Value)) -> String {
        let swept = Swept::new(name);
        let mut line = swept.lines().swap_remove(1);
        change(&mut line);
        let before = fs::read_to_string(swept.runs()).expect("runs");
        fs::write(swept.runs(), format!("{before}{line}\n")).expect("written");
        let said = refusal(&swept.again());
        assert!(said.contains("runs.jsonl:5: "), "the place of the line is not in {said}");
        // A merge reads the same lines.
        let merged = swept.out.with_file_name("merged");
        assert!(refusal(&["merge", text(&swept.out), "--out", text(&merged)]).contains("runs.jsonl:5: "));
        said
    }
}

#[test]
fn a_truncated_document_is_written_again() {
    let swept = Swept::new("cut");
    let whole = fs::read(swept.head()).expect("a document");
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(swept.head(), &whole[..length]).expect("written");
        let output = droptail(&swept.again());
        assert!(output.status.success(), "{length} bytes: {}", stderr(&output));
        assert!(stderr(&output).contains("4 runs are done, 0 are left"), "{}", stderr(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), swept.printed);
        assert_eq!(fs::read(swept.head()).expect("a document"), whole, "{length} bytes");
    }
}

#[test]
fn a_folder_is_repaired_after_the_disk_was_full_at_the_start() {
    let swept = Swept::new("empty");
    // The document could not be written, and no run was started.
    fs::remove_dir_all(&swept.out).expect("removed");
    fs::create_dir(&swept.out).expect("a folder");
    fs::write(swept.head(), "").expect("written");
    assert_eq!(printed(&swept.again()), swept.printed);
    serde_json::from_slice::<Value>(&fs::read(swept.head()).expect("a document")).expect("JSON");
    let names = fs::read_dir(&swept.out).expect("a folder").map(|e| e.expect("a file").file_name());
    let parts = names.filter(|name| name.to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0, "a partly written file");
}

#[test]
fn a_truncated_document_of_another_experiment_is_left_alone() {
    let swept = Swept::new("other");
    let whole = fs::read(swept.head()).expect("a document");
    let other = swept.out.with_file_name("other.json");
    // Both have the same first variant.
    fs::write(&other, document([4, 9]).to_string()).expect("written");
    for length in [0, whole.len() - 1] {
        fs::write(swept.head(), &whole[..length]).expect("written");
        let said = refusal(&["sweep", text(&other), "--out", text(&swept.out)]);
        assert!(said.contains("another experiment") && said.contains("choose an empty folder"), "{said}");
        assert_eq!(fs::read(swept.head()).expect("a document").len(), length);
    }
    let merged = swept.out.with_file_name("merged");
    let said = refusal(&["merge", text(&swept.out), "--out", text(&merged)]);
    assert!(said.contains("empty or truncated") && said.contains("to repair it"), "{said}");
    fs::write(swept.head(), "no JSON at all").expect("written");
    assert!(refusal(&swept.again()).contains("damaged"));
}

#[test]
fn runs_that_do_not_belong_to_the_experiment_are_rejected_with_their_lines() {
    let said = Swept::with_line("variant", |run| run["point"] = json!(2));
    assert!(said.contains("variant 2, but the experiment has 2"), "{said}");
    let said = Swept::with_line("seed", |run| run["seed"] = json!(7));
    assert!(said.contains("seed 7, which the experiment does not have"), "{said}");
    let said = Swept::with_line("none", |run| run["values"] = json!([]));
    assert!(said.contains("0 values for 1 measures"), "{said}");
    let said = Swept::with_line("surplus", |run| run["values"] = json!([1, 2]));
    assert!(said.contains("2 values for 1 measures"), "{said}");
    let said = Swept::with_line("missing", |run| {
        run.as_object_mut().expect("an object").remove("values");
    });
    assert!(said.contains("missing field `values`"), "{said}");
    let said = Swept::with_line("negative", |run| run["point"] = json!(-1));
    assert!(said.contains("not the outcome of a run"), "{said}");
    let said = Swept::with_line("series", |run| {
        run["traces"] = json!([{"series": 0, "name": "f1", "times": [1], "values": [1]}]);
    });
    assert!(said.contains("a time series \"f1\""), "{said}");
}

#[test]
fn contradictory_outcomes_are_rejected_and_duplicates_are_not() {
    let said = Swept::with_line("conflict", |run| run["values"] = json!([1]));
    assert!(said.contains("the outcome of variant") && said.contains("runs.jsonl:2, but"), "{said}");

    let swept = Swept::new("twice");
    let mut line = swept.lines().swap_remove(1);
    // The cost differs each time.
    line["cpuS"] = json!(1000);
    let before = fs::read_to_string(swept.runs()).expect("runs");
    fs::write(swept.runs(), format!("{before}{line}\n")).expect("written");
    assert_eq!(printed(&swept.again()), swept.printed);

    // The message about contradictory parts names both places.
    let other = swept.out.with_file_name("second");
    fs::create_dir(&other).expect("a folder");
    fs::copy(swept.head(), other.join("experiment.json")).expect("copied");
    line["digest"] = json!("0123456789abcdef");
    fs::write(other.join("runs-1-of-2.jsonl"), format!("{line}\n")).expect("written");
    let merged = swept.out.with_file_name("merged");
    let said = refusal(&["merge", text(&swept.out), text(&other), "--out", text(&merged)]);
    assert!(said.contains("runs-1-of-2.jsonl:1: ") && said.contains("runs.jsonl:2, but"), "{said}");
}

#[test]
fn a_truncated_or_invalid_line_is_reported_and_its_run_repeated() {
    let swept = Swept::new("damaged");
    let bytes = fs::read(swept.runs()).expect("runs");
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    let no_text = [&lines[1][..10], b"\xff\xfe", &lines[1][10..]].concat();
    let cut = &lines[2][..20];
    fs::write(swept.runs(), [lines[0], &no_text, lines[3], cut].concat()).expect("written");
    let output = droptail(&swept.again());
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), swept.printed);
    for part in [
        "runs.jsonl:2: truncated or damaged",
        "runs.jsonl:4: truncated or damaged",
        "2 runs are done, 2 are left",
    ] {
        assert!(stderr(&output).contains(part), "no \"{part}\" in {}", stderr(&output));
    }
    // They are repeated only once.
    assert!(stderr(&droptail(&swept.again())).contains("4 runs are done, 0 are left"));
}

#[test]
fn a_merge_with_missing_parts_lists_the_missing_runs() {
    let swept = Swept::new("parts");
    let parts = [1, 2, 3].map(|i| swept.out.with_file_name(format!("part{i}")));
    for (i, part) in parts.iter().enumerate() {
        let shard = format!("{}/3", i + 1);
        printed(&["sweep", text(&swept.document), "--out", text(part), "--shard", &shard]);
    }
    let merged = swept.out.with_file_name("merged");
    let output = droptail(&["merge", text(&parts[0]), text(&parts[2]), "--out", text(&merged)]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("1 of 4 runs are missing") && said.contains("variant 0 (4): seeds 6"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("3 of 4 runs"));
    // The existing runs are merged. The others come from their part, or from another sweep.
    assert_eq!(printed(&["merge", text(&parts[1]), text(&merged), "--out", text(&merged)]), swept.printed);
    let made = swept.out.with_file_name("made");
    assert!(!droptail(&["merge", text(&parts[0]), "--out", text(&made)]).status.success());
    assert_eq!(printed(&["sweep", text(&swept.document), "--out", text(&made)]), swept.printed);
}

/// Runs the command with a limit on the size of files, in blocks, like a disk that fills up.
#[cfg(unix)]
fn with_blocks(blocks: u32, args: &[&str]) -> Output {
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &line, "sh", env!("CARGO_BIN_EXE_droptail")]).args(args);
    command.output().expect("it runs")
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_only_what_did_not_fit() {
    let swept = Swept::new("full");
    // 200 lines of about 200 bytes each.
    let mut long = document([4, 8]);
    long["replications"]["count"] = json!(100);
    fs::write(&swept.document, long.to_string()).expect("written");
    fs::remove_dir_all(&swept.out).expect("removed");

    let output = with_blocks(0, &swept.again());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&swept.out).expect("a folder").count(), 0, "no partly written file");
    let output = with_blocks(16, &swept.again());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot store a run"), "{}", stderr(&output));
    let done = fs::read(swept.runs()).expect("runs").iter().filter(|&&b| b == b'\n').count();
    assert!((1..200).contains(&done), "{done} runs fitted");

    let output = droptail(&swept.again());
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(
        stderr(&output).contains(&format!("{done} runs are done, {} are left", 200 - done)),
        "{}",
        stderr(&output)
    );
    let whole = printed(&["sweep", text(&swept.document)]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
}
