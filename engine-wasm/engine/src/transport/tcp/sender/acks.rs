//! Processing of ACKs: deliveries, RTT samples, the receive window, and rounds.

use super::super::recovery::Evidence;
use super::super::segments::Acked;
use super::{RoundSoFar, Sender};
use crate::congestion::{Ack, Congestion, RateSample, Round};
use crate::core::digest::DigestEvent;
use crate::core::packet::{Flags, Options, Packet, PacketKind, SackBlock};
use crate::metrics::recorder::MarkKind;
use crate::transport::flow::{Io, Phase, TimerId};
use crate::transport::stack::{Feedback, GrowthCounting, RecoveryKind};
use crate::units::{Nanos, Time};

/// The range of duplicate data that the ACK reports, if it does (RFC 2883, section 4): its first block is
/// below the ACK or inside the second block.
fn dsack(packet: &Packet, options: &Options) -> Option<SackBlock> {
    let blocks = &options.sacks[..usize::from(packet.sacks)];
    let &(from, to) = blocks.first()?;
    let within = blocks.get(1).is_some_and(|second| from >= second.0 && to <= second.1);
    (to <= packet.ack || within).then_some((from, to))
}

impl Sender {
    /// A packet from the receiver.
    pub fn on_packet(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        if io.flow.phase == Phase::Opening {
            if packet.flags.has(Flags::SYN) {
                self.on_syn_ack(io, packet);
            }
            return;
        }
        if io.flow.phase == Phase::Finished || packet.flags.has(Flags::SYN) {
            if packet.flags.has(Flags::FIN) {
                self.acknowledge_fin(io);
            }
            return;
        }
        self.on_ack(io, packet, options);
    }

    fn on_syn_ack(&mut self, io: &mut Io<'_>, packet: &Packet) {
        self.edge = u64::from(packet.window);
        self.last_window = packet.window;
        self.take_rtt(io, packet.timestamp);
        self.establish(io);
    }

    #[inline]
    fn take_rtt(&mut self, io: &mut Io<'_>, sent: u64) -> Nanos {
        let rtt = Nanos(self.stack.clock(io.now).saturating_sub(sent)).max(Nanos(1));
        self.rtt.sample(rtt);
        io.flow.stats.rtt.add(rtt);
        let now = io.now;
        let (recorder, flow) = io.recording();
        recorder.record(flow.series.rtt, now, rtt.as_millis());
        rtt
    }

    fn on_ack(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        if packet.ack > self.snd_nxt {
            return;
        }
        if self.is_routine(packet) {
            self.process_ack::<true>(io, packet, options);
        } else {
            self.process_other_ack(io, packet, options);
        }
    }

    /// Whether an ACK can only advance snd.una: no loss is known, it reports none, and it cannot report marks.
    #[inline(always)]
    fn is_routine(&self, packet: &Packet) -> bool {
        packet.ack > self.snd_una
            && packet.sacks == 0
            && !self.stack.ecn
            && self.recovery.is_quiet()
            && self.segments.is_quiet()
    }

    #[inline(never)]
    fn process_other_ack(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        self.process_ack::<false>(io, packet, options);
    }

