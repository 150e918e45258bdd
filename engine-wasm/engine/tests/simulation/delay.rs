//! Runs of delay-based controllers, compared with their papers and with calculations.

#![allow(clippy::disallowed_methods, reason = "expectations need no bit-identity")]

use crate::common::{Dumbbell, finished, queue, utilisation};
use droptail_engine::core::random::Rng;
use droptail_engine::model::Model;
use droptail_engine::packet_sim::Simulation;
use droptail_engine::scenario::Edit;
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// Samples every 10 ms from 30 to 60 s: the first flow's window, and the packets in queues, calculated from its RTT.
fn watch(run: &mut Simulation, per_s: f64, knee: f64) -> (Vec<f64>, Vec<f64>) {
    let (mut windows, mut queues) = (Vec::new(), Vec::new());
    for i in 3000..6000 {
        run.step(Time::from_secs(f64::from(i) / 100.0), u64::MAX);
        let seen = run.transports()[0].summary();
        windows.push(seen.cwnd);
        queues.push(seen.srtt_ms / 1e3 * per_s - knee);
    }
    (windows, queues)
}

fn extremes(values: &[f64]) -> (f64, f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (least, values.iter().sum::<f64>() / values.len() as f64, most)
}

/// Stacks without delayed ACKs: the project's default, and that of the papers' time, with a rate at which transmission times
/// are not whole nanoseconds. For each: packets per second of the core, and its window at the knee for 40 ms.
fn stacks() -> [(f64, Value, f64, f64); 2] {
    let knee = |mbps: f64, bytes: f64, headers: f64| {
        let per_s = mbps * 1e6 / 8.0 / bytes;
        // Propagation, and transmission of the packet and of its ACK: the access links have 1 Gb/s.
        let serialization = (bytes + headers) * 8.0 * (1e-6 / mbps + 2e-9);
        (per_s, per_s * (0.04 + serialization))
    };
    let (a, b) = (knee(20.0, 1500.0, 52.0), knee(17.3, 1000.0, 40.0));
    [
        (20.0, json!({"kind": "rfc", "params": {"delayedAck": 1}}), a.0, a.1),
        (17.3, json!({"kind": "ns2-1999"}), b.0, b.1),
    ]
}

#[test]
fn dual_keeps_the_queue_around_half_the_buffer() {
    // Wang & Crowcroft, CCR 22(2): the window falls by one eighth whenever the RTT exceeds the middle of its range, which is
    // half the buffer once the buffer has been full.
    let (rate, stack, per_s, knee) = stacks()[0].clone();
    let mut run = Dumbbell::new(rate, 60).flow_with("dual", 40.0, json!({"stack": stack})).simulation();
    let (_, queues) = watch(&mut run, per_s, knee);
    let (least, mean, most) = extremes(&queues);
    assert!(least > 15.0 && least < 30.0, "{least}");
    assert!(most > 30.0 && most < 36.0, "{most}");
    assert!((22.0..=32.0).contains(&mean), "{mean}");
    let results = finished(run).results();
    assert_eq!(results.flows[0].drops, 0, "DUAL avoids periodic losses");
    assert!(utilisation(&results) > 0.99);
}

#[test]
fn card_oscillates_around_the_knee() {
    // Jain, CCR 19(5): a positive gradient removes one eighth, so the window is between 7/8 of 7/8 of the knee (the first
    // decrease itself causes a positive gradient) and a little above the knee.
    for (rate, stack, per_s, knee) in stacks() {
        let d = Dumbbell::new(rate, 100).flow_with("card", 40.0, json!({"stack": stack}));
        let mut run = d.simulation();
        let (least, _, most) = extremes(&watch(&mut run, per_s, knee).0);
        assert!((knee..knee + 4.0).contains(&most), "{rate} Mb/s: {most}, knee {knee}");
        assert!(least > knee * 0.875 * 0.875 - 2.0 && least < knee, "{rate} Mb/s: {least}, knee {knee}");
    }
}

#[test]
fn tri_s_stays_at_the_knee() {
    // Wang & Crowcroft, CCR 21(1): beyond C·R0 an additional packet does not increase throughput. The effect of a packet is
    // measured one round trip later, while the search continues.
    for (rate, stack, per_s, knee) in stacks() {
        let d = Dumbbell::new(rate, 100).flow_with("tri-s", 40.0, json!({"stack": stack}));
        let mut run = d.simulation();
        let (least, mean, most) = extremes(&watch(&mut run, per_s, knee).0);
        assert!((mean - knee).abs() < 2.0, "{rate} Mb/s: {mean}, knee {knee}");
        assert!(knee - least < 3.0 && most - knee < 3.0, "{rate} Mb/s: {least} … {most}, knee {knee}");
    }
}

