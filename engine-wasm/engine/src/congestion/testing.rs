//! A test bench for controllers: an ideal path that acknowledges one packet at a time.

use super::{
    Ack, Algorithm, Congestion, Control, Controller, ControllerKind, Cx, Equipment, GrowthBlock, Handover,
    Lost, RateSample, Round, equip,
};
use crate::catalogue::Settings;
use crate::core::random::Rng;
use crate::core::rtt::Rtt;
use crate::scenario::{ParamValue, Params};
use crate::units::{Nanos, Segments, Time};

/// Finds an algorithm of the engine by its id.
pub fn find(id: &str) -> Option<&'static Algorithm> {
    super::BUILT_IN.iter().find(|a| a.id == id)
}

/// A controller with its context.
pub struct Bench {
    controller: Box<dyn Controller>,
    rtt: Rtt,
    rng: Rng,
    now: Time,
    initial_window: Segments,
    delivered: u64,
    mark_answered: bool,
    /// Packets in flight as passed to the controller.
    pub in_flight: Segments,
}

impl Bench {
    pub fn new(algorithm: &Algorithm, params: &[(&str, ParamValue)]) -> Bench {
        Bench::equipped(algorithm, params, Equipment::default())
    }

    /// The controller with a stack's additions.
    pub fn equipped(algorithm: &Algorithm, params: &[(&str, ParamValue)], equipment: Equipment) -> Bench {
        let ControllerKind::Window(make) = algorithm.controller else {
            panic!("{} is not a window controller", algorithm.id)
        };
        let given: Params = params.iter().map(|(k, v)| ((*k).to_owned(), v.clone())).collect();
        let controller = equip(make(&Settings::new(&(algorithm.params)(), &given)), equipment);
        Bench {
            controller,
            rtt: Rtt::default(),
            rng: Rng::new(1, "bench", "law"),
            now: Time::ZERO,
            initial_window: 1.0,
            delivered: 0,
            mark_answered: false,
            in_flight: 0.0,
        }
    }

