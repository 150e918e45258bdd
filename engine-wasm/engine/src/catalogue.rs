//! The catalogue: what the engine offers, published so that the interface can be drawn from it.
//!
//! Every algorithm, queue discipline, traffic source and stack profile registers one row. Pickers, forms, help, the JSON
//! schema, the command line and validation all read these rows; nothing outside the engine holds a list of its own.

use schemars::JsonSchema;
use serde::Serialize;

use crate::packet_sim::trace::RuleOn;
use crate::scenario::{ParamValue, Params};

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
    /// What applications send.
    pub traffic: Vec<TrafficInfo>,
    /// Stack profiles; each gives its own defaults to the same options, listed in its `params`.
    pub stacks: Vec<Row>,
    /// What can be set of the fluid model.
    pub fluid: Vec<Param>,
}

/// What every row says of itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Immutable id, used in documents.
    pub id: &'static str,
    /// The field's standard name.
    pub name: &'static str,
    /// One sentence.
    pub summary: &'static str,
    /// Paper or RFC.
    pub source: &'static str,
    /// Year in which it was first published; 0 where there is no such thing.
    pub year: u32,
    /// What can be set.
    pub params: Vec<Param>,
}

/// A congestion-control algorithm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlgorithmInfo {
    /// What every row says.
    #[serde(flatten)]
    pub row: Row,
    /// Heading in the picker.
    pub family: &'static str,
    /// Transport under the algorithm.
    pub transport: TransportKind,
    /// Loss recovery unless the flow's stack says otherwise.
    pub recovery: &'static str,
    /// Spacing of packets unless the flow's stack says otherwise.
    pub spacing: &'static str,
    /// ECN feedback unless the flow's stack says otherwise.
    pub feedback: &'static str,
    /// Internal variables that can be plotted.
    pub probes: Vec<Probe>,
    /// Whether the row has a law for the fluid model.
    pub fluid: bool,
    /// What it does, and on what.
    pub rules: &'static [Rule],
}

/// What a law does on one kind of occasion.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The occasion.
    pub on: RuleOn,
    /// What happens, in a sentence.
    pub words: &'static str,
    /// The same as a formula, in the literature's symbols; empty where there is none.
    pub formula: &'static str,
    /// Where it stands.
    pub source: &'static str,
}

/// A queue discipline.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueInfo {
    /// What every row says.
    #[serde(flatten)]
    pub row: Row,
    /// Internal variables that can be plotted.
    pub probes: Vec<Probe>,
    /// Whether the discipline has a form in the fluid model.
    pub fluid: bool,
}

/// A source of data.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficInfo {
    /// What every row says.
    #[serde(flatten)]
    pub row: Row,
    /// Transports that can carry it.
    pub transports: &'static [TransportKind],
}

/// What carries an algorithm's packets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TransportKind {
    /// Reliable bytes under a window.
    Tcp,
    /// Datagrams whose rate answers to feedback; nothing is sent again.
    Rate,
    /// Datagrams; nothing answers.
    Udp,
}

/// A parameter: how to show it, what it may be.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Param {
    /// Key in documents.
    pub id: &'static str,
    /// The literature's symbol, where there is one.
    pub symbol: &'static str,
    /// Short name for forms.
    pub name: &'static str,
    /// Unit, empty for pure numbers.
    pub unit: &'static str,
    /// One sentence of help.
    pub help: &'static str,
    /// What values are allowed, and the default.
    #[serde(flatten)]
    pub domain: Domain,
    /// Matters only where another parameter of the row has this value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

/// A condition on another parameter of the same row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct When {
    /// Id of that parameter, a choice.
    pub param: &'static str,
    /// Id of the option that it must have.
    pub is: &'static str,
}

