//! TFRCP: Padhye, Kurose, Towsley & Koodli, "A Model Based TCP-Friendly Rate Control Protocol", NOSSDAV 1999, section II.B.
//!
//! The sender works in rounds. At the end of each it computes the rate for the next one from a model of TCP, for the measured loss
//! rate, RTT and timeout.

use super::rules::rule;
use std::collections::VecDeque;

use super::rate::{
    Datagram, Feedback, RateController, RateCx, RateReceiver, RateSender, RateSignal, SendClock,
};
use super::{Algorithm, ControllerKind, Theory};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::congestion::rate::ReceivedNumbers;
use crate::theory::pftk::{self, Connection};
use crate::units::{Nanos, Time};

/// Registered in `congestion/mod.rs`.
pub const TFRCP: Algorithm = Algorithm {
    id: "tfrcp",
    name: "TFRCP",
    family: "Rate-based",
    summary: "At the end of each round sets its rate to the throughput of the TCP model for the losses in that round.",
    source: "Padhye et al., A Model Based TCP-Friendly Rate Control Protocol",
    year: 1999,
    recovery: "",
    pacing: "",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::Report,
            "ACKs are recorded. At the end of each round of M seconds the rate is set by the TCP model from the losses in that round; without losses it doubles.",
            "r ← f(p, R, B); r ← 2r if p = 0",
            "Padhye et al., A Model Based TCP-Friendly Rate Control Protocol",
        ),
        rule(
            RuleSubject::Timeout,
            "A round without ACKs: the model uses the packets known to be lost.",
            "r ← f(p, R, B)",
            "Padhye et al., A Model Based TCP-Friendly Rate Control Protocol",
        ),
    ],
    theory: &[Theory::Rate {
        by_packets: true,
        rate: |s, p, path| {
            let (packets_per_ack, max_window) = (s.number("packetsPerAck"), s.number("maxWindow"));
            formula(s)(p, &Connection { packets_per_ack, max_window, ..*path })
        },
    }],
    fluid: None,
    controller: ControllerKind::Rate(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::choice("strategy", "Rounds", "fixed", STRATEGIES)
            .help("How the length of a round is chosen: strategies S1, S2 and S3 of the paper."),
        Param::number("intervalS", "M", "Round", "s").range(0.1, 60.0, 3.0).when("strategy", "fixed").help(
            "Length of each round; the paper simulates 2 to 5 s. S2 also uses it until there is an RTT sample.",
        ),
        Param::number("roundTrips", "K", "Round", "RTT")
            .range(1.0, 1000.0, 20.0)
            .when("strategy", "rtt")
            .help("Length of a round, in round-trip times measured at its start; the paper simulates 10 to 60."),
        Param::number("baseS", "c", "Shortest round", "s")
            .range(0.1, 60.0, 1.5)
            .when("strategy", "random")
            .help("A round lasts c + U[0, u]."),
        Param::number("spreadS", "u", "Spread of rounds", "s")
            .range(0.0, 60.0, 3.0)
            .when("strategy", "random")
            .help("A round lasts c + U[0, u]; the paper pairs 0.3 with 5.4, 1.5 with 3, 2.7 with 0.6."),
        Param::number("initialRate", "r₀", "Initial rate", "packets/s")
            .range(0.1, 100_000.0, 40.0)
            .log()
            .help("Rate in the first round, before the path has been measured; the paper uses 40."),
        Param::number("maxWindow", "W_m", "Largest window", "packets")
            .range(1.0, 100_000.0, 100.0)
            .log()
            .help("Largest window of the modelled TCP; the rate stays below W_m/RTT."),
        Param::choice("formula", "Formula", "throughput", FORMULAS)
            .help("What the model computes: the throughput at the receiver, the send rate, or an approximation of the send rate."),
        Param::number("packetsPerAck", "b", "Packets per ACK", "packets")
            .range(1.0, 2.0, 2.0)
            .integer()
            .help("Parameter b of the formula: 2 models a TCP with delayed ACKs."),
        Param::choice("rtt", "RTT", "exact", RTTS).help(
            "What R is: exact samples, smoothed, or what TCP’s timer counts in ticks of the stack’s clock. The paper updates R exactly as TCP does.",
        ),
        Param::choice("growth", "Without loss", "double", GROWTHS).help(
            "The paper doubles the rate. It rejects linear growth by one packet per round trip, for which it prints an increase in packets/s.",
        ),
        Param::choice("clocking", "Clocking", "even", CLOCKINGS)
            .help("Evenly, as in the paper’s simulations, or in one burst per round trip, as in its implementation."),
        Param::switch("strictPaper", "Literal loss count", false).help(
            "The paper counts losses only up to the highest packet acknowledged, so the rate doubles when no packet arrives. Off: packets beyond it that timed out count as well, which matches the paper’s intent to stop sending.",
        ),
    ]
}

