//! What is measured: series for plots, exact counts and statistics for tables.

pub mod fairness;
pub mod quantile;
pub mod recorder;
pub mod results;
pub mod series;
pub mod transfers;
