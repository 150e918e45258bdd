//! What a run records for plots: series, each with its owner, and the marks of the timeline.
//!
//! Recordings are not part of the simulated state: a run that goes back keeps them, and records only what is
//! new.

use std::collections::BTreeMap;

use super::over::Aggregate;
use super::series::{Series, SeriesMark};
use crate::pattern::fits;
use crate::sections::{MAX_COLUMNS, PlotColumn, coded};
use crate::units::Time;

/// Quantity of a series.
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
    /// Packets in a channel's queue.
    Queue,
    /// Jain's index over the fairness window.
    Jain,
    /// The same for rates times two-way propagation delay: 1 if rates are inversely proportional to that
    /// delay.
    JainRtt,
    /// Distance of the rates in the fairness window from max-min fair rates: 0 if all are fair.
    MaxMin,
    /// Mean rate of an algorithm's flows in the fairness window, divided by that of the reference algorithm.
    Friendliness,
    /// An internal variable of a flow's algorithm.
    #[serde(rename = "probe")]
    Variable,
}

impl SeriesKind {
    /// Its name in documents.
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
            SeriesKind::Variable => "probes",
        }
    }
}

/// Owner and quantity of a series.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DirectorySeries {
    /// Id of the flow or channel; empty for the whole run.
    pub owner: String,
    /// What it shows.
    pub kind: SeriesKind,
    /// Id of the algorithm's variable; for friendliness, the id of the algorithm compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
    /// Whether it belongs to the fluid model, if both models run.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fluid: bool,
}

/// A mark of the timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Its time.
    pub time: Time,
    /// Number of its flow; `u32::MAX` for marks of the document.
    pub flow: u32,
    /// Its kind.
    pub kind: MarkKind,
}

coded! {
    /// Kind of a mark.
    pub enum MarkKind {
        /// The sender detected a loss.
        Loss,
        /// The retransmission timer expired.
        Timeout,
        /// The sender responded to a mark.
        Ecn,
        /// The document changed.
        Edit,
        /// A packet was dropped.
        Drop,
        /// The sender detected that a recovery was spurious.
        Undo,
        /// The sender sent a tail loss probe.
        Probe,
    }
}

/// Maximum number of marks. Later marks are discarded, since a timeline cannot show more.
const MAX_MARKS: usize = 200_000;

impl DirectorySeries {
    /// Its name in documents: `jain`, `friendliness/cubic`, `flows/f1/cwnd`, `flows/f1/probes/baseRtt`, `queues/core/forward/queue`.
    pub fn path(&self) -> String {
        let (owner, kind) = (&self.owner, self.kind.name());
        let variable = self.variable.as_ref().map_or_else(String::new, |variable| format!("/{variable}"));
        let is_channel = owner.ends_with("/forward") || owner.ends_with("/backward");
        match self.kind {
            _ if owner.is_empty() => format!("{kind}{variable}"),
            SeriesKind::Queue | SeriesKind::Variable if is_channel => {
                format!("queues/{owner}/{kind}{variable}")
            }
            _ => format!("flows/{owner}/{kind}{variable}"),
        }
    }
}

/// Which series a run records.
#[derive(Clone, PartialEq, Debug)]
pub enum SeriesSelection {
    /// No series.
    Nothing,
    /// All series, for plots.
    All,
    /// Only the requested series, at higher resolution.
    Only(Vec<SeriesPattern>),
}

/// Requested series.
#[derive(Clone, PartialEq, Debug)]
pub struct SeriesPattern {
    /// Pattern for [`DirectorySeries::path`].
    pub pattern: String,
    /// How to combine them; `None` keeps them separate.
    pub over: Option<Aggregate>,
}

/// Memory for all series of a run, bytes.
const BUDGET: usize = 96 << 20;

/// Maximum number of buckets in the finest level of each of `series` series, within `bytes`: 16 bytes per
/// bucket, a third more for the coarser levels, twice that while a vector grows.
fn cap(bytes: usize, series: usize) -> usize {
    (bytes / series.max(1) / 43).clamp(64, 16_384) / 4 * 4
}