const STRATEGIES: &[ChoiceOption] = &[
    ChoiceOption::new("fixed", "S1: fixed"),
    ChoiceOption::new("rtt", "S2: round trips"),
    ChoiceOption::new("random", "S3: random"),
];

const FORMULAS: &[ChoiceOption] = &[
    ChoiceOption::new("throughput", "Throughput"),
    ChoiceOption::new("sendRate", "Send rate"),
    ChoiceOption::new("approximate", "Approximation"),
];

const RTTS: &[ChoiceOption] =
    &[ChoiceOption::new("exact", "Exact"), ChoiceOption::new("timer", "In ticks of the timer")];

const GROWTHS: &[ChoiceOption] = &[
    ChoiceOption::new("double", "Double"),
    ChoiceOption::new("window", "Linear: M/R²"),
    ChoiceOption::new("rate", "Linear: M/R"),
];

const CLOCKINGS: &[ChoiceOption] =
    &[ChoiceOption::new("even", "Evenly"), ChoiceOption::new("burst", "One burst per RTT")];

const VARIABLES: &[Variable] = &[
    Variable::new("rate", "r", "rate", "packets/s"),
    Variable::new("loss", "p", "loss in the last round", ""),
    Variable::new("interval", "M", "length of the round", "s"),
];

/// The paper's strategies for the length of a round.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Strategy {
    Fixed,
    RoundTrips(f64),
    Random { base_s: f64, spread_s: f64 },
}

/// What happens to the rate after a round without loss.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Growth {
    Double,
    /// Like TCP's window, one packet per round trip: M/R packets per round, so the rate increases by M/R².
    Window,
    /// The value printed in section V of the paper: the rate increases by M/R.
    Rate,
}

/// Maximum length of the log. No more packets can be in the network, so older ones have arrived or are lost.
const LOG: usize = 2_000_000;

/// The parameters.
#[derive(Clone, Copy, Debug)]
struct Rules {
    strategy: Strategy,
    interval: Nanos,
    initial_rate: f64,
    max_window: f64,
    formula: fn(f64, &Connection) -> f64,
    packets_per_ack: f64,
    /// R in ticks of the retransmission timer.
    ticks: bool,
    growth: Growth,
    bursts: bool,
    strict: bool,
}

/// The selected formula of the model.
fn formula(s: &Settings<'_>) -> fn(f64, &Connection) -> f64 {
    match s.choice("formula").as_str() {
        "sendRate" => pftk::send_rate,
        "approximate" => pftk::approximation,
        _ => pftk::throughput,
    }
}

impl Rules {
    fn of(s: &Settings<'_>) -> Rules {
        Rules {
            strategy: match s.choice("strategy").as_str() {
                "rtt" => Strategy::RoundTrips(s.number("roundTrips")),
                "random" => Strategy::Random { base_s: s.number("baseS"), spread_s: s.number("spreadS") },
                _ => Strategy::Fixed,
            },
            interval: Nanos::from_secs(s.number("intervalS")),
            initial_rate: s.number("initialRate"),
            max_window: s.number("maxWindow"),
            formula: formula(s),
            packets_per_ack: s.number("packetsPerAck"),
            ticks: s.choice("rtt") == "timer",
            growth: match s.choice("growth").as_str() {
                "window" => Growth::Window,
                "rate" => Growth::Rate,
                _ => Growth::Double,
            },
            bursts: s.choice("clocking") == "burst",
            strict: s.switch("strictPaper"),
        }
    }
}

/// Status of a datagram: the paper's "received status".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Unknown,
    Received,
    Lost,
}

