//! Series for plots: change-driven, at several levels of detail, with bounded memory.
//!
//! Buckets are aligned to absolute time and hold minimum, maximum, first and last value, so that zooming out
//! never hides a spike. Level k + 1 joins FAN buckets of level k. When the finest level reaches its limit, it
//! is discarded and the next one becomes the finest, so that memory does not grow with the length of the run.
//! In addition each series keeps its last changes exactly, for slow motion. Series do not affect metrics or
//! digests.

use crate::sections::{Extremes, PlotColumn};
use crate::units::{Segments, Time};

/// Buckets of a level that are joined in a bucket of the next one.
const FAN: u64 = 4;
/// Width of the finest buckets at the start of a run, ns. Finer detail is in the exact changes.
const FINEST: u64 = 8_000_000;
/// Values in a span of time, as f32, which is enough for plots.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    min: f32,
    max: f32,
    first: f32,
    last: f32,
}

const NOTHING: Bucket = Bucket { min: f32::NAN, max: f32::NAN, first: f32::NAN, last: f32::NAN };

impl Bucket {
    fn of(value: f32) -> Bucket {
        Bucket { min: value, max: value, first: value, last: value }
    }

    /// The part from … to (0 … 1) of a polyline through the first value, both extremes at one and two thirds,
    /// and the last value.
    fn part(&self, from: f64, to: f64) -> Bucket {
        let rising = self.last >= self.first;
        let (one, other) = if rising { (self.min, self.max) } else { (self.max, self.min) };
        let nodes = [self.first, one, other, self.last];
        let value = |x: f64| {
            let place = (x * 3.0).clamp(0.0, 3.0);
            let left = (place as usize).min(2);
            nodes[left] + (nodes[left + 1] - nodes[left]) * (place - left as f64) as f32
        };
        let inner = (1..3).filter(|&k| (from * 3.0..=to * 3.0).contains(&f64::from(k)));
        let line = inner.fold(Bucket::of(value(from)), |line, k| line.then(Bucket::of(nodes[k as usize])));
        line.then(Bucket::of(value(to)))
    }

    /// This span followed by the next one.
    fn then(self, next: Bucket) -> Bucket {
        if self.first.is_nan() {
            return next;
        }
        if next.last.is_nan() {
            return self;
        }
        // Comparisons, here and below: in wasm `f32::min` is a call.
        let min = if next.min < self.min { next.min } else { self.min };
        let max = if next.max > self.max { next.max } else { self.max };
        Bucket { min, max, first: self.first, last: next.last }
    }
}

/// A line of a plot. The fields that each change uses come first.
#[derive(Clone, Debug)]
#[repr(C)]
pub struct Series {
    /// Changes before this time only update the open bucket: its end, or zero if it has no value yet.
    simple_before: u64,
    /// The incomplete bucket of the finest level.
    open: Bucket,
    recent: Recent,
    open_end: u64,
    width: u64,
    /// levels[0] is the finest; all start at time zero and contain only complete buckets.
    levels: Vec<Vec<Bucket>>,
    cap: usize,
}

/// State of a series at a time.
#[derive(Clone, Debug)]
pub struct SeriesMark {
    /// Number of complete buckets of the finest level.
    whole: u64,
    width: u64,
    changes: u64,
    /// Content of each level's incomplete bucket, the finest level first.
    open: Vec<Bucket>,
}

impl SeriesMark {
    /// Memory, bytes.
    pub fn bytes(&self) -> usize {
        size_of::<SeriesMark>() + self.open.capacity() * size_of::<Bucket>()
    }
}

/// The last changes, exactly: a ring that grows to its size and then overwrites the oldest.
#[derive(Clone, Debug)]
struct Recent {
    changes: Vec<(u64, f32)>,
    /// Number of changes so far; change number n is at index n modulo `size`.
    total: u64,
    /// Number of the first one kept, unless it has been overwritten.
    first: u64,
    /// A power of two.
    size: usize,
}

