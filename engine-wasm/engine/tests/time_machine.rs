//! Going back: returning to a time restores state, series and marks to the last bit.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::Dumbbell;
use droptail_engine::catalogue::RuleSubject;
use droptail_engine::core::packet::PacketKind;
use droptail_engine::document;
use droptail_engine::metrics::recorder::MarkKind;
use droptail_engine::model::directory::Directory;
use droptail_engine::packet_sim::trace::{Cause, Effect, Moment, Subject};
use droptail_engine::run::{Position, Run};
use droptail_engine::scenario::{Edit, Scenario};
use droptail_engine::time_machine::{Memory, Reconstruction, TimeMachine};
use droptail_engine::units::Time;
use proptest::prelude::*;
use serde_json::{Value, json};

/// The system's allocator; counts the bytes that the test's thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
}

fn held() -> usize {
    HELD.get()
}

// Everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        HELD.set(HELD.get().wrapping_add(layout.size()));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get().wrapping_sub(layout.size()));
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const MEMORY: Memory = Memory { snapshots: 64 << 20, allocated: held };

/// Two flows through a small buffer, with an edit; about 1.6 million events in 100 s.
fn scenario(engine: &str) -> Scenario {
    let dumbbell = Dumbbell::new(20.0, 40).flow("cubic", 40.0).flow("reno", 60.0).seconds(5.0, 100.0);
    let mut value = dumbbell.value();
    value["engine"] = json!(engine);
    value["edits"] = json!([{"atS": 62.5, "path": "/links/core/forward/rateMbps", "value": 15}]);
    document::from_value(value).expect("a valid document")
}

/// Everything visible of a run up to `known`: every series, coarse and fine, and all marks.
fn seen(run: &Run, known: Time) -> Vec<u64> {
    let mut all = vec![];
    let mut section = vec![];
    let series: Vec<u32> = (0..run.directory().series.len() as u32).collect();
    let end = known.as_secs();
    for (t0, t1) in [(0.0, end), (0.3 * end, 0.4 * end)] {
        run.plot(&series, (t0, t1), 300, known, &mut section);
        all.extend(section.iter().map(|x| x.to_bits()));
    }
    run.marks_section(0, &mut section);
    all.extend(section.iter().map(|x| x.to_bits()));
    all
}

fn run_to(machine: &mut TimeMachine, until: f64) {
    while machine.step(Time::from_secs(until), 100_000) < Time::from_secs(until) {}
}

fn trace(machine: &TimeMachine, subject: Subject, stretch: (Time, Time), most: usize) -> Vec<Moment> {
    let mut trace = machine.trace(subject, stretch, most);
    while !trace.advance(10_000) {}
    trace.moments().to_vec()
}

/// Everything that the page shows of one time: scene, directory and results.
fn shown(run: &Run, directory: &Directory) -> (Vec<u64>, Value, Value) {
    let mut section = vec![];
    run.scene(&mut section);
    (section.iter().map(|x| x.to_bits()).collect(), json!(directory), json!(run.results()))
}

fn reconstruct(machine: &TimeMachine, at: f64, last: Option<Reconstruction>) -> Reconstruction {
    let mut state = machine.reconstruct(Time::from_secs(at), last);
    while !state.advance(10_000) {}
    state
}

fn edit(at_s: f64, rate: f64) -> Edit {
    Edit { at_s, path: "/links/core/forward/rateMbps".into(), value: json!(rate) }
}

