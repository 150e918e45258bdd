//! The protocol stack around a controller: every switch, and the profiles that set the lot at once.

use crate::catalogue::{Opt, Param, ParamValueRef, Probe, Row, Settings};
use crate::core::packet::Ecn;
use crate::core::rtt::TimerRules;
use crate::scenario::Choice;
use crate::units::{Nanos, Rate, Segments, Time};

/// Loss recovery.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecoveryKind {
    /// Slow start after every loss.
    Tahoe,
    /// Fast recovery, left with the first new ACK.
    Reno,
    /// RFC 6582.
    NewReno,
    /// RFC 6675 with PRR (RFC 6937).
    Sack,
}

/// Spacing of packets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Spacing {
    /// Sent when an ACK allows it.
    AckClocked,
    /// A timer of SRTT/cwnd·(1 + x) between packets, x uniform in ±`interval`; zero: evenly paced.
    Timed {
        /// Randomization interval I.
        interval: f64,
        /// Whether additive increase makes up for what randomization slows down.
        corrected: bool,
        /// Slow start spreads this much of the window over a round trip.
        slow_start: f64,
    },
}

/// What can be plotted of a flow whose algorithm goes with this spacing.
pub fn spacing_probes(spacing: &str) -> &'static [Probe] {
    const PROBES: &[Probe] = &[
        Probe::new("gap", "Δ", "time between the last two packets", "ms"),
        Probe::new("increaseScale", "α(w)", "factor on additive increase", ""),
    ];
    match spacing {
        "random" => PROBES,
        "paced" => &PROBES[..1],
        _ => &[],
    }
}

/// What counts for growth on an ACK.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Credit {
    /// Every packet acknowledged.
    Packets,
    /// In slow start at most two packets an ACK (RFC 3465, L = 2).
    Limited,
    /// One packet an ACK (RFC 5681 without byte counting, ns-2).
    Acks,
}

/// How the receiver tells the sender of marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feedback {
    /// RFC 3168: ECN-Echo from the first mark until the sender says that it has reacted. One bit a round trip.
    Classic,
    /// RFC 8257: ECN-Echo says whether what this ACK acknowledges was marked.
    Dctcp,
    /// RFC 9768: a counter of marked packets in three bits of the header, and byte counters in an option.
    Accurate {
        /// Whether ACKs carry the option.
        option: bool,
    },
}

/// Options that go with an algorithm where the flow's stack does not say otherwise: their ids.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults<'a> {
    /// Loss recovery.
    pub recovery: &'a str,
    /// Spacing of packets.
    pub spacing: &'a str,
    /// ECN feedback; any but the classic one means that the algorithm uses ECN whatever the stack says.
    pub feedback: &'a str,
}

/// A stack with everything settled.
#[derive(Clone, Debug)]
pub struct Stack {
    /// Payload of a full segment, bytes.
    pub mss: u32,
    /// TCP, IP and link headers without options, bytes.
    pub header: u32,
    /// RFC 7323 timestamps: 12 bytes more, an RTT sample on every ACK.
    pub timestamps: bool,
    /// Tick of the timestamp clock; zero: exact.
    pub timestamp_tick: Nanos,
    /// Window scaling.
    pub window_scaling: bool,
    /// Three-way handshake before data, FIN after.
    pub handshake: bool,
    /// Window at the start.
    pub initial_window: Segments,
    /// ssthresh at the start.
    pub initial_ssthresh: Segments,
    /// Retransmission timer.
    pub timers: TimerRules,
    /// Segments per ACK; 1: no delayed ACKs.
    pub delayed_ack: u32,
    /// Longest delay of an ACK.
    pub delayed_ack_timer: Nanos,
    /// RFC 3042.
    pub limited_transmit: bool,
    /// Reno's fast retransmit happens once a window of data.
    pub fast_retransmit_once: bool,
    /// Whether packets can be marked.
    pub ecn: bool,
    /// How the receiver tells of marks.
    pub feedback: Feedback,
    /// The codepoint of new data: ECT(0) or ECT(1); Not-ECT without ECN.
    pub ect: Ecn,
    /// That of retransmissions, SYN and FIN: Not-ECT by RFC 3168, section 6.1.5; with DCTCP as new data (RFC 8257, section 3.5).
    pub ect_again: Ecn,
    /// Whether a decrease starts from cwnd instead of the data in flight.
    pub reduce_from_window: bool,
    /// What counts for growth.
    pub credit: Credit,
    /// Loss recovery.
    pub recovery: RecoveryKind,
    /// RFC 6937 under SACK recovery.
    pub prr: bool,
    /// RACK-TLP (RFC 8985) under SACK recovery: losses are found by time.
    pub rack: bool,
    /// The receiver reports duplicates (RFC 2883).
    pub dsack: bool,
    /// Recoveries that were not needed are undone.
    pub undo: bool,
    /// F-RTO (RFC 5682) is one of the ways in which that is found out.
    pub frto: bool,
    /// Spacing.
    pub spacing: Spacing,
    /// Receiver's buffer, bytes.
    pub receive_buffer: u64,
    /// Rate at which the receiving application reads; nothing: at once.
    pub read_rate: Option<Rate>,
}

