//! The types of the catalogue: rows, parameters, variables, rules.
//!
//! Every algorithm, queue discipline, traffic source and stack profile registers one row. Pickers, forms, help, the JSON
//! schema, the command line and validation all read these rows; nothing outside the engine has its own list. All rows
//! together form [`crate::published::Catalogue`].

use std::borrow::Cow;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::scenario::{ParamValue, Params};

/// Text of a row: static in the engine, or owned if a document defines the row.
pub type Text = Cow<'static, str>;

/// Builds something from a row's settings: a function of the engine, or a closure.
pub type Make<T> = Arc<dyn Fn(&Settings<'_>) -> T + Send + Sync>;

/// What all rows have in common.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Immutable id, used in documents.
    pub id: Text,
    /// The field's standard name.
    pub name: Text,
    /// Summary, one sentence.
    pub summary: Text,
    /// Paper or RFC.
    pub source: Text,
    /// Year of first publication; 0 if there is none.
    pub year: u32,
    /// Parameters.
    pub params: Vec<Param>,
}

/// A congestion-control algorithm.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlgorithmInfo {
    /// What all rows have in common.
    #[serde(flatten)]
    pub row: Row,
    /// Heading in the picker.
    pub family: Text,
    /// Transport of the algorithm.
    pub transport: TransportKind,
    /// Default loss recovery, which the flow's stack can override.
    pub recovery: Text,
    /// Default pacing, which the flow's stack can override; `own`: the controller sets a rate itself.
    #[serde(rename = "spacing")]
    pub pacing: Text,
    /// Default ECN feedback, which the flow's stack can override.
    pub feedback: Text,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Whether the algorithm has a fluid form.
    pub fluid: bool,
    /// Rules: what it does on which occasion.
    pub rules: Vec<Rule>,
}

/// What a controller does in one kind of situation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    /// The situation.
    pub on: RuleSubject,
    /// Name of the controller's state in which it applies; empty: in every state that has no rule of its own for the situation.
    #[serde(skip_serializing_if = "str::is_empty")]
    #[schemars(default)]
    pub state: Text,
    /// Description, one or two sentences.
    pub words: Text,
    /// Formula in the literature's symbols; empty if there is none.
    pub formula: Text,
    /// Source of the rule.
    pub source: Text,
}

/// Situations in which a controller acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RuleSubject {
    /// An ACK below ssthresh.
    SlowStart,
    /// An ACK at or above ssthresh.
    Avoidance,
    /// An ACK during loss recovery.
    Recovery,
    /// A loss detected by ACKs.
    Loss,
    /// A timeout.
    Timeout,
    /// ECN-Echo.
    Ecn,
    /// A report from the receiver of a rate-based scheme.
    Report,
}

/// A queue discipline.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QueueInfo {
    /// What all rows have in common.
    #[serde(flatten)]
    pub row: Row,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
    /// Whether the discipline has a fluid form.
    pub fluid: bool,
    /// How it decides to drop or mark packets before its buffer is full; absent if it never does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub early: Option<EarlyRule>,
    /// Names of the classes of packets that wait in queues of their own; empty if there is one queue, or one for each flow.
    pub classes: Vec<String>,
}

/// How a queue discipline decides to drop or mark a packet before its buffer is full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlyRule {
    /// Description, one to three sentences.
    pub words: Text,
    /// Formula in the symbols of the discipline's variables and parameters; empty if there is none.
    pub formula: Text,
}

impl EarlyRule {
    /// A rule.
    pub const fn new(words: &'static str, formula: &'static str) -> EarlyRule {
        EarlyRule { words: Cow::Borrowed(words), formula: Cow::Borrowed(formula) }
    }
}

/// A behaviour of links.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BehaviourInfo {
    /// What all rows have in common.
    #[serde(flatten)]
    pub row: Row,
    /// Internal variables that can be plotted.
    pub variables: Vec<Variable>,
}

/// A traffic source.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficInfo {
    /// What all rows have in common.
    #[serde(flatten)]
    pub row: Row,
    /// Transports that can carry it.
    pub transports: &'static [TransportKind],
}

/// Transport of an algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TransportKind {
    /// A reliable byte stream under a window.
    Tcp,
    /// Datagrams at a rate that responds to feedback, without retransmission.
    Rate,
    /// Datagrams without feedback.
    Udp,
}

/// A parameter: its names, unit, help and domain.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Param {
    /// Key in documents.
    pub id: Text,
    /// The literature's symbol, if there is one.
    pub symbol: Text,
    /// Short name for forms.
    pub name: Text,
    /// Unit, empty for pure numbers.
    pub unit: Text,
    /// Help text.
    pub help: Text,
    /// Allowed values and default.
    #[serde(flatten)]
    pub domain: Domain,
    /// Condition on another parameter under which this one has an effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<When>,
}

