//! Queue disciplines that drop or mark before the buffer is full, as fluid: a part of what comes is hit, by numbers of their own that
//! follow the queue.

use crate::catalogue::{Row, Settings};
use crate::queue;
use crate::scenario::Choice;

/// Numbers that a discipline keeps.
pub const NUMBERS: usize = 2;

/// What a discipline sees.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What waits, packets of the mean size that the discipline counts in.
    pub packets: f64,
    /// How long it waits, s.
    pub delay_s: f64,
    /// Change of that, s per s.
    pub trend: f64,
}

/// A discipline that hits early.
#[derive(Clone, Copy, Debug)]
pub enum Aqm {
    /// RED as Misra, Gong & Towsley (SIGCOMM 2000) have it: its number is the average. Adaptive RED moves its maximum, the second.
    Red(Red),
    /// PIE: its number is the probability.
    Pie(Pie),
}

/// RED's settings.
#[derive(Clone, Copy, Debug)]
pub struct Red {
    /// Lower threshold, packets.
    min: f64,
    /// Upper threshold, packets.
    max: f64,
    /// Probability at the upper threshold, at first.
    max_p: f64,
    /// Whether it rises on from there to one at twice the threshold.
    gentle: bool,
    /// Whether hits are 1/p to 2/p packets apart, not 1 to 1/p.
    wait: bool,
    /// Rate at which the average follows, 1/s: −ln(1 − w)·C.
    gain: f64,
    /// Whether the maximum moves.
    adaptive: bool,
    ecn: bool,
}

/// PIE's settings.
#[derive(Clone, Copy, Debug)]
pub struct Pie {
    target_s: f64,
    update_s: f64,
    alpha: f64,
    beta: f64,
    ecn: bool,
}

impl Aqm {
    /// That of a queue of `capacity` bytes a second, by its row; nothing where it hits only when full.
    pub fn of(row: &Row, choice: &Choice, capacity: f64) -> Option<Aqm> {
        let s = Settings::new(&row.params, &choice.params);
        match row.id {
            "red" => Some(Aqm::Red(Red {
                min: s.number("minTh"),
                max: s.number("maxTh").max(s.number("minTh") + 1e-9),
                max_p: s.number("maxP"),
                gentle: s.switch("gentle"),
                wait: s.switch("wait"),
                gain: gain(s.number("weight"), capacity / s.number("meanPacketBytes")),
                adaptive: false,
                ecn: s.switch("ecn"),
            })),
            "ared" => {
                let rate = capacity / s.number("meanPacketBytes");
                let auto = s.choice("tuning") == "auto";
                // Thresholds and weight by rate and target delay: w = 1 − exp(−1/C), min = max(5, delay·C/2), max = 3·min.
                let min = if auto {
                    (s.number("targetDelayMs") / 1e3 * rate / 2.0).max(5.0)
                } else {
                    s.number("minTh")
                };
                let max = if auto { 3.0 * min } else { s.number("maxTh") };
                Some(Aqm::Red(Red {
                    min,
                    max: max.max(min + 1e-9),
                    max_p: s.number("maxP"),
                    gentle: true,
                    wait: false,
                    gain: if auto { 1.0 } else { gain(s.number("weight"), rate) },
                    adaptive: true,
                    ecn: s.switch("ecn"),
                }))
            }
            "pie" => Some(Aqm::Pie(Pie {
                target_s: s.number("targetMs") / 1e3,
                update_s: s.number("updateMs") / 1e3,
                alpha: s.number("alpha"),
                beta: s.number("beta"),
                ecn: s.switch("ecn"),
            })),
            _ => None,
        }
    }

    /// Its numbers at first.
    pub fn start(&self) -> [f64; NUMBERS] {
        match self {
            Aqm::Red(red) => [0.0, red.max_p],
            Aqm::Pie(_) => [0.0, 0.0],
        }
    }

    /// The part of packets that is hit.
    pub fn hits(&self, numbers: &[f64], look: &Look) -> f64 {
        match self {
            Aqm::Red(red) => red.hits(numbers[0], numbers[1]),
            // RFC 8033, section 4.1: nothing while the delay is below half of the target.
            Aqm::Pie(pie) if look.delay_s < pie.target_s / 2.0 && numbers[0] < 0.2 => 0.0,
            Aqm::Pie(_) => numbers[0].clamp(0.0, 1.0),
        }
    }

    /// Whether what it hits is marked, where flows understand marks.
    pub fn marks(&self, numbers: &[f64]) -> bool {
        match self {
            Aqm::Red(red) => red.ecn,
            // RFC 8033, section 5.1.
            Aqm::Pie(pie) => pie.ecn && numbers[0] < 0.1,
        }
    }

