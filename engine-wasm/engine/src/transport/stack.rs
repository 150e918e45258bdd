//! The stack around a controller: its options, and the profiles that set all of them.

use crate::catalogue::{ChoiceOption, Param, ParamValueRef, Row, Settings, Variable};
use crate::congestion::{Equipment, SlowStartExit};
use crate::core::packet::Ecn;
use crate::core::rtt::TimerRules;
use crate::scenario::Choice;
use crate::units::{Nanos, Rate, Segments, Time};

/// Loss recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecoveryKind {
    /// Slow start after every loss.
    Tahoe,
    /// Fast recovery, which ends with the first new ACK.
    Reno,
    /// RFC 6582.
    NewReno,
    /// RFC 6675 with PRR (RFC 6937).
    Sack,
}

/// Pacing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pacing {
    /// ACK-clocked: packets are sent when ACKs arrive.
    AckClocked,
    /// Paced by a timer with gaps of SRTT/cwnd·(1 + x), x uniform in ±`interval`; even if that is zero.
    Timed {
        /// Randomisation interval I.
        interval: f64,
        /// Whether additive increase compensates for the slowdown by randomisation.
        corrected: bool,
        /// Multiple of the window that slow start spreads over a round trip.
        slow_start: f64,
    },
}

/// Variables of this pacing that can be plotted.
pub fn pacing_variables(pacing: &str) -> &'static [Variable] {
    const VARIABLES: &[Variable] = &[
        Variable::new("gap", "Δ", "time between the last two packets", "ms"),
        Variable::new("increaseScale", "α(w)", "factor on additive increase", ""),
    ];
    match pacing {
        "random" => VARIABLES,
        "paced" => &VARIABLES[..1],
        _ => &[],
    }
}

/// How many packets an ACK counts for growth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GrowthCounting {
    /// Every acknowledged packet.
    Packets,
    /// At most two packets per ACK in slow start (RFC 3465, L = 2).
    Limited,
    /// One packet per ACK (RFC 5681 without byte counting, ns-2).
    Acks,
}

/// How the receiver reports marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feedback {
    /// RFC 3168: ECN-Echo from the first mark until the sender confirms the reduction. One bit per round trip.
    Classic,
    /// RFC 8257: ECN-Echo shows whether the packets acknowledged by this ACK were marked.
    Dctcp,
    /// RFC 9768: a three-bit counter of marked packets in the header, and byte counters in an option.
    Accurate {
        /// Whether ACKs carry the option.
        option: bool,
    },
}

/// Ids of an algorithm's default options, which the flow's stack can override.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults<'a> {
    /// Loss recovery.
    pub recovery: &'a str,
    /// Pacing.
    pub pacing: &'a str,
    /// ECN feedback. With any but the classic one the algorithm uses ECN regardless of the stack.
    pub feedback: &'a str,
}

/// A stack with all options resolved.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Payload of a full segment, bytes.
    pub mss: u32,
    /// TCP, IP and link headers without options, bytes.
    pub header: u32,
    /// RFC 7323 timestamps: 12 more bytes, and an RTT sample on every ACK.
    pub timestamps: bool,
    /// Tick of the timestamp clock; zero means exact.
    pub timestamp_tick: Nanos,
    /// Window scaling.
    pub window_scaling: bool,
    /// Three-way handshake before data, FIN after.
    pub handshake: bool,
    /// Initial window.
    pub initial_window: Segments,
    /// Initial ssthresh.
    pub initial_ssthresh: Segments,
    /// Retransmission timer.
    pub timers: TimerRules,
    /// Segments per ACK; 1 means no delayed ACKs.
    pub delayed_ack: u32,
    /// Maximum delay of an ACK.
    pub delayed_ack_timer: Nanos,
    /// RFC 3042.
    pub limited_transmit: bool,
    /// Whether Reno's fast retransmit happens only once per window of data.
    pub fast_retransmit_once: bool,
    /// Whether packets are ECN-capable.
    pub ecn: bool,
    /// How the receiver reports marks.
    pub feedback: Feedback,
    /// Codepoint of new data: ECT(0) or ECT(1); Not-ECT without ECN.
    pub ect: Ecn,
    /// Codepoint of retransmissions, SYN and FIN: Not-ECT (RFC 3168, section 6.1.5); that of new data with DCTCP (RFC 8257, section 3.5) and L4S.
    pub ect_again: Ecn,
    /// Whether a decrease starts from cwnd instead of the data in flight.
    pub reduce_from_window: bool,
    /// How many packets an ACK counts for growth.
    pub growth_counting: GrowthCounting,
    /// Whether the ACK that ends fast recovery counts for growth, as in ns-2. RFC 5681 only sets the window to ssthresh (section 3.2, step 6).
    pub grow_on_exit: bool,
    /// What the stack adds to the controller.
    pub equipment: Equipment,
    /// Loss recovery.
    pub recovery: RecoveryKind,
    /// RFC 6937 with SACK recovery.
    pub prr: bool,
    /// RACK-TLP (RFC 8985) with SACK recovery: losses are detected by time.
    pub rack: bool,
    /// Whether the receiver reports duplicate packets (RFC 2883).
    pub dsack: bool,
    /// Whether spurious recoveries are undone.
    pub undo: bool,
    /// Whether F-RTO (RFC 5682) is used to detect spurious timeouts.
    pub frto: bool,
    /// Pacing.
    pub pacing: Pacing,
    /// Receiver's buffer, bytes.
    pub receive_buffer: u64,
    /// Rate at which the receiving application reads; `None` means at once.
    pub read_rate: Option<Rate>,
}