/// An entry of the sender's log.
#[derive(Clone, Copy, Debug)]
struct Entry {
    status: Status,
    /// The paper's "timeout limit".
    limit: Time,
}

/// The sending end.
#[derive(Clone, Debug)]
struct Sender {
    rules: Rules,
    /// Rate of this round, packets/s.
    rate: f64,
    /// Loss rate of the last round.
    loss: f64,
    began: Time,
    interval: Nanos,
    /// RTT at the start of the round; zero before the first sample.
    rtt: Nanos,
    /// The log from the paper's j on: the first datagram of unknown status at the end of the last round.
    log: VecDeque<Entry>,
    first: u64,
    /// Received and lost datagrams of this round that were removed from the full log.
    settled: (u64, u64),
    /// One past the highest datagram acknowledged.
    acked: u64,
    /// Whether this round has had an ACK.
    got_feedback: bool,
}

fn make(settings: &Settings<'_>) -> RateController {
    let sender = Sender {
        rules: Rules::of(settings),
        rate: settings.number("initialRate"),
        loss: f64::NAN,
        began: Time::ZERO,
        interval: Nanos::MAX,
        rtt: Nanos::ZERO,
        log: VecDeque::new(),
        first: 0,
        settled: (0, 0),
        acked: 0,
        got_feedback: false,
    };
    // The receiver's ACK vector does not report marks.
    RateController { sender: Box::new(sender), receiver: Box::new(Receiver), ecn: false }
}

impl Sender {
    /// The paper's R; zero before the first sample.
    fn rtt_now(&self, cx: &RateCx<'_>) -> Nanos {
        if self.rules.ticks { cx.rtt.smoothed_by_timer() } else { cx.rtt.smoothed() }
    }

    fn begin_round(&mut self, cx: &mut RateCx<'_>) {
        self.rtt = self.rtt_now(cx);
        self.interval = match self.rules.strategy {
            Strategy::RoundTrips(k) if self.rtt > Nanos::ZERO => self.rtt.scale(k),
            Strategy::Fixed | Strategy::RoundTrips(_) => self.rules.interval,
            Strategy::Random { base_s, spread_s } => Nanos::from_secs(base_s + spread_s * cx.rng.uniform()),
        };
        self.began = cx.now;
        self.got_feedback = false;
        let rtt_s = self.rtt.as_secs();
        if rtt_s > 0.0 {
            self.rate = self.rate.min(self.rules.max_window / rtt_s);
        }
        // A sender must send something to learn anything: at least one packet per round or round trip, as with the timers of the
        // paper's implementation.
        let least = if self.rules.bursts && rtt_s > 0.0 { rtt_s } else { self.interval.as_secs() };
        self.rate = self.rate.max(1.0 / least);
    }

    /// Evaluates the log at the end of a round: datagrams received and lost, x and y.
    fn count(&mut self, now: Time) -> (u64, u64) {
        let acked = self.acked.saturating_sub(self.first) as usize;
        let mut counted = acked;
        for (i, entry) in self.log.iter_mut().enumerate() {
            if entry.status == Status::Unknown && (i < acked || entry.limit < now) {
                entry.status = Status::Lost;
            }
            if entry.status == Status::Lost && !self.rules.strict {
                counted = counted.max(i + 1);
            }
        }
        let of = |status| self.log.iter().take(counted).filter(|e| e.status == status).count() as u64;
        let settled = std::mem::take(&mut self.settled);
        let counts = (settled.0 + of(Status::Received), settled.1 + of(Status::Lost));
        let known = self.log.iter().take_while(|e| e.status != Status::Unknown).count();
        self.log.drain(..known);
        self.first += known as u64;
        counts
    }

    fn grow(&mut self, cx: &RateCx<'_>) {
        let (m, r) = (cx.now.since(self.began).as_secs(), self.rtt_now(cx).as_secs());
        match self.rules.growth {
            Growth::Double => self.rate *= 2.0,
            Growth::Window if r > 0.0 => self.rate += m / (r * r),
            Growth::Rate if r > 0.0 => self.rate += m / r,
            // Linear growth requires an RTT.
            Growth::Window | Growth::Rate => {}
        }
    }
}

impl RateSender for Sender {
    fn set(&mut self, settings: &Settings<'_>) {
        self.rules = Rules::of(settings);
    }

