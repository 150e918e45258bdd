//! Congestion controllers of TCP, one file each; `controller.rs` has the interface. Rate-based protocols (TFRC, RAP) have their own
//! traits in `rate.rs`.
//!
//! Controller, loss recovery and pacing are independent and can be combined freely. Recovery decides what counts as a loss event and
//! when a window may grow; the transport owns RTT, delivery rate, rounds and pacing.

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
pub use reno::{reno_decrease, reno_increase, reno_rules};
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
    copa: COPA;
    pseudo_rate: PSEUDO_RATE;
    cdg: CDG;
    nv: NV;
    tfrcp: TFRCP;
    tfrc: TFRC;
    rap: RAP;
    bbr: BBR;
    bbr3: BBR3;
    vivace: VIVACE;
    dctcp: DCTCP;
    prague: PRAGUE;
    ledbat: LEDBAT;
    ledbat_plus_plus: LEDBAT_PLUS_PLUS;
    tcp_lp: TCP_LP;
    udp: UDP;
}

/// The smallest window after a loss (RFC 5681, equation 4).
pub const MIN_SSTHRESH: Segments = 2.0;

/// Reno's slow start: adds one packet for each counted packet, up to ssthresh. Returns what is left for congestion avoidance.
pub fn slow_start(control: &mut Control, counted: Segments) -> Segments {
    if control.cwnd >= control.ssthresh {
        return counted;
    }
    let target = (control.cwnd + counted).min(control.ssthresh);
    let left = counted - (target - control.cwnd);
    control.cwnd = target;
    left
}

/// Additive increase: `per_round` packets per round trip, spread over the ACKs of a window (RFC 5681, equation 3, for one packet).
#[inline]
pub fn increase(control: &mut Control, per_round: Segments, counted: Segments) {
    control.cwnd += per_round * counted / control.cwnd;
}

/// Multiplicative decrease: sets ssthresh to `left` packets, at least two, and the window to ssthresh, or to one packet if slow start
/// follows.
pub fn decrease(control: &mut Control, event: Congestion, left: Segments) {
    if event != (Congestion::Timeout { first: false }) {
        control.ssthresh = left.max(MIN_SSTHRESH);
    }
    control.cwnd = match event {
        Congestion::Loss { .. } => control.ssthresh,
        // RFC 3168, section 6.1.2: a window of one packet is kept.
        Congestion::Ecn => control.ssthresh.min(control.cwnd),
        Congestion::Restart | Congestion::Timeout { .. } => 1.0,
    };
}
