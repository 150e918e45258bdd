//! CDG: Hayes & Armitage, "Revisiting TCP Congestion Control Using Delay Gradients", Networking 2011.

use super::rules::{RECOVERY, TIMEOUT, rule};
use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Handover, NO_THEORY, Round,
    WindowRule, decrease, increase, slow_start, windowed,
};
use crate::catalogue::{Param, RuleSubject, Settings, Variable};
use crate::units::{Nanos, Segments};

/// Registered in `congestion/mod.rs`.
pub const CDG: Algorithm = Algorithm {
    id: "cdg",
    name: "CDG",
    family: "Delay-based",
    summary: "Backs off with a probability that grows with the delay gradient, and tolerates losses that follow such a back-off.",
    source: "Hayes & Armitage, Revisiting TCP Congestion Control Using Delay Gradients",
    year: 2011,
    recovery: "sack",
    pacing: "ack",
    feedback: "classic",
    params,
    variables: VARIABLES,
    rules: &[
        rule(
            RuleSubject::SlowStart,
            "Slow start: each acknowledged packet adds one packet to the window, so the window doubles every round trip. The rule for delay applies as well: if the RTT rises, the window falls to β times its size with the probability P, and slow start ends.",
            "W ← W + acked; W, ssthresh ← β·W with P = 1 − e^(−g/G)",
            "Hayes & Armitage, Revisiting TCP Congestion Control Using Delay Gradients",
        ),
        rule(
            RuleSubject::Avoidance,
            "The window grows by one packet per round trip. If the smallest or the largest RTT of the rounds rises by g per round, it falls to β times its size with the probability P.",
            "P = 1 − e^(−g/G); W, ssthresh ← β·W",
            "Hayes & Armitage, equations 1 to 3",
        ),
        RECOVERY,
        rule(
            RuleSubject::Loss,
            "A loss halves the window, or sets it to the shadow window, which delay did not reduce, if half of that is larger.",
            "s ← min(s/2, W); W, ssthresh ← max(flight/2, s, 2)",
            "Hayes & Armitage, section 3",
        ),
        rule(
            RuleSubject::Ecn,
            "The receiver echoes a mark: the window decreases as it does after a loss.",
            "W, ssthresh ← max(flight/2, s, 2)",
            "RFC 3168, section 6.1.2",
        ),
        TIMEOUT,
    ],
    theory: NO_THEORY,
    fluid: None,
    controller: ControllerKind::Window(make),
};

fn params() -> Vec<Param> {
    vec![
        Param::number("g", "G", "Scale of the gradient", "ms")
            .range(0.01, 1000.0, 3.0)
            .log()
            .help("A gradient of this size per round leads to a back-off with a probability of 63 %."),
        Param::number("beta", "β", "Delay back-off", "")
            .range(0.1, 0.95, 0.7)
            .help("Fraction of the window that a delay back-off keeps. Linux has √½."),
        Param::number("window", "a", "Gradient window", "RTT")
            .range(1.0, 64.0, 8.0)
            .integer()
            .help("Rounds over which gradients are averaged."),
        Param::number("ineffective", "", "Ineffective back-offs", "")
            .range(0.0, 100.0, 5.0)
            .integer()
            .help("After this many back-offs in a row without a falling RTT, other flows are assumed to fill the queue, and delay is ignored until it falls; 0 means never."),
        Param::switch("shadow", "Shadow window", true)
            .help("Remember the window that delay back-offs took away, and do not take it away again on a loss."),
        Param::switch("lossTolerance", "Loss tolerance", false)
            .help("A loss while the queue is not judged full does not reduce the window."),
    ]
}

const VARIABLES: &[Variable] = &[
    Variable::new("minGradient", "g_min", "mean gradient of the smallest RTT", "ms"),
    Variable::new("maxGradient", "g_max", "mean gradient of the largest RTT", "ms"),
    Variable::new("probability", "P", "probability of a back-off", ""),
    Variable::new("shadow", "s", "shadow window", "packets"),
    Variable::new("ineffective", "", "back-offs without effect", ""),
];

/// An RTT decrease that counts as one (Linux: 32 µs), and the difference that counts as noise when the
/// queue's state is estimated (64 µs).
const FALL_MS: f64 = 0.032;
const NOISE_MS: f64 = 0.064;

/// Smallest and largest RTT of a round, or their gradients, ms.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes {
    min: f64,
    max: f64,
}

/// State of the queue as inferred from the gradients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Queue {
    Unknown,
    Full,
    NotFull,
}