const RECOVERIES: &[ChoiceOption] = &[
    ChoiceOption::new("auto", "As the algorithm specifies"),
    ChoiceOption::new("tahoe", "Tahoe"),
    ChoiceOption::new("reno", "Reno"),
    ChoiceOption::new("newreno", "NewReno"),
    ChoiceOption::new("sack", "SACK"),
];

const PACINGS: &[ChoiceOption] = &[
    ChoiceOption::new("auto", "As the algorithm specifies"),
    ChoiceOption::new("ack", "ACK-clocked"),
    ChoiceOption::new("paced", "Paced"),
    ChoiceOption::new("random", "Randomised"),
];

const SLOW_START_PACING: &[ChoiceOption] =
    &[ChoiceOption::new("window", "The window"), ChoiceOption::new("double", "Twice the window")];

const GROWTH_COUNTS: &[ChoiceOption] = &[
    ChoiceOption::new("packets", "Every packet"),
    ChoiceOption::new("limited", "At most 2 per ACK"),
    ChoiceOption::new("acks", "One per ACK"),
];

const FEEDBACKS: &[ChoiceOption] = &[
    ChoiceOption::new("auto", "As the algorithm specifies"),
    ChoiceOption::new("classic", "Classic"),
    ChoiceOption::new("dctcp", "DCTCP"),
    ChoiceOption::new("accurate", "Accurate ECN"),
    ChoiceOption::new("ace", "Accurate ECN, no option"),
];

const CODEPOINTS: &[ChoiceOption] = &[
    ChoiceOption::new("auto", "As the algorithm specifies"),
    ChoiceOption::new("ect0", "ECT(0)"),
    ChoiceOption::new("ect1", "ECT(1)"),
];

const DETECTIONS: &[ChoiceOption] =
    &[ChoiceOption::new("count", "Three duplicates"), ChoiceOption::new("rack", "RACK-TLP")];

const REDUCTIONS: &[ChoiceOption] =
    &[ChoiceOption::new("flight", "Data in flight"), ChoiceOption::new("window", "Congestion window")];

const EXITS: &[ChoiceOption] = &[
    ChoiceOption::new("none", "With a loss"),
    ChoiceOption::new("hystart", "HyStart"),
    ChoiceOption::new("hystartpp", "HyStart++"),
    ChoiceOption::new("search", "SEARCH"),
];

