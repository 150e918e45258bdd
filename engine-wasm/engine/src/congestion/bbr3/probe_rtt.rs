//! `ProbeRTT`: every few seconds BBRv3 empties the path to measure its RTT (section `ProbeRTT` Logic).

use super::{Bbr3, MIN_PIPE, PROBE_RTT_GAIN, State};
use crate::congestion::Cx;
use crate::units::{Nanos, Segments};

/// `BBR.ProbeRTTDuration`.
const PROBE_RTT: Nanos = Nanos(200_000_000);

impl Bbr3 {
    pub(super) fn check_probe_rtt(&mut self, cx: &mut Cx<'_>, expired: bool) {
        if std::mem::take(&mut self.resumes) {
            self.end_probe_rtt_if_due(cx);
        }
        if self.state != State::ProbeRtt && expired && !self.idle_restart {
            self.save_cwnd();
            self.state = State::ProbeRtt;
            self.probe_rtt_done = None;
            self.probe.stop();
            self.model.start_round(cx);
        }
        if self.state == State::ProbeRtt {
            match self.probe_rtt_done {
                None if cx.in_flight <= self.probe_rtt_cwnd(cx) => {
                    self.probe_rtt_done = Some(cx.now + PROBE_RTT);
                    self.probe_rtt_round_done = false;
                    self.model.start_round(cx);
                }
                Some(_) => {
                    self.probe_rtt_round_done |= self.model.round_start;
                    if self.probe_rtt_round_done {
                        self.end_probe_rtt_if_due(cx);
                    }
                }
                None => {}
            }
        }
        self.idle_restart = false;
    }

    /// `CheckProbeRTTDone` and `ExitProbeRTT`.
    fn end_probe_rtt_if_due(&mut self, cx: &mut Cx<'_>) {
        if self.state != State::ProbeRtt || self.probe_rtt_done.is_none_or(|done| cx.now <= done) {
            return;
        }
        self.model.renew_probe_rtt(cx.now);
        self.restore_cwnd();
        self.losses.forget_limits();
        if self.full.reached {
            self.start_down(cx);
            self.state = State::Cruise;
        } else {
            self.enter_startup();
        }
    }

    pub(super) fn probe_rtt_cwnd(&self, cx: &Cx<'_>) -> Segments {
        self.model.bdp(cx, self.model.bw, PROBE_RTT_GAIN).max(MIN_PIPE)
    }
}
