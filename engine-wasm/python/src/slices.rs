//! Runs in slices, between which Python can interrupt them.

use std::time::{Duration, Instant};

use droptail_engine::run::Run;
use droptail_engine::units::Time;
use pyo3::prelude::*;

/// Longest time without a look at Python's signals, s.
const SLICE: Duration = Duration::from_millis(50);
/// Packet events between two looks at the clock.
const PIECE: u64 = 200_000;

/// Runs what is before `until`, without the interpreter lock. Fails with what a signal handler raises, such as `KeyboardInterrupt`;
/// the run can then go on.
pub fn advance(py: Python<'_>, run: &mut Run, until: Time) -> PyResult<()> {
    while run.now() < until && run.stopped().is_none() {
        py.detach(|| {
            let begun = Instant::now();
            while run.now() < until && run.stopped().is_none() && begun.elapsed() < SLICE {
                run.step(until, PIECE);
            }
        });
        py.check_signals()?;
    }
    Ok(())
}

/// The same without Python, as long as `go_on` says so. Returns whether the run has ended.
pub fn advance_while(run: &mut Run, go_on: impl Fn() -> bool) -> bool {
    while run.now() < run.end() && run.stopped().is_none() {
        if !go_on() {
            return false;
        }
        run.step(Time::NEVER, PIECE);
    }
    true
}
