//! Datagrams at exponential intervals: background noise without memory, which breaks the phase of periodic traffic
//! (Floyd & Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992).

use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::packet_sim::random::Rng;
use crate::scenario::{Choice, Flow};
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
pub fn row() -> TrafficInfo {
    TrafficInfo {
        row: Row {
            id: "noise",
            name: "Poisson packets",
            summary: "Packets at exponential intervals: a little of it keeps flows from falling into step.",
            source: "",
            year: 0,
            params: vec![
                Param::number("rateMbps", "", "Mean rate", "Mb/s")
                    .range(0.001, 100_000.0, 0.1)
                    .log()
                    .help("Mean rate of payload."),
                Param::number("packetBytes", "", "Packet", "bytes")
                    .range(1.0, 9000.0, 172.0)
                    .integer()
                    .help("Payload of a datagram; with 28 bytes of headers the default is a packet of 200."),
            ],
        },
        transports: &[TransportKind::Udp],
    }
}

/// What is wrong with a choice whose parameters are each in range: parameter and what would be right.
pub fn complaint(choice: &Choice) -> Option<(&'static str, String)> {
    let row = row().row;
    let s = (choice.kind == row.id).then(|| Settings::new(&row.params, &choice.params))?;
    let packet = s.number("packetBytes");
    // Time is counted in nanoseconds: packets closer together on average cannot be told apart.
    let most = packet * 8e3;
    (s.number("rateMbps") > most).then(|| {
        ("rateMbps", format!("at most {most} Mb/s with packets of {packet} bytes: one a nanosecond"))
    })
}

impl Noise {
    /// The packets of a validated flow from `now` on; nothing if its traffic is another.
    pub fn new(seed: u32, flow: &Flow, now: Time) -> Option<Noise> {
        let row = row().row;
        if flow.traffic.kind != row.id {
            return None;
        }
        let s = Settings::new(&row.params, &flow.traffic.params);
        let packet = s.number("packetBytes") as u32;
        // Validation asks for as much; a mean of zero would let time stand still.
        let mean = Rate::from_mbps(s.number("rateMbps")).time_for(packet).max(Nanos(1));
        let mut noise = Noise { rng: Rng::new(seed, &flow.id, "traffic"), mean, packet, next: now };
        noise.advance();
        Some(noise)
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
    fn time_goes_on_at_any_rate() {
        // A byte at 100 Gb/s takes 0.08 ns.
        let value = serde_json::json!({"id": "f", "from": "a", "to": "b", "algorithm": "udp",
            "traffic": {"kind": "noise", "params": {"rateMbps": 100_000, "packetBytes": 1}}});
        let flow: Flow = serde_json::from_value(value).unwrap();
        assert_eq!(complaint(&flow.traffic).map(|c| c.0), Some("rateMbps"));
        let mut noise = Noise::new(3, &flow, Time::ZERO).unwrap();
        let due = (0..10_000).filter(|_| noise.take_due(Time(1000))).count();
        // One a nanosecond, give or take four standard deviations and what rounding takes.
        assert!((800..1400).contains(&due), "{due} packets in a microsecond");
    }

    #[test]
    fn counts_of_a_poisson_process_have_their_mean_as_variance() {
        let value = serde_json::json!({"id": "f", "from": "a", "to": "b", "algorithm": "udp",
            "traffic": {"kind": "noise", "params": {"rateMbps": 0.8, "packetBytes": 1000}}});
        let flow: Flow = serde_json::from_value(value).unwrap();
        let mut noise = Noise::new(3, &flow, Time::ZERO).unwrap();
        // 100 packets a second, counted over 2000 seconds.
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
        // Standard errors: 0.22 of the mean, 3.2 of the variance; four of each.
        assert!((mean - 100.0).abs() < 0.9, "{mean}");
        assert!((variance - 100.0).abs() < 13.0, "{variance}");
    }
}
