//! `droptail catalogue`.

use droptail_engine::catalogue::{Row, catalogue};

/// Prints the catalogue, as JSON or as a list to read.
pub fn print(json: bool) -> Result<(), String> {
    let catalogue = catalogue();
    if json {
        println!("{}", serde_json::to_string_pretty(&catalogue).map_err(|e| e.to_string())?);
        return Ok(());
    }
    let mut family = "";
    for algorithm in &catalogue.algorithms {
        if algorithm.family != family {
            family = algorithm.family;
            println!("Algorithms: {family}");
        }
        print_row(&algorithm.row);
    }
    println!("Traffic");
    catalogue.traffic.iter().for_each(|t| print_row(&t.row));
    println!("Queues");
    catalogue.queues.iter().for_each(|q| print_row(&q.row));
    println!("Stacks");
    catalogue.stacks.iter().for_each(print_row);
    Ok(())
}

fn print_row(row: &Row) {
    println!("  {:<15} {:<16} {}", row.id, row.name, row.summary);
}
