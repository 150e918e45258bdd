//! What a script sees: its handlers, the values each of them can read, the variables that it sets, and the functions it can call.
//!
//! The tables are the only list. The compiler checks names against them, and the editor's completion and help are made of them.

use rhai::Dynamic;
use schemars::JsonSchema;
use serde::Serialize;

use crate::congestion::{Ack, Congestion, Cx, Delivered, Lost, Sent};
use crate::units::{Nanos, Time};

/// The published description of the interface.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Interface {
    /// Handlers.
    pub handlers: &'static [Handler],
    /// Variables that a script sets, in every handler.
    pub controls: &'static [Name],
    /// Functions that a script can call.
    pub functions: &'static [Function],
}

/// A handler: a function of the script that the sender calls.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Handler {
    /// Name of the function.
    pub name: &'static str,
    /// When it is called, and what happens if the script does not have it.
    pub help: &'static str,
    /// Groups of constants that it can read.
    pub inputs: &'static [&'static [Input]],
}

/// A variable.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Name {
    /// Name.
    pub name: &'static str,
    /// Unit, empty for pure numbers; "true or false" for a switch.
    pub unit: &'static str,
    /// Meaning.
    pub help: &'static str,
}

/// A constant that a handler can read.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// Name, unit and meaning.
    #[serde(flatten)]
    pub name: Name,
    /// Its value in a call.
    #[serde(skip)]
    #[schemars(skip)]
    pub(super) value: fn(&Call<'_, '_>) -> Dynamic,
}

/// A function.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Function {
    /// Name.
    pub name: &'static str,
    /// Its arguments and its result.
    pub signature: &'static str,
    /// Meaning.
    pub help: &'static str,
}

/// What the sender passes to a handler.
#[derive(Default)]
pub(super) struct Call<'a, 'b> {
    pub now: Time,
    pub cx: Option<&'a Cx<'b>>,
    pub ack: Option<&'a Ack>,
    pub congestion: Option<Congestion>,
    pub sent: Option<&'a Sent>,
    pub lost: Option<&'a Lost>,
    pub delivered: Option<&'a Delivered>,
    /// Whether the controller replaces another one on a live flow.
    pub replaces: bool,
}

impl Call<'_, '_> {
    fn of_cx<T: Default>(&self, read: impl Fn(&Cx<'_>) -> T) -> T {
        self.cx.map(read).unwrap_or_default()
    }

    fn of_ack<T: Default>(&self, read: impl Fn(&Ack) -> T) -> T {
        self.ack.map(read).unwrap_or_default()
    }
}

/// Index of a handler in [`HANDLERS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Event {
    Start,
    Ack,
    Sack,
    Loss,
    Ecn,
    Timeout,
    Recovered,
    Undo,
    Sent,
    PacketDelivered,
    PacketLost,
    Timer,
}

