//! Steps of the solver, and the events between them.

use super::agenda::FutureEvent;
use super::events::Crossing;
use super::network::{MIN_WINDOW, Mode};
use super::{FluidSimulation, SolverCounts};
use crate::queue::fluid::NUMBERS;
use crate::units::Time;

/// Steps shorter than this are accepted whatever their error, s.
const MIN_STEP: f64 = 1e-9;

/// A step that has been computed but not taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ready {
    pub(super) t1: f64,
    /// Step size and effort before this step, to restore them if an edit cuts it short.
    pub(super) before: (f64, SolverCounts),
    pub(super) crossing: Option<Crossing>,
}

impl FluidSimulation {
    /// Time of the next event outside the equations, s.
    pub(super) fn next_boundary(&self) -> f64 {
        let measure = match self.common.measured_from {
            None => self.measurement_due().unwrap_or(f64::INFINITY),
            Some(_) => f64::INFINITY,
        };
        let due = self.agenda.first().map_or(f64::INFINITY, |(t, _)| t);
        let clock = self.sampling.next.min(self.common.next_second).as_secs();
        clock.min(measure).min(due)
    }

    /// Time of the next edit, s.
    pub(super) fn next_edit_time(&self) -> f64 {
        self.common.next_edit_at().map_or(f64::INFINITY, Time::as_secs)
    }

    pub(super) fn at_boundary(&mut self) {
        let time = Time::from_secs(self.t);
        if self.common.next_second <= time {
            let ladder_digest = self.ladder_digest(self.t);
            self.common.add_ladder_digest(ladder_digest);
        }
        if self.sampling.next <= time {
            self.sample();
        }
        self.start_measurement_if_due();
        self.apply_due_edits();
        // Events that are nearly due count as due: many flows learn of one event at different times, and each would cost a step.
        let soon = self.t + self.coalescing_interval();
        while let Some((t, what)) = self.agenda.first()
            && t <= soon
        {
            if t > self.t && matches!(what, FutureEvent::Start(_) | FutureEvent::Stop(_)) {
                break;
            }
            self.agenda.pop();
            self.taken = (self.t, self.taken.1.max(t));
            self.process(what);
        }
    }

    /// Maximum step size, s, to resolve a round trip.
    pub(super) fn longest_step(&self) -> f64 {
        let running = self.net.flows.iter().filter(|f| f.running);
        let shortest = running.map(|f| f.base_rtt).fold(f64::INFINITY, f64::min);
        shortest.max(1e-5).min(self.sampling.period.as_secs())
    }

    /// Computes the next step.
    pub(super) fn prepare(&mut self) {
        let before = (self.step, self.effort);
        let boundary = self.next_boundary().min(self.common.end.as_secs());
        let edit = self.next_edit_time();
        // Jumps that counted as due now arrive a little later, so the step starts with the slopes after them. A step that starts at
        // another time must see them when they arrive: otherwise a queue that just became full would empty by the slopes ahead, become
        // full again in the step, and so on with ever shorter steps.
        let ahead = if self.taken.0 == self.t { (self.taken.1 - self.t).max(0.0) } else { 0.0 };
        let just_after = ahead + 1e-7 * self.step;
        if self.fresh {
            self.work.begin(&self.net, self.t, &self.y, just_after);
            self.fresh = false;
            self.update_modes();
            if self.fresh {
                self.work.begin(&self.net, self.t, &self.y, just_after);
                self.fresh = false;
            }
        }
        // An edit cuts a step short but must not affect earlier steps, which may have been taken before the edit was made. So it is
        // considered after all attempts at the step.
        let (mut t1, mut crossing) = self.step_to(boundary);
        if t1 > edit {
            (self.step, self.effort) = before;
            (t1, crossing) = (edit, self.step_to_edit(edit));
        }
        self.ready = Some(Ready { t1, before, crossing });
    }

