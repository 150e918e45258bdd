//! What a stack adds to any controller: a slow-start exit, a smaller response to marks (ABE, RFC 8511), and decreases to whole packets.
//!
//! A controller without any of these is returned unchanged, at no cost. A controller that does not use a window and
//! a threshold ignores them ([`Controller::set_window`]).

use super::hystart::HyStart as HyStartPlusPlus;
use super::hystart_classic::HyStart;
use super::search::Search;
use super::{
    Ack, Congestion, Control, Controller, Cx, Delivered, Handover, Lost, MIN_SSTHRESH, Script, Sent,
};
use crate::core::rtt::Rtt;
use crate::units::{Nanos, Segments, Time};

/// How the first slow start can end without a loss.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum SlowStartExit {
    /// Only by a loss.
    #[default]
    None,
    /// Ha & Rhee, as in Linux.
    HyStart,
    /// RFC 9406.
    HyStartPlusPlus,
    /// draft-chung-ccwg-search.
    Search {
        /// Share of the sent data that is missing from the data delivered a round trip later.
        threshold: f64,
    },
}

/// The additions of a stack.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Equipment {
    /// Slow-start exit.
    pub exit: SlowStartExit,
    /// Fraction of the window kept on a mark in congestion avoidance; `None`: as the controller decides.
    pub kept_on_mark: Option<f64>,
    /// Whether a decrease rounds window and ssthresh down to whole packets, as ns-2 did before 2006 (`precisionReduce_`).
    pub whole_packets: bool,
}

/// Wraps the controller with the stack's additions.
pub fn equip(controller: Box<dyn Controller>, equipment: Equipment) -> Box<dyn Controller> {
    let detector = match equipment.exit {
        _ if controller.leaves_slow_start() => None,
        SlowStartExit::None => None,
        SlowStartExit::HyStart => Some(Detector::HyStart(HyStart::default())),
        SlowStartExit::HyStartPlusPlus => Some(Detector::HyStartPlusPlus(HyStartPlusPlus::default())),
        SlowStartExit::Search { threshold } => Some(Detector::Search(Box::new(Search::new(threshold)))),
    };
    let Equipment { kept_on_mark, whole_packets, .. } = equipment;
    if detector.is_none() && kept_on_mark.is_none() && !whole_packets {
        return controller;
    }
    Box::new(Equipped { controller, detector, saved: None, kept_on_mark, whole_packets })
}

/// Detector of the end of slow start.
#[derive(Clone, Debug)]
enum Detector {
    HyStart(HyStart),
    HyStartPlusPlus(HyStartPlusPlus),
    Search(Box<Search>),
}

impl Detector {
    /// The number of packets for which an ACK counts. Ends slow start by setting ssthresh.
    fn counted(&mut self, control: &mut Control, cx: &Cx<'_>, ack: &Ack) -> Segments {
        match self {
            Detector::HyStart(hystart) => hystart.watch(control, cx, ack),
            Detector::HyStartPlusPlus(hystart) => return hystart.counted(control, cx, ack),
            Detector::Search(search) => search.watch(control, cx, ack),
        }
        ack.counted
    }
}

#[derive(Clone)]
struct Equipped {
    controller: Box<dyn Controller>,
    /// Set while the first slow start may still end without a loss.
    detector: Option<Detector>,
    /// The detector as it was before the last congestion event.
    saved: Option<Detector>,
    kept_on_mark: Option<f64>,
    whole_packets: bool,
}

impl Controller for Equipped {
    fn start(&mut self, cx: &mut Cx<'_>, from: Option<Handover>) {
        self.controller.start(cx, from);
    }

    fn control(&self) -> Control {
        self.controller.control()
    }

    fn on_sent(&mut self, now: Time, sent: &Sent) {
        if let Some(Detector::Search(search)) = &mut self.detector {
            search.on_sent();
        }
        self.controller.on_sent(now, sent);
    }

    fn follows_packets(&self) -> bool {
        self.controller.follows_packets()
    }

    fn on_delivered(&mut self, cx: &mut Cx<'_>, delivered: &Delivered) {
        self.controller.on_delivered(cx, delivered);
    }

    fn on_lost(&mut self, cx: &mut Cx<'_>, lost: &Lost) {
        self.controller.on_lost(cx, lost);
    }

