//! Standard output and standard error. Whoever reads them may stop at any time (`| head -1`): that is no failure of a run.

use std::io::{self, ErrorKind, Write};

/// Standard output whose reader may go away: what is written after that is lost without a word.
pub struct Output(io::Stdout);

impl Output {
    /// The one there is.
    pub fn new() -> Output {
        Output(io::stdout())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        ignore_closed_pipe(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        ignore_closed_pipe(self.0.flush(), ())
    }
}

fn ignore_closed_pipe<T>(result: io::Result<T>, instead: T) -> io::Result<T> {
    match result {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(instead),
        other => other,
    }
}

/// Writes text to standard output. Fails where that cannot take it, as on a full disk.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = Output::new();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to standard output: {e}"))
}

/// The same with the end of a line.
pub fn print_line(text: &str) -> Result<(), String> {
    print(&format!("{text}\n"))
}

/// Writes a line to standard error. There is nobody to tell where that fails.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