/// Flows of one kind that start together: mean queue, Jain's index, and the run. By Little's law the number of queued packets
/// is the rate times the sojourn time, which is the sum of the controllers' D.
fn same_kind(algorithm: &str, params: &Value, n: u32, rate: f64, stack: &Value) -> (f64, f64, Simulation) {
    let mut d = Dumbbell::new(rate, 300).seconds(60.0, 120.0);
    for i in 0..n {
        let start = 0.003 * f64::from(i);
        d = d.flow_with(algorithm, 50.0, json!({"params": params, "startS": start, "stack": stack}));
    }
    let run = finished(d.simulation());
    let results = run.results();
    let core = queue(&results, "core/forward");
    (core.mean_packets, results.jain.expect("goodput"), run)
}

#[test]
fn vegas_flows_keep_between_alpha_and_beta_packets_each() {
    // Brakmo & Peterson: each flow keeps α … β = 1 … 3 packets in queues, so N flows keep N … 3N if the buffer is large enough.
    // CODE's paper, section 4.5: CODE flows among themselves "behave like Vegas"; so do NewVegas flows.
    for algorithm in ["vegas", "newvegas", "code"] {
        for (n, rate, stack) in
            [(1, 20.0, "rfc"), (2, 5.0, "rfc"), (10, 17.3, "ns2-1999"), (10, 50.0, "ns2-1999")]
        {
            let stack = json!({"kind": stack, "params": {"delayedAck": 1}});
            let (queued, fairness, run) = same_kind(algorithm, &json!({}), n, rate, &stack);
            let n = f64::from(n);
            assert!((n..=3.0 * n).contains(&queued), "{algorithm}, {n} at {rate} Mb/s: {queued}");
            // Any D between α and β is an equilibrium. Table 2 of the paper has 0.95 … 0.99 for ten flows.
            let least = if n == 10.0 { 0.95 } else { 0.8 };
            assert!(fairness > least, "{algorithm}, {n} at {rate} Mb/s: Jain {fairness}");
            if algorithm != "vegas" {
                for flow in run.transports() {
                    let mut variables = Vec::new();
                    flow.variables(&mut |v| variables.push(v));
                    assert_eq!(
                        variables[2..4],
                        [1.0, 3.0],
                        "{algorithm}: thresholds have returned to their initial values"
                    );
                }
            }
        }
    }
}

#[test]
fn a_newcomer_gets_its_share_from_code_as_from_vegas() {
    // CODE's paper, figures 17 and 18: at 5 Mb/s a second flow joins the first one in equilibrium. With both controllers shares
    // become equal, and the queue stays as short as Vegas's. The newcomer measures the α … β queued packets as part of the base
    // RTT, so up to β more are queued.
    for algorithm in ["vegas", "code"] {
        let stack = json!({"kind": "ns2-1999"});
        let results = Dumbbell::new(5.0, 100)
            .flow_with(algorithm, 50.0, json!({"stack": stack}))
            .flow_with(algorithm, 50.0, json!({"stack": stack, "startS": 30}))
            .seconds(150.0, 200.0)
            .run();
        let (fairness, queued) = (results.jain.unwrap(), queue(&results, "core/forward").mean_packets);
        assert!(fairness > 0.95, "{algorithm}: {fairness}");
        assert!((2.0..=9.0).contains(&queued), "{algorithm}: {queued}");
        assert_eq!(results.flows[0].drops, 0);
    }
}

#[test]
fn vegas_slow_start_takes_twice_as_long_as_renos() {
    // Brakmo & Peterson 1995: the window doubles only every other RTT.
    let reach = |algorithm: &str| {
        let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "initialWindow": 2}});
        let d = Dumbbell::new(1000.0, 1000).flow_with(algorithm, 100.0, json!({"stack": stack}));
        let mut run = d.simulation();
        while run.transports()[0].summary().cwnd < 256.0 {
            run.step_event(u64::MAX);
        }
        // Time after the handshake.
        run.now().as_secs() / 0.1 - 1.0
    };
    let (vegas, reno) = (reach("vegas"), reach("reno"));
    assert!((6.5..7.5).contains(&reno), "7 doublings: {reno}");
    assert!((vegas / reno - 2.0).abs() < 0.2, "{vegas} {reno}");
}

