//! Sampling, which both models do once per sampling period.

use std::collections::VecDeque;

use crate::metrics::recorder::{Recorder, SeriesKind};
use crate::scenario;
use crate::units::{Nanos, Time};

/// When samples are due, and the bytes that flows had received at each sample of the fairness window, as the
/// model counts them.
#[derive(Clone, Debug)]
pub(crate) struct Sampling<T> {
    pub(crate) period: Nanos,
    pub(crate) next: Time,
    /// By sample, oldest first, then by flow.
    window: VecDeque<Vec<T>>,
    /// Maximum number of periods in the window.
    most: usize,
    /// Jain's index over the window.
    pub(crate) jain: Option<f64>,
    pub(crate) jain_series: u32,
}

impl<T> Sampling<T> {
    pub(crate) fn new(sampling: &scenario::Sampling, recorder: &mut Recorder) -> Sampling<T> {
        let period = Nanos::from_millis(sampling.period_ms);
        let window = Nanos::from_secs(sampling.fairness_window_s);
        Sampling {
            period,
            next: Time::ZERO + period,
            window: VecDeque::new(),
            most: (window.0 / period.0.max(1)).max(1) as usize,
            jain: None,
            jain_series: recorder.add("", SeriesKind::Jain, None),
        }
    }

    /// A period is over: adds what each flow has received since the start of the run.
    pub(crate) fn take(&mut self, received: Vec<T>) {
        if self.window.len() > self.most {
            self.window.pop_front();
        }
        self.window.push_back(received);
        self.next += self.period;
    }

    /// The oldest sample of the window. There must be one.
    pub(crate) fn oldest(&self) -> &[T] {
        &self.window[0]
    }

    /// The latest sample. There must be one.
    pub(crate) fn latest(&self) -> &[T] {
        &self.window[self.window.len() - 1]
    }

    /// Number of periods from the oldest sample to the latest.
    pub(crate) fn periods(&self) -> usize {
        self.window.len() - 1
    }

    /// All samples of the window, mutable.
    pub(crate) fn samples_mut(&mut self) -> impl Iterator<Item = &mut Vec<T>> {
        self.window.iter_mut()
    }
}