#[test]
fn going_back_and_forward_changes_nothing() {
    for engine in ["packet", "fluid", "both"] {
        let document = scenario(engine);
        let mut straight = TimeMachine::new(&document, MEMORY);
        run_to(&mut straight, 100.0);
        let mut machine = TimeMachine::new(&document, MEMORY);
        for (ahead, back) in [(30.0, 3.1), (70.0, 61.0), (70.0, 0.0), (80.0, 79.99), (100.0, 50.0)] {
            run_to(&mut machine, ahead);
            assert!(machine.seek(Time::from_secs(back)) <= Time::from_secs(back));
            run_to(&mut machine, back);
            let mut fresh = Run::new(&document, false);
            while fresh.step(Time::from_secs(back), 1_000_000) < Time::from_secs(back) {}
            assert_eq!(machine.run().digest(), fresh.digest(), "{engine}: {back} s");
            assert_eq!(machine.run().results().goodput_mbps, fresh.results().goodput_mbps);
            assert!(machine.known() >= Time::from_secs(ahead));
        }
        run_to(&mut machine, 100.0);
        assert_eq!(machine.run().digest(), straight.run().digest(), "{engine}");
        assert_eq!(machine.run().ladder(), straight.run().ladder(), "{engine}");
        let end = Time::from_secs(100.0);
        assert!(seen(machine.run(), end) == seen(straight.run(), end), "{engine}: another picture");
        // The same forward to a snapshot.
        machine.seek(Time::from_secs(1.0));
        assert!(machine.run().now() <= Time::from_secs(1.0));
        machine.seek(Time::from_secs(99.0));
        run_to(&mut machine, 100.0);
        assert_eq!(machine.run().digest(), straight.run().digest(), "{engine}: forward");
        assert!(
            machine.snapshots().0 > usize::from(engine != "fluid"),
            "{engine}: {:?}",
            machine.snapshots()
        );
    }
}

#[test]
fn also_between_two_events_at_the_same_time() {
    let mut machine = TimeMachine::new(&scenario("packet"), MEMORY);
    run_to(&mut machine, 33.0);
    let mut positions = vec![];
    for _ in 0..50 {
        machine.step_event(u64::MAX);
        positions.push((machine.run().position(), machine.run().digest()));
    }
    run_to(&mut machine, 60.0);
    for &(position, digest) in positions.iter().rev() {
        machine.seek(position.time);
        while !machine.go_to(position, 100_000) {}
        assert_eq!((machine.run().position(), machine.run().digest()), (position, digest));
    }
}

#[test]
fn a_branch_is_the_run_of_its_document() {
    for engine in ["packet", "fluid", "both"] {
        let mut machine = TimeMachine::new(&scenario(engine), MEMORY);
        run_to(&mut machine, 90.0);
        let before = (machine.run().digest(), seen(machine.run(), machine.known()));
        machine.seek(Time::from_secs(40.0));
        run_to(&mut machine, 40.0);
        let mut branch = machine.branch();
        while !branch.go_to(machine.run().position(), 100_000) {}
        assert_eq!((branch.known(), branch.run().digest()), (Time::from_secs(40.0), machine.run().digest()));
        branch.edit(edit(40.0, 5.0)).expect("a valid edit");
        run_to(&mut branch, 90.0);
        // The edit that the document had from the start is still in the future.
        assert_eq!(branch.run().scenario().edits.len(), 2);
        let mut fresh = TimeMachine::new(branch.run().scenario(), MEMORY);
        run_to(&mut fresh, 90.0);
        assert_eq!(branch.run().digest(), fresh.run().digest(), "{engine}");
        let end = Time::from_secs(90.0);
        assert!(seen(branch.run(), end) == seen(fresh.run(), end), "{engine}: another picture");
        // The old future is unchanged.
        run_to(&mut machine, 90.0);
        assert!(before == (machine.run().digest(), seen(machine.run(), machine.known())), "{engine}");
    }
}

#[test]
fn an_edit_in_the_past_discards_the_future_and_a_rejected_one_does_not() {
    let mut machine = TimeMachine::new(&scenario("packet"), MEMORY);
    run_to(&mut machine, 20.0);
    machine.edit(edit(20.0, 8.0)).expect("a valid edit");
    run_to(&mut machine, 30.0);
    machine.seek(Time::from_secs(10.0));
    run_to(&mut machine, 10.0);
    // When the run passes this time again, the edit is applied again.
    assert_eq!(machine.run().scenario().edits.len(), 2);
    assert!(machine.edit(edit(10.0, -1.0)).is_err());
    assert_eq!(machine.known(), Time::from_secs(30.0));
    machine.edit(edit(10.0, 12.0)).expect("a valid edit");
    assert_eq!(machine.known(), Time::from_secs(10.0));
    let at: Vec<_> = machine.run().scenario().edits.iter().map(|e| e.at_s).collect();
    assert_eq!(at, [10.0, 62.5]);
}

