//! What can be set of the fluid model: one list, as of any row of the catalogue.

use crate::catalogue::{ChoiceOption, Param, Settings};
use crate::scenario::Params;

/// The parameters of the model.
pub fn params() -> Vec<Param> {
    vec![
        Param::choice("losses", "Losses", "event", LOSSES).help(
            "One decrease per flow and congestion event, one feedback delay later; or the paper's equations taken literally, in which every lost packet causes a decrease. Both agree if a round trip of overflow loses about one packet.",
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
            .help("Which flows are among the m_k. The paper's priority matrix orders flows by their rate at the queue."),
        Param::number("threshold", "", "Drop threshold", "")
            .range(0.05, 1.0, 1.0)
            .help("Fraction of the buffer that counts as full: above it congestion is signalled."),
        Param::choice("start", "Start of flows", "slowStart", STARTS).help(
            "In slow start, as real flows do; with a random window around an equal share, as if in steady state; or with the initial window of their stack and no slow start.",
        ),
        Param::number("startLeast", "", "Smallest first window", "")
            .range(0.0, 2.0, 0.25)
            .when("start", "drawn")
            .help("As a multiple of the equal share BDP/N."),
        Param::number("startMost", "", "Largest first window", "")
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

/// How many flows see a loss at a congestion event.
#[derive(Clone, PartialEq, Debug)]
pub enum Level {
    /// All.
    All,
    /// Drawn from a share of them to all.
    Share {
        /// Least part of all.
        x: f64,
        /// Mean, from the least part (0) to all (1).
        centre: f64,
        /// Standard deviation, as a part of the range.
        spread: f64,
    },
    /// So many.
    Fixed(f64),
    /// One after the other.
    List(Vec<f64>),
}

/// Which flows those are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Those of the highest rate at the queue; ties at random.
    Highest,
    /// Drawn one after the other, by rate.
    Proportional,
    /// Drawn alike.
    Random,
}

/// How flows begin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Start {
    /// From the initial window, doubling each round trip until a loss.
    SlowStart,
    /// With a window drawn between these shares of BDP/N.
    Drawn(f64, f64),
    /// From the initial window, growing as the law says.
    Initial,
}

/// The parameters as the model reads them.
#[derive(Clone, PartialEq, Debug)]
pub struct Model {
    /// Whether each lost packet takes its share of a decrease.
    pub literal: bool,
    /// How many lose.
    pub level: Level,
    /// Who loses.
    pub selection: Selection,
    /// Part of the buffer that counts as full.
    pub threshold: f64,
    /// How flows begin.
    pub start: Start,
    /// Results from the first congestion event on.
    pub from_congestion: bool,
    /// Error allowed in a step.
    pub tolerance: f64,
}

impl Model {
    /// Reads a document's parameters.
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
