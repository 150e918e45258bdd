//! What a controller that runs a script of the document reports.

use std::collections::VecDeque;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

/// What a script printed, and why it stopped.
#[derive(Clone, Debug, Default)]
pub struct ScriptReport {
    /// The last lines that it printed; `None` before the first.
    pub printed: Option<Arc<VecDeque<Printed>>>,
    /// Why it stopped. Since then the flow follows Reno.
    pub failure: Option<Arc<ScriptFailure>>,
}

/// A line that a script printed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Printed {
    /// Simulated time, s.
    pub at_s: f64,
    /// The line.
    pub text: String,
}

/// Why a script stopped.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptFailure {
    /// Simulated time, s.
    pub at_s: f64,
    /// Name of the handler.
    pub handler: String,
    /// Line of the script, from 1; 0 if it is unknown.
    pub line: u32,
    /// Column, from 1; 0 if it is unknown.
    pub column: u32,
    /// What went wrong.
    pub message: String,
}

/// A call of a handler in a trace. Without scripts there is none.
#[cfg(not(feature = "script"))]
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub enum ScriptCall {}

/// A call of a handler in a trace.
#[cfg(feature = "script")]
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScriptCall {
    /// Name of the handler.
    pub handler: String,
    /// Constants that the handler reads: name and value.
    pub inputs: Vec<(String, String)>,
    /// Numbers of the lines that ran, in order.
    pub lines: Vec<u32>,
    /// State and controls: name, value before, value after.
    pub variables: Vec<(String, String, String)>,
}
