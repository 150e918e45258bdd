//! Flows whose windows and rates are set from outside, interval by interval: what an environment for learning drives.
//!
//! An action holds for one interval. At its start a timer of the controller takes it over, so that it does not wait for an ACK. The
//! same actions, written as scripts into the document, give the same run: see [`Agents::scenario`].

use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard};

use droptail_engine::catalogue::{Param, Row, Settings};
use droptail_engine::congestion::{
    Ack, AlgorithmRow, Congestion, Control, Controller, ControllerKind, Cx, Handover, Lost, Sent,
};
use droptail_engine::document;
use droptail_engine::registry::Registry;
use droptail_engine::run::Run;
use droptail_engine::scenario::{
    Engine, ParamValue, Params, Problem, Scenario, ScriptLimits, ScriptedController,
};
use droptail_engine::transport::flow::Phase;
use droptail_engine::units::{Nanos, Rate, Segments, Time};
use pyo3::prelude::*;

use crate::errors::{argument, busy, json, refused};
use crate::slices;

/// The algorithm of the flows that are driven.
const ID: &str = "agent";
/// Its parameter: the number of the agent.
const NUMBER: &str = "number";
/// The largest window of a script.
const MAX_WINDOW: f64 = 200_000.0;
/// A rate beyond that of any link, bit/s.
const MAX_RATE: f64 = 1e15;
/// Step of a script's timer.
const TIMER_STEP: Nanos = Nanos(100_000);
/// Shortest interval.
const SHORTEST: Nanos = Nanos(1_000_000);
/// Most elements of an array in a script.
const MAX_SCRIPT_STEPS: usize = 1024;

/// A window, packets, and a pacing rate, bit/s; without one the flow's stack decides.
#[derive(Clone, Copy, Debug)]
struct Action {
    window: f64,
    rate: Option<u64>,
}

/// What a sender has seen since the last action.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    sent: u64,
    delivered: Segments,
    lost: u64,
    marked: Segments,
    rtt_sum: u64,
    rtt_samples: u64,
}

/// What an agent and its flow's controller share.
#[derive(Debug)]
struct Desk {
    /// The action of each interval from the start of the run; the last one holds on.
    actions: Vec<Action>,
    interval: Nanos,
    counts: Counts,
    min_rtt: Option<Nanos>,
}

/// The controller of a flow that an agent drives.
#[derive(Clone, Debug)]
struct Agent {
    desk: Arc<Mutex<Desk>>,
    control: Control,
}

impl Agent {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        // Nothing panics while it has the lock.
        self.desk.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Takes over the action of this moment.
    fn act(&mut self, now: Time) {
        let (action, next) = {
            let desk = self.desk();
            let interval = now.0 / desk.interval.0;
            let last = desk.actions.len() - 1;
            (desk.actions[last.min(interval as usize)], Time((interval + 1) * desk.interval.0))
        };
        self.control = Control {
            // Never in slow start, whose exits and pacing belong to the stack.
            ssthresh: 1.0,
            pacing: action.rate.map(Rate),
            owns_recovery: true,
            wake_at: Some(next.max(now + TIMER_STEP)),
            ..Control::window(action.window)
        };
    }

    fn take(&mut self, cx: &Cx<'_>, ack: &Ack) {
        let mut desk = self.desk();
        desk.min_rtt = cx.rtt.min();
        let counts = &mut desk.counts;
        counts.delivered += ack.delivered;
        counts.marked += ack.marked;
        if let Some(rtt) = ack.rtt {
            counts.rtt_sum += rtt.0;
            counts.rtt_samples += 1;
        }
        drop(desk);
        self.act(cx.now);
    }
}

