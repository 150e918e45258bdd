//! RAP: Rejaie, Handley & Estrin, "RAP: An End-to-end Rate-based Congestion Control Mechanism for Realtime Streams", INFOCOM
//! 1999. AIMD of a rate, through the gap between packets. Details that the paper does not specify are as in its authors' code for
//! ns-2.

use super::rules::rule;
use std::collections::VecDeque;

use super::rate::{
    Datagram, Feedback, RateController, RateCx, RateReceiver, RateSender, RateSignal, SendClock,
};
use super::{Algorithm, ControllerKind, Theory};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::congestion::rate::ReceivedNumbers;
use crate::theory::sqrt;
use crate::units::{Nanos, Time};

/// Registered in `congestion/mod.rs`.
pub const RAP: Algorithm = Algorithm {
    id: "rap",
    name: "RAP",
    family: "Rate-based",
    summary: "Adds one packet per round trip and halves its rate on loss, as Reno does, but is clocked by a timer instead of by ACKs.",
    source: "Rejaie, Handley & Estrin, RAP",
    year: 1999,
    recovery: "",
    pacing: "",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::Report,
            "Each smoothed round trip without a loss shortens the gap between packets, which adds one packet per round trip.",
            "r ← r + a/SRTT",
            "Rejaie, Handley & Estrin, RAP",
        ),
        rule(
            RuleSubject::Loss,
            "A packet counts as lost when one sent three packets later has arrived: the rate is halved, at most once per round trip.",
            "r ← β·r",
            "Rejaie, Handley & Estrin, RAP",
        ),
        rule(
            RuleSubject::Timeout,
            "A packet was not acknowledged before its timeout: the rate is halved.",
            "r ← β·r",
            "Rejaie, Handley & Estrin, RAP",
        ),
    ],
    theory: &[Theory::Rate {
        by_packets: false,
        rate: |s, p, path| sqrt::periodic(p, path.rtt_s, s.number("alpha"), 1.0 - s.number("beta")),
    }],
    fluid: None,
    controller: ControllerKind::Rate(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("alpha", "α", "Increase", "packets/RTT")
            .range(0.01, 100.0, 1.0)
            .log()
            .help("Packets added per round trip without loss."),
        Param::number("beta", "β", "Decrease", "")
            .range(0.05, 0.99, 0.5)
            .help("Factor applied to the rate on loss."),
        Param::number("delta", "δ", "RTT gain", "").range(0.01, 1.0, 0.5).help(
            "Weight of a new sample in the mean RTT and its variation: ½ in the authors’ code; TCP uses ⅛ and ¼.",
        ),
        Param::switch("fineGrain", "Fine-grain adaptation", false)
            .help("Also multiply gaps by the ratio of the short-term to the long-term mean RTT."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("rate", "r", "rate", "packets/s"),
    Variable::new("gap", "IPG", "gap between packets", "ms"),
    Variable::new("srtt", "SRTT", "smoothed RTT", "ms"),
];

/// Gap and RTT before the first sample.
const FIRST: Nanos = Nanos(2_000_000_000);
/// Timeout: μ·SRTT + φ·variation.
const MU: f64 = 1.2;
const PHI: f64 = 4.0;
/// A packet counts as lost when a packet that was sent this many later has arrived.
const LATER: u64 = 3;
/// Fraction of the rate that must be used in a round trip for the rate to grow.
const USED: f64 = 0.5;
/// Gains of the short-term and the long-term mean of the RTT.
const SHORT: f64 = 0.9;
const LONG: f64 = 0.01;

/// A packet in flight.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    number: u64,
    sent_at: Time,
    /// Whether its loss causes a decrease, because it was sent after the last one.
    active: bool,
}

/// The sending end.
#[derive(Clone, Debug)]
struct Sender {
    alpha: f64,
    beta: f64,
    delta: f64,
    fine_grain: bool,
    /// Gap between packets, s.
    gap: f64,
    srtt: f64,
    variation: f64,
    short: f64,
    long: f64,
    /// Whether there has been an RTT sample.
    sampled: bool,
    step_at: Time,
    sent_in_step: u32,
    in_flight: VecDeque<InFlight>,
}

fn make(settings: &Settings<'_>) -> RateController {
    let first = FIRST.as_secs();
    let mut sender = Sender {
        alpha: 1.0,
        beta: 0.5,
        delta: 0.5,
        fine_grain: false,
        gap: first,
        srtt: first,
        variation: 0.0,
        short: first,
        long: first,
        sampled: false,
        step_at: Time::NEVER,
        sent_in_step: 0,
        in_flight: VecDeque::new(),
    };
    sender.set(settings);
    RateController { sender: Box::new(sender), receiver: Box::new(Receiver::default()), ecn: false }
}

