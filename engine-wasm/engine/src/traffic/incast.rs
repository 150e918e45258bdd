//! Incast: many responses that start together; the next ones start after the last of them has arrived.

use super::demand::{Arrivals, DemandParams, MAX_CONCURRENT};
use super::sizes::Size;
use super::{TrafficKind, TrafficRow, plain};
use crate::catalogue::{Param, Row, Settings, TrafficInfo, TransportKind};

/// The row of the catalogue. A block of 256 KB from each sender is the setting of Phanishayee et al. 2008.
pub(super) fn row() -> TrafficRow {
    let [sizes, mean, shape, largest] = Size::params("fixed", 256.0);
    let info = TrafficInfo {
        row: Row {
            id: "incast".into(),
            name: "Incast".into(),
            summary: "N transfers start together, each on a new connection; the next round starts when the last one has ended."
                .into(),
            source: "Measurement and Analysis of TCP Throughput Collapse in Cluster-based Storage Systems".into(),
            year: 2008,
            params: vec![
                Param::number("senders", "N", "Senders", "")
                    .range(1.0, f64::from(MAX_CONCURRENT), 16.0)
                    .integer()
                    .help("Transfers that start at the same time in each round."),
                sizes,
                mean,
                shape,
                largest,
                Param::number("pauseS", "", "Pause", "s")
                    .range(0.0, 10_000.0, 0.1)
                    .help("Time between the end of a round and the start of the next."),
            ],
        },
        transports: &[TransportKind::Tcp],
    };
    TrafficRow { complaint: Size::complaint, ..plain(info, TrafficKind::Transfers(rounds)) }
}

fn rounds(s: &Settings<'_>) -> DemandParams {
    let arrivals = Arrivals::Rounds { pause_s: s.number("pauseS") };
    DemandParams { arrivals, size: Size::new(s), most: s.number("senders") as u16 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{ParamValue, Params};
    use crate::traffic::demand::{Demand, Transfer};
    use crate::units::{Nanos, Time};

    fn demand(senders: f64) -> Demand {
        let numbers = [("senders", senders), ("pauseS", 2.0), ("sizeKb", 1.0)];
        let given: Params =
            numbers.iter().map(|(id, value)| ((*id).to_owned(), ParamValue::Number(*value))).collect();
        row().demand(&given, 1, "f").expect("transfers")
    }

    fn take(demand: &mut Demand, now: Time) -> Vec<Transfer> {
        std::iter::from_fn(|| demand.take_due(now)).collect()
    }

    #[test]
    fn a_round_starts_when_the_last_transfer_of_the_previous_one_has_ended() {
        let mut demand = demand(3.0);
        demand.start(Time::from_secs(1.0), Nanos::ZERO);
        let round = take(&mut demand, Time::from_secs(1.0));
        assert_eq!(round.len(), 3);
        assert!(round.iter().all(|t| t.bytes == 1000 && t.number == 0 && demand.counts(t)));
        for (i, transfer) in round.iter().enumerate() {
            assert_eq!((demand.next(), demand.take_round()), (None, None));
            demand.ended(Time::from_secs(4.0 + i as f64), transfer);
        }
        assert_eq!((demand.take_round(), demand.take_round()), (Some(Time::from_secs(1.0)), None));
        assert_eq!(demand.next(), Some(Time::from_secs(8.0)));
        assert_eq!(take(&mut demand, Time::from_secs(8.0)).len(), 3);
    }

    #[test]
    fn a_changed_number_of_senders_applies_from_the_next_round_on() {
        for (before, after) in [(2.0, 4.0), (4.0, 2.0)] {
            let mut changed = demand(before);
            changed.start(Time::ZERO, Nanos::ZERO);
            let round = take(&mut changed, Time::ZERO);
            changed.change(Time::from_secs(1.0), demand(after), true);
            assert_eq!(changed.next(), None);
            round.iter().for_each(|transfer| changed.ended(Time::from_secs(2.0), transfer));
            assert_eq!(take(&mut changed, Time::from_secs(4.0)).len(), after as usize);
        }
    }
}
