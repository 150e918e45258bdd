//! Tests of the commands, in one program, which links once.

mod catalogue;
mod contest;
mod experiment;
mod folders;
mod hostile;
mod sweep;