fn options() -> Vec<Param> {
    vec![
        Param::choice("recovery", "Recovery", "auto", RECOVERIES).help("How losses are detected and repaired."),
        Param::choice("spacing", "Pacing", "auto", PACINGS)
            .help("Whether packets are sent when ACKs arrive, by a regular timer, or by a randomised timer."),
        Param::number("interval", "I", "Randomisation", "")
            .range(0.0, 1.0, 1.0)
            .when("spacing", "random")
            .help("Gaps are SRTT/cwnd·(1 + x) with x uniform in ±I."),
        Param::switch("correctedIncrease", "Corrected increase", true)
            .when("spacing", "random")
            .help("Multiply the additive increase by (effective RTT/RTT)², so that the rate equals Reno’s."),
        Param::choice("pacedSlowStart", "Slow-start pacing", "window", SLOW_START_PACING)
            .when("spacing", "paced")
            .help("What paced slow start spreads over a round trip: the current window, or twice that."),
        Param::number("initialWindow", "IW", "Initial window", "packets").range(1.0, 1000.0, 10.0).integer().help("Packets that may be sent before the first ACK: 10 in RFC 6928, 1 in the 1990s."),
        Param::number("initialSsthresh", "", "Initial ssthresh", "packets")
            .range(0.0, 1_000_000.0, 0.0)
            .integer()
            .help("Window at which slow start ends without a loss; 0 means no threshold."),
        Param::number("mss", "MSS", "Segment", "bytes")
            .range(64.0, 9000.0, 1448.0)
            .integer()
            .help("Payload of a full packet."),
        Param::number("headerBytes", "", "Headers", "bytes")
            .range(0.0, 200.0, 40.0)
            .integer()
            .help("TCP, IP and link headers of every packet, without TCP options."),
        Param::switch("timestamps", "Timestamps", true)
            .help("RFC 7323: 12 more bytes per packet, an RTT sample on every ACK."),
        Param::number("timestampTickMs", "", "Timestamp tick", "ms")
            .range(0.0, 1000.0, 0.0)
            .help("Resolution of the timestamp clock; 0 means exact RTT samples."),
        Param::number("delayedAck", "b", "Packets per ACK", "packets")
            .range(1.0, 16.0, 2.0)
            .integer()
            .help("1 acknowledges every packet; 2 is the delayed ACK of RFC 5681."),
        Param::number("delayedAckMs", "", "ACK delay", "ms")
            .range(1.0, 500.0, 200.0)
            .help("Maximum delay of an ACK."),
        Param::switch("limitedTransmit", "Limited Transmit", true)
            .help("RFC 3042: each of the first two duplicate ACKs releases a new packet."),
        Param::switch("fastRetransmitOnce", "One fast retransmit per window", false)
            .help("If several packets of one window are lost, duplicate ACKs retransmit only the first, as in ns-2; the others wait for the timer. Does not apply to NewReno and SACK."),
        Param::switch("ecn", "ECN", false)
            .help("Packets can be marked instead of dropped. Algorithms that depend on marks always use it."),
        Param::choice("ecnFeedback", "ECN feedback", "auto", FEEDBACKS)
            .help("How the receiver reports marks: once per round trip (RFC 3168), on each ACK (RFC 8257), or by counters (RFC 9768)."),
        Param::choice("ectCodepoint", "ECN codepoint", "auto", CODEPOINTS)
            .help("Codepoint of ECN-capable packets; ECT(1) selects the low-latency queue of L4S (RFC 9331)."),
        Param::choice("reduceFrom", "Decrease from", "flight", REDUCTIONS)
            .help("RFC 5681 halves the data in flight; Linux and ns-2 halve the window."),
        Param::switch("wholePackets", "Decrease to whole packets", false)
            .help("A decrease rounds window and ssthresh down to whole packets, as in ns-2 before 2006."),
        Param::choice("growBy", "Growth counts", "limited", GROWTH_COUNTS)
            .help("Whether window growth counts acknowledged packets or ACKs; it matters with delayed ACKs."),
        Param::switch("growOnExit", "Growth by the ACK that ends recovery", false)
            .help("The ACK that ends fast recovery also counts for growth, as in ns-2. In RFC 5681 it only sets the window to ssthresh."),
        Param::choice("slowStartExit", "Slow start ends", "none", EXITS)
            .help("How the first slow start can end before a loss: by trains of ACKs or delay (HyStart, as in Linux), by delay (RFC 9406), or once less is delivered than was sent (SEARCH). Algorithms with a slow-start exit of their own ignore it."),
        Param::number("searchThreshold", "", "SEARCH threshold", "")
            .range(0.05, 0.9, 0.26)
            .when("slowStartExit", "search")
            .help("Slow start ends when this fraction of what was sent one RTT earlier has not been delivered. Earlier drafts used 0.35."),
        Param::number("ecnBeta", "β_ecn", "Kept after a mark", "")
            .range(0.0, 0.95, 0.0)
            .help("Fraction of the window that is kept after a mark in congestion avoidance (ABE, RFC 8511: 0.8 for Reno, 0.85 for CUBIC); 0 means as after a loss. DCTCP and BBR ignore it."),
        Param::switch("prr", "Proportional rate reduction", true)
            .help("Proportional Rate Reduction (RFC 6937), with SACK recovery: spreads transmissions evenly while the window shrinks."),
        Param::choice("lossDetection", "Loss detection", "count", DETECTIONS)
            .help("With SACK recovery: a packet counts as lost when three later ones have arrived, or when one has and a short time has passed (RFC 8985)."),
        Param::switch("dsack", "Duplicate SACK", false)
            .help("With SACK recovery the receiver reports duplicate packets (RFC 2883)."),
        Param::switch("undo", "Undo", false)
            .help("Undo a recovery that timestamps (RFC 3522) or Duplicate SACK (RFC 3708) show to be spurious."),
        Param::switch("frto", "F-RTO", false)
            .help("After a timeout, send new data to detect whether the timeout was spurious (RFC 5682); requires Undo."),
        Param::number("minRtoMs", "", "Minimum RTO", "ms").range(1.0, 60_000.0, 1000.0).log().help("Lower bound on the retransmission timeout: 1 s in RFC 6298, 200 ms in Linux."),
        Param::number("initialRtoMs", "", "Initial RTO", "ms").range(1.0, 60_000.0, 1000.0).log().help("Retransmission timeout before the first RTT sample."),
        Param::number("granularityMs", "G", "Timer granularity", "ms").range(0.0, 1000.0, 1.0).help("Lower bound on the RTT variation term of the RTO."),
        Param::number("clockTickMs", "", "RTT clock", "ms")
            .range(0.0, 1000.0, 0.0)
            .help("RTTs are measured in ticks of this clock, for one packet per round trip, as in BSD; 0 means exact."),
        Param::switch("handshake", "Handshake", true).help("Simulate SYN and FIN."),
        Param::switch("windowScaling", "Window scaling", true)
            .help("Off: the receive window is at most 65,535 bytes."),
        Param::number("receiveBufferKb", "", "Receive buffer", "kB").range(2.0, 1_000_000.0, 64_000.0).log().help("Size of the receive buffer (1 kB is 1000 bytes), which limits the advertised window."),
        Param::number("readRateMbps", "", "Application read rate", "Mb/s")
            .range(0.0, 100_000.0, 0.0)
            .help("Rate at which the receiving application reads; 0 means unlimited."),
    ]
}