/// Maximum number of series of a run, at about 2 kB each at the lowest resolution. Series that edits add
/// beyond that are not recorded.
const MAX_SERIES: usize = 60_000;

/// Number of a series that is not recorded.
pub const NO_SERIES: u32 = u32::MAX;

/// All recorded series and marks of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    infos: Vec<DirectorySeries>,
    /// Numbers of each owner's series.
    owned: BTreeMap<String, Vec<u32>>,
    series: Vec<Series>,
    joined: Vec<Joined>,
    marks: Vec<Mark>,
    /// Number of marks already passed, if the run has gone back.
    passed: usize,
    cap: usize,
    exact: usize,
    keep: SeriesSelection,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Marks only.
    Marks,
    /// All series.
    All,
    /// All series, and combined ones.
    Joined,
    /// A replay: what is before this time has been recorded already, except that the last changes of each
    /// series are recorded again.
    Again(Time),
}

/// The state of a recorder at a time; [`Recorder::until`] returns to it.
#[derive(Clone, Debug)]
pub struct RecorderMark {
    series: Vec<SeriesMark>,
    marks: usize,
}

/// A line that combines several series, exact at every time.
#[derive(Clone, Debug)]
struct Joined {
    pattern: String,
    over: Aggregate,
    /// Numbers of the combined series, and their values.
    members: Vec<(u32, f64)>,
    /// Time of their last change. The combined value is recorded once time advances, because series that
    /// change together do so one after another.
    at: Time,
    line: Series,
}

