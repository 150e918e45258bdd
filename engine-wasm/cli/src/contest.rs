//! `droptail contest`: scores a folder of submissions and writes a leaderboard.

mod page;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use droptail_engine::contest::{self, Contest, Entrant, Entry, Leaderboard, PathOutcome, Submission};
use droptail_engine::metrics::results::Results;
use droptail_engine::run::Run;
use droptail_engine::scenario::{MAX_TEXT, Problem, Scenario};
use droptail_engine::units::Time;
use droptail_sweeps::pool;

use crate::out::{print_line, say};
use crate::{files, lines, table};

/// Maximum length of a submission, bytes.
const MAX_SUBMISSION: usize = 100_000;

/// Maximum number of submissions.
const MAX_SUBMISSIONS: usize = 10_000;

/// Scores submissions.
#[derive(Args)]
pub struct Command {
    /// Contest document.
    contest: PathBuf,
    /// Folder of submissions: JSON files as the page saves them, or scripts (*.rhai) with the name of their author.
    folder: PathBuf,
    /// Folder for leaderboard.html, leaderboard.csv and leaderboard.json.
    #[arg(long, value_name = "DIR", default_value = "leaderboard")]
    out: PathBuf,
    /// Number of parallel runs; the number of processors if omitted.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Score the submissions only, without the algorithms of the catalogue for comparison.
    #[arg(long)]
    no_references: bool,
}

/// A file of the folder.
struct Submitted {
    file: String,
    submission: Result<Submission, Vec<Problem>>,
}

impl Command {
    /// Runs the command.
    pub fn execute(self) -> Result<(), String> {
        let text = files::read_text(&self.contest, MAX_TEXT)?;
        let contest = contest::parse(&text).map_err(|p| lines(&self.contest.display().to_string(), &p))?;
        let submitted = submissions(&self.folder)?;
        let threads = self
            .jobs
            .map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
        let references = if self.no_references { &[][..] } else { &contest.references };
        let board = score(&contest, &submitted, references, threads);
        fs::create_dir_all(&self.out).map_err(files::in_file(&self.out))?;
        let json = serde_json::to_string_pretty(&board).map_err(|e| e.to_string())?;
        for (name, content) in
            [("json", format!("{json}\n")), ("csv", csv(&board)), ("html", page::html(&contest, &board))]
        {
            files::write(&self.out.join(format!("leaderboard.{name}")), content.as_bytes())?;
        }
        print_line(&table::aligned(&rows(&board)))?;
        say(&format!("written to {}", self.out.display()));
        Ok(())
    }
}

/// The submissions of a folder, in the order of their names.
fn submissions(folder: &Path) -> Result<Vec<Submitted>, String> {
    let entries = fs::read_dir(folder).map_err(files::in_file(folder))?;
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(files::in_file(folder))?.path();
        if path.extension().is_some_and(|e| e == "json" || e == "rhai") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(format!("{}: no submissions; expected files *.json or *.rhai", folder.display()));
    }
    if paths.len() > MAX_SUBMISSIONS {
        return Err(format!(
            "{}: {} submissions; expected at most {MAX_SUBMISSIONS}",
            folder.display(),
            paths.len()
        ));
    }
    let read = |path: &PathBuf| {
        let name = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (file, stem) = (name(path.file_name()), name(path.file_stem()));
        // A file that cannot be read is one entry's problem, not the contest's.
        let submission = files::read_text(path, MAX_SUBMISSION)
            .map_err(|_| {
                vec![Problem::new("", "not readable", format!("text of at most {MAX_SUBMISSION} bytes"))]
            })
            .and_then(|text| contest::parse_submission(&text, &stem));
        Submitted { file, submission }
    };
    Ok(paths.iter().map(read).collect())
}

