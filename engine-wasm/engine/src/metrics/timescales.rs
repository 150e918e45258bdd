//! Friendliness and internal fairness at several time scales: of throughputs averaged over windows of given lengths, as figure
//! 8 of the TFRCP paper averages over 6, 12, 24 and 48 s.
//!
//! Windows follow each other from the start of the measurement; what is left at the end does not count. A window takes in the
//! flows that were active at its start and at its end.

use schemars::JsonSchema;
use serde::Serialize;

use super::fairness::equivalence;
use super::groups::Groups;
use super::quantile::Classes;
use crate::units::{Nanos, Time};

/// Ratios, by size.
#[derive(Clone, Debug, Default)]
struct Ratios {
    classes: Classes,
    zeros: u64,
    infinite: u64,
}

/// Ratios are whole numbers of 2⁻³² in their classes.
const UNIT: f64 = (1_u64 << 32) as f64;

impl Ratios {
    fn add(&mut self, ratio: f64) {
        if ratio.is_infinite() {
            self.infinite += 1;
        } else if ratio == 0.0 {
            self.zeros += 1;
        } else {
            // Beyond i64 there would be no class: a ratio of 2³⁰ is as good as infinite.
            self.classes.add((ratio.min((1_u64 << 30) as f64) * UNIT) as u64);
        }
    }

    fn median(&self) -> Option<f64> {
        self.classes.quantile(0.5, self.zeros, self.infinite).map(|ratio| ratio / UNIT)
    }
}

/// A group at one scale.
#[derive(Clone, Debug, Default)]
struct Tally {
    windows: u32,
    friendliness: Ratios,
    equivalence: Ratios,
    internal: Ratios,
}

#[derive(Clone, Debug)]
struct Scale {
    length: Nanos,
    since: Time,
    /// Bytes that had reached each flow's receiver at the start of the window; nothing: the flow was not active.
    at_start: Vec<Option<u64>>,
    /// By group.
    tallies: Vec<Tally>,
}

/// All scales.
#[derive(Clone, Debug, Default)]
pub struct TimeScales(Vec<Scale>);

impl TimeScales {
    /// Scales of these lengths, in s; what is shorter than a sampling period cannot be seen and is left out.
    pub fn new(lengths_s: &[f64], period: Nanos) -> TimeScales {
        let lengths = lengths_s.iter().map(|&s| Nanos::from_secs(s)).filter(|&l| l >= period);
        let scale = |length| Scale { length, since: Time::ZERO, at_start: Vec::new(), tallies: Vec::new() };
        TimeScales(lengths.map(scale).collect())
    }

    /// Everything begins anew.
    pub fn restart(&mut self, now: Time, received: &dyn Fn(usize) -> Option<u64>, flows: usize) {
        for scale in &mut self.0 {
            scale.tallies.clear();
            scale.begin(now, received, flows);
        }
    }

    /// A sampling period has passed. `received` gives the bytes that have reached a flow's receiver since the start of the run,
    /// for those that are active.
    pub fn sample(
        &mut self,
        now: Time,
        groups: &Groups,
        received: &dyn Fn(usize) -> Option<u64>,
        flows: usize,
    ) {
        for scale in &mut self.0 {
            if now.since(scale.since) >= scale.length {
                scale.end(now, groups, received);
                scale.begin(now, received, flows);
            }
        }
    }

    /// The results of a group, for scales of which at least one window is over.
    pub fn results(&self, group: usize) -> Vec<ScaleResults> {
        let row = |scale: &Scale| {
            let tally = scale.tallies.get(group).filter(|t| t.windows > 0)?;
            Some(ScaleResults {
                scale_s: scale.length.as_secs(),
                windows: tally.windows,
                friendliness: tally.friendliness.median(),
                equivalence: tally.equivalence.median(),
                internal_fairness: tally.internal.median(),
                starved: tally.internal.infinite,
            })
        };
        self.0.iter().filter_map(row).collect()
    }
}

impl Scale {
    fn begin(&mut self, now: Time, received: &dyn Fn(usize) -> Option<u64>, flows: usize) {
        self.since = now;
        self.at_start.clear();
        self.at_start.extend((0..flows).map(received));
    }

    fn end(&mut self, now: Time, groups: &Groups, received: &dyn Fn(usize) -> Option<u64>) {
        if self.tallies.len() < groups.list.len() {
            self.tallies.resize(groups.list.len(), Tally::default());
        }
        let span = now.since(self.since).as_secs();
        let (at_start, tallies) = (&self.at_start, &mut self.tallies);
        let rate = |flow: u32| {
            let start = at_start.get(flow as usize).copied().flatten()?;
            Some((received(flow as usize)? - start) as f64 / span)
        };
        groups.compare(rate, |group, friendliness, internal| {
            let tally = &mut tallies[group];
            tally.windows += u32::from(friendliness.is_some() || internal.is_some());
            if let Some(f) = friendliness {
                tally.friendliness.add(f);
                tally.equivalence.add(equivalence(f));
            }
            if let Some(ratio) = internal {
                tally.internal.add(ratio);
            }
        });
    }
}

