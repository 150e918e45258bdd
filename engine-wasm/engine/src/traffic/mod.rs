//! Traffic sources. A [`Source`] states how many bytes the application of one connection has written by a given time, and when
//! it closes. [`demand`] starts transfers, each on its own connection. [`Datagrams`] are sent at random times. An [`App`] waits
//! for the responses that it has requested.

pub mod app;
pub mod demand;
mod incast;
pub mod noise;
pub mod onoff;
mod requests;
mod sizes;
mod stream;
mod video;

use std::fmt;

use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::scenario::Params;
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};
use app::App;
use demand::{Demand, DemandParams};

/// More than any run can send.
const ENDLESS: u64 = u64::MAX / 4;

/// A source of data for one connection.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// Endless data.
    Bulk,
    /// A fixed number of bytes.
    Finite {
        /// Bytes to send.
        bytes: u64,
    },
    /// Bytes at a constant rate.
    Constant {
        /// Payload rate.
        rate: Rate,
        /// Bytes per write.
        chunk: u32,
    },
    /// Bytes that an application has written so far. All of them are sent, small segments included.
    Handed {
        /// Bytes since the start.
        bytes: u64,
    },
}

/// Datagrams at random times.
#[derive(Clone, Debug)]
pub enum Datagrams {
    /// From many ON/OFF sources.
    OnOff(onoff::OnOff),
    /// From a Poisson process.
    Noise(noise::Noise),
}

impl Datagrams {
    /// Payload of each, bytes.
    pub fn packet(&self) -> u32 {
        match self {
            Datagrams::OnOff(sources) => sources.packet(),
            Datagrams::Noise(noise) => noise.packet(),
        }
    }

    /// Time of the next datagram.
    pub fn next(&self) -> Option<Time> {
        match self {
            Datagrams::OnOff(sources) => sources.next(),
            Datagrams::Noise(noise) => Some(noise.next()),
        }
    }

    /// Takes a datagram that is due by `now`. Returns whether there was one.
    pub fn take_due(&mut self, now: Time) -> bool {
        match self {
            Datagrams::OnOff(sources) => sources.take_due(now),
            Datagrams::Noise(noise) => noise.take_due(now),
        }
    }
}

