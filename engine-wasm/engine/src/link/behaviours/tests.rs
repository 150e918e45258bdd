use super::super::{Channel, ChannelOutcome, TransmittedPacket};
use super::*;
use crate::queue;
use serde_json::{Value, json};

fn spec(behaviours: Value, queue: Value) -> scenario::Channel {
    let document = json!({"rateMbps": 12, "delayMs": 10, "behaviours": behaviours, "queue": queue});
    serde_json::from_value(document).unwrap()
}

fn channel_of(spec: &scenario::Channel, seed: u32) -> Channel {
    let mut rows = queue::BUILT_IN.iter().map(queue::Registered::to_row);
    let row = rows.find(|row| row.row.id == spec.queue.kind).unwrap();
    Channel::new(seed, "l/forward".into(), 0, 1, spec, row.into(), 0)
}

/// 12 Mb/s: a packet of 1500 bytes takes a millisecond; 10 ms of propagation.
fn channel(behaviours: Value) -> Channel {
    channel_of(&spec(behaviours, json!({"kind": "droptail", "params": {"limitPackets": 1000}})), 1)
}

/// Sends full packets one after another from `now`, while `waiting` packets are queued. Returns their
/// arrivals, ms.
fn send(channel: &mut Channel, mut now: Time, packets: u32, waiting: impl Fn(u32) -> u32) -> Vec<f64> {
    let mut arrivals = vec![];
    for i in 0..packets {
        wait(channel, now, waiting(i));
        arrivals.push(channel.transmit(now, 1500).as_secs() * 1e3);
        now = channel.busy_until;
    }
    arrivals
}

/// Sets the number of full packets in the queue from now on.
fn wait(channel: &mut Channel, now: Time, packets: u32) {
    let mut shared = queue::Shared { flow_keys: vec![1], ..queue::Shared::default() };
    let mut cx = queue::QueueCx { now, rng: &mut channel.queue_rng, shared: &mut shared };
    while channel.queue.len() > packets {
        channel.queue.dequeue(&mut cx);
    }
    while channel.queue.len() < packets {
        let ecn = crate::core::packet::Ecn::NotEct;
        channel.queue.enqueue(
            &mut cx,
            queue::QueuedPacket { id: 0, size: 1500, ecn, queued_at: now, ..Default::default() },
        );
    }
    channel.length = packets;
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-3, "{a} {b}");
}

#[test]
fn a_shaper_passes_a_burst_and_then_its_rate() {
    // A bucket of ten packets, and 3 Mb/s: one packet per 4 ms. The link takes 1 ms for each, in which a
    // quarter of a packet of tokens arrives, so a burst ends after 10/(1 − 1/4) = 13 packets.
    let mut c = channel(json!({"shaper": {"rateMbps": 3, "burstBytes": 15_000}}));
    let arrivals = send(&mut c, Time::ZERO, 40, |_| 0);
    near(arrivals[0], 11.0);
    near(arrivals[12], 23.0);
    for pair in arrivals[14..].windows(2) {
        near(pair[1] - pair[0], 4.0);
    }
    // In the long term: b + r·t.
    near(arrivals[39], 10.0 + 1.0 + (40.0 - 10.0) * 4.0);
}

#[test]
fn a_new_rate_of_a_shaper_keeps_its_tokens() {
    let mut c = channel(json!({"shaper": {"rateMbps": 3, "burstBytes": 15_000}}));
    send(&mut c, Time::ZERO, 20, |_| 0);
    let now = c.busy_until;
    c.set(
        now,
        &spec(
            json!({"shaper": {"rateMbps": 6, "burstBytes": 15_000}}),
            json!({"kind": "droptail", "params": {"limitPackets": 1000}}),
        ),
    );
    let arrivals = send(&mut c, now, 10, |_| 0);
    for pair in arrivals[1..].windows(2) {
        near(pair[1] - pair[0], 2.0);
    }
    // Once removed, it no longer delays packets.
    let now = c.busy_until;
    c.set(now, &spec(json!({}), json!({"kind": "droptail", "params": {"limitPackets": 1000}})));
    let arrivals = send(&mut c, now, 3, |_| 0);
    near(arrivals[2] - arrivals[0], 2.0);
    assert!(c.is_plain() && c.transparent);
}

