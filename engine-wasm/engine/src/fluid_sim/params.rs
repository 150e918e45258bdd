//! Parameters of the fluid model, in the format of a catalogue row.

use crate::catalogue::{ChoiceOption, Param, Settings};
use crate::scenario::Params;

/// The parameters of the model.
pub fn params() -> Vec<Param> {
    vec![
        Param::choice("losses", "Losses", "event", LOSSES).help(
            "One decrease per flow and congestion event, one feedback delay later; or the paper’s equations taken literally, in which every lost packet causes a decrease. Both agree if a round trip of overflow loses about one packet.",
        ),
        Param::choice("level", "Flows that lose", "all", LEVELS)
            .help("How many of the N flows at a full queue lose packets in a congestion event: m_k."),
        Param::number("m", "m", "Number of flows", "flows")
            .range(1.0, 1000.0, 1.0)
            .integer()
            .when("level", "fixed")
            .help("m_k for every congestion event, at most N."),
        Param::number("x", "X", "Smallest share", "")
            .range(0.0, 1.0, 0.6)
            .when("level", "share")
            .help("m_k is drawn from a truncated normal distribution on X·N … N."),
        Param::number("centre", "", "Centre of the distribution", "")
            .range(0.0, 1.0, 0.5)
            .when("level", "share")
            .help("Its mean, from X·N (0) to N (1). The paper does not give it; the default is the middle."),
        Param::number("spread", "", "Spread of the distribution", "")
            .range(0.0, 2.0, 1.0 / 6.0)
            .when("level", "share")
            .help("Its standard deviation as a fraction of N − X·N. The paper does not give it; the default is one sixth."),
        Param::numbers("list", "m_k", "Numbers of flows", "flows", (1.0, 1000.0), &[1.0])
            .when("level", "list")
            .help("m_1, m_2, … in order, then from the start again; for example from a measurement."),
        Param::choice("selection", "Which flows", "highest", SELECTIONS)
            .help("Which flows are among the m_k. The paper’s priority matrix orders flows by their rate at the queue."),
        Param::number("threshold", "", "Drop threshold", "")
            .range(0.05, 1.0, 1.0)
            .help("Fraction of the buffer that counts as full: above it congestion is signalled."),
        Param::choice("start", "Start of flows", "slowStart", STARTS).help(
            "In slow start, as real flows do; with a random window around an equal share, as if in steady state; or with the initial window of their stack and no slow start.",
        ),
        Param::number("startLeast", "", "Smallest initial window", "")
            .range(0.0, 2.0, 0.25)
            .when("start", "drawn")
            .help("As a multiple of the equal share BDP/N."),
        Param::number("startMost", "", "Largest initial window", "")
            .range(0.0, 2.0, 0.75)
            .when("start", "drawn")
            .help("As a multiple of the equal share BDP/N."),
        Param::switch("fromCongestion", "Measure from the first congestion", false)
            .help("Results start at the first congestion event if that is later than the configured start of measurement."),
        Param::number("tolerance", "", "Tolerance", "")
            .range(1e-10, 0.1, 1e-3)
            .log()
            .help("Error allowed per step, relative to each window and buffer."),
    ]
}

const LOSSES: &[ChoiceOption] =
    &[ChoiceOption::new("event", "Once per event"), ChoiceOption::new("literal", "Literal equations")];
const LEVELS: &[ChoiceOption] = &[
    ChoiceOption::new("all", "All"),
    ChoiceOption::new("share", "At least a share"),
    ChoiceOption::new("fixed", "A fixed number"),
    ChoiceOption::new("list", "From a list"),
];
const SELECTIONS: &[ChoiceOption] = &[
    ChoiceOption::new("highest", "Highest rate"),
    ChoiceOption::new("proportional", "Random, weighted by rate"),
    ChoiceOption::new("random", "Random, equal"),
];
const STARTS: &[ChoiceOption] = &[
    ChoiceOption::new("slowStart", "Slow start"),
    ChoiceOption::new("drawn", "Random windows"),
    ChoiceOption::new("initial", "Initial windows"),
];

/// How many flows lose in a congestion event.
#[derive(Clone, PartialEq, Debug)]
pub enum Level {
    /// All.
    All,
    /// Random, between a share of the flows and all.
    Share {
        /// Smallest share.
        x: f64,
        /// Mean, from the smallest share (0) to all (1).
        centre: f64,
        /// Standard deviation, as a fraction of the range.
        spread: f64,
    },
    /// A fixed number.
    Fixed(f64),
    /// Numbers from a list, in order.
    List(Vec<f64>),
}

/// Which flows lose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Those with the highest rate at the queue; ties are broken at random.
    Highest,
    /// Random, weighted by rate.
    Proportional,
    /// Random, with equal weights.
    Random,
}

/// How flows start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Start {
    /// In slow start, from the initial window until a loss.
    SlowStart,
    /// With a random window between these multiples of BDP/N.
    Drawn(f64, f64),
    /// In congestion avoidance, from the initial window.
    Initial,
}

/// Parsed parameters of the model.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Whether every lost packet causes a decrease.
    pub literal: bool,
    /// How many flows lose.
    pub level: Level,
    /// Which flows lose.
    pub selection: Selection,
    /// Fraction of the buffer that counts as full.
    pub threshold: f64,
    /// How flows start.
    pub start: Start,
    /// Whether the measurement starts at the first congestion event.
    pub from_congestion: bool,
    /// Error allowed per step.
    pub tolerance: f64,
}

impl Model {
    /// Reads the parameters of a document.
    pub fn of(given: &Params) -> Model {
        let specs = params();
        let s = Settings::new(&specs, given);
        Model {
            literal: s.choice("losses") == "literal",
            level: match s.choice("level").as_str() {
                "share" => {
                    Level::Share { x: s.number("x"), centre: s.number("centre"), spread: s.number("spread") }
                }
                "fixed" => Level::Fixed(s.number("m")),
                "list" => Level::List(s.numbers("list")),
                _ => Level::All,
            },
            selection: match s.choice("selection").as_str() {
                "proportional" => Selection::Proportional,
                "random" => Selection::Random,
                _ => Selection::Highest,
            },
            threshold: s.number("threshold"),
            start: match s.choice("start").as_str() {
                "drawn" => {
                    let least = s.number("startLeast");
                    Start::Drawn(least, s.number("startMost").max(least))
                }
                "initial" => Start::Initial,
                _ => Start::SlowStart,
            },
            from_congestion: s.switch("fromCongestion"),
            tolerance: s.number("tolerance"),
        }
    }
}