    /// Calls the controller directly, at the bench's time.
    pub fn call(&mut self, act: impl FnOnce(&mut dyn Controller, &mut Cx<'_>)) {
        self.with(0.0, act);
    }

    fn with<R>(
        &mut self,
        reduce_from: Segments,
        act: impl FnOnce(&mut dyn Controller, &mut Cx<'_>) -> R,
    ) -> R {
        let mut cx = Cx {
            reduce_from,
            initial_window: self.initial_window,
            in_flight: self.in_flight,
            delivered: self.delivered,
            ..context(self.now, &self.rtt, &mut self.rng)
        };
        act(&mut *self.controller, &mut cx)
    }

    /// A handshake of this duration, before the start.
    pub fn handshake(&mut self, rtt_ms: f64) {
        self.rtt.sample(Nanos::from_millis(rtt_ms));
    }

    pub fn start(&mut self, initial_window: Segments, from: Option<Handover>) {
        self.initial_window = initial_window;
        self.with(0.0, |controller, cx| controller.start(cx, from));
    }

    /// Starts in the middle of a connection.
    pub fn start_at(&mut self, cwnd: Segments, ssthresh: Segments) {
        self.start(
            1.0,
            Some(Handover {
                control: Control { ssthresh, ..Control::window(cwnd) },
                min_rtt: self.rtt.min(),
            }),
        );
    }

    /// One round: a window of packets is acknowledged one by one, spread over the round trip.
    pub fn round(&mut self, rtt_ms: f64) {
        self.round_of(rtt_ms, None);
    }

    /// A round at a delivery rate of `bps` bit/s.
    pub fn round_at(&mut self, rtt_ms: f64, bps: f64) {
        let interval = Nanos::from_millis(rtt_ms);
        let bytes = (bps / 8.0 * interval.as_secs()) as u64;
        self.round_of(rtt_ms, Some(RateSample { bytes, interval, ..RateSample::default() }));
    }

    /// Lets time pass.
    pub fn wait(&mut self, ms: f64) {
        self.now += Nanos::from_millis(ms);
    }

    /// A round whose packets were sent with a window in flight.
    pub fn round_in_flight(&mut self, rtt_ms: f64) {
        let sample = RateSample {
            in_flight: libm::floor(self.cwnd()),
            interval: Nanos::from_millis(rtt_ms),
            ..RateSample::default()
        };
        self.round_of(rtt_ms, Some(sample));
    }

    /// A round in which `packets` packets are delivered, one per ACK, and `lost` are lost, as the first ACK
    /// reports.
    pub fn deliver(&mut self, rtt_ms: f64, packets: u32, lost: u32) {
        self.deliver_of(rtt_ms, packets, lost, 0);
    }

    /// The same without new losses, where `lost` packets were lost between the sending of each packet and its
    /// ACK.
    pub fn deliver_losing(&mut self, rtt_ms: f64, packets: u32, since_sent: u64) {
        self.deliver_of(rtt_ms, packets, 0, since_sent);
    }

    fn deliver_of(&mut self, rtt_ms: f64, packets: u32, lost: u32, since_sent: u64) {
        let rtt = Nanos::from_millis(rtt_ms);
        let loss = Lost {
            seq: 0,
            len: 1460,
            selective: true,
            sent_at: self.now,
            transmissions: 1,
            in_flight: f64::from(packets),
            prior_delivered: self.delivered,
            lost: 1,
            app_limited: false,
        };
        for i in 0..packets {
            self.now += Nanos(rtt.0 / u64::from(packets));
            self.rtt.sample(rtt);
            self.delivered += 1;
            let rate = RateSample {
                bytes: u64::from(packets) * 1460,
                interval: rtt,
                prior_delivered: self.delivered.saturating_sub(u64::from(packets)),
                in_flight: f64::from(packets),
                lost: since_sent,
                ..RateSample::default()
            };
            let ack = Ack {
                acked: 1.0,
                delivered: 1.0,
                counted: 1.0,
                lost: if i == 0 { f64::from(lost) } else { 0.0 },
                prior_in_flight: self.cwnd(),
                rtt: Some(rtt),
                latest_rtt: Some(rtt),
                rate: Some(rate),
                ..Ack::default()
            };
            self.with(0.0, |controller, cx| {
                for _ in 0..if i == 0 { lost } else { 0 } {
                    controller.on_lost(cx, &loss);
                }
                controller.on_ack(cx, &ack);
            });
        }
    }

    fn round_of(&mut self, rtt_ms: f64, rate: Option<RateSample>) {
        let packets = self.cwnd() as u32;
        self.acks(packets, rtt_ms, rate, |i| i == packets, u64::from(packets));
    }

    /// A round from an ACK that closes a round to the ACK before the next such one, with `delivered` packets delivered while the closing
    /// packet was in flight.
    pub fn cycle(&mut self, rtt_ms: f64, delivered: u64) {
        self.acks(self.cwnd() as u32, rtt_ms, None, |i| i == 1, delivered);
    }

    fn acks(
        &mut self,
        packets: u32,
        rtt_ms: f64,
        rate: Option<RateSample>,
        closes: impl Fn(u32) -> bool,
        delivered: u64,
    ) {
        let rtt = Nanos::from_millis(rtt_ms);
        for i in 1..=packets {
            self.now += Nanos(rtt.0 / u64::from(packets));
            let round = closes(i).then_some(Round {
                min_rtt: rtt,
                mean_rtt: rtt,
                samples: packets,
                closing_rtt: Some(rtt),
                delivered,
            });
            self.ack(rtt, rate, round);
        }
    }

    /// A round in which the last packets, this share of the window, are reported as marked.
    pub fn marked_round(&mut self, rtt_ms: f64, share: f64) {
        let (rtt, packets) = (Nanos::from_millis(rtt_ms), self.cwnd() as u32);
        let clean = f64::from(packets) * (1.0 - share);
        for i in 1..=packets {
            let marked = if f64::from(i) > clean + 1e-9 { 1.0 } else { 0.0 };
            let round = (i == packets).then(Round::default);
            let ack = Ack { acked: 1.0, delivered: 1.0, marked, round, rtt: Some(rtt), ..Ack::default() };
            self.with(0.0, |controller, cx| controller.on_ack(cx, &ack));
        }
    }

    /// An ACK of one packet, `gap_ms` after the last one, which may close a round; the first mark of a round
    /// is a congestion event.
    pub fn marked_ack(&mut self, rtt_ms: f64, gap_ms: f64, marked: bool, closes: bool) {
        self.now += Nanos::from_millis(gap_ms);
        let rtt = Nanos::from_millis(rtt_ms);
        self.rtt.sample(rtt);
        if marked && !std::mem::replace(&mut self.mark_answered, true) {
            self.congestion(Congestion::Ecn, self.cwnd());
        }
        self.mark_answered &= !closes;
        let round = closes.then(Round::default);
        let marks = if marked { 1.0 } else { 0.0 };
        let ack = Ack {
            acked: 1.0,
            delivered: 1.0,
            counted: 1.0,
            marked: marks,
            ece: marked,
            rtt: Some(rtt),
            round,
            ..Ack::default()
        };
        self.with(0.0, |controller, cx| {
            cx.hold.echo = marked;
            controller.on_ack(cx, &ack);
        });
    }

    /// A round trip in which every 1/p-th packet is marked. The first mark is a congestion event, and marked
    /// ACKs do not increase the window. `due` carries the remainder over.
    pub fn spread_round(&mut self, p: f64, due: &mut f64) {
        let packets = self.cwnd() as u32;
        let mut answered = false;
        for i in 1..=packets {
            *due += p;
            let echo = *due >= 1.0;
            let marked = if echo { 1.0 } else { 0.0 };
            *due -= marked;
            if echo && !std::mem::replace(&mut answered, true) {
                self.congestion(Congestion::Ecn, self.cwnd());
            }
            let round = (i == packets).then(Round::default);
            let ack =
                Ack { acked: 1.0, delivered: 1.0, counted: 1.0, marked, ece: echo, round, ..Ack::default() };
            self.with(0.0, |controller, cx| {
                cx.hold.echo = echo;
                controller.on_ack(cx, &ack);
            });
        }
    }

    /// A round with this one-way delay.
    pub fn one_way_round(&mut self, rtt_ms: f64, one_way_ms: f64) {
        let (rtt, packets) = (Nanos::from_millis(rtt_ms), self.cwnd() as u32);
        let one_way = Some(Nanos::from_millis(one_way_ms));
        for _ in 0..packets {
            self.now += Nanos(rtt.0 / u64::from(packets));
            let prior_in_flight = self.cwnd();
            let ack =
                Ack { acked: 1.0, delivered: 1.0, counted: 1.0, one_way, prior_in_flight, ..Ack::default() };
            self.with(0.0, |controller, cx| controller.on_ack(cx, &ack));
        }
    }

    fn ack(&mut self, rtt: Nanos, rate: Option<RateSample>, round: Option<Round>) {
        self.rtt.sample(rtt);
        let ack =
            Ack { acked: 1.0, delivered: 1.0, counted: 1.0, rtt: Some(rtt), rate, round, ..Ack::default() };
        self.with(0.0, |controller, cx| controller.on_ack(cx, &ack));
    }

    pub fn congestion(&mut self, event: Congestion, reduce_from: Segments) {
        self.with(reduce_from, |controller, cx| controller.on_congestion(cx, event));
    }

    /// A congestion event that proves to be spurious.
    pub fn spurious(&mut self, event: Congestion, reduce_from: Segments) {
        self.controller.save();
        self.congestion(event, reduce_from);
        self.with(reduce_from, |controller, cx| controller.on_undo(cx));
    }

    /// Marks every 1/p-th packet. Returns the mean window over time in steady state.
    pub fn periodic_marks(&mut self, p: f64, rtt_ms: f64) -> f64 {
        self.periodic(p, rtt_ms, 1, Congestion::Ecn).0
    }

    /// Loses every 1/p-th packet. Returns the mean window over time and the mean of the maxima in steady state.
    pub fn periodic_loss(&mut self, p: f64, rtt_ms: f64) -> (f64, f64) {
        self.periodic_loss_acked(p, rtt_ms, 1)
    }

    /// The same with an ACK for every `per_ack`-th packet, which counts as one packet.
    pub fn periodic_loss_acked(&mut self, p: f64, rtt_ms: f64, per_ack: u64) -> (f64, f64) {
        self.periodic(p, rtt_ms, per_ack, loss(1))
    }

    fn periodic(&mut self, p: f64, rtt_ms: f64, per_ack: u64, event: Congestion) -> (f64, f64) {
        let period = libm::round(1.0 / p) as u64;
        let rtt = Nanos::from_millis(rtt_ms);
        let (mut weight, mut sum, mut maxima) = (0.0, 0.0, Vec::new());
        for cycle in 0..60 {
            for packet in 1..=period {
                let w = self.cwnd();
                // A packet takes RTT/W, by which the mean over time is weighted.
                self.now += rtt.scale(1.0 / w);
                if packet % per_ack == 0 {
                    self.ack(rtt, None, None);
                }
                if cycle >= 20 {
                    weight += 1.0 / w;
                    sum += 1.0;
                }
            }
            if cycle >= 20 {
                maxima.push(self.cwnd());
            }
            self.congestion(event, self.cwnd());
        }
        (sum / weight, maxima.iter().sum::<f64>() / maxima.len() as f64)
    }

    pub fn now(&self) -> Time {
        self.now
    }

    pub fn cwnd(&self) -> Segments {
        self.controller.control().cwnd
    }

    pub fn ssthresh(&self) -> Segments {
        self.controller.control().ssthresh
    }

    /// A variable by its index in the row.
    pub fn variable(&self, index: usize) -> f64 {
        let mut values = Vec::new();
        self.controller.variables(&mut |v| values.push(v));
        values[index]
    }
}

/// Context for a call, with nothing in flight.
pub fn context<'a>(now: Time, rtt: &'a Rtt, rng: &'a mut Rng) -> Cx<'a> {
    Cx {
        now,
        reduce_from: 0.0,
        hold: GrowthBlock::default(),
        in_recovery: false,
        initial_window: 1.0,
        mss: 1460,
        in_flight: 0.0,
        delivered: 0,
        next_send: now,
        rtt,
        rng,
        increase_scale: 1.0,
        paced: false,
    }
}

/// A loss of a packet that was sent `transmissions` times, the last time now.
pub fn loss(transmissions: u32) -> Congestion {
    Congestion::Loss { transmissions, sent_at: Time::NEVER }
}
