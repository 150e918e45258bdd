//! NewReno: RFC 6582. A partial ACK indicates another hole, which is retransmitted at once while recovery
//! continues: one hole per round trip.

use crate::transport::flow::Io;
use crate::transport::tcp::segments::Acked;
use crate::transport::tcp::sender::Sender;

impl Sender {
    pub(super) fn newreno_enter(&mut self, io: &mut Io<'_>) {
        self.reno_enter(io);
        self.recovery.partial = false;
    }

    pub(super) fn newreno_new_ack(&mut self, io: &mut Io<'_>, acked: &Acked, recover: u64) -> bool {
        if self.snd_una() >= recover {
            return self.reno_new_ack(io);
        }
        // Section 3.2, step 3: deflate by the amount acknowledged, then add one packet.
        let deflated = self.recovery.inflation - f64::from(acked.cumulative) + 1.0;
        self.recovery.inflation = deflated.max(0.0);
        self.segments.declare_oldest_lost();
        self.report_losses(io.now);
        self.retransmit_oldest(io);
        // "Impatient": only the first partial ACK restarts the timer.
        !std::mem::replace(&mut self.recovery.partial, true)
    }
}
