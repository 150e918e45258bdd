//! `droptail catalogue`.

use droptail_engine::catalogue::{Row, catalogue};

/// Prints the catalogue, as JSON or as a list to read.
pub fn print(json: bool) -> Result<(), String> {
    let catalogue = catalogue();
    if json {
        println!("{}", serde_json::to_string_pretty(&catalogue).map_err(|e| e.to_string())?);
        return Ok(());
    }
    println!("Algorithms");
    for algorithm in &catalogue.algorithms {
        print_row(&algorithm.row, algorithm.family);
    }
    println!("\nTraffic");
    catalogue.traffic.iter().for_each(|t| print_row(&t.row, ""));
    println!("\nQueues");
    catalogue.queues.iter().for_each(|q| print_row(&q.row, ""));
    println!("\nStacks");
    catalogue.stacks.iter().for_each(|row| print_row(row, ""));
    Ok(())
}

fn print_row(row: &Row, family: &str) {
    println!("  {:<10} {:<16} {:<14} {}", row.id, row.name, family, row.summary);
}