    /// Computes a step that ends at an edit, within an acceptable step. Returns the event at its end. It is a single step whatever its
    /// error, because intermediate steps would affect other edits that are made later for earlier times.
    fn step_to_edit(&mut self, edit: f64) -> Option<Crossing> {
        let h = edit - self.t;
        let error = self.work.step(&self.net, self.t, &self.y, h, 1e-7 * h);
        self.step = self.step.min(suggestion(h, error));
        self.first_crossing(h).map(|(_, what)| what)
    }

    /// Computes a step up to at most `until`. Returns its end and the event there.
    fn step_to(&mut self, until: f64) -> (f64, Option<Crossing>) {
        let room = until - self.t;
        let mut h = self.step.min(self.longest_step());
        if h >= room {
            h = room;
        } else if 2.0 * h > room {
            // Two equal steps rather than a long and a very short one.
            h = 0.5 * room;
        }
        let mut crossing = None;
        let mut located = 0;
        loop {
            let at_edge = if h >= room { 1e-7 * h } else { 0.0 };
            let error = self.work.step(&self.net, self.t, &self.y, h, at_edge);
            if error > 1.0 && h > MIN_STEP {
                self.effort.rejected += 1;
                h = (h * (0.9 / libm::cbrt(error)).clamp(0.1, 0.9)).max(MIN_STEP);
                (crossing, located) = (None, 0);
                continue;
            }
            // A step that was cut short for another reason does not reduce the next step size.
            let suggested = suggestion(h, error);
            let free = crossing.is_none() && h < room;
            self.step = if free || suggested < self.step { suggested } else { self.step };
            if let Some((part, what)) = self.first_crossing(h)
                && located < 4
                && part < 1.0
                && h * part > MIN_STEP
            {
                h *= part;
                crossing = Some(what);
                located += 1;
                continue;
            } else if let Some((_, what)) = self.first_crossing(h) {
                crossing = Some(what);
            }
            break;
        }
        (if h >= room { until } else { self.t + h }, crossing)
    }

    /// Takes the prepared step.
    pub(super) fn take(&mut self, ready: Ready) {
        self.ready = None;
        self.effort.steps += 1;
        self.meter_step(ready.t1);
        let w = &mut self.work;
        self.net.past.push((self.t, &self.y, &w.f0), (ready.t1, &w.y1, &w.f1));
        self.record_step(ready.t1);
        let w = &mut self.work;
        self.last = self.t;
        self.t = ready.t1;
        std::mem::swap(&mut self.y, &mut w.y1);
        std::mem::swap(&mut w.f0, &mut w.f1);
        std::mem::swap(&mut w.rates0, &mut w.rates1);
        self.project();
        if let Some(crossing) = ready.crossing {
            self.cross(crossing);
        }
        self.leave_slow_start();
        if self.effort.steps.is_multiple_of(64) {
            self.net.discard_before(self.t);
            if self.is_too_large() {
                self.common.stopped = Some("the history of the fluid model exceeds the memory limit");
            }
        }
    }

    /// Clamps the state to its range after rounding and located events.
    fn project(&mut self) {
        for flow in &self.net.flows {
            if flow.controller_size > 0 {
                self.y[flow.at] = self.y[flow.at].clamp(MIN_WINDOW, flow.cap.max(MIN_WINDOW));
            }
        }
        for queue in &self.net.queues {
            self.y[queue.at] = match queue.mode {
                Mode::Empty => 0.0,
                Mode::Full => queue.limit,
                Mode::Busy => self.y[queue.at].clamp(0.0, queue.limit),
            };
            if let Some((aqm, at)) = &queue.aqm {
                aqm.project(&mut self.y[*at..at + NUMBERS]);
            }
        }
    }
}

/// The next step size after a step of `h` with this error, s.
fn suggestion(h: f64, error: f64) -> f64 {
    h * (0.9 / libm::cbrt(error.max(1e-6))).clamp(0.2, 5.0)
}