impl Controller for Agent {
    fn start(&mut self, cx: &mut Cx<'_>, _from: Option<Handover>) {
        self.act(cx.now);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_sent(&mut self, _now: Time, _sent: &Sent) {
        self.desk().counts.sent += 1;
    }

    fn on_lost(&mut self, _cx: &mut Cx<'_>, _lost: &Lost) {
        self.desk().counts.lost += 1;
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.act(cx.now);
        if event == Congestion::Restart {
            // Tahoe's recovery starts again from one packet, whatever the controller.
            self.control.cwnd = 1.0;
        }
    }

    fn on_recovered(&mut self, cx: &mut Cx<'_>) {
        self.act(cx.now);
    }

    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        self.act(cx.now);
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.take(cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.take(cx, ack);
    }

    fn on_timer(&mut self, cx: &mut Cx<'_>) {
        self.act(cx.now);
    }

    fn set_window(&mut self, cwnd: Segments, ssthresh: Segments) {
        (self.control.cwnd, self.control.ssthresh) = (cwnd, ssthresh);
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

/// The row of the flows that are driven. What the stack does by default is what it does for a script.
fn row(desks: Vec<Arc<Mutex<Desk>>>) -> AlgorithmRow {
    let most = desks.len().saturating_sub(1) as f64;
    AlgorithmRow {
        row: Row {
            id: ID.into(),
            name: "Agent".into(),
            summary: "Applies the actions of an external agent.".into(),
            source: "".into(),
            year: 0,
            params: vec![Param::number(NUMBER, "", "Number", "").range(0.0, most, 0.0)],
        },
        family: "".into(),
        recovery: "sack".into(),
        pacing: "ack".into(),
        feedback: "classic".into(),
        variables: Vec::new(),
        rules: Vec::new(),
        theory: Vec::new(),
        fluid: None,
        controller: ControllerKind::Window(Arc::new(move |settings: &Settings<'_>| {
            let desk = desks[settings.number(NUMBER) as usize].clone();
            Box::new(Agent { desk, control: Control::window(1.0) }) as Box<dyn Controller>
        })),
    }
}

/// A run in which agents drive some flows.
#[pyclass(frozen, module = "droptail._engine")]
#[derive(Debug)]
pub struct Agents {
    run: Mutex<Run>,
    /// The document, with the algorithms that its flows had.
    given: Scenario,
    /// Places of the driven flows in it.
    places: Vec<usize>,
    desks: Vec<Arc<Mutex<Desk>>>,
    /// Payload of a full packet of each, bytes.
    mss: Vec<u32>,
    interval: Nanos,
}

impl Agents {
    fn run(&self) -> PyResult<MutexGuard<'_, Run>> {
        self.run.try_lock().map_err(|_| busy())
    }
}

fn problem(pointer: String, problem: &str, expected: &str) -> PyErr {
    refused(&[Problem::new(pointer, problem.to_owned(), expected.to_owned())])
}

#[pymethods]
impl Agents {
    /// Agents for some flows of a document, given as JSON. An action holds for `interval_s`.
    #[new]
    #[pyo3(signature = (text, seed, flows, interval_s))]
    fn new(text: &str, seed: u32, flows: Vec<String>, interval_s: f64) -> PyResult<Agents> {
        let interval = Nanos::from_secs(interval_s);
        if interval < SHORTEST || !interval_s.is_finite() {
            return Err(argument(format!("an interval of {interval_s} s: expected at least 0.001 s")));
        }
        let mut given = document::parse(text).map_err(|problems| refused(&problems))?;
        given.seed = seed;
        if given.engine != Engine::Packet {
            return Err(problem("/engine".into(), "agents can only drive the packet model", "\"packet\""));
        }
        let of_flow = Registry::of(&given);
        let mut driven = given.clone();
        let (mut places, mut desks) = (Vec::new(), Vec::new());
        for id in &flows {
            let Some(place) = given.flows.iter().position(|flow| flow.id == *id) else {
                return Err(argument(format!("there is no flow {id}")));
            };
            let single = of_flow.flow(&given.flows[place]).and_then(|rows| rows.source(&given.flows[place]));
            if single.is_none() {
                let at = format!("/flows/{place}/traffic");
                return Err(problem(at, "not one TCP connection", "traffic over a single connection"));
            }
            let number = desks.len() as f64;
            let flow = &mut driven.flows[place];
            flow.algorithm = ID.to_owned();
            flow.params = Params::from([(NUMBER.to_owned(), ParamValue::Number(number))]);
            places.push(place);
            let desk = Desk { actions: Vec::new(), interval, counts: Counts::default(), min_rtt: None };
            desks.push(Arc::new(Mutex::new(desk)));
        }
        let mut registry = Registry::clone(&Registry::built_in());
        registry.add_algorithm(row(desks.clone())).map_err(|_| argument("an algorithm is named agent"))?;
        let registry = Arc::new(registry).for_document(&driven);
        let problems = document::validate(&registry, &driven);
        if !problems.is_empty() {
            return Err(refused(&problems));
        }
        let segment = |&place: &usize| {
            let flow = &driven.flows[place];
            registry.flow(flow).map_or(0, |rows| rows.stack(flow).mss)
        };
        let mss = places.iter().map(segment).collect();
        // Nothing asks for an action before the first step: a run stands before the events of time 0.
        let run = Mutex::new(Run::of(registry, &driven, false));
        Ok(Agents { run, given, places, desks, mss, interval })
    }

