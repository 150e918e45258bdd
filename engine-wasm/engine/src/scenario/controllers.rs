//! Controllers that a document defines. The module `script` compiles them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A congestion controller that the document defines. Flows name it by its id.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScriptedController {
    /// Immutable identity, different from that of every algorithm of the catalogue.
    #[schemars(length(min = 1, max = 64))]
    pub id: String,
    /// Name in the picker.
    #[schemars(length(min = 1, max = 80))]
    pub name: String,
    /// Summary, one sentence.
    #[serde(default)]
    #[schemars(length(max = 400))]
    pub summary: String,
    /// Parameters, which the script reads by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 16))]
    pub params: Vec<ScriptParam>,
    /// The program. Its variables are the state, its functions `on_ack`, `on_loss` and the like are the handlers.
    #[schemars(length(max = 20_000))]
    pub script: String,
    /// Limits of one call.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub limits: ScriptLimits,
}

/// A parameter of a scripted controller: a number.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ScriptParam {
    /// Name in the script.
    #[schemars(length(min = 1, max = 40))]
    pub id: String,
    /// Short name for forms; if empty, the id.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 60))]
    pub name: String,
    /// Unit, empty for pure numbers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 20))]
    pub unit: String,
    /// Help text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schemars(length(max = 400))]
    pub help: String,
    /// Smallest value allowed.
    pub min: f64,
    /// Largest value allowed.
    pub max: f64,
    /// Default value.
    pub default: f64,
}

/// Limits of a scripted controller.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ScriptLimits {
    /// Maximum number of operations of one call of a handler.
    #[schemars(range(min = 100, max = 100_000))]
    pub operations: u32,
    /// Maximum number of elements of an array or a map, and of bytes of a string.
    #[schemars(range(min = 16, max = 1024))]
    pub elements: u32,
}

impl Default for ScriptLimits {
    fn default() -> Self {
        ScriptLimits { operations: 10_000, elements: 256 }
    }
}

fn is_usual(limits: &ScriptLimits) -> bool {
    *limits == ScriptLimits::default()
}