#[derive(Clone, Debug)]
struct Cdg {
    g_ms: f64,
    beta: f64,
    ineffective: u32,
    use_shadow: bool,
    tolerates: bool,
    /// The last gradients, as a ring buffer; their number, and the position of the next one.
    gradients: Vec<Extremes>,
    filled: usize,
    next: usize,
    sum: Extremes,
    /// RTTs of the previous round, unless the window was reduced in it.
    before: Option<Extremes>,
    max_rtt: Option<Nanos>,
    probability: f64,
    shadow: Segments,
    without_effect: u32,
    queue: Queue,
}

fn make(settings: &Settings<'_>) -> Box<dyn Controller> {
    windowed(Cdg {
        g_ms: settings.number("g"),
        beta: settings.number("beta"),
        ineffective: settings.number("ineffective") as u32,
        use_shadow: settings.switch("shadow"),
        tolerates: settings.switch("lossTolerance"),
        gradients: vec![Extremes::default(); settings.number("window") as usize],
        filled: 0,
        next: 0,
        sum: Extremes::default(),
        before: None,
        max_rtt: None,
        probability: 0.0,
        shadow: 0.0,
        without_effect: 0,
        queue: Queue::Unknown,
    })
}

impl Cdg {
    /// Mean gradients over the available rounds, ms per round.
    fn means(&self) -> Extremes {
        let n = self.filled.max(1) as f64;
        Extremes { min: self.sum.min / n, max: self.sum.max / n }
    }

    /// Records a round's gradient; the sums skip rounds with reductions.
    fn note(&mut self, gradient: Extremes) {
        let old = std::mem::replace(&mut self.gradients[self.next], gradient);
        self.sum.min += gradient.min - old.min;
        self.sum.max += gradient.max - old.max;
        self.next = (self.next + 1) % self.gradients.len();
        self.filled = (self.filled + 1).min(self.gradients.len());
        let Extremes { min, max } = self.means();
        let (min, max) = (min * self.gradients.len() as f64, max * self.gradients.len() as f64);
        if min <= -FALL_MS || max <= -FALL_MS {
            self.without_effect = 0;
        }
        let flat = |x: f64| if x.abs() < NOISE_MS / 2.0 { 0.0 } else { x };
        let (min, max) = (flat(min), flat(max));
        if min > 0.0 && max <= 0.0 {
            self.queue = Queue::Full;
        } else if (min > 0.0 && max > 0.0) || max < 0.0 {
            self.queue = Queue::NotFull;
        }
    }

    /// Whether this round's RTTs lead to a back-off.
    fn backs_off(&mut self, cx: &mut Cx<'_>, round: &Round) -> bool {
        let Some(max) = self.max_rtt.take().filter(|_| round.samples > 0) else { return false };
        let now = Extremes { min: round.min_rtt.as_millis(), max: max.as_millis() };
        let Some(before) = self.before.replace(now) else { return false };
        self.note(Extremes { min: now.min - before.min, max: now.max - before.max });
        let means = self.means();
        // Equations 1 and 2: the largest RTT is used if the smallest does not rise.
        let gradient = if means.min > 0.0 { means.min } else { means.max };
        self.probability = if gradient > 0.0 { -libm::expm1(-gradient / self.g_ms) } else { 0.0 };
        if self.probability == 0.0 || cx.rng.uniform() >= self.probability {
            return false;
        }
        if self.ineffective > 0 {
            self.without_effect = self.without_effect.saturating_add(1);
            return self.without_effect <= self.ineffective;
        }
        true
    }

    /// A gradient across a reduction is meaningless.
    fn forget_round(&mut self) {
        (self.before, self.max_rtt) = (None, None);
    }
}

