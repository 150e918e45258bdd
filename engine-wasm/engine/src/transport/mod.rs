//! Transports: what turns an application's data into packets and back.

pub mod rate;
pub mod rtt;
pub mod stack;
pub mod tcp;
mod transfers;
mod udp;

use std::fmt;

use crate::congestion::{self, Law};
use crate::packet_sim::event::Seq;
use crate::packet_sim::flow::{Io, TimerId};
use crate::packet_sim::packet::{Options, Packet};
use crate::packet_sim::random::Rng;
use crate::scenario;
use crate::traffic::demand::Demand;

/// Packets that a sender may put on their way in one event. What is beyond goes a nanosecond later, so that no event is without
/// end, and somebody can look at the memory in between.
pub(crate) const BURST: u32 = 1 << 16;

/// What the page shows of a sender at a glance.
#[derive(Clone, Copy, Debug)]
pub struct Glance {
    /// Congestion window, packets; NaN where there is none.
    pub cwnd: f64,
    /// Slow-start threshold, packets.
    pub ssthresh: f64,
    /// Data in flight, packets.
    pub flight: f64,
    /// Smoothed RTT, ms; NaN before the first sample.
    pub srtt_ms: f64,
    /// Retransmission timeout without back-off, ms.
    pub rto_ms: f64,
    /// Whether losses are being repaired.
    pub recovering: bool,
}

/// Both ends of a flow.
pub trait Transport: Send {
    /// The flow's time has come.
    fn start(&mut self, io: &mut Io<'_>);
    /// No new data from now on; retransmissions go on.
    fn stop(&mut self, io: &mut Io<'_>);
    /// A packet, with its options, reached the receiver, or (`packet.back`) the sender.
    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options);
    /// A timer fires.
    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId);
    /// A timer of one of several connections has come to an event (see [`crate::packet_sim::lines`]).
    fn on_member_timer(&mut self, _io: &mut Io<'_>, _place: u16, _seq: Seq, _timer: u32) {}
    /// The flow's connections are gone at once: nothing more is asked of this transport.
    fn end(&mut self, _io: &mut Io<'_>) {}
    /// The flow's document changed in parameters, algorithm or stack; the transport kind stayed.
    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow);
    /// What the page shows.
    fn glance(&self) -> Glance;
    /// Shows the algorithm's variables, in the order of its row.
    fn probes(&self, show: &mut dyn FnMut(f64));
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn Transport>;
}

// Not of what is behind it: all that derived code would come along with every run.
impl fmt::Debug for dyn Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Transport")
    }
}

impl Clone for Box<dyn Transport> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

/// Makes the transport that a validated flow needs.
pub fn make(seed: u32, spec: &scenario::Flow) -> Box<dyn Transport> {
    let algorithm = congestion::find(&spec.algorithm).expect("validated");
    let rng = |purpose: &str| Rng::new(seed, &spec.id, purpose);
    match algorithm.law {
        Law::Window(law) => {
            let tcp = tcp::Tcp::new(spec, algorithm, law, rng);
            match Demand::new(seed, spec) {
                Some(demand) => Box::new(transfers::Transfers::new(seed, tcp, demand)),
                None => Box::new(tcp),
            }
        }
        Law::Rate(law) => Box::new(rate::RateFlow::new(spec, algorithm, law, rng)),
        Law::Unresponsive => Box::new(udp::Udp::new(seed, spec)),
    }
}
