//! Groups of flows by algorithm, to compare algorithms: friendliness, equivalence, internal fairness.

use schemars::JsonSchema;
use serde::Serialize;

use super::fairness::{equivalence, friendliness, internal_fairness};
use super::timescales::ScaleResults;
use crate::catalogue::Text;
use crate::scenario::Flow;

/// The flows of an algorithm.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Id of the algorithm.
    pub algorithm: String,
    /// Heading of its row in the picker.
    pub family: Text,
    /// Numbers of the flows that count.
    pub members: Vec<u32>,
}

/// All groups. A group without flows keeps its position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Groups {
    /// In the order in which the algorithms first appeared.
    pub list: Vec<Group>,
    /// The reference group.
    pub reference: Option<usize>,
}

/// By default, the reference algorithm is the first one of this family.
const REFERENCE_FAMILY: &str = "Loss-based";

impl Groups {
    /// Groups the flows, given with their numbers and the families of their algorithms. `wanted` is the
    /// reference algorithm; without it, the first algorithm of the loss-based family.
    ///
    /// If some flows of an algorithm are bulk transfers, its other flows are background traffic and do not
    /// count.
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

    /// Friendliness to the reference and internal fairness of each group. `rate` returns the rate of a flow,
    /// or `None` if the flow does not count. Calls `show` for each group with its number, F if there is a
    /// reference, and F_C.
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
    /// Number of flows counted: those that have started, and of these only the bulk transfers if there are any.
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

/// Results by group, from the goodputs (Mb/s) of flows that have started.
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
