//! Reno's fast recovery: RFC 5681, section 3.2. The first ACK of new data ends it, so several losses in one
//! window reduce the window several times or end in a timeout.

use super::State;
use crate::transport::flow::Io;
use crate::transport::tcp::sender::Sender;

impl Sender {
    pub(super) fn reno_enter(&mut self, io: &mut Io<'_>) {
        self.segments.declare_oldest_lost();
        self.loss_event(io, false);
        self.recovery.state = State::Fast { recover: self.snd_nxt() };
        // The packets that have left the network (step 3): three, or fewer if the controller accepts an
        // earlier indication.
        self.recovery.inflation = f64::from(self.recovery.dup_acks);
        self.retransmit_oldest(io);
    }

    pub(super) fn reno_new_ack(&mut self, io: &mut Io<'_>) -> bool {
        self.recovery.leave();
        self.report_recovered(io.now);
        true
    }
}
