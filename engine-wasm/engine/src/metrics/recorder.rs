//! The series of a run: who owns which line, and where its values go.

use super::over::Over;
use super::series::Series;
use crate::pattern::fits;
use crate::units::Time;

/// What a series shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SeriesKind {
    /// Congestion window of a flow, packets.
    Cwnd,
    /// Slow-start threshold of a flow, packets.
    Ssthresh,
    /// Data in flight of a flow, packets.
    Flight,
    /// RTT samples of a flow, ms.
    Rtt,
    /// Bytes on the wire that reached the receiver of a flow, duplicates included, Mb/s over the sampling period.
    Throughput,
    /// Packets that wait at a channel.
    Queue,
    /// Jain's index over the fairness window.
    Jain,
    /// The same of rates times round-trip propagation: 1 where rates go as the inverse of it.
    JainRtt,
    /// Distance of the rates in the fairness window from max-min fair ones, 0 … 2.
    MaxMin,
    /// Mean rate of an algorithm's flows in the fairness window over that of the reference algorithm's.
    Friendliness,
    /// An internal variable of a flow's algorithm.
    Probe,
}

impl SeriesKind {
    /// As in documents.
    fn name(self) -> &'static str {
        match self {
            SeriesKind::Cwnd => "cwnd",
            SeriesKind::Ssthresh => "ssthresh",
            SeriesKind::Flight => "flight",
            SeriesKind::Rtt => "rtt",
            SeriesKind::Throughput => "throughput",
            SeriesKind::Queue => "queue",
            SeriesKind::Jain => "jain",
            SeriesKind::JainRtt => "jainRtt",
            SeriesKind::MaxMin => "maxMin",
            SeriesKind::Friendliness => "friendliness",
            SeriesKind::Probe => "probes",
        }
    }
}

/// Whose line it is and what it shows.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectorySeries {
    /// Id of the flow or channel; empty for the whole run.
    pub owner: String,
    /// What it shows.
    pub kind: SeriesKind,
    /// Id of the algorithm's variable; of friendliness the algorithm that is compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<String>,
    /// The fluid model's, beside the packet model's.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fluid: bool,
}

impl DirectorySeries {
    /// Its name in documents: `jain`, `friendliness/cubic`, `flows/f1/cwnd`, `flows/f1/probes/baseRtt`, `queues/core/forward/queue`.
    pub fn path(&self) -> String {
        let (owner, kind) = (&self.owner, self.kind.name());
        let probe = self.probe.as_ref().map_or_else(String::new, |probe| format!("/{probe}"));
        let is_channel = owner.ends_with("/forward") || owner.ends_with("/backward");
        match self.kind {
            _ if owner.is_empty() => format!("{kind}{probe}"),
            SeriesKind::Queue | SeriesKind::Probe if is_channel => format!("queues/{owner}/{kind}{probe}"),
            _ => format!("flows/{owner}/{kind}{probe}"),
        }
    }
}

/// Which series a run records.
#[derive(Clone, PartialEq, Debug)]
pub enum Keep {
    /// None.
    Nothing,
    /// All that there are, for plots.
    All,
    /// Those that somebody wants; what is kept of them is more exact.
    Only(Vec<Wanted>),
}

/// Series that somebody wants.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// What their [`DirectorySeries::path`] fits.
    pub pattern: String,
    /// What is made of them; nothing: each for itself.
    pub over: Option<Over>,
}

/// Memory for all series of a run, bytes.
const BUDGET: usize = 96 << 20;

/// The number of no series: its values go nowhere.
pub const NO_SERIES: u32 = u32::MAX;

/// All series of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    infos: Vec<DirectorySeries>,
    series: Vec<Series>,
    joined: Vec<Joined>,
    cap: usize,
    exact: usize,
    keep: Keep,
    on: bool,
}