/// The values that a parameter can take.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Domain {
    /// A real number in min … max.
    #[serde(rename_all = "camelCase")]
    Number {
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Value where the document is silent.
        default: f64,
        /// Whole numbers only.
        integer: bool,
        /// A logarithmic slider suits better.
        log: bool,
    },
    /// On or off.
    #[serde(rename_all = "camelCase")]
    Switch {
        /// Value where the document is silent.
        default: bool,
    },
    /// One of a list.
    #[serde(rename_all = "camelCase")]
    Choice {
        /// Value where the document is silent.
        default: &'static str,
        /// What can be chosen.
        options: &'static [Opt],
    },
    /// A list of whole numbers in min … max.
    #[serde(rename_all = "camelCase")]
    Numbers {
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Values where the document is silent.
        default: &'static [f64],
    },
}

/// One option of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Opt {
    /// Value in documents.
    pub id: &'static str,
    /// Name in forms.
    pub name: &'static str,
}

/// An internal variable of an algorithm or a queue that can be plotted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// Key of the series.
    pub id: &'static str,
    /// The literature's symbol.
    pub symbol: &'static str,
    /// Short name.
    pub name: &'static str,
    /// Unit, empty for pure numbers.
    pub unit: &'static str,
}

impl Param {
    /// A real number.
    pub const fn number(
        id: &'static str,
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
    ) -> Param {
        let domain = Domain::Number { min: 0.0, max: 1.0, default: 0.0, integer: false, log: false };
        Param { id, symbol, name, unit, help: "", domain, when: None }
    }

    /// On or off.
    pub const fn switch(id: &'static str, name: &'static str, default: bool) -> Param {
        Param { id, symbol: "", name, unit: "", help: "", domain: Domain::Switch { default }, when: None }
    }

    /// One of `options`.
    pub const fn choice(
        id: &'static str,
        name: &'static str,
        default: &'static str,
        options: &'static [Opt],
    ) -> Param {
        Param {
            id,
            symbol: "",
            name,
            unit: "",
            help: "",
            domain: Domain::Choice { default, options },
            when: None,
        }
    }

    /// A list of whole numbers.
    pub const fn numbers(
        id: &'static str,
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
        (min, max): (f64, f64),
        default: &'static [f64],
    ) -> Param {
        Param { id, symbol, name, unit, help: "", domain: Domain::Numbers { min, max, default }, when: None }
    }

    /// Sets the range and the default of a number.
    pub const fn range(mut self, min: f64, max: f64, default: f64) -> Param {
        if let Domain::Number { integer, log, .. } = self.domain {
            self.domain = Domain::Number { min, max, default, integer, log };
        }
        self
    }

    /// Makes a number whole.
    pub const fn integer(mut self) -> Param {
        if let Domain::Number { min, max, default, log, .. } = self.domain {
            self.domain = Domain::Number { min, max, default, integer: true, log };
        }
        self
    }

    /// Gives a number a logarithmic slider.
    pub const fn log(mut self) -> Param {
        if let Domain::Number { min, max, default, integer, .. } = self.domain {
            self.domain = Domain::Number { min, max, default, integer, log: true };
        }
        self
    }

    /// The parameter matters only where the choice `param` is `is`.
    pub const fn when(mut self, param: &'static str, is: &'static str) -> Param {
        self.when = Some(When { param, is });
        self
    }

    /// Adds the sentence of help.
    pub const fn help(mut self, help: &'static str) -> Param {
        self.help = help;
        self
    }

    /// The value where the document is silent.
    pub fn default_value(&self) -> ParamValue {
        match self.domain {
            Domain::Number { default, .. } => ParamValue::Number(default),
            Domain::Switch { default } => ParamValue::Bool(default),
            Domain::Choice { default, .. } => ParamValue::Text(default.to_owned()),
            Domain::Numbers { default, .. } => ParamValue::Numbers(default.to_vec()),
        }
    }

