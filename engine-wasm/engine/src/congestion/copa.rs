//! Copa: Arun & Balakrishnan, "Copa: Practical Delay-Based Congestion Control for the Internet", NSDI 2018. Where the paper is silent, the
//! authors' code (`genericCC`) decides.

mod recent;

use std::borrow::Cow;

use recent::Recent;

use super::rules::rule;
use super::{Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, Lost, Theory};
use crate::catalogue::{Param, RuleSubject, Settings, Text, Variable};
use crate::units::{Nanos, Rate, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const COPA: Algorithm = Algorithm {
    id: "copa",
    name: "Copa",
    family: "Delay-based",
    summary: "Aims at a rate of 1/(δ × queueing delay), so each flow keeps a few packets queued; competes where others fill the queue.",
    source: "Arun & Balakrishnan, Copa: Practical Delay-Based Congestion Control for the Internet",
    year: 2018,
    recovery: "sack",
    pacing: "own",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("standing", "RTT_standing", "smallest RTT of the last half round trip", "ms"),
        Variable::new("rttMin", "RTT_min", "minimum RTT over ten seconds", "ms"),
        Variable::new("targetRate", "λ_t", "target rate", "Mb/s"),
        Variable::new("currentRate", "λ", "rate: window over RTT_standing", "Mb/s"),
        Variable::new("velocity", "v", "velocity", ""),
        Variable::new("direction", "", "direction of the window: 1 up, −1 down", ""),
        Variable::new("delta", "δ", "inverse of the packets to keep queued", ""),
        Variable::state("competitive", "mode", STATES),
    ],
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: the window doubles every round trip until the rate exceeds the target rate.",
            "W ← W + delivered",
            "Copa, section 2.2",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window moves towards the target rate by v/δ packets per round trip. The velocity v doubles with each further round trip in one direction; it is 1 again when the direction changes.",
            "λ_t = 1/(δ·(RTT_standing − RTT_min)); W ← W ± v·delivered/(δ·W)",
            "Copa, sections 2.1 and 2.2",
        ),
        rule(
            RuleSubject::Recovery,
            "Recovery: the window follows the target rate as always.",
            "",
            "Copa, section 2.2",
        ),
        rule(
            RuleSubject::Loss,
            "In the default mode a loss does not change the window. In competitive mode δ doubles, at most once a round trip.",
            "1/δ ← 1/(2δ)",
            "Copa, section 2.3",
        ),
        rule(
            RuleSubject::Timeout,
            "The retransmission timer expires: the window is set to its minimum and grows at velocity 1.",
            "W ← 2, v ← 1",
            "RFC 6298, section 5; the paper does not say",
        ),
    ],
    theory: &[Theory::Backlog(backlog)],
    fluid: None,
    controller: ControllerKind::Window(make),
};

/// A flow's queue oscillates between zero and 2.5/δ packets (section 3).
fn backlog(settings: &Settings<'_>) -> (f64, f64) {
    (0.0, SWING / settings.number("delta"))
}

const STATES: &[Text] = &[Cow::Borrowed("Default"), Cow::Borrowed("Competitive")];

fn params() -> Vec<Param> {
    vec![
        Param::number("delta", "δ", "Delta", "")
            .range(0.004, 1.0, 0.5)
            .log()
            .help("In equilibrium a flow aims to keep 1/δ packets queued: 2 by default."),
        Param::switch("modeSwitching", "Mode switching", true)
            .help("Compete like AIMD while the queue is never nearly empty. Off: always the default mode."),
        Param::number("emptyRtts", "", "Round trips until competition", "")
            .range(1.0, 100.0, 5.0)
            .help("Competitive mode begins after this many round trips without a nearly empty queue: 5 in the paper, 4 in the authors’ code."),
        Param::number("steadyRtts", "", "Round trips until the velocity doubles", "")
            .range(1.0, 10.0, 1.0)
            .integer()
            .help("The velocity doubles after this many round trips in one direction: 1 in the authors’ code, 3 in the paper. With 3, several Copa flows seldom empty the queue and mistake each other for flows that fill it."),
        Param::switch("heavyLoss", "Reduce on heavy loss", false)
            .help("Multiply the window by 0.7 when more than 30 % of the packets of two round trips are lost, as the authors’ code does; the paper does not."),
    ]
}

