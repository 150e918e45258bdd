//! A flow that consists of transfers, each on its own TCP connection. The connections are managed here; for
//! everything else there is one flow, whose counts, window and data in flight are the sums over them.
//!
//! A connection occupies a *slot*. When the last byte of its transfer is acknowledged, the transfer is over
//! and the next one can start in another slot while the old connection closes; then its slot is free.

use std::collections::VecDeque;
use std::sync::Arc;

use super::tcp::Tcp;
use super::{FlowRows, SenderSummary, Transport};
use crate::congestion::ControllerKind;
use crate::core::event::Seq;
use crate::core::packet::{Options, Packet};
use crate::core::random::Rng;
use crate::metrics::transfers::Completion;
use crate::scenario;
use crate::traffic::Source;
use crate::traffic::demand::{Demand, Transfer};
use crate::transport::flow::{Flow, Io, Phase, TimerId};
use crate::units::Time;

/// The low bits of a packet's connection number are its slot; the others count the slot's connections.
const SLOT_BITS: u32 = 10;

/// Slots for closing connections, in addition to the maximum number of transfers.
const CLOSING_SLOTS: u16 = 16;

/// State of a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// A transfer is active.
    Open,
    /// Its connection is closing.
    Closing,
    /// Free.
    Free,
}

/// A slot and its last connection.
#[derive(Clone, Debug)]
struct Slot {
    state: State,
    tcp: Tcp,
    /// Timers and phase of the connection.
    flow: Flow,
    transfer: Transfer,
    began: Time,
    ended: Time,
}

impl Slot {
    /// Window and data in flight in packets, as included in the flow's sums.
    fn share(&self) -> (f64, f64) {
        if self.state == State::Open && self.flow.phase == Phase::Running {
            let summary = self.tcp.summary();
            (summary.cwnd, summary.flight)
        } else {
            (0.0, 0.0)
        }
    }
}

/// All connections of a flow.
#[derive(Clone, Debug)]
pub(super) struct Transfers {
    seed: u32,
    demand: Demand,
    /// A connection that never starts; others are copied from it.
    template: Tcp,
    slots: Vec<Slot>,
    /// Free slots, the one that has been free longest first, so that packets of its last connection are gone.
    free: VecDeque<u16>,
    open: u16,
    closing: u16,
    stopped: bool,
    /// Sums over open connections, packets, for the plots.
    cwnd: f64,
    flight: f64,
}

impl Transfers {
    pub(super) fn new(seed: u32, template: Tcp, demand: Demand) -> Transfers {
        Transfers {
            seed,
            demand,
            template,
            slots: Vec::new(),
            free: VecDeque::new(),
            open: 0,
            closing: 0,
            stopped: false,
            cwnd: 0.0,
            flight: 0.0,
        }
    }

