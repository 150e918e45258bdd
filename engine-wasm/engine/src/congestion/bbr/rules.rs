//! What BBR does in each situation, for *Why?*.

use crate::catalogue::{Rule, RuleSubject};
use crate::congestion::rules::{rule, rule_in};

pub(super) const RULES: &[Rule] = &[
    rule(
        RuleSubject::SlowStart,
        "Startup: the pacing rate is 2.89 times the measured delivery rate, less a margin of 1 %, so the rate doubles each round trip. Startup ends when the rate has grown by less than 25 % in three rounds.",
        "r ← 0.99·2.89·BtlBw",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.2",
    ),
    rule(
        RuleSubject::Avoidance,
        "The window is limited to twice the bandwidth-delay product, plus an allowance for bursts and for ACK aggregation. The limit is rounded up to an even number of packets, and is two higher while the rate probes upwards. The pacing rate cycles: one round trip at 5/4 of the bottleneck rate, one at 3/4, and six at the bottleneck rate, each less a margin of 1 %.",
        "W_target = 2·⌈(⌈2·BDP⌉ + 3·burst + extra_acked)/2⌉, plus 2 while the rate probes upwards; W ← min(W + delivered, W_target); r ← 0.99·g·BtlBw",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.4",
    ),
    rule_in(
        "Drain",
        RuleSubject::Avoidance,
        "The pacing rate is 0.34 times the bottleneck rate until the data in flight has fallen to the bandwidth-delay product. This empties the queue that Startup has built.",
        "r ← 0.99·0.34·BtlBw",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.3",
    ),
    probe_rtt(RuleSubject::Avoidance),
    probe_rtt(RuleSubject::Recovery),
    rule(
        RuleSubject::Recovery,
        "Recovery: the window falls by the packets that are lost. In the first round at least one packet is sent for each packet delivered (packet conservation). After that the window grows towards its target again.",
        "W ← max(W − lost, inflight + delivered)",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
    ),
    rule(
        RuleSubject::Loss,
        "A loss does not change the rate. The window is limited to the data in flight for one round and restored afterwards.",
        "W ← inflight + delivered",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
    ),
    rule(
        RuleSubject::Timeout,
        "The retransmission timer expires: one packet is sent, and the window is restored after recovery.",
        "W ← 1",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.2.3.4",
    ),
];

/// The rule of `ProbeRtt`, which applies in recovery as well.
const fn probe_rtt(on: RuleSubject) -> Rule {
    rule_in(
        "ProbeRTT",
        on,
        "No RTT has been as low as the minimum for ten seconds. The window is limited to four packets for at least 200 ms and one round trip, so that the queue empties and the base RTT can be measured. Then the window is restored.",
        "W ← min(W, 4)",
        "draft-cardwell-iccrg-bbr-congestion-control-00, section 4.3.5",
    )
}
