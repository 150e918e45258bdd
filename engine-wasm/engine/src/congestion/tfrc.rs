//! TFRC: RFC 5348, "TCP Friendly Rate Control (TFRC): Protocol Specification", 2008; first in Floyd, Handley, Padhye & Widmer,
//! "Equation-Based Congestion Control for Unicast Applications", SIGCOMM 2000.
//!
//! The receiver averages the intervals between loss events and reports about once per round trip; the sender uses the TCP throughput
//! equation for that loss event rate. Rates are in packets instead of the RFC's bytes.

mod history;
mod receiver;

use super::rate::{Feedback, RateController, RateCx, RateSender, RateSignal, SendClock};
use super::rules::rule;
use super::{Algorithm, ControllerKind, Theory};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::theory::pftk::{self, Connection};
use crate::units::{Nanos, Time};
use receiver::Receiver;

/// Registered in `congestion/mod.rs`.
pub const TFRC: Algorithm = Algorithm {
    id: "tfrc",
    name: "TFRC",
    family: "Rate-based",
    summary: "Sets its rate once per round trip by the TCP throughput equation, from the average interval between loss events.",
    source: "RFC 5348",
    year: 2000,
    recovery: "",
    pacing: "",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::Report,
            "The receiver reports once per round trip. The rate is set by the equation from the loss event rate, at most twice the receive rate; before the first loss it doubles.",
            "X ← min(X_calc(p, R), 2·X_recv)",
            "RFC 5348, section 4.3",
        ),
        rule(
            RuleSubject::Loss,
            "The report contains a new loss event: the equation gives a lower rate.",
            "X_calc = s/(R√(2bp/3) + t_RTO·3√(3bp/8)·p(1 + 32p²))",
            "RFC 5348, section 3.1",
        ),
        rule(
            RuleSubject::Timeout,
            "The nofeedback timer expires: the rate is halved.",
            "X ← X/2",
            "RFC 5348, section 4.4",
        ),
    ],
    theory: &[Theory::Rate { by_packets: false, rate: |s, p, path| Rules::of(s).equation(p, path.rtt_s) }],
    fluid: None,
    controller: ControllerKind::Rate(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("packetsPerAck", "b", "Packets per ACK", "packets")
            .range(1.0, 2.0, 1.0)
            .integer()
            .help("Parameter b of the equation: the RFC uses 1; 2 models a TCP with delayed ACKs."),
        Param::number("minTimeoutMs", "", "Shortest timeout", "ms").range(0.0, 10_000.0, 0.0).help(
            "The equation uses a timeout of max(4·RTT, this). The RFC mentions 1000 as an alternative.",
        ),
        Param::switch("discounting", "History discounting", true).help(
            "Old loss intervals get less weight while the current one is more than twice their average.",
        ),
        Param::number("discountFloor", "", "Discount floor", "")
            .range(0.05, 1.0, 0.25)
            .help("Smallest factor that discounting applies to old intervals: 0.25 in the RFC, 0.5 in ns-2."),
        Param::switch("smoothing", "Oscillation prevention", false)
            .help("Section 4.5: the sending rate follows short-term changes of the RTT."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("rate", "X", "allowed rate", "packets/s"),
    Variable::new("loss", "p", "loss event rate", ""),
    Variable::new("received", "X_recv", "receive rate", "packets/s"),
    Variable::new("rtt", "R", "RTT estimate", "ms"),
];

/// Weight of the old value in the mean RTT (section 4.3) and in the mean of its square root (section 4.5).
const PAST: f64 = 0.9;
/// Lowest rate, packets/s: one in t_mbi = 64 s.
const MIN_RATE: f64 = 1.0 / 64.0;
/// Initial nofeedback timer (section 4.2).
const FIRST_TIMER: Nanos = Nanos(2_000_000_000);

/// The parameters, for both ends.
#[derive(Clone, Copy, Debug)]
struct Rules {
    packets_per_ack: f64,
    min_timeout_s: f64,
    /// Discount floor; 1 means no discounting.
    discount_floor: f64,
    smoothing: bool,
}

impl Rules {
    fn of(s: &Settings<'_>) -> Rules {
        Rules {
            packets_per_ack: s.number("packetsPerAck"),
            min_timeout_s: s.number("minTimeoutMs") / 1e3,
            discount_floor: if s.switch("discounting") { s.number("discountFloor") } else { 1.0 },
            smoothing: s.switch("smoothing"),
        }
    }

    /// The throughput equation (section 3.1), packets/s.
    fn equation(&self, loss: f64, rtt_s: f64) -> f64 {
        let timeout_s = (4.0 * rtt_s).max(self.min_timeout_s);
        let max_window = f64::INFINITY;
        pftk::tfrc(loss, &Connection { rtt_s, timeout_s, packets_per_ack: self.packets_per_ack, max_window })
    }

    /// The loss event rate for which the equation gives `rate` packets/s; the equation decreases with the loss event rate.
    fn loss_for(&self, rate: f64, rtt_s: f64) -> f64 {
        let (mut low, mut high): (f64, f64) = (1e-12, 1.0);
        for _ in 0..60 {
            let middle = libm::sqrt(low * high);
            if self.equation(middle, rtt_s) > rate {
                low = middle;
            } else {
                high = middle;
            }
        }
        high
    }
}

/// Content of feedback besides number and time (section 3.2.2).
#[derive(Clone, Copy, PartialEq, Debug)]
struct Report {
    /// Loss event rate p.
    loss: f64,
    /// Receive rate X_recv, packets/s.
    rate: f64,
    /// Loss events so far, modulo 2³².
    events: u32,
}

impl Report {
    fn write(self) -> [u32; 3] {
        [(self.loss as f32).to_bits(), (self.rate as f32).to_bits(), self.events]
    }

    fn read(words: [u32; 3]) -> Report {
        let real = |word| f64::from(f32::from_bits(word));
        Report { loss: real(words[0]), rate: real(words[1]), events: words[2] }
    }
}

/// The sending end.
#[derive(Clone, Debug)]
struct Sender {
    rules: Rules,
    /// Allowed rate X, packets/s.
    rate: f64,
    /// X_inst of section 4.5; the same as X without it.
    paced: f64,
    /// RTT estimate R, s; zero before the first feedback.
    rtt: f64,
    root_mean: f64,
    /// W_init, packets.
    initial_window: f64,
    report: Report,
    /// Highest number covered by feedback, and the send time up to which it covers.
    covered: (u64, Time),
    /// X_recv_set: when, packets/s.
    received: Vec<(Time, f64)>,
    /// tld: time of the last doubling in slow start.
    doubled: Option<Time>,
    nofeedback: Time,
    /// Whether nothing was sent since the timer was set.
    idle: bool,
}

fn make(settings: &Settings<'_>) -> RateController {
    let rules = Rules::of(settings);
    let sender = Sender {
        rules,
        rate: 1.0,
        paced: 1.0,
        rtt: 0.0,
        root_mean: 0.0,
        initial_window: 2.0,
        report: Report { loss: 0.0, rate: f64::NAN, events: 0 },
        covered: (0, Time::ZERO),
        received: Vec::new(),
        doubled: None,
        nofeedback: Time::NEVER,
        idle: true,
    };
    RateController { sender: Box::new(sender), receiver: Box::new(Receiver::new(rules)), ecn: true }
}

impl Sender {
    fn max_received(&self) -> f64 {
        self.received.iter().fold(0.0, |most, &(_, rate)| if rate > most { rate } else { most })
    }

    /// "Maximize X_recv_set": keeps only the largest value, with the current time.
    fn keep_largest(&mut self, now: Time, rate: f64) {
        self.received.push((now, rate));
        self.received.retain(|(_, r)| r.is_finite());
        let most = self.max_received();
        self.received.clear();
        self.received.push((now, most));
    }

    /// "Update X_recv_set": keeps the values of the last two round trips.
    fn keep_recent(&mut self, now: Time, rate: f64) {
        let two = Nanos::from_secs(2.0 * self.rtt);
        self.received.push((now, rate));
        self.received.retain(|&(at, _)| now.since(at) <= two);
    }

    /// Section 4.3, step 4, from `recv_limit` on.
    fn set_rate(&mut self, now: Time, limit: f64) {
        if self.report.loss > 0.0 {
            self.rate = self.rules.equation(self.report.loss, self.rtt).min(limit).max(MIN_RATE);
        } else if self.doubled.is_none_or(|at| now.since(at).as_secs() >= self.rtt) {
            self.rate = (2.0 * self.rate).min(limit).max(self.initial_window / self.rtt);
            self.doubled = Some(now);
        }
    }

    fn restart_timer(&mut self, now: Time) {
        self.idle = true;
        self.nofeedback = now + Nanos::from_secs((4.0 * self.rtt).max(2.0 / self.rate));
    }

    /// Section 4.4's Update_Limits.
    fn update_limits(&mut self, now: Time, limit: f64) {
        let limit = limit.max(MIN_RATE);
        self.received.clear();
        self.received.push((now, limit / 2.0));
        self.set_rate(now, limit);
    }

    /// Section 4.4: halves the allowed rate, unless the sender was idle at a low rate. Returns whether it was halved.
    fn halve(&mut self, now: Time) -> bool {
        let received = self.max_received();
        let known = self.rtt > 0.0;
        let recover = if known { self.initial_window / self.rtt } else { 0.0 };
        let loss = self.report.loss;
        let slow = if loss > 0.0 { received < recover } else { self.rate < 2.0 * recover };
        if known && self.idle && slow {
            return false;
        }
        if loss == 0.0 {
            self.rate = (self.rate / 2.0).max(MIN_RATE);
        } else {
            let equation = self.rules.equation(loss, self.rtt);
            self.update_limits(now, if equation > 2.0 * received { received } else { equation / 2.0 });
        }
        true
    }
}

impl RateSender for Sender {
    fn set(&mut self, settings: &Settings<'_>) {
        self.rules = Rules::of(settings);
    }

    fn start(&mut self, cx: &mut RateCx<'_>, from: Option<f64>) {
        let payload = f64::from(cx.payload);
        // Section 4.2: min(4 s, max(2 s, 4380 bytes)).
        self.initial_window = (4380.0 / payload).clamp(2.0, 4.0);
        if let Some(rate) = from {
            self.rate = rate;
            self.rtt = cx.rtt.smoothed().as_secs();
            self.root_mean = libm::sqrt(self.rtt);
        }
        self.paced = self.rate;
        self.covered.1 = cx.now;
        self.received = vec![(cx.now, f64::INFINITY)];
        self.nofeedback = cx.now + FIRST_TIMER;
    }

    fn pace(&self) -> SendClock {
        SendClock::even(self.paced)
    }

    fn advertised_rtt(&self) -> Nanos {
        Nanos::from_secs(self.rtt)
    }

    fn on_sent(&mut self, _: &mut RateCx<'_>, _: u64) -> Option<RateSignal> {
        self.idle = false;
        None
    }

    fn on_feedback(&mut self, cx: &mut RateCx<'_>, feedback: &Feedback) -> Option<RateSignal> {
        // Reordered feedback is older than the current state.
        if feedback.number < self.covered.0 {
            return None;
        }
        let now = cx.now;
        let limited = cx.app_limited.throughout(self.covered.1, feedback.echo);
        self.covered = (feedback.number, feedback.echo);
        let sample = now.since(feedback.echo).as_secs();
        let root = libm::sqrt(sample);
        let mix = |old: f64, new: f64| if old > 0.0 { PAST * old + (1.0 - PAST) * new } else { new };
        (self.rtt, self.root_mean) = (mix(self.rtt, sample), mix(self.root_mean, root));

        let (old, new) = (self.report, Report::read(feedback.words));
        self.report = new;
        let event = new.events != old.events;
        let limit = if limited && (event || new.loss > old.loss) {
            self.received.iter_mut().for_each(|(_, rate)| *rate /= 2.0);
            self.keep_largest(now, 0.85 * new.rate);
            self.max_received()
        } else {
            if limited {
                self.keep_largest(now, new.rate);
            } else {
                self.keep_recent(now, new.rate);
            }
            2.0 * self.max_received()
        };
        self.set_rate(now, limit);
        self.paced = self.rate;
        if self.rules.smoothing {
            self.paced = (self.rate * self.root_mean / root).max(MIN_RATE);
        }
        self.restart_timer(now);
        event.then_some(RateSignal::Loss)
    }

    fn next_timer(&self) -> Time {
        self.nofeedback
    }

    fn on_timer(&mut self, cx: &mut RateCx<'_>) -> Option<RateSignal> {
        let halved = self.halve(cx.now);
        self.paced = self.rate;
        self.restart_timer(cx.now);
        halved.then_some(RateSignal::Silence)
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.rate);
        show(self.report.loss);
        show(self.report.rate);
        show(if self.rtt > 0.0 { self.rtt * 1e3 } else { f64::NAN });
    }

    fn clone_box(&self) -> Box<dyn RateSender> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::rate::testing::{Path, number};
    use super::*;
    use crate::scenario::ParamValue;

    const RTT: f64 = 0.1;

    fn path() -> Path {
        Path::new(&TFRC, RTT, &[])
    }

    /// Allowed rate, loss event rate, receive rate, RTT in ms.
    fn variables(path: &Path) -> Vec<f64> {
        let mut values = Vec::new();
        path.controller.sender.variables(&mut |v| values.push(v));
        values
    }

    fn equation(p: f64) -> f64 {
        let max_window = f64::INFINITY;
        pftk::tfrc(p, &Connection { rtt_s: RTT, timeout_s: 4.0 * RTT, packets_per_ack: 1.0, max_window })
    }

    #[test]
    fn starts_with_one_packet_per_second_then_the_initial_window_then_doubles() {
        // Sections 4.2 and 4.3: W_init = min(4 s, max(2 s, 4380 bytes)) per round trip; then at most twice the receive rate.
        for (payload, window) in [(1000, 4.0), (1448, 4380.0 / 1448.0), (4000, 2.0)] {
            let mut path = path().of(payload);
            path.run(RTT + 0.001);
            assert!((path.rate() * RTT - window).abs() < 1e-5);
        }
        let mut path = path();
        path.run(1.5);
        let rates: Vec<_> = path.log.rates.iter().map(|&(at, r)| (at.as_secs(), r * RTT)).collect();
        assert!((rates[0].1 - RTT).abs() < 1e-9);
        assert!(rates.windows(2).all(|w| w[1].1 <= 2.001 * w[0].1 || w[0].1 < 1.0), "{rates:?}");
        assert!(
            rates[2..].windows(2).all(|w| w[1].0 - w[0].0 >= RTT - 1e-6),
            "at most once per RTT: {rates:?}"
        );
        assert!(path.rate() * RTT > 200.0, "{rates:?}");
    }

    #[test]
    fn a_constant_interval_gives_its_inverse_and_the_equation() {
        // Sections 5.4 and 3.1. At these intervals events are more than a round trip apart.
        for n in [30, 100, 400] {
            let mut path = path().losing(move |i| i % n == n - 1);
            path.run(200.0);
            let values = variables(&path);
            assert!((values[1] * n as f64 - 1.0).abs() < 1e-6, "n = {n}: p = {}", values[1]);
            assert!((values[0] / equation(1.0 / n as f64) - 1.0).abs() < 1e-6, "n = {n}: X = {}", values[0]);
            assert!((values[3] - 1e3 * RTT).abs() < 1e-6);
        }
    }

    #[test]
    fn marks_count_as_losses() {
        // Section 5.1: marks count like losses.
        let mut path = path();
        path.marks = Box::new(|i| i % 100 == 99);
        path.run(100.0);
        assert!((variables(&path)[1] - 0.01).abs() < 1e-8);
    }

    #[test]
    fn losses_within_a_round_trip_are_one_event() {
        // Section 5.2: ten consecutive losses at about 12 packets per round trip.
        let mut path = path().losing(|i| (90..100).contains(&(i % 100)));
        path.run(100.0);
        assert!((variables(&path)[1] - 0.01).abs() < 1e-8, "{}", variables(&path)[1]);
        let signals = path.log.signals.iter().filter(|(at, _)| at.as_secs() > 50.0).count() as f64;
        let sent = path.log.sent.iter().filter(|at| at.as_secs() > 50.0).count() as f64;
        assert!((signals - sent / 100.0).abs() < 2.0, "{signals} events for {sent} packets");
    }

    /// Largest growth per round trip, in packets per round trip, after the end of periodic losses of every `n`-th packet.
    fn fastest_growth(n: u64, discounting: bool, floor: f64) -> f64 {
        let lossy = Arc::new(AtomicBool::new(true));
        let switch = lossy.clone();
        let params = [("discounting", ParamValue::Bool(discounting)), ("discountFloor", number(floor))];
        let mut path =
            Path::new(&TFRC, RTT, &params).losing(move |i| switch.load(Ordering::Relaxed) && i % n == n - 1);
        path.run(200.0);
        lossy.store(false, Ordering::Relaxed);
        let (mut last, mut most) = (variables(&path)[0] * RTT, 0.0f64);
        let mut t = 200.0;
        while t < 400.0 {
            t += RTT;
            path.run(t);
            let now = variables(&path)[0] * RTT;
            most = most.max(now - last);
            last = now;
        }
        assert!(last > 2.0 * equation(1.0 / n as f64) * RTT, "the rate has grown");
        most
    }

    #[test]
    fn after_losses_end_the_rate_grows_by_a_seventh_of_a_packet_per_round_trip() {
        // Floyd et al., SIGCOMM 2000, appendix A: at most 0.14 packets per round trip in each round trip without discounting.
        for n in [100, 400, 2500] {
            let most = fastest_growth(n, false, 0.25);
            assert!((0.09..=0.14).contains(&most), "n = {n}: {most}");
        }
    }

    #[test]
    fn discounting_makes_growth_faster_by_the_weight_of_the_open_interval() {
        // W = √(1.5 A) packets per round trip and A = (I_0 + 5·DF·I)/(1 + 5·DF) give dW = ¾·dA/dI_0 per round trip, where the
        // square-root law holds. With DF at its floor f, dA/dI_0 = 1/(1 + 5f): 0.333 packets for the RFC's ¼, 0.214 for the ½ of
        // ns-2. While DF = 2I/I_0 still falls, with x = I_0/I, dA/dI_0 = (x² + 20x − 10)/(x + 10)², which increases up to x = 2/f:
        // 0.495 for ¼, 0.329 for ½. The 0.22 to 0.28 in the appendix of SIGCOMM 2000 do not include the second case.
        for (floor, steepest) in [(0.25, 214.0 / 324.0), (0.5, 86.0 / 196.0)] {
            let most = fastest_growth(2500, true, floor);
            let bound = 0.75 * steepest;
            assert!(most <= 1.02 * bound && most > 0.85 * bound, "{floor}: {most} of {bound}");
        }
    }

    #[test]
    fn without_feedback_the_rate_halves_repeatedly() {
        // Section 4.4: the timer is max(4R, 2s/X); each expiry halves the rate.
        let mut path = path().losing(|i| i % 100 == 99);
        path.run(50.0);
        let before = path.rate();
        path.loses_feedback = Box::new(|_| true);
        path.run(50.0 + 60.0 * RTT);
        let signals: Vec<_> = path.log.signals.iter().filter(|(_, s)| *s == RateSignal::Silence).collect();
        let rates: Vec<_> =
            path.log.rates.iter().filter(|(at, _)| at.as_secs() > 50.1).map(|&(_, r)| r).collect();
        assert!(signals.len() >= 5 && rates.len() == signals.len());
        assert!((rates[0] / before - 0.5).abs() < 0.03, "{rates:?} after {before}");
        assert!(rates.windows(2).all(|w| (w[1] / w[0] - 0.5).abs() < 1e-6), "{rates:?}");
        path.run(2000.0);
        assert!((path.rate() - MIN_RATE).abs() < 1e-9, "one packet in 64 s: {}", path.rate());
    }

    #[test]
    fn a_sender_without_any_feedback_slows_down() {
        let mut path = path().losing(|_| true);
        path.run(1000.0);
        assert!((path.rate() - MIN_RATE).abs() < 1e-9);
        // From one packet per second: the timer expires at 2 s, then after 2/X.
        let times: Vec<_> = path.log.signals.iter().take(3).map(|(at, _)| at.as_secs()).collect();
        assert_eq!(times, [2.0, 6.0, 14.0]);
    }

    #[test]
    fn the_first_loss_interval_follows_from_the_receive_rate() {
        // Section 6.3.1.
        let mut path = path().losing(|i| i == 300);
        path.run(20.0 * RTT);
        let first = path.log.feedback.iter().find(|(_, f)| Report::read(f.words).events == 1);
        let report = Report::read(first.expect("told").1.words);
        let ratio = equation(report.loss) / report.rate;
        assert!((0.9..1.15).contains(&ratio), "{ratio}");
        let rules = Rules::of(&Settings::new(&params(), &Default::default()));
        for rate in [5.0, 100.0, 3000.0] {
            assert!((equation(rules.loss_for(rate, RTT)) / rate - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn feedback_is_sent_once_per_round_trip_and_at_once_when_losses_increase() {
        // Sections 6.1 and 6.2.
        let mut path = path().losing(|i| i == 500);
        path.run(4.0);
        let times: Vec<_> = path.log.feedback.iter().map(|(at, _)| at.as_secs()).collect();
        let early = times.windows(2).skip(3).filter(|w| w[1] - w[0] < RTT - 1e-6).count();
        assert_eq!(early, 1, "{times:?}");
        assert!(times.windows(2).skip(3).all(|w| w[1] - w[0] < RTT + 1e-6));
    }

    #[test]
    fn oscillation_prevention_reduces_the_rate_at_a_longer_rtt() {
        // Section 4.5: X_inst = X·R_sqmean/√R_sample.
        let mut path =
            Path::new(&TFRC, RTT, &[("smoothing", ParamValue::Bool(true))]).losing(|i| i % 100 == 99);
        path.run(50.0);
        assert!((path.rate() / variables(&path)[0] - 1.0).abs() < 1e-6);
        path.rtt = Nanos::from_secs(4.0 * RTT);
        while variables(&path)[3] < 1e3 * RTT * 1.01 {
            let next = path.now.as_secs() + RTT / 20.0;
            path.run(next);
        }
        // At the first longer sample the mean RTT is 0.9·R + 0.1·sample, and the mean square root 0.9·√R + 0.1·√sample.
        let sample = (variables(&path)[3] / 1e3 - 0.9 * RTT) / 0.1;
        let expected = 0.9 * libm::sqrt(RTT / sample) + 0.1;
        assert!(sample > 2.0 * RTT && (path.rate() / variables(&path)[0] - expected).abs() < 1e-6);
    }
}
