//! `droptail-fuzz`: searches for documents that break the engine.

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use droptail_fuzz::campaign::{self, Search};
use droptail_fuzz::corpus::CorpusFile;
use droptail_fuzz::mutate::Mutator;
use droptail_fuzz::rows::Rows;
use droptail_fuzz::{bases, guard, parity};

/// Searches for documents that break the engine: random documents, run, edited, rewound and branched at random.
#[derive(Parser)]
#[command(name = "droptail-fuzz", version)]
struct Args {
    /// Length of the search.
    #[arg(long)]
    minutes: Option<f64>,
    /// Number of documents to try.
    #[arg(long)]
    cases: Option<u64>,
    /// Seed of all documents.
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Number of the first document.
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Give every document a controller with a random script.
    #[arg(long)]
    scripts: bool,
    /// Number of parallel processes.
    #[arg(long, default_value_t = 1)]
    jobs: u64,
    /// Folder for failing cases; with --keep, the file.
    #[arg(long, default_value = "fuzz-failures")]
    out: PathBuf,
    /// Play files of the corpus, or cases saved by a search.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    replay: Vec<PathBuf>,
    /// Save the case of this number and exit.
    #[arg(long, value_name = "NUMBER")]
    keep: Option<u64>,
    /// With --keep: shrink the case as far as it fails in the same way.
    #[arg(long)]
    shrink: bool,
    /// Write this many documents with their actions and native results, as lines of JSON.
    #[arg(long, value_name = "COUNT")]
    parity: Option<usize>,
    /// Internal: run as a worker, with this file for the number of the current case.
    #[arg(long, hide = true, value_name = "FILE")]
    work: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("droptail-fuzz: {e}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the program. Returns whether there were no failures.
fn run(args: &Args) -> io::Result<bool> {
    if !args.replay.is_empty() {
        return replay(&args.replay);
    }
    let search = Search {
        seed: args.seed,
        first: args.first,
        cases: args.cases.unwrap_or(if args.minutes.is_some() { u64::MAX } else { 10_000 }),
        time: Duration::from_secs_f64(60.0 * args.minutes.unwrap_or(1e6)),
        jobs: args.jobs.max(1),
        scripts: args.scripts,
        out: args.out.clone(),
    };
    if args.work.is_none() && args.keep.is_none() && args.parity.is_none() {
        let start = Instant::now();
        let tally = search.run()?;
        for (name, (count, first, _)) in &tally.failures {
            println!("{count} × {name} (seed {}, first case {first})", args.seed);
        }
        println!("seed {}: {}", args.seed, tally.summary(start.elapsed().as_secs_f64(), search.jobs));
        return Ok(tally.failures.is_empty());
    }
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (rows, bases) = (Rows::read(), bases::all(&project)?);
    let mutator = Mutator { rows: &rows, bases: &bases, scripts: args.scripts };
    if let Some(count) = args.parity {
        let records = (args.first..).filter_map(|number| parity::record(&mutator, args.seed, number));
        for record in records.take(count) {
            println!("{}", serde_json::to_string(&record)?);
        }
        return Ok(true);
    }
    match (&args.work, args.keep) {
        (Some(at), _) => campaign::work(&mutator, &search, at)?,
        (None, number) => {
            campaign::keep(&mutator, (args.seed, number.unwrap_or(0)), args.shrink, &args.out)?;
        }
    }
    Ok(true)
}

fn replay(files: &[PathBuf]) -> io::Result<bool> {
    guard::watch(campaign::PATIENCE);
    let mut well = true;
    for file in files {
        let kept: CorpusFile = serde_json::from_str(&std::fs::read_to_string(file)?)?;
        println!("{}: {}", file.display(), kept.note);
        match kept.case().play() {
            Ok(counts) => println!("  {counts:?}"),
            Err(failure) => {
                well = false;
                println!("  {failure:?}");
            }
        }
    }
    Ok(well)
}
