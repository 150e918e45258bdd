//! No allocation per packet in steady state, measured with a counting allocator on the benchmark's scenario S1.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use droptail_engine::document;
use droptail_engine::metrics::recorder::SeriesSelection;
use droptail_engine::packet_sim::{Options, Simulation};
use droptail_engine::units::Time;
use serde_json::{Value, json};

/// The system's allocator; counts the allocations of the test's thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: everything is handed on to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const FLOWS: u32 = 10;
/// Once per period the fairness window stores a list of what every flow has delivered.
const SAMPLES_PER_S: u64 = 10;
/// Each digest of the ladder sorts the digests of flows and channels.
const RUNGS_PER_S: u64 = 1;
/// Levels of detail of a series: 40,000 buckets of a millisecond, joined in groups of four.
const LEVELS: u64 = 9;

/// Ten flows over 100 Mb/s and 40 ms with a buffer of 333 packets and an ACK for every packet.
fn s1(algorithm: &str, queue: &str, feedback: &str) -> Value {
    let channel = |rate_mbps: u32, delay_ms: u32, queue: &str, limit_packets: u32| {
        let queue = json!({ "kind": queue, "params": { "limitPackets": limit_packets } });
        json!({ "rateMbps": rate_mbps, "delayMs": delay_ms, "queue": queue })
    };
    let mut nodes = vec![json!({ "id": "r1", "kind": "router" }), json!({ "id": "r2", "kind": "router" })];
    let core = channel(100, 18, queue, 333);
    let mut links = vec![json!({ "id": "core", "a": "r1", "b": "r2", "forward": core })];
    let mut flows = Vec::new();
    for i in 0..FLOWS {
        let (from, to) = (format!("a{i}"), format!("b{i}"));
        nodes.extend([json!({ "id": from, "kind": "host" }), json!({ "id": to, "kind": "host" })]);
        links.push(
            json!({ "id": format!("in{i}"), "a": from, "b": "r1", "forward": channel(1000, 1, "droptail", 10_000) }),
        );
        links.push(
            json!({ "id": format!("out{i}"), "a": "r2", "b": to, "forward": channel(1000, 1, "droptail", 10_000) }),
        );
        flows.push(json!({
            "id": format!("f{i}"), "from": from, "to": to, "algorithm": algorithm,
            "stack": { "kind": "rfc", "params": { "delayedAck": 1, "ecnFeedback": feedback } },
        }));
    }
    json!({ "version": 1, "durationS": 60, "nodes": nodes, "links": links, "flows": flows })
}

/// Allocations and work of a part of a run.
struct Span {
    allocations: u64,
    /// Data packets and ACKs, counted at each link.
    hops: u64,
    /// Series that there are for plots.
    series: u64,
}

fn span(document: Value, options: Options, from_s: f64, to_s: f64) -> Span {
    let scenario = document::from_value(document).expect("a valid document");
    let mut run = Simulation::new(&scenario, options);
    run.step(Time::from_secs(from_s), u64::MAX);
    let before = (ALLOCATIONS.get(), run.hops());
    run.step(Time::from_secs(to_s), u64::MAX);
    let series = run.recorder().infos().len() as u64;
    Span { allocations: ALLOCATIONS.get() - before.0, hops: run.hops() - before.1, series }
}

#[test]
fn steady_state_allocates_per_second_and_not_per_packet() {
    let (from_s, to_s) = (20.0, 40.0);
    let sack = || s1("sack", "droptail", "auto");
    let plain = span(sack(), Options { keep: SeriesSelection::Nothing, ..Options::default() }, from_s, to_s);
    assert!(plain.hops > 900_000, "{} hops: not a busy link", plain.hops);
    // In addition to periodic allocations, the list of marks on the timeline can double, and so can a ring that reaches a new
    // maximum.
    let periodic = 20 * (SAMPLES_PER_S + RUNGS_PER_S);
    assert!(plain.allocations <= periodic + 20, "{} allocations in {} hops", plain.allocations, plain.hops);

    // With plots, each level of detail of each series doubles once while the elapsed time doubles.
    let plotted = span(sack(), Options::default(), from_s, to_s);
    let more = plotted.allocations - plain.allocations;
    assert!(more <= plotted.series * LEVELS, "{more} allocations by {} series", plotted.series);
}

/// Loss detection by time keeps a list of transmissions, and each recovery keeps state to undo it, in memory that is reused.
#[test]
fn loss_detection_by_time_allocates_no_more() {
    let mut document = s1("cubic", "droptail", "auto");
    for flow in document["flows"].as_array_mut().expect("flows") {
        flow["stack"] = json!({ "kind": "linux", "params": { "delayedAck": 1 } });
    }
    document["links"][0]["forward"]["reorder"] = json!({ "rate": 0.03, "delayMs": 6 });
    let span = span(document, Options { keep: SeriesSelection::Nothing, ..Options::default() }, 20.0, 40.0);
    assert!(span.hops > 800_000, "{} hops", span.hops);
    let most = 20 * (SAMPLES_PER_S + RUNGS_PER_S) + u64::from(10 * FLOWS);
    assert!(span.allocations <= most, "{} allocations in {} hops", span.allocations, span.hops);
}

/// Rate samples, pacing, marks with their options, and one-way delays do not allocate either.
#[test]
fn controllers_that_get_more_events_allocate_no_more() {
    for (algorithm, queue, feedback) in [
        ("bbr", "droptail", "auto"),
        ("dctcp", "step", "dctcp"),
        ("dctcp", "step", "accurate"),
        ("ledbat", "droptail", "auto"),
    ] {
        let options = Options { keep: SeriesSelection::Nothing, ..Options::default() };
        let span = span(s1(algorithm, queue, feedback), options, 20.0, 40.0);
        let periodic = 20 * (SAMPLES_PER_S + RUNGS_PER_S);
        assert!(span.hops > 800_000, "{algorithm}: {} hops", span.hops);
        // Rings of flows and links still grow occasionally: a few times each, whatever the number of packets.
        let most = periodic + u64::from(10 * FLOWS);
        assert!(
            span.allocations <= most,
            "{algorithm}: {} allocations in {} hops",
            span.allocations,
            span.hops
        );
    }
}
