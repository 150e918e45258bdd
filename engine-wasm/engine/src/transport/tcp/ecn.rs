//! ECN feedback at both ends: the marks that the receiver echoes, and how the sender counts them.
//!
//! Classic feedback is RFC 3168, section 6.1; DCTCP's is RFC 8257, section 3.2; Accurate ECN is RFC 9768,
//! sections 3.2 and 3.3.

use crate::core::packet::{Ecn, EcnBytes, Flags, Packet};
use crate::transport::stack::{Feedback, Stack};

/// Initial packet counter of Accurate ECN at both ends (RFC 9768, section 3.2.1).
const FIRST_COUNT: u64 = 5;
/// Initial byte counters (section 3.2.1).
const FIRST_BYTES: EcnBytes = EcnBytes { ect: 1, ce: 0 };
/// Counters in the option have 24 bits.
const BYTES_MASK: u32 = (1 << 24) - 1;
/// While there is data to acknowledge, an ACK is sent after this many marks without waiting for the delayed
/// ACK (section 3.2.2.5.1).
const MARKS_PER_ACK: u32 = 2;

/// The receiver's state of marks.
#[derive(Clone, Debug)]
pub struct Echo {
    feedback: Feedback,
    /// Classic: a mark arrived and the sender has not responded. Otherwise: whether the last packet was
    /// marked.
    marked: bool,
    /// Accurate: number of marked packets.
    packets: u64,
    bytes: EcnBytes,
    /// Accurate: number of marks that no ACK has reported.
    unreported: u32,
}

impl Echo {
    /// Initial state, without marks.
    pub fn new(feedback: Feedback) -> Echo {
        Echo { feedback, marked: false, packets: FIRST_COUNT, bytes: FIRST_BYTES, unreported: 0 }
    }

    /// Changes the kind of feedback. The counters continue.
    pub fn change(&mut self, feedback: Feedback) {
        if feedback != self.feedback {
            (self.feedback, self.marked, self.unreported) = (feedback, false, 0);
        }
    }

    /// DCTCP: whether earlier packets must be acknowledged before this one, because its mark differs.
    #[inline]
    pub fn differs(&self, packet: &Packet) -> bool {
        self.feedback == Feedback::Dctcp && packet.len > 0 && (packet.ecn == Ecn::Ce) != self.marked
    }

    /// Counts a packet that arrived. Returns whether it must be acknowledged at once.
    #[inline]
    pub fn note(&mut self, packet: &Packet) -> bool {
        let marked = packet.ecn == Ecn::Ce;
        match self.feedback {
            Feedback::Classic => {
                // RFC 3168, section 6.1.3: echo from the first mark on, until the sender confirms its response.
                self.marked = marked || (self.marked && !packet.flags.has(Flags::CWR));
                false
            }
            Feedback::Dctcp => {
                let differs = self.differs(packet);
                self.marked ^= differs;
                differs
            }
            Feedback::Accurate { .. } => {
                let first = marked && !self.marked;
                self.marked = marked;
                if marked {
                    self.packets += 1;
                    self.unreported += 1;
                    self.bytes.ce = (self.bytes.ce + packet.len) & BYTES_MASK;
                } else if packet.ecn.capable() {
                    self.bytes.ect = (self.bytes.ect + packet.len) & BYTES_MASK;
                }
                first || self.unreported >= MARKS_PER_ACK
            }
        }
    }

    /// The flags and the option of an ACK sent now.
    #[inline]
    pub fn answer(&mut self) -> (Flags, Option<EcnBytes>) {
        match self.feedback {
            Feedback::Accurate { option } => {
                self.unreported = 0;
                (Flags::of_ace((self.packets & 7) as u8), option.then_some(self.bytes))
            }
            _ => (if self.marked { Flags::ECE } else { Flags::default() }, None),
        }
    }
}

/// Bytes of the Accurate ECN option with two counters.
pub const OPTION_BYTES: u32 = 8;

/// The sender's copy of the receiver's counters.
#[derive(Clone, Debug)]
pub struct MarkCounters {
    feedback: Feedback,
    packets: u64,
    bytes: u32,
}

