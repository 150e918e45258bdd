//! A policer: a token bucket that drops the excess. Packets do not wait. Terms as in RFC 2697.

use super::Registered;
use super::shaper::bucket_params;
use crate::catalogue::{Row, Variable};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[Variable::new("policerTokens", "", "tokens of the policer", "bytes")] };

fn row() -> Row {
    Row {
        id: "policer".into(),
        name: "Policer".into(),
        summary: "Drops packets above a rate before they reach the queue; bursts up to the size of a token bucket pass.".into(),
        source: "RFC 2475, section 2.3.3.4; RFC 2697".into(),
        year: 1998,
        params: bucket_params(62_500.0, "Size of the token bucket. A packet passes if enough tokens are left; real policers hold 10 ms to 1 s of their rate."),
    }
}
