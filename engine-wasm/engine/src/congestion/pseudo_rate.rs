//! Pseudo-rate TCP: Chen & Chen, "Pseudo-rate TCP: A congestion avoidance scheme with nearly optimized fairness and throughput",
//! Computer Communications 22, 1999, section 3. The window has a bound that follows from the flow's delivery rate, and a part that
//! doubles until it reaches the bound.
//!
//! A cycle in the paper, from the sending of the next packet after the last cycle to its ACK, is a round of the sender, measured by
//! its closing packet.

use super::rules::{ECN, RECOVERY, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, MIN_SSTHRESH, Round,
    Theory,
};
use crate::catalogue::{ChoiceOption, Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments, Time};

/// Registered in `congestion/mod.rs`.
pub const PSEUDO_RATE: Algorithm = Algorithm {
    id: "pseudo-rate",
    name: "Pseudo-rate",
    family: "Delay-based",
    summary: "Grows up to a window bound that keeps three packets in queues, whatever the RTT.",
    source: "Chen & Chen, Computer Communications 22",
    year: 1999,
    recovery: "newreno",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: &[
        Variable::new("base", "base", "base window", "packets"),
        Variable::new("offset", "offset", "window offset", "packets"),
        Variable::new("bound", "bound", "window bound", "packets"),
        Variable::new("offsetBound", "offset bound", "bound on the offset", "packets"),
    ],
    rules: &[
        rule(
            RuleSubject::Avoidance,
            "The window is the sum of a base and an offset. The offset doubles each round trip up to a bound, which keeps N packets in queues at the delivery rate measured from ACKs.",
            "W = base + offset ≤ μ(T + N/μ)",
            "Chen & Chen, Computer Communications 22, section 3.4",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "After recovery the bound is recalculated from the delivery rate measured from ACKs.",
            "bound ← μ·T + N",
            "Chen & Chen, Computer Communications 22, section 3.3",
        ),
        ECN,
        TIMEOUT,
    ],
    theory: &[Theory::Backlog(|s| (s.number("queue"), s.number("queue")))],
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("queue", "N_queue", "Packets in queues", "packets")
            .range(0.1, 1000.0, 3.0)
            .log()
            .help("Packets that the bound allows in queues beyond the bandwidth-delay product; table 2 calls it the threshold."),
        Param::choice("estimator", "Service rate", "cycle", vec![
            ChoiceOption::new("cycle", "Packets per cycle / RTT"),
            ChoiceOption::new("dispersion", "ACK spacing"),
        ])
        .help("Measured by the RTT, as in section 3.2, the bound is at most the previous window plus Nqueue, so growth is linear. Measured by the spacing of ACKs it gives the exponential growth of the paper’s figures."),
        Param::choice("growth", "Growth test", "above", vec![
            ChoiceOption::new("above", "offset > offset bound"),
            ChoiceOption::new("below", "offset < offset bound"),
        ])
        .help("Sections 3.1 and 3.4 (2) require an offset above its bound, which doubles it each cycle. The last sentence of 3.4 says below, but then it never grows."),
        Param::choice("fallBack", "Return to the bound", "above", vec![
            ChoiceOption::new("above", "When the window is above it"),
            ChoiceOption::new("otherwise", "Whenever growth is not allowed"),
        ])
        .help("Section 3.4 says that otherwise the base is set to the bound. Taken literally, the window jumps to the bound as soon as the offset has doubled."),
        Param::choice("atBound", "At the bound", "split", vec![
            ChoiceOption::new("split", "Reset the offset to 1"),
            ChoiceOption::new("keep", "Leave the offset unchanged"),
        ])
        .help("Table 1 keeps base = window − 1 and offset = 1. Section 3.4 gives no rule, so the whole window would double once the bound rises."),
        Param::choice("compare", "Bound compared", "floor", vec![
            ChoiceOption::new("floor", "Whole packets"),
            ChoiceOption::new("real", "With fractions"),
        ])
        .help("The paper counts whole segments. With fractions, a window within one packet of the bound counts as at the bound."),
    ]
}

