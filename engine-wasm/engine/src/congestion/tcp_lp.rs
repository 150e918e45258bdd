//! TCP-LP: Kuzmanovic & Knightly, "TCP-LP: A Distributed Algorithm for Low Priority Data Transfer", INFOCOM 2003; ToN 14(4), 2006.

use super::reno::Reno;
use super::rules::{ECN, HALVE, RECOVERY, SLOW_START, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, MIN_SSTHRESH, NO_THEORY, WindowRule,
    windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Time};

/// Registered in `congestion/mod.rs`.
pub const TCP_LP: Algorithm = Algorithm {
    id: "tcp-lp",
    name: "TCP-LP",
    family: "Less than best effort",
    summary: "Reno that backs off as soon as the one-way delay rises above a small part of its range, to use only spare capacity.",
    source: "Kuzmanovic & Knightly, TCP-LP",
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
            "The window grows by one packet per round trip. When the smoothed one-way delay exceeds the threshold, it is halved and then held for the inference time; if the delay exceeds the threshold again in that time, it falls to one packet.",
            "early congestion: d > d_min + δ(d_max − d_min); W ← W/2, or 1 within the inference time",
            "Kuzmanovic & Knightly, TCP-LP, section III",
        ),
        RECOVERY,
        HALVE,
        ECN,
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("delta", "δ", "Delay threshold", "")
            .range(0.01, 1.0, 0.15)
            .help("Part of the range of one-way delays above which congestion is inferred."),
        Param::number("inference", "", "Inference time", "RTT")
            .range(1.0, 100.0, 3.0)
            .help("How long the window does not grow after a sign of congestion. 3 in Linux and ns-3."),
        Param::switch("signsInSlowStart", "Signs in slow start", false)
            .help("React to delay in the first slow start, as Linux does. Off: the first slow start is Reno’s and fills the buffer once, which reveals the range of delays."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("delay", "d", "smoothed one-way delay above the smallest one", "ms"),
    Variable::new("threshold", "d_thr", "delay above the smallest one at which congestion is inferred", "ms"),
    Variable::new("inference", "", "1 within the inference time", ""),
];

/// Weight of a sample in the smoothed delay.
const GAIN: f64 = 1.0 / 8.0;
/// Each ACK of several packets makes one later single-packet ACK unreliable; at most this many, as in Linux's
/// CDG.
const MAX_ACKS_TO_IGNORE: u32 = 5;

#[derive(Clone, Debug)]
struct Lp {
    delta: f64,
    inference: f64,
    signs_in_slow_start: bool,
    delays: Option<Delays>,
    /// Time of the last response to early congestion.
    reacted: Option<Time>,
    /// Whether packets sent before it are still being acknowledged.
    stale: bool,
    /// Number of single-packet ACKs to ignore because the receiver has delayed others.
    acks_to_ignore: u32,
    /// Whether the inference time was still running at the last ACK.
    infers: bool,
}

/// One-way delays with an unknown offset, s; only differences matter.
#[derive(Clone, Copy, Debug)]
struct Delays {
    least: f64,
    most: f64,
    smoothed: f64,
}

impl Delays {
    fn after(before: Option<Delays>, sample: Nanos) -> Delays {
        let delay = sample.as_secs();
        match before {
            None => Delays { least: delay, most: delay, smoothed: delay },
            Some(d) => Delays {
                least: d.least.min(delay),
                most: d.most.max(delay),
                smoothed: d.smoothed + GAIN * (delay - d.smoothed),
            },
        }
    }

    fn threshold(&self, delta: f64) -> f64 {
        delta * (self.most - self.least)
    }
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Lp {
        delta: settings.number("delta"),
        inference: settings.number("inference"),
        signs_in_slow_start: settings.switch("signsInSlowStart"),
        delays: None,
        reacted: None,
        stale: false,
        acks_to_ignore: 0,
        infers: false,
    })
}

impl Lp {
    /// Whether the ACK indicates early congestion. ACKs that fill holes report packets sent long ago, and so
    /// do those of the round trip after a response; the mean then starts over.
    fn shows_congestion(&mut self, cx: &Cx<'_>, ack: &Ack) -> bool {
        let Some(sample) = ack.one_way.filter(|_| !cx.hold.recovery) else { return false };
        if ack.acked > 1.0 {
            self.acks_to_ignore = (self.acks_to_ignore + 1).min(MAX_ACKS_TO_IGNORE);
        } else if self.acks_to_ignore > 0 {
            // The receiver may have delayed it.
            self.acks_to_ignore -= 1;
            return false;
        }
        let mut delays = Delays::after(self.delays, sample);
        let rtt = cx.rtt.smoothed();
        let just_reacted = self.reacted.is_some_and(|at| cx.now.since(at) < rtt);
        if !just_reacted && std::mem::take(&mut self.stale) {
            delays.smoothed = sample.as_secs();
        }
        self.delays = Some(delays);
        !just_reacted && delays.smoothed - delays.least > delays.threshold(self.delta)
    }

