//! A controller that runs a script.
//!
//! **If a handler fails** – an error, too many operations, a window that is not a number – the flow goes on as Reno from the window and
//! threshold before that call, and the script does not run again. The failure is part of the results.

use std::any::Any;
use std::sync::Arc;

use rhai::{Dynamic, Scope};

use super::interface::{Call, Event, HANDLERS};
use super::language::hosted;
use super::program::{Fault, Program, entries};
use crate::catalogue::Settings;
use crate::congestion::{
    Ack, Congestion, Control, Controller, Cx, Delivered, Handover, Lost, Script, Sent, reno_decrease,
    reno_increase,
};
use crate::core::random::Rng;
use crate::metrics::scripts::{Printed, ScriptCall, ScriptFailure, ScriptReport};
use crate::units::{Nanos, Rate, Time};

/// Number of printed lines that a flow keeps.
const MAX_LOG: usize = 200;

/// Least time until a script's timer expires. A handler can set the timer again and again, so a shorter one could stop the run.
const MIN_TIMER: Nanos = Nanos(100_000);

/// The largest window: more than the bandwidth-delay product of 10 Gb/s and 200 ms. A script can ask for it at once, so it bounds the memory.
const MAX_WINDOW: f64 = 200_000.0;

/// A value that plots do not show.
const MAX_PLOTTED: f64 = 1e30;

/// A rate beyond that of any link, bit/s.
const MAX_RATE: f64 = 1e15;

/// A controller that runs a script.
#[derive(Clone)]
pub(super) struct Scripted {
    id: Arc<str>,
    program: Arc<Program>,
    /// Parameters, then the state, then the controls.
    scope: Scope<'static>,
    control: Control,
    /// Window and threshold before the recovery that may be undone.
    saved: Option<(f64, f64)>,
    report: ScriptReport,
    /// Calls since the trace began, if there is one.
    trace: Option<Vec<ScriptCall>>,
}

impl Scripted {
    pub fn new(id: Arc<str>, program: Arc<Program>, settings: &Settings<'_>) -> Scripted {
        let params: Vec<_> = program.params.iter().map(|id| settings.number(id)).collect();
        let (mut scope, fault) = program.start(&params);
        let control = Control::window(1.0);
        scope.push("owns_recovery", false);
        scope.push("wake_at", 0.0);
        scope.push("pacing_rate", 0.0);
        scope.push("ssthresh", control.ssthresh);
        scope.push("cwnd", control.cwnd);
        let mut scripted = Scripted {
            id,
            program,
            scope,
            control,
            saved: None,
            report: ScriptReport::default(),
            trace: None,
        };
        if let Some(fault) = fault {
            scripted.fail(Time::ZERO, "the variables at the top", fault);
        }
        scripted
    }

    fn fail(&mut self, now: Time, handler: &str, fault: Fault) {
        let Fault { message, line, column } = fault;
        let failure =
            ScriptFailure { at_s: now.as_secs(), handler: handler.to_owned(), line, column, message };
        self.report.failure = Some(Arc::new(failure));
        self.control.pacing = None;
        self.control.wake_at = None;
        self.control.owns_recovery = false;
    }

    /// Runs the handler of an event. Returns whether it ran; if not, the event needs the default.
    fn run(&mut self, event: Event, call: &Call<'_, '_>, rng: Option<&mut Rng>) -> bool {
        if self.report.failure.is_some() {
            return false;
        }
        let program = self.program.clone();
        let Some(handler) = program.handler(event) else { return false };
        let before = self.trace.is_some().then(|| self.visible());
        let len = self.scope.len();
        let mut inputs = Vec::new();
        if before.is_some() {
            let read = handler.inputs.iter().map(|(name, value)| (name.to_string(), value(call).to_string()));
            inputs.extend(read);
        }
        for (name, value) in &handler.inputs {
            self.scope.push_constant_dynamic(name.clone(), value(call));
        }
        let engine = if before.is_some() { program.tracing() } else { &program.engine };
        let stream = rng.as_deref().filter(|_| program.draws).cloned();
        let (ran, left) = hosted(stream, || engine.run_ast_with_scope(&mut self.scope, &handler.body));
        self.scope.rewind(len);
        if let (Some(rng), Some(advanced)) = (rng, left.rng) {
            *rng = advanced;
        }
        self.log(call.now, left.printed);
        let fault = match ran {
            Ok(()) => self.read_controls(call.now).err().map(|message| Fault::new(message, handler.at)),
            Err(error) => Some(Fault::of(&error)),
        };
        let name = HANDLERS[event as usize].name;
        let failed = fault.is_some();
        if let Some(fault) = fault {
            self.fail(call.now, name, fault);
        }
        if let Some(before) = before {
            let after = self.visible();
            let changed = before.into_iter().zip(after);
            let variables = changed.map(|((name, before), (_, after))| (name, before, after)).collect();
            let call = ScriptCall { handler: name.to_owned(), inputs, lines: left.lines, variables };
            self.trace.get_or_insert_default().push(call);
        }
        !failed
    }

