//! Requests and responses over one persistent connection, with think times in between: a closed loop with one
//! user.

use super::app::App;
use super::sizes::Size;
use super::{TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};
use crate::core::random::Rng;
use crate::units::{Nanos, Time};

/// Default payload of a request.
pub(super) const REQUEST_BYTES: u32 = 300;

/// The requests of a flow.
#[derive(Clone, Debug)]
pub struct Requests {
    size: Size,
    /// Mean think time, s.
    think_s: f64,
    request_bytes: u32,
    rng: Rng,
    next: Option<Time>,
}

/// The row of the catalogue.
pub(super) fn row() -> TrafficRow {
    let [sizes, mean, shape, largest] = Size::params("fixed", 50.0);
    let info = TrafficInfo {
        row: Row {
            id: "requests".into(),
            name: "Requests and responses".into(),
            summary: "The receiver requests a response, waits for its last byte, thinks, and requests the next one over the same connection."
                .into(),
            source: "Generating Representative Web Workloads for Network and Server Performance Evaluation".into(),
            year: 1998,
            params: vec![
                sizes,
                mean,
                shape,
                largest,
                Param::number("thinkS", "", "Think time", "s")
                    .range(0.0, 10_000.0, 0.5)
                    .help("Mean of the exponentially distributed time between a response and the next request; 0: none."),
                Param::number("requestBytes", "", "Request", "bytes")
                    .range(1.0, 1400.0, f64::from(REQUEST_BYTES))
                    .integer()
                    .help("Payload of a request, which travels from the receiver to the sender in one packet."),
            ],
        },
        transports: &[TransportKind::Tcp],
    };
    let kind = TrafficKind::App(|s, seed, id| App::Requests(Requests::new(s, seed, id)));
    TrafficRow { complaint: Size::complaint, ..plain(info, kind) }
}

impl Requests {
    fn new(s: &Settings<'_>, seed: u32, id: &str) -> Requests {
        Requests {
            size: Size::new(s),
            think_s: s.number("thinkS"),
            request_bytes: s.number("requestBytes") as u32,
            rng: Rng::new(seed, id, "traffic"),
            next: None,
        }
    }

    /// The first request is sent at once.
    pub(super) fn start(&mut self, now: Time) {
        self.next = Some(now);
    }

    pub(super) fn next(&self) -> Option<Time> {
        self.next
    }

    /// Draws the size of the response.
    pub(super) fn ask(&mut self) -> u64 {
        self.next = None;
        self.size.draw(&mut self.rng)
    }

    pub(super) fn answered(&mut self, now: Time) {
        let think = if self.think_s > 0.0 { self.think_s * self.rng.exponential() } else { 0.0 };
        self.next = Some(now + Nanos::from_secs(think));
    }

    pub(super) fn request_bytes(&self) -> u32 {
        self.request_bytes
    }

    /// The random stream continues.
    pub(super) fn change(&mut self, other: Requests) {
        (self.size, self.think_s, self.request_bytes) = (other.size, other.think_s, other.request_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::ParamValue;

    fn requests(params: &[(&str, f64)]) -> Requests {
        let given = params.iter().map(|(id, value)| ((*id).to_owned(), ParamValue::Number(*value))).collect();
        Requests::new(&Settings::new(&row().info.row.params, &given), 1, "f")
    }

    #[test]
    fn it_sends_the_next_request_only_after_the_response() {
        let mut app = App::Requests(requests(&[("thinkS", 0.0), ("sizeKb", 3.0)]));
        assert_eq!(app.next(), None);
        app.start(Time(5));
        assert_eq!((app.take_due(Time(4)), app.take_due(Time(5))), (None, Some(3000)));
        assert_eq!((app.next(), app.take_due(Time(9))), (None, None));
        app.answered(Time(20), Nanos(15), 3000);
        assert_eq!((app.next(), app.take_due(Time(20))), (Some(Time(20)), Some(3000)));
    }

    #[test]
    fn think_times_are_exponential_with_their_mean() {
        // Exponential: mean 0.5 s, P(X > mean) = 1/e. Standard errors over 20,000: 0.7 % of the mean, 0.0034 of the share.
        let mut app = requests(&[("thinkS", 0.5)]);
        let n = 20_000;
        let times: Vec<f64> = (0..n)
            .map(|_| {
                app.answered(Time::ZERO);
                app.next().unwrap().as_secs()
            })
            .collect();
        let mean = times.iter().sum::<f64>() / f64::from(n);
        let beyond = times.iter().filter(|&&t| t > 0.5).count() as f64 / f64::from(n);
        assert!((mean / 0.5 - 1.0).abs() < 0.022, "{mean}");
        assert!((beyond - libm::exp(-1.0)).abs() < 0.011, "{beyond}");
    }
}