/// A group over windows of one length: medians over the windows, within 1.1 %; null where the median window has no finite one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaleResults {
    /// Length of a window, s.
    pub scale_s: f64,
    /// Windows that are over, in which the group's flows or the reference had something.
    pub windows: u32,
    /// F of mean throughputs.
    pub friendliness: Option<f64>,
    /// E of mean throughputs.
    pub equivalence: Option<f64>,
    /// F_C of throughputs.
    pub internal_fairness: Option<f64>,
    /// Windows in which a flow of the group had nothing while another had something.
    pub starved: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::groups::Group;

    const PERIOD: Nanos = Nanos(1_000_000_000);

    /// Results at 1, 2 and 4 s of flows whose bytes a second are given second by second: group "x" of flows 0 and 1,
    /// reference "r" of flow 2.
    fn results(series: &[[u64; 3]]) -> [Vec<ScaleResults>; 2] {
        let group = |algorithm: &str, members| Group { algorithm: algorithm.into(), members };
        let groups = Groups { list: vec![group("x", vec![0, 1]), group("r", vec![2])], reference: Some(1) };
        let mut scales = TimeScales::new(&[0.5, 1.0, 2.0, 4.0], PERIOD);
        let mut total = [0_u64; 3];
        scales.restart(Time::ZERO, &|f| Some(total[f]), 3);
        for (second, bytes) in (1..).zip(series) {
            total.iter_mut().zip(bytes).for_each(|(t, b)| *t += b);
            scales.sample(Time(second * PERIOD.0), &groups, &|f| Some(total[f]), 3);
        }
        [scales.results(0), scales.results(1)]
    }

    fn near(got: Option<f64>, expected: f64) {
        let got = got.expect("a value");
        assert!((got / expected - 1.0).abs() < 0.011, "{got}, not {expected}");
    }

    #[test]
    fn longer_windows_are_fairer_than_short_ones() {
        // Two flows take turns: 300 and 100, 100 and 300 …: F_C is 3 over 1 s, 1 over 2 and 4 s. The reference has 200.
        let [x, r] = results(&[[300, 100, 200], [100, 300, 200], [300, 100, 200], [100, 300, 200]]);
        let scales: Vec<_> = x.iter().map(|s| (s.scale_s, s.windows)).collect();
        assert_eq!(scales, [(1.0, 4), (2.0, 2), (4.0, 1)], "half a second is less than a sampling period");
        near(x[0].internal_fairness, 3.0);
        near(x[1].internal_fairness, 1.0);
        near(x[2].internal_fairness, 1.0);
        for scale in &x {
            near(scale.friendliness, 1.0);
            near(scale.equivalence, 1.0);
        }
        // One flow is fair to itself, and the reference is not compared with itself.
        near(r[0].internal_fairness, 1.0);
        assert_eq!((r[0].friendliness, r[0].equivalence), (None, None));
    }

    #[test]
    fn equivalence_does_not_cancel_where_friendliness_does() {
        // The mean of group x: 400, 100, 200 beside 200: F = 2, ½, 1 with median 1; E = 2, 2, 1 with median 2.
        let [x, _] = results(&[[400, 400, 200], [100, 100, 200], [200, 200, 200]]);
        near(x[0].friendliness, 1.0);
        near(x[0].equivalence, 2.0);
    }

    #[test]
    fn a_flow_that_starves_makes_the_ratio_infinite() {
        let [x, _] = results(&[[100, 0, 100], [100, 0, 100], [100, 50, 100]]);
        assert_eq!((x[0].internal_fairness, x[0].starved, x[0].windows), (None, 2, 3));
        near(x[0].friendliness, 0.5);
        // Over two seconds only the first window is over.
        assert_eq!((x[1].windows, x[1].starved), (1, 1));
    }

    #[test]
    fn a_flow_counts_in_windows_that_it_was_active_through() {
        let groups =
            Groups { list: vec![Group { algorithm: "x".into(), members: vec![0, 1] }], reference: None };
        let mut scales = TimeScales::new(&[1.0], PERIOD);
        scales.restart(Time::ZERO, &|f| (f == 0).then_some(0), 2);
        // The second begins within the first window, with little: not compared yet.
        scales.sample(Time(PERIOD.0), &groups, &|f| Some([1000, 1][f]), 2);
        scales.sample(Time(2 * PERIOD.0), &groups, &|f| Some([2000, 501][f]), 2);
        let tally = &scales.0[0].tallies[0];
        assert_eq!((tally.windows, tally.internal.classes.total()), (2, 2));
        assert_eq!(tally.internal.classes.quantile(0.0, 0, 0).map(|r| r / UNIT > 0.98), Some(true));
        near(scales.0[0].tallies[0].internal.classes.quantile(0.99, 0, 0).map(|r| r / UNIT), 2.0);
    }
}
