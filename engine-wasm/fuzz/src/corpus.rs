//! Documents that once broke something, each with a note.

use std::io;
use std::path::Path;

use droptail_engine::core::random::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::bases::files;
use crate::case::Case;
use crate::script::Action;

/// A file of the corpus, or of a case saved by a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CorpusFile {
    /// What it broke.
    pub note: String,
    /// Name of the file, without extension.
    #[serde(skip)]
    pub name: String,
    /// The document.
    pub document: Value,
    /// Actions on its run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// Text to parse as well.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Seed of the random numbers while it is played.
    #[serde(default)]
    pub draws: u32,
}

impl CorpusFile {
    /// The case to play.
    pub fn case(&self) -> Case {
        let CorpusFile { document, actions, text, draws, .. } = self.clone();
        Case { document, actions, text, draws }
    }

    /// The case with another seed.
    pub fn case_with(&self, number: u32) -> Case {
        let draws = Rng::new(number, &self.name, "corpus").bits() as u32;
        Case { draws, ..self.case() }
    }
}

/// The whole corpus, in order of names.
pub fn all() -> io::Result<Vec<CorpusFile>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let kept = |(name, value)| Ok(CorpusFile { name, ..serde_json::from_value(value)? });
    files(&folder)?.into_iter().map(kept).collect()
}
