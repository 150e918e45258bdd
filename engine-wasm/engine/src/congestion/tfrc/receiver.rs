//! TFRC's receiving end: loss events, the receive rate, and feedback about once a round trip (RFC 5348, sections 5 and 6).

use std::collections::VecDeque;

use super::history::LossHistory;
use super::{Report, Rules};
use crate::catalogue::Settings;
use crate::congestion::rate::ReceivedNumbers;
use crate::congestion::rate::{Datagram, Feedback, RateReceiver};
use crate::units::{Nanos, Time};

/// A packet counts as lost when this many later ones have arrived (section 5.1, NDUPACK).
const LATER: usize = 3;

/// The receiving end.
#[derive(Clone, Debug)]
pub struct Receiver {
    rules: Rules,
    /// The sender's RTT, from the datagram with the highest number that had one.
    rtt: Nanos,
    /// Number and arrival time of the highest datagram before the first open gap, and of those after it.
    order: VecDeque<(u64, Time)>,
    history: Option<LossHistory>,
    /// Start of the current loss event.
    event_at: Time,
    events: u32,
    /// Arrivals within the last RTT.
    arrivals: VecDeque<Time>,
    /// Send and arrival time of the last datagram.
    last: (Time, Time),
    /// Loss event rate and receive rate as last reported.
    loss: f64,
    rate: f64,
    /// Whether nothing has arrived since the last feedback.
    quiet: bool,
    timer: Time,
}

impl Receiver {
    pub fn new(rules: Rules) -> Receiver {
        Receiver {
            rules,
            rtt: Nanos::ZERO,
            order: VecDeque::new(),
            history: None,
            event_at: Time::ZERO,
            events: 0,
            arrivals: VecDeque::new(),
            last: (Time::ZERO, Time::ZERO),
            loss: 0.0,
            rate: 0.0,
            quiet: true,
            timer: Time::NEVER,
        }
    }

    fn highest(&self) -> u64 {
        self.order.back().map_or(0, |&(number, _)| number)
    }

    /// Inserts an arrival in order of numbers. Returns the losses that it shows, as a gap with the arrivals on both sides.
    fn place(&mut self, number: u64, now: Time) -> Option<[(u64, Time); 2]> {
        // Packets before the open gaps have already been counted as lost.
        if self.order.front().is_some_and(|&(first, _)| number < first) {
            return None;
        }
        let at = self.order.partition_point(|&(n, _)| n < number);
        self.order.insert(at, (number, now));
        // Without a gap, the base advances.
        while self.order.len() > 1 && self.order[1].0 == self.order[0].0 + 1 {
            self.order.pop_front();
        }
        (self.order.len() > LATER).then(|| {
            let before = self.order.pop_front().expect("more than three");
            let after = self.order[0];
            while self.order.len() > 1 && self.order[1].0 == self.order[0].0 + 1 {
                self.order.pop_front();
            }
            [before, after]
        })
    }

    /// A packet was lost or marked at `at`. Returns whether that starts a loss event (section 5.2). Without an RTT there are no loss
    /// events.
    fn congestion(&mut self, now: Time, number: u64, at: Time) -> bool {
        if self.rtt == Nanos::ZERO {
            return false;
        }
        match &mut self.history {
            None => self.history = Some(LossHistory::new(number, self.first_interval(now))),
            Some(history) => {
                if at <= self.event_at + self.rtt || !history.precedes(number) {
                    return false;
                }
                history.event(number, self.rules.discount_floor);
            }
        }
        self.event_at = at;
        self.events = self.events.wrapping_add(1);
        true
    }

    /// Section 6.3.1: the interval for which the equation gives the receive rate.
    fn first_interval(&self, now: Time) -> f64 {
        let rtt_s = self.rtt.as_secs();
        let rate = self.receive_rate(now).max(self.rate).max(0.5 / rtt_s);
        1.0 / self.rules.loss_for(rate, rtt_s)
    }

    /// Packets per second over the last RTT (section 6.2, step 2); zero before there is an RTT.
    fn receive_rate(&self, now: Time) -> f64 {
        if self.rtt == Nanos::ZERO {
            return 0.0;
        }
        let within = self.arrivals.iter().rev().take_while(|&&at| now.since(at) < self.rtt);
        within.count() as f64 / self.rtt.as_secs()
    }

    fn mean_loss(&self) -> f64 {
        self.history.as_ref().map_or(0.0, |h| 1.0 / h.mean(self.highest(), self.rules.discount_floor))
    }

    fn feedback(&mut self, now: Time) -> Feedback {
        self.loss = self.mean_loss();
        self.rate = self.receive_rate(now);
        self.quiet = true;
        self.timer = if self.rtt > Nanos::ZERO { now + self.rtt } else { Time::NEVER };
        let (sent_at, arrived) = self.last;
        let report = Report { loss: self.loss, rate: self.rate, events: self.events };
        Feedback { number: self.highest(), echo: sent_at + now.since(arrived), words: report.write() }
    }
}

impl RateReceiver for Receiver {
    fn set(&mut self, settings: &Settings<'_>) {
        self.rules = Rules::of(settings);
    }

    fn on_datagram(&mut self, now: Time, datagram: &Datagram, _: &ReceivedNumbers) -> Option<Feedback> {
        let number = datagram.number;
        if datagram.rtt > Nanos::ZERO && number >= self.highest() {
            self.rtt = datagram.rtt;
        }
        while self.arrivals.front().is_some_and(|&at| now.since(at) >= self.rtt) {
            self.arrivals.pop_front();
        }
        self.arrivals.push_back(now);
        self.last = (datagram.sent_at, now);
        self.quiet = false;
        let mut event = false;
        if let Some([before, after]) = self.place(number, now) {
            let (gap, time) = ((after.0 - before.0) as f64, after.1.since(before.1));
            for lost in before.0 + 1..after.0 {
                // Section 5.2: as if it had arrived in order.
                let at = before.1 + time.scale((lost - before.0) as f64 / gap);
                event |= self.congestion(now, lost, at);
            }
        }
        if datagram.marked {
            event |= self.congestion(now, number, now);
        }
        // Section 6.1: feedback at once if the loss event rate has increased, or if the last timer found no packets; section 6.3: also
        // while no RTT is known.
        let idle = self.timer == Time::NEVER;
        (idle || event && self.mean_loss() > self.loss).then(|| self.feedback(now))
    }

    fn next_timer(&self) -> Time {
        self.timer
    }

    fn on_timer(&mut self, now: Time) -> Option<Feedback> {
        self.timer = Time::NEVER;
        (!self.quiet).then(|| self.feedback(now))
    }

    fn clone_box(&self) -> Box<dyn RateReceiver> {
        Box::new(self.clone())
    }
}