/// A profile: its row, and the defaults that differ from those of the RFCs.
struct Profile {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    source: &'static str,
    year: u32,
    changes: &'static [(&'static str, ParamValueRef)],
}

use ParamValueRef::{Bool, Number, Text};

const PROFILES: &[Profile] = &[
    Profile {
        id: "rfc",
        name: "RFC",
        summary: "Current standards: initial window of ten packets, timestamps, delayed ACKs, SACK with PRR.",
        source: "RFC 5681, 6298, 6675, 6928, 6937, 7323",
        year: 2014,
        changes: &[],
    },
    Profile {
        id: "linux",
        name: "Linux",
        summary: "Behaviour of the Linux kernel: RACK-TLP, undo, minimum RTO of 200 ms, decrease from the window, Ethernet framing.",
        source: "Linux 6.18, net/ipv4",
        year: 2025,
        changes: &[
            ("headerBytes", Number(54.0)),
            ("delayedAckMs", Number(40.0)),
            ("reduceFrom", Text("window")),
            ("growBy", Text("packets")),
            ("minRtoMs", Number(200.0)),
            ("lossDetection", Text("rack")),
            ("dsack", Bool(true)),
            ("undo", Bool(true)),
            ("frto", Bool(true)),
        ],
    },
    Profile {
        id: "ns2-1999",
        name: "ns-2 (1999)",
        summary: "Common in papers of the 1990s: 1000-byte packets, initial window of one packet, 100 ms clock, no handshake.",
        source: "ns-2 defaults before 2001",
        year: 1999,
        changes: &[
            ("initialWindow", Number(1.0)),
            ("mss", Number(960.0)),
            ("timestamps", Bool(false)),
            ("delayedAck", Number(1.0)),
            ("limitedTransmit", Bool(false)),
            ("fastRetransmitOnce", Bool(true)),
            ("reduceFrom", Text("window")),
            ("growBy", Text("acks")),
            ("prr", Bool(false)),
            ("minRtoMs", Number(200.0)),
            ("initialRtoMs", Number(6000.0)),
            ("granularityMs", Number(100.0)),
            ("clockTickMs", Number(100.0)),
            ("handshake", Bool(false)),
        ],
    },
    Profile {
        id: "ns2-2006",
        name: "ns-2 (2006)",
        summary: "Common in papers of the 2000s: initial window of two packets, 1000 bytes plus headers, minimum RTO of 200 ms, 10 ms clock.",
        source: "ns-2.30 defaults, 2006 and later",
        year: 2006,
        changes: &[
            ("initialWindow", Number(2.0)),
            ("mss", Number(1000.0)),
            ("timestamps", Bool(false)),
            ("delayedAck", Number(1.0)),
            ("fastRetransmitOnce", Bool(true)),
            ("reduceFrom", Text("window")),
            ("growBy", Text("acks")),
            ("prr", Bool(false)),
            ("minRtoMs", Number(200.0)),
            ("initialRtoMs", Number(3000.0)),
            ("granularityMs", Number(10.0)),
            ("clockTickMs", Number(10.0)),
            ("handshake", Bool(false)),
        ],
    },
];

