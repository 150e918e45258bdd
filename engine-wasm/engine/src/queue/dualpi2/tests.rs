use super::super::testing::Bench;
use super::control::{Pi2, Selector};
use super::*;
use crate::core::random::Rng;
use serde_json::json;

/// Offers packets of flow 0 to the L queue and of flow 1 to the C queue.
fn offer(bench: &mut Bench, ecn: Ecn, flow: u32) -> Verdict {
    bench.ecn = ecn;
    bench.offer(flow, 1500)
}

/// A queue with a constant base probability `p`.
fn at_probability(p: f64, more: serde_json::Value) -> Bench {
    let mut params = json!({"alpha": 0, "beta": 0, "thresholdMs": 1000, "limitPackets": 100_000});
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    let given = serde_json::from_value(params).unwrap();
    let mut queue = dualpi2(&Settings::new(&row().params, &given));
    queue.control.p = p.min(if queue.drops { 1.0 } else { 1.0 / queue.coupling });
    let mut bench = Bench::new("dualpi2", json!({}));
    bench.queue = Box::new(queue);
    bench
}

#[test]
fn each_class_of_the_catalogue_has_its_store() {
    let mut bench = Bench::new("dualpi2", json!({}));
    for ecn in [Ecn::NotEct, Ecn::Ect1, Ecn::Ect0, Ecn::Ce] {
        offer(&mut bench, ecn, 0);
    }
    let waiting = bench.queue.store().classes().into_iter().map(|store| {
        let mut ids = vec![];
        store.for_each(&mut |p| ids.push(p.id));
        ids
    });
    let classes: Vec<_> = CLASSES.iter().copied().zip(waiting).collect();
    assert_eq!(classes, [("L", vec![1, 3]), ("C", vec![0, 2])]);
}

#[test]
fn the_base_probability_follows_the_pi_equation() {
    // RFC 9332, appendix A.1: α = 0.15 and β = 3 a second, target and update 15 ms.
    let millis = Nanos::from_millis;
    let mut pi = Pi2::new(millis(15.0), millis(15.0), 0.15, 3.0, 1.0);
    pi.step(millis(35.0));
    let first = 0.15 * 0.020 + 3.0 * 0.035;
    assert!((pi.p - first).abs() < 1e-12, "{}", pi.p);
    pi.step(millis(25.0));
    assert!((pi.p - (first + 0.15 * 0.010 - 3.0 * 0.010)).abs() < 1e-12, "{}", pi.p);
    // Within 0 … 1.
    pi.step(millis(0.0));
    pi.step(millis(0.0));
    pi.step(millis(0.0));
    assert_eq!(pi.p, 0.0);
    pi.step(millis(5000.0));
    assert_eq!(pi.p, 1.0);
}

#[test]
fn c_packets_are_hit_with_the_square_and_l_packets_with_k_times() {
    // RFC 9332, section 2.5.1 and appendix A: p_C = p'^2, p_CL = k·p'; four standard deviations of a binomial count.
    let p = 0.2;
    for (ecn, k, even, expected) in [
        (Ecn::NotEct, 2.0, false, p * p),
        (Ecn::Ect0, 2.0, false, p * p),
        (Ecn::Ect0, 2.0, true, p * p),
        (Ecn::Ect1, 2.0, false, 2.0 * p),
        (Ecn::Ect1, 2.0, true, 2.0 * p),
        (Ecn::Ect1, 1.0, true, p),
    ] {
        let mut bench = at_probability(p, json!({"coupling": k, "evenL": even, "evenC": even}));
        // The packets behind them keep two full packets waiting.
        let count = 20_000;
        for _ in 0..count + 2 {
            offer(&mut bench, ecn, 0);
        }
        while bench.queue.len() > 2 {
            bench.take();
        }
        let expected_verdict = if ecn == Ecn::NotEct { Verdict::EarlyDrop } else { Verdict::Marked };
        let hits = bench.verdicts();
        assert!(hits.iter().all(|(_, verdict)| *verdict == expected_verdict));
        let share = hits.len() as f64 / f64::from(count);
        let bound = 4.0 * (expected * (1.0 - expected) / f64::from(count)).sqrt();
        assert!((share - expected).abs() < bound, "{ecn:?} k={k} even={even}: {share} of {expected}");
    }
}