const RECOVERIES: &[Opt] = &[
    Opt::new("auto", "As the algorithm"),
    Opt::new("tahoe", "Tahoe"),
    Opt::new("reno", "Reno"),
    Opt::new("newreno", "NewReno"),
    Opt::new("sack", "SACK"),
];

const SPACINGS: &[Opt] = &[
    Opt::new("auto", "As the algorithm"),
    Opt::new("ack", "ACK-clocked"),
    Opt::new("paced", "Paced"),
    Opt::new("random", "Randomized"),
];

const SLOW_START_PACES: &[Opt] = &[Opt::new("window", "The window"), Opt::new("double", "Twice the window")];

const CREDITS: &[Opt] = &[
    Opt::new("packets", "Every packet"),
    Opt::new("limited", "At most 2 an ACK"),
    Opt::new("acks", "One an ACK"),
];

const FEEDBACKS: &[Opt] = &[
    Opt::new("auto", "As the algorithm"),
    Opt::new("classic", "Classic"),
    Opt::new("dctcp", "DCTCP"),
    Opt::new("accurate", "Accurate ECN"),
    Opt::new("ace", "Accurate ECN, no option"),
];

const CODEPOINTS: &[Opt] = &[Opt::new("ect0", "ECT(0)"), Opt::new("ect1", "ECT(1)")];

const DETECTIONS: &[Opt] = &[Opt::new("count", "Three duplicates"), Opt::new("rack", "RACK-TLP")];

const REDUCTIONS: &[Opt] = &[Opt::new("flight", "Data in flight"), Opt::new("window", "Congestion window")];

