//! What an algorithm and the transport under it say together: what the catalogue shows, the settled stack, all probes.

use super::stack::{Defaults, Stack, spacing_probes};
use crate::catalogue::{AlgorithmInfo, Probe, Row};
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
            spacing: self.spacing.clone(),
            feedback: self.feedback.clone(),
            probes: self.all_probes().cloned().collect(),
            rules: self.rules.clone(),
            fluid: self.has_fluid(),
        }
    }

    /// The stack of a flow that uses it, by the row of the profile that the flow chose.
    pub fn stack(&self, profile: &Row, choice: &Choice) -> Stack {
        let defaults =
            Defaults { recovery: &self.recovery, spacing: &self.spacing, feedback: &self.feedback };
        Stack::new(profile, choice, defaults)
    }

    /// What can be plotted: of its law, then of its spacing.
    pub fn all_probes(&self) -> impl Iterator<Item = &Probe> {
        self.probes.iter().chain(spacing_probes(&self.spacing))
    }
}