impl MarkCounters {
    /// Initial state, before the first ACK.
    pub fn new(feedback: Feedback) -> MarkCounters {
        MarkCounters { feedback, packets: FIRST_COUNT, bytes: FIRST_BYTES.ce }
    }

    /// See [`Echo::change`]. ACKs of the other kind that are still in flight report nothing.
    pub fn change(&mut self, feedback: Feedback) {
        self.feedback = feedback;
    }

    /// Number of packets that this ACK newly reports as marked, if the feedback is exact; 0 with classic
    /// feedback. The ACK delivers `covered` packets of the stack's size; the receiver sends an ACK at least
    /// for every `delayed_ack` packets.
    pub fn count(&mut self, packet: &Packet, option: Option<EcnBytes>, covered: u32, stack: &Stack) -> u32 {
        match self.feedback {
            Feedback::Classic => 0,
            Feedback::Dctcp if packet.flags.echoes() => covered,
            Feedback::Dctcp => 0,
            // An ACK overtaken by a later one has old counters and reports nothing new.
            Feedback::Accurate { .. } if covered == 0 || !packet.flags.has(Flags::ACE) => 0,
            Feedback::Accurate { .. } => self.count_exactly(packet.flags.ace(), option, covered, stack),
        }
    }

    /// The field counts modulo 8 (RFC 9768, section 3.2.2.5) and may have wrapped if more packets were
    /// covered; the option resolves this. Without the option, the largest possible number is assumed if ACKs
    /// were lost. Otherwise the field cannot wrap within the packets of one delayed ACK, because the receiver
    /// reports every second mark.
    fn count_exactly(&mut self, ace: u8, option: Option<EcnBytes>, covered: u32, stack: &Stack) -> u32 {
        let least = (u64::from(ace).wrapping_sub(self.packets) & 7) as u32;
        let marks = match option {
            Some(counters) => {
                let bytes = counters.ce.wrapping_sub(self.bytes) & BYTES_MASK;
                if bytes > BYTES_MASK / 2 {
                    return 0;
                }
                self.bytes = counters.ce;
                let packets = bytes.div_ceil(stack.mss).min(covered);
                least + (packets.saturating_sub(least) + 4) / 8 * 8
            }
            None if covered > stack.delayed_ack.max(7) => least + (covered - least) / 8 * 8,
            None => least,
        };
        self.packets += u64::from(marks);
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Choice, ParamValue};

    const OPTION: Feedback = Feedback::Accurate { option: true };
    const FIELD: Feedback = Feedback::Accurate { option: false };

    fn stack(delayed_ack: f64) -> Stack {
        let params = [("mss", 1000.0), ("delayedAck", delayed_ack)];
        let mut choice = Choice::of("rfc");
        choice.params = params.map(|(id, x)| (id.to_owned(), ParamValue::Number(x))).into();
        Stack::of(&choice)
    }

    fn data(ecn: Ecn) -> Packet {
        Packet { ecn, len: 1000, ..Packet::default() }
    }

    /// Reports this many marked packets in one ACK. Returns the number that the sender counts.
    fn read_at_once(feedback: Feedback, marked: u32, covered: u32, delayed_ack: f64) -> u32 {
        let (mut echo, mut read) = (Echo::new(feedback), MarkCounters::new(feedback));
        for i in 0..covered {
            echo.note(&data(if i < marked { Ecn::Ce } else { Ecn::Ect0 }));
        }
        let (flags, option) = echo.answer();
        read.count(&Packet { flags, ..Packet::default() }, option, covered, &stack(delayed_ack))
    }

    #[test]
    fn classic_feedback_echoes_until_the_sender_has_reacted() {
        let mut echo = Echo::new(Feedback::Classic);
        echo.note(&data(Ecn::Ce));
        echo.note(&data(Ecn::Ect0));
        assert_eq!(echo.answer().0, Flags::ECE);
        echo.note(&Packet { flags: Flags::CWR, ..data(Ecn::Ect0) });
        assert_eq!(echo.answer().0, Flags::default());
        // A mark on the packet with CWR is a new mark.
        echo.note(&Packet { flags: Flags::CWR, ..data(Ecn::Ce) });
        assert_eq!(echo.answer().0, Flags::ECE);
    }

