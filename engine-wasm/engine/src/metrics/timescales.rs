//! Friendliness and internal fairness at several time scales, from throughputs averaged over windows of given
//! lengths, as in figure 8 of the TFRCP paper (6, 12, 24 and 48 s).
//!
//! Windows are consecutive from the start of the measurement; an incomplete one at the end does not count. A
//! window includes the flows that were active at both its start and its end.

use schemars::JsonSchema;
use serde::Serialize;

use super::fairness::equivalence;
use super::groups::Groups;
use super::statistics::quantile;
use crate::units::{Nanos, Time};

/// Ratios of windows, for their quartiles. If there are more windows than fit, only every second, fourth … is
/// kept.
#[derive(Clone, Debug)]
struct Ratios {
    kept: Vec<f64>,
    seen: u64,
    /// One ratio of this many is kept; a power of two.
    stride: u64,
}

/// Maximum number of ratios kept.
const MAX_RATIOS: usize = 4096;

impl Default for Ratios {
    fn default() -> Self {
        Ratios { kept: Vec::new(), seen: 0, stride: 1 }
    }
}

impl Ratios {
    fn add(&mut self, ratio: f64) {
        if self.seen.is_multiple_of(self.stride) {
            if self.kept.len() == MAX_RATIOS {
                let mut place = 0;
                self.kept.retain(|_| {
                    place += 1;
                    place % 2 == 1
                });
                self.stride *= 2;
            }
            // The latest ratio is also at a multiple of the new stride, because the number kept is even.
            self.kept.push(ratio);
        }
        self.seen += 1;
    }

    /// Median and semi-interquartile range; `None` if infinite or without ratios.
    fn middle(&self) -> (Option<f64>, Option<f64>) {
        let mut sorted = self.kept.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |q| (!sorted.is_empty()).then(|| quantile(&sorted, q)).filter(|x: &f64| x.is_finite());
        (at(0.5), at(0.75).zip(at(0.25)).map(|(q3, q1)| (q3 - q1) / 2.0))
    }
}

/// A group at one scale.
#[derive(Clone, Debug, Default)]
struct Tally {
    windows: u32,
    starved: u32,
    friendliness: Ratios,
    equivalence: Ratios,
    internal: Ratios,
}

#[derive(Clone, Debug)]
struct Scale {
    length: Nanos,
    since: Time,
    /// Bytes received by each flow at the start of the window; `None` if the flow was not active.
    at_start: Vec<Option<u64>>,
    /// Statistics by group.
    tallies: Vec<Tally>,
}

/// All scales.
#[derive(Clone, Debug, Default)]
pub struct TimeScales(Vec<Scale>);

impl TimeScales {
    /// Scales of these lengths, in s. Scales shorter than a sampling period cannot be measured and are left
    /// out.
    pub fn new(lengths_s: &[f64], period: Nanos) -> TimeScales {
        let lengths = lengths_s.iter().map(|&s| Nanos::from_secs(s)).filter(|&l| l >= period);
        let scale = |length| Scale { length, since: Time::ZERO, at_start: Vec::new(), tallies: Vec::new() };
        TimeScales(lengths.map(scale).collect())
    }

    /// Restarts all windows.
    pub fn restart(&mut self, now: Time, received: &dyn Fn(usize) -> Option<u64>, flows: usize) {
        for scale in &mut self.0 {
            scale.tallies.clear();
            scale.begin(now, received, flows);
        }
    }

    /// A sampling period is over. `received` returns the bytes that an active flow's receiver has received
    /// since the start of the run.
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

    /// Results of a group, for scales with at least one complete window.
    pub fn results(&self, group: usize) -> Vec<ScaleResults> {
        let row = |scale: &Scale| {
            let tally = scale.tallies.get(group).filter(|t| t.windows > 0)?;
            let (friendliness, friendliness_siqr) = tally.friendliness.middle();
            let (equivalence, equivalence_siqr) = tally.equivalence.middle();
            let (internal_fairness, internal_fairness_siqr) = tally.internal.middle();
            Some(ScaleResults {
                scale_s: scale.length.as_secs(),
                windows: tally.windows,
                friendliness,
                friendliness_siqr,
                equivalence,
                equivalence_siqr,
                internal_fairness,
                internal_fairness_siqr,
                starved: tally.starved,
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
                tally.starved += u32::from(ratio.is_infinite());
            }
        });
    }
}

