//! Text that crosses, with what it is text of.
//!
//! The page's types of it are those that `npm run types` makes of the same Rust types. wasm-bindgen cannot know them, so each function
//! says them once more in words, and a test holds the words to the signature.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::json;
use wasm_bindgen::convert::IntoWasmAbi;
use wasm_bindgen::describe::WasmDescribe;
use wasm_bindgen::prelude::*;

/// What the words stand for.
#[wasm_bindgen(typescript_custom_section)]
const WORDS: &str = "\
import type { Json } from './boundary';
import type { Catalogue, Directory, Edit, Moment, Problem, Results, Scenario } from './types';
import type { ExperimentTable, NamedVariants, Outcome, Statistic } from './types';
import type { Experiment as ExperimentDocument } from './types';
";

/// JSON of a value.
#[derive(Debug)]
pub struct Json<T> {
    text: String,
    of: PhantomData<T>,
}

impl<T: Serialize> Json<T> {
    /// By way of a value: the code for both ways would be there twice.
    pub fn of(value: &T) -> Json<T> {
        Json { text: json!(value).to_string(), of: PhantomData }
    }

    /// As the command line writes it: a number of 32 bits with its own digits.
    #[cfg(feature = "desk")]
    pub fn written(value: &T) -> Json<T> {
        Json { text: serde_json::to_string(value).expect("what is kept can be written"), of: PhantomData }
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

    const SOURCES: &[&str] =
        &[include_str!("lib.rs"), include_str!("capture.rs"), include_str!("experiment.rs")];
    /// Names that Rust has for what TypeScript says otherwise.
    const NAMES: &[(&str, &str)] = &[
        ("scenario::", ""),
        ("experiment::Experiment", "ExperimentDocument"),
        ("experiment::", ""),
        ("Measures", "[string, number][]"),
        ("String", "string"),
        ("u32", "number"),
        ("Vec<u8>", "Uint8Array<ArrayBuffer>"),
    ];

    /// A Rust type in TypeScript's words.
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
    fn functions_give_back_what_their_words_say() {
        let mut seen = 0;
        for source in SOURCES {
            for part in source.split("unchecked_return_type = \"").skip(1) {
                let (words, rest) = part.split_once('"').expect("the end of a text");
                let signature = rest.split_once("-> ").expect("what comes back").1;
                let of = signature.split_once(" {").expect("what the function does").0;
                assert_eq!(in_words(of), words);
                seen += 1;
            }
            // And none of them has no words: text of a type is worth nothing to a page that does not hear of it.
            let given = source.matches("-> Json<").count() + source.matches("-> Result<Json<").count();
            let told = source.matches("unchecked_return_type = \"Json<").count();
            assert_eq!(given, told);
        }
        assert!(seen > 10);
    }

    #[test]
    fn words_are_types_that_are_generated() {
        let schemas = published::schemas();
        let known = |name: &str| {
            schemas.contains_key(name) || schemas.values().any(|s| s["$defs"].get(name).is_some())
        };
        // Away from wasm the words are no constant.
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