/// The engine's profiles, the rows of [`crate::registry::Registry::built_in`]. All have the same options with different defaults.
pub(crate) fn built_in() -> Vec<Row> {
    let row = |p: &Profile| Row {
        id: p.id.into(),
        name: p.name.into(),
        summary: p.summary.into(),
        source: p.source.into(),
        year: p.year,
        params: options().into_iter().map(|o| p.apply(o)).collect(),
    };
    PROFILES.iter().map(row).collect()
}

impl Profile {
    fn apply(&self, option: Param) -> Param {
        match self.changes.iter().find(|(id, _)| *id == option.id) {
            Some(&(_, value)) => option.with_default(value),
            None => option,
        }
    }
}

impl Stack {
    /// Resolves the stack of a validated document, by the row of its profile, for an algorithm with these defaults.
    pub fn new(profile: &Row, choice: &Choice, defaults: Defaults<'_>) -> Stack {
        let s = Settings::new(&profile.params, &choice.params);
        let or = |id: &str, auto: &str| match s.choice(id) {
            chosen if chosen == "auto" => auto.to_owned(),
            chosen => chosen,
        };
        let ecn = s.switch("ecn") || !matches!(defaults.feedback, "" | "classic");
        // RFC 9331: Accurate ECN, ECT(1), and control packets that can be marked.
        let l4s = defaults.feedback == "l4s";
        let feedback = match or("ecnFeedback", defaults.feedback).as_str() {
            _ if !ecn => Feedback::Classic,
            "dctcp" => Feedback::Dctcp,
            "accurate" | "l4s" => Feedback::Accurate { option: true },
            "ace" => Feedback::Accurate { option: false },
            _ => Feedback::Classic,
        };
        let ect = match s.choice("ectCodepoint").as_str() {
            _ if !ecn => Ecn::NotEct,
            "ect1" => Ecn::Ect1,
            "auto" if l4s => Ecn::Ect1,
            _ => Ecn::Ect0,
        };
        let millis = |id: &str| Nanos::from_millis(s.number(id));
        let read_rate = Rate::from_mbps(s.number("readRateMbps"));
        Stack {
            mss: s.number("mss") as u32,
            header: s.number("headerBytes") as u32,
            timestamps: s.switch("timestamps"),
            timestamp_tick: millis("timestampTickMs"),
            window_scaling: s.switch("windowScaling"),
            handshake: s.switch("handshake"),
            initial_window: s.number("initialWindow"),
            initial_ssthresh: match s.number("initialSsthresh") {
                0.0 => Segments::INFINITY,
                packets => packets,
            },
            timers: TimerRules {
                granularity: millis("granularityMs"),
                tick: millis("clockTickMs"),
                min: millis("minRtoMs"),
                max: Nanos::from_secs(60.0),
                initial: millis("initialRtoMs"),
            },
            delayed_ack: s.number("delayedAck") as u32,
            delayed_ack_timer: millis("delayedAckMs"),
            limited_transmit: s.switch("limitedTransmit"),
            fast_retransmit_once: s.switch("fastRetransmitOnce"),
            ecn,
            feedback,
            ect,
            ect_again: if l4s || feedback == Feedback::Dctcp { ect } else { Ecn::NotEct },
            reduce_from_window: s.choice("reduceFrom") == "window",
            growth_counting: match s.choice("growBy").as_str() {
                "packets" => GrowthCounting::Packets,
                "acks" => GrowthCounting::Acks,
                _ => GrowthCounting::Limited,
            },
            grow_on_exit: s.switch("growOnExit"),
            equipment: Equipment {
                exit: match s.choice("slowStartExit").as_str() {
                    "hystart" => SlowStartExit::HyStart,
                    "hystartpp" => SlowStartExit::HyStartPlusPlus,
                    "search" => SlowStartExit::Search { threshold: s.number("searchThreshold") },
                    _ => SlowStartExit::None,
                },
                // An algorithm that requires exact feedback has its own response to marks.
                kept_on_mark: Some(s.number("ecnBeta"))
                    .filter(|&kept| kept > 0.0 && matches!(defaults.feedback, "" | "classic")),
                whole_packets: s.switch("wholePackets"),
            },
            recovery: match or("recovery", defaults.recovery).as_str() {
                "tahoe" => RecoveryKind::Tahoe,
                "reno" => RecoveryKind::Reno,
                "newreno" => RecoveryKind::NewReno,
                _ => RecoveryKind::Sack,
            },
            prr: s.switch("prr"),
            rack: s.choice("lossDetection") == "rack",
            dsack: s.switch("dsack"),
            undo: s.switch("undo"),
            frto: s.switch("frto"),
            pacing: match or("spacing", defaults.pacing).as_str() {
                "paced" => Pacing::Timed {
                    interval: 0.0,
                    corrected: false,
                    slow_start: if s.choice("pacedSlowStart") == "double" { 2.0 } else { 1.0 },
                },
                "random" => Pacing::Timed {
                    interval: s.number("interval"),
                    corrected: s.switch("correctedIncrease"),
                    slow_start: 1.0,
                },
                _ => Pacing::AckClocked,
            },
            receive_buffer: (s.number("receiveBufferKb") * 1000.0) as u64,
            read_rate: (read_rate.0 > 0).then_some(read_rate),
        }
    }

