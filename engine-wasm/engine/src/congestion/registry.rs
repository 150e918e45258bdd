//! What a registered algorithm says of itself.

use super::fluid::MakeFluid;
use super::rate::RateLaw;
use super::{Controller, REGISTRY};
use crate::catalogue::{AlgorithmInfo, Param, Probe, Row, Rule, Settings, TransportKind};
use crate::scenario::Choice;
use crate::theory::pftk::Connection;
use crate::transport::stack::{Defaults, Stack, spacing_probes};

/// A registered algorithm: a controller, and the recovery and spacing that go with it where the flow's stack does not
/// say otherwise.
#[derive(Debug)]
pub struct Algorithm {
    /// Immutable id.
    pub id: &'static str,
    /// The field's standard name.
    pub name: &'static str,
    /// Heading in the picker.
    pub family: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Paper or RFC.
    pub source: &'static str,
    /// Year in which it was first published; 0 where there is no such thing.
    pub year: u32,
    /// Loss recovery that goes with it.
    pub recovery: &'static str,
    /// Spacing that goes with it.
    pub spacing: &'static str,
    /// ECN feedback that goes with it: "classic", or one that it needs and therefore always uses.
    pub feedback: &'static str,
    /// What can be set.
    pub params: fn() -> Vec<Param>,
    /// What can be plotted of its law.
    pub probes: &'static [Probe],
    /// What it does, and on what: for those who ask why a window moved.
    pub rules: &'static [Rule],
    /// What theory says of it.
    pub theory: &'static [Theory],
    /// Its law in the fluid model; nothing where it has none.
    pub fluid: Option<MakeFluid>,
    /// How it sends.
    pub law: Law,
}

/// How an algorithm sends.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    /// A controller of TCP.
    Window(fn(&Settings<'_>) -> Box<dyn Controller>),
    /// Both ends of a scheme that sets the rate of datagrams.
    Rate(fn(&Settings<'_>) -> RateLaw),
    /// Datagrams at the rate of the traffic.
    Unresponsive,
}

/// What theory says of an algorithm: predictions to stand beside measurements (`theory/beside.rs`).
#[derive(Clone, Copy, Debug)]
pub enum Theory {
    /// A window that saws between losses, by the row's fluid law.
    Sawtooth,
    /// The PFTK formula: Reno with timeouts.
    Pftk,
    /// Packets that each flow keeps in queues in equilibrium, least and most.
    Backlog(fn(&Settings<'_>) -> (f64, f64)),
    /// Packets a second that the scheme aims at, for a share of packets that are loss events (or, `by_packets`, lost).
    Rate {
        /// Whether every lost packet counts, not only every loss event.
        by_packets: bool,
        /// The formula.
        rate: fn(&Settings<'_>, f64, &Connection) -> f64,
    },
}

/// Algorithms of which theory says nothing that could be compared.
pub const NO_THEORY: &[Theory] = &[];

/// Algorithms without parameters.
pub const NO_PARAMS: fn() -> Vec<Param> = Vec::new;

/// The algorithm with this id.
pub fn find(id: &str) -> Option<&'static Algorithm> {
    REGISTRY.iter().find(|a| a.id == id)
}

impl Algorithm {
    /// What the catalogue shows.
    pub fn info(&self) -> AlgorithmInfo {
        AlgorithmInfo {
            row: Row {
                id: self.id,
                name: self.name,
                summary: self.summary,
                source: self.source,
                year: self.year,
                params: (self.params)(),
            },
            family: self.family,
            transport: self.transport(),
            recovery: self.recovery,
            spacing: self.spacing,
            feedback: self.feedback,
            probes: self.all_probes(),
            rules: self.rules,
            fluid: self.fluid.is_some() || matches!(self.law, Law::Unresponsive),
        }
    }

    /// The stack of a flow that uses it.
    pub fn stack(&self, choice: &Choice) -> Stack {
        let Algorithm { recovery, spacing, feedback, .. } = *self;
        Stack::new(choice, Defaults { recovery, spacing, feedback })
    }

    /// What can be plotted: of its law, then of its spacing.
    pub fn all_probes(&self) -> Vec<Probe> {
        [self.probes, spacing_probes(self.spacing)].concat()
    }

    /// What carries its packets.
    pub fn transport(&self) -> TransportKind {
        match self.law {
            Law::Window(_) => TransportKind::Tcp,
            Law::Rate(_) => TransportKind::Rate,
            Law::Unresponsive => TransportKind::Udp,
        }
    }
}