#[test]
fn vegas_retransmits_before_the_third_duplicate() {
    // Brakmo & Peterson 1995: on a duplicate ACK the age of the oldest packet decides. A window of three packets never yields
    // three duplicate ACKs, so Reno waits for its timer at each loss. The core is slow: a packet takes longer than a sixteenth
    // of the RTT.
    let run = |algorithm: &str| {
        let three = 3.0 * 1448.0 / 1000.0;
        let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "limitedTransmit": false,
            "receiveBufferKb": three, "windowScaling": false}});
        let d = Dumbbell::new(0.5, 100)
            .flow_with(algorithm, 40.0, json!({"stack": stack}))
            .core("lossRate", json!(0.02))
            .seconds(0.0, 200.0);
        let results = d.run();
        let flow = &results.flows[0];
        assert!(flow.drops > 50, "{}", flow.drops);
        (flow.timeouts as f64 / flow.drops as f64, flow.goodput_mbps)
    };
    let (vegas, reno) = (run("vegas"), run("reno"));
    assert!(reno.0 > 0.8, "{reno:?}");
    assert!(vegas.0 < 0.2 && vegas.1 > reno.1, "{vegas:?} {reno:?}");
}

#[test]
fn vegas_detects_a_lost_retransmission() {
    // CODE's paper, section 2.2.3: the loss of a packet that was sent more than once halves the window. Such a loss is detected
    // by duplicate ACKs of packets sent after the retransmission; Reno waits for its timer.
    let run = |fine: bool| {
        let stack = json!({"kind": "rfc", "params": {"delayedAck": 1, "receiveBufferKb": 30}});
        let d = Dumbbell::new(1.0, 100)
            .flow_with(
                "vegas",
                40.0,
                json!({"stack": stack, "params": {"alpha": 8, "beta": 12, "fineTimer": fine}}),
            )
            .core("lossRate", json!(0.1))
            .seconds(0.0, 400.0);
        let flow = &d.run().flows[0];
        flow.timeouts as f64 / flow.drops as f64
    };
    let (with, without) = (run(true), run(false));
    // A tenth of all retransmissions is lost as well.
    assert!(
        with < 0.06 && without > 0.2,
        "timeouts per loss: {with}, and {without} without fine-grained retransmission"
    );
}

#[test]
fn pseudo_rate_keeps_three_packets_queued_and_shares_equally_at_any_rtt() {
    // Chen & Chen, section 3.2: W·(1 − T/RTT) = N_queue, so N flows keep 3N packets and have equal rates. With whole packets
    // each keeps up to one packet less.
    for (n, rate, stack) in [(1, 20.0, "rfc"), (5, 50.0, "rfc"), (10, 50.0, "ns2-1999")] {
        let stack = json!({"kind": stack, "params": {"delayedAck": 1}});
        for compare in ["real", "floor"] {
            let (queued, fairness, _) =
                same_kind("pseudo-rate", &json!({"compare": compare}), n, rate, &stack);
            let each = queued / f64::from(n);
            assert!((2.0..=3.0).contains(&each), "{compare}, {n} at {rate} Mb/s: {each} packets each");
            assert!(fairness > 0.98, "{compare}, {n} at {rate} Mb/s: Jain {fairness}");
        }
    }
    // RTTs of 30 and 300 ms.
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1}});
    let shares = |algorithm: &str| {
        Dumbbell::new(20.0, 300)
            .flow_with(algorithm, 30.0, json!({"stack": stack}))
            .flow_with(algorithm, 300.0, json!({"stack": stack, "startS": 3}))
            .seconds(60.0, 160.0)
            .run()
            .jain
            .expect("goodput")
    };
    let (pseudo, vegas) = (shares("pseudo-rate"), shares("vegas"));
    // Table 3 of the paper has the same order, 0.993 and 0.889, on a network that it does not specify.
    assert!(pseudo > 0.99 && pseudo > vegas, "{pseudo} {vegas}");
}

#[test]
fn pseudo_rate_falls_to_its_bound_soon_after_capacity_is_reduced() {
    // Chen & Chen, section 3.5, item 3: the window falls directly to a specified level. In the first cycle packets still arrive
    // at the old rate, so it shows a part of the change. The second cycle, of 70·1.2 ms, shows the bound: the BDP plus three
    // queued packets, 10 Mb/s · 41 ms + 3 = 37.
    let stack = json!({"kind": "rfc", "params": {"delayedAck": 1}});
    let after = |algorithm: &str, waits_s: f64| {
        let d = Dumbbell::new(20.0, 300).flow_with(algorithm, 40.0, json!({"stack": stack}));
        let mut run = d.simulation();
        run.step(Time::from_secs(20.0), u64::MAX);
        let before = run.transports()[0].summary().cwnd;
        let path = "/links/core/forward/rateMbps".to_owned();
        run.edit(Edit { at_s: 20.0, path, value: json!(10) }).unwrap();
        run.step(Time::from_secs(20.0 + waits_s), u64::MAX);
        (before, run.transports()[0].summary().cwnd)
    };
    let (before, first) = after("pseudo-rate", 0.084);
    assert!((69.0..=71.0).contains(&before), "{before}");
    assert!(first < 50.0, "after a round trip: {first}");
    let (_, second) = after("pseudo-rate", 2.0 * 0.084);
    assert!((35.0..=37.0).contains(&second), "{second}");
    // Vegas removes one packet per round trip.
    assert!(after("vegas", 0.168).1 > 65.0);
}

