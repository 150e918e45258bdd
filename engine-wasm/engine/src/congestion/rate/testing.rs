//! A test bench for rate controllers: a path with a constant RTT, on which the test chooses the losses.

use std::collections::BTreeMap;

use super::{
    AppLimitedPeriods, Datagram, Feedback, RateController, RateCx, RateSignal, ReceivedNumbers, SendClock,
};
use crate::catalogue::Settings;
use crate::congestion::{Algorithm, ControllerKind};
use crate::core::random::Rng;
use crate::core::rtt::{Rtt, TimerRules};
use crate::scenario::{ParamValue, Params};
use crate::units::{Nanos, Time};

#[derive(Clone, Copy, Debug)]
enum Event {
    Turn,
    Arrival(Datagram),
    Feedback(Feedback),
    SenderTimer,
    ReceiverTimer,
}

/// A log of events with their times.
#[derive(Clone, Debug, Default)]
pub struct EventLog {
    /// Packets sent.
    pub sent: Vec<Time>,
    /// Changes of the rate, packets/s.
    pub rates: Vec<(Time, f64)>,
    /// Congestion signals at the sender.
    pub signals: Vec<(Time, RateSignal)>,
    /// Feedback sent by the receiver.
    pub feedback: Vec<(Time, Feedback)>,
}

/// The path, with both ends.
pub struct Path {
    pub controller: RateController,
    pub now: Time,
    pub rtt: Nanos,
    pub payload: u32,
    /// Whether a datagram is lost, by number.
    pub loses: Box<dyn FnMut(u64) -> bool>,
    /// Whether feedback is lost, by the number that it acknowledges.
    pub loses_feedback: Box<dyn FnMut(u64) -> bool>,
    /// Whether a datagram is marked.
    pub marks: Box<dyn FnMut(u64) -> bool>,
    pub log: EventLog,
    estimate: Rtt,
    app_limited: AppLimitedPeriods,
    rng: Rng,
    received: ReceivedNumbers,
    next: u64,
    clock: Time,
    left: u32,
    turn_at: Time,
    events: BTreeMap<(Time, u64), Event>,
    order: u64,
}

/// Settings for a test.
pub fn number(value: f64) -> ParamValue {
    ParamValue::Number(value)
}

pub fn choice(value: &str) -> ParamValue {
    ParamValue::Text(value.to_owned())
}

impl Path {
    pub fn new(algorithm: &Algorithm, rtt_s: f64, params: &[(&str, ParamValue)]) -> Path {
        let ControllerKind::Rate(make) = algorithm.controller else {
            panic!("{} has no rate controller", algorithm.id)
        };
        let params: Params = params.iter().map(|(id, value)| ((*id).to_owned(), value.clone())).collect();
        let rules = TimerRules { min: Nanos::from_secs(0.2), ..TimerRules::default() };
        let mut path = Path {
            controller: make(&Settings::new(&(algorithm.params)(), &params)),
            now: Time::ZERO,
            rtt: Nanos::from_secs(rtt_s),
            payload: 1000,
            loses: Box::new(|_| false),
            loses_feedback: Box::new(|_| false),
            marks: Box::new(|_| false),
            log: EventLog::default(),
            estimate: Rtt::new(rules, 0.0),
            app_limited: AppLimitedPeriods::default(),
            rng: Rng::new(1, "path", "law"),
            received: ReceivedNumbers::default(),
            next: 0,
            clock: Time::ZERO,
            left: 0,
            turn_at: Time::NEVER,
            events: BTreeMap::new(),
            order: 0,
        };
        path.begin();
        path
    }

    fn begin(&mut self) {
        self.with(|controller, cx| {
            controller.sender.start(cx, None);
            None
        });
        self.left = self.pace().burst;
        self.schedule_turn(Time::ZERO);
    }

    /// Sets the payload of datagrams, bytes.
    pub fn of(mut self, payload: u32) -> Path {
        self.payload = payload;
        self.begin();
        self
    }

    pub fn losing(mut self, loses: impl FnMut(u64) -> bool + 'static) -> Path {
        self.loses = Box::new(loses);
        self
    }

