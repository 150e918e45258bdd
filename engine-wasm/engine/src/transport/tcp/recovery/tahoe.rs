//! Tahoe: Jacobson, "Congestion Avoidance and Control", 1988. Every loss leads to slow start from one packet;
//! the data after the lost packet is sent again unless an ACK covers it first.

use crate::transport::flow::Io;
use crate::transport::tcp::sender::Sender;

impl Sender {
    pub(super) fn tahoe_enter(&mut self, io: &mut Io<'_>) {
        self.start_over(io.now);
        self.loss_event(io, true);
        self.restart_timer(io);
        self.resend_at_once(io);
    }
}
