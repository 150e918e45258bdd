//! Datagrams at exponential intervals: memoryless background noise, which breaks phase effects of periodic traffic
//! (Floyd & Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992).

use super::{Datagrams, TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::core::random::Rng;
use crate::units::{Nanos, Rate, Time};

/// A Poisson process of packets.
#[derive(Clone, Debug)]
pub struct Noise {
    rng: Rng,
    /// Mean time between two packets.
    mean: Nanos,
    /// Payload of a packet, bytes.
    packet: u32,
    next: Time,
}

/// The row of the catalogue.
pub(super) fn row() -> TrafficRow {
    let info = TrafficInfo {
        row: Row {
            id: "noise".into(),
            name: "Poisson packets".into(),
            summary: "Packets at exponentially distributed intervals; a small amount prevents phase effects between flows."
                .into(),
            source: "".into(),
            year: 0,
            params: vec![
                Param::number("rateMbps", "", "Mean rate", "Mb/s")
                    .range(0.001, 100_000.0, 0.1)
                    .log()
                    .help("Mean payload rate."),
                Param::number("packetBytes", "", "Packet", "bytes")
                    .range(1.0, 9000.0, 172.0)
                    .integer()
                    .help("Payload of a datagram; with 28 bytes of headers the default gives packets of 200 bytes."),
            ],
        },
        transports: &[TransportKind::Udp],
    };
    let kind = TrafficKind::Datagrams {
        make: |s, seed, id, now| Datagrams::Noise(Noise::new(s, seed, id, now)),
        sources: |_| 0,
    };
    let offered = |s: &Settings<'_>| Some((s.number("rateMbps") * 1e6, s.number("packetBytes")));
    TrafficRow { complaint, offered, ..plain(info, kind) }
}

/// See [`TrafficRow`].
fn complaint(s: &Settings<'_>) -> Option<(&'static str, String)> {
    let packet = s.number("packetBytes");
    // Time is counted in nanoseconds, so the mean gap must not be shorter.
    let most = packet * 8e3;
    (s.number("rateMbps") > most).then(|| {
        ("rateMbps", format!("at most {most} Mb/s with packets of {packet} bytes, one packet per nanosecond"))
    })
}

impl Noise {
    /// The packets of the flow `id` from `now` on.
    fn new(s: &Settings<'_>, seed: u32, id: &str, now: Time) -> Noise {
        let packet = s.number("packetBytes") as u32;
        // Validation ensures this; with a mean of zero time would not advance.
        let mean = Rate::from_mbps(s.number("rateMbps")).time_for(packet).max(Nanos(1));
        let mut noise = Noise { rng: Rng::new(seed, id, "traffic"), mean, packet, next: now };
        noise.advance();
        noise
    }

    fn advance(&mut self) {
        self.next += self.mean.scale(self.rng.exponential());
    }

    /// Payload of each packet, bytes.
    pub fn packet(&self) -> u32 {
        self.packet
    }

    /// When the next packet is due.
    pub fn next(&self) -> Time {
        self.next
    }

    /// Takes a packet that is due by `now`, if there is one.
    pub fn take_due(&mut self, now: Time) -> bool {
        let due = self.next <= now;
        if due {
            self.advance();
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_advances_at_any_rate() {
        // A byte at 100 Gb/s takes 0.08 ns.
        let given =
            serde_json::from_value(serde_json::json!({"rateMbps": 100_000, "packetBytes": 1})).unwrap();
        let row = row();
        let settings = Settings::new(&row.info.row.params, &given);
        assert_eq!(complaint(&settings).map(|c| c.0), Some("rateMbps"));
        let mut noise = Noise::new(&settings, 3, "f", Time::ZERO);
        let due = (0..10_000).filter(|_| noise.take_due(Time(1000))).count();
        // One per nanosecond, within four standard deviations and rounding.
        assert!((800..1400).contains(&due), "{due} packets in a microsecond");
    }

    #[test]
    fn counts_of_a_poisson_process_have_their_mean_as_variance() {
        let given =
            serde_json::from_value(serde_json::json!({"rateMbps": 0.8, "packetBytes": 1000})).unwrap();
        let row = row();
        let settings = Settings::new(&row.info.row.params, &given);
        let mut noise = Noise::new(&settings, 3, "f", Time::ZERO);
        // 100 packets per second, counted over 2000 seconds.
        let counts: Vec<f64> = (1..=2000)
            .map(|s| {
                let end = Time::from_secs(f64::from(s));
                let mut n = 0.0;
                while noise.take_due(end) {
                    n += 1.0;
                }
                n
            })
            .collect();
        let mean = counts.iter().sum::<f64>() / 2000.0;
        let variance = counts.iter().map(|n| (n - mean) * (n - mean)).sum::<f64>() / 1999.0;
        // Standard errors: 0.22 for the mean, 3.2 for the variance; the bounds are four of each.
        assert!((mean - 100.0).abs() < 0.9, "{mean}");
        assert!((variance - 100.0).abs() < 13.0, "{variance}");
    }
}