impl Sender {
    fn restart_step(&mut self, now: Time) {
        self.step_at = now + Nanos::from_secs(self.srtt).max(Nanos(1));
        self.sent_in_step = 0;
    }

    fn sample(&mut self, rtt: f64) {
        if !self.sampled {
            (self.srtt, self.short, self.long) = (rtt, rtt, rtt);
        }
        let error = rtt - self.srtt;
        self.srtt += self.delta * error;
        self.variation += self.delta * (error.abs() - self.variation);
        self.short += SHORT * (rtt - self.short);
        self.long += LONG * (rtt - self.long);
    }

    /// Decreases the rate, at most once per round trip: packets in flight cannot cause another decrease.
    fn decrease(&mut self, now: Time) {
        self.gap /= self.beta;
        self.in_flight.iter_mut().for_each(|o| o.active = false);
        self.restart_step(now);
    }

    /// Removes packets older than the timeout. Returns whether that requires a decrease.
    fn expire(&mut self, now: Time) -> bool {
        let timeout = Nanos::from_secs(MU * self.srtt + PHI * self.variation);
        let mut decreases = false;
        while let Some(oldest) = self.in_flight.front().filter(|o| now >= o.sent_at + timeout) {
            decreases |= oldest.active;
            self.in_flight.pop_front();
        }
        decreases
    }

    /// Removes packets that `report`, the ACK of packet `number`, shows to be received or lost. Returns whether that requires a decrease.
    fn settle(&mut self, number: u64, report: Report) -> bool {
        let (mut at, mut decreases) = (0, false);
        while let Some(&o) = self.in_flight.get(at).filter(|o| o.number <= report.last) {
            let arrived = o.number == number || report.covers(o.number);
            if arrived || report.last >= o.number + LATER {
                decreases |= !arrived && o.active;
                self.in_flight.remove(at);
            } else {
                at += 1;
            }
        }
        decreases
    }
}

impl RateSender for Sender {
    fn set(&mut self, settings: &Settings<'_>) {
        self.alpha = settings.number("alpha");
        self.beta = settings.number("beta");
        self.delta = settings.number("delta");
        self.fine_grain = settings.switch("fineGrain");
    }

    fn start(&mut self, cx: &mut RateCx<'_>, from: Option<f64>) {
        if let Some(rate) = from {
            self.gap = 1.0 / rate;
        }
        if cx.rtt.min().is_some() {
            self.sample(cx.rtt.smoothed().as_secs());
            self.sampled = true;
        }
        self.restart_step(cx.now);
    }

    fn pace(&self) -> SendClock {
        let feedback = if self.fine_grain { self.short / self.long } else { 1.0 };
        SendClock::bursts(1, Nanos::from_secs(self.gap * feedback))
    }

    /// Checks for timeouts before each packet, to detect losses that no later packet shows.
    fn on_sent(&mut self, cx: &mut RateCx<'_>, number: u64) -> Option<RateSignal> {
        let late = self.expire(cx.now);
        if late {
            self.decrease(cx.now);
        }
        self.sent_in_step += 1;
        self.in_flight.push_back(InFlight { number, sent_at: cx.now, active: true });
        late.then_some(RateSignal::Silence)
    }

    fn on_feedback(&mut self, cx: &mut RateCx<'_>, feedback: &Feedback) -> Option<RateSignal> {
        self.sample(cx.now.since(feedback.echo).as_secs());
        if !self.sampled {
            self.sampled = true;
            self.gap = self.srtt;
            self.restart_step(cx.now);
        }
        let decreases = self.settle(feedback.number, Report::read(feedback));
        if decreases {
            self.decrease(cx.now);
        }
        decreases.then_some(RateSignal::Loss)
    }

    fn next_timer(&self) -> Time {
        self.step_at
    }

    /// A smoothed RTT has passed without a loss.
    fn on_timer(&mut self, cx: &mut RateCx<'_>) -> Option<RateSignal> {
        let allowed = self.srtt / self.gap;
        if f64::from(self.sent_in_step) >= USED * allowed {
            self.gap = self.gap * self.srtt / (self.alpha * self.gap + self.srtt);
        }
        self.restart_step(cx.now);
        None
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(1.0 / self.gap);
        show(self.gap * 1e3);
        show(if self.sampled { self.srtt * 1e3 } else { f64::NAN });
    }