/// A traffic source's row in a registry.
#[derive(Clone)]
pub struct TrafficRow {
    /// The catalogue row.
    pub info: TrafficInfo,
    /// Kind of traffic.
    pub kind: TrafficKind,
    /// Checks parameters that are each in range against each other. Returns the invalid parameter and what was expected.
    pub complaint: fn(&Settings<'_>) -> Option<(&'static str, String)>,
    /// Offered load, if the source has its own clock: mean payload rate in bit/s, and payload per packet. `None` if the network sets the
    /// rate.
    pub offered: fn(&Settings<'_>) -> Option<(f64, f64)>,
    /// Deadline of datagrams, relative to the send time; `None` if they have none.
    pub deadline: fn(&Settings<'_>) -> Option<Nanos>,
}

/// Kinds of traffic.
#[derive(Clone, Copy)]
pub enum TrafficKind {
    /// Data of one connection.
    Source(fn(&Settings<'_>) -> Source),
    /// Transfers, each on its own connection.
    Transfers(fn(&Settings<'_>) -> DemandParams),
    /// Datagrams at random times, drawn from streams that depend on the seed and the flow's id.
    Datagrams {
        /// Makes the datagrams from a time on.
        make: fn(&Settings<'_>, u32, &str, Time) -> Datagrams,
        /// Number of sources to store.
        sources: fn(&Settings<'_>) -> u32,
    },
    /// Responses over one connection, requested by an application, which is made from the seed and the flow's
    /// id.
    App(fn(&Settings<'_>, u32, &str) -> App),
}

impl TrafficRow {
    fn settings<'a>(&'a self, given: &'a Params) -> Settings<'a> {
        Settings::new(&self.info.row.params, given)
    }

    /// The source for one connection; `None` for other kinds of traffic.
    pub fn source(&self, given: &Params) -> Option<Source> {
        match self.kind {
            TrafficKind::Source(make) => Some(make(&self.settings(given))),
            TrafficKind::Transfers(_) | TrafficKind::Datagrams { .. } | TrafficKind::App(_) => None,
        }
    }

    /// The demand of the flow `id`, if the traffic is transfers.
    pub fn demand(&self, given: &Params, seed: u32, id: &str) -> Option<Demand> {
        match self.kind {
            TrafficKind::Transfers(make) => Some(Demand::new(make(&self.settings(given)), seed, id)),
            TrafficKind::Source(_) | TrafficKind::Datagrams { .. } | TrafficKind::App(_) => None,
        }
    }

    /// The application of the flow `id`, if there is one that waits for responses.
    pub fn app(&self, given: &Params, seed: u32, id: &str) -> Option<App> {
        match self.kind {
            TrafficKind::App(make) => Some(make(&self.settings(given), seed, id)),
            TrafficKind::Source(_) | TrafficKind::Transfers(_) | TrafficKind::Datagrams { .. } => None,
        }
    }

    /// The datagrams of the flow `id` from `now` on, if their times are random.
    pub fn datagrams(&self, given: &Params, seed: u32, id: &str, now: Time) -> Option<Datagrams> {
        match self.kind {
            TrafficKind::Datagrams { make, .. } => Some(make(&self.settings(given), seed, id, now)),
            TrafficKind::Source(_) | TrafficKind::Transfers(_) | TrafficKind::App(_) => None,
        }
    }

    /// Whether completion times are measured: of transfers, or of responses.
    pub fn has_completions(&self) -> bool {
        matches!(self.kind, TrafficKind::Transfers(_) | TrafficKind::App(_))
    }

    /// Whether it is transfers, each on its own connection.
    pub fn is_transfers(&self) -> bool {
        matches!(self.kind, TrafficKind::Transfers(_))
    }

    /// Whether it has a fluid form.
    pub fn has_fluid(&self) -> bool {
        matches!(self.kind, TrafficKind::Source(_))
    }

    /// Maximum number of concurrent connections of a flow.
    pub fn max_connections(&self, given: &Params) -> u32 {
        match self.kind {
            TrafficKind::Transfers(make) => u32::from(make(&self.settings(given)).most),
            TrafficKind::Source(_) | TrafficKind::Datagrams { .. } | TrafficKind::App(_) => 1,
        }
    }

    /// Number of ON/OFF sources of a flow.
    pub fn sources(&self, given: &Params) -> u32 {
        match self.kind {
            TrafficKind::Datagrams { sources, .. } => sources(&self.settings(given)),
            TrafficKind::Source(_) | TrafficKind::Transfers(_) | TrafficKind::App(_) => 0,
        }
    }

    /// See the field of this name.
    pub fn complaint(&self, given: &Params) -> Option<(&'static str, String)> {
        (self.complaint)(&self.settings(given))
    }

    /// See the field of this name.
    pub fn offered(&self, given: &Params) -> Option<(f64, f64)> {
        (self.offered)(&self.settings(given))
    }

    /// See the field of this name.
    pub fn deadline(&self, given: &Params) -> Option<Nanos> {
        (self.deadline)(&self.settings(given))
    }
}

impl fmt::Debug for TrafficRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the row of {}", self.info.row.id)
    }
}

/// The engine's traffic sources, in the order of the picker: the rows of [`crate::registry::Registry::built_in`].
pub(crate) fn built_in() -> Vec<TrafficRow> {
    let [web, poisson] = demand::rows();
    let apps = [requests::row(), video::row()];
    let datagrams = [stream::row(), onoff::row(), noise::row()];
    [bulk(), finite(), cbr(), web, poisson, incast::row()].into_iter().chain(apps).chain(datagrams).collect()
}

/// A traffic source without checks or offered load.
fn plain(info: TrafficInfo, kind: TrafficKind) -> TrafficRow {
    TrafficRow { info, kind, complaint: |_| None, offered: |_| None, deadline: |_| None }
}

fn bulk() -> TrafficRow {
    let info = TrafficInfo {
        row: Row {
            id: "bulk".into(),
            name: "Bulk".into(),
            summary: "An endless transfer: there is always data to send.".into(),
            source: "".into(),
            year: 0,
            params: vec![],
        },
        transports: &[TransportKind::Tcp, TransportKind::Rate],
    };
    plain(info, TrafficKind::Source(|_| Source::Bulk))
}

fn finite() -> TrafficRow {
    let info = TrafficInfo {
        row: Row {
            id: "finite".into(),
            name: "Finite transfer".into(),
            summary: "A file of a given size; its completion time is measured.".into(),
            source: "".into(),
            year: 0,
            params: vec![
                Param::number("sizeKb", "S", "Size", "kB")
                    .range(0.001, 1e9, 1000.0)
                    .log()
                    .help("Payload; 1 kB is 1000 bytes."),
            ],
        },
        transports: &[TransportKind::Tcp, TransportKind::Rate],
    };
    plain(
        info,
        TrafficKind::Source(|s| Source::Finite {
            bytes: ((s.number("sizeKb") * 1000.0 + 0.5) as u64).max(1),
        }),
    )
}

fn cbr() -> TrafficRow {
    let info = TrafficInfo {
        row: Row {
            id: "cbr".into(),
            name: "Constant rate".into(),
            summary: "Packets at even intervals, like an audio or test stream.".into(),
            source: "".into(),
            year: 0,
            params: vec![
                Param::number("rateMbps", "", "Rate", "Mb/s")
                    .range(0.001, 100_000.0, 5.0)
                    .log()
                    .help("Payload rate."),
                Param::number("packetBytes", "", "Packet", "bytes")
                    .range(1.0, 9000.0, 1448.0)
                    .integer()
                    .help("Payload of each write; over UDP, of each datagram."),
            ],
        },
        transports: &[TransportKind::Tcp, TransportKind::Rate, TransportKind::Udp],
    };
    TrafficRow {
        offered: |s| Some((s.number("rateMbps") * 1e6, s.number("packetBytes"))),
        ..plain(
            info,
            TrafficKind::Source(|s| Source::Constant {
                rate: Rate::from_mbps(s.number("rateMbps")),
                chunk: s.number("packetBytes") as u32,
            }),
        )
    }
}

impl Source {
    /// Bytes written up to `age` after the start.
    #[inline]
    pub fn written(&self, age: Nanos) -> u64 {
        match *self {
            Source::Bulk => ENDLESS,
            Source::Finite { bytes } | Source::Handed { bytes } => bytes,
            Source::Constant { rate, chunk } => {
                let bits = u128::from(rate.0) * u128::from(age.0) / u128::from(NANOS_PER_SEC);
                // The first chunk is written at the start.
                (bits as u64 / (8 * u64::from(chunk)) + 1) * u64::from(chunk)
            }
        }
    }

    /// Total after which the application closes.
    pub fn end(&self) -> Option<u64> {
        match *self {
            Source::Finite { bytes } => Some(bytes),
            _ => None,
        }
    }

    /// Whether a last segment that is not full is sent at once, instead of waiting for the ACKs of the
    /// others.
    #[inline]
    pub fn pushes(&self) -> bool {
        matches!(self, Source::Handed { .. })
    }

    /// When more than `have` bytes will have been written, for a source that started at `start`.
    pub fn next_write(&self, start: Time, have: u64) -> Option<Time> {
        let Source::Constant { rate, chunk } = *self else {
            return None;
        };
        let chunks = u128::from(have / u64::from(chunk));
        let bits = chunks * u128::from(chunk) * 8;
        let nanos = (bits * u128::from(NANOS_PER_SEC)).div_ceil(u128::from(rate.0));
        Some(start + Nanos(nanos as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_rate_writes_a_chunk_at_even_intervals() {
        let source = Source::Constant { rate: Rate::from_mbps(8.0), chunk: 1000 };
        let (mut have, mut times) = (0, Vec::new());
        for _ in 0..4 {
            let at = source.next_write(Time(500), have).unwrap();
            times.push(at.0 - 500);
            have = source.written(at.since(Time(500)));
        }
        assert_eq!(times, [0, 1_000_000, 2_000_000, 3_000_000]);
        assert_eq!(have, 4000);
    }

    #[test]
    fn a_rate_that_does_not_divide_keeps_its_mean() {
        let source = Source::Constant { rate: Rate::from_mbps(7.0), chunk: 1448 };
        let written = source.written(Nanos::from_secs(100.0));
        assert!((written as f64 * 8.0 / 100.0 / 7e6 - 1.0).abs() < 1e-4);
    }
}