    #[test]
    fn dctcp_echoes_the_state_of_what_is_acknowledged() {
        let mut echo = Echo::new(Feedback::Dctcp);
        assert!(!echo.differs(&data(Ecn::Ect0)) && echo.differs(&data(Ecn::Ce)));
        // RFC 8257, section 3.2: the packet that changes the state is acknowledged at once.
        assert!(echo.note(&data(Ecn::Ce)) && !echo.note(&data(Ecn::Ce)));
        assert_eq!(echo.answer().0, Flags::ECE);
        assert!(echo.differs(&data(Ecn::Ect0)));
        echo.note(&data(Ecn::Ect0));
        assert_eq!(echo.answer().0, Flags::default());
    }

    #[test]
    fn accurate_feedback_is_exact_below_eight_marks_per_ack() {
        for feedback in [OPTION, FIELD] {
            for (marked, covered) in [(0, 2), (1, 1), (2, 2), (1, 2), (7, 7)] {
                assert_eq!(read_at_once(feedback, marked, covered, 2.0), marked, "{feedback:?}");
            }
        }
    }

    /// RFC 9768, section 3.2.2.5.2: nine marks look like one; without the option the safe reading is nine.
    #[test]
    fn a_wrapped_field_is_resolved_by_the_option_or_assumed_to_be_the_maximum() {
        assert_eq!(read_at_once(OPTION, 9, 9, 2.0), 9);
        assert_eq!(read_at_once(OPTION, 1, 9, 2.0), 1);
        assert_eq!(read_at_once(FIELD, 9, 9, 2.0), 9);
        assert_eq!(read_at_once(FIELD, 1, 9, 2.0), 9);
        assert_eq!(read_at_once(OPTION, 0, 16, 2.0), 0);
        // A single delayed ACK is taken literally.
        assert_eq!(read_at_once(FIELD, 0, 16, 16.0), 0);
        assert_eq!(read_at_once(FIELD, 1, 16, 16.0), 1);
    }

    #[test]
    fn the_first_and_then_every_second_mark_is_reported_at_once() {
        let mut echo = Echo::new(OPTION);
        assert!(!echo.note(&data(Ecn::Ect0)) && echo.note(&data(Ecn::Ce)));
        echo.answer();
        assert!(!echo.note(&data(Ecn::Ce)) && echo.note(&data(Ecn::Ce)));
        echo.answer();
        // Alternating marks require an ACK each.
        assert!(!echo.note(&data(Ecn::Ect0)) && echo.note(&data(Ecn::Ce)));
    }

    #[test]
    fn acks_with_another_kind_of_feedback_report_nothing() {
        let (mut echo, mut read, stack) = (Echo::new(OPTION), MarkCounters::new(OPTION), stack(2.0));
        echo.note(&data(Ecn::Ce));
        let (old, option) = echo.answer();
        for feedback in [Feedback::Classic, Feedback::Dctcp] {
            echo.change(feedback);
            read.change(feedback);
            assert_eq!(read.count(&Packet { flags: old, ..Packet::default() }, option, 1, &stack), 0);
        }
        echo.change(OPTION);
        read.change(OPTION);
        let mut count = |flags, option| read.count(&Packet { flags, ..Packet::default() }, option, 1, &stack);
        assert_eq!((count(Flags::default(), None), count(old, option), count(old, option)), (0, 1, 0));
    }

    #[test]
    fn counters_wrap_after_24_bits() {
        let (mut echo, mut read) = (Echo::new(OPTION), MarkCounters::new(OPTION));
        let (stack, mut marks) = (stack(2.0), 0);
        for _ in 0..40_000 {
            echo.note(&data(Ecn::Ce));
            let (flags, option) = echo.answer();
            marks += read.count(&Packet { flags, ..Packet::default() }, option, 1, &stack);
        }
        assert_eq!(marks, 40_000);
    }
}
