//! Combines an algorithm with its transport: catalogue entry, resolved stack, variables.

use super::stack::{Defaults, Stack, pacing_variables};
use crate::catalogue::{AlgorithmInfo, Row, Variable};
use crate::congestion::AlgorithmRow;
use crate::scenario::Choice;

impl AlgorithmRow {
    /// Its entry in the published catalogue.
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

    /// The stack of a flow that uses it, by the row of the flow's profile.
    pub fn stack(&self, profile: &Row, choice: &Choice) -> Stack {
        let defaults = Defaults { recovery: &self.recovery, pacing: &self.pacing, feedback: &self.feedback };
        Stack::new(profile, choice, defaults)
    }

    /// Variables that can be plotted: those of its controller, then those of its pacing.
    pub fn all_variables(&self) -> impl Iterator<Item = &Variable> {
        self.variables.iter().chain(pacing_variables(&self.pacing))
    }
}
