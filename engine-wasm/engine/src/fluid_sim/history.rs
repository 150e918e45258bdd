//! A curve that is remembered: what a delay equation reads of its past.
//!
//! Curves are amounts of fluid since the start of the run (sent, accepted) or the fluid in a queue, as cubic Hermite pieces, one for
//! each step of the solver: third order, as the method itself. Rates are their slopes, so that whatever is delayed keeps its
//! amount.

use std::cell::Cell;
use std::collections::VecDeque;

/// A cubic between two points with given slopes.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// Start, s.
    pub t0: f64,
    /// End, s.
    pub t1: f64,
    /// Values at start and end.
    pub v: (f64, f64),
    /// Slopes at start and end.
    pub m: (f64, f64),
}

impl Piece {
    /// Value and slope at `t`.
    #[inline]
    pub fn at(&self, t: f64) -> (f64, f64) {
        let h = self.t1 - self.t0;
        if h <= 0.0 {
            return (self.v.1, self.m.1);
        }
        let x = (t - self.t0) / h;
        let rise = self.v.1 - self.v.0;
        // v0 + h·m0·x + c·x² + d·x³
        let c = 3.0 * rise - h * (2.0 * self.m.0 + self.m.1);
        let d = h * (self.m.0 + self.m.1) - 2.0 * rise;
        let value = self.v.0 + x * (h * self.m.0 + x * (c + x * d));
        let slope = self.m.0 + x * (2.0 * c + x * 3.0 * d) / h;
        (value, slope)
    }

    /// Where the piece passes `level` for the first time after its start, going the way that `level` lies from its end.
    pub fn crossing(&self, level: f64) -> f64 {
        let beyond = |t: f64| (self.at(t).0 - level) * (self.v.1 - level) > 0.0;
        let (mut before, mut after) = (self.t0, self.t1);
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if beyond(middle) { after = middle } else { before = middle }
        }
        after
    }
}

/// The pieces of a curve, as far back as anybody asks.
#[derive(Clone, Debug, Default)]
pub struct History {
    pieces: VecDeque<Piece>,
    /// Where the last answer was: questions come in order, nearly.
    near: Cell<usize>,
}

impl History {
    /// Goes on with a piece that begins where the last one ended.
    pub fn push(&mut self, piece: Piece) {
        self.pieces.push_back(piece);
    }

    /// Value and slope at `t`: before the first piece its first value, at rest; after the last piece its tangent.
    #[inline]
    pub fn at(&self, t: f64) -> (f64, f64) {
        let Some(last) = self.pieces.back() else { return (0.0, 0.0) };
        if t >= last.t1 {
            return (last.v.1 + (t - last.t1) * last.m.1, last.m.1);
        }
        let first = self.pieces[0];
        if t < first.t0 {
            return (first.v.0, 0.0);
        }
        let mut at = self.near.get().min(self.pieces.len() - 1);
        while self.pieces[at].t0 > t {
            at -= 1;
        }
        while self.pieces[at].t1 <= t {
            at += 1;
        }
        self.near.set(at);
        self.pieces[at].at(t)
    }

    /// Lets go of what ended before `t`.
    pub fn forget(&mut self, t: f64) {
        while self.pieces.len() > 1 && self.pieces[0].t1 < t {
            self.pieces.pop_front();
            self.near.set(self.near.get().saturating_sub(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t³ − 2t² on whole seconds: a cubic is its own Hermite interpolant.
    fn cubic() -> History {
        let v = |t: f64| t * t * t - 2.0 * t * t;
        let m = |t: f64| 3.0 * t * t - 4.0 * t;
        let mut history = History::default();
        for k in 0..10 {
            let (t0, t1) = (f64::from(k), f64::from(k + 1));
            history.push(Piece { t0, t1, v: (v(t0), v(t1)), m: (m(t0), m(t1)) });
        }
        history
    }

    #[test]
    fn gives_back_a_cubic_and_its_slope() {
        let history = cubic();
        for t in [0.0, 0.3, 5.5, 5.0, 2.2, 9.9] {
            let (value, slope) = history.at(t);
            assert!((value - (t * t * t - 2.0 * t * t)).abs() < 1e-9, "{t}: {value}");
            assert!((slope - (3.0 * t * t - 4.0 * t)).abs() < 1e-9, "{t}: {slope}");
        }
    }

    #[test]
    fn rests_before_its_start_and_goes_on_straight_after_its_end() {
        let history = cubic();
        assert_eq!(history.at(-1.0), (0.0, 0.0));
        assert_eq!(history.at(11.0), (800.0 + 260.0, 260.0));
    }

    #[test]
    fn what_is_forgotten_is_at_rest() {
        let mut history = cubic();
        history.at(9.5);
        history.forget(4.5);
        assert_eq!(history.at(3.0), (4.0 * 4.0 * 4.0 - 2.0 * 16.0, 0.0));
        assert!((history.at(5.5).0 - (5.5 * 5.5 * 5.5 - 2.0 * 5.5 * 5.5)).abs() < 1e-9);
    }

    #[test]
    fn finds_where_it_crosses() {
        let piece = Piece { t0: 0.0, t1: 2.0, v: (4.0, -4.0), m: (-4.0, -4.0) };
        assert!((piece.crossing(0.0) - 1.0).abs() < 1e-12);
    }
}