#[test]
fn after_going_back_the_directory_has_the_levels_of_later_edits() {
    for engine in ["packet", "fluid", "both"] {
        let mut machine = TimeMachine::new(&scenario(engine), MEMORY);
        run_to(&mut machine, 20.0);
        machine.edit(edit(20.0, 8.0)).expect("a valid edit");
        run_to(&mut machine, 70.0);
        assert_eq!(machine.directory().after, [], "{engine}");
        let rates = |machine: &TimeMachine| -> Vec<_> {
            let after = machine.directory().after.into_iter();
            after.map(|levels| (levels.from_s, levels.channels[0].rate_mbps)).collect()
        };
        for (back, later) in
            [(10.0, vec![(20.0, 8.0), (62.5, 15.0)]), (40.0, vec![(62.5, 15.0)]), (65.0, vec![])]
        {
            machine.seek(Time::from_secs(back));
            run_to(&mut machine, back);
            assert_eq!(rates(&machine), later, "{engine}: {back} s");
        }
        machine.seek(Time::from_secs(10.0));
        run_to(&mut machine, 10.0);
        machine.edit(edit(10.0, 12.0)).expect("a valid edit");
        assert_eq!(rates(&machine), [], "{engine}: the future is discarded");
    }
}

#[test]
fn a_snapshot_just_before_an_edit_includes_it() {
    // The fluid model alone costs too little for a second snapshot.
    for engine in ["packet", "both"] {
        let mut machine = TimeMachine::new(&scenario(engine), MEMORY);
        // A snapshot is taken during a step of the fluid model's solver that goes beyond the edit.
        while machine.snapshots().0 < 2 {
            machine.step(Time::from_secs(100.0), 20_000);
        }
        while !machine.settle(20_000) {}
        let now = machine.run().now();
        machine.edit(edit(now.as_secs(), 5.0)).expect("an edit of a settled run");
        let later = Time(now.0 + 2_000_000_000);
        run_to(&mut machine, later.as_secs());
        let mut branch = machine.branch();
        while !branch.go_to(machine.run().position(), 100_000) {}
        assert_eq!(branch.run().digest(), machine.run().digest(), "{engine}: a branch");
        let digest = machine.run().digest();
        machine.seek(Time(now.0 + 1));
        run_to(&mut machine, later.as_secs());
        assert_eq!(machine.run().digest(), digest, "{engine}: back and forward");
    }
}

#[test]
fn snapshots_stay_within_their_memory() {
    let document = Dumbbell::new(100.0, 100).flow("cubic", 40.0).seconds(5.0, 60.0).value();
    let document = document::from_value(document).expect("a valid document");
    let before = held();
    let mut machine = TimeMachine::new(&document, Memory { snapshots: 1, allocated: held });
    run_to(&mut machine, 60.0);
    assert_eq!(machine.snapshots().0, 2);
    machine.seek(Time::from_secs(30.0));
    assert_eq!(machine.run().now(), Time::ZERO);
    drop(machine);
    assert_eq!(held(), before);
    let mut machine = TimeMachine::new(&document, MEMORY);
    run_to(&mut machine, 60.0);
    let (count, bytes) = machine.snapshots();
    let start = held();
    let mut small = TimeMachine::new(&document, Memory { snapshots: bytes / 2, allocated: held });
    run_to(&mut small, 60.0);
    let (fewer, less) = small.snapshots();
    assert!(fewer > 2 && fewer < count && less <= bytes / 2, "{fewer} of {count}, {less} of {bytes}");
    drop(small);
    assert_eq!(held(), start);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn any_sequence_of_jumps_ends_like_a_straight_run(paths in prop::collection::vec((0.0..60.0_f64, 0.0..60.0_f64, 1u64..40), 1..5)) {
        let document = scenario("packet");
        let mut machine = TimeMachine::new(&document, MEMORY);
        for (to, back, events) in paths {
            run_to(&mut machine, to);
            // A jump forward is correct as well, but the last changes before it are not available then: plots are less exact.
            machine.seek(Time::from_secs(back).min(machine.run().now()));
            for _ in 0..events {
                machine.step_event(u64::MAX);
            }
        }
        let end = machine.known().as_secs().max(60.0);
        run_to(&mut machine, end);
        let mut straight = TimeMachine::new(&document, MEMORY);
        run_to(&mut straight, end);
        prop_assert_eq!(machine.run().digest(), straight.run().digest());
        prop_assert!(seen(machine.run(), machine.known()) == seen(straight.run(), straight.known()));
    }
}

