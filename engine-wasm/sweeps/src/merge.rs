//! Joins the folders of the parts of an experiment.

use std::path::{Path, PathBuf};

use droptail_engine::experiment::{Experiment, Outcome, Size};

use crate::lines::{self, Shape};
use crate::shard::Shard;
use crate::store::Store;
use crate::{Tell, head};

/// Copies the runs of all folders, at least one, to `out`. Fails if they are not of one experiment and size, or contradict each other.
/// Runs may be missing.
pub fn merge(folders: &[PathBuf], out: &Path, tell: Tell<'_>) -> Result<(Experiment, Size, Store), String> {
    let first = folders.first().ok_or("there is no folder to merge")?;
    let (experiment, size) = head::read_whole(first)?;
    let shape = Shape::of(&experiment, size);
    let cut = |_: &[&Outcome]| -> Result<bool, String> {
        let out = out.display();
        Err(format!(
            "{out}: experiment.json is truncated, and the folder contains runs: {}",
            head::OTHER_FOLDER
        ))
    };
    let mut store = Store::open(Some(out), &experiment, size, Shard::WHOLE, tell, cut)?;
    for folder in folders {
        if head::read_whole(folder)? != (experiment.clone(), size) {
            return Err(format!(
                "{}: contains another experiment, or another size of this one",
                folder.display()
            ));
        }
        store.join(lines::read(folder, &shape, tell)?)?;
    }
    Ok((experiment, size, store))
}
