//! Transports: what turns an application's data into packets and back.

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
use crate::congestion::{AlgorithmRow, ControllerKind};
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

/// Packets that a sender may put on their way in one event. What is beyond goes a nanosecond later, so that no event is without
/// end, and somebody can look at the memory in between.
pub(crate) const BURST: u32 = 1 << 16;

/// What the page shows of a sender at a glance.
#[derive(Clone, Copy, Debug)]
pub struct SenderSummary {
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

/// What the user of an application notices.
#[derive(Clone, Debug, Default)]
pub struct UserResults {
    /// Whoever takes datagrams.
    pub datagrams: Option<DatagramResults>,
    /// The viewer of a video.
    pub video: Option<VideoResults>,
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
    /// A timer of one of several connections has come to an event (see [`crate::network::timer_owners`]).
    fn on_member_timer(&mut self, _io: &mut Io<'_>, _place: u16, _seq: Seq, _timer: u32) {}
    /// The flow's connections are gone at once: nothing more is asked of this transport.
    fn end(&mut self, _io: &mut Io<'_>) {}
    /// The flow's document changed in parameters, algorithm or stack, and names these rows; the transport kind stayed.
    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows);
    /// What the page shows.
    fn glance(&self) -> SenderSummary;
    /// Shows the algorithm's variables, in the order of its row.
    fn variables(&self, show: &mut dyn FnMut(f64));
    /// The measurement begins: what the user notices is counted anew.
    fn restart_counts(&mut self, _now: Time) {}
    /// What the user has noticed by `now`.
    fn user_results(&self, _now: Time) -> UserResults {
        UserResults::default()
    }
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

/// The rows that a flow's document names.
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
    /// The stack of a flow that names them.
    pub fn stack(&self, spec: &scenario::Flow) -> Stack {
        self.algorithm.stack(&self.profile, &spec.stack)
    }

    /// The same without what goes with the algorithm.
    pub fn plain_stack(&self, spec: &scenario::Flow) -> Stack {
        Stack::new(&self.profile, &spec.stack, Defaults::default())
    }

    /// What one connection hands over; nothing where the traffic of a flow that names them is not that of one connection.
    pub fn source(&self, spec: &scenario::Flow) -> Option<Source> {
        self.traffic.source(&spec.traffic.params)
    }
}

/// Makes the transport that a validated flow needs, which names these rows.
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
