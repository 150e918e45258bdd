//! Captures of links as pcapng files.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::str::FromStr;

use droptail_engine::capture::{self, Capture, CaptureRequest};
use droptail_engine::run::Run;
use droptail_engine::units::Time;

use crate::seconds;

/// A capture file for a link, taken at one of its ends.
#[derive(Clone, Debug)]
pub struct Pcap {
    link: String,
    node: Option<String>,
    file: PathBuf,
}

impl FromStr for Pcap {
    type Err = String;

    fn from_str(text: &str) -> Result<Pcap, String> {
        let (place, file) = text.split_once('=').ok_or("expected LINK=FILE or LINK@NODE=FILE")?;
        let (link, node) = match place.split_once('@') {
            None => (place, None),
            Some((link, node)) => (link, Some(node.to_owned())),
        };
        Ok(Pcap { link: link.to_owned(), node, file: file.into() })
    }
}

/// An interval of simulated time.
#[derive(Clone, Debug)]
pub struct Window {
    from_s: f64,
    to_s: f64,
}

impl Window {
    /// Start and end.
    pub fn times(&self) -> (Time, Time) {
        (Time::from_secs(self.from_s), Time::from_secs(self.to_s))
    }
}

impl FromStr for Window {
    type Err = String;

    fn from_str(text: &str) -> Result<Window, String> {
        let expected = "expected two times in seconds, as in 5..7.5";
        let (from, to) = text.split_once("..").ok_or(expected)?;
        let (from_s, to_s) = (seconds::parse(from)?, seconds::parse(to)?);
        if from_s < to_s { Ok(Window { from_s, to_s }) } else { Err(expected.to_owned()) }
    }
}

/// The captures of a run, each with its file.
pub struct Captures {
    captures: Vec<Capture>,
    files: Vec<(PathBuf, BufWriter<File>)>,
}

impl Captures {
    /// Starts the captures at the start of a run.
    pub fn begin(
        run: &mut Run,
        wanted: &[Pcap],
        (from, to): (Time, Time),
        snaplen: Option<u32>,
    ) -> Result<Captures, String> {
        let mut captures = Captures { captures: Vec::new(), files: Vec::new() };
        for Pcap { link, node, file } in wanted {
            let packets = run.packet_mut().ok_or("the fluid model has no packets to capture")?;
            let wanted = CaptureRequest { link: link.clone(), node: node.clone(), from, to, snaplen };
            captures.captures.push(Capture::begin(packets, wanted)?);
            let opened = File::create(file).map_err(|e| format!("{}: {e}", file.display()))?;
            captures.files.push((file.clone(), BufWriter::new(opened)));
        }
        Ok(captures)
    }

    /// Writes the packets captured since the last call.
    pub fn collect(&mut self, run: &mut Run) -> Result<(), String> {
        if self.captures.is_empty() {
            return Ok(());
        }
        if let Some(packets) = run.packet_mut() {
            capture::collect(packets, &mut self.captures);
        }
        for (capture, (path, file)) in self.captures.iter_mut().zip(&mut self.files) {
            file.write_all(&capture.take()).map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(())
    }

    /// Flushes the files.
    pub fn finish(&mut self) -> Result<(), String> {
        for (path, file) in &mut self.files {
            file.flush().map_err(|e| format!("{}: {e}", path.display()))?;
        }
        Ok(())
    }
}