#[test]
fn pseudo_rate_ramps_up_according_to_the_measured_rate() {
    // With the literal bound n·T/RTT + 3 the window of an empty path grows by three packets per round trip. The spacing of ACKs
    // shows the bottleneck's rate at once, which gives the doubling of the paper's figures 1 and 4.
    let rounds_to_60 = |estimator: &str| {
        let stack = json!({"kind": "ns2-1999"});
        let flow = json!({"stack": stack, "params": {"estimator": estimator}});
        let mut run = Dumbbell::new(17.3, 100).flow_with("pseudo-rate", 40.0, flow).simulation();
        while run.transports()[0].summary().cwnd < 60.0 {
            run.step_event(u64::MAX);
        }
        run.now().as_secs() / 0.0405
    };
    let (cycle, dispersion) = (rounds_to_60("cycle"), rounds_to_60("dispersion"));
    assert!(cycle >= 59.0 / 3.0, "{cycle}");
    assert!((6.0..=9.0).contains(&dispersion), "{dispersion}");
}

/// The dumbbell of Chan et al., "CODE TCP", section 4.1, beside one Reno flow: 1000-byte packets, a buffer of 100 packets,
/// starts uniform in 0 … 25 s, throughput from 50 to 200 s. The paper's figure 7 has the delays; the 23 ms are those of its
/// testbed. Returns the flow's throughput divided by Reno's, from sums over the seeds.
fn beside_reno(algorithm: &str, params: &Value, rate: f64) -> f64 {
    let mut sums = [0.0, 0.0];
    for seed in 1..=2 {
        let mut starts = Rng::new(seed, "test", "start");
        let mut d = Dumbbell::new(rate, 100).core("delayMs", json!(23)).seconds(50.0, 200.0);
        d.access_mbps = 100.0;
        for (algorithm, params) in [("reno", &json!({})), (algorithm, params)] {
            let more =
                json!({"stack": {"kind": "ns2-1999"}, "params": params, "startS": 25.0 * starts.uniform()});
            // 23 ms, and 1 ms for each access link, one way.
            d = d.flow_with(algorithm, 24.0, more);
        }
        for (sum, flow) in sums.iter_mut().zip(&d.run().flows) {
            *sum += flow.goodput_mbps;
        }
    }
    sums[1] / sums[0]
}

#[test]
fn beside_reno_vegas_starves_newvegas_gets_more_and_code_its_share() {
    // Chan et al., figure 9: Vegas and Vegas-A are far below Reno, NewVegas is in between, and CODE is near Reno.
    let plain = json!({});
    for rate in [5.0, 20.0, 50.0] {
        let [vegas, vegas_a, newvegas, code] =
            ["vegas", "vegas-a", "newvegas", "code"].map(|algorithm| beside_reno(algorithm, &plain, rate));
        assert!(vegas < 0.15, "{rate} Mb/s: Vegas {vegas}");
        assert!(vegas < vegas_a && vegas_a < 0.6, "{rate} Mb/s: Vegas-A {vegas_a}");
        assert!(newvegas > 2.0 * vegas && newvegas < code, "{rate} Mb/s: NewVegas {newvegas}");
        // CODE removes a quarter and grows by 2/3 … 1 packet per round trip; Reno removes half and grows by one. If both lose
        // together, their peaks are in the ratio (2/3 … 1)/(1/4) to 1/(1/2), and their means in 7/8 to 3/4: 1.6 … 2.3. In the
        // paper's analysis the thresholds then reduce CODE to 0.68 of its peak, which requires a backlog that the loss does not
        // reduce; but Reno's halving empties the queue. With a decrease by half the ratio is 0.67 … 1.
        assert!((0.9..=2.3).contains(&code), "{rate} Mb/s: CODE {code}");
        let halving = beside_reno("code", &json!({"cut": "half"}), rate);
        assert!((0.5..=1.2).contains(&halving), "{rate} Mb/s: CODE with a decrease by half {halving}");
    }
}
