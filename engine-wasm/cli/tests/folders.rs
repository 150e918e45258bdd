//! Folders of `droptail sweep --out` that something has happened to: what is kept there is the experiment's, or it is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn printed(args: &[&str]) -> String {
    let output = droptail(args);
    assert!(output.status.success(), "{}", told(&output));
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is said when it is refused. A panic is not a refusal.
fn refusal(args: &[&str]) -> String {
    let output = droptail(args);
    assert_eq!(output.status.code(), Some(1), "{args:?}: {}", told(&output));
    told(&output)
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

/// A folder with the experiment's document and all its runs, and what came out.
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

    /// Adds a line, and gives what is said of it.
    fn with_line(name: &str, change: impl FnOnce(&mut Value)) -> String {
        let swept = Swept::new(name);
        let mut line = swept.lines().swap_remove(1);
        change(&mut line);
        let before = fs::read_to_string(swept.runs()).expect("runs");
        fs::write(swept.runs(), format!("{before}{line}\n")).expect("written");
        let said = refusal(&swept.again());
        assert!(said.contains("runs.jsonl:5: "), "the place of the line is not in {said}");
        // Merging reads the same lines.
        let merged = swept.out.with_file_name("merged");
        assert!(refusal(&["merge", text(&swept.out), "--out", text(&merged)]).contains("runs.jsonl:5: "));
        said
    }
}

#[test]
fn a_document_that_was_cut_is_written_again() {
    let swept = Swept::new("cut");
    let whole = fs::read(swept.head()).expect("a document");
    for length in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(swept.head(), &whole[..length]).expect("written");
        let output = droptail(&swept.again());
        assert!(output.status.success(), "{length} bytes: {}", told(&output));
        assert!(told(&output).contains("4 runs are done, 0 are left"), "{}", told(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), swept.printed);
        assert_eq!(fs::read(swept.head()).expect("a document"), whole, "{length} bytes");
    }
}

#[test]
fn what_a_full_disk_leaves_at_the_start_is_mended() {
    let swept = Swept::new("empty");
    // The document could not be written, and no run was begun.
    fs::remove_dir_all(&swept.out).expect("removed");
    fs::create_dir(&swept.out).expect("a folder");
    fs::write(swept.head(), "").expect("written");
    assert_eq!(printed(&swept.again()), swept.printed);
    serde_json::from_slice::<Value>(&fs::read(swept.head()).expect("a document")).expect("JSON");
    let names = fs::read_dir(&swept.out).expect("a folder").map(|e| e.expect("a file").file_name());
    let parts = names.filter(|name| name.to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0, "a file that is half written");
}

#[test]
fn a_cut_document_of_another_experiment_is_left_alone() {
    let swept = Swept::new("other");
    let whole = fs::read(swept.head()).expect("a document");
    let other = swept.out.with_file_name("other.json");
    // The first variant is the same in both.
    fs::write(&other, document([4, 9]).to_string()).expect("written");
    for length in [0, whole.len() - 1] {
        fs::write(swept.head(), &whole[..length]).expect("written");
        let said = refusal(&["sweep", text(&other), "--out", text(&swept.out)]);
        assert!(said.contains("another experiment") && said.contains("choose an empty folder"), "{said}");
        assert_eq!(fs::read(swept.head()).expect("a document").len(), length);
    }
    let merged = swept.out.with_file_name("merged");
    let said = refusal(&["merge", text(&swept.out), "--out", text(&merged)]);
    assert!(said.contains("empty or cut") && said.contains("mends it"), "{said}");
    fs::write(swept.head(), "no JSON at all").expect("written");
    assert!(refusal(&swept.again()).contains("damaged"));
}

#[test]
fn runs_that_cannot_be_the_experiments_are_refused_with_their_lines() {
    let said = Swept::with_line("variant", |run| run["point"] = json!(2));
    assert!(said.contains("variant 2, of which there are 2"), "{said}");
    let said = Swept::with_line("seed", |run| run["seed"] = json!(7));
    assert!(said.contains("seed 7, which is none of the experiment's"), "{said}");
    let said = Swept::with_line("none", |run| run["values"] = json!([]));
    assert!(said.contains("0 values for 1 measures"), "{said}");
    let said = Swept::with_line("surplus", |run| run["values"] = json!([1, 2]));
    assert!(said.contains("2 values for 1 measures"), "{said}");
    let said = Swept::with_line("missing", |run| {
        run.as_object_mut().expect("an object").remove("values");
    });
    assert!(said.contains("missing field `values`"), "{said}");
    let said = Swept::with_line("negative", |run| run["point"] = json!(-1));
    assert!(said.contains("no outcome of a run"), "{said}");
    let said = Swept::with_line("series", |run| {
        run["traces"] = json!([{"series": 0, "name": "f1", "times": [1], "values": [1]}]);
    });
    assert!(said.contains("a time series \"f1\""), "{said}");
}

