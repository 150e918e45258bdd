//! Congestion controllers of TCP, one file each; `controller.rs` has the interface. Those of rate-based protocols (TFRC, RAP)
//! have a trait of their own, in `rate.rs`.
//!
//! A controller is one of three axes that compose: controller × recovery × spacing. Recovery decides what counts as a loss event
//! and when a window may grow; the transport owns RTT, delivery rate, rounds and spacing.

mod controller;
mod equipped;
pub mod fluid;
mod hystart;
mod hystart_classic;
pub mod rate;
mod registry;
mod rules;
mod search;
#[cfg(test)]
mod testing;
mod windowed;

use crate::units::Segments;

pub use controller::*;
pub use equipped::{Equipment, SlowStartExit, equip};
pub use registry::{
    Algorithm, AlgorithmRow, ControllerKind, MakeController, MakeRateController, NO_PARAMS, NO_THEORY, Theory,
};
pub use windowed::{WindowRule, windowed};

/// Declares the algorithms' files and lists their rows, in the order of the picker.
macro_rules! algorithms {
    ($($file:ident: $($row:ident),+;)+) => {
        $(mod $file;)+
        /// Every algorithm of the engine, in the order of the picker: the rows of [`crate::registry::Registry::built_in`].
        pub(crate) const BUILT_IN: &[Algorithm] = &[$($($file::$row),+),+];
    };
}

// To add an algorithm, write its file and add its line here.
algorithms! {
    reno: TAHOE, RENO, NEWRENO, SACK, PACED, RANDOMIZED;
    binomial: RANDOMIZED_IIAD, RANDOMIZED_SQRT, AIMD, BINOMIAL, IIAD, SQRT;
    cubic: CUBIC;
    hstcp: HSTCP;
    scalable: SCALABLE;
    htcp: HTCP;
    bic: BIC;
    fast: FAST;
    illinois: ILLINOIS;
    yeah: YEAH;
    compound: COMPOUND;
    westwood: WESTWOOD;
    veno: VENO;
    hybla: HYBLA;
    tri_s: TRI_S;
    card: CARD;
    dual: DUAL;
    vegas: VEGAS, NEWVEGAS, VEGAS_A, CODE;
    pseudo_rate: PSEUDO_RATE;
    cdg: CDG;
    nv: NV;
    tfrcp: TFRCP;
    tfrc: TFRC;
    rap: RAP;
    bbr: BBR;
    dctcp: DCTCP;
    ledbat: LEDBAT;
    tcp_lp: TCP_LP;
    udp: UDP;
}

/// The smallest window after a loss (RFC 5681, equation 4).
pub const MIN_SSTHRESH: Segments = 2.0;

/// Reno's slow start: one packet for each that counts, not beyond ssthresh; gives back what is left over for
/// congestion avoidance.
pub fn slow_start(control: &mut Control, credit: Segments) -> Segments {
    if control.cwnd >= control.ssthresh {
        return credit;
    }
    let target = (control.cwnd + credit).min(control.ssthresh);
    let left = credit - (target - control.cwnd);
    control.cwnd = target;
    left
}

/// Additive increase: `per_round` packets a round trip, spread over the ACKs of a window (RFC 5681, equation 3, for one).
#[inline]
pub fn increase(control: &mut Control, per_round: Segments, credit: Segments) {
    control.cwnd += per_round * credit / control.cwnd;
}

/// Multiplicative decrease: ssthresh becomes `left` packets, two at least, and the window with it, or one packet where
/// slow start follows.
pub fn decrease(control: &mut Control, event: Congestion, left: Segments) {
    if event != (Congestion::Timeout { first: false }) {
        control.ssthresh = left.max(MIN_SSTHRESH);
    }
    control.cwnd = match event {
        Congestion::Loss { .. } => control.ssthresh,
        // RFC 3168, section 6.1.2: a window of one stays.
        Congestion::Ecn => control.ssthresh.min(control.cwnd),
        Congestion::Restart | Congestion::Timeout { .. } => 1.0,
    };
}
