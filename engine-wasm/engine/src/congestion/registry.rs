//! Declarations of algorithms, in their files and in a registry.

use std::fmt;
use std::sync::Arc;

use super::Controller;
use super::fluid::{FluidController, MakeFluid};
use super::rate::RateController;
use crate::catalogue::{Make, Param, Row, Rule, Settings, Text, TransportKind, Variable};
use crate::theory::pftk::Connection;

/// An algorithm of the engine as declared in its file: a controller, and its default loss recovery and pacing, which the flow's stack
/// can override.
#[derive(Debug)]
pub struct Algorithm {
    /// Immutable id.
    pub id: &'static str,
    /// The field's standard name.
    pub name: &'static str,
    /// Heading in the picker.
    pub family: &'static str,
    /// Summary, one sentence.
    pub summary: &'static str,
    /// Paper or RFC.
    pub source: &'static str,
    /// Year of first publication; 0 if there is none.
    pub year: u32,
    /// Default loss recovery.
    pub recovery: &'static str,
    /// Default pacing.
    pub pacing: &'static str,
    /// ECN feedback: "classic", or one that it requires and therefore always uses; "l4s" is Accurate ECN with ECT(1).
    pub feedback: &'static str,
    /// Parameters.
    pub params: fn() -> Vec<Param>,
    /// Variables of its controller that can be plotted.
    pub variables: &'static [Variable],
    /// Rules: what it does in which situation, for *Why?*.
    pub rules: &'static [Rule],
    /// Predictions of theory.
    pub theory: &'static [Theory],
    /// Its fluid form, if it has one.
    pub fluid: Option<MakeFluid>,
    /// Kind of controller.
    pub controller: ControllerKind,
}

/// The kind of a controller, and the function that makes it.
#[derive(Clone, Copy, Debug)]
pub enum ControllerKind<W = fn(&Settings<'_>) -> Box<dyn Controller>, R = fn(&Settings<'_>) -> RateController>
{
    /// A congestion controller of TCP.
    Window(W),
    /// Both ends of a rate controller.
    Rate(R),
    /// Datagrams at the rate of the traffic.
    Unresponsive,
}

/// Makes a congestion controller of TCP.
pub type MakeController = Make<Box<dyn Controller>>;
/// Makes both ends of a rate controller.
pub type MakeRateController = Make<RateController>;

/// An algorithm's row in a registry. It owns its texts and functions, so that a document could define one.
#[derive(Clone)]
pub struct AlgorithmRow {
    /// What all rows have in common.
    pub row: Row,
    /// Heading in the picker.
    pub family: Text,
    /// Default loss recovery.
    pub recovery: Text,
    /// Default pacing.
    pub pacing: Text,
    /// ECN feedback: "classic", or one that it requires and therefore always uses; "l4s" is Accurate ECN with ECT(1).
    pub feedback: Text,
    /// Variables of its controller that can be plotted.
    pub variables: Vec<Variable>,
    /// Rules: what it does in which situation.
    pub rules: Vec<Rule>,
    /// Predictions of theory.
    pub theory: Vec<Theory>,
    /// Its fluid form, if it has one.
    pub fluid: Option<Make<Arc<dyn FluidController>>>,
    /// Kind of controller.
    pub controller: ControllerKind<MakeController, MakeRateController>,
}

/// A prediction of theory that is compared with measurements (`packet_sim/predictions.rs`).
#[derive(Clone, Copy, Debug)]
pub enum Theory {
    /// The sawtooth of the row's fluid form.
    Sawtooth,
    /// The PFTK formula: Reno with timeouts.
    Pftk,
    /// Minimum and maximum number of packets that each flow keeps in queues in equilibrium.
    Backlog(fn(&Settings<'_>) -> (f64, f64)),
    /// The scheme's rate in packets per second for a loss event rate (or a packet loss rate, if `by_packets`).
    Rate {
        /// Whether every lost packet counts, instead of every loss event.
        by_packets: bool,
        /// The formula.
        rate: fn(&Settings<'_>, f64, &Connection) -> f64,
    },
}

/// For algorithms without predictions.
pub const NO_THEORY: &[Theory] = &[];

/// For algorithms without parameters.
pub const NO_PARAMS: fn() -> Vec<Param> = Vec::new;

impl Algorithm {
    /// Its row in the registry.
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
    /// Whether it has a fluid form.
    pub fn has_fluid(&self) -> bool {
        self.fluid.is_some() || matches!(self.controller, ControllerKind::Unresponsive)
    }

    /// Its transport.
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
