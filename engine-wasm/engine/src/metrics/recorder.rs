//! What a run leaves behind for the eye: series, each with its owner, and the marks of the timeline.
//!
//! None of it is state of the run: a run that goes back keeps what it has recorded, and records again only what is new.

use super::series::{Series, SeriesMark};
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

/// Something that the timeline marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// When.
    pub time: Time,
    /// Whose; `u32::MAX`: the document's.
    pub flow: u32,
    /// What.
    pub kind: MarkKind,
}

/// What the timeline marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum MarkKind {
    /// The sender found a loss.
    Loss,
    /// The retransmission timer fired.
    Timeout,
    /// The sender answered to a mark.
    Ecn,
    /// The document changed.
    Edit,
    /// A packet was dropped.
    Drop,
}

/// Marks kept: beyond it, only the first ones are (a timeline cannot show more).
const MAX_MARKS: usize = 200_000;

/// Memory for all series of a run, bytes.
const BUDGET: usize = 96 << 20;

/// Buckets in the finest level of each of `series` series, in so many bytes: 16 a bucket, a third more for the coarser levels, doubled
/// while a vector grows.
fn cap(bytes: usize, series: usize) -> usize {
    (bytes / series.max(1) / 43).clamp(64, 16_384) / 4 * 4
}

/// The number of no series: its values go nowhere.
pub const NO_SERIES: u32 = u32::MAX;

/// All series and marks of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    infos: Vec<DirectorySeries>,
    series: Vec<Series>,
    marks: Vec<Mark>,
    /// How many of the marks the run has come by, where it has gone back.
    passed: usize,
    cap: usize,
    exact: usize,
    mode: Mode,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Marks only.
    Marks,
    /// Everything.
    All,
    /// What is before this time is recorded already: only the last changes of each series are kept anew.
    Again(Time),
}

/// How much there was at a moment: [`Recorder::until`] goes back to it.
#[derive(Clone, Debug)]
pub struct RecorderMark {
    series: Vec<SeriesMark>,
    marks: usize,
}

impl RecorderMark {
    /// Memory, bytes.
    pub fn bytes(&self) -> usize {
        self.series.iter().map(SeriesMark::bytes).sum()
    }
}

impl Recorder {
    /// Room for about `expected` series within the memory bound.
    pub fn new(expected: usize, on: bool) -> Recorder {
        let exact = (BUDGET / expected.max(1) / 4 / 16).clamp(16, 512);
        let cap = cap(BUDGET, expected);
        let mode = if on { Mode::All } else { Mode::Marks };
        Recorder { infos: Vec::new(), series: Vec::new(), marks: Vec::new(), passed: 0, cap, exact, mode }
    }

    /// Adds a series, or finds the one that is there.
    pub fn add(&mut self, owner: &str, kind: SeriesKind, probe: Option<&str>) -> u32 {
        let info =
            DirectorySeries { owner: owner.to_owned(), kind, probe: probe.map(str::to_owned), fluid: false };
        let at = self.infos.iter().position(|i| *i == info).unwrap_or_else(|| {
            self.infos.push(info);
            self.series.push(Series::new(self.cap, self.exact));
            self.infos.len() - 1
        });
        at as u32
    }

    /// The value of a series from now on.
    #[inline]
    pub fn record(&mut self, series: u32, now: Time, value: f64) {
        if self.mode == Mode::All
            && let Some(series) = self.series.get_mut(series as usize)
        {
            series.record(now, value);
        } else if let Mode::Again(until) = self.mode {
            self.record_again(series, now, value, until);
        }
    }

    #[cold]
    fn record_again(&mut self, series: u32, now: Time, value: f64, until: Time) {
        let Some(line) = self.series.get_mut(series as usize) else { return };
        if now < until {
            line.record_again(now, value);
        } else {
            // What comes twice at one moment leaves the same bucket.
            line.record(now, value);
        }
    }

    /// Marks the timeline.
    pub fn mark(&mut self, time: Time, flow: u32, kind: MarkKind) {
        // The same run comes by the same marks.
        if self.passed == self.marks.len() && self.marks.len() < MAX_MARKS {
            self.marks.push(Mark { time, flow, kind });
        }
        self.passed = (self.passed + 1).min(self.marks.len());
    }

    /// The marks of the timeline, in order of time.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How much there is now.
    pub fn now(&self) -> RecorderMark {
        RecorderMark { series: self.series.iter().map(Series::now).collect(), marks: self.marks.len() }
    }

    /// Nothing: what a snapshot has, whose past is recorded elsewhere.
    pub fn empty(&self) -> Recorder {
        Recorder { infos: vec![], series: vec![], marks: vec![], passed: 0, ..*self }
    }

    /// A copy of what there was at an earlier moment.
    pub fn until(&self, mark: &RecorderMark) -> Recorder {
        let series: Vec<_> = self.series.iter().zip(&mark.series).map(|(s, mark)| s.until(mark)).collect();
        let mode = if self.mode == Mode::Marks { Mode::Marks } else { Mode::All };
        Recorder {
            infos: self.infos[..series.len()].to_vec(),
            series,
            marks: self.marks[..mark.marks].to_vec(),
            passed: mark.marks,
            mode,
            ..*self
        }
    }

    /// The run goes back to an earlier moment; what is before `until` is recorded.
    pub fn back_to(&mut self, mark: &RecorderMark, until: Time) {
        self.passed = mark.marks;
        let marks = mark.series.iter().map(Some).chain(std::iter::repeat(None));
        self.series.iter_mut().zip(marks).for_each(|(series, mark)| series.back_to(mark));
        self.mode = match self.mode {
            Mode::Marks => Mode::Marks,
            Mode::All => Mode::Again(until),
            Mode::Again(before) => Mode::Again(before.max(until)),
        };
    }

    /// Keeps less of each series, so that all of them need about so many bytes.
    pub fn limit(&mut self, bytes: usize) {
        self.cap = cap(bytes, self.series.len());
        self.series.iter_mut().for_each(|s| s.limit(self.cap));
    }

    /// Thinned columns of some series by number: see [`plot`].
    pub fn plot(&self, now: Time, series: &[u32], span_s: (f64, f64), columns: u32, out: &mut Vec<f64>) {
        plot((now, now), series.iter().map(|&number| self.get(number)), span_s, columns, out);
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

/// Thinned columns over a span in s: x, then y for each series; two points a column. A series that is none is not a number. What is
/// after `now` is shown up to `known`.
pub fn plot<'a>(
    (now, known): (Time, Time),
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
            series.thin(now, known, t0_s * 1e9, t1_s * 1e9, &mut out[at..]);
        }
    }
}
