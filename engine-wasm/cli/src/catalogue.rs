//! `droptail catalogue`.

use droptail_engine::catalogue::Row;
use droptail_engine::published::catalogue;

use crate::out;

/// Prints the catalogue, as JSON or as a readable list.
pub fn print(json: bool) -> Result<(), String> {
    let catalogue = catalogue();
    if json {
        return out::print_line(&serde_json::to_string_pretty(&catalogue).map_err(|e| e.to_string())?);
    }
    let mut text = String::new();
    let mut family = "";
    for algorithm in &catalogue.algorithms {
        if algorithm.family != family {
            family = &algorithm.family;
            text += &format!("Algorithms: {family}\n");
        }
        text += &line(&algorithm.row);
    }
    text += "Traffic sources\n";
    text.extend(catalogue.traffic.iter().map(|t| line(&t.row)));
    text += "Queue disciplines\n";
    text.extend(catalogue.queues.iter().map(|q| line(&q.row)));
    text += "Behaviours of links\n";
    text.extend(catalogue.behaviours.iter().map(|b| line(&b.row)));
    text += "Stack profiles\n";
    text.extend(catalogue.stacks.iter().map(line));
    out::print(&text)
}

fn line(row: &Row) -> String {
    format!("  {:<15} {:<16} {}\n", row.id, row.name, row.summary)
}