    /// Processes an ACK of data up to snd.nxt. Most ACKs are routine (see [`Sender::is_routine`]), and for them
    /// the compiler leaves out all that can only concern others.
    #[inline(always)]
    fn process_ack<const ROUTINE: bool>(&mut self, io: &mut Io<'_>, packet: &Packet, options: &Options) {
        let ack = packet.ack;
        io.flow.digest.add(io.now.0, DigestEvent::Ack, ack, packet.window);
        // RFC 5681, section 2: data outstanding, no payload, same number, same window.
        let same_window = packet.window == self.last_window;
        let repeats =
            !ROUTINE && ack == self.snd_una && !self.segments.is_empty() && packet.kind == PacketKind::Ack;

        self.last_window = packet.window;
        self.edge = self.edge.max(ack + u64::from(packet.window));
        if self.probe_wait > Nanos::ZERO && self.edge > self.snd_nxt {
            io.stop_timer(TimerId::Persist);
            self.probe_wait = Nanos::ZERO;
        }
        let prior_in_flight = self.segments.pipe();
        let mut acked = Acked::default();
        if !ROUTINE && self.recovery.assesses_acks {
            self.take_evidence(packet, options);
        }
        let advanced = ROUTINE || ack > self.snd_una;
        if advanced {
            self.snd_una = ack;
            self.rtt.acknowledged(ack, io.now);
            self.segments.acknowledge(ack, &mut acked);
        }
        if !ROUTINE && packet.sacks > 0 {
            self.segments.process_sacks(
                &options.sacks[..usize::from(packet.sacks)],
                self.snd_una,
                self.snd_nxt,
                &mut acked,
            );
        }
        // RFC 6675, section 2: with SACK, a duplicate ACK is one with new SACK information.
        let sack = self.recovery.kind == RecoveryKind::Sack;
        let duplicate = repeats && if sack { acked.delivered > 0 } else { same_window };
        let rtt = self.rtt_of(io, packet, advanced, &acked);
        let rate = self.rate_of(io.now, &acked);
        if !ROUTINE {
            self.report_deliveries(io.now);
        }
        let mut restart = false;
        // The ACK that ends fast recovery sets the window (RFC 5681, section 3.2, step 6); growth starts with
        // the next one, in ns-2 with this one.
        let repairing = !ROUTINE && !self.recovery.may_grow() && !self.stack.grow_on_exit;
        let lost_before = self.segments.lost();
        let mut round = None;
        let undone = !ROUTINE && self.recovery.assesses_acks && self.assess_ack(io, &acked, rtt.is_some());
        if advanced {
            round = self.end_round(io.now, &acked);
            restart = undone || if ROUTINE { self.go_on(io) } else { self.recover_on_new_ack(io, &acked) };
        } else if duplicate && !undone {
            self.recover_on_dup_ack(io, &acked);
        }
        self.report_losses(io.now);
        let marked = if ROUTINE { 0 } else { self.marks_of(packet, options, &acked) };
        let ece = !ROUTINE
            && self.stack.ecn
            && match self.stack.feedback {
                Feedback::Accurate { .. } => marked > 0,
                _ => packet.flags.echoes(),
            };
        // Once per round trip, and not if the sender has just responded to a loss.
        if ece && self.snd_una > self.ecn_recover {
            self.respond_to_mark(io);
        }
        let rate = acked
            .newest
            .as_ref()
            .zip(rate)
            .map(|(newest, rate)| RateSample { lost: self.segments.lost() - newest.lost_before, ..rate });
        if advanced || acked.delivered > 0 {
            let lost = f64::from((self.segments.lost() - lost_before) as u32);
            let prior_in_flight = f64::from(prior_in_flight);
            let once = acked.newest.as_ref().filter(|n| n.transmissions == 1);
            let latest_rtt = once.map(|n| io.now.since(n.sent_at));
            let marked = f64::from(marked);
            let one_way = self.one_way_delay_of(packet, advanced);
            let ack = Ack {
                lost,
                marked,
                prior_in_flight,
                ece,
                rtt,
                latest_rtt,
                one_way,
                rate,
                round,
                delivered: f64::from(acked.delivered),
                acked: f64::from(acked.cumulative),
                counted: 0.0,
            };
            self.report_ack(io.now, advanced, repairing, ack);
            if self.control.limits_itself {
                self.mark_app_limited();
            }
        }
        if self.end.is_some_and(|end| self.snd_una >= end) {
            io.flow.completed.get_or_insert(io.now);
        }
        if self.segments.is_empty() {
            io.stop_timer(TimerId::Retransmit);
            self.close(io, packet);
        } else if restart {
            self.restart_timer(io);
        }
        if self.pacer.randomized() {
            self.wait_again(io.now);
        }
        self.send(io);
        self.observe(io);
    }

    #[inline(never)]
    fn respond_to_mark(&mut self, io: &mut Io<'_>) {
        io.flow.stats.ecn_reactions += 1;
        io.mark(MarkKind::Ecn);
        self.report_congestion(io, Congestion::Ecn);
    }

    /// Evidence on recoveries in an ACK that has not been counted yet.
    #[inline(never)]
    fn take_evidence(&mut self, packet: &Packet, options: &Options) {
        let blocks = &options.sacks[..usize::from(packet.sacks)];
        self.recovery.evidence = Evidence {
            advanced: packet.ack > self.snd_una,
            echo: packet.timestamp,
            lowest_once: self.segments.lowest_once(packet.ack, blocks),
            dsack: dsack(packet, options),
        };
    }

    /// Packets that this ACK newly reports as marked, if the feedback is exact.
    #[inline]
    fn marks_of(&mut self, packet: &Packet, options: &Options, acked: &Acked) -> u32 {
        if !self.stack.ecn {
            return 0;
        }
        let counters = packet.flags.has(Flags::ECN_BYTES).then_some(options.ecn);
        self.marks.count(packet, counters, acked.delivered, &self.stack)
    }

