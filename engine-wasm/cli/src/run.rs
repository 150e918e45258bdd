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
    /// Results as JSON.
    #[arg(long)]
    json: bool,
    /// Sections to show instead of the short tables.
    #[arg(long, value_enum, value_name = "SECTION,…", value_delimiter = ',', conflicts_with = "json")]
    metrics: Vec<table::Section>,
    /// Writes every series as CSV into this directory.
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Captures a link as pcapng; a node of it after @ says at which end (the link's `a` without). May be given several times.
    #[arg(long, value_name = "LINK[@NODE]=FILE")]
    pcap: Vec<Pcap>,
    /// Most bytes of a captured packet; without it its headers alone.
    #[arg(long, value_name = "BYTES", requires = "pcap")]
    snaplen: Option<u32>,
    /// Captures this stretch of simulated seconds only.
    #[arg(long, value_name = "FROM..TO", requires = "pcap")]
    pcap_window: Option<Window>,
    /// Ends the run at this simulated second.
    #[arg(long, value_name = "S", value_parser = seconds::parse)]
    until: Option<f64>,
    /// Another seed than the document's.
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
}

/// Runs shorter than this show no progress.
const PATIENCE: Duration = Duration::from_millis(500);

impl Run {
    /// Does it.
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
        // Taps keep what passes until it is collected.
        let piece = if self.pcap.is_empty() { 1_000_000 } else { 100_000 };
        let started = Instant::now();
        let mut bar: Option<ProgressBar> = None;
        while run.now() < end && run.stopped().is_none() {
            run.step(end, piece);
            captures.collect(run)?;
            if bar.is_none() && started.elapsed() > PATIENCE && std::io::stderr().is_terminal() {
                let style = ProgressStyle::with_template("{bar:40} {percent}% of the run, {eta} left");
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
