//! What an algorithm says of itself: in its file, and in a registry.

use std::fmt;
use std::sync::Arc;

use super::Controller;
use super::fluid::{FluidController, MakeFluid};
use super::rate::RateController;
use crate::catalogue::{Make, Param, Row, Rule, Settings, Text, TransportKind, Variable};
use crate::theory::pftk::Connection;

/// An algorithm of the engine as its file declares it: a controller, and the recovery and spacing that go with it where the flow's stack does not
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
    pub pacing: &'static str,
    /// ECN feedback that goes with it: "classic", or one that it needs and therefore always uses; "l4s" is Accurate ECN with ECT(1).
    pub feedback: &'static str,
    /// What can be set.
    pub params: fn() -> Vec<Param>,
    /// What can be plotted of its law.
    pub variables: &'static [Variable],
    /// What it does, and on what: for those who ask why a window moved.
    pub rules: &'static [Rule],
    /// What theory says of it.
    pub theory: &'static [Theory],
    /// Its law in the fluid model; nothing where it has none.
    pub fluid: Option<MakeFluid>,
    /// How it sends.
    pub controller: ControllerKind,
}

/// How an algorithm sends, and what makes its controller or its two ends.
#[derive(Clone, Copy, Debug)]
pub enum ControllerKind<W = fn(&Settings<'_>) -> Box<dyn Controller>, R = fn(&Settings<'_>) -> RateController>
{
    /// A controller of TCP.
    Window(W),
    /// Both ends of a scheme that sets the rate of datagrams.
    Rate(R),
    /// Datagrams at the rate of the traffic.
    Unresponsive,
}

/// Makes a controller of TCP.
pub type MakeController = Make<Box<dyn Controller>>;
/// Makes both ends of a rate law.
pub type MakeRateController = Make<RateController>;

/// An algorithm's row of a registry. It owns its texts and makers: a document can bring one.
#[derive(Clone)]
pub struct AlgorithmRow {
    /// What every row says of itself.
    pub row: Row,
    /// Heading in the picker.
    pub family: Text,
    /// Loss recovery that goes with it.
    pub recovery: Text,
    /// Spacing that goes with it.
    pub pacing: Text,
    /// ECN feedback that goes with it: "classic", or one that it needs and therefore always uses; "l4s" is Accurate ECN with ECT(1).
    pub feedback: Text,
    /// What can be plotted of its law.
    pub variables: Vec<Variable>,
    /// What it does, and on what.
    pub rules: Vec<Rule>,
    /// What theory says of it.
    pub theory: Vec<Theory>,
    /// Its law in the fluid model; nothing where it has none.
    pub fluid: Option<Make<Arc<dyn FluidController>>>,
    /// How it sends.
    pub controller: ControllerKind<MakeController, MakeRateController>,
}

/// What theory says of an algorithm: predictions to stand beside measurements (`packet_sim/predictions.rs`).
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

impl Algorithm {
    /// Its row of the registry.
    pub fn to_row(&self) -> AlgorithmRow {
        AlgorithmRow {
            row: Row {
                id: self.id.into(),
                name: self.name.into(),
                summary: self.summary.into(),
                source: self.source.into(),
                year: self.year,
                params: (self.params)(),
            },
            family: self.family.into(),
            recovery: self.recovery.into(),
            pacing: self.pacing.into(),
            feedback: self.feedback.into(),
            variables: self.variables.to_vec(),
            rules: self.rules.to_vec(),
            theory: self.theory.to_vec(),
            fluid: self.fluid.map(|make| Arc::new(make) as Make<_>),
            controller: match self.controller {
                ControllerKind::Window(make) => ControllerKind::Window(Arc::new(make)),
                ControllerKind::Rate(make) => ControllerKind::Rate(Arc::new(make)),
                ControllerKind::Unresponsive => ControllerKind::Unresponsive,
            },
        }
    }
}

impl AlgorithmRow {
    /// Whether the fluid model has a form of it.
    pub fn has_fluid(&self) -> bool {
        self.fluid.is_some() || matches!(self.controller, ControllerKind::Unresponsive)
    }

    /// What carries its packets.
    pub fn transport(&self) -> TransportKind {
        match self.controller {
            ControllerKind::Window(_) => TransportKind::Tcp,
            ControllerKind::Rate(_) => TransportKind::Rate,
            ControllerKind::Unresponsive => TransportKind::Udp,
        }
    }
}

impl fmt::Debug for AlgorithmRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the row of {}", self.row.id)
    }
}