    /// What a value should have been, or nothing if it is right.
    pub fn complaint(&self, value: &ParamValue) -> Option<String> {
        match (&self.domain, value) {
            (&Domain::Number { min, max, integer, .. }, ParamValue::Number(x)) => {
                let whole = !integer || libm::floor(*x) == *x;
                (!(x.is_finite() && *x >= min && *x <= max && whole)).then(|| {
                    let kind = if integer { "whole number" } else { "number" };
                    format!("a {kind} from {min} to {max} {}", self.unit).trim_end().to_owned()
                })
            }
            (Domain::Number { .. }, _) => Some("a number".to_owned()),
            (&Domain::Numbers { min, max, .. }, ParamValue::Numbers(list)) => {
                let right = |x: &f64| *x >= min && *x <= max && libm::floor(*x) == *x;
                (list.is_empty() || !list.iter().all(right))
                    .then(|| format!("whole numbers from {min} to {max}, at least one"))
            }
            (Domain::Numbers { .. }, _) => Some("a list of numbers".to_owned()),
            (Domain::Switch { .. }, ParamValue::Bool(_)) => None,
            (Domain::Switch { .. }, _) => Some("true or false".to_owned()),
            (Domain::Choice { options, .. }, value) => {
                let known = matches!(value, ParamValue::Text(t) if options.iter().any(|o| o.id == t));
                (!known).then(|| {
                    let ids: Vec<_> = options.iter().map(|o| format!("\"{}\"", o.id)).collect();
                    format!("one of {}", ids.join(", "))
                })
            }
        }
    }
}

/// The values of a row's parameters: those of the document, else the row's defaults.
///
/// Documents are validated before they run, so a wrong kind falls back on the default instead of failing.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    specs: &'a [Param],
    given: &'a Params,
}

impl<'a> Settings<'a> {
    /// Reads `given` against `specs`.
    pub fn new(specs: &'a [Param], given: &'a Params) -> Settings<'a> {
        Settings { specs, given }
    }

    fn value(&self, id: &str) -> ParamValue {
        let spec = self.specs.iter().find(|p| p.id == id);
        let spec = spec.unwrap_or_else(|| panic!("parameter {id} is in no catalogue row"));
        match self.given.get(id) {
            Some(value) if spec.complaint(value).is_none() => value.clone(),
            _ => spec.default_value(),
        }
    }

    /// A number in the parameter's own unit.
    pub fn number(&self, id: &str) -> f64 {
        match self.value(id) {
            ParamValue::Number(x) => x,
            _ => panic!("parameter {id} is not a number"),
        }
    }

    /// On or off.
    pub fn switch(&self, id: &str) -> bool {
        self.value(id) == ParamValue::Bool(true)
    }

    /// A list of numbers in the parameter's own unit.
    pub fn numbers(&self, id: &str) -> Vec<f64> {
        match self.value(id) {
            ParamValue::Numbers(list) => list,
            _ => panic!("parameter {id} is not a list"),
        }
    }

    /// The id of the option chosen.
    pub fn choice(&self, id: &str) -> String {
        match self.value(id) {
            ParamValue::Text(text) => text,
            _ => panic!("parameter {id} is not a choice"),
        }
    }
}

/// A parameter's value as a constant.
#[derive(Clone, Copy, Debug)]
pub enum ParamValueRef {
    /// On or off.
    Bool(bool),
    /// A number.
    Number(f64),
    /// An option's id.
    Text(&'static str),
}

impl Param {
    /// The same parameter with another default.
    pub fn with_default(mut self, value: ParamValueRef) -> Param {
        match (&mut self.domain, value) {
            (Domain::Number { default, .. }, ParamValueRef::Number(x)) => *default = x,
            (Domain::Switch { default }, ParamValueRef::Bool(x)) => *default = x,
            (Domain::Choice { default, .. }, ParamValueRef::Text(x)) => *default = x,
            _ => panic!("default of {} has the wrong type", self.id),
        }
        self
    }
}

/// Everything that this engine offers.
pub fn catalogue() -> Catalogue {
    Catalogue {
        model_version: crate::MODEL_VERSION,
        algorithms: crate::congestion::REGISTRY.iter().map(|a| a.info()).collect(),
        queues: crate::queue::REGISTRY.iter().map(|r| r.info()).collect(),
        traffic: crate::traffic::rows(),
        stacks: crate::transport::stack::rows(),
        fluid: crate::fluid_sim::params::params(),
    }
}
