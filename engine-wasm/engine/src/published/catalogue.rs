//! The assembled catalogue: the rows of everything that is registered, so that the interface can be drawn from them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::catalogue::{AlgorithmInfo, BehaviourInfo, Param, QueueInfo, Row, TrafficInfo};
use crate::registry::Registry;

/// Everything on offer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Catalogue {
    /// Version of the simulated model; part of every digest.
    pub model_version: u32,
    /// Congestion-control algorithms, in the order of the picker.
    pub algorithms: Vec<AlgorithmInfo>,
    /// Queue disciplines.
    pub queues: Vec<QueueInfo>,
    /// What links can do beside sending at a rate.
    pub behaviours: Vec<BehaviourInfo>,
    /// What applications send.
    pub traffic: Vec<TrafficInfo>,
    /// Stack profiles; each gives its own defaults to the same options, listed in its `params`.
    pub stacks: Vec<Row>,
    /// What can be set of the fluid model.
    pub fluid: Vec<Param>,
}

/// Everything that this engine offers.
pub fn catalogue() -> Catalogue {
    Registry::built_in().catalogue()
}

impl Registry {
    /// What is on offer.
    pub fn catalogue(&self) -> Catalogue {
        Catalogue {
            model_version: crate::MODEL_VERSION,
            algorithms: self.algorithms().iter().map(|a| a.info()).collect(),
            queues: self.queues().iter().map(|q| q.info()).collect(),
            behaviours: crate::link::BEHAVIOURS.iter().map(|row| row.info()).collect(),
            traffic: self.traffics().iter().map(|t| t.info.clone()).collect(),
            stacks: self.profiles().iter().map(|p| Row::clone(p)).collect(),
            fluid: crate::fluid_sim::params::params(),
        }
    }
}