/// Handlers, in the order of [`Event`].
pub const HANDLERS: &[Handler] = &[
    handler(
        "on_start",
        "A connection starts, or this controller takes over a live one. Without this handler, the window stays as it is.",
        &[
            NOW,
            PATH,
            &[input("replaces", SWITCH, "Whether the controller takes over a live flow.", |c| {
                c.replaces.into()
            })],
        ],
    ),
    handler(
        "on_ack",
        "An ACK has advanced the cumulative acknowledgement. Without this handler, the window grows as Reno's does.",
        &[NOW, PATH, ACK],
    ),
    handler(
        "on_sack",
        "An ACK has delivered packets by SACK only. Without this handler, nothing happens.",
        &[NOW, PATH, ACK],
    ),
    handler(
        "on_loss",
        "ACKs show a loss, at most once per window of data. Without this handler, window and threshold are halved as Reno's are.",
        &[
            NOW,
            PATH,
            &[input("transmissions", "", "Number of transmissions of the lost packet.", |c| {
                f64::from(match c.congestion {
                    Some(Congestion::Loss { transmissions, .. }) => transmissions,
                    _ => 1,
                })
                .into()
            })],
        ],
    ),
    handler(
        "on_ecn",
        "The receiver reports a congestion mark, at most once per window of data. Without this handler, the flow responds as to a loss.",
        &[NOW, PATH],
    ),
    handler(
        "on_timeout",
        "The retransmission timer has expired. Without this handler, slow start begins again from one packet, as Reno's does.",
        &[
            NOW,
            PATH,
            &[input("first", SWITCH, "Whether this is the first timeout of this packet.", |c| {
                matches!(c.congestion, Some(Congestion::Timeout { first: true })).into()
            })],
        ],
    ),
    handler(
        "on_recovered",
        "All that was in flight at the last loss has been acknowledged. Without this handler, nothing happens.",
        &[NOW, PATH],
    ),
    handler(
        "on_undo",
        "The last recovery was spurious. Window and threshold have been restored if they were larger before.",
        &[NOW, PATH],
    ),
    handler(
        "on_sent",
        "A packet was sent. Changes take effect with the next ACK, or at once after an idle period.",
        &[NOW, SENT],
    ),
    handler(
        "on_packet_delivered",
        "One packet was delivered. Called before the handler of the ACK that reported it.",
        &[
            NOW,
            PATH,
            &[
                input("sent_at", "s", "When it was last sent.", |c| {
                    secs(c.delivered.map(|d| Nanos(d.sent_at.0)))
                }),
                input("transmissions", "", "How many times it was sent.", |c| {
                    c.delivered.map_or(0.0, |d| f64::from(d.transmissions)).into()
                }),
            ],
        ],
    ),
    handler(
        "on_packet_lost",
        "One packet was declared lost. Called before `on_loss`.",
        &[
            NOW,
            PATH,
            &[
                input("sent_at", "s", "When it was last sent.", |c| secs(c.lost.map(|l| Nanos(l.sent_at.0)))),
                input("transmissions", "", "How many times it was sent.", |c| {
                    c.lost.map_or(0.0, |l| f64::from(l.transmissions)).into()
                }),
                input(
                    "sent_in_flight",
                    "packets",
                    "Packets in flight when it was sent, including itself.",
                    |c| c.lost.map_or(0.0, |l| l.in_flight).into(),
                ),
            ],
        ],
    ),
    handler("on_timer", "The time `wake_at` is reached.", &[NOW, PATH]),
];

/// Unit of true and false.
const SWITCH: &str = "true or false";

const NOW: &[Input] = &[input("now", "s", "Simulated time.", |c| c.now.as_secs().into())];

const PATH: &[Input] = &[
    input("mss", "bytes", "Payload of a full packet.", |c| c.of_cx(|cx| f64::from(cx.mss)).into()),
    input("initial_window", "packets", "Window at the start of a connection.", |c| {
        c.of_cx(|cx| cx.initial_window).into()
    }),
    input("in_flight", "packets", "Packets in flight.", |c| c.of_cx(|cx| cx.in_flight).into()),
    input(
        "reduce_from",
        "packets",
        "What a decrease starts from: data in flight, or the window, depending on the flow's stack.",
        |c| c.of_cx(|cx| cx.reduce_from).into(),
    ),
    input("total_delivered", "packets", "Packets delivered since the connection began.", |c| {
        c.of_cx(|cx| cx.delivered as f64).into()
    }),
    input("min_rtt", "s", "Smallest RTT sample so far; 0 before the first.", |c| {
        secs(c.cx.and_then(|cx| cx.rtt.min()))
    }),
    input("srtt", "s", "Smoothed RTT; 0 before the first sample.", |c| {
        secs(c.cx.and_then(|cx| cx.rtt.min().map(|_| cx.rtt.smoothed())))
    }),
    input("in_recovery", SWITCH, "Whether the sender is in loss recovery.", |c| {
        c.of_cx(|cx| cx.in_recovery).into()
    }),
    input(
        "may_grow",
        SWITCH,
        "Whether the window may grow: not in recovery, and not limited by the application or the receiver.",
        |c| c.of_cx(|cx| cx.may_grow()).into(),
    ),
    input("app_limited", SWITCH, "Whether the application has too little data to fill the window.", |c| {
        c.of_cx(|cx| cx.hold.application).into()
    }),
    input(
        "increase_scale",
        "",
        "Factor on additive increase: 1 unless the flow's pacing needs another one.",
        |c| c.of_cx(|cx| cx.increase_scale).into(),
    ),
];