    fn on_congestion(&mut self, cx: &mut Cx<'_>, event: Congestion) {
        // RFC 9406, section 4.3; the others do the same: only the first slow start.
        self.detector = None;
        let before = self.controller.control();
        self.controller.on_congestion(cx, event);
        // RFC 8511 covers congestion avoidance only: a mark in slow start counts as a loss.
        if let Some(kept) = self.kept_on_mark
            && event == Congestion::Ecn
            && before.cwnd >= before.ssthresh
        {
            let left = (kept * cx.reduce_from).max(MIN_SSTHRESH);
            self.controller.set_window(left.min(before.cwnd), left);
        }
        if self.whole_packets {
            let Control { cwnd, ssthresh, .. } = self.controller.control();
            self.controller.set_window(cwnd.floor().max(1.0), ssthresh.floor().max(MIN_SSTHRESH));
        }
    }

    fn on_recovered(&mut self, cx: &mut Cx<'_>) {
        self.controller.on_recovered(cx);
    }

    fn save(&mut self) {
        self.saved = self.detector.clone();
        self.controller.save();
    }

    fn on_undo(&mut self, cx: &mut Cx<'_>) {
        self.detector = self.saved.take();
        self.controller.on_undo(cx);
    }

    fn on_ack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        let Some(detector) = &mut self.detector else { return self.controller.on_ack(cx, ack) };
        let mut control = self.controller.control();
        let before = control.ssthresh;
        let counted = detector.counted(&mut control, cx, ack);
        if control.ssthresh < before {
            self.detector = None;
            self.controller.set_window(control.cwnd, control.ssthresh);
        }
        self.controller.on_ack(cx, &Ack { counted, ..*ack });
    }

    fn on_sack(&mut self, cx: &mut Cx<'_>, ack: &Ack) {
        self.controller.on_sack(cx, ack);
    }

    fn on_timer(&mut self, cx: &mut Cx<'_>) {
        self.controller.on_timer(cx);
    }

    fn loss_delay(&self, rtt: &Rtt) -> Option<Nanos> {
        self.controller.loss_delay(rtt)
    }

    fn script(&self) -> Option<&dyn Script> {
        self.controller.script()
    }

    fn script_mut(&mut self) -> Option<&mut dyn Script> {
        self.controller.script_mut()
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.controller.variables(show);
    }

    fn clone_box(&self) -> Box<dyn Controller> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{self, Bench};
    use super::*;
    use crate::congestion::testing::find;
    use crate::scenario::ParamValue;

    fn with(id: &str, exit: SlowStartExit, kept_on_mark: Option<f64>) -> Bench {
        Bench::equipped(find(id).unwrap(), &[], Equipment { exit, kept_on_mark, ..Equipment::default() })
    }

    /// Windows after rounds with these RTTs.
    fn windows(bench: &mut Bench, rtts_ms: &[f64]) -> Vec<f64> {
        let after = |&rtt: &f64| {
            bench.round(rtt);
            bench.cwnd()
        };
        rtts_ms.iter().map(after).collect()
    }

    #[test]
    fn hystart_plus_plus_is_the_same_as_an_option_and_as_cubics_own() {
        let rtts = [100.0, 100.0, 120.0, 120.0, 120.0, 121.0, 122.0, 123.0, 124.0];
        let mut own = Bench::new(find("cubic").unwrap(), &[("hystart", ParamValue::Bool(true))]);
        own.start(10.0, None);
        let mut option = with("cubic", SlowStartExit::HyStartPlusPlus, None);
        option.start(10.0, None);
        assert_eq!(windows(&mut own, &rtts), windows(&mut option, &rtts));
        assert!(own.ssthresh().is_finite());
        // With both, a delivery counts once.
        let both = Equipment { exit: SlowStartExit::HyStartPlusPlus, ..Equipment::default() };
        let params = [("hystart", ParamValue::Bool(true))];
        let mut both = Bench::equipped(find("cubic").unwrap(), &params, both);
        both.start(10.0, None);
        option = with("cubic", SlowStartExit::HyStartPlusPlus, None);
        option.start(10.0, None);
        assert_eq!(windows(&mut option, &rtts), windows(&mut both, &rtts));
    }

    #[test]
    fn every_exit_works_with_every_controller_with_a_threshold() {
        let exits = [SlowStartExit::HyStart, SlowStartExit::HyStartPlusPlus];
        for id in [
            "sack", "cubic", "hstcp", "scalable", "htcp", "bic", "illinois", "yeah", "westwood", "veno",
            "compound",
        ] {
            for exit in exits {
                let mut bench = with(id, exit, None);
                bench.start(10.0, None);
                windows(&mut bench, &[100.0, 100.0, 130.0, 130.0, 130.0, 130.0, 130.0, 130.0]);
                assert!(bench.ssthresh().is_finite(), "{id}, {exit:?}");
            }
            let mut bench = with(id, SlowStartExit::None, None);
            bench.start(10.0, None);
            windows(&mut bench, &[100.0, 100.0, 110.0, 110.0]);
            // YeAH leaves slow start on its own when its backlog is too large.
            assert!(bench.ssthresh().is_infinite(), "{id}");
        }
    }

    #[test]
    fn exits_apply_to_the_first_slow_start_only() {
        for exit in [SlowStartExit::HyStart, SlowStartExit::HyStartPlusPlus] {
            let mut bench = with("sack", exit, None);
            bench.start(10.0, None);
            windows(&mut bench, &[100.0, 100.0, 100.0, 100.0, 100.0]);
            bench.congestion(Congestion::Timeout { first: true }, 320.0);
            let seen = windows(&mut bench, &[100.0, 100.0, 100.0, 100.0, 150.0, 150.0]);
            assert_eq!(seen, [2.0, 4.0, 8.0, 16.0, 32.0, 64.0], "{exit:?}");
        }
    }

    #[test]
    fn abe_decides_after_a_mark_and_the_controller_after_a_loss() {
        // RFC 8511, section 3.1: β_ecn = 0.8 with Reno, 0.85 with CUBIC; the response to losses is unchanged.
        for (id, on_mark, on_loss) in [("sack", 0.8, 0.5), ("cubic", 0.85, 0.7)] {
            let mut bench = with(id, SlowStartExit::None, Some(on_mark));
            bench.start_at(100.0, 50.0);
            bench.congestion(Congestion::Ecn, 100.0);
            assert!((bench.cwnd() - 100.0 * on_mark).abs() < 1e-9, "{id}: {}", bench.cwnd());
            assert_eq!(bench.ssthresh(), bench.cwnd());
            bench.start_at(100.0, 50.0);
            bench.congestion(testing::loss(1), 100.0);
            assert!((bench.cwnd() - 100.0 * on_loss).abs() < 1e-9, "{id}: {}", bench.cwnd());
            // In slow start a mark counts as a loss.
            bench.start_at(100.0, 200.0);
            bench.congestion(Congestion::Ecn, 100.0);
            assert!((bench.cwnd() - 100.0 * on_loss).abs() < 1e-9, "{id}: {}", bench.cwnd());
        }
    }

    #[test]
    fn abe_has_root_three_times_the_window_at_equal_marking() {
        // AIMD(1, 0.2): √(a(2 − b)/(2bp)) = 2.12/√p beside 1.22/√p.
        let mean = |kept: Option<f64>| {
            let mut bench = with("sack", SlowStartExit::None, kept);
            bench.start_at(20.0, 10.0);
            bench.periodic_marks(1e-3, 100.0)
        };
        let ratio = mean(Some(0.8)) / mean(None);
        assert!((ratio / libm::sqrt(3.0) - 1.0).abs() < 0.02, "{ratio}");
    }

    #[test]
    fn a_decrease_leaves_whole_packets_if_the_stack_says_so() {
        // ns-2.35, TcpAgent::slowdown without precisionReduce_: half of the window's whole packets, rounded down.
        for (window, left) in [(5.0, 2.0), (5.9, 2.0), (7.5, 3.0), (9.0, 4.0), (3.0, 2.0)] {
            let whole = Equipment { whole_packets: true, ..Equipment::default() };
            let mut bench = Bench::equipped(find("reno").unwrap(), &[], whole);
            bench.start_at(window, 2.0);
            bench.congestion(testing::loss(1), window);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (left, left), "{window}");
            bench.start_at(window, 2.0);
            bench.congestion(Congestion::Timeout { first: true }, window);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, left), "{window}");
        }
    }

    #[test]
    fn a_controller_that_follows_its_packets_still_does_with_additions() {
        for whole_packets in [false, true] {
            let additions = Equipment { whole_packets, ..Equipment::default() };
            let mut bench = Bench::equipped(find("vivace").unwrap(), &[], additions);
            bench.call(|controller, _| assert!(controller.follows_packets()));
        }
    }

    #[test]
    fn an_undone_recovery_restores_the_detector() {
        let mut bench = with("sack", SlowStartExit::HyStartPlusPlus, None);
        bench.start(10.0, None);
        windows(&mut bench, &[100.0, 100.0]);
        bench.spurious(testing::loss(1), 40.0);
        windows(&mut bench, &[120.0, 120.0, 120.0, 120.0, 120.0, 120.0]);
        assert!(bench.ssthresh().is_finite() && bench.ssthresh() > 40.0, "{}", bench.ssthresh());
    }
}