impl Joined {
    fn record(&mut self, series: u32, now: Time, value: f64) {
        // Members are sorted by number.
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
    /// A recorder with room for about `expected` series within the memory limit.
    pub fn new(expected: usize, keep: SeriesSelection) -> Recorder {
        let most = if matches!(keep, SeriesSelection::Only(_)) { 1 << 16 } else { 512 };
        let exact = (BUDGET / expected.max(1) / 4 / 16).clamp(16, most);
        let cap = cap(BUDGET, expected);
        let mut joined = Vec::new();
        if let SeriesSelection::Only(wanted) = &keep {
            for SeriesPattern { pattern, over } in wanted {
                joined.extend(over.map(|over| Joined {
                    pattern: pattern.clone(),
                    over,
                    members: vec![],
                    at: Time::ZERO,
                    line: Series::new(cap, exact),
                }));
            }
        }
        let mode = match &keep {
            SeriesSelection::Nothing => Mode::Marks,
            _ if joined.is_empty() => Mode::All,
            _ => Mode::Joined,
        };
        let (infos, series, marks) = (vec![], vec![], vec![]);
        Recorder { infos, owned: BTreeMap::new(), series, joined, marks, passed: 0, cap, exact, keep, mode }
    }

    /// Adds a series, or returns the existing one.
    pub fn add(&mut self, owner: &str, kind: SeriesKind, variable: Option<&str>) -> u32 {
        let info = DirectorySeries {
            owner: owner.to_owned(),
            kind,
            variable: variable.map(str::to_owned),
            fluid: false,
        };
        let number = self.infos.len() as u32;
        let owned = self.owned.entry(owner.to_owned()).or_default();
        if let Some(&found) = owned.iter().find(|&&at| self.infos[at as usize] == info) {
            return found;
        }
        if self.infos.len() >= MAX_SERIES {
            return NO_SERIES;
        }
        if let SeriesSelection::Only(wanted) = &self.keep {
            let path = info.path();
            if !wanted.iter().any(|w| fits(&w.pattern, &path)) {
                return NO_SERIES;
            }
            let joined = self.joined.iter_mut().filter(|j| fits(&j.pattern, &path));
            joined.for_each(|j| j.members.push((number, f64::NAN)));
        }
        owned.push(number);
        self.infos.push(info);
        self.series.push(Series::new(self.cap, self.exact));
        number
    }

    /// Records the value of a series from now on.
    #[inline]
    pub fn record(&mut self, series: u32, now: Time, value: f64) {
        // The most frequent mode is handled first, because each change of a window is recorded.
        if self.mode == Mode::All {
            if let Some(line) = self.series.get_mut(series as usize) {
                line.record(now, value);
            }
        } else if self.mode != Mode::Marks {
            self.record_in_other_modes(series, now, value);
        }
    }

    #[cold]
    fn record_in_other_modes(&mut self, series: u32, now: Time, value: f64) {
        let Some(line) = self.series.get_mut(series as usize) else { return };
        match self.mode {
            Mode::Again(until) if now < until => line.record_again(now, value),
            // Recording a value twice leaves the bucket unchanged.
            Mode::Again(_) | Mode::All => line.record(now, value),
            Mode::Marks => {}
            Mode::Joined => {
                line.record(now, value);
                self.joined.iter_mut().for_each(|j| j.record(series, now, value));
            }
        }
    }

    /// A series still has its last value: like recording it, except that the exact changes do not list it again.
    pub fn hold(&mut self, series: u32, now: Time) {
        if self.mode != Mode::Marks
            && let Some(line) = self.series.get_mut(series as usize)
        {
            line.hold(now);
        }
    }

    /// Whether some lines combine several series, so that each value of each counts.
    pub fn combines(&self) -> bool {
        self.mode == Mode::Joined
    }

    /// Marks the timeline.
    pub fn mark(&mut self, time: Time, flow: u32, kind: MarkKind) {
        // A replay passes the same marks again.
        if self.passed == self.marks.len() && self.marks.len() < MAX_MARKS {
            self.marks.push(Mark { time, flow, kind });
        }
        self.passed = (self.passed + 1).min(self.marks.len());
    }

    /// The marks of the timeline, in order of time.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Number of marks up to now; a replay passes recorded ones again.
    pub fn passed_marks(&self) -> usize {
        self.passed
    }

    /// The current state.
    pub fn now(&self) -> RecorderMark {
        RecorderMark { series: self.series.iter().map(Series::now).collect(), marks: self.passed }
    }

    /// An empty recorder for a snapshot, whose past is recorded elsewhere.
    pub fn empty(&self) -> Recorder {
        let (keep, joined) = (self.keep.clone(), vec![]);
        Recorder {
            infos: vec![],
            owned: BTreeMap::new(),
            series: vec![],
            joined,
            marks: vec![],
            passed: 0,
            keep,
            ..*self
        }
    }

    /// A copy as of an earlier time. The recorder must record all series.
    pub fn until(&self, mark: &RecorderMark) -> Recorder {
        let series: Vec<_> = self.series.iter().zip(&mark.series).map(|(s, mark)| s.until(mark)).collect();
        let mode = if self.mode == Mode::Marks { Mode::Marks } else { Mode::All };
        let infos = self.infos[..series.len()].to_vec();
        let mut owned: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (number, info) in (0..).zip(&infos) {
            owned.entry(info.owner.clone()).or_default().push(number);
        }
        Recorder {
            infos,
            owned,
            series,
            joined: vec![],
            marks: self.marks[..mark.marks].to_vec(),
            passed: mark.marks,
            keep: self.keep.clone(),
            mode,
            ..*self
        }
    }

    /// The run goes back to an earlier time; what is before `until` has been recorded. The recorder must
    /// record all series.
    pub fn back_to(&mut self, mark: &RecorderMark, until: Time) {
        self.passed = mark.marks;
        let marks = mark.series.iter().map(Some).chain(std::iter::repeat(None));
        self.series.iter_mut().zip(marks).for_each(|(series, mark)| series.back_to(mark));
        self.mode = match self.mode {
            Mode::Again(before) => Mode::Again(before.max(until)),
            Mode::All => Mode::Again(until),
            other => other,
        };
    }

    /// Whether the run has gone back to `now` and something later is recorded.
    pub fn has_records_after(&self, now: Time) -> bool {
        self.passed < self.marks.len() || matches!(self.mode, Mode::Again(until) if now < until)
    }

    /// Reduces the resolution of all series so that they need about this many bytes.
    pub fn limit(&mut self, bytes: usize) {
        self.cap = cap(bytes, self.series.len());
        self.series.iter_mut().for_each(|s| s.limit(self.cap));
    }

    /// The requested series: a name and a line for each one that matches, or a single combined one named by
    /// the pattern.
    pub fn wanted(&self, wanted: &SeriesPattern) -> Vec<(String, Series)> {
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

    /// Reduced columns of some series by number: see [`plot`].
    pub fn plot(&self, now: Time, series: &[u32], span_s: (f64, f64), columns: u32, out: &mut Vec<f64>) {
        plot((now, now), series.iter().map(|&number| self.get(number)), span_s, columns, out);
    }

    /// Owners and quantities of all series.
    pub fn infos(&self) -> &[DirectorySeries] {
        &self.infos
    }

    /// One series by number.
    pub fn get(&self, series: u32) -> Option<&Series> {
        self.series.get(series as usize)
    }
}

/// Reduced columns over a span in s: x, then y for each series, with two points per column; NaN for unknown
/// series. Data after `now` is shown up to `known`.
pub fn plot<'a>(
    (now, known): (Time, Time),
    series: impl Iterator<Item = Option<&'a Series>>,
    (t0_s, t1_s): (f64, f64),
    columns: u32,
    out: &mut Vec<f64>,
) {
    out.clear();
    let columns = columns.clamp(1, MAX_COLUMNS);
    if !(t0_s.is_finite() && t1_s.is_finite() && t1_s > t0_s) {
        return;
    }
    let points = PlotColumn::SIZE * columns as usize;
    let step = (t1_s - t0_s) / points as f64;
    out.extend((0..points).map(|i| t0_s + step * (i as f64 + 0.5)));
    for series in series {
        let at = out.len();
        out.resize(at + points, f64::NAN);
        if let Some(series) = series {
            series.thin((now, known), t0_s * 1e9, t1_s * 1e9, &mut out[at..]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(pattern: &str, over: Option<Aggregate>) -> SeriesPattern {
        SeriesPattern { pattern: pattern.to_owned(), over }
    }

    #[test]
    fn records_the_requested_series_by_name() {
        let all =
            vec![wanted("flows/*/cwnd", None), wanted("queues/a/forward/*", None), wanted("jain", None)];
        let mut recorder = Recorder::new(10, SeriesSelection::Only(all.clone()));
        let mut add = |owner, kind, variable| recorder.add(owner, kind, variable) != NO_SERIES;
        assert!(add("f/1", SeriesKind::Cwnd, None) && !add("f/1", SeriesKind::Rtt, None));
        assert!(add("", SeriesKind::Jain, None) && !add("", SeriesKind::JainRtt, None));
        assert!(
            add("a/forward", SeriesKind::Variable, Some("avg"))
                && !add("f/1", SeriesKind::Variable, Some("avg"))
        );
        let names = |w| recorder.wanted(w).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(&all[0]), ["flows/f/1/cwnd"]);
        assert_eq!(names(&all[1]), ["queues/a/forward/probes/avg"]);
    }

    #[test]
    fn series_that_change_together_are_combined_together() {
        let sum = wanted("flows/*/throughput", Some(Aggregate::Sum));
        let mut recorder = Recorder::new(2, SeriesSelection::Only(vec![sum.clone()]));
        let flows = ["a", "b"].map(|flow| recorder.add(flow, SeriesKind::Throughput, None));
        // Two flows alternate, and from 5 s on only one is active: the sum is always 8, although each changes
        // on its own.
        for s in 1..10_u32 {
            let (on, off) = if s % 2 == 0 { (0, 1) } else { (1, 0) };
            recorder.record(flows[off], Time::from_secs(f64::from(s)), if s < 5 { 0.0 } else { f64::NAN });
            recorder.record(flows[on], Time::from_secs(f64::from(s)), 8.0);
        }
        let lines = recorder.wanted(&sum);
        assert_eq!((lines.len(), lines[0].0.as_str()), (1, "flows/*/throughput"));
        let mut out = [0.0; 20];
        lines[0].1.thin((Time::from_secs(9.5), Time::from_secs(9.5)), 0.0, 10e9, &mut out);
        assert!(out[..2].iter().all(|y| y.is_nan()) && out[2..].iter().all(|&y| y == 8.0), "{out:?}");
    }
}
