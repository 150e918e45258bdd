//! Building blocks of a packet simulation: events, packets, random streams, digests, the RTT estimator.

pub mod digest;
pub mod event;
pub mod packet;
pub mod positions;
pub mod random;
pub mod ring;
pub mod rtt;
