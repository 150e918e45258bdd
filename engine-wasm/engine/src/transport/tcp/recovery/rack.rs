//! RACK: loss detection by time (RFC 8985, section 6) with SACK recovery. A packet is lost if a packet sent
//! later has been delivered and a round trip plus a reordering window have passed since it was sent.

use super::{Acked, Evidence, Sender, State};
use crate::core::rtt::Rtt;
use crate::transport::flow::{Io, TimerId};
use crate::transport::tcp::segments::DUP_THRESH;
use crate::units::{Nanos, Time};

/// Number of recoveries for which a wider reordering window is kept (section 6.2, step 4).
const PERSISTENCE: u32 = 16;

/// State of RACK.
#[derive(Clone, Copy, Debug)]
pub struct Rack {
    /// Of the delivered segments, the one sent last: send time, first byte, and RTT.
    latest: Option<(Time, u64, Nanos)>,
    /// Highest byte SACKed.
    fack: u64,
    /// Whether a segment that was sent once has arrived after a segment sent later.
    reordering_seen: bool,
    /// Reordering window in quarters of the minimum RTT.
    quarters: u32,
    /// Recoveries until the window returns to one quarter.
    persistence: u32,
    /// Duplicates reported below this byte belong to a round that has already counted.
    dsack_round: u64,
}

impl Default for Rack {
    fn default() -> Self {
        Rack {
            latest: None,
            fack: 0,
            reordering_seen: false,
            quarters: 1,
            persistence: PERSISTENCE,
            dsack_round: 0,
        }
    }
}

impl Rack {
    /// Steps 1 to 3: processes the segments that an ACK delivered. `fack` is the highest byte SACKed now;
    /// `answers` tells whether, by its timestamp, the ACK can be for a packet sent at a given time.
    pub fn on_delivered(
        &mut self,
        now: Time,
        acked: &Acked,
        lowest_once: u64,
        fack: u64,
        rtt: &Rtt,
        answers: impl Fn(Time) -> bool,
    ) {
        self.reordering_seen |= lowest_once < self.fack;
        self.fack = fack;
        let Some(newest) = acked.newest else { return };
        let took = now.since(newest.sent_at);
        // Faster than the minimum RTT, so this is the ACK of an earlier transmission.
        let too_fast = rtt.min().is_some_and(|min| took < min);
        if newest.transmissions > 1 && (too_fast || !answers(newest.sent_at)) {
            return;
        }
        if self.latest.is_none_or(|(at, seq, _)| (newest.sent_at, newest.seq) > (at, seq)) {
            self.latest = Some((newest.sent_at, newest.seq, took));
        }
    }

    /// A recovery was undone, so the delivery of its retransmissions shows no loss. `reordered`: packets were
    /// late because of reordering.
    pub fn on_undo(&mut self, reordered: bool) {
        self.latest = None;
        self.reordering_seen |= reordered;
    }

    /// Step 4: the receiver reported a duplicate. The window grows once per round.
    pub fn on_duplicate(&mut self, snd_una: u64, snd_nxt: u64) {
        if snd_una >= self.dsack_round {
            self.dsack_round = snd_nxt;
            self.quarters += 1;
            self.persistence = PERSISTENCE;
        }
    }

    /// Step 4: a recovery is over.
    pub fn on_recovered(&mut self) {
        self.persistence = self.persistence.saturating_sub(1);
        if self.persistence == 0 {
            self.quarters = 1;
        }
    }

    /// Step 4: the reordering window. `urgent` during recovery, or if DUP_THRESH segments are SACKed.
    pub fn window(&self, rtt: &Rtt, urgent: bool) -> Nanos {
        if urgent && !self.reordering_seen {
            return Nanos::ZERO;
        }
        let min = rtt.min().unwrap_or_default();
        Nanos(min.0 * u64::from(self.quarters) / 4).min(rtt.smoothed())
    }
}

impl Sender {
    /// Processes what an ACK shows about the order of packets.
    pub(super) fn note_delivered(&mut self, now: Time, acked: &Acked, evidence: &Evidence) {
        let mut rack = self.recovery.rack;
        let exact = self.stack.timestamps && evidence.advanced;
        let answers = |sent: Time| !exact || evidence.echo >= self.stack.clock(sent);
        let fack = self.segments.highest_sacked();
        rack.on_delivered(now, acked, evidence.lowest_once, fack, self.rtt(), answers);
        self.recovery.rack = rack;
    }

    /// Time after its transmission at which a packet counts as lost.
    fn overdue_after(&self) -> Nanos {
        let urgent = self.recovery.state != State::Open || self.segments.sacked_segments() >= DUP_THRESH;
        let took = self.recovery.rack.latest.map_or(Nanos::ZERO, |(_, _, took)| took);
        took + self.recovery.rack.window(self.rtt(), urgent)
    }

    /// Marks overdue segments as lost, and sets the timer for the next one. Returns how many there were.
    #[inline(never)]
    pub(super) fn lose_overdue(&mut self, io: &mut Io<'_>) -> u32 {
        let Some((sent_at, seq, _)) = self.recovery.rack.latest else { return 0 };
        let found = self.segments.lose_overdue(io.now, (sent_at, seq), self.overdue_after());
        self.recovery.reordering_until = found.next;
        found.lost
    }

    /// After a timeout only the oldest packet is certainly lost.
    pub(super) fn lose_after_timeout(&mut self, now: Time) {
        self.segments.lose_oldest_and_overdue(now, self.overdue_after());
    }

    /// The reordering timer expired.
    pub(super) fn on_reordering_timer(&mut self, io: &mut Io<'_>) {
        let nothing = Acked::default();
        match self.recovery.state {
            State::Open => self.detect_by_sack(io, &nothing),
            State::Fast { .. } => self.sack_step(io, &nothing, false),
            State::Loss { .. } => {
                self.lose_overdue(io);
            }
        }
        self.report_losses(io.now);
    }

    /// Something was sent or acknowledged: sets the timer, which serves both reordered packets and tail loss
    /// probes.
    pub(in crate::transport::tcp) fn set_detection_timer(&mut self, io: &mut Io<'_>) {
        self.segments.note_transmissions();
        self.schedule_probe(io);
        let due = self.recovery.reordering_until.or(self.recovery.probe.due());
        match due {
            Some(at) => io.set_timer(TimerId::Detection, at),
            None => io.stop_timer(TimerId::Detection),
        }
    }

    /// That timer expired.
    pub(in crate::transport::tcp) fn on_detection_timer(&mut self, io: &mut Io<'_>) {
        if !self.recovery.timed {
            return;
        }
        if self.recovery.reordering_until.take().is_some() {
            self.on_reordering_timer(io);
        } else {
            self.probe_tail(io);
        }
    }
}
