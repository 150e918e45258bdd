//! Contests: controllers run over the same paths and are ranked by a score.
//!
//! A contest is a document. Each of its paths is a whole scenario, in which some flows are the entry's: an entry's controller replaces
//! theirs. The scenario as it stands, without an entry, is the baseline for harm.

mod score;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::document;
use crate::metrics::scripts::ScriptFailure;
use crate::registry::Registry;
use crate::scenario::{Problem, Scenario, ScriptLimits, ScriptedController};
use crate::schema;

pub use score::{PathScore, Score};

/// The format written by this version.
pub const FORMAT_VERSION: u32 = 1;

/// Id that the entry's controller has in the scenarios of a contest.
pub const ENTRY: &str = "entry";

/// A contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Contest {
    /// Format version of this document.
    pub contest: u32,
    /// Title.
    #[schemars(length(max = 200))]
    pub title: String,
    /// Rules for the reader, in Markdown.
    #[serde(default)]
    #[schemars(length(max = 20_000))]
    pub notes: String,
    /// Paths.
    #[schemars(length(min = 1, max = 20))]
    pub paths: Vec<Path>,
    /// Seeds of the runs of each path.
    #[serde(default = "first_seed")]
    #[schemars(length(min = 1, max = 20))]
    pub seeds: Vec<u32>,
    /// Score.
    #[serde(default)]
    pub score: Score,
    /// Limits of the scripts, which replace those of the entries.
    #[serde(default)]
    pub limits: ScriptLimits,
    /// Ids of algorithms of the catalogue that are scored for comparison.
    #[serde(default = "usual_references")]
    #[schemars(length(max = 40))]
    pub references: Vec<String>,
}

/// A path of a contest.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Path {
    /// Identity.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Name for tables.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// The network and its flows. Its seed is that of the contest.
    pub scenario: Scenario,
    /// Ids of the flows that get the entry's controller.
    #[schemars(length(min = 1, max = 100))]
    pub entries: Vec<String>,
    /// Ids of the flows that the entry should not harm.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub others: Vec<String>,
}

/// A submission: a controller and who wrote it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Submission {
    /// Who wrote it.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub author: String,
    /// The controller.
    pub controller: ScriptedController,
}

/// What runs on the entry's flows.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Entrant {
    /// An algorithm of the catalogue.
    BuiltIn(String),
    /// A controller.
    Script(Box<ScriptedController>),
}

/// The outcome of a run of an entry.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PathOutcome {
    /// Id of the path.
    pub path: String,
    /// Seed.
    pub seed: u32,
    /// Digest of the run, by which anybody can check it.
    pub digest: String,
    /// What the score is computed of.
    #[serde(flatten)]
    pub score: PathScore,
    /// Why the script stopped, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<ScriptFailure>,
}

/// An entry of the leaderboard.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Name of the controller.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// Name of the file; empty for an algorithm of the catalogue.
    pub file: String,
    /// Whether it is an algorithm of the catalogue, for comparison.
    pub reference: bool,
    /// Mean score over all runs; `None` if it could not run.
    pub score: Option<f64>,
    /// Its runs: all seeds of the first path, then those of the next one.
    pub outcomes: Vec<PathOutcome>,
    /// Why it could not run.
    pub problems: Vec<Problem>,
}

/// The leaderboard of a contest, the best entry first.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaderboard {
    /// Title of the contest.
    pub title: String,
    /// The score as a formula.
    pub formula: String,
    /// Version of the simulated model; part of every digest.
    pub model_version: u32,
    /// Entries.
    pub entries: Vec<Entry>,
}

/// Whether a document is a contest.
pub fn is_contest(value: &Value) -> bool {
    value.get("contest").is_some()
}

/// Parses a contest. The error lists everything that is wrong with it.
pub fn parse(text: &str) -> Result<Contest, Vec<Problem>> {
    let not_json = |e: serde_json::Error| vec![Problem::new("", format!("not JSON: {e}"), "a JSON document")];
    let value: Value = serde_json::from_str(text).map_err(not_json)?;
    if value.get("contest").and_then(Value::as_u64) != Some(u64::from(FORMAT_VERSION)) {
        return Err(vec![Problem::new("/contest", "unknown format version", FORMAT_VERSION.to_string())]);
    }
    let mut problems = Vec::new();
    schema::check(schema::contest_schema(), &value, &mut problems);
    if !problems.is_empty() {
        return Err(problems);
    }
    let malformed =
        |e: serde_json::Error| vec![Problem::new("", e.to_string(), "a document that matches the schema")];
    let contest: Contest = serde_json::from_value(value.clone()).map_err(malformed)?;
    let mut problems = contest.problems();
    for i in 0..contest.paths.len() {
        let found = document::from_value(value["paths"][i]["scenario"].clone()).err().unwrap_or_default();
        problems.extend(found.into_iter().map(|p| p.below(&format!("/paths/{i}/scenario"))));
    }
    if problems.is_empty() { Ok(contest) } else { Err(problems) }
}

/// Parses a submission: a JSON document, or the text of a script alone, which then gets the name of its file.
pub fn parse_submission(text: &str, name: &str) -> Result<Submission, Vec<Problem>> {
    if text.trim_start().starts_with('{') {
        let malformed = |e: serde_json::Error| vec![Problem::new("", e.to_string(), "a submission")];
        return serde_json::from_str(text).map_err(malformed);
    }
    Ok(Submission {
        author: String::new(),
        controller: ScriptedController {
            id: ENTRY.to_owned(),
            name: name.to_owned(),
            summary: String::new(),
            params: Vec::new(),
            script: text.to_owned(),
            limits: ScriptLimits::default(),
        },
    })
}