    fn start(&mut self, cx: &mut RateCx<'_>, from: Option<f64>) {
        self.rate = from.unwrap_or(self.rules.initial_rate);
        self.begin_round(cx);
    }

    fn pace(&self) -> SendClock {
        if self.rules.bursts && self.rtt > Nanos::ZERO {
            SendClock::bursts((self.rate * self.rtt.as_secs() + 0.5) as u32, self.rtt)
        } else {
            SendClock::even(self.rate)
        }
    }

    fn on_sent(&mut self, cx: &mut RateCx<'_>, number: u64) -> Option<RateSignal> {
        if self.log.is_empty() {
            self.first = number;
        } else if self.log.len() == LOG {
            match self.log.pop_front().expect("the log is full").status {
                Status::Received => self.settled.0 += 1,
                Status::Unknown | Status::Lost => self.settled.1 += 1,
            }
            self.first += 1;
        }
        self.log.push_back(Entry { status: Status::Unknown, limit: cx.now + cx.rtt.timeout() });
        None
    }

    fn on_feedback(&mut self, _: &mut RateCx<'_>, feedback: &Feedback) -> Option<RateSignal> {
        self.got_feedback = true;
        self.acked = self.acked.max(feedback.number + 1);
        for back in 0..8 {
            let Some(number) = feedback.number.checked_sub(back) else { break };
            let reported = feedback.words[0] >> back & 1 == 1;
            // Datagrams counted in an earlier round keep their status.
            if let (true, Some(at)) = (reported, number.checked_sub(self.first))
                && let Some(entry) = self.log.get_mut(at as usize)
            {
                entry.status = Status::Received;
            }
        }
        None
    }

    fn next_timer(&self) -> Time {
        self.began + self.interval
    }

    fn on_timer(&mut self, cx: &mut RateCx<'_>) -> Option<RateSignal> {
        let (received, lost) = self.count(cx.now);
        let got_feedback = self.got_feedback;
        if lost > 0 {
            self.loss = lost as f64 / (received + lost) as f64;
            let tcp = Connection {
                rtt_s: self.rtt_now(cx).as_secs(),
                // There is no backoff, so this is the base timeout B.
                timeout_s: cx.rtt.timeout().as_secs(),
                packets_per_ack: self.rules.packets_per_ack,
                max_window: self.rules.max_window,
            };
            self.rate = (self.rules.formula)(self.loss, &tcp);
        } else if received > 0 || self.rules.strict {
            self.loss = 0.0;
            self.grow(cx);
        }
        self.begin_round(cx);
        (lost > 0).then_some(if got_feedback { RateSignal::Loss } else { RateSignal::Silence })
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.rate);
        show(self.loss);
        show(self.interval.as_secs());
    }

    fn clone_box(&self) -> Box<dyn RateSender> {
        Box::new(self.clone())
    }
}

/// The receiving end: an ACK for every datagram, with a vector of eight bits for it and the seven before it.
#[derive(Clone, Debug)]
struct Receiver;

impl RateReceiver for Receiver {
    fn on_datagram(&mut self, _: Time, datagram: &Datagram, received: &ReceivedNumbers) -> Option<Feedback> {
        let bit = |back: u64| datagram.number.checked_sub(back).is_some_and(|n| received.has(n));
        let vector = (0..8).fold(0, |bits, back| bits | u32::from(bit(back)) << back);
        Some(Feedback { number: datagram.number, echo: datagram.sent_at, words: [vector, 0, 0] })
    }

    fn clone_box(&self) -> Box<dyn RateReceiver> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::rate::testing::{Path, choice, number};
    use super::*;
    use crate::scenario::ParamValue;

    const RTT: f64 = 0.1;

    fn path(params: &[(&str, ParamValue)]) -> Path {
        Path::new(&TFRCP, RTT, params)
    }

    /// The rates of the rounds so far, packets/s.
    fn rates(path: &Path) -> Vec<f64> {
        path.log.rates.iter().map(|&(_, rate)| rate).collect()
    }

    fn loss(path: &Path) -> f64 {
        let mut values = Vec::new();
        path.controller.sender.variables(&mut |v| values.push(v));
        values[1]
    }