#[test]
fn a_reconstructed_state_equals_the_one_shown() {
    for engine in ["packet", "fluid", "both"] {
        let mut machine = TimeMachine::new(&scenario(engine), MEMORY);
        let mut past = vec![];
        for at in [0.0, 0.25, 7.123_456_789, 30.0, 33.3, 62.5, 62.501, 70.0, 99.9, 100.0] {
            run_to(&mut machine, at);
            past.push((at, shown(machine.run(), &machine.run().directory())));
        }
        // From the end, and from an earlier time with the rest known; in order, and then at random.
        for now in [100.0, 50.0, 0.0] {
            machine.seek(Time::from_secs(now));
            run_to(&mut machine, now);
            let mut last = None;
            for i in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 8, 1, 0, 5] {
                let (at, was) = &past[i];
                let state = reconstruct(&machine, *at, last.take());
                assert_eq!(state.run().now(), Time::from_secs(*at));
                let is = shown(state.run(), &machine.directory_at(&state));
                // The directory lists the series of the whole run.
                let found = (&is.0, &is.1["channels"], &is.1["flows"], &is.1["before"], &is.2);
                let wanted = (&was.0, &was.1["channels"], &was.1["flows"], &was.1["before"], &was.2);
                assert_eq!(found, wanted, "{engine}: {at} s, reconstructed at {now} s");
                last = Some(state);
            }
        }
    }
}

#[test]
fn results_from_a_later_time_are_those_of_a_document_that_is_measured_from_then() {
    for engine in ["packet", "fluid", "both"] {
        let document = scenario(engine);
        let mut later = document.clone();
        later.sampling.measure_from_s = 42.0;
        let mut machine = TimeMachine::new(&document, MEMORY);
        run_to(&mut machine, 80.0);
        machine.edit(edit(80.0, 5.0)).expect("a valid edit");
        run_to(&mut machine, 100.0);
        let mut wanted = TimeMachine::new(&later, MEMORY);
        let mut last = None;
        for to in [42.0, 50.5, 80.0, 99.0] {
            run_to(&mut wanted, to);
            let span = (Time::from_secs(42.0), Time::from_secs(to));
            let mut state = machine.measure(span, last.take());
            while !state.advance(10_000) {}
            if to == 80.0 {
                wanted.edit(edit(80.0, 5.0)).expect("a valid edit");
            }
            assert_eq!(json!(state.run().results()), json!(wanted.run().results()), "{engine}: to {to} s");
            last = Some(state);
        }
        // Back, and from another start.
        for (from, to) in [(42.0, 50.5), (60.0, 61.0)] {
            let mut state = machine.measure((Time::from_secs(from), Time::from_secs(to)), last.take());
            while !state.advance(10_000) {}
            let results = state.run().results();
            assert_eq!((results.from_s, results.to_s), (from, to), "{engine}");
            last = Some(state);
        }
        // What is shown at a time does not continue a state whose results count from elsewhere.
        let state = reconstruct(&machine, 70.0, last);
        assert_eq!(state.run().results().from_s, document.sampling.measure_from_s);
    }
}