impl WindowRule for Cdg {
    fn on_start(&mut self, control: &mut Control, _: &mut Cx<'_>, _: Option<Handover>) {
        self.shadow = control.cwnd;
    }

    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack) {
        if cx.in_recovery {
            return;
        }
        if let Some(rtt) = ack.rtt {
            self.max_rtt = Some(self.max_rtt.map_or(rtt, |max| max.max(rtt)));
        }
        if let Some(round) = &ack.round
            && self.backs_off(cx, round)
        {
            self.shadow = self.shadow.max(control.cwnd);
            decrease(control, Congestion::Ecn, self.beta * control.cwnd);
            self.forget_round();
            return;
        }
        if !cx.may_grow() {
            // The shadow window does not include what the application did not use.
            self.shadow = self.shadow.min(control.cwnd);
            return;
        }
        let before = control.cwnd;
        let left = slow_start(control, ack.counted);
        if left > 0.0 {
            increase(control, cx.increase_scale, left);
        }
        self.shadow += control.cwnd - before;
    }

    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion) {
        self.forget_round();
        if event == (Congestion::Timeout { first: false }) {
            return decrease(control, event, 0.0);
        }
        let lost = matches!(event, Congestion::Loss { .. });
        if lost && self.tolerates && self.queue == Queue::NotFull {
            return decrease(control, event, control.cwnd);
        }
        self.shadow = (self.shadow / 2.0).min(control.cwnd);
        let half = 0.5 * cx.reduce_from;
        decrease(control, event, if self.use_shadow { half.max(self.shadow) } else { half });
    }

    fn on_undo(&mut self, before: &Self) {
        self.shadow = before.shadow;
    }

    fn variables(&self, _: &Control, show: &mut dyn FnMut(f64)) {
        let means = self.means();
        show(means.min);
        show(means.max);
        show(self.probability);
        show(self.shadow);
        show(f64::from(self.without_effect));
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn number(value: f64) -> ParamValue {
        ParamValue::Number(value)
    }

    fn cdg(params: &[(&str, ParamValue)]) -> Bench {
        let mut bench = Bench::new(find("cdg").unwrap(), params);
        bench.start_at(100.0, 50.0);
        bench
    }

    #[test]
    fn backs_off_with_the_probability_of_the_paper() {
        // Equation 3: P = 1 − exp(−g/G), 0.632 for g = G = 3 ms. The averaging window is one gradient, and
        // back-offs are not limited.
        for (g, expected) in [(3.0, 0.632), (1.0, 0.283), (0.3, 0.095)] {
            let mut bench = cdg(&[("window", number(1.0)), ("ineffective", number(0.0))]);
            let (mut rtt, mut tries, mut backed_off) = (50.0, 0, 0);
            while tries < 2000 {
                let before = bench.cwnd();
                rtt += g;
                bench.round(rtt);
                // A round after a reduction has no previous round to compare with.
                tries += 1;
                if bench.cwnd() < before {
                    backed_off += 1;
                    bench.round(rtt);
                }
                bench.start_at(20.0, 10.0);
            }
            // The very first round has no gradient. The tolerance is three standard deviations.
            let share = f64::from(backed_off) / f64::from(tries - 1);
            assert!((share - expected).abs() < 3.0 * 0.5 / 44.0, "{g} ms: {share}");
        }
    }

    #[test]
    fn a_back_off_keeps_seven_tenths_and_the_shadow_window_the_rest() {
        let mut bench = cdg(&[("g", number(0.01))]);
        bench.round(50.0);
        let before = bench.cwnd();
        bench.round(60.0);
        // The ACK that closes the round does not increase the window.
        let reduced = bench.cwnd();
        assert!((reduced / (before + 1.0) - 0.7).abs() < 0.001, "{before} to {reduced}");
        // The shadow window keeps what the delay response removed.
        assert!((bench.variable(3) - reduced / 0.7).abs() < 1e-9);
        // A loss halves the shadow window, up to the window itself: the window falls by less than half.
        bench.congestion(testing::loss(1), reduced);
        assert!((bench.cwnd() - reduced / 0.7 / 2.0).abs() < 1e-9, "{}", bench.cwnd());
    }

    #[test]
    fn back_offs_stop_after_five_without_effect() {
        // Section 3: back-off stops if it has no effect because other flows fill the queue.
        let mut bench = cdg(&[("g", number(0.01)), ("window", number(1.0))]);
        let mut rtt = 50.0;
        let mut reductions = 0;
        for _ in 0..40 {
            let before = bench.cwnd();
            rtt += 1.0;
            bench.round(rtt);
            reductions += u32::from(bench.cwnd() < before);
        }
        assert_eq!(reductions, 5);
        // Once the RTT has fallen, delay is used again.
        bench.round(rtt - 20.0);
        let before = bench.cwnd();
        bench.round(rtt - 10.0);
        assert!(bench.cwnd() < before);
    }

    #[test]
    fn without_a_gradient_it_is_reno() {
        let mut bench = cdg(&[]);
        bench.round(50.0);
        for _ in 0..20 {
            let before = bench.cwnd();
            bench.round(50.0);
            assert!((bench.cwnd() - before - 1.0).abs() < 0.02);
        }
        let window = bench.cwnd();
        bench.congestion(testing::loss(1), window);
        assert!((bench.cwnd() - window / 2.0).abs() < 1e-9);
    }

    #[test]
    fn losses_are_tolerated_while_the_queue_is_not_full() {
        let params = [("lossTolerance", ParamValue::Bool(true)), ("g", number(1000.0))];
        let mut bench = cdg(&params);
        // The RTT falls: the queue is not full.
        bench.round(60.0);
        bench.round(50.0);
        let window = bench.cwnd();
        bench.congestion(testing::loss(1), window);
        assert_eq!(bench.cwnd(), window);
    }
}
