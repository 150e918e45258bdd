//! What applications send. One connection's [`Source`] says how many bytes have been handed over by when, and whether that is
//! all; [`demand`] asks for transfers, each on a connection of its own; [`Datagrams`] have times that are drawn.

pub mod demand;
pub mod noise;
pub mod onoff;
mod sizes;

use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::scenario::{Choice, Flow};
use crate::units::{NANOS_PER_SEC, Nanos, Rate, Time};

/// More than any run can send.
const ENDLESS: u64 = u64::MAX / 4;

/// A source of data.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    /// Always more.
    Bulk,
    /// So many bytes, then the end.
    Finite {
        /// Bytes to send.
        bytes: u64,
    },
    /// Bytes at an even rate.
    Constant {
        /// Rate of payload.
        rate: Rate,
        /// Bytes handed over at a time.
        chunk: u32,
    },
}

/// Datagrams whose times are drawn.
#[derive(Clone, Debug)]
pub enum Datagrams {
    /// Of many ON/OFF sources.
    OnOff(onoff::OnOff),
    /// Of a Poisson process.
    Noise(noise::Noise),
}

impl Datagrams {
    /// Those of a validated flow from `now` on; nothing if its traffic is another.
    pub fn new(seed: u32, flow: &Flow, now: Time) -> Option<Datagrams> {
        let onoff = onoff::OnOff::new(seed, flow, now).map(Datagrams::OnOff);
        onoff.or_else(|| noise::Noise::new(seed, flow, now).map(Datagrams::Noise))
    }

    /// Payload of each, bytes.
    pub fn packet(&self) -> u32 {
        match self {
            Datagrams::OnOff(sources) => sources.packet(),
            Datagrams::Noise(noise) => noise.packet(),
        }
    }

    /// When the next one is due.
    pub fn next(&self) -> Option<Time> {
        match self {
            Datagrams::OnOff(sources) => sources.next(),
            Datagrams::Noise(noise) => Some(noise.next()),
        }
    }

    /// Takes one that is due by `now`, if there is one.
    pub fn take_due(&mut self, now: Time) -> bool {
        match self {
            Datagrams::OnOff(sources) => sources.take_due(now),
            Datagrams::Noise(noise) => noise.take_due(now),
        }
    }
}

/// What is wrong with a choice of traffic whose parameters are each in range: parameter and what would be right.
pub fn complaint(choice: &Choice) -> Option<(&'static str, String)> {
    demand::complaint(choice).or_else(|| noise::complaint(choice)).or_else(|| onoff::complaint(choice))
}

/// What a choice of traffic hands over by a clock of its own: mean rate of payload in bit/s, and payload of a packet. Nothing where
/// the network sets the rate.
pub fn offered(choice: &Choice) -> Option<(f64, f64)> {
    let row = rows().into_iter().map(|info| info.row).find(|row| row.id == choice.kind)?;
    let s = Settings::new(&row.params, &choice.params);
    let rate = match row.id {
        "cbr" | "noise" => s.number("rateMbps") * 1e6,
        "onoff" => {
            let on = s.number("onS") / (s.number("onS") + s.number("offS"));
            s.number("sources") * s.number("rateKbps") * 1e3 * on
        }
        _ => return None,
    };
    Some((rate, s.number("packetBytes")))
}

/// The sources as the catalogue shows them.
pub fn rows() -> Vec<TrafficInfo> {
    use TransportKind::{Rate, Tcp, Udp};
    let [web, poisson] = demand::rows();
    vec![
        TrafficInfo {
            row: Row {
                id: "bulk",
                name: "Bulk",
                summary: "A transfer without an end: always more data to send.",
                source: "",
                year: 0,
                params: vec![],
            },
            transports: &[Tcp, Rate],
        },
        TrafficInfo {
            row: Row {
                id: "finite",
                name: "Finite transfer",
                summary: "A file of a given size; its completion time is measured.",
                source: "",
                year: 0,
                params: vec![
                    Param::number("sizeKb", "S", "Size", "kB")
                        .range(0.001, 1e9, 1000.0)
                        .log()
                        .help("Payload in 1000 bytes."),
                ],
            },
            transports: &[Tcp, Rate],
        },
        TrafficInfo {
            row: Row {
                id: "cbr",
                name: "Constant rate",
                summary: "Packets at even intervals, as audio or a test stream would send them.",
                source: "",
                year: 0,
                params: vec![
                    Param::number("rateMbps", "", "Rate", "Mb/s")
                        .range(0.001, 100_000.0, 5.0)
                        .log()
                        .help("Rate of payload."),
                    Param::number("packetBytes", "", "Packet", "bytes")
                        .range(1.0, 9000.0, 1448.0)
                        .integer()
                        .help("Payload handed over at a time; of a datagram over UDP."),
                ],
            },
            transports: &[Tcp, Rate, Udp],
        },
        web,
        poisson,
        onoff::row(),
        noise::row(),
    ]
}

impl Source {
    /// The source that a validated document chose.
    pub fn new(choice: &Choice) -> Source {
        let rows = rows();
        let row = &rows.iter().find(|r| r.row.id == choice.kind).expect("a validated document").row;
        let s = Settings::new(&row.params, &choice.params);
        match row.id {
            "finite" => Source::Finite { bytes: ((s.number("sizeKb") * 1000.0 + 0.5) as u64).max(1) },
            "cbr" => {
                let rate = Rate::from_mbps(s.number("rateMbps"));
                Source::Constant { rate, chunk: s.number("packetBytes") as u32 }
            }
            _ => Source::Bulk,
        }
    }

    /// Bytes handed over until `age` after the start.
    #[inline]
    pub fn written(&self, age: Nanos) -> u64 {
        match *self {
            Source::Bulk => ENDLESS,
            Source::Finite { bytes } => bytes,
            Source::Constant { rate, chunk } => {
                let bits = u128::from(rate.0) * u128::from(age.0) / u128::from(NANOS_PER_SEC);
                // The first chunk is there at the start.
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

    /// When more than `have` bytes will have been handed over, for a source that began at `start`.
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
    fn constant_rate_hands_over_a_chunk_at_even_intervals() {
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
