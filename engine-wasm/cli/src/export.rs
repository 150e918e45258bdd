//! Series as CSV, one file each, in the levels of detail that the run kept.

use std::fs;
use std::io::Write;
use std::path::Path;

use droptail_engine::metrics::recorder::{DirectorySeries, SeriesKind};
use droptail_engine::run::Run;

/// Name and unit of a series' file and column.
fn name(info: &DirectorySeries) -> (String, &'static str) {
    let (kind, unit) = match info.kind {
        SeriesKind::Cwnd => ("cwnd", "packets"),
        SeriesKind::Ssthresh => ("ssthresh", "packets"),
        SeriesKind::Flight => ("flight", "packets"),
        SeriesKind::Rtt => ("rtt", "ms"),
        SeriesKind::Throughput => ("throughput", "mbps"),
        SeriesKind::Queue => ("queue", "packets"),
        SeriesKind::Jain => ("jain", "index"),
        SeriesKind::JainRtt => ("jain-rtt", "index"),
        SeriesKind::MaxMin => ("max-min", "distance"),
        SeriesKind::Friendliness => ("friendliness", "ratio"),
        SeriesKind::Probe => ("probe", "value"),
    };
    let model = if info.fluid { "fluid" } else { "" };
    let parts = [info.owner.as_str(), kind, info.probe.as_deref().unwrap_or(""), model];
    let parts: Vec<_> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    // Ids are any text: what a file name cannot hold becomes a hyphen.
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }
    };
    (parts.join("-").chars().map(safe).collect(), unit)
}

/// Writes every series of a run into `dir`.
pub fn csv(run: &Run, dir: &Path) -> Result<(), String> {
    fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for (info, series) in run.series() {
        let (name, unit) = name(&info);
        let path = dir.join(format!("{name}.csv"));
        let write = || -> std::io::Result<()> {
            let mut out = std::io::BufWriter::new(fs::File::create(&path)?);
            writeln!(out, "time_s,min_{unit},max_{unit},last_{unit}")?;
            for (t, min, max, last) in series.rows() {
                writeln!(out, "{t},{min},{max},{last}")?;
            }
            out.flush()
        };
        write().map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
