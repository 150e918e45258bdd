//! The records of numbers that cross to the page, each defined here once: whoever fills a section names the fields, and
//! `npm run types` makes the page's places, widths and codes out of the same definitions ([`crate::published::boundary`]).
//!
//! Nothing of this is read by a run.

use serde::Serialize;

/// A field of a record, at its place.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Field {
    /// As the definition has it; the page says it in camel case.
    pub name: &'static str,
    /// What it is, with its unit.
    pub help: &'static str,
}

/// What a record is made of.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Layout {
    /// Name of the record.
    pub name: &'static str,
    /// What it stands for.
    pub help: &'static str,
    /// Its numbers, in their order.
    pub fields: &'static [Field],
}

/// Numbers that stand for the values of an enumeration: 0, 1, 2 … in their order.
#[derive(Clone, Debug, Serialize)]
pub struct Codes {
    /// Name of the enumeration.
    pub name: &'static str,
    /// What it says.
    pub help: &'static str,
    /// Its values, as Rust names them; the page says them in camel case.
    pub values: Vec<Field>,
}

/// A number that both sides know by a name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Constant {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub help: &'static str,
    /// The number.
    pub value: f64,
}

/// A record of numbers that is written field by field, in the order in which it is defined.
macro_rules! record {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $help:literal])+ $field:ident,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $($(#[doc = $help])+ pub $field: f64,)+ }

        impl $name {
            /// How many numbers it has.
            pub const SIZE: usize = Self::LAYOUT.fields.len();
            /// What they are.
            pub const LAYOUT: Layout = Layout {
                name: stringify!($name),
                help: concat!($($about),+),
                fields: &[$(Field { name: stringify!($field), help: concat!($($help),+) }),+],
            };

            /// Its numbers, in their order.
            #[inline]
            pub fn numbers(self) -> [f64; Self::SIZE] {
                [$(self.$field),+]
            }

            /// Puts it behind what is there.
            #[inline]
            pub fn push(self, out: &mut Vec<f64>) {
                out.extend(self.numbers());
            }
        }
    };
}

/// An enumeration whose values have numbers in sections: their places. The first is the default.
macro_rules! coded {
    ($(#[doc = $about:literal])+ pub enum $name:ident {
        $(#[doc = $first_help:literal])+ $first:ident,
        $($(#[doc = $help:literal])+ $value:ident,)*
    }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, schemars::JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $name {
            $(#[doc = $first_help])+
            #[default]
            $first,
            $($(#[doc = $help])+ $value,)*
        }

        impl $name {
            /// Its number in sections.
            #[inline]
            pub fn code(self) -> f64 {
                f64::from(self as u8)
            }

            /// All of its numbers.
            pub fn codes() -> $crate::sections::Codes {
                let field = |name, help| $crate::sections::Field { name, help };
                $crate::sections::Codes {
                    name: stringify!($name),
                    help: concat!($($about),+),
                    values: vec![
                        field(stringify!($first), concat!($($first_help),+)),
                        $(field(stringify!($value), concat!($($help),+)),)*
                    ],
                }
            }
        }
    };
}
pub(crate) use coded;

record! {
    /// What a scene begins with.
    SceneHead {
        /// Simulated time, s.
        now,
        /// Channels that follow.
        channels,
        /// Flows that follow.
        flows,
        /// Packets in flight that follow; 0 where there are too many to list them.
        packets,
        /// Queue slots that follow.
        slots,
        /// Drops that follow.
        drops,
        /// Jain's index over the fairness window; NaN: undefined.
        jain,
    }
}

record! {
    /// A channel in a scene, by its number in the directory.
    SceneChannel {
        /// Packets that wait.
        queued_packets,
        /// Bytes that wait.
        queued_bytes,
        /// 1 while its transmitter is busy, else 0.
        busy,
        /// Carried in the last sampling period, Mb/s.
        carried_mbps,
        /// Packets dropped since the measurement began.
        drops,
        /// Packets marked since the measurement began.
        marks,
        /// Number of its first slot, the head of its queue.
        first_slot,
        /// How many slots it has: they are consecutive.
        slots,
    }
}

record! {
    /// A flow in a scene, by its number in the directory.
    SceneFlow {
        /// A `FlowState`.
        state,
        /// Congestion window, packets; NaN: none.
        cwnd,
        /// Slow start threshold, packets; may be infinite; NaN: none.
        ssthresh,
        /// In flight, packets.
        flight,
        /// Smoothed round-trip time, ms; NaN before a sample.
        srtt_ms,
        /// Delivered in the last sampling period, Mb/s.
        throughput_mbps,
        /// Packets sent again since the measurement began.
        retransmissions,
        /// Timeouts since the measurement began.
        timeouts,
    }
}

record! {
    /// A packet in flight in a scene.
    ScenePacket {
        /// Number of its channel.
        channel,
        /// Number of its flow.
        flow,
        /// A `PacketKind`; plus `CE_MARK` where it carries one.
        kind,
        /// When its transmission starts, s.
        start,
        /// When it arrives at the other end, s.
        arrival,
        /// Its size, bytes.
        bytes,
    }
}

record! {
    /// A packet that waits, in a scene.
    SceneSlot {
        /// Number of its flow.
        flow,
        /// As a packet's in flight.
        kind,
    }
}

record! {
    /// A packet that was dropped lately, in a scene.
    SceneDrop {
        /// When, s.
        time,
        /// Number of the channel; `NOBODY`: there was no route.
        channel,
        /// Number of its flow.
        flow,
        /// Its sequence number.
        sequence,
        /// A `DropCause`.
        cause,
    }
}

record! {
    /// A mark of the timeline.
    MarkRecord {
        /// When, s.
        time,
        /// Number of the flow; `NOBODY`: the document.
        flow,
        /// A `MarkKind`.
        kind,
    }
}

record! {
    /// A column of a plot: what a series was in a span, or, of the times, two moments of it.
    PlotColumn {
        /// Minimum or maximum, whichever came first; NaN: no value.
        earlier,
        /// The other one.
        later,
    }
}

record! {
    /// A series in one of several equal spans of a run; NaN: no value.
    Extremes {
        /// Smallest value.
        min,
        /// Largest value.
        max,
        /// Value at its end.
        last,
    }
}

coded! {
    /// What a flow is about.
    pub enum FlowState {
        /// Not started yet.
        Waiting,
        /// Opening its connection.
        Handshake,
        /// Sending.
        Running,
        /// Everything arrived, or it was removed.
        Finished,
        /// It would send, and there is no way to its destination.
        NoRoute,
    }
}

/// Added to the kind of a packet that carries a CE mark: above all kinds.
pub const CE_MARK: f64 = 8.0;
/// Stands for the number of a flow or a channel where there is none.
pub const NOBODY: f64 = -1.0;
/// Most columns of a plot, and most spans of a run.
pub const MAX_COLUMNS: u32 = 8192;

/// A number of a flow or a channel, of which the largest is that of none.
pub fn number(of: u32) -> f64 {
    if of == u32::MAX { NOBODY } else { f64::from(of) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_written_in_the_order_of_the_layout() {
        let drop = SceneDrop { cause: 5.0, sequence: 4.0, flow: 3.0, channel: 2.0, time: 1.0 };
        let mut out = vec![0.0];
        drop.push(&mut out);
        assert_eq!(out, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        let names: Vec<_> = SceneDrop::LAYOUT.fields.iter().map(|f| f.name).collect();
        assert_eq!(names, ["time", "channel", "flow", "sequence", "cause"]);
        assert_eq!(SceneDrop::SIZE, 5);
    }
}
