//! The score of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Path, PathOutcome};
use crate::metrics::results::{FlowResults, Results};

/// Goodput that counts for a flow that delivered less, Mb/s: the logarithm of nothing would be without limit.
const MIN_GOODPUT_MBPS: f64 = 0.001;

/// Weights of a score.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Score {
    /// Weight of the logarithm of the delay.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub delay_weight: f64,
    /// Weight of the harm.
    #[schemars(range(min = 0.0, max = 100.0))]
    pub harm_weight: f64,
}

impl Default for Score {
    fn default() -> Self {
        Score { delay_weight: 1.0, harm_weight: 2.0 }
    }
}

/// The score of a run, and what it is computed of.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathScore {
    /// Geometric mean of the goodput of the entry's flows, Mb/s.
    pub goodput_mbps: f64,
    /// Geometric mean of the 95th percentile of their RTT, ms.
    pub rtt_p95_ms: f64,
    /// Share of the other flows' goodput in the baseline that they lost, 0 … 1.
    pub harm: f64,
    /// The score.
    pub score: f64,
}

impl Score {
    /// The score as a formula.
    pub fn formula(&self) -> String {
        let Score { delay_weight, harm_weight } = self;
        format!(
            "mean over all runs of ln(goodput / 1 Mb/s) − {delay_weight} · ln(95th percentile of the RTT / 1 ms) − {harm_weight} · harm"
        )
    }

    /// The score of a run, compared with the baseline.
    pub fn of(&self, path: &Path, results: &Results, baseline: &Results) -> PathScore {
        let entries: Vec<_> = results.flows.iter().filter(|f| path.entries.contains(&f.id)).collect();
        let mean = |of: &dyn Fn(&FlowResults) -> f64| {
            entries.iter().map(|f| libm::log(of(f))).sum::<f64>() / entries.len().max(1) as f64
        };
        // Without a sample the delay counts as the length of the measurement.
        let longest = (results.to_s - results.from_s) * 1e3;
        let goodput = mean(&|f| f.goodput_mbps.max(MIN_GOODPUT_MBPS));
        let delay = mean(&|f| f.rtt_p95_ms.unwrap_or(longest).max(0.001));
        let others = |results: &Results| -> f64 {
            results.flows.iter().filter(|f| path.others.contains(&f.id)).map(|f| f.goodput_mbps).sum()
        };
        let (before, after) = (others(baseline), others(results));
        let harm = if before > 0.0 { (1.0 - after / before).max(0.0) } else { 0.0 };
        PathScore {
            goodput_mbps: libm::exp(goodput),
            rtt_p95_ms: libm::exp(delay),
            harm,
            score: goodput - self.delay_weight * delay - self.harm_weight * harm,
        }
    }

    /// The outcome of a run with these results.
    pub fn outcome(&self, path: &Path, seed: u32, results: &Results, baseline: &Results) -> PathOutcome {
        let failed = results.flows.iter().find_map(|f| f.script_failure.clone());
        PathOutcome {
            path: path.id.clone(),
            seed,
            digest: results.digest.clone(),
            score: self.of(path, results, baseline),
            failure: failed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest;
    use crate::run::Run;
    use crate::units::Time;

    fn shared() -> contest::Contest {
        contest::parse(include_str!("../../../../public/contests/shared.json")).expect("a contest")
    }

    fn results(contest: &contest::Contest, path: &Path, entrant: Option<&contest::Entrant>) -> Results {
        let mut run = Run::new(&contest.scenario(path, 1, entrant).expect("a scenario"), false);
        run.step(Time::NEVER, u64::MAX);
        run.results()
    }

    #[test]
    fn the_score_is_its_formula() {
        let contest = shared();
        let path = &contest.paths[0];
        let (baseline, bbr) = (results(&contest, path, None), contest::Entrant::BuiltIn("bbr".into()));
        let with = results(&contest, path, Some(&bbr));
        let flow =
            |results: &Results, id: &str| results.flows.iter().find(|f| f.id == id).cloned().expect("a flow");
        let score = Score { delay_weight: 0.5, harm_weight: 3.0 }.of(path, &with, &baseline);
        let (entry, victim) = (flow(&with, "entry"), flow(&with, "cubic").goodput_mbps);
        let harm = 1.0 - victim / flow(&baseline, "cubic").goodput_mbps;
        assert!((0.1..0.9).contains(&harm), "{harm}");
        assert_eq!(score.harm, harm);
        let delay = entry.rtt_p95_ms.expect("samples");
        let expected = libm::log(entry.goodput_mbps) - 0.5 * libm::log(delay) - 3.0 * harm;
        assert!((score.score - expected).abs() < 1e-12, "{score:?}");
        // CUBIC in the entry's place is the baseline and does no harm; both have rounding errors of exp and log only.
        let cubic = results(&contest, path, Some(&contest::Entrant::BuiltIn("cubic".into())));
        assert_eq!(cubic.digest, baseline.digest);
        let score = contest.score.of(path, &cubic, &baseline);
        assert_eq!(score.harm, 0.0);
        assert!((score.goodput_mbps / flow(&cubic, "entry").goodput_mbps - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_flow_that_delivers_nothing_has_a_finite_score() {
        let contest = shared();
        let path = &contest.paths[0];
        let baseline = results(&contest, path, None);
        let mut none = baseline.clone();
        for flow in &mut none.flows {
            (flow.goodput_mbps, flow.rtt_p95_ms) = (0.0, None);
        }
        let score = contest.score.of(path, &none, &baseline);
        assert_eq!(score.harm, 1.0);
        // 0.001 Mb/s, 30 s of measurement, harm 1 with weight 2.
        let expected = libm::log(0.001) - libm::log(30_000.0) - 2.0;
        assert!((score.score - expected).abs() < 1e-9, "{score:?}");
    }
}