#[test]
fn even_marks_are_spaced_evenly() {
    // RFC 9332, appendix A.1: with p = 0.3 marks are always 3 or 4 packets apart.
    let mut rng = Rng::new(1, "x", "marks");
    let mut marks = Selector::new(true);
    let hits: Vec<_> = (0..1000).filter(|_| marks.scalable(&mut rng, 0.3)).collect();
    assert!((299..=300).contains(&hits.len()));
    assert!(hits.windows(2).all(|w| (3..=4).contains(&(w[1] - w[0]))), "{hits:?}");
    let mut marks = Selector::new(true);
    assert_eq!((0..1000).filter(|_| marks.classic(&mut rng, 0.3)).count(), 89);
}

#[test]
fn the_l_queue_marks_by_a_ramp_of_its_own() {
    // RFC 9332, appendix A.1: 0 up to 0.8 ms, 1 from 1.2 ms on; a ramp of width 0 is a step.
    for (params, at_us, expected) in [
        (json!({}), 800, 0.0),
        (json!({}), 900, 0.25),
        (json!({}), 1100, 0.75),
        (json!({}), 1200, 1.0),
        (json!({"thresholdMs": 1, "rampMs": 0}), 1000, 0.0),
        (json!({"thresholdMs": 1, "rampMs": 0}), 1001, 1.0),
    ] {
        let mut bench = Bench::new("dualpi2", params);
        let mut marks = 0;
        for _ in 0..1000 {
            offer(&mut bench, Ecn::Ect1, 0);
            offer(&mut bench, Ecn::Ect1, 0);
            bench.wait(at_us * 1000);
            // With two in the queue, the probability applies to the first one but not to the second, which is
            // alone (Th_len).
            bench.skip(2);
            marks += bench.verdicts().len();
            bench.wait(1_000_000);
        }
        assert!((marks as f64 / 1000.0 - expected).abs() < 0.01, "{at_us} µs: {marks}");
    }
}

#[test]
fn packets_are_classified_by_their_codepoint() {
    let mut bench = Bench::new("dualpi2", json!({}));
    for ecn in [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce, Ecn::Ce] {
        offer(&mut bench, ecn, 0);
    }
    assert_eq!(bench.variables()[3..5], [3.0, 2.0]);
    // CE is never marked again, however long it has waited.
    bench.wait(5_000_000);
    let taken = std::iter::from_fn(|| bench.take()).take(3).collect::<Vec<_>>();
    assert!(taken.iter().all(is_scalable));
    assert_eq!(bench.verdicts(), [(2, Verdict::Marked)]);
}

/// Keeps both queues busy for `packets` departures. Returns the L queue's share of the bytes.
fn share_of_l(bench: &mut Bench, packets: u32) -> f64 {
    let mut sent = 0;
    for _ in 0..20 {
        offer(bench, Ecn::Ce, 0);
        offer(bench, Ecn::NotEct, 1);
    }
    for _ in 0..packets {
        let packet = bench.take().expect("busy");
        sent += u32::from(is_scalable(&packet));
        offer(bench, packet.ecn, packet.flow >> 1);
        bench.wait(1_000_000);
    }
    f64::from(sent) / f64::from(packets)
}

#[test]
fn a_busy_c_queue_keeps_its_weight() {
    // RFC 9332, section 4.1 and appendix A: L first, but C is not starved: 1/16 of the capacity; Linux: a tenth.
    for weight in [0.0625, 0.1, 0.5] {
        let params = json!({"weightC": weight, "alpha": 0, "beta": 0});
        let share = share_of_l(&mut Bench::new("dualpi2", params), 16_000);
        assert!((share - (1.0 - weight)).abs() < 0.001, "{weight}: {share}");
    }
}

#[test]
fn a_time_shifted_fifo_gives_l_packets_a_head_start() {
    // RFC 9332, appendix A: a C packet that arrived less than tshift before an L packet is sent after it.
    let mut bench = Bench::new("dualpi2", json!({"scheduler": "shifted", "shiftMs": 5}));
    for (ecn, gap_ms) in [(Ecn::NotEct, 2), (Ecn::NotEct, 4), (Ecn::Ect1, 3), (Ecn::Ect1, 0)] {
        offer(&mut bench, ecn, 0);
        bench.wait(gap_ms * 1_000_000);
    }
    // Ages are 9, 7, 3 and 0 ms: with the head start 3 + 5 is less than 9 and more than 7; then 0 + 5 is less than 7.
    let order: Vec<_> = std::iter::from_fn(|| bench.take()).map(|p| p.id).collect();
    assert_eq!(order, [0, 2, 1, 3]);
}

