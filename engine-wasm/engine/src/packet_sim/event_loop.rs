//! The hot loop: processes events.

use super::Simulation;
use crate::core::event::{Event, Kind};
use crate::core::packet::{self, PacketId, PacketRef};
use crate::link::ChannelEnd;
use crate::network::timer_owners::TimerOwner;
use crate::transport::flow::{Io, TIMERS, TimerId};
use crate::units::Time;

impl Simulation {
    /// Runs events before `until`, at most `left`. Returns how many more are allowed.
    pub(super) fn run_events(&mut self, until: Time, mut left: u64) -> u64 {
        while left > 0 {
            let Some(event) = self.net.events.peek_before(until) else { break };
            left -= 1;
            let time = event.time();
            debug_assert!(time >= self.now);
            self.now = time;
            // Most events are arrivals, so they are checked first.
            if let Some(index) = event.arrival() {
                let (packet, end) = self.net.arrive(index);
                self.arrived(time, packet, end);
                continue;
            }
            self.net.events.pop();
            let (kind, index) = event.target();
            if kind == Kind::Departure {
                self.net.depart(time, index);
            } else if kind == Kind::Timer {
                self.timer(event, index);
            } else {
                self.arrived_unordered(index);
            }
        }
        left
    }

    /// A packet arrives that is not in a pipe.
    #[cold]
    fn arrived_unordered(&mut self, id: PacketId) {
        let packet = &self.net.packets[id];
        let end = self.net.channels[packet.channel as usize].end;
        self.arrived(self.now, PacketRef::new(id, packet), end);
    }

    /// A packet reaches the other end of a channel.
    #[inline(always)]
    fn arrived(&mut self, now: Time, packet: PacketRef, end: ChannelEnd) {
        self.net.hops += 1;
        if end.endpoint == packet.to {
            self.deliver(packet.id);
        } else {
            self.net.forward(now, end.row, packet);
        }
    }

    /// A packet reaches its destination.
    #[inline(always)]
    fn deliver(&mut self, id: PacketId) {
        let packet = self.net.packets[id];
        let copy;
        let options = if packet.has_options() {
            copy = self.net.packets.take_options(id);
            &copy
        } else {
            &packet::NO_OPTIONS
        };
        self.net.packets.release(id);
        let flow = &mut self.flows[packet.flow as usize];
        // Packets of a connection that no longer exists are ignored.
        if packet.generation == flow.generation {
            let mut io = Io::new(self.now, &mut self.net, flow);
            self.transports[packet.flow as usize].on_packet(&mut io, &packet, options);
        }
    }

    fn timer(&mut self, event: Event, index: u32) {
        let (timer_owner, timer) = (index / TIMERS, index % TIMERS);
        let TimerOwner { flow, slot } = self.net.timer_owners.get(timer_owner);
        let state = &mut self.flows[flow as usize];
        let transport = &mut self.transports[flow as usize];
        if slot != TimerOwner::WHOLE {
            let mut io = Io::new(self.now, &mut self.net, state);
            return transport.on_connection_timer(&mut io, slot, event.seq(), timer);
        }
        let Some(timer) = state.timer_fires(&mut self.net, self.now, event.seq(), timer) else {
            return;
        };
        let mut io = Io::new(self.now, &mut self.net, state);
        match timer {
            TimerId::Start => transport.start(&mut io),
            TimerId::Stop => transport.stop(&mut io),
            _ => transport.on_timer(&mut io, timer),
        }
    }
}