const ACK: &[Input] = &[
    input("acked", "packets", "Packets newly acknowledged cumulatively.", |c| c.of_ack(|a| a.acked).into()),
    input(
        "counted",
        "packets",
        "Packets that count for growth by the rule of the flow's stack: all, at most two, or one per ACK.",
        |c| c.of_ack(|a| a.counted).into(),
    ),
    input("delivered", "packets", "Packets newly delivered, cumulatively or by SACK.", |c| {
        c.of_ack(|a| a.delivered).into()
    }),
    input("lost", "packets", "Packets that this ACK shows to be lost.", |c| c.of_ack(|a| a.lost).into()),
    input("marked", "packets", "Packets newly reported as marked, by feedback that counts them.", |c| {
        c.of_ack(|a| a.marked).into()
    }),
    input("ece", SWITCH, "Whether the ACK reports a congestion mark.", |c| c.of_ack(|a| a.ece).into()),
    input("prior_in_flight", "packets", "Packets in flight before this ACK.", |c| {
        c.of_ack(|a| a.prior_in_flight).into()
    }),
    input("rtt", "s", "RTT sample of this ACK; 0 without one.", |c| secs(c.ack.and_then(|a| a.rtt))),
    input(
        "latest_rtt",
        "s",
        "Time since the most recently sent of the delivered packets was sent; 0 if that packet was retransmitted.",
        |c| secs(c.ack.and_then(|a| a.latest_rtt)),
    ),
    input(
        "one_way_delay",
        "s",
        "One-way delay by the timestamps of both ends, with an unknown offset; 0 without timestamps.",
        |c| secs(c.ack.and_then(|a| a.one_way)),
    ),
    input(
        "delivery_rate",
        "bit/s",
        "Payload delivered over about the last round trip; 0 without a sample.",
        |c| c.ack.and_then(|a| a.rate).map_or(0.0, |r| r.rate().0 as f64).into(),
    ),
    input(
        "rate_app_limited",
        SWITCH,
        "Whether the application limited that sample, so that the path may be faster.",
        |c| c.ack.and_then(|a| a.rate).is_some_and(|r| r.app_limited).into(),
    ),
    input(
        "round_ended",
        SWITCH,
        "Whether this ACK closes a round: it acknowledges the first packet sent after the last round closed.",
        |c| c.ack.is_some_and(|a| a.round.is_some()).into(),
    ),
    input("round_rtt", "s", "Mean RTT sample of the round that ends; 0 without one.", |c| {
        secs(c.ack.and_then(|a| a.round).filter(|r| r.samples > 0).map(|r| r.mean_rtt))
    }),
    input("round_min_rtt", "s", "Smallest RTT sample of the round that ends; 0 without one.", |c| {
        secs(c.ack.and_then(|a| a.round).filter(|r| r.samples > 0).map(|r| r.min_rtt))
    }),
    input("round_delivered", "packets", "Packets delivered in the round that ends.", |c| {
        c.ack.and_then(|a| a.round).map_or(0.0, |r| r.delivered as f64).into()
    }),
];

const SENT: &[Input] = &[
    input("in_flight", "packets", "Packets in flight, this one included.", |c| {
        c.sent.map_or(0.0, |s| s.in_flight).into()
    }),
    input("retransmitted", SWITCH, "Whether it was sent before.", |c| {
        c.sent.is_some_and(|s| s.retransmitted).into()
    }),
    input(
        "after_idle",
        SWITCH,
        "Whether nothing else is in flight because the application had nothing to send.",
        |c| c.sent.is_some_and(|s| s.after_idle).into(),
    ),
];