    fn within_inference(&self, cx: &Cx<'_>) -> bool {
        let time = cx.rtt.smoothed().scale(self.inference);
        self.reacted.is_some_and(|at| cx.now.since(at) < time)
    }
}

impl WindowRule for Lp {
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        let uses_delay = self.signs_in_slow_start || control.ssthresh.is_finite();
        let congested = self.shows_congestion(cx, ack) && uses_delay;
        self.infers = self.within_inference(cx);
        if congested {
            if self.infers {
                control.cwnd = 1.0;
            } else {
                control.cwnd = (control.cwnd / 2.0).max(1.0);
                // From here on it probes as after a loss.
                control.ssthresh = control.cwnd.max(MIN_SSTHRESH);
            }
            self.reacted = Some(cx.now);
            (self.stale, self.infers) = (true, true);
        }
        if !self.infers {
            Reno.on_ack(control, cx, ack);
        }
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        Reno.on_congestion(control, cx, event);
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        show(self.delays.map_or(f64::NAN, |d| (d.smoothed - d.least) * 1e3));
        show(self.delays.map_or(f64::NAN, |d| d.threshold(self.delta) * 1e3));
        show(if self.infers { 1.0 } else { 0.0 });
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    /// A flow in congestion avoidance that has seen one-way delays of 20 to 120 ms, and then an empty queue again.
    fn lp() -> Bench {
        let mut bench = Bench::new(find("tcp-lp").unwrap(), &[]);
        bench.handshake(50.0);
        bench.start_at(40.0, 20.0);
        bench.one_way_round(50.0, 20.0);
        bench.one_way_round(50.0, 120.0);
        for _ in 0..12 {
            bench.one_way_round(50.0, 20.0);
        }
        bench
    }

    #[test]
    fn grows_like_reno_below_the_threshold() {
        // δ = 0.15 of a range of 100 ms: 15 ms above the smallest delay.
        let mut bench = lp();
        assert!((bench.variable(1) - 15.0).abs() < 1e-6);
        let before = bench.cwnd();
        bench.one_way_round(50.0, 34.0);
        assert!((bench.cwnd() - before - 1.0).abs() < 0.06, "{before} to {}", bench.cwnd());
    }

    #[test]
    fn early_congestion_halves_the_window_and_a_second_indication_leaves_one_packet() {
        // Section III: the window is halved, then does not grow for the inference time of three RTTs; another
        // indication in that time reduces it to one packet.
        let mut bench = lp();
        let before = bench.cwnd();
        bench.one_way_round(50.0, 60.0);
        assert!((bench.cwnd() / before - 0.5).abs() < 0.03, "{before} to {}", bench.cwnd());
        bench.one_way_round(50.0, 60.0);
        assert_eq!(bench.cwnd(), 1.0);
        // While the delay stays high, the inference time starts again and again.
        for _ in 0..10 {
            bench.one_way_round(50.0, 60.0);
            assert_eq!(bench.cwnd(), 1.0);
        }
    }

    #[test]
    fn growth_resumes_after_the_inference_time() {
        let mut bench = lp();
        bench.one_way_round(50.0, 60.0);
        let halved = bench.cwnd();
        bench.one_way_round(50.0, 20.0);
        bench.one_way_round(50.0, 20.0);
        assert_eq!((bench.cwnd(), bench.variable(2)), (halved, 1.0));
        (0..3).for_each(|_| bench.one_way_round(50.0, 20.0));
        assert!(bench.cwnd() > halved + 1.0 && bench.variable(2) == 0.0, "{}", bench.cwnd());
    }

    #[test]
    fn the_first_slow_start_reveals_the_range_of_delays() {
        for (signs, grows) in [(false, true), (true, false)] {
            let params = [("signsInSlowStart", ParamValue::Bool(signs))];
            let mut bench = Bench::new(find("tcp-lp").unwrap(), &params);
            bench.handshake(50.0);
            bench.start(10.0, None);
            bench.one_way_round(50.0, 20.0);
            bench.one_way_round(50.0, 40.0);
            assert_eq!(bench.cwnd() == 40.0, grows, "{}", bench.cwnd());
        }
    }

    #[test]
    fn the_response_to_losses_is_renos() {
        let mut bench = lp();
        bench.congestion(testing::loss(1), 40.0);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (20.0, 20.0));
    }

    #[test]
    fn an_offset_between_the_clocks_cancels() {
        let run = |offset: f64| {
            let mut bench = Bench::new(find("tcp-lp").unwrap(), &[]);
            bench.handshake(50.0);
            bench.start_at(20.0, 10.0);
            for delay in [30.0, 60.0, 170.0, 40.0, 40.0, 90.0] {
                bench.one_way_round(50.0, delay + offset);
            }
            bench.cwnd()
        };
        assert!((run(0.0) - run(5000.0)).abs() < 1e-9);
    }
}