/// One line made of several, exact at every instant.
#[derive(Clone, Debug)]
struct Joined {
    pattern: String,
    over: Over,
    /// Numbers of the series that take part, and their values.
    members: Vec<(u32, f64)>,
    /// When they changed last. What they make is written once time goes on: those that change together do so one after another.
    at: Time,
    line: Series,
}

impl Joined {
    fn record(&mut self, series: u32, now: Time, value: f64) {
        // Members are in order of their numbers.
        let Ok(place) = self.members.binary_search_by_key(&series, |(number, _)| *number) else { return };
        if now > self.at {
            self.write();
            self.at = now;
        }
        self.members[place].1 = value;
    }

    fn write(&mut self) {
        let values = self.members.iter().map(|(_, value)| *value).filter(|value| !value.is_nan());
        if let Some(value) = self.over.join(values) {
            self.line.record(self.at, value);
        }
    }
}

impl Recorder {
    /// Room for about `expected` series within the memory bound.
    pub fn new(expected: usize, keep: Keep) -> Recorder {
        // 16 bytes a bucket, a third more for the coarser levels, doubled while a vector grows.
        let each = BUDGET / expected.max(1);
        let cap = (each / 43).clamp(64, 16_384) / 4 * 4;
        let most = if matches!(keep, Keep::Only(_)) { 1 << 16 } else { 512 };
        let exact = (each / 4 / 16).clamp(16, most);
        let mut joined = Vec::new();
        if let Keep::Only(wanted) = &keep {
            for Wanted { pattern, over } in wanted {
                joined.extend(over.map(|over| Joined {
                    pattern: pattern.clone(),
                    over,
                    members: vec![],
                    at: Time::ZERO,
                    line: Series::new(cap, exact),
                }));
            }
        }
        let on = keep != Keep::Nothing;
        Recorder { infos: Vec::new(), series: Vec::new(), joined, cap, exact, keep, on }
    }

    /// Adds a series, or finds the one that is there.
    pub fn add(&mut self, owner: &str, kind: SeriesKind, probe: Option<&str>) -> u32 {
        let info =
            DirectorySeries { owner: owner.to_owned(), kind, probe: probe.map(str::to_owned), fluid: false };
        if let Some(at) = self.infos.iter().position(|i| *i == info) {
            return at as u32;
        }
        let number = self.infos.len() as u32;
        if let Keep::Only(wanted) = &self.keep {
            let path = info.path();
            if !wanted.iter().any(|w| fits(&w.pattern, &path)) {
                return NO_SERIES;
            }
            let joined = self.joined.iter_mut().filter(|j| fits(&j.pattern, &path));
            joined.for_each(|j| j.members.push((number, f64::NAN)));
        }
        self.infos.push(info);
        self.series.push(Series::new(self.cap, self.exact));
        number
    }

    /// The value of a series from now on.
    #[inline]
    pub fn record(&mut self, series: u32, now: Time, value: f64) {
        if self.on
            && let Some(line) = self.series.get_mut(series as usize)
        {
            line.record(now, value);
            if !self.joined.is_empty() {
                self.join(series, now, value);
            }
        }
    }

    /// Out of line: what few runs do shall not keep every change of a window from being written where it happens.
    #[cold]
    #[inline(never)]
    fn join(&mut self, series: u32, now: Time, value: f64) {
        self.joined.iter_mut().for_each(|j| j.record(series, now, value));
    }

    /// What was wanted: a name and a line for each series that fits, or one for all of them by the pattern's name.
    pub fn wanted(&self, wanted: &Wanted) -> Vec<(String, Series)> {
        let Some(over) = wanted.over else {
            let paths = self.infos.iter().map(DirectorySeries::path).zip(&self.series);
            let fitting = paths.filter(|(path, _)| fits(&wanted.pattern, path));
            return fitting.map(|(path, line)| (path, line.clone())).collect();
        };
        let found = self.joined.iter().find(|j| j.pattern == wanted.pattern && j.over == over);
        let whole = found.filter(|j| !j.members.is_empty()).cloned().map(|mut joined| {
            joined.write();
            (joined.pattern, joined.line)
        });
        whole.into_iter().collect()
    }

