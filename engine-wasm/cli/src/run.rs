//! `droptail run`.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use droptail_engine::run;
use droptail_engine::units::Time;
use indicatif::{ProgressBar, ProgressStyle};

use crate::capture::{Captures, Pcap, Window};
use crate::out::{print, print_line, say};
use crate::{export, read, seconds, table};

/// Runs a scenario.
#[derive(Args)]
pub struct Run {
    /// Scenario document.
    file: PathBuf,
    /// Print the results as JSON.
    #[arg(long)]
    json: bool,
    /// Sections to print instead of the short tables.
    #[arg(long, value_enum, value_name = "SECTION,…", value_delimiter = ',', conflicts_with = "json")]
    metrics: Vec<table::Section>,
    /// Write every series as CSV into this directory.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Capture a link as pcapng, at the node after @, or at the link's node `a` if omitted. Can be repeated.
    #[arg(long, value_name = "LINK[@NODE]=FILE")]
    pcap: Vec<Pcap>,
    /// Maximum number of bytes per captured packet; headers only if omitted.
    #[arg(long, value_name = "BYTES", requires = "pcap")]
    snaplen: Option<u32>,
    /// Capture only this interval of simulated time, in seconds.
    #[arg(long, value_name = "FROM..TO", requires = "pcap")]
    pcap_window: Option<Window>,
    /// End the run at this simulated time, in seconds.
    #[arg(long, value_name = "S", value_parser = seconds::parse)]
    until: Option<f64>,
    /// Seed to use instead of the document's.
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
}

/// Runs shorter than this show no progress bar.
const PATIENCE: Duration = Duration::from_millis(500);

impl Run {
    /// Runs the command.
    pub fn execute(&self) -> Result<(), String> {
        let mut scenario = read(&self.file)?;
        if let Some(seed) = self.seed {
            scenario.seed = seed;
        }
        let mut run = run::Run::new(&scenario, self.csv.is_some());
        let end = self.until.map_or(run.end(), |s| Time::from_secs(s).min(run.end()));
        let window = self.pcap_window.as_ref().map_or((Time::ZERO, Time::NEVER), Window::times);
        let mut captures = Captures::begin(&mut run, &self.pcap, window, self.snaplen)?;
        self.advance(&mut run, &mut captures, end)?;
        if let Some(reason) = run.stopped() {
            say(&format!("stopped at {}: {reason}", run.now()));
        }
        if let Some(dir) = &self.csv {
            export::csv(&run, dir)?;
        }
        let results = run.results();
        if self.json {
            print_line(&serde_json::to_string_pretty(&results).map_err(|e| e.to_string())?)
        } else {
            print(&table::render(&results, &self.metrics))
        }
    }

    fn advance(&self, run: &mut run::Run, captures: &mut Captures, end: Time) -> Result<(), String> {
        // Captures keep packets in memory until they are collected.
        let piece = if self.pcap.is_empty() { 1_000_000 } else { 100_000 };
        let started = Instant::now();
        let mut bar: Option<ProgressBar> = None;
        while run.now() < end && run.stopped().is_none() {
            run.step(end, piece);
            captures.collect(run)?;
            if bar.is_none() && started.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
                let style = ProgressStyle::with_template("{bar:40} {percent} % of the run, {eta} left");
                bar = Some(ProgressBar::new(end.0).with_style(style.expect("a valid template")));
            }
            if let Some(bar) = &bar {
                bar.set_position(run.now().0);
            }
        }
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        captures.finish()
    }
}