    /// Whether losses are detected by time instead of a count of later arrivals.
    #[inline]
    pub fn finds_losses_by_time(&self) -> bool {
        self.rack && self.recovery == RecoveryKind::Sack
    }

    /// The stack of a choice without an algorithm.
    #[cfg(test)]
    pub fn of(choice: &Choice) -> Stack {
        let profile = built_in().into_iter().find(|row| row.id == choice.kind).expect("a profile");
        Stack::new(&profile, choice, Defaults::default())
    }

    /// Reading of the timestamp clock, ns.
    #[inline]
    pub fn clock(&self, now: Time) -> u64 {
        match self.timestamp_tick.0 {
            0 => now.0,
            tick => now.0 / tick * tick,
        }
    }

    /// Smallest window scale with which the size of the buffer fits into the header field (RFC 7323, section 2.3); 0 without scaling.
    pub fn window_shift(&self) -> u32 {
        if !self.window_scaling {
            return 0;
        }
        (0..14).find(|shift| self.receive_buffer >> shift <= 65_535).unwrap_or(14)
    }

    /// Bytes of headers and options of a packet without SACK blocks.
    pub fn overhead(&self) -> u32 {
        self.header + if self.timestamps { 12 } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_change_only_options_that_exist() {
        for profile in PROFILES {
            for (id, _) in profile.changes {
                assert!(options().iter().any(|o| o.id == *id), "{}: {id}", profile.id);
            }
        }
    }

    #[test]
    fn full_packets_have_the_size_of_their_profile() {
        let size = |id: &str| {
            let stack = Stack::of(&Choice::of(id));
            stack.mss + stack.overhead()
        };
        assert_eq!(
            (size("rfc"), size("linux"), size("ns2-1999"), size("ns2-2006")),
            (1500, 1514, 1000, 1040)
        );
    }
}
