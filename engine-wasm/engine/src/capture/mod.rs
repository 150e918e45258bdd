//! Captures: packets of a link as a pcapng file with real IPv4, TCP and UDP headers, as recorded at one end of the link.
//!
//! Departing packets have the time at which their transmission starts, even if the link then loses them; arriving packets have the
//! time of arrival. Payload is not simulated, so files contain only headers unless more is requested.

mod connections;
mod headers;
mod pcapng;

use crate::model::Model;
use crate::packet_sim::Simulation;
use crate::packet_sim::tap::TappedPacket;
use crate::scenario::Scenario;
use crate::units::Time;
use connections::{CapturedPacket, Connections, address};

/// What to capture.
#[derive(Clone, PartialEq, Debug)]
pub struct CaptureRequest {
    /// Id of the link.
    pub link: String,
    /// Id of the node at which to capture; `None` for the link's `a`.
    pub node: Option<String>,
    /// Start.
    pub from: Time,
    /// End, exclusive.
    pub to: Time,
    /// Maximum number of bytes kept per packet; `None` for headers only.
    pub snaplen: Option<u32>,
}

/// A packet to be written.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: Time,
    /// Order of transmission among packets with the same time and direction.
    order: u64,
    outbound: bool,
    passed: TappedPacket,
}

/// A capture of a run in progress.
#[derive(Debug)]
pub struct Capture {
    wanted: CaptureRequest,
    /// Number of the node at which to capture.
    node: u32,
    connections: Connections,
    /// Packets that have not yet arrived at the node.
    waiting: Vec<Frame>,
    order: u64,
    /// Number of nodes whose names have been written.
    named: usize,
    packets: u64,
    written: CapturedPacket,
    out: Vec<u8>,
}

impl Capture {
    /// Starts a capture at the start of a run. Fails if the link does not exist or the node is not one of its ends.
    pub fn begin(run: &mut Simulation, wanted: CaptureRequest) -> Result<Capture, String> {
        let scenario = run.scenario();
        let link = scenario.links.iter().find(|l| l.id == wanted.link).ok_or_else(|| {
            let ids: Vec<_> = scenario.links.iter().map(|l| l.id.as_str()).collect();
            format!("unknown link \"{}\"; expected one of {}", wanted.link, ids.join(", "))
        })?;
        let node = wanted.node.as_ref().unwrap_or(&link.a);
        if *node != link.a && *node != link.b {
            return Err(format!(
                "\"{node}\" is not an end of {}; its ends are {} and {}",
                link.id, link.a, link.b
            ));
        }
        let mut out = Vec::new();
        pcapng::section(&mut out, &about(scenario), concat!("Droptail ", env!("CARGO_PKG_VERSION")));
        for (direction, from, to, channel) in
            [("forward", &link.a, &link.b, &link.forward), ("backward", &link.b, &link.a, link.backward())]
        {
            let described = &format!("{from} to {to}, seen at {node}");
            pcapng::interface(
                &mut out,
                &pcapng::Interface {
                    name: &format!("{}/{direction}", link.id),
                    description: described,
                    speed: (channel.rate_mbps * 1e6) as u64,
                    snaplen: wanted.snaplen.unwrap_or(0),
                },
            );
        }
        let node = run.node_ids().iter().position(|id| id == node).expect("validated") as u32;
        run.tap(&wanted.link);
        Ok(Capture {
            wanted,
            node,
            connections: Connections::default(),
            waiting: Vec::new(),
            order: 0,
            named: 0,
            packets: 0,
            written: CapturedPacket::default(),
            out,
        })
    }

    /// Packets in the file so far.
    pub fn packets(&self) -> u64 {
        self.packets
    }

    /// The bytes of the file since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    /// Adds packets of the link in any order. Call [`Capture::settle`] afterwards.
    fn add(&mut self, run: &Simulation, passed: &TappedPacket) {
        let outbound = run.network().channels[passed.channel].from == self.node;
        if outbound || !passed.passing.lost {
            let at = if outbound { passed.passing.departure } else { passed.passing.arrival };
            self.waiting.push(Frame { at, order: self.order, outbound, passed: *passed });
            self.order += 1;
        }
    }

    /// Writes the packets from before now.
    fn settle(&mut self, run: &Simulation) {
        let (mut due, waiting): (Vec<_>, Vec<_>) = self.waiting.iter().partition(|f| f.at < run.now());
        self.waiting = waiting;
        // An arrival precedes a departure at the same time because it causes it.
        due.sort_by_key(|f| (f.at, f.outbound, f.order));
        self.name(run);
        for frame in due {
            self.write(run, &frame);
        }
    }

    fn write(&mut self, run: &Simulation, frame: &Frame) {
        let TappedPacket { channel, passing } = frame.passed;
        let flow = &run.flows()[passing.packet.flow as usize];
        // Track every connection from its start, even outside the requested interval.
        self.connections.write(&mut self.written, &passing, flow);
        if frame.at < self.wanted.from || frame.at >= self.wanted.to {
            return;
        }
        let CapturedPacket { bytes, length, first } = &mut self.written;
        if let Some(snaplen) = self.wanted.snaplen {
            bytes.resize(snaplen.min(*length) as usize, 0);
        }
        let mut comment = String::new();
        if *first {
            let name = flow.spec.name.as_deref().unwrap_or(&flow.spec.algorithm);
            comment = format!("A connection of flow {} ({name}).", flow.spec.id);
        }
        if passing.lost {
            comment.push_str("Lost on this link.");
        }
        self.packets += 1;
        let forward = run.network().channels[channel].id.ends_with("/forward");
        pcapng::packet(
            &mut self.out,
            &pcapng::Frame {
                interface: u32::from(!forward),
                at: frame.at,
                bytes,
                length: *length,
                outbound: frame.outbound,
                comment: &comment,
            },
        );
    }

    /// Writes the names of new nodes.
    fn name(&mut self, run: &Simulation) {
        let ids = &run.node_ids()[self.named..];
        if ids.is_empty() {
            return;
        }
        let name = |(i, id): (usize, &String)| {
            let safe = |c: char| if c.is_whitespace() || c.is_control() { '-' } else { c };
            (address((self.named + i) as u32), id.chars().map(safe).collect())
        };
        pcapng::names(&mut self.out, &ids.iter().enumerate().map(name).collect::<Vec<_>>());
        self.named = run.node_ids().len();
    }
}

/// Updates the captures of a run. Call it regularly, since packets are kept in memory until then.
pub fn collect(run: &mut Simulation, captures: &mut [Capture]) {
    for index in 0..captures.len() {
        let link = captures[index].wanted.link.clone();
        let passed = run.take_tapped(&link);
        for capture in captures.iter_mut().filter(|c| c.wanted.link == link) {
            passed.iter().for_each(|p| capture.add(run, p));
        }
        captures[index].settle(run);
    }
}

/// What is needed to reproduce the run.
fn about(scenario: &Scenario) -> String {
    let title = if scenario.title.is_empty() { "Untitled" } else { &scenario.title };
    format!(
        "{title}. Simulated by Droptail, seed {}, model {}; payload and clocks are not real.",
        scenario.seed,
        crate::MODEL_VERSION
    )
}