    /// How fast its numbers move, 1/s.
    pub fn slopes(&self, numbers: &[f64], look: &Look) -> [f64; NUMBERS] {
        match self {
            Aqm::Red(red) => [red.gain * (look.packets - numbers[0]), red.adaptation(numbers)],
            Aqm::Pie(pie) => [pie.slope(numbers[0], look), 0.0],
        }
    }

    /// Back into what the numbers can be.
    pub fn project(&self, numbers: &mut [f64]) {
        match self {
            Aqm::Red(_) => numbers[0] = numbers[0].max(0.0),
            Aqm::Pie(_) => numbers[0] = numbers[0].clamp(0.0, 1.0),
        }
    }

    /// What an error of its first number is compared with, beside the number itself.
    pub fn grain(&self) -> f64 {
        match self {
            Aqm::Red(_) => 1.0,
            Aqm::Pie(_) => 0.01,
        }
    }
}

fn gain(weight: f64, packets_per_s: f64) -> f64 {
    -libm::log1p(-weight.min(0.999_999)) * packets_per_s
}

impl Red {
    fn hits(&self, x: f64, max_p: f64) -> f64 {
        let p = if x <= self.min {
            0.0
        } else if x < self.max {
            max_p * (x - self.min) / (self.max - self.min)
        } else if self.gentle && x < 2.0 * self.max {
            max_p + (1.0 - max_p) * (x - self.max) / self.max
        } else {
            1.0
        };
        // Gaps are uniform between 1 and 1/p, or 1/p and 2/p: their mean is (1 + 1/p)/2, or 1.5/p.
        if self.wait { (2.0 * p / 3.0).min(1.0) } else { 2.0 * p / (1.0 + p) }
    }

    /// Every half a second up by min(0.01, max_p/4) above the target range, down to 9/10 below it.
    fn adaptation(&self, numbers: &[f64]) -> f64 {
        let (x, max_p, width) = (numbers[0], numbers[1], self.max - self.min);
        if !self.adaptive {
            0.0
        } else if x > self.min + 0.6 * width && max_p <= 0.5 {
            (max_p / 4.0).min(0.01) / 0.5
        } else if x < self.min + 0.4 * width && max_p >= 0.01 {
            libm::log(0.9) * max_p / 0.5
        } else {
            0.0
        }
    }
}

impl Pie {
    /// RFC 8033, sections 4.2 and 5.5, as a derivative. The burst allowance is left out.
    fn slope(&self, p: f64, look: &Look) -> f64 {
        let step = self.alpha * (look.delay_s - self.target_s) + self.beta * look.trend * self.update_s;
        let mut step = step * queue::pie_scale(p);
        if p >= 0.1 {
            step = step.min(0.02);
        }
        // Two hundredths less each period in which nothing waits. With less than a packet in the queue, that is so for a part of the
        // time. A decay that stopped with the first drop of fluid would make a queue fill and empty without end.
        step -= 0.02 * p * (1.0 - look.packets).max(0.0);
        if p <= 0.0 && step < 0.0 || p >= 1.0 && step > 0.0 { 0.0 } else { step / self.update_s }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(choice: &Choice) -> Aqm {
        let row = queue::REGISTRY.iter().map(|r| (r.row)()).find(|r| r.id == choice.kind).unwrap();
        Aqm::of(&row, choice, 1e6).unwrap()
    }

    #[test]
    fn red_hits_as_often_as_its_gaps_say() {
        let choice = Choice {
            kind: "red".into(),
            params: [("minTh", 10.0), ("maxTh", 30.0), ("maxP", 0.1)]
                .map(|(k, v)| (k.to_owned(), crate::scenario::ParamValue::Number(v)))
                .into(),
        };
        let red = of(&choice);
        let look = Look { packets: 0.0, delay_s: 0.0, trend: 0.0 };
        // 0, half of max_p, max_p, half-way from there to one, one.
        for (x, p) in [(10.0, 0.0), (20.0, 0.05), (30.0, 0.1), (45.0, 0.55), (60.0, 1.0)] {
            let hit = red.hits(&[x, 0.1], &look);
            assert!((hit - 2.0 * p / (1.0 + p)).abs() < 1e-12, "{x}: {hit}");
        }
    }

    #[test]
    fn pie_rests_at_its_target() {
        let pie = of(&Choice::of("pie"));
        let at = |delay_s, trend| pie.slopes(&[0.05, 0.0], &Look { packets: 10.0, delay_s, trend })[0];
        assert!(at(0.015, 0.0).abs() < 1e-15);
        // α·5 ms a period of 15 ms, halved below p = 0.1.
        assert!((at(0.020, 0.0) - 0.125 * 0.005 / 2.0 / 0.015).abs() < 1e-12);
        assert!((at(0.015, 0.1) - 1.25 * 0.1 / 2.0).abs() < 1e-12);
    }
}