#[test]
fn the_shaper_of_a_discipline_has_no_bursts() {
    // CAKE at 6 Mb/s with 20 bytes of overhead: 1520 bytes in 2.0267 ms, from the first packet on, however long the pause was.
    let params = json!({"bandwidthMbps": 6, "overheadBytes": 20});
    let mut c = channel_of(&spec(json!({}), json!({"kind": "cake", "params": params})), 1);
    let arrivals = send(&mut c, Time(5_000_000_000), 20, |_| 0);
    near(arrivals[0], 5011.0);
    for pair in arrivals.windows(2) {
        near(pair[1] - pair[0], 1520.0 * 8.0 / 6000.0);
    }
}

#[test]
fn packets_of_a_frame_arrive_together() {
    // 1 ms of overhead, frames of four: 4 packets take 1 + 4 ms.
    let wifi = json!({"aggregation": {"overheadMs": 1, "accessMs": 0, "maxPackets": 4, "maxMs": 100}});
    let mut c = channel(wifi);
    let arrivals = send(&mut c, Time::ZERO, 12, |_| 20);
    for (frame, four) in arrivals.chunks(4).enumerate() {
        four.iter().for_each(|&at| near(at, 10.0 + 5.0 * (frame as f64 + 1.0)));
    }
    // A frame contains only what was waiting when it started.
    let mut c = channel(json!({"aggregation": {"overheadMs": 1, "accessMs": 0}}));
    let arrivals = send(&mut c, Time::ZERO, 5, |i| if i == 0 { 1 } else { 9 });
    assert_eq!(arrivals[0], arrivals[1]);
    near(arrivals[0], 13.0);
    near(arrivals[4], 13.0 + 1.0 + 5.0);
    // Limit on the frame's duration: 5.484 ms are five packets. A packet of 1 ms is sent even if the limit is
    // shorter.
    let mut c = channel(json!({"aggregation": {"overheadMs": 1, "accessMs": 0}}));
    let arrivals = send(&mut c, Time::ZERO, 6, |_| 100);
    assert_eq!((arrivals[0], arrivals[4] < arrivals[5]), (arrivals[4], true));
    let mut c = channel(json!({"aggregation": {"overheadMs": 1, "accessMs": 0, "maxMs": 0.5}}));
    near(send(&mut c, Time::ZERO, 10, |_| 100)[9], 10.0 + 20.0);
}

#[test]
fn medium_access_takes_the_configured_mean_time() {
    let mut c = channel(json!({"aggregation": {"overheadMs": 0, "accessMs": 2, "maxPackets": 1}}));
    let arrivals = send(&mut c, Time::ZERO, 10_000, |_| 5);
    // 1 ms plus an exponential of mean 2 ms; the tolerance is four standard errors of 2/√10,000.
    let mean = (arrivals[9_999] - 10.0) / 10_000.0;
    println!("mean time of a frame of one packet: {mean} ms of 3");
    assert!((mean - 3.0).abs() < 0.08, "{mean}");
}

