//! Handovers of a satellite network: at fixed times the path changes, and with it delay and rate. Starlink
//! reassigns satellites every 15 s, at 12, 27, 42 and 57 s past the minute.

use super::Registered;
use crate::catalogue::{Param, Row, Settings, Variable};
use crate::core::random::Rng;
use crate::units::{Nanos, Rate, Time};

pub(super) const REGISTERED: Registered = Registered {
    row,
    variables: &[
        Variable::new("handoverRate", "", "share of the rate", ""),
        Variable::new("handoverDelay", "", "delay of the path", "ms"),
    ],
};

fn row() -> Row {
    Row {
        id: "handovers".into(),
        name: "Satellite handovers".into(),
        summary: "Delay and rate change in steps at fixed times, as in a satellite network that reassigns its satellites.".into(),
        source: "Mohan et al., A Multifaceted Look at Starlink Performance".into(),
        year: 2024,
        params: vec![
            Param::number("periodS", "", "Period", "s")
                .range(0.1, 100_000.0, 15.0)
                .help("Time between two handovers: 15 s with Starlink."),
            Param::number("firstS", "", "First", "s")
                .range(0.0, 100_000.0, 12.0)
                .help("Time of the first one."),
            Param::number("delaySpanMs", "", "Delay span", "ms")
                .range(0.0, 10_000.0, 20.0)
                .help("Each path has an extra delay, uniform from 0 to this; the propagation delay is the least."),
            Param::number("rateSpan", "", "Rate span", "")
                .range(0.0, 0.99, 0.4)
                .help("Each path has a share of the rate, uniform from 1 minus this to 1. A trace keeps its own times."),
            Param::number("outageMs", "", "Outage", "ms")
                .range(0.0, 10_000.0, 0.0)
                .help("Nothing is sent for this long after a handover."),
        ],
    }
}

/// Properties of a path.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Path {
    share: f64,
    delay: Nanos,
}

#[derive(Clone, Debug)]
pub(super) struct Handovers {
    period: Nanos,
    first: Time,
    delay_span: Nanos,
    rate_span: f64,
    outage: Nanos,
    seed: u32,
    id: String,
    /// The path in use, and its number.
    path: Path,
    number: u64,
}

impl Handovers {
    pub(super) fn new(settings: &Settings<'_>, seed: u32, id: &str, _: Option<Handovers>) -> Handovers {
        let period = Nanos::from_secs(settings.number("periodS"));
        let mut handovers = Handovers {
            period,
            first: Time::from_secs(settings.number("firstS")),
            delay_span: Nanos::from_millis(settings.number("delaySpanMs")),
            rate_span: settings.number("rateSpan"),
            outage: Nanos::from_millis(settings.number("outageMs")).min(period),
            seed,
            id: id.to_owned(),
            path: Path { share: 1.0, delay: Nanos::ZERO },
            number: 0,
        };
        handovers.path = handovers.path(0);
        handovers
    }

    /// Number of the path at a time, which equals the number of handovers so far.
    fn number(&self, at: Time) -> u64 {
        if at < self.first { 0 } else { 1 + at.since(self.first).0 / self.period.0 }
    }

    /// When a path is assigned.
    fn begins(&self, number: u64) -> Time {
        match number {
            0 => Time::ZERO,
            _ => self.first + Nanos(self.period.0.saturating_mul(number - 1)),
        }
    }

    /// When a path starts to carry packets.
    fn works(&self, number: u64) -> Time {
        if number == 0 { Time::ZERO } else { self.begins(number) + self.outage }
    }

    /// A path's values depend only on seed, channel and number, not on traffic or on when the behaviour was
    /// added.
    fn path(&self, number: u64) -> Path {
        let mut rng = Rng::new(self.seed, &self.id, &format!("handover {number}"));
        let delay = self.delay_span.scale(rng.uniform());
        Path { share: 1.0 - self.rate_span * rng.uniform(), delay }
    }

    /// When a packet that is ready at `at` can be sent, and the rate at that time.
    pub(super) fn begin(&mut self, at: Time, rate: Rate) -> (Time, Rate) {
        let number = self.number(at);
        if number != self.number {
            (self.number, self.path) = (number, self.path(number));
        }
        (at.max(self.works(number)), share(rate, self.path.share))
    }

    /// Additional delay of the path in use.
    pub(super) fn delay(&self) -> Nanos {
        self.path.delay
    }

    /// What could be sent, bit·ns/s.
    pub(super) fn capacity(&self, from: Time, to: Time, rate: Rate) -> u128 {
        let paths = self.number(from)..=self.number(to);
        let of = |number| {
            let (begin, end) = (self.works(number).max(from), self.begins(number + 1).min(to));
            u128::from(share(rate, self.path(number).share).0) * u128::from(end.since(begin).0)
        };
        paths.map(of).sum()
    }

    pub(super) fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.path.share);
        show(self.path.delay.as_millis());
    }
}

fn share(rate: Rate, share: f64) -> Rate {
    Rate(((rate.0 as f64 * share + 0.5) as u64).max(1))
}