    fn clone_box(&self) -> Box<dyn RateSender> {
        Box::new(self.clone())
    }
}

/// The last hole in an ACK, so that lost ACKs do not look like lost packets: everything after `miss` up to `last` has arrived, `miss`
/// has not, and the last packet that arrived before it was `before`.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Report {
    last: u64,
    /// One past the last missing packet; 0 if there is none.
    after_miss: u64,
    /// One past the last packet before the hole; 0 if there is none.
    after_before: u64,
}

impl Report {
    fn covers(&self, number: u64) -> bool {
        number <= self.last && (number >= self.after_miss || number + 1 == self.after_before)
    }

    /// Encoded as distances: distant holes no longer matter.
    fn write(self, datagram: &Datagram) -> Feedback {
        let back = |from: u64| u32::try_from(self.last + 1 - from).unwrap_or(u32::MAX);
        let ahead = u32::try_from(self.last - datagram.number).unwrap_or(u32::MAX);
        Feedback {
            number: datagram.number,
            echo: datagram.sent_at,
            words: [ahead, back(self.after_miss), back(self.after_before)],
        }
    }

    fn read(feedback: &Feedback) -> Report {
        let [ahead, miss, before] = feedback.words.map(u64::from);
        let last = feedback.number + ahead;
        let from = |back: u64| (last + 1).saturating_sub(back);
        Report { last, after_miss: from(miss), after_before: from(before) }
    }
}

/// The receiving end: an ACK for every packet.
#[derive(Clone, Debug, Default)]
struct Receiver {
    report: Option<Report>,
}

impl RateReceiver for Receiver {
    fn on_datagram(&mut self, _: Time, datagram: &Datagram, received: &ReceivedNumbers) -> Option<Feedback> {
        let number = datagram.number;
        let report = match &mut self.report {
            // All packets before the first one are missing.
            None => self.report.insert(Report { last: number, after_miss: number, after_before: 0 }),
            Some(report) => {
                if number > report.last + 1 {
                    *report = Report { last: number, after_miss: number, after_before: report.last + 1 };
                } else if number > report.last {
                    report.last = number;
                } else if number + 1 == report.after_miss {
                    // The end of the hole is filled. Report the rest, if it is the same hole.
                    let missing = (report.after_before..number).rev().find(|&n| !received.has(n));
                    match missing {
                        Some(missing) => report.after_miss = missing + 1,
                        None => (report.after_miss, report.after_before) = (0, 0),
                    }
                } else if number >= report.after_before && number < report.after_miss {
                    report.after_before = number + 1;
                }
                report
            }
        };
        Some(report.write(datagram))
    }

    fn clone_box(&self) -> Box<dyn RateReceiver> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate::testing::{Path, number};
    use super::*;
    use crate::theory::sqrt;

    const RTT: f64 = 0.1;

    fn path() -> Path {
        Path::new(&RAP, RTT, &[])
    }

    #[test]
    fn starts_with_one_packet_per_round_trip_and_adds_one_in_each() {
        // Rejaie, Handley & Estrin 1999: IPG ← IPG·C/(IPG + C), which adds one packet per SRTT for C = SRTT.
        let mut path = path();
        path.run(1.05);
        let rates: Vec<_> = path.log.rates.iter().map(|&(_, rate)| rate * RTT).collect();
        for (k, rate) in rates[1..].iter().enumerate() {
            assert!((rate - (k + 1) as f64).abs() < 1e-5, "{rates:?}");
        }
        // The first ACK is at 0.1 s, then there is a step every tenth of a second.
        assert_eq!(rates.len(), 1 + 10);
    }

    #[test]
    fn periodic_loss_gives_the_square_root_law() {
        // The same sawtooth as Reno's (Mathis et al. 1997): X = √1.5/(R√p).
        for p in [0.02, 0.01, 0.003, 0.001] {
            let every = (1.0 / p + 0.5) as u64;
            let mut path = path().losing(move |n| n % every == every - 1);
            path.run(400.0);
            let sent = path.log.sent.iter().filter(|t| t.as_secs() >= 100.0).count() as f64;
            let controller = sqrt::periodic(p, RTT, 1.0, 0.5);
            let ratio = sent / 300.0 / controller;
            assert!((ratio - 1.0).abs() < 0.05, "p = {p}: {ratio} of the formula");
        }
    }