/// Amplitude of the queue, in units of 1/δ.
const SWING: f64 = 2.5;
/// Smallest window.
const MIN_WINDOW: Segments = 2.0;
/// Window of the `RTT_min` filter: this time, or this many round trips (authors' code).
const MIN_AGE: Nanos = Nanos(10_000_000_000);
const MIN_AGE_RTTS: u64 = 20;
/// The queue counts as nearly empty below this fraction of its largest delay in this many round trips
/// (section 2.3).
const NEARLY_EMPTY: f64 = 0.1;
const LARGEST_RTTS: f64 = 4.0;
/// Heavy loss: this share of at least this many packets in two round trips (authors' code).
const HEAVY_LOSS: f64 = 0.3;
const HEAVY_PACKETS: f64 = 20.0;
const HEAVY_LEFT: f64 = 0.7;

#[derive(Clone, Debug)]
struct Copa {
    control: Control,
    default_delta: f64,
    switches: bool,
    empty_rtts: f64,
    steady_rtts: u32,
    reduces: bool,
    delta: f64,
    competitive: bool,
    slow_start: bool,
    /// Smallest RTT over a long time, over half a round trip, and over the last few round trips; the largest
    /// of the last few, stored as a complement.
    min: Recent,
    standing: Recent,
    recent: Recent,
    largest: Recent,
    velocity: f64,
    /// 1 up, −1 down.
    direction: f64,
    /// Round trips in this direction.
    steady: u32,
    /// The window one round trip ago, and the time of that.
    window_then: Segments,
    compared_at: Time,
    /// When δ last changed, and when it was last halved.
    delta_at: Time,
    delta_loss_at: Time,
    lost: bool,
    /// Packets delivered and lost in this interval of two round trips, and its start.
    heavy: (f64, f64, Time),
    target_rate: f64,
    mss: u32,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(Copa {
        control: Control::window(1.0),
        default_delta: settings.number("delta"),
        switches: settings.switch("modeSwitching"),
        empty_rtts: settings.number("emptyRtts"),
        steady_rtts: settings.number("steadyRtts") as u32,
        reduces: settings.switch("heavyLoss"),
        delta: settings.number("delta"),
        competitive: false,
        slow_start: true,
        min: Recent::default(),
        standing: Recent::default(),
        recent: Recent::default(),
        largest: Recent::default(),
        velocity: 1.0,
        direction: 1.0,
        steady: 0,
        window_then: 0.0,
        compared_at: Time::ZERO,
        delta_at: Time::ZERO,
        delta_loss_at: Time::ZERO,
        lost: false,
        heavy: (0.0, 0.0, Time::ZERO),
        target_rate: f64::NAN,
        mss: 0,
    })
}

impl Copa {
    fn rtt_min(&self) -> Option<Nanos> {
        self.min.least().map(Nanos)
    }

    fn rtt_standing(&self) -> Option<Nanos> {
        self.standing.least().map(Nanos)
    }

    fn measure(&mut self, cx: &Cx<'_>, rtt: Nanos) {
        let (now, srtt) = (cx.now, cx.rtt.smoothed());
        let long = self.rtt_min().map_or(MIN_AGE, |min| MIN_AGE.max(Nanos(min.0 * MIN_AGE_RTTS)));
        self.min.add(now, rtt.0, long);
        self.standing.add(now, rtt.0, srtt.scale(0.5));
        self.recent.add(now, rtt.0, srtt.scale(self.empty_rtts));
        self.largest.add(now, u64::MAX - rtt.0, srtt.scale(LARGEST_RTTS));
    }

    /// Whether the queue was nearly empty in the last round trips.
    fn was_nearly_empty(&self) -> bool {
        let (Some(min), Some(recent), Some(largest)) =
            (self.min.least(), self.recent.least(), self.largest.least())
        else {
            return true;
        };
        let range = (u64::MAX - largest).saturating_sub(min) as f64;
        recent.saturating_sub(min) as f64 <= NEARLY_EMPTY * range
    }

    /// Section 2.3: AIMD on 1/δ if the queue never empties.
    fn set_mode(&mut self, cx: &Cx<'_>) {
        let srtt = cx.rtt.smoothed();
        let lost = std::mem::take(&mut self.lost);
        self.competitive = self.switches && !self.was_nearly_empty();
        if !self.competitive {
            self.delta = self.default_delta;
            (self.delta_at, self.delta_loss_at) = (cx.now, cx.now);
        } else if lost && cx.now.since(self.delta_loss_at) >= srtt {
            self.delta = (self.delta * 2.0).min(self.default_delta);
            (self.delta_at, self.delta_loss_at) = (cx.now, cx.now);
        } else if cx.now.since(self.delta_at) >= srtt {
            self.delta = 1.0 / (1.0 / self.delta + 1.0);
            self.delta_at = cx.now;
        }
    }