impl Recent {
    fn new(size: usize) -> Recent {
        Recent { changes: Vec::new(), total: 0, first: 0, size }
    }

    #[inline]
    fn place(&self, number: u64) -> usize {
        number as usize & (self.size - 1)
    }

    #[inline]
    fn push(&mut self, time: u64, value: f32) {
        let place = self.place(self.total);
        if let Some(place) = self.changes.get_mut(place) {
            *place = (time, value);
        } else {
            self.changes.push((time, value));
        }
        self.total += 1;
    }

    fn oldest(&self) -> u64 {
        self.first.max(self.total.saturating_sub(self.size as u64))
    }

    /// Keeps only changes before number `total`; none if a replay skips changes that it does not record
    /// again.
    fn back_to(&mut self, total: u64) {
        self.first = if total > self.total { total } else { self.oldest().min(total) };
        if total > self.total {
            self.changes.resize(self.size, (0, 0.0));
        }
        self.total = total;
    }

    /// Whether none has been overwritten.
    fn is_whole(&self) -> bool {
        self.changes.len() < self.size
    }

    /// The change at position `age`, counted from the oldest one kept.
    fn get(&self, age: usize) -> Option<(u64, f32)> {
        let number = self.oldest() + age as u64;
        (number < self.total).then(|| self.changes[self.place(number)])
    }

