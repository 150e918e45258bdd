//! Voice and games: small datagrams at even intervals, each with a deadline.

use super::{Source, TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::units::{Nanos, Rate};

/// The row of the catalogue. The defaults are voice: G.711 has 64 kb/s in frames of 20 ms (RFC 3551, section
/// 4.5.14), which is 160 bytes after an RTP header of 12; ITU-T G.114 recommends at most 150 ms one way.
pub(super) fn row() -> TrafficRow {
    let info = TrafficInfo {
        row: Row {
            id: "stream".into(),
            name: "Voice or game stream".into(),
            summary: "Small datagrams at even intervals, each with a deadline; late and lost ones are counted.".into(),
            source: "RFC 3551: RTP Profile for Audio and Video Conferences with Minimal Control".into(),
            year: 2003,
            params: vec![
                Param::number("intervalMs", "", "Interval", "ms")
                    .range(1.0, 1000.0, 20.0)
                    .help("Time between two datagrams: 20 ms of voice, or a game’s tick."),
                Param::number("packetBytes", "", "Packet", "bytes")
                    .range(1.0, 1472.0, 172.0)
                    .integer()
                    .help("Payload of a datagram. The default is 20 ms of G.711 voice and its RTP header."),
                Param::number("deadlineMs", "", "Deadline", "ms")
                    .range(1.0, 10_000.0, 150.0)
                    .log()
                    .help("One-way delay up to which a datagram is of use. ITU-T G.114 recommends 150 ms for voice; fast games need less."),
            ],
        },
        transports: &[TransportKind::Udp],
    };
    let kind = TrafficKind::Source(|s| Source::Constant {
        rate: Rate::from_mbps(rate_mbps(s)),
        chunk: s.number("packetBytes") as u32,
    });
    TrafficRow {
        offered: |s| Some((rate_mbps(s) * 1e6, s.number("packetBytes"))),
        deadline: |s| Some(Nanos::from_millis(s.number("deadlineMs"))),
        ..plain(info, kind)
    }
}

fn rate_mbps(s: &Settings<'_>) -> f64 {
    s.number("packetBytes") * 8.0 / 1000.0 / s.number("intervalMs")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Params;
    use crate::units::Time;

    #[test]
    fn the_default_is_voice_at_64_kb_per_second_with_rtp_headers() {
        // 50 packets per second of 160 + 12 bytes.
        let (bits, packet) = row().offered(&Params::new()).expect("a clock of its own");
        assert!((bits - 68_800.0).abs() < 1e-6 && packet == 172.0, "{bits}");
        let source = row().source(&Params::new()).expect("one connection");
        assert_eq!(source.next_write(Time::ZERO, 10 * 172), Some(Time::from_secs(0.2)));
        assert_eq!(row().deadline(&Params::new()), Some(Nanos::from_millis(150.0)));
    }
}
