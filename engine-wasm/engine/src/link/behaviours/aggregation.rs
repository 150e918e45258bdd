//! Aggregation as in Wi-Fi: the transmitter first contends for the medium, then sends several packets as one
//! frame (IEEE 802.11, A-MPDU), which arrive together.

use super::{Registered, Transmission};
use crate::catalogue::{Param, Row, Settings, Variable};
use crate::core::random::Rng;
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[Variable::new("batch", "", "packets of the frame", "packets")] };

fn row() -> Row {
    Row {
        id: "aggregation".into(),
        name: "Frame aggregation".into(),
        summary: "As on Wi-Fi: the sender contends for the medium, then sends all packets that were waiting, up to a limit, as one frame."
            .into(),
        source: "IEEE 802.11, A-MPDU".into(),
        year: 2009,
        params: vec![
            Param::number("overheadMs", "", "Overhead", "ms")
                .range(0.0, 1000.0, 0.1)
                .help("Time that each frame takes in addition to its packets: preamble, gaps, acknowledgement."),
            Param::number("accessMs", "", "Mean access time", "ms")
                .range(0.0, 1000.0, 1.0)
                .help("Time to win the medium against other stations before each frame: exponential with this mean."),
            Param::number("maxPackets", "", "Packets", "packets")
                .range(1.0, 1024.0, 64.0)
                .integer()
                .help("Maximum number of packets in a frame: 64 with 802.11n’s block acknowledgement."),
            Param::number("maxMs", "", "Longest frame", "ms")
                .range(0.01, 1000.0, 5.484)
                .help("Maximum transmission time of a frame’s packets: 5.484 ms is the longest frame of 802.11ac."),
        ],
    }
}

#[derive(Clone, Debug)]
pub(super) struct Aggregation {
    overhead: Nanos,
    access: Nanos,
    max_packets: u32,
    longest: Nanos,
    rng: Rng,
    /// Number of packets that can still join the current frame.
    left: u32,
    /// Number of packets in it.
    taken: u32,
    /// When the transmitter finished the previous packet.
    free_at: Time,
    /// When the whole frame has been sent, without propagation delay.
    ends: Time,
}

impl Aggregation {
    /// A change of parameters does not affect the current frame.
    pub(super) fn new(
        settings: &Settings<'_>,
        seed: u32,
        id: &str,
        before: Option<Aggregation>,
    ) -> Aggregation {
        let millis = |id| Nanos::from_millis(settings.number(id));
        let fresh = || Aggregation {
            overhead: Nanos::ZERO,
            access: Nanos::ZERO,
            max_packets: 1,
            longest: Nanos::ZERO,
            rng: Rng::new(seed, id, "aggregation"),
            left: 0,
            taken: 0,
            free_at: Time::ZERO,
            ends: Time::ZERO,
        };
        Aggregation {
            overhead: millis("overheadMs"),
            access: millis("accessMs"),
            max_packets: settings.number("maxPackets") as u32,
            longest: millis("maxMs"),
            ..before.unwrap_or_else(fresh)
        }
    }

    /// A packet of the current frame is sent at once. Any other packet needs medium access first, and a new
    /// frame is formed of it and of the packets behind it. The frame's duration is exact if it takes all of
    /// them; otherwise it is estimated from their mean size.
    pub(super) fn access(&mut self, sending: &mut Transmission, rate: Rate) {
        if self.left > 0 && sending.start == self.free_at {
            self.left -= 1;
            self.taken += 1;
            return;
        }
        sending.start += self.overhead + self.access.scale(self.rng.exponential());
        let time = |bytes: f64| bytes * 8.0 * NANOS_PER_SEC as f64 / rate.0.max(1) as f64;
        let (waiting, bytes) = sending.waiting;
        let each = bytes as f64 / f64::from(waiting.max(1));
        let fitting = (self.longest.0 as f64 - time(f64::from(sending.size))) / time(each.max(1.0));
        self.left = waiting.min(self.max_packets - 1).min(fitting.max(0.0) as u32);
        self.taken = 1;
        let all = f64::from(sending.size) + each * f64::from(self.left);
        self.ends = sending.start + Nanos(time(all) as u64);
    }

    pub(super) fn complete(&mut self, sending: &mut Transmission) {
        self.free_at = sending.free;
        sending.delivery = sending.delivery.max(self.ends);
    }

    pub(super) fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(f64::from(self.taken + self.left));
    }
}