#[derive(Clone, Copy, Debug)]
struct Rules {
    queue: Segments,
    dispersion: bool,
    grows_below: bool,
    literal_otherwise: bool,
    split_at_bound: bool,
    whole: bool,
}

#[derive(Clone, Debug)]
struct PseudoRate {
    rules: Rules,
    base: Segments,
    offset: Segments,
    offset_bound: Segments,
    bound: Segments,
    /// The fixed delay: the paper's T.
    min_rtt: Option<Nanos>,
    /// Whether the monitored packet was sent before recovery ended; its cycle then does not count.
    invalid: bool,
    train: AckTrain,
    /// Base, offset and both bounds before the last congestion event.
    saved: Option<[Segments; 4]>,
}

/// The ACKs of the current cycle.
#[derive(Clone, Copy, Debug, Default)]
struct AckTrain {
    first: Time,
    last: Time,
    /// Packets that they acknowledged, except those of the first ACK.
    packets: Segments,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    Box::new(PseudoRate {
        rules: Rules {
            queue: settings.number("queue"),
            dispersion: settings.choice("estimator") == "dispersion",
            grows_below: settings.choice("growth") == "below",
            literal_otherwise: settings.choice("fallBack") == "otherwise",
            split_at_bound: settings.choice("atBound") == "split",
            whole: settings.choice("compare") == "floor",
        },
        base: 0.0,
        offset: 1.0,
        offset_bound: 0.0,
        bound: Segments::INFINITY,
        min_rtt: None,
        invalid: false,
        train: AckTrain::default(),
        saved: None,
    })
}

impl AckTrain {
    fn add(&mut self, now: Time, packets: Segments) {
        self.last = now;
        self.packets += packets;
    }

    /// Delivery rate of the train, packets per second; `None` for a single ACK.
    fn rate(&self) -> Option<f64> {
        (self.last > self.first).then(|| self.packets / self.last.since(self.first).as_secs())
    }
}

impl PseudoRate {
    /// The bound with which windows are compared.
    fn limit(&self) -> Segments {
        if self.rules.whole { libm::floor(self.bound) } else { self.bound }
    }

    fn window(&self) -> Segments {
        self.base + self.offset
    }

    /// Sets base and offset of a window at its bound, as in table 1.
    fn settle(&mut self, window: Segments) {
        self.offset = window.min(1.0);
        self.base = window - self.offset;
    }

    /// μ(T + N_queue·T_segment), where T_segment = 1/μ.
    fn bound_of(&self, least: Nanos, rtt: Nanos, delivered: u64) -> Segments {
        let cycle = delivered as f64 / rtt.as_secs();
        let rate = if self.rules.dispersion { self.train.rate().unwrap_or(cycle) } else { cycle };
        rate * least.as_secs() + self.rules.queue
    }

    /// The monitored packet is acknowledged (section 3.4, packet reception).
    fn end_cycle(&mut self, round: &Round) {
        let Some(rtt) = round.closing_rtt else { return };
        let least = self.min_rtt.map_or(rtt, |least| least.min(rtt));
        self.min_rtt = Some(least);
        self.bound = self.bound_of(least, rtt, round.delivered);
        self.offset_bound = 0.0;
        let (window, limit) = (self.window(), self.limit());
        let at_bound = if self.rules.whole { window == limit } else { limit - window < 1.0 };
        if window > limit {
            self.base = limit.max(1.0);
            self.offset = 0.0;
        } else if at_bound && self.rules.split_at_bound {
            self.settle(window);
        } else if self.offset == 0.0 {
            self.offset = 1.0;
        }
    }

    /// Grows the offset on an ACK of new data (section 3.1).
    fn grow(&mut self) {
        let room = self.window() < self.limit();
        let due = if self.rules.grows_below {
            self.offset < self.offset_bound
        } else {
            self.offset > self.offset_bound
        };
        if room && due {
            self.offset += 1.0;
            self.offset_bound += 2.0;
        } else if self.rules.literal_otherwise && self.bound.is_finite() {
            self.base = self.limit().max(1.0);
            self.offset = 0.0;
        }
    }
}