    #[test]
    fn after_a_round_with_losses_the_rate_follows_the_formula() {
        // NOSSDAV 1999, section II.B: r = f(Wm, R, p, B) with p = y/(x + y).
        let forms = [
            ("throughput", pftk::throughput as fn(f64, &Connection) -> f64),
            ("sendRate", pftk::send_rate),
            ("approximate", pftk::approximation),
        ];
        for (b, (id, form)) in [1.0, 2.0].into_iter().flat_map(|b| forms.map(|f| (b, f))) {
            let mut path =
                path(&[("formula", choice(id)), ("packetsPerAck", number(b))]).losing(|n| n % 20 == 7);
            path.run(3.0 + 1e-6);
            // 120 packets at 40 per second. ACKs up to number 115, which was sent at 2.875 s, have arrived, so 0 … 116 are known.
            let sent_before = path.log.sent.iter().filter(|t| t.as_secs() + RTT < 3.0).count() as u64;
            let acked = (0..sent_before).filter(|n| n % 20 != 7).max().expect("some arrived");
            let lost = (0..=acked).filter(|n| n % 20 == 7).count() as f64;
            assert_eq!(loss(&path), lost / (acked + 1) as f64);
            let tcp =
                Connection { rtt_s: RTT, timeout_s: path.timeout_s(), packets_per_ack: b, max_window: 100.0 };
            let expected = SendClock::even(form(loss(&path), &tcp));
            assert_eq!(path.pace(), expected, "{id}, b = {b}");
            // The same in every later round, whose loss rate is 1/20 except for its ends.
            path.run(30.0);
            assert!((loss(&path) - 0.05).abs() < 0.01);
        }
    }

