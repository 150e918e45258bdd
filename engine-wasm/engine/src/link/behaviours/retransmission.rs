//! Link-layer retransmission, as in mobile networks: a damaged packet is sent again after a delay, and the
//! packets behind it wait for it at the other end.

use super::{Registered, Transmission};
use crate::catalogue::{Param, Row, Settings, Variable};
use crate::core::random::Rng;
use crate::units::Nanos;

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[Variable::new("attempts", "", "attempts for the last packet", "")] };

fn row() -> Row {
    Row {
        id: "retransmission".into(),
        name: "Link-layer retransmission".into(),
        summary: "The link retransmits damaged packets: losses become delays, and packets keep their order.".into(),
        source: "RFC 3366; 3GPP TS 36.321 (HARQ)".into(),
        year: 2002,
        params: vec![
            Param::number("errorRate", "p", "Error rate", "")
                .range(0.0, 1.0, 0.1)
                .help("Probability that an attempt fails, independently of all others; mobile networks aim at 10 %."),
            Param::number("retryMs", "", "Time to retry", "ms")
                .range(0.0, 10_000.0, 8.0)
                .help("Time from one attempt to the next: 8 ms in LTE."),
            Param::number("maxRetries", "n", "Retries", "")
                .range(0.0, 100.0, 3.0)
                .integer()
                .help("After this many unsuccessful retries the packet is lost: with probability p to the power of n + 1."),
            Param::switch("usesCapacity", "Retries take capacity", true)
                .help("Each attempt occupies the transmitter for as long as the first one. Off: retries only add delay."),
        ],
    }
}

#[derive(Clone, Debug)]
pub(super) struct Retransmission {
    error_rate: f64,
    retry: Nanos,
    max_retries: u32,
    uses_capacity: bool,
    rng: Rng,
    attempts: u32,
}

impl Retransmission {
    pub(super) fn new(
        settings: &Settings<'_>,
        seed: u32,
        id: &str,
        before: Option<Retransmission>,
    ) -> Retransmission {
        Retransmission {
            error_rate: settings.number("errorRate"),
            retry: Nanos::from_millis(settings.number("retryMs")),
            max_retries: settings.number("maxRetries") as u32,
            uses_capacity: settings.switch("usesCapacity"),
            rng: before.map_or_else(|| Rng::new(seed, id, "retransmission"), |before| before.rng),
            attempts: 0,
        }
    }

    /// Draws the number of transmissions of a packet.
    pub(super) fn complete(&mut self, sending: &mut Transmission) {
        let fails = |rng: &mut Rng| self.error_rate > 0.0 && rng.chance(self.error_rate);
        let mut retries = 0;
        while fails(&mut self.rng) {
            if retries == self.max_retries {
                sending.lost = true;
                break;
            }
            retries += 1;
        }
        self.attempts = retries + 1;
        let arrives = sending.end + Nanos(self.retry.0 * u64::from(retries));
        if self.uses_capacity {
            sending.free += Nanos(sending.end.since(sending.start).0 * u64::from(retries));
        }
        sending.delivery = sending.delivery.max(arrives).max(sending.free);
    }

    pub(super) fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(f64::from(self.attempts));
    }
}
