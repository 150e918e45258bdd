//! A separate run for captures, which need every packet.

use droptail_engine::capture::{self, CaptureRequest};
use droptail_engine::document;
use droptail_engine::run::Run;
use droptail_engine::scenario::Problem;
use droptail_engine::units::Time;
use wasm_bindgen::prelude::*;

use crate::refused;

/// A run with a capture of one link, as pcapng.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Capture {
    run: Run,
    to: Time,
    capture: [capture::Capture; 1],
}

#[wasm_bindgen]
impl Capture {
    /// Creates a run of a document that captures a link at node `node` during an interval of simulated time. Throws problems.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, link: String, node: String, from_s: f64, to_s: f64) -> Result<Capture, JsError> {
        let scenario = document::parse(text).map_err(|p| refused(&p))?;
        let wrong = |what: &str| refused(&[Problem::new("", what, "packets of a link")]);
        let mut run = Run::new(&scenario, false);
        let to = Time::from_secs(to_s).min(run.end());
        let wanted =
            CaptureRequest { link, node: Some(node), from: Time::from_secs(from_s), to, snaplen: None };
        let packets = run.packet_mut().ok_or_else(|| wrong("the fluid model has no packets"))?;
        let capture = [capture::Capture::begin(packets, wanted).map_err(|e| wrong(&e))?];
        Ok(Capture { run, to, capture })
    }

    /// Continues the run for at most `max_events`. Returns the time reached, s.
    pub fn step(&mut self, max_events: u32) -> f64 {
        self.run.step(self.to, u64::from(max_events));
        if let Some(packets) = self.run.packet_mut() {
            capture::collect(packets, &mut self.capture);
        }
        self.run.now().as_secs()
    }

    /// Whether the capture is complete.
    pub fn done(&self) -> bool {
        self.run.now() >= self.to || self.run.stopped().is_some()
    }

    /// Packets in the file so far.
    pub fn packets(&self) -> f64 {
        self.capture[0].packets() as f64
    }

    /// The bytes of the file since the last call.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array<ArrayBuffer>")]
    pub fn take(&mut self) -> Vec<u8> {
        self.capture[0].take()
    }
}