/// Fairness of a group over windows of one length: medians and semi-interquartile ranges (R's type 7), as in
/// the TFRCP paper; null if they are not finite.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScaleResults {
    /// Length of a window, s.
    pub scale_s: f64,
    /// Complete windows in which the group or the reference received data.
    pub windows: u32,
    /// Median F of mean throughputs.
    pub friendliness: Option<f64>,
    /// Its semi-interquartile range.
    pub friendliness_siqr: Option<f64>,
    /// Median E of mean throughputs.
    pub equivalence: Option<f64>,
    /// Its semi-interquartile range.
    pub equivalence_siqr: Option<f64>,
    /// Median F_C of throughputs.
    pub internal_fairness: Option<f64>,
    /// Its semi-interquartile range.
    pub internal_fairness_siqr: Option<f64>,
    /// Windows in which a flow of the group received nothing while another received data.
    pub starved: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::groups::Group;

    const PERIOD: Nanos = Nanos(1_000_000_000);

    /// Results at 1, 2 and 4 s from the bytes per second of three flows, one entry per second: group "x" has
    /// flows 0 and 1, the reference "r" flow 2.
    fn results(series: &[[u64; 3]]) -> [Vec<ScaleResults>; 2] {
        let group =
            |algorithm: &str, members| Group { algorithm: algorithm.into(), members, ..Group::default() };
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

    #[test]
    fn longer_windows_are_fairer_than_short_ones() {
        // Two flows alternate: 300 and 100, 100 and 300 …: F_C is 3 over 1 s, 1 over 2 and 4 s. The reference
        // has 200.
        let [x, r] = results(&[[300, 100, 200], [100, 300, 200], [300, 100, 200], [100, 300, 200]]);
        let scales: Vec<_> = x.iter().map(|s| (s.scale_s, s.windows)).collect();
        assert_eq!(scales, [(1.0, 4), (2.0, 2), (4.0, 1)], "half a second is less than a sampling period");
        assert_eq!(x[0].internal_fairness, Some(3.0));
        assert_eq!(x[1].internal_fairness, Some(1.0));
        assert_eq!(x[2].internal_fairness, Some(1.0));
        for scale in &x {
            assert_eq!(scale.friendliness, Some(1.0));
            assert_eq!(scale.equivalence, Some(1.0));
        }
        // A single flow is fair to itself, and the reference is not compared with itself.
        assert_eq!(r[0].internal_fairness, Some(1.0));
        assert_eq!((r[0].friendliness, r[0].equivalence), (None, None));
    }

    #[test]
    fn equivalence_does_not_cancel_where_friendliness_does() {
        // The mean of group x: 400, 100, 200 beside 200: F = 2, ½, 1 with median 1; E = 2, 2, 1 with median 2.
        let [x, _] = results(&[[400, 400, 200], [100, 100, 200], [200, 200, 200]]);
        assert_eq!(x[0].friendliness, Some(1.0));
        assert_eq!(x[0].equivalence, Some(2.0));
    }

    #[test]
    fn a_flow_that_starves_makes_the_ratio_infinite() {
        let [x, _] = results(&[[100, 0, 100], [100, 0, 100], [100, 50, 100]]);
        assert_eq!((x[0].internal_fairness, x[0].starved, x[0].windows), (None, 2, 3));
        assert_eq!(x[0].friendliness, Some(0.5));
        // Over two seconds only the first window is complete.
        assert_eq!((x[1].windows, x[1].starved), (1, 1));
    }

    #[test]
    fn a_flow_counts_in_windows_throughout_which_it_was_active() {
        let groups = Groups {
            list: vec![Group { algorithm: "x".into(), members: vec![0, 1], ..Group::default() }],
            reference: None,
        };
        let mut scales = TimeScales::new(&[1.0], PERIOD);
        scales.restart(Time::ZERO, &|f| (f == 0).then_some(0), 2);
        // The second flow starts within the first window and is not compared yet.
        scales.sample(Time(PERIOD.0), &groups, &|f| Some([1000, 1][f]), 2);
        scales.sample(Time(2 * PERIOD.0), &groups, &|f| Some([2000, 501][f]), 2);
        let tally = &scales.0[0].tallies[0];
        assert_eq!((tally.windows, &tally.internal.kept[..]), (2, &[1.0, 2.0][..]));
    }

    #[test]
    fn many_windows_are_thinned_evenly() {
        let mut ratios = Ratios::default();
        (0..3 * MAX_RATIOS).for_each(|i| ratios.add(i as f64));
        let expected: Vec<_> = (0..3 * MAX_RATIOS).step_by(4).map(|i| i as f64).collect();
        assert_eq!(ratios.kept, expected);
        let (median, siqr) = ratios.middle();
        assert_eq!(median, Some(expected[expected.len() / 2] - 2.0));
        assert!((siqr.unwrap() / (0.75 * MAX_RATIOS as f64) - 1.0).abs() < 0.001);
    }
}
