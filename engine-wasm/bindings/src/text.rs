//! Text that crosses the boundary, with its type.
//!
//! The page's types come from `npm run types`, which generates them from the same Rust types. wasm-bindgen cannot know them, so each
//! function names its type in an attribute; a test compares the attribute with the signature.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::json;
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;
use wasm_bindgen::prelude::*;

/// Imports of the types that the attributes name.
#[wasm_bindgen(typescript_custom_section)]
const WORDS: &str = "\
import type { Json } from './boundary';
import type { Catalogue, Directory, Edit, Moment, Problem, Results, Scenario } from './types';
import type { ExperimentTable, NamedVariants, Outcome, Statistic } from './types';
import type { Experiment as ExperimentDocument } from './types';
import type { Contest, Entrant, Fault, PathOutcome, Printed, ScriptedController } from './types';
";

/// JSON of a value.
#[derive(Debug)]
pub struct Json<T> {
    text: String,
    of: PhantomData<T>,
}

impl<T: Serialize> Json<T> {
    /// Serialises through a JSON value, so that the serialisation code exists once.
    pub fn of(value: &T) -> Json<T> {
        Json { text: json!(value).to_string(), of: PhantomData }
    }

    /// Serialises as the command line does: 32-bit numbers keep their own digits.
    #[cfg(feature = "desk")]
    pub fn written(value: &T) -> Json<T> {
        Json { text: serde_json::to_string(value).expect("an outcome can be serialised"), of: PhantomData }
    }
}

impl<T> WasmDescribe for Json<T> {
    fn describe() {
        String::describe();
    }
}

impl<T> IntoWasmAbi for Json<T> {
    type Abi = <String as IntoWasmAbi>::Abi;

    fn into_abi(self) -> Self::Abi {
        self.text.into_abi()
    }
}

#[cfg(test)]
mod tests {
    use droptail_engine::published;

    const SOURCES: &[&str] = &[
        include_str!("lib.rs"),
        include_str!("capture.rs"),
        include_str!("contest.rs"),
        include_str!("experiment.rs"),
    ];
    /// Rust types with their TypeScript names.
    const NAMES: &[(&str, &str)] = &[
        ("scenario::", ""),
        ("experiment::Experiment", "ExperimentDocument"),
        ("experiment::", ""),
        ("Measures", "[string, number][]"),
        ("String", "string"),
        ("u32", "number"),
        ("Vec<u8>", "Uint8Array<ArrayBuffer>"),
    ];

    /// A Rust type as a TypeScript type.
    fn in_words(of: &str) -> String {
        let plain = of.strip_prefix("Result<").and_then(|o| o.strip_suffix(", JsError>")).unwrap_or(of);
        let mut words = plain.to_owned();
        for (rust, typescript) in NAMES {
            words = words.replace(rust, typescript);
        }
        match words.strip_prefix("Json<Vec<").and_then(|w| w.strip_suffix(">>")) {
            Some(item) => format!("Json<{item}[]>"),
            None => words,
        }
    }

    #[test]
    fn attributes_match_the_return_types() {
        let mut seen = 0;
        for source in SOURCES {
            for part in source.split("unchecked_return_type = \"").skip(1) {
                let (words, rest) = part.split_once('"').expect("the end of a text");
                let signature = rest.split_once("-> ").expect("what comes back").1;
                let of = signature.split_once(" {").expect("what the function does").0;
                assert_eq!(in_words(of), words);
                seen += 1;
            }
            // Every function that returns JSON has an attribute; otherwise the page would not know its type.
            let given = source.matches("-> Json<").count() + source.matches("-> Result<Json<").count();
            let attributes = source.matches("unchecked_return_type = \"Json<").count();
            assert_eq!(given, attributes);
        }
        assert!(seen > 10);
    }

    #[test]
    fn attributes_name_generated_types() {
        let schemas = published::schemas();
        let known = |name: &str| {
            schemas.contains_key(name) || schemas.values().any(|s| s["$defs"].get(name).is_some())
        };
        // The constant exists only in wasm.
        let imported: Vec<_> = include_str!("text.rs")
            .lines()
            .filter(|line| line.starts_with("import type"))
            .filter_map(|line| line.split_once("{ ")?.1.split_once(" }"))
            .flat_map(|(names, from)| names.split(", ").map(move |name| (name, from)))
            .map(|(name, from)| {
                let (there, here) = name.split_once(" as ").unwrap_or((name, name));
                assert!(from.contains("boundary") || known(there), "no type {there}");
                here
            })
            .collect();
        for source in SOURCES {
            for part in source.split("_type = \"Json<").skip(1) {
                let words = part.split_once(">\"").expect("the end of a text").0;
                let name = words.trim_end_matches("[]");
                let plain = ["string", "number", "[string, number]"].contains(&name);
                assert!(plain || imported.contains(&name), "{name} is not imported");
            }
        }
    }
}
