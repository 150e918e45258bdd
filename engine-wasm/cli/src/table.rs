//! Results as text: two short tables and a summary line, or more detailed sections.

use clap::ValueEnum;
use droptail_engine::metrics::datagrams::DatagramResults;
use droptail_engine::metrics::groups::GroupResults;
use droptail_engine::metrics::playback::VideoResults;
use droptail_engine::metrics::results::Prediction;
use droptail_engine::metrics::results::{FlowResults, ModelDifference, QueueResults, Results};
use droptail_engine::metrics::timescales::ScaleResults;
use droptail_engine::metrics::transfers::{RoundResults, TransferResults};

/// A section of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Section {
    /// Goodput, share, losses and RTTs of each flow.
    Flows,
    /// Backlog, sojourn times, losses and congestion events of each queue.
    Queues,
    /// Distribution of each flow's RTT, and power.
    Rtt,
    /// Retransmissions, timeouts and burst losses of each flow.
    Losses,
    /// Fair shares, friendliness, equivalence and internal fairness.
    Fairness,
    /// Cross-covariance coefficients of the windows.
    Covariance,
    /// Predictions of theory.
    Theory,
    /// Everything.
    All,
}

/// Aligns columns: the first to the left, the others to the right.
pub fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|cell| cell.chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (c, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[c] - cell.chars().count());
            text += &if c == 0 { format!("{cell}{pad}") } else { format!("  {pad}{cell}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Formats a section.
type Show = fn(&Results) -> String;
/// A heading and the cells of its column.
type Column<T> = (&'static str, fn(&T) -> String);

fn table<'a, T: 'a>(rows: impl IntoIterator<Item = &'a T>, columns: &[Column<T>]) -> String {
    let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
    let cells = |row: &T| columns.iter().map(|(_, cell)| cell(row)).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.into_iter().map(cells)).collect();
    aligned(&lines)
}

fn maybe(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |v| fixed(v, digits))
}

fn fixed(value: f64, digits: usize) -> String {
    format!("{value:.digits$}")
}

fn flow_name(flow: &FlowResults) -> String {
    if flow.removed { format!("{} (removed)", flow.id) } else { flow.id.clone() }
}

fn flows(results: &Results) -> String {
    table::<FlowResults>(
        &results.flows,
        &[
            ("flow", flow_name),
            ("algorithm", |f| f.algorithm.clone()),
            ("goodput Mb/s", |f| fixed(f.goodput_mbps, 3)),
            ("share %", |f| fixed(f.share_percent, 1)),
            ("loss %", |f| fixed(100.0 * f.loss_rate, 3)),
            ("retrans.", |f| f.retransmissions.to_string()),
            ("timeouts", |f| f.timeouts.to_string()),
            ("RTT ms", |f| maybe(f.rtt_mean_ms, 1)),
            ("p95 ms", |f| maybe(f.rtt_p95_ms, 1)),
            ("done s", |f| maybe(f.completion_s, 3)),
        ],
    )
}

fn queues(results: &Results) -> String {
    table::<QueueResults>(
        &results.queues,
        &[
            ("queue", |q| q.id.clone()),
            ("utilisation %", |q| fixed(100.0 * q.utilisation, 2)),
            ("mean packets", |q| fixed(q.mean_packets, 2)),
            ("max", |q| q.max_packets.to_string()),
            ("delay ms", |q| fixed(q.mean_delay_ms, 3)),
            ("arrivals", |q| q.arrivals.to_string()),
            ("drops", |q| q.drops.to_string()),
            ("marks", |q| q.marks.to_string()),
            ("link losses", |q| q.link_losses.to_string()),
        ],
    )
}

/// The flows of a fluid run, which has no retransmissions and no timeouts.
fn fluid_flows(results: &Results) -> String {
    table::<FlowResults>(
        &results.flows,
        &[
            ("flow", flow_name),
            ("algorithm", |f| f.algorithm.clone()),
            ("goodput Mb/s", |f| fixed(f.goodput_mbps, 3)),
            ("share %", |f| fixed(f.share_percent, 1)),
            ("loss %", |f| fixed(100.0 * f.loss_rate, 4)),
            ("decreases", |f| f.loss_events.to_string()),
            ("RTT ms", |f| maybe(f.rtt_mean_ms, 1)),
            ("done s", |f| maybe(f.completion_s, 3)),
        ],
    )
}

/// The queues of a fluid run.
fn fluid_queues(results: &Results) -> String {
    table::<QueueResults>(
        &results.queues,
        &[
            ("queue", |q| q.id.clone()),
            ("utilisation %", |q| fixed(100.0 * q.utilisation, 2)),
            ("mean packets", |q| fixed(q.mean_packets, 2)),
            ("max", |q| q.max_packets.to_string()),
            ("delay ms", |q| fixed(q.mean_delay_ms, 3)),
            ("loss %", |q| fixed(100.0 * q.loss_rate, 4)),
            ("congestion", |q| q.congestion_events.to_string()),
            ("synchronisation", |q| maybe(q.synchronization, 3)),
        ],
    )
}

/// Figures of both models; empty if only one ran.
fn beside(results: &Results) -> String {
    if results.beside.is_empty() {
        return String::new();
    }
    table::<ModelDifference>(
        &results.beside,
        &[
            ("packet and fluid model", |d| d.name.clone()),
            ("packets", |d| fixed(d.packet, 3)),
            ("fluid", |d| fixed(d.fluid, 3)),
            ("difference", |d| fixed(d.fluid - d.packet, 3)),
            ("unit", |d| d.unit.clone()),
        ],
    )
}

/// The solver's work and the cautions of the fluid model; empty if it did not run.
fn solver(results: &Results) -> String {
    let Some(fluid) = &results.fluid else { return String::new() };
    let first =
        fluid.first_congestion_s.map_or_else(String::new, |s| format!("   first congestion {s:.2} s"));
    let mut text = format!(
        "fluid: {} steps, {} rejected   tolerance {}{first}\n",
        fluid.steps, fluid.rejected, fluid.tolerance
    );
    for caution in &fluid.cautions {
        text += &format!("note: {caution}\n");
    }
    text
}

/// Predictions and measurements; empty if there are none.
fn theory(results: &Results) -> String {
    let rows: Vec<_> = results.flows.iter().flat_map(|f| f.theory.iter().map(move |p| (f, p))).collect();
    if rows.is_empty() {
        return String::new();
    }
    table::<(&FlowResults, &Prediction)>(
        &rows,
        &[
            ("theory", |(f, p)| format!("{}  {}", f.id, p.name)),
            ("measured", |(_, p)| fixed(p.measured, 3)),
            ("predicted", |(_, p)| match p.predicted_to {
                Some(to) => format!("{:.3} … {to:.3}", p.predicted),
                None => fixed(p.predicted, 3),
            }),
            ("unit", |(_, p)| p.unit.to_owned()),
        ],
    )
}

/// Completion times of flows with many transfers; empty if there are none.
fn transfers(results: &Results) -> String {
    let rows: Vec<_> = results.flows.iter().filter_map(|f| Some((f, f.transfers.as_ref()?))).collect();
    if rows.is_empty() {
        return String::new();
    }
    table::<(&FlowResults, &TransferResults)>(
        &rows,
        &[
            ("transfers", |(f, _)| f.id.clone()),
            ("counted", |(_, t)| t.finished.to_string()),
            ("mean s", |(_, t)| maybe(t.mean_s, 3)),
            ("median s", |(_, t)| maybe(t.median_s, 3)),
            ("p95 s", |(_, t)| maybe(t.p95_s, 3)),
            ("p99 s", |(_, t)| maybe(t.p99_s, 3)),
            ("max s", |(_, t)| maybe(t.max_s, 3)),
            ("slowdown", |(_, t)| maybe(t.slowdown_mean, 2)),
            ("slowdown p99", |(_, t)| maybe(t.slowdown_p99, 2)),
            ("mean kB", |(_, t)| maybe(t.mean_kb, 2)),
            ("mean active", |(_, t)| fixed(t.mean_active, 2)),
            ("active now", |(_, t)| t.active.to_string()),
            ("refused", |(_, t)| t.refused.to_string()),
        ],
    )
}

/// Rounds of transfers that start together; empty if there are none.
fn rounds(results: &Results) -> String {
    let flows = results.flows.iter();
    let rows: Vec<_> = flows.filter_map(|f| Some((f, f.transfers.as_ref()?.rounds.as_ref()?))).collect();
    if rows.is_empty() {
        return String::new();
    }
    table::<(&FlowResults, &RoundResults)>(
        &rows,
        &[
            ("rounds", |(f, _)| f.id.clone()),
            ("counted", |(_, r)| r.finished.to_string()),
            ("mean s", |(_, r)| fixed(r.mean_s, 3)),
            ("median s", |(_, r)| fixed(r.p50_s, 3)),
            ("p95 s", |(_, r)| fixed(r.p95_s, 3)),
            ("p99 s", |(_, r)| fixed(r.p99_s, 3)),
            ("max s", |(_, r)| fixed(r.max_s, 3)),
        ],
    )
}

/// Arrival statistics of datagrams; empty if there are none.
fn datagrams(results: &Results) -> String {
    let rows: Vec<_> = results.flows.iter().filter_map(|f| Some((f, f.datagrams.as_ref()?))).collect();
    if rows.is_empty() {
        return String::new();
    }
    table::<(&FlowResults, &DatagramResults)>(
        &rows,
        &[
            ("datagrams, one way", |(f, _)| f.id.clone()),
            ("mean ms", |(_, d)| maybe(d.delay_mean_ms, 2)),
            ("median", |(_, d)| maybe(d.delay_p50_ms, 1)),
            ("p95", |(_, d)| maybe(d.delay_p95_ms, 1)),
            ("p99", |(_, d)| maybe(d.delay_p99_ms, 1)),
            ("jitter", |(_, d)| maybe(d.jitter_ms, 2)),
            ("due", |(_, d)| maybe(d.deadlines.as_ref().map(|x| x.due as f64), 0)),
            ("missed", |(_, d)| maybe(d.deadlines.as_ref().map(|x| x.missed as f64), 0)),
            ("missed %", |(_, d)| maybe(d.deadlines.as_ref().and_then(|x| x.missed_percent), 3)),
        ],
    )
}

/// Playback statistics; empty if there are no videos.
fn videos(results: &Results) -> String {
    let rows: Vec<_> = results.flows.iter().filter_map(|f| Some((f, f.video.as_ref()?))).collect();
    if rows.is_empty() {
        return String::new();
    }
    table::<(&FlowResults, &VideoResults)>(
        &rows,
        &[
            ("video", |(f, _)| f.id.clone()),
            ("bitrate Mb/s", |(_, v)| maybe(v.bitrate_mbps, 3)),
            ("switches", |(_, v)| v.switches.to_string()),
            ("stalls", |(_, v)| v.stalls.to_string()),
            ("stalled s", |(_, v)| fixed(v.stall_s, 2)),
            ("stalled %", |(_, v)| maybe(v.stall_percent, 2)),
            ("start-up s", |(_, v)| maybe(v.startup_s, 2)),
            ("played s", |(_, v)| fixed(v.played_s, 1)),
            ("buffer s", |(_, v)| fixed(v.buffer_s, 1)),
        ],
    )
}

fn queue_details(results: &Results) -> String {
    let lengths = table::<QueueResults>(
        &results.queues,
        &[
            ("backlog, packets", |q| q.id.clone()),
            ("mean", |q| fixed(q.mean_packets, 2)),
            ("sd", |q| fixed(q.sd_packets, 2)),
            ("median", |q| q.p50_packets.to_string()),
            ("p95", |q| q.p95_packets.to_string()),
            ("p99", |q| q.p99_packets.to_string()),
            ("max", |q| q.max_packets.to_string()),
        ],
    );
    let delays = table::<QueueResults>(
        &results.queues,
        &[
            ("sojourn time, ms", |q| q.id.clone()),
            ("mean", |q| fixed(q.mean_delay_ms, 3)),
            ("sd", |q| fixed(q.sd_delay_ms, 3)),
            ("median", |q| fixed(q.p50_delay_ms, 3)),
            ("p95", |q| fixed(q.p95_delay_ms, 3)),
            ("p99", |q| fixed(q.p99_delay_ms, 3)),
        ],
    );
    let events = table(
        results.queues.iter().filter(|q: &&QueueResults| q.congestion_events > 0),
        &[
            ("congestion", |q| q.id.clone()),
            ("loss %", |q| fixed(100.0 * q.loss_rate, 3)),
            ("events", |q| q.congestion_events.to_string()),
            ("synchronisation", |q| maybe(q.synchronization, 3)),
            ("by level, in tenths", |q| q.synchronization_levels.map(|n| n.to_string()).join(" ")),
            ("bursts", |q| q.burst_losses.to_string()),
            ("per-flow bursts", |q| q.burst_losses_own.to_string()),
        ],
    );
    format!("{}\n{lengths}\n{delays}\n{events}", queues(results))
}

fn rtt(results: &Results) -> String {
    table::<FlowResults>(
        &results.flows,
        &[
            ("RTT, ms", |f| f.id.clone()),
            ("mean", |f| maybe(f.rtt_mean_ms, 2)),
            ("sd", |f| maybe(f.rtt_sd_ms, 2)),
            ("min", |f| maybe(f.rtt_min_ms, 2)),
            ("median", |f| maybe(f.rtt_p50_ms, 1)),
            ("p95", |f| maybe(f.rtt_p95_ms, 1)),
            ("p99", |f| maybe(f.rtt_p99_ms, 1)),
            ("queueing", |f| maybe(f.queueing_ms, 2)),
            ("propagation", |f| fixed(f.propagation_ms, 2)),
            ("power Mb/s²", |f| maybe(f.power, 2)),
        ],
    )
}

fn losses(results: &Results) -> String {
    table::<FlowResults>(
        &results.flows,
        &[
            ("losses", |f| f.id.clone()),
            ("sent", |f| f.sent_packets.to_string()),
            ("drops", |f| f.drops.to_string()),
            ("loss %", |f| fixed(100.0 * f.loss_rate, 3)),
            ("retrans.", |f| f.retransmissions.to_string()),
            ("loss events", |f| f.loss_events.to_string()),
            ("timeouts", |f| f.timeouts.to_string()),
            ("without backoff", |f| f.timeout_episodes.to_string()),
            ("undone", |f| f.undone_recoveries.to_string()),
            ("probes", |f| f.tail_probes.to_string()),
            ("marks", |f| f.marks.to_string()),
            ("bursts", |f| f.burst_losses.to_string()),
            ("per-flow bursts", |f| f.burst_losses_own.to_string()),
        ],
    )
}

fn fairness(results: &Results) -> String {
    let shares = table::<FlowResults>(
        &results.flows,
        &[
            ("fair shares", |f| f.id.clone()),
            ("goodput Mb/s", |f| fixed(f.goodput_mbps, 3)),
            ("throughput Mb/s", |f| fixed(f.throughput_mbps, 3)),
            ("fair share Mb/s", |f| maybe(f.fair_share_mbps, 3)),
            ("ratio", |f| maybe(f.fair_ratio, 3)),
            ("time to fair share s", |f| maybe(f.time_to_fair_share_s, 2)),
        ],
    );
    let groups = table::<GroupResults>(
        &results.groups,
        &[
            ("algorithm", |g| g.algorithm.clone()),
            ("flows", |g| g.flows.to_string()),
            ("mean goodput Mb/s", |g| fixed(g.mean_goodput_mbps, 3)),
            ("F", |g| if g.reference { "reference".to_owned() } else { maybe(g.friendliness, 3) }),
            ("E", |g| maybe(g.equivalence, 3)),
            ("F_C", |g| maybe(g.internal_fairness, 3)),
        ],
    );
    let scales: Vec<(&GroupResults, &ScaleResults)> =
        results.groups.iter().flat_map(|g| g.scales.iter().map(move |s| (g, s))).collect();
    let scales = table::<(&GroupResults, &ScaleResults)>(
        &scales,
        &[
            ("medians of windows", |(g, _)| g.algorithm.clone()),
            ("window s", |(_, s)| s.scale_s.to_string()),
            ("windows", |(_, s)| s.windows.to_string()),
            ("F", |(_, s)| maybe(s.friendliness, 2)),
            ("E", |(_, s)| maybe(s.equivalence, 2)),
            ("F_C", |(_, s)| maybe(s.internal_fairness, 2)),
            ("starved", |(_, s)| s.starved.to_string()),
        ],
    );
    format!("{shares}\n{groups}\n{scales}")
}

fn covariance(results: &Results) -> String {
    let matrix = &results.covariance;
    let mut rows = vec![vec!["covariance of windows".to_owned()]];
    rows[0].extend(matrix.flows.iter().cloned());
    for (id, row) in matrix.flows.iter().zip(&matrix.rho) {
        let cells = row.iter().map(|&rho| maybe(rho, 3));
        rows.push(std::iter::once(id.clone()).chain(cells).collect());
    }
    aligned(&rows)
}

fn whole(results: &Results) -> String {
    format!(
        "{} to {} s   Jain {}   Jain × RTT {}   distance from max-min {}   digest {}   model {}\n",
        results.from_s,
        results.to_s,
        maybe(results.jain, 4),
        maybe(results.jain_rtt, 4),
        maybe(results.max_min_distance, 4),
        results.digest,
        results.model_version,
    )
}

/// The requested sections, or the short tables of flows and queues; then a summary line of the whole run.
pub fn render(results: &Results, sections: &[Section]) -> String {
    let fluid_only = results.fluid.is_some() && results.beside.is_empty();
    if sections.is_empty() && fluid_only {
        return joined([fluid_flows(results), fluid_queues(results), solver(results), whole(results)]);
    }
    if sections.is_empty() {
        return joined([
            flows(results),
            transfers(results),
            rounds(results),
            datagrams(results),
            videos(results),
            queues(results),
            theory(results),
            beside(results),
            solver(results),
            whole(results),
        ]);
    }
    let wants = |s: Section| sections.contains(&s) || sections.contains(&Section::All);
    let all: [(Section, Show); 11] = [
        (Section::Flows, flows),
        (Section::Flows, transfers),
        (Section::Flows, rounds),
        (Section::Flows, datagrams),
        (Section::Flows, videos),
        (Section::Rtt, rtt),
        (Section::Losses, losses),
        (Section::Fairness, fairness),
        (Section::Covariance, covariance),
        (Section::Queues, queue_details),
        (Section::Theory, theory),
    ];
    let shown = all.into_iter().filter(|(s, _)| wants(*s)).map(|(_, show)| show(results));
    joined(shown.chain([whole(results)]))
}

/// The tables that are not empty, separated by blank lines.
fn joined(tables: impl IntoIterator<Item = String>) -> String {
    tables.into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n")
}
