//! What a simulation of packets is made of, whatever is simulated: events, packets, random streams, digests, the RTT estimator.

pub mod digest;
pub mod event;
pub mod packet;
pub mod random;
pub mod rtt;
