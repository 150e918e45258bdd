//! Checks what a page reads from a run: it must match the schemas of the TypeScript types, and values must be plausible.

use std::sync::OnceLock;

use droptail_engine::core::random::Rng;
use droptail_engine::experiment::measures;
use droptail_engine::metrics::export;
use droptail_engine::packet_sim::Simulation;
use droptail_engine::packet_sim::trace::Subject;
use droptail_engine::published;
use droptail_engine::run::Run;
use droptail_engine::schema;
use droptail_engine::time_machine::TimeMachine;
use droptail_engine::units::Time;
use serde_json::{Map, Value, json};

use crate::play::Failure;

fn schemas() -> &'static Map<String, Value> {
    static SCHEMAS: OnceLock<Map<String, Value>> = OnceLock::new();
    SCHEMAS.get_or_init(published::schemas)
}

fn fits(name: &str, value: &Value) -> Result<(), Failure> {
    let mut problems = Vec::new();
    schema::check(&schemas()[name], value, &mut problems);
    // The schema does not describe which fields are left out when empty.
    match problems.iter().find(|p| p.problem != "missing") {
        None => Ok(()),
        // Without indices, so that the same failure has the same name.
        Some(p) => {
            let place: Vec<_> =
                p.pointer.split('/').map(|t| if t.parse::<u32>().is_ok() { "*" } else { t }).collect();
            Err(Failure::new(
                &format!("{name} does not fit its schema at {}", place.join("/")),
                format!("{p:?}"),
            ))
        }
    }
}

/// Fields of results that are shares, and their maximum.
const SHARES: [(&str, f64); 6] = [
    ("lossRate", 1.0),
    ("utilisation", 1.0),
    ("jain", 1.0),
    ("jainRtt", 1.0),
    ("synchronization", 1.0),
    ("sharePercent", 100.0),
];

fn possible(value: &Value, name: &str) -> Result<(), Failure> {
    match value {
        Value::Number(number) => {
            let x = number.as_f64().unwrap_or(f64::NAN);
            if let Some((_, most)) = SHARES.iter().find(|(field, _)| *field == name)
                && !(-1e-9..=most * (1.0 + 1e-9)).contains(&x)
            {
                return Err(Failure::new(&format!("{name} beyond 0 … {most}"), format!("{x}")));
            }
            Ok(())
        }
        Value::Array(list) => list.iter().try_for_each(|item| possible(item, name)),
        Value::Object(fields) => fields.iter().try_for_each(|(field, value)| possible(value, field)),
        _ => Ok(()),
    }
}

/// The results as JSON, checked.
pub fn results(run: &Run) -> Result<Value, Failure> {
    let results = json!(run.results());
    possible(&results, "")?;
    if let Some(packets) = run.packet() {
        conserved(packets)?;
    }
    Ok(results)
}

/// Checks that packets are conserved.
fn conserved(run: &Simulation) -> Result<(), Failure> {
    for c in &run.network().channels {
        let waits = u64::from(c.queue.len());
        // Counts that restart do not include the packets queued then; a removed link loses its queue.
        if !c.removed
            && run.measured_from() == Some(Time::ZERO)
            && c.stats.arrivals != c.stats.drops + c.stats.sent + waits
        {
            let detail = format!("{}: {:?}, {waits} waiting", c.id, c.stats);
            return Err(Failure::new("packets of a channel are not conserved", detail));
        }
    }
    let inside = run.network().in_transit();
    if inside != run.network().packets.len() {
        let detail = format!("{inside} found, {} allocated", run.network().packets.len());
        return Err(Failure::new("packets of the network are not conserved", detail));
    }
    Ok(())
}

/// Reads everything that a page may request.
pub fn look(machine: &TimeMachine, rng: &mut Rng) -> Result<(), Failure> {
    let run = machine.run();
    let directory = run.directory();
    fits("Directory", &json!(directory))?;
    fits("Results", &results(run)?)?;
    measures::of(&run.results());
    let mut section = Vec::new();
    // ssthresh may be infinite before the first loss.
    run.scene(&mut section);
    run.marks_section(rng.below(3) as u32, &mut section);
    finite(&section, "marks")?;
    if section.chunks(3).is_sorted_by(|a, b| a[0] <= b[0]) {
        // In order.
    } else {
        return Err(Failure::new("marks are out of order", format!("{section:?}")));
    }
    let known = machine.known();
    let count = directory.series.len();
    let mut series: Vec<u32> = (0..4).map(|_| rng.below(count + 1) as u32).collect();
    series.dedup();
    let end = run.end().as_secs();
    let spans =
        [(0.0, end), (end * rng.uniform(), end * rng.uniform()), (0.0, run.now().as_secs()), (-1.0, 1e300)];
    let columns = [0, 1, 2, 60, 1000][rng.below(5)];
    run.plot(&series, spans[rng.below(spans.len())], columns, known, &mut section);
    finite(&section, "plot")?;
    run.extremes(&series, columns.min(100), &mut section);
    finite(&section, "extremes")?;
    if let Some((info, line)) = run.series().nth(series[0] as usize) {
        let (_, unit) = export::name(&info);
        export::csv(unit, line);
    }
    let flows = run.scenario().flows.len() + 1;
    let subject = if rng.chance(0.5) {
        Subject::Flow(rng.below(flows) as u32)
    } else {
        Subject::Channel(rng.below(directory.channels.len() + 1) as u32)
    };
    let from = Time((known.0 as f64 * rng.uniform()) as u64);
    let to = Time(from.0 + ((known.0 - from.0) as f64 * rng.uniform()) as u64);
    let mut trace = machine.trace(subject, (from, to), 50);
    for _ in 0..1000 {
        if trace.advance(20_000) {
            break;
        }
    }
    for moment in trace.moments() {
        fits("Moment", &json!(moment))?;
    }
    Ok(())
}

/// Checks that values are finite or NaN.
fn finite(section: &[f64], name: &str) -> Result<(), Failure> {
    match section.iter().position(|x| x.is_infinite()) {
        None => Ok(()),
        Some(at) => {
            Err(Failure::new(&format!("an infinite number in the {name}"), format!("at {at} of {section:?}")))
        }
    }
}