    /// Number of changes before `time`.
    fn before(&self, time: f64) -> usize {
        let (mut low, mut high) = (0, (self.total - self.oldest()) as usize);
        while low < high {
            let middle = (low + high) / 2;
            match self.get(middle) {
                Some((t, _)) if (t as f64) < time => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }
}

impl Series {
    /// An empty series that keeps at most `cap` buckets (a multiple of FAN) in its finest level, and the last
    /// `exact` changes.
    pub fn new(cap: usize, exact: usize) -> Series {
        Series {
            simple_before: 0,
            levels: vec![Vec::new()],
            open: NOTHING,
            open_end: FINEST,
            width: FINEST,
            recent: Recent::new(exact.next_power_of_two()),
            cap,
        }
    }

    /// Records the value from `now` on.
    #[inline]
    pub fn record(&mut self, now: Time, value: f64) {
        let value = value as f32;
        if now.0 >= self.simple_before {
            self.open_bucket(now.0, value);
        }
        let open = &mut self.open;
        open.min = if value < open.min { value } else { open.min };
        open.max = if value > open.max { value } else { open.max };
        open.last = value;
        self.recent.push(now.0, value);
    }

    /// Opens the bucket of `now` if it is not open, and makes `value` its first one if it has none.
    #[cold]
    #[inline(never)]
    fn open_bucket(&mut self, now: u64, value: f32) {
        self.roll(now);
        if self.open.first.is_nan() {
            self.open = Bucket::of(value);
        }
        self.simple_before = if value.is_nan() { 0 } else { self.open_end };
    }

    /// The value has not changed until `now`.
    pub fn hold(&mut self, now: Time) {
        self.roll(now.0);
    }

    /// Records a change of a replay, which its bucket already contains.
    pub fn record_again(&mut self, now: Time, value: f64) {
        self.recent.push(now.0, value as f32);
    }

    /// The run goes back to `mark`, or to before the series' start without one. Later exact changes are
    /// removed, because the replay records them again.
    pub fn back_to(&mut self, mark: Option<&SeriesMark>) {
        self.recent.back_to(mark.map_or(0, |mark| mark.changes));
    }

    /// Limits the finest level to `cap` buckets (a multiple of FAN) from now on.
    pub fn limit(&mut self, cap: usize) {
        self.cap = cap;
        while self.levels[0].len() >= cap && self.levels.len() > 1 {
            self.drop_finest();
        }
        self.levels.iter_mut().for_each(Vec::shrink_to_fit);
    }

    /// Discards the finest level at any time; the content of its last buckets goes into the open one.
    fn drop_finest(&mut self) {
        let tail = self.levels[0].len() - self.levels[0].len() % FAN as usize;
        let whole = self.levels[0][tail..].iter().fold(NOTHING, |a, &b| a.then(b));
        self.open = whole.then(self.open);
        self.levels.remove(0);
        self.width *= FAN;
        self.open_end = (self.levels[0].len() as u64 + 1) * self.width;
    }

    /// The current state.
    pub fn now(&self) -> SeriesMark {
        let mut open = vec![self.open];
        for level in &self.levels {
            let tail = level.len() - level.len() % FAN as usize;
            let whole = level[tail..].iter().fold(NOTHING, |a, &b| a.then(b));
            open.push(whole.then(open[open.len() - 1]));
        }
        SeriesMark {
            whole: self.open_end / self.width - 1,
            width: self.width,
            changes: self.recent.total,
            open,
        }
    }

    /// A copy as of an earlier time, at the current resolution.
    pub fn until(&self, mark: &SeriesMark) -> Series {
        let coarser = (self.width / mark.width).ilog(FAN) as usize;
        let mut whole = mark.whole / (self.width / mark.width);
        let open_end = (whole + 1) * self.width;
        let mut levels = Vec::with_capacity(self.levels.len());
        for level in &self.levels {
            levels.push(level[..(whole as usize).min(level.len())].to_vec());
            whole /= FAN;
        }
        while levels.len() > 1 && levels.last().is_some_and(Vec::is_empty) {
            levels.pop();
        }
        let open = mark.open[coarser.min(mark.open.len() - 1)];
        let mut recent = self.recent.clone();
        recent.back_to(mark.changes);
        Series { simple_before: 0, levels, open, open_end, width: self.width, recent, cap: self.cap }
    }

    /// Completes buckets until `now` is in the open one.
    fn roll(&mut self, now: u64) {
        while now >= self.open_end {
            let held = self.open.last;
            self.levels[0].push(self.open);
            self.open = Bucket::of(held);
            self.open_end += self.width;
            if (self.levels[0].len() as u64).is_multiple_of(FAN) {
                self.join(0);
                if self.levels[0].len() >= self.cap {
                    self.drop_finest();
                }
            }
        }
    }

    /// Joins complete groups of FAN buckets.
    fn join(&mut self, level: usize) {
        let len = self.levels[level].len();
        if !(len as u64).is_multiple_of(FAN) {
            return;
        }
        let joined = self.levels[level][len - FAN as usize..].iter().fold(NOTHING, |a, &b| a.then(b));
        if self.levels.len() == level + 1 {
            self.levels.push(Vec::new());
        }
        self.levels[level + 1].push(joined);
        self.join(level + 1);
    }

    /// The value at `now`; NaN before the first one, and if the changes before `now` are no longer kept.
    pub fn value(&self, now: Time) -> f64 {
        let changes = self.recent.before(now.0 as f64 + 1.0);
        changes.checked_sub(1).and_then(|last| self.recent.get(last)).map_or(f64::NAN, |(_, v)| f64::from(v))
    }

    /// Minimum and maximum, in the order in which they occurred, for each of `out.len() / 2` columns of t0 …
    /// t1 (ns); NaN before the first value and after `known`, up to which the run is recorded. Exact changes
    /// are used up to `now`.
    pub fn thin(&self, (now, known): (Time, Time), t0: f64, t1: f64, out: &mut [f64]) {
        let (columns, _) = out.as_chunks_mut();
        self.columns((now, known), t0, t1, columns.len(), |column, bucket| {
            let (min, max) = (f64::from(bucket.min), f64::from(bucket.max));
            let (earlier, later) = if bucket.last >= bucket.first { (min, max) } else { (max, min) };
            columns[column] = PlotColumn { earlier, later }.numbers();
        });
    }

    /// Minimum, maximum and last value of each of `out.len() / 3` columns of t0 … t1 (ns); NaN before the first value and after `now`.
    pub fn extremes(&self, now: Time, t0: f64, t1: f64, out: &mut [f64]) {
        let (columns, _) = out.as_chunks_mut();
        self.columns((now, now), t0, t1, columns.len(), |column, bucket| {
            let [min, max, last] = [bucket.min, bucket.max, bucket.last].map(f64::from);
            columns[column] = Extremes { min, max, last }.numbers();
        });
    }

    /// The values in each of several equal spans of t0 … t1 (ns).
    fn columns(
        &self,
        (now, known): (Time, Time),
        t0: f64,
        t1: f64,
        columns: usize,
        mut put: impl FnMut(usize, Bucket),
    ) {
        let step = (t1 - t0) / columns as f64;
        let exact = self.recent.is_whole() || self.recent.get(0).is_some_and(|(t, _)| t as f64 <= t0);
        let mut cursor = if exact { self.recent.before(t0) } else { 0 };
        let before = cursor.checked_sub(1).and_then(|i| self.recent.get(i));
        let mut held = if exact { before.map_or(f32::NAN, |(_, v)| v) } else { f32::NAN };
        // Column edges that coincide with bucket edges must do so in every window, despite rounding;
        // otherwise neighbouring columns would flicker while the window moves. Below this width columns would
        // be empty.
        let edge = |c: usize| {
            let at = t0 + step * c as f64;
            if step < 2.0 { at } else { libm::round(at) }
        };
        for c in 0..columns {
            let (from, to) = (edge(c), edge(c + 1));
            if from > known.0 as f64 || to <= 0.0 {
                put(c, NOTHING);
                continue;
            }
            let bucket = if exact && (to <= now.0 as f64 || now >= known) {
                let mut bucket = if held.is_nan() { NOTHING } else { Bucket::of(held) };
                while let Some((t, value)) = self.recent.get(cursor)
                    && (t as f64) < to
                {
                    bucket = bucket.then(Bucket::of(value));
                    cursor += 1;
                }
                held = bucket.last;
                bucket
            } else if step < self.width as f64 {
                self.within(from.max(0.0), to)
            } else {
                self.span(from.max(0.0) as u64, (to as u64).max(from.max(0.0) as u64 + 1))
            };
            put(c, bucket);
        }
    }

    /// The values in from … to, to the precision of the finest bucket: coarse buckets where they fit, finer
    /// ones at the edges.
    fn span(&self, from: u64, to: u64) -> Bucket {
        let mut joined = NOTHING;
        let mut at = from / self.width * self.width;
        while at < to {
            let (mut level, mut width) = (0, self.width);
            while at.is_multiple_of(width * FAN)
                && at + width * FAN <= to
                && self.has(level + 1, at / (width * FAN))
            {
                level += 1;
                width *= FAN;
            }
            match self.levels[level].get((at / width) as usize) {
                Some(&bucket) => joined = joined.then(bucket),
                // The value has not changed since the open bucket ended.
                None if at >= self.open_end => return joined.then(Bucket::of(self.open.last)),
                None => return joined.then(self.open),
            }
            at += width;
        }
        joined
    }

    /// The values in from … to (ns), less than a bucket's width: first value, extremes and last value joined
    /// by lines, since their times are unknown. Repeating the bucket in each column would draw a solid block.
    fn within(&self, from: f64, to: f64) -> Bucket {
        let width = self.width as f64;
        let mut joined = NOTHING;
        let mut at = from;
        while at < to {
            let index = (at / width) as u64;
            let (start, end) = (index as f64 * width, (index + 1) as f64 * width);
            let until = to.min(end);
            joined = joined.then(match self.levels[0].get(index as usize) {
                Some(bucket) => bucket.part((at - start) / width, (until - start) / width),
                // The open bucket is incomplete and is shown as it is.
                None if at >= self.open_end as f64 => Bucket::of(self.open.last),
                None => self.open,
            });
            at = until;
        }
        joined
    }

    fn has(&self, level: usize, index: u64) -> bool {
        self.levels.get(level).is_some_and(|l| index < l.len() as u64)
    }

    /// The value at the end.
    pub fn last(&self) -> Option<f64> {
        Some(f64::from(self.open.last)).filter(|x| !x.is_nan())
    }

    /// Rows (s, minimum, maximum, last) of the finest level kept, for export.
    pub fn rows(&self) -> impl Iterator<Item = (f64, f64, f64, f64)> + '_ {
        let width = self.width;
        let open = std::iter::once(&self.open);
        self.levels[0].iter().chain(open).enumerate().filter(|(_, b)| !b.last.is_nan()).map(move |(i, b)| {
            let t = (i as u64 * width) as f64 / 1e9;
            (t, f64::from(b.min), f64::from(b.max), f64::from(b.last))
        })
    }
}

/// A value that is not drawn: the threshold or window is unlimited.
pub const UNBOUNDED: Segments = f64::INFINITY;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn thin(series: &Series, now: Time, t0: f64, t1: f64, columns: usize) -> Vec<f64> {
        let mut out = vec![0.0; 2 * columns];
        series.thin((now, now), t0, t1, &mut out);
        out
    }

