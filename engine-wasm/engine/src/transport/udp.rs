//! UDP under a constant rate: RFC 768. Nothing answers, nothing is sent again.

use super::{Glance, Transport};
use crate::packet_sim::flow::{Io, Phase, TimerId};
use crate::packet_sim::packet::{Packet, SackBlock};
use crate::scenario;
use crate::traffic::Source;
use crate::units::Time;

/// UDP and IP headers, bytes.
const HEADER: u32 = 28;

#[derive(Clone, Debug)]
pub(super) struct Udp {
    source: Source,
    chunk: u32,
    began: Time,
    sent: u64,
}

impl Udp {
    pub(super) fn new(spec: &scenario::Flow) -> Udp {
        let source = Source::new(&spec.traffic);
        let chunk = if let Source::Constant { chunk, .. } = source { chunk } else { 1448 };
        Udp { source, chunk, began: Time::ZERO, sent: 0 }
    }

    fn send_due(&mut self, io: &mut Io<'_>) {
        let written = self.source.written(io.now.since(self.began));
        while self.sent < written {
            io.send_forward(Packet {
                size: self.chunk + HEADER,
                len: self.chunk,
                seq: self.sent,
                ..Packet::default()
            });
            self.sent += u64::from(self.chunk);
        }
        if let Some(next) = self.source.next_write(self.began, self.sent) {
            io.set_timer(TimerId::Application, next);
        }
    }
}

impl Transport for Udp {
    fn start(&mut self, io: &mut Io<'_>) {
        self.began = io.now;
        io.flow.phase = Phase::Running;
        self.send_due(io);
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        io.stop_timer(TimerId::Application);
        io.flow.phase = Phase::Finished;
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, _: &[SackBlock]) {
        io.receive(packet);
        io.deliver(packet.seq, u64::from(packet.len));
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        if timer == TimerId::Application {
            self.send_due(io);
        }
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow) {
        // The new rate begins now.
        *self = Udp { began: io.now, ..Udp::new(spec) };
        if io.flow.phase == Phase::Running {
            self.send_due(io);
        }
    }

    fn glance(&self) -> Glance {
        Glance { cwnd: f64::NAN, ssthresh: f64::NAN, flight: f64::NAN, srtt_ms: f64::NAN }
    }

    fn probes(&self, _: &mut dyn FnMut(f64)) {}

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