impl Controller for PseudoRate {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        match from {
            Some(handover) => {
                self.settle(handover.control.cwnd);
                self.min_rtt = handover.min_rtt;
            }
            None => self.offset = cx.initial_window,
        }
    }

    fn control(&self) -> Control {
        // The bound replaces ssthresh.
        Control::window(self.window())
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.invalid |= cx.in_recovery;
        if !cx.may_grow() {
            return;
        }
        if let Some(round) = &ack.round {
            if !std::mem::take(&mut self.invalid) {
                self.end_cycle(round);
            }
            self.train = AckTrain { first: cx.now, last: cx.now, packets: 0.0 };
        } else {
            self.train.add(cx.now, ack.acked);
        }
        for _ in 0..ack.counted as u32 {
            self.grow();
        }
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        let half = (cx.reduce_from / 2.0).max(MIN_SSTHRESH);
        let window = match event {
            Congestion::Loss { .. } => half,
            Congestion::Ecn => half.min(self.window()),
            Congestion::Restart | Congestion::Timeout { .. } => 1.0,
        };
        self.settle(window);
        // Section 3.3: the bound is recalculated after recovery.
        self.bound = Segments::INFINITY;
        self.offset_bound = 0.0;
        self.invalid = event != Congestion::Ecn;
    }

    fn save(&mut self) {
        self.saved = Some([self.base, self.offset, self.bound, self.offset_bound]);
    }

    fn on_undo(&mut self, _: &mut Cx<'_>) {
        if let Some([base, offset, bound, offset_bound]) = self.saved.take()
            && base + offset > self.window()
        {
            [self.base, self.offset, self.bound, self.offset_bound] = [base, offset, bound, offset_bound];
        }
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        show(self.base);
        show(self.offset);
        show(if self.bound.is_finite() { self.bound } else { f64::NAN });
        show(self.offset_bound);
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn pseudo_rate(params: &[(&str, &str)]) -> Bench {
        let given: Vec<_> = params.iter().map(|&(k, v)| (k, ParamValue::Text(v.to_owned()))).collect();
        Bench::new(find("pseudo-rate").unwrap(), &given)
    }

    /// Windows after cycles at the fixed delay with this bound in packets: n·T/RTT + N_queue with N_queue = 3.
    fn cycles(bench: &mut Bench, bound: u64, count: usize) -> Vec<f64> {
        (0..count)
            .map(|_| {
                bench.cycle(100.0, bound - 3);
                bench.cwnd()
            })
            .collect()
    }

    /// Base and offset.
    fn parts(bench: &Bench) -> (f64, f64) {
        (bench.variable(0), bench.variable(1))
    }

    #[test]
    fn windows_of_table_1() {
        // Chen & Chen, table 1, with k = 4: 1, 2, 4 … 2^k, then base 2^k − 1 and offset 1 while the bound is 2^k; once it is 2^(k+1):
        // 2^k + 1, + 3, + 7. The last column of the table is the round after the one whose name it repeats.
        let mut bench = pseudo_rate(&[]);
        bench.start(1.0, None);
        assert_eq!(bench.cwnd(), 1.0);
        assert_eq!(cycles(&mut bench, 16, 4), [2.0, 4.0, 8.0, 16.0]);
        assert_eq!(parts(&bench), (0.0, 16.0));
        for _ in 0..3 {
            assert_eq!(cycles(&mut bench, 16, 1), [16.0]);
            assert_eq!(parts(&bench), (15.0, 1.0));
        }
        assert_eq!(cycles(&mut bench, 32, 3), [17.0, 19.0, 23.0]);
        assert_eq!(parts(&bench), (15.0, 8.0));
        // Figure 1: 8 segments, then over 23 after four rounds of the same pattern.
        let mut bench = pseudo_rate(&[]);
        bench.start(1.0, None);
        cycles(&mut bench, 8, 5);
        assert_eq!(cycles(&mut bench, 30, 4), [9.0, 11.0, 15.0, 23.0]);
    }

    #[test]
    fn the_offset_grows_as_often_per_cycle_as_its_size() {
        // Chen & Chen, section 3.4: "the window offset increment is equal to the window offset after the offset bound was set
        // to zero", however many ACKs there are.
        let mut bench = pseudo_rate(&[]);
        bench.start(40.0, None);
        cycles(&mut bench, 20, 1);
        assert_eq!(parts(&bench), (20.0, 0.0));
        assert_eq!(bench.variable(3), 0.0);
        assert_eq!(cycles(&mut bench, 200, 6), [22.0, 24.0, 28.0, 36.0, 52.0, 84.0]);
        for m in [3.0, 5.0] {
            bench = pseudo_rate(&[]);
            bench.start(m, None);
            assert_eq!(cycles(&mut bench, 200, 3), [2.0 * m, 4.0 * m, 8.0 * m]);
        }
    }

    #[test]
    fn the_literal_bound_grows_by_at_most_three_packets_per_cycle() {
        // μ·T_segment = 1, so the bound is n·T/RTT + 3, where n is the previous window: linear growth on an empty path.
        let mut bench = pseudo_rate(&[]);
        bench.start(1.0, None);
        let mut windows = vec![1.0];
        for _ in 0..30 {
            let window = bench.cwnd();
            bench.cycle(100.0, window as u64);
            windows.push(bench.cwnd());
        }
        assert!(windows.windows(2).all(|w| w[1] - w[0] <= 3.0), "{windows:?}");
    }

    #[test]
    fn the_window_falls_to_the_bound_at_once() {
        // Section 3.4: base and offset become the bound and zero.
        let mut bench = pseudo_rate(&[]);
        bench.start(40.0, None);
        bench.cycle(100.0, 40);
        // Half the capacity: twice the RTT for the same number of packets.
        bench.cycle(200.0, 40);
        assert_eq!(bench.cwnd(), 23.0);
    }

    #[test]
    fn interpretations_of_the_text() {
        // With the condition of the last sentence of section 3.4, an offset below its bound, nothing ever grows.
        let mut bench = pseudo_rate(&[("growth", "below")]);
        bench.start(1.0, None);
        assert_eq!(cycles(&mut bench, 16, 3), [1.0, 1.0, 1.0]);
        // "Otherwise, the base window is set to the window bound": once the offset has doubled, the next ACK jumps there.
        let mut bench = pseudo_rate(&[("fallBack", "otherwise")]);
        bench.start(16.0, None);
        cycles(&mut bench, 16, 2);
        assert_eq!(cycles(&mut bench, 40, 1), [40.0]);
        // Without a rule at the bound, the whole window doubles when the bound rises.
        let mut bench = pseudo_rate(&[("atBound", "keep")]);
        bench.start(1.0, None);
        cycles(&mut bench, 16, 6);
        assert_eq!(parts(&bench), (0.0, 16.0));
        assert_eq!(cycles(&mut bench, 40, 1), [32.0]);
        // Fractional bounds are reached exactly.
        let mut bench = pseudo_rate(&[("compare", "real")]);
        bench.start(40.0, None);
        bench.cycle(100.0, 40);
        bench.cycle(300.0, 40);
        assert_eq!(bench.cwnd(), 40.0 / 3.0 + 3.0);
    }

    #[test]
    fn a_loss_halves_the_window_and_resets_the_bound() {
        let mut bench = pseudo_rate(&[]);
        bench.start(1.0, None);
        cycles(&mut bench, 40, 8);
        bench.congestion(testing::loss(1), 40.0);
        assert_eq!((parts(&bench), bench.variable(2).is_nan()), ((19.0, 1.0), true));
        bench.congestion(Congestion::Timeout { first: true }, 20.0);
        assert_eq!(parts(&bench), (0.0, 1.0));
    }
}