/// Variables that a script sets.
pub const CONTROLS: &[Name] = &[
    name("cwnd", "packets", "Congestion window. A value below 1 counts as 1, one above 200,000 as 200,000."),
    name("ssthresh", "packets", "Slow-start threshold."),
    name("pacing_rate", "bit/s", "Rate at which packets leave; 0: by the pacing of the flow's stack."),
    name(
        "wake_at",
        "s",
        "When `on_timer` is called; a time in the past means never. The timer expires at least 0.1 ms after it is set.",
    ),
    name(
        "owns_recovery",
        SWITCH,
        "Whether the window also applies in recovery. If not, PRR decides there what is sent (RFC 6937).",
    ),
];

/// Functions that a script can call.
pub const FUNCTIONS: &[Function] = &[
    function("abs", "abs(x)", "The number without its sign."),
    function("ceil", "ceil(x)", "The smallest whole number that is not less."),
    function("cbrt", "cbrt(x)", "Cube root."),
    function("clamp", "clamp(x, low, high)", "The number, limited to the range from low to high."),
    function("clear", "list.clear()", "Removes all elements of a list or a map."),
    function("contains", "list.contains(x)", "Whether a list has the value, or a map the key."),
    function("exp", "exp(x)", "e to the power of x."),
    function("float", "float(x)", "The number as a real number."),
    function("floor", "floor(x)", "The largest whole number that is not greater."),
    function("int", "int(x)", "The number without its fraction, as an index of a list needs it."),
    function("is_empty", "list.is_empty()", "Whether there are no elements."),
    function("keys", "map.keys()", "The keys of a map, in alphabetical order."),
    function("len", "list.len()", "Number of elements of a list or a map, or of characters of a text."),
    function("log", "log(x)", "Natural logarithm."),
    function("log10", "log10(x)", "Logarithm to base 10."),
    function("log2", "log2(x)", "Logarithm to base 2."),
    function("max", "max(a, b)", "The greater of two numbers."),
    function("min", "min(a, b)", "The lesser of two numbers."),
    function("pop", "list.pop()", "Removes the last element of a list and returns it."),
    function("pow", "pow(x, y)", "x to the power of y."),
    function("print", "print(x)", "Writes a value to the log, with the simulated time."),
    function("push", "list.push(x)", "Adds an element to the end of a list."),
    function("random", "random()", "A random number from 0 to 1, from the flow's own stream."),
    function("remove", "list.remove(i)", "Removes the element with this index, or with this key of a map."),
    function("reverse", "list.reverse()", "Reverses the order of a list."),
    function("round", "round(x)", "The nearest whole number."),
    function("shift", "list.shift()", "Removes the first element of a list and returns it."),
    function("sign", "sign(x)", "−1, 0 or 1."),
    function("sort", "list.sort()", "Sorts a list of numbers."),
    function("sqrt", "sqrt(x)", "Square root."),
    function("to_string", "x.to_string()", "The value as text."),
    function("truncate", "list.truncate(n)", "Keeps the first n elements of a list."),
    function("values", "map.values()", "The values of a map, in the order of its keys."),
];

/// The interface.
pub const INTERFACE: Interface = Interface { handlers: HANDLERS, controls: CONTROLS, functions: FUNCTIONS };

const fn handler(name: &'static str, help: &'static str, inputs: &'static [&'static [Input]]) -> Handler {
    Handler { name, help, inputs }
}

const fn name(name: &'static str, unit: &'static str, help: &'static str) -> Name {
    Name { name, unit, help }
}

const fn input(
    id: &'static str,
    unit: &'static str,
    help: &'static str,
    value: fn(&Call<'_, '_>) -> Dynamic,
) -> Input {
    Input { name: name(id, unit, help), value }
}

const fn function(name: &'static str, signature: &'static str, help: &'static str) -> Function {
    Function { name, signature, help }
}

fn secs(time: Option<Nanos>) -> Dynamic {
    time.map_or(0.0, Nanos::as_secs).into()
}
