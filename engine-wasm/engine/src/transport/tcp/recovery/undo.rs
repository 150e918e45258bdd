//! Spurious recoveries: their detection (Eifel, RFC 3522; DSACK, RFC 3708; F-RTO, RFC 5682) and undo (RFC
//! 4015).

use super::{Evidence, Sender, State};
use crate::core::packet::SackBlock;
use crate::metrics::recorder::MarkKind;
use crate::transport::flow::Io;
use crate::transport::stack::RecoveryKind;

/// State of a recovery that is needed to undo it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Episode {
    /// Whether it can be undone.
    active: bool,
    /// snd.una at its start: duplicates below it have other causes.
    from: u64,
    /// The timestamp of its first retransmission.
    first_resent: Option<u64>,
    /// Retransmissions not yet reported as duplicates.
    unreported: u32,
    /// State of F-RTO after a timeout.
    test: Option<Test>,
}

/// The steps of RFC 5682, section 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    /// The oldest segment was retransmitted; nothing else is until its ACK arrives.
    First,
    /// That ACK advanced snd.una: new data is sent instead of retransmissions.
    Second,
}

impl Episode {
    /// A segment was retransmitted with this timestamp.
    #[inline]
    pub fn on_resent(&mut self, clock: u64) {
        if self.active {
            self.first_resent.get_or_insert(clock);
            self.unreported += 1;
        }
    }

    /// Whether new data has priority over retransmissions.
    #[inline]
    pub fn holds_retransmissions(&self) -> bool {
        self.test == Some(Test::Second)
    }

    /// The receiver reported `segments` in a range that it had received twice.
    pub fn on_duplicate(&mut self, block: SackBlock, mss: u32) {
        if self.active && block.1 > self.from {
            let segments = (block.1 - block.0).div_ceil(u64::from(mss.max(1)));
            self.unreported = self.unreported.saturating_sub(segments as u32);
        }
    }

    /// Whether every retransmission was a duplicate.
    fn all_duplicates(&self) -> bool {
        self.active && self.first_resent.is_some() && self.unreported == 0
    }

    /// Whether an ACK with this echo is for a packet sent before the first retransmission.
    fn precedes_retransmission(&self, echo: u64) -> bool {
        self.active && self.first_resent.is_some_and(|first| echo < first)
    }
}

impl Sender {
    /// A recovery starts: saves the state that it changes.
    pub(super) fn begin_episode(&mut self) {
        if self.stack.undo {
            self.recovery.episode = Episode { active: true, from: self.snd_una(), ..Episode::default() };
            self.save_controller();
        }
    }

    /// The retransmission timer expired: unless losses are already being repaired, a test of whether the
    /// timeout was spurious starts.
    pub(super) fn test_timeout(&mut self) {
        if self.recovery.state == State::Open {
            self.begin_episode();
        }
        let may_be_spurious = !matches!(self.recovery.state, State::Fast { .. });
        let episode = &mut self.recovery.episode;
        episode.test = (may_be_spurious && episode.active && self.stack.frto).then_some(Test::First);
    }

    /// Whether, by its timestamp, the ACK with this echo fills a hole with a late original packet.
    pub(super) fn fills_hole_late(&self, echo: u64) -> bool {
        self.stack.timestamps && self.recovery.episode.precedes_retransmission(echo)
    }

    /// An ACK during or after fast recovery: undoes the recovery if nothing had been lost. `late`: the ACK is
    /// for a packet sent before the first retransmission.
    pub(super) fn undo_fast(&mut self, io: &mut Io<'_>, late: bool) -> bool {
        let State::Fast { recover } = self.recovery.state else {
            let spurious = self.recovery.state == State::Open && self.recovery.episode.all_duplicates();
            return spurious && self.undo(io);
        };
        let whole = self.snd_una() >= recover;
        let by_echo = late && (whole || !self.segments.awaits_retransmission());
        let by_report = self.recovery.episode.all_duplicates() && self.segments.waiting() == 0;
        if !by_echo && !by_report {
            return false;
        }
        // An original that arrived after its retransmission was reordered. Linux counts it, although RFC 8985
        // does not detect it.
        self.recovery.rack.on_undo(true);
        self.undo(io)
    }

    /// An ACK after a timeout: undoes the timeout if it was spurious; otherwise continues the test.
    pub(super) fn undo_timeout(&mut self, io: &mut Io<'_>, evidence: &Evidence, late: bool) -> bool {
        let State::Loss { recover } = self.recovery.state else { return false };
        let advanced = evidence.advanced;
        if (advanced && late) || self.recovery.episode.all_duplicates() {
            return self.undo(io);
        }
        let Some(test) = self.recovery.episode.test else { return false };
        let sack = self.recovery.kind == RecoveryKind::Sack;
        // Data that was sent once, before the timeout, so the ACK cannot be for a retransmission. Without
        // SACK, the first such ACK may be for data that was waiting behind the hole.
        let original = if sack { evidence.lowest_once < recover } else { advanced && test == Test::Second };
        if original {
            return self.undo(io);
        }
        if test == Test::Second && !sack {
            // Step 3a: the new packets arrived, and without SACK only this removes them from the pipe.
            self.recovery.inflation = f64::from(self.segments.pipe());
        }
        self.recovery.episode.test = match test {
            Test::First if advanced && self.snd_una() < recover && self.has_new_data(io.now) => {
                Some(Test::Second)
            }
            _ => None,
        };
        false
    }

    /// Restores what the recovery changed (RFC 4015, section 3.2, with the whole window as in Linux).
    fn undo(&mut self, io: &mut Io<'_>) -> bool {
        io.flow.stats.undone += 1;
        io.mark(MarkKind::Undo);
        self.recovery.episode = Episode::default();
        self.recovery.leave();
        self.recovery.rack.on_undo(false);
        self.segments.unmark_lost();
        self.undo_congestion_response(io);
        true
    }
}