#[test]
fn two_outcomes_of_one_run_are_refused_and_one_twice_is_not() {
    let said = Swept::with_line("conflict", |run| run["values"] = json!([1]));
    assert!(said.contains("another outcome of variant") && said.contains("runs.jsonl:2 has"), "{said}");

    let swept = Swept::new("twice");
    let mut line = swept.lines().swap_remove(1);
    // What it took of the machine is another each time.
    line["cpuS"] = json!(1000);
    let before = fs::read_to_string(swept.runs()).expect("runs");
    fs::write(swept.runs(), format!("{before}{line}\n")).expect("written");
    assert_eq!(printed(&swept.again()), swept.printed);

    // Parts that contradict each other name both places.
    let other = swept.out.with_file_name("second");
    fs::create_dir(&other).expect("a folder");
    fs::copy(swept.head(), other.join("experiment.json")).expect("copied");
    line["digest"] = json!("0123456789abcdef");
    fs::write(other.join("runs-1-of-2.jsonl"), format!("{line}\n")).expect("written");
    let merged = swept.out.with_file_name("merged");
    let said = refusal(&["merge", text(&swept.out), text(&other), "--out", text(&merged)]);
    assert!(said.contains("runs-1-of-2.jsonl:1: ") && said.contains("runs.jsonl:2 has"), "{said}");
}

#[test]
fn a_line_that_was_cut_or_is_no_text_is_told_and_made_again() {
    let swept = Swept::new("damaged");
    let bytes = fs::read(swept.runs()).expect("runs");
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&b| b == b'\n').collect();
    let no_text = [&lines[1][..10], b"\xff\xfe", &lines[1][10..]].concat();
    let cut = &lines[2][..20];
    fs::write(swept.runs(), [lines[0], &no_text, lines[3], cut].concat()).expect("written");
    let output = droptail(&swept.again());
    assert!(output.status.success(), "{}", told(&output));
    assert_eq!(String::from_utf8_lossy(&output.stdout), swept.printed);
    for part in
        ["runs.jsonl:2: cut or damaged", "runs.jsonl:4: cut or damaged", "2 runs are done, 2 are left"]
    {
        assert!(told(&output).contains(part), "no \"{part}\" in {}", told(&output));
    }
    // They are made again once.
    assert!(told(&droptail(&swept.again())).contains("4 runs are done, 0 are left"));
}

#[test]
fn a_merge_without_some_of_the_parts_says_which_runs_are_missing() {
    let swept = Swept::new("parts");
    let parts = [1, 2, 3].map(|i| swept.out.with_file_name(format!("part{i}")));
    for (i, part) in parts.iter().enumerate() {
        let shard = format!("{}/3", i + 1);
        printed(&["sweep", text(&swept.document), "--out", text(part), "--shard", &shard]);
    }
    let merged = swept.out.with_file_name("merged");
    let output = droptail(&["merge", text(&parts[0]), text(&parts[2]), "--out", text(&merged)]);
    assert_eq!(output.status.code(), Some(1));
    let said = told(&output);
    assert!(said.contains("1 of 4 runs are missing") && said.contains("variant 0 (4): seeds 6"), "{said}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("3 of 4 runs"));
    // What is there has been joined: the rest comes from its part, or is made.
    assert_eq!(printed(&["merge", text(&parts[1]), text(&merged), "--out", text(&merged)]), swept.printed);
    let made = swept.out.with_file_name("made");
    assert!(!droptail(&["merge", text(&parts[0]), "--out", text(&made)]).status.success());
    assert_eq!(printed(&["sweep", text(&swept.document), "--out", text(&made)]), swept.printed);
}

/// Runs it where no file may be longer than so many blocks, as on a disk that fills up.
#[cfg(unix)]
fn with_blocks(blocks: u32, args: &[&str]) -> Output {
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &line, "sh", env!("CARGO_BIN_EXE_droptail")]).args(args);
    command.output().expect("it runs")
}

#[test]
#[cfg(unix)]
fn a_disk_that_is_full_costs_what_did_not_fit_and_no_more() {
    let swept = Swept::new("full");
    // Some 200 bytes a line, 200 lines.
    let mut long = document([4, 8]);
    long["replications"]["count"] = json!(100);
    fs::write(&swept.document, long.to_string()).expect("written");
    fs::remove_dir_all(&swept.out).expect("removed");

    let output = with_blocks(0, &swept.again());
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert_eq!(fs::read_dir(&swept.out).expect("a folder").count(), 0, "nothing half written");
    let output = with_blocks(16, &swept.again());
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).contains("cannot keep a run"), "{}", told(&output));
    let done = fs::read(swept.runs()).expect("runs").iter().filter(|&&b| b == b'\n').count();
    assert!((1..200).contains(&done), "{done} runs fitted");

    let output = droptail(&swept.again());
    assert!(output.status.success(), "{}", told(&output));
    assert!(
        told(&output).contains(&format!("{done} runs are done, {} are left", 200 - done)),
        "{}",
        told(&output)
    );
    let whole = printed(&["sweep", text(&swept.document)]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
}
