//! Series as CSV, at the levels of detail that the run has kept.

use std::fmt::Write;

use super::recorder::{DirectorySeries, SeriesKind};
use super::series::Series;

/// Name of a series for a file name, and its unit.
pub fn name(info: &DirectorySeries) -> (String, &'static str) {
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
        SeriesKind::Variable => ("probe", "value"),
    };
    let model = if info.fluid { "fluid" } else { "" };
    let parts = [info.owner.as_str(), kind, info.variable.as_deref().unwrap_or(""), model];
    let parts: Vec<_> = parts.into_iter().filter(|p| !p.is_empty()).collect();
    // Ids can be any text: characters that file names cannot contain become hyphens.
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' }
    };
    (parts.join("-").chars().map(safe).collect(), unit)
}

/// One row per span of the finest level kept: its start, and the smallest, largest and last value in it.
pub fn csv(unit: &str, series: &Series) -> String {
    let mut text = format!("time_s,min_{unit},max_{unit},last_{unit}\n");
    for (t, min, max, last) in series.rows() {
        writeln!(text, "{t},{min},{max},{last}").expect("writing to a string");
    }
    text
}
