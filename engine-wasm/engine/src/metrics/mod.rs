//! Measurements: series for plots, and exact counts and statistics for tables.

pub mod bursts;
pub mod covariance;
pub mod datagrams;
pub mod export;
pub mod fairness;
pub mod groups;
pub mod losses;
pub mod maxmin;
pub mod over;
pub mod playback;
pub mod quantile;
pub mod recorder;
pub mod results;
pub mod scripts;
pub mod series;
pub mod statistics;
pub mod synchronization;
pub mod timescales;
pub mod transfers;