/// Runs everything and ranks it. The result does not depend on the number of threads.
fn score(contest: &Contest, submitted: &[Submitted], references: &[String], threads: usize) -> Leaderboard {
    let runs: Vec<_> =
        contest.paths.iter().flat_map(|path| contest.seeds.iter().map(move |&seed| (path, seed))).collect();
    let baselines = pool::map(&runs, threads, |(path, seed)| {
        results(&contest.scenario(path, *seed, None).expect("a valid contest"))
    });
    let mut entrants = Vec::new();
    for id in references {
        entrants.push((id.clone(), String::new(), String::new(), Ok(Entrant::BuiltIn(id.clone()))));
    }
    for Submitted { file, submission } in submitted {
        entrants.push(match submission {
            Ok(Submission { author, controller }) => {
                let entrant = Entrant::Script(Box::new(controller.clone()));
                (controller.name.clone(), author.clone(), file.clone(), Ok(entrant))
            }
            Err(problems) => (file.clone(), String::new(), file.clone(), Err(problems.clone())),
        });
    }
    let jobs: Vec<_> = (0..entrants.len()).flat_map(|e| (0..runs.len()).map(move |r| (e, r))).collect();
    let outcomes = pool::map(&jobs, threads, |&(e, r)| -> Result<PathOutcome, Vec<Problem>> {
        let entrant = entrants[e].3.as_ref().map_err(Clone::clone)?;
        let (path, seed) = runs[r];
        let scenario = contest.scenario(path, seed, Some(entrant))?;
        Ok(contest.score.outcome(path, seed, &results(&scenario), &baselines[r]))
    });
    let mut outcomes = outcomes.into_iter();
    let entries = entrants.iter().map(|(name, author, file, _)| {
        let of_entry: Vec<_> = outcomes.by_ref().take(runs.len()).collect();
        match of_entry.into_iter().collect::<Result<Vec<_>, _>>() {
            Ok(outcomes) => Entry::new(name, author, file, outcomes),
            Err(problems) => Entry::refused(name, author, file, problems),
        }
    });
    contest.leaderboard(entries.collect())
}

fn results(scenario: &Scenario) -> Results {
    let mut run = Run::new(scenario, false);
    run.step(Time::NEVER, u64::MAX);
    run.results()
}

/// The short table.
fn rows(board: &Leaderboard) -> Vec<Vec<String>> {
    let head = ["place", "name", "author", "score", "goodput Mb/s", "p95 RTT ms", "harm", "remark"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut place = 0;
    for entry in &board.entries {
        place += usize::from(!entry.reference);
        rows.push(vec![
            if entry.reference { "–".to_owned() } else { place.to_string() },
            entry.name.clone(),
            entry.author.clone(),
            entry.score.map_or("–".to_owned(), |x| format!("{x:.3}")),
            mean(entry, |o| o.score.goodput_mbps, 3),
            mean(entry, |o| o.score.rtt_p95_ms, 1),
            mean(entry, |o| o.score.harm, 3),
            remark(entry),
        ]);
    }
    rows
}

/// The mean over an entry's runs.
fn mean(entry: &Entry, of: impl Fn(&PathOutcome) -> f64, digits: usize) -> String {
    if entry.outcomes.is_empty() {
        return "–".to_owned();
    }
    let sum: f64 = entry.outcomes.iter().map(of).sum();
    format!("{:.digits$}", sum / entry.outcomes.len() as f64)
}

/// What readers must know about an entry.
fn remark(entry: &Entry) -> String {
    if entry.reference {
        return "in the catalogue".to_owned();
    }
    if let Some(problem) = entry.problems.first() {
        return format!("could not run: {}", problem.problem);
    }
    let stopped = entry.outcomes.iter().find_map(|o| Some((o, o.failure.as_ref()?)));
    stopped.map_or_else(String::new, |(outcome, f)| {
        format!(
            "stopped on {} at {:.3} s in {}, line {}: {}",
            outcome.path, f.at_s, f.handler, f.line, f.message
        )
    })
}

/// One line for each run of each entry.
fn csv(board: &Leaderboard) -> String {
    let mut text =
        "name,author,file,reference,entry_score,path,seed,goodput_mbps,rtt_p95_ms,harm,score,digest,remark\n"
            .to_owned();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    for entry in &board.entries {
        let score = entry.score.map_or(String::new(), |x| x.to_string());
        let head = format!(
            "{},{},{},{},{score}",
            quoted(&entry.name),
            quoted(&entry.author),
            quoted(&entry.file),
            entry.reference
        );
        let remark = quoted(&remark(entry));
        if entry.outcomes.is_empty() {
            text += &format!("{head},,,,,,,,{remark}\n");
        }
        for o in &entry.outcomes {
            let s = &o.score;
            text += &format!(
                "{head},{},{},{},{},{},{},{},{remark}\n",
                quoted(&o.path),
                o.seed,
                s.goodput_mbps,
                s.rtt_p95_ms,
                s.harm,
                s.score,
                o.digest
            );
        }
    }
    text
}
