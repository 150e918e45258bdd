//! A shaper: a token bucket that delays the excess, like Linux's sch_tbf. The packet that waits for tokens
//! has left the queue.

use super::{BucketSpec, Registered};
use crate::catalogue::{Param, Row, Settings, Variable};
use crate::units::Rate;

pub(super) const REGISTERED: Registered =
    Registered { row, variables: &[Variable::new("shaperTokens", "", "tokens of the shaper", "bytes")] };

fn row() -> Row {
    Row {
        id: "shaper".into(),
        name: "Shaper".into(),
        summary: "Sends packets at a rate below the link’s own; bursts up to the size of a token bucket pass at once.".into(),
        source: "RFC 2475, section 2.3.3.3; Linux, sch_tbf".into(),
        year: 1998,
        params: bucket_params(15_000.0, "Bytes that can be sent at once after a pause. A packet that is larger needs a full bucket."),
    }
}

/// Parameters of a token bucket.
pub(super) fn bucket_params(burst: f64, help: &'static str) -> Vec<Param> {
    vec![
        Param::number("rateMbps", "r", "Token rate", "Mb/s")
            .range(0.001, 1_000_000.0, 5.0)
            .log()
            .help("Rate at which the bucket is filled: what passes in the long run."),
        Param::number("burstBytes", "b", "Bucket", "bytes").range(1.0, 1e9, burst).integer().log().help(help),
    ]
}

pub(super) fn bucket(settings: &Settings<'_>) -> BucketSpec {
    BucketSpec {
        rate: Rate::from_mbps(settings.number("rateMbps")),
        burst: settings.number("burstBytes") as u64,
    }
}
