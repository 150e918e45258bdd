//! Controllers that set only a window and a threshold, like Reno.

use super::{Ack, Congestion, Control, Controller, Cx, Handover};
use crate::core::rtt::Rtt;
use crate::units::{Nanos, Segments};

/// A rule that changes a window on ACKs and congestion events. [`windowed`] turns it into a controller. It starts like Reno, with the
/// initial window or with the window and threshold of the previous controller.
pub trait WindowRule: Clone + Send + 'static {
    /// Called at the start, after the window has been set: takes over more state, or changes the window.
    fn on_start(&mut self, _control: &mut Control, _cx: &mut Cx<'_>, _from: Option<Handover>) {}
    /// See [`Controller::on_ack`].
    fn on_ack(&mut self, control: &mut Control, cx: &mut Cx<'_>, ack: &Ack);
    /// See [`Controller::on_sack`].
    fn on_sack(&mut self, _control: &mut Control, _cx: &mut Cx<'_>, _ack: &Ack) {}
    /// See [`Controller::on_congestion`].
    fn on_congestion(&mut self, control: &mut Control, cx: &mut Cx<'_>, event: Congestion);
    /// The last congestion event was spurious, and the window has been restored. Restores other state from `before`, the rule before the
    /// event.
    fn on_undo(&mut self, _before: &Self) {}
    /// See [`Controller::loss_delay`].
    fn loss_delay(&self, _rtt: &Rtt) -> Option<Nanos> {
        None
    }
    /// See [`Controller::leaves_slow_start`].
    fn leaves_slow_start(&self) -> bool {
        false
    }
    /// See [`Controller::variables`].
    fn variables(&self, _control: &Control, _show: &mut dyn FnMut(f64)) {}
}

/// Makes a controller of a rule.
pub fn windowed(controller: impl WindowRule) -> Box<dyn Controller> {
    Box::new(Windowed { control: Control::window(1.0), controller, saved: None })
}

#[derive(Clone)]
struct Windowed<L> {
    control: Control,
    controller: L,
    /// State before the last congestion event.
    saved: Option<Box<(Control, L)>>,
}

impl<L: WindowRule> Controller for Windowed<L> {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.control = from.map_or(Control::window(cx.initial_window), |h| Control {
            ssthresh: h.control.ssthresh,
            ..Control::window(h.control.cwnd)
        });
        self.controller.on_start(&mut self.control, cx, from);
    }

    fn control(&self) -> Control {
        self.control
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.controller.on_ack(&mut self.control, cx, ack);
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.controller.on_sack(&mut self.control, cx, ack);
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        self.controller.on_congestion(&mut self.control, cx, event);
    }

    fn save(&mut self) {
        let now = (self.control, self.controller.clone());
        // Reuse the memory, so that a loss does not allocate.
        match &mut self.saved {
            Some(saved) => **saved = now,
            None => self.saved = Some(Box::new(now)),
        }
    }

    fn on_undo(&mut self, _: &mut Cx<'_>) {
        if let Some(saved) = self.saved.take() {
            let (control, controller) = *saved;
            self.control.cwnd = self.control.cwnd.max(control.cwnd);
            self.control.ssthresh = self.control.ssthresh.max(control.ssthresh);
            self.controller.on_undo(&controller);
        }
    }

    fn loss_delay(&self, rtt: &Rtt) -> Option<Nanos> {
        self.controller.loss_delay(rtt)
    }

    fn set_window(&mut self, cwnd: Segments, ssthresh: Segments) {
        (self.control.cwnd, self.control.ssthresh) = (cwnd, ssthresh);
    }

    fn leaves_slow_start(&self) -> bool {
        self.controller.leaves_slow_start()
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.controller.variables(&self.control, show);
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}
