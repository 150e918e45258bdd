//! UDP (RFC 768) with datagrams at the times that the traffic sets. There is no feedback and no
//! retransmission.

use super::{BURST, FlowRows, SenderSummary, Transport, UserResults};
use crate::core::packet::{Options, Packet};
use crate::metrics::datagrams::DatagramStats;
use crate::scenario;
use crate::traffic::{Datagrams, Source};
use crate::transport::flow::{Io, Phase, TimerId};
use crate::units::{Nanos, Time};

/// UDP and IP headers, bytes.
const HEADER: u32 = 28;

#[derive(Clone, Debug)]
pub(super) struct Udp {
    seed: u32,
    source: Option<Source>,
    /// Datagrams at random times, in place of `source`, once started.
    drawn: Option<Datagrams>,
    chunk: u32,
    began: Time,
    sent: u64,
    stats: DatagramStats,
}

impl Udp {
    pub(super) fn new(seed: u32, spec: &scenario::Flow, rows: &FlowRows) -> Udp {
        let source = rows.source(spec);
        let chunk = if let Some(Source::Constant { chunk, .. }) = source { chunk } else { 1448 };
        let mut stats = DatagramStats::default();
        stats.set_deadline(rows.traffic.deadline(&spec.traffic.params));
        Udp { seed, source, drawn: None, chunk, began: Time::ZERO, sent: 0, stats }
    }

    /// Starts with the traffic of `spec`.
    fn begin(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        self.began = io.now;
        self.drawn = rows.traffic.datagrams(&spec.traffic.params, self.seed, &spec.id, io.now);
        if let Some(drawn) = &self.drawn {
            self.chunk = drawn.packet();
        }
        self.send_due(io);
    }

    fn send_one(&mut self, io: &mut Io<'_>) {
        io.send_forward(Packet {
            size: self.chunk + HEADER,
            len: self.chunk,
            seq: self.sent,
            timestamp: io.now.0,
            ..Packet::default()
        });
        self.sent += u64::from(self.chunk);
        self.stats.sent(io.now);
    }

    fn send_due(&mut self, io: &mut Io<'_>) {
        if self.drawn.is_some() {
            let mut room = BURST;
            while room > 0 && self.drawn.as_mut().is_some_and(|d| d.take_due(io.now)) {
                self.send_one(io);
                room -= 1;
            }
            if let Some(next) = self.drawn.as_ref().and_then(Datagrams::next) {
                io.set_timer(TimerId::Application, next.max(io.now + Nanos(1)));
            }
            return;
        }
        let Some(source) = self.source.clone() else { return };
        let written = source.written(io.now.since(self.began));
        let mut room = BURST;
        while room > 0 && self.sent < written {
            self.send_one(io);
            room -= 1;
        }
        if let Some(next) = source.next_write(self.began, self.sent) {
            io.set_timer(TimerId::Application, next.max(io.now + Nanos(1)));
        }
    }
}

impl Transport for Udp {
    fn start(&mut self, io: &mut Io<'_>) {
        io.flow.phase = Phase::Running;
        let (spec, rows) = (io.flow.spec.clone(), io.flow.rows.clone());
        self.begin(io, &spec, &rows);
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        io.stop_timer(TimerId::Application);
        io.flow.phase = Phase::Finished;
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, _: &Options) {
        io.receive(packet);
        io.deliver(packet.seq, u64::from(packet.len));
        self.stats.arrived(io.now, Time(packet.timestamp));
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        if timer == TimerId::Application {
            self.send_due(io);
        }
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        if self.drawn.is_some() && io.flow.spec.traffic == spec.traffic {
            return;
        }
        // The new traffic starts now; datagrams in flight still count.
        let mut stats = std::mem::take(&mut self.stats);
        stats.set_deadline(rows.traffic.deadline(&spec.traffic.params));
        *self = Udp { began: io.now, stats, ..Udp::new(self.seed, spec, rows) };
        if io.flow.phase == Phase::Running {
            self.begin(io, spec, rows);
        }
    }

    fn summary(&self) -> SenderSummary {
        SenderSummary {
            cwnd: f64::NAN,
            ssthresh: f64::NAN,
            flight: f64::NAN,
            srtt_ms: f64::NAN,
            rto_ms: f64::NAN,
            timeout_ms: f64::NAN,
            recovering: false,
        }
    }

    fn variables(&self, _: &mut dyn FnMut(f64)) {}

    fn restart_counts(&mut self, now: Time) {
        self.stats.restart(now);
    }

    fn user_results(&self, now: Time) -> UserResults {
        UserResults { datagrams: Some(self.stats.results(now)), ..UserResults::default() }
    }

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