    /// Once per round trip: the direction is that of the window's change since the last one.
    fn set_velocity(&mut self, cx: &Cx<'_>) {
        if cx.now.since(self.compared_at) < cx.rtt.smoothed() {
            return;
        }
        let direction = if self.control.cwnd > self.window_then { 1.0 } else { -1.0 };
        if direction == self.direction {
            self.steady += 1;
            if self.steady >= self.steady_rtts {
                self.velocity *= 2.0;
            }
        } else {
            self.turn(direction);
        }
        (self.window_then, self.compared_at) = (self.control.cwnd, cx.now);
    }

    fn turn(&mut self, direction: f64) {
        (self.direction, self.velocity, self.steady) = (direction, 1.0, 0);
    }

    fn move_window(&mut self, cx: &Cx<'_>, ack: &Ack) {
        let (Some(standing), Some(min)) = (self.rtt_standing(), self.rtt_min()) else { return };
        let waits = standing.0.saturating_sub(min.0) as f64 / 1e9;
        // In packets per second.
        self.target_rate = if waits > 0.0 { 1.0 / (self.delta * waits) } else { f64::INFINITY };
        let window = self.control.cwnd;
        let up = window / standing.as_secs() <= self.target_rate;
        if self.slow_start {
            self.slow_start = up;
            if up {
                if cx.may_grow() || cx.hold.recovery {
                    self.control.cwnd += ack.delivered;
                }
                return;
            }
            (self.window_then, self.compared_at) = (window, cx.now);
            self.turn(-1.0);
        }
        let direction = if up { 1.0 } else { -1.0 };
        self.set_velocity(cx);
        // At most one packet per delivered packet (authors' code).
        self.velocity = self.velocity.min((window * self.delta).max(1.0));
        if up && (cx.hold.application || cx.hold.receiver) {
            return;
        }
        let step = self.velocity * ack.delivered / (self.delta * window);
        self.control.cwnd = (window + direction * step).max(MIN_WINDOW);
    }

    fn reduce_at_heavy_loss(&mut self, cx: &Cx<'_>, delivered: f64) {
        let (got, lost, since) = &mut self.heavy;
        *got += delivered;
        if cx.now.since(*since) < cx.rtt.smoothed().scale(2.0) {
            return;
        }
        let all = *got + *lost;
        if all >= HEAVY_PACKETS && *lost > HEAVY_LOSS * all {
            self.control.cwnd = (self.control.cwnd * HEAVY_LEFT).max(MIN_WINDOW);
        }
        self.heavy = (0.0, 0.0, cx.now);
    }

    fn update(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if ack.delivered == 0.0 {
            return;
        }
        if let Some(rtt) = ack.latest_rtt.or(ack.rtt) {
            self.measure(cx, rtt);
        }
        self.set_mode(cx);
        self.move_window(cx, ack);
        if self.reduces {
            self.reduce_at_heavy_loss(cx, ack.delivered);
        }
        self.control.ssthresh = if self.slow_start { Segments::INFINITY } else { MIN_WINDOW };
        self.pace(cx);
    }

    /// Twice the rate, so that bursts do not queue (section 2.1).
    fn pace(&mut self, cx: &Cx<'_>) {
        self.mss = cx.mss;
        if let Some(standing) = self.rtt_standing() {
            let bits = 2.0 * self.control.cwnd * f64::from(cx.mss) * 8.0 / standing.as_secs();
            self.control.pacing = Some(Rate((bits as u64).max(1)));
        }
    }
}

impl Controller for Copa {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        let cwnd = from.map_or(cx.initial_window, |h| h.control.cwnd).max(MIN_WINDOW);
        self.control = Control { owns_recovery: true, ..Control::window(cwnd) };
        self.slow_start = from.is_none_or(|h| h.control.cwnd < h.control.ssthresh);
        (self.window_then, self.compared_at) = (cwnd, cx.now);
        (self.delta_at, self.delta_loss_at) = (cx.now, cx.now);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_lost(&mut self, _: &mut Cx<'_>, _: &Lost) {
        self.lost = true;
        self.heavy.1 += 1.0;
    }

    fn on_congestion(&mut self, _: &mut Cx<'_>, event: Congestion) {
        if matches!(event, Congestion::Timeout { .. }) {
            self.control.cwnd = MIN_WINDOW;
            self.slow_start = false;
            self.turn(1.0);
        }
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.update(cx, ack);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        let mbps = |packets: f64| packets * f64::from(self.mss) * 8.0 / 1e6;
        let standing = self.rtt_standing();
        show(standing.map_or(f64::NAN, Nanos::as_millis));
        show(self.rtt_min().map_or(f64::NAN, Nanos::as_millis));
        show(if self.target_rate.is_finite() { mbps(self.target_rate) } else { f64::NAN });
        show(standing.map_or(f64::NAN, |rtt| mbps(self.control.cwnd / rtt.as_secs())));
        show(self.velocity);
        show(self.direction);
        show(self.delta);
        show(if self.competitive { 1.0 } else { 0.0 });
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Bench, loss};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn bench(params: &[(&str, ParamValue)]) -> Bench {
        Bench::new(find("copa").unwrap(), params)
    }

