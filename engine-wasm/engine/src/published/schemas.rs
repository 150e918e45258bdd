//! JSON Schemas from the types.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::experiment::{self, Experiment};
use crate::registry::Registry;
use crate::scenario::{Problem, Scenario};
use crate::{metrics, model, packet_sim};

/// Schemas of documents and of the engine's output, by name.
pub fn schemas() -> Map<String, Value> {
    let mut schemas = Map::new();
    schemas.insert("Scenario".into(), with_algorithms(of::<Scenario>()));
    schemas.insert("Experiment".into(), with_algorithms(of::<Experiment>()));
    schemas.insert("Outcome".into(), of::<experiment::Outcome>());
    schemas.insert("ExperimentTable".into(), of::<experiment::ExperimentTable>());
    schemas.insert("NamedVariants".into(), of::<experiment::NamedVariants>());
    schemas.insert("Statistic".into(), of::<experiment::Statistic>());
    schemas.insert("Catalogue".into(), of::<super::Catalogue>());
    schemas.insert("Problem".into(), of::<Problem>());
    schemas.insert("Directory".into(), of::<model::directory::Directory>());
    schemas.insert("Moment".into(), of::<packet_sim::trace::Moment>());
    #[cfg(feature = "script")]
    schemas.insert("Interface".into(), of::<crate::script::Interface>());
    #[cfg(feature = "script")]
    {
        schemas.insert("Contest".into(), with_algorithms(of::<crate::contest::Contest>()));
        schemas.insert("Entrant".into(), of::<crate::contest::Entrant>());
        schemas.insert("PathOutcome".into(), of::<crate::contest::PathOutcome>());
        schemas.insert("Submission".into(), of::<crate::contest::Submission>());
    }
    #[cfg(feature = "script")]
    schemas.insert("Fault".into(), of::<crate::script::Fault>());
    schemas.insert("Printed".into(), of::<crate::metrics::scripts::Printed>());
    schemas.insert("Results".into(), of::<metrics::results::Results>());
    schemas
}

/// Adds the ids of the engine's own algorithms to a schema.
fn with_algorithms(mut schema: Value) -> Value {
    let registry = Registry::built_in();
    let ids: Vec<_> = registry.algorithms().iter().map(|a| &*a.row.id).collect();
    if let Some(algorithm) = schema.pointer_mut("/$defs/Flow/properties/algorithm") {
        algorithm["enum"] = json!(ids);
    }
    schema
}

fn of<T: schemars::JsonSchema>() -> Value {
    let mut schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value();
    bound_integers(&mut schema);
    schema
}

/// Adds the bounds of integer types. The format implies them, but validators ignore formats.
fn bound_integers(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(most) = map.get("format").and_then(Value::as_str).and_then(largest) {
                map.entry("maximum").or_insert(most.into());
            }
            map.values_mut().for_each(bound_integers);
        }
        Value::Array(list) => list.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

/// The largest number of a format. 64-bit formats hold any number of a document.
fn largest(format: &str) -> Option<u32> {
    match format {
        "uint8" => Some(u8::MAX.into()),
        "uint16" => Some(u16::MAX.into()),
        "uint32" => Some(u32::MAX),
        _ => None,
    }
}

// The committed schemas are of the engine with controllers in documents.
#[cfg(all(test, feature = "script"))]
mod tests {
    use super::*;
    use crate::schema::{contest_schema, experiment_schema, scenario_schema};

    #[test]
    fn the_generated_schemas_match_the_types() {
        let check = |name: &str, written: &Value, derived: &Value| {
            let same = normalised(written) == normalised(derived);
            assert!(same, "{name}: run `npm run types` and commit the result");
        };
        check("Scenario", scenario_schema(), &of::<Scenario>());
        check("Experiment", experiment_schema(), &of::<Experiment>());
        check("Contest", contest_schema(), &of::<crate::contest::Contest>());
    }

    /// The script removes descriptions and does not distinguish 1 from 1.0.
    fn normalised(value: &Value) -> Value {
        match value {
            Value::Number(number) => number.as_f64().into(),
            Value::Array(list) => list.iter().map(normalised).collect(),
            Value::Object(map) => map
                .iter()
                .filter(|(key, of)| *key != "description" || !of.is_string())
                .map(|(key, of)| (key.clone(), normalised(of)))
                .collect(),
            other => other.clone(),
        }
    }
}
