//! Transports carry an application's data in packets.

mod algorithm;
pub mod flow;
pub mod overhead;
pub mod rate;
mod responses;
pub mod stack;
pub mod tcp;
mod transfers;
mod udp;

use std::fmt;
use std::sync::Arc;

use crate::catalogue::Row;
use crate::congestion::{AlgorithmRow, ControllerKind, Script};
use crate::core::event::Seq;
use crate::core::packet::{Options, Packet};
use crate::core::random::Rng;
use crate::metrics::datagrams::DatagramResults;
use crate::metrics::playback::VideoResults;
use crate::scenario;
use crate::traffic::{Source, TrafficRow};
use crate::transport::flow::{Io, TimerId};
use crate::units::Time;
use stack::{Defaults, Stack};

/// Maximum number of packets that a sender sends in one event. The rest follows a nanosecond later, so that
/// an event is bounded and the memory limit can be checked in between.
pub(crate) const BURST: u32 = 1 << 16;

/// Summary of a sender for the page.
#[derive(Clone, Copy, Debug)]
pub struct SenderSummary {
    /// Congestion window, packets; NaN if there is none.
    pub cwnd: f64,
    /// Slow-start threshold, packets.
    pub ssthresh: f64,
    /// Data in flight, packets.
    pub flight: f64,
    /// Smoothed RTT, ms; NaN before the first sample.
    pub srtt_ms: f64,
    /// Retransmission timeout without back-off, ms.
    pub rto_ms: f64,
    /// The same with its back-off, ms.
    pub timeout_ms: f64,
    /// Whether it is in loss recovery.
    pub recovering: bool,
}

/// Results that users of an application would notice.
#[derive(Clone, Debug, Default)]
pub struct UserResults {
    /// For receivers of datagrams.
    pub datagrams: Option<DatagramResults>,
    /// For viewers of a video.
    pub video: Option<VideoResults>,
}

/// Both ends of a flow.
pub trait Transport: Send {
    /// The flow starts.
    fn start(&mut self, io: &mut Io<'_>);
    /// No new data from now on; retransmissions continue.
    fn stop(&mut self, io: &mut Io<'_>);
    /// A packet with its options reached the receiver or, if `packet.back`, the sender.
    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options);
    /// A timer expired.
    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId);
    /// Handles an event of a timer of one of several connections (see [`crate::network::timer_owners`]).
    fn on_connection_timer(&mut self, _io: &mut Io<'_>, _slot: u16, _seq: Seq, _timer: u32) {}
    /// The flow's connections end at once. This transport is not called again.
    fn end(&mut self, _io: &mut Io<'_>) {}
    /// The flow's parameters, algorithm or stack changed; `rows` are the new rows. The kind of transport is
    /// the same.
    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows);
    /// The summary for the page.
    fn summary(&self) -> SenderSummary;
    /// Reports the algorithm's variables, in the order of its row.
    fn variables(&self, show: &mut dyn FnMut(f64));
    /// The script of the flow's controller, if the document defines it.
    fn script(&self) -> Option<&dyn Script> {
        None
    }
    /// The same, mutable.
    fn script_mut(&mut self) -> Option<&mut dyn Script> {
        None
    }
    /// Restarts the counts of the user results for the measurement.
    fn restart_counts(&mut self, _now: Time) {}
    /// User results up to `now`.
    fn user_results(&self, _now: Time) -> UserResults {
        UserResults::default()
    }
    /// A copy for a snapshot.
    fn clone_box(&self) -> Box<dyn Transport>;
}

// Deriving `Debug` for every transport would add to the size of the page.
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

/// The rows that a flow's document refers to.
#[derive(Clone, Debug)]
pub struct FlowRows {
    /// Its algorithm.
    pub algorithm: Arc<AlgorithmRow>,
    /// Its traffic.
    pub traffic: Arc<TrafficRow>,
    /// Its stack's profile.
    pub profile: Arc<Row>,
}

impl FlowRows {
    /// The stack of a flow with these rows.
    pub fn stack(&self, spec: &scenario::Flow) -> Stack {
        self.algorithm.stack(&self.profile, &spec.stack)
    }

    /// The stack without the algorithm's defaults.
    pub fn plain_stack(&self, spec: &scenario::Flow) -> Stack {
        Stack::new(&self.profile, &spec.stack, Defaults::default())
    }

    /// The source of a single connection; `None` if the flow's traffic is of another kind.
    pub fn source(&self, spec: &scenario::Flow) -> Option<Source> {
        self.traffic.source(&spec.traffic.params)
    }
}

/// Makes the transport of a validated flow with these rows.
pub fn make(seed: u32, spec: &scenario::Flow, rows: &FlowRows) -> Box<dyn Transport> {
    let rng = |purpose: &str| Rng::new(seed, &spec.id, purpose);
    match &rows.algorithm.controller {
        ControllerKind::Window(controller) => {
            let tcp = tcp::Tcp::new(spec, rows, controller, rng);
            let params = &spec.traffic.params;
            if let Some(demand) = rows.traffic.demand(params, seed, &spec.id) {
                return Box::new(transfers::Transfers::new(seed, tcp, demand));
            }
            if let Some(app) = rows.traffic.app(params, seed, &spec.id) {
                let tcp = tcp.again(Source::Handed { bytes: 0 }, rng);
                return Box::new(responses::Responses::new(seed, tcp, app));
            }
            Box::new(tcp)
        }
        ControllerKind::Rate(controller) => Box::new(rate::RateFlow::new(spec, rows, controller, rng)),
        ControllerKind::Unresponsive => Box::new(udp::Udp::new(seed, spec, rows)),
    }
}