    #[test]
    fn keeps_its_value_and_is_nan_outside() {
        let mut series = Series::new(4096, 1024);
        series.record(Time::from_secs(1.0), 5.0);
        series.record(Time::from_secs(3.0), 7.0);
        let out = thin(&series, Time::from_secs(4.0), 0.0, 6e9, 6);
        assert!(out[0].is_nan() && out[1].is_nan());
        assert_eq!(&out[2..6], [5.0, 5.0, 5.0, 5.0]);
        assert_eq!(out[7], 7.0);
        assert_eq!(&out[8..10], [7.0, 7.0]);
        assert!(out[10].is_nan());
    }

    #[test]
    fn has_an_exact_present_value() {
        let mut series = Series::new(4096, 4);
        assert!(series.value(Time::from_secs(1.0)).is_nan());
        for (at, value) in [(1.0, 5.0), (3.2, 9.0), (3.200_001, 2.0)] {
            series.record(Time::from_secs(at), value);
        }
        let value = |series: &Series, at: f64| series.value(Time::from_secs(at));
        assert!(value(&series, 0.5).is_nan());
        assert_eq!([1.0, 3.1, 3.2, 3.3].map(|at| value(&series, at)), [5.0, 5.0, 9.0, 2.0]);
        // Of a run that goes back, the later changes are gone until the replay records them again.
        let mark = series.now();
        series.record(Time::from_secs(4.0), 8.0);
        assert_eq!(value(&series, 4.0), 8.0);
        series.back_to(Some(&mark));
        assert_eq!(value(&series, 3.3), 2.0);
    }

