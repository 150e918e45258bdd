//! The runs of an experiment, for the command line and the Python package: which belong to a part, what each costs, the folder that
//! stores their outcomes, and the tables.
//!
//! Both write the same files: a folder that one of them began is continued or merged by the other.

pub mod check;
pub mod cost;
pub mod csv;
pub mod files;
pub mod head;
pub mod lines;
pub mod merge;
mod parts;
pub mod pool;
pub mod shard;
pub mod store;
pub mod tables;

use droptail_engine::scenario::Problem;

/// Receives what the user should know, but what is no failure, such as a truncated line that is ignored.
pub type Tell<'a> = &'a mut dyn FnMut(&str);

/// Problems, one per line, each after a name.
pub fn problem_lines(name: &str, problems: &[Problem]) -> String {
    let line = |p: &Problem| format!("{name}: {}: {}; expected {}", p.pointer, p.problem, p.expected);
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}