#[test]
fn retries_take_time_and_capacity_and_are_limited() {
    // p = 0.3, two retries: lost with p³ = 0.027; retries of a packet p + p² = 0.39 on average.
    for uses_capacity in [true, false] {
        let mut c = channel(json!({"retransmission": {
            "errorRate": 0.3, "retryMs": 5, "maxRetries": 2, "usesCapacity": uses_capacity}}));
        let (mut now, mut lost, mut last) = (Time::ZERO, 0, Time::ZERO);
        let count = 40_000;
        for _ in 0..count {
            let arrival = c.transmit(now, 1500);
            assert!(arrival >= last, "packets keep their order");
            last = arrival;
            let outcome = c.outcome(arrival, || -> TransmittedPacket { unreachable!("no tap") });
            lost += u32::from(outcome == ChannelOutcome::Lost);
            now = c.busy_until;
        }
        let share = f64::from(lost) / f64::from(count);
        println!("lost {share} of 0.027");
        assert!((share - 0.027).abs() < 4.0 * (0.027 * 0.973 / f64::from(count)).sqrt(), "{share}");
        let each_ms = now.as_secs() * 1e3 / f64::from(count);
        let expected = if uses_capacity { 1.39 } else { 1.0 };
        assert!((each_ms - expected).abs() < 0.02, "{each_ms}");
    }
    // One packet alone: its delay grows by 5 ms with each retry.
    let mut c = channel(json!({"retransmission": {"errorRate": 0.3, "retryMs": 5}}));
    for i in 0..200u64 {
        let now = Time(i * 1_000_000_000);
        let delay = c.transmit(now, 1500).since(now).as_millis() - 11.0;
        assert!([0.0, 5.0, 10.0, 15.0].iter().any(|d| (delay - d).abs() < 1e-6), "{delay}");
    }
}

#[test]
fn handovers_change_delay_and_rate_at_their_times() {
    let leo = json!({"handovers": {"delaySpanMs": 20, "rateSpan": 0.5, "outageMs": 100}});
    // One packet every 10 ms for a minute: the same path from 12 to 27 s, and then another one.
    let paths = |gap_ms: u64| {
        let mut c = channel(leo.clone());
        let mut steps: Vec<(u64, f64)> = vec![];
        for i in 0..60_000 / gap_ms {
            let now = Time(i * gap_ms * 1_000_000);
            c.transmit(now, 1500);
            let mut shown = vec![];
            c.show_behaviours(now, &mut |x| shown.push(x));
            assert!((0.5..=1.0).contains(&shown[0]) && (0.0..=20.0).contains(&shown[1]), "{shown:?}");
            if steps.last().is_none_or(|last| last.1 != shown[1]) {
                steps.push((i * gap_ms, shown[1]));
            }
        }
        steps
    };
    let steps = paths(10);
    let times: Vec<_> = steps.iter().map(|step| step.0).collect();
    assert_eq!(times, [0, 12_000, 27_000, 42_000, 57_000]);
    // Traffic does not affect the choice of paths.
    assert_eq!(
        paths(1000).iter().map(|s| s.1).collect::<Vec<_>>(),
        steps.iter().map(|s| s.1).collect::<Vec<_>>()
    );
    // Nothing is sent during an outage, and packets stay in order.
    let mut c = channel(leo);
    c.transmit(Time(12_050_000_000), 1500);
    assert!(c.busy_until > Time(12_100_000_000));
}

#[test]
fn the_capacity_of_a_run_with_handovers_is_that_of_its_paths() {
    let leo = json!({"handovers": {"rateSpan": 0.9, "outageMs": 500, "delaySpanMs": 0}});
    let mut c = channel(leo);
    let end = Time(100_000_000_000);
    let (mut now, mut bits) = (Time::ZERO, 0u64);
    while now < end {
        c.transmit(now, 1500);
        now = c.busy_until;
        bits += 12_000;
    }
    let capacity = c.capacity_until(end) as f64 / NANOS_PER_SEC as f64;
    println!("capacity {capacity} bit, sent {bits} bit");
    // A packet in transmission during a handover keeps the old rate.
    assert!((bits as f64 / capacity - 1.0).abs() < 0.001, "{bits} {capacity}");
}

#[test]
fn variables_have_unique_ids() {
    let mut ids: Vec<_> = BUILT_IN.iter().flat_map(|row| row.variables).map(|v| v.id.clone()).collect();
    ids.extend(queue::BUILT_IN.iter().flat_map(|row| row.variables).map(|v| v.id.clone()));
    let of_behaviours = BUILT_IN.iter().flat_map(|row| row.variables);
    for variable in of_behaviours {
        assert_eq!(ids.iter().filter(|id| **id == variable.id).count(), 1, "{}", variable.id);
    }
}
