//! ECN feedback, both ends of it: what the receiver echoes of marks, and how many marks the sender reads from that.
//!
//! Classic feedback is RFC 3168, section 6.1; DCTCP's is RFC 8257, section 3.2; Accurate ECN is RFC 9768, sections 3.2 and 3.3.

use crate::core::packet::{Ecn, EcnBytes, Flags, Packet};
use crate::transport::stack::{Feedback, Stack};

/// Marked packets that Accurate ECN's counters begin with, at both ends (RFC 9768, section 3.2.1).
const FIRST_COUNT: u64 = 5;
/// What its byte counters begin with (section 3.2.1).
const FIRST_BYTES: EcnBytes = EcnBytes { ect: 1, ce: 0 };
/// The option's counters have 24 bits.
const BYTES_MASK: u32 = (1 << 24) - 1;
/// With data to acknowledge, so many marks do not wait for the delayed ACK (section 3.2.2.5.1).
const MARKS_AN_ACK: u32 = 2;

/// What the receiver remembers of marks.
#[derive(Clone, Debug)]
pub struct Echo {
    feedback: Feedback,
    /// Classic: a mark came and the sender has not reacted. Otherwise: whether the last packet was marked.
    marked: bool,
    /// Accurate: marked packets.
    packets: u64,
    bytes: EcnBytes,
    /// Accurate: marks that no ACK has told of.
    untold: u32,
}

impl Echo {
    /// Nothing was marked yet.
    pub fn new(feedback: Feedback) -> Echo {
        Echo { feedback, marked: false, packets: FIRST_COUNT, bytes: FIRST_BYTES, untold: 0 }
    }

    /// Another kind of feedback from now on. The counters go on where they were.
    pub fn change(&mut self, feedback: Feedback) {
        if feedback != self.feedback {
            (self.feedback, self.marked, self.untold) = (feedback, false, 0);
        }
    }

    /// DCTCP: whether what came before this packet must be acknowledged first, since the mark of this one differs.
    #[inline]
    pub fn differs(&self, packet: &Packet) -> bool {
        self.feedback == Feedback::Dctcp && packet.len > 0 && (packet.ecn == Ecn::Ce) != self.marked
    }

    /// A packet came. Whether it must be acknowledged at once.
    #[inline]
    pub fn note(&mut self, packet: &Packet) -> bool {
        let marked = packet.ecn == Ecn::Ce;
        match self.feedback {
            Feedback::Classic => {
                // RFC 3168, section 6.1.3: echo from the first mark on until the sender says that it has reacted.
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
                    self.untold += 1;
                    self.bytes.ce = (self.bytes.ce + packet.len) & BYTES_MASK;
                } else if packet.ecn.capable() {
                    self.bytes.ect = (self.bytes.ect + packet.len) & BYTES_MASK;
                }
                first || self.untold >= MARKS_AN_ACK
            }
        }
    }

    /// The flags of an ACK that goes now, and its option.
    #[inline]
    pub fn answer(&mut self) -> (Flags, Option<EcnBytes>) {
        match self.feedback {
            Feedback::Accurate { option } => {
                self.untold = 0;
                (Flags::of_ace((self.packets & 7) as u8), option.then_some(self.bytes))
            }
            _ => (if self.marked { Flags::ECE } else { Flags::default() }, None),
        }
    }
}

/// Bytes that the option of Accurate ECN with two counters takes in a header.
pub const OPTION_BYTES: u32 = 8;

/// What the sender knows of the receiver's counters.
#[derive(Clone, Debug)]
pub struct MarkCounters {
    feedback: Feedback,
    packets: u64,
    bytes: u32,
}

impl MarkCounters {
    /// Before the first ACK.
    pub fn new(feedback: Feedback) -> MarkCounters {
        MarkCounters { feedback, packets: FIRST_COUNT, bytes: FIRST_BYTES.ce }
    }

    /// See [`Echo::change`]. ACKs of the other kind that are on their way will say nothing.
    pub fn change(&mut self, feedback: Feedback) {
        self.feedback = feedback;
    }

    /// Packets that this ACK newly reports as marked, where the feedback is exact. It delivers `covered` packets of the stack's size;
    /// the receiver waits for `delayed_ack` packets at most before it sends one. Classic feedback counts nothing.
    pub fn count(&mut self, packet: &Packet, option: Option<EcnBytes>, covered: u32, stack: &Stack) -> u32 {
        match self.feedback {
            Feedback::Classic => 0,
            Feedback::Dctcp if packet.flags.echoes() => covered,
            Feedback::Dctcp => 0,
            // What is overtaken by a later ACK brings nothing new, and its counters are old.
            Feedback::Accurate { .. } if covered == 0 || !packet.flags.has(Flags::ACE) => 0,
            Feedback::Accurate { .. } => self.count_exactly(packet.flags.ace(), option, covered, stack),
        }
    }

    /// The field counts modulo 8 (RFC 9768, section 3.2.2.5): where more packets were covered it may have come round. The option
    /// says how often. Without it the largest number possible counts, where ACKs were lost: since the receiver tells of every second
    /// mark, the field does not come round in the packets of one delayed ACK.
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

    /// Tells of so many marked packets in one ACK; gives back what is read.
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
        // A mark on the packet that says so is another one.
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
    fn accurate_feedback_is_exact_below_eight_marks_an_ack() {
        for feedback in [OPTION, FIELD] {
            for (marked, covered) in [(0, 2), (1, 1), (2, 2), (1, 2), (7, 7)] {
                assert_eq!(read_at_once(feedback, marked, covered, 2.0), marked, "{feedback:?}");
            }
        }
    }

    /// RFC 9768, section 3.2.2.5.2: nine marks look like one; without the option the safe reading is nine.
    #[test]
    fn a_field_that_came_round_is_read_by_the_option_or_safely() {
        assert_eq!(read_at_once(OPTION, 9, 9, 2.0), 9);
        assert_eq!(read_at_once(OPTION, 1, 9, 2.0), 1);
        assert_eq!(read_at_once(FIELD, 9, 9, 2.0), 9);
        assert_eq!(read_at_once(FIELD, 1, 9, 2.0), 9);
        assert_eq!(read_at_once(OPTION, 0, 16, 2.0), 0);
        // One delayed ACK is read to the letter.
        assert_eq!(read_at_once(FIELD, 0, 16, 16.0), 0);
        assert_eq!(read_at_once(FIELD, 1, 16, 16.0), 1);
    }

    #[test]
    fn marks_are_told_of_at_once_when_they_begin_and_every_second_one_then() {
        let mut echo = Echo::new(OPTION);
        assert!(!echo.note(&data(Ecn::Ect0)) && echo.note(&data(Ecn::Ce)));
        echo.answer();
        assert!(!echo.note(&data(Ecn::Ce)) && echo.note(&data(Ecn::Ce)));
        echo.answer();
        // Alternating marks: an ACK for each.
        assert!(!echo.note(&data(Ecn::Ect0)) && echo.note(&data(Ecn::Ce)));
    }

    #[test]
    fn another_feedback_on_the_way_says_nothing() {
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
    fn counters_come_round_after_24_bits() {
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