    #[test]
    fn a_timer_without_ticks_has_the_exact_rtt() {
        let run = |rtt: &'static str| {
            let mut path = path(&[("rtt", choice(rtt))]).losing(|n| n % 20 == 7);
            path.run(30.0);
            rates(&path)
        };
        assert_eq!(run("timer"), run("exact"));
    }

    #[test]
    fn without_loss_the_rate_doubles_every_round_up_to_the_window() {
        // Section II.B: r ← 2r; r₀ = 40 packets/s; Wm = 100 packets per round trip.
        let mut path = path(&[]);
        path.run(22.0);
        for (k, rate) in rates(&path).into_iter().enumerate() {
            let expected = (40.0 * f64::from(1 << k)).min(100.0 / RTT);
            assert!((rate / expected - 1.0).abs() < 1e-6, "{rate}, not {expected}");
        }
        assert_eq!(rates(&path).len(), 6);
        let times: Vec<_> = path.log.rates.iter().map(|(at, _)| at.as_secs()).collect();
        assert_eq!(times, [0.0, 3.0, 6.0, 9.0, 12.0, 15.0]);
    }

    #[test]
    fn after_k_rounds_without_loss_the_rate_is_the_initial_rate_times_two_to_the_k() {
        let mut path =
            path(&[("initialRate", number(5.0)), ("intervalS", number(2.0)), ("maxWindow", number(1e4))]);
        path.run(17.0);
        assert_eq!(rates(&path).len(), 9);
        for (k, rate) in rates(&path).into_iter().enumerate() {
            assert!((rate / (5.0 * f64::from(1 << k)) - 1.0).abs() < 1e-9, "{k}: {rate}");
        }
    }

    #[test]
    fn linear_growth_in_both_interpretations() {
        // Section V: a window that grows by one per round trip grows by M/R per round; M = 3 s, R = 0.1 s.
        for (id, more) in [("window", 300.0), ("rate", 30.0)] {
            let mut path = path(&[("growth", choice(id))]);
            path.run(8.0);
            let expected = [40.0, 40.0 + more, 40.0 + 2.0 * more];
            for (rate, expected) in rates(&path).into_iter().zip(expected) {
                assert!((rate - expected).abs() < 1e-3, "{id}: {rate}");
            }
        }
    }

    #[test]
    fn the_vector_of_a_later_ack_replaces_a_lost_ack() {
        // Section II.B: each packet is reported eight times.
        let mut vector = path(&[]);
        vector.loses_feedback = Box::new(|n| n % 8 != 0);
        vector.run(9.5);
        assert_eq!(loss(&vector), 0.0);
        assert!((vector.rate() - 320.0).abs() < 0.1);
        // With one ACK in nine, one packet in nine is not reported.
        let mut gaps = path(&[("strictPaper", ParamValue::Bool(true))]);
        gaps.loses_feedback = Box::new(|n| n % 9 != 0);
        gaps.run(3.5);
        assert!((loss(&gaps) - 1.0 / 9.0).abs() < 0.002, "{}", loss(&gaps));
        // The lowest bit is the packet itself, the highest the seventh packet before it.
        let mut lossy = path(&[]).losing(|n| matches!(n, 3 | 5 | 6));
        lossy.run(1.0);
        let words =
            |n: u64| lossy.log.feedback.iter().find(|(_, f)| f.number == n).expect("answered").1.words[0];
        assert_eq!((words(2), words(7), words(8)), (0b111, 0b1110_1001, 0b1101_0011));
    }

    #[test]
    fn without_any_acks_the_literal_count_doubles_the_rate_and_the_default_stops_the_flow() {
        // Section II.B claims that the rate falls to almost zero at 100 % loss, which its own count does not achieve.
        let blackout = |strict| {
            let mut path = path(&[("strictPaper", ParamValue::Bool(strict))]).losing(|n| n >= 130);
            path.run(12.5);
            path
        };
        let (literal, ours) = (blackout(true), blackout(false));
        // The last ACK arrives in the second round, which may show losses; from the third round on there are no ACKs.
        let after = |path: &Path| {
            path.log.rates.iter().filter(|(at, _)| at.as_secs() > 8.0).map(|&(_, r)| r).collect::<Vec<_>>()
        };
        assert!(after(&literal).windows(2).all(|w| w[1] > 1.9 * w[0]) && after(&literal).len() == 2);
        assert!((ours.rate() - 1.0 / 3.0).abs() < 1e-6, "one packet per round: {}", ours.rate());
        assert!(ours.log.signals.iter().any(|&(_, s)| s == RateSignal::Silence));
    }

    #[test]
    fn round_lengths() {
        // Section III.C: S2 is K·rtt; S3 is a constant plus a uniform random number.
        let boundaries = |path: &Path| {
            let times: Vec<_> = path.log.rates.iter().map(|(at, _)| at.as_secs()).collect();
            times.windows(2).map(|w| w[1] - w[0]).collect::<Vec<_>>()
        };
        let big = || ("maxWindow", number(1e5));
        let mut s2 = path(&[("strategy", choice("rtt")), ("roundTrips", number(15.0)), big()]);
        s2.run(9.0);
        assert_eq!(boundaries(&s2), [3.0, 1.5, 1.5, 1.5]);
        let mut s3 =
            path(&[("strategy", choice("random")), ("baseS", number(0.3)), ("spreadS", number(1.0)), big()]);
        s3.run(7.0);
        let lengths = boundaries(&s3);
        assert!(lengths.iter().all(|&m| (0.3..1.3).contains(&m)), "{lengths:?}");
        assert!(lengths.windows(2).all(|w| w[0] != w[1]) && lengths.len() > 3);
    }

    #[test]
    fn even_clocking_and_bursts_have_the_same_rate() {
        // Section IV.A: a burst of n/b packets every R.
        let mut even = path(&[]);
        let mut burst = path(&[("clocking", choice("burst"))]);
        for path in [&mut even, &mut burst] {
            path.run(5.99);
        }
        let in_second_round = |path: &Path| {
            path.log.sent.iter().map(|t| t.as_secs()).filter(|t| (3.05..5.95).contains(t)).collect::<Vec<_>>()
        };
        let (even, burst) = (in_second_round(&even), in_second_round(&burst));
        assert_eq!((even.len(), burst.len()), (232, 29 * 8));
        assert!(even.windows(2).all(|w| (w[1] - w[0] - 1.0 / 80.0).abs() < 1e-6));
        for packets in burst.chunks(8) {
            assert!(packets.iter().all(|t| *t == packets[0]));
        }
        assert!(burst.chunks(8).zip(burst.chunks(8).skip(1)).all(|(a, b)| (b[0] - a[0] - RTT).abs() < 1e-6));
    }
}