    #[test]
    fn slow_start_doubles_until_the_rate_exceeds_the_target() {
        let mut bench = bench(&[]);
        bench.start(4.0, None);
        for expected in [8.0, 16.0, 32.0] {
            bench.round(40.0);
            assert_eq!(bench.cwnd(), expected);
        }
        assert!(bench.ssthresh().is_infinite());
        // A queueing delay of 20 ms: the target is 100 packets per second, and the rate is 533.
        bench.round(60.0);
        bench.round(60.0);
        assert!(bench.cwnd() < 50.0 && bench.ssthresh() == 2.0);
    }

    /// Section 2.1: v/δ packets per round trip, here 2. Then v doubles each round trip: with the second in one
    /// direction in the authors' code, after three in section 2.2.
    #[test]
    fn the_window_moves_by_the_velocity_over_delta() {
        for steady in [1, 3] {
            let mut bench = bench(&[("steadyRtts", ParamValue::Number(f64::from(steady)))]);
            bench.start_at(100.0, 50.0);
            let mut steps = Vec::new();
            for _ in 0..7 {
                let before = bench.cwnd();
                bench.round(40.0);
                steps.push(bench.cwnd() - before);
            }
            assert!((steps[0] - 2.0).abs() < 0.1, "{steps:?}");
            for pair in steps.windows(2).skip(steady as usize) {
                assert!((1.6..2.5).contains(&(pair[1] / pair[0])), "{steady}: {steps:?}");
            }
        }
    }

    /// A round trip after the queue has formed, the window falls, and the velocity is 1 again.
    #[test]
    fn a_change_of_direction_starts_at_velocity_one() {
        let mut bench = bench(&[("steadyRtts", ParamValue::Number(3.0))]);
        bench.start_at(100.0, 50.0);
        for _ in 0..7 {
            bench.round(40.0);
        }
        assert!(bench.variable(4) > 4.0 && bench.variable(5) == 1.0);
        bench.round(140.0);
        bench.round(140.0);
        let before = bench.cwnd();
        bench.round(140.0);
        assert_eq!((bench.variable(4), bench.variable(5)), (1.0, -1.0));
        assert!((before - bench.cwnd() - 2.0).abs() < 0.4, "{}", before - bench.cwnd());
    }

    #[test]
    fn one_delivered_packet_changes_the_window_by_at_most_one() {
        let mut bench = bench(&[]);
        bench.start_at(20.0, 10.0);
        for _ in 0..12 {
            let before = bench.cwnd();
            bench.round(40.0);
            assert!(bench.cwnd() <= 2.0 * before + 1.0);
        }
    }

    /// Section 2.3: after five round trips without a nearly empty queue, 1/δ grows by one per round trip and
    /// is halved by a loss.
    #[test]
    fn it_competes_if_the_queue_never_empties() {
        let mut bench = bench(&[]);
        bench.start_at(100.0, 50.0);
        bench.round(40.0);
        let mut rounds = 0;
        while bench.variable(7) == 0.0 {
            bench.round(100.0);
            rounds += 1;
        }
        assert!((4..=14).contains(&rounds), "{rounds}");
        let before = 1.0 / bench.variable(6);
        for _ in 0..10 {
            bench.round(100.0);
        }
        let after = 1.0 / bench.variable(6);
        assert!((8.0..=11.0).contains(&(after - before)), "{before} {after}");
        bench.deliver(100.0, 10, 1);
        assert!((1.0 / bench.variable(6) - after / 2.0).abs() <= 1.5, "{}", 1.0 / bench.variable(6));
        // The queue empties, which restores the default mode.
        bench.round(40.0);
        assert_eq!((bench.variable(7), bench.variable(6)), (0.0, 0.5));
    }

    #[test]
    fn losses_alone_change_nothing_in_the_default_mode() {
        let mut bench = bench(&[]);
        bench.start_at(100.0, 50.0);
        bench.round(40.0);
        let before = bench.cwnd();
        bench.congestion(loss(1), before);
        assert_eq!((bench.cwnd(), bench.variable(6)), (before, 0.5));
        bench.congestion(Congestion::Timeout { first: true }, before);
        assert_eq!(bench.cwnd(), 2.0);
    }
}
