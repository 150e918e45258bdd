//! Standard output and standard error. The reader may close the pipe at any time (`| head -1`); that is not an error.

use std::io::{self, ErrorKind, Write};

/// Standard output that silently discards what is written after the reader has closed the pipe.
pub struct Output(io::Stdout);

impl Output {
    /// The standard output of the process.
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

/// Writes text to standard output. Fails if it cannot be written, as on a full disk.
pub fn print(text: &str) -> Result<(), String> {
    let mut out = Output::new();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to standard output: {e}"))
}

/// Like [`print`], with a line break.
pub fn print_line(text: &str) -> Result<(), String> {
    print(&format!("{text}\n"))
}

/// Writes a line to standard error. Failures are ignored: there is nowhere to report them.
pub fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}