#[test]
fn an_overload_is_answered_by_drops_in_both_queues_alike() {
    // RFC 9332, section 4.2.3 and appendix A.2: once k·p' is 1, L packets are dropped with p_C and marked otherwise.
    let mut bench = at_probability(0.6, json!({}));
    for _ in 0..10_002 {
        offer(&mut bench, Ecn::Ect1, 0);
    }
    while bench.queue.len() > 2 {
        bench.take();
    }
    let verdicts = bench.verdicts();
    let drops = verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::EarlyDrop).count();
    assert_eq!(verdicts.len(), 10_000);
    // Four standard deviations of a binomial count: 192.
    assert!((drops as f64 - 3600.0).abs() < 192.0, "{drops}");
    // C packets are dropped whatever their codepoint.
    for _ in 0..1000 {
        offer(&mut bench, Ecn::Ect0, 1);
    }
    while bench.queue.len() > 2 {
        bench.take();
    }
    let verdicts = bench.verdicts();
    let of_c = verdicts.iter().filter(|(id, _)| *id >= 10_002);
    assert!(of_c.clone().count() > 250 && of_c.clone().all(|(_, verdict)| *verdict == Verdict::EarlyDrop));
    // Without drops the base probability stops at 1/k, and every L packet is marked.
    let mut bench = at_probability(0.6, json!({"overload": "mark"}));
    assert_eq!((bench.variables()[0], bench.variables()[2]), (0.5, 1.0));
    for _ in 0..10 {
        offer(&mut bench, Ecn::Ect1, 0);
    }
    bench.skip(8);
    assert_eq!(bench.verdicts(), (0..8).map(|id| (id, Verdict::Marked)).collect::<Vec<_>>());
}

#[test]
fn an_unresponsive_l_overload_is_held_at_the_target() {
    // RFC 9332, section 4.2.3: six ECT(1) packets come for five that can leave. Once marks are not enough, a sixth is dropped,
    // and the delay stays near the target of 15 ms instead of growing by 200 ms a second.
    let mut bench = Bench::new("dualpi2", json!({"limitPackets": 100_000}));
    let (mut drops, mut delays, mut samples, mut longest) = (0, 0.0, 0, 0.0f64);
    for ms in 0..120_000u64 {
        offer(&mut bench, Ecn::Ect1, 0);
        if ms % 5 == 0 {
            offer(&mut bench, Ecn::Ect1, 0);
        }
        bench.take();
        let verdicts = bench.verdicts();
        if ms >= 60_000 {
            drops += verdicts.iter().filter(|(_, verdict)| *verdict == Verdict::EarlyDrop).count();
            let delay = bench.variables()[5];
            (delays, samples, longest) = (delays + delay, samples + 1, longest.max(delay));
        }
        bench.wait(1_000_000);
    }
    let (share, mean) = (drops as f64 / 72_000.0, delays / f64::from(samples));
    println!("L overload: dropped {share} of {}, delay {mean} ms, at most {longest}", 1.0 / 6.0);
    assert!((share * 6.0 - 1.0).abs() < 0.02, "{share}");
    assert!((mean / 15.0 - 1.0).abs() < 0.2 && longest < 45.0, "{mean} {longest}");
}

#[test]
fn both_queues_share_one_limit() {
    let mut bench = Bench::new("dualpi2", json!({"limitPackets": 3}));
    let codepoints = [Ecn::NotEct, Ecn::NotEct, Ecn::Ect1, Ecn::Ect1, Ecn::NotEct];
    let verdicts = codepoints.map(|ecn| offer(&mut bench, ecn, 0));
    let (queued, overflow) = (Verdict::Enqueued, Verdict::Overflow);
    assert_eq!(verdicts, [queued, queued, queued, overflow, overflow]);
}

#[test]
fn late_is_as_good_as_in_time() {
    // One queue is updated on time, the other only on packets: p' is bit-for-bit the same, also after idle
    // time.
    let update = Nanos(15_000_000);
    let [mut late, mut timed] = [(); 2].map(|()| Pi2::new(update, update, 0.15, 3.0, 1.0));
    let (mut now, mut head): (u64, Option<u64>) = (0, None);
    for i in 0..20_000u64 {
        let delay = |at: Time| head.map_or(Nanos::ZERO, |since| at.since(Time(since)));
        let later = now + if i % 3000 == 0 { 90_000_000_000 } else { 700_000 + i % 7 * 3_000_000 };
        let mut tick = now;
        while tick < later {
            tick = (tick + 1_000_000).min(later);
            timed.catch_up(Time(tick), delay);
        }
        late.catch_up(Time(later), delay);
        assert_eq!(late.p.to_bits(), timed.p.to_bits());
        now = later;
        head = (i % 3000 < 2998).then(|| now - (i % 40) * 1_000_000);
    }
}