    /// The receiver's clock minus the sender's echoed clock (RFC 7323): one-way delay plus ACK delay.
    #[inline]
    fn one_way_delay_of(&self, packet: &Packet, advanced: bool) -> Option<Nanos> {
        (self.stack.timestamps && advanced).then(|| Nanos(packet.clock.saturating_sub(packet.timestamp)))
    }

    /// Reports progress to the controller.
    fn report_ack(&mut self, now: Time, advanced: bool, repairing: bool, mut ack: Ack) {
        let control = self.control;
        if !advanced {
            return self
                .with_controller(now, (repairing, ack.ece), |controller, cx| controller.on_sack(cx, &ack));
        }
        ack.counted = match self.stack.growth_counting {
            GrowthCounting::Packets => ack.acked,
            GrowthCounting::Acks => 1.0,
            GrowthCounting::Limited if control.cwnd < control.ssthresh => ack.acked.min(2.0),
            GrowthCounting::Limited => ack.acked,
        };
        self.with_controller(now, (repairing, ack.ece), |controller, cx| controller.on_ack(cx, &ack));
    }

    /// RFC 6298, section 3, and RFC 7323, section 4.
    #[inline]
    fn rtt_of(&mut self, io: &mut Io<'_>, packet: &Packet, advanced: bool, acked: &Acked) -> Option<Nanos> {
        let sent = if self.stack.timestamps {
            advanced.then_some(packet.timestamp)
        } else {
            let once = acked.newest.as_ref().filter(|n| n.transmissions == 1);
            once.map(|n| n.sent_at.0)
        }?;
        let rtt = self.take_rtt(io, sent);
        let round = &mut self.round;
        round.min = if round.samples == 0 { rtt.0 } else { round.min.min(rtt.0) };
        round.sum += rtt.0;
        round.samples += 1;
        Some(rtt)
    }

    /// A round ends with the first ACK above the byte that was next when it started.
    fn end_round(&mut self, now: Time, acked: &Acked) -> Option<Round> {
        if self.snd_una <= self.round.mark {
            return None;
        }
        let so_far =
            std::mem::replace(&mut self.round, RoundSoFar { mark: self.snd_nxt, ..RoundSoFar::default() });
        let mean_rtt = Nanos(so_far.sum.checked_div(u64::from(so_far.samples)).unwrap_or(0));
        let closing = acked.newest.as_ref().filter(|n| n.transmissions == 1);
        Some(Round {
            min_rtt: Nanos(so_far.min),
            mean_rtt,
            samples: so_far.samples,
            closing_rtt: closing.map(|n| now.since(n.sent_at)),
            delivered: closing.map_or(0, |n| self.delivered - n.delivered),
        })
    }

    /// Delivery rate: draft-cheng-iccrg-delivery-rate-estimation.
    #[inline]
    fn rate_of(&mut self, now: Time, acked: &Acked) -> Option<RateSample> {
        let newest = acked.newest.as_ref()?;
        self.delivered += u64::from(acked.delivered);
        if self.delivered > self.app_limited_until {
            self.app_limited_until = 0;
        }
        self.delivered_at = now;
        self.first_sent = newest.sent_at;
        let sending = newest.sent_at.since(newest.first_sent);
        let acking = now.since(newest.delivered_at);
        let interval = sending.max(acking);
        if interval == Nanos::ZERO || self.rtt.min().is_some_and(|min| interval < min) {
            return None;
        }
        let packets = self.delivered - newest.delivered;
        Some(RateSample {
            bytes: packets * u64::from(self.stack.mss),
            interval,
            prior_delivered: newest.delivered,
            // Set later, after loss detection.
            lost: 0,
            in_flight: f64::from(newest.in_flight),
            app_limited: newest.app_limited,
            retransmitted: newest.transmissions > 1,
        })
    }

    /// Everything is acknowledged; with a FIN the flow is complete.
    fn close(&mut self, io: &mut Io<'_>, packet: &Packet) {
        let Some(end) = self.end else { return };
        if self.snd_una > end || (self.snd_una == end && !self.stack.handshake) {
            io.flow.phase = Phase::Finished;
            io.stop_timer(TimerId::Pace);
        }
        if packet.flags.has(Flags::FIN) {
            self.acknowledge_fin(io);
        }
    }

    fn acknowledge_fin(&mut self, io: &mut Io<'_>) {
        let size = self.stack.overhead();
        let kind = PacketKind::Control;
        io.send_forward(Packet {
            kind,
            flags: Flags::ACK,
            size,
            seq: self.snd_nxt,
            ack: 1,
            ..Packet::default()
        });
    }
}