    fn log(&mut self, now: Time, lines: Vec<String>) {
        if lines.is_empty() {
            return;
        }
        let log = Arc::make_mut(self.report.printed.get_or_insert_default());
        for text in lines {
            if log.len() == MAX_LOG {
                log.pop_front();
            }
            log.push_back(Printed { at_s: now.as_secs(), text });
        }
    }

    /// State and controls as text.
    fn visible(&self) -> Vec<(String, String)> {
        let all = entries(&self.scope, self.program.params.len());
        all.into_iter().map(|(name, _, value)| (name.to_owned(), value.to_string())).collect()
    }

    fn number(&self, name: &str) -> Result<f64, String> {
        let value = self.scope.get(name).unwrap_or(&Dynamic::UNIT);
        let whole = || value.as_int().map(|x| x as f64);
        let number = value.as_float().or_else(|_| whole());
        number.map_err(|_| format!("{name} is {value}, which is not a number"))
    }

    /// Takes over what the script set.
    fn read_controls(&mut self, now: Time) -> Result<(), String> {
        let (cwnd, ssthresh, rate, wake) = (
            self.number("cwnd")?,
            self.number("ssthresh")?,
            self.number("pacing_rate")?,
            self.number("wake_at")?,
        );
        for (name, x) in [("cwnd", cwnd), ("pacing_rate", rate)] {
            if !x.is_finite() || x < 0.0 {
                return Err(format!("{name} is {x}"));
            }
        }
        if ssthresh.is_nan() || ssthresh < 0.0 || wake.is_nan() {
            return Err(format!("ssthresh is {ssthresh}, wake_at is {wake}"));
        }
        let owns_recovery = self.scope.get("owns_recovery").and_then(|value| value.as_bool().ok());
        self.control = Control {
            cwnd: cwnd.clamp(1.0, MAX_WINDOW),
            ssthresh: if ssthresh > MAX_PLOTTED { f64::INFINITY } else { ssthresh },
            pacing: (rate > 0.0).then(|| Rate(rate.clamp(1.0, MAX_RATE) as u64)),
            quantum: 1,
            owns_recovery: owns_recovery.ok_or("owns_recovery is neither true nor false")?,
            limits_itself: false,
            wake_at: (wake > now.as_secs()).then(|| Time::from_secs(wake).max(now + MIN_TIMER)),
        };
        self.write_window();
        Ok(())
    }

    /// Shows the window and the threshold to the script, as real numbers.
    fn write_window(&mut self) {
        self.scope.set_value("cwnd", self.control.cwnd);
        self.scope.set_value("ssthresh", self.control.ssthresh);
    }

    /// Calls a handler that has a context.
    fn called(
        &mut self,
        event: Event,
        cx: &mut Cx<'_>,
        ack: Option<&Ack>,
        congestion: Option<Congestion>,
    ) -> bool {
        let mut rng = cx.rng.clone();
        let call = Call { now: cx.now, cx: Some(cx), ack, congestion, ..Call::default() };
        let ran = self.run(event, &call, Some(&mut rng));
        *cx.rng = rng;
        ran
    }

    fn set(&mut self, cwnd: f64, ssthresh: f64) {
        (self.control.cwnd, self.control.ssthresh) = (cwnd, ssthresh);
        self.write_window();
    }
}

