//! The results table as text.

use droptail_engine::metrics::results::Results;

/// Aligns columns: the first to the left, the others to the right.
fn aligned(rows: &[Vec<String>]) -> String {
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

fn maybe(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |v| format!("{v:.digits$}"))
}

/// Completion times of the flows whose traffic is transfers, if there are such flows.
fn transfers(results: &Results) -> Option<String> {
    let head = [
        "transfers",
        "counted",
        "mean s",
        "median s",
        "p95 s",
        "max s",
        "mean kB",
        "at once",
        "now",
        "refused",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for (f, t) in results.flows.iter().filter_map(|f| Some((f, f.transfers.as_ref()?))) {
        rows.push(vec![
            f.id.clone(),
            t.finished.to_string(),
            maybe(t.mean_s, 3),
            maybe(t.median_s, 3),
            maybe(t.p95_s, 3),
            maybe(t.max_s, 3),
            maybe(t.mean_kb, 2),
            format!("{:.2}", t.mean_active),
            t.active.to_string(),
            t.refused.to_string(),
        ]);
    }
    (rows.len() > 1).then(|| aligned(&rows))
}

/// The results as tables and a line of what holds for the whole run.
pub fn render(results: &Results) -> String {
    let head = |names: &[&str]| names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>();
    let mut flows = vec![head(&[
        "flow",
        "algorithm",
        "goodput Mb/s",
        "share %",
        "loss %",
        "retrans.",
        "timeouts",
        "RTT ms",
        "p95 ms",
        "done s",
    ])];
    for f in &results.flows {
        flows.push(vec![
            f.id.clone(),
            f.algorithm.clone(),
            format!("{:.3}", f.goodput_mbps),
            format!("{:.1}", f.share_percent),
            format!("{:.3}", 100.0 * f.loss_rate),
            f.retransmissions.to_string(),
            f.timeouts.to_string(),
            maybe(f.rtt_mean_ms, 1),
            maybe(f.rtt_p95_ms, 1),
            maybe(f.completion_s, 3),
        ]);
    }
    let mut queues = vec![head(&[
        "queue",
        "used %",
        "mean packets",
        "max",
        "delay ms",
        "arrivals",
        "drops",
        "marks",
        "lost on link",
    ])];
    for q in &results.queues {
        queues.push(vec![
            q.id.clone(),
            format!("{:.2}", 100.0 * q.utilisation),
            format!("{:.2}", q.mean_packets),
            q.max_packets.to_string(),
            format!("{:.3}", q.mean_delay_ms),
            q.arrivals.to_string(),
            q.drops.to_string(),
            q.marks.to_string(),
            q.link_losses.to_string(),
        ]);
    }
    let transfers = transfers(results).map_or_else(String::new, |table| table + "\n");
    format!(
        "{}\n{transfers}{}\n{} to {} s   Jain {}   digest {}   model {}\n",
        aligned(&flows),
        aligned(&queues),
        results.from_s,
        results.to_s,
        maybe(results.jain, 4),
        results.digest,
        results.model_version,
    )
}
