//! The catalogue: all registered rows, from which the page builds its interface.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalogue::{AlgorithmInfo, BehaviourInfo, Param, QueueInfo, Row, Text, TrafficInfo};
use crate::registry::Registry;

/// The catalogue.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// Version of the simulated model; part of every digest.
    pub model_version: u32,
    /// Congestion-control algorithms, in the order of the picker.
    pub algorithms: Vec<AlgorithmInfo>,
    /// Id of the algorithm that a new flow gets: CUBIC, the default of Linux, Windows and macOS.
    pub usual_algorithm: Text,
    /// Queue disciplines.
    pub queues: Vec<QueueInfo>,
    /// Link behaviours.
    pub behaviours: Vec<BehaviourInfo>,
    /// What applications send.
    pub traffic: Vec<TrafficInfo>,
    /// Stack profiles. All have the same options, listed in `params`, with different defaults.
    pub stacks: Vec<Row>,
    /// Parameters of the fluid model.
    pub fluid: Vec<Param>,
}

const USUAL_ALGORITHM: &str = "cubic";

/// The catalogue of the engine's own rows.
pub fn catalogue() -> Catalogue {
    Registry::built_in().catalogue()
}

impl Registry {
    /// The catalogue of this registry.
    pub fn catalogue(&self) -> Catalogue {
        let usual = self.algorithm(USUAL_ALGORITHM).or(self.algorithms().first());
        Catalogue {
            model_version: crate::MODEL_VERSION,
            algorithms: self.algorithms().iter().map(|a| a.info()).collect(),
            usual_algorithm: usual.map(|row| row.row.id.clone()).unwrap_or_default(),
            queues: self.queues().iter().map(|q| q.info()).collect(),
            behaviours: crate::link::BEHAVIOURS.iter().map(|row| row.info()).collect(),
            traffic: self.traffics().iter().map(|t| t.info.clone()).collect(),
            stacks: self.profiles().iter().map(|p| Row::clone(p)).collect(),
            fluid: crate::fluid_sim::params::params(),
        }
    }
}