impl Contest {
    /// What a schema cannot express.
    fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut expect = |right: bool, at: &str, problem: &str, expected: &str| {
            if !right {
                problems.push(Problem::new(at, problem, expected));
            }
        };
        let registry = Registry::built_in();
        for (i, id) in self.references.iter().enumerate() {
            let known = registry.algorithms().iter().any(|a| *a.row.id == **id);
            expect(
                known,
                &format!("/references/{i}"),
                "unknown algorithm",
                "the id of an algorithm of the catalogue",
            );
        }
        for (i, path) in self.paths.iter().enumerate() {
            let known = |id: &String| path.scenario.flows.iter().any(|flow| flow.id == *id);
            let at = format!("/paths/{i}");
            expect(path.entries.iter().all(known), &format!("{at}/entries"), "unknown flow", "ids of flows");
            let others = path.others.iter().all(|id| known(id) && !path.entries.contains(id));
            expect(others, &format!("{at}/others"), "unknown flow, or an entry's", "ids of other flows");
            expect(
                self.paths[..i].iter().all(|p| p.id != path.id),
                &format!("{at}/id"),
                "there is already a path with this id",
                "another id",
            );
        }
        problems
    }

    /// The document of a run: the path with an entrant, or the baseline without one. The error lists what is wrong with the entrant.
    pub fn scenario(
        &self,
        path: &Path,
        seed: u32,
        entrant: Option<&Entrant>,
    ) -> Result<Scenario, Vec<Problem>> {
        let mut scenario = path.scenario.clone();
        scenario.seed = seed;
        let Some(entrant) = entrant else { return Ok(scenario) };
        let algorithm = match entrant {
            Entrant::BuiltIn(id) => id.clone(),
            Entrant::Script(controller) => {
                let limits = self.limits;
                let controller =
                    ScriptedController { id: ENTRY.to_owned(), limits, ..(**controller).clone() };
                scenario.controllers.push(controller);
                ENTRY.to_owned()
            }
        };
        for flow in scenario.flows.iter_mut().filter(|flow| path.entries.contains(&flow.id)) {
            flow.algorithm.clone_from(&algorithm);
            flow.params.clear();
        }
        let malformed = |e: serde_json::Error| vec![Problem::new("", e.to_string(), "a scenario")];
        document::from_value(serde_json::to_value(&scenario).map_err(malformed)?)
    }

    /// Ranks entries: by score, then by name.
    pub fn leaderboard(&self, mut entries: Vec<Entry>) -> Leaderboard {
        entries.sort_by(|a, b| {
            let score = |e: &Entry| e.score.unwrap_or(f64::NEG_INFINITY);
            score(b).total_cmp(&score(a)).then_with(|| (&a.name, &a.file).cmp(&(&b.name, &b.file)))
        });
        let title = self.title.clone();
        Leaderboard { title, formula: self.score.formula(), model_version: crate::MODEL_VERSION, entries }
    }
}

impl Entry {
    /// An entry with these runs.
    pub fn new(name: &str, author: &str, file: &str, outcomes: Vec<PathOutcome>) -> Entry {
        let sum: f64 = outcomes.iter().map(|o| o.score.score).sum();
        Entry {
            name: name.to_owned(),
            author: author.to_owned(),
            file: file.to_owned(),
            reference: file.is_empty(),
            score: (!outcomes.is_empty()).then(|| sum / outcomes.len() as f64),
            outcomes,
            problems: Vec::new(),
        }
    }

    /// A submission that cannot run.
    pub fn refused(name: &str, author: &str, file: &str, problems: Vec<Problem>) -> Entry {
        Entry { problems, ..Entry::new(name, author, file, Vec::new()) }
    }
}

fn first_seed() -> Vec<u32> {
    vec![1]
}

fn usual_references() -> Vec<String> {
    ["cubic", "sack", "vegas", "copa", "bbr", "bbr3", "ledbat"].map(str::to_owned).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is wrong with the contest of a steady path after a change of its text.
    fn pointers(change: impl Fn(&mut Value)) -> Vec<String> {
        let text = include_str!("../../../../public/contests/steady.json");
        let mut contest: Value = serde_json::from_str(text).expect("JSON");
        change(&mut contest);
        parse(&contest.to_string()).err().unwrap_or_default().into_iter().map(|p| p.pointer).collect()
    }

    #[test]
    fn what_is_wrong_with_a_contest_has_a_pointer() {
        assert!(pointers(|_| ()).is_empty());
        assert_eq!(pointers(|c| c["contest"] = 2.into()), ["/contest"]);
        let wrong = pointers(|c| {
            c["seeds"] = Vec::<u32>::new().into();
            c["score"] = serde_json::json!({"delayWeight": -1, "harm": 2});
            c["limits"] = serde_json::json!({"operations": 1});
            c["paths"][0]["scenario"]["links"][0]["forward"]["rateMbps"] = "fast".into();
        });
        for pointer in [
            "/seeds",
            "/score/delayWeight",
            "/score/harm",
            "/limits/operations",
            "/paths/0/scenario/links/0/forward/rateMbps",
        ] {
            assert!(wrong.iter().any(|p| p == pointer), "{pointer}: {wrong:?}");
        }
        assert_eq!(
            pointers(|c| {
                c["references"] = vec!["cubik"].into();
                c["paths"][0]["entries"] = vec!["nobody"].into();
                c["paths"][0]["scenario"]["flows"][0]["from"] = "nowhere".into();
            }),
            ["/references/0", "/paths/0/entries", "/paths/0/scenario/flows/0/from"]
        );
    }
}
