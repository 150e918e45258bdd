//! The types of the catalogue: rows, parameters, probes, rules.
//!
//! Every algorithm, queue discipline, traffic source and stack profile registers one row. Pickers, forms, help, the JSON
//! schema, the command line and validation all read these rows; nothing outside the engine holds a list of its own. All rows
//! together are [`crate::published::Catalogue`].

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::scenario::{ParamValue, Params};

/// A text of a row: written in the engine, or computed from a document that brings a row of its own.
pub type Text = Cow<'static, str>;

/// Makes something from a row's settings: a function of the engine, or a closure.
pub type Make<T> = Arc<dyn Fn(&Settings<'_>) -> T + Send + Sync>;

/// What every row says of itself.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Immutable id, used in documents.
    pub id: Text,
    /// The field's standard name.
    pub name: Text,
    /// One sentence.
    pub summary: Text,
    /// Paper or RFC.
    pub source: Text,
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
    pub family: Text,
    /// Transport under the algorithm.
    pub transport: TransportKind,
    /// Loss recovery unless the flow's stack says otherwise.
    pub recovery: Text,
    /// Spacing of packets unless the flow's stack says otherwise.
    #[serde(rename = "spacing")]
    pub pacing: Text,
    /// ECN feedback unless the flow's stack says otherwise.
    pub feedback: Text,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Whether the row has a law for the fluid model.
    pub fluid: bool,
    /// What it does, and on what.
    pub rules: Vec<Rule>,
}

/// What a law does on one kind of occasion.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The occasion.
    pub on: RuleSubject,
    /// What happens, in a sentence.
    pub words: Text,
    /// The same as a formula, in the literature's symbols; empty where there is none.
    pub formula: Text,
    /// Where it stands.
    pub source: Text,
}

/// On what a law acts: its rules are listed by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSubject {
    /// An ACK below the threshold.
    SlowStart,
    /// An ACK above it.
    Avoidance,
    /// An ACK while losses are being repaired.
    Recovery,
    /// A loss found by ACKs.
    Loss,
    /// The retransmission timer.
    Timeout,
    /// ECN-Echo.
    Ecn,
    /// What the receiver of a rate-based scheme reports.
    Report,
}

/// A queue discipline.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueInfo {
    /// What every row says.
    #[serde(flatten)]
    pub row: Row,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Whether the discipline has a form in the fluid model.
    pub fluid: bool,
}

/// A behaviour of links.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BehaviourInfo {
    /// What every row says.
    #[serde(flatten)]
    pub row: Row,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
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
    pub id: Text,
    /// The literature's symbol, where there is one.
    pub symbol: Text,
    /// Short name for forms.
    pub name: Text,
    /// Unit, empty for pure numbers.
    pub unit: Text,
    /// One sentence of help.
    pub help: Text,
    /// What values are allowed, and the default.
    #[serde(flatten)]
    pub domain: Domain,
    /// Matters only where another parameter of the row has this value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

/// A condition on another parameter of the same row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct When {
    /// Id of that parameter, a choice.
    pub param: Text,
    /// Id of the option that it must have.
    pub is: Text,
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
        default: Text,
        /// What can be chosen.
        options: Cow<'static, [ChoiceOption]>,
    },
    /// A list of whole numbers in min … max.
    #[serde(rename_all = "camelCase")]
    Numbers {
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Values where the document is silent.
        default: Cow<'static, [f64]>,
    },
}

/// One option of a choice.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceOption {
    /// Value in documents.
    pub id: Text,
    /// Name in forms.
    pub name: Text,
}

/// An internal variable of an algorithm or a queue that can be plotted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Variable {
    /// Key of the series.
    pub id: Text,
    /// The literature's symbol.
    pub symbol: Text,
    /// Short name.
    pub name: Text,
    /// Unit, empty for pure numbers.
    pub unit: Text,
}