    pub fn pace(&self) -> SendClock {
        self.controller.sender.pace()
    }

    /// Packets per second.
    pub fn rate(&self) -> f64 {
        self.pace().rate()
    }

    /// TCP's retransmission timeout, s.
    pub fn timeout_s(&self) -> f64 {
        self.estimate.timeout().as_secs()
    }

    fn schedule(&mut self, at: Time, event: Event) {
        self.order += 1;
        self.events.insert((at, self.order), event);
    }

    fn schedule_turn(&mut self, at: Time) {
        self.turn_at = at;
        self.schedule(at, Event::Turn);
    }

    fn with(&mut self, act: impl FnOnce(&mut RateController, &mut RateCx<'_>) -> Option<RateSignal>) {
        let mut cx = RateCx {
            now: self.now,
            rtt: &self.estimate,
            payload: self.payload,
            app_limited: &self.app_limited,
            rng: &mut self.rng,
        };
        if let Some(sign) = act(&mut self.controller, &mut cx) {
            self.log.signals.push((self.now, sign));
        }
        let (at, rate) = (self.controller.sender.next_timer(), self.rate());
        if at != Time::NEVER {
            self.schedule(at, Event::SenderTimer);
        }
        if self.log.rates.last().is_none_or(|&(_, last)| last != rate) {
            self.log.rates.push((self.now, rate));
            self.schedule_turn(self.now);
        }
    }

    fn turn(&mut self) {
        loop {
            if self.left == 0 {
                let pace = self.pace();
                let at = self.clock + pace.every;
                if at > self.now {
                    return self.schedule_turn(at);
                }
                (self.clock, self.left) = (self.now, pace.burst);
            }
            let number = self.next;
            self.with(|controller, cx| controller.sender.on_sent(cx, number));
            (self.next, self.left) = (number + 1, self.left - 1);
            self.log.sent.push(self.now);
            if !(self.loses)(number) {
                let (rtt, marked) = (self.controller.sender.advertised_rtt(), (self.marks)(number));
                let datagram = Datagram { number, sent_at: self.now, rtt, marked };
                self.schedule(self.now + Nanos(self.rtt.0 / 2), Event::Arrival(datagram));
            }
        }
    }

    fn answer(&mut self, feedback: Option<Feedback>) {
        let at = self.controller.receiver.next_timer();
        if at != Time::NEVER {
            self.schedule(at, Event::ReceiverTimer);
        }
        let Some(feedback) = feedback else { return };
        self.log.feedback.push((self.now, feedback));
        if !(self.loses_feedback)(feedback.number) {
            self.schedule(self.now + Nanos(self.rtt.0 - self.rtt.0 / 2), Event::Feedback(feedback));
        }
    }

    /// Runs all events before `until_s`.
    pub fn run(&mut self, until_s: f64) {
        let until = Time::from_secs(until_s);
        while let Some((&(at, order), &event)) = self.events.first_key_value() {
            if at >= until {
                break;
            }
            self.events.remove(&(at, order));
            self.now = at;
            match event {
                // Send times and timers can change: only the current ones count.
                Event::Turn if self.turn_at == at => {
                    self.turn_at = Time::NEVER;
                    self.turn();
                }
                Event::Arrival(datagram) => {
                    assert!(self.received.add(datagram.number));
                    let answer = self.controller.receiver.on_datagram(self.now, &datagram, &self.received);
                    self.answer(answer);
                }
                Event::Feedback(feedback) => {
                    self.estimate.sample(self.now.since(feedback.echo));
                    self.with(|controller, cx| controller.sender.on_feedback(cx, &feedback));
                }
                Event::SenderTimer if self.controller.sender.next_timer() == at => {
                    self.with(|controller, cx| controller.sender.on_timer(cx));
                }
                Event::ReceiverTimer if self.controller.receiver.next_timer() == at => {
                    let answer = self.controller.receiver.on_timer(self.now);
                    self.answer(answer);
                }
                Event::Turn | Event::SenderTimer | Event::ReceiverTimer => {}
            }
        }
        self.now = until;
    }
}