    #[test]
    fn columns_have_extremes_and_the_value_at_their_end() {
        let mut series = Series::new(4096, 1024);
        for (at, value) in [(1.0, 5.0), (3.2, 9.0), (3.4, 2.0), (3.8, 7.0)] {
            series.record(Time::from_secs(at), value);
        }
        let mut out = vec![0.0; 18];
        series.extremes(Time::from_secs(4.5), 0.0, 6e9, &mut out);
        assert!(out[..3].iter().chain(&out[15..]).all(|x| x.is_nan()));
        assert_eq!(&out[3..15], [5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 2.0, 9.0, 7.0, 7.0, 7.0, 7.0]);
    }

    #[test]
    fn a_held_value_fills_the_same_buckets_as_one_recorded_again_and_again() {
        let mut recorded = Series::new(64, 16);
        recorded.record(Time(100_000_000), 3.0);
        let mut held = recorded.clone();
        for ms in 101..3000 {
            recorded.record(Time(ms * 1_000_000), 3.0);
        }
        held.hold(Time(2_999_000_000));
        assert!(held.rows().eq(recorded.rows()));
        for series in [&mut held, &mut recorded] {
            series.record(Time(3_500_000_000), 5.0);
        }
        assert!(held.rows().eq(recorded.rows()));
        assert!(held.rows().count() > 16);
    }

