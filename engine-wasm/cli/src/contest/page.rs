//! The leaderboard as one HTML file without scripts.

use droptail_engine::contest::{Contest, Entry, Leaderboard};

use super::remark;

/// Size of the plane of goodput and delay, px.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 56.0;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1c2330;background:#fff}\
table{border-collapse:collapse;width:100%}td,th{padding:.3rem .6rem;border-bottom:1px solid #d9dde5;text-align:right}\
td.t,th.t{text-align:left}tr.r{color:#667085}code{font-size:.85em}figure{margin:1rem 0;overflow-x:auto}\
.o{overflow-x:auto}text{font:12px system-ui,sans-serif;fill:currentColor}\
@media(prefers-color-scheme:dark){body{color:#e6e9ef;background:#14181f}td,th{border-color:#333b48}tr.r{color:#98a2b3}}";

/// The page.
pub fn html(contest: &Contest, board: &Leaderboard) -> String {
    let title = escaped(&board.title);
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
<title>{title}</title><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n<p>Score: {}. Model version {}.</p>\n",
        escaped(&board.formula),
        board.model_version,
    );
    text += &plane(board);
    text += "<div class=\"o\"><table>\n<thead><tr><th>Place</th><th class=\"t\">Name</th><th class=\"t\">Author</th><th>Score</th>";
    for path in &contest.paths {
        text += &format!("<th>{}</th>", escaped(&path.name));
    }
    text += "<th class=\"t\">Note</th></tr></thead>\n<tbody>\n";
    let mut place = 0;
    for entry in &board.entries {
        place += usize::from(!entry.reference);
        let (class, number) =
            if entry.reference { (" class=\"r\"", "–".to_owned()) } else { ("", place.to_string()) };
        text += &format!(
            "<tr{class}><td>{number}</td><td class=\"t\">{}</td><td class=\"t\">{}</td><td>{}</td>",
            escaped(&entry.name),
            escaped(&entry.author),
            entry.score.map_or("–".to_owned(), |x| format!("{x:.3}")),
        );
        for path in &contest.paths {
            let of_path: Vec<_> = entry.outcomes.iter().filter(|o| o.path == path.id).collect();
            let sum: f64 = of_path.iter().map(|o| o.score.score).sum();
            let mean = if of_path.is_empty() {
                "–".to_owned()
            } else {
                format!("{:.3}", sum / of_path.len() as f64)
            };
            text += &format!("<td>{mean}</td>");
        }
        text += &format!("<td class=\"t\">{}</td></tr>\n", escaped(&remark(entry)));
    }
    text += "</tbody></table></div>\n<h2>Runs</h2>\n<div class=\"o\"><table>\n<thead><tr><th class=\"t\">Name</th><th class=\"t\">Path</th><th>Seed</th>\
<th>Goodput, Mb/s</th><th>p95 RTT, ms</th><th>Harm</th><th>Score</th><th class=\"t\">Digest</th></tr></thead>\n<tbody>\n";
    for entry in &board.entries {
        for o in &entry.outcomes {
            let s = &o.score;
            text += &format!(
                "<tr{}><td class=\"t\">{}</td><td class=\"t\">{}</td><td>{}</td><td>{:.3}</td><td>{:.1}</td><td>{:.3}</td><td>{:.3}</td>\
<td class=\"t\"><code>{}</code></td></tr>\n",
                if entry.reference { " class=\"r\"" } else { "" },
                escaped(&entry.name),
                escaped(&o.path),
                o.seed,
                s.goodput_mbps,
                s.rtt_p95_ms,
                s.harm,
                s.score,
                o.digest,
            );
        }
    }
    text += "</tbody></table></div>\n</body></html>\n";
    text
}

/// Mean goodput and delay of an entry.
fn point(entry: &Entry) -> Option<(f64, f64)> {
    let runs = entry.outcomes.len() as f64;
    (runs > 0.0).then(|| {
        let sums = entry
            .outcomes
            .iter()
            .fold((0.0, 0.0), |(g, d), o| (g + o.score.goodput_mbps, d + o.score.rtt_p95_ms));
        (sums.0 / runs, sums.1 / runs)
    })
}

/// Goodput over delay; better is up and to the right, so the axis of the delay is reversed.
fn plane(board: &Leaderboard) -> String {
    let points: Vec<_> = board.entries.iter().filter_map(|e| Some((e, point(e)?))).collect();
    let most = |of: fn(&(f64, f64)) -> f64| points.iter().map(|(_, p)| of(p)).fold(0.0, f64::max) * 1.05;
    let (goodput, delay) = (most(|p| p.0).max(1e-3), most(|p| p.1).max(1e-3));
    let x = |d: f64| WIDTH - MARGIN - (WIDTH - 2.0 * MARGIN) * d / delay;
    let y = |g: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * g / goodput;
    let mut text = format!(
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" role=\"img\" aria-label=\"Goodput against the 95th percentile of the RTT\">\n\
<path d=\"M{MARGIN} {MARGIN}V{b}H{r}\" fill=\"none\" stroke=\"currentColor\"/>\n\
<text x=\"{MARGIN}\" y=\"{t}\">goodput, Mb/s (up to {goodput:.2})</text>\n\
<text x=\"{r}\" y=\"{l}\" text-anchor=\"end\">95th percentile of the RTT, ms: {delay:.0} to 0, decreasing to the right</text>\n",
        b = HEIGHT - MARGIN,
        r = WIDTH - MARGIN,
        t = MARGIN - 12.0,
        l = HEIGHT - MARGIN + 24.0,
    );
    for (entry, (g, d)) in points {
        let (x, y) = (x(d), y(g));
        let shape = if entry.reference {
            format!("<path d=\"M{x:.1} {:.1}l5 10h-10z\" fill=\"#98a2b3\"/>", y - 6.0)
        } else {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"#2f6fed\"/>")
        };
        let name = escaped(&entry.name);
        let label = if entry.reference {
            format!("<text x=\"{:.1}\" y=\"{:.1}\">{name}</text>", x + 8.0, y + 4.0)
        } else {
            String::new()
        };
        text += &format!("<g><title>{name}: {g:.2} Mb/s, {d:.0} ms</title>{shape}{label}</g>\n");
    }
    text + "</svg><figcaption>Triangles are algorithms of the catalogue. Point at a symbol to see its name.</figcaption></figure>\n"
}

/// Text for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
