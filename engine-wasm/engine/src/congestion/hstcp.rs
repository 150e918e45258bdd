//! HighSpeed TCP: RFC 3649 (2003); limited slow start: RFC 3742 (2004).

use super::fluid::memoryless;
use super::rules::{ECN, RECOVERY, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, MIN_SSTHRESH, Theory, WindowRule,
    decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::Segments;

/// Registered in `congestion/mod.rs`.
pub const HSTCP: Algorithm = Algorithm {
    id: "hstcp",
    name: "HighSpeed TCP",
    family: "High-speed",
    summary: "Reno whose increase grows and whose decrease shrinks with the window, so that large windows are possible at realistic loss rates.",
    source: "Floyd; RFC 3649, RFC 3742",
    year: 2003,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        SLOW_START,
        rule(
            RuleSubject::Avoidance,
            "The window grows by a(W) packets per round trip: one up to the low window, more for larger windows.",
            "W ← W + a(W)·acked/W",
            "RFC 3649, section 5",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss removes the fraction b(W): one half up to the low window, less for larger windows.",
            "W, ssthresh ← (1 − b(W))·flight",
            "RFC 3649, section 5",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Sawtooth],
    fluid: Some(|s| {
        let response = Response::of(s);
        memoryless(move |w| response.a(w), move |w| ((1.0 - response.b(w)) * w).max(MIN_SSTHRESH))
    }),
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("lowWindow", "W_L", "Low window", "packets")
            .range(2.0, 1000.0, 38.0)
            .log()
            .help("Up to this window the controller behaves like Reno."),
        Param::number("lowP", "P_L", "Loss rate at the low window", "")
            .range(1e-4, 0.5, 1e-3)
            .log()
            .help("Loss rate at which the mean window is the low window; for Reno about 1.5/W²."),
        Param::number("highWindow", "W_H", "High window", "packets")
            .range(2000.0, 1e7, 83_000.0)
            .log()
            .help("Mean window at the loss rate given below."),
        Param::number("highP", "P_H", "Loss rate at the high window", "")
            .range(1e-12, 1e-5, 1e-7)
            .log()
            .help("Loss rate at which the mean window is the high window."),
        Param::number("highDecrease", "b_H", "Decrease at the high window", "")
            .range(0.01, 0.5, 0.1)
            .help("Fraction of the window removed by a loss at the high window and above; at the low window it is one half."),
        Param::switch("limitedSlowStart", "Limited slow start", false).help(
            "Slow start adds at most half of its limit per round trip (RFC 3742). Off by default: that RFC is optional, and RFC 3649 changes congestion avoidance only.",
        ),
        Param::number("maxSsthresh", "max_ssthresh", "Limit of slow start", "packets")
            .range(2.0, 100_000.0, 100.0)
            .log()
            .help("Limited slow start: above this window growth is no longer exponential. RFC 3742 recommends 100."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("a", "a(W)", "increase per round trip", "packets"),
    Variable::new("b", "b(W)", "fraction removed by a loss", ""),
];

/// The response function of RFC 3649, section 5, in logarithms, and derived quantities.
#[derive(Clone, Copy, Debug)]
struct Response {
    low_window: Segments,
    log_low_window: f64,
    log_low_p: f64,
    /// d log p / d log W.
    slope: f64,
    /// d b / d log W.
    b_slope: f64,
    high_decrease: f64,
}

impl Response {
    fn of(settings: &Settings<'_>) -> Response {
        let number = |id| settings.number(id);
        Response::new(
            (number("lowWindow"), number("lowP")),
            (number("highWindow"), number("highP")),
            number("highDecrease"),
        )
    }

    fn new(
        (low_window, low_p): (Segments, f64),
        (high_window, high_p): (Segments, f64),
        high_decrease: f64,
    ) -> Response {
        let span = libm::log(high_window) - libm::log(low_window);
        let log_low_p = libm::log(low_p);
        Response {
            low_window,
            log_low_window: libm::log(low_window),
            log_low_p,
            slope: (libm::log(high_p) - log_low_p) / span,
            b_slope: (high_decrease - 0.5) / span,
            high_decrease,
        }
    }

    /// b(W): the fraction of the window removed by a loss. It is constant above the high window.
    fn b(&self, w: Segments) -> f64 {
        if w <= self.low_window { 0.5 } else { self.b_at(libm::log(w)) }
    }

    /// The same for a window above the low one, from its logarithm.
    fn b_at(&self, log_w: f64) -> f64 {
        (0.5 + self.b_slope * (log_w - self.log_low_window)).max(self.high_decrease)
    }

    /// p(W): the loss rate at which the mean window is W, from its logarithm.
    fn p_at(&self, log_w: f64) -> f64 {
        libm::exp(self.log_low_p + self.slope * (log_w - self.log_low_window))
    }

    /// a(W): the increase per round trip. Just above the low window the formula gives a little less than Reno's 1, since 38 and 10⁻³ are
    /// rounded; the RFC's table has 1.
    fn a(&self, w: Segments) -> Segments {
        if w <= self.low_window {
            return 1.0;
        }
        let log_w = libm::log(w);
        let b = self.b_at(log_w);
        (w * w * self.p_at(log_w) * 2.0 * b / (2.0 - b)).max(1.0)
    }
}

#[derive(Clone, Debug)]
struct HighSpeed {
    response: Response,
    max_ssthresh: Segments,
    /// a(W), recomputed for each whole packet of window: logarithms for each ACK would be slow.
    a: Segments,
    a_at: u32,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    let number = |id| settings.number(id);
    let limited = settings.switch("limitedSlowStart");
    windowed(HighSpeed {
        response: Response::of(settings),
        max_ssthresh: if limited { number("maxSsthresh") } else { Segments::INFINITY },
        a: 1.0,
        a_at: 0,
    })
}

/// RFC 3742, section 2: above max_ssthresh a packet counts as 1/K, K = ⌊W/(max_ssthresh/2)⌋.
fn limited_slow_start(control: &mut Control, max_ssthresh: Segments, counted: Segments) -> Segments {
    let k = libm::floor(control.cwnd / (0.5 * max_ssthresh));
    if control.cwnd <= max_ssthresh {
        slow_start(control, counted)
    } else {
        slow_start(control, counted / k) * k
    }
}

impl WindowRule for HighSpeed {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if !cx.may_grow() {
            return;
        }
        let left = limited_slow_start(control, self.max_ssthresh, ack.counted);
        if left > 0.0 {
            let whole = control.cwnd as u32;
            if whole != self.a_at {
                (self.a, self.a_at) = (self.response.a(control.cwnd), whole);
            }
            increase(control, cx.increase_scale * self.a, left);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        let slow_start_follows = matches!(event, Congestion::Restart | Congestion::Timeout { .. });
        // RFC 3649 does not change Reno's response to timeouts.
        let b = if slow_start_follows { 0.5 } else { self.response.b(cx.reduce_from) };
        decrease(control, event, (1.0 - b) * cx.reduce_from);
    }

    fn variables(&self, control: &Control, show: &mut dyn FnMut(f64)) {
        show(self.response.a(control.cwnd));
        show(self.response.b(control.cwnd));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    const RESPONSE: fn() -> Response = || Response::new((38.0, 1e-3), (83_000.0, 1e-7), 0.1);

    #[test]
    fn increase_and_decrease_match_the_rfcs_table() {
        // RFC 3649, appendix B: the smallest window for each whole number a, and b to two decimals. The appendix uses 0.078/W^1.2
        // instead of p(W), which changes a by up to 2 %.
        let table = [
            (38.0, 1.0, 0.50),
            (118.0, 2.0, 0.44),
            (221.0, 3.0, 0.41),
            (347.0, 4.0, 0.38),
            (495.0, 5.0, 0.37),
            (663.0, 6.0, 0.35),
            (851.0, 7.0, 0.34),
            (1058.0, 8.0, 0.33),
            (5036.0, 20.0, 0.25),
            (10_661.0, 30.0, 0.21),
            (19_965.0, 41.0, 0.17),
        ];
        for (w, a, b) in table {
            assert!((RESPONSE().a(w) / a - 1.0).abs() < 0.025, "a({w}) = {}", RESPONSE().a(w));
            assert!((RESPONSE().b(w) - b).abs() < 0.006, "b({w}) = {}", RESPONSE().b(w));
        }
        // Section 5: 72 packets per round trip and a tenth at 83,000.
        assert!((RESPONSE().a(83_000.0) - 72.5).abs() < 0.05);
        assert!((RESPONSE().b(83_000.0) - 0.1).abs() < 1e-12);
        assert!((RESPONSE().b(1e6) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn windows_of_the_rfcs_table() {
        // RFC 3649, appendix B, first column: the windows from which on 1, 2, 3 … 70 packets are added per round trip, with p =
        // 0.078/W^1.2. Interpolation between the two points gives a p that is up to 2.5 % larger.
        let windows = [
            38, 118, 221, 347, 495, 663, 851, 1058, 1284, 1529, 1793, 2076, 2378, 2699, 3039, 3399, 3778,
            4177, 4596, 5036, 5497, 5979, 6483, 7009, 7558, 8130, 8726, 9346, 9991, 10661, 11358, 12082,
            12834, 13614, 14424, 15265, 16137, 17042, 17981, 18955, 19965, 21013, 22101, 23230, 24402, 25618,
            26881, 28193, 29557, 30975, 32450, 33986, 35586, 37253, 38992, 40808, 42707, 44694, 46776, 48961,
            51258, 53677, 56230, 58932, 61799, 64851, 68113, 71617, 75401, 79517,
        ];
        let mut b_before = 1.0;
        for (i, w) in windows.into_iter().enumerate() {
            let (w, a) = (f64::from(w), (i + 1) as f64);
            let b = RESPONSE().b(w);
            let appendix = w * w * 0.078 / libm::pow(w, 1.2) * 2.0 * b / (2.0 - b);
            // The first row is the low window, where a is 1 by definition.
            assert!(i == 0 || (appendix / a - 1.0).abs() < 0.004, "a({w}) = {appendix} by the appendix");
            assert!(
                (1.0..1.025).contains(&(RESPONSE().a(w) / appendix.max(a))) || i == 0,
                "a({w}) = {}",
                RESPONSE().a(w)
            );
            assert!(b < b_before);
            b_before = b;
        }
        assert_eq!(RESPONSE().a(38.0), 1.0);
    }

    #[test]
    fn response_function_goes_through_the_points_of_the_rfc() {
        // RFC 3649, section 5 (W = 0.12/p^0.835).
        for (p, w) in [(1e-3, 38.0), (1e-4, 263.0), (1e-5, 1795.0), (1e-6, 12_279.0), (1e-7, 83_000.0)] {
            let of_w = RESPONSE().p_at(libm::log(w));
            assert!((of_w / p - 1.0).abs() < 0.015, "p({w}) = {of_w}");
        }
    }

    #[test]
    fn periodic_loss_gives_the_window_of_the_response_function() {
        // RFC 3649, section 5: W̄ = 0.12/p^0.835. The RFC inserts a and b of the mean window into AIMD's formula. A sawtooth has b of
        // its peak, where it is smaller, which gives 1 to 1.3 % more. At 10⁻³ the window varies from 27 to 54 packets, across the low
        // window of 38, which gives 6 % more (both by integrating W/a(W) over a cycle).
        for (p, tolerance) in [(1e-3, 0.07), (1e-4, 0.02), (1e-5, 0.02), (1e-6, 0.02)] {
            let mut bench = Bench::new(find("hstcp").unwrap(), &[]);
            let expected = 0.12 / libm::pow(p, 0.835);
            bench.start_at(expected, expected);
            let (mean, _) = bench.periodic_loss(p, 100.0);
            assert!((mean / expected - 1.0).abs() < tolerance, "p {p}: {mean} for {expected}");
        }
    }

    #[test]
    fn the_increase_follows_the_current_window() {
        let mut bench = Bench::new(find("hstcp").unwrap(), &[]);
        bench.start_at(1000.0, 1000.0);
        bench.round(100.0);
        let a = RESPONSE().a(1000.0);
        assert!((bench.cwnd() - 1000.0 - a).abs() < 0.05, "{} for {a}", bench.cwnd() - 1000.0);
        bench.congestion(testing::loss(1), 1000.0);
        assert!((bench.cwnd() - 1000.0 * (1.0 - RESPONSE().b(1000.0))).abs() < 1e-9);
        bench.congestion(Congestion::Timeout { first: true }, 600.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 300.0));
    }

    #[test]
    fn limited_slow_start_adds_half_its_limit_per_round_trip() {
        // RFC 3742, section 2: doubling up to 100, then between max_ssthresh/2 · (1 − 1/K) and max_ssthresh/2 more per round trip.
        let on = ParamValue::Bool(true);
        let mut bench = Bench::new(find("hstcp").unwrap(), &[("limitedSlowStart", on)]);
        bench.start(25.0, None);
        bench.round(100.0);
        bench.round(100.0);
        assert_eq!(bench.cwnd(), 100.0);
        for _ in 0..20 {
            let before = bench.cwnd();
            bench.round(100.0);
            let grown = bench.cwnd() - before;
            // K is a whole number, so W/K exceeds max_ssthresh/2 by up to one part in K; it rises during the round.
            let k = libm::floor(before / 50.0);
            assert!(
                grown <= 50.0 * (1.0 + 1.0 / k) && grown >= 50.0 * k / (k + 1.0) - 1.0,
                "{before}: {grown}"
            );
        }
    }
}