    /// Lets a connection act with the flow's statistics, and processes the result.
    fn act(&mut self, io: &mut Io<'_>, index: u16, act: impl FnOnce(&mut Tcp, &mut Io<'_>)) {
        let slot = &mut self.slots[usize::from(index)];
        let before = slot.share();
        io.flow.swap_statistics(&mut slot.flow);
        act(&mut slot.tcp, &mut io.for_connection(&mut slot.flow));
        io.flow.swap_statistics(&mut slot.flow);
        self.settle(io, index);
        let after = self.slots[usize::from(index)].share();
        if after != before {
            self.cwnd += after.0 - before.0;
            self.flight += after.1 - before.1;
            self.show(io);
        }
    }

    /// Records window and data in flight for the plots.
    fn show(&mut self, io: &mut Io<'_>) {
        if self.open == 0 {
            // Remove rounding errors.
            (self.cwnd, self.flight) = (0.0, 0.0);
        }
        io.record(io.flow.series.cwnd, self.cwnd);
        io.record(io.flow.series.flight, self.flight);
    }

    /// Updates the slot after a change of its connection.
    fn settle(&mut self, io: &mut Io<'_>, index: u16) {
        let slot = &mut self.slots[usize::from(index)];
        let over = slot.flow.phase == Phase::Finished;
        let complete = slot.tcp.acknowledged() >= slot.transfer.bytes;
        if slot.state == State::Open && (complete || over) {
            (slot.state, slot.ended) = (State::Closing, io.now);
            self.open -= 1;
            self.closing += 1;
            let completion =
                Completion { began: slot.began, took: io.now.since(slot.began), bytes: slot.transfer.bytes };
            let counts = complete && self.demand.counts(&slot.transfer);
            if let Some(stats) = &mut io.flow.transfers {
                stats.end(io.now, counts.then_some(completion));
            }
            self.demand.ended(io.now, &slot.transfer);
            if let (Some(began), false) = (self.demand.take_round(), self.stopped)
                && let Some(stats) = &mut io.flow.transfers
            {
                stats.end_round(io.now, began);
            }
        }
        if slot.state == State::Closing && over {
            self.release(index);
        }
    }

    fn release(&mut self, index: u16) {
        self.slots[usize::from(index)].state = State::Free;
        self.closing -= 1;
        self.free.push_back(index);
    }

    /// Opens the transfers that are due, and sets the timer for the next.
    fn open_due(&mut self, io: &mut Io<'_>) {
        if self.stopped {
            if self.open == 0 && self.closing == 0 {
                io.flow.phase = Phase::Finished;
            }
            return;
        }
        while let Some(transfer) = self.demand.take_due(io.now) {
            if !self.demand.refuses(self.open) {
                self.open(io, transfer);
            } else if let Some(stats) = &mut io.flow.transfers {
                stats.refuse();
            }
        }
        match self.demand.next() {
            Some(at) => io.set_timer(TimerId::Application, at),
            None => io.stop_timer(TimerId::Application),
        }
    }

    fn open(&mut self, io: &mut Io<'_>, transfer: Transfer) {
        let index = self.allocate_slot(io, transfer);
        let Transfer { slot, number, bytes } = transfer;
        let rng =
            |purpose: &str| Rng::new(self.seed, &io.flow.spec.id, &format!("{purpose}/{slot}/{number}"));
        let slot = &mut self.slots[usize::from(index)];
        slot.tcp = self.template.again(Source::Finite { bytes }, rng);
        slot.state = State::Open;
        (slot.transfer, slot.began) = (transfer, io.now);
        let uses = (slot.flow.connection >> SLOT_BITS).wrapping_add(1);
        slot.flow.begin_connection(uses << SLOT_BITS | index);
        self.open += 1;
        if let Some(stats) = &mut io.flow.transfers {
            stats.begin(io.now);
        }
        self.act(io, index, |tcp, io| tcp.start(io));
    }

    /// A free slot, a new one, or that of the connection that has been closing for longest.
    fn allocate_slot(&mut self, io: &mut Io<'_>, transfer: Transfer) -> u16 {
        if let Some(index) = self.free.pop_front() {
            return index;
        }
        if self.slots.len() as u16 >= 2 * self.demand.max_connections() + CLOSING_SLOTS {
            let closing = (0u16..).zip(&self.slots).filter(|(_, p)| p.state == State::Closing);
            if let Some((index, _)) = closing.min_by_key(|(_, p)| p.ended) {
                self.closing -= 1;
                return index;
            }
        }
        let index = self.slots.len() as u16;
        let mut flow = io.open_connection(index);
        let seed = self.seed;
        let rng = || Rng::new(seed, &io.flow.spec.id, &format!("overhead/{index}"));
        flow.set_overhead(&io.flow.spec, rng);
        let tcp = self.template.clone();
        self.slots.push(Slot { state: State::Free, tcp, flow, transfer, began: io.now, ended: io.now });
        index
    }
}

impl Transport for Transfers {
    fn start(&mut self, io: &mut Io<'_>) {
        io.flow.phase = Phase::Running;
        let jitter = Time::from_secs(io.flow.spec.start_jitter_s).since(Time::ZERO);
        self.demand.start(io.now, jitter);
        self.open_due(io);
    }

