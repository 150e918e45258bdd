//! The records of numbers that cross to the page. Each is defined once, here: the engine fills sections by
//! field name, and `npm run types` generates the page's offsets, sizes and codes from the same definitions
//! ([`crate::published::boundary`]).
//!
//! Runs never read these records.

use serde::Serialize;

/// A field of a record.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Field {
    /// Name as in the definition; the page uses camel case.
    pub name: &'static str,
    /// Description with unit.
    pub help: &'static str,
}

/// The layout of a record.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Layout {
    /// Name of the record.
    pub name: &'static str,
    /// Description.
    pub help: &'static str,
    /// Its numbers, in order.
    pub fields: &'static [Field],
}

/// The numbers that encode the values of an enumeration: 0, 1, 2 … in order.
#[derive(Clone, Debug, Serialize)]
pub struct Codes {
    /// Name of the enumeration.
    pub name: &'static str,
    /// Description.
    pub help: &'static str,
    /// Its values, as named in Rust; the page uses camel case.
    pub values: Vec<Field>,
}

/// A named number that both sides share.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Constant {
    /// Its name.
    pub name: &'static str,
    /// Description.
    pub help: &'static str,
    /// The number.
    pub value: f64,
}

/// A record of numbers, written field by field in the order of its definition.
macro_rules! record {
    ($(#[doc = $about:literal])+ $name:ident { $($(#[doc = $help:literal])+ $field:ident,)+ }) => {
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $($(#[doc = $help])+ pub $field: f64,)+ }

        impl $name {
            /// How many numbers it has.
            pub const SIZE: usize = Self::LAYOUT.fields.len();
            /// Their layout.
            pub const LAYOUT: Layout = Layout {
                name: stringify!($name),
                help: concat!($($about),+),
                fields: &[$(Field { name: stringify!($field), help: concat!($($help),+) }),+],
            };

            /// Its numbers, in order.
            #[inline]
            pub fn numbers(self) -> [f64; Self::SIZE] {
                [$(self.$field),+]
            }

            /// Appends it to `out`.
            #[inline]
            pub fn push(self, out: &mut Vec<f64>) {
                out.extend(self.numbers());
            }
        }
    };
}

/// An enumeration whose values are encoded in sections by position. The first is the default.
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

            /// All of its codes.
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
    /// The header of a scene.
    SceneHead {
        /// Simulated time, s.
        now,
        /// Number of channels that follow.
        channels,
        /// Number of classes of queued packets that follow.
        classes,
        /// Number of flows that follow.
        flows,
        /// Number of packets in flight that follow; 0 if there are too many to list.
        packets,
        /// Number of queue slots that follow.
        slots,
        /// Number of drops that follow.
        drops,
        /// Jain's index over the fairness window; NaN: undefined.
        jain,
    }
}

record! {
    /// A channel in a scene, by its number in the directory.
    SceneChannel {
        /// Backlog, packets.
        queued_packets,
        /// Backlog, bytes.
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
        /// Number of its slots, which are consecutive.
        slots,
        /// Number of its first class.
        first_class,
        /// Number of its classes, which are consecutive and in the order of the catalogue row; 1 if its discipline has none.
        classes,
    }
}

record! {
    /// A class of queued packets in a scene.
    SceneClass {
        /// Backlog, packets.
        queued_packets,
        /// Number of its first slot, the next packet of the class to be sent.
        first_slot,
        /// Number of its slots, which are consecutive.
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
        /// Slow-start threshold, packets; may be infinite; NaN: none.
        ssthresh,
        /// In flight, packets.
        flight,
        /// Smoothed round-trip time, ms; NaN before a sample.
        srtt_ms,
        /// Delivered in the last sampling period, Mb/s.
        throughput_mbps,
        /// Retransmissions since the measurement began.
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
        /// A `PacketKind`, plus `CE_MARK` if it carries a CE mark.
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
    /// A packet in a queue, in a scene.
    SceneSlot {
        /// Number of its flow.
        flow,
        /// A `PacketKind`, plus `CE_MARK` if it carries a CE mark.
        kind,
    }
}

record! {
    /// A recently dropped packet, in a scene.
    SceneDrop {
        /// Time, s.
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
        /// Time, s.
        time,
        /// Number of the flow; `NOBODY`: the document.
        flow,
        /// A `MarkKind`.
        kind,
    }
}

record! {
    /// A column of a plot: two values of a series in a span, or their times.
    PlotColumn {
        /// Minimum or maximum, whichever occurred first; NaN: no value.
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
    /// State of a flow.
    pub enum FlowState {
        /// Not started yet.
        Waiting,
        /// Opening its connection.
        Handshake,
        /// Sending.
        Running,
        /// Everything has arrived, or the flow was removed.
        Finished,
        /// There is no path to its destination.
        NoRoute,
    }
}

/// Added to the kind of a packet that carries a CE mark; larger than any kind.
pub const CE_MARK: f64 = 8.0;
/// Number that means no flow or no channel.
pub const NOBODY: f64 = -1.0;
/// Maximum number of columns of a plot, and of spans of a run.
pub const MAX_COLUMNS: u32 = 8192;

/// The number of a flow or channel as a section has it; the largest `u32` means none.
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
