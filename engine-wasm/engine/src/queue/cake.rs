//! CAKE: Høiland-Jørgensen, Täht & Morton, "Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways", 2018;
//! Linux's sch_cake.
//!
//! One tin. Left out: DiffServ tins, the ACK filter, ingress mode, autorate, NAT lookup and GSO splitting.

mod flows;

use super::cobalt::{self, CobaltLaw};
use super::{
    ChannelFacts, Discipline, QueueCx, QueuedPacket, Registered, Shaping, Store, Verdict, buffer,
    buffer_limit,
};
use crate::catalogue::{ChoiceOption, Param, Row, Settings, Variable};
use crate::units::{Nanos, Rate};
use flows::{Flows, Hashing, Isolation};

pub(super) const REGISTERED: Registered =
    Registered { row, variables: VARIABLES, fluid: None, early: Some(cobalt::EARLY), classes: &[], make };

const VARIABLES: &[Variable] = &[
    Variable::new("bulk", "", "queues of bulk flows", "queues"),
    Variable::new("sparse", "", "queues of sparse flows", "queues"),
    Variable::new("most", "", "largest count of COBALT", "packets"),
];

const ISOLATIONS: &[ChoiceOption] = &[
    ChoiceOption::new("flows", "Flows"),
    ChoiceOption::new("source", "Sending hosts, then flows"),
    ChoiceOption::new("destination", "Receiving hosts, then flows"),
    ChoiceOption::new("triple", "Both hosts, then flows"),
];

const HASHINGS: &[ChoiceOption] =
    &[ChoiceOption::new("sets", "1024 queues, 8-way"), ChoiceOption::new("exact", "A queue for each flow")];

fn row() -> Row {
    Row {
        id: "cake".into(),
        name: "CAKE".into(),
        summary: "A shaper, fairness between hosts and then between their flows, sparse flows first, and COBALT in each queue.".into(),
        source: "Høiland-Jørgensen, Täht & Morton, Piece of CAKE".into(),
        year: 2018,
        params: vec![
            buffer(10_240.0).help("Packets that can wait in all queues together; beyond it the longest one by bytes drops from its head."),
            Param::number("bandwidthMbps", "", "Shaped rate", "Mb/s")
                .range(0.0, 1_000_000.0, 0.0)
                .help("Rate at which the shaper sends packets, without bursts; 0: the link’s own rate."),
            Param::number("overheadBytes", "", "Overhead", "bytes")
                .range(-64.0, 256.0, 0.0)
                .integer()
                .help("Bytes added to each packet’s size, in the shaper and in the quantum, for the framing of a slower link beyond this one."),
            Param::number("mpuBytes", "MPU", "Minimum packet", "bytes")
                .range(0.0, 256.0, 0.0)
                .integer()
                .help("Smaller packets count as this size, overhead included."),
            Param::choice("isolation", "Fairness between", "triple", ISOLATIONS)
                .help("A flow’s quantum is divided by the number of bulk flows of its host; with both hosts, of the host that has more."),
            Param::choice("hashing", "Queues", "sets", HASHINGS)
                .help("Flows are hashed into sets of eight queues and take a free one of their set; or each has its own."),
            Param::number("rttMs", "rtt", "RTT", "ms")
                .range(0.1, 10_000.0, 100.0)
                .log()
                .help("COBALT’s interval; its target is a twentieth of it, and at least the time of 1.5 full packets."),
            Param::number("mtuBytes", "MTU", "Full packet", "bytes")
                .range(64.0, 65_535.0, 1514.0)
                .integer()
                .help("Largest packet; also the largest quantum."),
        ],
    }
}

#[derive(Clone, Debug)]
struct Cake {
    flows: Flows,
    limit: u32,
    law: CobaltLaw,
    shaping: Option<Shaping>,
}

/// sch_cake.c, cake_set_rate(): a quantum is what the shaper sends in 1/4096 s, at least 300 bytes and at
/// most a full packet.
fn quantum(rate: Option<Rate>, mtu: u32) -> u32 {
    let in_a_slice = rate.map_or(u64::MAX, |rate| rate.0 / 8 / 4096);
    in_a_slice.min(u64::from(mtu)).max(300) as u32
}

/// The same function: target and interval grow if a packet takes long to send.
fn law(rtt: Nanos, rate: Option<Rate>, mtu: u32) -> CobaltLaw {
    let mtu_time = rate.map_or(Nanos::ZERO, |rate| rate.time_for(mtu));
    let usual = Nanos(rtt.0 / 20);
    let target = Nanos(mtu_time.0 * 3 / 2).max(usual);
    let interval = (rtt + (target - usual)).max(Nanos(2 * target.0));
    CobaltLaw { target, interval, mtu_time, ecn: true }
}

fn make(settings: &Settings<'_>, _: ChannelFacts) -> Box<dyn Discipline> {
    let mtu = settings.number("mtuBytes") as u32;
    let rate = Some(Rate::from_mbps(settings.number("bandwidthMbps"))).filter(|rate| rate.0 > 0);
    let shaping = rate.map(|rate| Shaping {
        rate,
        overhead: settings.number("overheadBytes") as i32,
        least: settings.number("mpuBytes") as u32,
    });
    let hashing = match settings.choice("hashing").as_str() {
        "exact" => Hashing::Exact,
        _ => Hashing::Sets,
    };
    let isolation = match settings.choice("isolation").as_str() {
        "flows" => Isolation { source: false, destination: false },
        "source" => Isolation { source: true, destination: false },
        "destination" => Isolation { source: false, destination: true },
        _ => Isolation { source: true, destination: true },
    };
    Box::new(Cake {
        flows: Flows::new(hashing, isolation, quantum(rate, mtu)),
        limit: buffer_limit(settings),
        law: law(Nanos::from_millis(settings.number("rttMs")), rate, mtu),
        shaping,
    })
}

impl Cake {
    /// Cost of a packet, deducted from the deficit.
    fn cost(&self, size: u32) -> u32 {
        self.shaping.map_or(size, |shaping| shaping.counted(size))
    }
}

impl Discipline for Cake {
    fn enqueue(&mut self, cx: &mut QueueCx<'_>, packet: QueuedPacket) -> Verdict {
        self.flows.push(cx, &self.law, packet);
        let mut verdict = Verdict::Enqueued;
        while self.flows.len() > self.limit {
            let Some(victim) = self.flows.drop_from_longest(&self.law, cx.now) else { break };
            if victim.id == packet.id {
                verdict = Verdict::Overflow;
            } else {
                cx.drop(&victim, Verdict::Overflow);
            }
        }
        verdict
    }

    fn dequeue(&mut self, cx: &mut QueueCx<'_>) -> Option<QueuedPacket> {
        let (at, packet) = self.flows.next(cx, &self.law)?;
        let cost = self.cost(packet.size);
        self.flows.charge(at, cost);
        Some(packet)
    }

    /// A packet that finds the queue empty is sent at once, and an empty queue is in no list.
    fn is_transparent(&self) -> bool {
        true
    }

    fn store(&self) -> &dyn Store {
        &self.flows
    }

    fn limit_packets(&self) -> Option<f64> {
        Some(f64::from(self.limit))
    }

    fn shaping(&self) -> Option<Shaping> {
        self.shaping
    }

    fn variables(&self, show: &mut dyn FnMut(f64)) {
        self.flows.variables(show);
    }
}

#[cfg(test)]
mod tests;