    fn stop(&mut self, io: &mut Io<'_>) {
        self.stopped = true;
        io.stop_timer(TimerId::Application);
        for index in 0..self.slots.len() as u16 {
            if self.slots[usize::from(index)].state == State::Open {
                self.act(io, index, |tcp, io| tcp.stop(io));
            }
        }
        self.open_due(io);
    }

    fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        let index = packet.connection & ((1 << SLOT_BITS) - 1);
        let slot = self.slots.get(usize::from(index));
        if slot.is_some_and(|p| p.flow.connection == packet.connection) {
            self.act(io, index, |tcp, io| tcp.on_packet(io, packet, options));
            self.open_due(io);
        } else if !packet.back {
            // The connection is over, but the host has received the packet.
            io.receive(packet);
        }
    }

    fn on_timer(&mut self, io: &mut Io<'_>, timer: TimerId) {
        if timer == TimerId::Application {
            self.open_due(io);
        }
    }

    fn on_connection_timer(&mut self, io: &mut Io<'_>, index: u16, seq: Seq, timer: u32) {
        let Some(slot) = self.slots.get_mut(usize::from(index)) else { return };
        if let Some(timer) = io.connection_timer_fires(&mut slot.flow, seq, timer) {
            self.act(io, index, |tcp, io| tcp.on_timer(io, timer));
            self.open_due(io);
        }
    }

    fn end(&mut self, io: &mut Io<'_>) {
        for slot in &mut self.slots {
            io.close_connection(&mut slot.flow);
            if let (State::Open, Some(stats)) = (slot.state, &mut io.flow.transfers) {
                stats.end(io.now, None);
            }
        }
        self.slots.clear();
        self.free.clear();
        (self.open, self.closing) = (0, 0);
        self.show(io);
    }

    fn change(&mut self, io: &mut Io<'_>, spec: &scenario::Flow, rows: &FlowRows) {
        if let ControllerKind::Window(controller) = &rows.algorithm.controller {
            self.template =
                Tcp::new(spec, rows, controller, |purpose| Rng::new(self.seed, &spec.id, purpose));
        }
        let shared = Arc::new(spec.clone());
        for index in 0..self.slots.len() as u16 {
            let slot = &mut self.slots[usize::from(index)];
            let source = Source::Finite { bytes: slot.transfer.bytes };
            let seed = self.seed;
            slot.flow.set_overhead(spec, || Rng::new(seed, &spec.id, &format!("overhead/{index}")));
            if slot.state != State::Free {
                self.act(io, index, |tcp, io| tcp.change_with(io, spec, rows, source));
            }
            let flow = &mut self.slots[usize::from(index)].flow;
            (flow.spec, flow.rows) = (shared.clone(), rows.clone());
        }
        if let Some(demand) = rows.traffic.demand(&spec.traffic.params, self.seed, &spec.id) {
            self.demand.change(io.now, demand, io.flow.phase == Phase::Running && !self.stopped);
        }
        if io.flow.phase == Phase::Running {
            self.open_due(io);
        }
    }

    fn summary(&self) -> SenderSummary {
        let open = || self.slots.iter().filter(|p| p.state == State::Open && p.flow.phase == Phase::Running);
        let mut sum = SenderSummary {
            cwnd: 0.0,
            ssthresh: f64::INFINITY,
            flight: 0.0,
            srtt_ms: 0.0,
            rto_ms: f64::NAN,
            timeout_ms: f64::NAN,
            recovering: false,
        };
        let mut samples = 0.0;
        for summary in open().map(|p| p.tcp.summary()) {
            sum.cwnd += summary.cwnd;
            sum.flight += summary.flight;
            if summary.srtt_ms.is_finite() {
                sum.srtt_ms += summary.srtt_ms;
                samples += 1.0;
            }
        }
        // Thresholds belong to single connections, so there is none for the flow; for round-trip times the
        // mean is meaningful.
        let cwnd = if open().next().is_some() { sum.cwnd } else { f64::NAN };
        SenderSummary { cwnd, srtt_ms: sum.srtt_ms / samples, ..sum }
    }

    fn variables(&self, _: &mut dyn FnMut(f64)) {}

    fn clone_box(&self) -> Box<dyn Transport> {
        Box::new(self.clone())
    }
}