    #[test]
    fn is_exact_from_the_start_while_all_changes_are_kept() {
        // A change every millisecond from 100 ms on, seen in columns of a millisecond, which are much
        // narrower than the buckets.
        let mut series = Series::new(4096, 1024);
        for ms in 100..200_u64 {
            series.record(Time(ms * 1_000_000), ms as f64);
        }
        let out = thin(&series, Time::from_secs(0.2), 0.0, 2e8, 200);
        assert!(out[..200].iter().all(|y| y.is_nan()));
        for ms in 101..200 {
            assert_eq!(out[2 * ms..2 * ms + 2], [ms as f64 - 1.0, ms as f64]);
        }
    }

    #[test]
    fn a_smooth_line_stays_smooth_beyond_its_resolution() {
        // A ramp from 0 to 1000 in 100 s, kept in buckets of half a second and seen in columns of 20 ms: each
        // column shows the ramp's value there, within the rise of a bucket, and none shows a whole bucket.
        let mut series = Series::new(256, 16);
        for ms in 0..=100_000_u64 {
            series.record(Time(ms * 1_000_000), ms as f64 / 100.0);
        }
        let width = series.width as f64 / 1e9;
        assert!(width > 0.1, "{width}");
        let out = thin(&series, Time::from_secs(100.0), 20e9, 30e9, 500);
        for (c, pair) in out.chunks(2).enumerate() {
            let at = 10.0 * (20.0 + 0.02 * (c as f64 + 0.5));
            assert!(pair[0] <= pair[1] && pair[1] - pair[0] < 4.0 * 0.2, "{c}: {pair:?}");
            assert!((pair[0] - at).abs() < 10.0 * width, "{c}: {pair:?}, not {at}");
        }
    }

    #[test]
    fn columns_keep_their_values_while_a_window_moves_by_whole_columns() {
        // Changes every 100 ms, columns of 2.5/17 s: every seventeenth column edge coincides with a change.
        let mut series = Series::new(16384, 1024);
        for n in 0..600_u64 {
            series.record(Time(n * 100_000_000), (n % 7 * (n % 13)) as f64);
        }
        let now = Time::from_secs(60.0);
        let (columns, span_s) = (204, 30.0);
        let column_s = span_s / columns as f64;
        let window = |first: usize| {
            let t0_s = first as f64 * column_s;
            thin(&series, now, t0_s * 1e9, (t0_s + span_s) * 1e9, columns)
        };
        for first in 1..200 {
            assert_eq!(window(first - 1)[2..], window(first)[..2 * columns - 2], "from column {first} on");
        }
    }

    proptest! {
        #[test]
        fn no_spike_is_ever_hidden(spikes in prop::collection::btree_set(1u64..100_000, 1..20), columns in 1usize..50) {
            // 100 s with a value of 1 every millisecond and spikes to 9, in much less memory than the changes
            // need.
            let mut series = Series::new(256, 1024);
            for ms in 0..100_000u64 {
                let value = if spikes.contains(&ms) { 9.0 } else { 1.0 };
                series.record(Time(ms * 1_000_000), value);
            }
            prop_assert!(series.levels[0].len() <= 256);
            let now = Time::from_secs(100.0);
            let out = thin(&series, now, 0.0, 1e11, columns);
            for ms in spikes {
                let c = (ms as f64 / 1e5 * columns as f64) as usize;
                let near = [c.saturating_sub(1), c, (c + 1).min(columns - 1)];
                prop_assert!(near.iter().any(|&c| out[2 * c].max(out[2 * c + 1]) == 9.0));
            }
        }
    }
}