impl ChoiceOption {
    /// An option of the engine's own.
    pub const fn new(id: &'static str, name: &'static str) -> ChoiceOption {
        ChoiceOption { id: Cow::Borrowed(id), name: Cow::Borrowed(name) }
    }
}

impl Variable {
    /// A variable of the engine's own; `symbol` and `unit` may be empty.
    pub const fn new(
        id: &'static str,
        symbol: &'static str,
        name: &'static str,
        unit: &'static str,
    ) -> Variable {
        Variable {
            id: Cow::Borrowed(id),
            symbol: Cow::Borrowed(symbol),
            name: Cow::Borrowed(name),
            unit: Cow::Borrowed(unit),
        }
    }
}

impl Param {
    fn of(id: impl Into<Text>, name: impl Into<Text>, domain: Domain) -> Param {
        let (symbol, unit, help) = Default::default();
        Param { id: id.into(), symbol, name: name.into(), unit, help, domain, when: None }
    }

    /// A real number.
    pub fn number(
        id: impl Into<Text>,
        symbol: impl Into<Text>,
        name: impl Into<Text>,
        unit: impl Into<Text>,
    ) -> Param {
        let domain = Domain::Number { min: 0.0, max: 1.0, default: 0.0, integer: false, log: false };
        Param { symbol: symbol.into(), unit: unit.into(), ..Param::of(id, name, domain) }
    }

    /// On or off.
    pub fn switch(id: impl Into<Text>, name: impl Into<Text>, default: bool) -> Param {
        Param::of(id, name, Domain::Switch { default })
    }

    /// One of `options`.
    pub fn choice(
        id: impl Into<Text>,
        name: impl Into<Text>,
        default: impl Into<Text>,
        options: impl Into<Cow<'static, [ChoiceOption]>>,
    ) -> Param {
        Param::of(id, name, Domain::Choice { default: default.into(), options: options.into() })
    }

    /// A list of whole numbers.
    pub fn numbers(
        id: impl Into<Text>,
        symbol: impl Into<Text>,
        name: impl Into<Text>,
        unit: impl Into<Text>,
        (min, max): (f64, f64),
        default: impl Into<Cow<'static, [f64]>>,
    ) -> Param {
        let domain = Domain::Numbers { min, max, default: default.into() };
        Param { symbol: symbol.into(), unit: unit.into(), ..Param::of(id, name, domain) }
    }

    /// Sets the range and the default of a number.
    pub fn range(mut self, min: f64, max: f64, default: f64) -> Param {
        if let Domain::Number { integer, log, .. } = self.domain {
            self.domain = Domain::Number { min, max, default, integer, log };
        }
        self
    }

    /// Makes a number whole.
    pub fn integer(mut self) -> Param {
        if let Domain::Number { integer, .. } = &mut self.domain {
            *integer = true;
        }
        self
    }

    /// Gives a number a logarithmic slider.
    pub fn log(mut self) -> Param {
        if let Domain::Number { log, .. } = &mut self.domain {
            *log = true;
        }
        self
    }

    /// The parameter matters only where the choice `param` is `is`.
    pub fn when(mut self, param: impl Into<Text>, is: impl Into<Text>) -> Param {
        self.when = Some(When { param: param.into(), is: is.into() });
        self
    }

    /// Adds the sentence of help.
    pub fn help(mut self, help: impl Into<Text>) -> Param {
        self.help = help.into();
        self
    }

    /// The value where the document is silent.
    pub fn default_value(&self) -> ParamValue {
        match &self.domain {
            Domain::Number { default, .. } => ParamValue::Number(*default),
            Domain::Switch { default } => ParamValue::Bool(*default),
            Domain::Choice { default, .. } => ParamValue::Text(default.to_string()),
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
                let known = matches!(value, ParamValue::Text(t) if options.iter().any(|o| *o.id == **t));
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
            (Domain::Choice { default, .. }, ParamValueRef::Text(x)) => *default = x.into(),
            _ => panic!("default of {} has the wrong type", self.id),
        }
        self
    }
}