fn options() -> Vec<Param> {
    vec![
        Param::choice("recovery", "Recovery", "auto", RECOVERIES).help("How losses are found and repaired."),
        Param::choice("spacing", "Spacing", "auto", SPACINGS)
            .help("Whether packets follow ACKs, an even timer, or a randomized timer."),
        Param::number("interval", "I", "Randomization", "")
            .range(0.0, 1.0, 1.0)
            .when("spacing", "random")
            .help("Gaps are SRTT/cwnd·(1 + x) with x uniform in ±I."),
        Param::switch("correctedIncrease", "Corrected increase", true)
            .when("spacing", "random")
            .help("Multiply additive increase by (effective RTT/RTT)², so that the rate equals Reno's."),
        Param::choice("pacedSlowStart", "Slow start paces", "window", SLOW_START_PACES)
            .when("spacing", "paced")
            .help("What slow start spreads over a round trip: the window that it has, or the one that it will have."),
        Param::number("initialWindow", "IW", "Initial window", "packets").range(1.0, 1000.0, 10.0).integer().help("Packets that may go before the first ACK: 10 by RFC 6928, 1 in the 1990s."),
        Param::number("initialSsthresh", "", "Initial ssthresh", "packets")
            .range(0.0, 1_000_000.0, 0.0)
            .integer()
            .help("Where slow start ends without a loss; 0 means no threshold."),
        Param::number("mss", "MSS", "Segment", "bytes")
            .range(64.0, 9000.0, 1448.0)
            .integer()
            .help("Payload of a full packet."),
        Param::number("headerBytes", "", "Headers", "bytes")
            .range(0.0, 200.0, 40.0)
            .integer()
            .help("TCP, IP and link headers of every packet, without TCP options."),
        Param::switch("timestamps", "Timestamps", true)
            .help("RFC 7323: 12 bytes more, an RTT sample on every ACK."),
        Param::number("timestampTickMs", "", "Timestamp tick", "ms")
            .range(0.0, 1000.0, 0.0)
            .help("Clock of the timestamps; 0 means exact RTT samples."),
        Param::number("delayedAck", "b", "Packets per ACK", "packets")
            .range(1.0, 16.0, 2.0)
            .integer()
            .help("1 acknowledges every packet, 2 is the delayed ACK of RFC 5681."),
        Param::number("delayedAckMs", "", "ACK delay", "ms")
            .range(1.0, 500.0, 200.0)
            .help("Longest delay of an ACK."),
        Param::switch("limitedTransmit", "Limited Transmit", true)
            .help("RFC 3042: the first two duplicate ACKs each let a new packet go."),
        Param::switch("fastRetransmitOnce", "One fast retransmit a window", false)
            .help("Of several losses in one window only the first is sent again at duplicate ACKs, as ns-2 has it; the next ones wait for the timer. NewReno and SACK have their own ways."),
        Param::switch("ecn", "ECN", false)
            .help("Packets can be marked instead of dropped. Algorithms that live by marks always use it."),
        Param::choice("ecnFeedback", "ECN feedback", "auto", FEEDBACKS)
            .help("How the receiver tells of marks: once a round trip (RFC 3168), ACK by ACK (RFC 8257), or by counters (RFC 9768)."),
        Param::choice("ectCodepoint", "ECN codepoint", "ect0", CODEPOINTS)
            .help("What packets that can be marked carry; ECT(1) asks for the low-latency queue of L4S (RFC 9331)."),
        Param::choice("reduceFrom", "Decrease from", "flight", REDUCTIONS)
            .help("RFC 5681 halves the data in flight; Linux and ns-2 halve the window."),
        Param::choice("growBy", "Growth counts", "limited", CREDITS)
            .help("Whether growth counts packets acknowledged or ACKs; matters with delayed ACKs."),
        Param::switch("prr", "Rate reduction", true)
            .help("RFC 6937 under SACK recovery: sends evenly while the window shrinks."),
        Param::choice("lossDetection", "Loss detection", "count", DETECTIONS)
            .help("Under SACK recovery: a packet is lost once three later ones arrived, or once one did and a short time has passed (RFC 8985)."),
        Param::switch("dsack", "Duplicate SACK", false)
            .help("Under SACK recovery the receiver reports packets that it had already (RFC 2883)."),
        Param::switch("undo", "Undo", false)
            .help("A recovery that was not needed is undone, as timestamps (RFC 3522) or Duplicate SACK (RFC 3708) show it."),
        Param::switch("frto", "F-RTO", false)
            .help("After a timeout new data is sent to find out whether it came too early (RFC 5682); with Undo."),
        Param::number("minRtoMs", "", "Minimum RTO", "ms").range(1.0, 60_000.0, 1000.0).log().help("The retransmission timer never runs for less: 1 s by RFC 6298, 200 ms in Linux."),
        Param::number("initialRtoMs", "", "First RTO", "ms").range(1.0, 60_000.0, 1000.0).log().help("The timer before there is an RTT sample."),
        Param::number("granularityMs", "G", "Timer granularity", "ms").range(0.0, 1000.0, 1.0).help("Least that the RTT's variation counts for in the RTO."),
        Param::number("clockTickMs", "", "RTT clock", "ms")
            .range(0.0, 1000.0, 0.0)
            .help("The timer counts ticks of this clock, for one packet a round trip, as BSD did; 0 means exact."),
        Param::switch("handshake", "Handshake", true).help("SYN and FIN around the data."),
        Param::switch("windowScaling", "Window scaling", true)
            .help("Without it the receiver's window ends at 65,535 bytes."),
        Param::number("receiveBufferKb", "", "Receive buffer", "kB").range(2.0, 1_000_000.0, 64_000.0).log().help("Most that the receiver holds for its application, in 1000 bytes: the window that it advertises."),
        Param::number("readRateMbps", "", "Reading rate", "Mb/s")
            .range(0.0, 100_000.0, 0.0)
            .help("Rate at which the receiving application reads; 0 means at once."),
    ]
}

