//! A connection whose receiving end is an [`App`]: requests go to the sender, which writes the responses to
//! TCP.
//!
//! A request is a packet of its own, separate from TCP's ACKs. A lost request is sent again after one second,
//! then after two, and so on (RFC 6298, section 2), unless ACKs show that it has reached the sender.

use super::tcp::Tcp;
use super::{FlowRows, SenderSummary, Transport, UserResults};
use crate::core::packet::{Options, Packet};
use crate::metrics::transfers::Completion;
use crate::scenario;
use crate::traffic::Source;
use crate::traffic::app::App;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::units::{NANOS_PER_SEC, Nanos, Time};

/// First and longest interval between transmissions of a request.
const FIRST_WAIT: Nanos = Nanos(NANOS_PER_SEC);
const LONGEST_WAIT: Nanos = Nanos(60 * NANOS_PER_SEC);

/// A request whose response is incomplete.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// Position of its first byte among the bytes of all requests, and its length.
    seq: u64,
    len: u32,
    at: Time,
    /// Size of the response.
    bytes: u64,
    /// Whether it has reached the sender.
    served: bool,
    /// When it is sent again, and the interval since the last transmission.
    again_at: Time,
    wait: Nanos,
}

/// Both ends, and the application at the receiving end.
#[derive(Clone, Debug)]
pub(super) struct Responses {
    seed: u32,
    tcp: Tcp,
    app: App,
    open: Option<Request>,
    /// Bytes of requests so far.
    request_bytes: u64,
    /// Bytes of responses written to TCP so far.
    written: u64,
    /// Whether the application has started.
    began: bool,
    stopped: bool,
}

impl Responses {
    /// `tcp` must not have started.
    pub(super) fn new(seed: u32, tcp: Tcp, app: App) -> Responses {
        Responses { seed, tcp, app, open: None, request_bytes: 0, written: 0, began: false, stopped: false }
    }

    fn begin(&mut self, io: &mut Io<'_>) {
        self.began = true;
        self.app.start(io.now);
        self.ask(io);
    }

    /// Sends the next request if it is due, and sets the timer for what comes next.
    fn ask(&mut self, io: &mut Io<'_>) {
        if self.stopped || !self.began {
            return;
        }
        if self.open.is_none()
            && let Some(bytes) = self.app.take_due(io.now)
        {
            let len = self.app.request_bytes();
            let request = Request {
                seq: self.request_bytes,
                len,
                at: io.now,
                bytes,
                served: false,
                again_at: io.now + FIRST_WAIT,
                wait: FIRST_WAIT,
            };
            self.open = Some(request);
            self.request_bytes += u64::from(len);
            if let Some(stats) = &mut io.flow.transfers {
                stats.begin(io.now);
            }
            self.send_request(io, &request);
        }
        let next = match &self.open {
            Some(request) if request.served => None,
            Some(request) => Some(request.again_at),
            None => self.app.next(),
        };
        match next {
            Some(at) => io.set_timer(TimerId::Application, at.max(io.now + Nanos(1))),
            None => io.stop_timer(TimerId::Application),
        }
    }

    fn send_request(&mut self, io: &mut Io<'_>, request: &Request) {
        let packet = self.tcp.request(io.now, request.seq, request.len);
        io.send_back(packet, &[], None);
    }

    /// A request reached the sender, which writes the response.
    fn serve(&mut self, io: &mut Io<'_>, packet: &Packet) {
        let Some(request) = self.open.as_mut().filter(|r| r.seq == packet.seq && !r.served) else { return };
        request.served = true;
        io.stop_timer(TimerId::Application);
        self.written += request.bytes;
        self.tcp.hand_over(io, self.written);
    }

    /// Data reached the receiver.
    fn take(&mut self, io: &mut Io<'_>) {
        if !self.began {
            return self.begin(io);
        }
        let Some(request) = self.open.filter(|r| r.served && self.tcp.delivered() >= self.written) else {
            return;
        };
        self.open = None;
        let took = io.now.since(request.at);
        if let Some(stats) = &mut io.flow.transfers {
            stats.end(io.now, Some(Completion { began: request.at, took, bytes: request.bytes }));
        }
        self.app.answered(io.now, took, request.bytes);
        self.ask(io);
    }

    /// The open request will not be answered.
    fn abandon(&mut self, io: &mut Io<'_>) {
        if self.open.take().is_some()
            && let Some(stats) = &mut io.flow.transfers
        {
            stats.end(io.now, None);
        }
    }
}

impl Transport for Responses {
    fn start(&mut self, io: &mut Io<'_>) {
        self.tcp.start(io);
        // With a handshake, the receiver learns of the connection from the SYN.
        if io.flow.phase == Phase::Running {
            self.begin(io);
        }
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        self.stopped = true;
        self.abandon(io);
        self.tcp.stop(io);
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        if packet.back && packet.len > 0 {
            return self.serve(io, packet);
        }
        self.tcp.on_packet(io, packet, options);
        if !packet.back && !self.stopped {
            self.take(io);
        }
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        if timer != TimerId::Application {
            return self.tcp.on_timer(io, timer);
        }
        if let Some(request) = self.open.as_mut().filter(|r| !r.served && r.again_at <= io.now) {
            request.wait = Nanos(request.wait.0 * 2).min(LONGEST_WAIT);
            request.again_at = io.now + request.wait;
            let request = *request;
            self.send_request(io, &request);
        }
        self.ask(io);
    }

    fn end(&mut self, io: &mut Io<'_>) {
        self.abandon(io);
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        self.tcp.change_with(io, spec, rows, Source::Handed { bytes: self.written });
        if let Some(app) = rows.traffic.app(&spec.traffic.params, self.seed, &spec.id) {
            self.app.change(io.now, app);
        }
        self.ask(io);
    }

    fn summary(&self) -> SenderSummary {
        self.tcp.summary()
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.tcp.variables(show);
    }

    fn restart_counts(&mut self, now: Time) {
        self.app.restart_counts(now);
    }

    fn user_results(&self, now: Time) -> UserResults {
        UserResults { video: self.app.video(now), ..UserResults::default() }
    }

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
