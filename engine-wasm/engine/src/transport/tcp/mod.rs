//! TCP: a sender and a receiver, which communicate only through packets.

mod ecn;
mod pacing;
mod receiver;
mod recovery;
mod segments;
mod sender;

use std::sync::Arc;

use crate::catalogue::Settings;
use crate::congestion::{Controller, ControllerKind, Equipment, MakeController, Script, equip};
use crate::core::packet::{Options, Packet};
use crate::core::random::Rng;
use crate::scenario;
use crate::traffic::Source;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::transport::stack::RecoveryKind;
use crate::transport::{FlowRows, SenderSummary, Transport};
use crate::units::Time;
use receiver::Receiver;
use sender::Sender;

/// Both ends of a connection.
#[derive(Clone, Debug)]
pub struct Tcp {
    sender: Sender,
    receiver: Receiver,
}

fn make_controller(
    spec: &scenario::Flow,
    rows: &FlowRows,
    make: &MakeController,
    equipment: Equipment,
) -> Box<dyn Controller> {
    equip(make(&Settings::new(&rows.algorithm.row.params, &spec.params)), equipment)
}

impl Tcp {
    /// The connection of a validated flow; `rng` makes a random stream for each purpose.
    pub fn new(
        spec: &scenario::Flow,
        rows: &FlowRows,
        make: &MakeController,
        rng: impl Fn(&str) -> Rng,
    ) -> Tcp {
        let stack = rows.stack(spec);
        let sack = stack.recovery == RecoveryKind::Sack;
        let receiver = Receiver::new(stack.clone(), sack);
        // Transfers have a source each; the connection that `again` copies never starts itself.
        let source = rows.source(spec).unwrap_or(Source::Bulk);
        let controller = make_controller(spec, rows, make, stack.equipment);
        let sender = Sender::new(stack, controller, source, rng);
        Tcp { sender, receiver }
    }

    /// Another connection of the same kind with `source`. This one must not have started.
    pub fn again(&self, source: Source, rng: impl Fn(&str) -> Rng) -> Tcp {
        Tcp { sender: self.sender.again(source, rng), receiver: self.receiver.clone() }
    }

    /// Bytes acknowledged, including the FIN's sequence number.
    pub fn acknowledged(&self) -> u64 {
        self.sender.snd_una()
    }

    /// Payload that has arrived in order, including the FIN's sequence number.
    pub fn delivered(&self) -> u64 {
        self.receiver.delivered()
    }

    /// A packet with bytes of the receiving application, made by the receiver.
    pub fn request(&self, now: Time, seq: u64, len: u32) -> Packet {
        self.receiver.request(now, seq, len)
    }

    /// The application has written `bytes` since the start. Only for connections with a [`Source::Handed`].
    pub fn hand_over(&mut self, io: &mut Io<'_>, bytes: u64) {
        self.sender.hand_over(io, bytes);
    }

    /// Takes over a changed document of its flow, and `source`.
    pub fn change_with(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows, source: Source) {
        let ControllerKind::Window(make) = &rows.algorithm.controller else { return };
        let stack = rows.stack(spec);
        self.receiver.change(stack.clone(), stack.recovery == RecoveryKind::Sack);
        let same = Arc::ptr_eq(&rows.algorithm, &io.flow.rows.algorithm)
            && spec.params == io.flow.spec.params
            && stack.equipment == self.sender.equipment();
        let controller = (!same).then(|| make_controller(spec, rows, make, stack.equipment));
        self.sender.change(io, stack, controller, source);
    }
}

impl Transport for Tcp {
    fn start(&mut self, io: &mut Io<'_>) {
        let window = self.receiver.initial_window();
        self.sender.start(io, window);
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        self.sender.stop(io);
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        if packet.back {
            self.sender.on_packet(io, packet, options);
        } else {
            self.receiver.on_packet(io, packet);
        }
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        match timer {
            TimerId::DelayedAck => self.receiver.on_delayed_ack(io),
            TimerId::Read => self.receiver.on_read(io),
            TimerId::Retransmit => self.sender.on_timeout(io),
            _ if io.flow.phase == Phase::Running => self.sender.on_timer(io, timer),
            _ => {}
        }
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        let source = rows.source(spec).expect("validated: one connection");
        self.change_with(io, spec, rows, source);
    }

    fn summary(&self) -> SenderSummary {
        let control = self.sender.control();
        SenderSummary {
            cwnd: control.cwnd,
            ssthresh: control.ssthresh,
            flight: self.sender.in_flight(),
            srtt_ms: self.sender.rtt().min().map_or(f64::NAN, |_| self.sender.rtt().smoothed().as_millis()),
            rto_ms: self.sender.rtt().timeout_base().as_millis(),
            timeout_ms: self.sender.rtt().timeout().as_millis(),
            recovering: self.sender.recovering(),
        }
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.sender.variables(show);
    }

    fn script(&self) -> Option<&dyn Script> {
        self.sender.controller().script()
    }

    fn script_mut(&mut self) -> Option<&mut dyn Script> {
        self.sender.controller_mut().script_mut()
    }

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
