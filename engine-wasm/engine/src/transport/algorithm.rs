//! What an algorithm and the transport under it say together: what the catalogue shows, the settled stack, all probes.

use super::stack::{Defaults, Stack, pacing_variables};
use crate::catalogue::{AlgorithmInfo, Row, Variable};
use crate::congestion::AlgorithmRow;
use crate::scenario::Choice;

impl AlgorithmRow {
    /// What the catalogue shows.
    pub fn info(&self) -> AlgorithmInfo {
        AlgorithmInfo {
            row: self.row.clone(),
            family: self.family.clone(),
            transport: self.transport(),
            recovery: self.recovery.clone(),
            pacing: self.pacing.clone(),
            feedback: self.feedback.clone(),
            variables: self.all_variables().cloned().collect(),
            rules: self.rules.clone(),
            fluid: self.has_fluid(),
        }
    }

    /// The stack of a flow that uses it, by the row of the profile that the flow chose.
    pub fn stack(&self, profile: &Row, choice: &Choice) -> Stack {
        let defaults = Defaults { recovery: &self.recovery, pacing: &self.pacing, feedback: &self.feedback };
        Stack::new(profile, choice, defaults)
    }

    /// What can be plotted: of its law, then of its spacing.
    pub fn all_variables(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().chain(pacing_variables(&self.pacing))
    }
}
