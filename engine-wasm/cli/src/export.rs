//! Series as CSV, one file each.

use std::fs;
use std::path::Path;

use droptail_engine::metrics::export;
use droptail_engine::run::Run;

/// Writes every series of a run into `dir`.
pub fn csv(run: &Run, dir: &Path) -> Result<(), String> {
    fs::create_dir_all(dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    for (info, series) in run.series() {
        let (name, unit) = export::name(&info);
        let path = dir.join(format!("{name}.csv"));
        fs::write(&path, export::csv(unit, series)).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}
