//! `droptail`: runs scenarios and experiments from the command line.

// These panic when the reader closes the pipe; `out` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod capture;
mod catalogue;
mod contest;
mod experiment;
mod export;
mod out;
mod run;
mod seconds;
mod sweep;
mod table;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use droptail_engine::document;
use droptail_engine::experiment::{Experiment, is_experiment};
use droptail_engine::published;
use droptail_engine::scenario::{self, Scenario};
use droptail_sweeps::{csv, files, problem_lines as lines};
use out::{print_line, say};

#[derive(Parser)]
#[command(name = "droptail", version, about = "Simulates TCP congestion control from the command line")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Runs a scenario and prints its results.
    Run(run::Run),
    /// Runs a scenario with many seeds, or an experiment, and summarises the results.
    Sweep(sweep::Sweep),
    /// Scores a folder of submissions for a contest and writes a leaderboard.
    Contest(contest::Command),
    /// Merges the parts of an experiment that were run separately.
    Merge(experiment::Merge),
    /// Lists algorithms, queue disciplines, traffic sources and stack profiles.
    Catalogue {
        /// Print the whole catalogue as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Validates scenarios and experiments.
    Validate {
        /// Scenario or experiment documents.
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Converts a Mahimahi packet-delivery trace into the `trace` of a channel.
    Trace {
        /// Trace file: one time in milliseconds per line.
        file: PathBuf,
    },
    /// Prints the JSON Schemas of documents and results.
    Schema {
        /// Name of a schema (Scenario, Catalogue, Problem, Directory, Results); all if omitted.
        name: Option<String>,
    },
    /// Prints what scripts see as JSON, for `npm run types`.
    #[command(hide = true)]
    Interface,
    /// Prints the layout of the binary sections as JSON, for `npm run types`.
    #[command(hide = true)]
    Sections,
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(run) => run.execute(),
        Command::Sweep(sweep) => sweep.execute(),
        Command::Contest(contest) => contest.execute(),
        Command::Merge(merge) => merge.execute(),
        Command::Catalogue { json } => catalogue::print(json),
        Command::Validate { files } => validate(&files),
        Command::Trace { file } => print_trace(&file),
        Command::Schema { name } => print_schema(name.as_deref()),
        Command::Interface => print_interface(),
        Command::Sections => print_sections(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            say(&message);
            ExitCode::FAILURE
        }
    }
}

/// A valid document.
enum Document {
    Scenario(Box<Scenario>),
    Experiment(Box<Experiment>),
}

/// The scenario or experiment in a file. The error lists the problems, one per line.
fn read_any(file: &Path) -> Result<Document, String> {
    let name = file.display().to_string();
    let text = files::read_text(file, scenario::MAX_TEXT)?;
    let is_experiment = serde_json::from_str(&text).is_ok_and(|value| is_experiment(&value));
    let document = if is_experiment {
        droptail_engine::experiment::parse(&text).map(|e| Document::Experiment(Box::new(e)))
    } else {
        document::parse(&text).map(|s| Document::Scenario(Box::new(s)))
    };
    document.map_err(|problems| lines(&name, &problems))
}

fn validate(files: &[PathBuf]) -> Result<(), String> {
    let mut wrong = Vec::new();
    for file in files {
        match read_any(file) {
            Ok(_) => print_line(&format!("{}: valid", file.display()))?,
            Err(problems) => wrong.push(problems),
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// The scenario in a file. The error lists the problems, one per line.
fn read(file: &Path) -> Result<Scenario, String> {
    match read_any(file)? {
        Document::Scenario(scenario) => Ok(*scenario),
        Document::Experiment(_) => {
            Err(format!("{}: this is an experiment; run it with droptail sweep", file.display()))
        }
    }
}

fn print_trace(file: &Path) -> Result<(), String> {
    let shown = file.display();
    let text = files::read_text(file, scenario::Trace::MAX_FILE)?;
    let name = file.file_name().map(|n| n.to_string_lossy().chars().take(80).collect());
    let trace = scenario::Trace::from_mahimahi(&text, name).map_err(|e| format!("{shown}: {e}"))?;
    print_line(&serde_json::to_string(&trace).map_err(|e| e.to_string())?)
}

fn print_interface() -> Result<(), String> {
    print_line(&serde_json::to_string(&droptail_engine::script::INTERFACE).map_err(|e| e.to_string())?)
}

fn print_sections() -> Result<(), String> {
    print_line(&serde_json::to_string_pretty(&published::boundary()).map_err(|e| e.to_string())?)
}

fn print_schema(name: Option<&str>) -> Result<(), String> {
    let all = published::schemas();
    let shown = match name {
        None => serde_json::Value::Object(all),
        Some(name) => all.get(name).cloned().ok_or_else(|| {
            let names: Vec<_> = all.keys().map(String::as_str).collect();
            format!("unknown schema \"{name}\"; expected one of {}", names.join(", "))
        })?,
    };
    print_line(&serde_json::to_string_pretty(&shown).map_err(|e| e.to_string())?)
}
