//! Tests of BBRv3 with given deliveries and losses, without a network. The scenarios are those of the draft's
//! appendix BBR Example Test Cases.

use super::super::testing::{Bench, loss};
use crate::congestion::testing::find;
use crate::congestion::{Congestion, Lost, Sent};

const STARTUP: f64 = 0.0;
const DRAIN: f64 = 1.0;
const DOWN: f64 = 2.0;
const CRUISE: f64 = 3.0;
const REFILL: f64 = 4.0;
const UP: f64 = 5.0;
const PROBE_RTT: f64 = 6.0;
/// The rate of 100 packets per 40 ms, Mb/s.
const RATE: f64 = 100.0 * 1460.0 * 8.0 / 0.04 / 1e6;

fn started() -> Bench {
    let mut bench = Bench::new(find("bbr3").unwrap(), &[]);
    bench.start(10.0, None);
    bench
}

fn rounds(bench: &mut Bench, n: u32) {
    for _ in 0..n {
        bench.deliver(40.0, 100, 0);
    }
}

/// Runs rounds until this state is reached.
fn reach(bench: &mut Bench, state: f64) {
    for _ in 0..400 {
        if bench.variable(0) == state {
            return;
        }
        bench.deliver(40.0, 100, 0);
    }
    panic!("state {} instead of {state}", bench.variable(0));
}

/// Loses a packet sent with `in_flight` packets in flight, the `lost`-th loss since it was sent.
fn lose(bench: &mut Bench, in_flight: f64, lost: u64, app_limited: bool) {
    let (seq, len, sent_at) = (lost * 3000, 1460, bench.now());
    let lost = Lost {
        seq,
        len,
        selective: true,
        sent_at,
        transmissions: 1,
        in_flight,
        prior_delivered: 0,
        lost,
        app_limited,
    };
    bench.call(|controller, cx| controller.on_lost(cx, &lost));
}

#[test]
fn startup_ends_after_three_rounds_without_growth() {
    let mut bench = started();
    bench.in_flight = 500.0;
    rounds(&mut bench, 3);
    assert_eq!(bench.variable(0), STARTUP);
    // The first pacing rates are 4·ln 2 times the measured rate, minus one percent.
    assert!((bench.variable(3) / (2.77 * 0.99 * RATE) - 1.0).abs() < 1e-3, "{}", bench.variable(3));
    rounds(&mut bench, 2);
    assert_eq!(bench.variable(0), DRAIN);
    assert!((bench.variable(1) / RATE - 1.0).abs() < 0.02);
    assert!((bench.variable(3) / (0.5 * 0.99 * RATE) - 1.0).abs() < 1e-3, "{}", bench.variable(3));
}

#[test]
fn drain_ends_with_the_queue_or_after_three_rounds() {
    let mut bench = started();
    bench.in_flight = 500.0;
    reach(&mut bench, DRAIN);
    bench.in_flight = 100.0;
    bench.deliver(40.0, 1, 0);
    // In DOWN the queue has drained, and no limit is known to leave headroom below.
    assert_eq!(bench.variable(0), CRUISE);

    let mut bench = started();
    bench.in_flight = 500.0;
    reach(&mut bench, DRAIN);
    let mut lasted = 0;
    while bench.variable(0) == DRAIN {
        rounds(&mut bench, 1);
        lasted += 1;
    }
    assert!((3..=4).contains(&lasted) && bench.variable(0) == DOWN, "{lasted} rounds");
}

#[test]
fn down_paces_at_nine_tenths_until_the_queue_has_drained() {
    let mut bench = started();
    bench.in_flight = 500.0;
    reach(&mut bench, DOWN);
    rounds(&mut bench, 2);
    assert!((bench.variable(3) / (0.9 * 0.99 * RATE) - 1.0).abs() < 1e-3, "{}", bench.variable(3));
    // The probe clock: two to three seconds, or 63 rounds of 40 ms minus the random one.
    let since = bench.now();
    while bench.variable(0) == DOWN {
        rounds(&mut bench, 1);
    }
    let took = bench.now().since(since).as_secs();
    assert!(bench.variable(0) == REFILL && (1.8..2.6).contains(&took), "{took}");

    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, CRUISE);
}

#[test]
fn a_plateau_ends_the_probe_and_the_growth_of_the_limit_doubles() {
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, UP);
    let mut lasted = 0;
    while bench.variable(0) == UP {
        rounds(&mut bench, 1);
        lasted += 1;
    }
    assert!((3..=4).contains(&lasted), "{lasted} rounds");

    // If the limit keeps the window down, the probe continues and raises it by 1, 2, 4, … packets per round.
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, UP);
    lose(&mut bench, 50.0, 3, false);
    assert!(bench.variable(0) == DOWN && bench.variable(6) < 90.0);
    // A smaller RTT, so that ProbeRTT does not interfere.
    bench.deliver(39.0, 100, 0);
    reach(&mut bench, UP);
    let mut steps = Vec::new();
    for _ in 0..6 {
        let before = bench.variable(6);
        let packets = bench.cwnd() as u32;
        bench.in_flight = bench.cwnd() - 20.0;
        for _ in 0..packets {
            let sent = Sent { retransmitted: false, in_flight: bench.cwnd(), after_idle: false };
            let now = bench.now();
            bench.call(|controller, _| controller.on_sent(now, &sent));
        }
        bench.deliver(40.0, packets, 0);
        steps.push(bench.variable(6) - before);
    }
    assert_eq!(bench.variable(0), UP);
    for pair in steps[1..].windows(2) {
        assert!((1.4..3.1).contains(&(pair[1] / pair[0])), "{steps:?}");
    }
}