#[test]
fn a_reconstruction_stays_within_the_known_run_and_follows_its_edits() {
    let mut machine = TimeMachine::new(&scenario("packet"), MEMORY);
    run_to(&mut machine, 40.0);
    let last = reconstruct(&machine, 90.0, None);
    assert_eq!(last.run().now(), Time::from_secs(40.0));
    machine.edit(edit(40.0, 5.0)).expect("a valid edit");
    run_to(&mut machine, 60.0);
    let was = shown(machine.run(), &machine.run().directory());
    // An earlier reconstruction does not include the edit.
    let state = reconstruct(&machine, 60.0, Some(last));
    assert_eq!(shown(state.run(), &machine.directory_at(&state)), was);
    // An edit in the past discards the known future.
    machine.seek(Time::from_secs(20.0));
    run_to(&mut machine, 20.0);
    machine.edit(edit(20.0, 8.0)).expect("a valid edit");
    assert_eq!(reconstruct(&machine, 60.0, Some(state)).run().now(), Time::from_secs(20.0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn looking_at_other_times_changes_nothing(
        looks in prop::collection::vec((0.0..60.0_f64, 0.0..60.0_f64, 0.0..70.0_f64, 1u64..30_000), 1..6),
        engine in prop::sample::select(vec!["packet", "fluid", "both"]),
    ) {
        let document = scenario(engine);
        let [mut machine, mut undisturbed] = [(); 2].map(|()| TimeMachine::new(&document, MEMORY));
        let mut last = None;
        for (to, back, at, budget) in looks {
            for run in [&mut machine, &mut undisturbed] {
                run_to(run, to);
                run.seek(Time::from_secs(back).min(run.run().now()));
            }
            let mut state = machine.reconstruct(Time::from_secs(at), last.take());
            // It may be abandoned before it is complete.
            state.advance(budget);
            last = Some(state);
            prop_assert_eq!(machine.run().position(), undisturbed.run().position());
            prop_assert_eq!(machine.snapshots().0, undisturbed.snapshots().0);
        }
        for run in [&mut machine, &mut undisturbed] {
            let end = run.known().as_secs().max(65.0);
            run_to(run, end);
        }
        prop_assert_eq!(machine.run().digest(), undisturbed.run().digest());
        prop_assert_eq!(machine.run().ladder(), undisturbed.run().ladder());
        prop_assert_eq!(json!(machine.run().results()), json!(undisturbed.run().results()));
        prop_assert!(seen(machine.run(), machine.known()) == seen(undisturbed.run(), undisturbed.known()));
    }
}

#[test]
fn positions_are_ordered_by_time_then_events() {
    let at = |s, events| Position { time: Time::from_secs(s), events };
    assert!(at(1.0, 9) < at(2.0, 3) && at(2.0, 3) < at(2.0, 4));
}

#[test]
fn a_trace_shows_what_changed_the_window() {
    let mut machine = TimeMachine::new(&scenario("packet"), MEMORY);
    run_to(&mut machine, 60.0);
    let digest = machine.run().digest();
    let recorder = machine.run().recorders().next().expect("packets").marks().to_vec();
    let loss =
        recorder.iter().find(|m| m.kind == MarkKind::Loss && m.flow == 0 && m.time > Time::from_secs(20.0));
    let loss = loss.expect("a loss").time;
    let second = Time(1_000_000_000);
    let (from, to) = (Time(loss.0 - second.0), Time(loss.0 + second.0));
    let moments = trace(&machine, Subject::Flow(0), (from, to), 100_000);
    let found: Vec<_> = moments.iter().filter(|m| m.rule == Some(RuleSubject::Loss)).collect();
    assert!(found.iter().any(|m| m.at_s == loss.as_secs()), "{found:#?}");
    let loss = found[0];
    // CUBIC, RFC 9438: ssthresh is 0.7 of the window, and the retransmitted packet is the one that the last ACK asked for.
    let (before, after) = (loss.before.cwnd.expect("a window"), loss.after.ssthresh.expect("a threshold"));
    assert!((after / before - 0.7).abs() < 0.02, "{after} of {before}");
    let Cause::Ack(ack) = loss.cause else { panic!("{:?}", loss.cause) };
    let resent = loss.effects.iter().find_map(|e| match e {
        Effect::Sent(p) if p.packet == PacketKind::Retransmission => Some(p.seq),
        _ => None,
    });
    assert_eq!(resent, Some(ack.ack));
    // The lost packet was dropped before that, which is in the trace as well.
    let dropped = moments.iter().flat_map(|m| &m.effects).filter_map(|e| match e {
        Effect::Dropped { seq, .. } => Some(*seq),
        _ => None,
    });
    assert!(dropped.into_iter().any(|seq| seq == ack.ack));
    // Each moment starts with the window at which the previous one ended: nothing else changes it.
    assert!(moments.windows(2).all(|w| w[0].after.cwnd == w[1].before.cwnd));
    assert!(moments.windows(2).all(|w| w[0].at_s <= w[1].at_s && w[0].events < w[1].events));
    assert_eq!(machine.run().digest(), digest, "a trace changes nothing");
    // The queue of the core: arrivals, departures, drops.
    let queue = trace(&machine, Subject::Channel(0), (from, to), 100_000);
    assert!(queue.windows(2).all(|w| w[0].after.queue == w[1].before.queue));
    assert!(
        queue.iter().any(|m| m.before.queue == Some(40) && !m.effects.is_empty()),
        "drops at a full queue"
    );
}

#[test]
fn a_trace_lists_all_packets_that_an_edit_drops() {
    let document = Dumbbell::new(20.0, 200).flow("cubic", 40.0).seconds(5.0, 60.0).value();
    let mut machine = TimeMachine::new(&document::from_value(document).expect("a valid document"), MEMORY);
    run_to(&mut machine, 30.0);
    let path = "/links/core/forward/queue/params/limitPackets".into();
    machine.edit(Edit { at_s: 30.0, path, value: json!(5) }).expect("a valid edit");
    run_to(&mut machine, 30.1);
    let span = (Time::from_secs(29.99), Time::from_secs(30.01));
    let moments = trace(&machine, Subject::Channel(0), span, 100_000);
    let edited = moments.iter().find(|m| matches!(m.cause, Cause::Edit)).expect("the edit");
    let dropped = edited.effects.iter().filter(|e| matches!(e, Effect::Dropped { .. })).count() as u32;
    assert!(dropped > 32, "{dropped} packets: too few to test anything");
    assert_eq!(edited.before.queue, edited.after.queue.map(|left| left + dropped));
}

/// Past levels at the core: end of validity, rate, capacity, and the first flow's bandwidth-delay product.
fn past(run: &Run) -> Vec<(f64, f64, f64, f64)> {
    let directory = run.directory();
    let core = directory.channels.iter().position(|c| c.id == "core/forward").expect("a core");
    let level = |l: &droptail_engine::model::levels::Levels| {
        (l.until_s, l.channels[core].rate_mbps, l.channels[core].limit_packets, l.flows[0].bdp_packets)
    };
    directory.before.iter().map(level).collect()
}

#[test]
fn levels_before_each_edit_are_listed_and_discarded_when_a_run_goes_back() {
    for engine in ["packet", "fluid", "both"] {
        let mut machine = TimeMachine::new(&scenario(engine), MEMORY);
        let bdp = machine.run().directory().flows[0].bdp_packets;
        run_to(&mut machine, 70.0);
        let [(until, rate, limit, was)] = past(machine.run())[..] else { panic!("one edit") };
        assert_eq!((until, rate, limit, was), (62.5, 20.0, 40.0, bdp));
        // Two edits at one time are one step; an edit that changes no level is none.
        let limit = |value| Edit {
            at_s: machine.run().now().as_secs(),
            path: "/links/core/forward/queue/params/limitPackets".into(),
            value: json!(value),
        };
        let (first, second) = (limit(80), limit(90));
        let name = Edit { path: "/flows/f0/name".into(), value: json!("first"), ..first.clone() };
        for change in [first, second, name] {
            machine.edit(change).expect("an edit");
        }
        run_to(&mut machine, 80.0);
        let told = past(machine.run());
        assert_eq!(told.len(), 2, "{engine}: {told:?}");
        assert_eq!((told[1].0, told[1].1, told[1].2), (70.0, 15.0, 40.0));
        machine.seek(Time::from_secs(50.0));
        run_to(&mut machine, 50.0);
        assert_eq!(past(machine.run()), []);
        run_to(&mut machine, 80.0);
        assert_eq!(past(machine.run()), told);
    }
}

#[test]
fn the_most_recent_levels_are_kept_with_their_start() {
    let mut value = Dumbbell::new(20.0, 40).flow("cubic", 40.0).seconds(5.0, 100.0).value();
    let edits = (1..=40)
        .map(|i| json!({"atS": f64::from(i), "path": "/links/core/forward/rateMbps", "value": 20 + i}));
    value["edits"] = edits.collect();
    let mut machine = TimeMachine::new(&document::from_value(value).expect("a valid document"), MEMORY);
    run_to(&mut machine, 50.0);
    let before = machine.run().directory().before;
    let times: Vec<_> = before.iter().map(|l| (l.from_s, l.until_s)).collect();
    let expected: Vec<_> = (9..=40).map(|i| (f64::from(i - 1), f64::from(i))).collect();
    assert_eq!(times, expected);
}
