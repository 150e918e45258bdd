//! Flows by algorithm, to compare one algorithm with another: friendliness, equivalence, internal fairness.

use schemars::JsonSchema;
use serde::Serialize;

use super::fairness::{equivalence, friendliness, internal_fairness};
use super::timescales::ScaleResults;
use crate::catalogue::Text;
use crate::scenario::Flow;

/// The flows of one algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Its id.
    pub algorithm: String,
    /// Heading of its row in the picker.
    pub family: Text,
    /// Numbers of the flows that are compared.
    pub members: Vec<u32>,
}

/// All groups. One that loses its last flow keeps its place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// In the order in which their algorithms came up.
    pub list: Vec<Group>,
    /// The group that the others are compared with.
    pub reference: Option<usize>,
}

/// Algorithms of this family are what others are compared with, unless the document names one.
const REFERENCE_FAMILY: &str = "Loss-based";

impl Groups {
    /// Sorts the flows, which come with their numbers and the families of their algorithms, anew. `wanted` is the algorithm that others are compared
    /// with; without it the first one of the loss-based family.
    ///
    /// Where some flows of an algorithm are bulk transfers, the others of it are background and do not count.
    pub fn update<'a>(
        &mut self,
        flows: impl Iterator<Item = (u32, &'a Flow, &'a Text)> + Clone,
        wanted: Option<&str>,
    ) {
        self.list.iter_mut().for_each(|g| g.members.clear());
        for (number, flow, family) in flows.clone() {
            let algorithm = &flow.algorithm;
            let at = self.list.iter().position(|g| g.algorithm == *algorithm).unwrap_or_else(|| {
                let (algorithm, family) = (algorithm.clone(), family.clone());
                self.list.push(Group { algorithm, family, members: Vec::new() });
                self.list.len() - 1
            });
            self.list[at].members.push(number);
        }
        let mut bulks = Vec::new();
        for (number, ..) in flows.filter(|(_, f, _)| f.traffic.kind == "bulk") {
            bulks.resize(bulks.len().max(number as usize + 1), false);
            bulks[number as usize] = true;
        }
        let bulk = |f: &u32| bulks.get(*f as usize) == Some(&true);
        for group in &mut self.list {
            if group.members.iter().any(bulk) {
                group.members.retain(bulk);
            }
        }
        let fits = |g: &&Group| wanted.map_or(g.family == REFERENCE_FAMILY, |id| g.algorithm == id);
        let found = self.list.iter().filter(|g| !g.members.is_empty()).find(fits);
        let place = |found: &Group| self.list.iter().position(|g| g.algorithm == found.algorithm);
        self.reference = found.and_then(place);
    }

    /// Friendliness of each group to the reference: the means of rates that `rate` gives for flows that count (nothing: it
    /// does not), and internal fairness. One call of `show` a group: number, F if there is a reference, F_C.
    pub fn compare(
        &self,
        rate: impl Fn(u32) -> Option<f64>,
        mut show: impl FnMut(usize, Option<f64>, Option<f64>),
    ) {
        let mean = |at: usize| {
            let rates = self.list[at].members.iter().filter_map(|&f| rate(f));
            let (n, sum) = rates.fold((0.0, 0.0), |(n, sum), x| (n + 1.0, sum + x));
            (n > 0.0).then_some(sum / n)
        };
        let reference = self.reference.and_then(mean);
        for (at, group) in self.list.iter().enumerate() {
            let other = self.reference != Some(at);
            let f = reference.zip(mean(at)).filter(|_| other).and_then(|(r, m)| friendliness(m, r));
            show(at, f, internal_fairness(group.members.iter().filter_map(|&f| rate(f))));
        }
    }
}

/// Results of the flows of one algorithm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupResults {
    /// Id of the algorithm.
    pub algorithm: String,
    /// Number of flows that count: those that have started, and of these only the bulk transfers if there are any.
    pub flows: u32,
    /// Whether this is the reference group.
    pub reference: bool,
    /// Mean goodput of a flow, Mb/s.
    pub mean_goodput_mbps: f64,
    /// Friendliness F: mean goodput of a flow divided by that of the reference group; null for the reference group itself, and if its
    /// goodput is zero.
    pub friendliness: Option<f64>,
    /// Equivalence E = max(F, 1/F).
    pub equivalence: Option<f64>,
    /// Internal fairness F_C: largest goodput divided by the smallest; null if a flow has none.
    pub internal_fairness: Option<f64>,
    /// The same metrics over shorter windows.
    pub scales: Vec<ScaleResults>,
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

/// Results by group, from the goodputs (Mb/s) of flows that have begun.
pub fn group_results(
    groups: &Groups,
    goodput: impl Fn(u32) -> Option<f64>,
    scales: impl Fn(usize) -> Vec<ScaleResults>,
) -> Vec<GroupResults> {
    let mut results = Vec::new();
    groups.compare(&goodput, |at, f, fairness| {
        let group = &groups.list[at];
        let goodputs = group.members.iter().filter_map(|&f| goodput(f));
        let (flows, sum) = goodputs.fold((0, 0.0), |(n, sum), x| (n + 1, sum + x));
        if flows > 0 {
            results.push(GroupResults {
                algorithm: group.algorithm.clone(),
                flows,
                reference: groups.reference == Some(at),
                mean_goodput_mbps: sum / f64::from(flows),
                friendliness: f.and_then(finite),
                equivalence: f.map(equivalence).and_then(finite),
                internal_fairness: fairness.and_then(finite),
                scales: scales(at),
            });
        }
    });
    results
}
