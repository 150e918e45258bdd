//! Recoveries that were not needed: how they are found out (Eifel, RFC 3522; DSACK, RFC 3708; F-RTO, RFC 5682) and undone (RFC 4015).

use super::{Evidence, Sender, State};
use crate::core::packet::SackBlock;
use crate::metrics::recorder::MarkKind;
use crate::transport::flow::Io;
use crate::transport::stack::RecoveryKind;

/// What a recovery keeps for the case that it was not needed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Episode {
    /// It can be undone.
    active: bool,
    /// snd.una when it began: duplicates below it have other causes.
    from: u64,
    /// The timestamp of its first retransmission.
    first_resent: Option<u64>,
    /// Retransmissions that the receiver has not reported as duplicates.
    unreported: u32,
    /// How far F-RTO has come after a timeout.
    test: Option<Test>,
}

/// The steps of RFC 5682, section 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Test {
    /// The oldest segment was sent again; nothing else is until its ACK comes.
    First,
    /// That ACK moved snd.una: new data goes instead of retransmissions.
    Second,
}

impl Episode {
    /// A segment is sent again with this timestamp.
    #[inline]
    pub fn on_resent(&mut self, clock: u64) {
        if self.active {
            self.first_resent.get_or_insert(clock);
            self.unreported += 1;
        }
    }

    /// Whether new data goes before what is deemed lost.
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

    /// Whether an ACK with this echo answers to something sent before the first retransmission.
    fn precedes_retransmission(&self, echo: u64) -> bool {
        self.active && self.first_resent.is_some_and(|first| echo < first)
    }
}

impl Sender {
    /// A recovery begins: what it changes may have to be brought back.
    pub(super) fn begin_episode(&mut self) {
        if self.stack.undo {
            self.recovery.episode = Episode { active: true, from: self.snd_una(), ..Episode::default() };
            self.save_controller();
        }
    }

    /// The retransmission timer fired: unless losses are being repaired already, a test begins of whether that was too early.
    pub(super) fn doubt_timeout(&mut self) {
        if self.recovery.state == State::Open {
            self.begin_episode();
        }
        let doubtful = !matches!(self.recovery.state, State::Fast { .. });
        let episode = &mut self.recovery.episode;
        episode.test = (doubtful && episode.active && self.stack.frto).then_some(Test::First);
    }

    /// Whether the ACK with this echo fills a hole with what had only been late, as far as timestamps tell.
    pub(super) fn fills_hole_late(&self, echo: u64) -> bool {
        self.stack.timestamps && self.recovery.episode.precedes_retransmission(echo)
    }

    /// An ACK in fast recovery, or after it: undoes the recovery if nothing had been lost. `late` says that the ACK answers to what was
    /// sent before the first retransmission.
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
        // What arrived after it had been sent again was reordered: Linux counts it, though RFC 8985 does not see it.
        self.recovery.rack.on_undo(true);
        self.undo(io)
    }

    /// An ACK after a timeout: undoes it if it came too early, else takes the next step of the test.
    pub(super) fn undo_timeout(&mut self, io: &mut Io<'_>, evidence: &Evidence, late: bool) -> bool {
        let State::Loss { recover } = self.recovery.state else { return false };
        let advanced = evidence.advanced;
        if (advanced && late) || self.recovery.episode.all_duplicates() {
            return self.undo(io);
        }
        let Some(test) = self.recovery.episode.test else { return false };
        let sack = self.recovery.kind == RecoveryKind::Sack;
        // Data that was sent once, before the timeout: it cannot be the retransmission's ACK. Without SACK the first such ACK may be
        // that of what waited behind the hole.
        let original = if sack { evidence.lowest_once < recover } else { advanced && test == Test::Second };
        if original {
            return self.undo(io);
        }
        if test == Test::Second && !sack {
            // Step 3a: the new packets arrived, and without SACK nothing else takes them out of the window.
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

    /// Brings back what the recovery changed (RFC 4015, section 3.2, with the whole window as Linux has it).
    fn undo(&mut self, io: &mut Io<'_>) -> bool {
        io.flow.stats.undone += 1;
        io.mark(MarkKind::Undo);
        self.recovery.episode = Episode::default();
        self.recovery.leave();
        self.recovery.rack.on_undo(false);
        self.segments.find_again();
        self.undo_congestion_response(io);
        true
    }
}