#[test]
fn excess_loss_ends_a_probe_at_what_was_in_flight() {
    // Section Probing for Bandwidth In ProbeBW: (0.02·before − lost before)/0.98 more than what was in flight
    // before the packet.
    for (flight, lost, limit) in [(300.0, 7, 299.0), (300.0, 3, f64::INFINITY), (60.0, 2, 70.0)] {
        let mut bench = started();
        bench.in_flight = 90.0;
        reach(&mut bench, UP);
        lose(&mut bench, flight, lost, false);
        if limit.is_infinite() {
            assert!(bench.variable(0) == UP && bench.variable(6).is_nan());
        } else {
            assert_eq!(bench.variable(0), DOWN);
            // At least 0.7 times the BDP, which is 100 packets here.
            assert!((bench.variable(6) - limit).abs() < 0.5, "{flight}, {lost}: {}", bench.variable(6));
        }
    }
    // If the flow is application-limited, the probe ends and the limit stays.
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, UP);
    lose(&mut bench, 60.0, 3, true);
    assert!(bench.variable(0) == DOWN && bench.variable(6).is_nan());
}

#[test]
fn losses_in_cruise_lower_the_short_limits_to_the_amount_delivered() {
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, CRUISE);
    assert!(bench.variable(2).is_nan());
    let mut seen = Vec::new();
    // The next probe starts after as many rounds as the window has packets.
    for _ in 0..11 {
        // From now on a tenth of the rate arrives.
        bench.deliver(40.0, 10, 1);
        let limit = bench.variable(2) / RATE;
        if limit.is_finite() && seen.last() != Some(&limit) {
            seen.push(limit);
        }
    }
    // The first loss round still has samples of the full rate; then a factor of 0.7 per loss round, which
    // takes two rounds here.
    assert!(seen.len() >= 5, "{seen:?}");
    for (limit, expected) in seen.iter().zip([1.0, 0.7, 0.49, 0.343, 0.2401, 0.168]) {
        assert!((limit - expected).abs() < 0.005, "{seen:?}");
    }
}

#[test]
fn probe_rtt_starts_after_five_seconds_and_the_window_is_restored() {
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, CRUISE);
    let mut entered = None;
    let mut left = None;
    for _ in 0..200 {
        bench.in_flight = if bench.variable(0) == PROBE_RTT { 10.0 } else { 90.0 };
        rounds(&mut bench, 1);
        let now = bench.now().as_secs();
        if bench.variable(0) == PROBE_RTT {
            entered.get_or_insert(now);
            // Half the BDP.
            assert!(bench.cwnd() <= 50.5, "{}", bench.cwnd());
        } else if entered.is_some() {
            left = Some(now);
            break;
        }
    }
    let (entered, left) = (entered.expect("ProbeRTT"), left.expect("its end"));
    assert!((4.9..5.2).contains(&entered), "{entered}");
    assert!((0.2..0.4).contains(&(left - entered)), "{entered} {left}");
    assert_eq!(bench.variable(0), CRUISE);
    assert!(bench.cwnd() > 150.0, "{}", bench.cwnd());
}

#[test]
fn probe_rtt_does_not_start_after_an_idle_period() {
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, CRUISE);
    bench.wait(6000.0);
    let now = bench.now();
    let sent = Sent { retransmitted: false, in_flight: 1.0, after_idle: true };
    bench.call(|controller, _| controller.on_sent(now, &sent));
    rounds(&mut bench, 3);
    assert_ne!(bench.variable(0), PROBE_RTT);
}

#[test]
fn a_spurious_recovery_restores_limits_and_state() {
    let mut bench = started();
    bench.in_flight = 90.0;
    reach(&mut bench, UP);
    let before = bench.cwnd();
    lose(&mut bench, 60.0, 3, false);
    bench.congestion(loss(1), 0.0);
    assert!(bench.variable(0) == DOWN && bench.variable(6).is_finite());
    bench.call(|controller, cx| controller.on_undo(cx));
    assert!(bench.variable(0) == REFILL && bench.variable(6).is_nan());
    assert!(bench.cwnd() >= before);
    // Also after a timeout: one packet more than is in flight, and then restored.
    let before = bench.cwnd();
    bench.in_flight = 0.0;
    bench.congestion(Congestion::Timeout { first: true }, 0.0);
    assert_eq!(bench.cwnd(), 1.0);
    bench.call(|controller, cx| controller.on_undo(cx));
    assert_eq!(bench.cwnd(), before);
}

#[test]
fn startup_ends_with_six_ranges_of_losses() {
    let after = |places: u64, per_place: u64| {
        let mut bench = started();
        bench.in_flight = 500.0;
        rounds(&mut bench, 1);
        for i in 0..places {
            lose(&mut bench, 100.0, i + 1, false);
        }
        bench.congestion(loss(1), 0.0);
        bench.deliver_losing(40.0, 100, per_place);
        bench.deliver_losing(40.0, 2, per_place);
        bench.variable(0)
    };
    assert_eq!(after(6, 3), DRAIN);
    assert_eq!(after(5, 3), STARTUP);
    assert_eq!(after(6, 2), STARTUP);
}
