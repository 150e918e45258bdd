//! The series of a run: who owns which line, and where its values go.

use std::collections::BTreeMap;

use super::series::Series;
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

/// Memory for all series of a run, bytes.
const BUDGET: usize = 96 << 20;

/// The number of no series: its values go nowhere.
pub const NO_SERIES: u32 = u32::MAX;

/// All series of a run.
#[derive(Clone, Debug)]
pub struct Recorder {
    infos: Vec<DirectorySeries>,
    /// Numbers of the series of each owner.
    owned: BTreeMap<String, Vec<u32>>,
    series: Vec<Series>,
    cap: usize,
    exact: usize,
    on: bool,
}

impl Recorder {
    /// Room for about `expected` series within the memory bound.
    pub fn new(expected: usize, on: bool) -> Recorder {
        // 16 bytes a bucket, a third more for the coarser levels, doubled while a vector grows.
        let each = BUDGET / expected.max(1);
        let cap = (each / 43).clamp(64, 16_384) / 4 * 4;
        let exact = (each / 4 / 16).clamp(16, 512);
        Recorder { infos: Vec::new(), owned: BTreeMap::new(), series: Vec::new(), cap, exact, on }
    }

    /// Adds a series, or finds the one that is there.
    pub fn add(&mut self, owner: &str, kind: SeriesKind, probe: Option<&str>) -> u32 {
        let info =
            DirectorySeries { owner: owner.to_owned(), kind, probe: probe.map(str::to_owned), fluid: false };
        let number = self.infos.len() as u32;
        let owned = self.owned.entry(owner.to_owned()).or_default();
        if let Some(&found) = owned.iter().find(|&&at| self.infos[at as usize] == info) {
            return found;
        }
        owned.push(number);
        self.infos.push(info);
        self.series.push(Series::new(self.cap, self.exact));
        number
    }

    /// The value of a series from now on.
    #[inline]
    pub fn record(&mut self, series: u32, now: Time, value: f64) {
        if self.on
            && let Some(series) = self.series.get_mut(series as usize)
        {
            series.record(now, value);
        }
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
