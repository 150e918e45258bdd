//! Tests of BBR with given deliveries and losses, without a network.

use super::super::testing::Bench;
use crate::congestion::Congestion;
use crate::congestion::testing::find;

/// Pacing gains during `rounds` rounds of 100 packets at 40 ms, of which `lost` are lost.
fn gains(bench: &mut Bench, rounds: u32, lost: u32) -> Vec<f64> {
    let mut seen = Vec::new();
    for _ in 0..rounds {
        bench.deliver(40.0, 100, lost);
        seen.push(bench.variable(4));
    }
    seen
}

#[test]
fn startup_ends_after_three_rounds_without_growth_and_the_rate_is_probed_every_eight_round_trips() {
    let mut bench = Bench::new(find("bbr").unwrap(), &[]);
    bench.start(10.0, None);
    let start = gains(&mut bench, 3, 0);
    assert!(start.iter().all(|gain| (gain - 2.887).abs() < 0.001), "{start:?}");
    // Two bandwidth-delay products, rounded up, plus the allowance of a packet, three bursts of two or (at 5/4) three packets, and two
    // more in that phase, rounded to pairs.
    gains(&mut bench, 20, 0);
    assert!((206.0..=214.0).contains(&bench.cwnd()) && bench.variable(8) <= 1.0, "{}", bench.cwnd());
    let cycle = gains(&mut bench, 80, 0);
    let share = |gain| cycle.iter().filter(|&&g| g == gain).count();
    // With everything in flight as one window, a phase takes a round trip and the next ACK.
    assert!((8..=12).contains(&share(1.25)) && share(1.0) > 50, "{cycle:?}");
    assert!((bench.variable(1) - 100.0 * 1460.0 * 8.0 / 0.04 / 1e6).abs() < 1e-6);
}

#[test]
fn a_loss_of_a_fifth_at_a_steady_rate_counts_as_a_policer_for_48_rounds() {
    let policed = |on: bool| {
        let mut bench =
            Bench::new(find("bbr").unwrap(), &[("policers", crate::scenario::ParamValue::Bool(on))]);
        bench.start(10.0, None);
        gains(&mut bench, 12, 0);
        // Two intervals of four to sixteen rounds each.
        gains(&mut bench, 14, 30);
        gains(&mut bench, 30, 30)
    };
    assert!(policed(true).iter().all(|&gain| gain == 1.0));
    assert!(policed(false).contains(&1.25));
    // A loss of a tenth does not count.
    let mut bench = Bench::new(find("bbr").unwrap(), &[]);
    bench.start(10.0, None);
    gains(&mut bench, 12, 0);
    assert!(gains(&mut bench, 40, 10).contains(&1.25));
}

#[test]
fn the_threshold_follows_the_window_down_to_two_packets() {
    let mut bench = Bench::new(find("bbr").unwrap(), &[]);
    bench.start(10.0, None);
    gains(&mut bench, 20, 0);
    assert!(bench.ssthresh() <= bench.cwnd());
    bench.congestion(Congestion::Restart, 0.0);
    bench.deliver(40.0, 1, 0);
    assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 2.0));
}
