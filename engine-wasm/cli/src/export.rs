//! Series as CSV, one file each.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use droptail_engine::metrics::export;
use droptail_engine::run::Run;

use crate::files;
use crate::out::say;

/// Writes every series of a run into `dir`.
pub fn csv(run: &Run, dir: &Path) -> Result<(), String> {
    fs::create_dir_all(dir).map_err(files::in_file(dir))?;
    let mut taken = BTreeSet::new();
    for (info, series) in run.series() {
        let (wanted, unit) = export::name(&info);
        let name = distinct(&wanted, &mut taken);
        if name != wanted {
            let owner = &info.owner;
            say(&format!("{name}.csv holds \"{owner}\", because {wanted}.csv belongs to a similar name"));
        }
        files::write(&dir.join(format!("{name}.csv")), export::csv(unit, series).as_bytes())?;
    }
    Ok(())
}

/// A file name that is not taken: `wanted`, or with a number appended. Case does not count, because some systems ignore it.
fn distinct(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|n| format!("{wanted}-{n}"));
    let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
    names.find(|name| taken.insert(name.to_lowercase())).expect("there are infinitely many numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_are_distinct() {
        let mut taken = BTreeSet::new();
        let names = ["a-b", "a-b", "A-B", "a-b-2", "c"].map(|name| distinct(name, &mut taken));
        assert_eq!(names, ["a-b", "a-b-2", "A-B-3", "a-b-2-2", "c"]);
    }
}