    /// Takes an action for each flow, window (packets) and rate (Mb/s, 0: by the stack), and runs one interval. Returns for each what its
    /// sender saw in it: packets sent, delivered, lost and marked, mean RTT (ms), smallest and smoothed RTT so far (ms), packets in flight
    /// now, and 1 if it has ended. An unknown number is NaN.
    fn step(&self, py: Python<'_>, actions: Vec<(f64, f64)>) -> PyResult<Vec<[f64; 9]>> {
        let mut run = self.run()?;
        if actions.len() != self.desks.len() {
            return Err(argument(format!("{} actions for {} flows", actions.len(), self.desks.len())));
        }
        let mut taken = 0;
        for (desk, (window, rate)) in self.desks.iter().zip(actions) {
            if !(window.is_finite() && rate.is_finite() && rate >= 0.0) {
                return Err(argument(format!("a window of {window} packets at {rate} Mb/s")));
            }
            // Few digits, so that the script with all actions is short.
            let window = (window.clamp(1.0, MAX_WINDOW) * 100.0).round() / 100.0;
            let rate =
                (rate > 0.0).then(|| ((rate * 1000.0).round() * 1000.0).clamp(1000.0, MAX_RATE) as u64);
            let mut desk = desk.lock().map_err(|_| busy())?;
            desk.actions.push(Action { window, rate });
            desk.counts = Counts::default();
            taken = desk.actions.len();
        }
        let until = Time(taken as u64 * self.interval.0).min(run.end());
        slices::advance(py, &mut run, until)?;
        let Some(packet) = run.packet() else { return Err(argument("no packets")) };
        let mut seen = Vec::with_capacity(self.desks.len());
        for (desk, &place) in self.desks.iter().zip(&self.places) {
            let desk = desk.lock().map_err(|_| busy())?;
            let counts = desk.counts;
            let transport = packet.transports()[place].summary();
            let rtt_ms = counts.rtt_sum as f64 / counts.rtt_samples as f64 / 1e6;
            let ended = packet.flows()[place].phase == Phase::Finished;
            seen.push([
                counts.sent as f64,
                counts.delivered,
                counts.lost as f64,
                counts.marked,
                rtt_ms,
                desk.min_rtt.map_or(f64::NAN, |rtt| 1000.0 * rtt.as_secs()),
                transport.srtt_ms,
                transport.flight,
                f64::from(u8::from(ended)),
            ]);
        }
        Ok(seen)
    }

    /// Payload of a full packet of each flow, bytes.
    fn mss(&self) -> Vec<u32> {
        self.mss.clone()
    }

    fn now_s(&self) -> PyResult<f64> {
        Ok(self.run()?.now().as_secs())
    }

    /// Whether the run has ended.
    fn done(&self) -> PyResult<bool> {
        let run = self.run()?;
        Ok(run.now() >= run.end() || run.stopped().is_some())
    }

    fn digest(&self) -> PyResult<String> {
        Ok(format!("{:016x}", self.run()?.digest()))
    }

    fn results(&self) -> PyResult<String> {
        json(&self.run()?.results())
    }

    /// The document of this run: the actions so far as scripts. It ends now.
    fn scenario(&self) -> PyResult<String> {
        let run = self.run()?;
        let mut scenario = self.given.clone();
        scenario.duration_s = run.now().as_secs();
        for (number, (&place, desk)) in self.places.iter().zip(&self.desks).enumerate() {
            let desk = desk.lock().map_err(|_| busy())?;
            if desk.actions.is_empty() || desk.actions.len() > MAX_SCRIPT_STEPS {
                let steps = desk.actions.len();
                return Err(argument(format!("{steps} steps: a document holds 1 to {MAX_SCRIPT_STEPS}")));
            }
            let id = format!("{ID}-{}", number + 1);
            scenario.controllers.push(ScriptedController {
                id: id.clone(),
                name: format!("Agent of {}", scenario.flows[place].id),
                summary: "The actions of an agent, one after another.".to_owned(),
                params: Vec::new(),
                script: script(&desk),
                limits: ScriptLimits { elements: MAX_SCRIPT_STEPS as u32, ..ScriptLimits::default() },
            });
            scenario.flows[place].algorithm = id;
            scenario.flows[place].params = Params::new();
        }
        let problems = document::validate(&Registry::of(&scenario), &scenario);
        if problems.is_empty() { json(&scenario) } else { Err(refused(&problems)) }
    }
}

/// The actions as a controller of the document.
fn script(desk: &Desk) -> String {
    let paced = desk.actions.iter().any(|action| action.rate.is_some());
    let list = |text: &dyn Fn(&Action) -> String| desk.actions.iter().map(text).collect::<Vec<_>>().join(",");
    let mut script = format!(
        "// The window of each interval, packets, and its pacing rate, bit/s.\nlet interval = {:?};\nlet windows = [{}];\n",
        desk.interval.0 as f64,
        list(&|action| format!("{}", action.window)),
    );
    if paced {
        let _ = writeln!(script, "let rates = [{}];", list(&|action| action.rate.unwrap_or(0).to_string()));
    }
    // Division may be off by one at the boundary, which products of whole numbers are not.
    let act = format!(
        "    let k = floor(now * 1e9 / interval);
    if (k + 1.0) * interval / 1e9 <= now {{ k += 1.0; }}
    if k * interval / 1e9 > now {{ k -= 1.0; }}
    let i = int(min(k, {:?}));
    cwnd = windows[i];{}
    ssthresh = 1.0;
    owns_recovery = true;
    wake_at = (k + 1.0) * interval / 1e9;
",
        (desk.actions.len() - 1) as f64,
        if paced { "\n    pacing_rate = rates[i];" } else { "" },
    );
    for event in ["start", "ack", "sack", "loss", "ecn", "timeout", "recovered", "undo", "timer"] {
        let _ = write!(script, "\nfn on_{event}() {{\n{act}}}\n");
    }
    script
}