    #[test]
    fn decrease_and_increase_are_parameters() {
        let every = 500;
        let params = [("alpha", number(0.5)), ("beta", number(0.75))];
        let mut path = Path::new(&RAP, RTT, &params).losing(move |n| n % every == every - 1);
        path.run(200.0);
        let sent = path.log.sent.iter().filter(|t| t.as_secs() >= 50.0).count() as f64;
        let ratio = sent / 150.0 / sqrt::periodic(0.002, RTT, 0.5, 0.25);
        assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    }

    #[test]
    fn a_loss_is_detected_by_the_third_later_packet_and_counts_once_per_round_trip() {
        // Rejaie, Handley & Estrin 1999: losses in one window are one event.
        let mut path = path().losing(|n| (900..906).contains(&n) || (908..910).contains(&n));
        path.run(6.0);
        let signals = &path.log.signals;
        assert_eq!(signals.len(), 1, "{signals:?}");
        // The first ACK after the loss is for packet 906, which is more than three later than 900.
        let at = path.log.sent[906].as_secs() + RTT;
        assert!((signals[0].0.as_secs() - at).abs() < 1e-6);
        let single = |n: u64| {
            let mut path = self::path().losing(move |k| k == n);
            path.run(3.0);
            (path.log.signals[0].0.as_secs(), path.log.sent[n as usize + 3].as_secs() + RTT)
        };
        let (at, third) = single(200);
        assert!((at - third).abs() < 1e-6);
    }

    #[test]
    fn at_most_one_decrease_per_round_trip() {
        // Every third packet is lost, and every fifth ACK.
        let mut path = path().losing(|n| n % 3 == 1);
        path.loses_feedback = Box::new(|n| n % 5 == 0);
        path.run(60.0);
        let times: Vec<_> = path.log.signals.iter().map(|(at, _)| at.as_secs()).collect();
        assert!(times.len() > 50);
        assert!(times.windows(2).all(|w| w[1] - w[0] > RTT - 1e-6));
    }

    #[test]
    fn a_lost_ack_does_not_count_as_a_lost_packet() {
        // Rejaie, Handley & Estrin 1999: each ACK reports the last hole.
        let mut path = path();
        // With few packets in flight the timer would expire first.
        path.loses_feedback = Box::new(|n| n > 200 && n % 4 != 0);
        path.run(5.0);
        assert!(path.log.signals.is_empty(), "{:?}", path.log.signals);
        // With a real loss as well, only that one counts.
        let mut path = self::path().losing(|n| n == 250);
        path.loses_feedback = Box::new(|n| n > 200 && n % 2 == 1);
        path.run(5.0);
        assert_eq!(path.log.signals.len(), 1);
    }

    #[test]
    fn missing_feedback_is_detected_by_the_timer() {
        let mut path = path().losing(|n| n > 40);
        path.run(30.0);
        let (signals, rates) = (&path.log.signals, &path.log.rates);
        assert!(!signals.is_empty() && signals.iter().all(|&(_, s)| s == RateSignal::Silence));
        // There is no backoff: one packet more per SRTT and half the rate after each timeout of 1.2 SRTT give one to two packets per
        // round trip.
        let late: Vec<_> = rates.iter().filter(|(at, _)| at.as_secs() > 10.0).map(|(_, r)| r * RTT).collect();
        assert!(late.len() > 50 && late.iter().all(|r| (0.7..2.2).contains(r)), "{late:?}");
    }

    #[test]
    fn fine_grain_adaptation_lengthens_gaps_while_the_rtt_is_above_its_mean() {
        // Rejaie, Handley & Estrin 1999: IPG·FRTT/XRTT.
        let mut path = Path::new(&RAP, RTT, &[("fineGrain", crate::scenario::ParamValue::Bool(true))]);
        path.run(2.0);
        let mut rate_shown = 0.0;
        let rate_of = |path: &Path, rate_shown: &mut f64| {
            let mut first = true;
            path.controller.sender.variables(&mut |v| {
                if std::mem::take(&mut first) {
                    *rate_shown = v;
                }
            });
        };
        rate_of(&path, &mut rate_shown);
        assert!((path.rate() / rate_shown - 1.0).abs() < 1e-6, "equal RTTs have no effect");
        path.rtt = Nanos::from_secs(2.0 * RTT);
        path.run(2.25);
        rate_of(&path, &mut rate_shown);
        assert!(path.rate() < 0.7 * rate_shown, "{} of {rate_shown}", path.rate());
    }
}