    /// Thinned columns of some series by number: see [`plot`].
    pub fn plot(&self, now: Time, series: &[u32], span_s: (f64, f64), columns: u32, out: &mut Vec<f64>) {
        plot(now, series.iter().map(|&number| self.get(number)), span_s, columns, out);
    }

    /// Who owns what.
    pub fn infos(&self) -> &[DirectorySeries] {
        &self.infos
    }

    /// One series by number.
    pub fn get(&self, series: u32) -> Option<&Series> {
        self.series.get(series as usize)
    }
}

/// Thinned columns over a span in s: x, then y for each series; two points a column. A series that is none is not a number.
pub fn plot<'a>(
    now: Time,
    series: impl Iterator<Item = Option<&'a Series>>,
    (t0_s, t1_s): (f64, f64),
    columns: u32,
    out: &mut Vec<f64>,
) {
    out.clear();
    let columns = columns.clamp(1, 8192);
    if !(t0_s.is_finite() && t1_s.is_finite() && t1_s > t0_s) {
        return;
    }
    let points = 2 * columns as usize;
    let step = (t1_s - t0_s) / points as f64;
    out.extend((0..points).map(|i| t0_s + step * (i as f64 + 0.5)));
    for series in series {
        let at = out.len();
        out.resize(at + points, f64::NAN);
        if let Some(series) = series {
            series.thin(now, t0_s * 1e9, t1_s * 1e9, &mut out[at..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(pattern: &str, over: Option<Over>) -> Wanted {
        Wanted { pattern: pattern.to_owned(), over }
    }

    #[test]
    fn keeps_what_is_wanted_by_its_name() {
        let all =
            vec![wanted("flows/*/cwnd", None), wanted("queues/a/forward/*", None), wanted("jain", None)];
        let mut recorder = Recorder::new(10, Keep::Only(all.clone()));
        let mut add = |owner, kind, probe| recorder.add(owner, kind, probe) != NO_SERIES;
        assert!(add("f/1", SeriesKind::Cwnd, None) && !add("f/1", SeriesKind::Rtt, None));
        assert!(add("", SeriesKind::Jain, None) && !add("", SeriesKind::JainRtt, None));
        assert!(
            add("a/forward", SeriesKind::Probe, Some("avg")) && !add("f/1", SeriesKind::Probe, Some("avg"))
        );
        let names = |w| recorder.wanted(w).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(&all[0]), ["flows/f/1/cwnd"]);
        assert_eq!(names(&all[1]), ["queues/a/forward/probes/avg"]);
    }

    #[test]
    fn what_changes_together_is_joined_together() {
        let sum = wanted("flows/*/throughput", Some(Over::Sum));
        let mut recorder = Recorder::new(2, Keep::Only(vec![sum.clone()]));
        let flows = ["a", "b"].map(|flow| recorder.add(flow, SeriesKind::Throughput, None));
        // Two that take turns, and from 5 s on only one: always 8 together, though each moves alone.
        for s in 1..10_u32 {
            let (on, off) = if s % 2 == 0 { (0, 1) } else { (1, 0) };
            recorder.record(flows[off], Time::from_secs(f64::from(s)), if s < 5 { 0.0 } else { f64::NAN });
            recorder.record(flows[on], Time::from_secs(f64::from(s)), 8.0);
        }
        let lines = recorder.wanted(&sum);
        assert_eq!((lines.len(), lines[0].0.as_str()), (1, "flows/*/throughput"));
        let mut out = [0.0; 20];
        lines[0].1.thin(Time::from_secs(9.5), 0.0, 10e9, &mut out);
        assert!(out[..2].iter().all(|y| y.is_nan()) && out[2..].iter().all(|&y| y == 8.0), "{out:?}");
    }
}