/// A condition on another parameter of the same row.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct When {
    /// Id of the other parameter, which is a choice.
    pub param: Text,
    /// Id of the option that must be selected.
    pub is: Text,
}

/// The values that a parameter can take.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", tag = "type")]
pub enum Domain {
    /// A real number from min to max.
    #[serde(rename_all = "camelCase")]
    Number {
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Default value.
        default: f64,
        /// Whether only whole numbers are allowed.
        integer: bool,
        /// Whether a logarithmic slider is better.
        log: bool,
    },
    /// On or off.
    #[serde(rename_all = "camelCase")]
    Switch {
        /// Default value.
        default: bool,
    },
    /// One of a list.
    #[serde(rename_all = "camelCase")]
    Choice {
        /// Default value.
        default: Text,
        /// Options.
        options: Cow<'static, [ChoiceOption]>,
    },
    /// A list of whole numbers from min to max.
    #[serde(rename_all = "camelCase")]
    Numbers {
        /// Smallest value allowed.
        min: f64,
        /// Largest value allowed.
        max: f64,
        /// Default values.
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
    /// Names of the values 0, 1, …, if the variable is a state; else empty.
    #[serde(skip_serializing_if = "<[Text]>::is_empty")]
    #[schemars(default)]
    pub states: Cow<'static, [Text]>,
}

impl ChoiceOption {
    /// An option with static text.
    pub const fn new(id: &'static str, name: &'static str) -> ChoiceOption {
        ChoiceOption { id: Cow::Borrowed(id), name: Cow::Borrowed(name) }
    }
}

impl Variable {
    /// A variable with static text; `symbol` and `unit` may be empty.
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
            states: Cow::Borrowed(&[]),
        }
    }

    /// A variable that is a state, with the names of its values 0, 1, …
    pub const fn state(id: &'static str, name: &'static str, states: &'static [Text]) -> Variable {
        Variable {
            id: Cow::Borrowed(id),
            symbol: Cow::Borrowed(""),
            name: Cow::Borrowed(name),
            unit: Cow::Borrowed(""),
            states: Cow::Borrowed(states),
        }
    }
}

impl Param {
    fn of(id: impl Into<Text>, name: impl Into<Text>, domain: Domain) -> Param {
        let (symbol, unit, help) = Default::default();
        Param { id: id.into(), symbol, name: name.into(), unit, help, domain, when: None }
    }

    /// A real number.
    #[inline(never)]
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
    #[inline(never)]
    pub fn switch(id: impl Into<Text>, name: impl Into<Text>, default: bool) -> Param {
        Param::of(id, name, Domain::Switch { default })
    }

    /// One of `options`.
    #[inline(never)]
    pub fn choice(
        id: impl Into<Text>,
        name: impl Into<Text>,
        default: impl Into<Text>,
        options: impl Into<Cow<'static, [ChoiceOption]>>,
    ) -> Param {
        Param::of(id, name, Domain::Choice { default: default.into(), options: options.into() })
    }

    /// A list of whole numbers.
    #[inline(never)]
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
    #[inline(never)]
    pub fn range(mut self, min: f64, max: f64, default: f64) -> Param {
        if let Domain::Number { integer, log, .. } = self.domain {
            self.domain = Domain::Number { min, max, default, integer, log };
        }
        self
    }

    /// Restricts a number to whole numbers.
    #[inline(never)]
    pub fn integer(mut self) -> Param {
        if let Domain::Number { integer, .. } = &mut self.domain {
            *integer = true;
        }
        self
    }

    /// Gives a number a logarithmic slider.
    #[inline(never)]
    pub fn log(mut self) -> Param {
        if let Domain::Number { log, .. } = &mut self.domain {
            *log = true;
        }
        self
    }

    /// The parameter has an effect only if option `is` of the choice `param` is selected.
    #[inline(never)]
    pub fn when(mut self, param: impl Into<Text>, is: impl Into<Text>) -> Param {
        self.when = Some(When { param: param.into(), is: is.into() });
        self
    }

    /// Sets the help text.
    #[inline(never)]
    pub fn help(mut self, help: impl Into<Text>) -> Param {
        self.help = help.into();
        self
    }

    /// The default value.
    pub fn default_value(&self) -> ParamValue {
        match &self.domain {
            Domain::Number { default, .. } => ParamValue::Number(*default),
            Domain::Switch { default } => ParamValue::Bool(*default),
            Domain::Choice { default, .. } => ParamValue::Text(default.to_string()),
            Domain::Numbers { default, .. } => ParamValue::Numbers(default.to_vec()),
        }
    }

    /// What was expected instead of `value`; `None` if the value is valid.
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
                    .then(|| format!("a list of at least one whole number from {min} to {max}"))
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

/// The values of a row's parameters: those of the document, otherwise the row's defaults.
///
/// Documents are validated before they run, so a value of the wrong type falls back to the default instead of failing.
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

    /// The id of the selected option.
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
    /// The parameter with another default.
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
