//! The table of an experiment as text.

use droptail_engine::experiment::{Cell, Experiment, ExperimentTable};
use droptail_sweeps::tables::headings;

use crate::sweep::digits;
use crate::table::aligned;

/// One line per variant: means with half the width of their intervals.
pub fn text(experiment: &Experiment, table: &ExperimentTable) -> String {
    let (mut head, measures) = headings(experiment);
    head.push("runs".into());
    head.extend(measures);
    let cell = |cell: &Option<Cell>| match cell {
        Some(Cell { mean, half_width: Some(half), .. }) => format!("{} ± {}", digits(*mean), digits(*half)),
        Some(cell) => digits(cell.mean),
        None => "–".into(),
    };
    let mut rows = vec![head];
    for row in &table.rows {
        let at = row.at.iter().map(ToString::to_string);
        rows.push(at.chain([row.runs.to_string()]).chain(row.cells.iter().map(cell)).collect());
    }
    aligned(&rows)
}