/// A profile: its row, and where its defaults depart from those of the RFCs.
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
        summary: "What the current standards say: ten packets to begin, timestamps, delayed ACKs, SACK with PRR.",
        source: "RFC 5681, 6298, 6675, 6928, 6937, 7323",
        year: 2014,
        changes: &[],
    },
    Profile {
        id: "linux",
        name: "Linux",
        summary: "What the kernel does: RACK-TLP, undo, timeouts from 200 ms, halves the window, Ethernet frames.",
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
        name: "ns-2 of 1999",
        summary: "What papers of the 1990s simulated: 1000-byte packets, one packet to begin, a 100 ms clock, no handshake.",
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
        name: "ns-2 of 2006",
        summary: "What papers of the 2000s simulated: two packets to begin, headers on top of 1000 bytes, timeouts from 200 ms by a 10 ms clock.",
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

/// The engine's profiles, the rows of [`crate::registry::Registry::built_in`]: the same options, each with its own defaults.
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
    /// Settles the stack that a validated document chose, by the row of its profile, for an algorithm with these defaults.
    pub fn new(profile: &Row, choice: &Choice, defaults: Defaults<'_>) -> Stack {
        let s = Settings::new(&profile.params, &choice.params);
        let or = |id: &str, auto: &str| match s.choice(id) {
            chosen if chosen == "auto" => auto.to_owned(),
            chosen => chosen,
        };
        let ecn = s.switch("ecn") || !matches!(defaults.feedback, "" | "classic");
        let feedback = match or("ecnFeedback", defaults.feedback).as_str() {
            _ if !ecn => Feedback::Classic,
            "dctcp" => Feedback::Dctcp,
            "accurate" => Feedback::Accurate { option: true },
            "ace" => Feedback::Accurate { option: false },
            _ => Feedback::Classic,
        };
        let ect = match s.choice("ectCodepoint").as_str() {
            _ if !ecn => Ecn::NotEct,
            "ect1" => Ecn::Ect1,
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
            ect_again: if feedback == Feedback::Dctcp { ect } else { Ecn::NotEct },
            reduce_from_window: s.choice("reduceFrom") == "window",
            credit: match s.choice("growBy").as_str() {
                "packets" => Credit::Packets,
                "acks" => Credit::Acks,
                _ => Credit::Limited,
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
            spacing: match or("spacing", defaults.spacing).as_str() {
                "paced" => Spacing::Timed {
                    interval: 0.0,
                    corrected: false,
                    slow_start: if s.choice("pacedSlowStart") == "double" { 2.0 } else { 1.0 },
                },
                "random" => Spacing::Timed {
                    interval: s.number("interval"),
                    corrected: s.switch("correctedIncrease"),
                    slow_start: 1.0,
                },
                _ => Spacing::AckClocked,
            },
            receive_buffer: (s.number("receiveBufferKb") * 1000.0) as u64,
            read_rate: (read_rate.0 > 0).then_some(read_rate),
        }
    }

    /// Whether time, not a count of later arrivals, shows that a packet is lost.
    #[inline]
    pub fn finds_losses_by_time(&self) -> bool {
        self.rack && self.recovery == RecoveryKind::Sack
    }

    /// That of a choice without an algorithm.
    #[cfg(test)]
    pub fn of(choice: &Choice) -> Stack {
        let profile = built_in().into_iter().find(|row| row.id == choice.kind).expect("a profile");
        Stack::new(&profile, choice, Defaults::default())
    }

    /// What the timestamp clock shows, ns.
    #[inline]
    pub fn clock(&self, now: Time) -> u64 {
        match self.timestamp_tick.0 {
            0 => now.0,
            tick => now.0 / tick * tick,
        }
    }

    /// The smallest window scale with which the buffer's size fits into the field of the header (RFC 7323, section 2.3); 0 without
    /// scaling.
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
    fn a_full_packet_has_the_size_that_its_profile_is_known_for() {
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
