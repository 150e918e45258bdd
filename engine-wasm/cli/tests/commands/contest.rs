//! Tests of `droptail contest` with the contests that ship.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Value, json};

fn droptail(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_droptail")).args(args).output().expect("it runs")
}

fn contest(name: &str) -> String {
    format!("{}/../../public/contests/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

/// An empty folder for this test.
fn folder(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("contest").join(name);
    let _ = fs::remove_dir_all(&dir);
    fs::create_dir_all(&dir).expect("a directory");
    dir
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Scores a folder and returns the three files.
fn scored(contest: &str, submissions: &Path, out: &Path, more: &[&str]) -> [String; 3] {
    let output = droptail(&[&["contest", contest, text(submissions), "--out", text(out)], more].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    ["json", "csv", "html"]
        .map(|ext| fs::read_to_string(out.join(format!("leaderboard.{ext}"))).expect("a file"))
}

fn entries(json: &str) -> Vec<Value> {
    let board: Value = serde_json::from_str(json).expect("JSON");
    board["entries"].as_array().expect("entries").clone()
}

fn named<'a>(entries: &'a [Value], name: &str) -> &'a Value {
    entries.iter().find(|e| e["name"] == name).unwrap_or_else(|| panic!("no entry {name}"))
}

/// Additive increase and multiplicative decrease.
fn aimd(increase: f64, decrease: f64) -> String {
    format!(
        "fn on_ack() {{ if may_grow {{ if cwnd < ssthresh {{ cwnd += counted; }} else {{ cwnd += {increase:?} * counted / cwnd; }} }} }}\n\
         fn on_loss() {{ ssthresh = max({decrease:?} * cwnd, 2.0); cwnd = ssthresh; }}\n"
    )
}

#[test]
fn a_hundred_submissions_give_the_same_leaderboard_on_one_core_and_on_two() {
    let submissions = folder("hundred");
    for i in 0..100 {
        let (increase, decrease) = (0.2 + 0.1 * f64::from(i % 20), 0.3 + 0.1 * f64::from(i / 20));
        fs::write(submissions.join(format!("s{i:02}.rhai")), aimd(increase, decrease)).expect("a file");
    }
    let run = |jobs: &str| {
        scored(&contest("shared"), &submissions, &folder(&format!("hundred-{jobs}")), &["--jobs", jobs])
    };
    let one = run("1");
    assert!(one == run("2"), "the leaderboards differ");
    let entries = entries(&one[0]);
    let own: Vec<_> = entries.iter().filter(|e| e["reference"] == false).collect();
    assert_eq!(own.len(), 100);
    let scores: Vec<_> = own.iter().map(|e| e["score"].as_f64().expect("a score")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b) && scores[0] > scores[99]);
    // Three paths with two seeds.
    assert!(own.iter().all(|e| e["outcomes"].as_array().is_some_and(|o| o.len() == 6)));
}

#[test]
fn an_entry_can_be_checked_again_by_itself() {
    let (all, alone) = (folder("all"), folder("alone"));
    fs::write(all.join("a.rhai"), aimd(1.0, 0.5)).expect("a file");
    fs::write(all.join("b.rhai"), aimd(2.0, 0.7)).expect("a file");
    fs::write(alone.join("b.rhai"), aimd(2.0, 0.7)).expect("a file");
    let contest = contest("cellular");
    let together = entries(&scored(&contest, &all, &folder("all-out"), &[])[0]);
    let again = entries(&scored(&contest, &alone, &folder("alone-out"), &["--no-references"])[0]);
    assert_eq!(again.len(), 1);
    assert_eq!(*named(&together, "b"), again[0]);
    let digest = again[0]["outcomes"][0]["digest"].as_str().expect("a digest");
    assert_eq!(digest.len(), 16);
    assert_ne!(named(&together, "a")["outcomes"][0]["digest"], digest);
}

#[test]
fn what_is_wrong_with_a_submission_is_said_and_the_others_are_scored() {
    let submissions = folder("wrong");
    let write = |name: &str, text: &str| fs::write(submissions.join(name), text).expect("a file");
    write("1-good.rhai", &aimd(1.0, 0.5));
    write("2-typo.rhai", "fn on_ack() { cwnd = window; }");
    write("3-stops.rhai", "let n = 0;\nfn on_ack() { cwnd = 1 / n; }");
    write("4-loops.rhai", "fn on_ack() { loop { } }");
    write("5-broken.json", "{\"author\": 1");
    let controller = json!({"id": "mine", "name": "<b>Mine</b>", "script": aimd(1.0, 0.5), "limits": {"operations": 100_000}});
    write("6-json.json", &json!({"author": "Ada & Co", "controller": controller}).to_string());
    write("notes.txt", "not a submission");
    let [json, csv, html] = scored(&contest("steady"), &submissions, &folder("wrong-out"), &[]);
    let entries = entries(&json);
    assert_eq!(entries.iter().filter(|e| e["reference"] == false).count(), 6);
    let problem =
        |name: &str| named(&entries, name)["problems"][0]["problem"].as_str().expect("a problem").to_owned();
    assert_eq!(problem("2-typo"), "line 1, column 22: Undefined variable: window");
    assert!(problem("5-broken.json").contains("invalid type: integer"));
    let failure = |name: &str| named(&entries, name)["outcomes"][0]["failure"].clone();
    assert_eq!(
        (failure("3-stops")["line"].as_u64(), failure("3-stops")["handler"].as_str()),
        (Some(2), Some("on_ack"))
    );
    assert_eq!(failure("4-loops")["message"], "Too many operations");
    // A script that stops goes on as Reno, and the same controller in both kinds of file is the same run.
    assert_eq!(named(&entries, "3-stops")["score"], named(&entries, "sack")["score"]);
    assert_eq!(named(&entries, "<b>Mine</b>")["score"], named(&entries, "1-good")["score"]);
    assert_eq!(named(&entries, "<b>Mine</b>")["author"], "Ada & Co");
    assert!(csv.lines().count() > 12 && csv.contains("\"<b>Mine</b>\",\"Ada & Co\""));
    assert!(
        html.contains("&lt;b&gt;Mine&lt;/b&gt;")
            && !html.contains("<b>Mine")
            && html.contains("Ada &amp; Co")
    );
}

#[test]
fn documents_and_folders_that_cannot_be_used_are_rejected() {
    let refused = |contest: &str, folder: &Path| {
        let output = droptail(&["contest", contest, text(folder)]);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let empty = folder("empty");
    assert!(refused(&contest("steady"), &empty).contains("no submissions"));
    let wrong = |change: &dyn Fn(&mut Value)| {
        let file = empty.join("contest.json");
        let shipped = fs::read_to_string(contest("steady")).expect("a file");
        let mut document: Value = serde_json::from_str(&shipped).expect("JSON");
        change(&mut document);
        fs::write(&file, document.to_string()).expect("a file");
        refused(text(&file), &empty)
    };
    let said = wrong(&|document| {
        document["seeds"] = json!([]);
        document["paths"][1]["scenario"]["links"][0]["forward"]["rateMbps"] = json!(0);
    });
    assert!(said.contains("/seeds") && said.contains("/paths/1/scenario/links/0/forward/rateMbps"), "{said}");
    let said = wrong(&|document| document["paths"][0]["entries"] = json!(["nobody"]));
    assert!(said.contains("/paths/0/entries"), "{said}");
}