impl Controller for Scripted {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        let (cwnd, ssthresh) =
            from.map_or((cx.initial_window, f64::INFINITY), |h| (h.control.cwnd, h.control.ssthresh));
        self.set(cwnd, ssthresh);
        let mut rng = cx.rng.clone();
        let call = Call { now: cx.now, cx: Some(cx), replaces: from.is_some(), ..Call::default() };
        self.run(Event::Start, &call, Some(&mut rng));
        *cx.rng = rng;
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_sent(&mut self, now: Time, sent: &Sent) {
        self.run(Event::Sent, &Call { now, sent: Some(sent), ..Call::default() }, None);
    }

    fn follows_packets(&self) -> bool {
        self.program.handler(Event::PacketDelivered).is_some()
    }

    fn on_delivered(&mut self, cx: &mut Cx<'_>, delivered: &Delivered) {
        let mut rng = cx.rng.clone();
        let call = Call { now: cx.now, cx: Some(cx), delivered: Some(delivered), ..Call::default() };
        self.run(Event::PacketDelivered, &call, Some(&mut rng));
        *cx.rng = rng;
    }

    fn on_lost(&mut self, cx: &mut Cx<'_>, lost: &Lost) {
        let mut rng = cx.rng.clone();
        let call = Call { now: cx.now, cx: Some(cx), lost: Some(lost), ..Call::default() };
        self.run(Event::PacketLost, &call, Some(&mut rng));
        *cx.rng = rng;
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        let handler = match event {
            Congestion::Loss { .. } | Congestion::Restart => Event::Loss,
            Congestion::Timeout { .. } => Event::Timeout,
            Congestion::Ecn if self.program.handler(Event::Ecn).is_some() => Event::Ecn,
            Congestion::Ecn => Event::Loss,
        };
        if !self.called(handler, cx, None, Some(event)) {
            reno_decrease(&mut self.control, cx, event);
            self.write_window();
        } else if event == Congestion::Restart {
            // Tahoe's recovery starts again from one packet, whatever the controller.
            self.set(1.0, self.control.ssthresh);
        }
    }

    fn on_recovered(&mut self, cx: &mut Cx<'_>) {
        self.called(Event::Recovered, cx, None, None);
    }

    fn save(&mut self) {
        self.saved = Some((self.control.cwnd, self.control.ssthresh));
    }

    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        if let Some((cwnd, ssthresh)) = self.saved.take() {
            self.set(self.control.cwnd.max(cwnd), self.control.ssthresh.max(ssthresh));
        }
        self.called(Event::Undo, cx, None, None);
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        if !self.called(Event::Ack, cx, Some(ack), None) {
            reno_increase(&mut self.control, cx, ack);
            self.write_window();
        }
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.called(Event::Sack, cx, Some(ack), None);
    }

    fn on_timer(&mut self, cx: &mut Cx<'_>) {
        self.control.wake_at = None;
        self.called(Event::Timer, cx, None, None);
    }

    fn set_window(&mut self, cwnd: f64, ssthresh: f64) {
        self.set(cwnd, ssthresh);
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        for variable in &self.program.variables {
            // Series store 32 bits.
            let value = self.number(&variable.id).ok().filter(|x| x.abs() < MAX_PLOTTED);
            show(value.unwrap_or(f64::NAN));
        }
    }

    fn script(&self) -> Option<&dyn Script> {
        Some(self)
    }

    fn script_mut(&mut self) -> Option<&mut dyn Script> {
        Some(self)
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

impl Script for Scripted {
    fn report(&self) -> &ScriptReport {
        &self.report
    }

    fn trace_calls(&mut self) {
        self.trace.get_or_insert_default();
    }

    fn take_calls(&mut self) -> Vec<ScriptCall> {
        self.trace.as_mut().map(std::mem::take).unwrap_or_default()
    }

    fn adopt(&mut self, previous: &dyn Script) {
        let Some(previous) = (previous as &dyn Any).downcast_ref::<Scripted>() else { return };
        if previous.id != self.id {
            return;
        }
        self.report.printed.clone_from(&previous.report.printed);
        let of_previous = entries(&previous.scope, previous.program.params.len());
        let names: Vec<_> = entries(&self.scope, self.program.params.len())
            .into_iter()
            .filter(|(_, constant, _)| !constant)
            .map(|(name, ..)| name.to_owned())
            .collect();
        for name in names {
            if let Some((_, _, value)) = of_previous.iter().find(|(known, ..)| *known == name) {
                self.scope.set_value(name, (*value).clone());
            }
        }
    }
}
