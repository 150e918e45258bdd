//! RACK: losses found by time (RFC 8985, section 6), with SACK recovery behind it. A packet is lost once one that was sent after it is
//! delivered and a round trip and a reordering window have passed since it was sent.

use super::{Acked, Evidence, Sender, State};
use crate::core::rtt::Rtt;
use crate::transport::flow::{Io, TimerId};
use crate::transport::tcp::segments::DUP_THRESH;
use crate::units::{Nanos, Time};

/// Recoveries for which a wider reordering window is kept (section 6.2, step 4).
const PERSISTENCE: u32 = 16;

/// What is known of the order in which packets arrive.
#[derive(Clone, Copy, Debug)]
pub struct Rack {
    /// Of the delivered segments the one that was sent last: when, its first byte, and how long it took.
    latest: Option<(Time, u64, Nanos)>,
    /// The highest byte that was SACKed.
    fack: u64,
    /// A segment that was sent once arrived after one that was sent behind it.
    reordering_seen: bool,
    /// The reordering window in quarters of the smallest RTT.
    quarters: u32,
    /// Recoveries until that is one again.
    persistence: u32,
    /// Duplicates reported below this byte belong to a round that has counted.
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
    /// Steps 1 to 3: what an ACK delivered. `fack` is the highest byte that is SACKed now; `answers` says whether the ACK
    /// can be an answer to a packet sent at a time, as far as timestamps tell.
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
        // Faster than the path ever was: this answers an earlier transmission.
        let too_fast = rtt.min().is_some_and(|min| took < min);
        if newest.transmissions > 1 && (too_fast || !answers(newest.sent_at)) {
            return;
        }
        if self.latest.is_none_or(|(at, seq, _)| (newest.sent_at, newest.seq) > (at, seq)) {
            self.latest = Some((newest.sent_at, newest.seq, took));
        }
    }

    /// A recovery was undone: what it sent again was no answer to anything. `reordered`: packets were late by overtaking.
    pub fn on_undo(&mut self, reordered: bool) {
        self.latest = None;
        self.reordering_seen |= reordered;
    }

    /// Step 4: the receiver reported a duplicate. The window grows once a round.
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

    /// Step 4: how long a packet may be late. `urgent` where losses are being repaired or as many segments are SACKed as used to
    /// mean a loss.
    pub fn window(&self, rtt: &Rtt, urgent: bool) -> Nanos {
        if urgent && !self.reordering_seen {
            return Nanos::ZERO;
        }
        let min = rtt.min().unwrap_or_default();
        Nanos(min.0 * u64::from(self.quarters) / 4).min(rtt.smoothed())
    }
}

impl Sender {
    /// What an ACK says of the order of packets.
    pub(super) fn note_delivered(&mut self, now: Time, acked: &Acked, evidence: &Evidence) {
        let mut rack = self.recovery.rack;
        let exact = self.stack.timestamps && evidence.advanced;
        let answers = |sent: Time| !exact || evidence.echo >= self.stack.clock(sent);
        let fack = self.segments.highest_selected();
        rack.on_delivered(now, acked, evidence.lowest_once, fack, self.rtt(), answers);
        self.recovery.rack = rack;
    }

    /// How long after its sending a packet counts as lost.
    fn overdue_after(&self) -> Nanos {
        let urgent = self.recovery.state != State::Open || self.segments.selected() >= DUP_THRESH;
        let took = self.recovery.rack.latest.map_or(Nanos::ZERO, |(_, _, took)| took);
        took + self.recovery.rack.window(self.rtt(), urgent)
    }

    /// Deems lost what is overdue, and sets the timer for what will be; gives back how many packets that was.
    #[inline(never)]
    pub(super) fn lose_overdue(&mut self, io: &mut Io<'_>) -> u32 {
        let Some((sent_at, seq, _)) = self.recovery.rack.latest else { return 0 };
        let found = self.segments.lose_overdue(io.now, (sent_at, seq), self.overdue_after());
        self.recovery.reordering_until = found.next;
        found.lost
    }

    /// After a timeout: only the oldest packet is lost for certain.
    pub(super) fn lose_after_timeout(&mut self, now: Time) {
        self.segments.lose_oldest_and_overdue(now, self.overdue_after());
    }

    /// The reordering timer fired.
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

    /// Something was sent or acknowledged. One timer waits for reordered packets, or for the time to probe the tail of a flight.
    pub(in crate::transport::tcp) fn set_detection_timer(&mut self, io: &mut Io<'_>) {
        self.segments.note_sending();
        self.schedule_probe(io);
        let due = self.recovery.reordering_until.or(self.recovery.probe.due());
        match due {
            Some(at) => io.set_timer(TimerId::Detection, at),
            None => io.stop_timer(TimerId::Detection),
        }
    }

    /// That timer fired.
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
