//! Documents that broke something once, each with a note of what it was.

use std::io;
use std::path::Path;

use droptail_engine::core::random::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bases::files;
use crate::case::Case;
use crate::script::Action;

/// A file of the corpus, and of what a search found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CorpusFile {
    /// What it broke.
    pub note: String,
    /// Its name, without ending; of the file.
    #[serde(skip)]
    pub name: String,
    /// The document.
    pub document: Value,
    /// What is done with its run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// Text that is read as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Of the draws while it is played.
    #[serde(default)]
    pub draws: u32,
}

impl CorpusFile {
    /// To be played.
    pub fn case(&self) -> Case {
        let CorpusFile { document, actions, text, draws, .. } = self.clone();
        Case { document, actions, text, draws }
    }

    /// With draws of their own, by number.
    pub fn case_with(&self, number: u32) -> Case {
        let draws = Rng::new(number, &self.name, "corpus").bits() as u32;
        Case { draws, ..self.case() }
    }
}

/// All of the corpus, in the order of its names.
pub fn all() -> io::Result<Vec<CorpusFile>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let kept = |(name, value)| Ok(CorpusFile { name, ..serde_json::from_value(value)? });
    files(&folder)?.into_iter().map(kept).collect()
}
