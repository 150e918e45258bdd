//! History: past values that the delay equations read.
//!
//! Curves are amounts of fluid since the start of the run (sent, accepted) or the fluid in a queue. They are cubic Hermite
//! interpolants, one for each step of the solver, of third order like the method itself. Rates are their slopes, so delays conserve
//! amounts.

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

    /// Where the piece first crosses `level` after its start, in the direction of its end.
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

/// Position of a reader's last access. Its accesses are nearly in order.
#[derive(Clone, Debug, Default)]
pub struct HistoryCursor(Cell<usize>);

/// All curves, as far back as they are read. They share their steps, so the values for one time are adjacent in memory.
#[derive(Clone, Debug, Default)]
pub struct Histories {
    curves: usize,
    /// Start and end of each step, s.
    times: VecDeque<(f64, f64)>,
    /// Number of the first of these steps, in the order of the run.
    first: usize,
    /// For each step and curve: values at start and end, slopes at start and end. A ring of `rows` steps, a power of two.
    cells: Vec<[f64; 4]>,
    rows: usize,
}

impl Histories {
    /// The history rearranged for other curves. For each curve `curves` has its old number, if any; new curves were constantly zero.
    pub fn rearranged(&self, curves: &[Option<usize>]) -> Histories {
        let times = self.times.clone();
        let mut past = Histories { curves: curves.len(), times, first: self.first, ..Histories::default() };
        past.rows = self.rows;
        past.cells = vec![[0.0; 4]; past.rows * past.curves];
        for step in self.first..self.first + self.times.len() {
            let (from, to) = (self.row(step), past.row(step));
            for (curve, was) in curves.iter().enumerate() {
                if let Some(was) = was {
                    past.cells[to + curve] = self.cells[from + was];
                }
            }
        }
        past
    }

    /// Maximum number of steps that fit into `bytes`; the ring holds a power of two of them.
    pub fn max_steps(&self, bytes: usize) -> usize {
        let rows = bytes / (self.curves * size_of::<[f64; 4]>() + size_of::<(f64, f64)>());
        1 << rows.max(1).ilog2()
    }

    /// Memory used, bytes.
    pub fn bytes(&self) -> usize {
        self.cells.len() * size_of::<[f64; 4]>() + self.times.capacity() * size_of::<(f64, f64)>()
    }

    /// Index of a step's first cell.
    #[inline]
    fn row(&self, step: usize) -> usize {
        (step & (self.rows - 1)) * self.curves
    }

    /// Appends a step that starts where the last one ended: start and end, with the values and slopes of at least as many numbers as
    /// there are curves.
    pub fn push(&mut self, (t0, v0, m0): (f64, &[f64], &[f64]), (t1, v1, m1): (f64, &[f64], &[f64])) {
        if self.times.len() == self.rows {
            self.grow();
        }
        let at = self.row(self.first + self.times.len());
        self.times.push_back((t0, t1));
        let row = &mut self.cells[at..at + self.curves];
        let ends = v0.iter().zip(v1).zip(m0.iter().zip(m1));
        for (cell, ((v0, v1), (m0, m1))) in row.iter_mut().zip(ends) {
            *cell = [*v0, *v1, *m0, *m1];
        }
    }

    fn grow(&mut self) {
        let steps = self.first..self.first + self.times.len();
        let rows = (2 * self.rows).max(16);
        let mut more = vec![[0.0; 4]; rows * self.curves];
        for step in steps {
            let to = (step & (rows - 1)) * self.curves;
            let from = self.row(step);
            more[to..to + self.curves].copy_from_slice(&self.cells[from..from + self.curves]);
        }
        (self.rows, self.cells) = (rows, more);
    }

    /// Value and slope of a curve at `t`. Before the first step it is constant; after the last one it is linear.
    #[inline]
    pub fn at(&self, curve: usize, t: f64, near: &HistoryCursor) -> (f64, f64) {
        let (Some(&(begin, _)), Some(&(_, end))) = (self.times.front(), self.times.back()) else {
            return (0.0, 0.0);
        };
        let last = self.times.len() - 1;
        if t >= end {
            let [_, v1, _, m1] = self.cells[self.row(self.first + last) + curve];
            return (v1 + (t - end) * m1, m1);
        }
        if t < begin {
            return (self.cells[self.row(self.first) + curve][0], 0.0);
        }
        let mut at = near.0.get().saturating_sub(self.first).min(last);
        while self.times[at].0 > t {
            at -= 1;
        }
        while self.times[at].1 <= t {
            at += 1;
        }
        near.0.set(self.first + at);
        let (t0, t1) = self.times[at];
        let [v0, v1, m0, m1] = self.cells[self.row(self.first + at) + curve];
        Piece { t0, t1, v: (v0, v1), m: (m0, m1) }.at(t)
    }

    /// Discards the steps that ended before `t`.
    pub fn discard_before(&mut self, t: f64) {
        while self.times.len() > 1 && self.times[0].1 < t {
            self.times.pop_front();
            self.first += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// t³ − 2t² on whole seconds, and a line: a cubic equals its Hermite interpolant.
    fn cubic() -> Histories {
        let v = |t: f64| [t, t * t * t - 2.0 * t * t];
        let m = |t: f64| [1.0, 3.0 * t * t - 4.0 * t];
        let mut past = Histories::default().rearranged(&[None, None]);
        for k in 0..30 {
            let (t0, t1) = (f64::from(k), f64::from(k + 1));
            past.push((t0, &v(t0), &m(t0)), (t1, &v(t1), &m(t1)));
            past.discard_before(t1 - 10.0);
        }
        past
    }

    #[test]
    fn reproduces_a_cubic_and_its_slope() {
        let past = cubic();
        let near = HistoryCursor::default();
        for t in [20.0, 20.3, 25.5, 25.0, 22.2, 29.9] {
            let (value, slope) = past.at(1, t, &near);
            assert!((value - (t * t * t - 2.0 * t * t)).abs() < 1e-9, "{t}: {value}");
            assert!((slope - (3.0 * t * t - 4.0 * t)).abs() < 1e-9, "{t}: {slope}");
            assert_eq!(past.at(0, t, &near), (t, 1.0));
        }
    }

    #[test]
    fn is_constant_before_its_start_and_linear_after_its_end() {
        let past = cubic();
        let first = 19.0 * 19.0 * 17.0;
        assert_eq!(past.at(1, 3.0, &HistoryCursor::default()), (first, 0.0));
        assert_eq!(past.at(1, 31.0, &HistoryCursor::default()), (30.0 * 30.0 * 28.0 + 2580.0, 2580.0));
        assert_eq!(Histories::default().at(0, 1.0, &HistoryCursor::default()), (0.0, 0.0));
    }

    #[test]
    fn rearranged_curves_keep_their_values() {
        let past = cubic().rearranged(&[Some(1), None, Some(0)]);
        let near = HistoryCursor::default();
        assert_eq!(past.at(0, 25.0, &near).0, 25.0 * 25.0 * 23.0);
        assert_eq!(past.at(1, 25.0, &near), (0.0, 0.0));
        assert_eq!(past.at(2, 25.0, &near), (25.0, 1.0));
    }

    #[test]
    fn finds_crossings() {
        let piece = Piece { t0: 0.0, t1: 2.0, v: (4.0, -4.0), m: (-4.0, -4.0) };
        assert!((piece.crossing(0.0) - 1.0).abs() < 1e-12);
    }
}
